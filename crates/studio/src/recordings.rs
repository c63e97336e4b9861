//! What people show now: each recording on a thread of its own, which goes on whatever page looks at it.

use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::Duration,
};

use autorpa::{Autorpa, Error, Example, Over, Recording, Said, StepSoFar, Window, Word};
use device::Cancel;
use task::Params;
use tokio::{
    sync::{oneshot, watch},
    time,
};
use ui::{Element, Screen, Touch, visible};

use crate::{
    remembered::{forget_oldest, locked},
    showing::{Begin, Kept, Purpose, Showing},
};

/// How many may go on at a time: each has a browser or a device of its own.
const AT_ONCE: usize = 4;
/// How many that are over are remembered; what was kept is among the recordings for good.
const REMEMBERED: usize = 50;
/// How long a device is listened to before pages are.
const TURN: Duration = Duration::from_millis(40);
/// How long a page waits for what it asked for.
const MOST: Duration = Duration::from_secs(20);
/// How many of the newest lines are remembered.
const LINES: usize = 100;

/// All that was begun since the Studio was opened.
#[derive(Default)]
pub struct Recordings(Mutex<BTreeMap<u64, Arc<Session>>>);

/// One recording that grows, or has grown.
pub struct Session {
    /// Its number, from 1.
    pub id: u64,
    /// What is shown, in a few words.
    pub title: String,
    /// The page that it began at.
    pub url: Option<String>,
    /// Whether it is done on the page of the Studio.
    pub is_by_hand: bool,
    /// Whether it is done in a browser.
    pub is_web: bool,
    /// What it is for.
    pub purpose: Purpose,
    asks: Mutex<Sender<(Ask, oneshot::Sender<()>)>>,
    now: Mutex<Now>,
    changed: watch::Sender<u64>,
}

/// What a page asks for.
#[derive(Debug)]
pub enum Ask {
    /// Say this.
    Say(Word),
    /// Tell the values with which it can be done once more.
    Values,
    /// Do this. With a number, only where that is the picture that is shown now.
    Touch(Touch, Option<u64>),
    /// Do this to the element with this number, if that is still called so.
    Element(usize, String, ToElement),
    /// Keep it as it is.
    Stop,
    /// Keep nothing of it.
    Discard,
}

/// What is done to an element.
#[derive(Debug)]
pub enum ToElement {
    /// This.
    Touch(Touch),
    /// What it shows is the answer.
    Answer,
}

/// A picture of a screen.
#[derive(Clone)]
pub struct Picture {
    /// Its name, which says its content.
    pub name: String,
    /// The PNG file.
    pub png: Arc<[u8]>,
}

impl Picture {
    fn of(png: Vec<u8>) -> Self {
        let mut hash = DefaultHasher::new();
        png.hash(&mut hash);
        Self {
            name: format!("{:016x}", hash.finish()),
            png: png.into(),
        }
    }
}

/// What there is of it now.
#[derive(Clone, Default)]
pub struct Now {
    /// Another number after each change of more than the picture.
    pub version: u64,
    /// Another number after each change.
    pub changes: u64,
    /// Where it is.
    pub state: State,
    /// What is to be done.
    pub goal: Option<String>,
    /// Apps that can be opened by name.
    pub apps: Vec<String>,
    /// What was understood.
    pub steps: Vec<StepSoFar>,
    /// The picture before each step.
    pub pictures: Vec<Option<Picture>>,
    /// What was done after the last step, and is none.
    pub gaps: Vec<String>,
    /// What was said beside the steps, newest last.
    pub lines: Vec<Line>,
    /// What is on the screen.
    pub screen: Screen,
    /// The screen as a PNG file, and its number.
    pub picture: Option<(u64, Arc<[u8]>)>,
    /// The dialog that is open, and whether it asks for a text.
    pub dialog: Option<(String, bool)>,
    /// The values with which it could be done once more, where somebody asked.
    pub values: Params,
    /// Whether nothing is recorded for now.
    pub is_paused: bool,
    /// Whether what is done now looks up whether it worked.
    pub is_checking: bool,
}

/// Something that was said beside the steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Whether it was refused.
    pub is_refusal: bool,
    /// What.
    pub text: String,
}

/// Where a recording is.
#[derive(Clone, Default)]
pub enum State {
    /// Its device is opened.
    #[default]
    Opening,
    /// It grows.
    Going,
    /// It is kept.
    Kept(Arc<Recording>),
    /// A login is kept, with this name for these sites.
    LoggedIn(String, Vec<String>),
    /// Nothing of it is kept.
    Gone(String),
}

/// Why none is begun.
#[derive(Debug, thiserror::Error)]
pub enum NotBegun {
    /// There are too many.
    #[error(
        "{AT_ONCE} recordings go on already, each with a browser or a device of its own: finish one first."
    )]
    TooMany,
    /// The system can't.
    #[error("no recording can be begun: {0}")]
    System(String),
}

impl Recordings {
    /// The newest first.
    pub fn list(&self) -> Vec<Arc<Session>> {
        locked(&self.0).values().rev().cloned().collect()
    }

    /// The recording with this number.
    pub fn get(&self, id: u64) -> Option<Arc<Session>> {
        locked(&self.0).get(&id).cloned()
    }

    /// Whether any goes on.
    pub fn any_goes_on(&self) -> bool {
        self.list().iter().any(|it| !it.is_over())
    }

    /// Begin one.
    pub fn begin(&self, rpa: &Autorpa, title: String, begin: Begin) -> Result<Arc<Session>, NotBegun> {
        let mut all = locked(&self.0);
        if all.values().filter(|it| !it.is_over()).count() >= AT_ONCE {
            return Err(NotBegun::TooMany);
        }
        let id = all.keys().next_back().map_or(1, |it| it + 1);
        let (asks, heard) = mpsc::channel();
        let is_web = matches!(begin, Begin::Browser(_) | Begin::Login(_));
        let (url, is_by_hand) = match &begin {
            Begin::Browser(request) => (request.url.clone(), request.ears.is_hidden()),
            Begin::Login(request) => (Some(request.url.clone()), request.window == Window::Hidden),
            Begin::Task { .. } | Begin::Device { .. } | Begin::Hand { .. } => (None, true),
        };
        let session = Arc::new(Session {
            id,
            title,
            url,
            is_by_hand,
            is_web,
            purpose: begin.purpose(),
            asks: Mutex::new(asks),
            now: Mutex::default(),
            changed: watch::Sender::new(0),
        });
        let (rpa, at_work) = (rpa.clone(), Arc::clone(&session));
        let thread = thread::Builder::new().name(format!("recording {id}"));
        let begun = thread.spawn(move || {
            let done = catch_unwind(AssertUnwindSafe(|| at_work.perform(&rpa, begin, &heard)));
            if done.is_err() {
                let why = "the recording broke; the Studio goes on, and its log has more";
                at_work.end(State::Gone(why.to_owned()));
            }
        });
        begun.map_err(|it| NotBegun::System(it.to_string()))?;
        all.insert(id, Arc::clone(&session));
        forget_oldest(&mut all, Session::is_over, REMEMBERED);
        Ok(session)
    }
}

impl Session {
    /// What there is of it now.
    pub fn now(&self) -> Now {
        locked(&self.now).clone()
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        match locked(&self.now).state {
            State::Opening | State::Going => false,
            State::Kept(_) | State::LoggedIn(..) | State::Gone(_) => true,
        }
    }

    /// The number of the last change; wakes at each.
    pub fn changed(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Ask for something, and wait until it is done. What is over takes nothing any more.
    pub async fn ask(&self, ask: Ask) {
        let (done, is_done) = oneshot::channel();
        let ends = matches!(ask, Ask::Stop | Ask::Discard | Ask::Say(Word::Done));
        if locked(&self.asks).send((ask, done)).is_err() {
            return;
        }
        // Whoever would say it is gone: that is an end as well.
        let _gone = time::timeout(MOST, is_done).await;
        if ends {
            let mut changed = self.changed();
            let over = changed.wait_for(|_| self.is_over());
            let _late = time::timeout(MOST, over).await;
        }
    }

    /// The picture with this name, of those before steps.
    pub fn picture(&self, name: &str) -> Option<Picture> {
        let now = locked(&self.now);
        let found = now.pictures.iter().flatten().find(|it| it.name == name);
        found.cloned()
    }

    fn perform(&self, rpa: &Autorpa, begin: Begin, asks: &Receiver<(Ask, oneshot::Sender<()>)>) {
        let mut showing = match begin.open(rpa) {
            Ok(showing) => showing,
            Err(error) => return self.end(State::Gone(visible(&error.to_string()).into_owned())),
        };
        self.look(showing.as_mut(), true);
        self.change(Part::All, |now| {
            now.state = State::Going;
            now.goal = showing.goal();
            now.apps = showing.apps();
        });
        let over = self.follow(showing.as_mut(), asks, &rpa.cancel);
        let state = match over {
            Ok(Ended::Discarded) => State::Gone("It was thrown away: nothing of it is kept.".to_owned()),
            // Nobody said that they are in.
            Ok(Ended::Stopped) if self.purpose == Purpose::Login => {
                State::Gone("Nothing of it is kept: nobody said that the login is done.".to_owned())
            }
            Ok(Ended::Over | Ended::Stopped) => match showing.keep(rpa) {
                Ok(kept) => State::of(kept),
                Err(error) => State::Gone(not_kept(&error)),
            },
            Err(error) if self.purpose == Purpose::Login => State::Gone(not_kept(&error)),
            Err(error) => match showing.keep(rpa) {
                Ok(kept) => {
                    self.tell(Said::Refused(error.to_string()));
                    State::of(kept)
                }
                Err(_) => State::Gone(not_kept(&error)),
            },
        };
        self.end(state);
    }

    /// Listen and do what pages ask for, until it is over.
    fn follow(
        &self,
        showing: &mut dyn Showing,
        asks: &Receiver<(Ask, oneshot::Sender<()>)>,
        cancel: &Cancel,
    ) -> Result<Ended, Error> {
        loop {
            if cancel.is_cancelled() {
                return Ok(Ended::Stopped);
            }
            let mut said = showing.listen(TURN);
            let (mut done, mut hides) = (Vec::new(), false);
            while let Ok((ask, is_done)) = asks.try_recv() {
                done.push(is_done);
                hides |= matches!(ask, Ask::Say(Word::Secret));
                said.extend(match ask {
                    Ask::Stop => return Ok(Ended::Stopped),
                    Ask::Discard => return Ok(Ended::Discarded),
                    Ask::Say(word) => self.say(showing, word)?,
                    Ask::Values => self.values(showing)?,
                    Ask::Touch(touch, seen) => self.touch(showing, &touch, seen)?,
                    Ask::Element(number, name, what) => to_element(showing, number, &name, what)?,
                });
            }
            let over = said.iter().find_map(|it| match it {
                Said::Over(Over::Done | Over::Closed) => Some(Ended::Over),
                Said::Over(Over::Lost(_)) => Some(Ended::Stopped),
                Said::Step { .. } | Said::Note(_) | Said::Gap(_) | Said::Refused(_) => None,
            });
            let changed = !done.is_empty() || !said.is_empty();
            said.into_iter().for_each(|it| self.tell(it));
            self.look(showing, changed);
            if hides {
                self.picture_steps(showing, 0);
            }
            for it in done {
                // The page that asked may be closed.
                let _gone = it.send(());
            }
            if let Some(ended) = over {
                return Ok(ended);
            }
        }
    }

    fn values(&self, showing: &mut dyn Showing) -> Result<Vec<Said>, Error> {
        match showing.values() {
            // The task has values for each time.
            Ok((values, mut said)) if values.is_empty() => {
                said.extend(showing.say(Word::Example(Example::default()))?);
                Ok(said)
            }
            Ok((values, said)) => {
                locked(&self.now).values = values;
                Ok(said)
            }
            Err(error) => Ok(vec![Said::Refused(error.to_string())]),
        }
    }

    fn say(&self, showing: &mut dyn Showing, word: Word) -> Result<Vec<Said>, Error> {
        let (pauses, checks) = (word == Word::Pause, word == Word::Check);
        let said = showing.say(word)?;
        let refused = said.iter().any(|it| matches!(it, Said::Refused(_)));
        let mut now = locked(&self.now);
        // What was typed can be put right where it was refused; else they may be others now.
        if !refused {
            now.values = Params::new();
        }
        now.is_paused ^= pauses && !refused;
        now.is_checking |= checks && !refused;
        Ok(said)
    }

    fn touch(&self, showing: &mut dyn Showing, touch: &Touch, seen: Option<u64>) -> Result<Vec<Said>, Error> {
        let shown = locked(&self.now).picture.as_ref().map(|it| it.0);
        match seen.is_some() && seen != shown {
            true => Ok(vec![Said::Refused(
                "the screen has changed since you saw it: look again".to_owned(),
            )]),
            false => showing.touch(touch),
        }
    }

    /// See what there is now, where something was done or drawn.
    fn look(&self, showing: &mut dyn Showing, changed: bool) {
        let before = locked(&self.now).picture.as_ref().map(|it| it.0);
        let picture = showing.picture(before);
        if !changed && picture.is_none() {
            return;
        }
        let picture = picture.map(|(number, png)| (number, Arc::from(png)));
        let (steps, gaps) = showing.steps();
        let (screen, dialog) = (showing.screen(), showing.dialog());
        let is_new = {
            let now = locked(&self.now);
            changed || now.steps != steps || now.screen != screen || now.dialog != dialog
        };
        if !is_new {
            return self.change(Part::Picture, |now| now.picture = picture.or(now.picture.take()));
        }
        let first_new = {
            let now = locked(&self.now);
            let same = now.steps.iter().zip(&steps).take_while(|(a, b)| a == b);
            same.count()
        };
        self.change(Part::All, |now| {
            (now.steps, now.gaps, now.screen, now.dialog) = (steps, gaps, screen, dialog);
            now.pictures.truncate(first_new);
            now.picture = picture.or(now.picture.take());
        });
        self.picture_steps(showing, first_new);
    }

    /// Picture all steps from one on, from 0.
    fn picture_steps(&self, showing: &mut dyn Showing, from: usize) {
        let count = locked(&self.now).steps.len();
        if from >= count {
            return;
        }
        let pictures: Vec<_> = (from..count)
            .map(|it| showing.picture_before(it + 1).map(Picture::of))
            .collect();
        self.change(Part::All, |now| {
            now.pictures.truncate(from);
            now.pictures.extend(pictures);
        });
    }

    fn tell(&self, said: Said) {
        let (is_refusal, text) = match said {
            // There may be more values now.
            Said::Step { .. } => {
                locked(&self.now).values = Params::new();
                return;
            }
            Said::Over(Over::Done) => return,
            Said::Note(it) => (false, it),
            Said::Gap(it) => (true, format!("gap: {it}")),
            Said::Refused(it) => (true, it),
            Said::Over(Over::Closed) => (true, "the page was closed".to_owned()),
            Said::Over(Over::Lost(why)) => (true, format!("the browser or the device is gone: {why}")),
        };
        let text = visible(&text).into_owned();
        self.change(Part::All, |now| {
            now.lines.push(Line { is_refusal, text });
            let old = now.lines.len().saturating_sub(LINES);
            now.lines.drain(..old);
        });
    }

    fn end(&self, state: State) {
        self.change(Part::All, |now| {
            now.state = state;
            now.picture = None;
        });
    }

    fn change(&self, part: Part, how: impl FnOnce(&mut Now)) {
        let changes = {
            let mut now = locked(&self.now);
            how(&mut now);
            now.version += u64::from(part == Part::All);
            now.changes += 1;
            now.changes
        };
        self.changed.send_replace(changes);
    }
}

/// What of it has changed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The picture of the screen alone.
    Picture,
    /// More than that.
    All,
}

/// How it ended.
enum Ended {
    /// The person says so.
    Over,
    /// Before anybody said that it is done.
    Stopped,
    Discarded,
}

impl State {
    fn of(kept: Kept) -> Self {
        match kept {
            Kept::Recording(recording) => Self::Kept(Arc::from(recording)),
            Kept::Login(name, sites) => Self::LoggedIn(name, sites),
        }
    }
}

/// What an element is called on pages: on one line.
pub fn called(element: &Element) -> String {
    let name = element.name();
    let words: Vec<&str> = name.split_whitespace().collect();
    visible(&words.join(" ")).into_owned()
}

/// Do something to an element, if it is the one that the person saw.
fn to_element(
    showing: &mut dyn Showing,
    number: usize,
    name: &str,
    what: ToElement,
) -> Result<Vec<Said>, Error> {
    let screen = showing.screen();
    if screen.elements.get(number).is_none_or(|it| called(it) != name) {
        return Ok(vec![Said::Refused(format!(
            "the screen has changed, and {name} is not where it was: look again"
        ))]);
    }
    match what {
        ToElement::Touch(touch) => showing.touch(&touch),
        ToElement::Answer => showing.say(Word::Answer {
            element: number.to_string(),
        }),
    }
}

fn not_kept(error: &Error) -> String {
    format!("It can't be kept: {}", visible(&error.to_string()))
}
