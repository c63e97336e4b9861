//! A small customer desk: the web application that the example tasks are done on.
//!
//! [`Desk::start`] serves it until the value is dropped, so that a test has one of its own: on any free port, over a
//! file in a temporary folder. It has a runtime of its own, so it can't be started or dropped within another one.

mod app;
mod customers;
mod draft;
mod drift;
mod http;
mod orders;
mod seed;
mod store;
mod view;

use std::{
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use http_body_util::Full;
use hyper::{Request, Response, body::Bytes, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use thiserror::Error;
use tokio::{
    net::{TcpListener, TcpStream},
    runtime::{Builder, Runtime},
    task::spawn_blocking,
};

pub use crate::drift::Drift;
use crate::{
    app::App,
    http::{Incoming, Reply},
    store::Store,
};

/// How long a stopping desk waits for answers that are being made.
const GRACE: Duration = Duration::from_secs(2);

/// How a desk is started.
#[derive(Clone, Debug)]
pub struct Options {
    /// Port on this machine; 0 takes any free one.
    pub port: u16,
    /// The SQLite file; a new one is made with the seed data.
    pub database: PathBuf,
    /// In which ways it differs from how it usually is.
    pub drifts: Vec<Drift>,
    /// Whether `POST /reset` puts the seed data back.
    pub resettable: bool,
}

/// Why a desk can't be started.
#[derive(Debug, Error)]
pub enum DeskError {
    /// The database can't be opened or made.
    #[error("`{}` can't be used as database: {source}", .path.display())]
    Database {
        /// Its file.
        path: PathBuf,
        /// Why.
        source: rusqlite::Error,
    },
    /// The port is taken, or not allowed.
    #[error("port {port} can't be listened on: {source}")]
    Port {
        /// The port.
        port: u16,
        /// Why.
        source: io::Error,
    },
    /// The server's threads can't be started.
    #[error("the server can't be started: {0}")]
    Runtime(io::Error),
    /// A template is wrong.
    #[error("template: {0:#}")]
    Template(#[from] minijinja::Error),
}

/// A desk that is being served; it stops when it is dropped.
#[derive(Debug)]
pub struct Desk {
    address: SocketAddr,
    /// There until it is dropped.
    runtime: Option<Runtime>,
}

impl Desk {
    /// Open the database and serve the pages on this machine only.
    pub fn start(options: Options) -> Result<Self, DeskError> {
        let store = Store::open(&options.database).map_err(|source| DeskError::Database {
            path: options.database,
            source,
        })?;
        let drifts = options.drifts.into_iter().collect();
        let app = Arc::new(App::new(store, drifts, options.resettable)?);
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(DeskError::Runtime)?;
        let port = options.port;
        let wanted = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
        let failed = |source| DeskError::Port { port, source };
        let listener = runtime.block_on(TcpListener::bind(wanted)).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        runtime.spawn(listen(listener, app));
        Ok(Self {
            address,
            runtime: Some(runtime),
        })
    }

    /// Where it is, such as `http://127.0.0.1:8731`.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Its address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(GRACE);
        }
    }
}

async fn listen(listener: TcpListener, app: Arc<App>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                tokio::spawn(serve(stream, Arc::clone(&app)));
            }
            // Too many connections, or one that is gone already: the next ones may be better.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Answer what comes over one connection, until it is closed or says nonsense.
async fn serve(stream: TcpStream, app: Arc<App>) {
    let answer = service_fn(move |request| answer(request, Arc::clone(&app)));
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        // Browsers close their side early, and some tools close it as soon as they have asked.
        .half_close(true)
        .serve_connection(TokioIo::new(stream), answer);
    // A client that breaks off is no failure of the desk, and there is nobody left to tell.
    served.await.ok();
}

async fn answer(
    request: Request<hyper::body::Incoming>,
    app: Arc<App>,
) -> Result<Response<Full<Bytes>>, hyper::http::Error> {
    let reply = match Incoming::read(request).await {
        // The database blocks.
        Ok(incoming) => match spawn_blocking(move || app.answer(&incoming)).await {
            Ok(Ok(reply)) => reply,
            Ok(Err(error)) => plain(500, error.to_string()),
            Err(error) => plain(500, error.to_string()),
        },
        Err(problem) => plain(problem.status(), problem.to_string()),
    };
    reply.into_response()
}

fn plain(status: u16, text: String) -> Reply {
    Reply::new(status, "text/plain; charset=utf-8", text)
}
