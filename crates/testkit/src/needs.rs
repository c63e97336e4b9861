//! What a test needs beyond this repository. A test whose part is missing is skipped by name, or fails where
//! `AUTORPA_REQUIRE` names that part.

use std::{
    env, fmt, fs,
    path::{Path, PathBuf},
    thread,
};

/// The variable that names parts, with commas between them.
const VARIABLE: &str = "AUTORPA_REQUIRE";

/// Something that a machine may lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Chromium.
    Web,
    /// The pages of MiniWoB++.
    MiniWob,
    /// Instances that AndroidWorld itself has made, in a file beside this repository.
    Instances,
    /// What other tools recorded of real input, in a folder beside this repository.
    Demonstrations,
    /// A system that lets a test fill a disk: `/dev/full`, and file systems of one's own.
    FullDisk,
    /// The program `adb`.
    Adb,
    /// Clients of adb from PyPI: adbutils, uiautomator2, pure-python-adb, adb-shell, mobilerun-core-local.
    AdbClients,
    /// What AndroidWorld speaks to an emulator by, from PyPI: android_env and grpcio.
    AndroidEnv,
    /// What assembles the helper for phones and runs it in a JVM: Java, libsmali-java, enjarify, libandroid-json-java.
    Helper,
    /// A small language model that runs here. It is only used where it is required: `cargo xtask test local-model`.
    LocalModel,
    /// The official Python client of the Model Context Protocol (the package `mcp`).
    McpClient,
    /// Node.js and ESLint, for `cargo xtask lint-script`.
    Node,
    /// The programs of a Postgres server, and the feature `postgres` of the checks.
    Postgres,
    /// The program `nats-server`, and the feature `nats` of the library.
    Nats,
    /// The feature `otlp` of the command.
    Otlp,
    /// A display with nobody before it, and hands for it: Xvfb, openbox, xdotool, xclip.
    Display,
}

impl Part {
    const ALL: [Part; 16] = [
        Part::Web,
        Part::MiniWob,
        Part::Instances,
        Part::Demonstrations,
        Part::FullDisk,
        Part::Adb,
        Part::AdbClients,
        Part::AndroidEnv,
        Part::Helper,
        Part::LocalModel,
        Part::McpClient,
        Part::Node,
        Part::Postgres,
        Part::Nats,
        Part::Otlp,
        Part::Display,
    ];

    fn name(self) -> &'static str {
        match self {
            Part::Web => "web",
            Part::MiniWob => "miniwob",
            Part::Instances => "instances",
            Part::Demonstrations => "demonstrations",
            Part::FullDisk => "full-disk",
            Part::Adb => "adb",
            Part::AdbClients => "adb-clients",
            Part::AndroidEnv => "android-env",
            Part::Helper => "helper",
            Part::LocalModel => "local-model",
            Part::McpClient => "mcp",
            Part::Node => "node",
            Part::Postgres => "postgres",
            Part::Nats => "nats",
            Part::Otlp => "otlp",
            Part::Display => "display",
        }
    }
}

/// What was looked for, if it was found; the test is skipped if not.
pub fn there<T, E: fmt::Display>(part: Part, found: Result<T, E>) -> Option<T> {
    found.map_err(|why| skip(part, why)).ok()
}

/// Say that the running test does without a part, and why it can't be had. Fails where the part is required.
#[expect(clippy::print_stderr, reason = "a skipped test says why")]
pub fn skip(part: Part, why: impl fmt::Display) {
    assert!(
        !is_required(part),
        "{VARIABLE} names `{}`, and it is not there: {why}",
        part.name()
    );
    let thread = thread::current();
    let test = thread.name().unwrap_or("a test");
    eprintln!("skipped {test} ({}): {why}", part.name());
}

/// Whether `AUTORPA_REQUIRE` names a part.
pub fn is_required(part: Part) -> bool {
    required(&env::var(VARIABLE).unwrap_or_default()).contains(&part)
}

/// The text of the file of [`Part::Instances`].
pub fn instances() -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/facts/androidworld/instances_seed30.json");
    let text = fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()));
    there(Part::Instances, text)
}

/// A folder of [`Part::Demonstrations`].
pub fn demonstrations(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/demonstrations")
        .join(name);
    let found = path.is_dir().then(|| path.clone());
    there(
        Part::Demonstrations,
        found.ok_or_else(|| format!("{}: there is no such folder", path.display())),
    )
}

/// The parts in a list; a name that is none would never be missed.
fn required(list: &str) -> Vec<Part> {
    let names = list.split(',').map(str::trim).filter(|it| !it.is_empty());
    names
        .map(|name| {
            let known = Part::ALL.into_iter().find(|it| it.name() == name);
            known.unwrap_or_else(|| {
                let all = Part::ALL.map(Part::name).join(", ");
                panic!("{VARIABLE} names `{name}`; there are {all}")
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    #[test]
    fn parts_are_named() {
        assert_eq!(required(""), []);
        assert_eq!(required("web, miniwob,"), [Part::Web, Part::MiniWob]);
        assert!(catch_unwind(|| required("web,minwob")).is_err());
    }

    /// The variable is read where a test would be skipped: this one, in a process of its own.
    #[test]
    fn what_is_required_is_not_skipped() {
        if env::var_os("AUTORPA_TESTKIT_INNER").is_some() {
            assert_eq!(there(Part::Instances, Err::<(), _>("no file")), None);
            return;
        }
        let run = |required: &str| {
            let this = env::current_exe().expect("a program");
            let mut command = std::process::Command::new(this);
            command.args([
                "--exact",
                "needs::tests::what_is_required_is_not_skipped",
                "--nocapture",
            ]);
            command.env("AUTORPA_TESTKIT_INNER", "1").env(VARIABLE, required);
            let output = command.output().expect("runs");
            (
                output.status.success(),
                String::from_utf8_lossy(&output.stderr).into_owned(),
            )
        };
        let (passed, said) = run("web");
        let skipped = "skipped needs::tests::what_is_required_is_not_skipped (instances): no file";
        assert!(passed && said.contains(skipped), "{said}");
        let (passed, said) = run("web,instances");
        assert!(!passed && said.contains("it is not there: no file"), "{said}");
    }
}
