//! The tables of a screen whose columns have heads: what each is called, and its rows with what their cells show.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use serde_json::{Map, Value};

use crate::{element::Element, place::row_holders, role::Role, screen::Screen};

/// A table: its rows stand in one place, and its cells are called by the heads of their columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What it is called by: its caption, its label, or the heading before it; empty where there is none.
    pub name: String,
    /// The heads of its columns that say something, each once.
    pub heads: BTreeSet<String>,
    /// Its rows in their order, without those of heads alone.
    pub rows: Vec<TableRow>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// Where it is in the tree.
    pub at: Vec<u16>,
    /// What its cells show, each with the head of its column. A cell that shows nothing is not among them.
    pub cells: Vec<(String, String)>,
}

impl TableRow {
    /// What the cell of a column shows.
    pub fn shows(&self, column: &str) -> Option<&str> {
        let mut cells = self.cells.iter();
        cells.find(|it| it.0 == column).map(|it| it.1.as_str())
    }

    /// Whether an element stands in it.
    pub fn holds(&self, element: &Element) -> bool {
        element.path.starts_with(&self.at)
    }

    /// Whether its cells show all of these, word for word.
    pub fn is_so<'a>(&self, whose: impl IntoIterator<Item = (&'a str, &'a str)>) -> bool {
        whose
            .into_iter()
            .all(|(column, value)| self.shows(column) == Some(value))
    }
}

impl Table {
    /// The row that an element stands in.
    pub fn row_of(&self, element: &Element) -> Option<&TableRow> {
        self.rows.iter().find(|it| it.holds(element))
    }
}

/// What tells a table from the others of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TableName {
    /// What it is called; empty where it has no name.
    pub list: String,
    /// Columns that it has.
    pub columns: BTreeSet<String>,
}

/// Why a screen does not say which table is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTable {
    /// None has such columns.
    Missing,
    /// Several have such columns, and the name tells none of them.
    Several(usize),
}

impl TableName {
    /// The table on a screen: the only one with these columns that is not called otherwise, else the one of them that is called
    /// so. Numbers in a name are none of it: they count the rows.
    pub fn on(&self, screen: &Screen) -> Result<Table, NoTable> {
        let words = |name: &str| -> String { name.chars().filter(|it| it.is_alphabetic()).collect() };
        let is_other = |it: &Table| {
            let [own, asked] = [words(&it.name), words(&self.list)];
            !own.is_empty() && !asked.is_empty() && own != asked
        };
        let mut all = tables(screen);
        all.retain(|it| self.columns.is_subset(&it.heads));
        if all.len() == 1 {
            all.retain(|it| !is_other(it));
        }
        if all.len() > 1 {
            let several = all.len();
            all.retain(|it| it.name == self.list);
            if all.len() != 1 {
                return Err(NoTable::Several(several));
            }
        }
        all.pop().ok_or(NoTable::Missing)
    }

    /// Whether two rows show the same in these columns; what other columns show may change by itself.
    pub fn same_row(&self, one: &TableRow, other: &TableRow) -> bool {
        self.columns.iter().all(|it| one.shows(it) == other.shows(it))
    }

    /// Whether rows are the same in the same order.
    pub fn same_rows(&self, one: &[TableRow], other: &[TableRow]) -> bool {
        one.len() == other.len() && one.iter().zip(other).all(|(a, b)| self.same_row(a, b))
    }

    /// Whether all rows are among the others and the other way round, whatever their order.
    pub fn has_same_rows(&self, one: &[TableRow], other: &[TableRow]) -> bool {
        let among = |some: &[TableRow], all: &[TableRow]| {
            some.iter()
                .all(|it| all.iter().any(|known| self.same_row(known, it)))
        };
        one.len() == other.len() && among(one, other) && among(other, one)
    }

    /// Its columns, for people.
    pub fn columns_in_words(&self) -> String {
        let columns: Vec<String> = self.columns.iter().map(|it| format!("\"{it}\"")).collect();
        columns.join(", ")
    }
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.list.as_str() {
            "" => write!(f, "the table with {}", self.columns_in_words()),
            list => write!(f, "\"{list}\""),
        }
    }
}

/// Put one more view of a table to what was seen of it before, scrolled on from there: both have rows in common, which stand at
/// the end of what was seen and at the beginning of the view. `false` where nothing says how both hang together, or it may be in
/// several ways; then nothing is changed.
pub fn join_views(all: &mut Vec<TableRow>, view: Vec<TableRow>) -> bool {
    if all.is_empty() || view.is_empty() {
        all.extend(view);
        return true;
    }
    let same =
        |known: &[TableRow], seen: &[TableRow]| known.iter().zip(seen).all(|(a, b)| a.cells == b.cells);
    let hangs = |shared: &usize| same(&all[all.len() - shared..], &view[..*shared]);
    let mut overlaps = (1..=all.len().min(view.len())).filter(hangs);
    let (Some(shared), None) = (overlaps.next(), overlaps.next()) else {
        return false;
    };
    all.extend(view.into_iter().skip(shared));
    true
}

/// Rows as the JSON text of a list of maps, from columns to what the rows show there: nothing, where a cell is empty.
pub fn rows_as_json(rows: &[TableRow], columns: &[String]) -> String {
    let row = |row: &TableRow| {
        let cell = |column: &String| (column.clone(), row.shows(column).unwrap_or_default().into());
        Value::Object(columns.iter().map(cell).collect::<Map<String, Value>>())
    };
    Value::Array(rows.iter().map(row).collect()).to_string()
}

/// The tables of a screen in their order. One without a single row has heads that stand in no other one.
pub fn tables(screen: &Screen) -> Vec<Table> {
    // What stands in each row.
    let mut holders: BTreeMap<&[u16], Vec<&Element>> = BTreeMap::new();
    holders.extend(row_holders(screen).into_iter().map(|it| (it, Vec::new())));
    for element in &screen.elements {
        for depth in 0..=element.path.len() {
            if let Some(inside) = holders.get_mut(&element.path[..depth]) {
                inside.push(element);
            }
        }
    }
    // By what the rows stand in.
    let mut bodies: BTreeMap<&[u16], Vec<Holder<'_>>> = BTreeMap::new();
    for (holder, inside) in holders {
        if let Some((_, body)) = holder.split_last() {
            bodies.entry(body).or_default().push((holder, inside));
        }
    }
    let mut all: Vec<(Vec<u16>, Table)> = Vec::new();
    for (body, rows) in bodies {
        let around = body.split_last().map_or(body, |it| it.1);
        let mut names = ColumnNames::of_heads(heads_in(screen, around));
        for (holder, inside) in &rows {
            let place = |it: &&Element| Some((it.column.clone()?, *it.path.get(holder.len())?));
            names.add(inside.iter().filter_map(place));
        }
        let row = |(holder, inside): (&[u16], Vec<&Element>)| TableRow {
            at: holder.to_vec(),
            cells: cells(&inside, holder.len(), &names),
        };
        let mut rows: Vec<TableRow> = rows.into_iter().map(row).collect();
        rows.retain(|it| !it.cells.iter().all(|(column, shows)| column == shows));
        if !rows.is_empty() {
            let (name, heads) = (name_of(screen, around, body), names.all().collect());
            all.push((body.to_vec(), Table { name, heads, rows }));
        }
    }
    for row in head_rows(screen) {
        let around = &row[..row.len().saturating_sub(2)];
        let is_known = |(body, _): &(Vec<u16>, Table)| body.starts_with(around) || row.starts_with(body);
        if !all.iter().any(is_known) {
            let table = Table {
                name: name_of(screen, around, row),
                heads: ColumnNames::of_heads(heads_in(screen, row)).all().collect(),
                rows: Vec::new(),
            };
            all.push((row.to_vec(), table));
        }
    }
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all.into_iter().map(|it| it.1).collect()
}

/// A row's place in the tree, and what stands in it.
type Holder<'s> = (&'s [u16], Vec<&'s Element>);

/// What shows in each column of a row that stands so deep in the tree.
fn cells(inside: &[&Element], depth: usize, names: &ColumnNames) -> Vec<(String, String)> {
    let mut columns: Vec<(u16, &str, Vec<&Element>)> = Vec::new();
    for it in inside {
        let (Some(at), Some(column)) = (it.path.get(depth), &it.column) else {
            continue;
        };
        match columns.last_mut().filter(|known| known.0 == *at) {
            Some(known) => known.2.push(it),
            None => columns.push((*at, column, vec![it])),
        }
    }
    let named = columns.into_iter().filter_map(|(at, column, elements)| {
        let shows = said_by(&elements);
        Some((names.of(column, at)?, shows)).filter(|it| !it.1.is_empty())
    });
    named.collect()
}

/// Where the columns of a table stand, by their heads: of several with one head each is called by its number.
#[derive(Default)]
struct ColumnNames {
    places: BTreeMap<String, BTreeSet<u16>>,
    /// How many columns have a head at least.
    count: BTreeMap<String, usize>,
}

impl ColumnNames {
    fn of_heads<'s>(heads: impl Iterator<Item = &'s Element>) -> Self {
        let mut names = Self::default();
        names.add(heads.filter_map(|it| Some((said(it)?.to_owned(), *it.path.last()?))));
        names
    }

    /// Add what stands in one row.
    fn add(&mut self, places: impl Iterator<Item = (String, u16)>) {
        let mut row: BTreeMap<String, BTreeSet<u16>> = BTreeMap::new();
        for (head, at) in places {
            row.entry(head).or_default().insert(at);
        }
        for (head, at) in row {
            let count = self.count.entry(head.clone()).or_default();
            *count = at.len().max(*count);
            self.places.entry(head).or_default().extend(at);
        }
    }

    /// What all columns are called whose places are known.
    fn all(&self) -> impl Iterator<Item = String> {
        let places = self.places.iter();
        places.flat_map(|(head, at)| at.iter().filter_map(|it| self.of(head, *it)))
    }

    /// What the column at a place is called; `None` where that can't be told.
    fn of(&self, head: &str, at: u16) -> Option<String> {
        let count = self.count.get(head).copied().unwrap_or(1);
        if count == 1 {
            return Some(head.to_owned());
        }
        let places = self.places.get(head)?;
        let nth = places.iter().position(|it| *it == at)? + 1;
        match nth {
            _ if places.len() != count => None,
            n => Some(format!("{head} #{n}")),
        }
    }
}

/// All that the elements of a cell say, each text once: what says the same as what it stands in adds nothing.
fn said_by(elements: &[&Element]) -> String {
    let mut said: Vec<(&Element, &str)> = Vec::new();
    for it in elements {
        let texts = [&it.text, &it.value, &it.content_description];
        let mut own = texts.into_iter().flatten().map(|it| it.trim());
        let Some(text) = own.find(|it| !it.is_empty()) else {
            continue;
        };
        let is_told = |(around, known): &(&Element, &str)| around.contains(it) && known.contains(text);
        // What can be chosen is not what is chosen.
        if !it.is(Role::Option) && !said.iter().any(is_told) {
            said.push((it, text));
        }
    }
    let texts: Vec<&str> = said.iter().map(|it| it.1).collect();
    texts.join(" ")
}

/// Whether an element is the head of a column; the head of a row stands in a column of its own.
fn is_column_head(element: &Element) -> bool {
    let kinds = [&element.class_name, &element.role];
    let is_head = kinds
        .into_iter()
        .flatten()
        .any(|it| it == "th" || it == "columnheader");
    let in_column =
        element.column.is_some() && element.column.as_deref() != element.text.as_deref().map(str::trim);
    is_head && !in_column && element.role.as_deref() != Some("rowheader")
}

/// What a head says.
fn said(head: &Element) -> Option<&str> {
    head.text.as_deref().map(str::trim).filter(|it| !it.is_empty())
}

/// The heads in a part of the tree.
fn heads_in<'s>(screen: &'s Screen, around: &'s [u16]) -> impl Iterator<Item = &'s Element> + 's {
    let heads = screen.elements.iter();
    heads.filter(move |it| is_column_head(it) && it.path.starts_with(around))
}

/// The rows that have column heads in them.
fn head_rows(screen: &Screen) -> BTreeSet<&[u16]> {
    let heads = screen.elements.iter().filter(|it| is_column_head(it));
    heads
        .filter_map(|it| it.path.split_last().map(|(_, row)| row))
        .filter(|it| !it.is_empty())
        .collect()
}

/// What a table is called by.
fn name_of(screen: &Screen, around: &[u16], first: &[u16]) -> String {
    let text = |it: &Element| {
        let said = [&it.text, &it.content_description, &it.label];
        let said = said.into_iter().flatten().map(|it| it.trim());
        said.filter(|it| !it.is_empty()).map(str::to_owned).next()
    };
    let is_caption = |it: &&Element| {
        it.class_name.as_deref() == Some("caption") && it.path.starts_with(around) && !around.is_empty()
    };
    let caption = screen.elements.iter().find(is_caption).and_then(text);
    let labelled = || {
        let table = screen.elements.iter().find(|it| it.path == around)?;
        let said = [&table.content_description, &table.label];
        said.into_iter().flatten().next().cloned()
    };
    let heading = || {
        let headings = screen
            .elements
            .iter()
            .filter(|it| it.role.as_deref() == Some("heading") && it.path.as_slice() < first);
        headings.max_by(|a, b| a.path.cmp(&b.path)).and_then(text)
    };
    caption.or_else(labelled).or_else(heading).unwrap_or_default()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn element(class: &str, text: &str, path: &[u16], column: &str) -> Element {
        let some = |it: &str| Some(it.to_owned()).filter(|it| !it.is_empty());
        let role = match class {
            "td" => "cell",
            "th" => "columnheader",
            "h2" => "heading",
            "button" => "button",
            _ => "",
        };
        Element {
            class_name: some(class),
            role: some(role),
            text: some(text),
            column: some(column),
            clickable: class == "button",
            enabled: true,
            path: path.to_vec(),
            ..Element::default()
        }
    }

    /// Two tables of the same columns, the second one empty.
    pub(crate) fn screen() -> Screen {
        let elements = vec![
            element("h2", "Open orders", &[0, 0], ""),
            element("th", "Number", &[0, 1, 0, 0, 0], ""),
            element("th", "Status", &[0, 1, 0, 0, 1], ""),
            element("td", "A-1", &[0, 1, 1, 0, 0], "Number"),
            element("td", "late", &[0, 1, 1, 0, 1], "Status"),
            element("small", "since Monday", &[0, 1, 1, 0, 1, 0], "Status"),
            element("button", "Approve", &[0, 1, 1, 0, 2, 0], ""),
            element("td", "A-2", &[0, 1, 1, 1, 0], "Number"),
            element("span", "late", &[0, 1, 1, 1, 1, 0], "Status"),
            element("h2", "Closed orders", &[0, 2], ""),
            element("th", "Number", &[0, 3, 0, 0, 0], ""),
            element("th", "Status", &[0, 3, 0, 0, 1], ""),
        ];
        Screen {
            elements,
            ..Screen::default()
        }
    }

    #[test]
    fn a_cell_shows_all_that_is_said_in_it() {
        let all = tables(&screen());
        let shown: Vec<Option<&str>> = all[0].rows.iter().map(|it| it.shows("Status")).collect();
        assert_eq!(shown, [Some("late since Monday"), Some("late")]);
        assert!(all[0].rows[1].is_so([("Number", "A-2"), ("Status", "late")]));
        assert!(!all[0].rows[0].is_so([("Status", "late")]));
    }

    #[test]
    fn tables_are_called_by_the_heading_before_them_with_rows_or_without() {
        let all = tables(&screen());
        let named: Vec<(&str, usize)> = all.iter().map(|it| (it.name.as_str(), it.rows.len())).collect();
        assert_eq!(named, [("Open orders", 2), ("Closed orders", 0)]);
        let heads: Vec<&String> = all[1].heads.iter().collect();
        assert_eq!(heads, ["Number", "Status"]);
    }

    #[test]
    fn columns_of_one_head_are_told_by_their_places_and_heads_of_rows_are_none_of_columns() {
        let mut screen = Screen {
            elements: vec![
                element("th", "Name", &[0, 0, 0, 0], ""),
                element("th", "Date", &[0, 0, 0, 1], ""),
                element("th", "Date", &[0, 0, 0, 2], ""),
                element("th", "Ada", &[0, 1, 0, 0], "Name"),
                element("td", "May", &[0, 1, 0, 2], "Date"),
                element("th", "Bob", &[0, 1, 1, 0], "Name"),
                element("td", "July", &[0, 1, 1, 1], "Date"),
            ],
            ..Screen::default()
        };
        let all = tables(&screen);
        let shown: Vec<[Option<&str>; 2]> = all[0]
            .rows
            .iter()
            .map(|it| [it.shows("Date #1"), it.shows("Date #2")])
            .collect();
        assert_eq!(shown, [[None, Some("May")], [Some("July"), None]]);
        let heads: Vec<&String> = all[0].heads.iter().collect();
        assert_eq!(heads, ["Date #1", "Date #2", "Name"]);
        // A head that reaches over two columns says nothing of which is which.
        screen.elements.remove(2);
        screen.elements.push(element("td", "June", &[0, 1, 1, 2], "Date"));
        assert_eq!(tables(&screen)[0].rows[0].shows("Date #1"), None);
        // Where one of them is left, it may be either.
        let only = |it: &Element| it.path.last() != Some(&2);
        let mut one = screen.clone();
        one.elements.retain(only);
        assert_eq!(tables(&one)[0].rows[1].shows("Date"), Some("July"));
        assert_eq!(tables(&screen)[0].rows[0].shows("Date #2"), Some("May"));
    }

    #[test]
    fn views_hang_together_by_the_rows_that_both_show() {
        let view = |keys: &[&str]| -> Vec<TableRow> {
            let row = |key: &&str| TableRow {
                at: vec![0],
                cells: vec![("Number".to_owned(), (*key).to_owned())],
            };
            keys.iter().map(row).collect()
        };
        let mut all = view(&["1", "2", "3"]);
        assert!(join_views(&mut all, view(&["2", "3", "4"])));
        assert_eq!(all, view(&["1", "2", "3", "4"]));
        assert!(!join_views(&mut all, view(&["6", "7"])), "5 was never seen");
        assert_eq!(all, view(&["1", "2", "3", "4"]));
        // Rows that say the same may be one or two.
        let mut alike = view(&["1", "2", "2"]);
        assert!(!join_views(&mut alike, view(&["2", "2", "3"])));
    }

    #[test]
    fn rows_are_json_whatever_they_show() {
        let row = TableRow {
            at: vec![0],
            cells: vec![("A".to_owned(), "\"x\", y\n李".to_owned())],
        };
        let json = rows_as_json(&[row], &["B".to_owned(), "A".to_owned()]);
        assert_eq!(json, r#"[{"B":"","A":"\"x\", y\n李"}]"#);
    }
}
