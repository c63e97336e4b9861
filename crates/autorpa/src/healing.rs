//! What the last runs of a function found otherwise than it says, to an update of it: shown as a difference, held against all
//! recordings that it was made from and the screens of its runs, and kept only where a person accepts it.

mod chosen;
mod not_repaired;
mod prove;
mod told;

use std::path::PathBuf;

use compiler::mend::{self, Lead, NotMended, Place};
use library::{Accepted, Function, Library, Version};
use runtime::{Heal, HealedBy};
use thiserror::Error;
use trajectory::{Bank, Outcome, Recording, RecordingId, Runs};
use ui::{Evidence, Locator};

use crate::{
    Autorpa,
    audit::Deed,
    error::Error,
    mutation::{Went, goes},
    params::arguments,
};

use self::prove::Screens;
pub use self::{not_repaired::NotRepaired, prove::NoProof};

/// So many of a function's newest runs are looked at.
const RUNS: usize = 20;

/// A function whose last runs are looked at for what they found otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HealRequest {
    /// Its script, or its name in the library.
    pub function: PathBuf,
}

impl HealRequest {
    /// For this function.
    pub fn new(function: impl Into<PathBuf>) -> Self {
        Self {
            function: function.into(),
        }
    }
}

/// What the last runs of a function found otherwise, and what is proposed.
#[derive(Clone, Debug)]
pub struct Healing {
    /// The function as it is.
    pub function: Function,
    /// Runs of its present code whose screens are kept.
    pub runs: usize,
    /// Those of them in which something was found otherwise than the function says.
    pub healed: Vec<String>,
    /// What is proposed.
    pub updates: Vec<Update>,
    /// What was found otherwise too, and why nothing is proposed for it.
    pub not_proposed: Vec<NotProposed>,
    /// What can't be proven.
    pub unproven: Vec<Unproven>,
    /// Recordings that it was made from that the updated function goes through to their end, as it did before.
    pub held: usize,
    /// The script with all updates.
    pub source: String,
    /// The difference.
    pub diff: String,
    /// The recording of the newest right run in which an update was needed.
    newest: Option<RecordingId>,
}

impl Healing {
    /// A function as it is, before anything is proposed.
    fn unchanged(function: Function, made_from: &[Screens], seen: &[Seen]) -> Self {
        Self {
            runs: seen.len(),
            healed: Vec::new(),
            updates: Vec::new(),
            not_proposed: Vec::new(),
            unproven: unproven(&function, made_from, seen),
            held: made_from.iter().filter(|it| it.went.left.is_none()).count(),
            source: function.source.clone(),
            diff: String::new(),
            newest: None,
            function,
        }
    }
}

/// One locator that is to go by something else first.
#[derive(Clone, Debug)]
pub struct Update {
    /// Where it stands.
    pub place: Place,
    /// What it went by, with a run's values.
    pub before: Locator,
    /// What it is to go by first, with a run's values.
    pub after: Locator,
    /// Whether the function had this as a fallback already.
    pub known: bool,
    /// The runs in which it was found by that, newest first.
    pub runs: Vec<String>,
}

/// Something that was found otherwise, and is not proposed.
#[derive(Clone, Debug)]
pub struct NotProposed {
    /// What was asked for.
    pub asked: Locator,
    /// Where it stands, if that is known.
    pub place: Option<Place>,
    /// Why.
    pub why: WhyNot,
}

/// Why no update is proposed.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum WhyNot {
    /// It is not known which text to change.
    #[error(transparent)]
    NotMended(#[from] NotMended),
    /// A run that found it otherwise did the wrong thing.
    #[error(
        "the run {run} found it otherwise too, and ended not_reached: what it found may be something else"
    )]
    EndedWrong {
        /// The run.
        run: String,
    },
    /// No run that found it otherwise came to its end.
    #[error("no run that found it otherwise came to its end")]
    NoneEnded,
    /// Nothing that names it was the same in all runs.
    #[error("it was found by its place or by a value alone, and nothing else names it in all of these runs")]
    NothingNamesIt,
    /// What would be proposed does not hold.
    #[error(transparent)]
    NotHeld(#[from] NoProof),
}

/// What can't be proven of an update.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unproven {
    /// The receipt does not speak of the code.
    #[error("the script was edited since its receipt was written: nothing says that it was right before")]
    Edited,
    /// Recordings are not there.
    #[error("{missing} of the {named} recordings that it was made from are not kept here")]
    NoRecordings {
        /// So many are gone.
        missing: usize,
        /// So many its receipt names.
        named: usize,
    },
    /// A recording shows something else than the function does.
    #[error("the recording {recording} shows another way than the function goes, from step {step} on")]
    OtherWay {
        /// The recording.
        recording: String,
        /// The first step that the function does not do, from 1.
        step: usize,
    },
    /// A run of the function does not come about again on its kept screens.
    #[error("the kept screens of the run {run} do not show again what it did, from step {step} on")]
    NotReplayed {
        /// The run.
        run: String,
        /// The first step that is not done again, from 1.
        step: usize,
    },
    /// Nobody judged runs.
    #[error("nobody judged the run {run}: look at it")]
    Unjudged {
        /// The newest of them.
        run: String,
    },
    /// What a run found otherwise does not come about again.
    #[error("the run {run} found something otherwise that its kept screens do not show again")]
    NotAgain {
        /// The run.
        run: String,
    },
}

/// There is no update that could be accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no update is proposed, so there is nothing to accept")]
pub struct NothingToAccept;

/// A run of the present code.
pub(crate) struct Seen {
    id: String,
    outcome: Outcome,
    /// Whether its record says that something was found otherwise.
    says_healed: bool,
    screens: Screens,
}

impl Seen {
    /// Whether a script does not stop at what this run did not find.
    fn gets_past(&self, source: &str) -> bool {
        let went = goes(source, &self.screens.arguments, &self.screens.recording);
        let position = |went: &Went| went.fault.as_ref().map(|it| (it.code, it.position));
        position(&went).is_none_or(|it| Some(it) != position(&self.screens.went))
    }

    /// Whether it came to its end, and nobody called it wrong.
    fn ended(&self) -> bool {
        matches!(self.outcome, Outcome::Reached | Outcome::Unchecked)
    }

    /// What it found otherwise, as far as a locator can be changed for it.
    fn heals(&self) -> impl Iterator<Item = &Heal> {
        self.screens.went.heals.iter().filter(|it| match it.by {
            HealedBy::OtherWay | HealedBy::Margin | HealedBy::Grounder | HealedBy::Person => true,
            HealedBy::Relocated | HealedBy::WayOut => false,
        })
    }
}

/// An element that was found otherwise.
struct Drift<'a> {
    asked: Locator,
    place: Result<Place, NotMended>,
    heals: Vec<(&'a Seen, &'a Heal)>,
}

impl Autorpa {
    /// What the last runs of a function found otherwise than it says, and what of it is proposed as an update.
    pub fn heal(&self, request: &HealRequest) -> Result<Healing, Error> {
        let path = self.script(&request.function)?;
        let function = Function::open(&path).map_err(Error::usage)?;
        let bank = Bank::open(&self.home.bank).map_err(Error::kept)?;
        let seen = self.seen_of(&function, &bank)?;
        let receipt = &function.receipt;
        let load = |id: &RecordingId| {
            let loaded = bank.load(id);
            loaded
                .map_err(|error| tracing::warn!(%error, "not held against"))
                .ok()
        };
        let made_from: Vec<Screens> = (receipt.recordings.iter().filter_map(load))
            .map(|it| screens(&function, it))
            .collect();
        let mut healing = Healing::unchanged(function, &made_from, &seen);
        healing.healed = (seen.iter().filter(|it| it.heals().next().is_some()))
            .map(|it| it.id.clone())
            .collect();
        propose(&mut healing, &made_from, &seen);
        let before = ("the function", healing.function.source.as_str());
        healing.diff = library::difference(before, ("the update", &healing.source));
        Ok(healing)
    }

    /// Keep an update that a person accepted. A function that was verified, or accepted, counts by the person's word from then
    /// on; one that was edited by hand stays edited, and one that no run has come to its end with is edited.
    pub fn accept_healing(&self, healing: &Healing) -> Result<Function, Error> {
        let before = &healing.function;
        if healing.updates.is_empty() {
            return Err(Error::usage(NothingToAccept));
        }
        let elements: Vec<String> = healing.updates.iter().map(|it| it.place.to_string()).collect();
        let version = Version {
            source: healing.source.clone(),
            why: format!("healed by a person's word: {}", elements.join(", ")),
        };
        let library = Library::open(&self.home.library);
        let function = library.edit(before, &version).map_err(Error::kept)?;
        self.audit().note(Deed::Accepted {
            function: function.title(),
            script_sha256: library::sha256(&function.source),
        })?;
        // Where no run came to its end with it, it is code that nobody has seen at work.
        if before.edited || healing.newest.is_none() {
            return Ok(function);
        }
        let mut receipt = self.held_against_recordings(&function, &mut Vec::new())?;
        let by_word = healing.newest.clone().filter(|_| before.trusted());
        receipt.accepted = by_word.map(|run| Accepted { run, at: None });
        receipt.verified = false;
        library.tried_again(&function, receipt).map_err(Error::kept)
    }

    /// The newest runs of a function's present code whose screens are kept, newest first.
    fn seen_of(&self, function: &Function, bank: &Bank) -> Result<Vec<Seen>, Error> {
        let runs = Runs::of(&self.home.bank);
        let own = library::sha256(&function.source);
        let mut all = Vec::new();
        for id in runs.ids().map_err(Error::kept)?.iter().rev() {
            // A record that can't be read is nobody's proof.
            let Ok(record) = runs.load(id) else { continue };
            let end = record.end.filter(|_| record.begins.script_sha256 == own);
            let Some(end) = end else { continue };
            let Some(recording) = end.recording.and_then(|it| bank.load(&it).ok()) else {
                continue;
            };
            all.push(Seen {
                id: id.clone(),
                outcome: end.outcome,
                says_healed: !end.healed.is_empty(),
                screens: screens(function, recording),
            });
            if all.len() == RUNS {
                break;
            }
        }
        Ok(all)
    }
}

fn screens(function: &Function, recording: Recording) -> Screens {
    let instance = &recording.instance;
    let arguments = arguments(&function.receipt, &instance.goal, &instance.params);
    let went: Went = goes(&function.source, &arguments, &recording);
    Screens {
        recording,
        arguments,
        went,
    }
}

/// What can't be proven whatever is proposed.
fn unproven(function: &Function, made_from: &[Screens], seen: &[Seen]) -> Vec<Unproven> {
    let mut all = Vec::new();
    if function.edited {
        all.push(Unproven::Edited);
    }
    let named = function.receipt.recordings.len();
    if made_from.len() < named || named == 0 {
        let missing = named - made_from.len();
        all.push(Unproven::NoRecordings { missing, named });
    }
    for it in made_from {
        if let Some(step) = it.went.left {
            let recording = it.recording.id.to_string();
            all.push(Unproven::OtherWay { recording, step });
        }
    }
    for it in seen.iter().filter(|it| it.ended()) {
        if let Some(step) = it.screens.went.left {
            let run = it.id.clone();
            all.push(Unproven::NotReplayed { run, step });
        }
    }
    let healed = |it: &&Seen| it.heals().next().is_some();
    let unjudged = seen
        .iter()
        .filter(healed)
        .find(|it| it.outcome == Outcome::Unchecked);
    all.extend(unjudged.map(|it| Unproven::Unjudged { run: it.id.clone() }));
    let again = seen
        .iter()
        .filter(|it| it.says_healed && it.screens.went.heals.is_empty());
    all.extend(again.map(|it| Unproven::NotAgain { run: it.id.clone() }));
    all
}

/// What was found otherwise, by where it stands in the script.
fn drifts<'a>(source: &str, seen: &'a [Seen]) -> Vec<Drift<'a>> {
    let mut all: Vec<Drift<'a>> = Vec::new();
    for run in seen {
        for heal in run.heals() {
            let place = mend::place(source, &heal.asked, heal.position);
            let same = |it: &&mut Drift<'_>| match (&it.place, &place) {
                (Ok(a), Ok(b)) => a == b,
                (Err(_), Err(_)) => it.asked.asks_same(&heal.asked),
                (Ok(_), Err(_)) | (Err(_), Ok(_)) => false,
            };
            match all.iter_mut().find(same) {
                Some(known) => known.heals.push((run, heal)),
                None => all.push(Drift {
                    asked: heal.asked.clone(),
                    place,
                    heals: vec![(run, heal)],
                }),
            }
        }
    }
    all
}

/// A drift, where it stands, and what it can be led by, the best first.
struct Open<'a> {
    drift: &'a Drift<'a>,
    place: Place,
    leads: Vec<(Lead, Locator)>,
    why_not: WhyNot,
}

fn propose(healing: &mut Healing, made_from: &[Screens], seen: &[Seen]) {
    let source = healing.function.source.clone();
    let drifts = drifts(&source, seen);
    let mut open: Vec<Open<'_>> = Vec::new();
    for drift in &drifts {
        let place = drift.place.clone().map_err(WhyNot::from);
        match place.and_then(|place| Ok((place, leads(drift)?))) {
            Ok((place, leads)) => open.push(Open {
                drift,
                place,
                leads,
                why_not: WhyNot::NothingNamesIt,
            }),
            Err(why) => healing.not_proposed.push(NotProposed {
                asked: drift.asked.clone(),
                place: drift.place.clone().ok(),
                why,
            }),
        }
    }
    let chosen = choose(&source, &mut open, made_from, seen, &prove::goes_as_before);
    if let Some(text) = chosen
        .iter()
        .any(Option::is_some)
        .then(|| updated(&source, &open, &chosen))
    {
        healing.source = text.unwrap_or(source);
    }
    for (it, chosen) in open.iter().zip(&chosen) {
        let Some((lead, after)) = chosen.and_then(|at| it.leads.get(at)) else {
            healing.not_proposed.push(NotProposed {
                asked: it.drift.asked.clone(),
                place: Some(it.place.clone()),
                why: it.why_not.clone(),
            });
            continue;
        };
        let right = || {
            it.drift
                .heals
                .iter()
                .map(|(run, _)| *run)
                .filter(|run| run.ended())
        };
        let mut runs: Vec<String> = right().map(|run| run.id.clone()).collect();
        runs.dedup();
        if let (None, Some(run)) = (&healing.newest, right().next()) {
            healing.newest = Some(run.screens.recording.id.clone());
        }
        healing.updates.push(Update {
            place: it.place.clone(),
            before: alone(&it.drift.asked),
            after: after.clone(),
            known: matches!(lead, Lead::Fallback(_)),
            runs,
        });
    }
}

/// What a locator asks first.
fn alone(locator: &Locator) -> Locator {
    Locator {
        or_else: Vec::new(),
        ..locator.clone()
    }
}

/// What an element can be led by, where that is the same in all right runs that found it otherwise.
fn leads(drift: &Drift<'_>) -> Result<Vec<(Lead, Locator)>, WhyNot> {
    let wrong = drift
        .heals
        .iter()
        .find(|(run, _)| run.outcome == Outcome::NotReached);
    if let Some((run, _)) = wrong {
        return Err(WhyNot::EndedWrong { run: run.id.clone() });
    }
    let right: Vec<&(&Seen, &Heal)> = drift.heals.iter().filter(|(run, _)| run.ended()).collect();
    let Some((first, _)) = right.first().map(|(run, heal)| (*heal, *run)) else {
        return Err(WhyNot::NoneEnded);
    };
    let ways = first.asked.or_else.iter().enumerate().filter(|(at, _)| {
        let names = |(run, heal): &&(&Seen, &Heal)| {
            let way = heal.asked.or_else.get(*at);
            heal.ways.contains(at) && way.is_some_and(|it| names_it(it, run, false))
        };
        right.iter().all(names)
    });
    let mut all: Vec<(Lead, Locator)> = ways.map(|(at, it)| (Lead::Fallback(at), it.clone())).collect();
    for (run, heal) in right {
        let Some(new) = heal.proposed.as_ref().filter(|it| names_it(it, run, true)) else {
            continue;
        };
        let new = alone(new);
        if !all.iter().any(|(_, it)| it.asks_same(&new)) {
            all.push((Lead::New(Box::new(new.clone())), new));
        }
    }
    match all.is_empty() {
        true => Err(WhyNot::NothingNamesIt),
        false => Ok(all),
    }
}

/// Whether a locator goes by a name or by words, or by a value that it stands beside: no other row can have that by chance. What
/// is `written` into the script as it is may have no value of a run in it.
fn names_it(locator: &Locator, run: &Seen, written: bool) -> bool {
    let values: Vec<&str> = run.screens.values().collect();
    let is_value = |it: &String| values.contains(&it.as_str());
    let has_value = |it: &String| values.iter().any(|value| it.contains(value));
    let named = match locator.evidence() {
        Evidence::Name | Evidence::Words => true,
        Evidence::Neighbour => locator.near.as_ref().is_some_and(is_value),
        Evidence::Row | Evidence::Place => false,
    };
    let near = locator.near.as_ref().is_none_or(is_value);
    named && near && !(written && locator.values().any(has_value))
}

/// Whether a script goes through recordings as it should.
type Goes<'a> = dyn Fn(&str, &[&Screens]) -> Result<(), NoProof> + 'a;

/// For each drift the lead that holds, with those of the others; none where none does.
fn choose(
    source: &str,
    open: &mut [Open<'_>],
    made_from: &[Screens],
    seen: &[Seen],
    goes: &Goes<'_>,
) -> Vec<Option<usize>> {
    let all: Vec<&Screens> = (made_from.iter())
        .chain(seen.iter().filter(|it| it.ended()).map(|it| &it.screens))
        .collect();
    for it in open.iter_mut() {
        let old = alone(&it.drift.asked);
        let why_not = &mut it.why_not;
        it.leads
            .retain(|(_, lead)| match prove::is_alone(&all, &old, lead) {
                Ok(()) => true,
                Err(why) => {
                    *why_not = why.into();
                    false
                }
            });
    }
    let before = prove::misled(source, &all);
    let holds = |open: &[Open<'_>], chosen: &[Option<usize>]| -> Result<(), WhyNot> {
        let text = updated(source, open, chosen)?;
        goes(&text, &all)?;
        for (it, _) in open.iter().zip(chosen).filter(|(_, chosen)| chosen.is_some()) {
            for (run, heal) in it.drift.heals.iter().filter(|(run, _)| run.ended()) {
                prove::is_found(&text, &run.id, &run.screens, &heal.asked)?;
            }
        }
        Ok(prove::no_more_misled(&text, &all, &before)?)
    };
    // What was found otherwise in one run belongs together: that ids have changed explains each of them.
    let mut chosen: Vec<Option<usize>> = open
        .iter()
        .map(|it| (!it.leads.is_empty()).then_some(0))
        .collect();
    if chosen.iter().all(Option::is_none) || holds(open, &chosen).is_ok() {
        return chosen;
    }
    chosen.fill(None);
    loop {
        let known = chosen.clone();
        for at in 0..open.len() {
            for lead in 0..open[at].leads.len() {
                if chosen[at].is_none() {
                    chosen[at] = Some(lead);
                    if let Err(why) = holds(open, &chosen) {
                        chosen[at] = None;
                        open[at].why_not = why;
                    }
                }
            }
        }
        if known == chosen {
            return chosen;
        }
    }
}

/// The script with what was chosen. What stands further down is changed first, so that all else stays where it is.
fn updated(source: &str, open: &[Open<'_>], chosen: &[Option<usize>]) -> Result<String, NotMended> {
    let mut all: Vec<(&Place, &Lead)> = open
        .iter()
        .zip(chosen)
        .filter_map(|(it, chosen)| Some((&it.place, &it.leads.get((*chosen)?)?.0)))
        .collect();
    all.sort_by(|a, b| b.0.cmp(a.0));
    let mut text = source.to_owned();
    for (place, lead) in all {
        text = mend::lead(&text, place, lead)?;
    }
    Ok(text)
}
