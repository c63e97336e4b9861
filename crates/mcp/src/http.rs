//! The server as streamable HTTP.

use std::{
    convert::Infallible,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use gate::{Clients, Gate, LARGEST, Timed, empty};
use http_body_util::{BodyExt, Either};
use hyper::{Method, Request, StatusCode, body::Incoming, service::service_fn};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use tokio::time::{Instant, sleep};

use crate::{Server, count::Counted};

/// Where the protocol is spoken.
pub const PATH: &str = "/mcp";
/// How often the end is looked for when the server drains.
const LOOKS: Duration = Duration::from_millis(50);
/// How long clients may take to read their last answer.
const LEAVE_WITHIN: Duration = Duration::from_secs(5);

/// The server behind a gate.
pub struct Door {
    server: Server,
    config: StreamableHttpServerConfig,
    /// How many answers are not written yet.
    answers: Arc<AtomicUsize>,
}

impl Door {
    /// For clients of this gate.
    pub fn new(gate: &Gate, server: Server) -> Self {
        let mut config = StreamableHttpServerConfig::default().with_max_request_body_bytes(LARGEST);
        let server = match gate.is_encrypted() {
            // By whatever name other machines know this one: whoever says the token may. Without a certificate it has none but
            // the usual ones, so that no page of a foreign name reaches it.
            true => {
                config = config.disable_allowed_hosts();
                server
            }
            // A browser opens here: only who is at this machine has something of it.
            false => server.recording(),
        };
        Self {
            server,
            config,
            answers: Arc::default(),
        }
    }

    /// Answer clients until this comes to its end.
    pub async fn serve(&self, gate: Gate, ends: impl Future<Output = ()>) -> Clients {
        let server = self.server.clone();
        let sessions = Arc::new(LocalSessionManager::default());
        let service = StreamableHttpService::new(move || Ok(server.clone()), sessions, self.config.clone());
        let answers = Arc::clone(&self.answers);
        let answer = service_fn(move |request: Request<Timed<Incoming>>| {
            // What else a client hears never comes to an end.
            let counted = (request.method() == Method::POST).then(|| Counted::new(&answers));
            let service = service.clone();
            async move {
                Ok::<_, Infallible>(match request.uri().path() == PATH {
                    true => service.handle(request).await.map(|body| {
                        Either::Right(body.map_frame(move |it| {
                            let _until_written = &counted;
                            it
                        }))
                    }),
                    false => empty(StatusCode::NOT_FOUND).map(Either::Left),
                })
            }
        });
        gate.serve(answer, ends).await
    }

    /// Wait until what runs has its end, and who waits for it has the answer.
    pub async fn drained(&self) {
        self.server.drained().await;
        let began = Instant::now();
        while self.answers.load(Ordering::SeqCst) > 0 && began.elapsed() < LEAVE_WITHIN {
            sleep(LOOKS).await;
        }
    }

    /// End what is still open.
    pub async fn close(self, clients: Clients) {
        self.config.cancellation_token.cancel();
        clients.gone(LEAVE_WITHIN).await;
        if let Err(error) = self.server.end_recordings().await {
            tracing::warn!("a recording broke: {error}");
        }
    }
}
