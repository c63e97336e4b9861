//! From the text of a task file to what it says, or to everything that is wrong with it.

use std::path::Path;

use toml::de::DeTable;

use super::{
    fields::Section,
    instances,
    problem::{Code, FileProblem},
    read_check, read_params,
    read_value::{command, duration, place, status},
    reader::{Node, Reader, in_order},
    reset::{self, Request, Reset, ResetStep, Script},
    task_file::{FORMAT, Instances, Irreversible, STEP_BUDGET, Start, TaskFile, Touch, VERBS},
};
use crate::{nearest::nearest, template::Template};

pub(super) fn read(text: &str, path: &str) -> Result<TaskFile, Vec<FileProblem>> {
    let mut reader = Reader::new(path, text);
    let (document, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let at = error.span().map_or(0, |span| span.start);
        reader.problem(at, Code::Syntax, error.message());
    }
    // What follows from a slip of the syntax is not worth saying.
    if !reader.problems.is_empty() {
        return Err(reader.problems);
    }
    let root = Node {
        section: Section::File,
        table: document.get_ref(),
        at: 0,
    };
    if let Some((format, _)) = root.number("format").filter(|(format, _)| *format != FORMAT) {
        let message = format!("this is format {format}, and what is read here is format {FORMAT}");
        reader.bad(root, "format", Code::Format, message);
        return Err(reader.problems);
    }
    reader.check_shapes(root);
    let file = task_file(&mut reader, root, path);
    if reader.problems.is_empty() {
        Ok(file)
    } else {
        reader
            .problems
            .sort_by_key(|problem| (problem.line, problem.column));
        Err(reader.problems)
    }
}

fn task_file(reader: &mut Reader<'_>, root: Node<'_>, path: &str) -> TaskFile {
    let params = read_params::params(reader, root);
    let name = root.owned("name").unwrap_or_default();
    if root.has("name") && name.trim().is_empty() {
        reader.bad(root, "name", Code::BadValue, "the name is empty");
    }
    let step_budget = root.number("step_budget").map(|(steps, _)| steps);
    if step_budget == Some(0) {
        let message = "with no step at all nothing can be done";
        reader.bad(root, "step_budget", Code::BadValue, message);
    }
    let start = start(reader, root);
    let rows: Vec<_> = instances::rows_of_tables(reader, root, &params);
    if root.has("instance") && root.has("instances") {
        let message = "`instances` and [[instance]] can't both be given";
        reader.bad(root, "instances", Code::Conflict, message);
    }
    let instances = match root.owned("instances") {
        Some(csv) => Instances::Csv(csv),
        None if rows.is_empty() => Instances::Examples,
        None => Instances::Rows(rows),
    };
    if instances == Instances::Examples {
        instances::check_examples(reader, root, &params);
    }
    TaskFile {
        suite: root.owned("suite").unwrap_or_else(|| directory(path)),
        goal: goal(reader, root),
        step_budget: step_budget
            .and_then(|steps| usize::try_from(steps).ok())
            .unwrap_or(STEP_BUDGET),
        sandbox: root.flag("sandbox"),
        touch: root
            .node("touch", Section::Touch)
            .map(|node| Touch {
                origins: node.owned_texts("origins"),
                apps: node.owned_texts("apps"),
            })
            .unwrap_or_default(),
        reset: root
            .node("reset", Section::Reset)
            .map(|node| reset(reader, node))
            .unwrap_or_default(),
        irreversible: root
            .nodes("irreversible", Section::Irreversible)
            .into_iter()
            .map(|node| irreversible(reader, node))
            .collect(),
        checks: root
            .nodes("check", Section::Check)
            .into_iter()
            .filter_map(|node| read_check::check(reader, node))
            .collect(),
        name,
        start,
        params,
        instances,
    }
}

/// The name of the directory that a file stands in.
fn directory(path: &str) -> String {
    Path::new(path)
        .parent()
        .and_then(|parent| parent.file_name())
        .map_or_else(|| "tasks".to_owned(), |name| name.to_string_lossy().into_owned())
}

fn goal(reader: &mut Reader<'_>, root: Node<'_>) -> Template {
    let Some((text, at)) = root.text("goal") else {
        return Template::of(Vec::new());
    };
    match Template::parse(text) {
        Ok(template) => {
            for slot in template.slots() {
                reader.check_name(root, "goal", slot, at);
            }
            template
        }
        Err(error) => {
            reader.bad(root, "goal", Code::BadValue, error.to_string());
            Template::of(Vec::new())
        }
    }
}

fn start(reader: &mut Reader<'_>, root: Node<'_>) -> Start {
    let Some(node) = root.node("start", Section::Start) else {
        return Start::default();
    };
    if node.has("url") && node.has("app") {
        let message = "a task begins at a `url` or in an `app`, not both";
        reader.bad(node, "app", Code::Conflict, message);
    }
    Start {
        device: node.owned("device"),
        place: place(reader, node, "url"),
        base: node.owned("base"),
        login: node.owned("login"),
        shows: reader.formula_of(node, "shows"),
    }
}

fn irreversible(reader: &mut Reader<'_>, node: Node<'_>) -> Irreversible {
    let step = Irreversible {
        step: node.owned("step").unwrap_or_default(),
        say: node.owned("say"),
    };
    if let Some((text, at)) = node.text("step")
        && step.shown().is_none()
    {
        let verb = text.split_whitespace().next().unwrap_or_default();
        let message = format!(
            "\"{text}\" is no step: it is one of {} and the text that shows on what is pressed",
            VERBS.join(", ")
        );
        let problem = reader.problem(at, Code::BadValue, message);
        problem.near = nearest(verb, VERBS.iter().copied());
        problem.field = node.section.field("step");
    }
    step
}

fn reset(reader: &mut Reader<'_>, node: Node<'_>) -> Reset {
    let timeout = duration(reader, node, "timeout", reset::TIMEOUT);
    let mut steps = Vec::new();
    let mut kinds = 0;
    for (key, at, _) in in_order(node.table) {
        let step = match key {
            "command" => command(reader, node, "command").map(ResetStep::Command),
            "http" => node.node("http", Section::Http).and_then(|it| http(reader, it)),
            "sql" => node
                .node("sql", Section::Statements)
                .and_then(|it| sql(reader, it)),
            "function" => node.owned("function").map(ResetStep::Function),
            _ => continue,
        };
        kinds += 1;
        if node.flag("none") {
            let message = format!("`none = true` says that there is no reset, and `{key}` is one");
            reader.problem(at, Code::Conflict, message);
        }
        steps.extend(step);
    }
    match (node.flag("none"), kinds) {
        (true, _) => Reset::None,
        (false, 0) => {
            let message =
                "[reset] has no step: give `command`, `http`, `sql` or `function`, or `none = true`";
            reader.problem(node.at, Code::MissingKey, message);
            Reset::Unsaid
        }
        (false, _) => Reset::Steps { steps, timeout },
    }
}

fn http(reader: &mut Reader<'_>, node: Node<'_>) -> Option<ResetStep> {
    Some(ResetStep::Http(Request {
        url: reader.formula_of(node, "url")?,
        method: node.owned("method").unwrap_or_else(|| "POST".to_owned()),
        body: reader.formula_of(node, "body"),
        headers: reader.formula_map(node, "headers"),
        expect: status(reader, node, "expect"),
    }))
}

fn sql(reader: &mut Reader<'_>, node: Node<'_>) -> Option<ResetStep> {
    let database = reader.formula_of(node, "database")?;
    let statements = node.texts("statements");
    for (statement, at) in &statements {
        reader.check_sql(node, "statements", statement, *at, &[]);
    }
    let script = match (node.owned("script"), statements.is_empty()) {
        (Some(file), true) => Script::File(file),
        (None, false) => Script::Statements(node.owned_texts("statements")),
        (Some(_), false) | (None, true) => {
            let message = "give `statements` or a `script`, one of them";
            reader.problem(node.at, Code::Conflict, message);
            return None;
        }
    };
    Some(ResetStep::Sql { database, script })
}
