//! Requests to the server.

use std::{error::Error as _, io, time::Duration};

use reqwest::{Client, Method};
use serde_json::Value;
use thiserror::Error;
use tokio::runtime::{Builder, Runtime};

/// How long a server may take for what it does at once.
const SHORT: Duration = Duration::from_secs(30);
/// How long it may take to set up a task or to judge one: apps are started, and databases pulled and pushed.
const LONG: Duration = Duration::from_secs(300);
/// The longest answer that is read, in bytes: nothing that is asked for here is long.
const LONGEST: usize = 4 << 20;

/// A server does not do what it is asked.
#[derive(Debug, Error)]
pub enum ServerError {
    /// This machine has no way to ask.
    #[error("no request can be sent from here: {source}")]
    NoClient {
        /// What the system says.
        source: io::Error,
    },
    /// It can't be reached, or does not answer in time.
    #[error("`{request}` of {server}: {reason}")]
    Unreached {
        /// The server.
        server: String,
        /// What was asked.
        request: String,
        /// What the connection says.
        reason: String,
    },
    /// It answers with an error.
    #[error("`{request}` of {server} answers {status}: {said}")]
    Status {
        /// The server.
        server: String,
        /// What was asked.
        request: String,
        /// The status.
        status: u16,
        /// What it says.
        said: String,
    },
    /// It answers something else than AndroidWorld's server.
    #[error("`{request}` of {server} has no `{field}` in its answer: {said}")]
    Answer {
        /// The server.
        server: String,
        /// What was asked.
        request: String,
        /// What is not there.
        field: &'static str,
        /// What came.
        said: String,
    },
}

/// A server at an address. Whoever asks waits.
pub struct Server {
    base: String,
    client: Client,
    runtime: Runtime,
}

/// So much of a text as an error repeats.
fn begin(text: &str) -> String {
    const MOST: usize = 300;
    text.chars().take(MOST).collect()
}

/// What an error says, down to its cause.
fn cause(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return "it took too long".to_owned();
    }
    let mut last = error.source();
    while let Some(next) = last.and_then(std::error::Error::source) {
        last = Some(next);
    }
    last.map_or_else(|| error.to_string(), ToString::to_string)
}

impl Server {
    /// The server at this address, without a slash at its end. Nothing is asked yet.
    pub fn at(base: &str) -> Result<Self, ServerError> {
        // Whoever was first has set one that is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let no_client = |source| ServerError::NoClient { source };
        let runtime = Builder::new_current_thread().enable_all().build();
        let client = Client::builder().redirect(reqwest::redirect::Policy::none());
        let local = ["://127.", "://localhost", "://[::1]"];
        let client = match local.iter().any(|it| base.contains(it)) {
            true => client.no_proxy(),
            false => client,
        };
        Ok(Self {
            base: base.to_owned(),
            client: client.build().map_err(|it| no_client(io::Error::other(it)))?,
            runtime: runtime.map_err(no_client)?,
        })
    }

    /// Its address.
    pub fn address(&self) -> &str {
        &self.base
    }

    fn ask(
        &self,
        method: Method,
        path: &str,
        query: &[(&str, &str)],
        body: Option<&Value>,
        most: Duration,
    ) -> Result<Value, ServerError> {
        let request = format!("{method} {path}");
        let unreached = |error: reqwest::Error| ServerError::Unreached {
            server: self.base.clone(),
            request: request.clone(),
            reason: cause(&error),
        };
        // The base is the beginning of an address, so it is one with a path and a query behind it.
        let mut url = format!("{}{path}", self.base);
        for (at, (name, value)) in query.iter().enumerate() {
            let encoded = form_urlencoded::byte_serialize(value.as_bytes());
            url.push_str(if at == 0 { "?" } else { "&" });
            url.push_str(name);
            url.push('=');
            url.extend(encoded);
        }
        let mut asked = self.client.request(method.clone(), url).timeout(most);
        if let Some(body) = body {
            asked = asked.json(body);
        }
        let (status, text) = self
            .runtime
            .block_on(async {
                let mut answer = asked.send().await?;
                let mut bytes = Vec::new();
                while let Some(part) = answer.chunk().await? {
                    bytes.extend_from_slice(&part);
                    if bytes.len() > LONGEST {
                        break;
                    }
                }
                let text = String::from_utf8_lossy(&bytes).into_owned();
                Ok((answer.status().as_u16(), text))
            })
            .map_err(unreached)?;
        if status != 200 {
            return Err(ServerError::Status {
                server: self.base.clone(),
                request,
                status,
                said: begin(&text),
            });
        }
        // What is no JSON has none of the fields that are looked for.
        Ok(serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    fn field<T>(
        &self,
        request: &str,
        field: &'static str,
        answer: &Value,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<T, ServerError> {
        let found = answer.get(field).and_then(read);
        found.ok_or_else(|| ServerError::Answer {
            server: self.base.clone(),
            request: request.to_owned(),
            field,
            said: begin(&answer.to_string()),
        })
    }

    fn done(&self, request: &str, answer: &Value) -> Result<(), ServerError> {
        let success = |it: &Value| (it.as_str() == Some("success")).then_some(());
        self.field(request, "status", answer, success)
    }

    /// Whether it is there, and has its phone.
    pub fn health(&self) -> Result<(), ServerError> {
        let path = "/health";
        self.done(path, &self.ask(Method::GET, path, &[], None, SHORT)?)
    }

    /// Its task types, sorted by name.
    pub fn task_types(&self) -> Result<Vec<String>, ServerError> {
        let path = "/suite/task_list";
        let answer = self.ask(Method::GET, path, &[("max_index", "-1")], None, SHORT)?;
        let names = |it: &Value| {
            let all = it.as_array()?.iter();
            all.map(|it| it.as_str().map(str::to_owned)).collect()
        };
        self.field(path, "task_list", &answer, names)
    }

    /// Make one instance of each type anew, by this seed. A task that is set up is lost.
    pub fn make(&self, seed: u64) -> Result<(), ServerError> {
        let path = "/suite/reinitialize";
        let seed = seed.to_string();
        let query = [("n_task_combinations", "1"), ("seed", seed.as_str())];
        self.done(path, &self.ask(Method::GET, path, &query, None, LONG)?)
    }

    fn of_task(&self, method: Method, path: &str, task_type: &str) -> Result<Value, ServerError> {
        let query = [("task_type", task_type), ("task_idx", "0")];
        self.ask(method, path, &query, None, LONG)
    }

    /// The goal of the instance of this type.
    pub fn goal(&self, task_type: &str) -> Result<String, ServerError> {
        let path = "/task/goal";
        let answer = self.of_task(Method::GET, path, task_type)?;
        self.field(path, "goal", &answer, |it| it.as_str().map(str::to_owned))
    }

    /// The goal with its parameters in braces; empty where a type has none.
    pub fn template(&self, task_type: &str) -> Result<String, ServerError> {
        let path = "/task/template";
        let answer = self.of_task(Method::GET, path, task_type)?;
        self.field(path, "template", &answer, |it| it.as_str().map(str::to_owned))
    }

    /// Go to the home screen, and forget what was answered.
    pub fn reset(&self) -> Result<(), ServerError> {
        let path = "/reset";
        let answer = self.ask(Method::POST, path, &[("go_home", "true")], None, LONG)?;
        self.done(path, &answer)
    }

    /// Set up the instance of this type.
    pub fn initialize(&self, task_type: &str) -> Result<(), ServerError> {
        let path = "/task/initialize";
        self.done(path, &self.of_task(Method::POST, path, task_type)?)
    }

    /// How much of it is done, from 0 to 1.
    pub fn score(&self, task_type: &str) -> Result<f64, ServerError> {
        let path = "/task/score";
        let answer = self.of_task(Method::GET, path, task_type)?;
        self.field(path, "score", &answer, Value::as_f64)
    }

    /// Take away what was set up.
    pub fn tear_down(&self, task_type: &str) -> Result<(), ServerError> {
        let path = "/task/tear_down";
        self.done(path, &self.of_task(Method::POST, path, task_type)?)
    }

    /// Do an action, in the server's own form.
    pub fn execute(&self, action: &Value) -> Result<(), ServerError> {
        let path = "/execute_action";
        let answer = self.ask(Method::POST, path, &[], Some(action), LONG)?;
        self.done(path, &answer)
    }
}
