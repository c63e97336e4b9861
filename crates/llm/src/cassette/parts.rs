//! What a cassette's file has of the memory types, the same in both versions. Each of these names every field and every
//! variant of its memory type, so one that changes does not compile until somebody says here what becomes of it in the
//! file. `tests/samples` has all of it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::{
    request::{Call, Reply, Role, Speaker, Thought, Usage},
    text::Filled,
};

#[derive(Serialize, Deserialize)]
#[serde(remote = "Role", rename_all = "snake_case")]
pub(super) enum KeptRole {
    React,
    Summarizer,
    Concluder,
    Translator,
    Builder,
    Analyzer,
    Grounder,
    Executor,
    Ask,
}

/// Who asks, as a part of what a question is found by.
#[derive(Serialize)]
#[serde(transparent)]
pub(super) struct Asker(#[serde(with = "KeptRole")] pub Role);

#[derive(Serialize, Deserialize)]
#[serde(remote = "Speaker", rename_all = "snake_case")]
pub(super) enum KeptSpeaker {
    User,
    Assistant,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Filled")]
pub(super) struct KeptFilled {
    prompt: String,
    version: u32,
    #[serde(default, skip_serializing_if = "Value::is_null")]
    inputs: Value,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Reply")]
pub(super) struct KeptReply {
    text: String,
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        serialize_with = "keep_calls",
        deserialize_with = "restore_calls"
    )]
    calls: Vec<Call>,
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        serialize_with = "keep_thoughts",
        deserialize_with = "restore_thoughts"
    )]
    thoughts: Vec<Thought>,
    #[serde(with = "KeptUsage")]
    usage: Usage,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    cut: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Call")]
struct KeptCall {
    id: String,
    name: String,
    arguments: Value,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    signatures: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Thought")]
struct KeptThought {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    text: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    signature: String,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Usage")]
struct KeptUsage {
    prompt: u64,
    completion: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    cached: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    written: u64,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    estimated: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

#[derive(Serialize)]
#[serde(transparent)]
struct CallOut<'a>(#[serde(serialize_with = "KeptCall::serialize")] &'a Call);

#[derive(Deserialize)]
#[serde(transparent)]
struct CallIn(#[serde(with = "KeptCall")] Call);

#[derive(Serialize)]
#[serde(transparent)]
struct ThoughtOut<'a>(#[serde(serialize_with = "KeptThought::serialize")] &'a Thought);

#[derive(Deserialize)]
#[serde(transparent)]
struct ThoughtIn(#[serde(with = "KeptThought")] Thought);

fn keep_calls<S: Serializer>(calls: &[Call], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(calls.iter().map(CallOut))
}

fn restore_calls<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Call>, D::Error> {
    let all: Vec<CallIn> = Vec::deserialize(from)?;
    Ok(all.into_iter().map(|it| it.0).collect())
}

fn keep_thoughts<S: Serializer>(thoughts: &[Thought], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(thoughts.iter().map(ThoughtOut))
}

fn restore_thoughts<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Thought>, D::Error> {
    let all: Vec<ThoughtIn> = Vec::deserialize(from)?;
    Ok(all.into_iter().map(|it| it.0).collect())
}
