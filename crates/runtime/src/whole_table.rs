//! A table of the page in front, read to its end or not at all.

use std::sync::Arc;

use trajectory::{Code, Diagnostic, Outcome};
use ui::{Action, ElementId, NoTable, Pager, Screen, Table, TableName, TableRow, join_views, onward};

use crate::{session::Session, stop::Stop};

/// Pages of a table that are read at most.
const PAGES: usize = 500;

impl Session {
    /// All rows of a table, once there are some. Of one that goes on on further pages to which nothing that was shown leads, or whose
    /// end does not come into sight, no part is given for the whole.
    pub fn whole_table(&mut self, name: &TableName, pager: Option<&Pager>) -> Result<Vec<TableRow>, Stop> {
        let (screen, table) = self.table_with_rows(name)?;
        let further = onward(&screen, &table).and_then(|id| screen.get(id));
        let Some(pager) = pager else {
            if let Some(says) = further {
                let message = format!("{name} goes on on further pages, as {} says", says.name());
                return Err(in_part(message));
            }
            return self.one_page(name);
        };
        self.to_first_page(name, pager)?;
        let mut all = self.one_page(name)?;
        for _ in 1..PAGES {
            if !self.next_page(name, pager)? {
                self.to_first_page(name, pager)?;
                let (_, first) = self.table_with_rows(name)?;
                return match same_rows(&first.rows[..first.rows.len().min(1)], &all[..all.len().min(1)]) {
                    true => Ok(all),
                    false => Err(in_part(format!("nothing leads back to the first page of {name}"))),
                };
            }
            let page = self.one_page(name)?;
            // A page that adds to the list has all of the rows before.
            let adds = page.len() > all.len() && page.iter().zip(&all).all(|(a, b)| a.cells == b.cells);
            if adds {
                all.clear();
            }
            all.extend(page);
        }
        Err(in_part(format!("{name} has more than {PAGES} pages")))
    }

    /// A table, once it has rows; one without any after some time.
    fn table_with_rows(&mut self, name: &TableName) -> Result<(Arc<Screen>, Table), Stop> {
        let mut patience = self.patience();
        loop {
            let screen = self.screen()?;
            let found = name.on(&screen);
            // Rows may come later than their heads.
            let has_rows = found.as_ref().is_ok_and(|it| !it.rows.is_empty());
            if !has_rows && self.goes_on(&mut patience)? {
                continue;
            }
            return match found {
                Ok(table) => Ok((screen, table)),
                Err(why) => Err(refused(not_there(name, why))),
            };
        }
    }

    /// All rows of the page in front: a list may draw a part of them, or load more at its end.
    fn one_page(&mut self, name: &TableName) -> Result<Vec<TableRow>, Stop> {
        let (screens, whole) = self.views(&format!("reading {name}"))?;
        let mut all: Vec<TableRow> = Vec::new();
        for view in screens.iter().filter_map(|it| name.on(it).ok()) {
            if !same_rows(&view.rows, &all) && !join_views(&mut all, view.rows) {
                let message = format!("after {} rows, nothing says how {name} goes on", all.len());
                return Err(in_part(message));
            }
        }
        match whole {
            true => Ok(all),
            false => Err(in_part(format!("{name} was not seen to its end"))),
        }
    }

    /// Turn to the next page of a table; `false` on the last one.
    pub(crate) fn next_page(&mut self, name: &TableName, pager: &Pager) -> Result<bool, Stop> {
        self.turn_page(name, |screen, table| pager.next(screen, table))
    }

    /// Turn back as long as something leads back.
    pub(crate) fn to_first_page(&mut self, name: &TableName, pager: &Pager) -> Result<(), Stop> {
        for _ in 0..PAGES {
            if !self.turn_page(name, |screen, table| pager.back(screen, table))? {
                return Ok(());
            }
        }
        Err(in_part(format!("the first page of {name} did not come")))
    }

    fn turn_page(
        &mut self,
        name: &TableName,
        control: impl Fn(&Screen, &Table) -> Option<ElementId>,
    ) -> Result<bool, Stop> {
        let (screen, before) = self.table_with_rows(name)?;
        let Some(id) = control(&screen, &before) else {
            return Ok(false);
        };
        let says = screen.get(id).map(ui::Element::name).unwrap_or_default();
        let index = self.hand_out(id, None);
        let reason = format!("turning a page of {name}");
        self.act(&[index], Some(reason), |ids| Action::Click { target: ids[0] })?;
        let mut patience = self.patience();
        loop {
            let screen = self.screen()?;
            let turned = |it: &Table| !it.rows.is_empty() && !same_rows(&it.rows, &before.rows);
            if name.on(&screen).is_ok_and(|it| turned(&it)) {
                return Ok(true);
            }
            if !self.goes_on(&mut patience)? {
                let message = format!("{says} leads to no other page of {name}: its rows stay as they are");
                return Err(in_part(message));
            }
        }
    }
}

fn same_rows(one: &[TableRow], other: &[TableRow]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.cells == b.cells)
}

fn refused(diagnostic: Diagnostic) -> Stop {
    Stop::End(Outcome::Refused, Some(Box::new(diagnostic)))
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
    refused(diagnostic)
}
