//! From a source to the spans of it that stand in the outputs: every two places that are in all rows.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
    rc::Rc,
};

use super::{
    bits,
    form::joins_letters,
    letters::{all_digits, has_one_case, title_oddness},
    table::{Applied, Cut, Piece, Source, Text, Values, View, class_of},
};
use crate::{
    expr::{Expr, Op},
    place::{Edge, Kind, Place, Thing},
};

/// Places of a source that are looked at.
const MOST_SPOTS: usize = 170;
/// Characters from an end that a place may be.
const FARTHEST: usize = 24;
/// Rows from which on it says something that all are alike.
const LEAST_ALIKE: usize = 3;
/// Rows whose signs may end a span.
const MOST_LOOKED_AT: usize = 4;
/// Characters of a span that is said by how long it is.
const LONGEST_COUNTED: usize = 6;
/// Spans of a source that functions are tried on, and what one may cost.
const MOST_CUTS: usize = 40;
const DEAREST_CUT: u32 = 62;
/// Lengths of runs that say what they are: a year, a postcode, the code of a state.
const LENGTHS: std::ops::RangeInclusive<usize> = 2..=8;
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
    /// What is saved where every row has as many of it.
    fields: u32,
    at: Vec<Vec<Range<usize>>>,
}

impl Found {
    /// One edge of the n-th in each row.
    fn nth(&self, edge: Edge, n: i64) -> Vec<Option<usize>> {
        let nth = |runs: &Vec<Range<usize>>| crate::nth::at(runs, n).map(|it| edge.of(it));
        self.at.iter().map(nth).collect()
    }

    /// The n-th run, or the n-th part between texts.
    fn unit(&self, source: &Source, row: usize, n: i64) -> Option<(usize, usize)> {
        let at = &self.at[row];
        match &self.thing {
            Thing::Run(_) | Thing::Sized(..) => crate::nth::at(at, n).map(|it| (it.start, it.end)),
            Thing::Text(_) => {
                let starts = std::iter::once(0).chain(at.iter().map(|it| it.end));
                let ends = at
                    .iter()
                    .map(|it| it.start)
                    .chain([source.values[row].as_ref()?.len()]);
                let parts: Vec<(usize, usize)> = starts.zip(ends).collect();
                crate::nth::at(&parts, n).copied()
            }
        }
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
        let end = word.as_ptr() as usize - first.as_ptr() as usize + word.len();
        let signs = first[end..]
            .split(char::is_alphanumeric)
            .next()
            .unwrap_or_default();
        let label = format!("{word}{signs}");
        if !signs.trim().is_empty() && shared(&label) {
            add(&label);
        }
    }
    let runs = Kind::ALL.into_iter().map(Thing::Run);
    runs.chain(sized(first))
        .chain(texts.into_iter().take(24).map(Thing::Text))
        .collect()
}

/// The runs of digits and of upper-case letters that have so many characters, where a text has others as well.
fn sized(text: &str) -> Vec<Thing> {
    let of = |kind: Kind| {
        let runs = Thing::Run(kind).found(text);
        let mut long: Vec<usize> = runs.iter().map(|it| text[it.clone()].chars().count()).collect();
        long.sort_unstable();
        long.dedup();
        if long.len() < 2 && runs.len() < 2 {
            long.clear();
        }
        let long = long.into_iter().filter(|it| LENGTHS.contains(it));
        long.map(move |it| Thing::Sized(it, kind)).collect::<Vec<_>>()
    };
    [Kind::Digits, Kind::Upper].into_iter().flat_map(of).collect()
}

fn found(source: &Source, view: &View<'_>) -> Vec<Found> {
    let of = |it: &Option<String>, thing: &Thing| it.as_deref().map_or_else(Vec::new, |it| thing.found(it));
    let all = things(&source.values, &view.picked).into_iter().map(|thing| {
        let at: Vec<Vec<Range<usize>>> = source.values.iter().map(|it| of(it, &thing)).collect();
        let sign = matches!(&thing, Thing::Text(text) if !text.trim().is_empty());
        let alike = sign && at.len() >= LEAST_ALIKE && at.iter().all(|it| it.len() == at[0].len());
        Found {
            fields: if alike { bits::FIELDS } else { 0 },
            at,
            thing,
        }
    });
    all.filter(|it| view.picked.iter().all(|row| !it.at[*row].is_empty()))
        .collect()
}

/// Signs that some of the picked rows have, and others not.
fn sometimes(source: &Source, view: &View<'_>) -> Vec<Found> {
    let mut all: Vec<Found> = Vec::new();
    for row in view.picked.iter().take(MOST_LOOKED_AT) {
        let text = source.values[*row].as_deref().unwrap_or_default();
        for sign in text.chars().filter(|it| !it.is_alphanumeric()) {
            let thing = Thing::Text(sign.to_string());
            if all.iter().all(|it| it.thing != thing) {
                let of = |it: &Option<String>| it.as_deref().map_or_else(Vec::new, |it| thing.found(it));
                all.push(Found {
                    fields: 0,
                    at: source.values.iter().map(of).collect(),
                    thing,
                });
            }
        }
    }
    all
}

/// What a number of characters costs less, where all texts are of the same length.
fn same_length(source: &Source) -> u32 {
    let mut long = source
        .values
        .iter()
        .map(|it| it.as_ref().map(|it| it.chars().count()));
    let first = long.next().flatten();
    let same = source.values.len() >= LEAST_ALIKE && first.is_some() && long.all(|it| it == first);
    if same { bits::SAME_LENGTH } else { 0 }
}

/// What is saved where a span goes from an opening sign to the closing one.
fn bracketed(from: &Place, to: &Place) -> u32 {
    let (
        Place::Nth(Edge::After, _, Thing::Text(open)),
        Place::Nth(Edge::Before, _, Thing::Text(close)) | Place::Next(Edge::Before, Thing::Text(close)),
    ) = (from, to)
    else {
        return 0;
    };
    let pairs = [
        ("(", ")"),
        ("[", "]"),
        ("<", ">"),
        ("{", "}"),
        ("\"", "\""),
        ("'", "'"),
        (">", "</"),
    ];
    if pairs.contains(&(open.as_str(), close.as_str())) {
        bits::BRACKETED
    } else {
        0
    }
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
    let same_length = same_length(source);
    all.extend(places.into_iter().map(|place| Spot {
        bits: bits::place(&place).saturating_sub(match place {
            Place::Start(2..) | Place::End(2..) => same_length,
            _ => 0,
        }),
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
                    bits: bits::place(&place).saturating_sub(it.fields),
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

/// Where a span is in each row, in bytes.
type At = Vec<Option<(usize, usize)>>;

/// A span that fits: raw or with a function that changes its letters or digits.
struct Hit {
    way: Way,
    bits: u32,
    values: Values,
    odd: Rc<[u32]>,
    at: Vec<Option<(usize, usize)>>,
    cut: Rc<Cut>,
}

/// How a span is said.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Span(Place, Place),
    /// The n-th run, or the n-th part between texts.
    Unit(Thing, i64),
}

/// What stands outside and inside of both ends of a span.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Ends {
    outer: [char; 2],
    inner: [char; 2],
    /// One character further out.
    beyond: [char; 2],
}

impl Ends {
    fn of(text: &str, start: usize, end: usize) -> Option<Ends> {
        let kind = |it: Option<char>| match it {
            None => '\0',
            Some(it) if it.is_ascii_digit() => '0',
            Some(it) if it.is_uppercase() => 'A',
            Some(it) if it.is_alphabetic() => 'a',
            Some(it) => it,
        };
        let (before, after) = (text.get(..start)?, text.get(end..)?);
        let inside = text.get(start..end)?;
        Some(Ends {
            outer: [kind(before.chars().next_back()), kind(after.chars().next())],
            inner: [kind(inside.chars().next()), kind(inside.chars().next_back())],
            beyond: [kind(before.chars().nth_back(1)), kind(after.chars().nth(1))],
        })
    }
}

/// Whether two kinds of characters are the same, whatever the case of letters.
fn alike(a: char, b: char) -> bool {
    a == b || a.is_alphabetic() && b.is_alphabetic()
}

/// For each row, how unlike the picked rows' the ends of a span are.
fn oddness(
    source: &Source,
    view: &View<'_>,
    spans: &[Option<(usize, usize)>],
    delimiter: Option<(char, char)>,
) -> Rc<[u32]> {
    let ends = |row: usize| {
        let (start, end) = spans[row]?;
        let mut ends = Ends::of(source.values[row].as_deref()?, start, end)?;
        if let Some((first, last)) = delimiter {
            ends.outer = [last, first];
        }
        Some(ends)
    };
    let known: Vec<Ends> = view.picked.iter().filter_map(|row| ends(*row)).collect();
    let shown = |sign: char| {
        let mut picked = view
            .picked
            .iter()
            .filter_map(|row| source.values[*row].as_deref());
        picked.any(|it| it.contains(sign))
    };
    let odd = |row: usize| {
        let Some(it) = ends(row) else { return 0 };
        let text = source.values[row].as_deref().unwrap_or_default();
        let sum = |side: usize| {
            let outer = known.iter().any(|known| known.outer[side] == it.outer[side]);
            let inner = known.iter().any(|known| known.inner[side] == it.inner[side]);
            // What is further out says something where a sign is next; the one letter of a word is as good as another.
            let at_a_sign = !it.outer[side].is_alphanumeric() && it.outer[side] != '\0';
            let beyond = !at_a_sign
                || known
                    .iter()
                    .any(|known| alike(known.beyond[side], it.beyond[side]));
            let splits = |it: &Ends| it.outer[side].is_alphanumeric() && it.inner[side].is_alphanumeric();
            let split = splits(&it) && !known.iter().any(splits);
            let sign = |it: char| !it.is_alphanumeric() && !it.is_whitespace() && it != '\0';
            // A part between signs that goes on behind a space.
            let goes_on = it.outer[side].is_whitespace() && known.iter().all(|known| sign(known.outer[side]))
                || it.beyond[side].is_alphanumeric() && known.iter().all(|known| sign(known.beyond[side]));
            let inside_a_name = !outer && joins_letters(text, it.outer[side]) && !shown(it.outer[side]);
            u32::from(!outer) * bits::OTHER_NEIGHBOUR
                + u32::from(inside_a_name) * bits::INSIDE_A_NAME
                + u32::from(goes_on) * bits::GOES_ON
                + u32::from(split) * bits::SPLIT_WORD
                + u32::from(!inner) * bits::OTHER_END
                + u32::from(outer && !beyond) * bits::OTHER_BEYOND
        };
        sum(0) + sum(1)
    };
    (0..spans.len()).map(odd).collect()
}

/// The pieces that are spans of a source, each with the function around it that it needs.
pub(crate) fn spans(source: &Source, view: &View<'_>) -> Vec<Piece> {
    let (text, found) = (Rc::new(Text::of(source)), found(source, view));
    let spots = spots(source, view, &found);
    let lower: Vec<String> = view.table.outputs.iter().map(|it| it.to_lowercase()).collect();
    let mut hits: HashMap<Vec<Option<(usize, usize)>>, Hit> = HashMap::new();
    let rows = source.values.len();
    let mut asked: HashMap<(usize, usize, usize), bool> = HashMap::new();
    let mut try_span = |span: &dyn Fn(usize) -> Option<(usize, usize)>, cost: u32, way: &dyn Fn() -> Way| {
        let fits = |row: &usize| {
            let Some((start, end)) = span(*row).filter(|(start, end)| start < end) else {
                return false;
            };
            let text = source.values[*row].as_deref().unwrap_or_default();
            *asked
                .entry((*row, start, end))
                .or_insert_with(|| like(&text[start..end], view.output(*row), &lower[*row]))
        };
        if !view.picked.iter().all(fits) {
            return;
        }
        let at: Vec<Option<(usize, usize)>> = (0..rows).map(span).collect();
        if hits.get(&at).is_some_and(|it| it.bits <= cost) {
            return;
        }
        let hit = hit((source, &text), view, way(), cost, at.clone());
        hits.insert(at, hit);
    };
    for it in &found {
        for n in (1..=MOST_COUNTED + 1).flat_map(|n| [n, -n]) {
            let unit = |row: usize| it.unit(source, row, n);
            let way = || Way::Unit(it.thing.clone(), n);
            try_span(&unit, bits::unit(&it.thing, n).saturating_sub(it.fields), &way);
        }
    }
    for from in &spots {
        for to in &spots {
            let cost = match (&from.place, &to.place) {
                (Place::Start(0), Place::End(0)) => 0,
                _ => (bits::SPAN + from.bits + to.bits).saturating_sub(bracketed(&from.place, &to.place)),
            };
            let way = || Way::Span(from.place.clone(), to.place.clone());
            try_span(&|row| from.at[row].zip(to.at[row]), cost, &way);
        }
        for n in 1..=LONGEST_COUNTED {
            let place = Place::From(n);
            let span = |row: usize| {
                let start = from.at[row]?;
                let rest = source.values[row].as_deref()?.get(start..)?;
                let ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
                Some((start, start + ends.into_iter().nth(n)?))
            };
            let less = if n > 1 { same_length(source) } else { 0 };
            let cost = bits::SPAN + from.bits + bits::place(&place) - less;
            try_span(&span, cost, &|| Way::Span(from.place.clone(), place.clone()));
        }
        for it in &found {
            for edge in [Edge::Before, Edge::After] {
                let place = Place::Next(edge, it.thing.clone());
                let span = |row: usize| {
                    let start = from.at[row]?;
                    let next = it.at[row].iter().find(|run| run.start > start)?;
                    Some((start, edge.of(next)))
                };
                let cost = (bits::SPAN + from.bits + bits::place(&place))
                    .saturating_sub(bracketed(&from.place, &place) + it.fields);
                let way = || Way::Span(from.place.clone(), place.clone());
                try_span(&span, cost, &way);
            }
        }
    }
    until_next(source, view, &spots, &mut try_span);
    let mut hits: Vec<Hit> = hits.into_values().collect();
    hits.sort_by(|a, b| (a.bits, &a.way).cmp(&(b.bits, &b.way)));
    hits.into_iter()
        .flat_map(|it| pieces_of(&it, source, view))
        .collect()
}

/// Takes a span, what it costs, and how it is said.
type TrySpan<'a> = dyn FnMut(&dyn Fn(usize) -> Option<(usize, usize)>, u32, &dyn Fn() -> Way) + 'a;

/// Spans to the next of what only some rows have; where there is none, to the end.
fn until_next(source: &Source, view: &View<'_>, spots: &[Spot], try_span: &mut TrySpan<'_>) {
    for it in &sometimes(source, view) {
        for from in spots {
            let ends = |row: usize| {
                let start = from.at[row]?;
                let next = it.at[row].iter().find(|run| run.start > start);
                Some((start, next.map(|it| it.start)))
            };
            // Where there is always a next one, the place before it says as much.
            if view
                .picked
                .iter()
                .all(|row| ends(*row).is_none_or(|it| it.1.is_some()))
            {
                continue;
            }
            let place = Place::Until(it.thing.clone());
            let span = |row: usize| {
                let (start, next) = ends(row)?;
                Some((start, next.unwrap_or(source.values[row].as_ref()?.len())))
            };
            let cost = bits::SPAN + from.bits + bits::place(&place);
            try_span(&span, cost, &|| Way::Span(from.place.clone(), place.clone()));
        }
    }
}

/// The cheapest spans of a source, whatever stands in the outputs: functions may make that of them. Each with its piece.
pub(crate) fn cuts(source: &Source, view: &View<'_>) -> Vec<(Source, Piece)> {
    let (text, found) = (Rc::new(Text::of(source)), found(source, view));
    let mut spots = spots(source, view, &found);
    spots.retain(|it| it.bits <= DEAREST_CUT);
    let mut ways: Vec<(u32, Way, At)> = Vec::new();
    let rows = 0..source.values.len();
    for it in &found {
        for n in [1, -1, 2, -2, 3] {
            let at = rows.clone().map(|row| it.unit(source, row, n)).collect();
            ways.push((
                bits::unit(&it.thing, n).saturating_sub(it.fields),
                Way::Unit(it.thing.clone(), n),
                at,
            ));
        }
    }
    for from in &spots {
        for to in &spots {
            let cost = bits::SPAN + from.bits + to.bits;
            if cost <= DEAREST_CUT {
                let at = rows.clone().map(|row| from.at[row].zip(to.at[row])).collect();
                ways.push((cost, Way::Span(from.place.clone(), to.place.clone()), at));
            }
        }
    }
    ways.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    let mut seen: HashSet<Vec<Option<(usize, usize)>>> = HashSet::new();
    let whole = |row: &usize, at: &(usize, usize)| {
        at.0 == 0 && Some(at.1) == source.values[*row].as_ref().map(String::len)
    };
    ways.retain(|(_, _, at)| {
        let part = |row: &usize| at[*row].is_some_and(|it| it.0 < it.1);
        let all = view
            .picked
            .iter()
            .all(|row| at[*row].is_some_and(|it| whole(row, &it)));
        view.picked.iter().all(part) && !all && seen.insert(at.clone())
    });
    ways.truncate(MOST_CUTS);
    let made = |(cost, way, at): (u32, Way, At)| {
        let hit = hit((source, &text), view, way, cost, at);
        let raw = raw(&hit, source, view);
        let of = Source {
            input: None,
            expr: raw.expr.clone(),
            bits: raw.bits,
            values: raw.values.clone(),
        };
        (of, raw)
    };
    ways.into_iter().map(made).collect()
}

fn hit((source, text): (&Source, &Rc<Text>), view: &View<'_>, way: Way, bits: u32, at: At) -> Hit {
    let value = |(text, at): (&Option<String>, &Option<(usize, usize)>)| -> Option<String> {
        let (start, end) = (*at)?;
        text.as_deref()?.get(start..end).map(str::to_owned)
    };
    // A part may lie at an end of the text as well as between two delimiters.
    let delimiter = match &way {
        Way::Unit(Thing::Text(by), _) => by.chars().next().zip(by.chars().next_back()),
        Way::Unit(Thing::Run(_) | Thing::Sized(..), _) | Way::Span(..) => None,
    };
    Hit {
        way,
        bits,
        values: source.values.iter().zip(&at).map(value).collect(),
        odd: oddness(source, view, &at, delimiter),
        cut: Rc::new(Cut {
            input: source.input,
            of: Rc::clone(text),
            at: at.clone(),
        }),
        at,
    }
}

/// A span as it is.
fn raw(hit: &Hit, source: &Source, view: &View<'_>) -> Piece {
    // A span that happens to be the whole of one text, and a part of another.
    let whole = |row: &usize| {
        let all = source.values[*row].as_ref().map(|it| (0, it.len()));
        hit.at[*row] == all
    };
    let wholes = view.picked.iter().filter(|row| whole(row)).count();
    let counted = matches!(&hit.way, Way::Span(from, to) if !matches!((from, to), (Place::Start(_) | Place::Nth(_, 1, _), Place::End(_) | Place::Nth(_, -1, _))));
    let by_chance = counted && wholes > 0 && wholes < view.picked.len();
    let digits = |row: &usize| all_digits(hit.values[*row].as_deref());
    let wide = matches!(hit.way, Way::Unit(Thing::Run(Kind::Word), _)) && view.picked.iter().all(digits);
    Piece {
        expr: simplest(source, hit),
        bits: source.bits
            + hit.bits
            + bits::over_rows(&hit.odd, view.table.outputs.len())
            + if by_chance { bits::WHOLE_BY_CHANCE } else { 0 }
            + if wide { bits::TOO_WIDE } else { 0 },
        values: hit.values.clone(),
        odd: Rc::clone(&hit.odd),
        cut: Some(Rc::clone(&hit.cut)),
    }
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
    let raw = raw(hit, source, view);
    let mut all = Vec::new();
    let as_source = Source {
        input: None,
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
    // What is cut out of the middle of a number is none.
    let whole = |row: &usize| match (&source.values[*row], hit.at[*row]) {
        (Some(text), Some((start, end))) => {
            !text[..start].ends_with(|it: char| it.is_ascii_digit())
                && !text[end..].starts_with(|it: char| it.is_ascii_digit())
        }
        _ => false,
    };
    let cased = has_one_case(&source.expr);
    if digits && view.picked.iter().all(whole) {
        changes.push(Applied::Op(Op::Number));
        let widths = 2..=5;
        changes.extend(widths.map(|width| Applied::Op(Op::Pad(width, "0".to_owned()))));
    } else if !digits && !cased {
        changes.extend([Op::Upper, Op::Lower, Op::Title].map(Applied::Op));
        changes.extend(["sentence_case", "proper_case"].map(|it| Applied::Call(it, Vec::new())));
    }
    for it in changes {
        let changed = |values: &Values| {
            let differs = |row: &usize| values[*row].as_deref() != hit.values[*row].as_deref();
            view.picked.iter().any(differs)
        };
        let made = it.values(&as_source, view, |row, made| view.output(row).contains(made));
        if let Some(values) = made.filter(changed) {
            let other_name = title_oddness(&it, &as_source, view, &values);
            let other_name = other_name.unwrap_or_else(|| view.nothing_odd());
            let odd = hit.odd.iter().zip(other_name.iter()).map(|(a, b)| a + b);
            all.push(Piece {
                expr: it.expr(&raw.expr),
                bits: raw.bits + function_bits(&it),
                values,
                odd: odd.collect(),
                cut: Some(Rc::clone(&hit.cut)),
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
        Applied::Call("laid_out", form) => {
            let digits = form.concat().chars().filter(char::is_ascii_digit).count();
            let signs = form.concat().chars().count() - digits;
            let count = |n: usize| u32::try_from(n.min(100)).unwrap_or(100);
            bits::call("laid_out") + bits::SIGN_OF_FORM * count(signs) + bits::DIGIT_OF_FORM * count(digits)
        }
        Applied::Call("date_day_first", format) => bits::op(&Op::Date(format.concat())),
        Applied::Call(name @ ("without_start" | "without_end" | "count_parts"), end) => {
            bits::call(name) + bits::thing(&Thing::Text(end.concat()))
        }
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

/// The simplest way to say a span: as a part or a slice, where it is one in every row.
fn simplest(source: &Source, hit: &Hit) -> Expr {
    let (from, to) = match &hit.way {
        Way::Unit(Thing::Text(by), n) => return Applied::Op(Op::Part(by.clone(), *n)).expr(&source.expr),
        Way::Unit(it @ Thing::Sized(..), n) => {
            return Applied::Call("run", vec![it.to_string(), n.to_string()]).expr(&source.expr);
        }
        Way::Unit(Thing::Run(kind), n) => {
            let run = match class_of(kind.name()) {
                Some(class) => Applied::Op(Op::Token(class, *n)),
                None => Applied::Call("run", vec![kind.name().to_owned(), n.to_string()]),
            };
            return run.expr(&source.expr);
        }
        Way::Span(from, to) => (from, to),
    };
    let same = |it: &Applied| {
        let all = source.values.iter().zip(&hit.values);
        all.into_iter().all(|(of, wanted)| match of {
            Some(of) => it.apply(of) == *wanted,
            None => wanted.is_none(),
        })
    };
    let simpler = match (from, to) {
        (Place::Start(0), Place::End(0)) => return source.expr.clone(),
        (Place::Start(0), Place::Nth(Edge::Before, n, Thing::Text(by))) => Some(Op::Before(by.clone(), *n)),
        (Place::Nth(Edge::After, n, Thing::Text(by)), Place::End(0)) => Some(Op::After(by.clone(), *n)),
        (Place::Start(from), Place::Start(to)) => {
            let both = i64::try_from(from + 1).ok().zip(i64::try_from(*to).ok());
            both.map(|(from, to)| Op::Slice(from, to))
        }
        _ => None,
    };
    let span = Applied::Call("span", vec![from.to_string(), to.to_string()]);
    let simpler = simpler.map(Applied::Op).filter(same);
    simpler.unwrap_or(span).expr(&source.expr)
}
