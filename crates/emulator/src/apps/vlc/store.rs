//! What VLC keeps: playlists, and the media in them. Videos and songs are the phone's files.
//!
//! A playlist is a row of `vlc_playlists` (`name`, `creation_date`), a file that was put into one a row of `vlc_media`
//! (`filename`, `title`, `path`). What stands where in a playlist is a row of `vlc_playlist_media` (`playlist_id`,
//! `media_id`, `position`, from 0).

use crate::state::{DeviceState, Row};

/// The playlists.
pub const PLAYLISTS: &str = "vlc_playlists";
/// The files that are or were in one.
pub const MEDIA: &str = "vlc_media";
/// Where which file stands in which playlist.
pub const ENTRIES: &str = "vlc_playlist_media";

/// The storage that everybody uses.
pub(super) const STORAGE: &str = "/storage/emulated/0";

const VIDEOS: [&str; 7] = ["mp4", "mkv", "webm", "avi", "mov", "3gp", "m4v"];
const SONGS: [&str; 6] = ["mp3", "m4a", "ogg", "wav", "flac", "opus"];

fn number(row: &Row, column: &str) -> i64 {
    row.get(column).parse().unwrap_or_default()
}

fn ends(name: &str, extensions: &[&str]) -> bool {
    let extension = name.rsplit_once('.').map(|it| it.1.to_lowercase());
    extension.is_some_and(|it| extensions.contains(&it.as_str()))
}

pub(super) fn is_video(name: &str) -> bool {
    ends(name, &VIDEOS)
}

pub(super) fn is_song(name: &str) -> bool {
    ends(name, &SONGS)
}

/// A file's name, of its path.
pub(super) fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// What a file is called where it is not listed by its name: without the extension, with spaces between the words.
pub(super) fn title_of(path: &str) -> String {
    let name = name_of(path);
    let stem = name.rsplit_once('.').map_or(name, |it| it.0);
    let words = stem.split(['_', '.', ' ']).filter(|it| !it.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// The files in the storage and its folders that are so by their names, by title.
pub(super) fn all(device: &DeviceState, is_it: fn(&str) -> bool) -> Vec<String> {
    let hidden = |path: &str| path.contains("/.");
    let files = device.files.walk().filter(|it| it.1.is_some());
    let mut all: Vec<String> = files
        .map(|it| it.0)
        .filter(|it| it.starts_with(STORAGE) && !hidden(it) && is_it(name_of(it)))
        .map(str::to_owned)
        .collect();
    all.sort_by_cached_key(|it| title_of(it).to_lowercase());
    all
}

/// The folders in a folder, and the files in it that can be played, each by name.
pub(super) fn inside(device: &DeviceState, folder: &str) -> (Vec<String>, Vec<String>) {
    let mut entries = device.files.list(folder);
    entries.retain(|it| !it.name.starts_with('.') && (it.is_dir || is_video(&it.name) || is_song(&it.name)));
    entries.sort_by_cached_key(|it| it.name.to_lowercase());
    let path = |it: &crate::state::Entry| format!("{folder}/{}", it.name);
    let (folders, files): (Vec<_>, Vec<_>) = entries.iter().partition(|it| it.is_dir);
    (
        folders.into_iter().map(path).collect(),
        files.into_iter().map(path).collect(),
    )
}

/// The playlists, by name.
pub(super) fn playlists(device: &DeviceState) -> Vec<&Row> {
    let mut all: Vec<&Row> = device.tables.rows(PLAYLISTS).iter().collect();
    all.sort_by_cached_key(|it| it.get("name").to_lowercase());
    all
}

/// What is in a playlist: the row that puts it there, and the file.
pub(crate) fn listed(device: &DeviceState, playlist: i64) -> Vec<(i64, &Row)> {
    let rows = device.tables.rows(ENTRIES).iter();
    let mut own: Vec<&Row> = rows.filter(|it| number(it, "playlist_id") == playlist).collect();
    own.sort_by_key(|it| number(it, "position"));
    own.into_iter()
        .filter_map(|it| Some((it.id, device.tables.row(MEDIA, number(it, "media_id"))?)))
        .collect()
}

/// The row of a file, which it gets where it has none.
fn media(device: &mut DeviceState, path: &str) -> i64 {
    let known = device.tables.rows(MEDIA).iter().find(|it| it.get("path") == path);
    if let Some(known) = known {
        return known.id;
    }
    let fields = [
        ("filename", name_of(path).to_owned()),
        ("title", title_of(path)),
        ("path", path.to_owned()),
    ];
    device.tables.insert(MEDIA, fields)
}

/// Put files at the end of a playlist.
pub(super) fn append(device: &mut DeviceState, playlist: i64, paths: &[String]) {
    let first = listed(device, playlist).len();
    for (at, path) in paths.iter().enumerate() {
        let media = media(device, path);
        let fields = [
            ("playlist_id", playlist.to_string()),
            ("media_id", media.to_string()),
            ("position", (first + at).to_string()),
        ];
        device.tables.insert(ENTRIES, fields);
    }
}

/// The playlist of this name, which is made where there is none.
pub(super) fn called(device: &mut DeviceState, name: &str) -> i64 {
    let known = device
        .tables
        .rows(PLAYLISTS)
        .iter()
        .find(|it| it.get("name") == name);
    if let Some(known) = known {
        return known.id;
    }
    let seconds = (device.clock.now_ms() / 1000).to_string();
    device
        .tables
        .insert(PLAYLISTS, [("name", name), ("creation_date", seconds.as_str())])
}

/// Take something out of a playlist; what stood behind it moves up.
pub(super) fn drop_entry(device: &mut DeviceState, entry: i64) {
    let Some(row) = device.tables.row(ENTRIES, entry) else {
        return;
    };
    let playlist = number(row, "playlist_id");
    device.tables.delete(ENTRIES, entry);
    let left: Vec<i64> = listed(device, playlist).iter().map(|it| it.0).collect();
    for (at, id) in left.into_iter().enumerate() {
        let set = |row: &mut Row| row.set("position", at.to_string());
        device.tables.update(ENTRIES, id, set);
    }
}

pub(super) fn delete(device: &mut DeviceState, playlist: i64) {
    let entries: Vec<i64> = listed(device, playlist).iter().map(|it| it.0).collect();
    for entry in entries {
        device.tables.delete(ENTRIES, entry);
    }
    device.tables.delete(PLAYLISTS, playlist);
}

/// What a video shows: each frame and for how long, in milliseconds. A file that says nothing of the kind shows nothing.
pub(super) fn frames(text: &str) -> Vec<(i64, &str)> {
    let parts = text.lines().filter_map(|it| it.split_once(" s: "));
    parts
        .filter_map(|(seconds, shown)| Some((seconds.parse::<i64>().ok()?.checked_mul(1000)?, shown)))
        .collect()
}

/// `4:15`, or `1:02:03`.
pub(super) fn length(ms: i64) -> String {
    let seconds = ms / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_by_their_extensions_and_called_without() {
        assert!(is_video("clip.MP4") && !is_video("mp4") && !is_video("clip.mp4.zip") && is_song("a.mp3"));
        assert_eq!(title_of("/storage/emulated/0/a/clip_12_HD_.mp4"), "clip 12 HD");
    }

    #[test]
    fn what_stands_behind_an_entry_that_goes_moves_up() {
        let mut device = DeviceState::default();
        let list = called(&mut device, "Mine");
        assert_eq!(called(&mut device, "Mine"), list);
        append(&mut device, list, &["/a.mp4".to_owned(), "/b.mp4".to_owned()]);
        append(&mut device, list, &["/a.mp4".to_owned()]);
        let first = listed(&device, list)[0].0;
        drop_entry(&mut device, first);
        let rows = device.tables.rows(ENTRIES).iter();
        let places: Vec<(&str, &str)> = rows.map(|it| (it.get("media_id"), it.get("position"))).collect();
        assert_eq!(places, [("2", "0"), ("1", "1")]);
        delete(&mut device, list);
        assert!(device.tables.rows(ENTRIES).is_empty() && device.tables.rows(PLAYLISTS).is_empty());
    }

    #[test]
    fn a_file_says_what_its_video_shows() {
        assert_eq!(
            frames("8 s: Ada\n12 s: Tom\nx\n"),
            [(8000, "Ada"), (12_000, "Tom")]
        );
        assert_eq!(length(3_723_000), "1:02:03");
    }
}
