//! What is done to the device rather than to an element: scrolling, keys, starting apps.

use ui::{ActionKind, Direction, Element, ElementId, HardAction, Role, same::kind};

use super::{
    super::{values::GoalWord, words::words},
    scene::{Candidate, Scene, supports},
};

pub(super) fn scroll(scene: &Scene, id: ElementId, element: &Element, all: &mut Vec<Candidate>) {
    // A strip of things side by side is far wider than high.
    let wide = element.bounds.width() > WIDE * element.bounds.height();
    let along = if wide { Direction::Right } else { Direction::Down };
    for direction in [Direction::Down, Direction::Up, Direction::Right, Direction::Left] {
        let cost = if direction == along {
            scene.weights.scroll_along
        } else {
            scene.weights.control
        };
        all.push(Candidate {
            action: HardAction::Scroll {
                target: Some(id),
                direction,
            },
            cost,
            uses: 0,
            why: "what is wanted is not visible".to_owned(),
            key: format!("scroll {direction}|{}", kind(element)),
            entry: None,
        });
    }
}

/// How much wider than high a strip is, at least.
const WIDE: i32 = 4;
/// Longer names of apps are hardly found.
const MOST_WORDS: usize = 3;

/// Whether it is a slider of the browser, which is brought to a number by its keys.
pub(super) fn takes_a_number(element: &Element) -> bool {
    element.is(Role::Slider) && element.attributes.get("type").is_some_and(|it| it == "range")
}

/// What is set by sliding: all the way to one side or the other.
pub(super) fn slide(scene: &Scene, id: ElementId, element: &Element, all: &mut Vec<Candidate>) {
    if !element.is(Role::Slider) || !supports(scene, ActionKind::Scroll) {
        return;
    }
    for direction in [Direction::Right, Direction::Left] {
        all.push(Candidate {
            action: HardAction::Scroll {
                target: Some(id),
                direction,
            },
            cost: scene.weights.slide,
            uses: 0,
            why: "it is set by sliding".to_owned(),
            key: format!("scroll {direction}|{}", kind(element)),
            entry: None,
        });
    }
}

/// Apps to start: those whose names the goal says first.
pub(super) fn open_apps(scene: &Scene, all: &mut Vec<Candidate>) {
    if !supports(scene, ActionKind::OpenApp) {
        return;
    }
    let weights = scene.weights;
    let opened = scene.done.iter().any(|it| it.kind == ActionKind::OpenApp);
    for app in &scene.device.apps {
        let names: Vec<String> = words(app);
        let hits: Vec<&GoalWord> = names.iter().filter_map(|it| scene.values.goal_word(it)).collect();
        let (mut cost, why) = if hits.is_empty() {
            (weights.app, "the goal names no app that was not tried")
        } else {
            (weights.app_named, "the goal names this app")
        };
        if opened {
            cost += weights.app_after_app;
        }
        let uses = hits.iter().fold(0, |all, it| all | it.bit);
        let action = HardAction::OpenApp { app: app.clone() };
        all.push(Candidate {
            action,
            cost,
            uses,
            why: why.to_owned(),
            key: format!("open_app|{app}"),
            entry: None,
        });
    }
    // A value of the task may be the name of an app, also one that the launcher shows in other words.
    for offer in scene
        .values
        .offers
        .iter()
        .filter(|it| it.cost == 0.0 && it.uses != 0)
    {
        let action = HardAction::opening(&offer.text);
        let known = || all.iter().any(|it| it.action == action);
        if offer.text.split_whitespace().count() > MOST_WORDS || !supports(scene, action.kind()) || known() {
            continue;
        }
        all.push(Candidate {
            action,
            cost: weights.app_is_value + if opened { weights.app_after_app } else { 0.0 },
            uses: offer.uses,
            why: format!("an app may be called like {}", offer.how),
            key: "open_app|a value".to_owned(),
            entry: None,
        });
    }
    // On a launcher nothing else leads to the app as surely.
    if !opened && scene.done.is_empty() {
        for it in all
            .iter_mut()
            .filter(|it| !matches!(it.action, HardAction::OpenApp { .. }))
        {
            it.cost += weights.app_first;
        }
    }
}

pub(super) fn keys(scene: &Scene, all: &mut Vec<Candidate>) {
    let weights = scene.weights;
    let mut add = |action: HardAction, cost: f32, why: &str| {
        if supports(scene, action.kind()) {
            let key = action.kind().to_string();
            all.push(Candidate {
                action,
                cost,
                uses: 0,
                why: why.to_owned(),
                key,
                entry: None,
            });
        }
    };
    // What the system shows over every app is pulled in from the edge; a second pull shows more of it.
    let only_pulled = scene.done.iter().all(|it| it.kind == ActionKind::Swipe);
    if only_pulled && scene.done.len() < 2 {
        for (direction, cost) in [
            (Direction::Down, weights.pull_down),
            (Direction::Up, weights.pull_up),
        ] {
            let cost = if scene.done.is_empty() {
                cost
            } else {
                cost + weights.pull_again
            };
            add(HardAction::Swipe { direction }, cost, "the system may have it");
        }
    }
    if let Some((last, _)) = scene.last {
        if matches!(last, HardAction::InputText { .. }) {
            add(
                HardAction::KeyboardEnter,
                weights.control,
                "a text was just typed",
            );
        }
        add(
            HardAction::NavigateBack,
            weights.control,
            "this screen shows nothing of what is left",
        );
        add(HardAction::Wait, weights.wait, "the screen may still change");
    }
}
