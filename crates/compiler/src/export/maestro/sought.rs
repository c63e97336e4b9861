//! Selectors of a flow, and the elements that they find.

use super::{script::Value, yaml::Yaml};

/// What a flow looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Selector(pub Vec<(&'static str, Yaml)>);

/// An element that is acted on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// What is looked for.
    pub selector: Selector,
    /// Whether it is scrolled to.
    pub scrolls: bool,
}

impl Selector {
    /// In a command.
    pub fn yaml(&self) -> Yaml {
        Yaml::map(self.0.clone())
    }

    /// With one thing more.
    pub fn with(&self, key: &'static str, value: Yaml) -> Self {
        let mut all = self.0.clone();
        all.retain(|it| it.0 != key);
        all.push((key, value));
        Self(all)
    }

    /// What the cursor is in, where it shows this.
    pub fn focused(shows: &Value) -> Self {
        Self(vec![
            ("text", Yaml::Text(shows.text())),
            ("focused", Yaml::word(true)),
        ])
    }
}
