//! A receipt to its file and back.

mod receipt_v1;
mod receipt_v2;

use thiserror::Error;
use trajectory::file::{Head, Kept};

use crate::receipt::Receipt;

/// Version of the file format this code writes. It reads this and all older ones.
pub const RECEIPT_VERSION: u32 = 2;

/// Why a text is no receipt that can be read.
#[derive(Debug, Error)]
pub enum ReceiptError {
    /// It is cut off, or something else.
    #[error("it is not a whole receipt: {reason}")]
    Damaged {
        /// What the parser found.
        reason: String,
    },
    /// Written by a newer AutoRPA.
    #[error("it has format version {found}; this AutoRPA reads up to {RECEIPT_VERSION}")]
    TooNew {
        /// Its version.
        found: u32,
    },
}

impl ReceiptError {
    fn damaged(error: serde_json::Error) -> Self {
        ReceiptError::Damaged {
            reason: error.to_string(),
        }
    }
}

impl Receipt {
    /// The file's text.
    pub fn to_json(&self) -> Result<String, ReceiptError> {
        let text = serde_json::to_string_pretty(&receipt_v2::Receipt::keep(self));
        Ok(text.map_err(ReceiptError::damaged)? + "\n")
    }

    /// Read a file's text, of this or any older version.
    pub fn from_json(text: &[u8]) -> Result<Self, ReceiptError> {
        let Head { version } = serde_json::from_slice(text).map_err(ReceiptError::damaged)?;
        match version {
            1 => {
                let older: receipt_v1::Receipt =
                    serde_json::from_slice(text).map_err(ReceiptError::damaged)?;
                Ok(receipt_v2::Receipt::from(older).restore())
            }
            2 => {
                let receipt: receipt_v2::Receipt =
                    serde_json::from_slice(text).map_err(ReceiptError::damaged)?;
                Ok(receipt.restore())
            }
            found if found > RECEIPT_VERSION => Err(ReceiptError::TooNew { found }),
            found => Err(ReceiptError::Damaged {
                reason: format!("no receipt ever had format version {found}"),
            }),
        }
    }
}
