//! The model that was asked for on the command line: metered, limited, recorded; and as the runtime's oracle.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    env,
    process::{Command, Stdio},
    rc::Rc,
    time::Duration,
};

use device::Cancel;
use explorer::react::{self, Policy, Sight};
use llm::{
    Board, Budget, Cassette, Http, HttpOptions, Message, Meter, ModelError, Price, PriceError, PriceTable,
    Prompt, Provider, Recorder, Request, Role, Tally, Target,
};
use runtime::OracleError;
use serde_json::json;
use ui::{ElementId, Screen};

use crate::{args::ModelArgs, error::CliError, home::Home};

const ASK: &str = include_str!("../prompts/ask.md");
const GROUND: &str = include_str!("../prompts/ground.md");
/// How often an answer that can't be used goes back with the reason.
const SECOND_CHANCES: usize = 1;

/// A model, and what was asked of it.
pub struct Model {
    meter: Meter<Box<dyn llm::Model>>,
    /// Whether screenshots are sent.
    eyes: bool,
    /// What agents may do.
    policy: Policy,
}

impl Model {
    /// What the options name; `None` where they name no model.
    pub fn open(
        args: &ModelArgs,
        home: &Home,
        cancel: &Cancel,
    ) -> Result<Option<Rc<RefCell<Model>>>, CliError> {
        let mut budget = Budget {
            tokens: Some(args.budget_tokens),
            dollars: args.budget_usd,
            ..Budget::default()
        };
        let model: Box<dyn llm::Model> = match (&args.llm, &args.cassette) {
            (None, None) if args.llm_for.is_empty() => return Ok(None),
            (None, Some(path)) if args.llm_for.is_empty() => {
                Box::new(Cassette::read(path).map_err(|it| CliError::usage(it.to_string()))?)
            }
            (None, _) => {
                return Err(CliError::usage(
                    "--llm-for names the model of one agent: name the others' with --llm PROVIDER:MODEL",
                ));
            }
            (Some(name), cassette) => {
                let target: Target = name
                    .parse()
                    .map_err(|it: ModelError| CliError::usage(it.to_string()))?;
                budget.prices = prices(&target, args, home)?;
                let mut own: BTreeMap<Role, Box<dyn llm::Model>> = BTreeMap::new();
                for it in &args.llm_for {
                    let base_url = it.base_url.clone().or_else(|| {
                        args.llm_base_url
                            .clone()
                            .filter(|_| it.target.provider == target.provider)
                    });
                    own.insert(
                        it.role,
                        Box::new(http(it.target.clone(), base_url, args, cancel)?),
                    );
                }
                let others = http(target, args.llm_base_url.clone(), args, cancel)?;
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
                        Box::new(Recorder::new(model, path, &label).map_err(CliError::kept)?)
                    }
                }
            }
        };
        let meter = Meter::new(model, budget);
        Ok(Some(Rc::new(RefCell::new(Model {
            meter,
            eyes: !args.text_only,
            policy: Policy {
                apps: args.allow_app.clone(),
                forbidden: args.forbid.clone(),
            },
        }))))
    }

    /// How the ReAct agent works with it, one try only.
    pub fn react(&self) -> react::Options {
        react::Options {
            sight: if self.eyes { Sight::Marked } else { Sight::Text },
            policy: self.policy.clone(),
            reflections: 0,
            ..react::Options::default()
        }
    }

    /// What was asked so far.
    pub fn tally(&self) -> &Tally {
        self.meter.tally()
    }

    fn question(
        &mut self,
        role: Role,
        prompt: &'static str,
        input: &serde_json::Value,
        screenshot: &[u8],
    ) -> Result<String, OracleError> {
        let unusable = |reason: String| OracleError::Unusable { reason };
        let text = Prompt::new(role.name(), prompt)
            .render(input)
            .map_err(|it| unusable(it.to_string()))?;
        let mut message = Message::user(text);
        if self.eyes {
            message = message.and_image(screenshot.to_vec());
        }
        let request = Request::new(
            role,
            "You look at the screen of a device and answer exactly what is asked.",
            message,
        );
        match llm::Model::complete(&mut self.meter, &request) {
            Ok(reply) => Ok(reply.text.trim().to_owned()),
            Err(error) if error.is_over_budget() => Err(OracleError::OverBudget {
                reason: error.to_string(),
            }),
            Err(error) => Err(OracleError::Unavailable {
                reason: error.to_string(),
            }),
        }
    }
}

impl llm::Model for Model {
    fn complete(&mut self, request: &Request) -> Result<llm::Reply, ModelError> {
        self.meter.complete(request)
    }

    fn describe(&self) -> String {
        self.meter.describe()
    }
}

/// The prices of all agents' models. Only a budget in dollars needs them.
fn prices(others: &Target, args: &ModelArgs, home: &Home) -> Result<BTreeMap<Role, Price>, CliError> {
    let usage = |it: PriceError| CliError::usage(it.to_string());
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
fn key(provider: Provider, args: &ModelArgs) -> Result<Option<String>, CliError> {
    let given = env::var(provider.key_variable())
        .ok()
        .filter(|it| !it.trim().is_empty());
    let (None, Some(command)) = (&given, &args.llm_key_command) else {
        return Ok(given);
    };
    let failed = |reason: String| {
        CliError::usage(format!(
            "--llm-key-command gives no key for {}: {reason}\nhelp: run it in a shell: it has to print the key and nothing else",
            provider.name()
        ))
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
        .map_err(|it| failed(it.to_string()))?;
    let key = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    match output.status.success() && !key.is_empty() {
        true => Ok(Some(key)),
        false => Err(failed(format!("it ended with {}", output.status))),
    }
}

fn http(
    target: Target,
    base_url: Option<String>,
    args: &ModelArgs,
    cancel: &Cancel,
) -> Result<Http, CliError> {
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
    Http::new(target, options).map_err(|it| CliError::usage(it.to_string()))
}

/// The same model for several agents at once.
#[derive(Clone)]
pub struct Shared(pub Rc<RefCell<Model>>);

impl llm::Model for Shared {
    fn complete(&mut self, request: &Request) -> Result<llm::Reply, ModelError> {
        self.0.borrow_mut().complete(request)
    }

    fn describe(&self) -> String {
        self.0.borrow().describe()
    }
}

/// The form an answer to a script is to have.
enum Form<'a> {
    Int,
    Number,
    Bool,
    List,
    /// In the script's own words: any answer of one line fits.
    Words(&'a str),
}

impl<'a> Form<'a> {
    fn of(output_format: &'a str) -> Self {
        match output_format.trim().to_lowercase().as_str() {
            "int" | "integer" => Form::Int,
            "float" | "number" => Form::Number,
            "bool" | "boolean" => Form::Bool,
            "list" => Form::List,
            "" => Form::Words("a short text"),
            _ => Form::Words(output_format.trim()),
        }
    }

    fn in_words(&self) -> String {
        match self {
            Form::Int => "a whole number in digits".to_owned(),
            Form::Number => "a number in digits".to_owned(),
            Form::Bool => "`true` or `false`".to_owned(),
            Form::List => "a JSON list of texts on one line".to_owned(),
            Form::Words(words) => format!("this, on one line: {words}"),
        }
    }

    fn fits(&self, answer: &str) -> bool {
        match self {
            Form::Int => answer.parse::<i64>().is_ok(),
            Form::Number => answer.parse::<f64>().is_ok(),
            Form::Bool => ["true", "false", "yes", "no"]
                .iter()
                .any(|it| answer.eq_ignore_ascii_case(it)),
            Form::List => serde_json::from_str::<Vec<String>>(answer).is_ok(),
            Form::Words(_) => !answer.is_empty() && !answer.contains('\n'),
        }
    }
}

/// The model behind `ask_mllm` and the grounder of a run.
pub struct AsOracle(pub Rc<RefCell<Model>>);

impl runtime::Oracle for AsOracle {
    fn ask(
        &mut self,
        question: &str,
        output_format: &str,
        screen: &Screen,
        screenshot: &[u8],
    ) -> Result<String, OracleError> {
        let form = Form::of(output_format);
        let mut input = json!({
            "question": question, "form": form.in_words(), "complaint": "", "screen": ui::describe(screen),
        });
        let mut model = self.0.borrow_mut();
        let mut answer = String::new();
        for _ in 0..=SECOND_CHANCES {
            answer = model.question(Role::Ask, ASK, &input, screenshot)?;
            if form.fits(&answer) {
                break;
            }
            input["complaint"] = json!(format!(
                "The last answer, {answer:?}, was not {}. Nobody can read it but a script.",
                form.in_words()
            ));
        }
        // What still does not fit, the script's host refuses, and says what was answered.
        Ok(answer)
    }

    fn ground(
        &mut self,
        description: &str,
        screen: &Screen,
        candidates: &[ElementId],
        screenshot: &[u8],
    ) -> Result<Option<ElementId>, OracleError> {
        let indices: Vec<usize> = candidates.iter().map(|it| it.0).collect();
        let mut input = json!({
            "description": description, "candidates": indices, "screen": ui::describe(screen), "complaint": "",
            "marked": false,
        });
        let mut model = self.0.borrow_mut();
        let marked = picture::mark(screenshot, screen).ok().filter(|_| model.eyes);
        input["marked"] = json!(marked.is_some());
        let screenshot = marked.as_deref().unwrap_or(screenshot);
        for _ in 0..=SECOND_CHANCES {
            let answer = model.question(Role::Grounder, GROUND, &input, screenshot)?;
            match answer.parse::<usize>() {
                Ok(index) if indices.contains(&index) => return Ok(Some(ElementId(index))),
                _ if answer.eq_ignore_ascii_case("none") => return Ok(None),
                _ => {
                    input["complaint"] = json!(format!(
                        "The last answer, {answer:?}, was neither of these numbers nor `none`."
                    ))
                }
            }
        }
        Err(OracleError::Unusable {
            reason: "the grounder named no candidate".to_owned(),
        })
    }
}
