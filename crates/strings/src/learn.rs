//! Examples to the expressions that explain all of them: enumerate on the first example, keep what
//! the others agree with, and put pieces together where no single one is enough.

use std::rc::Rc;

use task::Params;

use crate::{
    derive::{Derived, Explained, functions_to, known, places},
    expr::{Expr, Op},
};

/// Explanations returned.
const MOST: usize = 24;
/// Functions of functions are tried on values that are at most this dear.
const INNER_COST: u32 = 9;
/// Pieces of a concatenation, constants included.
const PIECES: usize = 5;
/// Values of which concatenations are made.
const MOST_PIECES: usize = 40;
/// Partial covers looked at before the search gives up.
const COVERS: usize = 4000;

/// The expressions that give this text for these parameters, simplest first, the constant last.
pub fn explain(params: &Params, text: &str) -> Vec<Expr> {
    learn(&[(params.clone(), text.to_owned())])
}

/// The expressions that give every example's text, simplest first. A constant is among them only
/// where all the texts are equal, and then it is the last.
pub fn learn(examples: &[(Params, String)]) -> Vec<Expr> {
    let fits = |expr: &Expr| {
        examples
            .iter()
            .all(|(params, text)| expr.eval(params).as_ref() == Some(text))
    };
    // What a function leaves as it is in one example may be what another one needs it for.
    let mut found: Vec<Expr> = Vec::new();
    for base in 0..examples.len() {
        found = explanations(examples, base, &fits);
        if !found.is_empty() {
            break;
        }
    }
    if found.is_empty() {
        found = by_place(examples, &fits);
    }
    if found.is_empty() {
        found = maps(examples);
    }
    // How many entries a page has, only texts that differ can tell: some size fits any one of them.
    if examples.iter().all(|(_, text)| *text == examples[0].1) {
        found.retain(|it| !it.guesses_a_size());
    }
    found.sort_by_key(Expr::cost);
    found.truncate(MOST);
    if let Some((_, output)) = examples.first() {
        let constant = Expr::Const(output.clone());
        if fits(&constant) {
            found.push(constant);
        }
    }
    found
}

/// Characters that the places have to give for all examples together: fewer stand in some text by accident.
const ENOUGH: usize = 4;

/// What stands at certain places of the parameters, alone or with constants between it. One example shows nothing of
/// the kind: every text has every other character of it somewhere.
fn by_place(examples: &[(Params, String)], fits: &dyn Fn(&Expr) -> bool) -> Vec<Expr> {
    let Some((params, output)) = examples.first() else {
        return Vec::new();
    };
    let differ = examples.iter().any(|(_, text)| text != output);
    let long: usize = examples.iter().map(|(_, text)| text.chars().count()).sum();
    let mut found: Vec<Expr> = Vec::new();
    if !differ || output.is_empty() {
        return found;
    }
    let simple = Rc::clone(&known(params).simple);
    let sliced = |it: &Derived, wanted: &str| -> Vec<Expr> {
        let ops = places(&it.text, wanted).into_iter();
        ops.map(|op| it.expr.clone().apply(op)).collect()
    };
    for it in simple.iter().filter(|it| it.cost <= INNER_COST) {
        for expr in sliced(it, output) {
            // The first and the last character are meant more often than one somewhere between.
            let at_an_end = matches!(expr, Expr::Apply(Op::Slice(1, 1) | Op::Slice(-1, -1), _));
            if (long >= ENOUGH || at_an_end) && fits(&expr) && !found.contains(&expr) {
                found.push(expr);
            }
        }
    }
    if !found.is_empty() {
        return found;
    }
    let runs = output.split(|it: char| !it.is_alphanumeric());
    let runs: Vec<&str> = runs.filter(|it| it.chars().count() >= 2).collect();
    let mut pieces: Vec<Derived> = Vec::new();
    for it in simple.iter().filter(|it| it.cost <= WHOLE_COST) {
        if it.text.chars().count() >= 2 && output.contains(&it.text) {
            pieces.push(it.clone());
        }
        for run in &runs {
            let made = |expr: Expr| Derived {
                cost: expr.cost(),
                expr,
                text: (*run).to_owned(),
            };
            // Of several pieces, each is counted from one end: any mixture would be tried with any other.
            let mixed =
                |it: &Expr| matches!(it, Expr::Apply(Op::Slice(from, to), _) if (*from < 0) != (*to < 0));
            let all = sliced(it, run).into_iter().filter(|it| !mixed(it));
            pieces.extend(all.map(made));
        }
    }
    let part_of_all = |it: &Derived| {
        examples
            .iter()
            .all(|(params, text)| it.expr.eval(params).is_some_and(|it| text.contains(&it)))
    };
    pieces.retain(part_of_all);
    pieces.sort_by_key(|it| it.cost);
    pieces.truncate(MOST_PIECES);
    let pieces: Vec<&Derived> = pieces.iter().collect();
    if !pieces.is_empty() {
        concatenations(&pieces, examples, output, &mut |it| {
            if fits(it) && !found.contains(it) {
                found.push(it.clone());
            }
        });
    }
    found
}

/// Parameters and list entries: what is cut into pieces by place.
const WHOLE_COST: u32 = 3;

/// Values of a map at most.
const MOST_ENTRIES: usize = 8;
/// Longer values are content, which no two instances share for a reason.
const LONGEST_KEY: usize = 24;

/// What the text is for each value of a parameter that says which of a few kinds an instance is. One example shows
/// nothing of the kind: some value has to have been seen twice, with the same text both times.
fn maps(examples: &[(Params, String)]) -> Vec<Expr> {
    let Some((first, _)) = examples.first() else {
        return Vec::new();
    };
    let map = |name: &String| -> Option<Expr> {
        let mut entries: Vec<(String, String)> = Vec::new();
        for (params, text) in examples {
            let value = params.get(name)?.as_text()?;
            let kind = value.chars().any(char::is_alphabetic) && value.chars().count() <= LONGEST_KEY;
            if !kind || value.contains('\n') {
                return None;
            }
            match entries.iter().find(|(known, _)| known == value) {
                Some((_, known)) if known == text => {}
                Some(_) => return None,
                None => entries.push((value.to_owned(), text.clone())),
            }
        }
        let seen_again = entries.len() < examples.len();
        let differ = entries.iter().any(|(_, text)| *text != entries[0].1);
        (seen_again && differ && entries.len() <= MOST_ENTRIES).then(|| {
            entries.sort();
            Expr::Input(name.clone()).apply(Op::Lookup(entries))
        })
    };
    first.keys().filter_map(map).collect()
}

/// The expressions that give an example's text and fit the others.
fn explanations(examples: &[(Params, String)], base: usize, fits: &dyn Fn(&Expr) -> bool) -> Vec<Expr> {
    let (params, output) = &examples[base];
    let explained = known(params).of(output, |simple| explained(simple, output));
    let mut found: Vec<Expr> = Vec::new();
    let mut add = |expr: &Expr| {
        if !found.contains(expr) && fits(expr) {
            found.push(expr.clone());
        }
    };
    explained.whole.iter().for_each(&mut add);
    // What is no part of the other examples' texts is no piece of this one's.
    let part_of_all = |it: &&Derived| {
        examples
            .iter()
            .all(|(params, text)| it.expr.eval(params).is_some_and(|it| text.contains(&it)))
    };
    let pieces: Vec<&Derived> = explained.pieces.iter().filter(part_of_all).collect();
    if !pieces.is_empty() {
        concatenations(&pieces, examples, output, &mut add);
    }
    found
}

/// What these values have to do with a text.
fn explained(simple: &[Derived], output: &str) -> Explained {
    let mut whole: Vec<Expr> = Vec::new();
    let mut add = |expr: Expr| {
        if !whole.contains(&expr) {
            whole.push(expr);
        }
    };
    // An empty text is explained by what is empty: the extension of a name without one.
    simple
        .iter()
        .filter(|it| it.text == output)
        .for_each(|it| add(it.expr.clone()));
    let mut pieces: Vec<Derived> = Vec::new();
    if !output.is_empty() {
        for inner in simple
            .iter()
            .filter(|it| it.cost <= INNER_COST && !it.text.is_empty())
        {
            for op in functions_to(&inner.text, output) {
                add(inner.expr.clone().apply(op));
            }
        }
        for it in simple {
            let worth = it.text.chars().count() >= 2 || it.cost == 0;
            let inside = worth && it.text.len() < output.len() && output.contains(&it.text);
            if inside && !it.text.is_empty() && pieces.len() < MOST_PIECES {
                pieces.push(it.clone());
                pieces.extend(filled_alike(it));
            }
            if it.cost <= WHOLE_COST {
                pieces.extend(written_inside(it, output));
            }
        }
    }
    Explained { whole, pieces }
}

/// A number that stands in a text in another format.
fn written_inside(value: &Derived, output: &str) -> Vec<Derived> {
    let figure = |it: char| it.is_ascii_digit();
    if !value.text.contains(figure) {
        return Vec::new();
    }
    let numbers = output.split(|it: char| !figure(it) && it != ',' && it != '.');
    let numbers = numbers.map(|it| it.trim_matches([',', '.']));
    let written = numbers.filter(|it| it.len() < output.len() && it.contains([',', '.']));
    let made = |number: &str| {
        let ops = functions_to(&value.text, number).into_iter();
        let formats = ops.filter(|it| matches!(it, Op::NumberAs(_)));
        let piece = |op: Op| {
            let expr = value.expr.clone().apply(op);
            Derived {
                cost: expr.cost(),
                expr,
                text: number.to_owned(),
            }
        };
        formats.map(piece).collect::<Vec<_>>()
    };
    written.flat_map(made).collect()
}

/// A whole number that needs no filling up: other examples' numbers in its place may.
fn filled_alike(piece: &Derived) -> Option<Derived> {
    let width = piece.text.len();
    let number = piece.text.bytes().all(|it| it.is_ascii_digit());
    let whole = matches!(piece.expr, Expr::Input(_) | Expr::Item(..));
    (number && whole && (2..=3).contains(&width)).then(|| {
        let expr = piece.expr.clone().apply(Op::Pad(width, "0".to_owned()));
        Derived {
            cost: expr.cost(),
            expr,
            text: piece.text.clone(),
        }
    })
}

/// Covers of the output by values made of the parameters and constants between them.
fn concatenations(
    pieces: &[&Derived],
    examples: &[(Params, String)],
    output: &str,
    add: &mut impl FnMut(&Expr),
) {
    // A constant stands in every example's text.
    let everywhere = |it: &str| examples.iter().all(|(_, text)| text.contains(it));
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
            for end in ends.into_iter().filter(|end| everywhere(&rest[..*end])) {
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
