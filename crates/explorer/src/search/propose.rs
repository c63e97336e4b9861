//! Screen to the actions worth trying on it, each with what it costs.
//!
//! The costs are the algorithm. They come from comparing texts: what a screen shows with the values
//! and words of the goal, labels of fields with names of parameters; from the structure of the
//! screen (what is new on it, what stands in one row); and from what actions did before.
//! One unit is about one step that nothing speaks for.

use std::collections::{HashMap, HashSet};

use device::DeviceInfo;
use ui::{Direction, Element, ElementId, HardAction, Screen, SoftAction, find};

use crate::graph::Graph;

use super::{
    identity::{identity, kind},
    values::{Offer, Used, Values},
    words::{is_content, same, words},
};

/// An action worth trying.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The action.
    pub action: HardAction,
    /// What it costs.
    pub cost: f32,
    /// The landmarks and words it uses.
    pub uses: Used,
    /// Why it is tried, for people.
    pub why: String,
    /// What it is in the graph.
    pub key: String,
}

/// What this search saw actions do.
#[derive(Default)]
pub(super) struct Learned {
    /// Actions (by key) that ended episodes, with how often.
    pub ended: HashMap<String, u32>,
    /// Actions on kinds of screens that changed nothing, with how often.
    pub idle: HashMap<(u64, String), u32>,
    /// The same for what changed something.
    pub moved: HashMap<(u64, String), u32>,
}

/// The bits of the goal's words that elements of a screen are named by, as buttons and menu entries are.
pub(super) fn words_shown(scene: &Scene) -> Used {
    let named = scene
        .screen
        .iter()
        .filter(|(_, it)| it.enabled && touchable(it) && !it.editable);
    named
        .filter_map(|(_, it)| overlap(scene, it))
        .filter(|(share, ..)| *share > 0.6)
        .fold(0, |all, (_, bits, ..)| all | bits)
}

/// The bits of the values that a screen shows without their having been typed.
pub(super) fn values_shown(scene: &Scene) -> Used {
    let shows = |text: &str| {
        let shown = |it: &Element| !it.editable && shown(it, text).is_some_and(|it| it <= 0.2);
        scene.screen.elements.iter().any(shown)
    };
    let all = scene.values.landmarks.iter().enumerate();
    all.filter(|(_, it)| !scene.typed.iter().any(|typed| typed.contains(&it.text)) && shows(&it.text))
        .fold(0, |all, (bit, _)| all | 1 << bit)
}

/// Where the search stands.
pub(super) struct Scene<'a> {
    pub screen: &'a Screen,
    /// The screen before the last action.
    pub before: Option<&'a Screen>,
    /// The last action and its key.
    pub last: Option<(&'a HardAction, &'a str)>,
    /// What was used so far.
    pub used: Used,
    /// Keys with targets of all actions so far.
    pub done: &'a [String],
    /// Texts typed so far.
    pub typed: &'a [String],
    pub values: &'a Values,
    pub graph: &'a Graph,
    pub learned: &'a Learned,
    pub device: &'a DeviceInfo,
    pub hints: &'a [SoftAction],
    /// Values that screens showed before they were typed.
    pub values_seen: Used,
}

/// Actions dearer than this are not worth a place in the queue.
const DEAREST: f32 = 9.0;

/// The actions worth trying, cheapest first.
pub(super) fn propose(scene: &Scene) -> Vec<Candidate> {
    let structure = scene.screen.structure();
    let surroundings = Surroundings::of(scene);
    let closer = surroundings.closer;
    let mut all: Vec<Candidate> = Vec::new();
    for (id, element) in scene.screen.iter() {
        if !element.enabled {
            continue;
        }
        if element.editable {
            type_into(scene, &surroundings, id, element, &mut all);
        }
        touch(scene, &surroundings, id, element, &mut all);
        if element.scrollable {
            scroll(scene, &surroundings, id, element, &mut all);
        }
    }
    open_apps(scene, &mut all);
    keys(scene, &mut all);
    for it in &mut all {
        adjust(scene, structure, closer, it);
    }
    hints(scene, &mut all);
    all.retain(|it| it.cost <= DEAREST);
    all.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    all
}

/// What is true of the screen as a whole.
struct Surroundings {
    /// Identities of the elements that the last action brought.
    new: HashSet<usize>,
    /// Elements that the last action enabled.
    enabled: HashSet<usize>,
    /// Elements in the row of what shows a value.
    in_row: HashMap<usize, Used>,
    /// The last buttons, in reading order.
    last_buttons: Vec<usize>,
    /// How many elements there are of each kind.
    kinds: HashMap<String, usize>,
    /// Whether a value that is not used yet is visible.
    value_visible: bool,
    /// Whether the last action brought a value of the goal closer (a number that is counted up).
    closer: bool,
    /// Editable elements.
    fields: usize,
    /// Where all of something is asked for: whether one of them is still to be done.
    unfinished: bool,
    /// Elements that show a value beside icons.
    icons: HashSet<usize>,
    /// Elements that show nothing but a value, with the value's bit.
    exact: Vec<(usize, Used)>,
    /// Elements that are the n-th of their kind, with the offer that says so ("3rd").
    ordinals: HashMap<usize, usize>,
}

/// The number of "3rd".
fn ordinal(text: &str) -> Option<usize> {
    let number = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|it| text.trim().strip_suffix(it))?;
    number.parse().ok().filter(|it| *it > 0)
}

impl Surroundings {
    fn of(scene: &Scene) -> Self {
        let screen = scene.screen;
        let (mut new, mut enabled) = (HashSet::new(), HashSet::new());
        if let Some(before) = scene.before {
            let old: HashMap<String, bool> = before
                .elements
                .iter()
                .map(|it| (identity(it), it.enabled))
                .collect();
            for (id, it) in screen.iter() {
                match old.get(&identity(it)) {
                    None => _ = new.insert(id.0),
                    Some(false) if it.enabled => _ = enabled.insert(id.0),
                    Some(_) => {}
                }
            }
            // A wholly new screen: nothing stands out.
            if new.len() * 10 > screen.elements.len() * 9 {
                new.clear();
            }
        }
        let mut kinds: HashMap<String, usize> = HashMap::new();
        for it in &screen.elements {
            *kinds.entry(kind(it)).or_default() += 1;
        }
        let last_buttons: Vec<usize> = screen
            .iter()
            .filter(|(_, it)| it.enabled && is_button(it))
            .map(|(id, _)| id.0)
            .collect();
        let mut in_row = HashMap::new();
        let mut value_visible = false;
        let mut exact: Vec<(usize, Used)> = Vec::new();
        let mut icons: HashSet<usize> = HashSet::new();
        for (bit, landmark) in scene.values.landmarks.iter().enumerate() {
            for (at, anchor) in screen.iter() {
                let how = shown(anchor, &landmark.text).filter(|_| !anchor.editable);
                if how.is_some_and(|it| it <= 0.2) {
                    exact.push((at.0, 1 << bit));
                }
                if how.is_some_and(|it| it < 1.5) {
                    value_visible |= scene.used & (1 << bit) == 0;
                    if row(screen, anchor, 1 << bit, &mut in_row) {
                        icons.insert(at.0);
                    }
                }
            }
        }
        let meant = |id: ElementId, it: &Element| {
            let row = in_row.get(&id.0).copied().unwrap_or(0);
            let named = scene.values.offers.iter().any(|offer| {
                let other = offer.cost == 0.0 && offer.uses != 0 && row & !offer.uses != 0;
                other && shown(it, &offer.text).is_some_and(|it| it <= 0.2)
            });
            // What was pressed may look different since: its place tells.
            let place = format!("{:?} ", it.path);
            named
                && !scene
                    .done
                    .iter()
                    .any(|done| done.starts_with("click") && done.ends_with(&place))
        };
        let unfinished = scene.values.plural && screen.iter().any(|(id, it)| touchable(it) && meant(id, it));
        let mut ordinals = HashMap::new();
        for (idx, n) in scene
            .values
            .offers
            .iter()
            .enumerate()
            .filter_map(|(idx, it)| Some((idx, ordinal(&it.text)?)))
        {
            let mut groups: HashMap<(&Option<String>, &Option<String>), Vec<usize>> = HashMap::new();
            for (id, it) in screen
                .iter()
                .filter(|(_, it)| it.enabled && (touchable(it) || it.editable))
            {
                groups.entry((&it.class_name, &it.role)).or_default().push(id.0);
            }
            let places = groups.into_values().filter_map(|it| it.get(n - 1).copied());
            ordinals.extend(places.map(|it| (it, idx)));
        }
        Self {
            unfinished,
            exact,
            icons,
            ordinals,
            new,
            enabled,
            in_row,
            last_buttons,
            kinds,
            value_visible,
            closer: scene.before.is_some_and(|it| closer(scene.values, it, screen)),
            fields: screen.elements.iter().filter(|it| it.editable).count(),
        }
    }
}

/// What tells the parts of a row from each other: their ids, classes and looks, not what they show.
fn kind_of_place(element: &Element) -> impl PartialEq + '_ {
    // Ids of a page are numbered where rows repeat.
    let id = element.resource_name.as_deref().unwrap_or_default();
    let id: String = id.chars().filter(|it| !it.is_ascii_digit()).collect();
    (
        id,
        &element.class_name,
        &element.role,
        element.attributes.get("class"),
    )
}

/// The elements of the smallest container that holds more to touch than `anchor` alone.
fn row(screen: &Screen, anchor: &Element, bit: Used, into: &mut HashMap<usize, Used>) -> bool {
    for depth in (1..anchor.path.len()).rev() {
        let prefix = &anchor.path[..depth];
        let inside: Vec<usize> = screen
            .iter()
            .filter(|(_, it)| it.path.starts_with(prefix))
            .map(|(id, _)| id.0)
            .collect();
        // Where the same kind of thing stands twice, it is a list and no row of it.
        let twice = inside
            .iter()
            .filter(|id| kind_of_place(&screen.elements[**id]) == kind_of_place(anchor))
            .count()
            > 1;
        if twice || inside.len() > 30 {
            return false;
        }
        let others = inside.iter().filter(|id| {
            let it = &screen.elements[**id];
            touchable(it) && !it.path.starts_with(&anchor.path) && it.path.len() > depth
        });
        if others.count() > 0 {
            for id in inside {
                *into.entry(id).or_default() |= bit;
            }
            return true;
        }
    }
    false
}

/// Whether a number on the screen came closer to a number of the goal.
pub(super) fn closer(values: &Values, before: &Screen, now: &Screen) -> bool {
    let number = |it: &Element| it.held_text().trim().parse::<f64>().ok();
    values.landmarks.iter().filter_map(|it| it.text.trim().parse::<f64>().ok()).any(|target| {
        before.elements.iter().zip(&now.elements).any(|(old, new)| {
            old.path == new.path
                && matches!((number(old), number(new)), (Some(a), Some(b)) if (b - target).abs() < (a - target).abs())
        })
    })
}

/// Whether it probably reacts to a tap: it says so, or it is an icon with a name.
fn touchable(element: &Element) -> bool {
    let icon = element.text.is_none() && element.content_description.is_some();
    element.clickable || element.checkable || (icon && !element.scrollable)
}

/// Whether it is made to be pressed: a button by its class, role or type.
pub(super) fn is_button(element: &Element) -> bool {
    let says = |it: &Option<String>| {
        it.as_deref()
            .is_some_and(|it| it.to_ascii_lowercase().contains("button"))
    };
    let submits = element
        .attributes
        .get("type")
        .is_some_and(|it| it == "submit" || it == "button");
    !element.checkable && (says(&element.class_name) || says(&element.role) || submits)
}

/// How well an element shows a text: 0 is exactly, `None` not at all.
fn shown(element: &Element, text: &str) -> Option<f32> {
    let wanted = text.trim();
    if wanted.is_empty() {
        return None;
    }
    let texts = [
        &element.text,
        &element.content_description,
        &element.label,
        &element.value,
    ];
    let mut best: Option<f32> = None;
    let mut offer = |cost: f32| best = Some(best.map_or(cost, |it| it.min(cost)));
    for have in texts.into_iter().flatten() {
        let have = have.trim();
        if have == wanted {
            offer(0.0);
        } else if have.eq_ignore_ascii_case(wanted) {
            offer(0.2);
        } else if wanted.chars().count() >= 2 && contains_words(have, wanted) {
            offer(if have.chars().count() > 60 { 1.8 } else { 0.7 });
        } else if wanted.chars().count() >= 2 && (have.starts_with(wanted) || have.ends_with(wanted)) {
            offer(1.5);
        }
    }
    let tags = element
        .attributes
        .iter()
        .filter(|(name, _)| is_look(name))
        .map(|(_, it)| it.as_str());
    let class = element
        .class_name
        .as_deref()
        .map(|it| it.rsplit('.').next().unwrap_or(it));
    for have in tags.chain(class).chain(element.role.as_deref()) {
        if have.eq_ignore_ascii_case(wanted) {
            offer(0.6);
        }
    }
    best
}

/// Attributes that say how an element looks or what it is for, not how the page is made.
fn is_look(name: &str) -> bool {
    matches!(name, "color" | "size" | "shape" | "type" | "name")
}

/// Whether `have` has `wanted` in it, not as a part of a longer word.
fn contains_words(have: &str, wanted: &str) -> bool {
    let edge = |it: Option<char>| it.is_none_or(|it| !it.is_alphanumeric());
    have.match_indices(wanted)
        .any(|(at, _)| edge(have[..at].chars().next_back()) && edge(have[at + wanted.len()..].chars().next()))
}

/// The value that an element shows best, with what it costs to think so.
fn match_of<'a>(
    scene: &'a Scene,
    surroundings: &Surroundings,
    element: &Element,
) -> Option<(f32, &'a Offer)> {
    let mut best: Option<(f32, &Offer)> = None;
    let mut parts: Vec<&str> = Vec::new();
    for offer in &scene.values.offers {
        let derived = offer.cost > 0.0;
        let Some(how) = shown(element, &offer.text) else {
            continue;
        };
        // Short parts of values are everywhere; they count only where they stand alone.
        if derived && how > 0.2 && offer.text.chars().count() < 3 {
            continue;
        }
        let used = offer.uses != 0 && scene.used & offer.uses == offer.uses;
        let again = if scene.values.plural { 0.3 } else { 1.5 };
        // Where the whole value stands alone, what only has it in it, or has a part of it, is something else.
        let (how, other) = match surroundings
            .exact
            .iter()
            .filter(|(_, bit)| bit & offer.uses != 0)
            .count()
        {
            0 => (how, 0.0),
            _ if surroundings
                .exact
                .iter()
                .any(|(it, bit)| bit & offer.uses != 0 && element.contains(&scene.screen.elements[*it])) =>
            {
                (how.min(0.3), 0.15)
            }
            _ if how <= 0.2 && !derived => (how, 0.0),
            _ => (how, 1.3),
        };
        // A part of a value in the midst of other words is mostly chance.
        let other = other + if derived && how > 0.2 { 1.0 } else { 0.0 };
        let cost = other
            + offer.cost
            + how
            + if used {
                again
            } else {
                0.05 * scene.values.skipped(scene.used, offer.uses)
            };
        if !parts.contains(&offer.text.as_str()) {
            parts.push(&offer.text);
        }
        if best.is_none_or(|(it, _)| cost < it) {
            best = Some((cost, offer));
        }
    }
    // Two parts of one value shown by one element ("large", "digit") say more than one.
    let distinct = parts.iter().filter(|it| {
        !parts
            .iter()
            .any(|other| other.len() > it.len() && other.contains(*it))
    });
    let more = distinct.count().saturating_sub(1).min(3) as f32;
    best.map(|(cost, offer)| ((cost - 0.4 * more).max(0.0), offer))
}

/// How many of an element's words the goal has: share, bits, place of the last one, words.
fn overlap(scene: &Scene, element: &Element) -> Option<(f32, Used, usize, String)> {
    let mut names: Vec<String> = Vec::new();
    for it in [
        &element.text,
        &element.content_description,
        &element.label,
        &element.tooltip,
    ]
    .into_iter()
    .flatten()
    {
        names.extend(words(it));
    }
    if element.editable {
        names.extend(element.hint_text.iter().flat_map(|it| words(it)));
    }
    let mut weak = 1.0;
    if names.is_empty() {
        // An icon: its id or class is all it says.
        let id = element
            .resource_name
            .as_deref()
            .map(|it| it.rsplit(":id/").next().unwrap_or(it));
        names.extend(id.into_iter().flat_map(words));
        names.extend(
            element
                .attributes
                .get("class")
                .into_iter()
                .flat_map(|it| words(it)),
        );
        names.extend(
            element
                .attributes
                .get("name")
                .into_iter()
                .flat_map(|it| words(it)),
        );
        weak = 0.8;
    }
    names.sort();
    names.dedup();
    names.retain(|it| is_content(it));
    if names.is_empty() || names.len() > 12 {
        return None;
    }
    let (mut hits, mut bits, mut place) = (0.0, 0, 0);
    let mut said: Vec<&str> = Vec::new();
    for name in &names {
        if let Some(word) = scene.values.goal_word(name) {
            let spent = scene.used & word.bit != 0 && word.count < 2;
            hits += if spent { 0.3 } else { 1.0 };
            bits |= word.bit;
            place = place.max(word.place);
            said.push(&word.word);
        }
    }
    (hits > 0.0).then(|| (weak * hits / names.len() as f32, bits, place, said.join(" ")))
}

fn touch(
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
        cost = match (touchable(element), silent) {
            (true, false) => 3.0,
            (true, true) => 3.4,
            (false, false) => 4.6,
            (false, true) => 6.0,
        };
        if element.editable {
            cost += 1.0;
        }
        if *surroundings.kinds.get(&kind(element)).unwrap_or(&0) >= 5 {
            cost += 0.4;
        } else if element.clickable && element.text.is_none() && !silent {
            // An icon that stands alone is a tool or opens a menu.
            cost -= 0.6;
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
    } else if element.clickable
        && !element.editable
        && scene.values.left(scene.used) == 0
        && scene.last.is_some()
    {
        cost -= 0.6;
    }
    if is_button(element) {
        // Where all of something is asked for, the others and an empty field come first.
        if surroundings.unfinished {
            cost += 2.0;
        }
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
    let cost = cost.max(0.2) + if hidden { 0.3 } else { 0.0 };
    let pressed_through = |it: &Element| it.long_clickable && it.enabled && it.contains(element);
    let held = element.long_clickable || (matched.is_some() && screen.elements.iter().any(pressed_through));
    if held && supports(scene, "long_press") {
        // A long press on a field brings what can be done with texts.
        let cost = if element.editable { 2.6 } else { cost + 0.8 };
        all.push(Candidate {
            action: HardAction::LongPress { target: id },
            cost,
            uses,
            why: why.clone(),
            key: format!("long_press|{}", kind(element)),
        });
    }
    if supports(scene, "hover") && element.clickable {
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
        });
    }
    if supports(scene, "double_tap") {
        let action = HardAction::DoubleTap { target: id };
        all.push(Candidate {
            action,
            cost: cost + 4.5,
            uses,
            why: why.clone(),
            key: format!("double_tap|{}", kind(element)),
        });
    }
    all.push(Candidate {
        action: HardAction::Click { target: id },
        cost,
        uses,
        why,
        key,
    });
}

fn supports(scene: &Scene, kind: &str) -> bool {
    scene.device.actions.contains(&kind)
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
    let tail = element
        .resource_name
        .as_deref()
        .map(|it| it.rsplit(":id/").next().unwrap_or(it));
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

fn type_into(
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
        // What a screen shows is there to be chosen rather than typed.
        if offer.uses & scene.values_seen != 0 {
            cost += 3.0;
        }
        let alike_here = alike(&offer.name);
        cost -= 0.6 * alike_here;
        if best_alike > alike_here {
            cost += 1.2 * (best_alike - alike_here);
        }
        if offer.uses == 0 && offer.cost == 0.0 {
            cost += 1.0;
        }
        if offer.cost > 0.0 && alike_here == 0.0 {
            cost += 0.7;
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
            cost += 0.8;
        }
        if element.focused {
            cost -= 0.15;
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
                cost,
                uses: offer.uses,
                why: format!("the field is empty and may take {}", offer.how),
                key: key.clone(),
            });
        } else {
            let like = form(&held) == form(&offer.text);
            // A name is replaced by a name, but a part of a value only by what looks like that part.
            let part = offer.cost > 0.0 && !matches!(form(&held), Form::Suffix | Form::Number);
            let replaced = match (like, part) {
                (true, false) => cost.max(0.9).min(1.5 + offer.cost * 0.3),
                (true, true) => cost + 1.6,
                (false, _) => cost + 3.0,
            };
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
            });
            let action = HardAction::InputText {
                target: Some(id),
                text: offer.text.clone(),
                clear: false,
            };
            found.push(Candidate {
                action,
                cost: cost + 3.2,
                uses: offer.uses,
                why: why.clone(),
                key: key.clone(),
            });
            if like
                && offer.cost == 0.0
                && offer.uses != 0
                && !held.contains(&offer.text)
                && form(&held) == Form::Sentence
            {
                for (text, add) in [
                    (format!("{}\n{held}", offer.text), 1.9),
                    (format!("{held}\n{}", offer.text), 2.0),
                ] {
                    let action = HardAction::InputText {
                        target: Some(id),
                        text,
                        clear: true,
                    };
                    found.push(Candidate {
                        action,
                        cost: cost + add,
                        uses: offer.uses,
                        why: why.clone(),
                        key: key.clone(),
                    });
                }
            }
        }
    }
    found.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    found.truncate(14);
    all.extend(found);
}

fn scroll(
    scene: &Scene,
    surroundings: &Surroundings,
    id: ElementId,
    element: &Element,
    all: &mut Vec<Candidate>,
) {
    let wanted = scene.values.left(scene.used) > 0 && !surroundings.value_visible;
    let wide = element
        .class_name
        .as_deref()
        .is_some_and(|it| it.contains("Horizontal"));
    for (direction, cost) in [
        (Direction::Down, if wide { 6.5 } else { 2.4 }),
        (Direction::Up, 6.0),
        (Direction::Right, if wide { 4.0 } else { 7.5 }),
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
        });
    }
}

/// Apps to start: those whose names the goal says first.
fn open_apps(scene: &Scene, all: &mut Vec<Candidate>) {
    if !supports(scene, "open_app") {
        return;
    }
    let opened = scene.done.iter().any(|it| it.starts_with("open_app"));
    for app in &scene.device.apps {
        let names: Vec<String> = words(app);
        let hits: Vec<&super::values::GoalWord> =
            names.iter().filter_map(|it| scene.values.goal_word(it)).collect();
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

fn keys(scene: &Scene, all: &mut Vec<Candidate>) {
    let mut add = |action: HardAction, cost: f32, why: &str| {
        if supports(scene, action.kind()) {
            let key = action.kind().to_owned();
            all.push(Candidate {
                action,
                cost,
                uses: 0,
                why: why.to_owned(),
                key,
            });
        }
    };
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

/// What was learned of an action, here and in earlier searches.
fn adjust(scene: &Scene, structure: u64, closer: bool, it: &mut Candidate) {
    let at = (structure, it.key.clone());
    let idle = scene.learned.idle.get(&at).copied().unwrap_or(0);
    let moved = scene.learned.moved.get(&at).copied().unwrap_or(0);
    if idle > 0 && moved == 0 && !matches!(it.action, HardAction::InputText { .. }) {
        it.cost += 0.6 * (idle as f32).min(4.0);
    }
    let target = action_name(scene.screen, &it.action);
    let repeats = scene.done.iter().filter(|done| **done == target).count();
    let retyped = matches!(&it.action, HardAction::InputText { target: Some(id), .. }
        if scene.screen.get(*id).is_some_and(|it| it.held_text().is_empty()));
    if repeats > 0 && !retyped && !matches!(it.action, HardAction::Wait) {
        let steady = scene.last.is_some_and(|(_, key)| key == it.key);
        if steady && closer {
            it.cost = it.cost.min(0.3);
        } else {
            it.cost += 1.5 * (repeats as f32).min(3.0);
        }
    }
    if let Some(effect) = scene.graph.effect(&scene.screen.app, structure, &it.key) {
        let tried = effect.changed + effect.unchanged;
        if effect.useful > 0 {
            it.cost -= 0.8 * (effect.useful as f32 / (tried.max(1) as f32)).clamp(0.3, 1.0);
        } else if tried >= 2 && effect.unchanged * 4 > tried * 3 {
            it.cost += 1.0;
        } else if tried >= 6 {
            it.cost += 0.3;
        }
        if effect.rewarded > 0 && scene.values.left(scene.used) == 0 {
            it.cost -= 0.8;
        }
    }
    it.cost = it.cost.max(0.15);
}

/// An action with what its target is, to notice when it is repeated.
pub(super) fn action_name(screen: &Screen, action: &HardAction) -> String {
    let target = action
        .target()
        .and_then(|id| screen.get(*id))
        .map(|it| format!("{}{:?}", identity(it), it.path));
    let text = action.value().map(String::as_str).unwrap_or_default();
    format!("{} {} {text}", action.kind(), target.unwrap_or_default())
}

/// Make what worked for other instances cheap, where its locator finds one element.
fn hints(scene: &Scene, all: &mut Vec<Candidate>) {
    for (idx, hint) in scene.hints.iter().enumerate() {
        let found: Result<HardAction, ()> =
            hint.try_map(|it| find(scene.screen, it).one().ok_or(()), |it| Ok(it.clone()));
        let Ok(action) = found else { continue };
        let name = action_name(scene.screen, &action);
        if scene.done.contains(&name) {
            continue;
        }
        // Hints before this one that are still to be done make it a little dearer.
        let cost = 0.15 + 0.1 * (idx as f32 - scene.done.len() as f32).abs().min(10.0);
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
                });
            }
        }
    }
}
