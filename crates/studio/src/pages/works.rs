//! What runs now, and what came of it.

use std::{fs, sync::Arc};

use autorpa::{Built, Open, RanRow, RanRows};
use axum::{
    Form,
    extract::{Path, Query, State, rejection::FormRejection},
    http::{
        StatusCode,
        header::{CONTENT_DISPOSITION, CONTENT_TYPE},
    },
    response::{IntoResponse, Redirect, Response},
};
use serde::{Deserialize, Serialize};
use ui::visible;

use crate::{
    app::App,
    served::apart,
    works::{Answer, Ended, Job, Kind, Note, Question, State as Now},
};

/// How many rows stand on a page.
const ROWS: usize = 200;
/// How many of its last lines are shown while it goes on.
const LINES: usize = 200;

/// Which page of the rows.
#[derive(Deserialize)]
pub struct At {
    #[serde(default)]
    page: usize,
}

#[derive(Serialize)]
struct List {
    tab: &'static str,
    works: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    id: u64,
    function: String,
    kind: Kind,
    values: Vec<(String, String)>,
    state: &'static str,
}

#[derive(Serialize)]
struct Page {
    tab: &'static str,
    #[serde(flatten)]
    line: Line,
    /// The recording that is built from, and where its page is.
    recording: Option<String>,
    url: String,
    is_over: bool,
    is_stopped: bool,
    heard: usize,
    question: Option<Question>,
    steps: Vec<Step>,
    lines: Vec<String>,
    doing: String,
    picture: Option<(String, usize)>,
    done: usize,
    total: usize,
    end: Option<End>,
}

#[derive(Serialize)]
struct Step {
    number: usize,
    text: String,
    is_done: bool,
    error: Option<String>,
}

/// What came of it.
#[derive(Serialize)]
struct End {
    outcome: &'static str,
    said: Vec<String>,
    answer: Option<String>,
    why: Option<String>,
    run: Option<String>,
    rows: Vec<Row>,
    has_results: bool,
    built: Option<Made>,
    page: usize,
    pages: usize,
}

#[derive(Serialize)]
struct Row {
    number: usize,
    outcome: &'static str,
    answer: Option<String>,
    seconds: String,
    run: Option<String>,
    message: Option<String>,
}

/// What was made, and what is open about it.
#[derive(Serialize)]
struct Made {
    function: Option<String>,
    standing: &'static str,
    meaning: &'static str,
    facts: Vec<(&'static str, String)>,
    params: Vec<(String, String)>,
    loops: Vec<String>,
    constants: Vec<(String, String)>,
    open: Vec<Doubt>,
}

/// A question that the recordings leave open.
#[derive(Serialize)]
struct Doubt {
    text: String,
    /// The value that may be a parameter.
    value: Option<String>,
}

/// What an answer says: which one, or the secret that was typed.
#[derive(Deserialize)]
pub struct Answered {
    number: usize,
    answer: Option<usize>,
    secret: Option<String>,
}

/// All that was begun since the Studio was opened.
pub async fn list(State(app): State<Arc<App>>) -> Response {
    let works = app.works.list();
    app.views.page(
        "works",
        List {
            tab: "works",
            works: works.iter().map(|it| line(it)).collect(),
        },
    )
}

/// One piece of work: what it does now, or what came of it.
pub async fn show(State(app): State<Arc<App>>, Path(id): Path<u64>, Query(at): Query<At>) -> Response {
    match app.works.get(id) {
        Some(work) => app.views.page("work", page(&work, at.page)),
        None => gone(&app),
    }
}

/// Ask for its end.
pub async fn stop(State(app): State<Arc<App>>, Path(id): Path<u64>) -> Response {
    match app.works.get(id) {
        Some(work) => {
            work.stop();
            Redirect::to(&format!("/works/{id}")).into_response()
        }
        None => gone(&app),
    }
}

/// Answer what it asks.
pub async fn answer(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
    form: Result<Form<Answered>, FormRejection>,
) -> Response {
    let Some(work) = app.works.get(id) else {
        return gone(&app);
    };
    let Ok(Form(answered)) = form else {
        return app
            .views
            .problem(StatusCode::UNPROCESSABLE_ENTITY, "Choose one of the answers.");
    };
    let answer = match (answered.answer, answered.secret) {
        (Some(it), _) => Answer::Choice(it),
        (None, secret) => Answer::Secret(secret.unwrap_or_default()),
    };
    match work.answer(answered.number, answer) {
        Ok(()) => Redirect::to(&format!("/works/{id}")).into_response(),
        Err(why) => app.views.problem(StatusCode::CONFLICT, &why.to_string()),
    }
}

/// What the question that is asked now is about.
pub async fn question(State(app): State<Arc<App>>, Path(id): Path<u64>) -> Response {
    match app.works.get(id).and_then(|it| it.question_picture()) {
        Some(png) => ([(CONTENT_TYPE, "image/png")], png.to_vec()).into_response(),
        None => app
            .views
            .problem(StatusCode::NOT_FOUND, "Nothing is asked now that has a picture."),
    }
}

/// The file of results.
pub async fn results(State(app): State<Arc<App>>, Path(id): Path<u64>) -> Response {
    let Some(work) = app.works.get(id) else {
        return gone(&app);
    };
    let Now::Over(ended) = work.state() else {
        return app.views.problem(StatusCode::NOT_FOUND, "It has no results yet.");
    };
    let read = apart(Arc::clone(&app), move |_| match &*ended {
        Ended::Rows(RanRows { results, .. }) => Some(fs::read(results)),
        Ended::Ran(_) | Ended::Built(_) | Ended::Verified(_) | Ended::Failed { .. } => None,
    });
    match read.await {
        Ok(Some(Ok(csv))) => {
            let kind = (CONTENT_TYPE, "text/csv; charset=utf-8");
            let name = (CONTENT_DISPOSITION, "attachment; filename=\"results.csv\"");
            ([kind, name], csv).into_response()
        }
        Ok(Some(Err(error))) => app.views.broken(&error),
        Ok(None) => app
            .views
            .problem(StatusCode::NOT_FOUND, "It has no file of results."),
        Err(broken) => broken,
    }
}

fn gone(app: &App) -> Response {
    let why =
        "That is not known any more: the Studio was started anew, or much has run since. Its runs are kept.";
    app.views.problem(StatusCode::NOT_FOUND, why)
}

fn line(work: &Job) -> Line {
    Line {
        id: work.id,
        function: work.function.clone(),
        kind: work.kind,
        values: work.values.clone(),
        state: match work.state() {
            Now::Waiting => "waiting",
            Now::Running if work.is_stopped() => "stopping",
            Now::Running if work.question().is_some() => "asking",
            Now::Running => "running",
            Now::Over(ended) => ended.outcome(),
        },
    }
}

fn page(work: &Job, at: usize) -> Page {
    let notes = work.notes();
    let mut page = Page {
        tab: "works",
        line: line(work),
        recording: work.recording.clone(),
        url: work.url.clone(),
        is_over: false,
        is_stopped: work.is_stopped(),
        heard: notes.len(),
        question: work.question(),
        steps: Vec::new(),
        lines: Vec::new(),
        doing: String::new(),
        picture: None,
        done: 0,
        total: 0,
        end: None,
    };
    for note in notes {
        match note {
            Note::Step { number, text } => page.steps.push(Step {
                number,
                text,
                is_done: false,
                error: None,
            }),
            Note::Did { error, .. } => {
                if let Some(step) = page.steps.last_mut() {
                    (step.is_done, step.error) = (true, error);
                }
            }
            Note::Picture { sha256, after } => page.picture = Some((sha256, after)),
            Note::Line { text } => page.lines.push(text),
            Note::Rows { done, total } => (page.done, page.total) = (done, total),
            Note::Doing { text } => page.doing = text,
            Note::Begins | Note::Asks { .. } | Note::Answered { .. } | Note::Over => {}
        }
    }
    page.lines.drain(..page.lines.len().saturating_sub(LINES));
    if let Now::Over(ended) = work.state() {
        page.is_over = true;
        page.end = Some(end(work, &ended, at));
    }
    page
}

fn end(work: &Job, ended: &Ended, at: usize) -> End {
    let text = |it: &str| visible(it).into_owned();
    let rows = ended.rows();
    let pages = rows.len().div_ceil(ROWS);
    let at = at.clamp(1, pages.max(1));
    let (said, answer, why, run) = match ended {
        Ended::Ran(ran) => (
            ran.said(),
            ran.recording.answer.clone(),
            ran.ended().err().map(|it| it.to_string()),
            ran.record.clone(),
        ),
        Ended::Rows(ran) => {
            let counts = ran
                .counts()
                .into_iter()
                .map(|(outcome, count)| format!("{count} {outcome}"));
            (counts.collect(), None, ran.stopped.clone(), None)
        }
        Ended::Built(built) => (
            Vec::new(),
            None,
            built
                .ended
                .as_ref()
                .map(ToString::to_string)
                .or_else(|| built.why_not.as_ref().map(ToString::to_string)),
            None,
        ),
        Ended::Verified(it) => {
            let reached = it.function.receipt.reached();
            let all = it.function.receipt.instances.len();
            let said = vec![format!("right on {reached} of {all} instances")];
            let why = (!it.why.is_empty()).then(|| it.why.join("\n"));
            (said, None, why, None)
        }
        Ended::Failed { why, .. } => (Vec::new(), None, Some(why.clone()), work.run()),
    };
    End {
        outcome: ended.outcome(),
        said: said.iter().map(|it| text(it)).collect(),
        answer: answer.map(|it| text(&it)),
        why: why.map(|it| text(&it)),
        run,
        rows: rows.iter().skip((at - 1) * ROWS).take(ROWS).map(row).collect(),
        has_results: matches!(ended, Ended::Rows(_)),
        built: match ended {
            Ended::Built(built) => Some(made(built)),
            Ended::Ran(_) | Ended::Rows(_) | Ended::Verified(_) | Ended::Failed { .. } => None,
        },
        page: at,
        pages,
    }
}

/// A build, for people.
fn made(built: &Built) -> Made {
    let text = |it: &String| visible(it).into_owned();
    let pairs = |all: &[(String, String)]| all.iter().map(|(a, b)| (text(a), text(b))).collect();
    let standing = built.function.as_ref().map(|it| it.standing());
    let understood = built.understood.clone().unwrap_or_default();
    let mut facts = vec![("Took", format!("{:.1} s", built.seconds))];
    if !built.already {
        let plural = if built.instances == 1 { "" } else { "s" };
        facts.push(("Ran on", format!("{} instance{plural}", built.instances)));
        facts.push(("Refined", format!("{} times", built.refinements)));
    }
    let mutation = built.function.as_ref().and_then(|it| it.receipt.mutation);
    facts.extend(mutation.map(|it| ("On altered screens", it.to_string())));
    facts.extend(understood.fragile.iter().map(|it| ("Fragile", text(it))));
    let doubt = |it: &Open| Doubt {
        text: visible(&it.to_string()).into_owned(),
        value: match it {
            Open::Constant { text, .. } => Some(text.clone()),
            Open::Answer { .. }
            | Open::Unused { .. }
            | Open::Neighbour { .. }
            | Open::Which { .. }
            | Open::LastPlace { .. }
            | Open::Condition { .. }
            | Open::Line { .. }
            | Open::Rounds { .. }
            | Open::Between(_) => None,
        },
    };
    Made {
        function: built.function.as_ref().map(|it| it.title()),
        standing: standing.map_or("", |it| it.name()),
        meaning: standing.map_or("", |it| it.meaning()),
        facts,
        params: pairs(&understood.params),
        loops: understood.loops.iter().map(text).collect(),
        constants: pairs(&understood.constants),
        open: understood.open.iter().map(doubt).collect(),
    }
}

fn row(row: &RanRow) -> Row {
    let text = |it: &String| visible(it).into_owned();
    Row {
        number: row.number,
        outcome: row.outcome.name(),
        answer: row.answer.as_ref().map(text),
        seconds: format!("{:.1}", row.seconds),
        run: row.run.clone(),
        message: row.message.as_ref().map(text),
    }
}
