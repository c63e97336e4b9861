//! Counts that last: what the runs of a home came to, added up over all programs and never taken back, for who watches.

use std::{
    collections::BTreeMap,
    fmt::Write,
    fs::File,
    io::{self, Read, Seek, Write as _},
    path::PathBuf,
};

use serde::{Deserialize, Serialize};
use trajectory::Outcome;

use crate::{Autorpa, home};

/// The version of the file.
const VERSION: u32 = 1;

/// The counts of a home.
#[derive(Clone, Debug)]
pub(crate) struct Counts {
    file: PathBuf,
}

/// What one run adds.
pub(crate) struct RunCount<'a> {
    /// The function, as people know it.
    pub function: &'a str,
    /// How it ended.
    pub outcome: Outcome,
    /// How long it took.
    pub seconds: f64,
    /// How many steps it did.
    pub steps: usize,
    /// How many elements were found otherwise than the script says.
    pub healed: usize,
    /// How long it looked again before its steps, until what it needed was there.
    pub waited: f64,
}

/// The file, version 1.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct CountsV1 {
    version: u32,
    functions: BTreeMap<String, FunctionV1>,
    models: BTreeMap<String, TokensV1>,
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct FunctionV1 {
    runs: BTreeMap<String, u64>,
    seconds: f64,
    steps: u64,
    healed: u64,
    waited: f64,
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct TokensV1 {
    prompt: u64,
    completion: u64,
}

impl Counts {
    /// Those in this file; it need not be there.
    pub fn of(file: PathBuf) -> Self {
        Self { file }
    }

    /// Add a run. One that can't be counted is no reason to call it a failure.
    pub fn ran(&self, run: &RunCount<'_>) {
        let number = |it: usize| u64::try_from(it).unwrap_or(u64::MAX);
        self.add(|kept| {
            let of = kept.functions.entry(run.function.to_owned()).or_default();
            *of.runs.entry(run.outcome.name().to_owned()).or_default() += 1;
            of.seconds += run.seconds;
            of.steps += number(run.steps);
            of.healed += number(run.healed);
            of.waited += run.waited;
        });
    }

    /// Add a question to a model.
    pub fn asked(&self, model: &str, prompt: u64, completion: u64) {
        self.add(|kept| {
            let of = kept.models.entry(model.to_owned()).or_default();
            of.prompt += prompt;
            of.completion += completion;
        });
    }

    fn add(&self, change: impl FnOnce(&mut CountsV1)) {
        let added = || -> io::Result<()> {
            let mut file = home::lock(&self.file).map_err(io::Error::other)?;
            let Some(mut kept) = read(&mut file)? else {
                return Ok(());
            };
            change(&mut kept);
            let mut text = serde_json::to_vec(&kept)?;
            text.push(b'\n');
            // The line is written at once, and what was longer stands behind it: who is killed here takes no count along. A
            // count that a power cut takes back is no harm: it is not waited for the disk.
            file.rewind()?;
            file.write_all(&text)?;
            file.set_len(u64::try_from(text.len()).unwrap_or(u64::MAX))
        };
        if let Err(error) = added() {
            tracing::debug!(%error, "a run is not counted");
        }
    }

    /// What is there; nothing where it can't be read.
    fn kept(&self) -> CountsV1 {
        let read = || -> io::Result<Option<CountsV1>> {
            let mut file = File::open(&self.file)?;
            file.lock_shared()?;
            read(&mut file)
        };
        read().ok().flatten().unwrap_or_default()
    }
}

/// What the first line says. What is damaged begins anew, as a counter may; what a newer program counts is left to it.
fn read(file: &mut File) -> io::Result<Option<CountsV1>> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let line = bytes.split(|it| *it == b'\n').next().unwrap_or_default();
    let kept: serde_json::Value = serde_json::from_slice(line).unwrap_or_default();
    let none = || CountsV1 {
        version: VERSION,
        ..CountsV1::default()
    };
    Ok(match kept.get("version").and_then(serde_json::Value::as_u64) {
        Some(newer) if newer > u64::from(VERSION) => None,
        _ => Some(serde_json::from_value(kept).unwrap_or_else(|_| none())),
    })
}

impl Autorpa {
    /// What counts the runs of this home.
    pub(crate) fn counts(&self) -> Counts {
        Counts::of(self.home.counts.clone())
    }

    /// What the runs of this home came to since it was made, as counters in Prometheus's text format.
    pub fn metrics(&self) -> String {
        let kept = self.counts().kept();
        let mut text = String::new();
        let mut counter = |name: &str, help: &str, all: Vec<(String, String)>| {
            // Writing to memory can't fail.
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} counter");
            for (labels, value) in all {
                let _ = writeln!(text, "{name}{{{labels}}} {value}");
            }
        };
        let of = |name: &String| format!("function=\"{}\"", label(name));
        let runs = kept.functions.iter().flat_map(|(name, it)| {
            let each = it.runs.iter();
            each.map(move |(outcome, count)| {
                let labels = format!("{},outcome=\"{}\"", of(name), label(outcome));
                (labels, count.to_string())
            })
        });
        counter(
            "autorpa_runs_total",
            "Runs that ended, by function and outcome.",
            runs.collect(),
        );
        let each = |value: &dyn Fn(&FunctionV1) -> String| -> Vec<(String, String)> {
            let all = kept.functions.iter();
            all.map(|(name, it)| (of(name), value(it))).collect()
        };
        counter(
            "autorpa_run_seconds_total",
            "How long runs took.",
            each(&|it| it.seconds.to_string()),
        );
        counter(
            "autorpa_steps_total",
            "Steps that were done.",
            each(&|it| it.steps.to_string()),
        );
        counter(
            "autorpa_healed_elements_total",
            "Elements that were found otherwise than the script says.",
            each(&|it| it.healed.to_string()),
        );
        counter(
            "autorpa_waited_seconds_total",
            "How long runs looked again before their steps, until what they needed was there.",
            each(&|it| it.waited.to_string()),
        );
        let tokens = kept.models.iter().flat_map(|(name, it)| {
            let of = |kind| format!("model=\"{}\",kind=\"{kind}\"", label(name));
            [
                (of("prompt"), it.prompt.to_string()),
                (of("completion"), it.completion.to_string()),
            ]
        });
        counter(
            "autorpa_model_tokens_total",
            "Tokens that models were sent and answered.",
            tokens.collect(),
        );
        text
    }
}

/// A label's value: what ends it stands behind a backslash.
pub(crate) fn label(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use std::{fs, thread};

    use super::*;
    use crate::Home;

    const RUN: RunCount<'static> = RunCount {
        function: "notes/add",
        outcome: Outcome::Reached,
        seconds: 1.5,
        steps: 3,
        healed: 1,
        waited: 0.25,
    };

    fn rpa(dir: &std::path::Path) -> Autorpa {
        Autorpa::new(Home::new(dir, dir.join("library")))
    }

    #[test]
    fn what_several_count_at_once_is_all_counted() {
        let dir = tempfile::tempdir().unwrap();
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..25).for_each(|_| rpa(dir.path()).counts().ran(&RUN)));
            }
        });
        rpa(dir.path()).counts().asked("openai:gpt", 100, 7);
        let text = rpa(dir.path()).metrics();
        for line in [
            "autorpa_runs_total{function=\"notes/add\",outcome=\"reached\"} 100",
            "autorpa_run_seconds_total{function=\"notes/add\"} 150",
            "autorpa_steps_total{function=\"notes/add\"} 300",
            "autorpa_healed_elements_total{function=\"notes/add\"} 100",
            "autorpa_waited_seconds_total{function=\"notes/add\"} 25",
            "autorpa_model_tokens_total{model=\"openai:gpt\",kind=\"prompt\"} 100",
            "autorpa_model_tokens_total{model=\"openai:gpt\",kind=\"completion\"} 7",
        ] {
            assert!(text.lines().any(|it| it == line), "{line}\n{text}");
        }
    }

    #[test]
    fn what_is_damaged_begins_anew_and_what_is_newer_stays() {
        let dir = tempfile::tempdir().unwrap();
        let rpa = rpa(dir.path());
        for (was, is) in [
            ("junk", true),
            ("{\"version\":1}", true),
            ("{\"version\":2}", false),
        ] {
            fs::write(&rpa.home.counts, was).unwrap();
            rpa.counts().ran(&RUN);
            assert_eq!(rpa.metrics().contains("\"reached\"} 1"), is, "{was}");
        }
        assert_eq!(fs::read_to_string(&rpa.home.counts).unwrap(), "{\"version\":2}");
    }

    #[test]
    fn no_name_ends_its_label() {
        assert_eq!(label("a\\b\"c\nd"), "a\\\\b\\\"c\\nd");
    }
}
