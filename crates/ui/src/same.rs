//! When two elements are the same, and two screens. There are several questions, and each has its answer here.
//!
//! On one screen:
//! - [`Element::is_like`]: only its place tells an element from another.
//! - [`are_alike`]: nothing but their places tells these elements of one screen from each other, content included.
//! - [`kind`], [`is_same_kind`]: what all rows of a list have in common, and the buttons of a bar have not.
//!
//! On a later look, or on the same screen in another episode:
//! - [`Element::is_still`]: the thing at one place of a page, whatever it says, holds or is set to by then. With what is
//!   asked of fields, boxes and lists besides: [`Element::is_same_field`], [`Screen::field_again`],
//!   [`Screen::box_again`], [`Screen::list_again`].
//! - [`Element::says_the_same`]: one kind of thing with the same words, content included, wherever it stands.
//! - [`Element::is_called_the_same`], [`identity`]: the same without what a field holds and without ids that are made up
//!   at run time.
//! - [`again`]: the one element that an element was, or none: for whoever acts on it. [`nearest`]: the likeliest one, for
//!   whoever tries.
//! - [`is_certain`]: whether that one is certainly it. [`paired`]: all elements of two looks that are one, whatever they say.
//! - [`is_put_anew`]: whether a page has put another thing in the place of one that is gone.
//! - [`told_apart`]: what of a list is known again in another view of it, by what it says.
//! - [`window`]: what a window is known by.
//! - [`Screen::is_same_form`]: two screens differ in nothing but what their fields hold.
//! - [`Screen::is_same_view`]: two screens are one, with something changed on it.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
};

use crate::{
    element::{Element, ElementId, Rect},
    screen::Screen,
};

impl Element {
    /// Whether nothing but its place tells it from another.
    pub fn is_like(&self, other: &Element) -> bool {
        let elsewhere = Element {
            bounds: other.bounds,
            path: other.path.clone(),
            ..self.clone()
        };
        elsewhere == *other
    }

    /// Whether both are one kind of thing and say the same, what they hold included. Where they stand does not count.
    pub fn says_the_same(&self, other: &Element) -> bool {
        self.class_name == other.class_name
            && self.role == other.role
            && self.text == other.text
            && self.content_description == other.content_description
            && self.hint_text == other.hint_text
            && self.label == other.label
            && self.resource_name == other.resource_name
    }

    /// Whether both say the same but for what a field holds, and for ids that are made up at run time.
    pub fn is_called_the_same(&self, other: &Element) -> bool {
        identity(self) == identity(other)
    }

    /// Whether it is what stood at this place of the page before, whatever it says, holds or is set to.
    pub fn is_still(&self, before: &Element) -> bool {
        self.path == before.path
            && self.class_name == before.class_name
            && self.resource_name == before.resource_name
    }

    /// Whether both are one field that stands in one place, whatever it holds.
    pub fn is_same_field(&self, other: &Element) -> bool {
        self.editable && self.is_still(other)
    }
}

impl Screen {
    /// A field of an earlier look at this page, whatever it holds now. None where several could be it.
    pub fn field_again(&self, field: &Element) -> Option<&Element> {
        let is = |it: &Element| it.is_same_field(field) && it.hint_text == field.hint_text;
        self.only(is).and_then(|id| self.get(id))
    }

    /// A box, switch or choice of an earlier look at this page, whatever its state is now.
    pub fn box_again(&self, tickable: &Element) -> Option<&Element> {
        let is = |it: &&Element| it.checkable && it.is_still(tickable) && it.label == tickable.label;
        self.elements.iter().find(is)
    }

    /// A list of an earlier look at this page: its content has moved, it has not. None where several could be it.
    pub fn list_again(&self, list: &Element) -> Option<ElementId> {
        self.only(|it| it.scrollable && it.is_still(list))
    }

    /// The element that is so, where no other one is.
    fn only(&self, is: impl Fn(&Element) -> bool) -> Option<ElementId> {
        let mut all = self.iter().filter(|(_, it)| is(it)).map(|(id, _)| id);
        all.next().filter(|_| all.next().is_none())
    }

    /// Whether both differ in nothing but what their fields hold.
    pub fn is_same_form(&self, other: &Screen) -> bool {
        self.elements.len() == other.elements.len()
            && self
                .elements
                .iter()
                .zip(&other.elements)
                .all(|(a, b)| a.path == b.path && a.class_name == b.class_name && a.editable == b.editable)
    }

    /// Whether a later screen is this one with something changed on it: of one activity, and at least half of what
    /// it shows was there before.
    pub fn is_same_view(&self, later: &Screen) -> bool {
        if self.app != later.app || self.activity != later.activity {
            return false;
        }
        let shown = |it: &Element| {
            (
                it.class_name.clone(),
                it.resource_name.clone(),
                it.text.clone(),
                it.content_description.clone(),
            )
        };
        let known: HashSet<_> = self.elements.iter().map(shown).collect();
        let stayed = later
            .elements
            .iter()
            .filter(|it| known.contains(&shown(it)))
            .count();
        stayed * 2 >= later.elements.len()
    }
}

/// Whether nothing but their places tells these elements from each other, neither themselves nor what is in them.
pub fn are_alike(screen: &Screen, ids: &[ElementId]) -> bool {
    let inside = |outer: &Element| -> Vec<&Element> {
        let all = screen.elements.iter();
        all.filter(|it| outer.contains(it)).collect()
    };
    let all: Option<Vec<&Element>> = ids.iter().map(|id| screen.get(*id)).collect();
    let Some([first, others @ ..]) = all.as_deref() else {
        return false;
    };
    let content = inside(first);
    others.iter().all(|it| {
        let other = inside(it);
        it.is_like(first)
            && other.len() == content.len()
            && other.iter().zip(&content).all(|(a, b)| a.is_like(b))
    })
}

/// What an element is, with the data it shows, but without what a field holds: the same wherever it stands.
pub fn identity(element: &Element) -> String {
    let of = |it: &Option<String>| it.clone().unwrap_or_default();
    format!(
        "{}|{}|{}|{}|{}|{}",
        element.lasting_id().unwrap_or_default(),
        of(&element.class_name),
        of(&element.role),
        if element.editable {
            String::new()
        } else {
            of(&element.text)
        },
        of(&element.content_description),
        of(&element.label) + &of(&element.hint_text),
    )
}

/// What kind of element it is: the same for all rows of a list, different for the buttons of a bar.
pub fn kind(element: &Element) -> String {
    let class = element.class_name.as_deref().unwrap_or_default();
    let role = element.role.as_deref().unwrap_or_default();
    let name = [&element.content_description, &element.text, &element.label]
        .into_iter()
        .find_map(|it| it.as_deref())
        .filter(|it| !element.editable && it.chars().count() <= 24)
        .unwrap_or_default();
    match element.lasting_id() {
        // Without the name: rows of one list share their id and differ in what they show.
        Some(id) => format!("{id}|{class}"),
        None => format!("|{class}|{role}|{name}"),
    }
}

/// Whether two elements are things of one kind in one list: what they are said to be ("File", "Folder") stands first.
pub fn is_same_kind(one: &Element, other: &Element) -> bool {
    let said = |it: &Element| {
        let words = it.content_description.as_deref().unwrap_or_default();
        let mut words = words
            .split(|it: char| !it.is_alphanumeric())
            .map(str::to_lowercase);
        words.find(|it| !it.is_empty())
    };
    kind(one) == kind(other) && said(one) == said(other)
}

/// The one element of a later look at a screen that an element was, whatever its state and place. Of several that say the
/// same it is the one that stayed where it was while the others did too; else there is none.
pub fn again(old: &Screen, id: ElementId, screen: &Screen) -> Option<ElementId> {
    let was = old.get(id)?;
    if old.app != screen.app || old.activity != screen.activity {
        return None;
    }
    let is = |it: &Element| it.says_the_same(was);
    old.only(is).and(screen.only(is)).or_else(|| {
        let places = |screen: &Screen| -> Vec<Rect> {
            let all = screen.elements.iter().filter(|it| is(it));
            all.map(|it| it.bounds).collect()
        };
        (places(old) == places(screen))
            .then(|| screen.only(|it| is(it) && it.bounds == was.bounds))
            .flatten()
    })
}

/// The element of a screen that is likeliest what an element (at `id` of its own screen) was: of one identity, at the same
/// place or the nearest to it.
pub fn nearest(screen: &Screen, element: &Element, id: ElementId) -> Option<ElementId> {
    let wanted = identity(element);
    if screen
        .get(id)
        .is_some_and(|it| identity(it) == wanted && it.bounds == element.bounds)
    {
        return Some(id);
    }
    let distance = |it: &Element| {
        let ((ax, ay), (bx, by)) = (it.bounds.center(), element.bounds.center());
        (it.path != element.path, (ax - bx).abs() + (ay - by).abs())
    };
    screen
        .iter()
        .filter(|(_, it)| identity(it) == wanted)
        .min_by_key(|(_, it)| distance(it))
        .map(|(id, _)| id)
}

/// Whether what was found again on a later screen is certainly what was chosen on the one before: nothing else said the
/// same there, or all of the screen stayed as it was. Rows of a list may have changed their places under what is alike in each.
pub fn is_certain(before: &Screen, chosen: ElementId, now: &Screen) -> bool {
    let Some(was) = before.get(chosen) else {
        return false;
    };
    let alike = before.elements.iter().filter(|it| it.words().eq(was.words()));
    let stayed =
        |(one, other): (&Element, &Element)| one.bounds == other.bounds && one.words().eq(other.words());
    let all = before.elements.iter().zip(&now.elements);
    alike.count() == 1 || (before.elements.len() == now.elements.len() && all.into_iter().all(stayed))
}

/// Elements of both screens that are the same by their id, kind, name and place in the tree, whatever they say.
pub fn paired<'a>(before: &'a Screen, after: &'a Screen) -> Vec<(&'a Element, &'a Element)> {
    let key = |it: &'a Element| {
        (
            &it.resource_name,
            &it.class_name,
            &it.role,
            &it.path,
            it.attributes.get("name"),
        )
    };
    let mut old: BTreeMap<_, Vec<&Element>> = BTreeMap::new();
    for it in &before.elements {
        old.entry(key(it)).or_default().push(it);
    }
    after
        .elements
        .iter()
        .filter_map(|new| {
            let same = old.get_mut(&key(new))?;
            (!same.is_empty()).then(|| (same.remove(0), new))
        })
        .collect()
}

/// What an element of a list says, by which it is known in another view.
pub type Words<'a> = [Option<&'a str>; 4];

/// The words of an element of a list.
pub fn words_of(element: &Element) -> Words<'_> {
    [
        &element.text,
        &element.content_description,
        &element.class_name,
        &element.resource_name,
    ]
    .map(Option::as_deref)
}

/// The places of what is inside a list, by what it says; none where several say the same. The list is said by its place in
/// the tree.
pub fn told_apart<'a>(list: &[u16], screen: &'a Screen) -> HashMap<Words<'a>, Option<Rect>> {
    let mut all: HashMap<Words<'a>, Option<Rect>> = HashMap::new();
    let inside = |it: &&Element| it.path.len() > list.len() && it.path.starts_with(list);
    for element in screen.elements.iter().filter(inside) {
        if element.words().next().is_none() {
            continue;
        }
        all.entry(words_of(element))
            .and_modify(|it| *it = None)
            .or_insert(Some(element.bounds));
    }
    all
}

/// Whether something stands in the place of what is gone: called the same, or at its place under another name. What takes the press
/// and goes away with it, as an entry of a list does, leaves one fewer behind.
pub fn is_put_anew(pressed: &Element, before: &Screen, after: &Screen) -> bool {
    let count =
        |screen: &Screen, is: &dyn Fn(&Element) -> bool| screen.elements.iter().filter(|it| is(it)).count();
    let none_fewer = |is: &dyn Fn(&Element) -> bool| count(after, is) >= count(before, is);
    let same = |it: &Element| it.path.len() == pressed.path.len() && it.is_called_the_same(pressed);
    let alike = |it: &Element| it.class_name == pressed.class_name && it.role == pressed.role;
    let here = |it: &Element| it.is_still(pressed) && it.bounds.intersection(&pressed.bounds).is_some();
    (after.elements.iter().any(same) && none_fewer(&same))
        || (after.elements.iter().any(here) && none_fewer(&alike))
}

/// A window by what it consists of; what is typed into its fields does not count. The number holds within one run of the
/// program.
pub fn window(screen: &Screen) -> u64 {
    let mut hash = DefaultHasher::new();
    for it in screen.elements.iter().filter(|it| !it.editable) {
        (&it.class_name, &it.resource_name, &it.text).hash(&mut hash);
    }
    hash.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(row: u16, text: &str) -> Element {
        Element {
            text: Some(text.to_owned()),
            class_name: Some("Button".to_owned()),
            path: vec![0, row],
            bounds: Rect::new(0, 10 * i32::from(row), 9, 10 * i32::from(row) + 9),
            ..Element::default()
        }
    }

    fn of(elements: Vec<Element>) -> Screen {
        Screen {
            elements,
            ..Screen::default()
        }
    }

    #[test]
    fn a_field_is_the_same_whatever_it_holds_and_none_of_two() {
        let field = |text: &str, hint: &str| Element {
            editable: true,
            hint_text: Some(hint.to_owned()),
            ..at(0, text)
        };
        let name = field("", "Name");
        let later = of(vec![field("Ada", "Name"), at(1, "Save")]);
        assert_eq!(later.field_again(&name), later.elements.first());
        assert_eq!(of(vec![field("Ada", "City")]).field_again(&name), None);
        assert_eq!(
            of(vec![field("Ada", "Name"), name.clone()]).field_again(&name),
            None
        );
        let moved = Element {
            path: vec![0, 4],
            ..field("Ada", "Name")
        };
        assert_eq!(of(vec![moved]).field_again(&name), None);
        assert_eq!(identity(&name), identity(&field("Ada", "Name")));
        assert!(
            !name.says_the_same(&field("Ada", "Name")),
            "what it holds counts here"
        );
    }

    #[test]
    fn a_box_and_a_list_are_the_same_in_another_state() {
        let tickable = |label: &str, checked| Element {
            checkable: true,
            checked,
            label: Some(label.to_owned()),
            ..at(0, "")
        };
        let later = of(vec![tickable("Wifi", true)]);
        assert!(
            later
                .box_again(&tickable("Wifi", false))
                .is_some_and(|it| it.checked)
        );
        assert_eq!(later.box_again(&tickable("Bluetooth", false)), None);
        let list = |text: &str| Element {
            scrollable: true,
            ..at(0, text)
        };
        let later = of(vec![at(1, "row"), list("2 rows")]);
        assert_eq!(later.list_again(&list("1 row")), Some(ElementId(1)));
        assert_eq!(of(vec![list("a"), list("b")]).list_again(&list("a")), None);
        assert_eq!(
            of(vec![at(0, "a")]).list_again(&list("a")),
            None,
            "it is no list any more"
        );
    }

    #[test]
    fn an_element_is_found_again_where_nothing_else_could_be_it() {
        let old = of(vec![at(0, "One"), at(1, "Two")]);
        let moved = of(vec![at(0, "Zero"), at(1, "One"), at(2, "Two")]);
        assert_eq!(again(&old, ElementId(1), &moved), Some(ElementId(2)));
        // Two of them: nobody says which it was, unless both stayed.
        let twice = of(vec![at(0, "Two"), at(1, "Two")]);
        assert_eq!(again(&old, ElementId(1), &twice), None);
        assert_eq!(
            nearest(&twice, &old.elements[1], ElementId(1)),
            Some(ElementId(1))
        );
        assert_eq!(again(&twice, ElementId(1), &twice), Some(ElementId(1)));
        let one_left = of(vec![at(0, "Two")]);
        assert_eq!(
            again(&twice, ElementId(1), &one_left),
            None,
            "it may be the other one"
        );
        let elsewhere = Screen {
            activity: "other".to_owned(),
            ..moved
        };
        assert_eq!(again(&old, ElementId(1), &elsewhere), None);
    }

    #[test]
    fn rows_are_of_one_kind_and_buttons_are_not() {
        let row = |text: &str, said: &str| Element {
            resource_name: Some("app:id/title".to_owned()),
            content_description: Some(said.to_owned()),
            ..at(0, text)
        };
        assert!(is_same_kind(&row("a.md", "File a.md"), &row("b.md", "File b.md")));
        assert!(!is_same_kind(&row("a.md", "File a.md"), &row("b", "Folder b")));
        assert!(!is_same_kind(&at(0, "Save"), &at(1, "Delete")));
    }

    #[test]
    fn alike_is_what_differs_in_its_place_only() {
        let element = |path: &[u16], text: &str, left: i32| Element {
            path: path.to_vec(),
            text: Some(text.to_owned()),
            bounds: crate::Rect::new(left, 0, left + 9, 9),
            ..Element::default()
        };
        let mut screen = Screen {
            elements: vec![
                element(&[0], "row", 0),
                element(&[0, 0], "a", 0),
                element(&[1], "row", 20),
                element(&[1, 0], "a", 20),
            ],
            ..Screen::default()
        };
        let rows = [ElementId(0), ElementId(2)];
        assert!(are_alike(&screen, &rows));
        screen.elements[3].text = Some("b".to_owned());
        assert!(!are_alike(&screen, &rows), "what is in them differs");
        screen.elements[3].text = Some("a".to_owned());
        screen.elements[2].focused = true;
        assert!(!are_alike(&screen, &rows), "one has the focus");
        assert!(!are_alike(&screen, &[]) && !are_alike(&screen, &[ElementId(9)]));
    }

    #[test]
    fn a_view_is_the_same_while_half_of_it_stays() {
        let screen = |texts: &[&str]| Screen {
            elements: texts
                .iter()
                .map(|it| Element {
                    text: Some((*it).to_owned()),
                    ..Element::default()
                })
                .collect(),
            ..Screen::default()
        };
        let before = screen(&["a", "b"]);
        assert!(before.is_same_view(&screen(&["a", "c"])));
        assert!(!before.is_same_view(&screen(&["a", "c", "d"])));
        let elsewhere = Screen {
            activity: "other".to_owned(),
            ..before.clone()
        };
        assert!(!before.is_same_view(&elsewhere));
    }
}
