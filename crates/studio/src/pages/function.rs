//! One function: the form to run it, for one set of values or for each row of a file, and what is known of it.

use std::sync::Arc;

use autorpa::{Asks, ExecRequest, Function, Offer, Params, Pictures, RowsRequest, RunFilter};
use axum::{
    extract::{Multipart, Path, State, multipart::MultipartRejection},
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use library::Receipt;
use serde::Serialize;
use ui::visible;

use crate::{
    app::App,
    form::{self, Field, Problem, Sent},
    pages::library::Seen,
    served::apart,
    works::Order,
};

/// How many of its runs are named.
const RUNS: usize = 10;
/// Where an instance is set up first, in the field that asks.
const INSTANCE: &str = "instance";

#[derive(Serialize)]
struct Page {
    tab: &'static str,
    app: String,
    name: String,
    about: String,
    doc: String,
    standing: &'static str,
    meaning: &'static str,
    device: String,
    facts: Vec<(&'static str, String)>,
    irreversible: Vec<String>,
    source: String,
    history: Vec<Change>,
    runs: Vec<Seen>,
    more_runs: usize,
    form: Form,
}

/// The form, with what was typed last.
#[derive(Serialize)]
struct Form {
    fields: Vec<Field>,
    columns: Vec<String>,
    secrets: Vec<(String, String)>,
    problems: Vec<Problem>,
    devices: Vec<String>,
    device: String,
    begins_at_page: bool,
    url: String,
    task_type: String,
    takes_instance: bool,
    is_instance: bool,
    seed: String,
    dry: bool,
}

#[derive(Serialize)]
struct Change {
    file: String,
    why: String,
    diff: String,
}

/// A function, and what was sent to it.
type Named = Path<(String, String)>;

/// The page.
pub async fn show(State(app): State<Arc<App>>, Path((folder, name)): Named) -> Response {
    let title = format!("{folder}/{name}");
    let made = apart(Arc::clone(&app), move |app| {
        let function = find(app, &title)?;
        Ok::<_, No>(page(app, &function, &Sent::default(), Vec::new()))
    });
    match made.await {
        Ok(Ok(page)) => app.views.page("function", page),
        Ok(Err(no)) => app.views.problem(no.0, &no.1),
        Err(broken) => broken,
    }
}

/// Run it once.
pub async fn run(
    app: State<Arc<App>>,
    named: Named,
    form: Result<Multipart, MultipartRejection>,
) -> Response {
    begin(app, named, form, order_of_run).await
}

/// Run it for each row of a file.
pub async fn rows(
    app: State<Arc<App>>,
    named: Named,
    form: Result<Multipart, MultipartRejection>,
) -> Response {
    begin(app, named, form, order_of_rows).await
}

/// Why there is no function to show: the status, and the words.
pub type No = (StatusCode, String);

/// What is to be done, with its values for people.
type Begun = (Vec<(String, String)>, Order);

/// Makes an order of what was sent.
type Reads = fn(&App, &Function, &Offer, &Sent) -> Result<Begun, Vec<Problem>>;

async fn begin(
    State(app): State<Arc<App>>,
    Path((folder, name)): Named,
    form: Result<Multipart, MultipartRejection>,
    order: Reads,
) -> Response {
    let bad = |why: &dyn std::fmt::Display| app.views.problem(StatusCode::BAD_REQUEST, &why.to_string());
    let sent = match form {
        Ok(form) => Sent::read(form).await,
        Err(error) => return bad(&error),
    };
    let sent = match sent {
        Ok(sent) => sent,
        Err(error) => return bad(&error),
    };
    let title = format!("{folder}/{name}");
    let made = apart(Arc::clone(&app), move |app| {
        let function = find(app, &title)?;
        let offer = app.rpa.registry.offer(&function);
        Ok::<_, No>(match order(app, &function, &offer, &sent) {
            Ok(begun) => Ok((function.title(), begun)),
            Err(problems) => Err(page(app, &function, &sent, problems)),
        })
    });
    match made.await {
        Ok(Ok(Ok((title, (values, order))))) => {
            let work = app.works.begin(&app.rpa, title, values, order);
            Redirect::to(&format!("/works/{}", work.id)).into_response()
        }
        Ok(Ok(Err(page))) => {
            (StatusCode::UNPROCESSABLE_ENTITY, app.views.page("function", page)).into_response()
        }
        Ok(Err(no)) => app.views.problem(no.0, &no.1),
        Err(broken) => broken,
    }
}

/// The function of this name.
pub fn find(app: &App, title: &str) -> Result<Function, No> {
    match app.library().titled(title) {
        Ok(Some(function)) => Ok(function),
        Ok(None) => Err((
            StatusCode::NOT_FOUND,
            format!("There is no function {title} in the library."),
        )),
        Err(error) => Err((StatusCode::INTERNAL_SERVER_ERROR, error.to_string())),
    }
}

fn order_of_run(app: &App, function: &Function, offer: &Offer, sent: &Sent) -> Result<Begun, Vec<Problem>> {
    let mut request = request(function, offer, sent)?;
    let blanks = request.task_type.is_some();
    request.params = sent.params(offer, blanks, &app.rpa.home.studio.join("files"))?;
    request.pictures = Pictures::Each;
    // Whoever begins one run is there; rows are left to themselves.
    request.asks = match sent.text("confirm") {
        "ask" => Asks::WhichAndWhether,
        _ => Asks::Which,
    };
    let values = said(&request.params);
    Ok((values, Order::Run(Box::new(request))))
}

fn order_of_rows(app: &App, function: &Function, offer: &Offer, sent: &Sent) -> Result<Begun, Vec<Problem>> {
    let request = request(function, offer, sent)?;
    let wrong = |text: String| {
        let field = "rows".to_owned();
        vec![Problem { field, text }]
    };
    let file = sent
        .file("rows")
        .ok_or_else(|| wrong("Choose a CSV file first.".to_owned()))?;
    let kept = form::keep(&app.rpa.home.studio.join("rows"), file);
    let kept = kept.map_err(|error| wrong(format!("The file can't be kept: {error}")))?;
    let values = vec![("rows".to_owned(), visible(&file.name).into_owned())];
    let rows = RowsRequest {
        skip_bad_rows: sent.text("skip") == "yes",
        ..RowsRequest::new(request, kept)
    };
    Ok((values, Order::Rows(Box::new(rows))))
}

/// How it is run, besides its values.
fn request(function: &Function, offer: &Offer, sent: &Sent) -> Result<ExecRequest, Vec<Problem>> {
    let wrong = |field: &str, text: &str| {
        let (field, text) = (field.to_owned(), text.to_owned());
        Err(vec![Problem { field, text }])
    };
    let dry = sent.text("dry") == "yes";
    let asks = sent.text("confirm") == "ask";
    if !offer.irreversible.is_empty() && !dry && !asks && sent.text("confirm") != "yes" {
        return wrong(
            "confirm",
            "Confirm that it may do what nothing takes back, have it ask you, or stop before it.",
        );
    }
    let mut request = ExecRequest::new(&function.path, Params::new());
    request.dry = dry;
    let given = |field: &str| Some(sent.text(field).trim().to_owned()).filter(|it| !it.is_empty());
    request.url = given("url");
    request.device = given("device");
    if sent.text("begin") == INSTANCE && !offer.is_declared {
        let Ok(seed) = sent.text("seed").trim().parse() else {
            return wrong("seed", "The instance is a number, as 0 or 7.");
        };
        request.task_type = Some(function.receipt.task_type.clone());
        request.suite = Some(function.receipt.suite.clone());
        request.seed = Some(seed);
        (request.url, request.device) = (None, None);
    } else if offer.begins_at_page && request.url.is_none() && request.device.is_none() {
        return wrong("url", "It runs on a page: say which.");
    }
    Ok(request)
}

/// Values, for people.
fn said(params: &Params) -> Vec<(String, String)> {
    let text = |it: &str| visible(it).into_owned();
    params
        .iter()
        .map(|(name, value)| (text(name), text(&value.to_string())))
        .collect()
}

fn page(app: &App, function: &Function, sent: &Sent, problems: Vec<Problem>) -> Page {
    let offer = app.rpa.registry.offer(function);
    let standing = function.standing();
    let wanted = RunFilter {
        function: Some(function.title()),
        outcome: None,
    };
    if let Err(error) = app.runs.refresh() {
        tracing::warn!(%error, "the runs can't be read");
    }
    let runs = app.runs.page(&wanted, 0, RUNS);
    let history = function.history().into_iter().map(|it| Change {
        file: it.file,
        why: it.why,
        diff: it.diff,
    });
    Page {
        tab: "library",
        app: function.app.clone(),
        name: function.name.clone(),
        about: visible(&function.about()).into_owned(),
        doc: visible(&function.doc().join("\n")).into_owned(),
        standing: standing.name(),
        meaning: standing.meaning(),
        device: function.receipt.device.clone(),
        facts: facts(function),
        irreversible: offer.irreversible.clone(),
        source: visible(&function.source).into_owned(),
        history: history.collect(),
        more_runs: runs.total.saturating_sub(runs.runs.len()),
        runs: runs.runs.iter().map(|it| Seen::of(it)).collect(),
        form: form(app, function, &offer, sent, problems),
    }
}

fn form(app: &App, function: &Function, offer: &Offer, sent: &Sent, problems: Vec<Problem>) -> Form {
    let receipt = &function.receipt;
    let suite = app.rpa.registry.find_suite(&receipt.suite);
    let takes_instance = suite.is_some() && !offer.is_declared && !receipt.task_type.is_empty();
    // Where an instance may have a value for it, a blank field is none of the browser's business.
    let fields = form::fields(offer, takes_instance, sent, &problems);
    let devices = app.rpa.registry.devices().iter().map(|it| it.name().to_owned());
    let seed = match sent.text("seed") {
        "" => "0",
        typed => typed,
    };
    Form {
        fields,
        columns: offer.takes.iter().map(|it| it.name.clone()).collect(),
        secrets: offer
            .secrets
            .iter()
            .map(|it| (it.name.clone(), it.from.clone()))
            .collect(),
        problems,
        devices: devices.collect(),
        device: sent.text("device").to_owned(),
        begins_at_page: offer.begins_at_page,
        url: sent.text("url").to_owned(),
        task_type: receipt.task_type.clone(),
        takes_instance,
        is_instance: sent.text("begin") == INSTANCE,
        seed: seed.to_owned(),
        dry: sent.text("dry") == "yes",
    }
}

/// What the receipt says.
fn facts(function: &Function) -> Vec<(&'static str, String)> {
    let Receipt {
        task_type,
        suite,
        instances,
        mutation,
        explorer,
        made_at,
        alike,
        refinements,
        ..
    } = &function.receipt;
    let right = function.receipt.reached();
    let mut facts = vec![(
        "Held against",
        format!("{right} of {} instances right", instances.len()),
    )];
    facts.extend(mutation.map(|it| ("On altered screens", it.to_string())));
    facts.push(("Task", format!("{task_type} of {suite}")));
    facts.push((
        "Explored by",
        format!("{}, {} steps", explorer.kind, explorer.steps),
    ));
    facts.push(("Refined", format!("{refinements} times")));
    facts.extend(made_at.iter().map(|it| ("Made", it.clone())));
    facts.extend(alike.iter().map(|it| ("Alike", it.clone())));
    facts.push(("File", function.path.display().to_string()));
    facts
}
