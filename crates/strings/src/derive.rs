//! Parameters to the values that can be made of them, simplest first.

use std::{cell::RefCell, collections::HashMap, ops::Range, rc::Rc};

use task::{Params, Value};

use crate::{
    amount, calendar,
    class::Class,
    days,
    expr::{Expr, List, Op},
    function,
    reserved::{LISTED, RECORD_ID, THIS_DAY},
};

/// A value that can be made of the parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// How.
    pub expr: Expr,
    /// What it is for these parameters.
    pub text: String,
    /// Lower is simpler; a parameter as it is costs 0.
    pub cost: u32,
}

/// Enough for a search to try; what is dearer is found by [`crate::learn`] from examples.
const MOST: usize = 120;

/// The values that can be made of these parameters: each text once, by its simplest expression.
pub fn derive(params: &Params) -> Vec<Derived> {
    let mut all: Vec<Derived> = Vec::new();
    // A page number says nothing without the size of a page, which only several examples give.
    for it in derive_all(params).iter().filter(|it| !it.expr.guesses_a_size()) {
        if all.len() < MOST && !it.text.trim().is_empty() && !all.iter().any(|kept| kept.text == it.text) {
            all.push(it.clone());
        }
    }
    all
}

/// Every expression of one function over every parameter and list entry, cheapest first.
pub fn derive_all(params: &Params) -> Rc<[Derived]> {
    Rc::clone(&known(params).simple)
}

/// What is known of a parameter set.
pub(crate) struct Known {
    /// Its values.
    pub simple: Rc<[Derived]>,
    /// What explains a text by itself, and what may be a piece of it; by text.
    explained: RefCell<HashMap<String, Rc<Explained>>>,
}

/// What a parameter set has to do with a text.
pub(crate) struct Explained {
    /// What gives just this text.
    pub whole: Vec<Expr>,
    /// What gives a part of it.
    pub pieces: Vec<Derived>,
}

impl Known {
    /// What this set has to do with a text, made once.
    pub fn of(&self, text: &str, make: impl FnOnce(&[Derived]) -> Explained) -> Rc<Explained> {
        if let Some(it) = self.explained.borrow().get(text) {
            return Rc::clone(it);
        }
        let made = Rc::new(make(&self.simple));
        let mut kept = self.explained.borrow_mut();
        if kept.len() >= MOST_EXPLAINED {
            kept.clear();
        }
        kept.insert(text.to_owned(), Rc::clone(&made));
        made
    }
}

/// Parameter sets that are kept, and texts of each.
const MOST_KNOWN: usize = 64;
const MOST_EXPLAINED: usize = 256;

thread_local! {
    /// The parameter sets that were asked for last, the newest at the end. Building a program compares every
    /// step with every other, and asks for the same few sets thousands of times.
    static KNOWN: RefCell<Vec<(Params, Rc<Known>)>> = const { RefCell::new(Vec::new()) };
}

pub(crate) fn known(params: &Params) -> Rc<Known> {
    KNOWN.with_borrow_mut(|all| {
        let entry = match all.iter().rposition(|(it, _)| it.iter().eq(params)) {
            Some(at) => all.remove(at),
            None => {
                let known = Known {
                    simple: all_of(params).into(),
                    explained: RefCell::default(),
                };
                (params.clone(), Rc::new(known))
            }
        };
        if all.len() >= MOST_KNOWN {
            all.remove(0);
        }
        let known = Rc::clone(&entry.1);
        all.push(entry);
        known
    })
}

fn all_of(params: &Params) -> Vec<Derived> {
    let mut roots: Vec<(Expr, String)> = Vec::new();
    for (name, value) in params
        .iter()
        .filter(|(name, _)| ![THIS_DAY, LISTED, RECORD_ID].contains(&name.as_str()))
    {
        match value {
            Value::Text(text) => {
                roots.push((Expr::Input(name.clone()), text.clone()));
                let list = List::Items(Box::new(Expr::Input(name.clone())));
                let entries = function::items(text);
                // A sentence with a comma is no enumeration: its entries are short and there are a few.
                if entries.len() >= 2 && entries.iter().all(|it| it.chars().count() <= 40) {
                    roots.extend(entries_of(&list, &entries));
                }
                for by in SEPARATORS {
                    let list = List::Split(Box::new(Expr::Input(name.clone())), by.to_owned());
                    let parts: Vec<String> = text.split(by).map(str::to_owned).collect();
                    let clean = parts
                        .iter()
                        .all(|it| !it.trim().is_empty() && it.chars().count() <= 80);
                    if parts.len() >= 2 && clean {
                        roots.extend(entries_of(&list, &parts));
                    }
                }
            }
            Value::List(all) => roots.extend(entries_of(&List::Input(name.clone()), all)),
        }
    }
    let mut all = Vec::new();
    for (expr, text) in &roots {
        all.extend(apply_all(expr, text));
        all.push(Derived {
            expr: expr.clone(),
            text: text.clone(),
            cost: expr.cost(),
        });
    }
    all.sort_by_key(|it| it.cost);
    all
}

/// The end of what begins at a time and lasts so long, in each form in which a time of day, its hour or its minute is written. A
/// bare number is the hour or minutes only where its name says so. [`derive_all`] has none of them.
pub fn time_ends(params: &Params) -> Vec<Derived> {
    let mut all = ends(params);
    // Any naught on a page would be the minute of what ends on the hour.
    all.retain(|it| !is_naught(&it.text));
    all
}

/// The minute of what ends on the hour: `0` and `00`.
pub fn full_hour_ends(params: &Params) -> Vec<Derived> {
    let mut all = ends(params);
    all.retain(|it| is_naught(&it.text));
    all
}

fn is_naught(text: &str) -> bool {
    text.trim_start_matches('0').is_empty()
}

fn ends(params: &Params) -> Vec<Derived> {
    let texts = || {
        let texts = params.iter();
        texts.filter_map(|(name, value)| Some((name, value.as_text()?)))
    };
    let is_named = |name: &str, words: &[&str]| {
        name.split(|it: char| !it.is_alphanumeric())
            .any(|it| words.contains(&it.to_lowercase().as_str()))
    };
    let begins: Vec<(&String, &str)> = texts()
        .filter(|(name, text)| {
            let hour = is_named(name, &[HOUR]) && days::full_hour(text).is_some();
            calendar::read_time(text).is_some() || hour
        })
        .collect();
    let lasts: Vec<(&String, &str)> = texts()
        .filter(|(name, text)| {
            let minutes = is_named(name, &MINUTES) && days::whole_minutes(text).is_some();
            days::length_in_minutes(text).is_some() || minutes
        })
        .collect();
    let mut all = Vec::new();
    if begins.len() * lasts.len() > MOST_ENDS {
        return all;
    }
    for (begin, time) in begins {
        // Where another value is minutes as well, the hour is not all of the beginning.
        let is_whole = |length: &String| {
            let mut others = texts().filter(|it| it.0 != length && is_named(it.0, &MINUTES));
            calendar::read_time(time).is_some() || others.next().is_none()
        };
        for (length, of) in lasts.iter().filter(|it| it.0 != begin && is_whole(it.0)) {
            let Some(end) = days::time_after(time, of) else {
                continue;
            };
            let arguments = [begin, *length].map(|it| Expr::Input(it.clone()));
            let end_of = Expr::Call("time_after".to_owned(), arguments.to_vec());
            for format in END_FORMATS {
                let Some(text) = calendar::time_as(&end, format) else {
                    continue;
                };
                // It is written like this as it is.
                let expr = match text == end {
                    true => end_of.clone(),
                    false => end_of.clone().apply(Op::Time(format.to_owned())),
                };
                all.push(Derived {
                    cost: expr.cost(),
                    expr,
                    text,
                });
            }
        }
    }
    all
}

/// What says when, as a page or a phone writes it: the day that a year, a month and a day of the month say together, and the time
/// that a full hour says. Their names say which they are.
pub fn whens(params: &Params) -> Vec<Derived> {
    let named = |word: &str| {
        let mut all = params.iter().filter(|(name, value)| {
            let mut parts = name.split(|it: char| !it.is_alphanumeric());
            value.as_text().is_some() && parts.any(|it| it.eq_ignore_ascii_case(word))
        });
        let (name, value) = all.next()?;
        // Which of several is meant, nobody says.
        all.next().is_none().then(|| (Expr::Input(name.clone()), value))
    };
    let mut all = Vec::new();
    let mut add = |expr: Expr| {
        if let Some(text) = expr.eval(params) {
            let cost = expr.cost();
            all.push(Derived { expr, text, cost });
        }
    };
    if let (Some((year, _)), Some((month, _)), Some((day, _))) = (named("year"), named("month"), named("day"))
    {
        let sign = || Expr::from("-");
        let date = Expr::Concat(vec![year, sign(), month, sign(), day]);
        for format in DAY_FORMATS {
            add(date.clone().apply(Op::Date(format.to_owned())));
        }
    }
    let hour =
        named(HOUR).filter(|(_, value)| value.as_text().is_some_and(|it| days::full_hour(it).is_some()));
    if let Some((hour, _)) = hour {
        let time = Expr::Concat(vec![hour.apply(Op::Pad(2, "0".to_owned())), Expr::from(":00")]);
        for format in FULL_HOUR_FORMATS {
            add(time.clone().apply(Op::Time(format.to_owned())));
        }
        add(time);
    }
    all
}

/// The days that a goal says beside today, in the words of its task or by a value, as a page or a phone writes them. Which day is
/// today, [`THIS_DAY`] says among the parameters; without it there are none.
pub fn days_beside_today(goal: &str, params: &Params) -> Vec<Derived> {
    let today = || Expr::Input(THIS_DAY.to_owned());
    let given = || params.iter().filter(|(name, _)| *name != THIS_DAY);
    let values: Vec<&str> = given().flat_map(|(_, it)| it.texts()).collect();
    // What a value says, also as a word of something longer, is no word of the task.
    let own = |said: &Range<usize>| !values.iter().any(|it| has_word_of(&goal[said.clone()], it));
    let said = days::beside_today_in(goal).into_iter().filter(own);
    let said = said.map(|it| Expr::from(&goal[it]));
    // A day of the week beside a date says nothing more.
    let is_dated = values.iter().any(|it| calendar::read_date(it).is_some());
    let of_values = given().filter(|(_, it)| !is_dated && it.as_text().is_some_and(days::is_beside_today));
    let all = said.chain(of_values.map(|(name, _)| Expr::Input(name.clone())));
    let mut known = Vec::new();
    for phrase in all {
        let date = Expr::Call("day".to_owned(), vec![phrase, today()]);
        let forms = DAY_FORMATS.iter().chain([&READ_OUT]);
        let written = forms.map(|it| date.clone().apply(Op::Date((*it).to_owned())));
        for expr in [date.clone()].into_iter().chain(written) {
            if let Some(text) = expr.eval(params) {
                let cost = expr.cost();
                known.push(Derived { expr, text, cost });
            }
        }
    }
    known
}

/// Whether a text has a word of another one in it.
fn has_word_of(text: &str, other: &str) -> bool {
    let words = days::lower_words(other);
    days::lower_words(text).iter().any(|it| words.contains(it))
}

/// How a calendar reads a day out.
const READ_OUT: &str = "%d %B %Y";

/// How a page or a phone writes a day.
const DAY_FORMATS: [&str; 20] = [
    "%Y-%m-%d",
    "%m/%d/%Y",
    "%-m/%-d/%Y",
    "%d/%m/%Y",
    "%d.%m.%Y",
    "%B %-d, %Y",
    "%-d %B %Y",
    "%b %-d, %Y",
    "%B %-d",
    "%b %-d",
    "%A, %B %-d",
    "%A, %B %-d, %Y",
    "%a, %b %-d",
    "%a, %b %-d, %Y",
    "%B %-d (%a)",
    "%B %-d %Y (%a)",
    "%d-%m-%Y",
    "%Y/%m/%d",
    "%-d %b %Y",
    "%a %-d %b",
];
/// How it writes a time in another way than `15:00`.
const FULL_HOUR_FORMATS: [&str; 2] = ["%-I:%M %p", "%I:%M %p"];

/// How a page or a phone writes the end; a dial has the numbers alone, without a zero before them.
const END_FORMATS: [&str; 9] = [
    "%H:%M",
    "%-H",
    "%-M",
    "%I:%M %p",
    "%-I:%M %p",
    "%I%M%p",
    "%H",
    "%-I",
    "%M",
];

/// What names a number as the hour of a day, and as minutes.
const HOUR: &str = "hour";
const MINUTES: [&str; 3] = ["minutes", "minute", "mins"];
/// Beginnings and lengths of one task, each with each, that are looked at.
const MOST_ENDS: usize = 9;

fn entries_of(list: &List, entries: &[String]) -> Vec<(Expr, String)> {
    let mut all = Vec::new();
    for (n, text) in (1..).zip(entries) {
        all.push((Expr::Item(list.clone(), n), text.clone()));
    }
    if let Some(last) = entries.last() {
        all.push((Expr::Item(list.clone(), -1), last.clone()));
    }
    all
}

/// What stands between the entries of a list that is given as a text.
pub(crate) const SEPARATORS: [&str; 4] = [", ", "; ", "\n", " and "];
const DELIMITERS: [&str; 12] = [" ", "_", "-", "@", "/", ": ", ":", ", ", ",", ".", "'s ", "\n"];
/// Longer texts are content: their words mean nothing by themselves.
const LONGEST_NAME: usize = 80;
pub(crate) const DATE_FORMATS: [&str; 26] = [
    "%Y-%m-%d",
    "%m/%d/%Y",
    "%-m/%-d/%Y",
    "%d/%m/%Y",
    "%d.%m.%Y",
    "%B %-d, %Y",
    "%-d %B %Y",
    "%b %-d, %Y",
    "%B %Y",
    "%b %Y",
    "%B %-d",
    "%b %-d",
    "%A, %B %-d",
    "%A, %B %-d, %Y",
    "%a, %b %-d, %Y",
    "%a %b %d %Y",
    "%-d %b %Y",
    "%m%d%Y",
    "%Y%m%d",
    "%-d",
    "%d",
    "%m",
    "%-m",
    "%B",
    "%b",
    "%Y",
];
/// How many entries a page may have.
const PAGE_SIZES: std::ops::RangeInclusive<i64> = 2..=25;
pub(crate) const TIME_FORMATS: [&str; 9] = [
    "%H:%M",
    "%I:%M %p",
    "%-I:%M %p",
    "%I%M%p",
    "%H",
    "%-I",
    "%-H",
    "%M",
    "%p",
];

/// What every function that says something about this text makes of it.
pub(crate) fn apply_all(expr: &Expr, text: &str) -> Vec<Derived> {
    let made = |op: Op| {
        // What a function leaves as it was is explained without it.
        let made = op.apply(text.to_owned()).filter(|it| it != text)?;
        let expr = expr.clone().apply(op);
        Some(Derived {
            cost: expr.cost(),
            expr,
            text: made,
        })
    };
    functions_of(text).into_iter().filter_map(made).collect()
}

/// The functions that make just this text of another.
pub(crate) fn functions_to(text: &str, wanted: &str) -> Vec<Op> {
    let inside = text.contains(wanted);
    let number = wanted.parse::<i64>().is_ok();
    let figures = has_figure(text);
    let filled = wanted.ends_with(text);
    let first = |it: &str| it.trim_start().chars().next().map(|it| it.to_ascii_lowercase());
    let alike = first(text) == first(wanted) || !text.is_ascii() || !text.starts_with(char::is_alphanumeric);
    // Most functions of most texts can't: to look at both texts is cheaper than to apply them all.
    if text == wanted || !(inside || number || figures || filled || alike) {
        return Vec::new();
    }
    let may = |op: &Op| match op {
        Op::Stem
        | Op::Extension
        | Op::ExtensionName
        | Op::Before(..)
        | Op::After(..)
        | Op::Part(..)
        | Op::Token(..)
        | Op::Trim => inside,
        Op::Upper | Op::Lower | Op::Title | Op::Initials => alike,
        Op::Pad(..) => filled,
        Op::Plus(_) | Op::Page(_) | Op::OnPage(_) | Op::Number => number,
        Op::Replace(from, _) => alike && !wanted.contains(from),
        Op::Date(_) | Op::Time(_) | Op::Moment => figures,
        Op::NumberAs(_) => figures,
        // What a map says for a value and which place is meant, only several examples tell.
        Op::Lookup(_) | Op::Slice(..) => false,
    };
    let fits = |op: &Op| may(op) && op.apply(text.to_owned()).as_deref() == Some(wanted);
    let mut ops = functions_of(text);
    // Where the number stands as it is in what is wanted, something is put around it.
    if figures && has_figure(wanted) && !wanted.contains(text) {
        ops.extend(amount::formats_like(wanted).into_iter().map(Op::NumberAs));
    }
    ops.into_iter().filter(fits).collect()
}

/// The places at which one text stands in another, each counted from the start and from the end.
pub(crate) fn places(text: &str, wanted: &str) -> Vec<Op> {
    let length = |it: &str| i64::try_from(it.chars().count()).unwrap_or(i64::MAX);
    if wanted.is_empty() || text == wanted || !text.contains(wanted) || text.chars().count() > LONGEST_NAME {
        return Vec::new();
    }
    let (all, part) = (length(text), length(wanted));
    let starts = (1..)
        .zip(text.char_indices())
        .filter(|(_, (at, _))| text[*at..].starts_with(wanted))
        .map(|(from, _): (i64, _)| from);
    let places = starts.take(MOST_PLACES).flat_map(|from| {
        let to = from + part - 1;
        let both = |it: i64| [it, it - all - 1];
        both(from)
            .into_iter()
            .flat_map(move |from| both(to).map(|to| Op::Slice(from, to)))
    });
    places.collect()
}

/// Places of one text in another that are looked at.
const MOST_PLACES: usize = 4;

/// Whether it has a figure in it: no date and no time of day is said without one.
fn has_figure(text: &str) -> bool {
    text.bytes().any(|it| it.is_ascii_digit())
}

/// The functions that may say something about this text.
fn functions_of(text: &str) -> Vec<Op> {
    let mut ops: Vec<Op> = Vec::new();
    if looks_like_file(text) {
        ops.extend([Op::Stem, Op::Extension, Op::ExtensionName]);
    }
    if text.chars().count() <= LONGEST_NAME {
        for by in DELIMITERS {
            let count = text.matches(by).count();
            if count == 0 {
                continue;
            }
            let by = by.to_owned();
            let parts = i64::try_from(count + 1).unwrap_or(i64::MAX).min(6);
            ops.extend((1..=parts).map(|n| Op::Part(by.clone(), n)));
            ops.extend([-1, -2].map(|n| Op::Part(by.clone(), n)));
            if count > 1 {
                ops.extend([1, -1].map(|n| Op::Before(by.clone(), n)));
                ops.extend([1, -1].map(|n| Op::After(by.clone(), n)));
            }
            if by == "_" || by == "-" {
                ops.push(Op::Replace(by, " ".to_owned()));
            } else if by == " " {
                ops.extend(["_", "-", ""].map(|to| Op::Replace(by.clone(), to.to_owned())));
            }
        }
        for class in Class::ALL {
            for n in [1, 2, 3, -1] {
                ops.push(Op::Token(class, n));
            }
        }
        ops.extend([Op::Number, Op::Upper, Op::Lower, Op::Title]);
        ops.push(Op::Initials);
        if text.trim().parse::<i64>().is_ok() {
            ops.extend([-1, 1].map(Op::Plus));
            ops.extend([2, 3].map(|width| Op::Pad(width, "0".to_owned())));
            ops.extend(PAGE_SIZES.flat_map(|it| [Op::Page(it), Op::OnPage(it)]));
        }
        if has_figure(text) {
            ops.extend(DATE_FORMATS.map(|it| Op::Date(it.to_owned())));
            ops.extend(TIME_FORMATS.map(|it| Op::Time(it.to_owned())));
        }
    }
    ops.push(Op::Trim);
    ops
}

/// `name.ext` with a short extension of letters and digits that is not a number.
pub(crate) fn looks_like_file(text: &str) -> bool {
    let Some((name, extension)) = text.rsplit_once('.') else {
        return false;
    };
    !name.is_empty()
        && !text.contains(['\n', '@'])
        && (1..=5).contains(&extension.len())
        && extension.chars().all(|it| it.is_ascii_alphanumeric())
        && !extension.chars().all(|it| it.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_when_is_what_values_say_together() {
        let made = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            let params = pairs
                .iter()
                .map(|(name, text)| ((*name).to_owned(), task::Value::from(*text)));
            let all = whens(&params.collect());
            all.into_iter().map(|it| (it.text, it.expr.to_string())).collect()
        };
        let day = [("year", "2026"), ("start_month", "3"), ("day", "6")];
        let all = made(&day);
        let date = "date_as(year + \"-\" + start_month + \"-\" + day, ";
        for (text, format) in [("2026-03-06", "%Y-%m-%d"), ("March 6 (Fri)", "%B %-d (%a)")] {
            let expr = format!("{date}{})", crate::quote(format));
            assert!(all.contains(&(text.to_owned(), expr)), "{text}: {all:?}");
        }
        // Of two days nobody says which month and which day belong together.
        assert_eq!(made(&[day[0], day[1], day[2], ("end_day", "9")]), []);
        assert_eq!(made(&[("year", "2026"), ("month", "13"), ("day", "6")]), []);
        let all = made(&[("hour", "9")]);
        assert!(
            all.contains(&("09:00".to_owned(), "padded(hour, 2, \"0\") + \":00\"".to_owned())),
            "{all:?}"
        );
        assert!(all.iter().any(|it| it.0 == "9:00 AM"), "{all:?}");
        assert_eq!(made(&[("hour", "24")]), []);
        assert_eq!(made(&[("hour", "half past nine")]), []);
    }
}
