//! What is done at places: presses on a drawing, handles that are moved, texts that are selected.

use ui::{Action, ElementId, HardAction, Points, Rect, Role};

use crate::{
    gesture::{Open, Press},
    heard::{Kind, Marked, Node},
    recorder::Recorder,
    step::{Note, Reason, Update},
};

/// A way may leave out a place that is not farther than this from it, in pixels.
const CLOSE: f64 = 3.0;

impl Recorder {
    /// A press on a drawing, on a mark of an entry or on a handle, and where the pointer went from there.
    pub(super) fn at_points(&mut self, open: &Open, press: &Press, area: Rect, changed: bool) {
        let name = self.name(open, &press.on);
        if !press.is_plain() {
            let what = format!("{name} was pressed twice, with another button, or with a key held");
            return self.gap(what, Reason::NoAction);
        }
        if let Some(inside) = &press.on.closed {
            let inside = inside.clone();
            return self.gap(format!("{name} was pressed"), Reason::Closed { inside });
        }
        let Some(target) = press.on.id.and_then(|it| open.look.find(it)) else {
            return self.gap(format!("{name} was pressed"), Reason::NotListed);
        };
        // Entries begin alike, and are as long as their texts.
        let is_at_the_beginning = press.on.is == Kind::Mark && press.from.0 < area.center().0;
        let points = |all: &[(i32, i32)]| match press.on.is == Kind::Handle || is_at_the_beginning {
            true => Points::by_pixels(all, area).to_string(),
            false => Points::of_drawing(all, area).to_string(),
        };
        let action: HardAction = match &press.end {
            Some((_, end)) if press.moved() => {
                let mut way = vec![press.from];
                way.extend(&press.way);
                way.push(*end);
                Action::DragAlong {
                    target,
                    path: points(&straightened(&way)),
                }
            }
            Some(_) | None => Action::ClickAt {
                target,
                at: points(&[press.from]),
            },
        };
        self.aimed(open, &press.on, action);
        if !changed && let Some(last) = self.last_step() {
            last.notes.push(Note::ShowsNothing);
        }
    }

    /// A slider was brought to a value, wherever it was pressed for that. What is passed on the way to a value is none.
    pub(super) fn slide(&mut self, open: &Open, on: &Node, target: ElementId, text: String) {
        let action = Action::InputText {
            target: Some(target),
            text,
            clear: true,
        };
        let goes_on = self.steps.last_mut().filter(|last| {
            let (was, is) = (last.screen.get(target), open.look.screen.get(target));
            let into = matches!(last.action, Action::InputText { target: Some(it), .. } if it == target);
            into && last.page == open.page
                && was
                    .zip(is)
                    .is_some_and(|(a, b)| a.is(Role::Slider) && a.says_the_same(b))
        });
        match goes_on {
            Some(last) => {
                last.action = action;
                self.told.push(Update::Again(self.steps.len() - 1));
            }
            None => self.aimed(open, on, action),
        }
    }

    /// A text was selected. Where that alone changes nothing, it is a step only if what is done next needs it.
    pub(super) fn select_text(&mut self, open: &Open, marked: &Marked, changed: bool) {
        let text = marked.text.clone();
        let target = marked.on.id.and_then(|it| open.look.find(it));
        match (target, changed) {
            (Some(target), true) => self.aimed(open, &marked.on, Action::SelectText { target, text }),
            (Some(target), false) => self.hold_back(open, Action::SelectText { target, text }),
            (None, true) => self.gap(format!("\"{text}\" was selected"), Reason::NotListed),
            (None, false) => {
                let what = format!("select \"{text}\"");
                self.told.push(Update::Note(Note::ChangedNothing { what }));
            }
        }
    }
}

/// A way without the places that lie on the straight line between their neighbours.
fn straightened(way: &[(i32, i32)]) -> Vec<(i32, i32)> {
    let (Some(first), Some(last)) = (way.first(), way.last()) else {
        return Vec::new();
    };
    let mut bend = None;
    for (nth, place) in way.iter().enumerate() {
        let off = distance(*place, *first, *last);
        if off > bend.map_or(CLOSE, |(_, farthest)| farthest) {
            bend = Some((nth, off));
        }
    }
    let Some((nth, _)) = bend else {
        return vec![*first, *last];
    };
    let (before, after) = (&way[..=nth], &way[nth..]);
    let mut all = straightened(before);
    all.pop();
    all.extend(straightened(after));
    all
}

/// How far a place is from the line between two others.
fn distance(place: (i32, i32), from: (i32, i32), to: (i32, i32)) -> f64 {
    let [(x, y), (ax, ay), (bx, by)] = [place, from, to].map(|(x, y)| (f64::from(x), f64::from(y)));
    let (dx, dy) = (bx - ax, by - ay);
    let along = dx * dx + dy * dy;
    let part = if along > 0.0 {
        (((x - ax) * dx + (y - ay) * dy) / along).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (x - ax - dx * part).hypot(y - ay - dy * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_keeps_its_bends_and_no_more() {
        let straight: Vec<(i32, i32)> = (0..20).map(|x| (x * 5, 40 + x % 2)).collect();
        assert_eq!(straightened(&straight), [(0, 40), (95, 41)]);
        let corner = [(0, 0), (20, 1), (40, 0), (60, 0), (60, 20), (59, 40), (60, 60)];
        assert_eq!(straightened(&corner), [(0, 0), (60, 0), (60, 60)]);
        // There and back again is no point.
        assert_eq!(
            straightened(&[(0, 0), (50, 0), (0, 0)]),
            [(0, 0), (50, 0), (0, 0)]
        );
        assert_eq!(straightened(&[(3, 4)]), [(3, 4), (3, 4)]);
    }
}
