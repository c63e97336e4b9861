//! Words of goals and screens, and when two of them mean the same thing. General English only.

use strings::stem_of;

/// The words of a text: runs of letters and digits in lower case, with word borders inside `camelCase` and ids.
/// Two short parts that only a hyphen or a capital keeps apart are one word: "Wi-Fi", "WiFi" and "wifi" are.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut word = String::new();
    // What stands before the word that is being read: a hyphen or a capital holds the two together.
    let (mut held, mut before) = (false, ' ');
    let mut end = |word: &mut String, held: bool| {
        let short = |it: &str| it.chars().count() <= 2 && it.chars().all(char::is_alphabetic);
        let word = std::mem::take(word);
        match all.last_mut() {
            _ if word.is_empty() => {}
            Some(last) if held && short(last) && short(&word) => last.push_str(&word),
            Some(_) | None => all.push(word),
        }
    };
    for it in text.chars() {
        let capital = it.is_uppercase() && before.is_lowercase();
        if !it.is_alphanumeric() || capital {
            end(&mut word, held);
            held = capital || (matches!(it, '-' | '\u{2010}' | '\u{2011}') && before.is_alphabetic());
        }
        if it.is_alphanumeric() {
            word.extend(it.to_lowercase());
        }
        before = it;
    }
    end(&mut word, held);
    all
}

/// Whether two words in lower case are forms of one word.
pub(crate) fn same(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short.len() < 3 || short.chars().any(|it| it.is_ascii_digit()) {
        return false;
    }
    if short.len() == 3 {
        return ["s", "ed", "ing", "est", "er"]
            .iter()
            .any(|it| long.strip_suffix(it) == Some(short));
    }
    // No stem begins otherwise than its word.
    if short.as_bytes().first_chunk::<2>() == long.as_bytes().first_chunk() && stem_of(short) == stem_of(long)
    {
        return true;
    }
    // "rename" is to name again.
    if short.len() >= 4 && long.strip_prefix("re") == Some(short) {
        return true;
    }
    let common = short
        .chars()
        .zip(long.chars())
        .take_while(|(a, b)| a == b)
        .count();
    // "directed" and "director", "newest" and "new": a long common beginning, or an ending of comparison.
    common >= 5 && common + 2 >= short.chars().count() && long.chars().count() <= common + 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_at_case_and_punctuation() {
        assert_eq!(words("new_file_dialog__name"), ["new", "file", "dialog", "name"]);
        assert_eq!(words("firstName 2nd!"), ["first", "name", "2nd"]);
        assert_eq!(words("OK"), ["ok"]);
        for it in ["Wi-Fi", "WiFi", "wifi"] {
            assert_eq!(words(it), ["wifi"]);
        }
        assert_eq!(words("e-mail to-do myNote"), ["e", "mail", "todo", "my", "note"]);
    }

    #[test]
    fn forms_of_one_word_are_the_same() {
        for (a, b) in [
            ("delete", "deleted"),
            ("contacts", "contact"),
            ("directed", "director"),
            ("newest", "new"),
        ] {
            assert!(same(a, b), "{a} {b}");
        }
        for (a, b) in [
            ("note", "not"),
            ("tab1", "tab2"),
            ("send", "search"),
            ("form", "from"),
        ] {
            assert!(!same(a, b), "{a} {b}");
        }
    }
}
