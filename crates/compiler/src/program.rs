//! What a function does, before it is printed: statements over parameters, each with the recorded
//! steps it came from.

use std::fmt;

use strings::{Expr, List, Question, THIS_DAY, identifier};
use task::{Params, Value};
use ui::{Action, Direction, Lasting, Locator, RowLoop, Sites, Status, TableAnswer};

use crate::{
    locator::fill,
    month::month_text,
    soft::{HELD, StepRef, Wanted, print_locator},
};

/// Whether a parameter is one text or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParamKind {
    /// One text.
    Text,
    /// Several.
    List,
}

/// One parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name in the task type; in the script it stands as [`strings::identifier`] of it.
    pub name: String,
    /// One text or several.
    pub kind: ParamKind,
    /// What it is.
    pub description: String,
}

impl Param {
    /// One that is said by a value that it had.
    pub(crate) fn shown(name: &str, value: &Value) -> Self {
        let shown: String = value.to_string().chars().take(60).collect();
        Self {
            name: name.to_owned(),
            kind: match value {
                Value::Text(_) => ParamKind::Text,
                Value::List(_) => ParamKind::List,
            },
            description: format!("for example `{}`", shown.replace('`', "'")),
        }
    }
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its name, a Rhai identifier.
    pub name: String,
    /// What it does, in one line.
    pub description: String,
    /// Its parameters, in order.
    pub params: Vec<Param>,
    /// Variables with which it begins, and what of its parameters each is made.
    pub made: Vec<(String, Expr)>,
    /// Values of one instance it was made from.
    pub example: Params,
    /// What it does.
    pub body: Vec<Stmt>,
}

/// A statement and where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stmt {
    /// The recorded steps.
    pub sources: Vec<StepRef>,
    /// What it does.
    pub kind: Kind,
}

/// The choice of the newest or the oldest, the greatest or the least of several entries; what it shows becomes the variable [`CHOSEN`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Among {
    /// Finds all entries.
    pub entries: Locator<Expr>,
    /// Which of them.
    pub extreme: Extreme,
}

/// Which of several entries, by the date and time or by the number that each shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extreme {
    /// The latest.
    Newest,
    /// The earliest.
    Oldest,
    /// The one with the greatest number.
    Greatest,
    /// The one with the least number.
    Least,
}

impl Extreme {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Extreme::Newest => "newest",
            Extreme::Oldest => "oldest",
            Extreme::Greatest => "greatest",
            Extreme::Least => "least",
        }
    }

    /// What entries are compared by.
    pub fn measure(self) -> &'static str {
        match self {
            Extreme::Newest | Extreme::Oldest => "the date and time",
            Extreme::Greatest | Extreme::Least => "the number",
        }
    }
}

/// The variable for what the chosen entry shows.
pub const CHOSEN: &str = "chosen";

/// What is kept of several elements.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Tally {
    /// How many there are.
    Number,
    /// What the numbers that they show in this unit come to; what shows no number in it adds nothing.
    Sum(String),
}

impl Tally {
    /// The words for it.
    pub fn name(&self) -> &'static str {
        match self {
            Tally::Number => "number",
            Tally::Sum(_) => "sum",
        }
    }
}

/// The rows of a list that are gone through one after the other, and which of them are meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundRows {
    /// What stands in every row of the list.
    pub mark: Locator<Expr>,
    /// How many levels above it the row is.
    pub up: usize,
    /// What is pressed in a row.
    pub press: Locator<Expr>,
    /// Which of them are meant.
    pub which: Which,
    /// What the press does that nothing takes back.
    pub lasting: Option<Lasting>,
}

/// Which rows are meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    /// Those that say the same as an earlier one.
    Again,
    /// Those whose page says the same as the page of an earlier one.
    OpenedAgain,
    /// Those whose page says a text.
    Saying(Box<Saying>),
}

/// What a page has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saying {
    /// The text.
    pub text: Expr,
    /// What says it there; `None` where anything may.
    pub part: Option<Locator<Expr>>,
    /// Whether a part of a word will do.
    pub within_words: bool,
}

impl Which {
    fn saying(&self) -> Option<&Saying> {
        match self {
            Which::Again | Which::OpenedAgain => None,
            Which::Saying(it) => Some(it),
        }
    }
}

impl FoundRows {
    /// In words: `each row (every name) that says the same as an earlier one`.
    pub fn in_words(&self) -> String {
        let mark = &self.mark.target_description;
        match &self.which {
            Which::OpenedAgain => {
                format!("each row ({mark}) whose page says the same as the page of an earlier one")
            }
            Which::Again => format!("each row ({mark}) that says the same as an earlier one"),
            Which::Saying(it) => {
                let part = it.part.as_ref().map_or("it", |it| it.target_description.as_str());
                let text = it.text.in_words();
                match it.within_words {
                    true => format!("each row ({mark}) on whose page {part} has {text} in it"),
                    false => format!("each row ({mark}) on whose page {part} says {text}"),
                }
            }
        }
    }

    /// The locators: of the mark, of what is pressed, and of what says the text.
    pub fn locators(&self) -> impl Iterator<Item = &Locator<Expr>> {
        let part = self.which.saying().and_then(|it| it.part.as_ref());
        [&self.mark, &self.press].into_iter().chain(part)
    }

    /// The expressions in it.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let text = self.which.saying().map(|it| &it.text);
        self.locators().flat_map(Locator::values).chain(text)
    }
}

/// How a target is reached.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// It comes up by itself: wait for it.
    Wait,
    /// The recording waited until it came: it may take long.
    Late,
    /// It may have to be scrolled to.
    Scroll(Direction),
}

/// The kinds of statements.
#[expect(
    clippy::large_enum_variant,
    reason = "nearly every statement is an `Act`, the large one"
)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Do something.
    Act {
        /// What.
        action: Action<Locator<Expr>, Expr>,
        /// Only if its target is there.
        optional: bool,
        /// How its target is reached.
        reach: Reach,
        /// What shows afterwards.
        expect: Option<Locator<Expr>>,
        /// What tells that the screen it leads to is the recorded one, where it leads to another.
        arrival: Option<Locator<Expr>>,
        /// The entries among which its target is chosen, where it is.
        among: Option<Among>,
        /// Seeds of the instances on which several were alike and each of them was rewarded.
        alike: Vec<u64>,
        /// Whether its target was checked before, where it can be and was so in every recording. A tap turns such a
        /// state over: on a device where it is the other one, the same tap does the contrary.
        was: Option<bool>,
        /// Which state its target is brought to, where a value says that: one that is in it already is not tapped.
        wanted: Option<Wanted>,
        /// What it does that nothing takes back: what any of the steps did that it was made from.
        lasting: Option<Lasting>,
    },
    /// One of two.
    If {
        /// When the first.
        cond: Cond,
        /// The first.
        then: Vec<Stmt>,
        /// The other.
        otherwise: Vec<Stmt>,
    },
    /// Once for each entry of a list.
    ForEach {
        /// The entry's variable.
        var: String,
        /// The list.
        list: List,
        /// What is done with it.
        body: Vec<Stmt>,
    },
    /// Once for each row of a table that is meant, whatever the table does meanwhile.
    EachRow {
        /// The variable of what a row is known by.
        var: String,
        /// Which rows, and what each is held to.
        each: RowLoop,
        /// What is done to it.
        body: Vec<Stmt>,
    },
    /// Once for each row of a list that is meant, of all that are gone through.
    EachFound {
        /// The rows, and how each is turned to.
        of: FoundRows,
        /// What is done with it then.
        body: Vec<Stmt>,
    },
    /// Again and again, at most `limit` times.
    Repeat {
        /// Counts the rounds from 1.
        var: String,
        /// How many rounds.
        limit: Limit,
        /// Ends it before a round.
        until: Option<Cond>,
        /// What is done in a round.
        body: Vec<Stmt>,
    },
    /// Keep what an element shows.
    Read {
        /// The variable.
        var: String,
        /// The element.
        locator: Locator<Expr>,
    },
    /// Keep what stands in the page's address where this form of it has a `*`; fail unless it has this form.
    ReadAddress {
        /// The variable.
        var: String,
        /// The form of its path, as `/orders/*/edit`.
        form: String,
    },
    /// Fail unless this comes up: the screen is not the one that a step leads to.
    Arrive(Locator<Expr>),
    /// Fail unless a field holds what was typed into it.
    Holds {
        /// The field.
        field: Locator<Expr>,
        /// What was typed.
        text: Expr,
    },
    /// Keep what all elements that fit show, those included that scrolling brings up.
    ReadAll {
        /// The variable, a list.
        var: String,
        /// The elements.
        locator: Locator<Expr>,
    },
    /// Keep how many elements fit, or what the numbers that they show come to.
    Count {
        /// The variable.
        var: String,
        /// The elements.
        locator: Locator<Expr>,
        /// Which of both.
        tally: Tally,
    },
    /// Keep what the rows of a list answer, those included that scrolling brings up.
    Ask {
        /// The variable.
        var: String,
        /// What stands in every row.
        mark: Locator<Expr>,
        /// How many levels above it the row is.
        up: usize,
        /// Where the cells that are asked for stand, for when they are called otherwise; `None` where the recordings do not
        /// show it.
        sites: Option<Sites>,
        /// What the cells of the recorded rows are called, where the question goes by one that a row may lack.
        known: Vec<String>,
        /// What is asked of the rows.
        question: Question,
    },
    /// Answer with all rows of a table.
    AnswerTable(TableAnswer),
    /// End the task.
    Stop(Status),
    /// Fail, because no recording shows what to do here; why, in one line.
    Refuse(String),
}

/// How many rounds a repetition may take.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// At most this many; the condition ends it before.
    AtMost(u32),
    /// Exactly as many as this says.
    Exactly(Expr),
}

impl Limit {
    /// How many rounds, where a number that is computed has this value.
    fn in_numbers(&self, value: impl Fn(&Expr) -> Expr) -> String {
        match self {
            Limit::AtMost(n) => n.to_string(),
            Limit::Exactly(it) => value(it).to_string(),
        }
    }
}

/// A condition over the parameters or the screen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Cond {
    /// Such an element is on the screen now.
    Exists(Locator<Expr>),
    /// Such an element stands in a list of the screen, in sight or not. To ask brings it into sight.
    Listed(Locator<Expr>),
    /// Two texts are equal.
    Equals(Expr, Expr),
    /// The first has the second in it.
    Contains(Expr, Expr),
    /// The first starts with the second.
    StartsWith(Expr, Expr),
    /// The first ends with the second.
    EndsWith(Expr, Expr),
    /// A text is empty.
    IsEmpty(Expr),
    /// A text says the day that it is on the device.
    Today(Expr),
    /// Not so.
    Not(Box<Cond>),
    /// All of them.
    And(Vec<Cond>),
    /// The month that a screen shows is the one of a date, or beyond it.
    Reached(Box<Month>),
}

/// The month that a screen shows, held against the one of a date.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Month {
    /// What shows it: one text, or the month and the year.
    pub shown: Vec<Locator<Expr>>,
    /// The date.
    pub date: Expr,
    /// Whether beyond is later; else it is earlier.
    pub later: bool,
}

impl Month {
    /// The sign between what is shown and the date.
    fn sign(&self) -> &'static str {
        if self.later { ">=" } else { "<=" }
    }

    /// The condition as it stands in a script, with what these elements are called there.
    pub(crate) fn in_script(&self, called: impl FnMut(&Locator<Expr>) -> String) -> String {
        let texts: Vec<String> = self.shown.iter().map(called).collect();
        let texts: Vec<String> = texts.iter().map(|it| format!("env_op.read_text({it})")).collect();
        let shown = texts.join(" + \" \" + ");
        format!("month({shown}) {} month({})", self.sign(), self.date)
    }

    fn holds(&self, params: &Params, screen: &ui::Screen) -> Option<bool> {
        let text = |it: &Locator<Expr>| {
            let id = ui::find(screen, &fill(it, params)?).one()?;
            month_text(screen.get(id)?)
        };
        let shown: Option<Vec<&str>> = self.shown.iter().map(text).collect();
        let of = |text: Expr| Expr::Call("month".to_owned(), vec![text]).eval(params);
        let (shown, wanted) = (of(Expr::Const(shown?.join(" ")))?, of(self.date.clone())?);
        Some(if self.later {
            shown >= wanted
        } else {
            shown <= wanted
        })
    }
}

impl Program {
    /// The same, but at its end it does not say that the task is done: nobody has verified that.
    pub fn in_doubt(mut self) -> Program {
        for stmt in &mut self.body {
            if stmt.kind == Kind::Stop(Status::Complete) {
                stmt.kind = Kind::Refuse(DOUBT.to_owned());
            }
        }
        self
    }

    /// Whether it has no step: nothing was to be done on any instance it was built on.
    pub fn does_nothing(&self) -> bool {
        let ends = |it: &Stmt| matches!(it.kind, Kind::Stop(_) | Kind::Refuse(_));
        self.body.iter().all(ends)
    }

    /// Be given this value of the task too, where it is not.
    pub(crate) fn take_param(&mut self, name: &str, value: &Value) {
        if self.params.iter().all(|it| it.name != name) {
            self.params.push(Param::shown(name, value));
            let example = self.example.entry(name.to_owned());
            example.or_insert_with(|| value.clone());
        }
    }

    /// The same without the parameters that nothing in it uses.
    pub fn with_used_params(mut self) -> Program {
        let mut used: Vec<String> = Vec::new();
        for stmt in &self.body {
            stmt.walk(&mut |it| it.kind.inputs(&mut |name| used.push(name.to_owned())));
        }
        let (kept, unused): (Vec<Param>, Vec<Param>) =
            self.params.into_iter().partition(|it| used.contains(&it.name));
        self.params = kept;
        let unused: Vec<&str> = unused.iter().map(|it| it.name.as_str()).collect();
        for stmt in &mut self.body {
            leave_out_ways(stmt, &unused);
        }
        self
    }

    /// Whether it goes by which day it is.
    pub(crate) fn goes_by_this_day(&self) -> bool {
        let mut any = false;
        for stmt in &self.body {
            stmt.walk(&mut |it| it.kind.inputs(&mut |name| any |= name == THIS_DAY));
        }
        any || self.made.iter().any(|(_, of)| of.inputs().contains(&THIS_DAY))
    }

    /// The same where these of its parameters are made of others: whoever calls it does not say them.
    pub(crate) fn making(mut self, made: &[(String, Expr)]) -> Program {
        for (name, of) in made {
            let Some(at) = self.params.iter().position(|it| it.name == *name) else {
                continue;
            };
            self.params.remove(at);
            self.made.push((name.clone(), of.clone()));
            // What it is made of may be needed for nothing else.
            for input in of.inputs() {
                if let Some(value) = self.example.get(input).cloned() {
                    self.take_param(input, &value);
                }
            }
        }
        self
    }

    /// Whether every variable has its value before it is used. What is read in a branch or a round is known there alone.
    pub(crate) fn is_in_order(&self) -> bool {
        let mut own: Vec<&str> = Vec::new();
        for stmt in &self.body {
            stmt.walk(&mut |it| own.extend(it.kind.variable()));
        }
        is_in_order(&self.body, &own, &mut Vec::new())
    }
}

/// What holds behind a repetition that `until` ends where its `most` rounds were too few for it. `None` where the rounds go on
/// until something shows: a later step asks for that.
pub(crate) fn too_few(until: &Cond, var: &str, most: u32) -> Option<Cond> {
    let left = match until {
        Cond::Not(it) => it.as_ref().clone(),
        Cond::And(_) | Cond::Reached(_) => Cond::Not(Box::new(until.clone())),
        Cond::Exists(_)
        | Cond::Listed(_)
        | Cond::Equals(..)
        | Cond::Contains(..)
        | Cond::StartsWith(..)
        | Cond::EndsWith(..)
        | Cond::IsEmpty(_)
        | Cond::Today(_) => return None,
    };
    // Behind the rounds nothing counts them: the next would have been the one after the last.
    let next = Expr::Const((most + 1).to_string());
    Some(left.map(&|it| it.replace(&Expr::Input(var.to_owned()), &next)))
}

/// Whether a text says the day `today`, as a date is written (`2026-01-31`); `None` where it says no day.
pub(crate) fn is_today(text: &Expr, params: &Params, today: &str) -> Option<bool> {
    let said = Expr::Call("day".to_owned(), vec![text.clone(), Expr::from(today)]);
    Some(said.eval(params)? == today)
}

impl Stmt {
    /// The same for whatever row it is done to: what it leads to shows another row each time, and a list is not searched for it.
    pub(crate) fn of_any_row(mut self) -> Stmt {
        if let Kind::Act {
            expect,
            arrival,
            reach,
            ..
        } = &mut self.kind
        {
            (*expect, *arrival) = (None, None);
            if *reach != Reach::Late {
                *reach = Reach::Wait;
            }
        }
        self
    }

    /// Whether a branch in it goes by this value.
    pub(crate) fn decides_by(&self, value: &str) -> bool {
        let mut any = false;
        self.walk(&mut |it| {
            if matches!(it.kind, Kind::If { .. }) {
                it.kind.inputs(&mut |name| any |= name == value);
            }
        });
        any
    }

    /// Whether it refuses because the rounds of `before` were too few. Without a limit they never are.
    pub(crate) fn refuses_too_few(&self, before: &Stmt) -> bool {
        let (
            Kind::Repeat {
                var,
                limit: Limit::AtMost(most),
                until: Some(until),
                ..
            },
            Kind::If {
                cond,
                then,
                otherwise,
            },
        ) = (&before.kind, &self.kind)
        else {
            return false;
        };
        let refuses = matches!(&then[..], [it] if matches!(it.kind, Kind::Refuse(_)));
        refuses && otherwise.is_empty() && too_few(until, var, *most).as_ref() == Some(cond)
    }
}

/// Leave out the fallbacks that ask for what nothing else goes by: their values are not given to the function.
fn leave_out_ways(stmt: &mut Stmt, unused: &[&str]) {
    let is_given = |it: &Locator<Expr>| {
        let mut inputs = it.values().flat_map(Expr::inputs);
        !inputs.any(|name| unused.contains(&name))
    };
    let trim = |it: &mut Locator<Expr>| it.or_else.retain(is_given);
    match &mut stmt.kind {
        Kind::Act { action, arrival, .. } => {
            let trimmed = |it: &Locator<Expr>| {
                let mut it = it.clone();
                trim(&mut it);
                it
            };
            *action = action.map(trimmed, Expr::clone);
            if !arrival.as_ref().is_some_and(is_given) {
                *arrival = None;
            }
            arrival.iter_mut().for_each(trim);
        }
        Kind::If { cond, .. }
        | Kind::Repeat {
            until: Some(cond), ..
        } => cond.locators_mut(&trim),
        Kind::Read { locator, .. }
        | Kind::ReadAll { locator, .. }
        | Kind::Count { locator, .. }
        | Kind::Ask { mark: locator, .. }
        | Kind::Arrive(locator)
        | Kind::Holds { field: locator, .. } => trim(locator),
        Kind::EachFound { of, .. } => {
            let part = match &mut of.which {
                Which::Saying(it) => it.part.as_mut(),
                Which::Again | Which::OpenedAgain => None,
            };
            [&mut of.mark, &mut of.press]
                .into_iter()
                .chain(part)
                .for_each(trim);
        }
        Kind::ForEach { .. }
        | Kind::EachRow { .. }
        | Kind::Repeat { until: None, .. }
        | Kind::ReadAddress { .. }
        | Kind::AnswerTable(_)
        | Kind::Stop(_)
        | Kind::Refuse(_) => {}
    }
    for inner in stmt.kind.blocks_mut().into_iter().flatten() {
        leave_out_ways(inner, unused);
    }
}

fn is_in_order<'a>(body: &'a [Stmt], own: &[&str], known: &mut Vec<&'a str>) -> bool {
    body.iter().all(|stmt| {
        let mut late = false;
        let unknown = |name: &str, known: &[&str]| own.contains(&name) && !known.contains(&name);
        let is_round = matches!(
            stmt.kind,
            Kind::ForEach { .. } | Kind::EachRow { .. } | Kind::EachFound { .. } | Kind::Repeat { .. }
        );
        let before = known.len();
        // The number of a round is known to the condition that ends it.
        known.extend(stmt.kind.variable().filter(|_| is_round));
        stmt.kind.inputs(&mut |name| late |= unknown(name, known));
        late |= stmt.kind.takes_held_elsewhere();
        let inside = known.len();
        let blocks = stmt.kind.blocks().into_iter().all(|block| {
            let ordered = is_in_order(block, own, known);
            known.truncate(inside);
            ordered
        });
        known.truncate(before);
        known.extend(stmt.kind.variable().filter(|_| !is_round));
        !late && blocks
    })
}

/// What a function that is not verified says at its end.
pub(crate) const DOUBT: &str =
    "every step is done, but this function is not verified: whether the task is done is not known";
/// Statements of a plan; a list of a parameter may be long.
const LONGEST_PLAN: usize = 400;

impl Program {
    /// The parameters that decide to which state something is brought.
    pub(crate) fn deciding(&self) -> Vec<String> {
        let mut all = Vec::new();
        for stmt in &self.body {
            stmt.walk(&mut |it| {
                if let Kind::Act {
                    wanted: Some(wanted), ..
                } = &it.kind
                {
                    all.extend(wanted.value.inputs().into_iter().map(str::to_owned));
                }
            });
        }
        all
    }

    /// What it would do for these parameters, as far as that can be said without a screen: where two programs
    /// have different plans for an instance, running it there tells which of them is right.
    pub fn plan(&self, params: &Params) -> Vec<String> {
        let mut all = Vec::new();
        plan(&self.body, params, &mut all);
        all
    }
}

impl Program {
    /// The list parameters of which it uses each entry by its place and no further one, with how many these are:
    /// of a longer list it would leave something out.
    pub(crate) fn fixed_lengths(&self) -> Vec<(&str, usize)> {
        let lists = self.example.iter().filter_map(|(name, value)| match value {
            Value::List(all) => Some((name.as_str(), all)),
            Value::Text(_) => None,
        });
        let known = |name: &str| self.params.iter().any(|it| it.name == name);
        let fixed = lists.filter(|(name, all)| {
            let mut longer = (*all).clone();
            longer.push(UNSEEN.to_owned());
            known(name) && self.uses_each(name, all) && !self.uses_each(name, &longer)
        });
        fixed.map(|(name, all)| (name, all.len())).collect()
    }

    /// Whether it would do something else for any other entry of a list.
    fn uses_each(&self, name: &str, entries: &[String]) -> bool {
        let with = |entries: &[String]| {
            let mut params = self.example.clone();
            params.insert(name.to_owned(), Value::List(entries.to_vec()));
            self.plan(&params)
        };
        let done = with(entries);
        (0..entries.len()).all(|at| {
            let mut changed = entries.to_vec();
            changed[at].push_str(UNSEEN);
            with(&changed) != done
        })
    }
}

/// What stands in no goal.
const UNSEEN: &str = "\u{1}";

fn plan(body: &[Stmt], params: &Params, all: &mut Vec<String>) {
    let value = |it: &Expr| it.eval(params).map_or_else(|| it.clone(), Expr::Const);
    let asked = |it: &Locator<Expr>| print_locator(&it.map(value));
    for stmt in body {
        if all.len() >= LONGEST_PLAN {
            return;
        }
        match &stmt.kind {
            Kind::Act {
                action,
                among,
                wanted,
                ..
            } => {
                let target = among.as_ref().map_or_else(
                    || action.target().map(asked),
                    |it| Some(format!("{:?} of {}", it.extreme, asked(&it.entries))),
                );
                let destination = action.destination().map(asked);
                let typed = action.value().map(|it| value(it).to_string());
                let state = wanted.as_ref().map(|wanted| value(&wanted.value).to_string());
                let parts = [target, destination, typed, state].into_iter().flatten();
                let kind = action.kind().to_string();
                all.push(parts.fold(kind, |said, it| format!("{said} {it}")));
            }
            Kind::If {
                cond,
                then,
                otherwise,
            } => match cond.decided(params) {
                Some(holds) => plan(if holds { then } else { otherwise }, params, all),
                None => {
                    all.push(cond.to_string());
                    plan(then, params, all);
                    plan(otherwise, params, all);
                }
            },
            Kind::ForEach { var, list, body } => {
                let Some(entries) = list.eval(params) else {
                    all.push(format!("for each of {list}"));
                    plan(body, params, all);
                    continue;
                };
                for entry in entries {
                    let mut params = params.clone();
                    params.insert(var.clone(), task::Value::Text(entry));
                    plan(body, &params, all);
                }
            }
            Kind::EachRow { each, body, .. } => {
                all.push(each.rows.in_words());
                plan(body, params, all);
            }
            Kind::EachFound { of, body } => {
                let asked = of.exprs().map(|it| value(it).to_string());
                all.extend(asked.chain([of.in_words()]));
                plan(body, params, all);
            }
            Kind::Repeat {
                limit, until, body, ..
            } => {
                let limit = limit.in_numbers(value);
                let until = until.as_ref().map(ToString::to_string).unwrap_or_default();
                all.push(format!("{limit} times until {until}"));
                plan(body, params, all);
            }
            Kind::Read { locator, .. } | Kind::ReadAll { locator, .. } | Kind::Count { locator, .. } => {
                all.push(asked(locator));
            }
            Kind::Ask { mark, question, .. } => {
                all.push(asked(mark));
                all.extend(question.tests.iter().map(|it| it.map(value).to_string()));
            }
            Kind::Arrive(_) | Kind::Holds { .. } => {}
            Kind::AnswerTable(it) => all.push(it.to_string()),
            Kind::Stop(status) => all.push(status.to_string()),
            Kind::Refuse(text) | Kind::ReadAddress { form: text, .. } => all.push(text.clone()),
        }
    }
}

/// The statements in a statement, by reference of either kind.
macro_rules! blocks {
    ($kind:expr) => {
        match $kind {
            Kind::If { then, otherwise, .. } => vec![then, otherwise],
            Kind::ForEach { body, .. }
            | Kind::EachRow { body, .. }
            | Kind::EachFound { body, .. }
            | Kind::Repeat { body, .. } => vec![body],
            Kind::Act { .. }
            | Kind::Read { .. }
            | Kind::ReadAll { .. }
            | Kind::ReadAddress { .. }
            | Kind::Count { .. }
            | Kind::Ask { .. }
            | Kind::Arrive(_)
            | Kind::Holds { .. }
            | Kind::AnswerTable(_)
            | Kind::Stop(_)
            | Kind::Refuse(_) => Vec::new(),
        }
    };
}

impl Kind {
    /// An action of which no recording shows more than itself.
    pub fn act(action: Action<Locator<Expr>, Expr>) -> Self {
        Self::Act {
            action,
            optional: false,
            reach: Reach::Wait,
            expect: None,
            arrival: None,
            among: None,
            alike: Vec::new(),
            was: None,
            wanted: None,
            lasting: None,
        }
    }

    /// The blocks in it: both branches of a condition, what is done in a round.
    pub(crate) fn blocks(&self) -> Vec<&Vec<Stmt>> {
        blocks!(self)
    }

    /// Whether it uses what the field holds that it types into, and does not type with it.
    fn takes_held_elsewhere(&self) -> bool {
        let is_held = |it: &Expr| it.inputs().contains(&HELD);
        match self {
            Kind::Act { action, .. } => action.targets().flat_map(Locator::values).any(is_held),
            other => {
                let mut any = false;
                other.inputs(&mut |name| any |= name == HELD);
                any
            }
        }
    }

    /// The variable that it gives a value to.
    pub(crate) fn variable(&self) -> Option<&str> {
        match self {
            Kind::ForEach { var, .. }
            | Kind::EachRow { var, .. }
            | Kind::Repeat { var, .. }
            | Kind::Read { var, .. }
            | Kind::ReadAll { var, .. }
            | Kind::ReadAddress { var, .. }
            | Kind::Count { var, .. }
            | Kind::Ask { var, .. } => Some(var),
            Kind::Act { .. }
            | Kind::If { .. }
            | Kind::EachFound { .. }
            | Kind::Arrive(_)
            | Kind::Holds { .. }
            | Kind::AnswerTable(_)
            | Kind::Stop(_)
            | Kind::Refuse(_) => None,
        }
    }

    /// The same, to be changed.
    pub(crate) fn blocks_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        blocks!(self)
    }

    /// The parameters and variables in this statement itself, not in those inside of it.
    pub(crate) fn inputs(&self, hear: &mut impl FnMut(&str)) {
        self.exprs(&mut |it| it.inputs().into_iter().for_each(&mut *hear));
        match self {
            Kind::ForEach { list, .. } => list.inputs().into_iter().for_each(hear),
            Kind::Ask { question, .. } => question.inputs().into_iter().for_each(hear),
            Kind::Act { .. }
            | Kind::If { .. }
            | Kind::Repeat { .. }
            | Kind::Read { .. }
            | Kind::ReadAll { .. }
            | Kind::ReadAddress { .. }
            | Kind::Count { .. }
            | Kind::Arrive(_)
            | Kind::Holds { .. }
            | Kind::EachRow { .. }
            | Kind::EachFound { .. }
            | Kind::AnswerTable(_)
            | Kind::Stop(_)
            | Kind::Refuse(_) => {}
        }
    }

    /// The expressions in this statement itself, not in those inside of it, nor in lists and questions to rows.
    pub(crate) fn exprs(&self, hear: &mut impl FnMut(&Expr)) {
        match self {
            Kind::Act {
                action,
                among,
                wanted,
                ..
            } => {
                wanted.iter().for_each(|wanted| hear(&wanted.value));
                action.targets().flat_map(Locator::values).for_each(&mut *hear);
                action.value().into_iter().for_each(&mut *hear);
                let entries = among.iter().flat_map(|it| it.entries.values());
                entries.for_each(hear);
            }
            Kind::If { cond, .. } => cond.exprs(hear),
            Kind::Repeat { limit, until, .. } => {
                if let Limit::Exactly(it) = limit {
                    hear(it);
                }
                if let Some(until) = until {
                    until.exprs(hear);
                }
            }
            Kind::Read { locator, .. }
            | Kind::ReadAll { locator, .. }
            | Kind::Count { locator, .. }
            | Kind::Arrive(locator) => locator.values().for_each(hear),
            Kind::Ask { mark, .. } => mark.values().for_each(hear),
            Kind::Holds { field, text } => {
                field.values().for_each(&mut *hear);
                hear(text);
            }
            Kind::EachFound { of, .. } => of.exprs().for_each(hear),
            Kind::ForEach { .. }
            | Kind::EachRow { .. }
            | Kind::ReadAddress { .. }
            | Kind::AnswerTable(_)
            | Kind::Stop(_)
            | Kind::Refuse(_) => {}
        }
    }
}

impl Cond {
    /// Its locators, to be changed.
    fn locators_mut(&mut self, change: &impl Fn(&mut Locator<Expr>)) {
        match self {
            Cond::Exists(it) | Cond::Listed(it) => change(it),
            Cond::Not(it) => it.locators_mut(change),
            Cond::And(all) => all.iter_mut().for_each(|it| it.locators_mut(change)),
            Cond::Reached(month) => month.shown.iter_mut().for_each(change),
            Cond::Equals(..)
            | Cond::Contains(..)
            | Cond::StartsWith(..)
            | Cond::EndsWith(..)
            | Cond::IsEmpty(_)
            | Cond::Today(_) => {}
        }
    }

    /// Whether it asks what is on the screen.
    pub(crate) fn is_over_the_screen(&self) -> bool {
        match self {
            Cond::Exists(_) | Cond::Listed(_) | Cond::Reached(_) => true,
            Cond::Not(it) => it.is_over_the_screen(),
            Cond::And(all) => all.iter().any(Cond::is_over_the_screen),
            Cond::Equals(..)
            | Cond::Contains(..)
            | Cond::StartsWith(..)
            | Cond::EndsWith(..)
            | Cond::IsEmpty(_)
            | Cond::Today(_) => false,
        }
    }

    /// Every expression in it.
    pub(crate) fn exprs(&self, hear: &mut impl FnMut(&Expr)) {
        match self {
            Cond::Exists(locator) | Cond::Listed(locator) => locator.values().for_each(hear),
            Cond::Equals(a, b) | Cond::Contains(a, b) | Cond::StartsWith(a, b) | Cond::EndsWith(a, b) => {
                hear(a);
                hear(b);
            }
            Cond::IsEmpty(it) | Cond::Today(it) => hear(it),
            Cond::Not(it) => it.exprs(hear),
            Cond::And(all) => all.iter().for_each(|it| it.exprs(hear)),
            Cond::Reached(it) => {
                it.shown.iter().flat_map(Locator::values).for_each(&mut *hear);
                hear(&it.date);
            }
        }
    }

    /// The same with other values in the places of its own.
    pub(crate) fn map(&self, value: &dyn Fn(&Expr) -> Expr) -> Cond {
        match self {
            Cond::Exists(it) => Cond::Exists(it.map(value)),
            Cond::Listed(it) => Cond::Listed(it.map(value)),
            Cond::Equals(a, b) => Cond::Equals(value(a), value(b)),
            Cond::Contains(a, b) => Cond::Contains(value(a), value(b)),
            Cond::StartsWith(a, b) => Cond::StartsWith(value(a), value(b)),
            Cond::EndsWith(a, b) => Cond::EndsWith(value(a), value(b)),
            Cond::IsEmpty(it) => Cond::IsEmpty(value(it)),
            Cond::Today(it) => Cond::Today(value(it)),
            Cond::Not(it) => Cond::Not(Box::new(it.map(value))),
            Cond::And(all) => Cond::And(all.iter().map(|it| it.map(value)).collect()),
            Cond::Reached(it) => Cond::Reached(Box::new(Month {
                shown: it.shown.iter().map(|it| it.map(value)).collect(),
                date: value(&it.date),
                later: it.later,
            })),
        }
    }

    /// Whether it holds for these parameters, if that does not depend on the screen.
    pub(crate) fn decided(&self, params: &Params) -> Option<bool> {
        match self {
            Cond::Exists(_) | Cond::Listed(_) | Cond::Reached(_) | Cond::Today(_) => None,
            Cond::Not(it) => it.decided(params).map(|it| !it),
            Cond::And(all) => all
                .iter()
                .try_fold(true, |so_far, it| Some(so_far && it.decided(params)?)),
            other => other.holds(params, &ui::Screen::default()),
        }
    }

    /// Whether it holds for these parameters on this screen. `None` where an expression has no value.
    pub fn holds(&self, params: &Params, screen: &ui::Screen) -> Option<bool> {
        let both =
            |a: &Expr, b: &Expr, test: fn(&str, &str) -> bool| Some(test(&a.eval(params)?, &b.eval(params)?));
        match self {
            // Of a list a screen knows what is in sight.
            Cond::Exists(locator) | Cond::Listed(locator) => {
                Some(ui::find(screen, &fill(locator, params)?) != ui::Found::None)
            }
            Cond::Equals(a, b) => both(a, b, |a, b| a == b),
            Cond::Contains(a, b) => both(a, b, |a, b| a.contains(b)),
            Cond::StartsWith(a, b) => both(a, b, |a, b| a.starts_with(b)),
            Cond::EndsWith(a, b) => both(a, b, |a, b| a.ends_with(b)),
            Cond::IsEmpty(it) => Some(it.eval(params)?.is_empty()),
            Cond::Today(it) => is_today(it, params, &screen.today),
            Cond::Not(it) => it.holds(params, screen).map(|it| !it),
            Cond::And(all) => all
                .iter()
                .try_fold(true, |so_far, it| Some(so_far && it.holds(params, screen)?)),
            Cond::Reached(it) => it.holds(params, screen),
        }
    }
}

impl Stmt {
    /// A statement made from these steps.
    pub fn new(kind: Kind, sources: Vec<StepRef>) -> Self {
        Self { sources, kind }
    }

    /// This statement and all in it.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Stmt)) {
        visit(self);
        for it in self.kind.blocks().into_iter().flatten() {
            it.walk(visit);
        }
    }
}

impl fmt::Display for Cond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |it: &Expr| match it {
            Expr::Concat(_) | Expr::If(_) => format!("({it})"),
            Expr::Input(_) | Expr::Item(..) | Expr::Const(_) | Expr::Apply(..) | Expr::Call(..) => {
                it.to_string()
            }
        };
        match self {
            Cond::Exists(it) => write!(f, "env_op.element_exists({})", print_locator(it)),
            Cond::Listed(it) => write!(f, "env_op.scroll_to_element({}) != -1", print_locator(it)),
            Cond::Equals(a, b) => write!(f, "{} == {}", side(a), side(b)),
            Cond::Contains(a, b) => write!(f, "{}.contains({b})", side(a)),
            Cond::StartsWith(a, b) => write!(f, "{}.starts_with({b})", side(a)),
            Cond::EndsWith(a, b) => write!(f, "{}.ends_with({b})", side(a)),
            Cond::IsEmpty(it) => write!(f, "{} == \"\"", side(it)),
            Cond::Today(it) => write!(f, "day({it}, env_op.today()) == env_op.today()"),
            Cond::Not(it) => match it.as_ref() {
                Cond::Equals(a, b) => write!(f, "{} != {}", side(a), side(b)),
                Cond::IsEmpty(it) => write!(f, "{} != \"\"", side(it)),
                Cond::Today(it) => write!(f, "day({it}, env_op.today()) != env_op.today()"),
                Cond::Listed(it) => write!(f, "env_op.scroll_to_element({}) == -1", print_locator(it)),
                Cond::And(_) | Cond::Reached(_) => write!(f, "!({it})"),
                it => write!(f, "!{it}"),
            },
            Cond::And(all) => {
                let all: Vec<String> = all.iter().map(ToString::to_string).collect();
                f.write_str(if all.is_empty() { "true" } else { "" })?;
                f.write_str(&all.join(" && "))
            }
            Cond::Reached(it) => f.write_str(&it.in_script(|it| print_locator(it).to_string())),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::AtMost(n) => write!(f, "at most {n}"),
            Limit::Exactly(it) => write!(f, "{it}"),
        }
    }
}

/// The parts of a body that is one condition and nothing else: as what is done otherwise, it goes on the chain.
#[expect(clippy::type_complexity, reason = "the parts of a condition, by reference")]
pub(crate) fn only_if(body: &[Stmt]) -> Option<(&[StepRef], &Cond, &[Stmt], &[Stmt])> {
    match body {
        [
            Stmt {
                sources,
                kind:
                    Kind::If {
                        cond,
                        then,
                        otherwise,
                    },
            },
        ] => Some((sources, cond, then, otherwise)),
        _ => None,
    }
}

/// What stands before each line of a printed program: the line of a statement, or one that only begins what is done otherwise.
type Margin<'m> = &'m dyn Fn(Option<&Stmt>) -> String;

fn block(f: &mut fmt::Formatter<'_>, body: &[Stmt], depth: usize, margin: Margin<'_>) -> fmt::Result {
    body.iter().try_for_each(|it| line(f, it, depth, margin))
}

fn line(f: &mut fmt::Formatter<'_>, stmt: &Stmt, depth: usize, margin: Margin<'_>) -> fmt::Result {
    let pad = margin(Some(stmt)) + "  ".repeat(depth).as_str();
    match &stmt.kind {
        Kind::Act { .. } => {
            write!(f, "{pad}")?;
            acted(f, &stmt.kind)
        }
        Kind::If {
            cond,
            then,
            otherwise,
        } => {
            writeln!(f, "{pad}if {cond}")?;
            block(f, then, depth + 1, margin)?;
            otherwise_done(f, otherwise, depth, margin)
        }
        Kind::ForEach { var, list, body } => {
            writeln!(f, "{pad}for {var} in {list}")?;
            block(f, body, depth + 1, margin)
        }
        Kind::EachRow { var, each, body } => {
            writeln!(f, "{pad}for {var} of {}", each.rows.in_words())?;
            block(f, body, depth + 1, margin)
        }
        Kind::EachFound { of, body } => {
            writeln!(f, "{pad}for {}, by {}", of.in_words(), print_locator(&of.press))?;
            block(f, body, depth + 1, margin)
        }
        Kind::Repeat {
            var,
            limit,
            until,
            body,
        } => {
            write!(f, "{pad}repeat {limit} times counting {var}")?;
            match until {
                Some(until) => writeln!(f, " until {until}")?,
                None => writeln!(f)?,
            }
            block(f, body, depth + 1, margin)
        }
        Kind::Read { var, locator } => writeln!(f, "{pad}{var} = text of {}", print_locator(locator)),
        Kind::ReadAddress { var, form } => writeln!(f, "{pad}{var} = * of the address {form}"),
        Kind::ReadAll { var, locator } => writeln!(f, "{pad}{var} = texts of all {}", print_locator(locator)),
        Kind::Arrive(locator) => writeln!(f, "{pad}expect {}", print_locator(locator)),
        Kind::Holds { field, text } => writeln!(f, "{pad}expect {} to hold {text}", print_locator(field)),
        Kind::Count { var, locator, tally } => {
            writeln!(f, "{pad}{var} = {} of {}", tally.name(), print_locator(locator))
        }
        Kind::Ask {
            var, mark, question, ..
        } => {
            let rows = print_locator(mark);
            writeln!(f, "{pad}{var} = {} among rows of {rows}", question.in_words())
        }
        Kind::AnswerTable(it) => writeln!(f, "{pad}answer the rows of {it}"),
        Kind::Stop(status) => writeln!(f, "{pad}stop {status}"),
        Kind::Refuse(why) => writeln!(f, "{pad}refuse: {why}"),
    }
}

/// When a step is done, what it does, and what of that nothing takes back.
fn acted(f: &mut fmt::Formatter<'_>, kind: &Kind) -> fmt::Result {
    let Kind::Act {
        action,
        optional,
        reach,
        among,
        wanted,
        lasting,
        ..
    } = kind
    else {
        return Ok(());
    };
    if let Some(wanted) = wanted {
        write!(f, "unless it is as {} says: ", wanted.value)?;
    }
    if let Some(among) = among {
        let which = among.extreme.name();
        write!(f, "{CHOSEN} = {which} of {}: ", print_locator(&among.entries))?;
    }
    if *optional {
        f.write_str("if there: ")?;
    }
    match reach {
        Reach::Scroll(direction) => write!(f, "scroll {direction} to: ")?,
        Reach::Late => f.write_str("once it has come: ")?,
        Reach::Wait => {}
    }
    done(f, action)?;
    match lasting {
        Some(lasting) => writeln!(f, " [irreversible: {lasting}]"),
        None => writeln!(f),
    }
}

/// An action, what it is done to and with.
fn done(f: &mut fmt::Formatter<'_>, action: &Action<Locator<Expr>, Expr>) -> fmt::Result {
    write!(f, "{}", action.kind())?;
    for target in action.targets() {
        write!(f, " {}", print_locator(target))?;
    }
    if let Some(value) = action.value() {
        write!(f, " <- {value}")?;
    }
    match action {
        Action::Scroll { direction, .. } | Action::Swipe { direction } => write!(f, " {direction}"),
        Action::AnswerDialog { accept, .. } => {
            write!(f, "{}", if *accept { " (accept)" } else { " (dismiss)" })
        }
        _ => Ok(()),
    }
}

/// What is done otherwise, as one chain of conditions.
fn otherwise_done(
    f: &mut fmt::Formatter<'_>,
    otherwise: &[Stmt],
    depth: usize,
    margin: Margin<'_>,
) -> fmt::Result {
    let indent = "  ".repeat(depth);
    let mut rest = otherwise;
    while let Some((_, cond, then, otherwise)) = only_if(rest) {
        writeln!(f, "{}{indent}else if {cond}", margin(rest.first()))?;
        block(f, then, depth + 1, margin)?;
        rest = otherwise;
    }
    if rest.is_empty() {
        return Ok(());
    }
    writeln!(f, "{}{indent}else", margin(None))?;
    block(f, rest, depth + 1, margin)
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(f, &|_| String::new())
    }
}

impl Program {
    /// Print it, with something before each line.
    pub(crate) fn print(&self, f: &mut fmt::Formatter<'_>, margin: Margin<'_>) -> fmt::Result {
        let params: Vec<String> = self.params.iter().map(|it| identifier(&it.name)).collect();
        writeln!(f, "{}{}({})", margin(None), self.name, params.join(", "))?;
        if self.goes_by_this_day() {
            writeln!(f, "{}  {THIS_DAY} = env_op.today()", margin(None))?;
        }
        for (name, of) in &self.made {
            writeln!(f, "{}  {} = {of}", margin(None), identifier(name))?;
        }
        block(f, &self.body, 1, margin)
    }
}
