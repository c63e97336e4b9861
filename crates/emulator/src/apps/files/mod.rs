//! Files, which is Android's DocumentsUI: the phone's shared storage, and the picker of a folder to move or copy to.
//!
//! What can be seen is in [`places`], how it is drawn in [`browse`], the dialogs in [`dialogs`], and what is
//! moved, copied or compressed in [`transfer`].

mod browse;
mod browser;
mod dialogs;
mod paths;
mod places;
mod transfer;

use std::collections::BTreeSet;

use paths::{count, name_of, parent};

use super::app::{App, AppInfo, Context, Event};
use crate::msg::AppId;
use crate::{paint::IconName, state::DeviceState, system, toolkit::Window};

pub use crate::msg::files::{By, Kind, Msg, Order, Root, What};
pub use browser::Browser;
pub use dialogs::Dialog;
pub use transfer::Errand;

/// Files.
#[derive(Clone, Debug)]
pub struct Files {
    here: Browser,
    /// The paths that are selected.
    picked: BTreeSet<String>,
    grid: bool,
    order: Order,
    hidden: bool,
    dialog: Option<Dialog>,
    /// What is done with the selection as soon as a folder is picked.
    errand: Option<Errand>,
}

impl App for Files {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "Files",
        package: "com.google.android.documentsui",
        version: "13",
        activity: "com.android.documentsui.files.FilesActivity",
        names: &["files"],
        takes_text: false,
        icon: Some(IconName::Folder),
    };

    fn start(_: &DeviceState) -> Self {
        Self {
            here: Browser::at(Root::Downloads),
            picked: BTreeSet::new(),
            grid: true,
            order: Order::default(),
            hidden: false,
            dialog: None,
            errand: None,
        }
    }

    fn activity(&self) -> &'static str {
        match (&self.dialog, &self.errand) {
            (Some(Dialog::Info(_)), _) => "com.android.documentsui.inspector.InspectorActivity",
            (_, Some(_)) => "com.android.documentsui.picker.PickActivity",
            (_, None) => Self::INFO.activity,
        }
    }

    fn view(&self, device: &DeviceState) -> Vec<Window> {
        let mut windows = vec![Window::activity(self.page(device))];
        if self.front().drawer {
            windows.push(self.drawer());
        }
        windows.extend(
            self.dialog
                .as_ref()
                .map(|it| dialogs::window(it, self.order, device)),
        );
        windows
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        match event {
            Event::Tap(msg) | Event::Submit(msg) => self.tapped(ctx, msg),
            Event::Hold(Msg::Row(path)) if self.errand.is_none() => toggle(&mut self.picked, path),
            Event::Hold(Msg::Row(path)) => self.tapped(ctx, Msg::Row(path)),
            Event::Edit(Msg::SearchText, text) => self.front_mut().query = Some(text),
            Event::Edit(Msg::Name, text) => {
                if let Some(dialog) = &mut self.dialog {
                    dialog.named(text);
                }
            }
            Event::Edit(Msg::DocumentName, text) => {
                let document = self.errand.as_mut().and_then(|it| it.document.as_mut());
                if let Some(document) = document {
                    document.name = text;
                }
            }
            Event::Create(document) => self.errand = Some(Errand::save(document)),
            // Whoever leaves the page without an answer has saved nothing.
            Event::Pause if self.is_saving() => self.errand = None,
            Event::Back => self.back(ctx),
            _ => {}
        }
    }
}

impl Files {
    /// The activity in front: the picker while there is one.
    fn front(&self) -> &Browser {
        self.errand.as_ref().map_or(&self.here, |it| &it.browser)
    }

    fn front_mut(&mut self) -> &mut Browser {
        self.errand.as_mut().map_or(&mut self.here, |it| &mut it.browser)
    }

    fn is_saving(&self) -> bool {
        self.errand.as_ref().is_some_and(|it| it.document.is_some())
    }

    /// End an errand without doing it.
    fn cancel(&mut self, ctx: &mut Context<'_>) {
        if let Some(document) = self.errand.take().and_then(|it| it.document) {
            ctx.unfocus();
            ctx.open(document.back);
        }
    }

    fn tapped(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::Roots => self.front_mut().drawer = true,
            Msg::Root(root) => {
                *self.front_mut() = Browser::at(root);
                self.picked.clear();
            }
            Msg::Row(path) => self.row(ctx, path),
            Msg::Preview(_) => ctx.toast("Can’t open file"),
            Msg::OpenWith => {
                if let Some(path) = self.picked.first() {
                    choose_viewer(ctx, path);
                }
            }
            Msg::Crumb(dir) => self.front_mut().go(&dir),
            Msg::Search => {
                self.front_mut().query = Some(String::new());
                ctx.focus(Msg::SearchText);
            }
            Msg::SearchText => {}
            Msg::SearchClose => self.front_mut().query = None,
            Msg::Chip(kind) => {
                let only = &mut self.front_mut().only;
                *only = if *only == Some(kind) { None } else { Some(kind) };
            }
            Msg::View => self.grid = !self.grid,
            // Another window shows the same place, and lies over this one.
            Msg::NewWindow => (self.here.query, self.here.only) = (None, None),
            Msg::StorageSettings => ctx.open(AppId::Settings),
            Msg::Sort => self.dialog = Some(Dialog::Sort),
            Msg::SortBy(order) => {
                self.order = order;
                self.dialog = None;
            }
            Msg::SelectAll => {
                let all = self.here.items(ctx.device, self.hidden, self.order);
                self.picked = all.into_iter().map(|it| it.path).collect();
            }
            Msg::DeselectAll | Msg::Clear => self.picked.clear(),
            Msg::Hidden => self.hidden = !self.hidden,
            Msg::NewFolder => {
                self.dialog = Some(Dialog::NewFolder { name: String::new() });
                ctx.focus(Msg::Name);
            }
            Msg::Rename => {
                if let Some(path) = self.picked.first().cloned() {
                    let name = name_of(&path).to_owned();
                    self.dialog = Some(Dialog::Rename { path, name });
                    ctx.focus(Msg::Name);
                }
            }
            Msg::Name | Msg::NewFolderDone | Msg::RenameDone => self.name(ctx),
            Msg::Share => self.share(ctx),
            Msg::Delete => self.dialog = Some(Dialog::Delete(self.picked.iter().cloned().collect())),
            Msg::DeleteDone => {
                if let Some(Dialog::Delete(paths)) = self.dialog.take() {
                    for path in &paths {
                        ctx.device.files.remove(path);
                    }
                    ctx.toast(format!("Deleting {}.", count(paths.len(), "file")));
                }
                self.picked.clear();
            }
            Msg::Info => self.dialog = self.picked.first().map(|it| Dialog::Info(it.clone())),
            Msg::CloseDialog => self.dialog = None,
            Msg::To(what) => {
                let paths = std::mem::take(&mut self.picked).into_iter().collect();
                self.errand = Some(Errand::new(what, paths));
            }
            // ENTER, which ends the typing, saves.
            Msg::Confirm | Msg::DocumentName => {
                if let Some(errand) = self.errand.take_if(|it| it.is_possible()) {
                    errand.carry_out(ctx);
                }
            }
            Msg::Cancel => self.cancel(ctx),
        }
    }

    /// Offer the texts of what is selected to other apps.
    fn share(&mut self, ctx: &mut Context<'_>) {
        let files = std::mem::take(&mut self.picked);
        let texts: Vec<&str> = files.iter().filter_map(|it| ctx.device.files.read(it)).collect();
        let text = texts.join("\n");
        ctx.share(text);
    }

    fn row(&mut self, ctx: &mut Context<'_>, path: String) {
        if !self.picked.is_empty() && self.errand.is_none() {
            toggle(&mut self.picked, path);
        } else if ctx.device.files.is_dir(&path) {
            let front = self.front_mut();
            // What lies in a folder of the storage is shown as part of the device.
            if !front.root.is_folder() {
                front.root = Root::Device;
            }
            front.go(&path);
        } else if self.errand.is_none() {
            match system::preferred(ctx.device, &path) {
                Some(app) => ctx.view(app, path),
                None => choose_viewer(ctx, &path),
            }
        }
    }

    /// Take the name that was typed: for a new folder, or for what is selected.
    fn name(&mut self, ctx: &mut Context<'_>) {
        let now = ctx.now();
        match &self.dialog {
            Some(Dialog::NewFolder { name }) => {
                let path = format!("{}/{}", self.front().dir, name.trim());
                if dialogs::is_name(name) && !ctx.device.files.exists(&path) {
                    ctx.device.files.mkdir(&path, now);
                    self.dialog = None;
                }
            }
            Some(Dialog::Rename { path, name }) => {
                let new = format!("{}/{}", parent(path), name.trim());
                if dialogs::is_name(name) && (new == *path || !ctx.device.files.exists(&new)) {
                    ctx.device.files.rename(path, &new, now);
                    self.dialog = None;
                    self.picked.clear();
                }
            }
            Some(Dialog::Delete(_) | Dialog::Sort | Dialog::Info(_)) | None => {}
        }
    }

    fn back(&mut self, ctx: &mut Context<'_>) {
        if self.dialog.take().is_some() {
        } else if !self.front().drawer && self.errand.is_none() && !self.picked.is_empty() {
            self.picked.clear();
        } else if self.front_mut().back() {
        } else if self.errand.is_some() {
            self.cancel(ctx);
        } else {
            ctx.leave();
        }
    }
}

/// Ask which app shows a file, where there is one.
fn choose_viewer(ctx: &mut Context<'_>, path: &str) {
    match system::viewers(path) {
        [] => ctx.toast("Can’t open file"),
        _ => ctx.open_with(path),
    }
}

fn toggle(set: &mut BTreeSet<String>, path: String) {
    if !set.remove(&path) {
        set.insert(path);
    }
}
