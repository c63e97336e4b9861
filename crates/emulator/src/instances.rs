//! Instances from a file: goal, values and the beginning of each, as AndroidWorld's own suite made them.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::Value as Json;
use task::{Params, Value};
use thiserror::Error;

use crate::{
    apps::joplin::{FOLDERS, NOTES},
    phone::Phone,
    state::Fields,
    system,
    tasks::{
        BadInitial, BadParams, Definition, Ending, FileValues, Initial, Message, definition, definitions,
    },
};

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
    /// Values and beginning do not fit together.
    #[error("{0}")]
    Contradiction(String),
    /// A setting the emulator does not have.
    #[error("there is no setting `{name}`; there are {}", SETTINGS.map(|it| it.0).join(", "))]
    Setting {
        /// Its name.
        name: String,
    },
    /// A table the emulator does not have, or one that does not have this column.
    #[error("{}", no_such(table, column.as_deref()))]
    Table {
        /// The table.
        table: String,
        /// The column, if the table is known.
        column: Option<String>,
    },
    /// Two rows of a table with the same id.
    #[error("table `{table}` has two rows with {column} {id}")]
    SameId {
        /// The table.
        table: String,
        /// Its column for ids.
        column: &'static str,
        /// The id.
        id: String,
    },
    /// A value that is no text and no number.
    #[error("`{name}` is neither a text nor a number: {value}")]
    Scalar {
        /// Where.
        name: String,
        /// What it is.
        value: String,
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

/// What a file has in the place of what is no text.
const NO_TEXT: &str = "<binary>";

/// Settings as the file names them, and as the device does.
const SETTINGS: [(&str, &str); 3] = [
    ("wifi_on", "global/wifi_on"),
    ("bluetooth_on", "global/bluetooth_on"),
    ("screen_brightness", "system/screen_brightness"),
];

/// Tables that can be filled, and their columns; the last is the row's id, which the device gives itself, but for those of
/// [`OWN_IDS`].
const TABLES: [(&str, &[&str]); 6] = [
    (
        "expense",
        &[
            "name",
            "amount",
            "category",
            "note",
            "created_date",
            "modified_date",
            "expense_id",
        ],
    ),
    (
        "recipes",
        &[
            "title",
            "description",
            "servings",
            "preparationTime",
            "source",
            "ingredients",
            "directions",
            "favorite",
            "imageName",
            "recipeId",
        ],
    ),
    (
        "events",
        &[
            "start_ts",
            "end_ts",
            "title",
            "location",
            "description",
            "repeat_interval",
            "repeat_rule",
            "reminder_1_minutes",
            "reminder_2_minutes",
            "reminder_3_minutes",
            "reminder_1_type",
            "reminder_2_type",
            "reminder_3_type",
            "repeat_limit",
            "repetition_exceptions",
            "attendees",
            "import_id",
            "time_zone",
            "flags",
            "event_type",
            "parent_id",
            "last_updated",
            "source",
            "availability",
            "color",
            "type",
            "id",
        ],
    ),
    (
        "tasks",
        &[
            "title",
            "importance",
            "dueDate",
            "hideUntil",
            "created",
            "modified",
            "completed",
            "deleted",
            "notes",
            "estimatedSeconds",
            "elapsedSeconds",
            "timerStart",
            "notificationFlags",
            "lastNotified",
            "recurrence",
            "repeat_from",
            "calendarUri",
            "remoteId",
            "collapsed",
            "parent",
            "order",
            "read_only",
            "_id",
        ],
    ),
    (
        NOTES,
        &[
            "parent_id",
            "title",
            "body",
            "is_todo",
            "todo_due",
            "todo_completed",
            "created_time",
            "updated_time",
            "user_created_time",
            "user_updated_time",
            "deleted_time",
            "id",
        ],
    ),
    (
        "tracks",
        &[
            "name",
            "description",
            "category",
            "activity_type",
            "activity_type_localized",
            "icon",
            "starttime",
            "starttime_offset",
            "stoptime",
            "stoptime_offset",
            "numpoints",
            "markerCount",
            "totaldistance",
            "totaltime",
            "movingtime",
            "avgspeed",
            "avgmovingspeed",
            "maxspeed",
            "minelevation",
            "maxelevation",
            "elevationgain",
            "elevationloss",
            "mingrade",
            "maxgrade",
            "uuid",
            "_id",
        ],
    ),
];

/// Tables whose rows keep the id that they have, since others name them by it.
const OWN_IDS: [&str; 1] = [NOTES];

/// A table that says the same as the notes, in other letters; the app's search reads it, and the device makes it of them.
const NORMALIZED: &str = "notes_normalized";

/// The column that numbers a table's rows.
fn id_column(table: &str) -> &'static str {
    let known = TABLES.iter().find(|it| it.0 == table);
    known.and_then(|it| it.1.last().copied()).unwrap_or_default()
}

fn no_such(table: &str, column: Option<&str>) -> String {
    let columns = TABLES.iter().find(|it| it.0 == table).map_or(&[][..], |it| it.1);
    match column {
        Some(column) => format!(
            "table `{table}` has no column `{column}`; it has {}",
            columns.join(", ")
        ),
        None => format!(
            "there is no table `{table}`; there are {}",
            TABLES.map(|it| it.0).join(", ")
        ),
    }
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
    settings: IndexMap<String, Json>,
    #[serde(default)]
    folders: IndexMap<String, String>,
    #[serde(default)]
    tables: IndexMap<String, Vec<IndexMap<String, Json>>>,
    #[serde(default)]
    sms_in: Vec<Text>,
    #[serde(default)]
    sms_out: Vec<Text>,
    #[serde(default)]
    mp3s: Vec<Song>,
    #[serde(default)]
    videos: Vec<Video>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    address: String,
    body: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Song {
    path: String,
    artist: String,
    title: String,
    duration_ms: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Video {
    path: String,
    messages: Vec<String>,
    seconds_per_message: u32,
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
    let mut params = params(definition, entry.params)?;
    let mut initial = initial(entry.initial_state)?;
    // The file lists files only: folders that the task is about are there even if they are empty.
    let begun = definition.beginning(&params, entry.idx);
    (initial.folders, initial.pictures) = (begun.folders, begun.pictures);
    // Nor does it say which apps were never started.
    let new = begun.settings.into_iter().filter(system::is_never_started);
    initial.settings.extend(new);
    // Nor does it have what stands on each picture: where it does not, a picture is made as for an instance of a seed.
    for (path, text) in initial.files.iter_mut().filter(|it| it.1 == NO_TEXT) {
        if let Some((_, made)) = begun.files.iter().find(|it| it.0 == *path) {
            text.clone_from(made);
        }
    }

    let goal = entry.goal_after_init;
    let mut rendered = definition.goal(&params)?;
    let says_it = |other: &Params| definition.goal(other).is_ok_and(|it| it == goal);
    if goal != rendered
        && let Some(other) = (definition.rewordings)(&params).into_iter().find(says_it)
    {
        params = other;
        rendered.clone_from(&goal);
    }
    if goal != rendered {
        return Err(BadEntry::Goal { goal, rendered });
    }
    let device = initial.device()?;
    if let Some(path) = (definition.needs)(&params)
        .into_iter()
        .find(|it| !device.files.exists(it))
    {
        return Err(BadEntry::NoFile { path });
    }
    if let Some(contradiction) = (definition.contradiction)(&params, &device) {
        return Err(BadEntry::Contradiction(contradiction));
    }
    let solved = (definition.judge)(&Ending {
        params: &params,
        before: &device,
        after: &device,
        screen: &Phone::new(device.clone()).screen(),
    }) >= 1.0;
    if solved && !definition.may_be_solved {
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
fn params(definition: &Definition, mut given: FileValues) -> Result<Params, BadEntry> {
    (definition.rewrite)(&mut given);
    let known: Vec<&'static str> = definition
        .params
        .iter()
        .map(|it| it.0)
        .chain(definition.hidden.iter().copied())
        .collect();
    let mut params = Params::new();
    for (name, value) in given {
        match value {
            Json::Number(_) if name == "seed" => {}
            Json::Array(_) if name == "noise_candidates" => {}
            _ if !known.contains(&name.as_str()) => return Err(BadParams::Unknown { name, known }.into()),
            Json::Array(all) => {
                let all = all.into_iter().map(|it| scalar(&name, it));
                let all = all.collect::<Result<Vec<_>, _>>()?;
                params.insert(name, Value::List(all));
            }
            value => {
                let value = scalar(&name, value).map_err(|_| BadParams::Missing { name: name.clone() })?;
                params.insert(name, Value::Text(value));
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

/// A text, or a number as a text.
fn scalar(name: &str, value: Json) -> Result<String, BadEntry> {
    match value {
        Json::String(text) => Ok(text),
        Json::Number(number) => Ok(number.to_string()),
        other => Err(BadEntry::Scalar {
            name: name.to_owned(),
            value: other.to_string(),
        }),
    }
}

fn setting((name, value): (String, Json)) -> Result<(String, String), BadEntry> {
    let Some((_, key)) = SETTINGS.iter().find(|it| it.0 == name) else {
        return Err(BadEntry::Setting { name });
    };
    Ok(((*key).to_owned(), scalar(&name, value)?))
}

fn fields(table: &str, row: IndexMap<String, Json>) -> Result<Fields, BadEntry> {
    let bad = |column: Option<&str>| BadEntry::Table {
        table: table.to_owned(),
        column: column.map(str::to_owned),
    };
    let Some((_, columns)) = TABLES.iter().find(|it| it.0 == table) else {
        return Err(bad(None));
    };
    row.into_iter()
        .map(|(column, value)| match columns.contains(&column.as_str()) {
            true => Ok((column.clone(), scalar(&column, value)?)),
            false => Err(bad(Some(&column))),
        })
        .collect()
}

fn initial(state: State) -> Result<Initial, BadEntry> {
    let shift = |minutes: f64| {
        let within = minutes.abs() <= 366.0 * 24.0 * 60.0;
        if within {
            Ok((minutes * 60_000.0) as i64)
        } else {
            Err(BadEntry::Shift { minutes })
        }
    };
    let folder = |(title, id)| {
        let fields = [("id".to_owned(), id), ("title".to_owned(), title)];
        (FOLDERS.to_owned(), fields.into_iter().collect())
    };
    let mut rows: Vec<(String, Fields)> = state.folders.into_iter().map(folder).collect();
    for (table, of_table) in state.tables {
        if table == NORMALIZED {
            continue;
        }
        let mut ids = BTreeSet::new();
        for row in of_table {
            let mut fields = fields(&table, row)?;
            let column = id_column(&table);
            if let Some(id) = fields.get(column).cloned()
                && !ids.insert(id.clone())
            {
                return Err(BadEntry::SameId { table, column, id });
            }
            if !OWN_IDS.contains(&table.as_str()) {
                fields.shift_remove(column);
            }
            rows.push((table.clone(), fields));
        }
    }
    let message = |sent| {
        move |it: Text| Message {
            address: it.address,
            body: it.body,
            sent,
        }
    };
    let sent = state.sms_out.into_iter().map(message(true));
    let mut initial = Initial {
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
        settings: state
            .settings
            .into_iter()
            .map(setting)
            .collect::<Result<_, _>>()?,
        messages: sent.chain(state.sms_in.into_iter().map(message(false))).collect(),
        rows,
        pictures: false,
    };
    for song in state.mp3s {
        initial.add_song(song.path, song.title, &song.artist, song.duration_ms);
    }
    for it in state.videos {
        initial.add_video(&it.path, &it.messages, it.seconds_per_message.into());
    }
    Ok(initial)
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
    fn what_has_a_wrong_form_is_said() {
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
        check(
            "\"files\"",
            "\"videos\": [{\"path\": \"/a.mp4\", \"messages\": []}], \"files\"",
            "missing field `seconds_per_message`",
        );
        check(
            "\"files\"",
            "\"sms_in\": [{\"address\": \"1\"}], \"files\"",
            "missing field `body`",
        );
        assert!(
            load("{}")
                .expect_err("no list")
                .to_string()
                .contains("not a JSON list")
        );
        assert!(load("[1").expect_err("cut").to_string().contains("line 1"));
    }

    #[test]
    fn what_does_not_fit_the_device_or_the_task_is_said() {
        check(
            "\"files\"",
            "\"settings\": {\"wifi\": 1}, \"files\"",
            "there is no setting `wifi`; there are wifi_on,",
        );
        check(
            "\"files\"",
            "\"tables\": {\"expenses\": [{}]}, \"files\"",
            "there is no table `expenses`; there are expense,",
        );
        check(
            "\"files\"",
            "\"tables\": {\"expense\": [{\"cost\": 1}]}, \"files\"",
            "table `expense` has no column `cost`; it has name,",
        );
        check(
            "\"files\"",
            "\"tables\": {\"expense\": [{\"expense_id\": 3}, {\"expense_id\": 3}]}, \"files\"",
            "table `expense` has two rows with expense_id 3",
        );
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
            "\"file_name\": {}",
            "`file_name` is missing or not of its kind",
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
        let twice = load(&format!("[{GOOD}, {GOOD}]")).expect_err("twice");
        assert!(twice.to_string().contains("in the file twice"), "{twice}");
    }
}
