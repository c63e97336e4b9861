//! YAML as a flow needs it: lists, maps and texts, each text quoted where it could be read as something else.

/// A part of a YAML document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Yaml {
    /// A number, a truth value or the name of a command: as it stands.
    Word(String),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Yaml>),
    /// A map, in its order.
    Map(Vec<(String, Yaml)>),
}

/// Words that a YAML reader takes for something else than a text.
const RESERVED: &[&str] = &["true", "false", "yes", "no", "on", "off", "null", "y", "n"];

impl Yaml {
    /// A command with what it takes.
    pub fn command(name: &str, takes: Yaml) -> Self {
        Yaml::map([(name, takes)])
    }

    /// A map of these.
    pub fn map<'a>(all: impl IntoIterator<Item = (&'a str, Yaml)>) -> Self {
        Yaml::Map(all.into_iter().map(|(key, it)| (key.to_owned(), it)).collect())
    }

    /// A number, a truth value or the name of a command.
    pub fn word(it: impl ToString) -> Self {
        Yaml::Word(it.to_string())
    }

    /// The document's lines.
    pub fn print(&self) -> String {
        let mut out = String::new();
        self.lines(0, &mut out);
        out
    }

    fn lines(&self, depth: usize, out: &mut String) {
        match self {
            Yaml::Word(it) => out.push_str(&format!("{it}\n")),
            Yaml::Text(it) => out.push_str(&format!("{}\n", text(it))),
            Yaml::List(all) => {
                for (at, it) in all.iter().enumerate() {
                    begin(at, depth, out);
                    out.push_str("- ");
                    it.lines(depth + 1, out);
                }
            }
            Yaml::Map(all) => {
                for (at, (key, value)) in all.iter().enumerate() {
                    begin(at, depth, out);
                    out.push_str(&format!("{}:", text(key)));
                    value.behind_key(depth, out);
                }
            }
        }
    }

    fn behind_key(&self, depth: usize, out: &mut String) {
        match self {
            Yaml::List(all) if all.is_empty() => out.push_str(" []\n"),
            Yaml::Map(all) if all.is_empty() => out.push_str(" {}\n"),
            Yaml::List(_) | Yaml::Map(_) => {
                out.push('\n');
                out.push_str(&"  ".repeat(depth + 1));
                self.lines(depth + 1, out);
            }
            Yaml::Word(_) | Yaml::Text(_) => {
                out.push(' ');
                self.lines(depth, out);
            }
        }
    }
}

/// The first line of a part stands behind what it belongs to.
fn begin(at: usize, depth: usize, out: &mut String) {
    if at > 0 {
        out.push_str(&"  ".repeat(depth));
    }
}

/// A text as YAML: bare where it is a plain word, else in quotes.
fn text(text: &str) -> String {
    let word = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '.';
    let bare = text.starts_with(|it: char| it.is_ascii_alphabetic())
        && text.chars().all(word)
        && !RESERVED.contains(&text.to_lowercase().as_str());
    if bare {
        return text.to_owned();
    }
    // What a reader of YAML does not take as it stands, or what breaks a line.
    let hidden = |it: char| {
        it.is_control() || matches!(it, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
    };
    if !text.contains(hidden) {
        return format!("'{}'", text.replace('\'', "''"));
    }
    let mut out = String::from("\"");
    for it in text.chars() {
        match it {
            '"' | '\\' => out.extend(['\\', it]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            it if hidden(it) => out.push_str(&format!("\\u{:04x}", u32::from(it))),
            it => out.push(it),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_bare_only_where_nothing_else_reads_it() {
        for (it, written) in [
            ("fab_add_new_item", "fab_add_new_item"),
            ("OK", "OK"),
            ("No", "'No'"),
            ("12", "'12'"),
            ("", "''"),
            ("a: b", "'a: b'"),
            ("# no comment", "'# no comment'"),
            ("it's \"so\"", "'it''s \"so\"'"),
            ("a\n\"b\"\\\u{7f}", "\"a\\n\\\"b\\\"\\\\\\u007f\""),
        ] {
            assert_eq!(text(it), written);
        }
    }

    #[test]
    fn lists_and_maps_are_printed_in_blocks() {
        let tap = Yaml::command(
            "tapOn",
            Yaml::map([("id", Yaml::Text("a".to_owned())), ("index", Yaml::word(1))]),
        );
        let inner = Yaml::List(vec![Yaml::word("back"), tap.clone()]);
        let repeat = Yaml::command(
            "repeat",
            Yaml::map([("times", Yaml::word(2)), ("commands", inner)]),
        );
        let flow = Yaml::List(vec![tap, repeat]).print();
        assert_eq!(
            flow,
            "- tapOn:\n    id: a\n    index: 1\n- repeat:\n    times: 2\n    commands:\n      - back\n      - tapOn:\n          id: a\n          index: 1\n"
        );
    }
}
