//! Version 1 of a cassette's file: a question is its whole text. It is read and never written, and never changed;
//! `tests/samples/cassette-v1.jsonl` is a sample of it.

use serde::Deserialize;

use super::{
    parts::{KeptReply, KeptRole},
    v2,
};
use crate::request::{Reply, Role};

/// Every line but the head.
#[derive(Deserialize)]
pub(super) struct Exchange {
    key: String,
    #[serde(with = "KeptRole")]
    role: Role,
    question: String,
    #[serde(default)]
    images: Vec<String>,
    #[serde(with = "KeptReply")]
    reply: Reply,
}

impl From<Exchange> for v2::Exchange {
    fn from(it: Exchange) -> Self {
        Self {
            key: it.key,
            role: it.role,
            question: v2::Question::Whole {
                text: it.question,
                images: it.images,
            },
            reply: it.reply,
        }
    }
}
