//! From the tables `[params.NAME]` to parameters.

use super::{
    fields::Section,
    param::{Param, ParamKind, SecretSource},
    problem::Code,
    reader::{ANSWER, Node, Reader, in_order},
};
use crate::params::{FORM, GOAL, Value};

/// The parameters in the order of the file. Slots of everything that is read afterwards may have their names.
pub(super) fn params(reader: &mut Reader<'_>, root: Node<'_>) -> Vec<Param> {
    let Some(table) = root
        .table
        .get("params")
        .and_then(|value| value.get_ref().as_table())
    else {
        return Vec::new();
    };
    let mut params = Vec::new();
    for (name, at, value) in in_order(table) {
        reader.names.push(name.to_owned());
        check_name(reader, name, at);
        if let Some(table) = value.get_ref().as_table() {
            let node = Node {
                section: Section::Param,
                table,
                at,
            };
            params.extend(param(reader, node, name));
        }
    }
    params
}

/// Names stand in expressions and scripts.
fn check_name(reader: &mut Reader<'_>, name: &str, at: usize) {
    let plain = name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
    if !plain || !name.starts_with(|it: char| it.is_ascii_alphabetic()) {
        let message =
            format!("`{name}` can't name a parameter: letters, digits and `_`, with a letter first");
        reader.problem(at, Code::BadValue, message);
    }
    if [ANSWER, GOAL, FORM].contains(&name) {
        let message = format!("a parameter can't be called `{name}`: that name has a meaning of its own");
        reader.problem(at, Code::BadValue, message);
    }
}

fn param(reader: &mut Reader<'_>, node: Node<'_>, name: &str) -> Option<Param> {
    let (word, _) = node.text("type")?;
    let kind = kind(reader, node, word)?;
    let goes_with = [
        ("multiline", &["text"][..]),
        ("unique", &["text"]),
        ("any_text", &["text"]),
        ("options", &["choice"]),
        ("env", &["secret", "totp"]),
        ("file", &["secret", "totp"]),
        ("command", &["secret", "totp"]),
        ("examples", &["text", "list", "number", "date", "choice", "file"]),
        ("nasty", &["text", "list", "number", "date", "choice", "file"]),
        ("default", &["text", "list", "number", "date", "choice", "file"]),
    ];
    for (key, words) in goes_with {
        if node.has(key) && !words.contains(&word) {
            let message = format!("`{key}` does not go with the type {word}");
            reader.bad(node, key, Code::Conflict, message);
        }
    }
    let param = Param {
        name: name.to_owned(),
        about: node.owned("about"),
        examples: Vec::new(),
        nasty: Vec::new(),
        any_text: node.flag("any_text"),
        default: None,
        optional: node.flag("optional"),
        unique: node.flag("unique"),
        kind,
    };
    if param.is_secret() {
        return Some(param);
    }
    let mut checked = |value: Value, at: usize| match param.fits(&value) {
        Ok(()) => Some(value),
        Err(error) => {
            reader.problem(at, Code::BadValue, error.to_string());
            None
        }
    };
    let mut several = |key: &str| -> Vec<Value> {
        let all = node.param_values(key).into_iter();
        all.filter_map(|(value, at)| checked(value, at)).collect()
    };
    let (examples, nasty) = (several("examples"), several("nasty"));
    let default = node
        .param_value("default")
        .and_then(|(value, at)| checked(value, at));
    Some(Param {
        examples,
        nasty,
        default,
        ..param
    })
}

fn kind(reader: &mut Reader<'_>, node: Node<'_>, word: &str) -> Option<ParamKind> {
    match word {
        "text" => Some(ParamKind::Text {
            multiline: node.flag("multiline"),
        }),
        "list" => Some(ParamKind::List),
        "number" => Some(ParamKind::Number),
        "date" => Some(ParamKind::Date),
        "file" => Some(ParamKind::File),
        "choice" => {
            let options = node.owned_texts("options");
            if options.is_empty() {
                reader.bad(node, "options", Code::MissingKey, "a choice needs `options`");
                return None;
            }
            Some(ParamKind::Choice { options })
        }
        "secret" | "totp" => {
            let mut sources: Vec<SecretSource> = Vec::new();
            sources.extend(node.owned("env").map(SecretSource::Env));
            sources.extend(node.owned("file").map(SecretSource::File));
            if node.has("command") {
                let command = node.owned_texts("command");
                if command.is_empty() {
                    reader.bad(node, "command", Code::BadValue, "`command` names no program");
                }
                sources.push(SecretSource::Command(command));
            }
            if sources.len() != 1 {
                let message = "a secret comes from one of `env`, `file` and `command`";
                reader.bad(node, "env", Code::Conflict, message);
                return None;
            }
            let kind = match word {
                "totp" => ParamKind::Totp,
                _ => ParamKind::Secret,
            };
            sources.pop().map(kind)
        }
        // The table of keys has said so.
        _ => None,
    }
}
