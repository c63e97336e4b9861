//! The rows of a list or a table: what each of their cells is called and shows, and the views of a list that was scrolled as
//! one list.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use crate::{
    element::{Element, short_id},
    find::find,
    locator::{Key, Locator},
    role::Role,
    row_sites::{Site, Sites, short_class},
    screen::Screen,
};

/// One row: its cells in their order, each with what it is called and what it shows.
pub type Row = Vec<(String, String)>;

/// What the cell is called that says under which heading a row stands. Behind it stands the heading's id, where it has one:
/// headings of several kinds are several cells.
const HEADING: &str = "heading";

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

impl RowMark {
    /// Whether rows are known by nothing but the class of what stands in them.
    fn is_of_class(&self) -> bool {
        let mut keys = self.mark.attributes.iter().map(|it| it.0);
        self.up > 0 && keys.next() == Some(Key::ClassName) && keys.next().is_none()
    }

    /// The rows that a mark stands in, each as much of the screen as there is with one mark alone; `None` where it stands once, or
    /// at different depths.
    pub fn of_whole_rows(screen: &Screen, mark: Locator) -> Option<Self> {
        let all = find(screen, &mark).all();
        let marks: Vec<&Element> = all.iter().filter_map(|id| screen.get(*id)).collect();
        let depth = marks.first()?.path.len();
        let level = marks.iter().all(|it| it.path.len() == depth);
        let up = depth.checked_sub(common(&marks).len() + 1)?;
        (level && marks.len() > 1).then_some(Self { mark, up })
    }
}

/// The kinds of rows that views of a list show, at most so many: those first that one of them shows several of, then those of which
/// one stands under a heading.
pub fn row_marks_of<'s>(views: impl Iterator<Item = &'s Screen> + Clone, most: usize) -> Vec<RowMark> {
    let mut all: Vec<RowMark> = Vec::new();
    let repeated = views.clone().flat_map(row_marks);
    for it in repeated.chain(views.flat_map(lone_rows)) {
        if all.len() == most {
            break;
        }
        if !all.contains(&it) {
            all.push(it);
        }
    }
    all
}

/// The rows of which a screen shows one, under a heading: several texts with ids that stand together, while what holds them stands
/// behind something that says something by itself.
fn lone_rows(screen: &Screen) -> Vec<RowMark> {
    let mut says: Vec<&Element> = screen.elements.iter().filter(|it| said(it).is_some()).collect();
    says.sort_by(|a, b| a.path.cmp(&b.path));
    // What stands in a part of the tree stands side by side now.
    let inside = |part: &[u16]| -> &[&Element] {
        let from = says.partition_point(|it| it.path.as_slice() < part);
        let count = says[from..].partition_point(|it| it.path.starts_with(part));
        &says[from..from + count]
    };
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for id in screen
        .elements
        .iter()
        .filter_map(|it| it.resource_name.as_deref())
    {
        *known.entry(id).or_default() += 1;
    }
    let mut all: Vec<RowMark> = Vec::new();
    let mut last: &[u16] = &[];
    for mark in &says {
        let (Some(id), Some(inner)) = (
            mark.resource_name.as_deref(),
            mark.path.split_last().map(|it| it.1),
        ) else {
            continue;
        };
        // The first of those that stand together, and the only one of its name.
        if mark.editable || inner == last || inner.len() < 2 || known.get(id) != Some(&1) {
            continue;
        }
        last = inner;
        let beside = inside(inner).iter();
        let mut others = beside.filter(|it| it.path.len() == mark.path.len() && it.path != mark.path);
        if !others.any(|it| it.resource_name.is_some()) {
            continue;
        }
        let mut row = inner;
        while row.len() > 1 && inside(&row[..row.len() - 1]).len() == inside(row).len() {
            row = &row[..row.len() - 1];
        }
        let around = inside(&row[..row.len() - 1]).iter();
        let mut before = around.take_while(|it| it.path.as_slice() < row);
        if before.any(|it| it.path.len() == row.len() && !it.clickable) {
            let name = short_id(id);
            all.push(RowMark {
                mark: Locator::by(Key::ResourceName, name).described(format!("every {name}")),
                up: mark.path.len() - row.len(),
            });
        }
        if all.len() == MOST_KINDS {
            break;
        }
    }
    all
}

/// The kinds of rows that a screen shows several of, the largest first.
fn row_marks(screen: &Screen) -> Vec<RowMark> {
    let mut kinds: BTreeMap<(bool, &str), Vec<&Element>> = BTreeMap::new();
    for it in &screen.elements {
        if let (Some(class), true) = (&it.class_name, it.is(Role::Row)) {
            kinds.entry((false, class)).or_default().push(it);
        } else if let (Some(id), true) = (&it.resource_name, said(it).is_some() && !it.editable) {
            kinds.entry((true, short_id(id))).or_default().push(it);
        }
    }
    let mut all: Vec<Marked<'_>> = Vec::new();
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
            all.push(Marked {
                rows,
                place: &elements[0].path[depth - up..],
                by: RowMark { mark, up },
            });
        }
    }
    if all.is_empty() {
        all = rows_without_ids(screen);
    }
    likeliest(all)
}

/// Levels above a text without an id within which its row may be.
const MOST_ABOVE: usize = 3;

/// The rows of a list in which nothing has an id: by the class of a text that each of them has in the same depth.
fn rows_without_ids(screen: &Screen) -> Vec<Marked<'_>> {
    let mut kinds: BTreeMap<(&str, usize), Vec<&Element>> = BTreeMap::new();
    for it in &screen.elements {
        if let (Some(class), None, Some(_)) = (&it.class_name, &it.resource_name, said(it))
            && !it.editable
        {
            kinds.entry((class, it.path.len())).or_default().push(it);
        }
    }
    let mut all = Vec::new();
    for ((class, depth), elements) in kinds {
        let class = short_class(class);
        let marked = (1..=MOST_ABOVE.min(depth.saturating_sub(1))).find_map(|up| {
            let mark = Locator::by(Key::ClassName, class).described("every row");
            let by = RowMark { mark, up };
            let view = View::new(screen, &by);
            if view.read(&Shapes::default()).iter().any(is_numbered) {
                return None;
            }
            let rows = view.rows;
            let first = elements
                .iter()
                .find(|it| rows.iter().any(|row| it.path.starts_with(row)))?;
            (rows.len() > 1).then(|| Marked {
                rows,
                place: &first.path[depth - up..],
                by,
            })
        });
        all.extend(marked);
    }
    all
}

/// The rows that one kind of element stands in.
struct Marked<'s> {
    rows: Vec<&'s [u16]>,
    /// Where in them.
    place: &'s [u16],
    by: RowMark,
}

/// Of those that mark the same rows, the one that most rows have; what stands first in them, where as many do. The first and
/// the last row may be cut, so that they say nothing of it.
fn likeliest(mut all: Vec<Marked<'_>>) -> Vec<RowMark> {
    let mut edges: BTreeMap<&[u16], (&[u16], &[u16])> = BTreeMap::new();
    for row in all.iter().flat_map(|it| it.rows.iter().copied()) {
        let edge = edges.entry(&row[..row.len() - 1]).or_insert((row, row));
        *edge = (edge.0.min(row), edge.1.max(row));
    }
    let is_whole = |row: &&&[u16]| {
        let edge = edges.get(&row[..row.len() - 1]);
        edge.is_some_and(|(first, last)| **row != *first && **row != *last)
    };
    let whole = |it: &Marked<'_>| it.rows.iter().filter(is_whole).count();
    all.sort_by_key(|it| (Reverse(whole(it)), it.place, Reverse(it.rows.len())));
    let mut kept: Vec<Marked<'_>> = Vec::new();
    for it in all {
        let none_whole = whole(&it) == 0;
        let is_new = kept.iter().all(|known| {
            let mut rows = it.rows.iter().filter(|row| none_whole || is_whole(row));
            rows.any(|row| !known.rows.contains(row))
        });
        if kept.len() < MOST_KINDS && is_new {
            kept.push(it);
        }
    }
    kept.into_iter().map(|it| it.by).collect()
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

/// By what cells and headings are called.
#[derive(Clone, Copy)]
enum Names<'s> {
    /// By their ids.
    Own,
    /// By their classes, where they have no id.
    OfClass,
    /// By where they stand.
    At(&'s Sites),
}

impl Names<'_> {
    /// The name of what stands in a row, so far down the tree; `None` where nothing gives it one.
    fn of_cell(self, element: &Element, row: usize) -> Option<String> {
        match self {
            Names::Own => element.resource_name.as_deref().map(|id| short_id(id).to_owned()),
            Names::OfClass => {
                let class = || element.class_name.as_deref().map(|it| in_words(short_class(it)));
                Names::Own.of_cell(element, row).or_else(class)
            }
            Names::At(sites) => sites.name(element, row, false),
        }
    }

    /// The name of what stands between rows.
    fn of_heading(self, element: &Element, row: usize) -> String {
        let name = match self {
            Names::Own | Names::OfClass => {
                let id = element.resource_name.as_deref();
                id.map(|id| format!("{HEADING} {}", short_id(id)))
            }
            Names::At(sites) => sites.name(element, row, true),
        };
        name.unwrap_or_else(|| HEADING.to_owned())
    }
}

impl Sites {
    fn name(&self, element: &Element, row: usize, heading: bool) -> Option<String> {
        let site = Site::of(element, row)?;
        let mut all = self.cells.iter();
        let found = all.find(|it| it.1 == site && is_heading_name(&it.0) == heading);
        found.map(|it| it.0.clone())
    }
}

/// `CheckBox` as `check_box`.
fn in_words(class: &str) -> String {
    let mut all = String::new();
    for it in class.chars() {
        if it.is_uppercase() && all.ends_with(char::is_lowercase) {
            all.push('_');
        }
        all.extend(it.to_lowercase());
    }
    all
}

/// Of rows, those of the only list that has several of them, or of the only one that has any; none where two may be meant.
fn rows_of_one_list(rows: Vec<&[u16]>) -> Vec<&[u16]> {
    let mut lists: BTreeMap<&[u16], Vec<&[u16]>> = BTreeMap::new();
    for row in rows {
        lists.entry(&row[..row.len() - 1]).or_default().push(row);
    }
    let has_several = lists.values().any(|it| it.len() > 1);
    let mut meant = lists.into_values().filter(|it| it.len() > 1 || !has_several);
    match (meant.next(), meant.next()) {
        (Some(list), None) => list,
        _ => Vec::new(),
    }
}

/// One view of a list: its elements in their order, and where its rows are.
struct View<'s> {
    elements: Vec<&'s Element>,
    rows: Vec<&'s [u16]>,
    names: Names<'s>,
}

impl<'s> View<'s> {
    /// The rows are those that a mark stands in. What a class marks, other parts of the screen have as well: its rows are those of
    /// the only list that has several.
    fn new(screen: &'s Screen, by: &RowMark) -> View<'s> {
        let marks = find(screen, &by.mark).all();
        let marks = marks.iter().filter_map(|id| screen.get(*id));
        let mut rows: Vec<&[u16]> = marks
            .filter_map(|it| it.path.get(..it.path.len().checked_sub(by.up)?))
            .filter(|it| !it.is_empty())
            .collect();
        rows.sort_unstable();
        if by.is_of_class() {
            rows = rows_of_one_list(rows);
        }
        let marked = rows.len();
        rows.dedup();
        // Where a mark stands twice in a row, that is no row: it holds several.
        if rows.len() < marked {
            rows.clear();
        }
        View {
            elements: screen.in_order(),
            rows,
            names: if by.is_of_class() {
                Names::OfClass
            } else {
                Names::Own
            },
        }
    }

    /// The rows are those that something stands in where the mark stood. `None` where several lists have such rows.
    fn at(screen: &'s Screen, sites: &'s Sites) -> Option<View<'s>> {
        let list = |path: &[u16]| {
            let mut all = screen.elements.iter();
            let list = all.find(|it| it.path == path)?;
            list.class_name.as_deref().map(short_class)
        };
        let rows = screen.elements.iter().filter_map(|it| sites.mark.row_of(it));
        let mut rows: Vec<&[u16]> = rows
            .filter(|row| list(&row[..row.len() - 1]) == Some(&*sites.list))
            .collect();
        rows.sort_unstable();
        rows.dedup();
        let lists = rows.chunk_by(|a, b| a[..a.len() - 1] == b[..b.len() - 1]);
        (lists.count() <= 1).then(|| View {
            elements: screen.in_order(),
            rows,
            names: Names::At(sites),
        })
    }

    fn inside(&self, row: &[u16]) -> Vec<&'s Element> {
        let inside = self.elements.iter().filter(|it| it.path.starts_with(row));
        inside.copied().collect()
    }

    /// What says something in what holds a row, and is in no row.
    fn beside(&self, row: &[u16]) -> impl DoubleEndedIterator<Item = &'s Element> {
        let around = &row[..row.len() - 1];
        let beside = self.elements.iter().filter(move |it| {
            it.path.starts_with(around)
                && said(it).is_some()
                && !is_head(it)
                && !self
                    .rows
                    .iter()
                    .any(|row| it.path.starts_with(row) || row.starts_with(&it.path))
        });
        beside.copied()
    }

    /// The rows in their order. A row of headings alone is none.
    fn read(&self, shapes: &Shapes<'_>) -> Vec<Row> {
        let read = |path: &&[u16]| {
            let inside = self.inside(path);
            let heads = inside.iter().filter(|it| is_head(it)).count();
            let mut row = cells(&self.elements, &inside, path, self.names);
            if row.is_empty() || heads > 1 {
                return None;
            }
            row.extend(self.headings(path, shapes));
            Some(row)
        };
        self.rows.iter().filter_map(read).collect()
    }

    /// What stands last before a row and in no row, of each kind.
    fn headings(&self, row: &[u16], shapes: &Shapes<'_>) -> Row {
        let mut all: Row = Vec::new();
        let before = self.beside(row).filter(|it| it.path.as_slice() < row);
        for it in before.rev().filter(|it| !shapes.is_cut_row(it, row)) {
            let name = self.names.of_heading(it, row.len());
            if let Some(text) = said(it)
                && all.iter().all(|(known, _)| *known != name)
            {
                all.push((name, text.to_owned()));
            }
        }
        all
    }
}

/// Class, id, and how deep in what holds the rows.
type Shape<'s> = (Option<&'s str>, Option<&'s str>, usize);

/// What stands in rows and what stands between them, over all views of a list: what the upper edge leaves of a row looks as
/// cells do, and not as headings.
#[derive(Default)]
struct Shapes<'s> {
    cells: BTreeSet<Shape<'s>>,
    between: BTreeSet<Shape<'s>>,
    /// What a row says in which nothing stands that marks rows.
    unmarked: Option<&'s str>,
}

impl<'s> Shapes<'s> {
    fn of(views: &[View<'s>]) -> Shapes<'s> {
        let mut all = Shapes::default();
        for (nth, view) in views.iter().enumerate() {
            for row in &view.rows {
                let cells = view.inside(row).into_iter().filter(|it| said(it).is_some());
                all.cells.extend(cells.map(|it| shape(it, row)));
                // Only what stands first in a view may be cut by its upper edge; the first view is the list's beginning.
                let whole = view
                    .beside(row)
                    .filter(|it| nth == 0 || it.path.as_slice() > view.rows[0]);
                all.between.extend(whole.map(|it| shape(it, row)));
            }
        }
        all.find_unmarked(views);
        all
    }

    /// What has the id of a cell, is in no row and is not cut: a row without its mark, which would be left out.
    fn find_unmarked(&mut self, views: &[View<'s>]) {
        for (nth, view) in views.iter().enumerate() {
            let (Some(first), Some(last)) = (view.rows.first(), view.rows.last()) else {
                continue;
            };
            let is_whole = |it: &&Element| {
                let path = it.path.as_slice();
                (nth == 0 || path > *first) && (nth + 1 == views.len() || path < *last)
            };
            for row in &view.rows {
                let mut beside = view.beside(row).filter(is_whole);
                let is_cell = |it: &&Element| {
                    let has_name = it.resource_name.is_some() || matches!(view.names, Names::OfClass);
                    has_name && self.cells.contains(&shape(it, row))
                };
                let unmarked = beside.find(is_cell);
                self.unmarked = self.unmarked.or_else(|| unmarked.and_then(said));
            }
        }
    }

    /// Whether an element beside a row is what is left of another one: it has the id of a cell, or looks as cells do and as
    /// no heading. What has no id and looks as both is a heading: so views are refused sooner than rows are merged.
    fn is_cut_row(&self, element: &Element, row: &[u16]) -> bool {
        let shape = shape(element, row);
        let has_id = element.resource_name.is_some();
        self.cells.contains(&shape) && (has_id || !self.between.contains(&shape))
    }
}

fn shape<'s>(element: &'s Element, row: &[u16]) -> Shape<'s> {
    (
        element.class_name.as_deref(),
        element.resource_name.as_deref(),
        element.path.len() - (row.len() - 1),
    )
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

/// What stands in a row, each with what it is called: by its id or where it stands, by what stands over its column, else by
/// its place.
fn cells(elements: &[&Element], inside: &[&Element], row: &[u16], names: Names<'_>) -> Row {
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
        let name = names
            .of_cell(it, row.len())
            .or_else(|| column_head(elements, it, row))
            .unwrap_or_else(|| format!("cell {}", column + 1));
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

/// The screens of the list that these show last, each with whether scrolling led to it.
pub fn last_list<'s>(views: impl IntoIterator<Item = (&'s Screen, bool)>) -> Vec<&'s Screen> {
    let mut all: Vec<&Screen> = Vec::new();
    for (screen, goes_on) in views {
        if !goes_on {
            all.clear();
        }
        all.push(screen);
    }
    all
}

/// Why the views of a list are not read as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// After these rows, nothing says how the next view hangs together with them, or it may in several ways.
    Apart(Vec<Row>),
    /// What says this looks as a row does, and has not what stands in every row.
    Unmarked(String),
    /// Nothing is called as it was, and where it stood are several lists, or other things.
    Elsewhere,
}

/// The rows of the list that these screens show last, each screen with whether scrolling led to it.
pub fn read_views<'s>(views: impl IntoIterator<Item = (&'s Screen, bool)>, by: &RowMark) -> Vec<Row> {
    let views: Vec<View<'_>> = last_list(views).iter().map(|it| View::new(it, by)).collect();
    let shapes = Shapes::of(&views);
    let mut all: Vec<Row> = Vec::new();
    if shapes.unmarked.is_some() {
        return all;
    }
    for view in &views {
        let view = view.read(&shapes);
        if view.is_empty() || !join_rows(&mut all, view.clone()) {
            all = view;
        }
    }
    under_headings(&mut all);
    all
}

/// Where the rows of a screen are: the parts of the tree that a mark stands in, in their order.
pub fn marked_rows<'s>(screen: &'s Screen, by: &RowMark) -> Vec<&'s [u16]> {
    View::new(screen, by).rows
}

/// The rows of the list that these screens show, scrolled from its beginning to its end.
pub fn list_rows<'s>(
    screens: impl IntoIterator<Item = &'s Screen>,
    by: &RowMark,
) -> Result<Vec<Row>, Unread> {
    let views: Vec<View<'_>> = screens.into_iter().map(|it| View::new(it, by)).collect();
    joined(&views)
}

fn joined(views: &[View<'_>]) -> Result<Vec<Row>, Unread> {
    let shapes = Shapes::of(views);
    if let Some(text) = shapes.unmarked {
        return Err(Unread::Unmarked(text.to_owned()));
    }
    let mut all: Vec<Row> = Vec::new();
    for view in views {
        let rows = view.read(&shapes);
        if matches!(view.names, Names::OfClass) && rows.iter().any(is_numbered) {
            return Err(Unread::Elsewhere);
        }
        if !join_rows(&mut all, rows) {
            return Err(Unread::Apart(all));
        }
    }
    under_headings(&mut all);
    Ok(all)
}

/// The same by where things stand. Where that does not tell one list from another, where things of several ids stand in one
/// place, and where a cell that is asked for is in no row, nothing is read.
pub fn list_rows_at<'s>(
    screens: impl IntoIterator<Item = &'s Screen>,
    sites: &'s Sites,
) -> Result<Vec<Row>, Unread> {
    let views: Option<Vec<View<'_>>> = screens.into_iter().map(|it| View::at(it, sites)).collect();
    let views = views.ok_or(Unread::Elsewhere)?;
    let mut ids: BTreeMap<String, BTreeSet<Option<&str>>> = BTreeMap::new();
    for view in &views {
        for row in &view.rows {
            let inside = view.inside(row).into_iter().filter(|it| said(it).is_some());
            let cells = inside.filter_map(|it| Some((view.names.of_cell(it, row.len())?, it)));
            let beside = view
                .beside(row)
                .map(|it| (view.names.of_heading(it, row.len()), it));
            for (name, it) in cells.chain(beside) {
                ids.entry(name).or_default().insert(it.resource_name.as_deref());
            }
        }
    }
    let rows = joined(&views)?;
    let is_clear = sites
        .cells
        .iter()
        .all(|(name, _)| ids.get(name).is_some_and(|it| it.len() == 1));
    match rows.is_empty() || is_clear {
        true => Ok(rows),
        false => Err(Unread::Elsewhere),
    }
}

/// Where the cells of these names stand in all rows that screens show, with what marks the rows. `None` where some stand
/// elsewhere in some rows, where another cell stands there, or where the rows can't be read so on each of these screens.
pub fn sites<'s>(
    screens: impl IntoIterator<Item = &'s Screen>,
    by: &RowMark,
    names: &[&str],
) -> Option<Sites> {
    let screens: Vec<&Screen> = screens.into_iter().collect();
    let mark = short_id(by.mark.get(Key::ResourceName)?);
    let mut found: BTreeMap<String, BTreeSet<Site>> = BTreeMap::new();
    let mut lists: BTreeSet<&str> = BTreeSet::new();
    for screen in &screens {
        let view = View::new(screen, by);
        for row in &view.rows {
            let around = &row[..row.len() - 1];
            let list = view.elements.iter().find(|it| it.path == around)?;
            lists.insert(short_class(list.class_name.as_deref()?));
            for it in view
                .inside(row)
                .into_iter()
                .filter(|it| it.resource_name.is_some())
            {
                let name = view.names.of_cell(it, row.len())?;
                found.entry(name).or_default().insert(Site::of(it, row.len())?);
            }
            for it in view.beside(row) {
                let name = view.names.of_heading(it, row.len());
                found.entry(name).or_default().insert(Site::of(it, row.len())?);
            }
        }
    }
    let only = |name: &str| {
        let all = found.get(name).filter(|it| it.len() == 1)?;
        all.first().cloned()
    };
    let by_place = |name: &&&str| !name.starts_with("cell ");
    let cells = names
        .iter()
        .filter(by_place)
        .map(|it| Some(((*it).to_owned(), only(it)?)));
    let all = Sites {
        list: (*lists.first().filter(|_| lists.len() == 1)?).to_owned(),
        mark: only(mark).filter(|it| it.place.len() == by.up)?,
        cells: cells.collect::<Option<_>>()?,
    };
    let same = |screen: &&Screen| {
        let own = View::new(screen, by);
        let other = View::at(screen, &all);
        other.is_some_and(|other| {
            let read = |it: &View<'_>| of_names(&it.read(&Shapes::of(std::slice::from_ref(it))), names);
            own.rows == other.rows && read(&own) == read(&other)
        })
    };
    screens.iter().all(same).then_some(all)
}

/// The cells of these names alone.
fn of_names(rows: &[Row], names: &[&str]) -> Vec<Row> {
    let of_names = |row: &Row| {
        let mut row: Row = row.iter().filter(|it| names.contains(&&*it.0)).cloned().collect();
        row.sort();
        row
    };
    rows.iter().map(of_names).collect()
}

/// Put one more view of a list to what was seen of it before. `false` where nothing says how both hang together, or rows that
/// say the same let them hang together in several ways: then nothing is changed.
fn join_rows(all: &mut Vec<Row>, view: Vec<Row>) -> bool {
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

fn is_heading((name, _): &(String, String)) -> bool {
    is_heading_name(name)
}

/// Whether a row has two cells of one name. Of two of one class nothing says which is which where a row lacks one.
fn is_numbered(row: &Row) -> bool {
    cells_of(row).any(|it| it.0.contains(" #"))
}

/// Whether a cell of a row is called as what stands over it.
pub fn is_heading_name(name: &str) -> bool {
    let kind = name.strip_prefix(HEADING);
    kind.is_some_and(|it| it.is_empty() || it.starts_with(' '))
}

/// The cells without the headings, which may be out of sight.
fn cells_of(row: &Row) -> impl Iterator<Item = &(String, String)> + Clone {
    row.iter().filter(|it| !is_heading(it))
}

fn headings_of(row: &Row) -> impl Iterator<Item = &(String, String)> {
    row.iter().filter(|it| is_heading(it))
}

/// Headings of kinds that a row has none of.
fn add_headings<'a>(row: &mut Row, headings: impl IntoIterator<Item = &'a (String, String)>) {
    for it in headings {
        if row.iter().all(|(name, _)| *name != it.0) {
            row.push(it.clone());
        }
    }
}

/// Whether two views may be of one row: at an edge of the screen a row shows only some of its cells, and its heading may be out
/// of sight.
fn may_be_same(a: &Row, b: &Row) -> bool {
    let in_other = |one: &Row, other: &Row| cells_of(one).all(|it| other.contains(it));
    let apart = headings_of(a).any(|(kind, shows)| {
        let mut other = headings_of(b);
        other.any(|(name, other)| name == kind && other != shows)
    });
    !apart && (in_other(a, b) || in_other(b, a))
}

/// Put the cells of further views of the same rows to them.
fn complete(known: &mut [Row], seen: &[Row]) {
    for (row, other) in known.iter_mut().zip(seen) {
        let fuller = if cells_of(other).count() > cells_of(row).count() {
            other
        } else {
            &*row
        };
        let mut whole: Row = cells_of(fuller).cloned().collect();
        add_headings(&mut whole, headings_of(row));
        add_headings(&mut whole, headings_of(other));
        *row = whole;
    }
}

/// The rows with the headings that were scrolled away when they came into sight: those of the row before.
fn under_headings(rows: &mut [Row]) {
    let mut last: Row = Vec::new();
    for row in rows {
        add_headings(row, &last);
        last = headings_of(row).cloned().collect();
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

    /// A view of a plan without ids, below a title: rows, some with a mark, and headings.
    fn plan(lines: &[(&str, bool)], title: &str) -> Screen {
        let element = |class: &str, shows: &str, path: &[u16]| Element {
            class_name: Some(format!("a.{class}")),
            ..text("", shows, path)
        };
        let mut all = vec![element("Text", title, &[0, 0]), element("List", "", &[0, 1])];
        for (at, (shows, marked)) in (0..).zip(lines) {
            match shows.strip_prefix("# ") {
                Some(head) => all.push(element("Head", head, &[0, 1, at])),
                None => {
                    if *marked {
                        all.push(element("CheckBox", "to do", &[0, 1, at, 0]));
                    }
                    all.push(element("Text", shows, &[0, 1, at, 1]));
                }
            }
        }
        all.retain(|it| it.path.len() == 2 || said(it).is_some());
        screen(all)
    }

    #[test]
    fn rows_without_ids_are_known_by_the_class_of_a_text_and_their_cells_by_theirs() {
        let one = plan(
            &[("# Mon", false), ("Call", true), ("Swim", false), ("Read", true)],
            "Plan",
        );
        let marks = row_marks(&one);
        assert_eq!(marks.len(), 1, "{marks:?}");
        assert_eq!(
            marks[0].mark.get(Key::ClassName).map(String::as_str),
            Some("Text")
        );
        let other = plan(&[("Read", true), ("# Tue", false), ("Call", false)], "Plan");
        let rows = list_rows([&one, &other], &marks[0]).expect("both views show one");
        assert_eq!(
            rows[0],
            row(&[("check_box", "to do"), ("text", "Call"), (HEADING, "Mon")])
        );
        assert_eq!(rows[3], row(&[("text", "Call"), (HEADING, "Tue")]));
        assert_eq!(rows.len(), 4, "the title is no row");
        // Where the list is empty, or two are as long, there are none.
        assert_eq!(
            list_rows([&plan(&[("Call", true)], "Plan")], &marks[0]),
            Ok(Vec::new())
        );
        // A row without its text is not left out.
        let mut cut = plan(&[("Call", true), ("Swim", true), ("Read", true)], "Plan");
        cut.elements.retain(|it| it.text.as_deref() != Some("Swim"));
        assert!(matches!(list_rows([&cut], &marks[0]), Err(Unread::Unmarked(_))));
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
        let found = list_rows([&screen], names.expect("the names are in every row"));
        assert_eq!(
            found,
            Ok(vec![
                row(&[("name", "Canal"), ("size", "3 km"), ("heading head", "Monday")]),
                row(&[("name", "Hill"), ("size", "5 km"), ("heading head", "Tuesday")]),
                row(&[("name", "Lake"), ("heading head", "Tuesday")]),
            ])
        );
    }

    #[test]
    fn a_list_of_one_row_is_known_by_the_heading_over_it() {
        let marks_of = |elements: Vec<Element>| -> Vec<(String, usize)> {
            let marks = lone_rows(&screen(elements));
            let name = |it: &RowMark| it.mark.get(Key::ResourceName).cloned().unwrap_or_default();
            marks.iter().map(|it| (name(it), it.up)).collect()
        };
        let one = || {
            vec![
                text("title", "Walks", &[0, 0]),
                text("head", "Monday", &[0, 1, 0]),
                text("name", "Canal", &[0, 1, 1, 0, 0]),
                text("size", "3 km", &[0, 1, 1, 0, 1]),
            ]
        };
        assert_eq!(marks_of(one()), [("name".to_owned(), 2)]);
        // Two headings over it are no rows themselves, and do not hide it.
        let mut two = one();
        two.insert(1, text("head", "March", &[0, 1, 0]));
        for it in &mut two[2..] {
            it.path[2] += 1;
        }
        assert!(marks_of(two).contains(&("name".to_owned(), 2)));
        // Of several, each is a row of the kind that is repeated.
        let mut several = one();
        several.push(text("name", "Hill", &[0, 1, 2, 0, 0]));
        several.push(text("size", "5 km", &[0, 1, 2, 0, 1]));
        assert!(!marks_of(several).contains(&("name".to_owned(), 2)));
        // What stands under nothing, and what a button is over, may be anything.
        let mut headless = one();
        headless.drain(..2);
        assert_eq!(marks_of(headless), []);
        // A title may stand over a whole list: where that has several rows, it is none.
        let mut titled = one();
        titled.remove(1);
        let mark = lone_rows(&screen(titled.clone())).remove(0);
        assert_eq!(
            list_rows([&screen(titled.clone())], &mark).map(|it| it.len()),
            Ok(1)
        );
        titled.push(text("name", "Hill", &[0, 1, 2, 0, 0]));
        titled.push(text("size", "5 km", &[0, 1, 2, 0, 1]));
        assert_eq!(list_rows([&screen(titled)], &mark), Ok(Vec::new()));
        let mut buttons = one();
        buttons.remove(0);
        buttons[0].clickable = true;
        assert_eq!(marks_of(buttons), []);
        // One text alone is no row with cells.
        let mut single = one();
        single.pop();
        assert_eq!(marks_of(single), []);
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
        let found = list_rows([&screen], &marks[0]);
        assert_eq!(
            found,
            Ok(vec![
                row(&[("Name", "Ada"), ("Age", "36")]),
                row(&[("Name", "Bob"), ("Age", "41")])
            ])
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

    /// A view: days, and rows of a name and a size; a row without a name is what the upper edge leaves of it. `by` makes the
    /// heading of a day.
    fn view(lines: &[&str], by: fn(&str, u16) -> Element) -> Screen {
        let line = |(at, line): (u16, &&str)| match line.split_once(", ") {
            None => vec![by(line, at)],
            Some((name, size)) => {
                let name = text("name", name, &[0, at, 0]);
                let size = text("size", size, &[0, at, 1]);
                let shown = [name, size].into_iter();
                shown.filter(|it| said(it).is_some()).collect()
            }
        };
        screen((0..).zip(lines).flat_map(line).collect())
    }

    fn by_name() -> RowMark {
        RowMark {
            mark: Locator::by(Key::ResourceName, "name"),
            up: 1,
        }
    }

    fn names_and_days(rows: &[Row]) -> Vec<String> {
        let cell = |row: &Row, is: fn(&(String, String)) -> bool| {
            row.iter()
                .find(|it| is(it))
                .map(|it| it.1.clone())
                .unwrap_or_default()
        };
        let line = |row: &Row| format!("{} {}", cell(row, |it| it.0 == "name"), cell(row, is_heading));
        rows.iter().map(line).collect()
    }

    #[test]
    fn what_the_upper_edge_leaves_of_a_row_is_no_heading() {
        let own = |day: &str, at: u16| text("day", day, &[0, at]);
        let views = [
            view(&["Mon", "Canal, 3 km", "Hill, 5 km", "Lake, "], own),
            view(&[", 3 km", "Hill, 5 km", "Lake, 2 km", "Tue", "Canal, 3 km"], own),
            view(&[", 2 km", "Tue", "Canal, 3 km", "Pond, 1 km"], own),
            view(&[", 3 km", "Pond, 1 km"], own),
        ];
        let rows = list_rows(&views, &by_name()).expect("the views hang together");
        assert_eq!(
            names_and_days(&rows),
            ["Canal Mon", "Hill Mon", "Lake Mon", "Canal Tue", "Pond Tue"]
        );
    }

    #[test]
    fn the_same_each_day_is_not_merged_where_headings_look_as_cells_do() {
        for by in [
            |day: &str, at: u16| text("day", day, &[0, at]),
            |day: &str, at: u16| text("", day, &[0, at]),
            |day: &str, at: u16| text("", day, &[0, at, 0]),
        ] {
            let views = [
                view(&["Mon", "Call, 1 h", "Tue"], by),
                view(&["Tue", "Call, 1 h", "Wed"], by),
                view(&["Wed", "Call, 1 h"], by),
            ];
            let rows = list_rows(&views, &by_name());
            assert!(rows.is_err(), "they share no row: {rows:?}");
            let views = [
                view(&["Mon", "Call, 1 h", "Tue", "Call, 1 h"], by),
                view(&["Tue", "Call, 1 h", "Wed", "Call, 1 h"], by),
            ];
            let rows = list_rows(&views, &by_name()).expect("both show Tuesday");
            assert_eq!(names_and_days(&rows), ["Call Mon", "Call Tue", "Call Wed"]);
        }
    }

    #[test]
    fn a_row_without_what_marks_rows_is_not_left_out() {
        let own = |day: &str, at: u16| text("day", day, &[0, at]);
        for lines in [
            ["Canal, 3 km", ", 5 km", "Lake, 2 km"],
            [", 3 km", "Hill, 5 km", "Lake, 2 km"],
            ["Canal, 3 km", "Hill, 5 km", ", 2 km"],
        ] {
            let rows = list_rows([&view(&lines, own)], &by_name());
            assert!(matches!(rows, Err(Unread::Unmarked(_))), "{lines:?}: {rows:?}");
        }
        // The edges cut the rows of the second view.
        let views = [
            view(&["Canal, 3 km", "Hill, 5 km"], own),
            view(&[", 3 km", "Hill, 5 km", ", 2 km"], own),
            view(&["Hill, 5 km", "Lake, 2 km"], own),
        ];
        let rows = list_rows(&views, &by_name()).expect("the views hang together");
        assert_eq!(names_and_days(&rows), ["Canal ", "Hill ", "Lake "]);
    }

    #[test]
    fn rows_are_marked_by_what_all_whole_ones_have() {
        let own = |day: &str, at: u16| text("day", day, &[0, at]);
        // The upper edge leaves only the size of the first.
        let marks = row_marks(&view(&[", 3 km", "Hill, 5 km", "Lake, 2 km", "Pond, 1 km"], own));
        let ids: Vec<_> = marks
            .iter()
            .filter_map(|it| it.mark.get(Key::ResourceName))
            .collect();
        assert_eq!(ids, ["name"]);
        let marks = row_marks(&view(&["Canal, 3 km", "Hill, ", "Lake, 2 km", "Pond, 1 km"], own));
        assert_eq!(marks.len(), 1);
    }

    #[test]
    fn what_stands_between_rows_and_says_no_day_hides_no_heading() {
        let by = |line: &str, at: u16| match line.starts_with("Note") {
            true => text("", line, &[0, at]),
            false => text("day", line, &[0, at]),
        };
        let views = [
            view(&["Mon", "Note 1", "Canal, 3 km", "Hill, 5 km"], by),
            view(&["Hill, 5 km", "Tue", "Note 2", "Pond, 1 km"], by),
        ];
        let rows = list_rows(&views, &by_name()).expect("the views hang together");
        let day = |row: &Row| row.iter().find(|it| it.0 == "heading day").map(|it| it.1.clone());
        let days: Vec<_> = rows.iter().filter_map(day).collect();
        assert_eq!(days, ["Mon", "Mon", "Tue"]);
    }

    /// Walks under days in a list, with ids or without: what they are, how far, and in some rows a note.
    fn walks(called: fn(&'static str) -> Option<String>, lines: &[(&str, [&str; 3])]) -> Screen {
        let cell = |id: &'static str, shows: &str, class: &str, path: &[u16]| Element {
            resource_name: called(id),
            class_name: Some(format!("a.{class}")),
            ..text("", shows, path)
        };
        let mut all = vec![cell("", "", "List", &[0])];
        for (at, (day, [kind, name, size])) in (0..).zip(lines) {
            match *day {
                "" => {
                    all.push(cell("kind", kind, "Picture", &[0, at, 0]));
                    all.push(cell("name", name, "Text", &[0, at, 1, 0]));
                    all.push(cell("size", size, "Text", &[0, at, 1, 1]));
                }
                day => all.push(cell("day", day, "Text", &[0, at])),
            }
        }
        all.retain(|it| said(it).is_some() || it.path.len() == 1);
        screen(all)
    }

    const WALKS: [(&str, [&str; 3]); 4] = [
        ("Mon", ["", "", ""]),
        ("", ["run", "Canal", "3 km"]),
        ("", ["hike", "Hill", "5 km"]),
        ("", ["run", "Lake", "2 km"]),
    ];

    const CELLS: [&str; 3] = ["kind", "size", "heading day"];

    fn own(id: &'static str) -> Option<String> {
        Some(format!("app:id/{id}"))
    }

    fn other(id: &'static str) -> Option<String> {
        Some(format!("app:id/v2_{id}"))
    }

    fn by_kind() -> RowMark {
        RowMark {
            mark: Locator::by(Key::ResourceName, "kind"),
            up: 1,
        }
    }

    #[test]
    fn cells_that_are_called_otherwise_are_known_by_where_they_stand() {
        let recorded = walks(own, &WALKS);
        let sites = sites([&recorded], &by_kind(), &CELLS).expect("each has a place of its own");
        let shown: Vec<String> = sites
            .cells
            .iter()
            .map(|(name, it)| format!("{name}: {it}"))
            .collect();
        assert_eq!(shown, ["kind: Picture 0", "size: Text 1.1", "heading day: Text"]);
        for (_, site) in &sites.cells {
            assert_eq!(site.to_string().parse().as_ref(), Ok(site));
        }
        let later = [
            walks(other, &WALKS),
            walks(
                other,
                &[
                    WALKS[2],
                    WALKS[3],
                    ("Tue", ["", "", ""]),
                    ("", ["swim", "Pond", "1 km"]),
                ],
            ),
        ];
        assert_eq!(list_rows(&later, &by_kind()), Ok(Vec::new()));
        let rows = list_rows_at(&later, &sites).expect("they are read by where they stand");
        let say = |row: &Row, name: &str| row.iter().find(|it| it.0 == name).map(|it| it.1.clone());
        let said: Vec<String> = rows
            .iter()
            .map(|row| CELLS.map(|it| say(row, it).unwrap_or_default()).join(", "))
            .collect();
        assert_eq!(
            said,
            [
                "run, 3 km, Mon",
                "hike, 5 km, Mon",
                "run, 2 km, Mon",
                "swim, 1 km, Tue"
            ]
        );
    }

    #[test]
    fn where_places_do_not_tell_cells_or_lists_apart_no_rows_are_read_by_them() {
        // Who lacks a name has the size in its place.
        let mut moved = walks(own, &WALKS);
        moved.elements.retain(|it| it.text.as_deref() != Some("Hill"));
        let size = moved
            .elements
            .iter_mut()
            .find(|it| it.text.as_deref() == Some("5 km"));
        size.expect("it has a size").path = vec![0, 2, 1, 0];
        assert_eq!(sites([&moved], &by_kind(), &CELLS), None);

        let recorded = walks(own, &WALKS);
        let sites = sites([&recorded], &by_kind(), &CELLS).expect("each has a place of its own");
        let mut two = walks(other, &WALKS);
        let second: Vec<Element> = two
            .elements
            .iter()
            .map(|it| Element {
                path: [&[1], &it.path[1..]].concat(),
                ..it.clone()
            })
            .collect();
        two.elements.extend(second);
        assert_eq!(
            list_rows_at([&two], &sites),
            Err(Unread::Elsewhere),
            "two lists have such rows"
        );

        let mut kinds = walks(other, &WALKS);
        kinds.elements.push(Element {
            class_name: Some("Text".to_owned()),
            ..text("hint", "Tuesday is a holiday", &[0, 9])
        });
        kinds.elements.extend(
            walks(other, &WALKS)
                .elements
                .into_iter()
                .skip(2)
                .map(|it| Element {
                    path: [&[0, it.path[1] + 10], &it.path[2..]].concat(),
                    ..it
                }),
        );
        assert_eq!(
            list_rows_at([&kinds], &sites),
            Err(Unread::Elsewhere),
            "what stands between rows is of two kinds"
        );

        let mut without = walks(other, &WALKS);
        without
            .elements
            .retain(|it| it.class_name.as_deref() != Some("a.Text") || it.path.len() != 2);
        assert_eq!(
            list_rows_at([&without], &sites),
            Err(Unread::Elsewhere),
            "no row stands under a day"
        );
    }
}
