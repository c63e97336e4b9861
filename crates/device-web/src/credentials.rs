//! A name and a password that a site asks the browser itself for.

use std::{collections::HashSet, fmt};

use serde_json::{Value, json};
use url::Url;

/// A name and a password for one origin.
#[derive(Clone)]
pub struct Credentials {
    origin: String,
    user: String,
    password: String,
    /// Addresses that they were given at: a site that asks again does not take them.
    given: HashSet<String>,
}

/// For whom they are; never the password.
impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials")
            .field("origin", &self.origin)
            .field("user", &self.user)
            .finish_non_exhaustive()
    }
}

impl Credentials {
    /// For the origin of this address. None where it has no origin.
    pub fn of(address: &str, user: &str, password: &str) -> Option<Self> {
        Some(Self {
            origin: origin(address)?,
            user: user.to_owned(),
            password: password.to_owned(),
            given: HashSet::new(),
        })
    }

    /// Whether they are for this address.
    pub(crate) fn are_for(&self, address: &str) -> bool {
        origin(address).as_ref() == Some(&self.origin)
    }

    /// What is answered where a site, or a proxy, asks for them: they are given once, and to their own site alone.
    pub(crate) fn answer(&mut self, asks: &Value) -> Value {
        let text = |at: &str| asks.pointer(at).and_then(Value::as_str).unwrap_or_default();
        let by_the_site =
            text("/authChallenge/source") != "Proxy" && self.are_for(text("/authChallenge/origin"));
        match by_the_site && self.given.insert(text("/request/url").to_owned()) {
            true => json!({
                "response": "ProvideCredentials", "username": self.user, "password": self.password,
            }),
            false => json!({ "response": "CancelAuth" }),
        }
    }
}

/// Scheme, host and port of an address of the web; `None` where it is none.
pub fn origin(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    matches!(url.scheme(), "http" | "https").then(|| url.origin().ascii_serialization())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_given_once_and_to_their_own_site() {
        let mut own = Credentials::of("https://shop.example/orders?x=1", "ada", "pw").unwrap();
        let asks = |source: &str, origin: &str, url: &str| json!({ "authChallenge": { "source": source, "origin": origin }, "request": { "url": url } });
        let first = asks("Server", "https://shop.example", "https://shop.example/orders");
        assert_eq!(own.answer(&first)["password"], "pw");
        assert_eq!(own.answer(&first), json!({ "response": "CancelAuth" }));
        for other in [
            asks("Server", "https://evil.example", "https://evil.example/"),
            asks("Server", "http://shop.example", "http://shop.example/"),
            asks("Proxy", "https://shop.example", "https://shop.example/a"),
            json!({}),
        ] {
            assert_eq!(own.answer(&other), json!({ "response": "CancelAuth" }), "{other}");
        }
        assert!(!format!("{own:?}").contains("pw"));
        assert!(Credentials::of("file:///a.html", "ada", "pw").is_none());
    }
}
