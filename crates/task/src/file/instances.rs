//! Instances: rows of the file or of a CSV, or made of the parameters' examples.

use std::collections::HashSet;

use csv::{ReaderBuilder, StringRecord};

use super::{
    param::{Param, ParamKind, ValueError},
    problem::{Code, FileProblem},
    reader::{Node, Reader, in_order, param_value},
    task_file::{Instances, TaskFile},
};
use crate::{
    nearest::nearest,
    params::{Params, Value},
    seeds::number,
};

/// What stands between the entries of a list in a cell of a CSV.
const BETWEEN: char = ';';

/// The rows that the tables `[[instance]]` give.
pub(super) fn rows_of_tables(reader: &mut Reader<'_>, root: Node<'_>, params: &[Param]) -> Vec<Params> {
    let nodes = root.nodes("instance", root.section);
    nodes.into_iter().map(|node| row(reader, node, params)).collect()
}

fn row(reader: &mut Reader<'_>, node: Node<'_>, params: &[Param]) -> Params {
    let mut given = Params::new();
    for (name, at, value) in in_order(node.table) {
        let Some(param) = params.iter().find(|param| param.name == name) else {
            // A parameter that is wrong itself has been spoken of.
            if !reader.names.iter().any(|known| known == name) {
                let near = nearest(name, reader.names.iter().map(String::as_str));
                let message = format!("`{name}` is not a parameter");
                reader.problem(at, Code::UnknownParameter, message).near = near;
            }
            continue;
        };
        let at = value.span().start;
        match param_value(value.get_ref()) {
            Some(value) => match param.fits(&value) {
                Ok(()) => {
                    given.insert(name.to_owned(), value);
                }
                Err(error) => {
                    reader.problem(at, Code::BadValue, error.to_string());
                    given.insert(name.to_owned(), value);
                }
            },
            None => {
                let message = format!("`{name}` takes a text, a number, a date or a list of them");
                reader.problem(at, Code::WrongType, message);
            }
        }
    }
    complete(params, given, |error| {
        reader.problem(node.at, Code::MissingKey, error);
    })
}

/// The values in the order of the parameters, with what was left out.
fn complete(params: &[Param], mut given: Params, mut missing: impl FnMut(String)) -> Params {
    let mut all = Params::new();
    for param in params.iter().filter(|param| !param.is_secret()) {
        let value = match given.shift_remove(&param.name) {
            Some(value) => value,
            None => param.left_out().unwrap_or_else(|error| {
                missing(error.to_string());
                param.empty()
            }),
        };
        all.insert(param.name.clone(), value);
    }
    all
}

/// Every parameter's value, from those that were given; what is left out is its default, or empty where it is optional.
pub(super) fn given(params: &[Param], given: Params) -> Result<Params, Vec<ValueError>> {
    let mut wrong: Vec<ValueError> = Vec::new();
    for (name, value) in &given {
        match params.iter().find(|param| param.name == *name) {
            Some(param) => wrong.extend(param.fits(value).err()),
            None => wrong.push(ValueError::Unknown {
                name: name.clone(),
                near: nearest(name, params.iter().map(|it| it.name.as_str())),
            }),
        }
    }
    let mut missing = Vec::new();
    let mut all = Params::new();
    for param in params.iter().filter(|param| !param.is_secret()) {
        match given
            .get(&param.name)
            .cloned()
            .map_or_else(|| param.left_out(), Ok)
        {
            Ok(value) => drop(all.insert(param.name.clone(), value)),
            Err(error) => missing.push(error),
        }
    }
    wrong.extend(missing);
    match wrong.is_empty() {
        true => Ok(all),
        false => Err(wrong),
    }
}

/// The rows of a CSV file whose columns are parameters.
pub(super) fn rows_of_csv(params: &[Param], text: &str, path: &str) -> Result<Vec<Params>, Vec<FileProblem>> {
    let mut problems = Vec::new();
    let mut reader = ReaderBuilder::new().flexible(false).from_reader(text.as_bytes());
    let problem = |byte: u64, code: Code, message: String| {
        let byte = usize::try_from(byte).unwrap_or(usize::MAX);
        FileProblem::at(path, text, byte, code, message)
    };
    let header = match reader.headers() {
        Ok(header) => header.clone(),
        Err(error) => return Err(vec![problem(0, Code::Syntax, error.to_string())]),
    };
    for name in header.iter().map(str::trim) {
        if !params.iter().any(|param| param.name == name) {
            let mut unknown = problem(
                0,
                Code::UnknownParameter,
                format!("the column `{name}` is not a parameter"),
            );
            unknown.near = nearest(name, params.iter().map(|param| param.name.as_str()));
            problems.push(unknown);
        }
    }
    let mut rows = Vec::new();
    for record in reader.records() {
        match record {
            Ok(record) => {
                let at = record.position().map_or(0, csv::Position::byte);
                rows.push(csv_row(params, &header, &record, |code, message| {
                    problems.push(problem(at, code, message));
                }));
            }
            Err(error) => {
                let at = error.position().map_or(0, csv::Position::byte);
                problems.push(problem(at, Code::Syntax, error.to_string()));
            }
        }
    }
    if rows.is_empty() && problems.is_empty() {
        problems.push(problem(0, Code::BadValue, "there is no row".to_owned()));
    }
    if problems.is_empty() {
        Ok(rows)
    } else {
        Err(problems)
    }
}

fn csv_row(
    params: &[Param],
    header: &StringRecord,
    record: &StringRecord,
    mut problem: impl FnMut(Code, String),
) -> Params {
    let mut given = Params::new();
    for (name, cell) in header.iter().map(str::trim).zip(record) {
        let Some(param) = params.iter().find(|param| param.name == name) else {
            continue;
        };
        // An empty cell leaves the parameter out.
        if cell.is_empty() && (param.optional || param.default.is_some()) {
            continue;
        }
        let value = match param.kind {
            ParamKind::List => {
                let entries = cell.split(BETWEEN).map(str::trim);
                Value::List(entries.filter(|it| !it.is_empty()).map(str::to_owned).collect())
            }
            ParamKind::Text { .. }
            | ParamKind::Number
            | ParamKind::Date
            | ParamKind::Choice { .. }
            | ParamKind::File
            | ParamKind::Secret(_)
            | ParamKind::Totp(_) => Value::from(cell),
        };
        if let Err(error) = param.fits(&value) {
            problem(Code::BadValue, error.to_string());
        }
        given.insert(name.to_owned(), value);
    }
    complete(params, given, |error| problem(Code::MissingKey, error))
}

/// Where instances are made of examples, every parameter needs some.
pub(super) fn check_examples(reader: &mut Reader<'_>, root: Node<'_>, params: &[Param]) {
    for param in params.iter().filter(|param| !param.is_secret()) {
        if pool(param).is_empty() {
            let at = root
                .node("params", root.section)
                .and_then(|node| node.table.get_key_value(param.name.as_str()))
                .map_or(root.at, |(key, _)| key.span().start);
            let message = format!(
                "`{}` has no `examples`, and there are no instances: nothing can be made for it",
                param.name
            );
            reader.problem(at, Code::MissingKey, message).field =
                super::fields::Section::Param.field("examples");
        }
    }
}

/// The values that a parameter takes in instances made of examples.
fn pool(param: &Param) -> Vec<Value> {
    if !param.examples.is_empty() {
        return param.examples.clone();
    }
    match &param.kind {
        ParamKind::Choice { options } => options.iter().map(|it| Value::from(it.as_str())).collect(),
        ParamKind::Text { .. }
        | ParamKind::List
        | ParamKind::Number
        | ParamKind::Date
        | ParamKind::File
        | ParamKind::Secret(_)
        | ParamKind::Totp(_) => param.left_out().into_iter().collect(),
    }
}

/// How many instances differ.
pub(super) fn count(file: &TaskFile) -> usize {
    match &file.instances {
        Instances::Rows(rows) => {
            let distinct: HashSet<Vec<(&String, &Value)>> =
                rows.iter().map(|row| row.iter().collect()).collect();
            distinct.len()
        }
        Instances::Csv(_) => 0,
        Instances::Examples => file
            .params
            .iter()
            .filter(|param| !param.is_secret())
            .map(|param| pool(param).len())
            .fold(1, usize::saturating_mul),
    }
}

/// The values of the n-th adversarial instance: each seldom value of a parameter stands in one.
pub(super) fn adversarial(file: &TaskFile, n: u64) -> Option<Params> {
    let seldom = |param: &Param| {
        let name = param.name.clone();
        param.seldom().into_iter().map(move |value| (name.clone(), value))
    };
    let mut all = file.params.iter().flat_map(seldom);
    let (name, value) = all.nth(usize::try_from(number(n)).ok()?)?;
    let mut params = params(file, n);
    params.insert(name, value);
    Some(params)
}

/// The values of the instance that a seed makes.
pub(super) fn params(file: &TaskFile, seed: u64) -> Params {
    match &file.instances {
        Instances::Rows(rows) => nth(rows, seed).cloned().unwrap_or_default(),
        Instances::Examples | Instances::Csv(_) => mixed(&file.params, seed),
    }
}

/// The n-th, and behind the last one the first again.
fn nth<T>(all: &[T], n: u64) -> Option<&T> {
    let length = u64::try_from(all.len()).ok().filter(|it| *it > 0)?;
    all.get(usize::try_from(n % length).ok()?)
}

/// Examples side by side first, as they were written; then every other combination. The parameter with the most examples
/// leads: the others are moved against it, once it has been through.
fn mixed(params: &[Param], seed: u64) -> Params {
    let params: Vec<(&Param, Vec<Value>)> = params
        .iter()
        .filter(|param| !param.is_secret())
        .map(|param| (param, pool(param)))
        .collect();
    let most = params
        .iter()
        .map(|(_, pool)| pool.len())
        .max()
        .unwrap_or(1)
        .max(1);
    let lead = params.iter().position(|(_, pool)| pool.len() == most);
    let most = u64::try_from(most).unwrap_or(u64::MAX);
    let (place, mut round) = (seed % most, seed / most);
    let mut all = Params::new();
    for (idx, (param, pool)) in params.iter().enumerate() {
        let length = u64::try_from(pool.len()).unwrap_or(u64::MAX).max(1);
        let shift = if Some(idx) == lead {
            0
        } else {
            let shift = round % length;
            round /= length;
            shift
        };
        let value = match (param.unique, pool.as_slice()) {
            (true, pool) => nth(pool, seed).map(|value| varied(value, seed / length)),
            (false, pool) => nth(pool, (place + shift) % length).cloned(),
        };
        all.insert(param.name.clone(), value.unwrap_or_else(|| param.empty()));
    }
    all
}

/// An example that was used before, as another value: with a number before what is behind `@`, before an extension, or
/// at the end.
fn varied(value: &Value, round: u64) -> Value {
    let (Value::Text(text), true) = (value, round > 0) else {
        return value.clone();
    };
    let number = round + 1;
    let gap = if text.contains(char::is_whitespace) {
        " "
    } else {
        ""
    };
    Value::Text(match (text.split_once('@'), text.rsplit_once('.')) {
        (Some((name, host)), _) => format!("{name}{number}@{host}"),
        (None, Some((stem, extension))) if !stem.is_empty() && !extension.contains(char::is_whitespace) => {
            format!("{stem}{gap}{number}.{extension}")
        }
        (None, _) => format!("{text}{gap}{number}"),
    })
}
