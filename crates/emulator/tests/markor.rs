//! Markor on the phone: what its screens report, and what notes become.

mod hand;

use autorpa_emulator::state::DeviceState;
use hand::Hand;

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
