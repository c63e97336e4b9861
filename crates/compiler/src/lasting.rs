//! The answer to what a function does that nothing takes back, one step of it; [`crate::consequence`] gives it.

use std::fmt;

use ui::{Irreversible, Key, Lasting, Locator, Means};

/// An action of a function that can't be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consequence {
    /// What it does, and how.
    pub lasting: Lasting,
    /// On what it acts, in the words of the function.
    pub target: String,
}

impl Consequence {
    /// Whether words say it: what a field held is only seen on a screen.
    pub fn is_said(&self) -> bool {
        self.lasting.means != Means::Typing
    }
}

impl fmt::Display for Consequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Lasting { kind, means } = self.lasting;
        let target = &self.target;
        match means {
            Means::Control => write!(f, "{kind}: {target}"),
            Means::Enter => write!(f, "{kind}: Enter in {target}"),
            Means::Typing => write!(f, "{kind}: what {target} holds"),
        }
    }
}

/// Each once, in order.
pub(crate) fn once(all: Vec<Consequence>) -> Vec<Consequence> {
    let mut once: Vec<Consequence> = Vec::new();
    for it in all {
        if !once.contains(&it) {
            once.push(it);
        }
    }
    once
}

/// The words of a control in a locator: what it says of itself, not what stands next to it.
pub(crate) const OF_A_CONTROL: &[Key] = &[
    Key::Text,
    Key::ContentDescription,
    Key::Label,
    Key::Tooltip,
    Key::Name,
    Key::ResourceName,
];
/// The words of a field: they say as well what it is for.
pub(crate) const OF_A_FIELD: &[Key] = &[Key::HintText, Key::ContentDescription, Key::Label, Key::Tooltip];

/// What the words of these keys say in any of the ways to an element. One that is found by its place or its kind says
/// it by what its description quotes.
pub(crate) fn words_of(ways: &[Locator], shown: &str, own: &[Key]) -> Option<Irreversible> {
    let of = |way: &Locator| {
        let words = way.attributes.iter().filter(|(key, _)| own.contains(key));
        let words: Vec<&str> = words.map(|(_, it)| it.as_str()).collect();
        words.join(" ")
    };
    let first = ways.first().map(of).unwrap_or_default();
    let quoted = shown.split('"').nth(1).filter(|_| first.is_empty());
    let others = ways.iter().map(of);
    quoted.and_then(Irreversible::of).or_else(|| {
        let mut others = others;
        others.find_map(|it| Irreversible::of(&it))
    })
}
