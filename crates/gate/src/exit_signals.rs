//! How the system, or somebody at the terminal, tells a server to end.

use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};

/// Hears SIGTERM and Ctrl-C, which end the program no more from then on.
pub struct ExitSignals {
    ends: Signal,
    breaks: Signal,
}

impl ExitSignals {
    /// Begin to hear them. Needs a tokio runtime; an error of the system where it has no room for them.
    pub fn listen() -> io::Result<Self> {
        Ok(Self {
            ends: signal(SignalKind::terminate())?,
            breaks: signal(SignalKind::interrupt())?,
        })
    }

    /// Wait for the next of either.
    pub async fn heard(&mut self) {
        tokio::select! {
            _ = self.ends.recv() => {}
            _ = self.breaks.recv() => {}
        }
    }
}
