//! What was understood of a recording before a function is made of it: its values with their names, what stays the same,
//! what may be made of others, and what shows that it worked. A person answers with short words.

use std::{collections::BTreeMap, fmt};

use compiler::doubt::Doubt;
use strings::Expr;
use task::{Params, Rows, Value};
use thiserror::Error;
use trajectory::Recording;
use ui::marked_secret;

use crate::{
    observer::Audience,
    words::{Word, Words},
};

use super::{
    answerable::{Answerable, AnswerableValue},
    done::{MOST_ROWS, Time, learn_from},
    each_row::{NotChosen, Repeats},
    naming::{Worded, said, worded},
    values::{Given, Role, given, left_as_it_is, name_of, tell_apart},
};

/// A value that is longer than this is cut where it is told.
const LONGEST: usize = 60;

/// What was understood of a recording, and what the person says to that.
#[derive(Clone, Debug, PartialEq)]
pub struct Questions {
    /// The goal in the person's words.
    goal: String,
    values: Vec<Given>,
    secrets: Vec<String>,
    check: String,
    /// What is repeated for rows of a table.
    repeats: Repeats,
    open: Vec<String>,
}

/// An answer that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotAnswered {
    /// It is about no value.
    #[error("there is no value `{what}`: name one by its number, its name, or what it is")]
    NoValue {
        /// What was named.
        what: String,
    },
    /// Another value has the name.
    #[error("another value is called `{name}` already")]
    Taken {
        /// The name.
        name: String,
    },
    /// It can't be made of any other.
    #[error("`{name}` is not made of any value before it")]
    NotMade {
        /// The value's name.
        name: String,
    },
    /// It can be made of another in more than one way.
    #[error("`{name}` can be made in more than one way: {}", which_way(doubt))]
    SeveralWays {
        /// The value's name.
        name: String,
        /// What tells two of the ways apart.
        doubt: Doubt,
    },
    /// No rows of a table are chosen by it.
    #[error(transparent)]
    NotChosen(#[from] NotChosen),
    /// The word answers nothing.
    #[error(
        "that answers none of it: `name 2 customer`, `constant 3`, `param 3`, `computed 4`, `rows 1`, `once`, and `ok` for all the rest"
    )]
    NoAnswer,
}

/// What a person is told of a value that can be made in more than one way.
fn which_way(doubt: &Doubt) -> String {
    let Doubt { of, made_up, gives } = doubt;
    format!(
        "for {of} \"{made_up}\" it would be \"{}\", or \"{}\"; leave it a parameter, and show it once more with such a value",
        gives[0], gives[1]
    )
}

impl Questions {
    /// What was understood of a recording that is made for this goal. `named` are the values that the person has named,
    /// `constants` those that are the same for everybody.
    pub(crate) fn of(recording: &Recording, goal: &str, named: &Params, constants: &[String]) -> Self {
        let mut values = given(recording, goal);
        let in_goal = said(goal, recording);
        for (name, value) in named {
            for text in value.texts() {
                match values.iter_mut().find(|it| it.value == text) {
                    Some(it) => it.name.clone_from(name),
                    None => values.push(Given::named(name, text, recording)),
                }
            }
        }
        for (name, value) in &in_goal {
            for text in value.texts() {
                if values.iter().all(|it| it.value != text) {
                    values.push(Given::named(name, text, recording));
                }
            }
        }
        for it in values.iter_mut().filter(|it| constants.contains(&it.value)) {
            it.role = Role::Constant;
        }
        // What the person has named keeps its name.
        values.sort_by_key(|it| {
            (
                !named.contains_key(&it.name),
                it.steps.first().copied().unwrap_or(usize::MAX),
            )
        });
        tell_apart(&mut values);
        values.sort_by_key(|it| it.steps.first().copied().unwrap_or(usize::MAX));
        Self::with(recording, goal, values)
    }

    /// What was understood of a recording that was kept.
    pub(crate) fn of_kept(recording: &Recording) -> Self {
        let instance = &recording.instance;
        let mut values = given(recording, &instance.goal);
        let mut open: Vec<usize> = (0..values.len()).collect();
        for (name, value) in &instance.params {
            for text in value.texts() {
                let fits = |at: &usize| values[*at].value == text;
                let named = open.iter().position(|at| fits(at) && values[*at].name == *name);
                match named.or_else(|| open.iter().position(fits)) {
                    Some(at) => {
                        let it = &mut values[open.remove(at)];
                        it.name.clone_from(name);
                        if it.role == Role::Listed {
                            it.role = Role::Parameter;
                        }
                    }
                    None => values.push(Given::named(name, text, recording)),
                }
            }
        }
        let made = recording.shown.as_ref().map(|it| &it.made);
        for at in open {
            let it = &mut values[at];
            let how = made.and_then(|made| Expr::parse(made.get(&it.name)?).ok());
            match how.filter(|how| how.eval(&instance.params).as_ref() == Some(&it.value)) {
                Some(how) => it.made_as_rows_say(how, 0),
                None => it.role = it.role_in(recording),
            }
        }
        Self::with(recording, &instance.goal, values)
    }

    /// Take what was done at other times as well, in place of what another file has said before. How many of its rows are looked
    /// at, and how many values have a column.
    pub(crate) fn learn(&mut self, rows: Rows) -> (usize, usize) {
        let texts = |it: Params| {
            let text = |(name, value): (String, Value)| Some((name, value.as_text()?.to_owned()));
            it.into_iter().filter_map(text).collect()
        };
        let rows = rows.rows.into_iter().take(MOST_ROWS);
        let times: Vec<Time> = rows.map(|it| texts(it.params)).collect();
        for it in self.values.iter_mut().filter(|it| it.said_by_rows.is_some()) {
            (it.role, it.made_of, it.said_by_rows) = (Role::Parameter, None, None);
        }
        (times.len(), learn_from(&times, &mut self.values))
    }

    /// The values that the rows of a file say to be made of others, and how.
    pub(super) fn made(&self) -> Vec<(String, Expr)> {
        let made = self.values.iter().filter(|it| it.is_made_as_rows_say());
        made.filter_map(|it| Some((it.name.clone(), it.made_of.clone()?)))
            .collect()
    }

    fn with(recording: &Recording, goal: &str, values: Vec<Given>) -> Self {
        let typed = recording.steps.iter().filter_map(|it| it.action.value());
        let mut secrets: Vec<String> = typed
            .filter_map(|it| marked_secret(it))
            .map(str::to_owned)
            .collect();
        secrets.dedup();
        let check = match recording.shown.as_ref().and_then(|it| it.check_after) {
            Some(after) => format!("what is looked up after step {after}"),
            None => "nothing, so a run ends `unchecked`: `check`, and look it up, before `done`".to_owned(),
        };
        let mut open = Vec::new();
        for (at, it) in values.iter().enumerate() {
            let equal = |other: &&Given| other.value == it.value && !it.is_state && !other.is_state;
            if let Some(other) = values[..at].iter().find(equal) {
                open.push(format!(
                    "`{}` and `{}` are both \"{}\": show it once more with two that differ",
                    other.name, it.name, it.value
                ));
            }
        }
        Self {
            goal: goal.to_owned(),
            values,
            secrets,
            check,
            repeats: Repeats::of(recording),
            open,
        }
    }

    /// Call a value that a step types, chooses or presses.
    pub(crate) fn name(&mut self, name: &str, value: &str, recording: &Recording) {
        match self.values.iter_mut().find(|it| it.value == value) {
            Some(it) => (it.name, it.role) = (name.to_owned(), Role::Parameter),
            None => self.values.push(Given::named(name, value, recording)),
        }
        tell_apart(&mut self.values);
    }

    /// Take an answer. It is over with `ok`: then the answer is `true`.
    pub fn answer(&mut self, word: &Word) -> Result<bool, NotAnswered> {
        match word {
            Word::Ok | Word::Done => return Ok(true),
            Word::Param { value, name } => {
                let at = self.which(value)?;
                if self
                    .values
                    .iter()
                    .enumerate()
                    .any(|(other, it)| other != at && it.name == *name)
                {
                    return Err(NotAnswered::Taken { name: name.clone() });
                }
                let before = std::mem::replace(&mut self.values[at].name, name.clone());
                self.values[at].role = Role::Parameter;
                let own = |it: &Expr| it.inputs().contains(&before.as_str());
                let (old, new) = (Expr::Input(before.clone()), Expr::Input(name.clone()));
                for it in &mut self.values {
                    if let Some(made_of) = it.made_of.as_mut().filter(|it| own(it)) {
                        *made_of = made_of.replace(&old, &new);
                    }
                    if let Some(doubt) = it.doubt.as_mut().filter(|it| it.of == before) {
                        doubt.of.clone_from(name);
                    }
                }
            }
            Word::Parameter { what } => {
                let at = self.which(what)?;
                self.values[at].role = Role::Parameter;
            }
            Word::Constant { what } => {
                let at = self.which(what)?;
                self.values[at].role = Role::Constant;
            }
            Word::Computed { what } => {
                let at = self.which(what)?;
                if self.values[at].made_of.is_none() {
                    let name = self.values[at].name.clone();
                    return Err(NotAnswered::NotMade { name });
                }
                if let Some(doubt) = self.values[at].doubt.clone() {
                    let name = self.values[at].name.clone();
                    return Err(NotAnswered::SeveralWays { name, doubt });
                }
                self.values[at].role = Role::Computed;
            }
            Word::Rows { which } => self.repeats.choose(*which)?,
            Word::Once => self.repeats.once(),
            Word::Undo
            | Word::Pause
            | Word::Secret
            | Word::Check
            | Word::Answer { .. }
            | Word::Example(_)
            | Word::Import(_)
            | Word::Help => {
                return Err(NotAnswered::NoAnswer);
            }
        }
        Ok(false)
    }

    fn which(&self, what: &str) -> Result<usize, NotAnswered> {
        let number = what.parse::<usize>().ok().and_then(|it| it.checked_sub(1));
        let number = number.filter(|it| *it < self.values.len());
        let named = || {
            self.values
                .iter()
                .position(|it| it.name == what || it.value == what)
        };
        let no_value = || NotAnswered::NoValue {
            what: what.to_owned(),
        };
        number.or_else(named).ok_or_else(no_value)
    }

    /// The parameters with their values, in the order in which they come up.
    pub(crate) fn params(&self) -> Params {
        let own = self.values.iter().filter(|it| it.role == Role::Parameter);
        own.map(|it| (it.name.clone(), it.value.as_str().into()))
            .collect()
    }

    /// The goal as it is with other values.
    pub(crate) fn goal_with(&self, values: &Params) -> String {
        let Worded { goal, template, .. } = self.worded();
        template.render(values).unwrap_or(goal)
    }

    /// Ask which rows of a table are meant, where that is open and somebody is there.
    pub(crate) fn ask_rows(&mut self, told: &Audience) {
        let chosen = self.repeats.question().and_then(|it| told.chooses(&it));
        if let Some(chosen) = chosen {
            // The last answer is that no others are meant.
            if self.repeats.choose(Some(chosen + 1)).is_err() {
                self.repeats.once();
            }
        }
    }

    /// Keep with a recording what the person says of the rows of a table that it is done to, and how values are made of others.
    pub(crate) fn keep_rows(&self, recording: &mut Recording) {
        let each_row = self.each_row();
        let made = self.made();
        if each_row.is_some() || recording.shown.is_some() || !made.is_empty() {
            let shown = recording.shown.get_or_insert_default();
            shown.each_row = each_row;
            shown.made = made
                .into_iter()
                .map(|(name, how)| (name, how.to_string()))
                .collect();
        }
    }

    /// All of it, in parts.
    pub(crate) fn answerable(&self) -> Answerable {
        let value = |it: &Given| AnswerableValue {
            name: it.name.clone(),
            value: it.value.clone(),
            role: it.role,
            made_of: it
                .made_of
                .as_ref()
                .filter(|_| it.doubt.is_none())
                .map(Expr::in_words),
        };
        Answerable {
            values: self.values.iter().map(value).collect(),
            rows: self.repeats.choices().collect(),
            chosen: self.repeats.chosen(),
            no_loop: self.repeats.unclear(),
        }
    }

    /// What the person says of the rows of a table that it is done to, to be kept with the recording.
    pub(crate) fn each_row(&self) -> Option<BTreeMap<String, String>> {
        self.repeats.said()
    }

    /// The goal with all of them.
    pub(super) fn worded(&self) -> Worded {
        // The value of one time is no part of what is done each time.
        let is_said = |it: &&Given| it.role == Role::Parameter || it.is_made_as_rows_say();
        let said = self.values.iter().filter(is_said);
        let said = said.map(|it| (it.name.clone(), it.value.as_str().into()));
        worded(&self.goal, &said.collect())
    }

    /// The value with this name for another recording that shows the same.
    pub(super) fn value_in(&self, name: &str, other: &Recording) -> Option<String> {
        let own = self
            .values
            .iter()
            .find(|it| it.name == name && !it.of_field.is_empty())?;
        Some(left_as_it_is(other, own))
    }

    /// What the person calls the values of fields, by what these are called after their fields.
    pub(super) fn renamed(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self
            .values
            .iter()
            .filter(|it| !it.of_field.is_empty() && it.name != it.of_field);
        all.map(|it| (it.of_field.as_str(), it.name.as_str()))
    }
}

/// One screen: a line for each value, what shows that it worked, and what is open.
impl fmt::Display for Questions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "goal: {}", self.worded().template)?;
        let of = |role: Role| {
            let all = (1..).zip(&self.values);
            all.filter(move |(_, it)| it.role == role)
        };
        for (title, role) in [
            ("parameters", Role::Parameter),
            ("the same each time", Role::Constant),
            ("made of others", Role::Computed),
            (
                "read from the text that lists them, record by record",
                Role::Listed,
            ),
        ] {
            if of(role).next().is_some() {
                write!(f, "\n{title}:")?;
            }
            for (number, it) in of(role) {
                write!(f, "\n  {number}. {} = \"{}\"", it.name, short(&it.value))?;
                if !it.field.is_empty() && name_of(&it.field) != it.name {
                    write!(f, " in \"{}\"", it.field)?;
                }
                let steps: Vec<String> = it.steps.iter().map(ToString::to_string).collect();
                if !steps.is_empty() {
                    write!(f, " (step {})", steps.join(", "))?;
                }
                if let Some(rows) = it
                    .said_by_rows
                    .filter(|rows| *rows > 0 && role != Role::Parameter)
                {
                    let how = it.made_of.as_ref().filter(|_| role == Role::Computed);
                    let how = how.map_or_else(String::new, |it| format!(" {},", it.in_words()));
                    write!(f, ":{how} in all {rows} rows")?;
                    continue;
                }
                match (&it.made_of, role) {
                    (Some(how), Role::Computed) => write!(f, ": {}", how.in_words())?,
                    (Some(how), Role::Parameter) if let Some(doubt) = &it.doubt => {
                        write!(
                            f,
                            ", or {}, or made otherwise? {}",
                            how.in_words(),
                            which_way(doubt)
                        )?;
                    }
                    (Some(how), Role::Parameter) => {
                        write!(f, ", or {}? `computed {number}` says so", how.in_words())?;
                    }
                    _ => {}
                }
            }
        }
        if self.values.is_empty() {
            f.write_str("\nparameters: none: nothing was typed or chosen")?;
        }
        for it in &self.secrets {
            write!(f, "\nsecret: {it}")?;
        }
        write!(f, "\nshows that it worked: {}", self.check)?;
        write!(f, "{}", self.repeats)?;
        for it in &self.open {
            write!(f, "\nopen: {it}")?;
        }
        Ok(())
    }
}

fn short(text: &str) -> String {
    let line = text.replace('\n', "\\n");
    match line.chars().count() > LONGEST {
        true => line.chars().take(LONGEST - 1).chain(['…']).collect(),
        false => line,
    }
}

/// Have what was understood confirmed: by the words that are prepared, then by what is typed until `ok`. Where nobody types
/// anything, it is taken as it is.
pub(crate) fn settle(
    questions: &mut Questions,
    words: &mut Words,
    told: &Audience,
    typed: &mut dyn FnMut() -> Option<String>,
) {
    told.line(questions.to_string());
    let mut changed = false;
    while let Some(word) = words.next(usize::MAX) {
        match questions.answer(&word) {
            Ok(true) if !changed => return,
            Ok(true) => return told.line(questions.to_string()),
            Ok(false) => changed = true,
            Err(wrong) => told.line(wrong.to_string()),
        }
    }
    if changed {
        told.line(questions.to_string());
    }
    while let Some(line) = typed() {
        let answered = match Word::parse(&line) {
            Ok(word) => questions.answer(&word).map_err(|it| it.to_string()),
            Err(wrong) => Err(wrong.to_string()),
        };
        match answered {
            Ok(true) => return,
            Ok(false) => told.line(questions.to_string()),
            Err(wrong) => told.line(wrong),
        }
    }
}
