//! Where the search stands, and an action that is worth trying there.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use ::device::DeviceInfo;
use ui::{ActionKind, HardAction, Screen};

use crate::graph::Graph;

use super::{
    super::{
        costs::Weights,
        values::{Used, Values},
    },
    deed::Deed,
};

/// An action worth trying.
#[derive(Clone, Debug)]
pub(in crate::search) struct Candidate {
    /// The action.
    pub action: HardAction,
    /// What it costs.
    pub cost: f32,
    /// The landmarks and words it uses.
    pub uses: Used,
    /// Why it is tried, for people.
    pub why: String,
    /// What it is in the graph.
    pub key: String,
    /// With the first key of a number that is entered key by key, and the next ones: what is left of it.
    pub entry: Option<String>,
}

/// Where the search stands.
pub(in crate::search) struct Scene<'a> {
    pub screen: &'a Screen,
    /// The hash of the kind of screen that it is.
    pub structure: u64,
    /// Whether the screen before the last action was of that kind.
    pub stays: bool,
    /// The screen before the last action.
    pub before: Option<&'a Screen>,
    /// The last action and its key.
    pub last: Option<(&'a HardAction, &'a str)>,
    /// What was used so far.
    pub used: Used,
    /// What was done so far.
    pub done: &'a [Arc<Deed>],
    /// Texts typed so far.
    pub typed: &'a [String],
    pub values: &'a Values,
    pub graph: &'a Graph,
    pub learned: &'a Learned,
    pub weights: &'a Weights,
    pub device: &'a DeviceInfo,
    /// Values that screens showed before they were typed.
    pub values_seen: Used,
    /// What is left of a number that is being entered key by key.
    pub entry: Option<&'a str>,
    /// Screens that the episode showed before, the latest first.
    pub earlier: &'a [Arc<Screen>],
    /// The goal as it stands.
    pub goal: &'a str,
    /// How many actions lead from kinds of screens to one that has a word of the goal which is not here.
    pub away: &'a BTreeMap<u64, usize>,
}

/// What this search saw actions do.
#[derive(Default)]
pub(in crate::search) struct Learned {
    /// Actions on kinds of screens after which a task was not done when it was said to be, with how often.
    pub not_done: HashMap<(u64, String), u32>,
    /// Actions on kinds of screens, with how often they were tried.
    pub tried: HashMap<(u64, String), u32>,
}

/// Whether the device does such actions.
pub(super) fn supports(scene: &Scene, kind: ActionKind) -> bool {
    scene.device.takes(kind)
}
