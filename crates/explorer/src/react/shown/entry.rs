//! A line of the list that a model reads of a screen.

use llm::about_tokens;
use ui::{Element, ElementId, ListLine};

use crate::react::wanted::Wanted;

/// A line of the list.
pub(super) struct Entry<'s> {
    pub line: ListLine<'s>,
    /// Where it is in the tree: the place of the element, or of what holds the run out of view.
    pub path: Vec<u16>,
    /// `None` where it is folded away.
    pub told: Option<String>,
    pub tokens: u64,
}

impl<'s> Entry<'s> {
    /// Out of view, the texts at these positions are told, and those that the goal names or that are of fields.
    pub fn new(line: ListLine<'s>, is_told: impl Fn(usize) -> bool, wanted: &Wanted) -> Self {
        let path = match &line {
            ListLine::InView(_, element) => element.path.clone(),
            ListLine::OutOfView(run) => common(run),
        };
        let told = match &line {
            ListLine::InView(..) => line.told(is_told),
            ListLine::OutOfView(run) => {
                let texts: Vec<Vec<&str>> = run.iter().map(|it| it.words().collect()).collect();
                let named = wanted.named(&texts);
                line.told(|nth| is_told(nth) || named[nth] || run[nth].editable)
            }
        };
        Self {
            tokens: about_tokens(&told),
            path,
            told: Some(told),
            line,
        }
    }

    pub fn in_view(&self) -> Option<(ElementId, &'s Element)> {
        match &self.line {
            ListLine::InView(id, element) => Some((*id, *element)),
            ListLine::OutOfView(_) => None,
        }
    }

    /// What it is a line of.
    pub fn elements(&self) -> &[&'s Element] {
        match &self.line {
            ListLine::InView(_, element) => std::slice::from_ref(element),
            ListLine::OutOfView(run) => run,
        }
    }
}

/// The part of the tree that all of these are in.
fn common(run: &[&Element]) -> Vec<u16> {
    let first = run.first().map(|it| it.path.as_slice()).unwrap_or_default();
    let shared = run
        .iter()
        .map(|it| it.path.iter().zip(first).take_while(|(a, b)| a == b).count());
    first[..shared.min().unwrap_or_default()].to_vec()
}
