//! Simple Gallery Pro 6.28.1: the folders with pictures, the pictures of one, one picture, and copying them elsewhere.
//!
//! It keeps nothing of its own: what it shows are the files of the shared storage.

mod dialogs;
mod errand;
mod grid;
mod media;
mod pages;

use ui::Direction;

use super::app::{App, AppInfo, Context, Event};
pub use crate::msg::gallery::{Conflict, Msg, What};
use crate::{paint::IconName, state::DeviceState, toolkit::Window};
use dialogs::Dialog;
use errand::Errand;
use media::{media, parent};

/// Whether names stand under the pictures of a folder.
const NAMES: &str = "com.simplemobiletools.gallery.pro/display_file_names";

/// Simple Gallery.
#[derive(Clone, Debug)]
pub struct Gallery {
    /// The folder whose pictures are shown.
    folder: Option<String>,
    /// The picture that is shown.
    photo: Option<String>,
    /// Whether nothing is shown but the picture.
    bare: bool,
    /// The paths that are selected.
    picked: Vec<String>,
    query: String,
    errand: Option<Errand>,
    dialog: Option<Dialog>,
}

impl App for Gallery {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "Gallery",
        package: "com.simplemobiletools.gallery.pro",
        version: "6.28.1",
        activity: ".activities.MainActivity",
        names: &["simple gallery pro", "simple gallery"],
        takes_text: false,
        icon: Some(IconName::Image),
    };

    fn start(_: &DeviceState) -> Self {
        Self {
            folder: None,
            photo: None,
            bare: false,
            picked: Vec::new(),
            query: String::new(),
            errand: None,
            dialog: None,
        }
    }

    fn activity(&self) -> &'static str {
        match (&self.photo, &self.folder) {
            (Some(_), _) => ".activities.ViewPagerActivity",
            (None, Some(_)) => ".activities.MediaActivity",
            (None, None) => Self::INFO.activity,
        }
    }

    fn view(&self, device: &DeviceState) -> Vec<Window> {
        let root = match (&self.photo, &self.folder) {
            (Some(path), _) => self.viewer(device, path),
            (None, Some(folder)) => self.media(device, folder),
            (None, None) => self.folders(device),
        };
        let mut windows = vec![Window::activity(root)];
        windows.extend(self.errand.iter().flat_map(|it| it.windows(device)));
        windows.extend(self.dialog.as_ref().map(|it| it.window(device)));
        windows
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        match event {
            Event::Tap(msg) | Event::Submit(msg) => self.tapped(ctx, msg),
            Event::Hold(Msg::Medium(path)) => self.pick(path),
            Event::Edit(field, text) => self.typed(&field, text),
            Event::Fling(Direction::Left) => self.turn(ctx.device, 1),
            Event::Fling(Direction::Right) => self.turn(ctx.device, -1),
            Event::View(path) => {
                self.folder = Some(parent(&path).to_owned());
                self.photo = Some(path);
            }
            Event::Back => self.back(ctx),
            _ => {}
        }
    }
}

impl Gallery {
    fn pick(&mut self, path: String) {
        match self.picked.iter().position(|it| *it == path) {
            Some(at) => _ = self.picked.remove(at),
            None => self.picked.push(path),
        }
    }

    /// To a picture beside the one that is shown.
    fn turn(&mut self, device: &DeviceState, by: isize) {
        let Some(photo) = &self.photo else { return };
        let all = media(device, parent(photo));
        let at = all.iter().position(|it| it.path == *photo);
        let next = at.and_then(|at| all.get(at.checked_add_signed(by)?));
        if let Some(next) = next {
            self.photo = Some(next.path.clone());
        }
    }

    fn typed(&mut self, field: &Msg, text: String) {
        if *field == Msg::Query {
            self.query = text;
        } else if let Some(dialog) = &mut self.dialog {
            dialog.typed(field, text);
        } else if let Some(errand) = &mut self.errand {
            errand.typed(text);
        }
    }

    /// What is meant by a line of a menu: the picture that is shown, or those that are selected.
    fn meant(&self) -> Vec<String> {
        match &self.photo {
            Some(path) => vec![path.clone()],
            None => self.picked.clone(),
        }
    }

    fn tapped(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::ClearQuery => self.query.clear(),
            Msg::Folder(path) => {
                (self.folder, self.query) = (Some(path), String::new());
                ctx.unfocus();
            }
            Msg::Medium(path) if !self.picked.is_empty() => self.pick(path),
            Msg::Medium(path) => {
                (self.photo, self.bare) = (Some(path), false);
                ctx.unfocus();
            }
            Msg::Photo => self.bare = !self.bare,
            Msg::Names => {
                let shown = shows_names(ctx.device);
                let value = if shown { "0" } else { "1" };
                ctx.device.settings.insert(NAMES.to_owned(), value.to_owned());
            }
            Msg::Up => self.back(ctx),
            Msg::PickAll => {
                let folder = self.folder.as_deref().unwrap_or_default();
                self.picked = media(ctx.device, folder).into_iter().map(|it| it.path).collect();
            }
            Msg::Unpick => self.picked.clear(),
            Msg::To(what) => self.errand = Errand::new(what, self.meant()),
            Msg::Delete => self.dialog = Some(Dialog::Delete(self.meant())),
            Msg::Rename => {
                self.dialog = self.meant().first().map(|it| Dialog::rename(it));
                ctx.focus(Msg::Stem);
            }
            Msg::Properties => self.dialog = self.meant().first().map(|it| Dialog::Properties(it.clone())),
            Msg::DeleteDone | Msg::RenameDone | Msg::Keep => self.answered(ctx, msg),
            Msg::Query | Msg::Stem | Msg::Extension | Msg::FolderName => ctx.unfocus(),
            Msg::Nothing => {}
            msg => self.errand_tapped(ctx, msg),
        }
    }

    /// A button of a dialog was tapped.
    fn answered(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        ctx.unfocus();
        let Some(dialog) = self.dialog.take() else {
            self.errand = self.errand.take().and_then(Errand::less);
            return;
        };
        match (dialog, msg) {
            (Dialog::Delete(paths), Msg::DeleteDone) => {
                for path in &paths {
                    ctx.device.files.remove(path);
                }
                (self.photo, self.picked) = (None, Vec::new());
            }
            (dialog @ Dialog::Rename { .. }, Msg::RenameDone) => match dialog.renamed(ctx) {
                Ok(path) => {
                    self.picked.clear();
                    self.photo = self.photo.take().map(|_| path);
                }
                Err(dialog) => self.dialog = Some(dialog),
            },
            _ => {}
        }
    }

    fn errand_tapped(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        let Some(errand) = &mut self.errand else { return };
        if errand.tapped(ctx, msg) {
            self.errand = None;
            self.picked.clear();
            // What was moved is not shown any more.
            self.photo.take_if(|it| !ctx.device.files.exists(it));
        }
    }

    fn back(&mut self, ctx: &mut Context<'_>) {
        ctx.unfocus();
        if self.dialog.take().is_some() {
        } else if let Some(errand) = self.errand.take() {
            self.errand = errand.less();
        } else if self.photo.take().is_some() {
        } else if !self.picked.is_empty() {
            self.picked.clear();
        } else if !self.query.is_empty() {
            self.query.clear();
        } else if self.folder.take().is_none() {
            ctx.leave();
        }
    }
}

fn shows_names(device: &DeviceState) -> bool {
    device.settings.get(NAMES).is_some_and(|it| it == "1")
}
