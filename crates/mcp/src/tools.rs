//! A function, described as a tool.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, PoisonError},
};

use autorpa::{Autorpa, Effects, Offer, Ran, RecordingId, Secret};
use library::{Function, Listing, Receipt};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value as Json, json};

/// The longest name that common clients take, in characters.
const LONGEST_NAME: usize = 64;

/// The tool that searches the others.
pub const FIND: &str = "find_function";

/// The tool that runs a task.
pub const RUN: &str = "run_task";
/// The tool that begins a recording.
pub const START_RECORDING: &str = "start_recording";
/// The tool that says how a recording stands.
pub const RECORDING_STATUS: &str = "recording_status";
/// The tool that ends a recording.
pub const STOP_RECORDING: &str = "stop_recording";

/// A function that is offered, and how.
#[derive(Clone, Debug)]
pub struct Offered {
    /// What the client sees.
    pub tool: Tool,
    /// What runs.
    pub function: Function,
    /// What it takes, and where it runs.
    pub offer: Offer,
}

/// What calls do, as it was found out once for a script and what it was made of.
pub type KnownEffects = Mutex<BTreeMap<(String, Vec<RecordingId>), Effects>>;

/// The trusted functions of a library as tools, in its order. Each name is unique.
pub fn offered(listing: Listing, rpa: &Autorpa, known: &KnownEffects) -> Vec<Offered> {
    let mut taken =
        BTreeSet::from([FIND, RUN, START_RECORDING, RECORDING_STATUS, STOP_RECORDING].map(str::to_owned));
    let trusted = listing.functions.into_iter().filter(Function::trusted);
    trusted
        .map(|function| {
            let name = free_name(&function, &mut taken);
            let offer = rpa.registry.offer(&function);
            let receipt = &function.receipt;
            let made_of = (receipt.script_sha256.clone(), receipt.recordings.clone());
            let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
            let effects = *known
                .entry(made_of)
                .or_insert_with(|| rpa.effects(&function, &offer));
            Offered {
                tool: tool(name, &function, &offer, effects),
                function,
                offer,
            }
        })
        .collect()
}

/// The tool that finds a function by words.
pub fn finder() -> Tool {
    let schema = json!({
        "type": "object",
        "properties": { "words": { "type": "string", "description": "What is to be done, in a few words." } },
        "required": ["words"],
        "additionalProperties": false,
    });
    Tool::new(
        FIND,
        "Find the tools whose names, goals and steps have some of these words, best first.",
        Arc::new(object(schema)),
    )
    .with_annotations(ToolAnnotations::new().read_only(true))
}

/// The tool that runs a task of the project by its trusted function.
pub fn task_runner() -> Tool {
    let text = |about: &str| json!({ "type": "string", "description": about });
    let value = json!({ "anyOf": [
        { "type": ["string", "number"] },
        { "type": "array", "items": { "type": ["string", "number"] } },
    ] });
    let schema = json!({
        "type": "object",
        "properties": {
            "task": text(
                "A task file's path within the project's folders of tasks, as `mine/file_note.task.toml`, or the name of \
                 a task type.",
            ),
            "suite": text("The suite of the task type, where several have it."),
            "values": {
                "type": "object",
                "description": "The values of the parameters that the task file declares.",
                "additionalProperties": value,
            },
            "seed": {
                "type": "integer",
                "minimum": 0,
                "description": "Of a task type whose instances are made up: which of them is done. 0, if not given.",
            },
        },
        "required": ["task"],
        "additionalProperties": false,
    });
    Tool::new(
        RUN,
        "Run a task file of the project, or an instance of a task type, by the function that was verified for it. The \
         task's checks judge the run. Where there is no function, nothing is done, and the answer says so.",
        Arc::new(object(schema)),
    )
    .with_raw_output_schema(Arc::new(object(Ran::schema())))
    // Which task it is says only the call.
    .with_annotations(
        ToolAnnotations::new()
            .read_only(false)
            .destructive(true)
            .open_world(true),
    )
}

/// The tools that record what is done in a browser.
pub fn recorders() -> [Tool; 3] {
    let text = |about: &str| json!({ "type": "string", "description": about });
    let flag =
        |about: &str, default: bool| json!({ "type": "boolean", "description": about, "default": default });
    let session =
        json!({ "type": "integer", "description": "The number that `start_recording` answered with." });
    let takes = |properties: Json, required: &[&str]| {
        Arc::new(object(json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        })))
    };
    let start = takes(
        json!({
            "url": text("The page where it begins: an http or https address."),
            "name": text("What the kind of task is called."),
            "goal": text("What is going to be done, in one sentence with its values."),
            "hidden": flag("Whether no window is opened. `devtools` of the answer is where it can be driven then.", false),
            "secrets": { "type": "array", "items": text("The name of a field whose value is kept nowhere.") },
        }),
        &["url"],
    );
    let stop = takes(
        json!({
            "session": session.clone(),
            "keep": flag("Whether it is kept as a recording to build from.", true),
        }),
        &["session"],
    );
    [
        Tool::new(
            START_RECORDING,
            "Open a browser at a page and record what is done in it, by a person or by who drives it at `devtools`. It \
             goes on until `stop_recording`; nothing is kept of it where this client goes before, or, over HTTP, where nothing is \
             done in it and nobody asks for it for half an hour.",
            start,
        )
        .with_annotations(ToolAnnotations::new().read_only(false).destructive(false)),
        Tool::new(
            RECORDING_STATUS,
            "How a recording stands: whether it goes on, its steps so far with what they find their elements by, and its gaps.",
            takes(json!({ "session": session }), &["session"]),
        )
        .with_annotations(ToolAnnotations::new().read_only(true)),
        Tool::new(
            STOP_RECORDING,
            "End a recording and keep it, or discard it. The answer has its id, what was understood, and what builds a \
             function of it.",
            stop,
        )
        .with_annotations(ToolAnnotations::new().read_only(false).destructive(false)),
    ]
}

/// Folder and name, of characters that every client takes. Two functions never share one.
fn free_name(function: &Function, taken: &mut BTreeSet<String>) -> String {
    let plain: String = format!("{}__{}", function.app, function.name)
        .chars()
        .map(|it| match it {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '-' => it,
            _ => '_',
        })
        .collect();
    let numbers = (1..).map(|number| match number {
        1 => String::new(),
        _ => format!("_{number}"),
    });
    for number in numbers {
        let room = LONGEST_NAME - number.len();
        let name = format!("{}{number}", plain.chars().take(room).collect::<String>());
        if taken.insert(name.clone()) {
            return name;
        }
    }
    plain
}

fn tool(name: String, function: &Function, offer: &Offer, effects: Effects) -> Tool {
    Tool::new(
        name,
        description(&function.receipt, offer),
        Arc::new(object(offer.schema())),
    )
    .with_title(function.title())
    .with_raw_output_schema(Arc::new(object(Ran::schema())))
    .with_annotations(
        ToolAnnotations::new()
            .read_only(effects.read_only)
            .destructive(!offer.irreversible.is_empty())
            .idempotent(effects.idempotent)
            .open_world(offer.stays),
    )
}

/// What it does, on what that was seen, and what it can do that nothing takes back.
fn description(receipt: &Receipt, offer: &Offer) -> String {
    let goals: Vec<String> = receipt.templates.iter().map(ToString::to_string).collect();
    let mut lines = match goals.is_empty() {
        true => vec![format!("Does the task {}.", receipt.task_type)],
        false => goals,
    };
    lines.push(match &receipt.accepted {
        Some(_) if !receipt.verified => "A person looked at a run of it and accepted it.".to_owned(),
        _ => format!("Verified on {} instances.", receipt.reached()),
    });
    if !offer.irreversible.is_empty() {
        lines.push(format!(
            "Nothing takes back what it does: {}.",
            offer.irreversible.join("; ")
        ));
    }
    // Never from a call.
    lines.extend(offer.secrets.iter().map(|it| {
        let Secret { name, from } = it;
        format!("`{name}` is a secret: the server takes it from {from}.")
    }));
    lines.join("\n")
}

/// The members of a JSON object; of anything else, none.
fn object(json: Json) -> JsonObject {
    match json {
        Json::Object(it) => it,
        _ => JsonObject::new(),
    }
}
