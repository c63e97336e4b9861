//! From Rhai's tree to TypeScript, statement by statement. What Rhai does at once and a page takes time for is awaited.

use std::{collections::BTreeSet, sync::LazyLock};

use rhai::{Expr, FlowControl, FnCallExpr, Ident, Position, Stmt};
use strings::quote;
use ui::Key;

use super::{
    error::ExportError,
    syntax::{OPERATORS, stop},
};
use crate::host::{EnvOp, First};

/// Functions of the string language, each behind a line with its name and the names of those that it needs.
const TEXTS: &str = include_str!("texts.ts");
/// Whether `device.ts` has a method of `env_op`; `stop` and `wait` are printed in words of their own.
fn has_method(method: EnvOp) -> bool {
    match method {
        EnvOp::Answer
        | EnvOp::Click
        | EnvOp::ClickAt
        | EnvOp::DragAlong
        | EnvOp::SelectText
        | EnvOp::CountElements
        | EnvOp::DoubleTap
        | EnvOp::DragTo
        | EnvOp::ElementExists
        | EnvOp::FindElement
        | EnvOp::FindElements
        | EnvOp::GoBack
        | EnvOp::Hover
        | EnvOp::InputText
        | EnvOp::IsChecked
        | EnvOp::Log
        | EnvOp::LongPress
        | EnvOp::OpenLink
        | EnvOp::PressEnter
        | EnvOp::PressKeys
        | EnvOp::ReadAll
        | EnvOp::Require
        | EnvOp::ScrollTo
        | EnvOp::Expect
        | EnvOp::ReadText
        | EnvOp::RightClick
        | EnvOp::ScrollToElement
        | EnvOp::SelectOption
        | EnvOp::UploadFiles
        | EnvOp::WaitFor => true,
        EnvOp::AnswerDialog
        | EnvOp::AnswerTable
        | EnvOp::AskMllm
        | EnvOp::ExpectGone
        | EnvOp::ExpectTogether
        | EnvOp::GetCurUiElementList
        | EnvOp::GoHome
        | EnvOp::OpenApp
        | EnvOp::OpenDuplicate
        | EnvOp::OpenRowContaining
        | EnvOp::OpenRowSaying
        | EnvOp::PressDuplicate
        | EnvOp::ReadAddress
        | EnvOp::ReadRows
        | EnvOp::RowsAreDone
        | EnvOp::RowsToDo
        | EnvOp::Scroll
        | EnvOp::Stop
        | EnvOp::Swipe
        | EnvOp::SwitchWindow
        | EnvOp::Today
        | EnvOp::TurnToRow
        | EnvOp::Wait => false,
    }
}

/// Whether `device.ts` can look for a key.
fn has_key(key: Key) -> bool {
    match key {
        Key::Text
        | Key::TextContains
        | Key::TextStartsWith
        | Key::TextEndsWith
        | Key::ContentDescription
        | Key::HintText
        | Key::Tooltip
        | Key::Label
        | Key::Value
        | Key::Role
        | Key::ClassName
        | Key::ResourceName
        | Key::Name
        | Key::Type
        | Key::Class
        | Key::Column
        | Key::Checked
        | Key::Selected
        | Key::Enabled
        | Key::Focused
        | Key::Editable => true,
        Key::ContentDescriptionContains
        | Key::ContentDescriptionStartsWith
        | Key::Side
        | Key::Says
        | Key::PackageName
        | Key::Color
        | Key::Size
        | Key::Shape
        | Key::Looks
        | Key::Clickable => false,
    }
}

/// The other keys of a locator that it has.
const RELATIONS: &[&str] = &["near", "nth", "or_else"];
/// What is only for people, or for a model.
const TOLD: &str = "target_description";
/// Names that TypeScript keeps for itself, and those that the test has.
const TAKEN: &[&str] = &[
    "arguments",
    "await",
    "case",
    "class",
    "default",
    "delete",
    "device",
    "enum",
    "expect",
    "export",
    "extends",
    "finally",
    "function",
    "import",
    "instanceof",
    "interface",
    "new",
    "null",
    "package",
    "page",
    "super",
    "switch",
    "test",
    "this",
    "throw",
    "typeof",
    "undefined",
    "var",
    "void",
    "with",
    "yield",
];

/// The one function of a script.
pub(super) struct Function {
    pub name: String,
    pub params: Vec<String>,
    pub statements: Vec<Stmt>,
}

/// An element that a script declares.
pub(super) struct Declared {
    pub name: String,
    pub params: Vec<String>,
    pub entries: Vec<(Ident, Expr)>,
}

/// Prints one function.
pub(super) struct Printer<'a> {
    lines: Vec<&'a str>,
    /// The last line whose comments were printed.
    commented: usize,
    /// The functions of the string language that it calls.
    used: BTreeSet<String>,
    /// The names of each scope that is open.
    scopes: Vec<BTreeSet<String>>,
    /// The elements that the script declares.
    elements: BTreeSet<String>,
}

type Printed = Result<String, ExportError>;

impl<'a> Printer<'a> {
    pub fn new(source: &'a str) -> Self {
        Self {
            lines: source.lines().collect(),
            commented: 0,
            used: BTreeSet::new(),
            scopes: Vec::new(),
            elements: BTreeSet::new(),
        }
    }

    /// The elements that the script declares, each as a function of its values.
    pub fn elements(&mut self, all: &[Declared]) -> Printed {
        self.elements = all.iter().map(|it| it.name.clone()).collect();
        let mut out = String::new();
        for it in all {
            let params: Vec<String> = it.params.iter().map(|it| format!("{}: any", named(it))).collect();
            let map = self.map(&it.entries, true)?;
            out += &format!(
                "const {} = ({}): Way => ({map});\n",
                element(&it.name),
                params.join(", ")
            );
        }
        Ok(out)
    }

    /// The function.
    pub fn body(&mut self, function: &Function) -> Printed {
        let params: Vec<String> = function.params.iter().map(|it| named(it)).collect();
        self.scopes.push(params.iter().cloned().collect());
        let head: Vec<String> = ["device: Device".to_owned()]
            .into_iter()
            .chain(params.iter().map(|it| format!("{it}: any")))
            .collect();
        let inner = self.block(&function.statements, 1, BTreeSet::new())?;
        Ok(format!(
            "async function {}({}) {{\n{inner}}}\n",
            function.name,
            head.join(", ")
        ))
    }

    /// The functions that were called, and those that they call.
    pub fn texts(&self) -> String {
        let mut wanted = self.used.clone();
        let of = |name: &str| SECTIONS.iter().find(|it| it.name == name);
        let needed: Vec<&str> = wanted
            .iter()
            .filter_map(|it| of(it))
            .flat_map(|it| it.needs.iter().copied())
            .collect();
        wanted.extend(needed.into_iter().map(str::to_owned));
        let taken = SECTIONS.iter().filter(|it| wanted.contains(it.name));
        let taken: String = taken.map(|it| it.code).collect();
        match taken.is_empty() {
            true => taken,
            false => format!("\n{taken}"),
        }
    }

    fn block(&mut self, statements: &[Stmt], depth: usize, names: BTreeSet<String>) -> Printed {
        self.scopes.push(names);
        let mut out = String::new();
        for it in statements {
            out += &self.comments(it.position(), depth);
            out += &self.statement(it, depth)?;
        }
        self.scopes.pop();
        Ok(out)
    }

    /// The lines of comments right above a line, each once.
    fn comments(&mut self, position: Position, depth: usize) -> String {
        let line = position.line().unwrap_or(0);
        let above = self.lines.get(..line.saturating_sub(1)).unwrap_or(&[]);
        let is_comment = |it: &&&str| it.trim_start().starts_with("//");
        let count = above.iter().rev().take_while(is_comment).count();
        let from = above.len().saturating_sub(count).max(self.commented);
        self.commented = self.commented.max(above.len());
        let lines = above.get(from..).unwrap_or(&[]);
        lines.iter().map(|it| indented(depth, it.trim())).collect()
    }

    fn statement(&mut self, stmt: &Stmt, depth: usize) -> Printed {
        let line = stmt.position().line().unwrap_or(0);
        let unknown = |what: &str| ExportError::Unknown {
            line,
            what: what.to_owned(),
        };
        match stmt {
            Stmt::Noop(_) => Ok(String::new()),
            Stmt::If(flow, _) => self.branch(flow, depth).map(|it| indented(depth, &it)),
            Stmt::While(flow, _) => {
                let guard = match &flow.expr {
                    Expr::Unit(_) => "true".to_owned(),
                    guard => self.expr(guard)?,
                };
                self.braced(&format!("while ({guard})"), flow, depth, BTreeSet::new())
            }
            Stmt::For(it, _) => self.each(&it.0, it.1.as_ref(), &it.2, depth),
            Stmt::Var(it, ..) => {
                let value = self.expr(&it.1)?;
                let name = named(&it.0.name);
                // Where a name is given anew, Rhai has another variable and TypeScript the same.
                let is_new = self.scopes.last_mut().is_none_or(|it| it.insert(name.clone()));
                let begins = if is_new { format!("let {name}: any") } else { name };
                Ok(indented(depth, &format!("{begins} = {value};")))
            }
            Stmt::Assignment(it) => {
                let operator = match it.0.get_op_assignment_info() {
                    Some((.., syntax, _, _)) => syntax,
                    None => "=",
                };
                let (to, value) = (self.expr(&it.1.lhs)?, self.expr(&it.1.rhs)?);
                Ok(indented(depth, &format!("{to} {operator} {value};")))
            }
            Stmt::FnCall(call, at) => self.call(call, *at).map(|it| indented(depth, &format!("{it};"))),
            Stmt::Expr(it) => match stop(it) {
                Some(status) => Ok(indented(
                    depth,
                    &format!("return void (device.ended = {});", quote(status)),
                )),
                None => self.expr(it).map(|it| indented(depth, &format!("{it};"))),
            },
            Stmt::Block(it) => {
                let inner = self.block(it.statements(), depth + 1, BTreeSet::new())?;
                Ok(format!("{}{inner}{}", indented(depth, "{"), indented(depth, "}")))
            }
            Stmt::BreakLoop(None, options, _) => {
                let word = if options.intersects(rhai::ASTFlags::BREAK) {
                    "break"
                } else {
                    "continue"
                };
                Ok(indented(depth, &format!("{word};")))
            }
            Stmt::Return(value, options, _) => {
                let throws = options.intersects(rhai::ASTFlags::BREAK);
                let value = value
                    .as_ref()
                    .map(|it| self.expr(it))
                    .transpose()?
                    .unwrap_or_default();
                Ok(indented(
                    depth,
                    &match throws {
                        true => format!("throw new Error({value});"),
                        false => format!("return {value};").replace(" ;", ";"),
                    },
                ))
            }
            Stmt::TryCatch(..) => Err(unknown("`try`")),
            Stmt::Switch(..) => Err(unknown("`switch`")),
            Stmt::Do(..) => Err(unknown("`do`")),
            _ => Err(unknown("this statement")),
        }
    }

    fn branch(&mut self, flow: &FlowControl, depth: usize) -> Printed {
        let guard = self.expr(&flow.expr)?;
        let then = self.block(flow.body.statements(), depth + 1, BTreeSet::new())?;
        let end = "  ".repeat(depth);
        let begins = format!("if ({guard}) {{\n{then}{end}}}");
        match flow.branch.statements() {
            [] => Ok(begins),
            [Stmt::If(next, _)] => Ok(format!("{begins} else {}", self.branch(next, depth)?)),
            otherwise => {
                let otherwise = self.block(otherwise, depth + 1, BTreeSet::new())?;
                Ok(format!("{begins} else {{\n{otherwise}{end}}}"))
            }
        }
    }

    fn braced(&mut self, head: &str, flow: &FlowControl, depth: usize, names: BTreeSet<String>) -> Printed {
        let inner = self.block(flow.body.statements(), depth + 1, names)?;
        Ok(format!(
            "{}{inner}{}",
            indented(depth, &format!("{head} {{")),
            indented(depth, "}")
        ))
    }

    fn each(&mut self, entry: &Ident, counter: Option<&Ident>, flow: &FlowControl, depth: usize) -> Printed {
        let name = named(&entry.name);
        let names = BTreeSet::from([name.clone()]);
        if counter.is_some() {
            return Err(ExportError::Unknown {
                line: entry.pos.line().unwrap_or(0),
                what: "a counter beside an entry".to_owned(),
            });
        }
        if let Expr::FnCall(range, _) = &flow.expr
            && let (".." | "..=", [from, to]) = (range.name.as_str(), range.args.as_slice())
        {
            let (from, to) = (self.expr(from)?, self.expr(to)?);
            let compared = if range.name == "..=" { "<=" } else { "<" };
            let head = format!("for (let {name} = {from}; {name} {compared} {to}; {name}++)");
            return self.braced(&head, flow, depth, names);
        }
        let all = self.expr(&flow.expr)?;
        self.braced(&format!("for (const {name} of {all})"), flow, depth, names)
    }

    fn exprs(&mut self, all: &[Expr]) -> Result<Vec<String>, ExportError> {
        all.iter().map(|it| self.expr(it)).collect()
    }

    fn expr(&mut self, expr: &Expr) -> Printed {
        let unknown = |what: &str| ExportError::Unknown {
            line: expr.start_position().line().unwrap_or(0),
            what: what.to_owned(),
        };
        match expr {
            Expr::BoolConstant(it, _) => Ok(it.to_string()),
            Expr::IntegerConstant(it, _) => Ok(it.to_string()),
            Expr::FloatConstant(it, _) => Ok(it.to_string()),
            Expr::CharConstant(it, _) => Ok(quote(&it.to_string())),
            Expr::StringConstant(it, _) => Ok(quote(it)),
            Expr::InterpolatedString(parts, _) => self.template(parts),
            Expr::Array(all, _) => Ok(format!("[{}]", self.exprs(all)?.join(", "))),
            Expr::Map(map, _) => self.map(&map.0, false),
            Expr::Variable(it, ..) => Ok(named(&it.1)),
            Expr::FnCall(call, at) => self.call(call, *at),
            Expr::Dot(it, ..) => self.chain(&it.lhs, &it.rhs),
            Expr::Index(it, ..) => {
                let (of, at) = (self.expr(&it.lhs)?, self.expr(&it.rhs)?);
                // From the end, as in Rhai.
                Ok(match at.starts_with('-') {
                    true => format!("{of}.at({at})"),
                    false => format!("{of}[{at}]"),
                })
            }
            Expr::And(all, _) => self.exprs(all).map(|it| it.join(" && ")),
            Expr::Or(all, _) => self.exprs(all).map(|it| format!("({})", it.join(" || "))),
            Expr::Coalesce(..) => Err(unknown("`??`")),
            Expr::ThisPtr(_) => Err(unknown("`this`")),
            _ => Err(unknown("this expression")),
        }
    }

    fn template(&mut self, parts: &[Expr]) -> Printed {
        let mut out = String::new();
        for it in parts {
            match it {
                Expr::StringConstant(text, _) => {
                    let text = text.replace('\\', "\\\\").replace('`', "\\`");
                    out += &text.replace("${", "\\${");
                }
                Expr::Stmt(block) => match block.statements() {
                    [Stmt::Expr(it)] => out += &format!("${{{}}}", self.expr(it)?),
                    [Stmt::FnCall(call, at)] => out += &format!("${{{}}}", self.call(call, *at)?),
                    _ => {
                        return Err(ExportError::Unknown {
                            line: it.start_position().line().unwrap_or(0),
                            what: "statements in a text".to_owned(),
                        });
                    }
                },
                it => out += &format!("${{{}}}", self.expr(it)?),
            }
        }
        Ok(format!("`{out}`"))
    }

    /// A map; one that says what is looked for may only have what `device.ts` knows.
    fn map(&mut self, entries: &[(Ident, Expr)], locates: bool) -> Printed {
        let mut all = Vec::new();
        for (key, value) in entries {
            let name = key.name.as_str();
            if locates && name == TOLD {
                continue;
            }
            let known = || name.parse().is_ok_and(has_key) || RELATIONS.contains(&name);
            if locates && !known() {
                return Err(ExportError::Unknown {
                    line: key.pos.line().unwrap_or(0),
                    what: format!("`{name}`"),
                });
            }
            let value = match value {
                Expr::Map(map, _) if locates => self.map(&map.0, true)?,
                Expr::Array(ways, _) if locates => {
                    let ways: Result<Vec<String>, ExportError> = ways
                        .iter()
                        .map(|it| match it {
                            Expr::Map(map, _) => self.map(&map.0, true),
                            it => self.expr(it),
                        })
                        .collect();
                    format!("[{}]", ways?.join(", "))
                }
                value => self.expr(value)?,
            };
            let plain = name.chars().all(|it| it.is_ascii_alphabetic() || it == '_');
            let key = if plain { name.to_owned() } else { quote(name) };
            all.push(format!("{key}: {value}"));
        }
        Ok(match all.is_empty() {
            true => "{}".to_owned(),
            false => format!("{{ {} }}", all.join(", ")),
        })
    }

    fn call(&mut self, call: &FnCallExpr, at: Position) -> Printed {
        let name = call.name.as_str();
        match (name, call.args.as_slice()) {
            ("!", [it]) => {
                let it = self.expr(it)?;
                Ok(match it.contains(' ') {
                    true => format!("!({it})"),
                    false => format!("!{it}"),
                })
            }
            ("-", [it]) => Ok(format!("-{}", self.expr(it)?)),
            (_, [one, other]) if OPERATORS.iter().any(|(it, _)| *it == name) => {
                let written = OPERATORS
                    .iter()
                    .find(|(it, _)| *it == name)
                    .map_or(name, |it| it.1);
                let side = |it: &Expr, printed: String| match it {
                    Expr::FnCall(call, _) if call.op_token.is_some() && written != "+" => {
                        format!("({printed})")
                    }
                    _ => printed,
                };
                let (left, right) = (self.expr(one)?, self.expr(other)?);
                Ok(format!("{} {written} {}", side(one, left), side(other, right)))
            }
            ("print" | "debug", _) => Ok(format!("console.log({})", self.exprs(&call.args)?.join(", "))),
            _ if self.elements.contains(name) => Ok(format!(
                "{}({})",
                element(name),
                self.exprs(&call.args)?.join(", ")
            )),
            _ => {
                if !SECTIONS.iter().any(|it| it.name == name) {
                    return Err(ExportError::Unknown {
                        line: at.line().unwrap_or(0),
                        what: format!("`{name}`"),
                    });
                }
                self.used.insert(name.to_owned());
                Ok(format!("{name}({})", self.exprs(&call.args)?.join(", ")))
            }
        }
    }

    /// What is behind a dot, and behind the dots that follow.
    fn chain(&mut self, of: &Expr, behind: &Expr) -> Printed {
        if matches!(of, Expr::Variable(it, ..) if it.1 == "env_op") {
            let (first, rest) = match behind {
                Expr::Dot(it, ..) => (&it.lhs, Some((&it.rhs, false))),
                Expr::Index(it, ..) => (&it.lhs, Some((&it.rhs, true))),
                first => (first, None),
            };
            let Expr::MethodCall(call, at) = first else {
                return Err(ExportError::Unknown {
                    line: first.start_position().line().unwrap_or(0),
                    what: "this use of `env_op`".to_owned(),
                });
            };
            let called = self.device(call, *at)?;
            return match rest {
                None => Ok(called),
                Some((index, true)) => Ok(format!("({called})[{}]", self.expr(index)?)),
                Some((behind, false)) => self.member(&format!("({called})"), behind),
            };
        }
        let of = self.expr(of)?;
        self.member(&of, behind)
    }

    fn device(&mut self, call: &FnCallExpr, at: Position) -> Printed {
        let name = call.name.as_str();
        if name == "wait" {
            return Ok("await device.page.waitForTimeout(1000)".to_owned());
        }
        let Some(method) = EnvOp::named(name).filter(|it| has_method(*it)) else {
            return Err(ExportError::Unknown {
                line: at.line().unwrap_or(0),
                what: format!("`env_op.{name}`"),
            });
        };
        let locates = matches!(method.first(), First::Sought | First::Asked);
        let mut arguments = Vec::new();
        for it in &call.args {
            arguments.push(match it {
                Expr::Map(map, _) if locates => self.map(&map.0, true)?,
                it => self.expr(it)?,
            });
        }
        // What types where the cursor is has no field.
        Ok(format!("await device.{name}({})", arguments.join(", ")))
    }

    fn member(&mut self, of: &str, behind: &Expr) -> Printed {
        let (first, rest) = match behind {
            Expr::Dot(it, ..) => (&it.lhs, Some(&it.rhs)),
            first => (first, None),
        };
        let unknown = |what: &str| ExportError::Unknown {
            line: behind.start_position().line().unwrap_or(0),
            what: format!("`.{what}`"),
        };
        let printed = match first {
            Expr::MethodCall(call, _) => {
                let arguments = self.exprs(&call.args)?.join(", ");
                match call.name.as_str() {
                    "len" => format!("{of}.length"),
                    "is_empty" => format!("({of}.length === 0)"),
                    "contains" => format!("{of}.includes({arguments})"),
                    "starts_with" => format!("{of}.startsWith({arguments})"),
                    "ends_with" => format!("{of}.endsWith({arguments})"),
                    "push" => format!("{of}.push({arguments})"),
                    "to_string" => format!("String({of})"),
                    other => return Err(unknown(other)),
                }
            }
            Expr::Property(it, _) if it.2 == "len" => format!("{of}.length"),
            _ => return Err(unknown("..")),
        };
        match rest {
            Some(behind) => self.member(&printed, behind),
            None => Ok(printed),
        }
    }
}

/// The name of an element, which is no name of a value.
fn element(name: &str) -> String {
    format!("{name}_element")
}

/// A name as TypeScript takes it.
fn named(name: &str) -> String {
    match TAKEN.contains(&name) || SECTIONS.iter().any(|it| it.name == name) {
        true => format!("{name}_"),
        false => name.to_owned(),
    }
}

fn indented(depth: usize, text: &str) -> String {
    format!("{}{text}\n", "  ".repeat(depth))
}

/// One function of the string language in TypeScript.
struct Section<'a> {
    name: &'a str,
    needs: Vec<&'a str>,
    code: &'a str,
}

static SECTIONS: LazyLock<Vec<Section<'static>>> = LazyLock::new(|| sections(TEXTS));

fn sections(all: &str) -> Vec<Section<'_>> {
    let starts: Vec<usize> = all
        .match_indices("// ")
        .map(|(at, _)| at)
        .filter(|at| *at == 0 || all[..*at].ends_with('\n'))
        .collect();
    let ends = starts.iter().skip(1).copied().chain([all.len()]);
    let cut = starts.iter().zip(ends).map(|(from, to)| &all[*from..to]);
    cut.filter_map(|it| {
        let (head, code) = it.split_once('\n')?;
        let head = head.trim_start_matches("// ");
        let (name, needs) = head.split_once(": ").unwrap_or((head, ""));
        Some(Section {
            name,
            needs: needs.split(", ").filter(|it| !it.is_empty()).collect(),
            code,
        })
    })
    .collect()
}
