//! What work asks the person while it waits, and what they answer.

use std::{fmt, sync::Arc};

use autorpa::Question as Asked;
use serde::Serialize;
use ui::visible;

/// Something that the person is asked while the work waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Question {
    /// Which question of this work, from 1.
    pub number: usize,
    /// What is asked.
    pub text: String,
    /// What can be answered; nothing where a secret is typed.
    pub answers: Vec<String>,
    /// Whether a picture shows what it is about, with the numbers of the answers.
    pub has_picture: bool,
    /// The name of a login that is to be made, and where.
    pub login: Option<(String, String)>,
    /// Whether a secret is typed.
    pub takes_secret: bool,
    #[serde(skip)]
    pub(super) picture: Option<Arc<[u8]>>,
}

/// An answer.
#[derive(Clone, PartialEq, Eq)]
pub enum Answer {
    /// Which of the answers, from 0.
    Choice(usize),
    /// A secret that was typed.
    Secret(String),
}

/// Nobody reads a secret in a log.
impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choice(it) => write!(f, "Choice({it})"),
            Self::Secret(_) => f.write_str("Secret"),
        }
    }
}

/// An answer comes to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("That question is not open any more.")]
pub struct NotAsked;

impl Question {
    /// One of several answers.
    pub(super) fn of(asked: &Asked) -> Self {
        let text = |it: &String| visible(it).into_owned();
        Self {
            number: 0,
            text: text(&asked.text),
            answers: asked.answers.iter().map(text).collect(),
            has_picture: asked.picture.is_some(),
            login: asked.login.as_ref().map(|it| (text(&it.name), it.url.clone())),
            takes_secret: false,
            picture: asked.picture.as_deref().map(Arc::from),
        }
    }

    /// One that a secret answers.
    pub(super) fn of_secret(text: &str) -> Self {
        Self {
            number: 0,
            text: visible(text).into_owned(),
            answers: Vec::new(),
            has_picture: false,
            login: None,
            takes_secret: true,
            picture: None,
        }
    }

    pub(super) fn takes(&self, answer: &Answer) -> bool {
        match answer {
            Answer::Choice(at) => *at < self.answers.len(),
            Answer::Secret(text) => self.takes_secret && !text.is_empty(),
        }
    }
}
