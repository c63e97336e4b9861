//! Colours.

/// A colour with opacity; 255 is opaque.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
    /// Opacity.
    pub alpha: u8,
}

impl Color {
    /// White.
    pub const WHITE: Color = Color::rgb(0xffffff);
    /// Black.
    pub const BLACK: Color = Color::rgb(0x000000);

    /// An opaque colour, written as on the web: `0xRRGGBB`.
    pub const fn rgb(hex: u32) -> Self {
        Self {
            red: (hex >> 16) as u8,
            green: (hex >> 8) as u8,
            blue: hex as u8,
            alpha: 255,
        }
    }

    /// The same colour with another opacity.
    pub const fn with_alpha(self, alpha: u8) -> Self {
        Self { alpha, ..self }
    }
}
