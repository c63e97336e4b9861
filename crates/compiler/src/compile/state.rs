//! What is known at a point of a compilation: the instances, what was recorded of them, and the code so far.

use std::collections::HashSet;

use task::{Instance, Params};
use trajectory::Recording;

use crate::{
    alike::AnyOfAlike,
    doubt::{Between, between},
    emit::{emit, story},
    ignored_params::ignored_params,
    program::Program,
    script::Script,
    soft::SoftTrajectory,
    unasked::unasked,
    world::{Event, World, WorldError},
};

use super::{
    compiled::{Shares, Version},
    request::Request,
    traced::Traced,
    unverified::Unverified,
};

/// Why the phases end before their time.
pub(super) enum Stop {
    /// This tier can't make the code.
    GaveUp(Box<Unverified>),
    /// The outside failed.
    Failed(WorldError),
}

impl Stop {
    /// This tier can't make the code.
    pub(super) fn gave_up(why: Unverified) -> Self {
        Self::GaveUp(Box::new(why))
    }
}

impl From<WorldError> for Stop {
    fn from(error: WorldError) -> Self {
        Stop::Failed(error)
    }
}

/// A code that fits the recordings.
#[derive(Clone)]
pub(super) struct Candidate {
    pub script: Script,
    /// What it was printed from; a model's code has none.
    pub program: Option<Program>,
}

impl Candidate {
    /// The code that is printed from a program.
    pub(super) fn of(program: Program) -> Self {
        Candidate {
            script: emit(&program),
            program: Some(program),
        }
    }

    /// Whether it does what nothing takes back without looking at what the goal names.
    pub(super) fn ignores(&self, trajectories: &[SoftTrajectory]) -> bool {
        ignored_params(&self.script, self.program.as_ref(), trajectories).is_some()
    }

    /// Whether it types over what stood in a field without the goal's word.
    pub(super) fn types_unasked(&self, trajectories: &[SoftTrajectory]) -> bool {
        let program = self.program.as_ref();
        program.is_some_and(|it| unasked(it, trajectories).is_some())
    }

    /// The same for somebody who knows that it is not verified: it does its steps, and leaves open whether
    /// the task is done.
    pub(super) fn in_doubt(self) -> Script {
        match self.program {
            Some(program) => story(&program.in_doubt()),
            None => self.script.in_doubt(),
        }
    }
}

/// A compilation under way.
#[derive(Clone)]
pub(super) struct State<'a> {
    pub request: &'a Request,
    /// What the code is built on.
    pub seen: Vec<Instance>,
    /// What it held on without.
    pub held_out: Vec<Instance>,
    /// Held-out instances that the code refuses, with their numbers: nothing founded was learned from them.
    pub refused: Vec<(usize, Instance)>,
    /// Adversarial instances: code that does the wrong thing on one of them and calls it right is not verified.
    pub contested: Vec<Instance>,
    /// Further instances that the code was run on and not built on, for what is rare.
    pub further: Vec<Instance>,
    /// Values of the further and adversarial instances on which the code was right as it is.
    pub held_besides: Vec<Params>,
    pub trajectories: Vec<SoftTrajectory>,
    /// What fits all trajectories, likeliest first; the first is the code so far.
    pub candidates: Vec<Candidate>,
    /// Runs of the code so far that reached their goals.
    pub runs: Vec<Recording>,
    pub versions: Vec<Version>,
    pub refinements: usize,
    pub repaired: Shares,
    /// Seeds of the instances that code was run on with pauses.
    pub ran_slowly: HashSet<u64>,
    /// Seeds of the instances that the explorer has finished from a breakpoint.
    pub continued: HashSet<u64>,
    /// Seeds of the instances that were only put right after a function had done them wrong.
    pub mended: HashSet<u64>,
    /// Where it does not matter which of several alike is meant.
    pub alike: AnyOfAlike,
    /// Instances on which each of several alike was rewarded, while that is not known well enough.
    pub undecided: Vec<(usize, Instance)>,
    /// How many held-out instances were built on.
    pub built_on: usize,
}

impl<'a> State<'a> {
    pub(super) fn new(request: &'a Request) -> Self {
        State {
            request,
            seen: Vec::new(),
            held_out: Vec::new(),
            refused: Vec::new(),
            contested: Vec::new(),
            further: Vec::new(),
            held_besides: Vec::new(),
            trajectories: Vec::new(),
            candidates: Vec::new(),
            runs: Vec::new(),
            versions: Vec::new(),
            refinements: 0,
            repaired: Shares::default(),
            ran_slowly: HashSet::new(),
            continued: HashSet::new(),
            mended: HashSet::new(),
            alike: AnyOfAlike::default(),
            undecided: Vec::new(),
            built_on: 0,
        }
    }

    /// What the code has to be right on: the instances that it is built on and those that it held on without.
    pub(super) fn instances(&self) -> Vec<Instance> {
        self.seen.iter().chain(&self.held_out).cloned().collect()
    }

    /// Whether a trajectory shows how an instance is done.
    pub(super) fn knows(&self, instance: &Instance) -> bool {
        let mut all = self.trajectories.iter();
        all.any(|it| it.instance.seed == instance.seed)
    }

    /// The trajectories to go by: those that show how it is done, or, where there are none, how it was put right.
    pub(super) fn examples(&self) -> Vec<SoftTrajectory> {
        let direct = |it: &&SoftTrajectory| !self.mended.contains(&it.instance.seed);
        let direct: Vec<SoftTrajectory> = self.trajectories.iter().filter(direct).cloned().collect();
        match direct.is_empty() {
            true => self.trajectories.clone(),
            false => direct,
        }
    }

    /// What other codes that fit would make otherwise of values that no instance has had.
    pub(super) fn between(&self) -> Vec<Between> {
        let [
            Candidate {
                program: Some(first), ..
            },
            others @ ..,
        ] = &self.candidates[..]
        else {
            return Vec::new();
        };
        let alike = self.undecided.iter().map(|(_, it)| it);
        let instances = self.seen.iter().chain(&self.held_out).chain(alike);
        let instances = instances.map(|it| &it.params);
        let shown: Vec<&Params> = self.held_besides.iter().chain(instances).collect();
        let others = others.iter().filter_map(|it| it.program.as_ref());
        between(first, others, &shown)
    }

    /// Go on with these candidates.
    pub(super) fn adopt(&mut self, world: &mut Traced<'_>, why: &str, candidates: Vec<Candidate>) {
        if let Some(first) = candidates.first() {
            world.event(&Event::Built {
                candidates: candidates.len(),
                script: &first.script,
                why,
            });
            self.keep_version(first, why);
            self.candidates = candidates;
        }
    }

    /// Keep a version of the code for its history.
    pub(super) fn keep_version(&mut self, code: &Candidate, why: &str) {
        // What a build runs is written out; what is kept of it reads as the function does.
        let plain = code.program.as_ref().filter(|it| emit(it) == code.script);
        self.versions.push(Version {
            script: plain.map_or_else(|| code.script.clone(), story),
            why: why.to_owned(),
            by_model: code.program.is_none(),
        });
    }

    /// Put another version of the code in the place of the first candidate.
    pub(super) fn replace_first(&mut self, code: Candidate, why: &str) {
        self.keep_version(&code, why);
        self.candidates[0] = code;
    }

    pub(super) fn refined(&mut self, by_model: bool) {
        self.refinements += 1;
        self.repaired.count(by_model);
    }
}
