//! Joplin: its pages, and the questions about its notes read off the screen and answered, and answered nearly right.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::hand;
use crate::player;

use autorpa_emulator::state::DeviceState;
use hand::Hand;
use insta::assert_snapshot;
use player::{Player, check};

const NOTES: &str = "notes";

fn phone() -> Hand {
    let mut state = DeviceState::fresh();
    for (id, title) in [("f1", "Home"), ("f2", "Choir")] {
        state.tables.insert("folders", [("id", id), ("title", title)]);
    }
    for (folder, title, body, todo, completed) in [
        (
            "f1",
            "Paint",
            "# Colours\n- 2 tins of blue\n- 1 tin of red\n\nAsk Ada.",
            "0",
            "0",
        ),
        ("f1", "Water the fern", "", "1", "0"),
        ("f1", "Fix the tap", "", "1", "1697000000000"),
        ("f2", "Songs", "Three by Tom.", "0", "0"),
    ] {
        let fields = [
            ("id", title),
            ("parent_id", folder),
            ("title", title),
            ("body", body),
            ("is_todo", todo),
            ("todo_completed", completed),
        ];
        state.tables.insert(NOTES, fields);
    }
    let mut hand = Hand::new(state);
    hand.open("joplin");
    hand
}

/// A column of the note of a title.
fn kept(hand: &Hand, title: &str, column: &str) -> String {
    let rows = hand.phone.state.tables.rows(NOTES).iter();
    let found: Vec<_> = rows.filter(|it| it.get("title") == title).collect();
    found
        .first()
        .map_or_else(String::new, |it| it.get(column).to_owned())
}

#[test]
fn notes_and_notebooks() {
    let mut hand = phone();
    assert_snapshot!("joplin_list", hand.show());
    hand.click("Sidebar");
    assert_snapshot!("joplin_sidebar", hand.show());
    hand.click("Choir");
    assert!(hand.sees("Songs") && !hand.sees("Paint"));
    hand.click("Sidebar");
    hand.click("All notes");
    hand.click("Paint");
    assert_snapshot!("joplin_note", hand.show());
    hand.click("Actions");
    assert_snapshot!("joplin_note_menu", hand.show());
    hand.click("Convert to todo");
    assert_eq!(kept(&hand, "Paint", "is_todo"), "1");
    hand.click("Edit");
    assert_snapshot!("joplin_editor", hand.show());
    hand.back();
    hand.back();
    // What is done stands below what is not.
    hand.click("Sidebar");
    hand.click("Home");
    hand.click("to-do: Water the fern");
    assert_ne!(kept(&hand, "Water the fern", "todo_completed"), "0");
    hand.click("Sort notes by");
    assert_snapshot!("joplin_sort", hand.show());
    hand.click("✓ [ Show completed to-dos ]");
    assert!(hand.sees("Paint") && !hand.sees("Fix the tap") && !hand.sees("Water the fern"));
}

#[test]
fn a_note_is_made_moved_and_deleted() {
    let mut hand = phone();
    hand.click("Add new");
    hand.click("New to-do");
    hand.append("Add title", "Tune the piano");
    hand.append("Add body", "Before May.");
    hand.click("Save changes");
    assert_eq!(kept(&hand, "Tune the piano", "parent_id"), "f1");
    assert!(kept(&hand, "Tune the piano", "body").starts_with("Before May."));
    hand.click("Home");
    hand.click("Choir");
    assert_eq!(kept(&hand, "Tune the piano", "parent_id"), "f2");
    hand.click("Actions");
    hand.click("Delete");
    assert!(!hand.sees("Tune the piano"));
    hand.click("Sidebar");
    hand.click("Trash");
    assert!(hand.sees("Tune the piano"));
    // Out of the trash it is gone.
    hand.hold("Tune the piano");
    hand.click("Delete");
    assert_eq!(kept(&hand, "Tune the piano", "title"), "");
    // A note that nothing was typed into is not kept.
    hand.click("Sidebar");
    hand.click("Home");
    hand.click("Add new");
    hand.click("New note");
    hand.back();
    hand.back();
    assert_eq!(hand.phone.state.tables.rows(NOTES).len(), 4);
    // What is typed is kept when another app comes to the front.
    hand.click("Paint");
    hand.fill("Paint", "Paint the shed");
    hand.home();
    assert_eq!(kept(&hand, "Paint the shed", "is_todo"), "0");
}

#[test]
fn a_search_and_a_new_notebook() {
    let mut hand = phone();
    hand.click("Search");
    hand.fill("Search", "tin");
    assert_snapshot!("joplin_search", hand.show());
    hand.click("Clear");
    assert!(!hand.sees("Paint"));
    hand.back();
    hand.click("Sidebar");
    hand.click("New Notebook");
    hand.append("Enter notebook title", "Garden");
    hand.click("Save changes");
    let empty = "There are currently no notes. Create one by clicking on the (+) button.";
    assert!(hand.sees("Garden") && hand.sees(empty), "{}", hand.show());
    hand.click("Sidebar");
    hand.click("Home");
    hand.hold("Paint");
    hand.click("Fix the tap");
    hand.click("Move to notebook...");
    hand.click("Garden");
    hand.click("Sidebar");
    hand.click("Garden");
    assert!(hand.sees("Paint") && hand.sees("Fix the tap"));
}

/// Open the note of the goal.
fn open(player: &mut Player) {
    player.open("joplin");
    player.tap("Sidebar");
    player.tap("All notes");
    player.top();
    let title = player.value("title");
    player.tap(&title);
}

/// The goal's note as the search finds it: whether it has the box of a to-do.
fn is_todo(player: &mut Player) -> bool {
    let title = player.value("title");
    player.open("joplin");
    player.tap("Search");
    player.fill_in("Search", &title);
    player.sees(&format!("to-do: {title}"))
}

#[test]
fn notes_is_todo() {
    let word = |todo: bool| if todo { "True" } else { "False" };
    check(
        "NotesIsTodo",
        &|player| {
            let todo = is_todo(player);
            player.answer(word(todo));
        },
        &[
            ("the other word", &|player| {
                let todo = is_todo(player);
                player.answer(word(!todo));
            }),
            ("both words", &|player| {
                player.open("joplin");
                player.answer("True, False");
            }),
            ("and one written", &|player| {
                let todo = is_todo(player);
                player.tap("Back");
                player.tap("Add new");
                player.tap("New note");
                player.fill_in("Add title", "Mine");
                player.tap("Back");
                player.answer(word(todo));
            }),
        ],
    );
}

/// The texts of the note of the goal that fit.
fn lines(player: &mut Player, fits: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for _ in 0..3 {
        let shown = player.all_texts();
        found.extend(shown.into_iter().filter(|it| fits(it)));
        player.scroll(ui::Direction::Down);
    }
    found
}

fn attendees(player: &mut Player) -> i64 {
    open(player);
    let number = |line: &str| {
        let digits: String = line.chars().filter(char::is_ascii_digit).collect();
        digits.parse::<i64>().ok()
    };
    let found = lines(player, &|it| number(it).is_some());
    number(&found[0]).unwrap()
}

#[test]
fn notes_meeting_attendee_count() {
    check(
        "NotesMeetingAttendeeCount",
        &|player| {
            let count = attendees(player);
            player.answer(&count.to_string());
        },
        &[
            ("one more", &|player| {
                let count = attendees(player) + 1;
                player.answer(&count.to_string());
            }),
            ("in words", &|player| {
                let count = attendees(player);
                player.answer(&format!("{count} people"));
            }),
            ("of another note", &|player| {
                player.open("joplin");
                let own = player.value("title");
                let rows = player.rows(NOTES);
                let other = rows.iter().find(|it| it.get("title") != own).unwrap();
                let count = other.get("body").len() + 100;
                player.answer(&count.to_string());
            }),
        ],
    );
}

fn quantity(player: &mut Player) -> String {
    open(player);
    let ingredient = format!(" {}", player.value("ingredient"));
    let found = lines(player, &|it| it.ends_with(&ingredient));
    found[0].strip_suffix(&ingredient).unwrap().to_owned()
}

#[test]
fn notes_recipe_ingredient_count() {
    check(
        "NotesRecipeIngredientCount",
        &|player| {
            let quantity = quantity(player);
            player.answer(&quantity);
        },
        &[
            ("another amount", &|player| {
                let quantity = quantity(player);
                let unit = quantity.split_once(' ').unwrap().1.to_owned();
                player.answer(&format!("7 {unit}"));
            }),
            ("without the unit", &|player| {
                let quantity = quantity(player);
                player.answer(quantity.split_once(' ').unwrap().0);
            }),
            ("with what it is of", &|player| {
                let quantity = quantity(player);
                let of = player.value("ingredient");
                player.answer(&format!("{quantity} of {of}"));
            }),
        ],
    );
}

/// What the list of a notebook has down to its end: the to-dos, and how many are no to-dos.
fn todos(player: &mut Player) -> usize {
    player.open("joplin");
    player.tap("Sidebar");
    let folder = player.value("folder");
    player.tap(&folder);
    let mut all: Vec<String> = Vec::new();
    for _ in 0..12 {
        let words = player.all_words();
        let boxes = words.into_iter().filter(|it| it.starts_with("to-do: "));
        for it in boxes {
            if !all.contains(&it) {
                all.push(it);
            }
        }
        player.scroll(ui::Direction::Down);
    }
    all.len()
}

#[test]
fn notes_todo_item_count() {
    check(
        "NotesTodoItemCount",
        &|player| {
            let count = todos(player);
            player.answer(&count.to_string());
        },
        &[
            ("one more", &|player| {
                let count = todos(player) + 1;
                player.answer(&count.to_string());
            }),
            ("one fewer", &|player| {
                let count = todos(player);
                player.answer(&(count - 1).to_string());
            }),
            ("of all notebooks", &|player| {
                player.open("joplin");
                let rows = player.rows(NOTES);
                let count = rows.iter().filter(|it| it.get("is_todo") == "1").count();
                player.answer(&count.to_string());
            }),
            ("and one ticked", &|player| {
                let count = todos(player);
                player.top();
                let words = player.all_words();
                let first = words.into_iter().find(|it| it.starts_with("to-do: "));
                player.tap(&first.unwrap());
                player.answer(&count.to_string());
            }),
        ],
    );
}
