//! The server as streamable HTTP.

use std::{convert::Infallible, sync::Arc};

use gate::{Gate, LARGEST, empty};
use http_body_util::Either;
use hyper::{Request, StatusCode, body::Incoming, service::service_fn};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};

use crate::Server;

/// Where the protocol is spoken.
pub const PATH: &str = "/mcp";

/// Answer clients until the process ends.
pub async fn over_http(gate: Gate, server: Server) -> Infallible {
    let config = StreamableHttpServerConfig::default().with_max_request_body_bytes(LARGEST);
    let sessions = Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(server.clone()), sessions, config);
    gate.serve(service_fn(move |request: Request<Incoming>| {
        let service = service.clone();
        async move {
            Ok(match request.uri().path() == PATH {
                true => service.handle(request).await.map(Either::Right),
                false => empty(StatusCode::NOT_FOUND).map(Either::Left),
            })
        }
    }))
    .await
}
