//! What Retro Music keeps: playlists and their songs, and the queue. Songs are the phone's.
//!
//! A song is a row of `songs` (`title`, `artist`, `duration_ms`, `path`), a playlist one of `playlists` (`playlist_name`).
//! A song of a playlist is a row of `playlist_songs` (`playlist_creator_id`, `id`, and what the app copies of the song),
//! one of the queue of `playing_queue` (`_id`, and the same), both in their order. Their columns are those of the app's
//! own databases.

use crate::state::{DeviceState, Row};

/// The phone's songs.
pub const SONGS: &str = "songs";
/// The playlists.
pub const PLAYLISTS: &str = "playlists";
/// The songs of all playlists, in the order in which they were added.
pub const PLAYLIST_SONGS: &str = "playlist_songs";
/// The songs of the queue, in their order.
pub const QUEUE: &str = "playing_queue";

pub(crate) fn number(row: &Row, column: &str) -> i64 {
    row.get(column).parse().unwrap_or_default()
}

/// The songs whose files are there, by title.
pub(super) fn songs(device: &DeviceState) -> Vec<&Row> {
    let mut all: Vec<&Row> = device.tables.rows(SONGS).iter().collect();
    all.retain(|it| device.files.exists(it.get("path")));
    all.sort_by_cached_key(|it| it.get("title").to_lowercase());
    all
}

/// Rows of a playlist's songs: the row that puts each there, and the song.
pub(crate) fn listed(device: &DeviceState, playlist: i64) -> Vec<(i64, &Row)> {
    let rows = device.tables.rows(PLAYLIST_SONGS).iter();
    let own = rows.filter(|it| number(it, "playlist_creator_id") == playlist);
    own.filter_map(|it| Some((it.id, device.tables.row(SONGS, number(it, "id"))?)))
        .collect()
}

/// Put songs at the end of a playlist; those that are in it are not put there again.
pub(super) fn add(device: &mut DeviceState, playlist: i64, songs: &[i64]) -> usize {
    let mut added = 0;
    for song in songs {
        if listed(device, playlist).iter().any(|it| it.1.id == *song) {
            continue;
        }
        let of = |name: &str| copied(device, *song, name);
        let fields = [
            ("playlist_creator_id", playlist.to_string()),
            ("id", song.to_string()),
            ("title", of("title")),
            ("duration", of("duration_ms")),
            ("data", of("path")),
            ("artist_name", of("artist")),
        ];
        device.tables.insert(PLAYLIST_SONGS, fields);
        added += 1;
    }
    added
}

/// What the app copies of a song.
fn copied(device: &DeviceState, song: i64, name: &str) -> String {
    let row = device.tables.row(SONGS, song);
    row.map(|it| it.get(name).to_owned()).unwrap_or_default()
}

pub(super) fn create(device: &mut DeviceState, name: &str) -> i64 {
    device.tables.insert(PLAYLISTS, [("playlist_name", name)])
}

/// Whether a playlist has this name.
pub(super) fn is_taken(device: &DeviceState, name: &str) -> bool {
    let mut all = device.tables.rows(PLAYLISTS).iter();
    all.any(|it| it.get("playlist_name") == name)
}

pub(super) fn delete(device: &mut DeviceState, playlist: i64) {
    let rows: Vec<i64> = listed(device, playlist).iter().map(|it| it.0).collect();
    for row in rows {
        device.tables.delete(PLAYLIST_SONGS, row);
    }
    device.tables.delete(PLAYLISTS, playlist);
}

/// Put songs into the queue: at its end, or behind its first one.
pub(super) fn enqueue(device: &mut DeviceState, songs: &[i64], next: bool) {
    let mut all: Vec<i64> = queue(device);
    let at = if next { all.len().min(1) } else { all.len() };
    all.splice(at..at, songs.iter().copied());
    set_queue(device, &all);
}

/// The songs of the queue.
pub(super) fn queue(device: &DeviceState) -> Vec<i64> {
    let rows = device.tables.rows(QUEUE).iter();
    rows.map(|it| number(it, "_id")).collect()
}

pub(super) fn set_queue(device: &mut DeviceState, songs: &[i64]) {
    let old: Vec<i64> = device.tables.rows(QUEUE).iter().map(|it| it.id).collect();
    for row in old {
        device.tables.delete(QUEUE, row);
    }
    for song in songs {
        let of = |name: &str| copied(device, *song, name);
        let fields = [
            ("_id", song.to_string()),
            ("title", of("title")),
            ("duration", of("duration_ms")),
            ("_data", of("path")),
            ("artist", of("artist")),
        ];
        device.tables.insert(QUEUE, fields);
    }
}

/// A playlist as a file: a line for each song, and its path.
pub(super) fn written(device: &DeviceState, playlist: i64) -> String {
    let mut lines = vec!["#EXTM3U".to_owned()];
    for (_, song) in listed(device, playlist) {
        let seconds = number(song, "duration_ms") / 1000;
        let (artist, title) = (song.get("artist"), song.get("title"));
        lines.push(format!("#EXTINF:{seconds},{artist} - {title}"));
        lines.push(song.get("path").to_owned());
    }
    lines.join("\n") + "\n"
}

/// `4:15`, or `1:02:03`.
pub(super) fn length(ms: i64) -> String {
    let seconds = ms / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}
