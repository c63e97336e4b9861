//! A canvas, 24 colours without names, and three of them that a drawing has to have.
//!
//! Which three are wanted, and which button is which, are colours: they are on the screenshot and in no list of
//! elements. A line is one pixel of the canvas thick, and covers what is below it.

use std::collections::BTreeMap;

use super::{
    random::Random,
    widgets::{button, gap, line, words},
};
use crate::{
    msg::chrome::{Msg, Widget},
    paint::Color,
    toolkit::{Gravity, Line, View, column, frame_of},
};

/// The side of the canvas, in its own pixels, which are density-independent ones.
const SIDE: i32 = 300;
/// How many colours are wanted.
const WANTED: usize = 3;
/// Buttons in a row.
const ACROSS: usize = 8;
/// The side of a button, and that of the room it has.
const BUTTON: (i32, i32) = (30, 36);

const COLORS: [Color; 24] = [
    Color::rgb(0xff0000),
    Color::rgb(0x00ff00),
    Color::rgb(0x0000ff),
    Color::rgb(0xffff00),
    Color::rgb(0xff00ff),
    Color::rgb(0x00ffff),
    Color::rgb(0x800000),
    Color::rgb(0x008000),
    Color::rgb(0x000080),
    Color::rgb(0x808000),
    Color::rgb(0x800080),
    Color::rgb(0x008080),
    Color::rgb(0xffa500),
    Color::rgb(0xff1493),
    Color::rgb(0x9932cc),
    Color::rgb(0x20b2aa),
    Color::rgb(0x4b0082),
    Color::rgb(0x00ff7f),
    Color::rgb(0xff6347),
    Color::rgb(0x00ced1),
    Color::rgb(0x9400d3),
    Color::rgb(0xf0e68c),
    Color::rgb(0xff8c00),
    Color::rgb(0x228b22),
];

/// A line on the canvas, and its colour by its place among them; `None` is black, which the page begins with.
#[derive(Clone, Copy, Debug)]
struct Stroke {
    from: (i32, i32),
    to: (i32, i32),
    color: Option<usize>,
}

/// The page.
#[derive(Clone, Debug)]
pub struct Draw {
    wanted: [usize; WANTED],
    color: Option<usize>,
    strokes: Vec<Stroke>,
    is_right: bool,
}

impl Draw {
    /// As the page begins: with an empty canvas.
    pub fn new(seed: u32) -> Self {
        Self {
            wanted: wanted(seed),
            color: None,
            strokes: Vec::new(),
            is_right: false,
        }
    }

    /// A finger moves over the canvas, in thousandths of its width and height.
    pub fn drawn(&mut self, from: (i32, i32), to: (i32, i32)) {
        self.strokes.push(Stroke {
            from,
            to,
            color: self.color,
        });
    }

    /// A button is tapped. A finger that does not move draws nothing.
    pub fn tapped(&mut self, widget: Widget) {
        match widget {
            Widget::Color(at) => self.color = Some(at),
            Widget::Clear => self.strokes.clear(),
            Widget::Submit => self.is_right = self.has_all(),
            Widget::Canvas
            | Widget::Up
            | Widget::Down
            | Widget::Left
            | Widget::Right
            | Widget::Next
            | Widget::Answer => {}
        }
    }

    /// Whether each colour that is wanted is on the canvas.
    fn has_all(&self) -> bool {
        let mut pixels = BTreeMap::new();
        for stroke in &self.strokes {
            pixels.extend(stroke.pixels().map(|it| (it, stroke.color)));
        }
        let is_there = |color: &usize| pixels.values().any(|it| *it == Some(*color));
        self.wanted.iter().all(is_there)
    }

    /// Its widgets.
    pub fn view(&self) -> Vec<View> {
        let wanted = self
            .wanted
            .map(|it| square(View::new("android.view.View"), COLORS[it], (50, 60)));
        let lines = COLORS.chunks(ACROSS).enumerate();
        let colors = lines.map(|(row, colors)| {
            let buttons = colors.iter().enumerate().map(|(at, color)| {
                let widget = Widget::Color(row * ACROSS + at);
                square(button("", widget, BUTTON.0, BUTTON.0), *color, BUTTON)
            });
            line(buttons)
        });
        let mut parts = vec![
            gap(8),
            line(wanted).id("#taskColors"),
            self.canvas(),
            gap(30),
            heading(),
            gap(14),
            column(colors)
                .id("#colorPalette")
                .class("android.view.View")
                .wide(),
            gap(18),
            line(buttons()),
        ];
        if self.is_right {
            parts.extend([gap(14), words("Success!").id("#result").at(Gravity::Center)]);
        }
        parts
    }

    fn canvas(&self) -> View {
        let lines = self.strokes.iter().map(|it| Line {
            from: it.from,
            to: it.to,
            color: it.color.map_or(Color::BLACK, |it| COLORS[it]),
        });
        let canvas = View::new("android.widget.Image")
            .id("#canvas")
            .tap(Msg::Page(Widget::Canvas))
            .stroke(Msg::Page(Widget::Canvas))
            .ground(Color::WHITE, 0)
            .lines(lines)
            .across(SIDE)
            .high(SIDE);
        let border = frame_of([canvas]).class("android.view.View").pad(1, 1);
        line([border.ground(Color::BLACK, 0)]).id("#canvasContainer")
    }
}

impl Stroke {
    /// The pixels of the canvas that it covers. The finger may leave the canvas.
    fn pixels(self) -> impl Iterator<Item = (i32, i32)> {
        let pixel = |(x, y): (i32, i32)| (x * SIDE / 1000, y * SIDE / 1000);
        let (from, to) = (pixel(self.from), pixel(self.to));
        let steps = (to.0 - from.0).abs().max((to.1 - from.1).abs()).max(1);
        let between = move |a: i32, b: i32, at: i32| a + (b - a) * at / steps;
        let all = (0..=steps).map(move |at| (between(from.0, to.0, at), between(from.1, to.1, at)));
        all.filter(|(x, y)| (0..SIDE).contains(x) && (0..SIDE).contains(y))
    }
}

/// The colours that a seed wants, each once.
fn wanted(seed: u32) -> [usize; WANTED] {
    let mut random = Random::new(seed);
    let mut left: Vec<usize> = (0..COLORS.len()).collect();
    [(); WANTED].map(|()| left.remove(random.below(left.len())))
}

/// A square of a colour in the middle of its room: side and room in density-independent pixels.
fn square(view: View, color: Color, (side, room): (i32, i32)) -> View {
    let inside = view.across(side).high(side).at(Gravity::Center).ground(color, 0);
    frame_of([inside])
        .class("android.view.View")
        .across(room)
        .high(room)
}

/// What stands over the colours.
pub fn heading() -> View {
    words("Available Colors:").at(Gravity::Center)
}

/// The buttons below the colours, which a browser without scripts shows as well.
pub fn buttons() -> [View; 2] {
    [
        button("Clear", Widget::Clear, 64, 36).id("#clearButton"),
        button("Submit", Widget::Submit, 72, 36).id("#submitButton"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEED: u32 = 461_184_702;

    fn drawn(heights: [i32; WANTED]) -> Draw {
        let mut page = Draw::new(SEED);
        for (color, high) in page.wanted.into_iter().zip(heights) {
            page.tapped(Widget::Color(color));
            page.drawn((200, high), (800, high + 50));
        }
        page.tapped(Widget::Submit);
        page
    }

    /// What the page's own script makes of this seed.
    #[test]
    fn three_colours_are_wanted() {
        let names = wanted(SEED).map(|it| COLORS[it]);
        assert_eq!(names, [0x008080, 0xff00ff, 0x000080].map(Color::rgb));
    }

    #[test]
    fn each_of_them_has_to_be_seen() {
        assert!(drawn([100, 300, 500]).is_right);
        // What is drawn over is not there.
        assert!(!drawn([100, 100, 500]).is_right);
        // Nor is what lies beside the canvas.
        assert!(!drawn([100, 300, 1000]).is_right);
        let mut page = drawn([100, 300, 500]);
        page.tapped(Widget::Clear);
        page.tapped(Widget::Submit);
        assert!(!page.is_right);
    }

    #[test]
    fn black_and_a_tap_draw_no_colour() {
        let mut page = Draw::new(SEED);
        page.drawn((0, 0), (900, 900));
        page.tapped(Widget::Submit);
        assert!(!page.is_right);
        for color in page.wanted {
            page.tapped(Widget::Color(color));
            page.tapped(Widget::Canvas);
        }
        page.tapped(Widget::Submit);
        assert!(!page.is_right);
    }
}
