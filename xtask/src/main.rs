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
    time::{Duration, Instant},
};

use thiserror::Error;
use tiers::Tier;

const USAGE: &str = "\
cargo xtask ci      format, clippy, the observing script, the library's pages, the fuzz target, the smoke of the README's
                    main command, and all tests
cargo xtask test TIER [--foreign]
                    the tests of a tier: unit (nothing is needed for it), web (Chromium), replay (whole builds), all;
                    long (more whole builds) and local-model, which installs a small language model, are in none of them;
                    --foreign: as on a machine with other fonts, in another language and another time zone
cargo xtask lint-script
                    node and eslint over the script that reads pages
cargo xtask episodes [add|features]
                    writes the tables of the episodes that the search needs for each task type of the suites anew, or
                    adds the types that they lack, or says which types need each feature of its costs
cargo xtask setup   what ci does first: Chromium, adb, Postgres and the MiniWoB++ pages, where they are missing
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
    #[error("{what} can't be done, and `AUTORPA_REQUIRE` asks for it: {why}")]
    Missing { what: String, why: String },
    #[error("{path} can't be written: {source}", path = path.display())]
    Write { path: PathBuf, source: std::io::Error },
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
            let machine = match env::args().nth(3).as_deref() {
                None => Ok(Machine::Here),
                Some("--foreign") => Ok(Machine::Foreign),
                Some(other) => Err(TaskError::Unknown(format!("test {tier} {other}"))),
            };
            let tier = Tier::named(&tier).map_err(TaskError::from);
            machine.and_then(|machine| test(tier?, machine))
        }
        "lint-script" => script::lint(),
        "episodes" => match env::args().nth(2).as_deref() {
            None => episodes("write"),
            Some(what @ ("add" | "features")) => episodes(what),
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

/// The pages of the library, without a warning: a link that leads nowhere is one.
fn documented() -> Result<(), TaskError> {
    let warnings = [("RUSTDOCFLAGS", "--deny warnings".to_owned())];
    run_in(
        Path::new("cargo"),
        &["doc", "-p", "autorpa", "-p", "autorpa-cli", "--lib", "--no-deps"],
        &warnings,
    )
}

fn ci() -> Result<(), TaskError> {
    setup()?;
    cargo(["fmt", "--all", "--check"])?;
    let lint = ["clippy", "--workspace", "--all-targets"];
    let deny = ["--", "--deny", "warnings"];
    let features = features(&required());
    cargo(lint.into_iter().chain(features.clone()).chain(deny))?;
    script::lint()?;
    // What a newcomer builds is built with fewer features than the whole: that it can be is looked at alone.
    cargo(["check", "-p", "autorpa", "-p", "autorpa-cli"])?;
    documented()?;
    let built = ["build", "--workspace", "--tests", "--bin", "readers"];
    cargo(built.into_iter().chain(features))?;
    main_commands()?;
    // Last, so that the runner's own line about all tests is the last one. Developers run them as their machines are.
    test(Tier::All, Machine::Foreign)
}

/// What the tests find around them.
#[derive(Clone, Copy)]
enum Machine {
    /// What there is.
    Here,
    /// Other fonts, another language, another time zone; what fails once is tried once more.
    Foreign,
}

impl Machine {
    /// The variables that make it so.
    fn variables(self) -> Result<Vec<(&'static str, String)>, TaskError> {
        match self {
            Machine::Here => Ok(Vec::new()),
            Machine::Foreign => {
                let fonts = root().join("crates/picture/assets");
                let text = format!(
                    "<?xml version=\"1.0\"?><fontconfig><dir>{}</dir></fontconfig>\n",
                    fonts.display()
                );
                let path = target().join("foreign-fonts.conf");
                std::fs::write(&path, text).map_err(|source| TaskError::Write {
                    path: path.clone(),
                    source,
                })?;
                Ok(vec![
                    ("FONTCONFIG_FILE", path.display().to_string()),
                    ("TZ", "Pacific/Kiritimati".to_owned()),
                    ("LC_ALL", "de_DE.UTF-8".to_owned()),
                    ("NEXTEST_PROFILE", "ci".to_owned()),
                ])
            }
        }
    }
}

/// The parts that the tests must find.
fn required() -> String {
    env::var("AUTORPA_REQUIRE").unwrap_or_default()
}

/// What has to be built in for the parts that are required. Whoever has no Postgres does not build its client, nor that of NATS, nor
/// what speaks to a collector of spans.
fn features(required: &str) -> Vec<&'static str> {
    let has = |part: &str| required.split(',').any(|it| it.trim() == part);
    let built = [
        ("postgres", "autorpa-checks/postgres"),
        ("nats", "autorpa/nats"),
        ("otlp", "autorpa-cli/otlp"),
    ];
    let wanted = built.into_iter().filter(|(part, _)| has(part));
    wanted.flat_map(|(_, feature)| ["--features", feature]).collect()
}

/// nextest where it is installed, the ordinary runner where it is not.
fn test(tier: Tier, machine: Machine) -> Result<(), TaskError> {
    let required = required();
    let features = features(&required);
    let required = [Some(required.as_str()), tier.required()];
    let required: Vec<&str> = required
        .into_iter()
        .flatten()
        .filter(|it| !it.is_empty())
        .collect();
    let mut variables = machine.variables()?;
    variables.push(("AUTORPA_REQUIRE", required.join(",")));
    let cargo = |words: &[&str]| run_in(Path::new("cargo"), words, &variables);
    if succeeds("cargo", ["nextest", "--version"]) {
        let filter = tier.filter();
        cargo(&[&["nextest", "run", "--workspace", "--no-run"], &features[..]].concat())?;
        let run = ["nextest", "run", "--workspace", "--no-fail-fast", "-E", &filter];
        let began = Instant::now();
        let result = cargo(&[&run, &features[..]].concat());
        say(&took(tier, began.elapsed(), ""));
        return result;
    }
    let mut result = Ok(());
    let began = Instant::now();
    for command in tier.commands() {
        let mut words: Vec<&str> = command.iter().map(String::as_str).collect();
        // Behind `test`, before what the test programs themselves are told; only the whole has the crate of checks in it.
        if words.contains(&"--workspace") {
            words.splice(1..1, features.iter().copied());
        }
        result = result.and(cargo(&words));
    }
    say(&took(tier, began.elapsed(), ", with building"));
    result
}

/// What the tests of a tier took, against what is stated. A loaded machine takes longer, so it fails nothing.
fn took(tier: Tier, took: Duration, with: &str) -> String {
    let (took, stated) = (took.as_secs(), tier.seconds());
    let beyond = if took > stated { ": longer than stated" } else { "" };
    format!("these tests took {took} s{with}; stated are {stated} s or less on two idle cores{beyond}")
}

/// The tables of the search's episodes, by their own tests.
fn episodes(what: &str) -> Result<(), TaskError> {
    let test = match what {
        "write" | "add" => "more_episodes_than_the_table_says",
        _ => "each_feature_is_needed_by_the",
    };
    let words = [
        "test",
        "-p",
        "autorpa-tests",
        "--test",
        "suite",
        "--",
        "--nocapture",
        test,
    ];
    run_in(
        Path::new("cargo"),
        &words,
        &[("AUTORPA_EPISODES", what.to_owned())],
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

/// Install a Python package where what it brings to import is missing; `options` are pip's.
fn pip((package, module): (&str, &str), options: &[&str], needed_for: &str) {
    let find = format!("import importlib.util,sys; sys.exit(importlib.util.find_spec('{module}') is None)");
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

/// Chromium, adb, Postgres, NATS and a virtual display come from the system's packages; the MiniWoB++ pages, the client of the Model Context Protocol and
/// those of adb from Python's.
/// Tests that need one of them are skipped by name where it can't be had.
fn setup() -> Result<(), TaskError> {
    let chromium = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    if !chromium.iter().any(|it| succeeds(it, ["--version"])) {
        install("chromium", "web tests");
    }
    if !succeeds("adb", ["version"]) {
        install("adb", "the tests of the adb door by the real client");
    }
    if !Path::new("/usr/lib/postgresql").exists() {
        install("postgresql", "the test of checks on Postgres");
    }
    if !succeeds("nats-server", ["--version"]) {
        install("nats-server", "the tests of queues for many machines");
    }
    for (program, package) in [
        ("Xvfb", "xvfb"),
        ("openbox", "openbox"),
        ("xdotool", "xdotool"),
        ("xclip", "xclip"),
    ] {
        if !succeeds("which", [program]) {
            install(package, "the tests with a real pointer and real keys");
        }
    }
    for (needs, package) in [
        ("/usr/bin/javac", "default-jdk-headless"),
        ("/usr/share/java/smali.jar", "libsmali-java"),
        ("/usr/bin/enjarify", "enjarify"),
        ("/usr/share/java/com.android.json.jar", "libandroid-json-java"),
    ] {
        if !Path::new(needs).exists() {
            install(package, "the tests of the helper for phones");
        }
    }
    pip(("miniwob", "miniwob"), &["--no-deps"], "the tests of its pages");
    pip(("mcp", "mcp"), &[], "the test of tools by the official client");
    for client in [
        ("adbutils", "adbutils"),
        ("uiautomator2", "uiautomator2"),
        ("pure-python-adb", "ppadb"),
        ("adb-shell", "adb_shell"),
        ("mobilerun-core-local==0.7.1", "mobilerun_core_local"),
        ("android_env", "android_env"),
        ("grpcio", "grpc"),
    ] {
        pip(client, &[], "the tests of the adb door by clients in Python");
    }
    Ok(())
}

/// The README's two main commands with a program that is built as it says.
fn smoke() -> Result<(), TaskError> {
    cargo(["build"])?;
    main_commands()
}

/// The README's two main commands, in an empty home.
fn main_commands() -> Result<(), TaskError> {
    let home = root().join("target").join("smoke-home");
    // A home left by an earlier smoke would hide what a first run does.
    if home.exists() {
        std::fs::remove_dir_all(&home).map_err(|source| TaskError::NoStart {
            command: format!("remove {}", home.display()),
            source,
        })?;
    }
    let autorpa = target().join("debug").join("autorpa");
    let home = home.display().to_string();
    let with_home = |arguments: &[&str]| run_in(&autorpa, arguments, &[("AUTORPA_HOME", home.clone())]);
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
    run_in(Path::new(program), &arguments, &[])
}

fn run_in(program: &Path, arguments: &[&str], variables: &[(&str, String)]) -> Result<(), TaskError> {
    let command = format!("{} {}", program.display(), arguments.join(" "));
    say(&command);
    let mut process = Command::new(program);
    process.args(arguments).current_dir(root());
    // What cargo tells this program of itself is no reason to build anything anew.
    for (name, _) in env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            process.env_remove(name);
        }
    }
    process.envs(variables.iter().map(|(name, value)| (name, value)));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_tier_took_stands_beside_what_is_stated() {
        let of = |seconds| took(Tier::Unit, Duration::from_secs(seconds), "");
        let stated = "; stated are 60 s or less on two idle cores";
        assert_eq!(of(60), format!("these tests took 60 s{stated}"));
        assert_eq!(
            of(61),
            format!("these tests took 61 s{stated}: longer than stated")
        );
    }
}
