//! The model that was asked for on the command line: metered, limited, recorded; and as the runtime's oracle.

use std::{cell::RefCell, env, rc::Rc, time::Duration};

use device::Cancel;
use llm::{
    Cassette, Http, HttpOptions, Message, Meter, ModelError, Prompt, Provider, Recorder, Request, Role,
    Tally, Target,
};
use runtime::OracleError;
use serde_json::json;
use ui::{ElementId, Screen};

use crate::{args::ModelArgs, error::CliError};

const ASK: &str = include_str!("../prompts/ask.md");
const GROUND: &str = include_str!("../prompts/ground.md");
/// How often an answer that can't be used goes back with the reason.
const SECOND_CHANCES: usize = 1;

/// A model, and what was asked of it.
pub struct Model {
    meter: Meter<Box<dyn llm::Model>>,
    /// Whether screenshots are sent.
    pub eyes: bool,
}

impl Model {
    /// What the options name; `None` where they name no model.
    pub fn open(args: &ModelArgs, cancel: &Cancel) -> Result<Option<Rc<RefCell<Model>>>, CliError> {
        let model: Box<dyn llm::Model> = match (&args.llm, &args.cassette) {
            (None, None) => return Ok(None),
            (None, Some(file)) => {
                Box::new(Cassette::read(file).map_err(|it| CliError::usage(it.to_string()))?)
            }
            (Some(name), cassette) => {
                let target: Target = name
                    .parse()
                    .map_err(|it: ModelError| CliError::usage(it.to_string()))?;
                let http = http(target, args, cancel)?;
                match cassette {
                    None => Box::new(http),
                    Some(file) => {
                        let label = format!("recorded from {name}");
                        Box::new(Recorder::new(http, file, &label).map_err(CliError::kept)?)
                    }
                }
            }
        };
        let meter = Meter::new(model, Some(args.budget_tokens));
        Ok(Some(Rc::new(RefCell::new(Model {
            meter,
            eyes: !args.text_only,
        }))))
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
            Err(error @ ModelError::OverBudget { .. }) => Err(OracleError::OverBudget {
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

fn http(target: Target, args: &ModelArgs, cancel: &Cancel) -> Result<Http, CliError> {
    let variable = match target.provider {
        Provider::OpenAi | Provider::Anthropic => target.provider.key_variable(),
    };
    let seconds = Duration::from_secs(args.llm_timeout);
    let options = HttpOptions {
        base_url: args.llm_base_url.clone(),
        key: env::var(variable).ok(),
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
        let input =
            json!({ "question": question, "output_format": output_format, "screen": ui::describe(screen) });
        self.0.borrow_mut().question(Role::Ask, ASK, &input, screenshot)
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
        });
        let mut model = self.0.borrow_mut();
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
