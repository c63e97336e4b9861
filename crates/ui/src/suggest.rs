//! Screen and element to the locators that find exactly that element, best first.
//!
//! Stable attributes go before texts, texts before positions, one attribute before two
//! (the order of Robula+, Leotta et al. 2016, and of Similo, Nass et al. 2023).

use crate::{
    element::{Element, ElementId, short_id},
    find::{Found, find, looks, shows},
    locator::{ExtraAction, Key, Locator},
    place::{row_holders, row_of},
    screen::Screen,
};

/// A locator that is unique on the screen it was made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The locator.
    pub locator: Locator,
    /// Lower is likelier to survive; comparable within one call.
    pub cost: u32,
}

const PAIR: u32 = 4;
const NEAR_VALUE: u32 = 8;
const ALSO_NEAR: u32 = 1;
const NEAR_TEXT: u32 = 22;
/// Near a value that only rows show in which the element does not stand.
const NEAR_BY_CHANCE: u32 = 45;
const NTH: u32 = 60;
/// Longer texts are content, not names.
const NAME_LENGTH: usize = 120;

/// The locators that find exactly this element, cheapest first.
///
/// `values` are texts that mean something to the task (its parameters and what was made of them):
/// they may be matched by part and serve as anchors of `near`.
pub fn suggest(screen: &Screen, id: ElementId, values: &[&str]) -> Vec<Suggestion> {
    let Some(element) = screen.get(id) else {
        return Vec::new();
    };
    let singles = singles(element, values);
    let mut tried: Vec<Suggestion> = singles.clone();
    for (idx, a) in singles.iter().enumerate() {
        for b in &singles[idx + 1..] {
            tried.extend(both(a, b));
        }
    }
    let anchors = anchors(screen, id, values);
    // Values of the task that stand in the element's own row: together they may tell it where none does alone.
    let of_task: Vec<&(String, u32)> = anchors.iter().filter(|(_, cost)| *cost == NEAR_VALUE).collect();
    let of_task = in_its_row(screen, id, of_task);
    for base in singles.iter().filter(|it| it.cost < NTH) {
        for (anchor, cost) in &anchors {
            if !base.locator.values().any(|it| it == anchor) {
                let mut locator = base.locator.clone();
                locator.near = Some(anchor.clone());
                tried.push(Suggestion {
                    locator,
                    cost: base.cost + cost,
                });
            }
        }
        for (idx, (one, _)) in of_task.iter().enumerate() {
            for (other, _) in &of_task[idx + 1..] {
                if !base.locator.values().any(|it| it == one || it == other) {
                    let mut locator = base.locator.clone();
                    locator.near = Some(one.clone());
                    locator.also_near = vec![other.clone()];
                    tried.push(Suggestion {
                        locator,
                        cost: base.cost + NEAR_VALUE + ALSO_NEAR,
                    });
                }
            }
        }
    }
    for base in singles.iter().chain(of_kind_in_column(screen, &singles).iter()) {
        if let Found::Many(ids) = find(screen, &base.locator)
            && let Some(at) = ids.iter().position(|it| *it == id)
        {
            let mut nth = |n: String, cost: u32| {
                let mut locator = base.locator.clone();
                locator.nth = Some(n);
                tried.push(Suggestion {
                    locator,
                    cost: base.cost + cost,
                });
            };
            nth((at + 1).to_string(), NTH);
            if at + 1 == ids.len() {
                nth("-1".to_owned(), NTH + 5);
            }
        }
    }
    tried.sort_by_key(|it| it.cost);
    let mut unique: Vec<Suggestion> = Vec::new();
    for it in tried {
        if unique.len() < 48
            && !unique.iter().any(|kept| kept.locator.asks_same(&it.locator))
            && find(screen, &it.locator) == Found::One(id)
        {
            unique.push(it);
        }
    }
    unique
}

/// What an element is in its column, where cells of that hold more than one thing: its place is one among its kind, whatever
/// else stands there.
fn of_kind_in_column(screen: &Screen, singles: &[Suggestion]) -> Option<Suggestion> {
    let by = |key: Key| singles.iter().find(|it| it.locator.get(key).is_some());
    let (column, role) = (by(Key::Column)?, by(Key::Role)?);
    let pair = both(column, role)?;
    let count = |it: &Suggestion| match find(screen, &it.locator) {
        Found::Many(ids) => ids.len(),
        Found::One(_) => 1,
        Found::None => 0,
    };
    (count(&pair) < count(column)).then(|| Suggestion {
        cost: column.cost.saturating_sub(1),
        ..pair
    })
}

fn both(a: &Suggestion, b: &Suggestion) -> Option<Suggestion> {
    let mut locator = a.locator.clone();
    for (key, value) in &b.locator.attributes {
        if locator.get(*key).is_some() {
            return None;
        }
        locator = locator.and(*key, value.clone());
    }
    locator
        .additional_actions
        .extend(b.locator.additional_actions.iter().copied());
    Some(Suggestion {
        locator,
        cost: a.cost + b.cost + PAIR,
    })
}

/// The locators that ask for one thing only, whether or not they find the element alone.
fn singles(element: &Element, values: &[&str]) -> Vec<Suggestion> {
    let asked = own_attributes(element).into_iter().chain(
        values
            .iter()
            .filter(|it| !it.trim().is_empty())
            .flat_map(|value| by_value(element, value)),
    );
    let named = |it: &str| !it.is_empty() && it.chars().count() <= NAME_LENGTH;
    let by_key = asked.filter_map(|(key, value, cost)| {
        let value = value.map(str::trim).filter(|it| named(it))?;
        let locator = Locator::by(key, value);
        Some(Suggestion { locator, cost })
    });
    by_key.chain(by_ability(element)).collect()
}

/// A key, what is asked for by it, and what that costs.
type Asked<'a> = (Key, Option<&'a str>, u32);

/// What an element is and has, with nothing known of the task.
fn own_attributes(element: &Element) -> Vec<Asked<'_>> {
    let attribute = |name: &str| element.attributes.get(name).map(String::as_str);
    let resource = element.resource_name.as_deref().map(short_id);
    let resource_cost = if element.lasting_id().is_some() { 10 } else { 45 };
    let text = element.text.as_deref();
    let text = text.filter(|it| element.hint_text.as_deref() != Some(it));
    let text_cost = if element.editable { 40 } else { 14 };
    let class = element.class_name.as_deref();
    let class = class.map(|it| it.rsplit('.').next().unwrap_or(it));
    let is = |have: bool| have.then_some("true");
    vec![
        (Key::ResourceName, resource, resource_cost),
        (
            Key::ContentDescription,
            element.content_description.as_deref(),
            11,
        ),
        (Key::Label, element.label.as_deref(), 11),
        (Key::HintText, element.hint_text.as_deref(), 12),
        (Key::Name, attribute("name"), 12),
        (Key::Tooltip, element.tooltip.as_deref(), 14),
        (Key::Text, text, text_cost),
        (Key::Color, attribute("color"), 18),
        (Key::Shape, attribute("shape"), 18),
        (Key::Size, attribute("size"), 18),
        (Key::Type, attribute("type"), 18),
        (Key::Column, element.column.as_deref(), 20),
        (Key::Role, element.role.as_deref(), 26),
        (Key::ClassName, class, 28),
        (Key::Selected, is(element.selected), 50),
        // A state that a tap turns over is what it was found by only before.
        (Key::Checked, is(element.checked), 56),
        (Key::Focused, is(element.focused), 36),
        (Key::Enabled, (!element.enabled).then_some("false"), 48),
    ]
}

/// Where an element shows a value of the task, as a whole or in a part of what it shows.
fn by_value<'a>(element: &'a Element, value: &'a str) -> [Asked<'a>; 8] {
    let partly = |have: &Option<String>, holds: fn(&str, &str) -> bool| {
        let have = have.as_deref();
        let part = have.is_some_and(|it| it.trim() != value.trim() && holds(it, value));
        part.then_some(value)
    };
    let (text, description) = (&element.text, &element.content_description);
    let contains = |it: &str, value: &str| it.contains(value);
    let enclosed = text.as_deref().and_then(|it| enclosed(it, value));
    let framed = |have: &'a Option<String>| have.as_deref().and_then(|it| framed(it, value));
    // What stands in an entry beside a value in brackets is the entry's own: another one has other words there.
    let is_entry = matches!(
        element.role.as_deref(),
        Some("option" | "listitem" | "treeitem" | "row" | "cell" | "gridcell")
    );
    let before = if is_entry && enclosed.is_some() { 16 } else { 14 };
    [
        (Key::Looks, looks(element, value).then_some(value), 13),
        (Key::TextStartsWith, framed(text), before),
        (Key::ContentDescriptionStartsWith, framed(description), 14),
        (Key::TextContains, enclosed, 15),
        (Key::TextContains, partly(text, contains), 17),
        (Key::ContentDescriptionContains, partly(description, contains), 17),
        (
            Key::TextStartsWith,
            partly(text, |it, value| it.trim().starts_with(value)),
            16,
        ),
        (
            Key::TextEndsWith,
            partly(text, |it, value| it.trim().ends_with(value)),
            16,
        ),
    ]
}

/// A text up to the first value in it and the sign behind that, which ends it: `Folder Notes /` is the beginning of no row of
/// `Old Notes`, nor of `Notes 2`. None where nothing stands around the value.
fn framed<'a>(text: &'a str, value: &str) -> Option<&'a str> {
    const BEFORE: usize = 40;
    let (text, value) = (text.trim(), value.trim());
    let at = text
        .find(value)
        .filter(|at| text[..*at].chars().count() <= BEFORE)?;
    let behind = &text[at + value.len()..];
    let blanks = behind.len() - behind.trim_start().len();
    let sign = behind[blanks..].chars().next().filter(|it| !it.is_alphanumeric());
    let end = at + value.len() + sign.map_or(0, |it| blanks + it.len_utf8());
    let is_around = (at > 0 || sign.is_some()) && !value.is_empty();
    is_around.then(|| &text[..end])
}

/// Pairs of signs around a part of a text.
const PAIRS: [(char, char); 6] = [
    ('(', ')'),
    ('[', ']'),
    ('<', '>'),
    ('"', '"'),
    ('“', '”'),
    ('«', '»'),
];

/// A value with the signs that enclose it in a text: with them it is not the beginning of another one.
fn enclosed<'a>(text: &'a str, value: &str) -> Option<&'a str> {
    let value = value.trim();
    text.match_indices(value).find_map(|(at, _)| {
        let (open, close) = pair_at(text, at, value)?;
        let with_signs = at - open.len_utf8()..at + value.len() + close.len_utf8();
        (with_signs.len() < text.len()).then(|| &text[with_signs])
    })
}

/// The pair of signs around a part of a text.
fn pair_at(text: &str, at: usize, part: &str) -> Option<(char, char)> {
    let (before, behind) = (&text[..at], &text[at + part.len()..]);
    let pair = (before.chars().next_back()?, behind.chars().next()?);
    PAIRS.contains(&pair).then_some(pair)
}

/// The pair of signs between which a text has a value, as a part of it.
pub fn signs_around(text: &str, value: &str) -> Option<(char, char)> {
    let value = value.trim();
    let mut places = text.match_indices(value).filter(|_| !value.is_empty());
    places.find_map(|(at, _)| pair_at(text, at, value))
}

/// The inside of a text that a pair of signs encloses.
pub fn inside_of_pair(text: &str) -> Option<(char, &str, char)> {
    let mut signs = text.chars();
    let (open, close) = (signs.next()?, signs.next_back()?);
    PAIRS
        .contains(&(open, close))
        .then_some((open, signs.as_str(), close))
}

/// What can be done with an element beside tapping it.
fn by_ability(element: &Element) -> impl Iterator<Item = Suggestion> {
    let costs = [
        (ExtraAction::InputText, 20),
        (ExtraAction::LongPress, 30),
        (ExtraAction::Swipe, 24),
    ];
    let can = element.additional_actions();
    costs
        .into_iter()
        .filter(move |(extra, _)| can.contains(extra))
        .map(|(extra, cost)| Suggestion {
            locator: Locator {
                additional_actions: vec![extra],
                ..Locator::default()
            },
            cost,
        })
}

/// Whether an element shows this only as what was filled into it, where its screen tells that from what it says of itself.
fn only_holds(element: &Element, shown: &str) -> bool {
    let named = [&element.label, &element.content_description, &element.hint_text];
    element.editable
        && element.value.is_some()
        && !named.into_iter().flatten().any(|it| it.trim() == shown.trim())
}

/// The anchors that the row of an element shows; none where it stands in no row.
fn in_its_row<'a>(screen: &Screen, id: ElementId, anchors: Vec<&'a (String, u32)>) -> Vec<&'a (String, u32)> {
    let rows = row_holders(screen);
    let Some(row) = row_of(&rows, &screen.elements[id.0]) else {
        return Vec::new();
    };
    let cells: Vec<&Element> = screen
        .iter()
        .filter(|(it, other)| *it != id && other.path.starts_with(row))
        .map(|(_, it)| it)
        .collect();
    let shown = |it: &&(String, u32)| cells.iter().any(|cell| shows(cell, &it.0));
    anchors.into_iter().filter(shown).collect()
}

/// Texts to stand near: the task's values wherever they are shown, then what the closest neighbours show.
fn anchors(screen: &Screen, id: ElementId, values: &[&str]) -> Vec<(String, u32)> {
    let element = &screen.elements[id.0];
    let holders = row_holders(screen);
    let mut all: Vec<(String, u32)> = Vec::new();
    for value in values {
        let mut showing = screen
            .iter()
            .filter(|(it, other)| *it != id && shows(other, value))
            .peekable();
        if showing.peek().is_some() {
            let held = showing.all(|(_, other)| only_holds(other, value));
            // A single letter or digit is held by chance.
            if held && value.trim().chars().count() < 2 {
                continue;
            }
            // What only other rows show is there by chance.
            let is_near = screen
                .iter()
                .filter(|(it, other)| *it != id && shows(other, value))
                .any(|(_, other)| row_of(&holders, other).is_none_or(|row| element.path.starts_with(row)));
            all.push((
                (*value).to_owned(),
                if is_near { NEAR_VALUE } else { NEAR_BY_CHANCE },
            ));
        }
    }
    let mut neighbours: Vec<(usize, &str)> = screen
        .iter()
        .filter(|(it, other)| *it != id && !other.editable)
        .filter_map(|(_, other)| Some((element.shared_depth(other), other.text.as_deref()?)))
        .filter(|(_, text)| text.chars().count() <= 60)
        .collect();
    neighbours.sort_by_key(|(depth, _)| std::cmp::Reverse(*depth));
    for (_, text) in neighbours.into_iter().take(6) {
        if !all.iter().any(|(it, _)| it == text) {
            all.push((text.to_owned(), NEAR_TEXT));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(all: Vec<Element>, id: usize, values: &[&str]) -> Vec<(Key, String)> {
        let screen = Screen {
            elements: all,
            ..Screen::default()
        };
        let suggested = suggest(&screen, ElementId(id), values);
        suggested
            .iter()
            .filter(|it| it.locator.near.is_none())
            .flat_map(|it| it.locator.attributes.clone())
            .collect()
    }

    #[test]
    fn a_value_in_rows_of_a_table_is_no_neighbour_of_what_stands_beside_it() {
        let element = |class: &str, text: &str, path: &[u16]| Element {
            class_name: Some(class.to_owned()),
            role: (class == "td").then(|| "cell".to_owned()),
            text: Some(text.to_owned()),
            path: path.to_vec(),
            ..Element::default()
        };
        let screen = Screen {
            elements: vec![
                element("button", "Search", &[0, 0, 1]),
                element("a", "Search", &[0, 1, 0, 1]),
                element("td", "open", &[0, 1, 1, 0, 0]),
                element("a", "Edit", &[0, 1, 1, 0, 1, 0]),
                element("td", "closed", &[0, 1, 1, 1, 0]),
                element("a", "Edit", &[0, 1, 1, 1, 1, 0]),
            ],
            ..Screen::default()
        };
        let first = |id: usize| {
            suggest(&screen, ElementId(id), &["open"])
                .into_iter()
                .next()
                .map(|it| it.locator)
        };
        assert_ne!(first(1).unwrap().near.as_deref(), Some("open"));
        assert_eq!(
            first(3).unwrap().near.as_deref(),
            Some("open"),
            "it stands in the row"
        );
    }

    #[test]
    fn a_place_in_a_column_is_one_among_its_kind() {
        let in_column = |role: &str, path: [u16; 3]| Element {
            role: Some(role.to_owned()),
            column: Some("Part".to_owned()),
            path: path.to_vec(),
            clickable: true,
            ..Element::default()
        };
        let row = |at: u16| [in_column("combobox", [0, at, 0]), in_column("button", [0, at, 1])];
        let screen = Screen {
            elements: [row(0), row(1)].concat(),
            ..Screen::default()
        };
        let first = suggest(&screen, ElementId(2), &[]).into_iter().next().unwrap();
        assert_eq!(first.locator.get(Key::Role).map(String::as_str), Some("combobox"));
        assert_eq!(first.locator.nth.as_deref(), Some("2"));
    }

    fn option(text: &str, at: u16) -> Element {
        Element {
            text: Some(text.to_owned()),
            path: vec![0, at],
            clickable: true,
            ..Element::default()
        }
    }

    #[test]
    fn a_value_between_two_signs_is_not_the_beginning_of_another() {
        let all = vec![option("Cable (US-100)", 0), option("Cable 2m (US-1007)", 1)];
        let found = best(all, 0, &["US-100"]);
        assert!(
            found.contains(&(Key::TextContains, "(US-100)".to_owned())),
            "{found:?}"
        );
        // Of an entry only that is the value's: another entry has other words before it.
        let entry = |text: &str, at: u16| Element {
            role: Some("option".to_owned()),
            ..option(text, at)
        };
        let all = vec![entry("Cable (US-100)", 0), entry("Cable 2m (US-1007)", 1)];
        let found = best(all, 0, &["US-100"]);
        let place = |key: Key| found.iter().position(|it| it.0 == key);
        assert!(
            place(Key::TextContains).unwrap() < place(Key::TextStartsWith).unwrap(),
            "{found:?}"
        );
        let whole = best(vec![option("(US-100)", 0)], 0, &["US-100"]);
        assert!(
            !whole.contains(&(Key::TextContains, "(US-100)".to_owned())),
            "{whole:?}"
        );
    }

    #[test]
    fn a_single_sign_that_a_field_holds_is_no_place() {
        let held = |value: &str| Element {
            editable: true,
            value: Some(value.to_owned()),
            path: vec![0, 1, 0],
            ..Element::default()
        };
        let near = |field: Element, value: &str| {
            let screen = Screen {
                elements: vec![field, option("Search", 1), option("Search", 2)],
                ..Screen::default()
            };
            let suggested = suggest(&screen, ElementId(1), &[value]);
            suggested.iter().any(|it| it.locator.near.is_some())
        };
        assert!(!near(held("1"), "1"));
        assert!(near(held("ann@example.net"), "ann@example.net"));
        let shown = Element {
            text: Some("1".to_owned()),
            path: vec![0, 1, 0],
            ..Element::default()
        };
        assert!(near(shown, "1"));
    }
}
