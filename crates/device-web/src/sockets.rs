//! What a page says over WebSockets, and which of it nobody's doing has led to.
//!
//! How a message came about, no browser says. Nobody has led to what a page says as it is loaded, before anybody does
//! something on it, nor to the same words later, but for the time in them. Anything else may be led to by what was done, and
//! may write.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

/// Messages of a socket that carry something: text and bytes.
const CARRYING: [u64; 2] = [1, 2];
/// A number of a message is the time where it is no further from it, in milliseconds.
const NEAR: u64 = 24 * 60 * 60 * 1_000;
/// What is kept of messages, at most.
const MOST: usize = 256;
/// Why a document is asked for where nothing can have been sent along that a script made of what was done: a link was pressed.
/// No reason is given for an address that is opened.
const LINK: &str = "anchorClick";

/// Where a message went, and its words without the time.
type Said = (String, String);

/// The sockets of a page.
#[derive(Default)]
pub(crate) struct Sockets {
    /// Address and document of each, by the names that the browser has for them.
    open: HashMap<String, (String, usize)>,
    /// When documents were asked for, by the names that the browser has for them.
    asked: HashMap<String, u64>,
    /// Frames that go somewhere of themselves, and not by a link.
    led: HashSet<String>,
    /// How many documents there were, and when the last one was asked for; `None` where more than that may have been sent.
    documents: usize,
    since: Option<u64>,
    /// When somebody did something last.
    acted: Option<u64>,
    /// What nobody has led to.
    nobodys: HashSet<Said>,
}

impl Sockets {
    /// Somebody does something.
    pub(crate) fn acted(&mut self, at: u64) {
        self.acted = self.acted.max(Some(at));
    }

    /// A frame goes somewhere of itself.
    pub(crate) fn goes(&mut self, frame: &str, why: &str) {
        match why == LINK {
            true => _ = self.led.remove(frame),
            false if self.led.len() < MOST => _ = self.led.insert(frame.to_owned()),
            false => {}
        }
    }

    /// A document is asked for.
    pub(crate) fn asks_for(&mut self, frame: &str, document: &str, at: u64) {
        if !self.led.remove(frame) && self.asked.len() < MOST {
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

    /// Whether one is open.
    pub(crate) fn is_any_open(&self) -> bool {
        !self.open.is_empty()
    }

    pub(crate) fn closed(&mut self, socket: &str) {
        self.open.remove(socket);
    }

    /// Something was said: where it went, if somebody may have led to it.
    pub(crate) fn said(&mut self, socket: &str, frame: &Value, at: u64) -> Option<String> {
        let kind = frame.get("opcode").and_then(Value::as_u64);
        let kind = kind.filter(|it| CARRYING.contains(it))?;
        let known = self.open.get(socket).cloned();
        let (address, document) = known.map_or((String::new(), None), |(it, at)| (it, Some(at)));
        let payload = frame.get("payloadData").and_then(Value::as_str);
        let payload = payload.unwrap_or_default();
        // Bytes are written in base64, where a number is none.
        let words = match kind == CARRYING[0] {
            true => without_time(payload, at),
            false => format!("bytes {payload}"),
        };
        let said = (address.clone(), words);
        let loads = document == Some(self.documents) && self.since.is_some_and(|it| self.acted < Some(it));
        if loads && self.nobodys.len() < MOST {
            self.nobodys.insert(said);
            return None;
        }
        (!self.nobodys.contains(&said)).then_some(address)
    }
}

/// A message with a sign in place of each number that says what time it is, in milliseconds or in seconds since 1970.
fn without_time(text: &str, now: u64) -> String {
    let is_time = |digits: &str| {
        let number: Option<u64> = digits.parse().ok();
        let unit = match digits.len() {
            13 => 1,
            10 => 1_000,
            _ => return false,
        };
        number.is_some_and(|it| (it * unit).abs_diff(now) <= NEAR)
    };
    let mut all = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
        let (part, behind) = rest.split_at(if digits == 0 { first.len_utf8() } else { digits });
        all.push_str(if is_time(part) { "#" } else { part });
        rest = behind;
    }
    all
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const NOW: u64 = 1_763_000_000_000;

    /// A page that was just asked for and has opened a socket.
    fn page() -> Sockets {
        let mut sockets = Sockets::default();
        load(&mut sockets, "first", NOW);
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
        let hello = |at: u64| format!(r#"{{"op":"hello","at":{at}}}"#);
        assert!(!counts(&mut sockets, "first", &hello(NOW + 290), NOW + 300));
        sockets.acted(NOW + 5_000);
        // The same again, as where the socket was lost or to say that somebody is there, is nobody's either.
        assert!(!counts(&mut sockets, "first", &hello(NOW + 5_090), NOW + 5_100));
        let save = r#"{"op":"save","name":"Ada"}"#;
        assert!(counts(&mut sockets, "first", save, NOW + 5_200));
        assert!(counts(&mut sockets, "first", save, NOW + 9_200), "tried again");
        // A page that is loaded anew begins anew; what the old one says still does not count for it.
        load(&mut sockets, "second", NOW + 6_000);
        let list = r#"{"op":"list"}"#;
        assert!(!counts(&mut sockets, "second", list, NOW + 6_100));
        assert!(counts(&mut sockets, "first", r#"{"op":"drop"}"#, NOW + 6_200));
    }

    /// A value is another one, however much of the message is the same, and however late it is said.
    #[test]
    fn what_differs_in_more_than_the_time_counts() {
        let mut sockets = page();
        for text in [
            r#"{"op":"set","title":"Quarterly-Report-2026"}"#,
            r#"{"op":"sync","count":7,"phone":4915112345678}"#,
        ] {
            assert!(!counts(&mut sockets, "first", text, NOW + 100));
        }
        sockets.acted(NOW + 1_000);
        for text in [
            r#"{"op":"set","title":"Quarterly-Report-2027"}"#,
            r#"{"op":"sync","count":8,"phone":4915112345678}"#,
            r#"{"op":"sync","count":7,"phone":4915112345679}"#,
        ] {
            for at in [NOW + 1_100, NOW + 2_700, NOW + 60_000] {
                assert!(counts(&mut sockets, "first", text, at), "{text}");
            }
        }
    }

    #[test]
    fn bytes_are_what_they_are() {
        let mut sockets = page();
        let say = |sockets: &mut Sockets, payload: &str, at: u64| {
            let frame = json!({ "opcode": 2, "payloadData": payload });
            sockets.said("first", &frame, at).is_some()
        };
        assert!(!say(&mut sockets, "aGVsbG8gd29ybGQgMTIzNA==", NOW + 100));
        sockets.acted(NOW + 1_000);
        assert!(!say(&mut sockets, "aGVsbG8gd29ybGQgMTIzNA==", NOW + 1_100));
        assert!(say(&mut sockets, "c2F2ZSB3b3JsZCAxMjM0NTY=", NOW + 1_100));
    }

    #[test]
    fn what_a_script_or_a_form_leads_to_may_carry_what_was_done() {
        for (why, expected) in [
            ("anchorClick", false),
            ("reload", true),
            ("scriptInitiated", true),
            ("formSubmissionPost", true),
            ("httpHeaderRefresh", true),
            ("something new", true),
        ] {
            let mut sockets = page();
            sockets.acted(NOW + 1_000);
            sockets.goes("page", why);
            load(&mut sockets, "second", NOW + 1_100);
            let late = r#"{"op":"save","name":"Ada"}"#;
            assert_eq!(
                counts(&mut sockets, "second", late, NOW + 1_200),
                expected,
                "{why}"
            );
        }
    }

    #[test]
    fn only_a_number_that_is_the_time_is_left_out() {
        for (text, expected) in [
            (r#"["7","beat",1763000000001]"#, r##"["7","beat",#]"##),
            ("here 1763000000", "here #"),
            ("call 4915112345678 at 0049151", "call 4915112345678 at 0049151"),
            ("12", "12"),
            ("größe 1763000000001é", "größe #é"),
        ] {
            assert_eq!(without_time(text, NOW), expected);
        }
    }
}
