//! `autorpa bench` and a script on Playwright, side by side: same Chromium, same pages, same seeds, in turns.
//!
//! The script is not part of this repository: its path is an argument. It is called as
//! `node FILE --mode=pw --n=EPISODES --tasks=A,B --bin=CHROMIUM` with `NODE_ROOT` and `MINIWOB_HTML` set, does the
//! seeds from 0 on, and prints one JSON object a line with `task`, `n`, `ok` and `eps_per_s`.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use serde_json::{Value, json};
use thiserror::Error;

use crate::{cargo, root, say, succeeds, target};

const BASELINE: &str = "../shared/bench/miniwob_baseline.mjs";
const TASKS: &str = "click-button,login-user,enter-text";
const CHROMIUM: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
const PAGES: &str = "import importlib.util as u; s = u.find_spec('miniwob'); print(s.submodule_search_locations[0] if s else '')";

/// Why there is no comparison, or none that passes.
#[derive(Debug, Error)]
pub enum CompareError {
    /// An argument that is none.
    #[error("compare-playwright: {0}")]
    Usage(String),
    /// Something it needs is not on this machine.
    #[error("nothing to compare with: {what} is not there ({tried})\nhelp: {help}")]
    Missing {
        /// What.
        what: &'static str,
        /// Where it was looked for.
        tried: String,
        /// What would help.
        help: &'static str,
    },
    /// One of the two did not do its part.
    #[error("{who} gave no result: {said}")]
    Failed {
        /// Which.
        who: &'static str,
        /// What it said.
        said: String,
    },
    /// The ratio that was asked for is not reached.
    #[error("{task} reaches {ratio:.2} times the episodes a second of Playwright, asked for is {wanted:.2}")]
    TooSlow {
        /// The slowest task type.
        task: String,
        /// Its ratio.
        ratio: f64,
        /// The ratio asked for.
        wanted: f64,
    },
}

impl CompareError {
    /// 2 for a wrong argument, 69 where something is missing, 1 for the rest.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Usage(_) => ExitCode::from(2),
            Self::Missing { .. } => ExitCode::from(69),
            Self::Failed { .. } | Self::TooSlow { .. } => ExitCode::FAILURE,
        }
    }
}

struct Arguments {
    baseline: PathBuf,
    node_root: PathBuf,
    tasks: String,
    episodes: usize,
    rounds: usize,
    at_least: Option<f64>,
    json: Option<PathBuf>,
}

impl Arguments {
    fn read(all: &[String]) -> Result<Self, CompareError> {
        let mut arguments = Self {
            baseline: root().join(BASELINE),
            node_root: target().join("playwright"),
            tasks: TASKS.to_owned(),
            episodes: 100,
            rounds: 3,
            at_least: None,
            json: None,
        };
        let mut rest = all.iter();
        while let Some(name) = rest.next() {
            let value = rest
                .next()
                .ok_or_else(|| CompareError::Usage(format!("`{name}` has no value")))?;
            let number = || {
                let wrong = || CompareError::Usage(format!("`{name}` is a number above 0, not `{value}`"));
                let number: usize = value.parse().map_err(|_| wrong())?;
                if number == 0 { Err(wrong()) } else { Ok(number) }
            };
            match name.as_str() {
                "--baseline" => arguments.baseline = value.into(),
                "--node-root" => arguments.node_root = value.into(),
                "--tasks" => arguments.tasks = value.clone(),
                "--episodes" => arguments.episodes = number()?,
                "--rounds" => arguments.rounds = number()?,
                "--at-least" => {
                    let ratio = value.parse().map_err(|_| {
                        CompareError::Usage(format!("`--at-least` is a number, not `{value}`"))
                    })?;
                    arguments.at_least = Some(ratio);
                }
                "--json" => arguments.json = Some(value.into()),
                other => return Err(CompareError::Usage(format!("there is no `{other}`"))),
            }
        }
        Ok(arguments)
    }
}

/// What both of them run on.
struct Ground {
    baseline: PathBuf,
    node_root: PathBuf,
    chromium: String,
    pages: PathBuf,
    autorpa: PathBuf,
}

impl Ground {
    fn find(arguments: &Arguments) -> Result<Self, CompareError> {
        let missing = |what, tried: String, help| CompareError::Missing { what, tried, help };
        if !arguments.baseline.is_file() {
            return Err(missing(
                "the Playwright script",
                arguments.baseline.display().to_string(),
                "name it with --baseline FILE",
            ));
        }
        if !succeeds("node", ["--version"]) {
            return Err(missing("node", "on the PATH".to_owned(), "install Node.js"));
        }
        let named = env::var("AUTORPA_CHROMIUM").ok();
        let known = named.iter().map(String::as_str).chain(CHROMIUM);
        let chromium = known
            .into_iter()
            .find(|it| succeeds(it, ["--version"]))
            .ok_or_else(|| {
                missing(
                    "Chromium",
                    "AUTORPA_CHROMIUM and on the PATH".to_owned(),
                    "`cargo xtask setup` installs it",
                )
            })?;
        let chromium = said("sh", &["-c", &format!("command -v '{chromium}'")]);
        let pages = env::var("AUTORPA_MINIWOB_HTML").map_or_else(
            |_| Path::new(&said("python3", &["-c", PAGES])).join("html"),
            PathBuf::from,
        );
        if !pages.join("miniwob").is_dir() {
            return Err(missing(
                "the MiniWoB++ pages",
                "AUTORPA_MINIWOB_HTML and the packages of python3".to_owned(),
                "`cargo xtask setup` installs them",
            ));
        }
        Ok(Self {
            baseline: absolute(&arguments.baseline),
            node_root: playwright(&arguments.node_root)?,
            chromium,
            pages,
            autorpa: target().join("release").join("autorpa"),
        })
    }

    /// Episodes that reached the full reward and the seconds they took, for each task type.
    fn playwright(&self, tasks: &str, episodes: usize) -> Result<Measured, CompareError> {
        let output = Command::new("node")
            .arg(&self.baseline)
            .args([
                "--mode=pw",
                &format!("--n={episodes}"),
                &format!("--tasks={tasks}"),
            ])
            .arg(format!("--bin={}", self.chromium))
            .env("NODE_ROOT", &self.node_root)
            .env("MINIWOB_HTML", &self.pages)
            .output();
        let text = stdout_of("the Playwright script", output)?;
        let mut all = Measured::new();
        for line in text.lines().filter(|it| it.starts_with('{')) {
            let object = line.rsplit_once('}').map(|(it, _)| format!("{it}}}"));
            let row: Value = object
                .and_then(|it| serde_json::from_str(&it).ok())
                .unwrap_or_default();
            let number = |name: &str| row.get(name).and_then(Value::as_f64);
            let (Some(task), Some(n), Some(ok), Some(speed)) = (
                row.get("task").and_then(Value::as_str),
                number("n"),
                number("ok"),
                number("eps_per_s"),
            ) else {
                return Err(CompareError::Failed {
                    who: "the Playwright script",
                    said: line.to_owned(),
                });
            };
            all.insert(task.to_owned(), (ok, n / speed));
        }
        Ok(all)
    }

    fn autorpa(&self, tasks: &str, episodes: usize) -> Result<Measured, CompareError> {
        let dir = target().join("compare-playwright");
        let file = dir.join("bench.json");
        let output = Command::new(&self.autorpa)
            .args([
                "bench",
                "--suite",
                "miniwob",
                "--agent",
                "code-only",
                "--workers",
                "1",
                "--fresh",
            ])
            .args([
                "--types",
                tasks,
                "--seeds",
                &format!("0-{}", episodes - 1),
                "--json",
            ])
            .arg(&file)
            .current_dir(root())
            .env("AUTORPA_HOME", dir.join("home"))
            .env("AUTORPA_LIBRARY", root().join("scripts/verified"))
            .env("AUTORPA_CHROMIUM", &self.chromium)
            .env("AUTORPA_MINIWOB_HTML", &self.pages)
            .output();
        stdout_of("autorpa bench", output)?;
        let failed = |said: String| CompareError::Failed {
            who: "autorpa bench",
            said,
        };
        let text = fs::read_to_string(&file).map_err(|it| failed(format!("{}: {it}", file.display())))?;
        let report: Value = serde_json::from_str(&text).map_err(|it| failed(it.to_string()))?;
        let mut all = Measured::new();
        for row in report.get("rows").and_then(Value::as_array).into_iter().flatten() {
            let number = |name: &str| row.get(name).and_then(Value::as_f64).unwrap_or_default();
            let task = row.get("task_type").and_then(Value::as_str).unwrap_or_default();
            all.insert(task.to_owned(), (number("successes"), number("seconds")));
        }
        Ok(all)
    }
}

/// For each task type, successes and seconds.
type Measured = BTreeMap<String, (f64, f64)>;

/// The command.
pub fn compare(arguments: &[String]) -> Result<(), CompareError> {
    let arguments = Arguments::read(arguments)?;
    let ground = Ground::find(&arguments)?;
    cargo(["build", "--release", "-p", "autorpa-cli"]).map_err(|it| CompareError::Failed {
        who: "cargo build",
        said: it.to_string(),
    })?;
    let (tasks, episodes) = (&arguments.tasks, arguments.episodes);
    let mut rounds = Vec::new();
    for round in 0..arguments.rounds {
        say(&format!("round {} of {}", round + 1, arguments.rounds));
        // Whoever is first has a colder machine: they take turns.
        let (theirs, ours);
        if round % 2 == 0 {
            theirs = ground.playwright(tasks, episodes)?;
            ours = ground.autorpa(tasks, episodes)?;
        } else {
            ours = ground.autorpa(tasks, episodes)?;
            theirs = ground.playwright(tasks, episodes)?;
        }
        rounds.push((theirs, ours));
    }
    let rows: Vec<Row> = tasks
        .split(',')
        .map(|it| Row::of(it, &rounds))
        .collect::<Result<_, _>>()?;
    let report = json!({
        "chromium": said(&ground.chromium, &["--version"]),
        "episodes": episodes,
        "rounds": arguments.rounds,
        "rows": rows.iter().map(Row::json).collect::<Vec<_>>(),
    });
    print(&rows);
    if let Some(file) = &arguments.json {
        fs::write(file, format!("{report:#}\n")).map_err(|it| CompareError::Failed {
            who: "the report",
            said: format!("{}: {it}", file.display()),
        })?;
    }
    let slowest = rows.iter().min_by(|a, b| a.ratio.total_cmp(&b.ratio));
    match (slowest, arguments.at_least) {
        (Some(row), Some(wanted)) if row.ratio < wanted => Err(CompareError::TooSlow {
            task: row.task.clone(),
            ratio: row.ratio,
            wanted,
        }),
        _ => Ok(()),
    }
}

struct Row {
    task: String,
    /// Successes a second, all rounds together.
    theirs: f64,
    ours: f64,
    successes: (f64, f64),
    ratio: f64,
    ratios: Vec<f64>,
}

impl Row {
    fn of(task: &str, rounds: &[(Measured, Measured)]) -> Result<Self, CompareError> {
        let mut sums = [(0.0, 0.0), (0.0, 0.0)];
        let mut ratios = Vec::new();
        for (theirs, ours) in rounds {
            let nothing = |who| CompareError::Failed {
                who,
                said: format!("no row of {task}"),
            };
            let theirs = theirs.get(task).ok_or_else(|| nothing("the Playwright script"))?;
            let ours = ours.get(task).ok_or_else(|| nothing("autorpa bench"))?;
            for (sum, it) in sums.iter_mut().zip([theirs, ours]) {
                *sum = (sum.0 + it.0, sum.1 + it.1);
            }
            ratios.push(speed(*ours) / speed(*theirs));
        }
        let [theirs, ours] = sums;
        Ok(Self {
            task: task.to_owned(),
            theirs: speed(theirs),
            ours: speed(ours),
            successes: (theirs.0, ours.0),
            ratio: speed(ours) / speed(theirs),
            ratios,
        })
    }

    fn json(&self) -> Value {
        json!({
            "task_type": self.task,
            "playwright": { "successes": self.successes.0, "episodes_per_second": self.theirs },
            "autorpa": { "successes": self.successes.1, "episodes_per_second": self.ours },
            "ratio": self.ratio,
            "ratio_of_each_round": self.ratios,
        })
    }
}

fn speed((successes, seconds): (f64, f64)) -> f64 {
    successes / seconds.max(1e-9)
}

#[expect(clippy::print_stdout, reason = "the table is the command's result")]
fn print(rows: &[Row]) {
    println!(
        "{:<18} {:>14} {:>14} {:>7}   rounds",
        "successes a second", "Playwright", "autorpa", "ratio"
    );
    for row in rows {
        let ratios: Vec<String> = row.ratios.iter().map(|it| format!("{it:.2}")).collect();
        println!(
            "{:<18} {:>14.1} {:>14.1} {:>7.2}   {}",
            row.task,
            row.theirs,
            row.ours,
            row.ratio,
            ratios.join(" ")
        );
    }
}

/// A directory with Playwright in its `node_modules`; installed by npm where it is not. The browser is the system's.
fn playwright(node_root: &Path) -> Result<PathBuf, CompareError> {
    let there = |it: &Path| it.join("node_modules/playwright-core").is_dir();
    let missing = |tried: String| CompareError::Missing {
        what: "Playwright (npm package `playwright-core`)",
        tried,
        help: "`npm install playwright-core` in a directory, and name that with --node-root DIR",
    };
    if !there(node_root) {
        fs::create_dir_all(node_root).map_err(|it| missing(format!("{}: {it}", node_root.display())))?;
        let prefix = node_root.display().to_string();
        say(&format!("installing playwright-core into {prefix}"));
        let done = Command::new("npm")
            .args([
                "install",
                "--silent",
                "--no-audit",
                "--no-fund",
                "--prefix",
                &prefix,
                "playwright-core",
            ])
            .output();
        match done {
            Ok(it) if it.status.success() && there(node_root) => {}
            Ok(it) => {
                let said = String::from_utf8_lossy(&it.stderr).trim().to_owned();
                return Err(missing(format!("npm could not install it: {said}")));
            }
            Err(error) => return Err(missing(format!("in {prefix}; npm can't be run: {error}"))),
        }
    }
    Ok(absolute(node_root))
}

fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// The first line a program prints; empty where it can't be run.
fn said(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let text = output.map(|it| String::from_utf8_lossy(&it.stdout).into_owned());
    text.unwrap_or_default()
        .lines()
        .next()
        .unwrap_or_default()
        .trim()
        .to_owned()
}

fn stdout_of(
    who: &'static str,
    output: std::io::Result<std::process::Output>,
) -> Result<String, CompareError> {
    let output = output.map_err(|it| CompareError::Failed {
        who,
        said: it.to_string(),
    })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said: Vec<&str> = said.lines().rev().take(5).collect();
    let said = said.into_iter().rev().collect::<Vec<_>>().join(" / ");
    Err(CompareError::Failed {
        who,
        said: format!("{}: {said}", output.status),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(text: &str) -> Result<Arguments, CompareError> {
        Arguments::read(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn what_is_missing_is_named_and_has_its_own_code() {
        let Ok(arguments) = arguments("--baseline /no/such/file.mjs") else {
            panic!("these are arguments")
        };
        let Err(error) = Ground::find(&arguments).map(drop) else {
            panic!("there is no such file")
        };
        assert!(error.to_string().contains("/no/such/file.mjs"), "{error}");
        assert_eq!(
            format!("{:?}", error.exit_code()),
            format!("{:?}", ExitCode::from(69))
        );
    }

    #[test]
    fn wrong_arguments_are_named() {
        for (text, said) in [
            ("--rounds 0", "--rounds"),
            ("--episodes many", "many"),
            ("--json", "no value"),
            ("--fast 1", "--fast"),
        ] {
            let Err(error) = arguments(text).map(drop) else {
                panic!("{text} is wrong")
            };
            assert!(error.to_string().contains(said), "{error}");
        }
    }

    #[test]
    fn rounds_are_added_up() {
        let one = |ok: f64, seconds: f64| Measured::from([("a".to_owned(), (ok, seconds))]);
        let rounds = [
            (one(10.0, 1.0), one(10.0, 0.25)),
            (one(10.0, 1.0), one(8.0, 0.25)),
        ];
        let Ok(row) = Row::of("a", &rounds) else {
            panic!("both have the task")
        };
        assert_eq!((row.theirs, row.ours, row.ratio), (10.0, 36.0, 3.6));
        assert!(Row::of("b", &rounds).is_err());
    }
}
