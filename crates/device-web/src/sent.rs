//! What a page sends that may write: requests that are more than questions, messages on a socket, and every form that is
//! submitted, also as a question.
//!
//! Another question that changes something all the same (a link that deletes) is not known by how it is sent, and what a
//! worker of the page sends is not heard. A form that a script takes over counts by what the script sends.

use std::collections::HashMap;

use device::{NetworkFault, NotGot};
use serde_json::Value;
use ui::Sent;
use url::Url;

/// Methods that by their definition only ask.
const ASKING: [&str; 4] = ["GET", "HEAD", "OPTIONS", "TRACE"];
/// A page goes somewhere, and says whether a form was submitted.
const SUBMITTED: &str = "Page.frameRequestedNavigation";
/// Messages of a socket that carry something: text and bytes.
const CARRYING: [u64; 2] = [1, 2];
/// What is kept of what was sent, at most.
const MOST: usize = 64;

/// Kinds of requests whose failing is told: what a page is, and what its scripts ask for. Pictures, styles and the like are
/// parts of how it looks.
const TOLD: [&str; 3] = ["Document", "XHR", "Fetch"];
/// What the browser says of a request that was given up, as when a page is left.
const GIVEN_UP: &str = "net::ERR_ABORTED";

/// What a page has asked for, until the answer has come.
struct Asked {
    method: String,
    address: String,
    /// The frame whose document it is, where it is one.
    document: Option<String>,
}

/// What was sent since somebody asked last.
#[derive(Default)]
pub(crate) struct SentSoFar {
    all: Vec<Sent>,
    /// What has no answer yet, by the names that the browser has for it.
    asked: HashMap<String, Asked>,
    /// What was not got, each with the frame whose document it would have been.
    faults: Vec<(Option<String>, NetworkFault)>,
    /// The addresses of sockets, by the names that the browser has for them.
    sockets: HashMap<String, String>,
}

impl SentSoFar {
    /// Whether an event is one that is to be heard here.
    pub(crate) fn is_heard(event: &str) -> bool {
        event.starts_with("Network.") || event == SUBMITTED
    }

    /// Hear an event of the network, or of a page that goes somewhere.
    pub(crate) fn hear(&mut self, event: &str, params: &Value) {
        let text = |at: &str| params.pointer(at).and_then(Value::as_str).unwrap_or_default();
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
                if TOLD.contains(&kind) && self.asked.len() < MOST {
                    let asked = Asked {
                        method: method.clone(),
                        address: without_values(text("/request/url")),
                        document: (kind == "Document").then(|| text("/frameId").to_owned()),
                    };
                    self.asked.insert(text("/requestId").to_owned(), asked);
                }
                if !method.is_empty() && !ASKING.contains(&method.as_str()) {
                    self.add(method, text("/request/url"));
                }
            }
            SUBMITTED if text("/reason") == "formSubmissionGet" => self.add("GET".to_owned(), text("/url")),
            "Network.webSocketCreated" => {
                let (socket, address) = (text("/requestId").to_owned(), text("/url").to_owned());
                self.sockets.insert(socket, address);
            }
            "Network.webSocketFrameSent" => {
                let kind = params.pointer("/response/opcode").and_then(Value::as_u64);
                if kind.is_some_and(|it| CARRYING.contains(&it)) {
                    let address = self.sockets.get(text("/requestId")).cloned();
                    self.add("WEBSOCKET".to_owned(), &address.unwrap_or_default());
                }
            }
            "Network.webSocketClosed" => {
                self.sockets.remove(text("/requestId"));
            }
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

    fn add(&mut self, method: String, address: &str) {
        let sent = Sent {
            method,
            address: without_values(address),
        };
        // The same to the same place is said once.
        if self.all.len() < MOST && !self.all.contains(&sent) {
            self.all.push(sent);
        }
    }

    fn not_got(&mut self, asked: Asked, what: NotGot) {
        let fault = NetworkFault {
            weighs: !ASKING.contains(&asked.method.as_str()),
            method: asked.method,
            address: asked.address,
            what,
        };
        let told = (asked.document, fault);
        // The same is said once: a page may ask again and again.
        if self.faults.len() < MOST && !self.faults.contains(&told) {
            self.faults.push(told);
        }
    }

    pub(crate) fn take(&mut self) -> Vec<Sent> {
        std::mem::take(&mut self.all)
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
}
