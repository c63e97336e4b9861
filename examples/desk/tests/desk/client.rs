//! A desk of a test's own, and a small client that sends exactly the bytes it is told to.

use std::{
    io::{Read, Write},
    net::{Shutdown, TcpStream},
    path::PathBuf,
    time::Duration,
};

use desk::{Desk, Drift, Options};
use rusqlite::{Connection, OpenFlags};
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(20);

/// A desk on a free port over a file of its own.
pub struct Running {
    pub desk: Desk,
    pub database: PathBuf,
    /// Goes with the desk, where it is the desk's own.
    _folder: Option<TempDir>,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    /// A header's value.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    /// Fails unless the body has this text.
    #[track_caller]
    pub fn shows(&self, text: &str) -> &Self {
        assert!(self.body.contains(text), "no `{text}` in:\n{}", self.body);
        self
    }

    /// Fails if the body has this text.
    #[track_caller]
    pub fn lacks(&self, text: &str) -> &Self {
        assert!(!self.body.contains(text), "`{text}` is in:\n{}", self.body);
        self
    }
}

/// The usual desk.
pub fn usual() -> Running {
    drifted(&[])
}

/// A desk that differs.
pub fn drifted(drifts: &[Drift]) -> Running {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("desk.db");
    let desk = Desk::start(Options {
        port: 0,
        database: database.clone(),
        drifts: drifts.to_vec(),
        resettable: true,
    })
    .unwrap();
    Running {
        _folder: Some(folder),
        ..Running::over(desk, database)
    }
}

impl Running {
    /// A desk over a file that outlives it.
    pub fn over(desk: Desk, database: PathBuf) -> Self {
        Self {
            desk,
            database,
            _folder: None,
        }
    }

    /// Send these bytes and read until the desk closes.
    pub fn send(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        // The desk may refuse, and close, before all of it is read.
        stream.write_all(bytes).ok();
        stream.shutdown(Shutdown::Write).ok();
        read(&mut stream)
    }

    /// A connection that gives up at last.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.desk.address()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send(format!("GET {path} HTTP/1.1\r\nHost: desk\r\nConnection: close\r\n\r\n").as_bytes())
    }

    /// Post a form.
    pub fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let body = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(fields)
            .finish();
        self.post_raw(path, "", body.as_bytes())
    }

    /// Post these bytes as a form, with more headers.
    pub fn post_raw(&self, path: &str, headers: &str, body: &[u8]) -> Answer {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: desk\r\nConnection: close\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n{headers}\r\n",
            body.len()
        );
        self.send(&[head.as_bytes(), body].concat())
    }

    /// What is kept, read by somebody else.
    pub fn kept(&self) -> Connection {
        Connection::open_with_flags(&self.database, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap()
    }

    /// The first column of the first row.
    pub fn value(&self, query: &str) -> String {
        let rows = rows(&self.kept(), query, &[]);
        let first = rows.into_iter().flatten().next();
        first.unwrap_or_else(|| panic!("no row: {query}"))
    }
}

/// All rows of a query as texts, with parameters bound by name.
pub fn rows(connection: &Connection, query: &str, values: &[(String, String)]) -> Vec<Vec<String>> {
    let mut statement = connection.prepare(query).unwrap();
    for (name, value) in values {
        if let Some(at) = statement.parameter_index(&format!(":{name}")).unwrap() {
            statement.raw_bind_parameter(at, value).unwrap();
        }
    }
    let columns = statement.column_count();
    let mut found = Vec::new();
    let mut rows = statement.raw_query();
    while let Some(row) = rows.next().unwrap() {
        let texts = (0..columns).map(|at| match row.get_ref(at).unwrap() {
            rusqlite::types::ValueRef::Integer(it) => it.to_string(),
            rusqlite::types::ValueRef::Text(it) => String::from_utf8(it.to_vec()).unwrap(),
            other => panic!("{query} has a {}", other.data_type()),
        });
        found.push(texts.collect());
    }
    found
}

/// Read one answer to its end; a connection that is closed without one has status 0.
pub fn read(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    // A desk that refuses a body it has not read resets the connection behind its answer.
    stream.read_to_end(&mut bytes).ok();
    let text = String::from_utf8(bytes).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|it| it.parse().ok());
    Answer {
        status: status.unwrap_or(0),
        head: head.to_owned(),
        body: body.to_owned(),
    }
}
