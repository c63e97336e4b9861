//! What can be said about a script without running it: findings with a place, each with a stable code.
//!
//! `syntax`, `no-function`, `duplicate-parameter`, `unknown-variable`, `unknown-function`, `wrong-arguments`, `unknown-key`,
//! `missing-description`, `unbounded-loop`, `hard-coded-value`; as advice `unused-parameter`; and where the
//! recordings are at hand `not-unique`.

mod unique;

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    sync::LazyLock,
};

use rhai::{
    AST, ASTNode, Dynamic, Engine, Expr, FnAccess, FnCallExpr, OptimizationLevel, ParseError, ParseErrorType,
    Scope, Stmt,
};
use task::Instance;
use trajectory::{Code, Diagnostic, Position};
use ui::{HowMany, Key, Points};

use crate::{
    host::{self, EnvOp, First},
    locator::is_about,
    script::Script,
};

pub use unique::unique;

/// What would keep this script from working, or from working for other instances. Empty is good.
pub fn check(script: &Script, seen: &[Instance]) -> Vec<Diagnostic> {
    let ast = match parse(&script.source) {
        Ok(ast) => ast,
        Err(diagnostic) => return vec![*diagnostic],
    };
    if ast.iter_functions().next().is_none() {
        return vec![
            Diagnostic::new(Code::NoFunction, "the script defines no function")
                .hint("write the steps into `fn name(parameters) { ... }`"),
        ];
    }
    if let Err(several) = entry(&ast) {
        return vec![*several];
    }
    let mut found = Findings {
        seen,
        ast: &ast,
        all: Vec::new(),
        loops: BTreeMap::new(),
    };
    ast.walk(&mut |path| {
        found.visit(path);
        true
    });
    for (entries, position) in declared(&ast).into_values() {
        if !entries.iter().any(|(key, _)| key.name == DESCRIPTION) {
            found.undescribed("an element", position);
        }
        found.locator(&entries, position);
    }
    found.judge_loops();
    let mut all = found.all;
    all.sort_by_key(|it| it.position);
    all.dedup();
    all
}

/// Key of a locator map for what is looked for, in words.
const DESCRIPTION: &str = "target_description";

/// What the functions of a script are that only say what to look for: by name, the entries of the map and its place.
pub(crate) fn declared(ast: &AST) -> BTreeMap<String, (Vec<(rhai::Ident, Expr)>, rhai::Position)> {
    let mut all = BTreeMap::new();
    for function in ast.iter_functions() {
        if let [Stmt::Expr(value)] = body(ast, function.name).as_slice()
            && let Expr::Map(map, at) = &**value
        {
            all.insert(function.name.to_owned(), (map.0.to_vec(), *at));
        }
    }
    all
}

/// The statements of a function.
pub(crate) fn body(ast: &AST, name: &str) -> Vec<Stmt> {
    let mut alone = ast.clone();
    alone.clear_statements();
    alone.retain_functions(|_, _, it, _| it == name);
    let mut statements = Vec::new();
    // What is not in anything else is a statement of the function.
    alone.walk(&mut |path| {
        if let [ASTNode::Stmt(it)] = path {
            statements.push((*it).clone());
        }
        true
    });
    statements
}

/// Name and parameters of the function that a run calls: the one that is public; where several are, the one alone that
/// has a comment.
pub(crate) fn entry(ast: &AST) -> Result<(String, Vec<String>), Box<Diagnostic>> {
    let public =
        |it: &rhai::ScriptFnMetadata<'_>| it.access == FnAccess::Public && !it.name.starts_with("anon$");
    let all: Vec<_> = ast.iter_functions().filter(public).collect();
    let told: Vec<_> = all.iter().filter(|it| !it.comments.is_empty()).collect();
    let meant = match (all.as_slice(), told.as_slice()) {
        ([one], _) | (_, &[one]) => one,
        ([], _) => {
            let hint = "leave out `private` before the one that is to be run";
            let none = Diagnostic::new(Code::Entry, "the script has no public function");
            return Err(Box::new(none.hint(hint)));
        }
        _ => {
            let mut names: Vec<String> = all.iter().map(|it| format!("`{}`", it.name)).collect();
            names.sort();
            let message = format!(
                "the script has {} public functions: {}",
                names.len(),
                names.join(", ")
            );
            let hint = "write `private` before all but one";
            return Err(Box::new(Diagnostic::new(Code::Entry, message).hint(hint)));
        }
    };
    let params = meant.params.iter().map(|it| (*it).to_owned()).collect();
    Ok((meant.name.to_owned(), params))
}

/// What works, and is still odd: parameters that nothing uses.
pub fn advise(script: &Script) -> Vec<Diagnostic> {
    let Ok(ast) = parse(&script.source) else {
        return Vec::new();
    };
    let mut used: HashSet<String> = HashSet::new();
    ast.walk(&mut |path| {
        if let Some(name) = path.last().and_then(variable) {
            used.insert(name.to_owned());
        }
        true
    });
    let unused = ast
        .iter_functions()
        .flat_map(|it| it.params)
        .filter(|it| !used.contains(*it as &str));
    unused
        .map(|it| {
            Diagnostic::new(
                Code::UnusedParameter,
                format!("nothing uses the parameter `{it}`"),
            )
            .hint("use it where the recordings have its value, or leave it out")
        })
        .collect()
}

/// The language as the runtime reads it.
fn engine() -> Engine {
    let mut engine = Engine::new();
    // The depths are the runtime's; the engine's own depend on how it was built.
    engine
        .set_optimization_level(OptimizationLevel::None)
        .set_strict_variables(true)
        .set_max_expr_depths(64, 64);
    for symbol in ["eval", "import", "export"] {
        engine.disable_symbol(symbol);
    }
    engine
}

/// It is made once: that takes longer than to read most scripts.
static READER: LazyLock<Engine> = LazyLock::new(engine);

/// The tree of a text. The device is known in it, and no other name that the text does not give itself.
pub(crate) fn read(source: &str) -> Result<AST, ParseError> {
    let mut scope = Scope::new();
    scope.push_constant_dynamic(host::NAME, Dynamic::UNIT);
    READER.compile_with_scope(&scope, source)
}

/// Whether a text is one expression, whatever its names mean.
pub(crate) fn is_expression(source: &str) -> bool {
    let mut any = engine();
    any.set_strict_variables(false);
    any.compile_expression(source).is_ok()
}

/// The tree of a text; what is wrong with it is a finding.
pub(crate) fn parse(source: &str) -> Result<AST, Box<Diagnostic>> {
    read(source).map_err(|error| {
        let kind = error.err_type();
        let (code, message) = match kind {
            ParseErrorType::FnDuplicatedParam(..) => (Code::DuplicateParameter, kind.to_string()),
            ParseErrorType::VariableUndefined(name) => {
                (Code::UnknownVariable, format!("nothing is called `{name}` here"))
            }
            _ => (Code::Syntax, kind.to_string()),
        };
        Box::new(Diagnostic::new(code, message).at(place(error.position())))
    })
}

pub(crate) fn place(position: rhai::Position) -> Option<Position> {
    Some(Position {
        line: position.line()?,
        column: position.position().unwrap_or(1),
    })
}

/// Name and number of arguments of everything that the language brings along.
static BUILT_IN: LazyLock<HashSet<(String, usize)>> = LazyLock::new(|| {
    let all = READER.collect_fn_metadata(
        None,
        |it| Some((it.metadata.name.to_string(), it.metadata.num_params)),
        true,
    );
    let keywords = [
        ("print", 1),
        ("debug", 1),
        ("type_of", 1),
        ("is_def_var", 1),
        ("is_def_fn", 2),
        ("Fn", 1),
    ];
    all.into_iter()
        .chain(keywords.map(|(name, n)| (name.to_owned(), n)))
        .collect()
});

/// Whether the language brings a function of this name along.
pub(crate) fn is_built_in(name: &str) -> bool {
    BUILT_IN.iter().any(|(it, _)| it == name)
}

fn variable<'a>(node: &'a ASTNode<'_>) -> Option<&'a str> {
    match node {
        ASTNode::Expr(Expr::Variable(it, ..)) => Some(it.1.as_str()),
        _ => None,
    }
}

fn is_env_op(expr: &Expr) -> bool {
    matches!(expr, Expr::Variable(it, ..) if it.1 == host::NAME)
}

/// What is known of a `while` or `loop`: what its variables are set from, variables compared in it, its place.
#[derive(Default)]
struct Loop {
    position: Option<Position>,
    set_from: BTreeMap<String, BTreeSet<String>>,
    compared: BTreeSet<String>,
    /// Whether its condition looks at the screen.
    looks: bool,
    /// Whether a round acts on the device: the limit of steps then ends it.
    acts: bool,
}

impl Loop {
    /// Whether a round changes what the loop is ended by from what it was in the round before, at once or over other
    /// variables: `n += 1`, or `high = middle - 1` with `middle = (low + high) / 2`.
    fn is_bounded(&self) -> bool {
        self.looks && self.acts || self.compared.iter().any(|it| self.is_counted(it))
    }

    fn is_counted(&self, name: &str) -> bool {
        let mut reached: BTreeSet<&str> = BTreeSet::new();
        let mut open = vec![name];
        while let Some(it) = open.pop() {
            for from in self.set_from.get(it).into_iter().flatten() {
                if from == name {
                    return true;
                }
                if reached.insert(from) {
                    open.push(from);
                }
            }
        }
        false
    }
}

struct Findings<'a> {
    seen: &'a [Instance],
    ast: &'a AST,
    all: Vec<Diagnostic>,
    /// By address of the statement, which is stable while the tree is walked.
    loops: BTreeMap<usize, Loop>,
}

impl Findings<'_> {
    fn visit(&mut self, path: &[ASTNode<'_>]) {
        let Some(node) = path.last() else { return };
        match node {
            ASTNode::Stmt(Stmt::FnCall(call, position)) | ASTNode::Expr(Expr::FnCall(call, position)) => {
                if call.op_token.is_none() {
                    self.plain_call(call, *position);
                } else {
                    self.comparison(path, call);
                }
            }
            ASTNode::Expr(Expr::MethodCall(call, position)) => {
                if on_env_op(path) {
                    if EnvOp::named(&call.name).is_some_and(EnvOp::acts) {
                        self.in_loops(path, |it| it.acts = true);
                    }
                    self.env_op_call(call, *position);
                } else {
                    self.method_call(call, *position);
                }
            }
            ASTNode::Stmt(it @ (Stmt::While(_, position) | Stmt::Do(_, _, position))) => {
                let known = self.loops.entry(address(it)).or_default();
                known.position = place(*position);
                if let Stmt::While(flow, _) = it {
                    known.looks = looks(&flow.expr);
                }
            }
            ASTNode::Stmt(Stmt::Assignment(it)) => {
                if let Expr::Variable(name, ..) = &it.1.lhs {
                    let mut from = variables(&it.1.rhs);
                    from.extend(it.0.is_op_assignment().then(|| name.1.to_string()));
                    self.set(path, &name.1, &from);
                }
            }
            ASTNode::Stmt(Stmt::Var(it, ..)) => self.set(path, &it.0.name, &variables(&it.1)),
            _ => {}
        }
    }

    /// Note that a variable is set from others.
    fn set(&mut self, path: &[ASTNode<'_>], name: &str, from: &BTreeSet<String>) {
        self.in_loops(path, |it| {
            it.set_from
                .entry(name.to_owned())
                .or_default()
                .extend(from.iter().cloned());
        });
    }

    /// Note something in every loop around a node.
    fn in_loops(&mut self, path: &[ASTNode<'_>], mut note: impl FnMut(&mut Loop)) {
        for node in path {
            if let ASTNode::Stmt(it @ (Stmt::While(..) | Stmt::Do(..))) = node {
                note(self.loops.entry(address(it)).or_default());
            }
        }
    }

    fn comparison(&mut self, path: &[ASTNode<'_>], call: &FnCallExpr) {
        if matches!(call.name.as_str(), "<" | "<=" | ">" | ">=" | "==" | "!=") {
            for it in &call.args {
                let names = variables(it);
                self.in_loops(path, |it| it.compared.extend(names.iter().cloned()));
            }
        }
    }

    fn judge_loops(&mut self) {
        for it in std::mem::take(&mut self.loops).into_values() {
            if !it.is_bounded() {
                self.all.push(
                    Diagnostic::new(Code::UnboundedLoop, "nothing limits how often this loop runs")
                        .at(it.position)
                        .hint("write `for n in 1..=30 { if ... { break; } ... }`"),
                );
            }
        }
    }

    fn plain_call(&mut self, call: &FnCallExpr, position: rhai::Position) {
        let (name, count) = (call.name.as_str(), call.args.len());
        let own = self
            .ast
            .iter_functions()
            .any(|it| it.name == name && it.params.len() == count);
        // What learnt programs call is known, and suggested to nobody.
        let learnt = strings::learnt_functions()
            .iter()
            .any(|it| it.name == name && it.arity == count);
        if own || learnt || BUILT_IN.contains(&(name.to_owned(), count)) {
            return;
        }
        let table = host::FREE.iter().map(|it| (it.name, it.arities.to_vec()));
        let texts = strings::functions().iter().map(|it| (it.name, vec![it.arity]));
        self.judge(name, count, table.chain(texts).collect(), position, "");
    }

    fn method_call(&mut self, call: &FnCallExpr, position: rhai::Position) {
        let (name, count) = (call.name.as_str(), call.args.len());
        let own = self.ast.iter_functions().any(|it| it.name == name);
        let known = BUILT_IN.contains(&(name.to_owned(), count + 1));
        // The functions of the string language can be called on their text, too.
        let text = strings::functions()
            .iter()
            .any(|it| it.name == name && it.arity == count + 1);
        if !own && !known && !text {
            self.judge(name, count, Vec::new(), position, "");
        }
    }

    fn env_op_call(&mut self, call: &FnCallExpr, position: rhai::Position) {
        let (name, count) = (call.name.as_str(), call.args.len());
        let table = EnvOp::ALL
            .iter()
            .map(|it| (it.name(), it.arities().to_vec()))
            .collect();
        self.judge(name, count, table, position, "env_op.");
        self.points(call);
        let Some(first) = EnvOp::named(name).map(EnvOp::first) else {
            return;
        };
        match (first, call.args.first()) {
            (First::Sought | First::Asked, Some(Expr::Map(map, at))) => {
                let described = map.0.iter().any(|(key, _)| key.name == DESCRIPTION);
                if first == First::Sought && !described {
                    self.undescribed(name, *at);
                }
                self.locator(&map.0, *at);
            }
            (First::Typed, Some(text)) => self.value(text),
            (First::Sought | First::Asked | First::Typed | First::Other, _) => {}
        }
    }

    /// Points that are written out have to be points, and as many as are needed.
    fn points(&mut self, call: &FnCallExpr) {
        let how_many = match EnvOp::named(call.name.as_str()) {
            Some(EnvOp::ClickAt) => HowMany::One,
            Some(EnvOp::DragAlong) => HowMany::AWay,
            Some(_) | None => return,
        };
        if let Some(Expr::StringConstant(text, at)) = call.args.first()
            && let Err(error) = text.parse::<Points>().and_then(|it| it.are(how_many))
        {
            let finding = Diagnostic::new(Code::WrongArguments, error.to_string());
            self.all.push(finding.at(place(*at)));
        }
    }

    /// What is looked for is not said in words.
    fn undescribed(&mut self, name: &str, at: rhai::Position) {
        let what = format!("`{name}` does not say what it looks for");
        self.all.push(
            Diagnostic::new(Code::MissingDescription, what)
                .at(place(at))
                .hint("add `target_description: \"...\"`, so that it can be found when the screen changes"),
        );
    }

    /// A map that says what is looked for, and those of its other ways.
    fn locator(&mut self, entries: &[(rhai::Ident, Expr)], position: rhai::Position) {
        for (key, value) in entries {
            let key = key.name.as_str();
            let attribute = key.parse::<Key>();
            if attribute.is_err() && !host::EXTRA_KEYS.contains(&key) {
                let known = Key::ALL
                    .iter()
                    .map(|it| it.name())
                    .chain(host::EXTRA_KEYS.iter().copied());
                let finding = Diagnostic::new(Code::UnknownKey, format!("an element has no `{key}`"))
                    .at(place(position));
                self.all.push(with_nearest(finding, key, known));
            }
            if attribute.is_ok_and(is_about) || key == "near" {
                self.value(value);
            }
            match value {
                Expr::Map(way, at) if key == "or_else" => self.locator(&way.0, *at),
                Expr::Array(ways, _) if key == "or_else" => {
                    for way in ways {
                        if let Expr::Map(way, at) = way {
                            self.locator(&way.0, *at);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// What is typed, answered or looked for: a text as a whole, or the parts that one is put together from.
    fn value(&mut self, value: &Expr) {
        match value {
            Expr::StringConstant(text, at) if text.chars().count() > 1 => self.literal(text, *at),
            Expr::StringConstant(..) => {}
            _ => self.parts(value),
        }
    }

    /// The parts of a text that stand in the code. A short one or a number is a value by chance.
    fn parts(&mut self, value: &Expr) {
        match value {
            Expr::StringConstant(text, at) => {
                let part = text.trim();
                if part.chars().count() > 2 && part.chars().any(char::is_alphabetic) {
                    self.literal(part, *at);
                }
            }
            Expr::InterpolatedString(parts, _) => parts.iter().for_each(|it| self.parts(it)),
            Expr::FnCall(call, _) if call.op_token.is_some() && call.name == "+" => {
                call.args.iter().for_each(|it| self.parts(it));
            }
            _ => {}
        }
    }

    /// A text that is the value of a parameter in one of the seen instances, but not in all of them.
    fn literal(&mut self, text: &str, position: rhai::Position) {
        let has = |it: &Instance, name: &str| {
            it.params
                .get(name)
                .is_some_and(|it| it.texts().any(|it| it == text))
        };
        for instance in self.seen {
            for (name, _) in instance.params.iter().filter(|(name, _)| has(instance, name)) {
                let everywhere = self.seen.len() > 1 && self.seen.iter().all(|it| has(it, name));
                if !everywhere {
                    self.all.push(
                        Diagnostic::new(
                            Code::HardCodedValue,
                            format!("\"{text}\" is the value of `{name}` in one instance"),
                        )
                        .at(place(position))
                        .hint(format!("write `{}`", strings::identifier(name))),
                    );
                    return;
                }
            }
        }
    }

    fn judge(
        &mut self,
        name: &str,
        count: usize,
        table: Vec<(&'static str, Vec<usize>)>,
        position: rhai::Position,
        object: &str,
    ) {
        match table.iter().find(|(it, _)| *it == name) {
            Some((_, arities)) if arities.contains(&count) => {}
            Some((_, arities)) => {
                let wanted: Vec<String> = arities.iter().map(ToString::to_string).collect();
                self.all.push(
                    Diagnostic::new(
                        Code::WrongArguments,
                        format!(
                            "`{object}{name}` takes {} arguments, not {count}",
                            wanted.join(" or ")
                        ),
                    )
                    .at(place(position)),
                );
            }
            None => {
                let finding = Diagnostic::new(
                    Code::UnknownFunction,
                    format!("there is no function `{object}{name}`"),
                );
                self.all.push(with_nearest(
                    finding.at(place(position)),
                    name,
                    table.iter().map(|(it, _)| *it),
                ));
            }
        }
    }
}

/// Whether a condition looks at the screen.
fn looks(guard: &Expr) -> bool {
    let mut looks = false;
    guard.walk(&mut Vec::new(), &mut |path| {
        if let Some(ASTNode::Expr(Expr::MethodCall(call, _))) = path.last() {
            let method = EnvOp::named(&call.name);
            looks |= method.is_some_and(|it| it == EnvOp::ElementExists || it.turns_to_row_meant());
        }
        true
    });
    looks
}

fn address(stmt: &Stmt) -> usize {
    std::ptr::from_ref(stmt).addr()
}

/// The variables that a value is made from by counting, however deep; what a call gives is another matter.
fn variables(expr: &Expr) -> BTreeSet<String> {
    match expr {
        Expr::Variable(it, ..) => BTreeSet::from([it.1.to_string()]),
        Expr::FnCall(call, _) => call.args.iter().flat_map(variables).collect(),
        _ => BTreeSet::new(),
    }
}

/// Whether the last node is a method call directly on `env_op`.
fn on_env_op(path: &[ASTNode<'_>]) -> bool {
    let dot = |back: usize| {
        let node = path.len().checked_sub(back).and_then(|at| path.get(at))?;
        match node {
            ASTNode::Expr(Expr::Dot(it, ..)) => Some(&**it),
            _ => None,
        }
    };
    let Some(parent) = dot(2) else { return false };
    if is_env_op(&parent.lhs) {
        return true;
    }
    // `env_op.a().b()` hangs the second call into the first one's right side.
    let first =
        matches!((path.last(), &parent.lhs), (Some(ASTNode::Expr(it)), lhs) if std::ptr::eq(*it, lhs));
    first && dot(3).is_some_and(|it| is_env_op(&it.lhs))
}

/// The finding with the known name that is most like the one asked for, if any is like it.
fn with_nearest<'a>(finding: Diagnostic, asked: &str, known: impl Iterator<Item = &'a str>) -> Diagnostic {
    let likeness = |it: &str| similar::TextDiff::from_chars(asked, it).ratio();
    let best = known
        .map(|it| (likeness(it), it))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    match best.filter(|(ratio, _)| *ratio >= 0.6) {
        Some((_, it)) => finding.hint(format!("did you mean `{it}`?")),
        None => finding,
    }
}
