//! Screen to the actions worth trying on it, each with what it costs.
//!
//! The costs are the algorithm; what each feature weighs is in `costs`. They come from comparing texts: what a screen shows with the values
//! and words of the goal, labels of fields with names of parameters; from the structure of the
//! screen (what is new on it, what stands in one row); and from what actions did before.

mod chord;
mod deed;
mod device;
mod drag;
mod field;
mod learned;
mod mark;
mod matching;
mod pad;
mod point;
mod read;
mod scene;
mod shown;
mod surroundings;
mod touch;

use std::cell::LazyCell;

use ui::HardAction;

use chord::chords;
use device::{keys, open_apps, scroll, slide, takes_a_number};
use drag::drag;
use field::type_into;
use learned::adjust;
use mark::mark;
use pad::pad;
use point::point;
use read::readable;
use surroundings::Surroundings;
use touch::touch;

pub(super) use deed::Deed;
pub(super) use matching::{names, values_shown, words_shown};
pub(super) use read::REMEMBERED;
pub(super) use scene::{Candidate, Learned, Scene};
pub(super) use shown::is_shown;
pub(super) use surroundings::{closer, overwritten, reached, refused};
pub(super) use touch::{asks_for, is_unasked};

/// The actions worth trying, cheapest first.
pub(super) fn propose(scene: &Scene) -> Vec<Candidate> {
    let surroundings = Surroundings::of(scene);
    let closer = surroundings.closer;
    let mut all: Vec<Candidate> = Vec::new();
    let read = LazyCell::new(|| readable(scene));
    for (id, element) in scene.screen.iter() {
        if !element.enabled {
            continue;
        }
        if element.editable || takes_a_number(element) {
            type_into(scene, id, element, &read, &mut all);
        }
        touch(scene, &surroundings, id, element, &mut all);
        slide(scene, id, element, &mut all);
        point(scene, id, element, &mut all);
        if element.scrollable {
            scroll(scene, id, element, &mut all);
        }
    }
    open_apps(scene, &mut all);
    keys(scene, &mut all);
    chords(scene, &mut all);
    drag(scene, &surroundings, &mut all);
    mark(scene, &mut all);
    let plain = all.len();
    pad(scene, &mut all);
    for it in &mut all[..plain] {
        adjust(scene, closer, it);
    }
    // Where several alike are asked for, everything else waits for the last of them.
    if !surroundings.meant.is_empty() {
        for it in &mut all {
            match it.action {
                HardAction::Click { target } if surroundings.meant.contains_key(&target.0) => {
                    it.cost = it.cost.max(scene.weights.next_of_several);
                }
                _ => it.cost += scene.weights.unfinished,
            }
        }
    }
    all.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    all
}

/// Whether some of several alike that the goal asks for are still to be pressed.
pub(super) fn unfinished(scene: &Scene) -> bool {
    scene.values.several.is_some() && !Surroundings::of(scene).meant.is_empty()
}
