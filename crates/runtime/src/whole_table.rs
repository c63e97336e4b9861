//! A table of the page in front, read to its end or not at all.

use trajectory::{Code, Diagnostic, Outcome};
use ui::{NoTable, Screen, TableName, TableRow, join_views, onward};

use crate::{session::Session, stop::Stop};

impl Session {
    /// All rows of a table, once there are some. Of one that goes on on further pages, or whose end does not come into sight, no
    /// part is given for the whole.
    pub fn whole_table(&mut self, name: &TableName) -> Result<Vec<TableRow>, Stop> {
        let mut patience = self.patience();
        let (screen, table) = loop {
            let screen = self.screen()?;
            let found = name.on(&screen);
            // Rows may come later than their heads.
            let has_rows = found.as_ref().is_ok_and(|it| !it.rows.is_empty());
            if !has_rows && self.goes_on(&mut patience)? {
                continue;
            }
            match found {
                Ok(table) => break (screen, table),
                Err(why) => {
                    let diagnostic = not_there(name, why);
                    return Err(Stop::End(Outcome::Refused, Some(Box::new(diagnostic))));
                }
            }
        };
        if let Some(says) = onward(&screen, &table).and_then(|id| screen.get(id)) {
            let message = format!("{name} goes on on further pages, as {} says", says.name());
            return Err(in_part(message));
        }
        if !shows_part(&screen, name) {
            return Ok(table.rows);
        }
        let (screens, whole) = self.views(&format!("reading {name}"))?;
        let mut all = Vec::new();
        for view in screens.iter().filter_map(|it| name.on(it).ok()) {
            if !join_views(&mut all, view.rows) {
                let message = format!("after {} rows, nothing says how {name} goes on", all.len());
                return Err(in_part(message));
            }
        }
        match whole {
            true => Ok(all),
            false => Err(in_part(format!("{name} was not seen to its end"))),
        }
    }
}

/// Whether a table draws a part of its rows only.
pub(crate) fn shows_part(screen: &Screen, name: &TableName) -> bool {
    let table = name.on(screen).ok();
    let first = table.as_ref().and_then(|it| it.rows.first());
    screen
        .in_part
        .iter()
        .any(|list| first.is_none_or(|row| row.at.starts_with(list)))
}

/// Why a table is not found.
pub(crate) fn not_there(name: &TableName, why: NoTable) -> Diagnostic {
    let columns = name.columns_in_words();
    match why {
        NoTable::Missing => {
            let message = format!("no table of this page has the columns {columns}");
            Diagnostic::new(Code::ElementMissing, message)
        }
        NoTable::Several(count) => {
            let called = &name.list;
            let message = format!(
                "{count} tables of this page have the columns {columns}, and none alone is called \"{called}\""
            );
            Diagnostic::new(Code::ElementAmbiguous, message)
        }
    }
}

fn in_part(message: String) -> Stop {
    let diagnostic = Diagnostic::new(Code::ListUnfinished, message)
        .hint("search or filter in the app first, or have more rows shown at once, so that all of them are on one page");
    Stop::End(Outcome::Refused, Some(Box::new(diagnostic)))
}
