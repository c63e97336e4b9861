//! The kinds of differences, and a choice of them.

use std::{fmt, str::FromStr};

use device::nearest;
use thiserror::Error;

/// One way in which a phone may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Twice in an episode a dialog comes up over the app that nobody asked for, once of the system and once
    /// of the app. Back and its negative button close it; its positive button leaves the app.
    /// Leaves every task possible.
    Dialog,
    /// Twice in an episode a notification covers the top of the screen for a few seconds and takes the taps
    /// there; a tap on it opens another app. Leaves every task possible.
    Notification,
    /// After an action that changes the screen, the old one is still reported for one to four more looks,
    /// while taps already meet what is there. Leaves every task possible.
    Slow,
    /// The rows of every list stand in another order, but for lists whose order says something: the newest
    /// first. Leaves every task possible but those that name a row by its position alone.
    Order,
    /// Every list has further rows that say something and do nothing, so others are further down. Leaves
    /// every task possible but those that count rows by position.
    Rows,
    /// Every fixed text, hint and description is longer; what holds the old one in it. Leaves every task
    /// possible: values that a goal names stay as they are.
    Labels,
    /// Every fixed text, hint and description is in another language; German where it is a common word,
    /// else letters with accents. Leaves every task possible, as with longer ones.
    Language,
    /// Colours of a dark theme. Leaves every task possible; a function that sees no pixels sees no difference.
    Dark,
    /// Text half as large again, with the widgets around it: rows scroll out of view. Leaves every task possible.
    Font,
    /// A lower and narrower screen. Leaves every task possible.
    Screen,
    /// Another version of the apps: their own resource ids are called otherwise, and some stand on a container or on
    /// what is in it. Leaves every task possible.
    Ids,
    /// The adversarial instance in the place of each: more of what a user keeps, with names that are nearly those of
    /// the goal. The only kind that changes what is kept, the goal's values and the judge, which also looks whether
    /// all else is untouched. Leaves every task possible.
    Crowd,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 12] = [
        Kind::Dialog,
        Kind::Notification,
        Kind::Slow,
        Kind::Order,
        Kind::Rows,
        Kind::Labels,
        Kind::Language,
        Kind::Dark,
        Kind::Font,
        Kind::Screen,
        Kind::Ids,
        Kind::Crowd,
    ];

    /// Whether it only changes how a phone shows and brings things: what is kept, the goal and the judge stay.
    pub fn only_shows(self) -> bool {
        self != Kind::Crowd
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Dialog => "dialog",
            Kind::Notification => "notification",
            Kind::Slow => "slow",
            Kind::Order => "order",
            Kind::Rows => "rows",
            Kind::Labels => "labels",
            Kind::Language => "language",
            Kind::Dark => "dark",
            Kind::Font => "font",
            Kind::Screen => "screen",
            Kind::Ids => "ids",
            Kind::Crowd => "crowd",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no kind.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no perturbation is called `{name}`; {hint}")]
pub struct UnknownKind {
    /// The name.
    pub name: String,
    /// What it may have meant.
    pub hint: String,
}

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, UnknownKind> {
        let name = text.trim();
        Kind::ALL.into_iter().find(|it| it.name() == name).ok_or_else(|| {
            let near = nearest(name, Kind::ALL.into_iter().map(Kind::name));
            let hint = match near.first() {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the kinds are {}", Kind::ALL.map(Kind::name).join(", ")),
            };
            UnknownKind {
                name: name.to_owned(),
                hint,
            }
        })
    }
}

/// How a phone differs: some kinds, and a seed for what they leave open. The default differs in nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Perturb {
    kinds: Vec<Kind>,
    seed: u64,
}

impl Perturb {
    /// These kinds, each once; every number makes other choices.
    pub fn new(kinds: impl IntoIterator<Item = Kind>, seed: u64) -> Self {
        let mut kinds: Vec<Kind> = kinds.into_iter().collect();
        kinds.sort_unstable();
        kinds.dedup();
        Self { kinds, seed }
    }

    /// The kinds, in the order of [`Kind::ALL`].
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Whether a kind is on.
    pub fn has(&self, kind: Kind) -> bool {
        self.kinds.contains(&kind)
    }

    /// Whether nothing differs.
    pub fn is_none(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The same kinds with another seed.
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }
}

/// Names with commas between, or `all`; an empty text is no kind at all.
impl FromStr for Perturb {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, UnknownKind> {
        if text.trim() == "all" {
            return Ok(Self::new(Kind::ALL, 0));
        }
        let names = text.split(',').map(str::trim).filter(|it| !it.is_empty());
        Ok(Self::new(
            names.map(str::parse).collect::<Result<Vec<Kind>, _>>()?,
            0,
        ))
    }
}

impl fmt::Display for Perturb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            &self
                .kinds
                .iter()
                .map(|it| it.name())
                .collect::<Vec<_>>()
                .join(","),
        )
    }
}
