//! What is asked of a model and what comes back, the same for every provider.

use std::fmt;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use sha2::{Digest, Sha256};

use crate::text::Text;

/// Which agent asks. The meter counts by it and a cassette files by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Chooses the next action.
    React,
    /// Says what an action changed.
    Summarizer,
    /// Sums an episode up, and reflects on a failed one.
    Concluder,
    /// Turns an action on an index into one on a locator.
    Translator,
    /// Writes the function.
    Builder,
    /// Says why a run broke off and how to go on.
    Analyzer,
    /// Picks one of several elements by a description.
    Grounder,
    /// Reads a function's arguments out of a goal.
    Executor,
    /// Answers a script's question about the screen.
    Ask,
}

impl Role {
    /// Every role, in the order they work.
    pub const ALL: [Role; 9] = [
        Role::React,
        Role::Summarizer,
        Role::Concluder,
        Role::Translator,
        Role::Builder,
        Role::Analyzer,
        Role::Grounder,
        Role::Executor,
        Role::Ask,
    ];

    /// The name, as cassettes and tables show it.
    pub fn name(self) -> &'static str {
        match self {
            Role::React => "react",
            Role::Summarizer => "summarizer",
            Role::Concluder => "concluder",
            Role::Translator => "translator",
            Role::Builder => "builder",
            Role::Analyzer => "analyzer",
            Role::Grounder => "grounder",
            Role::Executor => "executor",
            Role::Ask => "ask",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Characters of a model's earlier turn that it is shown again.
const LONGEST_TURN: usize = 100_000;

/// The first characters of a text, and that there were more.
pub fn shortened(mut text: String, most: usize) -> String {
    if let Some((at, _)) = text.char_indices().nth(most) {
        text.truncate(at);
        text.push_str(" [..]");
    }
    text
}

/// Whose turn a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Speaker {
    /// Us.
    User,
    /// The model, in an earlier turn.
    Assistant,
}

/// A piece of a message.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Part {
    /// Text.
    Text {
        /// The text.
        text: Text,
    },
    /// A PNG file.
    Image {
        /// Its bytes; base64 in files.
        #[serde(serialize_with = "to_base64", deserialize_with = "from_base64")]
        png: Vec<u8>,
    },
    /// What the model thought before it called a tool. Some providers want it back unchanged.
    Thought(Thought),
    /// The model calls a tool.
    Call(Call),
    /// What a tool said.
    Result {
        /// The call's [`Call::id`].
        id: String,
        /// The tool.
        name: String,
        /// What it said.
        text: Text,
    },
}

/// Something the model may call instead of answering at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// Its name: letters, digits, `_`.
    pub name: String,
    /// What it does and when to use it.
    pub description: String,
    /// JSON schema of its arguments, an object.
    pub arguments: serde_json::Value,
}

/// A call of a [`Tool`]. Nobody has checked the arguments against its schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// What the provider knows the call by.
    pub id: String,
    /// The tool.
    pub name: String,
    /// What it is called with.
    pub arguments: serde_json::Value,
    /// The provider's own marks on the call, which it wants back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signatures: Vec<String>,
}

/// A thought, in the provider's form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thought {
    /// The text, as far as it is shown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The provider's signature.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub signature: String,
}

impl fmt::Debug for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Text { text } => f.debug_struct("Text").field("text", &text.as_str()).finish(),
            Part::Image { png } => write!(f, "Image({} bytes)", png.len()),
            Part::Thought(it) => it.fmt(f),
            Part::Call(it) => it.fmt(f),
            Part::Result { name, text, .. } => write!(f, "Result({name}, {:?})", text.as_str()),
        }
    }
}

fn to_base64<S: Serializer>(png: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&STANDARD.encode(png))
}

fn from_base64<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    STANDARD
        .decode(String::deserialize(deserializer)?)
        .map_err(D::Error::custom)
}

/// One turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Whose turn it is.
    pub speaker: Speaker,
    /// What is said, in order.
    pub parts: Vec<Part>,
}

impl Message {
    /// A text of ours.
    pub fn user(text: impl Into<Text>) -> Self {
        Self {
            speaker: Speaker::User,
            parts: vec![Part::Text { text: text.into() }],
        }
    }

    /// A text of the model's, from an earlier turn. Of one that does not end its beginning says enough.
    pub fn assistant(text: impl Into<String>) -> Self {
        let text = shortened(text.into(), LONGEST_TURN);
        Self {
            speaker: Speaker::Assistant,
            parts: vec![Part::Text { text: text.into() }],
        }
    }

    /// What a tool said when it was called. Every call of a reply wants a result, all in one message.
    pub fn result(call: &Call, text: impl Into<Text>) -> Self {
        Self {
            speaker: Speaker::User,
            parts: Vec::new(),
        }
        .and_result(call, text)
    }

    /// The same with the result of another call.
    pub fn and_result(mut self, call: &Call, text: impl Into<Text>) -> Self {
        self.parts.push(Part::Result {
            id: call.id.clone(),
            name: call.name.clone(),
            text: text.into(),
        });
        self
    }

    /// The same with an image at its end.
    pub fn and_image(mut self, png: Vec<u8>) -> Self {
        self.parts.push(Part::Image { png });
        self
    }
}

/// One question to a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// Who asks.
    pub role: Role,
    /// The standing instructions.
    pub system: Text,
    /// The turns, the last one ours.
    pub messages: Vec<Message>,
    /// Most tokens the reply may have.
    pub max_tokens: u32,
    /// Sampling temperature; `None` leaves it to the provider (some models take no other).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// JSON schema of the reply, for services that keep to one; the prompt says the same in words, for those that don't.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<serde_json::Value>,
    /// What the model may call. A service that takes none refuses with [`crate::ModelError::NoTools`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<Tool>,
}

impl Request {
    /// A question in one message.
    pub fn new(role: Role, system: impl Into<Text>, message: Message) -> Self {
        Self {
            role,
            system: system.into(),
            messages: vec![message],
            max_tokens: 8_192,
            temperature: None,
            schema: None,
            tools: Vec::new(),
        }
    }

    /// The whole prompt as text, an image as `[image]`: what a person reads, and what a cassette of version 1 knows the
    /// question by.
    pub fn render(&self) -> String {
        let mut text = format!("# {}\n\n## system\n{}\n", self.role, self.system.trim_end());
        if !self.tools.is_empty() {
            text.push_str("\n## tools\n");
        }
        for it in &self.tools {
            text.push_str(&format!("{}: {}\n{}\n", it.name, it.description, it.arguments));
        }
        for message in &self.messages {
            text.push_str(match message.speaker {
                Speaker::User => "\n## user\n",
                Speaker::Assistant => "\n## assistant\n",
            });
            for part in &message.parts {
                match part {
                    Part::Text { text: it } => text.push_str(it.trim_end()),
                    Part::Image { .. } => text.push_str("[image]"),
                    // No part of the question: the provider only wants it back.
                    Part::Thought(_) => continue,
                    Part::Call(it) => text.push_str(&format!("[call of {}] {}", it.name, it.arguments)),
                    Part::Result { name, text: it, .. } => {
                        text.push_str(&format!("[result of {name}]\n{}", it.trim_end()));
                    }
                }
                text.push('\n');
            }
        }
        text
    }

    /// Hashes of the images, in order.
    pub fn images(&self) -> Vec<String> {
        self.messages
            .iter()
            .flat_map(|it| &it.parts)
            .filter_map(|it| match it {
                Part::Image { png } => Some(digest(png)),
                Part::Text { .. } | Part::Thought(_) | Part::Call(_) | Part::Result { .. } => None,
            })
            .collect()
    }

    /// Tokens the prompt has, about: four characters each, 800 for an image. Providers count
    /// differently; this is for deciding before the call.
    pub fn about_tokens(&self) -> u64 {
        let images = self.images().len() as u64;
        about_tokens(&self.render()) + 800 * images
    }
}

/// Tokens of a text, about: four characters each.
pub fn about_tokens(text: &str) -> u64 {
    text.chars().count().div_ceil(4) as u64
}

/// SHA-256 in hex.
pub(crate) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .map(|it| format!("{it:02x}"))
        .collect()
}

/// What came back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// The text; empty only where a tool is called.
    pub text: String,
    /// The calls of tools; there are none without [`Request::tools`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Call>,
    /// What it thought before it called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thoughts: Vec<Thought>,
    /// What it cost.
    pub usage: Usage,
    /// Whether it was cut off at its token limit.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
}

impl Reply {
    /// The model's turn, as it is shown again with the next question.
    pub fn turn(&self) -> Message {
        let mut parts: Vec<Part> = self.thoughts.iter().cloned().map(Part::Thought).collect();
        if !self.text.is_empty() {
            parts.extend(Message::assistant(self.text.as_str()).parts);
        }
        parts.extend(self.calls.iter().cloned().map(Part::Call));
        Message {
            speaker: Speaker::Assistant,
            parts,
        }
    }
}

/// Tokens of one exchange.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens sent.
    pub prompt: u64,
    /// Tokens received, thinking included.
    pub completion: u64,
    /// Of those sent, the ones the provider had cached, which are cheaper.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cached: u64,
    /// Of those sent, the ones that it took into its cache, which some charge more for.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub written: u64,
    /// Whether the provider did not count and these are our estimate.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Usage {
    /// Sent and received.
    pub fn total(&self) -> u64 {
        self.prompt + self.completion
    }
}
