//! The steps of a round with the entry of its list as a variable.

use std::rc::Rc;

use strings::{Expr, List};
use ui::Locator;

use super::{block::Block, member::Member};

/// Steps of one round at most.
pub(super) const LONGEST_BODY: usize = 8;

/// The steps with one entry of the list as a variable.
pub(super) fn for_entry(
    steps: &[Block],
    list: &List,
    entry: usize,
    entries: &[String],
    var: &str,
) -> Option<Vec<Block>> {
    let number = i64::try_from(entry + 1).ok()?;
    let mut numbers = vec![number];
    let whole = match list {
        List::ButLast(whole) => whole,
        list => {
            if entry + 1 == entries.len() {
                numbers.push(-1);
            }
            list
        }
    };
    let mut items: Vec<Expr> = numbers
        .into_iter()
        .map(|n| Expr::Item(whole.clone(), n))
        .collect();
    // The only entry is the whole value.
    if let (List::Items(of) | List::Split(of, _), [_]) = (whole, entries) {
        items.push((**of).clone());
    }
    let put = |it: &Expr| {
        items.iter().fold(it.clone(), |expr, item| {
            expr.replace(item, &Expr::Input(var.to_owned()))
        })
    };
    let put_all = |it: &Locator<Expr>| {
        let mut put = it.map(put);
        for item in &items {
            put.target_description = put.target_description.replace(&item.to_string(), var);
        }
        put
    };
    let rewritten = |it: &Member| {
        let mut member = it.clone();
        member.set(var, entries[entry].clone());
        Rc::make_mut(&mut member.step).action = it.step.action.map(
            |locators| locators.iter().map(put_all).collect(),
            |values| values.iter().map(put).collect(),
        );
        member
    };
    steps.iter().map(|it| it.with_members(&rewritten)).collect()
}
