//! A recording without its indices: every target is named by ranked locators, every typed value is
//! explained by ranked expressions over the parameters.

use std::{fmt, sync::Arc};

use strings::Expr;
use task::Instance;
use trajectory::{Origin, RecordingId, describe_action};
use ui::{Action, Direction, ElementId, Lasting, Locator, Screen, print_near};

/// One step of one recording; steps count from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepRef {
    /// The recording.
    pub recording: RecordingId,
    /// The step, from 1.
    pub step: usize,
}

/// The variable of a typed value for what the field holds before.
pub const HELD: &str = "held";

/// An action with every way to name its target and every way to explain its value, likeliest first.
pub type RankedAction = Action<Vec<Locator<Expr>>, Vec<Expr>>;

/// A box, switch or choice that a tap turned over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turned {
    /// The box, on the screen of the tap.
    pub element: ElementId,
    /// Whether it was on afterwards.
    pub on: bool,
}

/// The state that a box is brought to: a value of the task says which.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wanted {
    /// The value.
    pub value: Expr,
    /// What it says where the box is to be on.
    pub on: String,
    /// What it says where the box is to be off.
    pub off: String,
}

/// One step.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Where it was recorded.
    pub source: StepRef,
    /// What is done. Each locator found exactly the recorded element on the recorded screen.
    pub action: RankedAction,
    /// The recorded value, where one was typed, answered or opened.
    pub value: Option<String>,
    /// The recorded screen.
    pub screen: Arc<Screen>,
    /// The recorded element.
    pub target: Option<ElementId>,
    /// The recorded element that it is taken to.
    pub destination: Option<ElementId>,
    /// What the target is, for people and for the grounder.
    pub target_description: String,
    /// What newly shows on the next screen.
    pub expect: Option<Locator<Expr>>,
    /// What tells that the next screen is the recorded one, where it is another one than this: best first, each
    /// with its other ways.
    pub arrivals: Vec<Locator<Expr>>,
    /// The directions in which the recording scrolled before it saw the target.
    pub scrolled: Vec<Direction>,
    /// Whether the recording waited until the target came.
    pub waited: bool,
    /// What came up while the recording waited with the target in sight: only then was it time to act.
    pub awaited: Option<Locator<Expr>>,
    /// What it does that nothing takes back.
    pub lasting: Option<Lasting>,
    /// What it turned over, where it is a tap that did.
    pub turned: Option<Turned>,
    /// Which state its target is brought to, where a value of the task says that.
    pub wanted: Option<Wanted>,
    /// The step of the same recording on whose screen its field showed what is typed, where another record was copied.
    pub copied_from: Option<StepRef>,
    /// How far the locator can be trusted, in one line.
    pub note: String,
}

impl Step {
    /// A step on the same screen that only looks at an element, by these locators.
    pub fn looking_at(&self, element: ElementId, ways: Vec<Locator<Expr>>, description: String) -> Self {
        Self {
            action: Action::Click { target: ways },
            value: None,
            target: Some(element),
            destination: None,
            target_description: description,
            expect: None,
            arrivals: Vec::new(),
            scrolled: Vec::new(),
            waited: false,
            awaited: None,
            lasting: None,
            turned: None,
            wanted: None,
            copied_from: None,
            note: String::new(),
            ..self.clone()
        }
    }
}

/// A step that was left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Dropped {
    /// The step, translated like the others.
    pub step: Step,
    /// Why.
    pub why: String,
}

/// A recording, translated.
#[derive(Clone, Debug, PartialEq)]
pub struct SoftTrajectory {
    /// The recording.
    pub recording: RecordingId,
    /// Who did it.
    pub origin: Origin,
    /// What was to be done.
    pub instance: Instance,
    /// Which day it was on the device (`2026-01-31`), where the goal says a day beside that.
    pub this_day: Option<String>,
    /// What is to be done, in order.
    pub steps: Vec<Step>,
    /// What was left out, in order.
    pub dropped: Vec<Dropped>,
    /// The screen at the end.
    pub last: Arc<Screen>,
    /// What happened as a whole.
    pub conclusion: String,
}

impl SoftTrajectory {
    /// The goal and what was done for it, with the values it was done with.
    pub fn as_done(&self) -> String {
        let mut told = self.instance.goal.clone();
        for (n, step) in (1..).zip(&self.steps) {
            let mut ids = step.target.into_iter().chain(step.destination);
            let recorded = step
                .action
                .try_map(|_| ids.next().ok_or(()), |_| step.value.clone().ok_or(()));
            let what = match recorded {
                Ok(action) => describe_action(&step.screen, &action),
                Err(()) => step.action.kind().to_string(),
            };
            told.push_str(&format!("\n{n}. {what}"));
        }
        told
    }
}

/// A ranked action by its likeliest locator and value.
struct Best<'a>(&'a RankedAction);

impl fmt::Display for Best<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.kind())?;
        for targets in self.0.targets() {
            match targets.first() {
                Some(it) => write!(f, " {}", print_locator(it))?,
                None => f.write_str(" (no locator)")?,
            }
        }
        if let Some(values) = self.0.value() {
            match values.first() {
                Some(it) => write!(f, " <- {it}")?,
                None => f.write_str(" <- (no value)")?,
            }
        }
        match self.0 {
            Action::InputText { clear: true, .. } => f.write_str(" (clear)"),
            Action::AnswerDialog { accept, .. } => {
                f.write_str(if *accept { " (accept)" } else { " (dismiss)" })
            }
            Action::Scroll { direction, .. } | Action::Swipe { direction } => write!(f, " {direction}"),
            Action::Status { goal_status } => write!(f, " {goal_status}"),
            _ => Ok(()),
        }
    }
}

/// A locator as the map that `find_element` takes, without its description.
pub(crate) fn print_locator(locator: &Locator<Expr>) -> String {
    let mut parts: Vec<String> = locator
        .attributes
        .iter()
        .map(|(key, it)| match it {
            Expr::Const(flag) if key.is_flag() => format!("{key}: {flag}"),
            it => format!("{key}: {it}"),
        })
        .collect();
    if !locator.additional_actions.is_empty() {
        let names: Vec<String> = locator
            .additional_actions
            .iter()
            .map(|it| format!("\"{it}\""))
            .collect();
        parts.push(format!("additional_actions: [{}]", names.join(", ")));
    }
    parts.extend(print_near(locator, ToString::to_string));
    parts.extend(locator.nth.iter().map(|it| match it {
        Expr::Const(n) if n.parse::<i64>().is_ok() => format!("nth: {n}"),
        it => format!("nth: {it}"),
    }));
    parts.extend(locator.any_of_alike.then(|| "any_of_alike: true".to_owned()));
    format!("#{{ {} }}", parts.join(", "))
}

impl fmt::Display for StepRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} step {}", self.recording, self.step)
    }
}

impl Step {
    /// What is done, by its likeliest locator and value.
    pub(crate) fn in_short(&self) -> String {
        let scrolled = self.scrolled.iter().map(|it| format!(" [after scrolling {it}]"));
        std::iter::once(Best(&self.action).to_string())
            .chain(scrolled)
            .collect()
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_short())?;
        let others: usize = self.action.targets().map(|it| it.len().saturating_sub(1)).sum();
        if others > 0 {
            write!(f, " [{others} other locators]")?;
        }
        if !self.note.is_empty() {
            write!(f, " [{}]", self.note)?;
        }
        if let Some(expect) = &self.expect {
            write!(f, "\n    then {}", print_locator(expect))?;
        }
        Ok(())
    }
}

impl fmt::Display for SoftTrajectory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.recording, self.instance.goal)?;
        for it in &self.steps {
            writeln!(f, "  {}. {it}", it.source.step)?;
        }
        for it in &self.dropped {
            writeln!(
                f,
                "  dropped {}. {}: {}",
                it.step.source.step,
                Best(&it.step.action),
                it.why
            )?;
        }
        if !self.conclusion.is_empty() {
            writeln!(f, "  {}", self.conclusion)?;
        }
        Ok(())
    }
}
