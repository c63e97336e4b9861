//! Pages that come to rest: what is on its way is waited for, then each is looked at once more.

use std::time::{Duration, Instant};

use serde_json::json;

use super::{Listener, TELLS, line::RESTS};

/// How long all of it may take.
const ALL_REST: Duration = Duration::from_secs(15);
/// How often pages are looked at again because something new was on its way. Some pages ask all the time.
const ROUNDS: usize = 3;

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
