//! How a repetition ends.

use strings::{Class, Expr, Op, derive_all, learn, without_ordinal};
use task::{Params, Value};
use ui::{Action, ElementId, Found, Key, Locator, Screen, find, leads_on};

use crate::{
    landmark::shared_landmark,
    locator::fill,
    month::{month_of, months_shown},
    program::{Cond, Limit, Month},
};

use super::{
    block::{Block, MOST_ROUNDS, Repeat},
    column::Column,
    member::{COUNTER, Member},
    place::Place,
    reads::looking,
    search::search,
};

/// A click on one of several of a kind that brought up the next target, which was not there before.
pub(super) fn guessed_search(column: &Column, next: Option<&Block>) -> Option<Repeat> {
    let next = next?.first_column()?;
    let locator = next.locators.first()?;
    if column.locators.first()?.values().any(|it| !it.is_const()) {
        return None;
    }
    let absent = |it: &Member| {
        fill(locator, &it.params).is_some_and(|asked| find(&it.step.screen, &asked) == Found::None)
    };
    if !column.members.iter().all(absent) {
        return None;
    }
    let mut repeat = search(&[column])?;
    let shows = next
        .action(0, 0)
        .target()
        .cloned()
        .unwrap_or_else(|| locator.clone());
    repeat.until = Some(Cond::Exists(shows));
    Some(repeat)
}

/// A press that led to the next page of a list, where what a value names was not on this one: as often as it takes until it shows.
pub(super) fn turned_pages(column: &Column, next: Option<&Block>) -> Option<Repeat> {
    let next = next?.first_column()?;
    let wanted = next.locators.first()?;
    if wanted.values().all(Expr::is_const) || column.locators.first()?.values().any(|it| !it.is_const()) {
        return None;
    }
    let turns = |it: &Member| {
        let clicks = matches!(it.step.action, Action::Click { .. });
        clicks && it.element().is_some_and(leads_on)
    };
    let absent = |it: &Member| {
        fill(wanted, &it.params).is_some_and(|asked| find(&it.step.screen, &asked) == Found::None)
    };
    if !column.members.iter().all(|it| turns(it) && absent(it)) {
        return None;
    }
    let shows = next.action(0, 0).target().cloned();
    Some(Repeat {
        var: COUNTER.to_owned(),
        body: vec![column.clone()],
        rounds: column.members.iter().map(|it| (it.trajectory, 1)).collect(),
        limit: Limit::AtMost(MOST_ROUNDS),
        until: Some(Cond::Exists(shows.unwrap_or_else(|| wanted.clone()))),
        guessed: true,
    })
}

/// That something is gone says that nothing is left only on the screen where it was: with what stands fast there.
fn where_it_was(repeat: &Repeat, place: &Place<'_>, gone: Cond) -> Cond {
    let first = repeat.body.first();
    let members = first.into_iter().flat_map(|it| &it.members);
    let screens = members.map(|it| &*it.step.screen);
    let screens: Vec<&Screen> = screens.chain(place.screens.iter().copied()).collect();
    match shared_landmark(&screens) {
        Some(fixture) => Cond::And(vec![Cond::Exists(fixture), gone]),
        None => gone,
    }
}

/// How a repetition can end, likeliest first.
pub(super) fn endings(
    repeat: &Repeat,
    place: &Place<'_>,
    next: Option<&Block>,
) -> Vec<(Limit, Option<Cond>)> {
    let counted = counted(repeat, place);
    let said = numbers(repeat, &counted).into_iter();
    let shown = conditions(repeat, place, next)
        .into_iter()
        .filter(|cond| is_told_by(cond, repeat, place))
        .map(|cond| match cond {
            Cond::Not(_) => where_it_was(repeat, place, cond),
            cond => cond,
        });
    let always = always(&counted).into_iter();
    said.map(|it| (Limit::Exactly(it), None))
        .chain(shown.map(|it| (Limit::AtMost(MOST_ROUNDS), Some(it))))
        .chain(always.map(|it| (Limit::Exactly(it), None)))
        .collect()
}

/// How many rounds there were in a trajectory.
fn rounds_of(repeat: &Repeat, trajectory: usize) -> usize {
    let known = repeat.rounds.iter().find(|(it, _)| *it == trajectory);
    known.map_or(0, |(_, rounds)| *rounds)
}

/// The parameters of each trajectory with rounds, and their number.
fn counted(repeat: &Repeat, place: &Place<'_>) -> Vec<(Params, String)> {
    let trajectories = place.params.iter().enumerate();
    trajectories
        .filter(|(idx, _)| repeat.rounds.iter().any(|(it, _)| it == idx))
        .map(|(idx, params)| ((*params).clone(), rounds_of(repeat, idx).to_string()))
        .collect()
}

/// How parameters say the number of rounds: by what means a number. They don't where the rounds search for something.
fn numbers(repeat: &Repeat, counted: &[(Params, String)]) -> Vec<Expr> {
    let searching = repeat
        .body
        .iter()
        .any(|it| it.uses(COUNTER) && it.strength() == 0 && !it.by_value());
    if searching {
        return Vec::new();
    }
    learn(counted)
        .into_iter()
        .filter(|it| it.cost() <= 14 && is_number(it, counted))
        .take(2)
        .collect()
}

/// Whether a value means a number, and does not only happen to have as many in it: a date, a place on a page and a part of
/// a name say nothing of how often something is done.
fn is_number(value: &Expr, counted: &[(Params, String)]) -> bool {
    let differ = counted.iter().any(|(_, it)| *it != counted[0].1);
    match value {
        Expr::Input(_) => true,
        // Some entry of one list has any small number.
        Expr::Item(..) => differ,
        Expr::Apply(Op::Plus(_), of) => is_number(of, counted),
        Expr::Apply(
            Op::Number
            | Op::Token(Class::Digits, _)
            | Op::Part(..)
            | Op::Before(..)
            | Op::After(..)
            | Op::Trim,
            of,
        ) => {
            let says = |params: &Params| of.eval(params).is_some_and(|it| says_one_number(&it, differ));
            matches!(**of, Expr::Input(_)) && counted.iter().all(|(params, _)| says(params))
        }
        Expr::Apply(
            Op::Stem
            | Op::Extension
            | Op::ExtensionName
            | Op::Token(..)
            | Op::Upper
            | Op::Lower
            | Op::Title
            | Op::Initials
            | Op::Pad(..)
            | Op::Page(_)
            | Op::OnPage(_)
            | Op::Date(_)
            | Op::Time(_)
            | Op::Moment
            | Op::Replace(..)
            | Op::Slice(..)
            | Op::NumberAs(_)
            | Op::Lookup(_),
            _,
        )
        | Expr::Const(_)
        | Expr::Concat(_)
        | Expr::Call(..)
        | Expr::If(_) => false,
    }
}

/// Whether a text has one number in it, which is a word of its own: `7th`, `-3`, `3 times`; or says it in words. A number
/// behind other words is one of a name (`Room 3`), as far as a single number of rounds shows.
fn says_one_number(text: &str, differ: bool) -> bool {
    let has_figure = |it: &&str| it.contains(|it: char| it.is_ascii_digit());
    let words: Vec<&str> = text.split_whitespace().filter(has_figure).collect();
    let is_number = |word: &str| {
        let word = word.trim_matches(|it: char| !it.is_alphanumeric());
        without_ordinal(word).chars().all(|it| it.is_ascii_digit())
    };
    match words.as_slice() {
        [] => true,
        [only] => is_number(only) && (differ || text.trim_start().starts_with(only)),
        _ => false,
    }
}

/// The number of rounds, where there were as many in several recordings: that one had so many says nothing of others.
fn always(counted: &[(Params, String)]) -> Option<Expr> {
    if counted.len() < 2 {
        return None;
    }
    let mut counts = counted.iter().filter_map(|(_, it)| it.parse::<usize>().ok());
    let first = counts.next()?;
    counts
        .all(|it| it == first)
        .then(|| Expr::Const(first.to_string()))
}

/// What may tell that no further round is due: what comes next shows, or a value does, or the target is gone.
fn conditions(repeat: &Repeat, place: &Place<'_>, next: Option<&Block>) -> Vec<Cond> {
    let mut conds: Vec<Cond> = months(repeat);
    if let Some(column) = next.and_then(Block::first_column) {
        conds.extend(column.locators.iter().take(8).cloned().map(Cond::Exists));
    }
    if let Some(params) = place.params.first() {
        for (name, _) in params.iter().filter(|(_, value)| value.as_text().is_some()) {
            for key in [Key::Value, Key::Text] {
                let locator = Locator::by(key, Expr::Input(name.clone()))
                    .described(format!("the element that shows {name}"));
                conds.push(Cond::Exists(locator));
            }
        }
    }
    let first = repeat.body.first();
    if let Some(target) = first.and_then(|it| it.action(0, 0).target().cloned()) {
        // Things of another kind may fill the screen before the next one.
        let among_others = target.get(Key::ContentDescriptionStartsWith).is_some();
        let left = match among_others {
            true => Cond::Listed(target),
            false => Cond::Exists(target),
        };
        conds.push(Cond::Not(Box::new(left)));
    }
    conds
}

/// That the month of a date of the task is reached, where a screen shows a month: in one text, or in one for the month and
/// the next for the year.
fn months(repeat: &Repeat) -> Vec<Cond> {
    let Some(first) = repeat.body.first().and_then(|it| it.members.first()) else {
        return Vec::new();
    };
    let texts = first
        .params
        .iter()
        .filter_map(|(name, it)| Some((name, it.as_text()?)));
    let dates: Vec<&String> = texts
        .filter(|(_, it)| month_of(it).is_some())
        .map(|(name, _)| name)
        .collect();
    if dates.is_empty() {
        return Vec::new();
    }
    let derived = derive_all(&first.params);
    let screen = &first.step.screen;
    let way = |id: ElementId| {
        looking(&first.step, id, &first.params, &derived)
            .action
            .target()?
            .first()
            .cloned()
    };
    let shown = months_shown(screen).into_iter();
    let shown = shown.filter_map(|(ids, _)| ids.into_iter().map(way).collect::<Option<Vec<_>>>());
    let mut all = Vec::new();
    for shown in shown {
        for date in &dates {
            for later in [true, false] {
                all.push(Cond::Reached(Box::new(Month {
                    shown: shown.clone(),
                    date: Expr::Input((*date).clone()),
                    later,
                })));
            }
        }
    }
    all
}

/// Whether a condition tells the last round from all before it, in every trajectory.
fn is_told_by(cond: &Cond, repeat: &Repeat, place: &Place<'_>) -> bool {
    match cond {
        Cond::Not(inner) => match inner.as_ref() {
            Cond::Exists(locator) | Cond::Listed(locator) => is_gone(locator, repeat, place),
            _ => false,
        },
        cond => begins_to_hold(cond, repeat, place),
    }
}

/// Whether a condition does not hold before any round, and holds after the last one.
fn begins_to_hold(cond: &Cond, repeat: &Repeat, place: &Place<'_>) -> bool {
    let before = repeat.body.first().is_some_and(|column| {
        column
            .members
            .iter()
            .all(|it| cond.holds(&it.params, &it.step.screen) == Some(false))
    });
    let mut ends = place.screens.iter().zip(&place.params);
    before && ends.all(|(screen, params)| cond.holds(params, screen) == Some(true))
}

/// Whether nothing is left for a further round: what is clicked next by number is gone when its number is one more
/// than there were rounds.
fn is_gone(locator: &Locator<Expr>, repeat: &Repeat, place: &Place<'_>) -> bool {
    let mut ends = place.screens.iter().zip(&place.params).enumerate();
    ends.all(|(idx, (screen, params))| {
        let mut params = (*params).clone();
        let further = (rounds_of(repeat, idx) + 1).to_string();
        params.insert(repeat.var.clone(), Value::Text(further));
        fill(locator, &params).is_some_and(|it| find(screen, &it) == Found::None)
    })
}
