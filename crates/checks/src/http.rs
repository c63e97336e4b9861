//! Requests over HTTP, one at a time.

use std::{sync::OnceLock, time::Duration};

use reqwest::{
    Client, Method,
    header::{HeaderMap, HeaderName, HeaderValue},
    redirect::Policy,
};
use serde_json::Value as Json;
use serde_json_path::JsonPath;
use tokio::runtime::Builder;
use url::{Host, Url};

use crate::fault::Fault;

/// How many redirects are followed, each within the scheme of the first address.
const REDIRECTS: usize = 10;

/// Speaks HTTP; whoever asks waits.
#[derive(Debug, Default)]
pub struct Http {
    /// For this machine: no proxy stands between.
    direct: OnceLock<Client>,
    outside: OnceLock<Client>,
}

/// A request.
pub struct Asked {
    /// Where.
    pub url: Url,
    /// How.
    pub method: String,
    /// Headers.
    pub headers: Vec<(String, String)>,
    /// What is sent.
    pub body: Option<String>,
}

/// An answer.
#[derive(Debug)]
pub struct Answered {
    /// The status.
    pub status: u16,
    /// What came.
    pub body: String,
}

impl Http {
    /// The client for an address, made when it is needed first: that takes a while.
    fn client(&self, url: &Url) -> Result<Client, reqwest::Error> {
        let direct = is_here(url);
        let kept = if direct { &self.direct } else { &self.outside };
        if let Some(client) = kept.get() {
            return Ok(client.clone());
        }
        // Whoever was first has set one that is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let builder = Client::builder()
            // A connection ends with the runtime it was made in.
            .pool_max_idle_per_host(0)
            .redirect(Policy::custom(|attempt| {
                let first = attempt.previous().first().map(Url::scheme);
                if first != Some(attempt.url().scheme()) || attempt.previous().len() > REDIRECTS {
                    attempt.stop()
                } else {
                    attempt.follow()
                }
            }));
        let builder = if direct { builder.no_proxy() } else { builder };
        let client = builder.build()?;
        Ok(kept.get_or_init(|| client).clone())
    }

    /// Ask, and wait for the whole answer.
    pub fn ask(&self, asked: &Asked, limit: Duration) -> Result<Answered, Fault> {
        let url = asked.url.to_string();
        let bad = |reason: String| Fault::Http {
            url: url.clone(),
            reason,
        };
        let method = Method::from_bytes(asked.method.as_bytes()).map_err(|error| bad(error.to_string()))?;
        let mut headers = HeaderMap::new();
        for (name, value) in &asked.headers {
            let name = HeaderName::try_from(name.as_str()).map_err(|error| bad(error.to_string()))?;
            let value = HeaderValue::try_from(value.as_str()).map_err(|error| bad(error.to_string()))?;
            headers.append(name, value);
        }
        let mut request = self
            .client(&asked.url)
            .map_err(|error| bad(causes(&error)))?
            .request(method, asked.url.clone())
            .headers(headers)
            .timeout(limit);
        if let Some(body) = &asked.body {
            request = request.body(body.clone());
        }
        Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| bad(error.to_string()))?
            .block_on(async {
                let answer = request.send().await?;
                let status = answer.status().as_u16();
                let body = String::from_utf8_lossy(&answer.bytes().await?).into_owned();
                Ok(Answered { status, body })
            })
            .map_err(|error: reqwest::Error| bad(causes(&error)))
    }
}

/// Whether an address is this machine's.
fn is_here(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// What an error says, down to its cause; the address stands beside it.
fn causes(error: &reqwest::Error) -> String {
    let mut last: &dyn std::error::Error = error;
    while let Some(source) = last.source() {
        last = source;
    }
    match error.is_timeout() {
        true => "it took too long".to_owned(),
        false => last.to_string(),
    }
}

/// Whether a status is the one that must come; any from 200 to 299 where none is said.
pub fn is_expected(status: u16, expected: Option<u16>) -> bool {
    match expected {
        Some(expected) => status == expected,
        None => (200..300).contains(&status),
    }
}

/// The texts of the nodes of a JSON text; `None` where the text is no JSON.
pub fn nodes(body: &str, path: &JsonPath) -> Option<Vec<String>> {
    let json: Json = serde_json::from_str(body).ok()?;
    let nodes = path.query(&json);
    Some(
        nodes
            .iter()
            .map(|node| match node {
                Json::String(text) => text.clone(),
                Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => {
                    node.to_string()
                }
            })
            .collect(),
    )
}
