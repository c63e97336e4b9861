//! What the checker believes a script can call is what the runtime gives it.

use std::collections::{BTreeMap, BTreeSet};

use compiler::host::{EnvOp, FREE, First};
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

fn believed<'a>(table: impl Iterator<Item = (&'a str, &'a [usize])>) -> Arities {
    table
        .map(|(name, arities)| (name.to_owned(), arities.iter().copied().collect()))
        .collect()
}

#[test]
fn the_checker_knows_the_methods_of_env_op() {
    let all = EnvOp::ALL.iter();
    assert_eq!(believed(all.map(|it| (it.name(), it.arities()))), given(true));
    for it in EnvOp::ALL {
        assert_eq!(EnvOp::named(it.name()), Some(*it));
    }
}

#[test]
fn the_checker_knows_the_plain_functions() {
    let given = given(false);
    for (name, arities) in believed(FREE.iter().map(|it| (it.name, it.arities))) {
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
    let believed = EnvOp::ALL
        .iter()
        .filter(|it| matches!(it.first(), First::Sought | First::Asked));
    assert_eq!(believed.map(|it| it.name()).collect::<BTreeSet<_>>(), given);
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
    let told = |it: &&runtime::HostFunction| {
        let form = (it.name.as_str(), it.params.len());
        !runtime::OF_STORIES.contains(&form.0) && !runtime::OF_PEOPLE.contains(&form)
    };
    for it in runtime::host_functions().iter().filter(told) {
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
