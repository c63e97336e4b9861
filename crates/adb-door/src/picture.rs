//! Screenshots in the other forms that clients ask for.

use std::io::Cursor;

use image::{ImageFormat, RgbImage, RgbaImage, codecs::jpeg::JpegEncoder, imageops};

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

/// A smaller JPEG file, as the uiautomator2 server answers; quality from 1 to 100.
pub fn jpeg(png: &[u8], scale: f64, quality: u8) -> Option<Vec<u8>> {
    let picture = decoded(png)?;
    let side = |it: u32| ((f64::from(it) * scale) as u32).clamp(1, it.max(1));
    let (width, height) = (side(picture.width()), side(picture.height()));
    let picture = match (width, height) == picture.dimensions() {
        true => picture,
        false => imageops::resize(&picture, width, height, imageops::FilterType::Triangle),
    };
    let flat = RgbImage::from_fn(width, height, |x, y| {
        let [r, g, b, _] = picture.get_pixel(x, y).0;
        image::Rgb([r, g, b])
    });
    let mut out = Cursor::new(Vec::new());
    let mut encoder = JpegEncoder::new_with_quality(&mut out, quality.clamp(1, 100));
    encoder.encode_image(&flat).ok()?;
    Some(out.into_inner())
}
