//! The tree of widgets that is seen from outside.

use ui::Element;

/// A widget that can be seen, with those in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// The widget, as an accessibility service reports it.
    pub element: Element,
    /// What it contains, as far as that can be seen.
    pub children: Vec<Branch>,
}
