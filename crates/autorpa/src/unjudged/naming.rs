//! What a kind of task is called that nobody has named, and which parts of its goal are values.

use task::{Params, Template, induce};
use trajectory::Recording;
use ui::Action;
use url::Url;

use super::place::Place;

/// Words of a goal that go into the name of its kind.
const WORDS: usize = 8;

/// The goal with its values as slots. A value is what was typed or answered and stands in the goal, and what stands
/// there in quotes and was acted on; the slots are named as the person has named these values, else as in any goals that
/// differ in their values.
pub(super) fn template_of(goal: &str, recording: &Recording, named: &Params) -> Template {
    let template = unnamed(goal, recording);
    let Some(values) = template.extract(goal) else {
        return template;
    };
    let mut text = template.to_string();
    for (name, value) in named {
        let slot = values.iter().find(|(slot, it)| *it == value && *slot != name);
        let Some((slot, _)) = slot.filter(|_| !values.contains_key(name)) else {
            continue;
        };
        text = text.replace(&format!("{{{slot}}}"), &format!("{{{name}}}"));
    }
    let renamed = Template::parse(&text).ok();
    renamed
        .filter(|it| it.extract(goal).is_some())
        .unwrap_or(template)
}

fn unnamed(goal: &str, recording: &Recording) -> Template {
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
        let template = template_of(goal, &recording(typed, tapped), &Params::new());
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
    fn values_are_called_what_the_person_calls_them() {
        let of = |goal: &str, name: &str, value: &str| {
            let named = Params::from([(name.to_owned(), value.into())]);
            template_of(goal, &recording(&["ada", "x1"], "Log in"), &named).to_string()
        };
        let goal = "Log in with the username ada and the password x1 on this page.";
        let called = |name: &str| {
            format!("Log in with the username {{{name}}} and the password {{password}} on this page.")
        };
        assert_eq!(of(goal, "who", "ada"), called("who"));
        // Another value, and a name that another value has already.
        assert_eq!(of(goal, "who", "bob"), called("username"));
        assert_eq!(of(goal, "password", "ada"), called("username"));
        // What looks like a slot is text.
        let braces = "Log in as ada, not as {username}.";
        assert!(of(braces, "who", "ada").ends_with("not as {{username}}."));
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
