//! VLC: its pages, and its task types by hand.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::hand;
use crate::player;

use autorpa_emulator::tasks::definition;
use hand::Hand;
use insta::assert_snapshot;
use player::{Player, check};

fn phone() -> Hand {
    let definition = definition("VlcCreatePlaylist").unwrap();
    let initial = definition.beginning(&definition.values(1), 1);
    let mut hand = Hand::new(initial.device().unwrap());
    hand.open("vlc");
    hand
}

fn folder(hand: &mut Hand) {
    hand.click("Browse");
    hand.click("Internal memory");
    hand.reach("VLCVideos");
    hand.click("VLCVideos");
}

fn more(hand: &mut Hand, at: usize, line: &str) {
    hand.click_nth("item_more", at);
    hand.click(line);
}

#[test]
fn videos_folders_and_playlists() {
    let mut hand = phone();
    assert_snapshot!("vlc_video", hand.show());
    hand.click("Browse");
    assert_snapshot!("vlc_browse", hand.show());
    hand.click("Internal memory");
    hand.reach("VLCVideos");
    hand.click("VLCVideos");
    assert_snapshot!("vlc_folder", hand.show());
    hand.click_nth("item_more", 1);
    assert_snapshot!("vlc_more", hand.show());
    hand.click("Add to playlist");
    assert_snapshot!("vlc_add", hand.show());
    // Without a name nothing is made.
    hand.click("ADD");
    assert!(hand.phone.state.tables.rows("vlc_playlists").is_empty());
    hand.append("Playlist name", "Mine");
    more(&mut hand, 0, "Add to playlist");
    hand.click("Mine");
    let files = hand.texts_of("title");
    // What is selected is added as it is listed.
    hand.hold(&files[3]);
    hand.click(&files[2]);
    assert_snapshot!("vlc_selected", hand.show());
    hand.click("Add to playlist");
    hand.click("Mine");
    hand.click("Playlists");
    assert_eq!(hand.texts_of("subtitle"), ["4 tracks"]);
    hand.click("Mine");
    assert_snapshot!("vlc_playlist", hand.show());
    let stem = |it: &String| {
        it.trim_end_matches(".mp4")
            .replace('_', " ")
            .trim()
            .replace("  ", " ")
    };
    let listed: Vec<String> = [1, 0, 2, 3].map(|it: usize| stem(&files[it])).into();
    assert_eq!(hand.texts_of("audio_item_title"), listed);
    more(&mut hand, 1, "Remove from playlist");
    assert_eq!(hand.texts_of("audio_item_title").len(), 3);
    hand.back();
    more(&mut hand, 0, "Rename");
    hand.fill("Mine", "Ours");
    assert!(hand.sees("Ours"), "{}", hand.show());
    more(&mut hand, 0, "Delete");
    hand.click("DELETE");
    assert!(hand.phone.state.tables.rows("vlc_playlist_media").is_empty());
}

#[test]
fn a_whole_folder_is_added_and_a_search_shows_fewer() {
    let mut hand = phone();
    folder(&mut hand);
    let files = hand.texts_of("title");
    hand.click("Search…");
    hand.fill_id("search_src_text", &files[0]);
    assert_eq!(hand.texts_of("title"), files[..1]);
    hand.back();
    hand.click("More options");
    hand.click("Add to playlist");
    hand.click("Add this folder");
    hand.append("Playlist name", "All");
    assert_eq!(
        hand.phone.state.tables.rows("vlc_playlist_media").len(),
        files.len()
    );
}

#[test]
fn a_video_is_played() {
    let mut hand = phone();
    folder(&mut hand);
    let file = hand.texts_of("title").swap_remove(0);
    hand.click(&file);
    let before = hand.text_of("player_overlay_time");
    hand.phone.perform(&ui::Action::Wait).unwrap();
    hand.phone.perform(&ui::Action::Wait).unwrap();
    assert_ne!(hand.text_of("player_overlay_time"), before);
    hand.click("Pause");
    let stopped = hand.text_of("player_overlay_time");
    hand.phone.perform(&ui::Action::Wait).unwrap();
    assert_eq!(hand.text_of("player_overlay_time"), stopped);
    // What it shows is a picture, which nobody reads without eyes.
    let path = format!("/storage/emulated/0/VLCVideos/{file}");
    let shown = hand.phone.state.files.read(&path).unwrap();
    let frame = shown.trim_end().rsplit_once(": ").unwrap().1.to_owned();
    assert!(!hand.show().contains(&frame));
    hand.back();
    assert!(hand.sees(&file));
}

fn create(player: &mut Player, name: &str, files: &[String]) {
    player.open("vlc");
    player.tap("Browse");
    player.tap("Internal memory");
    player.tap("VLCVideos");
    for (at, file) in files.iter().enumerate() {
        player.top();
        player.tap_beside("title", file, "item_more");
        player.tap("Add to playlist");
        if at == 0 {
            player.fill_in("Playlist name", name);
        } else {
            player.tap_in("title", name);
        }
    }
}

fn asked(player: &Player) -> (String, Vec<String>) {
    (player.value("playlist_name"), player.values("files"))
}

/// A file that the goal does not name.
fn other(player: &mut Player, named: &[String]) -> String {
    player.open("vlc");
    player.tap("Browse");
    player.tap("Internal memory");
    player.tap("VLCVideos");
    let files = player.texts("title");
    player.back();
    player.back();
    files.into_iter().find(|it| !named.contains(it)).unwrap()
}

#[test]
fn vlc_create_playlist() {
    check(
        "VlcCreatePlaylist",
        &|player| {
            let (name, files) = asked(player);
            create(player, &name, &files);
        },
        &[
            ("in another order", &|player| {
                let (name, mut files) = asked(player);
                files.reverse();
                create(player, &name, &files);
            }),
            ("one too few", &|player| {
                let (name, mut files) = asked(player);
                files.pop();
                create(player, &name, &files);
            }),
            ("one too many", &|player| {
                let (name, mut files) = asked(player);
                files.push(other(player, &files));
                create(player, &name, &files);
            }),
            ("one twice", &|player| {
                let (name, mut files) = asked(player);
                files.push(files[0].clone());
                create(player, &name, &files);
            }),
            ("another name", &|player| {
                let (_, files) = asked(player);
                create(player, "My favourites", &files);
            }),
        ],
    );
}

fn asked_twice(player: &Player) -> [(String, Vec<String>); 2] {
    ["1", "2"].map(|at| {
        (
            player.value(&format!("playlist_name{at}")),
            player.values(&format!("files{at}")),
        )
    })
}

#[test]
fn vlc_create_two_playlists() {
    check(
        "VlcCreateTwoPlaylists",
        &|player| {
            for (name, files) in asked_twice(player) {
                create(player, &name, &files);
                player.open("vlc");
            }
        },
        &[
            ("in one", &|player| {
                let [(name, mut files), (_, more)] = asked_twice(player);
                files.extend(more);
                create(player, &name, &files);
            }),
            ("each with the other's files", &|player| {
                let [(name, files), (other, more)] = asked_twice(player);
                create(player, &name, &more);
                create(player, &other, &files);
            }),
            ("both in another order", &|player| {
                for (name, mut files) in asked_twice(player) {
                    files.reverse();
                    create(player, &name, &files);
                }
            }),
        ],
    );
}

/// The frames of the goal's video, for who has no eyes.
fn frames(player: &Player) -> Vec<String> {
    let video = player.value("video_name");
    let said = player.file(&format!("/storage/emulated/0/Download/{video}"));
    let lines = said.lines().map(|it| it.split_once(" s: ").unwrap().1.to_owned());
    lines.collect()
}

fn write(player: &mut Player, name: &str, says: &str) {
    player.open("markor");
    player.tap("Create a new file or folder");
    let (stem, extension) = name.rsplit_once('.').unwrap();
    player.fill("new_file_dialog__name", stem);
    player.fill("new_file_dialog__ext", &format!(".{extension}"));
    player.tap("OK");
    player.fill("document__fragment__edit__highlighting_editor", says);
    player.tap("Save");
}

#[test]
fn markor_transcribe_video() {
    check(
        "MarkorTranscribeVideo",
        &|player| {
            let (name, frames) = (player.value("file_name"), frames(player));
            write(player, &name, &frames.join(", "));
        },
        &[
            ("in another order", &|player| {
                let (name, mut frames) = (player.value("file_name"), frames(player));
                frames.reverse();
                write(player, &name, &frames.join(", "));
            }),
            ("one too few", &|player| {
                let (name, mut frames) = (player.value("file_name"), frames(player));
                frames.pop();
                write(player, &name, &frames.join(", "));
            }),
            ("another note", &|player| {
                let frames = frames(player);
                write(player, "transcription.txt", &frames.join(", "));
            }),
        ],
    );
}
