//! Actions at points of an element: a press at one, a way over several, and the selection of a text.

use device::DeviceError;
use serde::Deserialize;
use ui::{Chord, ElementId, HardAction, HowMany, Points, Press};

use crate::{
    act::{Pressed, Strayed, mouse, presses},
    drag::pointer,
    keys,
    page::Page,
};

/// The pointer passes a place at least every so many pixels.
const STRIDE: f64 = 15.0;
/// Places that it passes between two points at most.
const MOST_STEPS: f64 = 12.0;
/// Longer texts are not selected by keys.
const MOST_KEYS: usize = 2_000;

/// How a place of an element stands, as the page says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum There {
    /// A press there is the element's own.
    Ok,
    /// The element is not there any more.
    #[default]
    Gone,
    /// The place is not in the window.
    Outside,
    /// Something else would get the press.
    Covered,
}

/// The box of an element, in pixels of its own document, and how a place in it stands.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Place {
    state: There,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    /// What would get the press.
    by: String,
}

/// Where a text stands in what an element shows, or in what a field holds.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Written {
    state: There,
    by: String,
    /// How often it stands there.
    times: usize,
    /// In a field: how many characters there are before it.
    before: Option<usize>,
    /// Before its first character.
    x: f64,
    y: f64,
    /// Behind its last one.
    to_x: f64,
    to_y: f64,
}

impl Page {
    /// Press at one point of an element.
    pub(crate) fn click_at(
        &mut self,
        target: ElementId,
        at: &str,
        action: &HardAction,
    ) -> Result<(), DeviceError> {
        let places = self.places(target, at, HowMany::One, action)?;
        let Some((x, y)) = places.first().copied() else {
            return self.out_of_reach(target, action, "is not there any more");
        };
        let mut all = vec![pointer("mouseMoved", (x, y), false)];
        all.extend(presses(x, y, Press::Once, 0));
        let Some(pressed) = self.send_press(usize::MAX, all, action)? else {
            // The document went away with the press: that was its effect.
            return Ok(());
        };
        let own = match pressed.strayed {
            Strayed::Nothing => true,
            Strayed::Press | Strayed::Redraw => false,
            Strayed::Click => self.gone_with_press(target)?,
        };
        match own {
            true => Ok(()),
            false => self.out_of_reach(target, action, "moves away under the pointer"),
        }
    }

    /// Press at the first point, pass the others, release at the last.
    pub(crate) fn drag_along(
        &mut self,
        target: ElementId,
        path: &str,
        action: &HardAction,
    ) -> Result<(), DeviceError> {
        let places = self.places(target, path, HowMany::AWay, action)?;
        let Some((first, others)) = places.split_first() else {
            return self.out_of_reach(target, action, "is not there any more");
        };
        self.drag_over(target, *first, others, action)
    }

    /// Select a text that stands once in an element: with the pointer, and by keys in a field.
    pub(crate) fn select_text(
        &mut self,
        target: ElementId,
        text: &str,
        action: &HardAction,
    ) -> Result<(), DeviceError> {
        let refused = |reason| DeviceError::NotTaken {
            value: text.to_owned(),
            reason,
        };
        self.aim(target, action)?;
        let named = serde_json::Value::String(text.to_owned());
        let question = |it: usize| format!("autorpa.written({it}, {named})");
        let written: Written = self.ask(target.0, question)?;
        match written.times {
            0 => return Err(refused("the element does not show this text")),
            1 => {}
            _ => return Err(refused("the text stands there more than once: select more of it")),
        }
        match written.before {
            Some(before) => self.select_by_keys(target, before, text, action)?,
            None => {
                self.can_be_pressed(target, written.state, &written.by, action)?;
                let from = self.on_the_page(target.0, (written.x, written.y))?;
                let to = self.on_the_page(target.0, (written.to_x, written.to_y))?;
                let (Some(from), Some(to)) = (from, to) else {
                    return self.out_of_reach(target, action, "is not in the window");
                };
                self.drag_over(target, from, &[to], action)?;
            }
        }
        match self.ask(target.0, |it| format!("autorpa.isSelected({it}, {named})"))? {
            true => Ok(()),
            false => Err(refused("the page has selected something else, or nothing")),
        }
    }

    /// Select a part of what a field holds.
    fn select_by_keys(
        &mut self,
        target: ElementId,
        before: usize,
        text: &str,
        action: &HardAction,
    ) -> Result<(), DeviceError> {
        let length = text.chars().count();
        if before + length > MOST_KEYS {
            return Err(DeviceError::NotTaken {
                value: text.to_owned(),
                reason: "the text in the field is too long for the keys that select it",
            });
        }
        self.reach(target, action, Press::Once)?;
        let keys = |keys: &str| {
            let chord: Chord = keys.parse().map_err(|source| DeviceError::NoKeys { source })?;
            Ok::<_, DeviceError>(keys::chord(&chord))
        };
        let mut all = keys("Control+Home")?;
        for (key, times) in [("ArrowRight", before), ("Shift+ArrowRight", length)] {
            let one = keys(key)?;
            for _ in 0..times {
                all.extend(one.iter().cloned());
            }
        }
        self.send(all, action)
    }

    /// Press at a place of an element, move past others with the button held, release at the last.
    fn drag_over(
        &mut self,
        target: ElementId,
        from: (f64, f64),
        others: &[(f64, f64)],
        action: &HardAction,
    ) -> Result<(), DeviceError> {
        let press = vec![
            pointer("mouseMoved", from, false),
            (
                "Input.dispatchMouseEvent",
                mouse("mousePressed", from.0, from.1, 1, 0),
            ),
        ];
        self.send(press, action)?;
        if let Err(error) = self.own_press(target, action) {
            self.send(vec![pointer("mouseReleased", from, true)], action)?;
            return Err(error);
        }
        let mut at = from;
        for to in others {
            let far = (to.0 - at.0).hypot(to.1 - at.1);
            let steps = (far / STRIDE).ceil().clamp(1.0, MOST_STEPS) as u32;
            for step in 1..=steps {
                let part = f64::from(step) / f64::from(steps);
                // Each move is waited for: pages and the browser go by how far the pointer has come.
                self.move_held((at.0 + (to.0 - at.0) * part, at.1 + (to.1 - at.1) * part), action)?;
            }
            at = *to;
        }
        self.send(vec![pointer("mouseReleased", at, true)], action)
    }

    /// Refuse a press that was not the element's own: the page has not had it.
    fn own_press(&mut self, target: ElementId, action: &HardAction) -> Result<(), DeviceError> {
        let pressed: Option<Pressed> = self.ask(target.0, |it| format!("autorpa.pressed({it}, 0)"))?;
        match pressed {
            Some(it) if matches!(it.strayed, Strayed::Press | Strayed::Redraw) => {
                self.out_of_reach(target, action, "moves away under the pointer")
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Points of an element as places of the page, once the element is there, still and in the window and the first of them
    /// is its own.
    fn places(
        &mut self,
        target: ElementId,
        points: &str,
        how_many: HowMany,
        action: &HardAction,
    ) -> Result<Vec<(f64, f64)>, DeviceError> {
        let no_point = |source| DeviceError::NoPoint {
            value: points.to_owned(),
            source,
        };
        let read: Points = points.parse().map_err(no_point)?;
        read.are(how_many).map_err(no_point)?;
        if self.aim(target, action)?.select.is_some() {
            return self.out_of_reach(target, action, "is a list of the browser");
        }
        let bounds: Place = self.ask(target.0, |it| format!("autorpa.place({it}, null)"))?;
        let on = |it: &Place| read.on((it.left, it.top, it.width, it.height), how_many);
        let mut places = on(&bounds).map_err(no_point)?;
        let first = |places: &[(f64, f64)]| places.first().copied().unwrap_or_default();
        let mut there = self.place(target, first(&places))?;
        if (there.left, there.top) != (bounds.left, bounds.top) {
            // The page was scrolled for it.
            places = on(&there).map_err(no_point)?;
            there = self.place(target, first(&places))?;
        }
        let (x, y) = first(&places);
        let inside = (there.left..there.left + there.width).contains(&x)
            && (there.top..there.top + there.height).contains(&y);
        if !inside {
            return Err(no_point(ui::PointError::Beside));
        }
        self.can_be_pressed(target, there.state, &there.by, action)?;
        let (width, height) = self.viewport();
        let window = (0.0..f64::from(width), 0.0..f64::from(height));
        let mut found = Vec::with_capacity(places.len());
        for place in places {
            match self.on_the_page(target.0, place)? {
                Some((x, y)) if window.0.contains(&x) && window.1.contains(&y) => found.push((x, y)),
                Some(_) | None => return Err(no_point(ui::PointError::Beside)),
            }
        }
        Ok(found)
    }

    /// How a place of an element stands; the page is scrolled to where it shows.
    fn place(&mut self, target: ElementId, (x, y): (f64, f64)) -> Result<Place, DeviceError> {
        self.ask(target.0, |it| format!("autorpa.place({it}, [{x}, {y}])"))
    }

    fn can_be_pressed(
        &self,
        target: ElementId,
        state: There,
        by: &str,
        action: &HardAction,
    ) -> Result<(), DeviceError> {
        match state {
            There::Ok => Ok(()),
            There::Gone => self.out_of_reach(target, action, "is not there any more"),
            There::Outside => self.out_of_reach(target, action, "can't be scrolled into the window there"),
            There::Covered => self.out_of_reach(target, action, &format!("is covered there by {by}")),
        }
    }
}
