//! A picture in memory: boxes, lines, texts and icons, and the PNG file of it.

use std::io::Cursor;

use ab_glyph::{Font, FontRef, Glyph, GlyphId, PxScale, ScaleFont, point};
use image::{ExtendedColorType, ImageEncoder, ImageFormat, ImageReader, codecs::png};
use tiny_skia::{FillRule, FilterQuality, Paint, Path, PathBuilder, Pixmap, PixmapPaint, Stroke, Transform};
use ui::Rect;

use crate::{
    color::Color,
    error::PictureError,
    font::{em_scale, icon_font, text_font, text_width, wrap},
    icon::IconName,
};

/// Characters of a text that are looked at: no box of a screen has room for more.
const MOST_WRITTEN: usize = 5_000;

/// Where a text stands in its box. Vertically it is always in the middle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Align {
    /// At the left edge; lines that are too long are wrapped, and what does not fit is cut.
    #[default]
    Left,
    /// In the middle.
    Center,
    /// At the right edge.
    Right,
    /// At the left edge and at the top: for texts of several lines.
    TopLeft,
}

/// A picture that is being painted.
pub struct Canvas {
    pixmap: Pixmap,
    clip: Rect,
}

impl Canvas {
    /// A picture of one colour. Sizes from 1 to 16384 pixels are possible; others are brought into that range.
    pub fn new(width: u32, height: u32, background: Color) -> Self {
        let (width, height) = (width.clamp(1, 16384), height.clamp(1, 16384));
        let mut pixmap = Pixmap::new(width, height).expect("the size is in range");
        pixmap.fill(background.into());
        Self {
            clip: Rect::new(0, 0, width as i32, height as i32),
            pixmap,
        }
    }

    /// A picture from RGBA bytes without transparency, row by row.
    pub(crate) fn from_opaque(width: u32, height: u32, rgba: &[u8]) -> Option<Self> {
        let mut pixmap = Pixmap::new(width, height)?;
        pixmap.data_mut().get_mut(..rgba.len())?.copy_from_slice(rgba);
        for pixel in pixmap.data_mut().chunks_exact_mut(4) {
            pixel[3] = 255;
        }
        Some(Self {
            clip: Rect::new(0, 0, width as i32, height as i32),
            pixmap,
        })
    }

    /// A PNG file as a picture to paint on.
    pub(crate) fn read(file: &[u8]) -> Result<Self, PictureError> {
        let image = ImageReader::with_format(Cursor::new(file), ImageFormat::Png)
            .decode()
            .map_err(|source| PictureError::Decode {
                bytes: file.len(),
                source,
            })?
            .into_rgba8();
        let (width, height) = image.dimensions();
        Self::from_opaque(width, height, image.as_raw()).ok_or_else(|| PictureError::Decode {
            bytes: file.len(),
            source: image::ImageError::Limits(image::error::LimitError::from_kind(
                image::error::LimitErrorKind::DimensionError,
            )),
        })
    }

    /// Paint a PNG file as big as it can be in the middle of a box. A file that is none leaves the box as it is.
    pub fn photo(&mut self, rect: Rect, file: &[u8]) {
        let inside = rect.intersection(&self.clip);
        let (Some(_), Ok(photo)) = (inside, Self::read(file)) else {
            return;
        };
        let (width, height) = photo.size();
        let scale = (rect.width() as f32 / width as f32).min(rect.height() as f32 / height as f32);
        let (x, y) = rect.center();
        let left = x as f32 - width as f32 * scale / 2.0;
        let top = y as f32 - height as f32 * scale / 2.0;
        let paint = PixmapPaint {
            quality: FilterQuality::Bilinear,
            ..PixmapPaint::default()
        };
        let mask = self.clip_mask();
        self.pixmap.draw_pixmap(
            0,
            0,
            photo.pixmap.as_ref(),
            &paint,
            Transform::from_row(scale, 0.0, 0.0, scale, left, top),
            mask.as_ref(),
        );
    }

    /// Width and height in pixels.
    pub(crate) fn size(&self) -> (u32, u32) {
        (self.pixmap.width(), self.pixmap.height())
    }

    fn whole(&self) -> Rect {
        Rect::new(0, 0, self.pixmap.width() as i32, self.pixmap.height() as i32)
    }

    /// Paint only inside this box from now on; `None` is everywhere.
    pub fn clip(&mut self, rect: Option<Rect>) {
        let whole = self.whole();
        self.clip = rect.map_or(whole, |it| it.intersection(&whole).unwrap_or_default());
    }

    /// Fill a box, with round corners where the radius is above 0.
    pub fn fill(&mut self, rect: Rect, color: Color, radius: i32) {
        if radius <= 0 {
            if let Some(it) = rect.intersection(&self.clip).and_then(skia_rect) {
                self.pixmap
                    .fill_rect(it, &solid(color, false), Transform::identity(), None);
            }
        } else if let Some(path) = rounded(rect, radius as f32, 0.0) {
            self.fill_path(&path, rect, color);
        }
    }

    /// Draw the outline of a box, inside of it.
    pub fn outline(&mut self, rect: Rect, color: Color, width: i32, radius: i32) {
        if radius > 0 {
            if let Some(path) = rounded(rect, radius as f32, width as f32 / 2.0) {
                self.stroke_path(&path, color, width);
            }
            return;
        }
        let Rect {
            left,
            top,
            right,
            bottom,
        } = rect;
        let width = width.min(rect.width()).min(rect.height());
        self.fill(Rect::new(left, top, right, top + width), color, 0);
        self.fill(Rect::new(left, bottom - width, right, bottom), color, 0);
        self.fill(
            Rect::new(left, top + width, left + width, bottom - width),
            color,
            0,
        );
        self.fill(
            Rect::new(right - width, top + width, right, bottom - width),
            color,
            0,
        );
    }

    /// Draw a straight line.
    pub fn line(&mut self, from: (i32, i32), to: (i32, i32), color: Color, width: i32) {
        let mut path = PathBuilder::new();
        path.move_to(from.0 as f32, from.1 as f32);
        path.line_to(to.0 as f32, to.1 as f32);
        if let Some(path) = path.finish() {
            self.stroke_path(&path, color, width);
        }
    }

    /// Write a text into a box, wrapped to its width. A text that does not fit is written up to a
    /// quarter smaller; if that does not help, its last lines are left out, with an ellipsis.
    pub fn text(&mut self, rect: Rect, text: &str, size: i32, color: Color, bold: bool, align: Align) {
        if size <= 0 || rect.intersection(&self.clip).is_none() {
            return;
        }
        let text = text
            .char_indices()
            .nth(MOST_WRITTEN)
            .map_or(text, |(at, _)| &text[..at]);
        let font = text_font(bold);
        let height = |size: i32| font.as_scaled(em_scale(font, size as f32)).height();
        let room = |size: i32| ((rect.height() as f32 / height(size) + 0.25) as usize).max(1);
        let fits = |size: &i32| wrap(text, *size, bold, rect.width()).len() <= room(*size);
        // A word that breaks is worse than a small one.
        let width = rect.width() as f32;
        let unbroken = |size: &i32| {
            text.split_whitespace()
                .all(|it| text_width(it, *size, bold) <= width)
        };
        let sizes = || (size - size / 4..=size).rev();
        let size = sizes()
            .find(|it| unbroken(it) && fits(it))
            .or_else(|| sizes().find(fits))
            .unwrap_or(size);
        let scale = em_scale(font, size as f32);
        let scaled = font.as_scaled(scale);
        let (line_height, room) = (scaled.height(), room(size));
        let mut lines = wrap(text, size, bold, rect.width());
        if lines.len() > room {
            lines.truncate(room);
            if let Some(last) = lines.last_mut() {
                while !last.is_empty() && text_width(&format!("{last}…"), size, bold) > rect.width() as f32
                {
                    last.pop();
                }
                last.push('…');
            }
        }
        let block = line_height * lines.len() as f32;
        let mut top = match align {
            Align::TopLeft => rect.top as f32,
            Align::Left | Align::Center | Align::Right => {
                rect.top as f32 + (rect.height() as f32 - block) / 2.0
            }
        };
        for line in lines {
            let free = rect.width() as f32 - text_width(&line, size, bold);
            let left = rect.left as f32
                + match align {
                    Align::Left | Align::TopLeft => 0.0,
                    Align::Center => free / 2.0,
                    Align::Right => free,
                };
            self.glyphs(&line, font, scale, (left, top + scaled.ascent()), color);
            top += line_height;
        }
    }

    /// Draw an icon as the biggest square in the middle of a box.
    pub fn icon(&mut self, rect: Rect, icon: IconName, color: Color) {
        let side = rect.width().min(rect.height()) as f32;
        let font = icon_font();
        let scale = em_scale(font, side);
        let scaled = font.as_scaled(scale);
        let (x, y) = rect.center();
        let left = x as f32 - scaled.h_advance(scaled.glyph_id(icon.glyph())) / 2.0;
        let baseline = y as f32 + (scaled.ascent() + scaled.descent()) / 2.0;
        self.glyphs(&icon.glyph().to_string(), font, scale, (left, baseline), color);
    }

    fn glyphs(&mut self, line: &str, font: &FontRef<'_>, scale: PxScale, from: (f32, f32), color: Color) {
        let scaled = font.as_scaled(scale);
        let mut x = from.0;
        let mut last: Option<GlyphId> = None;
        for id in line.chars().map(|it| scaled.glyph_id(it)) {
            x += last.map_or(0.0, |last| scaled.kern(last, id));
            self.glyph(font, id.with_scale_and_position(scale, point(x, from.1)), color);
            x += scaled.h_advance(id);
            last = Some(id);
        }
    }

    fn glyph(&mut self, font: &FontRef<'_>, glyph: Glyph, color: Color) {
        let Some(outline) = font.outline_glyph(glyph) else {
            return;
        };
        let bounds = outline.px_bounds();
        let (left, top) = (bounds.min.x as i32, bounds.min.y as i32);
        let (clip, stride) = (self.clip, self.pixmap.width() as i32);
        let data = self.pixmap.data_mut();
        outline.draw(|x, y, coverage| {
            let (x, y) = (left + x as i32, top + y as i32);
            if !clip.contains(x, y) {
                return;
            }
            let alpha = (coverage.clamp(0.0, 1.0) * f32::from(color.alpha)) as u32;
            let at = ((y * stride + x) * 4) as usize;
            for (channel, ink) in data[at..at + 3]
                .iter_mut()
                .zip([color.red, color.green, color.blue])
            {
                *channel = ((u32::from(*channel) * (255 - alpha) + u32::from(ink) * alpha + 127) / 255) as u8;
            }
        });
    }

    fn fill_path(&mut self, path: &Path, bounds: Rect, color: Color) {
        let inside = bounds.intersection(&self.clip);
        let mask = if inside == Some(bounds) {
            None
        } else {
            self.clip_mask()
        };
        if inside.is_some() {
            let paint = solid(color, true);
            self.pixmap.fill_path(
                path,
                &paint,
                FillRule::Winding,
                Transform::identity(),
                mask.as_ref(),
            );
        }
    }

    fn stroke_path(&mut self, path: &Path, color: Color, width: i32) {
        let stroke = Stroke {
            width: width as f32,
            ..Stroke::default()
        };
        let mask = self.clip_mask();
        self.pixmap.stroke_path(
            path,
            &solid(color, true),
            &stroke,
            Transform::identity(),
            mask.as_ref(),
        );
    }

    /// The clip as a mask, or `None` where it is the whole picture.
    fn clip_mask(&self) -> Option<tiny_skia::Mask> {
        if self.clip == self.whole() {
            return None;
        }
        let mut mask = tiny_skia::Mask::new(self.pixmap.width(), self.pixmap.height())?;
        if let Some(rect) = skia_rect(self.clip) {
            mask.fill_path(
                &PathBuilder::from_rect(rect),
                FillRule::Winding,
                false,
                Transform::identity(),
            );
        }
        Some(mask)
    }

    /// The colours of a box, pixel by pixel.
    pub(crate) fn pixels(&self, rect: Rect) -> impl Iterator<Item = [u8; 3]> + '_ {
        let stride = self.pixmap.width() as i32;
        let rect = rect.intersection(&self.whole()).unwrap_or_default();
        (rect.top..rect.bottom).flat_map(move |y| {
            (rect.left..rect.right).map(move |x| {
                let at = ((y * stride + x) * 4) as usize;
                let data = self.pixmap.data();
                [data[at], data[at + 1], data[at + 2]]
            })
        })
    }

    /// The picture's pixels: four bytes each (red, green, blue, 255), row by row.
    pub fn rgba(&self) -> &[u8] {
        self.pixmap.data()
    }

    /// The picture as a PNG file.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        let pixels = self.pixmap.data();
        let mut rgb = Vec::with_capacity(pixels.len() / 4 * 3);
        for pixel in pixels.chunks_exact(4) {
            rgb.extend_from_slice(&pixel[..3]);
        }
        let mut file = Vec::new();
        let encoder =
            png::PngEncoder::new_with_quality(&mut file, png::CompressionType::Fast, png::FilterType::Up);
        encoder
            .write_image(
                &rgb,
                self.pixmap.width(),
                self.pixmap.height(),
                ExtendedColorType::Rgb8,
            )
            .map_err(|source| PictureError::Encode { source })?;
        Ok(file)
    }
}

impl From<Color> for tiny_skia::Color {
    fn from(color: Color) -> Self {
        tiny_skia::Color::from_rgba8(color.red, color.green, color.blue, color.alpha)
    }
}

fn solid(color: Color, anti_alias: bool) -> Paint<'static> {
    let mut paint = Paint {
        anti_alias,
        ..Paint::default()
    };
    paint.set_color(color.into());
    paint
}

fn skia_rect(rect: Rect) -> Option<tiny_skia::Rect> {
    tiny_skia::Rect::from_ltrb(
        rect.left as f32,
        rect.top as f32,
        rect.right as f32,
        rect.bottom as f32,
    )
}

/// A box with round corners, made smaller by `inset` on every side.
fn rounded(rect: Rect, radius: f32, inset: f32) -> Option<Path> {
    let (left, top) = (rect.left as f32 + inset, rect.top as f32 + inset);
    let (right, bottom) = (rect.right as f32 - inset, rect.bottom as f32 - inset);
    if right <= left || bottom <= top {
        return None;
    }
    let radius = radius.min((right - left) / 2.0).min((bottom - top) / 2.0);
    // The distance of the control points of a cubic curve that is nearly a quarter of a circle.
    let pull = radius * 0.447_7;
    let mut path = PathBuilder::new();
    path.move_to(left + radius, top);
    path.line_to(right - radius, top);
    path.cubic_to(right - pull, top, right, top + pull, right, top + radius);
    path.line_to(right, bottom - radius);
    path.cubic_to(right, bottom - pull, right - pull, bottom, right - radius, bottom);
    path.line_to(left + radius, bottom);
    path.cubic_to(left + pull, bottom, left, bottom - pull, left, bottom - radius);
    path.line_to(left, top + radius);
    path.cubic_to(left, top + pull, left + pull, top, left + radius, top);
    path.close();
    path.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ink(canvas: &Canvas, rect: Rect) -> usize {
        canvas.pixels(rect).filter(|it| *it != [255, 255, 255]).count()
    }

    #[test]
    fn a_box_is_filled_inside_its_clip_only() {
        let mut canvas = Canvas::new(20, 20, Color::WHITE);
        canvas.clip(Some(Rect::new(0, 0, 10, 20)));
        canvas.fill(Rect::new(5, 5, 15, 15), Color::BLACK, 0);
        assert_eq!(ink(&canvas, Rect::new(0, 0, 20, 20)), 50);
        canvas.clip(None);
        canvas.fill(Rect::new(0, 0, 20, 20), Color::BLACK, 10);
        assert_eq!(ink(&canvas, Rect::new(0, 0, 1, 1)), 0, "the corner is round");
        assert_eq!(ink(&canvas, Rect::new(10, 10, 11, 11)), 1);
    }

    #[test]
    fn text_and_icons_leave_ink_where_they_stand() {
        let mut canvas = Canvas::new(200, 100, Color::WHITE);
        canvas.text(
            Rect::new(0, 0, 200, 50),
            "Save",
            30,
            Color::BLACK,
            false,
            Align::Right,
        );
        assert_eq!(ink(&canvas, Rect::new(0, 0, 100, 50)), 0);
        assert!(ink(&canvas, Rect::new(100, 0, 200, 50)) > 50);
        canvas.icon(Rect::new(0, 50, 100, 100), IconName::Plus, Color::BLACK);
        assert!(ink(&canvas, Rect::new(25, 50, 75, 100)) > 50);
        assert_eq!(ink(&canvas, Rect::new(75, 50, 200, 100)), 0);
    }

    #[test]
    fn a_photo_fills_its_box_one_way_and_stands_in_the_middle() {
        let file = Canvas::new(20, 10, Color::BLACK).png().expect("a picture");
        let mut canvas = Canvas::new(100, 100, Color::WHITE);
        canvas.photo(Rect::new(0, 0, 100, 100), b"no picture");
        assert_eq!(ink(&canvas, Rect::new(0, 0, 100, 100)), 0);
        canvas.clip(Some(Rect::new(0, 0, 50, 100)));
        canvas.photo(Rect::new(0, 0, 100, 100), &file);
        assert_eq!(ink(&canvas, Rect::new(2, 27, 50, 73)), 48 * 46);
        assert_eq!(ink(&canvas, Rect::new(50, 0, 100, 100)), 0, "it is clipped");
        assert_eq!(ink(&canvas, Rect::new(0, 0, 100, 24)), 0);
    }

    #[test]
    fn shapes_outside_the_picture_and_of_no_size_do_nothing() {
        let mut canvas = Canvas::new(10, 10, Color::WHITE);
        for rect in [
            Rect::new(50, 50, 90, 90),
            Rect::new(5, 5, 5, 5),
            Rect::new(8, 8, 2, 2),
            Rect::new(-90, -90, -50, -50),
        ] {
            canvas.fill(rect, Color::BLACK, 0);
            canvas.fill(rect, Color::BLACK, 4);
            canvas.outline(rect, Color::BLACK, 2, 0);
            canvas.outline(rect, Color::BLACK, 2, 3);
            canvas.text(rect, "text", 20, Color::BLACK, false, Align::Center);
            canvas.icon(rect, IconName::More, Color::BLACK);
        }
        assert_eq!(ink(&canvas, Rect::new(0, 0, 10, 10)), 0);
    }

    #[test]
    fn every_icon_has_a_picture() {
        let font = icon_font();
        for icon in IconName::ALL {
            assert_ne!(font.glyph_id(icon.glyph()).0, 0, "{icon:?}");
        }
    }
}
