//! What is answered.

use std::{
    num::NonZeroUsize,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use autorpa::{Autorpa, Called, ExecRequest, Function, Offer, Outcome, RunFilter, RunList, openapi};
use axum::{
    Router,
    body::Bytes,
    extract::{DefaultBodyLimit, Path, Query, State},
    http::{HeaderMap, StatusCode, header::CONTENT_TYPE},
    response::{Html, IntoResponse, Response},
    routing::{get, post},
};
use gate::{LARGEST, METRICS};
use hyper_util::service::TowerToHyperService;
use library::Library;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use task::nearest;
use tokio::{sync::Semaphore, time::sleep};

use crate::once::{Before, NotAgain, Once};

/// The header by which a call is known when it comes again.
const KEY: &str = "idempotency-key";
/// The longest key, in bytes.
const LONGEST_KEY: usize = 255;
/// How many runs are listed where nobody says how many.
const LISTED: usize = 50;
/// The most runs that are listed at a time.
const MOST_LISTED: usize = 1000;
/// How often the end is looked for when the server drains.
const LOOKS: Duration = Duration::from_millis(50);

/// What all requests share.
pub struct Serving {
    rpa: Autorpa,
    runs: RunList,
    once: Once,
    slots: Semaphore,
    at_work: AtomicUsize,
    drains: AtomicBool,
}

impl Serving {
    /// The functions of a library, so many of them at a time.
    pub fn new(rpa: Autorpa, at_once: NonZeroUsize) -> Arc<Self> {
        Arc::new(Self {
            runs: rpa.run_list(),
            once: Once::of(rpa.home.served.clone()),
            slots: Semaphore::new(at_once.get()),
            at_work: AtomicUsize::new(0),
            drains: AtomicBool::new(false),
            rpa,
        })
    }

    /// Take no further call.
    pub fn takes_no_more(&self) {
        self.drains.store(true, Ordering::SeqCst);
    }

    /// Wait for the calls under way.
    pub async fn drained(&self) {
        while self.at_work.load(Ordering::SeqCst) > 0 {
            sleep(LOOKS).await;
        }
    }

    fn library(&self) -> Library {
        Library::open(&self.rpa.home.library)
    }

    /// The functions that are offered: verified, or accepted by a person, and not edited since.
    fn offered(&self) -> Result<Vec<(Function, Offer)>, Refused> {
        let listing = self.library().list().map_err(Refused::broken)?;
        let trusted = listing.functions.into_iter().filter(Function::trusted);
        Ok(trusted
            .map(|it| {
                let offer = self.rpa.registry.offer(&it);
                (it, offer)
            })
            .collect())
    }

    fn function(&self, title: &str) -> Result<(Function, Offer), Refused> {
        let found = self.library().titled(title).map_err(Refused::broken)?;
        if let Some(function) = found.filter(Function::trusted) {
            let offer = self.rpa.registry.offer(&function);
            return Ok((function, offer));
        }
        let offered = self.offered()?;
        let titles: Vec<String> = offered.iter().map(|(it, _)| it.title()).collect();
        Err(Refused::Unknown {
            near: nearest(title, titles.iter().map(String::as_str)),
            title: title.to_owned(),
        })
    }
}

/// Why a request is not done.
#[derive(Debug, thiserror::Error)]
enum Refused {
    /// There is no such function.
    #[error("no function that may be called is named `{title}`{}", meant(near))]
    Unknown {
        /// What was asked for.
        title: String,
        /// Those that may be meant.
        near: Vec<String>,
    },
    /// What was sent is no JSON object.
    #[error("the body is no JSON object with the arguments: {0}")]
    Body(serde_json::Error),
    /// The arguments do not fit.
    #[error("{0}; nothing was done")]
    Arguments(#[from] autorpa::ArgumentError),
    /// A key that is none.
    #[error("the header Idempotency-Key is empty, longer than {LONGEST_KEY} bytes, or not plain text")]
    Key,
    /// Nothing takes back what it does.
    #[error("nothing takes back what this function does ({}); ask with `?confirm=true` once somebody has agreed", .0.join("; "))]
    Unconfirmed(Vec<String>),
    /// A call with this key was there before.
    #[error("{0}")]
    Again(#[from] NotAgain),
    /// The server ends.
    #[error("the server ends, and takes no further call; nothing was done")]
    Ends,
    /// It was not begun: the policy says no.
    #[error("{0}")]
    Policy(autorpa::Error),
    /// It was not begun: something does not fit.
    #[error("{0}")]
    Usage(autorpa::Error),
    /// There is nothing of this name.
    #[error("there is nothing here: /openapi.json says what there is")]
    Nothing,
    /// Something of this machine failed.
    #[error("{0}")]
    Broken(String),
}

fn meant(near: &[String]) -> String {
    match near {
        [] => "; GET /functions lists them".to_owned(),
        near => format!("; did you mean {}?", near.join(", ")),
    }
}

impl Refused {
    fn broken(error: impl std::fmt::Display) -> Self {
        Self::Broken(error.to_string())
    }

    /// Why a run gave nothing. Only the policy and what does not fit are known to have done nothing: a disk may be full after
    /// a run as well.
    fn of(error: autorpa::Error) -> Self {
        match error.outcome() {
            _ if error.is_usage() => Self::Usage(error),
            Some(Outcome::Refused) => Self::Policy(error),
            _ => Self::broken(error),
        }
    }

    fn status(&self) -> StatusCode {
        match self {
            Refused::Unknown { .. } | Refused::Nothing => StatusCode::NOT_FOUND,
            Refused::Body(_) | Refused::Arguments(_) | Refused::Key | Refused::Usage(_) => {
                StatusCode::BAD_REQUEST
            }
            Refused::Unconfirmed(_) => StatusCode::PRECONDITION_REQUIRED,
            Refused::Again(NotAgain::Other) => StatusCode::UNPROCESSABLE_ENTITY,
            Refused::Again(NotAgain::UnderWay | NotAgain::InDoubt) => StatusCode::CONFLICT,
            Refused::Again(NotAgain::Disk(_) | NotAgain::Damaged(_) | NotAgain::Version(_))
            | Refused::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Refused::Ends => StatusCode::SERVICE_UNAVAILABLE,
            Refused::Policy(_) => StatusCode::FORBIDDEN,
        }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        said(self.status(), &json!({ "error": self.to_string() }))
    }
}

fn said(status: StatusCode, body: &Json) -> Response {
    (status, [(CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}

/// The service, for a gate to let in to.
pub fn service(serving: &Arc<Serving>) -> TowerToHyperService<Router> {
    let routes = Router::new()
        .route("/openapi.json", get(document))
        .route("/functions", get(functions))
        .route("/functions/{folder}/{name}/runs", post(call))
        .route("/runs", get(runs))
        .route("/runs/{run}", get(record))
        .route("/runs/{run}/report.html", get(report))
        .route("/metrics", get(metrics))
        .fallback(async || Refused::Nothing)
        .layer(DefaultBodyLimit::max(LARGEST))
        .with_state(Arc::clone(serving));
    TowerToHyperService::new(routes)
}

async fn document(State(app): State<Arc<Serving>>) -> Result<Response, Refused> {
    Ok(said(StatusCode::OK, &openapi(&app.offered()?, None)))
}

async fn functions(State(app): State<Arc<Serving>>) -> Result<Response, Refused> {
    let all: Vec<Json> = app
        .offered()?
        .iter()
        .map(|(function, offer)| {
            json!({
                "name": function.title(),
                "about": function.about(),
                "takes": offer.schema(),
                "irreversible": offer.irreversible,
            })
        })
        .collect();
    Ok(said(StatusCode::OK, &json!({ "functions": all })))
}

/// What stands behind the address of a call.
#[derive(Deserialize)]
struct Said {
    /// Whether somebody has agreed to what nothing takes back.
    #[serde(default)]
    confirm: bool,
}

async fn call(
    State(app): State<Arc<Serving>>,
    Path((folder, name)): Path<(String, String)>,
    Query(Said { confirm }): Query<Said>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refused> {
    let title = format!("{folder}/{name}");
    let (function, offer) = app.function(&title)?;
    let sent: Map<String, Json> = match body.is_empty() {
        true => Map::new(),
        false => serde_json::from_slice(&body).map_err(Refused::Body)?,
    };
    let asked = library::sha256(&json!([title, sent]).to_string());
    let called = offer.read(sent)?;
    let allowed = app.rpa.check_irreversible(&title, &offer.irreversible);
    allowed.map_err(Refused::Policy)?;
    if !confirm && !offer.irreversible.is_empty() {
        return Err(Refused::Unconfirmed(offer.irreversible));
    }
    let key = key_of(&headers)?;
    if app.drains.load(Ordering::SeqCst) {
        return Err(Refused::Ends);
    }
    if let Some(key) = &key
        && let Before::Done(status, answer) = app.once.begin(key, &asked)?
    {
        let status = StatusCode::from_u16(status).map_err(Refused::broken)?;
        return Ok(said(status, &answer));
    }
    // Who asked may go: what was begun comes to its end, and its answer is kept.
    let work = tokio::spawn(done(Arc::clone(&app), function, called, key, asked));
    work.await.map_err(Refused::broken)?
}

/// The key that a call says.
fn key_of(headers: &HeaderMap) -> Result<Option<String>, Refused> {
    let Some(said) = headers.get(KEY) else {
        return Ok(None);
    };
    let key = said.to_str().map_err(|_| Refused::Key)?;
    match key.is_empty() || key.len() > LONGEST_KEY {
        true => Err(Refused::Key),
        false => Ok(Some(key.to_owned())),
    }
}

/// One that is at work, for as long as it is there.
struct AtWork<'a>(&'a AtomicUsize);

impl<'a> AtWork<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self(count)
    }
}

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Run a function, and keep what came of it where the call said a key.
async fn done(
    app: Arc<Serving>,
    function: Function,
    called: Called,
    key: Option<String>,
    asked: String,
) -> Result<Response, Refused> {
    let _at_work = AtWork::new(&app.at_work);
    let _slot = app.slots.acquire().await.map_err(Refused::broken)?;
    let run = tokio::task::spawn_blocking({
        let app = Arc::clone(&app);
        move || {
            let mut request = ExecRequest::new(&function.path, called.params);
            request.url = called.page;
            app.rpa.exec(&request)
        }
    });
    let (status, answer) = match run.await {
        Ok(Ok(ran)) => (StatusCode::OK, ran.for_caller()),
        Ok(Err(error)) => {
            let refused = Refused::of(error);
            if let (Some(key), Refused::Policy(_) | Refused::Usage(_)) = (&key, &refused) {
                app.once.forget(key)?;
                return Err(refused);
            }
            (refused.status(), json!({ "error": refused.to_string() }))
        }
        // It broke in the middle: a call with this key is in doubt from now on.
        Err(error) => return Err(Refused::broken(error)),
    };
    if let Some(key) = &key {
        app.once.ends(key, &asked, status.as_u16(), &answer)?;
    }
    Ok(said(status, &answer))
}

/// Which runs are wanted.
#[derive(Deserialize)]
struct Wanted {
    function: Option<String>,
    outcome: Option<String>,
    #[serde(default)]
    skip: usize,
    most: Option<usize>,
}

async fn runs(State(app): State<Arc<Serving>>, Query(wanted): Query<Wanted>) -> Result<Response, Refused> {
    let outcome = match &wanted.outcome {
        Some(name) => {
            let known = Outcome::ALL.into_iter().find(|it| it.name() == name);
            Some(known.ok_or(Refused::Nothing)?)
        }
        None => None,
    };
    let filter = RunFilter {
        function: wanted.function,
        outcome,
    };
    let most = wanted.most.unwrap_or(LISTED).min(MOST_LISTED);
    let page = read(&app, move |app| app.runs.page(&filter, wanted.skip, most)).await?;
    let all: Vec<Json> = page
        .runs
        .iter()
        .map(|it| {
            json!({
                "run": it.id,
                "function": it.function,
                "began": it.began,
                "outcome": it.outcome.map(Outcome::name),
                "seconds": it.seconds,
            })
        })
        .collect();
    Ok(said(StatusCode::OK, &json!({ "runs": all, "total": page.total })))
}

/// Ask the runs of the home, after a look for new ones.
async fn read<T: Send + 'static>(
    app: &Arc<Serving>,
    ask: impl FnOnce(&Serving) -> T + Send + 'static,
) -> Result<T, Refused> {
    let app = Arc::clone(app);
    let work = tokio::task::spawn_blocking(move || {
        app.runs.refresh_if_idle().map_err(Refused::broken)?;
        Ok(ask(&app))
    });
    work.await.map_err(Refused::broken)?
}

async fn record(State(app): State<Arc<Serving>>, Path(run): Path<String>) -> Result<Response, Refused> {
    let work = tokio::task::spawn_blocking(move || app.rpa.run_for_caller(&run));
    let record = work.await.map_err(Refused::broken)?.map_err(unread)?;
    Ok(said(StatusCode::OK, &record))
}

async fn report(State(app): State<Arc<Serving>>, Path(run): Path<String>) -> Result<Response, Refused> {
    let work = tokio::task::spawn_blocking(move || app.rpa.report(&run));
    let html = work.await.map_err(Refused::broken)?.map_err(unread)?;
    Ok(Html(html).into_response())
}

/// Why a run can't be shown.
fn unread(error: autorpa::Error) -> Refused {
    match error.is_usage() {
        true => Refused::Nothing,
        false => Refused::broken(error),
    }
}

async fn metrics(State(app): State<Arc<Serving>>) -> Result<Response, Refused> {
    let at_work = app.at_work.load(Ordering::SeqCst);
    let text = tokio::task::spawn_blocking(move || app.rpa.metrics()).await;
    let text = format!(
        "{}# HELP autorpa_calls Calls that are under way.\n# TYPE autorpa_calls gauge\nautorpa_calls {at_work}\n",
        text.map_err(Refused::broken)?
    );
    Ok(([(CONTENT_TYPE, METRICS)], text).into_response())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use autorpa::{Error, FileHelp};

    use super::*;

    #[test]
    fn only_what_did_nothing_may_be_asked_for_again() {
        let unknown = Error::Unknown {
            what: "device",
            name: "a".to_owned(),
            near: None,
            known: Vec::new(),
        };
        assert!(matches!(Refused::of(unknown), Refused::Usage(_)));
        // The record of a run that did something may be what there is no room for.
        let full = Error::File {
            path: PathBuf::from("run.json"),
            source: std::io::ErrorKind::StorageFull.into(),
            help: FileHelp::Space,
        };
        let refused = Refused::of(full);
        assert!(matches!(refused, Refused::Broken(_)));
        assert_eq!(refused.status(), StatusCode::INTERNAL_SERVER_ERROR);
    }
}
