//! From statements to commands.

use std::mem;

use rhai::{Expr, FlowControl, FnCallExpr, Ident, Position, Stmt};

use super::{
    commands::{alone, scrolled},
    flow::{Bound, Flow},
    refuse::{no_command, no_way},
    script::Value,
    sought::{Selector, Target},
    when::When,
    yaml::Yaml,
};
use crate::{
    export::{
        error::ExportError,
        syntax::{step, stop},
    },
    host::EnvOp,
};

/// How many characters a field is emptied of. What is left is found by the look at what was typed.
const ERASED: usize = 100;
/// How often at most something is done until an element shows.
const MOST: usize = 50;
/// Keys that Maestro has, by the names that functions use.
const KEYS: &[(&str, &str)] = &[
    ("Enter", "Enter"),
    ("Tab", "Tab"),
    ("Escape", "Escape"),
    ("Backspace", "Backspace"),
];

type Commands = Result<Vec<Yaml>, ExportError>;

fn script(code: &str) -> Yaml {
    Yaml::command("evalScript", Yaml::Text(Value::script(code).text()))
}

fn run(when: &When, commands: Vec<Yaml>) -> Yaml {
    Yaml::command(
        "runFlow",
        Yaml::map([("when", when.yaml()), ("commands", Yaml::List(commands))]),
    )
}

/// A swipe over the screen that way, or one that scrolls that way: then the finger goes the other way.
fn swiped(scrolls: bool, direction: &str) -> Option<Yaml> {
    Some(match (scrolls, direction) {
        (false, "down") => swipe("50%,0%", "50%,100%"),
        (false, "up") => swipe("50%,100%", "50%,0%"),
        (false, "left") => swipe("0%,50%", "100%,50%"),
        (false, "right") => swipe("100%,50%", "0%,50%"),
        (true, "down") => swipe("50%,50%", "50%,0%"),
        (true, "up") => swipe("50%,50%", "50%,100%"),
        (true, "left") => swipe("50%,50%", "100%,50%"),
        (true, "right") => swipe("50%,50%", "0%,50%"),
        _ => return None,
    })
}

/// The points of a swipe over the whole screen, as functions swipe.
fn swipe(from: &str, to: &str) -> Yaml {
    Yaml::command(
        "swipe",
        Yaml::map([
            ("start", Yaml::Text(from.to_owned())),
            ("end", Yaml::Text(to.to_owned())),
            ("duration", Yaml::word(500)),
        ]),
    )
}

impl<'a> Flow<'a> {
    /// The flow of a function's statements.
    pub fn body(&mut self, statements: &[Stmt]) -> Commands {
        let is_end = |it: &Stmt| matches!(it, Stmt::Expr(it) if stop(it) == Some("complete"));
        let statements = match statements.split_last() {
            Some((last, before)) if is_end(last) => before,
            _ => statements,
        };
        self.all(statements)
    }

    fn all(&mut self, statements: &[Stmt]) -> Commands {
        let mut out = Vec::new();
        for it in statements {
            out.extend(self.statement(it)?);
        }
        Ok(out)
    }

    fn block(&mut self, statements: &[Stmt]) -> Commands {
        self.scopes.push(Vec::new());
        let out = self.all(statements);
        self.scopes.pop();
        out
    }

    fn statement(&mut self, stmt: &Stmt) -> Commands {
        let refused = |what: &str| Err(no_way(stmt.position(), what, "a flow has no such step"));
        match stmt {
            Stmt::Noop(_) => Ok(Vec::new()),
            Stmt::If(flow, _) => self.branch(flow),
            Stmt::While(flow, _) => self.repeated(flow),
            Stmt::For(it, _) => match &it.1 {
                Some(_) => refused("a counter beside an entry"),
                None => self.each(&it.0, &it.2),
            },
            Stmt::Var(it, ..) => self.named(&it.0.name, &it.1),
            Stmt::Assignment(it) => {
                let (to, mut value) = (self.value(&it.1.lhs)?.code(), self.value(&it.1.rhs)?);
                match it.0.get_op_assignment_info() {
                    None => {}
                    Some((.., "+=", _, _)) => value = Value::script(&to).then(value),
                    Some(_) => return refused("this assignment"),
                }
                match to.starts_with("output.") {
                    true => Ok(vec![script(&format!("{to} = {}", value.code()))]),
                    false => refused("a new value for a parameter or an entry"),
                }
            }
            Stmt::FnCall(call, at) => self.asserted(call, *at),
            Stmt::Expr(it) => match &**it {
                Expr::Dot(..) => match step(it) {
                    Some((call, at)) => self.step(call, at),
                    None => refused("this expression"),
                },
                Expr::FnCall(call, at) => self.asserted(call, *at),
                _ => refused("this expression"),
            },
            Stmt::Block(it) => self.block(it.statements()),
            Stmt::BreakLoop(..) => refused("the way out of a loop"),
            Stmt::Return(..) => refused("`return` or `throw`"),
            Stmt::TryCatch(..) => refused("`try`"),
            Stmt::Switch(..) => refused("`switch`"),
            _ => refused("this statement"),
        }
    }

    fn asserted(&mut self, call: &FnCallExpr, at: Position) -> Commands {
        match (call.name.as_str(), call.args.as_slice()) {
            ("assert", [holds]) => Ok(self.when(holds, true)?.asserted("what has to hold")),
            ("assert", [holds, Expr::StringConstant(label, _)]) => {
                Ok(self.when(holds, true)?.asserted(label))
            }
            ("assert", [holds, _]) => Ok(self.when(holds, true)?.asserted("what has to hold")),
            (name, _) => Err(no_way(at, &format!("`{name}`"), "a flow has no such step")),
        }
    }

    /// `let`: an element, or a value that the flow keeps.
    fn named(&mut self, name: &str, value: &Expr) -> Commands {
        if is_element(value) {
            let target = self.target(value)?;
            let before = match target.scrolls {
                true => scrolled(&target.selector),
                false => Vec::new(),
            };
            self.bind(name, Bound::Element(target));
            return Ok(before);
        }
        let value = self.value(value)?;
        let kept = self.keep(name);
        self.bind(name, Bound::Value(Value::script(&kept)));
        Ok(vec![script(&format!("{kept} = {}", value.code()))])
    }

    fn branch(&mut self, flow: &FlowControl) -> Commands {
        let mut when = self.when(&flow.expr, true)?;
        let mut out = mem::take(&mut when.before);
        let then = self.block(flow.body.statements())?;
        let otherwise = match flow.branch.statements() {
            [] => {
                out.push(run(&when, then));
                return Ok(out);
            }
            [Stmt::If(next, _)] => self.branch(next)?,
            otherwise => self.block(otherwise)?,
        };
        // What is done in the one case may change what was asked: the answer is kept.
        let kept = self.keep("holds");
        out.push(script(&format!("{kept} = false")));
        out.push(run(&when, vec![script(&format!("{kept} = true"))]));
        out.push(run(&When::script(Value::script(&kept)), then));
        out.push(run(&When::script(Value::script(format!("!{kept}"))), otherwise));
        Ok(out)
    }

    /// `while`: so often at most, and what ends it has to hold then.
    fn repeated(&mut self, flow: &FlowControl) -> Commands {
        let (while_, ended) = match &flow.expr {
            Expr::Unit(_) => {
                let why = "a flow goes on until an element shows, or does not";
                return Err(no_way(flow.body.position(), "`loop`", why));
            }
            asked => (self.when(asked, true)?, self.when(asked, false)?),
        };
        if !while_.before.is_empty() {
            let why = "a flow goes on until an element shows, or does not";
            return Err(no_way(
                flow.expr.start_position(),
                "this condition of a loop",
                why,
            ));
        }
        let inner = self.block(flow.body.statements())?;
        let repeat = Yaml::map([
            ("times", Yaml::word(MOST)),
            ("while", while_.yaml()),
            ("commands", Yaml::List(inner)),
        ]);
        let mut out = vec![Yaml::command("repeat", repeat)];
        out.extend(ended.asserted("the loop has ended"));
        Ok(out)
    }

    /// `for`: so often as there are entries, with the place of the entry kept.
    fn each(&mut self, entry: &Ident, flow: &FlowControl) -> Commands {
        let at = self.keep("at");
        let (begins, times, value) = match &flow.expr {
            Expr::FnCall(range, _)
                if ["..", "..="].contains(&range.name.as_str()) && range.args.len() == 2 =>
            {
                let (from, to) = (self.value(&range.args[0])?, self.value(&range.args[1])?);
                let more = if range.name == "..=" { " + 1" } else { "" };
                let times = format!("Math.max(0, {} - {}{more})", to.operand(), from.operand());
                (from.code(), times, at.clone())
            }
            all => {
                let all = self.value(all)?.operand();
                ("0".to_owned(), format!("{all}.length"), format!("{all}[{at}]"))
            }
        };
        self.scopes
            .push(vec![(entry.name.to_string(), Bound::Value(Value::script(value)))]);
        let inner = self.all(flow.body.statements());
        self.scopes.pop();
        let mut inner = inner?;
        inner.push(script(&format!("{at} = {at} + 1")));
        let repeat = Yaml::map([
            ("times", Yaml::Text(Value::script(times).text())),
            ("commands", Yaml::List(inner)),
        ]);
        Ok(vec![
            script(&format!("{at} = {begins}")),
            Yaml::command("repeat", repeat),
        ])
    }

    /// A call of `env_op`.
    fn step(&mut self, call: &FnCallExpr, at: Position) -> Commands {
        let refused = || Err(no_command(at, &call.name));
        let Some(method) = EnvOp::named(&call.name) else {
            return refused();
        };
        Ok(match (method, call.args.as_slice()) {
            (EnvOp::OpenApp, [app]) => vec![self.launched(app)?],
            (EnvOp::OpenLink, [link]) => {
                vec![Yaml::command("openLink", Yaml::Text(self.value(link)?.text()))]
            }
            (EnvOp::Click, [of]) => self.on("tapOn", of)?,
            (EnvOp::DoubleTap, [of]) => self.on("doubleTapOn", of)?,
            (EnvOp::LongPress, [of]) => self.on("longPressOn", of)?,
            (EnvOp::InputText, [text]) => {
                vec![Yaml::command("inputText", Yaml::Text(self.value(text)?.text()))]
            }
            (EnvOp::InputText, [text, of]) => self.typed(text, of, false)?,
            (EnvOp::InputText, [text, of, Expr::BoolConstant(clear, _)]) => self.typed(text, of, *clear)?,
            (EnvOp::Expect, [sought]) => {
                vec![Yaml::command(
                    "assertVisible",
                    self.target(sought)?.selector.yaml(),
                )]
            }
            (EnvOp::ExpectGone, [sought]) => {
                vec![Yaml::command(
                    "assertNotVisible",
                    self.target(sought)?.selector.yaml(),
                )]
            }
            (EnvOp::Require | EnvOp::ScrollTo, [sought]) => {
                let scrolls = method == EnvOp::ScrollTo;
                let target = self.target(sought)?;
                alone(&Target { scrolls, ..target })
            }
            (EnvOp::PressEnter, []) => vec![pressed("Enter")],
            (EnvOp::PressKeys, [Expr::StringConstant(keys, _)]) => {
                let known = KEYS.iter().find(|it| it.0 == keys.as_str());
                let key =
                    known.ok_or_else(|| no_way(at, &format!("the key `{keys}`"), "it has no such key"))?;
                vec![pressed(key.1)]
            }
            (EnvOp::GoBack, []) => vec![Yaml::word("back")],
            (EnvOp::GoHome, []) => vec![pressed("Home")],
            (EnvOp::Swipe | EnvOp::Scroll, [Expr::StringConstant(direction, _)]) => {
                let swipe = swiped(method == EnvOp::Scroll, direction);
                vec![swipe.ok_or_else(|| no_command(at, &call.name))?]
            }
            (EnvOp::Scroll, [Expr::StringConstant(direction, _), of]) => {
                // The finger goes the other way.
                let direction = match direction.as_str() {
                    "down" => "UP",
                    "up" => "DOWN",
                    "left" => "RIGHT",
                    "right" => "LEFT",
                    _ => return refused(),
                };
                let target = self.target(of)?;
                let mut all = alone(&target);
                let swipe = [
                    ("from", target.selector.yaml()),
                    ("direction", Yaml::word(direction)),
                ];
                all.push(Yaml::command("swipe", Yaml::map(swipe)));
                all
            }
            (EnvOp::Wait, []) => {
                vec![Yaml::command(
                    "waitForAnimationToEnd",
                    Yaml::map([("timeout", Yaml::word(1000))]),
                )]
            }
            (EnvOp::Log, [text]) => vec![script(&format!("console.log({})", self.value(text)?.code()))],
            _ => return refused(),
        })
    }

    fn launched(&mut self, app: &Expr) -> Result<Yaml, ExportError> {
        let Value::Plain(app) = self.value(app)? else {
            let why = "it starts an app by its package, and a function by what its icon is called";
            return Err(no_way(app.start_position(), "an app that only a run knows", why));
        };
        if app.contains("://") {
            return Ok(Yaml::command("openLink", Yaml::Text(app)));
        }
        let package = self.app(&app);
        Ok(Yaml::command(
            "launchApp",
            Yaml::map([
                ("appId", Yaml::Text(package.text())),
                // By itself Maestro ends the app before, and allows it everything.
                ("stopApp", Yaml::word(false)),
                ("permissions", Yaml::map([])),
            ]),
        ))
    }

    fn on(&self, command: &'static str, of: &Expr) -> Commands {
        let target = self.target(of)?;
        let mut all = alone(&target);
        all.push(Yaml::command(command, target.selector.yaml()));
        Ok(all)
    }

    /// Maestro types at the cursor and empties what stands before it: what the field shows then is looked at.
    fn typed(&self, text: &Expr, of: &Expr, clear: bool) -> Commands {
        let at = text.start_position();
        let text = self.value(text)?;
        let mut all = self.on("tapOn", of)?;
        if clear {
            all.push(Yaml::command("eraseText", Yaml::word(ERASED)));
        }
        if matches!(&text, Value::Plain(it) if it.is_empty()) {
            return Ok(all);
        }
        if has_break(&text) {
            return Err(no_way(
                at,
                "a line break in what is typed",
                "it types none on Android",
            ));
        }
        all.push(Yaml::command("inputText", Yaml::Text(text.text())));
        // A field that hides what is typed shows something else.
        let code = text.code();
        if !self.secrets.iter().any(|it| code.contains(it.as_str())) {
            let before = if clear { "" } else { ".*" };
            let shown = Selector::focused(&text.pattern(before, ""));
            all.push(Yaml::command("assertVisible", shown.yaml()));
        }
        Ok(all)
    }

    /// A name under which the flow keeps a value, no other's.
    fn keep(&mut self, name: &str) -> String {
        let mut kept = format!("output.{name}");
        for number in 2.. {
            if self.kept.insert(kept.clone()) {
                break;
            }
            kept = format!("output.{name}_{number}");
        }
        kept
    }
}

fn pressed(key: &str) -> Yaml {
    Yaml::command("pressKey", Yaml::Text(key.to_owned()))
}

/// Whether a text that is typed has a line break in it, as far as the function says it itself.
fn has_break(text: &Value) -> bool {
    match text {
        Value::Plain(text) => text.contains(['\n', '\r']),
        Value::Script { code, .. } => code.contains("\\n"),
    }
}

/// Whether an expression stands for an element.
fn is_element(expr: &Expr) -> bool {
    let finds = ["require", "find_element", "scroll_to", "scroll_to_element"];
    step(expr).is_some_and(|(call, _)| finds.contains(&call.name.as_str()))
}
