//! A script's question about a screen to an answer in the form that the script can read.

use llm::{Model, Prompt, Role};
use serde::Serialize;
use ui::{Screen, describe};

use super::query::{Failed, Options, Query, Rejection, Unusable, line, render};

pub(super) const SYSTEM: Prompt = Prompt::new("ask", 1, include_str!("../../prompts/ask.md"));
pub(super) const QUESTION: Prompt =
    Prompt::new("ask_question", 1, include_str!("../../prompts/ask_question.md"));

/// The answer where the screen does not tell.
const UNKNOWN: &str = "unknown";
/// Characters of an answer whose form is told in words: a script has no use for an essay.
const LONGEST: usize = 200;

/// What a script asks.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The question, in the script's words.
    pub question: &'a str,
    /// The form of the answer, in the script's words.
    pub output_format: &'a str,
    /// The screen it is about.
    pub screen: &'a Screen,
    /// Its picture, for a model with eyes.
    pub picture: Option<Vec<u8>>,
}

#[derive(Serialize)]
struct QuestionInput<'a> {
    question: &'a str,
    form: String,
    screen: String,
}

/// The answer to a script's question. What the model says that the screen does not tell is an error: the script
/// could not tell it from an answer.
pub fn answer(model: &mut impl Model, options: &Options, question: Question<'_>) -> Result<String, Failed> {
    let form = Form::of(question.output_format);
    let text = render(
        &QUESTION,
        &QuestionInput {
            question: question.question,
            form: form.in_words(),
            screen: describe(question.screen),
        },
    )?;
    let query = Query {
        picture: question.picture,
        ..Query::text(Role::Ask, render(&SYSTEM, &())?, text)
    };
    let said = super::query::ask(model, options, query, |reply| form.parse(reply))?;
    let untold = || Unusable {
        role: Role::Ask,
        reason: format!("the screen does not tell: {}", line(question.question)),
        unread: false,
    };
    said.ok_or_else(|| untold().into())
}

/// The form an answer to a script is to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// A whole number.
    Int,
    /// A number.
    Number,
    /// `true` or `false`.
    Bool,
    /// A JSON list of texts.
    List,
    /// One of these texts.
    OneOf(Vec<String>),
    /// Digits where the pattern has letters, the rest as it stands: `YYYY-MM-DD`.
    Digits(String),
    /// A short text, in the script's own words.
    Words(String),
}

impl Form {
    /// The form that a script asks for.
    pub fn of(output_format: &str) -> Self {
        let asked = line(output_format);
        match asked.to_lowercase().as_str() {
            "int" | "integer" => return Form::Int,
            "float" | "number" => return Form::Number,
            "bool" | "boolean" => return Form::Bool,
            "list" => return Form::List,
            "" => return Form::Words("a short text".to_owned()),
            _ => {}
        }
        let words = asked.get(..7).filter(|it| it.eq_ignore_ascii_case("one of:"));
        if words.is_some() {
            let all: Vec<String> = asked[7..]
                .split(',')
                .map(|it| it.trim().trim_matches(['`', '"', '\'']).to_owned())
                .filter(|it| !it.is_empty())
                .collect();
            if !all.is_empty() {
                return Form::OneOf(all);
            }
        }
        let is_place = |it: char| "YMDHSN".contains(it.to_ascii_uppercase());
        let is_pattern = asked.chars().all(|it| is_place(it) || "-/.: ".contains(it))
            && asked.split(['-', '/', '.', ':', ' ']).all(|it| {
                let mut letters = it.chars();
                let first = letters.next();
                it.len() >= 2 && letters.all(|it| Some(it) == first)
            });
        match is_pattern {
            true => Form::Digits(asked),
            false => Form::Words(asked),
        }
    }

    fn in_words(&self) -> String {
        match self {
            Form::Int => "a whole number in digits".to_owned(),
            Form::Number => "a number in digits".to_owned(),
            Form::Bool => "`true` or `false`".to_owned(),
            Form::List => "a JSON list of texts".to_owned(),
            Form::OneOf(all) => format!("one of: {}", all.join(", ")),
            Form::Digits(pattern) => format!("{pattern}, a digit for each letter"),
            Form::Words(words) => format!("at most {LONGEST} characters on one line: {words}"),
        }
    }

    /// A reply as an answer of this form; `None` where it says that the screen does not tell.
    pub fn parse(&self, reply: &str) -> Result<Option<String>, Rejection> {
        let said = reply.trim();
        let read = match self {
            Form::Int => said.parse::<i64>().ok().map(|it| it.to_string()),
            Form::Number => said
                .parse::<f64>()
                .ok()
                .filter(|it| it.is_finite())
                .map(|_| said.to_owned()),
            Form::Bool => match said.to_ascii_lowercase().as_str() {
                "true" | "yes" => Some("true".to_owned()),
                "false" | "no" => Some("false".to_owned()),
                _ => None,
            },
            Form::List => serde_json::from_str::<Vec<String>>(said)
                .is_ok()
                .then(|| said.to_owned()),
            Form::OneOf(all) => all.iter().find(|it| it.eq_ignore_ascii_case(said)).cloned(),
            Form::Digits(pattern) => is_like(said, pattern).then(|| said.to_owned()),
            Form::Words(_) => is_plain(said).then(|| said.to_owned()),
        };
        // A listed `unknown` is an answer like the others; in a free text it never is one.
        let unknown = said.trim_matches(['`', '.', '"']).eq_ignore_ascii_case(UNKNOWN);
        match read {
            Some(it) if !(unknown && matches!(self, Form::Words(_))) => Ok(Some(it)),
            _ if unknown => Ok(None),
            _ => Err(Rejection::NotInForm {
                given: llm::shortened(line(said), LONGEST),
                form: self.in_words(),
            }),
        }
    }
}

/// Whether a text has a digit wherever the pattern has a letter, and else the same characters.
fn is_like(text: &str, pattern: &str) -> bool {
    text.chars().count() == pattern.chars().count()
        && text.chars().zip(pattern.chars()).all(|(it, place)| {
            if place.is_ascii_alphabetic() {
                it.is_ascii_digit()
            } else {
                it == place
            }
        })
}

/// Whether it is a short text on one line, bare of mark-up and of words around it.
fn is_plain(text: &str) -> bool {
    let marked = |mark: char| text.starts_with(mark) && text.ends_with(mark);
    !text.is_empty()
        && text.chars().count() <= LONGEST
        && !text.contains(['\n', '\r'])
        && !text.contains("```")
        && !text.contains("**")
        && !marked('`')
        && !marked('"')
        && !text.ends_with(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(format: &str, reply: &str) -> Option<String> {
        Form::of(format).parse(reply).ok().flatten()
    }

    #[test]
    fn an_answer_keeps_to_its_form() {
        for (format, good, bad) in [
            ("int", &["7", " -3 "][..], &["7.5", "seven", "7 rows", ""][..]),
            ("number", &["7.5"], &["NaN", "inf", "7,5", "$7"]),
            ("bool", &["true", "No"], &["maybe", "true."]),
            ("list", &["[\"a\"]", "[]"], &["a, b", "[1]", "{\"a\": 1}"]),
            ("one of: red, `blue`", &["red", "Blue"], &["green", "red or blue"]),
            (
                "YYYY-MM-DD",
                &["2024-03-05"],
                &["March 5", "2024-3-5", "2024/03/05", "2024-03-05."],
            ),
            ("HH:MM", &["09:15"], &["9:15", "09:15 AM"]),
            (
                "the name of the contact",
                &["Ada Lovelace", "Is it?"],
                &["", "Ada\nLovelace", "`Ada`", "\"Ada\"", "**Ada**", "Here it is:"],
            ),
        ] {
            for it in good {
                assert!(said(format, it).is_some(), "{format}: {it}");
            }
            for it in bad {
                assert!(Form::of(format).parse(it).is_err(), "{format}: {it}");
            }
        }
        assert_eq!(said("one of: red, `blue`", "BLUE").as_deref(), Some("blue"));
        assert_eq!(said("bool", "Yes").as_deref(), Some("true"));
        assert!(Form::of("a text").parse(&"x".repeat(LONGEST + 1)).is_err());
    }

    #[test]
    fn what_the_screen_does_not_tell_is_no_answer() {
        for format in ["int", "list", "a name", "YYYY"] {
            assert_eq!(Form::of(format).parse("Unknown."), Ok(None), "{format}");
        }
        assert_eq!(
            said("one of: on, off, unknown", "unknown").as_deref(),
            Some("unknown")
        );
    }

    #[test]
    fn words_are_no_pattern() {
        assert!(matches!(Form::of("Yes"), Form::Words(_)));
        assert!(matches!(Form::of("the day"), Form::Words(_)));
        assert!(matches!(Form::of("one of:"), Form::Words(_)));
        assert_eq!(
            Form::of("DD/MM/YYYY HH:MM"),
            Form::Digits("DD/MM/YYYY HH:MM".to_owned())
        );
    }
}
