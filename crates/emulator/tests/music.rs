//! Retro Music: its pages, and its task types by hand.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::hand;
use crate::player;

use autorpa_emulator::tasks::definition;
use hand::Hand;
use insta::assert_snapshot;
use player::{Player, check};

fn phone() -> Hand {
    let definition = definition("RetroPlaylistDuration").unwrap();
    let initial = definition.beginning(&definition.values(1), 1);
    let mut hand = Hand::new(initial.device().unwrap());
    hand.open("retro music");
    hand
}

fn menu(hand: &mut Hand, at: usize, line: &str) {
    hand.click_nth("menu", at);
    hand.click(line);
}

#[test]
fn songs_playlists_and_the_queue() {
    let mut hand = phone();
    assert_snapshot!("music_home", hand.show());
    hand.click("Songs");
    assert_snapshot!("music_songs", hand.show());
    let songs = hand.texts_of("title");
    menu(&mut hand, 0, "Details");
    assert_snapshot!("music_details", hand.show());
    hand.click("OK");
    menu(&mut hand, 1, "Add to playlist");
    hand.click("New playlist");
    assert_snapshot!("music_new_playlist", hand.show());
    hand.click("CREATE");
    assert!(hand.sees("Playlist name is empty"));
    hand.fill_id("actionNewPlaylist", "Mine");
    hand.click("CREATE");
    menu(&mut hand, 0, "Add to playlist");
    assert_snapshot!("music_add", hand.show());
    hand.click("Mine");
    // What is in it is not put there again.
    menu(&mut hand, 0, "Add to playlist");
    hand.click("Mine");
    assert!(hand.sees("Inserted 0 songs into the playlist Mine."));
    // Songs that are held and tapped are added in the order of the finger.
    hand.hold(&songs[3]);
    hand.click(&songs[2]);
    hand.click("Add to playlist");
    hand.click("Mine");
    hand.click("Playlists");
    assert_eq!(hand.texts_of("text"), ["4 Songs"]);
    hand.click("Mine");
    assert_snapshot!("music_playlist", hand.show());
    let listed = hand.texts_of("title");
    assert_eq!(listed[2..], [1, 0, 3, 2].map(|it: usize| songs[it].clone()));
    menu(&mut hand, 0, "Remove from playlist");
    assert!(!hand.texts_of("title").contains(&songs[1]));
    hand.back();
    menu(&mut hand, 0, "Add to playing queue");
    assert!(hand.sees("Added 3 titles to the playing queue."));
    hand.click_id("miniPlayerTitle");
    assert_snapshot!("music_queue", hand.show());
    hand.click("Clear queue");
    assert!(hand.sees("Empty"));
    hand.back();
    menu(&mut hand, 0, "Delete");
    hand.click("DELETE");
    assert!(hand.sees("Empty"));
    hand.click("Search");
    hand.fill_id("searchView", &songs[4]);
    assert_eq!(hand.texts_of("title"), [songs[4].clone()]);
}

#[test]
fn a_playlist_is_saved_where_somebody_says() {
    let mut hand = phone();
    hand.click("Songs");
    menu(&mut hand, 0, "Add to playlist");
    hand.click("New playlist");
    hand.fill_id("actionNewPlaylist", "Mine");
    hand.click("CREATE");
    hand.click("Playlists");
    menu(&mut hand, 0, "Save as file");
    assert_snapshot!("music_save", hand.show());
    hand.click("SAVE");
    let saved = hand
        .phone
        .state
        .files
        .read("/storage/emulated/0/Download/Mine.m3u");
    assert!(saved.unwrap().starts_with("#EXTM3U\n#EXTINF:"));
    assert!(hand.sees("Mine"));
}

fn create(player: &mut Player, name: &str, songs: &[String]) {
    player.open("retro music");
    player.tap("Songs");
    for (at, song) in songs.iter().enumerate() {
        player.top();
        player.tap_beside("title", song, "menu");
        player.tap("Add to playlist");
        if at == 0 {
            player.tap("New playlist");
            player.fill("actionNewPlaylist", name);
            player.tap("CREATE");
        } else {
            player.tap(name);
        }
    }
}

fn asked(player: &Player) -> (String, Vec<String>) {
    (player.value("playlist_name"), player.values("names"))
}

/// A song that the goal does not name.
fn other(player: &Player) -> String {
    let names = player.values("names");
    let rows = player.rows("songs");
    let titles = rows.iter().map(|it| it.get("title").to_owned());
    titles.into_iter().find(|it| !names.contains(it)).unwrap()
}

#[test]
fn retro_create_playlist() {
    check(
        "RetroCreatePlaylist",
        &|player| {
            let (name, songs) = asked(player);
            create(player, &name, &songs);
        },
        &[
            ("in another order", &|player| {
                let (name, mut songs) = asked(player);
                songs.reverse();
                create(player, &name, &songs);
            }),
            ("one too few", &|player| {
                let (name, mut songs) = asked(player);
                songs.pop();
                create(player, &name, &songs);
            }),
            ("one too many", &|player| {
                let (name, mut songs) = asked(player);
                songs.push(other(player));
                create(player, &name, &songs);
            }),
            ("another name", &|player| {
                let (_, songs) = asked(player);
                create(player, "My favourites", &songs);
            }),
        ],
    );
}

fn enqueue(player: &mut Player, songs: &[String], line: &str) {
    player.open("retro music");
    player.tap("Songs");
    for song in songs {
        player.top();
        player.tap_beside("title", song, "menu");
        player.tap(line);
    }
}

#[test]
fn retro_playing_queue() {
    check(
        "RetroPlayingQueue",
        &|player| {
            let songs = player.values("names");
            enqueue(player, &songs, "Add to playing queue");
        },
        &[
            ("in another order", &|player| {
                let mut songs = player.values("names");
                songs.reverse();
                enqueue(player, &songs, "Add to playing queue");
            }),
            ("twice", &|player| {
                let mut songs = player.values("names");
                songs.push(songs[0].clone());
                enqueue(player, &songs, "Add to playing queue");
            }),
            ("another one", &|player| {
                let songs = [other(player)];
                enqueue(player, &songs, "Add to playing queue");
            }),
            ("played", &|player| {
                player.open("retro music");
                player.tap("Songs");
                let song = player.values("names").swap_remove(0);
                player.tap_in("title", &song);
            }),
        ],
    );
}

/// Songs that last so many milliseconds together, from the shortest on.
fn lasting(player: &Player, most_ms: i64) -> Vec<String> {
    let mut songs = player.rows("songs");
    songs.sort_by_key(|it| std::cmp::Reverse(it.get("duration_ms").parse::<i64>().unwrap()));
    let (mut sum, mut titles) = (0, Vec::new());
    for it in songs {
        let length: i64 = it.get("duration_ms").parse().unwrap();
        if sum + length <= most_ms {
            sum += length;
            titles.push(it.get("title").to_owned());
        }
    }
    titles
}

fn pick(player: &mut Player, name: &str, songs: &[String]) {
    player.open("retro music");
    player.tap("Songs");
    player.top();
    player.hold_in("title", &songs[0]);
    for song in &songs[1..] {
        player.top();
        player.tap_in("title", song);
    }
    player.tap("Add to playlist");
    player.tap("New playlist");
    player.fill("actionNewPlaylist", name);
    player.tap("CREATE");
}

#[test]
fn retro_playlist_duration() {
    check(
        "RetroPlaylistDuration",
        &|player| {
            let name = player.value("playlist_name");
            let songs = lasting(player, 50 * 60_000);
            pick(player, &name, &songs);
        },
        &[
            ("too short", &|player| {
                let name = player.value("playlist_name");
                let songs = lasting(player, 40 * 60_000);
                pick(player, &name, &songs);
            }),
            ("all of them", &|player| {
                let name = player.value("playlist_name");
                let songs = lasting(player, i64::MAX / 2);
                pick(player, &name, &songs);
            }),
            ("another name", &|player| {
                let songs = lasting(player, 50 * 60_000);
                pick(player, "My favourites", &songs);
            }),
        ],
    );
}

fn export(player: &mut Player, list: &str, folders: &[&str]) {
    player.tap("Playlists");
    player.tap_beside("title", list, "menu");
    player.tap("Save as file");
    for folder in folders {
        player.tap(folder);
    }
    player.tap("SAVE");
}

#[test]
fn retro_save_playlist() {
    check(
        "RetroSavePlaylist",
        &|player| {
            let (name, songs) = asked(player);
            create(player, &name, &songs);
            export(player, &name, &[]);
        },
        &[("with another name", &|player| {
            let (_, songs) = asked(player);
            create(player, "My favourites", &songs);
            export(player, "My favourites", &[]);
        })],
    );
}
