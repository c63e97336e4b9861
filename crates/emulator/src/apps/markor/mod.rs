//! Markor 2.10.9: notes as plain files in `Documents/Markor`.
//!
//! The file list is in [`files`], the editor in [`editor`], the dialogs in [`dialogs`].

mod dialog;
mod dialogs;
mod editor;
mod files;
mod paths;
mod row;
mod sort;

use std::collections::BTreeSet;

pub use crate::msg::markor::{By, Msg, Tab};
pub use dialog::Dialog;
pub use editor::Document;
pub use paths::NOTEBOOK;
pub use sort::Sort;

use super::app::{App, AppInfo, Context, Event};
use crate::{
    paint::IconName,
    state::DeviceState,
    toolkit::{Dim, Window, bottom_bar, column, fab, frame_of, scroller, text, toolbar, toolbar_title},
};

/// Markor.
#[derive(Clone, Debug)]
pub struct Markor {
    tab: Tab,
    dir: String,
    sort: Sort,
    picked: BTreeSet<String>,
    favourites: BTreeSet<String>,
    dialog: Option<Dialog>,
    /// The note that is open, or the one the tab shows.
    document: Option<Document>,
}

impl App for Markor {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "Markor",
        package: "net.gsantner.markor",
        version: "2.10.9",
        activity: ".activity.MainActivity",
        names: &["markor"],
        takes_text: true,
        icon: Some(IconName::Edit),
    };

    fn start(_: &DeviceState) -> Self {
        Self {
            tab: Tab::Files,
            dir: NOTEBOOK.to_owned(),
            sort: Sort::default(),
            picked: BTreeSet::new(),
            favourites: BTreeSet::new(),
            dialog: None,
            document: None,
        }
    }

    fn activity(&self) -> &'static str {
        match (&self.document, self.tab) {
            (Some(_), Tab::Files) => ".activity.DocumentActivity",
            (Some(_) | None, _) => ".activity.MainActivity",
        }
    }

    fn view(&self, device: &DeviceState) -> Vec<Window> {
        let content = match (&self.document, self.tab) {
            (Some(document), Tab::Files) => editor::page(document, None),
            (Some(document), tab) => column([
                editor::page(document, Some(tab)).height(Dim::Share(1)),
                self.tabs(),
            ])
            .fill(),
            (None, Tab::More) => self.more(),
            (None, Tab::Files | Tab::ToDo | Tab::QuickNote) => self.list(device),
        };
        let mut windows = vec![Window::activity(content)];
        if let Some(dialog) = &self.dialog {
            windows.push(self.dialog_window(dialog, device));
        }
        windows
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        match event {
            Event::Tap(msg) | Event::Submit(msg) => self.tapped(ctx, msg),
            Event::Hold(Msg::Row(name)) if name != ".." => self.pick(name),
            Event::Hold(Msg::Row(_)) => {}
            Event::Hold(msg) => self.tapped(ctx, msg),
            Event::Edit(msg, text) => self.edited(msg, text),
            Event::Back => self.back(ctx),
            Event::Pause => {
                if let Some(document) = &mut self.document {
                    document.autosave(ctx);
                }
            }
            Event::Shared(text) => self.receive(ctx, text),
            Event::View(path) if ctx.device.files.is_dir(&path) => {
                self.tapped(ctx, Msg::Tab(Tab::Files));
                (self.dialog, self.dir) = (None, path);
            }
            Event::View(path) if ctx.device.files.exists(&path) => {
                self.dialog = None;
                self.open(ctx, &path);
            }
            Event::View(_) => ctx.toast("The file could not be opened"),
            _ => {}
        }
    }
}

impl Markor {
    fn tabs(&self) -> crate::toolkit::View {
        bottom_bar(
            "bottom_navigation_bar",
            [
                (
                    "nav_notebook",
                    "Files",
                    IconName::Folder,
                    Msg::Tab(Tab::Files).into(),
                    self.tab == Tab::Files,
                ),
                (
                    "nav_todo",
                    "To-Do",
                    IconName::Check,
                    Msg::Tab(Tab::ToDo).into(),
                    self.tab == Tab::ToDo,
                ),
                (
                    "nav_quicknote",
                    "QuickNote",
                    IconName::Bolt,
                    Msg::Tab(Tab::QuickNote).into(),
                    self.tab == Tab::QuickNote,
                ),
                (
                    "nav_more",
                    "More",
                    IconName::More,
                    Msg::Tab(Tab::More).into(),
                    self.tab == Tab::More,
                ),
            ],
        )
    }

    fn list(&self, device: &DeviceState) -> crate::toolkit::View {
        let button = fab(
            "fab_add_new_item",
            "Create a new file or folder",
            IconName::Plus,
            Msg::NewFile,
        );
        let list = frame_of([self.file_list(device), button])
            .id("main__view_pager_container")
            .wide()
            .height(Dim::Share(1));
        column([self.file_bar(), list, self.tabs()]).fill()
    }

    fn more(&self) -> crate::toolkit::View {
        let rows = [("Markor", "Version 2.10.9"), ("Notebook", NOTEBOOK)]
            .into_iter()
            .map(|(title, summary)| {
                column([
                    text(title).id("android:id/title").size(16),
                    text(summary).id("android:id/summary"),
                ])
                .wide()
                .pad(24, 12)
            });
        let list = scroller(
            "androidx.recyclerview.widget.RecyclerView",
            "recycler_view",
            "more",
            rows,
        );
        column([
            toolbar("toolbar", [toolbar_title("More")]),
            list.height(Dim::Share(1)),
            self.tabs(),
        ])
        .fill()
    }

    fn tapped(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::Tab(tab) => {
                self.close_document(ctx);
                self.picked.clear();
                self.tab = tab;
                let name = match tab {
                    Tab::ToDo => Some("todo.txt"),
                    Tab::QuickNote => Some("QuickNote.md"),
                    Tab::Files | Tab::More => None,
                };
                self.document = name.map(|name| Document::open(ctx.device, &format!("{NOTEBOOK}/{name}")));
            }
            Msg::Row(_)
            | Msg::SortBy(_)
            | Msg::FoldersFirst
            | Msg::Reverse
            | Msg::Dotfiles
            | Msg::GoTo(_)
            | Msg::Import
            | Msg::ClearPicked
            | Msg::Favourite
            | Msg::ToClipboard
            | Msg::ShareFiles => self.in_list(ctx, msg),
            Msg::Text
            | Msg::Undo
            | Msg::Redo
            | Msg::Save
            | Msg::Preview
            | Msg::Insert(_)
            | Msg::InsertDate
            | Msg::ShareText
            | Msg::ShareHtml
            | Msg::Reload => {
                if let Some(document) = &mut self.document {
                    document.tapped(ctx, msg);
                }
            }
            Msg::NavigateUp => self.back(ctx),
            Msg::NewFile
            | Msg::NewName
            | Msg::NewExtension
            | Msg::NewType(_)
            | Msg::NewTemplate(_)
            | Msg::CreateFolder
            | Msg::CreateFile
            | Msg::CloseDialog
            | Msg::Search
            | Msg::SearchText
            | Msg::SearchStart
            | Msg::Found(_)
            | Msg::Rename
            | Msg::RenameText
            | Msg::RenameDone
            | Msg::Details
            | Msg::Delete
            | Msg::DeleteDone
            | Msg::Move
            | Msg::Copy
            | Msg::DialogRow(_)
            | Msg::DialogHome
            | Msg::DialogFolder
            | Msg::Overwrite
            | Msg::Find
            | Msg::FindText
            | Msg::ReplaceText
            | Msg::ReplaceOnce
            | Msg::ReplaceAll
            | Msg::Settings
            | Msg::Shortcut
            | Msg::Pin
            | Msg::Print
            | Msg::PrintName
            | Msg::SavePdf
            | Msg::Info => self.in_dialog(ctx, msg),
        }
    }

    fn edited(&mut self, msg: Msg, text: String) {
        match (&mut self.dialog, &mut self.document) {
            (Some(dialog), _) => dialog.edited(msg, text),
            (None, Some(document)) if msg == Msg::Text => document.edited(text),
            (None, _) => {}
        }
    }

    fn back(&mut self, ctx: &mut Context<'_>) {
        if self.dialog.take().is_some() {
        } else if self.document.is_some() && self.tab == Tab::Files {
            self.close_document(ctx);
        } else if self.tab != Tab::Files {
            self.tapped(ctx, Msg::Tab(Tab::Files));
        } else if !self.picked.is_empty() {
            self.picked.clear();
        } else if self.dir != NOTEBOOK && self.dir.starts_with(NOTEBOOK) {
            self.dir = paths::parent(&self.dir).to_owned();
        } else {
            ctx.leave();
        }
    }

    fn close_document(&mut self, ctx: &mut Context<'_>) {
        if let Some(mut document) = self.document.take() {
            document.autosave(ctx);
        }
    }

    fn open(&mut self, ctx: &mut Context<'_>, path: &str) {
        self.close_document(ctx);
        self.tab = Tab::Files;
        self.document = Some(Document::open(ctx.device, path));
    }

    /// Text shared by another app goes to the end of the quick note.
    fn receive(&mut self, ctx: &mut Context<'_>, text: String) {
        self.dialog = None;
        self.tapped(ctx, Msg::Tab(Tab::QuickNote));
        if let Some(document) = &mut self.document {
            let apart = if document.text.is_empty() { "" } else { "\n" };
            document.edited(format!("{}{apart}{text}", document.text));
        }
    }
}
