//! Points of an element as places on a screen of whole pixels.

use ui::{HowMany, Points, Rect};

use crate::error::DeviceError;

/// Where points of an element with this box are on the screen.
///
/// # Errors
/// They can't be read, are not so many, or lie beside the element or the screen; or the element has another shape now.
pub fn places(
    points: &str,
    bounds: Rect,
    screen: Rect,
    how_many: HowMany,
) -> Result<Vec<(i32, i32)>, DeviceError> {
    let read = points
        .parse()
        .and_then(|it: Points| it.on_box(bounds, screen, how_many));
    read.map_err(|source| DeviceError::NoPoint {
        value: points.to_owned(),
        source,
    })
}

/// The two ends of a way over an element, where a finger only moves straight.
///
/// # Errors
/// As those of [`places`], and where the way has a bend.
pub fn straight_way(path: &str, bounds: Rect, screen: Rect) -> Result<[(i32, i32); 2], DeviceError> {
    let all = places(path, bounds, screen, HowMany::AWay)?;
    all.try_into().map_err(|_| DeviceError::NotTaken {
        value: path.to_owned(),
        reason: "a finger moves straight here, from one point to another",
    })
}
