//! What a page showed at one moment.

use std::sync::Arc;

use ui::{Element, ElementId, Screen};

/// A screen with the nodes that its elements are.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// The elements.
    pub screen: Arc<Screen>,
    /// SHA-256 (hex) of the picture of it.
    pub picture: Option<String>,
    /// The nodes of the elements.
    nodes: Arc<Vec<u64>>,
}

/// How closely two looks are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closely {
    /// Where the focus is does not count.
    ButFocus,
    /// Nor does what a page shows of it: classes, and sizes that change with them.
    ButStyle,
}

impl Look {
    /// A look at a screen.
    pub fn new(screen: Arc<Screen>, nodes: Vec<u64>, picture: Option<String>) -> Self {
        Self {
            screen,
            picture,
            nodes: Arc::new(nodes),
        }
    }

    /// Where a node is in the list.
    pub fn find(&self, node: u64) -> Option<ElementId> {
        let at = self.nodes.iter().position(|it| *it == node)?;
        (at < self.screen.elements.len()).then_some(ElementId(at))
    }

    /// The element of a node.
    pub fn element(&self, node: u64) -> Option<&Element> {
        self.screen.get(self.find(node)?)
    }

    /// Whether a node can be seen on it.
    pub(crate) fn shows(&self, node: u64) -> bool {
        self.element(node).is_some()
    }

    /// Whether it shows something else than another.
    pub(crate) fn differs(&self, other: &Look, closely: Closely) -> bool {
        let (a, b) = (&self.screen, &other.screen);
        if Arc::ptr_eq(a, b) {
            return false;
        }
        if a.app != b.app || a.activity != b.activity || a.elements.len() != b.elements.len() {
            return true;
        }
        let changed = |a: &Element, b: &Element| {
            let (mut a, mut b) = (a.clone(), b.clone());
            for it in [&mut a, &mut b] {
                it.focused = false;
                if closely == Closely::ButStyle {
                    it.attributes.remove("class");
                    it.bounds = ui::Rect::default();
                }
            }
            a != b
        };
        a.elements
            .iter()
            .zip(&b.elements)
            .any(|(a, b)| a != b && changed(a, b))
    }
}
