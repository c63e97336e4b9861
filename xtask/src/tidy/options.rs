//! How something is typed at a command line stands in `cli` alone: what is below names a setting or a call, and who stands
//! before the user says how that reads.

use std::collections::BTreeSet;

use syn::Item;

use super::{read, root, rust_files};

/// Files below `cli` that have options of a command line in them, each for a reason.
const HAVE_OPTIONS: &[&str] = &[
    // Options of Android's own tools, which the door takes and a phone is asked with.
    "adb-door/src/tools/activity.rs",
    "adb-door/src/tools/ime.rs",
    "adb-door/src/tools/providers.rs",
    "adb-door/src/tools/screen.rs",
    "adb-door/src/tools/settings.rs",
    "adb-door/src/tools/system.rs",
    "device-android/src/phone.rs",
    // Options of the browser, and of what installs it and the pages of a suite.
    "device-web/src/browser.rs",
    "device-web/src/miniwob.rs",
    // Options of what a virtual display and its hand are started with.
    "testkit/src/display.rs",
    // Options of what starts the original server.
    "device-androidworld/src/world.rs",
    // Options of what builds this program with another feature.
    "checks/src/fault.rs",
    // A document for agents that have a shell: that it names the command is its form.
    "autorpa/src/export/skill.rs",
    // A page for Markdown whose first lines are what was typed in a shell to make it.
    "autorpa/src/results/side_by_side.rs",
    // The server's own, as a program.
    "mcp/src/server.rs",
    // What a test reads of what an older version wrote.
    "autorpa/src/results/kept.rs",
];

/// A file without its comments and its tests.
fn product(text: &str) -> String {
    let product = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = product.lines().filter(|it| !it.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The options that stand in a text.
fn options(text: &str) -> Vec<&str> {
    let begins = |at: usize| {
        let before = text[..at].chars().next_back();
        let after = text[at + 2..].chars().next();
        !before.is_some_and(|it| it.is_alphanumeric() || it == '-')
            && after.is_some_and(|it| it.is_ascii_lowercase())
    };
    let found = text.match_indices("--").filter(|(at, _)| begins(*at));
    found
        .map(|(at, _)| {
            let rest = &text[at..];
            let end = rest.find(|it: char| !it.is_ascii_lowercase() && it != '-');
            &rest[..end.unwrap_or(rest.len())]
        })
        .collect()
}

/// The commands, as they are typed.
fn commands() -> BTreeSet<String> {
    let file = syn::parse_file(&read(&root().join("crates/cli/src/args.rs"))).expect("the file is Rust");
    let all = file.items.iter().find_map(|it| match it {
        Item::Enum(it) if it.ident == "Command" => Some(it),
        _ => None,
    });
    let dashed = |name: String| {
        let mut dashed = String::new();
        for letter in name.chars() {
            if letter.is_uppercase() && !dashed.is_empty() {
                dashed.push('-');
            }
            dashed.extend(letter.to_lowercase());
        }
        dashed
    };
    let variants = all.expect("there are commands").variants.iter();
    variants.map(|it| dashed(it.ident.to_string())).collect()
}

/// The commands that a text names as they are typed.
fn typed<'a>(text: &'a str, commands: &BTreeSet<String>) -> Vec<&'a str> {
    let named = text.match_indices("autorpa ").filter_map(|(at, program)| {
        let rest = &text[at + program.len()..];
        let end = rest.find(|it: char| !it.is_ascii_lowercase() && it != '-');
        let word = &rest[..end.unwrap_or(rest.len())];
        commands.contains(word).then_some(word)
    });
    named.collect()
}

#[test]
fn the_library_names_no_option_and_no_command() {
    let crates = root().join("crates");
    let commands = commands();
    assert!(
        commands.contains("build") && commands.contains("new-task"),
        "{commands:?}"
    );
    for path in rust_files(&crates) {
        let name = path.strip_prefix(&crates).expect("it is below");
        let name = name.to_str().expect("UTF-8");
        if name.starts_with("cli/") || name.split('/').nth(1) != Some("src") {
            continue;
        }
        let text = read(&path);
        let product = product(&text);
        let found = options(&product);
        assert_eq!(
            !found.is_empty(),
            HAVE_OPTIONS.contains(&name),
            "\ncrates/{name} has these options of a command line: {found:?}\n\
             help: name a `settings::Setting`, or a `settings::Call`: the command line, a page and a protocol say it each in its way\n\
             help: HAVE_OPTIONS names the files that have options of something else, and no others\n"
        );
        let found = typed(&product, &commands);
        assert!(
            found.is_empty() || HAVE_OPTIONS.contains(&name),
            "\ncrates/{name} names commands as they are typed: {found:?}\nhelp: name a `settings::Call`\n"
        );
    }
}

#[test]
fn what_is_typed_is_seen() {
    assert_eq!(
        options("say --yes, or (--budget-tokens)"),
        ["--yes", "--budget-tokens"]
    );
    assert_eq!(options("a--b --- -- x--"), [""; 0]);
    let commands = BTreeSet::from(["build".to_owned()]);
    assert_eq!(
        typed("make one with `autorpa build`, autorpa is", &commands),
        ["build"]
    );
}
