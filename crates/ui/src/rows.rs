//! The rows of a list or a table: what each of their cells is called and shows, and the views of a list that was scrolled as
//! one list.

use std::{cmp::Reverse, collections::BTreeMap};

use crate::{
    element::{Element, ElementId, short_id},
    find::{Found, find},
    locator::{Key, Locator},
    role::Role,
    screen::Screen,
};

/// One row: its cells in their order, each with what it is called and what it shows.
pub type Row = Vec<(String, String)>;

/// What the cell is called that says under which heading a row stands.
pub const HEADING: &str = "heading";

/// Kinds of rows of one screen.
const MOST_KINDS: usize = 4;

/// How the rows of a list are known: by an element that stands in each of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowMark {
    /// Finds that element in every row.
    pub mark: Locator,
    /// How many levels above it the row is.
    pub up: usize,
}

/// The kinds of rows that a screen shows several of, the largest first.
pub fn row_marks(screen: &Screen) -> Vec<RowMark> {
    let mut kinds: BTreeMap<(bool, &str), Vec<&Element>> = BTreeMap::new();
    for it in &screen.elements {
        if let (Some(class), true) = (&it.class_name, it.is(Role::Row)) {
            kinds.entry((false, class)).or_default().push(it);
        } else if let (Some(id), true) = (&it.resource_name, said(it).is_some() && !it.editable) {
            kinds.entry((true, short_id(id))).or_default().push(it);
        }
    }
    let mut all: Vec<(Vec<&[u16]>, RowMark)> = Vec::new();
    for ((by_id, name), elements) in kinds {
        let depth = elements[0].path.len();
        if elements.len() < 2 || elements.iter().any(|it| it.path.len() != depth) {
            continue;
        }
        let around = common(&elements);
        let up = match by_id {
            false => 0,
            true => depth.saturating_sub(around.len() + 1),
        };
        let rows: Vec<&[u16]> = elements.iter().map(|it| &it.path[..depth - up]).collect();
        // Two in one row are no mark of a row.
        let apart = rows.iter().enumerate().all(|(at, it)| !rows[..at].contains(it));
        let key = if by_id { Key::ResourceName } else { Key::ClassName };
        let mark = Locator::by(key, name).described(format!("every {name}"));
        if apart && around.len() < depth {
            all.push((rows, RowMark { mark, up }));
        }
    }
    // Of those that mark the same rows, the one that most rows have.
    all.sort_by_key(|it| Reverse(it.0.len()));
    let mut kept: Vec<(Vec<&[u16]>, RowMark)> = Vec::new();
    for it in all {
        let is_new = kept
            .iter()
            .all(|known| it.0.iter().any(|row| !known.0.contains(row)));
        if kept.len() < MOST_KINDS && is_new {
            kept.push(it);
        }
    }
    kept.into_iter().map(|it| it.1).collect()
}

/// The part of the tree that holds all of these elements.
fn common(elements: &[&Element]) -> Vec<u16> {
    let first = &elements[0].path;
    let shared = elements.iter().map(|it| {
        let same = it.path.iter().zip(first).take_while(|(a, b)| a == b);
        same.count()
    });
    let shared = shared.min().unwrap_or_default();
    first[..shared].to_vec()
}

/// The rows of a screen that these elements stand in, so many levels above each, in their order. A row of headings alone is
/// none.
pub fn rows(screen: &Screen, marks: &[ElementId], up: usize) -> Vec<Row> {
    let marks = marks.iter().filter_map(|id| screen.get(*id));
    let mut paths: Vec<&[u16]> = marks
        .filter_map(|it| it.path.get(..it.path.len().checked_sub(up)?))
        .filter(|it| !it.is_empty())
        .collect();
    paths.sort_unstable();
    paths.dedup();
    let mut elements: Vec<&Element> = screen.elements.iter().collect();
    elements.sort_by(|a, b| a.path.cmp(&b.path));
    paths
        .iter()
        .filter_map(|path| {
            let inside = elements.iter().filter(|it| it.path.starts_with(path));
            let inside: Vec<&Element> = inside.copied().collect();
            let heads = inside.iter().filter(|it| is_head(it)).count();
            let mut row = cells(&elements, &inside, path);
            if row.is_empty() || heads > 1 {
                return None;
            }
            row.extend(heading(&elements, &paths, path).map(|it| (HEADING.to_owned(), it)));
            Some(row)
        })
        .collect()
}

/// The rows of a screen that are known by a mark.
pub fn marked_rows(screen: &Screen, by: &RowMark) -> Vec<Row> {
    let marks = match find(screen, &by.mark) {
        Found::None => Vec::new(),
        Found::One(id) => vec![id],
        Found::Many(all) => all,
    };
    rows(screen, &marks, by.up)
}

fn is_head(element: &Element) -> bool {
    let named = [&element.class_name, &element.role].into_iter().flatten();
    named
        .into_iter()
        .any(|it| it == "th" || it == "columnheader" || it == "rowheader")
}

/// What an element shows.
fn said(element: &Element) -> Option<&str> {
    let texts = [&element.text, &element.content_description];
    texts
        .into_iter()
        .flatten()
        .map(|it| it.trim())
        .find(|it| !it.is_empty())
}

/// What stands in a row, each with what it is called: by its id, by what stands over its column, else by its place.
fn cells(elements: &[&Element], inside: &[&Element], row: &[u16]) -> Row {
    let mut all: Row = Vec::new();
    // What only holds other texts says nothing of its own.
    let holds_others = |it: &Element| {
        let mut within = inside.iter().filter(|other| it.contains(other));
        within.any(|other| said(other).is_some())
    };
    for it in inside.iter().filter(|it| it.path.as_slice() != row) {
        let Some(text) = said(it).filter(|_| !holds_others(it)) else {
            continue;
        };
        let column = it.path[row.len()];
        let name = match &it.resource_name {
            Some(id) => short_id(id).to_owned(),
            None => column_head(elements, it, row).unwrap_or_else(|| format!("cell {}", column + 1)),
        };
        let same = all
            .iter()
            .filter(|(known, _)| known.split(" #").next() == Some(&name));
        let name = match same.count() {
            0 => name,
            n => format!("{name} #{}", n + 1),
        };
        all.push((name, text.to_owned()));
    }
    // A row that says all that it shows by itself.
    if all.is_empty()
        && let Some(it) = inside.iter().find(|it| it.path.as_slice() == row)
    {
        all.extend(said(it).map(|text| ("cell 1".to_owned(), text.to_owned())));
    }
    all
}

/// What stands over a cell's column, in the same table.
fn column_head(elements: &[&Element], cell: &Element, row: &[u16]) -> Option<String> {
    let column = *cell.path.get(row.len())?;
    // A table has its rows in it, or one part for its head and one for its rows.
    let table = row.get(..row.len().saturating_sub(2))?;
    let over = |it: &&&Element| {
        let stands = it.path.last() == Some(&column);
        is_head(it) && stands && it.path.starts_with(table) && !it.path.starts_with(row)
    };
    elements
        .iter()
        .find(over)
        .and_then(|it| said(it))
        .map(str::to_owned)
}

/// What stands last before a row and in no row, in what holds the rows.
fn heading(elements: &[&Element], rows: &[&[u16]], row: &[u16]) -> Option<String> {
    let around = row.get(..row.len().checked_sub(1)?)?;
    let before = elements.iter().filter(|it| {
        it.path.starts_with(around)
            && it.path.as_slice() < row
            && !row.starts_with(&it.path)
            && !is_head(it)
            && !rows.iter().any(|other| it.path.starts_with(other))
    });
    before.rev().find_map(|it| said(it)).map(str::to_owned)
}

/// The rows of the list that these screens show last, each screen with whether scrolling led to it.
pub fn read_views<'s>(views: impl IntoIterator<Item = (&'s Screen, bool)>, by: &RowMark) -> Vec<Row> {
    let mut all: Vec<Row> = Vec::new();
    for (screen, goes_on) in views {
        let view = marked_rows(screen, by);
        if !goes_on || view.is_empty() || !join_rows(&mut all, view.clone()) {
            all = view;
        }
    }
    under_headings(&mut all);
    all
}

/// Put one more view of a list to what was seen of it before. `false` where nothing says how both hang together, or rows that
/// say the same let them hang together in several ways: then nothing is changed.
pub fn join_rows(all: &mut Vec<Row>, view: Vec<Row>) -> bool {
    if all.is_empty() || view.is_empty() {
        all.extend(view);
        return true;
    }
    // How many rows of one stand before the first of the other.
    let further_down = (0..all.len()).filter(|at| fits(&all[*at..], &view));
    let further_up = (1..view.len()).filter(|before| fits(all, &view[*before..]));
    if let Some(at) = only(further_down.clone()) {
        let shared = view.len().min(all.len() - at);
        complete(&mut all[at..], &view[..shared]);
        all.extend_from_slice(&view[shared..]);
    } else if let (0, Some(before)) = (further_down.count(), only(further_up)) {
        complete(all, &view[before..]);
        let more = (before + all.len()).min(view.len());
        all.extend_from_slice(&view[more..]);
        all.splice(0..0, view[..before].iter().cloned());
    } else {
        return false;
    }
    true
}

fn only(mut all: impl Iterator<Item = usize>) -> Option<usize> {
    all.next().filter(|_| all.next().is_none())
}

/// Whether what begins with the same row may be the same rows, as far as both go; one of them for sure.
fn fits(known: &[Row], seen: &[Row]) -> bool {
    let mut pairs = known.iter().zip(seen);
    pairs.clone().all(|(a, b)| may_be_same(a, b)) && pairs.any(|(a, b)| cells_of(a).eq(cells_of(b)))
}

/// The cells without the heading, which may be out of sight.
fn cells_of(row: &Row) -> impl Iterator<Item = &(String, String)> + Clone {
    row.iter().filter(|(name, _)| name != HEADING)
}

fn heading_of(row: &Row) -> Option<&(String, String)> {
    row.iter().find(|(name, _)| name == HEADING)
}

/// Whether two views may be of one row: at an edge of the screen a row shows only some of its cells, and its heading may be out
/// of sight.
fn may_be_same(a: &Row, b: &Row) -> bool {
    let in_other = |one: &Row, other: &Row| cells_of(one).all(|it| other.contains(it));
    let apart = matches!((heading_of(a), heading_of(b)), (Some(a), Some(b)) if a != b);
    !apart && (in_other(a, b) || in_other(b, a))
}

/// Put the cells of further views of the same rows to them.
fn complete(known: &mut [Row], seen: &[Row]) {
    for (row, other) in known.iter_mut().zip(seen) {
        let kept = heading_of(row).or_else(|| heading_of(other)).cloned();
        let fuller = if cells_of(other).count() > cells_of(row).count() {
            other
        } else {
            &*row
        };
        let mut whole: Row = cells_of(fuller).cloned().collect();
        whole.extend(kept);
        *row = whole;
    }
}

/// The rows with the heading that was scrolled away when they came into sight: that of the row before.
pub fn under_headings(rows: &mut [Row]) {
    let mut last: Option<(String, String)> = None;
    for row in rows {
        match heading_of(row) {
            Some(own) => last = Some(own.clone()),
            None => row.extend(last.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(id: &str, shows: &str, path: &[u16]) -> Element {
        Element {
            text: Some(shows.to_owned()),
            resource_name: (!id.is_empty()).then(|| format!("app:id/{id}")),
            path: path.to_vec(),
            ..Element::default()
        }
    }

    fn row(cells: &[(&str, &str)]) -> Row {
        let cell = |(name, shows): &(&str, &str)| ((*name).to_owned(), (*shows).to_owned());
        cells.iter().map(cell).collect()
    }

    fn list(names: &[&str]) -> Vec<Row> {
        names
            .iter()
            .map(|it| row(&[("name", it), ("size", "1")]))
            .collect()
    }

    fn screen(elements: Vec<Element>) -> Screen {
        Screen {
            elements,
            ..Screen::default()
        }
    }

    #[test]
    fn a_row_has_its_cells_and_the_heading_that_it_stands_under() {
        let screen = screen(vec![
            text("title", "Walks", &[0, 0]),
            text("head", "Monday", &[0, 1, 0]),
            text("name", "Canal", &[0, 1, 1, 0]),
            text("size", "3 km", &[0, 1, 1, 1, 0]),
            text("head", "Tuesday", &[0, 1, 2]),
            text("name", "Hill", &[0, 1, 3, 0]),
            text("size", "5 km", &[0, 1, 3, 1, 0]),
            text("name", "Lake", &[0, 1, 4, 0]),
        ]);
        let marks = row_marks(&screen);
        let names = marks
            .iter()
            .find(|it| it.mark.get(Key::ResourceName).is_some_and(|it| it == "name"));
        let found = marked_rows(&screen, names.expect("the names are in every row"));
        assert_eq!(
            found,
            [
                row(&[("name", "Canal"), ("size", "3 km"), (HEADING, "Monday")]),
                row(&[("name", "Hill"), ("size", "5 km"), (HEADING, "Tuesday")]),
                row(&[("name", "Lake"), (HEADING, "Tuesday")]),
            ]
        );
    }

    #[test]
    fn cells_of_a_table_are_called_by_their_columns() {
        let cell = |class: &str, shows: &str, path: &[u16]| Element {
            class_name: Some(class.to_owned()),
            ..text("", shows, path)
        };
        let screen = screen(vec![
            cell("tr", "", &[0, 0, 0]),
            cell("th", "Name", &[0, 0, 0, 0]),
            cell("th", "Age", &[0, 0, 0, 1]),
            cell("tr", "", &[0, 1, 0]),
            cell("td", "Ada", &[0, 1, 0, 0]),
            cell("td", "36", &[0, 1, 0, 1]),
            cell("tr", "", &[0, 1, 1]),
            cell("td", "Bob", &[0, 1, 1, 0]),
            cell("td", "41", &[0, 1, 1, 1]),
        ]);
        let marks = row_marks(&screen);
        let found = marked_rows(&screen, &marks[0]);
        assert_eq!(
            found,
            [
                row(&[("Name", "Ada"), ("Age", "36")]),
                row(&[("Name", "Bob"), ("Age", "41")])
            ]
        );
    }

    #[test]
    fn views_of_a_list_become_one_by_what_both_show() {
        let mut all = list(&["a", "b", "c"]);
        // The last one shows its name alone, at the edge.
        all.push(row(&[("name", "d")]));
        assert!(join_rows(&mut all, list(&["c", "d", "e"])));
        assert_eq!(all, list(&["a", "b", "c", "d", "e"]));
        assert!(join_rows(&mut all, list(&["b", "c"])), "seen before");
        assert!(join_rows(&mut all, list(&["z", "a"])), "further up");
        assert_eq!(all, list(&["z", "a", "b", "c", "d", "e"]));
        assert!(!join_rows(&mut all, list(&["x", "y"])), "nothing is shared");
        assert_eq!(all.len(), 6);
    }

    #[test]
    fn two_rows_that_say_the_same_are_two() {
        let mut all = list(&["a", "b", "b", "c"]);
        assert!(join_rows(&mut all, list(&["b", "c", "b"])));
        assert_eq!(all, list(&["a", "b", "b", "c", "b"]));
        let mut all = list(&["a", "b", "b"]);
        assert!(
            !join_rows(&mut all, list(&["b", "b", "c"])),
            "it may be the third"
        );
        assert_eq!(all, list(&["a", "b", "b"]));
    }

    #[test]
    fn what_says_the_same_under_another_heading_is_another_row() {
        let days = |all: &[&str]| -> Vec<Row> {
            all.iter()
                .map(|day| match *day {
                    "" => row(&[("name", "Standup")]),
                    day => row(&[("name", "Standup"), (HEADING, day)]),
                })
                .collect()
        };
        let mut all = days(&["Mon", "Tue", "Wed"]);
        assert!(join_rows(&mut all, days(&["Wed", "Thu", "Fri"])));
        // The first one's heading is scrolled away.
        assert!(join_rows(&mut all, days(&["", "Sat", "Sun"])));
        assert_eq!(all, days(&["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]));
    }

    #[test]
    fn a_view_may_reach_beyond_both_ends() {
        let mut all = list(&["b", "c"]);
        assert!(join_rows(&mut all, list(&["a", "b", "c", "d"])));
        assert_eq!(all, list(&["a", "b", "c", "d"]));
    }

    #[test]
    fn what_shows_only_its_name_is_no_proof() {
        let mut all = vec![row(&[("name", "a")])];
        assert!(!join_rows(&mut all, list(&["a", "b"])));
    }
}
