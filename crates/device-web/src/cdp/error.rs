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

impl From<CdpError> for DeviceError {
    fn from(error: CdpError) -> Self {
        match error {
            CdpError::Refused { method, message } => DeviceError::Lost {
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
