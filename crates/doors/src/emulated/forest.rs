//! The screen as the accessibility forwarder sends it: windows with their widgets, layer by layer.

use std::collections::VecDeque;

use adb_door::Node;
use emulator::SystemWindow;
use ui::{Element, Rect};

use super::message::{
    Forest, NodeInfo, OF_APPLICATION, OF_INPUT_METHOD, OF_SYSTEM, ProtoRect, Tree, WindowInfo,
};

/// Windows, the lowest first, with those of the system above. Widgets that are not important for accessibility are left out, as
/// a service that does not ask for them gets them.
pub fn forest(windows: &[Node], system: &[(SystemWindow, Node)]) -> Forest {
    let last = windows.len().saturating_sub(1);
    let of_apps = windows.iter().map(|it| (OF_APPLICATION, it));
    let of_system = system.iter().map(|(kind, it)| match kind {
        SystemWindow::Keyboard => (OF_INPUT_METHOD, it),
        SystemWindow::Bar => (OF_SYSTEM, it),
    });
    let window = |(layer, (window_type, root)): (usize, (i32, &Node))| {
        let id = layer as i32 + 1;
        WindowInfo {
            bounds_in_screen: Some(rect(root.element.bounds)),
            id,
            layer: layer as i32,
            window_type,
            is_active: layer == last,
            is_focused: layer == last,
            tree: Some(tree(root, id)),
        }
    };
    Forest {
        windows: of_apps.chain(of_system).enumerate().map(window).collect(),
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

    /// The types of the windows that are told of, and what the system's say.
    fn of_system(emulator: &Emulator) -> (Vec<i32>, Vec<String>) {
        let forest = forest(&Handset::windows(emulator), &emulator.system_windows());
        let types = forest.windows.iter().map(|it| it.window_type).collect();
        let said = listed(&forest);
        let said = said
            .into_iter()
            .filter(|it| it.package_name == "com.android.systemui");
        (types, said.map(|it| it.content_description.clone()).collect())
    }

    #[test]
    fn windows_of_the_system_lie_above_those_of_apps() {
        let mut emulator = Emulator::new();
        emulator.start(Phone::package("Contacts").expect("an app"));
        let bars = [
            "15:34",
            "Wifi signal full.",
            "Battery 100 percent.",
            "Back",
            "Home",
            "Overview",
        ];
        let (types, said) = of_system(&emulator);
        assert_eq!(types, [OF_APPLICATION, OF_SYSTEM, OF_SYSTEM]);
        assert_eq!(said, bars);
        emulator.begin_contact("Ada", "1");
        let screen = emulator.observe().expect("a screen");
        let field = screen.iter().find(|(_, it)| it.editable).expect("a field").1;
        let (x, y) = field.bounds.center();
        emulator.touch(adb_door::Finger::Tap(x, y));
        let (types, _) = of_system(&emulator);
        assert_eq!(types, [OF_APPLICATION, OF_INPUT_METHOD, OF_SYSTEM, OF_SYSTEM]);
    }

    #[test]
    fn the_list_that_is_made_of_it_is_the_emulators_own() {
        let mut emulator = Emulator::new();
        for app in Phone::installed() {
            emulator.start(app.package);
            let own = emulator.observe().expect("a screen");
            let forest = forest(&Handset::windows(&emulator), &[]);
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
