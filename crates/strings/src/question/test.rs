//! Which rows are meant: the conditions that the values and the words of a goal make.

use crate::{days::Side, expr::Expr};

use super::{
    column::Column,
    form::{COMING, Condition, TODAY, call_of, called, has_words, time_of, words_of},
    scene::Scene,
};

/// Sets of conditions.
const MOST: usize = 600;
/// What it costs to do without a value that the goal says: the way to the list may have used it.
const WITHOUT: u32 = 6;
/// What it costs to do without the week that the goal says.
const WITHOUT_WEEK: u32 = 4;

/// Times of the goal's own words that rows are held against.
const MOST_SAID: usize = 2;

/// Words before a value that say on which side of it is meant.
const FROM: [&str; 5] = ["from", "after", "since", "between", "starting"];
const UNTIL: [&str; 5] = ["to", "until", "till", "before", "by"];
/// Of these, those that leave the value itself out.
const AFTER: [&str; 1] = ["after"];
const BEFORE: [&str; 1] = ["before"];

/// Conditions with what each costs.
pub(super) type PricedConditions = Vec<(u32, Option<Condition>)>;

/// Sets of conditions with what each costs, cheapest first.
pub(super) fn tests(scene: &Scene<'_>) -> Vec<(u32, Vec<Condition>)> {
    let mut all: Vec<(u32, Vec<Condition>)> = vec![(0, Vec::new())];
    let values = scene.params.iter().filter_map(|(name, value)| {
        let text = value.as_text()?;
        (!text.trim().is_empty() && scene.goal.contains(text)).then_some((name, text))
    });
    let values = values.map(|(name, text)| (Expr::Input(name.to_owned()), text));
    let said = said_times(scene).into_iter().map(|it| (Expr::from(it), it));
    for (value, text) in values.chain(said) {
        let mut ways = of_value(scene, &value, text);
        ways.push((WITHOUT, None));
        all = with(all, &ways);
    }
    for ways in [of_week(scene), of_words(scene)] {
        if ways.len() > 1 {
            all = with(all, &ways);
        }
    }
    all.sort_by_key(|it| it.0);
    all.truncate(MOST);
    for (_, tests) in &mut all {
        ask_for_gaps(scene, tests);
    }
    all
}

/// Before what goes by a cell that rows may lack stands that they have it.
fn ask_for_gaps(scene: &Scene<'_>, tests: &mut Vec<Condition>) {
    for column in scene.columns.iter().filter(|it| it.has_gaps) {
        let goes_by = |it: &Condition| {
            it.sides()
                .iter()
                .any(|it| it.inputs().contains(&column.var.as_str()))
        };
        let says = Condition::Says(Expr::Input(column.var.clone()));
        if let Some(at) = tests.iter().position(goes_by).filter(|at| tests[*at] != says) {
            tests.insert(at, says);
        }
    }
    let comes = |it: &Condition| {
        let mut sides = it.sides().into_iter();
        sides.find_map(|it| call_of(it, COMING).cloned())
    };
    let mut places = tests.iter().enumerate();
    if let Some((at, shown)) = places.find_map(|(at, it)| Some((at, comes(it)?))) {
        tests.insert(at, Condition::Says(shown));
    }
}

fn with(all: Vec<(u32, Vec<Condition>)>, ways: &PricedConditions) -> Vec<(u32, Vec<Condition>)> {
    let mut more = Vec::new();
    for (cost, tests) in all {
        for (own, test) in ways {
            let mut tests = tests.clone();
            tests.extend(test.clone());
            more.push((cost + own, tests));
        }
    }
    more.sort_by_key(|it| it.0);
    more.truncate(MOST);
    more
}

/// The times that the goal says and no value does, in these words or in others. A number alone is none.
fn said_times<'s>(scene: &Scene<'s>) -> Vec<&'s str> {
    let words = scene.goal.split_whitespace();
    let words = words.map(|it| it.trim_matches(|it: char| !it.is_alphanumeric()));
    let is_time = |it: &&str| {
        let says = it.contains(':') || it.ends_with(char::is_alphabetic);
        says && it.starts_with(|it: char| it.is_ascii_digit())
            && time_of(Expr::from(*it)).eval(scene.params).is_some()
    };
    let mut all: Vec<&str> = words.filter(is_time).collect();
    let written = |it: &str| time_of(Expr::from(it)).eval(scene.params);
    let values: Vec<&str> = scene.params.values().filter_map(task::Value::as_text).collect();
    let says = |value: &&str, it: &str| {
        let one_in_other = value.contains(it) || (!value.trim().is_empty() && it.contains(value.trim()));
        one_in_other || written(value).is_some_and(|time| written(it) == Some(time))
    };
    all.retain(|it| !values.iter().any(|value| says(value, it)));
    all.truncate(MOST_SAID);
    all
}

/// The word before a value in the goal.
fn word_before(scene: &Scene<'_>, text: &str) -> Option<String> {
    let at = scene.goal.find(text)?;
    words_of(&scene.goal[..at]).pop()
}

/// A way to read the day that a cell shows.
struct Reading {
    /// The day that it shows.
    shown: Expr,
    /// The function that says which day a value is.
    wanted: &'static str,
    /// What it costs that nothing proves it.
    cost: u32,
}

/// The ways to read the days of a cell that all rows allow. Where it says a day of the week alone, what is over is meant or nothing:
/// what is still to come may be late, so that nobody knows which week is meant. Where the days of a list follow each other, the next one
/// may be meant, and is where they would not if it were over.
fn readings(scene: &Scene<'_>, column: &Column, piece: &Expr) -> Vec<Reading> {
    let read = |name: &str| called(name, [piece.clone(), Expr::Input(TODAY.to_owned())]);
    let mut all = Vec::new();
    for name in ["exact_day", "past_day"] {
        if scene.in_rows(column, &read(name)).is_some() {
            all.push(Reading {
                shown: read(name),
                wanted: "day",
                cost: 0,
            });
        }
    }
    let coming = read(COMING);
    if let Some(days) = scene.in_rows(column, &coming)
        && let Some(texts) = scene.in_rows(column, piece)
        && follow(&days)
        && days.iter().any(|it| !it.is_empty())
    {
        all.push(Reading {
            shown: coming,
            wanted: "day_ahead",
            cost: u32::from(follow(&if_over(&texts, &days, scene.today))),
        });
    }
    all
}

/// Whether days come one after the other; an empty text is none.
fn follow(days: &[String]) -> bool {
    days.iter().filter(|it| !it.is_empty()).is_sorted()
}

/// The days that texts say, were those of the week over that stand alone.
fn if_over(texts: &[String], days: &[String], today: &str) -> Vec<String> {
    let said = |text: &String, side| crate::days::day(text, today, side);
    let over = |(text, day): (&String, &String)| {
        let hangs_on_week = day.as_str() > today && said(text, Side::Unknown).is_none();
        let past = hangs_on_week.then(|| said(text, Side::Last)).flatten();
        past.unwrap_or_else(|| day.clone())
    };
    texts.iter().zip(days).map(over).collect()
}

/// What rows may have to do with a value.
fn of_value(scene: &Scene<'_>, value: &Expr, text: &str) -> PricedConditions {
    let before = word_before(scene, text);
    let side = |words: &[&str]| before.as_deref().is_some_and(|it| words.contains(&it));
    // "between one and the other"
    let closes = before.as_deref() == Some("and") && scene.says(&["between"]);
    let (from, until) = (side(&FROM), side(&UNTIL) || closes);
    // Which of both is meant, few goals say.
    let (after, earlier) = (side(&AFTER), side(&BEFORE));
    let in_order = |shown: &Expr, wanted: &Expr| {
        let cost = |meant: bool| if meant { 0 } else { 3 };
        let test = |of: fn(Expr, Expr) -> Condition| Some(of(shown.clone(), wanted.clone()));
        [
            (cost(!from && !until), test(Condition::Is)),
            (cost(from) + u32::from(after), test(Condition::From)),
            (cost(until) + u32::from(earlier), test(Condition::Until)),
            (cost(from) + u32::from(!after), test(Condition::After)),
            (cost(until) + u32::from(!earlier), test(Condition::Before)),
        ]
    };
    let wanted_time = time_of(value.clone());
    let mut known = scene.params.clone();
    known.insert(TODAY.to_owned(), task::Value::Text(scene.today.to_owned()));
    let is_time = wanted_time.eval(&known).is_some();
    let mut all: PricedConditions = Vec::new();
    for column in scene.columns {
        for piece in &column.pieces {
            let Some(texts) = scene.in_rows(column, piece) else {
                continue;
            };
            if texts.iter().any(|it| it == text) {
                all.push((0, Some(Condition::Is(piece.clone(), value.clone()))));
            } else if texts
                .iter()
                .any(|it| has_words(&words_of(it), &words_of(text)) && it.contains(text))
            {
                all.push((2, Some(Condition::Has(piece.clone(), value.clone()))));
            }
            for it in readings(scene, column, piece) {
                let wanted = called(it.wanted, [value.clone(), Expr::Input(TODAY.to_owned())]);
                if wanted.eval(&known).is_some() {
                    all.extend(in_order(&it.shown, &wanted).map(|(cost, test)| (cost + it.cost, test)));
                }
            }
            let shown = time_of(piece.clone());
            if is_time && scene.in_rows(column, &shown).is_some() {
                all.extend(in_order(&shown, &wanted_time));
            }
        }
    }
    all
}

/// The week that the goal says.
fn of_week(scene: &Scene<'_>) -> PricedConditions {
    let says = |words: &str| has_words(&scene.words, &words_of(words));
    let mut weeks: Vec<&str> = Vec::new();
    if says("this week") {
        weeks.push("week");
    }
    if says("next week") {
        weeks.push("next_week");
    }
    let one = |name: &str, of: Expr| Expr::Call(name.to_owned(), vec![of]);
    let mut all: PricedConditions = Vec::new();
    for name in weeks {
        let wanted = one(name, Expr::Input(TODAY.to_owned()));
        for column in scene.columns {
            let pieces = column.pieces.iter();
            for it in pieces.flat_map(|piece| readings(scene, column, piece)) {
                // A list of what is to come lacks days of this week.
                if it.wanted == "day" || name != "week" {
                    all.push((
                        it.cost,
                        Some(Condition::Is(one("week", it.shown), wanted.clone())),
                    ));
                }
            }
        }
    }
    all.push((if all.is_empty() { 0 } else { WITHOUT_WEEK }, None));
    all
}

/// Cells whose whole text the goal says, beside its values: a state, a kind.
pub(super) fn of_words(scene: &Scene<'_>) -> PricedConditions {
    let mut all: PricedConditions = vec![(0, None)];
    let values: Vec<&str> = scene.params.values().filter_map(task::Value::as_text).collect();
    for column in scene.columns {
        let Some(piece) = column.pieces.first() else {
            continue;
        };
        let Some(texts) = scene.in_rows(column, piece) else {
            continue;
        };
        let mut said: Vec<&String> = texts
            .iter()
            .filter(|it| {
                let words = words_of(it);
                it.chars().count() >= 3
                    && it.chars().any(char::is_alphabetic)
                    && has_words(&scene.words, &words)
                    && !values.contains(&it.as_str())
            })
            .collect();
        said.sort();
        said.dedup();
        // What all rows say says nothing of which are meant.
        let tells = |it: &&&String| column.has_gaps || texts.iter().any(|other| other != **it);
        all.extend(said.iter().filter(tells).take(2).map(|it| {
            let test = Condition::Is(piece.clone(), Expr::Const((*it).clone()));
            (1, Some(test))
        }));
        // What some rows have, and the goal says what they say there: a mark, a box.
        if column.has_gaps && is_named(scene, &texts) {
            all.push((1, Some(Condition::Says(piece.clone()))));
        }
    }
    all
}

/// Whether the goal names what all of these texts begin with and go on differently after: `to-do: Taxes` and `to-do: Post` are "todos".
/// One text alone shows what it begins with by a colon. A day is no name.
fn is_named(scene: &Scene<'_>, texts: &[String]) -> bool {
    let alike = |said: &str, mark: &str| said == mark || said.strip_suffix('s') == Some(mark);
    let mut different: Vec<&String> = texts.iter().collect();
    different.sort();
    different.dedup();
    let days = |it: &&String| crate::days::day(it, scene.today, Side::Next).is_some();
    let Some((first, others)) = different.split_first().filter(|_| !different.iter().any(days)) else {
        return false;
    };
    let words = words_of(first);
    let shared = match others {
        [] => first.split_once(':').map_or(0, |(head, _)| words_of(head).len()),
        _ => others.iter().fold(words.len(), |most, it| {
            let other = words_of(it);
            let same = other.iter().zip(&words).take_while(|(a, b)| a == b).count();
            most.min(same).min(other.len().saturating_sub(1))
        }),
    };
    (1..=shared.min(words.len().saturating_sub(1))).rev().any(|many| {
        let mark = words[..many].concat();
        let said = |size: usize| scene.words.windows(size).any(|it| alike(&it.concat(), &mark));
        mark.chars().count() > 3 && (1..=many).any(said)
    })
}
