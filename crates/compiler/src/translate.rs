//! Recording to soft trajectory: indices become locators that are proven on the recorded screen, typed
//! values become expressions over the parameters, and what changed nothing is left out.

use std::sync::Arc;

use strings::{
    Derived, Expr, Op, THIS_DAY, days_beside_today, derive_all, explain, full_hour_ends, time_ends,
};
use task::{Params, Value};
use trajectory::{Origin, Outcome, Recording, Step as Recorded};
use ui::{
    Action, Chord, Direction, Element, ElementId, Found, HardAction, Key, Locator, Screen, find,
    inside_of_pair, looks, row_holders, row_of, short_id, suggest,
};

use crate::{
    address::explain_address,
    confirmation::confirmations,
    consequence::of_recorded,
    equal_values::tell_apart,
    landmark::landmarks,
    locator::{describe, explanations, fill, is_about, is_whole, values, with_held},
    month::{DAY, days},
    soft::{Dropped, HELD, RankedAction, SoftTrajectory, Step, StepRef},
    turned::turned,
};

/// Locators kept for each target.
const MOST_LOCATORS: usize = 32;
/// What a neighbour costs that says nothing of a value: what kind of thing shows the value goes before it.
const NEIGHBOUR: i64 = 12;
/// What a place among several costs where a value of the task names the element by itself: everything else goes before it.
const NEEDLESS_PLACE: i64 = 100;
/// Values handed to [`suggest`]; each multiplies its work.
const MOST_VALUES: usize = 12;

/// Translate a recording.
pub fn translate(recording: &Recording) -> SoftTrajectory {
    let own = values(&recording.instance.params);
    let (this_day, params) = with_this_day(recording, &own);
    let params = &params;
    let mut derived = derive_all(&own).to_vec();
    derived.extend(days_beside_today(&recording.instance.goal, params));
    derived.extend(time_ends(&own));
    derived.sort_by_key(|it| it.cost);
    // What was chosen though it was chosen already is of the task: also a full hour.
    let full_hours = full_hour_ends(&own);
    let with_full_hours = (!full_hours.is_empty()).then(|| [&derived[..], &full_hours].concat());
    let derived = &derived[..];
    let mut steps: Vec<Step> = Vec::new();
    let mut dropped: Vec<Dropped> = Vec::new();
    let mut scrolls: Vec<Step> = Vec::new();
    let ends_with = last_doing(recording);
    // What was on the screen when the recording began to wait.
    let mut waiting: Option<&Screen> = None;
    for (idx, recorded) in recording.steps.iter().enumerate() {
        let chosen = recorded.action.target().and_then(|it| recorded.screen.get(*it));
        let known = match &with_full_hours {
            Some(all) if chosen.is_some_and(|it| it.selected) => all,
            _ => derived,
        };
        let mut step = translate_step(recording, idx, recorded, params, known);
        if Some(idx) == ends_with {
            let pressed = step.target.and_then(|it| recorded.screen.get(it));
            let said = confirmations(&recorded.screen, recording.after(idx), pressed, derived);
            step.arrivals.splice(0..0, said);
        }
        step.lasting = of_recorded(
            &recorded.action,
            &recorded.screen,
            params,
            before(&dropped, &steps).into_iter(),
        );
        match recorded.action {
            Action::Wait => waiting = waiting.or(Some(&recorded.screen)),
            _ => {
                if let Some(before) = waiting.take() {
                    step.waited = !shows_target(before, &step, params);
                    let came = || newly_shown(before, &recorded.screen, derived);
                    step.awaited = if step.waited { None } else { came() };
                }
            }
        }
        if let Some(why) = needless(recording, idx) {
            if !matches!(recorded.action, Action::Wait | Action::Status { .. }) {
                dropped.push(Dropped {
                    step,
                    why: why.to_owned(),
                });
            }
            continue;
        }
        // What brings up another screen is no scrolling: the panel that a swipe pulls down.
        if scroll_direction(&step.action).is_some() && step.arrivals.is_empty() {
            scrolls.push(step);
            continue;
        }
        fold_scrolls(
            &mut step,
            std::mem::take(&mut scrolls),
            params,
            &mut steps,
            &mut dropped,
        );
        steps.push(step);
    }
    steps.append(&mut scrolls);
    tell_apart(&mut steps, params);
    dropped.sort_by_key(|it| it.step.source.step);
    SoftTrajectory {
        recording: recording.id.clone(),
        origin: recording.origin,
        instance: recording.instance.clone(),
        this_day,
        steps,
        dropped,
        last: Arc::clone(&recording.last),
        conclusion: recording.conclusion.clone().unwrap_or_default(),
    }
}

/// The day that the device said, where the goal speaks of a day beside it, and the values with that day.
fn with_this_day(recording: &Recording, own: &Params) -> (Option<String>, Params) {
    let said = recording.steps.iter().map(|it| it.screen.today.as_str());
    let mut said = said.filter(|it| !it.is_empty());
    let mut params = own.clone();
    let today = said.next().filter(|_| !own.contains_key(THIS_DAY));
    let Some(today) = today else {
        return (None, params);
    };
    params.insert(THIS_DAY.to_owned(), Value::Text(today.to_owned()));
    match days_beside_today(&recording.instance.goal, &params).is_empty() {
        true => (None, own.clone()),
        false => (Some(today.to_owned()), params),
    }
}

/// The last step that does something of the task: what looks up whether it worked comes behind it.
fn last_doing(recording: &Recording) -> Option<usize> {
    let check_after = recording.shown.as_ref().and_then(|it| it.check_after);
    let steps = recording.steps.iter().take(check_after.unwrap_or(usize::MAX));
    let does = |it: &Recorded| {
        !matches!(
            it.action,
            Action::Wait | Action::Status { .. } | Action::Answer { .. } | Action::Scroll { .. }
        )
    };
    steps
        .enumerate()
        .filter(|(_, it)| does(it))
        .map(|it| it.0)
        .next_back()
}

/// Whether a screen has the target of a step.
fn shows_target(screen: &Screen, step: &Step, params: &Params) -> bool {
    let locators = step.action.target().into_iter().flatten();
    let mut asked = locators.filter_map(|it| fill(it, params));
    asked.next().is_some_and(|it| find(screen, &it) != Found::None)
}

/// The steps so far, those included that are left out, in their order.
fn before<'s>(dropped: &'s [Dropped], steps: &'s [Step]) -> Vec<&'s Step> {
    let mut all: Vec<&Step> = dropped.iter().map(|it| &it.step).chain(steps).collect();
    all.sort_by_key(|it| it.source.step);
    all
}

/// Whether what a step types is typed over before anything came of it: it was put right. The field still holds it then, and all that
/// the page shows otherwise since is what other fields hold.
fn is_typed_anew(recording: &Recording, idx: usize) -> bool {
    let field = |it: &Recorded| match it.action {
        Action::InputText {
            target: Some(target), ..
        } => it.screen.get(target).cloned(),
        _ => None,
    };
    let Some((step, own)) = recording.steps.get(idx).and_then(|it| Some((it, field(it)?))) else {
        return false;
    };
    let typed = step.action.value().map_or("", String::as_str);
    let mut rest = recording.steps[idx + 1..].iter().take_while(|it| {
        let types = matches!(
            it.action,
            Action::InputText { target: Some(_), .. } | Action::Wait
        );
        types && shows_the_same(&step.screen, &it.screen)
    });
    let anew = |it: &Recorded| {
        let clears = matches!(it.action, Action::InputText { clear: true, .. });
        clears && field(it).is_some_and(|it| it.is_same_field(&own) && it.held_text() == typed)
    };
    rest.any(anew)
}

/// Whether two screens show the same but for where the focus is and for what fields hold.
fn shows_the_same(a: &Screen, b: &Screen) -> bool {
    let same = |(a, b): (&Element, &Element)| {
        a.is_still(b) && (a.editable && b.editable || a.text == b.text && a.checked == b.checked)
    };
    a.activity == b.activity
        && a.elements.len() == b.elements.len()
        && a.elements.iter().zip(&b.elements).all(same)
}

/// Why a step can be left out.
fn needless(recording: &Recording, idx: usize) -> Option<&'static str> {
    let step = recording.steps.get(idx)?;
    let answers = |it: &Recorded| matches!(it.action, Action::Answer { .. });
    if answers(step) && recording.steps[idx + 1..].iter().any(answers) {
        return Some("another answer takes its place");
    }
    if recording.origin != Origin::Search && is_typed_anew(recording, idx) {
        return Some("the field is typed into anew");
    }
    match step.action {
        Action::Wait => return Some("waiting is done by condition"),
        Action::Status {
            goal_status: ui::Status::Complete,
        } => return Some("the function ends by itself"),
        Action::Status {
            goal_status: ui::Status::Infeasible,
        }
        | Action::Answer { .. }
        // What they do may be there already, or not show: for other values it is done all the same.
        | Action::SelectOption { .. }
        | Action::ClickAt { .. }
        | Action::DragAlong { .. }
        | Action::SelectText { .. }
        | Action::UploadFiles { .. }
        | Action::AnswerDialog { .. }
        | Action::SwitchWindow { .. }
        | Action::OpenLink { .. } => return None,
        _ => {}
    }
    let ends = |it: &Recorded| {
        matches!(
            it.action,
            Action::Wait | Action::Status { .. } | Action::Answer { .. }
        )
    };
    let next = recording.steps.get(idx + 1);
    // What ends an episode may change nothing that can be seen.
    let last = recording.steps[idx + 1..].iter().all(ends);
    // The search has tried to do without each of its steps: what is left counts, seen or not.
    let minimal = recording.origin == Origin::Search;
    // A tap may put the cursor where the next step types without a tap of its own; not every screen shows that.
    let types_on = next.is_some_and(|it| {
        matches!(
            it.action,
            Action::InputText { target: None, .. } | Action::KeyboardEnter | Action::PressKeys { .. }
        )
    });
    let focuses = types_on && matches!(step.action, Action::Click { .. } | Action::PressKeys { .. });
    if !last && !minimal && !focuses && !recording.changed(idx) {
        return Some("the screen did not change");
    }
    if let (Action::Click { target }, Some(next)) = (&step.action, next)
        && let Action::InputText {
            target: Some(field), ..
        } = &next.action
        && let (Some(tapped), Some(typed)) = (step.screen.get(*target), next.screen.get(*field))
        && tapped.is_same_field(typed)
    {
        return Some("typing taps the field by itself");
    }
    let back = |it: &Recorded| matches!(it.action, Action::NavigateBack);
    let undone = |opened: usize| {
        let there_and_back = recording.steps.get(opened).zip(recording.steps.get(opened + 1));
        there_and_back.is_some_and(|(there, and_back)| {
            matches!(there.action, Action::Click { .. } | Action::LongPress { .. })
                && back(and_back)
                && there.screen.elements == recording.after(opened + 1).elements
        })
    };
    if undone(idx) || (back(step) && idx.checked_sub(1).is_some_and(undone)) {
        return Some("a way there and back");
    }
    None
}

/// Where the content goes, for the actions that only scroll.
fn scroll_direction(action: &RankedAction) -> Option<Direction> {
    match action {
        Action::Scroll { direction, .. } => Some(*direction),
        Action::Swipe { direction } => Some(direction.opposite()),
        _ => None,
    }
}

/// Scrolling right before a step is a part of finding its target, if it is what brought the target up.
fn fold_scrolls(
    step: &mut Step,
    scrolls: Vec<Step>,
    params: &Params,
    steps: &mut Vec<Step>,
    dropped: &mut Vec<Dropped>,
) {
    let Some(first) = scrolls.first() else { return };
    let best = step
        .action
        .target()
        .and_then(|it| it.first())
        .and_then(|it| fill(it, params));
    match best.map(|it| find(&first.screen, &it)) {
        Some(Found::None) => {
            for it in scrolls {
                step.scrolled.extend(scroll_direction(&it.action));
                dropped.push(Dropped {
                    step: it,
                    why: "scrolling is a part of finding the next target".to_owned(),
                });
            }
        }
        Some(Found::One(_)) => {
            for it in scrolls {
                dropped.push(Dropped {
                    step: it,
                    why: "the next target shows without it".to_owned(),
                });
            }
        }
        Some(Found::Many(_)) | None => steps.extend(scrolls),
    }
}

fn translate_step(
    recording: &Recording,
    idx: usize,
    recorded: &Recorded,
    params: &Params,
    derived: &[Derived],
) -> Step {
    let screen = &recorded.screen;
    let target = recorded.action.target().copied();
    let description = target.map(|id| describe(screen, id, derived)).unwrap_or_default();
    let done = spelled_as_asked(&recorded.action, params);
    let done = dropped_on_what_is_named(done, screen, derived);
    let done = typed_to_a_value(done, screen, params);
    let action = done.map(
        |id| {
            let all = locators(screen, *id, params, derived, &describe(screen, *id, derived));
            let all = named_before_focused(&done, all);
            let all = in_the_row_pointed_at(idx.checked_sub(1).and_then(|it| recording.steps.get(it)), all);
            match recording.ending.outcome == Outcome::Unchecked {
                true => recorded_before_cut_out(all),
                false => all,
            }
        },
        |text| match &done {
            Action::OpenLink { .. } => explain_opened(params, derived, text),
            // That a value of the task has the digits of a point says nothing about where it is.
            Action::ClickAt { .. } | Action::DragAlong { .. } => vec![Expr::Const(text.clone())],
            _ => explain_typed(params, derived, screen, target, text),
        },
    );
    let note = action.target().map(|it| robustness(it)).unwrap_or_default();
    Step {
        source: StepRef {
            recording: recording.id.clone(),
            step: idx + 1,
        },
        action,
        value: done.value().cloned(),
        screen: Arc::clone(screen),
        target,
        destination: done.destination().copied(),
        target_description: description,
        expect: newly_shown(screen, recording.after(idx), derived),
        arrivals: landmarks(screen, recording.after(idx), derived),
        scrolled: Vec::new(),
        waited: false,
        awaited: None,
        lasting: None,
        turned: turned(&recorded.action, screen, recording.after(idx)),
        wanted: None,
        copied_from: None,
        note,
    }
}

/// The same action; keys that a value of the task says are spelled as it spells them.
fn spelled_as_asked(action: &HardAction, params: &Params) -> HardAction {
    let Action::PressKeys { keys } = action else {
        return action.clone();
    };
    let chord = |text: &str| text.parse::<Chord>().ok();
    let pressed = chord(keys);
    let mut said = params.values().flat_map(Value::texts);
    let asked = said.find(|text| pressed.is_some() && chord(text) == pressed);
    Action::PressKeys {
        keys: asked.unwrap_or(keys).to_owned(),
    }
}

/// The same action; what is added to what a field holds, so that it holds a value of the task, types that value: another time the
/// field holds something else.
fn typed_to_a_value(action: HardAction, screen: &Screen, params: &Params) -> HardAction {
    let Action::InputText {
        target: Some(target),
        text,
        clear: false,
    } = &action
    else {
        return action;
    };
    let held = screen.get(*target).map(Element::held_text).unwrap_or_default();
    let whole = format!("{held}{text}");
    let mut values = params.values().filter_map(Value::as_text);
    if held.is_empty() || !values.any(|it| *it == whole) {
        return action;
    }
    Action::InputText {
        target: Some(*target),
        text: whole,
        clear: true,
    }
}

/// The same action; what is dropped on something goes to the place around it that a value of the task names: of a column of
/// cards the column is meant, and not the card that lay under the pointer.
fn dropped_on_what_is_named(action: HardAction, screen: &Screen, derived: &[Derived]) -> HardAction {
    let Action::DragTo { target, to } = &action else {
        return action;
    };
    let (Some(dragged), Some(under)) = (screen.get(*target), screen.get(*to)) else {
        return action;
    };
    let named = |it: &Element| {
        let said = [&it.content_description, &it.label, &it.text];
        let mut said = said.into_iter().flatten();
        said.any(|text| explanations(text.trim(), derived).iter().any(is_whole))
    };
    if named(under) {
        return action;
    }
    let around = screen
        .iter()
        .filter(|(_, it)| it.contains(under) && !it.contains(dragged) && named(it));
    match around.max_by_key(|(_, it)| it.path.len()) {
        Some((place, _)) => Action::DragTo {
            target: *target,
            to: place,
        },
        None => action,
    }
}

/// Where the cursor is tells where a text goes, and of nothing else what is meant: it may be anywhere another time.
fn named_before_focused(action: &HardAction, mut all: Vec<Locator<Expr>>) -> Vec<Locator<Expr>> {
    let by_focus = |it: &Locator<Expr>| it.get(Key::Focused).is_some();
    if !matches!(action, Action::InputText { .. }) && !all.iter().all(by_focus) {
        all.retain(|it| !by_focus(it));
    }
    all
}

/// What comes out where something is pointed at may still be out elsewhere, from before: it is named by a value of the task, or by the
/// one that it stands beside.
fn in_the_row_pointed_at(before: Option<&Recorded>, mut all: Vec<Locator<Expr>>) -> Vec<Locator<Expr>> {
    if before.is_some_and(|it| matches!(it.action, Action::Hover { .. })) {
        all.sort_by_key(|it| it.values().all(Expr::is_const));
    }
    all
}

/// Where nobody judges, no second instance shows that a text on the page is a part of a value only by chance: what was
/// recorded goes before what is cut out of a value. Several recordings still agree on what they have in common.
fn recorded_before_cut_out(mut all: Vec<Locator<Expr>>) -> Vec<Locator<Expr>> {
    all.sort_by_key(|it| it.values().any(is_cut_out));
    all
}

/// Whether a text is cut out of a value: what is written in another form is still all of it.
fn is_cut_out(expr: &Expr) -> bool {
    match expr {
        Expr::Input(_) | Expr::Item(..) | Expr::Const(_) => false,
        Expr::Concat(parts) | Expr::Call(_, parts) => parts.iter().any(is_cut_out),
        Expr::If(branch) => branch.parts().into_iter().any(is_cut_out),
        Expr::Apply(op, of) => {
            let cuts = matches!(
                op,
                Op::Before(..) | Op::After(..) | Op::Part(..) | Op::Token(..) | Op::Slice(..) | Op::Initials
            );
            cuts || is_cut_out(of)
        }
    }
}

/// What an opened address is made of. One that has a value of the task in it is another one for other values.
fn explain_opened(params: &Params, derived: &[Derived], address: &str) -> Vec<Expr> {
    let of_values = explain_address(params, derived, address);
    match of_values.is_empty() {
        true => explain(params, address),
        false => of_values,
    }
}

/// What a typed text is made of: the parameters, and where they are not enough, what the field holds.
fn explain_typed(
    params: &Params,
    derived: &[Derived],
    screen: &Screen,
    target: Option<ElementId>,
    text: &str,
) -> Vec<Expr> {
    let mut all = explain(params, text);
    // A day that the goal says beside today is no value of its own. Its number alone is that day where it takes the place of today's.
    if all.first().is_none_or(Expr::is_const) {
        let field = target.and_then(|it| screen.get(it));
        let held = field.map_or("", Element::held_text).trim();
        let is_of_today = Expr::Input(THIS_DAY.to_owned())
            .apply(Op::Date(DAY.to_owned()))
            .eval(params);
        let days = derived.iter().filter(|it| it.expr.inputs().contains(&THIS_DAY));
        let days: Vec<&Derived> = days.collect();
        let mut said: Vec<Expr> = days
            .iter()
            .filter(|it| it.text == text)
            .map(|it| it.expr.clone())
            .collect();
        if is_of_today.as_deref() == Some(held) {
            let of_day = days.iter().filter(|it| matches!(it.expr, Expr::Call(..)));
            let number = of_day.map(|it| it.expr.clone().apply(Op::Date(DAY.to_owned())));
            said.extend(number.filter(|it| it.eval(params).as_deref() == Some(text)));
        }
        all.splice(0..0, said);
    }
    // Of several parameters with this value, the one that is called like the field.
    let whole = all.iter().take_while(|it| matches!(it, Expr::Input(_))).count();
    if let Some(field) = target.and_then(|it| screen.get(it)).filter(|_| whole > 1) {
        all[..whole].sort_by_key(|it| !it.inputs().iter().any(|name| is_called(field, name)));
    }
    if all.first().is_none_or(|it| it.cost() > 6) {
        let held = explain(&with_held(params, screen, target), text);
        let both = held.into_iter().filter(|it| {
            let inputs = it.inputs();
            inputs.contains(&HELD) && inputs.iter().any(|it| *it != HELD)
        });
        all.splice(0..0, both);
    }
    all
}

/// Whether what a field says that it is has every word of a name.
fn is_called(field: &ui::Element, name: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = text
            .split(|it: char| !it.is_alphanumeric())
            .filter(|it| !it.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let asked = words(name);
    let form = field.attributes.get("name");
    let said = [
        &field.label,
        &field.content_description,
        &field.hint_text,
        &field.column,
    ];
    let said = said.into_iter().flatten().chain(form).map(|it| words(it));
    let is_said = |said: &[String], it: &str| {
        said.iter()
            .any(|word| word.strip_suffix('s').unwrap_or(word) == it)
    };
    said.into_iter()
        .any(|said| asked.iter().all(|it| said.contains(it) || is_said(&said, it)))
}

/// Every locator of an element, values of the task in place of their texts, likeliest first.
pub(crate) fn locators(
    screen: &Screen,
    id: ElementId,
    params: &Params,
    derived: &[Derived],
    description: &str,
) -> Vec<Locator<Expr>> {
    let mut values: Vec<&str> = Vec::new();
    for it in derived {
        // A part of a value that happens to stand in some text says nothing; shown by itself it does.
        let whole = is_whole(&it.expr) && it.text.chars().count() >= 2;
        let shown = || {
            screen.elements.iter().any(|element| {
                let mut words = element.words();
                (whole && looks(element, &it.text))
                    || words.any(|word| {
                        if whole {
                            word.contains(&it.text)
                        } else {
                            word.trim() == it.text
                        }
                    })
            })
        };
        let worth = it.cost <= 13
            && (is_whole(&it.expr) || !is_figures(&it.text))
            && !is_reckoned(&it.expr)
            && !it.text.trim().is_empty()
            && !values.contains(&it.text.as_str());
        if values.len() < MOST_VALUES && worth && shown() {
            values.push(&it.text);
        }
    }
    let mut ranked: Vec<(i64, Locator<Expr>)> = Vec::new();
    // The words around a value are this page's own: no reason to leave a stable name.
    let nameless = screen.get(id).is_some_and(|it| it.resource_name.is_none());
    let around = shown_around(screen, id);
    let needs = |anchor: &str| {
        let shows = |words: &Vec<&str>| {
            let mut words = words.iter();
            words.any(|it| it.contains(anchor) && stands_apart(it, anchor))
        };
        around.as_ref().is_none_or(shows)
    };
    for it in suggest(screen, id, &values) {
        if !screen
            .get(id)
            .is_some_and(|element| asks_for_words(element, &it.locator))
        {
            continue;
        }
        for (gain, abstracted) in abstractions(screen, id, &it.locator, derived, nameless, &needs) {
            let abstracted = of_its_kind(screen, id, abstracted);
            let proven = fill(&abstracted, params).map(|it| find(screen, &it)) == Some(Found::One(id));
            if proven && !ranked.iter().any(|(_, kept)| kept.asks_same(&abstracted)) {
                ranked.push((i64::from(it.cost) - gain, abstracted.described(description)));
            }
        }
    }
    for (cost, locator) in numbered_near(screen, id, &values) {
        for (gain, abstracted) in abstractions(screen, id, &locator, derived, nameless, &needs) {
            if !ranked.iter().any(|(_, kept)| kept.asks_same(&abstracted)) {
                ranked.push((cost - gain, abstracted.described(description)));
            }
        }
    }
    let is_named = ranked.iter().any(|(_, it)| is_named_by_a_value(it));
    for (cost, locator) in &mut ranked {
        // What a value of the task names by itself is not looked for by its place among several.
        if is_named && is_placed_by_a_value(locator) {
            *cost += NEEDLESS_PLACE;
        }
        if by_a_neighbour_of_a_value(locator) {
            *cost += NEIGHBOUR;
        }
        let figure = locator
            .near
            .as_ref()
            .and_then(Expr::as_literal)
            .is_some_and(is_figures);
        if figure && screen.get(id).is_some_and(|it| is_among_figures(screen, it)) {
            *cost += 2 * NEIGHBOUR;
        }
    }
    ranked.sort_by_key(|(cost, _)| *cost);
    ranked.into_iter().take(MOST_LOCATORS).map(|(_, it)| it).collect()
}

/// Whether a value of the task tells an element from all others by itself, whatever stands beside it.
fn is_named_by_a_value(locator: &Locator<Expr>) -> bool {
    let says = |(key, it): &(Key, Expr)| is_about(*key) && !it.is_const() && is_whole(it);
    locator.near.is_none() && locator.nth.is_none() && locator.attributes.iter().any(says)
}

/// Whether a place among several tells it, as a value of the task says or near one.
fn is_placed_by_a_value(locator: &Locator<Expr>) -> bool {
    let of_a_value = |it: &Expr| !it.is_const();
    let places = locator.nth.iter().chain(&locator.near);
    locator.nth.is_some() && places.into_iter().any(of_a_value)
}

/// Whether what shows a value of the task is told from others by what happens to stand beside it: beside another value
/// stands something else.
fn by_a_neighbour_of_a_value(locator: &Locator<Expr>) -> bool {
    let beside = locator.near.as_ref().is_some_and(Expr::is_const);
    beside
        && locator
            .attributes
            .iter()
            .any(|(key, it)| is_about(*key) && !it.is_const())
}

/// Whether what is asked for as a part of a text stands there as a word or a number of its own: `1` is no part of `1035`.
fn asks_for_words(element: &Element, locator: &Locator) -> bool {
    locator.attributes.iter().all(|(key, part)| {
        let said = match key {
            Key::TextContains | Key::TextStartsWith | Key::TextEndsWith => element.text.as_deref(),
            Key::ContentDescriptionContains | Key::ContentDescriptionStartsWith => {
                element.content_description.as_deref()
            }
            _ => None,
        };
        said.is_none_or(|said| stands_apart(said, part))
    })
}

/// Whether a text has a part in it that is cut out of no word or number.
fn stands_apart(text: &str, part: &str) -> bool {
    // Where words have no case they have no blanks around them either.
    let letter = |it: char| it.is_lowercase() || it.is_uppercase();
    let goes_on = |one: char, other: char| {
        (one.is_ascii_digit() && other.is_ascii_digit()) || (letter(one) && letter(other))
    };
    let (Some(first), Some(last)) = (part.chars().next(), part.chars().next_back()) else {
        return true;
    };
    let mut places = text.match_indices(part).peekable();
    // What ignores case is found elsewhere.
    places.peek().is_none()
        || places.any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + part.len()..].chars().next();
            !before.is_some_and(|it| goes_on(it, first)) && !after.is_some_and(|it| goes_on(last, it))
        })
}

/// Something that has a value of the task inside its words may be anything on another screen: a heading has it as well. Where the
/// element has a role, that is asked for besides.
fn of_its_kind(screen: &Screen, id: ElementId, locator: Locator<Expr>) -> Locator<Expr> {
    let contains = [Key::TextContains, Key::ContentDescriptionContains];
    let inside = |(key, value): &(Key, Expr)| contains.contains(key) && !value.is_const();
    let kinds = [
        Key::Role,
        Key::Class,
        Key::ClassName,
        Key::Type,
        Key::ResourceName,
        Key::Column,
    ];
    let kindless = kinds.iter().all(|it| locator.get(*it).is_none());
    match screen.get(id).and_then(|it| it.role.clone()) {
        Some(role) if kindless && locator.attributes.iter().any(inside) => {
            locator.and(Key::Role, Expr::Const(role))
        }
        Some(_) | None => locator,
    }
}

/// A text in which values of the task stand as words of their own: "Rename Ann to Bob" is `"Rename " + old + " to " + new`.
pub(crate) fn with_values_inside(text: &str, derived: &[Derived]) -> Option<Expr> {
    const SHORTEST: usize = 3;
    const LONGEST: usize = 160;
    let mut values: Vec<&Derived> = derived
        .iter()
        .filter(|it| matches!(it.expr, Expr::Input(_)) && it.text.chars().count() >= SHORTEST)
        .collect();
    if text.len() > LONGEST || values.is_empty() {
        return None;
    }
    // A value that has another one inside is taken first.
    values.sort_by_key(|it| std::cmp::Reverse(it.text.len()));
    let mut parts: Vec<Expr> = Vec::new();
    let mut constant = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let starts = constant
            .chars()
            .next_back()
            .is_none_or(|it| !it.is_alphanumeric());
        let ends = |it: &Derived| {
            let behind = rest.strip_prefix(it.text.as_str());
            behind.is_some_and(|it| it.chars().next().is_none_or(|it| !it.is_alphanumeric()))
        };
        if let Some(value) = values.iter().find(|it| starts && ends(it)) {
            if !constant.is_empty() {
                parts.push(Expr::Const(std::mem::take(&mut constant)));
            }
            parts.push(value.expr.clone());
            rest = &rest[value.text.len()..];
        } else {
            constant.push(next);
            rest = &rest[next.len_utf8()..];
        }
    }
    if !constant.is_empty() {
        parts.push(Expr::Const(constant));
    }
    let valued = parts.iter().any(|it| !it.is_const());
    (valued && parts.len() > 1).then_some(Expr::Concat(parts))
}

/// A description that says the element's own text and more, where that text is a value of the task: `7 hours` is
/// `hour + " hours"` where `7` shows.
fn with_own_text_inside(element: &Element, description: &str, derived: &[Derived]) -> Vec<Expr> {
    let own = element.text.as_deref().map_or("", str::trim);
    let mut places = description.match_indices(own).filter(|_| !own.is_empty());
    let Some((at, _)) = places.next() else {
        return Vec::new();
    };
    if places.next().is_some() || own == description.trim() || !stands_apart(description, own) {
        return Vec::new();
    }
    let (before, behind) = (&description[..at], &description[at + own.len()..]);
    let known = explanations(own, derived)
        .into_iter()
        .filter(|it| !is_reckoned(it));
    known
        .map(|it| {
            let parts = [Expr::from(before), it, Expr::from(behind)].into_iter();
            Expr::Concat(parts.filter(|it| it.as_literal() != Some("")).collect())
        })
        .collect()
}

/// The n-th of those near a value of the task, where several are: the second post of somebody.
fn numbered_near(screen: &Screen, id: ElementId, values: &[&str]) -> Vec<(i64, Locator)> {
    const COST: i64 = 70;
    let Some(element) = screen.get(id) else {
        return Vec::new();
    };
    let tail = |text: &String, by: &str| text.rsplit(by).next().unwrap_or(text).to_owned();
    let bases = [
        element
            .content_description
            .clone()
            .map(|it| Locator::by(Key::ContentDescription, it)),
        element
            .text
            .clone()
            .filter(|it| it.chars().count() <= 40)
            .map(|it| Locator::by(Key::Text, it)),
        element
            .resource_name
            .as_ref()
            .map(|it| Locator::by(Key::ResourceName, tail(it, ":id/"))),
        element
            .class_name
            .as_ref()
            .map(|it| Locator::by(Key::ClassName, tail(it, "."))),
    ];
    let mut all = Vec::new();
    for (rank, base) in (0..).zip(bases.into_iter().flatten()) {
        for value in values {
            let near = Locator {
                near: Some((*value).to_owned()),
                ..base.clone()
            };
            if let Found::Many(ids) = find(screen, &near)
                && let Some(at) = ids.iter().position(|it| *it == id)
            {
                all.push((
                    COST + 4 * rank,
                    Locator {
                        nth: Some((at + 1).to_string()),
                        ..near
                    },
                ));
            }
        }
    }
    all
}

/// What is shown around an element that has a name which nothing else on the screen has: texts further off have no more to do with
/// it than with the rest of a form. `None` for other elements.
fn shown_around(screen: &Screen, id: ElementId) -> Option<Vec<&str>> {
    /// More elements than these in the smallest part of a screen with both are no row.
    const MOST_OF_ROW: usize = 24;
    let element = screen.get(id)?;
    let names = [
        (Key::Text, element.text.as_deref()),
        (Key::ContentDescription, element.content_description.as_deref()),
        (Key::Label, element.label.as_deref()),
    ];
    let mut only = names.into_iter().filter(|(key, name)| {
        let by_name = name.map(|it| Locator::<String>::default().and(*key, it));
        by_name.is_some_and(|it| find(screen, &it) == Found::One(id))
    });
    only.next()?;
    let depths: Vec<usize> = screen
        .elements
        .iter()
        .map(|it| element.shared_depth(it))
        .collect();
    let inside = |depth: &usize| depths.iter().filter(|it| *it >= depth).count() <= MOST_OF_ROW;
    let few = (0..=element.path.len()).find(inside)?;
    let row = row_of(&row_holders(screen), element).map_or(few, |it| it.len().min(few));
    let around = screen.elements.iter().zip(&depths).filter(|it| *it.1 >= row);
    // What another field holds was typed there, and tells nothing of a field with a name.
    let held = |it: &Element, word: &str| element.editable && it.editable && word == it.held_text();
    let words = around.flat_map(|(it, _)| it.words().filter(move |word| !held(it, word)));
    Some(words.collect())
}

/// A concrete locator with each of its texts explained, and how much likelier that makes it; with the values inside a text
/// where `inside` says so. What it stands near to counts where it `needs` that.
fn abstractions(
    screen: &Screen,
    id: ElementId,
    locator: &Locator,
    derived: &[Derived],
    inside: bool,
    needs: &impl Fn(&str) -> bool,
) -> Vec<(i64, Locator<Expr>)> {
    /// What a text of the task is worth: more than the gap between a stable id and a text.
    const VALUE: i64 = 16;
    const ORDINAL: i64 = 34;
    /// What a text is worth that has values of the task inside: it goes before the same text of one recording, and behind
    /// every stable name, as the rest of it is this page's own.
    const INSIDE: i64 = 1;
    /// What a number of one or two figures is worth that is a part of a text: many texts have such a number in them by chance.
    const FIGURES: i64 = 5;
    let target = screen.get(id);
    let plain = locator.map(|it| Expr::Const(it.clone()));
    let mut all: Vec<(i64, Locator<Expr>)> = vec![(0, plain)];
    let gain = |most: i64, expr: &Expr| most - i64::from(cost_of_values(expr).min(16));
    for at in 0..locator.attributes.len() {
        let (key, text) = &locator.attributes[at];
        // A calendar shows the day of a date: not what else the date has in it, and in its first days less than that.
        let mut known = match key {
            Key::Text => days(screen, text, derived),
            _ => Vec::new(),
        };
        if known.is_empty() {
            known = explanations(text, derived);
        }
        if key.is_partial() {
            known.retain(is_whole);
            known.extend(in_a_pair(text, derived));
            if known.is_empty() {
                known.extend(with_values_inside(text, derived));
            }
            if known.is_empty() {
                // What is only a part of a text must be a part for a reason.
                return Vec::new();
            }
        }
        keep_form_of_page(&mut known, screen, *key);
        // Of several values that read the same, the one whose name the target says: `10 hours`.
        let is_named =
            |it: &Expr| target.is_some_and(|target| it.inputs().iter().all(|it| is_called(target, it)));
        known.sort_by_key(|it| !is_named(it));
        if !is_about(*key) {
            // A kind of thing is a value of the task only where a parameter says just that.
            known.retain(|it| it.cost() == 0 && !key.is_flag());
        }
        let most = if is_by_chance(*key, text) { FIGURES } else { VALUE };
        if !known.is_empty() {
            spread(&mut all, &known, |it, expr| {
                it.attributes[at].1 = expr.clone();
                gain(most, expr)
            });
        } else {
            let around = with_words_around(target, *key, text, inside, derived);
            spread(&mut all, &around, |it, expr| {
                it.attributes[at].1 = expr.clone();
                INSIDE
            });
        }
    }
    if let Some(anchor) = &locator.near {
        // An anchor is worth something only where it decides between several. A table has other rows another time.
        let alone = Locator {
            near: None,
            also_near: Vec::new(),
            nth: None,
            ..locator.clone()
        };
        let tells = || matches!(find(screen, &alone), Found::Many(_)) && needs(anchor);
        let needed = !alone.is_empty() && (locator.get(Key::Column).is_some() || tells());
        let known = anchors(screen, target, anchor, derived);
        spread(&mut all, &known, |it, expr| {
            it.near = Some(expr.clone());
            if needed { gain(VALUE, expr) } else { 0 }
        });
        other_anchors(&mut all, locator, derived);
    }
    if let Some(nth) = &locator.nth {
        let known = places(screen, nth, derived);
        spread(&mut all, &known, |it, expr| {
            it.nth = Some(expr.clone());
            gain(ORDINAL, expr)
        });
    }
    all
}

/// Of the forms in which a date may be written as it is here, those in which the other dates on the screen are written too:
/// `16 March 2026` says nothing of the zero that `06 March 2026` has.
fn keep_form_of_page(known: &mut Vec<Expr>, screen: &Screen, key: Key) {
    const LONGEST_DATE: usize = 40;
    let forms = known.iter().filter_map(|it| match it {
        Expr::Apply(form @ Op::Date(_), _) => Some(form.clone()),
        _ => None,
    });
    let forms: Vec<Op> = forms.collect();
    if forms.len() < 2 {
        return;
    }
    let said = |it: &Element| match key {
        Key::Text => it.text.clone(),
        Key::ContentDescription => it.content_description.clone(),
        _ => None,
    };
    let is_so = |form: &Op, shown: &String| form.apply(shown.clone()).as_ref() == Some(shown);
    let mut dates: Vec<String> = screen.elements.iter().filter_map(said).collect();
    dates.retain(|it| it.len() <= LONGEST_DATE);
    let refuted = |form: &Op| {
        let mut others = dates.iter().filter(|it| !is_so(form, it));
        others.any(|it| forms.iter().any(|form| is_so(form, it)))
    };
    let right: Vec<&Op> = forms.iter().filter(|it| !refuted(it)).collect();
    if !right.is_empty() {
        known.retain(|it| !matches!(it, Expr::Apply(form @ Op::Date(_), _) if !right.contains(&form)));
    }
}

/// Whether it is a number that is reckoned from another one.
fn is_reckoned(expr: &Expr) -> bool {
    matches!(expr, Expr::Apply(Op::Plus(_) | Op::Page(_) | Op::OnPage(_), _))
}

/// What explains a text with other words around the values in it: what a description says beside the element's own text, and, where
/// `inside` says so, what a name has of the task's values.
fn with_words_around(
    target: Option<&Element>,
    key: Key,
    text: &str,
    inside: bool,
    derived: &[Derived],
) -> Vec<Expr> {
    let described = target.filter(|_| key == Key::ContentDescription);
    let own = described.map_or_else(Vec::new, |it| with_own_text_inside(it, text, derived));
    let is_name = matches!(
        key,
        Key::Label | Key::Text | Key::ContentDescription | Key::Tooltip
    );
    match own.is_empty() && inside && is_name {
        true => with_values_inside(text, derived).into_iter().collect(),
        false => own,
    }
}

/// What explains a text that stands beside an element.
fn anchors(screen: &Screen, target: Option<&Element>, anchor: &str, derived: &[Derived]) -> Vec<Expr> {
    // A number that a field holds is what was filled in there, and names nothing beside it; in a dial each number is there once.
    let amount = anchor.parse::<f64>().is_ok() && holds(screen, anchor);
    let in_dial = is_figures(anchor) && target.is_some_and(|it| is_among_figures(screen, it));
    if amount || in_dial {
        return Vec::new();
    }
    let mut known = explanations(anchor, derived);
    // A number that stands beside something is reckoned from another by chance.
    known.retain(|it| !is_reckoned(it) && (is_whole(it) || !is_figures(anchor)));
    known
}

/// What explains which one of several it is.
fn places(screen: &Screen, nth: &str, derived: &[Derived]) -> Vec<Expr> {
    // A place is said by a value, not by a part of one that has this number in it.
    let mut known = explanations(nth, derived);
    // What a field holds is its value, whatever place it may happen to say.
    if holds(screen, nth) {
        known.clear();
    }
    known.retain(|expr| match expr {
        Expr::Apply(Op::Number, of) => is_whole(of),
        expr => is_whole(expr),
    });
    known
}

/// Whether a text is a number of one or two figures that is only a part of what shows.
fn is_by_chance(key: Key, text: &str) -> bool {
    key.is_partial() && is_figures(text)
}

/// Whether a number stands among others that are side by side, as those of a dial or of a calendar: each number is there once.
fn is_among_figures(screen: &Screen, element: &Element) -> bool {
    const FEWEST: usize = 5;
    let beside =
        |it: &&Element| it.path.split_last().map(|it| it.1) == element.path.split_last().map(|it| it.1);
    let number = |it: &Element| {
        it.text
            .as_deref()
            .is_some_and(|it| !it.is_empty() && is_figures(it))
    };
    let others = screen.elements.iter().filter(beside);
    number(element) && others.filter(|it| number(it)).count() > FEWEST
}

/// Whether it is a number of one or two figures.
fn is_figures(text: &str) -> bool {
    text.len() <= 2 && text.bytes().all(|it| it.is_ascii_digit())
}

/// The other texts that an element stands near to, explained: a value goes before the same text of one recording, and is worth no
/// more than that.
fn other_anchors(all: &mut Vec<(i64, Locator<Expr>)>, locator: &Locator, derived: &[Derived]) {
    for (at, other) in locator.also_near.iter().enumerate() {
        spread(all, &explanations(other, derived), |it, expr| {
            it.also_near[at] = expr.clone();
            1
        });
    }
}

/// Whether a field of a screen holds a text.
fn holds(screen: &Screen, text: &str) -> bool {
    let mut all = screen.elements.iter();
    all.any(|it| it.editable && it.held_text() == text)
}

/// A value between the two signs of a pair: `(` + sku + `)`.
fn in_a_pair(text: &str, derived: &[Derived]) -> Vec<Expr> {
    let Some((open, inside, close)) = inside_of_pair(text) else {
        return Vec::new();
    };
    let mut known = explanations(inside, derived);
    known.retain(is_whole);
    let sign = |it: char| Expr::Const(it.to_string());
    known
        .into_iter()
        .map(|it| Expr::Concat(vec![sign(open), it, sign(close)]))
        .collect()
}

/// What an explanation costs, without the signs that enclose it.
fn cost_of_values(expr: &Expr) -> u32 {
    match expr {
        Expr::Concat(parts) if parts.len() == 3 && parts[0].is_const() && parts[2].is_const() => {
            parts[1].cost()
        }
        _ => expr.cost(),
    }
}

/// Every locator so far, also with each of the explanations put in.
fn spread(
    all: &mut Vec<(i64, Locator<Expr>)>,
    explanations: &[Expr],
    put: impl Fn(&mut Locator<Expr>, &Expr) -> i64,
) {
    for (gain, plain) in all.clone() {
        for expr in explanations {
            let mut with = plain.clone();
            let more = put(&mut with, expr);
            all.push((gain + more, with));
        }
    }
}

/// How far the best locator can be trusted.
fn robustness(locators: &[Locator<Expr>]) -> String {
    let Some(best) = locators.first() else {
        return "no locator finds exactly this element".to_owned();
    };
    let from_params = best.values().any(|it| !it.is_const());
    let what = if best.nth.is_some() {
        "by position"
    } else if best.near.is_some() {
        "by what stands next to it"
    } else if from_params {
        "by a value of the task"
    } else if best.attributes.iter().any(|(key, _)| {
        matches!(
            key,
            Key::ResourceName | Key::ContentDescription | Key::Label | Key::HintText | Key::Name
        )
    }) {
        "by a stable name"
    } else if best.attributes.iter().any(|(key, _)| is_about(*key)) {
        "by what it shows"
    } else {
        "by its kind"
    };
    what.to_owned()
}

/// An element of the next screen that was not there before, by a locator that finds it alone there and
/// nothing here.
fn newly_shown(before: &Screen, after: &Screen, derived: &[Derived]) -> Option<Locator<Expr>> {
    let mut best: Option<(u32, Locator<Expr>)> = None;
    for (id, element) in after.iter() {
        let resource = element.resource_name.as_deref().map(short_id);
        let options = [
            (Key::ContentDescription, element.content_description.as_deref(), 0),
            (
                Key::Text,
                element.text.as_deref().filter(|it| it.chars().count() <= 40),
                2,
            ),
            (Key::ResourceName, resource, 4),
        ];
        for (key, value, cost) in options {
            let Some(value) = value.filter(|it| !it.trim().is_empty()) else {
                continue;
            };
            // A title says more than one of many rows, and an active control more than a decoration.
            let cost = cost
                + if element.clickable || element.editable {
                    0
                } else {
                    1
                };
            if best.as_ref().is_some_and(|(kept, _)| *kept <= cost) {
                continue;
            }
            let asked = Locator::<String>::by(key, value);
            if find(before, &asked) == Found::None && find(after, &asked) == Found::One(id) {
                let explained = explanations(value, derived).first().cloned();
                let asked = Locator::by(key, explained.unwrap_or_else(|| Expr::Const(value.to_owned())));
                best = Some((cost, asked.described(describe(after, id, derived))));
            }
        }
    }
    best.map(|(_, it)| it)
}
