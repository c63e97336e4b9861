//! The form of a text: the kinds of its characters, its case, and its signs.

/// The one case of all letters of some texts.
#[derive(Clone, Copy)]
pub(super) enum Case {
    Upper,
    Lower,
}

impl Case {
    pub(super) fn holds(self, text: &str) -> bool {
        match self {
            Case::Upper => !text.contains(char::is_lowercase),
            Case::Lower => !text.contains(char::is_uppercase),
        }
    }
}

/// The case that all letters of these texts have, where each of them has several.
pub(super) fn common_case(texts: &[String]) -> Option<Case> {
    let several = |it: &String| it.chars().filter(|it| it.is_alphabetic()).count() > 1;
    let mut cases = [Case::Upper, Case::Lower].into_iter();
    cases.find(|case| texts.iter().all(|it| several(it) && case.holds(it)))
}

/// The kinds of characters of a text, each run once. A comma that groups thousands belongs to its number.
pub(super) fn form(text: &str) -> Vec<char> {
    let kind = |it: char| match it {
        it if it.is_ascii_digit() => '0',
        it if it.is_alphabetic() => 'a',
        it if it.is_whitespace() => ' ',
        it => it,
    };
    let figure = |it: Option<char>| it.is_some_and(|it| it.is_ascii_digit());
    let mut form: Vec<char> = Vec::new();
    let mut rest = text.chars();
    let mut before = None;
    while let Some(it) = rest.next() {
        let groups = it == ',' && figure(before) && figure(rest.clone().next());
        if !groups && form.last() != Some(&kind(it)) {
            form.push(kind(it));
        }
        before = Some(it);
    }
    form
}

/// Whether something in a form is a sign.
pub(super) fn is_sign(it: char) -> bool {
    !it.is_alphanumeric() && it != ' '
}

/// Whether a sign is a hyphen or an apostrophe that stands only between two letters of a text, as in `Jean-Luc`.
pub(super) fn joins_letters(text: &str, sign: char) -> bool {
    let letter = |it: Option<char>| it.is_some_and(char::is_alphabetic);
    let joins = |(at, _): (usize, &str)| {
        letter(text[..at].chars().next_back()) && letter(text[at + sign.len_utf8()..].chars().next())
    };
    matches!(sign, '-' | '\'' | '\u{2019}') && text.matches(sign).count() > 0 && {
        let mut at = text.match_indices(sign);
        at.all(joins)
    }
}
