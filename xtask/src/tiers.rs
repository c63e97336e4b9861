//! `cargo xtask test TIER`: the tests in tiers, by what they take. A tier is named by places: all that no other tier names
//! is `unit`.

use std::fmt;

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
    /// More of what `replay` does a part of. In no other tier.
    Long,
    /// Installs a small language model and speaks to it. In no other tier.
    LocalModel,
}

/// There is no such tier.
#[derive(Debug, Error)]
#[error("there is no tier `{0}`: unit, web, replay, all, long, local-model")]
pub struct NoTier(String);

/// Tests of a package that belong to a tier.
struct Place {
    package: &'static str,
    tests: Tests,
}

enum Tests {
    /// All that lie beside the sources, in files of their own.
    Files,
    /// Those of this module of the file that has them all.
    Module {
        file: &'static str,
        module: &'static str,
    },
    /// This one of a file.
    One { file: &'static str, test: &'static str },
}

/// The packages of the command, and of the tests that need several crates.
const COMMAND: &str = "autorpa-cli";
const SEVERAL: &str = "autorpa-tests";

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
    Place::several("drifts"),
    Place::several("episodes_of_pages"),
    Place::several("by_fields"),
    Place::several("once_more"),
    Place::several("export"),
    Place::several("imports"),
    Place::several("listed"),
    Place::several("listening"),
    Place::several("lists_in_part"),
    Place::several("own_tasks"),
    Place::several("rights"),
    Place::several("rows"),
    Place::several("rows_of_a_table"),
    Place::several("secrets"),
    Place::several("strangers"),
    Place::several("studio"),
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
    Place::several("episodes_of_the_emulator"),
    Place::several("phone"),
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
const LONG: &[Place] = &[
    Place::of_command("cassette::other_recorded_builds_of_pages"),
    Place::of_command("cassette::other_recorded_builds_with_a_sparing_model"),
];
const LOCAL_MODEL: &[Place] = &[Place::module("local_model")];

impl Place {
    const fn files(package: &'static str) -> Self {
        Self {
            package,
            tests: Tests::Files,
        }
    }

    /// A module of the tests that need several crates.
    const fn several(module: &'static str) -> Self {
        Self {
            package: SEVERAL,
            tests: Tests::Module {
                file: "suite",
                module,
            },
        }
    }

    const fn one(package: &'static str, file: &'static str, test: &'static str) -> Self {
        Self {
            package,
            tests: Tests::One { file, test },
        }
    }

    /// One test of the command.
    const fn of_command(test: &'static str) -> Self {
        Self::one(COMMAND, "cli", test)
    }

    /// A module of the tests of the command.
    const fn module(module: &'static str) -> Self {
        Self {
            package: COMMAND,
            tests: Tests::Module { file: "cli", module },
        }
    }
}

/// As nextest's filter language says it.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(package({}) & ", self.package)?;
        match self.tests {
            Tests::Files => write!(f, "kind(test))"),
            Tests::Module { file, module } => write!(f, "binary({file}) & test(/^{module}::/))"),
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
            "long" => Ok(Tier::Long),
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
            Tier::All => 2_700,
            Tier::Long | Tier::LocalModel => 900,
        }
    }

    /// The parts that a machine must have for this tier, as `AUTORPA_REQUIRE` names them, beside those that it does.
    pub fn required(self) -> Option<&'static str> {
        match self {
            Tier::Unit | Tier::Web | Tier::Replay | Tier::All | Tier::Long => None,
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
            Tier::Unit => format!("not ({})", any(&[WEB, REPLAY, LONG, LOCAL_MODEL])),
            Tier::Web => any(&[WEB]),
            Tier::Replay => format!("({}) - ({})", any(&[REPLAY]), any(&[LONG])),
            Tier::All => format!("not ({})", any(&[LONG, LOCAL_MODEL])),
            Tier::Long => any(&[LONG]),
            Tier::LocalModel => any(&[LOCAL_MODEL]),
        }
    }

    /// What the ordinary runner is asked for, a command each; it has no filters, so more of them are needed.
    pub fn commands(self) -> Vec<Vec<String>> {
        let of = |places: &[Place]| places.iter().map(Place::command).collect();
        let without_long = |mut commands: Vec<Vec<String>>| {
            for words in &mut commands {
                LONG.iter().for_each(|it| leave_out(words, it));
            }
            commands
        };
        match self {
            Tier::Web => of(WEB),
            Tier::Replay => without_long(of(REPLAY)),
            Tier::Long => of(LONG),
            Tier::LocalModel => of(LOCAL_MODEL),
            // A test of the local model that nobody has asked for is skipped by name.
            Tier::All => without_long(vec![words("test --workspace --no-fail-fast")]),
            Tier::Unit => unit_commands(),
        }
    }
}

impl Place {
    /// The ordinary runner's words for these tests.
    fn command(&self) -> Vec<String> {
        let (file, module) = match self.tests {
            Tests::Files => ("*", None),
            Tests::Module { file, module } => (file, Some(format!("{module}::"))),
            Tests::One { file, test } => (file, Some(test.to_owned())),
        };
        let words = ["test", "--no-fail-fast", "-p", self.package, "--test", file];
        let filter = module.into_iter().flat_map(|it| ["--".to_owned(), it]);
        words.map(str::to_owned).into_iter().chain(filter).collect()
    }
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

/// Have a command of the ordinary runner leave these tests of its package out.
fn leave_out(command: &mut Vec<String>, place: &Place) {
    let skip = match place.tests {
        Tests::Files => return command.push("--lib".to_owned()),
        Tests::Module { module, .. } => format!("{module}::"),
        Tests::One { test, .. } => test.to_owned(),
    };
    if !command.iter().any(|it| it == "--") {
        command.push("--".to_owned());
    }
    command.extend(["--skip".to_owned(), skip]);
}

/// Every package whole but those that have tests in other tiers, and of these what is left.
fn unit_commands() -> Vec<Vec<String>> {
    let mut whole = words("test --workspace --no-fail-fast");
    let mut left: Vec<(&str, Vec<String>)> = Vec::new();
    for place in [WEB, REPLAY, LONG, LOCAL_MODEL].into_iter().flatten() {
        let package = place.package;
        let at = left.iter().position(|it| it.0 == package).unwrap_or_else(|| {
            whole.extend(["--exclude".to_owned(), package.to_owned()]);
            left.push((package, words(&format!("test --no-fail-fast -p {package}"))));
            left.len() - 1
        });
        leave_out(&mut left[at].1, place);
    }
    let left = left.into_iter().map(|it| it.1);
    [whole].into_iter().chain(left).collect()
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    /// Modules that hold no test.
    const HELPERS: [&str; 7] = [
        "fake_model",
        "desk",
        "episodes",
        "event_log",
        "hand",
        "shop",
        "wall",
    ];

    fn all() -> impl Iterator<Item = &'static Place> {
        [WEB, REPLAY, LONG, LOCAL_MODEL].into_iter().flatten()
    }

    fn read(path: &str) -> String {
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("it is there")
    }

    /// The modules of a package whose tests are in one file, and the folder they are in.
    fn modules(package: &str) -> (Vec<String>, &'static str) {
        let (main, folder) = match package {
            COMMAND => ("../crates/cli/tests/cli/main.rs", "../crates/cli/tests/cli"),
            _ => ("../tests/tests/main.rs", "../tests/tests"),
        };
        let main = read(main);
        let names = main
            .lines()
            .filter_map(|it| it.strip_prefix("mod ")?.strip_suffix(';'));
        (names.map(str::to_owned).collect(), folder)
    }

    fn is_told(places: &[Place], of: &str, name: &str) -> bool {
        let mut all = places.iter().filter(|it| it.package == of);
        all.any(|it| matches!(it.tests, Tests::Module { module, .. } if module == name))
    }

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
        for place in all() {
            assert!(unit.contains(&place.to_string()), "{unit}");
            assert!(left.contains(&format!("--exclude {}", place.package)));
            match place.tests {
                Tests::Files => assert!(left.contains(&format!("-p {} --lib", place.package))),
                Tests::Module { module, .. } => assert!(left.contains(&format!("--skip {module}::"))),
                Tests::One { test, .. } => assert!(left.contains(&format!("--skip {test}"))),
            }
        }
        let all = [Tier::All, Tier::Replay];
        let long = "other_recorded_builds_of_pages";
        assert!(all.iter().all(|it| it.filter().contains(long)));
        assert!(
            all.iter()
                .all(|it| it.commands().concat().join(" ").contains(long))
        );
        assert!(Tier::named("slow").is_err());
    }

    /// A module that is called otherwise would slip into `unit`.
    #[test]
    fn the_modules_are_there() {
        for place in all() {
            match place.tests {
                Tests::Files => {}
                Tests::One { file, test } => {
                    let package = place.package.trim_start_matches("autorpa-");
                    let (path, test) = match test.split_once("::") {
                        Some((module, test)) => (format!("{file}/{module}"), test),
                        None => (file.to_owned(), test),
                    };
                    let text = read(&format!("../crates/{package}/tests/{path}.rs"));
                    assert!(text.contains(&format!("fn {test}()")), "{test}");
                }
                Tests::Module { module, .. } => {
                    assert!(modules(place.package).0.iter().any(|it| it == module), "{module}");
                }
            }
        }
    }

    /// Each runs the command a few times, which is too long for `unit`.
    #[test]
    fn each_module_of_the_command_is_in_a_tier() {
        let mut untold = modules(COMMAND).0;
        untold.retain(|it| {
            let told = [WEB, REPLAY, LOCAL_MODEL]
                .iter()
                .any(|all| is_told(all, COMMAND, it));
            !told && !HELPERS.contains(&it.as_str())
        });
        assert_eq!(untold, [""; 0], "these modules are told to no tier");
    }

    /// A module that asks for a browser takes longer than `unit` says.
    #[test]
    fn what_asks_for_a_browser_is_in_web() {
        let (names, folder) = modules(SEVERAL);
        for name in names.iter().filter(|it| !HELPERS.contains(&it.as_str())) {
            let text = read(&format!("{folder}/{name}.rs"));
            let asks = text.contains("Part::Web") || text.contains("Part::MiniWob");
            assert!(
                !asks || is_told(WEB, SEVERAL, name),
                "{name} asks for a browser and is not told to `web`"
            );
        }
    }
}
