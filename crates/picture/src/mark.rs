//! The set-of-mark overlay: a screenshot with a box and an index on every element.

use std::collections::BTreeMap;

use ui::{Rect, Screen, listed};

use crate::{
    canvas::{Align, Canvas},
    color::Color,
    error::PictureError,
    font::text_width,
};

const GREEN: Color = Color::rgb(0x00ff00);

/// How much brighter or darker ink is than what it stands on.
const CONTRAST: u8 = 40;
/// Ink that a label may hide, in pixels, before it stands in another element's box.
const IN_ANOTHER: i32 = 6;

/// A picture (a PNG file) on which nothing is to be seen in these places.
pub fn cover(file: &[u8], places: &[Rect]) -> Result<Vec<u8>, PictureError> {
    let mut canvas = Canvas::read(file)?;
    for it in places {
        canvas.fill(*it, Color::BLACK, 0);
    }
    canvas.png()
}

/// A screenshot (a PNG file) with a green box around every visible element of the list and its index in a white
/// box, at a place where it hides nothing: in a corner, beside the element, or anywhere along its edges.
///
/// Bare containers have no mark, as they are not in [`ui::element_list`].
pub fn mark(screenshot: &[u8], screen: &Screen) -> Result<Vec<u8>, PictureError> {
    let mut canvas = Canvas::read(screenshot)?;
    let (width, height) = canvas.size();
    // The sizes of a 1080 pixels wide phone; smaller pages have smaller texts.
    let scale = (width.min(height) as f32 / 1080.0).clamp(0.5, 2.0);
    let px = |size: f32| (size * scale).round() as i32;
    let whole = Rect::new(0, 0, width as i32, height as i32);
    let visible: Vec<(usize, Rect)> = listed(screen)
        .filter_map(|(id, it)| Some((id.0, it.bounds.intersection(&whole)?)))
        .collect();
    let mut labels: Vec<Label> = Vec::new();
    for (index, rect) in &visible {
        let text = index.to_string();
        let at_size = |size: i32| {
            let width = text_width(&text, size, true).ceil() as i32 + px(9.0);
            (width.max(px(18.0)), size + px(3.0))
        };
        // Labels find their places on the clean screenshot, so that boxes do not count as something hidden.
        let sizes = [px(22.0), px(16.0)].map(|size| {
            let (cost, place) = place(&canvas, *rect, at_size(size), px(2.0), &labels, &visible);
            (cost, size, place)
        });
        // The smaller one only where the larger one hides something.
        if let Some((_, size, place)) = sizes.into_iter().min_by_key(|(cost, ..)| *cost) {
            labels.push(Label { text, size, place });
        }
    }
    for (_, rect) in &visible {
        canvas.outline(*rect, GREEN, px(2.0).max(1), 0);
    }
    for it in &labels {
        canvas.fill(it.place, Color::WHITE, 0);
        canvas.outline(it.place, GREEN, 1, 0);
        canvas.text(it.place, &it.text, it.size, Color::BLACK, true, Align::Center);
    }
    canvas.png()
}

/// An index, how large it is written and where.
struct Label {
    text: String,
    size: i32,
    place: Rect,
}

/// The place where a label hides least, and how much that is. Where several are equal the first one counts: corners
/// inside the element, then places beside it, then any along its edges.
fn place(
    canvas: &Canvas,
    rect: Rect,
    (width, height): (i32, i32),
    border: i32,
    taken: &[Label],
    others: &[(usize, Rect)],
) -> (i32, Rect) {
    let (left, top) = (rect.left + border, rect.top + border);
    let (right, bottom) = (
        (rect.right - border - width).max(left),
        (rect.bottom - border - height).max(top),
    );
    let (above, below) = (rect.top - height, rect.bottom);
    let (before, behind) = (rect.left - width, rect.right);
    let middle = (rect.top + rect.bottom - height) / 2;
    let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
    let beside = [
        (rect.left, above),
        (right, above),
        (behind, rect.top),
        (before, rect.top),
        (behind, middle),
        (before, middle),
        (rect.left, below),
        (right, below),
    ];
    let steps = |from: i32, to: i32, by: i32| (from..=to).step_by(by.max(1) as usize);
    let along = steps(left, right, width / 2).flat_map(|x| [top, bottom, above, below].map(|y| (x, y)));
    let down = steps(top, bottom, height / 2).flat_map(|y| [left, right, before, behind].map(|x| (x, y)));
    let mut best = (i32::MAX, rect);
    for (x, y) in corners.into_iter().chain(beside).chain(along).chain(down) {
        let it = Rect::new(x, y, x + width, y + height);
        let cost = cost(canvas, it, rect, taken, others);
        if cost < best.0 {
            best = (cost, it);
        }
        if cost == 0 {
            break;
        }
    }
    best
}

/// What a label at this place hides, in pixels of ink, of other labels and of itself (beyond the picture's edge). In
/// the box of another element it may be taken for that one's.
fn cost(canvas: &Canvas, it: Rect, of: Rect, taken: &[Label], others: &[(usize, Rect)]) -> i32 {
    let area = |it: Rect| it.width() * it.height();
    let labels: i32 = taken
        .iter()
        .filter_map(|other| it.intersection(&other.place))
        .map(area)
        .sum();
    let outside = area(it) - canvas.pixels(it).count() as i32;
    let around = |other: &Rect| {
        other.left <= of.left && other.top <= of.top && other.right >= of.right && other.bottom >= of.bottom
    };
    let foreign = others
        .iter()
        .any(|(_, other)| !around(other) && it.intersection(other).is_some());
    ink(canvas, it) + labels + outside + if foreign { IN_ANOTHER } else { 0 }
}

/// Pixels of a box that are not of the colour that most of it and of what is close around it has.
fn ink(canvas: &Canvas, rect: Rect) -> i32 {
    let margin = rect.height() / 3;
    let wider = Rect::new(
        rect.left - margin,
        rect.top - margin,
        rect.right + margin,
        rect.bottom + margin,
    );
    let mut counts: BTreeMap<[u8; 3], usize> = BTreeMap::new();
    for colour in canvas.pixels(wider) {
        *counts.entry(colour).or_default() += 1;
    }
    let Some((ground, _)) = counts.into_iter().max_by_key(|(_, count)| *count) else {
        return 0;
    };
    let differs = |it: &[u8; 3]| it.iter().zip(ground).any(|(a, b)| a.abs_diff(b) > CONTRAST);
    canvas.pixels(rect).filter(differs).count() as i32
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{ImageFormat, ImageReader};
    use ui::Element;

    use super::*;

    fn screen(rects: &[Rect]) -> Screen {
        let elements = rects
            .iter()
            .map(|bounds| Element {
                bounds: *bounds,
                clickable: true,
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
        let (_, first) = place(&plain, rect, (20, 20), 1, &[], &[]);
        let taken = Label {
            text: "0".to_owned(),
            size: 16,
            place: first,
        };
        let (cost, second) = place(&plain, rect, (20, 20), 1, &[taken], &[]);
        assert_eq!((cost, first.intersection(&second)), (0, None));
    }

    /// A box that its text fills has its label beside it, not in the box of another one.
    #[test]
    fn a_label_stands_beside_an_element_that_is_full() {
        let mut canvas = Canvas::new(300, 200, Color::WHITE);
        let rects = [Rect::new(50, 50, 100, 70), Rect::new(50, 70, 100, 90)];
        for rect in rects {
            canvas.fill(rect, Color::BLACK, 0);
            for x in (rect.left..rect.right).step_by(4) {
                canvas.fill(Rect::new(x, rect.top, x + 2, rect.bottom), Color::WHITE, 0);
            }
        }
        let others: Vec<(usize, Rect)> = rects.into_iter().enumerate().collect();
        for (_, rect) in &others {
            let (cost, place) = place(&canvas, *rect, (14, 14), 1, &[], &others);
            assert_eq!(cost, 0, "{place:?}");
            assert!(
                rects.iter().all(|it| it.intersection(&place).is_none()),
                "{place:?}"
            );
        }
    }

    #[test]
    fn bare_containers_have_no_mark() {
        let plain = Canvas::new(300, 200, Color::WHITE).png().expect("a picture");
        let bare = Screen {
            elements: vec![
                Element {
                    bounds: Rect::new(50, 50, 250, 150),
                    path: vec![0],
                    ..Element::default()
                },
                Element {
                    path: vec![0, 0],
                    ..Element::default()
                },
            ],
            ..Screen::default()
        };
        assert_eq!(decode(&mark(&plain, &bare).expect("a picture")), decode(&plain));
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
