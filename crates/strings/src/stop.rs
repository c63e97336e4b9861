//! Words that say nothing by themselves, and forms of one word. General English only.

use std::{collections::HashSet, ops::Range, sync::LazyLock};

use frostem::{Algorithm, Stemmer};
use stop_words::Language;

/// Of the stop words of English, those that may say what is to be done: order, place and amount.
const TELLING: &[&str] = &[
    "about", "above", "after", "again", "all", "any", "before", "below", "between", "both", "down", "each",
    "few", "further", "more", "most", "no", "now", "off", "once", "only", "other", "out", "over", "own",
    "same", "some", "under", "until", "up",
];

/// Where the words of a text stand in it, in bytes.
pub fn word_spans(text: &str) -> Vec<Range<usize>> {
    let mut all = Vec::new();
    let mut from = None;
    for (at, it) in text.char_indices().chain([(text.len(), ' ')]) {
        match (it.is_alphanumeric(), from) {
            (true, None) => from = Some(at),
            (false, Some(start)) => {
                all.push(start..at);
                from = None;
            }
            (true, Some(_)) | (false, None) => {}
        }
    }
    all
}

/// Whether a word in lower case carries meaning.
pub fn is_content(word: &str) -> bool {
    static SAY_NOTHING: LazyLock<HashSet<&str>> = LazyLock::new(|| {
        let all = stop_words::lookup(Language::English).unwrap_or_default();
        all.iter().copied().filter(|it| !TELLING.contains(it)).collect()
    });
    !SAY_NOTHING.contains(word)
}

/// What the forms of a word in lower case have in common: `delet` of `deletes` and `deleted`.
pub fn stem_of(word: &str) -> String {
    Stemmer::new(Algorithm::English).stem(word).to_string()
}

#[cfg(test)]
mod tests {
    use super::is_content;

    #[test]
    fn what_says_an_order_a_place_or_an_amount_is_no_stop_word() {
        for word in ["below", "all", "no", "most", "element", "save"] {
            assert!(is_content(word), "{word}");
        }
        for word in ["the", "of", "is", "your", "it"] {
            assert!(!is_content(word), "{word}");
        }
    }
}
