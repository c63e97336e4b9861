//! Why a call to the browser got no result.

use device::DeviceError;
use thiserror::Error;

/// Why a call got no result.
#[derive(Debug, Error)]
pub enum CdpError {
    /// The browser answered with an error.
    #[error("the browser refuses {method}: {message}")]
    Refused {
        /// The protocol method.
        method: String,
        /// What it means.
        why: Refusal,
        /// What it said.
        message: String,
    },
    /// The connection ended.
    #[error("the connection to the browser ended during {method}: {reason}")]
    Closed {
        /// The protocol method.
        method: String,
        /// What the socket said.
        reason: String,
    },
    /// The page stands still until a dialog is answered.
    #[error("a dialog is open during {method}: {message}")]
    Dialog {
        /// The protocol method.
        method: String,
        /// What the dialog says.
        message: String,
    },
    /// No answer before the deadline.
    #[error("the browser did not answer {method} within {seconds} s")]
    Late {
        /// The protocol method.
        method: String,
        /// How long was waited since it was asked.
        seconds: u64,
    },
}

/// What a refusal of the browser means to who has asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The document that was asked about is gone, with the worlds of its scripts.
    ContextGone,
    /// Anything else.
    Other,
}

/// What DevTools answers with where it has no code for what went wrong.
const SERVER_ERROR: i64 = -32_000;

/// What Chromium says, all under that one code, where a document is gone: it was gone before it was asked, its frame went
/// while it was, another document has taken its place, or what it was to wait for went with it. `tests/protocol.rs` has a
/// real one say each but the last, which hangs on when it collects garbage.
const CONTEXT_GONE: [&str; 4] = [
    "Cannot find context with specified id",
    "Execution context was destroyed",
    "Inspected target navigated or closed",
    "Promise was collected",
];

impl Refusal {
    /// What an answer with this code and this text means.
    pub(crate) fn of(code: Option<i64>, message: &str) -> Self {
        let gone = || CONTEXT_GONE.iter().any(|it| message.contains(it));
        match code == Some(SERVER_ERROR) && gone() {
            true => Self::ContextGone,
            false => Self::Other,
        }
    }
}

impl From<CdpError> for DeviceError {
    fn from(error: CdpError) -> Self {
        match error {
            CdpError::Refused { method, message, .. } => DeviceError::Lost {
                doing: method,
                reason: message,
            },
            CdpError::Closed { method, reason } => DeviceError::Lost {
                doing: method,
                reason: format!("the browser is gone ({reason})"),
            },
            CdpError::Dialog { message, .. } => DeviceError::DialogOpen { message },
            CdpError::Late { method, seconds } => DeviceError::Timeout {
                doing: method,
                seconds,
            },
        }
    }
}
