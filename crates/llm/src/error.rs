//! Why there is no answer. Each kind says what to do; none of them holds a key.

use std::time::Duration;

use settings::Setting;
use thiserror::Error;

use crate::{cassette::error::CassetteError, dollars::Dollars, request::Usage};

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum ModelError {
    /// What is named is no model of a provider we know.
    #[error(
        "`{given}` names no model: {reason}\nhelp: write PROVIDER:MODEL, for example `openai:gpt-4o` or `anthropic:claude-sonnet-4-5`"
    )]
    BadTarget {
        /// What was given.
        given: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The base URL is none.
    #[error("`{given}` is no base URL: {reason}\nhelp: it looks like `http://127.0.0.1:8000/v1`")]
    BadUrl {
        /// What was given.
        given: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The provider wants a key and there is none.
    #[error(
        "there is no key for {provider}\nhelp: set {variable}, or give the base URL of a server on this machine, which needs none"
    )]
    NoKey {
        /// The provider.
        provider: &'static str,
        /// The environment variable that holds its key.
        variable: &'static str,
    },
    /// A screenshot that is no PNG file.
    #[error(
        "the screenshot can't be sent: {reason}\nhelp: {} sends none",
        Setting::TextOnly
    )]
    BadImage {
        /// What is wrong with it.
        reason: String,
    },
    /// The HTTP client can't be set up on this machine.
    #[error("the HTTP client does not start: {reason}")]
    NoStart {
        /// What the library said.
        reason: String,
    },
    /// Nobody answers there.
    #[error(
        "{url} can't be reached ({attempts} attempts): {reason}\nhelp: check the base URL and that the server runs"
    )]
    Unreachable {
        /// Where.
        url: String,
        /// What the connection said.
        reason: String,
        /// How often it was tried.
        attempts: usize,
    },
    /// The key is not accepted.
    #[error(
        "{url} refuses the request (HTTP {status}): {said}\nhelp: check the key in {variable} (or what {} prints): that it is whole and not expired, and what it may use",
        Setting::LlmKeyCommand
    )]
    Refused {
        /// Where.
        url: String,
        /// 401, 402 or 403; Gemini's 400 where the key is wrong.
        status: u16,
        /// What the server said.
        said: String,
        /// The environment variable that holds the key.
        variable: &'static str,
    },
    /// The server does not take this request: unknown model, prompt too long, a parameter it does not know.
    #[error(
        "{url} does not take the request (HTTP {status}): {said}\nhelp: check the model's name; if it takes no images use {}, if it takes no prompt of this length another model",
        Setting::TextOnly
    )]
    BadRequest {
        /// Where.
        url: String,
        /// The status.
        status: u16,
        /// What the server said.
        said: String,
    },
    /// The server does not take a request that offers tools, or calls them in a way nobody can read. The same may
    /// well be asked in words.
    #[error(
        "{url} can't be asked with tools: {said}\nhelp: check the model's name; if it has no tools, use one that has"
    )]
    NoTools {
        /// Where.
        url: String,
        /// What the server said, or what is wrong with its call.
        said: String,
    },
    /// Too many requests, also after waiting.
    #[error("{url} is rate limited ({attempts} attempts){}: {said}\nhelp: wait, or use a model with a higher limit", after(*.retry_after))]
    RateLimited {
        /// Where.
        url: String,
        /// What the server said.
        said: String,
        /// What it asked to wait.
        retry_after: Option<Duration>,
        /// How often it was tried.
        attempts: usize,
    },
    /// The server is broken, also after waiting.
    #[error(
        "{url} fails with HTTP {status} ({attempts} attempts){}: {said}\nhelp: the fault is the server's; try later or another provider",
        after(*.retry_after)
    )]
    ServerFault {
        /// Where.
        url: String,
        /// The status.
        status: u16,
        /// What the server said.
        said: String,
        /// What it asked to wait.
        retry_after: Option<Duration>,
        /// How often it was tried.
        attempts: usize,
    },
    /// Something came back that is no answer of this protocol.
    #[error(
        "{url} sent no chat answer: {what}: {said}\nhelp: check that the base URL belongs to the provider before the colon of {}, and that the service answers whole, not as a stream",
        Setting::Llm
    )]
    BadReply {
        /// Where.
        url: String,
        /// What is wrong with it.
        what: String,
        /// How it began.
        said: String,
    },
    /// An answer without text.
    #[error("the model answered with nothing{}\nhelp: a model that thinks may need more tokens for a reply", because(.reason))]
    Empty {
        /// Why it stopped, if it said so.
        reason: String,
        /// What it cost all the same.
        usage: Usage,
    },
    /// The budget does not allow the call, which was not made.
    #[error(
        "the token budget is spent: {spent} of {budget} used, the next call needs about {needed}\nhelp: raise the budget ({})",
        Setting::BudgetTokens
    )]
    OverBudget {
        /// Tokens used.
        spent: u64,
        /// Tokens the next prompt has, about.
        needed: u64,
        /// Tokens allowed.
        budget: u64,
    },
    /// The budget in dollars does not allow the call, which was not made.
    #[error(
        "the budget of ${budget} is spent: ${spent} used, the next call costs about ${needed}\nhelp: raise the budget ({}), or name a cheaper model",
        Setting::BudgetUsd
    )]
    OverPrice {
        /// Used.
        spent: Dollars,
        /// What the next prompt costs, about.
        needed: Dollars,
        /// Allowed.
        budget: Dollars,
    },
    /// No answer before the deadline.
    #[error(
        "{url} did not answer within {seconds} s ({attempts} attempts)\nhelp: raise the time limit ({}), or use a faster model",
        Setting::LlmTimeout
    )]
    Timeout {
        /// Where.
        url: String,
        /// The deadline.
        seconds: u64,
        /// How often it was tried.
        attempts: usize,
    },
    /// The user asked to stop.
    #[error("stopped while waiting for the model")]
    Cancelled,
    /// The cassette can't answer.
    #[error(transparent)]
    Cassette(#[from] CassetteError),
}

impl ModelError {
    /// Whether the budget, in tokens or in dollars, does not allow the call.
    pub fn is_over_budget(&self) -> bool {
        matches!(self, ModelError::OverBudget { .. } | ModelError::OverPrice { .. })
    }

    /// Whether the same call may succeed a little later.
    pub fn is_passing(&self) -> bool {
        match self {
            ModelError::Unreachable { .. }
            | ModelError::RateLimited { .. }
            | ModelError::ServerFault { .. }
            | ModelError::Timeout { .. } => true,
            ModelError::BadTarget { .. }
            | ModelError::BadUrl { .. }
            | ModelError::NoKey { .. }
            | ModelError::BadImage { .. }
            | ModelError::NoStart { .. }
            | ModelError::Refused { .. }
            | ModelError::BadRequest { .. }
            | ModelError::NoTools { .. }
            | ModelError::BadReply { .. }
            | ModelError::Empty { .. }
            | ModelError::OverBudget { .. }
            | ModelError::OverPrice { .. }
            | ModelError::Cancelled
            | ModelError::Cassette(_) => false,
        }
    }

    /// Whether the service can't be asked: it is not there, does not take the key or the request, or fails. No budget
    /// and no cassette has to do with it.
    pub fn is_of_the_service(&self) -> bool {
        match self {
            ModelError::NoKey { .. }
            | ModelError::NoStart { .. }
            | ModelError::Unreachable { .. }
            | ModelError::Refused { .. }
            | ModelError::BadRequest { .. }
            | ModelError::RateLimited { .. }
            | ModelError::ServerFault { .. }
            | ModelError::BadReply { .. }
            | ModelError::Timeout { .. } => true,
            ModelError::BadTarget { .. }
            | ModelError::BadUrl { .. }
            | ModelError::BadImage { .. }
            | ModelError::NoTools { .. }
            | ModelError::Empty { .. }
            | ModelError::OverBudget { .. }
            | ModelError::OverPrice { .. }
            | ModelError::Cancelled
            | ModelError::Cassette(_) => false,
        }
    }

    /// What the failed call cost, if anything is known of it.
    pub fn usage(&self) -> Option<Usage> {
        match self {
            ModelError::Empty { usage, .. } => Some(*usage),
            ModelError::BadTarget { .. }
            | ModelError::BadUrl { .. }
            | ModelError::NoKey { .. }
            | ModelError::BadImage { .. }
            | ModelError::NoStart { .. }
            | ModelError::Unreachable { .. }
            | ModelError::Refused { .. }
            | ModelError::BadRequest { .. }
            | ModelError::NoTools { .. }
            | ModelError::RateLimited { .. }
            | ModelError::ServerFault { .. }
            | ModelError::BadReply { .. }
            | ModelError::OverBudget { .. }
            | ModelError::OverPrice { .. }
            | ModelError::Timeout { .. }
            | ModelError::Cancelled
            | ModelError::Cassette(_) => None,
        }
    }
}

fn after(pause: Option<Duration>) -> String {
    pause
        .map(|it| format!(", asks to wait {} s", it.as_secs_f64().ceil()))
        .unwrap_or_default()
}

fn because(reason: &str) -> String {
    if reason.is_empty() {
        String::new()
    } else {
        format!(" (it stopped because of `{reason}`)")
    }
}
