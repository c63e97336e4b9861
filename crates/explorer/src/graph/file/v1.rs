//! Version 1 of the graph's file; `trajectory::file` says what such a module is, and that it is never changed.
//! `tests/samples/graph-v1.json` is a sample of it. A kind of screen is the number that [`ui::Screen::structure`] gives.

use std::collections::{BTreeMap, BTreeSet};

use trajectory::kept;

kept! {
    struct Graph version 1 of crate::graph::Graph {
        apps: BTreeMap<String, App>,
        #[serde(default)]
        self_ending: BTreeSet<String>,
    }

    struct App of crate::graph::App {
        #[serde(default)]
        version: String,
        #[serde(default)]
        screens: BTreeMap<u64, BTreeMap<String, Effect>>,
        #[serde(default)]
        words: BTreeMap<u64, BTreeSet<String>>,
    }

    struct Effect of crate::graph::Effect {
        #[serde(default)]
        changed: u32,
        #[serde(default)]
        unchanged: u32,
        #[serde(default)]
        rewarded: u32,
        #[serde(default)]
        useful: u32,
        #[serde(default)]
        failed: u32,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        leads_to: BTreeMap<u64, u32>,
    }
}
