//! Things to drag, and where to: what the goal names, and what looks as if it could be moved.

use ui::{ActionKind, Element, ElementId, HardAction, Role, same::kind};

use super::{
    super::{
        values::{Used, Values},
        words::{same, words},
    },
    matching::{match_of, overlap},
    scene::{Candidate, Scene, supports},
    surroundings::Surroundings,
};

/// Ways to drag that are tried on one screen.
const MOST: usize = 60;
/// Words of a goal that ask for something to be brought elsewhere.
const MOVES: [&str; 10] = [
    "drag", "drop", "move", "put", "bring", "sort", "swap", "arrange", "reorder", "place",
];
/// Words in the class of what a page lets be dragged.
const MOVABLE: [&str; 3] = ["drag", "draggable", "sortable"];

/// One end of a way.
struct End {
    id: ElementId,
    cost: f32,
    uses: Used,
    said: Option<String>,
    movable: bool,
}

/// Whether the goal asks for something to be moved.
fn is_asked_for(values: &Values) -> bool {
    let asks = |word: &str| MOVES.iter().any(|it| same(it, word));
    values.goal.iter().any(|it| asks(&it.word))
}

/// Whether the page says that it can be moved.
fn is_movable(element: &Element) -> bool {
    let class = element
        .attributes
        .get("class")
        .into_iter()
        .flat_map(|it| words(it));
    element.attributes.contains_key("draggable") || class.into_iter().any(|it| MOVABLE.contains(&it.as_str()))
}

/// Drag one thing to another.
pub(super) fn drag(scene: &Scene, surroundings: &Surroundings, all: &mut Vec<Candidate>) {
    if !supports(scene, ActionKind::DragTo) {
        return;
    }
    let asked = is_asked_for(scene.values);
    if !asked && !scene.screen.elements.iter().any(is_movable) {
        return;
    }
    let ends: Vec<End> = scene
        .screen
        .iter()
        .filter_map(|(id, it)| end(scene, surroundings, id, it))
        .collect();
    let weights = scene.weights;
    let mut found = Vec::new();
    for from in ends.iter().filter(|it| it.movable || asked) {
        let Some(source) = scene
            .screen
            .get(from.id)
            .filter(|it| !it.editable && !it.is(Role::Button))
        else {
            continue;
        };
        for to in ends.iter().filter(|it| it.id != from.id) {
            let Some(goal) = scene.screen.get(to.id) else {
                continue;
            };
            if goal.is(Role::Button)
                || goal.path.starts_with(&source.path)
                || source.path.starts_with(&goal.path)
            {
                continue;
            }
            let unmarked = if from.movable {
                0.0
            } else {
                weights.dragged_unmarked
            };
            let both = [&from.said, &to.said];
            let both: Vec<&str> = both.into_iter().flatten().map(String::as_str).collect();
            let candidate = Candidate {
                action: HardAction::DragTo {
                    target: from.id,
                    to: to.id,
                },
                cost: weights.dragged + unmarked + from.cost + to.cost,
                uses: from.uses | to.uses,
                why: match both.as_slice() {
                    [] => "it may be dragged there".to_owned(),
                    both => format!("it may be dragged there: {}", both.join(", ")),
                },
                key: format!("drag_to|{}|{}", kind(source), kind(goal)),
                entry: None,
            };
            found.push((from.cost, candidate));
        }
    }
    // Of two ways that are worth as much, what the goal names is dragged rather than dragged to.
    found.sort_by(|(one, a), (other, b)| a.cost.total_cmp(&b.cost).then(one.total_cmp(other)));
    found.truncate(MOST);
    all.extend(found.into_iter().map(|(_, it)| it));
}

/// What an element is as an end of a way; `None` for what is no thing: most of the screen, a slider, a row of others.
fn end(scene: &Scene, surroundings: &Surroundings, id: ElementId, element: &Element) -> Option<End> {
    let (screen, weights) = (scene.screen, scene.weights);
    let area = i64::from(element.bounds.width()) * i64::from(element.bounds.height());
    let whole = i64::from(screen.size.0) * i64::from(screen.size.1);
    if !element.enabled || element.is(Role::Slider) || area * 2 > whole {
        return None;
    }
    let shown = match_of(scene, surroundings, element).filter(|(how, _)| *how < weights.farthest_match);
    let named = overlap(scene, element);
    let (cost, uses, said) = match (shown, named) {
        (Some((how, offer)), _) => (how, offer.uses, Some(format!("it shows {}", offer.how))),
        (None, Some(named)) => {
            let cost = weights.dragged_unnamed * (1.0 - named.share);
            (
                cost,
                named.bits,
                Some(format!("its words are in the goal ({})", named.said)),
            )
        }
        (None, None) => (weights.dragged_unnamed, 0, None),
    };
    Some(End {
        id,
        cost,
        uses,
        said,
        movable: is_movable(element),
    })
}
