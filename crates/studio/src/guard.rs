//! Who is answered: a browser of this machine that has said the token, at an address of this machine, from a page of ours.

use std::sync::Arc;

use axum::{
    extract::{Query, Request, State},
    http::{
        HeaderName, HeaderValue, StatusCode,
        header::{
            CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, SET_COOKIE, X_CONTENT_TYPE_OPTIONS,
        },
    },
    middleware::Next,
    response::{Html, IntoResponse, Response},
};
use serde::Deserialize;

use crate::{app::App, keys::Refusal};

/// Nothing is loaded from elsewhere, nothing within a page is a script, and no other page shows it in a frame.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; \
    form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The question of the address that is printed.
#[derive(Deserialize)]
pub struct Said {
    #[serde(default)]
    token: String,
}

/// Let in who may, and say on every answer what a browser may do with it.
pub async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let refusal = app
        .keys
        .refusal(request.method(), request.uri().path(), request.headers());
    let mut response = match refusal {
        Some(why) => refused(why),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    let mut say = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    say(CONTENT_SECURITY_POLICY, POLICY);
    say(X_CONTENT_TYPE_OPTIONS, "nosniff");
    // `no-referrer` would take the origin from our own forms.
    say(REFERRER_POLICY, "same-origin");
    say(
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    );
    say(
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    );
    say(CACHE_CONTROL, "no-store");
    response
}

fn refused(why: Refusal) -> Response {
    (StatusCode::FORBIDDEN, format!("{why}\n")).into_response()
}

/// The token in the address becomes a cookie. The answer is a page that leads on: a browser that comes from another site
/// would not send the cookie with a redirect.
pub async fn enter(State(app): State<Arc<App>>, Query(said): Query<Said>) -> Response {
    let Some(cookie) = app.keys.cookie_for(&said.token) else {
        return refused(Refusal::Token);
    };
    let page = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Studio</title>\
        <meta http-equiv=\"refresh\" content=\"0;url=/\"><p><a href=\"/\">Go on to the Studio</a></p></html>";
    ([(SET_COOKIE, cookie)], Html(page)).into_response()
}
