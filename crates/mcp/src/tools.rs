//! A function, described as a tool.

use std::{collections::BTreeSet, sync::Arc};

use library::{Function, Listing, Receipt};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value as Json, json};
use trajectory::Outcome;

/// The longest name that common clients take, in characters.
const LONGEST_NAME: usize = 64;

/// The argument that names the page a function of the web runs on.
pub const PAGE: &str = "page_url";

/// The tool that searches the others.
pub const FIND: &str = "find_function";

/// A function that is offered, and how.
#[derive(Clone, Debug)]
pub struct Offered {
    /// What the client sees.
    pub tool: Tool,
    /// What runs.
    pub function: Function,
}

/// The trusted functions of a library as tools, in its order. Each name is unique.
pub fn offered(listing: Listing) -> Vec<Offered> {
    let mut taken = BTreeSet::from([FIND.to_owned()]);
    let trusted = listing.functions.into_iter().filter(Function::trusted);
    trusted
        .map(|function| {
            let name = free_name(&function, &mut taken);
            Offered {
                tool: tool(name, &function),
                function,
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

fn tool(name: String, function: &Function) -> Tool {
    let receipt = &function.receipt;
    let lasting = !receipt.irreversible.is_empty();
    Tool::new(name, description(receipt), Arc::new(object(input(receipt))))
        .with_title(function.title())
        .with_raw_output_schema(Arc::new(object(output())))
        .with_annotations(
            ToolAnnotations::new()
                .read_only(false)
                .destructive(lasting)
                .open_world(receipt.device != "emulator"),
        )
}

/// What it does, on what that was seen, and what it can do that nothing takes back.
fn description(receipt: &Receipt) -> String {
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
    lines.join("\n")
}

/// Texts, and lists of texts; the page where there is one.
fn input(receipt: &Receipt) -> Json {
    let mut properties = serde_json::Map::new();
    for param in &receipt.params {
        properties.insert(
            param.name.clone(),
            json!({
                "description": param.description,
                "anyOf": [
                    { "type": "string" },
                    { "type": "array", "items": { "type": "string" } },
                ],
            }),
        );
    }
    let required: Vec<&String> = receipt.params.iter().map(|it| &it.name).collect();
    let schema = json!({ "type": "object", "required": required, "additionalProperties": false });
    if takes_page(receipt) {
        properties.insert(
            PAGE.to_owned(),
            json!({ "type": "string", "format": "uri", "description": "The page to begin on." }),
        );
    }
    let mut schema = object(schema);
    schema.insert("properties".to_owned(), Json::Object(properties));
    Json::Object(schema)
}

/// Whether the function begins on a page that the caller may name. A parameter of that name comes first.
pub fn takes_page(receipt: &Receipt) -> bool {
    receipt.device == "web" && receipt.params.iter().all(|it| it.name != PAGE)
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
