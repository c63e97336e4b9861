//! What opens the door: the token of the address, then a cookie; and what else a request has to say.

use autorpa::{Error, Token};
use axum::http::{
    HeaderMap, HeaderName, Method,
    header::{COOKIE, HOST, ORIGIN},
};

/// Where the token is said.
pub const ENTER: &str = "/enter";

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

/// Why a request is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It comes by a name that is not this machine's.
    #[error("This address is not that of the Studio: open the one that was printed when it began.")]
    Host,
    /// Neither the token nor the cookie is said.
    #[error("Open the address that was printed when the Studio began: it has the token that lets you in.")]
    Token,
    /// It changes something, and does not come from a page of ours.
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

    /// Why a request is not answered, where it is not.
    pub fn refusal(&self, method: &Method, path: &str, headers: &HeaderMap) -> Option<Refusal> {
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

    /// The cookie of whoever says the token; `None` where that is another one.
    pub fn cookie_for(&self, token: &str) -> Option<String> {
        let cookie = || {
            let (name, value) = (&self.cookie, self.session.reveal());
            format!("{name}={value}; Path=/; HttpOnly; SameSite=Strict")
        };
        self.token.is(token).then(cookie)
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
