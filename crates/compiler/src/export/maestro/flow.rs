//! What is known of a function while it is printed as a flow: its parameters, the names of its scopes, its app.

use std::collections::BTreeSet;

use task::{Params, Value as Given};

use super::{commands::holds, script::Value, sought::Target, yaml::Yaml};
use crate::export::code::Declared;

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
pub(super) enum Bound {
    /// A value.
    Value(Value),
    /// An element.
    Element(Target),
}

/// A value that whoever runs the flow gives.
pub(super) struct Wanted {
    /// Its name there.
    pub env: String,
    /// The name of its value in a request.
    pub name: String,
    /// Where it is an app, what that is called.
    pub app: Option<String>,
    pub is_list: bool,
}

/// Prints one function.
pub(super) struct Flow<'a> {
    pub declared: &'a [Declared],
    /// The names of each scope that is open.
    pub scopes: Vec<Vec<(String, Bound)>>,
    /// The names under which the flow keeps values.
    pub kept: BTreeSet<String>,
    /// The package of its first app.
    pub app_id: Option<Value>,
    /// The values that it takes.
    pub wanted: Vec<Wanted>,
    /// The names of the secrets among them.
    pub secrets: Vec<String>,
}

impl<'a> Flow<'a> {
    /// Of a function among these declarations.
    pub fn new(declared: &'a [Declared]) -> Self {
        Self {
            declared,
            scopes: vec![Vec::new()],
            kept: BTreeSet::new(),
            app_id: None,
            wanted: Vec::new(),
            secrets: Vec::new(),
        }
    }
}

impl Flow<'_> {
    /// A parameter of the function.
    pub fn take(&mut self, name: &str, params: FlowParams<'_>) {
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
    pub fn app(&mut self, called: &str) -> Value {
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
    pub fn begins_in_app(&mut self) {
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

    pub fn bind(&mut self, name: &str, bound: Bound) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push((name.to_owned(), bound));
        }
    }

    pub fn bound(&self, name: &str) -> Option<&Bound> {
        let mut all = self.scopes.iter().rev().flat_map(|it| it.iter().rev());
        all.find(|it| it.0 == name).map(|it| &it.1)
    }

    /// The inside of what the script declares: it knows the names of its own values alone.
    pub fn inside(&self, scope: Vec<(String, Bound)>) -> Flow<'_> {
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
    pub fn asked(&self) -> Vec<Yaml> {
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
            holds(&Value::script(code), &label)
        };
        self.wanted.iter().map(asked).collect()
    }

    /// What is told to who reads the flow.
    pub fn told(&self, function: &str) -> String {
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
    pub fn head(&self, function: &str, values: &Params) -> Yaml {
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
