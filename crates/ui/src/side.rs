//! At which side of what it stands in an element is: one's own messages stand at one side of a conversation, those of
//! others at the other.

use crate::{
    element::{Element, ElementId, Rect},
    screen::Screen,
};

/// An edge that an element is clearly nearer to than to the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The left edge.
    Left,
    /// The right edge.
    Right,
}

/// Of the width that it stands in, the part by which the distances to both edges differ at least: one in so many.
const PART: i32 = 16;

impl Side {
    /// Both.
    pub const ALL: [Side; 2] = [Side::Left, Side::Right];

    /// The name as it stands in a script.
    pub fn name(self) -> &'static str {
        match self {
            Side::Left => "left",
            Side::Right => "right",
        }
    }

    /// At which side an element is of the nearest wider thing that it stands in, or of the screen. `None` where it stands in
    /// the middle, or takes up the whole width.
    pub fn of(screen: &Screen, id: ElementId) -> Option<Side> {
        let element = screen.get(id)?;
        let around = around(screen, element);
        let (left, right) = (
            element.bounds.left - around.left,
            around.right - element.bounds.right,
        );
        let differ = (left - right).abs() * PART >= around.width() && left.max(right) >= 2 * left.min(right);
        match differ {
            true if left < right => Some(Side::Left),
            true => Some(Side::Right),
            false => None,
        }
    }
}

/// The bounds of the nearest element that has another in it and is wider, or of all that the screen shows.
fn around(screen: &Screen, element: &Element) -> Rect {
    let wider = |it: &&Element| it.contains(element) && it.bounds.width() > element.bounds.width();
    let outer = screen.elements.iter().filter(wider);
    if let Some(nearest) = outer.max_by_key(|it| it.path.len()) {
        return nearest.bounds;
    }
    let all = screen.elements.iter().map(|it| it.bounds);
    all.fold(element.bounds, |all, it| {
        Rect::new(
            all.left.min(it.left),
            all.top.min(it.top),
            all.right.max(it.right),
            all.bottom.max(it.bottom),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Found, Key, Locator, find};

    /// A conversation of this width in a screen of 400.
    fn conversation(bubbles: &[(i32, i32)]) -> Screen {
        let element = |path: &[u16], bounds: Rect| Element {
            path: path.to_vec(),
            class_name: Some("TextView".to_owned()),
            bounds,
            ..Element::default()
        };
        let list = Element {
            class_name: Some("List".to_owned()),
            ..element(&[0], Rect::new(100, 0, 400, 400))
        };
        let bar = element(&[1], Rect::new(0, 400, 400, 420));
        let rows = (0..).zip(bubbles).map(|(row, (left, right))| {
            let top = 20 * i32::from(row);
            Element {
                text: Some(format!("message {row}")),
                ..element(&[0, row], Rect::new(100 + left, top, 100 + right, top + 18))
            }
        });
        Screen {
            elements: [list, bar].into_iter().chain(rows).collect(),
            ..Screen::default()
        }
    }

    fn side(bubble: (i32, i32)) -> Option<Side> {
        Side::of(&conversation(&[bubble]), ElementId(2))
    }

    #[test]
    fn a_side_is_one_of_what_an_element_stands_in() {
        assert_eq!(side((10, 120)), Some(Side::Left));
        assert_eq!(side((180, 290)), Some(Side::Right));
        // Long texts leave only some room at the other side.
        assert_eq!(side((60, 290)), Some(Side::Right));
        assert_eq!(side((10, 290)), None, "the whole width");
        assert_eq!(side((90, 210)), None, "the middle");
    }

    #[test]
    fn the_last_of_a_side_is_found_and_none_where_a_side_is_not_known() {
        let last = |screen: &Screen| {
            let asked = Locator {
                nth: Some("-1".to_owned()),
                ..Locator::by(Key::TextContains, "message").and(Key::Side, "right")
            };
            find(screen, &asked)
        };
        let screen = conversation(&[(180, 290), (10, 120), (60, 290), (10, 200)]);
        assert_eq!(last(&screen), Found::One(ElementId(4)));
        let unknown = conversation(&[(180, 290), (10, 290)]);
        assert_eq!(last(&unknown), Found::None, "the second may be one of them");
    }
}
