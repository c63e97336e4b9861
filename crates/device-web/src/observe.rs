//! A page to a [`Screen`]: one round trip, and the mapping of what came back.

use std::collections::BTreeMap;

use device::DeviceError;
use serde::Deserialize;
use ui::{Element, Rect, Screen};

use crate::{frame::Hole, page::Page};

/// How often a page that moves is read again before it is taken as it is.
const READINGS: usize = 3;
/// Elements that are read of one page; the observing script has the same number.
pub(crate) const LIMIT: usize = 60_000;

#[derive(Clone, Deserialize)]
pub(crate) struct Snapshot {
    origin: String,
    path: String,
    pub(crate) title: String,
    #[serde(default)]
    today: String,
    pub(crate) width: f64,
    pub(crate) height: f64,
    moving: bool,
    /// Whether another document is on its way.
    leaving: bool,
    /// Whether it has more elements than are read.
    pub(crate) cut: bool,
    /// The paths of lists that draw a part of their entries.
    #[serde(default)]
    pub(crate) in_part: Vec<Vec<u32>>,
    /// Elements that may have a closed shadow root.
    pub(crate) suspects: usize,
    pub(crate) elements: Vec<Seen>,
    /// Frames whose documents the script can't read.
    pub(crate) holes: Vec<Hole>,
}

#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Seen {
    tag: String,
    role: Option<String>,
    text: Option<String>,
    description: Option<String>,
    title: Option<String>,
    hint: Option<String>,
    label: Option<String>,
    value: Option<String>,
    id: Option<String>,
    column: Option<String>,
    attributes: BTreeMap<String, String>,
    #[serde(rename = "box")]
    pub(crate) bounds: [f64; 4],
    pub(crate) path: Vec<u32>,
    checkable: bool,
    checked: bool,
    clickable: bool,
    editable: bool,
    disabled: bool,
    focused: bool,
    focusable: bool,
    scrollable: bool,
    selected: bool,
    password: bool,
    pub(crate) direct: bool,
}

impl Snapshot {
    /// The same page with other elements.
    pub(crate) fn with(&self, elements: Vec<Seen>) -> Self {
        Self {
            origin: self.origin.clone(),
            path: self.path.clone(),
            title: self.title.clone(),
            today: self.today.clone(),
            elements,
            in_part: self.in_part.clone(),
            holes: Vec::new(),
            ..*self
        }
    }
}

impl Seen {
    /// As it is in the page around its frame, which shows it through a hole that begins at this place.
    pub(crate) fn through(mut self, hole: &Hole, (left, top): (f64, f64)) -> Self {
        let (dx, dy) = (left + hole.at[0], top + hole.at[1]);
        let [l, t, r, b] = hole.clip;
        let (l, t) = (l + left, t + top);
        let (r, b) = ((r + left).max(l), (b + top).max(t));
        let [x0, y0, x1, y1] = self.bounds;
        let x0 = (x0 + dx).clamp(l, r);
        let y0 = (y0 + dy).clamp(t, b);
        self.bounds = [x0, y0, (x1 + dx).clamp(x0, r), (y1 + dy).clamp(y0, b)];
        self.path = hole.inside(&self.path);
        // Only the page's own window knows which press is meant.
        self.direct = false;
        self
    }
}

impl Page {
    /// What is visible on the page now.
    pub fn observe(&mut self) -> Result<Screen, DeviceError> {
        loop {
            if let Some(screen) = self.dialog_screen() {
                return Ok(screen);
            }
            // What the last action led to may be refused only now.
            let read = self
                .check_refused()
                .and_then(|()| self.follow())
                .and_then(|()| self.read());
            match read.and_then(|it| self.check_refused().map(|()| it)) {
                // A tab that has closed itself shows what is behind it.
                Err(DeviceError::Lost { .. }) if self.fall_back() => {}
                Err(DeviceError::DialogOpen { .. }) if self.cdp.dialog().is_some() => {}
                read => return read,
            }
        }
    }

    fn read(&mut self) -> Result<Screen, DeviceError> {
        let mut reading = 0;
        let mut snapshot = loop {
            reading += 1;
            let Some(text) = self.evaluate("autorpa.snapshot()")?.as_str().map(str::to_owned) else {
                return Err(unreadable("the page gave no text"));
            };
            let snapshot: Snapshot = serde_json::from_str(&text).map_err(|it| unreadable(&it.to_string()))?;
            if reading < READINGS && self.settle_load()? {
                continue;
            }
            if reading < READINGS && snapshot.leaving {
                self.await_load()?;
                continue;
            }
            if reading < READINGS && snapshot.moving {
                self.evaluate("autorpa.settled(1000)")?;
                continue;
            }
            if reading < READINGS && snapshot.suspects > 0 && self.open_roots(snapshot.suspects)? {
                continue;
            }
            break snapshot;
        };
        if snapshot.cut {
            // What is not read might fit a locator as well: half a page is no page.
            return Err(DeviceError::TooLarge { limit: LIMIT });
        }
        let holes = std::mem::take(&mut snapshot.holes);
        self.look_into(&holes, &mut snapshot.elements, &mut snapshot.in_part)?;
        self.direct = snapshot.elements.iter().map(|it| it.direct).collect();
        let screen = screen_of(snapshot, self.viewport());
        self.seen = Some(screen.clone());
        Ok(screen)
    }
}

fn unreadable(reason: &str) -> DeviceError {
    DeviceError::Lost {
        doing: "observe".to_owned(),
        reason: reason.to_owned(),
    }
}

pub(crate) fn screen_of(snapshot: Snapshot, size: (u32, u32)) -> Screen {
    let file = snapshot.path.rsplit('/').next().unwrap_or_default();
    let (app, place) = if snapshot.origin.is_empty() {
        (format!("file:{file}"), file.to_owned())
    } else {
        (snapshot.origin, snapshot.path)
    };
    let activity = format!("{place} {}", snapshot.title).trim().to_owned();
    let elements = snapshot
        .elements
        .into_iter()
        .map(|it| element_of(it, size))
        .collect();
    Screen {
        app,
        activity,
        size,
        today: snapshot.today,
        in_part: snapshot.in_part.into_iter().map(path_of).collect(),
        elements,
    }
}

/// The address of a page, as [`screen_of`] puts it into a screen; a file has none there.
pub(crate) fn address_of(screen: &Screen) -> Option<String> {
    let served = screen.app.contains("://");
    served.then(|| format!("{}{}", screen.app, screen.path()))
}

fn path_of(path: Vec<u32>) -> Vec<u16> {
    path.into_iter()
        .map(|it| u16::try_from(it).unwrap_or(u16::MAX))
        .collect()
}

fn element_of(seen: Seen, (width, height): (u32, u32)) -> Element {
    let within = |value: f64, limit: u32| value.clamp(0.0, f64::from(limit)).round() as i32;
    let [left, top, right, bottom] = seen.bounds;
    let bounds = Rect::new(
        within(left, width),
        within(top, height),
        within(right, width),
        within(bottom, height),
    );
    Element {
        text: seen.text,
        content_description: seen.description,
        hint_text: seen.hint,
        tooltip: seen.title,
        label: seen.label,
        value: seen.value,
        class_name: Some(seen.tag),
        role: seen.role,
        resource_name: seen.id,
        package_name: None,
        column: seen.column,
        attributes: seen.attributes,
        bounds,
        path: path_of(seen.path),
        checkable: seen.checkable,
        checked: seen.checked,
        clickable: seen.clickable,
        editable: seen.editable,
        enabled: !seen.disabled,
        focused: seen.focused,
        focusable: seen.focusable,
        long_clickable: false,
        scrollable: seen.scrollable,
        selected: seen.selected,
        password: seen.password,
    }
}
