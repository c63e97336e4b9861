//! Which widgets a selector of the uiautomator2 server means.

use regex::Regex;
use serde_json::Value;
use ui::Element;

use crate::handset::Node;

/// The widgets of all windows, parents before children.
pub struct Widgets {
    all: Vec<(Element, Option<usize>)>,
}

impl Widgets {
    /// Of these windows.
    pub fn new(windows: &[Node]) -> Self {
        let mut widgets = Self { all: Vec::new() };
        windows.iter().for_each(|it| widgets.add(it, None));
        widgets
    }

    fn add(&mut self, node: &Node, parent: Option<usize>) {
        let id = self.all.len();
        self.all.push((node.element.clone(), parent));
        node.children.iter().for_each(|it| self.add(it, Some(id)));
    }

    /// A widget.
    pub fn get(&self, id: usize) -> &Element {
        &self.all[id].0
    }

    /// How many widgets are directly in it.
    pub fn children(&self, id: usize) -> usize {
        self.all.iter().filter(|(_, parent)| *parent == Some(id)).count()
    }

    fn is_in(&self, id: usize, outer: usize) -> bool {
        let mut at = self.all[id].1;
        while let Some(parent) = at {
            if parent == outer {
                return true;
            }
            at = self.all[parent].1;
        }
        false
    }

    /// The widgets that a selector fits, in order.
    pub fn find(&self, selector: &Value) -> Result<Vec<usize>, regex::Error> {
        let mut found = self.fitting(selector, |_| true)?;
        let empty = Vec::new();
        let list = |name: &str| selector.get(name).and_then(Value::as_array).unwrap_or(&empty);
        for (how, inner) in list("childOrSibling").iter().zip(list("childOrSiblingSelector")) {
            let outers = found;
            let parents: Vec<Option<usize>> = outers.iter().map(|it| self.all[*it].1).collect();
            found = self.fitting(inner, |id| match how.as_str() {
                Some("sibling") => parents.iter().flatten().any(|it| self.is_in(id, *it)),
                _ => outers.iter().any(|it| self.is_in(id, *it)),
            })?;
        }
        Ok(found)
    }

    fn fitting(&self, selector: &Value, among: impl Fn(usize) -> bool) -> Result<Vec<usize>, regex::Error> {
        let tests = tests(selector)?;
        let mut found: Vec<usize> = (0..self.all.len())
            .filter(|id| among(*id) && tests.iter().all(|it| it.fits(self.get(*id))))
            .collect();
        let instance = selector.get("instance").and_then(Value::as_u64);
        if let Some(instance) = instance.filter(|_| is_in_mask(selector, INSTANCE)) {
            found = found.get(instance as usize).copied().into_iter().collect();
        }
        Ok(found)
    }
}

/// The bit of `instance`: which of several.
const INSTANCE: u32 = 24;
/// The bit of `index`: the place among the parent's children.
const INDEX: u32 = 23;

/// Whether the mask says that a field means something. Without a mask every field does.
fn is_in_mask(selector: &Value, bit: u32) -> bool {
    let mask = selector.get("mask").and_then(Value::as_u64);
    mask.is_none_or(|it| it & (1 << bit) != 0)
}

/// Fields that are texts: the bit in the mask, and what they are compared with.
const TEXTS: [(&str, u32, Part, How); 14] = [
    ("text", 0, Part::Text, How::Is),
    ("textContains", 1, Part::Text, How::Contains),
    ("textMatches", 2, Part::Text, How::Matches),
    ("textStartsWith", 3, Part::Text, How::Begins),
    ("className", 4, Part::Class, How::Is),
    ("classNameMatches", 5, Part::Class, How::Matches),
    ("description", 6, Part::Description, How::Is),
    ("descriptionContains", 7, Part::Description, How::Contains),
    ("descriptionMatches", 8, Part::Description, How::Matches),
    ("descriptionStartsWith", 9, Part::Description, How::Begins),
    ("packageName", 19, Part::Package, How::Is),
    ("packageNameMatches", 20, Part::Package, How::Matches),
    ("resourceId", 21, Part::Id, How::Is),
    ("resourceIdMatches", 22, Part::Id, How::Matches),
];

/// Fields that are true or false.
const STATES: [(&str, u32); 9] = [
    ("checkable", 10),
    ("checked", 11),
    ("clickable", 12),
    ("longClickable", 13),
    ("scrollable", 14),
    ("enabled", 15),
    ("focusable", 16),
    ("focused", 17),
    ("selected", 18),
];

#[derive(Clone, Copy)]
enum Part {
    Text,
    Class,
    Description,
    Package,
    Id,
}

#[derive(Clone, Copy)]
enum How {
    Is,
    Contains,
    Matches,
    Begins,
}

enum Test {
    Is(Part, String),
    Contains(Part, String),
    Matches(Part, Regex),
    Begins(Part, String),
    State(&'static str, bool),
    Index(u64),
}

fn tests(selector: &Value) -> Result<Vec<Test>, regex::Error> {
    let mut all = Vec::new();
    for (name, bit, part, how) in TEXTS {
        let value = selector.get(name).and_then(Value::as_str);
        let Some(value) = value.filter(|_| is_in_mask(selector, bit)) else {
            continue;
        };
        all.push(match how {
            How::Is => Test::Is(part, value.to_owned()),
            How::Contains => Test::Contains(part, value.to_owned()),
            How::Begins => Test::Begins(part, value.to_owned()),
            How::Matches => Test::Matches(part, Regex::new(&format!("^(?s:{value})$"))?),
        });
    }
    for (name, bit) in STATES {
        let value = selector.get(name).and_then(Value::as_bool);
        if let Some(value) = value.filter(|_| is_in_mask(selector, bit)) {
            all.push(Test::State(name, value));
        }
    }
    let index = selector.get("index").and_then(Value::as_u64);
    all.extend(index.filter(|_| is_in_mask(selector, INDEX)).map(Test::Index));
    Ok(all)
}

impl Part {
    fn of(self, element: &Element) -> &str {
        let text = match self {
            Part::Text => &element.text,
            Part::Class => &element.class_name,
            Part::Description => &element.content_description,
            Part::Package => &element.package_name,
            Part::Id => &element.resource_name,
        };
        text.as_deref().unwrap_or_default()
    }
}

impl Test {
    fn fits(&self, element: &Element) -> bool {
        match self {
            Test::Is(part, value) => part.of(element) == value,
            Test::Contains(part, value) => {
                let text = part.of(element).to_lowercase();
                text.contains(&value.to_lowercase())
            }
            Test::Begins(part, value) => {
                let text = part.of(element).to_lowercase();
                text.starts_with(&value.to_lowercase())
            }
            Test::Matches(part, value) => value.is_match(part.of(element)),
            Test::State(name, value) => state(element, name) == *value,
            Test::Index(index) => element.path.last().is_some_and(|it| u64::from(*it) == *index),
        }
    }
}

fn state(element: &Element, name: &str) -> bool {
    match name {
        "checkable" => element.checkable,
        "checked" => element.checked,
        "clickable" => element.clickable,
        "longClickable" => element.long_clickable,
        "scrollable" => element.scrollable,
        "enabled" => element.enabled,
        "focusable" => element.focusable,
        "focused" => element.focused,
        _ => element.selected,
    }
}
