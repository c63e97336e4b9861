//! Examples to the expressions that explain all of them: enumerate on the first example, keep what
//! the others agree with, and put pieces together where no single one is enough.

use task::Params;

use crate::{
    derive::{Derived, apply_all, derive_all},
    expr::Expr,
};

/// Explanations returned.
const MOST: usize = 24;
/// Functions of functions are tried on values that are at most this dear.
const INNER_COST: u32 = 9;
/// Pieces of a concatenation, constants included.
const PIECES: usize = 5;
/// Partial covers looked at before the search gives up.
const COVERS: usize = 4000;

/// The expressions that give this text for these parameters, simplest first, the constant last.
pub fn explain(params: &Params, text: &str) -> Vec<Expr> {
    learn(&[(params.clone(), text.to_owned())])
}

/// The expressions that give every example's text, simplest first. A constant is among them only
/// where all the texts are equal, and then it is the last.
pub fn learn(examples: &[(Params, String)]) -> Vec<Expr> {
    let Some((params, output)) = examples.first() else {
        return Vec::new();
    };
    let fits = |expr: &Expr| {
        examples
            .iter()
            .all(|(params, text)| expr.eval(params).as_ref() == Some(text))
    };
    let simple = derive_all(params);
    let mut found: Vec<Expr> = Vec::new();
    let mut add = |expr: &Expr| {
        if !found.contains(expr) && fits(expr) {
            found.push(expr.clone());
        }
    };
    if !output.is_empty() {
        simple
            .iter()
            .filter(|it| it.text == *output)
            .for_each(|it| add(&it.expr));
        for inner in simple
            .iter()
            .filter(|it| it.cost <= INNER_COST && !it.text.is_empty())
        {
            let outer = apply_all(&inner.expr, &inner.text);
            outer
                .iter()
                .filter(|it| it.text == *output)
                .for_each(|it| add(&it.expr));
        }
        concatenations(&simple, output, &mut add);
    } else {
        // An empty text is explained by what is empty: the extension of a name without one.
        simple
            .iter()
            .filter(|it| it.text.is_empty())
            .for_each(|it| add(&it.expr));
    }
    found.sort_by_key(Expr::cost);
    found.truncate(MOST);
    let constant = Expr::Const(output.clone());
    if fits(&constant) {
        found.push(constant);
    }
    found
}

/// Covers of the output by values made of the parameters and constants between them.
fn concatenations(simple: &[Derived], output: &str, add: &mut impl FnMut(&Expr)) {
    let mut pieces: Vec<&Derived> = Vec::new();
    for it in simple {
        let worth = it.text.chars().count() >= 2 || it.cost == 0;
        if worth && it.text.len() < output.len() && output.contains(&it.text) && pieces.len() < 40 {
            pieces.push(it);
        }
    }
    let mut open: Vec<(usize, Vec<Expr>)> = vec![(0, Vec::new())];
    let mut looked_at = 0;
    while let Some((at, parts)) = open.pop() {
        looked_at += 1;
        if looked_at > COVERS {
            return;
        }
        let rest = &output[at..];
        let inputs = parts.iter().filter(|it| !it.is_const()).count();
        if rest.is_empty() {
            if parts.len() > 1 && inputs > 0 {
                add(&Expr::Concat(parts));
            }
            continue;
        }
        if parts.len() == PIECES {
            continue;
        }
        let after_const = matches!(parts.last(), Some(Expr::Const(_)));
        if !after_const {
            // A constant ends where a piece begins, or at the end.
            let mut ends: Vec<usize> = pieces
                .iter()
                .flat_map(|it| rest.match_indices(&it.text).map(|(at, _)| at))
                .filter(|end| *end > 0)
                .collect();
            if inputs > 0 {
                ends.push(rest.len());
            }
            ends.sort_unstable_by(|a, b| b.cmp(a));
            ends.dedup();
            for end in ends {
                let mut longer = parts.clone();
                longer.push(Expr::Const(rest[..end].to_owned()));
                open.push((at + end, longer));
            }
        }
        for it in pieces.iter().rev().filter(|it| rest.starts_with(&it.text)) {
            let mut longer = parts.clone();
            longer.push(it.expr.clone());
            open.push((at + it.text.len(), longer));
        }
    }
}
