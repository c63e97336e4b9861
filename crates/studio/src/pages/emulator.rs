//! A device that somebody works with by hand: the emulator, or a phone.

use std::sync::Arc;

use axum::{
    Form,
    extract::{State, rejection::FormRejection},
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

/// Which device is opened.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Wanted {
    device: String,
}

#[derive(Serialize)]
struct Page {
    tab: &'static str,
    devices: Vec<String>,
    usual: String,
    /// Those that are open: number and title.
    open: Vec<(u64, String)>,
    problem: Option<String>,
}

/// The devices, and those that are open.
pub async fn show(State(app): State<Arc<App>>) -> Response {
    shown(app, None).await
}

async fn shown(app: Arc<App>, problem: Option<String>) -> Response {
    let is_bad = problem.is_some();
    let made = apart(Arc::clone(&app), move |app| page(app, problem)).await;
    match made {
        Ok(page) if is_bad => {
            let page = app.views.page("emulator", page);
            (StatusCode::UNPROCESSABLE_ENTITY, page).into_response()
        }
        Ok(page) => app.views.page("emulator", page),
        Err(broken) => broken,
    }
}

/// Open one.
pub async fn open(State(app): State<Arc<App>>, form: Result<Form<Wanted>, FormRejection>) -> Response {
    let Form(wanted) = form.unwrap_or_default();
    let device = wanted.device.trim().to_owned();
    let begun = (app.rpa.registry.device(&device).map_err(|it| it.to_string())).and_then(|driver| {
        let title = visible(driver.name()).into_owned();
        let device = driver.name().to_owned();
        let begun = app.recordings.begin(&app.rpa, title, Begin::Hand { device });
        begun.map_err(|it| it.to_string())
    });
    match begun {
        Ok(session) => Redirect::to(&format!("/recordings/{}", session.id)).into_response(),
        Err(why) => shown(app, Some(visible(&why).into_owned())).await,
    }
}

fn page(app: &App, problem: Option<String>) -> Page {
    let by_hand = app.rpa.registry.devices().iter().filter(|it| !it.needs_url());
    let sessions = app.recordings.list();
    let open = sessions
        .iter()
        .filter(|it| it.purpose == Purpose::Hand && !it.is_over());
    let usual = app.rpa.registry.usual_device(false);
    Page {
        tab: "emulator",
        devices: by_hand.map(|it| it.name().to_owned()).collect(),
        usual: usual.map(|it| it.name().to_owned()).unwrap_or_default(),
        open: open.map(|it| (it.id, it.title.clone())).collect(),
        problem,
    }
}
