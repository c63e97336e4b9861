//! The set-of-mark overlay: a screenshot with a box and an index on every element.

use image::{ImageFormat, ImageReader};
use std::io::Cursor;
use thiserror::Error;
use ui::{Rect, Screen};

use crate::{
    canvas::{Align, Canvas},
    color::Color,
    font::text_width,
};

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

const GREEN: Color = Color::rgb(0x00ff00);

/// A screenshot (a PNG file) with a green box around every visible element and its index in a white
/// box: at the top-left inside, or in another corner where that would hide less of what is shown.
pub fn mark(screenshot: &[u8], screen: &Screen) -> Result<Vec<u8>, PictureError> {
    let image = ImageReader::with_format(Cursor::new(screenshot), ImageFormat::Png)
        .decode()
        .map_err(|source| PictureError::Decode {
            bytes: screenshot.len(),
            source,
        })?
        .into_rgba8();
    let (width, height) = image.dimensions();
    let mut canvas =
        Canvas::from_opaque(width, height, image.as_raw()).ok_or_else(|| PictureError::Decode {
            bytes: screenshot.len(),
            source: image::ImageError::Limits(image::error::LimitError::from_kind(
                image::error::LimitErrorKind::DimensionError,
            )),
        })?;
    // The sizes of a 1080 pixels wide phone; smaller pages have smaller texts.
    let scale = (width.min(height) as f32 / 1080.0).clamp(0.5, 2.0);
    let px = |size: f32| (size * scale).round() as i32;
    let whole = Rect::new(0, 0, width as i32, height as i32);
    let visible: Vec<(usize, Rect)> = screen
        .iter()
        .filter_map(|(id, it)| Some((id.0, it.bounds.intersection(&whole)?)))
        .collect();
    // Labels find their places on the clean screenshot, so that boxes do not count as something hidden.
    let mut labels: Vec<(String, Rect)> = Vec::new();
    for (index, rect) in &visible {
        let label = index.to_string();
        let label_width = (text_width(&label, px(22.0), true).ceil() as i32 + px(9.0)).max(px(18.0));
        let place = place(&canvas, *rect, label_width, px(25.0), px(2.0), &labels);
        labels.push((label, place));
    }
    for (_, rect) in &visible {
        canvas.outline(*rect, GREEN, px(2.0).max(1), 0);
    }
    for (label, rect) in &labels {
        canvas.fill(*rect, Color::WHITE, 0);
        canvas.outline(*rect, GREEN, 1, 0);
        canvas.text(*rect, label, px(22.0), Color::BLACK, true, Align::Center);
    }
    canvas.png()
}

/// The corner where a label hides least. The order of the corners decides where several are equal.
fn place(
    canvas: &Canvas,
    rect: Rect,
    width: i32,
    height: i32,
    border: i32,
    taken: &[(String, Rect)],
) -> Rect {
    let (left, top) = (rect.left + border, rect.top + border);
    let (right, bottom) = (
        (rect.right - border - width).max(left),
        (rect.bottom - border - height).max(top),
    );
    let corners = [
        (left, top),
        (right, top),
        (left, bottom),
        (right, bottom),
        (left, rect.top - height),
    ];
    corners
        .map(|(x, y)| Rect::new(x, y, x + width, y + height))
        .into_iter()
        .min_by_key(|it| {
            let labels: i32 = taken
                .iter()
                .filter_map(|(_, other)| it.intersection(other))
                .map(|it| it.width() * it.height())
                .sum();
            let outside = width * height - canvas.pixels(*it).count() as i32;
            hidden(canvas, *it) + labels + outside
        })
        .unwrap_or(rect)
}

/// How much text a label would hide: the changes of brightness from pixel to pixel along every row, of
/// which the two at the edges of a plain shape do not count.
fn hidden(canvas: &Canvas, rect: Rect) -> i32 {
    let brightness = |it: [u8; 3]| it.iter().map(|it| i32::from(*it)).sum::<i32>() / 3;
    (rect.top..rect.bottom)
        .map(|y| {
            let row: Vec<i32> = canvas
                .pixels(Rect::new(rect.left, y, rect.right, y + 1))
                .map(brightness)
                .collect();
            let changes = row.windows(2).filter(|it| (it[0] - it[1]).abs() > 40).count() as i32;
            (changes - 2).max(0)
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ui::Element;

    fn screen(rects: &[Rect]) -> Screen {
        let elements = rects
            .iter()
            .map(|bounds| Element {
                bounds: *bounds,
                ..Element::default()
            })
            .collect();
        Screen {
            size: (300, 200),
            elements,
            ..Screen::default()
        }
    }

    fn decode(png: &[u8]) -> image::RgbImage {
        ImageReader::with_format(Cursor::new(png), ImageFormat::Png)
            .decode()
            .expect("a picture")
            .into_rgb8()
    }

    #[test]
    fn an_element_gets_a_green_box_and_a_label_in_its_corner() {
        let plain = Canvas::new(300, 200, Color::rgb(0x303030))
            .png()
            .expect("a picture");
        let rect = Rect::new(50, 50, 250, 150);
        let marked = decode(&mark(&plain, &screen(&[rect])).expect("a picture"));
        assert_eq!(marked.dimensions(), (300, 200));
        assert_eq!(marked.get_pixel(150, 50).0, [0, 255, 0]);
        assert_eq!(marked.get_pixel(150, 100).0, [0x30; 3]);
        let white = marked.enumerate_pixels().filter(|it| it.2.0 == [255, 255, 255]);
        let (x, y) = white.map(|it| (it.0, it.1)).min().expect("a label");
        assert!(x < 60 && y < 60, "the label is at the top left: {x} {y}");
    }

    #[test]
    fn a_label_goes_where_it_hides_no_text() {
        let mut canvas = Canvas::new(300, 200, Color::WHITE);
        let rect = Rect::new(50, 50, 250, 150);
        let text = Rect::new(50, 50, 110, 80);
        canvas.text(text, "Save", 24, Color::BLACK, false, Align::TopLeft);
        let ink: Vec<[u8; 3]> = canvas.pixels(text).collect();
        let plain = canvas.png().expect("a picture");
        let marked = decode(&mark(&plain, &screen(&[rect])).expect("a picture"));
        let kept = (51..110)
            .filter(|x| (52..80).any(|y| marked.get_pixel(*x, y).0 == [0, 0, 0]))
            .count();
        assert!(ink.contains(&[0, 0, 0]) && kept > 10, "the text is still there");
        let labels = marked
            .enumerate_pixels()
            .filter(|it| it.0 > 220 && (54..75).contains(&it.1) && it.2.0[1] < 100);
        assert!(labels.count() > 5, "the label is at the top right");
    }

    #[test]
    fn labels_of_nested_elements_do_not_cover_each_other() {
        let plain = Canvas::new(300, 200, Color::WHITE);
        let rect = Rect::new(50, 50, 250, 150);
        let first = place(&plain, rect, 20, 20, 1, &[]);
        let second = place(&plain, rect, 20, 20, 1, &[("0".to_owned(), first)]);
        assert_eq!(first.intersection(&second), None);
    }

    #[test]
    fn what_is_no_png_is_refused_and_odd_boxes_are_left_out() {
        assert!(matches!(
            mark(b"GIF89a", &screen(&[])),
            Err(PictureError::Decode { bytes: 6, .. })
        ));
        let plain = Canvas::new(30, 20, Color::WHITE).png().expect("a picture");
        let odd = [
            Rect::new(-5, -5, 4, 4),
            Rect::new(29, 19, 90, 90),
            Rect::new(500, 0, 600, 9),
            Rect::new(9, 9, 9, 9),
        ];
        mark(&plain, &screen(&odd)).expect("a picture");
    }
}
