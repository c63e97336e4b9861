//! Task types of Markor, which keeps notes as files in one folder.

use task::{Params, Random, Value};

use super::{
    about::{About, Collection, text},
    definition::{Definition, Ending, Goal, PLAIN, reward},
    initial::Initial,
    odd::Form,
    similarity::fuzzy_match,
    sms,
    words::{ADJECTIVES, FOLDERS, NOUNS, SENTENCES, TITLES},
};
use crate::state::{DeviceState, Entry};

/// The folder of the notes.
const NOTEBOOK: &str = "/storage/emulated/0/Documents/Markor";

pub(super) const TYPES: &[Definition] = &[
    Definition {
        name: "MarkorAddNoteHeader",
        about: |params| vec![note(params, &["original_name"]).renamed(params, "new_name")],
        forms: &[
            ("original_name", Form::File(".md")),
            ("new_name", Form::File(".md")),
            ("header", Form::Line),
        ],
        goal: Goal::Always(
            "Update the Markor note {original_name} by adding the following text, along with a new blank line before the existing content: \"{header}\", and rename it to {new_name}.",
        ),
        params: &[
            ("original_name", "name of the note, with its extension"),
            ("header", "what is put before the content"),
            ("new_name", "the name it gets, with its extension"),
        ],
        hidden: &["original_content"],
        step_budget: 12,
        generate: |random| {
            let original_name = note_file(random);
            let new_name = loop {
                let other = note_file(random);
                if other != original_name {
                    break other;
                }
            };
            values([
                ("original_name", original_name),
                ("original_content", sentence(random)),
                ("new_name", new_name),
                ("header", random.letters(20)),
            ])
        },
        init: |params, random| {
            let content = Content::Given(text(params, "original_content"));
            notes(random, "", text(params, "original_name"), content)
        },
        needs: |params| vec![in_notebook(text(params, "original_name"))],
        contradiction: |params, device| other_content(params, device, "original_name", "original_content"),
        judge: |it| {
            let (header, original) = (text(it.params, "header"), text(it.params, "original_content"));
            let updated = it.note(text(it.params, "new_name")) == Some(&*format!("{header}\n\n{original}\n"));
            reward(updated && !exists(it.after, text(it.params, "original_name")))
        },
        ..PLAIN
    },
    Definition {
        name: "MarkorChangeNoteContent",
        about: |params| vec![note(params, &["original_name"]).renamed(params, "new_name")],
        forms: &[
            ("original_name", Form::File(".md")),
            ("new_name", Form::File(".md")),
            ("updated_content", Form::Text),
        ],
        goal: Goal::Always(
            "Update the content of {original_name} to \"{updated_content}\" in Markor and change its name to {new_name}.",
        ),
        params: &[
            ("original_name", "name of the note, with its extension"),
            ("new_name", "the name it gets, with its extension"),
            ("updated_content", "what the note says afterwards"),
        ],
        step_budget: 12,
        generate: |random| {
            values([
                ("original_name", note_file(random)),
                ("new_name", note_file(random)),
                ("updated_content", random.letters(20)),
            ])
        },
        init: |params, random| notes(random, "", text(params, "original_name"), Content::Letters),
        needs: |params| vec![in_notebook(text(params, "original_name"))],
        judge: |it| {
            let content = it.note(text(it.params, "new_name"));
            let updated = content
                .is_some_and(|it_says| fuzzy_match(it_says.trim(), text(it.params, "updated_content")));
            reward(updated && !exists(it.after, text(it.params, "original_name")))
        },
        ..PLAIN
    },
    Definition {
        name: "MarkorCreateFolder",
        about: |params| vec![new_note(params, "folder_name")],
        forms: &[("folder_name", Form::File(""))],
        goal: Goal::Always("Create a new folder in Markor named {folder_name}."),
        params: &[("folder_name", "name of the folder")],
        step_budget: 10,
        generate: |random| {
            let time = format!(
                "{:02}{:02}{:02}",
                random.between(0, 23),
                random.between(0, 59),
                random.between(0, 59)
            );
            values([("folder_name", format!("folder_{}_{time}", date(random, "")))])
        },
        init: |_, random| Initial {
            files: noise(random, "", None),
            ..Initial::default()
        },
        judge: |it| reward(exists(it.after, text(it.params, "folder_name"))),
        ..PLAIN
    },
    Definition {
        name: "MarkorCreateNote",
        about: |params| vec![new_note(params, "file_name")],
        forms: &[("file_name", Form::File(".md")), ("text", Form::Text)],
        goal: Goal::Always("Create a new note in Markor named {file_name} with the following text: {text}"),
        params: &[
            ("file_name", "name of the note, with its extension"),
            ("text", "what the note says"),
        ],
        step_budget: 16,
        generate: |random| values([("file_name", note_file(random)), ("text", sentence(random))]),
        init: |_, _| Initial::default(),
        judge: |it| created_note(it, "text"),
        ..PLAIN
    },
    Definition {
        name: "MarkorCreateNoteAndSms",
        about: |params| vec![new_note(params, "file_name")],
        forms: &[("file_name", Form::File(".md")), ("text", Form::Text)],
        goal: Goal::Always(
            "Create a new note in Markor named {file_name} with the following text: {text}. Share the entire content of the note with the phone number {number} via SMS using Simple SMS Messenger",
        ),
        params: &[
            ("file_name", "name of the note, with its extension"),
            ("text", "what the note says"),
            ("number", "phone number with its country code"),
        ],
        apps: &["Markor", "SMS Messenger"],
        step_budget: 18,
        generate: |random| {
            values([
                ("file_name", note_file(random)),
                ("text", sentence(random)),
                ("number", sms::phone_number(random)),
            ])
        },
        // Each half counts for itself.
        judge: |it| (created_note(it, "text") + reward(sms::was_sent(it, "number", "text"))) / 2.0,
        ..PLAIN
    },
    Definition {
        name: "MarkorCreateNoteFromClipboard",
        about: |params| vec![new_note(params, "file_name")],
        forms: &[("file_name", Form::File(".md")), ("file_content", Form::Text)],
        goal: Goal::Always(
            "Create a note in Markor named {file_name}. Perform a paste operation in the note and save the note.",
        ),
        params: &[("file_name", "name of the note, with its extension")],
        hidden: &["file_content"],
        apps: &["Markor", "Clipper"],
        step_budget: 14,
        generate: |random| {
            values([
                ("file_name", note_file(random)),
                ("file_content", random.letters(20)),
            ])
        },
        init: |params, _| Initial {
            clipboard: Some(text(params, "file_content").to_owned()),
            ..Initial::default()
        },
        judge: |it| created_note(it, "file_content"),
        contradiction: |params, device| {
            let content = text(params, "file_content");
            (device.clipboard.as_deref() != Some(content)).then(|| {
                format!(
                    "the clipboard holds {:?}, but `file_content` is \"{content}\"",
                    device.clipboard
                )
            })
        },
        ..PLAIN
    },
    Definition {
        name: "MarkorDeleteAllNotes",
        about: |params| vec![About::meant(Collection::AllFiles(in_notebook("")), params, &[])],
        goal: Goal::Always("Delete all my notes in Markor."),
        step_budget: 14,
        init: |_, random| {
            let count = random.between(1, 6);
            Initial {
                files: others(random, count, "", None),
                ..Initial::default()
            }
        },
        // The suite lists the notebook, which has to be there for that.
        judge: |it| {
            let files = &it.after.files;
            reward(files.is_dir(NOTEBOOK) && files.list(NOTEBOOK).iter().all(|it| it.is_dir))
        },
        ..PLAIN
    },
    Definition {
        name: "MarkorDeleteNewestNote",
        about: |params| vec![About::meant(Collection::Dated(in_notebook("")), params, &[])],
        goal: Goal::Always("Delete the newest note in Markor."),
        params: &[],
        step_budget: 10,
        generate: |_| Params::new(),
        init: |_, random| dated_notes(random),
        judge: |it| {
            let (before, after) = (by_age(it.before), by_age(it.after));
            let older = before.len().checked_sub(1).map(|newest| &before[..newest]);
            reward(older == Some(&after[..]))
        },
        ..PLAIN
    },
    Definition {
        name: "MarkorDeleteNote",
        about: |params| vec![note(params, &["file_name"])],
        forms: &[("file_name", Form::File(""))],
        goal: Goal::Always("Delete the note in Markor named {file_name}."),
        params: &[("file_name", "name of the note")],
        step_budget: 10,
        generate: |random| values([("file_name", note_name(random))]),
        init: |params, random| notes(random, "", text(params, "file_name"), Content::Letters),
        needs: |params| vec![in_notebook(text(params, "file_name"))],
        judge: |it| reward(!exists(it.after, text(it.params, "file_name"))),
        ..PLAIN
    },
    Definition {
        name: "MarkorEditNote",
        about: |params| vec![note(params, &["file_name"])],
        forms: &[
            ("file_name", Form::File(".md")),
            ("header", Form::Line),
            ("footer", Form::Line),
            ("replace_text", Form::Text),
        ],
        goal: Goal::By(
            "edit_type",
            &[
                (
                    "header",
                    "Edit {file_name} in Markor. Add to the top of the note {header}",
                ),
                (
                    "footer",
                    "Edit {file_name} in Markor. Add to the bottom of the note {footer}",
                ),
                (
                    "replace",
                    "Edit {file_name} in Markor. Replace the text with {replace_text}",
                ),
            ],
        ),
        params: &[
            ("file_name", "name of the note, with its extension"),
            (
                "edit_type",
                "what is done with the note: header, footer or replace",
            ),
            ("header", "what is added at the top, where edit_type is header"),
            ("footer", "what is added at the bottom, where edit_type is footer"),
            (
                "replace_text",
                "what the note says afterwards, where edit_type is replace",
            ),
        ],
        step_budget: 12,
        generate: |random| {
            let name = format!("note_{}{}", random.letters(5), extension(random));
            let kind = random.pick(&["header", "footer", "replace"]);
            let (what, content) = match kind {
                "replace" => ("replace_text", random.sample(&SENTENCES, 3).join("\n")),
                other => (other, sentence(random)),
            };
            values([
                ("file_name", name),
                ("edit_type", kind.to_owned()),
                (what, content),
            ])
        },
        init: |params, random| notes(random, "", text(params, "file_name"), Content::Sentence),
        needs: |params| vec![in_notebook(text(params, "file_name"))],
        judge: |it| {
            let name = text(it.params, "file_name");
            let original = it
                .before
                .files
                .read(&in_notebook(name))
                .unwrap_or_default()
                .trim();
            let expected = match text(it.params, "edit_type") {
                "header" => format!("{}\n{original}", text(it.params, "header")),
                "footer" => format!("{original}\n{}", text(it.params, "footer")),
                _ => text(it.params, "replace_text").to_owned(),
            };
            // Beside a long note a short line hardly counts: it has to be there itself.
            let is_added = |it_says: &str| match text(it.params, "edit_type") {
                "header" => fuzzy_match(
                    it_says.lines().next().unwrap_or_default(),
                    text(it.params, "header"),
                ),
                "footer" => fuzzy_match(
                    it_says.lines().last().unwrap_or_default(),
                    text(it.params, "footer"),
                ),
                _ => true,
            };
            reward(
                it.note(name).is_some_and(|it_says| {
                    fuzzy_match(it_says.trim(), &expected) && is_added(it_says.trim())
                }),
            )
        },
        ..PLAIN
    },
    Definition {
        name: "MarkorMergeNotes",
        about: |params| vec![note(params, &PARTS.map(|it| it.0)).renamed(params, "new_file_name")],
        forms: &[
            ("file1_name", Form::File(".md")),
            ("file2_name", Form::File(".md")),
            ("file3_name", Form::File(".md")),
        ],
        goal: Goal::Always(
            "Merge the contents of Markor notes {file1_name}, {file2_name} and {file3_name} (in the same order) into a new Markor note named {new_file_name} and save it. Add a new line between the content of each note.",
        ),
        params: &[
            ("file1_name", "name of the first note, with its extension"),
            ("file2_name", "name of the second note, with its extension"),
            ("file3_name", "name of the third note, with its extension"),
            ("new_file_name", "name of the new note, which has no extension"),
        ],
        hidden: &["file1_content", "file2_content", "file3_content"],
        step_budget: 78,
        generate: |random| {
            let mut names: Vec<String> = Vec::new();
            while names.len() < PARTS.len() {
                let name = note_file(random);
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            let mut params = values([("new_file_name", random.letters(8))]);
            for ((name, content), value) in PARTS.into_iter().zip(names) {
                params.insert(name.to_owned(), value.into());
                params.insert(content.to_owned(), random.letters(20).into());
            }
            params
        },
        init: |params, _| Initial {
            files: PARTS
                .map(|(name, content)| {
                    let path = in_notebook(text(params, name));
                    (path, format!("{}\n", text(params, content)))
                })
                .to_vec(),
            ..Initial::default()
        },
        needs: |params| PARTS.map(|(name, _)| in_notebook(text(params, name))).to_vec(),
        contradiction: |params, device| {
            PARTS
                .into_iter()
                .find_map(|(name, content)| other_content(params, device, name, content))
        },
        judge: |it| {
            let parts = PARTS.map(|(_, content)| text(it.params, content));
            let merged = it.note(text(it.params, "new_file_name")).is_some_and(|it_says| {
                let lines: Vec<&str> = it_says.trim().split('\n').collect();
                fuzzy_match(it_says, &format!("{}\n", parts.join("\n\n")))
                    && lines.len() == 5
                    && lines[1].is_empty()
                    && lines[3].is_empty()
            });
            reward(merged)
        },
        ..PLAIN
    },
    Definition {
        name: "MarkorMoveNote",
        about: |params| {
            let source = Collection::Files(in_notebook(text(params, "source_folder")));
            vec![
                About::meant(source, params, &["file_name"]),
                About::meant(
                    Collection::Folders(in_notebook("")),
                    params,
                    &["source_folder", "destination_folder"],
                ),
            ]
        },
        forms: &[("file_name", Form::File(".md"))],
        goal: Goal::Always(
            "In Markor, move the note {file_name} from {source_folder} to {destination_folder}.",
        ),
        params: &[
            ("file_name", "name of the note, with its extension"),
            ("source_folder", "the folder it is in"),
            ("destination_folder", "the folder it goes to"),
        ],
        step_budget: 14,
        generate: |random| {
            let folders = random.sample(&FOLDERS, 2);
            values([
                ("file_name", note_file(random)),
                ("source_folder", folders[0].to_owned()),
                ("destination_folder", folders[1].to_owned()),
            ])
        },
        init: |params, random| Initial {
            folders: ["source_folder", "destination_folder"]
                .map(|it| in_notebook(text(params, it)))
                .to_vec(),
            ..notes(
                random,
                text(params, "source_folder"),
                text(params, "file_name"),
                Content::Letters,
            )
        },
        needs: |params| vec![moved(params, "source_folder")],
        judge: |it| {
            let files = &it.after.files;
            let (from, to) = (
                moved(it.params, "source_folder"),
                moved(it.params, "destination_folder"),
            );
            reward(!files.exists(&from) && files.exists(&to))
        },
        ..PLAIN
    },
];

/// Notes of the notebook that parameters name.
fn note(params: &Params, names: &[&str]) -> About {
    About::meant(Collection::Files(in_notebook("")), params, names)
}

/// A note or folder that is made in the notebook.
fn new_note(params: &Params, name: &str) -> About {
    About::made(Collection::Files(in_notebook("")), params, name)
}

/// The notes that are merged: their names and contents.
const PARTS: [(&str, &str); 3] = [
    ("file1_name", "file1_content"),
    ("file2_name", "file2_content"),
    ("file3_name", "file3_content"),
];

/// Whether the note of the instance is there and says what a parameter does.
pub(super) fn created_note(it: &Ending<'_>, content: &str) -> f64 {
    let note = it.note(text(it.params, "file_name"));
    reward(note.is_some_and(|it_says| fuzzy_match(it_says.trim(), text(it.params, content))))
}

/// What is wrong where a note says something else than a parameter does.
fn other_content(params: &Params, device: &DeviceState, name: &str, content: &str) -> Option<String> {
    let path = in_notebook(text(params, name));
    let says = device.files.read(&path).unwrap_or_default();
    let wanted = text(params, content);
    (says.trim() != wanted.trim()).then(|| format!("`{path}` says {says:?}, but `{content}` is {wanted:?}"))
}

impl Ending<'_> {
    /// What a note of the notebook says at the end.
    fn note(&self, name: &str) -> Option<&str> {
        self.after.files.read(&in_notebook(name))
    }
}

/// Where the note of a move is, in the folder that a parameter names.
fn moved(params: &Params, folder: &str) -> String {
    format!(
        "{}/{}",
        in_notebook(text(params, folder)),
        text(params, "file_name")
    )
}

/// The path of a note or folder; of the notebook itself where there is no name.
pub(super) fn in_notebook(name: &str) -> String {
    if name.is_empty() {
        NOTEBOOK.to_owned()
    } else {
        format!("{NOTEBOOK}/{name}")
    }
}

fn exists(state: &DeviceState, name: &str) -> bool {
    state.files.exists(&in_notebook(name))
}

/// Names and birth of everything in the notebook, the oldest first.
fn by_age(state: &DeviceState) -> Vec<(i64, String)> {
    let age = |it: Entry| (it.created_ms, it.name);
    let mut all: Vec<(i64, String)> = state.files.list(NOTEBOOK).into_iter().map(age).collect();
    all.sort();
    all
}

pub(super) fn values<const N: usize>(values: [(&str, String); N]) -> Params {
    values
        .into_iter()
        .map(|(name, value)| (name.to_owned(), Value::Text(value)))
        .collect()
}

/// A day of 2023 before the device's today.
fn date(random: &mut Random, between: &str) -> String {
    let month = random.between(1, 10);
    let last = match month {
        2 => 28,
        4 | 6 | 9 => 30,
        10 => 14,
        _ => 31,
    };
    format!("2023{between}{month:02}{between}{:02}", random.between(1, last))
}

/// A name with one addition, in front or at the end: a date, some letters, or a word.
pub(super) fn changed(random: &mut Random, name: &str) -> String {
    let addition = match random.between(0, 2) {
        0 => date(random, "_"),
        1 => random.letters(4),
        _ => random.pick(&["backup", "copy", "edited", "final"]).to_owned(),
    };
    if random.between(0, 1) == 0 {
        format!("{addition}_{name}")
    } else {
        format!("{name}_{addition}")
    }
}

/// A note's name without extension.
pub(super) fn note_name(random: &mut Random) -> String {
    let name = format!("{}_{}", random.pick(&ADJECTIVES), random.pick(&NOUNS));
    changed(random, &name)
}

fn extension(random: &mut Random) -> &'static str {
    random.pick(&[".md", ".txt"])
}

fn note_file(random: &mut Random) -> String {
    format!("{}{}", note_name(random), extension(random))
}

fn sentence(random: &mut Random) -> String {
    random.pick(&SENTENCES).to_owned()
}

/// What the note of an instance says at the beginning.
enum Content<'a> {
    Letters,
    Sentence,
    Given(&'a str),
}

/// The note of an instance among others, in a folder of the notebook.
fn notes(random: &mut Random, folder: &str, name: &str, content: Content<'_>) -> Initial {
    let mut files = noise(random, folder, Some(name));
    let says = match content {
        Content::Letters => random.letters(20),
        Content::Sentence => sentence(random),
        Content::Given(says) => says.to_owned(),
    };
    let at = random.between(0, files.len() as i64) as usize;
    files.insert(
        at,
        (format!("{}/{name}", in_notebook(folder)), format!("{says}\n")),
    );
    Initial {
        files,
        ..Initial::default()
    }
}

/// Other notes: up to twenty, some of them with names that resemble one name.
fn noise(random: &mut Random, folder: &str, resembling: Option<&str>) -> Vec<(String, String)> {
    let count = random.between(1, 20);
    others(random, count, folder, resembling)
}

fn others(random: &mut Random, count: i64, folder: &str, resembling: Option<&str>) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    for _ in 0..count {
        let title = random.pick(&TITLES);
        let similar = resembling.filter(|_| random.between(0, 4) == 0);
        let (base, extension) = similar.map_or((title, ".md"), |it| match it.rfind('.') {
            Some(dot) => it.split_at(dot),
            None => (it, ".md"),
        });
        let path = format!("{}/{}{extension}", in_notebook(folder), changed(random, base));
        let says = random.letters(20);
        if files.iter().all(|it| it.0 != path) {
            files.push((path, format!("{says}\n")));
        }
    }
    files
}

/// Two to six notes that were made at different times, not in the order of their making.
fn dated_notes(random: &mut Random) -> Initial {
    let count = random.between(2, 6) as usize;
    let mut initial = Initial::default();
    let (mut now, mut seen) = (0, vec![0]);
    while initial.files.len() < count {
        let path = in_notebook(&format!("{}.md", note_name(random)));
        if initial.files.iter().any(|it| it.0 == path) {
            continue;
        }
        initial.files.push((path, format!("{}\n", sentence(random))));
        // Two notes of the same minute would leave open which is newer.
        let shift = loop {
            let shift = random.between(-500, 500);
            if !seen.contains(&(now + shift)) {
                break shift;
            }
        };
        now += shift;
        seen.push(now);
        initial.clock_shifts_ms.push(shift * 60_000);
    }
    initial
}
