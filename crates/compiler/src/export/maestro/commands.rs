//! Commands that several parts of a flow need.

use super::{
    script::{Value, asked},
    sought::{Selector, Target},
    yaml::Yaml,
};

/// How long something is looked for in a list, in each direction, in milliseconds.
const SCROLLS: usize = 20_000;

/// The command that fails where a script says no.
pub(super) fn holds(value: &Value, label: &str) -> Yaml {
    Yaml::command(
        "assertTrue",
        Yaml::map([
            ("condition", Yaml::Text(asked(value))),
            // Maestro looks for scripts in it as well.
            ("label", Yaml::Text(label.replace("${", "$ {"))),
        ]),
    )
}

/// The commands that fail where not exactly one element fits.
pub(super) fn alone(target: &Target) -> Vec<Yaml> {
    let selector = &target.selector;
    let mut all = match target.scrolls {
        true => scrolled(selector),
        false => vec![Yaml::command("assertVisible", selector.yaml())],
    };
    // Elements are counted from 0.
    let second = selector.with("index", Yaml::word(1));
    all.push(Yaml::command("assertNotVisible", second.yaml()));
    all
}

/// Down to the end of a list, then up.
pub(super) fn scrolled(selector: &Selector) -> Vec<Yaml> {
    let scroll = |direction: &str, more: Option<(&'static str, Yaml)>| {
        let parts = [
            ("element", selector.yaml()),
            ("direction", Yaml::word(direction)),
            ("timeout", Yaml::word(SCROLLS)),
        ];
        Yaml::command("scrollUntilVisible", Yaml::map(parts.into_iter().chain(more)))
    };
    vec![
        scroll("DOWN", Some(("optional", Yaml::word(true)))),
        scroll("UP", None),
    ]
}
