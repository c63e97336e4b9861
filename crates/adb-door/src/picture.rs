//! Screenshots in the other forms that clients ask for.

use image::{ImageFormat, RgbaImage};

fn decoded(png: &[u8]) -> Option<RgbaImage> {
    let picture = image::load_from_memory_with_format(png, ImageFormat::Png).ok()?;
    Some(picture.into_rgba8())
}

/// As `screencap` writes it without `-p`: width, height, format, colour space, then four bytes a pixel.
pub fn raw(png: &[u8]) -> Option<Vec<u8>> {
    let picture = decoded(png)?;
    let mut out = Vec::with_capacity(16 + picture.len());
    for it in [picture.width(), picture.height(), 1, 1] {
        out.extend(it.to_le_bytes());
    }
    out.extend(picture.into_raw());
    Some(out)
}

/// As the `framebuffer:` service writes it: a header of 13 words, then four bytes a pixel.
pub fn framebuffer(png: &[u8]) -> Option<Vec<u8>> {
    let picture = decoded(png)?;
    let (width, height) = picture.dimensions();
    let size = picture.len() as u32;
    let mut out = Vec::with_capacity(52 + picture.len());
    // Red, blue, green, alpha: where each begins and how long it is, in bits.
    for it in [1, 32, size, width, height, 0, 8, 16, 8, 8, 8, 24, 8] {
        out.extend(it.to_le_bytes());
    }
    out.extend(picture.into_raw());
    Some(out)
}
