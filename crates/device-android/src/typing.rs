//! Text to the commands that type it.

use adb::shell::quoted;

/// The most letters that one command types.
const MOST: usize = 400;

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Letters that `input text` types.
    Letters(String),
    /// The ENTER key.
    Enter,
}

/// Whether `input text` can type it: it knows the keys of ASCII alone.
pub fn is_plain(text: &str) -> bool {
    text.chars().all(|it| it == '\n' || (' '..='~').contains(&it))
}

/// The parts of a plain text, in order. `%s` would be typed as a blank: it never stands in one part.
pub fn parts(text: &str) -> Vec<Part> {
    let mut all = Vec::new();
    for (n, line) in text.split('\n').enumerate() {
        if n > 0 {
            all.push(Part::Enter);
        }
        let mut letters = String::new();
        for it in line.chars() {
            if letters.len() >= MOST || (it == 's' && letters.ends_with('%')) {
                all.push(Part::Letters(std::mem::take(&mut letters)));
            }
            letters.push(it);
        }
        if !letters.is_empty() {
            all.push(Part::Letters(letters));
        }
    }
    all
}

/// The command that types letters.
pub fn command(letters: &str) -> String {
    format!("input text {}", quoted(&letters.replace(' ', "%s")))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_blank_is_written_otherwise_and_a_sign_is_not_mistaken() {
        assert_eq!(command("it's a b"), "input text \"it's%sa%sb\"");
        let letters = |it: &str| Part::Letters(it.to_owned());
        assert_eq!(
            parts("50%s\n\nx"),
            [
                letters("50%"),
                letters("s"),
                Part::Enter,
                Part::Enter,
                letters("x")
            ]
        );
        assert!(is_plain("a ~\n") && !is_plain("é") && !is_plain("\t"));
    }

    proptest! {
        #[test]
        fn nothing_is_lost(text in "[ -~\n]{0,900}") {
            let typed: String = parts(&text)
                .iter()
                .map(|it| match it {
                    Part::Letters(it) => it.as_str(),
                    Part::Enter => "\n",
                })
                .collect();
            prop_assert_eq!(typed, text);
        }
    }
}
