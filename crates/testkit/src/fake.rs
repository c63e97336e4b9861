//! A device of a few screens with a task and a judge. What is in front depends on a state, and a rule says what an
//! action makes of it: both written down as a text (`told`), or as functions of a state of the test's own.

use std::sync::Arc;

use device::{
    Checkpoint, Checkpoints, Clock, Device, DeviceError, DeviceInfo, Environment, EnvironmentError, Judge,
    Listing, NoState, Tasks, Verdict,
};
use task::{Instance, Params, TaskType};
use ui::{ActionKind, HardAction, Screen};

use crate::told::{App, State};

type View<S> = Box<dyn Fn(&S) -> Screen + Send>;
type Rule<S> = Box<dyn FnMut(&mut S, &HardAction, &Screen) -> Result<(), DeviceError> + Send>;
type Says<S> = Box<dyn Fn(&S) -> bool + Send>;

/// The device. All of it may be changed by the test that made it.
pub struct Fake<S = State> {
    /// What it is in now.
    pub state: S,
    /// What every instance begins with.
    pub start: S,
    /// What is in front in a state.
    pub view: View<S>,
    /// What an action makes of a state; an error leaves it as it was.
    pub rule: Rule<S>,
    /// What the device says that it is.
    pub info: DeviceInfo,
    /// Apps that can be opened, each with its package. Any other one is not there.
    pub apps: Vec<(&'static str, &'static str)>,
    /// The apps that its task is about.
    pub scope: Vec<String>,
    /// Its one task.
    pub task: Instance,
    /// What its suite says of types.
    pub types: Vec<TaskType>,
    /// In which states the task is done.
    pub judge: Says<S>,
    /// In which states the episode is over by itself.
    pub ends: Says<S>,
    /// Whether it keeps checkpoints.
    pub keeps: bool,
    /// After so many actions it is gone.
    pub lost_after: usize,
    /// What was done.
    pub done: Vec<HardAction>,
    /// How often it was waited for to be at rest.
    pub rests: usize,
    /// How often it was set up.
    pub resets: usize,
}

impl Fake {
    /// A device that a text describes.
    ///
    /// ```text
    /// title = Untitled              a variable and what it holds at first, a list with commas between
    /// screen list                   the first screen is in front at first
    ///   button Add -> form          a click leads to another screen
    ///   row {notes} -> form; title = {it}      one for each entry of a list
    /// screen form
    ///   field Title id=title        what is typed is kept, in a variable with the name of the id, else of the hint
    ///   button Save if=title -> list; notes += {title}; title =
    ///   on navigate_back -> list    what an action does wherever it is done
    /// ```
    ///
    /// `button`, `row`, `text`, `field`, `select`, `option` and `list` are kinds; an attribute `class`, `id`, `hint`,
    /// `label`, `package`, `box` or `into` says more, `if` and `unless` name a variable. A step of an effect is a screen,
    /// `variable = text`, `variable += entry`, `variable -= entry`, or `variable?`, which ends it where nothing is held.
    /// The variables `app` and `size` (`100x60`) are what the screens say of themselves.
    /// A word before the arrow is the kind of the action, if it is no click. What is indented deeper lies inside.
    ///
    /// # Panics
    /// Where a line says none of this.
    pub fn told(text: &str) -> Self {
        let app = Arc::new(App::read(text));
        let seen = Arc::clone(&app);
        let view = move |state: &State| seen.view(state);
        let start = app.start();
        let rule = move |state: &mut State, action: &HardAction, _: &Screen| {
            app.act(state, action);
            Ok(())
        };
        Self::new(start, view, rule)
    }
}

impl<S: Clone + Send + Sync + 'static> Fake<S> {
    /// A device whose states are the test's own.
    pub fn new(
        start: S,
        view: impl Fn(&S) -> Screen + Send + 'static,
        rule: impl FnMut(&mut S, &HardAction, &Screen) -> Result<(), DeviceError> + Send + 'static,
    ) -> Self {
        Self {
            state: start.clone(),
            start,
            view: Box::new(view),
            rule: Box::new(rule),
            info: DeviceInfo {
                name: "fake".to_owned(),
                called: "a fake".to_owned(),
                description: "a fake".to_owned(),
                apps: Vec::new(),
                actions: [ActionKind::Click, ActionKind::Status].into(),
                untold: [].into(),
                clock: Clock::Simulated,
                listing: Listing::default(),
            },
            apps: Vec::new(),
            scope: Vec::new(),
            task: task("Do it", Params::new()),
            types: Vec::new(),
            judge: Box::new(|_| true),
            ends: Box::new(|_| false),
            keeps: true,
            lost_after: usize::MAX,
            done: Vec::new(),
            rests: 0,
            resets: 0,
        }
    }

    /// The same as a device that is called so, and takes these actions beside clicks and the word of the end.
    #[must_use]
    pub fn called(mut self, name: &str, actions: &[ActionKind]) -> Self {
        name.clone_into(&mut self.info.called);
        name.clone_into(&mut self.info.description);
        self.info.actions.extend(actions);
        self
    }

    /// The same with a task, and the states in which it is done.
    #[must_use]
    pub fn asked(mut self, task: Instance, judge: impl Fn(&S) -> bool + Send + 'static) -> Self {
        self.task = task;
        self.judge = Box::new(judge);
        self
    }

    fn there(&self, doing: ActionKind) -> Result<(), DeviceError> {
        match self.done.len() < self.lost_after {
            true => Ok(()),
            false => Err(DeviceError::Lost {
                doing: doing.to_string(),
                reason: "the cable is out".to_owned(),
            }),
        }
    }
}

/// An instance of a suite and a type of no name.
pub fn task(goal: &str, params: Params) -> Instance {
    Instance {
        suite: "fake".to_owned(),
        task_type: "Fake".to_owned(),
        seed: 1,
        goal: goal.to_owned(),
        params,
    }
}

impl<S: Clone + Send + Sync + 'static> Device for Fake<S> {
    fn info(&self) -> DeviceInfo {
        DeviceInfo {
            apps: self.apps.iter().map(|it| it.0.to_owned()).collect(),
            ..self.info.clone()
        }
    }

    fn observe(&mut self) -> Result<Screen, DeviceError> {
        self.there(ActionKind::Wait)?;
        Ok((self.view)(&self.state))
    }

    /// No picture: what stands for one differs where the screen does.
    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
        let screen = (self.view)(&self.state);
        Ok(screen.signature().to_le_bytes().to_vec())
    }

    fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        self.there(action.kind())?;
        if let HardAction::OpenApp { app } = action
            && self.package(app).is_none()
        {
            return Err(DeviceError::NoApp {
                app: app.clone(),
                known: self.info().apps,
            });
        }
        let screen = (self.view)(&self.state);
        let mut state = self.state.clone();
        (self.rule)(&mut state, action, &screen)?;
        self.state = state;
        self.done.push(action.clone());
        Ok(())
    }

    fn rest(&mut self) -> Result<(), DeviceError> {
        self.rests += 1;
        Ok(())
    }

    fn has_ended(&mut self) -> Result<bool, DeviceError> {
        Ok((self.ends)(&self.state))
    }

    fn package(&self, app: &str) -> Option<String> {
        let known = self.apps.iter().find(|it| it.0.eq_ignore_ascii_case(app));
        known.map(|it| it.1.to_owned())
    }
}

impl<S: Clone> Tasks for Fake<S> {
    fn suite(&self) -> &str {
        &self.task.suite
    }

    fn task_types(&self) -> Vec<TaskType> {
        self.types.clone()
    }

    fn scope(&self, _: &str) -> Vec<String> {
        self.scope.clone()
    }

    fn instance(&mut self, _: &str, _: u64) -> Result<Instance, EnvironmentError> {
        Ok(self.task.clone())
    }

    fn reset(&mut self, _: &Instance) -> Result<(), EnvironmentError> {
        self.state = self.start.clone();
        self.resets += 1;
        Ok(())
    }
}

impl<S> Judge for Fake<S> {
    fn finish(&mut self) -> Result<Verdict, EnvironmentError> {
        Ok(Verdict::of_reward(f64::from(u8::from((self.judge)(&self.state)))))
    }
}

impl<S: Clone + Send + Sync + 'static> Checkpoints for Fake<S> {
    fn checkpoint(&mut self) -> Checkpoint {
        Checkpoint::new(self.state.clone())
    }

    fn restore(&mut self, checkpoint: &Checkpoint) -> Result<(), EnvironmentError> {
        let state = checkpoint.get::<S>().ok_or(EnvironmentError::NoCheckpoint {
            why: NoState::OfAnother,
        })?;
        self.state = state.clone();
        Ok(())
    }
}

impl<S: Clone + Send + Sync + 'static> Environment for Fake<S> {
    fn checkpoints(&mut self) -> Option<&mut dyn Checkpoints> {
        match self.keeps {
            true => Some(self),
            false => None,
        }
    }
}
