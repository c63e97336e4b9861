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

/// A column as a number that may have a part; no number is far from every one.
pub(super) fn number_in(row: &Row, column: &str) -> f64 {
    row.get(column).parse().unwrap_or(f64::NAN)
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

    /// Whether as many rows are new as are wanted, each of them fits another one, and nothing else happened to the
    /// table.
    pub(super) fn added_each<T>(&self, table: &str, wanted: &[T], fits: impl Fn(&Row, &T) -> bool) -> bool {
        let rows = self.only_added(table).unwrap_or_default();
        let fits = |thing: usize, row: usize| fits(&rows[row], &wanted[thing]);
        !wanted.is_empty() && rows.len() == wanted.len() && each_has_its_own(wanted.len(), rows.len(), &fits)
    }

    /// Whether one of the only two rows that are the same is gone, and nothing else happened to the table.
    pub(super) fn removed_twin(&self, table: &str) -> bool {
        let pairs = twins(self.before, table);
        let gone = self.only_removed(table);
        match (&pairs[..], gone.as_deref()) {
            ([(first, second)], Some([gone])) => [*first, *second].contains(&gone.id),
            _ => false,
        }
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

/// Whether each of so many wanted things gets a row of its own that fits it: an assignment by augmenting paths.
fn each_has_its_own(wanted: usize, rows: usize, fits: &dyn Fn(usize, usize) -> bool) -> bool {
    let mut taken = vec![None; rows];
    (0..wanted).all(|it| take(it, &mut vec![false; rows], &mut taken, fits))
}

/// Give a wanted thing a row, where another one can go elsewhere if need be.
fn take(
    wanted: usize,
    tried: &mut [bool],
    taken: &mut [Option<usize>],
    fits: &dyn Fn(usize, usize) -> bool,
) -> bool {
    for row in 0..taken.len() {
        if tried[row] || !fits(wanted, row) {
            continue;
        }
        tried[row] = true;
        if taken[row].is_none_or(|other| take(other, tried, taken, fits)) {
            taken[row] = Some(wanted);
            return true;
        }
    }
    false
}

/// Pairs of rows that differ in nothing but their id.
fn twins(device: &DeviceState, table: &str) -> Vec<(i64, i64)> {
    let rows = device.tables.rows(table);
    let twin = |it: &Row, at: usize| {
        rows[at + 1..]
            .iter()
            .find(|other| other.fields == it.fields)
            .map(|it| it.id)
    };
    let pair = |(at, it): (usize, &Row)| Some((it.id, twin(it, at)?));
    rows.iter().enumerate().filter_map(pair).collect()
}

/// What is wrong with a beginning that has not exactly one pair of rows that are the same, in one sentence.
pub(super) fn not_one_pair(device: &DeviceState, table: &str) -> Option<String> {
    let pairs = twins(device, table).len();
    (pairs != 1).then(|| {
        format!("`{table}` has {pairs} pairs of rows that are the same, but one is what this type has")
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fits: &[&[usize]], rows: usize, expected: bool) {
        let found = each_has_its_own(fits.len(), rows, &|wanted, row| fits[wanted].contains(&row));
        assert_eq!(found, expected, "{fits:?}");
    }

    #[test]
    fn each_gets_a_row_of_its_own_if_that_can_be() {
        check(&[&[0, 1], &[0]], 2, true);
        check(&[&[0, 1], &[0, 2], &[0]], 3, true);
        check(&[&[0, 1, 2], &[0], &[0]], 3, false);
        check(&[&[0], &[]], 2, false);
        // Many that are alike and one that fits nothing: no search of all orders.
        let alike: Vec<usize> = (0..40).collect();
        let mut fits = vec![&alike[..]; 39];
        fits.push(&[]);
        check(&fits, 40, false);
    }
}
