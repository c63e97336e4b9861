//! What a screen shows: texts, and rows of texts.

use std::{collections::BTreeSet, time::Duration};

use device::{DeviceError, Printed};
use task::file::OnScreen;
use ui::{Element, Screen, row_holders, row_of};
use url::Url;

use crate::{fault::Fault, values::Values};

/// Where to go before a screen is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// A page.
    Url(Url),
    /// An app.
    App(String),
}

/// A device, as far as checks need one.
pub trait Look {
    /// Go to a page or an app, and wait until it is there.
    fn visit(&mut self, destination: &Destination) -> Result<(), DeviceError>;

    /// What is on the screen, once it is at rest.
    fn screen(&mut self) -> Result<Screen, DeviceError>;

    /// The address in front; `None` where there is none.
    fn address(&mut self) -> Result<Option<String>, DeviceError>;

    /// What is in a file of the device; `None` where it has none.
    fn file(&mut self, path: &str) -> Result<Option<Vec<u8>>, DeviceError>;

    /// What a command prints that the device's shell runs.
    fn run(&mut self, command: &[String], most: Duration) -> Result<Printed, DeviceError>;
}

/// What is missing of what a screen must show, a phrase each.
pub fn missing(screen: &Screen, expect: &OnScreen, values: &Values<'_>) -> Result<Vec<String>, Fault> {
    let mut missing = Vec::new();
    for text in values.texts(&expect.shows)? {
        if !shows(screen, &text) {
            missing.push(format!("\"{text}\" does not show"));
        }
    }
    for text in values.texts(&expect.contains)? {
        let there = screen
            .iter()
            .any(|(_, element)| readable(element).any(|shown| as_shown(shown).contains(&as_shown(&text))));
        if !there {
            missing.push(format!("\"{text}\" stands nowhere"));
        }
    }
    for text in values.texts(&expect.absent)? {
        if shows(screen, &text) {
            missing.push(format!("\"{text}\" shows"));
        }
    }
    let row = values.texts(&expect.row)?;
    if !row.is_empty() {
        let found = rows(screen, &row);
        let expected = expect.count.map_or(found > 0, |count| found == count);
        if !expected {
            let wanted = expect
                .count
                .map_or_else(|| "one".to_owned(), |count| count.to_string());
            missing.push(format!(
                "expected {wanted} of the row \"{}\", found {found}",
                row.join(" | ")
            ));
        }
    }
    Ok(missing)
}

/// Whether an element shows this text and nothing else.
pub fn shows(screen: &Screen, text: &str) -> bool {
    screen.iter().any(|(_, element)| is_text(element, text))
}

fn is_text(element: &Element, text: &str) -> bool {
    let text = as_shown(text);
    readable(element).any(|shown| as_shown(shown) == text)
}

/// A text as pages show it: line ends and several spaces are one space.
fn as_shown(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a person reads on an element: no hints and no labels, which stand there whatever is kept.
fn readable(element: &Element) -> impl Iterator<Item = &str> {
    let text = element.text.as_deref().filter(|_| !element.shows_hint());
    [
        text,
        element.content_description.as_deref(),
        element.value.as_deref(),
    ]
    .into_iter()
    .flatten()
}

/// How many rows have all these texts. A row is what a table's or a list's row holds; where nothing says what a row is,
/// it is what stands on one line.
fn rows(screen: &Screen, texts: &[String]) -> usize {
    let Some((first, others)) = texts.split_first() else {
        return 0;
    };
    let elements = &screen.elements;
    let known = row_holders(screen);
    let mut held: BTreeSet<&[u16]> = BTreeSet::new();
    let mut lines: Vec<&Element> = Vec::new();
    for element in elements.iter().filter(|element| is_text(element, first)) {
        let holder = row_of(&known, element);
        let all = |is_near: &dyn Fn(&Element) -> bool| {
            others.iter().all(|text| {
                elements
                    .iter()
                    .any(|other| is_near(other) && is_text(other, text))
            })
        };
        match holder {
            Some(path) => {
                if all(&|other: &Element| other.path.starts_with(path)) {
                    held.insert(path);
                }
            }
            None => {
                // A cell and the text in it are on the same line twice.
                let counted = lines.iter().any(|line| is_nested(line, element));
                if !counted && all(&|other: &Element| is_on_line(element, other)) {
                    lines.push(element);
                }
            }
        }
    }
    held.len() + lines.len()
}

fn is_nested(a: &Element, b: &Element) -> bool {
    a.contains(b) || b.contains(a) || a.bounds == b.bounds
}

/// Whether the middle of one is beside the other.
fn is_on_line(a: &Element, b: &Element) -> bool {
    let beside = |a: &Element, b: &Element| {
        let (_, middle) = a.bounds.center();
        (b.bounds.top..b.bounds.bottom).contains(&middle)
    };
    a.bounds.has_area() && b.bounds.has_area() && (beside(a, b) || beside(b, a))
}
