//! Chains of calls as generated code has them, in JavaScript and in Python: `page.getByRole('button', { name: 'Save' })`.
//!
//! Not a parser of either language: what is no chain of calls with plain values is not read.

use crate::intent::{Part, Text};
use crate::why::Why;

/// How deep calls stand in each other.
const DEEPEST: usize = 16;

/// `root.link(args).link`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Chain {
    /// The name that it begins with.
    pub root: String,
    /// What is called or taken, in order; a call of the root itself is one without a name.
    pub links: Vec<Link>,
}

/// One call, or one member.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Link {
    pub name: String,
    pub args: Vec<Value>,
    /// Options: an object at the end in JavaScript, keyword arguments in Python.
    pub named: Vec<(String, Value)>,
}

/// Arguments by their place, and by their name.
type Arguments = (Vec<Value>, Vec<(String, Value)>);

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Text(Text),
    Number(String),
    Bool(bool),
    Null,
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
    Chain(Chain),
    /// A regular expression or another thing that has no meaning here.
    Other(&'static str),
}

impl Link {
    /// The first argument, if it is a text.
    pub fn text(&self) -> Option<&Text> {
        self.args.first().and_then(Value::text)
    }

    /// An option by its name, in the spelling of either language.
    pub fn option(&self, name: &str) -> Option<&Value> {
        self.named
            .iter()
            .find(|(it, _)| camel(it) == name)
            .map(|(_, value)| value)
    }
}

impl Value {
    pub fn text(&self) -> Option<&Text> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A text in which no variable stands.
    pub fn plain(&self) -> Option<String> {
        self.text().and_then(|it| it.fill(&|_| None).ok())
    }
}

/// `get_by_role` as `getByRole`. Capitals stay: `toHaveURL` has another name where words are split at each case.
pub(super) fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |mut out, part| {
        let mut letters = part.chars();
        out.extend(letters.next().map(|it| it.to_ascii_uppercase()));
        out.extend(letters);
        out
    })
}

/// Read an expression that is nothing but a chain or a value; `await` in front of it is left out.
pub(super) fn parse(text: &str) -> Result<Value, Why> {
    let mut reader = Reader { rest: text, depth: 0 };
    let value = reader.value()?;
    reader.space();
    match reader.rest.trim_end_matches([';', ' ', '\n', '\r', '\t']) {
        "" => Ok(value),
        rest => Err(Why::Unexpected {
            found: short(rest).to_owned(),
        }),
    }
}

fn short(text: &str) -> String {
    text.chars().take(20).collect()
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

impl Reader<'_> {
    fn space(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            match self.rest.strip_prefix("//") {
                Some(comment) => self.rest = comment.split_once('\n').map_or("", |(_, rest)| rest),
                None => return,
            }
        }
    }

    fn eat(&mut self, token: &str) -> bool {
        self.space();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn name(&mut self) -> Option<String> {
        self.space();
        let end = self
            .rest
            .find(|it: char| !(it.is_alphanumeric() || it == '_' || it == '$'))
            .unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        let first = name.chars().next()?;
        if first.is_ascii_digit() {
            return None;
        }
        self.rest = rest;
        Some(name.to_owned())
    }

    fn value(&mut self) -> Result<Value, Why> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("calls stand too deep in each other".into());
        }
        let value = self.value_inside();
        self.depth -= 1;
        value
    }

    fn value_inside(&mut self) -> Result<Value, Why> {
        self.space();
        let Some(first) = self.rest.chars().next() else {
            return Err("a value is missing".into());
        };
        match first {
            '"' | '\'' | '`' => return self.text(false).map(Value::Text),
            '[' => return self.list(),
            '{' => return self.object(),
            '/' => return self.pattern(),
            '-' | '0'..='9' => return Ok(self.number()),
            '(' => {
                // `(await promise)`
                self.rest = &self.rest[1..];
                let value = self.value()?;
                if !self.eat(")") {
                    return Err("a `(` is not closed".into());
                }
                return Ok(value);
            }
            _ => {}
        }
        let Some(name) = self.name() else {
            return Err(Why::Begins {
                found: short(self.rest).to_owned(),
                what: "value",
            });
        };
        match name.as_str() {
            "await" => return self.value(),
            "true" | "True" => return Ok(Value::Bool(true)),
            "false" | "False" => return Ok(Value::Bool(false)),
            "null" | "undefined" | "None" => return Ok(Value::Null),
            "f" | "r" if self.rest.starts_with(['"', '\'']) => {
                return self.text(name == "f").map(Value::Text);
            }
            "new" => return Err("`new` is not read".into()),
            _ => {}
        }
        let mut chain = Chain {
            root: name,
            links: Vec::new(),
        };
        if self.rest.starts_with('(') {
            let (args, named) = self.arguments()?;
            chain.links.push(Link {
                name: String::new(),
                args,
                named,
            });
        }
        while self.eat(".") {
            let name = self.name().ok_or("a name is missing behind a dot")?;
            let (args, named) = match self.rest.starts_with('(') {
                true => self.arguments()?,
                false => (Vec::new(), Vec::new()),
            };
            chain.links.push(Link { name, args, named });
        }
        if let Some(index) = self.rest.strip_prefix('[') {
            // `os.environ["X"]`
            self.rest = index;
            let index = self.value()?;
            if !self.eat("]") {
                return Err("a `[` is not closed".into());
            }
            chain.links.push(Link {
                name: "[]".to_owned(),
                args: vec![index],
                named: Vec::new(),
            });
        }
        Ok(match environment(&chain) {
            Some(variable) => Value::Text(Text(vec![Part::Variable(variable)])),
            None if chain.links.is_empty() => Value::Text(Text(vec![Part::Variable(chain.root)])),
            None if chain.root == "re" => Value::Other("a regular expression"),
            None => Value::Chain(chain),
        })
    }

    fn arguments(&mut self) -> Result<Arguments, Why> {
        let (mut args, mut named) = (Vec::new(), Vec::new());
        self.eat("(");
        while !self.eat(")") {
            // A keyword of Python, but not a comparison.
            let before = self.rest;
            let keyword = self
                .name()
                .filter(|_| self.eat("=") && !self.rest.starts_with(['=', '>']));
            match keyword {
                Some(name) => named.push((name, self.value()?)),
                None => {
                    self.rest = before;
                    match self.value()? {
                        Value::Object(entries) => named.extend(entries),
                        value => args.push(value),
                    }
                }
            }
            if !self.eat(",") {
                if self.eat(")") {
                    break;
                }
                return Err("a `(` is not closed, or something else than values stands in it".into());
            }
        }
        Ok((args, named))
    }

    fn list(&mut self) -> Result<Value, Why> {
        self.eat("[");
        let mut all = Vec::new();
        while !self.eat("]") {
            all.push(self.value()?);
            if !self.eat(",") {
                if self.eat("]") {
                    break;
                }
                return Err("a `[` is not closed".into());
            }
        }
        Ok(Value::List(all))
    }

    fn object(&mut self) -> Result<Value, Why> {
        self.eat("{");
        let mut all = Vec::new();
        while !self.eat("}") {
            self.space();
            let key = match self.rest.starts_with(['"', '\'']) {
                true => Value::Text(self.text(false)?).plain(),
                false => self.name(),
            };
            let key = key.ok_or("a key is missing")?;
            if !self.eat(":") {
                return Err(Why::NoValue { key });
            }
            all.push((key, self.value()?));
            if !self.eat(",") {
                if self.eat("}") {
                    break;
                }
                return Err("a `{` is not closed".into());
            }
        }
        Ok(Value::Object(all))
    }

    fn number(&mut self) -> Value {
        let end = self.rest[1..]
            .find(|it: char| !(it.is_ascii_alphanumeric() || "._".contains(it)))
            .map_or(self.rest.len(), |it| it + 1);
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest;
        Value::Number(number.to_owned())
    }

    fn pattern(&mut self) -> Result<Value, Why> {
        let mut escaped = false;
        for (at, it) in self.rest.char_indices().skip(1) {
            match it {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '/' => {
                    self.rest = self.rest[at + 1..].trim_start_matches(|it: char| it.is_ascii_alphabetic());
                    return Ok(Value::Other("a regular expression"));
                }
                '\n' => break,
                _ => {}
            }
        }
        Err("a `/` begins no value".into())
    }

    /// A text in quotes of any kind; variables stand in it where it is a template.
    fn text(&mut self, formatted: bool) -> Result<Text, Why> {
        let triple = ["\"\"\"", "'''"].into_iter().find(|it| self.rest.starts_with(it));
        let quote = triple.unwrap_or(&self.rest[..1]);
        let body = &self.rest[quote.len()..];
        let mut out = String::new();
        let mut at = 0;
        loop {
            let Some(it) = body[at..].chars().next() else {
                return Err("a text is not closed".into());
            };
            if body[at..].starts_with(quote) {
                break;
            }
            at += it.len_utf8();
            if it == '\\' {
                at += escape(&body[at..], &mut out)?;
            } else if it == '\n' && quote.len() == 1 && quote != "`" {
                return Err("a text is not closed".into());
            } else {
                out.push(it);
            }
        }
        self.rest = &body[at + quote.len()..];
        Ok(match (quote, formatted) {
            ("`", _) => Text::with_variables(&out, "${", '}'),
            (_, true) => Text::with_variables(&out, "{", '}'),
            (_, false) => Text::plain(out),
        })
    }
}

/// What stands behind a backslash: how many bytes of it.
fn escape(text: &str, out: &mut String) -> Result<usize, Why> {
    let Some(it) = text.chars().next() else {
        return Err("a text is not closed".into());
    };
    let code = |from: usize, len: usize| {
        let digits = text.get(from..from + len)?;
        u32::from_str_radix(digits, 16)
            .ok()
            .map(|code| (code, from + len))
    };
    let coded = match it {
        'x' => code(1, 2),
        'u' if text.starts_with("u{") => {
            let end = text.find('}').unwrap_or(0);
            (end > 2)
                .then(|| code(2, end - 2))
                .flatten()
                .map(|(code, at)| (code, at + 1))
        }
        'u' => code(1, 4),
        'U' => code(1, 8),
        'n' => {
            out.push('\n');
            return Ok(1);
        }
        't' => {
            out.push('\t');
            return Ok(1);
        }
        'r' => {
            out.push('\r');
            return Ok(1);
        }
        // A line goes on behind a backslash at its end.
        '\n' => return Ok(1),
        it => {
            out.push(it);
            return Ok(it.len_utf8());
        }
    };
    let (high, len) = coded.ok_or("an escape in a text is not read")?;
    if let Some(letter) = char::from_u32(high) {
        out.push(letter);
        return Ok(len);
    }
    // Two halves of one letter.
    let low = text.get(len..len + 6).and_then(|it| it.strip_prefix("\\u"));
    let low = low.and_then(|it| u32::from_str_radix(it, 16).ok());
    let pair = low.filter(|low| (0xd800..0xdc00).contains(&high) && (0xdc00..0xe000).contains(low));
    let letter = pair.and_then(|low| char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)));
    out.push(letter.ok_or("an escape in a text is not read")?);
    Ok(len + 6)
}

/// The variable of the environment that a chain reads.
fn environment(chain: &Chain) -> Option<String> {
    let names: Vec<&str> = chain.links.iter().map(|it| it.name.as_str()).collect();
    match (chain.root.as_str(), &names[..]) {
        ("process", ["env", name]) if chain.links[1].args.is_empty() => Some((*name).to_owned()),
        ("os", ["environ", "[]"]) => chain.links[1].args.first().and_then(Value::plain),
        ("os", ["getenv"]) | ("os", ["environ", "get"]) => {
            chain.links.last()?.args.first().and_then(Value::plain)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn chain(text: &str) -> Chain {
        match parse(text) {
            Ok(Value::Chain(chain)) => chain,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn both_languages_say_the_same() {
        let js = chain(
            "await page.getByRole('textbox', { name: 'It\\'s', exact: true }).click({\n  clickCount: 3\n});",
        );
        let python = chain("page.get_by_role(\"textbox\", name=\"It's\", exact=True).click(click_count=3)");
        assert_eq!(js.root, python.root);
        for (js, python) in js.links.iter().zip(&python.links) {
            assert_eq!(js.name, camel(&python.name));
            assert_eq!(js.args, python.args);
            for (name, value) in &js.named {
                assert_eq!(python.option(name), Some(value));
            }
        }
    }

    #[test]
    fn texts_and_variables() {
        let text = |it: &str| parse(it).unwrap().text().unwrap().to_string();
        assert_eq!(text(r#""a\n\u00e9\x41\ud83d\ude00""#), "\"a\\né\u{41}😀\"");
        assert_eq!(text("`Dear ${name}`"), "\"Dear {name}\"");
        assert_eq!(text("f\"{user}@x\""), "\"{user}@x\"");
        assert_eq!(text("process.env.USER_NAME"), "\"{USER_NAME}\"");
        assert_eq!(text("os.environ[\"PW\"]"), "\"{PW}\"");
        assert_eq!(text("'''a\nb'''"), "\"a\\nb\"");
    }

    #[test]
    fn what_is_no_chain_is_said() {
        for (text, why) in [
            ("a + b", "not expected"),
            ("a('x", "not closed"),
            ("a.", "name is missing"),
            ("new RegExp('a')", "`new`"),
            ("a(b => c)", "a `(` is not closed"),
            ("'\\ud800'", "escape"),
            ("", "missing"),
            (&"(".repeat(99), "too deep"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.to_string().contains(why), "{text}: {error}");
        }
    }
}
