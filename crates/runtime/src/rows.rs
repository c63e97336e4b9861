//! The rows of a table that a run does one after the other, and what a screen shows of one.

use ui::{NoTable, RowChoice, Screen, TableRow};

/// The rows that are done.
#[derive(Clone, Debug)]
pub struct RowsToDo {
    pub choice: RowChoice,
    /// What they are known by, in the order in which they are done.
    pub keys: Vec<String>,
    /// What the other rows of the table are known by as well.
    pub all: Vec<String>,
    /// How many the run has turned to.
    pub turned: usize,
    /// Whether a row that was done is meant no more, as it was where this was shown.
    pub leaves: bool,
}

impl RowsToDo {
    /// The row that the run has turned to.
    pub fn current(&self) -> Option<&str> {
        self.keys.get(self.turned.checked_sub(1)?).map(String::as_str)
    }

    /// Whether a screen shows any other row that was there at the beginning: a table that is drawn anew may show none for a while.
    pub fn shows_others(&self, screen: &Screen, key: &str) -> bool {
        let table = self.choice.table(screen).ok();
        let mut keys = table
            .iter()
            .flat_map(|it| &it.rows)
            .filter_map(|it| self.choice.key(it));
        keys.any(|it| it != key && self.all.iter().any(|known| known == it))
    }
}

/// What a screen shows of a row.
pub enum Seen {
    /// It is meant.
    Meant,
    /// It shows something else in the columns that are asked for.
    Changed(TableRow),
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
            (Some(row), None) if choice.means(row) => Seen::Meant,
            (Some(row), None) => Seen::Changed(row.clone()),
        }
    }
}
