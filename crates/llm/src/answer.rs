//! A reply taken apart: its `### Heading` sections, its code blocks, its one JSON object.
//!
//! Lenient about form (level and case of headings, colons, text around JSON), strict about content:
//! what is missing or double is a typed rejection that goes back to the model as it stands.

use serde::de::DeserializeOwned;
use thiserror::Error;

/// Why a reply can't be used, in words that the model gets to read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnswerError {
    /// A section that must be there is not.
    #[error("the section `### {heading}` is missing; found: {}", list(.found))]
    NoSection {
        /// The heading.
        heading: String,
        /// The headings there are.
        found: Vec<String>,
    },
    /// A section is there and says nothing.
    #[error("the section `### {heading}` is empty")]
    EmptySection {
        /// The heading.
        heading: String,
    },
    /// There is no JSON object where one must be.
    #[error("there is no JSON object in {place}")]
    NoJson {
        /// Where it was looked for.
        place: String,
    },
    /// There are several objects where one must be.
    #[error("there are {count} JSON objects in {place}; write exactly one")]
    ManyJson {
        /// Where.
        place: String,
        /// How many.
        count: usize,
    },
    /// The JSON is not what was asked for.
    #[error("the JSON in {place} is not what was asked for: {reason}")]
    BadJson {
        /// Where.
        place: String,
        /// What the parser says.
        reason: String,
    },
    /// There is no code block where one must be.
    #[error("there is no code block in {place}")]
    NoCode {
        /// Where.
        place: String,
    },
    /// There are several code blocks where one must be.
    #[error("there are {count} code blocks in {place}; write exactly one")]
    ManyCode {
        /// Where.
        place: String,
        /// How many.
        count: usize,
    },
    /// A value is none of those that were offered.
    #[error("`{given}` is no {what}; it is one of: {}", list(.known))]
    NotOneOf {
        /// What it should be.
        what: String,
        /// What it is.
        given: String,
        /// What there is.
        known: Vec<String>,
    },
}

fn list(all: &[String]) -> String {
    if all.is_empty() {
        "none".to_owned()
    } else {
        all.join(", ")
    }
}

/// A reply's sections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    text: String,
    /// Heading and body, in order; what stands before the first heading is not in here.
    sections: Vec<(String, String)>,
}

impl Answer {
    /// Take a reply apart. Headings inside code blocks are code.
    pub fn parse(text: &str) -> Self {
        let mut sections: Vec<(String, String)> = Vec::new();
        let mut fence: Option<String> = None;
        for line in text.lines() {
            let trimmed = line.trim_start();
            let ticks: String = trimmed.chars().take_while(|it| *it == '`').collect();
            match &fence {
                Some(open) if ticks.len() >= open.len() && trimmed.trim_end().len() == ticks.len() => {
                    fence = None
                }
                None if ticks.len() >= 3 => fence = Some(ticks),
                Some(_) | None => {}
            }
            let heading = if fence.is_none() { heading(trimmed) } else { None };
            match (heading, sections.last_mut()) {
                (Some((name, rest)), _) => sections.push((name, rest)),
                (None, Some((_, body))) => {
                    body.push('\n');
                    body.push_str(line);
                }
                (None, None) => {}
            }
        }
        for (_, body) in &mut sections {
            *body = body.trim().to_owned();
        }
        Self {
            text: text.to_owned(),
            sections,
        }
    }

    /// A section's text; the last one, where a model wrote it twice. Case and closing colon do not count.
    pub fn section(&self, heading: &str) -> Result<&str, AnswerError> {
        let found = self
            .sections
            .iter()
            .rev()
            .find(|(name, _)| name.eq_ignore_ascii_case(heading));
        match found {
            Some((_, body)) if body.is_empty() => Err(AnswerError::EmptySection {
                heading: heading.to_owned(),
            }),
            Some((_, body)) => Ok(body),
            None => Err(AnswerError::NoSection {
                heading: heading.to_owned(),
                found: self.sections.iter().map(|(name, _)| name.clone()).collect(),
            }),
        }
    }

    /// The whole reply.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The one JSON object of a section.
    pub fn json<T: DeserializeOwned>(&self, heading: &str) -> Result<T, AnswerError> {
        one_json(self.section(heading)?, &format!("`### {heading}`"))
    }

    /// The JSON objects of a section, one at least.
    pub fn each_json<T: DeserializeOwned>(&self, heading: &str) -> Result<Vec<T>, AnswerError> {
        let place = format!("`### {heading}`");
        let found = objects(self.section(heading)?);
        if found.is_empty() {
            return Err(AnswerError::NoJson { place });
        }
        let read = |text: &str| {
            serde_json::from_str(text).map_err(|it| AnswerError::BadJson {
                place: place.clone(),
                reason: it.to_string(),
            })
        };
        found.into_iter().map(read).collect()
    }

    /// The one JSON object of the whole reply, if it has no sections or none are asked for.
    pub fn whole_json<T: DeserializeOwned>(&self) -> Result<T, AnswerError> {
        one_json(&self.text, "the reply")
    }

    /// The one code block of a section.
    pub fn code(&self, heading: &str) -> Result<String, AnswerError> {
        let place = format!("`### {heading}`");
        let mut blocks = code_blocks(self.section(heading)?);
        match blocks.len() {
            0 => Err(AnswerError::NoCode { place }),
            1 => Ok(blocks.remove(0)),
            count => Err(AnswerError::ManyCode { place, count }),
        }
    }
}

/// `### Name: rest`, also with other levels, bold, or without the colon.
fn heading(line: &str) -> Option<(String, String)> {
    let marks = line.chars().take_while(|it| *it == '#').count();
    if !(1..=6).contains(&marks) {
        return None;
    }
    let rest = line[marks..].strip_prefix(' ')?.trim();
    let (name, rest) = rest.split_once(':').unwrap_or((rest, ""));
    let name = name.trim_matches(['*', '_', ' ']);
    (!name.is_empty()).then(|| (name.to_owned(), rest.trim_matches(['*', ' ']).to_owned()))
}

/// The contents of all fenced blocks. A block that is never closed ends with the text.
fn code_blocks(text: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, Vec<&str>)> = None;
    for line in text.lines() {
        let ticks = line.trim_start().chars().take_while(|it| *it == '`').count();
        match &mut open {
            Some((marks, lines)) => {
                if ticks >= *marks && line.trim().len() == ticks {
                    blocks.push(lines.join("\n"));
                    open = None;
                } else {
                    lines.push(line);
                }
            }
            None if ticks >= 3 => open = Some((ticks, Vec::new())),
            None => {}
        }
    }
    blocks.extend(open.map(|(_, lines)| lines.join("\n")));
    blocks
}

fn one_json<T: DeserializeOwned>(text: &str, place: &str) -> Result<T, AnswerError> {
    let mut found = objects(text);
    // A model that repeats itself has said one thing.
    found.dedup();
    let place = place.to_owned();
    match found.as_slice() {
        [] => Err(AnswerError::NoJson { place }),
        [one] => serde_json::from_str(one).map_err(|it| AnswerError::BadJson {
            place,
            reason: it.to_string(),
        }),
        many => Err(AnswerError::ManyJson {
            place,
            count: many.len(),
        }),
    }
}

/// Every outermost `{...}` whose braces close, strings respected; whether it is JSON is the parser's to say.
fn objects(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let (mut depth, mut start, mut in_string, mut escaped) = (0_usize, 0, false, false);
    for (at, it) in text.char_indices() {
        match it {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' if depth > 0 => in_string = !in_string,
            _ if in_string => {}
            '{' => {
                if depth == 0 {
                    start = at;
                }
                depth += 1;
            }
            '}' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    all.push(&text[start..=at]);
                }
            }
            _ => {}
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn sections_are_found_however_they_are_written() {
        let answer = Answer::parse(
            "Sure!\n### Analysis:\nlooks fine\n\n## **Plan List:** one\n#### action\n```json\n{\"a\": \"}\"}\n```\n",
        );
        assert_eq!(answer.section("Analysis").unwrap(), "looks fine");
        assert_eq!(answer.section("plan list").unwrap(), "one");
        assert_eq!(answer.json::<Value>("Action").unwrap()["a"], "}");
        let error = answer.section("Reward").unwrap_err();
        assert_eq!(
            error.to_string(),
            "the section `### Reward` is missing; found: Analysis, Plan List, action"
        );
    }

    #[test]
    fn headings_in_code_are_code() {
        let answer = Answer::parse("### Code:\n```rhai\n### not a heading\nlet a = 1;\n```");
        assert_eq!(answer.code("Code").unwrap(), "### not a heading\nlet a = 1;");
        assert!(answer.section("not a heading").is_err());
    }

    #[test]
    fn one_object_is_one_object() {
        let json = |text: &str| Answer::parse(text).whole_json::<Value>();
        assert_eq!(
            json("no object at all {").unwrap_err(),
            AnswerError::NoJson {
                place: "the reply".to_owned()
            }
        );
        assert_eq!(
            json("{\"a\":1} or {\"a\":2}").unwrap_err(),
            AnswerError::ManyJson {
                place: "the reply".to_owned(),
                count: 2
            }
        );
        assert!(matches!(json("{a: 1}"), Err(AnswerError::BadJson { .. })));
        assert_eq!(json("well: {\"a\":{\"b\":\"{\"}} done").unwrap()["a"]["b"], "{");
    }
}
