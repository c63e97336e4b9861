//! The kept logins, and where somebody logs in for one.

use std::sync::Arc;

use autorpa::{LoginRequest, Window};
use axum::{
    Form,
    extract::{Query, State, rejection::FormRejection},
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use serde::{Deserialize, Serialize};
use ui::visible;

use crate::{
    app::App,
    served::apart,
    showing::{Begin, Purpose},
};

/// What is typed into the form, or said by a page that leads here.
#[derive(Clone, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct Typed {
    name: String,
    url: String,
    /// Whether the browser has a window.
    window: String,
    /// The login that was kept just now, and the sites that it is for.
    kept: String,
    sites: String,
}

#[derive(Serialize)]
struct Page {
    tab: &'static str,
    typed: Typed,
    logins: Vec<String>,
    /// Those that are being made: number and title.
    open: Vec<(u64, String)>,
    problem: Option<String>,
}

/// The page.
pub async fn show(State(app): State<Arc<App>>, Query(typed): Query<Typed>) -> Response {
    shown(app, typed, None).await
}

async fn shown(app: Arc<App>, typed: Typed, problem: Option<String>) -> Response {
    let is_bad = problem.is_some();
    let made = apart(Arc::clone(&app), move |app| page(app, typed, problem)).await;
    match made {
        Ok(page) if is_bad => {
            let page = app.views.page("logins", page);
            (StatusCode::UNPROCESSABLE_ENTITY, page).into_response()
        }
        Ok(page) => app.views.page("logins", page),
        Err(broken) => broken,
    }
}

/// Open a browser to log in.
pub async fn begin(State(app): State<Arc<App>>, form: Result<Form<Typed>, FormRejection>) -> Response {
    let Form(typed) = form.unwrap_or_default();
    let (name, url) = (typed.name.trim().to_owned(), typed.url.trim().to_owned());
    if name.is_empty() || url.is_empty() {
        let why = "Say what the login is called, and where somebody logs in.";
        return shown(app, typed, Some(why.to_owned())).await;
    }
    let window = match typed.window.as_str() {
        "visible" => Window::Visible,
        _ => Window::Hidden,
    };
    let title = format!("Log in as {}", visible(&name));
    let request = LoginRequest { name, url, window };
    let begun = app.recordings.begin(&app.rpa, title, Begin::Login(request));
    match begun {
        Ok(session) => Redirect::to(&format!("/recordings/{}", session.id)).into_response(),
        Err(why) => shown(app, typed, Some(why.to_string())).await,
    }
}

/// Forget a login.
pub async fn forget(State(app): State<Arc<App>>, form: Result<Form<Typed>, FormRejection>) -> Response {
    let Form(typed) = form.unwrap_or_default();
    let name = typed.name.clone();
    let forgot = apart(Arc::clone(&app), move |app| app.rpa.logins().forget(&name)).await;
    match forgot {
        Ok(Ok(())) => Redirect::to("/logins").into_response(),
        Ok(Err(error)) => {
            let why = visible(&error.to_string()).into_owned();
            shown(app, Typed::default(), Some(why)).await
        }
        Err(broken) => broken,
    }
}

fn page(app: &App, typed: Typed, problem: Option<String>) -> Page {
    let sessions = app.recordings.list();
    let open = sessions
        .iter()
        .filter(|it| it.purpose == Purpose::Login && !it.is_over());
    Page {
        tab: "logins",
        typed,
        logins: app.rpa.logins().names(),
        open: open.map(|it| (it.id, it.title.clone())).collect(),
        problem,
    }
}
