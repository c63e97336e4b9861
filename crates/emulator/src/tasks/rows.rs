//! What types have in common whose judges read the rows of one table.

use std::collections::BTreeMap;

use task::{Params, Value};

use super::definition::{Ending, FileValues};
use crate::state::{DeviceState, Fields, Row};

/// Texts to values.
pub(super) fn values<const N: usize>(values: [(&str, String); N]) -> Params {
    values
        .into_iter()
        .map(|(name, value)| (name.to_owned(), Value::Text(value)))
        .collect()
}

/// The texts of a parameter, whether it is one or a list.
pub(super) fn texts<'a>(params: &'a Params, name: &str) -> Vec<&'a str> {
    params
        .get(name)
        .map(|it| it.texts().collect())
        .unwrap_or_default()
}

/// A column as a number.
pub(super) fn number(row: &Row, column: &str) -> i64 {
    row.get(column).parse().unwrap_or_default()
}

/// A column that is to hold a number and does not, in one sentence.
pub(super) fn no_number(table: &str, row: &Row, columns: &[&str]) -> Option<String> {
    let is_number = |it: &&&str| row.get(it).parse::<i64>().is_err() && row.fields.contains_key(**it);
    let column = columns.iter().find(is_number)?;
    let value = row.get(column);
    Some(format!(
        "row {} of `{table}` has \"{value}\" for `{column}`, not a whole number",
        row.id
    ))
}

impl Ending<'_> {
    /// The rows that are gone, if nothing else happened to the table.
    pub(super) fn only_removed(&self, table: &str) -> Option<Vec<&Row>> {
        let (before, after) = (self.before.tables.rows(table), self.after.tables.rows(table));
        let kept = |it: &&Row| after.iter().any(|now| now.id == it.id);
        let unchanged = before.iter().filter(kept).eq(after);
        unchanged.then(|| before.iter().filter(|it| !kept(it)).collect())
    }

    /// The rows that are new, if nothing else happened to the table.
    pub(super) fn only_added(&self, table: &str) -> Option<&[Row]> {
        let (before, after) = (self.before.tables.rows(table), self.after.tables.rows(table));
        after.strip_prefix(before)
    }

    /// Whether exactly those rows are gone that a parameter names, and nothing else happened to the table.
    pub(super) fn removed_named(&self, table: &str, column: &str, param: &str) -> bool {
        let Some(gone) = self.only_removed(table) else {
            return false;
        };
        let mut gone: Vec<&str> = gone.into_iter().map(|it| it.get(column)).collect();
        let mut named = texts(self.params, param);
        gone.sort_unstable();
        named.sort_unstable();
        gone == named
    }
}

/// A row that a parameter names and that is not there, or is there more than once, in one sentence.
pub(super) fn not_one_each(
    params: &Params,
    device: &DeviceState,
    table: &str,
    column: &str,
    param: &str,
) -> Option<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in texts(params, param) {
        *counts.entry(name).or_default() += 1;
    }
    counts.into_iter().find_map(|(name, said)| {
        let rows = device.tables.rows(table).iter();
        let there = rows.filter(|it| it.get(column) == name).count();
        (said != 1 || there != 1).then(|| {
            format!(
                "`{table}` has {there} rows with the {column} \"{name}\", and the goal says it {said} times"
            )
        })
    })
}

/// Take the rows of a file's instance that its goal is about; the others are on the device anyway.
pub(super) fn take_rows(values: &mut FileValues) -> Vec<serde_json::Value> {
    values.shift_remove("noise_row_objects");
    match values.shift_remove("row_objects") {
        Some(serde_json::Value::Array(rows)) => rows,
        Some(_) | None => Vec::new(),
    }
}

/// One column of a file's row, as a text.
pub(super) fn column_of(row: &serde_json::Value, column: &str) -> Option<String> {
    match row.get(column)? {
        serde_json::Value::String(text) => Some(text.clone()),
        serde_json::Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A row for the beginning of an instance.
pub(super) fn fields<const N: usize>(columns: [(&str, String); N]) -> Fields {
    columns
        .into_iter()
        .map(|(column, value)| (column.to_owned(), value))
        .collect()
}
