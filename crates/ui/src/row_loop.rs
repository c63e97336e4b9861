//! The rows of a table that are done one after the other, and what was seen when this was shown.

use std::fmt;

use crate::{
    element::Element,
    pager::Pager,
    role::Role,
    row_choice::RowChoice,
    screen::Screen,
    tables::{Table, TableName, TableRow},
};

/// The rows of a table that are done one after the other, and what each of them is held to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct RowLoop {
    /// Which rows.
    pub rows: RowChoice,
    /// How one looks once it is done.
    pub after: RowAfter,
    /// Whether the page says beside the table which row is worked with, before anything there is acted on.
    pub named_beside: bool,
    /// Whether what is done right before has other rows shown, as a filter does: they are read once it has had its effect.
    pub filtered: bool,
    /// What leads from one page of the table to the next; `None` where it has one.
    pub pages: Option<Pager>,
}

/// All rows of a table, as an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TableAnswer {
    /// What the table is called; empty where it has no name.
    pub list: String,
    /// The columns that are asked for, in their order.
    pub columns: Vec<String>,
    /// What leads from one page of the table to the next; `None` where it has one.
    pub pages: Option<Pager>,
}

impl TableAnswer {
    /// What tells its table from others.
    pub fn of_table(&self) -> TableName {
        TableName {
            list: self.list.clone(),
            columns: self.columns.iter().cloned().collect(),
        }
    }
}

impl fmt::Display for TableAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.list, self.columns.join(", "))
    }
}

/// How a row looks once it is done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum RowAfter {
    /// As before, or in no way that was seen: nothing is asked.
    #[default]
    AsBefore,
    /// It is not in the table any more.
    Gone,
    /// It is not meant any more, or not in the table.
    NotMeant,
    /// Its cells show this, word for word, by the heads of the columns; or it is not in the table.
    Shows(Vec<(String, String)>),
}

impl RowAfter {
    /// Whether a row that is in the table is done.
    pub fn is_done(&self, rows: &RowChoice, row: &TableRow) -> bool {
        match self {
            Self::AsBefore => true,
            Self::Gone => false,
            Self::NotMeant => !rows.means(row),
            Self::Shows(cells) => {
                let asked = cells
                    .iter()
                    .map(|(column, shows)| (column.as_str(), shows.as_str()));
                row.is_so(asked)
            }
        }
    }
}

impl fmt::Display for RowAfter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AsBefore => f.write_str("as before"),
            Self::Gone => f.write_str("gone from the table"),
            Self::NotMeant => f.write_str("none of those any more that are meant"),
            Self::Shows(cells) => {
                for (nth, (column, shows)) in cells.iter().enumerate() {
                    let and = if nth == 0 { "" } else { ", " };
                    write!(f, "{and}\"{column}\" is \"{shows}\"")?;
                }
                Ok(())
            }
        }
    }
}

/// Whether something outside of the rows of a table says what one of them is known by, as words of their own. What can be chosen
/// says nothing of what is in front.
pub fn says_beside(screen: &Screen, table: &Table, key: &str) -> bool {
    let says = |it: &Element| {
        let mut words = it.words();
        words.any(|it| has_words(it, key))
    };
    screen
        .elements
        .iter()
        .any(|it| table.row_of(it).is_none() && !it.is(Role::Option) && says(it))
}

/// Whether words stand in a text as words of their own: `A-1` does in `Order A-1.`, not in `A-10`.
pub fn has_words(text: &str, words: &str) -> bool {
    words_in(text, words).next().is_some()
}

/// Where words stand in a text as words of their own. `-`, `_` and `.` within a word are a part of it.
pub fn words_in<'t>(text: &'t str, words: &'t str) -> impl Iterator<Item = usize> + 't {
    let goes_on = |mut rest: &mut dyn Iterator<Item = char>| {
        let first = rest.next();
        let joins = matches!(first, Some('-' | '_' | '.'));
        let it = if joins { (&mut rest).next() } else { first };
        it.is_some_and(char::is_alphanumeric)
    };
    let found = text.match_indices(words).map(|it| it.0);
    found.filter(move |at| {
        let (before, behind) = (&text[..*at], &text[at + words.len()..]);
        !words.is_empty() && !goes_on(&mut before.chars().rev()) && !goes_on(&mut behind.chars())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::{
        tables,
        tests::{element, screen},
    };

    #[test]
    fn words_are_those_of_a_longer_text_where_nothing_goes_on_with_them() {
        for (text, has) in [
            ("Order A-1.", true),
            ("A-1", true),
            ("A-10", false),
            ("BA-1", false),
            ("A-1-2", false),
            ("X_A-1", false),
            ("A-1, paid", true),
            ("A-10, A-1", true),
            ("", false),
        ] {
            assert_eq!(has_words(text, "A-1"), has, "{text}");
        }
        assert!(!has_words("all", ""));
    }

    #[test]
    fn what_a_row_says_of_itself_is_not_said_beside_the_table() {
        let mut screen = screen();
        let says = |screen: &Screen| says_beside(screen, &tables(screen)[0], "A-1");
        assert!(!says(&screen));
        screen.elements.push(element("h2", "Order A-10", &[0, 5], ""));
        assert!(!says(&screen), "it is another one's name");
        screen.elements.push(element("h2", "Order A-1", &[0, 6], ""));
        assert!(says(&screen));
    }
}
