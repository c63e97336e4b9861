//! What is on its way to pages that are listened to: documents, and what scripts have asked for.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use serde_json::Value;

use super::line::{RESTS, text};
use crate::{
    cdp::{LOAD_BEGINS, LOAD_ENDS},
    page::WORLD,
};

/// How long a document that is being left may take to say that another one is on its way.
const LEAVES: Duration = Duration::from_secs(2);
/// How long a document that is on its way may take.
const COMES: Duration = Duration::from_secs(10);

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
    pub fn until(&self) -> Option<Instant> {
        let now = Instant::now();
        let all = self.documents.values().chain(self.answers.values());
        all.copied().filter(|it| *it > now).max()
    }

    /// The document of a frame is being left.
    pub fn leaves(&mut self, frame: &str) {
        self.awaits(frame, LEAVES);
    }

    fn awaits(&mut self, frame: &str, most: Duration) {
        self.documents.insert(frame.to_owned(), Instant::now() + most);
    }

    /// Hear an event of a session; `page` is the frame of the page where the session is one's.
    pub fn hear(&mut self, event: &str, session: &str, page: Option<&str>, params: &Value) {
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
    pub fn forget(&mut self, session: &str) {
        self.answers.retain(|(it, _), _| it != session);
    }

    /// A page is gone.
    pub fn closed(&mut self, frame: &str) {
        self.documents.remove(frame);
    }
}
