//! What of a list can be folded: long runs of things that are alike, as rows, entries and options.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
};

use serde_json::json;
use ui::{Element, ElementId};

use super::entry::Entry;
use crate::react::wanted::Wanted;

/// A run of fewer rows is not folded.
const RUN: usize = 8;
/// Rows that are shown at the beginning and at the end of a run.
const FIRST: usize = 3;
const LAST: usize = 1;
/// Fewer rows are not left out: the line that says so is as long.
const FEWEST: usize = 2;
/// Tokens of a line that says what is left out.
const LINE: u64 = 40;
/// Tokens of the largest row that is shown whole where the goal names it. What is larger may hold lists of its own.
const WHOLE: u64 = 750;
/// Characters of what the first and the last row that are left out say.
const WORDS: usize = 40;

/// Things that are alike and follow each other, and what of them can be left out.
pub(super) struct Run {
    rows: Vec<Row>,
    /// What the goal names of them and is to be shown whole.
    whole: Vec<Vec<u16>>,
    pub folds: Vec<Fold>,
}

/// What is left out at one place.
pub(super) struct Fold {
    rows: Vec<Row>,
    of: String,
    said: (String, String),
}

/// One of several things that are alike, with all that is in it.
#[derive(Clone)]
struct Row {
    path: Vec<u16>,
    /// Its lines in the list.
    entries: RangeInclusive<usize>,
    indices: RangeInclusive<ElementId>,
    tokens: u64,
}

impl Run {
    /// Tokens that it saves when it is folded.
    fn saved(&self) -> u64 {
        self.folds.iter().map(Fold::saved).sum()
    }

    /// Whether this run is in a row of another one.
    pub fn is_in_a_row_of(&self, other: &Run) -> bool {
        other.rows.iter().any(|it| self.is_in(&it.path))
    }

    fn is_in(&self, path: &[u16]) -> bool {
        let first = self.rows.first();
        first.is_some_and(|it| it.path.len() > path.len() && it.path.starts_with(path))
    }
}

impl Fold {
    fn new(entries: &[Entry<'_>], rows: Vec<Row>) -> Option<Self> {
        let (first, last) = (rows.first()?, rows.last()?);
        let said = |row: &Row| {
            let said = texts(&entries[row.entries.clone()]).collect::<Vec<_>>().join(" ");
            said.chars().take(WORDS).collect()
        };
        Some(Self {
            of: kind_of(&entries[first.entries.clone()]),
            said: (said(first), said(last)),
            rows,
        })
    }

    /// From the first to the last index that is left out.
    pub fn indices(&self) -> RangeInclusive<ElementId> {
        let first = self.rows.iter().map(|it| *it.indices.start()).min();
        let last = self.rows.iter().map(|it| *it.indices.end()).max();
        first.unwrap_or(ElementId(0))..=last.unwrap_or(ElementId(0))
    }

    /// Tokens that it saves.
    pub fn saved(&self) -> u64 {
        let tokens: u64 = self.rows.iter().map(|it| it.tokens).sum();
        tokens.saturating_sub(LINE)
    }

    /// The row that an element is in and those behind it, until they have so many tokens.
    pub fn rows_from(&self, element: ElementId, tokens: u64) -> BTreeSet<Vec<u16>> {
        let from = self.rows.iter().position(|it| *it.indices.end() >= element);
        let mut taken = 0;
        let fitting = self.rows[from.unwrap_or_default()..].iter().take_while(|it| {
            let fits = taken < tokens;
            taken += it.tokens;
            fits
        });
        fitting.map(|it| it.path.clone()).collect()
    }

    /// Have one line in place of all that is left out.
    pub fn apply(&self, entries: &mut [Entry<'_>]) {
        let (Some(first), Some(last)) = (self.rows.first(), self.rows.last()) else {
            return;
        };
        for it in &mut entries[*first.entries.start()..=*last.entries.end()] {
            it.told = None;
        }
        let indices = self.indices();
        let line = json!({
            "left_out": self.rows.len(),
            "of": self.of,
            "first": self.said.0,
            "last": self.said.1,
            "indices": [indices.start().0, indices.end().0],
        });
        entries[*first.entries.start()].told = Some(line.to_string());
    }
}

/// The runs that can be folded, what saves most first. What the goal names stays, and so do fields, what is chosen, and
/// what was asked for.
pub(super) fn runs(entries: &[Entry<'_>], wanted: &Wanted, asked: &BTreeSet<Vec<u16>>) -> Vec<Run> {
    let mut all: Vec<Run> = Vec::new();
    for rows in containers(entries).into_values() {
        let runs = rows.chunk_by(|a, b| are_alike(entries, a, b));
        let long = runs.filter(|it| it.len() >= RUN);
        all.extend(long.map(|it| run(entries, it, wanted, asked)));
    }
    let whole: Vec<Vec<u16>> = all
        .iter_mut()
        .flat_map(|it| std::mem::take(&mut it.whole))
        .collect();
    all.retain(|run| run.saved() > 0 && !whole.iter().any(|row| run.is_in(row)));
    all.sort_by_key(|it| Reverse(it.saved()));
    all
}

fn run(entries: &[Entry<'_>], rows: &[Row], wanted: &Wanted, asked: &BTreeSet<Vec<u16>>) -> Run {
    let said: Vec<Vec<&str>> = rows
        .iter()
        .map(|it| texts(&entries[it.entries.clone()]).collect())
        .collect();
    let named = wanted.named(&said);
    let stays = |nth: usize| {
        let row = &rows[nth];
        let mut elements = entries[row.entries.clone()].iter().flat_map(Entry::elements);
        nth < FIRST
            || nth + LAST >= rows.len()
            || named[nth]
            || asked.contains(&row.path)
            || elements.any(|it| it.editable || it.focused || it.selected || it.checked)
    };
    let left_out: Vec<usize> = (0..rows.len()).filter(|nth| !stays(*nth)).collect();
    let folds = left_out
        .chunk_by(|a, b| a + 1 == *b)
        .filter(|it| it.len() >= FEWEST)
        .filter_map(|it| Fold::new(entries, rows[it[0]..it[0] + it.len()].to_vec()));
    let whole = rows.iter().zip(&named);
    let whole = whole.filter(|(row, named)| **named && row.tokens <= WHOLE);
    Run {
        folds: folds.collect(),
        whole: whole.map(|(row, _)| row.path.clone()).collect(),
        rows: rows.to_vec(),
    }
}

/// The rows of all that holds several things, by where that is in the tree. The lines of a row follow each other.
fn containers<'e>(entries: &'e [Entry<'_>]) -> BTreeMap<&'e [u16], Vec<Row>> {
    let mut all: BTreeMap<&'e [u16], Vec<Row>> = BTreeMap::new();
    for (at, entry) in entries.iter().enumerate() {
        let index = entry.in_view().map(|it| it.0);
        for depth in 0..entry.path.len() {
            let row = &entry.path[..=depth];
            let rows = all.entry(&row[..depth]).or_default();
            match (rows.last_mut(), index) {
                (Some(last), _) if last.path == row && last.entries.end() + 1 == at => {
                    last.entries = *last.entries.start()..=at;
                    last.tokens += entry.tokens;
                    let end = index.unwrap_or(*last.indices.end());
                    last.indices = *last.indices.start()..=end;
                }
                (_, Some(index)) => rows.push(Row {
                    path: row.to_vec(),
                    entries: at..=at,
                    indices: index..=index,
                    tokens: entry.tokens,
                }),
                // What is wholly out of view is no row: one line tells of many of them.
                (_, None) => {}
            }
        }
    }
    all
}

/// What a row is of, in words: `option`, or `rows of td, button`.
fn kind_of(row: &[Entry<'_>]) -> String {
    let mut kinds: Vec<&str> = Vec::new();
    for (_, element) in in_view(row) {
        let kind = element.role.as_deref().or(element.class_name.as_deref());
        kinds.extend(kind.filter(|it| !kinds.contains(it)));
    }
    let rows = if row.len() > 1 { "rows of " } else { "" };
    format!("{rows}{}", kinds.join(", "))
}

/// Whether two rows follow each other, and most of what is in one is in the other: the same things, as deep.
fn are_alike(entries: &[Entry<'_>], a: &Row, b: &Row) -> bool {
    let kinds = |row: &Row| -> BTreeSet<(usize, Option<&str>, Option<&str>)> {
        in_view(&entries[row.entries.clone()])
            .map(|(_, it)| (it.path.len(), it.class_name.as_deref(), it.role.as_deref()))
            .collect()
    };
    let follows = a.entries.end() + 1 == *b.entries.start();
    let (a, b) = (kinds(a), kinds(b));
    follows && 2 * a.intersection(&b).count() >= a.union(&b).count()
}

fn in_view<'e, 's>(entries: &'e [Entry<'s>]) -> impl Iterator<Item = (ElementId, &'s Element)> + use<'e, 's> {
    entries.iter().filter_map(Entry::in_view)
}

fn texts<'e, 's>(entries: &'e [Entry<'s>]) -> impl Iterator<Item = &'s str> + use<'e, 's> {
    let elements = entries.iter().flat_map(|it| it.elements().iter().copied());
    elements.flat_map(Element::words)
}
