//! One episode's perturbations: what is chosen for it, what they make of ids and colours, and when something comes in
//! between.

use super::kind::{Kind, Perturb};
use crate::{
    paint::{Color, Paint},
    toolkit::view::dp,
};

/// What a phone does differently during an episode.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) perturb: Perturb,
    /// Values of the goal in lower case: texts that stand in one of them stay as they are.
    pub(super) values: Vec<String>,
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
                Paint::Photo { .. } | Paint::Clip { .. } => {}
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

    fn plan(kind: Kind, values: &[&str]) -> Plan {
        Plan::new(Perturb::new([kind], 3), values.iter().map(|it| (*it).to_owned()))
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
