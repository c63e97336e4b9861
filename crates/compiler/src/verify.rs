//! Script and instances to a verdict: the seen instances one by one, up to the first failure.

use task::Instance;
use trajectory::{Outcome, Recording};

use crate::{
    script::Script,
    world::{Drawn, EndedOutside, Event, World, WorldError},
};

/// What became of a script on the seen instances.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It reached the goal of every one, in these runs.
    Passed(Vec<Recording>),
    /// It failed; the run is the first failure.
    Failed {
        /// Position of the instance among the seen ones.
        instance: usize,
        /// How many passed before it.
        passed: usize,
        /// The failed run.
        run: Box<Recording>,
    },
}

/// Run a script on the seen instances, newest first: that is where a failure is likeliest, and on equal
/// terms the older ones have passed before. Each run is told.
pub fn verify(world: &mut dyn World, script: &Script, seen: &[Instance]) -> Result<Verdict, WorldError> {
    run_all(world, script, seen, Drawn::Own)
}

/// As [`verify`], for another code or another form of it on instances that were run before: one line tells that it passed.
pub fn verify_again(
    world: &mut dyn World,
    script: &Script,
    seen: &[Instance],
) -> Result<Verdict, WorldError> {
    let verdict = run_all(world, script, seen, Drawn::Again)?;
    if let Verdict::Passed(runs) = &verdict {
        let outcomes: Vec<Outcome> = runs.iter().map(|it| it.ending.outcome).collect();
        let drawn = Drawn::Again;
        world.event(&Event::AllRan {
            drawn,
            outcomes: &outcomes,
        });
    }
    Ok(verdict)
}

fn run_all(
    world: &mut dyn World,
    script: &Script,
    seen: &[Instance],
    drawn: Drawn,
) -> Result<Verdict, WorldError> {
    let order = (0..seen.len()).rev();
    let mut runs = Vec::new();
    for (passed, idx) in order.enumerate() {
        let run = world.run(script, &seen[idx])?;
        world.event(&Event::Ran {
            instance: &seen[idx],
            run: &run,
            drawn,
        });
        if !run.passed() {
            let ending = run.ending.clone();
            return match ending.outcome {
                Outcome::DeviceLost => Err(WorldError::device(EndedOutside { ending })),
                Outcome::ModelFailed => Err(WorldError::model(EndedOutside { ending })),
                Outcome::Cancelled => Err(WorldError::Cancelled),
                Outcome::Reached
                | Outcome::Unchecked
                | Outcome::NotReached
                | Outcome::Refused
                | Outcome::Stuck
                | Outcome::OverBudget
                | Outcome::ScriptFault => Ok(Verdict::Failed {
                    instance: idx,
                    passed,
                    run: Box::new(run),
                }),
            };
        }
        runs.push(run);
    }
    Ok(Verdict::Passed(runs))
}
