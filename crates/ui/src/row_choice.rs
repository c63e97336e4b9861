//! Which rows of a table are meant, and by what one is told from the others.

use std::fmt;

use crate::{
    element::{Element, ElementId},
    find::{Found, find},
    locator::Locator,
    screen::Screen,
    tables::{NoTable, Table, TableName, TableRow},
};

/// The rows of a table that are meant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct RowChoice {
    /// What the table is called by; it tells it from others with such columns. Empty where it has no name.
    pub list: String,
    /// The column that tells its rows apart.
    pub known_by: String,
    /// What their cells show, word for word, by the heads of the columns. Without any, all rows are meant.
    pub whose: Vec<(String, String)>,
}

/// Why rows can't be told apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Untold {
    /// A row that is meant shows nothing in the column that tells rows apart; what it shows.
    Nameless(Vec<String>),
    /// Two rows show this there, and one of them is meant.
    Twice(String),
}

impl RowChoice {
    /// What tells its table from others.
    pub fn of_table(&self) -> TableName {
        let columns = self.whose.iter().map(|it| &it.0).chain([&self.known_by]);
        TableName {
            list: self.list.clone(),
            columns: columns.cloned().collect(),
        }
    }

    /// The table on a screen.
    pub fn table(&self, screen: &Screen) -> Result<Table, NoTable> {
        self.of_table().on(screen)
    }

    /// Whether a row is meant.
    pub fn means(&self, row: &TableRow) -> bool {
        row.is_so(
            self.whose
                .iter()
                .map(|(column, value)| (column.as_str(), value.as_str())),
        )
    }

    /// What a row is known by.
    pub fn key<'r>(&self, row: &'r TableRow) -> Option<&'r str> {
        row.shows(&self.known_by)
    }

    /// What the rows are known by that are meant, in their order.
    pub fn keys(&self, rows: &[TableRow]) -> Result<Vec<String>, Untold> {
        let mut all = Vec::new();
        for row in rows.iter().filter(|it| self.means(it)) {
            let Some(key) = self.key(row) else {
                let shows = row.cells.iter().map(|it| it.1.clone()).collect();
                return Err(Untold::Nameless(shows));
            };
            if rows.iter().filter(|it| self.key(it) == Some(key)).count() > 1 {
                return Err(Untold::Twice(key.to_owned()));
            }
            all.push(key.to_owned());
        }
        Ok(all)
    }

    /// What a locator finds in the row that is known by this, whatever it is to be near; none where there is no such row, or two.
    pub fn find_in<T: AsRef<str> + Clone>(&self, screen: &Screen, key: &str, locator: &Locator<T>) -> Found {
        let table = self.table(screen).ok();
        let all = table.iter().flat_map(|it| &it.rows);
        let mut own = all.filter(|it| self.key(it) == Some(key));
        let (Some(row), None) = (own.next(), own.next()) else {
            return Found::None;
        };
        let inside: Vec<(ElementId, &Element)> = screen.iter().filter(|(_, it)| row.holds(it)).collect();
        let alone = Screen {
            elements: inside.iter().map(|it| it.1.clone()).collect(),
            ..Screen::default()
        };
        let asked = Locator {
            near: None,
            ..locator.clone()
        };
        let of_screen = |it: ElementId| inside[it.0].0;
        match find(&alone, &asked) {
            Found::None => Found::None,
            Found::One(id) => Found::One(of_screen(id)),
            Found::Many(all) => Found::Many(all.into_iter().map(of_screen).collect()),
        }
    }

    /// The same rows, one of them after the other: `each row of "Open orders" whose "Status" is "late"`.
    pub fn in_words(&self) -> String {
        format!("each {self}")
    }
}

impl fmt::Display for RowChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.list.as_str() {
            "" => write!(f, "row of the table with \"{}\"", self.known_by)?,
            list => write!(f, "row of \"{list}\"")?,
        }
        for (nth, (column, value)) in self.whose.iter().enumerate() {
            let before = if nth == 0 { "whose" } else { "and" };
            write!(f, " {before} \"{column}\" is \"{value}\"")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(number: &str, status: &str) -> TableRow {
        let cell = |column: &str, shows: &str| (column.to_owned(), shows.to_owned());
        TableRow {
            at: vec![0],
            cells: [cell("Number", number), cell("Status", status)]
                .into_iter()
                .filter(|it| !it.1.is_empty())
                .collect(),
        }
    }

    fn late() -> RowChoice {
        RowChoice {
            list: "Orders".to_owned(),
            known_by: "Number".to_owned(),
            whose: vec![("Status".to_owned(), "late".to_owned())],
        }
    }

    #[test]
    fn what_only_has_the_words_in_it_is_not_meant() {
        let rows = [
            row("1", "late"),
            row("2", "not late"),
            row("3", "late-paid"),
            row("4", "Late"),
            row("5", ""),
            row("6", "late"),
        ];
        assert_eq!(late().keys(&rows), Ok(vec!["1".to_owned(), "6".to_owned()]));
        assert_eq!(
            late().to_string(),
            "row of \"Orders\" whose \"Status\" is \"late\""
        );
    }

    #[test]
    fn rows_that_are_not_told_apart_are_none() {
        // The other one of its name is not late: all the same nobody can say which is which.
        let twice = [row("1", "late"), row("1", "paid")];
        assert_eq!(late().keys(&twice), Err(Untold::Twice("1".to_owned())));
        let nameless = [row("", "late")];
        assert_eq!(
            late().keys(&nameless),
            Err(Untold::Nameless(vec!["late".to_owned()]))
        );
        // What is not meant need not be told apart.
        let others = [
            row("1", "late"),
            row("2", "paid"),
            row("2", "paid"),
            row("", "paid"),
        ];
        assert_eq!(late().keys(&others), Ok(vec!["1".to_owned()]));
    }
}
