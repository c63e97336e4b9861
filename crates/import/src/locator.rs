//! How other tools name an element.

use std::fmt;

use crate::why::{Unread, Why};
use crate::{css::Css, words::Words, xpath};

/// All names that a file has for one element. They must agree on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Those that are understood.
    pub names: Vec<Locator>,
    /// Those that are not.
    pub unread: Vec<Unread>,
}

/// One name: each link narrows down what the one before names.
#[derive(Clone, Debug, PartialEq)]
pub struct Locator {
    /// As it stands in the file.
    pub written: String,
    /// Its links, at least one.
    pub links: Vec<Link>,
}

/// A link of a locator.
#[derive(Clone, Debug, PartialEq)]
pub enum Link {
    /// An element with this ARIA role, and this accessible name.
    Role {
        /// The role; none is any.
        role: Option<String>,
        /// The name; none is any.
        name: Option<Words>,
        /// Whether it is checked, where that is said.
        checked: Option<bool>,
    },
    /// A field with this label.
    Label(Words),
    /// A field with this placeholder.
    Placeholder(Words),
    /// The innermost element with this text.
    Text(Words),
    /// A picture with this alternative text.
    Alt(Words),
    /// An element with this tooltip.
    Title(Words),
    /// An element with this test id.
    TestId(String),
    /// An element with this CSS selector, or this XPath, which is read into the same form.
    Css(Css),
    /// Only those with this text in them.
    HasText(Words),
    /// Only those with such an element in them.
    Has(Box<Locator>),
    /// Only those that this names as well.
    And(Box<Locator>),
    /// Only those that show, which all do that are on a screen.
    Visible,
    /// The one with this number, from 0.
    Nth(usize),
    /// The last one.
    Last,
}

impl Target {
    /// With this name alone.
    pub fn of(name: Locator) -> Self {
        Self {
            names: vec![name],
            unread: Vec::new(),
        }
    }

    /// From names that were read or not; none of them is an error that says why.
    pub(crate) fn read(all: Vec<Result<Locator, Unread>>) -> Result<Self, Why> {
        let mut target = Self {
            names: Vec::new(),
            unread: Vec::new(),
        };
        for it in all {
            match it {
                Ok(name) if target.names.contains(&name) => {}
                Ok(name) => target.names.push(name),
                Err(unread) => target.unread.push(unread),
            }
        }
        match (target.names.is_empty(), target.unread.first()) {
            (false, _) => Ok(target),
            (true, Some(first)) => Err(first.clone().into()),
            (true, None) => Err("it names no element".into()),
        }
    }
}

impl Locator {
    /// A CSS selector.
    pub(crate) fn css(written: &str) -> Result<Self, Unread> {
        Self::css_as(written, written)
    }

    /// A CSS selector that stands in the file in another way.
    pub(crate) fn css_as(selector: &str, written: &str) -> Result<Self, Unread> {
        match Css::parse(selector) {
            Ok(css) => Ok(Self::of(written, Link::Css(css))),
            Err(why) => Err(unread(written, why)),
        }
    }

    /// An XPath.
    pub(crate) fn xpath(path: &str, written: &str) -> Result<Self, Unread> {
        match Link::of_xpath(path) {
            Ok(links) => Ok(Self {
                written: written.to_owned(),
                links,
            }),
            Err(why) => Err(unread(written, why)),
        }
    }

    /// With one link.
    pub(crate) fn of(written: &str, link: Link) -> Self {
        Self {
            written: written.to_owned(),
            links: vec![link],
        }
    }
}

impl Link {
    /// An XPath as links.
    pub(crate) fn of_xpath(path: &str) -> Result<Vec<Self>, Why> {
        let (css, number) = xpath::parse(path)?;
        Ok([Link::Css(css)]
            .into_iter()
            .chain(number.map(Link::Nth))
            .collect())
    }
}

/// A name that is not understood.
pub(crate) fn unread(written: &str, why: impl Into<Why>) -> Unread {
    Unread {
        written: written.to_owned(),
        why: why.into(),
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.names.iter().map(|it| format!("`{}`", it.written)).collect();
        f.write_str(&names.join(" or "))
    }
}
