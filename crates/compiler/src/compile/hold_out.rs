//! Hold out: the code runs on instances that it was not built on; one that fails is built on as well.

use task::Instance;
use trajectory::{Outcome, Recording};

use crate::{
    analyze::analyze,
    trace::Phase,
    world::{Drawn, Event, World, WorldError},
};

use super::{
    outcomes::{did_nothing_lasting, may_be_wrong},
    refine::build_on,
    request::MOST_BUILT_ON,
    several::try_each_of_alike,
    sound::{by_luck, prefer_sound},
    state::{State, Stop},
    traced::Traced,
    unverified::Unverified,
};

/// Of so many held-out instances one may stay refused.
const REFUSED_OF: usize = 10;

/// Run the code on the held-out instances, then on further ones.
pub(super) fn hold_out(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
    instances: Vec<(usize, Instance)>,
) -> Result<(), Stop> {
    let most_refused = instances.len() / REFUSED_OF;
    for (n, instance) in instances {
        hold_or_refuse(state, world, n, instance, most_refused)?;
    }
    look_further(state, world)?;
    contest(state, world)?;
    // Code that learned more since may be right there.
    for (n, instance) in std::mem::take(&mut state.refused) {
        if let Some(run) = fails_on(state, world, &instance)? {
            match did_nothing_lasting(&run) {
                true => state.refused.push((n, instance)),
                false => learn_from_failure(state, world, n, instance, &run)?,
            }
        }
    }
    // What stays open on an instance that counts is built on like any other failure.
    for (n, instance) in state.undecided.clone() {
        if n < state.request.instances + state.request.held_out {
            hold_against(state, world, n, instance)?;
        }
    }
    Ok(())
}

/// Run the code on a held-out instance. Where it refuses that, and nothing founded is learned from it, the code stays as it was and
/// goes on refusing it, as long as no more than `most` do. What more of them have in common is no data of one instance: then all of
/// them are built on.
fn hold_or_refuse(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
    n: usize,
    instance: Instance,
    most: usize,
) -> Result<(), Stop> {
    let Some(run) = fails_on(state, world, &instance)? else {
        return Ok(());
    };
    // A model is asked for what the code refuses.
    if !did_nothing_lasting(&run) || world.builder().is_some() {
        return learn_from_failure(state, world, n, instance, &run);
    }
    let before = state.clone();
    let why = match learn_from_failure(state, world, n, instance.clone(), &run) {
        Ok(()) => match unfounded(state, world)? {
            None => return Ok(()),
            Some(why) => why,
        },
        Err(Stop::GaveUp(why)) => *why,
        Err(Stop::Failed(error)) => return Err(Stop::Failed(error)),
    };
    *state = before;
    if state.refused.len() < most {
        stays_refused(world, &instance, &why.to_string());
        state.refused.push((n, instance));
        return Ok(());
    }
    for (n, refused) in std::mem::take(&mut state.refused) {
        hold_against(state, world, n, refused)?;
    }
    hold_against(state, world, n, instance)
}

/// Why what was learned is right by luck, where no other code is as right.
fn unfounded(state: &mut State<'_>, world: &mut Traced<'_>) -> Result<Option<Unverified>, WorldError> {
    let of_first = |state: &State<'_>| by_luck(state, state.candidates.first()?, &state.runs);
    if of_first(state).is_some() {
        prefer_sound(state, world)?;
    }
    Ok(of_first(state))
}

/// Say that the code goes on refusing an instance.
fn stays_refused(world: &mut Traced<'_>, instance: &Instance, why: &str) {
    world.event(&Event::StaysRefused { instance, why });
    world.note(
        Phase::HoldOut,
        Some(instance.seed),
        format!("it is refused: {why}"),
    );
}

/// Run the code on an instance that it was not built on; one that fails is built on as well.
fn hold_against(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
    n: usize,
    instance: Instance,
) -> Result<(), Stop> {
    match fails_on(state, world, &instance)? {
        Some(run) => learn_from_failure(state, world, n, instance, &run),
        None => Ok(()),
    }
}

/// The run of the code on an instance that it was not built on, where it fails.
fn fails_on(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
    instance: &Instance,
) -> Result<Option<Recording>, WorldError> {
    let Some(code) = state.candidates.first() else {
        return Ok(None);
    };
    let run = world.run(&code.script, instance)?;
    world.event(&Event::Ran {
        instance,
        run: &run,
        drawn: Drawn::Own,
    });
    let what = format!("ends {}", run.ending.outcome);
    world.note(Phase::HoldOut, Some(instance.seed), what);
    if !run.passed() {
        return Ok(Some(run));
    }
    state.runs.push(run);
    state.held_out.push(instance.clone());
    Ok(None)
}

/// Build on an instance on which the code fails, unless it does not matter which of several alike is meant.
fn learn_from_failure(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
    n: usize,
    instance: Instance,
    run: &Recording,
) -> Result<(), Stop> {
    if try_each_of_alike(state, world, n, &instance, run)? == Some(true) {
        return Ok(());
    }
    let seed = instance.seed;
    let cause = analyze(run).for_people(run);
    let why = |then| Stop::gave_up(Unverified::HeldOut { seed, cause, then });
    if state.built_on == MOST_BUILT_ON {
        state.held_out.push(instance);
        return Err(why(None));
    }
    state.built_on += 1;
    build_on(state, world, n, instance).map_err(|stop| match stop {
        Stop::GaveUp(more) => why(Some(more)),
        Stop::Failed(error) => Stop::Failed(error),
    })
}

/// Run the code on adversarial instances. What is done wrong there and called right, or what nobody can judge, is built on
/// like any other failure; who refuses did no harm, but more may be learned there. Where what was learned from a refusal does
/// the wrong thing on another of them, and nothing mends it, it is taken back: that code refused.
fn contest(state: &mut State<'_>, world: &mut Traced<'_>) -> Result<(), Stop> {
    // Where nothing is held out, the instances are the user's choice.
    if state.request.held_out == 0 {
        return Ok(());
    }
    // A model is not asked about code that did no harm.
    let mut refusals = match world.builder().is_none() {
        true => Refusals::Open,
        false => Refusals::Stay,
    };
    let before = state.clone();
    match contest_with(state, world, &mut refusals) {
        Err(Stop::GaveUp(why)) if refusals == Refusals::Mended => {
            *state = before;
            world.note(
                Phase::HoldOut,
                None,
                format!("what it refused stays refused: {why}"),
            );
            contest_with(state, world, &mut Refusals::Stay)
        }
        done => done,
    }
}

/// What is made of adversarial instances that the code refuses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Refusals {
    /// They are built on.
    Open,
    /// They are built on, and the code is another one by that.
    Mended,
    /// They are refused.
    Stay,
}

fn contest_with(state: &mut State<'_>, world: &mut Traced<'_>, refusals: &mut Refusals) -> Result<(), Stop> {
    let behind = state.request.instances + state.request.held_out + state.request.further;
    let mut outcomes = Vec::new();
    let mut passed = Vec::new();
    let mut mends = *refusals != Refusals::Stay;
    for n in 0.. {
        let Some(code) = state.candidates.first() else {
            break;
        };
        let script = code.script.clone();
        let Some(instance) = world.adversarial(n)? else {
            break;
        };
        let run = world.run(&script, &instance)?;
        world.event(&Event::Ran {
            instance: &instance,
            run: &run,
            drawn: Drawn::Adversarial,
        });
        outcomes.push(run.ending.outcome);
        let what = format!("an adversarial one ends {}", run.ending.outcome);
        world.note(Phase::HoldOut, Some(instance.seed), what);
        if may_be_wrong(run.ending.outcome) {
            hold_against(state, world, behind + n, instance.clone())?;
        } else if !run.passed() && mends {
            mends = learn_from_refusal(state, world, behind + n, &instance, &passed)?;
            if mends {
                *refusals = Refusals::Mended;
            }
        }
        if run.passed() {
            state.held_besides.push(instance.params.clone());
            passed.push(instance.clone());
        }
        state.contested.push(instance);
    }
    tell(world, Drawn::Adversarial, &outcomes);
    Ok(())
}

/// Build on an adversarial instance that the code refuses. Where that fails, or what was right before is not any more, the code
/// stays as it was: the answer is whether it went well.
fn learn_from_refusal(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
    n: usize,
    instance: &Instance,
    passed: &[Instance],
) -> Result<bool, Stop> {
    if state.built_on == MOST_BUILT_ON {
        return Ok(false);
    }
    let before = state.clone();
    let why = match hold_against(state, world, n, instance.clone()) {
        Ok(()) => match unfounded(state, world)? {
            Some(why) => why.to_string(),
            None => match fails_now(state, world, passed)? {
                None => return Ok(true),
                Some(seed) => format!("code that does it fails on instance {seed}"),
            },
        },
        Err(Stop::GaveUp(why)) => why.to_string(),
        Err(Stop::Failed(error)) => return Err(Stop::Failed(error)),
    };
    *state = before;
    stays_refused(world, instance, &why);
    Ok(false)
}

/// The first of the held-out instances and of these on which the code fails; those that it was built on were run already.
fn fails_now(
    state: &State<'_>,
    world: &mut Traced<'_>,
    passed: &[Instance],
) -> Result<Option<u64>, WorldError> {
    let Some(code) = state.candidates.first() else {
        return Ok(None);
    };
    for instance in state.held_out.iter().chain(passed) {
        if !world.run(&code.script, instance)?.passed() {
            return Ok(Some(instance.seed));
        }
    }
    Ok(None)
}

/// Run the code on further instances, for what is rare: several that are alike. A run that does the wrong thing
/// there is built on like any other; one that refuses for another reason did what it should.
fn look_further(state: &mut State<'_>, world: &mut Traced<'_>) -> Result<(), Stop> {
    let first = state.request.instances + state.request.held_out;
    let mut outcomes = Vec::new();
    for n in first..first + state.request.further {
        let Some(code) = state.candidates.first().filter(|it| it.program.is_some()) else {
            break;
        };
        let script = code.script.clone();
        let Some(instance) = world.instance(n)? else { break };
        let run = world.run(&script, &instance)?;
        world.event(&Event::Ran {
            instance: &instance,
            run: &run,
            drawn: Drawn::Further,
        });
        outcomes.push(run.ending.outcome);
        let what = format!("a further one ends {}", run.ending.outcome);
        world.note(Phase::HoldOut, Some(instance.seed), what);
        if may_be_wrong(run.ending.outcome) {
            hold_against(state, world, n, instance)?;
            continue;
        }
        if run.passed() {
            state.held_besides.push(instance.params.clone());
        } else {
            try_each_of_alike(state, world, n, &instance, &run)?;
        }
        state.further.push(instance);
    }
    tell(world, Drawn::Further, &outcomes);
    Ok(())
}

/// Say how all runs of a kind ended.
fn tell(world: &mut Traced<'_>, drawn: Drawn, outcomes: &[Outcome]) {
    if !outcomes.is_empty() {
        world.event(&Event::AllRan { drawn, outcomes });
    }
}
