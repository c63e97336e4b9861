//! Conditions on the form of the inputs, and programs that do one thing or another by them.

use std::collections::HashMap;

use super::{
    bits,
    calls::{numbers, words},
    cover::Program,
    spans::{function_bits, things},
    straight::straight,
    table::{Applied, Source, Table, View},
};
use crate::{
    expr::{Branch, Expr},
    place::{Kind, Thing},
};

/// Conditions of one partition that are looked at.
const MOST_CONDITIONS: usize = 12;
/// Partitions of the examples that are looked at.
const MOST_PARTITIONS: usize = 10;
/// Programs of an arm that are looked for, and that are taken.
const ARMS_LOOKED_FOR: usize = 40;
const MOST_ARMS: usize = 10;
/// Tenths of a bit by which a program may be longer than the shortest.
const FAR: u32 = 120;
/// Examples that a branch needs.
pub(crate) const LEAST_EXAMPLES: usize = 3;

/// `OF == "IS"`, with which rows meet it.
struct Condition {
    of: Expr,
    is: String,
    bits: u32,
    met: Vec<Option<bool>>,
}

/// The programs with one branch that make the outputs.
///
/// `shortest` is the length of the shortest program without one.
pub(crate) fn branches(view: &View<'_>, mut shortest: u32) -> Vec<Program> {
    if view.picked.len() < LEAST_EXAMPLES {
        return Vec::new();
    }
    let mut partitions: Vec<(Vec<bool>, Vec<Condition>)> = Vec::new();
    for it in conditions(view) {
        let side: Vec<bool> = view.picked.iter().filter_map(|row| it.met[*row]).collect();
        if side.len() < view.picked.len() || side.iter().all(|it| *it == side[0]) {
            continue;
        }
        match partitions.iter().position(|(known, _)| *known == side) {
            Some(at) if partitions[at].1.len() < MOST_CONDITIONS => partitions[at].1.push(it),
            None if partitions.len() < MOST_PARTITIONS => partitions.push((side, vec![it])),
            Some(_) | None => {}
        }
    }
    let mut arms: HashMap<Vec<usize>, Vec<Program>> = HashMap::new();
    let mut found = Vec::new();
    for (side, conditions) in &partitions {
        let rows = |met: bool| -> Vec<usize> {
            let chosen = view.picked.iter().zip(side).filter(|(_, it)| **it == met);
            chosen.map(|(row, _)| *row).collect()
        };
        let [then, otherwise] = [rows(true), rows(false)].map(|picked| {
            let known = arms.entry(picked.clone());
            let made = known.or_insert_with(|| {
                let view = View {
                    table: view.table,
                    picked,
                };
                let mut all = straight(&view, ARMS_LOOKED_FOR);
                all.truncate(MOST_ARMS);
                all
            });
            made.clone()
        });
        let lone = |met: bool| match rows(met).len() {
            1 => bits::LONE_ARM,
            _ => 0,
        };
        let extra = bits::BRANCH + lone(true) + lone(false);
        let printed: Vec<String> = then.iter().map(|it| it.expr.to_string()).collect();
        for condition in conditions {
            for (a, printed) in then.iter().zip(&printed) {
                for b in &otherwise {
                    let own = if asks_for_its_own(condition, (&a.expr, printed), &b.expr) {
                        bits::OF_ITS_ARM
                    } else {
                        0
                    };
                    let far = if compares_for_nothing(condition, &a.expr, &b.expr) {
                        bits::OF_NEITHER_ARM
                    } else {
                        0
                    };
                    let bits = (extra + condition.bits + far + a.bits + b.bits).saturating_sub(own);
                    if bits <= shortest.saturating_add(FAR) {
                        shortest = shortest.min(bits);
                        found.push(branch(condition, a, b, bits));
                    }
                }
            }
        }
    }
    found
}

/// Whether the condition is which of two inputs is greater, and no arm reads one of them.
fn compares_for_nothing(condition: &Condition, then: &Expr, otherwise: &Expr) -> bool {
    if !matches!(&condition.of, Expr::Call(name, _) if name == "at_least") {
        return false;
    }
    let asked = condition.of.inputs();
    !then.reads(&asked) && !otherwise.reads(&asked)
}

/// Whether the condition is that there is what its arm is cut by, or what the other arm puts in. The arm comes with how it is printed.
fn asks_for_its_own(condition: &Condition, (then, arm): (&Expr, &str), otherwise: &Expr) -> bool {
    let Expr::Call(name, arguments) = &condition.of else {
        return false;
    };
    let [of, Expr::Const(thing)] = arguments.as_slice() else {
        return false;
    };
    let Some(thing) = thing.strip_prefix("of ").filter(|it| !it.trim().is_empty()) else {
        let of_figures = ["date_", "number", "digits"].iter().any(|it| arm.contains(it));
        return name == "has"
            && thing == Kind::Digits.name()
            && (of_figures || then == of && otherwise != of);
    };
    let puts_in = |it: &Expr| match it {
        Expr::Concat(parts) => parts
            .iter()
            .filter_map(Expr::as_literal)
            .any(|it| it.contains(thing)),
        _ => false,
    };
    let cut_by = arm.contains(&format!(" of {thing}\"")) || arm.contains(&format!("\"{thing}\""));
    match name.as_str() {
        "has" => cut_by,
        "starts" | "ends" => puts_in(otherwise) && !puts_in(then),
        _ => false,
    }
}

fn branch(condition: &Condition, then: &Program, otherwise: &Program, bits: u32) -> Program {
    let value = |row: usize| {
        let arm = if condition.met[row]? { then } else { otherwise };
        arm.values[row].clone()
    };
    let odd = |row: usize| match condition.met[row] {
        Some(true) => then.odd[row],
        Some(false) => otherwise.odd[row],
        None => 0,
    };
    Program {
        expr: Expr::If(Box::new(Branch {
            of: condition.of.clone(),
            is: condition.is.clone(),
            then: then.expr.clone(),
            otherwise: otherwise.expr.clone(),
        })),
        bits,
        surprise: 0,
        values: (0..condition.met.len()).map(value).collect(),
        odd: (0..condition.met.len()).map(odd).collect(),
    }
}

/// The conditions that tell the picked rows apart, cheapest first, each once for what it says of all rows.
fn conditions(view: &View<'_>) -> Vec<Condition> {
    let sources = view.table.sources();
    let mut all: Vec<Condition> = Vec::new();
    for source in &sources {
        of_source(source, view, &mut all);
    }
    for (n, a) in sources.iter().enumerate() {
        for (m, b) in sources.iter().enumerate().filter(|(m, _)| *m != n) {
            let call = |name: &str, arguments| Expr::Call(name.to_owned(), arguments);
            let of = Expr::Concat(vec![Expr::Const("of ".to_owned()), b.expr.clone()]);
            let has = call("has", vec![a.expr.clone(), of]);
            if numbers(a, view) && numbers(b, view) {
                let least = call("at_least", vec![a.expr.clone(), b.expr.clone()]);
                add(view.table, least, "true".to_owned(), bits::AT_LEAST, &mut all);
            }
            add(view.table, has, "true".to_owned(), 40, &mut all);
            if n < m {
                let same = call("same", vec![a.expr.clone(), b.expr.clone()]);
                add(view.table, same, "true".to_owned(), 40, &mut all);
            }
        }
    }
    all.retain(|it| {
        let mut met = view.picked.iter().map(|row| it.met[*row]);
        let first = met.next().flatten();
        first.is_some() && met.any(|it| it.is_some() && it != first)
    });
    all.sort_by_key(|it| it.bits);
    let mut seen = std::collections::HashSet::new();
    all.retain(|it| seen.insert(it.met.clone()));
    all
}

fn of_source(source: &Source, view: &View<'_>, all: &mut Vec<Condition>) {
    let mut known: Vec<Thing> = Vec::new();
    for row in view.picked.iter().take(8) {
        for it in things(&source.values, &[*row]) {
            if !known.contains(&it) {
                known.push(it);
            }
        }
    }
    let picked = |it: &Applied, row: usize| it.apply(source.values[row].as_deref()?);
    let mut by_count: Vec<(Applied, String, u32)> = Vec::new();
    let words: Vec<Thing> = words(source, view).into_iter().map(Thing::Text).collect();
    for it in known.iter().chain(words.iter().filter(|it| !known.contains(it))) {
        for name in ["has", "starts", "ends"] {
            let applied = Applied::Call(name, vec![it.to_string()]);
            let one = matches!(it, Thing::Text(text) if text.chars().count() == 1 && text.chars().all(char::is_alphanumeric));
            let sized = matches!(it, Thing::Sized(..));
            let blank = matches!(it, Thing::Text(text) if text.trim().is_empty());
            let bits = function_bits(&applied)
                + if one { bits::ONE_LETTER } else { 0 }
                + if blank { bits::OF_A_SPACE } else { 0 }
                + if sized { bits::OF_A_SIZE } else { 0 };
            by_count.push((applied, "true".to_owned(), bits));
        }
    }
    let count = |it: &Thing| {
        let dear = match it {
            Thing::Run(Kind::Digits | Kind::Word | Kind::Number | Kind::Solid) | Thing::Text(_) => {
                bits::HOW_MANY
            }
            Thing::Run(_) | Thing::Sized(..) => bits::HOW_MANY_LETTERS,
        };
        (Applied::Call("count_of", vec![it.to_string()]), dear)
    };
    let size = (Applied::Call("size", Vec::new()), bits::BY_LENGTH);
    for (applied, dear) in known.iter().map(count).chain([size]) {
        for row in view.picked.iter().take(8) {
            if let Some(is) = picked(&applied, *row).filter(|is| is.len() <= 3) {
                by_count.push((applied.clone(), is, function_bits(&applied) + dear));
            }
        }
    }
    for (applied, is, bits) in by_count {
        let met = |it: &Option<String>| it.as_deref().and_then(|it| applied.apply(it)).map(|it| it == is);
        all.push(Condition {
            of: applied.expr(&source.expr),
            met: source.values.iter().map(met).collect(),
            bits,
            is,
        });
    }
    let empty = |it: &Option<String>| it.as_deref().map(str::is_empty);
    all.push(Condition {
        of: source.expr.clone(),
        is: String::new(),
        bits: bits::EMPTY,
        met: source.values.iter().map(empty).collect(),
    });
    // A value says what an arm is for where two examples have it.
    for row in &view.picked {
        let Some(is) = source.values[*row].as_deref() else {
            continue;
        };
        let same = |row: &&usize| source.values[**row].as_deref() == Some(is);
        if view.picked.iter().filter(same).count() >= 2 {
            let met = |it: &Option<String>| it.as_deref().map(|it| it == is);
            all.push(Condition {
                of: source.expr.clone(),
                met: source.values.iter().map(met).collect(),
                bits: 20 + bits::thing(&Thing::Text(is.to_owned())),
                is: is.to_owned(),
            });
        }
    }
}

fn add(table: &Table, of: Expr, is: String, bits: u32, all: &mut Vec<Condition>) {
    let met = |row: usize| table.value(&of, row).map(|it| it == is);
    all.push(Condition {
        met: (0..table.rows.len()).map(met).collect(),
        of,
        is,
        bits,
    });
}
