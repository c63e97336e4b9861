//! Functions of a program that change nothing in any example: they say what the examples don't show.

use std::collections::BTreeSet;

use super::{cover::Program, table::Table};
use crate::expr::{Branch, Expr, Op};

/// A function with its constant arguments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Function {
    Op(Op),
    Call(String, Vec<Expr>),
}

/// How many functions of a program could be left out, wherever it has them, without a change to any example's output.
pub(super) fn vacuous(program: &Program, table: &Table) -> u32 {
    let mut functions = BTreeSet::new();
    collect(&program.expr, &mut functions);
    let changes_nothing = |it: &Function| {
        let shorter = without(&program.expr, it);
        let mut rows = table.outputs.iter().enumerate();
        rows.all(|(row, output)| table.value(&shorter, row).as_ref() == Some(output))
    };
    let count = functions.into_iter().filter(changes_nothing).count();
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The function that an expression applies to a text, if it is one.
fn function(expr: &Expr) -> Option<(Function, &Expr)> {
    match expr {
        Expr::Apply(op, of) => Some((Function::Op(op.clone()), of)),
        Expr::Call(name, arguments) => {
            let (of, constants) = arguments.split_first()?;
            let plain = constants.iter().all(Expr::is_const) && !of.is_const();
            plain.then(|| (Function::Call(name.clone(), constants.to_vec()), of))
        }
        Expr::Input(_) | Expr::Item(..) | Expr::Const(_) | Expr::Concat(_) | Expr::If(_) => None,
    }
}

fn parts(expr: &Expr) -> Vec<&Expr> {
    match expr {
        Expr::Input(_) | Expr::Item(..) | Expr::Const(_) => Vec::new(),
        Expr::Concat(parts) | Expr::Call(_, parts) => parts.iter().collect(),
        Expr::Apply(_, of) => vec![of],
        Expr::If(branch) => branch.parts().into_iter().collect(),
    }
}

fn collect(expr: &Expr, all: &mut BTreeSet<Function>) {
    if let Some((it, _)) = function(expr) {
        all.insert(it);
    }
    for it in parts(expr) {
        collect(it, all);
    }
}

fn without(expr: &Expr, left_out: &Function) -> Expr {
    let part = |it: &Expr| without(it, left_out);
    if let Some((it, of)) = function(expr)
        && it == *left_out
    {
        return part(of);
    }
    match expr {
        Expr::Input(_) | Expr::Item(..) | Expr::Const(_) => expr.clone(),
        Expr::Concat(parts) => Expr::Concat(parts.iter().map(part).collect()),
        Expr::Call(name, arguments) => Expr::Call(name.clone(), arguments.iter().map(part).collect()),
        Expr::Apply(op, of) => part(of).apply(op.clone()),
        Expr::If(branch) => Expr::If(Box::new(Branch {
            of: part(&branch.of),
            is: branch.is.clone(),
            then: part(&branch.then),
            otherwise: part(&branch.otherwise),
        })),
    }
}
