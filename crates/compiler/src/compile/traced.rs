//! The world, with a trace of what each phase did in it.

use task::Instance;
use trajectory::{Diagnostic, Recording, RecordingId};

use crate::{
    analyze::Analysis,
    script::Script,
    soft::SoftTrajectory,
    trace::{Phase, Trace},
    world::{Builder, Continued, Event, World, WorldError},
};

/// A world that counts the runs of each phase.
pub(super) struct Traced<'a> {
    world: &'a mut dyn World,
    trace: Vec<Trace>,
    /// Runs since the last note.
    runs: usize,
}

impl<'a> Traced<'a> {
    pub(super) fn new(world: &'a mut dyn World) -> Self {
        Traced {
            world,
            trace: Vec::new(),
            runs: 0,
        }
    }

    /// Note what a phase did; the runs since the last note were its runs.
    pub(super) fn note(&mut self, phase: Phase, seed: Option<u64>, what: impl Into<String>) {
        let trace = Trace {
            phase,
            seed,
            what: what.into(),
            runs: std::mem::take(&mut self.runs),
        };
        self.world.event(&Event::Phase { trace: &trace });
        self.trace.push(trace);
    }

    pub(super) fn into_trace(self) -> Vec<Trace> {
        self.trace
    }
}

impl World for Traced<'_> {
    fn instance(&mut self, n: usize) -> Result<Option<Instance>, WorldError> {
        self.world.instance(n)
    }

    fn adversarial(&mut self, n: usize) -> Result<Option<Instance>, WorldError> {
        self.world.adversarial(n)
    }

    fn explore(
        &mut self,
        instance: &Instance,
        known: &[SoftTrajectory],
        failed: Option<&Analysis>,
    ) -> Result<Option<Recording>, WorldError> {
        self.world.explore(instance, known, failed)
    }

    fn shown_besides(&mut self) -> Vec<Recording> {
        self.world.shown_besides()
    }

    fn run(&mut self, script: &Script, instance: &Instance) -> Result<Recording, WorldError> {
        self.runs += 1;
        self.world.run(script, instance)
    }

    fn run_slowly(&mut self, script: &Script, instance: &Instance) -> Result<Option<Recording>, WorldError> {
        let run = self.world.run_slowly(script, instance)?;
        self.runs += usize::from(run.is_some());
        Ok(run)
    }

    fn has_judge(&self) -> bool {
        self.world.has_judge()
    }

    fn try_out(&mut self, script: &Script, instance: &Instance) -> Result<Option<Recording>, WorldError> {
        let run = self.world.try_out(script, instance)?;
        self.runs += usize::from(run.is_some());
        Ok(run)
    }

    fn misled(&mut self, script: &Script, recordings: &[RecordingId]) -> Vec<Diagnostic> {
        self.world.misled(script, recordings)
    }

    fn go_on(
        &mut self,
        run: &Recording,
        analysis: &Analysis,
        known: &[SoftTrajectory],
    ) -> Result<Continued, WorldError> {
        self.world.go_on(run, analysis, known)
    }

    fn builder(&mut self) -> Option<&mut dyn Builder> {
        self.world.builder()
    }

    fn event(&mut self, event: &Event) {
        self.world.event(event);
    }
}
