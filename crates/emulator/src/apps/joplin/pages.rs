//! The pages of Joplin around a note, and what comes up over them.

use super::{
    Joplin, Over,
    parts::{bar, checkbox},
    store::{self, Listing},
};
use crate::{
    msg::joplin::{Msg, Order, Place},
    paint::{Color, IconName},
    state::{DeviceState, Row},
    toolkit::{
        Dim, Gravity, Ink, View, Window, WindowKind, column, edit, fab, frame_of, icon, image, row, scroller,
        text, toolbar_title, view::Enter,
    },
};

impl Joplin {
    /// What is over a page.
    pub(super) fn above(&self, device: &DeviceState) -> Option<Window> {
        let (kind, root) = match self.over {
            Over::Nothing | Over::Add => return None,
            Over::Sidebar => (WindowKind::Drawer, sidebar(device)),
            Over::Sort => (WindowKind::Dialog, sorting(self.listing)),
            Over::Folders => (WindowKind::Dialog, targets(device)),
        };
        Some(Window::over(kind, root))
    }

    pub(super) fn new_folder(&self, title: &str) -> View {
        new_folder(title)
    }

    pub(super) fn list(&self, device: &DeviceState) -> View {
        let (head, rows, content) = match &self.query {
            Some(query) => (
                search_bar(query),
                store::found(device, query),
                format!("found {query}"),
            ),
            None => (
                self.head(device),
                store::listed(device, self.place, self.listing),
                format!("{:?} {:?}", self.place, self.listing),
            ),
        };
        let lines: Vec<View> = rows.into_iter().map(|it| self.line(it)).collect();
        let body = if lines.is_empty() {
            let words = "There are currently no notes. Create one by clicking on the (+) button.";
            let words = if self.query.is_some() { "" } else { words };
            column(
                Some(words)
                    .filter(|it| !it.is_empty())
                    .map(|it| text(it).size(16).wide()),
            )
            .pad(16, 16)
        } else {
            scroller("android.widget.ScrollView", "", &content, lines).ordered()
        };
        let mut parts = vec![body.fill()];
        if self.query.is_none() && self.picked.is_empty() && self.place != Place::Trash {
            parts.push(self.adding());
        }
        column([head, frame_of(parts).wide().height(Dim::Share(1))]).fill()
    }

    fn head(&self, device: &DeviceState) -> View {
        if !self.picked.is_empty() {
            let target = text("Move to notebook...").size(16).tap(Msg::Folders);
            return bar(vec![
                icon(IconName::Back, "Back", Msg::Up),
                target.width(Dim::Share(1)).at(Gravity::Center),
                icon(IconName::Check, "Select all", Msg::PickAll),
                icon(IconName::Trash, "Delete", Msg::DeletePicked),
            ]);
        }
        let title = match self.place {
            Place::All => "All notes",
            Place::Trash => "Trash",
            Place::Folder(id) => device
                .tables
                .row(store::FOLDERS, id)
                .map_or("", |it| it.get("title")),
        };
        bar(vec![
            icon(IconName::Menu, "Sidebar", Msg::Sidebar),
            toolbar_title(title.to_owned()).size(16).pad(10, 0),
            icon(IconName::Search, "Search", Msg::Search),
            icon(IconName::Sort, "Sort notes by", Msg::Sort),
        ])
    }

    /// A note of a list, with its box where it is a to-do.
    fn line(&self, it: &Row) -> View {
        let title = it.get("title").to_owned();
        let completed = store::is_completed(it);
        let mut parts = Vec::new();
        if store::is_todo(it) {
            let label = format!("to-do: {title}");
            parts.push(checkbox(completed).desc(label).tap(Msg::Tick(it.id)));
        }
        let ink = if store::is_todo(it) && completed {
            Ink::Dim
        } else {
            Ink::Normal
        };
        let title = text(title).size(16).ink(ink).pad(8, 0);
        parts.push(title.width(Dim::Share(1)).at(Gravity::Center));
        row(parts)
            .class("android.view.ViewGroup")
            .tap(Msg::Note(it.id))
            .hold(Msg::Note(it.id))
            .selected(self.picked.contains(&it.id))
            .wide()
            .high(48)
            .pad(8, 0)
    }

    /// The round button, and above it what it adds once it was tapped.
    fn adding(&self) -> View {
        let line = |words: &'static str, picture: IconName, todo: bool| {
            row([text(words).size(16).pad(12, 8), image(picture)])
                .class("android.view.ViewGroup")
                .tap(Msg::New(todo))
                .ground(Color::WHITE, 8)
        };
        let button = fab("", "Add new", IconName::Plus, Msg::Add).class("android.widget.Button");
        let mut parts = Vec::new();
        if self.over == Over::Add {
            parts.push(line("New to-do", IconName::CheckboxOn, true));
            parts.push(line("New note", IconName::File, false));
        }
        parts.push(button.at(Gravity::End));
        column(parts).at(Gravity::BottomEnd).across(180)
    }
}

fn search_bar(query: &str) -> View {
    let field = edit(Msg::SearchText, "Search", query.to_owned())
        .enter(Enter::Submit)
        .width(Dim::Share(1));
    let mut parts = vec![icon(IconName::Back, "Back", Msg::Up), field];
    if !query.is_empty() {
        parts.push(icon(IconName::Close, "Clear", Msg::ClearSearch));
    }
    bar(parts)
}

/// The page of a new notebook.
fn new_folder(title: &str) -> View {
    let field = edit(Msg::FolderTitle, "Enter notebook title", title.to_owned());
    column([
        bar(vec![
            icon(IconName::Back, "Back", Msg::Up),
            toolbar_title("New notebook").size(16).pad(10, 0),
            icon(IconName::Save, "Save changes", Msg::SaveFolder).enabled(!title.trim().is_empty()),
        ]),
        field,
    ])
    .fill()
}

/// The side menu: all notes, the notebooks, and what else there is.
fn sidebar(device: &DeviceState) -> View {
    let line = |picture: IconName, words: &'static str, msg: Option<Msg>| {
        let line = row([
            image(picture).across(26).high(26),
            text(words)
                .size(16)
                .width(Dim::Share(1))
                .at(Gravity::Center)
                .pad(10, 0),
        ]);
        let line = line.class("android.view.ViewGroup").wide().high(36).pad(16, 0);
        match msg {
            Some(msg) => line.tap(msg),
            None => line,
        }
    };
    let folder = |title: String, place: Place| {
        let title = text(title).size(16).width(Dim::Share(1)).at(Gravity::Center);
        row([title])
            .class("android.view.ViewGroup")
            .tap(Msg::Show(place))
            .wide()
            .high(36)
            .pad(24, 0)
    };
    let folders = store::folders(device);
    let folders = folders
        .into_iter()
        .map(|it| folder(it.get("title").to_owned(), Place::Folder(it.id)));
    let mut lines = vec![
        line(IconName::File, "All notes", Some(Msg::Show(Place::All))),
        line(IconName::Folder, "Notebooks", None),
    ];
    lines.extend(folders);
    lines.push(folder("Trash".to_owned(), Place::Trash));
    let list = scroller("android.widget.ScrollView", "", "sidebar", lines);
    column([
        list.height(Dim::Share(1)),
        line(IconName::Folder, "New Notebook", Some(Msg::NewFolder)),
        line(IconName::Label, "Tags", Some(Msg::Nothing)),
        line(IconName::Settings, "Configuration", Some(Msg::Nothing)),
        line(IconName::Redo, "Synchronise", Some(Msg::Nothing)),
    ])
    .fill()
    .ground(Color::WHITE, 0)
}

/// A line of a list of choices.
fn choice(words: String, msg: Msg) -> View {
    text(words).size(16).tap(msg).wide().high(48).pad(16, 12)
}

/// How notes are sorted, and which are shown: what holds has a mark.
fn sorting(listing: Listing) -> View {
    let marked = |on: bool, mark: &str, words: &str| match on {
        true => format!("{mark} {words}"),
        false => words.to_owned(),
    };
    let orders = [
        (Order::Updated, "Updated date"),
        (Order::Created, "Created date"),
        (Order::Title, "Title"),
    ];
    let orders = orders.map(|(order, words)| {
        let words = marked(listing.order == order, "⬤", words);
        choice(words, Msg::SortBy(order))
    });
    let switches = [
        (listing.reverse, "[ Reverse sort order ]", Msg::Reverse),
        (
            listing.todos_on_top,
            "[ Uncompleted to-dos on top ]",
            Msg::TodosOnTop,
        ),
        (listing.completed, "[ Show completed to-dos ]", Msg::ShowCompleted),
    ];
    let switches = switches.map(|(on, words, msg)| choice(marked(on, "✓", words), msg));
    let title = text("Sort notes by").size(18).bold().wide().pad(16, 12);
    column(std::iter::once(title).chain(orders).chain(switches)).wide()
}

/// Where a note can go.
fn targets(device: &DeviceState) -> View {
    let folders = store::folders(device);
    let lines = folders
        .into_iter()
        .map(|it| choice(it.get("title").to_owned(), Msg::MoveTo(it.id)));
    column([scroller("android.widget.ScrollView", "", "targets", lines).height(Dim::Share(1))]).wide()
}
