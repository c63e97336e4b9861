//! What the checker believes a script can call is what the runtime gives it.

use std::collections::{BTreeMap, BTreeSet};

use ui::ActionKind;

type Arities = BTreeMap<String, BTreeSet<usize>>;

fn given(on_env_op: bool) -> Arities {
    let mut all = Arities::new();
    for it in runtime::host_functions()
        .iter()
        .filter(|it| it.on_env_op == on_env_op)
    {
        all.entry(it.name.clone()).or_default().insert(it.params.len());
    }
    all
}

fn believed(table: &[compiler::host::HostFunction]) -> Arities {
    table
        .iter()
        .map(|it| (it.name.to_owned(), it.arities.iter().copied().collect()))
        .collect()
}

#[test]
fn the_checker_knows_the_methods_of_env_op() {
    assert_eq!(believed(compiler::host::ENV_OP), given(true));
}

#[test]
fn the_checker_knows_the_plain_functions() {
    let given = given(false);
    for (name, arities) in believed(compiler::host::FREE) {
        // `assert` is syntax where it is given a place in the script.
        let known = given.get(&name).cloned().unwrap_or_default();
        let listed = runtime::reference().contains(&format!("{name}("));
        assert!(
            arities.is_subset(&known) || listed,
            "`{name}` takes {arities:?}, the runtime has {known:?}"
        );
    }
}

#[test]
fn the_checker_knows_what_takes_a_locator() {
    let given: BTreeSet<&str> = runtime::host_functions()
        .iter()
        .filter(|it| it.on_env_op && it.params.first().is_some_and(|it| it == "locator"))
        .map(|it| it.name.as_str())
        .collect();
    assert_eq!(
        compiler::host::LOCATING.iter().copied().collect::<BTreeSet<_>>(),
        given
    );
    for name in compiler::host::DESCRIBED {
        assert!(given.contains(name), "`{name}` takes no locator");
    }
}

#[test]
fn the_checker_knows_the_keys_of_a_locator() {
    let page = runtime::reference();
    let listed = page
        .lines()
        .filter_map(|it| it.strip_prefix("- `")?.split('`').next());
    let keys = ui::Key::ALL.iter().map(|it| it.name());
    // That any of several serves is what a build proves by trying each: nobody is told to write it.
    let extra = compiler::host::EXTRA_KEYS
        .iter()
        .filter(|it| **it != "any_of_alike");
    let known: BTreeSet<&str> = keys.chain(extra.copied()).collect();
    assert_eq!(listed.collect::<BTreeSet<_>>(), known);
}

/// What a builder is told leaves nothing out but what its device lacks.
#[test]
fn the_reference_in_short_has_every_function() {
    let page = runtime::reference_in_short(&ActionKind::ALL.into());
    for it in runtime::host_functions() {
        let line = format!("- {}({}): {}\n", it.name, it.params.join(", "), it.doc);
        assert!(page.contains(&line), "{line} is not in\n{page}");
    }
    for (name, ..) in runtime::text_functions() {
        assert!(page.contains(&format!("- {name}(")), "{name} is not in\n{page}");
    }
    for key in ui::Key::told()
        .map(|it| it.name())
        .chain(["near", "nth", "or_else"])
    {
        assert!(page.contains(&format!("`{key}`")), "{key} is not in\n{page}");
    }
    assert!(
        page.contains("- before(\"a-b-c\", \"-\", 1) is \"a\": Before the n-th"),
        "{page}"
    );
    assert!(
        page.len() * 10 < runtime::reference().len() * 9,
        "{} bytes",
        page.len()
    );
    let on_a_page = runtime::reference_in_short(&BTreeSet::from([
        ActionKind::Click,
        ActionKind::Hover,
        ActionKind::Scroll,
        ActionKind::Wait,
    ]));
    assert!(on_a_page.contains("- hover(index)") && on_a_page.contains("- click(index)"));
    for name in ["open_app", "go_home", "go_back", "long_press", "swipe", "answer"] {
        assert!(!on_a_page.contains(&format!("- {name}(")), "{name}");
    }
}
