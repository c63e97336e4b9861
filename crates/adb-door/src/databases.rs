//! The apps' databases in Android's own form: SQLite files at the apps' paths, written when they are asked for, read back
//! when a client puts one there.
//!
//! Which columns a table has, and of which kind, is a fact of the app; what the phone does not keep has the value that
//! the app gives it at first.

mod form;
mod tables;

use std::{
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

use emulator::state::Row;
use rusqlite::{Connection, fallible_iterator::FallibleIterator as _, limits::Limit, types::ValueRef};
use thiserror::Error;

use crate::handset::Handset;
pub use form::Database;
use form::{Kept, Key, Kind, Table, own_text, quoted};
use tables::ALL;

/// How long statements that a client sends may take.
const MOST_TIME: Duration = Duration::from_secs(10);
/// The longest answer to statements, in bytes.
const MOST_SAID: usize = 16 << 20;

/// What a row says besides its columns: the table, made of such rows, that it is not in.
const NOT_IN: &str = "not_in";

/// Why a file is no database of the app, or statements are not done.
#[derive(Debug, Error)]
pub enum DatabaseError {
    /// SQLite does not read it, or says no.
    #[error("{0}")]
    Sql(#[from] rusqlite::Error),
    /// The file is something else.
    #[error("file is not a database")]
    NoDatabase,
    /// It took too long.
    #[error("interrupted: it took longer than {} s", MOST_TIME.as_secs())]
    TooLong,
    /// More came out than is kept.
    #[error("string or blob too big")]
    TooMuch,
}

type Result<T> = std::result::Result<T, DatabaseError>;

/// The database at a whole path.
pub fn at(path: &str) -> Option<&'static Database> {
    ALL.iter().find(|it| it.path == path)
}

/// All there are.
pub fn all() -> impl Iterator<Item = &'static Database> {
    ALL.iter()
}

impl Table {
    /// Its rows, where the phone keeps these.
    fn rows(&self, kept: &dyn Fn(&str) -> Vec<Row>) -> Vec<Row> {
        let mut rows = match self.kept {
            Kept::Rows(name) | Kept::MadeOf(name) => kept(name),
            Kept::Nothing => Vec::new(),
        };
        rows.retain(|it| it.get(NOT_IN) != self.name);
        rows
    }

    /// Whether two rows are the same one, here and in the table that this one is made of.
    fn is_same(&self, row: &Row, other: &Row) -> bool {
        match self.id {
            Key::Text(name) => row.get(name) == other.get(name),
            Key::Number(_) | Key::Nothing => row.id == other.id,
        }
    }

    fn insert(&self, connection: &Connection, row: &Row) -> Result<()> {
        use rusqlite::types::Value;
        let kept = |name: &str| row.fields.get(name).map(String::as_str);
        // A row has the phone's number, whether a column says it or not.
        let (mut names, mut values) = (vec!["rowid".to_owned()], vec![Value::Integer(row.id)]);
        if let Key::Text(name) = self.id {
            names.push(quoted(name));
            let own = kept(name).map(str::to_owned);
            values.push(Value::Text(own.unwrap_or_else(|| own_text(row.id))));
        }
        for (name, _, kind) in self.columns.iter().filter(|it| it.2 != Kind::Key) {
            names.push(quoted(name));
            values.push(kind.value(kept(name), row.id));
        }
        let marks = vec!["?"; names.len()].join(", ");
        connection.execute(
            &format!(
                "INSERT INTO {} ({}) VALUES ({marks})",
                quoted(self.name),
                names.join(", ")
            ),
            rusqlite::params_from_iter(values),
        )?;
        Ok(())
    }

    /// The rows of a client's table. Columns that it does not have, and those that the phone does not know, are left
    /// out; what the table can't say of a row that the phone has stays as it is.
    fn read(&self, connection: &Connection, before: &[Row]) -> Result<Vec<Row>> {
        let number = if self.is_spread() { "0" } else { "rowid" };
        let mut statement = connection.prepare(&format!("SELECT {number}, * FROM {}", self.source()))?;
        let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let own = |name: &str| names.iter().skip(1).position(|it| it == name).map(|at| at + 1);
        let id = match self.id {
            Key::Number(name) => own(name).ok_or_else(|| no_column(name))?,
            Key::Text(name) => own(name).map(|_| 0).ok_or_else(|| no_column(name))?,
            Key::Nothing => 0,
        };
        let is_kept = |name: &str| {
            let text = matches!(self.id, Key::Text(it) if it == name);
            text || self.columns.iter().any(|it| it.0 == name)
        };
        let mut rows = statement.query([])?;
        let mut all = Vec::new();
        while let Some(it) = rows.next()? {
            let mut row = Row {
                id: it.get(id)?,
                ..Row::default()
            };
            let known = before.iter().find(|it| it.id == row.id);
            for (name, text) in known.iter().flat_map(|it| &it.fields) {
                if !is_kept(name) && self.id.column() != Some(name) {
                    row.set(name, text.as_str());
                }
            }
            for (at, name) in names.iter().enumerate().skip(1) {
                if at != id && is_kept(name) {
                    let text = match it.get_ref(at)? {
                        ValueRef::Null | ValueRef::Blob(_) => continue,
                        ValueRef::Integer(it) => it.to_string(),
                        ValueRef::Real(it) => it.to_string(),
                        ValueRef::Text(it) => String::from_utf8_lossy(it).into_owned(),
                    };
                    row.set(name, text);
                }
            }
            all.push(row);
        }
        all.sort_by_key(|it| it.id);
        Ok(all)
    }
}

fn no_column(name: &str) -> rusqlite::Error {
    rusqlite::Error::InvalidColumnName(name.to_owned())
}

/// A database in memory that reaches no other file. Foreign keys say nothing, as for `sqlite3` on a phone.
fn memory() -> Result<Connection> {
    let connection = Connection::open_in_memory()?;
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    connection.execute_batch("PRAGMA foreign_keys = OFF")?;
    Ok(connection)
}

impl Database {
    fn open(&self, phone: &dyn Handset) -> Result<Connection> {
        self.made_of(&|name| phone.rows(name))
    }

    /// The database, where the phone keeps these rows.
    fn made_of(&self, kept: &dyn Fn(&str) -> Vec<Row>) -> Result<Connection> {
        let connection = memory()?;
        connection.execute_batch(&format!("PRAGMA user_version = {}", self.version))?;
        connection.execute_batch(&self.made_by.own())?;
        for table in self.tables {
            connection.execute_batch(&table.create())?;
            for row in table.rows(kept) {
                table.insert(&connection, &row)?;
            }
        }
        for statement in self.more {
            connection.execute_batch(statement)?;
        }
        for table in self.tables.iter().filter(|it| it.is_spread()) {
            connection.execute_batch(&format!("DROP TABLE {}", quoted(table.name)))?;
        }
        Ok(connection)
    }

    /// The file, as the phone's state makes it now.
    pub fn file(&self, phone: &dyn Handset) -> Result<Vec<u8>> {
        let mut connection = self.open(phone)?;
        Ok(connection.serialize("main")?.to_vec())
    }

    /// Let the phone have what a client's file says. Nothing changes where it is none of this app.
    pub fn take(&self, phone: &mut dyn Handset, file: &[u8]) -> Result<()> {
        let mut file = file.to_vec();
        // A database in memory has no log beside it, whatever the file was written with.
        match file.get_mut(18..20) {
            Some(forms) => forms.fill(1),
            None => return Err(DatabaseError::NoDatabase),
        }
        let mut connection = memory()?;
        connection.deserialize_read_exact("main", &file[..], file.len(), true)?;
        within_time(&connection, || self.keep(phone, &connection))
    }

    fn keep(&self, phone: &mut dyn Handset, connection: &Connection) -> Result<()> {
        let kept = self.tables.iter().filter_map(|it| Some((it, it.kept.own()?)));
        let mut all: Vec<(&str, Vec<Row>)> = kept
            .map(|(table, name)| Ok((name, table.read(connection, &phone.rows(name))?)))
            .collect::<Result<_>>()?;
        for table in self.tables {
            let Kept::MadeOf(source) = table.kept else {
                continue;
            };
            let made = table.read(connection, &[])?;
            let rows = all
                .iter_mut()
                .filter(|it| it.0 == source)
                .flat_map(|it| &mut it.1);
            for row in rows {
                match made.iter().any(|it| table.is_same(it, row)) {
                    true => drop(row.fields.shift_remove(NOT_IN)),
                    false => row.set(NOT_IN, table.name),
                }
            }
        }
        all.retain(|(name, rows)| phone.rows(name) != *rows);
        if !all.is_empty() {
            // What the app's own database could not hold is no file of the app.
            self.made_of(&|name| match all.iter().find(|it| it.0 == name) {
                Some((_, rows)) => rows.clone(),
                None => phone.rows(name),
            })?;
        }
        for (name, rows) in all {
            phone.replace(name, rows);
        }
        Ok(())
    }

    /// The app has no database any more: it makes an empty one.
    pub fn remove(&self, phone: &mut dyn Handset) {
        for name in self.tables.iter().filter_map(|it| it.kept.own()) {
            phone.replace(name, Vec::new());
        }
    }

    /// The rows of a question, each with the names and texts of its columns.
    pub fn query(&self, phone: &dyn Handset, question: &str) -> Result<Vec<Vec<(String, String)>>> {
        let connection = self.open(phone)?;
        within_time(&connection, || {
            let mut statement = connection.prepare(question)?;
            let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
            let mut rows = statement.query([])?;
            let mut all = Vec::new();
            while let Some(row) = rows.next()? {
                let mut texts = Vec::new();
                for (at, name) in names.iter().enumerate() {
                    texts.push((name.clone(), said(row.get_ref(at)?, "NULL")));
                }
                all.push(texts);
            }
            Ok(all)
        })
    }

    /// Do a client's statements, and answer the rows, a line each with `|` between the columns.
    pub fn run(&self, phone: &mut dyn Handset, statements: &str) -> Result<String> {
        let connection = self.open(phone)?;
        let said = within_time(&connection, || run(&connection, statements))?;
        self.keep(phone, &connection)?;
        Ok(said)
    }
}

/// Do something with a connection, at most [`MOST_TIME`] long.
fn within_time<T>(connection: &Connection, todo: impl FnOnce() -> Result<T>) -> Result<T> {
    let stop = connection.get_interrupt_handle();
    thread::scope(|scope| {
        let (done, waits) = mpsc::channel::<()>();
        scope.spawn(move || {
            if waits.recv_timeout(MOST_TIME) == Err(RecvTimeoutError::Timeout) {
                stop.interrupt();
            }
        });
        let result = todo();
        drop(done);
        match result {
            Err(DatabaseError::Sql(error))
                if error.sqlite_error_code() == Some(rusqlite::ErrorCode::OperationInterrupted) =>
            {
                Err(DatabaseError::TooLong)
            }
            other => other,
        }
    })
}

/// A value as a text; `none` is what nothing is called.
fn said(value: ValueRef<'_>, none: &str) -> String {
    match value {
        ValueRef::Null => none.to_owned(),
        ValueRef::Integer(it) => it.to_string(),
        ValueRef::Real(it) => it.to_string(),
        ValueRef::Text(it) | ValueRef::Blob(it) => String::from_utf8_lossy(it).into_owned(),
    }
}

fn run(connection: &Connection, statements: &str) -> Result<String> {
    let mut all = String::new();
    let mut batch = rusqlite::Batch::new(connection, statements);
    while let Some(mut statement) = batch.next()? {
        let columns = statement.column_count();
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            for at in 0..columns {
                if at > 0 {
                    all.push('|');
                }
                all.push_str(&said(row.get_ref(at)?, ""));
            }
            all.push('\n');
            if all.len() > MOST_SAID {
                return Err(DatabaseError::TooMuch);
            }
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use emulator::Emulator;

    use super::*;

    const EXPENSES: &str = "/data/data/com.arduia.expense/databases/accounting.db";

    fn expense(phone: &mut Emulator, name: &str) {
        let fields = [("name", name), ("amount", "1250"), ("category", "3")];
        phone.phone_mut().state.tables.insert("expense", fields);
    }

    fn names(phone: &Emulator, table: &str, column: &str) -> Vec<String> {
        let rows = phone.state().tables.rows(table).iter();
        rows.map(|it| it.get(column).to_owned()).collect()
    }

    #[test]
    fn what_a_file_says_is_what_the_phone_keeps() {
        let mut phone = Emulator::new();
        for it in all() {
            let before = phone.state().clone();
            let file = it.file(&phone).unwrap();
            assert!(file.starts_with(b"SQLite format 3\0"), "{}", it.path);
            it.take(&mut phone, &file).unwrap();
            assert!(*phone.state() == before, "{}", it.path);
        }
        expense(&mut phone, "Taxi");
        let file = at(EXPENSES).unwrap().file(&phone).unwrap();
        let mut other = Emulator::new();
        at(EXPENSES).unwrap().take(&mut other, &file).unwrap();
        assert_eq!(names(&other, "expense", "name"), ["Taxi"]);
        assert_eq!(names(&other, "expense", "amount"), ["1250"]);
    }

    /// Each kept table takes a row of which the phone says nothing, and has the columns that stand in the apps' sources.
    #[test]
    fn tables_are_as_the_apps_declare_them() {
        let mut phone = Emulator::new();
        for it in all() {
            for name in it.tables.iter().filter_map(|it| it.kept.own()) {
                phone.phone_mut().state.tables.insert(name, [("id", "a")]);
            }
            let file = it.file(&phone).unwrap();
            it.take(&mut phone, &file).unwrap();
            for table in it.tables.iter().filter(|it| it.kept.own().is_some()) {
                let count = format!("SELECT count(*) FROM {}", table.source());
                assert_eq!(
                    it.run(&mut phone, &count).unwrap(),
                    "1\n",
                    "{}: {}",
                    it.path,
                    table.name
                );
            }
        }
        let declared = |path: &str, table: &str| {
            let question =
                format!("SELECT name, type, \"notnull\", pk FROM pragma_table_info('{table}') LIMIT 3");
            at(path).unwrap().run(&mut Emulator::new(), &question).unwrap()
        };
        let shown = declared("/data/data/org.tasks/databases/database", "caldav_lists");
        assert_eq!(
            shown,
            "cdl_id|INTEGER|1|1\ncdl_account|TEXT|0|0\ncdl_uuid|TEXT|0|0\n"
        );
        let path = "/data/data/com.flauschcode.broccoli/databases/broccoli";
        let shown = declared(path, "recipes_with_categories");
        assert_eq!(shown, "recipeId|INTEGER|1|1\ncategoryId|INTEGER|1|2\n");
        let said = at(path).unwrap().run(
            &mut phone,
            "PRAGMA user_version; SELECT id FROM room_master_table",
        );
        assert_eq!(said.unwrap(), "1\n42\n");
    }

    #[test]
    fn statements_change_what_the_phone_keeps() {
        let mut phone = Emulator::new();
        expense(&mut phone, "Taxi");
        expense(&mut phone, "Rent");
        let it = at(EXPENSES).unwrap();
        let said = it.run(
            &mut phone,
            "SELECT expense_id, name, note FROM expense; DELETE FROM expense WHERE name = 'Taxi'",
        );
        assert_eq!(said.unwrap(), "1|Taxi|\n2|Rent|\n");
        assert_eq!(names(&phone, "expense", "name"), ["Rent"]);
        // A new row has a number that none had before.
        it.run(&mut phone, "INSERT INTO expense (name, amount, category, note, created_date, modified_date) VALUES ('Gym', 1, 2, '', 0, 0)").unwrap();
        assert_eq!(phone.state().tables.rows("expense").last().unwrap().id, 3);
        expense(&mut phone, "Tea");
        assert_eq!(phone.state().tables.rows("expense").last().unwrap().id, 4);
    }

    /// Rows that others name by a text of their own keep it, and a table that is made of others says what they say.
    #[test]
    fn rows_are_told_by_texts_by_numbers_or_by_nothing() {
        let mut phone = Emulator::new();
        let it = all().find(|it| it.package == "net.cozic.joplin").unwrap();
        let statements = "INSERT INTO folders (id, title, created_time, updated_time) VALUES ('ab', 'Home', 0, 0); \
             INSERT INTO notes (id, parent_id, title, is_todo, created_time, updated_time) \
             VALUES ('cd', 'ab', 'Paint', 1, 0, 0), ('ef', 'ab', 'Sing', 0, 0, 0)";
        it.run(&mut phone, statements).unwrap();
        // The search has not seen them yet.
        let seen = "SELECT id, title, body FROM notes_normalized";
        assert_eq!(it.run(&mut phone, seen).unwrap(), "");
        it.run(
            &mut phone,
            "INSERT INTO notes_normalized (id, title) VALUES ('cd', 'paint')",
        )
        .unwrap();
        let said = it.run(
            &mut phone,
            "UPDATE notes SET body = 'Blue.' WHERE parent_id = (SELECT id FROM folders WHERE title = 'Home'); \
             DELETE FROM notes WHERE id = 'ef'",
        );
        said.unwrap();
        assert_eq!(names(&phone, "notes", "id"), ["cd"]);
        assert_eq!(names(&phone, "notes", "body"), ["Blue."]);
        assert_eq!(it.run(&mut phone, seen).unwrap(), "cd|paint|blue.\n");
        it.run(&mut phone, "DELETE FROM notes_normalized").unwrap();
        assert_eq!(it.run(&mut phone, seen).unwrap(), "");
        assert_eq!(names(&phone, "notes", "title"), ["Paint"]);

        let it = all().find(|it| it.package == "org.videolan.vlc").unwrap();
        let tables = &mut phone.phone_mut().state.tables;
        for file in ["a.mp4", "b.mp4"] {
            let path = format!("/storage/emulated/0/{file}");
            tables.insert("vlc_media", [("filename", file), ("path", &path)]);
        }
        tables.insert("vlc_playlists", [("name", "Mine")]);
        for (media, position) in [("2", "0"), ("1", "1")] {
            let fields = [("playlist_id", "1"), ("media_id", media), ("position", position)];
            tables.insert("vlc_playlist_media", fields);
        }
        let question = "SELECT Playlist.name, Media.filename, position FROM PlaylistMediaRelation \
             JOIN Playlist ON id_playlist = playlist_id JOIN Media ON id_media = media_id ORDER BY position; \
             DELETE FROM PlaylistMediaRelation WHERE position = 0";
        let said = it.run(&mut phone, question);
        assert_eq!(said.unwrap(), "Mine|b.mp4|0\nMine|a.mp4|1\n");
        assert_eq!(names(&phone, "vlc_playlist_media", "media_id"), ["1"]);
        // What the app's database has no column for stays.
        assert_eq!(names(&phone, "vlc_media", "path")[1], "/storage/emulated/0/b.mp4");
    }

    /// A row without a number of its own keeps the one that SQLite gives it, and has no column more for it.
    #[test]
    fn rows_without_a_number_are_told_by_sqlites_own() {
        let mut phone = Emulator::new();
        let fields = [
            ("marker_id", "a"),
            ("marker_lat", "47.1858882"),
            ("marker_active", "1"),
        ];
        for _ in 0..2 {
            phone.phone_mut().state.tables.insert("map_markers", fields);
        }
        let it = at("/data/data/net.osmand/databases/map_markers_db").unwrap();
        let rows = it.query(&phone, "SELECT * FROM map_markers").unwrap();
        assert_eq!((rows.len(), rows[0].len()), (2, 15));
        assert_eq!(rows[0][1], ("marker_lat".to_owned(), "47.1858882".to_owned()));
        it.run(&mut phone, "DELETE FROM map_markers WHERE rowid = 1")
            .unwrap();
        let ids: Vec<i64> = phone
            .state()
            .tables
            .rows("map_markers")
            .iter()
            .map(|it| it.id)
            .collect();
        assert_eq!(ids, [2]);
    }

    #[test]
    fn what_is_no_database_of_the_app_changes_nothing() {
        let mut phone = Emulator::new();
        expense(&mut phone, "Taxi");
        let it = at(EXPENSES).unwrap();
        let whole = it.file(&phone).unwrap();
        let other = all()
            .find(|it| it.package == "org.tasks")
            .unwrap()
            .file(&phone)
            .unwrap();
        let said = it.take(&mut phone, &other).unwrap_err().to_string();
        assert!(said.contains("no such table: expense"), "{said}");
        for broken in [&b"junk"[..], b"", &whole[..whole.len() / 2], &whole[..100]] {
            assert!(it.take(&mut phone, broken).is_err(), "{} bytes", broken.len());
        }
        assert!(it.run(&mut phone, "SELECT * FROM nothing").is_err());
        assert_eq!(names(&phone, "expense", "name"), ["Taxi"]);
    }

    /// The names that statements make, with their kinds.
    fn made(database: &Database) -> impl Iterator<Item = (&'static str, &'static str)> {
        database.more.iter().filter_map(|statement| {
            let mut words = statement.strip_prefix("CREATE ")?.split([' ', '(']);
            let kind = words.find(|it| !["UNIQUE", "VIRTUAL"].contains(it))?;
            Some((kind, words.next()?.trim_matches('`')))
        })
    }

    /// A connection to a file as a client has it.
    fn opened(file: &[u8]) -> Connection {
        let mut connection = memory().unwrap();
        connection
            .deserialize_read_exact("main", file, file.len(), false)
            .unwrap();
        connection
    }

    /// Indexes, triggers, views and tables of searches are there, and sound, with rows in all tables that are kept.
    #[test]
    fn files_have_what_the_apps_declare_besides_their_tables() {
        let mut phone = Emulator::new();
        for name in all().flat_map(|it| it.tables).filter_map(|it| it.kept.own()) {
            for n in ["1", "2", "3"] {
                let tables = &mut phone.phone_mut().state.tables;
                tables.insert(name, [("id", n), ("playlist_creator_id", "1")]);
            }
        }
        let mut kinds = std::collections::BTreeMap::new();
        for it in all() {
            let connection = opened(&it.file(&phone).unwrap());
            let sound = run(&connection, "PRAGMA integrity_check").unwrap();
            assert_eq!(sound, "ok\n", "{}", it.path);
            for (kind, name) in made(it) {
                *kinds.entry(kind).or_insert(0) += 1;
                let question = format!(
                    "SELECT count(*) FROM sqlite_master WHERE type = '{}' AND name = '{name}'",
                    kind.to_lowercase()
                );
                assert_eq!(run(&connection, &question).unwrap(), "1\n", "{}: {name}", it.path);
                let asked = match kind {
                    "VIEW" => format!("SELECT * FROM {name}"),
                    "TABLE" => format!("INSERT INTO {name}({name}) VALUES ('integrity-check')"),
                    _ => continue,
                };
                run(&connection, &asked).unwrap_or_else(|error| panic!("{}: {name}: {error}", it.path));
            }
        }
        let kinds: Vec<_> = kinds.into_iter().collect();
        assert_eq!(
            kinds,
            [("INDEX", 145), ("TABLE", 13), ("TRIGGER", 117), ("VIEW", 17)]
        );
    }

    /// What an app's own database finds in a search, counts and refuses.
    #[test]
    fn searches_triggers_and_unique_indexes_do_their_work() {
        let mut phone = Emulator::new();
        let tables = &mut phone.phone_mut().state.tables;
        for title in ["Apple Pie", "Soup"] {
            tables.insert("recipes", [("title", title), ("source", "#sweet")]);
            tables.insert("sms", [("body", title)]);
            tables.insert("vlc_media", [("title", title), ("duration", "1000")]);
            tables.insert("notes", [("id", title), ("title", title)]);
            tables.insert("tasks", [("title", title)]);
        }
        tables.insert("vlc_playlists", [("name", "Mine")]);
        for (media, position) in [("1", "0"), ("2", "1")] {
            let fields = [("playlist_id", "1"), ("media_id", media), ("position", position)];
            tables.insert("vlc_playlist_media", fields);
        }
        let mut check = |package: &str, statements: &str, expected: &str| {
            let it = all().find(|it| it.package == package).unwrap();
            assert_eq!(it.run(&mut phone, statements).unwrap(), expected, "{statements}");
        };
        check(
            "com.flauschcode.broccoli",
            "SELECT docid FROM recipes_fts WHERE recipes_fts MATCH 'pie'; \
             UPDATE recipes SET title = 'Tart' WHERE recipeId = 1; \
             SELECT docid FROM recipes_fts WHERE recipes_fts MATCH 'pie'; \
             SELECT docid FROM recipes_fts WHERE recipes_fts MATCH '#sweet'",
            "1\n1\n2\n",
        );
        check(
            "net.cozic.joplin",
            "SELECT id FROM notes_fts WHERE notes_fts MATCH 'soup'; DELETE FROM notes_normalized; \
             SELECT id FROM notes_fts WHERE notes_fts MATCH 'soup'",
            "Soup\n",
        );
        check(
            "com.android.providers.telephony",
            "SELECT source_id FROM words WHERE index_text MATCH 'soup'; DELETE FROM sms WHERE _id = 1; \
             SELECT source_id, index_text FROM words",
            "2\n2|Soup\n",
        );
        check(
            "org.videolan.vlc",
            "SELECT nb_video, nb_present_video, nb_audio, duration FROM Playlist; \
             SELECT rowid FROM MediaFts WHERE title MATCH 'soup'; DELETE FROM Media WHERE id_media = 1; \
             SELECT nb_video, duration FROM Playlist; SELECT media_id, position FROM PlaylistMediaRelation",
            "2|2|0|2000\n2\n1|1000\n2|0\n",
        );
        assert_eq!(names(&phone, "vlc_playlist_media", "media_id"), ["2"]);
        // Foreign keys are not looked at, as `sqlite3` has it.
        let it = all().find(|it| it.package == "org.tasks").unwrap();
        it.run(&mut phone, "INSERT INTO alarms (task, time) VALUES (99, 0)")
            .unwrap();
        let twice = it.run(&mut phone, "UPDATE tasks SET remoteId = 'a'");
        let said = twice.unwrap_err().to_string();
        assert!(
            said.contains("UNIQUE constraint failed: tasks.remoteId"),
            "{said}"
        );
        // A file without the app's indexes can't bring in what the app could not hold.
        let mut connection = opened(&it.file(&phone).unwrap());
        run(&connection, "DROP INDEX t_rid; UPDATE tasks SET remoteId = 'a'").unwrap();
        let file = connection.serialize("main").unwrap().to_vec();
        let said = it.take(&mut phone, &file).unwrap_err().to_string();
        assert!(
            said.contains("UNIQUE constraint failed: tasks.remoteId"),
            "{said}"
        );
        assert_eq!(names(&phone, "tasks", "remoteId").len(), 2);
    }

    /// People are spread over the provider's tables, and read out of them again.
    #[test]
    fn people_are_in_their_providers_tables() {
        let mut phone = Emulator::new();
        let people = [
            ("Ada Lovelace", "Ada", "Lovelace", "+44 20 7946-0123", "Work"),
            ("Bob", "Bob", "", "", ""),
        ];
        for (name, given, family, number, kind) in people {
            let fields = [
                ("display_name", name),
                ("given_name", given),
                ("family_name", family),
                ("company", ""),
                ("phone", number),
                ("phone_type", kind),
                ("email", ""),
            ];
            phone.phone_mut().state.tables.insert("contacts", fields);
        }
        let id = phone.state().tables.rows("contacts")[0].id;
        let change = |row: &mut Row| row.set("note", "Counts.");
        assert!(phone.phone_mut().state.tables.update("contacts", id, change));
        let it = at("/data/data/com.android.providers.contacts/databases/contacts2.db").unwrap();
        let before = phone.state().tables.rows("contacts").to_vec();
        let file = it.file(&phone).unwrap();
        it.take(&mut phone, &file).unwrap();
        assert_eq!(phone.state().tables.rows("contacts"), before);
        let connection = opened(&file);
        let question = "SELECT display_name, data1, data2 FROM view_data WHERE mimetype LIKE '%/phone_v2'; \
             SELECT display_name, display_name_alt, has_phone_number, in_visible_group FROM view_contacts ORDER BY sort_key; \
             SELECT raw_contact_id, normalized_number, min_match FROM phone_lookup; \
             SELECT name FROM sqlite_master WHERE name = 'people'";
        assert_eq!(
            run(&connection, question).unwrap(),
            "Ada Lovelace|+44 20 7946-0123|3\nAda Lovelace|Lovelace, Ada|1|1\nBob|Bob|0|1\n\
             1|+442079460123|3210649\n"
        );
        // A number is changed, a person goes, and one comes.
        it.run(
            &mut phone,
            "UPDATE data SET data1 = '555' WHERE mimetype_id = (SELECT _id FROM mimetypes WHERE mimetype LIKE '%/phone_v2'); \
             DELETE FROM raw_contacts WHERE _id = 2; INSERT INTO raw_contacts (account_id, display_name) VALUES (1, 'Eve')",
        )
        .unwrap();
        assert_eq!(names(&phone, "contacts", "display_name"), ["Ada Lovelace", "Eve"]);
        assert_eq!(names(&phone, "contacts", "phone"), ["555", ""]);
        assert_eq!(names(&phone, "contacts", "note"), ["Counts.", ""]);
        it.run(&mut phone, "UPDATE raw_contacts SET deleted = 1").unwrap();
        assert_eq!(names(&phone, "contacts", "phone"), [""; 0]);
    }

    /// Statements of a client reach no file of this machine, and end.
    #[test]
    fn statements_stay_within_the_phone() {
        let mut phone = Emulator::new();
        let it = at(EXPENSES).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("out.db");
        for statement in ["ATTACH DATABASE '{}' AS other", "VACUUM INTO '{}'"] {
            let statement = statement.replace("{}", file.to_str().unwrap());
            assert!(it.run(&mut phone, &statement).is_err(), "{statement}");
            assert!(!file.exists(), "{statement}");
        }
    }
}
