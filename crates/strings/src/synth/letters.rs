//! What the letters and digits of a piece say of it, whatever function or place it comes from.

use std::rc::Rc;

use super::{
    bits,
    table::{Applied, Source, Values, View},
};
use crate::expr::{Expr, Op};

/// Whether an expression has all its letters in one case, or like a title: another function for that would undo it.
pub(super) fn has_one_case(expr: &Expr) -> bool {
    match expr {
        Expr::Apply(op, _) => matches!(op, Op::Upper | Op::Lower | Op::Title),
        Expr::Call(name, _) => matches!(name.as_str(), "sentence_case" | "proper_case"),
        _ => false,
    }
}

/// For each row, whether a name would have other capitals than `title_case` gives it, where no example shows that.
pub(super) fn title_oddness(
    it: &Applied,
    source: &Source,
    view: &View<'_>,
    values: &Values,
) -> Option<Rc<[u32]>> {
    if *it != Applied::Op(Op::Title) {
        return None;
    }
    let names = Applied::Call("proper_case", Vec::new()).all(source);
    if view.picked.iter().any(|row| names[*row] != values[*row]) {
        return None;
    }
    let odd = names
        .iter()
        .zip(values)
        .map(|(a, b)| u32::from(a != b) * bits::OTHER_NAME);
    Some(odd.collect())
}

/// Whether a text is made of digits alone.
pub(super) fn all_digits(text: Option<&str>) -> bool {
    text.is_some_and(|it| it.bytes().all(|it| it.is_ascii_digit()))
}
