//! What a page shows, put together from what its documents said last.

use std::sync::Arc;

use recorder::What;
use serde_json::json;
use ui::Rect;

use super::{
    Listener,
    doc::{Doc, Looked},
    line::RESTS,
};
use crate::{
    cdp::CdpError,
    frame::DEPTH,
    observe::{LIMIT, Seen, screen_of},
    roots::{ADOPT, closed_root},
};

/// All elements of a page, the numbers of their nodes, and where secrets are.
#[derive(Default)]
struct Whole {
    elements: Vec<Seen>,
    nodes: Vec<u64>,
    secrets: Vec<usize>,
}

impl Listener {
    /// A document was looked at.
    pub(super) fn looked(
        &mut self,
        session: &str,
        context: i64,
        page: u32,
        at: u64,
        look: Looked,
    ) -> Result<(), CdpError> {
        let rest = look.rest;
        let top = self
            .pages
            .get(&page)
            .filter(|_| look.top)
            .map(|it| it.target.clone());
        let doc = self.doc(session, context);
        // A page that comes back as it was does not say again where its documents stand.
        if let Some(frame) = top {
            doc.frame = frame;
        }
        if let Some(snapshot) = look.snapshot {
            let suspects = snapshot.suspects;
            let too_large = snapshot.cut && !doc.is_cut;
            doc.is_cut |= snapshot.cut;
            doc.seen = Some((snapshot, look.ids, look.hidden));
            doc.holes = look.frames;
            let unnamed = (0..)
                .zip(&doc.holes)
                .filter(|(_, it)| !doc.names.contains_key(it));
            let unnamed: Vec<(usize, u64)> = unnamed.map(|(at, it)| (at, *it)).collect();
            if too_large {
                let why = format!("the page has more than {LIMIT} elements: they are not all read");
                self.push(at, page, What::Deaf { why });
            }
            for (hole, number) in unnamed {
                self.name_frame(session, context, hole, number);
            }
            if suspects > 0 {
                self.open_roots(session, context, suspects);
            }
        }
        self.shows(page, at, rest);
        Ok(())
    }

    /// Ask what the browser calls a frame.
    fn name_frame(&mut self, session: &str, context: i64, hole: usize, number: u64) {
        let params = json!({ "expression": format!("autorpa.frameNode({hole})"), "contextId": context });
        let object = self
            .line
            .call(Some(session), "Runtime.evaluate", params, RESTS)
            .ok();
        let object = object.as_ref().and_then(|it| it.pointer("/result/objectId"));
        let Some(object) = object else { return };
        let params = json!({ "objectId": object });
        let node = self
            .line
            .call(Some(session), "DOM.describeNode", params, RESTS)
            .ok();
        let frame = node.as_ref().and_then(|it| it.pointer("/node/frameId")?.as_str());
        if let Some(frame) = frame {
            let frame = frame.to_owned();
            self.doc(session, context).names.insert(number, frame);
        }
    }

    /// Hand over the closed shadow roots of elements that may have one.
    fn open_roots(&mut self, session: &str, context: i64, count: usize) {
        for at in 0..count {
            if let Err(error) = self.open_root(session, context, at) {
                tracing::debug!(%error, "closed root not opened");
            }
        }
        let done = json!({ "expression": "autorpa.told(); autorpaHome.soon()", "contextId": context });
        if let Err(error) = self.line.post(Some(session), "Runtime.evaluate", done) {
            tracing::debug!(%error, "nobody is told of closed roots");
        }
    }

    fn open_root(&mut self, session: &str, context: i64, at: usize) -> Result<(), CdpError> {
        let mut call = |method: &str, params| self.line.call(Some(session), method, params, RESTS);
        let params = json!({ "expression": format!("autorpa.suspect({at})"), "contextId": context });
        let host = call("Runtime.evaluate", params)?;
        let Some(host) = host.pointer("/result/objectId") else {
            return Ok(());
        };
        let described = call("DOM.describeNode", json!({ "objectId": host }))?;
        let Some(root) = closed_root(&described) else {
            return Ok(());
        };
        let root = call(
            "DOM.resolveNode",
            json!({ "backendNodeId": root, "executionContextId": context }),
        )?;
        let object = root.pointer("/object/objectId").cloned().unwrap_or_default();
        let params = json!({ "objectId": object, "functionDeclaration": ADOPT });
        call("Runtime.callFunctionOn", params).map(drop)
    }

    /// Say what a page shows now.
    fn shows(&mut self, page: u32, at: u64, rest: bool) {
        let Some(target) = self.pages.get(&page).map(|it| it.target.clone()) else {
            return;
        };
        let Some(top) = self.doc_in(&target) else { return };
        let Some((snapshot, ..)) = &top.seen else { return };
        let mut whole = Whole::default();
        self.gather(top, (0.0, 0.0), 0, &mut whole);
        let snapshot = snapshot.with(whole.elements);
        let size = (pixels(snapshot.width), pixels(snapshot.height));
        let title = snapshot.title.clone();
        let screen = screen_of(snapshot, size);
        let covered: Vec<Rect> = whole
            .secrets
            .iter()
            .filter_map(|it| screen.elements.get(*it))
            .map(|it| it.bounds)
            .filter(Rect::has_area)
            .collect();
        let tab = self.pages.entry(page).or_default();
        tab.size = size;
        tab.app.clone_from(&screen.app);
        if tab.title != title {
            tab.title.clone_from(&title);
            self.push(at, page, What::Title { title });
        }
        let picture = Some(self.pictures.at(page, at, covered));
        let shows = What::Shows {
            screen: Arc::new(screen),
            nodes: whole.nodes,
            picture,
            rest,
        };
        self.push(at, page, shows);
    }

    /// The document in a frame that there is now.
    fn doc_in(&self, frame: &str) -> Option<&Doc> {
        let all = self
            .docs
            .values()
            .filter(|it| it.frame == frame && it.seen.is_some());
        all.max_by_key(|it| it.number)
    }

    fn gather(&self, doc: &Doc, from: (f64, f64), depth: usize, whole: &mut Whole) {
        let Some((snapshot, ids, secrets)) = &doc.seen else {
            return;
        };
        let first = whole.elements.len();
        whole.elements.extend(snapshot.elements.iter().cloned());
        let ids = ids.iter().copied().chain(std::iter::repeat(0));
        whole
            .nodes
            .extend(ids.take(snapshot.elements.len()).map(|it| doc.base() | it));
        whole.secrets.extend(secrets.iter().map(|it| first + it));
        if depth >= DEPTH {
            return;
        }
        for (hole, number) in snapshot.holes.iter().zip(&doc.holes) {
            let inner = doc.names.get(number).and_then(|it| self.doc_in(it));
            let Some(inner) = inner else { continue };
            let first = whole.elements.len();
            let to = (from.0 + hole.at[0], from.1 + hole.at[1]);
            self.gather(inner, to, depth + 1, whole);
            // Each is moved by the frame that it stands in; those further in were moved by theirs already.
            let own = self.count(inner);
            for it in whole.elements.iter_mut().skip(first).take(own) {
                *it = it.clone().through(hole, from);
            }
        }
    }

    /// How many elements a document has itself.
    fn count(&self, doc: &Doc) -> usize {
        doc.seen.as_ref().map_or(0, |it| it.0.elements.len())
    }
}

fn pixels(length: f64) -> u32 {
    length.round().clamp(0.0, 100_000.0) as u32
}
