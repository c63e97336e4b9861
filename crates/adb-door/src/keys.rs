//! Keys by their names and numbers.

/// Names of keys that clients press, without `KEYCODE_` in front. What has no meaning here is taken all the same.
const NAMED: [(&str, u32); 62] = [
    ("UNKNOWN", 0),
    ("SOFT_LEFT", 1),
    ("SOFT_RIGHT", 2),
    ("HOME", 3),
    ("BACK", 4),
    ("CALL", 5),
    ("ENDCALL", 6),
    ("STAR", 17),
    ("POUND", 18),
    ("DPAD_UP", 19),
    ("DPAD_DOWN", 20),
    ("DPAD_LEFT", 21),
    ("DPAD_RIGHT", 22),
    ("DPAD_CENTER", 23),
    ("VOLUME_UP", 24),
    ("VOLUME_DOWN", 25),
    ("POWER", 26),
    ("CAMERA", 27),
    ("CLEAR", 28),
    ("COMMA", 55),
    ("PERIOD", 56),
    ("ALT_LEFT", 57),
    ("ALT_RIGHT", 58),
    ("SHIFT_LEFT", 59),
    ("SHIFT_RIGHT", 60),
    ("TAB", 61),
    ("SPACE", 62),
    ("ENVELOPE", 65),
    ("ENTER", 66),
    ("DEL", 67),
    ("GRAVE", 68),
    ("MINUS", 69),
    ("EQUALS", 70),
    ("LEFT_BRACKET", 71),
    ("RIGHT_BRACKET", 72),
    ("BACKSLASH", 73),
    ("SEMICOLON", 74),
    ("APOSTROPHE", 75),
    ("SLASH", 76),
    ("AT", 77),
    ("PLUS", 81),
    ("MENU", 82),
    ("NOTIFICATION", 83),
    ("SEARCH", 84),
    ("MEDIA_PLAY_PAUSE", 85),
    ("PAGE_UP", 92),
    ("PAGE_DOWN", 93),
    ("ESCAPE", 111),
    ("FORWARD_DEL", 112),
    ("CTRL_LEFT", 113),
    ("CTRL_RIGHT", 114),
    ("MOVE_HOME", 122),
    ("MOVE_END", 123),
    ("NUMPAD_ENTER", 160),
    ("VOLUME_MUTE", 164),
    ("APP_SWITCH", 187),
    ("SLEEP", 223),
    ("WAKEUP", 224),
    ("PASTE", 279),
    ("CUT", 277),
    ("COPY", 278),
    ("ALL_APPS", 284),
];

/// Control, left and right.
pub const CONTROL: [u32; 2] = [113, 114];
/// Control and this is all of a text.
pub const A: u32 = 29;
/// Control and this pastes.
pub const V: u32 = 50;

/// The number of a key, as it is written behind `input keyevent`.
pub fn code(text: &str) -> Option<u32> {
    if let Ok(code) = text.parse() {
        return Some(code);
    }
    let name = text.to_ascii_uppercase();
    let name = name.strip_prefix("KEYCODE_").unwrap_or(&name);
    if let [it @ b'0'..=b'9'] = name.as_bytes() {
        return Some(7 + u32::from(it - b'0'));
    }
    if let [it @ b'A'..=b'Z'] = name.as_bytes() {
        return Some(29 + u32::from(it - b'A'));
    }
    NAMED.iter().find(|it| it.0 == name).map(|it| it.1)
}

/// What a key types, without Shift.
pub fn typed(code: u32) -> Option<char> {
    let from = |first: char, at: u32| char::from_u32(u32::from(first) + at);
    match code {
        7..=16 => from('0', code - 7),
        29..=54 => from('a', code - 29),
        17 => Some('*'),
        18 => Some('#'),
        55 => Some(','),
        56 => Some('.'),
        62 => Some(' '),
        68 => Some('`'),
        69 => Some('-'),
        70 => Some('='),
        71 => Some('['),
        72 => Some(']'),
        73 => Some('\\'),
        74 => Some(';'),
        75 => Some('\''),
        76 => Some('/'),
        77 => Some('@'),
        81 => Some('+'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_names_and_numbers() {
        assert_eq!(code("KEYCODE_BACK"), Some(4));
        assert_eq!(code("enter"), Some(66));
        assert_eq!(code("187"), Some(187));
        assert_eq!(code("KEYCODE_V"), Some(V));
        assert_eq!(code("A"), Some(A));
        assert_eq!(code("NOKEY"), None);
        assert_eq!(code("KEYCODE_9").and_then(typed), Some('9'));
    }
}
