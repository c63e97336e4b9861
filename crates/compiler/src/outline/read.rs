//! A script to the statements of its public function, each with the lines it stands on.

use rhai::{AST, Expr, Stmt, StmtBlock};
use trajectory::{Code, Diagnostic, Position};

use crate::{
    check,
    consequence::{Act, acts},
};

/// The steps of a script's public function.
#[derive(Clone, Debug)]
pub struct Outline {
    /// Name of the function.
    pub function: String,
    /// Names of its parameters, in the order of the call.
    pub params: Vec<String>,
    /// Names of the elements that the script declares.
    pub elements: Vec<String>,
    /// Its steps.
    pub steps: Vec<Node>,
    /// What the script does on the device, in the order of its lines.
    pub(super) acts: Vec<Act>,
}

/// A statement, with all that is in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The line that its code begins at, from 1: edits call it by that.
    pub line: usize,
    /// Its first line, with the comments right above it.
    pub first: usize,
    /// Its last line.
    pub last: usize,
    /// What it is called: the comments right above it, in one line.
    pub name: Option<String>,
    /// Its code; of a branch or a loop the line that it begins with.
    pub code: String,
    /// What it does on the device, in words, each with its line: `click Button "OK"`. Not what is done in its arms.
    pub does: Vec<(usize, String)>,
    /// What it has inside.
    pub inner: Inner,
}

/// What a statement has inside.
#[derive(Clone, Debug, PartialEq)]
pub enum Inner {
    /// Nothing: it is one step.
    Nothing,
    /// The arms of a branch, of which at most one is gone through.
    Arms(Vec<Arm>),
    /// What is done again and again; it has no condition of its own.
    Rounds(Arm),
}

/// One arm of a branch, or what is inside a loop.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    /// When it is gone through; `None` is whenever no other is.
    pub condition: Option<String>,
    /// The line that its head begins at.
    pub head: usize,
    /// The line of its opening brace.
    pub opens: usize,
    /// The line of its closing brace.
    pub closes: usize,
    /// Its steps.
    pub steps: Vec<Node>,
}

impl Node {
    /// The arms of a branch, or what is inside a loop.
    pub fn arms(&self) -> &[Arm] {
        match &self.inner {
            Inner::Nothing => &[],
            Inner::Arms(arms) => arms,
            Inner::Rounds(inside) => std::slice::from_ref(inside),
        }
    }

    /// The lists of steps in it.
    pub fn lists(&self) -> impl Iterator<Item = &[Node]> {
        self.arms().iter().map(|it| it.steps.as_slice())
    }
}

impl Outline {
    /// Read the outline of a script.
    ///
    /// # Errors
    /// Where the text is no script, has no single public function, or where two statements of the function stand on one
    /// line: there is no line then to call each by.
    pub fn of(source: &str) -> Result<Self, Box<Diagnostic>> {
        let ast = check::parse(source)?;
        let (function, params) = check::entry(&ast)?;
        let text = Text {
            lines: source.lines().collect(),
            acts: acts(&ast),
        };
        let steps = text.function(&ast, &function).ok_or_else(|| {
            let message = "the steps of the script can't be told apart by their lines";
            let hint = "write each statement, and each closing brace, on a line of its own";
            Box::new(Diagnostic::new(Code::Entry, message).hint(hint))
        })?;
        Ok(Self {
            function,
            params,
            elements: check::declared(&ast).into_keys().collect(),
            steps,
            acts: text.acts,
        })
    }

    /// The list that has the step whose code begins at this line.
    pub(super) fn list_with(&self, line: usize) -> Option<&[Node]> {
        let has = |list: &&[Node]| list.iter().any(|it| it.line == line);
        match self.around(line) {
            Some(around) => around.lists().find(has),
            None => Some(self.steps.as_slice()).filter(has),
        }
    }

    /// The branch or loop that has the step in one of its lists whose code begins at this line.
    pub(super) fn around(&self, line: usize) -> Option<&Node> {
        let mut open: Vec<&Node> = self.steps.iter().collect();
        while let Some(node) = open.pop() {
            if node.lists().flatten().any(|it| it.line == line) {
                return Some(node);
            }
            open.extend(node.lists().flatten());
        }
        None
    }
}

/// A script, line by line.
struct Text<'a> {
    lines: Vec<&'a str>,
    acts: Vec<Act>,
}

impl Text<'_> {
    /// The statements of a function; `None` where they can't be told apart by lines.
    fn function(&self, ast: &AST, name: &str) -> Option<Vec<Node>> {
        let module = ast.shared_lib();
        let (.., definition) = module.iter_script_fn_info().find(|(_, _, it, ..)| *it == name)?;
        let from = definition.body.start_position().line()?;
        let to = definition.body.end_position().line()?;
        self.list(&check::body(ast, name), from, to)
    }

    fn block(&self, head: usize, condition: Option<String>, block: &StmtBlock) -> Option<Arm> {
        let opens = block.position().line()?;
        let closes = block.end_position().line()?;
        Some(Arm {
            condition,
            head,
            opens,
            closes,
            steps: self.list(block.statements(), opens, closes)?,
        })
    }

    /// The statements between the lines of two braces; each has lines of its own.
    fn list(&self, statements: &[Stmt], from: usize, to: usize) -> Option<Vec<Node>> {
        let all: Vec<&Stmt> = statements
            .iter()
            .filter(|it| !matches!(it, Stmt::Noop(_) | Stmt::Share(_)))
            .collect();
        let begins: Vec<usize> = all.iter().map(|it| begin(it)).collect::<Option<_>>()?;
        let mut before = from;
        let mut nodes = Vec::new();
        for (index, statement) in all.iter().enumerate() {
            let line = begins[index];
            let end = begins.get(index + 1).copied().unwrap_or(to);
            if line <= before || end <= line {
                return None;
            }
            let last = self.above(end) - 1;
            let first = self.above(line).max(before + 1);
            nodes.push(self.node(statement, line, first, last));
            before = last;
        }
        Some(nodes)
    }

    /// The first of the lines right above this one that are comments; else the line itself. Where nothing but blank lines
    /// is between, these belong to nobody.
    fn above(&self, line: usize) -> usize {
        let is_comment = |number: usize| {
            let text = self.lines.get(number - 1).map_or("", |it| it.trim());
            text.starts_with("//") || text.is_empty()
        };
        let mut first = line;
        while first > 1 && is_comment(first - 1) {
            first -= 1;
        }
        first
    }

    fn node(&self, statement: &Stmt, line: usize, first: usize, last: usize) -> Node {
        let inner = self.inner(statement).unwrap_or(Inner::Nothing);
        let head = match inner {
            Inner::Nothing => last,
            Inner::Arms(_) | Inner::Rounds(_) => line,
        };
        let code = self.lines[line - 1..head]
            .iter()
            .map(|it| it.trim())
            .collect::<Vec<_>>()
            .join("\n");
        let comments = self.lines[first - 1..line - 1]
            .iter()
            .map(|it| it.trim().trim_start_matches('/').trim())
            .filter(|it| !it.is_empty());
        let name = comments.collect::<Vec<_>>().join(" ");
        let own = self.acts.iter().filter(|it| (line..=head).contains(&it.line));
        Node {
            line,
            first,
            last,
            name: Some(name).filter(|it| !it.is_empty()),
            code,
            does: own.map(|it| (it.line, it.words())).collect(),
            inner,
        }
    }

    /// What is inside; `None` where it can't be told apart by lines, and for what is no branch and no loop.
    fn inner(&self, statement: &Stmt) -> Option<Inner> {
        match statement {
            Stmt::If(..) => self.arms(statement).map(Inner::Arms),
            Stmt::While(flow, _) | Stmt::Do(flow, ..) => self.rounds(statement, &flow.body),
            Stmt::For(it, _) => self.rounds(statement, &it.2.body),
            _ => None,
        }
    }

    fn rounds(&self, statement: &Stmt, body: &StmtBlock) -> Option<Inner> {
        self.block(begin(statement)?, None, body).map(Inner::Rounds)
    }

    fn arms(&self, statement: &Stmt) -> Option<Vec<Arm>> {
        let Stmt::If(flow, _) = statement else {
            return None;
        };
        let opened = flow.body.position().line()?;
        let begun = begin(statement)?;
        let head = self.lines.get(begun - 1..opened)?.join(" ");
        let (_, head) = head.split_once("if ")?;
        let condition = head.rsplit_once('{')?.0.trim().to_owned();
        let mut arms = vec![self.block(begun, Some(condition), &flow.body)?];
        match flow.branch.statements() {
            [] => {}
            // `} else if` is a branch in the line where the arm before it ends.
            [other @ Stmt::If(..)] if begin(other) == flow.body.end_position().line() => {
                arms.extend(self.arms(other)?);
            }
            _ => {
                let head = flow.body.end_position().line()?;
                arms.push(self.block(head, None, &flow.branch)?);
            }
        }
        Some(arms)
    }
}

/// The line that a statement begins at.
fn begin(statement: &Stmt) -> Option<usize> {
    let position = match statement {
        Stmt::Assignment(it) => Expr::start_position(&it.1.lhs),
        other => other.position(),
    };
    check::place(position).map(|it: Position| it.line)
}
