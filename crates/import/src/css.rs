//! The part of CSS selectors that recorders write, read into a form that XPath is read into as well.
//!
//! A CSS crate answers yes or no on a whole document. What is held against a selector here is a list of what shows, with
//! gaps in it: the answer has a third value, so the reader is our own.

use crate::why::Why;
use crate::words::Words;

/// A selector: its last step is the element, the ones before stand around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Css {
    /// The steps, at least one.
    pub(crate) steps: Vec<Step>,
}

/// One step, and how it hangs on the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// Whether it is a child of the step before, not just somewhere in it.
    pub(crate) child: bool,
    /// The tag, in small letters; none is any.
    pub(crate) tag: Option<String>,
    pub(crate) tests: Vec<Test>,
}

/// What an element must be beside its tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Test {
    Class(String),
    /// An attribute; an id is one.
    Attribute {
        name: String,
        how: How,
        value: String,
    },
    /// Its number among its siblings, from 1.
    Child(usize),
    /// Its number among its siblings with its tag, from 1.
    OfType(usize),
    LastChild,
    Text(Words),
}

/// How an attribute is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    There,
    Equals,
    Word,
    Starts,
    Ends,
    Contains,
}

impl Css {
    /// Read a selector; the error says what of it is not understood.
    pub(crate) fn parse(text: &str) -> Result<Self, Why> {
        let mut reader = Reader { rest: text.trim() };
        let mut steps = Vec::new();
        let mut child = false;
        loop {
            steps.push(reader.step(child)?);
            let spaced = reader.rest.starts_with(char::is_whitespace);
            reader.space();
            match reader.rest.chars().next() {
                None => break,
                Some('>') => {
                    reader.skip(1);
                    reader.space();
                    child = true;
                }
                Some('+' | '~') => return Err("siblings (`+`, `~`) are not read".into()),
                Some(',') => return Err("it lists several selectors".into()),
                Some(_) if spaced => child = false,
                Some(it) => {
                    return Err(Why::Unexpected {
                        found: it.to_string(),
                    });
                }
            }
        }
        Ok(Self { steps })
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }

    fn space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn step(&mut self, child: bool) -> Result<Step, Why> {
        let mut step = Step {
            child,
            tag: None,
            tests: Vec::new(),
        };
        let mut any = false;
        if self.rest.starts_with('*') {
            self.skip(1);
            any = true;
        } else if let Some(tag) = self.name() {
            step.tag = Some(tag.to_lowercase());
            any = true;
        }
        loop {
            let test = match self.rest.chars().next() {
                Some('#') => {
                    self.skip(1);
                    Test::Attribute {
                        name: "id".to_owned(),
                        how: How::Equals,
                        value: self.name().ok_or("there is no id behind `#`")?,
                    }
                }
                Some('.') => {
                    self.skip(1);
                    Test::Class(self.name().ok_or("there is no class behind `.`")?)
                }
                Some('[') => self.attribute()?,
                Some(':') => match self.pseudo()? {
                    Some(test) => test,
                    None => continue,
                },
                _ if any => return Ok(step),
                Some(it) => {
                    return Err(Why::Begins {
                        found: it.to_string(),
                        what: "selector",
                    });
                }
                None => return Err("a part of it is missing".into()),
            };
            step.tests.push(test);
            any = true;
        }
    }

    /// A name, with escapes resolved.
    fn name(&mut self) -> Option<String> {
        let mut name = String::new();
        let mut all = self.rest.char_indices().peekable();
        let mut end = 0;
        while let Some((at, it)) = all.next() {
            match it {
                '\\' => {
                    let mut hex = String::new();
                    while let Some((_, digit)) =
                        all.next_if(|(_, it)| hex.len() < 6 && it.is_ascii_hexdigit())
                    {
                        hex.push(digit);
                    }
                    if hex.is_empty() {
                        let (_, escaped) = all.next()?;
                        name.push(escaped);
                    } else {
                        name.push(u32::from_str_radix(&hex, 16).ok().and_then(char::from_u32)?);
                        all.next_if(|(_, it)| it.is_whitespace());
                    }
                }
                it if it.is_alphanumeric() || it == '-' || it == '_' || !it.is_ascii() => name.push(it),
                _ => {
                    end = at;
                    break;
                }
            }
            end = all.peek().map_or(self.rest.len(), |(at, _)| *at);
        }
        if name.is_empty() {
            return None;
        }
        self.skip(end);
        Some(name)
    }

    fn attribute(&mut self) -> Result<Test, Why> {
        self.skip(1);
        self.space();
        let name = self.name().ok_or("there is no name behind `[`")?.to_lowercase();
        self.space();
        let operators = [
            ("=", How::Equals),
            ("~=", How::Word),
            ("^=", How::Starts),
            ("$=", How::Ends),
            ("*=", How::Contains),
        ];
        let Some((sign, how)) = operators
            .into_iter()
            .find(|(sign, _)| self.rest.starts_with(sign))
        else {
            if !self.rest.starts_with(']') {
                return Err(Why::not_read(format!("the comparison of `{name}`")));
            }
            self.skip(1);
            return Ok(Test::Attribute {
                name,
                how: How::There,
                value: String::new(),
            });
        };
        self.skip(sign.len());
        self.space();
        let value = match self.quoted()? {
            Some(value) => value,
            None => self
                .name()
                .ok_or_else(|| Why::NoComparison { name: name.clone() })?,
        };
        self.space();
        // A flag for capital letters may stand behind the value.
        if self.rest.starts_with(['i', 's']) {
            self.skip(1);
            self.space();
        }
        if !self.rest.starts_with(']') {
            return Err("a `[` is not closed".into());
        }
        self.skip(1);
        Ok(Test::Attribute { name, how, value })
    }

    /// A text in quotes, where one stands.
    fn quoted(&mut self) -> Result<Option<String>, Why> {
        let Some(quote) = self.rest.chars().next().filter(|it| matches!(it, '"' | '\'')) else {
            return Ok(None);
        };
        let mut value = String::new();
        let mut all = self.rest.char_indices().skip(1);
        while let Some((at, it)) = all.next() {
            match it {
                '\\' => value.extend(all.next().map(|(_, it)| it)),
                it if it == quote => {
                    self.skip(at + 1);
                    return Ok(Some(value));
                }
                it => value.push(it),
            }
        }
        Err("a quote is not closed".into())
    }

    /// A pseudo-class; none is one that says nothing about what shows.
    fn pseudo(&mut self) -> Result<Option<Test>, Why> {
        self.skip(1);
        let name = self.name().ok_or("there is no name behind `:`")?;
        let argument = match self.rest.starts_with('(') {
            true => Some(self.argument(&name)?),
            false => None,
        };
        let number = |text: &str| text.trim().parse::<usize>().ok().filter(|it| *it > 0);
        let words = |text: &str| {
            let mut reader = Reader { rest: text.trim() };
            match reader.quoted() {
                Ok(Some(text)) if reader.rest.is_empty() => Some(Words::Within(text)),
                Ok(_) | Err(_) => None,
            }
        };
        let test = match (name.as_str(), argument) {
            ("visible", None) => return Ok(None),
            ("first-child", None) => Some(Test::Child(1)),
            ("last-child", None) => Some(Test::LastChild),
            ("first-of-type", None) => Some(Test::OfType(1)),
            ("nth-child", Some(it)) => number(it).map(Test::Child),
            ("nth-of-type", Some(it)) => number(it).map(Test::OfType),
            ("has-text", Some(it)) => words(it).map(Test::Text),
            _ => None,
        };
        test.map(Some).ok_or_else(|| Why::not_read(format!("`:{name}`")))
    }

    fn argument(&mut self, name: &str) -> Result<&'a str, Why> {
        let text = self.rest;
        let (mut depth, mut quote) = (0_usize, None);
        for (at, it) in text.char_indices() {
            match (quote, it) {
                (Some(open), it) if it == open => quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'') => quote = Some(it),
                (None, '(') => depth += 1,
                (None, ')') => {
                    depth -= 1;
                    if depth == 0 {
                        self.skip(at + 1);
                        return Ok(&text[1..at]);
                    }
                }
                (None, _) => {}
            }
        }
        Err(Why::Open {
            what: format!(":{name}("),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors_of_recorders() {
        let css = Css::parse("#nav > ul > li:nth-child(2) > a.b.c[data-x='1 2'][href*=\"/y\"]").unwrap();
        assert_eq!(css.steps.len(), 4);
        assert_eq!(
            css.steps.iter().map(|it| it.child).collect::<Vec<_>>(),
            [false, true, true, true]
        );
        assert_eq!(css.steps[2].tests, [Test::Child(2)]);
        assert_eq!(css.steps[3].tests.len(), 4);
        let css = Css::parse("tr:nth-of-type(2) BUTTON").unwrap();
        assert_eq!(css.steps[1].tag.as_deref(), Some("button"));
        let css = Css::parse(r"#\31 23\:x").unwrap();
        let Test::Attribute { value, .. } = &css.steps[0].tests[0] else {
            panic!("an id is an attribute");
        };
        assert_eq!(value, "123:x");
    }

    #[test]
    fn what_is_not_read_is_said() {
        for (selector, why) in [
            ("a + b", "siblings"),
            ("a, b", "several"),
            ("a:not(.b)", "`:not` is not read"),
            ("", "missing"),
            ("a >", "missing"),
            ("[x", "not read"),
            ("[x=\"", "quote"),
            ("li:nth-child(2n+1)", "`:nth-child` is not read"),
            ("a:hover(", "not closed"),
            ("$", "begins no selector"),
        ] {
            let error = Css::parse(selector).unwrap_err();
            assert!(error.to_string().contains(why), "{selector}: {error}");
        }
    }
}
