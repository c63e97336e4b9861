//! The tree of widgets that is seen from outside.

use ui::Element;

/// A widget that can be seen, with those in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// The widget, as an accessibility service reports it.
    pub element: Element,
    /// Whether the list of the screen's elements has it: no container, and nothing that says and does nothing.
    pub listed: bool,
    /// What it contains, as far as that can be seen.
    pub children: Vec<Branch>,
}

/// What kind of window it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemWindow {
    /// The keyboard.
    Keyboard,
    /// A bar of the system.
    Bar,
}
