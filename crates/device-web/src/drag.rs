//! Drag and drop: by mouse events, and by the browser's own drag where the page begins one.

use std::time::Duration;

use device::DeviceError;
use serde_json::{Value, json};
use ui::{ElementId, HardAction};

use crate::{
    act::{Pressed, Strayed, during, mouse},
    cdp::{CdpError, Command},
    page::Page,
};

/// Places that the pointer passes on its way.
const STEPS: u32 = 5;
/// How far the pointer goes to say that this is a drag, in pixels.
const NUDGE: f64 = 8.0;
/// How long the page has to begin a drag of the browser.
const BEGINS: Duration = Duration::from_millis(200);

impl Page {
    /// Press on one element, move to the other, release there.
    pub(crate) fn drag(
        &mut self,
        target: ElementId,
        to: ElementId,
        action: &HardAction,
    ) -> Result<(), DeviceError> {
        self.known(to)?;
        let from = self.aim(target, action)?;
        if from.select.is_some() {
            return self.out_of_reach(target, action, "is a list of the browser");
        }
        self.cdp
            .call("Input.setInterceptDrags", json!({ "enabled": true }))?;
        let dragged = self.drag_from((from.x, from.y), target, to, action);
        let let_go = self
            .cdp
            .call("Input.setInterceptDrags", json!({ "enabled": false }));
        // A dialog that opens at the drop keeps this from being said; nothing hangs on it.
        if !matches!(dragged, Err(DeviceError::DialogOpen { .. })) {
            let_go?;
        }
        dragged
    }

    fn drag_from(
        &mut self,
        (x, y): (f64, f64),
        target: ElementId,
        to: ElementId,
        action: &HardAction,
    ) -> Result<(), DeviceError> {
        let press = vec![
            pointer("mouseMoved", (x, y), false),
            ("Input.dispatchMouseEvent", mouse("mousePressed", x, y, 1, 0)),
        ];
        self.send(press, action)?;
        let pressed: Option<Pressed> = self.ask(target.0, |it| format!("autorpa.pressed({it}, 0)"))?;
        if pressed.is_some_and(|it| it.strayed != Strayed::Nothing) {
            self.send(vec![pointer("mouseReleased", (x, y), true)], action)?;
            return self.out_of_reach(target, action, "moves away under the pointer");
        }
        // Each move is waited for: pages and the browser begin a drag by how far the pointer has come.
        for by in [NUDGE / 2.0, NUDGE] {
            self.move_held((x + by, y + by), action)?;
        }
        let data = match self.cdp.wait_event("Input.dragIntercepted", BEGINS) {
            Ok(mut event) => event.get_mut("data").map(Value::take),
            Err(CdpError::Late { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        let goal = match self.aim(to, action) {
            Ok(goal) => goal,
            Err(error) => {
                match data {
                    Some(data) => self.send(vec![drag("dragCancel", (x, y), &data)], action)?,
                    None => self.send(vec![pointer("mouseReleased", (x, y), true)], action)?,
                }
                return Err(error);
            }
        };
        // What is released there is not what was pressed.
        self.ask::<Option<Pressed>>(to.0, |it| format!("autorpa.pressed({it}, 0)"))?;
        let way = (1..=STEPS).map(|step| {
            let part = f64::from(step) / f64::from(STEPS);
            (x + (goal.x - x) * part, y + (goal.y - y) * part)
        });
        match data {
            Some(data) => {
                let mut all = vec![drag("dragEnter", (x, y), &data)];
                all.extend(way.map(|at| drag("dragOver", at, &data)));
                all.push(drag("drop", (goal.x, goal.y), &data));
                self.send(all, action)?;
            }
            None => {
                for at in way {
                    self.move_held(at, action)?;
                }
            }
        }
        self.send(vec![pointer("mouseReleased", (goal.x, goal.y), true)], action)
    }

    /// Move the pointer with its button held, and wait until the page has taken it.
    pub(crate) fn move_held(&mut self, at: (f64, f64), action: &HardAction) -> Result<(), DeviceError> {
        let (method, params) = pointer("mouseMoved", at, true);
        self.cdp.call(method, params).map(drop).map_err(during(action))
    }
}

/// An event of the pointer, with its button held or not.
pub(crate) fn pointer(kind: &str, (x, y): (f64, f64), held: bool) -> Command {
    let button = if held { "left" } else { "none" };
    let buttons = u32::from(held && kind == "mouseMoved");
    let clicks = u32::from(kind == "mouseReleased");
    (
        "Input.dispatchMouseEvent",
        json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": clicks }),
    )
}

/// An event of a drag of the browser.
fn drag(kind: &str, (x, y): (f64, f64), data: &Value) -> Command {
    (
        "Input.dispatchDragEvent",
        json!({ "type": kind, "x": x, "y": y, "data": data }),
    )
}
