//! A key with the modifiers that are held with it, as people write it: `Escape`, `Control+A`, `Shift+ArrowDown`.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The keys that have a name, by the names of the web's `KeyboardEvent.key`.
const NAMED: [&str; 29] = [
    "Enter",
    "Tab",
    "Escape",
    "Backspace",
    "Delete",
    "Insert",
    "Home",
    "End",
    "PageUp",
    "PageDown",
    "ArrowUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "Space",
    "ContextMenu",
    "F1",
    "F2",
    "F3",
    "F4",
    "F5",
    "F6",
    "F7",
    "F8",
    "F9",
    "F10",
    "F11",
    "F12",
    "CapsLock",
];
/// Other spellings that are common.
const OTHERS: [(&str, &str); 11] = [
    ("Esc", "Escape"),
    ("Return", "Enter"),
    ("Del", "Delete"),
    ("Ins", "Insert"),
    ("Up", "ArrowUp"),
    ("Down", "ArrowDown"),
    ("Left", "ArrowLeft"),
    ("Right", "ArrowRight"),
    ("PgUp", "PageUp"),
    ("PgDn", "PageDown"),
    ("Menu", "ContextMenu"),
];

/// A text that names no key chord.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChordError {
    /// There is no such key.
    #[error("`{key}` is no key; a key is one character or one of: {}", NAMED.join(", "))]
    UnknownKey {
        /// What stands in its place.
        key: String,
    },
    /// What is held is no modifier.
    #[error("`{name}` is no modifier; they are: Control, Alt, Shift, Meta")]
    UnknownModifier {
        /// What stands in its place.
        name: String,
    },
}

/// A key and the modifiers held with it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Chord {
    /// Whether Control is held.
    pub control: bool,
    /// Whether Alt is held.
    pub alt: bool,
    /// Whether Shift is held.
    pub shift: bool,
    /// Whether Meta (the Windows or Command key) is held.
    pub meta: bool,
    key: String,
}

impl Chord {
    /// The key: its name, or its one character; a letter of a chord is a capital one.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Whether any modifier is held.
    pub fn is_modified(&self) -> bool {
        self.control || self.alt || self.shift || self.meta
    }
}

impl FromStr for Chord {
    type Err = ChordError;

    fn from_str(text: &str) -> Result<Self, ChordError> {
        let text = match text {
            " " => " ",
            text => text.trim(),
        };
        // The plus sign is a key as well: alone, and at the end.
        let (held, key) = match text.strip_suffix("++") {
            Some(held) => (held, "+"),
            None => text
                .rsplit_once('+')
                .filter(|(_, key)| !key.is_empty())
                .unwrap_or(("", text)),
        };
        let mut chord = Self {
            control: false,
            alt: false,
            shift: false,
            meta: false,
            key: key_of(key.trim_matches(|it: char| it.is_whitespace() && key.len() > 1))?,
        };
        for name in held.split('+').map(str::trim).filter(|_| !held.is_empty()) {
            match name.to_ascii_lowercase().as_str() {
                "control" | "ctrl" => chord.control = true,
                "alt" | "option" => chord.alt = true,
                "shift" => chord.shift = true,
                "meta" | "cmd" | "command" | "super" | "win" => chord.meta = true,
                _ => {
                    return Err(ChordError::UnknownModifier {
                        name: name.to_owned(),
                    });
                }
            }
        }
        if chord.is_modified() {
            chord.key = match chord.key.as_str() {
                one if one.len() == 1 => one.to_ascii_uppercase(),
                named => named.to_owned(),
            };
        }
        Ok(chord)
    }
}

/// A key by its usual name.
fn key_of(text: &str) -> Result<String, ChordError> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(' '), None) => return Ok("Space".to_owned()),
        (Some(it), None) if !it.is_control() => return Ok(it.to_string()),
        _ => {}
    }
    let other = OTHERS.iter().find(|(it, _)| it.eq_ignore_ascii_case(text));
    let name = other.map_or(text, |(_, name)| name);
    NAMED
        .iter()
        .find(|it| it.eq_ignore_ascii_case(name))
        .map(|it| (*it).to_owned())
        .ok_or_else(|| ChordError::UnknownKey { key: text.to_owned() })
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let held = [
            (self.control, "Control"),
            (self.alt, "Alt"),
            (self.shift, "Shift"),
            (self.meta, "Meta"),
        ];
        for (_, name) in held.into_iter().filter(|(it, _)| *it) {
            write!(f, "{name}+")?;
        }
        f.write_str(&self.key)
    }
}

impl TryFrom<String> for Chord {
    type Error = ChordError;

    fn try_from(text: String) -> Result<Self, ChordError> {
        text.parse()
    }
}

impl From<Chord> for String {
    fn from(chord: Chord) -> Self {
        chord.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chord_has_one_spelling() {
        for (written, spelled) in [
            ("Escape", "Escape"),
            ("esc", "Escape"),
            ("ctrl+a", "Control+A"),
            ("Shift + Control + ArrowDown", "Control+Shift+ArrowDown"),
            ("Cmd+shift+z", "Shift+Meta+Z"),
            ("a", "a"),
            ("A", "A"),
            ("+", "+"),
            ("Control++", "Control++"),
            (" ", "Space"),
            ("Alt+ä", "Alt+ä"),
        ] {
            let chord: Chord = written.parse().unwrap();
            assert_eq!(chord.to_string(), spelled);
            assert_eq!(spelled.parse(), Ok(chord));
        }
    }

    #[test]
    fn what_is_no_key_is_said() {
        for (written, reason) in [
            ("Control+Everything", "`Everything` is no key"),
            ("Hyper+A", "`Hyper` is no modifier"),
            ("Control+", "`Control+` is no key"),
            ("", "`` is no key"),
            ("ab", "`ab` is no key"),
        ] {
            let error = written.parse::<Chord>().unwrap_err().to_string();
            assert!(error.starts_with(reason), "{written}: {error}");
        }
    }
}
