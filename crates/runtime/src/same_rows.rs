//! The rows of a list by all that they say, which of them say the same, and how far these were gone through.

use std::collections::{HashSet, VecDeque};

use trajectory::Position;
use ui::{Element, Locator, Rect, RowMark, Screen, marked_rows};

use crate::{
    element::shown,
    range::{Range, around_both, is_same_place},
};

/// What a row says, in the order of the screen.
pub type Says = Vec<String>;

/// One row of a list.
#[derive(Clone, Debug)]
struct Listed {
    place: Rect,
    says: Says,
    /// Where in the tree its list is.
    list: Vec<u16>,
}

/// The rows of a list that was scrolled, each once, with what stands between them.
#[derive(Debug, Default)]
pub struct ListedRows {
    rows: Vec<Listed>,
    between: Vec<(Rect, String)>,
}

/// Rows of one list that say the same under the same heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SameRows {
    /// What each of them says.
    pub says: Says,
    /// The heading.
    pub under: Option<String>,
    /// How many they are.
    pub count: usize,
    /// Whether no row elsewhere, of another list or under another heading, says the same.
    pub only_here: bool,
}

/// The loop over rows of a list that a script is in.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    pub by: RowMark,
    pub press: Locator,
    pub which: Which,
    pub position: Option<Position>,
}

/// Which rows are meant.
#[derive(Clone, Debug, PartialEq)]
pub enum Which {
    /// Those that say the same as an earlier one.
    Again,
    /// Those whose page says the same as an earlier one's.
    OpenedAgain,
    /// Those whose page says a text.
    Saying(Box<Saying>),
}

/// What a page has to say.
#[derive(Clone, Debug, PartialEq)]
pub struct Saying {
    pub text: String,
    /// What says it; anything may where it is `None`.
    pub part: Option<Locator>,
    /// Whether a part of a word will do.
    pub within_words: bool,
}

/// The rows that are gone through, and how far they were.
#[derive(Clone, Debug)]
pub struct GoneThrough {
    pub asked: Asked,
    /// The rows that are still to be gone through, by what they say; the first of these groups is in hand.
    pub left: Vec<SameRows>,
    /// All rows of the list as they should be in the end, by what they say.
    pub all: Vec<SameRows>,
    /// The pages of those of the group in hand that stay.
    pub kept: Vec<Page>,
    /// The rows whose pages say what they have to.
    pub meant: VecDeque<Meant>,
    /// What the list's screen says outside its rows.
    pub around: HashSet<String>,
}

/// A row that is meant: which of those that say the same, from 0, and what its page said.
#[derive(Clone, Debug)]
pub struct Meant {
    pub rows: SameRows,
    pub nth: usize,
    pub page: Page,
}

/// What a page says, view by view.
#[derive(Clone, Debug)]
pub struct Page {
    pub says: Vec<Says>,
    /// Its address, where that has the number or name of a record.
    pub record: Option<String>,
}

/// A row of the view in front.
struct RowInView<'s> {
    path: &'s [u16],
    place: Rect,
    says: Says,
}

impl ListedRows {
    /// Take in the view in front. What an edge cuts of a row is completed by the view that shows more of it; two rows of one view
    /// are two.
    pub fn note(&mut self, range: &Range, screen: &Screen, by: &RowMark) {
        let (rows, between) = in_view(screen, by, |it| range.place_of(it));
        let before = self.rows.len();
        for row in rows {
            let list = row.path[..row.path.len() - 1].to_vec();
            let known = self.rows[..before].iter_mut().find(|it| {
                is_same_place(it.place, row.place)
                    && (is_part(&it.says, &row.says) || is_part(&row.says, &it.says))
            });
            match known {
                Some(known) => {
                    known.place = around_both(known.place, row.place);
                    if row.says.len() > known.says.len() {
                        known.says = row.says;
                    }
                }
                None => self.rows.push(Listed {
                    place: row.place,
                    says: row.says,
                    list,
                }),
            }
        }
        for it in between {
            if !self.between.contains(&it) {
                self.between.push(it);
            }
        }
    }

    /// How many rows there are.
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// Those that say the same as another one, in the order of the list.
    pub fn same(&self) -> Vec<SameRows> {
        let mut all = self.by_what_they_say();
        all.retain(|it| it.count > 1);
        all
    }

    /// All rows by what they say, in the order of the list.
    pub fn by_what_they_say(&self) -> Vec<SameRows> {
        let headings = self.headings();
        let mut rows: Vec<&Listed> = self.rows.iter().collect();
        rows.sort_by_key(|it| (it.place.top, it.place.left));
        let mut all: Vec<(SameRows, &[u16])> = Vec::new();
        for row in rows {
            let under = heading_of(&headings, row.place);
            let known = all
                .iter_mut()
                .find(|(it, list)| it.says == row.says && it.under.as_deref() == under && *list == row.list);
            match known {
                Some((it, _)) => it.count += 1,
                None => all.push((
                    SameRows {
                        says: row.says.clone(),
                        under: under.map(str::to_owned),
                        count: 1,
                        only_here: true,
                    },
                    &row.list,
                )),
            }
        }
        let mut all: Vec<SameRows> = all.into_iter().map(|it| it.0).collect();
        let elsewhere: Vec<bool> = all
            .iter()
            .map(|it| all.iter().filter(|other| other.says == it.says).count() > 1)
            .collect();
        for (it, elsewhere) in all.iter_mut().zip(elsewhere) {
            it.only_here = !elsewhere;
        }
        all
    }

    /// What stands in the lists and in no row.
    fn headings(&self) -> Vec<(Rect, &str)> {
        let in_a_row = |it: &Rect| self.rows.iter().any(|row| is_same_place(row.place, *it));
        let free = self.between.iter().filter(|(it, _)| !in_a_row(it));
        free.map(|(place, text)| (*place, text.as_str())).collect()
    }
}

/// The heading that stands last above a place.
fn heading_of<'h>(headings: &[(Rect, &'h str)], place: Rect) -> Option<&'h str> {
    let above = headings.iter().filter(|(it, _)| it.bottom <= place.top);
    above.max_by_key(|(it, _)| it.bottom).map(|it| it.1)
}

/// Whether all of one is in the other, in its order.
fn is_part(part: &[String], whole: &[String]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|it| rest.any(|other| other == it))
}

impl SameRows {
    /// Whether others say the same under the same heading.
    pub fn is_same_kind(&self, other: &SameRows) -> bool {
        self.says == other.says && self.under == other.under
    }

    /// Where the rows are, where a view shows all of them and no other one that says the same.
    pub fn all_in<'s>(&self, screen: &'s Screen, by: &RowMark) -> Option<Vec<&'s [u16]>> {
        let (rows, between) = in_view(screen, by, |it| it.bounds);
        let headings: Vec<(Rect, &str)> = between.iter().map(|(it, text)| (*it, text.as_str())).collect();
        let mut found: Vec<(&[u16], Rect)> = Vec::new();
        for row in rows.iter().filter(|it| it.says == self.says) {
            let under = heading_of(&headings, row.place);
            if self.only_here || under == self.under.as_deref() {
                found.push((row.path, row.place));
            } else if under.is_none() {
                // Which heading it is under is out of sight.
                return None;
            }
        }
        found.sort_by_key(|(_, it)| (it.top, it.left));
        let one_list = found
            .windows(2)
            .all(|it| it[0].0.split_last().map(|it| it.1) == it[1].0.split_last().map(|it| it.1));
        (one_list && found.len() == self.count).then(|| found.into_iter().map(|it| it.0).collect())
    }

    /// Whether a row of the view in front says it.
    pub fn is_in(&self, screen: &Screen, by: &RowMark) -> bool {
        let (rows, _) = in_view(screen, by, |it| it.bounds);
        rows.iter().any(|it| it.says == self.says)
    }
}

/// All that a screen says, in its order.
pub fn all_said(screen: &Screen) -> Says {
    screen.in_order().into_iter().filter_map(said).collect()
}

/// The rows of a view, and what stands in their list and in none of them.
fn in_view<'s>(
    screen: &'s Screen,
    by: &RowMark,
    place_of: impl Fn(&Element) -> Rect,
) -> (Vec<RowInView<'s>>, Vec<(Rect, String)>) {
    let elements = screen.in_order();
    let paths = marked_rows(screen, by);
    let mut rows = Vec::new();
    for path in &paths {
        let inside = elements
            .iter()
            .filter(|it| it.path.starts_with(path) && it.bounds.has_area());
        let texts: Vec<&&Element> = inside.filter(|it| said(it).is_some()).collect();
        let mut places = texts.iter().map(|it| place_of(it));
        if let Some(first) = places.next() {
            rows.push(RowInView {
                path,
                place: places.fold(first, around_both),
                says: texts.iter().filter_map(|it| said(it)).collect(),
            });
        }
    }
    let between = elements.iter().filter(|it| {
        let is_of_list = |row: &&[u16]| row.len() > 1 && it.path.starts_with(&row[..row.len() - 1]);
        it.bounds.has_area()
            && paths.iter().any(is_of_list)
            && !paths
                .iter()
                .any(|row| it.path.starts_with(row) || row.starts_with(&it.path))
    });
    let between = between.filter_map(|it| Some((place_of(it), said(it)?))).collect();
    (rows, between)
}

/// What an element says, and whether it is on where it can be.
fn said(element: &Element) -> Option<String> {
    let text = shown(element).trim();
    let state = match element.checkable {
        true if element.checked => " (on)",
        true => " (off)",
        false => "",
    };
    (!text.is_empty() || element.checkable).then(|| format!("{text}{state}"))
}

#[cfg(test)]
mod tests {
    use ui::{Key, Locator};

    use super::*;

    /// A view of rows of a name and a size, 100 px each, from so far up; what has no size is a heading.
    fn view(lines: &[&str], first: u16, top: i32) -> Screen {
        let mut elements = Vec::new();
        for (at, line) in (0..).zip(lines) {
            let y = top + i32::from(at) * 100;
            let element = |id: &str, text: &str, left: i32, path: Vec<u16>| Element {
                resource_name: Some(id.to_owned()),
                text: Some(text.to_owned()),
                bounds: Rect::new(left, y, left + 400, y + 90),
                path,
                ..Element::default()
            };
            let row = first + at;
            match line.split_once(", ") {
                None => elements.push(element("day", line, 0, vec![0, row])),
                Some((name, size)) => {
                    elements.push(element("name", name, 0, vec![0, row, 0]));
                    elements.push(element("size", size, 500, vec![0, row, 1]));
                }
            }
        }
        Screen {
            size: (1000, 2000),
            elements,
            ..Screen::default()
        }
    }

    fn by_name() -> RowMark {
        RowMark {
            mark: Locator::by(Key::ResourceName, "name"),
            up: 1,
        }
    }

    fn listed(views: &[Screen]) -> ListedRows {
        let mut range = Range::default();
        let mut rows = ListedRows::default();
        for (nth, view) in views.iter().enumerate() {
            if let Some(before) = nth.checked_sub(1) {
                range.scrolled(&[0], &views[before], view);
            }
            rows.note(&range, view, &by_name());
        }
        rows
    }

    #[test]
    fn a_row_that_two_views_show_is_one_and_two_that_look_alike_are_two() {
        let views = [
            view(&["Ann, 1", "Ben, 2", "Key, 3", "Key, 3"], 0, 0),
            view(&["Ben, 2", "Key, 3", "Key, 3", "Zoe, 4"], 1, 0),
        ];
        let rows = listed(&views);
        assert_eq!(rows.count(), 5);
        let same = rows.same();
        assert_eq!(same.len(), 1, "{same:?}");
        assert_eq!((same[0].says.join(" "), same[0].count), ("Key 3".to_owned(), 2));
        assert_eq!(
            same[0].all_in(&views[0], &by_name()),
            Some(vec![&[0, 2][..], &[0, 3]])
        );
        // Where only one of them is in sight, nothing is said of which it is.
        let part = view(&["Key, 3", "Zoe, 4"], 3, 0);
        assert_eq!(same[0].all_in(&part, &by_name()), None);
    }

    #[test]
    fn what_an_edge_cuts_of_a_row_is_no_other_row_and_no_heading() {
        let mut below = view(&["Ann, 1", "Key, 3", "Key, 3"], 0, -50);
        // Its name is out of sight.
        below.elements.remove(0);
        let rows = listed(&[view(&["Ann, 1", "Key, 3", "Key, 3"], 0, 0), below]);
        assert_eq!(rows.count(), 3);
        assert_eq!(rows.same().len(), 1);
        assert_eq!(rows.same()[0].under, None);
    }

    #[test]
    fn what_says_the_same_under_another_heading_is_something_else() {
        let lines = ["Monday", "Call, 1 h", "Tuesday", "Call, 1 h", "Call, 1 h"];
        let one = view(&lines, 0, 0);
        let same = listed(std::slice::from_ref(&one)).same();
        assert_eq!(same.len(), 1, "{same:?}");
        assert_eq!((same[0].under.as_deref(), same[0].count), (Some("Tuesday"), 2));
        assert_eq!(same[0].all_in(&one, &by_name()), Some(vec![&[0, 3][..], &[0, 4]]));
        // The first call's heading is out of sight: it may be Tuesday's.
        let part = view(&lines[1..], 1, 0);
        assert_eq!(same[0].all_in(&part, &by_name()), None);
    }

    #[test]
    fn what_differs_in_one_cell_is_not_the_same() {
        let rows = listed(&[view(&["Key, 3", "Key, 4", "Keys, 3"], 0, 0)]);
        assert_eq!(rows.same(), []);
        assert_eq!(rows.by_what_they_say().len(), 3);
        let mut ticked = view(&["Key, 3", "Key, 3"], 0, 0);
        for (at, it) in ticked.elements.iter_mut().enumerate() {
            (it.checkable, it.checked) = (true, at == 0);
        }
        assert_eq!(listed(&[ticked]).same(), [], "one is ticked off");
    }

    #[test]
    fn rows_of_two_lists_are_no_duplicates() {
        let mut both = view(&["Call, 1 h"], 0, 0);
        let other = view(&["Call, 1 h"], 0, 300)
            .elements
            .into_iter()
            .map(|it| Element {
                path: [&[1], &it.path[1..]].concat(),
                ..it
            });
        both.elements.extend(other);
        assert_eq!(listed(&[both]).same(), []);
    }
}
