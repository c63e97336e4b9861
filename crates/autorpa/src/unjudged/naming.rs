//! What a kind of task is called that nobody has named, and which parts of its goal are values.

use task::{Params, Template, Value, induce};
use trajectory::Recording;
use ui::Action;
use url::Url;

use super::{place::Place, values::says_a_state};

/// Words of a goal that go into the name of its kind.
const WORDS: usize = 8;

/// A goal that says values, and how all goals of its kind are worded.
pub(super) struct Worded {
    /// The goal.
    pub goal: String,
    /// The same with its values as slots.
    pub template: Template,
    /// The part of that which the person has worded.
    pub own: Template,
}

/// A piece of a goal that is being worded.
enum Piece {
    Text(String),
    Slot(String),
}

/// A goal that says each of these values. Those that it does not say itself stand behind it, each with its name.
pub(super) fn worded(goal: &str, values: &Params) -> Worded {
    let mut pieces = vec![Piece::Text(goal.to_owned())];
    let mut open: Vec<(&String, &str)> = values
        .iter()
        .filter_map(|(name, value)| Some((name, value.as_text()?)))
        .collect();
    // What stands behind its name is meant; then a long value is found before one that is a part of it.
    open.retain(|(name, value)| {
        let words = name.replace('_', " ");
        let quoted = [format!("{words} \""), "\"".to_owned()];
        let bare = [format!("{words} "), String::new()];
        !(claim(&mut pieces, value, name, &quoted) || claim(&mut pieces, value, name, &bare))
    });
    let mut by_length = open.clone();
    by_length.sort_by_key(|it| std::cmp::Reverse(it.1.len()));
    let quotes = ["\"".to_owned(), "\"".to_owned()];
    let nothing = [String::new(), String::new()];
    let says_enough = |it: &str| it.chars().count() > 2 && !says_a_state(it);
    by_length.retain(|(name, value)| {
        let found = claim(&mut pieces, value, name, &quotes)
            || (says_enough(value) && claim(&mut pieces, value, name, &nothing));
        !found
    });
    open.retain(|it| by_length.contains(it));
    let own = template(&pieces);
    let listed: Vec<String> = open
        .iter()
        .map(|(name, _)| format!("{} \"{{{name}}}\"", name.replace('_', " ")))
        .collect();
    let text = own.to_string();
    let template = match listed.is_empty() {
        true => own.clone(),
        false => {
            // What was said so already goes on.
            let with = if text.ends_with("}\"") && text.contains(" with ") {
                ","
            } else {
                " with"
            };
            let text = format!("{}{with} {}", text.trim_end_matches('.'), listed.join(", "));
            Template::parse(&text).unwrap_or_else(|_| own.clone())
        }
    };
    let goal = template.render(values).unwrap_or_else(|_| goal.to_owned());
    Worded { goal, template, own }
}

/// Make a slot of the first place at which a goal says a value between these two texts, as words of its own. The answer is
/// whether there is one.
fn claim(pieces: &mut Vec<Piece>, value: &str, name: &str, [before, after]: &[String; 2]) -> bool {
    let asked = format!("{before}{value}{after}");
    let inner = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
    for at in 0..pieces.len() {
        let Piece::Text(text) = &pieces[at] else { continue };
        // Two slots have to have something between them.
        let apart =
            |from: usize, to: usize| (from > 0 || at == 0) && (to < text.len() || at + 1 == pieces.len());
        let place = text.match_indices(&asked).map(|(it, _)| it).find(|it| {
            let (from, to) = (it + before.len(), it + before.len() + value.len());
            let begins = !inner(text[..*it].chars().next_back());
            begins && !inner(text[to..].chars().next()) && apart(from, to)
        });
        let Some(place) = place.filter(|_| !value.is_empty()) else {
            continue;
        };
        let from = place + before.len();
        let (head, tail) = (text[..from].to_owned(), text[from + value.len()..].to_owned());
        let made = [Piece::Text(head), Piece::Slot(name.to_owned()), Piece::Text(tail)];
        let made = made
            .into_iter()
            .filter(|it| !matches!(it, Piece::Text(it) if it.is_empty()));
        pieces.splice(at..=at, made);
        return true;
    }
    false
}

fn template(pieces: &[Piece]) -> Template {
    let parts = pieces.iter().map(|it| match it {
        Piece::Text(text) => text.replace('{', "{{").replace('}', "}}"),
        Piece::Slot(name) => format!("{{{name}}}"),
    });
    let text: String = parts.collect();
    Template::parse(&text).unwrap_or_else(|_| plain(&text))
}

/// What a goal says in quotes and a recording has acted on, by the names that its words give.
pub(super) fn said(goal: &str, recording: &Recording) -> Params {
    let mut values = template_of(goal, recording).extract(goal).unwrap_or_default();
    values.retain(|_, it| matches!(it, Value::Text(_)));
    values
}

/// The goal with its values as slots, named after the words around them. A value is what was typed or answered and stands
/// in the goal, and what stands there in quotes and was acted on.
pub(super) fn template_of(goal: &str, recording: &Recording) -> Template {
    let mut values: Vec<&str> = Vec::new();
    for step in &recording.steps {
        values.extend(match &step.action {
            Action::InputText { text: it, .. }
            | Action::SelectOption { option: it, .. }
            | Action::UploadFiles { files: it, .. }
            | Action::AnswerDialog { text: Some(it), .. }
            | Action::Answer { text: it } => Some(it.trim()),
            _ => None,
        });
        let element = step.action.target().and_then(|it| step.screen.get(*it));
        let shown = element.into_iter().flat_map(|it| it.words()).map(str::trim);
        values.extend(shown.filter(|it| goal.contains(&format!("\"{it}\""))));
    }
    values.retain(|it| !it.is_empty());
    values.sort_by_key(|it| std::cmp::Reverse(it.len()));
    values.dedup();
    let mut other = goal.to_owned();
    for (n, value) in values.iter().enumerate() {
        other = with_another(&other, value, &format!("\u{e000}x{n}"));
    }
    let whole = || {
        induce(&[goal.to_owned()])
            .into_iter()
            .next()
            .unwrap_or_else(|| plain(goal))
    };
    // Nothing but a wording that both share can have slots.
    match &induce(&[goal.to_owned(), other.clone()])[..] {
        [one] if one.extract(goal).is_some() && other != goal => one.clone(),
        _ => whole(),
    }
}

/// A goal without slots.
fn plain(goal: &str) -> Template {
    let text = goal.replace('{', "{{").replace('}', "}}");
    Template::parse(&text).expect("all braces are doubled")
}

/// A text with another one in the place of a value, wherever that stands as words of its own.
fn with_another(text: &str, value: &str, other: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(value) {
        let (before, after) = (&rest[..at], &rest[at + value.len()..]);
        let inner = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
        let apart = !inner(out.chars().chain(before.chars()).next_back()) && !inner(after.chars().next());
        out.push_str(before);
        out.push_str(if apart { other } else { value });
        rest = after;
    }
    out + rest
}

/// What the kind of task is called: where it is done, and the words that all its goals say.
pub(super) fn name_of(template: &Template, at: &Place) -> String {
    let site = at.url().and_then(|url| Url::parse(url).ok());
    let site = site.map_or_else(String::new, |url| match (url.scheme(), url.host_str()) {
        ("http" | "https", Some(host)) => match url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        },
        _ => url.path().rsplit('/').next().unwrap_or_default().to_owned(),
    });
    let texts: Vec<&str> = template.texts().collect();
    let words = texts.join(" ").to_lowercase();
    let words = words
        .split(|it: char| !it.is_alphanumeric())
        .filter(|it| !it.is_empty());
    let site = site.to_lowercase();
    let site = site
        .split(|it: char| !it.is_alphanumeric())
        .filter(|it| !it.is_empty());
    let all: Vec<&str> = site.chain(words.take(WORDS)).collect();
    all.join("-")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use task::Instance;
    use trajectory::Origin;
    use ui::{Element, ElementId, Screen};

    use super::*;
    use crate::registry::Driver;

    /// A recording with these texts typed, and a tap on what shows this.
    fn recording(typed: &[&str], tapped: &str) -> Recording {
        let screen = Arc::new(Screen {
            elements: vec![Element {
                text: Some(tapped.to_owned()),
                ..Element::default()
            }],
            ..Screen::default()
        });
        let typed = typed.iter().map(|it| Action::InputText {
            target: None,
            text: (*it).to_owned(),
            clear: true,
        });
        let tap = Action::Click { target: ElementId(0) };
        let steps = typed
            .chain([tap])
            .map(|it| trajectory::Step::new(Arc::clone(&screen), it));
        let instance = Instance::of_no_type("", "", Params::new());
        Recording::reached(Origin::React, instance, steps.collect(), Arc::default())
    }

    #[track_caller]
    fn case(goal: &str, typed: &[&str], tapped: &str, expected: &str) {
        let template = template_of(goal, &recording(typed, tapped));
        assert_eq!(template.to_string(), expected);
        assert!(template.extract(goal).is_some());
    }

    #[test]
    fn the_values_of_a_goal_are_what_was_typed_and_what_was_chosen_of_it() {
        case(
            "Log in with the username ada and the password x1 on this page.",
            &["ada", "x1"],
            "Log in",
            "Log in with the username {username} and the password {password} on this page.",
        );
        case(
            "Choose \"Blue whale\" in the list and press \"Go\".",
            &[],
            "Blue whale",
            "Choose \"{list}\" in the list and press \"Go\".",
        );
        // What is a part of a word is no value, and neither is what the goal does not say.
        case(
            "Write 5 into the field of 15 rows.",
            &["5", "other"],
            "OK",
            "Write {field} into the field of 15 rows.",
        );
        case("Press the {big} button.", &[], "OK", "Press the {{big}} button.");
    }

    #[test]
    fn a_goal_says_all_values_of_a_recording() {
        let of = |goal: &str, values: &[(&str, &str)]| {
            let values: Params = values
                .iter()
                .map(|(name, it)| ((*name).to_owned(), Value::from(*it)))
                .collect();
            let Worded { goal, template, own } = worded(goal, &values);
            assert_eq!(template.extract(&goal), Some(values), "{goal}");
            (goal, template.to_string(), own.to_string())
        };
        let (goal, template, own) = of(
            "add customer",
            &[("full_name", "Ada \"A.\" L"), ("newsletter", "yes")],
        );
        assert_eq!(
            goal,
            "add customer with full name \"Ada \"A.\" L\", newsletter \"yes\""
        );
        assert_eq!(
            template,
            "add customer with full name \"{full_name}\", newsletter \"{newsletter}\""
        );
        assert_eq!(own, "add customer");
        // What was worded so is worded so again.
        assert_eq!(
            of(&goal, &[("full_name", "Ada \"A.\" L"), ("newsletter", "yes")]).1,
            template
        );
        // The words of the person stay; what they say already is not said twice.
        let (goal, template, _) = of(
            "Add Ada, priority 1, in \"Rome\".",
            &[
                ("city", "Rome"),
                ("copies", "1"),
                ("priority", "1"),
                ("name", "Ada"),
                ("a", "a"),
            ],
        );
        assert_eq!(
            template,
            "Add {name}, priority {priority}, in \"{city}\" with copies \"{copies}\", a \"{a}\""
        );
        assert_eq!(
            goal,
            "Add Ada, priority 1, in \"Rome\" with copies \"1\", a \"a\""
        );
        // What looks like a slot is text, and two slots never touch.
        let (_, template, _) = of("Say {x} to ABC.", &[("one", "ABC"), ("two", "Say")]);
        assert_eq!(template, "{two} {{x}} to {one}.");
        let (_, template, _) = of("Send \"(abc)(def)\".", &[("one", "(abc)"), ("two", "(def)")]);
        assert_eq!(template, "Send \"{one}(def)\" with two \"{two}\"");
    }

    #[test]
    fn a_kind_of_task_is_named_after_its_place_and_its_words() {
        let template = Template::parse("Note down {text} for {name}, please.").unwrap();
        let web: Arc<dyn Driver> = Arc::new(crate::builtin::WebDriver::new(
            crate::Logins::at("logins".into()),
            crate::PageOptions::default(),
        ));
        let page = |url: &str| name_of(&template, &Place::new(web.clone(), Some(url.to_owned())));
        assert_eq!(
            page("https://notes.example/new?x=1#y"),
            "notes-example-note-down-for-please"
        );
        assert_eq!(page("file:///tmp/Page.html"), "page-html-note-down-for-please");
        assert_eq!(
            name_of(
                &template,
                &Place::new(Arc::new(crate::builtin::EmulatorDriver), None)
            ),
            "note-down-for-please"
        );
    }
}
