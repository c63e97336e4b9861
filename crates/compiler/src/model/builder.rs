//! Trajectories to a function by a model that may look closer (paper, section 3.3).

use llm::{Answer, Message, Model, Prompt, Request, Role};
use rhai::Engine;
use serde::Serialize;
use strings::identifier;
use task::{Instance, Value};
use tracing::{info, warn};
use trajectory::{Origin, Recording};
use ui::element_line;

use super::{
    Options, REJECTED, Reason, Rejection, Translator, cut_off, ended, is_attempt, line, of_model, render,
    told, translator::ASKED, values,
};
use crate::{
    check::check,
    program::{Param, ParamKind},
    retrieve::{retrieve, source_of},
    script::Script,
    soft::{SoftTrajectory, StepRef},
    world::{BuildTask, WorldError},
};

const SYSTEM: Prompt = Prompt::new("builder", include_str!("../../prompts/builder.md"));
const TASK: Prompt = Prompt::new("builder_task", include_str!("../../prompts/builder_task.md"));
const LOOKED: Prompt = Prompt::new("looked", include_str!("../../prompts/looked.md"));

#[derive(Serialize)]
struct SystemInput<'a> {
    reference: &'a str,
    looks: usize,
    /// Whether the steps come with locators.
    located: bool,
}

#[derive(Serialize)]
struct TaskInput<'a> {
    task_type: &'a str,
    name: &'a str,
    params: Vec<String>,
    meanings: Vec<String>,
    trajectories: Vec<Told<'a>>,
    attempts: Vec<Attempt<'a>>,
    examples: Vec<Example<'a>>,
    current: &'a str,
    failed: Option<Failed<'a>>,
}

#[derive(Serialize)]
struct Told<'a> {
    name: &'a str,
    source: &'static str,
    goal: &'a str,
    values: Vec<String>,
    steps: String,
    conclusion: String,
}

#[derive(Serialize)]
struct Attempt<'a> {
    name: &'a str,
    goal: &'a str,
    conclusion: String,
}

#[derive(Serialize)]
struct Example<'a> {
    goal: &'a str,
    values: Vec<String>,
}

#[derive(Serialize)]
struct Failed<'a> {
    goal: &'a str,
    steps: String,
    ending: String,
    cause: &'a str,
    plan: &'a [String],
}

#[derive(Serialize)]
struct Looked {
    found: String,
    left: usize,
}

/// Ask for the function; looks into the recordings are answered, code with findings goes back with them.
/// `None` when the tries are spent.
pub(super) fn build(
    model: &mut impl Model,
    options: &Options,
    reference: &str,
    recordings: &[Recording],
    task: &BuildTask<'_>,
) -> Result<Option<Script>, WorldError> {
    let params = params(task.seen);
    let soft = |it: &Recording| task.trajectories.iter().find(|soft| soft.recording == it.id);
    // Only what belongs to this function: other builds may have been heard of as well.
    let known = recordings
        .iter()
        .filter(|it| soft(it).is_some() || (is_attempt(it) && it.instance.task_type == task.task_type));
    let sources = retrieve(known.chain(task.failed).map(|it| (it, soft(it))));
    let located = options.translator != Translator::Nobody;
    let system = render(
        &SYSTEM,
        &SystemInput {
            reference,
            looks: options.looks,
            located,
        },
    )?;
    let text = render(&TASK, &input(task, &params, recordings, options.translator))?;
    let mut request = Request {
        max_tokens: options.max_tokens,
        temperature: options.temperature,
        ..Request::new(Role::Builder, system, Message::user(text))
    };
    let (mut looks, mut tries) = (options.looks, options.tries);
    while tries > 0 {
        let reply = model.complete(&request).map_err(of_model)?;
        let has_code = Answer::parse(&reply.text).section("Code").is_ok();
        let next = match sources.answer(&reply.text).filter(|_| !has_code && looks > 0) {
            Some(found) => {
                looks -= 1;
                info!(looks, "the builder looks closer");
                render(
                    &LOOKED,
                    &Looked {
                        found: found.text,
                        left: looks,
                    },
                )?
            }
            None => match parse(&reply.text, task, &params).and_then(|it| clean(it, task.seen)) {
                Ok(script) => return Ok(Some(script)),
                Err(reason) => {
                    tries -= 1;
                    warn!(tries, "the builder's code can't be used: {reason}");
                    render(
                        &REJECTED,
                        &Reason {
                            reason: cut_off(reply.cut, reason.to_string()),
                        },
                    )?
                }
            },
        };
        request.messages.push(Message::assistant(reply.text));
        request.messages.push(Message::user(next));
    }
    Ok(None)
}

fn input<'a>(
    task: &'a BuildTask<'_>,
    params: &[Param],
    recordings: &'a [Recording],
    translator: Translator,
) -> TaskInput<'a> {
    let of = |soft: &'a SoftTrajectory| {
        let recording = recordings.iter().find(|it| it.id == soft.recording);
        Told {
            name: &soft.recording.0,
            source: recording.map_or("successful_react_traj", |it| source_of(it).name()),
            goal: &soft.instance.goal,
            values: values(&soft.instance.params),
            steps: steps(soft, recording, translator),
            conclusion: line(&recording.map_or_else(|| soft.conclusion.clone(), Recording::concluded)),
        }
    };
    TaskInput {
        task_type: task.task_type,
        name: task.name,
        params: params.iter().map(|it| identifier(&it.name)).collect(),
        meanings: params.iter().map(meaning).collect(),
        trajectories: task.trajectories.iter().map(of).collect(),
        attempts: recordings
            .iter()
            .filter(|it| is_attempt(it) && it.instance.task_type == task.task_type)
            .map(|it| Attempt {
                name: &it.id.0,
                goal: &it.instance.goal,
                conclusion: [Some(it.concluded()), it.reflection.clone()]
                    .into_iter()
                    .flatten()
                    .collect::<Vec<_>>()
                    .join("\n"),
            })
            .collect(),
        examples: task
            .seen
            .iter()
            .map(|it| Example {
                goal: &it.goal,
                values: values(&it.params),
            })
            .collect(),
        current: task.current.map_or("", |it| &it.source),
        failed: task.failed.map(|it| Failed {
            goal: &it.instance.goal,
            steps: told(it),
            ending: ended(it),
            cause: task.analysis.map_or("nothing", |it| &it.cause),
            plan: task.analysis.map_or(&[], |it| &it.plan),
        }),
    }
}

fn meaning(param: &Param) -> String {
    let kind = match param.kind {
        ParamKind::Text => "a text",
        ParamKind::List => "a list of texts",
    };
    format!("{}: {kind}, {}", identifier(&param.name), param.description)
}

/// The steps as the builder sees them: what is done, then what it did.
fn steps(soft: &SoftTrajectory, recording: Option<&Recording>, translator: Translator) -> String {
    let located = translator != Translator::Nobody;
    let mut lines: Vec<(usize, String)> = Vec::new();
    for step in &soft.steps {
        let n = step.source.step;
        let recorded = recording.and_then(|it| it.steps.get(n - 1));
        let mut told = match recorded.filter(|_| !located) {
            Some(it) => as_recorded(n, it),
            None => format!("{n}. {step}"),
        };
        if located && !step.target_description.is_empty() {
            told.push_str(&format!("\n    the element: {}", step.target_description));
        }
        if let Some(value) = &step.value {
            told.push_str(&format!("\n    here the value was {value:?}"));
        }
        if let Some(question) = step.note.strip_prefix(ASKED) {
            told.push_str(&format!("\n    only a question decides it: {question}"));
        }
        if let Some(recorded) = recorded {
            if let Some(reason) = &recorded.reason {
                told.push_str(&format!("\n    why: {}", line(reason)));
            }
            if let Some(summary) = recording.and_then(|it| it.summary(n - 1)) {
                told.push_str(&format!("\n    came of it: {}", line(&summary)));
            }
            let by_script = recording
                .is_some_and(|it| it.origin == Origin::Hybrid && it.breakpoint.is_some_and(|at| n <= at));
            if by_script {
                told.push_str("\n    done by the function");
            }
        }
        lines.push((n, told));
    }
    for it in &soft.dropped {
        let n = it.step.source.step;
        let mut told = format!("{n}. left out: {}", it.why);
        // A value may have been read on its screen: what it led to is told where nobody can be asked twice.
        if translator == Translator::Rest
            && let Some(summary) = recording.and_then(|it| it.summary(n - 1))
        {
            told.push_str(&format!("\n    came of it: {}", line(&summary)));
        }
        lines.push((n, told));
    }
    lines.sort_by_key(|(n, _)| *n);
    lines.into_iter().map(|(_, it)| it).collect::<Vec<_>>().join("\n")
}

/// A step as it was recorded: the action on an index, and the element it had.
fn as_recorded(n: usize, step: &trajectory::Step) -> String {
    let told = format!("{n}. {}", step.action);
    let target = step.action.target();
    match target.and_then(|id| Some(element_line(*id, step.screen.get(*id)?))) {
        Some(element) => format!("{told}\n    {element}"),
        None => told,
    }
}

/// The parameters that the instances have, in the order of the first.
fn params(seen: &[Instance]) -> Vec<Param> {
    let mut all: Vec<Param> = Vec::new();
    for (name, value) in seen.iter().flat_map(|it| &it.params) {
        if !all.iter().any(|it| it.name == *name) {
            let kind = match value {
                Value::Text(_) => ParamKind::Text,
                Value::List(_) => ParamKind::List,
            };
            let description = format!("for example `{}`", value.to_string().replace('`', "'"));
            all.push(Param {
                name: name.clone(),
                kind,
                description,
            });
        }
    }
    all
}

/// A reply as a script: one code block with the function that was asked for.
fn parse(reply: &str, task: &BuildTask<'_>, params: &[Param]) -> Result<Script, Rejection> {
    let source = Answer::parse(reply).code("Code")?;
    let names: Vec<String> = params.iter().map(|it| identifier(&it.name)).collect();
    // A syntax error is for `check` to tell, with its place.
    if let Ok(ast) = Engine::new().compile(&source) {
        let heads: Vec<String> = ast
            .iter_functions()
            .map(|it| format!("{}({})", it.name, it.params.join(", ")))
            .collect();
        let wanted = format!("{}({})", task.name, names.join(", "));
        if !heads.contains(&wanted) {
            let found = if heads.is_empty() {
                "nothing".to_owned()
            } else {
                heads.join(", ")
            };
            return Err(Rejection::Signature { wanted, found });
        }
    }
    let mut source = source.trim_end().to_owned();
    source.push('\n');
    let lines = lines(&source, task.trajectories);
    Ok(Script {
        name: task.name.to_owned(),
        source,
        params: params.to_vec(),
        lines,
    })
}

fn clean(script: Script, seen: &[Instance]) -> Result<Script, Rejection> {
    let findings = check(&script, seen);
    if findings.is_empty() {
        return Ok(script);
    }
    let told: Vec<String> = findings
        .iter()
        .map(|it| it.render("code", &script.source))
        .collect();
    Err(Rejection::Code(told.join("\n")))
}

/// The steps that the comments `// step N` name: those of the newest recording that has so many.
fn lines(source: &str, trajectories: &[SoftTrajectory]) -> Vec<(usize, Vec<StepRef>)> {
    let of = |n: usize| {
        let all = trajectories.iter().rev();
        all.flat_map(|it| &it.steps)
            .find(|it| it.source.step == n)
            .map(|it| it.source.clone())
    };
    let mut found = Vec::new();
    for (idx, text) in source.lines().enumerate() {
        let Some((_, comment)) = text.rsplit_once("// step ") else {
            continue;
        };
        let numbers = comment
            .split(|it: char| !it.is_ascii_digit())
            .filter_map(|it| it.parse().ok());
        let steps: Vec<StepRef> = numbers.filter_map(of).collect();
        if !steps.is_empty() {
            found.push((idx + 1, steps));
        }
    }
    found
}
