//! What differs between two states of a device, a line each, for people.

use std::collections::{BTreeMap, BTreeSet};

use super::{DeviceState, Row};

/// The lines: files and folders, then table rows, then settings, then the clipboard. The answer is no
/// change: who asked is told it.
pub fn changes(before: &DeviceState, after: &DeviceState) -> Vec<String> {
    let mut lines = files(before, after);
    lines.extend(rows(before, after));
    let names: BTreeSet<&String> = before.settings.keys().chain(after.settings.keys()).collect();
    for name in names {
        let (old, new) = (before.settings.get(name), after.settings.get(name));
        if old != new {
            lines.push(format!("setting {name}: {} -> {}", or_none(old), or_none(new)));
        }
    }
    let copied = after
        .clipboard
        .as_ref()
        .filter(|new| Some(*new) != before.clipboard.as_ref());
    lines.extend(copied.map(|it| format!("clipboard: {}", quoted(it))));
    lines
}

fn files(before: &DeviceState, after: &DeviceState) -> Vec<String> {
    let (old, new): (BTreeMap<_, _>, BTreeMap<_, _>) =
        (before.files.walk().collect(), after.files.walk().collect());
    let paths: BTreeSet<&str> = old.keys().chain(new.keys()).copied().collect();
    let kind = |text: &Option<&str>| if text.is_some() { "file" } else { "folder" };
    paths
        .into_iter()
        .filter_map(|path| match (old.get(path), new.get(path)) {
            (None, Some(Some(text))) => Some(format!("file created: {path} {}", quoted(text))),
            (None, Some(None)) => Some(format!("folder created: {path}")),
            (Some(text), None) => Some(format!("{} deleted: {path}", kind(text))),
            (Some(old), Some(new)) if old != new => Some(format!(
                "file changed: {path} {} -> {}",
                quoted(old.unwrap_or("")),
                quoted(new.unwrap_or(""))
            )),
            (Some(_), Some(_)) | (None, None) => None,
        })
        .collect()
}

fn rows(before: &DeviceState, after: &DeviceState) -> Vec<String> {
    let names: BTreeSet<&str> = before.tables.names().chain(after.tables.names()).collect();
    let mut lines = Vec::new();
    for name in names {
        for row in before.tables.rows(name) {
            match after.tables.row(name, row.id) {
                None => lines.push(format!("row deleted: {name} {}", shown(row))),
                Some(new) if new != row => {
                    lines.push(format!("row changed: {name} {} -> {}", shown(row), shown(new)))
                }
                Some(_) => {}
            }
        }
        for row in after.tables.rows(name) {
            if before.tables.row(name, row.id).is_none() {
                lines.push(format!("row created: {name} {}", shown(row)));
            }
        }
    }
    lines
}

fn shown(row: &Row) -> String {
    let fields: Vec<String> = row
        .fields
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!("{name}={}", quoted(value)))
        .collect();
    format!("{{{}}}", fields.join(", "))
}

fn or_none(value: Option<&String>) -> &str {
    value.map_or("not set", String::as_str)
}

/// A text on one line, shortened where it is long.
fn quoted(text: &str) -> String {
    let short: String = text.chars().take(80).collect();
    let more = if short.len() < text.len() { "…" } else { "" };
    format!("{:?}", format!("{short}{more}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_change_has_its_line() {
        let mut before = DeviceState::fresh();
        before.files.write("/a/gone.md", "1", 0);
        before.files.write("/a/other.md", "old", 0);
        let first = before.tables.insert("contacts", [("name", "Ada")]);
        let second = before.tables.insert("contacts", [("name", "Bob")]);
        assert!(changes(&before, &before).is_empty());

        let mut after = before.clone();
        after.files.remove("/a/gone.md");
        after.files.write("/a/other.md", "new\nline", 5);
        after.files.write("/a/b/note.md", "hello", 5);
        after.tables.delete("contacts", first);
        after
            .tables
            .update("contacts", second, |row| row.set("name", "Eve"));
        after.tables.insert("contacts", [("name", "Cid"), ("number", "")]);
        after.settings.insert("global/wifi_on".to_owned(), "0".to_owned());
        after.clipboard = Some("42".to_owned());
        after.answer = Some("no change".to_owned());
        let expected = [
            "folder created: /a/b",
            "file created: /a/b/note.md \"hello\"",
            "file deleted: /a/gone.md",
            "file changed: /a/other.md \"old\" -> \"new\\nline\"",
            "row deleted: contacts {name=\"Ada\"}",
            "row changed: contacts {name=\"Bob\"} -> {name=\"Eve\"}",
            "row created: contacts {name=\"Cid\"}",
            "setting global/wifi_on: 1 -> 0",
            "clipboard: \"42\"",
        ];
        assert_eq!(changes(&before, &after), expected);
    }
}
