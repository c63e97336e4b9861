//! Values that several tables have: a place, a length of time, a status, a command.

use std::time::Duration;

use jiff::SignedDuration;

use super::{
    check::Place,
    formula::Formula,
    problem::Code,
    reader::{Node, Reader},
};

/// Where a table says to go: to a page, by this key, or to an app.
pub(super) fn place(reader: &mut Reader<'_>, node: Node<'_>, page: &str) -> Place {
    match (reader.formula_of(node, page), node.owned("app")) {
        (Some(url), _) => Place::Url(url),
        (None, Some(app)) => Place::App(app),
        (None, None) => Place::Here,
    }
}

/// A length of time, or what the file means where it says none.
pub(super) fn duration(reader: &mut Reader<'_>, node: Node<'_>, key: &str, otherwise: Duration) -> Duration {
    let Some((text, _)) = node.text(key) else {
        return otherwise;
    };
    let parsed = text.parse::<SignedDuration>().ok();
    match parsed.and_then(|duration| Duration::try_from(duration).ok()) {
        Some(duration) if text.starts_with(|it: char| it.is_ascii_digit()) => duration,
        Some(_) | None => {
            let message = format!("\"{text}\" is no length of time; they are written 20s, 500ms or 2m");
            reader.bad(node, key, Code::BadValue, message);
            otherwise
        }
    }
}

/// An HTTP status.
pub(super) fn status(reader: &mut Reader<'_>, node: Node<'_>, key: &str) -> Option<u16> {
    let (number, _) = node.number(key)?;
    let status = u16::try_from(number).ok().filter(|it| (100..600).contains(it));
    if status.is_none() {
        let message = format!("{number} is no HTTP status; they go from 100 to 599");
        reader.bad(node, key, Code::BadValue, message);
    }
    status
}

/// A program and its arguments: there is at least the program.
pub(super) fn command(reader: &mut Reader<'_>, node: Node<'_>, key: &str) -> Option<Vec<Formula>> {
    let texts = node.texts(key);
    if texts.first().is_none_or(|(program, _)| program.is_empty()) {
        reader.bad(node, key, Code::BadValue, format!("`{key}` names no program"));
        return None;
    }
    Some(reader.formulas_of(node, key))
}
