//! Telling somebody outside of an outcome: a command that is given it, and an address that it is sent to.

use std::{
    io::Write,
    process::{Command, Stdio},
    str::FromStr,
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use checks::{Asked, Http};
use serde_json::Value as Json;
use thiserror::Error as ThisError;
use trajectory::Outcome;
use url::Url;

use crate::{Autorpa, observer::Audience};

/// How long a command may take to hear it, and an address to take it.
const LIMIT: Duration = Duration::from_secs(30);
/// How often it is looked whether a command has ended.
const LOOKS: Duration = Duration::from_millis(20);
/// How often it is tried to tell an address, and the pauses between.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(4)];

/// Who is told outside.
#[derive(Clone, Debug, Default)]
pub struct Tell {
    /// A command line that reads a line of JSON from its standard input.
    pub command: Option<CommandLine>,
    /// An address that the same is posted to.
    pub webhook: Option<Webhook>,
    /// Of which outcomes of rows; none is all that were not done.
    pub on: Vec<Outcome>,
}

impl Tell {
    /// Whether somebody is told of an outcome.
    pub fn tells_of(&self, outcome: Outcome) -> bool {
        let is_done = matches!(outcome, Outcome::Reached | Outcome::Unchecked);
        match self.on.is_empty() {
            true => !is_done,
            false => self.on.contains(&outcome),
        }
    }
}

/// A program and its arguments, as a shell would read them; no shell is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine(Vec<String>);

/// An address of the web. Only its origin is ever said: the rest may be a secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Webhook(Url);

/// What can't be told to.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum BadTell {
    /// No command line.
    #[error("`{0}` is no command line: a quote is open, or nothing stands there")]
    Command(String),
    /// No address.
    #[error("that is no address of the web: write it as https://HOST/PATH")]
    Webhook,
}

impl FromStr for CommandLine {
    type Err = BadTell;

    fn from_str(text: &str) -> Result<Self, BadTell> {
        let words = shlex::split(text).filter(|it| !it.is_empty());
        words.map(Self).ok_or_else(|| BadTell::Command(text.to_owned()))
    }
}

impl FromStr for Webhook {
    type Err = BadTell;

    fn from_str(text: &str) -> Result<Self, BadTell> {
        let url = Url::parse(text)
            .ok()
            .filter(|it| matches!(it.scheme(), "http" | "https"));
        url.map(Self).ok_or(BadTell::Webhook)
    }
}

impl std::fmt::Debug for Webhook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Webhook({})", self.0.origin().ascii_serialization())
    }
}

/// Tells on a thread of its own, one after the other: nobody who works waits for it.
pub(crate) struct Teller {
    sender: Option<Sender<Json>>,
    thread: Option<JoinHandle<()>>,
}

impl Teller {
    pub(crate) fn new(tell: &Tell, told: &Audience) -> Self {
        if tell.command.is_none() && tell.webhook.is_none() {
            return Self {
                sender: None,
                thread: None,
            };
        }
        let (sender, receiver) = channel();
        let (tell, told) = (tell.clone(), told.clone());
        let thread = thread::spawn(move || tell_all(&tell, &told, &receiver));
        Self {
            sender: Some(sender),
            thread: Some(thread),
        }
    }

    /// Tell this. What can't be told is said, and nothing else comes of it.
    pub(crate) fn tell(&self, mut what: Json) {
        let Some(sender) = &self.sender else { return };
        what["at"] = jiff::Timestamp::now().to_string().into();
        // The thread ends after all who tell.
        let _ = sender.send(what);
    }
}

impl Drop for Teller {
    fn drop(&mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            // It has said itself what it could not tell.
            let _ = thread.join();
        }
    }
}

/// Who is told of the runs of a library.
#[derive(Clone)]
pub(crate) struct Outside {
    tell: Tell,
    teller: Arc<Teller>,
}

impl Autorpa {
    /// The same; these are told of each run of a function, and of each row of a file, that ends as they want to hear. Whoever lets go
    /// of the last of them waits until all is told.
    pub fn telling(&self, tell: &Tell) -> Self {
        let outside = Outside {
            tell: tell.clone(),
            teller: Arc::new(Teller::new(tell, &self.told)),
        };
        Self {
            outside: Some(outside),
            ..self.clone()
        }
    }

    /// A run has ended, or a row of a file.
    pub(crate) fn tell_outside(&self, outcome: Outcome, what: impl FnOnce() -> Json) {
        if let Some(Outside { tell, teller }) = &self.outside
            && tell.tells_of(outcome)
        {
            teller.tell(what());
        }
    }
}

fn tell_all(tell: &Tell, told: &Audience, receiver: &Receiver<Json>) {
    let http = Http::default();
    for what in receiver {
        let text = what.to_string();
        if let Some(line) = &tell.command
            && let Err(why) = run(line, &text)
        {
            told.line(format!("note: `{}` was not told: {why}", line.0.join(" ")));
        }
        if let Some(webhook) = &tell.webhook
            && let Err(why) = post(&http, webhook, &text)
        {
            let origin = webhook.0.origin().ascii_serialization();
            told.line(format!("note: {origin} was not told: {why}"));
        }
    }
}

/// Why somebody was not told.
#[derive(Debug, ThisError)]
enum NotTold {
    #[error("it can't be started: {0}")]
    Start(std::io::Error),
    #[error("it ended with {0}")]
    Ended(std::process::ExitStatus),
    #[error("it was not done after {} s", LIMIT.as_secs())]
    Late,
    #[error("it answered {0}")]
    Status(u16),
    #[error("it can't be reached")]
    Unreached,
}

fn run(line: &CommandLine, text: &str) -> Result<(), NotTold> {
    let [program, arguments @ ..] = &line.0[..] else {
        return Ok(());
    };
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .map_err(NotTold::Start)?;
    if let Some(mut stdin) = child.stdin.take() {
        // One that does not read is told by its start.
        let _unread = writeln!(stdin, "{text}");
    }
    let began = Instant::now();
    loop {
        match child.try_wait().map_err(NotTold::Start)? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(NotTold::Ended(status)),
            None if began.elapsed() > LIMIT => {
                let _gone = child.kill();
                let _gone = child.wait();
                return Err(NotTold::Late);
            }
            None => thread::park_timeout(LOOKS),
        }
    }
}

fn post(http: &Http, webhook: &Webhook, text: &str) -> Result<(), NotTold> {
    let asked = Asked {
        url: webhook.0.clone(),
        method: "POST".to_owned(),
        headers: vec![("Content-Type".to_owned(), "application/json".to_owned())],
        body: Some(text.to_owned()),
    };
    let mut pauses = PAUSES.iter();
    loop {
        // What a fault says may have the address in it.
        let why = match http.ask(&asked, LIMIT) {
            Ok(answer) if answer.status < 300 => return Ok(()),
            // It was heard, and is not wanted.
            Ok(answer) if (400..500).contains(&answer.status) => return Err(NotTold::Status(answer.status)),
            Ok(answer) => NotTold::Status(answer.status),
            Err(_) => NotTold::Unreached,
        };
        match pauses.next() {
            Some(pause) => thread::park_timeout(*pause),
            None => return Err(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_not_be_told_to_is_refused_and_an_address_is_not_said() {
        assert!("".parse::<CommandLine>().is_err() && "a 'b".parse::<CommandLine>().is_err());
        assert!("ftp://a.example/".parse::<Webhook>().is_err() && "a.example".parse::<Webhook>().is_err());
        let webhook: Webhook = "https://hooks.example/T0KEN?x=1".parse().unwrap();
        assert_eq!(format!("{webhook:?}"), "Webhook(https://hooks.example)");
    }

    #[test]
    fn outcomes_that_were_not_done_are_told_of_unless_others_are_named() {
        let all = Tell::default();
        assert!(all.tells_of(Outcome::Stuck) && !all.tells_of(Outcome::Reached));
        let named = Tell {
            on: vec![Outcome::Reached],
            ..Tell::default()
        };
        assert!(named.tells_of(Outcome::Reached) && !named.tells_of(Outcome::Stuck));
    }
}
