//! As much of checks as the task files use, written apart from the product: SQL, JSON, rows of pages, and `unchanged`.

use toml::Table;

use crate::client::{Running, rows};

/// Values by name.
pub type Values = Vec<(String, String)>;

const ORIGIN: &str = "http://127.0.0.1:8731";

/// What an `unchanged` check remembers.
pub fn snapshot(desk: &Running, check: &Table, values: &Values) -> Option<Vec<String>> {
    let query = check.get("unchanged")?["query"].as_str().unwrap();
    let rows = rows(&desk.kept(), query, values);
    Some(rows.iter().map(|row| row.join("|")).collect())
}

/// Whether a check holds.
pub fn holds(desk: &Running, check: &Table, before: Option<&[String]>, values: &Values) -> bool {
    let text = |key: &str| check.get(key).and_then(|it| it.as_str());
    if let Some(before) = before {
        let after = snapshot(desk, check, values).unwrap();
        return unchanged(before, &after, check, values);
    }
    if let Some(query) = text("query") {
        let found = rows(&desk.kept(), query, values);
        let first = found.first().and_then(|row| row.first());
        return match (text("is"), check.get("rows")) {
            (Some(is), _) => first == Some(&fill(is, values)),
            (None, Some(rows)) => {
                let row = |it: &toml::Value| filled(it, values);
                found == rows.as_array().unwrap().iter().map(row).collect::<Vec<_>>()
            }
            (None, None) => check["empty"].as_bool().unwrap() && found.is_empty(),
        };
    }
    if let Some(address) = text("get") {
        let answer = desk.get(&path(address, values));
        let nodes = nodes(&answer.body, text("json").unwrap());
        return i64::from(answer.status) == check["status"].as_integer().unwrap()
            && match text("is") {
                Some(is) => nodes == [fill(is, values)],
                None => nodes.len() as i64 == check["count"].as_integer().unwrap(),
            };
    }
    if let Some(address) = text("page") {
        let table = table(&desk.get(&path(address, values)).body);
        let all = |key: &str| check.get(key).map(|it| filled(it, values)).unwrap_or_default();
        let shown = |it: &String| table.iter().flatten().any(|cell| cell == it);
        let fits = |row: &&Vec<String>| all("row").iter().all(|it| row.contains(it));
        let count = check.get("count").and_then(|it| it.as_integer());
        return all("shows").iter().all(shown)
            && !all("absent").iter().any(shown)
            && count.is_none_or(|count| count == table.iter().filter(fits).count() as i64);
    }
    // Nobody browses here.
    assert_eq!(text("url"), Some("http://127.0.0.1:8731/orders*"), "{check:?}");
    true
}

fn unchanged(before: &[String], after: &[String], check: &Table, values: &Values) -> bool {
    let patterns = |key: &str| match check.get("except").and_then(|it| it.get(key)) {
        Some(patterns) => filled(patterns, values),
        None => Vec::new(),
    };
    let only_as = |these: &[String], those: &[String], patterns: &[String]| {
        these
            .iter()
            .filter(|row| !those.contains(row))
            .all(|row| patterns.iter().any(|pattern| fits(pattern, row)))
    };
    only_as(after, before, &patterns("added")) && only_as(before, after, &patterns("removed"))
}

/// Whether a row is as a pattern says, in which `*` is any text.
fn fits(pattern: &str, row: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == row,
        Some((head, tail)) => row
            .strip_prefix(head)
            .is_some_and(|rest| (0..=rest.len()).any(|at| rest.get(at..).is_some_and(|it| fits(tail, it)))),
    }
}

fn filled(texts: &toml::Value, values: &Values) -> Vec<String> {
    let texts = texts.as_array().unwrap().iter();
    texts.map(|it| fill(it.as_str().unwrap(), values)).collect()
}

fn fill(text: &str, values: &Values) -> String {
    replaced(text, values, str::to_owned)
}

/// The path of an address, with values as they stand in addresses.
fn path(address: &str, values: &Values) -> String {
    let encode = |value: &str| form_urlencoded::byte_serialize(value.as_bytes()).collect();
    replaced(address.strip_prefix(ORIGIN).unwrap(), values, encode)
}

/// All at once: a value may look like a slot.
fn replaced(text: &str, values: &Values, shown: impl Fn(&str) -> String) -> String {
    let mut parts = text.split('{');
    let mut filled = parts.next().unwrap().to_owned();
    for part in parts {
        let (slot, rest) = part.split_once('}').unwrap();
        let value = values.iter().find(|(name, _)| name == slot);
        filled += &shown(
            &value
                .unwrap_or_else(|| panic!("{text} has no value for {slot}"))
                .1,
        );
        filled += rest;
    }
    filled
}

/// The three JSONPaths of the task files.
fn nodes(body: &str, path: &str) -> Vec<String> {
    let Ok(json) = serde_json::from_str::<serde_json::Value>(body) else {
        return Vec::new();
    };
    let text = |it: &serde_json::Value| it.as_str().map_or_else(|| it.to_string(), str::to_owned);
    match path {
        "$[*]" => json.as_array().unwrap().iter().map(text).collect(),
        "$[*].name" => json
            .as_array()
            .unwrap()
            .iter()
            .map(|it| text(&it["name"]))
            .collect(),
        "$.amount" => vec![text(&json["amount"])],
        other => panic!("{other} is not read here"),
    }
}

/// The cells of the page's table, as texts.
fn table(page: &str) -> Vec<Vec<String>> {
    let cells = |row: &str| {
        row.split("<td")
            .skip(1)
            .map(|cell| {
                let tags = cell.split_once("</td>").unwrap().0.split('<');
                let text: String = tags.map(|it| it.split_once('>').map_or("", |it| it.1)).collect();
                text.trim()
                    .replace("&lt;", "<")
                    .replace("&gt;", ">")
                    .replace("&quot;", "\"")
                    .replace("&#x27;", "'")
                    .replace("&#x2f;", "/")
                    .replace("&amp;", "&")
            })
            .collect()
    };
    page.split("<tr>").skip(1).map(cells).collect()
}
