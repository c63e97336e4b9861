//! What actions did before, here and in earlier searches, and what that makes of their costs.

use ui::{
    HardAction, Screen, find,
    same::{identity, kind},
};

use crate::graph::Effect;

use super::{
    super::values::Used,
    scene::{Candidate, Scene},
};

/// What was learned of an action, here and in earlier searches.
pub(super) fn adjust(scene: &Scene, structure: u64, closer: bool, it: &mut Candidate) {
    let at = (structure, it.key.clone());
    let idle = scene.learned.idle.get(&at).copied().unwrap_or(0);
    let moved = scene.learned.moved.get(&at).copied().unwrap_or(0);
    if idle > 0 && moved == 0 && !matches!(it.action, HardAction::InputText { .. }) {
        it.cost += scene.weights.idle * (idle as f32).min(4.0);
    }
    if scene.learned.refused.contains(&at) {
        it.cost += scene.weights.refused;
    }
    it.cost = repeated(scene, closer, it);
    if let Some(effect) = scene.graph.effect(&scene.screen.app, structure, &it.key) {
        it.cost += use_of(scene, effect, idle, moved);
        it.cost += destination(scene, structure, effect, it.uses, idle + moved);
        if effect.rewarded > 0 && scene.values.left(scene.used) == 0 {
            it.cost += scene.weights.was_rewarded;
        }
    }
    it.cost = it.cost.max(scene.weights.least);
}

/// What an action costs that the episode may have done before.
fn repeated(scene: &Scene, closer: bool, it: &Candidate) -> f32 {
    let target = action_name(scene.screen, &it.action);
    let repeats = scene.done.iter().filter(|done| **done == target).count();
    let retyped = matches!(&it.action, HardAction::InputText { target: Some(id), .. }
        if scene.screen.get(*id).is_some_and(|it| it.held_text().is_empty()));
    if repeats == 0 || retyped || matches!(it.action, HardAction::Wait) {
        return it.cost;
    }
    let steady = scene.last.is_some_and(|(_, key)| key == it.key);
    if steady && closer {
        it.cost.min(scene.weights.counts)
    } else {
        it.cost + scene.weights.repeated * (repeats as f32).min(3.0)
    }
}

/// What is added for how often an action was of use, here and in earlier searches.
fn use_of(scene: &Scene, effect: &Effect, idle: u32, moved: u32) -> f32 {
    let tried = idle + moved;
    if effect.useful > 0 {
        let all = effect.changed + effect.unchanged;
        scene.weights.was_useful * (effect.useful as f32 / all.max(1) as f32).clamp(0.3, 1.0)
    } else if tried >= 2 && idle * 4 > tried * 3 {
        scene.weights.mostly_idle
    } else if tried >= 6 {
        scene.weights.tried_often
    } else {
        0.0
    }
}

/// What is added for where an action leads that uses these values and was tried so often by this search.
fn destination(scene: &Scene, structure: u64, effect: &Effect, uses: Used, tried: u32) -> f32 {
    let leads = effect.destination();
    match leads.and_then(|it| scene.away.get(&it)) {
        Some(away) if tried > 0 => scene.weights.towards / (1 + away) as f32,
        Some(away) => scene.weights.towards_by_hearsay / (1 + away) as f32,
        // Only an earlier search knows it, and this goal has no word where it leads.
        None if tried == 0 && uses == 0 && effect.useful == 0 && leads.is_some_and(|it| it != structure) => {
            scene.weights.elsewhere
        }
        None => 0.0,
    }
}

/// What was done with one value of several is done with the next: after an action like an earlier one, what
/// came after the earlier one is cheap.
pub(super) fn repeat(scene: &Scene, all: &mut [Candidate]) {
    let values = scene.values.all;
    let Some(((last, _), before)) = scene.trail.split_last() else {
        return;
    };
    // The latest time that the same was done; at least one value was used since.
    let Some(at) = before.iter().rposition(|(key, _)| key == last) else {
        return;
    };
    if !scene.trail[at + 1..].iter().any(|(_, uses)| uses & values != 0) {
        return;
    }
    let (next, uses) = &scene.trail[at + 1];
    // The fields of a form are filled one after the other; which value goes where is said by the fields.
    let typing = |key: &str| key.starts_with("input_text");
    if typing(last) && typing(next) {
        return;
    }
    let likely = |it: &&mut Candidate| !typing(&it.key) || it.cost <= scene.weights.dearest_text;
    for it in all.iter_mut().filter(|it| it.key == *next).filter(likely) {
        let fresh = it.uses & values & !scene.used != 0;
        if uses & values == 0 || fresh {
            it.cost = it.cost.min(scene.weights.once_more);
        }
    }
}

/// Make what worked for other instances cheap, where its locator finds one element.
pub(super) fn hints(scene: &Scene, all: &mut Vec<Candidate>) {
    for (idx, hint) in scene.hints.iter().enumerate() {
        let found: Result<HardAction, ()> =
            hint.try_map(|it| find(scene.screen, it).one().ok_or(()), |it| Ok(it.clone()));
        let Ok(action) = found else { continue };
        let name = action_name(scene.screen, &action);
        if scene.done.contains(&name) {
            continue;
        }
        // Hints before this one that are still to be done make it a little dearer.
        let turn = (idx as f32 - scene.done.len() as f32).abs().min(10.0);
        let cost = scene.weights.hint + scene.weights.hint_out_of_turn * turn;
        match all.iter_mut().find(|it| it.action == action) {
            Some(it) => it.cost = it.cost.min(cost),
            None => {
                let target = action
                    .target()
                    .and_then(|id| scene.screen.get(*id))
                    .map(kind)
                    .unwrap_or_default();
                let key = format!("{}|{target}", action.kind());
                let why = "this worked for another instance".to_owned();
                all.push(Candidate {
                    uses: 0,
                    action,
                    cost,
                    why,
                    key,
                    entry: None,
                });
            }
        }
    }
}

/// An action with what its target is, to notice when it is repeated.
pub(in crate::search) fn action_name(screen: &Screen, action: &HardAction) -> String {
    let target = action
        .target()
        .and_then(|id| screen.get(*id))
        .map(|it| format!("{}{:?}", identity(it), it.path));
    let text = action.value().map(String::as_str).unwrap_or_default();
    format!("{} {} {text}", action.kind(), target.unwrap_or_default())
}
