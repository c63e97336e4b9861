//! The model that was asked for: metered, limited, recorded; and as the runtime's oracle.

use std::{
    collections::BTreeMap,
    env,
    path::Path,
    process::{Command, ExitStatus, Stdio},
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use compiler::{
    model::{
        Failed, Options,
        ask::{Question, answer},
        grounder::{Choice, ground},
    },
    world::WorldError,
};
use device::{Cancel, Cause};
use explorer::react::{self, Policy, Sight};
use llm::{
    Board, Budget, Cassette, Http, HttpOptions, Meter, ModelError, Price, PriceError, PriceTable, Provider,
    Recorder, Request, Role, Tally, Target,
};
use runtime::OracleError;
use settings::Setting;
use task::Params;
use thiserror::Error;
use tracing::{field, info_span};
use ui::{ElementId, Screen};

use crate::{
    Autorpa,
    counts::Counts,
    error::Error,
    home::Home,
    observer::Audience,
    request::{LLM_VARIABLE, ModelOptions, NOBODY},
    traces::SPANS,
};

/// A model, and what was asked of it. Clones are handles of the same one.
#[derive(Clone)]
pub struct Model(Arc<Mutex<State>>);

struct State {
    meter: Meter<Box<dyn llm::Model>>,
    /// Whether screenshots are sent.
    eyes: bool,
    /// Whether the builder's model is offered tools.
    tools: bool,
    /// What agents may do.
    policy: Policy,
    /// What to say before it is asked for the first time.
    announcement: Option<String>,
    /// Who is told.
    told: Audience,
    /// Whether nobody has named it: its key is there.
    by_key: bool,
    /// Why it gave no answer the last time, where it is not the question's fault.
    unreachable: Option<Unreachable>,
    /// What scripts asked so far: a function that is verified again asks the same of the same screens.
    asked: BTreeMap<String, llm::Reply>,
    /// What counts the tokens; `None` where a cassette answers alone.
    counts: Option<Counts>,
}

/// The providers whose keys the environment has, in their order.
fn keys() -> impl Iterator<Item = Provider> {
    let set = |it: &Provider| env::var(it.key_variable()).is_ok_and(|it| !it.trim().is_empty());
    Provider::ALL.into_iter().filter(set)
}

/// What to say before a model is asked that nobody has named: which, why, at what price, and how it is not asked.
fn announcement(target: &Target, others: &[Provider], args: &ModelOptions, price: Option<Price>) -> String {
    let price = price.map_or_else(String::new, |it| {
        format!(
            ", ${} for a million tokens sent and ${} for a million received",
            it.prompt, it.completion
        )
    });
    let others: String = others
        .iter()
        .map(|it| {
            let variable = it.key_variable();
            format!(
                "; {variable} is set as well: {} asks there",
                Setting::Llm.to(it.usual())
            )
        })
        .collect();
    format!(
        "note: {target} is asked for what is left, as {} is set and no model is named: at most {} tokens \
         ({}){price}{others}; {} names another model, {} (or {LLM_VARIABLE}={NOBODY}) asks nobody",
        target.provider.key_variable(),
        args.budget_tokens,
        Setting::BudgetTokens,
        Setting::Llm,
        Setting::Llm.to(NOBODY)
    )
}

impl Model {
    /// What the options name, else what the environment does: AUTORPA_LLM, or a key. A key alone has a model of its
    /// provider asked; the first provider's, where there are several. `None` where nobody is to be asked.
    pub fn open_or_usual(args: &ModelOptions, rpa: &Autorpa) -> Result<Option<Self>, Error> {
        let mut args = args.or_environment();
        let others: Vec<Provider> = keys().collect();
        let (None, None, Some((first, others))) = (&args.llm, &args.cassette, others.split_first()) else {
            return Model::open(&args, rpa);
        };
        let usual = first.usual();
        args.llm = Some(usual.to_string());
        let model = Model::open(&args, rpa)?;
        if let Some(model) = &model {
            let table = PriceTable::read(&rpa.home.prices).map_err(Error::usage)?;
            let price = table.price(&usual, &rpa.home.prices).ok();
            let mut state = model.state();
            state.announcement = Some(announcement(&usual, others, &args, price));
            state.by_key = true;
        }
        Ok(model)
    }

    /// What the options name; `None` where they name no model.
    pub fn open(args: &ModelOptions, rpa: &Autorpa) -> Result<Option<Self>, Error> {
        let mut budget = Budget {
            tokens: Some(args.budget_tokens),
            dollars: args.budget_usd,
            ..Budget::default()
        };
        let read = |it: &Path| Cassette::read(it).map_err(Error::usage);
        let model: Box<dyn llm::Model> = match (args.llm.as_ref().filter(|it| *it != NOBODY), &args.cassette)
        {
            (None, None) if args.llm_for.is_empty() => return Ok(None),
            (None, Some(path)) if args.llm_for.is_empty() => Box::new(read(path)?),
            (None, _) => {
                return Err(Error::usage(NoModel::OfOthers));
            }
            (Some(name), cassette) => {
                let target: Target = name.parse().map_err(|it: ModelError| Error::usage(it))?;
                budget.prices = prices(&target, args, &rpa.home)?;
                let mut own: BTreeMap<Role, Box<dyn llm::Model>> = BTreeMap::new();
                for it in &args.llm_for {
                    let base_url = it.base_url.clone().or_else(|| {
                        args.llm_base_url
                            .clone()
                            .filter(|_| it.target.provider == target.provider)
                    });
                    own.insert(
                        it.role,
                        Box::new(http(it.target.clone(), base_url, args, &rpa.cancel)?),
                    );
                }
                let others = http(target, args.llm_base_url.clone(), args, &rpa.cancel)?;
                let model: Box<dyn llm::Model> = if own.is_empty() {
                    Box::new(others)
                } else {
                    Box::new(Board::new(Box::new(others), own))
                };
                match cassette {
                    None => model,
                    Some(path) => {
                        let label = args.cassette_label.clone();
                        let label = label.unwrap_or_else(|| format!("recorded from {}", model.describe()));
                        let recorder = match &args.cassette_known {
                            Some(earlier) => Recorder::knowing(read(earlier)?, model, path, &label),
                            None => Recorder::new(model, path, &label),
                        };
                        Box::new(recorder.map_err(Error::kept)?)
                    }
                }
            }
        };
        let meter = Meter::new(model, budget);
        Ok(Some(Model(Arc::new(Mutex::new(State {
            meter,
            eyes: !args.text_only,
            tools: offers_tools(args),
            policy: rpa.limits(args)?,
            announcement: None,
            told: rpa.told.clone(),
            by_key: false,
            unreachable: None,
            asked: BTreeMap::new(),
            counts: (args.llm.as_ref().is_some_and(|it| it != NOBODY)).then(|| rpa.counts()),
        })))))
    }

    /// One whose answers a test gives.
    #[cfg(test)]
    pub fn of(model: Box<dyn llm::Model>, told: &Audience) -> Self {
        Model(Arc::new(Mutex::new(State {
            meter: Meter::new(model, Budget::default()),
            eyes: false,
            tools: false,
            policy: Policy::default(),
            announcement: None,
            told: told.clone(),
            by_key: false,
            unreachable: None,
            asked: BTreeMap::new(),
            counts: None,
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A poisoned lock only means that another thread panicked between two questions.
        self.0.lock().unwrap_or_else(|it| it.into_inner())
    }

    /// How the ReAct agent works with it, one try only.
    pub fn react(&self) -> react::Options {
        let state = self.state();
        react::Options {
            sight: if state.eyes { Sight::Marked } else { Sight::Text },
            policy: state.policy.clone(),
            reflections: 0,
            ..react::Options::default()
        }
    }

    /// Whether the builder's model is offered tools.
    pub fn tools(&self) -> bool {
        self.state().tools
    }

    /// Whether nobody has named it: it is asked because its key is there.
    pub fn is_by_key(&self) -> bool {
        self.state().by_key
    }

    /// Why it can't be asked, as the last question showed.
    pub fn unreachable(&self) -> Option<Unreachable> {
        self.state().unreachable.clone()
    }

    /// Let it be asked again after it could not be reached.
    pub fn try_again(&self) {
        self.state().unreachable = None;
    }

    /// What was asked so far.
    pub fn tally(&self) -> Tally {
        self.state().meter.tally().clone()
    }

    fn eyes(&self) -> bool {
        self.state().eyes
    }
}

/// A model that gave no answer, not by the question's fault.
#[derive(Clone, Debug, Error)]
#[error("{said}")]
pub struct Unreachable {
    /// What the service or the way to it said.
    pub said: String,
}

impl llm::Model for Model {
    fn complete(&mut self, request: &Request) -> Result<llm::Reply, ModelError> {
        let mut state = self.state();
        let question = matches!(request.role, Role::Ask | Role::Grounder)
            .then(|| [request.render(), request.images().concat()].concat());
        if let Some(reply) = question.as_ref().and_then(|it| state.asked.get(it)) {
            return Ok(reply.clone());
        }
        if let Some(announcement) = state.announcement.take() {
            state.told.line(announcement);
        }
        let name = state.meter.describe();
        let span = info_span!(
            target: SPANS,
            "model question",
            model = name,
            role = request.role.name(),
            prompt_tokens = field::Empty,
            completion_tokens = field::Empty,
            otel.status_code = field::Empty,
        );
        let before = state.meter.tally().total();
        let said = span.in_scope(|| state.meter.complete(request));
        let after = state.meter.tally().total();
        let (prompt, completion) = (after.prompt - before.prompt, after.completion - before.completion);
        span.record("prompt_tokens", prompt);
        span.record("completion_tokens", completion);
        if said.is_err() {
            span.record("otel.status_code", "ERROR");
        }
        drop(span);
        if let Some(counts) = &state.counts {
            counts.asked(&name, prompt, completion);
        }
        state.unreachable = said
            .as_ref()
            .err()
            .filter(|it| it.is_of_the_service())
            .map(|it| Unreachable { said: it.to_string() });
        if let (Some(question), Ok(reply)) = (question, &said) {
            state.asked.insert(question, reply.clone());
        }
        said
    }

    fn describe(&self) -> String {
        self.state().meter.describe()
    }
}

/// Whether the builder's model is offered tools: the providers' own services know them, and a cassette knows what it
/// was recorded with. A service somewhere else may take them without a word and make nothing of them.
fn offers_tools(args: &ModelOptions) -> bool {
    let own = args.llm_for.iter().rev().find(|it| it.role == Role::Builder);
    let elsewhere = args.llm_base_url.is_some() || own.is_some_and(|it| it.base_url.is_some());
    args.llm_tools || !elsewhere
}

/// Why a model can't be asked as the options say.
#[derive(Debug, Error)]
pub enum NoModel {
    /// One agent has a model, and the others have none.
    #[error(
        "{} names the model of one agent: name the others' with {:#}",
        Setting::LlmFor,
        Setting::Llm
    )]
    OfOthers,
    /// The user's command gives no key.
    #[error(
        "{} gives no key for {provider}: {why}\nhelp: run it in a shell: it has to print the key and nothing else",
        Setting::LlmKeyCommand
    )]
    NoKey {
        /// For which provider.
        provider: &'static str,
        /// What it did instead.
        why: NoKey,
    },
}

/// What a command did that gave no key.
#[derive(Debug, Error)]
pub enum NoKey {
    /// It could not be started.
    #[error(transparent)]
    NotStarted(std::io::Error),
    /// It ended with this, and without a key.
    #[error("it ended with {0}")]
    Ended(ExitStatus),
}

/// The prices of all agents' models. Only a budget in dollars needs them.
fn prices(others: &Target, args: &ModelOptions, home: &Home) -> Result<BTreeMap<Role, Price>, Error> {
    let usage = |it: PriceError| Error::usage(it);
    let table = PriceTable::read(&home.prices).map_err(usage)?;
    let mut prices = BTreeMap::new();
    for role in Role::ALL {
        let own = args.llm_for.iter().rev().find(|it| it.role == role);
        match table.price(own.map_or(others, |it| &it.target), &home.prices) {
            Ok(price) => {
                prices.insert(role, price);
            }
            Err(error) if args.budget_usd.is_some() => return Err(usage(error)),
            Err(_) => {}
        }
    }
    Ok(prices)
}

/// The provider's key: the environment's, else what the user's command prints.
fn key(provider: Provider, args: &ModelOptions) -> Result<Option<String>, Error> {
    let given = env::var(provider.key_variable())
        .ok()
        .filter(|it| !it.trim().is_empty());
    let (None, Some(command)) = (&given, &args.llm_key_command) else {
        return Ok(given);
    };
    let failed = |why| {
        Error::usage(NoModel::NoKey {
            provider: provider.name(),
            why,
        })
    };
    let shell = if cfg!(windows) {
        ["cmd", "/C"]
    } else {
        ["sh", "-c"]
    };
    let output = Command::new(shell[0])
        .args([shell[1], command.as_str()])
        .env("AUTORPA_PROVIDER", provider.name())
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|it| failed(NoKey::NotStarted(it)))?;
    let key = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    match output.status.success() && !key.is_empty() {
        true => Ok(Some(key)),
        false => Err(failed(NoKey::Ended(output.status))),
    }
}

fn http(
    target: Target,
    base_url: Option<String>,
    args: &ModelOptions,
    cancel: &Cancel,
) -> Result<Http, Error> {
    let seconds = Duration::from_secs(args.llm_timeout);
    let options = HttpOptions {
        key: key(target.provider, args)?,
        base_url,
        proxy: args.llm_proxy.clone(),
        attempt: seconds,
        deadline: seconds * 3,
        cancel: Some(cancel.flag()),
        ..HttpOptions::default()
    };
    Http::new(target, options).map_err(Error::usage)
}

/// The model behind `ask_mllm` and the grounder of one run.
pub struct AsOracle {
    model: Model,
    /// The goal of the run and its values.
    task: String,
    /// What was chosen already: a script that looks again on the same screen means the same.
    chosen: Vec<Chosen>,
}

struct Chosen {
    description: String,
    screen: Screen,
    candidates: Vec<ElementId>,
    element: Option<ElementId>,
}

impl AsOracle {
    /// For a run with this goal and these values.
    pub fn new(model: Model, goal: &str, values: &Params) -> Self {
        Self {
            model,
            task: compiler::model::task(goal, values),
            chosen: Vec::new(),
        }
    }

    fn eyes(&self) -> bool {
        self.model.eyes()
    }
}

impl runtime::Oracle for AsOracle {
    fn ask(
        &mut self,
        question: &str,
        output_format: &str,
        screen: &Screen,
        screenshot: &[u8],
    ) -> Result<String, OracleError> {
        let question = Question {
            question,
            output_format,
            screen,
            picture: self.eyes().then(|| screenshot.to_vec()),
        };
        answer(&mut self.model, &Options::default(), question).map_err(of_failed)
    }

    fn ground(
        &mut self,
        description: &str,
        screen: &Screen,
        candidates: &[ElementId],
        screenshot: &[u8],
    ) -> Result<Option<ElementId>, OracleError> {
        let asked = |it: &&Chosen| {
            it.description == description && it.candidates == candidates && it.screen == *screen
        };
        if let Some(known) = self.chosen.iter().find(asked) {
            return Ok(known.element);
        }
        let marked = |eyes: bool| eyes.then(|| picture::mark(screenshot, screen).ok());
        let choice = Choice {
            task: self.task.clone(),
            description,
            candidates,
            screen,
            picture: marked(self.eyes()).flatten(),
        };
        let element = ground(&mut self.model, &Options::default(), choice).map_err(of_failed)?;
        self.chosen.push(Chosen {
            description: description.to_owned(),
            screen: screen.clone(),
            candidates: candidates.to_vec(),
            element,
        });
        Ok(element)
    }
}

fn of_failed(error: Failed) -> OracleError {
    match error {
        Failed::Unusable(it) => OracleError::Unusable { reason: it.reason },
        Failed::World(WorldError::OverBudget(why)) => OracleError::OverBudget {
            source: Cause::of(why),
        },
        Failed::World(other) => OracleError::Unavailable {
            source: Cause::of(other),
        },
    }
}

#[cfg(test)]
mod tests {
    use runtime::Oracle;
    use ui::Element;

    use crate::observer::Nobody;

    use super::*;

    /// Gives these replies and counts the questions.
    struct Given(Vec<&'static str>, Arc<Mutex<Vec<Request>>>);

    impl llm::Model for Given {
        fn complete(&mut self, request: &Request) -> Result<llm::Reply, ModelError> {
            self.1.lock().unwrap().push(request.clone());
            Ok(llm::Reply {
                text: self.0.remove(0).to_owned(),
                ..llm::Reply::default()
            })
        }

        fn describe(&self) -> String {
            "given".to_owned()
        }
    }

    fn oracle(replies: &[&'static str]) -> (AsOracle, Arc<Mutex<Vec<Request>>>) {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let given: Box<dyn llm::Model> = Box::new(Given(replies.to_vec(), Arc::clone(&asked)));
        let model = Model(Arc::new(Mutex::new(State {
            meter: Meter::new(given, Budget::default()),
            eyes: false,
            tools: false,
            policy: Policy::default(),
            announcement: None,
            told: Audience::new(Arc::new(Nobody)),
            by_key: false,
            unreachable: None,
            asked: BTreeMap::new(),
            counts: None,
        })));
        let values = Params::from_iter([("name".to_owned(), "Ada".into())]);
        let oracle = AsOracle::new(model, "Call Ada.", &values);
        (oracle, asked)
    }

    fn screen(texts: &[&str]) -> Screen {
        let element = |it: &&str| Element {
            text: Some((*it).to_owned()),
            clickable: true,
            ..Element::default()
        };
        Screen {
            elements: texts.iter().map(element).collect(),
            ..Screen::default()
        }
    }

    /// A loop that looks again and again on a screen that stays the same asks once.
    #[test]
    fn the_same_choice_on_the_same_screen_is_made_once() {
        let (mut oracle, asked) = oracle(&["1", "none"]);
        let ids = [ElementId(0), ElementId(1)];
        let (first, other) = (screen(&["Ada", "Ada"]), screen(&["Ada", "Ada", "Bob"]));
        for _ in 0..3 {
            assert_eq!(
                oracle.ground("the row", &first, &ids, b""),
                Ok(Some(ElementId(1)))
            );
        }
        for _ in 0..2 {
            assert_eq!(oracle.ground("the row", &other, &ids, b""), Ok(None));
        }
        assert_eq!(asked.lock().unwrap().len(), 2);
        let told = asked.lock().unwrap()[0].render();
        assert!(told.contains("Call Ada.\n- name: Ada"), "{told}");
    }

    /// A function that is verified again asks what it asked before, and is told what it was told.
    #[test]
    fn the_same_question_about_the_same_screen_is_asked_once() {
        let (mut oracle, asked) = oracle(&["7", "8"]);
        for (shown, read) in [("seven", "7"), ("seven", "7"), ("eight", "8"), ("seven", "7")] {
            assert_eq!(
                oracle.ask("How many?", "int", &screen(&[shown]), b""),
                Ok(read.to_owned())
            );
        }
        assert_eq!(asked.lock().unwrap().len(), 2);
    }

    /// What can't be read twice ends the run by name, and says what was answered.
    #[test]
    fn an_answer_out_of_form_is_unusable() {
        let (mut oracle, asked) = oracle(&["about seven", "seven or so"]);
        let failed = oracle.ask("How many?", "int", &screen(&["7"]), b"").unwrap_err();
        assert!(
            matches!(&failed, OracleError::Unusable { reason } if reason.contains("`seven or so` is not in the form")),
            "{failed}"
        );
        assert_eq!(asked.lock().unwrap().len(), 2);
    }
}
