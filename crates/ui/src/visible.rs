//! Text from outside, made safe to look at.

use std::borrow::Cow;

/// Whether a character does something to what stands around it instead of showing: control characters (they move the
/// cursor, or begin a terminal's commands), and those that turn the direction of text, so that it reads as something
/// else. Line ends and tabs show as what they are.
fn acts(it: char) -> bool {
    match it {
        '\n' | '\t' => false,
        // Marks and overrides of direction, and other line ends.
        '\u{61c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{feff}'
        | '\u{fffe}'
        | '\u{ffff}' => true,
        it => it.is_control(),
    }
}

/// A text with every character that would act instead of showing written as `\u001b`, as JSON writes it too.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for it in text.chars() {
        match acts(it) {
            true => shown.push_str(&format!("\\u{:04x}", u32::from(it))),
            false => shown.push(it),
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_is_written_out_and_all_else_stays() {
        let plain = "Zoë 王小明 👩‍💻 שלום\n\tline";
        assert!(matches!(visible(plain), Cow::Borrowed(it) if it == plain));
        assert_eq!(
            visible("a\u{1b}[31mb\u{202e}c\r\u{9b}d"),
            "a\\u001b[31mb\\u202ec\\u000d\\u009bd"
        );
        assert_eq!(visible("\u{1b}]0;title\u{7}"), "\\u001b]0;title\\u0007");
    }
}
