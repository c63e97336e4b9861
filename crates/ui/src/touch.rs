//! What a hand does at a screen: at a place of it, before anybody says which element that is.

use std::cmp::Reverse;

use crate::{
    action::{Action, Direction, HardAction, is_address},
    chord::Chord,
    element::{Element, ElementId},
    screen::Screen,
};

/// What a hand does at a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Touch {
    /// Press on something.
    Press {
        /// On what.
        on: Spot,
        /// How.
        how: Press,
    },
    /// Type.
    Type {
        /// The field; `None` is where the focus is.
        into: Option<ElementId>,
        /// What is typed.
        text: String,
        /// Whether what stands there goes first.
        clear: bool,
    },
    /// Press a key, perhaps with others held.
    Keys(Chord),
    /// Bring what is further on in this direction.
    Scroll(Direction),
    /// Go back.
    Back,
    /// Go to the home screen.
    Home,
    /// Start an app.
    OpenApp(String),
    /// Open an address.
    OpenLink(String),
    /// Answer the dialog that is open.
    AnswerDialog {
        /// Whether it is agreed to.
        accept: bool,
        /// What is typed into it.
        text: Option<String>,
    },
}

/// Where something is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// At this place, in pixels of the screen.
    At(i32, i32),
    /// On this element.
    Element(ElementId),
}

/// How something is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// One time.
    Once,
    /// Two times at once.
    Twice,
    /// For a second.
    Long,
    /// By the other mouse button.
    Right,
}

impl Touch {
    /// What opens something by what it is called, as [`Action::opening`] has it.
    pub fn opening(name: &str) -> Self {
        match is_address(name) {
            true => Touch::OpenLink(name.to_owned()),
            false => Touch::OpenApp(name.to_owned()),
        }
    }

    /// The action that does the same on this screen. `None` where nothing is at that place.
    pub fn action(&self, screen: &Screen) -> Option<HardAction> {
        Some(match self {
            Touch::Press { on, how } => {
                let target = match on {
                    Spot::At(x, y) => screen.at(*x, *y)?,
                    Spot::Element(id) => screen.get(*id).map(|_| *id)?,
                };
                match how {
                    Press::Once => Action::Click { target },
                    Press::Twice => Action::DoubleTap { target },
                    Press::Long => Action::LongPress { target },
                    Press::Right => Action::RightClick { target },
                }
            }
            Touch::Type { into, text, clear } => {
                let focus = || screen.iter().find(|(_, it)| it.focused && it.editable);
                Action::InputText {
                    target: into.or_else(|| focus().map(|it| it.0)),
                    text: text.clone(),
                    clear: *clear,
                }
            }
            Touch::Keys(keys) => HardAction::press(keys),
            Touch::Scroll(direction) => Action::Scroll {
                target: None,
                direction: *direction,
            },
            Touch::Back => Action::NavigateBack,
            Touch::Home => Action::NavigateHome,
            Touch::OpenApp(app) => Action::OpenApp { app: app.clone() },
            Touch::OpenLink(link) => Action::OpenLink { link: link.clone() },
            Touch::AnswerDialog { accept, text } => Action::AnswerDialog {
                accept: *accept,
                text: text.clone(),
            },
        })
    }
}

/// What a press is meant for, of elements that are all where it is.
fn meant<'a>(here: impl Iterator<Item = (ElementId, &'a Element)>) -> Option<ElementId> {
    let takes = |it: &Element| it.enabled && (it.clickable || it.editable || it.checkable);
    // Of two of the same size the later one is drawn above.
    let smallest = here.min_by_key(|(id, it)| (!takes(it), it.bounds.area(), Reverse(*id)));
    smallest.map(|it| it.0)
}

impl Screen {
    /// The element that a press at this place is meant for: of those that take presses the smallest, else the smallest of
    /// all that are there.
    pub fn at(&self, x: i32, y: i32) -> Option<ElementId> {
        meant(self.iter().filter(|(_, it)| it.bounds.contains(x, y)))
    }

    /// The same of the elements in the highest window there: what lies below it gets no press.
    pub fn highest_at(&self, x: i32, y: i32) -> Option<ElementId> {
        let here = || self.iter().filter(|(_, it)| it.bounds.contains(x, y));
        let window = |it: &Element| it.path.first().copied();
        let highest = here().map(|(_, it)| window(it)).max()?;
        meant(here().filter(|(_, it)| window(it) == highest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::Rect;

    fn element(bounds: Rect, clickable: bool, editable: bool) -> Element {
        Element {
            bounds,
            clickable,
            editable,
            enabled: true,
            ..Element::default()
        }
    }

    fn screen() -> Screen {
        Screen {
            elements: vec![
                element(Rect::new(0, 0, 100, 100), false, false),
                element(Rect::new(0, 0, 100, 20), true, false),
                // A text within a row that takes presses.
                element(Rect::new(5, 5, 30, 15), false, false),
                element(Rect::new(60, 0, 100, 20), false, true),
                // Two of one size, one above the other.
                element(Rect::new(0, 50, 20, 70), true, false),
                element(Rect::new(0, 50, 20, 70), true, false),
            ],
            ..Screen::default()
        }
    }

    #[test]
    fn a_press_is_meant_for_what_takes_it() {
        let at = |x, y| screen().at(x, y).map(|it| it.0);
        assert_eq!(at(10, 10), Some(1));
        assert_eq!(at(70, 10), Some(3));
        assert_eq!(at(10, 60), Some(5));
        assert_eq!(at(90, 90), Some(0));
        assert_eq!(at(200, 10), None);
        let mut disabled = screen();
        disabled.elements[3].enabled = false;
        assert_eq!(disabled.at(70, 10), Some(ElementId(1)));
    }

    #[test]
    fn what_lies_below_a_window_gets_no_press() {
        let mut screen = screen();
        let said = Element {
            path: vec![1, 0],
            ..element(Rect::new(0, 0, 50, 50), false, false)
        };
        screen.elements.push(said);
        assert_eq!(screen.highest_at(10, 10), Some(ElementId(6)));
        assert_eq!(screen.highest_at(70, 10), Some(ElementId(3)));
        assert_eq!(screen.highest_at(200, 10), None);
    }

    #[test]
    fn a_text_goes_where_the_focus_is_unless_a_field_is_named() {
        let mut screen = screen();
        let typed = |screen: &Screen, into| {
            let touch = Touch::Type {
                into,
                text: "x".to_owned(),
                clear: false,
            };
            match touch.action(screen) {
                Some(Action::InputText { target, .. }) => target,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(typed(&screen, None), None);
        screen.elements[3].focused = true;
        assert_eq!(typed(&screen, None), Some(ElementId(3)));
        assert_eq!(typed(&screen, Some(ElementId(1))), Some(ElementId(1)));
        let press = |on| Touch::Press { on, how: Press::Once };
        assert_eq!(press(Spot::Element(ElementId(9))).action(&screen), None);
        assert_eq!(press(Spot::At(500, 500)).action(&screen), None);
    }
}
