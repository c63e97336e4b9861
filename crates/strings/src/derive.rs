//! Parameters to the values that can be made of them, simplest first.

use task::{Params, Value};

use crate::{
    expr::{Class, Expr, List, Op},
    function,
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
    let guessed = |it: &Expr| matches!(it, Expr::Apply(Op::Page(_) | Op::OnPage(_), _));
    for it in derive_all(params).into_iter().filter(|it| !guessed(&it.expr)) {
        if all.len() < MOST && !it.text.trim().is_empty() && !all.iter().any(|kept| kept.text == it.text) {
            all.push(it);
        }
    }
    all
}

/// Every expression of one function over every parameter and list entry, cheapest first.
pub fn derive_all(params: &Params) -> Vec<Derived> {
    let mut roots: Vec<(Expr, String)> = Vec::new();
    for (name, value) in params {
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
const DATE_FORMATS: [&str; 22] = [
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
const TIME_FORMATS: [&str; 9] = [
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

/// Every function that says something about this text.
pub(crate) fn apply_all(expr: &Expr, text: &str) -> Vec<Derived> {
    let mut ops: Vec<Op> = Vec::new();
    let file = looks_like_file(text);
    if file {
        ops.extend([Op::Stem, Op::Extension, Op::ExtensionName]);
    }
    let short = text.chars().count() <= LONGEST_NAME;
    if short {
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
        ops.extend(DATE_FORMATS.map(|it| Op::Date(it.to_owned())));
        ops.extend(TIME_FORMATS.map(|it| Op::Time(it.to_owned())));
    }
    ops.push(Op::Trim);
    let mut all: Vec<Derived> = Vec::new();
    for op in ops {
        // What a function leaves as it was is explained without it.
        if let Some(made) = op.apply(text.to_owned()).filter(|it| it != text) {
            let expr = expr.clone().apply(op);
            all.push(Derived {
                cost: expr.cost(),
                expr,
                text: made,
            });
        }
    }
    all
}

/// `name.ext` with a short extension of letters and digits that is not a number.
fn looks_like_file(text: &str) -> bool {
    let Some((name, extension)) = text.rsplit_once('.') else {
        return false;
    };
    !name.is_empty()
        && !text.contains(['\n', '@'])
        && (1..=5).contains(&extension.len())
        && extension.chars().all(|it| it.is_ascii_alphanumeric())
        && !extension.chars().all(|it| it.is_ascii_digit())
}
