//! The address, and the server behind it.

use std::{
    io,
    net::{Ipv4Addr, TcpListener},
    sync::{Arc, OnceLock},
    time::Duration,
};

use autorpa::{Autorpa, Error, Front};
use axum::{
    Router,
    extract::DefaultBodyLimit,
    middleware,
    routing::{get, post},
};
use device::Cancel;
use gate::Gate;
use hyper_util::service::TowerToHyperService;
use settings::Setting;
use thiserror::Error;
use tokio::{sync::watch, time};

use crate::{
    app::App,
    guard,
    keys::{ENTER, Keys},
    live,
    pages::{emulator, function, library, logins, record, recorded, recording, run, runs, steps, works},
    recordings::Recordings,
    served,
    view::Views,
    works::Works,
};

/// How often the flag that ends all is looked at: nobody wakes who waits for it.
const LOOKS: Duration = Duration::from_millis(50);
/// How long what runs may take to stop, so that its records have their end.
const TO_STOP: Duration = Duration::from_secs(20);
/// How long browsers may take to hear the last word.
const TO_CLOSE: Duration = Duration::from_secs(2);
/// The largest thing that is handed in, in bytes: a file of many thousand rows.
const LARGEST: usize = 64 << 20;

/// The Studio of one library, at an address of this machine.
pub struct Studio {
    listener: TcpListener,
    app: Arc<App>,
}

/// Why it can't be opened.
#[derive(Debug, Error)]
pub enum NotOpened {
    /// Another program has the port.
    #[error(
        "port {port} of this machine is taken\nhelp: name another with {}, or leave it out: one that is free is taken",
        Setting::Port
    )]
    Taken {
        /// The port.
        port: u16,
    },
    /// The system does not give the port.
    #[error(
        "port {port} of this machine can't be listened at: {source}\nhelp: ports below 1024 are the system's; leave {} out",
        Setting::Port
    )]
    Closed {
        /// The port.
        port: u16,
        /// What the system says.
        source: io::Error,
    },
}

impl Studio {
    /// Listen at this port of this machine; 0 is any that is free. Nobody is answered before [`Studio::serve`].
    pub fn open(mut rpa: Autorpa, port: u16) -> Result<Self, Error> {
        rpa.front = Front::Studio;
        let closed = |source: io::Error| {
            Error::usage(match source.kind() {
                io::ErrorKind::AddrInUse => NotOpened::Taken { port },
                _ => NotOpened::Closed { port, source },
            })
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(closed)?;
        let own = listener.local_addr().map_err(closed)?.port();
        let app = App {
            runs: rpa.run_list(),
            works: Works::default(),
            recordings: Recordings::default(),
            tasks: OnceLock::new(),
            keys: Keys::made(own)?,
            views: Views::new().map_err(Error::kept)?,
            closing: watch::Sender::new(false),
            rpa,
        };
        Ok(Self {
            listener,
            app: Arc::new(app),
        })
    }

    /// The address to open in a browser. It has the token that lets in.
    pub fn address(&self) -> String {
        self.app.keys.address()
    }

    /// Answer browsers until the flag of the library says that it ends. What runs then is stopped, and has its end.
    pub fn serve(self) -> Result<(), Error> {
        // Who reads a page types no options.
        settings::say_with(&settings::Names);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build();
        let runtime = runtime.map_err(Error::kept)?;
        let served = runtime.block_on(self.answer());
        // What does not stop in time is ended with the process.
        runtime.shutdown_background();
        served.map_err(Error::kept)
    }

    async fn answer(self) -> io::Result<()> {
        let Self { listener, app } = self;
        let gate = Gate::of(listener).map_err(io::Error::other)?;
        let first = Arc::clone(&app);
        // The runs are read before somebody asks for them, and tasks are looked for.
        tokio::task::spawn_blocking({
            let first = Arc::clone(&first);
            move || first.tasks().len()
        });
        tokio::task::spawn_blocking(move || {
            if let Err(error) = first.runs.refresh() {
                tracing::warn!(%error, "the runs can't be read");
            }
        });
        let service = TowerToHyperService::new(routes(&app));
        let server = tokio::spawn(gate.serve(service, closed(app.closing.subscribe())));
        cancelled(&app.rpa.cancel).await;
        app.works.stop_all();
        let stopped = async {
            while app.works.any_runs() || app.recordings.any_goes_on() {
                time::sleep(LOOKS).await;
            }
        };
        if time::timeout(TO_STOP, stopped).await.is_err() {
            tracing::warn!("what runs did not stop in time");
        }
        app.closing.send_replace(true);
        // A browser that holds a connection open is not waited for longer.
        server.await.map_err(io::Error::other)?.gone(TO_CLOSE).await;
        Ok(())
    }
}

async fn cancelled(cancel: &Cancel) {
    while !cancel.is_cancelled() {
        time::sleep(LOOKS).await;
    }
}

async fn closed(mut closing: watch::Receiver<bool>) {
    // Whoever would say it is gone: that is an end as well.
    let _gone = closing.wait_for(|it| *it).await;
}

fn routes(app: &Arc<App>) -> Router {
    Router::new()
        .route(ENTER, get(guard::enter))
        .route("/", get(library::show))
        .route("/functions/{app}/{name}", get(function::show))
        .route("/functions/{app}/{name}/run", post(function::run))
        .route("/functions/{app}/{name}/rows", post(function::rows))
        .route("/functions/{app}/{name}/steps", get(steps::show))
        .route("/functions/{app}/{name}/edit", post(steps::edit))
        .route("/functions/{app}/{name}/script", post(steps::rewrite))
        .route("/functions/{app}/{name}/verify", post(steps::verify))
        .route("/record", get(record::show).post(record::begin))
        .route("/recordings/{id}", get(recording::show))
        .route("/recordings/{id}/events", get(recording::events))
        .route("/recordings/{id}/say", post(recording::say))
        .route("/recordings/{id}/touch", post(recording::touch))
        .route("/recordings/{id}/screen.png", get(recording::screen))
        .route("/recordings/{id}/pictures/{name}", get(recording::picture))
        .route("/recorded/{id}", get(recorded::show))
        .route("/recorded/{id}/build", post(recorded::build))
        .route("/recorded/{id}/name", post(recorded::name))
        .route("/recorded/{id}/answer", post(recorded::answer))
        .route("/works", get(works::list))
        .route("/works/{id}", get(works::show))
        .route("/works/{id}/events", get(live::events))
        .route("/works/{id}/stop", post(works::stop))
        .route("/works/{id}/answer", post(works::answer))
        .route("/works/{id}/question.png", get(works::question))
        .route("/works/{id}/results.csv", get(works::results))
        .route("/runs", get(runs::list))
        .route("/runs/{id}", get(run::show))
        .route("/runs/{id}/report.html", get(run::report))
        .route("/runs/{id}/repair", get(run::repair).post(run::accept))
        .route("/pictures/{sha256}", get(runs::picture))
        .route("/emulator", get(emulator::show).post(emulator::open))
        .route("/logins", get(logins::show).post(logins::begin))
        .route("/logins/forget", post(logins::forget))
        .route("/studio.css", get(served::style))
        .route("/studio.js", get(served::script))
        .fallback(served::nothing)
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(middleware::from_fn_with_state(Arc::clone(app), guard::guard))
        .with_state(Arc::clone(app))
}
