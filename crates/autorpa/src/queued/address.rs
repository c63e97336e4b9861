//! From an address to the queue that is there: a file of this machine, or a server.

use std::{env, path::PathBuf};

use queue::{Address, Keeper, Queue, QueueError, Server};

use crate::Autorpa;

/// Whether a queue is made where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Where {
    /// It is.
    Made,
    /// It has to be there.
    There,
}

/// The variable that names the file that says who this is.
const CREDENTIALS: &str = "AUTORPA_NATS_CREDENTIALS";
/// The variable that names the file of certificates that a server's own is checked against.
const ROOTS: &str = "AUTORPA_NATS_ROOTS";

impl Autorpa {
    /// The queue at an address; the home's file, where none is named.
    pub(super) fn queue_at(
        &self,
        named: Option<&Address>,
        how: Where,
    ) -> Result<Box<dyn Keeper>, QueueError> {
        let home = || Address::File(self.home.queue.clone());
        match named.cloned().unwrap_or_else(home) {
            Address::File(path) => Ok(Box::new(match how {
                Where::Made => Queue::create(&path)?,
                Where::There => Queue::open(&path)?,
            })),
            Address::Server(server) => on_server(&with_files(server), how),
        }
    }
}

/// With the files that the environment names, where none is said.
fn with_files(mut server: Server) -> Server {
    let named = |name: &str| env::var_os(name).filter(|it| !it.is_empty()).map(PathBuf::from);
    server.credentials = server.credentials.or_else(|| named(CREDENTIALS));
    server.roots = server.roots.or_else(|| named(ROOTS));
    server
}

#[cfg(feature = "nats")]
fn on_server(server: &Server, how: Where) -> Result<Box<dyn Keeper>, QueueError> {
    Ok(Box::new(match how {
        Where::Made => queue_nats::Nats::create(server)?,
        Where::There => queue_nats::Nats::open(server)?,
    }))
}

#[cfg(not(feature = "nats"))]
fn on_server(_: &Server, _: Where) -> Result<Box<dyn Keeper>, QueueError> {
    Err(QueueError::NotBuilt)
}
