//! Places in a text: at a number of characters, or before or after the n-th of something. They are written as short
//! texts (`before 2 digits`, `after -1 of /`), which scripts pass to `span`, `count_of` and the like.

use std::{fmt, ops::Range};

use crate::nth::at;

/// What a run of characters is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Kind {
    Digits,
    Letters,
    Word,
    Upper,
    Lower,
    Capitalised,
    Number,
    Solid,
    Space,
}

impl Kind {
    pub const ALL: [Kind; 9] = [
        Kind::Digits,
        Kind::Letters,
        Kind::Word,
        Kind::Upper,
        Kind::Lower,
        Kind::Capitalised,
        Kind::Number,
        Kind::Solid,
        Kind::Space,
    ];

    /// The name as it stands in a script.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Digits => "digits",
            Kind::Letters => "letters",
            Kind::Word => "word",
            Kind::Upper => "upper",
            Kind::Lower => "lower",
            Kind::Capitalised => "capitalised",
            Kind::Number => "number",
            Kind::Solid => "solid",
            Kind::Space => "space",
        }
    }

    /// Whether a character can be in such a run.
    pub fn has(self, it: char) -> bool {
        match self {
            Kind::Digits => it.is_ascii_digit(),
            Kind::Letters => it.is_alphabetic(),
            Kind::Word | Kind::Capitalised => it.is_alphanumeric(),
            Kind::Upper => it.is_uppercase(),
            Kind::Lower => it.is_lowercase(),
            Kind::Number => it.is_ascii_digit() || it == '.' || it == ',',
            Kind::Solid => !it.is_whitespace(),
            Kind::Space => it.is_whitespace(),
        }
    }

    fn runs(self, of: &str) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        for (at, it) in of.char_indices().filter(|(_, it)| self.has(*it)) {
            let end = at + it.len_utf8();
            match runs.last_mut() {
                Some(run) if run.end == at => run.end = end,
                Some(_) | None => runs.push(at..end),
            }
        }
        match self {
            Kind::Capitalised => runs.retain(|it| of[it.clone()].starts_with(char::is_uppercase)),
            // A point that ends a sentence is no part of a number.
            Kind::Number => {
                for run in &mut runs {
                    let inner = of[run.clone()].trim_start_matches(['.', ',']);
                    run.start = run.end - inner.len();
                    run.end = run.start + inner.trim_end_matches(['.', ',']).len();
                }
                runs.retain(|it| !it.is_empty());
            }
            Kind::Digits
            | Kind::Letters
            | Kind::Word
            | Kind::Upper
            | Kind::Lower
            | Kind::Solid
            | Kind::Space => {}
        }
        runs
    }
}

/// Something to look for in a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Thing {
    /// The longest runs of a kind.
    Run(Kind),
    /// Those of them that have so many characters.
    Sized(usize, Kind),
    /// A text.
    Text(String),
}

impl Thing {
    /// `digits`, `4 digits`, or `of ,`.
    pub fn parse(text: &str) -> Option<Thing> {
        let kind = |name: &str| Kind::ALL.into_iter().find(|it| it.name() == name);
        match text.strip_prefix("of ") {
            Some("") => None,
            Some(text) => Some(Thing::Text(text.to_owned())),
            None => match text.split_once(' ') {
                Some((long, name)) => Some(Thing::Sized(long.parse().ok()?, kind(name)?)),
                None => kind(text).map(Thing::Run),
            },
        }
    }

    /// Where it stands.
    pub fn found(&self, of: &str) -> Vec<Range<usize>> {
        match self {
            Thing::Run(kind) => kind.runs(of),
            Thing::Sized(long, kind) => {
                let mut runs = kind.runs(of);
                runs.retain(|it| of[it.clone()].chars().count() == *long);
                runs
            }
            Thing::Text(text) => of
                .match_indices(text.as_str())
                .map(|(at, it)| at..at + it.len())
                .collect(),
        }
    }

    /// Whether a character is one of it.
    pub fn has(&self, it: char) -> bool {
        match self {
            Thing::Run(kind) | Thing::Sized(_, kind) => kind.has(it),
            Thing::Text(text) => text.contains(it),
        }
    }
}

impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Thing::Run(kind) => f.write_str(kind.name()),
            Thing::Sized(long, kind) => write!(f, "{long} {}", kind.name()),
            Thing::Text(text) => write!(f, "of {text}"),
        }
    }
}

/// One of the two ends of what was looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Edge {
    Before,
    After,
}

impl Edge {
    /// The byte at which it is.
    pub fn of(self, run: &Range<usize>) -> usize {
        match self {
            Edge::Before => run.start,
            Edge::After => run.end,
        }
    }
}

/// A place between two characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Place {
    /// So many characters from the start.
    Start(usize),
    /// So many characters from the end.
    End(usize),
    /// At the n-th of something; -1 is the last.
    Nth(Edge, i64, Thing),
    /// At the next of something, behind where the span starts.
    Next(Edge, Thing),
    /// Before the next of something, or at the end where there is none.
    Until(Thing),
    /// So many characters behind where the span starts.
    From(usize),
}

impl Place {
    /// `start+3`, `end`, `from+3`, `before 2 digits`, `after next of ,`, `until of ;`.
    pub fn parse(text: &str) -> Option<Place> {
        let offset = |rest: &str, sign: char| match rest {
            "" => Some(0),
            rest => rest.strip_prefix(sign)?.parse().ok(),
        };
        if let Some(rest) = text.strip_prefix("start") {
            return offset(rest, '+').map(Place::Start);
        }
        if let Some(rest) = text.strip_prefix("from+") {
            return rest.parse().ok().map(Place::From);
        }
        if let Some(rest) = text.strip_prefix("end") {
            return offset(rest, '-').map(Place::End);
        }
        let (edge, rest) = match text.split_once(' ')? {
            ("until", rest) => return Thing::parse(rest).map(Place::Until),
            ("before", rest) => (Edge::Before, rest),
            ("after", rest) => (Edge::After, rest),
            _ => return None,
        };
        let (n, thing) = rest.split_once(' ')?;
        let thing = Thing::parse(thing)?;
        match n {
            "next" => Some(Place::Next(edge, thing)),
            n => n
                .parse()
                .ok()
                .filter(|n| *n != 0)
                .map(|n| Place::Nth(edge, n, thing)),
        }
    }

    /// The byte at which it is; `from` is where the span starts.
    pub fn find(&self, of: &str, from: usize) -> Option<usize> {
        match self {
            Place::Start(n) => boundary(of, *n),
            Place::End(0) => Some(of.len()),
            Place::End(n) => of.char_indices().nth_back(n.checked_sub(1)?).map(|(at, _)| at),
            Place::Nth(side, n, thing) => at(&thing.found(of), *n).map(|it| side.of(it)),
            Place::Next(side, thing) => {
                let found = thing.found(of);
                found.iter().find(|it| it.start > from).map(|it| side.of(it))
            }
            Place::Until(thing) => {
                let found = thing.found(of);
                let next = found.iter().find(|it| it.start > from);
                Some(next.map_or(of.len(), |it| it.start))
            }
            Place::From(n) => Some(from + boundary(of.get(from..)?, *n)?),
        }
    }
}

fn boundary(of: &str, n: usize) -> Option<usize> {
    let ends = std::iter::once(of.len());
    of.char_indices().map(|(at, _)| at).chain(ends).nth(n)
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |edge: &Edge| match edge {
            Edge::Before => "before",
            Edge::After => "after",
        };
        match self {
            Place::Start(0) => f.write_str("start"),
            Place::Start(n) => write!(f, "start+{n}"),
            Place::End(0) => f.write_str("end"),
            Place::End(n) => write!(f, "end-{n}"),
            Place::Nth(edge, n, thing) => write!(f, "{} {n} {thing}", side(edge)),
            Place::Next(edge, thing) => write!(f, "{} next {thing}", side(edge)),
            Place::Until(thing) => write!(f, "until {thing}"),
            Place::From(n) => write!(f, "from+{n}"),
        }
    }
}

/// What stands from one place to another.
pub(crate) fn span<'a>(of: &'a str, from: &Place, to: &Place) -> Option<&'a str> {
    let from = from.find(of, 0)?;
    of.get(from..to.find(of, from)?)
}
