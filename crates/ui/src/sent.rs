//! What was sent from behind a screen.

use std::fmt;

/// Something that was sent to a server and that may change what is kept there: a form that is not only a question, a
/// script's request, a message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sent {
    /// How it was sent: `POST`, `DELETE`, `WEBSOCKET`; `GET` for a form that was submitted as a question; or `something`
    /// where nobody has heard how.
    pub method: String,
    /// Where to, without what comes after a `?` or `#`: values of the task may stand there.
    pub address: String,
}

impl Sent {
    /// How a message on a socket is sent.
    pub const MESSAGE: &str = "WEBSOCKET";

    /// Whether it is a message on a socket, which asks or writes: nobody can tell which.
    pub fn is_message(&self) -> bool {
        self.method == Self::MESSAGE
    }

    /// Whether it is a form that was submitted as a question, as searches are. What it does there nobody knows.
    pub fn is_question(&self) -> bool {
        self.method == "GET"
    }
}

impl fmt::Display for Sent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.method, self.address)
    }
}
