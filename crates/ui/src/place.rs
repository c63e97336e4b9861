//! What belongs together on a screen: the cells of a row, the lines of a card.

use std::collections::BTreeSet;

use crate::{
    element::{Element, ElementId},
    role::Role,
    screen::Screen,
};

/// Where the rows of tables and lists are in the tree. One that is not listed itself is told by its cells.
pub fn row_holders(screen: &Screen) -> BTreeSet<&[u16]> {
    let mut holders = BTreeSet::new();
    for element in &screen.elements {
        if element.is(Role::Row) {
            holders.insert(element.path.as_slice());
        }
        if let (true, Some((_, row))) = (element.is(Role::Cell), element.path.split_last()) {
            holders.insert(row);
        }
    }
    holders
}

/// The row that an element stands in, of those that there are; the innermost one.
pub fn row_of<'a>(holders: &BTreeSet<&'a [u16]>, element: &Element) -> Option<&'a [u16]> {
    let around = holders.iter().filter(|path| element.path.starts_with(path));
    around.max_by_key(|path| path.len()).copied()
}

/// Whether an element of each group stands in one place: in one row, where the element of the first group stands in one,
/// else within a container that is at least so deep in the tree.
pub fn in_one_place(screen: &Screen, groups: &[Vec<ElementId>], depth: usize) -> bool {
    let Some((first, others)) = groups.split_first() else {
        return true;
    };
    let holders = row_holders(screen);
    first.iter().filter_map(|it| screen.get(*it)).any(|one| {
        let row = row_of(&holders, one);
        let beside = |other: &Element| match row {
            Some(row) => other.path.starts_with(row),
            None => one.shared_depth(other) >= depth,
        };
        let mut shown = others.iter();
        shown.all(|group| group.iter().filter_map(|it| screen.get(*it)).any(beside))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(shows: &str, path: &[u16], role: Option<&str>) -> Element {
        Element {
            text: Some(shows.to_owned()),
            path: path.to_vec(),
            role: role.map(str::to_owned),
            ..Element::default()
        }
    }

    #[test]
    fn what_stands_in_another_row_or_card_is_not_in_one_place() {
        for role in [Some("cell"), None] {
            let screen = Screen {
                elements: vec![
                    text("Ada", &[0, 1, 0, 0], role),
                    text("ada@x", &[0, 1, 0, 1], role),
                    text("Bob", &[0, 1, 1, 0], role),
                    text("bob@x", &[0, 1, 1, 1], role),
                ],
                ..Screen::default()
            };
            let ids = |all: &[usize]| all.iter().map(|it| vec![ElementId(*it)]).collect::<Vec<_>>();
            assert!(in_one_place(&screen, &ids(&[0, 1]), 3), "{role:?}");
            assert!(!in_one_place(&screen, &ids(&[0, 3]), 3), "{role:?}");
            // Of several that show the first, one with all others is enough.
            let several = [vec![ElementId(2), ElementId(0)], vec![ElementId(1)]];
            assert!(in_one_place(&screen, &several, 3), "{role:?}");
            assert!(!in_one_place(&screen, &[vec![ElementId(0)], Vec::new()], 0));
        }
    }
}
