//! A script's text to a checked form: its entry function, what that takes, and what its doc comment says.

use std::sync::{Arc, LazyLock};

use rhai::{AST, ASTNode, Dynamic, Engine, Expr, FnAccess, OptimizationLevel, Scope, Stmt};
use settings::Setting;
use task::{Params, Value};
use trajectory::{Code, Diagnostic, Position};

use crate::{control::Halt, fault, host, options::Limits};

/// What a script's function is called, takes and says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// Its name.
    pub name: String,
    /// What it takes, in order.
    pub params: Vec<Param>,
    /// What it does.
    pub description: String,
    /// A call of it, if its comment gives one.
    pub example: Option<String>,
}

/// A parameter of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// What it is; empty where the comment does not say.
    pub doc: String,
}

/// A script that was read and checked.
#[derive(Clone, Debug)]
pub struct Script {
    name: String,
    source: String,
    ast: Arc<AST>,
    signature: Signature,
}

/// The engine that reads scripts; it runs none.
static READER: LazyLock<Engine> = LazyLock::new(|| {
    let mut engine = Engine::new_raw();
    prepare(&mut engine, &Limits::default());
    engine
});

/// What reading and running have in common.
pub fn prepare(engine: &mut Engine, limits: &Limits) {
    engine
        .set_optimization_level(OptimizationLevel::None)
        .set_strict_variables(true)
        .set_fail_on_invalid_map_property(true)
        .set_max_expr_depths(64, 64)
        .set_max_functions(200)
        .set_max_variables(2_000)
        .set_max_modules(0)
        // The limits that name a place come first; these are for what slips past them.
        .set_max_call_levels(limits.depth + 8)
        .set_max_string_size(limits.text.saturating_mul(4))
        .set_max_array_size(limits.list.saturating_mul(4))
        .set_max_map_size(limits.map.saturating_mul(4));
    for symbol in ["eval", "import", "export"] {
        engine.disable_symbol(symbol);
    }
}

impl Script {
    /// Read a script. `entry` is the function to call; `None` is its one public function.
    pub fn read(source: &str, name: &str, entry: Option<&str>) -> Result<Self, Box<Diagnostic>> {
        let mut scope = Scope::new();
        scope.push_constant_dynamic(host::NAME, Dynamic::UNIT);
        let ast = READER
            .compile_with_scope(&scope, source)
            .map_err(|it| Box::new(fault::of_parse(&it)))?;
        let signature = find_entry(&ast, entry)?;
        Ok(Self {
            name: name.to_owned(),
            source: source.to_owned(),
            ast: Arc::new(ast),
            signature,
        })
    }

    /// Its name, for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its text.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Its entry function.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// Its tree.
    pub(crate) fn ast(&self) -> Arc<AST> {
        Arc::clone(&self.ast)
    }

    /// Where it ran out of what it may use, if it uses no variable there and so left no place: the first loop
    /// without variables (or the first at all), or the first call of one of its own functions.
    pub(crate) fn likely(&self, halt: Option<Halt>) -> Option<Position> {
        let own: Vec<&str> = self.ast.iter_functions().map(|it| it.name).collect();
        let mut loops: Vec<Position> = Vec::new();
        let mut first: Option<Position> = None;
        let mut calls: Vec<Position> = Vec::new();
        let is_loop = |node: &ASTNode<'_>| match node {
            ASTNode::Stmt(Stmt::While(_, at) | Stmt::Do(_, _, at)) => host::place(*at),
            _ => None,
        };
        self.ast.walk(&mut |path: &[ASTNode<'_>]| {
            match path.last() {
                Some(node @ ASTNode::Stmt(Stmt::While(..) | Stmt::Do(..))) => {
                    let at = is_loop(node);
                    first = first.into_iter().chain(at).min();
                    loops.extend(at);
                }
                Some(ASTNode::Expr(Expr::Variable(..))) => {
                    let around: Vec<Position> = path.iter().filter_map(is_loop).collect();
                    loops.retain(|it| !around.contains(it));
                }
                Some(ASTNode::Expr(Expr::FnCall(call, at)) | ASTNode::Stmt(Stmt::FnCall(call, at)))
                    if own.contains(&call.name.as_str()) =>
                {
                    calls.extend(host::place(*at));
                }
                _ => {}
            }
            true
        });
        match halt? {
            Halt::Operations | Halt::Time => loops.into_iter().min().or(first),
            Halt::Depth => calls.into_iter().min(),
            Halt::Size | Halt::Cancelled | Halt::Ended => None,
        }
    }

    /// The values of its parameters, in order; every parameter needs one, and there may be no others.
    pub(crate) fn arguments(&self, args: &Params) -> Result<Vec<Dynamic>, Box<Diagnostic>> {
        let names: Vec<&str> = self.signature.params.iter().map(|it| it.name.as_str()).collect();
        let missing: Vec<&str> = names
            .iter()
            .filter(|it| !args.contains_key(**it))
            .copied()
            .collect();
        let extra: Vec<&str> = args
            .keys()
            .map(String::as_str)
            .filter(|it| !names.contains(it))
            .collect();
        if missing.is_empty() && extra.is_empty() {
            return Ok(names.iter().filter_map(|it| args.get(*it)).map(dynamic).collect());
        }
        let function = format!("{}({})", self.signature.name, names.join(", "));
        let mut message = Vec::new();
        if !missing.is_empty() {
            message.push(format!("no value for {}", quoted(&missing)));
        }
        if !extra.is_empty() {
            message.push(format!("no parameter is called {}", quoted(&extra)));
        }
        let mut diagnostic =
            Diagnostic::new(Code::Parameters, message.join("; ")).note(format!("the function is {function}"));
        for param in &self.signature.params {
            if missing.contains(&param.name.as_str()) && !param.doc.is_empty() {
                diagnostic = diagnostic.note(format!("{}: {}", param.name, param.doc));
            }
        }
        let meant: Vec<String> = extra
            .iter()
            .filter_map(|it| Some((it, device::nearest(it, names.iter().copied()).into_iter().next()?)))
            .map(|(it, near)| format!("`{near}` instead of `{it}`"))
            .collect();
        let hint = match (meant.is_empty(), missing.first()) {
            (false, _) => format!("did you mean {}?", meant.join(", ")),
            (true, Some(name)) => format!("give it as {}", Setting::Param.to(format_args!("{name}=..."))),
            (true, None) => "leave it out".to_owned(),
        };
        Err(Box::new(diagnostic.hint(hint)))
    }
}

/// What the one public function of a script is called, takes and says of itself.
pub fn signature(source: &str, name: &str) -> Result<Signature, Box<Diagnostic>> {
    Script::read(source, name, None).map(|it| it.signature)
}

/// Whether a script's one public function has a value for each of its parameters, and no other.
pub fn check_arguments(source: &str, name: &str, args: &Params) -> Result<(), Box<Diagnostic>> {
    Script::read(source, name, None)?.arguments(args).map(drop)
}

fn dynamic(value: &Value) -> Dynamic {
    match value {
        Value::Text(it) => it.clone().into(),
        Value::List(all) => all
            .iter()
            .map(|it| Dynamic::from(it.clone()))
            .collect::<Vec<_>>()
            .into(),
    }
}

fn quoted(names: &[&str]) -> String {
    let all: Vec<String> = names.iter().map(|it| format!("`{it}`")).collect();
    all.join(", ")
}

fn find_entry(ast: &AST, entry: Option<&str>) -> Result<Signature, Box<Diagnostic>> {
    let mut all: Vec<Signature> = Vec::new();
    let mut hidden: Vec<&str> = Vec::new();
    for function in ast.iter_functions() {
        match function.access {
            // What a closure is turned into nobody can call by name.
            _ if function.name.starts_with("anon$") => {}
            FnAccess::Public => all.push(document(function.name, &function.params, &function.comments)),
            _ => hidden.push(function.name),
        }
    }
    let names: Vec<&str> = all.iter().map(|it| it.name.as_str()).collect();
    if let Some(entry) = entry {
        let Some(at) = names.iter().position(|it| *it == entry) else {
            let near = device::nearest(entry, names.iter().copied());
            let hint = match (near.first(), hidden.contains(&entry)) {
                (_, true) => "remove `private` before it".to_owned(),
                (Some(near), false) => format!("did you mean `{near}`?"),
                (None, false) => format!("the script has {}", quoted(&names)),
            };
            let message = format!("the script has no public function `{entry}`");
            return Err(Box::new(Diagnostic::new(Code::Entry, message).hint(hint)));
        };
        return Ok(all.swap_remove(at));
    }
    match all.len() {
        0 => Err(Box::new(
            Diagnostic::new(Code::Entry, "the script has no public function")
                .hint("write the steps into `fn name(parameters) { ... }`"),
        )),
        1 => Ok(all.swap_remove(0)),
        _ => {
            // A generated function has a comment; what it calls may have none.
            let mut told = all
                .iter()
                .filter(|it| !it.description.is_empty() || !it.params.iter().all(|it| it.doc.is_empty()));
            match (told.next(), told.next()) {
                (Some(one), None) => Ok(one.clone()),
                _ => {
                    let message = format!(
                        "the script has {} public functions: {}",
                        names.len(),
                        quoted(&names)
                    );
                    let hint = "write `private` before all but one, or name the one to call";
                    Err(Box::new(Diagnostic::new(Code::Entry, message).hint(hint)))
                }
            }
        }
    }
}

/// Read `- name: what it is` lines, an example call, and the description around them.
fn document(name: &str, params: &[&str], comments: &[&str]) -> Signature {
    let mut described: Vec<(String, String)> = Vec::new();
    let mut description: Vec<&str> = Vec::new();
    let mut example = None;
    let call = format!("{name}(");
    let lines = comments.iter().flat_map(|it| it.lines()).map(|it| {
        let it = it.trim().trim_start_matches("/**").trim_end_matches("*/");
        it.trim_start_matches("///").trim_start_matches('*').trim()
    });
    for line in lines {
        if line.starts_with("Computed: ") {
            // How the function makes its values: nothing of the task, and nothing that a caller gives.
        } else if line.starts_with(&call) {
            example = Some(line.to_owned());
        } else if let Some((param, doc)) = line.strip_prefix("- ").and_then(|it| it.split_once(':')) {
            described.push((param.trim().trim_matches('`').to_owned(), doc.trim().to_owned()));
        } else if let Some((_, doc)) = described.last_mut().filter(|_| !line.is_empty()) {
            doc.push(' ');
            doc.push_str(line);
        } else {
            description.push(line);
        }
    }
    let params = params
        .iter()
        .map(|param| Param {
            name: (*param).to_owned(),
            doc: described
                .iter()
                .find(|(it, _)| it == param)
                .map(|(_, doc)| doc.clone())
                .unwrap_or_default(),
        })
        .collect();
    Signature {
        name: name.to_owned(),
        params,
        description: description.join("\n").trim().to_owned(),
        example,
    }
}
