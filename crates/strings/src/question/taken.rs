//! What is said of the rows that are meant: their number, what they say, what their numbers come to.

use crate::{
    amount,
    expr::{Branch, Expr, Op},
};

use super::{
    form::{Condition, FIRST_BY, TODAY, Take, called, time_of, words_of},
    scene::Scene,
    test::of_words,
};

/// Words that ask for one way to answer.
const COUNTS: &[&str] = &["many", "count", "number"];
const ADDS: &[&str] = &["total", "sum", "altogether", "overall", "add"];
const GREATEST: &[&str] = &[
    "longest", "greatest", "most", "highest", "largest", "maximum", "biggest", "furthest",
];
const LEAST: &[&str] = &[
    "shortest", "least", "lowest", "smallest", "minimum", "fewest", "cheapest",
];
const FIRST: &[&str] = &["next", "first", "earliest", "soonest", "upcoming"];
const LAST: &[&str] = &["last", "latest", "newest"];
const SEVERAL: &[&str] = &["multiple", "multiples", "several"];
/// Words that answer whether something is so: that it is, and that it isn't.
const WHETHER: [(&str, &str); 2] = [("yes", "no"), ("true", "false")];
/// Words of a text between quotation marks that is an answer to give.
const MOST_WORDS: usize = 3;
/// Units that a goal may ask for, as `in_unit` takes them.
const UNITS: [&str; 14] = [
    "hours",
    "minutes",
    "seconds",
    "meters",
    "metres",
    "meter",
    "kilometers",
    "kilometres",
    "km",
    "miles",
    "mile",
    "feet",
    "yards",
    "minute",
];

/// What an answer costs that the goal does not ask for in words.
const UNASKED: u32 = 5;
/// What it costs where the word that comes first says that it is not so.
const TURNED: u32 = 3;
/// What it costs to be of a cell that the goal does not name.
const UNNAMED: u32 = 2;

/// What a row that is meant says: the text, and by what it is held against the first one.
pub(super) type Said = (String, String);

/// What the rows that are meant come to; nothing where they give no answer.
pub(super) fn taken(take: &Take, meant: &[Said]) -> Option<String> {
    let first_by = meant.first().map(|it| &it.1);
    let tied = meant.iter().filter(|(_, by)| Some(by) == first_by);
    let tied = tied.map(|it| it.0.clone());
    let meant: Vec<String> = meant.iter().map(|it| it.0.clone()).collect();
    let rounded = |it: String| amount::number_as(&it, "0");
    match take {
        Take::Number => (!meant.is_empty()).then(|| meant.len().to_string()),
        Take::All(_) => (!meant.is_empty()).then(|| meant.join(", ")),
        Take::Only(_) => match &meant[..] {
            [one] => Some(one.clone()),
            _ => None,
        },
        Take::First(_) => meant.first().cloned(),
        Take::Tied(..) => (!meant.is_empty()).then(|| tied.collect::<Vec<_>>().join(", ")),
        Take::Last(_) => meant.last().cloned(),
        Take::Sum(_) => {
            let start = (!meant.is_empty()).then(|| "0".to_owned());
            let sum = meant
                .iter()
                .try_fold(start?, |sum, it| amount::added(&sum, it, ""))?;
            rounded(sum)
        }
        Take::Greatest(_) => {
            let most = meant.iter().max_by_key(|it| amount::quantity(it));
            rounded(most?.clone())
        }
        Take::Least(_) => {
            let least = meant.iter().min_by_key(|it| amount::quantity(it));
            rounded(least?.clone())
        }
    }
}

/// What the answer is before any row.
pub(super) fn beginning(take: &Take) -> &'static str {
    match take {
        Take::Sum(_) => "\"0\"",
        Take::Number => "0",
        Take::All(_)
        | Take::Only(_)
        | Take::First(_)
        | Take::Tied(..)
        | Take::Last(_)
        | Take::Greatest(_)
        | Take::Least(_) => "\"\"",
    }
}

/// What a row that is meant does to the answer, as lines of a script.
pub(super) fn round(take: &Take, var: &str) -> Vec<String> {
    let better = |of: &Expr, sign: &str| {
        format!("if meant == 1 || quantity({of}) {sign} quantity({var}) {{ {var} = {of}; }}")
    };
    match take {
        Take::Number => vec![format!("{var} = meant;")],
        Take::All(of) => vec![format!(
            "{var} += if meant == 1 {{ {of} }} else {{ \", \" + {of} }};"
        )],
        Take::Only(of) | Take::Last(of) => vec![format!("{var} = {of};")],
        Take::First(of) => vec![format!("if meant == 1 {{ {var} = {of}; }}")],
        Take::Tied(of, by) => vec![
            format!("if meant == 1 {{ {FIRST_BY} = {by}; }}"),
            format!(
                "if {by} == {FIRST_BY} {{ {var} += if meant == 1 {{ {of} }} else {{ \", \" + {of} }}; }}"
            ),
        ],
        Take::Sum(of) => vec![format!("{var} = added({var}, {of}, \"\");")],
        Take::Greatest(of) => vec![better(of, ">=")],
        Take::Least(of) => vec![better(of, "<")],
    }
}

/// What ends the run where the rows give no answer.
pub(super) fn guard(take: &Take) -> &'static str {
    match take {
        Take::Only(_) => "assert(meant == 1, \"not just one row is meant\");",
        Take::Number
        | Take::All(_)
        | Take::First(_)
        | Take::Tied(..)
        | Take::Last(_)
        | Take::Sum(_)
        | Take::Greatest(_)
        | Take::Least(_) => "assert(meant > 0, \"no row is meant\");",
    }
}

/// The answer as it is given.
pub(super) fn given(take: &Take, var: &str) -> Expr {
    let var = Expr::Input(var.to_owned());
    match take {
        Take::Sum(_) | Take::Greatest(_) | Take::Least(_) => var.apply(Op::NumberAs("0".to_owned())),
        Take::Number | Take::All(_) | Take::Only(_) | Take::First(_) | Take::Tied(..) | Take::Last(_) => var,
    }
}

/// What may be taken, with what it costs.
pub(super) fn takes(scene: &Scene<'_>) -> Vec<(u32, Take)> {
    let asks = |words: &[&str]| if scene.says(words) { 0 } else { UNASKED };
    let counts = scene.words.windows(2).any(|it| it[0] == "how" && it[1] == "many") || scene.says(&["count"]);
    let otherwise = if counts { UNASKED } else { 0 };
    let mut all = vec![(if counts { 0 } else { asks(COUNTS) + 1 }, Take::Number)];
    for (cost, of) in numbers(scene) {
        let cost = cost + otherwise;
        all.push((cost + asks(ADDS), Take::Sum(of.clone())));
        all.push((cost + asks(GREATEST), Take::Greatest(of.clone())));
        all.push((cost + asks(LEAST), Take::Least(of.clone())));
        let alone = !scene.says(ADDS) && !scene.says(GREATEST) && !scene.says(LEAST);
        all.push((cost + if alone { 0 } else { UNASKED }, Take::Only(of)));
    }
    all.extend(
        whether(scene)
            .into_iter()
            .map(|(cost, of)| (cost, Take::Only(of))),
    );
    let (first, last) = (asks(FIRST), asks(LAST));
    let several = scene.says(SEVERAL);
    let when = when(scene);
    let every = if first == 0 || last == 0 { 2 } else { 0 };
    for (cost, of) in texts(scene) {
        let cost = cost + otherwise;
        all.push((cost + every, Take::All(of.clone())));
        all.push((cost + first + u32::from(several), Take::First(of.clone())));
        let tied = cost + first + if several { 0 } else { 2 };
        all.extend(when.clone().map(|when| (tied, Take::Tied(of.clone(), when))));
        all.push((cost + last, Take::Last(of)));
    }
    all
}

/// Whether a row has what the goal asks for, in the two words that it gives for an answer.
fn whether(scene: &Scene<'_>) -> Vec<(u32, Expr)> {
    let mut all = Vec::new();
    for (cost, yes, no) in two_answers(scene) {
        for test in of_words(scene).into_iter().filter_map(|it| it.1) {
            let (of, is, then, otherwise) = match test {
                Condition::Is(of, Expr::Const(is)) => (of, is, &yes, &no),
                Condition::Says(of) => (of, String::new(), &no, &yes),
                _ => continue,
            };
            let (then, otherwise) = (Expr::from(then.as_str()), Expr::from(otherwise.as_str()));
            let branch = Branch {
                of,
                is,
                then,
                otherwise,
            };
            all.push((cost, Expr::If(Box::new(branch))));
        }
    }
    all
}

/// The two words that a goal gives for an answer, `'True' .. or 'False'` or `yes or no`, that it is so first, with what it costs to
/// take them for that.
fn two_answers(scene: &Scene<'_>) -> Vec<(u32, String, String)> {
    let is_value = |text: &str| {
        let mut values = scene.params.values().filter_map(task::Value::as_text);
        values.any(|it| it == text)
    };
    let mut quoted = quoted(scene.goal);
    quoted.retain(|it| (1..=MOST_WORDS).contains(&words_of(it).len()) && !is_value(it));
    let (one, other) = match quoted[..] {
        [one, other] if one != other => (one, other),
        _ => {
            let word = |word: &str| {
                let mut words = scene.goal.split(|it: char| !it.is_alphanumeric());
                words.find(|it| it.eq_ignore_ascii_case(word))
            };
            let said = WHETHER.iter().find_map(|(yes, no)| Some((word(yes)?, word(no)?)));
            let Some(said) = said else { return Vec::new() };
            said
        }
    };
    let is_no = |it: &str| WHETHER.iter().any(|(_, no)| it.eq_ignore_ascii_case(no));
    let (yes, no) = if is_no(one) { (other, one) } else { (one, other) };
    vec![
        (0, yes.to_owned(), no.to_owned()),
        (TURNED, no.to_owned(), yes.to_owned()),
    ]
}

/// The texts between quotation marks. An apostrophe within a word, or behind one, begins none.
fn quoted(goal: &str) -> Vec<&str> {
    let mut all = Vec::new();
    for mark in ['\'', '"'] {
        let mut rest = goal;
        while let Some(at) = rest.find(mark) {
            let begins = !rest[..at].ends_with(char::is_alphanumeric);
            rest = &rest[at + 1..];
            let closes = |it: &usize| !rest[it + 1..].starts_with(char::is_alphanumeric);
            let end = rest.match_indices(mark).map(|it| it.0).find(closes);
            if let Some(end) = end.filter(|_| begins) {
                all.push(&rest[..end]);
                rest = &rest[end + 1..];
            }
        }
    }
    all
}

/// What rows say as a number in a unit that the goal asks for.
fn numbers(scene: &Scene<'_>) -> Vec<(u32, Expr)> {
    let mut all = Vec::new();
    for unit in UNITS.iter().filter(|it| scene.says(&[it])) {
        for column in scene.columns {
            for piece in &column.pieces {
                let of = called("in_unit", [piece.clone(), Expr::from(*unit)]);
                if scene.in_rows(column, &of).is_some() {
                    all.push((0, of));
                }
            }
        }
    }
    for column in scene.columns {
        for piece in &column.pieces {
            let texts = scene.in_rows(column, piece).unwrap_or_default();
            let is_number = |it: &String| amount::number_as(it, "0").is_some();
            if !texts.is_empty() && texts.iter().all(is_number) {
                all.push((named(scene, &column.cell), piece.clone()));
            }
        }
    }
    all
}

/// What rows say as texts.
fn texts(scene: &Scene<'_>) -> Vec<(u32, Expr)> {
    let mut all: Vec<(u32, Expr)> = Vec::new();
    for (at, column) in scene.columns.iter().enumerate() {
        let late = u32::from(at > 2);
        for (nth, piece) in column.pieces.iter().enumerate() {
            let cost = named(scene, &column.cell) + late + u32::from(nth > 0);
            all.push((cost, piece.clone()));
        }
    }
    all.extend(moments(scene));
    all
}

/// What says when the thing of a row is: its day, if rows say one, and its time.
fn when(scene: &Scene<'_>) -> Option<Expr> {
    let pieces = || {
        scene
            .columns
            .iter()
            .flat_map(|column| column.pieces.iter().map(move |it| (column, it)))
    };
    let mut times = pieces().filter(|(column, it)| {
        let time = time_of((*it).clone());
        !column.has_gaps && scene.in_rows(column, &time).is_some()
    });
    let mut days = pieces().filter(|(column, it)| {
        let day = called("exact_day", [(*it).clone(), Expr::Input(TODAY.to_owned())]);
        !column.has_gaps && scene.in_rows(column, &day).is_some()
    });
    let time = times.next()?.1.clone();
    Some(match days.next() {
        Some((_, day)) => Expr::Concat(vec![day.clone(), Expr::from(" "), time]),
        None => time,
    })
}

/// The day and the time that rows say, in the form that a goal asks for: a month's name, a day, a year, hours and minutes.
fn moments(scene: &Scene<'_>) -> Vec<(u32, Expr)> {
    if !scene.says(&["when"]) {
        return Vec::new();
    }
    let mut all = Vec::new();
    for on in scene.columns {
        for day in &on.pieces {
            let day = called("exact_day", [day.clone(), Expr::Input(TODAY.to_owned())]);
            if scene.in_rows(on, &day).is_none() {
                continue;
            }
            for at in scene.columns {
                for time in &at.pieces {
                    let time = time_of(time.clone());
                    if scene.in_rows(at, &time).is_some() {
                        let day = day.clone().apply(Op::Date("%B %-d %Y".to_owned()));
                        all.push((0, Expr::Concat(vec![day, Expr::from(" "), time])));
                    }
                }
            }
        }
    }
    all
}

/// What it costs to be of a cell of this name.
fn named(scene: &Scene<'_>, cell: &str) -> u32 {
    let is_said = |word: &String| {
        let stem = crate::stem_of(word);
        scene
            .words
            .iter()
            .any(|it| it == word || crate::stem_of(it) == stem)
    };
    let named = words_of(cell)
        .iter()
        .any(|it| crate::is_content(it) && is_said(it));
    if named { 0 } else { UNNAMED }
}
