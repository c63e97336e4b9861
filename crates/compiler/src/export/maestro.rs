//! A function of an Android app as a flow for Maestro (<https://docs.maestro.dev>).
//!
//! Commands and selectors are those of `YamlFluentCommand` and `YamlElementSelector` in Maestro's own sources. Values come from
//! the environment of the flow, and what is computed of them is JavaScript. Where two elements fit one selector Maestro takes
//! the first, so each one that is acted on is looked for a second time, and the flow fails where there is another.

mod script;
mod selector;
mod steps;
mod when;
mod yaml;

use std::collections::BTreeSet;

use rhai::Position;
use task::{Params, Value as Given};

use self::{script::Value, selector::Target, yaml::Yaml};
use super::{code::Declared, declared, error::ExportError, only_function};
use crate::{check, host::EnvOp};

/// What a flow has to know of a function's parameters, which its script does not say.
#[derive(Clone, Copy, Debug)]
pub struct FlowParams<'a> {
    /// The values that the flow takes where its caller gives none.
    pub values: &'a Params,
    /// The names of those that are lists.
    pub lists: &'a [String],
    /// The names of those that are secrets.
    pub secrets: &'a [String],
}

/// What a name of the script stands for.
#[derive(Clone, Debug)]
enum Bound {
    /// A value.
    Value(Value),
    /// An element.
    Element(Target),
}

/// A value that whoever runs the flow gives.
struct Wanted {
    /// Its name there.
    env: String,
    /// The name of its value in a request.
    name: String,
    /// Where it is an app, what that is called.
    app: Option<String>,
    is_list: bool,
}

/// Prints one function.
struct Flow<'a> {
    declared: &'a [Declared],
    /// The names of each scope that is open.
    scopes: Vec<Vec<(String, Bound)>>,
    /// The names under which the flow keeps values.
    kept: BTreeSet<String>,
    /// The package of its first app.
    app_id: Option<Value>,
    /// The values that it takes.
    wanted: Vec<Wanted>,
    /// The names of the secrets among them.
    secrets: Vec<String>,
}

/// A function as a flow.
///
/// # Errors
///
/// The text is no script of one function, a value is given that it does not take, or it does what a flow can't.
pub fn maestro(source: &str, params: FlowParams<'_>) -> Result<String, ExportError> {
    let ast = check::parse(source).map_err(ExportError::Script)?;
    let function = only_function(&ast)?;
    let declared = declared(&ast);
    let mut flow = Flow {
        declared: &declared,
        scopes: vec![Vec::new()],
        kept: BTreeSet::new(),
        app_id: None,
        wanted: Vec::new(),
        secrets: Vec::new(),
    };
    for name in &function.params {
        flow.take(name, params);
    }
    let mut commands = flow.body(&function.statements)?;
    flow.begins_in_app();
    let taken = |name: &String| flow.wanted.iter().any(|it| it.name == **name);
    if let Some(other) = params.values.keys().find(|it| !taken(it)) {
        return Err(ExportError::NotTaken(other.clone()));
    }
    let mut all = flow.asked();
    all.append(&mut commands);
    Ok(format!(
        "{}{}---\n{}",
        flow.told(&function.name),
        flow.head(&function.name, params.values).print(),
        Yaml::List(all).print()
    ))
}

impl Flow<'_> {
    /// A parameter of the function.
    fn take(&mut self, name: &str, params: FlowParams<'_>) {
        let env = name.to_uppercase();
        let is_list = params.lists.iter().any(|it| it == name);
        if params.secrets.iter().any(|it| it == name) {
            self.secrets.push(env.clone());
        }
        let value = match is_list {
            true => Value::script(format!("json({env})")),
            false => Value::script(env.clone()),
        };
        self.bind(name, Bound::Value(value));
        self.wanted.push(Wanted {
            env,
            name: name.to_owned(),
            app: None,
            is_list,
        });
    }

    /// An app by what its icon is called: Maestro starts it by its package, which whoever runs the flow says.
    fn app(&mut self, called: &str) -> Value {
        let is_package = called.contains('.')
            && called
                .chars()
                .all(|it| it.is_ascii_alphanumeric() || matches!(it, '.' | '_'));
        let app = match is_package {
            true => Value::Plain(called.to_owned()),
            false => Value::script(self.asks_for(called, &format!("{called} app"))),
        };
        self.app_id.get_or_insert_with(|| app.clone());
        app
    }

    /// Maestro wants an app to begin in: of a function that opens none, whoever runs the flow names one.
    fn begins_in_app(&mut self) {
        if self.app_id.is_none() {
            let env = self.asks_for("any app of the device", "app id");
            self.app_id = Some(Value::script(env));
        }
    }

    /// The name of a package in the environment.
    fn asks_for(&mut self, called: &str, name: &str) -> String {
        let name = strings::identifier(&name.to_lowercase());
        let env = name.to_uppercase();
        if !self.wanted.iter().any(|it| it.env == env) {
            self.wanted.push(Wanted {
                env: env.clone(),
                name,
                app: Some(called.to_owned()),
                is_list: false,
            });
        }
        env
    }

    fn bind(&mut self, name: &str, bound: Bound) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push((name.to_owned(), bound));
        }
    }

    fn bound(&self, name: &str) -> Option<&Bound> {
        let mut all = self.scopes.iter().rev().flat_map(|it| it.iter().rev());
        all.find(|it| it.0 == name).map(|it| &it.1)
    }

    /// The inside of what the script declares: it knows the names of its own values alone.
    fn inside(&self, scope: Vec<(String, Bound)>) -> Flow<'_> {
        Flow {
            declared: self.declared,
            scopes: vec![scope],
            kept: BTreeSet::new(),
            app_id: None,
            wanted: Vec::new(),
            secrets: Vec::new(),
        }
    }

    /// What the flow asks of its values before it does anything.
    fn asked(&self) -> Vec<Yaml> {
        let asked = |it: &Wanted| {
            let env = &it.env;
            let given = format!("typeof {env} === \"string\"");
            let (code, label) = match it {
                Wanted { app: Some(_), .. } => (given, format!("{env} is given")),
                // Maestro types no line breaks.
                Wanted { is_list: true, .. } => (
                    format!("{given} && Array.isArray(json({env})) && !json({env}).join().includes(\"\\n\")"),
                    format!("{env} is a JSON list of texts, each in one line"),
                ),
                _ => (
                    format!("{given} && !{env}.includes(\"\\n\")"),
                    format!("{env} is given, in one line"),
                ),
            };
            steps::holds(&Value::script(code), &label)
        };
        self.wanted.iter().map(asked).collect()
    }

    /// What is told to who reads the flow.
    fn told(&self, function: &str) -> String {
        let mut lines = vec![format!("Made by AutoRPA from the function `{function}`.")];
        if !self.wanted.is_empty() {
            let given = self.wanted.iter().map(|it| format!(" -e {}=VALUE", it.env));
            lines.push(format!(
                "Run it with `maestro test{} FILE`.",
                given.collect::<String>()
            ));
        }
        for it in &self.wanted {
            match it {
                Wanted { app: Some(app), .. } => {
                    lines.push(format!("{} is the package of {}.", it.env, ui::visible(app)));
                }
                Wanted { is_list: true, .. } => lines.push(format!("{} is a JSON list of texts.", it.env)),
                _ => {}
            }
        }
        lines.push(
            "Each element is found in one way: the function's other ways to it are not here.".to_owned(),
        );
        lines
            .iter()
            .map(|it| format!("# {}\n", it.replace(['\n', '\r'], " ")))
            .collect()
    }

    /// What stands before the commands.
    fn head(&self, function: &str, values: &Params) -> Yaml {
        let app_id = self.app_id.as_ref().map(|it| ("appId", Yaml::Text(it.text())));
        let mut head: Vec<(&str, Yaml)> = app_id.into_iter().collect();
        head.extend([
            ("name", Yaml::Text(function.to_owned())),
            // The other engine, which older versions take by themselves, changes values.
            ("jsEngine", Yaml::word("graaljs")),
        ]);
        let env: Vec<(&str, Yaml)> = self
            .wanted
            .iter()
            .filter_map(|it| Some((it.env.as_str(), values.get(&it.name)?)))
            .map(|(env, value)| (env, Yaml::Text(unless_given(env, value).text())))
            .collect();
        if !env.is_empty() {
            head.push(("env", Yaml::map(env)));
        }
        Yaml::map(head)
    }
}

/// A value that stands where the caller gives none.
fn unless_given(env: &str, value: &Given) -> Value {
    let text = match value {
        Given::Text(text) => text.clone(),
        Given::List(all) => serde_json::Value::from(all.clone()).to_string(),
    };
    let value = Value::Plain(text).code();
    Value::script(format!("typeof {env} === \"string\" ? {env} : {value}"))
}

/// The refusal of what a flow can't say.
fn no_way(at: Position, what: &str, why: &'static str) -> ExportError {
    ExportError::NoWay {
        line: at.line().unwrap_or(0),
        what: what.to_owned(),
        why,
    }
}

/// The refusal of a method of `env_op`.
fn no_command(at: Position, name: &str) -> ExportError {
    let why = match EnvOp::named(name) {
        Some(EnvOp::ReadText | EnvOp::ReadAll | EnvOp::ReadRows) => {
            "it reads the hint of an empty field as if it were what stands in it"
        }
        Some(EnvOp::Answer) => "a flow passes or fails, and answers nothing",
        Some(EnvOp::Stop) => "a flow ends at its end, or fails",
        Some(EnvOp::CountElements | EnvOp::FindElements) => "it counts no elements",
        Some(EnvOp::ClickAt | EnvOp::DragAlong) => {
            "it taps at points of the screen, and at none of an element"
        }
        Some(EnvOp::AskMllm) => "a flow asks no model here",
        Some(EnvOp::IsChecked | EnvOp::ElementExists | EnvOp::WaitFor) => "it asks this in conditions alone",
        _ => "it has no such command",
    };
    no_way(at, &format!("`env_op.{name}`"), why)
}
