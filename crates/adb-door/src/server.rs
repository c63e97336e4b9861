//! The uiautomator2 server: JSON-RPC at port 9008, answered by the door itself, so that nothing has to be installed.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ui::{Direction, Element, Rect};

use crate::{
    handset::{Finger, Handset, Key},
    http::{Answer, Request},
    inside::{Client, Inside},
    keys,
    selector::Widgets,
    tree::{Form, xml},
};

/// Where it listens.
pub const PORT: &str = "9008";
/// The longest that a call waits, in milliseconds.
const LONGEST_WAIT: u64 = 120_000;

/// Answer a request.
pub fn answer(inside: &Inside, request: &Request) -> Answer {
    let json = |value: Value| Answer {
        status: 200,
        kind: "application/json",
        body: value.to_string().into_bytes(),
    };
    match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/ping") => Answer {
            status: 200,
            kind: "text/plain",
            body: b"pong".to_vec(),
        },
        ("GET", "/version") => json(json!("0.4.1")),
        ("POST", "/jsonrpc/0") => match serde_json::from_slice::<Value>(&request.body) {
            Ok(call) => json(called(inside, &call)),
            Err(error) => json(failed(&Value::Null, -32700, &error.to_string())),
        },
        _ => Answer {
            status: 404,
            kind: "text/plain",
            body: b"not found".to_vec(),
        },
    }
}

fn failed(id: &Value, code: i32, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message, "data": message}})
}

/// Why a call fails: as a class of Java, and what it says.
enum Fault {
    NotFound(String),
    NoMethod(String),
    Arguments(String),
}

impl From<regex::Error> for Fault {
    fn from(error: regex::Error) -> Self {
        Self::Arguments(error.to_string())
    }
}

fn called(inside: &Inside, call: &Value) -> Value {
    let id = call.get("id").cloned().unwrap_or_default();
    let method = call.get("method").and_then(Value::as_str).unwrap_or_default();
    let none = Vec::new();
    let params = call.get("params").and_then(Value::as_array).unwrap_or(&none);
    match do_call(inside, method, &Params(params)) {
        Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
        Err(Fault::NoMethod(method)) => failed(&id, -32601, &format!("method not found: {method}")),
        Err(Fault::Arguments(why)) => failed(&id, -32602, &why),
        Err(Fault::NotFound(what)) => failed(
            &id,
            -32001,
            &format!("androidx.test.uiautomator.UiObjectNotFoundException: {what}"),
        ),
    }
}

/// The arguments of a call. Numbers may be written with a fraction.
struct Params<'a>(&'a [Value]);

impl Params<'_> {
    fn at(&self, place: usize) -> &Value {
        self.0.get(place).unwrap_or(&Value::Null)
    }

    fn number(&self, place: usize) -> Option<f64> {
        self.at(place).as_f64()
    }

    fn pixel(&self, place: usize) -> Result<i32, Fault> {
        let number = self.number(place);
        number
            .map(|it| it as i32)
            .ok_or_else(|| Fault::Arguments(format!("argument {place} is no number")))
    }

    fn text(&self, place: usize) -> &str {
        self.at(place).as_str().unwrap_or_default()
    }

    fn wait(&self, place: usize) -> Duration {
        let ms = self.number(place).unwrap_or(0.0).max(0.0) as u64;
        Duration::from_millis(ms.min(LONGEST_WAIT))
    }

    fn is_selector(&self) -> bool {
        self.at(0).is_object()
    }
}

fn do_call(inside: &Inside, method: &str, params: &Params<'_>) -> Result<Value, Fault> {
    Ok(match method {
        "ping" => json!("pong"),
        "deviceInfo" => device_info(&*inside.phone()),
        "dumpWindowHierarchy" => json!(hierarchy(inside, params)),
        // Nothing is what a phone answers where the system does not let it: the client takes `screencap` then.
        "takeScreenshot" => Value::Null,
        "click" | "longClick" if params.is_selector() => tap_found(inside, params, method == "longClick")?,
        "click" => {
            let at = (params.pixel(0)?, params.pixel(1)?);
            click(inside, at, params.number(2));
            json!(true)
        }
        "longClick" => {
            let finger = Finger::Hold(params.pixel(0)?, params.pixel(1)?);
            inside.phone().touch(finger);
            json!(true)
        }
        "swipe" | "drag" | "swipePoints" => swiped(inside, params)?,
        "injectInputEvent" => injected(inside, params)?,
        "pressKey" => json!(press(inside, params.text(0))),
        "pressKeyCode" => {
            press_code(inside, params);
            json!(true)
        }
        "openNotification" | "openQuickSettings" => {
            let (width, _) = inside.phone().size();
            let x = width as i32 / 2;
            inside.phone().touch(Finger::Move((x, 0), (x, 1200)));
            json!(true)
        }
        "wakeUp"
        | "sleep"
        | "freezeRotation"
        | "setOrientation"
        | "setAccessibilityPatterns"
        | "waitForIdle" => {
            json!(true)
        }
        "isScreenOn" => json!(true),
        "getConfigurator" | "setConfigurator" => json!({
            "actionAcknowledgmentTimeout": 3000, "keyInjectionDelay": 0, "scrollAcknowledgmentTimeout": 200,
            "waitForIdleTimeout": 0, "waitForSelectorTimeout": 0,
        }),
        "waitForWindowUpdate" => json!(false),
        "setClipboard" => {
            // A label stands in front of the text.
            let text = params.text(params.0.len().saturating_sub(1));
            inside.phone().copy(text);
            json!(true)
        }
        "getClipboard" => json!(inside.phone().clipboard()),
        "pasteClipboard" => {
            inside.paste();
            json!(true)
        }
        "clearInputText" => {
            inside.phone().press(Key::SelectAll);
            inside.phone().press(Key::Delete);
            json!(true)
        }
        "exist" | "waitForExists" | "waitUntilGone" => {
            let gone = method == "waitUntilGone";
            let wanted = |inside: &Inside| Ok::<_, Fault>(found(inside, params.at(0))?.is_empty() == gone);
            json!(waited(inside, params.wait(1), wanted)?)
        }
        "count" => json!(found(inside, params.at(0))?.len()),
        "objInfo" => object(inside, params, info)?,
        "objInfoOfAllInstances" => {
            let widgets = Widgets::new(&inside.phone().windows());
            let all = widgets.find(params.at(0))?;
            json!(all.iter().map(|it| info(&widgets, *it)).collect::<Vec<_>>())
        }
        "getText" => object(inside, params, |widgets, id| {
            json!(widgets.get(id).text.clone().unwrap_or_default())
        })?,
        "setText" | "clearTextField" => set_text(inside, params)?,
        "scrollForward" | "scrollBackward" | "scrollToBeginning" | "scrollToEnd" | "scrollTo"
        | "flingForward" | "flingBackward" | "flingToBeginning" | "flingToEnd" => {
            scrolled(inside, method, params)?
        }
        other => return Err(Fault::NoMethod(other.to_owned())),
    })
}

fn hierarchy(inside: &Inside, params: &Params<'_>) -> String {
    let phone = inside.phone();
    let (windows, size) = (phone.all_windows(), phone.size());
    drop(phone);
    // The third argument asks for the window in front alone.
    let shown = match params.at(2).as_bool() {
        Some(true) => windows.get(..1).unwrap_or_default(),
        _ => &windows,
    };
    xml(shown, Form::Server, size)
}

/// Touch a point, for so many milliseconds where they are said.
fn click(inside: &Inside, (x, y): (i32, i32), ms: Option<f64>) {
    let held = ms.is_some_and(|it| it >= 400.0);
    inside.phone().touch(if held {
        Finger::Hold(x, y)
    } else {
        Finger::Tap(x, y)
    });
}

fn press_code(inside: &Inside, params: &Params<'_>) {
    let code = params.number(0).unwrap_or(0.0) as u32;
    let meta = params.number(1).unwrap_or(0.0) as u32;
    // Control held, as KeyEvent.META_CTRL_ON says.
    match meta & 0x1000 != 0 {
        true => inside.chord(&[keys::CONTROL[0], code]),
        false => inside.live().press(code),
    }
}

fn device_info(phone: &dyn Handset) -> Value {
    let ((width, height), (package, _)) = (phone.size(), phone.focus());
    json!({
        "currentPackageName": package,
        "displayHeight": height,
        "displayRotation": 0,
        "displaySizeDpX": width * 160 / 420,
        "displaySizeDpY": height * 160 / 420,
        "displayWidth": width,
        "productName": "emulator",
        "screenOn": true,
        "sdkInt": 33,
        "naturalOrientation": true,
    })
}

fn found(inside: &Inside, selector: &Value) -> Result<Vec<usize>, Fault> {
    let widgets = Widgets::new(&inside.phone().windows());
    Ok(widgets.find(selector)?)
}

/// Look again until it is so, at most so long; answers whether it is.
fn waited(
    inside: &Inside,
    most: Duration,
    is_so: impl Fn(&Inside) -> Result<bool, Fault>,
) -> Result<bool, Fault> {
    /// How long between two looks.
    const LOOK: Duration = Duration::from_millis(50);
    let begun = Instant::now();
    loop {
        if is_so(inside)? {
            return Ok(true);
        }
        let left = most.saturating_sub(begun.elapsed());
        if left.is_zero() || inside.wait(left.min(LOOK), &Client::default()) {
            return Ok(false);
        }
    }
}

/// Ask something of the first widget that fits.
fn object(
    inside: &Inside,
    params: &Params<'_>,
    ask: impl Fn(&Widgets, usize) -> Value,
) -> Result<Value, Fault> {
    let widgets = Widgets::new(&inside.phone().windows());
    match widgets.find(params.at(0))?.first() {
        Some(id) => Ok(ask(&widgets, *id)),
        None => Err(Fault::NotFound(params.at(0).to_string())),
    }
}

fn place(params: &Params<'_>, inside: &Inside) -> Result<(i32, i32), Fault> {
    let widgets = Widgets::new(&inside.phone().windows());
    match widgets.find(params.at(0))?.first() {
        Some(id) => Ok(widgets.get(*id).bounds.center()),
        None => Err(Fault::NotFound(params.at(0).to_string())),
    }
}

fn tap_found(inside: &Inside, params: &Params<'_>, held: bool) -> Result<Value, Fault> {
    let (x, y) = place(params, inside)?;
    inside.phone().touch(if held {
        Finger::Hold(x, y)
    } else {
        Finger::Tap(x, y)
    });
    Ok(json!(true))
}

fn bounds(it: Rect) -> Value {
    json!({"left": it.left, "top": it.top, "right": it.right, "bottom": it.bottom})
}

fn info(widgets: &Widgets, id: usize) -> Value {
    let it: &Element = widgets.get(id);
    json!({
        "bounds": bounds(it.bounds),
        "visibleBounds": bounds(it.bounds),
        "childCount": widgets.children(id),
        "className": it.class_name,
        "contentDescription": it.content_description,
        "packageName": it.package_name,
        "resourceName": it.resource_name,
        "text": it.text,
        "checkable": it.checkable,
        "checked": it.checked,
        "clickable": it.clickable,
        "enabled": it.enabled,
        "focusable": it.focusable,
        "focused": it.focused,
        "longClickable": it.long_clickable,
        "scrollable": it.scrollable,
        "selected": it.selected,
    })
}

/// The field that has the focus holds this text from now on; `false` where none has it.
pub fn fill(inside: &Inside, text: &str) -> bool {
    let focused = json!({"mask": 1 << 17, "focused": true});
    let done = set_text(inside, &Params(&[focused, json!(text)]));
    matches!(done, Ok(Value::Bool(true)))
}

fn set_text(inside: &Inside, params: &Params<'_>) -> Result<Value, Fault> {
    let widgets = Widgets::new(&inside.phone().windows());
    let all = widgets.find(params.at(0))?;
    let Some(id) = all.first() else {
        return Err(Fault::NotFound(params.at(0).to_string()));
    };
    let element = widgets.get(*id);
    if !element.editable {
        return Ok(json!(false));
    }
    let mut phone = inside.phone();
    if !element.focused {
        let (x, y) = element.bounds.center();
        phone.touch(Finger::Tap(x, y));
    }
    phone.press(Key::SelectAll);
    phone.press(Key::Delete);
    phone.type_text(params.text(1));
    Ok(json!(true))
}

/// From the first place to the last: four numbers, or a list of places.
fn swiped(inside: &Inside, params: &Params<'_>) -> Result<Value, Fault> {
    let (from, to) = match params.at(0).as_array() {
        Some(all) => {
            let numbers: Vec<i32> = all.iter().filter_map(Value::as_f64).map(|it| it as i32).collect();
            match numbers[..] {
                [x, y, .., to_x, to_y] => ((x, y), (to_x, to_y)),
                _ => return Err(Fault::Arguments("a way has two places or more".to_owned())),
            }
        }
        None if params.is_selector() => {
            let from = place(params, inside)?;
            (from, (params.pixel(1)?, params.pixel(2)?))
        }
        None => (
            (params.pixel(0)?, params.pixel(1)?),
            (params.pixel(2)?, params.pixel(3)?),
        ),
    };
    inside.phone().touch(Finger::Move(from, to));
    Ok(json!(true))
}

/// A finger goes down, moves, and goes up in calls of their own.
fn injected(inside: &Inside, params: &Params<'_>) -> Result<Value, Fault> {
    let at = (params.pixel(1)?, params.pixel(2)?);
    match params.number(0).map(|it| it as i32) {
        Some(0) => inside.live().finger(at, true),
        Some(1) => inside.live().finger(at, false),
        _ => {}
    }
    Ok(json!(true))
}

fn press(inside: &Inside, name: &str) -> bool {
    let code = match name {
        "recent" => Some(187),
        "delete" | "del" => Some(67),
        "center" => Some(23),
        "left" => Some(21),
        "right" => Some(22),
        "up" => Some(19),
        "down" => Some(20),
        other => keys::code(other),
    };
    code.map(|it| inside.live().press(it)).is_some()
}

/// The most swipes that a list is scrolled by.
const MOST_SWIPES: usize = 100;

fn scrolled(inside: &Inside, method: &str, params: &Params<'_>) -> Result<Value, Fault> {
    // The second argument says whether the list goes up and down.
    let vertical = params.at(1).as_bool().unwrap_or(true);
    let back = method.contains("Backward") || method.contains("Beginning");
    let all_the_way = method.contains("To");
    let wanted = (method == "scrollTo").then(|| params.at(1));
    let direction = match (vertical || wanted.is_some(), back) {
        (true, false) => Direction::Down,
        (true, true) => Direction::Up,
        (false, false) => Direction::Right,
        (false, true) => Direction::Left,
    };
    for n in 0..MOST_SWIPES {
        if let Some(wanted) = wanted
            && !found(inside, wanted)?.is_empty()
        {
            return Ok(json!(true));
        }
        let widgets = Widgets::new(&inside.phone().windows());
        let all = widgets.find(params.at(0))?;
        let area = match all.first() {
            Some(id) => widgets.get(*id).bounds,
            None => return Err(Fault::NotFound(params.at(0).to_string())),
        };
        let before = inside.phone().windows();
        inside.phone().touch(over(area, direction));
        let moved = inside.phone().windows() != before;
        if !moved || !all_the_way {
            let done = match (wanted, all_the_way) {
                (Some(_), _) => false,
                (None, true) => n > 0,
                (None, false) => moved,
            };
            return Ok(json!(done));
        }
    }
    Ok(json!(false))
}

/// A finger over a place, so that the content goes there.
fn over(area: Rect, direction: Direction) -> Finger {
    let (x, y) = area.center();
    let (sideways, upright) = (area.width() * 2 / 5, area.height() * 2 / 5);
    match direction {
        Direction::Down => Finger::Move((x, y + upright), (x, y - upright)),
        Direction::Up => Finger::Move((x, y - upright), (x, y + upright)),
        Direction::Right => Finger::Move((x + sideways, y), (x - sideways, y)),
        Direction::Left => Finger::Move((x - sideways, y), (x + sideways, y)),
    }
}
