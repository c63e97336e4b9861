//! An action as the original's clients send it: an object that names its kind and what it needs.

use std::fmt;

use adb_door::{Finger, Handset, Key};
use device::Device;
use emulator::Emulator;
use serde_json::{Map, Value};
use ui::{Direction, ElementId, HardAction, Rect};
use unicode_normalization::UnicodeNormalization;

/// The kinds there are.
const KINDS: [&str; 14] = [
    "click",
    "double_tap",
    "scroll",
    "swipe",
    "input_text",
    "navigate_home",
    "navigate_back",
    "keyboard_enter",
    "open_app",
    "status",
    "wait",
    "long_press",
    "answer",
    "unknown",
];
/// The fields there are, in the order in which an action is written.
const FIELDS: [&str; 10] = [
    "action_type",
    "index",
    "x",
    "y",
    "text",
    "direction",
    "goal_status",
    "app_name",
    "keycode",
    "clear_text",
];
/// How long a wait is, in milliseconds.
const WAIT_MS: i64 = 1000;

/// It is no action, or it can't be done: the original raises an exception.
#[derive(Debug, PartialEq, Eq)]
pub struct Failed;

type Done<T> = Result<T, Failed>;

/// An action whose fields are those that were given.
#[derive(Debug)]
pub struct JsonAction {
    given: Map<String, Value>,
}

/// Whether a value counts as true in Python.
fn is_true(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(it) => *it,
        Value::Number(it) => it.as_f64() != Some(0.0),
        Value::String(it) => !it.is_empty(),
        Value::Array(it) => !it.is_empty(),
        Value::Object(it) => !it.is_empty(),
    }
}

/// A whole number, as Python makes one: fractions are cut, and texts are read.
fn whole(value: &Value) -> Done<i64> {
    match value {
        Value::Bool(it) => Some(i64::from(*it)),
        Value::Number(it) => it.as_i64().or_else(|| it.as_f64().map(|it| it as i64)),
        Value::String(it) => it.trim().parse().ok(),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
    .ok_or(Failed)
}

/// A pixel: what is far outside stays outside.
fn pixel(value: &Value) -> Done<i32> {
    let far = i64::from(i32::MAX / 4);
    whole(value).map(|it| it.clamp(-far, far) as i32)
}

impl JsonAction {
    /// Read an object.
    pub fn read(object: Map<String, Value>) -> Done<Self> {
        if object.keys().any(|it| !FIELDS.contains(&it.as_str())) {
            return Err(Failed);
        }
        let mut given = object;
        given.retain(|_, value| !value.is_null());
        let mut it = Self { given };
        if !it.text("action_type").is_some_and(|it| KINDS.contains(&it)) {
            return Err(Failed);
        }
        if let Some(index) = it.given.get("index") {
            let index = Value::from(whole(index)?);
            it.given.insert("index".to_owned(), index);
            if it.given.contains_key("x") || it.given.contains_key("y") {
                return Err(Failed);
            }
        }
        let direction = it.given.get("direction").filter(|it| is_true(it));
        if direction.is_some() && it.direction().is_none() {
            return Err(Failed);
        }
        if let Some(text) = it.given.get_mut("text")
            && !text.is_string()
        {
            *text = Value::from(Python(text).to_string());
        }
        let key = it.given.get("keycode");
        if key.is_some_and(|it| !it.as_str().is_some_and(|it| it.starts_with("KEYCODE_"))) {
            return Err(Failed);
        }
        Ok(it)
    }

    fn text(&self, field: &str) -> Option<&str> {
        self.given.get(field)?.as_str()
    }

    fn index(&self) -> Option<i64> {
        self.given.get("index")?.as_i64()
    }

    fn direction(&self) -> Option<Direction> {
        match self.text("direction")? {
            "up" => Some(Direction::Up),
            "down" => Some(Direction::Down),
            "left" => Some(Direction::Left),
            "right" => Some(Direction::Right),
            _ => None,
        }
    }

    /// Where a finger goes: an element's middle, or the place that is said. `None` where neither is.
    fn place(&self, phone: &mut Emulator) -> Done<Option<(i32, i32)>> {
        if let Some(index) = self.index() {
            let screen = phone.observe().map_err(|_| Failed)?;
            let place = usize::try_from(index).map_err(|_| Failed)?;
            let element = screen.elements.get(place).ok_or(Failed)?;
            return Ok(Some(element.bounds.center()));
        }
        match (self.given.get("x"), self.given.get("y")) {
            (Some(x), Some(y)) => Ok(Some((pixel(x)?, pixel(y)?))),
            _ => Ok(None),
        }
    }

    /// Do it, as the original does it by adb.
    pub fn carry_out(&self, phone: &mut Emulator) -> Done<()> {
        match self.text("action_type").unwrap_or_default() {
            "click" => {
                let (x, y) = self.place(phone)?.ok_or(Failed)?;
                phone.touch(Finger::Tap(x, y));
            }
            "double_tap" => {
                let (x, y) = self.place(phone)?.ok_or(Failed)?;
                phone.touch(Finger::Tap(x, y));
                phone.touch(Finger::Tap(x, y));
            }
            "long_press" => {
                let (x, y) = self.place(phone)?.ok_or(Failed)?;
                phone.touch(Finger::Hold(x, y));
            }
            "input_text" => self.input_text(phone)?,
            "scroll" => self.scroll(phone)?,
            "swipe" => self.swipe(phone),
            "keyboard_enter" => phone.press(Key::Enter),
            "navigate_home" => phone.press(Key::Home),
            "navigate_back" => phone.press(Key::Back),
            "open_app" => self.open_app(phone)?,
            "wait" => phone.pass(WAIT_MS),
            "answer" => {
                let text = self.text("text").unwrap_or_default().to_owned();
                phone.act(&HardAction::Answer { text }).map_err(|_| Failed)?;
            }
            // Who says that it is done, or that it does not know what to do, does nothing.
            _ => {}
        }
        Ok(())
    }

    fn input_text(&self, phone: &mut Emulator) -> Done<()> {
        let Some(text) = self.text("text").filter(|it| !it.is_empty()) else {
            return Ok(());
        };
        if let Some((x, y)) = self.place(phone)? {
            phone.touch(Finger::Tap(x, y));
        }
        if self.given.get("clear_text").is_some_and(is_true) {
            phone.press(Key::SelectAll);
            phone.press(Key::Delete);
        }
        // Only these letters go through `input text`: accents are taken off, and the rest is left out.
        let plain: String = text.nfkd().filter(char::is_ascii).collect();
        let mut lines = plain.split('\n');
        phone.type_text(lines.next().unwrap_or_default());
        for line in lines {
            phone.press(Key::Enter);
            phone.type_text(line);
        }
        phone.press(Key::Enter);
        Ok(())
    }

    fn scroll(&self, phone: &mut Emulator) -> Done<()> {
        let Some(direction) = self.direction() else {
            return Ok(());
        };
        let (width, height) = Handset::size(phone);
        let whole = Rect::new(0, 0, width as i32, height as i32);
        // The first element means the whole screen as well.
        let area = match self.index().filter(|it| *it != 0) {
            None => whole,
            Some(_) => {
                let index = self
                    .index()
                    .and_then(|it| usize::try_from(it).ok())
                    .ok_or(Failed)?;
                let screen = phone.observe().map_err(|_| Failed)?;
                let element = screen.elements.get(ElementId(index).0).ok_or(Failed)?;
                element.bounds.intersection(&whole).ok_or(Failed)?
            }
        };
        let (x, y) = area.center();
        let to = match direction {
            Direction::Down => (x, area.top),
            Direction::Up => (x, area.bottom),
            Direction::Right => (area.left, y),
            Direction::Left => (area.right, y),
        };
        phone.touch(Finger::Move((x, y), to));
        Ok(())
    }

    fn swipe(&self, phone: &mut Emulator) {
        let Some(direction) = self.direction() else {
            return;
        };
        let (width, height) = Handset::size(phone);
        let (width, height) = (width as i32, height as i32);
        let (x, y) = (width / 2, height / 2);
        let (from, to) = match direction {
            Direction::Down => ((x, 0), (x, height)),
            Direction::Up => ((x, height), (x, 0)),
            Direction::Left => ((0, y), (width, y)),
            Direction::Right => ((width, y), (0, y)),
        };
        phone.touch(Finger::Move(from, to));
    }

    /// What no app is called by opens nothing.
    fn open_app(&self, phone: &mut Emulator) -> Done<()> {
        let app = self.text("app_name").filter(|it| !it.is_empty()).ok_or(Failed)?;
        if let Some(package) = phone.package(app) {
            phone.start(&package);
        }
        Ok(())
    }
}

/// As Python writes it.
impl fmt::Display for JsonAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSONAction(")?;
        let mut first = true;
        for (name, value) in FIELDS.iter().filter_map(|it| Some((it, self.given.get(*it)?))) {
            if !std::mem::take(&mut first) {
                f.write_str(", ")?;
            }
            match value.as_f64().filter(|_| value.is_f64()) {
                Some(number) => write!(f, "{name}='{number:.3}'")?,
                None => write!(f, "{name}={}", Python(value))?,
            }
        }
        f.write_str(")")
    }
}

/// A value as Python writes it.
struct Python<'a>(&'a Value);

impl fmt::Display for Python<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Null => f.write_str("None"),
            Value::Bool(true) => f.write_str("True"),
            Value::Bool(false) => f.write_str("False"),
            Value::Number(it) => write!(f, "{it}"),
            Value::String(it) => quoted(it, f),
            Value::Array(all) => {
                f.write_str("[")?;
                for (at, it) in all.iter().enumerate() {
                    let between = if at == 0 { "" } else { ", " };
                    write!(f, "{between}{}", Python(it))?;
                }
                f.write_str("]")
            }
            Value::Object(all) => {
                f.write_str("{")?;
                for (at, (name, it)) in all.iter().enumerate() {
                    f.write_str(if at == 0 { "" } else { ", " })?;
                    quoted(name, f)?;
                    write!(f, ": {}", Python(it))?;
                }
                f.write_str("}")
            }
        }
    }
}

/// In the quotes that need the fewest backslashes.
fn quoted(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let quote = match text.contains('\'') && !text.contains('"') {
        true => '"',
        false => '\'',
    };
    write!(f, "{quote}")?;
    for it in text.chars() {
        match it {
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '\\' => f.write_str("\\\\")?,
            it if it == quote => write!(f, "\\{it}")?,
            it if it.is_control() => write!(f, "\\x{:02x}", it as u32)?,
            it => write!(f, "{it}")?,
        }
    }
    write!(f, "{quote}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(value: Value) -> Done<JsonAction> {
        let Value::Object(object) = value else {
            panic!("an object")
        };
        JsonAction::read(object)
    }

    #[track_caller]
    fn written(value: Value, expected: &str) {
        assert_eq!(read(value).expect("an action").to_string(), expected);
    }

    #[test]
    fn actions_are_written_as_python_does() {
        written(
            json!({"y": 200, "x": 100, "action_type": "click", "index": null}),
            "JSONAction(action_type='click', x=100, y=200)",
        );
        written(
            json!({"action_type": "input_text", "text": "it's\n", "clear_text": true}),
            "JSONAction(action_type='input_text', text=\"it's\\n\", clear_text=True)",
        );
        written(
            json!({"action_type": "click", "x": 1.5, "y": 2}),
            "JSONAction(action_type='click', x='1.500', y=2)",
        );
        written(
            json!({"action_type": "click", "index": "3"}),
            "JSONAction(action_type='click', index=3)",
        );
        written(
            json!({"action_type": "answer", "text": [1, true, "a"]}),
            "JSONAction(action_type='answer', text=\"[1, True, 'a']\")",
        );
    }

    #[test]
    fn what_is_no_action_fails() {
        for it in [
            json!({}),
            json!({"action_type": "fly"}),
            json!({"action_type": "click", "z": 1}),
            json!({"action_type": "click", "index": 1, "x": 2}),
            json!({"action_type": "click", "index": "one"}),
            json!({"action_type": "scroll", "direction": "aside"}),
            json!({"action_type": "status", "keycode": "ENTER"}),
        ] {
            assert_eq!(read(it.clone()).err(), Some(Failed), "{it}");
        }
        let mut phone = Emulator::new();
        for it in [
            json!({"action_type": "click"}),
            json!({"action_type": "click", "x": 3}),
            json!({"action_type": "click", "x": "a", "y": "b"}),
            json!({"action_type": "click", "index": -1}),
            json!({"action_type": "click", "index": 5000}),
            json!({"action_type": "open_app", "app_name": ""}),
        ] {
            let action = read(it.clone()).expect("an action");
            assert_eq!(action.carry_out(&mut phone), Err(Failed), "{it}");
        }
    }

    #[test]
    fn letters_lose_their_accents() {
        let mut phone = Emulator::new();
        let open = json!({"action_type": "open_app", "app_name": "contacts"});
        read(open).unwrap().carry_out(&mut phone).unwrap();
        let list = phone.observe().unwrap();
        let add = list.elements.iter().position(|it| {
            it.content_description
                .as_deref()
                .is_some_and(|it| it.to_lowercase().contains("create"))
        });
        let add = json!({"action_type": "click", "index": add.expect("a button")});
        read(add).unwrap().carry_out(&mut phone).unwrap();
        let form = phone.observe().unwrap();
        let field = form.elements.iter().position(|it| it.editable).expect("a field");
        let typed = json!({"action_type": "input_text", "index": field, "text": "Zoë 愛 Müller"});
        read(typed).unwrap().carry_out(&mut phone).unwrap();
        let after = phone.observe().unwrap();
        let said: Vec<&str> = after
            .elements
            .iter()
            .filter_map(|it| it.text.as_deref())
            .collect();
        assert!(said.contains(&"Zoe  Muller"), "{said:?}");
    }
}
