//! What actions did before, here and in earlier searches, and what that makes of their costs.

use std::sync::Arc;

use ui::HardAction;

use crate::graph::Effect;

use super::{
    deed::Deed,
    scene::{Candidate, Scene},
};

/// What was learned of an action, here and in earlier searches.
pub(super) fn adjust(scene: &Scene, closer: bool, it: &mut Candidate) {
    let at = (scene.structure, it.key.clone());
    let tried = scene.learned.tried.get(&at).copied().unwrap_or(0);
    it.cost = repeated(scene, closer, it);
    if let Some(effect) = scene.graph.effect(&scene.screen.app, scene.structure, &it.key) {
        it.cost += use_of(scene, effect, tried);
        if tried > 0 {
            it.cost += destination(scene, effect);
        }
    }
    it.cost = it.cost.max(scene.weights.least);
}

/// What an action costs that the episode may have done before.
fn repeated(scene: &Scene, closer: bool, it: &Candidate) -> f32 {
    let again = |done: &&Arc<Deed>| done.is(scene.screen, &it.action);
    let repeats = scene.done.iter().filter(again).count();
    let retyped = matches!(&it.action, HardAction::InputText { target: Some(id), .. }
        if scene.screen.get(*id).is_some_and(|it| it.held_text().is_empty()));
    if repeats == 0 || retyped || matches!(it.action, HardAction::Wait) {
        return it.cost;
    }
    let steady = scene.last.is_some_and(|(_, key)| key == it.key);
    if steady && closer {
        it.cost.min(scene.weights.counts)
    } else {
        it.cost + scene.weights.repeated * (repeats as f32).min(scene.weights.most_repeats)
    }
}

/// What is added for how often an action was of use, here and in earlier searches.
fn use_of(scene: &Scene, effect: &Effect, tried: u32) -> f32 {
    if effect.useful == 0 && tried >= 6 {
        scene.weights.tried_often
    } else {
        0.0
    }
}

/// What is added for where an action leads.
fn destination(scene: &Scene, effect: &Effect) -> f32 {
    let away = effect.destination().and_then(|it| scene.away.get(&it));
    away.map_or(0.0, |away| scene.weights.towards / (1 + away) as f32)
}
