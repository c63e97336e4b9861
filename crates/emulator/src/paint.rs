//! What a screen looks like: a list of simple shapes, painted in order, later ones on top.
//!
//! Widgets are laid out once into elements and paints; only a screenshot turns paints into pixels.

use ui::Rect;

use crate::state::Photo;

pub use picture::{Align, Color, IconName};

/// One shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Paint {
    /// A filled box.
    Fill {
        /// Where.
        rect: Rect,
        /// Its colour.
        color: Color,
        /// Radius of the corners in pixels; half the height makes a pill or a disc.
        radius: i32,
    },
    /// The outline of a box.
    Outline {
        /// Where; the line lies inside.
        rect: Rect,
        /// Its colour.
        color: Color,
        /// Thickness in pixels.
        width: i32,
        /// Radius of the corners in pixels.
        radius: i32,
    },
    /// A straight line.
    Line {
        /// From here.
        from: (i32, i32),
        /// To there.
        to: (i32, i32),
        /// Its colour.
        color: Color,
        /// Thickness in pixels.
        width: i32,
    },
    /// A text.
    Text {
        /// Its box; what is outside is cut.
        rect: Rect,
        /// What it says; `\n` starts a new line.
        text: String,
        /// Height of the font in pixels.
        size: i32,
        /// Its colour.
        color: Color,
        /// Whether it is bold.
        bold: bool,
        /// Where in the box.
        align: Align,
    },
    /// A small picture of one colour.
    Icon {
        /// Its box; the icon is drawn as the biggest square in its middle.
        rect: Rect,
        /// Which.
        icon: IconName,
        /// Its colour.
        color: Color,
    },
    /// A picture from a file, as big as it can be in the middle of its box.
    Photo {
        /// Its box.
        rect: Rect,
        /// The file.
        photo: Photo,
    },
    /// From here on, what is outside the box is not painted; `None` ends it.
    Clip {
        /// The box.
        rect: Option<Rect>,
    },
}
