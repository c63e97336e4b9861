//! Requests as the pages read them, and the replies they give. What comes in may be anything.

use std::{error::Error as StdError, time::Duration};

use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::{
    HeaderMap, Request, Response,
    body::{Body, Bytes},
    header::{self, HeaderName},
};
use serde::Serialize;
use thiserror::Error;
use tokio::time::timeout;

/// Largest body that is read, in bytes.
pub const LARGEST_BODY: usize = 64 * 1024;
/// Longest address that is read, in bytes.
pub const LONGEST_ADDRESS: usize = 2000;

/// How long a client may take to send a body.
const PATIENCE: Duration = Duration::from_secs(30);

/// Why a request is not even looked at.
#[derive(Debug, Error)]
pub enum BadRequest {
    /// Neither `GET`, `HEAD` nor `POST`.
    #[error("This method is not supported.")]
    Method,
    /// A longer address than any page has.
    #[error("The address has more than {LONGEST_ADDRESS} bytes.")]
    LongAddress,
    /// A larger body than any form has.
    #[error("The body has more than {LARGEST_BODY} bytes.")]
    LargeBody,
    /// A body that is no form.
    #[error("The body must be `application/x-www-form-urlencoded`.")]
    NotAForm,
    /// A form on a page of another site.
    #[error("Forms of other sites are not accepted.")]
    Foreign,
    /// The body ended early, or is not encoded as it says.
    #[error("The body can't be read: {0}")]
    Body(Box<dyn StdError + Send + Sync>),
    /// The body did not come.
    #[error("The body took more than {} seconds.", PATIENCE.as_secs())]
    Slow,
}

impl BadRequest {
    /// The status it is answered with.
    pub fn status(&self) -> u16 {
        match self {
            BadRequest::Method => 405,
            BadRequest::LongAddress => 414,
            BadRequest::LargeBody => 413,
            BadRequest::NotAForm => 415,
            BadRequest::Foreign => 403,
            BadRequest::Body(_) => 400,
            BadRequest::Slow => 408,
        }
    }
}

/// Names and values, as an address or a body has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form(Vec<(String, String)>);

impl Form {
    /// Read the encoding of forms; a broken escape stands for itself.
    pub fn parse(encoded: &[u8]) -> Self {
        Self(form_urlencoded::parse(encoded).into_owned().collect())
    }

    /// The first value of a name, empty where there is none.
    pub fn text(&self, name: &str) -> &str {
        self.texts(name).next().unwrap_or_default()
    }

    /// All values of a name.
    pub fn texts<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> {
        self.0
            .iter()
            .filter(move |(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }
}

/// What a request wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// A page, or only its head.
    Get,
    /// A change.
    Post,
}

/// A request that was read whole.
#[derive(Clone, Debug)]
pub struct Incoming {
    /// What it wants.
    pub method: Method,
    /// The address up to the question mark.
    pub path: String,
    /// What stands behind the question mark.
    pub query: Form,
    /// What was posted.
    pub form: Form,
    /// Whether the banner was closed in this browser.
    pub banner_closed: bool,
}

impl Incoming {
    /// Read a request, within the limits.
    pub async fn read(request: Request<hyper::body::Incoming>) -> Result<Self, BadRequest> {
        let method = match *request.method() {
            hyper::Method::GET | hyper::Method::HEAD => Method::Get,
            hyper::Method::POST => Method::Post,
            _ => return Err(BadRequest::Method),
        };
        let address = request.uri();
        if address
            .path_and_query()
            .is_some_and(|it| it.as_str().len() > LONGEST_ADDRESS)
        {
            return Err(BadRequest::LongAddress);
        }
        let (path, query) = (address.path().to_owned(), address.query().unwrap_or_default());
        let query = Form::parse(query.as_bytes());
        let banner_closed = text(request.headers(), header::COOKIE)
            .is_some_and(|it| it.split(';').any(|cookie| cookie.trim() == "banner=closed"));
        let form = match method {
            Method::Get => Form::default(),
            Method::Post => posted(request).await?,
        };
        Ok(Self {
            method,
            path,
            query,
            form,
            banner_closed,
        })
    }
}

async fn posted(request: Request<hyper::body::Incoming>) -> Result<Form, BadRequest> {
    let (head, body) = request.into_parts();
    let (origin, host) = (
        text(&head.headers, header::ORIGIN),
        text(&head.headers, header::HOST),
    );
    if let Some(origin) = origin
        && host.is_none_or(|host| origin != format!("http://{host}"))
    {
        return Err(BadRequest::Foreign);
    }
    if body.size_hint().lower() > LARGEST_BODY as u64 {
        return Err(BadRequest::LargeBody);
    }
    let is_form = text(&head.headers, header::CONTENT_TYPE)
        .is_some_and(|it| it.to_lowercase().starts_with("application/x-www-form-urlencoded"));
    let read = timeout(PATIENCE, Limited::new(body, LARGEST_BODY).collect());
    let body = match read.await {
        Ok(Ok(body)) => body.to_bytes(),
        Ok(Err(error)) if error.is::<LengthLimitError>() => return Err(BadRequest::LargeBody),
        Ok(Err(error)) => return Err(BadRequest::Body(error)),
        Err(_) => return Err(BadRequest::Slow),
    };
    if !is_form && !body.is_empty() {
        return Err(BadRequest::NotAForm);
    }
    Ok(Form::parse(&body))
}

/// A header's value, where it is a text.
fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Status of HTTP.
    pub status: u16,
    /// Headers beside those that all replies have.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: String,
}

impl Reply {
    /// A body of some type.
    pub fn new(status: u16, content_type: &str, body: String) -> Self {
        Self {
            status,
            headers: vec![("Content-Type", content_type.to_owned())],
            body,
        }
    }

    /// A page.
    pub fn html(status: u16, body: String) -> Self {
        Self::new(status, "text/html; charset=utf-8", body)
    }

    /// A value for programs.
    pub fn json(value: &impl Serialize) -> Result<Self, serde_json::Error> {
        let body = serde_json::to_string_pretty(value)?;
        Ok(Self::new(200, "application/json", body))
    }

    /// Nothing but a status.
    pub fn empty(status: u16) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: String::new(),
        }
    }

    /// Go on at another address, with `GET`.
    pub fn see(address: &str) -> Self {
        Self {
            headers: vec![("Location", address.to_owned())],
            ..Self::empty(303)
        }
    }

    /// As the server sends it.
    pub fn into_response(self) -> Result<Response<Full<Bytes>>, hyper::http::Error> {
        let common = [
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
            ("Content-Security-Policy", "default-src 'self'; img-src data:"),
        ];
        let own = self.headers.iter().map(|(name, value)| (*name, value.as_str()));
        common
            .into_iter()
            .chain(own)
            .fold(
                Response::builder().status(self.status),
                |response, (name, value)| response.header(name, value),
            )
            .body(Full::from(self.body))
    }
}

/// Parameters as they stand behind the question mark of an address; empty ones are left out.
pub fn query(parameters: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new())
        .extend_pairs(parameters.iter().filter(|(_, value)| !value.is_empty()))
        .finish()
}
