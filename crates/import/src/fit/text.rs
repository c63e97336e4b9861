//! Texts that are looked for, against what an element shows.

use super::nodes::{Fit, Scope};
use crate::words::Words;

/// Whether a text is what is looked for; white space does not count.
pub(super) fn is(words: &Words, text: &str) -> bool {
    match words {
        Words::Exactly(wanted) => plain(text) == plain(wanted),
        Words::Within(wanted) => plain(text).to_lowercase().contains(&plain(wanted).to_lowercase()),
    }
}

/// The same without regard to capitals, which a style sheet may have made; and without any space.
pub(super) fn is_loosely(words: &Words, text: &str) -> bool {
    let bare = |it: &str| -> String { it.to_lowercase().split_whitespace().collect() };
    match words {
        Words::Exactly(wanted) => bare(text) == bare(wanted),
        Words::Within(wanted) => bare(text).contains(&bare(wanted)),
    }
}

fn plain(text: &str) -> String {
    text.split(|it: char| it.is_whitespace() || it == '\u{200b}')
        .filter(|it| !it.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Whether a text stands somewhere in a node.
pub(super) fn has_text(scope: &Scope<'_>, at: usize, words: &Words) -> Fit {
    let texts: Vec<&str> = [at]
        .into_iter()
        .chain(scope.within(at))
        .filter_map(|it| scope.nodes[it].element.text.as_deref())
        .collect();
    let one = texts.iter().any(|it| is(words, it));
    // A text may be split among several elements.
    let all = matches!(words, Words::Within(_)) && is(words, &texts.join(" "));
    Fit::from(one || all)
}
