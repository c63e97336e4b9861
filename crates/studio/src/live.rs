//! What a piece of work tells, to the page that shows it: one server-sent event for each note.

use std::{convert::Infallible, sync::Arc};

use axum::{
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode},
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures_util::{Stream, stream};
use serde::Deserialize;
use tokio::sync::watch;

use crate::{
    app::App,
    works::{Job, Note},
};

/// What a browser says that comes again: the number of the last note that it has.
const LAST: &str = "last-event-id";

/// Where a page begins to listen.
#[derive(Deserialize)]
pub struct Known {
    /// So many notes it shows already.
    #[serde(default)]
    after: usize,
}

/// The notes of a piece of work from where the page is, as they come.
pub async fn events(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
    Query(known): Query<Known>,
    headers: HeaderMap,
) -> Response {
    let Some(work) = app.works.get(id) else {
        return app
            .views
            .problem(StatusCode::NOT_FOUND, "That is not known any more.");
    };
    let last = headers
        .get(LAST)
        .and_then(|it| it.to_str().ok()?.parse::<usize>().ok());
    let from = last.map_or(known.after, |it| it.saturating_add(1));
    let told = told(work, from, app.closing.subscribe());
    Sse::new(told).keep_alive(KeepAlive::default()).into_response()
}

async fn closed(closing: &mut watch::Receiver<bool>) {
    // Whoever would say it is gone: that is an end as well.
    let _gone = closing.wait_for(|it| *it).await;
}

fn told(
    work: Arc<Job>,
    from: usize,
    closing: watch::Receiver<bool>,
) -> impl Stream<Item = Result<Event, Infallible>> {
    let changed = work.changed();
    stream::unfold(Some((work, from, changed, closing)), |state| async move {
        let (work, at, mut changed, mut closing) = state?;
        let note = loop {
            if let Some(note) = work.note(at) {
                break note;
            }
            tokio::select! {
                more = changed.changed() => more.ok()?,
                () = closed(&mut closing) => return None,
            }
        };
        let event = Event::default()
            .id(at.to_string())
            .data(serde_json::to_string(&note).ok()?);
        let next = match note {
            Note::Over => None,
            _ => Some((work, at + 1, changed, closing)),
        };
        Some((Ok(event), next))
    })
}
