//! A function as steps that a person names, moves, deletes and makes conditional; and the same held against its instances
//! again.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use compiler::{
    consequence::consequences,
    ignored_params::ignored_params,
    outline::{Edit, NotEdited, Outline},
    script::Script,
    soft::SoftTrajectory,
    translate::translate,
};
use library::{Function, Library, Receipt, Tried, Version};
use task::Params;
use thiserror::Error;
use trajectory::{Bank, Outcome, Recording, Runs};
use ui::Screen;

use crate::{
    Autorpa,
    error::Error,
    mutation::{self, own_runs},
    params::arguments,
    recorded::steps_of,
    request::ExecRequest,
    run_list::{RunFilter, RunList},
    said::StepSoFar,
};

/// Recordings of a function that are held against its lines: the first ones show what the others do.
const RECORDINGS: usize = 3;

/// A function as steps, with the screens that these were done on.
#[derive(Debug)]
pub struct Outlined {
    /// Its steps.
    pub outline: Outline,
    /// By line of the script: recorded steps that the line stands for.
    pub shots: BTreeMap<usize, Vec<Shot>>,
}

/// A recorded step behind a line.
#[derive(Clone, Debug)]
pub struct Shot {
    /// The recording.
    pub recording: String,
    /// Which step of it, from 1.
    pub number: usize,
    /// The step, in words.
    pub step: StepSoFar,
    /// Name of the screen's picture, where one was taken.
    pub picture: Option<String>,
    /// The screen before it.
    pub screen: Arc<Screen>,
}

impl Shot {
    /// A step of a recording, from 0.
    pub(crate) fn of(recording: &Recording, number: usize) -> Option<Self> {
        let step = recording.steps.get(number)?;
        Some(Self {
            recording: recording.id.to_string(),
            number: number + 1,
            step: steps_of(recording).get(number)?.clone(),
            picture: step.screenshot.clone(),
            screen: Arc::clone(&step.screen),
        })
    }
}

/// A change that was asked for is not made.
#[derive(Debug, Error)]
pub enum EditError {
    /// It makes no sense for this script.
    #[error(transparent)]
    NotEdited(#[from] NotEdited),
    /// A text that is no script.
    #[error("it is no script yet: {0}")]
    NoScript(trajectory::Diagnostic),
    /// Somebody has asked for its end.
    #[error("stopped: its receipt is as it was")]
    Stopped,
    /// Nothing can be held against it.
    #[error("{function} has no instances that a judge looks at: run it, and accept a run")]
    NoInstances {
        /// Its title.
        function: String,
    },
}

/// What came of holding an edited function against its instances.
#[derive(Debug)]
pub struct Reverified {
    /// The function, with its new receipt.
    pub function: Function,
    /// Why it is not verified, where it is not.
    pub why: Vec<String>,
}

impl Autorpa {
    /// The steps of a function, and the screens behind them: of recordings that it was made from, and of its newest right
    /// run, whether its code was changed since or not.
    pub fn outline(&self, function: &Function, runs: &RunList) -> Result<Outlined, Error> {
        let broken = |it: Box<trajectory::Diagnostic>| Error::usage(EditError::NoScript(*it));
        let outline = Outline::of(&function.source).map_err(broken)?;
        let mut shots: BTreeMap<usize, Vec<Shot>> = BTreeMap::new();
        let named = function.receipt.recordings.iter().take(RECORDINGS);
        let mut all: Vec<Recording> = named.filter_map(|it| self.recording(&it.0).ok()).collect();
        let right = RunFilter {
            function: Some(function.title()),
            outcome: Some(Outcome::Reached),
        };
        let newest = runs.page(&right, 0, 1).runs;
        all.extend(newest.first().and_then(|it| self.seen_in(&it.id)));
        for recording in &all {
            for (line, steps) in outline.shown_by(&recording.steps) {
                let shots = shots.entry(line).or_default();
                shots.extend(steps.into_iter().filter_map(|it| Shot::of(recording, it)));
            }
        }
        Ok(Outlined { outline, shots })
    }

    /// What was seen in a run, with the pictures that its record kept.
    fn seen_in(&self, run: &str) -> Option<Recording> {
        let record = Runs::of(&self.home.bank).load(run).ok()?;
        let mut recording = self.recording(&record.end?.recording?.0).ok()?;
        for picture in &record.pictures {
            if let Some(step) = recording.steps.get_mut(picture.after) {
                step.screenshot.get_or_insert_with(|| picture.sha256.clone());
            }
        }
        Some(recording)
    }

    /// Change a function of the library by its steps, and keep it. It is edited then, until it is verified again.
    pub fn edit(&self, function: &Function, edit: &Edit) -> Result<Function, Error> {
        let refused = |it| Error::usage(EditError::NotEdited(it));
        let source = edit.apply(&function.source).map_err(refused)?;
        self.put(function, source, &why(edit))
    }

    /// Put a text in the place of a function's script, and keep it. A text that can't be read as a script is refused.
    pub fn rewrite(&self, function: &Function, source: &str) -> Result<Function, Error> {
        // Browsers send other line ends.
        let source = source.replace("\r\n", "\n");
        let read = runtime::Script::read(&source, &function.title(), Some(&function.receipt.name));
        read.map_err(|it| Error::usage(EditError::NoScript(*it)))?;
        self.put(function, source, "the script was edited as a text")
    }

    fn put(&self, function: &Function, source: String, why: &str) -> Result<Function, Error> {
        if source == function.source {
            return Ok(function.clone());
        }
        let why = why.to_owned();
        let library = Library::open(&self.home.library);
        let kept = library.edit(function, &Version { source, why });
        kept.map_err(Error::kept)
    }

    /// Run a function on every instance that its receipt names, and hold it against what builds ask of functions that do
    /// what nothing takes back. Its receipt says what came of it.
    pub fn verify(&self, function: &Path) -> Result<Reverified, Error> {
        let path = self.script(function)?;
        let function = Function::open(&path).map_err(Error::usage)?;
        let receipt = &function.receipt;
        if receipt.instances.is_empty() || receipt.unjudged {
            let function = function.title();
            return Err(Error::usage(EditError::NoInstances { function }));
        }
        let mut why = Vec::new();
        let mut tried = Vec::new();
        for instance in &receipt.instances {
            let ran = self.on_instance(&function, instance.seed)?;
            tried.push(Tried {
                seed: instance.seed,
                reward: ran.reward,
                outcome: ran.ending.outcome,
            });
            self.told
                .line(format!("instance {}: {}", instance.seed, ran.ending.outcome));
            if self.cancel.is_cancelled() {
                return Err(Error::usage(EditError::Stopped));
            }
        }
        let missed = tried.iter().filter(|it| it.outcome != Outcome::Reached);
        why.extend(missed.map(|it| format!("instance {}: {}", it.seed, it.outcome)));
        let mut new = self.held_against_recordings(&function, &mut why)?;
        new.verified = why.is_empty();
        new.instances = tried;
        new.accepted = None;
        let library = Library::open(&self.home.library);
        let function = library.tried_again(&function, new).map_err(Error::kept)?;
        Ok(Reverified { function, why })
    }

    fn on_instance(&self, function: &Function, seed: u64) -> Result<Recording, Error> {
        let mut request = ExecRequest::new(&function.path, Params::new());
        request.task_type = Some(function.receipt.task_type.clone());
        request.suite = Some(function.receipt.suite.clone());
        request.seed = Some(seed);
        Ok(self.exec(&request)?.recording)
    }

    /// The receipt with what the recordings say of the present code; what speaks against it is added.
    pub(crate) fn held_against_recordings(
        &self,
        function: &Function,
        why: &mut Vec<String>,
    ) -> Result<Receipt, Error> {
        let mut receipt = function.receipt.clone();
        let script = Script::written(&receipt.name, &function.source);
        let bank = Bank::open(&self.home.bank).map_err(Error::kept)?;
        let recordings: Vec<Recording> = receipt
            .recordings
            .iter()
            .filter_map(|it| bank.load(it).ok())
            .collect();
        let softs: Vec<SoftTrajectory> = recordings.iter().map(translate).collect();
        let lasting = consequences(&script, &softs);
        why.extend(ignored_params(&script, None, &softs).map(|it| it.to_string()));
        let of = |it: &task::Instance| arguments(&receipt, &it.goal, &it.params);
        let played = mutation::play(&function.source, of, &recordings, |it| own_runs(&bank, it));
        if !lasting.is_empty() {
            let misled = played.wrong.iter().map(|it| it.diagnostic());
            why.extend(misled.map(|it| format!("{}: {}", it.message, it.notes.join(", "))));
        }
        receipt.irreversible = lasting.iter().map(ToString::to_string).collect();
        receipt.mutation = played.score;
        Ok(receipt)
    }
}

/// A change, for the history.
fn why(edit: &Edit) -> String {
    match edit {
        Edit::Name { line, name } if name.trim().is_empty() => format!("line {line} lost its name"),
        Edit::Name { line, name } => format!("line {line} was named: {}", name.trim()),
        Edit::Delete { line } => format!("line {line} was deleted"),
        Edit::Move { line, .. } => format!("line {line} was moved"),
        Edit::OnlyIf { line, condition } => {
            format!("line {line} is done only if {}", condition.trim())
        }
        Edit::Always { line } => format!("line {line} lost its condition"),
        Edit::Condition { line, condition, .. } => {
            format!(
                "an arm of line {line} is gone through only if {}",
                condition.trim()
            )
        }
        Edit::Into { line, around, .. } => format!("line {line} was moved into line {around}"),
        Edit::Out { line } => format!("line {line} was moved out of what it stood in"),
    }
}
