//! Doubts: two ways to do a task, or to make a text of it, gave the same for all that was shown, and would give something else for
//! another value.

use std::{fmt, mem::discriminant};

use strings::{Expr, Op, identifier};
use task::{FORM, GOAL, Params, Value};

use crate::{
    length::length,
    program::{Kind, Program},
};

/// How much longer a way may be ([`Expr::cost`], [`length`]) and still be as good as the first.
const AS_GOOD: u32 = 8;

/// What parts of a text stand between, where one more part leaves it a text of its kind.
const DELIMITERS: [char; 6] = [' ', '.', '-', '_', '/', ','];

/// What words of a made-up value end in, one after the other: no two of them become the same.
const ENDINGS: [&str; 3] = ["quo", "quil", "quart"];

/// A made-up value that tells two ways apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// The parameter.
    pub of: String,
    /// What it is made up to be, as it is printed.
    pub made_up: String,
    /// What comes of both ways then.
    pub gives: [String; 2],
}

/// A doubt about a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Between {
    /// What would decide.
    pub doubt: Doubt,
    /// What is done with the text: `goes into Minutes`. `None` where no text is in doubt, but which step is done.
    pub does: Option<String>,
}

impl fmt::Display for Between {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Doubt { of, made_up, gives } = &self.doubt;
        let (of, [first, other]) = (identifier(of), gives);
        write!(f, "with `{of}` \"{made_up}\", whether ")?;
        match &self.does {
            Some(does) => write!(f, "\"{first}\" or \"{other}\" {does}"),
            None => write!(f, "what comes next is {first}, or {other}"),
        }
    }
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

/// Whether another way to make a text is about as likely as the first. A value as it is needs no reason, and a constant is no way
/// to make anything.
pub fn is_as_good(first: &Expr, other: &Expr) -> bool {
    let is_plain = |it: &Expr| matches!(it, Expr::Input(_) | Expr::Item(..));
    let constant = first.is_const() || other.is_const();
    let may_be = !is_plain(first) || is_plain(other);
    first != other && !constant && may_be && other.cost() <= first.cost() + AS_GOOD
}

/// The doubts about a program that others raise, which are about as short: those with the same steps make a text in another way,
/// those with others do something else. `shown` are the values that were shown.
pub(crate) fn between<'p>(
    first: &Program,
    others: impl IntoIterator<Item = &'p Program>,
    shown: &[&Params],
) -> Vec<Between> {
    let own = steps(first);
    let mut all: Vec<Between> = Vec::new();
    let mut told: Vec<&Expr> = Vec::new();
    let most = length(first).saturating_add(AS_GOOD);
    let done: Vec<(&Params, Vec<String>)> = shown.iter().map(|it| (*it, first.plan(it))).collect();
    for other in others {
        let others = steps(other);
        let kinds = |all: &[(&Kind, Vec<Expr>)]| all.iter().map(|it| discriminant(it.0)).collect::<Vec<_>>();
        if kinds(&others) != kinds(&own) {
            let by = |it: &Between| (it.doubt.of.clone(), it.doubt.made_up.clone());
            let new = |it: &Between| all.iter().all(|known| by(known) != by(it));
            let between = Some(other).filter(|it| length(it) <= most);
            let between = between.and_then(|it| done_otherwise(first, it, &done));
            all.extend(between.filter(new));
            continue;
        }
        let same = own.iter().zip(&others).filter(|(a, b)| a.1.len() == b.1.len());
        for ((step, texts), (_, others)) in same {
            for (first, other) in texts.iter().zip(others) {
                if told.contains(&first) || !is_as_good(first, other) || !give_the_same(first, other, shown) {
                    continue;
                }
                if let Some(doubt) = shown.iter().rev().find_map(|it| doubt(it, first, other)) {
                    told.push(first);
                    let does = Some(does(step, first));
                    all.push(Between { doubt, does });
                }
            }
        }
    }
    all
}

/// The first made-up value with which one program does something else than another, where both do the same for all that was shown
/// and both go by the value. `shown` has what the first one does for each.
fn done_otherwise(first: &Program, other: &Program, shown: &[(&Params, Vec<String>)]) -> Option<Between> {
    if !shown.iter().all(|(known, done)| other.plan(known) == *done) {
        return None;
    }
    shown.iter().rev().find_map(|(known, done)| {
        // Which wording a goal has is nobody's to choose.
        let mut values = known
            .iter()
            .filter(|(of, _)| ![FORM, GOAL].contains(&of.as_str()));
        values.find_map(|(of, own)| {
            let plans: Vec<(String, [Vec<String>; 2])> = made_up_value(own)
                .into_iter()
                .map(|value| {
                    let mut with: Params = (*known).clone();
                    with.insert(of.clone(), value.clone());
                    (value.to_string(), [first, other].map(|it| it.plan(&with)))
                })
                .collect();
            // One that does not look at the value says nothing of it.
            let looks = |at: usize| plans.iter().any(|(_, plans)| plans[at] != *done);
            let (made_up, plans) = plans.iter().find(|(_, [a, b])| a != b && looks(0) && looks(1))?;
            let at = plans[0].iter().zip(&plans[1]).take_while(|(a, b)| a == b).count();
            let step = |plan: &Vec<String>| plan.get(at).map_or_else(|| "none".to_owned(), Clone::clone);
            let doubt = Doubt {
                of: of.clone(),
                made_up: made_up.clone(),
                gives: [step(&plans[0]), step(&plans[1])],
            };
            Some(Between { doubt, does: None })
        })
    })
}

fn give_the_same(first: &Expr, other: &Expr, shown: &[&Params]) -> bool {
    let same = |it: &&Params| {
        let gives = first.eval(it);
        gives.is_some() && gives == other.eval(it)
    };
    shown.iter().all(same)
}

/// The steps of a program, with the texts that each makes.
fn steps(program: &Program) -> Vec<(&Kind, Vec<Expr>)> {
    let mut all = Vec::new();
    for stmt in &program.body {
        stmt.walk(&mut |it| {
            let mut texts = Vec::new();
            it.kind.exprs(&mut |text| texts.push(text.clone()));
            all.push((&it.kind, texts));
        });
    }
    all
}

/// What a step does with a text that it makes.
fn does(step: &Kind, text: &Expr) -> String {
    match step {
        Kind::Act { action, wanted, .. } => {
            let target = action.target().map_or("", |it| it.target_description.as_str());
            match (action.value(), wanted) {
                (Some(value), _) if value == text && target.is_empty() => "is meant".to_owned(),
                (Some(value), _) if value == text => format!("goes into {target}"),
                (_, Some(wanted)) if wanted.value == *text => format!("says whether {target} is on"),
                _ => format!("says which one is meant: {target}"),
            }
        }
        Kind::Read { locator, .. } | Kind::ReadAll { locator, .. } | Kind::Count { locator, .. } => {
            format!("says which one is meant: {}", locator.target_description)
        }
        Kind::If { .. }
        | Kind::Repeat { .. }
        | Kind::ForEach { .. }
        | Kind::EachRow { .. }
        | Kind::EachFound { .. }
        | Kind::ReadAddress { .. }
        | Kind::Ask { .. }
        | Kind::Arrive(_)
        | Kind::Holds { .. }
        | Kind::AnswerTable(_)
        | Kind::Stop(_)
        | Kind::Refuse(_) => "decides what is done".to_owned(),
    }
}

/// Values like this one; of a list, one entry more and one fewer.
fn made_up_value(value: &Value) -> Vec<Value> {
    match value {
        Value::Text(text) => made_up(text).into_iter().map(Value::Text).collect(),
        Value::List(all) => {
            let more = all.last().and_then(|it| made_up(it).pop());
            let longer = more.map(|it| all.iter().cloned().chain([it]).collect());
            let shorter = all.split_last().map(|(_, rest)| rest.to_vec());
            let shorter = shorter.filter(|it| !it.is_empty());
            longer.into_iter().chain(shorter).map(Value::List).collect()
        }
    }
}

/// Values like this one: a number with fewer figures or more, other numbers in a date or a time, a part more, longer words.
fn made_up(value: &str) -> Vec<String> {
    let has = |of: fn(char) -> bool| value.chars().any(of);
    if value.trim().is_empty() {
        return Vec::new();
    }
    if !has(|it| !it.is_ascii_digit()) {
        // Below ten and of a figure more: where the form of a number matters, these show it.
        return ["7", "27", "127"].map(str::to_owned).into();
    }
    let numbers = has(|it| it.is_ascii_digit());
    if numbers && (!has(char::is_alphabetic) || is_moment(value)) {
        return vec![in_other_numbers(value, 7), in_other_numbers(value, 19)];
    }
    let mut all = with_a_part_more(value);
    all.push(with_longer_words(value));
    if numbers {
        all.push(in_other_numbers(value, 7));
    }
    all
}

/// Whether it reads as a date or as a time of day.
fn is_moment(value: &str) -> bool {
    let reads = |it: &Op| it.apply(value.to_owned()).is_some();
    reads(&Op::Date("%Y".to_owned())) || reads(&Op::Time("%H".to_owned()))
}

/// Each number by another one that is as long, and no two by the same: those of one or two figures, which may be months, days or
/// hours, from `next` on.
fn in_other_numbers(value: &str, next: u32) -> String {
    let mut all = String::new();
    let mut next = next;
    let mut rest = value;
    while let Some(at) = rest.find(|it: char| it.is_ascii_digit()) {
        let (before, from) = rest.split_at(at);
        let end = from.find(|it: char| !it.is_ascii_digit()).unwrap_or(from.len());
        let (run, behind) = from.split_at(end);
        all.push_str(before);
        match run.len() {
            1 => all.push_str(&(next % 10).to_string()),
            2 => all.push_str(&format!("{next:02}")),
            length => {
                all.push_str(&run[..length - 1]);
                all.push(if run.ends_with('7') { '8' } else { '7' });
            }
        }
        if run.len() < 3 {
            next = if next < 12 { next + 1 } else { 8 };
        }
        rest = behind;
    }
    all + rest
}

/// With one part more behind the first of each delimiter; a text of one part with a second word.
fn with_a_part_more(value: &str) -> Vec<String> {
    let more = |by: &char| {
        let (first, rest) = value.split_once(*by)?;
        let whole = !first.is_empty() && !rest.is_empty() && !rest.starts_with(*by);
        whole.then(|| format!("{first}{by}Quill{by}{rest}"))
    };
    let all: Vec<String> = DELIMITERS.iter().filter_map(more).collect();
    match value.chars().all(char::is_alphanumeric) {
        true => vec![format!("{value} Quill")],
        false => all,
    }
}

fn with_longer_words(value: &str) -> String {
    let letters: Vec<char> = value.chars().collect();
    let mut endings = ENDINGS.iter().cycle();
    let mut longer = String::new();
    for (at, it) in letters.iter().enumerate() {
        longer.push(*it);
        let ends = |of: fn(char) -> bool| of(*it) && !letters.get(at + 1).is_some_and(|next| of(*next));
        if ends(char::is_alphabetic) {
            endings.next().iter().for_each(|it| longer.push_str(it));
        } else if ends(|it| it.is_ascii_digit()) {
            longer.push('7');
        }
    }
    longer
}

#[cfg(test)]
mod tests {
    use strings::List;
    use ui::{Action, Key, Locator};

    use crate::program::Stmt;

    use super::*;

    fn click(of: Expr) -> Stmt {
        let target = Locator::by(Key::Text, of);
        Stmt::new(Kind::act(Action::Click { target }), Vec::new())
    }

    fn program(body: Vec<Stmt>) -> Program {
        Program {
            name: "invite".to_owned(),
            description: String::new(),
            params: Vec::new(),
            made: Vec::new(),
            example: Params::new(),
            body,
        }
    }

    #[test]
    fn programs_of_other_steps_are_told_apart_by_a_longer_list() {
        let list = || List::Input("names".to_owned());
        let each = Kind::ForEach {
            var: "name".to_owned(),
            list: list(),
            body: vec![click(Expr::Input("name".to_owned()))],
        };
        let first = program(vec![Stmt::new(each, Vec::new())]);
        let items = [1, 2].map(|n| click(Expr::Item(list(), n)));
        let two = program(items.to_vec());
        let long = program(
            [
                items.as_slice(),
                &[click(Expr::from("Ok")), click(Expr::from("Ok"))],
            ]
            .concat(),
        );
        let shown: Params = [(
            "names".to_owned(),
            Value::List(["Ada", "Bob"].map(str::to_owned).to_vec()),
        )]
        .into_iter()
        .collect();
        let told = |other: &Program, shown: &[&Params]| -> Vec<String> {
            let all = between(&first, [other], shown);
            all.iter().map(ToString::to_string).collect()
        };
        let said = told(&two, &[&shown]);
        assert_eq!(
            said,
            [
                "with `names` \"Ada, Bob, Bobquo\", whether what comes next is click #{ text: \"Bobquo\" }, or none"
            ]
        );
        // What was shown decides, and so does what is much longer or does something else anyway.
        let three = Value::List(["Ada", "Bob", "Cy"].map(str::to_owned).to_vec());
        let three: Params = [("names".to_owned(), three)].into_iter().collect();
        assert_eq!(told(&two, &[&shown, &three]), Vec::<String>::new());
        assert_eq!(told(&long, &[&shown]), Vec::<String>::new());
    }

    #[test]
    fn made_up_values_are_of_the_kind_of_the_one_shown() {
        for (value, wanted) in [
            ("", &[][..]),
            ("25", &["7", "27", "127"]),
            ("2023-10-10", &["2027-07-08", "2027-19-08"]),
            ("10:10", &["07:08", "19:08"]),
            ("October 15, 2023", &["October 07, 2027", "October 19, 2027"]),
            ("note.md", &["note.Quill.md", "notequo.mdquil"]),
            ("Ada Lovelace", &["Ada Quill Lovelace", "Adaquo Lovelacequil"]),
            ("Ada", &["Ada Quill", "Adaquo"]),
            ("ada@ada.org", &["ada@ada.Quill.org", "adaquo@adaquil.orgquart"]),
            (
                "https://x.org/a",
                &["https://x.Quill.org/a", "httpsquo://xquil.orgquart/aquo"],
            ),
            ("Room 12", &["Room Quill 12", "Roomquo 127", "Room 07"]),
        ] {
            assert_eq!(made_up(value), wanted, "{value:?}");
        }
    }

    #[test]
    fn a_value_as_it_is_is_only_doubted_for_another_one() {
        let [a, b] = ["a", "b"].map(|it| Expr::Input(it.to_owned()));
        let stem = Expr::Apply(Op::Stem, Box::new(a.clone()));
        let known: Params = [("a", "x.y"), ("b", "x.y")]
            .map(|(name, it)| (name.to_owned(), Value::from(it)))
            .into_iter()
            .collect();
        assert!(is_as_good(&a, &b) && !is_as_good(&a, &stem) && is_as_good(&stem, &a));
        assert!(!is_as_good(&a, &Expr::from("x.y")) && !is_as_good(&a, &a));
        let doubt = doubt(&known, &a, &b).expect("they differ");
        assert_eq!(
            (doubt.of.as_str(), doubt.gives),
            ("a", ["x.Quill.y", "x.y"].map(str::to_owned))
        );
    }
}
