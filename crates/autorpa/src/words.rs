//! What a person says while they show something: a line each, at once, or from a file when its time has come.

use std::{
    collections::VecDeque,
    path::{Path, PathBuf},
};

use thiserror::Error;

use crate::file_help::FileHelp;
use crate::home;

pub(crate) const HELP: &str = "\
undo                 take the last step back        pause              record nothing, until `pause` again
param VALUE NAME     VALUE is a parameter           secret             what was typed last is a secret
check                what follows looks up whether it worked
answer ELEMENT       what this element shows is the answer: its number, or what it shows
answer table [NAME]  all rows of a table are the answer; `answer column HEAD, HEAD`: these columns of them
constant VALUE       VALUE is the same each time
example 2 NAME=VALUE ...   do it once more with these values; a task file has its own. What fits is done at once
import FILE          what another tool recorded in this file is done here; you go on where it does not fit
rows N               the rows of choice N are meant, not those alone that it was shown on; `once`: those alone
done                 that was all; what was understood is asked about then
VALUE may stand in quotes. In a file of answers, `after N: WORD` waits until N steps are understood.";

/// Something that a person says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// Take the last step back.
    Undo,
    /// Record nothing, or go on.
    Pause,
    /// A value is a parameter.
    Param {
        /// The value.
        value: String,
        /// What it is called.
        name: String,
    },
    /// A value that was named before is a parameter after all.
    Parameter {
        /// Its number, its name, or the value.
        what: String,
    },
    /// A value is the same for everybody.
    Constant {
        /// The value; where what was understood is asked about, its number or its name as well.
        what: String,
    },
    /// A value is made of others, as it is proposed.
    Computed {
        /// Its number, its name, or the value.
        what: String,
    },
    /// Which rows of a table it is done to.
    Rows {
        /// The number of the choice; `None` where there is one alone.
        which: Option<usize>,
    },
    /// It is done to the rows of a table that it was shown on, and to no others.
    Once,
    /// What was understood is right.
    Ok,
    /// What was typed last is a secret.
    Secret,
    /// What follows looks up whether it worked.
    Check,
    /// The answer is what an element shows.
    Answer {
        /// Its number, or what it shows.
        element: String,
    },
    /// It is done once more, with other values.
    Example(Example),
    /// What another tool recorded is done here, as far as it fits.
    Import(FileToDo),
    /// That was all.
    Done,
    /// What can be said.
    Help,
}

/// What another example is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Example {
    /// Which one it is; `None` is the next.
    pub number: Option<u64>,
    /// Its values with their names, as far as they are said.
    pub values: Vec<(String, String)>,
}

impl Example {
    /// What stands behind the word.
    fn parse(text: &str) -> Result<Self, WordError> {
        let mut words = shlex::split(text)
            .ok_or(WordError::NoExample)?
            .into_iter()
            .peekable();
        let number = words.peek().and_then(|it| it.parse().ok());
        if number.is_some() {
            words.next();
        }
        let values = words.map(|it| named(&it)).collect::<Option<_>>();
        Ok(Self {
            number,
            values: values.ok_or(WordError::NoExample)?,
        })
    }
}

/// A file of another tool that is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileToDo {
    /// The file.
    pub path: PathBuf,
    /// Values of its variables, with their names.
    pub values: Vec<(String, String)>,
}

impl FileToDo {
    /// What stands behind the word.
    fn parse(text: &str) -> Result<Self, WordError> {
        let words = shlex::split(text).unwrap_or_default();
        let (path, values) = words.split_first().ok_or(WordError::NoFile)?;
        let values = values.iter().map(|it| named(it)).collect::<Option<_>>();
        Ok(Self {
            path: path.into(),
            values: values.ok_or(WordError::NoFile)?,
        })
    }
}

/// A value with its name, as `NAME=VALUE`.
fn named(text: &str) -> Option<(String, String)> {
    let (name, value) = text.split_once('=').filter(|it| !it.0.is_empty())?;
    Some((name.to_owned(), value.to_owned()))
}

impl Word {
    /// The word of a line; the error says what is wrong with it.
    pub fn parse(line: &str) -> Result<Self, WordError> {
        let line = line.trim();
        let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let alone = |word: Word| match rest.is_empty() {
            true => Ok(word),
            false => Err(WordError::Alone {
                verb: verb.to_owned(),
            }),
        };
        match verb {
            "undo" => alone(Word::Undo),
            "pause" => alone(Word::Pause),
            "secret" => alone(Word::Secret),
            "check" => alone(Word::Check),
            "done" => alone(Word::Done),
            "example" => Example::parse(rest).map(Word::Example),
            "import" => FileToDo::parse(rest).map(Word::Import),
            "once" => alone(Word::Once),
            "rows" if rest.is_empty() => Ok(Word::Rows { which: None }),
            "rows" => match rest.parse() {
                Ok(which) => Ok(Word::Rows { which: Some(which) }),
                Err(_) => Err(WordError::NoRows),
            },
            "ok" | "yes" => alone(Word::Ok),
            "help" | "?" => alone(Word::Help),
            "answer" if !rest.is_empty() => Ok(Word::Answer {
                element: rest.to_owned(),
            }),
            "answer" => Err(WordError::NoElement),
            "constant" | "computed" if rest.is_empty() => Err(WordError::NoName),
            "constant" => Ok(Word::Constant { what: unquoted(rest) }),
            "computed" => Ok(Word::Computed { what: unquoted(rest) }),
            "param" if rest.parse::<usize>().is_ok() => Ok(Word::Parameter {
                what: rest.to_owned(),
            }),
            "param" | "name" => {
                let (value, name) = match rest.strip_prefix('"').and_then(|it| it.rsplit_once('"')) {
                    Some((value, name)) => (value, name.trim()),
                    None => rest.rsplit_once(char::is_whitespace).unwrap_or((rest, "")),
                };
                let is_name = !name.is_empty() && name.chars().all(|it| it.is_alphanumeric() || it == '_');
                match is_name && !value.trim().is_empty() {
                    true => Ok(Word::Param {
                        value: value.trim().to_owned(),
                        name: name.to_owned(),
                    }),
                    false => Err(WordError::NoName),
                }
            }
            _ => Err(WordError::Unknown {
                verb: verb.to_owned(),
            }),
        }
    }
}

/// A text without the quotes that it may stand in.
fn unquoted(text: &str) -> String {
    let inner = text.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    inner.unwrap_or(text).to_owned()
}

/// A line that says nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WordError {
    /// More is said than the word takes.
    #[error("`{verb}` stands alone")]
    Alone {
        /// The word.
        verb: String,
    },
    /// The answer's element is not named.
    #[error("`answer ELEMENT` names the element that shows the answer")]
    NoElement,
    /// A parameter's value or its name is missing.
    #[error(
        "`param VALUE NAME` says what a value is called, `constant VALUE` that it stays the same; a name is one word"
    )]
    NoName,
    /// It does not say how it is done once more.
    #[error(
        "`example 2 NAME=VALUE ...` does it once more with these values (in quotes, where one has blanks); with a task file \
         its number is enough"
    )]
    NoExample,
    /// It does not say which file.
    #[error("`import FILE NAME=VALUE ...` names a file of another tool, and values of its variables")]
    NoFile,
    /// It does not say which rows.
    #[error("`rows N` has the number of a choice")]
    NoRows,
    /// There is no such word.
    #[error("`{verb}` is nothing that can be said; `help` lists what is")]
    Unknown {
        /// What was said.
        verb: String,
    },
    /// It does not say after which step.
    #[error("`after N: WORD` has a colon behind the number")]
    NoColon,
    /// What stands before the colon is no number of steps.
    #[error("`after N: WORD` has a number of steps")]
    NoNumber,
}

/// Words of a file, each for its time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(VecDeque<(usize, Word)>);

/// A line of such a file that says nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct WordsError {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: WordError,
}

impl Words {
    /// Read the file with what is going to be said.
    pub fn read(path: &Path) -> Result<Self, crate::error::Error> {
        let text = home::read(path, FileHelp::Answers)?;
        Words::parse(&text).map_err(|it| crate::error::Error::in_file(path, it))
    }

    /// Read a file's text: a word a line, with `after N:` before it where it waits for that many steps. Empty lines and
    /// lines that begin with `#` are passed over.
    pub fn parse(text: &str) -> Result<Self, WordsError> {
        let mut all = VecDeque::new();
        for (line, it) in (1..).zip(text.lines()) {
            let it = it.trim();
            if it.is_empty() || it.starts_with('#') {
                continue;
            }
            let wrong = |reason: WordError| WordsError { line, reason };
            let (after, word) = match it.strip_prefix("after ") {
                Some(rest) => {
                    let (number, word) = rest.split_once(':').ok_or_else(|| wrong(WordError::NoColon))?;
                    let number = number.trim().parse();
                    (number.map_err(|_| wrong(WordError::NoNumber))?, word)
                }
                None => (0, it),
            };
            all.push_back((after, Word::parse(word).map_err(wrong)?));
        }
        Ok(Self(all))
    }

    /// The next word, if its time has come after so many steps.
    pub fn next(&mut self, steps: usize) -> Option<Word> {
        let (after, _) = self.0.front()?;
        (*after <= steps).then(|| self.0.pop_front().map(|it| it.1))?
    }

    /// Whether all was said.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_one_thing() {
        for (line, word) in [
            ("undo", Word::Undo),
            (" done ", Word::Done),
            (
                "param \"Ada Lovelace\" full_name",
                Word::Param {
                    value: "Ada Lovelace".to_owned(),
                    name: "full_name".to_owned(),
                },
            ),
            (
                "param Ada Lovelace name",
                Word::Param {
                    value: "Ada Lovelace".to_owned(),
                    name: "name".to_owned(),
                },
            ),
            (
                "constant \"New York\"",
                Word::Constant {
                    what: "New York".to_owned(),
                },
            ),
            ("computed 2", Word::Computed { what: "2".to_owned() }),
            ("param 3", Word::Parameter { what: "3".to_owned() }),
            (
                "name 2 customer",
                Word::Param {
                    value: "2".to_owned(),
                    name: "customer".to_owned(),
                },
            ),
            ("ok", Word::Ok),
            ("rows", Word::Rows { which: None }),
            ("rows 2", Word::Rows { which: Some(2) }),
            ("once", Word::Once),
            ("example", Word::Example(Example::default())),
            (
                "example 3 name=\"Bob Ray\" note=",
                Word::Example(Example {
                    number: Some(3),
                    values: vec![
                        ("name".to_owned(), "Bob Ray".to_owned()),
                        ("note".to_owned(), String::new()),
                    ],
                }),
            ),
            (
                "import 'my files/add.side' name=Bob",
                Word::Import(FileToDo {
                    path: "my files/add.side".into(),
                    values: vec![("name".to_owned(), "Bob".to_owned())],
                }),
            ),
            (
                "answer Total due",
                Word::Answer {
                    element: "Total due".to_owned(),
                },
            ),
        ] {
            assert_eq!(Word::parse(line), Ok(word), "{line}");
        }
    }

    #[test]
    fn what_says_nothing_is_refused() {
        for line in [
            "",
            "undo it",
            "param x",
            "param \"x\"",
            "param x a-b",
            "constant",
            "rows late",
            "once more",
            "answer",
            "example 2 Bob",
            "example =x",
            "import",
            "import add.side Bob",
            "example 2 name=\"Bob",
            "dance",
        ] {
            assert!(Word::parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn words_wait_for_their_steps() {
        let mut words = Words::parse("# what is said\nafter 2: check\n\ndone\n").unwrap();
        assert_eq!(words.next(1), None);
        assert_eq!(words.next(2), Some(Word::Check));
        assert_eq!(words.next(2), Some(Word::Done));
        assert!(words.is_empty());
        let wrong = Words::parse("done\nafter x: done").unwrap_err();
        assert_eq!(wrong.to_string(), "line 2: `after N: WORD` has a number of steps");
    }
}
