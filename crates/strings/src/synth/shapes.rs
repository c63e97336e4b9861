//! Functions of all the parts of a text, with the constants that the examples suggest: what is between the parts of an
//! output, what fills it up, what hides its signs, where it is cut off.

use super::{
    spans::things,
    table::{Applied, Source, View},
};
use crate::place::{Edge, Kind, Place};

/// Rows that constants are taken from.
const MOST_ROWS: usize = 4;
/// Different texts between the parts of a text.
const MOST_JOINTS: usize = 4;
/// Characters of a text between two parts.
const LONGEST_JOINT: usize = 4;
/// Characters that a masked text shows.
const MOST_SHOWN: usize = 6;
/// Parts of a text that show that they are put in order: two may have changed places for another reason.
const LEAST_IN_ORDER: usize = 3;
/// Blocks of some text.
const LEAST_BLOCKS: usize = 3;
/// Characters of a block.
const LEAST_IN_A_BLOCK: usize = 2;
/// Digits of a text that is laid out in a form.
const LEAST_LAID_OUT: usize = 4;
/// Characters of what is put at an end where it lacks, or taken away there.
pub(super) const LONGEST_END: usize = 12;
/// Characters of what stands for a part that was cut off.
const LONGEST_SUFFIX: usize = 3;

/// The runs of a text that are neither letters nor digits, each once.
fn joints(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let runs = text.split(char::is_alphanumeric);
    for run in runs.filter(|it| (1..=LONGEST_JOINT).contains(&it.chars().count())) {
        if !all.iter().any(|it| it == run) {
            all.push(run.to_owned());
        }
    }
    all.truncate(MOST_JOINTS);
    all
}

/// What some rows' texts have in common with each other, each once.
fn gathered<T: PartialEq>(of: impl Iterator<Item = Vec<T>>) -> Vec<T> {
    let mut all = Vec::new();
    for it in of.flatten() {
        if !all.contains(&it) {
            all.push(it);
        }
    }
    all
}

/// The texts and outputs of the rows that constants are taken from.
fn looked_at<'a>(source: &'a Source, view: &'a View<'_>) -> Vec<(&'a str, &'a str)> {
    let text = |row: &usize| source.values[*row].as_deref().map(|it| (it, view.output(*row)));
    view.picked.iter().take(MOST_ROWS).filter_map(text).collect()
}

/// All of these functions.
pub(super) fn shapes(source: &Source, view: &View<'_>) -> Vec<Applied> {
    let rows = looked_at(source, view);
    let mut all = of_parts(&rows);
    all.extend(of_widths(&rows));
    all.extend(in_blocks(&rows));
    all.extend(forms(&rows));
    all.extend(ends_where_they_lack(&rows));
    all.extend(optional_ends(source, view, &rows));
    all
}

fn call(name: &'static str, constants: &[&str]) -> Applied {
    Applied::Call(name, constants.iter().map(|it| (*it).to_owned()).collect())
}

/// The delimiters of a text: its signs, without the white space around them.
pub(super) fn delimiters(texts: &[&str]) -> Vec<String> {
    let of = |text: &&str| {
        let trimmed = joints(text).into_iter().map(|it| match it.trim() {
            "" => it,
            sign => sign.to_owned(),
        });
        trimmed.collect::<Vec<_>>()
    };
    gathered(texts.iter().map(of))
}

/// What puts all parts of a text, or their first letters, together.
fn of_parts(rows: &[(&str, &str)]) -> Vec<Applied> {
    let inner: Vec<String> = gathered(rows.iter().map(|(_, output)| joints(output)));
    let texts: Vec<&str> = rows.iter().map(|(text, _)| *text).collect();
    let mut all = Vec::new();
    for joint in &inner {
        for kind in [
            Kind::Word,
            Kind::Letters,
            Kind::Digits,
            Kind::Number,
            Kind::Solid,
            Kind::Capitalised,
        ] {
            all.push(call("runs_joined", &[kind.name(), joint]));
        }
        for by in delimiters(&texts) {
            for name in ["parts_joined", "parts_turned"] {
                all.push(call(name, &[&by, joint]));
            }
            all.extend(lists(rows, &by).map(|name| call(name, &[&by, joint])));
        }
        for kind in [Kind::Word, Kind::Capitalised] {
            all.push(call("firsts", &[kind.name(), joint]));
        }
        if joint.ends_with(' ') {
            all.push(call("firsts", &[Kind::Solid.name(), joint]));
        }
    }
    for kind in [Kind::Word, Kind::Letters, Kind::Capitalised] {
        all.push(call("firsts", &[kind.name(), ""]));
    }
    all
}

/// What puts the parts of a text in order, or leaves out those that are there already, where some text shows that.
fn lists(rows: &[(&str, &str)], by: &str) -> Option<&'static str> {
    let parts = |text: &str| -> Vec<String> {
        let parts = text.split(by).map(|it| it.trim().to_lowercase());
        parts.filter(|it| !it.is_empty()).collect()
    };
    let again = |all: &[String]| (1..all.len()).any(|n| all[..n].contains(&all[n]));
    let moved = |all: &[String]| all.len() >= LEAST_IN_ORDER && !all.is_sorted();
    let any = |holds: &dyn Fn(&[String]) -> bool| rows.iter().any(|(text, _)| holds(&parts(text)));
    match (any(&moved), any(&again)) {
        (true, true) => Some("parts_sorted_once"),
        (true, false) => Some("parts_sorted"),
        (false, true) => Some("parts_once"),
        (false, false) => None,
    }
}

/// What puts letters and digits in blocks that are all of the same length, but for the last or the first one.
fn in_blocks(rows: &[(&str, &str)]) -> Vec<Applied> {
    let of = |(_, output): &(&str, &str)| -> Vec<Applied> {
        let joints = joints(output);
        let [joint] = joints.as_slice() else {
            return Vec::new();
        };
        let long: Vec<usize> = output
            .split(joint.as_str())
            .map(|it| it.chars().count())
            .collect();
        let [first, inner @ .., last] = long.as_slice() else {
            return Vec::new();
        };
        let same = |from: usize| inner.iter().all(|it| *it == from);
        let mut all = Vec::new();
        if *first >= LEAST_IN_A_BLOCK && same(*first) && (1..=*first).contains(last) {
            all.push(call("blocks", &[&first.to_string(), joint]));
        }
        if *last >= LEAST_IN_A_BLOCK && same(*last) && (1..=*last).contains(first) {
            all.push(call("blocks_from_right", &[&last.to_string(), joint]));
        }
        all
    };
    let blocks = |(_, output): &(&str, &str)| output.split(|it: char| !it.is_alphanumeric()).count();
    if rows.iter().map(blocks).max().unwrap_or(0) < LEAST_BLOCKS {
        return Vec::new();
    }
    gathered(rows.iter().map(of))
}

/// The forms that all digits of a text are laid out in: only signs stand between them.
fn forms(rows: &[(&str, &str)]) -> Vec<Applied> {
    let digits = |it: &str| it.chars().filter(char::is_ascii_digit).count();
    let of = |(text, output): &(&str, &str)| -> Vec<Applied> {
        let laid_out = digits(output) >= LEAST_LAID_OUT
            && digits(output) == digits(text)
            && !output.chars().any(char::is_alphabetic)
            && digits(output) < output.chars().count();
        let form = || {
            output
                .chars()
                .map(|it| if it.is_ascii_digit() { '0' } else { it })
        };
        if laid_out {
            vec![call("laid_out", &[&form().collect::<String>()])]
        } else {
            Vec::new()
        }
    };
    gathered(rows.iter().map(of))
}

/// What puts a text at an end where it lacks: some examples have it there.
fn ends_where_they_lack(rows: &[(&str, &str)]) -> Vec<Applied> {
    let mut all = Vec::new();
    let has = |end: &str, of: fn(&str, &str) -> bool| rows.iter().any(|(text, _)| of(text, end));
    for (text, output) in rows.iter().filter(|it| !it.0.is_empty()) {
        let (before, behind) = output.split_once(text).unwrap_or_default();
        let short = |it: &str| (1..=LONGEST_END).contains(&it.chars().count());
        let sign = behind.chars().next().filter(|it| !it.is_alphanumeric());
        let sign = sign.map(String::from).unwrap_or_default();
        if short(before) && has(before, |text, end| text.starts_with(end)) {
            all.push(call("with_start", &[before]));
        }
        for end in [behind, &sign] {
            if short(end) && has(end, |text, end| text.ends_with(end)) {
                all.push(call("with_end", &[end]));
            }
        }
    }
    gathered(std::iter::once(all))
}

/// What fills up, hides or cuts off.
fn of_widths(rows: &[(&str, &str)]) -> Vec<Applied> {
    let mut all: Vec<Applied> = Vec::new();
    for (text, output) in rows {
        let (long, made) = (text.chars().count(), output.chars().count());
        let last = output.chars().next_back().filter(|it| !it.is_alphabetic());
        if made > long {
            let filled = last.map(|it| call("padded_right", &[&made.to_string(), &it.to_string()]));
            all.extend(filled);
        }
        let kept = text
            .chars()
            .zip(output.chars())
            .take_while(|(a, b)| a == b)
            .count();
        let suffix: String = output.chars().skip(kept).collect();
        let sign = |it: char| !it.is_alphanumeric() && !it.is_whitespace();
        if kept > 0 && kept < long && suffix.chars().count() <= LONGEST_SUFFIX && suffix.chars().all(sign) {
            all.push(call("cut_off", &[&kept.to_string(), &suffix]));
            if !suffix.is_empty() {
                all.push(call("shortened", &[&made.to_string(), &suffix]));
            }
        }
        let mut hiding: Vec<char> = output.chars().filter(|it| !text.contains(*it)).collect();
        hiding.sort_unstable();
        hiding.dedup();
        let shown = output.chars().filter(|it| it.is_alphanumeric()).count();
        if let [sign] = hiding[..]
            && shown <= MOST_SHOWN
        {
            for name in ["masked_behind", "masked_before"] {
                all.push(call(name, &[&sign.to_string(), &shown.to_string()]));
            }
        }
    }
    gathered(std::iter::once(all))
}

/// Whether a sign fills up some output with more than one of it: one is rather a sign that is added.
pub(super) fn fills(picked: &[usize], source: &Source, view: &View<'_>, sign: char) -> bool {
    picked.iter().any(|row| {
        let made = view.output(*row).chars().count();
        let long = source.values[*row].as_deref().unwrap_or_default().chars().count();
        made >= long + 2 && view.output(*row).chars().take(2).all(|it| it == sign)
    })
}

/// What cuts off an end at a place that some of the texts have, and others not.
fn optional_ends(source: &Source, view: &View<'_>, rows: &[(&str, &str)]) -> Vec<Applied> {
    let untouched = rows.iter().any(|(text, output)| output.contains(text));
    if !untouched {
        return Vec::new();
    }
    let mut all: Vec<Applied> = Vec::new();
    let mut add = |name: &'static str, place: &Place| {
        let applied = call(name, &[&place.to_string()]);
        if !all.contains(&applied) {
            all.push(applied);
        }
    };
    for (row, (text, output)) in view.picked.iter().zip(rows).filter(|(_, (a, b))| a != b) {
        for thing in things(&source.values, &[*row]) {
            let absent = rows.iter().any(|(text, _)| thing.found(text).is_empty());
            if !absent {
                continue;
            }
            for n in [1, -1] {
                for edge in [Edge::Before, Edge::After] {
                    let place = Place::Nth(edge, n, thing.clone());
                    let Some(at) = place.find(text, 0) else { continue };
                    if output.ends_with(&text[at..]) {
                        add("from_place", &place);
                    }
                    if output.starts_with(&text[..at]) {
                        add("up_to_place", &place);
                    }
                }
            }
        }
    }
    all
}

/// How many parts a text has between each of its delimiters.
pub(super) fn part_counts(source: &Source, view: &View<'_>) -> Vec<Applied> {
    let texts: Vec<&str> = looked_at(source, view).into_iter().map(|it| it.0).collect();
    let count = |by: String| Applied::Call("count_parts", vec![by]);
    delimiters(&texts)
        .into_iter()
        .filter(|it| !it.trim().is_empty())
        .map(count)
        .collect()
}
