//! Questions to databases and statements of resets.

use std::{fs, path::Path, time::Duration};

use indexmap::IndexMap;
use rusqlite::{Connection, OpenFlags, Statement, types::ValueRef};
use task::file::{Formula, Query, Script};

#[cfg(feature = "postgres")]
use crate::postgres;
use crate::{fault::Fault, values::Values};

/// How long a database that somebody else writes to is waited for.
const BUSY: Duration = Duration::from_secs(1);

/// The rows of an answer, as texts.
pub type Rows = Vec<Vec<String>>;

/// Whether this is an address rather than a file.
fn is_postgres(database: &str) -> bool {
    database.starts_with("postgres://") || database.starts_with("postgresql://")
}

/// Ask a query. The database is opened for reading alone.
pub fn ask(query: &Query, values: &Values<'_>, dir: &Path) -> Result<Rows, Fault> {
    let database = values.text(&query.database)?;
    if is_postgres(&database) {
        return postgres_rows(&database, query, values);
    }
    let connection = open(&database, dir, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let bad = |error: rusqlite::Error| said(&database, &error);
    let mut statement = connection.prepare(&query.sql).map_err(bad)?;
    if !statement.readonly() {
        return Err(Fault::Writes {
            query: query.sql.clone(),
        });
    }
    bind(&mut statement, &query.bind, values, &database)?;
    let columns = statement.column_count();
    let mut found = Vec::new();
    let mut rows = statement.raw_query();
    while let Some(row) = rows.next().map_err(bad)? {
        let cells: Result<Vec<String>, _> = (0..columns)
            .map(|column| row.get_ref(column).map(written))
            .collect();
        found.push(cells.map_err(bad)?);
    }
    Ok(found)
}

/// Run the statements of a reset: all of them, or none.
pub fn run(database: &Formula, script: &Script, values: &Values<'_>, dir: &Path) -> Result<(), Fault> {
    let database = values.text(database)?;
    if is_postgres(&database) {
        return postgres_run(&database, script, values, dir);
    }
    let mut connection = open(&database, dir, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let bad = |error: rusqlite::Error| said(&database, &error);
    match script {
        // A script may have transactions of its own.
        Script::File(path) => {
            let sql = script_text(path, dir)?;
            connection.execute_batch(&sql).map_err(bad)
        }
        Script::Statements(statements) => {
            let transaction = connection.transaction().map_err(bad)?;
            for sql in statements {
                let mut statement = transaction.prepare(sql).map_err(bad)?;
                bind(&mut statement, &IndexMap::new(), values, &database)?;
                let mut rows = statement.raw_query();
                while rows.next().map_err(bad)?.is_some() {}
            }
            transaction.commit().map_err(bad)
        }
    }
}

fn script_text(path: &str, dir: &Path) -> Result<String, Fault> {
    let path = dir.join(path);
    fs::read_to_string(&path).map_err(|error| Fault::File { path, error })
}

fn open(database: &str, dir: &Path, mode: OpenFlags) -> Result<Connection, Fault> {
    let flags = mode | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(dir.join(database), flags)
        .and_then(|connection| {
            connection.busy_timeout(BUSY)?;
            Ok(connection)
        })
        .map_err(|error| said(database, &error))
}

fn said(database: &str, error: &rusqlite::Error) -> Fault {
    Fault::Database {
        database: database.to_owned(),
        reason: error.to_string(),
    }
}

fn bind(
    statement: &mut Statement<'_>,
    given: &IndexMap<String, Formula>,
    values: &Values<'_>,
    database: &str,
) -> Result<(), Fault> {
    for idx in 1..=statement.parameter_count() {
        let name = statement.parameter_name(idx).unwrap_or("?").to_owned();
        let Some(name) = name.strip_prefix(':') else {
            return Err(Fault::NoValue { slot: name });
        };
        let text = values.bound(name, given.get(name))?;
        let whole = text.parse::<i64>().ok().filter(|it| it.to_string() == text);
        match whole.filter(|_| values.is_number(name)) {
            Some(number) => statement.raw_bind_parameter(idx, number),
            None => statement.raw_bind_parameter(idx, text),
        }
        .map_err(|error| said(database, &error))?;
    }
    Ok(())
}

/// A value as text: nothing for NULL, hexadecimal digits for bytes.
fn written(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => format!("{number:?}"),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
        ValueRef::Blob(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
    }
}

#[cfg(feature = "postgres")]
fn postgres_rows(database: &str, query: &Query, values: &Values<'_>) -> Result<Rows, Fault> {
    let sql = postgres::with_values(&query.sql, |name| values.bound(name, query.bind.get(name)))?;
    postgres::ask(database, &sql)
}

#[cfg(feature = "postgres")]
fn postgres_run(database: &str, script: &Script, values: &Values<'_>, dir: &Path) -> Result<(), Fault> {
    let sql = match script {
        Script::File(path) => script_text(path, dir)?,
        Script::Statements(statements) => {
            let filled = |sql: &String| postgres::with_values(sql, |name| values.bound(name, None));
            let statements: Result<Vec<String>, Fault> = statements.iter().map(filled).collect();
            // A comment at the end of one does not swallow the next.
            statements?.join("\n;\n")
        }
    };
    postgres::run(database, &sql)
}

#[cfg(not(feature = "postgres"))]
fn postgres_rows(_: &str, _: &Query, _: &Values<'_>) -> Result<Rows, Fault> {
    Err(Fault::NoPostgres)
}

#[cfg(not(feature = "postgres"))]
fn postgres_run(_: &str, _: &Script, _: &Values<'_>, _: &Path) -> Result<(), Fault> {
    Err(Fault::NoPostgres)
}
