//! Lists in another order, or with rows between that say something and do nothing.

use super::{
    kind::Kind,
    plan::{Plan, mix},
};
use crate::toolkit::{
    View, Window, WindowKind, text,
    view::{Axis, Ink},
};

/// Change every list of a window. A menu's lines are no rows.
pub fn change(plan: &Plan, window: &mut Window) {
    if !matches!(window.kind, WindowKind::Menu { .. } | WindowKind::Toolbar { .. }) {
        change_view(plan, &mut window.root);
    }
}

fn change_view(plan: &Plan, view: &mut View) {
    for child in &mut view.children {
        change_view(plan, child);
    }
    let list = view.scroll.is_some_and(|it| !it.horizontal) && view.axis == Axis::Column;
    if !list || !view.children.iter().any(is_row) {
        return;
    }
    if plan.has(Kind::Order) && !view.ordered {
        let mut start = 0;
        while start < view.children.len() {
            let first = &view.children[start];
            let (class, id, row) = (first.class, first.id, is_row(first));
            let same = |it: &View| row && is_row(it) && it.class == class && it.id == id;
            let count = view.children[start..]
                .iter()
                .take_while(|it| same(it))
                .count()
                .max(1);
            // By what a row shows, so that the others stay where they are when one goes.
            let order = plan.pick("order", 0, u64::MAX);
            view.children[start..start + count].sort_by_cached_key(|it| mix(order, &shown(it)));
            start += count;
        }
    }
    if plan.has(Kind::Rows) {
        let first = 2 + plan.pick("rows", 1, 4) as usize;
        let every = 2 + plan.pick("rows", 2, 3) as usize;
        let mut between = Vec::new();
        let (mut rows, mut count) = (0, 0);
        for child in std::mem::take(&mut view.children) {
            if is_row(&child) {
                let more = if rows == 0 {
                    first
                } else {
                    usize::from(rows % every == 0)
                };
                for _ in 0..more {
                    count += 1;
                    between.push(filler(count));
                }
                rows += 1;
            }
            between.push(child);
        }
        view.children = between;
    }
}

fn filler(count: usize) -> View {
    text(format!("Suggestion {count}: keep your phone charged"))
        .wide()
        .high(56)
        .pad(16, 16)
        .ink(Ink::Dim)
}

/// A row does something when it is tapped or pressed, and nothing is typed into it.
fn is_row(view: &View) -> bool {
    fn types(view: &View) -> bool {
        view.field.is_some() || view.children.iter().any(types)
    }
    (view.tap.is_some() || view.hold.is_some()) && view.popup.is_none() && !types(view)
}

fn shown(view: &View) -> String {
    let mut all = [&*view.desc, &*view.text].concat();
    for child in &view.children {
        all.push('\n');
        all.push_str(&shown(child));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        perturb::Perturb,
        toolkit::{interaction::Touch, scroller},
    };

    fn texts(kind: Kind, seed: u64, names: &[&str]) -> Vec<String> {
        let plan = Plan::new(Perturb::new([kind], seed), []);
        let rows = names.iter().map(|it| text((*it).to_owned()).tap(Touch::Copy));
        let mut window = Window::activity(scroller("android.widget.ListView", "", "", rows));
        change(&plan, &mut window);
        window
            .root
            .children
            .iter()
            .map(|it| it.text.to_string())
            .collect()
    }

    #[test]
    fn an_order_has_the_same_rows_and_keeps_when_one_goes() {
        let names = ["a", "b", "c", "d", "e"];
        let all = texts(Kind::Order, 1, &names);
        let mut sorted = all.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, names);
        assert_eq!(all, texts(Kind::Order, 1, &names));
        assert!((2..6).any(|seed| texts(Kind::Order, seed, &names) != all));
        let fewer: Vec<String> = all.iter().filter(|it| *it != "c").cloned().collect();
        assert_eq!(texts(Kind::Order, 1, &["a", "b", "d", "e"]), fewer);
    }

    #[test]
    fn an_order_that_says_something_stays() {
        let names = ["a", "b", "c", "d", "e"];
        for seed in 0..20 {
            let plan = Plan::new(Perturb::new([Kind::Order], seed), []);
            let rows = names.map(|it| text(it).tap(Touch::Copy));
            let mut window = Window::activity(scroller("android.widget.ListView", "", "", rows).ordered());
            change(&plan, &mut window);
            let texts: Vec<&str> = window.root.children.iter().map(|it| &*it.text).collect();
            assert_eq!(texts, names);
        }
    }

    #[test]
    fn further_rows_leave_the_others_in_order() {
        let all = texts(Kind::Rows, 1, &["a", "b", "c", "d", "e"]);
        assert!(all.len() > 7, "{all:?}");
        let own: Vec<&String> = all.iter().filter(|it| it.len() == 1).collect();
        assert_eq!(own, ["a", "b", "c", "d", "e"]);
    }
}
