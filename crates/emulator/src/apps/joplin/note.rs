//! A note: read as its Markdown says it looks, and its editor.

use super::{
    parts::{bar, checkbox},
    store,
};
use crate::{
    msg::joplin::Msg,
    paint::{Align, IconName},
    state::{DeviceState, Row},
    toolkit::{
        Dim, Gravity, MenuItem, View, column, edit, fab, frame_of, icon, menu_button, row, scroller, text,
        view::Enter,
    },
};

/// The note that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    /// The row, once it is kept.
    pub id: Option<i64>,
    /// The notebook's own id.
    folder: String,
    title: String,
    body: String,
    todo: bool,
    /// When it was completed; 0 where it was not.
    completed: i64,
    /// Whether its text is edited, not read.
    pub editing: bool,
    changed: bool,
}

impl Draft {
    pub fn new(folder: String, todo: bool) -> Self {
        Self {
            id: None,
            folder,
            title: String::new(),
            body: String::new(),
            todo,
            completed: 0,
            editing: true,
            changed: false,
        }
    }

    pub fn of(row: &Row) -> Self {
        Self {
            id: Some(row.id),
            folder: row.get("parent_id").to_owned(),
            title: row.get("title").to_owned(),
            body: row.get("body").to_owned(),
            todo: store::is_todo(row),
            completed: row.get("todo_completed").parse().unwrap_or_default(),
            editing: false,
            changed: false,
        }
    }

    pub fn typed(&mut self, field: &Msg, text: String) {
        let typed = match field {
            Msg::Title => &mut self.title,
            Msg::Body => &mut self.body,
            _ => return,
        };
        self.changed |= *typed != text;
        *typed = text;
    }

    /// Keep what was changed. A note without a title is called by its first line.
    pub fn save(&mut self, device: &mut DeviceState) {
        if !std::mem::take(&mut self.changed) {
            return;
        }
        let first = self.body.lines().find(|it| !it.trim().is_empty());
        let title = match self.title.trim() {
            "" => first.unwrap_or_default().trim_start_matches(['#', ' ']),
            title => title,
        };
        let fields = [
            ("title", title.to_owned()),
            ("body", self.body.clone()),
            ("is_todo", i32::from(self.todo).to_string()),
            ("todo_completed", self.completed.to_string()),
        ];
        self.title = fields[0].1.clone();
        match self.id {
            Some(id) => store::change(device, id, |row| {
                row.set("parent_id", self.folder.as_str());
                for (column, value) in fields {
                    row.set(column, value);
                }
            }),
            None => self.id = Some(store::create_note(device, &self.folder, fields)),
        }
    }

    /// Change it as `change` says, at once.
    fn change(&mut self, device: &mut DeviceState, change: impl FnOnce(&mut Self)) {
        change(self);
        self.changed = true;
        self.save(device);
    }

    pub fn tick(&mut self, device: &mut DeviceState) {
        let now = device.clock.now_ms();
        self.change(device, |it| {
            it.completed = if it.completed == 0 { now } else { 0 }
        });
    }

    pub fn convert(&mut self, device: &mut DeviceState) {
        self.change(device, |it| it.todo = !it.todo);
    }

    pub fn move_to(&mut self, device: &mut DeviceState, folder: String) {
        self.change(device, |it| it.folder = folder);
    }

    pub fn delete(&mut self, device: &mut DeviceState) {
        if let Some(id) = self.id {
            store::delete(device, id);
        }
    }

    pub fn view(&self, device: &DeviceState) -> View {
        let hint = "Add title";
        let title = edit(Msg::Title, hint, self.title.clone()).width(Dim::Share(1));
        let mut heading = Vec::new();
        if self.todo {
            heading.push(checkbox(self.completed != 0).tap(Msg::TickDraft));
        }
        heading.push(title);
        let body = if self.editing {
            vec![edit(Msg::Body, "Add body", self.body.clone()).enter(Enter::Newline)]
        } else {
            vec![
                column(self.body.lines().filter_map(line))
                    .class("android.webkit.WebView")
                    .wide(),
            ]
        };
        let page = scroller("android.widget.ScrollView", "", &self.title, body);
        let mut parts = vec![page.fill()];
        if !self.editing {
            parts.push(fab("", "Edit", IconName::Edit, Msg::Edit).class("android.widget.Button"));
        }
        column([
            self.bar(device),
            row(heading).class("android.view.ViewGroup").wide().pad(8, 0),
            frame_of(parts).wide().height(Dim::Share(1)),
        ])
        .fill()
    }

    fn bar(&self, device: &DeviceState) -> View {
        let folders = device.tables.rows(store::FOLDERS).iter();
        let folder = folders.into_iter().find(|it| it.get("id") == self.folder);
        let folder = folder.map_or("...", |it| it.get("title")).to_owned();
        let mut parts = vec![
            icon(IconName::Back, "Back", Msg::Up),
            text(folder)
                .size(16)
                .align(Align::Left)
                .tap(Msg::Folders)
                .width(Dim::Share(1))
                .at(Gravity::Center),
        ];
        if self.editing {
            let save = icon(IconName::Save, "Save changes", Msg::Save);
            parts.push(save.enabled(self.changed));
        }
        let convert = match self.todo {
            true => "Convert to note",
            false => "Convert to todo",
        };
        let nothing = |words: &'static str| MenuItem::new(words, Msg::Nothing);
        let lines = vec![
            nothing("Attach..."),
            nothing("Share"),
            nothing("Tags"),
            MenuItem::new(convert, Msg::Convert),
            nothing("Copy Markdown link"),
            nothing("Properties"),
            MenuItem::new("Delete", Msg::Delete),
        ];
        let more = menu_button(IconName::More, "Actions", lines);
        parts.push(more.class("android.widget.Button").across(48));
        bar(parts)
    }
}

/// A line of a note's text, as it looks; its marks are no part of what it says.
fn line(line: &str) -> Option<View> {
    let line = line.trim();
    let said = line.trim_start_matches('#').trim_start();
    let heading = said.len() < line.len();
    let item = ["- ", "* "].iter().find_map(|it| said.strip_prefix(it));
    let said = item.unwrap_or(said);
    if said.is_empty() {
        return None;
    }
    let view = text(said.to_owned()).wide();
    let view = match (heading, item) {
        (true, _) => view.size(22).bold().pad(12, 6),
        (false, Some(_)) => view.size(16).pad(24, 2),
        (false, None) => view.size(16).pad(12, 4),
    };
    Some(view)
}
