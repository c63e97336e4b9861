//! From TOML to typed values: every table is compared with the table of keys first, so that what reads it afterwards
//! takes only what is there and of the right type.

use indexmap::IndexMap;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{
    fields::{Field, Section, Shape},
    formula::Formula,
    problem::{Code, FileProblem},
    sql::sql_names,
};
use crate::{nearest::nearest, params::Value};

/// What a check calls the answer of the run.
pub(super) const ANSWER: &str = "answer";

/// A table of the file.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    /// Which one.
    pub section: Section,
    /// Its keys and values.
    pub table: &'a DeTable<'a>,
    /// Where it begins.
    pub at: usize,
}

/// A value, and where it stands.
pub(super) type Found<T> = Option<(T, usize)>;

/// Reads tables, and collects what is wrong with them.
pub(super) struct Reader<'t> {
    path: &'t str,
    text: &'t str,
    /// The names that slots may have.
    pub names: Vec<String>,
    /// What was found.
    pub problems: Vec<FileProblem>,
}

impl<'t> Reader<'t> {
    pub fn new(path: &'t str, text: &'t str) -> Self {
        Self {
            path,
            text,
            names: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// Note a problem.
    pub fn problem(&mut self, at: usize, code: Code, message: impl Into<String>) -> &mut FileProblem {
        let problem = FileProblem::at(self.path, self.text, at, code, message.into());
        self.problems.push(problem);
        self.problems.last_mut().expect("it was pushed")
    }

    /// Note a problem with a key's value.
    pub fn bad(&mut self, node: Node<'_>, key: &str, code: Code, message: impl Into<String>) {
        let at = node.table.get(key).map_or(node.at, |value| value.span().start);
        self.problem(at, code, message).field = node.section.field(key);
    }

    /// Compare a table, and the tables in it, with the table of keys.
    pub fn check_shapes(&mut self, node: Node<'_>) {
        for (key, value) in node.table {
            let name: &str = key.as_ref();
            match node.section.field(name) {
                Some(field) => self.check_shape(field, value),
                None => {
                    let near = nearest(name, node.section.fields().map(|field| field.name));
                    let message = format!("`{name}` is not a key of {}", node.section.called());
                    let meant = near.first().and_then(|near| node.section.field(near));
                    let problem = self.problem(key.span().start, Code::UnknownKey, message);
                    problem.near = near;
                    problem.field = meant;
                }
            }
        }
        for field in node.section.fields().filter(|field| field.required) {
            if !node.table.contains_key(field.name) {
                let message = format!("{} has no `{}`", node.section.called(), field.name);
                self.problem(node.at, Code::MissingKey, message).field = Some(field);
            }
        }
    }

    fn check_shape(&mut self, field: &'static Field, value: &Spanned<DeValue<'_>>) {
        let at = value.span().start;
        let inner = value.get_ref();
        let section = |table, section| Node { section, table, at };
        let fits = match field.shape {
            Shape::Text => inner.is_str(),
            Shape::Scalar => scalar(inner).is_some(),
            Shape::Number => number(inner).is_some(),
            Shape::Flag => inner.is_bool(),
            Shape::Texts => texts(inner).is_some(),
            Shape::TextOrTexts => inner.is_str() || texts(inner).is_some(),
            Shape::FlagOrTexts => inner.is_bool() || texts(inner).is_some(),
            Shape::Rows => rows(inner).is_some(),
            Shape::Word(words) => {
                let Some(word) = inner.as_str() else {
                    return self.wrong_type(field, value);
                };
                if !words.contains(&word) {
                    let near = nearest(word, words.iter().copied());
                    let message = format!("`{}` can't be \"{word}\"", field.name);
                    let problem = self.problem(at, Code::BadValue, message);
                    problem.near = near;
                    problem.field = Some(field);
                }
                true
            }
            Shape::TextMap => inner
                .as_table()
                .is_some_and(|table| table.iter().all(|(_, value)| scalar(value.get_ref()).is_some())),
            Shape::Value => param_value(inner).is_some(),
            Shape::Values => inner
                .as_array()
                .is_some_and(|all| all.iter().all(|value| param_value(value.get_ref()).is_some())),
            Shape::Table(inside) => match inner.as_table() {
                Some(table) => {
                    self.check_shapes(section(table, inside));
                    true
                }
                None => false,
            },
            Shape::Named(inside) => match inner.as_table() {
                Some(table) => {
                    for (key, value) in table {
                        match value.get_ref().as_table() {
                            Some(table) => self.check_shapes(Node {
                                section: inside,
                                table,
                                at: key.span().start,
                            }),
                            None => self.wrong_type(field, value),
                        }
                    }
                    true
                }
                None => false,
            },
            Shape::Tables(_) | Shape::Instances => match tables(inner) {
                Some(all) => {
                    if let Shape::Tables(inside) = field.shape {
                        for (table, at) in all {
                            self.check_shapes(Node {
                                section: inside,
                                table,
                                at,
                            });
                        }
                    }
                    true
                }
                None => false,
            },
        };
        if !fits {
            self.wrong_type(field, value);
        }
    }

    fn wrong_type(&mut self, field: &'static Field, value: &Spanned<DeValue<'_>>) {
        let takes = match field.shape {
            Shape::Text | Shape::Word(_) => "a text",
            Shape::Scalar => "a text or a number",
            Shape::Number => "a whole number from 0",
            Shape::Flag => "true or false",
            Shape::Texts => "a list of texts",
            Shape::TextOrTexts => "a text or a list of texts",
            Shape::FlagOrTexts => "true, false or a list of texts",
            Shape::Rows => "a list of rows, each a list of texts",
            Shape::TextMap => "a table of names and texts",
            Shape::Value => "a text, a number, a date or a list of them",
            Shape::Values => "a list of values",
            Shape::Table(_) => "a table",
            Shape::Named(_) => "a table for each parameter, as in [params.name]",
            Shape::Tables(_) | Shape::Instances => "tables in double brackets",
        };
        let message = format!(
            "`{}` takes {takes}, not {}",
            field.name,
            described(value.get_ref())
        );
        self.problem(value.span().start, Code::WrongType, message).field = Some(field);
    }

    /// A text with slots whose names are parameters (or `answer`, in checks).
    pub fn formula(&mut self, node: Node<'_>, key: &str, text: &str, at: usize) -> Option<Formula> {
        match Formula::parse(text) {
            Ok(formula) => {
                for name in formula.names() {
                    self.check_name(node, key, name, at);
                }
                Some(formula)
            }
            Err(error) => {
                let message = format!("`{key}` has {error}");
                self.problem(at, Code::BadValue, message).field = node.section.field(key);
                None
            }
        }
    }

    /// The formula of a key, where it has one.
    pub fn formula_of(&mut self, node: Node<'_>, key: &str) -> Option<Formula> {
        let (text, at) = node.scalar(key)?;
        self.formula(node, key, &text, at)
    }

    /// The formulas of a key that has one or several.
    pub fn formulas_of(&mut self, node: Node<'_>, key: &str) -> Vec<Formula> {
        let all = node.texts(key);
        all.into_iter()
            .filter_map(|(text, at)| self.formula(node, key, text, at))
            .collect()
    }

    /// The formulas of a key that is a table of names.
    pub fn formula_map(&mut self, node: Node<'_>, key: &str) -> IndexMap<String, Formula> {
        let Some(table) = node.table.get(key).and_then(|value| value.get_ref().as_table()) else {
            return IndexMap::new();
        };
        in_order(table)
            .into_iter()
            .filter_map(|(name, _, value)| {
                let text = scalar(value.get_ref())?;
                let formula = self.formula(node, key, &text, value.span().start)?;
                Some((name.to_owned(), formula))
            })
            .collect()
    }

    /// See that every `:name` of a statement has a value.
    pub fn check_sql(&mut self, node: Node<'_>, key: &str, sql: &str, at: usize, bound: &[&str]) {
        for range in sql_names(sql) {
            let name = &sql[range.start + 1..range.end];
            if !bound.contains(&name) {
                self.check_name(node, key, name, at);
            }
        }
    }

    /// See that a name is a parameter.
    pub fn check_name(&mut self, node: Node<'_>, key: &str, name: &str, at: usize) {
        let in_check = matches!(
            node.section,
            Section::Check | Section::Unchanged | Section::Except
        );
        if self.names.iter().any(|known| known == name) || (in_check && name == ANSWER) {
            return;
        }
        let near = nearest(name, self.names.iter().map(String::as_str));
        let message = format!("`{name}` in `{key}` is not a parameter");
        let problem = self.problem(at, Code::UnknownParameter, message);
        problem.near = near;
        problem.field = node.section.field(key);
    }
}

impl<'a> Node<'a> {
    /// Whether a key is there, whatever it holds.
    pub fn has(self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    fn value(self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.table.get(key)
    }

    /// A text.
    pub fn text(self, key: &str) -> Found<&'a str> {
        let value = self.value(key)?;
        Some((value.get_ref().as_str()?, value.span().start))
    }

    /// A text that stands alone.
    pub fn owned(self, key: &str) -> Option<String> {
        self.text(key).map(|(text, _)| text.to_owned())
    }

    /// A scalar, as it is written.
    pub fn scalar(self, key: &str) -> Found<String> {
        let value = self.value(key)?;
        Some((scalar(value.get_ref())?, value.span().start))
    }

    /// A whole number.
    pub fn number(self, key: &str) -> Found<u64> {
        let value = self.value(key)?;
        Some((number(value.get_ref())?, value.span().start))
    }

    /// True or false; false where it is not there.
    pub fn flag(self, key: &str) -> bool {
        self.maybe_flag(key).unwrap_or_default()
    }

    /// True or false.
    pub fn maybe_flag(self, key: &str) -> Option<bool> {
        self.value(key)?.get_ref().as_bool()
    }

    /// One text, or several.
    pub fn texts(self, key: &str) -> Vec<(&'a str, usize)> {
        match self.value(key) {
            Some(value) => match value.get_ref().as_str() {
                Some(text) => vec![(text, value.span().start)],
                None => texts(value.get_ref()).unwrap_or_default(),
            },
            None => Vec::new(),
        }
    }

    /// Several texts, without their places.
    pub fn owned_texts(self, key: &str) -> Vec<String> {
        let texts = self.texts(key);
        texts.into_iter().map(|(text, _)| text.to_owned()).collect()
    }

    /// Rows of texts.
    pub fn rows(self, key: &str) -> Option<Vec<Vec<(String, usize)>>> {
        rows(self.value(key)?.get_ref())
    }

    /// A parameter's value.
    pub fn param_value(self, key: &str) -> Found<Value> {
        let value = self.value(key)?;
        Some((param_value(value.get_ref())?, value.span().start))
    }

    /// Several of a parameter's values.
    pub fn param_values(self, key: &str) -> Vec<(Value, usize)> {
        let all = self.value(key).and_then(|value| value.get_ref().as_array());
        all.into_iter()
            .flatten()
            .filter_map(|value| Some((param_value(value.get_ref())?, value.span().start)))
            .collect()
    }

    /// A table in it.
    pub fn node(self, key: &str, section: Section) -> Option<Node<'a>> {
        let value = self.value(key)?;
        let table = value.get_ref().as_table()?;
        let at = value.span().start;
        Some(Node { section, table, at })
    }

    /// Several tables in it.
    pub fn nodes(self, key: &str, section: Section) -> Vec<Node<'a>> {
        let all = self.value(key).and_then(|value| tables(value.get_ref()));
        all.into_iter()
            .flatten()
            .map(|(table, at)| Node { section, table, at })
            .collect()
    }
}

/// The entries of a table, in the order of the file, with the places of their keys.
pub(super) fn in_order<'a>(table: &'a DeTable<'a>) -> Vec<(&'a str, usize, &'a Spanned<DeValue<'a>>)> {
    let mut all: Vec<_> = table
        .iter()
        .map(|(key, value)| (key.get_ref().as_ref(), key.span().start, value))
        .collect();
    all.sort_by_key(|(_, at, _)| *at);
    all
}

/// A scalar as the text it is written as; whole numbers in decimal digits.
pub(super) fn scalar(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .ok()
            .map(|number| number.to_string()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::Boolean(flag) => Some(flag.to_string()),
        DeValue::Datetime(date) => Some(date.to_string()),
        DeValue::Array(_) | DeValue::Table(_) => None,
    }
}

/// The value of a parameter.
pub(super) fn param_value(value: &DeValue<'_>) -> Option<Value> {
    match value.as_array() {
        Some(all) => {
            let entries: Option<Vec<String>> = all.iter().map(|entry| scalar(entry.get_ref())).collect();
            entries.map(Value::List)
        }
        None => scalar(value).map(Value::Text),
    }
}

fn number(value: &DeValue<'_>) -> Option<u64> {
    let number = value.as_integer()?;
    let number = u64::from_str_radix(number.as_str(), number.radix()).ok()?;
    // Numbers of TOML have a sign.
    i64::try_from(number).is_ok().then_some(number)
}

fn texts<'a>(value: &'a DeValue<'a>) -> Option<Vec<(&'a str, usize)>> {
    let text = |it: &'a Spanned<DeValue<'a>>| Some((it.get_ref().as_str()?, it.span().start));
    value.as_array()?.iter().map(text).collect()
}

fn rows(value: &DeValue<'_>) -> Option<Vec<Vec<(String, usize)>>> {
    let cell = |it: &Spanned<DeValue<'_>>| Some((scalar(it.get_ref())?, it.span().start));
    let row = |it: &Spanned<DeValue<'_>>| it.get_ref().as_array()?.iter().map(cell).collect();
    value.as_array()?.iter().map(row).collect()
}

fn tables<'a>(value: &'a DeValue<'a>) -> Option<Vec<(&'a DeTable<'a>, usize)>> {
    let table = |it: &'a Spanned<DeValue<'a>>| Some((it.get_ref().as_table()?, it.span().start));
    value.as_array()?.iter().map(table).collect()
}

fn described(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
