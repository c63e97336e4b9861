//! What was understood of a recording, in parts that a page can show, and what a person answers to each.

use trajectory::{Bank, Recording, Screenshots};

use crate::{
    Autorpa,
    error::Error,
    recorded::NotNamed,
    unjudged::{Place, Questions, Role, instance},
    words::Word,
};

/// What was understood of a recording.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answerable {
    /// The values, in the order of their numbers.
    pub values: Vec<AnswerableValue>,
    /// Which rows of a table may be meant, in words; empty where the same is done to no rows, or nothing tells them.
    pub rows: Vec<String>,
    /// Which of these is chosen, from 0.
    pub chosen: Option<usize>,
    /// Why there is no loop over the rows of a table to which the same is done.
    pub no_loop: Option<String>,
}

/// A value of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerableValue {
    /// What it is called.
    pub name: String,
    /// The value.
    pub value: String,
    /// What it is in the function.
    pub role: Role,
    /// How it can be made of values before it, in words.
    pub made_of: Option<String>,
}

impl Autorpa {
    /// What was understood of a recording that is kept.
    pub fn answerable(&self, recording: &Recording) -> Answerable {
        Questions::of_kept(recording).answerable()
    }

    /// The same recording with an answer to what was understood of it: a word as `constant 2` or `rows 1`. Both are kept.
    pub fn answer(&self, recording: &Recording, word: &Word) -> Result<Recording, Error> {
        let of = &recording.instance;
        let Some(at) = Place::of(recording, self, None) else {
            let task_type = of.task_type.clone();
            return Err(Error::usage(NotNamed::OfTask { task_type }));
        };
        let mut questions = Questions::of_kept(recording);
        questions.answer(word).map_err(Error::usage)?;
        let bank = Bank::open(&self.home.bank).map_err(Error::kept)?;
        let mut new = recording.clone();
        questions.keep_rows(&mut new);
        new.instance = instance(&questions, Some(&of.task_type), &at, &bank)?;
        new.id = bank.save(&new, &Screenshots::default()).map_err(Error::kept)?;
        Ok(new)
    }
}
