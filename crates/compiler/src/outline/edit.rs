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
    /// Give an arm of a branch another condition.
    Condition {
        /// The branch.
        line: usize,
        /// Which of its arms, from 0.
        arm: usize,
        /// The condition, as scripts write it.
        condition: String,
    },
    /// Make a step the last one of an arm of a branch, or of a loop, of its own list.
    Into {
        /// The step.
        line: usize,
        /// The branch or loop.
        around: usize,
        /// Which of its arms, from 0.
        arm: usize,
    },
    /// Take a step out of the branch or loop that it stands in; it comes right behind that.
    Out {
        /// The step.
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
    /// There is no such arm.
    #[error("no branch or loop with such an arm begins at line {line} in the list of this step")]
    NoArm {
        /// Where it was looked for.
        line: usize,
    },
    /// A loop, or what is gone through whenever no other arm is.
    #[error("there is no condition that could be changed: it is a loop, or what is done otherwise")]
    Otherwise,
    /// A comment would be lost.
    #[error("a comment stands in the lines of the condition: change it in the script")]
    Comment,
    /// Nothing can be put between its braces by lines.
    #[error(
        "line {line} opens and closes what the step should go into: put the closing brace on a line of its own"
    )]
    OneLine {
        /// The line.
        line: usize,
    },
    /// It stands in nothing.
    #[error("the step stands in no branch and in no loop")]
    NotInside,
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
            | Edit::Always { line }
            | Edit::Condition { line, .. }
            | Edit::Into { line, .. }
            | Edit::Out { line } => *line,
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
                let condition = condition_of(condition)?;
                stand(&mut lines[step.first - 1..step.last], "", STEP_IN);
                lines.insert(step.last, format!("{indent}}}"));
                lines.insert(step.first - 1, format!("{indent}if {condition} {{"));
            }
            Edit::Always { .. } => unwrap(step, lines)?,
            Edit::Condition { arm, condition, .. } => {
                let condition = condition_of(condition)?;
                let arm = step
                    .arms()
                    .get(*arm)
                    .ok_or(NotEdited::NoArm { line: step.line })?;
                let head = &lines[arm.head - 1];
                let begins = arm.condition.as_ref().and_then(|_| head.split_once("if "));
                let (before, _) = begins.ok_or(NotEdited::Otherwise)?;
                let has_comment = |it: &String| it.contains("//") || it.contains("/*");
                if lines[arm.head - 1..arm.opens].iter().any(has_comment) {
                    return Err(NotEdited::Comment);
                }
                let head = format!("{before}if {condition} {{");
                lines.splice(arm.head - 1..arm.opens, [head]);
            }
            Edit::Into { around, arm, .. } => {
                let none = NotEdited::NoArm { line: *around };
                let around = list.iter().find(|it| it.line == *around && it.line != step.line);
                let arm = around.and_then(|it| it.arms().get(*arm)).ok_or(none)?;
                if arm.opens == arm.closes {
                    return Err(NotEdited::OneLine { line: arm.opens });
                }
                let inside = format!("{}{STEP_IN}", self::indent(&lines[arm.closes - 1]));
                put(step, lines, arm.closes, &inside);
            }
            Edit::Out { .. } => {
                let around = outline.around(step.line).ok_or(NotEdited::NotInside)?;
                let outside = self::indent(&lines[around.line - 1]).to_owned();
                put(step, lines, around.last + 1, &outside);
            }
        }
        Ok(())
    }
}

/// A condition as it is typed, without what is around it.
fn condition_of(typed: &str) -> Result<&str, NotEdited> {
    let condition = typed.trim();
    match condition.lines().count() == 1 && check::is_expression(condition) {
        true => Ok(condition),
        false => Err(NotEdited::Condition),
    }
}

/// Put the lines of a step before another line, so far to the side.
fn put(step: &Node, lines: &mut Vec<String>, before: usize, indent: &str) {
    let own = self::indent(&lines[step.line - 1]).to_owned();
    let mut moved = lines[step.first - 1..step.last].to_vec();
    stand(&mut moved, &own, indent);
    // What stands further below goes first: it moves no other line that is meant.
    let taken = step.first - 1..step.last;
    if before > step.last {
        lines.splice(before - 1..before - 1, moved);
        lines.drain(taken);
    } else {
        lines.drain(taken);
        lines.splice(before - 1..before - 1, moved);
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
    stand(&mut kept, STEP_IN, "");
    lines.splice(step.line - 1..step.last, kept);
    Ok(())
}

/// Let lines that stand so far to the side stand elsewhere.
fn stand(lines: &mut [String], from: &str, to: &str) {
    if has_long_text(lines) {
        return;
    }
    for line in lines.iter_mut().filter(|it| !it.is_empty()) {
        if let Some(rest) = line.strip_prefix(from) {
            *line = format!("{to}{rest}");
        }
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
