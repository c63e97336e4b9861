//! Models behind HTTP: OpenAI-compatible, Anthropic and Gemini servers, spoken to through `genai`.
//!
//! The calls block: a private runtime on the calling thread drives them, so an [`Http`] must not be
//! used from inside another asynchronous runtime.

use std::{
    cell::Cell,
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant, SystemTime},
};

use backon::{ExponentialBuilder, Retryable};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use genai::{
    Client, ModelIden, ServiceTarget,
    adapter::AdapterKind,
    chat::{
        CacheControl, ChatMessage, ChatOptions, ChatRequest, ChatResponseFormat, ContentPart, JsonSpec,
        MessageContent, ToolCall, ToolResponse,
    },
    resolver::{AuthData, Endpoint},
    webc,
};
use reqwest::{StatusCode, Url, header::HeaderMap};
use tracing::{debug, warn};

use crate::{
    error::ModelError,
    fit::fit,
    model::Model,
    request::{Call, Part, Reply, Request, Role, Speaker, Thought, Tool, Usage, about_tokens},
    target::{Provider, Target},
};

impl Provider {
    fn base_url(self) -> &'static str {
        match self {
            Provider::OpenAi => "https://api.openai.com/v1/",
            Provider::Anthropic => "https://api.anthropic.com/v1/",
            Provider::Gemini => "https://generativelanguage.googleapis.com/v1beta/",
        }
    }

    fn adapter(self) -> AdapterKind {
        match self {
            Provider::OpenAi => AdapterKind::OpenAI,
            Provider::Anthropic => AdapterKind::Anthropic,
            Provider::Gemini => AdapterKind::Gemini,
        }
    }

    /// Longest side of an image, in pixels, beyond which the provider only scales it down itself
    /// (their documentation of image inputs).
    fn longest_side(self) -> u32 {
        match self {
            Provider::OpenAi => 2_048,
            Provider::Anthropic => 1_568,
            Provider::Gemini => 3_072,
        }
    }
}

/// How a server is reached and how patient we are with it.
#[derive(Clone)]
pub struct HttpOptions {
    /// Another server than the provider's own, up to and including `/v1`.
    pub base_url: Option<String>,
    /// The key; may be missing for a server on this machine.
    pub key: Option<String>,
    /// The proxy to go through; without one, what HTTPS_PROXY and its kin say.
    pub proxy: Option<String>,
    /// Longest time for one attempt.
    pub attempt: Duration,
    /// Longest time for a call with all its attempts and pauses.
    pub deadline: Duration,
    /// Attempts after the first.
    pub retries: usize,
    /// Pause before the second attempt; it doubles, with jitter, up to a minute.
    pub pause: Duration,
    /// Ends a call early when it becomes true.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Default for HttpOptions {
    fn default() -> Self {
        Self {
            base_url: None,
            key: None,
            proxy: None,
            attempt: Duration::from_secs(180),
            deadline: Duration::from_secs(420),
            retries: 5,
            pause: Duration::from_secs(1),
            cancel: None,
        }
    }
}

/// A model behind HTTP.
pub struct Http {
    target: Target,
    service: ServiceTarget,
    client: Client,
    runtime: tokio::runtime::Runtime,
    options: HttpOptions,
    /// Where, without anything secret.
    shown_url: String,
}

/// How much of a server's text goes into a message.
const SAID: usize = 400;
/// What stands where a key stood.
const HIDDEN: &str = "[key]";
/// Keys of providers are longer.
const SHORTEST_SECRET: usize = 16;
/// How often a waiting call looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

impl Http {
    /// A client for a model. Nothing is sent yet.
    pub fn new(target: Target, options: HttpOptions) -> Result<Self, ModelError> {
        let url = base_url(target.provider, options.base_url.as_deref())?;
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
        let local = host == "localhost" || host.parse::<IpAddr>().is_ok_and(|it| it.is_loopback());
        let key = match options.key.as_deref().map(str::trim).filter(|it| !it.is_empty()) {
            Some(key) => key.to_owned(),
            // The library always sends a key; a server on this machine does not look at it.
            None if local => "none".to_owned(),
            None => {
                return Err(ModelError::NoKey {
                    provider: target.provider.name(),
                    variable: target.provider.key_variable(),
                });
            }
        };
        // Fails when a provider is installed already, which is just as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let no_start = |reason: String| ModelError::NoStart { reason };
        let mut builder = reqwest::Client::builder()
            .timeout(options.attempt)
            .connect_timeout(options.attempt.min(Duration::from_secs(20)));
        builder = match &options.proxy {
            // What was given may hold a password, so only its place is repeated.
            Some(given) => builder.proxy(reqwest::Proxy::all(given).map_err(|it| ModelError::BadUrl {
                given: given.rsplit('@').next().unwrap_or(given).to_owned(),
                reason: it.without_url().to_string(),
            })?),
            None if local => builder.no_proxy(),
            None => builder,
        };
        let web = builder
            .build()
            .map_err(|it| no_start(it.without_url().to_string()))?;
        let client = Client::builder()
            .with_reqwest(web)
            .build()
            .map_err(|it| no_start(it.to_string()))?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|it| no_start(it.to_string()))?;
        let service = ServiceTarget {
            endpoint: Endpoint::from_owned(url.as_str()),
            auth: AuthData::from_single(key),
            model: ModelIden::new(target.provider.adapter(), target.model.as_str()),
        };
        let shown_url = format!("{}{}", url.origin().ascii_serialization(), url.path());
        Ok(Self {
            target,
            service,
            client,
            runtime,
            options,
            shown_url,
        })
    }
}

/// The base URL with a slash at its end, so that the protocol's path can be put behind it.
fn base_url(provider: Provider, given: Option<&str>) -> Result<Url, ModelError> {
    let given = given.unwrap_or(provider.base_url());
    // What was given may hold a password, so only its place is repeated.
    let bad = |reason: String| ModelError::BadUrl {
        given: given.rsplit('@').next().unwrap_or(given).to_owned(),
        reason,
    };
    let mut url = Url::parse(given.trim()).map_err(|it| bad(it.to_string()))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(bad(format!(
            "it starts with `{}:`, not with `http:` or `https:`",
            url.scheme()
        )));
    }
    if !url.path().ends_with('/') {
        let path = format!("{}/", url.path());
        url.set_path(&path);
    }
    Ok(url)
}

impl Model for Http {
    fn complete(&mut self, request: &Request) -> Result<Reply, ModelError> {
        match self.asked(request) {
            // Not every service knows schemas: those that do not get the question without one.
            Err(ModelError::BadRequest { said, .. } | ModelError::NoTools { said, .. })
                if request.schema.is_some() =>
            {
                warn!(model = %self.target, "asking again without a schema: {said}");
                self.asked(&Request {
                    schema: None,
                    ..request.clone()
                })
            }
            other => other,
        }
    }

    fn describe(&self) -> String {
        self.target.to_string()
    }
}

impl Http {
    fn asked(&self, request: &Request) -> Result<Reply, ModelError> {
        let tried = Cell::new(0);
        let this = self;
        let started = Instant::now();
        let backoff = ExponentialBuilder::default()
            .with_min_delay(this.options.pause)
            .with_max_delay(LONGEST_PAUSE)
            .with_max_times(this.options.retries)
            .with_jitter();
        let attempt = || {
            tried.set(tried.get() + 1);
            this.attempt(request, tried.get())
        };
        this.runtime.block_on(async {
            let work = attempt
                .retry(backoff)
                .when(ModelError::is_passing)
                .adjust(|error, pause| pause.and_then(|it| this.pause_for(error, it, started.elapsed())))
                .notify(|error, pause| warn!(model = %this.target, ?pause, "{error}"));
            tokio::select! {
                result = work => result,
                () = tokio::time::sleep(this.options.deadline) => Err(this.timeout(this.options.deadline, tried.get())),
                () = cancelled(this.options.cancel.as_deref()) => Err(ModelError::Cancelled),
            }
        })
    }
}

/// Ends when the flag is set; never without a flag.
async fn cancelled(flag: Option<&AtomicBool>) {
    let Some(flag) = flag else {
        return std::future::pending().await;
    };
    while !flag.load(Ordering::Relaxed) {
        tokio::time::sleep(LOOK).await;
    }
}

impl Http {
    async fn attempt(&self, request: &Request, number: usize) -> Result<Reply, ModelError> {
        let options = ChatOptions {
            temperature: request.temperature,
            max_tokens: Some(request.max_tokens),
            capture_raw_body: Some(true),
            response_format: request
                .schema
                .clone()
                .map(|it| ChatResponseFormat::JsonSpec(JsonSpec::new("answer", it))),
            ..ChatOptions::default()
        };
        debug!(model = %self.target, role = %request.role, about_tokens = request.about_tokens(), number, "asking");
        let answer = self
            .client
            .exec_chat(
                self.service.clone(),
                chat(request, self.target.provider)?,
                Some(&options),
            )
            .await
            .map_err(|it| match request.tools.is_empty() {
                true => self.error(it, number),
                false => self.error_with_tools(it, number),
            })?;
        let reported = answer.usage.prompt_tokens.zip(answer.usage.completion_tokens);
        let count = |it: i32| u64::try_from(it).unwrap_or(0);
        let details = answer.usage.prompt_tokens_details.as_ref();
        let cached = details.and_then(|it| it.cached_tokens).map_or(0, count);
        let written = details.and_then(|it| it.cache_creation_tokens).map_or(0, count);
        let text = answer.content.texts().join("\n").trim().to_owned();
        let (calls, thoughts) = if request.tools.is_empty() {
            Default::default()
        } else {
            called(&answer.content, answer.reasoning_content.as_deref())
        };
        let usage = match reported {
            Some((prompt, completion)) => Usage {
                prompt: count(prompt),
                completion: count(completion),
                cached,
                written,
                estimated: false,
            },
            None => Usage {
                prompt: request.about_tokens(),
                completion: about_tokens(&text),
                estimated: true,
                ..Usage::default()
            },
        };
        let reason = answer.stop_reason.as_ref().map(|it| self.said(it.raw()));
        if !text.is_empty() || !calls.is_empty() {
            let cut = answer.stop_reason.as_ref().is_some_and(|it| it.is_max_tokens());
            return self.without_key(Reply {
                text,
                calls,
                thoughts,
                usage,
                cut,
            });
        }
        if reason.is_none() && reported.is_none() {
            let body = answer
                .captured_raw_body
                .map(|it| it.to_string())
                .unwrap_or_default();
            return Err(self.bad_reply("it has neither text nor a reason to stop", &body));
        }
        Err(ModelError::Empty {
            reason: reason.unwrap_or_default(),
            usage,
        })
    }

    /// How long to wait before trying again; `None` gives up.
    fn pause_for(&self, error: &ModelError, pause: Duration, elapsed: Duration) -> Option<Duration> {
        let pause = match error {
            ModelError::RateLimited {
                retry_after: Some(asked),
                ..
            }
            | ModelError::ServerFault {
                retry_after: Some(asked),
                ..
            } => pause.max(*asked),
            _ => pause,
        };
        // Waiting past the deadline would end in a timeout, which says less than what the server answered.
        (elapsed + pause < self.options.deadline).then_some(pause)
    }

    fn timeout(&self, after: Duration, attempts: usize) -> ModelError {
        ModelError::Timeout {
            url: self.shown_url.clone(),
            seconds: after.as_secs_f64().ceil() as u64,
            attempts,
        }
    }

    fn bad_reply(&self, what: &str, said: &str) -> ModelError {
        ModelError::BadReply {
            url: self.shown_url.clone(),
            what: self.said(what),
            said: self.said(said),
        }
    }

    /// The library's errors repeat prompts, addresses and server texts as they are; ours do not.
    fn error(&self, error: genai::Error, attempts: usize) -> ModelError {
        match error {
            genai::Error::WebModelCall { webc_error, .. }
            | genai::Error::WebAdapterCall { webc_error, .. } => match webc_error {
                webc::Error::ResponseFailedStatus {
                    status,
                    body,
                    headers,
                } => self.status(status, &body, &headers, attempts),
                webc::Error::ResponseFailedNotJson { content_type, body } => {
                    self.bad_reply(&format!("it is `{content_type}`, not JSON"), &body)
                }
                webc::Error::ResponseFailedInvalidJson { body, cause } => {
                    self.bad_reply(&format!("it is not whole JSON ({cause})"), &body)
                }
                webc::Error::JsonValueExt(it) => self.bad_reply("it has another form", &it.to_string()),
                webc::Error::Reqwest(it) => self.broken(it, attempts),
            },
            genai::Error::HttpError {
                status,
                body,
                headers,
                ..
            } => self.status(status, &body, &headers, attempts),
            genai::Error::ChatResponseGeneration {
                cause, response_body, ..
            } => self.bad_reply(
                &format!("it has another form ({})", self.said(&cause)),
                &response_body.to_string(),
            ),
            other => self.bad_reply("it has another form", &other.to_string()),
        }
    }

    /// What a failure means where tools were offered: who refuses such a request may take the question without them.
    fn error_with_tools(&self, error: genai::Error, attempts: usize) -> ModelError {
        let url = self.shown_url.clone();
        match error {
            // Small models call with what is no JSON.
            genai::Error::ChatResponseGeneration {
                cause, response_body, ..
            } if response_body.pointer("/choices/0/message/tool_calls").is_some() => ModelError::NoTools {
                url,
                said: self.said(&format!("it calls one in a way that can't be read ({cause})")),
            },
            other => match self.error(other, attempts) {
                ModelError::BadRequest { said, .. } => ModelError::NoTools { url, said },
                // llama.cpp says so with a 500 where it runs without the model's own template.
                ModelError::ServerFault { said, .. } if said.to_lowercase().contains("tool") => {
                    ModelError::NoTools { url, said }
                }
                other => other,
            },
        }
    }

    fn status(&self, status: StatusCode, body: &str, headers: &HeaderMap, attempts: usize) -> ModelError {
        let url = self.shown_url.clone();
        let said = self.said(&message(body));
        let status = status.as_u16();
        let retry_after = retry_after(headers, SystemTime::now());
        // Gemini says with a 400 that a key is wrong or has expired.
        let wrong_key = ["API_KEY_INVALID", "API key not valid", "API key expired"];
        match status {
            400..=403 if status > 400 || wrong_key.iter().any(|it| body.contains(it)) => {
                ModelError::Refused {
                    url,
                    status,
                    said,
                    variable: self.target.provider.key_variable(),
                }
            }
            429 => ModelError::RateLimited {
                url,
                said,
                retry_after,
                attempts,
            },
            408 => self.timeout(self.options.attempt, attempts),
            500.. => ModelError::ServerFault {
                url,
                status,
                said,
                retry_after,
                attempts,
            },
            _ => ModelError::BadRequest { url, status, said },
        }
    }

    fn broken(&self, error: reqwest::Error, attempts: usize) -> ModelError {
        if error.is_timeout() {
            return self.timeout(self.options.attempt, attempts);
        }
        // The reason that matters (refused, no such host) is the innermost.
        let mut reason = error.to_string();
        let mut source = std::error::Error::source(&error);
        while let Some(it) = source {
            reason = it.to_string();
            source = it.source();
        }
        ModelError::Unreachable {
            url: self.shown_url.clone(),
            reason: self.said(&reason),
            attempts,
        }
    }

    /// The key, as it is sent.
    fn key(&self) -> Option<&str> {
        let key = self.options.key.as_deref().map(str::trim);
        key.filter(|it| !it.is_empty())
    }

    /// A reply as it may be kept: a service, or a page that a model was shown, may repeat the key, and recordings and
    /// cassettes are passed on. A word that only stands for a key (`EMPTY`, `ollama`) is no secret, and may be said.
    fn without_key(&self, reply: Reply) -> Result<Reply, ModelError> {
        let Some(key) = self.key().filter(|it| it.len() >= SHORTEST_SECRET) else {
            return Ok(reply);
        };
        let odd = |it: serde_json::Error| self.bad_reply("it has another form", &it.to_string());
        let quoted = serde_json::to_string(key).map_err(odd)?;
        let key = quoted.trim_matches('"');
        let whole = serde_json::to_string(&reply).map_err(odd)?;
        if !whole.contains(key) {
            return Ok(reply);
        }
        warn!(model = %self.target, "the answer repeats the key; it is taken out");
        serde_json::from_str(&whole.replace(key, HIDDEN)).map_err(odd)
    }

    /// The beginning of a server's text, on one line, without the key.
    fn said(&self, text: &str) -> String {
        let mut words: Vec<&str> = Vec::new();
        let text = self
            .key()
            .map_or_else(|| text.to_owned(), |key| text.replace(key, HIDDEN));
        for word in text.split_whitespace() {
            // Servers like to repeat a wrong key with its middle starred out.
            words.push(if word.contains("sk-") { HIDDEN } else { word });
        }
        let line = words.join(" ");
        match line.char_indices().nth(SAID) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None if line.is_empty() => "(nothing)".to_owned(),
            None => line,
        }
    }
}

/// `error.message` of a JSON body, or the body.
fn message(body: &str) -> String {
    serde_json::from_str::<serde_json::Value>(body)
        .ok()
        .and_then(|it| {
            // Gemini's OpenAI-compatible service puts it into a list.
            let error = it.get("error").or_else(|| it.get(0)?.get("error"))?;
            error.get("message").unwrap_or(error).as_str().map(str::to_owned)
        })
        .unwrap_or_else(|| body.to_owned())
}

/// What the server asks us to wait from now on, in milliseconds, in seconds or until a date. A date that is over asks
/// for no wait.
fn retry_after(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let said = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    let number = |said: &str, unit: f64| Duration::try_from_secs_f64(said.parse::<f64>().ok()? * unit).ok();
    let date = |said: &str| {
        let until = httpdate::parse_http_date(said).ok()?;
        Some(until.duration_since(now).unwrap_or_default())
    };
    said("retry-after-ms")
        .and_then(|it| number(it, 1e-3))
        .or_else(|| said("retry-after").and_then(|it| number(it, 1.0).or_else(|| date(it))))
}

/// The request in the library's form, its images scaled to what the provider looks at.
fn chat(request: &Request, provider: Provider) -> Result<ChatRequest, ModelError> {
    // Who caches only what is marked (Anthropic, newer models of OpenAI's) gets marks; the library leaves them out
    // where the provider caches by itself.
    let system = ChatMessage::system(request.system.as_str()).with_options(CacheControl::Ephemeral);
    let mut messages = vec![system];
    for message in &request.messages {
        let (mut parts, mut results) = (Vec::new(), Vec::new());
        for part in &message.parts {
            match part {
                Part::Text { text } => parts.push(ContentPart::from_text(text.as_str())),
                Part::Image { png } => {
                    let png = fit(png, provider.longest_side())?;
                    parts.push(ContentPart::from_binary_base64(
                        "image/png",
                        STANDARD.encode(png),
                        None,
                    ));
                }
                Part::Thought(Thought { text, signature }) => {
                    let (text, signature) = (text.clone(), signature.clone());
                    if !signature.is_empty() {
                        parts.push(ContentPart::ThoughtSignature(signature));
                    }
                    if !text.is_empty() {
                        parts.push(ContentPart::ReasoningContent(text));
                    }
                }
                Part::Call(it) => parts.push(ContentPart::ToolCall(ToolCall {
                    call_id: it.id.clone(),
                    fn_name: it.name.clone(),
                    fn_arguments: it.arguments.clone(),
                    thought_signatures: (!it.signatures.is_empty()).then(|| it.signatures.clone()),
                })),
                Part::Result { id, name, text } => {
                    results.push(ToolResponse::new(id, text.as_str()).with_fn_name(name));
                }
            }
        }
        // Results are a turn of their own; what else is said comes after them.
        if !results.is_empty() {
            messages.push(ChatMessage::from(results));
        }
        if !parts.is_empty() || message.parts.is_empty() {
            let content = MessageContent::from_parts(parts);
            messages.push(match message.speaker {
                Speaker::User => ChatMessage::user(content),
                Speaker::Assistant => ChatMessage::assistant(content),
            });
        }
    }
    // The builder's long task goes out again with every look and every rejection; what the others ask, mostly once.
    if request.role == Role::Builder
        && let Some(last) = messages.last_mut()
    {
        last.options = Some(CacheControl::Ephemeral.into());
    }
    let mut chat = ChatRequest::new(messages);
    let tool = |it: &Tool| {
        genai::chat::Tool::new(it.name.as_str())
            .with_description(it.description.as_str())
            .with_schema(it.arguments.clone())
    };
    if !request.tools.is_empty() {
        chat = chat.with_tools(request.tools.iter().map(tool));
    }
    Ok(chat)
}

/// The calls of an answer, and what was thought before them.
fn called(content: &MessageContent, reasoning: Option<&str>) -> (Vec<Call>, Vec<Thought>) {
    let (mut calls, mut thoughts) = (Vec::new(), Vec::<Thought>::new());
    for part in content.parts() {
        match part {
            ContentPart::ToolCall(it) => calls.push(Call {
                id: it.call_id.clone(),
                name: it.fn_name.clone(),
                arguments: it.fn_arguments.clone(),
                signatures: it.thought_signatures.clone().unwrap_or_default(),
            }),
            ContentPart::ThoughtSignature(it) => thoughts.push(Thought {
                signature: it.clone(),
                ..Thought::default()
            }),
            // Follows its signature.
            ContentPart::ReasoningContent(it) => match thoughts.last_mut() {
                Some(thought) if thought.text.is_empty() => thought.text = it.clone(),
                Some(_) | None => thoughts.push(Thought {
                    text: it.clone(),
                    ..Thought::default()
                }),
            },
            ContentPart::Text(_)
            | ContentPart::Binary(_)
            | ContentPart::ToolResponse(_)
            | ContentPart::Custom(_) => {}
        }
    }
    // OpenAI-compatible servers put it beside the content.
    if thoughts.is_empty()
        && let Some(text) = reasoning.filter(|it| !it.is_empty())
    {
        thoughts.push(Thought {
            text: text.to_owned(),
            ..Thought::default()
        });
    }
    if calls.is_empty() {
        thoughts.clear();
    }
    (calls, thoughts)
}
