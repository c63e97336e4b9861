//! Files on the phone: what its screens report, and what becomes of files.

use crate::hand;

use autorpa_emulator::state::DeviceState;
use hand::Hand;

const STORAGE: &str = "/storage/emulated/0";

fn phone() -> Hand {
    let mut state = DeviceState::default();
    let now = state.clock.now_ms();
    for (path, text) in [
        ("Download/map.pdf", "1234567"),
        ("Music/jazz.mp3", "la"),
        ("Music/Old/waltz.mp3", "lala"),
        ("Pictures/.hidden.png", "x"),
    ] {
        state.files.write(&format!("{STORAGE}/{path}"), text, now);
    }
    Hand::new(state)
}

fn there(hand: &Hand, path: &str) -> bool {
    hand.phone.state.files.exists(&format!("{STORAGE}/{path}"))
}

fn music(hand: &mut Hand) {
    hand.open("Files");
    hand.click("Show roots");
    hand.click("sdk_gphone_x86_64");
    hand.click("Music");
}

#[test]
fn places_and_the_drawer() {
    let mut hand = phone();
    hand.open("Files");
    insta::assert_snapshot!("downloads", hand.show());
    hand.click("Show roots");
    insta::assert_snapshot!("roots", hand.show());
    hand.click("Audio");
    assert!(hand.sees("jazz.mp3") && hand.sees("waltz.mp3") && !hand.sees("map.pdf"));
    hand.click("Show roots");
    hand.click("Recent");
    assert!(hand.sees("map.pdf"));
    hand.click("Show roots");
    hand.back();
    assert!(hand.sees("Recent files"));
    hand.click("Show roots");
    hand.click("sdk_gphone_x86_64");
    hand.click("Pictures");
    assert!(hand.sees("No items"));
    hand.click("More options");
    hand.click("Show hidden files");
    assert!(hand.sees(".hidden.png"));
    hand.back();
    assert!(hand.sees("Files on sdk_gphone_x86_64"));
    hand.click("More options");
    hand.click("Storage settings");
    assert!(
        hand.phone.screen().app == "com.android.settings",
        "{}",
        hand.show()
    );
}

#[test]
fn a_list_and_its_order() {
    let mut hand = phone();
    music(&mut hand);
    hand.click("List view");
    insta::assert_snapshot!("list", hand.show());
    hand.click("More options");
    hand.click("Sort by...");
    hand.click("File name (Z to A)");
    assert!(hand.id("Old") < hand.id("jazz.mp3"), "folders come first");
    hand.click("sdk_gphone_x86_64");
    assert!(hand.id("Pictures") < hand.id("Download"), "{}", hand.show());
}

#[test]
fn a_file_is_found_and_deleted_after_a_question() {
    let mut hand = phone();
    hand.open("Files");
    hand.click("Show roots");
    hand.click("sdk_gphone_x86_64");
    hand.click("Search");
    hand.type_here("walt");
    hand.hold("waltz.mp3");
    insta::assert_snapshot!("selected", hand.show());
    hand.click("Delete");
    insta::assert_snapshot!("delete_question", hand.show());
    hand.click("CANCEL");
    assert!(there(&hand, "Music/Old/waltz.mp3"));
    hand.click("Delete");
    hand.click("OK");
    assert!(hand.sees("Deleting 1 file."));
    assert!(!there(&hand, "Music/Old/waltz.mp3") && there(&hand, "Music/Old"));
}

#[test]
fn a_picker_takes_folders_only() {
    let mut hand = phone();
    music(&mut hand);
    hand.hold("jazz.mp3");
    hand.click("More options");
    hand.click("Move to…");
    insta::assert_snapshot!("picker", hand.show());
    hand.click("map.pdf");
    hand.click("Show roots");
    assert!(!hand.sees("Recent"), "nothing can be put there");
    hand.click("sdk_gphone_x86_64");
    hand.click("Music");
    hand.click("Old");
    hand.click("MOVE");
    assert!(hand.sees("Moving 1 file.") && hand.sees("Files in Music"));
    assert!(there(&hand, "Music/Old/jazz.mp3") && !there(&hand, "Music/jazz.mp3"));
}

#[test]
fn what_is_in_the_way_stays() {
    let mut hand = phone();
    hand.phone
        .state
        .files
        .write(&format!("{STORAGE}/Download/jazz.mp3"), "other", 0);
    music(&mut hand);
    for times in 1..3 {
        hand.hold("jazz.mp3");
        hand.click("More options");
        hand.click("Copy to…");
        hand.click("COPY");
        assert!(there(&hand, &format!("Download/jazz ({times}).mp3")));
    }
    // A folder does not go into itself.
    hand.hold("Old");
    hand.click("More options");
    hand.click("Move to…");
    hand.click("Show roots");
    hand.click("sdk_gphone_x86_64");
    hand.click("Music");
    hand.click("Old");
    assert!(!hand.find("MOVE").enabled);
    hand.click("CANCEL");
    assert!(hand.sees("Files in Music"));
}

#[test]
fn folders_and_names() {
    let mut hand = phone();
    music(&mut hand);
    hand.click("More options");
    hand.click("New folder");
    assert!(!hand.find("OK").enabled);
    hand.type_here("New/one");
    assert!(!hand.find("OK").enabled, "a slash is no part of a name");
    hand.fill("New/one", "New one");
    assert!(there(&hand, "Music/New one"), "ENTER takes the name");
    hand.hold("jazz.mp3");
    hand.click("More options");
    hand.click("Rename");
    hand.fill("jazz.mp3", "Old");
    assert!(hand.sees("A file with this name already exists.") && !hand.find("OK").enabled);
    hand.fill("Old", "swing.mp3");
    assert!(there(&hand, "Music/swing.mp3") && !there(&hand, "Music/jazz.mp3"));
    hand.hold("swing.mp3");
    hand.click("More options");
    hand.click("Get info");
    insta::assert_snapshot!("info", hand.show());
    hand.click("Navigate up");
    assert!(hand.sees("1 selected"));
}
