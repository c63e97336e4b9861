//! Screen to the actions worth trying on it, each with what it costs.
//!
//! The costs are the algorithm; what each feature weighs is in `costs`. They come from comparing texts: what a screen shows with the values
//! and words of the goal, labels of fields with names of parameters; from the structure of the
//! screen (what is new on it, what stands in one row); and from what actions did before.

mod device;
mod field;
mod learned;
mod matching;
mod pad;
mod surroundings;
mod touch;

use std::collections::BTreeMap;

use ::device::DeviceInfo;
use ui::{ActionKind, ElementId, HardAction, Screen, SoftAction};

use crate::graph::Graph;

use super::{
    costs::{DEAREST, Weights},
    values::{Used, Values},
};
use device::{keys, open_apps, scroll, slide};
use field::type_into;
use learned::{adjust, hints, repeat};
use pad::pad;
use surroundings::Surroundings;
use touch::touch;

pub(super) use device::is_slider;
pub(super) use learned::{Learned, action_name};
pub(super) use matching::{is_button, names, shown, values_shown, words_shown};
pub(super) use surroundings::{closer, overwritten, reached, refused};
pub(super) use touch::is_unasked;

/// An action worth trying.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
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
pub(super) struct Scene<'a> {
    pub screen: &'a Screen,
    /// The screen before the last action.
    pub before: Option<&'a Screen>,
    /// The last action and its key.
    pub last: Option<(&'a HardAction, &'a str)>,
    /// What was used so far.
    pub used: Used,
    /// Keys with targets of all actions so far.
    pub done: &'a [String],
    /// Texts typed so far.
    pub typed: &'a [String],
    pub values: &'a Values,
    pub graph: &'a Graph,
    pub learned: &'a Learned,
    pub weights: &'a Weights,
    pub device: &'a DeviceInfo,
    pub hints: &'a [SoftAction],
    /// Values that screens showed before they were typed.
    pub values_seen: Used,
    /// What is left of a number that is being entered key by key.
    pub entry: Option<&'a str>,
    /// Keys of all actions so far, with what each used.
    pub trail: &'a [(String, Used)],
    /// How many actions lead from kinds of screens to one that has a word of the goal which is not here.
    pub away: &'a BTreeMap<u64, usize>,
}

/// The actions worth trying, cheapest first.
pub(super) fn propose(scene: &Scene) -> Vec<Candidate> {
    let structure = scene.screen.structure();
    let surroundings = Surroundings::of(scene);
    let closer = surroundings.closer;
    let mut all: Vec<Candidate> = Vec::new();
    for (id, element) in scene.screen.iter() {
        if !element.enabled {
            continue;
        }
        if element.editable {
            type_into(scene, &surroundings, id, element, &mut all);
        }
        touch(scene, &surroundings, id, element, &mut all);
        slide(scene, id, element, &mut all);
        if element.scrollable {
            scroll(scene, &surroundings, id, element, &mut all);
        }
    }
    open_apps(scene, &mut all);
    keys(scene, &mut all);
    let plain = all.len();
    pad(scene, &mut all);
    for it in &mut all[..plain] {
        adjust(scene, structure, closer, it);
    }
    repeat(scene, &mut all);
    hints(scene, &mut all);
    // Where several alike are asked for, everything else waits for the last of them.
    if !surroundings.meant.is_empty() {
        for it in &mut all {
            match it.action {
                HardAction::Click { target } if surroundings.meant.contains_key(&target.0) => {
                    it.cost = it.cost.max(one_of_several(scene.weights, target));
                }
                _ => it.cost += scene.weights.unfinished,
            }
        }
    }
    all.retain(|it| it.cost <= DEAREST);
    all.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    all
}

/// What pressing the next of several alike costs: one after the other, as they stand.
fn one_of_several(weights: &Weights, id: ElementId) -> f32 {
    weights.next_of_several + weights.order_of_several * id.0 as f32
}

/// Whether some of several alike that the goal asks for are still to be pressed.
pub(super) fn unfinished(scene: &Scene) -> bool {
    scene.values.several.is_some() && !Surroundings::of(scene).meant.is_empty()
}

fn supports(scene: &Scene, kind: ActionKind) -> bool {
    scene.device.takes(kind)
}
