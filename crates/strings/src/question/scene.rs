//! What questions are made from: the rows, the values and the words of a goal.

use task::{Params, Value};

use crate::expr::Expr;

use super::{
    column::Column,
    form::{Condition, Row, TODAY, shown},
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
    /// The text that an expression has in each row; `None` where it has none in one of them.
    pub fn in_rows(&self, column: &Column, expr: &Expr) -> Option<Vec<String>> {
        let mut known = self.params.clone();
        known.insert(TODAY.to_owned(), Value::Text(self.today.to_owned()));
        let of = |row: &Row| {
            let text = shown(row, &column.cell).to_owned();
            known.insert(column.var.clone(), Value::Text(text));
            expr.eval(&known)
        };
        self.rows.iter().map(of).collect()
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
