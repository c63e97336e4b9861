//! A function, described as a tool.

use std::{collections::BTreeSet, sync::Arc};

use autorpa::{Offer, Ran, Registry, Secret};
use library::{Function, Listing, Receipt};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value as Json, json};

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
    /// What it takes, and where it runs.
    pub offer: Offer,
}

/// The trusted functions of a library as tools, in its order. Each name is unique.
pub fn offered(listing: Listing, registry: &Registry) -> Vec<Offered> {
    let mut taken = BTreeSet::from([FIND.to_owned()]);
    let trusted = listing.functions.into_iter().filter(Function::trusted);
    trusted
        .map(|function| {
            let name = free_name(&function, &mut taken);
            let offer = registry.offer(&function);
            Offered {
                tool: tool(name, &function, &offer),
                function,
                offer,
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

fn tool(name: String, function: &Function, offer: &Offer) -> Tool {
    let receipt = &function.receipt;
    let lasting = !receipt.irreversible.is_empty();
    Tool::new(
        name,
        description(receipt, &offer.secrets),
        Arc::new(object(offer.schema())),
    )
    .with_title(function.title())
    .with_raw_output_schema(Arc::new(object(Ran::schema())))
    .with_annotations(
        ToolAnnotations::new()
            .read_only(false)
            .destructive(lasting)
            .open_world(offer.stays),
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

/// The members of a JSON object; of anything else, none.
fn object(json: Json) -> JsonObject {
    match json {
        Json::Object(it) => it,
        _ => JsonObject::new(),
    }
}
