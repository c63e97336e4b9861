//! Expressions over parameters. Evaluation never panics: what does not apply has no value.

use std::{borrow::Cow, fmt};

use serde::{Deserialize, Serialize};
use task::{Params, Value};

use crate::{
    class::Class,
    function,
    literal::{identifier, quote},
    nth::at,
    records::{self, Meant},
    reserved::THIS_DAY,
};

/// A text made of parameters and constants.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expr {
    /// A parameter or a variable, as it is.
    Input(String),
    /// The n-th entry of a list: 1 is the first, -1 the last.
    Item(List, i64),
    /// A text that is always the same.
    Const(String),
    /// Several, one after the other.
    Concat(Vec<Expr>),
    /// A function of another expression.
    Apply(Op, Box<Expr>),
    /// A function of either table, by its name, of several expressions.
    Call(String, Vec<Expr>),
    /// One of two, by what a text is.
    If(Box<Branch>),
}

/// `if OF == "IS" { THEN } else { ELSE }`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Branch {
    /// What is looked at.
    pub of: Expr,
    /// What it has to be.
    pub is: String,
    /// The text where it is that.
    pub then: Expr,
    /// The text where it is anything else.
    pub otherwise: Expr,
}

/// Several texts made of parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum List {
    /// A parameter that is a list.
    Input(String),
    /// A text that enumerates: `a, b and c`.
    Items(Box<Expr>),
    /// A text's parts between a delimiter: entries that have an `and` of their own.
    Split(Box<Expr>, String),
    /// Another list without its last entry: the way to where the last one is.
    ButLast(Box<List>),
    /// The characters of a text: what a key pad takes one by one.
    Characters(Box<Expr>),
    /// Lines of a text that are records.
    Records(Box<Records>),
}

/// The lines of a text as a list of a program.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Records {
    /// The text.
    pub of: Expr,
    /// What stands between the cells of a line.
    pub by: String,
    /// Which of its lines.
    pub meant: Meant<Expr>,
}

impl Records {
    /// The lines for these parameters.
    pub fn eval(&self, params: &Params) -> Option<Vec<String>> {
        let text = self.of.eval(params)?;
        let test = match self.meant.test() {
            Some((_, of)) => of.eval(params)?,
            None => String::new(),
        };
        let meant = match self.meant {
            Meant::All => Meant::All,
            Meant::BelowHead => Meant::BelowHead,
            Meant::Where(n, _) => Meant::Where(n, test.as_str()),
            Meant::Saying(n, _) => Meant::Saying(n, test.as_str()),
        };
        records::records(&text, &self.by, &meant).ok()
    }

    /// The expressions in it.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        std::iter::once(&self.of).chain(self.meant.test().map(|it| it.1))
    }
}

/// A function of one text, with its constant arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Op {
    /// `a.b.txt` to `a.b`.
    Stem,
    /// `a.b.txt` to `.txt`.
    Extension,
    /// `a.b.txt` to `txt`.
    ExtensionName,
    /// What stands before the n-th delimiter; -1 is the last one.
    Before(String, i64),
    /// What stands behind the n-th delimiter; -1 is the last one.
    After(String, i64),
    /// The n-th part between delimiters; -1 is the last one.
    Part(String, i64),
    /// The n-th token of a class; -1 is the last one.
    Token(Class, i64),
    /// Upper case.
    Upper,
    /// Lower case.
    Lower,
    /// Each word with an upper-case letter first.
    Title,
    /// Without white space at both ends.
    Trim,
    /// The first letter of each word.
    Initials,
    /// Filled at the left up to a width.
    Pad(usize, String),
    /// A whole number and a small constant.
    Plus(i64),
    /// On which page an entry stands, with so many on each.
    Page(i64),
    /// Which entry of its page it is.
    OnPage(i64),
    /// The number that a text says: `7th`, `third`, `1,200`.
    Number,
    /// A date in another format.
    Date(String),
    /// A time of day in another format.
    Time(String),
    /// The last date and time of day in it, in a form that sorts.
    Moment,
    /// Every occurrence of one text by another.
    Replace(String, String),
    /// The characters from one place to another, both included; -1 is the last one.
    Slice(i64, i64),
    /// A number in another format.
    NumberAs(String),
    /// What the examples have for a value, with the value; nothing for a value that none of them has.
    Lookup(Vec<(String, String)>),
}

impl Op {
    /// Name of the function in the table and in scripts.
    pub fn name(&self) -> &'static str {
        match self {
            Op::Stem => "stem",
            Op::Extension => "extension",
            Op::ExtensionName => "extension_name",
            Op::Before(..) => "before",
            Op::After(..) => "after",
            Op::Part(..) => "part",
            Op::Token(..) => "token",
            Op::Upper => "upper_case",
            Op::Lower => "lower_case",
            Op::Title => "title_case",
            Op::Trim => "trimmed",
            Op::Initials => "initials",
            Op::Pad(..) => "padded",
            Op::Plus(_) => "plus",
            Op::Page(_) => "page_of",
            Op::OnPage(_) => "place_on_page",
            Op::Number => "number",
            Op::Date(_) => "date_as",
            Op::Time(_) => "time_as",
            Op::Moment => "moment",
            Op::Replace(..) => "replaced",
            Op::Slice(..) => "slice",
            Op::NumberAs(_) => "number_as",
            Op::Lookup(_) => "lookup",
        }
    }

    /// The constant arguments behind the text.
    fn arguments(&self) -> Vec<Argument<'_>> {
        use Argument::{Map, Number, Text};
        match self {
            Op::Stem | Op::Extension | Op::ExtensionName => vec![],
            Op::Upper | Op::Lower | Op::Title | Op::Trim | Op::Initials | Op::Number | Op::Moment => vec![],
            Op::Before(by, n) | Op::After(by, n) | Op::Part(by, n) => vec![Text(by), Number(*n)],
            Op::Token(class, n) => vec![Text(class.name()), Number(*n)],
            Op::Pad(width, fill) => vec![Number(i64::try_from(*width).unwrap_or(i64::MAX)), Text(fill)],
            Op::Plus(n) | Op::Page(n) | Op::OnPage(n) => vec![Number(*n)],
            Op::Slice(from, to) => vec![Number(*from), Number(*to)],
            Op::Date(format) | Op::Time(format) | Op::NumberAs(format) => vec![Text(format)],
            Op::Replace(from, to) => vec![Text(from), Text(to)],
            Op::Lookup(entries) => vec![Map(entries)],
        }
    }

    /// The function's value for a text.
    pub fn apply(&self, text: String) -> Option<String> {
        let mut arguments = vec![text];
        for it in self.arguments() {
            match it {
                Argument::Text(text) => arguments.push(text.to_owned()),
                Argument::Number(n) => arguments.push(n.to_string()),
                Argument::Map(entries) => {
                    let known = entries.iter().find(|(value, _)| *value == arguments[0])?;
                    return Some(known.1.clone());
                }
            }
        }
        function::functions()
            .iter()
            .find(|it| it.name == self.name())
            .and_then(|it| (it.call)(&arguments))
    }

    /// What it adds to the cost of what it is applied to.
    fn cost(&self) -> u32 {
        match self {
            Op::Stem | Op::Extension => 3,
            Op::Number => 4,
            Op::ExtensionName => 5,
            // A line of a text is rarely meant.
            Op::Part(by, _) | Op::Before(by, _) | Op::After(by, _) if by == "\n" => 12,
            Op::Part(_, n) => 6 + u32::from(*n < -1),
            Op::Token(Class::Digits, _) => 7,
            Op::Before(_, n) | Op::After(_, n) => 7 + u32::from(n.unsigned_abs() > 1),
            Op::Date(_) | Op::Time(_) | Op::Moment => 7,
            Op::Trim => 5,
            Op::Upper | Op::Lower | Op::Title => 8,
            Op::Initials | Op::NumberAs(_) => 9,
            Op::Token(..) => 10,
            Op::Replace(..) => 11,
            Op::Pad(..) | Op::Plus(_) => 12,
            Op::Page(_) | Op::OnPage(_) => 13,
            // A place says less of what is meant than what stands around it. That it is the first or the last
            // character says the most.
            Op::Slice(from, to) => 14 + u32::from(*from != 1 && *from != -1) + u32::from(*to != -1),
            // Dearer than every reason, and still better than an accident.
            Op::Lookup(entries) => 20 + u32::try_from(entries.len()).unwrap_or(1000).min(1000),
        }
    }
}

enum Argument<'a> {
    Text(&'a str),
    Number(i64),
    Map(&'a [(String, String)]),
}

impl List {
    /// The texts for these parameters.
    pub fn eval(&self, params: &Params) -> Option<Vec<String>> {
        match self {
            List::Input(name) => match params.get(name)? {
                Value::List(all) => Some(all.clone()),
                Value::Text(_) => None,
            },
            List::Items(of) => Some(function::items(&of.eval(params)?)),
            List::Split(of, by) => Some(of.eval(params)?.split(by.as_str()).map(str::to_owned).collect()),
            List::ButLast(of) => {
                let mut all = of.eval(params)?;
                all.pop();
                Some(all)
            }
            List::Characters(of) => Some(function::characters(&of.eval(params)?)),
            List::Records(it) => it.eval(params),
        }
    }

    /// What one of its entries costs ([`Expr::cost`]).
    pub fn cost(&self) -> u32 {
        match self {
            List::Input(_) => 2,
            List::Items(of) => 5 + of.cost(),
            List::Split(of, _) => 5 + of.cost(),
            List::ButLast(of) => 4 + of.cost(),
            List::Characters(of) => 8 + of.cost(),
            List::Records(it) => 3 + it.of.cost(),
        }
    }

    /// The parameters and variables in it.
    pub fn inputs(&self) -> Vec<&str> {
        let mut names = Vec::new();
        self.collect_inputs(&mut names);
        names
    }

    fn collect_inputs<'a>(&'a self, names: &mut Vec<&'a str>) {
        match self {
            List::Input(name) => names.push(name),
            List::Items(of) | List::Split(of, _) | List::Characters(of) => of.collect_inputs(names),
            List::ButLast(of) => of.collect_inputs(names),
            List::Records(it) => it.exprs().for_each(|it| it.collect_inputs(names)),
        }
    }
}

impl Expr {
    /// The text for these parameters; `None` where the expression does not apply to them.
    pub fn eval(&self, params: &Params) -> Option<String> {
        self.text(params).map(Cow::into_owned)
    }

    /// The text for these parameters, borrowed where it stands there already.
    pub fn text<'a>(&'a self, params: &'a Params) -> Option<Cow<'a, str>> {
        match self {
            Expr::Input(name) => params.get(name)?.as_text().map(Cow::Borrowed),
            Expr::Item(list, n) => at(&list.eval(params)?, *n).cloned().map(Cow::Owned),
            Expr::Const(text) => Some(Cow::Borrowed(text)),
            Expr::Concat(parts) => {
                let all: Option<String> = parts.iter().map(|it| it.text(params)).collect();
                all.map(Cow::Owned)
            }
            Expr::Apply(op, of) => op.apply(of.eval(params)?).map(Cow::Owned),
            Expr::Call(name, arguments) => {
                let arguments: Option<Vec<String>> = arguments.iter().map(|it| it.eval(params)).collect();
                (function::any(name)?.call)(&arguments?).map(Cow::Owned)
            }
            Expr::If(branch) => {
                let met = branch.of.text(params)? == branch.is;
                let arm = if met { &branch.then } else { &branch.otherwise };
                arm.text(params)
            }
        }
    }

    /// The same with a function around it.
    pub fn apply(self, op: Op) -> Expr {
        Expr::Apply(op, Box::new(self))
    }

    /// Whether it says the same for all parameters.
    pub fn is_const(&self) -> bool {
        match self {
            Expr::Const(_) => true,
            // Every list is made of a parameter, or of an expression.
            Expr::Input(_) => false,
            Expr::Item(list, _) => list.inputs().is_empty(),
            Expr::Concat(parts) => parts.iter().all(Expr::is_const),
            Expr::Apply(_, of) => of.is_const(),
            Expr::Call(_, arguments) => arguments.iter().all(Expr::is_const),
            Expr::If(branch) => branch.parts().into_iter().all(Expr::is_const),
        }
    }

    /// The text that it is, where it is written out.
    pub fn as_literal(&self) -> Option<&str> {
        match self {
            Expr::Const(text) => Some(text),
            Expr::Input(_)
            | Expr::Item(..)
            | Expr::Concat(_)
            | Expr::Apply(..)
            | Expr::Call(..)
            | Expr::If(_) => None,
        }
    }

    /// Whether it goes by how many entries a page has.
    pub fn guesses_a_size(&self) -> bool {
        match self {
            Expr::Apply(Op::Page(_) | Op::OnPage(_), _) => true,
            Expr::Apply(_, of) => of.guesses_a_size(),
            Expr::Concat(parts) | Expr::Call(_, parts) => parts.iter().any(Expr::guesses_a_size),
            Expr::If(branch) => branch.then.guesses_a_size() || branch.otherwise.guesses_a_size(),
            Expr::Input(_) | Expr::Item(..) | Expr::Const(_) => false,
        }
    }

    /// Whether one of these functions is in it.
    pub fn uses(&self, functions: &[&str]) -> bool {
        self.any(&|it| match it {
            Expr::Apply(op, _) => functions.contains(&op.name()),
            Expr::Call(name, _) => functions.contains(&name.as_str()),
            _ => false,
        })
    }

    /// Whether it reads one of these inputs.
    pub fn reads(&self, inputs: &[&str]) -> bool {
        self.inputs().iter().any(|it| inputs.contains(it))
    }

    /// Whether something holds for it or for an expression in it; entries of lists are not looked into.
    pub fn any(&self, holds: &dyn Fn(&Expr) -> bool) -> bool {
        holds(self)
            || match self {
                Expr::Apply(_, of) => of.any(holds),
                Expr::Call(_, all) | Expr::Concat(all) => all.iter().any(|it| it.any(holds)),
                Expr::If(branch) => branch.parts().into_iter().any(|it| it.any(holds)),
                Expr::Input(_) | Expr::Item(..) | Expr::Const(_) => false,
            }
    }

    /// The parameters and variables in it.
    pub fn inputs(&self) -> Vec<&str> {
        let mut names = Vec::new();
        self.collect_inputs(&mut names);
        names
    }

    fn collect_inputs<'a>(&'a self, names: &mut Vec<&'a str>) {
        match self {
            Expr::Input(name) => names.push(name),
            Expr::Item(list, _) => list.collect_inputs(names),
            Expr::Const(_) => {}
            Expr::Concat(parts) => parts.iter().for_each(|it| it.collect_inputs(names)),
            Expr::Apply(_, of) => of.collect_inputs(names),
            Expr::Call(_, arguments) => arguments.iter().for_each(|it| it.collect_inputs(names)),
            Expr::If(branch) => branch.parts().into_iter().for_each(|it| it.collect_inputs(names)),
        }
    }

    /// The same with every occurrence of a sub-expression replaced.
    pub fn replace(&self, from: &Expr, to: &Expr) -> Expr {
        if self == from {
            return to.clone();
        }
        match self {
            Expr::Input(_) | Expr::Item(..) | Expr::Const(_) => self.clone(),
            Expr::Concat(parts) => Expr::Concat(parts.iter().map(|it| it.replace(from, to)).collect()),
            Expr::Apply(op, of) => Expr::Apply(op.clone(), Box::new(of.replace(from, to))),
            Expr::Call(name, arguments) => Expr::Call(
                name.clone(),
                arguments.iter().map(|it| it.replace(from, to)).collect(),
            ),
            Expr::If(branch) => Expr::If(Box::new(Branch {
                of: branch.of.replace(from, to),
                is: branch.is.clone(),
                then: branch.then.replace(from, to),
                otherwise: branch.otherwise.replace(from, to),
            })),
        }
    }

    /// Size with a prior: parameters before functions, functions before constants.
    pub fn cost(&self) -> u32 {
        match self {
            Expr::Input(_) => 0,
            Expr::Item(list, n) => list.cost() + u32::from(*n < 0),
            Expr::Const(text) => {
                30 + u32::try_from(text.chars().count())
                    .unwrap_or(u32::MAX / 2)
                    .min(1000)
            }
            Expr::Concat(parts) => {
                // Values that are all formatted alike are formatted once.
                let formats = || parts.iter().filter(|it| !it.is_const()).map(Expr::outer);
                let first = formats().next().flatten();
                let alike = formats().count() > 1 && formats().all(|it| it == first);
                let shared = first.filter(|_| alike).map_or(0, Op::cost);
                parts
                    .iter()
                    .fold(4 + shared.saturating_sub(1), |sum, it| match it {
                        // A separator inside a concatenation is cheap; a whole sentence is not.
                        Expr::Const(text) => {
                            let length = u32::try_from(text.chars().count()).unwrap_or(1000);
                            sum.saturating_add(2 + length.min(1000) * 3)
                        }
                        Expr::Input(_)
                        | Expr::Item(..)
                        | Expr::Concat(_)
                        | Expr::Apply(..)
                        | Expr::Call(..)
                        | Expr::If(_) => sum.saturating_add(it.cost().saturating_sub(shared) + 3),
                    })
            }
            Expr::Apply(op, of) => of.cost().saturating_add(op.cost()),
            // A day that the goal says in its words is given by it, as a date is.
            Expr::Call(name, arguments) if name == "day" && arguments.get(1).is_some_and(is_this_day) => {
                arguments[0].cost_inside()
            }
            // What lasts so long ends so much later: a number beside the beginning is likelier that than one more by chance.
            Expr::Call(name, of) if name == "time_after" => {
                of.iter().fold(3, |sum, it| it.cost_inside().saturating_add(sum))
            }
            // The only number of a text, and what stands in it beside a value, is likelier what is meant than its third word.
            Expr::Call(name, of)
                if ["plain_number", "after_start", "before_end"].contains(&name.as_str()) =>
            {
                of.iter().fold(4, |sum, it| it.cost_inside().saturating_add(sum))
            }
            // A constant argument is a part of the function.
            Expr::Call(_, arguments) => arguments
                .iter()
                .filter(|it| !it.is_const())
                .fold(13, |sum, it| it.cost().saturating_add(sum)),
            Expr::If(branch) => branch
                .parts()
                .into_iter()
                .fold(20, |sum, it| it.cost().saturating_add(sum)),
        }
    }

    /// What it costs as a part of what is likely: words of the goal are given by that.
    fn cost_inside(&self) -> u32 {
        if self.is_const() { 0 } else { self.cost() }
    }

    /// The function around it.
    fn outer(&self) -> Option<&Op> {
        match self {
            Expr::Apply(op, _) => Some(op),
            Expr::Input(_)
            | Expr::Item(..)
            | Expr::Const(_)
            | Expr::Concat(_)
            | Expr::Call(..)
            | Expr::If(_) => None,
        }
    }
}

fn is_this_day(expr: &Expr) -> bool {
    matches!(expr, Expr::Input(name) if name == THIS_DAY)
}

impl Branch {
    /// The expressions in it.
    pub fn parts(&self) -> [&Expr; 3] {
        [&self.of, &self.then, &self.otherwise]
    }
}

impl From<&str> for Expr {
    fn from(text: &str) -> Self {
        Expr::Const(text.to_owned())
    }
}

impl From<String> for Expr {
    fn from(text: String) -> Self {
        Expr::Const(text)
    }
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            List::Input(name) => f.write_str(&identifier(name)),
            List::Items(of) => write!(f, "items({of})"),
            List::Split(of, by) if matches!(**of, Expr::Concat(_) | Expr::If(_)) => {
                write!(f, "({of}).split({})", quote(by))
            }
            List::Split(of, by) => write!(f, "{of}.split({})", quote(by)),
            List::ButLast(of) => write!(f, "{of}.extract(0, {of}.len - 1)"),
            List::Characters(of) => write!(f, "characters({of})"),
            List::Records(it) => {
                write!(f, "{}({}, {}", it.meant.name(), it.of, quote(&it.by))?;
                if let Some((n, of)) = it.meant.test() {
                    write!(f, ", {n}, {of}")?;
                }
                f.write_str(")")
            }
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Input(name) => f.write_str(&identifier(name)),
            // Rhai counts from 0, and from -1 at the end.
            Expr::Item(list, n) => write!(f, "{list}[{}]", if *n > 0 { n - 1 } else { *n }),
            Expr::Const(text) => f.write_str(&quote(text)),
            Expr::Concat(parts) if parts.is_empty() => f.write_str("\"\""),
            Expr::Concat(parts) => {
                let inner = |it: &Expr| match it {
                    Expr::If(_) => format!("({it})"),
                    _ => it.to_string(),
                };
                let parts: Vec<String> = parts.iter().map(inner).collect();
                f.write_str(&parts.join(" + "))
            }
            Expr::Apply(op, of) => {
                write!(f, "{}({of}", op.name())?;
                for it in op.arguments() {
                    match it {
                        Argument::Text(text) => write!(f, ", {}", quote(text))?,
                        Argument::Number(n) => write!(f, ", {n}")?,
                        Argument::Map(entries) => {
                            let entry = |it: &(String, String)| format!("{}: {}", quote(&it.0), quote(&it.1));
                            let entries: Vec<String> = entries.iter().map(entry).collect();
                            write!(f, ", #{{ {} }}", entries.join(", "))?;
                        }
                    }
                }
                f.write_str(")")
            }
            Expr::Call(name, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
                write!(f, "{name}({})", arguments.join(", "))
            }
            Expr::If(branch) => write!(
                f,
                "if {} == {} {{ {} }} else {{ {} }}",
                branch.of,
                quote(&branch.is),
                branch.then,
                branch.otherwise
            ),
        }
    }
}
