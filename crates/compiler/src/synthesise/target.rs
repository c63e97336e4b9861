//! What names the targets of several steps at once.

use strings::{Expr, Op, learn};
use task::Params;
use ui::{Action, Element, ElementId, Found, Key, Locator, Screen, find};

use crate::{
    locator::fill,
    program::{Among, CHOSEN, Extreme},
};

use super::member::Member;

/// Candidates of any member that find every member's target, by the sum of their ranks.
pub(super) fn common_locators(members: &[Member]) -> Vec<Locator<Expr>> {
    let lists: Vec<&[Locator<Expr>]> = members
        .iter()
        .filter_map(|it| it.step.action.target())
        .map(Vec::as_slice)
        .collect();
    if lists.len() < members.len() {
        return Vec::new();
    }
    let mut ranked: Vec<(usize, Locator<Expr>)> = Vec::new();
    for (own, list) in lists.iter().enumerate() {
        for it in *list {
            // A step's own candidates are proven on its screen.
            let mut others = members.iter().enumerate().filter(|(at, _)| *at != own);
            if ranked.iter().any(|(_, kept)| kept.asks_same(it))
                || !others.all(|(_, member)| member.finds_target(it))
            {
                continue;
            }
            let rank = |list: &&[Locator<Expr>]| {
                list.iter()
                    .position(|kept| kept.asks_same(it))
                    .unwrap_or(list.len())
            };
            ranked.push((lists.iter().map(rank).sum(), it.clone()));
        }
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, it)| it).collect()
}

/// Ways to one element on screens that name it differently.
const MOST_WAYS: usize = 6;

/// Locators of which the first that finds anything on a member's screen finds its target; each member is of
/// another recording. Without `by_value` they are those of fields, with it those that a value of the task is in.
pub(super) fn one_of(members: &[Member], by_value: bool) -> Vec<Locator<Expr>> {
    let mut seen: Vec<usize> = members.iter().map(|it| it.trajectory).collect();
    seen.sort_unstable();
    seen.dedup();
    let fields = members
        .iter()
        .all(|it| it.element().is_some_and(|it| it.editable));
    if seen.len() < members.len() || (!fields && !by_value) {
        return Vec::new();
    }
    // A link in a list of one page and an option in a list of another are two things, each by its own value.
    let mut roles = members
        .iter()
        .map(|it| it.element().and_then(|it| it.role.clone()));
    let role = roles.next();
    if by_value && roles.any(|it| Some(it) != role) {
        return Vec::new();
    }
    let found = |it: &Member, locator: &Locator<Expr>| {
        fill(locator, &it.params).map_or(Found::None, |asked| find(&it.step.screen, &asked))
    };
    let first = Expr::from("1");
    let mut ways: Vec<Locator<Expr>> = Vec::new();
    for (at, member) in members.iter().enumerate() {
        match ways.iter().find(|it| found(member, it) != Found::None) {
            Some(way) if member.finds_target(way) => continue,
            Some(_) => return Vec::new(),
            None => {}
        }
        let named = member
            .step
            .action
            .target()
            .into_iter()
            .flatten()
            .filter(|it| it.nth.is_none() || (by_value && it.nth.as_ref().is_some_and(|it| *it == first)))
            .filter(|it| !by_value || it.attributes.iter().any(|(_, it)| !it.is_const()));
        let serves = |it: &&Locator<Expr>| {
            members[at..]
                .iter()
                .filter(|member| member.finds_target(it))
                .count()
        };
        let misleads = |it: &&Locator<Expr>| {
            members[at..]
                .iter()
                .any(|member| found(member, it) != Found::None && !member.finds_target(it))
        };
        // Of those that serve as many recordings the first, which is the likeliest.
        let Some(best) = named.filter(|it| !misleads(it)).rev().max_by_key(serves) else {
            return Vec::new();
        };
        ways.push(best.clone());
    }
    if ways.len() > MOST_WAYS { Vec::new() } else { ways }
}

/// What an element says under one key.
type ReadText = fn(&ui::Element) -> Option<&String>;

/// Where no candidate serves all: an attribute whose values are explained by one expression.
pub(super) fn learned_locators(members: &[Member]) -> Vec<Locator<Expr>> {
    let description = members
        .first()
        .map(|it| it.step.target_description.clone())
        .unwrap_or_default();
    let mut all = Vec::new();
    let shown: [(Key, ReadText); 6] = [
        (Key::Text, |it| it.text.as_ref()),
        (Key::ContentDescription, |it| it.content_description.as_ref()),
        (Key::Label, |it| it.label.as_ref()),
        (Key::Color, |it| it.attributes.get("color")),
        (Key::Shape, |it| it.attributes.get("shape")),
        (Key::ResourceName, |it| it.resource_name.as_ref()),
    ];
    for (key, value) in shown {
        let examples: Option<Vec<(Params, String)>> = members
            .iter()
            .map(|it| Some(((*it.params).clone(), value(it.element()?)?.trim().to_owned())))
            .collect();
        for expr in examples
            .map(|it| learn(&it))
            .unwrap_or_default()
            .into_iter()
            .take(4)
        {
            let locator = Locator::by(key, expr).described(description.clone());
            if members.iter().all(|it| it.finds_target(&locator)) {
                all.push(locator);
            }
        }
    }
    // A form that says everything in other words has one thing to press all the same.
    let pressed = Locator::by(Key::Clickable, Expr::from("true"))
        .and(Key::Editable, Expr::from("false"))
        .described(description);
    let clicked = members
        .iter()
        .all(|it| matches!(it.step.action, Action::Click { .. }));
    if all.is_empty() && clicked && members.iter().all(|it| it.finds_target(&pressed)) {
        all.push(pressed);
    }
    all
}

/// What `read_text` says of an element.
fn shown(element: &ui::Element) -> Option<(Key, &String)> {
    let text = element.text.as_ref().map(|it| (Key::Text, it));
    text.or(element
        .content_description
        .as_ref()
        .map(|it| (Key::ContentDescription, it)))
}

/// The target by its place among its kind, where that is the same for all: the first of the messages, the second
/// of the rows.
pub(super) fn same_of_kind(members: &[Member]) -> Option<(Locator<Expr>, usize)> {
    let mut common: Option<(Locator<Expr>, usize)> = None;
    for it in members {
        let target = it.step.target?;
        let (kind, all) = siblings(&it.step.screen, target)?;
        let at = all.iter().position(|id| *id == target)? + 1;
        if common
            .as_ref()
            .is_some_and(|(known, place)| !known.asks_same(&kind) || *place != at)
        {
            return None;
        }
        common = Some((kind, at));
    }
    let (kind, at) = common?;
    let description = members.first()?.step.target_description.clone();
    let placed = Locator {
        nth: Some(Expr::Const(at.to_string())),
        ..kind.described(description)
    };
    Some((placed, at))
}

/// Where nothing else tells which of several entries is meant in several recordings, and they show different things:
/// it may be the first of its kind in each of them.
pub(super) fn first_of_kind(members: &[Member]) -> Option<Locator<Expr>> {
    let mut recordings: Vec<usize> = members.iter().map(|it| it.trajectory).collect();
    recordings.dedup();
    if members.len() < 2 || recordings.len() < members.len() {
        return None;
    }
    same_of_kind(members).filter(|(_, at)| *at == 1).map(|(it, _)| it)
}

/// Where nothing else tells which of several entries is meant in two recordings or more: it may be the one with the
/// latest or the earliest date, or with the greatest or the least number, in each of them. What shows that may stand
/// beside the target, in its row.
pub(super) fn extremes(members: &mut [Member]) -> Option<(Among, Locator<Expr>)> {
    if members.len() < 2 {
        return None;
    }
    let ways = [
        (Measure::Moment, Entry::Itself),
        (Measure::Quantity, Entry::Itself),
        (Measure::Quantity, Entry::Beside),
        (Measure::Moment, Entry::Beside),
    ];
    ways.into_iter()
        .find_map(|(measure, entry)| extreme(members, measure, entry))
}

/// What entries are compared by.
#[derive(Clone, Copy)]
enum Measure {
    /// The date and time that a text shows.
    Moment,
    /// The only number in it.
    Quantity,
}

impl Measure {
    /// Of a text, in a form that sorts.
    fn of(self, text: &str) -> Option<String> {
        let name = match self {
            Measure::Moment => return Op::Moment.apply(text.to_owned()).filter(|it| !it.is_empty()),
            Measure::Quantity => "quantity",
        };
        let call = Expr::Call(name.to_owned(), vec![Expr::from(text)]);
        call.eval(&Params::new()).filter(|it| !it.is_empty())
    }

    /// What stands around it: of things with other units, nobody knows which is more.
    fn unit(self, text: &str) -> String {
        match self {
            Measure::Moment => String::new(),
            Measure::Quantity if strings::is_length_of_time(text) => "length of time".to_owned(),
            Measure::Quantity => text
                .chars()
                .filter(|it| it.is_alphabetic() || "$€£¥₹%".contains(*it))
                .collect(),
        }
    }
}

/// Where what is compared stands.
#[derive(Clone, Copy)]
enum Entry {
    /// On the target.
    Itself,
    /// In its row.
    Beside,
}

impl Entry {
    /// The elements that may be compared for a target, with what each says.
    fn of(self, member: &Member, measure: Measure) -> Vec<ElementId> {
        let (Some(target), Some(element)) = (member.step.target, member.element()) else {
            return Vec::new();
        };
        match self {
            Entry::Itself => vec![target],
            Entry::Beside => {
                let measured = |it: &Element| shown(it).is_some_and(|(_, text)| measure.of(text).is_some());
                let others: Vec<(ElementId, &Element)> = member
                    .step
                    .screen
                    .iter()
                    .filter(|(id, it)| *id != target && measured(it))
                    .collect();
                let depth = others.iter().map(|(_, it)| element.shared_depth(it)).max();
                let level = |it: &Element| {
                    it.bounds.top < element.bounds.bottom && element.bounds.top < it.bounds.bottom
                };
                others
                    .into_iter()
                    .filter(|(_, it)| Some(element.shared_depth(it)) == depth && level(it))
                    .map(|(id, _)| id)
                    .collect()
            }
        }
    }
}

/// What is compared in one recording: all entries, and how the one that was meant stands among them.
struct Compared {
    entries: Locator<Expr>,
    key: Key,
    text: String,
    last: bool,
    first: bool,
}

fn compared(member: &Member, entry: ElementId, measure: Measure) -> Option<Compared> {
    let screen = &member.step.screen;
    let (key, text) = shown(screen.get(entry)?)?;
    let (entries, all) = siblings(screen, entry)?;
    let own = measure.of(text)?;
    let others = all.into_iter().filter(|id| *id != entry);
    // An entry without a date or number is never chosen.
    let texts = others.filter_map(|id| Some(shown(screen.get(id)?)?.1));
    let measures: Vec<(String, String)> = texts
        .filter_map(|text| Some((measure.unit(text), measure.of(text)?)))
        .collect();
    let unit = measure.unit(text);
    let alike = measures.iter().all(|(it, _)| *it == unit);
    (alike && !measures.is_empty()).then(|| Compared {
        entries,
        key,
        text: text.clone(),
        last: measures.iter().all(|(_, other)| own > *other),
        first: measures.iter().all(|(_, other)| own < *other),
    })
}

fn extreme(members: &mut [Member], measure: Measure, entry: Entry) -> Option<(Among, Locator<Expr>)> {
    let all: Vec<Vec<Compared>> = members
        .iter()
        .map(|it| {
            let entries = entry.of(it, measure).into_iter();
            entries.filter_map(|id| compared(it, id, measure)).collect()
        })
        .collect();
    // The same column in all recordings, in which the one that was meant stands at the same end.
    let of_all = |first: &Compared| -> Option<Vec<&Compared>> {
        let same = |it: &&Compared| {
            it.entries.asks_same(&first.entries)
                && it.key == first.key
                && (it.last, it.first) == (first.last, first.first)
        };
        all.iter().map(|it| it.iter().find(same)).collect()
    };
    let at_an_end = |it: &&Compared| it.last != it.first;
    let chosen = all.first()?.iter().filter(at_an_end).find_map(of_all)?;
    let (entries, key, last) = (chosen[0].entries.clone(), chosen[0].key, chosen[0].last);
    let texts: Vec<String> = chosen.iter().map(|it| it.text.clone()).collect();
    let extreme = match (measure, last) {
        (Measure::Moment, true) => Extreme::Newest,
        (Measure::Moment, false) => Extreme::Oldest,
        (Measure::Quantity, true) => Extreme::Greatest,
        (Measure::Quantity, false) => Extreme::Least,
    };
    let description = match extreme {
        Extreme::Newest => "the newest entry",
        Extreme::Oldest => "the oldest entry",
        Extreme::Greatest => "the entry with the greatest number",
        Extreme::Least => "the entry with the least number",
    };
    let before: Vec<Member> = members.to_vec();
    for (it, text) in members.iter_mut().zip(texts) {
        it.set(CHOSEN, text);
    }
    let named = Expr::Input(CHOSEN.to_owned());
    let locators: Vec<Locator<Expr>> = match entry {
        Entry::Itself => vec![Locator::by(key, named)],
        Entry::Beside => by_kind(&members[0])
            .into_iter()
            .map(|it| Locator {
                near: Some(named.clone()),
                ..it
            })
            .collect(),
    };
    let proven = |it: &Locator<Expr>| members.iter().all(|member| member.finds_target(it));
    let Some(locator) = locators.into_iter().find(proven) else {
        members.clone_from_slice(&before);
        return None;
    };
    let or_else = match entry {
        Entry::Itself => by_class(members, &entries),
        Entry::Beside => Vec::new(),
    };
    let entries = Locator {
        or_else,
        ..entries.described("the entries")
    };
    Some((Among { entries, extreme }, locator.described(description)))
}

/// What an element is, whatever row it stands in: by what it says, and by its kind.
fn by_kind(member: &Member) -> Vec<Locator<Expr>> {
    let said = member.element().and_then(shown);
    let said = said.map(|(key, text)| Locator::by(key, Expr::from(text.as_str())));
    let kind = member
        .step
        .target
        .and_then(|it| siblings(&member.step.screen, it));
    said.into_iter().chain(kind.map(|(kind, _)| kind)).collect()
}

/// The same entries by their class, where that finds just them in every recording.
fn by_class(members: &[Member], entries: &Locator<Expr>) -> Vec<Locator<Expr>> {
    let class = members
        .first()
        .and_then(Member::element)
        .and_then(|it| it.class_name.as_deref());
    let Some(class) = class.map(|it| it.rsplit('.').next().unwrap_or(it)) else {
        return Vec::new();
    };
    let plain = Locator::by(Key::ClassName, Expr::from(class));
    let ways = [plain.clone().and(Key::Clickable, Expr::from("true")), plain];
    let same = |way: &Locator<Expr>| {
        members.iter().all(|it| {
            let found = |locator| fill(locator, &it.params).map(|asked| find(&it.step.screen, &asked));
            found(way) == found(entries)
        })
    };
    let other = |way: &Locator<Expr>| !way.asks_same(entries) && same(way);
    ways.into_iter().find(other).into_iter().collect()
}

/// The elements that are of one kind with the target, by the narrowest locator that finds several.
pub(super) fn siblings(screen: &Screen, target: ElementId) -> Option<(Locator<Expr>, Vec<ElementId>)> {
    of_kinds(screen, target).next()
}

/// What finds several elements of one kind with the target, the narrowest first.
pub(super) fn kinds(screen: &Screen, target: ElementId) -> Vec<Locator<Expr>> {
    of_kinds(screen, target).map(|(kind, _)| kind).collect()
}

fn of_kinds(
    screen: &Screen,
    target: ElementId,
) -> impl Iterator<Item = (Locator<Expr>, Vec<ElementId>)> + '_ {
    let element = screen.get(target);
    let tail = |text: &str, by: &str| text.rsplit(by).next().unwrap_or(text).to_owned();
    let mut options: Vec<Locator> = Vec::new();
    if let Some(element) = element {
        let class = element.class_name.as_deref().map(|it| tail(it, "."));
        let resource = element.resource_name.as_deref().map(|it| tail(it, ":id/"));
        options.extend(resource.map(|it| Locator::by(Key::ResourceName, it)));
        options.extend(element.role.clone().map(|it| Locator::by(Key::Role, it)));
        if let Some(class) = class {
            if element.clickable {
                options.push(Locator::by(Key::ClassName, class.clone()).and(Key::Clickable, "true"));
            }
            options.push(Locator::by(Key::ClassName, class));
        }
    }
    options
        .into_iter()
        .filter_map(move |locator| match find(screen, &locator) {
            Found::Many(all) if all.contains(&target) => {
                Some((locator.map(|it| Expr::Const(it.clone())), all))
            }
            Found::Many(_) | Found::One(_) | Found::None => None,
        })
}
