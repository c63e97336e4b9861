//! Task type to function: explore, translate, build, verify, repair, instance after instance.

use task::Instance;
use trajectory::{Recording, RecordingId};
use ui::Action;

use crate::{
    build::build,
    check::check,
    emit::emit,
    script::Script,
    soft::SoftTrajectory,
    translate::translate,
    verify::{Analysis, Verdict, analyze, verify},
    world::{BuildTask, Event, World, WorldError, hints},
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
    /// Which drivers build.
    pub tier: Tier,
    /// How many candidates are run before the explorer is asked again.
    pub candidates: usize,
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
    /// Every version of the code, oldest first.
    pub versions: Vec<Version>,
    /// The recordings it was made from.
    pub recordings: Vec<RecordingId>,
    /// The app it works in: the one its first trajectory opens.
    pub app: Option<String>,
    /// Why it is not verified.
    pub reason: Option<String>,
}

/// Make a function for a task type (paper, sections 3.2 to 3.4; the held-out instances are ours).
pub fn compile(world: &mut dyn World, request: &Request) -> Result<Compiled, WorldError> {
    let mut work = Work {
        request,
        seen: Vec::new(),
        held_out: Vec::new(),
        trajectories: Vec::new(),
        candidates: Vec::new(),
        versions: Vec::new(),
        refinements: 0,
    };
    let reason = match work.build_on_all(world)? {
        Step::Done => None,
        Step::GaveUp(why) => Some(why),
    };
    work.finish(world, reason)
}

/// Whether a part of the work came to its end.
enum Step {
    Done,
    GaveUp(String),
}

struct Work<'a> {
    request: &'a Request,
    /// What the code is built on.
    seen: Vec<Instance>,
    /// What it held on without.
    held_out: Vec<Instance>,
    trajectories: Vec<SoftTrajectory>,
    /// What fits all trajectories, likeliest first; the first is the code so far.
    candidates: Vec<Script>,
    versions: Vec<Version>,
    refinements: usize,
}

impl Work<'_> {
    /// The building instances one by one, then the held-out ones.
    fn build_on_all(&mut self, world: &mut dyn World) -> Result<Step, WorldError> {
        for n in 0..self.request.instances {
            let Some(instance) = world.instance(n)? else { break };
            world.event(&Event::Instance {
                n,
                instance: &instance,
            });
            self.seen.push(instance);
            if let Step::GaveUp(why) = self.take_up(world)? {
                return Ok(Step::GaveUp(why));
            }
        }
        let mut taken_up = 0;
        for n in self.request.instances..self.request.instances + self.request.held_out {
            let (Some(instance), Some(script)) = (world.instance(n)?, self.candidates.first()) else {
                break;
            };
            let run = world.run(script, &instance)?;
            world.event(&Event::Ran {
                instance: &instance,
                run: &run,
            });
            if run.succeeded() {
                self.held_out.push(instance);
                continue;
            }
            let why = format!(
                "held-out instance {} fails: {}",
                instance.seed,
                analyze(&run).cause
            );
            if taken_up == MOST_TAKEN_UP {
                self.held_out.push(instance);
                return Ok(Step::GaveUp(why));
            }
            taken_up += 1;
            world.event(&Event::Instance {
                n,
                instance: &instance,
            });
            self.seen.push(instance);
            if let Step::GaveUp(more) = self.take_up(world)? {
                return Ok(Step::GaveUp(format!("{why}; {more}")));
            }
        }
        Ok(Step::Done)
    }

    /// Make the code pass the newest instance and all older ones.
    fn take_up(&mut self, world: &mut dyn World) -> Result<Step, WorldError> {
        let newest = self.seen.len() - 1;
        if self.candidates.is_empty() {
            let known = hints(&self.trajectories, &self.seen[newest].params);
            let Some(recording) = world.explore(&self.seen[newest], &known)? else {
                return Ok(Step::GaveUp(format!(
                    "instance {} was not solved by the explorer",
                    self.seen[newest].seed
                )));
            };
            self.learn(world, &recording)?;
            self.rebuild(world, "first code", None)?;
        }
        for round in 0..=self.request.refinements {
            let Some((instance, run)) = self.choose(world)? else {
                return Ok(Step::Done);
            };
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
            match verify(world, &self.candidates[idx], &self.seen)? {
                Verdict::Passed => {
                    let chosen = self.candidates.remove(idx);
                    if idx > 0 {
                        self.versions.push(Version {
                            script: chosen.clone(),
                            why: "another code that fits the same recordings, chosen by running it"
                                .to_owned(),
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
        match verify(world, &self.candidates[0], &self.seen)? {
            Verdict::Passed => Ok(None),
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
        if self.request.tier != Tier::Free
            && let Some(model) = world.builder()
        {
            analysis = model.analyze(run, analysis)?;
        }
        world.event(&Event::Analysed { analysis: &analysis });
        let failing = self.seen[instance].clone();
        let known = hints(&self.trajectories, &failing.params);
        let mut recording = None;
        if analysis.go_on {
            recording = world.go_on(run, &analysis, &known)?;
        }
        if recording.is_none() {
            recording = world.explore(&failing, &known)?;
        }
        let Some(recording) = recording else {
            return Ok(Step::GaveUp(format!(
                "instance {} was not solved by the explorer: {}",
                failing.seed, analysis.cause
            )));
        };
        self.learn(world, &recording)?;
        self.refinements += 1;
        let why = format!("instance {}: {}", failing.seed, analysis.cause);
        self.rebuild(world, &why, Some((run, &analysis)))?;
        Ok(Step::Done)
    }

    fn learn(&mut self, world: &mut dyn World, recording: &Recording) -> Result<(), WorldError> {
        world.event(&Event::Recorded { recording });
        let mut trajectory = translate(recording);
        if self.request.tier == Tier::Model
            && let Some(model) = world.builder()
        {
            trajectory = model.translate(recording, trajectory)?;
        }
        world.event(&Event::Translated {
            trajectory: &trajectory,
        });
        self.trajectories
            .retain(|it| it.instance.seed != trajectory.instance.seed);
        self.trajectories.push(trajectory);
        Ok(())
    }

    fn rebuild(
        &mut self,
        world: &mut dyn World,
        why: &str,
        failure: Option<(&Recording, &Analysis)>,
    ) -> Result<(), WorldError> {
        let mut scripts: Vec<Script> = Vec::new();
        if self.request.tier != Tier::Model {
            let programs = build(
                &self.trajectories,
                &self.request.task_type,
                &self.request.description,
            );
            for script in programs.iter().map(emit) {
                if check(&script, &self.seen).is_empty()
                    && !scripts.iter().any(|it| it.source == script.source)
                {
                    scripts.push(script);
                }
            }
        }
        let wanted = match self.request.tier {
            Tier::Free => false,
            Tier::Auto => scripts.is_empty() || self.refinements >= 2,
            Tier::Model => true,
        };
        if wanted && let Some(model) = world.builder() {
            let name = crate::script::function_name(&self.request.task_type);
            let task = BuildTask {
                name: &name,
                task_type: &self.request.task_type,
                trajectories: &self.trajectories,
                current: self.candidates.first(),
                failed: failure.map(|(run, _)| run),
                analysis: failure.map(|(_, analysis)| analysis),
            };
            if let Some(script) = model.build(&task)? {
                scripts.insert(0, script);
            }
        }
        scripts.truncate(self.request.candidates);
        if let Some(first) = scripts.first() {
            world.event(&Event::Built {
                candidates: scripts.len(),
                script: first,
                why,
            });
            self.versions.push(Version {
                script: first.clone(),
                why: why.to_owned(),
            });
            self.candidates = scripts;
        }
        Ok(())
    }

    /// The last word: the best code's reward on every seen instance.
    fn finish(self, world: &mut dyn World, reason: Option<String>) -> Result<Compiled, WorldError> {
        let script = self.candidates.into_iter().next();
        let app = self
            .trajectories
            .iter()
            .flat_map(|it| &it.steps)
            .find_map(|it| match &it.action {
                Action::OpenApp { .. } => it.value.clone(),
                _ => None,
            });
        let mut instances = Vec::new();
        for instance in self.seen.into_iter().chain(self.held_out) {
            let reward = match &script {
                Some(script) => world.run(script, &instance)?.reward.unwrap_or(0.0),
                None => 0.0,
            };
            instances.push((instance, reward));
        }
        let all = !instances.is_empty() && instances.iter().all(|(_, reward)| *reward >= 1.0);
        Ok(Compiled {
            verified: script.is_some() && all && reason.is_none(),
            script,
            instances,
            refinements: self.refinements,
            versions: self.versions,
            recordings: self.trajectories.into_iter().map(|it| it.recording).collect(),
            app,
            reason,
        })
    }
}
