//! One connection to a browser for all of its pages and frames, in both directions.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    cdp::{CdpError, result_of},
    devtools::DevTools,
    wire::Wire,
};

/// How long a page may take to come to rest at the end.
pub(super) const RESTS: Duration = Duration::from_secs(4);

/// The connection. What comes while an answer is waited for is kept in its order.
pub(super) struct Line {
    wire: Wire,
    next_id: u64,
    kept: VecDeque<Value>,
}

/// What comes while an answer is waited for.
pub(super) enum Came {
    /// The answer.
    Answer(Value),
    /// Something else.
    Event(Value),
}

impl Line {
    pub(super) fn connect(at: &DevTools, path: &str, deadline: Duration) -> Result<Self, CdpError> {
        Ok(Self {
            wire: Wire::connect(at, path, deadline)?,
            next_id: 0,
            kept: VecDeque::new(),
        })
    }

    /// Send a command without waiting for its answer, which is dropped when it comes.
    pub(super) fn post(
        &mut self,
        session: Option<&str>,
        method: &str,
        params: Value,
    ) -> Result<(), CdpError> {
        self.send(session, method, params).map(drop)
    }

    pub(super) fn send(
        &mut self,
        session: Option<&str>,
        method: &str,
        params: Value,
    ) -> Result<u64, CdpError> {
        self.next_id += 1;
        let mut message = json!({ "id": self.next_id, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        self.wire.write(&message, method)?;
        self.wire.flush(method)?;
        Ok(self.next_id)
    }

    /// A command and its result, which is waited for so long at most.
    pub(super) fn call(
        &mut self,
        session: Option<&str>,
        method: &str,
        params: Value,
        most: Duration,
    ) -> Result<Value, CdpError> {
        let id = self.send(session, method, params)?;
        let until = Instant::now() + most;
        loop {
            match self.read(id, method, until)? {
                Came::Answer(result) => return Ok(result),
                Came::Event(message) => self.keep(message),
            }
        }
    }

    /// What comes next while the answer to a command is waited for.
    pub(super) fn read(&mut self, id: u64, method: &str, until: Instant) -> Result<Came, CdpError> {
        loop {
            let Some(message) = self.wire.read(method, until)? else {
                continue;
            };
            if message.get("id").and_then(Value::as_u64) == Some(id) {
                return result_of(message, method).map(Came::Answer);
            }
            return Ok(Came::Event(message));
        }
    }

    /// Keep an event for later.
    pub(super) fn keep(&mut self, message: Value) {
        if message.get("method").is_some() {
            self.kept.push_back(message);
        }
    }

    /// The oldest event that was kept.
    pub(super) fn waiting(&mut self) -> Option<Value> {
        self.kept.pop_front()
    }

    /// The next event; none where none comes in time.
    pub(super) fn next(&mut self, until: Instant) -> Result<Option<Value>, CdpError> {
        loop {
            if let Some(message) = self.kept.pop_front() {
                return Ok(Some(message));
            }
            match self.wire.read("listen", until) {
                Ok(Some(message)) => self.keep(message),
                Ok(None) => {}
                Err(CdpError::Late { .. }) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
    }
}

pub(super) fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}
