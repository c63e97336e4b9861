//! Everything the compiler asks of the outside, in one trait: the compiler itself touches no device,
//! no file, no clock and no network.

use std::{fmt, sync::Arc};

use strings::Expr;
use task::{Instance, Params};
use thiserror::Error;
use trajectory::{Diagnostic, Ending, Origin, Outcome, Recording, RecordingId};
use ui::{Action, Locator, SoftAction};

use crate::{analyze::Analysis, script::Script, soft::SoftTrajectory, trace::Trace};

/// What the compiler needs of the outside.
pub trait World {
    /// The n-th building instance (from 0), with its parameters; `None` when there are no more.
    fn instance(&mut self, n: usize) -> Result<Option<Instance>, WorldError>;

    /// The n-th adversarial instance (from 0): the same kind of task among more that it could be confused with. `None`
    /// where there are no more.
    fn adversarial(&mut self, n: usize) -> Result<Option<Instance>, WorldError> {
        let _ = n;
        Ok(None)
    }

    /// Let the explorer do an instance from its beginning. `known` is what worked on other instances, `failed` what
    /// an agent found out about a run that failed on this one. `Ok(None)` says that it was not solved within the
    /// budget.
    fn explore(
        &mut self,
        instance: &Instance,
        known: &[SoftTrajectory],
        failed: Option<&Analysis>,
    ) -> Result<Option<Recording>, WorldError>;

    /// What somebody has shown besides, and nobody has asked for yet: code is held against all of it.
    fn shown_besides(&mut self) -> Vec<Recording> {
        Vec::new()
    }

    /// Run a script on an instance from its beginning. The recording's reward is the judge's.
    fn run(&mut self, script: &Script, instance: &Instance) -> Result<Recording, WorldError>;

    /// The same with a pause after each action, where an application may be slower than a script. The pauses are steps of the
    /// recording. `None` where time goes on only with what is done.
    fn run_slowly(&mut self, script: &Script, instance: &Instance) -> Result<Option<Recording>, WorldError> {
        let _ = (script, instance);
        Ok(None)
    }

    /// Whether somebody judges what is run. Where nobody does, what is compiled is unchecked at best.
    fn has_judge(&self) -> bool {
        true
    }

    /// Run a script where nobody judges, to see that it comes to its end. `None` where it is better not run again: what
    /// it does stays.
    fn try_out(&mut self, script: &Script, instance: &Instance) -> Result<Option<Recording>, WorldError> {
        self.run(script, instance).map(Some)
    }

    /// Where a script acts on something else than what is meant once a screen of these recordings is altered
    /// ([`crate::mutate`]). Empty where nobody can play them.
    fn misled(&mut self, script: &Script, recordings: &[RecordingId]) -> Vec<Diagnostic> {
        let _ = (script, recordings);
        Vec::new()
    }

    /// Let the explorer go on from where the last [`World::run`] stopped. The recording is the hybrid one: the
    /// run's steps, then the explorer's (paper, section 3.4). Where the analysis says that nothing can be gone on
    /// with, a model may know better.
    fn go_on(
        &mut self,
        run: &Recording,
        analysis: &Analysis,
        known: &[SoftTrajectory],
    ) -> Result<Continued, WorldError>;

    /// Whether a second opinion is at hand for what the model-free drivers leave.
    fn builder(&mut self) -> Option<&mut dyn Builder>;

    /// Hear what happens.
    fn event(&mut self, event: &Event);
}

/// What came of going on after a failed run.
#[derive(Clone, Debug, Default)]
pub struct Continued {
    /// The instance, done after all; `None` where it was not.
    pub recording: Option<Recording>,
    /// What the model's analyzer said of the run, where it was asked.
    pub analysis: Option<Analysis>,
}

/// The model drivers behind the stages, filled in by whoever has a model.
pub trait Builder {
    /// Translate a recording with the paper's translator agent (section 3.2). Steps whose answer is
    /// unsound keep the model-free translation.
    fn translate(
        &mut self,
        recording: &Recording,
        free: SoftTrajectory,
    ) -> Result<SoftTrajectory, WorldError>;

    /// Write a function with the paper's builder agent (section 3.3): from all trajectories, the code so
    /// far, its last run, and the analyses.
    fn build(&mut self, task: &BuildTask<'_>) -> Result<Option<Script>, WorldError>;

    /// Analyse a failed run with the paper's analyzer agent (section 3.4).
    fn analyze(&mut self, run: &Recording, free: Analysis) -> Result<Analysis, WorldError>;
}

/// What the model's builder gets.
pub struct BuildTask<'a> {
    /// Name of the function.
    pub name: &'a str,
    /// The task type's name.
    pub task_type: &'a str,
    /// The instances it is built on; the newest may have no trajectory.
    pub seen: &'a [Instance],
    /// All trajectories so far, oldest first.
    pub trajectories: &'a [SoftTrajectory],
    /// The code so far.
    pub current: Option<&'a Script>,
    /// The code's last failed run.
    pub failed: Option<&'a Recording>,
    /// Why it failed.
    pub analysis: Option<&'a Analysis>,
}

/// Which instances a run belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// Those that a function is built on or held against.
    Own,
    /// Those drawn besides, for what is rare.
    Further,
    /// Those made to break it.
    Adversarial,
    /// Those that another code was run on before, or the same in another form.
    Again,
}

impl Drawn {
    /// The word before "instance", with the space behind it.
    fn word(self) -> &'static str {
        match self {
            Drawn::Own => "",
            Drawn::Further => "further ",
            Drawn::Adversarial => "adversarial ",
            Drawn::Again => "known ",
        }
    }
}

/// What happens while a function is made; for progress and for the log.
#[derive(Debug)]
pub enum Event<'a> {
    /// An instance is taken up.
    Instance {
        /// Which, from 0.
        n: usize,
        /// The instance.
        instance: &'a Instance,
    },
    /// A recording was made.
    Recorded {
        /// The recording.
        recording: &'a Recording,
    },
    /// A recording was translated.
    Translated {
        /// The soft trajectory.
        trajectory: &'a SoftTrajectory,
    },
    /// Candidates were built.
    Built {
        /// How many.
        candidates: usize,
        /// The first of them.
        script: &'a Script,
        /// Why this round of building took place.
        why: &'a str,
    },
    /// A script ran on an instance.
    Ran {
        /// The instance.
        instance: &'a Instance,
        /// The run.
        run: &'a Recording,
        /// Which instances it belongs to.
        drawn: Drawn,
    },
    /// All instances of a kind were run.
    AllRan {
        /// Which kind.
        drawn: Drawn,
        /// How the runs ended, in their order.
        outcomes: &'a [Outcome],
    },
    /// An instance that the code refuses stays refused: nothing founded was learned from it.
    StaysRefused {
        /// The instance.
        instance: &'a Instance,
        /// Why what was learned is not taken.
        why: &'a str,
    },
    /// The first of several codes failed, and so did the others.
    Others {
        /// How the first failed run of each ended.
        outcomes: &'a [Outcome],
        /// How many more begin as one that failed, and were not run.
        not_run: usize,
    },
    /// A failure was analysed.
    Analysed {
        /// The analysis.
        analysis: &'a Analysis,
        /// The run that failed.
        run: &'a Recording,
    },
    /// A phase came to its end.
    Phase {
        /// Which, and what happened in it.
        trace: &'a Trace,
    },
}

impl Event<'_> {
    /// Whether it says nothing new: a run that is one of many and went well, or one of another code. All of them are told
    /// at once.
    pub fn is_one_of_many(&self) -> bool {
        match self {
            Event::Ran { run, drawn, .. } => match drawn {
                Drawn::Own => false,
                Drawn::Further | Drawn::Adversarial => run.passed(),
                Drawn::Again => true,
            },
            _ => false,
        }
    }
}

impl fmt::Display for Event<'_> {
    /// One line, as it is told while a function is made.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Instance { n, instance } => write!(
                f,
                "instance {} (seed {}): {}",
                n + 1,
                instance.seed,
                instance.goal
            ),
            Event::Recorded { recording } => write!(
                f,
                "  recorded {}: {} steps, {}",
                recording.id,
                recording.steps.len(),
                match recording.origin {
                    Origin::Search => "found by search",
                    Origin::React => "done by the ReAct agent",
                    Origin::Hybrid => "the function's steps, then the explorer's",
                    Origin::Script => "a run",
                    Origin::Person => "shown by a person",
                }
            ),
            Event::Translated { trajectory } => write!(
                f,
                "  translated: {} steps, {} dropped",
                trajectory.steps.len(),
                trajectory.dropped.len()
            ),
            Event::Built {
                candidates,
                script,
                why,
            } => write!(f, "  built {} ({candidates} candidates): {why}", script.name),
            Event::Ran { instance, run, drawn } => {
                let (drawn, seed, outcome) = (drawn.word(), instance.seed, run.ending.outcome);
                write!(f, "  ran on {drawn}instance {seed}: {outcome}")?;
                match run.ending.for_people() {
                    Some(why) => write!(f, " ({why})"),
                    None => Ok(()),
                }
            }
            Event::AllRan { drawn, outcomes } => {
                let (all, drawn) = (outcomes.len(), drawn.word());
                write!(f, "  ran on {all} {drawn}instances: {}", counts(outcomes))
            }
            Event::StaysRefused { instance, why } => {
                write!(
                    f,
                    "  instance {} stays refused, by the code from before: {why}",
                    instance.seed
                )
            }
            Event::Others { outcomes, not_run } => {
                let all = outcomes.len() + not_run;
                let codes = if all == 1 { "code" } else { "codes" };
                let ran = Some(counts(outcomes)).filter(|it| !it.is_empty());
                let left = Some(not_run).filter(|it| **it > 0);
                let left = left.map(|it| format!("{it} not run, alike up to where one failed"));
                let became: Vec<String> = ran.into_iter().chain(left).collect();
                write!(f, "  {all} other {codes}: {}", became.join(", "))
            }
            Event::Analysed { analysis, run } => {
                let next = match analysis.go_on {
                    true => "going on from the breakpoint",
                    false => "starting anew",
                };
                write!(f, "  analysis: {}; {next}", analysis.for_people(run))
            }
            Event::Phase { trace } => write!(f, "  {trace}"),
        }
    }
}

/// How often each outcome came up, as "3 reached, 1 refused".
fn counts(outcomes: &[Outcome]) -> String {
    let count = |of: Outcome| outcomes.iter().filter(|it| **it == of).count();
    let counts = Outcome::ALL.map(|it| (count(it), it));
    let counts = counts.iter().filter(|it| it.0 > 0);
    let counts: Vec<String> = counts.map(|(count, it)| format!("{count} {it}")).collect();
    counts.join(", ")
}

/// What stands behind a [`WorldError`]: an error of whoever failed, which can be asked for its type.
pub type Cause = Arc<dyn std::error::Error + Send + Sync>;

/// A run that ended by what is outside of its script.
#[derive(Clone, Debug, Error)]
#[error("{}", ending.diagnostic.as_ref().map_or_else(|| ending.outcome.to_string(), ToString::to_string))]
pub struct EndedOutside {
    /// How it ended.
    pub ending: Ending,
}

/// The outside failed; nothing that a better script would mend.
#[derive(Clone, Debug, Error)]
pub enum WorldError {
    /// The device or environment failed.
    #[error("{0}")]
    Device(Cause),
    /// The model failed.
    #[error("{0}")]
    Model(Cause),
    /// A budget ran out: which one, and how far it came.
    #[error("the budget is spent: {0}")]
    OverBudget(Cause),
    /// The environment has no such task or instance.
    #[error("{0}")]
    Unknown(Cause),
    /// A file could not be kept.
    #[error("{0}")]
    Keep(Cause),
    /// The user stopped it.
    #[error("stopped")]
    Cancelled,
}

impl WorldError {
    /// The device or environment failed.
    pub fn device(why: impl std::error::Error + Send + Sync + 'static) -> Self {
        WorldError::Device(Arc::new(why))
    }

    /// The model failed.
    pub fn model(why: impl std::error::Error + Send + Sync + 'static) -> Self {
        WorldError::Model(Arc::new(why))
    }

    /// A budget ran out.
    pub fn over_budget(why: impl std::error::Error + Send + Sync + 'static) -> Self {
        WorldError::OverBudget(Arc::new(why))
    }

    /// The environment has no such task or instance.
    pub fn unknown(why: impl std::error::Error + Send + Sync + 'static) -> Self {
        WorldError::Unknown(Arc::new(why))
    }

    /// A file could not be kept.
    pub fn keep(why: impl std::error::Error + Send + Sync + 'static) -> Self {
        WorldError::Keep(Arc::new(why))
    }

    /// The name of an ending that this error causes.
    pub fn outcome(&self) -> Outcome {
        match self {
            WorldError::Device(_) => Outcome::DeviceLost,
            WorldError::Model(_) => Outcome::ModelFailed,
            WorldError::OverBudget(_) => Outcome::OverBudget,
            WorldError::Unknown(_) | WorldError::Keep(_) => Outcome::Stuck,
            WorldError::Cancelled => Outcome::Cancelled,
        }
    }
}

/// What worked in other trajectories, filled with the parameters of this instance. A step whose values
/// can't be made of them is left out.
pub fn hints(trajectories: &[SoftTrajectory], params: &Params) -> Vec<SoftAction> {
    let fill = |it: &Expr| it.eval(params);
    let mut all: Vec<SoftAction> = Vec::new();
    for step in trajectories.iter().flat_map(|it| &it.steps) {
        let filled = step.action.try_map(
            |candidates| {
                candidates
                    .iter()
                    .find_map(|it: &Locator<Expr>| it.try_map(|value| fill(value).ok_or(())).ok())
                    .ok_or(())
            },
            |texts| texts.iter().find_map(&fill).ok_or(()),
        );
        let Ok(filled) = filled else { continue };
        // What was answered to another question is no answer to this one.
        let ends = matches!(filled, Action::Status { .. } | Action::Answer { .. });
        if !ends && !all.contains(&filled) {
            all.push(filled);
        }
    }
    all
}
