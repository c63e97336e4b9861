//! Postgres, for databases at postgres:// addresses.

use std::time::Duration;

use postgres::{Client, Config, NoTls, SimpleQueryMessage};
use task::file::sql_names;
use url::Url;

use crate::fault::Fault;

/// How long a server may take to answer a connection.
const CONNECT: Duration = Duration::from_secs(2);

/// How long a statement may take, in milliseconds.
const STATEMENT: u32 = 30_000;

/// Ask a query, and give its rows as Postgres writes them. Nothing can be written.
pub fn ask(database: &str, sql: &str) -> Result<Vec<Vec<String>>, Fault> {
    let mut client = connect(database, "on")?;
    let messages = client.simple_query(sql).map_err(|error| said(database, &error))?;
    Ok(messages
        .into_iter()
        .filter_map(|message| match message {
            SimpleQueryMessage::Row(row) => {
                let cells = (0..row.len()).map(|idx| row.get(idx).unwrap_or_default().to_owned());
                Some(cells.collect())
            }
            // The other messages say how many rows there were.
            _ => None,
        })
        .collect())
}

/// Run statements: all of them, or none.
pub fn run(database: &str, sql: &str) -> Result<(), Fault> {
    let mut client = connect(database, "off")?;
    client.batch_execute(sql).map_err(|error| said(database, &error))
}

/// A statement with a quoted value for each `:name`; the server takes it as whatever type is needed there.
pub fn with_values(sql: &str, value: impl Fn(&str) -> Result<String, Fault>) -> Result<String, Fault> {
    let mut filled = String::new();
    let mut end = 0;
    for range in sql_names(sql) {
        filled.push_str(&sql[end..range.start]);
        let text = value(&sql[range.start + 1..range.end])?;
        filled.push_str(&format!("'{}'", text.replace('\'', "''")));
        end = range.end;
    }
    filled.push_str(&sql[end..]);
    Ok(filled)
}

fn connect(database: &str, read_only: &str) -> Result<Client, Fault> {
    let bad = |error: postgres::Error| said(database, &error);
    let mut config: Config = database.parse().map_err(bad)?;
    // A quote ends at the next quote, whatever stands before it.
    let options = format!(
        "-c default_transaction_read_only={read_only} -c standard_conforming_strings=on -c \
         statement_timeout={STATEMENT}"
    );
    config.connect_timeout(CONNECT).options(&options);
    config.connect(NoTls).map_err(bad)
}

fn said(database: &str, error: &postgres::Error) -> Fault {
    let reason = match error.as_db_error() {
        Some(error) => error.message().to_owned(),
        None => {
            let source = std::error::Error::source(error).map(ToString::to_string);
            source.map_or_else(|| error.to_string(), |source| format!("{error}: {source}"))
        }
    };
    Fault::Database {
        database: without_password(database),
        reason,
    }
}

/// An address as it may be told.
fn without_password(database: &str) -> String {
    match Url::parse(database) {
        Ok(mut url) => {
            // An address without a host has no password either.
            let _ = url.set_password(None);
            url.set_query(None);
            url.to_string()
        }
        Err(_) => "postgres".to_owned(),
    }
}
