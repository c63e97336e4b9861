//! A pipe to a browser that we started, shared by all connections to it and its pages: nobody else on the machine can
//! speak to it, as they could at a port.
//!
//! Messages are JSON, each ended by a zero byte (Chromium's `--remote-debugging-pipe`). Each connection is a strand with
//! ids of its own; events go to the strand that has attached to their session.

use std::{
    collections::HashMap,
    io::{BufRead, BufReader, Read, Write},
    sync::{
        Arc, Mutex, MutexGuard,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::Instant,
};

use serde_json::{Value, json};

use crate::cdp::error::CdpError;

/// The end of a message.
const END: u8 = 0;
/// The ids of messages whose answers nobody wants.
const NOBODY: u64 = 0;

/// The pipe; cloning gives another handle.
#[derive(Clone)]
pub(crate) struct Pipe {
    /// To the thread that writes: a browser that stands still keeps nobody waiting.
    out: Sender<Vec<u8>>,
    routes: Arc<Mutex<Routes>>,
}

/// Who gets what comes.
#[derive(Default)]
struct Routes {
    strands: HashMap<u64, Sender<Value>>,
    /// The strand of each session.
    sessions: HashMap<String, u64>,
    /// Of each message without an answer yet: its strand, and the id that it has there.
    asked: HashMap<u64, (u64, Value)>,
    last_strand: u64,
    last_id: u64,
    /// Nothing comes any more.
    ended: bool,
}

/// One connection.
pub(crate) struct Strand {
    pipe: Pipe,
    number: u64,
    inbox: Receiver<Value>,
    /// What is written and not sent yet.
    outbox: Vec<u8>,
}

fn locked(routes: &Mutex<Routes>) -> MutexGuard<'_, Routes> {
    // A poisoned lock only means that another thread panicked between two messages.
    routes.lock().unwrap_or_else(|it| it.into_inner())
}

impl Pipe {
    /// Over the two ends that the browser was started with.
    pub(crate) fn new(mut to: impl Write + Send + 'static, from: impl Read + Send + 'static) -> Self {
        let routes = Arc::new(Mutex::new(Routes::default()));
        let (out, written) = channel::<Vec<u8>>();
        thread::spawn(move || {
            for part in written {
                if let Err(error) = to.write_all(&part).and_then(|()| to.flush()) {
                    tracing::debug!(%error, "the browser takes nothing any more");
                    return;
                }
            }
        });
        let reader = Arc::clone(&routes);
        thread::spawn(move || {
            let messages = BufReader::new(from).split(END).map_while(Result::ok);
            for text in messages {
                match serde_json::from_slice::<Value>(&text) {
                    Ok(message) => locked(&reader).deliver(message),
                    Err(error) => tracing::debug!(%error, "skipped a message that is not JSON"),
                }
            }
            let mut routes = locked(&reader);
            routes.ended = true;
            // Whoever waits hears that nothing comes any more.
            routes.strands.clear();
        });
        Self { out, routes }
    }

    /// A new connection, to the browser itself at first.
    pub(crate) fn strand(&self) -> Strand {
        let (sender, inbox) = channel();
        let mut routes = locked(&self.routes);
        routes.last_strand += 1;
        let number = routes.last_strand;
        if !routes.ended {
            routes.strands.insert(number, sender);
        }
        Strand {
            pipe: self.clone(),
            number,
            inbox,
            outbox: Vec::new(),
        }
    }
}

impl Routes {
    /// Give a message to the strand that it is for.
    fn deliver(&mut self, mut message: Value) {
        let session = message
            .get("sessionId")
            .and_then(Value::as_str)
            .map(str::to_owned);
        let id = message.get("id").and_then(Value::as_u64);
        let strand = match (id, &session) {
            (Some(id), _) => self.asked.remove(&id).map(|(strand, own)| {
                message["id"] = own;
                strand
            }),
            (None, Some(session)) => self.sessions.get(session).copied(),
            // What the browser itself tells is of sessions that end.
            (None, None) => return self.end_session(&message),
        };
        let Some(strand) = strand else { return };
        // The session that an answer gives is the strand's before anything comes from it.
        let begun = message.pointer("/result/sessionId").and_then(Value::as_str);
        if let Some(begun) = begun {
            self.sessions.insert(begun.to_owned(), strand);
        }
        self.send(strand, message);
    }

    fn send(&self, strand: u64, message: Value) {
        if let Some(inbox) = self.strands.get(&strand)
            && inbox.send(message).is_err()
        {
            tracing::trace!("a connection was closed before its answer");
        }
    }

    /// A page that was closed says so to those who spoke to it, as it does at a port.
    fn end_session(&mut self, message: &Value) {
        if message.get("method").and_then(Value::as_str) != Some("Target.detachedFromTarget") {
            return;
        }
        let session = message.pointer("/params/sessionId").and_then(Value::as_str);
        if let Some(strand) = session.and_then(|it| self.sessions.remove(it)) {
            self.send(strand, json!({ "method": "Inspector.detached", "params": {} }));
        }
    }
}

impl Strand {
    /// Put a message into the next write.
    pub(crate) fn write(&mut self, message: &Value) {
        let mut message = message.clone();
        let mut routes = locked(&self.pipe.routes);
        routes.last_id += 1;
        let (id, own) = (routes.last_id, message["id"].take());
        routes.asked.insert(id, (self.number, own));
        drop(routes);
        message["id"] = id.into();
        self.outbox.extend(message.to_string().into_bytes());
        self.outbox.push(END);
    }

    /// Send what was put there.
    pub(crate) fn flush(&mut self, method: &str) -> Result<(), CdpError> {
        let part = std::mem::take(&mut self.outbox);
        self.pipe.out.send(part).map_err(|_| gone(method))
    }

    /// The next message; none where none comes in time.
    pub(crate) fn read(&mut self, method: &str, until: Instant) -> Result<Option<Value>, CdpError> {
        let left = until.saturating_duration_since(Instant::now());
        match self.inbox.recv_timeout(left) {
            Ok(message) => Ok(Some(message)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(gone(method)),
        }
    }
}

impl Drop for Strand {
    fn drop(&mut self) {
        let mut routes = locked(&self.pipe.routes);
        routes.strands.remove(&self.number);
        routes.asked.retain(|_, (strand, _)| *strand != self.number);
        let ours = routes.sessions.extract_if(|_, strand| *strand == self.number);
        let detach = ours.map(|(session, _)| {
            let params = json!({ "sessionId": session });
            json!({ "id": NOBODY, "method": "Target.detachFromTarget", "params": params }).to_string() + "\0"
        });
        let part: String = detach.collect();
        if !part.is_empty() && self.pipe.out.send(part.into_bytes()).is_err() {
            tracing::trace!("the browser is gone already");
        }
    }
}

fn gone(method: &str) -> CdpError {
    CdpError::Closed {
        method: method.to_owned(),
        reason: "the pipe to it is closed".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{PipeReader, PipeWriter, pipe},
        time::Duration,
    };

    use super::*;

    /// A browser of the test's own: what it is told, and where it answers.
    struct Browser {
        told: BufReader<PipeReader>,
        says: PipeWriter,
    }

    impl Browser {
        fn new() -> (Self, Pipe) {
            let (told, to) = pipe().unwrap();
            let (from, says) = pipe().unwrap();
            let told = BufReader::new(told);
            (Self { told, says }, Pipe::new(to, from))
        }

        fn hears(&mut self) -> Value {
            let mut text = Vec::new();
            self.told.read_until(END, &mut text).unwrap();
            text.pop();
            serde_json::from_slice(&text).unwrap()
        }

        fn say(&mut self, message: &Value) {
            write!(self.says, "{message}\0").unwrap();
        }
    }

    fn ask(strand: &mut Strand, method: &str) {
        strand.write(&json!({ "id": 1, "method": method, "params": {} }));
        strand.flush(method).unwrap();
    }

    fn next(strand: &mut Strand) -> Option<Value> {
        strand.read("", Instant::now() + Duration::from_secs(5)).unwrap()
    }

    fn nothing(strand: &mut Strand) -> bool {
        strand.read("", Instant::now()).unwrap().is_none()
    }

    #[test]
    fn each_connection_gets_its_own_answers_and_events() {
        let (mut browser, pipe) = Browser::new();
        let (mut a, mut b) = (pipe.strand(), pipe.strand());
        ask(&mut a, "Target.attachToTarget");
        ask(&mut b, "Target.attachToTarget");
        let (first, second) = (browser.hears(), browser.hears());
        assert_ne!(first["id"], second["id"]);
        // The second is answered first, and what comes of a session comes at once.
        browser.say(&json!({ "id": second["id"], "result": { "sessionId": "B" } }));
        browser.say(&json!({ "method": "Page.loadEventFired", "sessionId": "B" }));
        browser.say(&json!({ "id": first["id"], "result": { "sessionId": "A" } }));
        browser.say(&json!({ "method": "of the browser" }));
        assert_eq!(
            next(&mut b).unwrap(),
            json!({ "id": 1, "result": { "sessionId": "B" } })
        );
        assert_eq!(next(&mut b).unwrap()["method"], "Page.loadEventFired");
        assert_eq!(
            next(&mut a).unwrap(),
            json!({ "id": 1, "result": { "sessionId": "A" } })
        );
        assert!(nothing(&mut a) && nothing(&mut b));
        // A page that is closed tells whoever speaks to it, and nobody else.
        browser.say(&json!({ "method": "Target.detachedFromTarget", "params": { "sessionId": "A" } }));
        assert_eq!(next(&mut a).unwrap()["method"], "Inspector.detached");
        assert!(nothing(&mut b));
        // A connection that goes leaves its sessions.
        drop(b);
        let left = browser.hears();
        assert_eq!(
            (&left["method"], &left["params"]["sessionId"]),
            (&json!("Target.detachFromTarget"), &json!("B"))
        );
    }

    #[test]
    fn what_is_no_message_is_skipped_and_the_end_is_told() {
        let (mut browser, pipe) = Browser::new();
        let mut strand = pipe.strand();
        ask(&mut strand, "Browser.getVersion");
        let id = browser.hears()["id"].clone();
        for odd in [
            "",
            "{",
            "[]",
            "7",
            "{\"id\": \"x\"}",
            "{\"id\": 99}",
            "{\"sessionId\": 1}",
        ] {
            write!(browser.says, "{odd}\0").unwrap();
        }
        browser.says.write_all(b"\xff\xfe\0").unwrap();
        browser.say(&json!({ "id": id, "result": {} }));
        assert_eq!(next(&mut strand).unwrap()["id"], 1);
        drop(browser);
        let ended = strand.read("Page.navigate", Instant::now() + Duration::from_secs(5));
        assert!(matches!(ended, Err(CdpError::Closed { .. })), "{ended:?}");
        let mut late = pipe.strand();
        let late = late.read("", Instant::now() + Duration::from_secs(5));
        assert!(matches!(late, Err(CdpError::Closed { .. })), "{late:?}");
    }
}
