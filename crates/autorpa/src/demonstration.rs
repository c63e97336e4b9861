//! A task done by hand, one action after the other, and kept as a recording.

use std::sync::Arc;

use device::{Checkpoint, DeviceError, Environment, EnvironmentError, Verdict};
use task::{Instance, Params};
use thiserror::Error;
use trajectory::{Bank, Code, Diagnostic, Ending, Origin, Outcome, Recording, Screenshots, Step, note_sent};
use ui::{Action, HardAction, Screen, Status};

use crate::{
    Autorpa,
    error::Error,
    params::Goals,
    registry::Setup,
    unjudged::{self, Place},
    workbench::unchecked,
};

/// What is done by hand on a device, with or without a task.
pub struct Demonstration {
    env: Box<dyn Environment>,
    instance: Option<Instance>,
    screen: Arc<Screen>,
    steps: Vec<Step>,
    /// The device before each step, where it can be gone back to.
    before: Vec<Option<Checkpoint>>,
    answer: Option<String>,
    verdict: Option<Verdict>,
    /// A page that belongs to no suite, and what is done there.
    page: Option<OnPage>,
}

/// What is done on a page, and what that is called.
struct OnPage {
    at: Place,
    goal: String,
    name: Option<String>,
}

/// Why what was done can't be kept as it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotARecording {
    /// It is kept as that of a page, and was not done on one.
    #[error("it was not done on a page of its own")]
    OfNoPage,
    /// It is kept as that of a task, and there is none.
    #[error("there is no task that this could be a recording of")]
    OfNoTask,
}

/// A recording of a task that is not known to be done.
#[derive(Clone, Debug, Error)]
#[error("{}{why}\n{}\n{}", if *unchecked { "" } else { "the task is not done: " }, kept_as(recording), self.next())]
pub struct NotDone {
    /// The recording.
    pub recording: Box<Recording>,
    /// Whether nobody could tell; else it is not done.
    pub unchecked: bool,
    /// What the judge or the ending says.
    pub why: String,
    /// How to go on.
    pub next: String,
}

impl NotDone {
    fn next(&self) -> String {
        match self.unchecked {
            // Where nobody checks, the person's word is all there is.
            true => format!("next: {}", self.next),
            false => format!("help: `autorpa show {}` shows what was done", self.recording.id),
        }
    }
}

/// What a recording is kept as.
pub fn kept_as(recording: &Recording) -> String {
    let Recording {
        id, steps, instance, ..
    } = recording;
    format!(
        "kept as recording {id} of {} steps: {}",
        steps.len(),
        instance.goal
    )
}

/// What a recording came to, for a person who goes on with `next`: what it is kept as, or why the task is not done.
pub fn came_to(recording: &Recording, next: &str) -> Result<String, Error> {
    let outcome = recording.ending.outcome;
    if outcome == Outcome::Reached {
        return Ok(format!("{}\nnext: {next}", kept_as(recording)));
    }
    let why = match (&recording.ending.diagnostic, recording.reward) {
        (Some(why), _) => why.message.clone(),
        (None, Some(reward)) => format!("the judge says {reward}"),
        (None, None) => "the session ended before `judge`".to_owned(),
    };
    let not_done = NotDone {
        recording: Box::new(recording.clone()),
        unchecked: outcome == Outcome::Unchecked,
        why,
        next: next.to_owned(),
    };
    Err(Error::ended(outcome, not_done))
}

impl Autorpa {
    /// Open a page, to do something on it by hand.
    pub fn demonstrate_page(
        &self,
        url: &str,
        goal: &str,
        name: Option<&str>,
    ) -> Result<Demonstration, Error> {
        let at = Place::page(self, url)?;
        let instance = unjudged::nothing_yet(goal);
        let mut demonstration = Demonstration::new(at.open()?, Some(instance))?;
        demonstration.page = Some(OnPage {
            at,
            goal: goal.to_owned(),
            name: name.map(str::to_owned),
        });
        Ok(demonstration)
    }

    /// The command that builds from a recording that was shown.
    pub fn next_command(&self, recording: &Recording, url: Option<&str>) -> String {
        match Place::of(recording, self, url) {
            Some(at) => unjudged::command(recording, &at),
            None => format!(
                "autorpa build --task-type {} --from {}",
                recording.instance.task_type, recording.id
            ),
        }
    }

    /// Set an instance of a task type up, to do it by hand.
    pub fn demonstrate(
        &self,
        task_type: &str,
        suite: Option<&str>,
        seed: u64,
    ) -> Result<Demonstration, Error> {
        let suite = self.registry.suite_of(task_type, suite)?;
        suite.terms().may_look_at(seed)?;
        let mut env = suite.open(&Setup::default())?;
        let goals = Goals::learn(env.as_mut(), task_type, &[seed])?;
        let instance = goals.fill(env.instance(task_type, seed)?);
        Demonstration::new(env, Some(instance))
    }
}

impl Demonstration {
    /// On this environment. An instance of a task type is set up first.
    pub fn new(mut env: Box<dyn Environment>, instance: Option<Instance>) -> Result<Self, Error> {
        // What belongs to no task type is done on what is there.
        if let Some(instance) = instance.as_ref().filter(|it| !it.task_type.is_empty()) {
            env.reset(instance)?;
        }
        let mut demonstration = Self {
            env,
            instance,
            screen: Arc::default(),
            steps: Vec::new(),
            before: Vec::new(),
            answer: None,
            verdict: None,
            page: None,
        };
        demonstration.look()?;
        Ok(demonstration)
    }

    /// What is to be done, where there is a task.
    pub fn instance(&self) -> Option<&Instance> {
        self.instance.as_ref()
    }

    /// What is on the screen.
    pub fn screen(&self) -> &Screen {
        &self.screen
    }

    /// The screen as a PNG file.
    pub fn screenshot(&mut self) -> Result<Vec<u8>, Error> {
        Ok(self.env.screenshot().map_err(EnvironmentError::from)?)
    }

    /// What has changed on the device, a line each.
    pub fn changes(&mut self) -> Vec<String> {
        self.env.changes()
    }

    /// What the judge said, once it was asked.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// Do one action, and look at what it did. What the device refuses is no step, and changes nothing.
    pub fn act(&mut self, action: HardAction) -> Result<(), Error> {
        let before = self.env.checkpoints().map(|it| it.checkpoint());
        self.env.act(&action).map_err(EnvironmentError::from)?;
        self.before.push(before);
        if let Action::Answer { text } = &action {
            self.answer = Some(text.clone());
        }
        self.steps.push(Step::new(Arc::clone(&self.screen), action));
        self.look()?;
        note_sent(&mut self.steps, self.env.sent());
        // A page that has seen its answer ends the episode by itself.
        let over = self.instance.is_some()
            && self.verdict.is_none()
            && self.env.has_ended().map_err(EnvironmentError::from)?;
        if over {
            self.judge()?;
        }
        Ok(())
    }

    /// Take the last action back: the device is as it was before it, and the action is no step. The answer is whether there
    /// was one, on a device that can go back, before the judge was asked.
    pub fn undo(&mut self) -> Result<bool, Error> {
        let (Some(Some(before)), None) = (self.before.last(), &self.verdict) else {
            return Ok(false);
        };
        let Some(kept) = self.env.checkpoints() else {
            return Ok(false);
        };
        kept.restore(before)?;
        self.before.pop();
        self.steps.pop();
        let given = |it: &Step| match &it.action {
            Action::Answer { text } => Some(text.clone()),
            _ => None,
        };
        self.answer = self.steps.iter().rev().find_map(given);
        self.look()?;
        Ok(true)
    }

    /// Say that it is done, and have it judged.
    pub fn judge(&mut self) -> Result<&Verdict, Error> {
        let complete = Action::Status {
            goal_status: Status::Complete,
        };
        self.env.rest().map_err(EnvironmentError::from)?;
        note_sent(&mut self.steps, self.env.sent());
        self.steps.push(Step::new(Arc::clone(&self.screen), complete));
        let verdict = self.env.finish()?;
        Ok(self.verdict.insert(verdict))
    }

    /// Keep what was done on a page as a recording; and the command that builds from it.
    pub fn keep_of_page(mut self, rpa: &Autorpa) -> Result<(Recording, String), Error> {
        let Some(OnPage { at, goal, name }) = self.page.take() else {
            return Err(Error::usage(NotARecording::OfNoPage));
        };
        let unnamed = Recording::reached(
            Origin::Person,
            unjudged::nothing_yet(&goal),
            self.steps.clone(),
            Arc::clone(&self.screen),
        );
        let bank = Bank::open(&rpa.home.bank).map_err(Error::kept)?;
        let instance = unjudged::instance(&goal, name.as_deref(), &Params::new(), &at, &unnamed, &bank)?;
        self.instance = Some(instance);
        let recording = self.keep(rpa)?;
        let next = unjudged::command(&recording, &at);
        Ok((recording, next))
    }

    /// Keep it as a recording. Without a judge's word it counts as broken off.
    pub fn keep(self, rpa: &Autorpa) -> Result<Recording, Error> {
        let Some(instance) = self.instance else {
            return Err(Error::usage(NotARecording::OfNoTask));
        };
        let ending = |outcome| Ending {
            outcome,
            diagnostic: None,
        };
        let ending = match &self.verdict {
            Some(Verdict::Reached { .. }) => ending(Outcome::Reached),
            Some(Verdict::NotReached { evidence, .. }) => Ending {
                outcome: Outcome::NotReached,
                diagnostic: (!evidence.is_empty())
                    .then(|| Diagnostic::new(Code::CheckFailed, evidence.join("\n"))),
            },
            Some(Verdict::Unknown { evidence }) => unchecked(evidence),
            None => ending(Outcome::Cancelled),
        };
        let mut recording = Recording {
            reward: self.verdict.as_ref().and_then(Verdict::reward),
            ending,
            answer: self.answer,
            ..Recording::reached(Origin::Person, instance, self.steps, self.screen)
        };
        let bank = Bank::open(&rpa.home.bank).map_err(Error::kept)?;
        recording.id = bank
            .save(&recording, &Screenshots::default())
            .map_err(Error::kept)?;
        Ok(recording)
    }

    fn look(&mut self) -> Result<(), Error> {
        let looked: Result<Screen, DeviceError> = self.env.settle().and_then(|()| self.env.observe());
        self.screen = Arc::new(looked.map_err(EnvironmentError::from)?);
        Ok(())
    }
}
