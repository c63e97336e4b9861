//! Questions that the rows of a list answer: which rows are meant, and what is said of them.
//!
//! A [`Question`] is a small program: tests over the cells of a row, and what is taken of the rows that pass. [`questions`]
//! makes those that fit a goal, likeliest first; a search answers them, and what several instances have in common is kept.

mod form;

mod column;
mod scene;
mod taken;
mod test;

use std::collections::HashMap;

use task::{Params, Value};

use crate::expr::{Expr, Op};

use form::{COMING, FIRST_BY, LAST_DAY, call_of, needed, shown, words_of};
use scene::Scene;

pub use form::{Condition, Row, TODAY, Take};

/// Questions that are made of one list.
const MOST: usize = 2_000;

/// What is asked of rows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// The cells that are looked at: the variable, and what the cell is called.
    pub cells: Vec<(String, String)>,
    /// What a row must be to be meant; all of it.
    pub tests: Vec<Condition>,
    /// What is taken of the rows that are meant.
    pub take: Take,
    /// The variables of cells that rows may lack. A row that lacks what a test goes by is not meant; one that is meant and
    /// lacks what is taken of it gives no answer.
    pub gaps: Vec<String>,
}

impl Question {
    /// The answer that rows give; `None` where they give none.
    pub fn answer(&self, rows: &[Row], params: &Params, today: &str) -> Option<String> {
        let mut known = params.clone();
        known.insert(TODAY.to_owned(), Value::Text(today.to_owned()));
        let meant = self.meant(rows, &mut known)?;
        taken::taken(&self.take, &meant)
    }

    /// What the rows say that are meant, one after the other.
    fn meant(&self, rows: &[Row], known: &mut Params) -> Option<Vec<taken::Said>> {
        let mut all = Vec::new();
        let day_in_order = self.day_in_order();
        if day_in_order.is_some() {
            known.insert(LAST_DAY.to_owned(), Value::Text(String::new()));
        }
        for row in rows {
            for (var, cell) in &self.cells {
                known.insert(var.clone(), Value::Text(shown(row, cell).to_owned()));
            }
            if let Some(day) = &day_in_order {
                let day = day.eval(known)?;
                known.insert(LAST_DAY.to_owned(), Value::Text(day));
            }
            let mut is_meant = true;
            for test in &self.tests {
                is_meant = is_meant && test.holds(known)?;
            }
            let lacks = |var: &&String| known.get(*var).and_then(Value::as_text) == Some("");
            if is_meant && self.gaps_of_take().any(|it| lacks(&it)) {
                return None;
            }
            if is_meant {
                let said = |it: Option<&Expr>| it.map_or_else(|| Some(String::new()), |it| it.eval(known));
                all.push((said(self.take.expr())?, said(self.take.by())?));
            }
        }
        Some(all)
    }

    /// The variables of what is taken that a row may lack.
    fn gaps_of_take(&self) -> impl Iterator<Item = &String> {
        let takes = move |it: &&String| {
            let mut taken = self.take.exprs();
            taken.any(|of| needed(of).contains(&it.as_str()))
        };
        self.gaps.iter().filter(takes)
    }

    /// The parameters that it goes by.
    pub fn inputs(&self) -> Vec<&str> {
        let own = |name: &&str| *name != TODAY && self.cells.iter().all(|(var, _)| var != name);
        self.exprs().flat_map(Expr::inputs).filter(own).collect()
    }

    /// The expressions of its tests and of what is taken.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let tests = self.tests.iter().flat_map(Condition::sides);
        tests.chain(self.take.exprs())
    }

    /// Whether another question has all of its tests, and more or not, and takes the same text in the same way.
    pub fn asks_at_most(&self, other: &Question) -> bool {
        let tests = self.tests.iter().all(|it| other.tests.contains(it));
        tests
            && std::mem::discriminant(&self.take) == std::mem::discriminant(&other.take)
            && self.take.expr() == other.take.expr()
    }

    /// The times that it says itself.
    pub fn said_times(&self) -> Vec<&str> {
        let said = self.exprs().filter_map(|it| match it {
            Expr::Apply(Op::Time(_), of) => of.as_literal(),
            _ => None,
        });
        said.collect()
    }

    /// What gives the day of a row where the days of the rows follow each other, and nothing where they don't; `None` where it does
    /// not ask for that.
    fn day_in_order(&self) -> Option<Expr> {
        match self.exprs().find_map(|it| call_of(it, COMING))? {
            Expr::Call(_, arguments) => {
                let last = Expr::Input(LAST_DAY.to_owned());
                let arguments = std::iter::once(last).chain(arguments.iter().cloned());
                Some(Expr::Call("coming_after".to_owned(), arguments.collect()))
            }
            _ => None,
        }
    }

    /// Whether it asks which day it is.
    fn asks_for_today(&self) -> bool {
        self.exprs().flat_map(Expr::inputs).any(|it| it == TODAY)
    }

    /// The lines of a script that put the answer into a variable, each with how far it is indented; `rows` is the call
    /// that reads the rows.
    pub fn script(&self, var: &str, rows: &str) -> Vec<(usize, String)> {
        let mut all: Vec<(usize, String)> = Vec::new();
        if self.asks_for_today() {
            all.push((0, format!("let {TODAY} = env_op.today();")));
        }
        all.push((0, format!("let {var} = {};", taken::beginning(&self.take))));
        all.push((0, "let meant = 0;".to_owned()));
        if self.take.by().is_some() {
            all.push((0, format!("let {} = \"\";", FIRST_BY)));
        }
        let day_in_order = self.day_in_order();
        if day_in_order.is_some() {
            all.push((0, format!("let {LAST_DAY} = \"\";")));
        }
        all.push((0, format!("for row in {rows} {{")));
        for (name, cell) in &self.cells {
            all.push((1, format!("let {name} = row[{}];", crate::quote(cell))));
        }
        if let Some(day) = day_in_order {
            all.push((1, format!("{LAST_DAY} = {day};")));
        }
        let depth = if self.tests.is_empty() { 1 } else { 2 };
        if !self.tests.is_empty() {
            let tests: Vec<String> = self.tests.iter().map(ToString::to_string).collect();
            all.push((1, format!("if {} {{", tests.join(" && "))));
        }
        for var in self.gaps_of_take() {
            let why = crate::quote("a row that is meant does not say what is asked for");
            all.push((depth, format!("assert({var} != \"\", {why});")));
        }
        all.push((depth, "meant += 1;".to_owned()));
        let line = |it: String| (depth, it);
        all.extend(taken::round(&self.take, var).into_iter().map(line));
        if !self.tests.is_empty() {
            all.push((1, "}".to_owned()));
        }
        all.push((0, "}".to_owned()));
        all.push((0, taken::guard(&self.take).to_owned()));
        all
    }

    /// The answer as it is given, where a variable has what the lines of [`Question::script`] make.
    pub fn given(&self, var: &str) -> Expr {
        taken::given(&self.take, var)
    }

    /// What it asks, in words.
    pub fn in_words(&self) -> String {
        let what = match &self.take {
            Take::Number => "how many rows there are".to_owned(),
            Take::All(it) => format!("{} of each row", it.in_words()),
            Take::Only(it) => format!("{} of the only row", it.in_words()),
            Take::First(it) => format!("{} of the first row", it.in_words()),
            Take::Tied(it, by) => format!(
                "{} of the first row, and of those with the same {}",
                it.in_words(),
                by.in_words()
            ),
            Take::Last(it) => format!("{} of the last row", it.in_words()),
            Take::Sum(it) => format!("what {} of all rows comes to", it.in_words()),
            Take::Greatest(it) => format!("the greatest of {}", it.in_words()),
            Take::Least(it) => format!("the least of {}", it.in_words()),
        };
        let tests: Vec<String> = self.tests.iter().map(ToString::to_string).collect();
        match tests.is_empty() {
            true => what,
            false => format!("{what} where {}", tests.join(" and ")),
        }
    }

    /// The cells that are used, and no others.
    fn trim(&mut self) {
        let used = self.exprs().flat_map(Expr::inputs);
        let used: Vec<String> = used.map(str::to_owned).collect();
        self.cells.retain(|(var, _)| used.contains(var));
        self.gaps.retain(|var| used.contains(var));
    }
}

/// Whether a goal asks for an answer.
pub fn asks(goal: &str) -> bool {
    let words = words_of(goal);
    goal.contains('?') || words.iter().any(|it| it == "answer")
}

/// A question that rows answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// What it costs: the less, the likelier it is what the goal asks.
    pub cost: u32,
    /// The answer.
    pub answer: String,
    /// The question.
    pub question: Question,
}

/// The questions that a goal may ask and these rows answer, likeliest first.
pub fn questions(rows: &[Row], params: &Params, goal: &str, today: &str) -> Vec<Asked> {
    let columns = column::columns(rows, params);
    let cells: Vec<(String, String)> = columns
        .iter()
        .map(|it| (it.var.clone(), it.cell.clone()))
        .collect();
    let with_gaps = columns.iter().filter(|it| it.has_gaps);
    let gaps: Vec<String> = with_gaps.map(|it| it.var.clone()).collect();
    let scene = Scene {
        rows,
        columns: &columns,
        params,
        goal,
        words: words_of(goal),
        today,
    };
    let takes: Vec<(u32, Take, Vec<Option<taken::Said>>)> = taken::takes(&scene)
        .into_iter()
        .map(|(cost, take)| {
            let said = scene.said(take.expr(), &cells).into_iter();
            let by = scene.said(take.by(), &cells);
            let both = said.zip(by).zip(scene.lacks(take.expr()));
            let said = both.map(|((said, by), lacks)| Some((said?, by?)).filter(|_| !lacks));
            let said = said.collect();
            (cost, take, said)
        })
        .collect();
    let tests = test::tests(&scene);
    let mut held: HashMap<&Condition, Vec<Option<bool>>> = HashMap::new();
    // By cost, with which tests and what is taken.
    let mut found: Vec<(u32, usize, usize, String)> = Vec::new();
    for (nth, (cost, those)) in tests.iter().enumerate() {
        let mut meant: Vec<Option<bool>> = vec![Some(true); rows.len()];
        for it in those {
            let holds = held.entry(it).or_insert_with(|| scene.holds(it, &cells));
            for (so_far, holds) in meant.iter_mut().zip(holds) {
                *so_far = so_far.and_then(|it| Some(it && (*holds)?));
            }
        }
        let Some(meant) = meant.into_iter().collect::<Option<Vec<bool>>>() else {
            continue;
        };
        for (at, (more, take, said)) in takes.iter().enumerate() {
            let those = said.iter().zip(&meant).filter(|(_, meant)| **meant);
            let said: Option<Vec<taken::Said>> = those.map(|(it, _)| it.clone()).collect();
            if let Some(answer) = said.and_then(|it| taken::taken(take, &it)) {
                found.push((cost + more, nth, at, answer));
            }
        }
    }
    found.sort_by_key(|it| it.0);
    found.truncate(MOST);
    let asked = |(cost, nth, at, answer): (u32, usize, usize, String)| {
        let mut question = Question {
            cells: cells.clone(),
            tests: tests[nth].1.clone(),
            take: takes[at].1.clone(),
            gaps: gaps.clone(),
        };
        question.trim();
        Asked {
            cost,
            answer,
            question,
        }
    };
    found.into_iter().map(asked).collect()
}

#[cfg(test)]
mod tests;
