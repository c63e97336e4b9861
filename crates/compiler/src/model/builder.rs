//! Trajectories to a function by a model that may look closer (paper, section 3.3).

use llm::{Answer, Call, Message, Model, ModelError, Prompt, Role, Speaker, Tool};
use rhai::Engine;
use serde::Serialize;
use serde_json::json;
use strings::{functions, identifier};
use task::{FORM, Instance, Value};
use tracing::info;
use trajectory::{Info, Origin, Recording, RecordingId, Source, Sources};
use ui::element_line;

use super::{
    Failed, Options, Query, Rejection, Translator, Tries, ended, is_attempt, line, of_model, render, told,
    translator::ASKED,
};
use crate::{
    check::check,
    host::FREE,
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
    /// The tool to look with; empty where it is asked for in words.
    tool: &'static str,
    /// Whether the steps come with locators.
    located: bool,
}

#[derive(Serialize)]
struct TaskInput<'a> {
    task_type: &'a str,
    name: &'a str,
    params: Vec<String>,
    meanings: Vec<String>,
    /// The wordings of the goal, where `form` counts them.
    wordings: String,
    trajectories: Vec<Told>,
    attempts: Vec<Attempt>,
    examples: Vec<String>,
    current: &'a str,
    failed: Option<Run<'a>>,
}

#[derive(Serialize)]
struct Told {
    source: &'static str,
    task: String,
    steps: String,
    conclusion: String,
}

#[derive(Serialize)]
struct Attempt {
    task: String,
    conclusion: String,
}

#[derive(Serialize)]
struct Run<'a> {
    task: String,
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

/// What the builder may know.
pub(super) struct Known<'a> {
    /// What a script can call.
    pub reference: &'a str,
    /// Every recording heard of.
    pub recordings: &'a [Recording],
    /// The wordings of the task type's goals.
    pub wordings: &'a [String],
}

/// The name of the tool to look closer with.
const FETCH_INFO: &str = "fetch_info";

/// The tool to look closer with, for services that know tools.
fn fetch_info() -> Tool {
    let names = |all: &[&str]| {
        all.iter()
            .map(|it| format!("`{it}`"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let [ran, successful, failed, fixed] = Source::ALL.map(Source::name);
    let kinds: Vec<&str> = KINDS.iter().map(|it| it.name()).collect();
    Tool {
        name: FETCH_INFO.to_owned(),
        description: "Look at a step of a recording.".to_owned(),
        arguments: json!({
            "type": "object",
            "properties": {
                "source": {
                    "type": "string",
                    "description": format!(
                        "{}; `{fixed}` (a function's run up to where it stopped, then finished by hand); \
                         `{ran}` (the last run of the code so far); or the name of a recording",
                        names(&[successful, failed]),
                    ),
                },
                "step": { "type": "integer", "description": "the step, from 1" },
                "info": { "type": "array", "items": { "type": "string", "enum": kinds } },
            },
            "required": ["source", "step", "info"],
        }),
    }
}

/// What the builder may be told of a step; it sees no pictures.
const KINDS: [Info; 4] = [Info::Action, Info::Summary, Info::UiList, Info::Conclusion];

/// Ask for the function; looks into the recordings are answered, code with findings goes back with them. Where `tools`
/// says that the model takes tools, it gets one to look with; who refuses it is asked in words, then and later.
pub(super) fn build(
    model: &mut impl Model,
    options: &Options,
    known: &Known<'_>,
    task: &BuildTask<'_>,
    tools: &mut bool,
) -> Result<Script, Failed> {
    if *tools && options.looks > 0 {
        if let Some(script) = written(model, options, known, task, true)? {
            return Ok(script);
        }
        *tools = false;
    }
    let script = written(model, options, known, task, false)?;
    script.ok_or_else(|| {
        let reason = "the service wants no tools, and was offered none".to_owned();
        WorldError::Model { reason }.into()
    })
}

/// The function; `None` where the model takes no tools.
fn written(
    model: &mut impl Model,
    options: &Options,
    known: &Known<'_>,
    task: &BuildTask<'_>,
    with_tool: bool,
) -> Result<Option<Script>, Failed> {
    let params = params(task.seen);
    let soft = |it: &Recording| task.trajectories.iter().find(|soft| soft.recording == it.id);
    // Only what belongs to this function: other builds may have been heard of as well.
    let own = known
        .recordings
        .iter()
        .filter(|it| soft(it).is_some() || (is_attempt(it) && it.instance.task_type == task.task_type));
    let sources = retrieve(own.chain(task.failed).map(|it| (it, soft(it))));
    let system = render(
        &SYSTEM,
        &SystemInput {
            reference: known.reference,
            looks: options.looks,
            tool: if with_tool { FETCH_INFO } else { "" },
            located: options.translator != Translator::Nobody,
        },
    )?;
    let text = render(&TASK, &input(task, &params, known, options.translator))?;
    let mut request = Query::text(Role::Builder, system, text).request(options);
    request.tools.extend(with_tool.then(fetch_info));
    let mut tries = Tries::new(Role::Builder, options);
    let mut looks = options.looks;
    loop {
        let reply = match model.complete(&request) {
            Err(it @ ModelError::NoTools { .. }) => {
                info!("the builder is asked without tools from now on: {it}");
                return Ok(None);
            }
            other => other.map_err(of_model)?,
        };
        let has_code = Answer::parse(&reply.text).section("Code").is_ok();
        if !has_code && !reply.calls.is_empty() {
            if looks == 0 {
                tries.spend(&Rejection::NoLooks, reply.cut)?;
            }
            // Every call wants a result, also one too many.
            let mut results = Message {
                speaker: Speaker::User,
                parts: Vec::new(),
            };
            for call in &reply.calls {
                let told = match looks {
                    0 => Rejection::NoLooks.to_string(),
                    _ => {
                        looks -= 1;
                        let found = looked(&sources, call);
                        render(&LOOKED, &Looked { found, left: looks })?
                    }
                };
                results = results.and_result(call, told);
            }
            info!(looks, "the builder looks closer");
            request.messages.push(reply.turn());
            request.messages.push(results);
            continue;
        }
        if let Some(found) = sources.answer(&reply.text).filter(|_| !has_code && looks > 0) {
            looks -= 1;
            info!(looks, "the builder looks closer");
            let found = Looked {
                found: found.text,
                left: looks,
            };
            request.messages.push(Message::assistant(reply.text));
            request.messages.push(Message::user(render(&LOOKED, &found)?));
            continue;
        }
        match parse(&reply.text, task, &params).and_then(|it| clean(it, task.seen)) {
            Ok(script) => return Ok(Some(script)),
            Err(why) => tries.reject(&mut request, reply, &why)?,
        }
    }
}

/// What a call of a tool finds.
fn looked(sources: &Sources<'_>, call: &Call) -> String {
    if call.name != FETCH_INFO {
        return format!("there is no tool `{}`; there is `{FETCH_INFO}`", call.name);
    }
    let asked = json!({ "action": FETCH_INFO, "arguments": call.arguments }).to_string();
    let found = sources.answer(&asked).map(|it| it.text);
    found.unwrap_or_else(|| format!("{FETCH_INFO} can't read these arguments: {}", call.arguments))
}

fn input<'a>(
    task: &'a BuildTask<'_>,
    params: &[Param],
    known: &Known<'_>,
    translator: Translator,
) -> TaskInput<'a> {
    let goal_of = |it: &Instance| super::task(&it.goal, &it.params);
    let named = |id: &RecordingId, it: &Instance| format!("recording {id}\n{}", goal_of(it));
    let of = |soft: &SoftTrajectory| {
        let recording = known.recordings.iter().find(|it| it.id == soft.recording);
        Told {
            source: recording.map_or("successful_react_traj", |it| source_of(it).name()),
            task: named(&soft.recording, &soft.instance),
            steps: steps(soft, recording, translator),
            conclusion: line(&recording.map_or_else(|| soft.conclusion.clone(), Recording::concluded)),
        }
    };
    let attempts = known
        .recordings
        .iter()
        .filter(|it| is_attempt(it) && it.instance.task_type == task.task_type);
    let wordings = known.wordings.iter().zip(1..);
    TaskInput {
        task_type: task.task_type,
        name: task.name,
        params: params.iter().map(|it| identifier(&it.name)).collect(),
        meanings: params.iter().map(|it| meaning(it, task.seen)).collect(),
        wordings: match params.iter().any(|it| it.name == FORM) {
            true => wordings.map(|(it, n)| format!("{n}. {it}\n")).collect(),
            false => String::new(),
        },
        trajectories: task.trajectories.iter().map(of).collect(),
        attempts: attempts
            .map(|it| Attempt {
                task: named(&it.id, &it.instance),
                conclusion: [Some(it.concluded()), it.reflection.clone()]
                    .into_iter()
                    .flatten()
                    .collect::<Vec<_>>()
                    .join("\n"),
            })
            .collect(),
        examples: task.seen.iter().map(goal_of).collect(),
        current: task.current.map_or("", |it| &it.source),
        failed: task.failed.map(|it| Run {
            task: goal_of(&it.instance),
            steps: told(it),
            ending: ended(it),
            cause: task.analysis.map_or("nothing", |it| &it.cause),
            plan: task.analysis.map_or(&[], |it| &it.plan),
        }),
    }
}

/// What a parameter is, as far as its name does not tell.
fn meaning(param: &Param, seen: &[Instance]) -> String {
    let name = identifier(&param.name);
    let kind = match param.kind {
        ParamKind::Text if param.name == FORM => "the number of the goal's wording, as a text",
        ParamKind::Text => "a text",
        ParamKind::List => "a list of texts",
    };
    let mut told = format!("{name}: {kind}");
    let is_goal =
        |it: &Instance| it.params.get(&param.name).and_then(Value::as_text) == Some(it.goal.as_str());
    if !seen.is_empty() && seen.iter().all(is_goal) {
        told.push_str(", the whole goal: cut what differs out of it");
    }
    let host = FREE.iter().map(|it| it.name);
    let mut functions = host.chain(functions().iter().map(|it| it.name));
    if functions.any(|it| it == name) {
        told.push_str(&format!(
            " (`{name}` alone is the parameter, `{name}(..)` the function)"
        ));
    }
    told
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
    if let Some(n) = recording.filter(|it| it.mends()).and_then(|it| it.breakpoint) {
        lines.push((
            n,
            format!(
                "{n}. the function came to its end; the goal was not reached, and what follows puts it right"
            ),
        ));
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
