//! Where a queue is: a file of this machine, or a server that many machines speak to.

use std::{fmt, path::PathBuf, str::FromStr};

use thiserror::Error;
use url::Url;

/// The name of a server's queue where none is given.
const USUAL: &str = "default";
/// The port of a server where none is given.
const PORT: u16 = 4222;

/// Where a queue is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// An SQLite file.
    File(PathBuf),
    /// A NATS server with JetStream.
    Server(Server),
}

/// A NATS server with JetStream, and which of its queues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    url: String,
    queue: String,
    /// A file that says who this is: a NATS credentials file, or one line `user:password`.
    pub credentials: Option<PathBuf>,
    /// A file of certificates (PEM) that the server's own is checked against, instead of those of the system.
    pub roots: Option<PathBuf>,
}

impl Server {
    /// Its address, without the queue: `nats://127.0.0.1:4222`.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Whether nothing is said to it unencrypted.
    pub fn is_encrypted(&self) -> bool {
        self.url.starts_with("tls:")
    }

    /// The queue's name.
    pub fn queue(&self) -> &str {
        &self.queue
    }
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.url, self.queue)
    }
}

/// A text is no address of a queue's server. It is not repeated: it may have a password in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadServer {
    /// It has another form.
    #[error(
        "it is no address of a queue's server: write `nats://127.0.0.1:4222`, `tls://HOST:PORT` or `nats://HOST:PORT/QUEUE`"
    )]
    Form,
    /// It has a password in it.
    #[error(
        "it has a user or a password in it, which others on this machine can read\nhelp: write them into a file, one line `USER:PASSWORD`, \
         and name the file in the variable AUTORPA_NATS_CREDENTIALS"
    )]
    Password,
    /// The queue's name can't be one.
    #[error("a queue's name has letters, digits, `-` and `_`, and no more than 40 of them")]
    Queue,
}

impl FromStr for Server {
    type Err = BadServer;

    fn from_str(text: &str) -> Result<Self, BadServer> {
        let url = Url::parse(text).map_err(|_| BadServer::Form)?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(BadServer::Password);
        }
        let rest = url.query().is_some() || url.fragment().is_some();
        let host = url.host_str().filter(|it| !it.is_empty());
        let (true, Some(host), false) = (matches!(url.scheme(), "nats" | "tls"), host, rest) else {
            return Err(BadServer::Form);
        };
        let queue = match url.path().trim_matches('/') {
            "" => USUAL,
            name => name,
        };
        let fits = |it: u8| it.is_ascii_alphanumeric() || it == b'-' || it == b'_';
        if queue.len() > 40 || !queue.bytes().all(fits) {
            return Err(BadServer::Queue);
        }
        Ok(Self {
            url: format!("{}://{host}:{}", url.scheme(), url.port().unwrap_or(PORT)),
            queue: queue.to_owned(),
            credentials: None,
            roots: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_server_and_a_queue() {
        for (text, shown) in [
            ("nats://127.0.0.1", "nats://127.0.0.1:4222/default"),
            ("nats://127.0.0.1:5000/", "nats://127.0.0.1:5000/default"),
            (
                "tls://queue.example:4443/night-1",
                "tls://queue.example:4443/night-1",
            ),
            ("nats://[::1]:4222/a_b", "nats://[::1]:4222/a_b"),
        ] {
            assert_eq!(text.parse::<Server>().unwrap().to_string(), shown);
        }
        for (text, why) in [
            ("", BadServer::Form),
            ("127.0.0.1:4222", BadServer::Form),
            ("http://127.0.0.1", BadServer::Form),
            ("nats://", BadServer::Form),
            ("nats://host?lease=5", BadServer::Form),
            ("nats://ann:pw@host", BadServer::Password),
            ("nats://token@host", BadServer::Password),
            ("nats://host/a/b", BadServer::Queue),
            ("nats://host/a.b", BadServer::Queue),
            ("nats://host/a%20b", BadServer::Queue),
        ] {
            assert_eq!(text.parse::<Server>(), Err(why), "{text}");
        }
    }
}
