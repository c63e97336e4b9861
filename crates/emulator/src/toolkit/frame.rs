//! Laid-out windows: a flat list of nodes with their boxes, and what a finger hits.

use ui::Rect;

use super::{view::View, window::WindowKind};
use crate::msg::Msg;

/// One widget with its place.
#[derive(Clone, Debug)]
pub struct Node {
    /// The widget; its children are in [`Node::children`].
    pub view: View,
    /// Its box, also where it lies outside the screen.
    pub rect: Rect,
    /// The part that can be seen; `None` if nothing can.
    pub visible: Option<Rect>,
    /// The widget that contains it.
    pub parent: Option<u32>,
    /// Its position among its parent's children.
    pub position: u16,
    /// What it contains.
    pub children: Vec<u32>,
    /// Whether it contains nothing at all, seen or not.
    pub leaf: bool,
    /// How far its content can be scrolled.
    pub room: i32,
}

/// One window of a frame.
#[derive(Clone, Debug)]
pub struct Pane {
    /// Its kind.
    pub kind: WindowKind,
    /// Whose it is.
    pub package: &'static str,
    /// Whether a tap outside closes it.
    pub cancelable: bool,
    /// Where it is.
    pub rect: Rect,
    /// Its first node; the nodes up to the next pane's are all its own.
    pub root: u32,
}

/// Everything on the screen, the lowest window first.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// All widgets of all windows, parents before children.
    pub nodes: Vec<Node>,
    /// The windows.
    pub panes: Vec<Pane>,
}

/// What a finger hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// A widget that takes taps.
    Node(u32),
    /// A place beside a window that a tap there closes.
    Outside,
    /// Nothing that takes taps.
    Nothing,
}

impl Frame {
    pub(super) fn begin(&mut self, kind: WindowKind, package: &'static str, cancelable: bool, rect: Rect) {
        self.panes.push(Pane {
            kind,
            package,
            cancelable,
            rect,
            root: self.nodes.len() as u32,
        });
    }

    pub(super) fn push(&mut self, node: Node) -> u32 {
        let id = self.nodes.len() as u32;
        if let Some(parent) = node.parent {
            self.nodes[parent as usize].children.push(id);
        }
        self.nodes.push(node);
        id
    }

    /// A node.
    pub fn node(&self, id: u32) -> &Node {
        &self.nodes[id as usize]
    }

    /// The windows that are reported and take taps: from the highest modal one up.
    pub fn active(&self) -> &[Pane] {
        let first = self.panes.iter().rposition(|it| it.kind.is_modal()).unwrap_or(0);
        &self.panes[first..]
    }

    /// What a tap at a point meets, in the highest window there.
    pub fn tapped(&self, x: i32, y: i32) -> Hit {
        self.meet(x, y, |it| it.view.takes_taps())
    }

    /// What a long press meets.
    pub fn pressed(&self, x: i32, y: i32) -> Hit {
        self.meet(x, y, |it| it.view.hold.is_some() || it.view.takes_taps())
    }

    /// What a drag that starts here moves.
    pub fn dragged(&self, x: i32, y: i32, horizontal: bool) -> Option<u32> {
        let scrolls = |it: &Node| it.view.scroll.is_some_and(|it| it.horizontal == horizontal) && it.room > 0;
        let drags = |it: &Node| (horizontal && it.view.drag.is_some()) || it.view.stroke.is_some();
        let hit = self.meet(x, y, |it| scrolls(it) || drags(it));
        match hit {
            Hit::Node(id) => Some(id),
            Hit::Outside | Hit::Nothing => None,
        }
    }

    fn meet(&self, x: i32, y: i32, takes: impl Fn(&Node) -> bool) -> Hit {
        for pane in self.active().iter().rev() {
            if let Some(id) = self.deepest(pane.root, x, y, &takes) {
                return Hit::Node(id);
            }
            if pane.kind.is_modal() {
                return if pane.rect.contains(x, y) || !pane.cancelable {
                    Hit::Nothing
                } else {
                    Hit::Outside
                };
            }
        }
        Hit::Nothing
    }

    fn deepest(&self, id: u32, x: i32, y: i32, takes: &impl Fn(&Node) -> bool) -> Option<u32> {
        let node = self.node(id);
        if !node.visible.is_some_and(|it| it.contains(x, y)) {
            return None;
        }
        node.children
            .iter()
            .rev()
            .find_map(|it| self.deepest(*it, x, y, takes))
            .or_else(|| takes(node).then_some(id))
    }

    /// The text field with this name, in the highest window that is not a menu or a bar.
    pub fn field(&self, name: &Msg) -> Option<u32> {
        let holds = |it: &&Pane| it.kind.is_modal() && !matches!(it.kind, WindowKind::Menu { .. });
        let first = self.panes.iter().rfind(holds)?.root;
        (first..self.nodes.len() as u32).find(|id| {
            self.node(*id)
                .view
                .field
                .as_ref()
                .is_some_and(|it| it.name == *name)
        })
    }

    /// The next enabled text field of the same window.
    pub fn field_after(&self, id: u32) -> Option<u32> {
        (id + 1..self.nodes.len() as u32).find(|it| {
            let view = &self.node(*it).view;
            view.field.is_some() && view.enabled
        })
    }

    /// Child indices from the root down to a node, behind its window's number.
    pub fn path(&self, id: u32, window: usize) -> Vec<u16> {
        let mut path = Vec::with_capacity(10);
        let mut at = id;
        loop {
            let node = self.node(at);
            match node.parent {
                Some(parent) => {
                    path.push(node.position);
                    at = parent;
                }
                None => break,
            }
        }
        path.push(window as u16);
        path.reverse();
        path
    }
}
