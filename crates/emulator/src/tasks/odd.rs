//! Values that are seldom, by the form that a parameter's values have.

use task::{Params, Random, Value};

/// What a parameter's values are, and so what seldom ones look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// The name of a file that is typed or looked for, with this extension where it has none of its own.
    File(&'static str),
    /// A title or a remark of one line.
    Line,
    /// A text that may have several lines.
    Text,
    /// A given name and a family name.
    Person,
    /// One of these.
    Edge(&'static [&'static str]),
}

const FILES: [&str; 6] = [
    "Ada's draft",
    "меню на неделю",
    "買い物リスト",
    "Müller & Söhne (final)",
    "100% done; really",
    "the_longest_name_that_anybody_has_ever_given_to_a_file_in_this_folder",
];
const LINES: [&str; 6] = [
    "Tom's \"other\" one",
    "Łódź, čtvrtek & größer",
    "Ужин у Анны",
    "お茶の時間",
    "50% off: [a] {b} <c>",
    "A rather long line that goes on and on until it no longer fits beside anything else in a row",
];
const TEXTS: [&str; 5] = [
    "She said \"no\", and left.\nIt's over.",
    "one\n\nthree",
    "Привет, мир! 你好。",
    "C:\\temp\\new & ${name} {0} 100%",
    "A long text. It says the same thing again and again. It says the same thing again and again. It says the same \
     thing again and again, until somebody has to scroll.",
];
const PEOPLE: [&str; 5] = [
    "Siobhán O'Neill",
    "Ñandú Peña-García",
    "Анна Иванова",
    "Al Bo",
    "Maximiliane Oberhuber-Schwarzenbacher",
];

/// Put seldom values in the place of those that have a form.
pub(super) fn make_odd(forms: &[(&str, Form)], params: &mut Params, random: &mut Random) {
    // Two parameters of one form get two values.
    let mut from = random.between(0, 59) as usize;
    for (name, form) in forms {
        let Some(value) = params.get_mut(*name) else {
            continue;
        };
        let texts: Vec<String> = value
            .texts()
            .map(|old| {
                from += 1;
                form.value(from, old)
            })
            .collect();
        *value = match value {
            Value::Text(_) => Value::Text(texts.into_iter().next().unwrap_or_default()),
            Value::List(_) => Value::List(texts),
        };
    }
}

impl Form {
    fn value(self, at: usize, old: &str) -> String {
        let of = |all: &[&str]| all[at % all.len()].to_owned();
        match self {
            Form::File(extension) => {
                let own = old.rfind('.').map_or(extension, |dot| &old[dot..]);
                format!("{}{own}", of(&FILES))
            }
            Form::Line => of(&LINES),
            Form::Text => of(&TEXTS),
            Form::Person => of(&PEOPLE),
            Form::Edge(all) => of(all),
        }
    }
}
