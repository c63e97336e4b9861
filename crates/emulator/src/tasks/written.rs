//! Rows of a table as a text, in the suite's two ways: what a goal says of them, or a note.

use crate::state::Fields;

/// The parameter that says in which of the two ways.
pub(super) const WORDING: &str = "text_representation_type";
/// A block of lines for each row.
pub(super) const BLOCK: &str = "text_block";
/// A header, and a line for each row.
pub(super) const CSV: &str = "csv";

/// How the rows of a table are written.
pub(super) struct Written {
    /// What the block of a row begins with.
    pub called: &'static str,
    /// What is said of a row; the first is what it is called.
    pub columns: &'static [&'static str],
}

impl Written {
    /// Write rows, each with a cell for each column. Any other way than [`CSV`] is [`BLOCK`].
    pub(super) fn write(&self, wording: &str, rows: &[Vec<String>]) -> String {
        if wording == CSV {
            let rows = rows.iter().map(|it| it.join("|"));
            let lines: Vec<String> = std::iter::once(self.columns.join("|")).chain(rows).collect();
            return lines.join("\n");
        }
        let block = |row: &Vec<String>| {
            let cells = self.columns.iter().zip(row).enumerate();
            let lines = cells.map(|(at, (column, cell))| match at {
                0 => format!("{}: {cell}\n", self.called),
                _ => format!(" {column}: {cell}\n"),
            });
            lines.collect::<String>()
        };
        rows.iter().map(block).collect::<Vec<String>>().join("\n")
    }

    /// The rows of a text in either way; `None` for any other text.
    pub(super) fn read(&self, text: &str) -> Option<Vec<Vec<String>>> {
        let mut lines = text.lines().filter(|it| !it.is_empty()).peekable();
        if lines.next_if(|it| *it == self.columns.join("|")).is_some() {
            let row = |line: &str| -> Option<Vec<String>> {
                let cells: Vec<String> = line.split('|').map(str::to_owned).collect();
                (cells.len() == self.columns.len()).then_some(cells)
            };
            return lines.map(row).collect();
        }
        let mut rows: Vec<Vec<String>> = Vec::new();
        for line in lines {
            let whole = self.columns.len();
            match rows.last_mut().filter(|it| it.len() < whole) {
                Some(row) => {
                    let start = format!(" {}: ", self.columns[row.len()]);
                    row.push(line.strip_prefix(&start)?.to_owned());
                }
                None => {
                    let start = format!("{}: ", self.called);
                    rows.push(vec![line.strip_prefix(&start)?.to_owned()]);
                }
            }
        }
        rows.iter()
            .all(|it| it.len() == self.columns.len())
            .then_some(rows)
    }

    /// The cells of a row as the table keeps it, where the columns are the table's.
    pub(super) fn cells(&self, fields: &Fields) -> Vec<String> {
        let cell = |column: &&str| fields.get(*column).cloned().unwrap_or_default();
        self.columns.iter().map(cell).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRITTEN: Written = Written {
        called: "Book",
        columns: &["title", "pages"],
    };

    fn rows() -> Vec<Vec<String>> {
        let row = |title: &str, pages: &str| vec![title.to_owned(), pages.to_owned()];
        vec![row("Emma", "474"), row("Ulysses", "")]
    }

    #[test]
    fn both_ways_are_written_and_read_again() {
        let block = WRITTEN.write(BLOCK, &rows());
        assert_eq!(block, "Book: Emma\n pages: 474\n\nBook: Ulysses\n pages: \n");
        let csv = WRITTEN.write(CSV, &rows());
        assert_eq!(csv, "title|pages\nEmma|474\nUlysses|");
        for text in [block, csv] {
            assert_eq!(WRITTEN.read(&text), Some(rows()), "{text}");
        }
    }

    #[test]
    fn another_text_is_none() {
        for text in [
            "Emma",
            "title|pages\nEmma",
            "title|pages\nEmma|474|1",
            "Book: Emma",
            "Book: Emma\n title: 474",
            "Book: Emma\n pages: 474\npages: 2",
        ] {
            assert_eq!(WRITTEN.read(text), None, "{text}");
        }
        assert_eq!(WRITTEN.read(""), Some(Vec::new()));
    }
}
