//! The screen as the accessibility forwarder sends it: windows with their widgets, layer by layer.

use std::collections::VecDeque;

use adb_door::Node;
use ui::{Element, Rect};

use super::message::{Forest, NodeInfo, OF_APPLICATION, ProtoRect, Tree, WindowInfo};

/// Windows, the lowest first. Widgets that are not important for accessibility are left out, as a service that does not
/// ask for them gets them.
pub fn forest(windows: &[Node]) -> Forest {
    let last = windows.len().saturating_sub(1);
    let window = |(layer, root): (usize, &Node)| {
        let id = layer as i32 + 1;
        WindowInfo {
            bounds_in_screen: Some(rect(root.element.bounds)),
            id,
            layer: layer as i32,
            window_type: OF_APPLICATION,
            is_active: layer == last,
            is_focused: layer == last,
            tree: Some(tree(root, id)),
        }
    };
    Forest {
        windows: windows.iter().enumerate().map(window).collect(),
    }
}

/// Whether a widget is told of: it is listed, or one in it is.
fn counts(node: &Node) -> bool {
    node.listed || node.children.iter().any(counts)
}

fn tree(root: &Node, window: i32) -> Tree {
    let mut nodes = Vec::new();
    let mut queue = VecDeque::from([(root, 0)]);
    let mut next_id = 1;
    while let Some((node, depth)) = queue.pop_front() {
        let children: Vec<&Node> = node.children.iter().filter(|it| counts(it)).collect();
        let ids = next_id..next_id + children.len() as i32;
        next_id = ids.end;
        nodes.push(NodeInfo {
            unique_id: nodes.len() as i32,
            child_ids: ids.collect(),
            window_id: window,
            depth,
            ..told(&node.element)
        });
        queue.extend(children.into_iter().map(|it| (it, depth + 1)));
    }
    Tree { nodes }
}

fn rect(it: Rect) -> ProtoRect {
    ProtoRect {
        left: it.left,
        top: it.top,
        right: it.right,
        bottom: it.bottom,
    }
}

fn told(it: &Element) -> NodeInfo {
    let text = |it: &Option<String>| it.clone().unwrap_or_default();
    NodeInfo {
        bounds_in_screen: Some(rect(it.bounds)),
        class_name: text(&it.class_name),
        content_description: text(&it.content_description),
        hint_text: text(&it.hint_text),
        package_name: text(&it.package_name),
        text: text(&it.text),
        text_selection_start: -1,
        text_selection_end: -1,
        view_id_resource_name: text(&it.resource_name),
        is_checkable: it.checkable,
        is_checked: it.checked,
        is_clickable: it.clickable,
        is_editable: it.editable,
        is_enabled: it.enabled,
        is_focusable: it.focusable,
        is_long_clickable: it.long_clickable,
        is_password: it.password,
        is_scrollable: it.scrollable,
        is_selected: it.selected,
        is_visible_to_user: true,
        ..NodeInfo::default()
    }
}

#[cfg(test)]
mod tests {
    use adb_door::Handset;
    use device::Device;
    use emulator::{Emulator, Phone};

    use super::*;

    /// What AndroidWorld makes of a forest: the widgets without others in them, with a description, or that scroll.
    fn listed(forest: &Forest) -> Vec<&NodeInfo> {
        let trees = forest.windows.iter().filter_map(|it| it.tree.as_ref());
        trees
            .flat_map(|it| &it.nodes)
            .filter(|it| it.child_ids.is_empty() || !it.content_description.is_empty() || it.is_scrollable)
            .collect()
    }

    #[test]
    fn the_list_that_is_made_of_it_is_the_emulators_own() {
        let mut emulator = Emulator::new();
        for app in Phone::installed() {
            emulator.start(app.package);
            let own = emulator.observe().expect("a screen");
            let forest = forest(&Handset::windows(&emulator));
            let made = listed(&forest);
            let of = |it: &Element| (it.text.clone().unwrap_or_default(), Some(rect(it.bounds)));
            let own: Vec<_> = own.elements.iter().map(of).collect();
            let made: Vec<_> = made
                .iter()
                .map(|it| (it.text.clone(), it.bounds_in_screen))
                .collect();
            assert_eq!(made, own, "{}", app.label);
            for tree in forest.windows.iter().filter_map(|it| it.tree.as_ref()) {
                let mut children: Vec<i32> = tree.nodes.iter().flat_map(|it| it.child_ids.clone()).collect();
                children.sort_unstable();
                assert!(
                    children.into_iter().eq(1..tree.nodes.len() as i32),
                    "{}",
                    app.label
                );
            }
        }
    }
}
