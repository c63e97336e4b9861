//! Other notes: around one that is told by its title, and around the to-dos of a notebook.

use super::{
    names::{Grammar, kin},
    scene::{Around, Scene},
};
use crate::{
    apps::joplin::{FOLDERS, NOTES},
    state::Fields,
    tasks::{initial::Initial, words::NOUNS},
};

/// A moment after which a note counts as changed later than the others.
const LATER_MS: i64 = 1_697_300_000_000;

fn is_todo(row: &Fields) -> bool {
    row.get("is_todo").is_some_and(|it| it != "0")
}

/// Another note like this one: another title, and the columns that are given.
fn other(row: &Fields, title: String, changes: &[(&str, String)], n: usize) -> Fields {
    let mut row = row.clone();
    row.insert("title".to_owned(), title);
    row.insert("id".to_owned(), format!("{n:032x}"));
    for (column, value) in changes {
        row.insert((*column).to_owned(), value.clone());
    }
    row
}

/// What makes the answer of a note another one: it is a to-do or not, and each of its numbers is greater by one.
fn answering_otherwise(row: &Fields) -> [(&'static str, String); 2] {
    let mut body = String::new();
    let mut digits = String::new();
    let flush = |body: &mut String, digits: &mut String| {
        if let Ok(number) = digits.parse::<u64>() {
            body.push_str(&number.saturating_add(1).to_string());
        }
        digits.clear();
    };
    for it in row["body"].chars() {
        if it.is_ascii_digit() {
            digits.push(it);
        } else {
            flush(&mut body, &mut digits);
            body.push(it);
        }
    }
    flush(&mut body, &mut digits);
    [("is_todo", i32::from(!is_todo(row)).to_string()), ("body", body)]
}

/// Others around the note of a title.
pub(super) fn around_one(around: &Around<'_>, title: &str, initial: &mut Initial) {
    let is_it = |it: &(String, Fields)| it.0 == NOTES && it.1["title"] == title;
    let Some((_, meant)) = initial.rows.iter().find(|it| is_it(it)).cloned() else {
        return;
    };
    initial.rows.retain(|it| it.0 != NOTES || is_it(it));
    let otherwise = answering_otherwise(&meant);
    let mut more: Vec<Fields> = Vec::new();
    match around.scene {
        Scene::Alone => {}
        Scene::Kin | Scene::Values => {
            for (n, name) in kin(Grammar::Words, title).into_iter().enumerate() {
                more.push(other(&meant, name, &otherwise, n));
            }
        }
        Scene::Twins => {
            // One of the same title that was deleted, and one that only talks about it.
            let mut deleted = otherwise.to_vec();
            deleted.push(("deleted_time", LATER_MS.to_string()));
            more.push(other(&meant, title.to_owned(), &deleted, 0));
            let says = [("body", format!("See {title}.")), otherwise[0].clone()];
            more.push(other(&meant, format!("About {}", NOUNS[0]), &says, 1));
        }
        Scene::LastShown | Scene::BelowFold | Scene::Far | Scene::Screenful => {
            let count = around.in_all(around.about.collection.screenful()).unwrap_or(0);
            let before = around.before(around.about.collection.screenful()).unwrap_or(0);
            for (n, noun) in (0..count.saturating_sub(1)).zip(NOUNS.iter().cycle()) {
                let place = if n < before { LATER_MS } else { 0 };
                let changes = [("user_updated_time", place.to_string()), otherwise[1].clone()];
                more.push(other(&meant, format!("{n:02} {noun}"), &changes, n));
            }
        }
    }
    put(initial, more);
}

/// Others around the to-dos of a notebook; there may be more or fewer of those than were there.
pub(super) fn around_todos(around: &Around<'_>, folder: &str, initial: &mut Initial) {
    let folders = |it: &&(String, Fields)| it.0 == FOLDERS && it.1["title"] == folder;
    let Some(id) = initial.rows.iter().find(folders).map(|it| it.1["id"].clone()) else {
        return;
    };
    let is_it = |it: &Fields| it["parent_id"] == id && is_todo(it);
    initial.rows.retain(|it| it.0 != NOTES || is_it(&it.1));
    let meant: Vec<Fields> = initial
        .rows
        .iter()
        .filter(|it| it.0 == NOTES)
        .map(|it| it.1.clone())
        .collect();
    let Some(like) = meant.first() else { return };
    let mut more: Vec<Fields> = Vec::new();
    match around.scene {
        Scene::Alone => {
            let first = like["id"].clone();
            initial.rows.retain(|it| it.0 != NOTES || it.1["id"] == first);
        }
        Scene::Kin | Scene::Values | Scene::Twins => {
            // Notebooks that are called nearly the same, each with to-dos of its own.
            for (n, name) in kin(Grammar::Words, folder).into_iter().enumerate() {
                let of_its_own = format!("{:032x}", 0xf000 + n);
                let row = [("id", of_its_own.clone()), ("title", name)];
                let row = row.map(|(column, value)| (column.to_owned(), value));
                initial.rows.push((FOLDERS.to_owned(), Fields::from_iter(row)));
                let there = [("parent_id", of_its_own)];
                more.push(other(like, format!("{} 2", like["title"]), &there, n));
            }
            // In the notebook itself: notes that are no to-dos, completed or not, and a to-do that was deleted.
            for (n, completed) in ["0", "1", "1"].into_iter().enumerate() {
                let changes = [
                    ("is_todo", "0".to_owned()),
                    ("todo_completed", completed.to_owned()),
                ];
                more.push(other(
                    like,
                    format!("{} {}", like["title"], n + 3),
                    &changes,
                    0x100 + n,
                ));
            }
            let deleted = [("deleted_time", LATER_MS.to_string())];
            more.push(other(like, like["title"].clone(), &deleted, 0x200));
        }
        Scene::LastShown | Scene::BelowFold | Scene::Far | Scene::Screenful => {
            let count = around.in_all(around.about.collection.screenful()).unwrap_or(0);
            for (n, noun) in (meant.len()..count).zip(NOUNS.iter().cycle()) {
                more.push(other(like, format!("{n:02} {noun}"), &[], n));
            }
            let note = [("is_todo", "0".to_owned())];
            more.push(other(like, "No to-do".to_owned(), &note, 0x300));
        }
    }
    put(initial, more);
}

fn put(initial: &mut Initial, more: Vec<Fields>) {
    let rows = more.into_iter().map(|it| (NOTES.to_owned(), it));
    initial.rows.extend(rows);
}
