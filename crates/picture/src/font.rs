//! The fonts: Roboto for texts, Material Icons for icons; how wide a text is and where it wraps.

use std::sync::OnceLock;

use ab_glyph::{Font, FontRef, PxScale, ScaleFont};

/// A font that is part of the program.
fn load(cell: &'static OnceLock<FontRef<'static>>, data: &'static [u8]) -> &'static FontRef<'static> {
    cell.get_or_init(|| FontRef::try_from_slice(data).expect("the built-in font is a font"))
}

/// Roboto.
pub(crate) fn text_font(bold: bool) -> &'static FontRef<'static> {
    static REGULAR: OnceLock<FontRef<'static>> = OnceLock::new();
    static MEDIUM: OnceLock<FontRef<'static>> = OnceLock::new();
    if bold {
        load(&MEDIUM, include_bytes!("../assets/Roboto-Medium.ttf"))
    } else {
        load(&REGULAR, include_bytes!("../assets/Roboto-Regular.ttf"))
    }
}

/// The icons.
pub(crate) fn icon_font() -> &'static FontRef<'static> {
    static ICONS: OnceLock<FontRef<'static>> = OnceLock::new();
    load(&ICONS, include_bytes!("../assets/MaterialIcons-Regular.ttf"))
}

/// The scale at which an em is `size` pixels high, as in Android's text sizes.
pub(crate) fn em_scale(font: &FontRef<'_>, size: f32) -> PxScale {
    let em = font.units_per_em().unwrap_or(1000.0);
    PxScale::from(size * font.height_unscaled() / em)
}

/// Width of one line of text in pixels.
pub fn text_width(text: &str, size: i32, bold: bool) -> f32 {
    let font = text_font(bold);
    let scaled = font.as_scaled(em_scale(font, size as f32));
    let mut width = 0.0;
    let mut last = None;
    for glyph in text.chars().map(|it| scaled.glyph_id(it)) {
        width += last.map_or(0.0, |last| scaled.kern(last, glyph)) + scaled.h_advance(glyph);
        last = Some(glyph);
    }
    width
}

/// The lines of a text in a box of this width: broken at `\n`, then between words, then inside a
/// word that is wider than the box.
pub fn wrap(text: &str, size: i32, bold: bool, width: i32) -> Vec<String> {
    let fits = |line: &str| text_width(line, size, bold) <= width as f32;
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split_inclusive(' ') {
            if line.is_empty() || fits(format!("{line}{word}").trim_end()) {
                line.push_str(word);
            } else {
                lines.push(std::mem::replace(&mut line, word.to_owned()));
            }
            while !fits(line.trim_end()) {
                let cut = line
                    .char_indices()
                    .skip(1)
                    .map(|(at, _)| at)
                    .take_while(|at| fits(&line[..*at]))
                    .last();
                let Some(cut) = cut.or_else(|| line.char_indices().nth(1).map(|(at, _)| at)) else {
                    break;
                };
                let rest = line.split_off(cut);
                lines.push(std::mem::replace(&mut line, rest));
            }
        }
        lines.push(line);
    }
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapping_loses_nothing_and_ends() {
        for (text, width) in [
            ("one two three", 60),
            ("unbreakablewords", 40),
            ("wide", 1),
            ("a\n\nb", 100),
            ("", 10),
        ] {
            let lines = wrap(text, 20, false, width);
            let kept: String = lines.concat().split_whitespace().collect();
            let whole: String = text.split_whitespace().collect();
            assert_eq!(kept, whole, "{lines:?}");
        }
        assert_eq!(wrap("a\n\nb", 20, false, 100), ["a", "", "b"]);
        assert_eq!(wrap("one two", 20, false, 1000), ["one two"]);
    }

    #[test]
    fn bold_is_wider() {
        assert!(text_width("Settings", 40, true) > text_width("Settings", 40, false));
        assert_eq!(text_width("", 40, false), 0.0);
    }
}
