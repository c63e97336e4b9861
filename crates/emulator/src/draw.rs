//! From paints to a picture.

use picture::{Canvas, PictureError};

use crate::paint::{Color, Paint};

/// Width and height of a screen on which nothing is painted.
const SCREEN: (u32, u32) = (1080, 2400);

/// Paint everything in order and answer the PNG file. What is painted first covers the whole screen.
pub fn draw(paints: &[Paint]) -> Result<Vec<u8>, PictureError> {
    painted(paints).png()
}

/// The same as pixels: four bytes each (red, green, blue, 255), row by row.
pub fn pixels(paints: &[Paint]) -> Vec<u8> {
    painted(paints).rgba().to_vec()
}

fn painted(paints: &[Paint]) -> Canvas {
    let (width, height) = match paints.first() {
        Some(Paint::Fill { rect, .. }) => (rect.width() as u32, rect.height() as u32),
        Some(_) | None => SCREEN,
    };
    let mut canvas = Canvas::new(width, height, Color::WHITE);
    for paint in paints {
        match paint {
            Paint::Fill { rect, color, radius } => canvas.fill(*rect, *color, *radius),
            Paint::Outline {
                rect,
                color,
                width,
                radius,
            } => canvas.outline(*rect, *color, *width, *radius),
            Paint::Line {
                from,
                to,
                color,
                width,
            } => canvas.line(*from, *to, *color, *width),
            Paint::Text {
                rect,
                text,
                size,
                color,
                bold,
                align,
            } => {
                canvas.text(*rect, text, *size, *color, *bold, *align);
            }
            Paint::Icon { rect, icon, color } => canvas.icon(*rect, *icon, *color),
            Paint::Photo { rect, photo } => canvas.photo(*rect, photo.bytes()),
            Paint::Clip { rect } => canvas.clip(*rect),
        }
    }
    canvas
}
