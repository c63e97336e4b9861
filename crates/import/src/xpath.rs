//! The part of XPath that recorders write, read into the form of CSS selectors.

use crate::{
    css::{Css, How, Step, Test},
    why::Why,
    words::Words,
};

/// Read a path, and which of all that it names is meant, from 0; the error says what of it is not understood.
pub(crate) fn parse(text: &str) -> Result<(Css, Option<usize>), Why> {
    let text = text.trim();
    // `(//a)[2]` is the second of all.
    if let Some(inner) = text.strip_prefix('(') {
        let (path, number) = inner.rsplit_once(")[").ok_or("a `(` is not closed")?;
        let number = number.strip_suffix(']').and_then(|it| it.parse::<usize>().ok());
        let number = number
            .and_then(|it| it.checked_sub(1))
            .ok_or("the number behind `)` is not read")?;
        return Ok((steps(path)?, Some(number)));
    }
    Ok((steps(text)?, None))
}

fn steps(text: &str) -> Result<Css, Why> {
    let mut steps = Vec::new();
    let mut rest = text;
    // `id("x")/a` begins at an element with an id.
    if let Some(inner) = rest.strip_prefix("id(") {
        let (id, behind) = literal(inner).ok_or("`id(` has no text")?;
        rest = behind.strip_prefix(')').ok_or("`id(` is not closed")?;
        steps.push(Step {
            child: false,
            tag: None,
            tests: vec![Test::Attribute {
                name: "id".to_owned(),
                how: How::Equals,
                value: id,
            }],
        });
    }
    // A path without a slash begins at the document, as one with a slash does.
    let mut child = !rest.starts_with("//");
    if steps.is_empty() {
        rest = rest.trim_start_matches('.');
        rest = rest
            .strip_prefix("//")
            .or_else(|| rest.strip_prefix('/'))
            .unwrap_or(rest);
    }
    loop {
        if !steps.is_empty() {
            if rest.is_empty() {
                break;
            }
            let deeper = rest.strip_prefix("//");
            child = deeper.is_none();
            rest = deeper
                .or_else(|| rest.strip_prefix('/'))
                .ok_or("a `/` is missing")?;
        }
        let end = rest
            .find(|it: char| !(it.is_alphanumeric() || "*-_:.@".contains(it)))
            .unwrap_or(rest.len());
        let (tag, behind) = rest.split_at(end);
        if tag.is_empty() || tag.contains([':', '.', '@']) || behind.starts_with('(') {
            return Err(Why::not_read(format!("the step `{tag}`")));
        }
        let mut step = Step {
            child,
            tag: (tag != "*").then(|| tag.to_lowercase()),
            tests: Vec::new(),
        };
        rest = behind;
        while let Some(inner) = rest.strip_prefix('[') {
            rest = predicate(inner, &mut step)?;
        }
        steps.push(step);
    }
    Ok(Css { steps })
}

/// Read what stands in brackets; what follows behind them.
fn predicate<'a>(text: &'a str, step: &mut Step) -> Result<&'a str, Why> {
    let mut rest = text.trim_start();
    loop {
        let test;
        (test, rest) = condition(rest, step)?;
        step.tests.push(test);
        rest = rest.trim_start();
        match rest.strip_prefix("and ") {
            Some(behind) => rest = behind.trim_start(),
            None => {
                return rest.strip_prefix(']').ok_or_else(|| "a `[` is not closed".into());
            }
        }
    }
}

fn condition<'a>(text: &'a str, step: &Step) -> Result<(Test, &'a str), Why> {
    let digits = text.len() - text.trim_start_matches(|it: char| it.is_ascii_digit()).len();
    if digits > 0 {
        let number = text[..digits]
            .parse::<usize>()
            .map_err(|_| "a number is too large")?;
        return match (number, step.tests.is_empty(), &step.tag) {
            (0, _, _) => Err("numbers begin at 1".into()),
            (_, true, Some(_)) => Ok((Test::OfType(number), &text[digits..])),
            (_, true, None) => Ok((Test::Child(number), &text[digits..])),
            // It counts those that the brackets before have left over.
            (_, false, _) => Err("a number behind a condition is not read".into()),
        };
    }
    if let Some(inner) = text.strip_prefix("contains(") {
        return compared(inner, ")", How::Contains);
    }
    if let Some(inner) = text.strip_prefix("starts-with(") {
        return compared(inner, ")", How::Starts);
    }
    compared(text, "", How::Equals)
}

/// `@name='value'`, `text()='value'`, or the same with a comma within a call.
fn compared<'a>(text: &'a str, close: &str, how: How) -> Result<(Test, &'a str), Why> {
    let not_read = || {
        let shown: String = text.chars().take(30).collect();
        Why::not_read(format!("the condition `{shown}`"))
    };
    let text_functions = [
        "text()",
        "normalize-space(text())",
        "normalize-space(.)",
        "normalize-space()",
        ".",
    ];
    let (name, rest) = match text.trim_start().strip_prefix('@') {
        Some(behind) => {
            let end = behind
                .find(|it: char| !(it.is_alphanumeric() || "-_:".contains(it)))
                .unwrap_or(behind.len());
            (Some(&behind[..end]), &behind[end..])
        }
        None => {
            let function = text_functions
                .iter()
                .find(|it| text.trim_start().starts_with(**it));
            let function = function.ok_or_else(not_read)?;
            (None, &text.trim_start()[function.len()..])
        }
    };
    let rest = rest.trim_start();
    let sign = if close.is_empty() { '=' } else { ',' };
    let Some(behind) = rest.strip_prefix(sign) else {
        return match name {
            Some(name) if close.is_empty() && !name.is_empty() => Ok((
                Test::Attribute {
                    name: name.to_lowercase(),
                    how: How::There,
                    value: String::new(),
                },
                rest,
            )),
            _ => Err(not_read()),
        };
    };
    let (value, rest) = literal(behind.trim_start()).ok_or_else(not_read)?;
    let rest = rest.trim_start().strip_prefix(close).ok_or_else(not_read)?;
    let test = match (name, how) {
        (Some(""), _) => return Err(not_read()),
        (Some(name), how) => Test::Attribute {
            name: name.to_lowercase(),
            how,
            value,
        },
        (None, How::Equals) => Test::Text(Words::Exactly(value)),
        (None, _) => Test::Text(Words::Within(value)),
    };
    Ok((test, rest))
}

/// A text in quotes, and what follows.
fn literal(text: &str) -> Option<(String, &str)> {
    let quote = text.chars().next().filter(|it| matches!(it, '"' | '\''))?;
    let (value, rest) = text[1..].split_once(quote)?;
    Some((value.to_owned(), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn same(path: &str, selector: &str) {
        let css = Css::parse(selector).unwrap();
        assert_eq!(parse(path), Ok((css, None)), "{path}");
    }

    #[test]
    fn paths_of_recorders_are_selectors() {
        same("//input[@id='a b']", "input[id='a b']");
        same(
            "//*[@id=\"rows\"]/tr[2]/td[5]/button[1]",
            "[id=rows] > tr:nth-of-type(2) > td:nth-of-type(5) > button:nth-of-type(1)",
        );
        same("id(\"male\")", "[id=male]");
        same("id(\"a\")/div[2]//b", "[id=a] > div:nth-of-type(2) b");
        same("//a[contains(@href, '/x')]", "a[href*='/x']");
        same("//h2[contains(.,'UAAG 1.0')]", "h2:has-text('UAAG 1.0')");
        same("//input[@type='text' and @name='q']", "input[type=text][name=q]");
        let css = |it: &str| Css::parse(it).unwrap();
        assert_eq!(
            parse("(//a[contains(text(),'x')])[2]"),
            Ok((css("a:has-text('x')"), Some(1)))
        );
        let (css, _) = parse("html/body/form/input[1]").unwrap();
        assert!(css.steps.iter().all(|it| it.child));
    }

    #[test]
    fn what_is_not_read_is_said() {
        for (path, why) in [
            ("//a[last()]", "condition"),
            ("//a[@x='1'][2]", "behind a condition"),
            ("//a/following-sibling::b", "step"),
            ("(//a)[last()]", "number"),
            ("//a[", "condition"),
            ("//a[@", "condition"),
            ("", "step"),
            ("//a[@x='1", "condition"),
            ("id(x)", "no text"),
        ] {
            let error = parse(path).unwrap_err();
            assert!(error.to_string().contains(why), "{path}: {error}");
        }
    }
}
