//! A recording that is kept: its steps, its values, and the function that is built from it.

use std::sync::Arc;

use autorpa::{Answerable, AnswerableValue, Params, Recording, ValueRole, Word, steps_of};
use axum::{
    Form,
    extract::{Path, Query, State, rejection::FormRejection},
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use serde::{Deserialize, Serialize};
use ui::visible;

use crate::{
    app::App,
    pages::recording::{Step, encoded},
    served::apart,
    works::Order,
};

/// Where the page is that it was made on.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct At {
    url: String,
}

#[derive(Serialize)]
struct Page {
    tab: &'static str,
    id: String,
    goal: String,
    outcome: &'static str,
    why: Option<String>,
    task_type: String,
    suite: String,
    /// Whether nobody judges it, and its values can be named.
    is_of_no_task: bool,
    params: Vec<(String, String)>,
    secrets: Vec<String>,
    notes: Vec<String>,
    steps: Vec<Step>,
    /// What was understood of it, where its values can be named.
    values: Vec<Value>,
    rows: Vec<String>,
    chosen: Option<usize>,
    no_loop: Option<String>,
    /// Why no function can be built from it.
    unfit: Option<String>,
    takes_url: bool,
    url: String,
    problem: Option<String>,
}

/// A value, as the page shows it.
#[derive(Serialize)]
struct Value {
    name: String,
    value: String,
    role: &'static str,
    made_of: Option<String>,
}

impl Value {
    fn of(it: AnswerableValue) -> Self {
        Self {
            name: visible(&it.name).into_owned(),
            value: visible(&it.value).into_owned(),
            role: match it.role {
                ValueRole::Parameter => "parameter",
                ValueRole::Constant => "constant",
                ValueRole::Computed => "computed",
                ValueRole::Listed => "listed",
            },
            made_of: it.made_of,
        }
    }
}

/// The page.
pub async fn show(State(app): State<Arc<App>>, Path(id): Path<String>, Query(at): Query<At>) -> Response {
    shown(app, id, at.url, None).await
}

async fn shown(app: Arc<App>, id: String, url: String, problem: Option<String>) -> Response {
    let is_bad = problem.is_some();
    let made = apart(Arc::clone(&app), move |app| {
        let recording = app.rpa.recording(&id)?;
        Ok::<_, autorpa::Error>(page(app, &recording, url, problem))
    });
    match made.await {
        Ok(Ok(page)) if is_bad => {
            (StatusCode::UNPROCESSABLE_ENTITY, app.views.page("recorded", page)).into_response()
        }
        Ok(Ok(page)) => app.views.page("recorded", page),
        Ok(Err(error)) => app
            .views
            .problem(StatusCode::NOT_FOUND, &visible(&error.to_string())),
        Err(broken) => broken,
    }
}

fn page(app: &App, recording: &Recording, url: String, problem: Option<String>) -> Page {
    let text = |it: &str| visible(it).into_owned();
    let of = &recording.instance;
    let is_of_no_task = app.rpa.is_of_no_task(recording);
    let address = app.rpa.address_of(recording);
    let pictures = recording.steps.iter().map(|it| it.screenshot.as_ref());
    let steps = steps_of(recording);
    let shown = recording.shown.clone().unwrap_or_default();
    let understood = match is_of_no_task {
        true => app.rpa.answerable(recording),
        false => Answerable::default(),
    };
    let message = recording.ending.for_people().map(|it| text(&it.message));
    Page {
        tab: "record",
        id: recording.id.to_string(),
        goal: text(&of.goal),
        outcome: recording.ending.outcome.name(),
        why: message,
        task_type: of.task_type.clone(),
        suite: of.suite.clone(),
        is_of_no_task,
        params: of
            .params
            .iter()
            .map(|(name, value)| (text(name), text(&value.to_string())))
            .collect(),
        secrets: shown.secrets.values().map(|it| text(it)).collect(),
        notes: shown.notes.iter().map(|it| text(&it.text)).collect(),
        steps: steps
            .iter()
            .zip(pictures)
            .map(|(step, picture)| Step::of(step, picture.map(|it| format!("/pictures/{it}"))))
            .collect(),
        values: understood.values.into_iter().map(Value::of).collect(),
        rows: understood.rows.iter().map(|it| text(it)).collect(),
        chosen: understood.chosen,
        no_loop: understood.no_loop.map(|it| text(&it)),
        unfit: app
            .rpa
            .build_of(recording, None)
            .err()
            .map(|it| text(&it.to_string())),
        takes_url: address.is_some(),
        url: match url.is_empty() {
            true => address.unwrap_or_default(),
            false => url,
        },
        problem,
    }
}

/// What is asked for.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Wanted {
    url: String,
    value: String,
    name: String,
    /// Whether it is built at once, once the value has a name.
    build: String,
    /// An answer to what was understood: a word with a number.
    answer: String,
}

/// Build a function from it.
pub async fn build(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    form: Result<Form<Wanted>, FormRejection>,
) -> Response {
    let Form(wanted) = form.unwrap_or_default();
    begin(app, id, wanted.url.trim().to_owned()).await
}

/// Begin a build; the page that shows it.
async fn begin(app: Arc<App>, id: String, url: String) -> Response {
    let (name, at) = (id.clone(), url.clone());
    let made = apart(Arc::clone(&app), move |app| {
        let recording = app.rpa.recording(&name).map_err(|it| it.to_string())?;
        let url = Some(at.as_str()).filter(|it| !it.is_empty());
        let request = app.rpa.build_of(&recording, url);
        let request = request.map_err(|it| format!("The recording {it}"))?;
        Ok::<_, String>((recording, request))
    });
    match made.await {
        Ok(Ok((recording, request))) => {
            let text = |it: &str| visible(it).into_owned();
            let values = vec![("goal".to_owned(), text(&recording.instance.goal))];
            let title = text(&recording.instance.task_type);
            let work = app
                .works
                .begin(&app.rpa, title, values, Order::Build(Box::new(request)));
            Redirect::to(&format!("/works/{}", work.id)).into_response()
        }
        Ok(Err(why)) => shown(app, id, url, Some(visible(&why).into_owned())).await,
        Err(broken) => broken,
    }
}

/// Answer what was understood of it: another recording, of which that is known.
pub async fn answer(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    form: Result<Form<Wanted>, FormRejection>,
) -> Response {
    let Form(wanted) = form.unwrap_or_default();
    let url = wanted.url.clone();
    let made = anew(&app, &id, url.clone(), move |app, recording| {
        let word = Word::parse(&wanted.answer).map_err(|it| it.to_string())?;
        app.rpa.answer(recording, &word).map_err(|it| it.to_string())
    });
    match made.await {
        Ok(new) => Redirect::to(&format!("/recorded/{new}?url={}", encoded(&url))).into_response(),
        Err(why) => why,
    }
}

/// Name a value of it: another recording, which has the value as a parameter.
pub async fn name(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    form: Result<Form<Wanted>, FormRejection>,
) -> Response {
    let Form(wanted) = form.unwrap_or_default();
    let url = wanted.url.clone();
    let builds = wanted.build == "yes";
    let made = anew(&app, &id, url.clone(), move |app, recording| {
        let line = format!("param \"{}\" {}", wanted.value, wanted.name.trim());
        let Word::Param { value, name } = Word::parse(&line).map_err(|it| it.to_string())? else {
            return Err("Say what the value is called.".to_owned());
        };
        let values = Params::from([(name, value.as_str().into())]);
        app.rpa
            .name_values(recording, &values)
            .map_err(|it| it.to_string())
    });
    match made.await {
        Ok(new) if builds => begin(app, new, url).await,
        Ok(new) => Redirect::to(&format!("/recorded/{new}")).into_response(),
        Err(why) => why,
    }
}

/// The name of the recording that is made of this one; else the page that says why there is none.
async fn anew(
    app: &Arc<App>,
    id: &str,
    url: String,
    make: impl FnOnce(&App, &Recording) -> Result<Recording, String> + Send + 'static,
) -> Result<String, Response> {
    let of = id.to_owned();
    let made = apart(Arc::clone(app), move |app| {
        let recording = app.rpa.recording(&of).map_err(|it| it.to_string())?;
        make(app, &recording).map(|it| it.id.to_string())
    });
    match made.await {
        Ok(Ok(new)) => Ok(new),
        Ok(Err(why)) => {
            let why = visible(&why).into_owned();
            Err(shown(Arc::clone(app), id.to_owned(), url, Some(why)).await)
        }
        Err(broken) => Err(broken),
    }
}
