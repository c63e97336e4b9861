//! The patterns of a shell: `*`, `?`, `[..]`; a backslash takes a character's meaning away.

/// Whether a text has anything that makes it a pattern.
pub fn is_one(text: &str) -> bool {
    let mut escaped = false;
    text.chars().any(|it| {
        let means = !escaped && "*?[".contains(it);
        escaped = !escaped && it == '\\';
        means
    })
}

/// A text as a pattern that fits nothing else.
pub fn escaped(text: &str) -> String {
    let mut all = String::with_capacity(text.len());
    for it in text.chars() {
        if "*?[]\\".contains(it) {
            all.push('\\');
        }
        all.push(it);
    }
    all
}

/// The text that such a pattern fits.
pub fn unescaped(text: &str) -> String {
    let mut all = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(it) = chars.next() {
        match it {
            '\\' => all.extend(chars.next()),
            it => all.push(it),
        }
    }
    all
}

/// Whether a pattern fits a whole text.
pub fn fits(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    let (mut p, mut t) = (0, 0);
    // Where the last star stands, and how much of the text it has taken.
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        let step = match pattern.get(p) {
            Some('*') => {
                star = Some((p, t));
                p += 1;
                continue;
            }
            Some('?') => Some(1),
            Some('[') => bracket(&pattern[p..], text[t]),
            Some('\\') => (pattern.get(p + 1) == Some(&text[t])).then_some(2),
            Some(it) => (*it == text[t]).then_some(1),
            None => None,
        };
        match (step, star) {
            (Some(length), _) => {
                p += length;
                t += 1;
            }
            (None, Some((at, taken))) => {
                star = Some((at, taken + 1));
                (p, t) = (at + 1, taken + 1);
            }
            (None, None) => return false,
        }
    }
    pattern[p..].iter().all(|it| *it == '*')
}

/// The length of a bracket at the beginning of a pattern, where it fits a character. A bracket that is not closed is a
/// character like others.
fn bracket(pattern: &[char], it: char) -> Option<usize> {
    let Some(end) = pattern.iter().skip(2).position(|it| *it == ']').map(|at| at + 2) else {
        return (it == '[').then_some(1);
    };
    let negated = matches!(pattern[1], '!' | '^');
    let inner = &pattern[1 + usize::from(negated)..end];
    let mut at = 0;
    let mut found = false;
    while at < inner.len() {
        match inner.get(at + 1..at + 3) {
            Some(['-', last]) => {
                found |= (inner[at]..=*last).contains(&it);
                at += 3;
            }
            _ => {
                found |= inner[at] == it;
                at += 1;
            }
        }
    }
    (found != negated).then_some(end + 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn patterns_fit() {
        assert!(fits("*.md", "a.md") && fits("*", "") && fits("a?c*", "abcd") && fits("[a-c]x", "bx"));
        assert!(!fits("*.md", "a.txt") && !fits("[!a]", "a") && fits("\\*", "*") && !fits("\\*", "a"));
        assert!(fits("a*b*c", "aXbXbXc") && !fits("a*b*c", "aXbX"));
        assert!(fits("[", "["));
        assert!(is_one("a*") && !is_one("a\\*"));
    }

    proptest! {
        #[test]
        fn an_escaped_text_fits_itself_alone(text in "[*?\\[\\]a\\\\]{0,10}", other in "[*?a]{0,10}") {
            let pattern = escaped(&text);
            prop_assert!(!is_one(&pattern));
            prop_assert_eq!(unescaped(&pattern), text.clone());
            prop_assert!(fits(&pattern, &text));
            prop_assert_eq!(fits(&pattern, &other), text == other);
        }

        #[test]
        fn any_pattern_is_taken(pattern in "[*?\\[\\]!a-c\\\\-]{0,12}", text in "[a-c\\[]{0,12}") {
            let _ = fits(&pattern, &text);
        }
    }
}
