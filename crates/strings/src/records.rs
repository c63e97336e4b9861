//! Records of a text, one on each line, with a sign between their cells: what somebody keeps in a note, or has exported.

use serde::{Deserialize, Serialize};

use crate::days::lower_words;

/// Why a text has no records as they are asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordsError {
    /// Nothing stands between the cells.
    #[error("what stands between the cells is not said")]
    NoSign,
    /// The lines are no records.
    #[error("the first line has no \"{0}\" between cells")]
    NoCells(String),
    /// A line has another number of cells than the first one.
    #[error("line {line} has {cells} cells, and the first has {first}")]
    Uneven {
        /// Which line, from 1.
        line: usize,
        /// Its cells.
        cells: usize,
        /// Those of the first line.
        first: usize,
    },
    /// There is none, or none is meant.
    #[error("no record is meant: the text has {0} lines")]
    None(usize),
}

/// Which lines of a text are meant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Meant<T> {
    /// All of them.
    All,
    /// All but the first, which names the cells.
    BelowHead,
    /// Those whose n-th cell, from 1, is this text.
    Where(usize, T),
    /// Those whose n-th cell, from 1, has these words in it, as words of their own and in either case.
    Saying(usize, T),
}

impl<T> Meant<T> {
    /// The name of the function that gives these lines.
    pub fn name(&self) -> &'static str {
        match self {
            Meant::All => "records",
            Meant::BelowHead => "records_below",
            Meant::Where(..) => "records_where",
            Meant::Saying(..) => "records_saying",
        }
    }

    /// What a cell is held against, and which cell.
    pub fn test(&self) -> Option<(usize, &T)> {
        match self {
            Meant::All | Meant::BelowHead => None,
            Meant::Where(n, of) | Meant::Saying(n, of) => Some((*n, of)),
        }
    }
}

/// The lines of a text that are meant. Lines without text are none.
///
/// # Errors
/// Where a line has more cells than the first one or fewer, and where no line is meant.
pub fn records(text: &str, by: &str, meant: &Meant<&str>) -> Result<Vec<String>, RecordsError> {
    if by.is_empty() {
        return Err(RecordsError::NoSign);
    }
    let lines: Vec<&str> = text.lines().filter(|it| !it.trim().is_empty()).collect();
    let cells = |line: &str| line.split(by).count();
    let first = lines.first().map_or(0, |it| cells(it));
    if first == 1 {
        return Err(RecordsError::NoCells(by.to_owned()));
    }
    if let Some(at) = lines.iter().position(|it| cells(it) != first) {
        return Err(RecordsError::Uneven {
            line: at + 1,
            cells: cells(lines[at]),
            first,
        });
    }
    let cell = |line: &str, n: usize| {
        let mut all = line.split(by);
        n.checked_sub(1)
            .and_then(|n| all.nth(n))
            .map(|it| it.trim().to_owned())
    };
    let is_meant = |(at, line): &(usize, &str)| match meant {
        Meant::All => true,
        Meant::BelowHead => *at > 0,
        Meant::Where(n, value) => cell(line, *n).is_some_and(|it| it == value.trim()),
        Meant::Saying(n, said) => cell(line, *n).is_some_and(|it| says(&it, said)),
    };
    let all = lines.iter().copied().enumerate().filter(is_meant);
    let all: Vec<String> = all.map(|(_, it)| it.to_owned()).collect();
    match all.is_empty() {
        true => Err(RecordsError::None(lines.len())),
        false => Ok(all),
    }
}

/// Whether a text has these words in it, one behind the other.
pub fn says(text: &str, said: &str) -> bool {
    let (text, said) = (lower_words(text), lower_words(said));
    !said.is_empty() && text.windows(said.len()).any(|it| it == said)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "name|kind|note\nPump|spare|To be ordered.\n\nBelt|stock|\nValve|spare|Ordered";

    fn names(meant: &Meant<&str>) -> Vec<String> {
        let all = records(TEXT, "|", meant).unwrap();
        all.iter()
            .map(|it| it.split('|').next().unwrap().to_owned())
            .collect()
    }

    #[test]
    fn the_lines_that_are_meant_are_told_by_a_cell() {
        assert_eq!(names(&Meant::All), ["name", "Pump", "Belt", "Valve"]);
        assert_eq!(names(&Meant::BelowHead), ["Pump", "Belt", "Valve"]);
        assert_eq!(names(&Meant::Where(2, "spare")), ["Pump", "Valve"]);
        assert_eq!(names(&Meant::Saying(3, "to be ordered")), ["Pump"]);
    }

    #[test]
    fn what_is_no_table_or_has_no_such_line_is_refused() {
        let uneven = records("a|b\nc", "|", &Meant::All).unwrap_err();
        assert_eq!(uneven.to_string(), "line 2 has 1 cells, and the first has 2");
        assert_eq!(
            records(TEXT, "|", &Meant::Where(2, "Spare")),
            Err(RecordsError::None(4))
        );
        assert_eq!(
            records(TEXT, "|", &Meant::Where(0, "spare")),
            Err(RecordsError::None(4))
        );
        let plain = records("a\nb", "|", &Meant::All);
        assert_eq!(plain, Err(RecordsError::NoCells("|".to_owned())));
        assert_eq!(records("", "|", &Meant::All), Err(RecordsError::None(0)));
        assert_eq!(records(TEXT, "", &Meant::All), Err(RecordsError::NoSign));
    }
}
