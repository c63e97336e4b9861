//! What a page sends that may write: requests that are more than questions, messages on a socket, and every form that is
//! submitted, also as a question.
//!
//! Another question that changes something all the same (a link that deletes) is not known by how it is sent, and what a
//! worker of the page sends is not heard. A form that a script takes over counts by what the script sends.
//! Of what a page says over a socket counts what somebody's doing may have led to.

use std::{
    collections::HashMap,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use device::{NetworkFault, NotGot};
use serde_json::Value;
use ui::Sent;
use url::Url;

use crate::sockets::Sockets;

/// Methods that by their definition only ask.
const ASKING: [&str; 4] = ["GET", "HEAD", "OPTIONS", "TRACE"];
/// A page goes somewhere, and says whether a form was submitted.
const SUBMITTED: &str = "Page.frameRequestedNavigation";
/// What is kept of what was sent, at most.
const MOST: usize = 64;

/// Kinds of requests whose failing is told: what a page is, and what its scripts ask for. Pictures, styles and the like are
/// parts of how it looks.
const TOLD: [&str; 3] = ["Document", "XHR", "Fetch"];
/// What the browser says of a request that was given up, as when a page is left.
const GIVEN_UP: &str = "net::ERR_ABORTED";

/// What a page has asked for, until the answer has come.
struct Asked {
    /// Whether somebody had done something on the page before.
    led: bool,
    /// Whether it goes to the server that the page is from. What is told to others, nobody waits for.
    own: bool,
    method: String,
    address: String,
    /// The frame whose document it is, where it is one.
    document: Option<String>,
}

impl Asked {
    /// Whether it is what was not got before.
    fn is_again(&self, fault: &NetworkFault) -> bool {
        self.method == fault.method && self.address == fault.address
    }
}

/// What was sent since somebody asked last.
#[derive(Default)]
pub(crate) struct SentSoFar {
    /// Each with its time in milliseconds.
    all: Vec<(u64, Sent)>,
    /// What has no answer yet, by the names that the browser has for it.
    asked: HashMap<String, Asked>,
    /// What was not got, each with the frame whose document it would have been.
    faults: Vec<(Option<String>, NetworkFault)>,
    /// How many requests that may write were begun.
    written: usize,
    /// What was to be written since somebody did something last, and was not taken.
    not_taken: Option<NetworkFault>,
    sockets: Sockets,
    /// Whether somebody has done something since the page was opened.
    acted: bool,
    /// Whether another page has come since somebody did something last.
    gone_on: bool,
    /// What pages asked before, that may write: they ask it again by themselves.
    usual: Vec<Sent>,
    /// How far the clock of the browser's events is behind that of the day, in seconds.
    behind: Option<f64>,
}

impl SentSoFar {
    /// Whether an event is one that is to be heard here.
    pub(crate) fn is_heard(event: &str) -> bool {
        event.starts_with("Network.") || event == SUBMITTED
    }

    /// Somebody does something on the page, at this time in milliseconds.
    pub(crate) fn acted(&mut self, at: u64) {
        self.acted = true;
        self.gone_on = false;
        self.not_taken = None;
        self.sockets.acted(at);
    }

    /// A page is opened.
    pub(crate) fn begins(&mut self) {
        self.acted = false;
        self.not_taken = None;
        self.gone_on = false;
    }

    /// Whether the page on which somebody did something last is gone, with all that its scripts were still going to do.
    pub(crate) fn has_gone_on(&self) -> bool {
        self.gone_on
    }

    /// Whether the page talks over a socket.
    pub(crate) fn has_sockets(&self) -> bool {
        self.sockets.is_any_open()
    }

    /// What was sent since somebody has done something, may write, and has no answer yet.
    pub(crate) fn unanswered(&self) -> Option<Sent> {
        let open = self.asked.values().filter(|it| it.led);
        let writes = open.filter(|it| !ASKING.contains(&it.method.as_str()));
        let mut writes = writes.map(|it| Sent {
            method: it.method.clone(),
            address: it.address.clone(),
        });
        writes.find(|it| !self.usual.contains(it))
    }

    /// Another document is there: the event says which.
    pub(crate) fn arrived(&mut self, navigated: &Value) {
        let of_page = navigated.pointer("/frame/parentId").is_none();
        let document = navigated.pointer("/frame/loaderId").and_then(Value::as_str);
        if let Some(document) = document.filter(|_| of_page) {
            self.sockets.shows(document);
            self.gone_on = self.acted;
        }
    }

    /// When an event took place, in milliseconds.
    fn time(&mut self, params: &Value) -> u64 {
        let number = |name: &str| params.get(name).and_then(Value::as_f64);
        let (wall, own) = (number("wallTime"), number("timestamp"));
        if let (Some(wall), Some(own)) = (wall, own) {
            self.behind = Some(wall - own);
        }
        let seconds = wall.or(own.zip(self.behind).map(|(own, behind)| own + behind));
        let at = seconds.and_then(|it| Duration::try_from_secs_f64(it).ok());
        at.map_or_else(now, millis)
    }

    /// Hear an event of the network, or of a page that goes somewhere.
    pub(crate) fn hear(&mut self, event: &str, params: &Value) {
        let text = |at: &str| params.pointer(at).and_then(Value::as_str).unwrap_or_default();
        let at = self.time(params);
        match event {
            "Network.responseReceived" => {
                let status = params.pointer("/response/status").and_then(Value::as_u64);
                let status = status.and_then(|it| u16::try_from(it).ok()).unwrap_or_default();
                if let Some(asked) = self.asked.remove(text("/requestId"))
                    && status >= 400
                {
                    self.not_got(asked, NotGot::Status(status));
                }
            }
            "Network.loadingFailed" => {
                if let Some(asked) = self.asked.remove(text("/requestId"))
                    && text("/errorText") != GIVEN_UP
                    && params.get("canceled") != Some(&Value::Bool(true))
                {
                    self.not_got(asked, NotGot::Nothing(text("/errorText").to_owned()));
                }
            }
            "Network.requestWillBeSent" => {
                let method = text("/request/method").to_ascii_uppercase();
                let kind = text("/type");
                // Where it is sent on, it is still the one that was asked for.
                if kind == "Document" && params.get("redirectResponse").is_none() {
                    self.sockets.asks_for(text("/frameId"), text("/requestId"), at);
                }
                if TOLD.contains(&kind) && self.asked.len() < MOST {
                    let asked = Asked {
                        led: self.acted,
                        own: is_same_host(text("/documentURL"), text("/request/url")),
                        method: method.clone(),
                        address: without_values(text("/request/url")),
                        document: (kind == "Document").then(|| text("/frameId").to_owned()),
                    };
                    let usual = Sent {
                        method: method.clone(),
                        address: asked.address.clone(),
                    };
                    // The page tries once more: what comes of that, nobody knows yet.
                    if self.not_taken.as_ref().is_some_and(|it| asked.is_again(it)) {
                        self.not_taken = None;
                    }
                    if !self.acted && self.usual.len() < MOST && !self.usual.contains(&usual) {
                        self.usual.push(usual);
                    }
                    self.asked.insert(text("/requestId").to_owned(), asked);
                }
                if !method.is_empty() && !ASKING.contains(&method.as_str()) {
                    self.written += 1;
                    self.add(at, method, text("/request/url"));
                }
            }
            SUBMITTED => {
                self.sockets.goes(text("/frameId"), text("/reason"));
                if text("/reason") == "formSubmissionGet" {
                    self.add(at, "GET".to_owned(), text("/url"));
                }
            }
            "Network.webSocketCreated" => {
                let address = without_values(text("/url"));
                self.sockets.opened(text("/requestId"), address);
            }
            "Network.webSocketFrameSent" => self.say(text("/requestId"), params, at),
            "Network.webSocketClosed" => self.sockets.closed(text("/requestId")),
            _ => {}
        }
    }

    /// What may have been sent to an address that something was opened with, where nobody has heard how.
    pub(crate) fn unheard(address: &str) -> Option<Sent> {
        let served = address.starts_with("http:") || address.starts_with("https:");
        served.then(|| Sent {
            method: "something".to_owned(),
            address: without_values(address),
        })
    }

    /// A message on a socket.
    fn say(&mut self, socket: &str, params: &Value, at: u64) {
        let frame = params.get("response").unwrap_or(&Value::Null);
        if let Some(address) = self.sockets.said(socket, frame, at) {
            self.add(at, Sent::MESSAGE.to_owned(), &address);
        }
    }

    fn add(&mut self, at: u64, method: String, address: &str) {
        let sent = Sent {
            method,
            address: without_values(address),
        };
        // The same to the same place is said once.
        if self.all.len() < MOST && !self.all.iter().any(|it| it.1 == sent) {
            self.all.push((at, sent));
        }
    }

    fn not_got(&mut self, asked: Asked, what: NotGot) {
        let fault = NetworkFault {
            weighs: !ASKING.contains(&asked.method.as_str()),
            method: asked.method,
            address: asked.address,
            what,
        };
        let is_usual = |it: &Sent| it.method == fault.method && it.address == fault.address;
        if fault.weighs && asked.led && asked.own && !self.usual.iter().any(is_usual) {
            self.not_taken = Some(fault.clone());
        }
        let told = (asked.document, fault);
        // The same is said once: a page may ask again and again.
        if self.faults.len() < MOST && !self.faults.contains(&told) {
            self.faults.push(told);
        }
    }

    pub(crate) fn take(&mut self) -> Vec<Sent> {
        self.take_timed().into_iter().map(|it| it.1).collect()
    }

    /// What was sent, once, each with its time in milliseconds.
    pub(crate) fn take_timed(&mut self) -> Vec<(u64, Sent)> {
        std::mem::take(&mut self.all)
    }

    /// How many requests that may write were begun.
    pub(crate) fn written(&self) -> usize {
        self.written
    }

    /// What was to be written since somebody did something last, and the server has not taken.
    pub(crate) fn not_taken(&self) -> Option<&NetworkFault> {
        self.not_taken.as_ref()
    }

    /// What was not got; the document of this frame is what the page is.
    pub(crate) fn take_faults(&mut self, frame: &str) -> Vec<NetworkFault> {
        let all = std::mem::take(&mut self.faults).into_iter();
        let weighed = all.map(|(document, fault)| NetworkFault {
            weighs: fault.weighs || document.as_deref() == Some(frame),
            ..fault
        });
        weighed.collect()
    }
}

/// Milliseconds since 1970, as the pages count them.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, millis)
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn is_same_host(one: &str, other: &str) -> bool {
    let host = |it: &str| {
        Url::parse(it)
            .ok()
            .and_then(|it| it.host_str().map(str::to_owned))
    };
    host(one).is_some_and(|it| Some(it) == host(other))
}

/// An address without what may be a value of the task.
fn without_values(address: &str) -> String {
    match Url::parse(address) {
        Ok(mut url) => {
            url.set_query(None);
            url.set_fragment(None);
            // Neither fails for an address that has a host, and one without has none to take out.
            let _none = url.set_username("").and_then(|()| url.set_password(None));
            url.to_string()
        }
        Err(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_not_got_is_told_with_what_came_instead() {
        let mut sent = SentSoFar::default();
        for (id, kind, method, url) in [
            ("1", "Document", "GET", "http://a.example/gone?q=Ada"),
            ("2", "Fetch", "POST", "http://a.example/save"),
            ("3", "XHR", "GET", "http://a.example/part"),
            ("4", "Image", "GET", "http://a.example/a.png"),
            ("5", "Fetch", "GET", "http://a.example/late"),
            ("6", "Fetch", "GET", "http://a.example/good"),
        ] {
            let request = json!({ "requestId": id, "type": kind, "frameId": "F", "request": { "method": method, "url": url } });
            sent.hear("Network.requestWillBeSent", &request);
        }
        for (id, status) in [("1", 404), ("2", 503), ("4", 404), ("6", 200)] {
            let answer = json!({ "requestId": id, "response": { "status": status } });
            sent.hear("Network.responseReceived", &answer);
        }
        let broke = json!({ "requestId": "3", "errorText": "net::ERR_CONNECTION_RESET" });
        sent.hear("Network.loadingFailed", &broke);
        let left = json!({ "requestId": "5", "errorText": GIVEN_UP, "canceled": true });
        sent.hear("Network.loadingFailed", &left);
        let told = sent.take_faults("F").into_iter();
        let told: Vec<(String, bool)> = told.map(|it| (it.to_string(), it.weighs)).collect();
        let expected = [
            (
                "GET http://a.example/gone: the server refuses it (HTTP 404)",
                true,
            ),
            (
                "POST http://a.example/save: the server has a fault (HTTP 503)",
                true,
            ),
            (
                "GET http://a.example/part: no answer (net::ERR_CONNECTION_RESET)",
                false,
            ),
        ];
        assert_eq!(told, expected.map(|(it, weighs)| (it.to_owned(), weighs)));
        assert_eq!(sent.take_faults("F"), []);
    }

    #[test]
    fn what_is_not_taken_is_what_somebody_had_the_pages_own_server_told() {
        let mut sent = SentSoFar::default();
        let ask = |sent: &mut SentSoFar, method: &str, url: &str, status: u16| {
            let request = json!({ "requestId": "1", "type": "Fetch", "documentURL": "http://a.example/form", "request": { "method": method, "url": url } });
            sent.hear("Network.requestWillBeSent", &request);
            let answer = json!({ "requestId": "1", "response": { "status": status } });
            sent.hear("Network.responseReceived", &answer);
            sent.not_taken().map(ToString::to_string)
        };
        // The page says this by itself, and goes on saying it.
        assert_eq!(ask(&mut sent, "POST", "http://a.example/here", 500), None);
        sent.acted(1_000);
        for (method, url) in [
            ("POST", "http://a.example/here"),
            ("POST", "http://counts.example/press"),
            ("GET", "http://a.example/part"),
        ] {
            assert_eq!(ask(&mut sent, method, url, 500), None, "{method} {url}");
        }
        let refused = Some("POST http://a.example/save: the server refuses it (HTTP 422)".to_owned());
        assert_eq!(ask(&mut sent, "POST", "http://a.example/save", 422), refused);
        // It is tried once more, or something else is done.
        assert_eq!(ask(&mut sent, "POST", "http://a.example/save", 200), None);
        assert_eq!(ask(&mut sent, "POST", "http://a.example/save", 422), refused);
        sent.acted(2_000);
        assert_eq!(sent.not_taken(), None);
    }

    #[test]
    fn what_only_asks_is_not_told_and_values_are_left_out() {
        let mut sent = SentSoFar::default();
        let request = |method: &str, url: &str| json!({ "request": { "method": method, "url": url } });
        for (method, url) in [
            ("GET", "http://a.example/find?q=1"),
            ("POST", "http://ada:pw@a.example/save?token=1#x"),
            ("POST", "http://a.example/save"),
            ("HEAD", "http://a.example/"),
            ("delete", "http://a.example/7"),
        ] {
            sent.hear("Network.requestWillBeSent", &request(method, url));
        }
        for reason in ["anchorClick", "formSubmissionPost", "formSubmissionGet"] {
            let goes = json!({ "reason": reason, "url": "http://a.example/find?q=1" });
            sent.hear(SUBMITTED, &goes);
        }
        let opened = json!({ "requestId": "1", "url": "ws://a.example/live?key=1" });
        sent.hear("Network.webSocketCreated", &opened);
        for opcode in [9, 1] {
            let frame = json!({ "requestId": "1", "response": { "opcode": opcode } });
            sent.hear("Network.webSocketFrameSent", &frame);
        }
        let told: Vec<String> = sent.take().iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "POST to http://a.example/save",
                "DELETE to http://a.example/7",
                "GET to http://a.example/find",
                "WEBSOCKET to ws://a.example/live"
            ]
        );
        assert_eq!(sent.take(), []);
    }

    #[test]
    fn a_page_that_is_gone_is_known_until_something_is_done_on_the_next() {
        let mut sent = SentSoFar::default();
        let page = json!({ "frame": { "id": "F", "loaderId": "D" } });
        let frame = json!({ "frame": { "id": "G", "loaderId": "E", "parentId": "F" } });
        sent.arrived(&page);
        assert!(!sent.has_gone_on(), "nobody has done anything");
        sent.acted(1_000);
        sent.arrived(&frame);
        assert!(!sent.has_gone_on(), "a frame is a part of its page");
        sent.arrived(&page);
        assert!(sent.has_gone_on());
        sent.acted(2_000);
        assert!(!sent.has_gone_on());
    }

    #[test]
    fn a_message_counts_where_somebody_may_have_led_to_it() {
        let mut sent = SentSoFar::default();
        let request = json!({
            "requestId": "D", "type": "Document", "frameId": "F", "wallTime": 1_000.0, "timestamp": 10.0,
            "request": { "method": "GET", "url": "http://a.example/" },
        });
        sent.hear("Network.requestWillBeSent", &request);
        sent.arrived(&json!({ "frame": { "id": "F", "loaderId": "D" } }));
        sent.hear(
            "Network.webSocketCreated",
            &json!({ "requestId": "1", "url": "ws://a.example/live?key=1" }),
        );
        let say = |sent: &mut SentSoFar, text: &str, at: f64| {
            let frame = json!({ "opcode": 1, "payloadData": text });
            let event = json!({ "requestId": "1", "timestamp": at, "response": frame });
            sent.hear("Network.webSocketFrameSent", &event);
        };
        say(&mut sent, "hello", 11.0);
        assert_eq!(sent.take(), []);
        sent.acted(1_005_000);
        say(&mut sent, "hello", 17.0);
        assert_eq!(sent.take(), []);
        say(&mut sent, "save Ada", 20.0);
        assert_eq!(sent.take().len(), 1);
    }
}
