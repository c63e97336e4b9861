//! A run that did not find an element, and the element that a person says was meant, to an update of the function: held against
//! what a healing is held against, and against the screen that the run stopped on.

use compiler::mend::{self, Lead};
use trajectory::{Bank, RecordingId};
use ui::{ElementId, Found, Locator, find, suggest};

use super::{
    Drift, Healing, NoProof, NotProposed, NotRepaired, Open, Screens, Seen, Update, WhyNot, alone, choose,
    names_it, prove, screens, updated,
};
use crate::{Autorpa, error::Error};

impl Autorpa {
    /// What a function is to go by where a run of it did not find an element: a person says which element of the run's last
    /// screen was meant. Nothing is changed; [`Autorpa::accept_healing`] keeps it.
    pub fn repair(&self, run: &str, element: ElementId) -> Result<Healing, Error> {
        let record = self.record_of(run, None)?;
        let run = record.id.clone();
        let gone = || Error::usage(NotRepaired::Gone { run: run.clone() });
        let again = self.again(&record).ok_or_else(gone)?;
        if again.source != again.function.source {
            return Err(Error::usage(NotRepaired::Changed { run }));
        }
        let nothing = || Error::usage(NotRepaired::NothingMissing { run: run.clone() });
        let asked = again.missing().cloned().ok_or_else(nothing)?;
        if again.recording.last.get(element).is_none() {
            let element = element.0;
            return Err(Error::usage(NotRepaired::NoElement { run, element }));
        }
        let function = again.function;
        let bank = Bank::open(&self.home.bank).map_err(Error::kept)?;
        let seen = self.seen_of(&function, &bank)?;
        let load = |id: &RecordingId| bank.load(id).ok();
        let made_from: Vec<Screens> = (function.receipt.recordings.iter().filter_map(load))
            .map(|it| screens(&function, it))
            .collect();
        let stopped = Seen {
            outcome: again.recording.ending.outcome,
            id: run,
            says_healed: false,
            screens: Screens {
                recording: again.recording,
                arguments: again.arguments,
                went: again.went,
            },
        };
        let mut healing = Healing::unchanged(function, &made_from, &seen);
        match meant(
            &healing.function.source,
            &asked,
            element,
            &stopped,
            &made_from,
            &seen,
        ) {
            Ok((update, source)) => {
                let before = ("the function", healing.function.source.as_str());
                healing.diff = library::difference(before, ("the update", &source));
                healing.source = source;
                healing.updates.push(update);
            }
            Err(why) => healing.not_proposed.push(*why),
        }
        Ok(healing)
    }
}

/// The update by which the element that is meant is found, and the script with it.
fn meant(
    source: &str,
    asked: &Locator,
    element: ElementId,
    stopped: &Seen,
    made_from: &[Screens],
    seen: &[Seen],
) -> Result<(Update, String), Box<NotProposed>> {
    let position = stopped.screens.went.fault.as_ref().and_then(|it| it.position);
    let drift = Drift {
        asked: asked.clone(),
        place: mend::place(source, asked, position),
        heals: Vec::new(),
    };
    let refused = |why: WhyNot| {
        Box::new(NotProposed {
            asked: asked.clone(),
            place: drift.place.clone().ok(),
            why,
        })
    };
    let place = drift.place.clone().map_err(|it| refused(it.into()))?;
    let last = &stopped.screens.recording.last;
    let is_it = |way: &Locator| find(last, way) == Found::One(element);
    let ways = asked.or_else.iter().enumerate();
    let known = ways.filter(|(_, way)| is_it(way) && names_it(way, stopped, false));
    let known = known.map(|(at, way)| (Lead::Fallback(at), way.clone()));
    let values: Vec<&str> = stopped.screens.values().collect();
    let new = suggest(last, element, &values)
        .into_iter()
        .map(|it| alone(&it.locator));
    let new = new.filter(|it| names_it(it, stopped, true));
    let new = new.map(|it| (Lead::New(Box::new(it.clone())), it));
    let leads: Vec<(Lead, Locator)> = known.chain(new).collect();
    let finds = |(lead, _): &(Lead, Locator)| -> Result<(), WhyNot> {
        let text = mend::lead(source, &place, lead)?;
        match stopped.gets_past(&text) {
            true => Ok(()),
            false => Err(WhyNot::from(NoProof::StillMissing {
                run: stopped.id.clone(),
            })),
        }
    };
    let mut why_not = WhyNot::NothingNamesIt;
    let mut leads_on = Vec::new();
    for it in leads {
        match finds(&it) {
            Ok(()) => leads_on.push(it),
            Err(why) => why_not = why,
        }
    }
    let mut open = [Open {
        drift: &drift,
        place,
        leads: leads_on,
        why_not,
    }];
    let goes = |text: &str, all: &[&Screens]| prove::goes_on(text, all, position);
    let chosen = choose(source, &mut open, made_from, seen, &goes);
    let [open] = open;
    let lead = chosen.first().copied().flatten();
    let Some((lead, after)) = lead.and_then(|it| open.leads.get(it).cloned()) else {
        return Err(refused(open.why_not));
    };
    let text = updated(source, &[open], &chosen).map_err(|it| refused(it.into()))?;
    let update = Update {
        place: drift.place.clone().map_err(|it| refused(it.into()))?,
        before: alone(asked),
        known: matches!(lead, Lead::Fallback(_)),
        after,
        runs: vec![stopped.id.clone()],
    };
    Ok((update, text))
}
