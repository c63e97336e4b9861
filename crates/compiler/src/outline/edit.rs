//! Changes to a script by its steps. Each changes lines of the text and leaves all others as they are; a change that leaves
//! no script behind is refused.

use thiserror::Error;
use trajectory::Diagnostic;

use crate::{check, script::Script};

use super::read::{Inner, Node, Outline};

/// A change. Steps are called by the line that their code begins at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Call a step so; an empty name takes its name away.
    Name {
        /// The step.
        line: usize,
        /// What it is called.
        name: String,
    },
    /// Take a step out, with all that is in it.
    Delete {
        /// The step.
        line: usize,
    },
    /// Let a step change places with its neighbour in the same list.
    Move {
        /// The step.
        line: usize,
        /// Where to.
        way: Way,
    },
    /// Do a step only under a condition.
    OnlyIf {
        /// The step.
        line: usize,
        /// The condition, as scripts write it.
        condition: String,
    },
    /// Do what is in a branch with one arm whatever its condition says.
    Always {
        /// The branch.
        line: usize,
    },
}

/// Where a step is moved to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Before its neighbour above.
    Up,
    /// Behind its neighbour below.
    Down,
}

/// Why a change is not made.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum NotEdited {
    /// The script has no steps to change.
    #[error("the script can't be changed by its steps: {0}")]
    NoOutline(Box<Diagnostic>),
    /// No step begins there.
    #[error("no step begins at line {0}: the script has changed since")]
    NoStep(usize),
    /// It is the first or the last one.
    #[error("it is the {} step there", match way { Way::Up => "first", Way::Down => "last" })]
    AtTheEnd {
        /// Where it should go.
        way: Way,
    },
    /// A name is one line.
    #[error("a name is one line of text")]
    Name,
    /// The condition is no expression, or has more than one line.
    #[error("a condition is one expression in one line, as `name != \"\"`")]
    Condition,
    /// It is no branch with a single arm.
    #[error("only a branch with one arm can lose its condition: here it is open which arm is meant")]
    NoSingleArm,
    /// What comes of it is no script, or worse than before.
    #[error("then the script would not work any more: {}{}", found.message, match found.position {
        Some(at) => format!(" (line {})", at.line),
        None => String::new(),
    })]
    Breaks {
        /// What is wrong with it.
        found: Box<Diagnostic>,
    },
}

impl Edit {
    /// The script's text with the change.
    ///
    /// # Errors
    /// Where there is no such step, where the change makes no sense there, and where `check` finds something in the
    /// changed script that it does not find in this one.
    pub fn apply(&self, source: &str) -> Result<String, NotEdited> {
        let outline = Outline::of(source).map_err(NotEdited::NoOutline)?;
        let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
        self.change(&outline, &mut lines)?;
        let mut text = lines.join("\n");
        if source.ends_with('\n') {
            text.push('\n');
        }
        let known = findings(source);
        let new = findings(&text).into_iter().find(|it| {
            let same = |other: &Diagnostic| (other.code, &other.message) == (it.code, &it.message);
            !known.iter().any(same)
        });
        match new {
            Some(found) => Err(NotEdited::Breaks {
                found: Box::new(found),
            }),
            None => Ok(text),
        }
    }

    fn line(&self) -> usize {
        match self {
            Edit::Name { line, .. }
            | Edit::Delete { line }
            | Edit::Move { line, .. }
            | Edit::OnlyIf { line, .. }
            | Edit::Always { line } => *line,
        }
    }

    fn change(&self, outline: &Outline, lines: &mut Vec<String>) -> Result<(), NotEdited> {
        let gone = NotEdited::NoStep(self.line());
        let list = outline.list_with(self.line()).ok_or_else(|| gone.clone())?;
        let at = list.iter().position(|it| it.line == self.line()).ok_or(gone)?;
        let step = &list[at];
        let indent = indent(&lines[step.line - 1]).to_owned();
        match self {
            Edit::Name { name, .. } => {
                let name = name.trim();
                if name.lines().count() > 1 {
                    return Err(NotEdited::Name);
                }
                let comment = (!name.is_empty()).then(|| format!("{indent}// {name}"));
                let above = &lines[step.first - 1..step.line - 1];
                let blank = above.iter().take_while(|it| it.trim().is_empty()).count();
                lines.splice(step.first - 1 + blank..step.line - 1, comment);
            }
            Edit::Delete { .. } => {
                lines.drain(step.first - 1..step.last);
            }
            Edit::Move { way, .. } => {
                let (above, below) = match way {
                    Way::Up => (at.checked_sub(1), Some(at)),
                    Way::Down => (Some(at), Some(at + 1)),
                };
                let two = above.zip(below).and_then(|(a, b)| list.get(a).zip(list.get(b)));
                let (above, below) = two.ok_or(NotEdited::AtTheEnd { way: *way })?;
                // Above stays right before below: nothing is between the lines of two neighbours.
                lines[above.first - 1..below.last].rotate_left(above.last + 1 - above.first);
            }
            Edit::OnlyIf { condition, .. } => {
                let condition = condition.trim();
                if condition.lines().count() != 1 || !check::is_expression(condition) {
                    return Err(NotEdited::Condition);
                }
                stand_in(&mut lines[step.first - 1..step.last]);
                lines.insert(step.last, format!("{indent}}}"));
                lines.insert(step.first - 1, format!("{indent}if {condition} {{"));
            }
            Edit::Always { .. } => unwrap(step, lines)?,
        }
        Ok(())
    }
}

/// How far what is in a block stands in, as scripts are printed.
const STEP_IN: &str = "    ";

/// Take the condition of a branch away, and leave what is in it.
fn unwrap(step: &Node, lines: &mut Vec<String>) -> Result<(), NotEdited> {
    let Inner::Arms(arms) = &step.inner else {
        return Err(NotEdited::NoSingleArm);
    };
    let ([arm], Some(last)) = (arms.as_slice(), arms.first().and_then(|it| it.steps.last())) else {
        return Err(NotEdited::NoSingleArm);
    };
    let first = arm.steps.first().map_or(last.first, |it| it.first);
    let mut kept = lines[first - 1..last.last].to_vec();
    if !has_long_text(&kept) {
        for line in &mut kept {
            if let Some(rest) = line.strip_prefix(STEP_IN) {
                *line = rest.to_owned();
            }
        }
    }
    lines.splice(step.line - 1..step.last, kept);
    Ok(())
}

fn stand_in(lines: &mut [String]) {
    if has_long_text(lines) {
        return;
    }
    for line in lines.iter_mut().filter(|it| !it.is_empty()) {
        line.insert_str(0, STEP_IN);
    }
}

/// Whether a text may go over several lines: moving these to the side would change it.
fn has_long_text(lines: &[String]) -> bool {
    lines.iter().any(|it| it.contains('`') || it.ends_with('\\'))
}

fn indent(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

/// What is wrong with a text.
fn findings(source: &str) -> Vec<Diagnostic> {
    check::check(&Script::written("", source), &[])
}
