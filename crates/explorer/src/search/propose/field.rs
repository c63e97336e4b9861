//! Fields to type into, and the texts that may belong there.

use ui::{Element, ElementId, HardAction, Screen, same::kind, short_id};

use super::{
    super::{
        values::Offer,
        words::{same, words},
    },
    device::takes_a_number,
    read::readable_for,
    scene::{Candidate, Scene},
};

/// Texts that are tried in one field.
const MOST_TEXTS: usize = 14;

/// What the features of a text in a field are read from.
struct Facts<'a> {
    scene: &'a Scene<'a>,
    field: &'a Field<'a>,
    offer: &'a Offer,
    /// How much of the name of the text's parameter the field is called by.
    alike: f32,
    /// Whether the text's value was used already.
    used: bool,
    /// Whether the text is in no field.
    lost: bool,
}

/// What is true of a field, whatever is typed into it.
struct Field<'a> {
    id: ElementId,
    /// What it holds.
    held: String,
    /// Words that say what it is for.
    names: Vec<String>,
    /// The most that it is called by the name of a value's parameter.
    best_alike: f32,
    /// What the other fields hold.
    others: Vec<&'a str>,
    /// Whether a field that stands behind it was just filled.
    typed_below: bool,
    key: String,
}

/// A feature of a text in a field: what it adds to the cost of typing it.
type Feature = fn(&Facts) -> f32;

/// What speaks for a text and against it, in this order.
const OF_TEXT: &[Feature] = &[
    typed_and_lost,
    field_named_alike,
    other_named_alike,
    derived_text,
    whole_beside_part,
    out_of_order,
];

impl<'a> Field<'a> {
    fn of(scene: &'a Scene, id: ElementId, element: &'a Element) -> Self {
        let names = field_words(scene.screen, id, element);
        let landmarks = scene.values.landmarks.iter();
        let best_alike = landmarks.map(|it| alike(&names, &it.name)).fold(0.0, f32::max);
        let others = scene
            .screen
            .iter()
            .filter(|(other, it)| *other != id && it.editable)
            .map(|(_, it)| it.held_text().trim())
            .filter(|it| !it.is_empty());
        let typed_below = scene.last.is_some_and(|(last, _)| {
            matches!(last, HardAction::InputText { target: Some(other), .. }
                if scene.stays && id.0 < other.0)
        });
        Self {
            id,
            held: element.held_text().trim_end_matches('\n').to_owned(),
            best_alike,
            names,
            others: others.collect(),
            typed_below,
            key: format!("input_text|{}", kind(element)),
        }
    }

    fn typed(&self, offer: &Offer, text: String, clear: bool, cost: f32, why: String) -> Candidate {
        Candidate {
            action: HardAction::InputText {
                target: Some(self.id),
                text,
                clear,
            },
            cost,
            uses: offer.uses,
            why,
            key: self.key.clone(),
            entry: None,
        }
    }
}

impl Facts<'_> {
    /// What it costs to type the text here.
    fn cost(&self) -> f32 {
        let (weights, offer) = (self.scene.weights, self.offer);
        let cost = weights.typed + offer.cost;
        OF_TEXT.iter().fold(cost, |cost, feature| cost + feature(self))
    }

    /// What speaks against the text for what was done and seen before.
    fn unlikely(&self) -> f32 {
        let (scene, offer, weights) = (self.scene, self.offer, self.scene.weights);
        // What a screen shows is there to be chosen rather than typed; so is what is made of it.
        let seen = scene.values.landmarks.iter().enumerate().any(|(bit, it)| {
            scene.values_seen & (1 << bit) != 0
                && (offer.uses & (1 << bit) != 0 || (offer.cost > 0.0 && it.name == offer.name))
        });
        // What was typed a moment ago was meant to stay.
        let held = &self.field.held;
        let corrects = !held.is_empty() && scene.typed.iter().any(|it| it.trim_end() == held);
        // What the field is called says more.
        let shown = if seen {
            weights.shown_to_choose * (1.0 - self.alike)
        } else {
            0.0
        };
        let replaced = if corrects { weights.corrects } else { 0.0 };
        shown + replaced
    }
}

fn typed_and_lost(it: &Facts) -> f32 {
    if it.used && it.lost && it.scene.typed.contains(&it.offer.text) {
        it.scene.weights.typed_and_lost
    } else {
        0.0
    }
}

fn field_named_alike(it: &Facts) -> f32 {
    it.scene.weights.field_named_alike * it.alike
}

fn other_named_alike(it: &Facts) -> f32 {
    if it.field.best_alike > it.alike {
        it.scene.weights.other_named_alike * (it.field.best_alike - it.alike)
    } else {
        0.0
    }
}

fn derived_text(it: &Facts) -> f32 {
    if it.offer.cost == 0.0 || it.alike != 0.0 {
        0.0
    } else if it.offer.text.chars().count() < 3 {
        it.scene.weights.derived_short
    } else {
        it.scene.weights.derived_unnamed
    }
}

fn out_of_order(it: &Facts) -> f32 {
    if it.field.typed_below {
        it.scene.weights.out_of_order
    } else {
        0.0
    }
}

/// The whole value where another field of the form holds a part of it.
fn whole_beside_part(it: &Facts) -> f32 {
    let text = it.offer.text.as_str();
    let part = |part: &&str| {
        (part.chars().count() >= 2 && text.ends_with(part))
            || (form(part) == Form::Suffix && form(text) == Form::File)
    };
    if it.offer.cost == 0.0 && !in_its_place(it) && it.field.others.iter().any(part) {
        it.scene.weights.whole_beside_part
    } else {
        0.0
    }
}

/// Whether the form shows the rest of a value that has the text in it, or something in the place of the rest.
fn in_its_place(it: &Facts) -> bool {
    let text = it.offer.text.as_str();
    let rest_of = |whole: &str, rest: &str| {
        let behind = whole.strip_prefix(text).filter(|it| !it.is_empty());
        behind.is_some_and(|it| it == rest || (form(it) == Form::Suffix && form(rest) == Form::Suffix))
            || whole.strip_suffix(text).is_some_and(|it| it == rest)
    };
    let landmarks = &it.scene.values.landmarks;
    let rest = |rest: &&str| landmarks.iter().any(|it| rest_of(&it.text, rest));
    it.field.others.iter().any(rest)
}

/// How much of a parameter's name is among the words of a field.
fn alike(names: &[String], parameter: &str) -> f32 {
    let all = words(parameter);
    let hits = all.iter().filter(|it| names.iter().any(|name| same(it, name)));
    if all.is_empty() {
        0.0
    } else {
        hits.count() as f32 / all.len() as f32
    }
}

pub(super) fn type_into(
    scene: &Scene,
    id: ElementId,
    element: &Element,
    read: &[Offer],
    all: &mut Vec<Candidate>,
) {
    let field = Field::of(scene, id, element);
    let mut found: Vec<Candidate> = Vec::new();
    if takes_a_number(element) {
        return slide_to(scene, &field, all);
    }
    for offer in &scene.values.offers {
        if field.held == offer.text.trim_end() {
            continue;
        }
        // What was typed and is in no field any more was not taken.
        let elsewhere = field.others.iter().any(|it| it.contains(offer.text.trim()));
        let facts = Facts {
            scene,
            field: &field,
            offer,
            alike: alike(&field.names, &offer.name),
            used: offer.uses != 0 && scene.used & offer.uses == offer.uses,
            lost: field.held.is_empty() && !elsewhere,
        };
        if field.held.is_empty() {
            // A field that holds the same text as its hint looks empty; emptying an empty one does no harm.
            let clear = element.text.is_some();
            let why = format!("the field is empty and may take {}", offer.how);
            let cost = facts.cost() + facts.unlikely();
            found.push(field.typed(offer, offer.text.clone(), clear, cost, why));
        } else {
            beside_held(&facts, &mut found);
        }
    }
    found.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    found.truncate(MOST_TEXTS);
    all.extend(found);
    if field.held.is_empty() {
        let own = readable_for(scene, &field.names);
        all.extend(own.iter().map(|offer| copied(scene, &field, offer)));
        let others = read.iter().filter(|it| own.iter().all(|own| own.text != it.text));
        all.extend(others.map(|offer| copied(scene, &field, offer)));
    }
}

/// A text of a screen in an empty field.
fn copied(scene: &Scene, field: &Field, offer: &Offer) -> Candidate {
    let weights = scene.weights;
    let below = if field.typed_below {
        weights.out_of_order
    } else {
        0.0
    };
    let cost = weights.typed + offer.cost + below;
    let why = format!("the field is empty and may take {}", offer.how);
    field.typed(offer, offer.text.clone(), false, cost, why)
}

/// A number of the goal for a slider that can stand there.
fn slide_to(scene: &Scene, field: &Field, all: &mut Vec<Candidate>) {
    for offer in &scene.values.offers {
        if offer.text.trim().parse::<f64>().is_err() || offer.text.trim() == field.held {
            continue;
        }
        let facts = Facts {
            scene,
            field,
            offer,
            alike: alike(&field.names, &offer.name),
            used: offer.uses != 0 && scene.used & offer.uses == offer.uses,
            lost: false,
        };
        // The goal names the slider as well.
        let named = field
            .names
            .iter()
            .filter_map(|it| scene.values.goal_word(it))
            .map(|it| it.bit);
        let shows = |text: &str| {
            words(text)
                .iter()
                .all(|it| field.names.iter().any(|name| same(it, name)))
        };
        let valued = scene.values.landmarks.iter().enumerate();
        let valued = valued.filter(|(_, it)| it.text != offer.text && shows(&it.text));
        let uses = named
            .chain(valued.map(|(bit, _)| 1 << bit))
            .fold(0, |all, it| all | it);
        let why = format!("the slider may be brought to {}", offer.how);
        let mut found = field.typed(offer, offer.text.trim().to_owned(), true, facts.cost(), why);
        found.uses |= uses;
        all.push(found);
    }
}

/// A text in the place of what a field holds, behind it, or as a line of it.
fn beside_held(facts: &Facts, found: &mut Vec<Candidate>) {
    let Facts { field, offer, .. } = facts;
    let (weights, held) = (facts.scene.weights, &field.held);
    let (cost, unlikely) = (facts.cost(), facts.unlikely());
    let like = form(held) == form(&offer.text);
    // A name is replaced by a name, but a part of a value only by what looks like that part.
    let part = offer.cost > 0.0 && !matches!(form(held), Form::Suffix | Form::Number);
    let replaced = match (like, part) {
        (true, false) => cost.max(weights.replaces_least),
        (true, true) => cost,
        (false, _) => cost + weights.replaces_other_kind,
    };
    let why = format!("the field shows \"{held}\" and may take {}", offer.how);
    let mut add = |text: String, clear: bool, cost: f32| {
        found.push(field.typed(offer, text, clear, cost + unlikely, why.clone()));
    };
    add(offer.text.clone(), true, replaced);
    add(offer.text.clone(), false, cost + weights.put_behind);
    let whole = offer.cost == 0.0 && offer.uses != 0;
    if like && whole && !held.contains(&offer.text) && form(held) == Form::Sentence {
        let text = &offer.text;
        add(format!("{text}\n{held}"), true, cost + weights.line_before);
        add(format!("{text}\n\n{held}"), true, cost + weights.paragraph_before);
        add(format!("{held}\n{text}"), true, cost + weights.line_behind);
    }
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
