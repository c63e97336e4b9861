//! Functions as an OpenAPI document (<https://spec.openapis.org/oas/v3.1.1.html>) of the server that runs them for other
//! programs.

use library::Function;
use serde_json::{Map, Value as Json, json};
use trajectory::Outcome;
use ui::visible;

use crate::{Autorpa, offer::Offer, ran::Ran};

/// The document. `server` is where it is reached, where that is known.
pub fn openapi(functions: &[(Function, Offer)], server: Option<&str>) -> Json {
    let mut paths = Map::new();
    for (function, offer) in functions {
        let path = format!("/functions/{}/runs", function.title());
        paths.insert(path, json!({ "post": operation(function, offer) }));
    }
    for (path, operation) in looks() {
        paths.insert(path.to_owned(), json!({ "get": operation }));
    }
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
                "Record": Autorpa::record_schema(),
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

/// What only looks, by its path.
fn looks() -> [(&'static str, Json); 6] {
    let run = || {
        vec![named(
            "run",
            "path",
            "The run's name, the beginning of it, or `last`.",
            &json!("string"),
        )]
    };
    let outcomes: Vec<&str> = Outcome::ALL.iter().map(|it| it.name()).collect();
    let filter = vec![
        named("function", "query", "Of this function only.", &json!("string")),
        json!({
            "name": "outcome",
            "in": "query",
            "description": "That ended so only.",
            "schema": { "type": "string", "enum": outcomes },
        }),
        named(
            "skip",
            "query",
            "So many of the newest are left out.",
            &json!("integer"),
        ),
        named("most", "query", "So many at most.", &json!("integer")),
    ];
    let json = |schema: Json| ("application/json", json!({ "schema": schema }));
    let (html, text) = (("text/html", json!({})), ("text/plain", json!({})));
    let record = || json(json!({ "$ref": "#/components/schemas/Record" }));
    let any = || json(json!({ "type": "object" }));
    [
        (
            "/functions",
            look(
                "listFunctions",
                "The functions, and what each takes.",
                any(),
                Vec::new(),
            ),
        ),
        ("/runs", look("listRuns", "The newest runs.", any(), filter)),
        (
            "/runs/{run}",
            look(
                "getRun",
                "The record of a run: its steps, and how it ended.",
                record(),
                run(),
            ),
        ),
        (
            "/runs/{run}/report.html",
            look(
                "getReport",
                "The same as a page with the screens, which needs nothing else.",
                html,
                run(),
            ),
        ),
        (
            "/metrics",
            look("getMetrics", "Counts for Prometheus.", text, Vec::new()),
        ),
        (
            "/openapi.json",
            look("getDocument", "This document.", any(), Vec::new()),
        ),
    ]
}

fn named(name: &str, place: &str, about: &str, of_type: &Json) -> Json {
    json!({
        "name": name,
        "in": place,
        "required": place == "path",
        "description": about,
        "schema": { "type": of_type },
    })
}

fn look(id: &str, summary: &str, (media, content): (&str, Json), parameters: Vec<Json>) -> Json {
    let mut responses = Map::new();
    responses.insert(
        "200".to_owned(),
        json!({ "description": "What there is.", "content": { media: content } }),
    );
    responses.insert("401".to_owned(), answer("The token is missing.", "Refused"));
    responses.insert(
        "500".to_owned(),
        answer("Something of the server failed.", "Refused"),
    );
    if !parameters.is_empty() {
        responses.insert(
            "404".to_owned(),
            answer("There is no such run, or no such outcome.", "Refused"),
        );
    }
    json!({ "operationId": id, "summary": summary, "parameters": parameters, "responses": responses })
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
        ("404", "There is no such function any more; nothing was done."),
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
