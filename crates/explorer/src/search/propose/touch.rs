//! Elements to press: with a click, a long press, a double tap or the pointer.

use ui::{ActionKind, Element, ElementId, HardAction, Irreversible, short_id};

use super::{
    super::{
        identity::kind,
        values::{Used, Values},
        words::words,
    },
    Candidate, Scene,
    matching::{bare, is_button, match_of, overlap, pressable, touchable},
    one_of_several, supports,
    surroundings::Surroundings,
};

/// What is taken off the last button of a form when nothing in it is left to be filled in.
const ALL_FILLED: f32 = 1.0;
/// What is added for what nothing takes back and the goal does not ask for.
const UNASKED: f32 = 1.5;

/// Whether a control says that it does what nothing takes back, and the goal says nothing of the kind. To submit is
/// what every form ends with: whether that sends anything to anybody, it does not say.
pub(in crate::search) fn is_unasked(values: &Values, element: &Element) -> bool {
    let name = element.resource_name.as_deref().map(short_id);
    let said = [
        element.text.as_deref(),
        element.content_description.as_deref(),
        name,
    ];
    let mut said = said.into_iter().flatten().flat_map(words);
    let unasked = |word: String| {
        let Some(kind) = Irreversible::of(&word).filter(|_| word != "submit") else {
            return false;
        };
        let asks = |it: &str| Irreversible::of(it) == Some(kind);
        values.goal_word(&word).is_none() && !values.goal.iter().any(|it| asks(&it.word))
    };
    !element.editable && said.any(unasked)
}

pub(super) fn touch(
    scene: &Scene,
    surroundings: &Surroundings,
    id: ElementId,
    element: &Element,
    all: &mut Vec<Candidate>,
) {
    let screen = scene.screen;
    let matched = match_of(scene, surroundings, element);
    let words = overlap(scene, element);
    let inside_button = screen.iter().any(|(other, it)| {
        other != id
            && it.clickable
            && it.enabled
            && it.contains(element)
            && it.path.len() + 4 > element.path.len()
    });
    let area = i64::from(element.bounds.width()) * i64::from(element.bounds.height());
    let whole = i64::from(screen.size.0) * i64::from(screen.size.1);
    let silent = element.words().next().is_none();
    let leaf = || !screen.elements.iter().any(|it| element.contains(it));
    let blank = silent && element.attributes.is_empty() && !leaf();
    if !touchable(element) && matched.is_none() && (inside_button || blank || area * 2 > whole) {
        return;
    }
    let mut cost;
    let mut uses: Used = 0;
    let why;
    if let Some(offer) = surroundings
        .ordinals
        .get(&id.0)
        .map(|it| &scene.values.offers[*it])
    {
        let used = scene.used & offer.uses == offer.uses;
        cost = 1.2 + if used { 1.5 } else { 0.0 };
        uses |= offer.uses;
        why = format!("it is the {} of its kind", offer.text);
    } else if let Some((how, offer)) = matched.filter(|(how, _)| *how < 3.5) {
        cost = 0.3 + how;
        uses |= offer.uses;
        // Of several that show the value, the one in the row of another value is meant.
        if let Some(bits) = surroundings.in_row.get(&id.0)
            && bits & !offer.uses != 0
        {
            cost -= 0.3;
            uses |= bits;
        }
        if !element.clickable && !element.checkable && !inside_button {
            cost += 0.6;
            // A text beside icons says whose they are.
            if surroundings.icons.contains(&id.0) {
                cost += 0.8;
            }
        }
        if element.editable {
            cost += 2.5;
        }
        why = format!("it shows {} (\"{}\")", offer.how, offer.text);
    } else {
        let named = words.as_ref().is_some_and(|(share, ..)| *share > 0.6);
        cost = match (touchable(element), silent) {
            (true, false) => 3.0,
            (true, true) => 3.4,
            // A text that the goal's words speak for, on a device that does not say what a tap reaches.
            (false, false) if named && pressable(scene.device.listing, screen, element) && !inside_button => {
                3.4
            }
            // One of several texts in the same place of their rows: a list, whose rows lead somewhere.
            (false, false)
                if *surroundings.kinds.get(&kind(element)).unwrap_or(&0) >= 3
                    && (bare(scene.device.listing, element)
                        || pressable(scene.device.listing, screen, element)) =>
            {
                3.2
            }
            (false, false) => 4.6,
            (false, true) => 6.0,
        };
        // Where there are values, fields are typed into; and what names a field is no control.
        let labels = |it: &Element| it.editable && it.label.is_some() && it.label == element.text;
        if element.editable || screen.elements.iter().any(labels) {
            cost += if scene.values.all == 0 { 1.0 } else { 2.0 };
        }
        if *surroundings.kinds.get(&kind(element)).unwrap_or(&0) >= 5 {
            cost += 0.4;
        } else if element.clickable && element.text.is_none() && !silent {
            // An icon that stands alone is a tool or opens a menu.
            cost -= 0.6;
        }
        // What opens a choice may well have the value that is shown nowhere.
        let chooses = |it: &Option<String>, what: &str| it.as_deref().is_some_and(|it| it.ends_with(what));
        if (chooses(&element.class_name, "Spinner") || chooses(&element.role, "combobox"))
            && scene.values.left(scene.used) > 0
            && !surroundings.value_visible
        {
            cost -= 1.4;
        }
        if let Some(bits) = surroundings.in_row.get(&id.0)
            && touchable(element)
        {
            // To act in the row that shows a value is to use the value.
            cost -= 1.0;
            uses |= bits;
        }
        why = match &words {
            Some((_, _, _, said)) => format!("its words are in the goal ({said})"),
            None => "nothing nearer to the goal was left to try".to_owned(),
        };
    }
    if let Some((share, bits, place, _)) = &words {
        cost -= 2.4 * share * if matched.is_some() { 0.15 } else { 1.0 };
        uses |= bits;
        // A word that the goal says after values is meant for after them.
        cost += 1.1 * scene.values.left_before(scene.used, *place) as f32 * share;
    }
    // A text that shows a value says nothing of what a tap on it does.
    if matched.is_none() && is_unasked(scene.values, element) {
        cost += UNASKED;
    }
    if surroundings.new.contains(&id.0) {
        cost -= 0.7;
    }
    if surroundings.enabled.contains(&id.0) {
        cost -= 1.2;
    }
    if is_button(element) {
        let last = surroundings.last_buttons.last() == Some(&id.0);
        let typed = scene
            .last
            .is_some_and(|(it, _)| matches!(it, HardAction::InputText { .. }));
        // What was filled in is then sent; and the last button of a form or dialog is the one that does it.
        let all_used = scene.values.left(scene.used) == 0 && scene.last.is_some();
        cost -= match (all_used, typed) {
            (true, true) => 1.2,
            (true, false) | (false, true) => 0.7,
            (false, false) => 0.0,
        };
        if last && (all_used || typed) {
            cost -= 0.5;
        }
        // Nothing is left to be filled in.
        if last && typed && surroundings.filled {
            cost -= ALL_FILLED;
        }
    } else if element.clickable
        && !element.editable
        && scene.values.left(scene.used) == 0
        && scene.last.is_some()
    {
        cost -= 0.6;
    }
    if is_button(element) {
        // Where all of something is asked for, an empty field is still to be filled.
        if scene.values.plural
            && screen
                .elements
                .iter()
                .any(|it| it.editable && it.held_text().is_empty())
        {
            cost += 2.5;
        }
    }
    let key = format!("click|{}", kind(element));
    if let Some(times) = scene.learned.ended.get(&key) {
        // What ends an episode waits until everything is used.
        let left = scene.values.left(scene.used) as f32;
        cost += left.min(4.0) * 0.8 - if left == 0.0 { 0.5 } else { 0.0 };
        cost += (*times as f32).min(20.0) * 0.05;
    }
    // Listed, but out of sight in what scrolls: a device that lists it brings it into sight.
    let hidden = element.bounds.width() == 0 || element.bounds.height() == 0;
    let mut cost = cost.max(0.2) + if hidden { 0.3 } else { 0.0 };
    if let Some(last) = surroundings.meant.get(&id.0) {
        cost = cost.min(one_of_several(id));
        uses |= last;
    }
    let pressed_through = |it: &Element| it.long_clickable && it.enabled && it.contains(element);
    let held = element.long_clickable || (matched.is_some() && screen.elements.iter().any(pressed_through));
    if held && supports(scene, ActionKind::LongPress) {
        // A long press on a field brings what can be done with texts.
        let nothing_to_type = scene.values.left(scene.used) == 0 && element.held_text().is_empty();
        let cost = match (element.editable, nothing_to_type) {
            (true, true) => 1.6,
            (true, false) => 2.6,
            (false, _) => cost + 0.8,
        };
        all.push(Candidate {
            action: HardAction::LongPress { target: id },
            cost,
            uses,
            why: why.clone(),
            key: format!("long_press|{}", kind(element)),
            entry: None,
        });
    }
    if supports(scene, ActionKind::Hover) && element.clickable {
        let menu = element.role.as_deref().is_some_and(|it| it.starts_with("menu"))
            || element.attributes.contains_key("aria-haspopup");
        let action = HardAction::Hover { target: id };
        // What opens a menu below it is not what was wanted, as long as values are left.
        let opens = menu && scene.values.left(scene.used | uses) > 0;
        let cost = match (menu, opens) {
            (true, true) => (cost - 0.3).max(0.15),
            (true, false) => cost + 0.3,
            (false, _) => cost + 3.5,
        };
        all.push(Candidate {
            action,
            cost,
            uses,
            why: why.clone(),
            key: format!("hover|{}", kind(element)),
            entry: None,
        });
    }
    if supports(scene, ActionKind::DoubleTap) {
        let action = HardAction::DoubleTap { target: id };
        all.push(Candidate {
            action,
            cost: cost + 4.5,
            uses,
            why: why.clone(),
            key: format!("double_tap|{}", kind(element)),
            entry: None,
        });
    }
    let (action, key) = match chosen_in(scene, element) {
        Some((list, option)) => (
            HardAction::SelectOption {
                target: list,
                option: option.to_owned(),
            },
            format!("select_option|{}", kind(element)),
        ),
        None => (HardAction::Click { target: id }, key),
    };
    all.push(Candidate {
        action,
        cost,
        uses,
        why,
        key,
        entry: None,
    });
}

/// The list in which an option is chosen by what it shows, where the device does that and no other option of it shows
/// the same.
fn chosen_in<'a>(scene: &Scene, element: &'a Element) -> Option<(ElementId, &'a str)> {
    let is = |it: &Element, tag: &str| it.class_name.as_deref() == Some(tag);
    if !supports(scene, ActionKind::SelectOption) || !is(element, "option") {
        return None;
    }
    let shown = element.text.as_deref().filter(|it| !it.trim().is_empty())?;
    let list = scene
        .screen
        .iter()
        .filter(|(_, it)| is(it, "select") && element.path.starts_with(&it.path))
        .max_by_key(|(_, it)| it.path.len())?;
    let same = scene.screen.elements.iter().filter(|it| {
        is(it, "option") && it.path.starts_with(&list.1.path) && it.text.as_deref() == Some(shown)
    });
    (same.count() == 1).then_some((list.0, shown))
}
