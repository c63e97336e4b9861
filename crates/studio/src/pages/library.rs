//! The library: every function, with what it does, where it runs and what is known of it; searched by words.

use std::sync::Arc;

use autorpa::{Function, LastRuns, ListedRun};
use axum::{
    extract::{Query, State},
    response::Response,
};
use library::{LibraryError, Skipped};
use serde::{Deserialize, Serialize};
use ui::visible;

use crate::{app::App, served::apart};

/// How many functions a search finds.
const FOUND: usize = 50;

/// What is searched for.
#[derive(Deserialize)]
pub struct Words {
    #[serde(default)]
    words: String,
}

#[derive(Serialize)]
struct Page {
    tab: &'static str,
    words: String,
    functions: Vec<FunctionLine>,
    skipped: Vec<String>,
}

/// A function, in a line.
#[derive(Serialize)]
struct FunctionLine {
    app: String,
    name: String,
    about: String,
    device: String,
    params: Vec<String>,
    standing: &'static str,
    meaning: &'static str,
    mutation: Option<String>,
    right: Option<Seen>,
    newest: Option<Seen>,
}

/// A run that is named.
#[derive(Serialize)]
pub struct Seen {
    id: String,
    began: String,
    outcome: &'static str,
}

impl Seen {
    /// As pages name it.
    pub fn of(run: &ListedRun) -> Self {
        Self {
            id: run.id.clone(),
            began: run.began.clone(),
            outcome: run.outcome.map_or("no end", |it| it.name()),
        }
    }
}

/// The page.
pub async fn show(State(app): State<Arc<App>>, Query(words): Query<Words>) -> Response {
    let made = apart(Arc::clone(&app), move |app| page(app, words.words)).await;
    match made {
        Ok(Ok(page)) => app.views.page("library", page),
        Ok(Err(error)) => app.views.broken(&error),
        Err(broken) => broken,
    }
}

fn page(app: &App, words: String) -> Result<Page, LibraryError> {
    let library = app.library();
    let (functions, skipped) = match words.trim().is_empty() {
        true => {
            let listing = library.list()?;
            (listing.functions, listing.skipped)
        }
        false => {
            let found = library.search(&words, FOUND)?;
            (found.into_iter().map(|it| it.function).collect(), Vec::new())
        }
    };
    // A page does not wait until thousands of runs are read for the first time.
    if let Err(error) = app.runs.refresh_if_idle() {
        tracing::warn!(%error, "the runs can't be read");
    }
    let last = app.runs.last_of(&functions);
    Ok(Page {
        tab: "library",
        words,
        functions: functions
            .iter()
            .zip(last)
            .map(|(it, last)| shown(it, &last))
            .collect(),
        skipped: skipped.iter().map(said).collect(),
    })
}

fn shown(function: &Function, last: &LastRuns) -> FunctionLine {
    let receipt = &function.receipt;
    let standing = function.standing();
    let about = match function.about() {
        about if about.is_empty() => receipt
            .templates
            .first()
            .map_or_else(String::new, ToString::to_string),
        about => about,
    };
    let seen = |run: &Option<Arc<ListedRun>>| run.as_deref().map(Seen::of);
    FunctionLine {
        app: function.app.clone(),
        name: function.name.clone(),
        about: visible(&about).into_owned(),
        device: receipt.device.clone(),
        params: receipt.params.iter().map(|it| it.name.clone()).collect(),
        standing: standing.name(),
        meaning: standing.meaning(),
        mutation: receipt.mutation.map(|it| it.to_string()),
        right: seen(&last.right),
        newest: seen(&last.newest),
    }
}

fn said(skipped: &Skipped) -> String {
    format!("{}: {}", skipped.path.display(), skipped.error)
}
