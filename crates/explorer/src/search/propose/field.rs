//! Fields to type into, and the texts that may belong there.

use ui::{Element, ElementId, HardAction, Screen, short_id};

use super::{
    super::{
        identity::kind,
        words::{same, words},
    },
    Candidate, Scene,
    surroundings::Surroundings,
};

/// What a field costs that stands before the one that was just filled.
const OUT_OF_ORDER: f32 = 0.4;

pub(super) fn type_into(
    scene: &Scene,
    surroundings: &Surroundings,
    id: ElementId,
    element: &Element,
    all: &mut Vec<Candidate>,
) {
    let held = element.held_text().trim_end_matches('\n').to_owned();
    let names = field_words(scene.screen, id, element);
    let alike = |name: &str| {
        let all = words(name);
        let hits = all
            .iter()
            .filter(|it| names.iter().any(|name| same(it, name)))
            .count();
        if all.is_empty() {
            0.0
        } else {
            hits as f32 / all.len() as f32
        }
    };
    let best_alike = scene
        .values
        .landmarks
        .iter()
        .map(|it| alike(&it.name))
        .fold(0.0, f32::max);
    let others: Vec<&str> = scene
        .screen
        .iter()
        .filter(|(other, it)| *other != id && it.editable)
        .map(|(_, it)| it.held_text().trim())
        .filter(|it| !it.is_empty())
        .collect();
    let typed_below = scene.last.is_some_and(|(last, _)| {
        matches!(last, HardAction::InputText { target: Some(other), .. }
            if scene.before.is_some_and(|it| it.structure() == scene.screen.structure()) && id.0 < other.0)
    });
    let mut found: Vec<Candidate> = Vec::new();
    let key = format!("input_text|{}", kind(element));
    for offer in &scene.values.offers {
        if held == offer.text.trim_end() {
            continue;
        }
        let used = offer.uses != 0 && scene.used & offer.uses == offer.uses;
        let mut cost = 0.8 + offer.cost + 0.05 * scene.values.skipped(scene.used, offer.uses);
        // What was typed and is in no field any more was not taken.
        let lost = held.is_empty() && !others.iter().any(|it| it.contains(offer.text.trim()));
        if used {
            cost += match scene.typed.contains(&offer.text) {
                true if lost => 0.3,
                true if scene.values.plural && held.is_empty() => 0.0,
                true => 1.6,
                false => 0.5,
            };
        }
        // Once everything was used, it is time to confirm and not to type it again.
        if scene.values.left(scene.used) == 0 && !lost && !(scene.values.plural && held.is_empty()) {
            cost += 1.0;
        }
        // What a screen shows is there to be chosen rather than typed; so is what is made of it.
        let seen = scene.values.landmarks.iter().enumerate().any(|(bit, it)| {
            scene.values_seen & (1 << bit) != 0
                && (offer.uses & (1 << bit) != 0 || (offer.cost > 0.0 && it.name == offer.name))
        });
        // What was typed a moment ago was meant to stay.
        let corrects = !held.is_empty() && scene.typed.iter().any(|it| it.trim_end() == held);
        // What the goal says as it stands is not put away for something else.
        let undoes = corrects && scene.values.landmarks.iter().any(|it| it.text.trim_end() == held);
        let alike_here = alike(&offer.name);
        // What the field is called says more.
        let unlikely = if seen { 3.0 * (1.0 - alike_here) } else { 0.0 }
            + match (corrects, undoes) {
                (_, true) => 3.0,
                (true, false) => 1.5,
                (false, false) => 0.0,
            };
        cost -= 0.6 * alike_here;
        if best_alike > alike_here {
            cost += 1.2 * (best_alike - alike_here);
        }
        if offer.uses == 0 && offer.cost == 0.0 {
            cost += 1.0;
        }
        if offer.cost > 0.0 && alike_here == 0.0 {
            // A letter or two of a value are hardly a text of their own.
            cost += if offer.text.chars().count() < 3 { 2.2 } else { 0.7 };
        }
        // The form shows the rest of the value, or something in the place of the rest: what is left of the
        // value belongs here.
        let rest_of = |whole: &str, rest: &str| {
            let behind = whole
                .strip_prefix(offer.text.as_str())
                .filter(|it| !it.is_empty());
            behind.is_some_and(|it| it == rest || (form(it) == Form::Suffix && form(rest) == Form::Suffix))
                || whole
                    .strip_suffix(offer.text.as_str())
                    .is_some_and(|it| it == rest)
        };
        let completes = others
            .iter()
            .any(|rest| scene.values.landmarks.iter().any(|it| rest_of(&it.text, rest)));
        let whole = offer.cost == 0.0
            && others.iter().any(|rest| {
                (rest.chars().count() >= 2 && offer.text.ends_with(rest))
                    || (form(rest) == Form::Suffix && form(&offer.text) == Form::File)
            });
        if completes {
            cost = cost.min(0.6);
        } else if whole {
            cost += 1.6;
        }
        if element.focused {
            cost -= 0.15;
        }
        // Fields are filled from the first to the last: another order comes to the same.
        if typed_below {
            cost += OUT_OF_ORDER;
        }
        if surroundings.fields == 1 {
            cost -= 0.1;
        }
        if held.is_empty() {
            // A field that holds the same text as its hint looks empty; emptying an empty one does no harm.
            let action = HardAction::InputText {
                target: Some(id),
                text: offer.text.clone(),
                clear: element.text.is_some(),
            };
            found.push(Candidate {
                action,
                cost: cost + unlikely,
                uses: offer.uses,
                why: format!("the field is empty and may take {}", offer.how),
                key: key.clone(),
                entry: None,
            });
        } else {
            let like = form(&held) == form(&offer.text);
            // A name is replaced by a name, but a part of a value only by what looks like that part.
            let part = offer.cost > 0.0 && !matches!(form(&held), Form::Suffix | Form::Number);
            let replaced = match (like, part) {
                (true, false) => cost.max(0.9).min(1.5 + offer.cost * 0.3),
                (true, true) => cost + 1.6,
                (false, _) => cost + 3.0,
            } + unlikely;
            let why = format!("the field shows \"{held}\" and may take {}", offer.how);
            let action = HardAction::InputText {
                target: Some(id),
                text: offer.text.clone(),
                clear: true,
            };
            found.push(Candidate {
                action,
                cost: replaced,
                uses: offer.uses,
                why: why.clone(),
                key: key.clone(),
                entry: None,
            });
            let action = HardAction::InputText {
                target: Some(id),
                text: offer.text.clone(),
                clear: false,
            };
            found.push(Candidate {
                action,
                cost: cost + 3.2 + unlikely,
                uses: offer.uses,
                why: why.clone(),
                key: key.clone(),
                entry: None,
            });
            if like
                && offer.cost == 0.0
                && offer.uses != 0
                && !held.contains(&offer.text)
                && form(&held) == Form::Sentence
            {
                for (text, add) in [
                    (format!("{}\n{held}", offer.text), 1.9),
                    (format!("{}\n\n{held}", offer.text), 2.1),
                    (format!("{held}\n{}", offer.text), 2.0),
                ] {
                    let action = HardAction::InputText {
                        target: Some(id),
                        text,
                        clear: true,
                    };
                    found.push(Candidate {
                        action,
                        cost: cost + add + unlikely,
                        uses: offer.uses,
                        why: why.clone(),
                        key: key.clone(),
                        entry: None,
                    });
                }
            }
        }
    }
    found.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    found.truncate(14);
    all.extend(found);
}

/// Words that say what a field is for: its label, hint, id, name, and the text before it.
fn field_words(screen: &Screen, id: ElementId, element: &Element) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for it in [
        &element.label,
        &element.hint_text,
        &element.content_description,
        &element.tooltip,
    ]
    .into_iter()
    .flatten()
    {
        all.extend(words(it));
    }
    let tail = element.resource_name.as_deref().map(short_id);
    all.extend(tail.into_iter().flat_map(words));
    for name in ["name", "type"] {
        all.extend(element.attributes.get(name).into_iter().flat_map(|it| words(it)));
    }
    // The text that stands left of it or above it, nearest first.
    let nearest = screen
        .iter()
        .filter(|(other, it)| {
            *other != id && !it.editable && it.text.as_ref().is_some_and(|it| it.chars().count() <= 40)
        })
        .filter_map(|(_, it)| {
            let gap_x = element.bounds.left - it.bounds.right;
            let gap_y = element.bounds.top - it.bounds.bottom;
            let beside =
                it.bounds.top < element.bounds.bottom && it.bounds.bottom > element.bounds.top && gap_x >= -4;
            let above =
                it.bounds.left < element.bounds.right && it.bounds.right > element.bounds.left && gap_y >= -4;
            (beside || above).then(|| (if beside { gap_x } else { gap_y }.max(0), it))
        })
        .min_by_key(|(gap, _)| *gap);
    all.extend(
        nearest
            .into_iter()
            .filter_map(|(_, it)| it.text.as_deref())
            .flat_map(words),
    );
    all
}

/// What kind of text it is; one kind is replaced by its like.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Several words.
    Sentence,
    /// Digits and marks.
    Number,
    /// A mark and a short word, as an extension.
    Suffix,
    /// A name with an extension.
    File,
    /// One word.
    Word,
}

fn form(text: &str) -> Form {
    let text = text.trim();
    if text.split_whitespace().count() > 1 {
        Form::Sentence
    } else if text.chars().all(|it| !it.is_alphabetic()) {
        Form::Number
    } else if text.starts_with('.') {
        Form::Suffix
    } else if text
        .rsplit_once('.')
        .is_some_and(|(_, it)| (1..=5).contains(&it.len()) && it.chars().all(char::is_alphanumeric))
    {
        Form::File
    } else {
        Form::Word
    }
}
