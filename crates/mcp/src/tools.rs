//! A function, described as a tool.

use std::{collections::BTreeSet, sync::Arc};

use autorpa::{Offer, Registry, Secret, Taken};
use library::{Function, Listing, Receipt};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value as Json, json};
use task::file::ParamKind;
use trajectory::Outcome;

use crate::arguments::PAGE;

/// The longest name that common clients take, in characters.
const LONGEST_NAME: usize = 64;

/// The tool that searches the others.
pub const FIND: &str = "find_function";

/// A function that is offered, and how.
#[derive(Clone, Debug)]
pub struct Offered {
    /// What the client sees.
    pub tool: Tool,
    /// What runs.
    pub function: Function,
    /// What a call may say.
    pub arguments: Vec<Taken>,
    /// What it runs on.
    pub device: Where,
}

/// What a client has to know of the device that a function runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Where {
    /// Whether the caller may name the page to begin on.
    pub takes_page: bool,
    /// Whether it is somebody's: what is done there stays.
    pub is_open: bool,
}

impl Where {
    /// An argument that is called as the page is comes first.
    fn of(offer: &Offer) -> Self {
        Self {
            takes_page: offer.begins_at_page && offer.takes.iter().all(|it| it.name != PAGE),
            is_open: offer.stays,
        }
    }
}

/// The trusted functions of a library as tools, in its order. Each name is unique.
pub fn offered(listing: Listing, registry: &Registry) -> Vec<Offered> {
    let mut taken = BTreeSet::from([FIND.to_owned()]);
    let trusted = listing.functions.into_iter().filter(Function::trusted);
    trusted
        .map(|function| {
            let name = free_name(&function, &mut taken);
            let offer = registry.offer(&function);
            let device = Where::of(&offer);
            Offered {
                tool: tool(name, &function, &offer, device),
                function,
                arguments: offer.takes,
                device,
            }
        })
        .collect()
}

/// The tool that finds a function by words.
pub fn finder() -> Tool {
    let schema = json!({
        "type": "object",
        "properties": { "words": { "type": "string", "description": "What is to be done, in a few words." } },
        "required": ["words"],
        "additionalProperties": false,
    });
    Tool::new(
        FIND,
        "Find the tools whose names, goals and steps have some of these words, best first.",
        Arc::new(object(schema)),
    )
    .with_annotations(ToolAnnotations::new().read_only(true))
}

/// Folder and name, of characters that every client takes. Two functions never share one.
fn free_name(function: &Function, taken: &mut BTreeSet<String>) -> String {
    let plain: String = format!("{}__{}", function.app, function.name)
        .chars()
        .map(|it| match it {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '-' => it,
            _ => '_',
        })
        .collect();
    let numbers = (1..).map(|number| match number {
        1 => String::new(),
        _ => format!("_{number}"),
    });
    for number in numbers {
        let room = LONGEST_NAME - number.len();
        let name = format!("{}{number}", plain.chars().take(room).collect::<String>());
        if taken.insert(name.clone()) {
            return name;
        }
    }
    plain
}

fn tool(name: String, function: &Function, offer: &Offer, device: Where) -> Tool {
    let receipt = &function.receipt;
    let lasting = !receipt.irreversible.is_empty();
    Tool::new(
        name,
        description(receipt, &offer.secrets),
        Arc::new(object(input(&offer.takes, device))),
    )
    .with_title(function.title())
    .with_raw_output_schema(Arc::new(object(output())))
    .with_annotations(
        ToolAnnotations::new()
            .read_only(false)
            .destructive(lasting)
            .open_world(device.is_open),
    )
}

/// What it does, on what that was seen, and what it can do that nothing takes back.
fn description(receipt: &Receipt, secrets: &[Secret]) -> String {
    let goals: Vec<String> = receipt.templates.iter().map(ToString::to_string).collect();
    let mut lines = match goals.is_empty() {
        true => vec![format!("Does the task {}.", receipt.task_type)],
        false => goals,
    };
    lines.push(match &receipt.accepted {
        Some(_) if !receipt.verified => "A person looked at a run of it and accepted it.".to_owned(),
        _ => format!("Verified on {} instances.", receipt.reached()),
    });
    if !receipt.irreversible.is_empty() {
        lines.push(format!(
            "Nothing takes back what it does: {}.",
            receipt.irreversible.join("; ")
        ));
    }
    // Never from a call.
    lines.extend(secrets.iter().map(|it| {
        let Secret { name, from } = it;
        format!("`{name}` is a secret: the server takes it from {from}.")
    }));
    lines.join("\n")
}

/// An argument's schema: what the task file says of its values. Of a function without one texts and lists of texts are
/// taken.
fn schema(argument: &Taken) -> Json {
    let Some(param) = &argument.param else {
        let list = json!({ "type": "array", "items": { "type": "string" } });
        return json!({ "anyOf": [{ "type": "string" }, list] });
    };
    let mut schema = object(match &param.kind {
        ParamKind::Text { .. } | ParamKind::File | ParamKind::Secret(_) | ParamKind::Totp(_) => {
            json!({ "type": "string" })
        }
        ParamKind::List => json!({ "type": "array", "items": { "type": "string" } }),
        // As a text it keeps its decimals: 12.50.
        ParamKind::Number => json!({ "type": ["number", "string"] }),
        ParamKind::Date => json!({ "type": "string", "format": "date" }),
        ParamKind::Choice { options } => json!({ "type": "string", "enum": options }),
    });
    if !param.examples.is_empty() {
        schema.insert("examples".to_owned(), json!(param.examples));
    }
    if let Some(default) = &param.default {
        schema.insert("default".to_owned(), json!(default));
    }
    Json::Object(schema)
}

/// Each argument with its type; the page where there is one.
fn input(arguments: &[Taken], device: Where) -> Json {
    let mut properties = JsonObject::new();
    for it in arguments {
        let mut schema = object(schema(it));
        schema.insert("description".to_owned(), json!(it.description));
        properties.insert(it.name.clone(), Json::Object(schema));
    }
    if device.takes_page {
        properties.insert(
            PAGE.to_owned(),
            json!({ "type": "string", "format": "uri", "description": "The page to begin on." }),
        );
    }
    let required = arguments.iter().filter(|it| it.is_required());
    let required: Vec<&String> = required.map(|it| &it.name).collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// How a run ended.
fn output() -> Json {
    let outcomes: Vec<&str> = Outcome::ALL.iter().map(|it| it.name()).collect();
    json!({
        "type": "object",
        "properties": {
            "outcome": {
                "type": "string",
                "enum": outcomes,
                "description": "`reached` where a judge saw that it worked; `unchecked` where nobody looked.",
            },
            "checked": { "type": "boolean", "description": "Whether somebody judged the run." },
            "answer": { "type": ["string", "null"], "description": "What the function answers." },
            "steps": { "type": "integer" },
            "run": { "type": "string", "description": "The run's record." },
            "changes": { "type": "array", "items": { "type": "string" } },
            "why": { "type": ["string", "null"], "description": "Why it did not get further." },
        },
        "required": ["outcome", "checked", "steps", "run"],
    })
}

/// The members of a JSON object; of anything else, none.
fn object(json: Json) -> JsonObject {
    match json {
        Json::Object(it) => it,
        _ => JsonObject::new(),
    }
}
