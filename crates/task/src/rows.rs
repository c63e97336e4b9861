//! Rows of a CSV file as the values of calls, one call a row. Columns are parameters.

use std::{collections::HashSet, str};

use csv::{Reader, ReaderBuilder, StringRecord};
use thiserror::Error;

use crate::{
    nearest::nearest,
    params::{Params, Value},
};

/// What stands between the entries of a list in one cell.
const BETWEEN: char = ';';
/// What other programs put between cells.
const OTHER_SEPARATORS: [(u8, &str); 3] = [(b';', "semicolons"), (b'\t', "tabs"), (b'|', "bars")];

/// A parameter that a column may give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The parameter's name. A column of this name in other spelling (`First name` for `first_name`) is meant as well.
    pub name: String,
    /// Whether a cell has several entries, with `;` between them.
    pub list: bool,
    /// Whether it may be left out: the whole column, or single cells.
    pub optional: bool,
}

/// The values of one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its number, from 1; the header has none.
    pub number: usize,
    /// The line of the file where it begins, from 1.
    pub line: u64,
    /// Its values.
    pub params: Params,
}

/// A row that can't be called with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRow {
    /// Its number, from 1.
    pub number: usize,
    /// The line of the file where it begins, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub reason: String,
}

/// What a file holds: rows in its order, and those that are wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// The good ones.
    pub rows: Vec<Row>,
    /// The others.
    pub bad: Vec<BadRow>,
}

/// A file whose rows can't be read at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RowsError {
    /// Not UTF-8.
    #[error("line {line} is not UTF-8 text\nhelp: save the file as \"CSV UTF-8\"")]
    NotText {
        /// The line, from 1.
        line: usize,
    },
    /// UTF-16, as some programs save "Unicode text".
    #[error("it is UTF-16 text\nhelp: save the file as \"CSV UTF-8\"")]
    Utf16,
    /// Nothing in it.
    #[error("it is empty\nhelp: the first line names the parameters, each further line is one run")]
    Empty,
    /// A header and nothing else.
    #[error("it has a header and no row")]
    NoRow,
    /// Cells are separated by something else.
    #[error(
        "its cells are separated by {separator}, not by commas\nhelp: save the file as CSV with commas (\"Comma separated values\")"
    )]
    Separator {
        /// What separates them.
        separator: &'static str,
    },
    /// The columns are not the parameters.
    #[error("{}", columns(unknown, missing, twice, known))]
    Columns {
        /// Columns that are no parameter, each with names that are like it.
        unknown: Vec<(String, Vec<String>)>,
        /// Parameters without a column.
        missing: Vec<String>,
        /// Parameters with several columns.
        twice: Vec<String>,
        /// All that may be given.
        known: Vec<String>,
    },
    /// A quote that is opened and not closed takes in all that follows.
    #[error(
        "the row in line {line} opens a quote that nothing closes\nhelp: a quote within a cell is written twice"
    )]
    OpenQuote {
        /// The line where its row begins, from 1.
        line: u64,
    },
}

fn columns(
    unknown: &[(String, Vec<String>)],
    missing: &[String],
    twice: &[String],
    known: &[String],
) -> String {
    let quoted = |all: &[String]| {
        all.iter()
            .map(|it| format!("`{it}`"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let mut lines = Vec::new();
    for (name, near) in unknown {
        let meant = match near.is_empty() {
            true => String::new(),
            false => format!("; did you mean {}?", quoted(near)),
        };
        lines.push(format!("the column `{name}` is no parameter{meant}"));
    }
    if !missing.is_empty() {
        lines.push(format!("there is no column for {}", quoted(missing)));
    }
    if !twice.is_empty() {
        lines.push(format!(
            "several columns, or a column and an option, give {}",
            quoted(twice)
        ));
    }
    lines.push(format!("help: the parameters are {}", quoted(known)));
    lines.join("\n")
}

impl Rows {
    /// Read a file whose first line names the columns. `fixed` are parameters that have a value already.
    pub fn read(bytes: &[u8], wanted: &[Column], fixed: &[&str]) -> Result<Self, RowsError> {
        let text = text_of(bytes)?;
        let mut reader = reader(text);
        let mut records = reader.records().flatten();
        let header = records.next().ok_or(RowsError::Empty)?;
        let places = places(&header, wanted, fixed)?;
        let mut all = Self::default();
        let mut last = 1;
        let mut lines = Lines { text, at: 0, line: 1 };
        for (record, number) in records.zip(1..) {
            let line = lines.of(record.position());
            last = line;
            match row(&record, &header, wanted, &places) {
                Ok(params) => all.rows.push(Row { number, line, params }),
                Err(why) => all.bad.push(BadRow {
                    number,
                    line,
                    reason: why.to_string(),
                }),
            }
        }
        if text.bytes().filter(|it| *it == b'"').count() % 2 == 1 {
            return Err(RowsError::OpenQuote { line: last });
        }
        match all.rows.is_empty() && all.bad.is_empty() {
            true => Err(RowsError::NoRow),
            false => Ok(all),
        }
    }
}

impl Rows {
    /// Read a file of which nobody says what columns it has to have: each gives the text of its cells, under its own name. A
    /// cell that is empty gives none.
    pub fn read_all(bytes: &[u8]) -> Result<Self, RowsError> {
        let header = reader(text_of(bytes)?).records().flatten().next();
        let header = header.ok_or(RowsError::Empty)?;
        let of_name = |name: &str| Column {
            name: name.trim().to_owned(),
            list: false,
            optional: true,
        };
        let wanted: Vec<Column> = header.iter().map(of_name).collect();
        Self::read(bytes, &wanted, &[])
    }
}

/// Counts lines, as the reader's own count is one behind where lines end with a carriage return.
struct Lines<'a> {
    text: &'a str,
    /// How far it has counted, in bytes.
    at: usize,
    /// The line there, from 1.
    line: u64,
}

impl Lines<'_> {
    /// The line where a row begins. Rows are asked for in their order.
    fn of(&mut self, row: Option<&csv::Position>) -> u64 {
        let begins = row
            .and_then(|it| usize::try_from(it.byte()).ok())
            .unwrap_or(self.at);
        let is_end = |it: &u8| matches!(it, b'\r' | b'\n');
        let ahead = self.text.as_bytes().iter().enumerate().skip(self.at);
        for (at, byte) in ahead {
            if at >= begins && !is_end(byte) {
                self.at = at;
                break;
            }
            self.line += u64::from(*byte == b'\n');
        }
        self.line
    }
}

/// Rows of any length, the first one among them.
fn reader(text: &str) -> Reader<&[u8]> {
    ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes())
}

/// The text of a file, without the mark that some programs put before it.
fn text_of(bytes: &[u8]) -> Result<&str, RowsError> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(RowsError::Utf16);
    }
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    str::from_utf8(bytes).map_err(|error| RowsError::NotText {
        line: bytes[..error.valid_up_to()]
            .iter()
            .filter(|it| **it == b'\n')
            .count()
            + 1,
    })
}

/// A name as it is compared: letters and digits, in lower case.
fn folded(name: &str) -> String {
    name.chars()
        .filter(|it| it.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// For each column of the file the parameter that it gives.
fn places(header: &StringRecord, wanted: &[Column], fixed: &[&str]) -> Result<Vec<usize>, RowsError> {
    let find = |name: &str| {
        let exact = wanted.iter().position(|it| it.name == name);
        exact.or_else(|| {
            let mut alike = (0..wanted.len()).filter(|it| folded(&wanted[*it].name) == folded(name));
            alike.next().filter(|_| alike.next().is_none())
        })
    };
    let names = || wanted.iter().map(|it| it.name.as_str());
    let mut places = Vec::new();
    let mut unknown = Vec::new();
    for name in header.iter().map(str::trim) {
        match find(name) {
            Some(place) => places.push(place),
            None => unknown.push((name.to_owned(), nearest(name, names()))),
        }
    }
    let mut given: HashSet<&str> = fixed.iter().copied().collect();
    let again = |place: &&usize| !given.insert(wanted[**place].name.as_str());
    let twice: Vec<String> = places
        .iter()
        .filter(again)
        .map(|it| wanted[*it].name.clone())
        .collect();
    let missing: Vec<String> = wanted
        .iter()
        .filter(|it| !it.optional && !given.contains(it.name.as_str()))
        .map(|it| it.name.clone())
        .collect();
    if unknown.is_empty() && missing.is_empty() && twice.is_empty() {
        return Ok(places);
    }
    // One column that falls into parameters where it is cut otherwise: the file has another separator.
    if let (1, Some(only)) = (header.len(), header.get(0)) {
        let cut = |separator: u8| -> Vec<&str> { only.split(char::from(separator)).collect() };
        let other = OTHER_SEPARATORS.iter().find(|(separator, _)| {
            let parts = cut(*separator);
            parts.len() > 1 && parts.iter().any(|it| find(it.trim().trim_matches('"')).is_some())
        });
        if let Some((_, separator)) = other {
            return Err(RowsError::Separator { separator });
        }
    }
    Err(RowsError::Columns {
        unknown,
        missing,
        twice,
        known: names().map(str::to_owned).collect(),
    })
}

/// Why a record has no values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
enum NoValues {
    /// It is longer or shorter than the header.
    #[error("it has {found} cells, and the header {wanted}")]
    Cells {
        /// How many it has.
        found: usize,
        /// How many the header has.
        wanted: usize,
    },
    /// It is a line of commas.
    #[error("all its cells are empty")]
    Empty,
}

/// The values of one record, or why it has none.
fn row(
    record: &StringRecord,
    header: &StringRecord,
    wanted: &[Column],
    places: &[usize],
) -> Result<Params, NoValues> {
    if record.len() != header.len() {
        return Err(NoValues::Cells {
            found: record.len(),
            wanted: header.len(),
        });
    }
    if record.iter().all(str::is_empty) {
        return Err(NoValues::Empty);
    }
    let mut params = Params::new();
    for (cell, place) in record.iter().zip(places) {
        let column = &wanted[*place];
        if cell.is_empty() && column.optional {
            continue;
        }
        let value = match column.list {
            true => {
                let entries = cell.split(BETWEEN).map(str::trim);
                Value::List(entries.filter(|it| !it.is_empty()).map(str::to_owned).collect())
            }
            false => Value::from(cell),
        };
        params.insert(column.name.clone(), value);
    }
    Ok(params)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn column(name: &str) -> Column {
        Column {
            name: name.to_owned(),
            list: name.ends_with("_list"),
            optional: name.starts_with("maybe_"),
        }
    }

    fn read(text: &str, names: &[&str]) -> Result<Rows, RowsError> {
        let wanted: Vec<Column> = names.iter().map(|it| column(it)).collect();
        Rows::read(text.as_bytes(), &wanted, &[])
    }

    fn values(row: &Row) -> Vec<String> {
        row.params
            .iter()
            .map(|(name, value)| format!("{name}={value:?}"))
            .collect()
    }

    #[test]
    fn columns_are_parameters_in_any_order_and_spelling() {
        let text =
            "\u{feff}First Name,maybe_note,tags_list\r\nAda,,a; b\r\n\"O'Neill, S.\",\"two\nlines\",\r\n";
        let rows = read(text, &["tags_list", "first_name", "maybe_note"]).unwrap();
        assert!(rows.bad.is_empty());
        assert_eq!(
            values(&rows.rows[0]),
            [r#"first_name=Text("Ada")"#, r#"tags_list=List(["a", "b"])"#]
        );
        assert_eq!(
            values(&rows.rows[1]),
            [
                r#"first_name=Text("O'Neill, S.")"#,
                r#"maybe_note=Text("two\nlines")"#,
                "tags_list=List([])"
            ]
        );
        assert_eq!((rows.rows[1].number, rows.rows[1].line), (2, 3));
    }

    #[test]
    fn wrong_headers_are_said_with_near_names() {
        let said = |text: &str| read(text, &["name", "email"]).unwrap_err().to_string();
        let unknown = said("name,e-mial\nA,b\n");
        assert!(
            unknown.contains("`e-mial` is no parameter; did you mean `email`?"),
            "{unknown}"
        );
        assert!(unknown.contains("no column for `email`"), "{unknown}");
        assert!(said("name,email,Name\n").contains("give `name`"));
        assert!(said("name;email\nA;b\n").contains("semicolons"));
        assert!(said("\"name\"\t\"email\"\nA\tb\n").contains("tabs"));
        assert!(said("").contains("empty"));
        assert!(said("name,email\n").contains("no row"));
        assert!(said("name,email\nA,\"b\nC,d\n").contains("line 2 opens a quote"));
        let fixed = Rows::read(b"name\nA\n", &[column("name"), column("email")], &["email"]);
        assert_eq!(fixed.unwrap().rows.len(), 1);
        let both = Rows::read(b"name\nA\n", &[column("name")], &["name"]).unwrap_err();
        assert!(both.to_string().contains("give `name`"), "{both}");
        let latin = Rows::read(b"name\nJos\xe9\n", &[column("name")], &[]);
        assert_eq!(latin, Err(RowsError::NotText { line: 2 }));
        assert_eq!(
            Rows::read(b"\xff\xfen\0", &[column("n")], &[]),
            Err(RowsError::Utf16)
        );
    }

    #[test]
    fn a_bad_row_leaves_the_others_as_they_are() {
        let mut text = "a,b\n".to_owned();
        for number in 1..=10_000 {
            let more = if number == 7_000 { ",3" } else { "" };
            text.push_str(&format!("{number},x{more}\n"));
        }
        let rows = read(&text, &["a", "b"]).unwrap();
        assert_eq!(rows.rows.len(), 9_999);
        assert_eq!(
            rows.bad,
            [BadRow {
                number: 7_000,
                line: 7_001,
                reason: "it has 3 cells, and the header 2".to_owned()
            }]
        );
        let empty = read("a,b\n1,2\n,\n", &["a", "b"]).unwrap();
        assert_eq!(empty.bad[0].number, 2);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(cells in prop::collection::vec(("[^\0]{1,12}", "(?s).{0,12}"), 1..6)) {
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.write_record(["a", "b"]).unwrap();
            for (a, b) in &cells {
                writer.write_record([a, b]).unwrap();
            }
            let bytes = writer.into_inner().unwrap();
            let rows = Rows::read(&bytes, &[column("a"), column("b")], &[]).unwrap();
            let read: Vec<(String, String)> = rows.rows.iter()
                .map(|it| (it.params["a"].to_string(), it.params["b"].to_string()))
                .collect();
            prop_assert_eq!(read, cells);
        }
    }
}
