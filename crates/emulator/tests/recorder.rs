//! Audio Recorder: its pages, and its task types by hand.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::hand;
use crate::player;

use autorpa_emulator::{apps::recorder::RECORDS, state::DeviceState};
use hand::Hand;
use insta::assert_snapshot;
use player::{Player, check};

fn begun() -> Hand {
    let mut hand = Hand::new(DeviceState::fresh());
    hand.open("audio recorder");
    hand.click("GET STARTED");
    hand.click("APPLY");
    hand
}

#[test]
fn the_first_start_and_the_recorder() {
    let mut hand = Hand::new(DeviceState::fresh());
    hand.open("audio recorder");
    assert_snapshot!("recorder_welcome", hand.show());
    hand.click("GET STARTED");
    assert_snapshot!("recorder_setup", hand.show());
    hand.click("APPLY");
    assert_snapshot!("recorder", hand.show());
    hand.click("Recording: %s");
    assert_eq!(hand.text_of("txt_name"), "Recording…");
    hand.click("Recording: %s");
    assert_eq!(hand.text_of("txt_name"), "Paused");
    assert_snapshot!("recorder_paused", hand.show());
}

#[test]
fn a_record_is_kept_renamed_and_deleted() {
    let mut hand = begun();
    let names = |hand: &Hand| {
        let all = hand.phone.state.files.list(RECORDS);
        all.into_iter().map(|it| it.name).collect::<Vec<String>>()
    };
    // What is dropped is no record.
    hand.click("Recording: %s");
    hand.click("Delete");
    hand.click("YES");
    assert!(names(&hand).is_empty());
    for _ in 0..2 {
        hand.click("Recording: %s");
        hand.click_id("btn_record_stop");
        hand.click("CANCEL");
    }
    assert_eq!(names(&hand), ["Record-1.m4a", "Record-2.m4a"]);
    hand.click_id("btn_records_list");
    assert_snapshot!("records", hand.show());
    hand.click_nth("list_item_more", 0);
    hand.click("Rename");
    // A name that is taken is refused.
    hand.fill_id("input_name", "Record-1");
    hand.click("SAVE");
    assert_eq!(names(&hand), ["Record-1.m4a", "Record-2.m4a"]);
    hand.fill_id("input_name", "a/b");
    hand.click("SAVE");
    hand.fill_id("input_name", "Song");
    hand.click("SAVE");
    assert_eq!(names(&hand), ["Record-1.m4a", "Song.m4a"]);
    hand.click_nth("list_item_more", 0);
    hand.click("Delete");
    hand.click("YES");
    assert_eq!(names(&hand).len(), 1);
    // It was set up once, and is not asked again.
    let package = "com.dimowner.audiorecorder";
    assert!(hand.phone.stop(package));
    hand.open("audio recorder");
    assert!(hand.sees("Recording: %s"));
}

fn record(player: &mut Player) {
    player.open("audio recorder");
    if player.sees("GET STARTED") {
        player.tap("GET STARTED");
        player.tap("APPLY");
    }
    player.tap("Recording: %s");
}

#[test]
fn audio_recorder_record_audio() {
    check(
        "AudioRecorderRecordAudio",
        &|player| {
            record(player);
            player.tap_id("btn_record_stop");
            player.tap("SAVE");
        },
        &[
            ("dropped", &|player| {
                record(player);
                player.tap("Delete");
                player.tap("YES");
            }),
            ("two records", &|player| {
                for _ in 0..2 {
                    record(player);
                    player.tap_id("btn_record_stop");
                    player.tap("SAVE");
                }
            }),
            ("never stopped", &|player| record(player)),
        ],
    );
}

#[test]
fn audio_recorder_record_audio_with_file_name() {
    let save_as = |player: &mut Player, name: &str| {
        record(player);
        player.tap_id("btn_record_stop");
        player.fill("input_name", name);
        player.tap("SAVE");
    };
    check(
        "AudioRecorderRecordAudioWithFileName",
        &|player| {
            let name = player.value("file_name");
            save_as(player, &name);
        },
        &[
            ("without what the goal calls its extension", &|player| {
                let name = player.value("file_name").replace(".m4a", "");
                save_as(player, &name);
            }),
            ("with another name", &|player| save_as(player, "Song")),
            ("with the name that is offered", &|player| {
                record(player);
                player.tap_id("btn_record_stop");
                player.tap("SAVE");
            }),
            ("renamed and not saved", &|player| {
                let name = player.value("file_name");
                record(player);
                player.tap_id("btn_record_stop");
                player.fill("input_name", &name);
                player.tap("CANCEL");
            }),
        ],
    );
}
