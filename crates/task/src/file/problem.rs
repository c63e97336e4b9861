//! What is wrong with a task file: a diagnostic for whoever wrote it.

use std::fmt;

use super::fields::Field;

/// What kind of problem it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// The text is not TOML, or not CSV.
    Syntax,
    /// A format that this version can't read.
    Format,
    /// A key that this table does not have.
    UnknownKey,
    /// A key that must be there is not.
    MissingKey,
    /// A value of another type than the key takes.
    WrongType,
    /// A value of the right type that makes no sense.
    BadValue,
    /// A slot or a column that is no parameter.
    UnknownParameter,
    /// A device, an app or a function that there is not.
    UnknownName,
    /// Keys that don't go together.
    Conflict,
}

impl Code {
    /// Its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Code::Syntax => "task-syntax",
            Code::Format => "task-format",
            Code::UnknownKey => "task-unknown-key",
            Code::MissingKey => "task-missing-key",
            Code::WrongType => "task-wrong-type",
            Code::BadValue => "task-bad-value",
            Code::UnknownParameter => "task-unknown-parameter",
            Code::UnknownName => "task-unknown-name",
            Code::Conflict => "task-conflict",
        }
    }
}

/// One problem, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileProblem {
    /// The file.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What kind of problem it is.
    pub code: Code,
    /// What is wrong.
    pub message: String,
    /// Names that may have been meant.
    pub near: Vec<String>,
    /// The key it is about.
    pub field: Option<&'static Field>,
}

impl FileProblem {
    /// A problem at a byte of a text.
    pub(super) fn at(path: &str, text: &str, byte: usize, code: Code, message: String) -> Self {
        let mut byte = byte.min(text.len());
        while !text.is_char_boundary(byte) {
            byte -= 1;
        }
        let before = &text[..byte];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            path: path.to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            code,
            message,
            near: Vec::new(),
            field: None,
        }
    }
}

impl fmt::Display for FileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            path, line, column, ..
        } = self;
        write!(
            f,
            "{path}:{line}:{column}: error[{}]: {}",
            self.code.name(),
            self.message
        )?;
        if !self.near.is_empty() {
            let near: Vec<String> = self.near.iter().map(|name| format!("`{name}`")).collect();
            write!(f, "\n  = did you mean {}?", near.join(" or "))?;
        }
        if let Some(field) = self.field {
            write!(f, "\n  = {}: {}", field.name, field.about)?;
            for (idx, line) in field.example.lines().enumerate() {
                let head = if idx == 0 { "example:" } else { "        " };
                write!(f, "\n  = {head} {line}")?;
            }
        }
        Ok(())
    }
}
