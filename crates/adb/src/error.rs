//! What can go wrong between here and a device.

use std::{io, time::Duration};

use thiserror::Error;

use crate::packet::PacketError;

/// The other side did not do what it was asked, or is gone.
#[derive(Debug, Error)]
pub enum AdbError {
    /// No adb server listens, and none could be started.
    #[error("no adb server answers at {address}: {reason}")]
    NoServer {
        /// Where it was looked for.
        address: String,
        /// What was found and tried.
        reason: String,
    },
    /// The program `adb` is not installed, so that no server can be started.
    #[error("no adb server answers at {address}, and the program `adb` is not installed")]
    NoAdb {
        /// Where the server was looked for.
        address: String,
    },
    /// The device is not there, or not as it has to be.
    #[error("{reason}")]
    NoDevice {
        /// What the server or the device said.
        reason: String,
    },
    /// The device wants to know who is connecting.
    #[error("the device asks for authorisation ({how}), and this computer has no key that it knows")]
    Unauthorized {
        /// What it asked for.
        how: &'static str,
    },
    /// A service was refused.
    #[error("`{service}` is refused: {reason}")]
    Refused {
        /// What was asked for.
        service: String,
        /// What the other side said.
        reason: String,
    },
    /// The connection broke.
    #[error("the connection broke while doing `{doing}`: {source}")]
    Broken {
        /// What was going on.
        doing: String,
        /// What the system said.
        source: io::Error,
    },
    /// The other side said something that is not adb.
    #[error("`{doing}`: {found}")]
    Malformed {
        /// What was going on.
        doing: String,
        /// What came instead.
        found: String,
    },
    /// The other side took too long.
    #[error("`{doing}` took longer than {seconds} s")]
    Timeout {
        /// What was going on.
        doing: String,
        /// The deadline.
        seconds: u64,
    },
    /// More came than is taken.
    #[error("`{doing}` gives more than {limit} bytes")]
    TooLong {
        /// What was going on.
        doing: String,
        /// The most that is taken.
        limit: usize,
    },
}

impl AdbError {
    /// From what the system said of a socket; how long it may have taken is for the caller to say.
    pub fn io(doing: &str, source: io::Error) -> Self {
        let doing = doing.to_owned();
        match source.kind() {
            io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => Self::Timeout { doing, seconds: 0 },
            _ => Self::Broken { doing, source },
        }
    }

    /// Where it took too long: that it was given so much time.
    pub(crate) fn after(self, within: Duration) -> Self {
        match self {
            Self::Timeout { doing, .. } => Self::Timeout {
                doing,
                seconds: within.as_secs(),
            },
            other => other,
        }
    }

    /// From what a packet lacks.
    pub(crate) fn packet(doing: &str, error: PacketError) -> Self {
        match error {
            PacketError::Io(source) => Self::io(doing, source),
            other => Self::Malformed {
                doing: doing.to_owned(),
                found: other.to_string(),
            },
        }
    }
}
