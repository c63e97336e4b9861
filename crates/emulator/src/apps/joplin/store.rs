//! What Joplin keeps: notebooks and notes, which name their notebook.
//!
//! A notebook is a row of `folders` (`id`, `title`), a note one of `notes` (`id`, `parent_id`, `title`, `body`, `is_todo`,
//! `todo_completed`, `user_created_time`, `user_updated_time`, `deleted_time`). Both have an id of their own, a text of
//! 32 digits. A note is a to-do where `is_todo` is 1, completed where `todo_completed` is not 0, and in the trash where
//! `deleted_time` is not 0.

use crate::{
    msg::joplin::{Order, Place},
    state::{DeviceState, Row},
};

/// The table of the notebooks.
pub const FOLDERS: &str = "folders";
/// The table of the notes.
pub const NOTES: &str = "notes";

/// In which order notes are listed, and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Listing {
    pub order: Order,
    pub reverse: bool,
    pub todos_on_top: bool,
    pub completed: bool,
}

fn number(row: &Row, column: &str) -> i64 {
    row.get(column).parse().unwrap_or_default()
}

pub(crate) fn is_todo(row: &Row) -> bool {
    number(row, "is_todo") != 0
}

pub(super) fn is_completed(row: &Row) -> bool {
    number(row, "todo_completed") != 0
}

/// Whether a note is there, and not in the trash.
pub(crate) fn is_kept(row: &Row) -> bool {
    number(row, "deleted_time") == 0
}

/// The notebooks, by their titles.
pub(super) fn folders(device: &DeviceState) -> Vec<&Row> {
    let mut all: Vec<&Row> = device.tables.rows(FOLDERS).iter().collect();
    all.retain(|it| is_kept(it));
    all.sort_by_cached_key(|it| it.get("title").to_lowercase());
    all
}

/// The notes of a place in their order.
pub(super) fn listed(device: &DeviceState, place: Place, listing: Listing) -> Vec<&Row> {
    let folder = match place {
        Place::Folder(id) => device.tables.row(FOLDERS, id).map(|it| it.get("id")),
        Place::All | Place::Trash => None,
    };
    let mut all: Vec<&Row> = device.tables.rows(NOTES).iter().collect();
    all.retain(|it| {
        let here = match place {
            Place::All => is_kept(it),
            Place::Folder(_) => is_kept(it) && folder == Some(it.get("parent_id")),
            Place::Trash => !is_kept(it),
        };
        here && (listing.completed || !is_todo(it) || !is_completed(it))
    });
    // Notes of the same moment or title keep their order, whichever way the others stand.
    all.sort_by(|one, other| {
        let order = match listing.order {
            Order::Updated => number(one, "user_updated_time").cmp(&number(other, "user_updated_time")),
            Order::Created => number(one, "user_created_time").cmp(&number(other, "user_created_time")),
            Order::Title => one
                .get("title")
                .to_lowercase()
                .cmp(&other.get("title").to_lowercase()),
        };
        if listing.reverse { order.reverse() } else { order }
    });
    if listing.todos_on_top {
        all.sort_by_key(|it| !is_todo(it) || is_completed(it));
    }
    all
}

/// The notes that have words which begin with each of those that are asked for.
pub(super) fn found<'a>(device: &'a DeviceState, query: &str) -> Vec<&'a Row> {
    let query = query.to_lowercase();
    let asked: Vec<&str> = words(&query).collect();
    let mut all: Vec<&Row> = device.tables.rows(NOTES).iter().collect();
    all.retain(|it| {
        let said = format!("{}\n{}", it.get("title"), it.get("body")).to_lowercase();
        let has = |asked: &&str| words(&said).any(|word| word.starts_with(*asked));
        !asked.is_empty() && is_kept(it) && asked.iter().all(has)
    });
    all
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|it: char| !it.is_alphanumeric())
        .filter(|it| !it.is_empty())
}

/// An id that no row has: the moment, and how many rows there are.
fn new_id(device: &DeviceState, table: &str) -> String {
    let count = device.tables.rows(table).len();
    format!("{:016x}{count:016x}", device.clock.now_ms())
}

pub(super) fn create_folder(device: &mut DeviceState, title: &str) -> i64 {
    let id = new_id(device, FOLDERS);
    device
        .tables
        .insert(FOLDERS, [("id", id.as_str()), ("title", title)])
}

/// A new note in a notebook.
pub(super) fn create_note(device: &mut DeviceState, folder: &str, fields: [(&str, String); 4]) -> i64 {
    let now = device.clock.now_ms().to_string();
    let id = new_id(device, NOTES);
    let own = [("id", id), ("parent_id", folder.to_owned())];
    let times = [
        "created_time",
        "updated_time",
        "user_created_time",
        "user_updated_time",
    ];
    let times = times.map(|it| (it, now.clone()));
    device
        .tables
        .insert(NOTES, own.into_iter().chain(fields).chain(times))
}

/// Change a note, now.
pub(super) fn change(device: &mut DeviceState, note: i64, change: impl FnOnce(&mut Row)) {
    let now = device.clock.now_ms().to_string();
    device.tables.update(NOTES, note, |row| {
        change(row);
        row.set("updated_time", now.as_str());
        row.set("user_updated_time", now.as_str());
    });
}

/// Complete a to-do, or not.
pub(super) fn tick(device: &mut DeviceState, note: i64) {
    let now = device.clock.now_ms();
    change(device, note, |row| {
        let completed = if is_completed(row) { 0 } else { now };
        row.set("todo_completed", completed.to_string());
    });
}

/// Put a note into the trash; what is there already is gone.
pub(super) fn delete(device: &mut DeviceState, note: i64) {
    if !device.tables.row(NOTES, note).is_some_and(is_kept) {
        device.tables.delete(NOTES, note);
        return;
    }
    let now = device.clock.now_ms().to_string();
    device
        .tables
        .update(NOTES, note, |row| row.set("deleted_time", now));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phone() -> DeviceState {
        let mut device = DeviceState::default();
        for (title, todo, done, moment) in [
            ("bread", "0", "0", "2"),
            ("Apples", "1", "0", "1"),
            ("carrots", "1", "9", "3"),
        ] {
            let fields = [
                ("parent_id", "one"),
                ("title", title),
                ("is_todo", todo),
                ("todo_completed", done),
                ("user_updated_time", moment),
            ];
            device.tables.insert(NOTES, fields);
        }
        device
    }

    fn check(listing: Listing, expected: &[&str]) {
        let device = phone();
        let listed = listed(&device, Place::All, listing);
        let titles: Vec<&str> = listed.iter().map(|it| it.get("title")).collect();
        assert_eq!(titles, expected, "{listing:?}");
    }

    #[test]
    fn orders() {
        let usual = Listing {
            order: Order::Updated,
            reverse: true,
            todos_on_top: true,
            completed: true,
        };
        check(usual, &["Apples", "carrots", "bread"]);
        let newest = Listing {
            todos_on_top: false,
            ..usual
        };
        check(newest, &["carrots", "bread", "Apples"]);
        let by_title = Listing {
            order: Order::Title,
            reverse: false,
            completed: false,
            ..newest
        };
        check(by_title, &["Apples", "bread"]);
    }

    #[test]
    fn a_search_is_for_the_beginnings_of_words() {
        let device = phone();
        let titles = |query| {
            let found = found(&device, query);
            found
                .iter()
                .map(|it| it.get("title").to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(titles("APP"), ["Apples"]);
        assert_eq!(titles("pples"), [""; 0]);
        assert_eq!(titles(" "), [""; 0]);
    }
}
