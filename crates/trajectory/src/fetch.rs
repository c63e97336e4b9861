//! The builder's tool `fetch_info(source, step, info)`: from a model's words to a part of the trajectory tree.
//!
//! The model sees simplified trajectories only; with this it looks at a step with its screen. Whatever it asks
//! gets an answer in words: a wrong source, step or kind is told what there is.

use std::{collections::BTreeMap, fmt, str::FromStr};

use serde_json::Value;
use thiserror::Error;
use ui::element_list;

use crate::{recording::Recording, tree::Block};

/// An element list is cut off after so many characters, at the end of a line.
const LONGEST_LIST: usize = 24_000;
/// Calls in one reply that are answered.
const MOST_CALLS: usize = 8;

/// The paper's names for the trajectories a builder works with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// What the current function did before it failed.
    PreSkillExec,
    /// Episodes that reached the goal.
    SuccessfulReact,
    /// Episodes that did not.
    FailedReact,
    /// How the explorer finished what the function had left.
    FixReact,
}

/// What is wanted of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Info {
    /// What was done.
    Action,
    /// What it did.
    Summary,
    /// The elements of the screen before it.
    UiList,
    /// The picture of the screen before it.
    Screenshot,
    /// What happened as a whole.
    Conclusion,
}

/// One call of the tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// A source, or the name of a recording.
    pub source: String,
    /// The step from 1; `None` asks for the simplified trajectory.
    pub step: Option<usize>,
    /// What is wanted; everything where nothing is named.
    pub info: Vec<Info>,
}

/// What a call gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// The words.
    pub text: String,
    /// Hash of a screenshot that belongs to them.
    pub screenshot: Option<String>,
}

/// A call that can't be answered; its words go back to the model.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FetchError {
    /// It names no source.
    #[error("fetch_info needs a `source`: one of {}", Source::names())]
    NoSource,
    /// No such source, and no such recording.
    #[error("there is no trajectory `{source_name}` here; there are: {known}")]
    UnknownSource {
        /// What was asked for.
        source_name: String,
        /// What there is.
        known: String,
    },
    /// The step is no number from 1 on.
    #[error("`step` must be a whole number from 1 on, not {found}")]
    BadStep {
        /// What stood there.
        found: String,
    },
    /// The trajectory is shorter.
    #[error("{source_name} has no step {step}: it has steps 1 to {count}")]
    NoStep {
        /// The source or recording.
        source_name: String,
        /// What was asked for.
        step: usize,
        /// Its last step.
        count: usize,
    },
    /// No such kind of information.
    #[error("`info` can't be {found}; it is a list of: {}", Info::names())]
    UnknownInfo {
        /// What stood there.
        found: String,
    },
}

/// The recordings that a builder may look into.
#[derive(Clone, Debug, Default)]
pub struct Sources<'a>(Vec<Shelved<'a>>);

#[derive(Clone, Debug)]
struct Shelved<'a> {
    source: Source,
    /// What it is called in the question: `recording 1`.
    heading: String,
    recording: &'a Recording,
    /// The translated action of a step, by its number from 1.
    translated: BTreeMap<usize, String>,
}

impl Source {
    /// Every source, in the paper's order.
    pub const ALL: [Source; 4] = [
        Source::PreSkillExec,
        Source::SuccessfulReact,
        Source::FailedReact,
        Source::FixReact,
    ];

    /// The paper's name.
    pub fn name(self) -> &'static str {
        match self {
            Source::PreSkillExec => "pre_skill_exec_traj",
            Source::SuccessfulReact => "successful_react_traj",
            Source::FailedReact => "failed_react_traj",
            Source::FixReact => "fix_react_traj",
        }
    }

    fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Info {
    /// Every kind.
    pub const ALL: [Info; 5] = [
        Info::Action,
        Info::Summary,
        Info::UiList,
        Info::Screenshot,
        Info::Conclusion,
    ];

    /// The name, as a model writes it.
    pub fn name(self) -> &'static str {
        match self {
            Info::Action => "action",
            Info::Summary => "summary",
            Info::UiList => "ui_list",
            Info::Screenshot => "screenshot",
            Info::Conclusion => "conclusion",
        }
    }

    fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }
}

impl FromStr for Info {
    type Err = FetchError;

    fn from_str(text: &str) -> Result<Self, FetchError> {
        let plain = text.trim().to_lowercase().replace(['-', ' '], "_");
        Self::ALL
            .into_iter()
            .find(|it| it.name() == plain)
            .ok_or_else(|| FetchError::UnknownInfo {
                found: format!("\"{text}\""),
            })
    }
}

impl Request {
    /// The calls in a model's reply, each or why it can't be read; none where the reply calls nothing. Fences and words
    /// around the JSON do not matter, nor whether the arguments are wrapped, listed, or name several steps.
    pub fn parse(reply: &str) -> Vec<Result<Self, FetchError>> {
        let mut calls = Vec::new();
        let mut rest = reply;
        while let Some(at) = rest.find('{') {
            let mut values = serde_json::Deserializer::from_str(&rest[at..]).into_iter::<Value>();
            let Some(Ok(value)) = values.next() else {
                rest = &rest[at + 1..];
                continue;
            };
            calls.extend(arguments(&value).iter().map(Self::of));
            rest = &rest[at + values.byte_offset().max(1)..];
        }
        calls
    }

    fn of(arguments: &Value) -> Result<Self, FetchError> {
        let source = match arguments.get("source").or_else(|| arguments.get("traj")) {
            Some(Value::String(it)) if !it.trim().is_empty() => it.trim().to_owned(),
            _ => return Err(FetchError::NoSource),
        };
        let step = match arguments.get("step") {
            None | Some(Value::Null) => None,
            Some(it) => Some(step_of(it)?),
        };
        let info = match arguments.get("info") {
            None | Some(Value::Null) => Vec::new(),
            Some(Value::String(it)) => it.split(',').map(str::parse).collect::<Result<_, _>>()?,
            Some(Value::Array(all)) => all.iter().map(info_of).collect::<Result<_, _>>()?,
            Some(other) => {
                return Err(FetchError::UnknownInfo {
                    found: other.to_string(),
                });
            }
        };
        Ok(Self { source, step, info })
    }

    fn wants(&self, info: Info) -> bool {
        // The conclusion is a part of the whole, not of a step: it comes when it is asked for.
        if self.info.is_empty() {
            info != Info::Conclusion
        } else {
            self.info.contains(&info)
        }
    }
}

/// The arguments of each call, if this calls the tool: wrapped in an action, or standing alone.
fn arguments(value: &Value) -> Vec<Value> {
    let Some(object) = value.as_object() else {
        return Vec::new();
    };
    let called = ["action", "tool", "name", "function"]
        .into_iter()
        .find_map(|it| object.get(it)?.as_str());
    let stands_alone = || {
        let known = |it: &String| ["source", "step", "info"].contains(&it.as_str());
        object.contains_key("source") && object.keys().all(known)
    };
    match called {
        Some("fetch_info") => {}
        None if stands_alone() => {}
        Some(_) | None => return Vec::new(),
    }
    let wrapped = ["arguments", "args", "parameters", "input"]
        .into_iter()
        .find_map(|it| object.get(it));
    let given = match wrapped {
        Some(Value::String(text)) => serde_json::from_str(text).unwrap_or(Value::Null),
        Some(it) => it.clone(),
        None => value.clone(),
    };
    let each = match given {
        Value::Array(all) => all,
        one => vec![one],
    };
    each.into_iter().flat_map(each_step).collect()
}

/// A call for each step that is listed.
fn each_step(arguments: Value) -> Vec<Value> {
    let Some(Value::Array(steps)) = arguments.get("step") else {
        return vec![arguments];
    };
    let of = |step: &Value| {
        let mut one = arguments.clone();
        one["step"] = step.clone();
        one
    };
    steps.iter().map(of).collect()
}

fn step_of(value: &Value) -> Result<usize, FetchError> {
    let number = match value {
        Value::String(text) => text.trim().parse().ok(),
        Value::Number(it) => it.as_u64().or_else(|| {
            it.as_f64()
                .filter(|it| it.fract() == 0.0 && *it >= 0.0)
                .map(|it| it as u64)
        }),
        _ => None,
    };
    number
        .and_then(|it| usize::try_from(it).ok())
        .filter(|it| *it > 0)
        .ok_or_else(|| FetchError::BadStep {
            found: value.to_string(),
        })
}

fn info_of(value: &Value) -> Result<Info, FetchError> {
    match value {
        Value::String(it) => it.parse(),
        other => Err(FetchError::UnknownInfo {
            found: other.to_string(),
        }),
    }
}

impl<'a> Sources<'a> {
    /// Add a recording; the newest of a source comes last. `heading` is what the question calls it; `translated` holds
    /// the soft action of a step, as printed, by the step's number from 1.
    pub fn put(
        &mut self,
        source: Source,
        heading: impl Into<String>,
        recording: &'a Recording,
        translated: BTreeMap<usize, String>,
    ) {
        self.0.push(Shelved {
            source,
            heading: heading.into(),
            recording,
            translated,
        });
    }

    /// Whether there is nothing to look into.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Answer a reply of a model, if it calls the tool; what can't be answered is said in the same way.
    pub fn answer(&self, reply: &str) -> Option<Fetched> {
        let calls = Request::parse(reply);
        let too_many = calls.len().saturating_sub(MOST_CALLS);
        let mut texts: Vec<String> = Vec::new();
        let mut screenshot = None;
        for call in calls.into_iter().take(MOST_CALLS) {
            match call.and_then(|it| self.fetch(&it)) {
                Ok(it) => {
                    texts.push(it.text);
                    screenshot = screenshot.or(it.screenshot);
                }
                Err(it) => texts.push(format!("fetch_info: {it}")),
            }
        }
        if too_many > 0 {
            texts.push(format!("({too_many} more: no more than {MOST_CALLS} at once)"));
        }
        let text = texts.join("\n\n");
        (!text.is_empty()).then_some(Fetched { text, screenshot })
    }

    /// Those that a name means, the newest last: a recording's own name, its heading, or a source, whatever quotes,
    /// brackets and words stand around it.
    fn meant(&self, asked: &str) -> Vec<&Shelved<'a>> {
        let asked = asked.to_lowercase();
        let of = |text: &str| -> Vec<String> {
            let parts = text.split(|it: char| !it.is_alphanumeric() && !"_-".contains(it));
            parts.filter(|it| !it.is_empty()).map(str::to_owned).collect()
        };
        let words = of(&asked);
        let says = |name: &str| {
            let name = of(name);
            !name.is_empty() && words.windows(name.len()).any(|it| it == name)
        };
        let is_number = |it: &Shelved<'_>| {
            let number = words.first().filter(|_| words.len() == 1);
            number.is_some_and(|n| it.heading == format!("recording {n}"))
        };
        let ways: [&dyn Fn(&Shelved<'_>) -> bool; 4] = [
            &|it| it.recording.id.0.to_lowercase() == asked || says(&it.recording.id.0.to_lowercase()),
            &|it| says(&it.heading),
            &|it| is_number(it),
            &|it| says(it.source.name()),
        ];
        let found = ways
            .iter()
            .map(|is| self.0.iter().filter(|it| is(it)).collect::<Vec<_>>());
        found.into_iter().find(|it| !it.is_empty()).unwrap_or_default()
    }

    /// Answer a call. Of several recordings of a source, a step is the newest one's; the others have names.
    pub fn fetch(&self, request: &Request) -> Result<Fetched, FetchError> {
        let fit = self.meant(&request.source);
        let Some(newest) = fit.last() else {
            let source_name = request.source.clone();
            return Err(FetchError::UnknownSource {
                source_name,
                known: self.known(),
            });
        };
        let Some(step) = request.step else {
            let whole = fit.iter().map(|it| whole(it, request)).collect::<Vec<_>>();
            return Ok(Fetched {
                text: whole.join("\n\n"),
                screenshot: None,
            });
        };
        let recording = newest.recording;
        let block = recording.tree().block(step).ok_or_else(|| FetchError::NoStep {
            source_name: request.source.clone(),
            step,
            count: recording.steps.len(),
        })?;
        let mut text = format!(
            "{}: step {step} of {} ({})",
            newest.name(),
            recording.steps.len(),
            newest.source,
        );
        if fit.len() > 1 {
            let others: Vec<&str> = fit[..fit.len() - 1].iter().map(|it| it.name()).collect();
            text.push_str(&format!("; others of this source: {}", others.join(", ")));
        }
        text.push('\n');
        text.push_str(&parts(newest, &block, request).join("\n"));
        let screenshot = block
            .screenshot
            .filter(|_| request.wants(Info::Screenshot))
            .map(str::to_owned);
        Ok(Fetched { text, screenshot })
    }

    /// What there is, for a message.
    fn known(&self) -> String {
        let each = self.0.iter().map(|it| {
            let steps = it.recording.steps.len();
            format!(
                "{} ({}, {steps} step{})",
                it.name(),
                it.source,
                if steps == 1 { "" } else { "s" }
            )
        });
        let all: Vec<String> = each.collect();
        if all.is_empty() {
            "none".to_owned()
        } else {
            all.join(", ")
        }
    }
}

impl Shelved<'_> {
    /// What to call it: its heading, or its own name.
    fn name(&self) -> &str {
        match self.heading.as_str() {
            "" => &self.recording.id.0,
            heading => heading,
        }
    }
}

/// The upper two layers, or the top alone where only that is wanted.
fn whole(it: &Shelved<'_>, request: &Request) -> String {
    let tree = it.recording.tree();
    let mut text = match request.info.as_slice() {
        [Info::Conclusion] => format!("{} {}: {}", it.source, it.recording.id, tree.conclusion()),
        _ => format!("{}: {}", it.source, tree.simplified()),
    };
    if request
        .info
        .iter()
        .any(|it| matches!(it, Info::UiList | Info::Screenshot))
    {
        text.push_str("\n(ui_list and screenshot belong to a step: name one)");
    }
    text
}

fn parts(shelved: &Shelved<'_>, block: &Block<'_>, request: &Request) -> Vec<String> {
    let mut parts = Vec::new();
    if request.wants(Info::Action) {
        let done = crate::summary::describe_action(block.before, block.action);
        parts.push(format!("action: {} ({done})", block.action));
        if let Some(it) = shelved.translated.get(&block.number) {
            parts.push(format!("translated action: {it}"));
        }
        if let Some(reason) = block.reason {
            parts.push(format!("reason: {reason}"));
        }
    }
    if request.wants(Info::Summary) {
        parts.push(format!("summary: {}", block.summary));
    }
    if request.wants(Info::Conclusion) {
        parts.push(format!("conclusion: {}", shelved.recording.concluded()));
    }
    if request.wants(Info::UiList) {
        let place = [block.before.app.as_str(), block.before.activity.as_str()].join(" ");
        parts.push(format!(
            "screen before the action: {}\n{}",
            place.trim(),
            cut(&element_list(block.before))
        ));
        parts.push(if block.before == block.after {
            "screen after the action: the same".to_owned()
        } else {
            let place = [block.after.app.as_str(), block.after.activity.as_str()].join(" ");
            format!(
                "screen after the action: {}\n{}",
                place.trim(),
                cut(&element_list(block.after))
            )
        });
    }
    if request.wants(Info::Screenshot) && block.screenshot.is_none() {
        parts.push("screenshot: none was taken at this step".to_owned());
    }
    parts
}

/// A list that is not too long, cut between two lines.
fn cut(list: &str) -> String {
    if list.len() <= LONGEST_LIST {
        return list.to_owned();
    }
    let mut kept = String::new();
    for (at, line) in list.lines().enumerate() {
        if kept.len() + line.len() > LONGEST_LIST {
            return format!("{kept}({} more elements)", list.lines().count() - at);
        }
        kept.push_str(line);
        kept.push('\n');
    }
    kept
}
