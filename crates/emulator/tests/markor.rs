//! Markor on the phone: what its screens report, and what notes become.

use crate::hand;

use autorpa_emulator::state::DeviceState;
use hand::Hand;
use ui::Direction;

const NOTES: &str = "/storage/emulated/0/Documents/Markor";

fn phone() -> Hand {
    let mut state = DeviceState::default();
    let now = state.clock.now_ms();
    state.files.mkdir(NOTES, now);
    state.files.mkdir(&format!("{NOTES}/Plans"), now);
    state
        .files
        .write(&format!("{NOTES}/bold_king.md"), "Hello there.", now);
    state
        .files
        .write(&format!("{NOTES}/Apple.txt"), "An apple\n\n# a day", now);
    Hand::new(state)
}

#[test]
fn a_note_is_made() {
    let mut hand = phone();
    hand.open("Markor");
    insta::assert_snapshot!("file_list", hand.show());
    hand.click("Create a new file or folder");
    insta::assert_snapshot!("new_file", hand.show());
    hand.fill("my_note", "quick_eagle");
    hand.fill(".md", ".txt");
    hand.click("OK");
    insta::assert_snapshot!("editor", hand.show());
    assert!(!hand.find("Save").enabled);
    hand.type_here("Winter is coming.");
    assert!(hand.find("Save").enabled);
    hand.click("Save");
    assert!(!hand.find("Save").enabled);
    assert_eq!(
        hand.phone.state.files.read(&format!("{NOTES}/quick_eagle.txt")),
        Some("Winter is coming.\n")
    );
}

#[test]
fn back_closes_the_keyboard_first_and_the_note_saves_itself() {
    let mut hand = phone();
    hand.open("Markor");
    hand.click("bold_king.md");
    hand.fill("Hello there.", "Changed");
    hand.back();
    assert!(
        hand.sees("bold_king"),
        "the first back only puts the keyboard away"
    );
    hand.back();
    assert!(hand.sees("bold_king.md"));
    assert_eq!(hand.note("bold_king.md").as_deref(), Some("Changed\n"));
}

#[test]
fn undo_and_redo_are_disabled_until_there_is_something() {
    let mut hand = phone();
    hand.open("Markor");
    hand.click("bold_king.md");
    let before = hand.show();
    hand.click("Undo");
    assert_eq!(hand.show(), before, "a disabled button swallows the tap");
    hand.append("Hello there.", " And here.");
    hand.click("Undo");
    hand.click("Undo");
    assert!(hand.sees("Hello there.") && !hand.find("Save").enabled);
    hand.click("Redo");
    assert!(hand.sees("Hello there. And here."));
}

#[test]
fn a_name_with_an_extension_gets_the_other_one_too() {
    let mut hand = phone();
    hand.open("Markor");
    hand.click("Create a new file or folder");
    hand.fill("my_note", "list.txt");
    hand.click("OK");
    hand.back();
    hand.back();
    assert_eq!(hand.note("list.txt.md").as_deref(), Some(""));
}

#[test]
fn the_type_sets_the_extension_and_it_is_remembered() {
    let mut hand = phone();
    hand.open("Markor");
    hand.click("Create a new file or folder");
    hand.click("Markdown");
    hand.click("Plain Text");
    hand.click("Empty file");
    hand.click("CSV");
    assert!(hand.sees(".txt"));
    hand.fill("my_note", "numbers");
    hand.click("OK");
    assert!(hand.sees("name,amount\n"));
    hand.back();
    hand.back();
    hand.click("Create a new file or folder");
    assert!(hand.sees(".txt") && !hand.sees("Markdown"));
    hand.click("OK");
    assert!(hand.sees("numbers.txt"), "without a name the dialog only closes");
}

#[test]
fn a_file_that_is_there_is_opened_and_not_overwritten() {
    let mut hand = phone();
    hand.open("Markor");
    hand.click("Create a new file or folder");
    hand.fill("my_note", "bold_king");
    hand.click("OK");
    assert!(hand.sees("Hello there."));
}

#[test]
fn folders_are_made_and_entered() {
    let mut hand = phone();
    hand.open("Markor");
    hand.click("Create a new file or folder");
    hand.fill("my_note", "Garden");
    hand.click("FOLDER");
    hand.click("Garden");
    assert!(hand.sees("> Garden") && hand.sees("¯\\_(ツ)_/¯"));
    hand.back();
    assert!(hand.sees("Markor"));
}

#[test]
fn a_selection_is_deleted_after_a_question() {
    let mut hand = phone();
    hand.open("Markor");
    hand.hold("Apple.txt");
    insta::assert_snapshot!("selection", hand.show());
    hand.click("bold_king.md");
    assert!(!hand.sees("Rename"), "only one file can be renamed");
    hand.click("Delete");
    insta::assert_snapshot!("delete", hand.show());
    hand.click("CANCEL");
    assert!(hand.note("Apple.txt").is_some());
    hand.click("Delete");
    hand.click("OK");
    assert_eq!((hand.note("Apple.txt"), hand.note("bold_king.md")), (None, None));
    assert!(hand.sees("Markor"), "nothing is selected any more");
}

#[test]
fn a_taken_name_can_not_be_given() {
    let mut hand = phone();
    hand.open("Markor");
    hand.hold("Apple.txt");
    hand.click("Rename");
    hand.fill("Apple.txt", "bold_king.md");
    assert!(!hand.find("OK").enabled);
    hand.click("OK");
    assert!(hand.note("Apple.txt").is_some());
    hand.fill("bold_king.md", "Pear.txt");
    hand.click("OK");
    assert_eq!(hand.note("Pear.txt").as_deref(), Some("An apple\n\n# a day"));
    assert_eq!(hand.note("Apple.txt"), None);
}

#[test]
fn a_note_is_moved_and_another_copied() {
    let mut hand = phone();
    hand.open("Markor");
    hand.hold("Apple.txt");
    hand.click("More options");
    hand.click("Move");
    assert!(hand.sees("Move → Markor") && !hand.sees("Apple.txt"));
    hand.click("Plans");
    hand.click("Select this folder");
    assert!(hand.note("Plans/Apple.txt").is_some() && hand.note("Apple.txt").is_none());
    hand.hold("bold_king.md");
    hand.click("More options");
    hand.click("Copy");
    hand.click("Plans");
    hand.click("Select this folder");
    assert!(hand.note("Plans/bold_king.md").is_some() && hand.note("bold_king.md").is_some());
}

#[test]
fn rows_off_the_screen_are_not_there_until_they_are_scrolled_to() {
    let mut hand = phone();
    let now = hand.phone.state.clock.now_ms();
    for number in 0..40 {
        hand.phone
            .state
            .files
            .write(&format!("{NOTES}/note_{number:02}.md"), "text", now);
    }
    hand.open("Markor");
    assert!(hand.sees("note_00.md") && !hand.sees("note_39.md"));
    for _ in 0..6 {
        hand.scroll(Direction::Down);
    }
    assert!(!hand.sees("note_00.md") && hand.sees("note_39.md"));
    for _ in 0..6 {
        hand.scroll(Direction::Up);
    }
    assert!(hand.sees("note_00.md"));
}

#[test]
fn sorting_by_date_shows_the_newest_first() {
    let mut hand = phone();
    let later = hand.phone.state.clock.now_ms() + 60_000;
    hand.phone
        .state
        .files
        .write(&format!("{NOTES}/zebra.md"), "text", later);
    hand.open("Markor");
    assert!(hand.id("zebra.md") > hand.id("Apple.txt"));
    hand.click("Sort by");
    assert!(hand.sees("Reverse order"));
    hand.click("Date");
    assert!(hand.id("zebra.md") < hand.id("Apple.txt"));
    assert!(hand.id("Plans") < hand.id("zebra.md"), "folders stay first");
}

#[test]
fn what_was_copied_is_pasted_into_a_new_note() {
    let mut hand = phone();
    hand.phone.state.clipboard = Some("from elsewhere".to_owned());
    hand.open("Markor");
    hand.click("Create a new file or folder");
    hand.fill("my_note", "pasted");
    hand.click("OK");
    hand.hold_editor();
    hand.click("Paste");
    hand.click("Save");
    assert_eq!(hand.note("pasted.md").as_deref(), Some("from elsewhere"));
}

#[test]
fn the_quick_note_is_written_where_the_tab_says() {
    let mut hand = phone();
    hand.open("Markor");
    hand.click("QuickNote");
    assert!(!hand.sees("Create a new file or folder"));
    hand.click_editor();
    hand.type_here("remember");
    hand.home();
    assert_eq!(hand.note("QuickNote.md").as_deref(), Some("remember\n"));
}

#[test]
fn text_in_a_note_is_replaced() {
    let mut hand = phone();
    hand.open("Markor");
    hand.click("Apple.txt");
    hand.click("Search");
    hand.fill("Search for", "apple");
    hand.fill("Replace with", "pear");
    assert!(hand.sees("1 matches"));
    hand.click("REPLACE ALL");
    hand.back();
    hand.click("Save");
    assert_eq!(hand.note("Apple.txt").as_deref(), Some("An pear\n\n# a day"));
}
