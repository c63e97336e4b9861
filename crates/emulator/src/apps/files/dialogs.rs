//! The dialogs: new folder, rename, delete, sorting; and what is known about a file.

use super::{
    paths::{name_of, parent},
    places::{Item, size},
};
use crate::{
    msg::files::{By, Msg, Order},
    paint::IconName,
    state::DeviceState,
    toolkit::{
        Dim, Ink, View, Window, WindowKind, button, column, date::Date, dialog, edit, image_button,
        parts::message, scroller, text, toolbar, toolbar_title, view::Enter,
    },
};

/// A dialog that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// A new folder.
    NewFolder {
        /// Its name so far.
        name: String,
    },
    /// Another name for a file.
    Rename {
        /// Which.
        path: String,
        /// Its name so far.
        name: String,
    },
    /// Whether these may go.
    Delete(Vec<String>),
    /// What files are sorted by.
    Sort,
    /// What is known about a file.
    Info(String),
}

const ORDERS: [(&str, By, bool); 8] = [
    ("File name (A to Z)", By::Name, false),
    ("File name (Z to A)", By::Name, true),
    ("Type (A to Z)", By::Type, false),
    ("Type (Z to A)", By::Type, true),
    ("Size (smallest first)", By::Size, false),
    ("Size (largest first)", By::Size, true),
    ("Modified (oldest first)", By::Modified, false),
    ("Modified (newest first)", By::Modified, true),
];

impl Dialog {
    pub(super) fn named(&mut self, new: String) {
        match self {
            Dialog::NewFolder { name } | Dialog::Rename { name, .. } => *name = new,
            Dialog::Delete(_) | Dialog::Sort | Dialog::Info(_) => {}
        }
    }
}

/// Whether a file can be called so.
pub(super) fn is_name(name: &str) -> bool {
    let name = name.trim();
    !name.is_empty() && !name.contains('/') && name != "." && name != ".."
}

pub(super) fn window(it: &Dialog, order: Order, device: &DeviceState) -> Window {
    let cancel = || Some(button("Cancel", Msg::CloseDialog));
    match it {
        Dialog::NewFolder { name } => {
            let ok = button("OK", Msg::NewFolderDone).enabled(is_name(name));
            dialog("New folder", vec![field(name)], None, cancel(), Some(ok))
        }
        Dialog::Rename { path, name } => {
            let new = format!("{}/{}", parent(path), name.trim());
            let taken = new != *path && device.files.exists(&new);
            let mut content = vec![field(name)];
            if taken {
                let error = "A file with this name already exists.";
                content.push(text(error).id("textinput_error").size(12).wide());
            }
            let ok = button("OK", Msg::RenameDone).enabled(!taken && is_name(name));
            dialog("Rename", content, None, cancel(), Some(ok))
        }
        Dialog::Delete(paths) => {
            let question = match paths.as_slice() {
                [path] if device.files.is_dir(path) => {
                    format!("Delete folder \"{}\" and its contents?", name_of(path))
                }
                [path] => format!("Delete \"{}\"?", name_of(path)),
                several => format!("Delete {} items?", several.len()),
            };
            let ok = button("OK", Msg::DeleteDone);
            dialog("", vec![message(question)], None, cancel(), Some(ok))
        }
        Dialog::Sort => {
            let rows = ORDERS.map(|(title, by, descending)| {
                let it = Order { by, descending };
                text(title)
                    .class("android.widget.CheckedTextView")
                    .id("android:id/text1")
                    .checked(it == order)
                    .tap(Msg::SortBy(it))
                    .size(16)
                    .wide()
                    .high(48)
                    .pad(8, 12)
            });
            dialog("Sort by", rows.to_vec(), None, None, None)
        }
        Dialog::Info(path) => info(path, device),
    }
}

fn field(name: &str) -> View {
    edit(Msg::Name, "", name.to_owned())
        .id("android:id/text1")
        .enter(Enter::Submit)
}

fn info(path: &str, device: &DeviceState) -> Window {
    let name = name_of(path);
    let entries = device.files.list(parent(path));
    let mut facts = Vec::new();
    if let Some(entry) = entries.into_iter().find(|it| it.name == name) {
        let item = Item {
            path: path.to_owned(),
            name: entry.name,
            is_dir: entry.is_dir,
            modified_ms: entry.modified_ms,
            size: entry.size,
        };
        facts.push(("Type", item.kind()));
        if !item.is_dir {
            facts.push(("Size", size(item.size)));
        }
        facts.push(("Modified", Date::from_ms(item.modified_ms).stamp()));
        facts.push(("Path", path.to_owned()));
    }
    let rows = facts.into_iter().map(|(label, value)| {
        column([
            text(label).id("key").size(12).ink(Ink::Dim).wide(),
            text(value).id("value").size(16).wide(),
        ])
        .wide()
        .pad(16, 8)
    });
    let list = scroller("android.widget.ScrollView", "inspector_root", path, rows);
    let bar = toolbar(
        "toolbar",
        [
            image_button(IconName::Back, "Navigate up", Msg::CloseDialog),
            toolbar_title(name.to_owned()),
        ],
    );
    Window::over(
        WindowKind::Activity,
        column([bar, list.height(Dim::Share(1))]).fill(),
    )
}
