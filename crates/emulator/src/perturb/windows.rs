//! What an episode's perturbations make of windows: other texts and sizes, other ids, and lists in another order.

use std::borrow::Cow;

use super::{
    kind::Kind,
    plan::{Plan, mix},
    rows, words,
};
use crate::toolkit::{View, Window, view::Dim};

/// Text and what holds it, in hundredths.
const FONT: i32 = 150;

/// One of so many ids stands elsewhere in an app's other version.
const MOVED: u64 = 3;

impl Plan {
    /// Change windows before they are laid out.
    pub fn change(&self, windows: &mut [Window]) {
        for window in windows {
            if self.has(Kind::Order) || self.has(Kind::Rows) {
                rows::change(self, window);
            }
            let words = self.has(Kind::Labels) || self.has(Kind::Language);
            if words || self.has(Kind::Font) {
                self.change_view(&mut window.root, words);
            }
            // The system's windows are of no app's version.
            if self.has(Kind::Ids) && window.package.is_none() {
                self.move_ids(&mut window.root, false);
            }
        }
    }

    /// Change a widget and what is in it; answers whether there is text in it.
    fn change_view(&self, view: &mut View, words: bool) -> bool {
        let mut has_text = !view.text.is_empty() || view.field.is_some();
        for child in &mut view.children {
            has_text |= self.change_view(child, words);
        }
        if words {
            // What an app writes itself is fixed; what it reads from somewhere is content.
            if view.field.is_none() {
                self.say_otherwise(&mut view.text);
            }
            self.say_otherwise(&mut view.desc);
            if !view.hint.is_empty() {
                let mut hint = Cow::Borrowed(view.hint);
                self.say_otherwise(&mut hint);
                view.hint = words::kept(&hint);
            }
        }
        if self.has(Kind::Font) {
            view.look.size = view.look.size * FONT / 100;
            if let (true, Dim::Dp(high)) = (has_text, view.height) {
                view.height = Dim::Dp(high * FONT / 100);
            }
        }
        has_text
    }

    fn say_otherwise(&self, text: &mut Cow<'static, str>) {
        let Cow::Borrowed(fixed) = *text else { return };
        let letters = fixed.chars().any(char::is_alphabetic);
        let lower = fixed.to_lowercase();
        if !letters || self.values.iter().any(|it| it.contains(&lower)) {
            return;
        }
        let mut said = fixed.to_owned();
        if self.has(Kind::Language) {
            said = words::translated(&said);
        }
        if self.has(Kind::Labels) {
            said = words::longer(&said);
        }
        *text = Cow::Owned(said);
    }

    /// Some ids stand elsewhere: a container's on the first widget in it, any other's on its container, where those
    /// have none. `stays` says that the first child's has moved already.
    fn move_ids(&self, view: &mut View, stays: bool) {
        for at in 0..view.children.len() {
            let child = &mut view.children[at];
            let mut moved = false;
            if self.moves(child.id) && !(stays && at == 0) {
                let id = child.id;
                match child.children.first_mut() {
                    Some(inner) if inner.id.is_empty() => {
                        (child.id, inner.id) = ("", id);
                        moved = true;
                    }
                    None if view.id.is_empty() => (child.id, view.id) = ("", id),
                    Some(_) | None => {}
                }
            }
            self.move_ids(&mut view.children[at], moved);
        }
    }

    fn moves(&self, id: &str) -> bool {
        let own = !id.is_empty() && !id.contains(':');
        own && mix(self.perturb.seed() ^ 0x6d6f_7665, id).is_multiple_of(MOVED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        perturb::Perturb,
        toolkit::{column, text},
    };

    fn plan(kind: Kind, values: &[&str]) -> Plan {
        Plan::new(Perturb::new([kind], 3), values.iter().map(|it| (*it).to_owned()))
    }

    #[test]
    fn values_of_the_goal_and_content_stay() {
        let said = |plan: &Plan, text: Cow<'static, str>| {
            let mut text = text;
            plan.say_otherwise(&mut text);
            text.into_owned()
        };
        let longer = plan(Kind::Labels, &["Food|Ten dollars"]);
        assert_eq!(said(&longer, "Save".into()), "[Save one]");
        assert_eq!(said(&longer, "Food".into()), "Food");
        assert_eq!(said(&longer, Cow::Owned("my note".to_owned())), "my note");
        assert_eq!(said(&longer, "…".into()), "…");
        let other = plan(Kind::Language, &[]);
        assert_eq!(said(&other, "Cancel".into()), "Abbrechen");
    }

    #[test]
    fn some_ids_stand_on_the_container_or_in_it() {
        fn ids(view: &View, at: &str, all: &mut Vec<(&'static str, String)>) {
            if !view.id.is_empty() {
                all.push((view.id, at.to_owned()));
            }
            for (idx, child) in view.children.iter().enumerate() {
                ids(child, &format!("{at}/{idx}"), all);
            }
        }
        let names = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
        let before = || {
            let rows =
                names.map(|name| column([column([text("a")]).id(name), text("b").id("android:id/text1")]));
            let fields = names.map(|name| column([text("c").id(name), text("d")]));
            column([column(rows), column(fields)])
        };
        let moved = |kind: Kind, package: Option<&'static str>| {
            let mut windows = [Window {
                package,
                ..Window::activity(before())
            }];
            plan(kind, &[]).change(&mut windows);
            let mut all = Vec::new();
            ids(&windows[0].root, "", &mut all);
            all.sort();
            all
        };
        let mut plain = Vec::new();
        ids(&before(), "", &mut plain);
        plain.sort();
        let other = moved(Kind::Ids, None);
        let away = other.iter().filter(|it| !plain.contains(it)).count();
        assert!(away > 0 && away < plain.len() / 2, "{away} of {}", plain.len());
        let names = |all: &[(&'static str, String)]| all.iter().map(|it| it.0).collect::<Vec<_>>();
        assert_eq!(names(&other), names(&plain), "none is lost");
        assert!(other.iter().all(|it| !it.0.contains(':') || plain.contains(it)));
        assert_eq!(moved(Kind::Ids, Some("android")), plain);
        assert_eq!(moved(Kind::Slow, None), plain);
    }
}
