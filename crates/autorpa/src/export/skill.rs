//! A function as a skill of an agent: a SKILL.md, as agents that have a shell read it.

use std::fmt::Write;

use library::Function;
use trajectory::Outcome;
use ui::visible;

use crate::{
    offer::{Offer, Taken},
    shell,
};

/// Letters that the name of a skill may have.
const NAME: usize = 64;
/// Letters that the description of a skill may have.
const DESCRIPTION: usize = 1024;

/// The text of the file. `url` is the page that it begins on, where that is the same each time.
pub fn skill(function: &Function, offer: &Offer, url: Option<&str>) -> String {
    let title = function.title();
    let about = plain(&function.about());
    let standing = function.standing();
    let description = format!(
        "{} Runs the function {title} without a model; {}: {}.",
        sentence(&about),
        standing.name(),
        standing.meaning()
    );
    let mut text = format!(
        "---\nname: {}\ndescription: {}\n---\n\n# {title}\n\n{}\n\n```sh\n{}\n```\n",
        name(&title),
        // A JSON text is a YAML text as well.
        serde_json::Value::from(short(&description, DESCRIPTION)),
        sentence(&about),
        command(&title, offer, url)
    );
    values(&mut text, offer);
    consequences(&mut text, &title, offer);
    endings(&mut text);
    text
}

/// A name that skills may have: small letters, digits and hyphens.
pub fn name(title: &str) -> String {
    let mut name = String::new();
    for it in title.to_lowercase().chars() {
        match it.is_ascii_alphanumeric() {
            true => name.push(it),
            false if !name.ends_with('-') => name.push('-'),
            false => {}
        }
    }
    short(name.trim_matches('-'), NAME)
}

/// A text in one line, with nothing in it that can't be seen.
fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    visible(&words.join(" ")).into_owned()
}

fn sentence(text: &str) -> String {
    match text.ends_with(['.', '!', '?']) {
        true => text.to_owned(),
        false => format!("{text}."),
    }
}

fn short(text: &str, letters: usize) -> String {
    text.chars().take(letters).collect()
}

/// How it is run, with a value to be put in for each parameter.
fn command(title: &str, offer: &Offer, url: Option<&str>) -> String {
    let mut words = vec![
        "autorpa".to_owned(),
        "exec".to_owned(),
        title.to_owned(),
        "--json".to_owned(),
    ];
    if offer.begins_at_page {
        words.extend(["--url".to_owned(), url.unwrap_or("URL").to_owned()]);
    }
    for it in &offer.takes {
        let value = match it.is_list {
            true => "[\"...\", \"...\"]",
            false => "...",
        };
        words.extend(["--param".to_owned(), format!("{}={value}", it.name)]);
    }
    let quoted = words.iter().map(|it| shell::quoted(it));
    quoted.collect::<Vec<_>>().join(" ")
}

fn values(text: &mut String, offer: &Offer) {
    if offer.takes.is_empty() {
        text.push_str("\nIt takes no values.\n");
    } else {
        text.push_str("\n## Values\n\n");
    }
    for it in &offer.takes {
        let described = plain(&it.description);
        let parts = [
            if it.is_list { "a list of texts" } else { "" },
            if Taken::is_required(it) {
                ""
            } else {
                "may be left out"
            },
            described.as_str(),
        ];
        let parts: Vec<&str> = parts.into_iter().filter(|it| !it.is_empty()).collect();
        line(text, &format!("- `{}`: {}", plain(&it.name), parts.join("; ")));
    }
    for it in &offer.secrets {
        line(
            text,
            &format!(
                "- `{}` is a secret, taken from {}: no call gives it",
                it.name,
                plain(&it.from)
            ),
        );
    }
}

fn consequences(text: &mut String, title: &str, offer: &Offer) {
    if offer.irreversible.is_empty() {
        return;
    }
    text.push_str("\n## What nothing takes back\n\n");
    for it in &offer.irreversible {
        line(text, &format!("- {}", plain(it)));
    }
    line(
        text,
        &format!(
            "\nAsk the user before you run it. `autorpa exec {title} --dry-run` with the same values stops before the first of these."
        ),
    );
}

fn endings(text: &mut String) {
    text.push_str("\n## How it ends\n\nOne JSON object on standard output: `outcome`, `answer`, `changes`, `diagnostic`, and `run`, which `autorpa report` shows.\n\n| exit code | outcome | what it means |\n| --- | --- | --- |\n");
    for it in Outcome::ALL {
        line(
            text,
            &format!("| {} | {} | {} |", it.exit_code(), it.name(), it.meaning()),
        );
    }
    text.push_str(
        "\nOnly `reached` is success. Where it ended otherwise, say what `diagnostic` says; do not run it again with other values to see what happens.\n",
    );
}

fn line(text: &mut String, line: &str) {
    // Writing to a text does not fail.
    let _infallible = writeln!(text, "{line}");
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn of(title: &str) -> Function {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/verified");
        Function::open(&path.join(title).with_extension("rhai")).unwrap()
    }

    fn said(function: &Function, url: Option<&str>) -> String {
        let home = crate::Home::new(Path::new("home"), "library".into());
        skill(function, &crate::Registry::built_in(&home).offer(function), url)
    }

    #[test]
    fn a_skill_says_what_it_does_how_it_is_run_and_how_it_ends() {
        let text = said(&of("markor/create_note"), None);
        let head: Vec<&str> = text.lines().take(4).collect();
        assert_eq!(head[0], "---");
        assert_eq!(head[1], "name: markor-create-note");
        assert!(
            head[2].starts_with("description: \"Create a new note in Markor"),
            "{text}"
        );
        assert_eq!(head[3], "---");
        assert!(
            text.contains(
                "autorpa exec markor/create_note --json --param 'file_name=...' --param 'text=...'"
            ),
            "{text}"
        );
        assert!(text.contains("| 11 | refused |"), "{text}");
        assert!(!text.contains("nothing takes back"), "{text}");
    }

    #[test]
    fn what_nothing_takes_back_and_where_it_begins_are_said() {
        let text = said(&of("markor/delete_note"), None);
        assert!(
            text.contains("## What nothing takes back") && text.contains("--dry-run"),
            "{text}"
        );
        let text = said(&of("miniwob/click_button"), Some("http://127.0.0.1/a b"));
        assert!(text.contains("--url 'http://127.0.0.1/a b'"), "{text}");
    }

    #[test]
    fn nothing_that_a_function_says_of_itself_is_a_line_of_the_head_or_hidden() {
        let mut function = of("markor/create_note");
        function.source = "/// Do it.\n/// ---\n/// name: \u{202e}other \"x\"\nfn f() {\n}\n".to_owned();
        let text = said(&function, None);
        assert_eq!(text.lines().filter(|it| *it == "---").count(), 2, "{text}");
        assert_eq!(
            text.lines().filter(|it| it.starts_with("name:")).count(),
            1,
            "{text}"
        );
        assert!(!text.contains('\u{202e}'), "{text}");
    }
}
