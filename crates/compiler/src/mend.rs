//! A locator of a script that is led by another of its ways, or by a new one. The text changes in that one map; what it went
//! by before stays as its last fallback.

use std::{collections::BTreeSet, fmt, ops::Range};

use rhai::{AST, ASTNode, Expr, Stmt};
use strings::Expr as Text;
use thiserror::Error;
use trajectory::{Diagnostic, Position};
use ui::{Key, Locator};

use crate::{check, script::Script, soft::print_locator};

/// Lines are broken before their fallbacks beyond this width.
const WIDTH: usize = 160;

/// What a locator is to go by first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lead {
    /// This one of its fallbacks, from 0.
    Fallback(usize),
    /// Something that it did not go by yet.
    New(Box<Locator>),
}

/// Where a locator is written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Its line.
    pub line: usize,
    /// Where its map begins in the text.
    begins: usize,
    /// The function that declares it, where one does.
    pub element: Option<String>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.element {
            Some(name) => write!(f, "`{name}` (line {})", self.line),
            None => write!(f, "line {}", self.line),
        }
    }
}

/// Why a locator is not changed.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum NotMended {
    /// The text is no script.
    #[error("the script can't be read: {0}")]
    NoScript(Box<Diagnostic>),
    /// No map of the script asks this.
    #[error("the script has no locator that asks just this: it puts it together while it runs")]
    NotWritten,
    /// Several maps of the script ask it.
    #[error("{count} locators of the script ask the same, and nothing tells which of them it was")]
    Several {
        /// So many.
        count: usize,
    },
    /// The map holds more than entries, as comments, or fallbacks that are put together.
    #[error("its map has comments or computed fallbacks: change it by hand")]
    NotPlain,
    /// It has no such fallback.
    #[error("it has no such fallback")]
    NoFallback,
    /// The script would not work any more.
    #[error("then the script would not work any more: {}", found.message)]
    Breaks {
        /// What is wrong with it.
        found: Box<Diagnostic>,
    },
}

/// Where the locator is written that asked this; `at` is the line that used it.
///
/// # Errors
/// Where no map of the script asks it, or several do and the line does not tell them apart.
pub fn place(source: &str, asked: &Locator, at: Option<Position>) -> Result<Place, NotMended> {
    let ast = check::parse(source).map_err(NotMended::NoScript)?;
    let mut found: Vec<Place> = Vec::new();
    let declared = check::declared(&ast);
    ast.walk(&mut |path| {
        let Some(ASTNode::Expr(Expr::Map(map, position))) = path.last() else {
            return true;
        };
        if !may_ask(&map.0, asked) {
            return true;
        }
        let Some((line, begins)) = position.line().zip(offset(source, *position)) else {
            return true;
        };
        let element = declared.iter().find(|(_, (_, it))| it == position);
        let place = Place {
            element: element.map(|(name, _)| name.clone()),
            line,
            begins,
        };
        if !found.contains(&place) {
            found.push(place);
        }
        true
    });
    if let (true, Some(at)) = (found.len() > 1, at) {
        let called = calls(&ast, at.line);
        let here = |it: &Place| match &it.element {
            Some(name) => called.contains(name),
            None => it.line == at.line,
        };
        if found.iter().any(here) {
            found.retain(here);
        }
    }
    match found.len() {
        0 => Err(NotMended::NotWritten),
        1 => Ok(found.remove(0)),
        count => Err(NotMended::Several { count }),
    }
}

/// The script's text with a locator that goes by something else first.
///
/// # Errors
/// Where the map is not plain, and where `check` finds something in the changed script that it does not find in this one.
pub fn lead(source: &str, place: &Place, lead: &Lead) -> Result<String, NotMended> {
    let written = Written::at(source, place.begins).ok_or(NotMended::NotPlain)?;
    let mut fallbacks = written.fallbacks.clone();
    let first = match lead {
        Lead::Fallback(at) if *at < fallbacks.len() => inside(fallbacks.remove(*at)).to_owned(),
        Lead::Fallback(_) => return Err(NotMended::NoFallback),
        Lead::New(locator) => {
            let asked = locator.map(|it| Text::Const(it.clone()));
            inside(&print_locator(&asked)).to_owned()
        }
    };
    let before = format!("#{{ {} }}", written.own.join(", "));
    if !written.own.is_empty() {
        fallbacks.push(&before);
    }
    let own: Vec<&str> = [first.as_str()].into_iter().chain(written.description).collect();
    let fallbacks = match fallbacks.as_slice() {
        [] => String::new(),
        [one] => format!("or_else: {one}"),
        several => format!("or_else: [{}]", several.join(", ")),
    };
    let line = source[..place.begins].rfind('\n').map_or(0, |it| it + 1);
    let head = format!("#{{ {}", own.join(", "));
    let width = source[line..place.begins].chars().count() + head.chars().count() + fallbacks.chars().count();
    let indent = source[line..].chars().take_while(|it| *it == ' ').count() + 4;
    let map = match fallbacks.is_empty() {
        true => format!("{head} }}"),
        false if width + 6 <= WIDTH => format!("{head}, {fallbacks} }}"),
        false => format!("{head},\n{}{fallbacks} }}", " ".repeat(indent)),
    };
    let mut text = source.to_owned();
    text.replace_range(written.range, &map);
    let findings = |it: &str| check::check(&Script::written("", it), &[]);
    let known = findings(source);
    let new = findings(&text).into_iter().find(|it| {
        let same = |other: &Diagnostic| (other.code, &other.message) == (it.code, &it.message);
        !known.iter().any(same)
    });
    match new {
        Some(found) => Err(NotMended::Breaks {
            found: Box::new(found),
        }),
        None => Ok(text),
    }
}

/// Whether a map can have asked this: what stands in it as it is says the same, and there is nothing more in either.
fn may_ask(entries: &[(rhai::Ident, Expr)], asked: &Locator) -> bool {
    let mut same = 0;
    let mut fallbacks = 0;
    for (key, value) in entries {
        let said = literal(value);
        let has = match key.name.as_str() {
            "additional_actions" => continue,
            "or_else" => {
                let all = maps(value);
                fallbacks = all.len();
                let fits = |(map, way): (&Vec<(rhai::Ident, Expr)>, &Locator)| may_ask(map, way);
                if fallbacks != asked.or_else.len() || !all.iter().zip(&asked.or_else).all(fits) {
                    return false;
                }
                continue;
            }
            "target_description" => {
                if said.is_some_and(|it| it != asked.target_description) {
                    return false;
                }
                continue;
            }
            "any_of_alike" => {
                if said.is_some_and(|it| it != asked.any_of_alike.to_string()) {
                    return false;
                }
                continue;
            }
            "near" => asked.near.as_ref(),
            "nth" => asked.nth.as_ref(),
            name => name.parse::<Key>().ok().and_then(|it| asked.get(it)),
        };
        match (has, said) {
            (None, _) => return false,
            (Some(has), Some(said)) if *has != said => return false,
            (Some(_), _) => same += 1,
        }
    }
    fallbacks == asked.or_else.len() && same == asked.values().count()
}

/// The maps that fallbacks are given as.
fn maps(value: &Expr) -> Vec<Vec<(rhai::Ident, Expr)>> {
    match value {
        Expr::Map(map, _) => vec![map.0.to_vec()],
        Expr::Array(all, _) => all.iter().flat_map(maps).collect(),
        _ => Vec::new(),
    }
}

/// What an expression is, where that stands in the text.
fn literal(value: &Expr) -> Option<String> {
    match value {
        Expr::StringConstant(it, _) => Some(it.to_string()),
        Expr::IntegerConstant(it, _) => Some(it.to_string()),
        Expr::BoolConstant(it, _) => Some(it.to_string()),
        Expr::CharConstant(it, _) => Some(it.to_string()),
        _ => None,
    }
}

/// The functions that are called on a line.
fn calls(ast: &AST, line: usize) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    ast.walk(&mut |path| {
        if let Some(
            ASTNode::Expr(Expr::FnCall(call, position)) | ASTNode::Stmt(Stmt::FnCall(call, position)),
        ) = path.last()
            && position.line() == Some(line)
        {
            all.insert(call.name.to_string());
        }
        true
    });
    all
}

/// Where a position is in a text; only that of a map.
fn offset(source: &str, position: rhai::Position) -> Option<usize> {
    let (line, column) = position.line().zip(position.position())?;
    let before: usize = source.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let text = source.get(before..)?;
    let (at, _) = text.char_indices().nth(column - 1)?;
    text[at..].starts_with("#{").then_some(before + at)
}

/// What stands between the braces of a map.
fn inside(map: &str) -> &str {
    let map = map.trim();
    let map = map.strip_prefix("#{").unwrap_or(map);
    map.strip_suffix('}').unwrap_or(map).trim()
}

/// A map as it is written.
struct Written<'a> {
    range: Range<usize>,
    /// What it goes by, as entries.
    own: Vec<&'a str>,
    description: Option<&'a str>,
    /// Its fallbacks, as maps.
    fallbacks: Vec<&'a str>,
}

impl<'a> Written<'a> {
    fn at(source: &'a str, begins: usize) -> Option<Self> {
        let (ends, entries) = listed(source, begins + "#{".len())?;
        let mut written = Written {
            range: begins..ends,
            own: Vec::new(),
            description: None,
            fallbacks: Vec::new(),
        };
        for entry in entries {
            let (key, value) = entry.split_once(':')?;
            match key.trim() {
                "target_description" => written.description = Some(entry),
                "or_else" => written.fallbacks = locator_maps(value.trim())?,
                // What is said of all that fit is said of the map as a whole.
                "any_of_alike" => return None,
                _ => written.own.push(entry),
            }
        }
        Some(written)
    }
}

/// One map, or a list of maps.
fn locator_maps(text: &str) -> Option<Vec<&str>> {
    let all = match text.strip_prefix('[') {
        Some(_) => {
            let (ends, all) = listed(text, 1)?;
            (ends == text.len()).then_some(all)?
        }
        None => vec![text],
    };
    let is_map = |it: &&str| it.starts_with("#{") && listed(it, 2).is_some_and(|(ends, _)| ends == it.len());
    all.iter().all(is_map).then_some(all)
}

/// What is listed from here up to the bracket that closes it, and where that one ends. Comments and texts in other quotes
/// are not read.
fn listed(text: &str, from: usize) -> Option<(usize, Vec<&str>)> {
    let mut entries = Vec::new();
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    let mut begins = from;
    let mut last = ' ';
    for (at, it) in text.get(from..)?.char_indices() {
        let at = from + at;
        match it {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '`' | '\'' => return None,
            '/' | '*' if last == '/' => return None,
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' if depth > 0 => depth -= 1,
            '}' | ']' | ')' => {
                entries.push(text[begins..at].trim());
                entries.retain(|it| !it.is_empty());
                return Some((at + 1, entries));
            }
            ',' if depth == 0 => {
                entries.push(text[begins..at].trim());
                begins = at + 1;
            }
            _ => {}
        }
        last = it;
    }
    None
}
