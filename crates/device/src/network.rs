//! What went wrong between what is shown and the servers behind it.

use std::fmt;

/// Something that was asked for and not got.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NetworkFault {
    /// How it was asked for: `GET`, `POST`.
    pub method: String,
    /// Where, without what comes after a `?` or `#`: values of the task may stand there.
    pub address: String,
    /// What came instead.
    pub what: NotGot,
    /// Whether it is the page itself, or was to write something: no mere part of what shows.
    pub weighs: bool,
}

/// What came in place of what was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NotGot {
    /// An answer with this HTTP status, 400 or more.
    Status(u16),
    /// No answer; what the browser says of that.
    Nothing(String),
}

impl fmt::Display for NetworkFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { method, address, .. } = self;
        match &self.what {
            NotGot::Status(status @ 500..) => {
                write!(f, "{method} {address}: the server has a fault (HTTP {status})")
            }
            NotGot::Status(status) => write!(f, "{method} {address}: the server refuses it (HTTP {status})"),
            NotGot::Nothing(why) => write!(f, "{method} {address}: no answer ({why})"),
        }
    }
}
