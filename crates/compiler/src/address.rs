//! An address that was opened to what makes it: a part of it that is a value of the task, as values stand in addresses, is
//! that value for other instances too.

use strings::{Derived, Expr};
use task::Params;

use crate::locator::is_whole;

/// Writes a text as it stands in an address.
const IN_ADDRESS: &str = "in_address";
/// Signs between the parts of an address.
pub(crate) const BETWEEN: [char; 5] = ['/', '?', '#', '&', '='];
/// Shorter parts may be anything.
const SHORTEST: usize = 2;
/// A value that is only a piece of a part is as long as this.
const SHORTEST_INSIDE: usize = 3;
/// Ways to make an address that are kept.
const MOST: usize = 4;

/// What makes an address of the values of a task, likeliest first; nothing where no part of it is one of them. The host is
/// never one.
pub(crate) fn explain_address(params: &Params, derived: &[Derived], address: &str) -> Vec<Expr> {
    let Some(host) = address.find("://").map(|it| it + 3) else {
        return Vec::new();
    };
    let path = address[host..]
        .find(['/', '?', '#'])
        .map_or(address.len(), |it| host + it);
    let (before, rest) = address.split_at(path);
    let parts: Vec<Vec<Expr>> = rest
        .split_inclusive(BETWEEN)
        .flat_map(|piece| {
            let part = piece.trim_end_matches(BETWEEN);
            let sign = &piece[part.len()..];
            [values_in(params, derived, part), vec![Expr::from(sign)]]
        })
        .collect();
    let most = parts.iter().map(Vec::len).max().unwrap_or(0).min(MOST);
    let mut all: Vec<Expr> = Vec::new();
    for choice in 0..most {
        let chosen = parts
            .iter()
            .filter_map(|it| it.get(choice).or(it.last()).cloned());
        let whole = joined(std::iter::once(Expr::from(before)).chain(chosen));
        if !whole.is_const() && !all.contains(&whole) {
            all.push(whole);
        }
    }
    all
}

/// The values that a part of an address is, as they stand there, or that stand in it as words of their own; the part itself
/// where there is none.
fn values_in(params: &Params, derived: &[Derived], part: &str) -> Vec<Expr> {
    let mut all: Vec<Expr> = Vec::new();
    let mut inside: Vec<Expr> = Vec::new();
    for it in derived.iter().filter(|it| is_whole(&it.expr)) {
        let value = Expr::Call(IN_ADDRESS.to_owned(), vec![it.expr.clone()]);
        let Some(written) = value.eval(params) else {
            continue;
        };
        if written == part && part.chars().count() >= SHORTEST {
            all.push(value);
        } else if written.chars().count() >= SHORTEST_INSIDE
            && let Some((before, behind)) = around(part, &written)
        {
            inside.push(joined(
                [Expr::from(before), value, Expr::from(behind)].into_iter(),
            ));
        }
    }
    all.extend(inside);
    if all.is_empty() {
        all.push(Expr::from(part));
    }
    all
}

/// What stands around a word of a part.
fn around<'a>(part: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    part.match_indices(word).find_map(|(at, _)| {
        let (before, behind) = (&part[..at], &part[at + word.len()..]);
        // What ends with two digits behind `%` is a sign.
        let sign = before.len() >= 3 && before.as_bytes()[before.len() - 3] == b'%';
        let is_letter = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
        let starts = sign || !is_letter(before.chars().next_back());
        (starts && !is_letter(behind.chars().next())).then_some((before, behind))
    })
}

/// Texts one behind the other as one.
fn joined(parts: impl Iterator<Item = Expr>) -> Expr {
    let mut all: Vec<Expr> = Vec::new();
    let flat = parts.flat_map(|it| match it {
        Expr::Concat(inner) => inner,
        it => vec![it],
    });
    for part in flat {
        match (all.last_mut(), part) {
            (_, Expr::Const(text)) if text.is_empty() => {}
            (Some(Expr::Const(before)), Expr::Const(text)) => before.push_str(&text),
            (_, part) => all.push(part),
        }
    }
    match all.len() {
        1 => all.remove(0),
        _ => Expr::Concat(all),
    }
}
