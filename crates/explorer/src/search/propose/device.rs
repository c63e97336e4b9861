//! What is done to the device rather than to an element: scrolling, keys, starting apps.

use ui::{ActionKind, Direction, Element, ElementId, HardAction};

use super::{
    super::{identity::kind, values::GoalWord, words::words},
    Candidate, Scene, supports,
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
    // A strip of things side by side is far wider than high.
    let wide = element.bounds.width() > WIDE * element.bounds.height();
    for (direction, cost) in [
        (Direction::Down, if wide { 6.5 } else { 2.4 }),
        (Direction::Up, 6.0),
        (Direction::Right, if wide { 2.4 } else { 7.5 }),
        (Direction::Left, 7.5),
    ] {
        let cost = if wanted { cost } else { cost + 2.0 };
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
/// What it costs to think that a value is the name of an app.
const AS_APP: f32 = 2.2;

/// Whether it is set by sliding.
pub(in crate::search) fn is_slider(element: &Element) -> bool {
    let is = |it: &Option<String>, what: &str| it.as_deref().is_some_and(|it| it.ends_with(what));
    is(&element.class_name, "SeekBar") || is(&element.role, "slider")
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
            cost: 1.2,
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
            0.3 + 2.0 * (1.0 - share)
        } else {
            4.5
        };
        if opened {
            cost += 3.0;
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
            cost: if opened { AS_APP + 3.0 } else { AS_APP },
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
            it.cost += 2.5;
        }
    }
}

pub(super) fn keys(scene: &Scene, all: &mut Vec<Candidate>) {
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
        for (direction, cost) in [(Direction::Down, 2.6), (Direction::Up, 4.6)] {
            let cost = if scene.done.is_empty() { cost } else { cost - 1.2 };
            add(HardAction::Swipe { direction }, cost, "the system may have it");
        }
    }
    if let Some((last, _)) = scene.last {
        if matches!(last, HardAction::InputText { .. }) {
            add(HardAction::KeyboardEnter, 2.6, "a text was just typed");
        }
        add(
            HardAction::NavigateBack,
            4.0,
            "this screen shows nothing of what is left",
        );
        let waited = matches!(last, HardAction::Wait);
        add(
            HardAction::Wait,
            if waited { 7.0 } else { 4.2 },
            "the screen may still change",
        );
    }
}
