//! A run, looked at again: each step with the screens before and after it and how its element was found; and the screen that
//! it stopped on, with the place of what was missing there and the elements that are like it.

use std::{fs, path::Path, sync::Arc};

use compiler::outline::Outline;
use library::Function;
use runtime::nearest;
use task::{Params, Value};
use trajectory::{Begins, Code, Diagnostic, Recording, RunRecord, RunStep, Step, describe_action};
use ui::{ElementId, Found, Locator, Rect, Screen, find, suggest};

use crate::{
    Autorpa,
    edited::Shot,
    error::Error,
    mutation::{Went, goes},
    params::arguments,
    recorded::steps_of,
    report::went_wrong,
    said::StepSoFar,
};

/// Recordings of a function in which the missing element is looked for.
const RECORDINGS: usize = 5;
/// Elements that are shown as like the missing one, at most.
const ALIKE: usize = 6;

/// A run, step by step.
#[derive(Debug)]
pub struct Film {
    /// The run's name.
    pub run: String,
    /// The function, as it is now, where it is still there.
    pub function: Option<Function>,
    /// Whether the function is still the code that ran.
    pub is_present: bool,
    /// Its steps.
    pub frames: Vec<Frame>,
    /// Where it stopped, if it did not come to its end.
    pub failure: Option<Failure>,
    /// Whether something was found otherwise than the function says.
    pub healed: bool,
}

/// One step.
#[derive(Debug)]
pub struct Frame {
    /// What was done, in words, and where on the screen before it.
    pub step: StepSoFar,
    /// The line of the script that did it, from 1, and its text.
    pub line: Option<(usize, String)>,
    /// How its element was found, where that was otherwise than the line says.
    pub otherwise: Vec<String>,
    /// Why the device did not do it.
    pub error: Option<String>,
    /// The screen before it.
    pub before: View,
    /// The screen after it.
    pub after: View,
}

/// A screen as people see it.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The name of its picture, where one was taken.
    pub picture: Option<String>,
    /// Its elements, where they are kept.
    pub screen: Option<Arc<Screen>>,
}

/// The end of a run that stopped early.
#[derive(Debug)]
pub struct Failure {
    /// Why.
    pub why: Diagnostic,
    /// The line of the script that stopped, from 1, and its text.
    pub line: Option<(usize, String)>,
    /// The screen that it stopped on.
    pub view: View,
    /// What was looked for in vain.
    pub missing: Option<Locator>,
    /// The element on a recording, where one shows it.
    pub was: Option<Shot>,
    /// The elements that fitted, where there were several; else those that are like the missing one, the most similar first.
    pub alike: Vec<Alike>,
}

/// An element of the screen that a run stopped on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alike {
    /// Its index on the screen.
    pub element: ElementId,
    /// What it is called.
    pub name: String,
    /// What finds it alone on that screen, where something does.
    pub locator: Option<String>,
    /// Where it is, in pixels.
    pub place: Rect,
}

/// A run that stopped, and the code that ran, played again on its own screens.
pub(crate) struct Again {
    /// The function as it is now.
    pub function: Function,
    /// The code that ran.
    pub source: String,
    /// What the run saw and did.
    pub recording: Recording,
    /// What the function was called with.
    pub arguments: Params,
    /// How the code goes on the run's screens.
    pub went: Went,
}

impl Again {
    /// The texts that the function was called with.
    pub fn values(&self) -> Vec<&str> {
        let texts = self.arguments.values().flat_map(Value::texts);
        texts.filter(|it| !it.is_empty()).collect()
    }

    /// What the run looked for in vain, where it stops at the same place of the script again.
    pub fn missing(&self) -> Option<&Locator> {
        let (then, now) = (
            self.recording.ending.diagnostic.as_ref()?,
            self.went.fault.as_ref()?,
        );
        let is_missing = |it: &Diagnostic| {
            matches!(
                it.code,
                Code::ElementMissing | Code::AssertionFailed | Code::HealedUnsure
            )
        };
        let same = is_missing(then) && is_missing(now) && then.position == now.position;
        self.went.missing.as_ref().filter(|_| same)
    }
}

impl Autorpa {
    /// A run step by step: its name, the beginning of it, or `last`.
    pub fn film(&self, run: &str) -> Result<Film, Error> {
        let record = self.record_of(run, None)?;
        let again = self.again(&record);
        let recording = match &again {
            Some(it) => Some(it.recording.clone()),
            None => self.recording_of(&record),
        };
        let heals = again.iter().flat_map(|it| &it.went.heals).collect::<Vec<_>>();
        let source = again.as_ref().map_or("", |it| it.source.as_str());
        let line = |number: usize| {
            let text = source.lines().nth(number.checked_sub(1)?)?;
            Some((number, text.trim().to_owned()))
        };
        let said = recording.as_ref().map(steps_of).unwrap_or_default();
        let recorded = recorded(&record, recording.as_ref());
        let picture = |number: usize| {
            let taken = record.pictures.iter().rfind(|it| it.after == number);
            taken.map(|it| it.sha256.clone())
        };
        let last = recording.as_ref().map(|it| Arc::clone(&it.last));
        // What only waited or looked is no step of the recording.
        let is_step = |at: usize| {
            let of = &record.steps[at];
            let is_done = of.acted.as_ref().is_some_and(|it| it.error.is_none());
            recording.is_none() || recorded[at].is_some() || !is_done
        };
        let steps = record.steps.iter().enumerate().filter(|(at, _)| is_step(*at));
        let frames = steps.map(|(at, of)| {
            let number = recorded[at];
            let step = number.and_then(|it| recording.as_ref()?.steps.get(it));
            let position = step.and_then(|it| it.position);
            let target = step.and_then(|it| it.screen.get(it.action.target().copied()?));
            let otherwise = heals.iter().filter(|it| {
                position.is_some()
                    && it.position == position
                    && target.is_none_or(|target| target.name() == it.element)
            });
            let after = match recorded.iter().skip(at + 1).find_map(|it| *it) {
                Some(next) => recording.as_ref().and_then(|it| it.steps.get(next)),
                None => None,
            };
            let is_last = recorded.iter().skip(at + 1).all(Option::is_none);
            let words = number.and_then(|it| said.get(it).cloned());
            Frame {
                step: words.unwrap_or_else(|| in_words(&of.acts.step)),
                line: position.and_then(|it| line(it.line)),
                otherwise: otherwise.map(ToString::to_string).collect(),
                error: of.acted.as_ref().and_then(|it| it.error.clone()),
                before: View {
                    picture: picture(at).or_else(|| step.and_then(|it| it.screenshot.clone())),
                    screen: step.map(|it| Arc::clone(&it.screen)),
                },
                after: View {
                    picture: picture(at + 1),
                    screen: after
                        .map(|it| Arc::clone(&it.screen))
                        .or_else(|| last.clone().filter(|_| is_last)),
                },
            }
        });
        let end = record.end.as_ref().filter(|it| went_wrong(it.outcome));
        let failure = end.and_then(|it| it.diagnostic.clone()).map(|why| Failure {
            line: why.position.and_then(|it| line(it.line)),
            view: View {
                picture: picture(record.steps.len()),
                screen: last.clone(),
            },
            missing: again.as_ref().and_then(Again::missing).cloned(),
            was: again.as_ref().and_then(|it| self.was_at(it, &why)),
            alike: recording
                .as_ref()
                .map_or_else(Vec::new, |it| alike(&it.last, &why, again.as_ref())),
            why,
        });
        Ok(Film {
            frames: frames.collect(),
            failure,
            healed: record.end.as_ref().is_some_and(|it| !it.healed.is_empty()),
            is_present: again.as_ref().is_some_and(|it| it.source == it.function.source),
            function: again.map(|it| it.function),
            run: record.id,
        })
    }

    /// The code of a run, played again on the run's own screens. `None` where its function, that text of it or its screens are
    /// gone.
    pub(crate) fn again(&self, record: &RunRecord) -> Option<Again> {
        let recording = self.recording_of(record)?;
        let (function, source) = self.code_of(&record.begins)?;
        let instance = &recording.instance;
        let arguments = arguments(&function.receipt, &instance.goal, &instance.params);
        let went = goes(&source, &arguments, &recording);
        Some(Again {
            function,
            source,
            recording,
            arguments,
            went,
        })
    }

    fn recording_of(&self, record: &RunRecord) -> Option<Recording> {
        let id = record.end.as_ref()?.recording.as_ref()?;
        self.recording(&id.0).ok()
    }

    /// A run's function as it is now, and the text that ran: the present one, or one of its history.
    fn code_of(&self, begins: &Begins) -> Option<(Function, String)> {
        let path = self.script(Path::new(&begins.function)).ok()?;
        let function = Function::open(&path).ok()?;
        let folder = function.path.with_extension("history");
        let kept = function.receipt.history.iter().rev();
        let earlier = kept.filter_map(|it| fs::read_to_string(folder.join(&it.file)).ok());
        let source = [function.source.clone()]
            .into_iter()
            .chain(earlier)
            .find(|it| library::sha256(it) == begins.script_sha256)?;
        Some((function, source))
    }

    /// A recorded step that shows the element that a run did not find: of the line that stopped; else where the same question
    /// finds one element, on a screen that is called as the one that the run stopped on; else the step that the code does not
    /// do on a recording, as it stops at the same place there.
    fn was_at(&self, again: &Again, why: &Diagnostic) -> Option<Shot> {
        let named = again.function.receipt.recordings.iter().take(RECORDINGS);
        let all: Vec<Recording> = named.filter_map(|it| self.recording(&it.0).ok()).collect();
        let outline = Outline::of(&again.source).ok();
        let line = why.position.map(|it| it.line);
        // Where the code stops on a recording as well, the recording shows what comes there.
        let left = || {
            all.iter().find_map(|recording| {
                let instance = &recording.instance;
                let values = arguments(&again.function.receipt, &instance.goal, &instance.params);
                let went = goes(&again.source, &values, recording);
                let stops = went.fault.is_some_and(|it| it.position == why.position);
                let number = went.left.filter(|_| stops)?;
                Shot::of(recording, number.checked_sub(1)?)
            })
        };
        let of_line = all.iter().find_map(|recording| {
            let steps = outline.as_ref()?.shown_by(&recording.steps);
            let number = *steps.get(&line?)?.first()?;
            Shot::of(recording, number)
        });
        let shown = || {
            let asked = again.missing()?;
            let last = &again.recording.last;
            all.iter().find_map(|recording| {
                let steps = recording.steps.iter().enumerate();
                let mut same = steps
                    .filter(|(_, it)| (&it.screen.app, &it.screen.activity) == (&last.app, &last.activity));
                same.find_map(|(number, it)| match find(&it.screen, asked) {
                    Found::One(id) => {
                        let mut shot = Shot::of(recording, number)?;
                        shot.step.target = it.screen.get(id).map(|it| it.bounds);
                        Some(shot)
                    }
                    Found::None | Found::Many(_) => None,
                })
            })
        };
        let of_line = of_line.filter(|it| it.step.target.is_some());
        of_line.or_else(shown).or_else(left)
    }
}

/// For each step of a record the step of the recording, from 0. What the device refused is in the record alone, and so is what
/// only looked for something and was taken back.
fn recorded(record: &RunRecord, recording: Option<&Recording>) -> Vec<Option<usize>> {
    let mut left = recording
        .iter()
        .flat_map(|it| it.steps.iter().enumerate())
        .peekable();
    let of = |step: &RunStep| {
        let is_done = step.acted.as_ref().is_some_and(|it| it.error.is_none());
        let same = |it: &(usize, &Step)| describe_action(&it.1.screen, &it.1.action) == step.acts.step;
        left.next_if(|it| is_done && same(it)).map(|it| it.0)
    };
    record.steps.iter().map(of).collect()
}

/// A step of which no more is known than its words.
fn in_words(words: &str) -> StepSoFar {
    StepSoFar {
        words: words.to_owned(),
        warning: None,
        target: None,
        size: (0, 0),
        value: None,
        gaps: Vec::new(),
    }
}

/// The elements of a screen that fitted, or are like the one that was missing.
fn alike(screen: &Screen, why: &Diagnostic, again: Option<&Again>) -> Vec<Alike> {
    let of = |element: ElementId, locator: Option<String>| {
        let it = screen.get(element)?;
        Some(Alike {
            element,
            name: it.name(),
            locator,
            place: it.bounds,
        })
    };
    if !why.candidates.is_empty() {
        let fits = why.candidates.iter().filter_map(|it| {
            let locator = Some(it.locator.clone()).filter(|it| !it.is_empty());
            // What stands at that index now may be something else.
            of(ElementId(it.index), locator).filter(|found| found.name == it.element)
        });
        return fits.collect();
    }
    let Some((again, missing)) = again.and_then(|it| Some((it, it.missing()?))) else {
        return Vec::new();
    };
    let values = again.values();
    // What only some of its other ways find was not enough, and may be it.
    let mut all: Vec<ElementId> = Vec::new();
    let ways = missing.or_else.iter().filter_map(|way| match find(screen, way) {
        Found::One(id) => Some(id),
        Found::None | Found::Many(_) => None,
    });
    for id in ways.chain(nearest(screen, missing, ALIKE)) {
        if !all.contains(&id) {
            all.push(id);
        }
    }
    let named = all.into_iter().take(ALIKE).filter_map(|it| {
        let best = suggest(screen, it, &values).into_iter().next();
        of(it, best.map(|it| it.locator.to_string()))
    });
    named.collect()
}
