//! Trajectories to a function by a model that may look closer (paper, section 3.3).

use llm::{Answer, Call, Message, Model, ModelError, Prompt, Role, Speaker, Tool};
use rhai::ParseErrorType;
use serde::Serialize;
use serde_json::json;
use strings::{Expr, functions, identifier};
use task::{FORM, GOAL, Instance, Value};
use thiserror::Error;
use tracing::info;
use trajectory::{Info, Origin, Recording, Source, Sources, describe_action};
use ui::{Locator, element_kinds, element_line};

use super::{
    query::{
        Failed, Options, Query, Rejection, Translator, Tries, ended, is_attempt, line, of_model, render,
        render_named, told,
    },
    reference::Reference,
    translator::ASKED,
};
use crate::{
    analyze::{Analysis, analyze},
    check::{self, check},
    host::FREE,
    locator::{fill, is_whole, values},
    program::{Param, ParamKind},
    retrieve::{retrieve, source_of},
    script::Script,
    soft::{SoftTrajectory, Step, StepRef, print_locator},
    world::{BuildTask, WorldError},
};

pub(super) const SYSTEM: Prompt = Prompt::new("builder", 1, include_str!("../../prompts/builder.md"));
pub(super) const TASK: Prompt = Prompt::new("builder_task", 1, include_str!("../../prompts/builder_task.md"));
pub(super) const LOOKED: Prompt = Prompt::new("looked", 1, include_str!("../../prompts/looked.md"));

#[derive(Serialize)]
struct SystemInput<'a> {
    reference: &'a str,
    looks: usize,
    /// The tool to look with; empty where it is asked for in words.
    tool: &'static str,
    /// Whether the steps come with locators.
    located: bool,
    /// Whether questions are answered on this device.
    answers: bool,
}

#[derive(Serialize)]
struct TaskInput<'a> {
    task_type: &'a str,
    name: &'a str,
    params: Vec<String>,
    meanings: Vec<String>,
    /// The wordings of the goal, where `form` counts them.
    wordings: String,
    trajectories: Vec<PromptTrajectory>,
    attempts: Vec<Attempt>,
    examples: Vec<String>,
    current: &'a str,
    failed: Option<Run<'a>>,
}

#[derive(Serialize)]
struct PromptTrajectory {
    source: &'static str,
    task: String,
    steps: String,
    /// What was said about it, where somebody said something.
    conclusion: String,
    screens: Vec<PromptScreen>,
}

/// A screen that is shown without being asked for.
#[derive(Serialize)]
struct PromptScreen {
    step: usize,
    elements: String,
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
    pub reference: &'a Reference,
    /// Every recording heard of.
    pub recordings: &'a [Recording],
    /// The wordings of the task type's goals.
    pub wordings: &'a [String],
}

/// The name of the tool to look closer with.
const FETCH_INFO: &str = "fetch_info";

/// The tool to look closer with, for services that know tools.
fn fetch_info() -> Tool {
    let [ran, _, _, fixed] = Source::ALL.map(Source::name);
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
                        "a recording or an attempt by its heading, as `recording 1`; `{fixed}` (a function's run up to \
                         where it stopped, then finished by hand); or `{ran}` (the last run of the code so far)",
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
    script.ok_or_else(|| WorldError::model(NoTools).into())
}

/// A service that wants tools though it was offered none.
#[derive(Clone, Copy, Debug, Error)]
#[error("the service wants no tools, and was offered none")]
struct NoTools;

/// The function; `None` where the model takes no tools.
fn written(
    model: &mut impl Model,
    options: &Options,
    known: &Known<'_>,
    task: &BuildTask<'_>,
    with_tool: bool,
) -> Result<Option<Script>, Failed> {
    let params = params(task.seen, known.wordings);
    // By the headings of the question. Only what belongs to this function is in it: other builds may have been heard of
    // as well.
    let trajectories = (1..).zip(task.trajectories).filter_map(|(n, soft)| {
        let recording = known.recordings.iter().find(|it| it.id == soft.recording)?;
        Some((format!("recording {n}"), recording, Some(soft)))
    });
    let attempts = (1..).zip(attempts(task, known));
    let attempts = attempts.map(|(n, it)| (format!("attempt {n}"), it, None));
    let failed = task.failed.map(|it| ("the last run".to_owned(), it, None));
    let sources = retrieve(trajectories.chain(attempts).chain(failed));
    let system = render_named(
        &SYSTEM,
        &SystemInput {
            reference: &known.reference.text,
            looks: options.looks,
            tool: if with_tool { FETCH_INFO } else { "" },
            located: options.translator != Translator::Nobody,
            answers: known.reference.answers,
        },
        &[("reference", explained(&known.reference.text))],
    )?;
    let text = render(&TASK, &input(task, &params, known, options))?;
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
                    0 => Rejection::NoLooks.to_string().into(),
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

/// The names that a reference explains, a line each.
fn explained(reference: &str) -> Vec<String> {
    let lines = reference.lines().filter_map(|it| it.strip_prefix("- "));
    let name = |line: &str| -> String {
        let line = line.trim_start_matches('`').chars();
        line.take_while(|it| it.is_alphanumeric() || *it == '_').collect()
    };
    let mut names: Vec<String> = lines.map(name).collect();
    names.dedup();
    names
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

/// The attempts at this kind of task that did not reach the goal.
fn attempts<'a>(task: &BuildTask<'_>, known: &Known<'a>) -> impl Iterator<Item = &'a Recording> {
    let own = |it: &&Recording| is_attempt(it) && it.instance.task_type == task.task_type;
    known.recordings.iter().filter(own)
}

fn input<'a>(
    task: &'a BuildTask<'_>,
    params: &[Param],
    known: &Known<'_>,
    options: &Options,
) -> TaskInput<'a> {
    let goal_of = |it: &Instance| super::query::task(&it.goal, &it.params);
    let mut screens = screens(task, options);
    let of = |(soft, screens): (&SoftTrajectory, Vec<PromptScreen>)| {
        let recording = known.recordings.iter().find(|it| it.id == soft.recording);
        PromptTrajectory {
            source: recording.map_or("successful_react_traj", |it| source_of(it).name()),
            task: goal_of(&soft.instance),
            steps: steps(soft, recording, task.trajectories, options.translator),
            // What nobody wrote repeats the steps.
            conclusion: line(
                recording
                    .map_or(Some(&soft.conclusion), |it| it.conclusion.as_ref())
                    .map_or("", |it| it),
            ),
            screens,
        }
    };
    let wordings = known.wordings.iter().zip(1..);
    TaskInput {
        task_type: task.task_type,
        name: task.name,
        params: params.iter().map(|it| identifier(&it.name)).collect(),
        meanings: params.iter().map(|it| meaning(it, task.seen)).collect(),
        wordings: match params.iter().any(|it| it.name == GOAL) {
            true => wordings.map(|(it, n)| format!("{n}. {it}\n")).collect(),
            false => String::new(),
        },
        trajectories: task.trajectories.iter().zip(screens.drain(..)).map(of).collect(),
        attempts: attempts(task, known)
            .map(|it| Attempt {
                task: goal_of(&it.instance),
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
            cause: found(task).map_or("", |it| &it.cause),
            plan: found(task).map_or(&[], |it| &it.plan),
        }),
    }
}

/// What somebody found out about the last run; its own ending is told anyway.
fn found<'a>(task: &BuildTask<'a>) -> Option<&'a Analysis> {
    task.analysis
        .filter(|it| task.failed.is_none_or(|run| it.cause != analyze(run).cause))
}

/// The screens that a builder would ask for, for every trajectory: those before steps that the parameters do not
/// explain, else the first one of all. Each is shown as far as it says something new, and while the characters last.
fn screens(task: &BuildTask<'_>, options: &Options) -> Vec<Vec<PromptScreen>> {
    let all = task.trajectories;
    let mut left = if options.looks == 0 { 0 } else { options.screens };
    let mut of = |soft: &SoftTrajectory, wanted: &dyn Fn(&Step) -> bool| {
        let mut told: Vec<String> = Vec::new();
        let mut shown = Vec::new();
        for step in soft.steps.iter().filter(|it| wanted(it)) {
            let kinds = element_kinds(&step.screen).into_iter();
            let new: Vec<String> = kinds.filter(|it| !told.contains(it)).collect();
            let elements = new.join("\n");
            if elements.is_empty() || elements.len() > left {
                continue;
            }
            left -= elements.len();
            told.extend(new);
            shown.push(PromptScreen {
                step: step.source.step,
                elements,
            });
        }
        shown
    };
    let mut screens: Vec<Vec<PromptScreen>> = all
        .iter()
        .map(|it| of(it, &|step| !is_explained(step, it, all)))
        .collect();
    if screens.iter().all(Vec::is_empty)
        && let (Some(soft), Some(first)) = (all.first(), screens.first_mut())
        && let Some(step) = soft.steps.first()
    {
        *first = of(soft, &|it| it.source == step.source);
    }
    screens
}

/// Whether it is clear what a step of a trajectory does for other values: its value and its element come from the
/// parameters, or they are the same in every other trajectory.
fn is_explained(step: &Step, own: &SoftTrajectory, all: &[SoftTrajectory]) -> bool {
    let others = || all.iter().filter(|it| it.recording != own.recording);
    let everywhere = |is: &dyn Fn(&Step) -> bool| others().all(|it| it.steps.iter().any(is));
    let value = match step.action.value().and_then(|it| it.first()) {
        Some(Expr::Const(_)) => others().next().is_some() && everywhere(&|it| it.value == step.value),
        Some(_) => true,
        None => step.action.value().is_none(),
    };
    let target = match step.action.target() {
        None => true,
        Some(ways) => ways.first().is_some_and(|way| {
            let from_params = way.values().any(|it| !it.is_const());
            from_params || everywhere(&|it| best(it).is_some_and(|it| it.asks_same(way)))
        }),
    };
    value && target
}

/// The likeliest locator of a step's element.
fn best(step: &Step) -> Option<&Locator<Expr>> {
    step.action.target()?.first()
}

/// What a parameter is, as far as its name does not tell.
fn meaning(param: &Param, seen: &[Instance]) -> String {
    let name = identifier(&param.name);
    let kind = match param.kind {
        ParamKind::Text if param.name == FORM => {
            "the number of the goal's wording, as a text; empty where it has another"
        }
        ParamKind::Text if param.name == GOAL => "the whole goal, as it is worded",
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
fn steps(
    soft: &SoftTrajectory,
    recording: Option<&Recording>,
    all: &[SoftTrajectory],
    translator: Translator,
) -> String {
    let located = translator != Translator::Nobody;
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut reason_before = None;
    for step in &soft.steps {
        let n = step.source.step;
        let recorded = recording.and_then(|it| it.steps.get(n - 1));
        let summary = recording.and_then(|it| it.summary(n - 1)).unwrap_or_default();
        let mut told = match recorded.filter(|_| !located) {
            Some(it) => as_recorded(n, it),
            None => format!("{n}. {}", as_translated(step, soft, all)),
        };
        if located && !step.target_description.is_empty() {
            told.push_str(&format!("\n    the element: {}", step.target_description));
        }
        // How far a locator can be trusted is told where somebody thought about it.
        if matches!(translator, Translator::Agent | Translator::Unified) && !step.note.is_empty() {
            told.push_str(&format!("\n    its locator: {}", step.note));
        }
        let is_plain = |it: &Vec<Expr>| matches!(it.first(), Some(Expr::Const(_)));
        if let Some(value) = &step.value
            && !(located && step.action.value().is_some_and(is_plain))
        {
            told.push_str(&format!("\n    here the value was {value:?}"));
        }
        if let Some(question) = step.note.strip_prefix(ASKED) {
            told.push_str(&format!("\n    only a question decides it: {question}"));
        }
        if let Some(recorded) = recorded {
            if let Some(reason) = recorded.reason.as_ref().filter(|it| reason_before != Some(*it)) {
                told.push_str(&format!("\n    why: {}", line(reason)));
            }
            reason_before = recorded.reason.as_ref();
            // What was done is said already.
            let done = describe_action(&recorded.screen, &recorded.action);
            let came = summary.strip_prefix(&done).unwrap_or(&summary);
            told.push_str(&format!(
                "\n    came of it: {}",
                line(came.trim_start_matches("; "))
            ));
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

/// A step by its likeliest locator and value. What a locator makes of a part of a parameter is a guess: where another
/// trajectory has the same as a constant it is one, and else it is told what it was here.
fn as_translated(step: &Step, soft: &SoftTrajectory, all: &[SoftTrajectory]) -> String {
    let guessed = |it: &Expr| !it.is_const() && !is_whole(it);
    let Some(way) = best(step).filter(|it| it.values().any(guessed)) else {
        return step.in_short();
    };
    let params = values(&soft.instance.params);
    let Some(plain) = fill(way, &params).map(|it| it.map(|it| Expr::Const(it.clone().into_owned()))) else {
        return step.in_short();
    };
    let others = all.iter().filter(|it| it.recording != soft.recording);
    let is_constant = others
        .flat_map(|it| &it.steps)
        .any(|it| best(it).is_some_and(|it| it.asks_same(&plain)));
    match is_constant {
        true => Step {
            action: step.action.with_target(vec![plain.clone()]),
            ..step.clone()
        }
        .in_short(),
        false => format!("{}\n    here it was {}", step.in_short(), print_locator(&plain)),
    }
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

/// The parameters that the instances have, in the order of the first; and the goal itself where it is worded in
/// several ways, as none of the others may hold what an instance asks for.
fn params(seen: &[Instance], wordings: &[String]) -> Vec<Param> {
    let mut all: Vec<Param> = Vec::new();
    let mut add = |name: &str, kind: ParamKind, description: String| {
        if !all.iter().any(|it| it.name == *name) {
            all.push(Param {
                name: name.to_owned(),
                kind,
                description,
            });
        }
    };
    for (name, value) in seen.iter().flat_map(|it| &it.params) {
        let kind = match value {
            Value::Text(_) => ParamKind::Text,
            Value::List(_) => ParamKind::List,
        };
        add(
            name,
            kind,
            format!("for example `{}`", value.to_string().replace('`', "'")),
        );
    }
    let is_worded = |it: &Instance| it.params.contains_key(FORM) || it.params.is_empty();
    if wordings.len() > 1 && seen.iter().any(is_worded) {
        add(GOAL, ParamKind::Text, "the whole goal".to_owned());
    }
    all
}

/// A reply as a script: one code block with the function that was asked for.
fn parse(reply: &str, task: &BuildTask<'_>, params: &[Param]) -> Result<Script, Rejection> {
    let source = unreserved(Answer::parse(reply).code("Code")?);
    let names: Vec<String> = params.iter().map(|it| identifier(&it.name)).collect();
    // A syntax error is for `check` to tell, with its place.
    if let Ok(ast) = check::read(&source) {
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
        lasting: None,
    })
}

/// Code with `_` behind names that the language keeps for itself, as [`identifier`] puts it: what they mean is clear, and
/// to ask again would cost the whole code. Code that has other faults is left as it is.
fn unreserved(source: String) -> String {
    let mut renamed = source.clone();
    // Every word is found once, at its place.
    while renamed.len() < 2 * source.len() {
        let Err(error) = check::read(&renamed) else {
            return renamed;
        };
        let (ParseErrorType::Reserved(word), Some(line), Some(column)) = (
            error.err_type(),
            error.position().line(),
            error.position().position(),
        ) else {
            return source;
        };
        let before: usize = renamed.split_inclusive('\n').take(line - 1).map(str::len).sum();
        let within = renamed[before..].char_indices().nth(column - 1);
        let end = before + within.map_or(0, |(at, _)| at) + word.len();
        if !renamed.get(..end).is_some_and(|it| it.ends_with(word.as_str())) {
            return source;
        }
        renamed.insert(end, '_');
    }
    source
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Other words about the same functions are the same question; another function is not.
    #[test]
    fn a_reference_is_known_by_the_names_it_explains() {
        let reference = "Keys: `text`, and\n\n- `near`: close by\n\nOn the device:\n\n- click(index): Tap.\n\
                         - wait(): Let it be.\n- wait(ms): Longer.\n- stem(\"a.b\") is \"a\": A name\n";
        assert_eq!(explained(reference), ["near", "click", "wait", "stem"]);
        let reworded = reference.replace("Tap.", "Tap it, once.").replace("a.b", "c.d");
        assert_eq!(explained(&reworded), explained(reference));
        let more = format!("{reference}- log(text): Note.\n");
        assert_ne!(explained(&more), explained(reference));
    }
}
