//! A screen on a page: its picture, or its elements drawn where there is none, with marks at places of it.

use autorpa::View;
use serde::Serialize;
use ui::{Rect, Screen, visible};

/// Elements of a screen that are drawn where it has no picture.
const DRAWN: usize = 120;
/// Letters of an element's words that are drawn.
const LETTERS: usize = 40;

/// An element that is drawn: left, top, width, height, words.
pub type Drawn = (i32, i32, i32, i32, String);

/// A screen with marks, in pixels of the screen.
#[derive(Serialize)]
pub struct MarkedScreen {
    picture: Option<String>,
    width: u32,
    height: u32,
    /// What is drawn where there is no picture.
    drawn: Vec<Drawn>,
    marks: Vec<Mark>,
}

/// A marked place.
#[derive(Serialize)]
pub struct Mark {
    /// `did`, `gone` or `alike`.
    kind: &'static str,
    left: i32,
    top: i32,
    width: i32,
    height: i32,
    /// The number beside it; none where it is 0.
    number: usize,
}

impl MarkedScreen {
    /// A screen without marks. Where its elements are not kept, it has this size.
    pub fn of(view: &View, size: (u32, u32)) -> Self {
        let size = view.screen.as_ref().map_or(size, |it| it.size);
        let picture = view.picture.as_ref().map(|it| format!("/pictures/{it}"));
        let screen = view.screen.as_deref().filter(|_| picture.is_none());
        Self {
            drawn: screen.map(drawn).unwrap_or_default(),
            picture,
            width: size.0,
            height: size.1,
            marks: Vec::new(),
        }
    }

    /// The same with a mark at a place, if that is one.
    pub fn marked(mut self, kind: &'static str, place: Option<Rect>, number: usize) -> Self {
        let place = place.filter(|it| it.has_area() && self.width > 0 && self.height > 0);
        self.marks.extend(place.map(|it| Mark {
            kind,
            left: it.left,
            top: it.top,
            width: it.width(),
            height: it.height(),
            number,
        }));
        self
    }

    /// A place of a screen of this size, as it lies on this one.
    pub fn scaled(&self, place: Rect, size: (u32, u32)) -> Rect {
        let part = |at: i32, of: u32, to: u32| match of {
            0 => at,
            of => i32::try_from(i64::from(at) * i64::from(to) / i64::from(of)).unwrap_or(at),
        };
        let (x, y) = (
            |it| part(it, size.0, self.width),
            |it| part(it, size.1, self.height),
        );
        Rect::new(x(place.left), y(place.top), x(place.right), y(place.bottom))
    }
}

/// What is drawn of a screen that has no picture: the boxes of its elements, with their words.
pub fn drawn(screen: &Screen) -> Vec<Drawn> {
    let shown = screen.elements.iter().filter(|it| it.bounds.has_area());
    let with_words = shown.filter_map(|it| {
        let words = [&it.text, &it.content_description, &it.hint_text];
        let words = words.into_iter().flatten().find(|it| !it.is_empty())?;
        let short: String = visible(words).chars().take(LETTERS).collect();
        let at = it.bounds;
        Some((at.left, at.top, at.width(), at.height(), short))
    });
    with_words.take(DRAWN).collect()
}
