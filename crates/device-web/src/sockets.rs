//! What a page says over WebSockets, and which of it nobody's doing has led to.
//!
//! How a message came about, no browser says. Nobody has led to what a page says as it is loaded, before anybody does
//! something on it; nor to what it says again in the same words, nor to what it says again and again with nobody doing
//! anything in between. Anything else may be led to by what was done, and may write.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

/// Messages of a socket that carry something: text and bytes.
const CARRYING: [u64; 2] = [1, 2];
/// For so long what a page says may be its answer to what was done, in milliseconds.
const ANSWERS: u64 = 1_000;
/// What is said twice within this time is one thing in parts, in milliseconds.
const APART: u64 = 1_000;
/// How many digits a time or an id has at least.
const LONG: usize = 10;
/// A word of at least so many signs that has digits is an id.
const ID: usize = 16;
/// Longer messages carry more than that somebody is there.
const MOST_SIGNS: usize = 2_000;
/// What is kept of messages, at most.
const MOST: usize = 256;
/// Why a document is asked for where a script or a form may have sent something along.
const LED: [&str; 4] = [
    "formSubmissionGet",
    "formSubmissionPost",
    "scriptInitiated",
    "metaTagRefresh",
];

/// A message that somebody may have led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    /// Where it went.
    pub address: String,
    /// What it is like, where nobody has just done anything: it may turn out to be nobody's.
    pub alone: Option<Alike>,
}

/// Where a message went, and its words without what differs from one to the next.
pub(crate) type Alike = (String, String);

/// The sockets of a page.
#[derive(Default)]
pub(crate) struct Sockets {
    /// Address and document of each, by the names that the browser has for them.
    open: HashMap<String, (String, usize)>,
    /// When documents were asked for, by the names that the browser has for them.
    asked: HashMap<String, u64>,
    /// Why frames are about to go somewhere.
    why: HashMap<String, String>,
    /// How many documents there were, and when the last one was asked for; `None` where more than that may have been sent.
    documents: usize,
    since: Option<u64>,
    /// When somebody did something last.
    acted: Option<u64>,
    /// What nobody has led to: word for word but for long numbers, and but for all numbers.
    same: HashSet<Alike>,
    alike: HashSet<Alike>,
    /// What was said right after something was done.
    led: HashSet<Alike>,
    /// What was said since then with nobody doing anything, first when.
    alone: HashMap<Alike, u64>,
    /// What turned out to be nobody's after it was told.
    taken_back: Vec<Alike>,
}

impl Sockets {
    /// Somebody does something.
    pub(crate) fn acted(&mut self, at: u64) {
        self.acted = self.acted.max(Some(at));
        self.alone.clear();
    }

    /// A frame goes somewhere of itself.
    pub(crate) fn goes(&mut self, frame: &str, why: &str) {
        if self.why.len() < MOST {
            self.why.insert(frame.to_owned(), why.to_owned());
        }
    }

    /// A document is asked for.
    pub(crate) fn asks_for(&mut self, frame: &str, document: &str, at: u64) {
        let why = self.why.remove(frame);
        if !why.is_some_and(|it| LED.contains(&it.as_str())) && self.asked.len() < MOST {
            self.asked.insert(document.to_owned(), at);
        }
    }

    /// The page shows this document from now on.
    pub(crate) fn shows(&mut self, document: &str) {
        self.since = self.asked.remove(document);
        self.asked.clear();
        self.documents += 1;
    }

    pub(crate) fn opened(&mut self, socket: &str, address: String) {
        self.open.insert(socket.to_owned(), (address, self.documents));
    }

    pub(crate) fn closed(&mut self, socket: &str) {
        self.open.remove(socket);
    }

    /// Something was said; it, where somebody may have led to it.
    pub(crate) fn said(&mut self, socket: &str, frame: &Value, at: u64) -> Option<Message> {
        let kind = frame.get("opcode").and_then(Value::as_u64);
        if !kind.is_some_and(|it| CARRYING.contains(&it)) {
            return None;
        }
        let known = self.open.get(socket).cloned();
        let (address, document) = known.map_or((String::new(), None), |(it, at)| (it, Some(at)));
        let text = frame
            .get("payloadData")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let Some(same) = words(text, LONG) else {
            return Some(Message { address, alone: None });
        };
        let same = (address.clone(), same);
        let alike = (address.clone(), words(text, 1).unwrap_or_default());
        let loads = document == Some(self.documents) && self.since.is_some_and(|it| self.acted < Some(it));
        if loads {
            self.is_nobodys(same, alike);
            return None;
        }
        let soon = self.acted.is_some_and(|it| at < it.saturating_add(ANSWERS));
        if self.same.contains(&same) || (!soon && self.alike.contains(&alike)) {
            return None;
        }
        if soon {
            if self.led.len() < MOST {
                self.led.insert(alike);
            }
            return Some(Message { address, alone: None });
        }
        // Whoever gets no answer says what he was told to say again; and what is done to a frame in a page is heard by
        // the page alone.
        if self.documents > 0 && !self.led.contains(&alike) && self.alone.len() < MOST {
            let first = *self.alone.entry(alike.clone()).or_insert(at);
            if at >= first.saturating_add(APART) {
                self.taken_back.push(alike.clone());
                self.is_nobodys(same, alike);
                return None;
            }
        }
        Some(Message {
            address,
            alone: Some(alike),
        })
    }

    /// What turned out to be nobody's since this was asked last.
    pub(crate) fn take_back(&mut self) -> Vec<Alike> {
        std::mem::take(&mut self.taken_back)
    }

    fn is_nobodys(&mut self, same: Alike, alike: Alike) {
        if self.same.len() < MOST {
            self.same.insert(same);
            self.alike.insert(alike);
        }
    }
}

/// A message without its ids and without numbers of at least so many digits. A message that has hardly a letter is its
/// numbers. `None` is one that is too long.
fn words(text: &str, digits: usize) -> Option<String> {
    if text.chars().count() > MOST_SIGNS {
        return None;
    }
    if text.chars().filter(|it| it.is_alphabetic()).count() < 3 {
        return Some(text.to_owned());
    }
    let is_of_id = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '_';
    let mut all = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let long = rest.find(|it| !is_of_id(it)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(if long == 0 { first.len_utf8() } else { long });
        rest = behind;
        match word.len() >= ID && word.contains(|it: char| it.is_ascii_digit()) {
            true => all.push('~'),
            false => without_numbers(word, digits, &mut all),
        }
    }
    Some(all)
}

/// Add a word without its numbers.
fn without_numbers(word: &str, digits: usize, all: &mut String) {
    let mut number = String::new();
    for it in word.chars().map(Some).chain([None]) {
        match it {
            Some(it) if it.is_ascii_digit() => number.push(it),
            _ => {
                match number.len() >= digits.max(1) {
                    true => all.push('#'),
                    false => all.push_str(&number),
                }
                number.clear();
                all.extend(it);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A page that was asked for at the time 0 and has opened a socket.
    fn page() -> Sockets {
        let mut sockets = Sockets::default();
        load(&mut sockets, "first", 0);
        sockets
    }

    fn load(sockets: &mut Sockets, name: &str, at: u64) {
        sockets.asks_for("page", name, at);
        sockets.shows(name);
        sockets.opened(name, "ws://a.example/live".to_owned());
    }

    /// Whether what is said counts as something that was done.
    fn counts(sockets: &mut Sockets, socket: &str, text: &str, at: u64) -> bool {
        let frame = json!({ "opcode": 1, "payloadData": text });
        sockets.said(socket, &frame, at).is_some()
    }

    #[test]
    fn nobody_has_led_to_what_a_page_says_as_it_is_loaded() {
        let mut sockets = page();
        let hello = r#"{"op":"hello","at":1763000000001}"#;
        assert!(!counts(&mut sockets, "first", hello, 300));
        sockets.acted(5_000);
        // The same again, as where the socket was lost, is nobody's either; anything else may be.
        assert!(!counts(
            &mut sockets,
            "first",
            r#"{"op":"hello","at":1763000005100}"#,
            5_100
        ));
        assert!(counts(
            &mut sockets,
            "first",
            r#"{"op":"save","name":"Ada"}"#,
            5_200
        ));
        // A page that is loaded anew begins anew; what the old one says still does not count for it.
        load(&mut sockets, "second", 6_000);
        assert!(!counts(&mut sockets, "second", r#"{"op":"list"}"#, 6_100));
        assert!(counts(&mut sockets, "first", r#"{"op":"drop"}"#, 6_200));
    }

    #[test]
    fn what_a_script_or_a_form_leads_to_may_carry_what_was_done() {
        for (why, expected) in [
            ("anchorClick", false),
            ("reload", false),
            ("scriptInitiated", true),
            ("formSubmissionPost", true),
        ] {
            let mut sockets = page();
            sockets.acted(1_000);
            sockets.goes("page", why);
            load(&mut sockets, "second", 1_100);
            let late = r#"{"op":"save","name":"Ada"}"#;
            assert_eq!(counts(&mut sockets, "second", late, 1_200), expected, "{why}");
        }
    }

    #[test]
    fn what_is_said_again_and_again_with_nobody_doing_anything_is_nobodys() {
        let mut sockets = page();
        sockets.acted(1_000);
        let beat = |n: u32| format!(r#"{{"op":"beat","n":{n}}}"#);
        assert!(counts(&mut sockets, "first", &beat(1), 4_000));
        assert_eq!(sockets.take_back(), []);
        assert!(!counts(&mut sockets, "first", &beat(2), 9_000));
        assert_eq!(sockets.take_back().len(), 1);
        sockets.acted(10_000);
        assert!(!counts(&mut sockets, "first", &beat(3), 14_000));
        // Right behind what was done a number may be what was typed.
        assert!(counts(&mut sockets, "first", &beat(4), 10_200));
    }

    #[test]
    fn what_was_done_and_is_said_again_stays_done() {
        let mut sockets = page();
        sockets.acted(1_000);
        let save = r#"{"op":"save","name":"Ada"}"#;
        for at in [1_050, 6_050, 11_050] {
            assert!(counts(&mut sockets, "first", save, at), "{at}");
        }
        // A long thing in parts is one thing.
        for (at, part) in [(20_000, r#"{"part":1}"#), (20_100, r#"{"part":2}"#)] {
            assert!(counts(&mut sockets, "first", part, at), "{at}");
        }
        assert_eq!(sockets.take_back(), []);
    }

    #[test]
    fn numbers_alone_are_what_a_message_says() {
        assert_eq!(words("2", 1).as_deref(), Some("2"));
        assert_eq!(
            words(r#"["7","beat",1763000000001]"#, LONG).as_deref(),
            Some(r##"["7","beat",#]"##)
        );
        assert_eq!(
            words(r#"["7","beat",1763000000001]"#, 1).as_deref(),
            Some(r##"["#","beat",#]"##)
        );
        assert_eq!(
            words("join 3f2b8c1e-77aa-4f00-9d1e-aa00bb11cc22!", LONG).as_deref(),
            Some("join ~!")
        );
        assert_eq!(words(&"a".repeat(MOST_SIGNS + 1), 1), None);
    }
}
