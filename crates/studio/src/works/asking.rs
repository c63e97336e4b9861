//! How work asks the person, and waits for what they answer.

use std::{
    sync::{Arc, PoisonError},
    time::{Duration, Instant},
};

use autorpa::Question as Asked;

use super::{
    Job, Note,
    question::{Answer, NotAsked, Question},
};
use crate::remembered::locked;

/// How often whoever waits for an answer looks whether it was stopped.
const LOOKS: Duration = Duration::from_millis(50);
/// How long work waits for an answer; then nobody is there.
const WAITS: Duration = Duration::from_secs(30 * 60);

impl Job {
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
