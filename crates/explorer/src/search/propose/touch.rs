//! Elements to press: with a click, a long press, a double tap or the pointer.

use ui::{ActionKind, Element, ElementId, HardAction, Irreversible, Role, own_words, same::kind};

use super::{
    super::{
        values::{Offer, Used, Values},
        words::words,
    },
    matching::{Overlap, match_of, overlap},
    scene::{Candidate, Scene, supports},
    shown::{bare, pressable, touchable},
    surroundings::Surroundings,
};

/// Whether a control says that it does what nothing takes back, and the goal says nothing of the kind. To submit is
/// what every form ends with: whether that sends anything to anybody, it does not say.
pub(in crate::search) fn is_unasked(values: &Values, element: &Element) -> bool {
    let mut said = own_words(element).flat_map(words);
    let unasked = |word: String| {
        let Some(kind) = Irreversible::of(&word).filter(|_| word != "submit") else {
            return false;
        };
        values.goal_word(&word).is_none() && !asks_for(values, kind)
    };
    said.any(unasked)
}

/// Whether a word of the goal says that something of a kind is to be done.
pub(in crate::search) fn asks_for(values: &Values, kind: Irreversible) -> bool {
    let asks = |it: &str| Irreversible::of(it) == Some(kind);
    values.goal.iter().any(|it| asks(&it.word))
}

/// What the features of an element are read from.
struct Facts<'a> {
    scene: &'a Scene<'a>,
    surroundings: &'a Surroundings,
    id: ElementId,
    element: &'a Element,
    /// The value that it shows best, with what it costs to think so.
    matched: Option<(f32, &'a Offer)>,
    /// Its words that the goal has.
    words: Option<Overlap>,
    /// Whether it lies in something that can be pressed.
    inside_button: bool,
    /// Whether it says nothing.
    silent: bool,
}

/// What an element is taken for.
struct Meaning {
    cost: f32,
    uses: Used,
    why: String,
}

/// A feature of an element: what it adds to the cost of touching it.
type Feature = fn(&Facts) -> f32;

/// What counts for whatever an element is taken for, in this order.
const OF_ALL: &[Feature] = &[
    goal_words,
    before_its_values,
    unasked,
    new,
    newly_enabled,
    sends,
    last_button,
    form_is_filled,
    leaves,
    fields_left,
];

/// What counts for an element that shows a value, in this order.
const OF_MATCH: &[Feature] = &[beside_icons, value_in_field];

/// What counts for an element that shows no value, in this order.
const OF_OTHER: &[Feature] = &[field_or_label, lone_icon, in_row];

impl<'a> Facts<'a> {
    fn of(scene: &'a Scene, surroundings: &'a Surroundings, id: ElementId, element: &'a Element) -> Self {
        let inside_button = scene.screen.iter().any(|(other, it)| {
            other != id
                && it.clickable
                && it.enabled
                && it.contains(element)
                && it.path.len() + 4 > element.path.len()
        });
        Self {
            scene,
            surroundings,
            id,
            element,
            matched: match_of(scene, surroundings, element),
            words: overlap(scene, element),
            inside_button,
            silent: element.words().next().is_none(),
        }
    }

    /// Whether there is no reason to touch it: a part of a button, what shows nothing at all, most of the screen.
    fn is_background(&self) -> bool {
        let (screen, element) = (self.scene.screen, self.element);
        let area = i64::from(element.bounds.width()) * i64::from(element.bounds.height());
        let whole = i64::from(screen.size.0) * i64::from(screen.size.1);
        let leaf = || !screen.elements.iter().any(|it| element.contains(it));
        let blank = self.silent && element.attributes.is_empty() && !leaf();
        !touchable(element) && self.matched.is_none() && (self.inside_button || blank || area * 2 > whole)
    }

    /// The values in whose row it stands.
    fn row(&self) -> Option<Used> {
        self.surroundings.in_row.get(&self.id.0).copied()
    }

    /// How many elements are of its kind.
    fn alike(&self) -> usize {
        *self.surroundings.kinds.get(&kind(self.element)).unwrap_or(&0)
    }

    fn values_left(&self) -> usize {
        self.scene.values.left(self.scene.used)
    }

    /// Whether a text was just typed.
    fn typed(&self) -> bool {
        let last = self.scene.last;
        last.is_some_and(|(it, _)| matches!(it, HardAction::InputText { .. }))
    }

    /// Whether every value was used by what was done.
    fn all_used(&self) -> bool {
        self.values_left() == 0 && self.scene.last.is_some()
    }

    fn is_last_button(&self) -> bool {
        self.element.is(Role::Button) && self.surroundings.last_buttons.last() == Some(&self.id.0)
    }

    /// What it is taken for.
    fn meaning(&self) -> Meaning {
        let ordinal = self.surroundings.ordinals.get(&self.id.0);
        if let Some(offer) = ordinal.map(|it| &self.scene.values.offers[*it]) {
            return self.nth(offer);
        }
        match self
            .matched
            .filter(|(how, _)| *how < self.scene.weights.farthest_match)
        {
            Some((how, offer)) => self.value(how, offer),
            None => self.other(),
        }
    }

    /// The n-th of its kind.
    fn nth(&self, offer: &Offer) -> Meaning {
        let weights = self.scene.weights;
        let used = self.scene.used & offer.uses == offer.uses;
        Meaning {
            cost: weights.nth_of_kind + if used { weights.used_again } else { 0.0 },
            uses: offer.uses,
            why: format!("it is the {} of its kind", offer.text),
        }
    }

    /// What shows a value.
    fn value(&self, how: f32, offer: &Offer) -> Meaning {
        let weights = self.scene.weights;
        let (cost, mut uses) = (weights.shows_value + how, offer.uses);
        // In the row of another value it uses that one as well.
        if let Some(bits) = self.row()
            && bits & !offer.uses != 0
        {
            uses |= bits;
        }
        Meaning {
            cost: OF_MATCH.iter().fold(cost, |cost, feature| cost + feature(self)),
            uses,
            why: format!("it shows {} (\"{}\")", offer.how, offer.text),
        }
    }

    /// What shows no value.
    fn other(&self) -> Meaning {
        let cost = OF_OTHER
            .iter()
            .fold(self.plain(), |cost, feature| cost + feature(self));
        // To act in the row that shows a value is to use the value.
        let row = self.row().filter(|_| touchable(self.element));
        Meaning {
            cost,
            uses: row.unwrap_or(0),
            why: match &self.words {
                Some(words) => format!("its words are in the goal ({})", words.said),
                None => "nothing nearer to the goal was left to try".to_owned(),
            },
        }
    }

    /// What it costs where nothing speaks for it.
    fn plain(&self) -> f32 {
        let weights = self.scene.weights;
        let listing = self.scene.device.listing;
        let named = || self.words.as_ref().is_some_and(|it| it.share > weights.named);
        let pressable = || pressable(listing, self.scene.screen, self.element);
        if touchable(self.element) || self.silent {
            weights.control
        } else if named() && pressable() && !self.inside_button {
            weights.named_text
        } else if self.alike() >= 3 && (bare(listing, self.element) || pressable()) {
            weights.listed_text
        } else {
            weights.plain_text
        }
    }
}

fn beside_icons(it: &Facts) -> f32 {
    let pressable = it.element.clickable || it.element.checkable || it.inside_button;
    if !pressable && it.surroundings.icons.contains(&it.id.0) {
        it.scene.weights.beside_icons
    } else {
        0.0
    }
}

fn value_in_field(it: &Facts) -> f32 {
    if it.element.editable {
        it.scene.weights.value_in_field
    } else {
        0.0
    }
}

fn field_or_label(it: &Facts) -> f32 {
    let labels = |other: &Element| other.editable && other.label.is_some() && other.label == it.element.text;
    if !it.element.editable && !it.scene.screen.elements.iter().any(labels) {
        0.0
    } else if it.scene.values.all == 0 {
        it.scene.weights.field_pressed_without_values
    } else {
        it.scene.weights.field_pressed
    }
}

fn lone_icon(it: &Facts) -> f32 {
    let icon = it.element.clickable && it.element.text.is_none() && !it.silent;
    if icon && it.alike() < 5 {
        it.scene.weights.lone_icon
    } else {
        0.0
    }
}

fn in_row(it: &Facts) -> f32 {
    if it.row().is_some() && touchable(it.element) {
        it.scene.weights.in_row
    } else {
        0.0
    }
}

fn goal_words(it: &Facts) -> f32 {
    let weights = it.scene.weights;
    let part = if it.matched.is_some() {
        weights.goal_words_beside_value
    } else {
        1.0
    };
    it.words
        .as_ref()
        .map_or(0.0, |words| weights.goal_words * words.share * part)
}

fn before_its_values(it: &Facts) -> f32 {
    it.words.as_ref().map_or(0.0, |words| {
        let left = it.scene.values.left_before(it.scene.used, words.place);
        it.scene.weights.before_its_values * left as f32 * words.share
    })
}

fn unasked(it: &Facts) -> f32 {
    // A text that shows a value says nothing of what a tap on it does.
    if it.matched.is_none() && is_unasked(it.scene.values, it.element) {
        it.scene.weights.unasked
    } else {
        0.0
    }
}

fn new(it: &Facts) -> f32 {
    if it.surroundings.new.contains(&it.id.0) {
        it.scene.weights.new
    } else {
        0.0
    }
}

fn newly_enabled(it: &Facts) -> f32 {
    if it.surroundings.enabled.contains(&it.id.0) {
        it.scene.weights.newly_enabled
    } else {
        0.0
    }
}

fn sends(it: &Facts) -> f32 {
    match (it.element.is(Role::Button), it.all_used(), it.typed()) {
        (true, true, true) => it.scene.weights.sends_what_was_typed,
        (true, true, false) | (true, false, true) => it.scene.weights.sends,
        (true, false, false) | (false, _, _) => 0.0,
    }
}

fn last_button(it: &Facts) -> f32 {
    if it.is_last_button() && (it.all_used() || it.typed()) {
        it.scene.weights.last_button
    } else {
        0.0
    }
}

fn form_is_filled(it: &Facts) -> f32 {
    if it.is_last_button() && it.typed() && it.surroundings.filled {
        it.scene.weights.form_is_filled
    } else {
        0.0
    }
}

fn leaves(it: &Facts) -> f32 {
    let plain = it.element.clickable && !it.element.editable && !it.element.is(Role::Button);
    if plain && it.all_used() {
        it.scene.weights.leaves_when_all_used
    } else {
        0.0
    }
}

fn fields_left(it: &Facts) -> f32 {
    let empty = |other: &Element| other.editable && other.held_text().is_empty();
    let asked = it.element.is(Role::Button) && it.scene.values.plural;
    if asked && it.scene.screen.elements.iter().any(empty) {
        it.scene.weights.fields_left
    } else {
        0.0
    }
}

pub(super) fn touch(
    scene: &Scene,
    surroundings: &Surroundings,
    id: ElementId,
    element: &Element,
    all: &mut Vec<Candidate>,
) {
    let facts = Facts::of(scene, surroundings, id, element);
    if facts.is_background() || is_forbidden(scene, element) {
        return;
    }
    let Meaning { cost, mut uses, why } = facts.meaning();
    let cost = OF_ALL.iter().fold(cost, |cost, feature| cost + feature(&facts));
    uses |= facts.words.as_ref().map_or(0, |it| it.bits);
    let mut cost = cost.max(scene.weights.least_touch);
    if let Some(last) = surroundings.meant.get(&id.0) {
        cost = cost.min(scene.weights.next_of_several);
        uses |= last;
    }
    let mut add = |action: HardAction, cost: f32, key: String| {
        all.push(Candidate {
            action,
            cost,
            uses,
            why: why.clone(),
            key,
            entry: None,
        });
    };
    if let Some(cost) = held(&facts, cost) {
        let key = format!("long_press|{}", kind(element));
        add(HardAction::LongPress { target: id }, cost, key);
    }
    if supports(scene, ActionKind::Hover) && element.clickable {
        let key = format!("hover|{}", kind(element));
        let cost = cost
            + if opens_a_menu(element) {
                0.0
            } else {
                scene.weights.hovered
            };
        add(HardAction::Hover { target: id }, cost, key);
    }
    if supports(scene, ActionKind::DoubleTap) {
        let key = format!("double_tap|{}", kind(element));
        let cost = cost + scene.weights.tapped_twice;
        add(HardAction::DoubleTap { target: id }, cost, key);
    }
    match chosen_in(scene, element) {
        Some((list, option)) => {
            let option = option.to_owned();
            let key = format!("select_option|{}", kind(element));
            add(HardAction::SelectOption { target: list, option }, cost, key);
        }
        None => add(
            HardAction::Click { target: id },
            cost,
            format!("click|{}", kind(element)),
        ),
    }
}

/// Whether the goal says that what an element is called is not to be done.
fn is_forbidden(scene: &Scene, element: &Element) -> bool {
    let called: Vec<String> = own_words(element).flat_map(words).collect();
    !element.editable && scene.values.forbids(&called)
}

/// What a long press costs where a click costs so much; `None` where it can't be done.
fn held(facts: &Facts, cost: f32) -> Option<f32> {
    let (scene, element) = (facts.scene, facts.element);
    let pressed_through = |it: &Element| it.long_clickable && it.enabled && it.contains(element);
    let through = || facts.matched.is_some() && scene.screen.elements.iter().any(pressed_through);
    let may_be_held = element.long_clickable || through();
    // Not every device says what can be pressed for long.
    let shows_value = facts.matched.is_some() && element.enabled && !element.editable && !element.clickable;
    if !(may_be_held || shows_value) || !supports(scene, ActionKind::LongPress) {
        return None;
    }
    if !may_be_held {
        return Some(cost + scene.weights.held_unsaid);
    }
    let nothing_to_type = facts.values_left() == 0 && element.held_text().is_empty();
    Some(match (element.editable, nothing_to_type) {
        (true, true) => scene.weights.field_menu,
        (true, false) => scene.weights.field_held,
        (false, _) => cost + scene.weights.held,
    })
}

/// Whether the page says that it opens a menu.
fn opens_a_menu(element: &Element) -> bool {
    element.is(Role::Menu) || element.attributes.contains_key("aria-haspopup")
}

/// The list in which an option is chosen by what it shows, where the device does that and no other option of it shows
/// the same.
fn chosen_in<'a>(scene: &Scene, element: &'a Element) -> Option<(ElementId, &'a str)> {
    if !supports(scene, ActionKind::SelectOption) || !element.is(Role::Option) {
        return None;
    }
    let shown = element.text.as_deref().filter(|it| !it.trim().is_empty())?;
    let list = scene
        .screen
        .iter()
        .filter(|(_, it)| it.is(Role::Choice) && element.path.starts_with(&it.path))
        .max_by_key(|(_, it)| it.path.len())?;
    let same = scene.screen.elements.iter().filter(|it| {
        it.is(Role::Option) && it.path.starts_with(&list.1.path) && it.text.as_deref() == Some(shown)
    });
    (same.count() == 1).then_some((list.0, shown))
}
