//! Instances from a file: goal, values and the beginning of each, as AndroidWorld's own suite made them.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::Value as Json;
use task::{Params, Value};
use thiserror::Error;

use crate::tasks::{BadInitial, BadParams, Definition, Ending, Initial, definition, definitions};

/// One instance of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct FileInstance {
    /// Its task type.
    pub task_type: String,
    /// The goal.
    pub goal: String,
    /// The values, hidden ones included.
    pub params: Params,
    /// What is on the device when the episode begins.
    pub initial: Initial,
}

/// Why a file of instances is refused.
#[derive(Debug, Error)]
pub enum InstanceFileError {
    /// The text is no list in JSON.
    #[error("the file of instances is not a JSON list: {source}")]
    Json {
        /// What the parser says, with line and column.
        source: serde_json::Error,
    },
    /// One entry is not an instance.
    #[error("instance {at}{}: {reason}", of(.task))]
    Entry {
        /// Its position in the list, from 0.
        at: usize,
        /// The task type it names, if it does.
        task: Option<String>,
        /// What is wrong with it.
        reason: BadEntry,
    },
    /// None of the instances is of a type that the emulator has.
    #[error("none of the {count} instances is of a task type the emulator has: {}", known.join(", "))]
    Nothing {
        /// Instances in the file.
        count: usize,
        /// The types the emulator has.
        known: Vec<&'static str>,
    },
}

/// What is wrong with an entry.
#[derive(Debug, Error)]
pub enum BadEntry {
    /// A field is missing, unknown or of another type.
    #[error("{0}")]
    Field(serde_json::Error),
    /// The device can't begin with this yet.
    #[error("the emulator can't set up `{field}` for this task type")]
    NotPossible {
        /// The field of `initial_state`.
        field: &'static str,
    },
    /// A value is missing or odd.
    #[error(transparent)]
    Params(#[from] BadParams),
    /// The beginning can't be.
    #[error(transparent)]
    Initial(#[from] BadInitial),
    /// A clock shift is not a number of minutes within a year.
    #[error("the clock shift {minutes} is not within a year")]
    Shift {
        /// What it is.
        minutes: f64,
    },
    /// Goal and values say different things.
    #[error("the goal is \"{goal}\", but the values make it \"{rendered}\"")]
    Goal {
        /// As the file says it.
        goal: String,
        /// As the values say it.
        rendered: String,
    },
    /// The clipboard is not the text that the judge looks for.
    #[error("the clipboard holds {clipboard:?}, but `file_content` is \"{content}\"")]
    Clipboard {
        /// What is in the clipboard.
        clipboard: Option<String>,
        /// What the values say.
        content: String,
    },
    /// A file the task is about is not there.
    #[error("`{path}` is not among the files of the beginning")]
    NoFile {
        /// Its path.
        path: String,
    },
    /// There is nothing to do.
    #[error("the task is solved at its beginning")]
    Solved,
    /// The same instance stands in the file before.
    #[error("seed {seed}, index {idx} of this type is in the file twice")]
    Twice {
        /// Its seed.
        seed: u64,
        /// Its index.
        idx: u64,
    },
}

fn of(task: &Option<String>) -> String {
    task.as_ref().map_or_else(String::new, |it| format!(" ({it})"))
}

/// An entry as the file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(
    dead_code,
    reason = "fields that only other tools use are read to refuse what is none of them"
)]
struct Entry {
    task: String,
    seed: u64,
    idx: u64,
    instance_seed: u64,
    goal_before_init: String,
    params: IndexMap<String, Json>,
    goal_after_init: String,
    initial_state: State,
    #[serde(default)]
    expected_answer: Json,
    #[serde(default)]
    target_row_ids: Json,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    #[serde(default)]
    files: IndexMap<String, String>,
    #[serde(default)]
    clipboard: Option<String>,
    #[serde(default)]
    clock_shifts_min: Vec<f64>,
    #[serde(default)]
    contacts: Vec<Contact>,
    #[serde(default)]
    settings: Option<Json>,
    #[serde(default)]
    folders: Option<Json>,
    #[serde(default)]
    tables: Option<Json>,
    #[serde(default)]
    sms_in: Option<Json>,
    #[serde(default)]
    sms_out: Option<Json>,
    #[serde(default)]
    mp3s: Option<Json>,
    #[serde(default)]
    videos: Option<Json>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Contact {
    name: String,
    number: String,
}

/// Read a file of instances. Those of types that the emulator does not have are left out.
pub fn load(text: &str) -> Result<Vec<FileInstance>, InstanceFileError> {
    let entries: Vec<Json> =
        serde_json::from_str(text).map_err(|source| InstanceFileError::Json { source })?;
    let count = entries.len();
    let mut seen = BTreeSet::new();
    let mut instances = Vec::new();
    for (at, json) in entries.into_iter().enumerate() {
        let task = json.get("task").and_then(Json::as_str).map(str::to_owned);
        let refused = |reason| InstanceFileError::Entry { at, task, reason };
        let entry: Entry = match serde_json::from_value(json) {
            Ok(entry) => entry,
            Err(source) => return Err(refused(BadEntry::Field(source))),
        };
        let Some(definition) = definition(&entry.task) else {
            continue;
        };
        let (seed, idx) = (entry.seed, entry.idx);
        if !seen.insert((definition.name, seed, idx)) {
            return Err(refused(BadEntry::Twice { seed, idx }));
        }
        instances.push(instance(definition, entry).map_err(refused)?);
    }
    if instances.is_empty() {
        let known = definitions().iter().map(|it| it.name).collect();
        return Err(InstanceFileError::Nothing { count, known });
    }
    Ok(instances)
}

fn instance(definition: &Definition, entry: Entry) -> Result<FileInstance, BadEntry> {
    let params = params(definition, entry.params)?;
    let mut initial = initial(entry.initial_state)?;
    // The file lists files only: folders that the task is about are there even if they are empty.
    initial.folders = definition.beginning(&params, entry.idx).folders;

    let goal = entry.goal_after_init;
    let rendered = definition.goal(&params)?;
    if goal != rendered {
        return Err(BadEntry::Goal { goal, rendered });
    }
    if let Some(content) = params.get("file_content").and_then(Value::as_text)
        && initial.clipboard.as_deref() != Some(content)
    {
        return Err(BadEntry::Clipboard {
            clipboard: initial.clipboard,
            content: content.to_owned(),
        });
    }
    let device = initial.device()?;
    if let Some(path) = (definition.needs)(&params)
        .into_iter()
        .find(|it| !device.files.exists(it))
    {
        return Err(BadEntry::NoFile { path });
    }
    if (definition.judge)(&Ending {
        params: &params,
        before: &device,
        after: &device,
    }) >= 1.0
    {
        return Err(BadEntry::Solved);
    }
    Ok(FileInstance {
        task_type: definition.name.to_owned(),
        goal,
        params,
        initial,
    })
}

/// The values of the type, hidden ones included; the seed and the names of other notes are of no use here.
fn params(definition: &Definition, given: IndexMap<String, Json>) -> Result<Params, BadEntry> {
    let known = || {
        definition
            .params
            .iter()
            .map(|it| it.0)
            .chain(definition.hidden.iter().copied())
    };
    let mut params = Params::new();
    for (name, value) in given {
        match (name.as_str(), value) {
            ("seed", Json::Number(_)) | ("noise_candidates", Json::Array(_)) => {}
            (it, Json::String(value)) if known().any(|known| known == it) => {
                params.insert(name, Value::Text(value));
            }
            (it, _) if known().any(|known| known == it) => return Err(BadParams::Missing { name }.into()),
            _ => {
                return Err(BadParams::Unknown {
                    name,
                    known: known().collect(),
                }
                .into());
            }
        }
    }
    definition.shown(&params)?;
    match definition.hidden.iter().find(|it| !params.contains_key(**it)) {
        Some(hidden) => Err(BadParams::Missing {
            name: (*hidden).to_owned(),
        }
        .into()),
        None => Ok(params),
    }
}

fn initial(state: State) -> Result<Initial, BadEntry> {
    let not_yet = [
        ("settings", &state.settings),
        ("folders", &state.folders),
        ("tables", &state.tables),
        ("sms_in", &state.sms_in),
        ("sms_out", &state.sms_out),
        ("mp3s", &state.mp3s),
        ("videos", &state.videos),
    ];
    if let Some((field, _)) = not_yet.into_iter().find(|(_, value)| value.is_some()) {
        return Err(BadEntry::NotPossible { field });
    }
    let shift = |minutes: f64| {
        let within = minutes.abs() <= 366.0 * 24.0 * 60.0;
        if within {
            Ok((minutes * 60_000.0) as i64)
        } else {
            Err(BadEntry::Shift { minutes })
        }
    };
    Ok(Initial {
        folders: Vec::new(),
        files: state.files.into_iter().collect(),
        clock_shifts_ms: state
            .clock_shifts_min
            .into_iter()
            .map(shift)
            .collect::<Result<_, _>>()?,
        clipboard: state.clipboard,
        contacts: state
            .contacts
            .into_iter()
            .map(|it| (it.name, it.number))
            .collect(),
        settings: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"{"task": "MarkorDeleteNote", "seed": 30, "idx": 0, "instance_seed": 1,
        "goal_before_init": "", "goal_after_init": "Delete the note in Markor named a.md.",
        "params": {"file_name": "a.md", "seed": 1, "noise_candidates": ["b.md"]},
        "initial_state": {"files": {"/storage/emulated/0/Documents/Markor/a.md": "text\n"}}}"#;

    fn check(from: &str, to: &str, expected: &str) {
        assert!(GOOD.contains(from), "{from}");
        let error = load(&format!("[{}]", GOOD.replace(from, to))).expect_err("it is wrong");
        assert!(error.to_string().contains(expected), "{error}");
    }

    #[test]
    fn a_good_instance_is_read() {
        let all = load(&format!("[{GOOD}]")).expect("it is right");
        assert_eq!(
            all[0].params,
            Params::from_iter([("file_name".to_owned(), "a.md".into())])
        );
        assert_eq!(all[0].initial.files[0].1, "text\n");
    }

    #[test]
    fn what_is_wrong_is_said() {
        check(
            "\"idx\": 0,",
            "",
            "instance 0 (MarkorDeleteNote): missing field `idx`",
        );
        check("\"idx\": 0", "\"idx\": \"0\"", "invalid type: string \"0\"");
        check(
            "\"idx\": 0",
            "\"idx\": 0, \"colour\": 1",
            "unknown field `colour`",
        );
        check("\"files\"", "\"fils\"", "unknown field `fils`");
        check("\"files\"", "\"sms_in\": [], \"files\"", "can't set up `sms_in`");
        check(
            "\"files\"",
            "\"clock_shifts_min\": [1, 2], \"files\"",
            "2 clock shifts for 1 files",
        );
        check(
            "\"files\"",
            "\"clock_shifts_min\": [1e300], \"files\"",
            "is not within a year",
        );
        check(
            "named a.md.",
            "named b.md.",
            "but the values make it \"Delete the note in Markor named a.md.\"",
        );
        check(
            "\"file_name\": \"a.md\"",
            "\"file_name\": 5",
            "`file_name` is missing or not one text",
        );
        check(
            "\"file_name\": \"a.md\"",
            "\"file_name\": \"\"",
            "`file_name` is empty",
        );
        check(
            "\"file_name\": \"a.md\"",
            "\"name\": \"a.md\"",
            "no parameter `name`; there are file_name",
        );
        check(
            "Markor/a.md\"",
            "Markor/c.md\"",
            "Markor/a.md` is not among the files",
        );
        check(
            "/storage/emulated/0/Documents/Markor/a.md",
            "a.md",
            "`a.md` can't be made",
        );
        check("MarkorDeleteNote", "Unheard", "none of the 1 instances");
        assert!(
            load("{}")
                .expect_err("no list")
                .to_string()
                .contains("not a JSON list")
        );
        assert!(load("[1").expect_err("cut").to_string().contains("line 1"));
        let twice = load(&format!("[{GOOD}, {GOOD}]")).expect_err("twice");
        assert!(twice.to_string().contains("in the file twice"), "{twice}");
    }
}
