//! What stands where in the whole of a screen's lists, so that one element that is seen in two views is told from two
//! elements that look alike.

use std::collections::HashMap;

use ui::{Element, Rect, Screen, same::told_apart};

/// How far apart two views may put the same element, in pixels.
const TOLERANCE: i32 = 2;
/// How far two views lie apart that show nothing in common.
const APART: i32 = 100_000;

/// A list and how far it was moved.
#[derive(Debug)]
struct Moved {
    path: Vec<u16>,
    by: (i32, i32),
}

/// The elements that were seen while lists were scrolled, each once.
#[derive(Debug, Default)]
pub struct Range {
    lists: Vec<Moved>,
    seen: Vec<(Element, Rect)>,
    /// The most that one view had.
    at_once: usize,
}

impl Range {
    /// The elements so far.
    pub fn elements(&self) -> impl Iterator<Item = &Element> {
        self.seen.iter().map(|(element, _)| element)
    }

    /// Whether any list was scrolled.
    pub fn has_moved(&self) -> bool {
        !self.lists.is_empty()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.seen.len().max(self.at_once)
    }

    /// Take in the elements of the view in front. What a list has scrolled out of it, a page still names, without a
    /// place of its own.
    pub fn note(&mut self, elements: &[&Element]) {
        self.at_once = self.at_once.max(elements.len());
        for element in elements.iter().filter(|it| it.bounds.has_area()) {
            self.note_one(element);
        }
    }

    fn note_one(&mut self, element: &Element) {
        let lists = self.lists.iter().filter(|it| is_inside(element, &it.path));
        let at = lists.fold(element.bounds, |at, list| shifted(at, list.by));
        let mut seen = self.seen.iter_mut();
        match seen.find(|(other, place)| other.is_like(element) && is_same_place(*place, at)) {
            Some((_, place)) => *place = around_both(*place, at),
            None => self.seen.push((element.clone(), at)),
        }
    }

    /// A list was scrolled forward: what both views show says how far. An empty path is the whole screen.
    pub fn scrolled(&mut self, list: &[u16], before: &Screen, after: &Screen) {
        let by = shift(list, before, after).unwrap_or((APART, APART));
        match self.lists.iter_mut().find(|it| it.path == list) {
            Some(it) => it.by = (it.by.0 + by.0, it.by.1 + by.1),
            None => self.lists.push(Moved {
                path: list.to_vec(),
                by,
            }),
        }
    }
}

/// The smallest place that two are in.
pub fn around_both(a: Rect, b: Rect) -> Rect {
    Rect::new(
        a.left.min(b.left),
        a.top.min(b.top),
        a.right.max(b.right),
        a.bottom.max(b.bottom),
    )
}

fn is_inside(element: &Element, list: &[u16]) -> bool {
    element.path.len() > list.len() && element.path.starts_with(list)
}

fn shifted(at: Rect, by: (i32, i32)) -> Rect {
    Rect {
        left: at.left + by.0,
        top: at.top + by.1,
        right: at.right + by.0,
        bottom: at.bottom + by.1,
    }
}

/// Whether two places are one. What stands at the edge of a list is cut there, so a part in common is enough.
fn is_same_place(a: Rect, b: Rect) -> bool {
    let overlap = |from: (i32, i32), to: (i32, i32)| from.1.min(to.1) - from.0.max(to.0);
    overlap((a.left, a.right), (b.left, b.right)) > TOLERANCE
        && overlap((a.top, a.bottom), (b.top, b.bottom)) > TOLERANCE
}

/// How far most of what both views show once has moved; nothing where they have nothing in common.
fn shift(list: &[u16], before: &Screen, after: &Screen) -> Option<(i32, i32)> {
    let frame = before.elements.iter().find(|it| it.path == list);
    let width = i32::try_from(before.size.0).unwrap_or(i32::MAX);
    let height = i32::try_from(before.size.1).unwrap_or(i32::MAX);
    let frame = frame.map_or_else(|| Rect::new(0, 0, width, height), |it| it.bounds);
    let (before, after) = (told_apart(list, before), told_apart(list, after));
    let (mut across, mut along) = (Votes::default(), Votes::default());
    for (words, old) in before {
        if let (Some(old), Some(Some(new))) = (old, after.get(&words)) {
            across.hear(old.left, new.left, frame.left);
            across.hear(old.right, new.right, frame.right);
            along.hear(old.top, new.top, frame.top);
            along.hear(old.bottom, new.bottom, frame.bottom);
        }
    }
    match (across.most(), along.most()) {
        (None, None) => None,
        (x, y) => Some((x.unwrap_or(0), y.unwrap_or(0))),
    }
}

/// How far edges have moved, and how many of them so far.
#[derive(Default)]
struct Votes(HashMap<i32, usize>);

impl Votes {
    /// An edge in two views. At the frame of the list it is where the element is cut.
    fn hear(&mut self, old: i32, new: i32, frame: i32) {
        if old != frame && new != frame {
            *self.0.entry(old - new).or_default() += 1;
        }
    }

    /// A heading that stays where it is says nothing of the rows.
    fn most(self) -> Option<i32> {
        let most = self
            .0
            .into_iter()
            .max_by_key(|(by, count)| (*count, *by != 0, *by));
        most.map(|(by, _)| by)
    }
}
