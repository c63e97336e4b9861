//! The cells of rows to columns, and each to the texts that it is made of.

use task::Params;

use crate::{
    expr::{Expr, Op},
    literal::{RESERVED, identifier},
};

use super::form::{Row, TODAY, shown};

/// Columns that are looked at.
const MOST: usize = 10;
/// What cells of several parts are cut at.
const BETWEEN: [&str; 5] = [" / ", " - ", " \u{2013} ", " \u{b7} ", " | "];
/// Parts of one cell.
const MOST_PARTS: usize = 3;

/// The cells of one name.
pub(super) struct Column {
    /// The variable for what one of them shows.
    pub var: String,
    /// What they are called.
    pub cell: String,
    /// What a row says in it: the whole text, and its parts where all have as many.
    pub pieces: Vec<Expr>,
}

/// The columns of rows. What not every row has is no column that can be gone by.
pub(super) fn columns(rows: &[Row], params: &Params) -> Vec<Column> {
    let Some(first) = rows.first() else {
        return Vec::new();
    };
    let everywhere = first.iter().filter(|(name, _)| {
        let has = |row: &Row| row.iter().any(|(other, _)| other == name);
        rows.iter().all(has)
    });
    let mut all: Vec<Column> = Vec::new();
    for (cell, _) in everywhere.take(MOST) {
        let mut var = identifier(cell);
        let taken = |var: &str, all: &[Column]| {
            params.keys().any(|it| identifier(it) == var)
                || [TODAY, "row", "meant", "answer", "env_op"].contains(&var)
                || RESERVED.contains(&var)
                || all.iter().any(|it| it.var == var)
        };
        while taken(&var, &all) {
            var.push_str("_shown");
        }
        let whole = Expr::Input(var.clone());
        let texts: Vec<&str> = rows.iter().map(|it| shown(it, cell)).collect();
        let mut pieces = vec![whole.clone()];
        for by in BETWEEN {
            let parts = |it: &&str| it.split(by).count();
            let count = texts.first().map_or(1, parts);
            if count > 1 && count <= MOST_PARTS && texts.iter().all(|it| parts(it) == count) {
                let part = |n: usize| whole.clone().apply(Op::Part(by.to_owned(), n as i64));
                pieces.extend((1..=count).map(part));
            }
        }
        all.push(Column {
            var,
            cell: cell.clone(),
            pieces,
        });
    }
    all
}
