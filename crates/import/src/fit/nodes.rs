//! A screen as a document that names are looked for in.

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
    let is_cell = |it: &Element| matches!(it.class_name.as_deref(), Some("td" | "th"));
    let mut rows: Vec<Vec<u16>> = screen
        .elements
        .iter()
        .filter(|it| is_cell(it))
        .filter_map(|it| it.path.split_last().map(|(_, row)| row.to_vec()))
        .collect();
    rows.sort();
    rows.dedup();
    rows.retain(|row| !screen.elements.iter().any(|it| it.path == *row));
    for path in rows {
        let inside: Vec<&Element> = screen
            .elements
            .iter()
            .filter(|it| within(&path, &it.path))
            .collect();
        let texts: Vec<&str> = inside.iter().filter_map(|it| words_of_row(it)).collect();
        nodes.push(Node {
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

    pub(super) fn inside(&self, inner: usize, outer: usize) -> bool {
        within(&self.nodes[outer].element.path, &self.nodes[inner].element.path)
    }
}

/// Whether an element shows another document.
pub(super) fn is_frame(element: &Element) -> bool {
    matches!(element.class_name.as_deref(), Some("iframe" | "frame"))
}
