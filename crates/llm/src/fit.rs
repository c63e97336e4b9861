//! Images in the size that a provider looks at: larger ones cost more and are scaled down there anyway.

use std::{borrow::Cow, io::Cursor};

use image::{GenericImageView, ImageFormat, ImageReader, imageops::FilterType};

use crate::error::ModelError;

/// The PNG file, with its longer side at most `longest` pixels.
pub(crate) fn fit(png: &[u8], longest: u32) -> Result<Cow<'_, [u8]>, ModelError> {
    let bad = |reason: String| ModelError::BadImage { reason };
    let mut reader = ImageReader::new(Cursor::new(png));
    reader.set_format(ImageFormat::Png);
    let (width, height) = reader.into_dimensions().map_err(|it| bad(it.to_string()))?;
    if width.max(height) <= longest {
        return Ok(Cow::Borrowed(png));
    }
    let image =
        image::load_from_memory_with_format(png, ImageFormat::Png).map_err(|it| bad(it.to_string()))?;
    let smaller = image.resize(longest, longest, FilterType::Triangle);
    debug_assert!(smaller.dimensions().0.max(smaller.dimensions().1) <= longest);
    let mut file = Cursor::new(Vec::new());
    smaller
        .write_to(&mut file, ImageFormat::Png)
        .map_err(|it| bad(it.to_string()))?;
    Ok(Cow::Owned(file.into_inner()))
}

#[cfg(test)]
mod tests {
    use image::RgbImage;

    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut file = Cursor::new(Vec::new());
        RgbImage::new(width, height)
            .write_to(&mut file, ImageFormat::Png)
            .expect("a picture");
        file.into_inner()
    }

    #[test]
    fn only_what_is_too_large_is_scaled() {
        let small = png(30, 60);
        assert!(matches!(fit(&small, 60), Ok(Cow::Borrowed(it)) if it == small));
        let tall = png(30, 120);
        let scaled = fit(&tall, 60).expect("a picture");
        let size = image::load_from_memory(&scaled).expect("a picture").dimensions();
        assert_eq!(size, (15, 60));
        let cut = &tall[..tall.len() - 20];
        assert!(matches!(fit(cut, 60), Err(ModelError::BadImage { .. })));
    }
}
