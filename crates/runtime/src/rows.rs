//! The rows of a table that a run does one after the other, and what a screen shows of one.

use ui::{NoTable, RowAfter, RowChoice, RowLoop, Screen, TableRow};

/// The rows that are done.
#[derive(Clone, Debug)]
pub struct RowsToDo {
    pub of: RowLoop,
    /// What they are known by, in the order in which they are done.
    pub keys: Vec<String>,
    /// What all rows of the table are known by, in their order.
    pub all: Vec<String>,
    /// How many the run has turned to.
    pub turned: usize,
    /// Whether one that was done was seen to leave the table.
    pub leave: bool,
}

impl RowsToDo {
    /// The row that the run has turned to.
    pub fn current(&self) -> Option<&str> {
        self.keys.get(self.turned.checked_sub(1)?).map(String::as_str)
    }

    /// Whether a screen shows any other row that was there at the beginning: a table that is drawn anew may show none for a while.
    pub fn shows_others(&self, screen: &Screen, key: &str) -> bool {
        let shown = self.shown(screen);
        shown.iter().any(|it| it != key && self.all.contains(it))
    }

    /// Whether a screen shows the rows that stood on both sides of this one at the beginning: the view is the one that it would be in.
    pub fn shows_neighbours(&self, screen: &Screen, key: &str) -> bool {
        let Some(at) = self.all.iter().position(|it| it == key) else {
            return false;
        };
        let shown = self.shown(screen);
        let beside: Vec<&String> = [at.checked_sub(1), Some(at + 1)]
            .into_iter()
            .flatten()
            .filter_map(|it| self.all.get(it))
            .collect();
        !beside.is_empty() && beside.into_iter().all(|it| shown.contains(it))
    }

    /// Whether no other row can be left: the table had none but those that were turned to, and rows that are done leave it.
    pub fn is_last(&self) -> bool {
        let turned = &self.keys[..self.turned.min(self.keys.len())];
        let leave = match &self.of.after {
            RowAfter::Gone | RowAfter::NotMeant => true,
            RowAfter::Shows(_) => self.leave,
            RowAfter::AsBefore => false,
        };
        leave && self.all.iter().all(|it| turned.contains(it))
    }

    fn shown(&self, screen: &Screen) -> Vec<String> {
        let rows = &self.of.rows;
        let table = rows.table(screen).ok();
        let shown = table.iter().flat_map(|it| &it.rows);
        shown.filter_map(|it| rows.key(it).map(str::to_owned)).collect()
    }
}

/// What a screen shows of a row.
pub enum Seen {
    /// It is there.
    There(TableRow),
    /// Several have its name.
    Several,
    /// The table is there, and the row is not.
    Gone,
    /// The table is not there.
    NoTable(NoTable),
}

impl Seen {
    /// What a screen shows of the row that is known by this.
    pub fn of(screen: &Screen, choice: &RowChoice, key: &str) -> Seen {
        let table = match choice.table(screen) {
            Ok(table) => table,
            Err(why) => return Seen::NoTable(why),
        };
        let mut own = table.rows.iter().filter(|it| choice.key(it) == Some(key));
        match (own.next(), own.next()) {
            (None, _) => Seen::Gone,
            (Some(_), Some(_)) => Seen::Several,
            (Some(row), None) => Seen::There(row.clone()),
        }
    }
}
