//! Task types of Files, Android's file manager.

use task::{Params, Random};

use super::{
    about::{About, Collection, text},
    definition::{Definition, Goal, PLAIN, reward},
    initial::Initial,
    markor::{changed, note_name, values},
    odd::Form,
};

/// Where the shared storage is.
const STORAGE: &str = "/storage/emulated/0";

pub(super) const TYPES: &[Definition] = &[
    Definition {
        name: "FilesDeleteFile",
        about: |params| vec![file(params, "subfolder")],
        forms: &[("file_name", Form::File(""))],
        goal: Goal::Always(
            "Delete the file {file_name} from the Android filesystem located in the {subfolder} folder within the sdk_gphone_x86_64 storage area.",
        ),
        params: &[
            ("file_name", "name of the file, with its extension"),
            ("subfolder", "the folder it is in"),
        ],
        step_budget: 22,
        generate: |random| {
            let (folder, names) = FOLDERS[random.between(0, FOLDERS.len() as i64 - 1) as usize];
            values([
                ("file_name", format!("{}{}", note_name(random), split(names[0]).1)),
                ("subfolder", folder.to_owned()),
            ])
        },
        init: |params, random| crowded(random, text(params, "subfolder"), text(params, "file_name")),
        needs: |params| vec![path(params, "subfolder")],
        judge: |it| reward(!it.after.files.exists(&path(it.params, "subfolder"))),
        ..PLAIN
    },
    Definition {
        name: "FilesMoveFile",
        about: |params| vec![file(params, "source_folder")],
        forms: &[("file_name", Form::File(""))],
        goal: Goal::Always(
            "Move the file {file_name} from {source_folder} within the sdk_gphone_x86_64 storage area to the {destination_folder} within the same sdk_gphone_x86_64 storage area in the Android filesystem.",
        ),
        params: &[
            ("file_name", "name of the file, with its extension"),
            ("source_folder", "the folder it is in"),
            ("destination_folder", "the folder it goes to"),
        ],
        step_budget: 20,
        generate: |random| {
            let from = random.between(0, FOLDERS.len() as i64 - 1) as usize;
            let apart = random.between(1, FOLDERS.len() as i64 - 1) as usize;
            let (to, names) = FOLDERS[(from + apart) % FOLDERS.len()];
            values([
                ("file_name", random.pick(names).to_owned()),
                ("source_folder", FOLDERS[from].0.to_owned()),
                ("destination_folder", to.to_owned()),
            ])
        },
        init: |params, random| Initial {
            folders: vec![format!("{STORAGE}/{}", text(params, "destination_folder"))],
            ..crowded(random, text(params, "source_folder"), text(params, "file_name"))
        },
        needs: |params| vec![path(params, "source_folder")],
        contradiction: |params, device| {
            let to = path(params, "destination_folder");
            device
                .files
                .exists(&to)
                .then(|| format!("`{to}` is there before it is moved"))
        },
        judge: |it| {
            let files = &it.after.files;
            let (from, to) = (
                path(it.params, "source_folder"),
                path(it.params, "destination_folder"),
            );
            reward(!files.exists(&from) && files.exists(&to))
        },
        ..PLAIN
    },
];

/// The folders of the storage, and what may be in each.
const FOLDERS: [(&str, &[&str]); 12] = [
    (
        "Alarms",
        &[
            "church_bells.mp3",
            "early_birds.mp3",
            "rooster_call.mp3",
            "soft_harp.mp3",
        ],
    ),
    (
        "Audiobooks",
        &[
            "desert_crossing.mp3",
            "lighthouse_keeper.mp3",
            "north_wind.mp3",
            "two_clocks.mp3",
        ],
    ),
    (
        "DCIM",
        &[
            "birthday_cake.jpg",
            "castle_tour.jpg",
            "first_snow.jpg",
            "harvest_fair.jpg",
        ],
    ),
    (
        "Documents",
        &[
            "energy_bill.pdf",
            "garden_plan.pdf",
            "insurance_terms.pdf",
            "train_schedule.pdf",
        ],
    ),
    (
        "Download",
        &[
            "city_map.pdf",
            "font_pack.zip",
            "museum_ticket.pdf",
            "repair_manual.pdf",
        ],
    ),
    (
        "Movies",
        &[
            "attic_secrets.mp4",
            "river_journey.mp4",
            "silent_orchard.mp4",
            "steam_engines.mp4",
        ],
    ),
    (
        "Music",
        &[
            "accordion_night.mp3",
            "brass_parade.mp3",
            "cello_suite.mp3",
            "jazz_cellar.mp3",
        ],
    ),
    (
        "Notifications",
        &[
            "bicycle_bell.mp3",
            "drop_of_water.mp3",
            "glass_ping.mp3",
            "paper_rustle.mp3",
        ],
    ),
    (
        "Pictures",
        &[
            "balcony_view.png",
            "ferry_sunrise.png",
            "market_stalls.png",
            "old_bridge.png",
        ],
    ),
    (
        "Podcasts",
        &[
            "bread_and_salt.mp3",
            "chess_hour.mp3",
            "history_walks.mp3",
            "science_corner.mp3",
        ],
    ),
    (
        "Recordings",
        &[
            "choir_practice.wav",
            "lecture_two.wav",
            "piano_idea.wav",
            "voice_memo.wav",
        ],
    ),
    (
        "Ringtones",
        &[
            "kalimba_loop.mp3",
            "marimba_run.mp3",
            "tin_whistle.mp3",
            "two_chords.mp3",
        ],
    ),
];

/// The most files that are in a folder for other reasons.
const NOISE: i64 = 20;

/// The file of the instance, in the folder that a parameter names.
fn path(params: &Params, folder: &str) -> String {
    format!("{STORAGE}/{}/{}", text(params, folder), text(params, "file_name"))
}

/// The file of the instance among those of its folder.
fn file(params: &Params, folder: &str) -> About {
    let folder = format!("{STORAGE}/{}", text(params, folder));
    About::meant(Collection::Files(folder), params, &["file_name"])
}

/// A name and its extension, with the dot.
fn split(name: &str) -> (&str, &str) {
    match name.rfind('.') {
        Some(dot) => name.split_at(dot),
        None => (name, ""),
    }
}

/// A file among others, some of which have names that resemble its own.
fn crowded(random: &mut Random, folder: &str, name: &str) -> Initial {
    let usual = FOLDERS
        .iter()
        .find(|it| it.0 == folder)
        .map_or(&[][..], |it| it.1);
    let mut names = vec![name.to_owned()];
    for _ in 0..random.between(1, NOISE) {
        let like = if usual.is_empty() || random.between(0, 4) == 0 {
            name
        } else {
            random.pick(usual)
        };
        let (stem, extension) = split(like);
        let other = format!("{}{extension}", changed(random, stem));
        if !names.contains(&other) {
            names.push(other);
        }
    }
    let at = random.between(0, names.len() as i64 - 1) as usize;
    names.swap(0, at);
    let files = names
        .into_iter()
        .map(|it| {
            (
                format!("{STORAGE}/{folder}/{it}"),
                format!("{}\n", random.letters(20)),
            )
        })
        .collect();
    Initial {
        files,
        ..Initial::default()
    }
}
