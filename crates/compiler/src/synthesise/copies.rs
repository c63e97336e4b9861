//! What was copied of another record besides: where a field of a form was given what it showed on another record's form, a field
//! beside it that was emptied, and is empty there, was copied as well. In a recording in which it held the same already,
//! nobody touched it; it is copied there all the same.

use strings::Expr;
use ui::{Action, Element, Screen};

use crate::{
    locator::describe,
    soft::{SoftTrajectory, Step, StepRef},
    translate::locators,
};

/// The lines with each such step marked by where it was copied from, and with those that had nothing to change; and whether
/// there are any of these. `None` where nothing was copied besides.
pub(super) fn with_copies(
    trajectories: &[SoftTrajectory],
    lines: &[Vec<Step>],
) -> Option<(Vec<Vec<Step>>, bool)> {
    let copies: Vec<Copied> = lines.iter().map(|line| Copied::of(line)).collect::<Option<_>>()?;
    let mut emptied: Vec<(Name, bool)> = Vec::new();
    for (line, copied) in lines.iter().zip(&copies) {
        for (at, step) in line.iter().enumerate() {
            let name = copied.emptied(line, step).and_then(Name::of);
            if let Some(name) = name.filter(|it| emptied.iter().all(|(known, _)| known != it)) {
                emptied.push((name, at > copied.at));
            }
        }
    }
    let all = lines
        .iter()
        .zip(copies)
        .zip(trajectories)
        .map(|((line, copied), trajectory)| {
            let mut line = line.clone();
            for (name, behind) in &emptied {
                copied.copy(&mut line, name, *behind, trajectory)?;
            }
            Some(line)
        });
    let all: Vec<Vec<Step>> = all.collect::<Option<_>>().filter(|_| !emptied.is_empty())?;
    let more = all.iter().zip(lines).any(|(with, line)| with.len() > line.len());
    Some((all, more))
}

/// How a field is called in every recording.
#[derive(PartialEq)]
struct Name {
    label: Option<String>,
    resource: Option<String>,
}

impl Name {
    fn of(field: &Element) -> Option<Self> {
        let (label, resource) = (field.label.clone(), field.resource_name.clone());
        (label.is_some() || resource.is_some()).then_some(Self { label, resource })
    }

    fn is_of(&self, field: &Element) -> bool {
        field.editable && Self::of(field).as_ref() == Some(self)
    }
}

/// A step that typed what its field showed on the form of another record.
#[derive(Clone, Copy)]
struct Copied {
    at: usize,
    /// The step on whose screen it showed that.
    from: usize,
}

impl Copied {
    /// The first of a line.
    fn of(line: &[Step]) -> Option<Self> {
        line.iter().enumerate().find_map(|(at, step)| {
            let (field, text) = replaced(step)?;
            let explained = step.action.value()?.first().is_some_and(|it| !it.is_const());
            if explained || text.trim().is_empty() {
                return None;
            }
            let typed = |it: &Step| it.value.as_deref() == Some(text);
            let from = (0..at)
                .rev()
                .find(|from| held(&line[*from].screen, field) == Some(text))?;
            (!line[..from].iter().any(typed)).then_some(Self { at, from })
        })
    }

    /// The field that a step emptied, where it is empty on the other record's form.
    fn emptied<'a>(self, line: &[Step], step: &'a Step) -> Option<&'a Element> {
        let (field, text) = replaced(step)?;
        (text.is_empty() && held(&line[self.from].screen, field) == Some("")).then_some(field)
    }

    /// Mark the step that copies a field of this name, or put one in where the field held the same already.
    fn copy(
        self,
        line: &mut Vec<Step>,
        name: &Name,
        behind: bool,
        trajectory: &SoftTrajectory,
    ) -> Option<()> {
        let from: StepRef = line[self.from].source.clone();
        let own = |it: &Step| replaced(it).is_some_and(|(field, _)| name.is_of(field));
        if let Some(at) = (self.from..line.len()).find(|at| own(&line[*at])) {
            line[at].copied_from = Some(from);
            return Some(());
        }
        let screen = &line[self.at].screen;
        let (id, field) = screen.iter().find(|(_, it)| name.is_of(it))?;
        let text = field.held_text().to_owned();
        if held(&line[self.from].screen, field) != Some(text.as_str()) {
            return None;
        }
        let params = trajectory.known();
        let derived = strings::derive_all(&params);
        let description = describe(screen, id, &derived);
        let ways = locators(screen, id, &params, &derived, &description);
        let step = Step {
            action: Action::InputText {
                target: Some(ways.clone()),
                text: vec![Expr::Const(text.clone())],
                clear: true,
            },
            value: Some(text),
            copied_from: Some(from),
            ..line[self.at].looking_at(id, ways, description)
        };
        line.insert(self.at + usize::from(behind), step);
        Some(())
    }
}

/// The field whose text a step replaced, and by what.
fn replaced(step: &Step) -> Option<(&Element, &str)> {
    match step.action {
        Action::InputText {
            target: Some(_),
            clear: true,
            ..
        } => Some((step.screen.get(step.target?)?, step.value.as_deref()?)),
        _ => None,
    }
}

/// What a field holds on another look at its form.
fn held<'a>(screen: &'a Screen, field: &Element) -> Option<&'a str> {
    screen.field_again(field).map(Element::held_text)
}
