//! What belongs to every page: the stylesheet, the script, and the answer where there is none.

use std::sync::Arc;

use autorpa::REPORT_STYLE;
use axum::{
    extract::State,
    http::{StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
};

use crate::app::App;

const OWN_STYLE: &str = include_str!("studio.css");
const SCRIPT: &str = include_str!("studio.js");

/// The one stylesheet: that of reports, and what other pages need besides.
pub async fn style() -> Response {
    let both = format!("{REPORT_STYLE}{OWN_STYLE}");
    ([(CONTENT_TYPE, "text/css; charset=utf-8")], both).into_response()
}

/// The one script.
pub async fn script() -> Response {
    ([(CONTENT_TYPE, "text/javascript; charset=utf-8")], SCRIPT).into_response()
}

/// There is nothing at this address.
pub async fn nothing(State(app): State<Arc<App>>) -> Response {
    app.views
        .problem(StatusCode::NOT_FOUND, "There is nothing at this address.")
}

/// Do what reads files on a thread where others do not wait for it.
pub async fn apart<T: Send + 'static>(
    app: Arc<App>,
    work: impl FnOnce(&Arc<App>) -> T + Send + 'static,
) -> Result<T, Response> {
    let done = tokio::task::spawn_blocking({
        let app = Arc::clone(&app);
        move || work(&app)
    });
    done.await.map_err(|error| app.views.broken(&error))
}
