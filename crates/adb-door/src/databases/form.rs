//! How a database of an app is declared: its tables, their columns, what of them the phone keeps, and what else is in it.

/// What a column holds, and what it holds where the phone keeps nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number.
    Whole(i64),
    /// A number: 0 where nothing is kept.
    Real,
    /// A text.
    Text(&'static str),
    /// A text without capitals, for a search.
    Plain,
    /// A text, or nothing.
    Maybe,
    /// A text that no other row has, made of the row's number where nothing is kept.
    Own,
    /// Bytes: sixteen zeros and the row's number.
    Bytes,
    /// What tells the rows.
    Key,
}

/// A column: its name, its type as the app declares it, and what it holds.
pub type Column = (&'static str, &'static str, Kind);

/// What tells the rows of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A column that numbers them.
    Number(&'static str),
    /// A column with a text of their own, which the phone keeps as well.
    Text(&'static str),
    /// Nothing.
    Nothing,
}

/// What the phone keeps of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The rows, by what the phone calls them.
    Rows(&'static str),
    /// The rows that it is made of, as soon as the app has seen them. What a client writes there changes none of them; a row
    /// that a client leaves out there stays out.
    MadeOf(&'static str),
    /// Nothing.
    Nothing,
}

/// A table of a database.
#[derive(Debug)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// What the phone keeps of it.
    pub kept: Kept,
    /// What tells its rows.
    pub id: Key,
    /// Its columns, where the phone keeps it.
    pub columns: &'static [Column],
    /// What the app declares besides: all columns of a table that the phone keeps nothing of; the constraints of another, from
    /// their comma on.
    pub declared: &'static str,
    /// The row that a table has of which the phone keeps nothing, if any.
    pub row: &'static str,
    /// The query that gathers the rows, where the app spreads them over several tables. Such a table is not in the file.
    pub gathered: &'static str,
}

impl Table {
    /// A table that the phone keeps.
    pub const fn of(name: &'static str, kept: Kept, id: Key, columns: &'static [Column]) -> Self {
        Self {
            name,
            kept,
            id,
            columns,
            declared: "",
            row: "",
            gathered: "",
        }
    }

    /// The same with constraints of the table.
    pub const fn with(self, constraints: &'static str) -> Self {
        Self {
            declared: constraints,
            ..self
        }
    }

    /// Rows that the app spreads over several tables. They are there, in a table of this name, while the other statements of the
    /// database are done; `gathered` is the query that reads them again.
    pub const fn spread(
        name: &'static str,
        kept: Kept,
        id: Key,
        columns: &'static [Column],
        gathered: &'static str,
    ) -> Self {
        Self {
            gathered,
            ..Self::of(name, kept, id, columns)
        }
    }

    /// A table that the phone keeps nothing of: it is there, and empty.
    pub const fn bare(name: &'static str, declared: &'static str) -> Self {
        Self::filled(name, declared, "")
    }

    /// A table that always has the same row.
    pub const fn filled(name: &'static str, declared: &'static str, row: &'static str) -> Self {
        Self {
            name,
            kept: Kept::Nothing,
            id: Key::Nothing,
            columns: &[],
            declared,
            row,
            gathered: "",
        }
    }

    /// Whether its rows are spread over other tables.
    pub fn is_spread(&self) -> bool {
        !self.gathered.is_empty()
    }

    /// Where a statement takes its rows from.
    pub fn source(&self) -> String {
        match self.gathered {
            "" => quoted(self.name),
            query => format!("({query})"),
        }
    }

    /// The statements that make it, with the row that it always has.
    pub fn create(&self) -> String {
        let columns = self.columns.iter();
        let columns: Vec<String> = columns
            .map(|(name, declared, _)| format!("{} {declared}", quoted(name)))
            .collect();
        let name = quoted(self.name);
        let row = match self.row {
            "" => String::new(),
            row => format!("; INSERT INTO {name} VALUES ({row})"),
        };
        let kind = if self.is_spread() { "TEMP TABLE" } else { "TABLE" };
        format!(
            "CREATE {kind} {name} ({}{}){row}",
            columns.join(", "),
            self.declared
        )
    }
}

/// What has made the file, which has a table of its own in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maker {
    /// The app's own SQLite, which adds nothing.
    Itself,
    /// Android's.
    Android,
    /// Room, by way of Android's; its hash of what is declared, where that is public.
    Room(Option<&'static str>),
}

/// A database.
#[derive(Debug)]
pub struct Database {
    /// The app that it is of.
    pub package: &'static str,
    /// The whole path of its file.
    pub path: &'static str,
    /// Its version, as Android counts it.
    pub version: i32,
    /// What has made it.
    pub made_by: Maker,
    /// Its tables.
    pub tables: &'static [Table],
    /// The statements that make the rest, when the rows are there: tables of searches with what is found in them, views, indexes,
    /// triggers.
    pub more: &'static [&'static str],
}

/// A whole number, 0 at first.
pub const ZERO: Kind = Kind::Whole(0);
/// A text, empty at first.
pub const EMPTY: Kind = Kind::Text("");

impl Kind {
    /// The value of a text that the phone keeps.
    pub fn value(self, kept: Option<&str>, id: i64) -> rusqlite::types::Value {
        use rusqlite::types::Value;
        match self {
            Self::Whole(usual) => Value::Integer(kept.and_then(|it| it.parse().ok()).unwrap_or(usual)),
            Self::Real => Value::Real(kept.and_then(|it| it.parse().ok()).unwrap_or(0.0)),
            Self::Text(usual) => Value::Text(kept.unwrap_or(usual).to_owned()),
            Self::Plain => Value::Text(kept.unwrap_or_default().to_lowercase()),
            Self::Maybe | Self::Key => kept.map_or(Value::Null, |it| Value::Text(it.to_owned())),
            Self::Own => {
                let own = kept.filter(|it| !it.is_empty()).map(str::to_owned);
                Value::Text(own.unwrap_or_else(|| own_text(id)))
            }
            Self::Bytes => {
                let mut bytes = vec![0; 8];
                bytes.extend(id.to_be_bytes());
                Value::Blob(bytes)
            }
        }
    }
}

/// A text of a row's own.
pub fn own_text(id: i64) -> String {
    format!("{id:032x}")
}

/// A name as a statement has it.
pub fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}

impl Key {
    /// The column that it is in.
    pub fn column(self) -> Option<&'static str> {
        match self {
            Self::Number(name) | Self::Text(name) => Some(name),
            Self::Nothing => None,
        }
    }
}

impl Maker {
    /// The statements that make the tables of its own.
    pub fn own(self) -> String {
        const ANDROID: &str =
            "CREATE TABLE android_metadata (locale TEXT); INSERT INTO android_metadata VALUES ('en_US')";
        match self {
            Self::Itself => String::new(),
            Self::Android => ANDROID.to_owned(),
            Self::Room(hash) => {
                let hash = hash.map_or(String::new(), |it| {
                    format!("; INSERT INTO room_master_table VALUES (42, '{it}')")
                });
                format!(
                    "{ANDROID}; CREATE TABLE room_master_table (id INTEGER PRIMARY KEY, identity_hash TEXT){hash}"
                )
            }
        }
    }
}

impl Kept {
    /// The rows that a client's file replaces.
    pub fn own(self) -> Option<&'static str> {
        match self {
            Self::Rows(name) => Some(name),
            Self::MadeOf(_) | Self::Nothing => None,
        }
    }
}
