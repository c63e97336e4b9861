//! From pieces to the concatenations of them, and of literals between them, that are the outputs: the simplest first.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
    ops::Range,
};

use super::{
    bits,
    table::{Cut, Piece, Values, View},
};
use crate::expr::Expr;

/// A program without branches.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub expr: Expr,
    pub bits: u32,
    /// How much of that is said by what it makes of the inputs without outputs.
    pub surprise: u32,
    pub values: Values,
    /// For each row, how unlike the examples' what stands around its pieces is; in bits.
    pub odd: Vec<u32>,
}

/// Ways that are kept to each state.
const WAYS: u32 = 48;
/// Partial covers that are made for each program that is wanted, before the search gives up.
const NODES: usize = 250;
/// Pieces of a concatenation at most.
const MOST_PIECES: usize = 12;
/// Rows that must have the same word before or behind a piece until it says what the piece is: a word before it (`flat 2`)
/// is more often meant so than one behind it (`2 kg`).
const LEAST_LABELLED: [usize; 2] = [2, 3];
/// Characters of a literal that ends inside a common text.
const LONGEST_INSIDE: usize = 48;

struct Node {
    /// Where in each output it has come.
    at: usize,
    parent: usize,
    part: Part,
    pieces: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Part {
    Start,
    Piece(usize),
    /// So many bytes of what all outputs go on with.
    Literal(usize),
}

/// The programs that make the outputs, simplest first, at most so many.
pub(crate) fn covers(pieces: &[Piece], view: &View<'_>, most: usize) -> Vec<Program> {
    let mut states: Vec<Vec<usize>> = vec![vec![0; view.picked.len()]];
    let mut known: HashMap<Vec<usize>, usize> = HashMap::from([(states[0].clone(), 0)]);
    let mut edges: HashMap<usize, Vec<(Part, u32, usize)>> = HashMap::new();
    let mut taken: HashMap<usize, u32> = HashMap::new();
    let mut nodes = vec![Node {
        at: 0,
        parent: 0,
        part: Part::Start,
        pieces: 0,
    }];
    let mut open = BinaryHeap::from([Reverse((0, 0))]);
    let mut found: Vec<Program> = Vec::new();
    let row = |row: &usize| view.table.rows[*row].join(" ").to_lowercase();
    let inputs: Vec<String> = view.picked.iter().map(row).collect();
    let goal: Vec<usize> = view.picked.iter().map(|row| view.output(*row).len()).collect();
    while let Some(Reverse((cost, node))) = open.pop() {
        let (at, part, count) = (nodes[node].at, nodes[node].part, nodes[node].pieces);
        let ways = taken.entry(at).or_insert(0);
        *ways += 1;
        if states[at] == goal && count > 0 {
            found.push(program(node, &nodes, pieces, view, &states, cost));
            if found.len() >= most {
                return found;
            }
        }
        if *ways > WAYS || count >= MOST_PIECES || nodes.len() > NODES * most {
            continue;
        }
        let next = edges.entry(at).or_insert_with(|| {
            let mut next = Vec::new();
            for (part, cost, state) in steps(pieces, view, &states[at], &inputs) {
                let fresh = states.len();
                let id = *known.entry(state.clone()).or_insert(fresh);
                if id == fresh {
                    states.push(state);
                }
                next.push((part, cost, id));
            }
            next
        });
        for (step, price, to) in next.iter() {
            let literals = matches!(part, Part::Literal(_)) && matches!(step, Part::Literal(_));
            if literals || taken.get(to).is_some_and(|it| *it > WAYS) {
                continue;
            }
            let joint = if count > 0 { bits::JOINT } else { 0 };
            open.push(Reverse((cost + price + joint, nodes.len())));
            nodes.push(Node {
                at: *to,
                parent: node,
                part: *step,
                pieces: count + 1,
            });
        }
    }
    found
}

/// Whether what goes from one place of an output to another is a single letter in the middle of a word.
fn into_a_word(output: &str, from: usize, to: usize) -> bool {
    let letter = |it: Option<char>| it.is_some_and(char::is_alphabetic);
    let mut made = output[from..to].chars();
    letter(made.next())
        && made.next().is_none()
        && letter(output[..from].chars().next_back())
        && letter(output[to..].chars().next())
}

/// The pieces and literals that the outputs go on with from a state, with the states to which they lead.
fn steps(
    pieces: &[Piece],
    view: &View<'_>,
    state: &[usize],
    inputs: &[String],
) -> Vec<(Part, u32, Vec<usize>)> {
    let rests: Vec<&str> = view
        .picked
        .iter()
        .zip(state)
        .map(|(row, at)| &view.output(*row)[*at..])
        .collect();
    let mut all = Vec::new();
    for (n, piece) in pieces.iter().enumerate() {
        let value = |row: &usize| piece.values[*row].as_deref().unwrap_or_default();
        let mut both = view.picked.iter().zip(&rests);
        if both.all(|(row, rest)| rest.starts_with(value(row))) {
            let next = view
                .picked
                .iter()
                .zip(state)
                .map(|(row, at)| at + value(row).len());
            let next: Vec<usize> = next.collect();
            let inside =
                |(row, (from, to)): (&usize, (&usize, &usize))| into_a_word(view.output(*row), *from, *to);
            let mut places = view.picked.iter().zip(state.iter().zip(&next));
            let bits = piece.bits + if places.all(inside) { bits::INTO_A_WORD } else { 0 };
            all.push((Part::Piece(n), bits, next));
        }
    }
    let common = rests
        .iter()
        .skip(1)
        .fold(rests.first().map_or(0, |it| it.len()), |common, rest| {
            let same = rests[0]
                .char_indices()
                .zip(rest.chars())
                .find(|((_, a), b)| a != b);
            common.min(same.map_or(rest.len(), |((at, _), _)| at))
        });
    let Some(first) = rests.first() else {
        return all;
    };
    let ends = first.char_indices().map(|(at, it)| at + it.len_utf8());
    for (n, end) in ends.take_while(|end| *end <= common).enumerate() {
        if n < LONGEST_INSIDE || end == common {
            let next = state.iter().map(|at| at + end).collect();
            let text = &first[..end];
            let bits = bits::literal(text) + bits::copied(text, inputs);
            all.push((Part::Literal(end), bits, next));
        }
    }
    all
}

fn program(
    mut node: usize,
    nodes: &[Node],
    pieces: &[Piece],
    view: &View<'_>,
    states: &[Vec<usize>],
    cost: u32,
) -> Program {
    let mut parts: Vec<Expr> = Vec::new();
    let mut cuts: Vec<&Cut> = Vec::new();
    // Every two pieces with nothing between them.
    let mut joints: Vec<(&Piece, &Piece)> = Vec::new();
    let mut behind: Option<&Piece> = None;
    let mut values: Vec<Option<Vec<&str>>> = vec![Some(Vec::new()); view.table.rows.len()];
    let first = view.picked[0];
    let mut odd = vec![0; view.table.rows.len()];
    while nodes[node].part != Part::Start {
        let it = &nodes[node];
        match it.part {
            Part::Start => {}
            Part::Piece(n) => {
                joints.extend(behind.map(|behind| (&pieces[n], behind)));
                behind = Some(&pieces[n]);
                parts.push(pieces[n].expr.clone());
                cuts.extend(pieces[n].cut.as_deref());
                for (all, it) in odd.iter_mut().zip(pieces[n].odd.iter()) {
                    *all += it;
                }
                for (all, value) in values.iter_mut().zip(&pieces[n].values) {
                    *all = all.take().and_then(|mut all| {
                        all.push(value.as_deref()?);
                        Some(all)
                    });
                }
            }
            Part::Literal(long) => {
                behind = None;
                let start = states[nodes[it.parent].at][0];
                let text = &view.output(first)[start..start + long];
                parts.push(Expr::Const(text.to_owned()));
                values.iter_mut().flatten().for_each(|all| all.push(text));
            }
        }
        node = it.parent;
    }
    parts.reverse();
    let otherwise = cut_otherwise(&cuts, view);
    let labelled = labelled_otherwise(&cuts, view);
    for (all, (a, b)) in odd.iter_mut().zip(otherwise.iter().zip(&labelled)) {
        *all += a + b;
    }
    for (a, b) in joints {
        run_together(a, b, view, &mut odd);
    }
    let joined = |it: Option<Vec<&str>>| it.map(|it| it.into_iter().rev().collect::<String>());
    Program {
        expr: match parts.len() {
            1 => parts.remove(0),
            _ => Expr::Concat(parts),
        },
        bits: cost + bits::over_rows(&otherwise, view.table.outputs.len()),
        surprise: 0,
        values: values.into_iter().map(joined).collect(),
        odd,
    }
}

/// Adds to what is odd of each row where two pieces run together to one word, as they do in no picked row.
fn run_together(a: &Piece, b: &Piece, view: &View<'_>, odd: &mut [u32]) {
    let letter = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
    let together = |row: usize| {
        let both = a.values[row].as_deref().zip(b.values[row].as_deref());
        both.is_some_and(|(a, b)| letter(a.chars().next_back()) && letter(b.chars().next()))
    };
    if view.picked.iter().any(|row| together(*row)) {
        return;
    }
    for (row, odd) in odd.iter_mut().enumerate() {
        *odd += u32::from(together(row)) * bits::RUN_TOGETHER;
    }
}

/// For each row, how unlike the picked rows' the pieces lie in the inputs: over each other, or with words between them
/// that none is cut of.
fn cut_otherwise(cuts: &[&Cut], view: &View<'_>) -> Vec<u32> {
    let rows = view.table.rows.len();
    let cuts: Vec<&Cut> = cuts.iter().copied().filter(|it| it.input.is_some()).collect();
    let overlap = |row: usize| {
        let both = |(n, a): (usize, &&Cut)| {
            cuts[..n].iter().filter(|b| b.input == a.input).any(|b| {
                let both = a.at[row].zip(b.at[row]);
                both.is_some_and(|(a, b)| a.0 < b.1 && b.0 < a.1)
            })
        };
        cuts.iter().enumerate().any(both)
    };
    let untouched = |row: usize| {
        let of_input = |(n, words): (usize, &Vec<Range<usize>>)| {
            if !cuts.iter().any(|it| it.input == Some(n)) {
                return 0;
            }
            let touched = |word: &&Range<usize>| {
                let mut cuts = cuts
                    .iter()
                    .filter(|it| it.input == Some(n))
                    .filter_map(|it| it.at[row]);
                cuts.any(|it| it.0 < word.end && word.start < it.1)
            };
            words.len() - words.iter().filter(touched).count()
        };
        view.table.words[row]
            .iter()
            .enumerate()
            .map(of_input)
            .sum::<usize>()
    };
    let disjoint = !view.picked.iter().any(|row| overlap(*row));
    let complete = view.picked.iter().all(|row| untouched(*row) == 0);
    let odd = |row: usize| {
        let over = u32::from(disjoint && overlap(row)) * bits::OVERLAP;
        over + u32::from(complete && untouched(row) > 0) * bits::LEFT_OUT
    };
    (0..rows).map(odd).collect()
}

/// For each row, whether a piece stands beside another word than in all of the picked rows, where that is one and the same:
/// the word says what the piece is.
fn labelled_otherwise(cuts: &[&Cut], view: &View<'_>) -> Vec<u32> {
    let mut odd = vec![0; view.table.rows.len()];
    for cut in cuts {
        for (side, least) in LEAST_LABELLED.into_iter().enumerate() {
            if view.picked.len() < least {
                continue;
            }
            let label = |row: usize| cut.of.beside(row, cut.at[row]?).and_then(|it| it[side]);
            let first = view.picked.first().and_then(|row| label(*row));
            let says = |it: &&str| it.chars().count() >= 2 && it.chars().all(char::is_alphabetic);
            let Some(first) = first.filter(says) else { continue };
            if view.picked.iter().any(|row| label(*row) != Some(first)) {
                continue;
            }
            for (row, odd) in odd.iter_mut().enumerate() {
                if cut.at[row].is_some() && label(row) != Some(first) {
                    *odd = bits::OTHER_LABEL;
                }
            }
        }
    }
    odd
}
