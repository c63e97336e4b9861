//! A task done by hand, one action after the other, and kept as a recording.

mod by_touch;
mod typing;

use std::sync::Arc;

use device::{Checkpoint, DeviceError, Environment, EnvironmentError, Verdict};
use settings::{Call, Request, Setting};
use task::{Instance, Params};
use thiserror::Error;
use trajectory::{
    Bank, DemonstrationNotes, Ending, Origin, Outcome, Recording, Screenshots, Step, note_sent,
};
use ui::{Action, HardAction, Screen, Status, Touch};

use typing::ByTouch;

use crate::{
    Autorpa,
    error::Error,
    listening::{NOT_YET, NoPage},
    params::Goals,
    registry::Setup,
    said::{Beside, Over, Said, StepSoFar, answer_of, as_heard, typed_secrets, without, words_of},
    unjudged::{self, Place, Questions},
    words::{HELP, Word, WordError, Words},
    workbench::as_judged,
};

/// What is done by hand on a device, with or without a task.
pub struct Demonstration {
    env: Box<dyn Environment>,
    instance: Option<Instance>,
    screen: Arc<Screen>,
    steps: Vec<Step>,
    /// The device before each step, where it can be gone back to, and what its screen looked like.
    before: Vec<Before>,
    answer: Option<String>,
    verdict: Option<Verdict>,
    beside: Beside,
    /// A device that belongs to no suite, and what is done there.
    bare: Option<OnDevice>,
    by_touch: ByTouch,
}

/// A device before a step.
struct Before {
    state: Option<Checkpoint>,
    picture: Option<Vec<u8>>,
}

/// What is done on a device without a task, and what that is called.
struct OnDevice {
    at: Place,
    goal: Option<String>,
    name: Option<String>,
}

/// Why what was done can't be kept as it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotARecording {
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
    pub next: Call,
}

impl NotDone {
    fn next(&self) -> String {
        match self.unchecked {
            // Where nobody checks, the person's word is all there is.
            true => format!("next: {}", self.next),
            false => {
                let show = Call::new(Request::Show).of(&self.recording.id);
                format!("help: `{show}` shows what was done")
            }
        }
    }
}

/// What the judge says, a line each, for people.
pub fn verdict_lines(verdict: &Verdict) -> Vec<String> {
    let says = match verdict.reward() {
        Some(reward) => format!("reward {reward}"),
        None => "unchecked".to_owned(),
    };
    let shown = verdict.evidence().for_people();
    [says]
        .into_iter()
        .chain(shown.iter().map(|it| format!("  {it}")))
        .collect()
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
pub fn came_to(recording: &Recording, next: &Call) -> Result<String, Error> {
    let outcome = recording.ending.outcome;
    if outcome == Outcome::Reached {
        return Ok(format!("{}\nnext: {next}", kept_as(recording)));
    }
    let shown = recording.ending.evidence.for_people();
    let why = match (recording.ending.for_people(), recording.reward) {
        // What it is that is not done is said before it.
        (Some(_), _) if outcome == Outcome::NotReached && !shown.is_empty() => shown.join("\n"),
        (Some(why), _) => why.message,
        (None, Some(reward)) => format!("the judge says {reward}"),
        (None, None) => "the session ended before `judge`".to_owned(),
    };
    let not_done = NotDone {
        recording: Box::new(recording.clone()),
        unchecked: outcome == Outcome::Unchecked,
        why,
        next: next.clone(),
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
        self.demonstrate_at(Place::page(self, url)?, Some(goal), name)
    }

    /// Open a device that begins at no page, to do something on it by hand.
    pub fn demonstrate_on(
        &self,
        device: &str,
        goal: Option<&str>,
        name: Option<&str>,
    ) -> Result<Demonstration, Error> {
        let driver = self.registry.device(device)?;
        if driver.needs_url() {
            return Err(Error::usage(NoPage));
        }
        self.demonstrate_at(Place::new(driver, None), goal, name)
    }

    fn demonstrate_at(
        &self,
        at: Place,
        goal: Option<&str>,
        name: Option<&str>,
    ) -> Result<Demonstration, Error> {
        let instance = Instance::of_no_type("", goal.unwrap_or_default(), Params::new());
        let mut demonstration = Demonstration::new(at.open()?, Some(instance))?;
        demonstration.bare = Some(OnDevice {
            at,
            goal: goal.map(str::to_owned),
            name: name.map(str::to_owned),
        });
        Ok(demonstration)
    }

    /// The call that builds from a recording that was shown.
    pub fn next_call(&self, recording: &Recording, url: Option<&str>) -> Call {
        match Place::of(recording, self, url) {
            Some(at) => unjudged::building(recording, &at),
            None => Call::new(Request::Build)
                .with(Setting::TaskType, &recording.instance.task_type)
                .with(Setting::From, &recording.id),
        }
    }

    /// Set an instance of a task type up, to do it by hand.
    pub fn demonstrate(
        &self,
        task_type: &str,
        suite: Option<&str>,
        seed: u64,
    ) -> Result<Demonstration, Error> {
        let suite = self.registry.suite_of(task_type, suite, None)?;
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
        if let Some(instance) = instance.as_ref().filter(|it| it.of_type().is_some()) {
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
            beside: Beside::default(),
            bare: None,
            by_touch: ByTouch::default(),
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

    /// Apps of the device that can be opened by name.
    pub fn apps(&self) -> Vec<String> {
        self.env.info().apps
    }

    /// What is on the screen, without secrets that the person has named.
    pub fn seen(&self) -> Screen {
        Screen::clone(&without(&self.screen, &self.beside.secrets))
    }

    /// The screen as a PNG file, without what shows a secret that the person has named.
    pub fn picture(&mut self) -> Option<Vec<u8>> {
        // A device that can't be pictured now is shown without a picture.
        let png = self.env.screenshot().ok()?;
        self.beside.covered(png, &self.screen)
    }

    /// What has changed on the device, a line each.
    pub fn changes(&mut self) -> Vec<String> {
        self.env.changes()
    }

    /// What the judge said, once it was asked.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// What there is so far, step by step.
    pub fn steps(&self) -> Vec<StepSoFar> {
        let steps = self.steps.iter().map(as_heard);
        steps.map(|it| StepSoFar::of(&it, &self.beside.secrets)).collect()
    }

    /// The screen before a step, from 1, as a PNG file; `None` where it was not drawn, or would show a secret.
    pub fn picture_before(&self, number: usize) -> Option<Vec<u8>> {
        let at = number.checked_sub(1)?;
        let (step, before) = (self.steps.get(at)?, self.before.get(at)?);
        self.beside.covered(before.picture.clone()?, &step.screen)
    }

    /// Do this, as a hand does. `false` where nothing is at that place.
    pub fn touch(&mut self, touch: &Touch) -> Result<bool, Error> {
        match touch.action(&self.screen) {
            Some(action) => self.act(action).map(|()| true),
            None => Ok(false),
        }
    }

    /// The last step, as it is said.
    pub fn last_said(&self) -> Option<Said> {
        let (words, warning) = words_of(&as_heard(self.steps.last()?));
        Some(Said::Step {
            number: self.steps.len(),
            words,
            warning,
        })
    }

    /// Take a line that is no action: a value that is named, a secret, a check.
    pub fn hear(&mut self, line: &str) -> Result<Vec<Said>, Error> {
        match Word::parse(line) {
            Ok(word @ (Word::Param { .. } | Word::Constant { .. } | Word::Secret | Word::Check)) => {
                self.say(word)
            }
            Ok(_) | Err(WordError::Unknown { .. }) => {
                Ok(vec![Said::Refused("that is no action; type `help`".to_owned())])
            }
            Err(wrong) => Ok(vec![Said::Refused(wrong.to_string())]),
        }
    }

    /// Do what a person says beside what they do.
    pub fn say(&mut self, word: Word) -> Result<Vec<Said>, Error> {
        let of = |steps: &[Step]| -> Vec<(Arc<Screen>, HardAction)> {
            let pairs = steps.iter().map(|it| (Arc::clone(&it.screen), it.action.clone()));
            pairs.collect()
        };
        Ok(vec![match word {
            Word::Undo => return self.take_back(),
            Word::Pause => {
                Said::Refused("what is done by hand here is a step each: `undo` takes one back".to_owned())
            }
            Word::Param { value, name } => {
                let steps = of(&self.steps);
                self.beside
                    .name(&value, &name, steps.iter().map(|it| (&*it.0, &it.1)))
            }
            Word::Constant { what } => self.beside.constant(&what),
            Word::Parameter { .. } | Word::Computed { .. } | Word::Rows { .. } | Word::Once | Word::Ok => {
                Said::Refused(NOT_YET.to_owned())
            }
            Word::Secret => {
                let steps = of(&self.steps);
                self.beside.secret(steps.iter().rev().map(|it| (&*it.0, &it.1)))
            }
            Word::Check => self.beside.check(self.steps.len()),
            Word::Answer { element } => match answer_of(&self.screen, &element) {
                Ok(text) => {
                    self.act(Action::Answer { text })?;
                    return Ok(self.last_said().into_iter().collect());
                }
                Err(why_not) => why_not,
            },
            Word::Example(_) | Word::Import(_) => Said::Refused(format!(
                "this is for a page that is listened to: record it without {}",
                Setting::ByHand
            )),
            Word::Done => {
                if self.verdict.is_none() {
                    self.judge()?;
                }
                Said::Over(Over::Done)
            }
            Word::Help => Said::Note(HELP.to_owned()),
        }])
    }

    /// Do one action, and look at what it did. What the device refuses is no step, and changes nothing.
    pub fn act(&mut self, action: HardAction) -> Result<(), Error> {
        // What was typed with fingers was typed before it.
        self.end_typing();
        let before = Before {
            state: self.env.checkpoints().map(|it| it.checkpoint()),
            // A device that can't be pictured now is shown without a picture.
            picture: self.env.screenshot().ok(),
        };
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

    /// Take the last step back: with what it did, where the device can go back; else the step alone.
    pub fn take_back(&mut self) -> Result<Vec<Said>, Error> {
        self.end_typing();
        if let Some(gap) = self.by_touch.gaps.pop_if(|it| it.after >= self.steps.len()) {
            return Ok(vec![Said::Note(format!("undone: {}", gap.text))]);
        }
        if self.undo()? {
            let went_back = "the last step is taken back, and the device is as it was before it";
            return Ok(vec![Said::Note(went_back.to_owned())]);
        }
        let last = self.steps().pop().filter(|_| self.verdict.is_none());
        let Some(last) = last else {
            return Ok(vec![Said::Refused("there is no step to undo".to_owned())]);
        };
        self.drop_last();
        Ok(vec![
            Said::Note(format!("undone: {}", last.words)),
            Said::Note("the device itself stays as it is: put it back by hand where that matters".to_owned()),
        ])
    }

    fn drop_last(&mut self) {
        self.before.pop();
        self.steps.pop();
        let given = |it: &Step| match &it.action {
            Action::Answer { text } => Some(text.clone()),
            _ => None,
        };
        self.answer = self.steps.iter().rev().find_map(given);
        self.beside.forget_after(self.steps.len());
    }

    /// Take the last action back: the device is as it was before it, and the action is no step. The answer is whether there
    /// was one, on a device that can go back, before the judge was asked.
    pub fn undo(&mut self) -> Result<bool, Error> {
        let before = self.before.last().and_then(|it| it.state.as_ref());
        let (Some(before), None) = (before, &self.verdict) else {
            return Ok(false);
        };
        let Some(kept) = self.env.checkpoints() else {
            return Ok(false);
        };
        kept.restore(before)?;
        self.drop_last();
        self.look()?;
        Ok(true)
    }

    /// Say that it is done, and have it judged.
    pub fn judge(&mut self) -> Result<&Verdict, Error> {
        self.end_typing();
        let complete = Action::Status {
            goal_status: Status::Complete,
        };
        self.env.rest().map_err(EnvironmentError::from)?;
        note_sent(&mut self.steps, self.env.sent());
        self.steps.push(Step::new(Arc::clone(&self.screen), complete));
        let verdict = self.env.finish()?;
        Ok(self.verdict.insert(verdict))
    }

    /// Keep what was done as a recording, on a device without a task as one of a kind of its own; and the call that builds
    /// from it.
    pub fn keep_to_build(mut self, rpa: &Autorpa) -> Result<(Recording, Call), Error> {
        self.end_typing();
        let Some(OnDevice { at, goal, name }) = self.bare.take() else {
            let recording = self.keep(rpa)?;
            let next = rpa.next_call(&recording, None);
            return Ok((recording, next));
        };
        let words = || name.as_deref().map(|it| it.replace(['_', '-'], " "));
        let goal = goal
            .or_else(words)
            .unwrap_or_else(|| "Do what was shown".to_owned());
        let mut steps = self.steps.clone();
        let last = self.beside.hide(&mut steps, Arc::clone(&self.screen));
        let mut unnamed = Recording::reached(
            Origin::Person,
            Instance::of_no_type("", &goal, Params::new()),
            steps,
            last,
        );
        unnamed.shown = Some(DemonstrationNotes {
            check_after: self.beside.check_after,
            ..DemonstrationNotes::default()
        });
        let bank = Bank::open(&rpa.home.bank).map_err(Error::kept)?;
        let Beside {
            params, constants, ..
        } = &self.beside;
        let mut questions = Questions::of(&unnamed, &goal, params, constants);
        unjudged::settle(&mut questions, &mut Words::default(), &rpa.told, &mut || {
            rpa.told.answers()
        });
        let instance = unjudged::instance(&questions, name.as_deref(), &at, &bank)?;
        self.instance = Some(instance);
        self.beside.each_row = questions.each_row();
        let recording = self.keep(rpa)?;
        let next = unjudged::building(&recording, &at);
        Ok((recording, next))
    }

    /// Keep it as a recording. Without a judge's word it counts as broken off.
    pub fn keep(mut self, rpa: &Autorpa) -> Result<Recording, Error> {
        self.end_typing();
        let Some(instance) = self.instance else {
            return Err(Error::usage(NotARecording::OfNoTask));
        };
        let broken_off = || Ending::new(Outcome::Cancelled, None);
        let ending = self.verdict.as_ref().map_or_else(broken_off, as_judged);
        let mut screenshots = Screenshots::default();
        let mut steps = self.steps;
        for (step, before) in steps.iter_mut().zip(self.before) {
            let picture = before
                .picture
                .and_then(|it| self.beside.covered(it, &step.screen));
            step.screenshot = picture.map(|it| screenshots.keep(it));
        }
        let last = self.beside.hide(&mut steps, self.screen);
        let shown = DemonstrationNotes {
            secrets: typed_secrets(&steps),
            check_after: self.beside.check_after,
            each_row: self.beside.each_row.clone(),
            gaps: self.by_touch.gaps,
            ..DemonstrationNotes::default()
        };
        let is_plain = self.beside.secrets.is_empty()
            && shown.check_after.is_none()
            && shown.each_row.is_none()
            && shown.gaps.is_empty();
        let mut recording = Recording {
            reward: self.verdict.as_ref().and_then(Verdict::reward),
            ending,
            answer: self.answer,
            shown: (!is_plain).then_some(shown),
            read_by: self.env.read_by().to_vec(),
            ..Recording::reached(Origin::Person, instance, steps, last)
        };
        let bank = Bank::open(&rpa.home.bank).map_err(Error::kept)?;
        recording.id = bank.save(&recording, &screenshots).map_err(Error::kept)?;
        Ok(recording)
    }

    fn look(&mut self) -> Result<(), Error> {
        let looked: Result<Screen, DeviceError> = self.env.settle().and_then(|()| self.env.observe());
        self.screen = Arc::new(looked.map_err(EnvironmentError::from)?);
        self.looked();
        Ok(())
    }
}
