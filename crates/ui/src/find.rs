//! Locator and screen to one, none or many elements.

use std::collections::{BTreeSet, HashMap};

use crate::{
    element::{Element, ElementId},
    locator::{Key, Locator},
    place::{row_holders, row_of},
    role::Role,
    screen::Screen,
    side::Side,
};

/// The answer of [`find`]. Three different answers: nothing here picks among many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Exactly one element.
    One(ElementId),
    /// No element.
    None,
    /// Two or more, in screen order.
    Many(Vec<ElementId>),
}

impl Found {
    fn of(mut ids: Vec<ElementId>) -> Self {
        match ids.len() {
            0 => Found::None,
            1 => Found::One(ids.remove(0)),
            _ => Found::Many(ids),
        }
    }

    /// The element, if it is exactly one.
    pub fn one(&self) -> Option<ElementId> {
        match self {
            Found::One(id) => Some(*id),
            Found::None | Found::Many(_) => None,
        }
    }

    /// All of them, in the order of the screen.
    pub fn all(self) -> Vec<ElementId> {
        match self {
            Found::None => Vec::new(),
            Found::One(id) => vec![id],
            Found::Many(all) => all,
        }
    }
}

/// Every element that a locator fits.
///
/// A match inside another match (a label inside its button) counts as one thing: the innermost
/// clickable of the chain, or the innermost where none is clickable. What lies behind a modal dialog is found only where
/// nothing else fits.
pub fn find<T: AsRef<str>>(screen: &Screen, locator: &Locator<T>) -> Found {
    let mut ids: Vec<ElementId> = screen
        .iter()
        .filter(|(_, it)| fits(it, locator))
        .map(|(id, _)| id)
        .collect();
    // What lies behind a dialog is out of reach: it is meant only where nothing before it is.
    if ids.iter().any(|it| !screen.elements[it.0].is_behind()) {
        ids.retain(|it| !screen.elements[it.0].is_behind());
    }
    if let Some(asked) = locator.get(Key::Side) {
        ids = at_side(screen, ids, asked.as_ref());
    }
    if let Some(anchor) = &locator.near {
        ids = nearest(screen, &ids, anchor.as_ref());
        for other in &locator.also_near {
            ids = also_near(screen, ids, anchor.as_ref(), other.as_ref());
        }
    }
    if ids.len() > 1 {
        ids = outermost_once(screen, ids);
    }
    if locator.nth.is_some() {
        ids = locator.place().and_then(|it| it.pick(&ids)).into_iter().collect();
    }
    Found::of(ids)
}

/// Those at one side; none where it can't be said of one of them at which it stands.
fn at_side(screen: &Screen, ids: Vec<ElementId>, asked: &str) -> Vec<ElementId> {
    let sides: Option<Vec<Side>> = ids.iter().map(|id| Side::of(screen, *id)).collect();
    let of = |sides: Vec<Side>| {
        ids.into_iter()
            .zip(sides)
            .filter(|it| it.1.name() == asked)
            .map(|it| it.0)
            .collect()
    };
    sides.map(of).unwrap_or_default()
}

/// The same where small and capital letters are one: a style sheet may write in capitals what stands there.
pub fn find_in_any_case(screen: &Screen, locator: &Locator) -> Found {
    let mut screen = screen.clone();
    for it in &mut screen.elements {
        let words = [
            &mut it.text,
            &mut it.content_description,
            &mut it.hint_text,
            &mut it.tooltip,
            &mut it.label,
        ];
        for text in words.into_iter().flatten() {
            *text = text.to_lowercase();
        }
    }
    let mut locator = locator.clone();
    for (key, asked) in &mut locator.attributes {
        if key.is_words() && *key != Key::Value {
            *asked = asked.to_lowercase();
        }
    }
    find(&screen, &locator)
}

/// Whether an element has all the attributes and can do all that a locator asks for. What stands near it, and
/// which of several it is, only a screen tells.
pub fn fits<T: AsRef<str>>(element: &Element, locator: &Locator<T>) -> bool {
    locator
        .attributes
        .iter()
        .all(|(key, wanted)| holds(element, *key, wanted.as_ref()))
        && locator
            .additional_actions
            .iter()
            .all(|it| element.additional_actions().contains(it))
}

fn is(have: &Option<String>, wanted: &str) -> bool {
    // Nearly every text asked is another one, and nearly none has white space at its ends.
    let plain = |it: &str| {
        let graphic = |it: Option<&u8>| it.is_none_or(u8::is_ascii_graphic);
        graphic(it.as_bytes().first()) && graphic(it.as_bytes().last())
    };
    have.as_deref()
        .is_some_and(|it| it == wanted || (!plain(it) || !plain(wanted)) && it.trim() == wanted.trim())
}

/// The whole, or the part behind the last `separator`.
fn is_tail(have: &Option<String>, separator: &str, wanted: &str) -> bool {
    let tail = |before: &str| before.ends_with(separator) && !wanted.contains(separator);
    have.as_deref()
        .and_then(|it| it.strip_suffix(wanted))
        .is_some_and(|before| before.is_empty() || tail(before))
}

/// Whether a text begins with these words, whole ones.
fn begins_with(text: &str, words: &str) -> bool {
    let words = words.trim();
    let rest = text.trim().strip_prefix(words);
    rest.is_some_and(|it| !(words.ends_with(char::is_alphanumeric) && it.starts_with(char::is_alphanumeric)))
}

/// What [`Key::Says`] asks for.
pub const NUMBER: &str = "number";

/// Whether a text has digits in one place, with or without points and commas between them.
fn has_one_number(text: &str) -> bool {
    let joins = |it: char| it.is_ascii_digit() || it == '.' || it == ',';
    let runs = text.split(|it| !joins(it));
    runs.filter(|it| it.contains(|it: char| it.is_ascii_digit()))
        .count()
        == 1
}

fn holds(element: &Element, key: Key, wanted: &str) -> bool {
    let text = |test: fn(&str, &str) -> bool| {
        element
            .text
            .as_deref()
            .is_some_and(|it| test(it.trim(), wanted.trim()))
    };
    let flag = |have: bool| wanted == if have { "true" } else { "false" };
    let attribute = |name: &str| element.attributes.get(name).is_some_and(|it| it == wanted);
    match key {
        Key::Text => is(&element.text, wanted),
        Key::TextContains => text(|it, wanted| it.contains(wanted)),
        Key::TextStartsWith => text(|it, wanted| it.starts_with(wanted)),
        Key::TextEndsWith => text(|it, wanted| it.ends_with(wanted)),
        Key::ContentDescription => is(&element.content_description, wanted),
        Key::ContentDescriptionContains => element
            .content_description
            .as_deref()
            .is_some_and(|it| it.contains(wanted.trim())),
        Key::ContentDescriptionStartsWith => element
            .content_description
            .as_deref()
            .is_some_and(|it| begins_with(it, wanted)),
        Key::HintText => is(&element.hint_text, wanted),
        Key::Tooltip => is(&element.tooltip, wanted),
        Key::Label => is(&element.label, wanted),
        Key::Value => element.held_text() == wanted,
        Key::Role => is(&element.role, wanted),
        Key::ClassName => is_tail(&element.class_name, ".", wanted),
        Key::ResourceName => is_tail(&element.resource_name, ":id/", wanted),
        Key::PackageName => is(&element.package_name, wanted),
        Key::Name => attribute("name"),
        Key::Type => attribute("type"),
        Key::Class => has_class(element, wanted),
        Key::Color => attribute("color"),
        Key::Size => attribute("size"),
        Key::Shape => is_shape(element, wanted),
        Key::Looks => looks(element, wanted),
        Key::Column => is(&element.column, wanted),
        // Only a screen tells: `find` asks it.
        Key::Side => true,
        Key::Says => wanted == NUMBER && element.text.as_deref().is_some_and(has_one_number),
        Key::Checked => flag(element.checked),
        Key::Selected => flag(element.selected),
        Key::Enabled => flag(element.enabled),
        Key::Focused => flag(element.focused),
        Key::Editable => flag(element.editable),
        Key::Clickable => flag(element.clickable),
    }
}

/// Whether each word is one of its CSS classes.
fn has_class(element: &Element, wanted: &str) -> bool {
    let classes = element.attributes.get("class").map_or("", String::as_str);
    let mut words = wanted.split_whitespace().peekable();
    words.peek().is_some() && words.all(|it| classes.split_whitespace().any(|class| class == it))
}

/// Words that any figure fits.
const ANYTHING: [&str; 4] = ["item", "figure", "object", "thing"];
/// What a figure says itself, rather than being drawn: it is no shape.
const WRITTEN: [&str; 3] = ["letter", "digit", "text"];

/// Whether an element is a drawn figure that each word of a description fits, as its colour, size or shape or as
/// what it says. Words in the plural fit too.
pub fn looks(element: &Element, description: &str) -> bool {
    let Some(shape) = element.attributes.get("shape") else {
        return false;
    };
    let of = |name: &str| element.attributes.get(name).map(String::as_str);
    let looks = [of("color"), of("size")];
    let fits = |word: &str| {
        let is = |it: &&str| it.eq_ignore_ascii_case(word);
        looks.iter().flatten().any(&is)
            || is_shape(element, word)
            || element.text.as_deref().is_some_and(|it| it.trim() == word)
            || ANYTHING.iter().any(is)
            || (word == "shape" && !WRITTEN.contains(&shape.as_str()))
    };
    let mut words = description.split_whitespace().peekable();
    words.peek().is_some() && words.all(|it| fits(it) || it.strip_suffix('s').is_some_and(fits))
}

/// Whether an element is drawn in this shape: the one that the device reports, or what that is called where its sides are as
/// long as each other.
pub fn is_shape(element: &Element, word: &str) -> bool {
    let Some(shape) = element.attributes.get("shape") else {
        return false;
    };
    let even = || (element.bounds.width() - element.bounds.height()).abs() <= 1;
    let of_even = match shape.as_str() {
        "rectangle" => "square",
        "ellipse" => "circle",
        _ => shape,
    };
    shape.eq_ignore_ascii_case(word) || (of_even.eq_ignore_ascii_case(word) && even())
}

/// Whether an element shows exactly this: as text, description, label or value.
pub fn shows(element: &Element, shown: &str) -> bool {
    is(&element.text, shown)
        || is(&element.content_description, shown)
        || is(&element.label, shown)
        || is(&element.value, shown)
}

/// The elements that show a text.
fn showing<'a>(screen: &'a Screen, text: &str) -> Vec<(ElementId, &'a Element)> {
    screen.iter().filter(|(_, it)| shows(it, text)).collect()
}

/// How deep the innermost container is that an element shares with another one of these.
fn depth_beside(screen: &Screen, id: ElementId, anchors: &[(ElementId, &Element)]) -> Option<usize> {
    let element = &screen.elements[id.0];
    let others = anchors.iter().filter(|(it, _)| *it != id);
    others.map(|(_, it)| element.shared_depth(it)).max()
}

/// Those beside which another text stands as well: in the row of the one that they are near to, or as deep.
fn also_near(screen: &Screen, ids: Vec<ElementId>, anchor: &str, other: &str) -> Vec<ElementId> {
    let rows = row_holders(screen);
    let (anchors, others) = (showing(screen, anchor), showing(screen, other));
    let beside = |id: &ElementId| {
        let in_row = row_of(&rows, &screen.elements[id.0]).map(<[u16]>::len);
        let needed = in_row.or_else(|| depth_beside(screen, *id, &anchors));
        depth_beside(screen, *id, &others) >= needed
    };
    ids.into_iter().filter(beside).collect()
}

/// Of `ids`, those that share the most containers with an element showing `anchor`, and that are not another one's of its kind: what
/// stands in Bob's row is not near to Ann, though Ann's row may have nothing like it.
fn nearest(screen: &Screen, ids: &[ElementId], anchor: &str) -> Vec<ElementId> {
    let anchors = showing(screen, anchor);
    let depth = |id: &ElementId| Some((*id, depth_beside(screen, *id, &anchors)?));
    let depths: Vec<(ElementId, usize)> = ids.iter().filter_map(depth).collect();
    let Some(best) = depths.iter().map(|(_, depth)| *depth).max() else {
        return Vec::new();
    };
    // Few of them stand as near as that to any.
    let as_near = |(id, anchor): &(ElementId, &Element)| {
        let mut nearest = depths.iter().filter(|(it, depth)| it != id && *depth == best);
        nearest.any(|(it, _)| screen.elements[it.0].shared_depth(anchor) == best)
    };
    let anchors: Vec<(ElementId, &Element, Parts<'_>)> = anchors
        .into_iter()
        .filter(as_near)
        .map(|(id, it)| (id, it, like_parts(screen, it, best)))
        .collect();
    let is_near = |id: ElementId| {
        let element = &screen.elements[id.0];
        let mut own = anchors
            .iter()
            .filter(|(it, anchor, _)| *it != id && element.shared_depth(anchor) == best);
        own.any(|(_, anchor, parts)| {
            !is_of_another(element, best, parts) && !is_under_another(screen, element, anchor, best)
        })
    };
    let all = depths
        .into_iter()
        .filter(|(id, depth)| *depth == best && is_near(*id))
        .map(|(id, _)| id);
    let heads: Vec<&Element> = anchors.iter().map(|(_, it, _)| *it).collect();
    beside_heading(screen, all.collect(), &heads)
}

/// Where several share one container with a heading, as the headings of a page and the links beside them do, those that stand on
/// its line; all of them where none does.
fn beside_heading(screen: &Screen, ids: Vec<ElementId>, anchors: &[&Element]) -> Vec<ElementId> {
    let is_on_line = |id: &ElementId| {
        let own = screen.elements[id.0].bounds;
        let mut headings = anchors.iter().filter(|it| it.is(Role::Heading));
        headings.any(|it| own.is_level_with(&it.bounds))
    };
    let some: Vec<ElementId> = ids.iter().copied().filter(is_on_line).collect();
    if some.is_empty() { ids } else { some }
}

/// By its place in a container, the part of that which is built as an anchor's own part is, with what stands there at the anchor's
/// place.
type Parts<'s> = HashMap<u16, &'s Element>;

/// The parts of the container at this depth that are built as an anchor's own is, by something else at its place.
fn like_parts<'s>(screen: &'s Screen, anchor: &Element, depth: usize) -> Parts<'s> {
    let (Some(around), Some(inside)) = (anchor.path.get(..depth), anchor.path.get(depth + 1..)) else {
        return Parts::new();
    };
    let is_like = |it: &&Element| {
        it.path.len() == anchor.path.len()
            && it.path.starts_with(around)
            && it.path.ends_with(inside)
            && it.path != anchor.path
            && it.class_name == anchor.class_name
            && it.role == anchor.role
            && is_drawn_like(it, anchor)
            && it.words().any(|word| !word.trim().is_empty())
    };
    let like = screen.elements.iter().filter(is_like);
    like.map(|it| (it.path[depth], it)).collect()
}

/// Whether one of two elements' CSS classes is the other's as well, or neither has any: a name and an icon are drawn by others.
fn is_drawn_like(element: &Element, other: &Element) -> bool {
    let classes = |it: &Element| it.attributes.get("class").cloned().unwrap_or_default();
    let (own, others) = (classes(element), classes(other));
    let mut words = own.split_whitespace().peekable();
    match words.peek().is_none() || others.trim().is_empty() {
        true => own.trim() == others.trim(),
        false => words.any(|it| others.split_whitespace().any(|other| other == it)),
    }
}

/// Whether an element stands with another one of an anchor's kind, or in it, in a part of its own of what both share at this depth. A
/// cell is no other one beside the cells of its own line.
fn is_of_another(element: &Element, depth: usize, parts: &Parts<'_>) -> bool {
    let other = element.path.get(depth).and_then(|it| parts.get(it));
    other.filter(|it| it.path != element.path).is_some_and(|it| {
        let is_of_the_line = it.path.len() == depth + 1 && !it.is(Role::Row);
        !(is_of_the_line && element.path.starts_with(&it.path))
    })
}

/// Whether an element stands under another head than this one, where the container at this depth is a line or a list of names with
/// their values: it begins with a name, and each name, or several in a row, is the head of what comes before the next.
fn is_under_another(screen: &Screen, element: &Element, head: &Element, depth: usize) -> bool {
    const HEADS: [&str; 2] = ["th", "dt"];
    let is_head = |it: &Element| {
        let named = it.class_name.as_deref().is_some_and(|it| HEADS.contains(&it));
        named && it.path.len() == depth + 1 && it.words().any(|word| !word.trim().is_empty())
    };
    let (Some(around), Some(place)) = (head.path.get(..depth), element.path.get(depth)) else {
        return false;
    };
    if !is_head(head) {
        return false;
    }
    let parts = screen.elements.iter();
    let parts = parts.filter(|it| it.path.len() > depth && it.path.starts_with(around));
    let first = parts.clone().map(|it| it.path[depth]).min();
    // What holds the element itself is no name of it.
    let heads = parts.filter(|it| is_head(it) && !element.path.starts_with(&it.path));
    let heads: BTreeSet<u16> = heads.map(|it| it.path[depth]).collect();
    let Some(mut own) = heads.range(..=place).next_back().copied() else {
        return false;
    };
    if first.is_none_or(|it| !heads.contains(&it)) {
        return false;
    }
    while own != head.path[depth] {
        match own.checked_sub(1).filter(|it| heads.contains(it)) {
            Some(before) => own = before,
            None => return true,
        }
    }
    false
}

/// Collapse chains of nested matches to one each: the innermost clickable of a chain, or its innermost. A match
/// goes on the chain of the closest match around it, if that chain does not go on elsewhere yet.
fn outermost_once(screen: &Screen, ids: Vec<ElementId>) -> Vec<ElementId> {
    let at = |place: usize| &screen.elements[ids[place].0];
    let around = closest_around(screen, &ids);
    // What contains others comes before them on every screen but an odd one.
    let mut order: Vec<usize> = (0..ids.len()).collect();
    if (0..ids.len()).any(|it| around[it].is_some_and(|outer| outer > it)) {
        order.sort_by_key(|it| at(*it).path.len());
    }
    /// A chain of nested matches, by their places in the list.
    struct Chain {
        innermost: usize,
        clickable: Option<usize>,
    }
    let mut chains: Vec<Chain> = Vec::with_capacity(ids.len());
    let mut chain_of: Vec<usize> = vec![usize::MAX; ids.len()];
    for it in order {
        let outer = around[it].map(|outer| (outer, chain_of[outer]));
        let chain = match outer {
            Some((outer, chain)) if chains[chain].innermost == outer => chain,
            Some(_) | None => {
                chains.push(Chain {
                    innermost: it,
                    clickable: None,
                });
                chains.len() - 1
            }
        };
        chains[chain].innermost = it;
        if at(it).clickable {
            chains[chain].clickable = Some(it);
        }
        chain_of[it] = chain;
    }
    let chosen = chains.iter().map(|it| it.clickable.unwrap_or(it.innermost));
    chosen.map(|it| ids[it]).collect()
}

/// For each of `ids` the place in the list of the one that contains it most closely.
fn closest_around(screen: &Screen, ids: &[ElementId]) -> Vec<Option<usize>> {
    let path = |place: usize| screen.elements[ids[place].0].path.as_slice();
    // By path, what contains others stands right before them.
    let mut order: Vec<usize> = (0..ids.len()).collect();
    order.sort_by(|a, b| path(*a).cmp(path(*b)));
    let mut around = vec![None; ids.len()];
    let mut open: Vec<usize> = Vec::new();
    for it in order {
        while let Some(last) = open.last()
            && !(path(*last).len() < path(it).len() && path(it).starts_with(path(*last)))
        {
            open.pop();
        }
        around[it] = open.last().copied();
        open.push(it);
    }
    around
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rect;

    fn screen(all: &[(&[u16], bool)]) -> Screen {
        let element = |(path, clickable): &(&[u16], bool)| Element {
            path: path.to_vec(),
            clickable: *clickable,
            ..Element::default()
        };
        Screen {
            elements: all.iter().map(element).collect(),
            ..Screen::default()
        }
    }

    #[test]
    fn what_says_a_number_says_one() {
        for (text, has) in [
            ("There were 40 guests.", true),
            ("1,200.50 EUR", true),
            ("40", true),
            ("Guests", false),
            ("40 of 60", false),
            ("10:30", false),
            (".. 7 ..", true),
        ] {
            assert_eq!(has_one_number(text), has, "{text}");
        }
    }

    fn chosen(screen: &Screen) -> Vec<usize> {
        let ids = screen.iter().map(|(id, _)| id).collect();
        outermost_once(screen, ids).iter().map(|it| it.0).collect()
    }

    #[test]
    fn a_chain_is_its_innermost_clickable_or_its_innermost() {
        let row: &[(&[u16], bool)] = &[(&[0], true), (&[0, 1], false), (&[0, 2], false), (&[1], false)];
        assert_eq!(chosen(&screen(row)), [0, 2, 3]);
        let nested: &[(&[u16], bool)] = &[(&[0], true), (&[0, 1], true), (&[0, 1, 0], false)];
        assert_eq!(chosen(&screen(nested)), [1]);
    }

    #[test]
    fn a_class_is_one_of_an_elements_words() {
        let element = Element {
            attributes: [("class".to_owned(), "ui-icon star".to_owned())].into(),
            ..Element::default()
        };
        let fits = |wanted: &str| holds(&element, Key::Class, wanted);
        assert!(fits("star") && fits("star ui-icon"));
        assert!(!fits("sta") && !fits("star bold") && !fits(""));
    }

    #[test]
    fn each_name_of_a_list_of_values_is_the_head_of_what_comes_before_the_next() {
        let at = |path: &[u16], tag: &str, text: &str| Element {
            path: path.to_vec(),
            class_name: Some(tag.to_owned()),
            text: Some(text.to_owned()),
            ..Element::default()
        };
        let screen = |head: &str, value: &str| Screen {
            elements: vec![
                at(&[0, 0], head, "Owner"),
                at(&[0, 1], value, "ann"),
                at(&[0, 1, 0], "a", "ann"),
                at(&[0, 2], head, "Version"),
                at(&[0, 4], head, "Milestone"),
                at(&[0, 5], value, "2.0"),
                at(&[0, 5, 0], "a", "2.0"),
            ],
            ..Screen::default()
        };
        let near = |screen: &Screen, anchor: &str| {
            let asked = Locator {
                near: Some(anchor.to_owned()),
                ..Locator::by(Key::ClassName, "a".to_owned())
            };
            find(screen, &asked)
        };
        for (head, value) in [("th", "td"), ("dt", "dd")] {
            let screen = screen(head, value);
            assert_eq!(near(&screen, "Owner"), Found::One(ElementId(2)));
            assert_eq!(near(&screen, "Milestone"), Found::One(ElementId(6)));
            assert_eq!(near(&screen, "Version"), Found::None);
        }
        // Cells that are no heads stand beside all of their row.
        assert!(matches!(near(&screen("td", "td"), "Version"), Found::Many(_)));
        let of = |elements: Vec<Element>| Screen {
            elements,
            ..Screen::default()
        };
        // Two names in a row are the names of one value, and what a name holds is its own.
        let spans = of(vec![
            at(&[0, 0], "th", "Ann"),
            at(&[0, 1], "th", "Sales"),
            at(&[0, 2, 0], "a", "Delete"),
        ]);
        assert_eq!(near(&spans, "Ann"), Found::One(ElementId(2)));
        let cells = of(vec![
            at(&[0, 0], "th", "Ann"),
            at(&[0, 1], "td", "active"),
            at(&[0, 2, 0], "a", "Delete"),
            at(&[0, 2], "th", "Delete"),
        ]);
        assert_eq!(near(&cells, "Ann"), Found::One(ElementId(2)));
        // Where names stand behind their values, nothing is told by their order.
        let behind = of(vec![
            at(&[0, 0, 0], "a", "on"),
            at(&[0, 1], "th", "Newsletter"),
            at(&[0, 2, 0], "a", "on"),
            at(&[0, 3], "th", "Terms"),
        ]);
        assert!(matches!(near(&behind, "Terms"), Found::Many(_)));
    }

    #[test]
    fn what_stands_with_another_one_of_its_kind_is_not_near() {
        let at = |path: &[u16], tag: &str, text: &str| Element {
            path: path.to_vec(),
            class_name: Some(tag.to_owned()),
            text: Some(text.to_owned()).filter(|it| !it.is_empty()),
            ..Element::default()
        };
        let near = |all: Vec<Element>, what: &str, anchor: &str| {
            let screen = Screen {
                elements: all,
                ..Screen::default()
            };
            let asked = Locator {
                near: Some(anchor.to_owned()),
                ..Locator::by(Key::Text, what.to_owned())
            };
            find(&screen, &asked)
        };
        // Rows of which only another one can be deleted.
        let rows = vec![
            at(&[0, 0, 0], "td", "Ann"),
            at(&[0, 1, 0], "td", "Bob"),
            at(&[0, 1, 1, 0], "button", "Delete"),
        ];
        assert_eq!(near(rows.clone(), "Delete", "Ann"), Found::None);
        assert_eq!(near(rows, "Delete", "Bob"), Found::One(ElementId(2)));
        // Cells whose text is their own, with what can be done in them.
        let inside = vec![
            at(&[0, 0, 0], "td", "Ann"),
            at(&[0, 1, 0], "td", "Bob"),
            at(&[0, 1, 0, 0], "a", "Delete"),
        ];
        assert_eq!(near(inside.clone(), "Delete", "Ann"), Found::None);
        assert_eq!(near(inside, "Delete", "Bob"), Found::One(ElementId(2)));
        // Entries whose text is their own.
        let entries = vec![
            at(&[0, 0], "li", "Ann"),
            at(&[0, 1], "li", "Bob"),
            at(&[0, 1, 0], "button", "Delete"),
        ];
        assert_eq!(near(entries.clone(), "Delete", "Ann"), Found::None);
        assert_eq!(near(entries, "Delete", "Bob"), Found::One(ElementId(2)));
        // A branch of a tree that has not opened yet, beside one that has.
        let tree = vec![
            at(&[0, 0, 1], "a", "Denmark"),
            at(&[0, 1, 1], "a", "Germany"),
            at(&[0, 1, 2, 0, 1], "a", "Reports"),
        ];
        assert_eq!(near(tree.clone(), "Reports", "Denmark"), Found::None);
        assert_eq!(near(tree, "Reports", "Germany"), Found::One(ElementId(2)));
        // What stands in other parts of one entry, drawn otherwise.
        let drawn = |class: &str, it: Element| Element {
            attributes: [("class".to_owned(), class.to_owned())].into(),
            ..it
        };
        let entry = vec![
            drawn("name", at(&[0, 0, 0], "span", "@ann")),
            drawn("icon reply", at(&[0, 1, 0], "span", "reply")),
            drawn("icon more", at(&[0, 1, 1], "span", "more")),
        ];
        assert_eq!(near(entry, "more", "@ann"), Found::One(ElementId(2)));
        // A cell that says something beside what is in it, and a label in a line of its own.
        let cells = vec![
            at(&[0, 0], "td", "Ann"),
            at(&[0, 1], "td", "active"),
            at(&[0, 1, 0], "button", "Stop"),
        ];
        assert_eq!(near(cells, "Stop", "Ann"), Found::One(ElementId(2)));
        let lines = vec![at(&[0, 0, 0], "b", "Name"), at(&[0, 1, 0], "button", "Change")];
        assert_eq!(near(lines, "Change", "Name"), Found::One(ElementId(1)));
    }

    #[test]
    fn of_several_in_one_container_the_one_on_the_line_of_a_heading_is_near() {
        let at = |place: u16, top: i32, tag: &str, text: &str| Element {
            path: vec![0, place],
            class_name: Some(tag.to_owned()),
            role: Some("heading".to_owned()).filter(|_| tag == "h2"),
            text: Some(text.to_owned()),
            bounds: Rect::new(0, top, 40, top + 20),
            ..Element::default()
        };
        let near = |elements: Vec<Element>, anchor: &str| {
            let asked = Locator {
                near: Some(anchor.to_owned()),
                ..Locator::by(Key::Text, "Edit".to_owned())
            };
            find(
                &Screen {
                    elements,
                    ..Screen::default()
                },
                &asked,
            )
        };
        // Headings, each with a link before it.
        let page = vec![
            at(0, 12, "a", "Edit"),
            at(1, 8, "h2", "Gate 1"),
            at(2, 62, "a", "Edit"),
            at(3, 58, "h2", "Gate 10"),
        ];
        assert_eq!(near(page.clone(), "Gate 1"), Found::One(ElementId(0)));
        assert_eq!(near(page, "Gate 10"), Found::One(ElementId(2)));
        // Links on lines of their own, and two on one line.
        let below = vec![
            at(0, 0, "h2", "Gate 1"),
            at(1, 30, "a", "Edit"),
            at(2, 60, "h2", "Gate 10"),
            at(3, 90, "a", "Edit"),
        ];
        assert!(matches!(near(below, "Gate 1"), Found::Many(_)));
        let both = vec![
            at(0, 0, "h2", "Gate 1"),
            at(1, 0, "a", "Edit"),
            at(2, 0, "h2", "Gate 10"),
            at(3, 0, "a", "Edit"),
        ];
        assert!(matches!(near(both, "Gate 1"), Found::Many(_)));
    }

    #[test]
    fn a_row_is_told_by_all_the_texts_that_are_asked_for() {
        let cell = |row: u16, column: u16, text: &str| Element {
            path: vec![0, row, column],
            role: Some("cell".to_owned()),
            text: Some(text.to_owned()),
            ..Element::default()
        };
        let row = |row: u16, who: &str, why: &str| {
            let button = Element {
                clickable: true,
                role: Some("button".to_owned()),
                path: vec![0, row, 2, 0],
                ..cell(row, 2, "Delete")
            };
            [cell(row, 0, who), cell(row, 1, why), button]
        };
        let table = |rows: &[(&str, &str)]| Screen {
            elements: (0..)
                .zip(rows)
                .flat_map(|(at, (who, why))| row(at, who, why))
                .collect(),
            ..Screen::default()
        };
        let asked = |who: &str, why: &str| Locator::<String> {
            near: Some(who.to_owned()),
            also_near: vec![why.to_owned()],
            ..Locator::by(Key::Text, "Delete")
        };
        let all = table(&[("Ann", "Taxi"), ("Bob", "Taxi"), ("Ann", "Lunch")]);
        assert_eq!(find(&all, &asked("Ann", "Lunch")), Found::One(ElementId(8)));
        assert_eq!(find(&all, &asked("Lunch", "Ann")), Found::One(ElementId(8)));
        assert_eq!(
            find(&all, &asked("Bob", "Lunch")),
            Found::None,
            "each in a row of its own"
        );
        let twice = table(&[("Ann", "Taxi"), ("Ann", "Taxi")]);
        assert!(matches!(find(&twice, &asked("Ann", "Taxi")), Found::Many(_)));
        let other = table(&[("Ann", "Lunch"), ("Bob", "Taxi")]);
        assert_eq!(
            find(&other, &asked("Ann", "Taxi")),
            Found::None,
            "the only Ann of this page is another one"
        );
    }

    #[test]
    fn what_has_no_path_contains_nothing() {
        let flat: &[(&[u16], bool)] = &[(&[], false), (&[], true), (&[], false)];
        assert_eq!(chosen(&screen(flat)), [0, 1, 2]);
    }

    #[test]
    fn chains_are_those_that_comparing_all_with_all_finds() {
        // Paths of a tree in several orders, against the definition: a match joins the first chain all of
        // whose matches contain it or lie in it.
        for seed in 0..200_u64 {
            let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
            let mut next = |limit: u64| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state % limit
            };
            let mut paths: Vec<Vec<u16>> = vec![vec![0]];
            for n in 1..14 {
                let mut path = paths[next(paths.len() as u64) as usize].clone();
                path.push(n);
                paths.push(path);
            }
            if seed % 2 == 0 {
                paths.sort();
            } else {
                paths.sort_by_key(Vec::len);
            }
            paths.retain(|_| next(3) > 0);
            let all: Vec<(&[u16], bool)> = paths.iter().map(|it| (it.as_slice(), next(2) == 0)).collect();
            let screen = screen(&all);
            let at = |id: usize| &screen.elements[id];
            let mut chains: Vec<Vec<usize>> = Vec::new();
            for id in 0..all.len() {
                let nested = |other: &usize| at(*other).contains(at(id)) || at(id).contains(at(*other));
                match chains.iter_mut().find(|chain| chain.iter().all(nested)) {
                    Some(chain) => chain.push(id),
                    None => chains.push(vec![id]),
                }
            }
            let wanted: Vec<usize> = chains
                .iter()
                .filter_map(|chain| chain.iter().rev().find(|id| at(**id).clickable).or(chain.last()))
                .copied()
                .collect();
            assert_eq!(chosen(&screen), wanted, "{paths:?}");
        }
    }

    #[test]
    fn a_figure_fits_a_description_of_which_every_word_does() {
        let drawn = |text: Option<&str>, all: &[(&str, &str)]| Element {
            text: text.map(str::to_owned),
            attributes: all
                .iter()
                .map(|(name, it)| ((*name).to_owned(), (*it).to_owned()))
                .collect(),
            ..Element::default()
        };
        let circle = drawn(None, &[("shape", "circle"), ("color", "red"), ("size", "large")]);
        for it in ["circle", "large red items", "red shapes", "Red Circles"] {
            assert!(looks(&circle, it), "{it}");
        }
        for it in ["", "small circle", "red letter", "large 7"] {
            assert!(!looks(&circle, it), "{it}");
        }
        let digit = drawn(Some("7"), &[("shape", "digit"), ("color", "aqua")]);
        assert!(looks(&digit, "aqua 7s") && looks(&digit, "digits"));
        assert!(!looks(&digit, "shape") && !looks(&digit, "70"));
        // What is no figure has no looks to go by.
        assert!(!looks(&drawn(Some("7"), &[("color", "red")]), "red item"));
    }

    #[test]
    fn white_space_at_the_ends_and_what_stands_before_an_id_do_not_count() {
        let pieces = [
            "",
            " ",
            "a",
            " a",
            "a ",
            "a b",
            "\u{a0}a",
            ":id/",
            "a:id/",
            "a:id/b",
            ":id/b",
            "b",
            "x:id/a:id/b",
        ];
        for have in pieces {
            for wanted in pieces {
                let some = Some(have.to_owned());
                assert_eq!(
                    is(&some, wanted),
                    have.trim() == wanted.trim(),
                    "{have:?} {wanted:?}"
                );
                let tail = have == wanted || have.rsplit(":id/").next() == Some(wanted);
                assert_eq!(is_tail(&some, ":id/", wanted), tail, "{have:?} {wanted:?}");
            }
        }
    }
}
