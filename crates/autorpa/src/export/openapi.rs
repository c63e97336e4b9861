//! Functions as an OpenAPI document (<https://spec.openapis.org/oas/v3.1.1.html>) of the server that runs them for other
//! programs.

use library::Function;
use serde_json::{Map, Value as Json, json};
use ui::visible;

use crate::{offer::Offer, ran::Ran};

/// The document. `server` is where it is reached, where that is known.
pub fn openapi(functions: &[(Function, Offer)], server: Option<&str>) -> Json {
    let mut paths = Map::new();
    for (function, offer) in functions {
        let path = format!("/functions/{}/runs", function.title());
        paths.insert(path, json!({ "post": operation(function, offer) }));
    }
    paths.insert(
        "/functions".to_owned(),
        json!({ "get": plain("listFunctions", "The functions, and what each takes.") }),
    );
    paths.insert(
        "/runs".to_owned(),
        json!({ "get": plain("listRuns", "The newest runs: ?function=, ?outcome=, ?skip=, ?most=.") }),
    );
    let mut document = json!({
        "openapi": "3.1.1",
        "info": {
            "title": "AutoRPA",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Functions that were built from recordings of GUI tasks, and run without a model.",
        },
        "paths": paths,
        "components": {
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
            "schemas": {
                "Run": Ran::schema(),
                "Refused": {
                    "type": "object",
                    "properties": { "error": { "type": "string", "description": "Why nothing was done, and what would help." } },
                    "required": ["error"],
                },
            },
        },
        "security": [{ "token": [] }],
    });
    if let Some(server) = server {
        document["servers"] = json!([{ "url": server }]);
    }
    document
}

fn plain(id: &str, summary: &str) -> Json {
    json!({
        "operationId": id,
        "summary": summary,
        "responses": { "200": { "description": "What there is.", "content": { "application/json": {} } } },
    })
}

/// A call of a function.
fn operation(function: &Function, offer: &Offer) -> Json {
    let mut about = vec![visible(&function.about()).into_owned()];
    if !offer.irreversible.is_empty() {
        about.push(format!(
            "Nothing takes back what it does: {}.",
            visible(&offer.irreversible.join("; "))
        ));
    }
    about.extend(
        offer
            .secrets
            .iter()
            .map(|it| format!("`{}` is a secret: the server takes it from {}.", it.name, it.from)),
    );
    let mut parameters = vec![json!({
        "name": "Idempotency-Key",
        "in": "header",
        "description": "The same call with the same key is done once, and answered as the first time.",
        "schema": { "type": "string", "minLength": 1, "maxLength": 255 },
    })];
    if !offer.irreversible.is_empty() {
        parameters.push(json!({
            "name": "confirm",
            "in": "query",
            "required": true,
            "description": "Whether somebody has agreed to what nothing takes back.",
            "schema": { "type": "boolean" },
        }));
    }
    let mut responses = Map::new();
    responses.insert(
        "200".to_owned(),
        answer("It was run. Only the outcome `reached` is success.", "Run"),
    );
    for (status, when) in [
        ("400", "What was sent does not fit; nothing was done."),
        ("401", "The token is missing."),
        ("403", "The policy does not allow it; nothing was done."),
        (
            "409",
            "The call with this key is under way, or nobody knows what came of it.",
        ),
        ("422", "The key was used for another call."),
        ("428", "Somebody has to agree first; nothing was done."),
        ("500", "Something of the server failed."),
        ("503", "The server ends; nothing was done."),
    ] {
        responses.insert(status.to_owned(), answer(when, "Refused"));
    }
    json!({
        "operationId": function.title().replace(|it: char| !it.is_ascii_alphanumeric(), "_"),
        "summary": function.title(),
        "description": about.join("\n\n"),
        "parameters": parameters,
        "requestBody": {
            "required": offer.takes.iter().any(crate::offer::Taken::is_required),
            "content": { "application/json": { "schema": offer.schema() } },
        },
        "responses": responses,
    })
}

fn answer(when: &str, schema: &str) -> Json {
    let schema = json!({ "$ref": format!("#/components/schemas/{schema}") });
    json!({ "description": when, "content": { "application/json": { "schema": schema } } })
}
