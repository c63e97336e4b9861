//! What is true of the screen as a whole: what is new on it, which elements stand in a row, what counts as n-th.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use strings::{Expr, ordinal};
use task::Params;
use ui::{
    ActionKind, Element, ElementId, HardAction, Role, Screen,
    same::{identity, kind},
};

use super::{
    super::values::{Used, Values},
    deed::Deed,
    scene::Scene,
    shown::{is_shown, shown, touchable},
};

/// What is true of the screen as a whole.
pub(super) struct Surroundings {
    /// Identities of the elements that the last action brought.
    pub(super) new: HashSet<usize>,
    /// Elements that the last action enabled.
    pub(super) enabled: HashSet<usize>,
    /// Elements in the row of what shows a value.
    pub(super) in_row: HashMap<usize, Used>,
    /// The last buttons, in reading order.
    pub(super) last_buttons: Vec<usize>,
    /// How many elements there are of each kind.
    pub(super) kinds: HashMap<String, usize>,
    /// Whether the last action brought a value of the goal closer (a number that is counted up).
    pub(super) closer: bool,
    /// Whether there are fields, and none of them is empty.
    pub(super) filled: bool,
    /// Where several alike are asked for: those that are still to be pressed, with what pressing the last uses.
    pub(super) meant: HashMap<usize, Used>,
    /// Elements that show a value beside icons.
    pub(super) icons: HashSet<usize>,
    /// Elements that show nothing but a value, with the value's bit.
    pub(super) exact: Vec<(usize, Used)>,
    /// Elements that are the n-th of their kind, with the offer that says so ("3rd").
    pub(super) ordinals: HashMap<usize, usize>,
}

impl Surroundings {
    pub(super) fn of(scene: &Scene) -> Self {
        let screen = scene.screen;
        let Difference { new, enabled } = scene
            .before
            .map_or_else(Difference::default, |before| Difference::between(before, screen));
        let mut kinds: HashMap<String, usize> = HashMap::new();
        for it in &screen.elements {
            *kinds.entry(kind(it)).or_default() += 1;
        }
        let last_buttons = screen
            .iter()
            .filter(|(_, it)| it.enabled && it.is(Role::Button))
            .map(|(id, _)| id.0);
        let shown = GoalValues::on(scene);
        Self {
            meant: meant(scene, &shown.in_row, &shown.icons),
            exact: shown.exact,
            icons: shown.icons,
            in_row: shown.in_row,
            ordinals: ordinals(scene),
            new,
            enabled,
            last_buttons: last_buttons.collect(),
            kinds,
            closer: scene
                .before
                .is_some_and(|it| closer(scene.values, it, screen) && reached(scene.values, it, screen) == 0),
            filled: screen
                .elements
                .iter()
                .all(|it| !it.editable || it.text.is_some() || !it.held_text().is_empty()),
        }
    }
}

/// What an action changed on the screen.
#[derive(Default)]
struct Difference {
    /// Elements that it brought.
    new: HashSet<usize>,
    /// Elements that it enabled.
    enabled: HashSet<usize>,
}

impl Difference {
    fn between(before: &Screen, screen: &Screen) -> Self {
        let mut all = Self::default();
        let old: HashMap<String, bool> = before
            .elements
            .iter()
            .map(|it| (identity(it), it.enabled))
            .collect();
        for (id, it) in screen.iter() {
            match old.get(&identity(it)) {
                None => _ = all.new.insert(id.0),
                Some(false) if it.enabled => _ = all.enabled.insert(id.0),
                Some(_) => {}
            }
        }
        // A wholly new screen: nothing stands out.
        if all.new.len() * 10 > screen.elements.len() * 9 {
            all.new.clear();
        }
        all
    }
}

/// Where a screen shows the values of the goal.
#[derive(Default)]
struct GoalValues {
    /// Elements in the row of what shows a value.
    in_row: HashMap<usize, Used>,
    /// Elements that show nothing but a value, with the value's bit.
    exact: Vec<(usize, Used)>,
    /// Elements that show a value beside icons.
    icons: HashSet<usize>,
}

impl GoalValues {
    fn on(scene: &Scene) -> Self {
        let screen = scene.screen;
        let mut all = Self::default();
        for (bit, landmark) in scene.values.landmarks.iter().enumerate() {
            for (at, anchor) in screen.iter() {
                let how = shown(scene.weights, anchor, &landmark.text).filter(|_| !anchor.editable);
                if how.is_some_and(|it| it <= scene.weights.other_case) {
                    all.exact.push((at.0, 1 << bit));
                }
                if how.is_some_and(|it| it < scene.weights.at_an_end)
                    && row(screen, anchor, 1 << bit, &mut all.in_row)
                {
                    all.icons.insert(at.0);
                }
            }
        }
        all
    }
}

/// Elements that are the n-th of their kind, with the offer that says so.
fn ordinals(scene: &Scene) -> HashMap<usize, usize> {
    let offers = scene.values.offers.iter().enumerate();
    let mut all = HashMap::new();
    for (idx, n) in offers.filter_map(|(idx, it)| Some((idx, ordinal(&it.text)?))) {
        let mut groups: HashMap<(&Option<String>, &Option<String>), Vec<usize>> = HashMap::new();
        for (id, it) in scene
            .screen
            .iter()
            .filter(|(_, it)| it.enabled && (touchable(it) || it.editable))
        {
            groups.entry((&it.class_name, &it.role)).or_default().push(id.0);
        }
        let places = groups.into_values().filter_map(|it| it.get(n - 1).copied());
        all.extend(places.map(|it| (it, idx)));
    }
    all
}

/// Of several alike that the goal asks for, those that were not pressed yet: each shows a value in the row of
/// another one, or where rows tell nothing, it is one of several of its kind that show a value.
fn meant(scene: &Scene, in_row: &HashMap<usize, Used>, icons: &HashSet<usize>) -> HashMap<usize, Used> {
    let Some((asked, number)) = scene.values.several else {
        return HashMap::new();
    };
    let screen = scene.screen;
    let offers = || {
        let whole = scene.values.offers.iter();
        whole.filter(|it| it.cost == 0.0 && it.uses & !number != 0)
    };
    let in_rows = screen.iter().filter(|(id, it)| {
        let row = in_row.get(&id.0).copied().unwrap_or(0);
        let named =
            || offers().any(|offer| row & !offer.uses != 0 && is_shown(scene.weights, it, &offer.text));
        let to_check = || scene.values.plural && row != 0 && it.checkable && !it.checked;
        touchable(it) && (to_check() || named())
    });
    let mut all: Vec<(ElementId, &Element)> = in_rows.collect();
    if all.is_empty() {
        let mut kinds: HashMap<_, Vec<(ElementId, &Element)>> = HashMap::new();
        for (id, it) in screen
            .iter()
            .filter(|(id, it)| !it.editable && !icons.contains(&id.0))
        {
            let said = offers().find(|offer| is_shown(scene.weights, it, &offer.text));
            if let Some(offer) = said {
                let kind = (offer.uses, &it.class_name, &it.role);
                kinds.entry(kind).or_default().push((id, it));
            }
        }
        all = kinds.into_values().filter(|it| it.len() >= 2).flatten().collect();
        all.sort_by_key(|(id, _)| *id);
    }
    // What was pressed may look different since: its place tells.
    let pressed = |it: &Element| {
        let clicks = |it: &&Arc<Deed>| matches!(it.kind, ActionKind::Click | ActionKind::ClickAt);
        let mut places = scene
            .done
            .iter()
            .filter(clicks)
            .filter_map(|it| it.target.as_ref());
        places.any(|(_, path)| *path == it.path)
    };
    let done = all.iter().filter(|(_, it)| pressed(it)).count();
    if done >= asked || (number != 0 && all.len() < asked) {
        return HashMap::new();
    }
    let last = if done + 1 == asked { number } else { 0 };
    let open = all.into_iter().filter(|(_, it)| !pressed(it));
    open.map(|(id, _)| (id.0, last)).collect()
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
        // Where the same kind of thing stands twice, it is a list and no row of it. The cells of a row are of one kind.
        let beside = |it: &Element| {
            let parent = |it: &Element| it.path.split_last().map(|(_, above)| above.to_vec());
            it != anchor && it.is(Role::Cell) && parent(it) == parent(anchor)
        };
        let alike = inside
            .iter()
            .map(|id| &screen.elements[*id])
            .filter(|it| kind_of_place(it) == kind_of_place(anchor) && !beside(it));
        let twice = alike.count() > 1;
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

/// Numbers that stood at one place before and now; a field that was empty counts from zero.
fn counted<'a>(before: &'a Screen, now: &'a Screen) -> impl Iterator<Item = (f64, f64)> + 'a {
    let number = |it: &Element| match it.held_text().trim() {
        "" if it.editable => Some(0.0),
        text => text.parse::<f64>().ok(),
    };
    let both = before
        .elements
        .iter()
        .zip(&now.elements)
        .filter(|(old, new)| old.path == new.path);
    both.filter_map(move |(old, new)| Some((number(old)?, number(new)?)))
        .filter(|(old, new)| old != new)
}

/// The number of the month that a text says with its year.
fn month(text: &str) -> Option<i32> {
    let call = Expr::Call("month".to_owned(), vec![Expr::from(text)]);
    let said = call.eval(&Params::new())?;
    let (year, month) = said.split_once('-')?;
    Some(year.parse::<i32>().ok()? * 12 + month.parse::<i32>().ok()?)
}

/// Whether a month that shows came closer to the one of a date of the goal, and is not there yet.
fn closer_month(values: &Values, before: &Screen, now: &Screen) -> bool {
    let mut targets = values
        .landmarks
        .iter()
        .filter_map(|it| month(&it.text))
        .peekable();
    if targets.peek().is_none() {
        return false;
    }
    let changed: Vec<(i32, i32)> = months(before, now);
    targets.any(|target| {
        let nearer = |(old, new): &(i32, i32)| *new != target && (new - target).abs() < (old - target).abs();
        changed.iter().any(nearer)
    })
}

/// The months that stood at one place before and now, each in one text or with the year in the next one.
fn months(before: &Screen, now: &Screen) -> Vec<(i32, i32)> {
    let text = |screen: &Screen, at: usize| screen.elements.get(at).and_then(|it| it.text.clone());
    let shown = |screen: &Screen, at: usize| {
        let own = text(screen, at)?;
        month(&own).or_else(|| month(&format!("{own} {}", text(screen, at + 1)?)))
    };
    let places = 0..before.elements.len().min(now.elements.len());
    let places = places.filter(|at| before.elements[*at].path == now.elements[*at].path);
    let both = places.filter_map(|at| Some((shown(before, at)?, shown(now, at)?)));
    both.filter(|(old, new)| old != new).collect()
}

/// Whether a number or a month on the screen came closer to one of the goal.
pub(in crate::search) fn closer(values: &Values, before: &Screen, now: &Screen) -> bool {
    if closer_month(values, before, now) {
        return true;
    }
    let targets: Vec<f64> = values
        .landmarks
        .iter()
        .filter_map(|it| it.text.trim().parse().ok())
        .collect();
    !targets.is_empty()
        && counted(before, now).any(|(old, new)| {
            targets
                .iter()
                .any(|target| (new - target).abs() < (old - target).abs())
        })
}

/// The values of the goal that something on the screen came to be: a number that was counted up or down, a switch
/// that was turned on or off.
pub(in crate::search) fn reached(values: &Values, before: &Screen, now: &Screen) -> Used {
    let mut all: Used = 0;
    for (bit, it) in values.landmarks.iter().enumerate() {
        if let Ok(target) = it.text.trim().parse::<f64>()
            && counted(before, now).any(|(_, new)| new == target)
        {
            all |= 1 << bit;
        }
    }
    let both = before.elements.iter().zip(&now.elements);
    let turned =
        both.filter(|(old, new)| new.checkable && old.path == new.path && old.checked != new.checked);
    for (_, new) in turned {
        let state = if new.checked { "on" } else { "off" };
        let said = values.landmarks.iter().enumerate();
        let said = said.filter(|(_, it)| it.text.trim().eq_ignore_ascii_case(state));
        all |= said.fold(0, |all, (bit, _)| all | 1 << bit);
        all |= values.goal_bits([&state.to_owned()]);
    }
    all
}

/// Whether a field did not take what was typed: it holds what it held, or only the beginning of the text.
pub(in crate::search) fn refused(before: &Screen, now: &Screen, action: &HardAction) -> bool {
    let HardAction::InputText {
        target: Some(id),
        text,
        ..
    } = action
    else {
        return false;
    };
    let Some(field) = before.get(*id).filter(|it| it.editable && !it.password) else {
        return false;
    };
    let mut fields = now.elements.iter().filter(|it| it.editable);
    fields.find(|it| it.path == field.path).is_some_and(|it| {
        let held = it.held_text();
        held != text && (held == field.held_text() || text.starts_with(held))
    })
}

/// The values of the goal that an action puts away: what was typed as it stands, and is in the field no more.
pub(in crate::search) fn overwritten(
    values: &Values,
    before: &Screen,
    typed: &[String],
    action: &HardAction,
) -> Used {
    let HardAction::InputText {
        target: Some(id),
        text,
        clear: true,
    } = action
    else {
        return 0;
    };
    let held = before.get(*id).map_or("", |it| it.held_text().trim());
    if !typed.iter().any(|it| it.trim() == held) {
        return 0;
    }
    let lost = |it: &str| !it.is_empty() && it == held && !text.contains(it);
    let bits = values.landmarks.iter().enumerate();
    bits.filter(|(_, it)| lost(it.text.trim()))
        .fold(0, |all, (bit, _)| all | 1 << bit)
}
