//! The door: a port on loopback, and who answers behind it.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use adb_door::{DoorError, Live};
use axum::{
    Router,
    body::to_bytes,
    extract::State,
    http::{StatusCode, header, uri::Authority},
    response::{IntoResponse, Response},
};
use device::is_here;
use emulator::Emulator;
use tokio::{net::TcpListener, task, time::timeout};

use crate::listening::Listening;

use super::{
    answer::Answer,
    served::{Request, World},
};

/// The largest body: an action is small.
const LARGEST: usize = 1 << 20;
/// How long it may take to come.
const MOST_TIME: Duration = Duration::from_secs(30);

/// An open door. Dropping it closes it.
pub struct Door(Listening);

impl Door {
    /// Serve a phone at a port of this machine; 0 is any that is free. Nobody else can reach it. Its tasks are those of
    /// the phone's suite, and it may be used by other doors at the same time.
    pub fn open(phone: Arc<Live<Emulator>>, port: u16) -> Result<Self, DoorError> {
        let world = Arc::new(Mutex::new(World::new(phone)));
        let app = Router::new().fallback(answer).with_state(world);
        let serve = async move |listener| {
            // It does not end by itself, with an error or without.
            let _ended = axum::serve::<TcpListener, _, _>(listener, app).await;
        };
        Listening::at(port, "http door", serve).map(Self)
    }

    /// Where it is.
    pub fn address(&self) -> SocketAddr {
        self.0.address()
    }
}

/// Whether who asks is a program of this machine: a page of the web names its own site, or is of an origin elsewhere.
fn is_of_this_machine(host: &str, origin: &str) -> bool {
    let is_named = |it: &str| it.parse::<Authority>().is_ok_and(|it| is_here(it.host()));
    let of_page = origin.split_once("://").map_or(origin, |it| it.1);
    (host.is_empty() || is_named(host)) && (origin.is_empty() || is_named(of_page))
}

/// One at a time, as the original does it.
async fn answer(State(world): State<Arc<Mutex<World>>>, asked: axum::extract::Request) -> Response {
    let (head, body) = asked.into_parts();
    let text = |name| {
        let value = head.headers.get(name).and_then(|it| it.to_str().ok());
        value.unwrap_or_default()
    };
    if !is_of_this_machine(text(header::HOST), text(header::ORIGIN)) {
        let why = "this server is for programs of this machine, which call it localhost";
        return (StatusCode::FORBIDDEN, why).into_response();
    }
    // What says that it is too large is not waited for.
    let length = text(header::CONTENT_LENGTH).parse::<usize>().unwrap_or_default();
    if length > LARGEST {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    }
    let Ok(body) = timeout(MOST_TIME, to_bytes(body, LARGEST)).await else {
        return StatusCode::REQUEST_TIMEOUT.into_response();
    };
    let Ok(body) = body else {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    };
    let png = text(header::ACCEPT).contains("image/png");
    let kind = text(header::CONTENT_TYPE);
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let json = kind.eq_ignore_ascii_case("application/json") || kind.ends_with("+json");
    let answered = task::spawn_blocking(move || {
        let request = Request {
            method: head.method.as_str(),
            path: head.uri.path(),
            query: head.uri.query().unwrap_or_default(),
            body,
            json,
            png,
        };
        // A lock is only poisoned where a request panicked; the phone is still there.
        let mut world = world.lock().unwrap_or_else(|it| it.into_inner());
        world.answer(&request)
    });
    answered.await.unwrap_or(Answer::Failed).into_response()
}
