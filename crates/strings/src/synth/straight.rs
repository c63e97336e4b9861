//! Programs without a branch: pieces of the inputs, and of what can be made of them, put together to the outputs.

use std::collections::{HashMap, HashSet};

use super::{
    bits, calls,
    cover::{Program, covers},
    joins, spans,
    table::{Applied, Piece, Source, View},
};
use crate::expr::{Expr, Op};

/// Pieces of one view.
const MOST_PIECES: usize = 700;
/// Spans of one source that is made of an input.
const MOST_OF_A_WORLD: usize = 60;

/// The programs without a branch that make the outputs of a view, simplest first.
pub(super) fn straight(view: &View<'_>, most: usize) -> Vec<Program> {
    let inputs = view.table.sources();
    let mut pieces = of_inputs(&inputs, view);
    let worlds = worlds(&inputs, view);
    let mut whole_worlds: Vec<(u32, Vec<Piece>, Vec<u32>)> = Vec::new();
    for (by, cost, sources) in &worlds {
        let removed = inputs
            .iter()
            .zip(sources)
            .map(|(of, made)| calls::removed_oddness(by, of, view, &made.values));
        let odd = removed.fold(vec![0; view.table.rows.len()], |all, it| {
            all.iter().zip(it.iter()).map(|(a, b)| a + b).collect()
        });
        let rather_runs = inputs
            .iter()
            .zip(sources)
            .filter_map(|(of, made)| calls::chosen_in_one_piece(by, of, view, &made.values, &odd))
            .next();
        let (for_nothing, odd) = match rather_runs {
            Some(odd) => (bits::IN_ONE_PIECE, odd.to_vec()),
            None => (0, odd),
        };
        let against = for_nothing + bits::over_rows(&odd, view.table.outputs.len());
        let mut of_world = Vec::new();
        for it in sources {
            let free = Source {
                bits: it.bits - cost,
                ..it.clone()
            };
            let spans = spans::spans(&free, view);
            let dear = spans.iter().take(MOST_OF_A_WORLD).map(|it| Piece {
                bits: it.bits + cost + against,
                odd: it.odd.iter().zip(&odd).map(|(a, b)| a + b).collect(),
                ..it.clone()
            });
            pieces.extend(dear);
            let made = calls::made(it, view).into_iter().map(|it| Piece {
                bits: it.bits + against,
                odd: it.odd.iter().zip(&odd).map(|(a, b)| a + b).collect(),
                ..it
            });
            pieces.extend(made);
            of_world.extend(spans);
        }
        whole_worlds.push((cost + against, of_world, odd));
    }
    let mut programs = covers(&kept(pieces, view), view, most);
    if view.picked.iter().all(|row| view.output(*row).is_empty()) {
        programs.push(Program {
            expr: Expr::Const(String::new()),
            bits: bits::literal(""),
            surprise: 0,
            values: vec![Some(String::new()); view.table.rows.len()],
            odd: vec![0; view.table.rows.len()],
        });
    }
    // What is done to the inputs once costs once, however many pieces are cut of what it makes.
    for (cost, pieces, odd) in whole_worlds {
        for mut it in covers(&kept(pieces, view), view, most / 4) {
            it.bits += cost;
            it.odd.iter_mut().zip(&odd).for_each(|(all, it)| *all += it);
            programs.push(it);
        }
    }
    programs.sort_by_key(|it| it.bits);
    programs
}

/// The pieces that are cut and made of the inputs as they are.
fn of_inputs(inputs: &[Source], view: &View<'_>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for it in inputs {
        pieces.extend(spans::spans(it, view));
        pieces.extend(calls::made(it, view));
        for (of, cut) in spans::cuts(it, view) {
            for made in calls::made(&of, view) {
                let odd = made.odd.iter().zip(cut.odd.iter()).map(|(a, b)| a + b);
                let far = if far_fetched(&made.expr) {
                    bits::FAR_FETCHED
                } else {
                    0
                };
                pieces.push(Piece {
                    bits: made.bits + far,
                    odd: odd.collect(),
                    cut: cut.cut.clone(),
                    ..made
                });
            }
        }
    }
    for it in inputs.iter().flat_map(|it| found_within(it, view)) {
        // A date and a number are written anew, and a host is cut.
        if it
            .values
            .iter()
            .flatten()
            .any(|it| it.starts_with(char::is_alphabetic))
        {
            pieces.extend(spans::spans(&it, view));
        }
        pieces.extend(calls::made(&it, view));
    }
    if inputs.len() > 1 {
        pieces.extend(calls::of_several(inputs, view));
        pieces.extend(joins::joins(inputs, view));
    }
    pieces
}

/// What is found within a text by what it is, wherever that stands: a date, a number, a host.
fn found_within(of: &Source, view: &View<'_>) -> Vec<Source> {
    let mut all: Vec<Source> = Vec::new();
    for name in ["date_in", "plain_number", "plain_number_comma", "host", "site"] {
        let applied = Applied::Call(name, Vec::new());
        let Some(values) = applied.values(of, view, |_, made| !made.is_empty()) else {
            continue;
        };
        let other = view.picked.iter().any(|row| values[*row] != of.values[*row]);
        if other && all.iter().all(|it| it.values != values) {
            all.push(Source {
                input: None,
                expr: applied.expr(&of.expr),
                bits: of.bits + bits::call(name),
                values,
            });
        }
    }
    all
}

/// Whether a function is rarely meant for a part of a text.
fn far_fetched(expr: &Expr) -> bool {
    let Expr::Call(name, _) = expr else { return false };
    [
        "camel_case",
        "pascal_case",
        "initials_with",
        "reversed",
        "replaced_first",
        "size",
        "place_of",
        "plus",
    ]
    .contains(&name.as_str())
}

/// What may be done to all inputs before pieces are cut of them: with its cost, and what it makes of them.
fn worlds(inputs: &[Source], view: &View<'_>) -> Vec<(Applied, u32, Vec<Source>)> {
    let mut functions: Vec<Applied> = [Op::Lower, Op::Upper, Op::Title].map(Applied::Op).to_vec();
    functions.push(Applied::Call("proper_case", Vec::new()));
    functions.push(Applied::Call("tidied", Vec::new()));
    for (name, kind) in [
        ("kept", "digits"),
        ("kept", "letters"),
        ("kept", "word"),
        ("without", "digits"),
        ("without", "space"),
    ] {
        functions.push(Applied::Call(name, vec![kind.to_owned()]));
    }
    functions.push(Applied::Call("words_apart", Vec::new()));
    functions.push(Applied::Call("plain_letters", Vec::new()));
    functions.extend(signs_away(inputs, view));
    let mut worlds: Vec<(Applied, u32, Vec<Source>)> = Vec::new();
    for it in functions {
        let cost = spans::function_bits(&it);
        let made = |source: &Source| Source {
            input: None,
            expr: it.expr(&source.expr),
            bits: source.bits + cost,
            values: it.all(source),
        };
        let sources: Vec<Source> = inputs.iter().map(made).collect();
        let changed = |(made, of): (&Source, &Source)| {
            let differs = |row: &usize| made.values[*row] != of.values[*row];
            view.picked.iter().any(differs)
        };
        let known = worlds
            .iter()
            .any(|(_, _, known)| known.iter().zip(&sources).all(|(a, b)| a.values == b.values));
        if !known && sources.iter().zip(inputs).any(changed) {
            worlds.push((it, cost, sources));
        }
    }
    worlds
}

/// A sign of the first example's inputs by another one of its output, or by a space, or by none.
fn signs_away(inputs: &[Source], view: &View<'_>) -> Vec<Applied> {
    let Some(first) = view.picked.first() else {
        return Vec::new();
    };
    let signs = |text: &str| -> Vec<char> {
        let mut all: Vec<char> = text.chars().filter(|it| !it.is_alphanumeric()).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let all: String = inputs
        .iter()
        .filter_map(|it| it.values[*first].as_deref())
        .collect();
    let (there, wanted) = (signs(&all), signs(view.output(*first)));
    let mut made: Vec<Applied> = Vec::new();
    for from in there.iter().filter(|it| !wanted.contains(it)).take(3) {
        made.push(Applied::Call("without", vec![format!("of {from}")]));
        for to in wanted.iter().filter(|it| !there.contains(it)).take(2) {
            made.push(Applied::Op(Op::Replace(from.to_string(), to.to_string())));
        }
    }
    made
}

/// The pieces that stand in the outputs, the cheapest for each value, with what was counted: how many other texts of
/// their length stand there as well.
fn kept(pieces: Vec<Piece>, view: &View<'_>) -> Vec<Piece> {
    let mut best: HashMap<Vec<Option<String>>, usize> = HashMap::new();
    let mut all: Vec<Piece> = Vec::new();
    for it in pieces {
        if !view.inside(&it.values) {
            continue;
        }
        match best.get(&it.values) {
            Some(at) if all[*at].bits <= it.bits => {}
            Some(at) => all[*at] = it,
            None => {
                best.insert(it.values.clone(), all.len());
                all.push(it);
            }
        }
    }
    let picked = |it: &Piece| -> Vec<Option<String>> {
        view.picked.iter().map(|row| it.values[*row].clone()).collect()
    };
    let long = |it: &[Option<String>]| it.iter().flatten().map(|it| it.chars().count()).sum::<usize>();
    let mut texts: HashMap<usize, HashSet<Vec<Option<String>>>> = HashMap::new();
    for it in &all {
        let text = picked(it);
        texts.entry(long(&text)).or_default().insert(text);
    }
    for it in &mut all {
        let hits = texts.get(&long(&picked(it))).map_or(1, HashSet::len);
        it.bits += bits::accident(hits);
    }
    all.sort_by(|a, b| (a.bits, &a.expr).cmp(&(b.bits, &b.expr)));
    // What makes the whole of the outputs is a program, however dear the text is that it puts in.
    let mut place = 0;
    all.retain(|it| {
        place += 1;
        place <= MOST_PIECES || view.whole(&it.values)
    });
    all
}
