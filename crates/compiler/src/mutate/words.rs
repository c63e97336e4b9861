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

/// Whether words have a value of the task in them that says what they are of. A number that is the hour of a time which the task
/// does not name says nothing.
pub fn names(words: &str, value: &str, values: &[String]) -> bool {
    if !value.chars().all(|it| it.is_ascii_digit()) {
        return contains(words, value);
    }
    let is_value = |it: &str| values.iter().any(|value| value == it);
    let is_part = |it: &str| (1..=2).contains(&it.len()) && it.chars().all(|it| it.is_ascii_digit());
    let is_time = |it: &str| it.contains(':') && it.split(':').all(is_part);
    let is_other_time = |it: &str| is_time(it) && !it.split(':').all(is_value);
    let parts = words.split(|it: char| !it.is_alphanumeric() && it != ':');
    parts
        .filter(|it| !is_other_time(it))
        .any(|it| contains(it, value))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_within_a_time_names_nothing_unless_the_task_says_all_of_it() {
        let values = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        let date = values(&["2023", "10", "28"]);
        assert!(!names("09:00 - 10:00", "10", &date));
        assert!(names("10 tickets", "10", &date));
        assert!(names("28/10/2023", "10", &date));
        assert!(names("10:30", "10", &values(&["10", "30"])));
        assert!(names("Lunch at 12:00", "12:00", &date));
        for words in ["Room: 10", "Room:10", "#10:", "10: Milk"] {
            assert!(names(words, "10", &date), "{words}");
        }
    }
}
