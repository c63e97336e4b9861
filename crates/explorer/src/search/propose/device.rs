//! What is done to the device rather than to an element: scrolling, keys, starting apps.

use ui::{ActionKind, Direction, Element, ElementId, HardAction, same::kind};

use super::{
    super::{values::GoalWord, words::words},
    scene::{Candidate, Scene, supports},
    surroundings::Surroundings,
};

pub(super) fn scroll(
    scene: &Scene,
    surroundings: &Surroundings,
    id: ElementId,
    element: &Element,
    all: &mut Vec<Candidate>,
) {
    let wanted = scene.values.left(scene.used) > 0 && !surroundings.value_visible;
    let weights = scene.weights;
    // A strip of things side by side is far wider than high.
    let wide = element.bounds.width() > WIDE * element.bounds.height();
    for (direction, cost) in [
        (
            Direction::Down,
            if wide {
                weights.scroll_down_strip
            } else {
                weights.scroll_along
            },
        ),
        (Direction::Up, weights.scroll_up),
        (
            Direction::Right,
            if wide {
                weights.scroll_along
            } else {
                weights.scroll_aside
            },
        ),
        (Direction::Left, weights.scroll_aside),
    ] {
        let cost = if wanted {
            cost
        } else {
            cost + weights.scroll_unwanted
        };
        let action = HardAction::Scroll {
            target: Some(id),
            direction,
        };
        let key = format!("scroll {direction}|{}", kind(element));
        all.push(Candidate {
            action,
            cost,
            uses: 0,
            why: "what is wanted is not visible".to_owned(),
            key,
            entry: None,
        });
    }
}

/// How much wider than high a strip is, at least.
const WIDE: i32 = 4;
/// Longer names of apps are hardly found.
const MOST_WORDS: usize = 3;

/// Whether it is set by sliding.
pub(in crate::search) fn is_slider(element: &Element) -> bool {
    let is = |it: &Option<String>, what: &str| it.as_deref().is_some_and(|it| it.ends_with(what));
    is(&element.class_name, "SeekBar") || is(&element.role, "slider")
}

/// Whether it is a slider of the browser, which is brought to a number by its keys.
pub(super) fn takes_a_number(element: &Element) -> bool {
    is_slider(element) && element.attributes.get("type").is_some_and(|it| it == "range")
}

/// What is set by sliding: all the way to one side or the other.
pub(super) fn slide(scene: &Scene, id: ElementId, element: &Element, all: &mut Vec<Candidate>) {
    if !is_slider(element) || !supports(scene, ActionKind::Scroll) {
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
    let opened = scene.done.iter().any(|it| it.starts_with("open_app"));
    for app in &scene.device.apps {
        let names: Vec<String> = words(app);
        let hits: Vec<&GoalWord> = names.iter().filter_map(|it| scene.values.goal_word(it)).collect();
        let share = if names.is_empty() {
            0.0
        } else {
            hits.len() as f32 / names.len() as f32
        };
        let mut cost = if share > 0.0 {
            weights.app_named + weights.app_half_named * (1.0 - share)
        } else {
            weights.app
        };
        if opened {
            cost += weights.app_after_app;
        }
        let uses = hits.iter().fold(0, |all, it| all | it.bit);
        let why = if share > 0.0 {
            "the goal names this app"
        } else {
            "the goal names no app that was not tried"
        };
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
        let action = HardAction::OpenApp {
            app: offer.text.clone(),
        };
        if offer.text.split_whitespace().count() > MOST_WORDS || all.iter().any(|it| it.action == action) {
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
    let only_pulled = scene.done.iter().all(|it| it.starts_with("swipe"));
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
            add(HardAction::KeyboardEnter, weights.enter, "a text was just typed");
        }
        add(
            HardAction::NavigateBack,
            weights.back,
            "this screen shows nothing of what is left",
        );
        let waited = matches!(last, HardAction::Wait);
        add(
            HardAction::Wait,
            if waited { weights.wait_again } else { weights.wait },
            "the screen may still change",
        );
    }
}
