//! `cargo xtask`: what a developer and CI run. `cargo xtask ci` is the whole check.

mod compare;
mod script;
#[cfg(test)]
mod tidy;
mod tiers;

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use thiserror::Error;
use tiers::Tier;

const USAGE: &str = "\
cargo xtask ci      format, clippy, the observing script, the fuzz target, the smoke of the README's main command, and all tests
cargo xtask test TIER
                    the tests of a tier: unit (nothing is needed for it), web (Chromium), replay (whole builds), all;
                    local-model, which installs a small language model, is in none of them
cargo xtask lint-script
                    node and eslint over the script that reads pages
cargo xtask episodes [features]
                    writes the table of the episodes that the search needs for each task type of the emulator anew, or
                    says which types need each feature of its costs
cargo xtask setup   what ci does first: Chromium, adb and the MiniWoB++ pages, where they are missing
cargo xtask smoke   build and exec of one task type with an empty home, as the README says
cargo xtask compare-playwright [--baseline FILE] [--node-root DIR] [--tasks A,B] [--episodes N] [--rounds N]
                    [--at-least RATIO] [--json FILE]
                    episodes a second of `autorpa bench` and of a Playwright script, side by side";

/// Why a task failed.
#[derive(Debug, Error)]
enum TaskError {
    #[error("unknown task `{0}`\n{USAGE}")]
    Unknown(String),
    #[error("`{command}` ended with {status}")]
    Failed { command: String, status: String },
    #[error("`{command}` can't be started: {source}")]
    NoStart { command: String, source: std::io::Error },
    #[error(transparent)]
    Tier(#[from] tiers::NoTier),
    #[error(transparent)]
    Compare(#[from] compare::CompareError),
}

#[expect(clippy::print_stderr, reason = "a developer's tool speaks on the terminal")]
fn main() -> ExitCode {
    let task = env::args().nth(1).unwrap_or_default();
    let result = match task.as_str() {
        "ci" => ci(),
        "setup" => setup(),
        "smoke" => smoke(),
        "test" => {
            let tier = env::args().nth(2).unwrap_or_default();
            Tier::named(&tier).map_err(TaskError::from).and_then(test)
        }
        "lint-script" => script::lint(),
        "episodes" => match env::args().nth(2).as_deref() {
            None => episodes("write"),
            Some("features") => episodes("features"),
            Some(other) => Err(TaskError::Unknown(format!("episodes {other}"))),
        },
        "compare-playwright" => {
            compare::compare(&env::args().skip(2).collect::<Vec<_>>()).map_err(TaskError::from)
        }
        other => Err(TaskError::Unknown(other.to_owned())),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            match error {
                TaskError::Compare(error) => error.exit_code(),
                _ => ExitCode::FAILURE,
            }
        }
    }
}

fn ci() -> Result<(), TaskError> {
    setup()?;
    cargo(["fmt", "--all", "--check"])?;
    cargo([
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "--deny",
        "warnings",
    ])?;
    script::lint()?;
    cargo(["build", "-p", "autorpa-fuzz"])?;
    smoke()?;
    // Last, so that the runner's own line about all tests is the last one.
    test(Tier::All)
}

/// nextest where it is installed, the ordinary runner where it is not.
fn test(tier: Tier) -> Result<(), TaskError> {
    let required = env::var("AUTORPA_REQUIRE").unwrap_or_default();
    let required = [Some(required.as_str()), tier.required()];
    let required: Vec<&str> = required
        .into_iter()
        .flatten()
        .filter(|it| !it.is_empty())
        .collect();
    let variable = Some(("AUTORPA_REQUIRE", required.join(",")));
    let cargo = |words: &[&str]| run_in(Path::new("cargo"), words, variable.clone());
    if succeeds("cargo", ["nextest", "--version"]) {
        let filter = tier.filter();
        return cargo(&["nextest", "run", "--workspace", "--no-fail-fast", "-E", &filter]);
    }
    let mut result = Ok(());
    for command in tier.commands() {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        result = result.and(cargo(&words));
    }
    result
}

/// The table of the search's episodes, by its own tests.
fn episodes(what: &str) -> Result<(), TaskError> {
    let test = match what {
        "write" => "no_type_needs_more_episodes_than_the_table_says",
        _ => "each_feature_is_needed_by_the_type_that_its_row_names",
    };
    let words = [
        "test",
        "-p",
        "autorpa-explorer",
        "--test",
        "episodes",
        "--",
        "--nocapture",
        test,
    ];
    run_in(
        Path::new("cargo"),
        &words,
        Some(("AUTORPA_EPISODES", what.to_owned())),
    )
}

/// Install a package of the system's, where `apt-get` can.
fn install(package: &str, needed_for: &str) {
    if !succeeds("apt-get", ["--version"]) {
        return;
    }
    let sudo = !succeeds("test", ["-w", "/usr/bin"]);
    say(&format!("installing {package} with apt-get"));
    for arguments in [vec!["update", "-qq"], vec!["install", "-y", "-qq", package]] {
        let done = if sudo {
            run("sudo", ["-n", "apt-get"].into_iter().chain(arguments))
        } else {
            run("apt-get", arguments)
        };
        if let Err(error) = done {
            say(&format!("no {package}: {error}; {needed_for} will be skipped"));
            break;
        }
    }
}

/// Install a Python package where it is missing; `options` are pip's.
fn pip(package: &str, options: &[&str], needed_for: &str) {
    let find = format!("import importlib.util,sys; sys.exit(importlib.util.find_spec('{package}') is None)");
    if succeeds("python3", ["-c", &find]) {
        return;
    }
    say(&format!("installing {package} with pip"));
    let plain = ["-m", "pip", "install", "--quiet"];
    let with = |more: &[&'static str]| {
        let words = plain.iter().chain(more).chain(options).copied();
        run("python3", words.chain([package]))
    };
    if with(&[])
        .or_else(|_| with(&["--user", "--break-system-packages"]))
        .is_err()
    {
        say(&format!("no {package}: {needed_for} will be skipped"));
    }
}

/// Chromium and adb come from the system's packages, the MiniWoB++ pages and the client of the Model Context Protocol from
/// Python's.
/// Tests that need one of them are skipped by name where it can't be had.
fn setup() -> Result<(), TaskError> {
    let chromium = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    if !chromium.iter().any(|it| succeeds(it, ["--version"])) {
        install("chromium", "web tests");
    }
    if !succeeds("adb", ["version"]) {
        install("adb", "the tests of the adb door by the real client");
    }
    pip("miniwob", &["--no-deps"], "the tests of its pages");
    pip("mcp", &[], "the test of tools by the official client");
    Ok(())
}

/// The README's two main commands, in an empty home.
fn smoke() -> Result<(), TaskError> {
    let home = root().join("target").join("smoke-home");
    // A home left by an earlier smoke would hide what a first run does.
    if home.exists() {
        std::fs::remove_dir_all(&home).map_err(|source| TaskError::NoStart {
            command: format!("remove {}", home.display()),
            source,
        })?;
    }
    cargo(["build", "--release"])?;
    let autorpa = target().join("release").join("autorpa");
    let home = home.display().to_string();
    let with_home = |arguments: &[&str]| {
        let variable = Some(("AUTORPA_HOME", home.clone()));
        run_in(&autorpa, arguments, variable)
    };
    with_home(&["build", "--task-type", "MarkorCreateNote", "--again"])?;
    with_home(&[
        "exec",
        "markor/create_note",
        "--task-type",
        "MarkorCreateNote",
        "--param",
        "file_name=todo.txt",
        "--param",
        "text=buy milk",
    ])
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .map_or_else(PathBuf::new, Path::to_path_buf)
}

fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

fn cargo<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Result<(), TaskError> {
    run("cargo", arguments)
}

fn run<'a>(program: &str, arguments: impl IntoIterator<Item = &'a str>) -> Result<(), TaskError> {
    let arguments: Vec<&str> = arguments.into_iter().collect();
    run_in(Path::new(program), &arguments, None)
}

fn run_in(program: &Path, arguments: &[&str], variable: Option<(&str, String)>) -> Result<(), TaskError> {
    let command = format!("{} {}", program.display(), arguments.join(" "));
    say(&command);
    let mut process = Command::new(program);
    process.args(arguments).current_dir(root());
    process.envs(variable);
    let status = process.status().map_err(|source| TaskError::NoStart {
        command: command.clone(),
        source,
    })?;
    if status.success() {
        Ok(())
    } else {
        Err(TaskError::Failed {
            command,
            status: status.to_string(),
        })
    }
}

fn succeeds<'a>(program: &str, arguments: impl IntoIterator<Item = &'a str>) -> bool {
    Command::new(program)
        .args(arguments)
        .output()
        .is_ok_and(|it| it.status.success())
}

#[expect(clippy::print_stderr, reason = "a developer's tool speaks on the terminal")]
fn say(line: &str) {
    eprintln!("xtask: {line}");
}
