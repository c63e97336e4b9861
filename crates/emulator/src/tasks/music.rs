//! Task types of Retro Music: playlists and the queue, of songs that are files.

use task::{Params, Random, Value};

use super::{
    about::text,
    definition::{Definition, Ending, FileValues, Goal, PLAIN, reward},
    initial::Initial,
    rows::{fields, not_one_each, texts},
    similarity::fuzzy_match,
    words::GIVEN_NAMES,
};
use crate::{
    apps::music::{PLAYLISTS, QUEUE, SONGS, listed, number},
    state::DeviceState,
};

pub(super) const TYPES: &[Definition] = &[
    Definition {
        name: "RetroCreatePlaylist",
        step_budget: 24,
        ..PLAYLIST
    },
    Definition {
        name: "RetroPlayingQueue",
        goal: Goal::Always("Add the following songs, in order, {names*} to my playing queue in Retro music."),
        params: &[NAMES],
        step_budget: 32,
        generate: |random| {
            let mut all = named(random);
            all.shift_remove("playlist_name");
            all
        },
        rewrite: |values| {
            values.shift_remove("playlist_name");
            names_of_files(values);
        },
        judge: |it| {
            let queue = it.after.tables.rows(QUEUE).iter();
            let titles: Vec<&str> = queue.map(|it| it.get("title")).collect();
            reward(!titles.is_empty() && titles == texts(it.params, "names"))
        },
        ..PLAYLIST
    },
    Definition {
        name: "RetroPlaylistDuration",
        goal: Goal::Always(
            "Create a playlist in Retro Music titled \"{playlist_name}\" with a duration between 45 and 50 minutes using the provided songs.",
        ),
        params: &[PLAYLIST_NAME],
        step_budget: 30,
        generate: |random| {
            let mut all = named(random);
            all.shift_remove("names");
            all
        },
        init: |_, random| {
            let count = random.between(9, 11) as usize;
            let lengths = split(random, 2_850_000, count);
            let lengths = lengths.into_iter().chain(std::iter::repeat_with(|| 0));
            songs(random, &[], lengths)
        },
        rewrite: |values| {
            values.shift_remove("files");
            values.shift_remove("noise_files");
        },
        contradiction: |_, _| None,
        judge: |it| {
            let (name, ids) = all_listed(it.after);
            let ms: i64 = ids.iter().map(|it| it.1).sum();
            let is_called = name.is_some_and(|name| fuzzy_match(&name, text(it.params, "playlist_name")));
            reward(is_called && (45 * 60_000..=50 * 60_000).contains(&ms))
        },
        ..PLAYLIST
    },
    Definition {
        name: "RetroSavePlaylist",
        goal: Goal::Always(
            "Create a playlist in Retro Music titled \"{playlist_name}\" with the following songs, in order: {names*}. Then export the playlist to the Downloads directory on the device.",
        ),
        step_budget: 50,
        judge: |it| {
            let name = text(it.params, "playlist_name");
            let file = format!("/storage/emulated/0/Download/{name}.m3u");
            let saved = it.after.files.read(&file).is_some();
            f64::midpoint(reward(has_playlist(it)), reward(saved))
        },
        ..PLAYLIST
    },
];

/// What the types have in common.
const PLAYLIST: Definition = Definition {
    goal: Goal::Always(
        "Create a playlist in Retro Music titled \"{playlist_name}\" with the following songs, in order: {names*}",
    ),
    params: &[PLAYLIST_NAME, NAMES],
    generate: named,
    init: |params, random| {
        let names = texts(params, "names");
        songs(random, &names, std::iter::repeat_with(|| 0))
    },
    rewrite: names_of_files,
    contradiction: |params, device| not_one_each(params, device, SONGS, "title", "names"),
    judge: |it| reward(has_playlist(it)),
    ..PLAIN
};

const PLAYLIST_NAME: (&str, &str) = ("playlist_name", "name of the playlist");
const NAMES: (&str, &str) = ("names", "titles of the songs, in order");
/// How many songs there are.
const ALL: usize = 15;

/// What playlists are called by.
const THEMES: [&str; 12] = [
    "Breakfast Swing",
    "Cabin Folk",
    "Campfire Choir",
    "Commuter Beats",
    "Garden Jazz",
    "Kitchen Disco",
    "Long Drive",
    "Museum Minimal",
    "Rain on Tin",
    "Slow Sunday",
    "Stairwell Echo",
    "Workshop Radio",
];

/// Titles of songs.
const TITLES: [&str; 20] = [
    "Amber Streets",
    "Borrowed Light",
    "Copper Bells",
    "Distant Ferries",
    "Empty Carousel",
    "Foxglove",
    "Glass Harbour",
    "Harvest Train",
    "Inkwell Blues",
    "June's Lantern",
    "Kite Weather",
    "Low Tide Waltz",
    "Marble Arcade",
    "Northern Post",
    "Old Umbrella",
    "Paper Anchors",
    "Quarry Song",
    "Red Letter Day",
    "Salt and Thyme",
    "Tin Roof Ballad",
];

fn named(random: &mut Random) -> Params {
    let count = random.between(2, 5) as usize;
    let names = random.sample(&TITLES, count);
    let names = names.into_iter().map(str::to_owned).collect();
    let name = format!("{} {}", random.pick(&THEMES), random.between(1, 999));
    Params::from_iter([
        ("playlist_name".to_owned(), Value::Text(name)),
        ("names".to_owned(), Value::List(names)),
    ])
}

/// A file names the songs by their files.
fn names_of_files(values: &mut FileValues) {
    values.shift_remove("noise_files");
    if let Some(serde_json::Value::Array(files)) = values.shift_remove("files") {
        let title = |it: &serde_json::Value| it.as_str().map(|it| it.trim_end_matches(".mp3").to_owned());
        let names: Vec<String> = files.iter().filter_map(title).collect();
        values.insert("names".to_owned(), names.into());
    }
}

/// The songs that are named among others, each a file; a length of 0 is one of some minutes.
fn songs(random: &mut Random, names: &[&str], lengths: impl Iterator<Item = i64>) -> Initial {
    let mut titles: Vec<&str> = names.to_vec();
    let others = random.sample(&TITLES, TITLES.len());
    titles.extend(others.into_iter().filter(|it| !names.contains(it)));
    titles.truncate(ALL);
    let mut initial = Initial::default();
    for (title, length) in titles.into_iter().zip(lengths) {
        let length = if length == 0 {
            random.between(180_000, 300_000)
        } else {
            length
        };
        let path = format!("/storage/emulated/0/Music/{title}.mp3");
        initial.add_song(path, title.to_owned(), random.pick(&GIVEN_NAMES), length);
    }
    initial
}

/// So many parts of a whole, none of them nothing.
fn split(random: &mut Random, whole: i64, count: usize) -> Vec<i64> {
    let mut left = whole;
    let mut parts = Vec::new();
    for at in (1..count as i64).rev() {
        let part = random.between(15_000, (left - at * 15_000).min(2 * left / (at + 1)));
        parts.push(part);
        left -= part;
    }
    parts.push(left);
    parts
}

impl Initial {
    /// Put a song on the device: its file, and what the phone knows of it.
    pub(crate) fn add_song(&mut self, path: String, title: String, artist: &str, length_ms: i64) {
        self.files.push((path.clone(), format!("{artist}: {title}\n")));
        let song = fields([
            ("title", title),
            ("artist", artist.to_owned()),
            ("duration_ms", length_ms.to_string()),
            ("path", path),
        ]);
        self.rows.push((SONGS.to_owned(), song));
    }
}

/// The name of the playlists that have songs, if it is one, and all their songs: title and length.
fn all_listed(device: &DeviceState) -> (Option<String>, Vec<(String, i64)>) {
    let mut names = Vec::new();
    let mut songs = Vec::new();
    for list in device.tables.rows(PLAYLISTS) {
        let own = listed(device, list.id);
        if !own.is_empty() {
            names.push(list.get("playlist_name").to_owned());
        }
        let own = own
            .iter()
            .map(|it| (it.1.get("title").to_owned(), number(it.1, "duration_ms")));
        songs.extend(own);
    }
    let name = (names.len() == 1).then(|| names.remove(0));
    (name, songs)
}

/// Whether there is the playlist of the values, with its songs in their order, and no other that has any.
fn has_playlist(it: &Ending<'_>) -> bool {
    let (name, songs) = all_listed(it.after);
    let is_called = name.is_some_and(|name| fuzzy_match(&name, text(it.params, "playlist_name")));
    let titles = songs.iter().map(|it| it.0.as_str());
    is_called && titles.eq(texts(it.params, "names"))
}
