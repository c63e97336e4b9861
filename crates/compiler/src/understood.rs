//! What a program was understood to be: which values it takes and where each goes, what it repeats, and what it does the
//! same each time; and what its recordings leave open, which one more demonstration would settle.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use strings::{Expr, THIS_DAY, identifier};
use task::Params;
use trajectory::RecordingId;
use ui::{Action, Found, Locator, Role, find};

use crate::{
    doubt::Between,
    locator::fill,
    program::{Cond, Kind, Limit, ParamKind, Program, Stmt},
    soft::{SoftTrajectory, Step},
    synthesise::data::values_beside,
};

/// Values told in a line; of the rest only how many they are.
const MOST: usize = 8;

/// So many points tell that they lie on a straight line.
const SURE: usize = 3;

/// What a build understood of a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Understood {
    /// The parameters with what is done with each.
    pub params: Vec<(String, String)>,
    /// What is repeated, a phrase each.
    pub loops: Vec<String>,
    /// What is typed, chosen or answered the same each time: what, and where.
    pub constants: Vec<(String, String)>,
    /// What is done at points of an element, where nothing says what is there: a phrase each.
    pub fragile: Vec<String>,
    /// What one more demonstration would settle.
    pub open: Vec<Open>,
}

/// A question that the recordings leave open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Open {
    /// The answer is the one of the only recording: where it stands on the screen was not found.
    Answer {
        /// The answer.
        text: String,
    },
    /// Nothing is done with a value of the task.
    Unused {
        /// The parameter.
        param: String,
    },
    /// What stands beside the target on one screen, with a number in it, says which one is meant.
    Neighbour {
        /// What stands there.
        text: String,
    },
    /// One of several rows, options or days is pressed, and no value of the task says which.
    Which {
        /// What it shows, or what stands beside it.
        text: String,
    },
    /// What is dragged goes to the last place of a list that was as long each time.
    LastPlace {
        /// How long.
        length: usize,
    },
    /// A text that the task does not name is typed each time.
    Constant {
        /// The text.
        text: String,
        /// Into what.
        into: String,
    },
    /// What decides is shown by one recording alone, and is no value of the task.
    Condition {
        /// The element that shows or does not show.
        shows: String,
    },
    /// A point follows a number along a straight line, as far as two values of it tell.
    Line {
        /// The parameter.
        param: String,
    },
    /// A value is the number of rounds of the only recording.
    Rounds {
        /// The value.
        count: String,
    },
    /// Two ways to make a text gave the same for all that was shown.
    Between(Between),
}

impl Open {
    /// Whether the function is not right for other values while this is open, whatever runs say.
    pub fn is_a_guess(&self) -> bool {
        match self {
            Open::Answer { .. } => true,
            Open::Unused { .. }
            | Open::Neighbour { .. }
            | Open::Which { .. }
            | Open::LastPlace { .. }
            | Open::Constant { .. }
            | Open::Condition { .. }
            | Open::Line { .. }
            | Open::Rounds { .. }
            | Open::Between(_) => false,
        }
    }
}

impl fmt::Display for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Open::Answer { text } => {
                write!(
                    f,
                    "where the answer \"{text}\" stands, which the only recording does not tell"
                )
            }
            Open::Unused { param } => write!(f, "what `{param}` is for: nothing is done with it"),
            Open::Neighbour { text } => write!(f, "whether it is always the one beside \"{text}\""),
            Open::Which { text } => write!(f, "whether \"{text}\" is the one that is meant each time"),
            Open::LastPlace { length } => {
                write!(
                    f,
                    "whether it is dragged to the last place, or always to number {length}"
                )
            }
            Open::Constant { text, into } => write!(f, "whether \"{text}\" goes into {into} each time"),
            Open::Condition { shows } => {
                write!(f, "whether {shows} decides, which one recording alone shows")
            }
            Open::Line { param } => {
                write!(
                    f,
                    "whether the point follows `{param}`, which any two numbers would show"
                )
            }
            Open::Rounds { count } => {
                write!(f, "whether {count} says how many times, or was as many by chance")
            }
            Open::Between(it) => it.fmt(f),
        }
    }
}

impl fmt::Display for Understood {
    /// Three lines, and others where something is fragile or open.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |all: Vec<String>, none: &str| match all.len() {
            0 => none.to_owned(),
            n if n > MOST => format!("{}; and {} more", all[..MOST].join("; "), n - MOST),
            _ => all.join("; "),
        };
        let params = self.params.iter().map(|(name, what)| format!("`{name}` {what}"));
        let constants = self
            .constants
            .iter()
            .map(|(text, into)| format!("\"{text}\" into {into}"));
        writeln!(f, "parameters: {}", list(params.collect(), "none"))?;
        writeln!(f, "loop: {}", list(self.loops.clone(), "none"))?;
        write!(f, "the same each time: {}", list(constants.collect(), "no text"))?;
        if !self.fragile.is_empty() {
            write!(f, "\nfragile: {}", list(self.fragile.clone(), ""))?;
        }
        if !self.open.is_empty() {
            let open = self.open.iter().map(ToString::to_string).collect();
            write!(
                f,
                "\none more demonstration with other values would settle: {}",
                list(open, "")
            )?;
        }
        Ok(())
    }
}

impl Understood {
    /// What of the parameters is made of others.
    fn say_made(&mut self, made: &[(String, Expr)]) {
        for (name, of) in made {
            let name = identifier(name);
            for input in of.inputs().into_iter().map(identifier) {
                if !self.params.iter().any(|(known, _)| *known == input) {
                    self.params.push((input, format!("makes `{name}`")));
                }
            }
            if let Some((_, what)) = self.params.iter_mut().find(|(known, _)| *known == name) {
                *what = format!("is {}, and {what}", of.in_words());
            }
        }
    }
}

/// What a program that was made from these recordings is understood to be.
pub fn understood(program: &Program, trajectories: &[SoftTrajectory]) -> Understood {
    let mut all = Reader {
        recordings: trajectories.len(),
        trajectories,
        numbers: numbers(trajectories),
        ..Reader::default()
    };
    for stmt in &program.body {
        stmt.walk(&mut |it| all.stmt(it));
    }
    let mut found = all.found;
    found.say_made(&program.made);
    let mut names: Vec<&str> = Vec::new();
    for name in trajectories.iter().flat_map(|it| it.instance.params.keys()) {
        if name != task::FORM && name != task::GOAL && !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    for name in names {
        if !found.params.iter().any(|(known, _)| *known == identifier(name)) {
            found.open.push(Open::Unused {
                param: name.to_owned(),
            });
        }
    }
    let is_list = |name: &str| {
        let mut own = program.params.iter();
        own.any(|it| it.kind == ParamKind::List && identifier(&it.name) == name)
    };
    found.params.sort_by_key(|(name, _)| !is_list(name));
    found
}

/// How many different values each parameter had.
fn numbers(trajectories: &[SoftTrajectory]) -> BTreeMap<String, usize> {
    let mut values: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (name, value) in trajectories.iter().flat_map(|it| &it.instance.params) {
        values.entry(name).or_default().insert(value.to_string());
    }
    values
        .into_iter()
        .map(|(name, all)| (name.to_owned(), all.len()))
        .collect()
}

/// What shows, or does not show, where a condition asks for one element alone.
fn shown(cond: &Cond) -> Option<String> {
    match cond {
        Cond::Exists(locator) | Cond::Listed(locator) => Some(locator.target_description.clone()),
        Cond::Not(it) => shown(it),
        Cond::And(_)
        | Cond::Reached(_)
        | Cond::Equals(..)
        | Cond::Contains(..)
        | Cond::StartsWith(..)
        | Cond::EndsWith(..)
        | Cond::IsEmpty(_)
        | Cond::Today(_) => None,
    }
}

#[derive(Default)]
struct Reader<'a> {
    found: Understood,
    /// How many recordings there are.
    recordings: usize,
    trajectories: &'a [SoftTrajectory],
    /// How many different values each parameter had in them.
    numbers: BTreeMap<String, usize>,
    /// Variables of loops and of what was read.
    variables: Vec<String>,
}

impl Reader<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            Kind::Act { action, wanted, .. } => {
                let target = action.target().map_or("", |it| it.target_description.as_str());
                if let Some(wanted) = wanted {
                    self.uses(&wanted.value, &format!("turns {target} on or off"));
                }
                if let Some(value) = action.value() {
                    self.value(action, value, target);
                }
                for target in action.targets() {
                    self.locator(target);
                }
                if let (Action::Click { target }, 1) = (action, self.recordings) {
                    self.which(stmt, target);
                }
                if let Some(to) = action.destination() {
                    self.last_place(to);
                }
            }
            Kind::ForEach { var, list, .. } => {
                self.found
                    .loops
                    .push(format!("for each entry of {}", list.in_words()));
                for name in list.inputs() {
                    self.param(name, "is gone through entry by entry");
                }
                self.variables.push(var.clone());
            }
            Kind::EachRow { var, each, .. } => {
                self.found.loops.push(format!("for {}", each.rows.in_words()));
                self.variables.push(var.clone());
            }
            Kind::EachFound { of, .. } => {
                of.exprs()
                    .for_each(|it| self.uses(it, "says which rows are meant"));
                self.found.loops.push(format!("for {}", of.in_words()));
            }
            Kind::Repeat { var, limit, .. } => {
                self.found.loops.push(match limit {
                    Limit::AtMost(_) => "again until nothing is left".to_owned(),
                    Limit::Exactly(count) => format!("as many times as {} says", count.in_words()),
                });
                if let Limit::Exactly(count) = limit {
                    self.uses(count, "says how many times");
                    if self.recordings == 1 {
                        let count = count.in_words();
                        self.found.open.push(Open::Rounds { count });
                    }
                }
                self.variables.push(var.clone());
            }
            Kind::Read { var, locator }
            | Kind::ReadAll { var, locator }
            | Kind::Count { var, locator, .. } => {
                self.locator(locator);
                self.variables.push(var.clone());
            }
            Kind::ReadAddress { var, .. } => self.variables.push(var.clone()),
            Kind::Ask {
                var, mark, question, ..
            } => {
                self.locator(mark);
                for name in question.inputs() {
                    self.param(name, "says which rows are meant");
                }
                self.variables.push(var.clone());
            }
            Kind::If { cond, then, .. } => self.branch(cond, then),
            Kind::Arrive(_) | Kind::Holds { .. } | Kind::AnswerTable(_) | Kind::Stop(_) | Kind::Refuse(_) => {
            }
        }
    }

    /// What decides whether these are done.
    fn branch(&mut self, cond: &Cond, then: &[Stmt]) {
        let mut used: Vec<Expr> = Vec::new();
        cond.exprs(&mut |it| used.push(it.clone()));
        used.iter().for_each(|it| self.uses(it, "decides what is done"));
        let shows = shown(cond).filter(|_| used.iter().all(Expr::is_const));
        self.found.open.extend(
            shows
                .filter(|_| self.is_single(then))
                .map(|shows| Open::Condition { shows }),
        );
    }

    /// Whether statements come from one recording, or from all but one.
    fn is_single(&self, body: &[Stmt]) -> bool {
        let mut from: Vec<&RecordingId> = Vec::new();
        for stmt in body {
            stmt.walk(&mut |it| from.extend(it.sources.iter().map(|it| &it.recording)));
        }
        from.sort_unstable();
        from.dedup();
        from.len() == 1 || from.len() + 1 == self.recordings
    }

    /// What a step types, chooses or answers.
    fn value(&mut self, action: &Action<Locator<Expr>, Expr>, value: &Expr, target: &str) {
        let (does, into) = match action {
            Action::Answer { .. } => ("is answered".to_owned(), "the answer"),
            Action::SelectOption { .. } => (format!("is chosen in {target}"), target),
            Action::OpenApp { .. } => ("is opened".to_owned(), ""),
            Action::ClickAt { .. } | Action::DragAlong { .. } => {
                (format!("says which points of {target} are meant"), target)
            }
            Action::SelectText { .. } => (format!("is selected in {target}"), target),
            _ => (format!("is typed into {target}"), target),
        };
        self.uses(value, &does);
        if matches!(action, Action::ClickAt { .. } | Action::DragAlong { .. }) {
            return self.at_points(value, target);
        }
        let (Expr::Const(text), false) = (value, into.is_empty() || matches!(action, Action::OpenApp { .. }))
        else {
            return;
        };
        if text.trim().is_empty() {
            return;
        }
        self.found.constants.push((text.clone(), into.to_owned()));
        if self.recordings == 1 {
            self.found.open.push(match action {
                Action::Answer { .. } => Open::Answer { text: text.clone() },
                _ => Open::Constant {
                    text: text.clone(),
                    into: into.to_owned(),
                },
            });
        }
    }

    /// Points of an element: constants, or points that follow a number.
    fn at_points(&mut self, value: &Expr, target: &str) {
        let told = match value {
            Expr::Const(text) => format!("{text}, points of {target}"),
            _ => format!("points of {target} that follow a value"),
        };
        self.found.fragile.push(told);
        for param in value.inputs() {
            let shown = self.numbers.get(param).copied().unwrap_or(0);
            if shown < SURE {
                let param = identifier(param);
                self.found.open.push(Open::Line { param });
            }
        }
    }

    fn locator(&mut self, locator: &Locator<Expr>) {
        for value in locator.values() {
            self.uses(value, "says which one is meant");
        }
        if let (true, Some(Expr::Const(text))) = (self.recordings == 1, &locator.near)
            && (text.chars().any(char::is_numeric) || self.is_beside_a_value(locator))
        {
            self.found.open.push(Open::Neighbour { text: text.clone() });
        }
    }

    /// Which one of several is pressed, where no value of the task says it.
    fn which(&mut self, stmt: &Stmt, locator: &Locator<Expr>) {
        let steps = self.trajectories.iter().flat_map(|it| &it.steps);
        let mut own = steps.filter(|it| stmt.sources.contains(&it.source));
        let pressed = own.find_map(|it| it.screen.get(it.target?));
        let Some(pressed) = pressed.filter(|_| locator.values().all(Expr::is_const)) else {
            return;
        };
        let said = [&pressed.text, &pressed.content_description];
        let said = said.into_iter().flatten().next().map(|it| it.trim());
        let counts = said.is_some_and(|it| it.parse::<u32>().is_ok());
        if !(counts || pressed.column.is_some() || pressed.is(Role::Option)) {
            return;
        }
        let text = locator.near.as_ref().and_then(Expr::as_literal).or(said);
        let told = |it: &Open| matches!(it, Open::Neighbour { text: told } if Some(told.as_str()) == text);
        if let Some(text) = text.filter(|_| !self.found.open.iter().any(told)) {
            let text = text.to_owned();
            self.found.open.push(Open::Which { text });
        }
    }

    /// Whether a text that tells a row stands beside a value of the task, which may be what names the row.
    fn is_beside_a_value(&self, locator: &Locator<Expr>) -> bool {
        let beside = |it: &SoftTrajectory| {
            let mut steps = it.steps.iter();
            steps.any(|step| !values_beside(step, &it.instance.params, locator).is_empty())
        };
        self.trajectories.iter().any(beside)
    }

    /// Whether what is the last place was another one in any recording.
    fn last_place(&mut self, to: &Locator<Expr>) {
        if to.nth.as_ref().and_then(Expr::as_literal) != Some("-1") {
            return;
        }
        let all = Locator {
            nth: None,
            ..to.clone()
        };
        let length = |step: &Step, params: &Params| match find(&step.screen, &fill(&all, params)?) {
            Found::Many(all) => Some(all.len()),
            Found::One(_) | Found::None => None,
        };
        let mut lengths: BTreeSet<usize> = BTreeSet::new();
        for it in self.trajectories {
            let drags = it.steps.iter().filter(|step| step.destination.is_some());
            lengths.extend(drags.filter_map(|step| length(step, &it.instance.params)));
        }
        if let (Some(length), 1) = (lengths.first().copied(), lengths.len()) {
            self.found.open.push(Open::LastPlace { length });
        }
    }

    fn uses(&mut self, value: &Expr, does: &str) {
        for name in value.inputs() {
            self.param(name, does);
        }
    }

    /// The first thing that is done with a parameter.
    fn param(&mut self, name: &str, does: &str) {
        let name = identifier(name);
        let known = self.found.params.iter().any(|(it, _)| *it == name);
        let given = ![crate::soft::HELD, crate::program::CHOSEN, THIS_DAY].contains(&name.as_str());
        if !known && given && !self.variables.contains(&name) {
            self.found.params.push((name, does.to_owned()));
        }
    }
}
