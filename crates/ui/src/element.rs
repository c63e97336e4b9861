//! One element of a screen, with the fields of AndroidWorld's `UIElement` and what a web page adds.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};

use crate::locator::ExtraAction;

/// Position of an element in [`crate::Screen::elements`]. It belongs to that screen only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ElementId(pub usize);

impl fmt::Display for ElementId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The attribute of what lies behind a modal dialog.
const BEHIND: &str = "behind";

/// Bounding box in device pixels; `right` and `bottom` are exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rect {
    /// Left edge.
    pub left: i32,
    /// Top edge.
    pub top: i32,
    /// Right edge, exclusive.
    pub right: i32,
    /// Bottom edge, exclusive.
    pub bottom: i32,
}

impl Rect {
    /// A box from its edges.
    pub fn new(left: i32, top: i32, right: i32, bottom: i32) -> Self {
        Self {
            left,
            top,
            right,
            bottom,
        }
    }

    /// Width in pixels, never negative.
    pub fn width(&self) -> i32 {
        (self.right - self.left).max(0)
    }

    /// Height in pixels, never negative.
    pub fn height(&self) -> i32 {
        (self.bottom - self.top).max(0)
    }

    /// How many pixels it has.
    pub fn area(&self) -> i64 {
        i64::from(self.width()) * i64::from(self.height())
    }

    /// Whether anything of it can be seen.
    pub fn has_area(&self) -> bool {
        self.width() > 0 && self.height() > 0
    }

    /// The middle, where a tap lands.
    pub fn center(&self) -> (i32, i32) {
        ((self.left + self.right) / 2, (self.top + self.bottom) / 2)
    }

    /// Whether a point lies inside.
    pub fn contains(&self, x: i32, y: i32) -> bool {
        (self.left..self.right).contains(&x) && (self.top..self.bottom).contains(&y)
    }

    /// Whether both stand on one line: the middle of one lies between the upper and the lower edge of the other.
    pub fn is_level_with(&self, other: &Rect) -> bool {
        let holds = |outer: &Rect, inner: &Rect| (outer.top..outer.bottom).contains(&inner.center().1);
        holds(self, other) || holds(other, self)
    }

    /// The common part of two boxes, if it has an area.
    pub fn intersection(&self, other: &Rect) -> Option<Rect> {
        let both = Rect::new(
            self.left.max(other.left),
            self.top.max(other.top),
            self.right.min(other.right),
            self.bottom.min(other.bottom),
        );
        both.has_area().then_some(both)
    }
}

fn no(flag: &bool) -> bool {
    !*flag
}

fn yes() -> bool {
    true
}

fn is_true(flag: &bool) -> bool {
    *flag
}

/// One element as the device reports it. Empty strings are `None`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Element {
    /// What it shows. An empty Android text field shows its hint here, as Android reports it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Accessibility description (Android) or accessible name where it differs from the text (web).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_description: Option<String>,
    /// Hint (Android) or placeholder (web).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint_text: Option<String>,
    /// Tooltip (Android) or `title` (web).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tooltip: Option<String>,
    /// Text of the label that belongs to it (`<label>`, `aria-labelledby`), where the device knows one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// What an input holds (web). On Android the text is the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Android class, or the HTML tag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class_name: Option<String>,
    /// ARIA role (web).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// `package:id/name` (Android) or the HTML id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource_name: Option<String>,
    /// Package the element's window belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package_name: Option<String>,
    /// The head of the table column that it stands in (web), where the table has heads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// Further attributes a page gives (`name`, `type`, `href`, `color`, ...).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: BTreeMap<String, String>,
    /// Where it is, in device pixels, clipped to what is visible.
    pub bounds: Rect,
    /// Child indices from the root of the widget tree: what containers it shares with others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<u16>,
    /// Has a checked state.
    #[serde(default, skip_serializing_if = "no")]
    pub checkable: bool,
    /// Is checked.
    #[serde(default, skip_serializing_if = "no")]
    pub checked: bool,
    /// Reacts to a tap itself (its parent may, where this is false).
    #[serde(default, skip_serializing_if = "no")]
    pub clickable: bool,
    /// Takes text.
    #[serde(default, skip_serializing_if = "no")]
    pub editable: bool,
    /// Takes input at all.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub enabled: bool,
    /// Has the keyboard focus.
    #[serde(default, skip_serializing_if = "no")]
    pub focused: bool,
    /// Can have the keyboard focus.
    #[serde(default, skip_serializing_if = "no")]
    pub focusable: bool,
    /// Reacts to a long press.
    #[serde(default, skip_serializing_if = "no")]
    pub long_clickable: bool,
    /// Its content scrolls.
    #[serde(default, skip_serializing_if = "no")]
    pub scrollable: bool,
    /// Is selected (a tab, a row in selection mode).
    #[serde(default, skip_serializing_if = "no")]
    pub selected: bool,
    /// Holds a password: its text is dots.
    #[serde(default, skip_serializing_if = "no")]
    pub password: bool,
}

/// A resource name without the package in front: what stands behind `:id/`, if that is there.
pub fn short_id(resource_name: &str) -> &str {
    resource_name.rsplit(":id/").next().unwrap_or(resource_name)
}

impl Element {
    /// Its id, unless that looks made up at run time: such a one is another on the next visit.
    pub fn lasting_id(&self) -> Option<&str> {
        let id = self.resource_name.as_deref();
        id.filter(|it| !looks_generated(short_id(it)))
    }

    /// Whether it shows just what a control is called, and takes nothing itself: a tap on it is one on the control.
    pub fn is_label_of(&self, control: &Element) -> bool {
        let label = control.label.as_deref().map(str::trim);
        let label = label.filter(|it| !it.is_empty());
        !self.editable && label.is_some() && self.text.as_deref().map(str::trim) == label
    }
}

/// Whether an id looks made up at run time: a long run of digits, or digits at its end behind a dash.
fn looks_generated(id: &str) -> bool {
    let longest = id
        .split(|it: char| !it.is_ascii_digit())
        .map(str::len)
        .max()
        .unwrap_or(0);
    let tail = id.rsplit(['-', '_', ':']).next().unwrap_or(id);
    longest >= 3 || (tail.len() < id.len() && !tail.is_empty() && tail.bytes().all(|it| it.is_ascii_digit()))
}

impl Default for Element {
    fn default() -> Self {
        Self {
            text: None,
            content_description: None,
            hint_text: None,
            tooltip: None,
            label: None,
            value: None,
            class_name: None,
            role: None,
            resource_name: None,
            package_name: None,
            column: None,
            attributes: BTreeMap::new(),
            bounds: Rect::default(),
            path: Vec::new(),
            checkable: false,
            checked: false,
            clickable: false,
            editable: false,
            enabled: true,
            focused: false,
            focusable: false,
            long_clickable: false,
            scrollable: false,
            selected: false,
            password: false,
        }
    }
}

impl Element {
    /// What can be done beyond a tap (every element can be tapped), as the paper's
    /// `additional_actions`: `long_press`, `input_text`, `swipe`.
    pub fn additional_actions(&self) -> Vec<ExtraAction> {
        let mut all = Vec::new();
        if self.long_clickable {
            all.push(ExtraAction::LongPress);
        }
        if self.editable {
            all.push(ExtraAction::InputText);
        }
        if self.scrollable {
            all.push(ExtraAction::Swipe);
        }
        all
    }

    /// Everything readable on the element: text, description, label, value, hint, tooltip.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        [
            &self.text,
            &self.content_description,
            &self.label,
            &self.value,
            &self.hint_text,
            &self.tooltip,
        ]
        .into_iter()
        .filter_map(|it| it.as_deref())
    }

    /// What an input holds: nothing when only its hint is shown.
    pub fn held_text(&self) -> &str {
        match (&self.value, &self.text) {
            (Some(value), _) => value,
            (None, Some(text)) if !self.shows_hint() => text,
            _ => "",
        }
    }

    /// Whether the text that shows is its hint.
    pub fn shows_hint(&self) -> bool {
        self.text.is_some() && self.text == self.hint_text
    }

    /// Number of containers shared with another element, from the root down.
    pub fn shared_depth(&self, other: &Element) -> usize {
        self.path
            .iter()
            .zip(&other.path)
            .take_while(|(a, b)| a == b)
            .count()
    }

    /// Whether a modal dialog lies before it, as the device says.
    pub fn is_behind(&self) -> bool {
        self.attributes.contains_key(BEHIND)
    }

    /// Whether `self` contains `other` in the widget tree.
    pub fn contains(&self, other: &Element) -> bool {
        self.path.len() < other.path.len() && other.path.starts_with(&self.path)
    }

    /// A short name for messages: kind and what it shows; a hint is called one.
    pub fn name(&self) -> String {
        let kind = self
            .role
            .as_deref()
            .or(self.class_name.as_deref())
            .map(|it| it.rsplit('.').next().unwrap_or(it))
            .unwrap_or("element");
        let shown = [
            &self.text,
            &self.content_description,
            &self.label,
            &self.hint_text,
            &self.resource_name,
        ]
        .into_iter()
        .find_map(|it| it.as_deref());
        match shown {
            Some(hint) if self.hint_text.as_deref() == Some(hint) => {
                format!("{kind} (hint: \"{}\")", shorten(hint, 60))
            }
            Some(shown) => format!("{kind} \"{}\"", shorten(shown, 60)),
            None => kind.to_owned(),
        }
    }
}

/// At most `limit` characters, with an ellipsis where something was cut.
fn shorten(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        text.to_owned()
    } else {
        text.chars().take(limit - 1).chain(['…']).collect()
    }
}
