//! Task types of VLC: playlists of videos that are files.

use task::{Params, Random, Value};

use super::{
    about::{About, Collection, text},
    definition::{Definition, Ending, FileValues, Goal, PLAIN, reward},
    initial::Initial,
    markor::{changed, in_notebook},
    odd::Form,
    rows::texts,
    similarity::fuzzy_match,
    words::GIVEN_NAMES,
};
use crate::{
    apps::vlc::{PLAYLISTS, listed},
    state::Row,
};

pub(super) const TYPES: &[Definition] = &[
    Definition {
        name: "MarkorTranscribeVideo",
        goal: Goal::Always(
            "Transcribe the contents of video {video_name} by watching it in VLC player (located in Download) and writing the sequence of strings shown on each frame to the text file {file_name} in Markor as a comma separated list. For example, if the first frame shows the text \"edna\" and the second frame shows the text \"pineapple\", then the text file should contain only the following text: \"edna, pineapple\".",
        ),
        params: &[
            ("video_name", "name of the video, with its extension"),
            ("file_name", "name of the note, with its extension"),
        ],
        hidden: &["text"],
        apps: &["Markor", "VLC"],
        step_budget: 20,
        generate: |random| {
            let video = video(random);
            let note = format!("{}_transcription.txt", video.trim_end_matches(".mp4"));
            let count = random.between(2, 4) as usize;
            let shown = random.sample(&GIVEN_NAMES, count).join(",");
            Params::from_iter([
                ("video_name".to_owned(), video.into()),
                ("file_name".to_owned(), note.into()),
                ("text".to_owned(), shown.into()),
            ])
        },
        init: |params, random| {
            let mut initial = Initial::default();
            let shown: Vec<String> = text(params, "text").split(',').map(str::to_owned).collect();
            initial.add_video(&in_folder(DOWNLOADS, text(params, "video_name")), &shown, 8);
            let count = random.between(5, 20) as usize;
            let others = videos(random, count, &[text(params, "video_name").to_owned()]);
            add_noise(&mut initial, DOWNLOADS, &others, random);
            initial
        },
        needs: |params| vec![in_folder(DOWNLOADS, text(params, "video_name"))],
        // The frames are what the note says, and the others are on the device anyway.
        rewrite: |values| without(values, &["messages", "noise_files"]),
        contradiction: |params, device| {
            let note = in_notebook(text(params, "file_name"));
            let there = device.files.exists(&note);
            there.then(|| format!("`{note}` is there before it is written"))
        },
        judge: |it| {
            let note = it.after.files.read(&in_notebook(text(it.params, "file_name")));
            // The goal says a list with spaces, and the suite compares with one that has none.
            let says = |it: &str| it.split(',').map(str::trim).collect::<Vec<_>>().join(",");
            reward(note.is_some_and(|note| fuzzy_match(&says(note), text(it.params, "text"))))
        },
        ..PLAIN
    },
    Definition {
        name: "VlcCreatePlaylist",
        goal: Goal::Always(
            "Create a playlist titled \"{playlist_name}\" with the following files in VLC (located in Internal Memory/VLCVideos), in order: {files*}",
        ),
        params: &[
            ("playlist_name", "name of the playlist"),
            ("files", "names of the files, in order"),
        ],
        about: |params| {
            vec![About::meant(
                Collection::Videos(VIDEOS.to_owned()),
                params,
                &["files"],
            )]
        },
        forms: &[("playlist_name", Form::Line), ("files", Form::File(".mp4"))],
        step_budget: 28,
        generate: |random| {
            let (name, files) = (playlist(random), some_videos(random, &[]));
            Params::from_iter([
                ("playlist_name".to_owned(), name.into()),
                ("files".to_owned(), Value::List(files)),
            ])
        },
        init: |params, random| among_others(params, random, &["files"]),
        needs: |params| needed(params, &["files"]),
        rewrite: |values| without(values, &["noise_files"]),
        judge: |it| reward(has_playlist(it, "playlist_name", "files")),
        ..PLAIN
    },
    Definition {
        name: "VlcCreateTwoPlaylists",
        goal: Goal::Always(
            "Create a playlist titled \"{playlist_name1}\" with the following files in VLC (located in Internal Memory/VLCVideos), in order: {files1*}. And then, create a playlist titled \"{playlist_name2}\" with the following files in VLC, in order: {files2*}.",
        ),
        params: &[
            ("playlist_name1", "name of the first playlist"),
            ("files1", "names of its files, in order"),
            ("playlist_name2", "name of the second playlist"),
            ("files2", "names of its files, in order"),
        ],
        about: |params| {
            let files = Collection::Videos(VIDEOS.to_owned());
            vec![About::meant(files, params, &["files1", "files2"])]
        },
        step_budget: 48,
        generate: |random| {
            let name = playlist(random);
            let other = loop {
                let other = playlist(random);
                if !fuzzy_match(&name, &other) {
                    break other;
                }
            };
            let files = some_videos(random, &[]);
            let others = some_videos(random, &files);
            Params::from_iter([
                ("playlist_name1".to_owned(), name.into()),
                ("files1".to_owned(), Value::List(files)),
                ("playlist_name2".to_owned(), other.into()),
                ("files2".to_owned(), Value::List(others)),
            ])
        },
        init: |params, random| among_others(params, random, &["files1", "files2"]),
        needs: |params| needed(params, &["files1", "files2"]),
        rewrite: |values| without(values, &["noise_files1", "noise_files2"]),
        contradiction: |params, _| {
            let [one, other] = ["playlist_name1", "playlist_name2"].map(|it| text(params, it));
            fuzzy_match(one, other).then(|| format!("\"{one}\" and \"{other}\" are nearly the same"))
        },
        judge: |it| {
            let [first, second] = ["1", "2"]
                .map(|at| has_playlist(it, &format!("playlist_name{at}"), &format!("files{at}")))
                .map(reward);
            f64::midpoint(first, second)
        },
        ..PLAIN
    },
];

/// Where the videos of the playlists are.
const VIDEOS: &str = "/storage/emulated/0/VLCVideos";
const DOWNLOADS: &str = "/storage/emulated/0/Download";

/// First words of files.
const SUBJECTS: [&str; 8] = [
    "birthday",
    "carnival",
    "concert",
    "excursion",
    "interview",
    "parade",
    "rehearsal",
    "sailing",
];
/// Last words of files.
const MAKES: [&str; 5] = ["", "4K", "HD", "export", "raw"];

/// What playlists are called by.
const THEMES: [&str; 12] = [
    "Allotment Year",
    "Boat Building",
    "Brass Band",
    "City Bees",
    "Family Slides",
    "Ghost Towns",
    "Glass Blowing",
    "Mountain Huts",
    "Night Trains",
    "Puppet Theatre",
    "Sea Kayaks",
    "Street Chess",
];
const QUALIFIERS: [&str; 6] = [
    "Archive",
    "Collection",
    "Evening",
    "Highlights",
    "Marathon",
    "Series",
];

fn without(values: &mut FileValues, names: &[&str]) {
    for name in names {
        values.shift_remove(*name);
    }
}

fn playlist(random: &mut Random) -> String {
    format!("{} {}", random.pick(&THEMES), random.pick(&QUALIFIERS))
}

fn video(random: &mut Random) -> String {
    let (subject, make) = (random.pick(&SUBJECTS), random.pick(&MAKES));
    let name = format!("{subject}_{}_{make}", random.between(1, 99));
    format!("{}.mp4", changed(random, &name))
}

/// So many videos that differ from each other and from those that are there.
fn videos(random: &mut Random, count: usize, there: &[String]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    while all.len() < count {
        let other = video(random);
        if !all.contains(&other) && !there.contains(&other) {
            all.push(other);
        }
    }
    all
}

fn some_videos(random: &mut Random, there: &[String]) -> Vec<String> {
    let count = random.between(2, 5) as usize;
    videos(random, count, there)
}

fn in_folder(folder: &str, name: &str) -> String {
    format!("{folder}/{name}")
}

fn named(params: &Params, names: &[&str]) -> Vec<String> {
    let all = names.iter().flat_map(|it| texts(params, it));
    all.map(str::to_owned).collect()
}

fn needed(params: &Params, names: &[&str]) -> Vec<String> {
    named(params, names)
        .iter()
        .map(|it| in_folder(VIDEOS, it))
        .collect()
}

/// The videos of the values, and as many others.
fn among_others(params: &Params, random: &mut Random, names: &[&str]) -> Initial {
    let meant = named(params, names);
    let mut all = meant.clone();
    all.extend(videos(random, meant.len(), &meant));
    let mut initial = Initial::default();
    add_noise(&mut initial, VIDEOS, &all, random);
    initial
}

/// Videos of one frame, which nobody has to see.
fn add_noise(initial: &mut Initial, folder: &str, names: &[String], random: &mut Random) {
    for it in names {
        let (frame, seconds) = (random.letters(10), random.between(20, 180));
        initial.add_video(&in_folder(folder, it), &[frame], seconds);
    }
}

impl Initial {
    /// Put a video on the device: a line for each frame, with how long it is shown.
    pub(crate) fn add_video(&mut self, path: &str, frames: &[String], seconds: i64) {
        let lines = frames.iter().map(|it| format!("{seconds} s: {it}\n"));
        self.files.push((path.to_owned(), lines.collect()));
    }
}

/// Whether there is one playlist of this name, and the files stand in it in their order.
fn has_playlist(it: &Ending<'_>, name: &str, files: &str) -> bool {
    let name = text(it.params, name);
    let rows = it.after.tables.rows(PLAYLISTS).iter();
    let called: Vec<&Row> = rows.filter(|it| fuzzy_match(it.get("name"), name)).collect();
    let [one] = called[..] else { return false };
    let paths = listed(it.after, one.id);
    let wanted = texts(it.params, files);
    let wanted: Vec<String> = wanted.into_iter().map(|it| in_folder(VIDEOS, it)).collect();
    !wanted.is_empty() && paths.iter().map(|it| it.1.get("path")).eq(wanted.iter())
}
