//! Task types of Audio Recorder, which keeps each record as a file.

use task::Params;

use super::{
    about::text,
    definition::{Definition, Ending, Goal, PLAIN, reward},
    markor::changed,
    rows::values,
};
use crate::apps::recorder::RECORDS;

pub(super) const TYPES: &[Definition] = &[
    Definition {
        name: "AudioRecorderRecordAudio",
        goal: Goal::Always("Record an audio clip using Audio Recorder app and save it."),
        step_budget: 12,
        judge: |it| reward(new_records(it).len() == 1),
        ..PLAIN
    },
    Definition {
        name: "AudioRecorderRecordAudioWithFileName",
        goal: Goal::Always(
            "Record an audio clip and save it with name \"{file_name}\" using Audio Recorder app.",
        ),
        params: &[("file_name", "name of the record, with its extension")],
        step_budget: 20,
        generate: |random| {
            let name = random.pick(&RECORDINGS);
            let name = changed(random, name);
            values([("file_name", format!("{name}.m4a"))])
        },
        // A file has what its other types write into a file.
        rewrite: |values| _ = values.shift_remove("text"),
        judge: |it| reward(it.after.files.read(&expected(it.params)).is_some()),
        contradiction: |params, device| {
            let there = device.files.exists(&expected(params));
            there.then(|| "there is a record of this name already".to_owned())
        },
        ..PLAIN
    },
];

/// What records are called by.
const RECORDINGS: [&str; 12] = [
    "briefing",
    "choir",
    "diary",
    "dictation",
    "evensong",
    "fieldwork",
    "hearing",
    "idea",
    "melody",
    "rehearsal",
    "sermon",
    "voicemail",
];

/// The app puts its extension behind any name; the suite expects it behind the one that the goal says.
fn expected(params: &Params) -> String {
    format!("{RECORDS}/{}.m4a", text(params, "file_name"))
}

/// Records that are new, or say something else than before.
fn new_records<'a>(it: &'a Ending<'_>) -> Vec<&'a str> {
    let files = it.after.files.walk();
    let new = files.filter(|(path, content)| {
        let in_folder = path.rsplit_once('/').is_some_and(|it| it.0 == RECORDS);
        in_folder && content.is_some_and(|it| !it.is_empty()) && it.before.files.read(path) != *content
    });
    new.map(|it| it.0).collect()
}
