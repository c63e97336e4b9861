//! A frame to the list an accessibility service makes of it, by AndroidWorld's rules.
//!
//! The windows reported are the highest modal one and what floats above it. AndroidWorld's forest also has the
//! windows a dialog covers; they are left out here because none of their elements can be tapped.

use std::collections::VecDeque;

use ui::Element;

use super::{
    frame::{Frame, Node},
    interaction::Interaction,
    view::View,
};

/// The nodes that are elements, in the order of the list.
pub fn order(frame: &Frame) -> Vec<u32> {
    let mut nodes = Vec::with_capacity(frame.nodes.len() / 2);
    let mut queue = VecDeque::new();
    for pane in frame.active() {
        queue.push_back(pane.root);
        while let Some(id) = queue.pop_front() {
            let node = frame.node(id);
            if node.visible.is_some() {
                queue.extend(&node.children);
                if is_element(node) {
                    nodes.push(id);
                }
            }
        }
    }
    nodes
}

fn is_element(node: &Node) -> bool {
    let view = &node.view;
    if node.room > 0 || !view.desc.is_empty() {
        return true;
    }
    // Pictures and spaces that say and do nothing are not important for accessibility.
    node.leaf && (is_text(view) || acts(view) || view.checkable)
}

fn is_text(view: &View) -> bool {
    !view.text.is_empty() || view.class.ends_with("TextView")
}

fn acts(view: &View) -> bool {
    view.takes_taps() || view.hold.is_some() || view.drag.is_some() || view.stroke.is_some()
}

/// A node as an element.
pub fn element(frame: &Frame, id: u32, interaction: &Interaction) -> Element {
    let node = frame.node(id);
    let window = frame.panes.iter().rposition(|it| it.root <= id).unwrap_or(0);
    let package = frame.panes[window].package;
    let view = &node.view;
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let editable = view.field.is_some();
    let text = if editable && view.text.is_empty() {
        some(view.hint)
    } else {
        some(&view.shown())
    };
    let resource_name = match view.id {
        "" => None,
        id if id.contains(':') => Some(id.to_owned()),
        id => Some(match id.strip_prefix('#') {
            Some(of_page) => of_page.to_owned(),
            None => [package, ":id/", id].concat(),
        }),
    };
    let focused = view
        .field
        .as_ref()
        .is_some_and(|it| interaction.focus.as_ref().is_some_and(|at| at.field == it.name));
    Element {
        text,
        content_description: some(&view.desc),
        hint_text: some(view.hint),
        class_name: Some(view.class.to_owned()),
        resource_name,
        package_name: Some(package.to_owned()),
        bounds: node.visible.unwrap_or(node.rect),
        path: frame.path(id, window),
        checkable: view.checkable,
        checked: view.checked,
        clickable: view.takes_taps(),
        editable,
        enabled: view.enabled,
        focused,
        focusable: view.takes_taps() || node.room > 0,
        long_clickable: view.hold.is_some() || editable,
        scrollable: node.room > 0,
        selected: view.selected,
        password: view.field.as_ref().is_some_and(|it| it.password),
        ..Element::default()
    }
}
