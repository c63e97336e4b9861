//! Parameters with types, and whether a value is of one.

use jiff::civil::Date;
use thiserror::Error;

use crate::{params::Value, rows::Column};

/// How often an example stands in a text that is long.
const LONG: usize = 12;

/// A parameter of a task file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// What it is.
    pub about: Option<String>,
    /// Its type.
    pub kind: ParamKind,
    /// Values that instances are made from.
    pub examples: Vec<Value>,
    /// Seldom values that a function is held against besides.
    pub nasty: Vec<Value>,
    /// Whether any text may be given, so that texts of all kinds are tried: quotes, other scripts, long ones.
    pub any_text: bool,
    /// The value of an instance that leaves it out.
    pub default: Option<Value>,
    /// Whether an instance may leave it out.
    pub optional: bool,
    /// Whether a value is never used twice without a reset.
    pub unique: bool,
}

/// The type of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// A text.
    Text {
        /// Whether it may have several lines.
        multiline: bool,
    },
    /// Several texts.
    List,
    /// A decimal number.
    Number,
    /// A date, as 2026-01-31.
    Date,
    /// One of these.
    Choice {
        /// All there are.
        options: Vec<String>,
    },
    /// The path of a file, relative to the task file.
    File,
    /// A value that is typed and shown nowhere.
    Secret(SecretSource),
    /// The code that a secret gives now (TOTP, RFC 6238): a secret as well.
    Totp(SecretSource),
}

/// Where a secret comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecretSource {
    /// An environment variable.
    Env(String),
    /// A file, relative to the task file.
    File(String),
    /// What a command prints.
    Command(Vec<String>),
}

/// Why a value does not fit its parameter.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ValueError {
    /// Several values for a parameter that takes one.
    #[error("`{name}` is a {kind} and takes one value, not several")]
    NotOne {
        /// The parameter.
        name: String,
        /// Its type.
        kind: &'static str,
    },
    /// One value for a list.
    #[error("`{name}` is a list and takes several values, as in [\"a\", \"b\"]")]
    NotSeveral {
        /// The parameter.
        name: String,
    },
    /// A text with several lines where one is meant.
    #[error("`{name}` has several lines; say `multiline = true` if that is meant")]
    Lines {
        /// The parameter.
        name: String,
    },
    /// A text that is no number.
    #[error("`{name}` is a number, and \"{value}\" is none")]
    NoNumber {
        /// The parameter.
        name: String,
        /// The text.
        value: String,
    },
    /// A text that is no date.
    #[error("`{name}` is a date, and \"{value}\" is none; dates are written 2026-01-31")]
    NoDate {
        /// The parameter.
        name: String,
        /// The text.
        value: String,
    },
    /// A text that is no option.
    #[error("`{name}` has no option \"{value}\"; it has {}", options.join(", "))]
    NoOption {
        /// The parameter.
        name: String,
        /// The text.
        value: String,
        /// The options.
        options: Vec<String>,
    },
    /// Nothing for a parameter that needs a value.
    #[error("`{name}` has no value, and is neither optional nor has a default")]
    Missing {
        /// The parameter.
        name: String,
    },
    /// A value for a parameter that there is not.
    #[error("no parameter is called `{name}`{}", meant(near))]
    Unknown {
        /// The name.
        name: String,
        /// Names that are like it.
        near: Vec<String>,
    },
    /// A value for a secret.
    #[error("`{name}` is a secret: its value never stands in a task file or an instance")]
    Secret {
        /// The parameter.
        name: String,
    },
}

fn meant(near: &[String]) -> String {
    match near.first() {
        Some(near) => format!("; did you mean `{near}`?"),
        None => String::new(),
    }
}

impl ParamKind {
    /// The word for it in a file.
    pub fn word(&self) -> &'static str {
        match self {
            ParamKind::Text { .. } => "text",
            ParamKind::List => "list",
            ParamKind::Number => "number",
            ParamKind::Date => "date",
            ParamKind::Choice { .. } => "choice",
            ParamKind::File => "file",
            ParamKind::Secret(_) => "secret",
            ParamKind::Totp(_) => "totp",
        }
    }
}

impl Param {
    /// Parameters as columns of a file with a run in each row. A secret stands in no file.
    pub fn columns(all: &[Self]) -> Vec<Column> {
        let plain = all.iter().filter(|param| !param.is_secret());
        let column = |param: &Self| Column {
            name: param.name.clone(),
            list: matches!(param.kind, ParamKind::List),
            optional: param.may_be_missing(),
        };
        plain.map(column).collect()
    }

    /// Whether a call may leave it out.
    pub fn may_be_missing(&self) -> bool {
        self.optional || self.default.is_some()
    }

    /// Whether its value is a secret.
    pub fn is_secret(&self) -> bool {
        matches!(self.kind, ParamKind::Secret(_) | ParamKind::Totp(_))
    }

    /// What it is, for people and models.
    pub fn description(&self) -> String {
        match (&self.about, &self.kind) {
            (Some(about), _) => about.clone(),
            (None, ParamKind::Choice { options }) => format!("one of {}", options.join(", ")),
            (None, kind) => format!("a {}", kind.word()),
        }
    }

    /// Whether a value is of its type. The empty value of an optional parameter always is.
    pub fn fits(&self, value: &Value) -> Result<(), ValueError> {
        let name = self.name.clone();
        if self.is_secret() {
            return Err(ValueError::Secret { name });
        }
        if self.optional && *value == self.empty() {
            return Ok(());
        }
        let text = match (&self.kind, value) {
            (ParamKind::List, Value::List(_)) => return Ok(()),
            (ParamKind::List, Value::Text(_)) => return Err(ValueError::NotSeveral { name }),
            (kind, Value::List(_)) => {
                return Err(ValueError::NotOne {
                    name,
                    kind: kind.word(),
                });
            }
            (_, Value::Text(text)) => text,
        };
        let value = text.clone();
        match &self.kind {
            ParamKind::Text { multiline: false } if text.contains(['\n', '\r']) => {
                Err(ValueError::Lines { name })
            }
            ParamKind::Number if !is_number(text) => Err(ValueError::NoNumber { name, value }),
            ParamKind::Date if !is_date(text) => Err(ValueError::NoDate { name, value }),
            ParamKind::Choice { options } if !options.contains(text) => Err(ValueError::NoOption {
                name,
                value,
                options: options.clone(),
            }),
            ParamKind::Text { .. }
            | ParamKind::List
            | ParamKind::Number
            | ParamKind::Date
            | ParamKind::Choice { .. }
            | ParamKind::File
            | ParamKind::Secret(_)
            | ParamKind::Totp(_) => Ok(()),
        }
    }

    /// The value of an instance that leaves it out.
    pub(super) fn left_out(&self) -> Result<Value, ValueError> {
        match &self.default {
            Some(default) => Ok(default.clone()),
            None if self.optional => Ok(self.empty()),
            None => Err(ValueError::Missing {
                name: self.name.clone(),
            }),
        }
    }

    /// The seldom values that it may have: those that are named, and for any text those that its type has.
    pub(super) fn seldom(&self) -> Vec<Value> {
        let mut all = self.nasty.clone();
        let first = self.examples.first().and_then(Value::as_text);
        if let (ParamKind::Text { multiline }, Some(first), true) = (&self.kind, first, self.any_text) {
            let long = [first; LONG].join(" and ");
            all.push(format!("{first}'s \"other\" one").into());
            all.push(format!("{first} čtvrtek Анна 日本").into());
            all.push(format!("100% {first} <b>&amp;</b> {{0}} C:\\new").into());
            all.push(long.into());
            if *multiline {
                all.push(format!("{first}\n\n{first}").into());
            }
        }
        all
    }

    /// No value.
    pub(super) fn empty(&self) -> Value {
        match self.kind {
            ParamKind::List => Value::List(Vec::new()),
            ParamKind::Text { .. }
            | ParamKind::Number
            | ParamKind::Date
            | ParamKind::Choice { .. }
            | ParamKind::File
            | ParamKind::Secret(_)
            | ParamKind::Totp(_) => Value::from(""),
        }
    }
}

/// Digits with at most one point, and a sign.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
    match digits.split_once('.') {
        Some((whole, fraction)) => all_digits(whole) && all_digits(fraction),
        None => all_digits(digits),
    }
}

/// A day of the calendar as year, month and day.
fn is_date(text: &str) -> bool {
    text.len() == "2026-01-31".len() && text.parse::<Date>().is_ok()
}
