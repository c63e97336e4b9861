//! Other words for those of a screen.

use ui::Element;

/// What an element says. A field's own content is no name of anything.
pub fn of_element(element: &Element) -> impl Iterator<Item = &str> {
    element.words().map(str::trim).filter(|it| !it.is_empty())
}

/// Whether words have a value in them as a word of its own: `Ada` is in `Call Ada`, and not in `Adam`.
pub fn contains(words: &str, value: &str) -> bool {
    let value = value.trim();
    if value.is_empty() {
        return false;
    }
    let joins = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
    words.match_indices(value).any(|(at, it)| {
        let (before, after) = (&words[..at], &words[at + it.len()..]);
        !joins(before.chars().next_back()) && !joins(after.chars().next())
    })
}

/// Words of the same form that say something else. What all rows have in common stays as it is.
pub fn altered(words: &str, common: bool) -> String {
    if common {
        return words.to_owned();
    }
    let next = |it: char| match it {
        'z' => 'a',
        'Z' => 'A',
        '9' => '0',
        'a'..='y' | 'A'..='Y' | '0'..='8' => char::from_u32(u32::from(it) + 1).unwrap_or(it),
        it => it,
    };
    let other: String = words.chars().map(next).collect();
    match other == words && words.chars().any(char::is_alphanumeric) {
        // A script without upper and lower case letters from a to z.
        true => words.chars().rev().chain(['2']).collect(),
        false => other,
    }
}

/// A name that has this one in it, and one that this one begins with; none where it is too short.
pub fn look_alikes(name: &str) -> [Option<String>; 2] {
    let name = name.trim();
    let longer = Some(format!("{name} 2"));
    let shorter = match name.rsplit_once(char::is_whitespace) {
        Some((first, _)) => Some(first.trim_end().to_owned()),
        None => {
            let last = name.char_indices().next_back().map_or(0, |(at, _)| at);
            (name.chars().count() > 3).then(|| name[..last].to_owned())
        }
    };
    [longer, shorter]
}

/// The name that an id has in another version.
pub fn renamed(id: &str) -> String {
    format!("{id}_other")
}
