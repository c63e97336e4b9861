//! The cells of rows to columns, and each to the texts that it is made of.

use task::Params;

use crate::{
    expr::{Expr, Op},
    literal::{RESERVED, identifier},
};

use super::form::{FIRST_BY, LAST_DAY, Row, TODAY, shown};

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
    /// Whether some of the rows say nothing in it.
    pub has_gaps: bool,
}

/// The columns of rows, those first that every row has.
pub(super) fn columns(rows: &[Row], params: &Params) -> Vec<Column> {
    let mut cells: Vec<(bool, &str)> = Vec::new();
    for (cell, _) in rows.iter().flatten() {
        if cells.iter().all(|(_, known)| known != cell) {
            let lacks = |row: &Row| shown(row, cell).is_empty();
            cells.push((rows.iter().any(lacks), cell.as_str()));
        }
    }
    cells.sort_by_key(|it| it.0);
    let mut all: Vec<Column> = Vec::new();
    for (has_gaps, cell) in cells.into_iter().take(MOST) {
        let mut var = identifier(cell);
        let taken = |var: &str, all: &[Column]| {
            params.keys().any(|it| identifier(it) == var)
                || [TODAY, "row", "meant", "answer", FIRST_BY, LAST_DAY, "env_op"].contains(&var)
                || RESERVED.contains(&var)
                || all.iter().any(|it| it.var == var)
        };
        while taken(&var, &all) {
            var.push_str("_shown");
        }
        let whole = Expr::Input(var.clone());
        let texts = rows.iter().map(|it| shown(it, cell));
        let texts: Vec<&str> = texts.filter(|it| !it.is_empty()).collect();
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
            cell: cell.to_owned(),
            pieces,
            has_gaps,
        });
    }
    all
}
