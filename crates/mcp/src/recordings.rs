//! Recordings that a client begins: each in a browser of its own, on a thread of its own, until the client stops it or goes.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use autorpa::{Autorpa, ListenRequest, Listening, Over, Recording, Said, StepSoFar, Word};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use thiserror::Error;
use tokio::{sync::watch, time};

/// How many may go on at a time: each has a browser.
const AT_ONCE: usize = 4;
/// How many that are over are remembered. What was kept is among the recordings for good.
const REMEMBERED: usize = 20;
/// How long a page is listened to before the client is.
const TURN: Duration = Duration::from_millis(40);
/// How long a browser may take to open, or to come to its end.
const MOST: Duration = Duration::from_secs(60);
/// How long a recording goes on where nothing is done in its browser and nobody asks for it, where nobody can see its client go.
pub const IDLE: Duration = Duration::from_secs(30 * 60);
/// How many of the newest notes are remembered.
const NOTES: usize = 50;

/// What is to be recorded.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The page where it begins.
    pub url: String,
    /// What the kind of task is called.
    #[serde(default)]
    pub name: Option<String>,
    /// What is going to be done, with its values.
    #[serde(default)]
    pub goal: Option<String>,
    /// Whether nobody sees the browser.
    #[serde(default)]
    pub hidden: bool,
    /// Names of fields whose values nobody may read.
    #[serde(default)]
    pub secrets: Vec<String>,
}

/// How a recording is ended.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stop {
    /// Which one.
    pub session: u64,
    /// Whether it is kept.
    #[serde(default = "yes")]
    pub keep: bool,
}

fn yes() -> bool {
    true
}

/// Which recording is asked about.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Which {
    /// Its number.
    pub session: u64,
}

/// Why nothing is recorded, or none is there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotRecorded {
    /// A client opens pages of the web alone, and no files.
    #[error("a recording begins at an http or https address, not at `{0}`; nothing was done")]
    NoPage(String),
    /// Too many go on.
    #[error("{AT_ONCE} recordings go on already: stop one first; nothing was done")]
    TooMany,
    /// No browser opened, or what was shown can't be kept.
    #[error("{0}")]
    Failed(String),
    /// The browser takes too long.
    #[error("the browser did not {what} within {seconds} s; `recording_status` says what came of it", seconds = MOST.as_secs())]
    Late {
        /// What it was to do.
        what: &'static str,
    },
    /// There is none.
    #[error("there is no recording {session}; {}", there_are(.known))]
    None {
        /// Its number.
        session: u64,
        /// Those that there are.
        known: Vec<u64>,
    },
    /// It has ended.
    #[error("recording {0} is over: {1}")]
    Over(u64, &'static str),
}

fn there_are(known: &[u64]) -> String {
    match known {
        [] => "none was begun".to_owned(),
        known => {
            let known: Vec<String> = known.iter().map(u64::to_string).collect();
            format!("there are {}", known.join(", "))
        }
    }
}

/// What a client wants of a recording that goes on.
enum Wish {
    /// It asks how it stands.
    Look,
    Keep,
    Discard,
}

/// Where a recording is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum State {
    Opening,
    Recording,
    /// The page was closed, or the browser is gone; what was done until then can be kept.
    PageGone,
    Kept,
    Discarded,
    Failed,
}

impl State {
    fn is_over(self) -> bool {
        matches!(self, State::Kept | State::Discarded | State::Failed)
    }

    fn told(self) -> &'static str {
        match self {
            State::Opening => "its browser opens",
            State::Recording => "it goes on",
            State::PageGone => "its page is gone",
            State::Kept => "it was kept",
            State::Discarded => "it was discarded",
            State::Failed => "it failed",
        }
    }
}

/// What there is of a recording.
#[derive(Clone)]
struct Now {
    state: State,
    why: Option<String>,
    /// The port at which the browser takes the DevTools protocol.
    port: Option<u16>,
    steps: Vec<StepSoFar>,
    gaps: Vec<String>,
    notes: Vec<String>,
    /// What it became.
    kept: Option<Json>,
}

/// One recording.
struct Session {
    url: String,
    wishes: Sender<Wish>,
    now: watch::Receiver<Now>,
    thread: JoinHandle<()>,
}

/// All that clients have begun.
#[derive(Default)]
pub struct Recordings {
    sessions: Mutex<BTreeMap<u64, Session>>,
    /// After how long one is discarded in which nothing is done, and for which nobody asks.
    idle: Option<Duration>,
}

impl Recordings {
    /// Of clients that may go unseen: what nobody asks for that long is discarded.
    pub fn with_idle(idle: Duration) -> Self {
        Self {
            idle: Some(idle),
            ..Self::default()
        }
    }

    /// Open a browser and record what is done in it.
    pub async fn start(&self, rpa: &Autorpa, start: Start) -> Result<Json, NotRecorded> {
        let is_web = ["http://", "https://"].iter().any(|it| {
            let begins = start.url.get(..it.len());
            begins.is_some_and(|begins| begins.eq_ignore_ascii_case(it))
        });
        if !is_web {
            return Err(NotRecorded::NoPage(start.url));
        }
        let (session, mut now) = self.begin(rpa, start)?;
        let opened = now.wait_for(|it| it.state != State::Opening);
        let state = match time::timeout(MOST, opened).await {
            Ok(Ok(now)) => now.clone(),
            Ok(Err(_)) => return Err(broke()),
            Err(_) => return Err(NotRecorded::Late { what: "open" }),
        };
        match state.state {
            State::Failed => Err(NotRecorded::Failed(state.why.unwrap_or_default())),
            _ => self.status(session),
        }
    }

    fn begin(&self, rpa: &Autorpa, start: Start) -> Result<(u64, watch::Receiver<Now>), NotRecorded> {
        let mut all = self.all();
        let is_over = |it: &Session| it.now.borrow().state.is_over() || it.thread.is_finished();
        if all.values().filter(|it| !is_over(it)).count() >= AT_ONCE {
            return Err(NotRecorded::TooMany);
        }
        let over: Vec<u64> = all.iter().filter(|it| is_over(it.1)).map(|it| *it.0).collect();
        for old in over.iter().take(over.len().saturating_sub(REMEMBERED)) {
            all.remove(old);
        }
        let session = all.keys().next_back().map_or(1, |it| it + 1);
        let (wishes, heard) = mpsc::channel();
        let (tells, now) = watch::channel(Now {
            state: State::Opening,
            why: None,
            port: None,
            steps: Vec::new(),
            gaps: Vec::new(),
            notes: Vec::new(),
            kept: None,
        });
        let url = start.url.clone();
        let request = ListenRequest {
            ears: rpa.pages.ears(start.hidden),
            url: Some(start.url),
            goal: start.goal,
            name: start.name,
            task: None,
            secrets: start.secrets,
            login: rpa.pages.login.clone(),
        };
        let rpa = rpa.clone();
        let thread = thread::Builder::new().name(format!("recording {session}"));
        let idle = self.idle;
        let thread = thread.spawn(move || perform(&rpa, &request, idle, &heard, &tells));
        let thread = thread.map_err(|it| NotRecorded::Failed(format!("no recording can be begun: {it}")))?;
        let it = Session {
            url,
            wishes,
            now: now.clone(),
            thread,
        };
        all.insert(session, it);
        Ok((session, now))
    }

    /// What there is of a recording.
    pub fn status(&self, session: u64) -> Result<Json, NotRecorded> {
        let all = self.all();
        let it = all.get(&session).ok_or_else(|| none(session, &all))?;
        // One that is over hears nothing more.
        let _over = it.wishes.send(Wish::Look);
        let mut now = it.now.borrow().clone();
        if it.thread.is_finished() && !now.state.is_over() {
            now.state = State::Failed;
            now.why = Some(broke().to_string());
        }
        Ok(json!({
            "session": session,
            "state": now.state,
            "why": now.why,
            "goes_on": now.state == State::Recording,
            "url": it.url,
            "steps": steps(&now.steps),
            "gaps": now.gaps,
            "notes": now.notes,
            "devtools": now.port.map(|it| format!("http://127.0.0.1:{it}")),
        }))
    }

    /// End a recording; what was kept, where it is kept.
    pub async fn stop(&self, stop: Stop) -> Result<Json, NotRecorded> {
        let mut now = {
            let all = self.all();
            let it = all.get(&stop.session).ok_or_else(|| none(stop.session, &all))?;
            let state = it.now.borrow().state;
            if state.is_over() {
                return Err(NotRecorded::Over(stop.session, state.told()));
            }
            let wish = if stop.keep { Wish::Keep } else { Wish::Discard };
            it.wishes.send(wish).map_err(|_| broke())?;
            it.now.clone()
        };
        let over = now.wait_for(|it| it.state.is_over());
        let now = match time::timeout(MOST, over).await {
            Ok(Ok(now)) => now.clone(),
            Ok(Err(_)) => return Err(broke()),
            Err(_) => return Err(NotRecorded::Late { what: "end" }),
        };
        match (now.state, now.kept) {
            (State::Kept, Some(kept)) => Ok(kept),
            (State::Discarded, _) => Ok(json!({ "session": stop.session, "state": now.state })),
            _ => Err(NotRecorded::Failed(now.why.unwrap_or_default())),
        }
    }

    /// End all that goes on, and keep nothing of it: the client is gone.
    pub fn end(&self) {
        let all = std::mem::take(&mut *self.all());
        for (_, it) in all {
            drop(it.wishes);
            if it.thread.join().is_err() {
                tracing::warn!("a recording broke");
            }
        }
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<u64, Session>> {
        // A poisoned lock only means that another thread panicked beside it.
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn none(session: u64, all: &BTreeMap<u64, Session>) -> NotRecorded {
    let known = all.keys().copied().collect();
    NotRecorded::None { session, known }
}

fn broke() -> NotRecorded {
    NotRecorded::Failed("the recording broke; the server goes on, and its log has more".to_owned())
}

fn steps(all: &[StepSoFar]) -> Vec<Json> {
    all.iter()
        .map(|it| json!({ "step": it.words, "careful": it.warning, "gaps_before": it.gaps }))
        .collect()
}

/// Listen until the client says how it ends, or is gone.
fn perform(
    rpa: &Autorpa,
    request: &ListenRequest,
    idle: Option<Duration>,
    wishes: &Receiver<Wish>,
    tells: &watch::Sender<Now>,
) {
    let mut listening = match rpa.listen(request) {
        Ok(listening) => listening,
        Err(error) => return end(tells, State::Failed, Some(error.to_string())),
    };
    tells.send_modify(|now| {
        now.state = State::Recording;
        now.port = listening.port();
    });
    let mut is_over = false;
    let mut last = Instant::now();
    let keeps = loop {
        if let Some(idle) = idle.filter(|idle| last.elapsed() > *idle) {
            drop(listening);
            let why = format!("nothing was done in it, and nobody asked for it, for {idle:?}");
            return end(tells, State::Discarded, Some(why));
        }
        // Of a page that is gone nothing more is heard.
        let turn = if is_over { TURN } else { Duration::ZERO };
        match wishes.recv_timeout(turn) {
            Ok(Wish::Look) => {
                last = Instant::now();
                continue;
            }
            Ok(Wish::Keep) => break true,
            Ok(Wish::Discard) | Err(RecvTimeoutError::Disconnected) => break false,
            Err(RecvTimeoutError::Timeout) if is_over => continue,
            Err(RecvTimeoutError::Timeout) => {}
        }
        let said = listening.listen(TURN);
        is_over = said.iter().any(|it| matches!(it, Said::Over(_)));
        if !said.is_empty() {
            last = Instant::now();
            look(&listening, said, tells);
        }
    };
    if !keeps {
        drop(listening);
        return end(tells, State::Discarded, None);
    }
    if !is_over {
        let said = listening.say(Word::Done);
        look(&listening, said, tells);
    }
    let (steps, gaps) = (steps(&listening.steps()), listening.last_gaps());
    match listening.keep(rpa) {
        Ok(recording) => {
            let kept = kept(rpa, request, &recording, &steps, &gaps);
            tells.send_modify(|now| now.kept = Some(kept));
            end(tells, State::Kept, None);
        }
        Err(error) => end(tells, State::Failed, Some(format!("it can't be kept: {error}"))),
    }
}

/// See what there is now.
fn look(listening: &Listening, said: Vec<Said>, tells: &watch::Sender<Now>) {
    tells.send_modify(|now| {
        now.steps = listening.steps();
        now.gaps = listening.last_gaps();
        for it in said {
            match it {
                Said::Note(it) | Said::Refused(it) => now.notes.push(it),
                Said::Over(Over::Closed) => gone(now, "the page was closed".to_owned()),
                Said::Over(Over::Lost(why)) => gone(now, format!("the browser is gone: {why}")),
                Said::Step { .. } | Said::Gap(_) | Said::Over(Over::Done) => {}
            }
        }
        let old = now.notes.len().saturating_sub(NOTES);
        now.notes.drain(..old);
    });
}

fn gone(now: &mut Now, why: String) {
    now.state = State::PageGone;
    now.why = Some(why);
}

fn end(tells: &watch::Sender<Now>, state: State, why: Option<String>) {
    tells.send_modify(|now| {
        now.state = state;
        now.why = why.or(now.why.take());
        now.port = None;
    });
}

/// What a recording became.
fn kept(rpa: &Autorpa, request: &ListenRequest, it: &Recording, steps: &[Json], gaps: &[String]) -> Json {
    json!({
        "state": State::Kept,
        "recording": it.id.to_string(),
        "goal": it.instance.goal,
        "task_type": it.instance.task_type,
        "values": it.instance.params,
        "steps": steps,
        "gaps": gaps,
        "outcome": it.ending.outcome.name(),
        "next": rpa.next_call(it, request.url.as_deref()).to_string(),
    })
}

#[cfg(test)]
mod tests {
    use device_web::find_chromium;
    use testkit::{Answer, Part, serve, there};

    use super::*;

    #[test]
    fn what_nobody_asks_for_is_discarded_after_a_while() {
        if there(Part::Web, find_chromium()).is_none() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let home = autorpa::Home::new(&folder.path().join("home"), folder.path().join("library"));
        let address = serve(|_| Answer::page("<title>Guests</title><button>Add</button>"));
        let recordings = Recordings::with_idle(Duration::from_secs(2));
        let start = serde_json::from_value(json!({ "url": format!("http://{address}/"), "hidden": true }));
        let rpa = Autorpa::new(home);
        let begun = recordings.start(&rpa, start.unwrap());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        assert_eq!(runtime.unwrap().block_on(begun).unwrap()["session"], 1);
        // It is seen from within: to ask would be to ask for it.
        let state = || recordings.all()[&1].now.borrow().state;
        let began = Instant::now();
        while state() != State::Discarded {
            assert!(began.elapsed() < MOST, "{:?}", state());
            thread::park_timeout(TURN);
        }
        let said = recordings.status(1).unwrap();
        assert!(
            said["why"].as_str().unwrap().contains("nobody asked for it"),
            "{said}"
        );
    }
}
