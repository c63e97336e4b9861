//! Values that decide between two ways to make a text: both gave the same for all that was shown, and would give something
//! else for another value.

use strings::Expr;
use task::{Params, Value};
use ui::Locator;

use crate::program::{Kind, Limit, Program, Stmt};

/// How much dearer a way may be ([`Expr::cost`]) and still be as good as the first.
const AS_GOOD: u32 = 8;

/// What parts of a text stand between, where one more part leaves it a text of its kind.
const DELIMITERS: [char; 6] = [' ', '.', '-', '_', '/', ','];

/// A made-up value that tells two ways apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// The parameter.
    pub of: String,
    /// What it is made up to be.
    pub made_up: String,
    /// What comes of both ways then.
    pub gives: [String; 2],
}

/// A doubt about what a program does, with what it does with the text: `is typed into Minutes`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Between {
    pub doubt: Doubt,
    pub does: String,
}

/// A made-up value with which two ways give different texts. `known` are the values of everything else.
pub fn doubt(known: &Params, first: &Expr, other: &Expr) -> Option<Doubt> {
    let mut of = first.inputs();
    of.extend(other.inputs());
    of.into_iter().find_map(|of| {
        let own = known.get(of)?.as_text()?;
        made_up(own).into_iter().find_map(|value| {
            let mut with = known.clone();
            with.insert(of.to_owned(), Value::from(value.as_str()));
            let gives = [first.eval(&with)?, other.eval(&with)?];
            (gives[0] != gives[1]).then(|| Doubt {
                of: of.to_owned(),
                made_up: value,
                gives,
            })
        })
    })
}

/// What programs that go on as the first one does would make otherwise of values that nobody has shown: each place once.
/// `shown` are the values that were.
pub(crate) fn between<'p>(
    first: &Program,
    others: impl IntoIterator<Item = &'p Program>,
    shown: &[&Params],
) -> Vec<Between> {
    let Some(known) = shown.last() else {
        return Vec::new();
    };
    let uses = uses(first);
    let mut all: Vec<Between> = Vec::new();
    let mut told: Vec<usize> = Vec::new();
    for other in others {
        let others = self::uses(other);
        if others.len() != uses.len() {
            continue;
        }
        for (at, ((first, does), (other, _))) in uses.iter().zip(&others).enumerate() {
            if told.contains(&at) || !is_as_good(first, other) || !give_the_same(first, other, shown) {
                continue;
            }
            if let Some(doubt) = doubt(known, first, other) {
                told.push(at);
                let does = does.clone();
                let between = Between { doubt, does };
                if !all.contains(&between) {
                    all.push(between);
                }
            }
        }
    }
    all
}

/// Whether another way to make a text is as likely as the first. A value as it is needs no reason.
fn is_as_good(first: &Expr, other: &Expr) -> bool {
    let is_plain = |it: &Expr| matches!(it, Expr::Input(_) | Expr::Item(..)) || it.is_const();
    first != other && !is_plain(first) && !other.is_const() && other.cost() <= first.cost() + AS_GOOD
}

fn give_the_same(first: &Expr, other: &Expr, shown: &[&Params]) -> bool {
    let same = |it: &&Params| {
        let gives = first.eval(it);
        gives.is_some() && gives == other.eval(it)
    };
    shown.iter().all(same)
}

/// Every text that a program makes, in order, with what is done with it.
fn uses(program: &Program) -> Vec<(Expr, String)> {
    let mut all = Vec::new();
    for stmt in &program.body {
        stmt.walk(&mut |it| of_stmt(it, &mut all));
    }
    all
}

fn of_stmt(stmt: &Stmt, all: &mut Vec<(Expr, String)>) {
    let mut looked_for = |it: &Locator<Expr>| {
        let what = format!("says which one is meant: {}", it.target_description);
        let values = it.values().filter(|it| !it.is_const());
        all.extend(values.map(|it| (it.clone(), what.clone())));
    };
    match &stmt.kind {
        Kind::Act { action, .. } => {
            action.targets().into_iter().for_each(&mut looked_for);
            if let Some(value) = action.value() {
                let into = action.target().map(|it| it.target_description.as_str());
                let does = match into.filter(|it| !it.is_empty()) {
                    Some(into) => format!("goes into {into}"),
                    None => "is meant".to_owned(),
                };
                all.push((value.clone(), does));
            }
        }
        Kind::If { cond, .. } => {
            cond.exprs(&mut |it| all.push((it.clone(), "decides what is done".to_owned())));
        }
        Kind::Repeat {
            limit: Limit::Exactly(count),
            ..
        } => all.push((count.clone(), "says how many times".to_owned())),
        Kind::Read { locator, .. } | Kind::ReadAll { locator, .. } | Kind::Count { locator, .. } => {
            looked_for(locator);
        }
        Kind::Repeat { .. }
        | Kind::ForEach { .. }
        | Kind::EachRow { .. }
        | Kind::Ask { .. }
        | Kind::Arrive(_)
        | Kind::Holds { .. }
        | Kind::AnswerTable(_)
        | Kind::Stop(_)
        | Kind::Refuse(_) => {}
    }
}

/// Values like this one: a number with fewer figures or more, other numbers in a date or a time, a word more, longer words.
fn made_up(value: &str) -> Vec<String> {
    let has = |of: fn(char) -> bool| value.chars().any(of);
    if !value.is_empty() && !has(|it| !it.is_ascii_digit()) {
        // Below ten and of a figure more: where the form of a number matters, these show it.
        return ["7", "27", "127"].map(str::to_owned).into();
    }
    if has(|it| it.is_ascii_digit()) && !has(char::is_alphabetic) {
        return vec![in_other_numbers(value)];
    }
    let mut all = with_a_part_more(value);
    all.push(with_longer_words(value));
    if has(|it| it.is_ascii_digit()) {
        all.push(in_other_numbers(value));
    }
    all
}

/// Each number by another one that is as long: the parts of a date or a time stay possible.
fn in_other_numbers(value: &str) -> String {
    let mut all = String::new();
    let mut run = String::new();
    for it in value.chars().chain(['\0']) {
        if it.is_ascii_digit() {
            run.push(it);
            continue;
        }
        match run.len() {
            0 => {}
            1 => all.push(if run == "7" { '8' } else { '7' }),
            // What has two figures may be a month, a day, an hour or a minute.
            2 => all.push_str(if run == "07" { "08" } else { "07" }),
            length => {
                all.push_str(&run[..length - 1]);
                all.push(if run.ends_with('7') { '8' } else { '7' });
            }
        }
        run.clear();
        if it != '\0' {
            all.push(it);
        }
    }
    all
}

/// With one part more behind the first of each delimiter; a text of one part with a second word.
fn with_a_part_more(value: &str) -> Vec<String> {
    let more = |by: &char| {
        let (first, rest) = value.split_once(*by)?;
        Some(format!("{first}{by}Quill{by}{rest}"))
    };
    let mut all: Vec<String> = DELIMITERS.iter().filter_map(more).collect();
    if !value.contains(' ') {
        all.push(format!("{value} Quill"));
    }
    all
}

fn with_longer_words(value: &str) -> String {
    let letters: Vec<char> = value.chars().collect();
    let mut longer = String::new();
    for (at, it) in letters.iter().enumerate() {
        longer.push(*it);
        let ends = |of: fn(char) -> bool| of(*it) && !letters.get(at + 1).is_some_and(|next| of(*next));
        if ends(char::is_alphabetic) {
            longer.push_str("quo");
        } else if ends(|it| it.is_ascii_digit()) {
            longer.push('7');
        }
    }
    longer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_up_values_are_of_the_kind_of_the_one_shown() {
        for (value, of) in [
            ("25", "7"),
            ("2023-10-15", "2027-07-07"),
            ("07:30", "08:07"),
            ("note.md", "note.Quill.md"),
            ("Ada Lovelace", "Ada Quill Lovelace"),
            ("Ada", "Ada Quill"),
            ("Room 12", "Room 07"),
        ] {
            let all = made_up(value);
            assert!(all.iter().any(|it| it == of), "{value}: {all:?}");
        }
        assert!(!made_up("ada@x.org").iter().any(|it| it.matches('@').count() > 1));
    }
}
