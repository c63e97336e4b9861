//! What a function takes and answers, as JSON Schema (<https://json-schema.org>, draft 2020-12), and a run as another
//! program gets it.

use serde_json::{Map, Value as Json, json};
use task::file::ParamKind;
use trajectory::{End, Outcome};

use crate::{
    Autorpa,
    called::PAGE,
    error::Error,
    offer::{Offer, Taken},
    ran::Ran,
    shown::time,
};

impl Offer {
    /// Whether a call may name the page to begin on. An argument that is called as the page is comes first.
    pub fn takes_page(&self) -> bool {
        self.begins_at_page && self.takes.iter().all(|it| it.name != PAGE)
    }

    /// What a call says: each argument with its type, and the page where there is one.
    pub fn schema(&self) -> Json {
        let mut properties = Map::new();
        for it in &self.takes {
            let mut schema = schema(it);
            schema.insert("description".to_owned(), json!(it.description));
            properties.insert(it.name.clone(), Json::Object(schema));
        }
        if self.takes_page() {
            properties.insert(
                PAGE.to_owned(),
                json!({ "type": "string", "format": "uri", "description": "The page to begin on." }),
            );
        }
        let required = self.takes.iter().filter(|it| it.is_required());
        let required: Vec<&String> = required.map(|it| &it.name).collect();
        json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        })
    }
}

/// An argument's schema: what the task file says of its values. Of a function without one texts and lists of texts are
/// taken.
fn schema(argument: &Taken) -> Map<String, Json> {
    let mut schema = Map::new();
    let Some(param) = &argument.param else {
        let list = json!({ "type": "array", "items": { "type": "string" } });
        schema.insert("anyOf".to_owned(), json!([{ "type": "string" }, list]));
        return schema;
    };
    let mut say = |key: &str, value: Json| {
        schema.insert(key.to_owned(), value);
    };
    match &param.kind {
        ParamKind::Text { .. } | ParamKind::File | ParamKind::Secret(_) | ParamKind::Totp(_) => {
            say("type", json!("string"));
        }
        ParamKind::List => {
            say("type", json!("array"));
            say("items", json!({ "type": "string" }));
        }
        // As a text it keeps its decimals: 12.50.
        ParamKind::Number => say("type", json!(["number", "string"])),
        ParamKind::Date => {
            say("type", json!("string"));
            say("format", json!("date"));
        }
        ParamKind::Choice { options } => {
            say("type", json!("string"));
            say("enum", json!(options));
        }
    }
    if !param.examples.is_empty() {
        say("examples", json!(param.examples));
    }
    if let Some(default) = &param.default {
        say("default", json!(default));
    }
    schema
}

impl Ran {
    /// What [`Ran::for_caller`] gives.
    pub fn schema() -> Json {
        let outcomes: Vec<&str> = Outcome::ALL.iter().map(|it| it.name()).collect();
        json!({
            "type": "object",
            "properties": {
                "outcome": {
                    "type": "string",
                    "enum": outcomes,
                    "description": "`reached` where a judge saw that it worked; `unchecked` where nobody looked.",
                },
                "checked": { "type": "boolean", "description": "Whether somebody judged the run." },
                "answer": { "type": ["string", "null"], "description": "What the function answers." },
                "steps": { "type": "integer" },
                "run": { "type": "string", "description": "The run's record." },
                "changes": { "type": "array", "items": { "type": "string" } },
                "why": { "type": ["string", "null"], "description": "Why it did not get further." },
            },
            "required": ["outcome", "checked", "steps", "run"],
        })
    }

    /// The run, for a program that called the function.
    pub fn for_caller(&self) -> Json {
        let recording = &self.recording;
        json!({
            "outcome": recording.ending.outcome.name(),
            "checked": recording.reward.is_some(),
            "answer": recording.answer,
            "steps": recording.steps.len(),
            "run": self.record.as_ref().unwrap_or(&recording.id.0),
            "changes": self.changes,
            "why": self.ended().err().map(|it| it.to_string()),
        })
    }
}

impl Autorpa {
    /// What [`Autorpa::run_for_caller`] gives.
    pub fn record_schema() -> Json {
        let outcomes: Vec<&str> = Outcome::ALL.iter().map(|it| it.name()).collect();
        let maybe = |of: &str, about: &str| json!({ "type": [of, "null"], "description": about });
        let list = |of: Json| json!({ "type": "array", "items": of });
        let text = || json!({ "type": "string" });
        json!({
            "type": "object",
            "properties": {
                "run": { "type": "string", "description": "Its name." },
                "function": { "type": "string", "description": "The function's name, or its file." },
                "script_sha256": { "type": "string", "description": "SHA-256 of its script, in hex." },
                "began": { "type": "string", "description": "When it began, in UTC." },
                "goal": text(),
                "params": { "type": "object", "description": "Its values; of secrets the marks." },
                "row": maybe("integer", "The row of a file or a job, from 1."),
                "resumes": maybe("string", "The run that it goes on from."),
                "outcome": { "type": ["string", "null"], "enum": outcomes.iter().map(|it| json!(it)).chain([Json::Null]).collect::<Vec<_>>(),
                    "description": "null where it goes on, or was cut off." },
                "seconds": maybe("number", "How long it took."),
                "why": maybe("string", "Why it did not get further."),
                "answer": maybe("string", "What the function answers."),
                "steps": list(json!({
                    "type": "object",
                    "properties": {
                        "at": { "type": "number", "description": "When it was begun, in seconds since the run began." },
                        "ended": maybe("number", "When it was done, likewise; null where the run was cut off in it."),
                        "step": text(),
                        "may_write": { "type": "boolean", "description": "Whether it may change what is kept somewhere." },
                        "error": maybe("string", "Why the device did not do it."),
                    },
                })),
                "checks_before": list(json!({
                    "type": "object",
                    "properties": { "check": text(), "holds": maybe("boolean", "null where it can't be asked.") },
                })),
                "healed": { "type": "array", "items": text(), "description": "What was found otherwise than the function says." },
                "changes": list(text()),
                "network": { "type": "array", "items": text(), "description": "What servers did not give." },
                "pictures": list(json!({
                    "type": "object",
                    "properties": {
                        "at": { "type": "number", "description": "In seconds since the run began." },
                        "after": { "type": "integer", "description": "How many steps were done before." },
                        "sha256": { "type": "string", "description": "SHA-256 of the PNG file, in hex." },
                    },
                })),
            },
        })
    }

    /// The record of a run, for a program: its name, the beginning of it, or `last`; the fields are those of
    /// [`Autorpa::record_schema`].
    ///
    /// # Errors
    ///
    /// There is no such run, several begin so, or its record can't be read.
    pub fn run_for_caller(&self, run: &str) -> Result<Json, Error> {
        let record = self.record_of(run, None)?;
        let (begins, end) = (&record.begins, record.end.as_ref());
        let why = end.and_then(|it| it.diagnostic.as_ref());
        let steps = record.steps.iter().map(|it| {
            let acted = it.acted.as_ref();
            json!({
                "at": it.acts.at,
                "ended": acted.map(|it| it.at),
                "step": it.acts.step,
                "may_write": it.acts.may_write,
                "error": acted.and_then(|it| it.error.as_deref()),
            })
        });
        let before = record.before.iter().flatten();
        let pictures = record.pictures.iter();
        let texts = |of: fn(&End) -> &Vec<String>| end.map(of).cloned().unwrap_or_default();
        Ok(json!({
            "run": record.id,
            "function": begins.function,
            "script_sha256": begins.script_sha256,
            "began": time(begins.at),
            "goal": begins.instance.goal,
            "params": begins.instance.params,
            "row": begins.row,
            "resumes": begins.resumes,
            "outcome": end.map(|it| it.outcome.name()),
            "seconds": end.map(|it| it.at),
            "why": why.map(|it| it.render(&begins.function, "")),
            "answer": end.and_then(|it| it.answer.as_deref()),
            "steps": steps.collect::<Vec<_>>(),
            "checks_before": before.map(|it| json!({ "check": it.check, "holds": it.holds })).collect::<Vec<_>>(),
            "healed": texts(|it| &it.healed),
            "changes": texts(|it| &it.changes),
            "network": texts(|it| &it.network),
            "pictures": pictures.map(|it| json!({ "at": it.at, "after": it.after, "sha256": it.sha256 })).collect::<Vec<_>>(),
        }))
    }
}
