//! The server: one client at its standard input and output.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use autorpa::{ArgumentError, Autorpa, ExecRequest, Params, Ran};
use device::Cancel;
use library::{Library, LibraryError};
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ListResourcesResult,
        ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
        ReadResourceResult, Resource, ResourceContents, ServerCapabilities, ServerConfig,
    },
    service::RequestContext,
    transport::io::stdio,
};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use task::nearest;
use thiserror::Error;
use tokio::{
    sync::{Semaphore, watch},
    task::JoinError,
    time::sleep,
};
use trajectory::Outcome;

use crate::{
    confirm::{Questions, Said},
    count::Counted,
    progress,
    recordings::{IDLE, NotRecorded, Recordings, Which},
    tools::{self, FIND, Offered, RECORDING_STATUS, RUN, START_RECORDING, STOP_RECORDING},
};

/// How many functions run at a time: each has a device of its own.
const AT_ONCE: usize = 2;

/// What is said to a call that comes when the server ends.
const ENDS: &str = "the server ends, and takes no further call; nothing was done";
/// How often the end is looked for when the server drains.
const LOOKS: Duration = Duration::from_millis(50);
/// How many functions a search names.
const FOUND: usize = 10;

/// The address of a function's script, before its name.
const SCRIPT: &str = "autorpa://script/";
/// The address of a function's receipt, before its name.
const RECEIPT: &str = "autorpa://receipt/";
/// The address of a run's report, before the run's name.
const REPORT: &str = "autorpa://report/";
/// The address of a run's record, before the run's name.
const RECORD: &str = "autorpa://run/";
/// How many of the newest runs are listed.
const LISTED: usize = 20;

/// What is done about a function that can do what nothing takes back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Irreversible {
    /// The person at the client is asked before each call. A client that asks nobody is refused.
    #[default]
    Ask,
    /// It runs as any other.
    Allow,
    /// It is not offered.
    Hide,
}

/// Why the server ended early.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The client does not speak the protocol.
    #[error("the client does not speak the protocol: {0}")]
    Client(String),
    /// The server's own work broke.
    #[error("the server broke: {0}")]
    Broken(#[from] JoinError),
}

/// The functions of a library, for one client.
#[derive(Clone)]
pub struct Server {
    rpa: Autorpa,
    irreversible: Irreversible,
    questions: Arc<Questions>,
    effects: Arc<tools::KnownEffects>,
    slots: Arc<Semaphore>,
    at_work: Arc<AtomicUsize>,
    drains: Arc<AtomicBool>,
    /// Whether what runs is to stop.
    stops: watch::Sender<bool>,
    /// What the client records; `None` where it may be on another machine than the browser.
    recordings: Option<Arc<Recordings>>,
}

impl Server {
    /// Offer the library's functions, within what its project allows.
    pub fn new(rpa: Autorpa, irreversible: Irreversible) -> Self {
        Self {
            rpa,
            irreversible,
            questions: Arc::default(),
            effects: Arc::default(),
            slots: Arc::new(Semaphore::new(AT_ONCE)),
            at_work: Arc::default(),
            drains: Arc::default(),
            stops: watch::Sender::default(),
            recordings: None,
        }
    }

    /// Answer the client at standard input and output until it goes.
    pub async fn serve(mut self) -> Result<(), ServeError> {
        self.recordings = Some(Arc::default());
        let server = self.clone();
        let running = ServiceExt::serve(self, stdio())
            .await
            .map_err(|it| ServeError::Client(it.to_string()))?;
        let ended = running.waiting().await;
        // The client is gone: its browsers go as well.
        server.end_recordings().await?;
        ended?;
        Ok(())
    }

    /// The same server for clients of this machine that may go unseen.
    pub(crate) fn recording(mut self) -> Self {
        self.recordings = Some(Arc::new(Recordings::with_idle(IDLE)));
        self
    }

    /// End the browsers of what is recorded, and keep nothing of what goes on.
    pub(crate) async fn end_recordings(&self) -> Result<(), JoinError> {
        let Some(recordings) = self.recordings.clone() else {
            return Ok(());
        };
        tokio::task::spawn_blocking(move || recordings.end()).await
    }

    /// Take no further call.
    pub fn takes_no_more(&self) {
        self.drains.store(true, Ordering::SeqCst);
    }

    /// Stop what runs, at its next step.
    pub fn stop(&self) {
        self.stops.send_replace(true);
    }

    /// Wait for what runs.
    pub async fn drained(&self) {
        while self.at_work.load(Ordering::SeqCst) > 0 {
            sleep(LOOKS).await;
        }
    }

    /// A call of one of the tools that record.
    async fn record(
        &self,
        recordings: &Recordings,
        request: &CallToolRequestParams,
    ) -> Result<CallToolResult, NoCall> {
        let sent = json!(request.arguments.clone().unwrap_or_default());
        let _at_work = Counted::new(&self.at_work);
        if request.name == START_RECORDING && self.drains.load(Ordering::SeqCst) {
            return Ok(refused(ENDS));
        }
        let answer = match request.name.as_ref() {
            START_RECORDING => recordings.start(&self.rpa, serde_json::from_value(sent)?).await?,
            STOP_RECORDING => recordings.stop(serde_json::from_value(sent)?).await?,
            _ => {
                let which: Which = serde_json::from_value(sent)?;
                recordings.status(which.session)?
            }
        };
        Ok(CallToolResult::structured(answer))
    }

    /// What is offered now: a function that is built while the server runs is there at the next look.
    fn offered(&self) -> Result<Vec<Offered>, LibraryError> {
        let mut offered = tools::offered(self.library().list()?, &self.rpa, &self.effects);
        offered.retain(|it| !self.hides(it));
        Ok(offered)
    }

    fn hides(&self, offered: &Offered) -> bool {
        self.irreversible == Irreversible::Hide && !offered.offer.irreversible.is_empty()
    }

    /// What a call of a task runs.
    fn task(&self, request: &CallToolRequestParams) -> Result<ReadyTask, NoTask> {
        let sent: TaskCall = serde_json::from_value(json!(request.arguments))
            .map_err(|it| NoTask::Arguments(it.to_string()))?;
        let found = self.rpa.find_task(&sent.task, sent.suite.as_deref())?;
        let offered = tools::offered(self.library().list()?, &found.rpa, &self.effects);
        let is_of = |it: &Offered| {
            it.function.receipt.suite == found.suite && it.function.receipt.task_type == found.task_type
        };
        let none = || NoTask::NoFunction {
            task_type: found.task_type.clone(),
            suite: found.suite.clone(),
        };
        let offered = offered.into_iter().find(is_of).ok_or_else(none)?;
        if self.hides(&offered) {
            return Err(NoTask::Hidden);
        }
        let mut exec = match (found.takes_values, sent.values.is_empty(), sent.seed) {
            (true, _, None) => {
                let call = offered.offer.read(sent.values)?;
                ExecRequest::new(&offered.function.path, call.params)
            }
            (true, _, Some(_)) => return Err(NoTask::Seed),
            (false, true, seed) => ExecRequest {
                task_type: Some(found.task_type),
                seed: Some(seed.unwrap_or(0)),
                ..ExecRequest::new(&offered.function.path, Params::new())
            },
            (false, false, _) => return Err(NoTask::Values),
        };
        exec.suite = Some(found.suite);
        Ok(ReadyTask {
            rpa: found.rpa,
            offered,
            exec,
        })
    }

    fn library(&self) -> Library {
        Library::open(&self.rpa.home.library)
    }

    /// The functions that have words of a query.
    fn find(&self, request: &CallToolRequestParams) -> Result<CallToolResult, ErrorData> {
        let words = request
            .arguments
            .as_ref()
            .and_then(|it| it.get("words")?.as_str());
        let Some(words) = words else {
            return Ok(refused(
                "the argument `words` is missing: what is to be done, in a few words",
            ));
        };
        let offered = self.offered().map_err(unreadable)?;
        let matches = self.library().search(words, FOUND).map_err(unreadable)?;
        let found: Vec<Json> = matches
            .iter()
            .filter_map(|found| {
                let same = |it: &&Offered| it.function.path == found.function.path;
                let tool = &offered.iter().find(same)?.tool;
                Some(json!({ "tool": tool.name, "what": tool.description, "score": found.score }))
            })
            .collect();
        Ok(CallToolResult::structured(json!({ "found": found })))
    }

    /// Whether the call may go on; if not, what the client is told.
    async fn allowed(
        &self,
        offered: &Offered,
        request: &CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<(), CallToolResponse> {
        let lasting = &offered.offer.irreversible;
        let title = offered.function.title();
        if let Err(error) = self.rpa.check_irreversible(&title, lasting) {
            return Err(refused(&format!("{error}; nothing was done")).into());
        }
        if self.irreversible == Irreversible::Allow || lasting.is_empty() {
            return Ok(());
        }
        let values = json!(request.arguments.clone().unwrap_or_default()).to_string();
        let question = format!(
            "{title} with {values}: nothing takes back what it does ({}). Go on?",
            lasting.join("; ")
        );
        let call = format!("{} {values}", request.name);
        let answers = request
            .input_responses
            .as_ref()
            .zip(request.request_state.as_deref());
        match self.questions.ask(question, &call, answers, context).await {
            Said::Yes => Ok(()),
            Said::No => Err(refused("the person at the client does not want it; nothing was done").into()),
            Said::NobodyThere => Err(refused(
                "nothing takes back what this function does, and this client asks nobody; nothing was done. \
                 A server that is started with `--irreversible allow` runs it unasked",
            )
            .into()),
            Said::Later(question) => Err(CallToolResponse::InputRequired(question)),
        }
    }

    /// Run a function on a thread of its own, and stop it when the client cancels.
    async fn run(
        &self,
        rpa: Autorpa,
        request: ExecRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let at_work = Counted::new(&self.at_work);
        if self.drains.load(Ordering::SeqCst) {
            return Ok(refused(ENDS));
        }
        let cancel = Cancel::default();
        let (observer, lines) = progress::lines();
        let mut rpa = rpa.watched_by(Arc::new(observer));
        rpa.cancel = cancel.clone();
        let token = context.meta.get_progress_token();
        let told = tokio::spawn(progress::report(context.peer.clone(), token, lines));
        let stop = tokio::spawn({
            let (cancelled, cancel, mut stops) = (context.ct.clone(), cancel.clone(), self.stops.subscribe());
            async move {
                let stopped = async {
                    let _gone = stops.wait_for(|it| *it).await;
                };
                tokio::select! {
                    () = cancelled.cancelled() => {}
                    () = stopped => {}
                }
                cancel.cancel();
            }
        });
        let permit = Arc::clone(&self.slots).acquire_owned().await;
        let work = tokio::task::spawn_blocking(move || {
            let (_permit, _at_work) = (permit, at_work);
            rpa.exec(&request)
        });
        let done = work.await;
        stop.abort();
        // The last lines go before the result.
        let _ = told.await;
        match done {
            Ok(Ok(ran)) => Ok(result(&ran)),
            Ok(Err(error)) => Ok(refused(&error.to_string())),
            Err(_) => Err(ErrorData::internal_error(
                "the run broke; the server goes on, and its log has more",
                None,
            )),
        }
    }
}

/// Why a call of a tool that records comes to nothing.
#[derive(Debug, Error)]
enum NoCall {
    #[error("the arguments are wrong: {0}; nothing was done")]
    Arguments(#[from] serde_json::Error),
    #[error("{0}")]
    NotRecorded(#[from] NotRecorded),
}

/// What a call of a task says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TaskCall {
    task: String,
    suite: Option<String>,
    #[serde(default)]
    values: Map<String, Json>,
    seed: Option<u64>,
}

/// What a call of a task runs.
struct ReadyTask {
    rpa: Autorpa,
    offered: Offered,
    exec: ExecRequest,
}

/// Why a task is not run.
#[derive(Debug, Error)]
enum NoTask {
    #[error("the arguments are wrong: {0}")]
    Arguments(String),
    #[error("{0}")]
    Unknown(#[from] autorpa::Error),
    #[error("the library can't be read: {0}")]
    Library(#[from] LibraryError),
    #[error("{0}")]
    Argument(#[from] ArgumentError),
    #[error(
        "the library has no verified or accepted function for the task type `{task_type}` of `{suite}`; a build makes one of \
         recordings of the task"
    )]
    NoFunction { task_type: String, suite: String },
    #[error("the task's function can do what nothing takes back, and this server offers none of these")]
    Hidden,
    #[error("the task takes `values`, and no `seed`")]
    Seed,
    #[error("the instances of this task type are made up: `seed` says which, and it takes no `values`")]
    Values,
}

/// A tool's result that is a refusal: the client's model reads it, and may do better.
fn refused(why: &str) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(why)])
}

fn unreadable(error: LibraryError) -> ErrorData {
    ErrorData::internal_error(format!("the library can't be read: {error}"), None)
}

fn internal(error: autorpa::Error) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}

/// A run, as the client gets it. An error where the goal was not reached; an unjudged run is neither.
fn result(ran: &Ran) -> CallToolResult {
    let json = ran.for_caller();
    match ran.recording.ending.outcome {
        Outcome::Reached | Outcome::Unchecked => CallToolResult::structured(json),
        _ => CallToolResult::structured_error(json),
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .build();
        let mut info = ServerConfig::new(capabilities).with_instructions(
            "Each tool is a function that was built from recordings of a task and verified. It acts on a device \
             without a model. `reached` means that a judge saw it work; `unchecked` that nobody looked; every other \
             outcome is a refusal or a fault, and `why` says what would help. Nothing is retried.",
        );
        info.server_info.name = "autorpa".to_owned();
        info.server_info.version = env!("CARGO_PKG_VERSION").to_owned();
        info
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let offered = self.offered().map_err(unreadable)?;
        let functions = offered.into_iter().map(|it| it.tool);
        let recorders = self.recordings.iter().flat_map(|_| tools::recorders());
        Ok(ListToolsResult::with_all_items(
            [tools::finder(), tools::task_runner()]
                .into_iter()
                .chain(recorders)
                .chain(functions)
                .collect(),
        ))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if request.name == FIND {
            return self.find(&request).map(Into::into);
        }
        if let Some(recordings) = &self.recordings
            && [START_RECORDING, RECORDING_STATUS, STOP_RECORDING].contains(&request.name.as_ref())
        {
            let answer = self.record(recordings, &request).await;
            return Ok(answer.unwrap_or_else(|why| refused(&why.to_string())).into());
        }
        if request.name == RUN {
            let work = match self.task(&request) {
                Ok(work) => work,
                Err(why) => return Ok(refused(&format!("{why}; nothing was done")).into()),
            };
            if let Err(answer) = self.allowed(&work.offered, &request, &context).await {
                return Ok(answer);
            }
            return self.run(work.rpa, work.exec, context).await.map(Into::into);
        }
        let mut offered = self.offered().map_err(unreadable)?;
        let Some(at) = offered.iter().position(|it| it.tool.name == request.name) else {
            let near = nearest(&request.name, offered.iter().map(|it| it.tool.name.as_ref()));
            let hint = match near.is_empty() {
                true => "`find_function` searches them".to_owned(),
                false => format!("did you mean {}?", near.join(", ")),
            };
            let message = format!("no tool is called `{}`; {hint}", request.name);
            return Err(ErrorData::invalid_params(message, None));
        };
        let offered = offered.swap_remove(at);
        let sent = request.arguments.clone().unwrap_or_default();
        let call = match offered.offer.read(sent) {
            Ok(call) => call,
            Err(error) => return Ok(refused(&format!("{error}; nothing was done")).into()),
        };
        if let Err(answer) = self.allowed(&offered, &request, &context).await {
            return Ok(answer);
        }
        let mut exec = ExecRequest::new(&offered.function.path, call.params);
        exec.url = call.page;
        self.run(self.rpa.clone(), exec, context).await.map(Into::into)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let offered = self.offered().map_err(unreadable)?;
        let resources = offered.iter().flat_map(|it| {
            let title = it.function.title();
            [
                Resource::new(format!("{SCRIPT}{title}"), format!("{title}.rhai"))
                    .with_mime_type("text/x-rhai")
                    .with_description("The function, as it runs."),
                Resource::new(format!("{RECEIPT}{title}"), format!("{title}.receipt.json"))
                    .with_mime_type("application/json")
                    .with_description("On what it was verified, and how it was made."),
            ]
        });
        let runs = self.rpa.newest_runs(LISTED).map_err(internal)?;
        let reports = runs.iter().flat_map(|run| {
            [
                Resource::new(format!("{RECORD}{run}"), format!("{run}.json"))
                    .with_mime_type("application/json")
                    .with_description("What a run did, step by step, and how it ended."),
                Resource::new(format!("{REPORT}{run}"), format!("{run}.html"))
                    .with_mime_type("text/html")
                    .with_description("The same as a page with the screens."),
            ]
        });
        Ok(ListResourcesResult::with_all_items(
            resources.chain(reports).collect(),
        ))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let offered = self.offered().map_err(unreadable)?;
        let named = |title: &str| offered.iter().find(|it| it.function.title() == title);
        let uri = request.uri.as_str();
        // A run that there is not is no fault of the server.
        let read = |text: Result<String, autorpa::Error>| match text {
            Err(error) if error.is_usage() => Ok(None),
            text => text.map(Some).map_err(internal),
        };
        let text = if let Some(title) = uri.strip_prefix(SCRIPT) {
            named(title).map(|it| it.function.source.clone())
        } else if let Some(run) = uri.strip_prefix(REPORT) {
            read(self.rpa.report(run))?
        } else if let Some(run) = uri.strip_prefix(RECORD) {
            read(self.rpa.run_for_caller(run).map(|it| format!("{it:#}")))?
        } else {
            let found = uri.strip_prefix(RECEIPT).and_then(named);
            found.and_then(|it| it.function.receipt.to_json().ok())
        };
        match text {
            Some(text) => Ok(ReadResourceResult::new(vec![ResourceContents::text(text, uri)]).into()),
            None => Err(ErrorData::resource_not_found(
                format!("there is nothing at `{uri}`; resources/list has what there is"),
                None,
            )),
        }
    }
}
