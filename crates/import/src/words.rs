//! A text that an element is named by.

/// A text that is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Words {
    /// This and nothing else.
    Exactly(String),
    /// This somewhere in it, in capital letters or small ones.
    Within(String),
}

impl Words {
    /// As it is looked for.
    pub fn text(&self) -> &str {
        match self {
            Words::Exactly(text) | Words::Within(text) => text,
        }
    }
}
