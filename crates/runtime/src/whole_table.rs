//! A table of the page in front, read to its end or not at all.

use std::{sync::Arc, time::Duration};

use trajectory::{Code, Diagnostic};
use ui::{
    Action, ElementId, NextPage, NoTable, Pager, Screen, Table, TableName, TableRow, join_views, onward,
};

use crate::{session::Session, stop::Stop, wait::Patience};

/// How much later than the rows what leads to the next page may come.
const COMES_LATER: Duration = Duration::from_secs(2);
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
        let mut turned = self.turn_back(name, pager)?;
        let mut all = self.one_page(name)?;
        let first = all.len();
        for _ in 1..PAGES {
            if !self.next_page(name, pager)? {
                if !turned && let Some(says) = further {
                    let message = format!(
                        "{name} goes on on further pages, as {} says, and \"{pager}\" leads to none",
                        says.name()
                    );
                    return Err(in_part(message));
                }
                self.turn_back(name, pager)?;
                let (_, now) = self.table_with_rows(name)?;
                let is_known = |it: &TableRow| all[..first].iter().any(|known| name.same_row(known, it));
                return match all.is_empty() || now.rows.iter().any(is_known) {
                    true => Ok(all),
                    false => Err(in_part(format!("nothing leads back to the first page of {name}"))),
                };
            }
            turned = true;
            let page = self.one_page(name)?;
            // A page that adds to the list has all of the rows before.
            let adds = page.len() > all.len() && name.same_rows(&page[..all.len()], &all);
            if adds {
                all.clear();
            } else if page
                .iter()
                .all(|it| all.iter().any(|known| name.same_row(known, it)))
            {
                return Err(in_part(format!(
                    "\"{pager}\" leads back to rows of {name} that were read before"
                )));
            }
            all.extend(page);
        }
        Err(in_part(format!("{name} has more than {PAGES} pages")))
    }

    /// The step before has had its effect on a table: it shows other rows than before that step.
    pub(crate) fn has_changed(&mut self, name: &TableName) -> Result<(), Stop> {
        let doing = self
            .steps
            .iter()
            .rev()
            .find(|it| !matches!(it.action, Action::Wait | Action::Scroll { .. }));
        let Some((step, before)) = doing.and_then(|it| Some((it, name.on(&it.screen).ok()?))) else {
            return Ok(());
        };
        // A filter that was so already has had its effect.
        let held = step.action.target().and_then(|it| step.screen.get(*it));
        if held.is_some_and(|it| step.action.value().is_some_and(|text| text == it.held_text())) {
            return Ok(());
        }
        let others = |it: &Table| !name.has_same_rows(&it.rows, &before.rows);
        match self.comes_to_show(name, others)? {
            true => Ok(()),
            false => {
                let message = format!(
                    "{name} shows the rows that it showed before the last step: nothing says that this had its effect"
                );
                let diagnostic = Diagnostic::new(Code::AssertionFailed, message);
                Err(Stop::refused(diagnostic.hint(
                    "where the filter may leave all rows, say which rows are meant by what they show",
                )))
            }
        }
    }

    /// Wait until a table shows what is meant; `false` where it does not.
    fn comes_to_show(&mut self, name: &TableName, is_meant: impl Fn(&Table) -> bool) -> Result<bool, Stop> {
        let mut patience = self.patience();
        loop {
            let screen = self.screen()?;
            if name.on(&screen).is_ok_and(|it| is_meant(&it)) {
                return Ok(true);
            }
            if !self.goes_on(&mut patience)? {
                return Ok(false);
            }
        }
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
                Err(why) => Err(Stop::refused(not_there(name, why))),
            };
        }
    }

    /// All rows of the page in front: a list may draw a part of them, or load more at its end.
    fn one_page(&mut self, name: &TableName) -> Result<Vec<TableRow>, Stop> {
        let (screens, whole) = self.views(&format!("reading {name}"))?;
        let mut all: Vec<TableRow> = Vec::new();
        for view in screens.iter().filter_map(|it| name.on(it).ok()) {
            if !name.same_rows(&view.rows, &all) && !join_views(&mut all, view.rows) {
                let message = format!("after {} rows, nothing says how {name} goes on", all.len());
                return Err(in_part(message));
            }
        }
        match whole {
            true => Ok(all),
            false => Err(in_part(format!("{name} was not seen to its end"))),
        }
    }

    /// Turn to the next page of a table; `false` on the last one. What leads on may come some time after the rows.
    pub(crate) fn next_page(&mut self, name: &TableName, pager: &Pager) -> Result<bool, Stop> {
        let mut patience = Patience::new(COMES_LATER, self.options.find_rounds, self.clock);
        loop {
            let (screen, table) = self.table_with_rows(name)?;
            match pager.next(&screen, &table) {
                NextPage::At(id) => return self.turn_page(name, &table, id).map(|()| true),
                NextPage::Last | NextPage::Unknown if self.goes_on(&mut patience)? => {}
                NextPage::Last => return Ok(false),
                NextPage::Unknown => {
                    let message =
                        format!("\"{pager}\" is not there any more, and the page says that {name} goes on");
                    return Err(in_part(message));
                }
            }
        }
    }

    /// Turn back as long as something leads back; whether it did.
    pub(crate) fn turn_back(&mut self, name: &TableName, pager: &Pager) -> Result<bool, Stop> {
        for turned in 0..PAGES {
            let (screen, table) = self.table_with_rows(name)?;
            let Some(id) = pager.back(&screen, &table) else {
                return Ok(turned > 0);
            };
            self.turn_page(name, &table, id)?;
        }
        Err(in_part(format!("the first page of {name} did not come")))
    }

    /// Press what leads to another page, and wait for that.
    fn turn_page(&mut self, name: &TableName, before: &Table, control: ElementId) -> Result<(), Stop> {
        let screen = self.screen()?;
        let says = screen.get(control).map(ui::Element::name).unwrap_or_default();
        let index = self.hand_out(control, None);
        let reason = format!("turning a page of {name}");
        self.act(&[index], Some(reason), |ids| Action::Click { target: ids[0] })?;
        let turned = |it: &Table| !it.rows.is_empty() && !name.has_same_rows(&it.rows, &before.rows);
        match self.comes_to_show(name, turned)? {
            true => Ok(()),
            false => {
                let message = format!("{says} leads to no other page of {name}: its rows stay as they are");
                Err(in_part(message))
            }
        }
    }
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
    Stop::refused(diagnostic)
}
