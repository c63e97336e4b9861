//! Why there is no picture.

use thiserror::Error;

/// Why there is no picture.
#[derive(Debug, Error)]
pub enum PictureError {
    /// The screenshot can't be read.
    #[error("the screenshot ({bytes} bytes) is not a PNG file that can be read: {source}")]
    Decode {
        /// Its size.
        bytes: usize,
        /// What the decoder says.
        source: image::ImageError,
    },
    /// The picture can't be written.
    #[error("the picture can't be written as PNG: {source}")]
    Encode {
        /// What the encoder says.
        source: image::ImageError,
    },
}
