//! A person's own browser, listened to: what they do in it, in every tab, window and frame, as [`Heard`] events.
//!
//! A script in a world of its own hears the trusted events before the page does; at the first one of a gesture it reads
//! the page, so that every action has the screen before it. It says all that by a binding, which is heard also where
//! the page goes away with the click. Nothing is drawn into the page, and nothing waits for us.

mod begin;
mod coming;
mod doc;
mod line;
mod pictures;
mod rest;
mod screens;
mod touch;

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    path::PathBuf,
    time::{Duration, Instant},
};

use device::DeviceError;
use recorder::{Heard, Kind, Marked, Node, Way, What};
use serde::Deserialize;
use serde_json::{Value, json};
use ui::Sent;

use self::{
    coming::Coming,
    doc::{Doc, Looked},
    line::{Line, RESTS, text},
    pictures::Pictures,
};
use crate::{
    browser::{Browser, Door, Options, Window, running_at},
    cdp::{CdpError, decides},
    credentials::Credentials,
    devtools::DevTools,
    dialog::Dialog,
    login::Login,
    page::{SCRIPT, WORLD, not_kept},
    sent::{SentSoFar, now},
};

const LISTEN: &str = include_str!("listen.js");
/// What the script calls to be heard.
const BINDING: &str = "autorpaHears";
/// How long a page that is opened may take to show something.
const OPENS: Duration = Duration::from_secs(20);
/// How long a page may take to say how it came to its address.
const TELLS: Duration = Duration::from_millis(500);
/// How long any single call may take.
const DEADLINE: Duration = Duration::from_secs(30);

/// Which browser is listened to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ears {
    /// One that is started for it, and ends with it.
    Own {
        /// Whether the person sees it.
        window: Window,
        /// The person's own profile; `None` is a new one.
        profile: Option<PathBuf>,
    },
    /// One that runs; it goes on when we have gone.
    Running {
        /// Where it is spoken to.
        at: DevTools,
    },
}

impl Ears {
    /// Whether nobody sees the browser.
    pub fn is_hidden(&self) -> bool {
        matches!(
            self,
            Ears::Own {
                window: Window::Hidden,
                ..
            }
        )
    }
}

/// What comes of listening for a moment.
#[derive(Clone, Debug, PartialEq)]
pub enum Listened {
    /// Something was heard.
    Heard(Heard),
    /// Nothing was heard in that time.
    Nothing,
    /// The last page is gone.
    Closed,
    /// A page has crashed: what was done in it is known up to there.
    Crashed,
    /// The browser is gone.
    Gone {
        /// What the connection says.
        reason: String,
    },
}

/// A browser that is listened to.
pub struct Listener {
    line: Line,
    /// The browser that was started for it.
    browser: Option<Browser>,
    /// The size that pages are given where nobody sees them.
    size: Option<(u32, u32)>,
    script: String,
    sessions: HashMap<String, Session>,
    pages: BTreeMap<u32, Tab>,
    docs: HashMap<(String, i64), Doc>,
    /// Documents that there were so far.
    counted: u64,
    pictures: Pictures,
    heard: VecDeque<Listened>,
    costs: Vec<f64>,
    /// What pages send, by their sessions, and what they have sent so far.
    sends: HashMap<String, SentSoFar>,
    sent: Vec<(u64, Sent)>,
    coming: Coming,
    /// Whether the person's own doing has begun.
    began: bool,
    /// The page where it began.
    home: Option<u32>,
    /// Where it is spoken to.
    at: DevTools,
    /// Cookies and storage of its own, where somebody is logged in who is not logged in in the user's profile.
    apart: Option<String>,
    /// A script that gives the page where it begins the session storage of somebody who is logged in, until it has it.
    in_tab: Option<String>,
    /// What is given to a site that asks the browser itself for a name and a password.
    credentials: Option<Credentials>,
}

/// What is listened to, and how.
#[derive(Clone)]
pub struct Hearing<'a> {
    /// The browser.
    pub ears: &'a Ears,
    /// How one is started.
    pub options: Options,
    /// Where it begins.
    pub url: &'a str,
    /// Names of fields whose values nobody may read.
    pub secrets: &'a [String],
    /// Texts that are no secrets, also in a password field: they are known before they are typed.
    pub given: &'a [String],
    /// Who is logged in.
    pub login: Option<&'a Login>,
    /// What is given to a site that asks the browser itself for a name and a password.
    pub credentials: Option<Credentials>,
}

/// A part of the browser that speaks for itself: a page, or a frame with a process of its own.
struct Session {
    page: u32,
    is_page: bool,
}

/// A tab or window.
#[derive(Default)]
struct Tab {
    session: String,
    target: String,
    title: String,
    size: (u32, u32),
    app: String,
    /// The dialog that is open, which is all that it shows.
    dialog: Option<Dialog>,
    /// Where it is in its history, and the entries of that.
    history: Option<(usize, Vec<i64>)>,
}

/// What the script says.
#[derive(Deserialize)]
struct Said {
    at: u64,
    #[serde(default)]
    look: Option<Looked>,
    /// Whether the document is being left.
    #[serde(default)]
    leaves: bool,
    #[serde(flatten)]
    rest: serde_json::Map<String, Value>,
}

impl<'a> Hearing<'a> {
    /// A browser as it usually is, from this address on: nobody is logged in, and nobody names a secret.
    pub fn of(ears: &'a Ears, url: &'a str) -> Self {
        Self {
            ears,
            options: Options::default(),
            url,
            secrets: &[],
            given: &[],
            login: None,
            credentials: None,
        }
    }
}

impl Listener {
    /// Listen to a browser. Secret are password fields, card numbers and one-time codes, and the fields that the person
    /// names: nothing of their value is read.
    pub fn open(hearing: Hearing<'_>) -> Result<Self, DeviceError> {
        let Hearing {
            ears,
            options,
            url,
            secrets,
            given,
            login,
            credentials,
        } = hearing;
        let (mut line, browser, size, at, of_user) = match ears {
            Ears::Own { window, profile } => {
                let options = Options {
                    window: *window,
                    profile: profile.clone(),
                    door: Door::Port,
                    ..options
                };
                let size = (*window == Window::Hidden).then_some(options.viewport);
                let browser = Browser::launch(options)?;
                // One at a port has one.
                let endpoint = browser.endpoint().map(|(at, path)| (at.clone(), path.to_owned()));
                let (at, path) = endpoint.unwrap_or_else(|| (0.into(), String::new()));
                let line = Line::connect(&at, &path, browser.deadline())?;
                (line, Some(browser), size, at, profile.is_some())
            }
            Ears::Running { at } => {
                let path = running_at(at)?;
                (Line::connect(at, &path, DEADLINE)?, None, None, at.clone(), true)
            }
        };
        let apart = match login {
            // What somebody is logged in by is nothing for the user's own profile.
            Some(login) if of_user => Some(Self::logged_in_apart(&mut line, browser.as_ref(), &at, login)?),
            Some(login) => {
                browser.iter().try_for_each(|it| it.log_in(None, login))?;
                None
            }
            None => None,
        };
        let secrets = serde_json::to_string(secrets).unwrap_or_default();
        let given = serde_json::to_string(given).unwrap_or_default();
        let mut listener = Self {
            line,
            browser,
            size,
            script: format!("{SCRIPT};{LISTEN};autorpaEars({secrets}, {given});"),
            sessions: HashMap::new(),
            pages: BTreeMap::new(),
            docs: HashMap::new(),
            counted: 0,
            pictures: Pictures::default(),
            heard: VecDeque::new(),
            costs: Vec::new(),
            sends: HashMap::new(),
            sent: Vec::new(),
            coming: Coming::default(),
            began: false,
            home: None,
            at,
            apart,
            in_tab: login.and_then(Login::in_a_tab),
            credentials,
        };
        listener.begin(url)?;
        Ok(listener)
    }

    /// The DevTools port of the browser that was started for it, and the id of its process.
    pub fn browser(&self) -> Option<&Browser> {
        self.browser.as_ref()
    }

    /// How long the looks at the beginning of gestures and at rest took in the page so far, in milliseconds.
    pub fn costs(&self) -> &[f64] {
        &self.costs
    }

    /// What the pages have sent so far that may write, each with its time in milliseconds, as of what is heard.
    pub fn sent(&self) -> &[(u64, Sent)] {
        &self.sent
    }

    /// The PNG file that [`What::Shows`] names as its picture.
    pub fn picture(&mut self, name: &str) -> Option<Vec<u8>> {
        self.pictures.find(name)
    }

    /// Listen, at most so long.
    pub fn listen(&mut self, most: Duration) -> Listened {
        let until = Instant::now() + most;
        loop {
            if let Some(it) = self.heard.pop_front() {
                return it;
            }
            match self.line.next(until) {
                Ok(Some(message)) => self.take(message),
                Ok(None) => return Listened::Nothing,
                Err(error) => {
                    return Listened::Gone {
                        reason: error.to_string(),
                    };
                }
            }
        }
    }

    fn take(&mut self, message: Value) {
        let Some(method) = message.get("method").and_then(Value::as_str).map(str::to_owned) else {
            return;
        };
        let session = message
            .get("sessionId")
            .and_then(Value::as_str)
            .map(str::to_owned);
        let params = message.get("params").cloned().unwrap_or_default();
        let done = match (method.as_str(), session) {
            ("Target.attachedToTarget", by) => self.attached(by.as_deref(), &params),
            ("Target.detachedFromTarget", _) => {
                self.detached(text(&params, "sessionId"));
                Ok(())
            }
            ("Browser.downloadWillBegin", _) => {
                let file = text(&params, "suggestedFilename").to_owned();
                let page = self.pages.keys().next_back().copied().unwrap_or_default();
                self.push(now(), page, What::Download { file });
                Ok(())
            }
            (name, Some(session)) => self.take_of(name, &session, &params),
            _ => Ok(()),
        };
        if let Err(error) = done {
            tracing::debug!(%error, method, "not heard to the end");
        }
    }

    fn take_of(&mut self, name: &str, session: &str, params: &Value) -> Result<(), CdpError> {
        let Some((page, is_page)) = self.sessions.get(session).map(|it| (it.page, it.is_page)) else {
            return Ok(());
        };
        let top = self.pages.get(&page).map(|it| it.target.as_str());
        self.coming.hear(name, session, top.filter(|_| is_page), params);
        self.hear_sending(name, session, params);
        match name {
            "Runtime.executionContextCreated"
            | "Runtime.executionContextDestroyed"
            | "Runtime.executionContextsCleared" => {
                self.take_context(name, session, params);
                Ok(())
            }
            "Runtime.bindingCalled" if text(params, "name") == BINDING => {
                let id = params
                    .get("executionContextId")
                    .and_then(Value::as_i64)
                    .unwrap_or_default();
                self.said(session, id, page, text(params, "payload"))
            }
            "Page.screencastFrame" => {
                let number = params.get("sessionId").cloned().unwrap_or_default();
                self.line.post(
                    Some(session),
                    "Page.screencastFrameAck",
                    json!({ "sessionId": number }),
                )?;
                let at = params.pointer("/metadata/timestamp").and_then(Value::as_f64);
                self.pictures
                    .frame(page, at.unwrap_or_default() * 1_000.0, text(params, "data"));
                Ok(())
            }
            "Page.javascriptDialogOpening" => {
                self.dialog(page, params);
                Ok(())
            }
            "Page.javascriptDialogClosed" => {
                let accept = params.get("result").and_then(Value::as_bool).unwrap_or_default();
                let text = text(params, "userInput").to_owned();
                self.pages
                    .get_mut(&page)
                    .into_iter()
                    .for_each(|it| it.dialog = None);
                self.push(now(), page, What::Answered { accept, text });
                Ok(())
            }
            "Page.frameNavigated" if is_page && params.pointer("/frame/parentId").is_none() => {
                let url = params
                    .pointer("/frame/url")
                    .and_then(Value::as_str)
                    .unwrap_or_default();
                self.went(session, page, url)
            }
            "Page.navigatedWithinDocument" if is_page => {
                let top = self
                    .pages
                    .get(&page)
                    .is_some_and(|it| it.target == text(params, "frameId"));
                match top {
                    true => self.went(session, page, text(params, "url")),
                    false => Ok(()),
                }
            }
            "Inspector.targetCrashed" => {
                self.heard.push_back(Listened::Crashed);
                Ok(())
            }
            "Fetch.authRequired" | "Fetch.requestPaused" => self.answer_request(name, session, params),
            _ => Ok(()),
        }
    }

    /// What a page sends.
    fn hear_sending(&mut self, name: &str, session: &str, params: &Value) {
        let arrives = name == "Page.frameNavigated";
        if !arrives && !SentSoFar::is_heard(name) {
            return;
        }
        let sends = self.sends.entry(session.to_owned()).or_default();
        match arrives {
            true => sends.arrived(params),
            false => sends.hear(name, params),
        }
        self.sent.extend(sends.take_timed());
    }

    /// A request waits for us: a site asks the browser itself for a name and a password, or a document is asked for.
    pub(super) fn answer_request(
        &mut self,
        name: &str,
        session: &str,
        params: &Value,
    ) -> Result<(), CdpError> {
        let request = text(params, "requestId");
        if name == "Fetch.requestPaused" {
            let go_on = json!({ "requestId": request });
            return self.line.post(Some(session), "Fetch.continueRequest", go_on);
        }
        let cancel = json!({ "response": "CancelAuth" });
        let own = self.credentials.as_mut();
        let answer = own.map_or(cancel, |own| own.answer(params));
        let answer = json!({ "requestId": request, "authChallengeResponse": answer });
        self.line.post(Some(session), "Fetch.continueWithAuth", answer)
    }

    /// A document comes or goes.
    fn take_context(&mut self, name: &str, session: &str, params: &Value) {
        let gone = params.get("executionContextId").and_then(Value::as_i64);
        match (name, gone) {
            ("Runtime.executionContextsCleared", _) => self.docs.retain(|(it, _), _| it != session),
            ("Runtime.executionContextDestroyed", Some(id)) => {
                self.docs.remove(&(session.to_owned(), id));
            }
            _ => {
                let context = params.get("context").unwrap_or(&Value::Null);
                let id = context.get("id").and_then(Value::as_i64);
                if let Some(id) = id.filter(|_| text(context, "name") == WORLD) {
                    let frame = context.pointer("/auxData/frameId").and_then(Value::as_str);
                    self.doc(session, id).frame = frame.unwrap_or_default().to_owned();
                }
            }
        }
    }

    /// A dialog opens: it is all that the page shows.
    fn dialog(&mut self, page: u32, params: &Value) {
        let dialog = Dialog::of(params);
        let tab = self.pages.entry(page).or_default();
        let screen = dialog.screen(tab.app.clone(), tab.size);
        let picture = dialog.picture(tab.size).ok().map(|it| self.pictures.keep(it));
        let shows = What::Shows {
            screen: screen.into(),
            nodes: Vec::new(),
            picture,
            rest: false,
        };
        self.push(now(), page, shows);
        let asks = dialog.asks_for_text();
        let message = dialog.message.clone();
        self.pages.entry(page).or_default().dialog = Some(dialog);
        self.push(now(), page, What::Dialog { asks, message });
    }

    fn push(&mut self, at: u64, page: u32, what: What) {
        if what.is_done() {
            self.sends.values_mut().for_each(|it| it.acted(at));
        }
        self.heard.push_back(Listened::Heard(Heard { at, page, what }));
    }

    fn attached(&mut self, by: Option<&str>, params: &Value) -> Result<(), CdpError> {
        let session = text(params, "sessionId").to_owned();
        let info = params.get("targetInfo").unwrap_or(&Value::Null);
        let target = text(info, "targetId").to_owned();
        let is_page = TargetKind::of(info) == TargetKind::Page;
        let page = match is_page {
            true => self.pages.keys().next_back().map_or(1, |it| it + 1),
            false => match by.and_then(|it| self.sessions.get(it)) {
                Some(around) => around.page,
                None => {
                    return self
                        .line
                        .post(Some(&session), "Runtime.runIfWaitingForDebugger", json!({}));
                }
            },
        };
        if is_page {
            let (opener, opened) = (text(info, "openerId"), target.clone());
            let by = self
                .pages
                .iter()
                .find(|(_, it)| it.target == opener)
                .map(|it| *it.0);
            self.pages.insert(
                page,
                Tab {
                    session: session.clone(),
                    target,
                    size: self.size.unwrap_or_default(),
                    ..Tab::default()
                },
            );
            if self.began {
                // It begins empty: what it is opened for is on its way.
                self.coming.leaves(&opened);
                self.push(now(), page, What::Opened { by });
            }
        }
        self.sessions.insert(session.clone(), Session { page, is_page });
        self.set_up(&session, is_page)
    }

    /// Have the script in every document of a page or a frame, before its own scripts.
    fn set_up(&mut self, session: &str, is_page: bool) -> Result<(), CdpError> {
        let mut all = vec![
            ("Page.enable", json!({})),
            ("Network.enable", not_kept()),
            ("Runtime.enable", json!({})),
            (
                "Runtime.addBinding",
                json!({ "name": BINDING, "executionContextName": WORLD }),
            ),
            (
                "Page.addScriptToEvaluateOnNewDocument",
                json!({ "source": self.script, "worldName": WORLD, "runImmediately": true }),
            ),
            ("Target.setAutoAttach", auto_attach(&["iframe"])),
        ];
        if self.credentials.is_some() {
            all.push(("Fetch.enable", decides(true, false)));
        }
        if is_page {
            all.push(("Inspector.enable", json!({})));
            let mut cast = json!({ "format": "png", "everyNthFrame": 1 });
            if let Some((width, height)) = self.size {
                all.push((
                    "Emulation.setDeviceMetricsOverride",
                    json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false }),
                ));
                cast["maxWidth"] = width.into();
                cast["maxHeight"] = height.into();
            }
            all.push(("Page.startScreencast", cast));
        }
        all.push(("Runtime.runIfWaitingForDebugger", json!({})));
        for (method, params) in all {
            self.line.post(Some(session), method, params)?;
        }
        Ok(())
    }

    fn detached(&mut self, session: &str) {
        let Some(gone) = self.sessions.remove(session) else {
            return;
        };
        self.docs.retain(|(it, _), _| it != session);
        self.coming.forget(session);
        self.sends.remove(session);
        if !gone.is_page {
            return;
        }
        if let Some(tab) = self.pages.remove(&gone.page) {
            self.coming.closed(&tab.target);
        }
        self.push(now(), gone.page, What::Closed);
        if self.pages.is_empty() {
            self.heard.push_back(Listened::Closed);
        }
    }

    fn doc(&mut self, session: &str, context: i64) -> &mut Doc {
        let counted = &mut self.counted;
        self.docs.entry((session.to_owned(), context)).or_insert_with(|| {
            *counted += 1;
            Doc::new(*counted)
        })
    }

    /// The script has said something.
    fn said(&mut self, session: &str, context: i64, page: u32, payload: &str) -> Result<(), CdpError> {
        let said: Said = match serde_json::from_str(payload) {
            Ok(said) => said,
            Err(error) => {
                let why = format!("what the page's script said can't be read: {error}");
                self.push(now(), page, What::Deaf { why });
                return Ok(());
            }
        };
        if said.leaves {
            if let Some(tab) = self.pages.get(&page) {
                self.coming.leaves(&tab.target);
            }
            return Ok(());
        }
        if !self.began {
            return Ok(());
        }
        if let Some(look) = said.look {
            self.costs.push(look.cost);
            return self.looked(session, context, page, said.at, look);
        }
        let what = match serde_json::from_value(Value::Object(said.rest)) {
            Ok(what) => what,
            Err(error) => What::Deaf {
                why: format!("what the page's script said is no event: {error}"),
            },
        };
        let base = self.doc(session, context).base();
        let mut what = numbered(what, base);
        if let What::Change { on } = &mut what
            && on.is == Kind::File
        {
            self.find_files(session, context, on);
        }
        self.push(said.at, page, what);
        Ok(())
    }

    /// The paths of the files that a field was given; their names where the browser does not say.
    fn find_files(&mut self, session: &str, context: i64, on: &mut Node) {
        for (at, name) in on.files.iter_mut().enumerate() {
            let params = json!({ "expression": format!("autorpaHome.given[{at}]"), "contextId": context });
            let file = self.line.call(Some(session), "Runtime.evaluate", params, RESTS);
            let object = file.ok().and_then(|it| it.pointer("/result/objectId").cloned());
            let Some(object) = object else { continue };
            let info = self.line.call(
                Some(session),
                "DOM.getFileInfo",
                json!({ "objectId": object }),
                RESTS,
            );
            if let Some(path) = info.ok().as_ref().and_then(|it| it.get("path")?.as_str()) {
                path.clone_into(name);
            }
        }
    }

    /// The history of a page. The browser has none to tell while a page takes the place of another.
    fn history(&mut self, session: &str) -> Value {
        let until = Instant::now() + TELLS;
        loop {
            match self
                .line
                .call(Some(session), "Page.getNavigationHistory", json!({}), RESTS)
            {
                Ok(history) => return history,
                Err(error) if Instant::now() > until => {
                    tracing::debug!(%error, "no history");
                    return Value::Null;
                }
                Err(error) => tracing::trace!(%error, "no history yet"),
            }
        }
    }

    /// A page has another address: how it came there, by its history.
    fn went(&mut self, session: &str, page: u32, url: &str) -> Result<(), CdpError> {
        let history = self.history(session);
        let entries = history.get("entries").and_then(Value::as_array);
        let entries = entries.map(Vec::as_slice).unwrap_or_default();
        let at = history.get("currentIndex").and_then(Value::as_u64);
        let at = at.and_then(|it| usize::try_from(it).ok()).unwrap_or_default();
        let ids: Vec<i64> = entries
            .iter()
            .filter_map(|it| it.get("id").and_then(Value::as_i64))
            .collect();
        let led_by = entries.get(at).map_or(Transition::Page, Transition::of);
        let tab = self.pages.entry(page).or_default();
        let before = tab.history.replace((at, ids.clone()));
        let known = before
            .as_ref()
            .and_then(|(_, all)| all.iter().position(|it| ids.get(at) == Some(it)));
        let way = match (known, before.as_ref().map(|it| it.0)) {
            (Some(known), Some(before)) if known < before => Way::Back,
            (Some(known), Some(before)) if known > before => Way::Forward,
            (known, _) => match (led_by, known) {
                (Transition::Reload, Some(_)) => Way::Reload,
                (Transition::Typed, None) => Way::Typed,
                (Transition::Page | Transition::Reload | Transition::Typed, _) => Way::Page,
            },
        };
        if self.began {
            let url = url.to_owned();
            self.push(now(), page, What::Went { url, way });
        }
        Ok(())
    }
}

impl Drop for Listener {
    /// A browser that goes on has nothing more to say.
    fn drop(&mut self) {
        if let (Some(context), None) = (&self.apart, &self.browser) {
            // Who was logged in for this is not logged in in the user's browser.
            let params = json!({ "browserContextId": context });
            if let Err(error) = self
                .line
                .call(None, "Target.disposeBrowserContext", params, TELLS)
            {
                tracing::debug!(%error, "what was opened apart stays open");
            }
        }
        let all: Vec<(String, i64)> = self.docs.keys().cloned().collect();
        for (session, context) in all.into_iter().filter(|_| self.browser.is_none()) {
            let params = json!({ "expression": "autorpaHome.deaf = true", "contextId": context });
            if let Err(error) = self.line.call(Some(&session), "Runtime.evaluate", params, TELLS) {
                tracing::debug!(%error, "a page goes on talking to nobody");
            }
        }
    }
}

/// What the browser attaches us to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TargetKind {
    /// A tab or a window.
    Page,
    /// What belongs to one: a frame with a process of its own, a worker.
    Inner,
}

impl TargetKind {
    /// The kind that the browser names in what it says of a target.
    fn of(info: &Value) -> Self {
        match text(info, "type") {
            "page" => TargetKind::Page,
            _ => TargetKind::Inner,
        }
    }
}

/// What led to an entry of a tab's history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Transition {
    /// Something on a page: a link, a form, a script.
    Page,
    /// The page was loaded again.
    Reload,
    /// The person named the address: typed it, or chose it among bookmarks.
    Typed,
}

impl Transition {
    /// The transition that the browser names in an entry.
    fn of(entry: &Value) -> Self {
        match text(entry, "transitionType") {
            "reload" => Transition::Reload,
            "typed" | "address_bar" | "generated" | "keyword" | "auto_bookmark" | "auto_toplevel" => {
                Transition::Typed
            }
            _ => Transition::Page,
        }
    }
}

fn auto_attach(kinds: &[&str]) -> Value {
    let mut filter: Vec<Value> = kinds.iter().map(|it| json!({ "type": it })).collect();
    filter.push(json!({ "exclude": true }));
    json!({ "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true, "filter": filter })
}

/// The same with numbers that hold in all documents.
fn numbered(what: What, base: u64) -> What {
    let of = |id: u64| base | (id & u64::from(u32::MAX));
    let node = |mut on: Node| {
        on.id = on.id.map(of);
        for it in &mut on.turned {
            it.id = it.id.map(of);
        }
        on
    };
    match what {
        What::Down {
            on,
            x,
            y,
            button,
            held,
            area,
        } => What::Down {
            on: node(on),
            x,
            y,
            button,
            held,
            area,
        },
        What::Up {
            on,
            x,
            y,
            selected,
            marked,
            way,
        } => What::Up {
            on: node(on),
            x,
            y,
            selected,
            marked: marked.map(|it| {
                let Marked { on, text } = *it;
                Box::new(Marked { on: node(on), text })
            }),
            way,
        },
        What::Click { on, detail } => What::Click { on: node(on), detail },
        What::Menu { on } => What::Menu { on: node(on) },
        What::Over { on } => What::Over { on: of(on) },
        What::Key {
            on,
            key,
            held,
            composing,
        } => What::Key {
            on: node(on),
            key,
            held,
            composing,
        },
        What::Chooses { on } => What::Chooses { on: node(on) },
        What::Input { on, by } => What::Input { on: node(on), by },
        What::Change { on } => What::Change { on: node(on) },
        What::DragStart { on } => What::DragStart { on: node(on) },
        What::Drop { on, files } => What::Drop { on: node(on), files },
        What::Scroll { on, way } => What::Scroll { on: on.map(of), way },
        What::Shows { .. }
        | What::Used
        | What::Submit
        | What::Dialog { .. }
        | What::Answered { .. }
        | What::Went { .. }
        | What::Title { .. }
        | What::Opened { .. }
        | What::Closed
        | What::Download { .. }
        | What::Deaf { .. } => what,
    }
}

fn is_rest(listened: &Listened) -> bool {
    matches!(listened, Listened::Heard(it) if matches!(it.what, What::Shows { rest: true, .. }))
}

fn no_page(reason: &str) -> DeviceError {
    DeviceError::Lost {
        doing: "open a page".to_owned(),
        reason: reason.to_owned(),
    }
}
