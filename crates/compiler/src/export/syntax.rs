//! What every printer reads of a script alike.

use rhai::{Expr, FnCallExpr, Position};

use crate::host::NAME;

/// Operators that JavaScript has as well, and how it writes them.
pub(super) const OPERATORS: &[(&str, &str)] = &[
    ("==", "==="),
    ("!=", "!=="),
    ("<", "<"),
    ("<=", "<="),
    (">", ">"),
    (">=", ">="),
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
    ("%", "%"),
];

/// The method of `env_op` that an expression calls, where it does nothing else.
pub(super) fn step(expr: &Expr) -> Option<(&FnCallExpr, Position)> {
    let Expr::Dot(it, ..) = expr else { return None };
    match (&it.lhs, &it.rhs) {
        (Expr::Variable(of, ..), Expr::MethodCall(call, at)) if of.1 == NAME => Some((call, *at)),
        _ => None,
    }
}

/// How a run is ended by this expression, where it is.
pub(super) fn stop(expr: &Expr) -> Option<&str> {
    let (call, _) = step(expr)?;
    match call.args.as_slice() {
        [Expr::StringConstant(status, _)] if call.name == "stop" => Some(status),
        _ => None,
    }
}
