//! A question of an agent: asked, its reply read, and asked again with the reason where the reply can't be used.

use llm::{
    AnswerError, Message, Model, ModelError, Prompt, PromptError, Reply, Request, Role, Text, shortened,
};
use serde::Serialize;
use serde_json::Value as Json;
use task::Params;
use thiserror::Error;
use tracing::warn;
use trajectory::{Origin, Recording};

use crate::world::WorldError;

pub(super) const REJECTED: Prompt = Prompt::new("rejected", 1, include_str!("../../prompts/rejected.md"));

/// How the agents work.
#[derive(Clone, Debug)]
pub struct Options {
    /// Most tokens of one reply.
    pub max_tokens: u32,
    /// Sampling temperature; `None` leaves it to the provider.
    pub temperature: Option<f64>,
    /// How often one question is asked whose answer can't be read before the agent has failed.
    pub tries: usize,
    /// How often what can be read but does not hold (code with findings, a locator of another element) is asked for.
    pub drafts: usize,
    /// How often the builder may look into the recordings for one function; with 0 it is not told that it could
    /// (the paper's ablation without retrieval).
    pub looks: usize,
    /// Characters of screens that the builder is shown without asking: a look costs its whole question again.
    pub screens: usize,
    /// Whether the builder's tool is offered as one; it is asked for in words where a model takes no tools.
    pub tools: bool,
    /// Who names the elements of the recorded steps.
    pub translator: Translator,
    /// Whether the model-free result stands where an agent fails; else that ends the work.
    pub falls_back: bool,
}

/// Who names the elements of recorded steps for the builder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Translator {
    /// The translator agent, every one of them.
    Agent,
    /// The model-free translation; the agent where that has no sound locator.
    Rest,
    /// The agent that acted, at once (the paper's unified mode). What it said is proven like any other locator.
    Unified,
    /// Nobody: the builder sees the elements as they were recorded (the paper's ablation).
    Nobody,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            max_tokens: 16_384,
            temperature: None,
            tries: 2,
            drafts: 3,
            looks: 6,
            screens: 6_000,
            tools: false,
            translator: Translator::Agent,
            falls_back: false,
        }
    }
}

/// Why a reply can't be used, in words that the model gets to read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Rejection {
    /// Its form is wrong.
    #[error(transparent)]
    Form(#[from] AnswerError),
    /// A locator lacks its description, or asks nothing.
    #[error("the locator needs {0}")]
    Locator(&'static str),
    /// A locator's value has no place there.
    #[error("`{key}` can't be {given}")]
    BadValue {
        /// The key.
        key: String,
        /// What stood there.
        given: String,
    },
    /// A locator finds something else than what it was made for.
    #[error("the locator finds {found}; it must find element {wanted} alone")]
    Finds {
        /// What it finds.
        found: String,
        /// What it must find.
        wanted: usize,
    },
    /// The code has another head.
    #[error("the code must define `fn {wanted}` and may define helpers besides; it defines: {found}")]
    Signature {
        /// The head that was asked for.
        wanted: String,
        /// The functions there are.
        found: String,
    },
    /// The code has findings.
    #[error("{0}")]
    Code(String),
    /// An answer is not in the form that a script asked for.
    #[error("`{given}` is not in the form that was asked for: {form}")]
    NotInForm {
        /// What was answered.
        given: String,
        /// The form.
        form: String,
    },
    /// It wants to look closer once too often.
    #[error("no look is left: write the function")]
    NoLooks,
    /// Arguments are missing or too many.
    #[error("the parameters are {wanted}; the object has {found}")]
    Arguments {
        /// The names that were asked for.
        wanted: String,
        /// The names there are.
        found: String,
    },
}

impl Rejection {
    /// Whether the reply could not be read at all; else it says something that does not hold.
    fn is_unread(&self) -> bool {
        match self {
            Rejection::Form(_)
            | Rejection::Locator(_)
            | Rejection::BadValue { .. }
            | Rejection::NotInForm { .. }
            | Rejection::NoLooks
            | Rejection::Arguments { .. } => true,
            Rejection::Finds { .. } | Rejection::Signature { .. } | Rejection::Code(_) => false,
        }
    }
}

/// One question of an agent.
pub(super) struct Query {
    pub(super) role: Role,
    pub(super) system: Text,
    pub(super) text: Text,
    /// For a model with eyes.
    pub(super) picture: Option<Vec<u8>>,
    /// What the reply is to look like, for services that keep to a schema.
    pub(super) schema: Option<Json>,
}

impl Query {
    pub(super) fn text(role: Role, system: Text, text: Text) -> Self {
        Self {
            role,
            system,
            text,
            picture: None,
            schema: None,
        }
    }

    pub(super) fn request(self, options: &Options) -> Request {
        let mut message = Message::user(self.text);
        if let Some(png) = self.picture {
            message = message.and_image(png);
        }
        Request {
            max_tokens: options.max_tokens,
            temperature: options.temperature,
            schema: self.schema,
            ..Request::new(self.role, self.system, message)
        }
    }
}

/// An agent whose answers can't be used, though it was told why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the {role}'s answers can't be used, and it was told why; the last one: {reason}")]
pub struct Unusable {
    /// The agent.
    pub role: Role,
    /// What is wrong with its last answer.
    pub reason: String,
    /// Whether it could not be read at all.
    pub unread: bool,
}

impl From<Unusable> for WorldError {
    fn from(it: Unusable) -> Self {
        WorldError::model(it)
    }
}

/// How often an agent may still try.
pub(super) struct Tries {
    role: Role,
    forms: usize,
    drafts: usize,
}

impl Tries {
    pub(super) fn new(role: Role, options: &Options) -> Self {
        Self {
            role,
            forms: options.tries,
            drafts: options.drafts,
        }
    }

    /// Count a reply that can't be used; the answer is why, if it may be tried again.
    pub(super) fn spend(&mut self, why: &Rejection, cut: bool) -> Result<String, Unusable> {
        let left = match why.is_unread() {
            true => &mut self.forms,
            false => &mut self.drafts,
        };
        *left = left.saturating_sub(1);
        let (role, left) = (self.role, *left);
        warn!(%role, left, "the reply can't be used: {why}");
        let reason = cut_off(cut, why.to_string());
        match left {
            0 => Err(Unusable {
                role,
                reason,
                unread: why.is_unread(),
            }),
            _ => Ok(reason),
        }
    }

    /// Put the reply and why it can't be used at the end of the question, if that may be tried again.
    pub(super) fn reject(
        &mut self,
        request: &mut Request,
        reply: Reply,
        why: &Rejection,
    ) -> Result<(), Failed> {
        let reason = self.spend(why, reply.cut)?;
        request.messages.push(Message::assistant(reply.text));
        let told = render(&REJECTED, &Reason { reason })?;
        request.messages.push(Message::user(told));
        Ok(())
    }
}

/// Why an agent gave no answer.
#[derive(Clone, Debug, Error)]
pub enum Failed {
    /// What it says can't be used.
    #[error(transparent)]
    Unusable(#[from] Unusable),
    /// The model did not answer at all.
    #[error(transparent)]
    World(#[from] WorldError),
}

impl From<Failed> for WorldError {
    fn from(it: Failed) -> Self {
        match it {
            Failed::Unusable(it) => it.into(),
            Failed::World(it) => it,
        }
    }
}

/// Ask until a reply can be used or the tries are spent.
pub(super) fn ask<T>(
    model: &mut impl Model,
    options: &Options,
    query: Query,
    mut parse: impl FnMut(&str) -> Result<T, Rejection>,
) -> Result<T, Failed> {
    let mut tries = Tries::new(query.role, options);
    let mut request = query.request(options);
    loop {
        let reply = model.complete(&request).map_err(of_model)?;
        match parse(&reply.text) {
            Ok(value) => return Ok(value),
            Err(why) => tries.reject(&mut request, reply, &why)?,
        }
    }
}

#[derive(Serialize)]
struct Reason {
    reason: String,
}

/// Characters of a reason why a reply can't be used.
const LONGEST_REASON: usize = 8_000;

fn cut_off(cut: bool, reason: String) -> String {
    let reason = shortened(reason, LONGEST_REASON);
    if cut {
        format!("it was cut off at its token limit; be shorter\n{reason}")
    } else {
        reason
    }
}

pub(super) fn render(prompt: &Prompt, input: &impl Serialize) -> Result<Text, WorldError> {
    render_named(prompt, input, &[])
}

pub(super) fn render_named(
    prompt: &Prompt,
    input: &impl Serialize,
    names: &[(&str, Vec<String>)],
) -> Result<Text, WorldError> {
    let rendered = prompt.render_named(input, names);
    rendered.map_err(|it: PromptError| WorldError::model(it))
}

pub(super) fn of_model(error: ModelError) -> WorldError {
    match error {
        ModelError::Cancelled => WorldError::Cancelled,
        other if other.is_over_budget() => WorldError::over_budget(other),
        other => WorldError::model(other),
    }
}

/// A goal and its values, a line each.
pub fn task(goal: &str, params: &Params) -> String {
    let mut told = goal.to_owned();
    for (name, value) in params {
        told.push_str(&format!("\n- {name}: {value}"));
    }
    told
}

/// Whether it is an attempt of an agent that did not reach the goal, and that says why.
pub(super) fn is_attempt(recording: &Recording) -> bool {
    matches!(recording.origin, Origin::React | Origin::Hybrid)
        && !recording.succeeded()
        && recording.conclusion.is_some()
}

/// Text on one line.
pub(super) fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The steps of a recording, with what each did.
pub(super) fn told(recording: &Recording) -> String {
    let steps = (0..recording.steps.len()).map(|idx| {
        format!(
            "{}. {}",
            idx + 1,
            line(&recording.summary(idx).unwrap_or_default())
        )
    });
    let told: Vec<String> = steps.collect();
    if told.is_empty() {
        "(no step)".to_owned()
    } else {
        told.join("\n")
    }
}

/// How a recording ended, with all that is known.
pub(super) fn ended(recording: &Recording) -> String {
    let reward = recording
        .reward
        .map(|it| format!(", reward {it}"))
        .unwrap_or_default();
    let mut text = format!("{}{reward}", recording.ending.outcome);
    if let Some(it) = &recording.ending.diagnostic {
        text.push('\n');
        text.push_str(it.render("script", "").trim_end());
    }
    text
}
