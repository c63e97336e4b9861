//! Playwright's selector language, as its JSON lines and `locator(..)` have it: parts joined by ` >> `.

use crate::{
    intent::Frame,
    locator::{Link, Locator, Target, unread},
    why::{Unread, Why},
    words::Words,
};

/// How deep selectors stand in each other.
const DEEPEST: usize = 8;

/// A selector: the frames on the way, and the element in the last of them.
pub(super) fn read(selector: &str) -> Result<(Vec<Frame>, Locator), Unread> {
    let mut path = Path::new(selector);
    for part in parts(selector) {
        path.push(part, 0).map_err(|why| unread(selector, why))?;
    }
    path.end()
}

/// Links on the way, cut where a frame is entered.
pub(super) struct Path {
    written: String,
    pub(super) frames: Vec<Frame>,
    pub(super) links: Vec<Link>,
}

impl Path {
    pub(super) fn new(written: &str) -> Self {
        Self {
            written: written.to_owned(),
            frames: Vec::new(),
            links: Vec::new(),
        }
    }

    /// What is named so far is a frame, and what follows is in it.
    pub(super) fn enter(&mut self) -> Result<(), Why> {
        let links = std::mem::take(&mut self.links);
        if links.is_empty() {
            return Err("it enters no frame".into());
        }
        self.frames.push(Frame::Element(Target::of(Locator {
            written: self.written.clone(),
            links,
        })));
        Ok(())
    }

    pub(super) fn push(&mut self, part: &str, depth: usize) -> Result<(), Why> {
        if part == "internal:control=enter-frame" {
            return self.enter();
        }
        let links = part_of(part, depth)?;
        self.links.extend(links);
        Ok(())
    }

    pub(super) fn end(self) -> Result<(Vec<Frame>, Locator), Unread> {
        if self.links.is_empty() {
            return Err(unread(&self.written, "it names no element"));
        }
        let locator = Locator {
            written: self.written,
            links: self.links,
        };
        Ok((self.frames, locator))
    }
}

/// The links of a selector that may not enter frames.
fn links_of(selector: &str, depth: usize) -> Result<Locator, Why> {
    if depth > DEEPEST {
        return Err("selectors stand too deep in each other".into());
    }
    let mut links = Vec::new();
    for part in parts(selector) {
        links.extend(part_of(part, depth)?);
    }
    match links.is_empty() {
        true => Err("it names no element".into()),
        false => Ok(Locator {
            written: selector.to_owned(),
            links,
        }),
    }
}

/// Cut at ` >> `, but not in quotes.
fn parts(selector: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut from, mut quote, mut escaped) = (0, None, false);
    for (at, it) in selector.char_indices() {
        match (quote, it) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), it) if it == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'' | '`') => quote = Some(it),
            (None, '>') if selector[at..].starts_with(">>") && at >= from => {
                parts.push(selector[from..at].trim());
                from = at + 2;
            }
            (None, _) => {}
        }
    }
    parts.push(selector[from.min(selector.len())..].trim());
    parts
}

fn part_of(part: &str, depth: usize) -> Result<Vec<Link>, Why> {
    let (engine, body) = match part.split_once('=') {
        Some((engine, body))
            if engine
                .chars()
                .all(|it| it.is_ascii_alphanumeric() || ":_-".contains(it)) =>
        {
            (engine, body)
        }
        _ if part.starts_with("//") || part.starts_with("..") || part.starts_with("(//") => ("xpath", part),
        _ => ("css", part),
    };
    let one = |link: Link| Ok(vec![link]);
    match engine {
        "internal:role" => one(role(body)?),
        "internal:label" => one(Link::Label(words(body)?)),
        "internal:text" => one(Link::Text(words(body)?)),
        "internal:has-text" => one(Link::HasText(words(body)?)),
        "internal:testid" => {
            let (_, words) = attribute(body)?;
            one(Link::TestId(words.text().to_owned()))
        }
        "internal:attr" => match attribute(body)? {
            (name, words) if name == "placeholder" => one(Link::Placeholder(words)),
            (name, words) if name == "alt" => one(Link::Alt(words)),
            (name, words) if name == "title" => one(Link::Title(words)),
            (name, _) => Err(Why::not_read(format!("`[{name}]`"))),
        },
        "internal:has" => one(Link::Has(Box::new(links_of(&json_text(body)?, depth + 1)?))),
        "internal:and" => one(Link::And(Box::new(links_of(&json_text(body)?, depth + 1)?))),
        "nth" => match body {
            "-1" => one(Link::Last),
            _ => one(Link::Nth(
                body.parse().map_err(|_| Why::not_read(format!("`nth={body}`")))?,
            )),
        },
        "visible" if body == "true" => one(Link::Visible),
        "text" => one(Link::Text(match body.strip_prefix(['"', '\'']) {
            Some(inner) => Words::Exactly(inner.trim_end_matches(['"', '\'']).to_owned()),
            None => Words::Within(body.to_owned()),
        })),
        "xpath" => Link::of_xpath(body),
        "css" => one(Link::Css(crate::css::Css::parse(body)?)),
        "id" => one(Link::Css(crate::css::Css::parse(&format!(
            "[id={}]",
            quoted(body)
        ))?)),
        "data-testid" => one(Link::TestId(body.trim_matches('"').to_owned())),
        _ if engine.starts_with("internal:") => Err(Why::not_read(format!("`{engine}`"))),
        // An attribute's comparison has a `=` as well.
        _ => one(Link::Css(crate::css::Css::parse(part)?)),
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// `button[name="Save"i][checked=true]`.
fn role(body: &str) -> Result<Link, Why> {
    let (role, mut rest) = match body.find('[') {
        Some(at) => body.split_at(at),
        None => (body, ""),
    };
    let (mut name, mut checked) = (None, None);
    while let Some(inner) = rest.strip_prefix('[') {
        let end = end_of_bracket(inner).ok_or("a `[` is not closed")?;
        let (key, value) = inner[..end].split_once('=').unwrap_or((&inner[..end], "true"));
        match key.trim() {
            "name" => name = Some(words(value)?),
            "checked" => checked = Some(value.trim() == "true"),
            // What hidden elements are called does not matter on a screen.
            "include-hidden" => {}
            other => return Err(Why::not_read(format!("`[{other}]` of a role"))),
        }
        rest = &inner[end + 1..];
    }
    Ok(Link::Role {
        role: Some(role.trim().to_owned()).filter(|it| !it.is_empty()),
        name,
        checked,
    })
}

fn end_of_bracket(text: &str) -> Option<usize> {
    let (mut quoted, mut escaped) = (false, false);
    for (at, it) in text.char_indices() {
        match it {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            ']' if !quoted => return Some(at),
            _ => {}
        }
    }
    None
}

/// `[placeholder="Name"i]`.
fn attribute(body: &str) -> Result<(String, Words), Why> {
    let inner = body
        .strip_prefix('[')
        .and_then(|it| it.strip_suffix(']'))
        .ok_or("there is no `[..]`")?;
    let (name, value) = inner.split_once('=').ok_or("there is no `=`")?;
    Ok((name.trim().to_owned(), words(value)?))
}

/// `"text"i` is somewhere in any case, `"text"s` is the whole; `/x/` is a pattern and not read.
fn words(text: &str) -> Result<Words, Why> {
    let text = text.trim();
    if text.starts_with('/') {
        return Err("a regular expression is not read".into());
    }
    let (body, exact) = match text.strip_suffix('s') {
        Some(body) if body.ends_with('"') => (body, true),
        _ => (
            text.strip_suffix('i')
                .filter(|it| it.ends_with('"'))
                .unwrap_or(text),
            false,
        ),
    };
    let text = json_text(body)?;
    Ok(if exact {
        Words::Exactly(text)
    } else {
        Words::Within(text)
    })
}

fn json_text(text: &str) -> Result<String, Why> {
    match text.starts_with('"') {
        true => serde_json::from_str(text).map_err(|_| "a text in quotes is not closed".into()),
        false => Ok(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors_are_read() {
        let (frames, locator) = read(
            "iframe[name=\"pay\"] >> internal:control=enter-frame >> internal:role=textbox[name=\"Card >> no\"i] >> nth=1",
        )
        .unwrap();
        assert_eq!(frames.len(), 1);
        let name = Some(Words::Within("Card >> no".to_owned()));
        assert_eq!(
            locator.links[0],
            Link::Role {
                role: Some("textbox".to_owned()),
                name,
                checked: None
            }
        );
        assert_eq!(locator.links[1], Link::Nth(1));
        let (_, locator) =
            read("internal:role=row[name=\"INV\"i] >> internal:has-text=\"x\"i >> internal:label=\"A\"s")
                .unwrap();
        assert_eq!(locator.links.len(), 3);
        let (_, locator) = read("internal:has=\"internal:text=\\\"a\\\"i\"").unwrap();
        assert!(matches!(locator.links[0], Link::Has(_)));
        let (_, locator) = read("internal:attr=[placeholder=\"Your name\"i]").unwrap();
        assert_eq!(
            locator.links,
            [Link::Placeholder(Words::Within("Your name".to_owned()))]
        );
    }

    #[test]
    fn what_is_not_read_is_said() {
        for (selector, why) in [
            ("internal:text=/a.c/i", "regular expression"),
            ("internal:control=enter-frame", "no frame"),
            ("internal:or=\"a\"", "not read"),
            ("a >> ", "missing"),
            ("internal:role=button[level=2]", "not read"),
            ("nth=x", "not read"),
        ] {
            let error = read(selector).unwrap_err();
            assert!(error.why.to_string().contains(why), "{selector}: {}", error.why);
        }
    }
}
