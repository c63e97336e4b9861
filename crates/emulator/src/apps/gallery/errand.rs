//! Copying and moving: where to, and what becomes of files whose names are taken there.

use super::{
    dialogs::choices,
    grid::{folder, grid},
    media::{STORAGE, folders, name_of, parent, split},
};
use crate::{
    apps::app::Context,
    msg::gallery::{Conflict, Msg, What},
    paint::IconName,
    state::DeviceState,
    toolkit::{
        Dim, Gravity, Ink, View, Window, button, column, dialog, edit, image, image_button, row, scroller,
        strip, text, view::Enter,
    },
};

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Asked {
    /// Which of the folders with pictures.
    Place,
    /// Which folder at all: the one that is shown.
    Folder(String),
    /// The name of a new folder in the one that is shown.
    NewFolder { at: String, name: String },
    /// What becomes of files whose names are taken in a folder.
    Conflict { to: String, choice: Conflict },
}

/// What is done with some files, as soon as it is said where to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Errand {
    what: What,
    paths: Vec<String>,
    asked: Asked,
}

impl Errand {
    /// `None` where nothing is selected.
    pub(super) fn new(what: What, paths: Vec<String>) -> Option<Self> {
        let asked = Asked::Place;
        (!paths.is_empty()).then_some(Self { what, paths, asked })
    }

    /// One dialog less; `None` where that was the last.
    pub(super) fn less(mut self) -> Option<Self> {
        self.asked = match self.asked {
            Asked::NewFolder { at, .. } => Asked::Folder(at),
            Asked::Place | Asked::Folder(_) | Asked::Conflict { .. } => return None,
        };
        Some(self)
    }

    pub(super) fn typed(&mut self, text: String) {
        if let Asked::NewFolder { name, .. } = &mut self.asked {
            *name = text;
        }
    }

    /// A widget of its dialogs was tapped; answers whether all is done.
    pub(super) fn tapped(&mut self, ctx: &mut Context<'_>, msg: Msg) -> bool {
        match (msg, &mut self.asked) {
            (Msg::Place(to), _) => return self.go_to(ctx, to),
            (Msg::Other, asked) => {
                let at = self.paths.first().map_or(STORAGE, |it| parent(it));
                *asked = Asked::Folder(at.to_owned());
            }
            (Msg::Go(to), asked) => *asked = Asked::Folder(to),
            (Msg::Confirm, Asked::Folder(at)) => {
                let to = at.clone();
                return self.go_to(ctx, to);
            }
            (Msg::NewFolder, asked @ Asked::Folder(_)) => {
                if let Asked::Folder(at) = asked {
                    let (at, name) = (at.clone(), String::new());
                    *asked = Asked::NewFolder { at, name };
                    ctx.focus(Msg::FolderName);
                }
            }
            (Msg::NewFolderDone, Asked::NewFolder { at, name }) => {
                let path = format!("{at}/{}", name.trim());
                let now = ctx.now();
                if name.trim().is_empty() || name.contains('/') {
                    ctx.toast("Please enter a valid folder name");
                } else if ctx.device.files.exists(&path) {
                    ctx.toast("A file or folder with that name already exists");
                } else {
                    ctx.device.files.mkdir(&path, now);
                    ctx.unfocus();
                    self.asked = Asked::Folder(path);
                }
            }
            (Msg::Conflict(chosen), Asked::Conflict { choice, .. }) => *choice = chosen,
            (Msg::ConflictDone, Asked::Conflict { to, choice }) => {
                let (to, choice) = (to.clone(), *choice);
                self.carry_out(ctx, &to, choice);
                return true;
            }
            _ => {}
        }
        false
    }

    fn go_to(&mut self, ctx: &mut Context<'_>, to: String) -> bool {
        if self.paths.iter().any(|it| parent(it) == to) {
            ctx.toast("Source and destination cannot be the same");
            return false;
        }
        let taken = |path: &String| ctx.device.files.exists(&format!("{to}/{}", name_of(path)));
        if self.paths.iter().any(taken) {
            let choice = Conflict::Skip;
            self.asked = Asked::Conflict { to, choice };
            return false;
        }
        self.carry_out(ctx, &to, Conflict::Skip);
        true
    }

    fn carry_out(&self, ctx: &mut Context<'_>, folder: &str, conflict: Conflict) {
        let now = ctx.now();
        let mut done = 0;
        for path in &self.paths {
            let mut to = format!("{folder}/{}", name_of(path));
            let files = &mut ctx.device.files;
            if files.exists(&to) {
                match conflict {
                    Conflict::Skip => continue,
                    Conflict::Overwrite => _ = files.remove(&to),
                    Conflict::KeepBoth => to = free(ctx.device, &to),
                }
            }
            match self.what {
                What::Copy => ctx.device.files.copy(path, &to, now),
                What::Move => _ = ctx.device.files.rename(path, &to, now),
            }
            done += 1;
        }
        ctx.toast(match (self.what, done) {
            (_, 0) => "No new items have been found",
            (What::Copy, _) => "Files copied successfully",
            (What::Move, _) => "Files moved successfully",
        });
    }

    pub(super) fn windows(&self, device: &DeviceState) -> Vec<Window> {
        match &self.asked {
            Asked::Place => vec![places(device)],
            Asked::Folder(at) => vec![picker(device, at)],
            Asked::NewFolder { at, name } => vec![picker(device, at), new_folder(at, name)],
            Asked::Conflict { to, choice } => {
                let taken = |it: &&String| device.files.exists(&format!("{to}/{}", name_of(it)));
                let name = self.paths.iter().find(taken).map_or("", |it| name_of(it));
                vec![taken_name(name, *choice)]
            }
        }
    }
}

/// A path that is not taken.
fn free(device: &DeviceState, path: &str) -> String {
    let (stem, ending) = split(path);
    let names = (1..).map(|it| format!("{stem}({it}).{ending}"));
    let mut free = names.filter(|it| !device.files.exists(it));
    free.next().unwrap_or_default()
}

/// The folders with pictures.
fn places(device: &DeviceState) -> Window {
    let cells = folders(device).into_iter();
    let cells = cells.map(|it| folder(&it, device, Msg::Place(it.path.clone())));
    let grid = grid("directories_grid", "places", 3, cells);
    dialog(
        "Select destination",
        vec![grid.height(Dim::Dp(360))],
        Some(button("Other folder", Msg::Other)),
        Some(button("Cancel", Msg::Keep)),
        Some(button("OK", Msg::Nothing)),
    )
}

/// All folders of the storage: those above the one that is shown, and those in it.
fn picker(device: &DeviceState, at: &str) -> Window {
    let below = at.strip_prefix(STORAGE).unwrap_or_default();
    let mut path = STORAGE.to_owned();
    let mut crumbs = vec![crumb("Internal".into(), &path)];
    for part in below.split('/').filter(|it| !it.is_empty()) {
        path = format!("{path}/{part}");
        crumbs.push(crumb(format!("> {part}"), &path));
    }
    let crumbs = strip(
        "android.widget.HorizontalScrollView",
        "filepicker_breadcrumbs",
        at,
        crumbs,
    )
    .high(48);
    let entries = device.files.list(at).into_iter();
    let folders = entries.filter(|it| it.is_dir && !it.name.starts_with('.'));
    let rows: Vec<View> = folders
        .map(|it| {
            let path = format!("{at}/{}", it.name);
            let inside = device.files.names(&path).count();
            let details = if inside == 1 {
                "1 item".to_owned()
            } else {
                format!("{inside} items")
            };
            row([
                image(IconName::Folder).id("list_item_icon"),
                column([
                    text(it.name.clone()).id("list_item_name").size(16).wide(),
                    text(details).id("list_item_details").ink(Ink::Dim).wide(),
                ])
                .width(Dim::Share(1))
                .pad(12, 0),
            ])
            .class("android.widget.RelativeLayout")
            .id("list_item_holder")
            .tap(Msg::Go(path))
            .wide()
            .pad(4, 8)
        })
        .collect();
    let class = "androidx.recyclerview.widget.RecyclerView";
    let list = scroller(class, "filepicker_list", at, rows).height(Dim::Dp(400));
    let new = image_button(IconName::Plus, "", Msg::NewFolder)
        .id("filepicker_fab")
        .at(Gravity::End);
    dialog(
        "Select a folder",
        vec![crumbs, list, row([crate::toolkit::spacer(), new]).wide().high(48)],
        None,
        Some(button("Cancel", Msg::Keep)),
        Some(button("OK", Msg::Confirm)),
    )
}

fn crumb(words: String, path: &str) -> View {
    text(words)
        .id("breadcrumb_text")
        .size(16)
        .tap(Msg::Go(path.to_owned()))
        .pad(8, 12)
}

fn new_folder(at: &str, name: &str) -> Window {
    let path = text(format!(
        "Internal{}",
        at.strip_prefix(STORAGE).unwrap_or_default()
    ))
    .id("folder_path")
    .wide()
    .pad(8, 8);
    let name = edit(Msg::FolderName, "Title", name.to_owned())
        .id("folder_name")
        .enter(Enter::Submit);
    dialog(
        "Create new folder",
        vec![path, name],
        None,
        Some(button("Cancel", Msg::Keep)),
        Some(button("OK", Msg::NewFolderDone)),
    )
}

fn taken_name(name: &str, choice: Conflict) -> Window {
    let title = text(format!("File \"{name}\" already exists"))
        .id("conflict_dialog_title")
        .size(18)
        .wide()
        .pad(0, 8);
    dialog(
        "",
        vec![title, choices(choice)],
        None,
        Some(button("Cancel", Msg::Keep)),
        Some(button("OK", Msg::ConflictDone)),
    )
}
