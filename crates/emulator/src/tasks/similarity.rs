//! How alike two texts are, by the measure of Python's `difflib`, which the suite's judges use.

use std::collections::HashMap;

/// From this similarity on, the judges take two texts as the same.
const ENOUGH: f64 = 0.9;

/// Whether two texts are the same for a judge: nearly, and without regard to case.
pub fn fuzzy_match(a: &str, b: &str) -> bool {
    similarity(&a.to_lowercase(), &b.to_lowercase()) >= ENOUGH
}

/// `SequenceMatcher(None, a, b).ratio()`: twice the matching characters through all characters.
///
/// Where no matching could reach what judges ask for because the lengths differ too much, the upper
/// bound is answered and the work is saved.
pub fn similarity(a: &str, b: &str) -> f64 {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let all = a.len() + b.len();
    if all == 0 {
        return 1.0;
    }
    let bound = 2.0 * a.len().min(b.len()) as f64 / all as f64;
    if bound < ENOUGH {
        return bound;
    }
    if a == b {
        return 1.0;
    }
    2.0 * matching(&a, &b) as f64 / all as f64
}

/// A part of both texts: from `a_from` to `a_to` in the first, from `b_from` to `b_to` in the second.
struct Span {
    a_from: usize,
    a_to: usize,
    b_from: usize,
    b_to: usize,
}

/// Characters in all matching blocks.
fn matching(a: &[char], b: &[char]) -> usize {
    let mut places: HashMap<char, Vec<usize>> = HashMap::new();
    for (at, it) in b.iter().enumerate() {
        places.entry(*it).or_default().push(at);
    }
    // The rule called autojunk: in a text of at least 200 characters, a block can't start with a
    // character that makes up more than a hundredth of it.
    if b.len() >= 200 {
        places.retain(|_, at| at.len() <= b.len() / 100 + 1);
    }
    let mut total = 0;
    let mut left = vec![Span {
        a_from: 0,
        a_to: a.len(),
        b_from: 0,
        b_to: b.len(),
    }];
    while let Some(span) = left.pop() {
        let (a_at, b_at, length) = longest_match(a, b, &places, &span);
        if length == 0 {
            continue;
        }
        total += length;
        left.push(Span {
            a_to: a_at,
            b_to: b_at,
            ..span
        });
        left.push(Span {
            a_from: a_at + length,
            b_from: b_at + length,
            ..span
        });
    }
    total
}

/// The longest block that both parts share, the earliest in `a` and then in `b` where several are equal.
fn longest_match(
    a: &[char],
    b: &[char],
    places: &HashMap<char, Vec<usize>>,
    span: &Span,
) -> (usize, usize, usize) {
    let (mut a_at, mut b_at, mut length) = (span.a_from, span.b_from, 0);
    // Length of the block that ends at a place of `b`, for the character of `a` before this one.
    let mut before: HashMap<usize, usize> = HashMap::new();
    for (i, character) in a.iter().enumerate().take(span.a_to).skip(span.a_from) {
        let mut now = HashMap::new();
        let here = places.get(character).map_or(&[][..], Vec::as_slice);
        for j in here
            .iter()
            .copied()
            .filter(|j| (span.b_from..span.b_to).contains(j))
        {
            let block = 1 + j
                .checked_sub(1)
                .and_then(|it| before.get(&it))
                .copied()
                .unwrap_or(0);
            now.insert(j, block);
            if block > length {
                (a_at, b_at, length) = (i + 1 - block, j + 1 - block, block);
            }
        }
        before = now;
    }
    // A block grows over the characters that could not start one.
    while a_at > span.a_from && b_at > span.b_from && a[a_at - 1] == b[b_at - 1] {
        (a_at, b_at, length) = (a_at - 1, b_at - 1, length + 1);
    }
    while a_at + length < span.a_to && b_at + length < span.b_to && a[a_at + length] == b[b_at + length] {
        length += 1;
    }
    (a_at, b_at, length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(a: &str, b: &str, expected: f64) {
        let found = similarity(a, b);
        assert!(
            (found - expected).abs() < 1e-9,
            "{a:?} {b:?}: {found}, not {expected}"
        );
    }

    /// The expected numbers are those of Python 3's `difflib`.
    #[test]
    fn the_measure_is_the_one_of_difflib() {
        check("abcde fghij klmno", "abcde fghji klmno", 0.9411764705882353);
        check(
            "the quick brown fox jumps",
            "the quick brown fox jumped",
            0.9411764705882353,
        );
        check(
            "private Thread current;",
            "private Thread* currency;",
            0.9166666666666666,
        );
        check("aaaaaaaaaaab", "baaaaaaaaaaa", 0.9166666666666666);
        check("naïve café crème", "naive café crème", 0.9375);
        check("abxcd", "abcdx", 0.8);
        check("", "", 1.0);
    }

    #[test]
    fn frequent_characters_start_no_block_in_long_texts() {
        let words = ["milk", "bread", "note", "winter", "plan"];
        let long: Vec<String> = (0..60)
            .map(|i| format!("{}{}", words[i % 5], i * 7 % 13))
            .collect();
        let a = long.join(" ");
        let b = a.replace("winter", "wintry").replace("milk", "mild");
        check(&a, &b, 0.9117647058823529);
        let turned = format!("{}{}", &b[100..], &b[..100]);
        check(&a, &turned, 0.13725490196078433);
    }

    #[test]
    fn case_does_not_matter_and_a_slip_is_forgiven() {
        assert!(fuzzy_match("Buy milk", "buy MILK"));
        assert!(fuzzy_match("The library book is due.", "The library bok is due."));
        assert!(!fuzzy_match("Buy milk", "Buy bread"));
        assert!(!fuzzy_match("", "Buy milk"));
        assert!(fuzzy_match("", ""));
    }
}
