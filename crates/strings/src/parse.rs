//! From the text of an expression to the expression: what [`Expr`] prints is read back.

use task::nearest;
use thiserror::Error;

use crate::{
    class::Class,
    expr::{Branch, Expr, List, Op, Records},
    function::{any, functions, learnt_functions},
    records::Meant,
};

/// Deeper than anything that is written: what is read comes from outside.
const DEEPEST: usize = 32;

/// Why a text is no expression.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExprError {
    /// Something else was expected.
    #[error("expected {expected} at character {at}{}", found.map_or_else(|| ", where the text ends".to_owned(), |found| format!(", and there is `{found}`")))]
    Unexpected {
        /// Where, in characters, from 1.
        at: usize,
        /// What stands there.
        found: Option<char>,
        /// What should.
        expected: &'static str,
    },
    /// A function that there is not.
    #[error("there is no function `{name}`{}", meant(near))]
    UnknownFunction {
        /// Its name.
        name: String,
        /// Functions that may have been meant.
        near: Vec<String>,
    },
    /// A function with other arguments than it takes.
    #[error("`{name}` takes other arguments: {doc}")]
    Arguments {
        /// Its name.
        name: String,
        /// What it does, with an example.
        doc: &'static str,
    },
    /// A list where a text is needed.
    #[error("a list stands where a text is needed, before character {at}: take an entry of it, as in `[0]`")]
    NotText {
        /// Where, in characters, from 1.
        at: usize,
    },
    /// Functions in functions, deeper than anybody means.
    #[error("the expression is nested too deep")]
    TooDeep,
}

fn meant(near: &[String]) -> String {
    match near {
        [] => String::new(),
        near => format!("; did you mean `{}`?", near.join("` or `")),
    }
}

impl Expr {
    /// Read an expression as it is printed: `part(name, " ", 1) + ".md"`.
    pub fn parse(text: &str) -> Result<Self, ExprError> {
        let mut parser = Parser {
            chars: text.chars().collect(),
            at: 0,
        };
        let expr = parser.text(0)?;
        match parser.peek() {
            None => Ok(expr),
            Some(_) => Err(parser.unexpected("`+` or the end")),
        }
    }
}

/// A part that was read: a name alone may be a text or a list.
enum Part {
    Name(String),
    Text(Expr),
    List(List),
}

/// A constant argument of a function.
enum Literal {
    Text(String),
    Number(i64),
    Map(Vec<(String, String)>),
}

impl Literal {
    /// As an argument of any function; a map is none.
    fn as_expr(&self) -> Option<Expr> {
        match self {
            Literal::Text(text) => Some(Expr::Const(text.clone())),
            Literal::Number(n) => Some(Expr::Const(n.to_string())),
            Literal::Map(_) => None,
        }
    }
}

enum Argument {
    Literal(Literal),
    Expr(Expr),
}

struct Parser {
    chars: Vec<char>,
    at: usize,
}

impl Parser {
    /// What stands next, behind white space.
    fn peek(&mut self) -> Option<char> {
        while self.chars.get(self.at).is_some_and(|it| it.is_whitespace()) {
            self.at += 1;
        }
        self.chars.get(self.at).copied()
    }

    fn unexpected(&mut self, expected: &'static str) -> ExprError {
        let found = self.peek();
        ExprError::Unexpected {
            at: self.at + 1,
            found,
            expected,
        }
    }

    /// Take a sign, if it stands next.
    fn eat(&mut self, sign: char) -> bool {
        let there = self.peek() == Some(sign);
        self.at += usize::from(there);
        there
    }

    fn expect(&mut self, sign: char, expected: &'static str) -> Result<(), ExprError> {
        match self.eat(sign) {
            true => Ok(()),
            false => Err(self.unexpected(expected)),
        }
    }

    /// Texts with `+` between them.
    fn text(&mut self, depth: usize) -> Result<Expr, ExprError> {
        if depth > DEEPEST {
            return Err(ExprError::TooDeep);
        }
        let mut parts = vec![self.text_part(depth)?];
        while self.eat('+') {
            parts.push(self.text_part(depth)?);
        }
        Ok(match parts.pop() {
            Some(only) if parts.is_empty() => only,
            last => {
                parts.extend(last);
                Expr::Concat(parts)
            }
        })
    }

    fn text_part(&mut self, depth: usize) -> Result<Expr, ExprError> {
        match self.part(depth)? {
            Part::Name(name) => Ok(Expr::Input(name)),
            Part::Text(expr) => Ok(expr),
            Part::List(_) => Err(ExprError::NotText { at: self.at + 1 }),
        }
    }

    /// One part with what is behind it: `[0]`, `.split(",")`, `.extract(..)`.
    fn part(&mut self, depth: usize) -> Result<Part, ExprError> {
        if depth > DEEPEST {
            return Err(ExprError::TooDeep);
        }
        let mut part = self.first(depth)?;
        loop {
            if self.eat('[') {
                let n = self.number()?;
                self.expect(']', "`]`")?;
                let list = self.list_of(part)?;
                // Scripts count from 0, and from -1 at the end.
                let n = if n >= 0 { n.saturating_add(1) } else { n };
                part = Part::Text(Expr::Item(list, n));
                continue;
            }
            let before = self.at;
            if !self.eat('.') {
                return Ok(part);
            }
            match self.name().as_str() {
                "split" => {
                    self.expect('(', "`(`")?;
                    let by = self.quoted()?;
                    self.expect(')', "`)`")?;
                    let of = match part {
                        Part::Name(name) => Expr::Input(name),
                        Part::Text(expr) => expr,
                        Part::List(_) => return Err(ExprError::NotText { at: before + 1 }),
                    };
                    part = Part::List(List::Split(Box::new(of), by));
                }
                "extract" => {
                    let list = self.list_of(part)?;
                    self.but_last(&list, depth)?;
                    part = Part::List(List::ButLast(Box::new(list)));
                }
                // The length belongs to whoever asked for the list.
                "len" => {
                    self.at = before;
                    return Ok(part);
                }
                _ => {
                    self.at = before + 1;
                    return Err(self.unexpected("`split` or `extract`"));
                }
            }
        }
    }

    fn list_of(&mut self, part: Part) -> Result<List, ExprError> {
        match part {
            Part::Name(name) => Ok(List::Input(name)),
            Part::List(list) => Ok(list),
            Part::Text(_) => Err(self.unexpected("a list before it")),
        }
    }

    /// `(0, LIST.len - 1)`: all of the same list but its last entry.
    fn but_last(&mut self, list: &List, depth: usize) -> Result<(), ExprError> {
        const WANTED: &str = "`(0, LIST.len - 1)` with the same list";
        self.expect('(', WANTED)?;
        let zero = self.number()?;
        self.expect(',', WANTED)?;
        let part = self.part(depth + 1)?;
        let again = self.list_of(part)?;
        self.expect('.', WANTED)?;
        let length = self.name();
        self.expect('-', WANTED)?;
        let one = self.number()?;
        if (zero, length.as_str(), one) != (0, "len", 1) || again != *list {
            return Err(self.unexpected(WANTED));
        }
        self.expect(')', "`)`")
    }

    fn first(&mut self, depth: usize) -> Result<Part, ExprError> {
        match self.peek() {
            Some('"') => Ok(Part::Text(Expr::Const(self.quoted()?))),
            Some('(') => {
                self.at += 1;
                let expr = self.text(depth + 1)?;
                self.expect(')', "`)`")?;
                Ok(Part::Text(expr))
            }
            Some(it) if it.is_alphabetic() || it == '_' => {
                let name = self.name();
                if name == "if" {
                    return self.branch(depth).map(Part::Text);
                }
                match self.eat('(') {
                    true => self.call(name, depth),
                    false => Ok(Part::Name(name)),
                }
            }
            Some(_) | None => Err(self.unexpected("a parameter, a function or a text in quotes")),
        }
    }

    fn call(&mut self, name: String, depth: usize) -> Result<Part, ExprError> {
        let known = any(&name);
        let (doc, list) = match (known, name.as_str()) {
            (Some(function), _) => (function.doc, false),
            (None, "items" | "characters") => ("They take one text.", true),
            (None, "records" | "records_below" | "records_where" | "records_saying") => {
                return self.records(&name, depth);
            }
            (None, "lookup") => ("lookup(kind, #{ \"Plain\": \"t1\" }).", false),
            (None, _) => {
                let near = nearest(&name, functions().iter().map(|it| it.name));
                return Err(ExprError::UnknownFunction { name, near });
            }
        };
        let of = Box::new(self.text(depth + 1)?);
        let mut literals = Vec::new();
        let mut made = Vec::new();
        while self.eat(',') {
            match self.argument(depth)? {
                Argument::Literal(literal) => {
                    made.push(literal.as_expr());
                    literals.push(literal);
                }
                Argument::Expr(expr) => made.push(Some(expr)),
            }
        }
        self.expect(')', "`,` or `)`")?;
        let learnt = learnt_functions().iter().any(|it| it.name == name);
        let wanted = known.map_or(usize::MAX, |it| it.arity);
        if (learnt || literals.len() < made.len()) && made.len() + 1 == wanted {
            let arguments: Option<Vec<Expr>> = std::iter::once(Some(*of)).chain(made).collect();
            return match arguments {
                Some(arguments) => Ok(Part::Text(Expr::Call(name, arguments))),
                None => Err(ExprError::Arguments { name, doc }),
            };
        }
        if literals.len() < made.len() {
            return Err(ExprError::Arguments { name, doc });
        }
        if list && literals.is_empty() {
            return Ok(Part::List(match name.as_str() {
                "items" => List::Items(of),
                _ => List::Characters(of),
            }));
        }
        match operation(&name, literals) {
            Some(op) => Ok(Part::Text(Expr::Apply(op, of))),
            None => Err(ExprError::Arguments { name, doc }),
        }
    }

    /// `(TEXT, "|")`, or with the number of a cell and what it is held against behind that.
    fn records(&mut self, name: &str, depth: usize) -> Result<Part, ExprError> {
        const DOC: &str = "records(text, \"|\"), records_where(text, \"|\", 2, kind).";
        let of = self.text(depth + 1)?;
        self.expect(',', "`,`")?;
        let by = self.quoted()?;
        let meant = match name {
            "records" => Meant::All,
            "records_below" => Meant::BelowHead,
            _ => {
                self.expect(',', "`,`")?;
                let n = usize::try_from(self.number()?).map_err(|_| ExprError::Arguments {
                    name: name.to_owned(),
                    doc: DOC,
                })?;
                self.expect(',', "`,`")?;
                let said = self.text(depth + 1)?;
                match name {
                    "records_where" => Meant::Where(n, said),
                    _ => Meant::Saying(n, said),
                }
            }
        };
        self.expect(')', "`)`")?;
        Ok(Part::List(List::Records(Box::new(Records { of, by, meant }))))
    }

    /// An argument behind the first: a literal, or what is made of parameters.
    fn argument(&mut self, depth: usize) -> Result<Argument, ExprError> {
        let start = self.at;
        let made = match self.peek() {
            Some('(') => true,
            Some(it) => it.is_alphabetic() || it == '_',
            None => false,
        };
        if !made {
            let literal = self.literal()?;
            if !matches!(self.peek(), Some('+' | '.' | '[')) {
                return Ok(Argument::Literal(literal));
            }
            self.at = start;
        }
        self.text(depth + 1).map(Argument::Expr)
    }

    /// `OF == "IS" { THEN } else { ELSE }`, behind the `if`.
    fn branch(&mut self, depth: usize) -> Result<Expr, ExprError> {
        let of = self.text(depth + 1)?;
        self.expect('=', "`==`")?;
        self.expect('=', "`==`")?;
        let is = self.quoted()?;
        let then = self.arm(depth)?;
        if self.name() != "else" {
            return Err(self.unexpected("`else`"));
        }
        let otherwise = self.arm(depth)?;
        Ok(Expr::If(Box::new(Branch {
            of,
            is,
            then,
            otherwise,
        })))
    }

    fn arm(&mut self, depth: usize) -> Result<Expr, ExprError> {
        self.expect('{', "`{`")?;
        let expr = self.text(depth + 1)?;
        self.expect('}', "`}`")?;
        Ok(expr)
    }

    fn literal(&mut self) -> Result<Literal, ExprError> {
        match self.peek() {
            Some('"') => self.quoted().map(Literal::Text),
            Some('#') => {
                self.at += 1;
                self.map().map(Literal::Map)
            }
            Some(_) | None => self.number().map(Literal::Number),
        }
    }

    /// `{ "a": "b", "c": "d" }`.
    fn map(&mut self) -> Result<Vec<(String, String)>, ExprError> {
        self.expect('{', "`{`")?;
        let mut entries = Vec::new();
        while !self.eat('}') {
            if !entries.is_empty() {
                self.expect(',', "`,` or `}`")?;
            }
            let value = self.quoted()?;
            self.expect(':', "`:`")?;
            entries.push((value, self.quoted()?));
        }
        Ok(entries)
    }

    /// Letters, digits and `_`; empty where there are none.
    fn name(&mut self) -> String {
        self.peek();
        let rest = &self.chars[self.at..];
        let name: String = rest
            .iter()
            .take_while(|it| it.is_alphanumeric() || **it == '_')
            .collect();
        self.at += name.chars().count();
        name
    }

    fn number(&mut self) -> Result<i64, ExprError> {
        let minus = self.eat('-');
        self.peek();
        let start = self.at;
        while self.chars.get(self.at).is_some_and(char::is_ascii_digit) {
            self.at += 1;
        }
        let digits: String = minus
            .then_some('-')
            .into_iter()
            .chain(self.chars[start..self.at].iter().copied())
            .collect();
        digits.parse().map_err(|_| {
            self.at = start;
            self.unexpected("a whole number")
        })
    }

    fn quoted(&mut self) -> Result<String, ExprError> {
        self.expect('"', "a text in quotes")?;
        let mut text = String::new();
        loop {
            let next = self.chars.get(self.at).copied();
            self.at += usize::from(next.is_some());
            match next {
                Some('"') => return Ok(text),
                Some('\\') => text.push(self.escaped()?),
                Some(other) => text.push(other),
                None => return Err(self.unexpected("`\"`")),
            }
        }
    }

    /// What stands for a character behind `\`.
    fn escaped(&mut self) -> Result<char, ExprError> {
        let sign = self.chars.get(self.at).copied();
        let plain = match sign {
            Some('n') => Some('\n'),
            Some('r') => Some('\r'),
            Some('t') => Some('\t'),
            Some('"' | '\\') => sign,
            Some('u') => {
                let digits = self.chars.get(self.at + 1..self.at + 5);
                let digits: Option<String> = digits.map(|it| it.iter().collect());
                let code = digits.and_then(|it| u32::from_str_radix(&it, 16).ok());
                let plain = code.and_then(char::from_u32);
                self.at += if plain.is_some() { 4 } else { 0 };
                plain
            }
            Some(_) | None => None,
        };
        match plain {
            Some(it) => {
                self.at += 1;
                Ok(it)
            }
            None => Err(self.unexpected("one of `\\n`, `\\r`, `\\t`, `\\\"`, `\\\\` and `\\u0000`")),
        }
    }
}

/// A function with these constant arguments, if it takes them.
fn operation(name: &str, literals: Vec<Literal>) -> Option<Op> {
    use Literal::{Map, Number, Text};
    let mut literals = literals.into_iter();
    let arguments = (literals.next(), literals.next(), literals.next());
    Some(match (name, arguments) {
        ("stem", (None, None, None)) => Op::Stem,
        ("extension", (None, None, None)) => Op::Extension,
        ("extension_name", (None, None, None)) => Op::ExtensionName,
        ("upper_case", (None, None, None)) => Op::Upper,
        ("lower_case", (None, None, None)) => Op::Lower,
        ("title_case", (None, None, None)) => Op::Title,
        ("trimmed", (None, None, None)) => Op::Trim,
        ("initials", (None, None, None)) => Op::Initials,
        ("number", (None, None, None)) => Op::Number,
        ("moment", (None, None, None)) => Op::Moment,
        ("before", (Some(Text(by)), Some(Number(n)), None)) => Op::Before(by, n),
        ("after", (Some(Text(by)), Some(Number(n)), None)) => Op::After(by, n),
        ("part", (Some(Text(by)), Some(Number(n)), None)) => Op::Part(by, n),
        ("token", (Some(Text(class)), Some(Number(n)), None)) => {
            Op::Token(Class::ALL.into_iter().find(|it| it.name() == class)?, n)
        }
        ("padded", (Some(Number(width)), Some(Text(fill)), None)) => {
            Op::Pad(usize::try_from(width).ok()?, fill)
        }
        ("plus", (Some(Number(n)), None, None)) => Op::Plus(n),
        ("page_of", (Some(Number(each)), None, None)) => Op::Page(each),
        ("place_on_page", (Some(Number(each)), None, None)) => Op::OnPage(each),
        ("date_as", (Some(Text(format)), None, None)) => Op::Date(format),
        ("time_as", (Some(Text(format)), None, None)) => Op::Time(format),
        ("number_as", (Some(Text(format)), None, None)) => Op::NumberAs(format),
        ("replaced", (Some(Text(from)), Some(Text(to)), None)) => Op::Replace(from, to),
        ("slice", (Some(Number(from)), Some(Number(to)), None)) => Op::Slice(from, to),
        ("lookup", (Some(Map(entries)), None, None)) => Op::Lookup(entries),
        _ => return None,
    })
}
