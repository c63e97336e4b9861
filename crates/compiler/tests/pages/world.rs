//! A world whose explorer and runs are given, for whatever builds on one.

use autorpa_compiler::{
    analyze::Analysis,
    compile::{Request, Tier, Without},
    script::Script,
    soft::SoftTrajectory,
    world::{Builder, Continued, Event, World, WorldError},
};
use task::{Instance, Params};
use trajectory::{Ending, Origin, Outcome, Recording};
use ui::{HardAction, Screen};

/// What was asked of the world and heard by it, a line each, as far as a test keeps it.
pub type Lines = Vec<String>;

/// The world.
#[expect(
    clippy::type_complexity,
    reason = "each answer is a function of all that is asked"
)]
pub struct FakeWorld {
    pub instances: Vec<Instance>,
    /// What the explorer does on an instance, with what was found out about a run that failed on it.
    pub explore: Box<dyn Fn(&mut Lines, &Instance, Option<&Analysis>) -> Option<Recording>>,
    /// What a script does on an instance.
    pub run: Box<dyn Fn(&mut Lines, &Script, &Instance) -> Recording>,
    /// What it does there with pauses; it is not run so, unless a test says so.
    pub run_slowly: Box<dyn Fn(&mut Lines, &Script, &Instance) -> Option<Recording>>,
    /// How a failed run is gone on with; it is not, unless a test says so.
    pub go_on: Box<dyn Fn(&mut Lines, &Recording, &Analysis) -> Continued>,
    pub builder: Option<Box<dyn Builder>>,
    /// What is kept of what happens.
    pub hears: fn(&Event<'_>) -> Option<String>,
    pub told: Lines,
}

impl FakeWorld {
    pub fn new(
        instances: Vec<Instance>,
        explore: impl Fn(&Instance) -> Option<Recording> + 'static,
        run: impl Fn(&mut Lines, &Script, &Instance) -> Recording + 'static,
    ) -> Self {
        Self {
            instances,
            explore: Box::new(move |_, instance, _| explore(instance)),
            run: Box::new(run),
            run_slowly: Box::new(|_, _, _| None),
            go_on: Box::new(|_, _, _| Continued::default()),
            builder: None,
            hears: |_| None,
            told: Vec::new(),
        }
    }
}

impl World for FakeWorld {
    fn instance(&mut self, n: usize) -> Result<Option<Instance>, WorldError> {
        Ok(self.instances.get(n).cloned())
    }

    fn explore(
        &mut self,
        instance: &Instance,
        _: &[SoftTrajectory],
        failed: Option<&Analysis>,
    ) -> Result<Option<Recording>, WorldError> {
        let found = (self.explore)(&mut self.told, instance, failed);
        Ok(found.map(|it| Recording {
            instance: instance.clone(),
            ..it
        }))
    }

    fn run(&mut self, script: &Script, instance: &Instance) -> Result<Recording, WorldError> {
        Ok((self.run)(&mut self.told, script, instance))
    }

    fn run_slowly(&mut self, script: &Script, instance: &Instance) -> Result<Option<Recording>, WorldError> {
        Ok((self.run_slowly)(&mut self.told, script, instance))
    }

    fn go_on(
        &mut self,
        run: &Recording,
        analysis: &Analysis,
        _: &[SoftTrajectory],
    ) -> Result<Continued, WorldError> {
        Ok((self.go_on)(&mut self.told, run, analysis))
    }

    fn builder(&mut self) -> Option<&mut dyn Builder> {
        self.builder.as_mut().map(|it| it.as_mut() as &mut dyn Builder)
    }

    fn event(&mut self, event: &Event<'_>) {
        self.told.extend((self.hears)(event));
    }
}

/// Instances with these parameters, on seeds from 1.
pub fn instances(all: impl IntoIterator<Item = Params>) -> Vec<Instance> {
    let made = |(seed, params): (u64, Params)| Instance {
        seed,
        ..super::recording("r", params, Vec::new(), Screen::default()).instance
    };
    (1..).zip(all).map(made).collect()
}

/// A run of a script that ended with the judge's word.
pub fn ran(instance: &Instance, reward: f64, steps: Vec<(Screen, HardAction)>, last: Screen) -> Recording {
    let outcome = match reward >= 1.0 {
        true => Outcome::Reached,
        false => Outcome::NotReached,
    };
    Recording {
        instance: instance.clone(),
        origin: Origin::Script,
        reward: Some(reward),
        ending: Ending::new(outcome, None),
        ..super::recording("run", instance.params.clone(), steps, last)
    }
}

/// One instance, no model, no held-out instance, and the usual number of candidates.
pub fn request(task_type: &str) -> Request {
    Request {
        task_type: task_type.to_owned(),
        description: "Do it.".to_owned(),
        instances: 1,
        refinements: 1,
        held_out: 0,
        further: 0,
        tier: Tier::Free,
        candidates: 12,
        without: Without::default(),
        rows: autorpa_compiler::compile::Rows::NotShown,
        made: Vec::new(),
    }
}
