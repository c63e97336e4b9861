//! What is next of those that are left, where a recording deals with one of several after the other.

use strings::Expr;
use ui::{Action, Element, ElementId, Found, Key, Locator, find};

use crate::locator::fill;

use super::{
    member::Member,
    target::{kinds, same_of_kind, siblings},
};

/// Where a recording deals with one after the other: what stands in the same place of its kind each time, while there
/// is one less of them than before. What was there is gone.
pub(super) fn next_of_what_is_left(members: &[Member]) -> Option<Locator<Expr>> {
    if let Some(next) = next_that_begins_alike(members) {
        return Some(next);
    }
    let count = |it: &Member| Some(siblings(&it.step.screen, it.step.target?)?.1.len());
    let of_kind = same_of_kind(members).filter(|_| one_less_each_time(members, count));
    of_kind
        .map(|(it, _)| it)
        .or_else(|| next_that_says_the_same(members))
}

/// The first of those whose description begins with the same word, while one less begins so each time: the list has other
/// things besides ("Folder", among "File"s), which no recording touched.
fn next_that_begins_alike(members: &[Member]) -> Option<Locator<Expr>> {
    let first = members.first()?;
    let said = said_first(first)?;
    if members.iter().any(|it| said_first(it) != Some(said)) {
        return None;
    }
    let all_of = |it: &Member, asked: &Locator<Expr>| -> Vec<ElementId> {
        match fill(asked, &it.params).map(|asked| find(&it.step.screen, &asked)) {
            Some(Found::Many(all)) => all,
            Some(Found::One(id)) => vec![id],
            Some(Found::None) | None => Vec::new(),
        }
    };
    kinds(&first.step.screen, first.step.target?)
        .into_iter()
        .find_map(|kind| {
            let alike = kind
                .clone()
                .and(Key::ContentDescriptionStartsWith, Expr::from(said));
            let is_first = |it: &Member| {
                it.step.target.is_some() && all_of(it, &alike).first().copied() == it.step.target
            };
            let among_others = |it: &Member| all_of(it, &kind).len() > all_of(it, &alike).len();
            let fits = members.iter().all(is_first)
                && members.iter().any(among_others)
                && one_less_each_time(members, |it| Some(all_of(it, &alike).len()));
            fits.then(|| Locator {
                nth: Some(Expr::from("1")),
                ..alike.described(format!("the next {said}"))
            })
        })
}

/// The first word of the description of a step's target, where it has more than one.
fn said_first(member: &Member) -> Option<&str> {
    let text = member.element()?.content_description.as_deref()?;
    let word = text.split(|it: char| !it.is_alphanumeric()).next()?;
    (!word.is_empty() && word.len() < text.trim().len()).then_some(word)
}

/// Whether within a recording there is one less each time. There is a recording with several rounds.
fn one_less_each_time(members: &[Member], count: impl Fn(&Member) -> Option<usize>) -> bool {
    let rounds = members
        .windows(2)
        .filter(|it| it[0].trajectory == it[1].trajectory);
    let less = |pair: &[Member]| {
        count(&pair[1])
            .zip(count(&pair[0]))
            .is_some_and(|(now, before)| now + 1 == before)
    };
    let mut rounds = rounds.peekable();
    rounds.peek().is_some() && rounds.all(less)
}

/// The first that says this, while one less says it each time: each entry has other things of its kind besides.
fn next_that_says_the_same(members: &[Member]) -> Option<Locator<Expr>> {
    // What is typed into is there afterwards as it was before.
    let clicked = |it: &Member| matches!(it.step.action, Action::Click { .. });
    let (key, said) = members
        .first()
        .filter(|it| clicked(it))?
        .element()
        .and_then(named)?;
    let asked: Locator = Locator::by(key, said.clone());
    let all = |it: &Member| match find(&it.step.screen, &asked) {
        Found::None => Vec::new(),
        Found::One(id) => vec![id],
        Found::Many(all) => all,
    };
    let first = members
        .iter()
        .all(|it| it.step.target.is_some() && all(it).first().copied() == it.step.target);
    (first && one_less_each_time(members, |it| Some(all(it).len()))).then(|| Locator {
        nth: Some(Expr::from("1")),
        ..Locator::by(key, Expr::Const(said.clone())).described(members[0].step.target_description.clone())
    })
}

/// What an element is called: by its description, else by its text.
fn named(element: &Element) -> Option<(Key, &String)> {
    let description = element.content_description.as_ref();
    let description = description.map(|it| (Key::ContentDescription, it));
    let name = description.or(element.text.as_ref().map(|it| (Key::Text, it)));
    name.filter(|(_, it)| !element.editable && !it.trim().is_empty())
}
