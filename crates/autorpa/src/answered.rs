//! An answer that is the rows of a table: said by a person as that, as JSON, and as CSV.

use serde_json::{Map, Value as Json};
use thiserror::Error;
use ui::{Screen, Table, rows_as_json, tables};

/// Why no rows are the answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum NoRows {
    /// No table is called so, or has such a column.
    #[error("no table of the page is told by \"{named}\"")]
    NoTable {
        /// What was said.
        named: String,
    },
    /// Several fit.
    #[error(
        "{count} tables of the page fit \"{named}\": name one by what stands over it, or by a column that it alone has"
    )]
    Several {
        /// What was said.
        named: String,
        /// How many.
        count: usize,
    },
    /// Only a column of rows was asked for, and there is none.
    #[error("the table has no rows now: show it where it has some")]
    Empty,
}

/// The rows that a person names as the answer: `table`, `table NAME`, `column HEAD` or `column HEAD, HEAD`. `None` where they name
/// something else.
pub(crate) fn rows_named(screen: &Screen, said: &str) -> Option<Result<String, NoRows>> {
    let (word, rest) = said.split_once(char::is_whitespace).unwrap_or((said, ""));
    let rest = rest.trim();
    let rest = rest
        .strip_prefix('"')
        .and_then(|it| it.strip_suffix('"'))
        .unwrap_or(rest);
    match word {
        "table" => Some(of_table(screen, rest)),
        "column" if !rest.is_empty() => Some(of_columns(screen, rest)),
        _ => None,
    }
}

fn of_table(screen: &Screen, name: &str) -> Result<String, NoRows> {
    let mut all = tables(screen);
    all.retain(|it| name.is_empty() || it.name == name);
    let table = only(all, name)?;
    let columns = columns_of(&table);
    written(&table, &columns)
}

fn of_columns(screen: &Screen, heads: &str) -> Result<String, NoRows> {
    let all = tables(screen);
    let has = |heads: &[String]| -> Vec<Table> {
        let own = all
            .iter()
            .filter(|it| heads.iter().all(|head| it.heads.contains(head)));
        own.cloned().collect()
    };
    // A head may have a comma in it.
    let mut columns = vec![heads.to_owned()];
    let mut found = has(&columns);
    if found.is_empty() {
        columns = heads.split(',').map(|it| it.trim().to_owned()).collect();
        found = has(&columns);
    }
    written(&only(found, heads)?, &columns)
}

fn only(mut all: Vec<Table>, named: &str) -> Result<Table, NoRows> {
    let named = named.to_owned();
    match all.len() {
        1 => Ok(all.remove(0)),
        0 => Err(NoRows::NoTable { named }),
        count => Err(NoRows::Several { named, count }),
    }
}

fn written(table: &Table, columns: &[String]) -> Result<String, NoRows> {
    match table.rows.is_empty() || columns.is_empty() {
        true => Err(NoRows::Empty),
        false => Ok(rows_as_json(&table.rows, columns)),
    }
}

/// The columns that any row shows something in, in the order of the fullest row.
fn columns_of(table: &Table) -> Vec<String> {
    let mut rows: Vec<_> = table.rows.iter().collect();
    rows.sort_by_key(|it| std::cmp::Reverse(it.cells.len()));
    let mut all: Vec<String> = Vec::new();
    for (column, _) in rows.iter().flat_map(|it| &it.cells) {
        if !all.contains(column) {
            all.push(column.clone());
        }
    }
    all
}

/// The rows of an answer that is a list of maps with the same keys, whose values are texts.
fn rows(answer: &str) -> Option<Vec<Map<String, Json>>> {
    if !answer.starts_with('[') {
        return None;
    }
    let rows: Vec<Map<String, Json>> = serde_json::from_str(answer).ok()?;
    let first = rows.first();
    let alike = |it: &Map<String, Json>| {
        it.values().all(Json::is_string) && first.is_some_and(|first| it.keys().eq(first.keys()))
    };
    rows.iter().all(alike).then_some(rows)
}

/// An answer as JSON: the rows of a table as a list of maps, any other as its text.
pub(crate) fn as_json(answer: Option<&str>) -> Json {
    match answer.and_then(rows) {
        Some(rows) => rows.into_iter().map(Json::Object).collect(),
        None => answer.into(),
    }
}

/// An answer as CSV, with the columns in its first line; `None` where there is no answer, or one that is not the rows of a table.
pub(crate) fn as_csv(answer: Option<&str>) -> Option<Vec<u8>> {
    let rows = answer.and_then(rows)?;
    let mut written = csv::Writer::from_writer(Vec::new());
    let heads = rows
        .first()
        .into_iter()
        .map(|it| it.keys().cloned().collect::<Vec<_>>());
    let cells = rows.iter().map(|it| {
        let texts = it.values().map(|it| it.as_str().unwrap_or_default().to_owned());
        texts.collect::<Vec<_>>()
    });
    for line in heads.chain(cells) {
        written.write_record(line).ok()?;
    }
    written.into_inner().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_json_and_csv_and_a_text_stays_a_text() {
        let answer = r#"[{"Name":"Ada \"A\", Lovelace","Note":"a\nb"},{"Name":"李 雷","Note":""}]"#;
        assert_eq!(as_json(Some(answer))[1]["Name"], "李 雷");
        let csv = as_csv(Some(answer)).map(|it| String::from_utf8(it).unwrap_or_default());
        let expected = "Name,Note\n\"Ada \"\"A\"\", Lovelace\",\"a\nb\"\n李 雷,\n";
        assert_eq!(csv.as_deref(), Some(expected));
        assert_eq!(as_json(Some("[]")), Json::Array(Vec::new()));
        for text in [
            "42",
            "[1]",
            "[{\"a\":1}]",
            "[{\"a\":\"1\"},{\"b\":\"2\"}]",
            "[broken",
        ] {
            assert_eq!(as_json(Some(text)), Json::from(text));
            assert_eq!(as_csv(Some(text)), None);
        }
        assert_eq!(as_json(None), Json::Null);
        assert_eq!(as_csv(None), None);
    }
}
