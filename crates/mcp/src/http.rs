//! The server as streamable HTTP, for clients on this machine. Each request says a token; who does not is told nothing.

use std::{convert::Infallible, io, net::SocketAddr, sync::Arc, time::Duration};

use autorpa::Token;
use http_body_util::{BodyExt, Either, Empty, Limited};
use hyper::{
    Request, Response, StatusCode,
    body::{Bytes, Incoming},
    header::{AUTHORIZATION, ORIGIN},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use tokio::net::TcpListener;

use crate::Server;

/// Where the protocol is spoken.
pub const PATH: &str = "/mcp";
/// How long a client may take to say what it wants.
const HEAD_WITHIN: Duration = Duration::from_secs(10);
/// How long it takes no client after it could not.
const AGAIN: Duration = Duration::from_millis(200);
/// The largest request, in bytes: a text that somebody types is far below.
const LARGEST: usize = 4 << 20;

/// Where other programs of this machine reach the server.
#[derive(Debug)]
pub struct Door {
    listener: TcpListener,
    token: Token,
}

impl Door {
    /// Listen at an address of this machine. Others are refused: what stands before the server there has to encrypt.
    pub async fn open(address: SocketAddr, token: Token) -> io::Result<Self> {
        if !address.ip().is_loopback() {
            let why = format!(
                "{address} can be reached from other machines: name an address of this one, as 127.0.0.1:7350, and put a server that \
                 encrypts before it"
            );
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        Ok(Self {
            listener: TcpListener::bind(address).await?,
            token,
        })
    }

    /// The address, as a client's settings name it.
    pub fn url(&self) -> io::Result<String> {
        Ok(format!("http://{}{PATH}", self.listener.local_addr()?))
    }

    /// Answer clients until the process ends.
    pub async fn serve(self, server: Server) -> Infallible {
        let config = StreamableHttpServerConfig::default().with_max_request_body_bytes(LARGEST);
        let sessions = Arc::new(LocalSessionManager::default());
        let service = StreamableHttpService::new(move || Ok(server.clone()), sessions, config);
        let token = Arc::new(self.token);
        loop {
            let stream = match self.listener.accept().await {
                Ok((stream, _)) => stream,
                // Too many open files, say: those who are there go on, and later ones are taken.
                Err(error) => {
                    tracing::warn!("a client is not taken: {error}");
                    tokio::time::sleep(AGAIN).await;
                    continue;
                }
            };
            let (service, token) = (service.clone(), Arc::clone(&token));
            let answer = service_fn(move |request: Request<Incoming>| {
                let (service, token) = (service.clone(), Arc::clone(&token));
                async move {
                    let Some(status) = refusal(&request, &token) else {
                        return Ok::<_, Infallible>(service.handle(request).await.map(Either::Right));
                    };
                    // A connection that is closed with something unread may lose the answer on its way.
                    let _unread = Limited::new(request.into_body(), LARGEST).collect().await;
                    Ok(empty(status).map(Either::Left))
                }
            });
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_WITHIN)
                .serve_connection(TokioIo::new(stream), answer);
            tokio::spawn(async move {
                if let Err(error) = connection.await {
                    tracing::debug!("a client left: {error}");
                }
            });
        }
    }
}

/// Why a request is not answered.
fn refusal<B>(request: &Request<B>, token: &Token) -> Option<StatusCode> {
    let said = request.headers().get(AUTHORIZATION);
    let said = said.and_then(|it| it.to_str().ok()?.strip_prefix("Bearer "));
    if !said.is_some_and(|it| token.is(it)) {
        return Some(StatusCode::UNAUTHORIZED);
    }
    // A page that somebody visits speaks for nobody. The library could check this as well, but closes the connection with
    // the body unread.
    if request.headers().contains_key(ORIGIN) {
        return Some(StatusCode::FORBIDDEN);
    }
    (request.uri().path() != PATH).then_some(StatusCode::NOT_FOUND)
}

fn empty(status: StatusCode) -> Response<Empty<Bytes>> {
    let mut response = Response::new(Empty::new());
    *response.status_mut() = status;
    response
}
