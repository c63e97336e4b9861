//! Who writes a run down while it goes on: each step before it is done, and pictures of the screen.

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use device::{Cause, Device, DeviceError, DeviceInfo, Lasts, NetworkFault, NotAllowed};
use runtime::LAST_LOOK;
use task::{Instance, file::Irreversible};
use tracing::{Span, field, info_span};
use trajectory::{
    Acted, Acts, Bank, Begins, End, Ending, Finding, Outcome, Picture, Recording, RunError, RunLine, RunLog,
    Runs, describe_action,
};
use ui::{HardAction, Lasting, Means, Screen};

use crate::{
    Autorpa,
    audit::{self, Audit, Deed},
    counts::{Counts, RunCount},
    error::Error,
    observer::{Audience, Event},
    request::Pictures,
    saved::{self, SavedFile},
    shown::title_in,
    touch::irreversible_step,
    traces::{SPANS, Unsaid},
};

/// Pictures that a run keeps at most.
const MOST_PICTURES: usize = 60;
/// What servers did not give, as far as a run keeps it.
const MOST_FAULTS: usize = 60;

/// The record of a run that goes on.
pub struct RunBook {
    /// `None` where it can't be written, and need not be.
    log: Option<RunLog>,
    told: Audience,
    /// Whether nothing may be done that is not written down first.
    strict: bool,
    /// Why it is not kept.
    lost: Option<String>,
    audit: Audit,
    bank: Option<Bank>,
    stops: Option<Vec<Irreversible>>,
    holds: Option<Holds>,
    pictures: Pictures,
    /// Where what it saves stays, and what it has saved.
    downloads: PathBuf,
    files: Vec<SavedFile>,
    /// What servers did not give, with the step that was done before.
    network: Vec<(usize, NetworkFault)>,
    /// By what the device was read.
    read_by: Vec<String>,
    taken: usize,
    steps: usize,
    /// The last of them that did something to the device: an ending, an answer and a wait send nothing.
    did: usize,
    wrote: bool,
    began: Instant,
    /// When it looked first and last since its last step.
    looked: Option<(Instant, Instant)>,
    /// How long it looked again before its steps.
    waited: Duration,
    counts: Counts,
    /// As people know it.
    function: String,
    span: Span,
    unsaid: Unsaid,
}

/// Says whether the run may still write, else why not: what it runs for may be somebody else's by now.
pub type Holds = Arc<dyn Fn() -> Result<(), NotAllowed> + Send + Sync>;

/// What a run is, besides its instance.
pub struct Occasion<'a> {
    /// The function's name or file.
    pub function: &'a str,
    /// Its script.
    pub source: &'a str,
    /// The row of a file of rows, from 1.
    pub row: Option<usize>,
    /// The run that it goes on from.
    pub resumes: Option<String>,
    /// Which pictures are kept.
    pub pictures: Pictures,
    /// The steps before which it stops, where it is a dry run.
    pub stops: Option<Vec<Irreversible>>,
    /// Whether nothing may be done that is not written down first: what it does stays.
    pub strict: bool,
    /// Is asked before each step that may write.
    pub holds: Option<Holds>,
}

/// Why nothing takes an action back, where that is so: by what the task file names, or by its words.
pub fn lasting(stops: &[Irreversible], screen: &Screen, action: &HardAction) -> Option<Lasts> {
    let named = irreversible_step(stops, screen, action).map(|it| match &it.say {
        Some(say) => Lasts::Said { does: say.clone() },
        None => Lasts::Named,
    });
    named.or_else(|| {
        // What is typed is kept by what follows.
        let lasting = Lasting::of(action, screen, &[]).filter(|it| it.means != Means::Typing)?;
        Some(Lasts::Words { lasting })
    })
}

impl RunBook {
    /// A new record.
    pub fn begin(rpa: &Autorpa, instance: &Instance, occasion: Occasion<'_>) -> Result<Self, Error> {
        let Autorpa { home, told, .. } = rpa;
        let now = now();
        let begins = Begins {
            at: now.as_secs_f64(),
            function: occasion.function.to_owned(),
            script_sha256: library::sha256(occasion.source),
            instance: instance.clone(),
            row: occasion.row,
            resumes: occasion.resumes,
        };
        let opened = Bank::open(&home.bank).map_err(Error::kept).and_then(|bank| {
            let log = Runs::of(&home.bank).begin(&stamp(now), begins);
            Ok((log.map_err(Error::kept)?, bank))
        });
        let (kept, lost) = match opened {
            Ok(kept) => (Some(kept), None),
            Err(error) if occasion.strict => return Err(error),
            Err(error) => (None, Some(error.to_string())),
        };
        let (log, bank) = kept.unzip();
        let id = log.as_ref().map_or_else(|| stamp(now), |it| it.id().to_owned());
        let begins = audit::begins(
            id.clone(),
            occasion.function,
            occasion.source,
            &instance.params,
            occasion.row,
        )?;
        match rpa.write_down(occasion.function, begins) {
            Err(error @ Error::Ended { .. }) => return Err(error),
            Err(error) if occasion.strict => return Err(error),
            Err(error) => told.line(format!("note: {error}")),
            Ok(()) => {}
        }
        let function = title_in(&home.library, occasion.function);
        let span = info_span!(
            target: SPANS,
            "run",
            function,
            run = id,
            row = occasion.row,
            outcome = field::Empty,
            otel.status_code = field::Empty,
        );
        Ok(Self {
            looked: None,
            waited: Duration::ZERO,
            counts: rpa.counts(),
            function,
            span,
            unsaid: Unsaid::of(&instance.params),
            audit: rpa.audit(),
            log,
            downloads: rpa.downloads_of(&id),
            files: Vec::new(),
            network: Vec::new(),
            read_by: Vec::new(),
            told: told.clone(),
            strict: occasion.strict,
            lost,
            bank,
            stops: occasion.stops,
            holds: occasion.holds,
            pictures: occasion.pictures,
            taken: 0,
            steps: 0,
            did: 0,
            wrote: false,
            began: Instant::now(),
        })
    }

    /// The run's name, where it is kept.
    pub fn id(&self) -> Option<&str> {
        self.log.as_ref().map(RunLog::id)
    }

    /// What all that is done for it belongs to.
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// It looks.
    fn looks(&mut self) {
        let now = Instant::now();
        self.looked.get_or_insert((now, now)).1 = now;
    }

    /// It has looked for the last time before a step, or before its end.
    fn looked(&mut self) {
        if let Some((first, last)) = self.looked.take() {
            self.waited += last - first;
        }
    }

    /// Why it is not kept, where it is not.
    pub fn lost(&self) -> Option<&str> {
        self.lost.as_deref()
    }

    fn note(&mut self, line: &RunLine) -> Result<(), RunError> {
        let Some(log) = &mut self.log else { return Ok(()) };
        match log.note(line) {
            Err(error) if !self.strict => {
                self.lost = Some(error.to_string());
                self.log = None;
                Ok(())
            }
            Ok(()) => {
                let run = log.id();
                self.told.event(&Event::Noted { run, line });
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    /// Whether a step was begun that may have changed what is kept somewhere.
    pub fn may_have_written(&self) -> bool {
        self.wrote
    }

    /// Seconds since it began.
    pub fn seconds(&self) -> f64 {
        // A thousandth is enough, and keeps the lines short.
        (self.began.elapsed().as_secs_f64() * 1000.0).round() / 1000.0
    }

    /// What the checks say before anything is done.
    pub fn before(&mut self, findings: &[device::Finding]) -> Result<(), Error> {
        let line = RunLine::Before {
            findings: findings.iter().map(finding).collect(),
        };
        self.note(&line).map_err(Error::kept)
    }

    /// Keep what was saved since. The error is how a run ends whose files can't be kept.
    pub fn keep_files(&mut self, device: &mut dyn Device) -> Result<(), Box<Ending>> {
        self.files.extend(saved::of_device(device, &self.downloads)?);
        Ok(())
    }

    /// Hear what servers did not give since, and say where the device fell back to another way of reading it.
    pub fn hear(&mut self, device: &mut dyn Device) {
        let known = self.read_by.len();
        for (nth, way) in device.read_by().iter().enumerate().skip(known) {
            if nth > 0 && known > 0 {
                self.told
                    .line(format!("note: from here on the screen is read by {way}"));
            }
            self.read_by.push(way.clone());
        }
        let left = MOST_FAULTS.saturating_sub(self.network.len());
        let faults = device.network_faults().into_iter().take(left);
        let steps = self.did;
        self.network.extend(faults.map(|it| (steps, it)));
    }

    /// What servers did not give, a line each. With `all`, also what is a mere part of what shows.
    pub fn network(&self, all: bool) -> Vec<String> {
        let wanted = self.network.iter().filter(|(_, it)| all || it.weighs);
        let line = |(steps, it): &(usize, NetworkFault)| match steps {
            0 => it.to_string(),
            steps => format!("after step {steps}: {it}"),
        };
        wanted.map(line).collect()
    }

    /// What was saved.
    pub fn files(&self) -> &[SavedFile] {
        &self.files
    }

    /// What has changed: on the device, and the files that were saved; a line each.
    pub fn changes(&self, device: &mut dyn Device) -> Vec<String> {
        let files = self.files.iter().map(ToString::to_string);
        device.changes().into_iter().chain(files).collect()
    }

    /// Stop a dry run before what can't be taken back.
    fn check_dry(&self, screen: &Screen, action: &HardAction, step: &str) -> Result<(), DeviceError> {
        let Some(stops) = &self.stops else { return Ok(()) };
        match lasting(stops, screen, action) {
            Some(why) => Err(DeviceError::NotAllowed(NotAllowed::Dry {
                step: step.to_owned(),
                why,
            })),
            None => Ok(()),
        }
    }

    /// It ended.
    pub fn end(
        &mut self,
        recording: &Recording,
        healed: Vec<String>,
        changes: Vec<String>,
    ) -> Result<(), Error> {
        let outcome = recording.ending.outcome;
        self.looked();
        self.span.record("outcome", outcome.name());
        if !matches!(outcome, Outcome::Reached | Outcome::Unchecked) {
            self.span.record("otel.status_code", "ERROR");
        }
        self.counts.ran(&RunCount {
            function: &self.function,
            outcome,
            seconds: self.seconds(),
            steps: self.steps,
            healed: healed.len(),
            waited: self.waited.as_secs_f64(),
        });
        if let Some(log) = &self.log {
            let noted = self.audit.note(Deed::Ends {
                run: log.id().to_owned(),
                outcome: outcome.name().to_owned(),
            });
            // What was done is known by its beginning.
            if let Err(error) = noted {
                self.told.line(format!("note: {error}"));
            }
        }
        let end = End {
            at: self.seconds(),
            outcome,
            diagnostic: recording.ending.for_people(),
            answer: recording.answer.clone(),
            healed,
            changes,
            network: self.network(true),
            read_by: self.read_by.clone(),
            recording: Some(recording.id.clone()).filter(|it| !it.0.is_empty()),
        };
        self.note(&RunLine::Ends(Box::new(end))).map_err(Error::kept)
    }

    /// The screen as the run left it.
    pub fn last_picture(&mut self, device: &mut dyn Device, outcome: Outcome) {
        let wanted = match self.pictures {
            Pictures::Each | Pictures::Ends => true,
            Pictures::Failed => !matches!(outcome, Outcome::Reached | Outcome::Unchecked),
            Pictures::None => false,
        };
        if wanted {
            // A page that answers no more has had its time.
            device.limit(Some(LAST_LOOK));
            self.picture(device);
            device.limit(None);
        }
    }

    /// A picture is a help to people: a run goes on without one.
    fn picture(&mut self, device: &mut dyn Device) {
        let Some(bank) = &self.bank else { return };
        let kept = device.screenshot().map_err(|it| it.to_string());
        let kept = kept.and_then(|png| bank.keep_screenshot(png).map_err(|it| it.to_string()));
        let noted = kept.and_then(|sha256| {
            let picture = Picture {
                at: self.seconds(),
                after: self.steps,
                sha256,
            };
            self.note(&RunLine::Picture(picture)).map_err(|it| it.to_string())
        });
        self.taken += 1;
        if let Err(error) = noted {
            tracing::debug!(%error, "no picture");
        }
    }
}

/// A finding as it is written down.
pub fn finding(it: &device::Finding) -> Finding {
    Finding {
        check: it.check.clone(),
        holds: it.holds,
    }
}

/// How long after 1970 it is.
pub(crate) fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// A name for what begins then, in the order of time.
pub(crate) fn stamp(now: Duration) -> String {
    let time = jiff::Timestamp::from_millisecond(i64::try_from(now.as_millis()).unwrap_or(i64::MAX));
    let time = time.unwrap_or_default();
    format!("{}-{:03}", time.strftime("%Y%m%d-%H%M%S"), now.subsec_millis())
}

/// A device whose steps are written down.
pub struct Witness<'a> {
    device: &'a mut dyn Device,
    book: &'a mut RunBook,
    /// What was seen last: what indices mean.
    seen: Option<Screen>,
}

impl<'a> Witness<'a> {
    /// Write down what is done on a device.
    pub fn new(device: &'a mut dyn Device, book: &'a mut RunBook) -> Self {
        Self {
            device,
            book,
            seen: None,
        }
    }

    fn note(&mut self, line: &RunLine) -> Result<(), DeviceError> {
        // What can't be written down is not done: nobody could say later whether it was.
        self.book.note(line).map_err(|error: RunError| {
            let source = Cause::of(error);
            DeviceError::NotAllowed(NotAllowed::Unwritten { source })
        })
    }
}

impl Device for Witness<'_> {
    fn info(&self) -> DeviceInfo {
        self.device.info()
    }

    fn observe(&mut self) -> Result<Screen, DeviceError> {
        let screen = self.device.observe();
        self.book.looks();
        self.book.hear(&mut *self.device);
        let screen = screen?;
        self.seen = Some(screen.clone());
        Ok(screen)
    }

    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
        self.device.screenshot()
    }

    fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        let wanted = match self.book.pictures {
            Pictures::Each => self.book.taken < MOST_PICTURES - 1,
            Pictures::Ends => self.book.taken == 0,
            Pictures::Failed | Pictures::None => false,
        };
        if wanted {
            self.book.picture(&mut *self.device);
        }
        let unseen = Screen::default();
        let screen = self.seen.as_ref().unwrap_or(&unseen);
        let acts = Acts {
            at: self.book.seconds(),
            step: describe_action(screen, action),
            may_write: action.kind().may_write(),
        };
        self.book.check_dry(screen, action, &acts.step)?;
        if let (true, Some(holds)) = (acts.may_write, &self.book.holds) {
            holds()?;
        }
        self.book.wrote |= acts.may_write;
        let target = action.target().and_then(|it| screen.get(*it));
        let step = info_span!(
            target: SPANS,
            parent: &self.book.span,
            "step",
            number = self.book.steps + 1,
            action = %action.kind(),
            element = target.map(|it| self.book.unsaid.name_of(it)),
            otel.status_code = field::Empty,
        );
        self.note(&RunLine::Acts(acts))?;
        self.book.looked();
        let done = step.in_scope(|| self.device.act(action));
        if done.is_err() {
            step.record("otel.status_code", "ERROR");
        }
        drop(step);
        self.book.steps += 1;
        if !matches!(
            action,
            HardAction::Status { .. } | HardAction::Answer { .. } | HardAction::Wait
        ) {
            self.book.did = self.book.steps;
        }
        let acted = Acted {
            at: self.book.seconds(),
            error: done.as_ref().err().map(ToString::to_string),
        };
        self.note(&RunLine::Acted(acted))?;
        done
    }

    fn tell_secret(&mut self, name: &str, value: &str) -> Result<bool, DeviceError> {
        self.device.tell_secret(name, value)
    }

    device::forward_to_device!(device);
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use emulator::Emulator;
    use task::Params;
    use trajectory::Origin;

    use super::*;
    use crate::{home::Home, observer::Observer};

    /// A phone that is read in another way once something was done on it.
    struct Falls {
        phone: Emulator,
        read_by: Vec<String>,
    }

    impl Device for Falls {
        fn info(&self) -> DeviceInfo {
            self.phone.info()
        }

        fn observe(&mut self) -> Result<Screen, DeviceError> {
            self.phone.observe()
        }

        fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
            self.phone.screenshot()
        }

        fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
            self.read_by.push("plain tools: the quick way is gone".to_owned());
            self.phone.act(action)
        }

        fn read_by(&self) -> &[String] {
            &self.read_by
        }
    }

    /// What was said.
    #[derive(Default)]
    struct Ear(Mutex<Vec<String>>);

    impl Observer for Ear {
        fn hear(&self, event: &Event<'_>) {
            if let Event::Line { text } = event {
                self.0.lock().expect("nobody panicked").push(text.clone());
            }
        }
    }

    #[test]
    fn how_a_device_was_read_is_noted_and_a_fall_is_said_when_it_happens() {
        let dir = tempfile::tempdir().expect("a folder");
        let ear = Arc::new(Ear::default());
        let rpa = Autorpa::new(Home::new(dir.path(), dir.path().join("library"))).watched_by(ear.clone());
        let instance = Instance::of_no_type("phone", "Go home", Params::new());
        let occasion = Occasion {
            function: "go_home",
            source: "",
            row: None,
            resumes: None,
            pictures: Pictures::None,
            stops: None,
            strict: true,
            holds: None,
        };
        let mut book = RunBook::begin(&rpa, &instance, occasion).expect("a record");
        let mut phone = Falls {
            phone: Emulator::new(),
            read_by: vec!["the quick way".to_owned()],
        };
        let mut witness = Witness::new(&mut phone, &mut book);
        let screen = witness.observe().expect("a screen");
        witness.act(&ui::Action::NavigateHome).expect("home");
        assert!(ear.0.lock().expect("nobody panicked").is_empty());
        witness.observe().expect("a screen");
        let said = ear.0.lock().expect("nobody panicked").clone();
        assert_eq!(
            said,
            ["note: from here on the screen is read by plain tools: the quick way is gone"]
        );
        let recording = Recording::reached(Origin::Script, instance, Vec::new(), Arc::new(screen));
        book.end(&recording, Vec::new(), Vec::new()).expect("kept");
        let id = book.id().expect("it is kept").to_owned();
        let record = Runs::of(&rpa.home.bank).load(&id).expect("a record");
        assert_eq!(record.end.expect("it ended").read_by, phone.read_by);
    }
}
