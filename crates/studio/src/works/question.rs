//! What work asks the person while it waits, and what they answer.

use std::{
    fmt,
    sync::{Arc, PoisonError},
    time::{Duration, Instant},
};

use autorpa::Question as Asked;
use serde::Serialize;
use ui::visible;

use super::{Note, Work};
use crate::remembered::locked;

/// How often whoever waits for an answer looks whether it was stopped.
const LOOKS: Duration = Duration::from_millis(50);
/// How long work waits for an answer; then nobody is there.
const WAITS: Duration = Duration::from_secs(30 * 60);

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
    fn of(asked: &Asked) -> Self {
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
    fn of_secret(text: &str) -> Self {
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

    fn takes(&self, answer: &Answer) -> bool {
        match answer {
            Answer::Choice(at) => *at < self.answers.len(),
            Answer::Secret(text) => self.takes_secret && !text.is_empty(),
        }
    }
}

impl Work {
    /// What the person is asked now.
    pub fn question(&self) -> Option<Question> {
        locked(&self.log).question.clone()
    }

    /// The picture of the question that is asked now.
    pub fn question_picture(&self) -> Option<Arc<[u8]>> {
        locked(&self.log).question.as_ref()?.picture.clone()
    }

    /// Answer a question.
    pub fn answer(&self, number: usize, answer: Answer) -> Result<(), NotAsked> {
        let mut log = locked(&self.log);
        let open = log.question.as_ref();
        let fits = open.is_some_and(|it| it.number == number && it.takes(&answer));
        if !fits || log.answer.is_some() {
            return Err(NotAsked);
        }
        log.answer = Some(answer);
        drop(log);
        self.answered.notify_all();
        Ok(())
    }

    /// Have the person choose: which answer, from 0. `None` where the work is stopped meanwhile.
    pub(super) fn ask(&self, question: &Asked) -> Option<usize> {
        match self.wait_for(Question::of(question))? {
            Answer::Choice(it) => Some(it),
            Answer::Secret(_) => None,
        }
    }

    /// Have the person type a secret.
    pub(super) fn ask_secret(&self, text: &str) -> Option<String> {
        match self.wait_for(Question::of_secret(text))? {
            Answer::Secret(it) => Some(it),
            Answer::Choice(_) => None,
        }
    }

    fn wait_for(&self, mut question: Question) -> Option<Answer> {
        let mut log = locked(&self.log);
        log.asked += 1;
        let number = log.asked;
        question.number = number;
        log.answer = None;
        log.question = Some(question);
        log.notes.push(Note::Asks { number });
        self.changed.send_replace(());
        let until = Instant::now() + WAITS;
        while log.answer.is_none() && !self.is_stopped() && Instant::now() < until {
            let waited = self.answered.wait_timeout(log, LOOKS);
            log = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let answer = log.answer.take();
        log.question = None;
        log.notes.push(Note::Answered { number });
        drop(log);
        self.changed.send_replace(());
        answer
    }
}
