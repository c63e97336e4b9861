//! Values of the task that no step takes, to steps that bring the form to them.
//!
//! Somebody who fills in a form leaves as it is what is right already: a box that is to be off and is off, a list that
//! shows the right entry, a field that stays empty. What was left as it is, is a value of the task like any other. And
//! a box that was ticked was ticked because a value said so: where that says the contrary, it is not to be ticked.

use std::{collections::HashSet, iter, sync::Arc};

use strings::{Derived, Expr, derive_all, explain};
use task::Params;
use ui::{Action, Element, ElementId, Key, Locator, Role, Screen, row_holders, row_of};

use crate::{
    consequence::of_recorded,
    locator::{describe, values},
    soft::{SoftTrajectory, Step, Wanted},
    translate::locators,
};

use super::member::same_kind;

/// Words of which one says that something is on, the other that it is off.
const OPPOSITES: &[(&str, &str)] = &[
    ("yes", "no"),
    ("true", "false"),
    ("on", "off"),
    ("y", "n"),
    ("1", "0"),
    ("checked", "unchecked"),
    ("ticked", "unticked"),
    ("enabled", "disabled"),
    ("active", "inactive"),
    ("ja", "nein"),
    ("oui", "non"),
    ("sí", "no"),
    ("si", "no"),
];

/// The lines with such steps; `None` where no value asks for one.
pub(super) fn with_settings(trajectories: &[SoftTrajectory], lines: &[Vec<Step>]) -> Option<Vec<Vec<Step>>> {
    let forms = Forms::of(trajectories, lines);
    let names = forms.unused();
    forms.changed_for(&names, |it, name| it.bring_box(name) || it.leave_as_it_is(name))
}

/// The lines in which a step also goes by a value that is used for nothing else, and that is shown where the step acts: the client
/// of a name who lives in a certain town. `None` where there is none. It is tried before such a value is filled in somewhere: a run
/// that finds no such client ends there.
pub(super) fn with_evidence(trajectories: &[SoftTrajectory], lines: &[Vec<Step>]) -> Option<Vec<Vec<Step>>> {
    let forms = Forms::of(trajectories, lines);
    let names = forms.unused();
    forms.changed_for(&names, Forms::go_by)
}

/// The lines with values for their fields that they otherwise know a control by, and only by a part of what this says: `Add User`
/// beside a field `Roles` with `User` in it. `None` where there is none.
pub(super) fn with_fields(trajectories: &[SoftTrajectory], lines: &[Vec<Step>]) -> Option<Vec<Vec<Step>>> {
    let forms = Forms::of(trajectories, lines);
    let names = forms.shown_by_fields();
    forms.changed_for(&names, Forms::leave_to_field)
}

/// The lines, and the values of each.
struct Forms {
    params: Vec<Params>,
    derived: Vec<Vec<Derived>>,
    lines: Vec<Vec<Step>>,
}

/// A control of a form, as a line shows it.
#[derive(Clone, Copy)]
struct Control {
    /// The step on whose screen it is.
    at: usize,
    element: ElementId,
    /// Whether that step is the tap that turned it over.
    tapped: bool,
}

impl Forms {
    fn of(trajectories: &[SoftTrajectory], lines: &[Vec<Step>]) -> Self {
        let params: Vec<Params> = trajectories
            .iter()
            .map(|it| values(&it.instance.params))
            .collect();
        Self {
            derived: params.iter().map(|it| derive_all(it).to_vec()).collect(),
            params,
            lines: lines.to_vec(),
        }
    }

    /// The lines after a change for each of these values; `None` where none changed anything.
    fn changed_for(
        mut self,
        names: &[String],
        change: impl Fn(&mut Self, &str) -> bool,
    ) -> Option<Vec<Vec<Step>>> {
        let mut changed = false;
        for name in names {
            changed |= change(&mut self, name);
        }
        changed.then_some(self.lines)
    }

    /// The texts that some line does nothing with.
    fn unused(&self) -> Vec<String> {
        let Some(first) = self.params.first() else {
            return Vec::new();
        };
        let everywhere = |name: &&String| {
            self.params
                .iter()
                .all(|it| it.get(*name).is_some_and(|it| it.as_text().is_some()))
        };
        let somewhere = |name: &&String| {
            self.lines
                .iter()
                .any(|line| !line.iter().any(|step| goes_by(step, name)))
        };
        first
            .keys()
            .filter(everywhere)
            .filter(somewhere)
            .cloned()
            .collect()
    }

    /// The texts that fields which are called like them hold, and by which the lines know a control, and only by a part of what
    /// it says.
    fn shown_by_fields(&self) -> Vec<String> {
        let Some(first) = self.params.first() else {
            return Vec::new();
        };
        let is_by_part = |name: &&String| {
            let mut by: Vec<&Step> = self.lines.iter().flatten().collect();
            by.retain(|it| goes_by(it, name));
            !by.is_empty() && by.iter().all(|it| goes_by_part(it, name))
        };
        let is_held = |name: &&String| {
            (0..self.lines.len())
                .all(|line| !self.value(line, name).is_empty() && self.field_of(line, name, true).is_some())
        };
        first.keys().filter(is_by_part).filter(is_held).cloned().collect()
    }

    /// Take a value for that of its field, and what is pressed for called so whatever the value; `false` where something has no
    /// other name.
    fn leave_to_field(&mut self, name: &str) -> bool {
        let fixed = |locators: &Vec<Locator<Expr>>| -> Vec<Locator<Expr>> {
            let is_fixed = |it: &&Locator<Expr>| it.values().all(|it| !it.inputs().contains(&name));
            locators.iter().filter(is_fixed).cloned().collect()
        };
        let before = self.lines.clone();
        for step in self.lines.iter_mut().flatten().filter(|it| goes_by(it, name)) {
            step.action = step.action.map(fixed, Clone::clone);
            // Where that led to was told by the value as well.
            let is_fixed = |it: &Locator<Expr>| it.values().all(|it| !it.inputs().contains(&name));
            step.expect = step.expect.take().filter(is_fixed);
            step.arrivals.retain(is_fixed);
        }
        let is_found = |it: &Step| it.action.targets().all(|it| !it.is_empty());
        let is_left = self.lines.iter().flatten().all(is_found) && self.leave_as_it_is(name);
        if !is_left {
            self.lines = before;
        }
        is_left
    }

    fn value(&self, line: usize, name: &str) -> &str {
        self.params[line]
            .get(name)
            .and_then(|it| it.as_text())
            .unwrap_or_default()
    }

    /// Let a step of each line find its target by a value as well, besides all that it goes by already; `false` where one has no
    /// such step, or where they are no steps of one kind.
    fn go_by(&mut self, name: &str) -> bool {
        let steps = self.lines.iter().enumerate().map(|(at, line)| {
            let value = self.value(at, name);
            let mut steps = line.iter().enumerate().filter(|(_, it)| stands_in_row(it, value));
            steps.find_map(|(at, step)| Some((at, also_by(step, name)?)))
        });
        let Some(found) = steps.collect::<Option<Vec<(usize, usize)>>>() else {
            return false;
        };
        let steps: Vec<&Step> = self
            .lines
            .iter()
            .zip(&found)
            .map(|(line, (at, _))| &line[*at])
            .collect();
        if !steps.windows(2).all(|it| same_kind(it[0], it[1])) {
            return false;
        }
        for (line, (at, way)) in self.lines.iter_mut().zip(found) {
            let step = &mut line[at];
            if let Some(mut locators) = step.action.target().cloned() {
                locators[..=way].rotate_right(1);
                step.action = step.action.with_target(locators);
            }
        }
        true
    }

    /// Bring a box to the state that a value says, in every line.
    fn bring_box(&mut self, name: &str) -> bool {
        let Some((on, off)) = self.states(name) else {
            return false;
        };
        let wanted = Wanted {
            value: Expr::Input(name.to_owned()),
            on,
            off,
        };
        // One word for on or off, and one box that was turned over: they belong together whatever they are called.
        let is_word = |name: &String| {
            let letters = |it: &str| it.chars().count() > 1 && it.chars().all(char::is_alphabetic);
            self.states(name).is_some() && letters(self.value(0, name))
        };
        let alone = self.unused().iter().filter(|it| is_word(it)).eq([name]);
        let found: Option<Vec<Control>> = (0..self.lines.len())
            .map(|line| self.box_of(line, name, self.value(line, name) == wanted.on, alone))
            .collect();
        let Some(found) = found else { return false };
        let steps: Option<Vec<Step>> = found
            .iter()
            .enumerate()
            .map(|(line, control)| {
                let locators = self.control_locators(line, *control);
                let step = &self.lines[line][control.at];
                (!locators.is_empty()).then(|| Step {
                    wanted: Some(wanted.clone()),
                    ..of_control(
                        step,
                        control.element,
                        Action::Click { target: locators },
                        None,
                        &self.params[line],
                    )
                })
            })
            .collect();
        let Some(steps) = steps else { return false };
        let (tapped, left): (Vec<_>, Vec<_>) = found
            .into_iter()
            .zip(steps)
            .enumerate()
            .partition(|(_, (control, _))| control.tapped);
        for (line, (control, step)) in tapped {
            self.lines[line][control.at] = step;
        }
        // Where it was left as it is, it is looked at where the others turn it.
        for (line, (control, step)) in left {
            self.insert(line, self.place_like_others(line, name, control.at), step);
        }
        true
    }

    /// What a value says where a box is on, and where it is off: two words that are known as such, or the two values
    /// that the lines have.
    fn states(&self, name: &str) -> Option<(String, String)> {
        let said: Vec<&str> = (0..self.lines.len()).map(|line| self.value(line, name)).collect();
        let first = *said.first()?;
        let known = OPPOSITES.iter().find_map(|(on, off)| {
            let as_written = |word: &str| match first.chars().next() {
                Some(_) if first.chars().count() > 1 && first.to_uppercase() == first => {
                    Some(word.to_uppercase())
                }
                Some(it) if it.is_uppercase() => Some(capitalised(word)),
                _ => Some(word.to_owned()),
            };
            let (on, off) = (as_written(on)?, as_written(off)?);
            said.iter()
                .all(|it| **it == on || **it == off)
                .then_some((on, off))
        });
        if known.is_some() {
            return known;
        }
        let other = *said.iter().find(|it| **it != first)?;
        let two =
            said.iter().all(|it| *it == first || *it == other) && !first.is_empty() && !other.is_empty();
        let line_of = |value: &str| said.iter().position(|it| *it == value);
        let fits = |on: &str, off: &str| {
            let is = |value: &str, state: bool| {
                line_of(value).is_some_and(|line| self.box_of(line, name, state, false).is_some())
            };
            is(on, true) && is(off, false)
        };
        match (two && fits(first, other), two && fits(other, first)) {
            (true, false) => Some((first.to_owned(), other.to_owned())),
            (false, true) => Some((other.to_owned(), first.to_owned())),
            (_, _) => None,
        }
    }

    /// The box of a line that is called like a value, and that the line leaves in this state; with `any` the only one that
    /// it turned over will do.
    fn box_of(&self, line: usize, name: &str, on: bool, any: bool) -> Option<Control> {
        let steps = &self.lines[line];
        let turned: Vec<Control> = steps
            .iter()
            .enumerate()
            .filter(|(_, step)| step.wanted.is_none())
            .filter_map(|(at, step)| {
                let turned = step.turned.filter(|turned| turned.on == on)?;
                let element = step.screen.get(turned.element)?;
                let tapped = true;
                (!element.is(Role::Radio)).then_some(Control {
                    at,
                    element: turned.element,
                    tapped,
                })
            })
            .collect();
        let element = |it: &Control| steps[it.at].screen.get(it.element);
        if let Some(called) = best_named(name, turned.iter().filter_map(|it| Some((*it, element(it)?)))) {
            return Some(called);
        }
        let in_state = |it: &Element| it.checkable && !it.is(Role::Radio) && it.checked == on;
        self.left(line, name, &in_state, true)
            .or_else(|| turned.first().copied().filter(|_| any && turned.len() == 1))
    }

    /// Steps for what a form shows already in the lines that do nothing with a value.
    fn leave_as_it_is(&mut self, name: &str) -> bool {
        let mut changed = false;
        for line in 0..self.lines.len() {
            if self.lines[line].iter().any(|step| goes_by(step, name)) {
                continue;
            }
            let Some((control, step)) = self.field_of(line, name, false) else {
                continue;
            };
            self.insert(line, self.place_like_others(line, name, control.at), step);
            changed = true;
        }
        changed
    }

    /// The control of a line's form that shows a value, and the step that brings it to that; with `named` only one that is
    /// called like the value.
    fn field_of(&self, line: usize, name: &str, named: bool) -> Option<(Control, Step)> {
        let value = self.value(line, name);
        let named = named || value.is_empty();
        let holds =
            |it: &Element| it.is(Role::Choice) && it.value.as_deref() == Some(value) && !value.is_empty();
        let chosen = |it: &Element| {
            let shows = [&it.label, &it.text, &it.content_description];
            it.checkable && it.checked && it.is(Role::Radio) && shows.contains(&&Some(value.to_owned()))
        };
        let typed = |it: &Element| it.editable && !it.password && it.held_text() == value;
        let control = self
            .left(line, name, &holds, named)
            .or_else(|| self.left(line, name, &chosen, named))
            .or_else(|| self.left(line, name, &typed, named))?;
        let step = &self.lines[line][control.at];
        let element = step.screen.get(control.element)?;
        let mut locators = self.control_locators(line, control);
        let input = Expr::Input(name.to_owned());
        let (action, value) = if element.is(Role::Radio) {
            locators.retain(|it| it.attributes.iter().any(|(_, it)| *it == input));
            (Action::Click { target: locators }, None)
        } else {
            let mut exprs = explain(&self.params[line], value);
            exprs.retain(|it| *it != input);
            exprs.insert(0, input);
            let value = Some(value.to_owned());
            let target = locators;
            match element.is(Role::Choice) {
                true => (
                    Action::SelectOption {
                        target,
                        option: exprs,
                    },
                    value,
                ),
                false => {
                    let typed = Action::InputText {
                        target: Some(target),
                        text: exprs,
                        clear: true,
                    };
                    (typed, value)
                }
            }
        };
        let found = action.target().is_some_and(|it| !it.is_empty());
        let params = &self.params[line];
        found.then(|| (control, of_control(step, control.element, action, value, params)))
    }

    /// The control that a line's form shows last in a state, before the form is left: the one that is called like the
    /// value, or where that is not asked for, the only one in this state.
    fn left(
        &self,
        line: usize,
        name: &str,
        state: &dyn Fn(&Element) -> bool,
        named: bool,
    ) -> Option<Control> {
        let steps = &self.lines[line];
        (0..steps.len()).rev().find_map(|at| {
            let screen = &steps[at].screen;
            let all: Vec<(ElementId, &Element)> = screen.iter().filter(|(_, it)| state(it)).collect();
            let found = best_named(name, all.iter().copied())
                .or_else(|| all.first().map(|it| it.0).filter(|_| all.len() == 1 && !named))?;
            let acted = steps[..=at].iter().any(|step| fills_in(step, screen));
            acted.then_some(Control {
                at,
                element: found,
                tapped: false,
            })
        })
    }

    /// Where a step goes in a line: behind what it follows in another line that has it.
    fn place_like_others(&self, line: usize, name: &str, at: usize) -> usize {
        let other = self
            .lines
            .iter()
            .find_map(|steps| Some((steps, steps.iter().position(|step| goes_by(step, name))?)));
        let Some((steps, known)) = other else { return at };
        let own = &self.lines[line];
        let names: Vec<&String> = self.params[line].keys().collect();
        let before = steps[..known].iter().rev().find_map(|step| {
            // A field that stands beside what another one holds is told by what is typed into it.
            let typed = |name: &&&String| {
                let value = step.action.value().and_then(|it| it.first());
                value.is_some_and(|it| it.inputs().contains(&name.as_str()))
            };
            let named = names.iter().find(|name| goes_by(step, name));
            let name = names.iter().find(typed).or(named)?;
            own[..at].iter().rposition(|step| goes_by(step, name))
        });
        before.map_or(at, |before| before + 1)
    }

    fn insert(&mut self, line: usize, at: usize, step: Step) {
        self.lines[line].insert(at, step);
    }

    fn control_locators(&self, line: usize, control: Control) -> Vec<Locator<Expr>> {
        let screen: &Arc<Screen> = &self.lines[line][control.at].screen;
        let derived = &self.derived[line];
        let description = describe(screen, control.element, derived);
        locators(screen, control.element, &self.params[line], derived, &description)
    }
}

/// The same step with another thing done to another element of its screen.
fn of_control(
    step: &Step,
    element: ElementId,
    action: crate::soft::RankedAction,
    value: Option<String>,
    params: &Params,
) -> Step {
    let recorded = action.map(|_| element, |_| value.clone().unwrap_or_default());
    let described = action.target().and_then(|it| it.first());
    Step {
        lasting: of_recorded(&recorded, &step.screen, params, iter::empty()),
        target_description: described.map_or_else(String::new, |it| it.target_description.clone()),
        action,
        value,
        target: Some(element),
        destination: None,
        expect: None,
        arrivals: Vec::new(),
        scrolled: Vec::new(),
        waited: false,
        awaited: None,
        turned: None,
        ..step.clone()
    }
}

/// Whether a step goes by a value in what likeliest names its target, or makes what it types.
fn goes_by(step: &Step, name: &str) -> bool {
    let uses = |it: &Expr| it.inputs().contains(&name);
    let targets = step.action.targets().filter_map(|it| it.first());
    let typed = step.action.value().and_then(|it| it.first());
    let wanted = step.wanted.as_ref().map(|it| &it.value);
    targets
        .flat_map(Locator::values)
        .chain(typed)
        .chain(wanted)
        .any(uses)
}

/// Whether another cell of the row that a step acts in shows just this: in another row it says nothing of the target.
fn stands_in_row(step: &Step, value: &str) -> bool {
    let target = step.target.and_then(|it| step.screen.get(it));
    let holders = row_holders(&step.screen);
    target
        .and_then(|it| Some((it, row_of(&holders, it)?)))
        .is_some_and(|(target, row)| {
            let beside = |it: &&Element| *it != target && it.path.starts_with(row);
            let mut cells = step.screen.elements.iter().filter(beside);
            cells.any(|it| it.words().any(|it| it.trim() == value))
        })
}

/// Which of the ways to a step's target goes by a value besides all that the likeliest goes by; `None` also where that goes by no
/// value: it has a name of its own, the same for all.
fn also_by(step: &Step, name: &str) -> Option<usize> {
    let locators = step.action.target()?;
    let inputs_of = |it: &Locator<Expr>| -> HashSet<String> {
        let inputs = it.values().flat_map(Expr::inputs);
        inputs.map(str::to_owned).collect()
    };
    let likeliest = Some(inputs_of(locators.first()?)).filter(|it| !it.is_empty())?;
    locators.iter().position(|it| {
        let own = inputs_of(it);
        own.contains(name) && own.len() > likeliest.len() && own.is_superset(&likeliest)
    })
}

/// Whether a step goes by a value in what likeliest names its target, and only as a part of what that says.
fn goes_by_part(step: &Step, name: &str) -> bool {
    let uses = |it: &Expr| it.inputs().contains(&name);
    let typed = step.action.value().and_then(|it| it.first());
    let mut said = typed.into_iter().chain(step.wanted.as_ref().map(|it| &it.value));
    let is_part = |key: Key, value: &Expr| key.is_partial() || matches!(value, Expr::Concat(_));
    let mut targets = step.action.targets().filter_map(|it| it.first());
    !said.any(uses)
        && targets.all(|it| {
            !it.anchors().chain(&it.nth).any(uses)
                && it
                    .attributes
                    .iter()
                    .all(|(key, it)| !uses(it) || is_part(*key, it))
        })
}

/// Whether a step fills something in that is on a screen.
fn fills_in(step: &Step, screen: &Screen) -> bool {
    let fills = match &step.action {
        Action::InputText { target: Some(_), .. }
        | Action::SelectOption { .. }
        | Action::UploadFiles { .. } => true,
        _ => step.turned.is_some(),
    };
    let field = step.target.and_then(|id| step.screen.get(id));
    let same = |it: &Element| field.is_some_and(|field| it.is_still(field));
    fills && step.screen.activity == screen.activity && screen.elements.iter().any(same)
}

/// The one of several that is called like a value: by just its words, or by more words than these.
fn best_named<'a, T: Copy>(name: &str, all: impl Iterator<Item = (T, &'a Element)>) -> Option<T> {
    let asked = words(name);
    let mut ranked: Vec<(usize, T)> = Vec::new();
    for (it, element) in all {
        let id = element.resource_name.as_deref().map(ui::short_id);
        let form = element.attributes.get("name").map(String::as_str);
        // A box that is drawn by its label is that.
        let drawn = element.text.as_deref().filter(|_| element.checkable);
        let said = [
            drawn,
            element.label.as_deref(),
            element.content_description.as_deref(),
            element.hint_text.as_deref(),
            form,
            id,
        ];
        let more = said.into_iter().flatten().filter_map(|said| {
            let said = words(said);
            let all = !asked.is_empty() && asked.iter().all(|word| said.contains(word));
            all.then(|| said.len() - asked.len().min(said.len()))
        });
        ranked.extend(more.min().map(|more| (more, it)));
    }
    let least = ranked.iter().map(|it| it.0).min()?;
    let mut best = ranked.into_iter().filter(|it| it.0 == least);
    let first = best.next()?;
    best.next().is_none().then_some(first.1)
}

/// The words of a name, in lower case and without the ending of a plural.
fn words(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut open = false;
    let mut lower = false;
    for letter in text.chars() {
        if !letter.is_alphanumeric() {
            open = false;
            continue;
        }
        if !open || (letter.is_uppercase() && lower) {
            all.push(String::new());
        }
        (open, lower) = (true, letter.is_lowercase());
        if let Some(word) = all.last_mut() {
            word.extend(letter.to_lowercase());
        }
    }
    for word in &mut all {
        if word.len() > 3 && word.ends_with('s') {
            word.pop();
        }
    }
    all
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map_or_else(String::new, |it| it.to_uppercase().chain(letters).collect())
}
