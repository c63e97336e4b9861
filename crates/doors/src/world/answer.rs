//! Answers, as the original's server words them.

use axum::{
    body::Body,
    http::{Response, StatusCode, header},
    response::{IntoResponse, Redirect},
};
use serde_json::{Value, json};

/// What a request is answered.
#[derive(Debug)]
pub enum Answer {
    /// It was done: an object.
    Done(Value),
    /// It was done: the text of an object.
    Text(Vec<u8>),
    /// It was done: a PNG file.
    Png(Vec<u8>),
    /// The request is well formed, and refused.
    Refused(String),
    /// The request is not what is asked for here; one entry for each fault.
    Malformed(Vec<Value>),
    /// What the original raises an exception for, which its client can't tell apart.
    Failed,
    /// It is at another path.
    Moved(String),
    /// There is nothing at this path.
    NotFound,
    /// There is something at this path, for another method.
    NotAllowed(&'static str),
}

impl Answer {
    /// An object with `status` and this message.
    pub fn message(text: impl Into<String>) -> Self {
        Self::Done(json!({"status": "success", "message": text.into()}))
    }

    /// It is at this path, with the same query.
    pub fn moved(path: &str, query: &str) -> Self {
        let mark = if query.is_empty() { "" } else { "?" };
        Self::Moved(format!("{path}{mark}{query}"))
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response<Body> {
        let json = |status: StatusCode, value: Value| -> Response<Body> {
            (
                status,
                [(header::CONTENT_TYPE, "application/json")],
                value.to_string(),
            )
                .into_response()
        };
        let detail = |status, what: &str| json(status, json!({"detail": what}));
        match self {
            Self::Done(value) => json(StatusCode::OK, value),
            Self::Text(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
            Self::Png(file) => ([(header::CONTENT_TYPE, "image/png")], file).into_response(),
            Self::Refused(why) => detail(StatusCode::BAD_REQUEST, &why),
            Self::Malformed(faults) => json(StatusCode::UNPROCESSABLE_ENTITY, json!({"detail": faults})),
            Self::Failed => {
                let plain = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
                (StatusCode::INTERNAL_SERVER_ERROR, plain, "Internal Server Error").into_response()
            }
            Self::Moved(to) => Redirect::temporary(&to).into_response(),
            Self::NotFound => detail(StatusCode::NOT_FOUND, "Not Found"),
            Self::NotAllowed(allowed) => {
                let mut answer = detail(StatusCode::METHOD_NOT_ALLOWED, "Method Not Allowed");
                let allowed = header::HeaderValue::from_static(allowed);
                answer.headers_mut().insert(header::ALLOW, allowed);
                answer
            }
        }
    }
}
