//! Where listening begins: the page, who is logged in there, and the first look at it; and where it begins once more.

use std::time::{Duration, Instant};

use device::DeviceError;
use serde_json::{Value, json};

use super::{
    DEADLINE, Listened, Listener, OPENS, auto_attach, is_rest,
    line::{Came, Line},
    no_page, text,
};
use crate::{
    browser::{Browser, Options},
    cdp::CdpError,
    devtools::DevTools,
    login::Login,
    page::{Page, not_loaded},
};
use recorder::What;

/// How long an empty page may take to have a document.
const EMPTY: Duration = Duration::from_secs(2);

impl Listener {
    pub(super) fn begin(&mut self, url: &str) -> Result<(), DeviceError> {
        let events = json!({ "behavior": "default", "eventsEnabled": true });
        self.line.post(None, "Browser.setDownloadBehavior", events)?;
        self.line
            .post(None, "Target.setAutoAttach", auto_attach(&["page", "iframe"]))?;
        let target = match (&self.browser, &self.apart) {
            (Some(_), None) => None,
            (_, apart) => {
                let params = match apart {
                    Some(context) => {
                        json!({ "url": "about:blank", "browserContextId": context, "newWindow": true })
                    }
                    None => json!({ "url": "about:blank" }),
                };
                let made = self.line.call(None, "Target.createTarget", params, DEADLINE)?;
                made.get("targetId").and_then(Value::as_str).map(str::to_owned)
            }
        };
        let mine = |it: &Self| {
            let all = it.pages.iter();
            let mut named = all.filter(|(_, tab)| target.as_ref().is_none_or(|it| *it == tab.target));
            named.next().map(|(page, _)| *page)
        };
        let until = Instant::now() + OPENS;
        while mine(self).is_none() {
            match self.line.next(until)? {
                Some(message) => self.take(message),
                None => return Err(no_page("it opened no page")),
            }
        }
        self.home = mine(self);
        if target.is_some() {
            self.wait_for_document(Instant::now() + EMPTY)?;
        }
        if self.browser.is_some() && self.apart.is_some() {
            // The empty page that the browser has begun with is in nobody's way any more.
            let others = self.pages.iter().filter(|it| Some(*it.0) != self.home);
            let others: Vec<String> = others.map(|(_, it)| it.target.clone()).collect();
            for target in others {
                let params = json!({ "targetId": target });
                self.line.call(None, "Target.closeTarget", params, DEADLINE)?;
            }
        }
        self.go(url, until)
    }

    /// Begin anew at this address, in the page where it began: what was heard before is forgotten.
    pub fn begin_again(&mut self, url: &str) -> Result<(), DeviceError> {
        self.catch_up();
        if self.home.is_none_or(|it| !self.pages.contains_key(&it)) {
            self.home = self.front();
        }
        self.began = false;
        self.go(url, Instant::now() + OPENS)
    }

    /// The page where it began, for somebody who works on it while it is listened to.
    pub fn page_to_work_on(&self, options: Options) -> Result<Page, DeviceError> {
        let tab = self.home.and_then(|it| self.pages.get(&it));
        let tab = tab.ok_or_else(|| no_page("there is no page"))?;
        let size = match tab.size {
            (0, _) | (_, 0) => options.viewport,
            size => size,
        };
        Browser::attach(&self.at, options)?.page_of_listener(&tab.target, size)
    }

    /// Wait until the empty page where it begins has a document: who goes on before that stays on the empty page.
    fn wait_for_document(&mut self, until: Instant) -> Result<(), DeviceError> {
        let tab = self.home.and_then(|it| self.pages.get(&it));
        let Some(session) = tab.map(|it| it.session.clone()) else {
            return Ok(());
        };
        while self.docs.keys().all(|(it, _)| *it != session) {
            match self.line.next(until)? {
                Some(message) => self.take(message),
                None => break,
            }
        }
        Ok(())
    }

    /// Open an address in the page where it begins, and wait for the first look at it.
    fn go(&mut self, url: &str, until: Instant) -> Result<(), DeviceError> {
        let session = self.home.and_then(|it| self.pages.get(&it));
        let Some(session) = session.map(|it| it.session.clone()) else {
            return Err(no_page("it opened no page"));
        };
        let in_tab = match &self.in_tab {
            Some(script) => {
                let params = json!({ "source": script });
                let added = "Page.addScriptToEvaluateOnNewDocument";
                Some(self.line.call(Some(&session), added, params, DEADLINE)?)
            }
            None => None,
        };
        let answer = self.navigate(&session, url)?;
        if let Some(script) = in_tab {
            let removed = "Page.removeScriptToEvaluateOnNewDocument";
            self.line.call(Some(&session), removed, script, DEADLINE)?;
        }
        if let Some(reason) = answer.get("errorText").and_then(Value::as_str) {
            return Err(not_loaded(url, reason, self.credentials.as_ref()));
        }
        self.in_tab = None;
        if answer.get("loaderId").is_none() {
            // It was a move within the document, which stays as it was left.
            self.line
                .call(Some(&session), "Page.reload", json!({}), DEADLINE)?;
        }
        self.catch_up();
        self.heard.clear();
        // The first look at it is where everything begins.
        self.began = true;
        while !self.heard.iter().any(is_rest) {
            match self.line.next(until)? {
                Some(message) => self.take(message),
                // A page that never comes to rest is listened to all the same.
                None => break,
            }
        }
        // What it shows only once it was asked for, as closed shadow roots, is there as well.
        self.rest();
        self.heard
            .retain(|it| !matches!(it, Listened::Heard(it) if matches!(it.what, What::Went { .. })));
        Ok(())
    }

    /// Have a page go to an address. Its document is asked for before the browser answers, so what waits for us there is
    /// answered meanwhile.
    fn navigate(&mut self, session: &str, url: &str) -> Result<Value, CdpError> {
        const METHOD: &str = "Page.navigate";
        let until = Instant::now() + DEADLINE;
        let id = self.line.send(Some(session), METHOD, json!({ "url": url }))?;
        loop {
            match self.line.read(id, METHOD, until)? {
                Came::Answer(result) => return Ok(result),
                Came::Event(event) => match text(&event, "method") {
                    name @ ("Fetch.requestPaused" | "Fetch.authRequired") => {
                        let params = event.get("params").unwrap_or(&Value::Null);
                        self.answer_request(name, text(&event, "sessionId"), params)?;
                    }
                    _ => self.line.keep(event),
                },
            }
        }
    }

    /// Cookies and storage of their own, with a login in them.
    pub(super) fn logged_in_apart(
        line: &mut Line,
        browser: Option<&Browser>,
        at: &DevTools,
        login: &Login,
    ) -> Result<String, DeviceError> {
        let made = line.call(None, "Target.createBrowserContext", json!({}), DEADLINE)?;
        let context = text(&made, "browserContextId").to_owned();
        match browser {
            Some(browser) => browser.log_in(Some(&context), login)?,
            None => Browser::attach(at, Options::default())?.log_in(Some(&context), login)?,
        }
        Ok(context)
    }
}
