//! What a page showed at one moment.

use std::{collections::HashSet, sync::Arc};

use ui::{Element, ElementId, Rect, Role, Screen};

use crate::heard::Node;

/// A press that is farther from the line of a slider's thumb than this is not for the slider, in pixels.
const THUMB: i32 = 30;
/// How far the track of a slider goes from its thumb at most, in pixels.
const TRACK: i32 = 1_000;

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

    /// Whether something on it, which another look has no more, lay over something to act on that the other shows anew.
    pub(crate) fn lies_over(&self, other: &Look) -> bool {
        let only_on = |own: &Look, other: &Look, counts: fn(&Element) -> bool| -> Vec<Rect> {
            let known: HashSet<u64> = other.nodes.iter().copied().collect();
            let all = own.nodes.iter().zip(&own.screen.elements);
            all.filter(|(node, it)| !known.contains(node) && counts(it))
                .map(|(_, it)| it.bounds)
                .collect()
        };
        let gone = only_on(self, other, |_| true);
        let shown = only_on(other, self, |it| it.clickable || it.editable);
        gone.iter()
            .any(|above| shown.iter().any(|it| above.intersection(it).is_some()))
    }

    /// The slider that a press has moved, and what it stands at then: the only one of which that changed, pressed beside its thumb,
    /// on one line with it. What is pressed for that may be listed nowhere.
    pub(crate) fn slid(
        &self,
        pressed: Option<&Element>,
        (x, y): (i32, i32),
        after: &Look,
    ) -> Option<(ElementId, String)> {
        let is_on_line = |it: &Element| {
            let (own, reach) = (it.bounds, it.bounds.width().max(it.bounds.height()).min(THUMB));
            (own.top - reach..=own.bottom + reach).contains(&y)
                && (own.left - TRACK..=own.right + TRACK).contains(&x)
        };
        let sliders = self.screen.iter().filter(|(_, it)| it.is(Role::Slider));
        let mut moved = sliders.filter_map(|(id, it)| self.moved(id, after).map(|now| (id, it, now)));
        let (Some((id, slider, now)), None) = (moved.next(), moved.next()) else {
            return None;
        };
        // What does something else as well is what was meant: a button, what says something, what is pressed beside the slider.
        let is_other = pressed.is_some_and(|it| {
            let around = it.contains(slider) || slider.contains(it) || it.path == slider.path;
            it.is(Role::Button)
                || it.text.as_deref().is_some_and(|it| !it.trim().is_empty())
                || it.clickable && !around
        });
        (is_on_line(slider) && !is_other).then_some((id, now))
    }

    /// The slider that has the keys, and what they have brought it to.
    pub(crate) fn slid_by_keys(&self, on: &Node, after: &Look) -> Option<(ElementId, String)> {
        let id = self.find(on.id?)?;
        self.screen.get(id).filter(|it| it.is(Role::Slider))?;
        Some((id, self.moved(id, after)?))
    }

    /// What an element stands at then, where that is another value.
    fn moved(&self, id: ElementId, after: &Look) -> Option<String> {
        let now = after.element(*self.nodes.get(id.0)?)?.value.clone()?;
        (self.screen.get(id)?.value.as_ref() != Some(&now)).then_some(now)
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
