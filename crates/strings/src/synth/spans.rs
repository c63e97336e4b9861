//! From a source to the spans of it that stand in the outputs: every two places that are in all rows.

use std::collections::{HashMap, HashSet};

use super::{
    bits,
    table::{Applied, Piece, Source, Values, View, class_of},
};
use crate::{
    expr::{Expr, Op},
    place::{Edge, Kind, Place, Thing},
};

/// Places of a source that are looked at.
const MOST_SPOTS: usize = 170;
/// Characters from an end that a place may be.
const FARTHEST: usize = 24;
/// The n-th of something is counted up to here.
const MOST_COUNTED: i64 = 5;

/// A place, with where it is in each row.
struct Spot {
    place: Place,
    bits: u32,
    at: Vec<Option<usize>>,
}

/// Something that stands in every picked row, with where it stands in each.
struct Found {
    thing: Thing,
    at: Vec<Vec<std::ops::Range<usize>>>,
}

impl Found {
    /// One edge of the n-th in each row.
    fn nth(&self, edge: Edge, n: i64) -> Vec<Option<usize>> {
        let side = |run: &std::ops::Range<usize>| match edge {
            Edge::Before => run.start,
            Edge::After => run.end,
        };
        let nth = |runs: &Vec<std::ops::Range<usize>>| crate::expr::at(runs, n).map(side);
        self.at.iter().map(nth).collect()
    }
}

/// The n-th run of a kind, or the n-th part between texts.
fn unit(thing: &Thing, n: i64) -> (Place, Place) {
    let nth = |edge: Edge, n: i64| Place::Nth(edge, n, thing.clone());
    match (thing, n) {
        (Thing::Run(_), n) => (nth(Edge::Before, n), nth(Edge::After, n)),
        (Thing::Text(_), 1) => (Place::Start(0), nth(Edge::Before, 1)),
        (Thing::Text(_), -1) => (nth(Edge::After, -1), Place::End(0)),
        (Thing::Text(_), n) if n > 0 => (nth(Edge::After, n - 1), Place::Next(Edge::Before, thing.clone())),
        (Thing::Text(_), n) => (nth(Edge::After, n), nth(Edge::Before, n + 1)),
    }
}

/// What may stand around or between the parts of a text: its signs, and the words that the rows have in common.
pub(crate) fn things(values: &[Option<String>], picked: &[usize]) -> Vec<Thing> {
    let mut texts: Vec<String> = Vec::new();
    let Some(first) = picked.first().and_then(|row| values[*row].as_deref()) else {
        return Vec::new();
    };
    let mut add = |text: &str| {
        if !text.is_empty() && !texts.iter().any(|it| it == text) {
            texts.push(text.to_owned());
        }
    };
    for it in first.chars().filter(|it| !it.is_alphanumeric()) {
        add(it.encode_utf8(&mut [0; 4]));
    }
    let signs = first.split(|it: char| it.is_alphanumeric());
    for run in signs.filter(|it| (2..=3).contains(&it.chars().count())) {
        add(run);
    }
    let shared = |text: &str| {
        let has = |it: &Option<String>| it.as_deref().is_some_and(|it| it.contains(text));
        values.len() >= 3 && values.iter().filter(|it| has(it)).count() * 10 >= values.len() * 8
    };
    for word in first
        .split(|it: char| !it.is_alphanumeric())
        .filter(|it| it.chars().count() >= 2)
        .take(40)
    {
        if shared(word) {
            add(word);
        }
    }
    let runs = Kind::ALL.into_iter().map(Thing::Run);
    runs.chain(texts.into_iter().take(24).map(Thing::Text)).collect()
}

fn found(source: &Source, view: &View<'_>) -> Vec<Found> {
    let of = |it: &Option<String>, thing: &Thing| it.as_deref().map_or_else(Vec::new, |it| thing.found(it));
    let all = things(&source.values, &view.picked).into_iter().map(|thing| Found {
        at: source.values.iter().map(|it| of(it, &thing)).collect(),
        thing,
    });
    all.filter(|it| view.picked.iter().all(|row| !it.at[*row].is_empty()))
        .collect()
}

fn spots(source: &Source, view: &View<'_>, found: &[Found]) -> Vec<Spot> {
    let mut places = vec![Place::Start(0), Place::End(0)];
    let length = |row: &usize| source.values[*row].as_ref().map_or(0, |it| it.chars().count());
    let shortest = view.picked.iter().map(length).min().unwrap_or(0);
    for n in 1..=shortest.min(FARTHEST) {
        places.extend([Place::Start(n), Place::End(n)]);
    }
    let mut all: Vec<Spot> = Vec::new();
    let at = |place: &Place| -> Vec<Option<usize>> {
        let find = |it: &Option<String>| it.as_deref().and_then(|it| place.find(it, 0));
        source.values.iter().map(find).collect()
    };
    all.extend(places.into_iter().map(|place| Spot {
        bits: bits::place(&place),
        at: at(&place),
        place,
    }));
    for it in found {
        let least = view.picked.iter().map(|row| it.at[*row].len()).min().unwrap_or(0);
        let least = i64::try_from(least).unwrap_or(i64::MAX).min(MOST_COUNTED);
        for n in (1..=least).flat_map(|n| [n, -n]) {
            for edge in [Edge::Before, Edge::After] {
                let place = Place::Nth(edge, n, it.thing.clone());
                all.push(Spot {
                    bits: bits::place(&place),
                    at: it.nth(edge, n),
                    place,
                });
            }
        }
    }
    all.sort_by_key(|it| it.bits);
    let mut seen: HashSet<Vec<Option<usize>>> = HashSet::new();
    all.retain(|it| seen.insert(it.at.clone()));
    all.truncate(MOST_SPOTS);
    all
}

/// A span that fits: raw or with a function that changes its letters or digits.
struct Hit {
    from: Place,
    to: Place,
    bits: u32,
    values: Values,
}

/// The pieces that are spans of a source, each with the function around it that it needs.
pub(crate) fn spans(source: &Source, view: &View<'_>) -> Vec<Piece> {
    let found = found(source, view);
    let spots = spots(source, view, &found);
    let lower: Vec<String> = view
        .table
        .outputs
        .iter()
        .map(|it| it.to_lowercase())
        .collect();
    let mut hits: HashMap<Vec<Option<usize>>, Hit> = HashMap::new();
    let mut try_pair = |from: (&Place, &[Option<usize>]), to: (&Place, &[Option<usize>]), cost: u32| {
        let fits = |row: &usize| {
            let (Some(start), Some(end)) = (from.1[*row], to.1[*row]) else {
                return false;
            };
            let text = source.values[*row].as_deref().unwrap_or_default();
            start < end && like(&text[start..end], view.output(*row), &lower[*row])
        };
        if !view.picked.iter().all(fits) {
            return;
        }
        let key: Vec<Option<usize>> = from.1.iter().chain(to.1).copied().collect();
        if hits.get(&key).is_some_and(|it| it.bits <= cost) {
            return;
        }
        let value = |row: usize| -> Option<String> {
            let text = source.values[row].as_deref()?;
            text.get(from.1[row]?..to.1[row]?).map(str::to_owned)
        };
        let hit = Hit {
            from: from.0.clone(),
            to: to.0.clone(),
            bits: cost,
            values: (0..source.values.len()).map(value).collect(),
        };
        hits.insert(key, hit);
    };
    for it in &found {
        for n in 1..=MOST_COUNTED.max(6) {
            for n in [n, -n] {
                let (from, to) = unit(&it.thing, n);
                let starts: Vec<Option<usize>> = source
                    .values
                    .iter()
                    .map(|it| it.as_deref().and_then(|it| from.find(it, 0)))
                    .collect();
                let end = |(text, start): (&Option<String>, &Option<usize>)| to.find(text.as_deref()?, (*start)?);
                let ends: Vec<Option<usize>> = source.values.iter().zip(&starts).map(end).collect();
                try_pair((&from, &starts), (&to, &ends), bits::unit(&it.thing, n));
            }
        }
    }
    for from in &spots {
        let start = (&from.place, from.at.as_slice());
        for to in &spots {
            let cost = bits::SPAN + from.bits + to.bits;
            try_pair(start, (&to.place, &to.at), cost);
        }
        for it in &found {
            let next = |row: usize| {
                let start = from.at[row]?;
                it.at[row].iter().find(|run| run.start > start)
            };
            for edge in [Edge::Before, Edge::After] {
                let place = Place::Next(edge, it.thing.clone());
                let side = |row: usize| match edge {
                    Edge::Before => next(row).map(|it| it.start),
                    Edge::After => next(row).map(|it| it.end),
                };
                let ends: Vec<Option<usize>> = (0..source.values.len()).map(side).collect();
                let cost = bits::SPAN + from.bits + bits::place(&place);
                try_pair(start, (&place, &ends), cost);
            }
        }
    }
    let mut hits: Vec<Hit> = hits.into_values().collect();
    hits.sort_by(|a, b| (a.bits, &a.from, &a.to).cmp(&(b.bits, &b.from, &b.to)));
    hits.into_iter()
        .flat_map(|it| pieces_of(&it, source, view))
        .collect()
}

/// Whether a text stands in an output, whatever the case of its letters and the zeros in front of it.
fn like(text: &str, output: &str, lower: &str) -> bool {
    if output.contains(text) {
        return true;
    }
    if text.bytes().all(|it| it.is_ascii_digit()) {
        let plain = text.trim_start_matches('0');
        return output.contains(if plain.is_empty() { "0" } else { plain });
    }
    text.chars().any(char::is_alphabetic) && lower.contains(&text.to_lowercase())
}

fn pieces_of(hit: &Hit, source: &Source, view: &View<'_>) -> Vec<Piece> {
    let raw = Piece {
        expr: simplest(source, hit),
        bits: source.bits + hit.bits,
        values: hit.values.clone(),
    };
    let mut all = Vec::new();
    let as_source = Source {
        expr: raw.expr.clone(),
        bits: raw.bits,
        values: raw.values.clone(),
    };
    let picked = |row: usize| hit.values[row].as_deref().unwrap_or_default();
    let digits = view
        .picked
        .iter()
        .all(|row| picked(*row).bytes().all(|it| it.is_ascii_digit()));
    let mut changes: Vec<Applied> = Vec::new();
    if digits {
        changes.push(Applied::Op(Op::Number));
        let widths = 2..=5;
        changes.extend(widths.map(|width| Applied::Op(Op::Pad(width, "0".to_owned()))));
    } else {
        changes.extend([Op::Upper, Op::Lower, Op::Title].map(Applied::Op));
        changes.push(Applied::Call("sentence_case", Vec::new()));
    }
    for it in changes {
        let changed = |values: &Values| {
            let differs = |row: &usize| values[*row].as_deref() != hit.values[*row].as_deref();
            view.picked.iter().any(differs)
        };
        let made = it.values(&as_source, view, |row, made| view.output(row).contains(made));
        if let Some(values) = made.filter(changed) {
            all.push(Piece {
                expr: it.expr(&raw.expr),
                bits: raw.bits + function_bits(&it),
                values,
            });
        }
    }
    if view.inside(&raw.values) {
        all.insert(0, raw);
    }
    all
}

/// What a function with its constant arguments costs.
pub(crate) fn function_bits(it: &Applied) -> u32 {
    match it {
        Applied::Op(op) => bits::op(op),
        Applied::Call(name, constants) => {
            let constant = |it: &String| match (Thing::parse(it), it.parse::<i64>()) {
                (Some(thing), _) => bits::thing(&thing),
                (None, Ok(n)) => bits::nth(n),
                (None, Err(_)) => bits::literal(it),
            };
            bits::call(name) + constants.iter().map(constant).sum::<u32>()
        }
    }
}

/// The simplest way to say a span: as a part, a token or a run, where it is one in every row.
fn simplest(source: &Source, hit: &Hit) -> Expr {
    let span = Applied::Call("span", vec![hit.from.to_string(), hit.to.to_string()]);
    let same = |it: &Applied| {
        let all = source.values.iter().zip(&hit.values);
        all.into_iter().all(|(of, wanted)| match of {
            Some(of) => it.apply(of) == *wanted,
            None => wanted.is_none(),
        })
    };
    let mut simpler: Vec<Applied> = Vec::new();
    let by = |thing: &Thing| match thing {
        Thing::Text(text) => Some(text.clone()),
        Thing::Run(_) => None,
    };
    let run = |kind: Kind, n: i64| match class_of(kind.name()) {
        Some(class) => Applied::Op(Op::Token(class, n)),
        None => Applied::Call("run", vec![kind.name().to_owned(), n.to_string()]),
    };
    match (&hit.from, &hit.to) {
        (Place::Start(0), Place::End(0)) => return source.expr.clone(),
        (Place::Nth(Edge::Before, n, Thing::Run(kind)), _) | (_, Place::Nth(Edge::After, n, Thing::Run(kind))) => {
            simpler.push(run(*kind, *n));
        }
        (Place::Start(0), Place::Nth(Edge::Before, n, thing)) => {
            simpler.extend((*n == 1).then(|| by(thing)).flatten().map(|it| Applied::Op(Op::Part(it, 1))));
            simpler.extend(by(thing).map(|it| Applied::Op(Op::Before(it, *n))));
        }
        (Place::Nth(Edge::After, n, thing), Place::End(0)) => {
            simpler.extend((*n == -1).then(|| by(thing)).flatten().map(|it| Applied::Op(Op::Part(it, -1))));
            simpler.extend(by(thing).map(|it| Applied::Op(Op::After(it, *n))));
        }
        (Place::Nth(Edge::After, n, from), Place::Next(Edge::Before, to)) if from == to => {
            let n = if *n > 0 { n + 1 } else { *n };
            simpler.extend(by(from).map(|it| Applied::Op(Op::Part(it, n))));
        }
        (Place::Start(from), Place::Start(to)) => {
            if let (Ok(from), Ok(to)) = (i64::try_from(from + 1), i64::try_from(*to)) {
                simpler.push(Applied::Op(Op::Slice(from, to)));
            }
        }
        _ => {}
    }
    let it = simpler.into_iter().find(same).unwrap_or(span);
    it.expr(&source.expr)
}
