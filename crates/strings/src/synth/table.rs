//! What a program is looked for in: every row's inputs, and the outputs of the rows that are examples.

use std::{ops::Range, rc::Rc};

use task::{Params, Value};

use super::bits;
use crate::{
    class::Class,
    expr::{Expr, Op},
    function,
    place::{Kind, Thing},
};

/// A value for every row; none where an expression does not apply.
pub(crate) type Values = Vec<Option<String>>;

/// Inputs and outputs. The first rows are the examples.
pub(crate) struct Table {
    /// What the program calls the inputs.
    pub names: Vec<String>,
    /// The inputs of each row.
    pub rows: Vec<Vec<String>>,
    /// The inputs of each row, by their names.
    params: Vec<Params>,
    /// The outputs of the examples.
    pub outputs: Vec<String>,
    /// Where the words of the inputs are, in each row.
    pub words: Vec<Vec<Vec<Range<usize>>>>,
}

impl Table {
    pub fn new(rows: Vec<Vec<String>>, outputs: Vec<String>) -> Table {
        let count = rows.first().map_or(0, Vec::len);
        let name = |n: usize| match count {
            1 => "input".to_owned(),
            _ => format!("input{}", n + 1),
        };
        let names: Vec<String> = (0..count).map(name).collect();
        let named = |row: &Vec<String>| -> Params {
            let values = row.iter().map(|it| Value::from(it.as_str()));
            names.iter().cloned().zip(values).collect()
        };
        Table {
            words: rows
                .iter()
                .map(|row| row.iter().map(|it| Thing::Run(Kind::Word).found(it)).collect())
                .collect(),
            params: rows.iter().map(named).collect(),
            names,
            rows,
            outputs,
        }
    }

    /// What an expression is for a row.
    pub fn value(&self, expr: &Expr, row: usize) -> Option<String> {
        expr.eval(self.params.get(row)?)
    }

    /// The inputs as sources.
    pub fn sources(&self) -> Vec<Source> {
        let source = |(n, name): (usize, &String)| Source {
            input: Some(n),
            expr: Expr::Input(name.clone()),
            bits: bits::INPUT,
            values: self.rows.iter().map(|row| row.get(n).cloned()).collect(),
        };
        self.names.iter().enumerate().map(source).collect()
    }
}

/// Some of the examples: those that one arm of a branch has to explain.
#[derive(Clone)]
pub(crate) struct View<'a> {
    pub table: &'a Table,
    /// Rows of the examples, at least one.
    pub picked: Vec<usize>,
}

impl View<'_> {
    /// For each row, nothing odd.
    pub fn nothing_odd(&self) -> Rc<[u32]> {
        vec![0; self.table.rows.len()].into()
    }

    pub fn output(&self, row: usize) -> &str {
        &self.table.outputs[row]
    }

    /// Whether these values stand in the outputs of all picked rows, and not all of them are empty.
    pub fn inside(&self, values: &[Option<String>]) -> bool {
        let stands = |row: &usize| match &values[*row] {
            Some(it) => self.output(*row).contains(it.as_str()),
            None => false,
        };
        let empty = |row: &usize| values[*row].as_deref() == Some("");
        self.picked.iter().all(stands) && !self.picked.iter().all(empty)
    }

    /// Whether these values are the outputs.
    pub fn whole(&self, values: &[Option<String>]) -> bool {
        self.picked
            .iter()
            .all(|row| values[*row].as_deref() == Some(self.output(*row)))
    }
}

/// A text of each row from which pieces are cut, with what it costs to make it.
#[derive(Clone)]
pub(crate) struct Source {
    /// Which input it is, where it is one as it is.
    pub input: Option<usize>,
    pub expr: Expr,
    pub bits: u32,
    pub values: Values,
}

/// A part of the outputs, made of the inputs.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub expr: Expr,
    pub bits: u32,
    pub values: Values,
    /// For each row, how unlike the examples' what stands around it is; in bits.
    pub odd: Rc<[u32]>,
    /// Where it was cut out of a source.
    pub cut: Option<Rc<Cut>>,
}

/// The texts of a source, with where their words are.
#[derive(Debug)]
pub(crate) struct Text {
    values: Values,
    words: Vec<Vec<Range<usize>>>,
}

impl Text {
    pub fn of(source: &Source) -> Text {
        let words = |it: &Option<String>| {
            it.as_deref()
                .map_or_else(Vec::new, |it| Thing::Run(Kind::Word).found(it))
        };
        Text {
            words: source.values.iter().map(words).collect(),
            values: source.values.clone(),
        }
    }

    /// The words of a row before and behind a part of it.
    pub fn beside(&self, row: usize, (start, end): (usize, usize)) -> Option<[Option<&str>; 2]> {
        let (words, text) = (self.words.get(row)?, self.values.get(row)?.as_deref()?);
        let before = words.iter().rev().find(|it| it.end <= start);
        let after = words.iter().find(|it| it.start >= end);
        Some([before, after].map(|it| text.get(it?.clone())))
    }
}

/// Where a piece was cut out of a source.
#[derive(Debug)]
pub(crate) struct Cut {
    /// Which input, where the source is one as it is.
    pub input: Option<usize>,
    /// The source.
    pub of: Rc<Text>,
    /// From where to where in each row, in bytes.
    pub at: Vec<Option<(usize, usize)>>,
}

/// A function with constant arguments.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Applied {
    Op(Op),
    Call(&'static str, Vec<String>),
}

impl Applied {
    pub fn expr(&self, of: &Expr) -> Expr {
        match self {
            Applied::Op(op) => of.clone().apply(op.clone()),
            Applied::Call(name, constants) => {
                let constants = constants.iter().map(|it| Expr::Const(it.clone()));
                Expr::Call(
                    (*name).to_owned(),
                    std::iter::once(of.clone()).chain(constants).collect(),
                )
            }
        }
    }

    pub fn apply(&self, of: &str) -> Option<String> {
        match self {
            Applied::Op(Op::Upper) => Some(of.to_uppercase()),
            Applied::Op(Op::Lower) => Some(of.to_lowercase()),
            Applied::Op(op) => op.apply(of.to_owned()),
            Applied::Call(name, constants) => {
                let arguments: Vec<String> = std::iter::once(of.to_owned())
                    .chain(constants.iter().cloned())
                    .collect();
                (function::any(name)?.call)(&arguments)
            }
        }
    }

    /// Its values for a source, if what it makes of the picked rows passes.
    pub fn values(
        &self,
        of: &Source,
        view: &View<'_>,
        passes: impl Fn(usize, &str) -> bool,
    ) -> Option<Values> {
        for row in &view.picked {
            let made = self.apply(of.values[*row].as_deref()?)?;
            if !passes(*row, &made) {
                return None;
            }
        }
        Some(self.all(of))
    }

    /// Its values for a source.
    pub fn all(&self, of: &Source) -> Values {
        let apply = |it: &Option<String>| it.as_deref().and_then(|it| self.apply(it));
        of.values.iter().map(apply).collect()
    }
}

/// The class of the listed function `token` that is like a kind of run.
pub(crate) fn class_of(name: &str) -> Option<Class> {
    Class::ALL.into_iter().find(|it| it.name() == name)
}
