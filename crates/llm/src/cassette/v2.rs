//! Version 2 of a cassette's file: a question is its parts, and of a prompt it has the name, the version and the inputs in
//! place of the text. `tests/samples/cassette-v2.jsonl` is a sample of it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::parts::{Asker, KeptFilled, KeptReply, KeptRole, KeptSpeaker};
use crate::{
    pixels::Placed,
    request::{Message, Part, Reply, Request, Role, Speaker, Tool, digest},
    text::{Filled, Text},
};

/// The first line of the file, the same in both versions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    pub cassette: u32,
    /// Where the answers came from, and when.
    pub label: String,
    pub model: String,
}

/// Every other line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Exchange {
    /// [`Question::key`].
    pub key: String,
    #[serde(with = "KeptRole")]
    pub role: Role,
    pub question: Question,
    #[serde(with = "KeptReply")]
    pub reply: Reply,
}

/// What was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Question {
    /// By its parts.
    Parts {
        system: Said,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tools: Vec<Offered>,
        turns: Vec<Turn>,
    },
    /// By its whole text: all that a file of version 1 knows.
    Whole {
        text: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        images: Vec<String>,
    },
}

/// What one side said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Turn {
    #[serde(with = "KeptSpeaker")]
    pub speaker: Speaker,
    pub parts: Vec<Piece>,
}

/// A text of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Said {
    /// Made from a prompt.
    Filled(#[serde(with = "KeptFilled")] Filled),
    /// Made from none.
    Text(String),
}

/// A piece of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Piece {
    Said(Said),
    /// The hash of an image.
    Image(String),
    /// A call of a tool. What the provider knows it by is left out.
    Call {
        name: String,
        arguments: Value,
    },
    /// What a tool said.
    Result {
        name: String,
        said: Said,
    },
}

/// A tool that could be called, without the words that describe it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Offered {
    pub name: String,
    pub arguments: Value,
}

impl Question {
    /// What is asked.
    pub fn of(request: &Request) -> Self {
        Self::Parts {
            system: Said::of(&request.system),
            tools: request.tools.iter().map(Offered::of).collect(),
            turns: request.messages.iter().map(Turn::of).collect(),
        }
    }

    /// What it is found by: all of it but the list of what a device has installed. One app more is no other question, as long
    /// as the screens are the same.
    pub fn found_by(&self, role: Role) -> Placed {
        match self {
            Question::Parts { system, tools, turns } => {
                let mut whole =
                    json!({ "role": Asker(role), "system": system, "tools": tools, "turns": turns });
                forget_installed(&mut whole);
                Placed::of(&whole)
            }
            Question::Whole { .. } => self.placed(role),
        }
    }

    /// The whole of it, without its pixels. Whoever asks is a part of it.
    pub fn placed(&self, role: Role) -> Placed {
        match self {
            Question::Parts { system, tools, turns } => {
                Placed::of(&json!({ "role": Asker(role), "system": system, "tools": tools, "turns": turns }))
            }
            Question::Whole { text, images } => Placed::new(&with_images(text, images)),
        }
    }

    /// The hash of the whole of it; of a whole text, that of the text.
    pub fn key(&self, placed: &Placed) -> String {
        match self {
            Question::Parts { .. } => digest(placed.text.as_bytes()),
            Question::Whole { text, .. } => digest(text.as_bytes()),
        }
    }

    /// The question for a person: every value of a prompt below the prompt's name.
    pub fn told(&self, role: Role) -> String {
        let (system, tools, turns) = match self {
            Question::Parts { system, tools, turns } => (system, tools, turns),
            Question::Whole { text, images } => return with_images(text, images),
        };
        let mut text = format!("# {role}\n\n## system\n");
        system.tell(&mut text);
        if !tools.is_empty() {
            text.push_str("\n## tools\n");
        }
        for it in tools {
            text.push_str(&format!("{}: {}\n", it.name, it.arguments));
        }
        let mut images = Vec::new();
        for turn in turns {
            text.push_str(match turn.speaker {
                Speaker::User => "\n## user\n",
                Speaker::Assistant => "\n## assistant\n",
            });
            for piece in &turn.parts {
                match piece {
                    Piece::Said(said) => said.tell(&mut text),
                    Piece::Image(hash) => {
                        text.push_str("[image]\n");
                        images.push(hash.clone());
                    }
                    Piece::Call { name, arguments } => {
                        text.push_str(&format!("[call of {name}] {arguments}\n"));
                    }
                    Piece::Result { name, said } => {
                        text.push_str(&format!("[result of {name}]\n"));
                        said.tell(&mut text);
                    }
                }
            }
        }
        with_images(&text, &images)
    }

    /// The prompts that are in it, in order.
    pub fn prompts(&self) -> Vec<&Filled> {
        let (system, turns) = match self {
            Question::Parts { system, turns, .. } => (system, turns),
            Question::Whole { .. } => return Vec::new(),
        };
        let of_pieces = turns
            .iter()
            .flat_map(|it| &it.parts)
            .filter_map(|piece| match piece {
                Piece::Said(said) | Piece::Result { said, .. } => Some(said),
                Piece::Image(_) | Piece::Call { .. } => None,
            });
        let all = std::iter::once(system).chain(of_pieces);
        all.filter_map(|said| match said {
            Said::Filled(it) => Some(it),
            Said::Text(_) => None,
        })
        .collect()
    }
}

/// The input of a prompt that lists the names of what a device has installed.
const INSTALLED: &str = "apps";

/// Take the lists of what is installed out of the inputs of every prompt.
fn forget_installed(value: &mut Value) {
    match value {
        Value::Object(object) => {
            if let Some(inputs) = object.get_mut("inputs").and_then(Value::as_object_mut) {
                inputs.remove(INSTALLED);
            }
            object.values_mut().for_each(forget_installed);
        }
        Value::Array(all) => all.iter_mut().for_each(forget_installed),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

impl Turn {
    fn of(message: &Message) -> Self {
        Self {
            speaker: message.speaker,
            parts: message.parts.iter().filter_map(Piece::of).collect(),
        }
    }
}

impl Piece {
    /// `None` for a thought, which is no part of the question: the provider only wants it back.
    fn of(part: &Part) -> Option<Self> {
        Some(match part {
            Part::Text { text } => Self::Said(Said::of(text)),
            Part::Image { png } => Self::Image(digest(png)),
            Part::Thought(_) => return None,
            Part::Call(it) => Self::Call {
                name: it.name.clone(),
                arguments: kept(&it.arguments),
            },
            Part::Result { name, text, .. } => Self::Result {
                name: name.clone(),
                said: Said::of(text),
            },
        })
    }
}

impl Said {
    fn of(text: &Text) -> Self {
        match text.filled() {
            Some(it) => Self::Filled(Filled {
                inputs: kept(&it.inputs),
                ..it.clone()
            }),
            None => Self::Text(text.trim_end().to_owned()),
        }
    }

    fn tell(&self, text: &mut String) {
        match self {
            Said::Filled(it) => {
                text.push_str(&format!("[{}, version {}]\n", it.prompt, it.version));
                tell("", &it.inputs, text);
            }
            Said::Text(it) => {
                text.push_str(it);
                text.push('\n');
            }
        }
    }
}

impl Offered {
    fn of(tool: &Tool) -> Self {
        Self {
            name: tool.name.clone(),
            arguments: kept(&undescribed(&tool.arguments)),
        }
    }
}

/// A schema without the words for its reader.
fn undescribed(schema: &Value) -> Value {
    match schema {
        Value::Object(object) => {
            let is_word = |(key, value): &(&String, &Value)| *key == "description" && value.is_string();
            let rest = object.iter().filter(|it| !is_word(it));
            let rest: Map<String, Value> = rest.map(|(key, it)| (key.clone(), undescribed(it))).collect();
            rest.into()
        }
        Value::Array(all) => all.iter().map(undescribed).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => schema.clone(),
    }
}

/// JSON that is the same when it was written and read: a number with a fraction is kept as a text.
fn kept(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => number.to_string().into(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
        Value::Array(all) => all.iter().map(kept).collect(),
        Value::Object(object) => {
            let each = object.iter().map(|(key, it)| (key.clone(), kept(it)));
            Value::Object(each.collect())
        }
    }
}

/// The values of a prompt, a line each; a text of several lines below its name.
fn tell(name: &str, value: &Value, text: &mut String) {
    match value {
        Value::Null if name.is_empty() => {}
        Value::Object(object) => {
            for (key, value) in object {
                let name = if name.is_empty() {
                    key.clone()
                } else {
                    format!("{name}.{key}")
                };
                tell(&name, value, text);
            }
        }
        Value::Array(all) => {
            for (value, number) in all.iter().zip(1..) {
                tell(&format!("{name} {number}"), value, text);
            }
        }
        Value::String(it) if it.contains('\n') => text.push_str(&format!("{name}:\n{}\n", it.trim_end())),
        Value::String(it) => text.push_str(&format!("{name}: {it}\n")),
        Value::Null | Value::Bool(_) | Value::Number(_) => text.push_str(&format!("{name}: {value}\n")),
    }
}

/// A question and, below it, its images.
fn with_images(question: &str, images: &[String]) -> String {
    let mut text = question.to_owned() + "\n## images\n";
    for (image, number) in images.iter().zip(1..) {
        text.push_str(&format!("image {number}: {image}\n"));
    }
    text
}
