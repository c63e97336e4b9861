//! The runs: all of them by page, and their pictures.

use std::sync::Arc;

use autorpa::{ListedRun, Outcome, RunFilter};
use axum::{
    extract::{Path, Query, State},
    http::{
        StatusCode,
        header::{CACHE_CONTROL, CONTENT_TYPE},
    },
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use ui::visible;

use crate::{app::App, served::apart};

/// How many runs stand on a page.
const RUNS: usize = 100;

/// Which runs are wanted.
#[derive(Deserialize)]
pub struct Wanted {
    #[serde(default)]
    function: String,
    #[serde(default)]
    outcome: String,
    #[serde(default)]
    page: usize,
}

#[derive(Serialize)]
struct Page {
    tab: &'static str,
    function: String,
    outcome: String,
    outcomes: Vec<&'static str>,
    runs: Vec<Line>,
    total: usize,
    page: usize,
    pages: usize,
}

#[derive(Serialize)]
struct Line {
    id: String,
    function: String,
    goal: String,
    row: Option<usize>,
    began: String,
    outcome: &'static str,
    seconds: Option<String>,
    damaged: Option<String>,
}

/// All of them, the newest first.
pub async fn list(State(app): State<Arc<App>>, Query(wanted): Query<Wanted>) -> Response {
    let made = apart(Arc::clone(&app), move |app| {
        app.runs.refresh()?;
        Ok::<_, autorpa::Error>(page(app, wanted))
    });
    match made.await {
        Ok(Ok(page)) => app.views.page("runs", page),
        Ok(Err(error)) => app.views.broken(&error),
        Err(broken) => broken,
    }
}

/// A picture that a record names.
pub async fn picture(State(app): State<Arc<App>>, Path(sha256): Path<String>) -> Response {
    let made = apart(Arc::clone(&app), move |app| app.rpa.picture(&sha256)).await;
    match made {
        Ok(Ok(png)) => {
            // Its name is its content.
            let kept = (CACHE_CONTROL, "private, max-age=31536000, immutable");
            ([(CONTENT_TYPE, "image/png"), kept], png).into_response()
        }
        Ok(Err(error)) => app.views.problem(StatusCode::NOT_FOUND, &error.to_string()),
        Err(broken) => broken,
    }
}

fn page(app: &App, wanted: Wanted) -> Page {
    let outcome = Outcome::ALL.into_iter().find(|it| it.name() == wanted.outcome);
    let filter = RunFilter {
        function: Some(wanted.function.clone()).filter(|it| !it.is_empty()),
        outcome,
    };
    let number = wanted.page.max(1);
    let found = app.runs.page(&filter, (number - 1).saturating_mul(RUNS), RUNS);
    Page {
        tab: "runs",
        function: wanted.function,
        outcome: outcome.map_or_else(String::new, |it| it.name().to_owned()),
        outcomes: Outcome::ALL.map(Outcome::name).into(),
        runs: found.runs.iter().map(|it| line(it)).collect(),
        total: found.total,
        page: number,
        pages: found.total.div_ceil(RUNS),
    }
}

fn line(run: &ListedRun) -> Line {
    Line {
        id: run.id.clone(),
        function: visible(&run.function).into_owned(),
        goal: visible(&run.goal).into_owned(),
        row: run.row,
        began: run.began.clone(),
        outcome: run.outcome.map_or("no end", |it| it.name()),
        seconds: run.seconds.map(|it| format!("{it:.1}")),
        damaged: run.damaged.clone(),
    }
}
