//! A screen as a document that names are looked for in.

use std::{collections::BTreeSet, ops::Range};

use ui::{Element, ElementId, Screen};

/// Whether a name fits an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    No,
    /// It can't be told from what is listed.
    Maybe,
    Yes,
}

impl From<bool> for Fit {
    fn from(it: bool) -> Self {
        if it { Fit::Yes } else { Fit::No }
    }
}

/// An element of the screen, or a row that its cells tell of.
pub(super) struct Node {
    /// None for what is not listed.
    pub(super) id: Option<ElementId>,
    pub(super) element: Element,
}

/// The elements in document order, and the rows of tables among them: rows themselves are seldom listed.
pub(super) fn nodes_of(screen: &Screen) -> Vec<Node> {
    let mut nodes: Vec<Node> = screen
        .iter()
        .map(|(id, element)| Node {
            id: Some(id),
            element: element.clone(),
        })
        .collect();
    nodes.sort_by(|a, b| a.element.path.cmp(&b.element.path));
    let is_cell = |it: &&Node| matches!(it.element.class_name.as_deref(), Some("td" | "th"));
    let parents = nodes
        .iter()
        .filter(is_cell)
        .filter_map(|it| it.element.path.split_last());
    let rows: BTreeSet<Vec<u16>> = parents.map(|(_, row)| row.to_vec()).collect();
    let mut made = Vec::new();
    for path in rows {
        let first = nodes.partition_point(|it| it.element.path < path);
        if nodes.get(first).is_some_and(|it| it.element.path == path) {
            continue;
        }
        let inside = nodes[first..]
            .iter()
            .take_while(|it| it.element.path.starts_with(&path));
        let texts: Vec<&str> = inside.filter_map(|it| words_of_row(&it.element)).collect();
        made.push(Node {
            id: None,
            element: Element {
                class_name: Some("tr".to_owned()),
                role: Some("row".to_owned()),
                text: Some(texts.join(" ")),
                path,
                ..Element::default()
            },
        });
    }
    nodes.extend(made);
    nodes.sort_by(|a, b| a.element.path.cmp(&b.element.path));
    nodes
}

/// What an element adds to the name of its row.
fn words_of_row(element: &Element) -> Option<&str> {
    match element.class_name.as_deref() {
        Some("option") => None,
        Some(_) | None => element.content_description.as_deref().or(element.text.as_deref()),
    }
}

/// Whether a path is below another one.
pub(super) fn within(outer: &[u16], inner: &[u16]) -> bool {
    outer.len() < inner.len() && inner.starts_with(outer)
}

/// A document on a screen: the elements that names are looked for among.
pub(super) struct Scope<'a> {
    /// In document order, which is that of their paths.
    pub(super) nodes: Vec<&'a Node>,
    /// Paths of the documents' own roots.
    pub(super) roots: Vec<Vec<u16>>,
}

impl<'a> Scope<'a> {
    /// What is in documents with these roots, and not in a frame within.
    pub(super) fn rooted(nodes: &'a [Node], roots: Vec<Vec<u16>>) -> Self {
        let frames: Vec<&Node> = nodes.iter().filter(|it| is_frame(&it.element)).collect();
        let inside = |node: &&Node| {
            let path = &node.element.path;
            let root = roots.iter().find(|it| path.starts_with(it));
            root.is_some_and(|root| {
                !frames
                    .iter()
                    .any(|it| within(&it.element.path, path) && it.element.path.starts_with(root))
            })
        };
        let nodes = nodes.iter().filter(inside).collect();
        Self { nodes, roots }
    }

    /// The node with a path.
    pub(super) fn at(&self, path: &[u16]) -> Option<usize> {
        let found = self
            .nodes
            .binary_search_by(|it| it.element.path.as_slice().cmp(path));
        found.ok()
    }

    /// The nodes in a node: they follow it.
    pub(super) fn within(&self, at: usize) -> Range<usize> {
        let path = &self.nodes[at].element.path;
        let inner = self.nodes[at + 1..]
            .iter()
            .take_while(|it| it.element.path.starts_with(path));
        at + 1..at + 1 + inner.count()
    }

    pub(super) fn inside(&self, inner: usize, outer: usize) -> bool {
        within(&self.nodes[outer].element.path, &self.nodes[inner].element.path)
    }
}

/// Whether an element shows another document.
pub(super) fn is_frame(element: &Element) -> bool {
    matches!(element.class_name.as_deref(), Some("iframe" | "frame"))
}
