//! What is to be recorded: the form, and the recordings that there are.

use std::sync::Arc;

use autorpa::{Ears, ListenRequest, ShownTask, Window};
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
    recordings::State as Now,
    served::apart,
    showing::{Begin, Purpose},
};

/// How many of the kept recordings are listed.
const KEPT: usize = 30;

/// What is typed into the form.
#[derive(Clone, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct Typed {
    /// `page`, `task` or `device`.
    on: String,
    url: String,
    /// Whether the browser has a window.
    window: String,
    login: String,
    secrets: String,
    task: String,
    seed: String,
    device: String,
    goal: String,
    name: String,
}

#[derive(Serialize)]
struct Page {
    tab: &'static str,
    typed: Typed,
    problem: Option<Wrong>,
    logins: Vec<String>,
    tasks: Vec<(String, Vec<String>)>,
    devices: Vec<String>,
    going: Vec<Going>,
    kept: Vec<Kept>,
    more: usize,
}

/// A recording that was begun since the Studio was opened, and is not kept yet.
#[derive(Serialize)]
struct Going {
    id: u64,
    title: String,
    state: &'static str,
    steps: usize,
}

#[derive(Serialize)]
struct Kept {
    id: String,
    goal: String,
    steps: usize,
    outcome: &'static str,
}

/// The form, filled in where a page leads here with values.
pub async fn show(State(app): State<Arc<App>>, Query(typed): Query<Typed>) -> Response {
    shown(app, typed, None).await
}

async fn shown(app: Arc<App>, typed: Typed, problem: Option<Wrong>) -> Response {
    let is_bad = problem.is_some();
    let made = apart(Arc::clone(&app), move |app| page(app, typed, problem)).await;
    match made {
        Ok(page) if is_bad => {
            (StatusCode::UNPROCESSABLE_ENTITY, app.views.page("record", page)).into_response()
        }
        Ok(page) => app.views.page("record", page),
        Err(broken) => broken,
    }
}

/// Begin.
pub async fn begin(State(app): State<Arc<App>>, form: Result<Form<Typed>, FormRejection>) -> Response {
    let Ok(Form(typed)) = form else {
        return app.views.problem(
            StatusCode::UNPROCESSABLE_ENTITY,
            "What was sent is no form of this page.",
        );
    };
    let begun = read(&app, &typed).and_then(|(title, begin)| {
        let begun = app.recordings.begin(&app.rpa, title, begin);
        begun.map_err(|it| ("on", it.to_string()))
    });
    match begun {
        Ok(session) => Redirect::to(&format!("/recordings/{}", session.id)).into_response(),
        Err(problem) => shown(app, typed, Some(problem)).await,
    }
}

/// Why nothing is recorded: the field that is wrong, and what would be right.
type Wrong = (&'static str, String);

/// A text that was typed in.
fn given(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|it| !it.is_empty())
}

/// What is recorded, and what that is called.
fn read(app: &App, typed: &Typed) -> Result<(String, Begin), Wrong> {
    let wrong = |field, text: &str| Err((field, text.to_owned()));
    let (goal, name) = (given(&typed.goal), given(&typed.name));
    let is_word = |it: &str| it.chars().all(|it| it.is_alphanumeric() || "_-".contains(it));
    if name.as_deref().is_some_and(|it| !is_word(it)) {
        return wrong("name", "A name has letters, digits, - and _.");
    }
    let called = |other: &str| visible(goal.as_deref().or(name.as_deref()).unwrap_or(other)).into_owned();
    match typed.on.as_str() {
        "page" => match given(&typed.url) {
            Some(url) => Ok((called(&url), listen(typed, Some(url), None))),
            None => wrong("url", "Say the address of the page."),
        },
        "task" => of_task(app, typed),
        "device" => {
            let device = given(&typed.device).ok_or(("device", "Choose a device.".to_owned()))?;
            app.rpa
                .registry
                .device(&device)
                .map_err(|it| ("device", it.to_string()))?;
            let title = called(&format!("On {device}"));
            Ok((title, Begin::Device { device, goal, name }))
        }
        _ => wrong("on", "Choose where it is shown."),
    }
}

/// A browser that is listened to.
fn listen(typed: &Typed, url: Option<String>, task: Option<ShownTask>) -> Begin {
    let window = match typed.window.as_str() {
        "hidden" => Window::Hidden,
        _ => Window::Visible,
    };
    Begin::Browser(Box::new(ListenRequest {
        ears: Ears::Own {
            window,
            profile: None,
        },
        url,
        goal: given(&typed.goal).filter(|_| task.is_none()),
        name: given(&typed.name).filter(|_| task.is_none()),
        task,
        secrets: typed.secrets.lines().filter_map(given).collect(),
        login: given(&typed.login),
    }))
}

/// An instance of a task: in a browser where it begins at an address, else by hand.
fn of_task(app: &App, typed: &Typed) -> Result<(String, Begin), Wrong> {
    let chosen = typed.task.split_once('/');
    let (suite, task_type) = chosen.ok_or(("task", "Choose a task.".to_owned()))?;
    let seed = typed.seed.trim().parse();
    let seed = seed.map_err(|_| ("seed", "The instance is a number, as 0 or 7.".to_owned()))?;
    let registry = &app.rpa.registry;
    let found = registry.suite_of(task_type, Some(suite), None);
    let found = found.map_err(|it| ("task", it.to_string()))?;
    let types = found.task_types().map_err(|it| ("task", it.to_string()))?;
    if types.iter().all(|it| it.name != task_type) {
        return Err(("task", format!("{suite} has no task {task_type}.")));
    }
    let title = format!("{}, instance {seed}", visible(task_type));
    // The page of a task file has an address; that of a made-up instance is set up on the device.
    let is_declared = found.parameters(task_type).is_ok_and(|it| it.is_some());
    let begins_at_page = is_declared && registry.device(found.device()).is_ok_and(|it| it.needs_url());
    let (suite, task_type) = (suite.to_owned(), task_type.to_owned());
    let begin = match begins_at_page {
        true => {
            let task = ShownTask {
                task_type,
                suite: Some(suite),
                seed,
            };
            listen(typed, None, Some(task))
        }
        false => Begin::Task {
            task_type,
            suite,
            seed,
        },
    };
    Ok((title, begin))
}

fn page(app: &App, mut typed: Typed, problem: Option<Wrong>) -> Page {
    if typed.on.is_empty() {
        "page".clone_into(&mut typed.on);
    }
    if typed.seed.is_empty() {
        "1".clone_into(&mut typed.seed);
    }
    let devices = app.rpa.registry.devices().iter();
    let by_hand = devices.filter(|it| !it.needs_url());
    let going = app.recordings.list();
    let (kept, count) = app.rpa.recorded(KEPT).unwrap_or_else(|error| {
        tracing::warn!(%error, "the recordings can't be read");
        (Vec::new(), 0)
    });
    Page {
        tab: "record",
        problem: problem.map(|(field, text)| (field, visible(&text).into_owned())),
        logins: app.rpa.logins().names(),
        tasks: app.tasks().to_vec(),
        devices: by_hand.map(|it| it.name().to_owned()).collect(),
        going: going
            .iter()
            .filter(|it| !it.is_over() && it.purpose == Purpose::Recording)
            .map(|it| {
                let now = it.now();
                Going {
                    id: it.id,
                    title: it.title.clone(),
                    state: match now.state {
                        Now::Opening => "opening",
                        Now::Going => "recording",
                        Now::Kept(_) | Now::LoggedIn(..) => "kept",
                        Now::Gone(_) => "gone",
                    },
                    steps: now.steps.len(),
                }
            })
            .collect(),
        more: count.saturating_sub(kept.len()),
        kept: kept
            .into_iter()
            .map(|it| Kept {
                id: it.id.to_string(),
                goal: visible(&it.instance.goal).into_owned(),
                steps: it.steps,
                outcome: it.outcome.name(),
            })
            .collect(),
        typed,
    }
}
