//! Pages that come to rest: what is on its way is waited for, then each is looked at once more.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::{Listener, TELLS, line::RESTS, text};
use crate::{
    cdp::{LOAD_BEGINS, LOAD_ENDS},
    page::WORLD,
};

/// How long a document that is being left may take to say that another one is on its way.
const LEAVES: Duration = Duration::from_secs(2);
/// How long a document that is on its way may take.
const COMES: Duration = Duration::from_secs(10);
/// How long all of it may take.
const ALL_REST: Duration = Duration::from_secs(15);
/// How often pages are looked at again because something new was on its way. Some pages ask all the time.
const ROUNDS: usize = 3;

/// What is on its way to pages, each with the time until which it is waited for.
#[derive(Default)]
pub(super) struct Coming {
    /// Documents, by frame.
    documents: HashMap<String, Instant>,
    /// What scripts have asked for, by session and request.
    answers: HashMap<(String, String), Instant>,
}

impl Coming {
    /// Until when something is waited for.
    fn until(&self) -> Option<Instant> {
        let now = Instant::now();
        let all = self.documents.values().chain(self.answers.values());
        all.copied().filter(|it| *it > now).max()
    }

    /// The document of a frame is being left.
    pub(super) fn leaves(&mut self, frame: &str) {
        self.awaits(frame, LEAVES);
    }

    fn awaits(&mut self, frame: &str, most: Duration) {
        self.documents.insert(frame.to_owned(), Instant::now() + most);
    }

    /// Hear an event of a session; `page` is the frame of the page where the session is one's.
    pub(super) fn hear(&mut self, event: &str, session: &str, page: Option<&str>, params: &Value) {
        let frame = || text(params, "frameId");
        let request = || (session.to_owned(), text(params, "requestId").to_owned());
        match event {
            LOAD_BEGINS => self.awaits(frame(), COMES),
            LOAD_ENDS | "Page.frameDetached" => drop(self.documents.remove(frame())),
            // Another document comes.
            "Runtime.executionContextsCleared" => {
                self.forget(session);
                page.into_iter().for_each(|it| self.leaves(it));
            }
            "Runtime.executionContextCreated" => {
                let context = params.get("context").unwrap_or(&Value::Null);
                let frame = context.pointer("/auxData/frameId").and_then(Value::as_str);
                let until = frame.and_then(|it| self.documents.get_mut(it));
                // The document is there; what it is made of may still come.
                if let Some(until) = until.filter(|_| text(context, "name") == WORLD) {
                    *until = Instant::now() + RESTS;
                }
            }
            "Network.requestWillBeSent" if matches!(text(params, "type"), "XHR" | "Fetch") => {
                self.answers.insert(request(), Instant::now() + RESTS);
            }
            "Network.loadingFinished" | "Network.loadingFailed" => {
                self.answers.remove(&request());
            }
            _ => {}
        }
    }

    /// Nobody of a session asks for anything any more.
    pub(super) fn forget(&mut self, session: &str) {
        self.answers.retain(|(it, _), _| it != session);
    }

    /// A page is gone.
    pub(super) fn closed(&mut self, frame: &str) {
        self.documents.remove(frame);
    }
}

impl Listener {
    /// Have the pages come to rest and looked at once more: what comes of it is heard next. A document that is on its way,
    /// as the one that a press has led to, is waited for too, and so is what scripts have asked for.
    pub fn rest(&mut self) {
        let until = Instant::now() + ALL_REST;
        let mut rested = Vec::new();
        // What a press has begun is known once the page has heard of it.
        self.hear_all();
        for _ in 0..ROUNDS {
            self.wait_for_what_comes(until);
            for page in self.tops() {
                self.ask(&page, "autorpaHome.settle()", RESTS);
                rested.push(page);
            }
            self.catch_up();
            let over = self.coming.until().is_none() && self.tops().iter().all(|it| rested.contains(it));
            if over || Instant::now() >= until {
                return;
            }
        }
    }

    /// Have all heard that was done so far.
    pub fn hear_all(&mut self) {
        self.catch_up();
        for page in self.tops() {
            self.ask(&page, "0", TELLS);
        }
        self.catch_up();
    }

    /// Have a document evaluate something; what comes before the answer is kept.
    fn ask(&mut self, (session, context): &(String, i64), what: &str, most: Duration) {
        let params = json!({ "expression": what, "contextId": context, "awaitPromise": true });
        if let Err(error) = self.line.call(Some(session), "Runtime.evaluate", params, most) {
            tracing::debug!(%error, what, "a page does not answer");
        }
    }

    /// The outermost documents of the pages, by session and context. One under a dialog stands still.
    fn tops(&self) -> Vec<(String, i64)> {
        let open = self.pages.values().filter(|it| it.dialog.is_none());
        let open: Vec<&str> = open.map(|it| it.target.as_str()).collect();
        let tops = self
            .docs
            .iter()
            .filter(|(_, doc)| open.contains(&doc.frame.as_str()));
        tops.map(|(page, _)| page.clone()).collect()
    }

    /// Take what has come already.
    pub(super) fn catch_up(&mut self) {
        while let Some(message) = self.line.waiting() {
            self.take(message);
        }
    }

    fn wait_for_what_comes(&mut self, until: Instant) {
        while let Some(due) = self.coming.until().filter(|_| Instant::now() < until) {
            match self.line.next(due.min(until)) {
                Ok(Some(message)) => self.take(message),
                Ok(None) => {}
                // Whoever listens next hears that the browser is gone.
                Err(error) => return tracing::debug!(%error, "nothing comes any more"),
            }
        }
    }
}
