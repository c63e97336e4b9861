//! The editor of a task.

use super::{
    rows::TABLE,
    when::{Style, moment},
};
use crate::{
    msg::todos::Msg,
    paint::IconName,
    state::{DeviceState, Row},
    toolkit::{
        Dim, Gravity, Ink, MenuItem, View, Window, WindowKind, button, column, edit, fab, frame_of, image,
        image_button, menu_button, row, scroller, spacer, text, toolbar, view::Enter,
    },
};

/// The task of the editor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    /// The row, if it is no new one.
    pub id: Option<i64>,
    title: String,
    notes: String,
    pub importance: i64,
    pub due: i64,
    start: i64,
}

impl Draft {
    /// A new task, as the app begins one.
    pub fn new() -> Self {
        Self {
            id: None,
            title: String::new(),
            notes: String::new(),
            importance: 2,
            due: 0,
            start: 0,
        }
    }

    pub fn of(row: &Row) -> Self {
        let number = |column: &str| row.get(column).parse().unwrap_or_default();
        Self {
            id: Some(row.id),
            title: row.get("title").to_owned(),
            notes: row.get("notes").to_owned(),
            importance: number("importance"),
            due: number("dueDate"),
            start: number("hideUntil"),
        }
    }

    pub fn typed(&mut self, field: &Msg, text: String) {
        match field {
            Msg::Title => self.title = text,
            Msg::Notes => self.notes = text,
            _ => {}
        }
    }

    pub fn save(self, device: &mut DeviceState, now: i64) {
        let title = match self.title.trim() {
            "" => "No title".to_owned(),
            title => title.to_owned(),
        };
        let fields = [
            ("title", title),
            ("notes", self.notes),
            ("importance", self.importance.to_string()),
            ("dueDate", self.due.to_string()),
            ("modified", now.to_string()),
        ];
        let new = [
            ("hideUntil", "0".to_owned()),
            ("created", now.to_string()),
            ("completed", "0".to_owned()),
        ];
        device.tables.save(TABLE, self.id, fields, new);
    }

    pub fn view(&self, now: i64) -> View {
        let more = menu_button(
            IconName::More,
            "More options",
            vec![
                MenuItem::new("Discard changes", Msg::Discard),
                MenuItem::new("Delete task", Msg::Delete).enabled(self.id.is_some()),
            ],
        );
        let bar = toolbar(
            "toolbar",
            [image_button(IconName::Save, "", Msg::Save), spacer(), more],
        );
        let title = edit(Msg::Title, "Task name", self.title.clone())
            .id("title")
            .size(22);
        let said = |ms: i64, none: &'static str| match ms {
            0 => none.to_owned(),
            ms => moment(ms, now, Style::Full),
        };
        let notes = edit(Msg::Notes, "Description", self.notes.clone()).enter(Enter::Newline);
        let rows = [
            line(IconName::Clock, text(said(self.due, "No due date"))).tap(Msg::Due),
            self.priority(),
            line(IconName::List, text("Default list")).tap(Msg::Nothing),
            line(IconName::Clock, text(said(self.start, "No start date"))).tap(Msg::Nothing),
            line(IconName::File, notes),
            line(IconName::Bell, text("Add reminder")).tap(Msg::Nothing),
            line(IconName::Pin, text("Add location")).tap(Msg::Nothing),
            line(IconName::Label, text("Add tags")).tap(Msg::Nothing),
        ];
        let page = scroller("android.widget.ScrollView", "", &self.title, rows);
        let done = fab("fab", "", IconName::Check, Msg::Save);
        let page = frame_of([page.fill(), done]).wide().height(Dim::Share(1));
        column([bar, title, page]).fill()
    }

    /// Four radio buttons that nothing but their place and colour tells: none, low, medium, high.
    fn priority(&self) -> View {
        let label = text("Priority").size(16).width(Dim::Share(1)).at(Gravity::Center);
        let buttons = [3, 2, 1, 0].map(|priority| {
            let on = self.importance == priority;
            View::new("android.widget.RadioButton")
                .checked(on)
                .tap(Msg::Priority(priority))
                .picture(if on { IconName::RadioOn } else { IconName::RadioOff })
                .across(48)
                .high(48)
        });
        let parts = [image(IconName::Star), label].into_iter().chain(buttons);
        row(parts).class("android.view.View").wide().high(64).pad(8, 8)
    }
}

/// A line of the editor with its picture.
fn line(icon: IconName, content: View) -> View {
    let content = content.size(16).width(Dim::Share(1)).at(Gravity::Center);
    row([image(icon), content])
        .class("android.view.View")
        .wide()
        .pad(8, 8)
}

/// When a task is due: the nearest days.
pub(super) fn due_sheet() -> Window {
    let choices = [
        ("No date", None),
        ("Today", Some(0)),
        ("Tomorrow", Some(1)),
        ("Next week", Some(7)),
    ];
    let lines = choices.map(|(words, days)| {
        text(words)
            .size(16)
            .ink(Ink::Accent)
            .tap(Msg::DueIn(days))
            .wide()
            .pad(24, 12)
    });
    let cancel = button("Cancel", Msg::Keep);
    Window::over(
        WindowKind::Sheet,
        column(lines.into_iter().chain([cancel])).wide(),
    )
}
