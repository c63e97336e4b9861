//! `cargo xtask test TIER`: the tests in tiers, by what they take. A tier is named by places: all that no other tier names
//! is `unit`.

use std::{fmt, fs, path::Path};

use thiserror::Error;

/// A part of the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// Needs nothing but this repository, and little time.
    Unit,
    /// Drives a Chromium.
    Web,
    /// Does whole runs and builds: by the command, by foreign clients, again from recordings.
    Replay,
    /// The three above, in one run.
    All,
    /// Installs a small language model and speaks to it. In no other tier.
    LocalModel,
}

/// There is no such tier.
#[derive(Debug, Error)]
#[error("there is no tier `{0}`: unit, web, replay, all, local-model")]
pub struct NoTier(String);

/// Tests of a package that belong to a tier.
struct Place {
    package: &'static str,
    tests: Tests,
}

enum Tests {
    /// All that lie beside the sources, in files of their own.
    Files,
    /// Those of this file beside the sources.
    File(&'static str),
    /// Those of the file `cli` of the crate `cli` that are in this module.
    Module(&'static str),
    /// This one of a file.
    One { file: &'static str, test: &'static str },
}

const WEB: &[Place] = &[
    Place::files("autorpa-device-web"),
    Place::module("web"),
    Place::module("display"),
    Place::module("login"),
    Place::module("mishaps"),
    Place::module("online"),
    Place::module("pages"),
    Place::module("queue_pages"),
    Place::module("watch"),
    Place::file("drifts"),
    Place::file("episodes_of_pages"),
    Place::file("by_fields"),
    Place::file("once_more"),
    Place::file("export"),
    Place::file("imports"),
    Place::file("listening"),
    Place::file("lists_in_part"),
    Place::file("own_tasks"),
    Place::file("rights"),
    Place::file("rows"),
    Place::file("rows_of_a_table"),
    Place::file("secrets"),
    Place::file("strangers"),
    Place::file("studio"),
];
const REPLAY: &[Place] = &[
    // Two hundred problems, each from one, two and three examples.
    Place::one(
        "autorpa-strings",
        "synth",
        "counts_of_tuned_and_held_back_problems_do_not_fall",
    ),
    Place::files("autorpa"),
    Place::files("autorpa-adb-door"),
    Place::files("autorpa-device-android"),
    Place::files("autorpa-device-androidworld"),
    Place::files("autorpa-doors"),
    Place::files("autorpa-gate"),
    Place::files("autorpa-mcp"),
    Place::files("autorpa-serve"),
    Place::files("autorpa-studio"),
    Place::file("episodes_of_the_emulator"),
    Place::file("phone"),
    Place::module("bench"),
    Place::module("cassette"),
    Place::module("desk"),
    Place::module("full"),
    Place::module("hand"),
    Place::module("hybrid"),
    Place::module("kept"),
    Place::module("known"),
    Place::module("long_lists"),
    Place::module("model"),
    Place::module("model_options"),
    Place::module("odd_input"),
    Place::module("operate"),
    Place::module("own"),
    Place::module("phones"),
    Place::module("pipeline"),
    Place::module("queue"),
    Place::module("queue_nats"),
    Place::module("traces"),
    Place::module("readme"),
    Place::module("rows"),
    Place::module("run"),
    Place::module("scripts"),
    Place::module("stop"),
    Place::module("story"),
    Place::module("studio"),
    Place::module("studio_login"),
    Place::module("typed"),
    Place::module("unseen"),
];
const LOCAL_MODEL: &[Place] = &[Place::module("local_model")];

impl Place {
    const fn files(package: &'static str) -> Self {
        Self {
            package,
            tests: Tests::Files,
        }
    }

    /// A file of the package of the tests that need several crates.
    const fn file(file: &'static str) -> Self {
        Self {
            package: "autorpa-tests",
            tests: Tests::File(file),
        }
    }

    const fn one(package: &'static str, file: &'static str, test: &'static str) -> Self {
        Self {
            package,
            tests: Tests::One { file, test },
        }
    }

    const fn module(module: &'static str) -> Self {
        Self {
            package: "autorpa-cli",
            tests: Tests::Module(module),
        }
    }
}

/// As nextest's filter language says it.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(package({}) & ", self.package)?;
        match self.tests {
            Tests::Files => write!(f, "kind(test))"),
            Tests::File(file) => write!(f, "binary({file}))"),
            Tests::Module(module) => write!(f, "binary(cli) & test(/^{module}::/))"),
            Tests::One { file, test } => write!(f, "binary({file}) & test(={test}))"),
        }
    }
}

impl Tier {
    /// By its name.
    pub fn named(name: &str) -> Result<Self, NoTier> {
        match name {
            "unit" => Ok(Tier::Unit),
            "web" => Ok(Tier::Web),
            "replay" => Ok(Tier::Replay),
            "all" => Ok(Tier::All),
            "local-model" => Ok(Tier::LocalModel),
            other => Err(NoTier(other.to_owned())),
        }
    }

    /// How long its tests take at most on two idle cores, after building, in seconds. It is said, and fails nothing.
    pub fn seconds(self) -> u64 {
        match self {
            Tier::Unit => 60,
            Tier::Web => 300,
            Tier::Replay => 420,
            Tier::All => 780,
            Tier::LocalModel => 900,
        }
    }

    /// The parts that a machine must have for this tier, as `AUTORPA_REQUIRE` names them, beside those that it does.
    pub fn required(self) -> Option<&'static str> {
        match self {
            Tier::Unit | Tier::Web | Tier::Replay | Tier::All => None,
            Tier::LocalModel => Some("local-model"),
        }
    }

    /// What nextest is asked for.
    pub fn filter(self) -> String {
        let any = |places: &[&[Place]]| {
            let all = places.iter().copied().flatten().map(Place::to_string);
            all.collect::<Vec<String>>().join(" | ")
        };
        match self {
            Tier::Unit => format!("not ({})", any(&[WEB, REPLAY, LOCAL_MODEL])),
            Tier::Web => any(&[WEB]),
            Tier::Replay => any(&[REPLAY]),
            Tier::All => format!("not ({})", any(&[LOCAL_MODEL])),
            Tier::LocalModel => any(&[LOCAL_MODEL]),
        }
    }

    /// What the ordinary runner is asked for, a command each; it has no filters, so more of them are needed.
    pub fn commands(self) -> Vec<Vec<String>> {
        let of = |places: &[Place]| places.iter().map(Place::command).collect();
        let all: Vec<String> = ["test", "--workspace", "--no-fail-fast"]
            .map(str::to_owned)
            .into();
        match self {
            Tier::Web => of(WEB),
            Tier::Replay => of(REPLAY),
            Tier::LocalModel => of(LOCAL_MODEL),
            // A test of the local model that nobody has asked for is skipped by name.
            Tier::All => vec![all],
            Tier::Unit => unit_commands(),
        }
    }
}

impl Place {
    /// The ordinary runner's words for these tests.
    fn command(&self) -> Vec<String> {
        let (file, module) = match self.tests {
            Tests::Files => ("*", None),
            Tests::File(file) => (file, None),
            Tests::Module(module) => ("cli", Some(format!("{module}::"))),
            Tests::One { file, test } => (file, Some(test.to_owned())),
        };
        let words = ["test", "--no-fail-fast", "-p", self.package, "--test", file];
        let filter = module.into_iter().flat_map(|it| ["--".to_owned(), it]);
        words.map(str::to_owned).into_iter().chain(filter).collect()
    }
}

/// Every package whole but those that have tests in other tiers, and of these what is left.
fn unit_commands() -> Vec<Vec<String>> {
    let others = || [WEB, REPLAY, LOCAL_MODEL].into_iter().flatten();
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<String>>();
    let mut whole = words("test --workspace --no-fail-fast --exclude autorpa-cli --exclude autorpa-tests");
    let mut of_modules = words("test --no-fail-fast -p autorpa-cli --");
    let mut of_files = vec![words("test --no-fail-fast -p autorpa-tests")];
    let slow = |name: &str| others().any(|it| matches!(it.tests, Tests::File(file) if file == name));
    for file in files_of_tests().iter().filter(|it| !slow(it)) {
        of_files[0].extend(["--test".to_owned(), file.clone()]);
    }
    for place in others() {
        match place.tests {
            Tests::Files => {
                whole.extend(["--exclude".to_owned(), place.package.to_owned()]);
                of_files.push(words(&format!("test --no-fail-fast -p {} --lib", place.package)));
            }
            Tests::File(_) => {}
            Tests::Module(module) => of_modules.extend(["--skip".to_owned(), format!("{module}::")]),
            Tests::One { test, .. } => {
                whole.extend(["--exclude".to_owned(), place.package.to_owned()]);
                let package = place.package;
                of_files.push(words(&format!(
                    "test --no-fail-fast -p {package} -- --skip {test}"
                )));
            }
        }
    }
    [whole, of_modules].into_iter().chain(of_files).collect()
}

/// The files of the package of the tests that need several crates, by name.
fn files_of_tests() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/tests");
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = files.filter_map(|it| it.file_name().into_string().ok());
    let mut names: Vec<String> = names
        .filter_map(|it| it.strip_suffix(".rs").map(str::to_owned))
        .collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Modules of the command's tests that hold no test.
    const HELPERS: [&str; 1] = ["fake_model"];

    #[test]
    fn tiers_are_told_to_both_runners() {
        assert_eq!(
            Tier::LocalModel.filter(),
            "(package(autorpa-cli) & binary(cli) & test(/^local_model::/))"
        );
        assert_eq!(
            Tier::LocalModel.commands().concat().join(" "),
            "test --no-fail-fast -p autorpa-cli --test cli -- local_model::"
        );
        let unit = Tier::Unit.filter();
        let left = Tier::Unit.commands().concat().join(" ");
        for place in [WEB, REPLAY, LOCAL_MODEL].into_iter().flatten() {
            assert!(unit.contains(&place.to_string()), "{unit}");
            match place.tests {
                Tests::Files => assert!(left.contains(&format!("--exclude {}", place.package))),
                Tests::File(file) => assert!(!left.contains(&format!("--test {file} "))),
                Tests::Module(module) => assert!(left.contains(&format!("--skip {module}::"))),
                Tests::One { test, .. } => assert!(left.contains(&format!("--skip {test}"))),
            }
        }
        assert!(Tier::named("slow").is_err());
    }

    /// A module that is called otherwise would slip into `unit`.
    #[test]
    fn the_modules_are_there() {
        let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/cli/tests/cli/main.rs");
        let modules = fs::read_to_string(modules).expect("it is there");
        for place in [WEB, REPLAY, LOCAL_MODEL].into_iter().flatten() {
            match place.tests {
                Tests::Files => {}
                Tests::One { file, test } => {
                    let package = place.package.trim_start_matches("autorpa-");
                    let path = format!("../crates/{package}/tests/{file}.rs");
                    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path));
                    let text = text.expect("it is there");
                    assert!(text.contains(&format!("fn {test}()")), "{test}");
                }
                Tests::File(file) => assert!(files_of_tests().iter().any(|it| it == file), "{file}"),
                Tests::Module(module) => assert!(modules.contains(&format!("mod {module};")), "{module}"),
            }
        }
    }

    /// Each runs the command a few times, which is too long for `unit`.
    #[test]
    fn each_module_of_the_command_is_in_a_tier() {
        let main = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/cli/tests/cli/main.rs");
        let main = fs::read_to_string(main).expect("it is there");
        let modules = main
            .lines()
            .filter_map(|it| it.strip_prefix("mod ")?.strip_suffix(';'));
        let told = |name: &str| {
            let mut all = [WEB, REPLAY, LOCAL_MODEL].into_iter().flatten();
            all.any(|it| matches!(it.tests, Tests::Module(module) if module == name))
        };
        let untold: Vec<&str> = modules.filter(|it| !HELPERS.contains(it) && !told(it)).collect();
        assert_eq!(untold, [""; 0], "these modules are told to no tier");
    }

    /// A file that asks for a browser takes longer than `unit` says.
    #[test]
    fn what_asks_for_a_browser_is_in_web() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/tests");
        for name in files_of_tests() {
            let text = fs::read_to_string(folder.join(format!("{name}.rs"))).expect("it is there");
            let asks = text.contains("Part::Web") || text.contains("Part::MiniWob");
            let told = WEB
                .iter()
                .any(|it| matches!(it.tests, Tests::File(file) if file == name));
            assert!(
                !asks || told,
                "{name} asks for a browser and is not told to `web`"
            );
        }
    }
}
