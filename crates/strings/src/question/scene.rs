//! What questions are made from: the rows, the values and the words of a goal.

use task::{Params, Value};

use crate::expr::Expr;

use super::{
    column::Column,
    form::{Condition, Row, TODAY, needed, shown},
};

/// What questions are made from.
pub(super) struct Scene<'a> {
    pub rows: &'a [Row],
    pub columns: &'a [Column],
    pub params: &'a Params,
    pub goal: &'a str,
    /// The goal's words in lower case.
    pub words: Vec<String>,
    pub today: &'a str,
}

impl Scene<'_> {
    /// The text that an expression has in each row that says something in its column; `None` where it has none in one of
    /// them.
    pub fn in_rows(&self, column: &Column, expr: &Expr) -> Option<Vec<String>> {
        let mut known = self.params.clone();
        known.insert(TODAY.to_owned(), Value::Text(self.today.to_owned()));
        let of = |text: &str| {
            known.insert(column.var.clone(), Value::from(text));
            expr.eval(&known)
        };
        let texts = self.rows.iter().map(|it| shown(it, &column.cell));
        texts.filter(|it| !it.is_empty()).map(of).collect()
    }

    /// What is known in each row.
    pub fn known<'s>(&'s self, cells: &'s [(String, String)]) -> impl Iterator<Item = Params> + 's {
        self.rows.iter().map(move |row| {
            let mut known = self.params.clone();
            known.insert(TODAY.to_owned(), Value::Text(self.today.to_owned()));
            for (var, cell) in cells {
                known.insert(var.clone(), Value::Text(shown(row, cell).to_owned()));
            }
            known
        })
    }

    /// Whether each row lacks a cell that an expression is of.
    pub fn lacks(&self, expr: Option<&Expr>) -> Vec<bool> {
        let inputs = expr.map(needed).unwrap_or_default();
        let of: Vec<&Column> = self
            .columns
            .iter()
            .filter(|it| it.has_gaps && inputs.contains(&it.var.as_str()))
            .collect();
        let lacks = |row: &Row| of.iter().any(|it| shown(row, &it.cell).is_empty());
        self.rows.iter().map(lacks).collect()
    }

    /// Whether a condition holds for each row; `None` where that can't be said.
    pub fn holds(&self, test: &Condition, cells: &[(String, String)]) -> Vec<Option<bool>> {
        self.known(cells).map(|known| test.holds(&known)).collect()
    }

    /// What each row says; an empty text where nothing is asked.
    pub fn said(&self, expr: Option<&Expr>, cells: &[(String, String)]) -> Vec<Option<String>> {
        let of = |known: Params| expr.map_or_else(|| Some(String::new()), |it| it.eval(&known));
        self.known(cells).map(of).collect()
    }

    /// Whether the goal has one of these words.
    pub fn says(&self, words: &[&str]) -> bool {
        self.words.iter().any(|it| words.contains(&it.as_str()))
    }
}
