//! Points of an element: where in its box something is pressed, and where the pointer goes from there.

use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::element::Rect;

/// A percent, in the unit of [`Offset::Share`].
const PERCENT: i32 = 100;
/// The whole, in the unit of [`Offset::Share`].
const WHOLE: i32 = 100 * PERCENT;
/// No way over an element has more points.
const MOST: usize = 200;
/// No hand meets a point nearer than this twice, in pixels.
const NEAR: i64 = 6;
/// No point is farther from its element, in its own size or in pixels.
const FARTHEST: i32 = 1_000_000;
/// How much the shape of an element may have changed, in percent, for shares of it to be the same points.
const BENDS: i64 = 3;

/// How far a point lies from the left or the upper edge of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Offset {
    /// A share of the element's width or height, in hundredths of a percent.
    Share(i32),
    /// So many pixels.
    Pixels(i32),
}

/// A point, from the left and the upper edge of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point {
    /// From the left edge.
    pub x: Offset,
    /// From the upper edge.
    pub y: Offset,
}

/// One point of an element, or several that the pointer passes one after the other with its button held; written as
/// `25%,50%`, `10%,50% 90%,50%` or `50%,50% 83px,50%`, and with the size that the element had, `25%,50% of 400x300`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Points {
    all: Vec<Point>,
    /// The element's width and height where the points were shown.
    of: Option<(u32, u32)>,
}

/// Why a text names no points.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PointError {
    /// It can't be read.
    #[error("\"{text}\" names no point of an element; write it as 25%,50%, with a blank between several")]
    Unread {
        /// The text.
        text: String,
    },
    /// Another number of points is needed.
    #[error("{found} points, where {needed}")]
    Number {
        /// How many there are.
        found: usize,
        /// How many are needed.
        needed: &'static str,
    },
    /// The first one is not on the element, or one is not on the screen.
    #[error("it is beside the element, or beside the screen")]
    Beside,
    /// The element has another shape than where the points were shown.
    #[error(
        "the element was {}x{} and is {}x{}: its points are others now",
        was.0, was.1, is.0, is.1
    )]
    Reshaped {
        /// Its size then.
        was: (u32, u32),
        /// Its size now.
        is: (u32, u32),
    },
}

impl Offset {
    /// The number that stands before the unit, and the unit.
    pub fn in_parts(self) -> (f64, &'static str) {
        match self {
            Offset::Share(share) => (f64::from(share) / f64::from(PERCENT), "%"),
            Offset::Pixels(pixels) => (f64::from(pixels), "px"),
        }
    }

    /// The place on an axis where the element begins at `from` and is so long. A share of the whole stays within it.
    fn on(self, from: f64, length: f64) -> f64 {
        match self {
            Offset::Share(share) => {
                let at = from + length * f64::from(share) / f64::from(WHOLE);
                let inside = (0..=WHOLE).contains(&share) && length >= 1.0;
                if inside {
                    at.clamp(from + 0.5, from + length - 0.5)
                } else {
                    at
                }
            }
            Offset::Pixels(pixels) => from + f64::from(pixels),
        }
    }

    /// How far a place is from where the element begins: a share of its length, or pixels where it lies beside it.
    fn at(place: i32, from: i32, length: i32) -> Self {
        let by = place.saturating_sub(from);
        if length <= 0 || !(0..=length).contains(&by) {
            return Offset::Pixels(by);
        }
        // Within an element that long nothing overflows.
        let share = (i64::from(by) * i64::from(WHOLE) + i64::from(length) / 2) / i64::from(length);
        Offset::Share(i32::try_from(share).unwrap_or(WHOLE))
    }

    fn read(text: &str) -> Option<Self> {
        let offset = match text.strip_suffix("px") {
            Some(pixels) => Offset::Pixels(pixels.parse().ok()?),
            None => {
                let share = text.strip_suffix('%')?;
                let (sign, share) = share.strip_prefix('-').map_or((1, share), |it| (-1, it));
                let (whole, part) = share.split_once('.').unwrap_or((share, ""));
                let digits = |it: &str| it.bytes().all(|it| it.is_ascii_digit());
                if whole.is_empty() || part.len() > 2 || !digits(whole) || !digits(part) {
                    return None;
                }
                let part: i32 = format!("{part:0<2}").parse().ok()?;
                Offset::Share(
                    sign * whole
                        .parse::<i32>()
                        .ok()?
                        .checked_mul(PERCENT)?
                        .checked_add(part)?,
                )
            }
        };
        let (Offset::Share(by) | Offset::Pixels(by)) = offset;
        (by.abs() <= FARTHEST).then_some(offset)
    }
}

impl Point {
    /// A place as a point of an element's box, all in pixels of one screen.
    fn at((x, y): (i32, i32), bounds: Rect) -> Self {
        Point {
            x: Offset::at(x, bounds.left, bounds.width()),
            y: Offset::at(y, bounds.top, bounds.height()),
        }
    }
}

impl Points {
    /// Places on a drawing with this box: what is at its middle is there as well where it is larger.
    pub fn of_drawing(places: &[(i32, i32)], bounds: Rect) -> Self {
        let all = places.iter().map(|it| Point::at(*it, bounds)).collect();
        let size = |it: i32| u32::try_from(it).unwrap_or(0);
        let of = (size(bounds.width()), size(bounds.height()));
        Self { all, of: Some(of) }
    }

    /// Places from the left and upper edge of an element with this box, where they have nothing to do with its size: how far a
    /// handle is moved, what stands where an entry begins.
    pub fn by_pixels(places: &[(i32, i32)], bounds: Rect) -> Self {
        let pixels = |(x, y): &(i32, i32)| Point {
            x: Offset::Pixels(x.saturating_sub(bounds.left)),
            y: Offset::Pixels(y.saturating_sub(bounds.top)),
        };
        let all = places.iter().map(pixels).collect();
        Self { all, of: None }
    }

    /// The points.
    pub fn all(&self) -> &[Point] {
        &self.all
    }

    /// The size of the element where they were shown.
    pub fn of(&self) -> Option<(u32, u32)> {
        self.of
    }

    /// Where they are on an element with this left and upper edge, width and height; `how_many` says how many there are to
    /// be. Refused where the element has another shape than it had.
    pub fn on(
        &self,
        (left, top, width, height): (f64, f64, f64, f64),
        how_many: HowMany,
    ) -> Result<Vec<(f64, f64)>, PointError> {
        self.are(how_many)?;
        if let Some(was) = self.of {
            let is = (width.round() as u32, height.round() as u32);
            if !have_one_shape(was, is) {
                return Err(PointError::Reshaped { was, is });
            }
        }
        let place = |it: &Point| (it.x.on(left, width), it.y.on(top, height));
        Ok(self.all.iter().map(place).collect())
    }

    /// The same on an element's box, in whole pixels. The first has to lie on the element, all of them on the screen.
    pub fn on_box(
        &self,
        bounds: Rect,
        screen: Rect,
        how_many: HowMany,
    ) -> Result<Vec<(i32, i32)>, PointError> {
        let [left, top, width, height] =
            [bounds.left, bounds.top, bounds.width(), bounds.height()].map(f64::from);
        let places = self.on((left, top, width, height), how_many)?;
        let places: Vec<(i32, i32)> = places
            .into_iter()
            .map(|(x, y)| (x.floor() as i32, y.floor() as i32))
            .collect();
        let first = places.first().is_some_and(|(x, y)| bounds.contains(*x, *y));
        match first && places.iter().all(|(x, y)| screen.contains(*x, *y)) {
            true => Ok(places),
            false => Err(PointError::Beside),
        }
    }

    /// Whether the element had one shape where both were shown, as far as that is known.
    pub fn are_of_one_shape(&self, other: &Points) -> bool {
        let sizes = self.of.zip(other.of);
        sizes.is_none_or(|(one, other)| have_one_shape(one, other))
    }

    /// Whether a hand may have meant the same points.
    pub fn are_near(&self, other: &Points) -> bool {
        let [across, down] = [0, 1].map(|axis| self.nearness(axis));
        let near = |(a, b): (&Point, &Point)| across.admits(a.x, b.x) && down.admits(a.y, b.y);
        self.are_of_one_shape(other)
            && self.all.len() == other.all.len()
            && self.all.iter().zip(&other.all).all(near)
    }

    /// How far two offsets of one point may differ on an axis, the first of which is 0: none where nobody knows how large
    /// the element was.
    pub fn nearness(&self, axis: usize) -> Nearness {
        let length = self
            .of
            .map(|(width, height)| if axis == 0 { width } else { height });
        Nearness {
            share: length.map_or(0, |it| NEAR * i64::from(WHOLE) / i64::from(it.max(1))),
        }
    }

    /// Whether there are as many as are needed.
    pub fn are(&self, how_many: HowMany) -> Result<(), PointError> {
        let found = self.all.len();
        match how_many {
            HowMany::One if found == 1 => Ok(()),
            HowMany::AWay if found > 1 => Ok(()),
            HowMany::One => Err(PointError::Number {
                found,
                needed: "one is needed",
            }),
            HowMany::AWay => Err(PointError::Number {
                found,
                needed: "a way has two or more",
            }),
        }
    }
}

/// How far two offsets may differ that a hand meant to be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nearness {
    share: i64,
}

impl Nearness {
    /// Whether a hand may have meant the same by two offsets.
    pub fn admits(self, one: Offset, other: Offset) -> bool {
        let by = |a: i32, b: i32| (i64::from(a) - i64::from(b)).abs();
        match (one, other) {
            (Offset::Share(a), Offset::Share(b)) => by(a, b) <= self.share,
            (Offset::Pixels(a), Offset::Pixels(b)) => by(a, b) <= NEAR,
            (Offset::Share(_), Offset::Pixels(_)) | (Offset::Pixels(_), Offset::Share(_)) => false,
        }
    }
}

/// How many points an action needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HowMany {
    /// One, where something is pressed.
    One,
    /// Two or more: where the pointer goes down, passes and goes up.
    AWay,
}

/// Whether two sizes have the same proportions.
fn have_one_shape(one: (u32, u32), other: (u32, u32)) -> bool {
    let a = i64::from(one.0) * i64::from(other.1);
    let b = i64::from(one.1) * i64::from(other.0);
    // A pixel more or less is how a layout rounds.
    let rounding = i64::from(one.0.max(one.1).max(other.0).max(other.1));
    (a - b).abs() <= (a.max(b) * BENDS / 100).max(rounding)
}

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Offset::Share(share) => {
                let sign = if *share < 0 { "-" } else { "" };
                let (whole, part) = (share.abs() / PERCENT, share.abs() % PERCENT);
                match part {
                    0 => write!(f, "{sign}{whole}%"),
                    _ if part % 10 == 0 => write!(f, "{sign}{whole}.{}%", part / 10),
                    _ => write!(f, "{sign}{whole}.{part:02}%"),
                }
            }
            Offset::Pixels(pixels) => write!(f, "{pixels}px"),
        }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, point) in self.all.iter().enumerate() {
            let blank = if nth > 0 { " " } else { "" };
            write!(f, "{blank}{point}")?;
        }
        match self.of {
            Some((width, height)) => write!(f, " of {width}x{height}"),
            None => Ok(()),
        }
    }
}

impl FromStr for Offset {
    type Err = PointError;

    fn from_str(text: &str) -> Result<Self, PointError> {
        Offset::read(text).ok_or_else(|| PointError::Unread {
            text: text.to_owned(),
        })
    }
}

impl FromStr for Point {
    type Err = PointError;

    fn from_str(text: &str) -> Result<Self, PointError> {
        let read = || {
            let (x, y) = text.split_once(',')?;
            Some(Point {
                x: Offset::read(x)?,
                y: Offset::read(y)?,
            })
        };
        read().ok_or_else(|| PointError::Unread {
            text: text.to_owned(),
        })
    }
}

impl FromStr for Points {
    type Err = PointError;

    fn from_str(text: &str) -> Result<Self, PointError> {
        let unread = || PointError::Unread {
            text: text.to_owned(),
        };
        let (points, of) = match text.split_once(" of ") {
            Some((points, size)) => {
                let (width, height) = size.trim().split_once('x').ok_or_else(unread)?;
                let side = |it: &str| it.parse::<u32>().ok().filter(|it| (1..=65_535).contains(it));
                let size = side(width).zip(side(height)).ok_or_else(unread)?;
                (points, Some(size))
            }
            None => (text, None),
        };
        let all: Result<Vec<Point>, PointError> = points.split_whitespace().map(str::parse).collect();
        let all = all.map_err(|_| unread())?;
        if all.is_empty() || all.len() > MOST {
            return Err(unread());
        }
        Ok(Self { all, of })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SCREEN: Rect = Rect {
        left: 0,
        top: 0,
        right: 5000,
        bottom: 5000,
    };

    fn points(text: &str) -> Points {
        text.parse().expect("it names points")
    }

    #[test]
    fn what_can_be_written_is_read_as_it_was_written() {
        for text in [
            "25%,50%",
            "0%,100%",
            "33.33%,0.5%",
            "0.05%,12px",
            "-5%,-3px",
            "10%,50% 90%,50%",
            "50%,50% 83px,50% 120px,50% of 6x40",
        ] {
            assert_eq!(points(text).to_string(), text);
        }
    }

    #[test]
    fn what_names_no_point_is_refused() {
        for text in [
            "",
            " ",
            "25%",
            "25,50",
            "25%,",
            "25%,50%,1%",
            "a%,b%",
            ".5%,1%",
            "1.234%,1%",
            "--1%,1%",
            "-,1%",
            "1e3%,1%",
            "1.5px,1%",
            "25%,50% of",
            "25%,50% of 0x4",
            "25%,50% of 4",
            "99999999999%,1%",
            "20000000px,1%",
        ] {
            assert!(text.parse::<Points>().is_err(), "{text}");
        }
        assert!("1%,1% ".repeat(MOST + 1).parse::<Points>().is_err());
    }

    #[test]
    fn shares_hold_on_a_larger_box_and_not_on_one_of_another_shape() {
        let at = points("25%,50% of 400x300");
        let on = |width, height| at.on_box(Rect::new(10, 20, 10 + width, 20 + height), SCREEN, HowMany::One);
        assert_eq!(on(400, 300), Ok(vec![(110, 170)]));
        assert_eq!(on(800, 600), Ok(vec![(210, 320)]));
        assert_eq!(on(401, 300), Ok(vec![(110, 170)]));
        let reshaped = |is| Err(PointError::Reshaped { was: (400, 300), is });
        assert_eq!(on(800, 300), reshaped((800, 300)));
        assert_eq!(on(300, 400), reshaped((300, 400)));
        // Nobody said how large it was.
        let bare = points("25%,50%").on_box(Rect::new(0, 0, 800, 300), SCREEN, HowMany::One);
        assert_eq!(bare, Ok(vec![(200, 150)]));
    }

    #[test]
    fn a_hand_meets_a_point_again_but_for_a_few_pixels() {
        let near = |a: &str, b: &str| points(a).are_near(&points(b));
        assert!(near("25%,50% of 400x300", "26.5%,48% of 400x300"));
        assert!(near("25%,50% of 400x300", "25%,50% of 800x600"));
        assert!(!near("25%,50% of 400x300", "27%,50% of 400x300"));
        assert!(!near("25%,50% of 400x300", "25%,50% of 800x300"));
        assert!(!near("25%,50%", "25.01%,50%"));
        assert!(near("8px,50%", "14px,50%") && !near("8px,50%", "15px,50%"));
        assert!(!near("8px,50%", "8%,50%"));
        assert!(!near("1%,1% 2%,2%", "1%,1%"));
    }

    #[test]
    fn an_edge_is_still_inside() {
        let corner = |text: &str| points(text).on_box(Rect::new(0, 0, 100, 50), SCREEN, HowMany::One);
        assert_eq!(corner("0%,0%"), Ok(vec![(0, 0)]));
        assert_eq!(corner("100%,100%"), Ok(vec![(99, 49)]));
        assert_eq!(corner("101%,5px"), Err(PointError::Beside));
        let way = |text: &str| points(text).on_box(Rect::new(5, 5, 15, 15), SCREEN, HowMany::AWay);
        assert_eq!(way("50%,50% 83px,50%"), Ok(vec![(10, 10), (88, 10)]));
        assert_eq!(way("50%,50% -83px,50%"), Err(PointError::Beside));
        assert_eq!(way("83px,50% 50%,50%"), Err(PointError::Beside));
    }

    #[test]
    fn one_point_is_no_way_and_a_way_is_no_point() {
        let none = Rect::new(0, 0, 10, 10);
        assert!(points("1%,1%").on_box(none, SCREEN, HowMany::AWay).is_err());
        assert!(points("1%,1% 2%,2%").on_box(none, SCREEN, HowMany::One).is_err());
    }

    proptest! {
        #[test]
        fn a_place_in_a_box_is_found_again(width in 1..4000i32, height in 1..4000i32, x in 0.0..1.0f64, y in 0.0..1.0f64) {
            let bounds = Rect::new(7, 9, 7 + width, 9 + height);
            let place = (7 + (f64::from(width) * x) as i32, 9 + (f64::from(height) * y) as i32);
            let points = Points::of_drawing(&[place], bounds);
            let read: Points = points.to_string().parse().expect("what is written is read");
            prop_assert_eq!(&read, &points);
            let again = read.on_box(bounds, SCREEN, HowMany::One).expect("the same box")[0];
            prop_assert!((again.0 - place.0).abs() <= 1 && (again.1 - place.1).abs() <= 1, "{:?} is not {:?}", again, place);
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".{0,40}") {
            if let Ok(points) = text.parse::<Points>() {
                prop_assert_eq!(points.to_string().parse::<Points>(), Ok(points));
            }
        }
    }
}
