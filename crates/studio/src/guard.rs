//! Who is answered: a browser of this machine that has said the token, at an address of this machine, from a page of ours.

use std::sync::Arc;

use autorpa::{Error, Token};
use axum::{
    extract::{Query, Request, State},
    http::{
        HeaderMap, HeaderName, HeaderValue, Method, StatusCode,
        header::{
            CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, HOST, ORIGIN, REFERRER_POLICY, SET_COOKIE,
            X_CONTENT_TYPE_OPTIONS,
        },
    },
    middleware::Next,
    response::{Html, IntoResponse, Response},
};
use serde::Deserialize;

use crate::app::App;

/// Where the token is said.
pub const ENTER: &str = "/enter";

/// Nothing is loaded from elsewhere, nothing within a page is a script, and no other page shows it in a frame.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; \
    form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// What opens the door.
#[derive(Debug)]
pub struct Keys {
    /// Stands in the address that is printed.
    token: Token,
    /// Stands in the cookie from then on.
    session: Token,
    cookie: String,
    hosts: [String; 2],
}

/// The question of the address that is printed.
#[derive(Deserialize)]
pub struct Said {
    #[serde(default)]
    token: String,
}

/// Why a request is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum Refusal {
    #[error("This address is not that of the Studio: open the one that `autorpa studio` printed.")]
    Host,
    #[error("Open the address that `autorpa studio` printed: it has the token that lets you in.")]
    Token,
    #[error("Only a page of the Studio may ask for this.")]
    Origin,
}

impl Keys {
    /// New ones, for this port of this machine.
    pub fn made(port: u16) -> Result<Self, Error> {
        Ok(Self {
            token: Token::made()?,
            session: Token::made()?,
            // A browser keeps cookies by host, not by port.
            cookie: format!("autorpa_studio_{port}"),
            hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
        })
    }

    /// The address that lets in.
    pub fn address(&self) -> String {
        format!("http://{}{ENTER}?token={}", self.hosts[0], self.token.reveal())
    }

    fn refusal(&self, method: &Method, path: &str, headers: &HeaderMap) -> Option<Refusal> {
        // A name of somebody else's may lead here as well: what his page asks for is his page's.
        let Some(host) = only(headers, &HOST).filter(|it| self.hosts.iter().any(|own| own == it)) else {
            return Some(Refusal::Host);
        };
        if path == ENTER {
            return None;
        }
        if !self.has_cookie(headers) {
            return Some(Refusal::Token);
        }
        if *method == Method::GET || *method == Method::HEAD {
            return None;
        }
        // Other ports of this machine are the same site, and their pages send our cookie.
        let is_ours = only(headers, &ORIGIN).is_some_and(|it| it == format!("http://{host}"));
        (!is_ours).then_some(Refusal::Origin)
    }

    fn has_cookie(&self, headers: &HeaderMap) -> bool {
        let all = headers.get_all(COOKIE).iter().filter_map(|it| it.to_str().ok());
        let mut pairs = all
            .flat_map(|it| it.split(';'))
            .filter_map(|it| it.trim().split_once('='));
        pairs.any(|(name, value)| name == self.cookie && self.session.is(value))
    }
}

/// A header's value, where it stands there once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut all = headers.get_all(name).iter();
    match (all.next(), all.next()) {
        (Some(one), None) => one.to_str().ok(),
        _ => None,
    }
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
    if !app.keys.token.is(&said.token) {
        return refused(Refusal::Token);
    }
    let cookie = format!(
        "{}={}; Path=/; HttpOnly; SameSite=Strict",
        app.keys.cookie,
        app.keys.session.reveal()
    );
    let page = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Studio</title>\
        <meta http-equiv=\"refresh\" content=\"0;url=/\"><p><a href=\"/\">Go on to the Studio</a></p></html>";
    ([(SET_COOKIE, cookie)], Html(page)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(headers: &[(HeaderName, String)]) -> HeaderMap {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(name, value.parse().unwrap());
        }
        map
    }

    #[test]
    fn only_a_page_of_this_machine_with_the_cookie_is_answered() {
        let keys = Keys::made(7000).unwrap();
        let cookie = format!("a=b; autorpa_studio_7000={}", keys.session.reveal());
        let host = (HOST, "127.0.0.1:7000".to_owned());
        let ask =
            |method: Method, headers: &[(HeaderName, String)]| keys.refusal(&method, "/", &said(headers));
        let known = [host.clone(), (COOKIE, cookie.clone())];
        assert_eq!(ask(Method::GET, &known), None);
        for foreign in [
            "studio.example:7000",
            "127.0.0.1:7001",
            "127.0.0.1",
            "localhost.example:7000",
            "",
        ] {
            let headers = [(HOST, foreign.to_owned()), (COOKIE, cookie.clone())];
            assert_eq!(ask(Method::GET, &headers), Some(Refusal::Host), "{foreign}");
        }
        assert_eq!(ask(Method::GET, &[(COOKIE, cookie.clone())]), Some(Refusal::Host));
        let twice = [host.clone(), host.clone(), (COOKIE, cookie.clone())];
        assert_eq!(ask(Method::GET, &twice), Some(Refusal::Host));
        for wrong in ["", "autorpa_studio_7000=", "autorpa_studio_7001=x"] {
            let headers = [host.clone(), (COOKIE, wrong.to_owned())];
            assert_eq!(ask(Method::GET, &headers), Some(Refusal::Token), "{wrong}");
        }
        // The address's token is not the cookie's.
        let token = [
            host.clone(),
            (COOKIE, format!("autorpa_studio_7000={}", keys.token.reveal())),
        ];
        assert_eq!(ask(Method::GET, &token), Some(Refusal::Token));
    }

    #[test]
    fn what_changes_something_is_asked_for_by_a_page_of_ours() {
        let keys = Keys::made(7000).unwrap();
        let cookie = format!("autorpa_studio_7000={}", keys.session.reveal());
        let post = |origin: Option<&str>| {
            let host = (HOST, "localhost:7000".to_owned());
            let origin = origin.map(|it| (ORIGIN, it.to_owned()));
            let headers: Vec<_> = [host, (COOKIE, cookie.clone())]
                .into_iter()
                .chain(origin)
                .collect();
            keys.refusal(&Method::POST, "/works/1/stop", &said(&headers))
        };
        assert_eq!(post(Some("http://localhost:7000")), None);
        for foreign in [
            None,
            Some("null"),
            Some("http://localhost:7001"),
            Some("http://127.0.0.1:7000"),
            Some("https://localhost:7000"),
            Some("http://evil.example"),
        ] {
            assert_eq!(post(foreign), Some(Refusal::Origin), "{foreign:?}");
        }
    }
}
