//! Rows, and the parts that a question about them is made of.

use std::fmt;

use task::Params;

use crate::expr::{Expr, Op};

/// One row: its cells, each with what it is called and what it shows.
pub type Row = Vec<(String, String)>;

/// The variable for the device's date.
pub const TODAY: &str = "today";

/// The variable of what the first row that is meant says in the place by which others are held against it.
pub(super) const FIRST_BY: &str = "first_meant";

/// The function that reads the days of a list whose days follow each other from today on.
pub(super) const COMING: &str = "coming_day";

/// The variable of the last day that was read in such a list.
pub(super) const LAST_DAY: &str = "last_day";

/// One condition on a row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// It says something.
    Says(Expr),
    /// Both say the same.
    Is(Expr, Expr),
    /// The first has the second in it.
    Has(Expr, Expr),
    /// The first is the second or comes after it, as texts sort.
    From(Expr, Expr),
    /// The first is the second or comes before it.
    Until(Expr, Expr),
    /// The first comes after the second, as texts sort.
    After(Expr, Expr),
    /// The first comes before the second, as texts sort.
    Before(Expr, Expr),
}

/// What is taken of the rows that are meant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Take {
    /// How many they are.
    Number,
    /// What each says, with a comma between.
    All(Expr),
    /// What the only one says.
    Only(Expr),
    /// What the first one says.
    First(Expr),
    /// What the first one says, and each other one that says the same in the second place as the first one does.
    Tied(Expr, Expr),
    /// What the last one says.
    Last(Expr),
    /// What the numbers come to.
    Sum(Expr),
    /// The greatest number.
    Greatest(Expr),
    /// The least number.
    Least(Expr),
}

impl Condition {
    pub(super) fn sides(&self) -> Vec<&Expr> {
        match self {
            Condition::Says(it) => vec![it],
            Condition::Is(a, b)
            | Condition::Has(a, b)
            | Condition::From(a, b)
            | Condition::Until(a, b)
            | Condition::After(a, b)
            | Condition::Before(a, b) => vec![a, b],
        }
    }

    pub(super) fn holds(&self, known: &Params) -> Option<bool> {
        Some(match self {
            Condition::Says(it) => !it.text(known)?.is_empty(),
            Condition::Is(a, b) => a.text(known)? == b.text(known)?,
            Condition::Has(a, b) => a.text(known)?.contains(&*b.text(known)?),
            Condition::From(a, b) => a.text(known)? >= b.text(known)?,
            Condition::Until(a, b) => a.text(known)? <= b.text(known)?,
            Condition::After(a, b) => a.text(known)? > b.text(known)?,
            Condition::Before(a, b) => a.text(known)? < b.text(known)?,
        })
    }

    /// The same with other expressions on both sides.
    #[must_use]
    pub fn map(&self, change: impl Fn(&Expr) -> Expr) -> Condition {
        match self {
            Condition::Says(it) => Condition::Says(change(it)),
            Condition::Is(a, b) => Condition::Is(change(a), change(b)),
            Condition::Has(a, b) => Condition::Has(change(a), change(b)),
            Condition::From(a, b) => Condition::From(change(a), change(b)),
            Condition::Until(a, b) => Condition::Until(change(a), change(b)),
            Condition::After(a, b) => Condition::After(change(a), change(b)),
            Condition::Before(a, b) => Condition::Before(change(a), change(b)),
        }
    }
}

impl fmt::Display for Condition {
    /// As it stands in a script.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Says(it) => write!(f, "{it} != \"\""),
            Condition::Is(a, b) => write!(f, "{a} == {b}"),
            Condition::Has(a, b) => write!(f, "{a}.contains({b})"),
            Condition::From(a, b) => write!(f, "{a} >= {b}"),
            Condition::Until(a, b) => write!(f, "{a} <= {b}"),
            Condition::After(a, b) => write!(f, "{a} > {b}"),
            Condition::Before(a, b) => write!(f, "{a} < {b}"),
        }
    }
}

impl Take {
    pub(super) fn expr(&self) -> Option<&Expr> {
        match self {
            Take::Number => None,
            Take::All(it)
            | Take::Only(it)
            | Take::First(it)
            | Take::Tied(it, _)
            | Take::Last(it)
            | Take::Sum(it)
            | Take::Greatest(it)
            | Take::Least(it) => Some(it),
        }
    }

    pub(super) fn exprs(&self) -> impl Iterator<Item = &Expr> {
        self.expr().into_iter().chain(self.by())
    }

    /// By what rows are held against the first one.
    pub(super) fn by(&self) -> Option<&Expr> {
        match self {
            Take::Tied(_, by) => Some(by),
            Take::Number
            | Take::All(_)
            | Take::Only(_)
            | Take::First(_)
            | Take::Last(_)
            | Take::Sum(_)
            | Take::Greatest(_)
            | Take::Least(_) => None,
        }
    }
}

/// The variables that have to say something for an expression to say what it stands for. What goes by whether one of them is empty
/// does without it.
pub(super) fn needed(expr: &Expr) -> Vec<&str> {
    match expr {
        Expr::If(branch) if branch.is.is_empty() => [&branch.then, &branch.otherwise]
            .into_iter()
            .flat_map(Expr::inputs)
            .collect(),
        _ => expr.inputs(),
    }
}

pub(super) fn called(name: &str, arguments: [Expr; 2]) -> Expr {
    Expr::Call(name.to_owned(), arguments.to_vec())
}

/// The call of a function that an expression is, or that it has in it.
pub(super) fn call_of<'e>(expr: &'e Expr, name: &str) -> Option<&'e Expr> {
    match expr {
        Expr::Call(called, _) if called == name => Some(expr),
        Expr::Call(_, arguments) => arguments.iter().find_map(|it| call_of(it, name)),
        _ => None,
    }
}

/// The time that a text says, so that times sort.
pub(super) fn time_of(of: Expr) -> Expr {
    of.apply(Op::Time("%H:%M".to_owned()))
}

pub(super) fn shown<'a>(row: &'a Row, cell: &str) -> &'a str {
    let found = row.iter().find(|(name, _)| name == cell);
    found.map_or("", |(_, shows)| shows)
}

/// The words of a text in lower case.
pub(super) fn words_of(text: &str) -> Vec<String> {
    text.split(|it: char| !it.is_alphanumeric())
        .filter(|it| !it.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Whether a text has these words in it, as words of their own and in their order.
pub(super) fn has_words(all: &[String], some: &[String]) -> bool {
    !some.is_empty() && all.windows(some.len()).any(|it| it == some)
}
