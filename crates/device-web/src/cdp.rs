//! A blocking client of the DevTools protocol on one websocket: calls, pipelined batches, deadlines.
//!
//! Whatever arrives is foreign: a message that is not understood is skipped, never a panic.

pub(crate) mod error;

use std::{
    collections::{HashMap, HashSet, VecDeque},
    time::{Duration, Instant},
};

use device::NetworkFault;
use serde_json::{Value, json};
use ui::Sent;

pub use self::error::{CdpError, Refusal};
use crate::{
    credentials::Credentials,
    devtools::DevTools,
    dialog::{ANSWER_DIALOG, Dialog, Dialogs},
    fence::Fence,
    pipe::Pipe,
    sent::{SentSoFar, now},
    wire::Wire,
};

/// A frame begins to load another document.
pub(crate) const LOAD_BEGINS: &str = "Page.frameStartedLoading";
/// It has loaded it, or does not get one.
pub(crate) const LOAD_ENDS: &str = "Page.frameStoppedLoading";
/// Events kept for [`Cdp::wait_event`]; older ones are dropped.
const KEPT_EVENTS: usize = 256;

/// What is done to a page otherwise than by input.
const ACTING: [&str; 2] = [ANSWER_DIALOG, "DOM.setFileInputFiles"];
/// Kinds of requests that carry what a page sends or is going to show; pictures and streams keep nobody waiting.
const AWAITED: [&str; 5] = ["Document", "XHR", "Fetch", "Ping", "Other"];
/// The shortest wait for the browser: with no time left at all it could not even be told to stop.
const LEAST: Duration = Duration::from_millis(50);

/// One command of a batch: the method and its parameters.
pub type Command = (&'static str, Value);

/// What becomes of a page's requests for documents.
pub(crate) enum Requests {
    /// They are sent.
    Sent,
    /// Those of the page's own frame stay within a fence.
    Fenced {
        /// The fence.
        fence: Fence,
        /// The page's own frame.
        frame: String,
    },
    /// They are answered with nothing, and nobody is asked.
    AnsweredEmpty,
}

/// A connection to a browser or to one page of it.
pub struct Cdp {
    wire: Wire,
    is_elsewhere: bool,
    /// The session that all is said in, where one connection has several.
    session: Option<String>,
    next_id: u64,
    events: VecDeque<(String, Value)>,
    deadline: Duration,
    /// What becomes of the dialogs that open.
    pub(crate) dialogs: Dialogs,
    /// The dialog that is open.
    open: Option<Dialog>,
    /// When whoever asks has no time left.
    limit: Option<Instant>,
    /// Requests of the page that have no answer yet, with how many were begun before each.
    requests: HashMap<String, usize>,
    /// How many of them were begun.
    begun: usize,
    /// What becomes of requests for documents.
    requested: Requests,
    /// What is given to a site that asks the browser itself for a name and a password.
    pub(crate) credentials: Option<Credentials>,
    /// What was sent that may write.
    sent: SentSoFar,
    /// The last address that the page was kept from.
    refused: Option<String>,
    /// Frame and HTTP status of the documents that came since somebody wants to know.
    documents: Vec<(String, u16)>,
}

impl Cdp {
    /// Connect to the socket of this path there.
    pub fn connect(at: &DevTools, path: &str, deadline: Duration) -> Result<Self, CdpError> {
        let mut cdp = Self::on(Wire::connect(at, path, deadline)?, deadline);
        cdp.is_elsewhere = !at.is_here();
        Ok(cdp)
    }

    /// Whether the browser runs on another machine, which has other files.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.is_elsewhere
    }

    /// One more connection over the pipe to a browser, to the browser itself at first.
    pub(crate) fn over(pipe: &Pipe, deadline: Duration) -> Self {
        Self::on(Wire::over(pipe), deadline)
    }

    fn on(wire: Wire, deadline: Duration) -> Self {
        Self {
            wire,
            is_elsewhere: false,
            session: None,
            next_id: 0,
            events: VecDeque::new(),
            deadline,
            dialogs: Dialogs::Agreed,
            open: None,
            limit: None,
            requests: HashMap::new(),
            begun: 0,
            requested: Requests::Sent,
            credentials: None,
            sent: SentSoFar::default(),
            refused: None,
            documents: Vec::new(),
        }
    }

    /// From now on no call waits longer than this altogether; `None` lifts it.
    pub fn limit(&mut self, left: Option<Duration>) {
        self.limit = left.map(|it| Instant::now() + it.max(LEAST));
    }

    /// When the answer to what is sent now has to be there.
    fn due(&self, most: Duration) -> Instant {
        let due = Instant::now() + most.min(self.deadline);
        self.limit.map_or(due, |it| it.min(due))
    }

    /// Hear the page until no request was begun or is open for so long, at most for the time given.
    pub fn rest(&mut self, quiet: Duration, most: Duration) -> Result<(), CdpError> {
        let until = self.due(most);
        let mut since = Instant::now();
        loop {
            let now = Instant::now();
            let open = self.requests.len();
            let due = if open > 0 { until } else { until.min(since + quiet) };
            if now >= due {
                return Ok(());
            }
            self.hear_one(due)?;
            if self.requests.len() != open {
                since = Instant::now();
            }
        }
    }

    /// Hear the page until those of its requests are answered that were begun since so many had been, at most for the time given;
    /// whether there were any.
    pub(crate) fn hear_answers(&mut self, since: usize, most: Duration) -> Result<bool, CdpError> {
        let until = self.due(most);
        while self.requests.values().any(|before| *before >= since) && Instant::now() < until {
            self.hear_one(until)?;
        }
        Ok(self.begun > since)
    }

    /// How many requests that may write were begun.
    pub(crate) fn written(&self) -> usize {
        self.sent.written()
    }

    /// How many requests were begun that are waited for.
    pub(crate) fn begun(&self) -> usize {
        self.begun
    }

    /// Whether it talks over a socket.
    pub(crate) fn has_sockets(&self) -> bool {
        self.sent.has_sockets()
    }

    /// Hear the page until what may write has its answer, at most for the time given; what has none is told.
    pub fn answered(&mut self, most: Duration) -> Result<Option<Sent>, CdpError> {
        let due = self.due(most);
        while let Some(sent) = self.sent.unanswered() {
            if Instant::now() >= due {
                return Ok(Some(sent));
            }
            self.hear_one(due)?;
        }
        Ok(None)
    }

    /// Hear what the page says next, if it says something by then.
    fn hear_one(&mut self, due: Instant) -> Result<(), CdpError> {
        match self.read_one("rest", due) {
            Ok(_) | Err(CdpError::Late { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// From now on requests for documents are decided on so.
    pub(crate) fn decide_requests(&mut self, requests: Requests) -> Result<(), CdpError> {
        self.requested = requests;
        let reads_only = self.fenced().is_some_and(Fence::reads_only);
        self.call("Fetch.enable", decides(self.credentials.is_some(), reads_only))
            .map(drop)
    }

    /// Where the page may be taken.
    pub fn fenced(&self) -> Option<&Fence> {
        match &self.requested {
            Requests::Fenced { fence, .. } => Some(fence),
            Requests::Sent | Requests::AnsweredEmpty => None,
        }
    }

    /// The last address that the page was kept from, once.
    pub fn take_refused(&mut self) -> Option<String> {
        self.refused.take()
    }

    /// From now on what the page sends may be led to by what is done.
    pub(crate) fn acts(&mut self) {
        self.sent.acted(now());
    }

    /// Whether the page on which something was done last is gone.
    pub(crate) fn has_gone_on(&self) -> bool {
        self.sent.has_gone_on()
    }

    /// A page is opened: what it sends by itself is led to by nobody.
    pub(crate) fn begins(&mut self) {
        self.sent.begins();
    }

    /// What was sent that may write, once.
    pub fn take_sent(&mut self) -> Vec<Sent> {
        self.sent.take()
    }

    /// What was to be written and was not taken.
    pub(crate) fn not_taken(&self) -> Option<&NetworkFault> {
        self.sent.not_taken()
    }

    /// What was asked for and not got, once; the document of this frame is what the page is.
    pub(crate) fn take_faults(&mut self, frame: &str) -> Vec<NetworkFault> {
        self.sent.take_faults(frame)
    }

    /// Wait for another document.
    pub fn forget_document(&mut self) {
        self.documents.clear();
    }

    /// The HTTP status of a frame's document since [`Cdp::forget_document`].
    pub fn document_status(&self, frame: &str) -> Option<u16> {
        let of_frame = self.documents.iter().rev().find(|(it, _)| it == frame);
        of_frame.map(|(_, status)| *status)
    }

    /// Let a document be asked for, or not.
    fn decide(&mut self, event: &Value) -> Result<(), CdpError> {
        let text = |at: &str| event.pointer(at).and_then(Value::as_str).unwrap_or_default();
        let (request, address) = (text("/requestId"), text("/request/url"));
        let is_own = matches!(&self.requested, Requests::Fenced { frame, .. } if text("/frameId") == frame);
        let is_document = text("/resourceType") == "Document";
        let (method, params) = match &self.requested {
            Requests::Fenced { fence, .. } if fence.holds_back(text("/request/method"), address) => {
                tracing::debug!(address, "not sent");
                if is_own && is_document {
                    self.refused = Some(address.to_owned());
                }
                (
                    "Fetch.failRequest",
                    json!({ "requestId": request, "errorReason": "Aborted" }),
                )
            }
            // What is in frames is a part of the page that it stands on.
            Requests::Fenced { fence, .. } if is_own && is_document && !fence.admits(address) => {
                tracing::debug!(address, "not gone to");
                self.refused = Some(address.to_owned());
                (
                    "Fetch.failRequest",
                    json!({ "requestId": request, "errorReason": "Aborted" }),
                )
            }
            Requests::Fenced { .. } | Requests::Sent => {
                ("Fetch.continueRequest", json!({ "requestId": request }))
            }
            Requests::AnsweredEmpty => {
                let html = json!([{ "name": "Content-Type", "value": "text/html" }]);
                (
                    "Fetch.fulfillRequest",
                    json!({ "requestId": request, "responseCode": 200, "responseHeaders": html }),
                )
            }
        };
        self.write(method, params)?;
        self.flush(method)
    }

    /// From now on speak to the browser as one of several who do: what it tells is then told here as well.
    pub(crate) fn attach_to_browser(&mut self) -> Result<(), CdpError> {
        let answer = self.call("Target.attachToBrowserTarget", json!({}))?;
        let session = answer.get("sessionId").and_then(Value::as_str);
        self.session = session.map(str::to_owned);
        Ok(())
    }

    /// From now on speak to a target of the browser instead of the browser itself.
    pub fn attach(&mut self, target: &str) -> Result<(), CdpError> {
        let answer = self.call(
            "Target.attachToTarget",
            json!({ "targetId": target, "flatten": true }),
        )?;
        let session = answer.get("sessionId").and_then(Value::as_str);
        self.session = session.map(str::to_owned);
        Ok(())
    }

    /// One command and its result.
    pub fn call(&mut self, method: &'static str, params: Value) -> Result<Value, CdpError> {
        let id = self.post(method, params)?;
        self.answer_to(id, method)
    }

    /// Several commands in one write; the results in their order. The first refusal is the error,
    /// after all have been answered.
    pub fn batch(&mut self, commands: Vec<Command>) -> Result<Vec<Value>, CdpError> {
        self.batch_without(commands, |_, _| false)
    }

    /// The same without waiting for the answers to some of them, which are dropped when they come.
    pub fn batch_without(
        &mut self,
        commands: Vec<Command>,
        unwanted: impl Fn(&str, &Value) -> bool,
    ) -> Result<Vec<Value>, CdpError> {
        self.batch_each(commands, unwanted)?.into_iter().collect()
    }

    /// The same, where a refusal is one of the results.
    pub fn batch_each(
        &mut self,
        commands: Vec<Command>,
        unwanted: impl Fn(&str, &Value) -> bool,
    ) -> Result<Vec<Result<Value, CdpError>>, CdpError> {
        let mut sent = Vec::with_capacity(commands.len());
        for (method, params) in commands {
            let wanted = !unwanted(method, &params);
            let id = self.queue(method, params)?;
            if wanted {
                sent.push((id, method));
            }
        }
        self.flush("batch")?;
        let until = self.due(self.deadline);
        let mut answers: Vec<Option<Result<Value, CdpError>>> = sent.iter().map(|_| None).collect();
        // Different parts of the browser answer, so the answers may come in another order.
        while let Some(open) = answers.iter().position(Option::is_none) {
            let Some(message) = self.read_one(sent[open].1, until)? else {
                continue;
            };
            let id = message.get("id").and_then(Value::as_u64);
            if let Some(at) = sent.iter().position(|(it, _)| Some(*it) == id) {
                answers[at] = Some(result_of(message, sent[at].1));
            }
        }
        Ok(answers.into_iter().flatten().collect())
    }

    /// Send a command and do not wait for its answer, which is dropped when it comes.
    pub fn post(&mut self, method: &'static str, params: Value) -> Result<u64, CdpError> {
        let id = self.queue(method, params)?;
        self.flush(method)?;
        Ok(id)
    }

    /// The same, also while a dialog is open: the page gets it once that is answered.
    pub(crate) fn post_behind_dialog(&mut self, method: &'static str, params: Value) -> Result<(), CdpError> {
        self.write(method, params)?;
        self.flush(method)
    }

    /// The dialog that is open.
    pub fn dialog(&self) -> Option<&Dialog> {
        self.open.as_ref()
    }

    /// Forget the events that came so far.
    pub fn clear_events(&mut self) {
        self.events.clear();
    }

    /// Which of these events came last since the last [`Cdp::clear_events`].
    pub fn last_event<'a>(&self, names: &[&'a str]) -> Option<&'a str> {
        self.events
            .iter()
            .rev()
            .find_map(|(it, _)| names.iter().copied().find(|name| name == it))
    }

    /// Take the oldest event of this name that has come, without waiting.
    pub fn take_event(&mut self, name: &str) -> Option<Value> {
        let at = self.events.iter().position(|(it, _)| it == name)?;
        self.events.remove(at).map(|(_, params)| params)
    }

    /// Wait until an event of this name is there, at most so long.
    pub fn wait_event(&mut self, name: &'static str, most: Duration) -> Result<Value, CdpError> {
        self.wait_for(name, most, |_| true)
    }

    /// The same for an event of this frame.
    pub fn wait_event_of(
        &mut self,
        name: &'static str,
        frame: &str,
        most: Duration,
    ) -> Result<Value, CdpError> {
        self.wait_for(name, most, |params| frame_of(params) == frame)
    }

    fn wait_for(
        &mut self,
        name: &'static str,
        most: Duration,
        wanted: impl Fn(&Value) -> bool,
    ) -> Result<Value, CdpError> {
        let until = self.due(most);
        loop {
            let mut all = self.events.iter();
            if let Some(at) = all.position(|(it, params)| it == name && wanted(params))
                && let Some((_, params)) = self.events.remove(at)
            {
                return Ok(params);
            }
            self.read_one(name, until)?;
        }
    }

    /// Forget the loads that are over. What is done next may begin another one, and that is the one to wait for.
    pub fn forget_loads(&mut self) {
        let mut over: HashSet<String> = HashSet::new();
        let mut kept = VecDeque::with_capacity(self.events.len());
        while let Some((name, params)) = self.events.pop_back() {
            match name.as_str() {
                LOAD_ENDS => drop(over.insert(frame_of(&params).to_owned())),
                LOAD_BEGINS if over.contains(frame_of(&params)) => {}
                _ => kept.push_front((name, params)),
            }
        }
        self.events = kept;
    }

    fn queue(&mut self, method: &'static str, params: Value) -> Result<u64, CdpError> {
        if method == ANSWER_DIALOG {
            self.open = None;
        } else if let Some(dialog) = &self.open {
            return Err(stands_still(method, dialog));
        }
        self.write(method, params)
    }

    /// Send a command later, also while a dialog is open.
    fn write(&mut self, method: &'static str, params: Value) -> Result<u64, CdpError> {
        if method.starts_with("Input.") || ACTING.contains(&method) {
            self.acts();
        }
        self.next_id += 1;
        let mut message = json!({ "id": self.next_id, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = Value::String(session.clone());
        }
        self.wire.write(&message, method)?;
        Ok(self.next_id)
    }

    fn flush(&mut self, method: &'static str) -> Result<(), CdpError> {
        self.wire.flush(method)
    }

    fn answer_to(&mut self, id: u64, method: &'static str) -> Result<Value, CdpError> {
        let until = self.due(self.deadline);
        loop {
            let Some(message) = self.read_one(method, until)? else {
                continue;
            };
            if message.get("id").and_then(Value::as_u64) == Some(id) {
                return result_of(message, method);
            }
        }
    }

    /// Read one message. Answers are returned, events kept, anything else skipped.
    fn read_one(&mut self, method: &'static str, until: Instant) -> Result<Option<Value>, CdpError> {
        let Some(mut message) = self.wire.read(method, until)? else {
            return Ok(None);
        };
        let Some(name) = message.get("method").and_then(Value::as_str).map(str::to_owned) else {
            return Ok(Some(message));
        };
        match name.as_str() {
            // A page's alert() stops its scripts until somebody answers.
            "Page.javascriptDialogOpening" => {
                let dialog = Dialog::of(message.get("params").unwrap_or(&Value::Null));
                match self.dialogs {
                    Dialogs::Agreed => {
                        // What a prompt offers is what a person's OK leaves in it.
                        let answer = json!({ "accept": true, "promptText": dialog.offered });
                        self.post(ANSWER_DIALOG, answer)?;
                    }
                    Dialogs::Kept => {
                        let error = stands_still(method, &dialog);
                        self.open = Some(dialog);
                        return Err(error);
                    }
                }
            }
            "Inspector.targetCrashed" | "Inspector.detached" => {
                let reason = if name.ends_with("Crashed") {
                    "the page crashed"
                } else {
                    "the page was closed"
                };
                return Err(CdpError::Closed {
                    method: method.to_owned(),
                    reason: reason.to_owned(),
                });
            }
            "Network.requestWillBeSent" => {
                let kind = message.pointer("/params/type").and_then(Value::as_str);
                if kind.is_some_and(|it| AWAITED.contains(&it)) {
                    let before = self.begun;
                    self.begun += 1;
                    self.requests.extend(request_of(&message).map(|it| (it, before)));
                }
            }
            "Network.responseReceived" => {
                self.documents.truncate(KEPT_EVENTS);
                self.documents.extend(document_of(&message));
            }
            "Network.loadingFinished" | "Network.loadingFailed" => {
                if let Some(request) = request_of(&message) {
                    self.requests.remove(&request);
                }
            }
            // How far a file has come is said many times.
            "Browser.downloadProgress"
                if message.pointer("/params/state").and_then(Value::as_str) == Some("inProgress") =>
            {
                return Ok(None);
            }
            "Fetch.authRequired" => {
                self.log_in(message.get("params").unwrap_or(&Value::Null))?;
                return Ok(None);
            }
            "Fetch.requestPaused" => {
                self.decide(message.get("params").unwrap_or(&Value::Null))?;
                return Ok(None);
            }
            _ => {}
        }
        if name == "Page.frameNavigated" {
            self.sent.arrived(message.get("params").unwrap_or(&Value::Null));
        }
        if SentSoFar::is_heard(&name) {
            self.sent
                .hear(&name, message.get("params").unwrap_or(&Value::Null));
            return Ok(None);
        }
        if self.events.len() == KEPT_EVENTS {
            self.events.pop_front();
        }
        let params = message.get_mut("params").map(Value::take).unwrap_or_default();
        self.events.push_back((name, params));
        Ok(None)
    }

    /// Answer a site that asks the browser itself for a name and a password.
    fn log_in(&mut self, asks: &Value) -> Result<(), CdpError> {
        let cancel = || json!({ "response": "CancelAuth" });
        let answer = (self.credentials.as_mut()).map_or_else(cancel, |own| own.answer(asks));
        let request = asks.get("requestId").cloned().unwrap_or_default();
        let params = json!({ "requestId": request, "authChallengeResponse": answer });
        self.write("Fetch.continueWithAuth", params)?;
        self.flush("Fetch.continueWithAuth")
    }
}

/// Requests for documents are decided on; where a site asks the browser itself for a name and a password, that too; where pages
/// may only read, all that carries what a page sends.
pub(crate) fn decides(logins: bool, reads_only: bool) -> Value {
    let kinds = if reads_only { &AWAITED[..] } else { &AWAITED[..1] };
    let pattern = |kind: &&str| json!({ "urlPattern": "*", "resourceType": kind, "requestStage": "Request" });
    let patterns: Vec<Value> = kinds.iter().map(pattern).collect();
    json!({ "patterns": patterns, "handleAuthRequests": logins })
}

/// The frame of a response that is a document, and its status.
fn document_of(message: &Value) -> Option<(String, u16)> {
    let kind = message.pointer("/params/type").and_then(Value::as_str);
    let status = message
        .pointer("/params/response/status")
        .and_then(Value::as_u64)?;
    let frame = message.pointer("/params/frameId").and_then(Value::as_str)?;
    let status = u16::try_from(status).ok()?;
    (kind == Some("Document")).then(|| (frame.to_owned(), status))
}

/// The frame that an event is of.
fn frame_of(params: &Value) -> &str {
    params.get("frameId").and_then(Value::as_str).unwrap_or_default()
}

fn request_of(message: &Value) -> Option<String> {
    let id = message.pointer("/params/requestId").and_then(Value::as_str);
    id.map(str::to_owned)
}

pub(crate) fn result_of(mut message: Value, method: &str) -> Result<Value, CdpError> {
    if let Some(error) = message.get("error") {
        let said = error
            .get("message")
            .and_then(Value::as_str)
            .unwrap_or("no reason given");
        return Err(CdpError::Refused {
            method: method.to_owned(),
            why: Refusal::of(error.get("code").and_then(Value::as_i64), said),
            message: said.to_owned(),
        });
    }
    Ok(message.get_mut("result").map(Value::take).unwrap_or_default())
}

fn stands_still(method: &str, dialog: &Dialog) -> CdpError {
    CdpError::Dialog {
        method: method.to_owned(),
        message: dialog.message.clone(),
    }
}
