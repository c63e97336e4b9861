//! One run: what it did step by step, where it stopped, and the repair that is proposed for that.

use std::{path::Path as FilePath, sync::Arc};

use autorpa::{Film, HealRequest, Healing};
use axum::{
    Form,
    extract::{Path, Query, State, rejection::FormRejection},
    http::{HeaderValue, StatusCode, header::CONTENT_SECURITY_POLICY},
    response::{Html, IntoResponse, Redirect, Response},
};
use serde::{Deserialize, Serialize};
use ui::{ElementId, visible};

use crate::{
    app::App,
    pages::{recording::encoded, screen::MarkedScreen},
    served::apart,
};

#[derive(Serialize)]
struct Page {
    tab: &'static str,
    id: String,
    report: String,
    frames: Vec<Frame>,
    failure: Option<Failure>,
    /// The function, where its present code is what ran.
    function: Option<String>,
    /// Whether the run found something otherwise, of which an update can be made.
    healed: bool,
}

#[derive(Serialize)]
struct Frame {
    words: String,
    line: Option<(usize, String)>,
    otherwise: Vec<String>,
    error: Option<String>,
    before: MarkedScreen,
    after: MarkedScreen,
}

#[derive(Serialize)]
struct Failure {
    why: String,
    line: Option<(usize, String)>,
    missing: Option<String>,
    /// Whether several elements fitted, instead of none.
    fits_many: bool,
    screen: MarkedScreen,
    /// The recorded screen, with the element as it was: the recording, the step, the screen.
    was: Option<(String, usize, MarkedScreen)>,
    alike: Vec<Alike>,
}

#[derive(Serialize)]
struct Alike {
    element: usize,
    name: String,
    locator: Option<String>,
}

/// One run, step by step, with its report.
pub async fn show(State(app): State<Arc<App>>, Path(id): Path<String>) -> Response {
    let run = id.clone();
    let made = apart(Arc::clone(&app), move |app| {
        let film = app.rpa.film(&run)?;
        Ok::<_, autorpa::Error>(page(app.rpa.report_part(&film.run)?, film))
    });
    match made.await {
        Ok(Ok(page)) => app.views.page("run", page),
        Ok(Err(error)) => app.views.problem(StatusCode::NOT_FOUND, &error.to_string()),
        Err(broken) => broken,
    }
}

/// The report as a file that needs nothing else.
pub async fn report(State(app): State<Arc<App>>, Path(id): Path<String>) -> Response {
    let made = apart(Arc::clone(&app), move |app| app.rpa.report(&id)).await;
    match made {
        Ok(Ok(report)) => {
            // It brings its own look and pictures.
            let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
                form-action 'none'; frame-ancestors 'none'";
            let policy = (CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
            ([policy], Html(report)).into_response()
        }
        Ok(Err(error)) => app.views.problem(StatusCode::NOT_FOUND, &error.to_string()),
        Err(broken) => broken,
    }
}

fn page(report: String, film: Film) -> Page {
    let function = film.function.filter(|_| film.is_present);
    Page {
        tab: "runs",
        id: film.run,
        report,
        frames: film.frames.iter().map(frame).collect(),
        failure: film.failure.as_ref().map(failure),
        function: function.map(|it| it.title()),
        healed: film.healed,
    }
}

fn line(of: Option<&(usize, String)>) -> Option<(usize, String)> {
    of.map(|(number, text)| (*number, visible(text).into_owned()))
}

fn frame(it: &autorpa::Frame) -> Frame {
    let text = |it: &String| visible(it).into_owned();
    Frame {
        words: text(&it.step.words),
        line: line(it.line.as_ref()),
        otherwise: it.otherwise.iter().map(text).collect(),
        error: it.error.as_ref().map(text),
        before: MarkedScreen::of(&it.before, it.step.size).marked("did", it.step.target, 0),
        after: MarkedScreen::of(&it.after, it.step.size),
    }
}

fn failure(it: &autorpa::Failure) -> Failure {
    let text = |it: &str| visible(it).into_owned();
    let size = it.was.as_ref().map_or((0, 0), |it| it.step.size);
    let mut screen = MarkedScreen::of(&it.view, size);
    let was = it.was.as_ref().and_then(|it| it.step.target);
    let was = was.map(|place| screen.scaled(place, size));
    screen = screen.marked("gone", was, 0);
    for (number, alike) in (1..).zip(&it.alike) {
        screen = screen.marked("alike", Some(alike.place), number);
    }
    Failure {
        why: text(&it.why.message),
        line: line(it.line.as_ref()),
        missing: it.missing.as_ref().map(|it| text(&it.to_string())),
        fits_many: !it.why.candidates.is_empty(),
        was: it.was.as_ref().map(|it| {
            let view = autorpa::View {
                picture: it.picture.clone(),
                screen: Some(Arc::clone(&it.screen)),
            };
            let shown = MarkedScreen::of(&view, it.step.size).marked("did", it.step.target, 0);
            (it.recording.clone(), it.number, shown)
        }),
        alike: it
            .alike
            .iter()
            .map(|it| Alike {
                element: it.element.0,
                name: text(&it.name),
                locator: it.locator.as_deref().map(text),
            })
            .collect(),
        screen,
    }
}

/// Which repair is meant.
#[derive(Clone, Copy, Deserialize)]
pub struct Meant {
    /// The element of the last screen that was meant; without it, what the last runs found otherwise is proposed.
    element: Option<usize>,
}

/// What is accepted.
#[derive(Deserialize)]
pub struct Accepted {
    element: Option<usize>,
    /// The SHA-256 of the script that was shown as the repaired one.
    sha256: String,
}

#[derive(Serialize)]
struct Repair {
    tab: &'static str,
    id: String,
    element: Option<usize>,
    function: String,
    updates: Vec<String>,
    not_proposed: Vec<String>,
    unproven: Vec<String>,
    held: usize,
    runs: usize,
    /// The lines of the difference, each with its kind: `added`, `removed` or `same`.
    diff: Vec<(&'static str, String)>,
    sha256: String,
    /// Whether a run came to its end with what is proposed.
    is_seen: bool,
    /// Whether it is another difference than the one that was accepted.
    is_another: bool,
}

/// What is proposed, as a difference of the script.
pub async fn repair(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(meant): Query<Meant>,
) -> Response {
    let run = id.clone();
    let made = apart(Arc::clone(&app), move |app| proposed(app, &run, meant.element)).await;
    match made {
        Ok(Ok(healing)) => app
            .views
            .page("repair", shown(id, meant.element, &healing, false)),
        Ok(Err(error)) => app
            .views
            .problem(StatusCode::CONFLICT, &visible(&error.to_string())),
        Err(broken) => broken,
    }
}

/// Keep what was proposed, where it is what the person has seen.
pub async fn accept(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    form: Result<Form<Accepted>, FormRejection>,
) -> Response {
    let Ok(Form(accepted)) = form else {
        let why = "What was sent can't be read.";
        return app.views.problem(StatusCode::UNPROCESSABLE_ENTITY, why);
    };
    let (run, element) = (id.clone(), accepted.element);
    let made = apart(Arc::clone(&app), move |app| {
        let healing = proposed(app, &run, element)?;
        match library::sha256(&healing.source) == accepted.sha256 {
            true => Ok(Ok(app.rpa.accept_healing(&healing)?)),
            false => Ok::<_, autorpa::Error>(Err(healing)),
        }
    });
    match made.await {
        Ok(Ok(Ok(function))) => {
            let (folder, name) = (encoded(&function.app), encoded(&function.name));
            Redirect::to(&format!("/functions/{folder}/{name}/steps")).into_response()
        }
        Ok(Ok(Err(healing))) => {
            let page = app.views.page("repair", shown(id, element, &healing, true));
            (StatusCode::CONFLICT, page).into_response()
        }
        Ok(Err(error)) => app
            .views
            .problem(StatusCode::CONFLICT, &visible(&error.to_string())),
        Err(broken) => broken,
    }
}

fn proposed(app: &App, run: &str, element: Option<usize>) -> Result<Healing, autorpa::Error> {
    match element {
        Some(element) => app.rpa.repair(run, ElementId(element)),
        None => {
            let film = app.rpa.film(run)?;
            let named = film.function.map(|it| it.path);
            let named = named.unwrap_or_else(|| FilePath::new(run).to_owned());
            app.rpa.heal(&HealRequest::new(named))
        }
    }
}

fn shown(id: String, element: Option<usize>, healing: &Healing, is_another: bool) -> Repair {
    let text = |it: &str| visible(it).into_owned();
    let not = healing.not_proposed.iter().map(|it| {
        let name = it.place.as_ref().map(ToString::to_string);
        text(&format!(
            "{}: {}",
            name.unwrap_or_else(|| it.asked.to_string()),
            it.why
        ))
    });
    Repair {
        tab: "runs",
        id,
        element,
        function: healing.function.title(),
        updates: healing.updates.iter().map(|it| text(&it.to_string())).collect(),
        not_proposed: not.collect(),
        unproven: healing.unproven.iter().map(|it| text(&it.to_string())).collect(),
        held: healing.held,
        runs: healing.runs,
        diff: healing.diff.lines().map(|it| (kind(it), text(it))).collect(),
        sha256: library::sha256(&healing.source),
        is_seen: element.is_none(),
        is_another,
    }
}

/// What a line of a difference says.
fn kind(line: &str) -> &'static str {
    match line.as_bytes().first() {
        Some(b'+') if !line.starts_with("+++") => "added",
        Some(b'-') if !line.starts_with("---") => "removed",
        Some(_) | None => "same",
    }
}
