//! A text with slots, each of which is a parameter or an expression over parameters.

use std::fmt;

use thiserror::Error;

/// Why a text with slots can't be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormulaError {
    /// A brace without its partner.
    #[error("a brace without its partner at character {at}; a brace that is meant as text is written twice")]
    Brace {
        /// Where, in characters, from 1.
        at: usize,
    },
    /// A slot with nothing in it.
    #[error("an empty slot at character {at}; a brace that is meant as text is written twice")]
    Empty {
        /// Where, in characters, from 1.
        at: usize,
    },
}

/// A part of a [`Formula`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// What is always the same.
    Text(String),
    /// A parameter's name or an expression, as it is written.
    Slot(String),
}

/// A text with `{slots}`: `{name}`, `{upper_case(name)}`. Doubled braces stand for themselves.
///
/// What is in a slot is an expression of the functions' string language; here it is only taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Formula {
    pieces: Vec<Piece>,
}

impl Formula {
    /// Read a text with slots.
    pub fn parse(text: &str) -> Result<Self, FormulaError> {
        let chars: Vec<char> = text.chars().collect();
        let mut pieces = Vec::new();
        let mut plain = String::new();
        let mut at = 0;
        while at < chars.len() {
            match (chars[at], chars.get(at + 1)) {
                ('{', Some('{')) | ('}', Some('}')) => {
                    plain.push(chars[at]);
                    at += 2;
                }
                ('{', _) => {
                    let end = slot_end(&chars, at + 1).ok_or(FormulaError::Brace { at: at + 1 })?;
                    let slot: String = chars[at + 1..end].iter().collect();
                    let slot = slot.trim();
                    if slot.is_empty() {
                        return Err(FormulaError::Empty { at: at + 1 });
                    }
                    // Printed again it would be a doubled brace.
                    if slot.starts_with('{') {
                        return Err(FormulaError::Brace { at: at + 1 });
                    }
                    if !plain.is_empty() {
                        pieces.push(Piece::Text(std::mem::take(&mut plain)));
                    }
                    pieces.push(Piece::Slot(slot.to_owned()));
                    at = end + 1;
                }
                ('}', _) => return Err(FormulaError::Brace { at: at + 1 }),
                (other, _) => {
                    plain.push(other);
                    at += 1;
                }
            }
        }
        if !plain.is_empty() {
            pieces.push(Piece::Text(plain));
        }
        Ok(Self { pieces })
    }

    /// A text without slots.
    pub fn plain(text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            pieces: if text.is_empty() {
                vec![]
            } else {
                vec![Piece::Text(text)]
            },
        }
    }

    /// Its parts, in order; two texts never stand side by side.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The names in its slots: what stands outside quotes and is neither a function nor a method.
    pub fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(_) => {}
                Piece::Slot(slot) => collect_names(slot, &mut names),
            }
        }
        names
    }
}

/// The brace that closes a slot; braces between quotes close nothing, and each of a table closes its own.
fn slot_end(chars: &[char], from: usize) -> Option<usize> {
    let (mut quoted, mut open) = (false, 0);
    let mut at = from;
    while at < chars.len() {
        match chars[at] {
            '\\' if quoted => at += 1,
            '"' => quoted = !quoted,
            '{' if !quoted => open += 1,
            '}' if !quoted && open == 0 => return Some(at),
            '}' if !quoted => open -= 1,
            _ => {}
        }
        at += 1;
    }
    None
}

fn collect_names<'a>(slot: &'a str, names: &mut Vec<&'a str>) {
    let is_name = |it: char| it.is_alphanumeric() || it == '_';
    let mut rest = slot;
    let mut before = ' ';
    while let Some(first) = rest.chars().next() {
        if first == '"' {
            let mut escaped = false;
            let end = rest[1..].find(|it: char| {
                let ends = it == '"' && !escaped;
                escaped = it == '\\' && !escaped;
                ends
            });
            rest = end.map_or("", |end| &rest[end + 2..]);
        } else if is_name(first) {
            let end = rest.find(|it| !is_name(it)).unwrap_or(rest.len());
            let (name, tail) = rest.split_at(end);
            let called = tail.trim_start().starts_with('(');
            if !called && before != '.' && !first.is_ascii_digit() {
                names.push(name);
            }
            rest = tail;
        } else {
            rest = &rest[first.len_utf8()..];
        }
        before = first;
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => f.write_str(&text.replace('{', "{{").replace('}', "}}"))?,
                Piece::Slot(slot) => write!(f, "{{{slot}}}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_end_at_their_brace_and_not_in_quotes() {
        let formula = Formula::parse(r#"a{{b}} {part(x, "}", 1)}-{ y }"#).unwrap();
        assert_eq!(
            formula.pieces(),
            [
                Piece::Text("a{b} ".to_owned()),
                Piece::Slot(r#"part(x, "}", 1)"#.to_owned()),
                Piece::Text("-".to_owned()),
                Piece::Slot("y".to_owned()),
            ]
        );
        assert_eq!(formula.names(), ["x", "y"]);
        assert_eq!(Formula::parse(&formula.to_string()).unwrap(), formula);
    }

    #[test]
    fn a_brace_alone_is_refused_with_its_place() {
        assert_eq!(Formula::parse("ab{c"), Err(FormulaError::Brace { at: 3 }));
        assert_eq!(Formula::parse("ab}c"), Err(FormulaError::Brace { at: 3 }));
        assert_eq!(Formula::parse("{ }"), Err(FormulaError::Empty { at: 1 }));
    }

    #[test]
    fn functions_and_methods_are_no_names() {
        let formula = Formula::parse(r#"{a.split("b, c")[0] + upper_case (d) + "\"e" + f1}"#).unwrap();
        assert_eq!(formula.names(), ["a", "d", "f1"]);
    }
}
