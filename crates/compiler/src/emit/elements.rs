//! Locators to elements: each has a name, is declared once as a function of the values that it goes by, and is called by
//! that name in the story.

use std::collections::{BTreeSet, HashSet};

use strings::{Expr, identifier, quote};
use ui::Locator;

use super::{
    names::{names, words},
    parts::one_line,
};
use crate::{
    check,
    host::FREE,
    locator::say_the_same,
    program::{Kind, Program},
    soft::print_locator,
};

/// Declarations are broken before their fallbacks beyond this width.
const WIDTH: usize = 160;

/// The elements of one function.
pub(super) struct Elements {
    all: Vec<Declared>,
    taken: HashSet<String>,
}

/// An element.
struct Declared {
    name: String,
    /// What it is called with: the names of its parameters.
    params: Vec<String>,
    /// What it is found by, its values as `placeholder`s.
    asked: Locator<Expr>,
}

/// A value of an element that its caller gives.
fn placeholder(n: usize) -> Expr {
    Expr::Input(format!("\u{1}{n}"))
}

/// A locator as it was used: without its values, which are listed.
struct Use {
    asked: Locator<Expr>,
    values: Vec<Expr>,
}

impl Use {
    fn of(locator: &Locator<Expr>) -> Self {
        let mut values: Vec<Expr> = Vec::new();
        let mut asked = locator.map(|it| {
            if it.is_const() {
                return it.clone();
            }
            let known = values.iter().position(|value| value == it);
            let n = known.unwrap_or_else(|| {
                values.push(it.clone());
                values.len() - 1
            });
            placeholder(n)
        });
        asked.target_description = description(locator);
        Use { asked, values }
    }
}

impl Elements {
    pub(super) fn new(program: &Program) -> Self {
        let mut taken: HashSet<String> = HashSet::from([program.name.clone()]);
        taken.extend(program.params.iter().map(|it| identifier(&it.name)));
        taken.extend(program.made.iter().map(|it| identifier(&it.0)));
        taken.insert(strings::THIS_DAY.to_owned());
        taken.extend(FREE.iter().map(|it| it.name.to_owned()));
        taken.extend(strings::functions().iter().map(|it| it.name.to_owned()));
        taken.extend(strings::learnt_functions().iter().map(|it| it.name.to_owned()));
        for stmt in &program.body {
            stmt.walk(&mut |it| match &it.kind {
                Kind::ForEach { var, .. }
                | Kind::EachRow { var, .. }
                | Kind::Repeat { var, .. }
                | Kind::Read { var, .. }
                | Kind::ReadAll { var, .. }
                | Kind::ReadAddress { var, .. }
                | Kind::Count { var, .. }
                | Kind::Ask { var, .. } => {
                    taken.insert(var.clone());
                }
                Kind::Act { .. }
                | Kind::If { .. }
                | Kind::EachFound { .. }
                | Kind::Arrive(_)
                | Kind::Holds { .. }
                | Kind::AnswerTable(_)
                | Kind::Stop(_)
                | Kind::Refuse(_) => {}
            });
        }
        Elements {
            all: Vec::new(),
            taken,
        }
    }

    /// What an element is, for people: no value of a single recording is in it.
    pub(super) fn described(&self, locator: &Locator<Expr>) -> String {
        description(locator)
    }

    /// The call of an element; the first one declares it.
    pub(super) fn call(&mut self, locator: &Locator<Expr>) -> String {
        let used = Use::of(locator);
        let known = self.all.iter().position(|it| {
            it.params.len() == used.values.len()
                && it.asked.asks_same(&used.asked)
                && it.asked.any_of_alike == used.asked.any_of_alike
                && say_the_same(&it.asked, &used.asked)
        });
        let at = match known {
            Some(at) => {
                self.all[at].also(&used);
                at
            }
            None => self.declare(locator, &used),
        };
        let values: Vec<String> = used.values.iter().map(ToString::to_string).collect();
        format!("{}({})", self.all[at].name, values.join(", "))
    }

    fn declare(&mut self, locator: &Locator<Expr>, used: &Use) -> usize {
        let name = self.free_name(locator, &used.asked.target_description);
        let mut params: Vec<String> = Vec::new();
        for value in &used.values {
            let mut param = param(value);
            while params.contains(&param) {
                param.push('_');
            }
            params.push(param);
        }
        self.all.push(Declared {
            name,
            params,
            asked: used.asked.clone(),
        });
        self.all.len() - 1
    }

    /// The best name for an element that nothing else has.
    fn free_name(&mut self, locator: &Locator<Expr>, description: &str) -> String {
        let elements: HashSet<String> = self.all.iter().map(|it| it.name.clone()).collect();
        names(locator, description)
            .map(|it| identifier(&it))
            .flat_map(|name| match elements.contains(&name) {
                true => vec![name],
                // Where a value of the task or the language has it, the element says that it is one.
                false => vec![name.clone(), format!("{name}_element")],
            })
            .find(|it| !check::is_built_in(it) && self.taken.insert(it.clone()))
            .unwrap_or_default()
    }

    /// The declarations, in the order in which the story needs them.
    pub(super) fn declarations(&self) -> String {
        self.all.iter().map(Declared::print).collect()
    }
}

impl Declared {
    /// It is used once more, perhaps with other values, and with other fallbacks of its own.
    fn also(&mut self, used: &Use) {
        for (own, value) in self.params.iter_mut().zip(&used.values) {
            let other = param(value);
            if *own != other && *own != ANY {
                let said = &mut self.asked.target_description;
                *said = said.replace(own.as_str(), ANY);
                *own = ANY.to_owned();
            }
        }
        // Two values of one element have two names.
        let distinct: BTreeSet<&String> = self.params.iter().collect();
        if distinct.len() < self.params.len() {
            for (n, it) in self.params.iter_mut().enumerate() {
                *it = format!("{ANY}_{}", n + 1);
            }
        }
        for way in &used.asked.or_else {
            if !self.asked.or_else.contains(way) {
                self.asked.or_else.push(way.clone());
            }
        }
    }

    fn print(&self) -> String {
        let mut asked = self.asked.clone();
        for (n, param) in self.params.iter().enumerate() {
            let (from, to) = (placeholder(n), Expr::Input(param.clone()));
            asked = asked.map(|it| it.replace(&from, &to));
        }
        let inside = |it: &Locator<Expr>| {
            let map = print_locator(it);
            map.trim_start_matches("#{")
                .trim_end_matches('}')
                .trim()
                .to_owned()
        };
        let said = one_line(&asked.target_description);
        let own: Vec<String> = [inside(&asked), format!("target_description: {}", quote(&said))]
            .into_iter()
            .filter(|it| !it.is_empty())
            .collect();
        let ways: Vec<String> = asked.or_else.iter().map(print_locator).collect();
        let ways = match ways.as_slice() {
            [] => None,
            [one] => Some(format!("or_else: {one}")),
            several => Some(format!("or_else: [{}]", several.join(", "))),
        };
        let head = format!(
            "private fn {}({}) {{ #{{ {}",
            self.name,
            self.params.join(", "),
            own.join(", ")
        );
        match ways {
            None => format!("{head} }} }}\n"),
            Some(ways) if head.chars().count() + ways.chars().count() + 6 <= WIDTH => {
                format!("{head}, {ways} }} }}\n")
            }
            Some(ways) => format!("{head},\n    {ways} }} }}\n"),
        }
    }
}

/// The parameter of an element that is called with several different values.
const ANY: &str = "value";

/// The name of a parameter for a value.
fn param(value: &Expr) -> String {
    match value {
        Expr::Input(name) => identifier(name),
        Expr::Item(..)
        | Expr::Const(_)
        | Expr::Concat(_)
        | Expr::Apply(..)
        | Expr::Call(..)
        | Expr::If(_) => ANY.to_owned(),
    }
}

/// What an element is, without words of one recording: those in quotes stay where it is found by them.
fn description(locator: &Locator<Expr>) -> String {
    let said = one_line(&locator.target_description);
    let (Some(from), Some(to)) = (said.find('"'), said.rfind('"')) else {
        return said;
    };
    let quoted = said.get(from + 1..to).unwrap_or_default();
    let mut known = std::iter::once(locator)
        .chain(&locator.or_else)
        .flat_map(Locator::values)
        .filter_map(Expr::as_literal);
    if known.any(|it| it == quoted) {
        return said;
    }
    let mut values: Vec<&str> = locator.values().flat_map(Expr::inputs).collect();
    values.dedup();
    let instead = match (words(locator), values.as_slice()) {
        (Some(words), _) => format!("\"{words}\""),
        (None, []) => String::new(),
        (None, several) => format!("with {}", several.join(" and ")),
    };
    let rest = said.get(to + 1..).unwrap_or_default();
    let before = said.get(..from).unwrap_or_default().trim_end();
    format!("{before} {instead}{rest}").trim().replace(" ,", ",")
}
