//! Pages out of templates. Every text is escaped where it is put in.

use axum::{
    http::StatusCode,
    response::{Html, IntoResponse, Response},
};
use minijinja::{AutoEscape, Environment, UndefinedBehavior, context, value::Serde};
use serde::Serialize;

const TEMPLATES: [(&str, &str); 17] = [
    ("base", include_str!("templates/base.html")),
    ("library", include_str!("templates/library.html")),
    ("function", include_str!("templates/function.html")),
    ("graph", include_str!("templates/graph.html")),
    ("steps", include_str!("templates/steps.html")),
    ("record", include_str!("templates/record.html")),
    ("recording", include_str!("templates/recording.html")),
    ("recorded", include_str!("templates/recorded.html")),
    ("works", include_str!("templates/works.html")),
    ("work", include_str!("templates/work.html")),
    ("runs", include_str!("templates/runs.html")),
    ("screen", include_str!("templates/screen.html")),
    ("run", include_str!("templates/run.html")),
    ("repair", include_str!("templates/repair.html")),
    ("emulator", include_str!("templates/emulator.html")),
    ("logins", include_str!("templates/logins.html")),
    ("problem", include_str!("templates/problem.html")),
];

/// The templates.
pub struct Views(Environment<'static>);

impl Views {
    /// All of them, read.
    pub fn new() -> Result<Self, minijinja::Error> {
        let mut engine = Environment::new();
        engine.set_auto_escape_callback(|_| AutoEscape::Html);
        engine.set_undefined_behavior(UndefinedBehavior::Strict);
        for (name, text) in TEMPLATES {
            engine.add_template(name, text)?;
        }
        Ok(Self(engine))
    }

    /// A page, with what it shows.
    pub fn page(&self, name: &str, shows: impl Serialize) -> Response {
        let page = self.0.get_template(name).and_then(|it| it.render(Serde(shows)));
        match page {
            Ok(page) => Html(page).into_response(),
            Err(error) => {
                tracing::error!(%error, name, "a page can't be made");
                (StatusCode::INTERNAL_SERVER_ERROR, "This page can't be made.\n").into_response()
            }
        }
    }

    /// A page that says what is wrong.
    pub fn problem(&self, status: StatusCode, why: &str) -> Response {
        let template = self.0.get_template("problem");
        let page = template.and_then(|it| it.render(context! { why, tab => "" }));
        match page {
            Ok(page) => (status, Html(page)).into_response(),
            Err(_) => (status, why.to_owned()).into_response(),
        }
    }

    /// What was asked for can't be read.
    pub fn broken(&self, error: &dyn std::fmt::Display) -> Response {
        self.problem(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string())
    }
}
