//! One page: navigation, the world our script lives in, and pictures.

use std::time::{Duration, Instant};

use base64::{Engine, engine::general_purpose::STANDARD};
use device::{DeviceError, NetworkFault, Saved};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use settings::Setting;
use ui::{Screen, Sent};

use crate::{
    browser::{Browser, Opened, Options, text_of},
    cdp::{Cdp, CdpError, Command, LOAD_BEGINS, LOAD_ENDS, Refusal},
    credentials::Credentials,
    downloads::Downloads,
    frame::Frames,
};

/// Longest wait for a page that loads, in milliseconds, before it is read as it is.
const LOAD_MS: u32 = 10_000;
/// Scripts may take long to draw something. A page that shows nothing, and asks for nothing for a while, has nothing to show.
const DRAWN: Lull = Lull {
    says: "autorpa.bare()",
    pauses: 6,
    most: Duration::from_secs(15),
};
/// A pause in what a page goes on with.
const PAUSE: Duration = Duration::from_millis(500);
/// How long the browser may take to say that a document is on its way which the page is left for.
const LEAVES: Duration = Duration::from_secs(2);
/// How long a page may take to hear that nobody of us acts there any more.
const HEARS: Duration = Duration::from_secs(2);
/// What the browser says of an address that gives no document: it was handed out as a file, or cut off.
const NO_DOCUMENT: &str = "net::ERR_ABORTED";
/// What it says of a site that asks it for a name and a password and gets none that are right.
const NO_CREDENTIALS: &str = "net::ERR_INVALID_AUTH_CREDENTIALS";

/// The world our script lives in, which the page can't see.
pub(crate) const WORLD: &str = "autorpa";
/// The same where another script of ours listens to the page.
const WORLD_BESIDE: &str = "autorpa-beside";
pub(crate) const SCRIPT: &str = include_str!("observe.js");

/// What a page says of itself that comes to an end by itself, and how long that may take.
pub(crate) struct Lull {
    /// The expression that is true meanwhile.
    pub says: &'static str,
    /// After so many pauses it stays so.
    pub pauses: usize,
    pub most: Duration,
}

/// One page of a [`Browser`]; closed when dropped.
pub struct Page {
    browser: Browser,
    pub(crate) context: Context,
    /// Pages of the context that are the user's.
    pub(crate) strangers: Vec<String>,
    pub(crate) target: String,
    pub(crate) cdp: Cdp,
    pub(crate) frame: String,
    /// The tabs that this one was opened from, the first one first.
    pub(crate) behind: Vec<Tab>,
    /// How long a document may still be loading when it is read, in milliseconds.
    patience: u32,
    viewport: (u32, u32),
    pub(crate) world: Option<i64>,
    hidden: String,
    /// The screen of the last observation: what indices mean.
    pub(crate) seen: Option<Screen>,
    pub(crate) frames: Frames,
    /// The first address that it was given.
    pub(crate) began: Option<String>,
    /// Whether the action that is done has reached the page, as far as it was sent.
    pub(crate) sent: bool,
    /// Whether input was sent since the page itself has last said something: what it made it do may not be known yet.
    pub(crate) unheard: bool,
    /// What was sent that may write, by frames and tabs that are gone.
    pub(crate) sent_before: Vec<Sent>,
    /// What it is given to save; `None` where another page of the context keeps it.
    pub(crate) downloads: Option<Downloads>,
    /// Which of its elements a press in their middle says clearly.
    pub(crate) direct: Vec<bool>,
    /// Whether it had something when it came to rest that it does not keep by itself: it would ask before it is left.
    pub(crate) unsaved: bool,
    /// A script that gives its tab the session storage of somebody who is logged in.
    pub(crate) in_tab: Option<String>,
    /// Whether a document of it was opened.
    pub(crate) has_begun: bool,
}

/// Cookies and storage, and the pages that have them.
pub(crate) struct Context {
    pub(crate) id: String,
    whose: Whose,
}

/// To whom a context belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// To the page: it goes with it.
    Page,
    /// To another page, which goes on when this one is closed.
    OtherPage,
    /// To the user, who may have pages of their own in it.
    User,
    /// To somebody who listens to it: it goes on when it was worked on.
    Listener,
}

impl Context {
    /// As commands name it; the browser's own, which is the user's, has no name there.
    pub(crate) fn named(&self) -> Option<&str> {
        match self.whose {
            Whose::Page | Whose::OtherPage => Some(&self.id),
            Whose::User | Whose::Listener => None,
        }
    }

    /// Whether there may be pages in it that are not ours.
    fn has_others(&self) -> bool {
        matches!(self.whose, Whose::User | Whose::Listener)
    }

    /// Whether somebody listens to its pages, whose size and scripts are left as they are.
    fn is_listened_to(&self) -> bool {
        self.whose == Whose::Listener
    }
}

/// A tab behind the one in front.
pub(crate) struct Tab {
    pub(crate) target: String,
    pub(crate) cdp: Cdp,
    pub(crate) frame: String,
}

impl Browser {
    /// A new empty page, with a connection, cookies and storage of its own. Pages of one browser can be worked on
    /// by several threads at once, each with its own.
    pub fn page(&self) -> Result<Page, DeviceError> {
        match self.is_users() {
            true => self.page_among_the_users(),
            false => self.page_apart(),
        }
    }

    /// The same also in the user's own browser: nothing of what it is given goes into the user's profile.
    pub fn page_apart(&self) -> Result<Page, DeviceError> {
        let context = self.control("Target.createBrowserContext", json!({}))?;
        let context = Context {
            id: text_of(&context, "browserContextId"),
            whose: Whose::Page,
        };
        let downloads = Downloads::of(self, context.named())?;
        let mut page = self.page_in(context)?;
        page.downloads = Some(downloads);
        Ok(page)
    }

    /// A new empty page among those that the user has: it has their cookies and storage, and leaves them alone.
    fn page_among_the_users(&self) -> Result<Page, DeviceError> {
        let target = self.create_target(None)?;
        let told = self.control("Target.getTargetInfo", json!({ "targetId": target }))?;
        let context = Context {
            id: told
                .get("targetInfo")
                .map(|it| text_of(it, "browserContextId"))
                .unwrap_or_default(),
            whose: Whose::User,
        };
        // Where the files go that somebody saves in their own browser is not ours to say.
        let downloads = match self.is_attached() {
            true => None,
            false => Some(Downloads::of(self, context.named())?),
        };
        let cdp = self.connect_page(&target)?;
        let mut page = Page::new(self.clone(), context, target, cdp)?;
        page.downloads = downloads;
        page.note_strangers()?;
        Ok(page)
    }

    /// A page of this size that is there already and is listened to, to work on it: it goes on afterwards.
    pub fn page_of_listener(&self, target: &str, size: (u32, u32)) -> Result<Page, DeviceError> {
        let told = self.control("Target.getTargetInfo", json!({ "targetId": target }))?;
        let context = Context {
            id: told
                .get("targetInfo")
                .map(|it| text_of(it, "browserContextId"))
                .unwrap_or_default(),
            whose: Whose::Listener,
        };
        let cdp = self.connect_page(target)?;
        let mut page = Page::new(self.clone(), context, target.to_owned(), cdp)?;
        page.viewport = size;
        page.note_strangers()?;
        Ok(page)
    }

    /// A new empty page in a context.
    fn page_in(&self, context: Context) -> Result<Page, DeviceError> {
        let target = self.create_target(context.named())?;
        let cdp = self.connect_page(&target)?;
        Page::new(self.clone(), context, target, cdp)
    }
}

impl Page {
    fn new(browser: Browser, context: Context, target: String, cdp: Cdp) -> Result<Self, DeviceError> {
        let viewport = browser.viewport();
        let mut page = Self {
            browser,
            context,
            strangers: Vec::new(),
            target,
            cdp,
            frame: String::new(),
            behind: Vec::new(),
            patience: LOAD_MS,
            viewport,
            world: None,
            hidden: String::new(),
            seen: None,
            frames: Frames::default(),
            began: None,
            sent: false,
            unheard: false,
            sent_before: Vec::new(),
            downloads: None,
            direct: Vec::new(),
            unsaved: false,
            in_tab: None,
            has_begun: false,
        };
        if page.browser.options().mobile {
            page.viewport = own_size(&mut page.cdp)?;
        }
        let size = page.given_size();
        page.frame = prepare(&mut page.cdp, size, page.browser.options())?;
        Ok(page)
    }

    /// The world of our script in it.
    pub(crate) fn world_name(&self) -> &'static str {
        world(self.given_size())
    }

    /// The size that its tabs are given; `None` where they keep theirs.
    pub(crate) fn given_size(&self) -> Option<(u32, u32)> {
        (!self.context.is_listened_to()).then_some(self.viewport)
    }

    /// Note which pages are the user's: those that are there and are not ours.
    pub(crate) fn note_strangers(&mut self) -> Result<(), DeviceError> {
        if self.context.has_others() {
            let all = self.browser.pages_of(&self.context.id)?;
            let others = all.into_iter().map(|it| it.target).filter(|it| !self.is_ours(it));
            self.strangers = others.collect();
        }
        Ok(())
    }

    /// The pages of its context, without those of the user.
    pub(crate) fn own_pages(&self) -> Result<Vec<Opened>, DeviceError> {
        let mut all = self.browser.pages_of(&self.context.id)?;
        all.retain(|it| !self.strangers.contains(&it.target));
        Ok(all)
    }

    /// Whether this is the tab in front, or one behind it.
    pub(crate) fn is_ours(&self, target: &str) -> bool {
        target == self.target || self.behind.iter().any(|it| it.target == target)
    }

    /// The browser it belongs to.
    pub fn browser(&self) -> &Browser {
        &self.browser
    }

    /// What was sent that may write since this was asked last, by the page, its frames and its tabs.
    pub fn take_sent(&mut self) -> Vec<Sent> {
        let mut all = std::mem::take(&mut self.sent_before);
        all.extend(self.cdp.take_sent());
        all.extend(self.behind.iter_mut().flat_map(|it| it.cdp.take_sent()));
        all.extend(self.frames.take_sent());
        all
    }

    /// What somebody's doing has sent last to be written, where the server has not taken it.
    pub fn not_taken(&self) -> Option<NetworkFault> {
        let own = self.cdp.not_taken();
        own.or_else(|| self.frames.not_taken()).cloned()
    }

    /// What the page, its frames and its tabs have asked for and not got since this was asked last.
    pub fn take_faults(&mut self) -> Vec<NetworkFault> {
        let mut all = self.cdp.take_faults(&self.frame);
        for tab in &mut self.behind {
            all.extend(tab.cdp.take_faults(&tab.frame));
        }
        all.extend(self.frames.take_faults());
        all
    }

    /// What was saved since this was asked last, as far as it has come whole. The files go with the page.
    pub fn take_saved(&mut self) -> Result<Vec<Saved>, DeviceError> {
        self.downloads
            .as_mut()
            .map_or_else(|| Ok(Vec::new()), Downloads::take)
    }

    /// Width and height in pixels.
    pub fn viewport(&self) -> (u32, u32) {
        self.viewport
    }

    /// Give it another size.
    pub(crate) fn resize(&mut self, viewport: (u32, u32)) -> Result<(), DeviceError> {
        if viewport != self.viewport {
            self.viewport = viewport;
            let metrics = metrics(viewport, self.browser.options());
            self.cdp.call("Emulation.setDeviceMetricsOverride", metrics)?;
        }
        Ok(())
    }

    /// Leave out the elements that a CSS selector names, with all that is in them.
    pub fn hide(&mut self, selector: &str) {
        selector.clone_into(&mut self.hidden);
        self.world = None;
    }

    /// Give the scripts of the page that is loaded a function by which they can say something, as an event.
    pub(crate) fn bind(&mut self, name: &str) -> Result<(), DeviceError> {
        self.cdp.call("Runtime.addBinding", json!({ "name": name }))?;
        Ok(())
    }

    /// Forget the last observation and take the pointer to the corner, away from the page's content.
    pub(crate) fn forget(&mut self) -> Result<(), DeviceError> {
        self.seen = None;
        self.cdp.clear_events();
        self.park_pointer()?;
        Ok(())
    }

    /// Send the pointer to the corner, without waiting for the frame in which it arrives.
    pub(crate) fn park_pointer(&mut self) -> Result<(), CdpError> {
        let (method, params) = self.parked_pointer();
        self.cdp.post(method, params).map(drop)
    }

    /// The command that does.
    pub(crate) fn parked_pointer(&self) -> Command {
        let (width, height) = self.viewport;
        let params =
            json!({ "type": "mouseMoved", "x": width.saturating_sub(1), "y": height.saturating_sub(1) });
        ("Input.dispatchMouseEvent", params)
    }

    /// Load an address and wait until it has loaded.
    pub fn open(&mut self, url: &str) -> Result<(), DeviceError> {
        self.check_address(url)?;
        let in_tab = self.begin_in_tab()?;
        self.began.get_or_insert_with(|| url.to_owned());
        self.seen = None;
        self.world = None;
        self.cdp.clear_events();
        self.cdp.forget_document();
        self.cdp.begins();
        let answer = self.cdp.call("Page.navigate", json!({ "url": url }));
        let opened = answer.as_ref().is_ok_and(|it| it.get("errorText").is_none());
        self.began_in_tab(in_tab, opened)?;
        let answer = answer.map_err(|error| match error {
            CdpError::Late { seconds, .. } => DeviceError::Timeout {
                doing: format!("open {url}"),
                seconds,
            },
            other => DeviceError::from(other),
        })?;
        self.check_refused()?;
        if let Some(reason) = answer.get("errorText").and_then(Value::as_str) {
            tracing::debug!(url, reason, "page not loaded");
            // The browser has a page of its own for it. One that came later would cut off what is opened next.
            if reason != NO_DOCUMENT
                && let Err(error) = self.cdp.wait_event(LOAD_ENDS, LEAVES)
            {
                tracing::debug!(%error, "no page of the browser's own");
            }
            return Err(not_loaded(url, reason, self.cdp.credentials.as_ref()));
        }
        // Without a loader it was a move within the document.
        if answer.get("loaderId").is_some() {
            let most = Duration::from_millis(LOAD_MS.into());
            match self.cdp.wait_event("Page.loadEventFired", most) {
                Ok(_) => {
                    self.patience = LOAD_MS;
                    self.await_drawn()?;
                }
                // A picture that never comes keeps nobody from reading the page.
                Err(CdpError::Late { .. }) => {
                    tracing::debug!(url, "read while it still loads");
                    self.patience = 0;
                }
                Err(error) => return Err(error.into()),
            }
        }
        match self.cdp.document_status(&self.frame) {
            Some(status @ (401 | 407)) => {
                let given = self.cdp.credentials.as_ref();
                Err(asks_for_login(url, status, given))
            }
            Some(status @ 500..) => Err(DeviceError::Unreachable {
                address: url.to_owned(),
                reason: format!("the server has a fault (HTTP {status})"),
            }),
            Some(_) | None => Ok(()),
        }
    }

    /// A page that is drawn by its scripts has nothing on it when it has loaded: wait until it shows something to read or to
    /// press, as long as it goes on asking for things.
    fn await_drawn(&mut self) -> Result<(), DeviceError> {
        match self.wait_while(&DRAWN, Cdp::begun) {
            // A page that is busy is looked at by whoever needs it.
            Ok(_) | Err(DeviceError::Timeout { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Wait as long as the page says something of itself, and goes on with what is counted; whether it says so still.
    pub(crate) fn wait_while(
        &mut self,
        lull: &Lull,
        goes_on: fn(&Cdp) -> usize,
    ) -> Result<bool, DeviceError> {
        let until = Instant::now() + lull.most;
        let mut pauses = 0;
        loop {
            match self.evaluate(lull.says) {
                Ok(says) if says == true => {}
                Ok(_) | Err(DeviceError::DialogOpen { .. }) => return Ok(false),
                Err(error) => return Err(error),
            }
            if pauses >= lull.pauses || Instant::now() > until {
                return Ok(true);
            }
            let before = goes_on(&self.cdp);
            match self.cdp.rest(PAUSE, PAUSE) {
                Err(CdpError::Dialog { .. }) => return Ok(true),
                rested => rested?,
            }
            pauses = if goes_on(&self.cdp) == before {
                pauses + 1
            } else {
                0
            };
        }
    }

    /// Whether somebody listens to what is done on it.
    pub(crate) fn is_listened_to(&self) -> bool {
        self.context.whose == Whose::Listener
    }

    /// A new empty page with the cookies and the storage of this one.
    pub(crate) fn page_beside(&self) -> Result<Page, DeviceError> {
        let whose = match self.context.whose {
            Whose::Page | Whose::OtherPage => Whose::OtherPage,
            Whose::User | Whose::Listener => Whose::User,
        };
        let mut page = self.browser.page_in(Context {
            id: self.context.id.clone(),
            whose,
        })?;
        page.in_tab.clone_from(&self.in_tab);
        Ok(page)
    }

    /// Go back in the page's history, or to the tab that opened it; whether there was something to go back to.
    pub fn back(&mut self) -> Result<bool, DeviceError> {
        let history = self.cdp.call("Page.getNavigationHistory", json!({}))?;
        let current = history.get("currentIndex").and_then(Value::as_u64).unwrap_or(0);
        let before = usize::try_from(current).ok().and_then(|it| it.checked_sub(1));
        let entry = before.and_then(|it| history.get("entries")?.get(it));
        let url = entry
            .and_then(|it| it.get("url"))
            .and_then(Value::as_str)
            .unwrap_or("about:blank");
        let Some(id) = entry.and_then(|it| it.get("id")).filter(|_| url != "about:blank") else {
            return self.close_tab();
        };
        self.cdp.clear_events();
        self.cdp
            .call("Page.navigateToHistoryEntry", json!({ "entryId": id }))?;
        self.settle_load()?;
        Ok(true)
    }

    /// The viewport as a PNG file.
    pub fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
        if let Some(picture) = self.dialog_picture() {
            return picture;
        }
        let (width, height) = self.viewport;
        let clip = json!({ "x": 0, "y": 0, "width": width, "height": height, "scale": 1 });
        let params = json!({ "format": "png", "clip": clip, "optimizeForSpeed": true });
        let answer = self.cdp.call("Page.captureScreenshot", params)?;
        let data = answer.get("data").and_then(Value::as_str).unwrap_or_default();
        STANDARD.decode(data).map_err(|it| DeviceError::Lost {
            doing: "screenshot".to_owned(),
            reason: format!("the picture is damaged: {it}"),
        })
    }

    /// Evaluate in the page's own world. For environments that set up and judge; never for acting.
    pub(crate) fn evaluate_in_page(&mut self, expression: &str) -> Result<Value, DeviceError> {
        let params = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.cdp.call("Runtime.evaluate", params)?;
        value_of(answer, expression)
    }

    /// Evaluate in our own world, which is made again after a navigation.
    pub(crate) fn evaluate(&mut self, expression: &str) -> Result<Value, DeviceError> {
        let answer = self.in_world(expression, true)?;
        value_of(answer, expression)
    }

    /// The same, read as a typed value.
    pub(crate) fn evaluate_as<T: DeserializeOwned>(&mut self, expression: &str) -> Result<T, DeviceError> {
        let value = self.evaluate(expression)?;
        serde_json::from_value(value).map_err(|it| unreadable(expression, &it.to_string()))
    }

    /// A handle of the object that an expression gives, for the DOM domain.
    pub(crate) fn handle(&mut self, expression: &str) -> Result<Option<String>, DeviceError> {
        let answer = self.in_world(expression, false)?;
        Ok(answer
            .pointer("/result/objectId")
            .and_then(Value::as_str)
            .map(str::to_owned))
    }

    /// Wait for the document that a form was sent for, or that a link leads to: the browser says a moment later than the
    /// page that it is on its way. A document that does not come was a file.
    pub(crate) fn await_load(&mut self) -> Result<(), DeviceError> {
        match self.cdp.wait_event_of(LOAD_BEGINS, &self.frame, LEAVES) {
            Ok(_) => {}
            Err(CdpError::Late { .. }) => return self.evaluate("autorpa.stays()").map(drop),
            Err(error) => return Err(error.into()),
        }
        let most = Duration::from_millis(LOAD_MS.into());
        match self.cdp.wait_event_of(LOAD_ENDS, &self.frame, most) {
            Ok(_) => {}
            Err(CdpError::Late { .. }) => tracing::debug!("page still loading"),
            Err(error) => return Err(error.into()),
        }
        self.world = None;
        // Where it leads on to another one, that is waited for as well.
        self.settle_load().map(drop)
    }

    /// Wait for a navigation that an action began, if it did.
    pub(crate) fn settle_load(&mut self) -> Result<bool, DeviceError> {
        let names = [LOAD_BEGINS, LOAD_ENDS];
        if self.cdp.last_event(&names) != Some(names[0]) {
            return Ok(false);
        }
        // The end of an earlier load is not the end of this one.
        self.cdp.forget_loads();
        while self.cdp.last_event(&names) == Some(names[0]) {
            let most = Duration::from_millis(LOAD_MS.into());
            match self.cdp.wait_event(LOAD_ENDS, most) {
                Ok(_) => self.cdp.clear_events(),
                Err(CdpError::Late { .. }) => {
                    tracing::debug!("page still loading");
                    self.cdp.clear_events();
                }
                Err(error) => return Err(error.into()),
            }
        }
        self.world = None;
        Ok(true)
    }

    /// The value of an answer from our world; none where the document was replaced under it.
    pub(crate) fn answered(&mut self, answer: Result<Value, CdpError>) -> Result<Option<Value>, DeviceError> {
        match answer {
            Ok(answer) => value_of(answer, "in the observing script").map(Some),
            Err(CdpError::Refused {
                why: Refusal::ContextGone,
                ..
            }) => {
                self.world = None;
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn in_world(&mut self, expression: &str, by_value: bool) -> Result<Value, DeviceError> {
        let mut fresh = false;
        loop {
            let world = match self.world {
                Some(world) => world,
                None => {
                    fresh = true;
                    self.make_world()?
                }
            };
            let params = json!({ "expression": expression, "contextId": world, "returnByValue": by_value, "awaitPromise": by_value });
            match self.cdp.call("Runtime.evaluate", params) {
                Ok(answer) => {
                    self.unheard = false;
                    return Ok(answer);
                }
                // The document was replaced: its worlds went with it.
                Err(CdpError::Refused {
                    why: Refusal::ContextGone,
                    ..
                }) if !fresh => self.world = None,
                Err(CdpError::Refused {
                    why: Refusal::ContextGone,
                    ..
                }) => {
                    fresh = false;
                    self.world = None;
                    self.settle_load()?;
                    tracing::debug!("document replaced while it was read");
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Leave its tabs to the person who uses them: no press of theirs is kept from the page.
    fn leave(&mut self) {
        let name = self.world_name();
        let behind = self.behind.iter_mut().map(|it| (&mut it.cdp, &it.frame, None));
        for (cdp, frame, world) in behind.chain([(&mut self.cdp, &self.frame, self.world)]) {
            if let Err(error) = leave(cdp, frame, name, world) {
                tracing::debug!(%error, "a page may keep presses to itself");
            }
        }
    }

    fn make_world(&mut self) -> Result<i64, DeviceError> {
        let params = json!({ "frameId": self.frame, "worldName": self.world_name() });
        let answer = self.cdp.call("Page.createIsolatedWorld", params)?;
        let world = answer
            .get("executionContextId")
            .and_then(Value::as_i64)
            .ok_or_else(|| unreadable("Page.createIsolatedWorld", "no context id"))?;
        let selector = Value::String(self.hidden.clone());
        let script = format!(
            "{SCRIPT};autorpa.hide({selector});autorpa.loaded({})",
            self.patience
        );
        let params =
            json!({ "expression": script, "contextId": world, "awaitPromise": true, "returnByValue": true });
        match self.cdp.call("Runtime.evaluate", params) {
            Ok(answer) => drop(value_of(answer, "the observing script")?),
            Err(CdpError::Refused {
                why: Refusal::ContextGone,
                ..
            }) => {}
            Err(error) => return Err(error.into()),
        }
        self.seen = None;
        self.world = Some(world);
        Ok(world)
    }
}

/// Why an address is not opened that asks the browser itself for a name and a password; `given` is what it is given.
fn asks_for_login(url: &str, status: u16, given: Option<&Credentials>) -> DeviceError {
    let what = match given.is_some_and(|it| it.are_for(url)) && status == 401 {
        true => format!(
            "it does not take the name and the password that {} gives",
            Setting::Auth
        ),
        false => format!(
            "it asks for a login of the browser's own; {} gives one",
            Setting::Auth
        ),
    };
    DeviceError::Unreachable {
        address: url.to_owned(),
        reason: format!("{what} (HTTP {status})"),
    }
}

/// Why the browser did not load an address, by what it says.
pub(crate) fn not_loaded(address: &str, code: &str, given: Option<&Credentials>) -> DeviceError {
    match code {
        NO_CREDENTIALS => asks_for_login(address, 401, given),
        _ => unreachable(address, code),
    }
}

/// The same where it is no question of a login.
fn unreachable(address: &str, code: &str) -> DeviceError {
    let words = match code.trim_start_matches("net::") {
        "ERR_NAME_NOT_RESOLVED" => "no machine has this name (DNS)",
        "ERR_CONNECTION_REFUSED" => "nothing listens there",
        "ERR_CONNECTION_TIMED_OUT" | "ERR_TIMED_OUT" => "nobody answers",
        "ERR_CONNECTION_RESET" | "ERR_CONNECTION_CLOSED" | "ERR_EMPTY_RESPONSE" => {
            "the server broke off without an answer"
        }
        "ERR_INTERNET_DISCONNECTED" | "ERR_ADDRESS_UNREACHABLE" => "there is no way to that machine",
        "ERR_TOO_MANY_REDIRECTS" => "it leads from one address to the next without an end",
        "ERR_FILE_NOT_FOUND" => "there is no such file",
        it if it.starts_with("ERR_PROXY") || it.starts_with("ERR_TUNNEL") => "the proxy can't be reached",
        it if it.starts_with("ERR_CERT") => "its certificate is not trusted",
        it if it.starts_with("ERR_SSL") => "it does not speak TLS as it should",
        _ => "the browser can't load it",
    };
    DeviceError::Unreachable {
        address: address.to_owned(),
        reason: format!("{words} ({code})"),
    }
}

/// To hear of requests without keeping what they carry.
pub(crate) fn not_kept() -> Value {
    json!({ "maxTotalBufferSize": 0, "maxResourceBufferSize": 0, "maxPostDataSize": 0 })
}

fn metrics((width, height): (u32, u32), options: &Options) -> Value {
    json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": options.mobile })
}

/// The size that the pages of a phone have, in CSS pixels. A page that does not say that it is made for phones is laid out
/// wider than the phone is, and shown smaller: it has the phone's form, and not its size.
fn own_size(cdp: &mut Cdp) -> Result<(u32, u32), DeviceError> {
    let told = cdp.call("Page.getLayoutMetrics", json!({}))?;
    let side = |name: &str| {
        let side = told.pointer(&format!("/cssLayoutViewport/{name}"))?;
        u32::try_from(side.as_u64()?).ok().filter(|it| *it > 0)
    };
    let asked = json!({ "expression": "screen.width", "returnByValue": true });
    let screen = cdp.call("Runtime.evaluate", asked)?;
    let screen = screen.pointer("/result/value").and_then(Value::as_f64);
    let of_screen = |(width, height): (u32, u32)| match screen {
        Some(screen) if screen >= 1.0 && screen < f64::from(width) => {
            let high = f64::from(height) * screen / f64::from(width);
            (screen.round() as u32, high.round() as u32)
        }
        _ => (width, height),
    };
    let size = side("clientWidth").zip(side("clientHeight")).map(of_screen);
    size.ok_or_else(|| DeviceError::Lost {
        doing: "Page.getLayoutMetrics".to_owned(),
        reason: "the browser says no size of its page: it has to be in front".to_owned(),
    })
}

/// The world of our script in a page that is given this size, or that is listened to and has its own.
fn world(size: Option<(u32, u32)>) -> &'static str {
    size.map_or(WORLD_BESIDE, |_| WORLD)
}

/// Set up a page's connection; the id of its frame. Without a size the page keeps the one that it has.
pub(crate) fn prepare(
    cdp: &mut Cdp,
    size: Option<(u32, u32)>,
    options: &Options,
) -> Result<String, CdpError> {
    if let Some(locale) = &options.locale {
        // What a process has from another of its pages, which asked for the same, is refused.
        cdp.post("Emulation.setLocaleOverride", json!({ "locale": locale }))?;
    }
    let mut commands = vec![
        ("Page.getFrameTree", json!({})),
        ("Page.enable", json!({})),
        ("Inspector.enable", json!({})),
        // Which requests are under way.
        ("Network.enable", not_kept()),
        // Before any script of the page, so that no press meets a document that does not know of it.
        (
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": SCRIPT, "worldName": world(size) }),
        ),
    ];
    commands.extend(size.map(|it| ("Emulation.setDeviceMetricsOverride", metrics(it, options))));
    // Every page behaves as if it were in front, so that several can be worked on at once.
    commands.push(("Emulation.setFocusEmulationEnabled", json!({ "enabled": true })));
    let answers = cdp.batch(commands)?;
    let frame = answers.first().and_then(|it| it.pointer("/frameTree/frame/id"));
    Ok(frame.and_then(Value::as_str).unwrap_or_default().to_owned())
}

/// Keep no press from a page any more. `known` is our world in it, as far as it is known.
fn leave(cdp: &mut Cdp, frame: &str, name: &str, known: Option<i64>) -> Result<(), CdpError> {
    const METHOD: &str = "Runtime.evaluate";
    let params = |world: i64| json!({ "expression": "autorpa.leave()", "contextId": world });
    cdp.limit(Some(HEARS));
    let made = cdp.call(
        "Page.createIsolatedWorld",
        json!({ "frameId": frame, "worldName": name }),
    );
    match (made, known) {
        (Ok(made), _) => match made.get("executionContextId").and_then(Value::as_i64) {
            Some(world) => cdp.call(METHOD, params(world)).map(drop),
            None => Ok(()),
        },
        // A page that stands still, as under a dialog, hears of it later.
        (Err(_), Some(world)) => cdp.post_behind_dialog(METHOD, params(world)),
        (Err(error), None) => Err(error),
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        match self.context.whose {
            Whose::Page => return self.browser.close_page(&self.context.id),
            Whose::Listener => return self.leave(),
            Whose::OtherPage | Whose::User => {}
        }
        for target in self.behind.iter().map(|it| &it.target).chain([&self.target]) {
            if let Err(error) = self.browser.close_target(target) {
                tracing::debug!(%error, "page not closed");
            }
        }
    }
}

pub(crate) fn value_of(mut answer: Value, expression: &str) -> Result<Value, DeviceError> {
    if let Some(details) = answer.get("exceptionDetails") {
        let said = details
            .pointer("/exception/description")
            .or_else(|| details.get("text"));
        return Err(unreadable(
            expression,
            said.and_then(Value::as_str).unwrap_or("an error without a text"),
        ));
    }
    Ok(answer
        .pointer_mut("/result/value")
        .map(Value::take)
        .unwrap_or_default())
}

fn unreadable(expression: &str, reason: &str) -> DeviceError {
    let short: String = expression.chars().take(80).collect();
    DeviceError::Lost {
        doing: format!("evaluate {short}"),
        reason: reason.to_owned(),
    }
}
