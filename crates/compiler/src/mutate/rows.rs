//! Rows of a screen, and a screen that is being altered: rows are added, moved, reworded and removed.

use std::collections::{BTreeMap, BTreeSet};

use ui::{Element, ElementId, Rect, Screen};

/// What stands beside each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Entries of a list: their parts have the same ids.
    Entry,
    /// Controls of a bar: each may have an id of its own.
    Control,
}

/// A part of a screen: all that has one place in the tree, or lies below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    place: Vec<u16>,
    ids: BTreeSet<ElementId>,
    /// Places beside it that hold the same kind of thing, and say something else.
    siblings: Vec<Vec<u16>>,
}

impl Row {
    /// All below a place, without what stands beside it. `None` where nothing has this place.
    pub fn of_subtree(screen: &Screen, place: &[u16]) -> Option<Self> {
        let below = |it: &Element| !place.is_empty() && it.path.starts_with(place);
        let ids: BTreeSet<ElementId> = screen
            .iter()
            .filter(|(_, it)| below(it))
            .map(|(id, _)| id)
            .collect();
        (!ids.is_empty()).then(|| Self {
            place: place.to_vec(),
            ids,
            siblings: Vec::new(),
        })
    }

    /// The smallest row around an element that is one of several of its kind, and is as asked.
    pub fn around(screen: &Screen, target: ElementId, of: Kind, fits: impl Fn(&Row) -> bool) -> Option<Self> {
        let path = &screen.elements[target.0].path;
        // The window itself is no row.
        (2..=path.len()).rev().find_map(|depth| {
            let mut row = Row::of_subtree(screen, &path[..depth])?;
            row.siblings = row.kin(screen, of);
            (!row.siblings.is_empty() && fits(&row)).then_some(row)
        })
    }

    /// Places beside it that hold the same kind of thing, and say something else.
    fn kin(&self, screen: &Screen, of: Kind) -> Vec<Vec<u16>> {
        let Some((_, parent)) = self.place.split_last() else {
            return Vec::new();
        };
        let beside = screen
            .elements
            .iter()
            .filter(|it| it.path.len() > parent.len() && it.path.starts_with(parent));
        let places: BTreeSet<Vec<u16>> = beside.map(|it| it.path[..=parent.len()].to_vec()).collect();
        let mut places: Vec<Vec<u16>> = places.into_iter().filter(|it| *it != self.place).collect();
        let (own, said) = (self.shape(screen, of), self.said(screen));
        places.retain(|it| {
            let other = Row::of_subtree(screen, it);
            other.is_some_and(|it| is_like(&own, &it.shape(screen, of)) && it.said(screen) != said)
        });
        places
    }

    /// What it consists of: kinds by their place in it.
    fn shape<'a>(&self, screen: &'a Screen, of: Kind) -> Vec<(&'a [u16], [Option<&'a str>; 3])> {
        let depth = self.place.len();
        let parts = self.elements(screen);
        let id = |it: &'a Element| it.lasting_id().filter(|_| of == Kind::Entry);
        parts
            .map(|it| {
                let kind = [it.class_name.as_deref(), it.role.as_deref(), id(it)];
                (&it.path[depth..], kind)
            })
            .collect()
    }

    fn said<'a>(&self, screen: &'a Screen) -> Vec<&'a str> {
        self.elements(screen).flat_map(Element::words).collect()
    }

    /// Its elements.
    pub fn elements<'a>(&self, screen: &'a Screen) -> impl Iterator<Item = &'a Element> + use<'a, '_> {
        self.ids.iter().filter_map(|it| screen.get(*it))
    }

    /// Whether an element is in it.
    pub fn holds(&self, id: ElementId) -> bool {
        self.ids.contains(&id)
    }

    /// How deep in the tree it stands.
    pub fn depth(&self) -> usize {
        self.place.len()
    }

    /// Whether it is one of several rows.
    pub fn is_listed(&self) -> bool {
        !self.siblings.is_empty()
    }

    /// Whether it is the only row of a list: what lies right around it scrolls.
    pub fn is_alone(&self, screen: &Screen) -> bool {
        let around = self.place.split_last().map(|(_, parent)| parent);
        let mut lists = screen.elements.iter().filter(|it| it.scrollable);
        lists.any(|it| Some(it.path.as_slice()) == around)
    }

    /// The rows beside it.
    pub fn siblings(&self, screen: &Screen) -> Vec<Row> {
        let all = self.siblings.iter();
        all.filter_map(|it| {
            let mut row = Row::of_subtree(screen, it)?;
            let others = self.siblings.iter().chain([&self.place]);
            row.siblings = others.filter(|other| *other != it).cloned().collect();
            Some(row)
        })
        .collect()
    }

    /// The row next to it, the one after it first.
    pub fn neighbour(&self, screen: &Screen) -> Option<Row> {
        let all = self.siblings(screen);
        let after = all.iter().find(|it| it.place > self.place);
        after.or(all.last()).cloned()
    }

    /// Where it is on the screen.
    fn bounds(&self, screen: &Screen) -> Rect {
        let all = self.elements(screen).map(|it| it.bounds).filter(Rect::has_area);
        let around = |a: Rect, b: Rect| {
            Rect::new(
                a.left.min(b.left),
                a.top.min(b.top),
                a.right.max(b.right),
                a.bottom.max(b.bottom),
            )
        };
        all.reduce(around).unwrap_or_default()
    }
}

/// Whether two rows are of one kind: what begins them is, and most of what is in them.
fn is_like<T: PartialEq>(a: &[T], b: &[T]) -> bool {
    let common = a.iter().filter(|it| b.contains(it)).count();
    a.first() == b.first() && common * 2 > a.len().max(b.len())
}

/// Which of an element's texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Text,
    Description,
    Label,
    Value,
    Hint,
    Tooltip,
    Id,
    Attribute(usize),
}

/// The texts of an element that tell it from others, without what only says how it looks.
fn texts(element: &mut Element) -> Vec<(Field, &mut String)> {
    let own = [
        (Field::Text, &mut element.text),
        (Field::Description, &mut element.content_description),
        (Field::Label, &mut element.label),
        (Field::Value, &mut element.value),
        (Field::Hint, &mut element.hint_text),
        (Field::Tooltip, &mut element.tooltip),
        (Field::Id, &mut element.resource_name),
    ];
    let own = own
        .into_iter()
        .filter_map(|(field, it)| Some((field, it.as_mut()?)));
    let told = |name: &str| !matches!(name, "class" | "type" | "color" | "size" | "shape");
    let attributes = element.attributes.iter_mut().enumerate();
    let attributes = attributes.filter(|(_, (name, _))| told(name));
    own.chain(attributes.map(|(n, (_, it))| (Field::Attribute(n), it)))
        .collect()
}

/// In what order a screen lists its elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// What is inside of something follows it.
    Tree,
    /// Level by level.
    Levels,
    /// Level by level, window by window.
    Windows,
}

impl Order {
    const ALL: [Order; 3] = [Order::Tree, Order::Levels, Order::Windows];

    fn key(self, it: &Element) -> (Option<u16>, usize, &[u16]) {
        match self {
            Order::Tree => (None, 0, &it.path),
            Order::Levels => (None, it.path.len(), &it.path),
            Order::Windows => (it.path.first().copied(), it.path.len(), &it.path),
        }
    }

    fn is_of(self, screen: &Screen) -> bool {
        screen.elements.is_sorted_by_key(|it| self.key(it))
    }
}

/// A screen that is being altered. Each element knows which one of the recorded screen it is.
#[derive(Clone, Debug)]
pub struct Draft {
    recorded: Screen,
    elements: Vec<(Option<ElementId>, Element)>,
}

impl Draft {
    /// The screen as it was recorded.
    pub fn new(screen: &Screen) -> Self {
        let elements = screen.iter().map(|(id, it)| (Some(id), it.clone()));
        Self {
            elements: elements.collect(),
            recorded: screen.clone(),
        }
    }

    /// The screen, and where an element of the recorded one is now. The elements stand in the order of the recorded
    /// screen; `None` where that order says nothing of where a new one stands.
    pub fn finish(mut self, target: ElementId) -> Option<(Screen, Option<ElementId>)> {
        let order = Order::ALL.into_iter().find(|it| it.is_of(&self.recorded))?;
        self.elements
            .sort_by(|(_, a), (_, b)| order.key(a).cmp(&order.key(b)));
        let at = self.elements.iter().position(|(id, _)| *id == Some(target));
        let screen = Screen {
            elements: self.elements.into_iter().map(|(_, it)| it).collect(),
            ..self.recorded
        };
        Some((screen, at.map(ElementId)))
    }

    /// Put a copy of one row before or after another, with other words. A word is told with whether all rows have it.
    pub fn insert(&mut self, at: &Row, like: &Row, before: bool, words: impl Fn(&str, bool) -> String) {
        let Some((slot, parent)) = at.place.split_last() else {
            return;
        };
        let slot = if before { *slot } else { slot.saturating_add(1) };
        let depth = parent.len();
        let mut row = Draft::new(&self.recorded);
        row.reword(like, words);
        let (from, to) = (like.bounds(&self.recorded), at.bounds(&self.recorded));
        let step = self.step(at);
        let (right, down) = match before {
            true => (to.left - from.left, to.top - from.top),
            false => (to.left - from.left + step.0, to.top - from.top + step.1),
        };
        for (_, it) in &mut self.elements {
            if it.path.len() > depth && it.path.starts_with(parent) && it.path[depth] >= slot {
                it.path[depth] = it.path[depth].saturating_add(1);
                it.bounds = moved(it.bounds, step.0, step.1);
            }
        }
        let copied = row
            .elements
            .into_iter()
            .filter(|(id, _)| id.is_some_and(|it| like.holds(it)));
        self.elements.extend(copied.map(|(_, mut it)| {
            it.path.splice(..=depth, parent.iter().copied().chain([slot]));
            it.bounds = moved(it.bounds, right, down);
            (None, it)
        }));
    }

    /// How far the next row is from one: to the right, or down.
    fn step(&self, row: &Row) -> (i32, i32) {
        let own = row.bounds(&self.recorded);
        let other = row.neighbour(&self.recorded).map(|it| it.bounds(&self.recorded));
        match other {
            Some(it) if it.top < own.bottom && own.top < it.bottom => (own.width(), 0),
            Some(_) | None => (0, own.height()),
        }
    }

    /// Two rows change places.
    pub fn swap(&mut self, a: &Row, b: &Row) {
        let (at, bt) = (a.bounds(&self.recorded), b.bounds(&self.recorded));
        for (from, to, right, down) in [
            (a, b, bt.left - at.left, bt.top - at.top),
            (b, a, at.left - bt.left, at.top - bt.top),
        ] {
            for (_, it) in self
                .elements
                .iter_mut()
                .filter(|(id, _)| id.is_some_and(|it| from.holds(it)))
            {
                it.path.splice(..from.place.len(), to.place.iter().copied());
                it.bounds = moved(it.bounds, right, down);
            }
        }
    }

    /// Other words for those of a row. Each is told with whether the rows beside it have it in the same place.
    pub fn reword(&mut self, row: &Row, words: impl Fn(&str, bool) -> String) {
        let mut beside: BTreeMap<Vec<u16>, Vec<Element>> = BTreeMap::new();
        for place in &row.siblings {
            for it in self
                .recorded
                .elements
                .iter()
                .filter(|it| it.path.starts_with(place))
            {
                let within = it.path[place.len()..].to_vec();
                beside.entry(within).or_default().push(it.clone());
            }
        }
        for (_, element) in self
            .elements
            .iter_mut()
            .filter(|(id, _)| id.is_some_and(|it| row.holds(it)))
        {
            let within = element.path[row.place.len()..].to_vec();
            let mut others = beside.remove(&within).unwrap_or_default();
            for (field, text) in texts(element) {
                let said = |it: &mut Element| texts(it).into_iter().any(|(f, it)| f == field && *it == *text);
                let id = matches!(field, Field::Id | Field::Attribute(_));
                // An id that no row beside it has in its place is no name of the row.
                let common = match others.is_empty() {
                    true => id,
                    false => others.iter_mut().all(said),
                };
                *text = match text.split_once(":id/").filter(|_| field == Field::Id) {
                    Some((package, id)) => format!("{package}:id/{}", words(id, common)),
                    None => words(text, common),
                };
            }
        }
    }

    /// Take a row away.
    pub fn remove(&mut self, row: &Row) {
        self.elements.retain(|(id, _)| id.is_none_or(|it| !row.holds(it)));
    }

    /// Take away what only says what a control is called.
    pub fn remove_labels(&mut self, control: &Element) {
        self.elements.retain(|(_, it)| !it.is_label_of(control));
    }

    /// Put words on top of the window of an element, as something that is pressed for nothing.
    pub fn add_heading(&mut self, beside: ElementId, words: &str) {
        let Some(target) = self.recorded.get(beside) else {
            return;
        };
        let window = target.path.first().copied();
        let Some(window) = window.filter(|_| target.path.len() > 1) else {
            return;
        };
        let of_window = |it: &Element| it.path.first() == Some(&window);
        let last = self
            .elements
            .iter()
            .filter_map(|(_, it)| it.path.get(1).filter(|_| of_window(it)));
        let place = last.max().map_or(0, |it| it.saturating_add(1));
        let width = i32::try_from(self.recorded.size.0).unwrap_or(i32::MAX);
        let heading = Element {
            text: Some(words.to_owned()),
            role: Some("heading".to_owned()),
            package_name: target.package_name.clone(),
            bounds: Rect::new(0, 0, width, target.bounds.height().max(1)),
            path: vec![window, place],
            ..Element::default()
        };
        self.elements.push((None, heading));
    }

    /// Other names for the ids of the app; those that every app has stay as they are.
    pub fn rename_ids(&mut self, name: impl Fn(&str) -> String) {
        let app = &self.recorded.app;
        for (_, it) in &mut self.elements {
            if let Some(id) = &mut it.resource_name {
                let of_app = id.split_once(":id/").is_none_or(|(package, _)| package == app);
                if of_app && !id.is_empty() {
                    *id = name(id);
                }
            }
        }
    }
}

fn moved(bounds: Rect, right: i32, down: i32) -> Rect {
    match bounds.has_area() {
        true => Rect::new(
            bounds.left + right,
            bounds.top + down,
            bounds.right + right,
            bounds.bottom + down,
        ),
        false => bounds,
    }
}
