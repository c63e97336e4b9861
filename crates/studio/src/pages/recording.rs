//! A recording while it grows: what was understood, what the device shows, and what a person says and does there.

use std::{collections::BTreeMap, convert::Infallible, sync::Arc, time::Duration};

use autorpa::{Example, StepSoFar, Word, WordError};
use axum::{
    Form,
    extract::{Path, Query, State, rejection::FormRejection},
    http::{
        StatusCode,
        header::{CACHE_CONTROL, CONTENT_TYPE},
    },
    response::{
        IntoResponse, Redirect, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures_util::{Stream, stream};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use tokio::{sync::watch, time};
use ui::{Chord, ChordError, ElementId, Press, Spot, Touch, listed, visible};

use crate::{
    app::App,
    form::VALUE,
    recordings::{Ask, Now, Picture, Session, State as Is, ToElement, called},
    showing::Purpose,
};

/// How long changes are gathered before a page hears of them.
const GATHERS: Duration = Duration::from_millis(80);
/// How many elements of a screen are listed.
const ELEMENTS: usize = 200;

#[derive(Serialize)]
struct Page {
    tab: &'static str,
    purpose: Purpose,
    /// Apps that can be opened by name.
    apps: Vec<String>,
    id: u64,
    title: String,
    state: &'static str,
    is_over: bool,
    why: Option<String>,
    goal: Option<String>,
    version: u64,
    changes: u64,
    steps: Vec<Step>,
    gaps: Vec<String>,
    lines: Vec<(bool, String)>,
    is_by_hand: bool,
    is_paused: bool,
    is_checking: bool,
    /// The values with which it could be done once more: the field, its name and the value.
    values: Vec<(String, String, String)>,
    screen: Option<(u64, u32, u32)>,
    dialog: Option<(String, bool)>,
    elements: Vec<Element>,
    is_web: bool,
}

/// A step, as pages show it.
#[derive(Serialize)]
pub struct Step {
    words: String,
    warning: Option<String>,
    value: Option<String>,
    gaps: Vec<String>,
    picture: Option<String>,
    /// Where the element is on the picture, in thousandths of it: from the left and the top, width and height.
    mark: Option<[i64; 4]>,
}

/// An element that can be pressed, typed into, or is the answer.
#[derive(Serialize)]
struct Element {
    number: usize,
    name: String,
    takes_text: bool,
    takes_press: bool,
}

impl Step {
    /// A step with the address of its picture.
    pub fn of(step: &StepSoFar, picture: Option<String>) -> Self {
        let text = |it: &String| visible(it).into_owned();
        let (width, height) = (i64::from(step.size.0), i64::from(step.size.1));
        let mark = step.target.filter(|it| it.has_area() && width > 0 && height > 0);
        Self {
            words: text(&step.words),
            warning: step.warning.as_ref().map(text),
            value: step.value.clone(),
            gaps: step.gaps.iter().map(text).collect(),
            picture,
            mark: mark.map(|it| {
                let part = |pixels: i32, of: i64| i64::from(pixels) * 1000 / of;
                [
                    part(it.left, width),
                    part(it.top, height),
                    part(it.width(), width),
                    part(it.height(), height),
                ]
            }),
        }
    }
}

/// The page.
pub async fn show(State(app): State<Arc<App>>, Path(id): Path<u64>) -> Response {
    let Some(session) = app.recordings.get(id) else {
        return gone(&app);
    };
    let now = session.now();
    match &now.state {
        Is::Kept(recording) => {
            let url = session.url.as_deref().unwrap_or_default();
            let url = match url {
                "" => String::new(),
                url => format!("?url={}", encoded(url)),
            };
            Redirect::to(&format!("/recorded/{}{url}", recording.id)).into_response()
        }
        Is::LoggedIn(name, sites) => {
            let (name, sites) = (encoded(name), encoded(&sites.join(", ")));
            Redirect::to(&format!("/logins?kept={name}&sites={sites}")).into_response()
        }
        Is::Opening | Is::Going | Is::Gone(_) => app.views.page("recording", page(&session, now)),
    }
}

/// What stands in an address as it is.
const IN_ADDRESS: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// A text within an address.
pub fn encoded(text: &str) -> String {
    utf8_percent_encode(text, IN_ADDRESS).to_string()
}

fn page(session: &Session, now: Now) -> Page {
    let of_step = |(at, step): (usize, &StepSoFar)| {
        let picture = now.pictures.get(at).and_then(Option::as_ref);
        Step::of(
            step,
            picture.map(|it| format!("/recordings/{}/pictures/{}", session.id, it.name)),
        )
    };
    let (state, why) = match &now.state {
        Is::Opening => ("opening", None),
        Is::Going if now.is_paused => ("paused", None),
        Is::Going if session.purpose == Purpose::Recording => ("recording", None),
        Is::Going => ("open", None),
        Is::Kept(_) | Is::LoggedIn(..) => ("kept", None),
        Is::Gone(why) => ("gone", Some(why.clone())),
    };
    let (width, height) = now.screen.size;
    let inside = |it: &ui::Element| {
        let (x, y) = it.bounds.center();
        let within = |at: i32, most: u32| u32::try_from(at).is_ok_and(|it| it < most);
        it.bounds.has_area() && within(x, width) && within(y, height)
    };
    let elements = listed(&now.screen).filter(|(_, it)| inside(it)).take(ELEMENTS);
    Page {
        tab: match session.purpose {
            Purpose::Recording => "record",
            Purpose::Login => "logins",
            Purpose::Hand => "emulator",
        },
        purpose: session.purpose,
        apps: now.apps.clone(),
        id: session.id,
        title: session.title.clone(),
        state,
        is_over: session.is_over(),
        why,
        goal: now.goal.as_deref().map(|it| visible(it).into_owned()),
        version: now.version,
        changes: now.changes,
        steps: now.steps.iter().enumerate().map(of_step).collect(),
        gaps: now.gaps.iter().map(|it| visible(it).into_owned()).collect(),
        lines: now
            .lines
            .iter()
            .map(|it| (it.is_refusal, it.text.clone()))
            .collect(),
        is_by_hand: session.is_by_hand,
        is_paused: now.is_paused,
        is_checking: now.is_checking,
        values: now
            .values
            .iter()
            .map(|(name, it)| (format!("{VALUE}{name}"), name.replace('_', " "), it.to_string()))
            .collect(),
        screen: now.picture.as_ref().map(|(number, png)| match (width, height) {
            // There is a picture before it was looked at for the first time.
            (0, _) | (_, 0) => (*number, pixels(png, 16), pixels(png, 20)),
            (width, height) => (*number, width, height),
        }),
        dialog: now.dialog.clone(),
        elements: elements
            .map(|(id, it)| Element {
                number: id.0,
                name: called(it),
                takes_text: it.editable && it.enabled,
                takes_press: it.enabled && (it.clickable || it.checkable || it.editable),
            })
            .collect(),
        is_web: session.is_web,
    }
}

/// The width, at 16, or the height, at 20, in the head of a PNG file; 0 in what is none.
fn pixels(png: &[u8], at: usize) -> u32 {
    let bytes = png.get(at..at + 4).and_then(|it| it.try_into().ok());
    bytes.map_or(0, u32::from_be_bytes)
}

/// What a person says beside what they do.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Says {
    word: String,
    value: String,
    name: String,
    element: String,
    /// Values for the next time, each behind [`VALUE`] and its name.
    #[serde(flatten)]
    others: BTreeMap<String, String>,
}

/// Say something.
pub async fn say(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
    form: Result<Form<Says>, FormRejection>,
) -> Response {
    let Ok(Form(says)) = form else {
        return unread(&app);
    };
    let parsed = |line: String| Word::parse(&line).map(Ask::Say).map_err(NotDone::from);
    let ask = match says.word.as_str() {
        "stop" => Ok(Ask::Stop),
        "values" => Ok(Ask::Values),
        "example" => {
            let value = |(name, it): (&String, &String)| {
                let name = name.strip_prefix(VALUE)?;
                Some((name.to_owned(), it.replace("\r\n", "\n")))
            };
            Ok(Ask::Say(Word::Example(Example {
                number: None,
                values: says.others.iter().filter_map(value).collect(),
            })))
        }
        "discard" => Ok(Ask::Discard),
        "param" => parsed(format!("param \"{}\" {}", says.value, says.name.trim())),
        "answer table" => parsed(match says.value.trim() {
            "" => format!("answer table {}", says.name.trim()),
            columns => format!("answer column {columns}"),
        }),
        "answer" => {
            element(&says.element).map(|(number, name)| Ask::Element(number, name, ToElement::Answer))
        }
        "undo" | "pause" | "secret" | "check" | "done" => parsed(says.word.clone()),
        _ => Err(NotDone::Unsaid),
    };
    asked(&app, id, ask).await
}

/// What a hand does.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Does {
    what: String,
    how: String,
    x: String,
    y: String,
    seen: String,
    element: String,
    text: String,
    clear: String,
    key: String,
    direction: String,
}

/// Do something on the device.
pub async fn touch(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
    form: Result<Form<Does>, FormRejection>,
) -> Response {
    let Ok(Form(does)) = form else {
        return unread(&app);
    };
    asked(&app, id, read(&does)).await
}

/// Why nothing is done.
#[derive(Debug, Error)]
enum NotDone {
    /// No point on it is said.
    #[error("That is no place on the screen.")]
    NoPlace,
    /// Nothing is typed.
    #[error("There is nothing to type.")]
    NoText,
    /// That is no chord of keys.
    #[error(transparent)]
    NoKeys(#[from] ChordError),
    /// That is no direction.
    #[error("It scrolls up, down, left or right.")]
    NoDirection,
    /// Nothing is named.
    #[error("Say what is opened.")]
    NothingToOpen,
    /// No element is named.
    #[error("Choose an element.")]
    NoElement,
    /// No such thing is done.
    #[error("That is nothing that can be done here.")]
    Unknown,
    /// That is no word.
    #[error(transparent)]
    NoWord(#[from] WordError),
    /// No such thing is said.
    #[error("That is nothing that can be said here.")]
    Unsaid,
}

fn read(does: &Does) -> Result<Ask, NotDone> {
    let how = match does.how.as_str() {
        "twice" => Press::Twice,
        "long" => Press::Long,
        "right" => Press::Right,
        _ => Press::Once,
    };
    let text = does.text.replace("\r\n", "\n");
    let touch = match does.what.as_str() {
        "press" if !does.element.is_empty() => {
            let (number, name) = element(&does.element)?;
            let on = Spot::Element(ElementId(number));
            return Ok(Ask::Element(
                number,
                name,
                ToElement::Touch(Touch::Press { on, how }),
            ));
        }
        "press" => {
            let number = |it: &str| it.parse::<i32>().map_err(|_| NotDone::NoPlace);
            let on = Spot::At(number(&does.x)?, number(&does.y)?);
            // Where it is pressed has a meaning on that picture only.
            return Ok(Ask::Touch(Touch::Press { on, how }, does.seen.parse().ok()));
        }
        "type" => {
            if text.is_empty() {
                return Err(NotDone::NoText);
            }
            let clear = does.clear == "yes";
            match does.element.as_str() {
                "" => Touch::Type {
                    into: None,
                    text,
                    clear,
                },
                it => {
                    let (number, name) = element(it)?;
                    let into = Some(ElementId(number));
                    let touch = Touch::Type { into, text, clear };
                    return Ok(Ask::Element(number, name, ToElement::Touch(touch)));
                }
            }
        }
        "key" => Touch::Keys(does.key.parse::<Chord>()?),
        "scroll" => {
            let direction = does.direction.parse();
            Touch::Scroll(direction.map_err(|()| NotDone::NoDirection)?)
        }
        "back" => Touch::Back,
        "home" => Touch::Home,
        "open" if text.trim().is_empty() => return Err(NotDone::NothingToOpen),
        "open" => Touch::opening(text.trim()),
        "agree" | "refuse" => Touch::AnswerDialog {
            accept: does.what == "agree",
            text: Some(text).filter(|it| !it.is_empty()),
        },
        _ => return Err(NotDone::Unknown),
    };
    Ok(Ask::Touch(touch, None))
}

/// The number and the name of an element, as the list has them.
fn element(text: &str) -> Result<(usize, String), NotDone> {
    let (number, name) = text.split_once(' ').unwrap_or((text, ""));
    let number = number.parse().map_err(|_| NotDone::NoElement)?;
    Ok((number, name.to_owned()))
}

/// Ask the recording, and go back to its page.
async fn asked(app: &App, id: u64, ask: Result<Ask, NotDone>) -> Response {
    let Some(session) = app.recordings.get(id) else {
        return gone(app);
    };
    match ask {
        Ok(ask) => {
            session.ask(ask).await;
            Redirect::to(&format!("/recordings/{id}")).into_response()
        }
        Err(why) => app
            .views
            .problem(StatusCode::UNPROCESSABLE_ENTITY, &visible(&why.to_string())),
    }
}

/// What the device shows now.
pub async fn screen(State(app): State<Arc<App>>, Path(id): Path<u64>) -> Response {
    let picture = app.recordings.get(id).and_then(|it| it.now().picture);
    match picture {
        Some((_, png)) => ([(CONTENT_TYPE, "image/png")], png.to_vec()).into_response(),
        None => app
            .views
            .problem(StatusCode::NOT_FOUND, "There is no picture of it now."),
    }
}

/// What the device showed before a step.
pub async fn picture(State(app): State<Arc<App>>, Path((id, name)): Path<(u64, String)>) -> Response {
    let picture = app.recordings.get(id).and_then(|it| it.picture(&name));
    match picture {
        Some(Picture { png, .. }) => {
            // Its name is its content.
            let kept = (CACHE_CONTROL, "private, max-age=31536000, immutable");
            ([(CONTENT_TYPE, "image/png"), kept], png.to_vec()).into_response()
        }
        None => app
            .views
            .problem(StatusCode::NOT_FOUND, "There is no such picture any more."),
    }
}

/// What a page shows already.
#[derive(Deserialize)]
pub struct Known {
    /// So many changes.
    #[serde(default)]
    after: u64,
}

/// That it has changed, each time.
pub async fn events(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
    Query(known): Query<Known>,
) -> Response {
    let Some(session) = app.recordings.get(id) else {
        return gone(&app);
    };
    let told = told(session, known.after, app.closing.subscribe());
    Sse::new(told).keep_alive(KeepAlive::default()).into_response()
}

fn told(
    session: Arc<Session>,
    known: u64,
    closing: watch::Receiver<bool>,
) -> impl Stream<Item = Result<Event, Infallible>> {
    let changed = session.changed();
    stream::unfold(Some((session, known, changed, closing)), |state| async move {
        let (session, known, mut changed, mut closing) = state?;
        if !session.is_over() {
            tokio::select! {
                more = changed.wait_for(|it| *it != known) => drop(more.ok()?),
                _gone = closing.wait_for(|it| *it) => return None,
            }
            time::sleep(GATHERS).await;
        }
        let note = noted(&session);
        let (is_over, changes) = (note.kind == Kind::Over, note.changes);
        let event = Event::default().data(serde_json::to_string(&note).ok()?);
        Some((
            Ok(event),
            (!is_over).then_some((session, changes, changed, closing)),
        ))
    })
}

/// What there is to hear of.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Changed,
    Over,
}

/// What pages hear of a change.
#[derive(Serialize)]
struct Note {
    kind: Kind,
    /// Another number after each change of more than the picture.
    version: u64,
    changes: u64,
    /// The number of the picture that is shown now.
    picture: Option<u64>,
}

fn noted(session: &Session) -> Note {
    let now = session.now();
    Note {
        kind: match now.state {
            Is::Opening | Is::Going => Kind::Changed,
            Is::Kept(_) | Is::LoggedIn(..) | Is::Gone(_) => Kind::Over,
        },
        version: now.version,
        changes: now.changes,
        picture: now.picture.as_ref().map(|it| it.0),
    }
}

fn unread(app: &App) -> Response {
    app.views.problem(
        StatusCode::UNPROCESSABLE_ENTITY,
        "What was sent is no form of this page.",
    )
}

fn gone(app: &App) -> Response {
    let why = "That recording is not known any more: the Studio was started anew. What was kept of it is listed under Record.";
    app.views.problem(StatusCode::NOT_FOUND, why)
}
