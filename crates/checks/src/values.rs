//! The values in a reset or a check: slots filled for the parameters of one instance, as text, in an address or in a
//! pattern.

use std::collections::HashMap;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use regex::Regex;
use serde_json_path::JsonPath;
use strings::Expr;
use task::{
    Params, Value,
    file::{Formula, ParamKind, Piece, TaskFile},
};
use url::Url;

use crate::{
    fault::{Fault, PlanProblem},
    secret::Secrets,
};

/// What may stand in an address as it is.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// What a check calls the answer of the run.
const ANSWER: &str = "answer";

/// The expressions and paths of a task file, read once.
#[derive(Debug, Default)]
pub struct Parsed {
    slots: HashMap<String, Expr>,
    pub paths: HashMap<String, JsonPath>,
}

impl Parsed {
    /// Read the slots of some texts.
    pub fn add(&mut self, place: &str, formulas: &[&Formula], problems: &mut Vec<PlanProblem>) {
        for piece in formulas.iter().flat_map(|formula| formula.pieces()) {
            let Piece::Slot(slot) = piece else { continue };
            match Expr::parse(slot) {
                Ok(expr) => {
                    self.slots.insert(slot.clone(), expr);
                }
                Err(error) => problems.push(PlanProblem::Slot {
                    place: place.to_owned(),
                    slot: slot.clone(),
                    error,
                }),
            }
        }
    }

    /// Read a JSONPath.
    pub fn add_path(&mut self, place: &str, path: &str, problems: &mut Vec<PlanProblem>) {
        match JsonPath::parse(path) {
            Ok(parsed) => {
                self.paths.insert(path.to_owned(), parsed);
            }
            Err(error) => problems.push(PlanProblem::JsonPath {
                place: place.to_owned(),
                path: path.to_owned(),
                reason: error.to_string(),
            }),
        }
    }

    /// The names that stand in slots.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.slots.values().flat_map(Expr::inputs)
    }
}

/// The values of one instance.
pub struct Values<'a> {
    file: &'a TaskFile,
    parsed: &'a Parsed,
    secrets: &'a Secrets,
    /// Parameters, the secrets that are there, and the answer.
    params: Params,
}

impl<'a> Values<'a> {
    pub fn new(
        file: &'a TaskFile,
        parsed: &'a Parsed,
        secrets: &'a Secrets,
        params: &Params,
        answer: Option<&str>,
    ) -> Self {
        let mut params = params.clone();
        for (name, value) in &secrets.known {
            params.insert(name.clone(), Value::from(value.as_str()));
        }
        if let Some(answer) = answer {
            params.insert(ANSWER.to_owned(), Value::from(answer));
        }
        Self {
            file,
            parsed,
            secrets,
            params,
        }
    }

    /// The value of a slot.
    fn slot(&self, slot: &str) -> Result<String, Fault> {
        let no_value = || Fault::NoValue {
            slot: slot.to_owned(),
        };
        let expr = self.parsed.slots.get(slot).ok_or_else(no_value)?;
        if let Some(text) = expr.eval(&self.params) {
            return Ok(text);
        }
        for name in expr.inputs() {
            if let Some(reason) = self.secrets.missing.get(name) {
                return Err(Fault::NoSecret {
                    name: name.to_owned(),
                    reason: reason.clone(),
                });
            }
        }
        match expr {
            // A list as it stands in a goal.
            Expr::Input(name) => self.params.get(name).map(Value::to_string).ok_or_else(no_value),
            Expr::Item(..)
            | Expr::Const(_)
            | Expr::Concat(_)
            | Expr::Apply(..)
            | Expr::Call(..)
            | Expr::If(_) => Err(no_value()),
        }
    }

    /// A text with its slots filled.
    pub fn text(&self, formula: &Formula) -> Result<String, Fault> {
        self.filled(formula, |_, text| text)
    }

    /// Several of them.
    pub fn texts(&self, formulas: &[Formula]) -> Result<Vec<String>, Fault> {
        formulas.iter().map(|formula| self.text(formula)).collect()
    }

    fn filled(&self, formula: &Formula, encoded: fn(usize, String) -> String) -> Result<String, Fault> {
        let mut text = String::new();
        for (idx, piece) in formula.pieces().iter().enumerate() {
            match piece {
                Piece::Text(plain) => text.push_str(plain),
                Piece::Slot(slot) => text.push_str(&encoded(idx, self.slot(slot)?)),
            }
        }
        Ok(text)
    }

    /// An address with its slots filled and percent-encoded, made absolute. A slot that begins it is an address.
    pub fn url(&self, formula: &Formula) -> Result<Url, Fault> {
        let text = self.filled(formula, in_address)?;
        let bad = |error: url::ParseError| Fault::Url {
            url: text.clone(),
            reason: error.to_string(),
        };
        match self.base()? {
            Some(base) => base.join(&text).map_err(bad),
            None => Url::parse(&text).map_err(bad),
        }
    }

    /// What relative addresses are relative to.
    fn base(&self) -> Result<Option<Url>, Fault> {
        let text = match (&self.file.start.base, &self.file.start.place) {
            (Some(base), _) => base.clone(),
            (None, task::file::Place::Url(url)) => self.filled(url, in_address)?,
            (None, task::file::Place::App(_) | task::file::Place::Here) => return Ok(None),
        };
        match Url::parse(&text) {
            Ok(base) => Ok(Some(base)),
            Err(error) => Err(Fault::Url {
                url: text,
                reason: error.to_string(),
            }),
        }
    }

    /// Whether a line is what a text says, where `*` outside of slots is any text.
    pub fn is_like(&self, formula: &Formula, line: &str) -> Result<bool, Fault> {
        Ok(self
            .pattern(formula, "", |_, text| text)?
            .is_some_and(|pattern| pattern.is_match(line)))
    }

    /// Whether an address is what a text says. It may be written with other characters encoded.
    pub fn is_address(&self, formula: &Formula, address: &str) -> Result<bool, Fault> {
        let begins = match formula.pieces().first() {
            Some(Piece::Text(text)) if text.starts_with('/') => match self.base()? {
                Some(base) => base.origin().ascii_serialization(),
                None => String::new(),
            },
            Some(Piece::Text(_) | Piece::Slot(_)) | None => String::new(),
        };
        let decoded = percent_encoding::percent_decode_str(address).decode_utf8_lossy();
        let spaced = decoded.replace('+', " ");
        let encoded = self.pattern(formula, &begins, in_address)?;
        let plain = self.pattern(formula, &begins, |_, text| text)?;
        Ok(encoded.is_some_and(|pattern| pattern.is_match(address))
            || plain.is_some_and(|pattern| pattern.is_match(&decoded) || pattern.is_match(&spaced)))
    }

    fn pattern(
        &self,
        formula: &Formula,
        begins: &str,
        encoded: fn(usize, String) -> String,
    ) -> Result<Option<Regex>, Fault> {
        let mut pattern = format!("(?s)^{}", regex::escape(begins));
        for (idx, piece) in formula.pieces().iter().enumerate() {
            match piece {
                Piece::Text(plain) => {
                    let parts: Vec<String> = plain.split('*').map(regex::escape).collect();
                    pattern.push_str(&parts.join(".*"));
                }
                Piece::Slot(slot) => pattern.push_str(&regex::escape(&encoded(idx, self.slot(slot)?))),
            }
        }
        pattern.push('$');
        // Too large a pattern is the one way to fail: then nothing is like it.
        Ok(Regex::new(&pattern).ok())
    }

    /// What a `:name` of a query stands for: what the query binds, a parameter, or the answer.
    pub fn bound(&self, name: &str, bind: Option<&Formula>) -> Result<String, Fault> {
        if let Some(formula) = bind {
            return self.text(formula);
        }
        if let Some(reason) = self.secrets.missing.get(name) {
            return Err(Fault::NoSecret {
                name: name.to_owned(),
                reason: reason.clone(),
            });
        }
        let value = self.params.get(name).map(Value::to_string);
        value.ok_or_else(|| Fault::NoValue {
            slot: name.to_owned(),
        })
    }

    /// Whether a parameter is a number, which databases compare otherwise than texts.
    pub fn is_number(&self, name: &str) -> bool {
        self.file
            .param(name)
            .is_some_and(|param| matches!(param.kind, ParamKind::Number))
    }

    /// A line for people, without secrets and not too long.
    pub fn told(&self, line: &str) -> String {
        let mut line = line.to_owned();
        for (name, value) in &self.secrets.known {
            for secret in [value.clone(), utf8_percent_encode(value, ENCODED).to_string()] {
                if !secret.is_empty() {
                    line = line.replace(&secret, &format!("{{{name}}}"));
                }
            }
        }
        match line.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}...", &line[..end]),
            None => line,
        }
    }
}

/// Characters of a line of evidence.
const LONGEST: usize = 400;

fn in_address(idx: usize, text: String) -> String {
    match idx {
        0 => text,
        _ => utf8_percent_encode(&text, ENCODED).to_string(),
    }
}
