//! Texts to key presses, and dates and times to the keys that their fields take.

use jiff::civil::Date;
use serde_json::{Value, json};
use ui::Chord;

use crate::cdp::Command;

/// The Ctrl key as a modifier of mouse and key events.
pub(crate) const CTRL: u32 = 2;
const ALT: u32 = 1;
const META: u32 = 4;
const SHIFT: u32 = 8;

/// A key without a text of its own, by its DOM name.
pub(crate) fn press(key: &'static str) -> [Command; 2] {
    press_with(key, 0)
}

/// Enter with Shift held, which breaks a line in an editor: Enter alone may send what is written.
pub(crate) fn new_line() -> [Command; 2] {
    press_with("Enter", SHIFT)
}

fn press_with(key: &'static str, modifiers: u32) -> [Command; 2] {
    let text = if key == "Enter" { "\r" } else { "" };
    let number = number_of(key);
    both(json!({
        "key": key, "code": key, "windowsVirtualKeyCode": number, "text": text, "modifiers": modifiers,
    }))
}

/// The virtual key number of a key that has a name; 0 for what a keyboard does not have.
fn number_of(key: &str) -> u32 {
    const NUMBERS: [(&str, u32); 17] = [
        ("Backspace", 8),
        ("Tab", 9),
        ("Enter", 13),
        ("CapsLock", 20),
        ("Escape", 27),
        ("Space", 32),
        ("PageUp", 33),
        ("PageDown", 34),
        ("End", 35),
        ("Home", 36),
        ("ArrowLeft", 37),
        ("ArrowUp", 38),
        ("ArrowRight", 39),
        ("ArrowDown", 40),
        ("Insert", 45),
        ("Delete", 46),
        ("ContextMenu", 93),
    ];
    let function = || key.strip_prefix('F')?.parse::<u32>().ok().map(|it| 111 + it);
    let named = NUMBERS.iter().find(|(it, _)| *it == key).map(|(_, it)| *it);
    named.or_else(function).unwrap_or(0)
}

/// A key while others are held, which are pressed before it and let go after it.
pub(crate) fn chord(chord: &Chord) -> Vec<Command> {
    let held = [
        (chord.control, "Control", 17, CTRL),
        (chord.alt, "Alt", 18, ALT),
        (chord.shift, "Shift", 16, SHIFT),
        (chord.meta, "Meta", 91, META),
    ];
    let (mut downs, mut ups, mut modifiers) = (Vec::new(), Vec::new(), 0);
    let event = |kind: &str, key: &str, number: u32, modifiers: u32| {
        let code = format!("{key}Left");
        let params = json!({
            "type": kind, "key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": modifiers,
        });
        ("Input.dispatchKeyEvent", params)
    };
    for (_, key, number, bit) in held.into_iter().filter(|it| it.0) {
        ups.push(event("keyUp", key, number, modifiers));
        modifiers |= bit;
        downs.push(event("rawKeyDown", key, number, modifiers));
    }
    // Only Shift leaves a key its text.
    let types = !(chord.control || chord.alt || chord.meta);
    let mut characters = chord.key().chars();
    let pressed = match (characters.next(), characters.next()) {
        (Some(it), None) => {
            let typed = match (chord.is_modified(), chord.shift) {
                (true, true) => shifted(it),
                (true, false) => it.to_ascii_lowercase(),
                (false, _) => it,
            };
            let [(_, mut down), (_, mut up)] = character(typed);
            for event in [&mut down, &mut up] {
                event["modifiers"] = json!(event["modifiers"].as_u64().unwrap_or(0) | u64::from(modifiers));
            }
            if !types && let Some(down) = down.as_object_mut() {
                down.remove("text");
                down.insert("type".to_owned(), json!("rawKeyDown"));
            }
            [("Input.dispatchKeyEvent", down), ("Input.dispatchKeyEvent", up)]
        }
        _ => {
            let (key, text) = match chord.key() {
                "Space" => (" ", if types { " " } else { "" }),
                "Enter" => ("Enter", if types { "\r" } else { "" }),
                other => (other, ""),
            };
            both(json!({
                "key": key, "code": chord.key(), "windowsVirtualKeyCode": number_of(chord.key()), "text": text,
                "modifiers": modifiers,
            }))
        }
    };
    downs.extend(pressed);
    downs.extend(ups.into_iter().rev());
    downs
}

/// What a key gives with Shift on a US keyboard.
fn shifted(it: char) -> char {
    const PLAIN: &str = "1234567890;=,-./`[\\]'";
    const SHIFTED: &str = "!@#$%^&*():+<_>?~{|}\"";
    let pairs = PLAIN.chars().zip(SHIFTED.chars());
    let other = pairs.into_iter().find(|(plain, _)| *plain == it);
    other.map_or_else(|| it.to_ascii_uppercase(), |(_, shifted)| shifted)
}

/// One editing command of the browser (`selectAll`, `moveToEndOfDocument`, ...), sent with its usual key.
pub(crate) fn edit(command: &'static str) -> [Command; 2] {
    let (key, code, number, modifiers) = match command {
        "selectAll" => ("a", "KeyA", 65, CTRL),
        _ => ("End", "End", 35, CTRL),
    };
    let down = json!({
        "type": "rawKeyDown", "key": key, "code": code, "windowsVirtualKeyCode": number,
        "modifiers": modifiers, "commands": [command],
    });
    let up = json!({ "type": "keyUp", "key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": modifiers });
    [("Input.dispatchKeyEvent", down), ("Input.dispatchKeyEvent", up)]
}

/// The presses that type one character.
pub(crate) fn character(it: char) -> [Command; 2] {
    if it == '\n' {
        return press("Enter");
    }
    let shifted = it.is_ascii_uppercase() || "~!@#$%^&*()_+{}|:\"<>?".contains(it);
    let (code, number) = code_of(it);
    both(json!({
        "key": it.to_string(), "code": code, "windowsVirtualKeyCode": number, "text": it.to_string(),
        "unmodifiedText": it.to_string(), "modifiers": if shifted { SHIFT } else { 0 },
    }))
}

fn both(mut down: Value) -> [Command; 2] {
    let mut up = down.clone();
    if let (Some(down), Some(up)) = (down.as_object_mut(), up.as_object_mut()) {
        let typed = down
            .get("text")
            .and_then(Value::as_str)
            .is_some_and(|it| !it.is_empty());
        down.insert(
            "type".to_owned(),
            json!(if typed { "keyDown" } else { "rawKeyDown" }),
        );
        // Even an empty text would make the browser take it for a character.
        if !typed {
            down.remove("text");
        }
        up.insert("type".to_owned(), json!("keyUp"));
        up.remove("text");
        up.remove("unmodifiedText");
    }
    [("Input.dispatchKeyEvent", down), ("Input.dispatchKeyEvent", up)]
}

/// `code` and virtual key number on a US keyboard; empty and 0 for what it does not have.
fn code_of(it: char) -> (String, u32) {
    const SIGNS: [(&str, &str, u32); 12] = [
        (" ", "Space", 32),
        (";:", "Semicolon", 186),
        ("=+", "Equal", 187),
        (",<", "Comma", 188),
        ("-_", "Minus", 189),
        (".>", "Period", 190),
        ("/?", "Slash", 191),
        ("`~", "Backquote", 192),
        ("[{", "BracketLeft", 219),
        ("\\|", "Backslash", 220),
        ("]}", "BracketRight", 221),
        ("'\"", "Quote", 222),
    ];
    let digit = if it.is_ascii_digit() {
        it.to_digit(10)
    } else {
        ")!@#$%^&*("
            .chars()
            .zip(0..)
            .find(|(sign, _)| *sign == it)
            .map(|(_, at)| at)
    };
    if let Some(digit) = digit {
        return (format!("Digit{digit}"), 48 + digit);
    }
    if it.is_ascii_alphabetic() {
        let upper = it.to_ascii_uppercase();
        return (format!("Key{upper}"), u32::from(upper));
    }
    SIGNS
        .iter()
        .find(|(signs, _, _)| signs.contains(it))
        .map(|(_, code, number)| ((*code).to_owned(), *number))
        .unwrap_or_default()
}

/// What a date, time, month or week field is typed, part by part; `None` where the text is no such value.
///
/// `order` is the order of the parts in the page's fields (`month`, `day`, `year`).
pub(crate) fn field_parts(kind: &str, text: &str, order: &[String]) -> Option<Vec<String>> {
    let text = text.trim();
    match kind {
        "date" => date_parts(text, order),
        "time" => time_parts(text),
        "datetime-local" => {
            let (date, time) = text.split_once('T').or_else(|| text.split_once(' '))?;
            let mut parts = date_parts(date.trim_end_matches(','), order)?;
            parts.extend(time_parts(time)?);
            Some(parts)
        }
        "month" => {
            let (a, b) = text.split_once(['-', '/'])?;
            let (year, month) = if a.len() == 4 { (a, b) } else { (b, a) };
            Some(vec![month_name(month)?, number(year, 4, 1, 9999)?])
        }
        _ => None,
    }
}

/// A month field shows the month's name and takes its first letters.
fn month_name(text: &str) -> Option<String> {
    let month = text.trim().parse().ok()?;
    let day = Date::new(2000, month, 1).ok()?;
    Some(day.strftime("%b").to_string())
}

fn number(text: &str, width: usize, low: u32, high: u32) -> Option<String> {
    let value: u32 = text.trim().parse().ok()?;
    (low..=high).contains(&value).then(|| format!("{value:0width$}"))
}

/// `2010-05-20` and `05/20/2010`; month before day unless only the other order is a date.
fn date_parts(text: &str, order: &[String]) -> Option<Vec<String>> {
    let parts: Vec<&str> = text.split(['-', '/', '.']).collect();
    let [a, b, c] = parts.as_slice() else { return None };
    let (year, month, day) = if a.trim().len() == 4 { (a, b, c) } else { (c, a, b) };
    let year = number(year, 4, 1, 9999)?;
    let (month, day) = match (number(month, 2, 1, 12), number(day, 2, 1, 31)) {
        (Some(month), Some(day)) => (month, day),
        _ => (number(day, 2, 1, 12)?, number(month, 2, 1, 31)?),
    };
    let part = |name: &str| match name {
        "year" => year.clone(),
        "month" => month.clone(),
        _ => day.clone(),
    };
    if order.len() == 3 {
        Some(order.iter().map(|it| part(it)).collect())
    } else {
        Some(vec![month, day, year])
    }
}

/// `9:37 PM` and `21:37`, with or without seconds.
fn time_parts(text: &str) -> Option<Vec<String>> {
    let upper = text.to_ascii_uppercase();
    let (clock, half) = match (upper.strip_suffix("AM"), upper.strip_suffix("PM")) {
        (Some(clock), _) => (clock.to_owned(), Some("A")),
        (_, Some(clock)) => (clock.to_owned(), Some("P")),
        _ => (upper.clone(), None),
    };
    let mut parts = clock.trim().split(':');
    let hour: u32 = parts.next()?.trim().parse().ok()?;
    let minute = number(parts.next().unwrap_or("0"), 2, 0, 59)?;
    let (hour, half) = match half {
        Some(half) if (1..=12).contains(&hour) => (hour, half),
        None if hour < 24 => (
            if hour.is_multiple_of(12) { 12 } else { hour % 12 },
            if hour < 12 { "A" } else { "P" },
        ),
        _ => return None,
    };
    Some(vec![format!("{hour:02}"), minute, half.to_owned()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(kind: &str, text: &str) -> Option<String> {
        let order = ["month", "day", "year"].map(str::to_owned);
        field_parts(kind, text, &order).map(|it| it.join(" "))
    }

    #[test]
    fn dates_and_times_become_the_keys_of_their_fields() {
        assert_eq!(typed("date", "05/20/2010").as_deref(), Some("05 20 2010"));
        assert_eq!(typed("date", "2010-05-20").as_deref(), Some("05 20 2010"));
        assert_eq!(typed("date", "20.05.2010").as_deref(), Some("05 20 2010"));
        assert_eq!(typed("date", "soon"), None);
        assert_eq!(typed("date", "13/32/2010"), None);
        assert_eq!(typed("time", "9:37 PM").as_deref(), Some("09 37 P"));
        assert_eq!(typed("time", "00:05").as_deref(), Some("12 05 A"));
        assert_eq!(typed("time", "25:00"), None);
        assert_eq!(
            typed("datetime-local", "2010-05-20T21:37").as_deref(),
            Some("05 20 2010 09 37 P")
        );
        assert_eq!(typed("month", "2010-05").as_deref(), Some("May 2010"));
    }
}
