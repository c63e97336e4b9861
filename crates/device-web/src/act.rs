//! Actions on a page, with the browser's own mouse and keyboard events.
//!
//! An awaited pointer move costs a whole frame, so moves are sent together with the press that follows.

use device::DeviceError;
use serde::Deserialize;
use serde_json::{Value, json};
use ui::{Direction, ElementId, HardAction};

use crate::{
    cdp::{CdpError, Command},
    keys,
    page::Page,
};

/// How long an action waits for its element to be there, still and uncovered.
const READY_MS: u32 = 1_000;
/// How often an element is scrolled into the window before it counts as out of reach.
const SCROLLS: usize = 5;
/// How often a press is made again because the page changed under the pointer.
const PRESSES: usize = 3;
/// How long a long press lasts.
const PRESS_MS: u32 = 700;
/// `Wait` ends after this if nothing happens at all.
const IDLE_MS: u32 = 400;
/// `Wait` ends after this however much goes on.
const QUIET_MS: u32 = 1_500;
/// Fields that take their value part by part.
const PARTED: [&str; 4] = ["date", "time", "datetime-local", "month"];

/// Kinds of actions a page takes.
pub(crate) const ACTIONS: [&str; 13] = [
    "open_app",
    "click",
    "double_tap",
    "long_press",
    "hover",
    "input_text",
    "scroll",
    "swipe",
    "keyboard_enter",
    "navigate_back",
    "wait",
    "answer",
    "status",
];

/// What the page says about one element before it is acted on.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Aim {
    state: String,
    x: f64,
    y: f64,
    #[serde(rename = "type")]
    kind: String,
    holds: usize,
    keys: bool,
    moved: bool,
    /// Index of the closed `<select>` that it is or belongs to.
    select: Option<usize>,
    /// For its options: how many arrow presses from the first one.
    presses: Option<i64>,
    chosen: bool,
    /// Option of a list in which several can be chosen.
    toggles: bool,
    by: String,
}

/// How a mouse button is pressed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Press {
    Once,
    Twice,
    Long,
}

/// What a press reached, where the page may have changed under the pointer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reached {
    /// The element.
    Element,
    /// The element with the press, something else with the release: no click.
    WithPressOnly,
    /// Something else, which was kept from the page.
    Elsewhere,
}

#[derive(Deserialize)]
struct Wheel {
    x: f64,
    y: f64,
    w: f64,
    h: f64,
}

#[derive(Deserialize)]
struct Focus {
    keys: bool,
    #[serde(rename = "type")]
    kind: String,
    holds: usize,
}

impl Page {
    /// Do one action. Indices belong to the last observation; without one, the page is observed first.
    pub fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        match action {
            HardAction::OpenApp { app }
                if app.contains("://") || app.starts_with("data:") || app.starts_with("about:") =>
            {
                self.open(app)
            }
            HardAction::OpenApp { .. } | HardAction::NavigateHome => Err(DeviceError::Unsupported {
                action: action.kind(),
            }),
            HardAction::Click { target } => self.press(*target, action, Press::Once),
            HardAction::DoubleTap { target } => self.press(*target, action, Press::Twice),
            HardAction::LongPress { target } => self.press(*target, action, Press::Long),
            HardAction::Hover { target } => {
                let aim = self.aim(*target, action)?;
                self.cdp
                    .call(
                        "Input.dispatchMouseEvent",
                        mouse("mouseMoved", aim.x, aim.y, 0, 0),
                    )
                    .map_err(during(action))?;
                Ok(())
            }
            HardAction::InputText {
                target: Some(target),
                text,
                clear,
            } => self.type_into(*target, action, text, *clear),
            HardAction::InputText {
                target: None,
                text,
                clear,
            } => {
                let focus: Focus = self.evaluate_as("autorpa.focusKind()")?;
                let aim = Aim {
                    kind: focus.kind,
                    holds: focus.holds,
                    keys: focus.keys,
                    ..Aim::default()
                };
                self.type_text(&aim, text, *clear, action)
            }
            HardAction::Scroll { target, direction } => {
                let at = target.map(|it| self.known(it)).transpose()?;
                self.wheel(at, *direction, action)
            }
            HardAction::Swipe { direction } => {
                let content = match direction {
                    Direction::Up => Direction::Down,
                    Direction::Down => Direction::Up,
                    Direction::Left => Direction::Right,
                    Direction::Right => Direction::Left,
                };
                self.wheel(None, content, action)
            }
            HardAction::KeyboardEnter => self.send(keys::press("Enter").into(), action),
            HardAction::NavigateBack => self.back().map(drop),
            HardAction::Wait => self
                .evaluate(&format!("autorpa.quiet({IDLE_MS}, {QUIET_MS})"))
                .map(drop),
            HardAction::Answer { .. } | HardAction::Status { .. } => Ok(()),
        }
    }

    /// The index, if the last observation has it.
    fn known(&mut self, target: ElementId) -> Result<usize, DeviceError> {
        if self.seen.is_none() {
            self.observe()?;
        }
        let count = self.seen.as_ref().map_or(0, |it| it.elements.len());
        if target.0 < count {
            Ok(target.0)
        } else {
            Err(DeviceError::NoElement {
                index: target.0,
                count,
            })
        }
    }

    /// Where to press, once the element is there, still, inside the window and uncovered.
    fn aim(&mut self, target: ElementId, action: &HardAction) -> Result<Aim, DeviceError> {
        let index = self.known(target)?;
        let mut aim: Aim = self.evaluate_as(&format!("autorpa.aim({index})"))?;
        if aim.state == "gone" || aim.state == "none" {
            aim = self.aim_again(index)?;
        }
        if aim.select.is_some() {
            return Ok(aim);
        }
        for _ in 0..SCROLLS {
            if aim.state != "outside" {
                break;
            }
            // Some boxes scroll back to their selection a moment later: then once more.
            self.bring_into_view(index)?;
            self.evaluate("autorpa.frame()")?;
            aim = self.evaluate_as(&format!("autorpa.aim({index})"))?;
        }
        if aim.state != "ok" || aim.moved {
            self.evaluate(&format!("autorpa.visible({index}, {READY_MS})"))?;
            aim = self.evaluate_as(&format!("autorpa.aim({index})"))?;
        }
        match aim.state.as_str() {
            "ok" => Ok(aim),
            "gone" | "none" => {
                let count = self.seen.as_ref().map_or(0, |it| it.elements.len());
                Err(DeviceError::NoElement { index, count })
            }
            state => {
                let why = match state {
                    "covered" => format!("is covered by {}", aim.by),
                    "outside" => "can't be scrolled into the window".to_owned(),
                    _ => "is not visible".to_owned(),
                };
                self.out_of_reach(target, action, &why)
            }
        }
    }

    /// The page replaced the element: the same index of a new observation, if that shows the same.
    fn aim_again(&mut self, index: usize) -> Result<Aim, DeviceError> {
        let before = self.seen.as_ref().and_then(|it| it.elements.get(index)).cloned();
        let screen = self.observe()?;
        let count = screen.elements.len();
        let same = screen
            .elements
            .get(index)
            .zip(before)
            .is_some_and(|(now, before)| {
                now.class_name == before.class_name
                    && now.resource_name == before.resource_name
                    && now.text == before.text
            });
        if !same {
            return Err(DeviceError::NoElement { index, count });
        }
        self.evaluate_as(&format!("autorpa.aim({index})"))
    }

    fn bring_into_view(&mut self, index: usize) -> Result<(), DeviceError> {
        let Some(object) = self.handle(&format!("autorpa.node({index})"))? else {
            return Ok(());
        };
        match self
            .cdp
            .call("DOM.scrollIntoViewIfNeeded", json!({ "objectId": object }))
        {
            // Refused means it has no box; the next look at it says so.
            Ok(_) | Err(CdpError::Refused { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    fn press(&mut self, target: ElementId, action: &HardAction, how: Press) -> Result<(), DeviceError> {
        for _ in 0..PRESSES {
            let aim = self.aim(target, action)?;
            if let Some(select) = aim.select {
                return self.choose(select, &aim, action);
            }
            match self.press_at(&aim, aim.x, how, action)? {
                Reached::Element => return Ok(()),
                Reached::Elsewhere => {
                    self.evaluate(&format!("autorpa.visible({}, {READY_MS})", target.0))?;
                }
                Reached::WithPressOnly => {
                    // Where the press has made it go away, that was its effect.
                    self.evaluate(&format!("autorpa.visible({}, {READY_MS})", target.0))?;
                    let now: Aim = self.evaluate_as(&format!("autorpa.aim({})", target.0))?;
                    if now.state != "ok" {
                        return Ok(());
                    }
                }
            }
        }
        self.out_of_reach(target, action, "moves away under the pointer")
    }

    /// Press where it was aimed; what that reached.
    fn press_at(
        &mut self,
        aim: &Aim,
        x: f64,
        how: Press,
        action: &HardAction,
    ) -> Result<Reached, DeviceError> {
        let held = if aim.toggles { keys::CTRL } else { 0 };
        let event = |kind, count| ("Input.dispatchMouseEvent", mouse(kind, x, aim.y, count, held));
        let up = event("mouseReleased", 1);
        let mut all = vec![event("mouseMoved", 0), event("mousePressed", 1)];
        match how {
            Press::Once => all.push(up),
            Press::Twice => all.extend([up, event("mousePressed", 2), event("mouseReleased", 2)]),
            Press::Long => {
                self.send(all, action)?;
                self.evaluate(&format!("autorpa.pause({PRESS_MS})"))?;
                all = vec![up];
            }
        }
        self.send(all, action)?;
        let strayed: String = self.evaluate_as("autorpa.missed()")?;
        if !strayed.is_empty() {
            tracing::debug!(%action, strayed, "the page changed under the pointer");
        }
        Ok(match strayed.as_str() {
            "press" => Reached::Elsewhere,
            "click" => Reached::WithPressOnly,
            _ => Reached::Element,
        })
    }

    fn out_of_reach<T>(&self, target: ElementId, action: &HardAction, why: &str) -> Result<T, DeviceError> {
        let seen = self.seen.as_ref().and_then(|it| it.get(target));
        let name = seen.map(ui::Element::name).unwrap_or_default();
        let doing = format!("{} {name}, which {why}", action.kind());
        let seconds = u64::from(READY_MS / 1_000);
        Err(DeviceError::Timeout { doing, seconds })
    }

    /// A closed `<select>`: its popup is a window of the browser, so it gets the focus and the keys.
    fn choose(&mut self, select: usize, aim: &Aim, action: &HardAction) -> Result<(), DeviceError> {
        self.bring_into_view(select)?;
        if let Some(object) = self.handle(&format!("autorpa.node({select})"))? {
            match self.cdp.call("DOM.focus", json!({ "objectId": object })) {
                Ok(_) => {}
                // A disabled select takes no focus, as under a click.
                Err(CdpError::Refused { .. }) => return Ok(()),
                Err(error) => return Err(error.into()),
            }
        }
        let Some(presses) = aim.presses.filter(|it| *it >= 0 && !aim.chosen) else {
            return Ok(());
        };
        // Within the open popup the page hears of the choice once, not of every option passed.
        let mut all: Vec<Command> = keys::press("Enter").into();
        all.extend(keys::press("Home"));
        for _ in 0..presses {
            all.extend(keys::press("ArrowDown"));
        }
        all.extend(keys::press("Enter"));
        self.send(all, action)
    }

    fn type_into(
        &mut self,
        target: ElementId,
        action: &HardAction,
        text: &str,
        clear: bool,
    ) -> Result<(), DeviceError> {
        let aim = self.aim(target, action)?;
        if let Some(select) = aim.select {
            let named = Value::String(text.to_owned());
            let option: i64 = self.evaluate_as(&format!("autorpa.optionNamed({select}, {named})"))?;
            let Ok(option) = usize::try_from(option) else {
                return Err(DeviceError::Unsupported {
                    action: "input_text of a text that no option of the list has",
                });
            };
            let aim = self.evaluate_as(&format!("autorpa.aim({option})"))?;
            return self.choose(select, &aim, action);
        }
        let parted = PARTED.contains(&aim.kind.as_str());
        let mut aim = aim;
        for _ in 0..PRESSES {
            // The parts of a date are typed from the first; elsewhere the middle is as good as any place.
            let left = self.left_of(target).filter(|_| parted);
            let reached = self.press_at(&aim, left.unwrap_or(aim.x), Press::Once, action)?;
            if reached != Reached::Elsewhere {
                return self.type_text(&aim, text, clear, action);
            }
            self.evaluate(&format!("autorpa.visible({}, {READY_MS})", target.0))?;
            aim = self.aim(target, action)?;
        }
        self.out_of_reach(target, action, "moves away under the pointer")
    }

    fn left_of(&self, target: ElementId) -> Option<f64> {
        let bounds = self.seen.as_ref()?.get(target)?.bounds;
        Some(f64::from(bounds.left) + f64::from(bounds.width().min(14)) - 2.0)
    }

    /// Type where the focus is.
    fn type_text(
        &mut self,
        aim: &Aim,
        text: &str,
        clear: bool,
        action: &HardAction,
    ) -> Result<(), DeviceError> {
        // Suggestions that open under a resting pointer would take its place for a choice.
        self.park_pointer().map_err(during(action))?;
        let mut all: Vec<Command> = Vec::new();
        if PARTED.contains(&aim.kind.as_str()) {
            let order: Vec<String> = self.evaluate_as("autorpa.dateOrder()")?;
            let Some(parts) = keys::field_parts(&aim.kind, text, &order) else {
                return Err(DeviceError::Unsupported {
                    action: "input_text of a text that is no date or time into such a field",
                });
            };
            for part in parts {
                for it in part.chars() {
                    all.extend(keys::character(it));
                }
                // A year may have more digits and a name more letters: they don't hand over by themselves.
                if part.len() > 2 {
                    all.extend(keys::press("ArrowRight"));
                }
            }
            return self.send(all, action);
        }
        if aim.holds > 0 {
            all.extend(keys::edit(if clear {
                "selectAll"
            } else {
                "moveToEndOfDocument"
            }));
            if clear && text.is_empty() {
                all.extend(keys::press("Backspace"));
            }
        }
        if aim.keys {
            // Pages listen to keys or to input: the last character is a real key, the rest comes at once.
            let mut head = text.chars();
            if let Some(last) = head.next_back().filter(|it| !it.is_control()) {
                if !head.as_str().is_empty() {
                    all.push(("Input.insertText", json!({ "text": head.as_str() })));
                }
                all.extend(keys::character(last));
            } else if !text.is_empty() {
                all.push(("Input.insertText", json!({ "text": text })));
            }
        } else {
            for it in text.chars() {
                all.extend(keys::character(it));
            }
        }
        self.send(all, action)
    }

    fn wheel(
        &mut self,
        index: Option<usize>,
        direction: Direction,
        action: &HardAction,
    ) -> Result<(), DeviceError> {
        if let Some(index) = index {
            self.bring_into_view(index)?;
        }
        let at = index.map_or("null".to_owned(), |it| it.to_string());
        let wheel: Wheel = self.evaluate_as(&format!("autorpa.wheel({at})"))?;
        let (dx, dy) = match direction {
            Direction::Up => (0.0, -0.7 * wheel.h),
            Direction::Down => (0.0, 0.7 * wheel.h),
            Direction::Left => (-0.7 * wheel.w, 0.0),
            Direction::Right => (0.7 * wheel.w, 0.0),
        };
        let event = json!({ "type": "mouseWheel", "x": wheel.x, "y": wheel.y, "deltaX": dx, "deltaY": dy });
        self.send(vec![("Input.dispatchMouseEvent", event)], action)?;
        // The new position reaches the page with the next frame.
        self.evaluate("autorpa.frame()").map(drop)
    }

    fn send(&mut self, commands: Vec<Command>, action: &HardAction) -> Result<(), DeviceError> {
        self.cdp.batch(commands).map(drop).map_err(during(action))
    }
}

fn during(action: &HardAction) -> impl Fn(CdpError) -> DeviceError {
    let doing = action.kind().to_owned();
    move |error| match error {
        CdpError::Closed { reason, .. } | CdpError::Refused { message: reason, .. } => DeviceError::Lost {
            doing: doing.clone(),
            reason,
        },
        CdpError::Late { seconds, .. } => DeviceError::Timeout {
            doing: doing.clone(),
            seconds,
        },
    }
}

fn mouse(kind: &str, x: f64, y: f64, count: u32, modifiers: u32) -> Value {
    let button = if count == 0 { "none" } else { "left" };
    let buttons = u32::from(kind == "mousePressed");
    json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": count, "modifiers": modifiers })
}
