//! Watching whether the pages of a function drift: it is run again and again, where that writes nothing or is put back, and
//! what is different from when it was right is told.

mod differences;

use std::{
    num::NonZeroUsize,
    path::PathBuf,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use serde_json::json;
use settings::Setting;
use thiserror::Error as ThisError;
use trajectory::Outcome;

use self::differences::{LookV1, VERSION};
use crate::{
    Autorpa,
    audit::Front,
    error::Error,
    file_help::FileHelp,
    home,
    observer::{Audience, Event, Observer},
    policy::OutsidePolicy,
    request::ExecRequest,
    telling::{Tell, Teller},
};

/// Looks do not follow each other sooner.
const SHORTEST: Duration = Duration::from_secs(1);
/// How often it is asked whether it is to end.
const ASKS: Duration = Duration::from_millis(200);

/// Watch whether the pages of a function drift.
#[derive(Clone, Debug)]
pub struct WatchRequest {
    /// How it is run.
    pub exec: ExecRequest,
    /// How long after each other looks begin.
    pub every: Duration,
    /// How often it is looked; for ever, if not said.
    pub times: Option<NonZeroUsize>,
    /// Whether what is seen now is what it is held against from now on.
    pub anew: bool,
    /// Who is told outside.
    pub tell: Tell,
}

/// A time between looks, as `1d`, `1h`, `30m` or `1h 30m`; a day is 24 hours.
pub fn read_pause(text: &str) -> Result<Duration, BadPause> {
    let bad = || BadPause(text.to_owned());
    let read: jiff::Span = text.trim().parse().map_err(|_| bad())?;
    let read = read
        .to_duration(jiff::SpanRelativeTo::days_are_24_hours())
        .map_err(|_| bad())?;
    let read = Duration::try_from(read).map_err(|_| bad())?;
    match read >= SHORTEST {
        true => Ok(read),
        false => Err(bad()),
    }
}

/// A text that is no time between looks.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[error("`{0}` is no time between looks: write it as 1d, 1h, 30m or 1h30m; the shortest is a second")]
pub struct BadPause(String);

/// What came of watching.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watched {
    /// How often it was looked.
    pub looks: usize,
    /// How often something was different.
    pub drifts: usize,
    /// What was different the last time, a line each.
    pub differences: Vec<String>,
    /// How the last look ended, where it was not right.
    pub failed: Option<Outcome>,
}

impl Watched {
    /// An error where the function was not right at the last look.
    pub fn ended(&self) -> Result<(), Error> {
        match self.failed {
            Some(outcome) => Err(Error::ended(outcome, NotWatched::Broken { outcome })),
            None => Ok(()),
        }
    }
}

/// Hears all that is told but each run's result: of watching, what is different is the result.
struct Looks(Audience);

impl Observer for Looks {
    fn hear(&self, event: &Event<'_>) {
        if !matches!(event, Event::Ran { .. }) {
            self.0.event(event);
        }
    }
}

/// Why a function is not watched.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum NotWatched {
    /// It does what nothing takes back, on what is really there.
    #[error(
        "{function} does what nothing takes back ({}), on what is really there\nhelp: {:#} of a task file with a [reset] runs it on a \
         sandbox",
        what.join("; "),
        Setting::TaskType
    )]
    Lasting {
        /// The function.
        function: String,
        /// What it does.
        what: Vec<String>,
    },
    /// What is kept of the last look can't be read.
    #[error("{}: {reason}\nhelp: {} takes what is seen now in its place", path.display(), Setting::Anew)]
    Unread {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// It was not right when it was looked first.
    #[error("it ended {outcome}: there is nothing that later looks could be held against\n{why}")]
    NotRight {
        /// How it ended.
        outcome: Outcome,
        /// Why.
        why: String,
    },
    /// It was not right at the last look.
    #[error("it ended {outcome} when it was looked last")]
    Broken {
        /// How it ended.
        outcome: Outcome,
    },
    /// It wrote, though it was to read only.
    #[error("it has written, and is not watched any more: {}", what.join("; "))]
    Wrote {
        /// What was sent.
        what: Vec<String>,
    },
}

impl Autorpa {
    /// Run a function again and again, and tell what is different from when it was right. Where nothing puts back what it does,
    /// its pages send questions only.
    pub fn watch(&self, request: &WatchRequest) -> Result<Watched, Error> {
        let mut rpa = self.clone().watched_by(Arc::new(Looks(self.told.clone())));
        rpa.front = Front::Watch;
        let mut exec = request.exec.clone();
        let ready = rpa.ready(&exec)?;
        if !ready.is_put_back() {
            let what = ready.lasting();
            if !what.is_empty() {
                let function = ready.name;
                return Err(Error::usage(NotWatched::Lasting { function, what }));
            }
            exec.reads_only = true;
        }
        let teller = Teller::new(&request.tell, &rpa.told);
        let mut watched = Watched::default();
        loop {
            let began = Instant::now();
            let anew = request.anew && watched.looks == 0;
            match rpa.look_once(&exec, anew, &teller) {
                Ok(Some(look)) => {
                    watched.looks += 1;
                    watched.drifts += usize::from(!look.differences.is_empty());
                    (watched.differences, watched.failed) = (look.differences, look.failed);
                }
                // Somebody stopped it.
                Ok(None) => return Ok(watched),
                // It is looked again when its time has come.
                Err(error) if OutsidePolicy::of(&error).is_some_and(OutsidePolicy::passes) => {
                    rpa.told.line(format!("note: {error}"));
                    watched.looks += 1;
                }
                Err(error) => return Err(error),
            }
            if request.times.is_some_and(|it| watched.looks >= it.get()) {
                return Ok(watched);
            }
            while began.elapsed() < request.every {
                if rpa.cancel.is_cancelled() {
                    return Ok(watched);
                }
                thread::park_timeout(ASKS);
            }
        }
    }

    /// One look: what is different, told where it was not told before. `None` where somebody stopped it.
    fn look_once(&self, exec: &ExecRequest, anew: bool, teller: &Teller) -> Result<Option<Look>, Error> {
        let ran = self.perform(exec, None)?;
        let healed = ran.record.as_ref().map(|it| it.1.clone()).unwrap_or_default();
        let (name, source) = (ran.name.clone(), ran.source.clone());
        let ran = self.kept(ran, false, None)?;
        let recording = &ran.recording;
        if recording.ending.outcome == Outcome::Cancelled {
            return Ok(None);
        }
        if exec.reads_only {
            self.refuse_writing(&ran, teller, &name)?;
        }
        let sha256 = library::sha256(&source);
        let mut now = LookV1::of(&sha256, recording, ran.record.as_deref(), &healed);
        let file = self.home.watches.join(format!("{}.json", file_name(&name, exec)));
        let before = match anew {
            true => None,
            false => kept_look(&file)?.filter(|it| it.script_sha256 == sha256),
        };
        let Some(mut before) = before else {
            if !now.is_right() {
                let why = ran.ended().err().map(|it| it.to_string()).unwrap_or_default();
                let outcome = recording.ending.outcome;
                return Err(Error::ended(outcome, NotWatched::NotRight { outcome, why }));
            }
            keep_look(&file, &now)?;
            self.told.line(format!(
                "{name}: what was seen is kept; later looks are held against it"
            ));
            return Ok(Some(Look::default()));
        };
        let mut differences = before.differences(&now);
        if let (false, Some(why)) = (now.is_right(), recording.ending.for_people()) {
            differences.insert(0, why.message);
        }
        let is_news = differences != before.told;
        before.told.clone_from(&differences);
        now.told.clone_from(&differences);
        keep_look(&file, &before)?;
        if is_news {
            self.tell_of(&name, &ran, &differences, teller);
        }
        let failed = (!now.is_right()).then_some(recording.ending.outcome);
        Ok(Some(Look { differences, failed }))
    }

    fn tell_of(&self, name: &str, ran: &crate::Ran, differences: &[String], teller: &Teller) {
        let outcome = ran.recording.ending.outcome;
        let what = match differences.is_empty() {
            true => "as it was again",
            false => "drifted",
        };
        self.told.line(format!("{name}: {what} ({outcome})"));
        for line in differences {
            self.told.line(format!("  {line}"));
        }
        teller.tell(json!({
            "what": if differences.is_empty() { "settled" } else { "drift" },
            "function": name,
            "outcome": outcome.name(),
            "run": ran.record,
            "differences": differences,
        }));
    }

    /// A function that sends what may write is no reading one: what was held back is said with the drift; what could not be
    /// held back ends the watching.
    fn refuse_writing(&self, ran: &crate::Ran, teller: &Teller, name: &str) -> Result<(), Error> {
        let held: Vec<&str> = ran
            .changes
            .iter()
            .filter_map(|it| it.strip_prefix("held back: "))
            .collect();
        let sent = ran
            .recording
            .steps
            .iter()
            .flat_map(|step| step.sent.iter().flatten().map(move |it| (step, it)));
        let wrote = sent.filter(|(_, it)| !it.is_question() && !held.contains(&it.to_string().as_str()));
        let what: Vec<String> = wrote
            .map(|(step, it)| format!("{} ({it})", differences::words(step)))
            .collect();
        if what.is_empty() {
            return Ok(());
        }
        teller.tell(json!({ "what": "wrote", "function": name, "run": ran.record, "sent": what }));
        Err(Error::ended(Outcome::Refused, NotWatched::Wrote { what }))
    }
}

/// What came of one look.
#[derive(Default)]
struct Look {
    differences: Vec<String>,
    failed: Option<Outcome>,
}

/// A name for what is watched: the function, and what it is run on and with.
fn file_name(name: &str, exec: &ExecRequest) -> String {
    let on = format!(
        "{:?} {:?} {:?} {:?} {:?}",
        exec.params, exec.url, exec.device, exec.task_type, exec.seed
    );
    let stem = std::path::Path::new(name)
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    format!(
        "{}-{}",
        trajectory::disk::file_name(&stem),
        &library::sha256(&format!("{name}\n{on}"))[..12]
    )
}

fn kept_look(file: &std::path::Path) -> Result<Option<LookV1>, Error> {
    if !file.is_file() {
        return Ok(None);
    }
    let text = home::read(file, FileHelp::Readable)?;
    let unread = |reason: String| {
        Error::usage(NotWatched::Unread {
            path: file.to_owned(),
            reason,
        })
    };
    let look: LookV1 = serde_json::from_str(&text).map_err(|it| unread(it.to_string()))?;
    match look.version {
        VERSION => Ok(Some(look)),
        other => Err(unread(format!("it has version {other}"))),
    }
}

fn keep_look(file: &std::path::Path, look: &LookV1) -> Result<(), Error> {
    // Texts always are JSON.
    let text = serde_json::to_string_pretty(look).unwrap_or_default();
    home::write(file, format!("{text}\n").as_bytes())
}
