//! One episode's perturbations: what they make of windows, ids and colours, and when something comes in between.

use std::borrow::Cow;

use super::{Kind, Perturb, rows, words};
use crate::{
    paint::{Color, Paint},
    toolkit::{
        View, Window,
        view::{Dim, dp},
    },
};

/// Text and what holds it, in hundredths.
const FONT: i32 = 150;

/// One of so many ids stands elsewhere in an app's other version.
const MOVED: u64 = 3;

/// What a phone does differently during an episode.
#[derive(Clone, Debug)]
pub struct Plan {
    perturb: Perturb,
    /// Values of the goal in lower case: texts that stand in one of them stay as they are.
    values: Vec<String>,
}

impl Plan {
    /// For an episode whose goal has these values.
    pub fn new(perturb: Perturb, values: impl IntoIterator<Item = String>) -> Self {
        Self {
            perturb,
            values: values.into_iter().map(|it| it.to_lowercase()).collect(),
        }
    }

    /// Whether a kind is on.
    pub fn has(&self, kind: Kind) -> bool {
        self.perturb.has(kind)
    }

    /// A number below `limit`, another one for every purpose and turn.
    pub fn pick(&self, purpose: &str, turn: u32, limit: u64) -> u64 {
        mix(self.perturb.seed() ^ u64::from(turn).rotate_left(32), purpose) % limit.max(1)
    }

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

    /// A resource name of an app's package, as its other version has it; the system's stay.
    pub fn id(&self, resource: &str, app: &str) -> Option<String> {
        let (package, name) = resource.split_once(":id/")?;
        if !self.has(Kind::Ids) || package != app {
            return None;
        }
        let mut parts: Vec<&str> = name.split('_').collect();
        let by = 1 + mix(self.perturb.seed(), name) as usize % parts.len();
        let by = by % parts.len();
        parts.rotate_left(by);
        Some(format!("{package}:id/{}_v2", parts.join("_")))
    }

    /// The version of an app whose ids are other ones.
    pub fn version(&self, version: &str) -> Option<String> {
        let build = || mix(self.perturb.seed(), version) % 10_000;
        self.has(Kind::Ids).then(|| format!("{version}.{}", 1 + build()))
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

    /// The colours of the theme.
    pub fn paint(&self, paints: &mut [Paint]) {
        if !self.has(Kind::Dark) {
            return;
        }
        for paint in paints {
            match paint {
                Paint::Fill { color, .. }
                | Paint::Outline { color, .. }
                | Paint::Line { color, .. }
                | Paint::Text { color, .. }
                | Paint::Icon { color, .. } => *color = dark(*color),
                Paint::Clip { .. } => {}
            }
        }
    }

    /// After how many actions something comes in between, the first and the second time.
    pub fn turns(&self, kind: Kind) -> [u32; 2] {
        let first = 1 + self.pick(kind.name(), 1, 3) as u32;
        [first, first + 2 + self.pick(kind.name(), 2, 3) as u32]
    }

    /// How far down the bar of an app reaches, which a notification covers.
    pub fn bar() -> i32 {
        dp(4)
    }
}

/// The same hue with the lightness turned round; what darkens what is below stays.
fn dark(color: Color) -> Color {
    if color.alpha < 255 {
        return color;
    }
    let (most, least) = (
        color.red.max(color.green).max(color.blue),
        color.red.min(color.green).min(color.blue),
    );
    let by = 255 - i32::from(most) - i32::from(least);
    let turn = |it: u8| (i32::from(it) + by).clamp(0, 255) as u8;
    Color {
        red: turn(color.red),
        green: turn(color.green),
        blue: turn(color.blue),
        alpha: color.alpha,
    }
}

/// A number that a seed and a text fix for ever (FNV-1a, then the finish of SplitMix64).
pub fn mix(seed: u64, text: &str) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325_u64 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut mixed = text.bytes().fold(start, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toolkit::{column, text};

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
    fn only_the_apps_own_ids_are_renamed() {
        let plan = plan(Kind::Ids, &[]);
        assert_eq!(plan.id("android:id/button1", "some.app"), None);
        let renamed = plan.id("some.app:id/action_save", "some.app");
        assert!(
            renamed
                .as_deref()
                .is_some_and(|it| it != "some.app:id/action_save"),
            "{renamed:?}"
        );
        assert_eq!(renamed, plan.id("some.app:id/action_save", "some.app"));
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

    #[test]
    fn another_version_has_another_name() {
        let version = |seed| Plan::new(Perturb::new([Kind::Ids], seed), []).version("2.10.9");
        assert_ne!(version(1), version(2));
        assert!(version(1).is_some_and(|it| it.starts_with("2.10.9.")));
        assert_eq!(plan(Kind::Font, &[]).version("2.10.9"), None);
    }

    #[test]
    fn dark_is_light_turned_round() {
        assert_eq!(dark(Color::WHITE), Color::BLACK);
        assert_eq!(dark(dark(Color::rgb(0x1a5fb4))), Color::rgb(0x1a5fb4));
        let shadow = Color::BLACK.with_alpha(120);
        assert_eq!(dark(shadow), shadow);
    }
}
