//! The layer table, and the other checks that keep the workspace to its rules.

mod benchmarks;
mod circles;
mod for_people;
mod options;

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Who may depend on whom, in data-flow order. A new pair is a change of the architecture:
/// ARCHITECTURE.md changes in the same commit.
const LAYERS: &[(&str, &[&str])] = &[
    ("settings", &[]),
    ("ui", &[]),
    ("import", &["ui"]),
    ("task", &[]),
    ("strings", &["task"]),
    ("picture", &["ui"]),
    ("recorder", &["ui"]),
    ("trajectory", &["settings", "ui", "task"]),
    ("device", &["settings", "ui", "task"]),
    ("testkit", &["ui", "task", "device", "trajectory"]),
    ("checks", &["ui", "task", "strings", "device"]),
    ("emulator", &["ui", "task", "device", "picture"]),
    ("adb", &[]),
    (
        "device-web",
        &["settings", "ui", "task", "device", "picture", "recorder", "adb"],
    ),
    ("adb-door", &["settings", "ui", "device", "emulator", "adb"]),
    ("doors", &["ui", "task", "device", "emulator", "adb-door"]),
    ("device-android", &["settings", "ui", "device", "adb"]),
    (
        "device-androidworld",
        &["settings", "ui", "task", "device", "device-android"],
    ),
    ("llm", &["settings"]),
    ("library", &["settings", "ui", "task", "strings", "trajectory"]),
    (
        "explorer",
        &["ui", "task", "strings", "trajectory", "device", "llm", "picture"],
    ),
    (
        "compiler",
        &[
            "settings",
            "ui",
            "task",
            "strings",
            "trajectory",
            "library",
            "llm",
        ],
    ),
    (
        "runtime",
        &[
            "settings",
            "ui",
            "task",
            "strings",
            "trajectory",
            "device",
            "library",
        ],
    ),
    ("queue", &["settings", "task", "trajectory"]),
    ("queue-nats", &["task", "trajectory", "queue"]),
    (
        "autorpa",
        &[
            "settings",
            "ui",
            "import",
            "task",
            "strings",
            "picture",
            "recorder",
            "trajectory",
            "device",
            "checks",
            "emulator",
            "device-web",
            "device-android",
            "device-androidworld",
            "llm",
            "library",
            "explorer",
            "compiler",
            "runtime",
            "queue",
            "queue-nats",
        ],
    ),
    ("gate", &["autorpa"]),
    ("front", &["autorpa", "device"]),
    (
        "mcp",
        &[
            "autorpa",
            "task",
            "trajectory",
            "device",
            "library",
            "gate",
            "front",
        ],
    ),
    (
        "serve",
        &[
            "autorpa",
            "task",
            "trajectory",
            "device",
            "library",
            "gate",
            "front",
        ],
    ),
    (
        "studio",
        &[
            "settings",
            "ui",
            "autorpa",
            "task",
            "trajectory",
            "device",
            "library",
            "gate",
        ],
    ),
    (
        "cli",
        &[
            "settings",
            "autorpa",
            "studio",
            "gate",
            "front",
            "ui",
            "import",
            "task",
            "strings",
            "picture",
            "recorder",
            "trajectory",
            "device",
            "checks",
            "emulator",
            "device-web",
            "adb",
            "adb-door",
            "doors",
            "device-android",
            "llm",
            "library",
            "explorer",
            "compiler",
            "runtime",
            "queue",
            "queue-nats",
        ],
    ),
];

/// What tests may use beside `testkit` and what their crate may use: devices to test on. No test uses what stands above
/// its crate.
const FOR_TESTS: &[(&str, &[&str])] = &[
    ("device-android", &["emulator", "adb-door"]),
    ("device-androidworld", &["emulator", "adb-door", "doors"]),
    ("explorer", &["emulator", "device-web"]),
    ("mcp", &["device-web"]),
    ("runtime", &["emulator"]),
];

/// Example applications that tasks are done on: they know nothing of AutoRPA, and only tests may use them.
const EXAMPLES: &[&str] = &["desk"];

/// Crates whose answers depend on their arguments alone.
const PURE: &[&str] = &[
    "ui", "import", "task", "strings", "picture", "recorder", "device", "emulator", "compiler",
];
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask has a parent")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn rust_files(dir: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(dir).expect("directory exists") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|it| it == "rs") {
            files.push(path);
        }
    }
    files
}

/// What a crate's manifest names in a table of dependencies, of ours only.
fn ours(name: &str, table: &str) -> Vec<String> {
    let manifest: toml::Table = read(&root().join("crates").join(name).join("Cargo.toml"))
        .parse()
        .expect("manifest is TOML");
    let dependencies = manifest.get(table).and_then(|it| it.as_table());
    let named = dependencies.into_iter().flat_map(|it| it.keys().cloned());
    named
        .filter(|name| LAYERS.iter().any(|(it, _)| it == name))
        .collect()
}

/// What a row of a table allows a crate.
fn allowed(table: &[(&'static str, &'static [&'static str])], name: &str) -> &'static [&'static str] {
    table.iter().find(|(it, _)| *it == name).map_or(&[], |it| it.1)
}

#[test]
fn crates_depend_only_downwards() {
    for (name, below) in LAYERS {
        for dependency in ours(name, "dependencies")
            .into_iter()
            .chain(ours(name, "build-dependencies"))
        {
            assert!(
                below.contains(&dependency.as_str()),
                "\ncrate `{name}` must not depend on `{dependency}`\n\
                 help: pass the value in, or move the type down a layer\n\
                 help: if the layering itself is wrong, change LAYERS and ARCHITECTURE.md together\n"
            );
        }
    }
}

#[test]
fn tests_depend_only_downwards() {
    for (name, below) in LAYERS {
        let for_tests = allowed(FOR_TESTS, name);
        for dependency in ours(name, "dev-dependencies") {
            assert!(
                dependency == "testkit"
                    || below.contains(&dependency.as_str())
                    || for_tests.contains(&dependency.as_str()),
                "\nthe tests of crate `{name}` must not depend on `{dependency}`\n\
                 help: test it where both are known: in `tests/`, or in the crate above\n\
                 help: a device to test on is added to FOR_TESTS\n"
            );
            assert!(
                !allowed(LAYERS, &dependency).contains(name),
                "\nthe tests of crate `{name}` use `{dependency}`, which stands above it\n\
                 help: move the test up\n"
            );
        }
        for unused in for_tests {
            assert!(
                ours(name, "dev-dependencies").contains(&(*unused).to_owned()),
                "\nthe tests of crate `{name}` do not use `{unused}` any more: it leaves FOR_TESTS\n"
            );
        }
    }
}

#[test]
fn every_crate_is_in_the_table() {
    for entry in fs::read_dir(root().join("crates")).expect("crates/ exists") {
        let name = entry.expect("readable").file_name().into_string().expect("UTF-8");
        assert!(
            LAYERS.iter().any(|(it, _)| *it == name),
            "crate `{name}` is missing from LAYERS"
        );
    }
}

#[test]
fn examples_stand_beside_the_layers() {
    let ours = |name: &str| LAYERS.iter().any(|(it, _)| *it == name) || name.starts_with("autorpa");
    for name in EXAMPLES {
        let manifest: toml::Table = read(&root().join("examples").join(name).join("Cargo.toml"))
            .parse()
            .expect("manifest is TOML");
        for table in ["dependencies", "dev-dependencies"] {
            for dependency in manifest
                .get(table)
                .and_then(|it| it.as_table())
                .into_iter()
                .flatten()
            {
                assert!(
                    !ours(dependency.0),
                    "\nexample `{name}` must not depend on `{}`: it stands for an application of somebody else\n",
                    dependency.0
                );
            }
        }
    }
    for (name, _) in LAYERS {
        let manifest: toml::Table = read(&root().join("crates").join(name).join("Cargo.toml"))
            .parse()
            .expect("manifest is TOML");
        for dependency in manifest
            .get("dependencies")
            .and_then(|it| it.as_table())
            .into_iter()
            .flatten()
        {
            assert!(
                !EXAMPLES.contains(&dependency.0.as_str()),
                "\ncrate `{name}` must not depend on the example `{}` outside its tests\n",
                dependency.0
            );
        }
    }
}

#[test]
fn every_example_is_known() {
    for entry in fs::read_dir(root().join("examples")).expect("examples/ exists") {
        let path = entry.expect("readable").path();
        let name = path.file_name().and_then(|it| it.to_str()).expect("UTF-8");
        assert!(
            !path.join("Cargo.toml").exists() || EXAMPLES.contains(&name),
            "example `{name}` is missing from EXAMPLES"
        );
    }
}

#[test]
fn architecture_shows_the_layer_table() {
    let text = read(&root().join("ARCHITECTURE.md"));
    for (name, allowed) in LAYERS.iter().filter(|(name, _)| *name != "cli") {
        let below = if allowed.is_empty() {
            "-".to_owned()
        } else {
            allowed.join(" ")
        };
        let row = format!("{name:<12} {below}");
        assert!(
            text.contains(row.trim_end()),
            "\nARCHITECTURE.md lacks the row `{row}`\nhelp: copy it into the layer table\n"
        );
    }
}

/// Clippy reads one file for a crate: the crate's own, where it has one.
#[test]
fn pure_crates_may_not_reach_outside() {
    let crates = root().join("crates");
    let of = |name: &str| read(&crates.join(name).join("clippy.toml"));
    let pure = of(PURE[0]);
    let files = fs::read_dir(&crates).expect("crates/ exists");
    for path in files.map(|it| it.expect("readable").path()) {
        let name = path.file_name().and_then(|it| it.to_str()).expect("UTF-8");
        let is_like_pure = path.join("clippy.toml").exists() && of(name) == pure;
        assert_eq!(
            is_like_pure,
            PURE.contains(&name),
            "\ncrate `{name}`: pure crates, and no others, have the clippy.toml of `{}`\n\
             help: take the value as an argument, or ask the `World`\n",
            PURE[0]
        );
    }
    let (pure, all): (toml::Table, toml::Table) = (
        pure.parse().expect("it is TOML"),
        read(&root().join("clippy.toml")).parse().expect("it is TOML"),
    );
    for (key, value) in all.iter().filter(|(key, _)| *key != "disallowed-methods") {
        assert_eq!(
            pure.get(key),
            Some(value),
            "`{key}` of clippy.toml holds in pure crates too"
        );
    }
}

/// What a front end has to do beside its arguments and its terminal belongs into `autorpa`.
#[test]
fn the_command_is_a_thin_layer() {
    const MOST: usize = 3_000;
    let files = rust_files(&root().join("crates/cli/src"));
    let lines: usize = files.iter().map(|path| read(path).lines().count()).sum();
    assert!(
        lines < MOST,
        "\ncrates/cli/src has {lines} lines, and {MOST} is the limit\nhelp: move what is no argument and no output into \
         crates/autorpa\n"
    );
}

#[test]
fn every_file_says_what_it_is_for() {
    for top in ["crates", "examples", "xtask", "tests", "benches"] {
        for path in rust_files(&root().join(top)) {
            assert!(
                read(&path).starts_with("//!"),
                "\n{} has no `//!` line at its top\n",
                path.display()
            );
        }
    }
}
