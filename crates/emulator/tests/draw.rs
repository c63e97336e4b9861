//! Simple Draw Pro: its canvas, saving, and its task type by hand.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::hand;
use crate::player;

use autorpa_emulator::state::DeviceState;
use hand::Hand;
use insta::assert_snapshot;
use player::{Player, check};
use ui::Direction;

#[test]
fn the_canvas_and_the_dialog() {
    let mut hand = Hand::new(DeviceState::fresh());
    hand.open("simple draw pro");
    assert_snapshot!("draw", hand.show());
    assert!(!hand.sees("Undo"));
    hand.click_id("my_canvas");
    hand.click("Undo");
    assert!(hand.sees("Redo") && !hand.sees("Undo"));
    hand.click("Redo");
    hand.click("Save");
    assert_snapshot!("draw_save", hand.show());
    hand.fill_id("save_image_filename", "");
    hand.click("OK");
    assert!(hand.sees("Filename cannot be empty"));
    hand.fill_id("save_image_filename", "sea");
    hand.click(".jpg");
    hand.click("OK");
    assert_snapshot!("create_document", hand.show());
    // Whoever cancels is back in the app, and nothing is kept.
    hand.back();
    assert!(hand.sees("Bucket fill"));
    hand.click("Save");
    // The form that was chosen last is the one that is offered.
    hand.fill_id("save_image_filename", "sea");
    hand.click("OK");
    // ENTER, which ends the typing, saves.
    hand.fill("sea.jpg", "lake.jpg");
    let files = &hand.phone.state.files;
    assert_eq!(
        files.read("/storage/emulated/0/Download/lake.jpg"),
        Some("a drawing of 1 strokes\n")
    );
    assert!(hand.sees("Bucket fill"));
    // The other app is as it was.
    hand.open("files");
    assert!(!hand.sees("SAVE"));
}

fn save(player: &mut Player, name: &str, ending: &str, folders: &[&str]) {
    player.open("simple draw pro");
    player.tap_id("my_canvas");
    player.tap("Save");
    player.fill("save_image_filename", name);
    player.tap(ending);
    player.tap("OK");
    for folder in folders {
        player.tap(folder);
    }
    player.tap("SAVE");
}

const PICTURES: [&str; 3] = ["Show roots", "sdk_gphone_x86_64", "Pictures"];

#[test]
fn simple_draw_pro_create_drawing() {
    let parts = |player: &Player| {
        let name = player.value("file_name");
        let (stem, ending) = name.split_at(name.rfind('.').unwrap());
        (stem.to_owned(), ending.to_owned())
    };
    check(
        "SimpleDrawProCreateDrawing",
        &|player| {
            let (stem, ending) = parts(player);
            save(player, &stem, &ending, &PICTURES);
        },
        &[
            ("where it is offered", &|player| {
                let (stem, ending) = parts(player);
                save(player, &stem, &ending, &[]);
            }),
            ("its ending twice", &|player| {
                let (stem, ending) = parts(player);
                save(player, &format!("{stem}{ending}"), &ending, &PICTURES);
            }),
            ("another ending", &|player| {
                let (stem, ending) = parts(player);
                let other = if ending == ".png" { ".jpg" } else { ".png" };
                save(player, &stem, other, &PICTURES);
            }),
            ("in a folder of pictures that is made", &|player| {
                let (stem, ending) = parts(player);
                save(player, &stem, &ending, &PICTURES[..2]);
                player.scroll(Direction::Down);
            }),
        ],
    );
}
