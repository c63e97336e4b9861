//! Pictures that texts are drawn on: what stands where is data, and the file is made when somebody asks for its bytes.

use std::sync::OnceLock;

use picture::{Align, Canvas, Color, text_width};
use ui::Rect;

/// Room around the text of a page, in pixels.
const MARGIN: i32 = 10;
/// The size of a page's letters.
const LETTERS: i32 = 24;

/// One line of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    text: String,
    left: i32,
    top: i32,
    size: i32,
}

/// A picture.
#[derive(Clone, Debug)]
pub struct Picture {
    width: i32,
    height: i32,
    lines: Vec<Line>,
    png: OnceLock<Vec<u8>>,
}

impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        (self.width, self.height, &self.lines) == (other.width, other.height, &other.lines)
    }
}

impl Eq for Picture {}

impl Picture {
    /// A page with this text in black on white.
    pub fn page(text: &str) -> Self {
        let mut picture = Self::blank(0, 0);
        let mut top = MARGIN;
        for line in text.split('\n') {
            if line.trim().is_empty() {
                top += LETTERS / 2;
                continue;
            }
            picture.write(line, top, LETTERS);
            top += LETTERS * 6 / 5;
        }
        let wide = picture.lines.iter().map(|it| wide(&it.text, it.size)).max();
        (picture.width, picture.height) = (wide.unwrap_or(0) + 2 * MARGIN, top + MARGIN);
        picture
    }

    fn blank(width: i32, height: i32) -> Self {
        Self {
            width,
            height,
            lines: Vec::new(),
            png: OnceLock::new(),
        }
    }

    fn write(&mut self, text: &str, top: i32, size: i32) {
        self.lines.push(Line {
            text: text.to_owned(),
            left: MARGIN,
            top,
            size,
        });
    }

    /// What stands on it, line by line.
    pub fn words(&self) -> String {
        let lines: Vec<&str> = self.lines.iter().map(|it| it.text.as_str()).collect();
        lines.join("\n")
    }

    /// Its file.
    pub fn png(&self) -> &[u8] {
        self.png.get_or_init(|| {
            let (width, height) = (self.width.max(1) as u32, self.height.max(1) as u32);
            let mut canvas = Canvas::new(width, height, Color::WHITE);
            for it in &self.lines {
                let right = it.left + wide(&it.text, it.size);
                let rect = Rect::new(it.left, it.top, right, it.top + 2 * it.size);
                canvas.text(rect, &it.text, it.size, Color::BLACK, false, Align::TopLeft);
            }
            // A canvas that can't be written is an empty file, as on a phone whose disk is full.
            canvas.png().unwrap_or_default()
        })
    }
}

fn wide(text: &str, size: i32) -> i32 {
    text_width(text, size, false).ceil() as i32 + 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_as_big_as_its_text() {
        let page = Picture::page("Milk\n\nA loaf of bread");
        assert_eq!(page.words(), "Milk\nA loaf of bread");
        assert_eq!(page.height, 2 * MARGIN + 28 + 12 + 28);
        assert!(page.width > wide("A loaf of bread", LETTERS));
        assert!(page.png().starts_with(b"\x89PNG"));
        assert_eq!(page, Picture::page("Milk\n\nA loaf of bread"));
        assert_ne!(page, Picture::page("Milk\n\nA loaf of bred"));
    }

    #[test]
    fn any_text_is_drawn() {
        for text in ["", "\n", "一二三 🦀", &"x".repeat(3000)] {
            assert!(Picture::page(text).png().starts_with(b"\x89PNG"), "{text}");
        }
    }
}
