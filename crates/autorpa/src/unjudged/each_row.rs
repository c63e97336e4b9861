//! The same done to one row of a table after the other: a loop, once the person has said which rows are meant. The rows that it
//! would take are listed before.

use std::{collections::BTreeMap, fmt};

use compiler::{
    compile::EachRow,
    row_rounds::{Choice, RowRounds, Unclear, row_rounds},
};
use thiserror::Error;
use trajectory::Recording;
use ui::RowAfter;

use crate::observer::Question;

use super::read_back::split;

/// Rows that are named where a choice is told.
const NAMED: usize = 8;

/// An answer that chooses no rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotChosen {
    /// Nothing is repeated for rows of a table, or nothing tells its rows.
    #[error("nothing was done to rows of a table of which a loop can be made")]
    NoRows,
    /// There are several choices.
    #[error("say which: `rows 1` to `rows {choices}`")]
    WhichRows {
        /// How many.
        choices: usize,
    },
}

/// What a recording repeats for rows of a table, and what the person says to that.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Repeats {
    shown: Option<Result<RowRounds, Unclear>>,
    /// Which of the choices is meant.
    chosen: Option<usize>,
}

impl Repeats {
    /// What a recording shows of that, with what was said of it before.
    pub fn of(recording: &Recording) -> Self {
        let shown = row_rounds(&split(recording).0);
        let said = recording.shown.as_ref().and_then(|it| it.each_row.as_ref());
        let is_said = |it: &Choice| said.is_some_and(|said| *said == cells(it));
        let chosen = match &shown {
            Some(Ok(rounds)) => rounds.choices.iter().position(is_said),
            Some(Err(_)) | None => None,
        };
        Self { shown, chosen }
    }

    /// The loop that is meant, for what builds it.
    pub fn confirmed(&self, recording: &Recording) -> Option<EachRow> {
        let Some(Ok(rounds)) = &self.shown else {
            return None;
        };
        Some(EachRow {
            recording: recording.id.clone(),
            choice: rounds.choices.get(self.chosen?)?.clone(),
            rounds: rounds.clone(),
        })
    }

    /// Whether there are rounds of which nobody has said which rows they stand for.
    pub fn is_open(&self) -> bool {
        self.shown.is_some() && self.chosen.is_none()
    }

    /// Take the rows of a choice, by its number.
    pub fn choose(&mut self, which: Option<usize>) -> Result<(), NotChosen> {
        let choices = match &self.shown {
            Some(Ok(rounds)) => rounds.choices.len(),
            Some(Err(_)) | None => 0,
        };
        let at = match (which, choices) {
            (None, 1) => 0,
            (Some(n), _) if (1..=choices).contains(&n) => n - 1,
            (None | Some(_), 0) => return Err(NotChosen::NoRows),
            (None | Some(_), choices) => return Err(NotChosen::WhichRows { choices }),
        };
        self.chosen = Some(at);
        Ok(())
    }

    /// What is asked of a person who has not said which rows are meant: the choices with the rows that each takes, and none of them.
    pub fn question(&self) -> Option<Question> {
        let (Some(Ok(rounds)), None) = (&self.shown, self.chosen) else {
            return None;
        };
        let answers = self.choices().map(|it| format!("For {it}"));
        Some(Question {
            text: format!("In the recording {}. Which rows are meant?", repeated(rounds)),
            answers: answers.chain(["These alone".to_owned()]).collect(),
            picture: None,
            login: None,
        })
    }

    /// The choices, each with the rows that it takes.
    pub fn choices(&self) -> impl Iterator<Item = String> {
        let rounds = self.shown.as_ref().and_then(|it| it.as_ref().ok());
        let choices = rounds.into_iter().flat_map(|it| &it.choices);
        choices.map(|it| format!("{} ({})", in_words(it), taken(it)))
    }

    /// Which of them is chosen.
    pub fn chosen(&self) -> Option<usize> {
        self.chosen
    }

    /// Why there are none.
    pub fn unclear(&self) -> Option<String> {
        self.shown.as_ref()?.as_ref().err().map(ToString::to_string)
    }

    /// It is done to the rows it was shown on, and to no others.
    pub fn once(&mut self) {
        self.chosen = None;
    }

    /// What is kept with the recording.
    pub fn said(&self) -> Option<BTreeMap<String, String>> {
        let Some(Ok(rounds)) = &self.shown else {
            return None;
        };
        rounds.choices.get(self.chosen?).map(cells)
    }

    /// Why a build makes no loop of what is repeated, where something is.
    pub fn why_none(&self) -> Option<String> {
        match (&self.shown, self.chosen) {
            (Some(Ok(rounds)), None) => Some(format!(
                "{}, and nobody has said which rows are meant: it is built as it was shown, for these alone",
                repeated(rounds)
            )),
            (Some(Err(why)), _) => Some(format!("{why}: it is built as it was shown, for these alone")),
            (Some(Ok(_)) | None, _) => None,
        }
    }
}

/// What the cells of the rows of a choice show.
fn cells(choice: &Choice) -> BTreeMap<String, String> {
    choice.of.rows.whose.iter().cloned().collect()
}

fn repeated(rounds: &RowRounds) -> String {
    let rows: Vec<&str> = rounds.rounds.iter().map(|it| it.row.as_str()).collect();
    let of = match rounds.list.as_str() {
        "" => "of the table".to_owned(),
        list => format!("of \"{list}\""),
    };
    format!(
        "the same was done to {} rows {of}, {}",
        rows.len(),
        rows.join(" and ")
    )
}

/// The rows of a choice, and what leads to those of further pages.
fn in_words(choice: &Choice) -> String {
    let rows = choice.of.rows.in_words();
    match &choice.of.pages {
        None => rows,
        Some(pager) => format!("{rows}, on all pages (by \"{pager}\")"),
    }
}

/// The rows that a choice takes.
fn taken(choice: &Choice) -> String {
    let rows: Vec<&str> = choice.takes.iter().take(NAMED).map(String::as_str).collect();
    let more = match choice.takes.len().saturating_sub(NAMED) {
        0 => String::new(),
        n => format!(", and {n} more"),
    };
    match rows.is_empty() {
        true => "at the end of the recording, none".to_owned(),
        false => format!(
            "at the end of the recording, {}: {}{more}",
            choice.takes.len(),
            rows.join(", ")
        ),
    }
}

/// What is repeated, and the rows that each way to go on takes; the one alone that is chosen.
impl fmt::Display for Repeats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.shown, self.chosen) {
            (Some(Ok(rounds)), Some(at)) => {
                let Some(choice) = rounds.choices.get(at) else {
                    return Ok(());
                };
                write!(f, "\nloop: for {} ({})", in_words(choice), taken(choice))?;
                match &choice.of.after {
                    RowAfter::AsBefore => {
                        f.write_str("\n  a row that is done looks as before: each run does it once more")
                    }
                    after => write!(f, "\n  a row that is done is {after}"),
                }
            }
            (Some(Ok(rounds)), None) => {
                write!(f, "\nno loop yet: {}. Which rows are meant?", repeated(rounds))?;
                for (n, choice) in (1..).zip(&rounds.choices) {
                    write!(f, "\n  `rows {n}`: for {} ({})", in_words(choice), taken(choice))?;
                }
                f.write_str("\n  `once`: these alone")
            }
            (Some(Err(why)), _) => write!(f, "\nno loop: {why}"),
            (None, _) => Ok(()),
        }
    }
}
