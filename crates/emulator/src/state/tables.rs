//! Tables, as the apps' databases: rows with an id and named columns, kept in the order of insertion.

use std::{collections::BTreeMap, sync::Arc};

use indexmap::IndexMap;

/// Column name to value.
pub type Fields = IndexMap<String, String>;

/// One row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Its id, never used twice in a table.
    pub id: i64,
    /// Its columns.
    pub fields: Fields,
}

impl Row {
    /// A column's value; empty where the row has none.
    pub fn get(&self, column: &str) -> &str {
        self.fields.get(column).map_or("", String::as_str)
    }

    /// Set a column.
    pub fn set(&mut self, column: &str, value: impl Into<String>) {
        self.fields.insert(column.to_owned(), value.into());
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Table {
    rows: Vec<Row>,
    last_id: i64,
}

/// All tables, by names like `contacts`. A table exists as soon as it is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tables {
    tables: Arc<BTreeMap<String, Table>>,
}

impl Tables {
    /// A table's rows, in the order of insertion.
    pub fn rows(&self, name: &str) -> &[Row] {
        self.tables.get(name).map_or(&[], |it| &it.rows)
    }

    /// The row with this id.
    pub fn row(&self, name: &str, id: i64) -> Option<&Row> {
        self.rows(name).iter().find(|it| it.id == id)
    }

    /// Add a row; answers its new id.
    pub fn insert<K: Into<String>, V: Into<String>>(
        &mut self,
        name: &str,
        fields: impl IntoIterator<Item = (K, V)>,
    ) -> i64 {
        let table = Arc::make_mut(&mut self.tables)
            .entry(name.to_owned())
            .or_default();
        table.last_id += 1;
        let fields = fields
            .into_iter()
            .map(|(column, value)| (column.into(), value.into()))
            .collect();
        table.rows.push(Row {
            id: table.last_id,
            fields,
        });
        table.last_id
    }

    /// Change a row. `false` where there is no such row.
    pub fn update(&mut self, name: &str, id: i64, change: impl FnOnce(&mut Row)) -> bool {
        if self.row(name, id).is_none() {
            return false;
        }
        let row = Arc::make_mut(&mut self.tables)
            .get_mut(name)
            .and_then(|table| table.rows.iter_mut().find(|it| it.id == id));
        row.map(change).is_some()
    }

    /// Set columns of a row, or where there is none yet add one that has `new` columns as well. `false` where there is no
    /// such row.
    pub fn save<'a, V: Into<String>>(
        &mut self,
        name: &str,
        id: Option<i64>,
        fields: impl IntoIterator<Item = (&'a str, V)>,
        new: impl IntoIterator<Item = (&'a str, V)>,
    ) -> bool {
        match id {
            Some(id) => self.update(name, id, |row| {
                for (column, value) in fields {
                    row.set(column, value);
                }
            }),
            None => {
                self.insert(name, fields.into_iter().chain(new));
                true
            }
        }
    }

    /// Let a table have these rows and no others. A new one gets a higher number than any that was ever there.
    pub fn replace(&mut self, name: &str, rows: Vec<Row>) {
        let table = Arc::make_mut(&mut self.tables)
            .entry(name.to_owned())
            .or_default();
        let highest = rows.iter().map(|it| it.id).max();
        table.last_id = table.last_id.max(highest.unwrap_or_default());
        table.rows = rows;
    }

    /// Remove a row. `false` where there is no such row.
    pub fn delete(&mut self, name: &str, id: i64) -> bool {
        if self.row(name, id).is_none() {
            return false;
        }
        if let Some(table) = Arc::make_mut(&mut self.tables).get_mut(name) {
            table.rows.retain(|it| it.id != id);
        }
        true
    }

    /// The names of the tables that were ever written to.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tables.keys().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_not_used_again() {
        let mut tables = Tables::default();
        let first = tables.insert("contacts", [("name", "Ada")]);
        assert!(tables.delete("contacts", first));
        assert!(!tables.delete("contacts", first));
        let second = tables.insert("contacts", [("name", "Bob")]);
        assert_ne!(first, second);
        assert!(tables.update("contacts", second, |row| row.set("name", "Eve")));
        assert!(!tables.update("contacts", first, |row| row.set("name", "Eve")));
        assert_eq!(tables.rows("contacts")[0].get("name"), "Eve");
        assert_eq!(tables.rows("contacts")[0].get("number"), "");
        assert!(tables.rows("none").is_empty());
    }
}
