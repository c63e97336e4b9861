//! Frames of another origin: their documents are closed to the page's own scripts, and to ours in it, so each is read
//! by a script of its own, in its own process where the browser gives it one.

use device::DeviceError;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::{
    act::{Aim, Stands, Wheel},
    cdp::{Cdp, CdpError, Refusal},
    frame::{DEPTH, Hole, Inner},
    observe::{Seen, Snapshot},
    page::{Page, SCRIPT, not_kept, value_of},
};

impl Page {
    /// Look into the frames; what they show is put behind the page's own elements, and their lists that draw a part of their
    /// entries behind the page's.
    pub(crate) fn look_into(
        &mut self,
        holes: &[Hole],
        all: &mut Vec<Seen>,
        in_part: &mut Vec<Vec<u32>>,
    ) -> Result<(), DeviceError> {
        self.frames.own = all.len();
        self.frames.whose.clear();
        for (at, hole) in holes.iter().enumerate() {
            let lists = self.look_into_one(None, at, hole, (0.0, 0.0), 1, all)?;
            in_part.extend(lists);
        }
        let sent = self.frames.take_sent();
        self.sent_before.extend(sent);
        let whose = &self.frames.whose;
        self.frames
            .inner
            .retain(|id, _| whose.iter().any(|(it, _)| it == id));
        Ok(())
    }

    fn look_into_one(
        &mut self,
        parent: Option<&str>,
        at: usize,
        hole: &Hole,
        (left, top): (f64, f64),
        depth: usize,
        all: &mut Vec<Seen>,
    ) -> Result<Vec<Vec<u32>>, DeviceError> {
        let Some(id) = self.frame_in(parent, at)? else {
            return Ok(Vec::new());
        };
        let inner = self.frames.inner.remove(&id);
        let (cdp, world) = inner.map_or((None, None), |it| (it.cdp, it.world));
        let parent = parent.map(str::to_owned);
        self.frames.inner.insert(
            id.clone(),
            Inner {
                parent,
                hole: at,
                cdp,
                world,
            },
        );
        let Some(text) = self.evaluate_inside::<String>(&id, "autorpa.snapshot()")? else {
            return Ok(Vec::new());
        };
        let Ok(snapshot) = serde_json::from_str::<Snapshot>(&text) else {
            return Ok(Vec::new());
        };
        let (dx, dy) = (left + hole.at[0], top + hole.at[1]);
        for (local, seen) in snapshot.elements.into_iter().enumerate() {
            self.frames.whose.push((id.clone(), local));
            all.push(seen.through(hole, (left, top)));
        }
        let mut in_part = snapshot.in_part;
        if depth < DEPTH {
            for (at, hole) in snapshot.holes.iter().enumerate() {
                let lists = self.look_into_one(Some(&id), at, hole, (dx, dy), depth + 1, all)?;
                in_part.extend(lists);
            }
        }
        Ok(in_part.iter().map(|it| hole.inside(it)).collect())
    }

    /// The id of a frame, by the script around it.
    fn frame_in(&mut self, parent: Option<&str>, at: usize) -> Result<Option<String>, DeviceError> {
        let expression = format!("autorpa.frameNode({at})");
        let object = match parent {
            None => self.handle(&expression)?,
            Some(parent) => {
                let answer = self.inside(parent, &expression, false)?;
                let id = answer.as_ref().and_then(|it| it.pointer("/result/objectId"));
                id.and_then(Value::as_str).map(str::to_owned)
            }
        };
        let Some(object) = object else { return Ok(None) };
        let params = json!({ "objectId": object });
        match self.cdp_of(parent).call("DOM.describeNode", params) {
            Ok(answer) => {
                let id = answer.pointer("/node/frameId").and_then(Value::as_str);
                Ok(id.map(str::to_owned))
            }
            Err(CdpError::Refused { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The connection on which a frame is spoken to: its own, or that of the nearest frame around it that has one.
    fn cdp_of(&mut self, id: Option<&str>) -> &mut Cdp {
        let mut at = id.map(str::to_owned);
        while let Some(id) = &at {
            match self.frames.inner.get(id) {
                Some(inner) if inner.cdp.is_none() => at.clone_from(&inner.parent),
                Some(_) => break,
                None => at = None,
            }
        }
        match at
            .and_then(|id| self.frames.inner.get_mut(&id))
            .and_then(|it| it.cdp.as_mut())
        {
            Some(cdp) => cdp,
            None => &mut self.cdp,
        }
    }

    /// Evaluate in a frame; none where the frame is gone.
    fn evaluate_inside<T: DeserializeOwned>(
        &mut self,
        id: &str,
        expression: &str,
    ) -> Result<Option<T>, DeviceError> {
        let Some(answer) = self.inside(id, expression, true)? else {
            return Ok(None);
        };
        Ok(serde_json::from_value(value_of(answer, expression)?).ok())
    }

    fn inside(&mut self, id: &str, expression: &str, by_value: bool) -> Result<Option<Value>, DeviceError> {
        for _ in 0..2 {
            let Some(world) = self.world_inside(id)? else {
                return Ok(None);
            };
            let params = json!({ "expression": expression, "contextId": world, "returnByValue": by_value, "awaitPromise": by_value });
            match self.cdp_of(Some(id)).call("Runtime.evaluate", params) {
                Ok(answer) => return Ok(Some(answer)),
                Err(CdpError::Refused {
                    why: Refusal::ContextGone,
                    ..
                }) => {
                    if let Some(inner) = self.frames.inner.get_mut(id) {
                        inner.world = None;
                    }
                }
                Err(error) => return self.lost_inside(id, error),
            }
        }
        Ok(None)
    }

    /// A frame that goes away with its process is no end of the page.
    fn lost_inside<T>(&mut self, id: &str, error: CdpError) -> Result<Option<T>, DeviceError> {
        let mut gone = self.frames.inner.remove(id).and_then(|it| it.cdp);
        let own = gone.is_some();
        self.sent_before.extend(gone.iter_mut().flat_map(Cdp::take_sent));
        tracing::debug!(%error, own, "frame not read");
        match error {
            CdpError::Refused { .. } => Ok(None),
            CdpError::Closed { .. } if own => Ok(None),
            error => Err(error.into()),
        }
    }

    fn world_inside(&mut self, id: &str) -> Result<Option<i64>, DeviceError> {
        if let Some(world) = self.frames.inner.get(id).and_then(|it| it.world) {
            return Ok(Some(world));
        }
        let params = json!({ "frameId": id, "worldName": self.world_name() });
        let mut made = self
            .cdp_of(Some(id))
            .call("Page.createIsolatedWorld", params.clone());
        // The page's connection does not know it: it has a process of its own.
        if let Err(CdpError::Refused { .. }) = made
            && let Ok(mut cdp) = self.browser().connect(id)
        {
            cdp.post("Page.enable", json!({}))?;
            cdp.post("Network.enable", not_kept())?;
            if let Some(inner) = self.frames.inner.get_mut(id) {
                inner.cdp = Some(cdp);
            }
            made = self.cdp_of(Some(id)).call("Page.createIsolatedWorld", params);
        }
        let world = match made {
            Ok(answer) => answer.get("executionContextId").and_then(Value::as_i64),
            Err(error) => return self.lost_inside(id, error),
        };
        let params = json!({ "expression": SCRIPT, "contextId": world, "returnByValue": true });
        if let Err(error) = self.cdp_of(Some(id)).call("Runtime.evaluate", params) {
            return self.lost_inside(id, error);
        }
        if let Some(inner) = self.frames.inner.get_mut(id) {
            inner.world = world;
        }
        Ok(world)
    }

    /// Ask the script of an element's document about it.
    pub(crate) fn ask<T: DeserializeOwned + Default>(
        &mut self,
        index: usize,
        question: impl Fn(usize) -> String,
    ) -> Result<T, DeviceError> {
        match self.frames.whose_is(index) {
            None => self.evaluate_as(&question(index)),
            Some((id, local)) => Ok(self.evaluate_inside(&id, &question(local))?.unwrap_or_default()),
        }
    }

    /// Where to press an element, in the page's own pixels.
    pub(crate) fn aim_at(&mut self, index: usize) -> Result<Aim, DeviceError> {
        let mut aim: Aim = self.ask(index, |it| format!("autorpa.aim({it})"))?;
        let Some((id, _)) = self.frames.whose_is(index) else {
            return Ok(aim);
        };
        aim.select = aim.select.and_then(|it| self.frames.index_of(&id, it));
        let Some(around) = self.outward(id, aim.x, aim.y)? else {
            return Ok(Aim::default());
        };
        (aim.x, aim.y) = (around.x, around.y);
        if aim.state == Stands::Ok {
            (aim.state, aim.by) = (around.state, around.by);
        }
        Ok(aim)
    }

    /// A place beside what shows an element, in the pixels of its own document, as a place of the page; none where the frame
    /// that it stands in is gone or does not show there.
    pub(crate) fn on_the_page(
        &mut self,
        index: usize,
        (x, y): (f64, f64),
    ) -> Result<Option<(f64, f64)>, DeviceError> {
        let Some((id, _)) = self.frames.whose_is(index) else {
            return Ok(Some((x, y)));
        };
        let around = self.outward(id, x, y)?;
        Ok(around.filter(|it| it.state == Stands::Ok).map(|it| (it.x, it.y)))
    }

    /// A point of a frame as a point of the page, and what keeps a press from it; none where the frame is gone.
    fn outward(&mut self, id: String, x: f64, y: f64) -> Result<Option<Aim>, DeviceError> {
        let mut aim = Aim::default();
        (aim.x, aim.y) = (x, y);
        aim.state = Stands::Ok;
        let mut at = Some(id);
        while let Some(id) = at {
            let Some((parent, hole)) = self.frames.inner.get(&id).map(|it| (it.parent.clone(), it.hole))
            else {
                return Ok(None);
            };
            let question = format!("autorpa.through({hole}, {}, {})", aim.x, aim.y);
            let around: Option<Aim> = match &parent {
                None => Some(self.evaluate_as(&question)?),
                Some(parent) => self.evaluate_inside(parent, &question)?,
            };
            let Some(around) = around else { return Ok(None) };
            (aim.x, aim.y) = (around.x, around.y);
            if aim.state == Stands::Ok {
                (aim.state, aim.by) = (around.state, around.by);
            }
            at = parent;
        }
        Ok(Some(aim))
    }

    /// Where a wheel turns over an element, or over the page.
    pub(crate) fn wheel_at(&mut self, index: Option<usize>) -> Result<Wheel, DeviceError> {
        let Some(index) = index else {
            return self.evaluate_as("autorpa.wheel(null)");
        };
        let mut wheel: Wheel = self.ask(index, |it| format!("autorpa.wheel({it})"))?;
        if let Some((id, _)) = self.frames.whose_is(index)
            && let Some(at) = self.outward(id, wheel.x, wheel.y)?
        {
            (wheel.x, wheel.y) = (at.x, at.y);
        }
        Ok(wheel)
    }

    /// The index on the screen of an element that the script of this one's frame knows by another.
    pub(crate) fn beside(&self, index: usize, local: usize) -> Option<usize> {
        match self.frames.whose_is(index) {
            Some((id, _)) => self.frames.index_of(&id, local),
            None => Some(local),
        }
    }

    /// Scroll an element into the window.
    pub(crate) fn bring_into_view(&mut self, index: usize) -> Result<(), DeviceError> {
        self.on_node(index, "DOM.scrollIntoViewIfNeeded")
    }

    /// A command on an element's node; one that is refused has no effect, which the next look shows.
    pub(crate) fn on_node(&mut self, index: usize, method: &'static str) -> Result<(), DeviceError> {
        let whose = self.frames.whose_is(index);
        let object = match &whose {
            None => self.handle(&format!("autorpa.node({index})"))?,
            Some((id, local)) => {
                let answer = self.inside(id, &format!("autorpa.node({local})"), false)?;
                let object = answer.as_ref().and_then(|it| it.pointer("/result/objectId"));
                object.and_then(Value::as_str).map(str::to_owned)
            }
        };
        let Some(object) = object else { return Ok(()) };
        let cdp = self.cdp_of(whose.as_ref().map(|it| it.0.as_str()));
        match cdp.call(method, json!({ "objectId": object })) {
            Ok(_) | Err(CdpError::Refused { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}
