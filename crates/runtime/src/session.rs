//! One run's state: the screen in front, the indices handed out, the steps done, and how it ends.

use std::{collections::HashMap, mem, sync::Arc};

use device::{Cause, Clock, DeviceError, DeviceInfo, Listing, NetworkFault, NotAllowed};
use sha2::{Digest, Sha256};
use trajectory::{Code, Diagnostic, Ending, Outcome, Position, Step, note_sent};
use ui::{Action, Element, ElementId, HardAction, Locator, Screen};

use crate::{
    control::{Control, Halt},
    decision::{Heal, MOST_HEALS},
    log::Log,
    options::Options,
    person::{Consent, UnknownSecret},
    relay::Relay,
    rows::RowsToDo,
    same_rows::GoneThrough,
    stop::{Stop, gone, of_device},
    trust::{Located, Trust, covering},
    wait::Patience,
};

/// Indices of one screen; a smaller number is an index on whatever screen is in front.
const STRIDE: i64 = 100_000;
/// Bytes of notes that a run keeps.
const MOST_NOTED: usize = 64 << 10;
/// Faults that a run keeps, where the script goes on after each.
const MOST_FAULTS: usize = 1_000;
/// Looks, without waiting, at a device whose clock moves only when told, until it shows what an action changed.
const LOOKS: usize = 6;

/// A find that found nothing.
#[derive(Clone, Debug)]
pub struct Missing {
    /// What was looked for.
    pub locator: Locator,
    /// How often it was looked for.
    pub looks: usize,
}

/// One run's state.
pub struct Session {
    pub(crate) relay: Relay,
    pub(crate) control: Arc<Control>,
    pub(crate) options: Options,
    /// What moves the device's time.
    pub(crate) clock: Clock,
    /// How the device lists what is on its screen.
    pub(crate) listing: Listing,
    /// Texts of the parameters, for locators that are proposed.
    pub(crate) values: Vec<String>,
    pub(crate) screens: Vec<Arc<Screen>>,
    /// Whether the last screen is still in front, as far as is known.
    fresh: bool,
    /// Locator by which an index was found.
    found_by: HashMap<i64, Locator>,
    pub(crate) steps: Vec<Step>,
    /// How many of the steps only looked for something; they use up no step of the limit.
    searches: usize,
    pub(crate) heals: Vec<Heal>,
    log: Vec<Log>,
    /// Bytes of the notes, and how many notes were left out.
    noted: usize,
    unnoted: usize,
    pub(crate) screenshots: Vec<(String, Vec<u8>)>,
    pub(crate) answer: Option<String>,
    /// Whether the environment has ended the episode by itself.
    ended: bool,
    pub(crate) missing: Option<Missing>,
    /// Whether it is waited for what shows that something was done.
    pub(crate) expecting: bool,
    /// What was required last, and its index.
    pub(crate) required: Option<(Locator, i64)>,
    /// The rows that are done one after the other.
    pub(crate) rows: Option<RowsToDo>,
    /// The rows of a list that are gone through.
    pub(crate) found_rows: Option<GoneThrough>,
    /// What the evidence of locators is worth in this run.
    pub(crate) trust: Trust,
    /// Indices of elements that were found otherwise than recorded, and whether that is enough to tap them.
    otherwise: HashMap<i64, bool>,
    /// The screen of the last action, until the next look.
    acted_on: Option<Arc<Screen>>,
    pub(crate) faults: Vec<Diagnostic>,
    pub(crate) ending: Option<Ending>,
    /// Where the script is: the last host call.
    pub(crate) position: Option<Position>,
}

/// What is left of a session. It has no way to the device any more: that thread serves until the last one is gone.
#[derive(Default)]
pub struct Done {
    pub(crate) steps: Vec<Step>,
    pub(crate) heals: Vec<Heal>,
    pub(crate) log: Vec<Log>,
    pub(crate) screenshots: Vec<(String, Vec<u8>)>,
    pub(crate) answer: Option<String>,
    pub(crate) last: Option<Arc<Screen>>,
    /// What was looked for in vain last.
    pub(crate) missing: Option<Locator>,
    /// Whether something was done that may still have its effect.
    pub(crate) unrested: bool,
}

impl Session {
    /// A run begins.
    pub fn new(
        relay: Relay,
        control: Arc<Control>,
        options: Options,
        info: &DeviceInfo,
        values: Vec<String>,
    ) -> Self {
        Self {
            relay,
            control,
            options,
            clock: info.clock,
            listing: info.listing,
            values,
            screens: Vec::new(),
            fresh: false,
            found_by: HashMap::new(),
            steps: Vec::new(),
            searches: 0,
            heals: Vec::new(),
            log: Vec::new(),
            noted: 0,
            unnoted: 0,
            screenshots: Vec::new(),
            answer: None,
            ended: false,
            missing: None,
            expecting: false,
            required: None,
            rows: None,
            found_rows: None,
            trust: Trust::new(info.listing.shared_ids),
            otherwise: HashMap::new(),
            acted_on: None,
            faults: Vec::new(),
            ending: None,
            position: None,
        }
    }

    /// Keep a note, as long as the notes are not too many.
    pub fn note(&mut self, position: Option<Position>, text: &str) {
        let left = MOST_NOTED.saturating_sub(self.noted);
        if left == 0 || self.unnoted > 0 {
            self.unnoted += 1;
            return;
        }
        let kept = &text[..text.floor_char_boundary(left)];
        self.unnoted += usize::from(kept.len() < text.len());
        self.noted += kept.len().max(1);
        self.log.push(Log {
            position,
            text: kept.to_owned(),
        });
    }

    /// Keep a fault, and answer its number. A script that goes on after each of its faults keeps the newest.
    pub fn keep_fault(&mut self, fault: Diagnostic) -> usize {
        if self.faults.len() == MOST_FAULTS {
            self.faults.pop();
        }
        self.faults.push(fault);
        self.faults.len() - 1
    }

    /// The run is over: take what it did.
    pub fn take(&mut self) -> Done {
        if self.unnoted > 0 {
            self.log.push(Log {
                position: None,
                text: format!("... {} more left out", self.unnoted),
            });
        }
        let looks_only = |it: &Step| {
            matches!(
                it.action,
                Action::Scroll { .. } | Action::Wait | Action::Status { .. }
            )
        };
        let acted = !self.steps.iter().all(looks_only);
        Done {
            steps: mem::take(&mut self.steps),
            heals: mem::take(&mut self.heals),
            log: mem::take(&mut self.log),
            screenshots: mem::take(&mut self.screenshots),
            answer: self.answer.take(),
            last: self.screens.last().cloned(),
            missing: self.missing.take().map(|it| it.locator),
            unrested: !self.ended && acted,
        }
    }

    /// Before every host call: whether the script may go on at all.
    pub fn guard(&mut self) -> Result<(), Stop> {
        if let Some(ending) = &self.ending {
            return Err(Stop::End(ending.outcome, ending.diagnostic.clone().map(Box::new)));
        }
        match self.control.check() {
            Some(Halt::Cancelled) => return Err(Stop::End(Outcome::Cancelled, None)),
            Some(Halt::Time) => {
                let seconds = self.control.limits().time.as_secs();
                let diagnostic = Diagnostic::new(
                    Code::TimeLimit,
                    format!("the script took longer than {seconds} s"),
                );
                return Err(Stop::End(Outcome::OverBudget, Some(Box::new(diagnostic))));
            }
            // The others are reported where the script stands, not where it calls.
            Some(Halt::Operations | Halt::Depth | Halt::Size | Halt::Ended) | None => {}
        }
        Ok(())
    }

    /// Before an action: whether there is still somebody to act for. Where the environment has ended the episode, its
    /// judge has what it needs, and decides whether that was right.
    fn guard_episode(&self) -> Result<(), Stop> {
        if self.ended {
            return Err(Stop::End(Outcome::Reached, Some(Box::new(ended_early()))));
        }
        Ok(())
    }

    /// The ending of a script whose episode was ended by the environment: what it did is judged, whatever became of the
    /// script after that. One that had not said so yet did not say that the task is done.
    pub fn ending_of(&self, ending: Ending) -> Ending {
        match ending.outcome {
            Outcome::Reached | Outcome::Cancelled | Outcome::DeviceLost => ending,
            _ if !self.ended => ending,
            _ => Ending::new(Outcome::Reached, Some(ended_early())),
        }
    }

    /// Whether the environment has ended the episode by itself.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// The screen in front, observed only if something may have changed it.
    pub fn screen(&mut self) -> Result<Arc<Screen>, Stop> {
        if !self.fresh {
            let mut screen = self.observe()?;
            // A slow device shows what an action has changed some looks later.
            if let Some(before) = self.acted_on.take().filter(|_| self.clock == Clock::Simulated) {
                for _ in 1..LOOKS {
                    if screen != *before {
                        break;
                    }
                    screen = self.observe()?;
                }
            }
            self.fresh = true;
            if self.screens.last().is_none_or(|it| **it != screen) {
                self.screens.push(Arc::new(screen));
            }
        }
        self.screens.last().cloned().ok_or_else(gone)
    }

    fn observe(&mut self) -> Result<Screen, Stop> {
        let left = self.control.left();
        let seen = self.relay.call(move |world| {
            world.device.limit(Some(left));
            world.device.observe()
        });
        seen.ok_or_else(gone)?.map_err(|it| self.of_device(&it))
    }

    /// The index a script is given for an element of the screen in front.
    pub fn hand_out(&mut self, id: ElementId, locator: Option<&Locator>) -> i64 {
        let index =
            i64::try_from(self.screens.len()).unwrap_or(0) * STRIDE + i64::try_from(id.0).unwrap_or(0);
        if let Some(locator) = locator {
            self.found_by.insert(index, locator.clone());
        }
        index
    }

    /// The index of what was required last, where this is it and the screen in front is still the one it was found on.
    pub fn required_before(&self, locator: &Locator) -> Option<i64> {
        let (asked, index) = self.required.as_ref()?;
        let in_front = usize::try_from(index / STRIDE).is_ok_and(|it| it == self.screens.len());
        (self.fresh && in_front && asked == locator).then_some(*index)
    }

    /// The number of the next action, from 1; looking for something by scrolling is none.
    pub fn next_step(&self) -> usize {
        self.steps.len() - self.searches + 1
    }

    /// The index for an element that a locator or its other ways found.
    pub fn hand_out_located(&mut self, located: Located, locator: &Locator) -> i64 {
        let index = self.hand_out(located.id, Some(locator));
        if let Some(sure) = located.otherwise {
            self.otherwise.insert(index, sure);
        }
        index
    }

    /// The screen an index belongs to (`None` is the one in front), its element there, and how it was found.
    pub fn origin(&self, index: i64) -> (Option<Arc<Screen>>, ElementId, Option<&Locator>) {
        let generation = usize::try_from(index / STRIDE).unwrap_or(0);
        let id = ElementId(usize::try_from(index % STRIDE).unwrap_or(0));
        let screen = generation.checked_sub(1).and_then(|it| self.screens.get(it));
        let in_front = generation == self.screens.len();
        (
            screen.filter(|_| !in_front).cloned(),
            id,
            self.found_by.get(&index),
        )
    }

    /// Do an action on the device and keep it as a step.
    pub fn act(
        &mut self,
        indices: &[i64],
        reason: Option<String>,
        action: impl Fn(&[ElementId]) -> HardAction,
    ) -> Result<(), Stop> {
        self.guard()?;
        self.guard_episode()?;
        self.guard_steps()?;
        let (mut again, mut asked) = (true, false);
        let mut told: Vec<String> = Vec::new();
        loop {
            let (mut ids, mut note) = (Vec::new(), None);
            let waits = needs_enabled(&action(&vec![ElementId(0); indices.len()]));
            for (nth, index) in indices.iter().enumerate() {
                // What is waited for is the first; the others are then on the same screen.
                let (id, said) = match nth {
                    0 if waits => self.enabled(*index)?,
                    0 => self.uncovered(*index)?,
                    _ => self.resolve(*index)?,
                };
                ids.push(id);
                note = note.or(said);
            }
            let screen = self.screen()?;
            let action = action(&ids);
            for (index, id) in indices.iter().zip(&ids) {
                if let Some(sure) = self.otherwise.get(index) {
                    if !sure && is_tap(&action) {
                        return Err(self.unsure(*index, &screen, *id));
                    }
                    note = note.or_else(|| Some("found by another way than recorded".to_owned()));
                }
            }
            // While the person was asked the screen may have changed: what is acted on is found again.
            if !asked && self.asks_about(&screen, &action)? {
                (asked, self.fresh) = (true, false);
                continue;
            }
            let screenshot = if self.options.screenshots {
                Some(self.screenshot()?)
            } else {
                None
            };
            self.fresh = false;
            let (job, left) = (action.clone(), self.control.left());
            let covered = ids.first().and_then(|it| screen.get(*it)).cloned();
            let done = self.relay.call(move |world| {
                world.device.limit(Some(left));
                // What was sent until now, the step before has led to.
                let sent = world.device.sent();
                (sent, world.device.act(&job), world.device.has_ended())
            });
            let (sent, done, ended) = done.ok_or_else(gone)?;
            note_sent(&mut self.steps, sent);
            match done {
                // The screen moved on between the look and the act; one more look decides.
                Err(DeviceError::NoElement { .. }) if again && !indices.is_empty() => again = false,
                // A notice that nobody asked for may lie over it.
                Err(DeviceError::OutOfReach { .. })
                    if !indices.is_empty() && self.way_out(covered.as_ref())? => {}
                Err(DeviceError::NotAllowed(NotAllowed::UnknownSecret {
                    name,
                    source,
                    one_time,
                })) if !told.contains(&name) => {
                    self.ask_secret(&name, source, one_time)?;
                    told.push(name);
                }
                Err(error) => return Err(self.of_device(&error)),
                Ok(()) => {
                    self.acted_on = Some(Arc::clone(&screen));
                    let reason = match (reason, note) {
                        (Some(reason), Some(note)) => Some(format!("{reason} ({note})")),
                        (reason, note) => reason.or(note),
                    };
                    self.steps.push(Step {
                        screen,
                        screenshot,
                        action,
                        reason,
                        summary: None,
                        position: self.position,
                        sent: None,
                    });
                    self.ended = ended.map_err(|it| of_device(&it))?;
                    return self.pause();
                }
            }
        }
    }

    /// Leave the application alone after an action, where the run has pauses.
    fn pause(&mut self) -> Result<(), Stop> {
        let pause = self.options.pause;
        if pause.is_zero() || self.ended {
            return Ok(());
        }
        let screen = self.screen()?;
        self.steps.push(Step {
            screen,
            screenshot: None,
            action: Action::Wait,
            reason: None,
            summary: None,
            position: self.position,
            sent: None,
        });
        let mut patience = Patience::new(pause, None, self.clock);
        while patience.goes_on() && !self.ended {
            self.idle()?;
            let control = Arc::clone(&self.control);
            patience.pause(|| control.check().is_some());
        }
        Ok(())
    }

    /// End where the script wants more steps than it may do.
    fn guard_steps(&self) -> Result<(), Stop> {
        let most = self.control.limits().steps;
        if self.steps.len() - self.searches < most {
            return Ok(());
        }
        let diagnostic = Diagnostic::new(
            Code::StepLimit,
            format!("the script has done {most} actions and wants more"),
        )
        .hint("a loop that never ends? allow more steps if not");
        Err(Stop::End(Outcome::OverBudget, Some(Box::new(diagnostic))))
    }

    /// The screen may have changed meanwhile: what was found on it is found again before it is acted on.
    pub(crate) fn look_again(&mut self) {
        self.fresh = false;
    }

    /// Ask the person, where one is there, whether this is to be done; whether they were asked, and want it.
    fn asks_about(&mut self, screen: &Screen, action: &HardAction) -> Result<bool, Stop> {
        let Some(person) = self.options.person.clone() else {
            return Ok(false);
        };
        let control = Arc::clone(&self.control);
        let consent = control.off_the_clock(|| person.0.consents(screen, action));
        self.guard()?;
        match consent {
            Consent::NotAsked => Ok(false),
            Consent::Given => Ok(true),
            Consent::Refused(why) => Err(of_device(&DeviceError::NotAllowed(why))),
        }
    }

    /// Have the person say what a secret is that is not known, and tell the device. The run ends where nobody says it.
    fn ask_secret(&mut self, name: &str, source: Cause, one_time: bool) -> Result<(), Stop> {
        let why = source.to_string();
        let unknown = UnknownSecret {
            name,
            why: &why,
            one_time,
        };
        let control = Arc::clone(&self.control);
        let person = self.options.person.clone();
        let said = person.and_then(|it| control.off_the_clock(|| it.0.secret(&unknown)));
        self.guard()?;
        let name = name.to_owned();
        let refused = DeviceError::NotAllowed(NotAllowed::UnknownSecret {
            name: name.clone(),
            source,
            one_time,
        });
        let Some(value) = said else {
            return Err(of_device(&refused));
        };
        let told = self
            .relay
            .call(move |world| world.device.tell_secret(&name, &value));
        match told.ok_or_else(gone)? {
            Ok(true) => {
                self.fresh = false;
                Ok(())
            }
            Ok(false) => Err(of_device(&refused)),
            Err(error) => Err(self.of_device(&error)),
        }
    }

    /// The lists are again as they were after so many steps: what was looked through since is no part of the run.
    pub fn came_back(&mut self, to: usize) {
        self.searches -= self.steps.len().saturating_sub(to).min(self.searches);
        self.steps.truncate(to);
    }

    /// The last step only looked for something; one that showed nothing new is taken back.
    pub fn searched(&mut self, moved: bool) {
        if moved {
            self.searches += 1;
        } else {
            self.steps.pop();
        }
    }

    /// The element that an action is for, once it is enabled; a device takes a tap on one that is not for nothing.
    fn enabled(&mut self, index: i64) -> Result<(ElementId, Option<String>), Stop> {
        let deadline = self.options.find_deadline;
        let mut patience = Patience::new(deadline, self.options.find_rounds, self.clock);
        loop {
            let (id, note) = self.uncovered(index)?;
            let screen = self.screen()?;
            let Some(element) = screen.get(id).filter(|it| !it.enabled) else {
                return Ok((id, note));
            };
            if !patience.goes_on() {
                let message = format!("{} is disabled", element.name());
                return Err(Diagnostic::new(Code::ElementDisabled, message)
                    .note("waited for it to become enabled, and it did not")
                    .hint("do first what enables it, or look for `enabled: true`")
                    .into());
            }
            self.idle()?;
            let control = Arc::clone(&self.control);
            patience.pause(|| control.check().is_some());
        }
    }

    /// The element an index means, once nothing lies over it that would take the tap.
    fn uncovered(&mut self, index: i64) -> Result<(ElementId, Option<String>), Stop> {
        let (id, note) = self.resolve(index)?;
        if covering(&*self.screen()?, id).is_none() {
            return Ok((id, note));
        }
        let deadline = self.options.find_deadline;
        let mut patience = Patience::new(deadline, self.options.find_rounds, self.clock);
        while patience.goes_on() {
            self.idle()?;
            let control = Arc::clone(&self.control);
            patience.pause(|| control.check().is_some());
            let (id, note) = self.resolve(index)?;
            if covering(&*self.screen()?, id).is_none() {
                return Ok((
                    id,
                    note.or_else(|| Some("waited until nothing lay over it".to_owned())),
                ));
            }
        }
        let (id, _) = self.resolve(index)?;
        let screen = self.screen()?;
        let name = |id: Option<ElementId>| {
            id.and_then(|it| screen.get(it))
                .map(Element::name)
                .unwrap_or_default()
        };
        let message = format!("{} lies over {}", name(covering(&screen, id)), name(Some(id)));
        let diagnostic = Diagnostic::new(Code::ElementCovered, message)
            .note("waited for it to go, and it did not; a tap would have met it instead");
        Err(Stop::refused(diagnostic))
    }

    /// A tap on the element of an index that too little speaks for: what was asked for counts as missing.
    fn unsure(&mut self, index: i64, screen: &Screen, id: ElementId) -> Stop {
        self.missing = self.found_by.get(&index).map(|it| Missing {
            locator: it.clone(),
            looks: 1,
        });
        let name = screen.get(id).map(Element::name).unwrap_or_default();
        let message = format!("{name} was found by its place alone, which is not enough to tap it");
        let diagnostic = Diagnostic::new(Code::HealedUnsure, message)
            .hint("give it a name or words that this version of the screen has, as another `or_else`");
        Stop::refused(diagnostic)
    }

    /// What the last action sent to be written, where the server has not taken it.
    pub fn not_taken(&mut self) -> Option<NetworkFault> {
        self.relay.call(|world| world.device.not_taken()).flatten()
    }

    /// Let time pass on the device without a step: the script waits for something, it does not act.
    pub fn idle(&mut self) -> Result<(), Stop> {
        self.guard_episode()?;
        self.fresh = false;
        let left = self.control.left();
        let done = self.relay.call(move |world| {
            world.device.limit(Some(left));
            (world.device.act(&HardAction::Wait), world.device.has_ended())
        });
        let (done, ended) = done.ok_or_else(gone)?;
        done.map_err(|it| self.of_device(&it))?;
        self.ended = ended.map_err(|it| self.of_device(&it))?;
        self.guard()
    }

    /// A device's error for the script. One that gave no answer because the script's time is over is no lost device.
    fn of_device(&mut self, error: &DeviceError) -> Stop {
        match self.guard() {
            Err(stop) if matches!(error, DeviceError::Timeout { .. } | DeviceError::Lost { .. }) => stop,
            Err(_) | Ok(()) => of_device(error),
        }
    }

    /// Keep a decision that a locator alone did not make, as long as they are not too many.
    pub fn keep_heal(&mut self, heal: Heal) {
        if self.heals.len() < MOST_HEALS {
            self.heals.push(heal);
        }
    }

    /// Take a screenshot; its name is its hash.
    pub fn screenshot(&mut self) -> Result<String, Stop> {
        let png = self
            .relay
            .call(|world| world.device.screenshot())
            .ok_or_else(gone)?
            .map_err(|it| of_device(&it))?;
        let name: String = Sha256::digest(&png)
            .iter()
            .map(|it| format!("{it:02x}"))
            .collect();
        if !self.screenshots.iter().any(|(it, _)| *it == name) {
            self.screenshots.push((name.clone(), png));
        }
        Ok(name)
    }
}

fn needs_enabled(action: &HardAction) -> bool {
    is_tap(action)
        || matches!(
            action,
            HardAction::InputText { .. } | HardAction::SelectOption { .. } | HardAction::UploadFiles { .. }
        )
}

pub(crate) fn is_tap(action: &HardAction) -> bool {
    matches!(
        action,
        HardAction::Click { .. }
            | HardAction::DoubleTap { .. }
            | HardAction::LongPress { .. }
            | HardAction::RightClick { .. }
            | HardAction::DragTo { .. }
            | HardAction::ClickAt { .. }
            | HardAction::DragAlong { .. }
    )
}

fn ended_early() -> Diagnostic {
    Diagnostic::new(
        Code::EndedEarly,
        "the episode ended by itself before the script was through",
    )
}
