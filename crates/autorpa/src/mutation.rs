//! A function and its recordings to its mutation score: the recordings are played without a device, each with one screen
//! altered, and the function acts on what is right, refuses, or acts on something else.

mod player;

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use compiler::{
    compile::Compiled,
    mutate::{Change, Mutant, Said, mutants},
    script::Script,
};
use device::Cancel;
use library::Mutation;
use runtime::Heal;
use task::{Instance, Params};
use trajectory::{Bank, Code, Diagnostic, Entry, Filter, Origin, Outcome, Position, Recording, RecordingId};
use ui::{Action, Element, ElementId, Locator};

use player::{End, Player, is_act};

/// How often one line of a function meets altered screens: a loop does the same again and again.
const TIMES: usize = 2;
/// So many of a function's own runs are looked at for one that it does again.
const RUNS: usize = 4;
/// How long one play may take.
const LONGEST: Duration = Duration::from_secs(10);

/// What a function did on altered screens.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// The score; none where nothing could be played.
    pub score: Option<Mutation>,
    /// Where it acted on something else, once for each line and change.
    pub wrong: Vec<Wrong>,
    /// Which recordings were not played to their end, where none was; a line each.
    pub left_out: Vec<String>,
}

/// An altered screen on which a function acted on something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Where in the script.
    pub position: Option<Position>,
    /// What was changed.
    pub change: Change,
    /// What it did.
    pub did: String,
    /// What is right.
    pub right: Option<String>,
    /// Which step of which recording it is, for people.
    pub step: String,
}

impl Wrong {
    /// As a finding about the script.
    pub fn diagnostic(&self) -> Diagnostic {
        let right = match &self.right {
            Some(it) => format!("right is {it}"),
            None => "right is to stop".to_owned(),
        };
        let message = format!("on an altered screen it would do the wrong thing: {}", self.did);
        Diagnostic::new(Code::Misled, message)
            .at(self.position)
            .note(format!("altered at {}: {}", self.step, self.change))
            .note(right)
            .hint("look for it by more that only it shows, or check before this line that it is the one that is meant")
    }
}

/// What a function that was just made does on altered screens.
pub fn of_build(bank: &Bank, compiled: &Compiled) -> Played {
    match &compiled.script {
        Some(script) => of_script(bank, script, &compiled.recordings),
        None => Played::default(),
    }
}

/// What a script does on altered screens of recordings of the bank.
pub fn of_script(bank: &Bank, script: &Script, recordings: &[RecordingId]) -> Played {
    let load = |id: &RecordingId| {
        let loaded = bank.load(id);
        loaded.map_err(|error| tracing::warn!(%error, "not played")).ok()
    };
    let recordings: Vec<Recording> = recordings.iter().filter_map(load).collect();
    let own = |of: &Instance| own_runs(bank, of);
    play(&script.source, |it| script.arguments(it), &recordings, own)
}

/// Play the recordings that a function was made from with altered screens. Where it goes the way of none of them to its
/// end, as where they do the same in another order, one of its own runs is played as well.
pub fn play(
    source: &str,
    arguments: impl Fn(&Instance) -> Params,
    made_from: &[Recording],
    own_runs: impl FnOnce(&Instance) -> Vec<Recording>,
) -> Played {
    let mut play = Play {
        said: Said::of(source),
        met: BTreeMap::new(),
        score: Mutation::default(),
        played: Played::default(),
    };
    let mut whole = false;
    for recording in made_from {
        let arguments = arguments(&recording.instance);
        let function = Function {
            source,
            arguments: &arguments,
            recording,
        };
        let steps = function.steps();
        match function.leaves(&steps) {
            Some(left) => play.played.left_out.push(format!(
                "recording {} shows another way than the function goes from step {left} on",
                recording.id
            )),
            None => whole = true,
        }
        play.meet(&function, steps);
    }
    let runs = match made_from.first() {
        Some(first) if !whole => own_runs(&first.instance),
        Some(_) | None => Vec::new(),
    };
    for run in runs {
        let arguments = arguments(&run.instance);
        let function = Function {
            source,
            arguments: &arguments,
            recording: &run,
        };
        let steps = function.steps();
        if function.leaves(&steps).is_none() {
            play.played.left_out.clear();
            play.meet(&function, steps);
            break;
        }
    }
    play.played.score = (play.score.mutants > 0).then_some(play.score);
    play.played
}

/// Runs of functions on the same kind of task that came to their end, newest first.
pub fn own_runs(bank: &Bank, of: &Instance) -> Vec<Recording> {
    let filter = Filter {
        suite: Some(of.suite.clone()),
        task_type: Some(of.task_type.clone()),
        origin: Some(Origin::Script),
        ..Filter::default()
    };
    let listed = bank
        .list(&filter)
        .map_err(|error| tracing::warn!(%error, "no runs to play"));
    let entries = listed.map_or_else(|()| Vec::new(), |it| it.entries);
    let ended = |it: &Entry| matches!(it.outcome, Outcome::Reached | Outcome::Unchecked);
    let newest = entries.iter().rev().filter(|it| ended(it)).take(RUNS);
    newest.filter_map(|it| bank.load(&it.id).ok()).collect()
}

/// What is found out while recordings are played.
struct Play {
    said: Said,
    /// How often a line has met altered screens.
    met: BTreeMap<Option<Position>, usize>,
    score: Mutation,
    played: Played,
}

impl Play {
    /// The altered screens of all steps that a function does on a recording.
    fn meet(&mut self, function: &Function<'_>, steps: Vec<(usize, Option<Position>)>) {
        for (step, position) in steps {
            let screens = function.mutants(step, &self.said);
            let times = self.met.entry(position).or_default();
            if *times == TIMES || screens.is_empty() {
                continue;
            }
            *times += 1;
            for mutant in &screens {
                self.one(function, (step, position), mutant);
            }
        }
    }

    fn one(&mut self, function: &Function<'_>, (step, position): (usize, Option<Position>), mutant: &Mutant) {
        let (end, at) = function.meet(step, mutant);
        match end {
            Some(End::Strayed) => return,
            // Another line goes another way, as where what it looks for is not in sight yet.
            Some(End::Wrong { lasting: false, .. }) if at != position => return,
            Some(End::Right) => self.score.right += 1,
            Some(End::Wrong { did, .. }) => {
                self.score.wrong += 1;
                let wrong = function.wrong(step, mutant, did, at);
                let known = |it: &Wrong| (it.position, it.change) == (wrong.position, wrong.change);
                if !self.played.wrong.iter().any(known) {
                    self.played.wrong.push(wrong);
                }
            }
            None => self.score.refused += 1,
        }
        self.score.mutants += 1;
    }
}

/// Where each act of a run stands in the script.
fn positions(run: &runtime::Run) -> Vec<Option<Position>> {
    let acts = run.recording.steps.iter().filter(|it| is_act(&it.action));
    acts.map(|it| it.position).collect()
}

/// How a function went on a recording as it is.
#[derive(Clone, Debug)]
pub(crate) struct Went {
    /// The recorded steps that it did, from 0.
    pub steps: Vec<usize>,
    /// The first recorded step that it did not do, from 1.
    pub left: Option<usize>,
    /// How it ended.
    pub outcome: Outcome,
    /// What a locator alone did not decide.
    pub heals: Vec<Heal>,
    /// Why it stopped, where it did not come to its end.
    pub fault: Option<Diagnostic>,
    /// What it looked for in vain last.
    pub missing: Option<Locator>,
}

/// Let a function go through a recording as it is.
pub(crate) fn goes(source: &str, arguments: &Params, recording: &Recording) -> Went {
    let function = Function {
        source,
        arguments,
        recording,
    };
    let mut player = Player::new(recording);
    let run = function.run(&mut player);
    let done: Vec<(usize, Option<Position>)> = player.did().iter().map(|it| (*it, None)).collect();
    Went {
        left: function.leaves(&done),
        steps: done.into_iter().map(|(step, _)| step).collect(),
        outcome: run.recording.ending.outcome,
        heals: run.heals,
        fault: run.recording.ending.diagnostic,
        missing: run.missing,
    }
}

/// A function on one recording.
struct Function<'a> {
    source: &'a str,
    arguments: &'a Params,
    recording: &'a Recording,
}

impl Function<'_> {
    /// Run it on a player.
    fn run(&self, player: &mut Player<'_>) -> runtime::Run {
        let mut options = runtime::Options::default();
        options.limits.time = LONGEST;
        runtime::run(
            self.source,
            "function",
            self.arguments,
            player,
            &self.recording.instance,
            &options,
            None,
            &Cancel::default(),
        )
    }

    /// The steps that it does on the recording as it is, and where each stands in the script.
    fn steps(&self) -> Vec<(usize, Option<Position>)> {
        let mut player = Player::new(self.recording);
        let positions = positions(&self.run(&mut player));
        let done = player.did().iter().copied();
        done.zip(positions).collect()
    }

    /// The first act of the recording that it does not do, from 1.
    fn leaves(&self, done: &[(usize, Option<Position>)]) -> Option<usize> {
        let end = done.last().map_or(0, |(step, _)| step + 1);
        let steps = self.recording.steps.iter().enumerate().skip(end);
        let mut left = steps.filter(|(at, it)| is_act(&it.action) && self.recording.changed(*at));
        left.next().map(|(at, _)| at + 1)
    }

    /// The altered screens of a step. One that a scroll has led to shows a part of a list, and one that is scrolled
    /// on has more of it: what is altered there is not the list.
    fn mutants(&self, step: usize, said: &Said) -> Vec<Mutant> {
        let steps = &self.recording.steps;
        let before = step.checked_sub(1).and_then(|it| steps.get(it));
        let scrolled = before.is_some_and(|it| matches!(it.action, Action::Scroll { .. }));
        let mut targets = steps[step].action.targets();
        let (Some(target), None) = (targets.next(), targets.next()) else {
            return Vec::new();
        };
        if scrolled {
            return Vec::new();
        }
        let values: BTreeSet<String> = self
            .arguments
            .values()
            .flat_map(|it| it.texts())
            .map(str::to_owned)
            .collect();
        let values: Vec<String> = values.into_iter().collect();
        mutants(&steps[step].screen, *target, &values, said)
    }

    /// What it does on an altered screen, and where.
    fn meet(&self, step: usize, mutant: &Mutant) -> (Option<End>, Option<Position>) {
        let mut player = Player::altered(self.recording, step, mutant);
        let positions = positions(&self.run(&mut player));
        (player.end().cloned(), positions.last().copied().flatten())
    }

    fn wrong(&self, step: usize, mutant: &Mutant, did: String, position: Option<Position>) -> Wrong {
        let name = |id: ElementId| mutant.screen.get(id).map(Element::name);
        Wrong {
            position,
            change: mutant.change,
            did,
            right: mutant.right.and_then(name),
            step: format!("step {} of recording {}", step + 1, self.recording.id),
        }
    }
}

#[cfg(test)]
mod tests;
