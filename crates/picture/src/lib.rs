//! Pictures: a canvas with a font, and the set-of-mark overlay that shows a screen's indices on its screenshot.

mod canvas;
mod color;
mod error;
mod font;
mod icon;
mod mark;

pub use canvas::{Align, Canvas};
pub use color::Color;
pub use error::PictureError;
pub use font::{text_width, wrap};
pub use icon::IconName;
pub use mark::{cover, mark};
