//! What puts inputs together of which some are empty in some rows.

use super::{
    bits,
    table::{Piece, Source, View},
};
use crate::expr::Expr;

/// Texts between two inputs that are tried.
const MOST_BETWEEN: usize = 3;
/// Characters of a text between two inputs, or around one.
const LONGEST: usize = 4;

/// Inputs joined with a text between those that are not empty, inputs with a text around them where they are not, and the
/// first of two that is not empty.
pub(super) fn joins(sources: &[Source], view: &View<'_>) -> Vec<Piece> {
    let blank = |it: &Source| it.values.iter().any(|it| it.as_deref() == Some(""));
    if !sources.iter().any(blank) {
        return Vec::new();
    }
    let mut all = Vec::new();
    for (n, a) in sources.iter().enumerate() {
        if blank(a) {
            for (before, behind) in around(a, view) {
                let arguments = [a.expr.clone(), constant(&before), constant(&behind)];
                let literals = bits::literal(&before) + bits::literal(&behind) - bits::literal("");
                add(&mut all, view, "wrapped", &arguments, a.bits + literals);
            }
        }
        for b in sources.iter().enumerate().filter(|(m, _)| *m != n).map(|it| it.1) {
            add(
                &mut all,
                view,
                "first_filled",
                &[a.expr.clone(), b.expr.clone()],
                a.bits + b.bits,
            );
        }
    }
    for between in between(view) {
        let literal = bits::literal(&between);
        for (n, a) in sources.iter().enumerate() {
            for (m, b) in sources.iter().enumerate().filter(|(m, _)| *m != n) {
                let both = Expr::Call(
                    "together".to_owned(),
                    vec![a.expr.clone(), constant(&between), b.expr.clone()],
                );
                let bits = a.bits + b.bits + literal;
                if blank(a) || blank(b) {
                    let arguments = [a.expr.clone(), constant(&between), b.expr.clone()];
                    add(&mut all, view, "together", &arguments, bits);
                }
                for (_, c) in sources.iter().enumerate().filter(|(it, _)| *it != n && *it != m) {
                    let arguments = [both.clone(), constant(&between), c.expr.clone()];
                    // The same function with the same text once more.
                    add(
                        &mut all,
                        view,
                        "together",
                        &arguments,
                        bits + c.bits + bits::JOINT,
                    );
                }
            }
        }
    }
    all
}

fn constant(text: &str) -> Expr {
    Expr::Const(text.to_owned())
}

fn add(all: &mut Vec<Piece>, view: &View<'_>, name: &str, arguments: &[Expr], bits: u32) {
    let expr = Expr::Call(name.to_owned(), arguments.to_vec());
    let values = (0..view.table.rows.len())
        .map(|row| view.table.value(&expr, row))
        .collect::<Vec<_>>();
    if view.inside(&values) {
        all.push(Piece {
            bits: bits + bits::call(name),
            expr,
            values,
            odd: view.nothing_odd(),
            cut: None,
        });
    }
}

/// Runs of signs of the outputs.
fn between(view: &View<'_>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for row in &view.picked {
        for run in view.output(*row).split(char::is_alphanumeric) {
            if (1..=LONGEST).contains(&run.chars().count()) && !all.iter().any(|it| it == run) {
                all.push(run.to_owned());
            }
        }
    }
    all.truncate(MOST_BETWEEN);
    all
}

/// The signs around an input in an output.
fn around(source: &Source, view: &View<'_>) -> Vec<(String, String)> {
    let filled = |row: &&usize| source.values[**row].as_deref().is_some_and(|it| !it.is_empty());
    let Some(row) = view.picked.iter().find(filled) else {
        return Vec::new();
    };
    let text = source.values[*row].as_deref().unwrap_or_default();
    let Some((head, tail)) = view.output(*row).split_once(text) else {
        return Vec::new();
    };
    let sign = |it: char| !it.is_alphanumeric();
    let before = &head[head.trim_end_matches(sign).len()..];
    let behind = &tail[..tail.len() - tail.trim_start_matches(sign).len()];
    let short = |it: &str| it.chars().count() <= LONGEST;
    if !short(before) || !short(behind) {
        return Vec::new();
    }
    let mut all = vec![
        (before.to_owned(), String::new()),
        (String::new(), behind.to_owned()),
    ];
    if !before.is_empty() && !behind.is_empty() {
        all.push((before.to_owned(), behind.to_owned()));
        // A sign that closes what another one opens; the rest belongs to what follows.
        let closing = behind.chars().next().map(String::from).unwrap_or_default();
        if closing != behind {
            all.push((before.to_owned(), closing));
        }
    }
    all.retain(|(a, b)| !a.is_empty() || !b.is_empty());
    all
}

/// The inputs that an expression may find empty: functions for that hold them.
pub(super) fn guarded(expr: &Expr) -> Vec<&str> {
    match expr {
        Expr::Call(name, _) if ["together", "wrapped", "first_filled"].contains(&name.as_str()) => {
            expr.inputs()
        }
        Expr::Call(_, parts) | Expr::Concat(parts) => parts.iter().flat_map(guarded).collect(),
        Expr::Apply(_, of) => guarded(of),
        Expr::If(branch) => branch.parts().into_iter().flat_map(guarded).collect(),
        Expr::Input(_) | Expr::Item(..) | Expr::Const(_) => Vec::new(),
    }
}
