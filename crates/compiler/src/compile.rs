//! Task type to function: explore, translate, build, verify, repair, instance after instance.

use std::collections::HashSet;

use task::{Instance, Params};
use trajectory::{Origin, Outcome, Recording, RecordingId};
use ui::Action;

use crate::{
    alike::AnyOfAlike,
    assure::assure,
    check::{check, unique},
    consequence::{Consequence, consequences},
    emit::{emit, emit_with_checks},
    hold::{hold, reworded},
    overlook::overlooked,
    program::Program,
    script::Script,
    soft::SoftTrajectory,
    spare::spared,
    synthesise::synthesise,
    translate::translate,
    verify::{Analysis, Verdict, analyze, verify},
    world::{BuildTask, Continued, Event, World, WorldError},
};

/// What to make.
#[derive(Clone, Debug)]
pub struct Request {
    /// The task type's name.
    pub task_type: String,
    /// What it is, for the function's description.
    pub description: String,
    /// How many instances to build on (the paper's N).
    pub instances: usize,
    /// How many refinements each may cost (the paper's M).
    pub refinements: usize,
    /// On how many further instances the code must hold before it counts as verified. The explorer does
    /// none of them; one that fails is built on as well, at most [`MOST_TAKEN_UP`] of them.
    pub held_out: usize,
    /// How many instances more the code may be run on: a rare one shows whether it matters which of several alike
    /// is meant. Only the model-free tier asks for them.
    pub further: usize,
    /// Which drivers build.
    pub tier: Tier,
    /// How many candidates are run before the explorer is asked again.
    pub candidates: usize,
    /// What the model tier does without, to see what it is good for.
    pub without: Without,
}

/// Parts of the paper's method that can be left out (its table 3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Without {
    /// Nobody explores: the builder writes the function, and mends it, from what its own runs show.
    pub react: bool,
    /// Nobody goes on from a breakpoint: the builder mends the function from the failed run alone.
    pub repair_react: bool,
}

/// Which drivers make translations and code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// The model-free ones only.
    Free,
    /// The model-free ones first, the model for what is left.
    Auto,
    /// The model, as in the paper.
    Model,
}

/// Of the held-out instances, how many may be built on because they failed.
pub const MOST_TAKEN_UP: usize = 3;

/// One version of the code, and why it was made.
#[derive(Clone, Debug)]
pub struct Version {
    /// The code.
    pub script: Script,
    /// Why it was made.
    pub why: String,
    /// Whether a model wrote it.
    pub by_model: bool,
}

/// How much of a stage was done without a model, and how much by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    /// Without.
    pub free: usize,
    /// By a model.
    pub model: usize,
}

impl Shares {
    fn count(&mut self, by_model: bool) {
        match by_model {
            true => self.model += 1,
            false => self.free += 1,
        }
    }
}

/// What was made.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The best code there is; `None` if no instance was ever solved.
    pub script: Option<Script>,
    /// Whether it reached the goal of every instance it was built on and held against.
    pub verified: bool,
    /// The instances it was built on, then those it was held against, and the last code's reward on each.
    pub instances: Vec<(Instance, f64)>,
    /// How many times the code was refined.
    pub refinements: usize,
    /// Who found out what to refine: how an instance is done on which the code failed, or what is wrong with it.
    pub repaired: Shares,
    /// Every version of the code, oldest first.
    pub versions: Vec<Version>,
    /// The recordings it was made from.
    pub recordings: Vec<RecordingId>,
    /// The app it works in: the one its first trajectory opens.
    pub app: Option<String>,
    /// Why it is not verified.
    pub reason: Option<String>,
    /// What the script can do that nothing takes back.
    pub irreversible: Vec<Consequence>,
    /// What was found out where several were alike, a line each.
    pub alike: Vec<String>,
    /// Whether a model wrote the code.
    pub by_model: bool,
    /// What ended the work before its time: a model that failed, or a budget that is spent.
    pub ended: Option<WorldError>,
}

/// Make a function for a task type (paper, sections 3.2 to 3.4; the held-out instances are ours).
pub fn compile(world: &mut dyn World, request: &Request) -> Result<Compiled, WorldError> {
    let mut work = Work {
        request,
        seen: Vec::new(),
        held_out: Vec::new(),
        trajectories: Vec::new(),
        candidates: Vec::new(),
        runs: Vec::new(),
        versions: Vec::new(),
        refinements: 0,
        repaired: Shares::default(),
        continued: HashSet::new(),
        mended: HashSet::new(),
        alike: AnyOfAlike::default(),
        unsettled: Vec::new(),
        taken_up: 0,
    };
    match work.build_on_all(world) {
        Ok(Step::Done) => work.finish(world, None),
        Ok(Step::GaveUp(why)) => work.finish(world, Some(why)),
        // Nobody answers any more: what was made until then is not lost.
        Err(error @ (WorldError::Model { .. } | WorldError::OverBudget { .. }))
            if !work.candidates.is_empty() =>
        {
            let compiled = work.finish(world, Some(error.to_string()))?;
            Ok(Compiled {
                ended: Some(error),
                ..compiled
            })
        }
        Err(error) => Err(error),
    }
}

/// Whether a part of the work came to its end.
enum Step {
    Done,
    GaveUp(String),
}

/// A code that fits the recordings.
#[derive(Clone)]
struct Candidate {
    script: Script,
    /// What it was printed from; a model's code has none.
    program: Option<Program>,
}

impl Candidate {
    /// The same for somebody who knows that it is not verified: it does its steps, and leaves open whether
    /// the task is done.
    fn in_doubt(self) -> Script {
        match self.program {
            Some(program) => emit(&program.in_doubt()),
            None => self.script.in_doubt(),
        }
    }
}

struct Work<'a> {
    request: &'a Request,
    /// What the code is built on.
    seen: Vec<Instance>,
    /// What it held on without.
    held_out: Vec<Instance>,
    trajectories: Vec<SoftTrajectory>,
    /// What fits all trajectories, likeliest first; the first is the code so far.
    candidates: Vec<Candidate>,
    /// Runs of the code so far that reached their goals.
    runs: Vec<Recording>,
    versions: Vec<Version>,
    refinements: usize,
    repaired: Shares,
    /// Seeds of the instances that the explorer has finished from a breakpoint.
    continued: HashSet<u64>,
    /// Seeds of the instances that were only put right after a function had done them wrong.
    mended: HashSet<u64>,
    /// Where it does not matter which of several alike is meant.
    alike: AnyOfAlike,
    /// Instances on which each of several alike was rewarded, while that is not known well enough.
    unsettled: Vec<(usize, Instance)>,
    /// How many held-out instances were built on.
    taken_up: usize,
}

impl Work<'_> {
    /// The building instances one by one, then the held-out ones.
    fn build_on_all(&mut self, world: &mut dyn World) -> Result<Step, WorldError> {
        let mut ahead: Vec<(usize, Instance)> = Vec::new();
        for n in 0..self.request.instances + self.request.held_out {
            let Some(instance) = world.instance(n)? else { break };
            ahead.push((n, instance));
        }
        for _ in 0..self.request.instances {
            let Some((n, instance)) = self.most_telling(&mut ahead) else {
                break;
            };
            world.event(&Event::Instance {
                n,
                instance: &instance,
            });
            self.seen.push(instance);
            if let Step::GaveUp(why) = self.take_up(world)? {
                return Ok(Step::GaveUp(why));
            }
        }
        self.reword(world)?;
        for (n, instance) in ahead {
            if let Step::GaveUp(why) = self.hold_against(world, n, instance)? {
                return Ok(Step::GaveUp(why));
            }
        }
        if let Step::GaveUp(why) = self.look_further(world)? {
            return Ok(Step::GaveUp(why));
        }
        // What stays open on an instance that counts is built on like any other failure.
        for (n, instance) in self.unsettled.clone() {
            if n < self.request.instances + self.request.held_out
                && let Step::GaveUp(why) = self.hold_against(world, n, instance)?
            {
                return Ok(Step::GaveUp(why));
            }
        }
        Ok(Step::Done)
    }

    /// Drop words that the first recording showed and not all instances do, where the code passes without them.
    fn reword(&mut self, world: &mut dyn World) -> Result<(), WorldError> {
        let Some(program) = self.candidates.first().and_then(|it| it.program.as_ref()) else {
            return Ok(());
        };
        let held = reworded(program, &self.runs);
        if held == *program {
            return Ok(());
        }
        let script = emit(&held);
        if let Verdict::Passed(runs) = verify(world, &script, &self.seen)? {
            self.versions.push(Version {
                script: script.clone(),
                why: "words of one recording that the other instances do not show".to_owned(),
                by_model: false,
            });
            let program = Some(held);
            self.candidates[0] = Candidate { script, program };
            self.runs = runs;
        }
        Ok(())
    }

    /// Run the code on an instance that it was not built on; one that fails is built on as well.
    fn hold_against(
        &mut self,
        world: &mut dyn World,
        n: usize,
        instance: Instance,
    ) -> Result<Step, WorldError> {
        let Some(code) = self.candidates.first() else {
            return Ok(Step::Done);
        };
        let run = world.run(&code.script, &instance)?;
        world.event(&Event::Ran {
            instance: &instance,
            run: &run,
        });
        if run.succeeded() {
            self.runs.push(run);
            self.held_out.push(instance);
            return Ok(Step::Done);
        }
        if self.settles(world, n, &instance, &run)? == Some(true) {
            return Ok(Step::Done);
        }
        let why = format!(
            "held-out instance {} fails: {}",
            instance.seed,
            analyze(&run).cause
        );
        if self.taken_up == MOST_TAKEN_UP {
            self.held_out.push(instance);
            return Ok(Step::GaveUp(why));
        }
        self.taken_up += 1;
        world.event(&Event::Instance {
            n,
            instance: &instance,
        });
        self.seen.push(instance);
        Ok(match self.take_up(world)? {
            Step::Done => Step::Done,
            Step::GaveUp(more) => Step::GaveUp(format!("{why}; {more}")),
        })
    }

    /// Run the code on further instances, for what is rare: several that are alike. A run that does the wrong thing
    /// there is built on like any other; one that refuses for another reason did what it should.
    fn look_further(&mut self, world: &mut dyn World) -> Result<Step, WorldError> {
        let first = self.request.instances + self.request.held_out;
        for n in first..first + self.request.further {
            let Some(script) = self.candidates.first().filter(|it| it.program.is_some()) else {
                break;
            };
            let script = script.script.clone();
            let Some(instance) = world.instance(n)? else { break };
            let run = world.run(&script, &instance)?;
            world.event(&Event::Ran {
                instance: &instance,
                run: &run,
            });
            if run.ending.outcome == Outcome::NotReached {
                if let Step::GaveUp(why) = self.hold_against(world, n, instance)? {
                    return Ok(Step::GaveUp(why));
                }
            } else if !run.succeeded() {
                self.settles(world, n, &instance, &run)?;
            }
        }
        Ok(Step::Done)
    }

    /// Whether a failure is one among several that are alike, and each of them is rewarded; `None` where that can't
    /// be tried. Where it is known well enough, the code says so from then on, and is held against these instances
    /// too.
    fn settles(
        &mut self,
        world: &mut dyn World,
        n: usize,
        instance: &Instance,
        run: &Recording,
    ) -> Result<Option<bool>, WorldError> {
        let Some(code) = self.candidates.first() else {
            return Ok(None);
        };
        let tried = self.unsettled.iter().any(|(_, it)| it.seed == instance.seed);
        let Some(program) = code.program.as_ref().filter(|_| !tried) else {
            return Ok(None);
        };
        let each = self.alike.try_each(world, program, &code.script, instance, run)?;
        if each != Some(true) {
            return Ok(each);
        }
        self.unsettled.push((n, instance.clone()));
        let mut marked = program.clone();
        if self.alike.mark(&mut marked) {
            let script = emit(&marked);
            self.versions.push(Version {
                script: script.clone(),
                why: "each of several alike was tried, and each was rewarded".to_owned(),
                by_model: false,
            });
            self.candidates[0] = Candidate {
                script,
                program: Some(marked),
            };
            self.runs.clear();
            let settled = std::mem::take(&mut self.unsettled);
            self.held_out.extend(settled.into_iter().map(|(_, it)| it));
        }
        Ok(Some(true))
    }

    /// The instance on which most of the other codes that fit so far would do something else than the first
    /// one does: the run there tells which is right. Where none differ, the first that is left.
    fn most_telling(&self, ahead: &mut Vec<(usize, Instance)>) -> Option<(usize, Instance)> {
        let plans = |params: &Params| -> usize {
            let mut plans = self
                .candidates
                .iter()
                .map(|it| it.program.as_ref().map(|it| it.plan(params)));
            let Some(first) = plans.next() else { return 0 };
            plans.filter(|it| *it != first).count()
        };
        let best = (0..ahead.len())
            .rev()
            .max_by_key(|at| plans(&ahead[*at].1.params))?;
        Some(ahead.remove(best))
    }

    /// Make the code pass the newest instance and all older ones.
    fn take_up(&mut self, world: &mut dyn World) -> Result<Step, WorldError> {
        let newest = self.seen.len() - 1;
        if self.candidates.is_empty() && self.request.without.react {
            if !self.ask_builder(world, "first code", None)? {
                return Ok(Step::GaveUp("the builder wrote no function".to_owned()));
            }
        } else if self.candidates.is_empty() {
            let Some(recording) = world.explore(&self.seen[newest], &self.trajectories, None)? else {
                return Ok(Step::GaveUp(format!(
                    "instance {} was not solved by the explorer",
                    self.seen[newest].seed
                )));
            };
            self.learn(world, &recording)?;
            self.rebuild(world, "first code", None)?;
            if self.candidates.is_empty() {
                return Ok(Step::GaveUp(format!(
                    "no code fits the recording of instance {}, which has {} steps",
                    self.seen[newest].seed,
                    recording.steps.len()
                )));
            }
        }
        for round in 0..=self.request.refinements {
            let Some((instance, mut run)) = self.choose(world)? else {
                return Ok(Step::Done);
            };
            let failing = self.seen[instance].clone();
            match self.settles(world, 0, &failing, &run)? {
                Some(true) => {
                    self.seen.remove(instance);
                    continue;
                }
                // Back to where the code stopped: a repair goes on from there.
                Some(false) => *run = world.run(&self.candidates[0].script, &failing)?,
                None => {}
            }
            if round == self.request.refinements {
                return Ok(Step::GaveUp(format!(
                    "instance {} still fails after {} refinements: {}",
                    self.seen[instance].seed,
                    self.request.refinements,
                    analyze(&run).cause
                )));
            }
            if let Step::GaveUp(why) = self.repair(world, instance, &run)? {
                return Ok(Step::GaveUp(why));
            }
        }
        Ok(Step::Done)
    }

    /// Put the first candidate that passes every seen instance in front. `None` says there is one; else
    /// the answer is the failure of the candidate that came furthest, and the device stands where it failed.
    fn choose(&mut self, world: &mut dyn World) -> Result<Option<(usize, Box<Recording>)>, WorldError> {
        let mut furthest: Option<(usize, usize)> = None;
        for idx in 0..self.candidates.len() {
            match verify(world, &self.candidates[idx].script, &self.seen)? {
                Verdict::Passed(runs) => {
                    self.runs = runs;
                    // Those before it have failed on an instance.
                    let chosen = self.candidates.remove(idx);
                    self.candidates.drain(..idx);
                    if idx > 0 {
                        self.versions.push(Version {
                            script: chosen.script.clone(),
                            why: "another code that fits the same recordings, chosen by running it"
                                .to_owned(),
                            by_model: chosen.program.is_none(),
                        });
                    }
                    self.candidates.insert(0, chosen);
                    return Ok(None);
                }
                Verdict::Failed { passed, .. } => {
                    if furthest.is_none_or(|(_, best)| passed > best) {
                        furthest = Some((idx, passed));
                    }
                }
            }
        }
        let best = furthest.map_or(0, |(idx, _)| idx);
        let best = self.candidates.remove(best);
        self.candidates.insert(0, best);
        match verify(world, &self.candidates[0].script, &self.seen)? {
            Verdict::Passed(runs) => {
                self.runs = runs;
                Ok(None)
            }
            Verdict::Failed { instance, run, .. } => Ok(Some((instance, run))),
        }
    }

    /// Analyse the failure, let the explorer finish the instance, and build anew from the hybrid recording.
    fn repair(
        &mut self,
        world: &mut dyn World,
        instance: usize,
        run: &Recording,
    ) -> Result<Step, WorldError> {
        let mut analysis = analyze(run);
        // Where the model-free drivers go first, the model is asked when it is its turn to act.
        if self.request.tier == Tier::Model
            && let Some(model) = world.builder()
        {
            analysis = model.analyze(run, analysis)?;
        }
        world.event(&Event::Analysed { analysis: &analysis });
        let failing = self.seen[instance].clone();
        let explores = !(self.request.without.react || self.request.without.repair_react);
        // How this instance is done was seen already: what is missing is code that does it.
        let was_seen = self
            .trajectories
            .iter()
            .any(|it| it.instance.seed == failing.seed);
        // A run that came to its end starts anew by rule; whether the wrong it did can be put right, a model can tell.
        let in_question = self.request.tier == Tier::Auto
            && run.ending.outcome == Outcome::NotReached
            && !was_seen
            && world.builder().is_some();
        let mut continued = Continued::default();
        // What went wrong before the breakpoint stays in a hybrid recording: if the code from it fails again,
        // the next recording starts anew.
        if explores && (analysis.go_on || in_question) && self.continued.insert(failing.seed) {
            continued = world.go_on(run, &analysis, &self.examples())?;
        }
        let mut told = self.request.tier == Tier::Model;
        if let Some(said) = continued.analysis {
            world.event(&Event::Analysed { analysis: &said });
            (analysis, told) = (said, true);
        }
        let mut recording = continued.recording;
        let mut by_model = recording.is_some() && told;
        let why = format!("instance {}: {}", failing.seed, analysis.cause);
        let asks = !explores || (self.request.tier == Tier::Auto && was_seen);
        if recording.is_none() && asks && self.ask_builder(world, &why, Some((run, &analysis)))? {
            self.refined(true);
            return Ok(Step::Done);
        }
        if explores && recording.is_none() {
            recording = world.explore(&failing, &self.examples(), told.then_some(&analysis))?;
            by_model = recording.as_ref().is_some_and(|it| it.origin == Origin::React);
        }
        let Some(recording) = recording else {
            if explores && self.ask_builder(world, &why, Some((run, &analysis)))? {
                self.refined(true);
                return Ok(Step::Done);
            }
            return Ok(Step::GaveUp(format!(
                "instance {} was not solved by the explorer: {}",
                failing.seed, analysis.cause
            )));
        };
        self.learn(world, &recording)?;
        self.refined(by_model);
        self.rebuild(world, &why, Some((run, &analysis)))?;
        Ok(Step::Done)
    }

    fn refined(&mut self, by_model: bool) {
        self.refinements += 1;
        self.repaired.count(by_model);
    }

    /// The trajectories to go by: those that show how it is done, or, where there are none, how it was put right.
    fn examples(&self) -> Vec<SoftTrajectory> {
        let direct = |it: &&SoftTrajectory| !self.mended.contains(&it.instance.seed);
        let direct: Vec<SoftTrajectory> = self.trajectories.iter().filter(direct).cloned().collect();
        match direct.is_empty() {
            true => self.trajectories.clone(),
            false => direct,
        }
    }

    /// Let the model's builder write the code, if there is one; whether it did.
    fn ask_builder(
        &mut self,
        world: &mut dyn World,
        why: &str,
        failure: Option<(&Recording, &Analysis)>,
    ) -> Result<bool, WorldError> {
        let Some(script) = self.written(world, failure)? else {
            return Ok(false);
        };
        self.take(
            world,
            why,
            vec![Candidate {
                script,
                program: None,
            }],
        );
        Ok(true)
    }

    /// What the model's builder writes; `None` where there is none, or it wrote nothing that can be used.
    fn written(
        &self,
        world: &mut dyn World,
        failure: Option<(&Recording, &Analysis)>,
    ) -> Result<Option<Script>, WorldError> {
        let Some(model) = world.builder().filter(|_| self.request.tier != Tier::Free) else {
            return Ok(None);
        };
        let name = crate::script::function_name(&self.request.task_type);
        model.build(&BuildTask {
            name: &name,
            task_type: &self.request.task_type,
            seen: &self.seen,
            trajectories: &self.trajectories,
            current: self.candidates.first().map(|it| &it.script),
            failed: failure.map(|(run, _)| run),
            analysis: failure.map(|(_, analysis)| analysis),
        })
    }

    /// Go on with these candidates.
    fn take(&mut self, world: &mut dyn World, why: &str, scripts: Vec<Candidate>) {
        if let Some(first) = scripts.first() {
            world.event(&Event::Built {
                candidates: scripts.len(),
                script: &first.script,
                why,
            });
            self.versions.push(Version {
                script: first.script.clone(),
                why: why.to_owned(),
                by_model: first.program.is_none(),
            });
            self.candidates = scripts;
        }
    }

    fn learn(&mut self, world: &mut dyn World, recording: &Recording) -> Result<(), WorldError> {
        world.event(&Event::Recorded { recording });
        let mut trajectory = translate(recording);
        if self.request.tier != Tier::Free
            && let Some(model) = world.builder()
        {
            trajectory = model.translate(recording, trajectory)?;
        }
        world.event(&Event::Translated {
            trajectory: &trajectory,
        });
        let seed = trajectory.instance.seed;
        match recording.mends() {
            true => self.mended.insert(seed),
            false => self.mended.remove(&seed),
        };
        self.trajectories.retain(|it| it.instance.seed != seed);
        self.trajectories.push(trajectory);
        Ok(())
    }

    fn rebuild(
        &mut self,
        world: &mut dyn World,
        why: &str,
        failure: Option<(&Recording, &Analysis)>,
    ) -> Result<(), WorldError> {
        let mut scripts: Vec<Candidate> = Vec::new();
        if self.request.tier != Tier::Model {
            let of = |trajectories: &[SoftTrajectory]| {
                synthesise(trajectories, &self.request.task_type, &self.request.description)
            };
            let mut programs = of(&self.examples());
            // Doing it wrong and putting it right is a way as well, behind all that do it right at once.
            if !self.mended.is_empty() {
                programs.truncate(self.request.candidates / 2);
                programs.extend(of(&self.trajectories));
            }
            for mut program in programs {
                self.alike.mark(&mut program);
                let script = emit(&program);
                let sound = check(&script, &self.seen).is_empty()
                    && unique(&program, &script, &self.trajectories).is_empty();
                if sound && !scripts.iter().any(|it| it.script.source == script.source) {
                    scripts.push(Candidate {
                        script,
                        program: Some(program),
                    });
                }
            }
        }
        // Where a model had to write the code, the model-free builder has no words for this task type; and code that
        // two recordings did not make right for a third may fit them without having understood them.
        let had_to = self.candidates.first().is_some_and(|it| it.program.is_none());
        let wanted = match self.request.tier {
            Tier::Free => false,
            Tier::Auto => scripts.is_empty() || had_to || self.refinements >= 2 || !self.mended.is_empty(),
            Tier::Model => true,
        };
        if wanted && let Some(script) = self.written(world, failure)? {
            let program = None;
            scripts.insert(0, Candidate { script, program });
        }
        // Runs may not tell what deletes the right one from what deletes any: what looks comes first.
        scripts.sort_by_key(|it| overlooked(&it.script, &self.trajectories).is_some());
        scripts.truncate(self.request.candidates);
        self.take(world, why, scripts);
        Ok(())
    }

    /// The last word: the best code's reward on every seen instance.
    fn finish(self, world: &mut dyn World, reason: Option<String>) -> Result<Compiled, WorldError> {
        let app = self
            .trajectories
            .iter()
            .flat_map(|it| &it.steps)
            .find_map(|it| match &it.action {
                Action::OpenApp { .. } => it.value.clone(),
                _ => None,
            });
        let mut code = self.candidates.into_iter().next();
        let reason = reason.or_else(|| {
            let found = overlooked(&code.as_ref()?.script, &self.trajectories)?;
            Some(found.to_string())
        });
        let by_model = code.as_ref().is_some_and(|it| it.program.is_none());
        let mut versions = self.versions;
        let seen: Vec<Instance> = self.seen.into_iter().chain(self.held_out).collect();
        let mut runs = self.runs;
        let assured = match &mut code {
            Some(code) if reason.is_none() => {
                while let Some((fewer, held)) = simpler(world, code, &seen, &self.trajectories)? {
                    versions.push(Version {
                        script: fewer.script.clone(),
                        why: "one arm of a branch does for every instance".to_owned(),
                        by_model: false,
                    });
                    (*code, runs) = (fewer, held);
                }
                assured(world, code, &runs, &seen)?
            }
            Some(_) | None => None,
        };
        let mut instances = Vec::new();
        if let (Some(code), Some(script)) = (&mut code, assured) {
            versions.push(Version {
                script: script.clone(),
                why: "the screens it leads to and what it types are checked".to_owned(),
                by_model: false,
            });
            code.script = script;
            instances = seen.into_iter().map(|it| (it, 1.0)).collect();
        } else {
            for instance in seen {
                let reward = match &code {
                    Some(code) => world.run(&code.script, &instance)?.reward.unwrap_or(0.0),
                    None => 0.0,
                };
                instances.push((instance, reward));
            }
        }
        let all = !instances.is_empty() && instances.iter().all(|(_, reward)| *reward >= 1.0);
        let verified = code.is_some() && all && reason.is_none();
        let script = code.map(|it| if verified { it.script } else { it.in_doubt() });
        let irreversible = script
            .iter()
            .flat_map(|it| consequences(it, &self.trajectories))
            .collect();
        Ok(Compiled {
            verified,
            script,
            irreversible,
            instances,
            refinements: self.refinements,
            repaired: self.repaired,
            versions,
            recordings: self.trajectories.into_iter().map(|it| it.recording).collect(),
            app,
            reason,
            alike: self.alike.findings(),
            by_model,
            ended: None,
        })
    }
}

/// Programs with a branch less that are tried.
const MOST_SPARED: usize = 12;

/// The code with a branch less, and its runs, where that holds on every instance.
fn simpler(
    world: &mut dyn World,
    code: &Candidate,
    instances: &[Instance],
    trajectories: &[SoftTrajectory],
) -> Result<Option<(Candidate, Vec<Recording>)>, WorldError> {
    let programs = code.program.iter().flat_map(spared);
    for program in programs.take(MOST_SPARED) {
        let script = emit(&program);
        if !check(&script, instances).is_empty() || overlooked(&script, trajectories).is_some() {
            continue;
        }
        if let Verdict::Passed(runs) = verify(world, &script, instances)? {
            let program = Some(program);
            return Ok(Some((Candidate { script, program }, runs)));
        }
    }
    Ok(None)
}

/// Checks that are left out, each for a reason, before the function does without any.
const MOST_LEFT_OUT: usize = 6;

/// The code with other ways that held in its runs, and with checks; `None` where that is the code as it is, or fails.
fn assured(
    world: &mut dyn World,
    code: &Candidate,
    runs: &[Recording],
    instances: &[Instance],
) -> Result<Option<Script>, WorldError> {
    let Some(program) = &code.program else {
        return Ok(None);
    };
    let held = hold(program, runs);
    if held != *program {
        if let Some(script) = with_checks(world, &held, instances)? {
            return Ok(Some(script));
        }
        let script = emit(&held);
        if let Verdict::Passed(_) = verify(world, &script, instances)? {
            return Ok(Some(script));
        }
    }
    with_checks(world, program, instances)
}

/// The program with those of its checks that hold on every instance; `None` where it has none, or fails with them.
fn with_checks(
    world: &mut dyn World,
    program: &Program,
    instances: &[Instance],
) -> Result<Option<Script>, WorldError> {
    let mut left_out: Vec<usize> = Vec::new();
    while left_out.len() <= MOST_LEFT_OUT {
        let printed = emit_with_checks(&assure(program, &left_out));
        if printed.checks.is_empty() {
            return Ok(None);
        }
        let failed_at = match verify(world, &printed.script, instances)? {
            Verdict::Passed(_) => return Ok(Some(printed.script)),
            Verdict::Failed { run, .. } => run.ending.diagnostic.and_then(|it| it.position),
        };
        let failed = printed
            .checks
            .iter()
            .position(|it| failed_at.is_some_and(|at| at.line == *it));
        let Some(mut failed) = failed else {
            return Ok(None);
        };
        // The number among all checks, those that are left out included.
        left_out.sort_unstable();
        for it in &left_out {
            failed += usize::from(*it <= failed);
        }
        left_out.push(failed);
    }
    Ok(None)
}
