//! Classes of characters, by the names that scripts call them.

use serde::{Deserialize, Serialize};

/// A class of characters; a token is the longest run of one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// Digits.
    Digits,
    /// Letters.
    Letters,
    /// Letters and digits.
    Word,
    /// A word that starts with an upper-case letter.
    Capitalised,
}

impl Class {
    /// Every class.
    pub const ALL: [Class; 4] = [Class::Digits, Class::Letters, Class::Word, Class::Capitalised];

    /// The name as it stands in a script.
    pub fn name(self) -> &'static str {
        match self {
            Class::Digits => "digits",
            Class::Letters => "letters",
            Class::Word => "word",
            Class::Capitalised => "capitalised",
        }
    }
}
