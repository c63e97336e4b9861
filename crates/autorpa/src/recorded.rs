//! Recordings that people have made: found again, looked at, and asked for a function.

use device::EnvironmentError;
use task::Params;
use thiserror::Error;
use trajectory::{Bank, Entry, Filter, Origin, Recording, RecordingId, Screenshots};

use crate::{
    Autorpa,
    error::{Error, Unfit},
    request::BuildRequest,
    said::{Beside, StepSoFar, as_heard},
    unjudged::{Answerable, Place, Questions, instance},
    words::Word,
};

/// Why values of a recording can't be named.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotNamed {
    /// Its parameters are those of a task.
    #[error("the recording shows the task type `{task_type}`, whose parameters are those that it has")]
    OfTask {
        /// The task type.
        task_type: String,
    },
    /// No step has this value.
    #[error("no step of recording {recording} types, chooses or presses \"{value}\"")]
    NoStep {
        /// The recording.
        recording: RecordingId,
        /// The value.
        value: String,
    },
}

impl Autorpa {
    /// The newest recordings that people have made, newest first; and how many there are.
    pub fn recorded(&self, most: usize) -> Result<(Vec<Entry>, usize), Error> {
        let bank = Bank::open(&self.home.bank).map_err(Error::kept)?;
        let filter = Filter {
            origin: Some(Origin::Person),
            ..Filter::default()
        };
        let mut entries = bank.list(&filter).map_err(Error::kept)?.entries;
        let count = entries.len();
        entries.reverse();
        entries.truncate(most);
        Ok((entries, count))
    }

    /// A recording of the bank, by its name or the beginning of it.
    pub fn recording(&self, name: &str) -> Result<Recording, Error> {
        let bank = Bank::open(&self.home.bank).map_err(Error::kept)?;
        let id = bank.resolve(name).map_err(Error::usage)?;
        bank.load(&id).map_err(Error::kept)
    }

    /// What asks for a function from a recording; else why there can be none.
    pub fn build_of(&self, recording: &Recording, url: Option<&str>) -> Result<BuildRequest, Unfit> {
        crate::build::fits(recording)?;
        let bare = Place::of(recording, self, url).is_some();
        let of = &recording.instance;
        Ok(BuildRequest {
            suite: (!bare).then(|| of.suite.clone()),
            from: vec![recording.id.to_string()],
            url: url.filter(|_| bare).map(str::to_owned),
            ..BuildRequest::new(&of.task_type)
        })
    }

    /// Whether a recording is of no task: where it was made, nobody judges, and its values can be named.
    pub fn is_of_no_task(&self, recording: &Recording) -> bool {
        self.registry.bare_device(&recording.instance.suite).is_some()
    }

    /// The address that a recording began at, as far as its first screen tells.
    pub fn address_of(&self, recording: &Recording) -> Option<String> {
        let device = self.registry.bare_device(&recording.instance.suite)?;
        let first = recording.steps.first().map_or(&recording.last, |it| &it.screen);
        device
            .needs_url()
            .then(|| format!("{}{}", first.app, first.path()))
    }

    /// The same recording with more of its values named as parameters. Both are kept.
    pub fn name_values(&self, recording: &Recording, values: &Params) -> Result<Recording, Error> {
        let at = self.place_of_no_task(recording)?;
        let nothing = Beside::default();
        let mut questions = Questions::of_kept(recording);
        for (name, value) in values {
            for text in value.texts() {
                let has = recording.steps.iter().any(|it| {
                    let step = StepSoFar::of(&as_heard(it), &nothing.secrets);
                    let targets = it.action.targets().filter_map(|id| it.screen.get(*id));
                    let mut shown = targets.flat_map(|element| element.words());
                    step.value.as_deref() == Some(text) || shown.any(|word| word.trim() == text)
                });
                if !has {
                    return Err(Error::usage(NotNamed::NoStep {
                        recording: recording.id.clone(),
                        value: text.to_owned(),
                    }));
                }
                questions.name(name, text, recording);
            }
        }
        self.keep_anew(recording.clone(), &questions, &at)
    }

    /// What was understood of a recording that is kept.
    pub fn answerable(&self, recording: &Recording) -> Answerable {
        Questions::of_kept(recording).answerable()
    }

    /// The same recording with an answer to what was understood of it: a word as `constant 2` or `rows 1`. Both are kept.
    pub fn answer(&self, recording: &Recording, word: &Word) -> Result<Recording, Error> {
        let at = self.place_of_no_task(recording)?;
        let mut questions = Questions::of_kept(recording);
        questions.answer(word).map_err(Error::usage)?;
        let mut new = recording.clone();
        questions.keep_rows(&mut new);
        self.keep_anew(new, &questions, &at)
    }

    /// Where a recording of no task was made.
    fn place_of_no_task(&self, recording: &Recording) -> Result<Place, Error> {
        Place::of(recording, self, None).ok_or_else(|| {
            let task_type = recording.instance.task_type.clone();
            Error::usage(NotNamed::OfTask { task_type })
        })
    }

    /// Keep a recording with its values as they are understood now, beside the one that it was.
    pub(crate) fn keep_anew(
        &self,
        mut recording: Recording,
        questions: &Questions,
        at: &Place,
    ) -> Result<Recording, Error> {
        let bank = Bank::open(&self.home.bank).map_err(Error::kept)?;
        let task_type = recording.instance.task_type.clone();
        recording.instance = instance(questions, Some(&task_type), at, &bank)?;
        recording.id = bank
            .save(&recording, &Screenshots::default())
            .map_err(Error::kept)?;
        Ok(recording)
    }
}

/// The steps of a recording, as they are said while it grows. A step that ends an episode is none.
pub fn steps_of(recording: &Recording) -> Vec<StepSoFar> {
    let nothing = Beside::default();
    let steps = recording.steps.iter().map(as_heard);
    let mut all: Vec<StepSoFar> = steps.map(|it| StepSoFar::of(&it, &nothing.secrets)).collect();
    for gap in recording.shown.iter().flat_map(|it| &it.gaps) {
        let at = gap.after.min(all.len().saturating_sub(1));
        if let Some(step) = all.get_mut(at) {
            step.gaps.push(gap.text.clone());
        }
    }
    all
}

/// An error of a device that refuses what it is told: nothing has changed.
pub fn is_refusal(error: &Error) -> bool {
    matches!(error, Error::Environment(EnvironmentError::Device(it)) if it.is_refusal())
}
