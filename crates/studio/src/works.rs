//! What runs now: each piece of work on a thread of its own, with what it tells, until it is over.

mod asking;
mod question;

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, Condvar, Mutex},
};

use autorpa::{
    Autorpa, BuildRequest, Built, Error, Event, ExecRequest, Observer, Outcome, Question as Asked, Ran,
    RanRow, RanRows, RowsRequest, outline::Reverified,
};
use device::Cancel;
use serde::Serialize;
use tokio::sync::{Semaphore, watch};
use trajectory::RunLine;
use ui::visible;

use crate::remembered::{forget_oldest, locked};

pub use self::question::{Answer, Question};

/// How many pieces of work go on at a time: each has a device of its own.
const AT_ONCE: usize = 2;
/// How many that are over are remembered. What they did is among the runs for good.
const REMEMBERED: usize = 100;

/// What is to be done.
pub enum Order {
    /// Run a function once.
    Run(Box<ExecRequest>),
    /// Run it for each row of a file.
    Rows(Box<RowsRequest>),
    /// Make a function.
    Build(Box<BuildRequest>),
    /// Run a function on its instances again, after it was edited.
    Verify(PathBuf),
}

/// What kind of work it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A run.
    Run,
    /// A run for each row of a file.
    Rows,
    /// A build.
    Build,
    /// A function that was edited, on its instances again.
    Verify,
}

impl Order {
    fn kind(&self) -> Kind {
        match self {
            Order::Run(_) => Kind::Run,
            Order::Rows(_) => Kind::Rows,
            Order::Build(_) => Kind::Build,
            Order::Verify(_) => Kind::Verify,
        }
    }
}

/// All that was begun since the Studio was opened.
pub struct Works {
    all: Mutex<BTreeMap<u64, Arc<Job>>>,
    slots: Arc<Semaphore>,
}

/// One piece of work.
pub struct Job {
    /// Its number, from 1.
    pub id: u64,
    /// The function's name in the library; of a build the kind of task.
    pub function: String,
    /// What kind of work it is.
    pub kind: Kind,
    /// What it was given, for people.
    pub values: Vec<(String, String)>,
    /// The recording that a build is made from.
    pub recording: Option<String>,
    /// Where its page is; empty where it has none, or that is not known.
    pub url: String,
    cancel: Cancel,
    log: Mutex<Log>,
    changed: watch::Sender<()>,
    answered: Condvar,
}

/// What is known of it so far.
#[derive(Default)]
struct Log {
    notes: Vec<Note>,
    state: State,
    run: Option<String>,
    /// What the person is asked now.
    question: Option<Question>,
    /// How many questions there were.
    asked: usize,
    /// What was answered, and was not taken yet.
    answer: Option<Answer>,
}

/// Where it is.
#[derive(Clone, Debug, Default)]
pub enum State {
    /// Others come first.
    #[default]
    Waiting,
    /// It goes on.
    Running,
    /// It is over.
    Over(Arc<Ended>),
}

/// What came of it.
#[derive(Debug)]
pub enum Ended {
    /// The function has run.
    Ran(Box<Ran>),
    /// It has run for rows.
    Rows(RanRows),
    /// A function was made, or could not be.
    Built(Box<Built>),
    /// A function was held against its instances again.
    Verified(Box<Reverified>),
    /// It could not be run.
    Failed {
        /// Why.
        why: String,
        /// What the ending is called.
        outcome: &'static str,
    },
}

/// Something that was told, as the page hears it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Note {
    /// It has a device, and begins.
    Begins,
    /// A step is about to be done.
    Step {
        /// Which, from 1.
        number: usize,
        /// What is done.
        text: String,
    },
    /// A step is done, or was refused.
    Did {
        /// Which, from 1.
        number: usize,
        /// Why the device did not do it.
        error: Option<String>,
    },
    /// The screen after so many steps.
    Picture {
        /// Name of the picture.
        sha256: String,
        /// How many steps were done before it.
        after: usize,
    },
    /// The person is asked something: the page has the question.
    Asks {
        /// Which question, from 1.
        number: usize,
    },
    /// It was answered, or is not asked any more.
    Answered {
        /// Which question, from 1.
        number: usize,
    },
    /// What it does now; the next one takes the place of it.
    Doing {
        /// In words.
        text: String,
    },
    /// A line.
    Line {
        /// The line.
        text: String,
    },
    /// So many rows are done.
    Rows {
        /// How many are done.
        done: usize,
        /// How many there are.
        total: usize,
    },
    /// It is over: the page has what came of it.
    Over,
}

impl Default for Works {
    fn default() -> Self {
        Self {
            all: Mutex::default(),
            slots: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }
}

impl Works {
    /// The newest first.
    pub fn list(&self) -> Vec<Arc<Job>> {
        locked(&self.all).values().rev().cloned().collect()
    }

    /// The work with this number.
    pub fn get(&self, id: u64) -> Option<Arc<Job>> {
        locked(&self.all).get(&id).cloned()
    }

    /// Whether any goes on.
    pub fn any_runs(&self) -> bool {
        self.list().iter().any(|it| !it.is_over())
    }

    /// Ask all for their end.
    pub fn stop_all(&self) {
        self.list().iter().for_each(|it| it.stop());
    }

    /// Begin a piece of work, as soon as there is room for it.
    pub fn begin(
        &self,
        rpa: &Autorpa,
        function: String,
        values: Vec<(String, String)>,
        order: Order,
    ) -> Arc<Job> {
        let work = self.add(function, values, &order);
        let (rpa, doing) = (rpa.clone(), Arc::clone(&work));
        let slots = Arc::clone(&self.slots);
        tokio::spawn(async move {
            let slot = slots.acquire_owned().await;
            let at_work = Arc::clone(&doing);
            let done = tokio::task::spawn_blocking(move || {
                let _slot = slot;
                at_work.perform(rpa, order)
            });
            let ended = done.await.unwrap_or_else(|_| Ended::Failed {
                why: "it broke; the Studio goes on, and its log has more".to_owned(),
                outcome: "error",
            });
            doing.end(ended);
        });
        work
    }

    fn add(&self, function: String, values: Vec<(String, String)>, order: &Order) -> Arc<Job> {
        let (recording, url) = match order {
            Order::Build(request) => (request.from.first().cloned(), request.url.clone()),
            Order::Run(_) | Order::Rows(_) | Order::Verify(_) => (None, None),
        };
        let mut all = locked(&self.all);
        let id = all.keys().next_back().map_or(1, |it| it + 1);
        let work = Arc::new(Job {
            id,
            function,
            kind: order.kind(),
            values,
            recording,
            url: url.unwrap_or_default(),
            cancel: Cancel::default(),
            log: Mutex::default(),
            changed: watch::Sender::new(()),
            answered: Condvar::new(),
        });
        all.insert(id, Arc::clone(&work));
        forget_oldest(&mut all, Job::is_over, REMEMBERED);
        work
    }
}

impl Job {
    /// Where it is.
    pub fn state(&self) -> State {
        locked(&self.log).state.clone()
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        matches!(locked(&self.log).state, State::Over(_))
    }

    /// Whether somebody has asked for its end.
    pub fn is_stopped(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Ask for its end.
    pub fn stop(&self) {
        self.cancel.cancel();
    }

    /// The name of its run's record, where it has begun one.
    pub fn run(&self) -> Option<String> {
        locked(&self.log).run.clone()
    }

    /// All that it told so far.
    pub fn notes(&self) -> Vec<Note> {
        locked(&self.log).notes.clone()
    }

    /// One note, from 0, where it was told already.
    pub fn note(&self, at: usize) -> Option<Note> {
        let log = locked(&self.log);
        let is_over = matches!(log.state, State::Over(_));
        // A page that has all of it hears the end again, and does not wait for more.
        log.notes.get(at).cloned().or(is_over.then_some(Note::Over))
    }

    /// Wakes at each note.
    pub fn changed(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    fn perform(self: Arc<Self>, rpa: Autorpa, order: Order) -> Ended {
        if self.is_stopped() {
            return Ended::Failed {
                why: "stopped before it began".to_owned(),
                outcome: Outcome::Cancelled.name(),
            };
        }
        locked(&self.log).state = State::Running;
        self.tell(Note::Begins);
        let observer: Arc<dyn Observer> = Arc::<Self>::clone(&self);
        let mut rpa = rpa.watched_by(observer);
        rpa.cancel = self.cancel.clone();
        match order {
            Order::Run(request) => match rpa.exec(&request) {
                Ok(ran) => Ended::Ran(Box::new(ran)),
                Err(error) => failed(&error),
            },
            Order::Rows(request) => match rpa.exec_rows(&request) {
                Ok(ran) => Ended::Rows(ran),
                Err(error) => {
                    forget(request.file);
                    failed(&error)
                }
            },
            Order::Build(request) => match rpa.build(&request) {
                Ok(built) => Ended::Built(Box::new(built)),
                Err(error) => failed(&error),
            },
            Order::Verify(path) => match rpa.verify(&path) {
                Ok(verified) => Ended::Verified(Box::new(verified)),
                Err(error) => failed(&error),
            },
        }
    }

    fn end(&self, ended: Ended) {
        {
            let mut log = locked(&self.log);
            log.state = State::Over(Arc::new(ended));
            log.notes.push(Note::Over);
        }
        self.changed.send_replace(());
    }

    fn tell(&self, note: Note) {
        locked(&self.log).notes.push(note);
        self.changed.send_replace(());
    }

    /// What a run's record says, as a note. Of rows the lines are told, not each step of each.
    fn noted(&self, run: &str, line: &RunLine) {
        if self.kind != Kind::Run {
            return;
        }
        let mut log = locked(&self.log);
        log.run.get_or_insert_with(|| run.to_owned());
        let steps = log
            .notes
            .iter()
            .filter(|it| matches!(it, Note::Step { .. }))
            .count();
        let note = match line {
            RunLine::Acts(acts) => Note::Step {
                number: steps + 1,
                text: visible(&acts.step).into_owned(),
            },
            RunLine::Acted(acted) => Note::Did {
                number: steps,
                error: acted.error.as_deref().map(|it| visible(it).into_owned()),
            },
            RunLine::Picture(picture) => Note::Picture {
                sha256: picture.sha256.clone(),
                after: picture.after,
            },
            RunLine::Begins(_) | RunLine::Before { .. } | RunLine::Ends(_) => return,
        };
        log.notes.push(note);
        drop(log);
        self.changed.send_replace(());
    }

    fn counted(&self, count: usize, is_length: bool) {
        let mut log = locked(&self.log);
        let before = log.notes.iter().rev().find_map(|it| match it {
            Note::Rows { done, total } => Some((*done, *total)),
            _ => None,
        });
        let (done, total) = before.unwrap_or_default();
        log.notes.push(match is_length {
            true => Note::Rows { done, total: count },
            false => Note::Rows {
                done: done + count,
                total,
            },
        });
        drop(log);
        self.changed.send_replace(());
    }
}

impl Observer for Job {
    fn hear(&self, event: &Event<'_>) {
        match event {
            Event::Line { text } => self.tell(Note::Line {
                text: visible(text).into_owned(),
            }),
            Event::Noted { run, line } => self.noted(run, line),
            Event::Length { count } => self.counted(*count, true),
            Event::Done { count } => self.counted(*count, false),
            Event::Building { step, .. } => self.tell(Note::Line {
                text: visible(step.to_string().trim()).into_owned(),
            }),
            Event::Doing { doing, .. } => self.tell(Note::Doing {
                text: visible(&doing.to_string()).into_owned(),
            }),
            Event::Over { .. } | Event::Ran { .. } => {}
        }
    }

    fn agrees(&self, question: &str) -> Option<bool> {
        let asked = Asked {
            text: question.to_owned(),
            answers: ["Yes, do it", "No"].map(str::to_owned).to_vec(),
            ..Asked::default()
        };
        self.ask(&asked).map(|it| it == 0)
    }

    fn chooses(&self, question: &Asked) -> Option<usize> {
        self.ask(question)
    }

    fn types(&self, question: &str) -> Option<String> {
        self.ask_secret(question)
    }
}

impl Ended {
    /// What the ending is called.
    pub fn outcome(&self) -> &'static str {
        match self {
            Ended::Ran(ran) => ran.recording.ending.outcome.name(),
            Ended::Rows(ran) => ran
                .ended()
                .err()
                .and_then(|it| it.outcome())
                .unwrap_or(Outcome::Reached)
                .name(),
            Ended::Built(built) => outcome_of(built),
            Ended::Verified(it) => it.function.standing().name(),
            Ended::Failed { outcome, .. } => outcome,
        }
    }

    /// The rows that have an end.
    pub fn rows(&self) -> &[RanRow] {
        match self {
            Ended::Rows(ran) => &ran.rows,
            Ended::Ran(_) | Ended::Built(_) | Ended::Verified(_) | Ended::Failed { .. } => &[],
        }
    }
}

/// What the ending of a build is called.
fn outcome_of(built: &Built) -> &'static str {
    match (&built.ended, built.verified) {
        (_, true) => "verified",
        (Some(error), false) => error.outcome().map_or("error", Outcome::name),
        (None, false) if built.unchecked => Outcome::Unchecked.name(),
        (None, false) => Outcome::NotReached.name(),
    }
}

fn failed(error: &Error) -> Ended {
    Ended::Failed {
        why: error.to_string(),
        outcome: error.outcome().map_or("error", Outcome::name),
    }
}

/// A file of rows that was not begun is not kept: it may hold what must not be.
fn forget(file: PathBuf) {
    let begun = file.with_extension("results.csv").exists();
    if !begun && let Err(error) = std::fs::remove_file(&file) {
        tracing::warn!(%error, "a file of rows that was refused can't be removed");
    }
}
