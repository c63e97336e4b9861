//! Statements to the same without loops that are no longer once they are written out.

use strings::Expr;

use crate::program::{Kind, Limit, Stmt};

/// Rounds that are written out.
const FEW: usize = 2;

/// The statements with one step that is done twice as two steps: pressing to begin and pressing to end is no loop.
pub(super) fn written_out(body: Vec<Stmt>) -> Vec<Stmt> {
    let mut all = Vec::new();
    for mut stmt in body {
        for inner in stmt.kind.blocks_mut() {
            *inner = written_out(std::mem::take(inner));
        }
        match few_rounds(&stmt.kind) {
            Some((step, rounds)) => all.extend(std::iter::repeat_n(step.clone(), rounds)),
            None => all.push(stmt),
        }
    }
    all
}

/// The one step of a loop that is the same in each of its few rounds, and how many these always are.
fn few_rounds(kind: &Kind) -> Option<(&Stmt, usize)> {
    let Kind::Repeat {
        var,
        limit: Limit::Exactly(Expr::Const(rounds)),
        until: None,
        body,
    } = kind
    else {
        return None;
    };
    let [step] = body.as_slice() else { return None };
    let mut counts = false;
    step.kind.inputs(&mut |name| counts |= name == var);
    let rounds: usize = rounds.parse().ok()?;
    (!counts && rounds <= FEW && matches!(step.kind, Kind::Act { .. })).then_some((step, rounds))
}
