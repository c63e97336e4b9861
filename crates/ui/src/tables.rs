//! The tables of a screen whose columns have heads: what each is called, and its rows with what their cells show.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use serde_json::{Map, Value};

use crate::{
    element::{Element, ElementId},
    place::row_holders,
    role::Role,
    screen::Screen,
};

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
    let mut all: Vec<(Vec<u16>, Table)> = Vec::new();
    // By what the rows stand in.
    let mut bodies: BTreeMap<&[u16], Vec<TableRow>> = BTreeMap::new();
    for (holder, inside) in holders {
        let Some((_, body)) = holder.split_last() else {
            continue;
        };
        let cells = cells(&inside, holder.len());
        let only_heads = cells.iter().all(|(column, shows)| column == shows);
        if !only_heads {
            bodies.entry(body).or_default().push(TableRow {
                at: holder.to_vec(),
                cells,
            });
        }
    }
    for (body, rows) in bodies {
        let of_cells = rows.iter().flat_map(|it| &it.cells).map(|it| it.0.clone());
        let around = body.split_last().map_or(body, |it| it.1);
        let mut heads: BTreeSet<String> = of_cells.collect();
        heads.extend(heads_in(screen, around));
        let name = name_of(screen, around, body);
        all.push((body.to_vec(), Table { name, heads, rows }));
    }
    for row in head_rows(screen) {
        let around = &row[..row.len().saturating_sub(2)];
        let is_known = |(body, _): &(Vec<u16>, Table)| body.starts_with(around) || row.starts_with(body);
        if !all.iter().any(is_known) {
            let table = Table {
                name: name_of(screen, around, row),
                heads: heads_in(screen, row).collect(),
                rows: Vec::new(),
            };
            all.push((row.to_vec(), table));
        }
    }
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all.into_iter().map(|it| it.1).collect()
}

/// What shows in each column of a row that stands so deep in the tree. Columns of one head are told by their number.
fn cells(inside: &[&Element], depth: usize) -> Vec<(String, String)> {
    let mut columns: Vec<(u16, String, Vec<&Element>)> = Vec::new();
    for it in inside {
        let (Some(at), Some(column)) = (it.path.get(depth), &it.column) else {
            continue;
        };
        match columns.last_mut().filter(|known| known.0 == *at) {
            Some(known) => known.2.push(it),
            None => columns.push((*at, column.clone(), vec![it])),
        }
    }
    let mut all: Vec<(String, String)> = Vec::new();
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    for (_, column, elements) in columns {
        let count = names.entry(column.clone()).or_default();
        *count += 1;
        let name = match count {
            1 => column,
            n => format!("{column} #{n}"),
        };
        let shows = said_by(&elements);
        if !shows.is_empty() {
            all.push((name, shows));
        }
    }
    all
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

fn is_column_head(element: &Element) -> bool {
    let kinds = [&element.class_name, &element.role];
    let mut named = kinds.into_iter().flatten();
    named.any(|it| it == "th" || it == "columnheader")
}

/// What the heads in a part of the tree say.
fn heads_in<'s>(screen: &'s Screen, around: &'s [u16]) -> impl Iterator<Item = String> + 's {
    let heads = screen
        .elements
        .iter()
        .filter(move |it| is_column_head(it) && it.path.starts_with(around));
    heads
        .filter_map(|it| it.text.as_deref().map(str::trim))
        .filter(|it| !it.is_empty())
        .map(str::to_owned)
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

/// Words of a control that leads to the next part of a list, in lower case.
const NEXT: [&str; 22] = [
    "next",
    "next ›",
    "next »",
    "next >",
    "next →",
    "›",
    "»",
    ">",
    ">>",
    "→",
    "weiter",
    "suivant",
    "siguiente",
    "successivo",
    "avanti",
    "próximo",
    "próxima",
    "volgende",
    "nästa",
    "næste",
    "下一页",
    "次へ",
];
/// Words that stand in what such a control says at length.
const NEXT_PAGE: [&str; 6] = [
    "next page",
    "nächste seite",
    "page suivante",
    "página siguiente",
    "volgende pagina",
    "следующая",
];
/// Words of a control behind a list that adds to it.
const MORE: [&str; 7] = [
    "more",
    "load more",
    "show more",
    "older",
    "mehr",
    "mehr anzeigen",
    "voir plus",
];

/// What says that a page shows a part of a table only, where something does: a control that leads on and can be pressed, one of the
/// numbers of pages, or a text as `1-20 of 45`.
pub fn onward(screen: &Screen, table: &Table) -> Option<ElementId> {
    let in_table = |it: &Element| it.column.is_some() || it.is(Role::Cell);
    let free = |it: &Element| it.clickable && it.enabled && !in_table(it) && !it.editable;
    let is_behind = |it: &Element| table.rows.last().is_some_and(|row| it.path > row.at);
    let says_on = |it: &Element| {
        let mut words = it.words().map(|it| it.trim().to_lowercase());
        words.any(|said| {
            NEXT.contains(&&*said)
                || NEXT_PAGE.iter().any(|it| said.contains(it))
                || is_behind(it) && MORE.contains(&&*said)
        })
    };
    let counts = |it: &Element| !in_table(it) && it.text.as_deref().is_some_and(is_part_of_more);
    let by_words = screen
        .iter()
        .find(|(_, it)| free(it) && says_on(it) || counts(it))
        .map(|it| it.0);
    by_words.or_else(|| {
        // The numbers of pages stand side by side, the one in front among them.
        let number = |it: &Element| it.text.as_deref()?.trim().parse::<usize>().ok();
        let numbered: Vec<(ElementId, &Element, usize)> = screen
            .iter()
            .filter(|(_, it)| !in_table(it) && !it.editable)
            .filter_map(|(id, it)| Some((id, it, number(it)?)))
            .collect();
        let follows = |pair: &[(ElementId, &Element, usize)]| match pair {
            [(_, a, n), (id, b, m)] => {
                let beside = (a.bounds.top - b.bounds.top).abs() <= a.bounds.height().max(b.bounds.height());
                (*m == n + 1 && beside && (free(a) || free(b))).then_some(*id)
            }
            _ => None,
        };
        numbered.windows(2).find_map(follows)
    })
}

/// Whether a text says that a range is a part of a greater number: `1-20 of 45`.
fn is_part_of_more(text: &str) -> bool {
    let mut numbers = text
        .split(|it: char| !it.is_ascii_digit())
        .filter(|it| !it.is_empty())
        .map(str::parse::<u64>);
    let (Some(Ok(from)), Some(Ok(to)), Some(Ok(of)), None) =
        (numbers.next(), numbers.next(), numbers.next(), numbers.next())
    else {
        return false;
    };
    let is_range = [format!("{from}-{to}"), format!("{from}–{to}")]
        .iter()
        .any(|it| text.replace(' ', "").contains(it));
    is_range && from <= to && to < of
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(class: &str, text: &str, path: &[u16], column: &str) -> Element {
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
    fn screen() -> Screen {
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

    #[test]
    fn what_leads_on_is_no_control_of_a_row() {
        let mut screen = screen();
        let leads = |screen: &Screen| onward(screen, &tables(screen)[0]).map(|it| it.0);
        assert_eq!(leads(&screen), None);
        let mut add = |it: Element| {
            screen.elements.push(it);
            let found = leads(&screen);
            let at = screen.elements.len() - 1;
            (found == Some(at), screen.elements.pop())
        };
        for (says, leads) in [
            ("Next »", true),
            ("Go to next page", true),
            ("Load more", true),
            ("Nextcloud", false),
            ("Save", false),
        ] {
            assert_eq!(add(element("button", says, &[0, 4], "")).0, leads, "{says}");
        }
        let of_row = element("button", "Next", &[0, 1, 1, 1, 2, 0], "Action");
        assert!(!add(of_row).0, "it belongs to a row");
        let menu = element("button", "More", &[0, 0, 1], "");
        assert!(!add(menu).0, "it stands before the table");
        let last = Element {
            enabled: false,
            ..element("button", "Next", &[0, 4], "")
        };
        assert!(!add(last).0, "the last page");
        assert!(add(element("p", "1 – 20 of 45", &[0, 4], "")).0);
        for whole in ["1-20 of 20", "2026-11-27 at 9", "20 of 45"] {
            assert!(!add(element("p", whole, &[0, 4], "")).0, "{whole}");
        }
        screen.elements.push(element("span", "1", &[0, 5], ""));
        screen.elements.push(element("button", "2", &[0, 6], ""));
        assert_eq!(leads(&screen), Some(screen.elements.len() - 1));
    }
}
