//! What stands where in the whole of a screen's lists, so that one element that is seen in two views is told from two
//! elements that look alike.

use std::collections::{HashMap, HashSet};

use ui::{
    Element, Rect, Screen,
    same::{Words, told_apart, words_of},
};

/// How far apart two views may put the same element, in pixels.
const TOLERANCE: i32 = 2;
/// How far two views lie apart that show nothing in common.
const APART: i32 = 100_000;
/// Elements of a view that are held against those of another one at most.
const MOST_FITTED: usize = 600;
/// Distances that are tried at most.
const MOST_DISTANCES: usize = 200;
/// Texts that two views have in common by no chance.
const FEWEST_TEXTS: usize = 2;

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

    /// Where an element of the view in front stands in the whole of the lists.
    pub fn place_of(&self, element: &Element) -> Rect {
        let lists = self.lists.iter().filter(|it| is_inside(element, &it.path));
        lists.fold(element.bounds, |at, list| shifted(at, list.by))
    }

    fn note_one(&mut self, element: &Element) {
        let at = self.place_of(element);
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
pub fn is_same_place(a: Rect, b: Rect) -> bool {
    let overlap = |from: (i32, i32), to: (i32, i32)| from.1.min(to.1) - from.0.max(to.0);
    overlap((a.left, a.right), (b.left, b.right)) > TOLERANCE
        && overlap((a.top, a.bottom), (b.top, b.bottom)) > TOLERANCE
}

/// How far a list has moved: so far that each of two views shows all that the other one shows and it should. Of several such
/// distances, the one at which most different texts are the same; where several are as good, nothing is known. One text that is the
/// same may be so by chance, unless both views show it once. Where there is no such distance, because something has changed, it is
/// as far as most of what both show once; nothing is known where they have nothing in common.
fn shift(list: &[u16], before: &Screen, after: &Screen) -> Option<(i32, i32)> {
    let frame = before.elements.iter().find(|it| it.path == list);
    let width = i32::try_from(before.size.0).unwrap_or(i32::MAX);
    let height = i32::try_from(before.size.1).unwrap_or(i32::MAX);
    let frame = frame.map_or_else(|| Rect::new(0, 0, width, height), |it| it.bounds);
    let voted = voted(list, frame, before, after);
    let mut fitting = fitting(frame, &said_in(list, before), &said_in(list, after));
    fitting.retain(|(by, texts)| *texts >= FEWEST_TEXTS || voted.is_some_and(|it| is_near(it, *by)));
    let most = fitting.iter().map(|it| it.1).max();
    let best: Vec<(i32, i32)> = fitting
        .iter()
        .filter(|it| Some(it.1) == most)
        .map(|it| it.0)
        .collect();
    match best[..] {
        [] => voted,
        [one] => Some(one),
        [..] => None,
    }
}

fn is_near(a: (i32, i32), b: (i32, i32)) -> bool {
    (a.0 - b.0).abs() <= TOLERANCE && (a.1 - b.1).abs() <= TOLERANCE
}

/// What is said inside a list, and where.
fn said_in<'s>(list: &[u16], screen: &'s Screen) -> Vec<(Words<'s>, Rect)> {
    let all = screen.elements.iter();
    let inside = all.filter(|it| is_inside(it, list) && it.bounds.has_area() && it.words().next().is_some());
    inside.map(|it| (words_of(it), it.bounds)).collect()
}

/// The distances forward at which everything that both views should show is shown by both, each with how many different texts that are.
/// A heading that stays in its place moves with nothing.
fn fitting(
    frame: Rect,
    before: &[(Words<'_>, Rect)],
    after: &[(Words<'_>, Rect)],
) -> Vec<((i32, i32), usize)> {
    if before.len().max(after.len()) > MOST_FITTED {
        return Vec::new();
    }
    let (old, new) = (Places::of(before), Places::of(after));
    let rests = |words: Words<'_>, at: Rect| old.is_only(words, at) && new.is_only(words, at);
    // What differs by the rounding of pixels is one distance.
    let mut ways: Vec<(i32, i32)> = Vec::new();
    for (words, place) in before {
        let same = new.0.get(words).into_iter().flatten();
        let whole = same.filter(|it| is_near((it.width(), it.height()), (place.width(), place.height())));
        for by in whole.map(|it| (place.left - it.left, place.top - it.top)) {
            let is_forward = by != (0, 0) && by.0 >= 0 && by.1 >= 0;
            if is_forward && ways.len() < MOST_DISTANCES && !ways.iter().any(|it| is_near(*it, by)) {
                ways.push(by);
            }
        }
    }
    // What of one view the other one shows as well; nothing where it should and does not.
    let shared = |from: &[(Words<'_>, Rect)], to: &Places<'_>, by: (i32, i32)| -> Option<Vec<bool>> {
        let is_there = |(words, place): &(Words<'_>, Rect)| {
            let moved = shifted(*place, by);
            let is_there = to.has(*words, moved);
            let is_whole = is_whole_in(*place, frame, by) && is_whole_in(moved, frame, by);
            (is_there || !is_whole || rests(*words, *place)).then_some(is_there)
        };
        from.iter().map(is_there).collect()
    };
    let fits = |&by: &(i32, i32)| {
        let there = shared(before, &new, (-by.0, -by.1))?;
        shared(after, &old, by)?;
        let texts: HashSet<Words<'_>> = before
            .iter()
            .zip(there)
            .filter(|it| it.1)
            .map(|it| it.0.0)
            .collect();
        Some((by, texts.len()))
    };
    ways.iter().filter_map(fits).collect()
}

/// Whether no edge of a list that was moved so far can cut what stands there.
fn is_whole_in(place: Rect, frame: Rect, by: (i32, i32)) -> bool {
    let across = by.0 == 0 || place.left > frame.left && place.right < frame.right;
    let along = by.1 == 0 || place.top > frame.top && place.bottom < frame.bottom;
    across && along
}

/// Where a view says what.
struct Places<'s>(HashMap<Words<'s>, Vec<Rect>>);

impl<'s> Places<'s> {
    fn of(all: &[(Words<'s>, Rect)]) -> Self {
        let mut places: HashMap<Words<'s>, Vec<Rect>> = HashMap::new();
        for (words, place) in all {
            places.entry(*words).or_default().push(*place);
        }
        Self(places)
    }

    /// Whether it is said there and nowhere else.
    fn is_only(&self, words: Words<'_>, at: Rect) -> bool {
        self.0.get(&words).is_some_and(|it| it[..] == [at])
    }

    /// Whether it is said there, or so near to it.
    fn has(&self, words: Words<'_>, at: Rect) -> bool {
        let mut all = self.0.get(&words).into_iter().flatten();
        all.any(|it| is_near((it.left, it.top), (at.left, at.top)))
    }
}

/// How far most of what both views show once has moved.
fn voted(list: &[u16], frame: Rect, before: &Screen, after: &Screen) -> Option<(i32, i32)> {
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

#[cfg(test)]
mod tests {
    use ui::Element;

    use super::*;

    /// A view of a list of lines, 100 px each, from so far up.
    fn view(lines: &[&str], top: i32) -> Screen {
        let line = |(at, text): (u16, &&str)| {
            let y = top + i32::from(at) * 100;
            Element {
                text: Some((*text).to_owned()),
                bounds: Rect::new(0, y.max(0), 900, (y + 90).min(400)),
                path: vec![0, at],
                ..Element::default()
            }
        };
        let list = Element {
            bounds: Rect::new(0, 0, 900, 400),
            path: vec![0],
            ..Element::default()
        };
        Screen {
            size: (900, 400),
            elements: std::iter::once(list).chain((0..).zip(lines).map(line)).collect(),
            ..Screen::default()
        }
    }

    fn moved(before: &[&str], after: &[&str], top: i32) -> Option<i32> {
        shift(&[0], &view(before, 0), &view(after, top)).map(|it| it.1)
    }

    #[test]
    fn what_both_views_show_once_may_be_two_and_still_all_of_them_fits_in_one_way() {
        // "Cheap" is said once by each view, of two recipes.
        let before = ["Cheap", "Toast", "Toast", "Quick"];
        assert_eq!(
            moved(&before, &["Toast", "Quick", "Toast", "Cheap"], 0),
            Some(200)
        );
        // Rows that the upper edge cuts.
        assert_eq!(
            moved(&before, &["Toast", "Toast", "Quick", "Toast", "Cheap"], -30),
            Some(130)
        );
    }

    #[test]
    fn where_rows_that_say_the_same_fit_in_several_ways_nothing_is_said() {
        assert_eq!(
            moved(
                &["Belt", "Toast", "Toast", "Toast"],
                &["Toast", "Toast", "Toast", "Zip"],
                0
            ),
            None
        );
        // What both show once tells.
        let (before, after) = (
            ["Toast", "Toast", "Nut", "Toast"],
            ["Nut", "Toast", "Toast", "Toast"],
        );
        assert_eq!(moved(&before, &after, 0), Some(200));
    }

    #[test]
    fn where_nothing_fits_most_of_what_both_show_once_says_it() {
        // One row has changed meanwhile.
        let (before, after) = (["Ann", "Ben", "Cat", "Dan"], ["Ben", "Cat (new)", "Dan", "Eve"]);
        assert_eq!(moved(&before, &after, 0), Some(100));
        assert_eq!(moved(&["Ann", "Ben"], &["Cat", "Dan"], 0), None);
    }
}
