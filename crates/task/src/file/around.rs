//! What a task file names that stands elsewhere, held against what is there: whoever knows the devices, their apps and the
//! functions asks, and every problem has its place in the file.

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{
    fields::{Field, Section, Shape},
    problem::{Code, FileProblem},
    reader::{Node, Reader, in_order},
};
use crate::nearest::nearest;

/// Names of all there are, where none of them is called so; `None` where one is, or that is not known.
pub type Missing<'a> = &'a dyn Fn(&str) -> Option<Vec<String>>;

/// What is there. What is not known holds nothing against a file.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    /// The devices.
    pub device: Missing<'a>,
    /// The file's device, where that has no addresses.
    pub without_addresses: Option<&'a str>,
    /// The apps of the file's device.
    pub app: Missing<'a>,
    /// The functions of the library.
    pub function: Missing<'a>,
}

impl Default for Around<'_> {
    fn default() -> Self {
        Self {
            device: &|_| None,
            without_addresses: None,
            app: &|_| None,
            function: &|_| None,
        }
    }
}

impl Around<'_> {
    /// What a task file that can be read names and what is not there.
    pub(super) fn problems(&self, text: &str, path: &str) -> Vec<FileProblem> {
        let mut reader = Reader::new(path, text);
        let (document, _) = DeTable::parse_recoverable(text);
        let root = root(document.get_ref());
        let start = root.node("start", Section::Start);
        let touch = root.node("touch", Section::Touch);
        let reset = root.node("reset", Section::Reset);
        let checks = root.nodes("check", Section::Check);
        let mut named = |nodes: &[Node<'_>], key, what, missing: Missing<'_>| {
            for node in nodes {
                for (name, at) in node.texts(key) {
                    if let Some(known) = missing(name) {
                        let problem = reader.problem(at, Code::UnknownName, no_such(what, name, &known));
                        problem.near = nearest(name, known.iter().map(String::as_str));
                        problem.field = node.section.field(key);
                    }
                }
            }
        };
        named(start.as_slice(), "device", "device", self.device);
        named(start.as_slice(), "app", "app", self.app);
        named(touch.as_slice(), "apps", "app", self.app);
        named(&checks, "app", "app", self.app);
        named(reset.as_slice(), "function", "function", self.function);
        if let Some(device) = self.without_addresses {
            let asked = start.into_iter().map(|it| (it, "url"));
            let asked = asked.chain(checks.iter().flat_map(|it| [(*it, "url"), (*it, "page")]));
            for (node, key) in asked.filter(|(node, key)| node.has(key)) {
                let message =
                    format!("the device `{device}` has no addresses: name an app, or what a screen shows");
                reader.bad(node, key, Code::Conflict, message);
            }
        }
        reader.problems
    }
}

/// A problem with a part of a value, by whoever reads such parts: it stands where the first value begins that has the part.
pub(super) fn problem_with(text: &str, path: &str, part: &str, message: String) -> FileProblem {
    let mut reader = Reader::new(path, text);
    let (document, _) = DeTable::parse_recoverable(text);
    let found = first_with(root(document.get_ref()), part);
    let (at, field) = found.map_or((0, None), |(at, field)| (at, Some(field)));
    let problem = reader.problem(at, Code::BadValue, message);
    problem.field = field;
    problem.clone()
}

fn root<'a>(table: &'a DeTable<'a>) -> Node<'a> {
    let section = Section::File;
    Node {
        section,
        table,
        at: 0,
    }
}

/// So many names are said; of more, those that may have been meant.
const SAID: usize = 8;

fn no_such(what: &str, name: &str, known: &[String]) -> String {
    let there = match known {
        [] => format!("there is no {what} at all"),
        known if known.len() <= SAID => format!("there are {}", known.join(", ")),
        known => format!("there are {} others", known.len()),
    };
    format!("no {what} is called `{name}`; {there}")
}

/// Where the first value with this part begins, in the order of the file, and the key that it is of.
fn first_with(node: Node<'_>, part: &str) -> Option<(usize, &'static Field)> {
    let entries = in_order(node.table).into_iter();
    entries
        .filter_map(|(key, _, value)| Some((node.section.field(key)?, value)))
        .find_map(|(field, value)| first_in(field, value, part))
}

fn first_in(
    field: &'static Field,
    value: &Spanned<DeValue<'_>>,
    part: &str,
) -> Option<(usize, &'static Field)> {
    let inside = |section, table| {
        let at = value.span().start;
        first_with(Node { section, table, at }, part)
    };
    match (value.get_ref(), field.shape) {
        (DeValue::String(text), _) => text.contains(part).then_some((value.span().start, field)),
        (DeValue::Table(table), Shape::Table(section)) => inside(section, table),
        (DeValue::Table(table), Shape::Named(section)) => in_order(table)
            .into_iter()
            .filter_map(|(_, _, value)| value.get_ref().as_table())
            .find_map(|table| inside(section, table)),
        (DeValue::Table(table), _) => in_order(table)
            .into_iter()
            .find_map(|(_, _, value)| first_in(field, value, part)),
        (DeValue::Array(all), Shape::Tables(section)) => {
            let tables = all.iter().filter_map(|it| it.get_ref().as_table());
            tables.into_iter().find_map(|table| inside(section, table))
        }
        (DeValue::Array(all), _) => all.iter().find_map(|it| first_in(field, it, part)),
        (DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_), _) => None,
    }
}
