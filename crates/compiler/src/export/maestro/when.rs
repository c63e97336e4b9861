//! Conditions: what is seen, and what scripts say.

use rhai::{Expr, FnCallExpr};

use super::{
    commands::{alone, holds},
    flow::{Bound, Flow},
    refuse::{no_command, no_way},
    script::{Value, asked},
    sought::Selector,
    yaml::Yaml,
};
use crate::export::{error::ExportError, syntax::step};

/// What has to hold, all of it.
#[derive(Default)]
pub(super) struct When {
    /// What is done before it is asked.
    pub before: Vec<Yaml>,
    pub visible: Option<Selector>,
    pub hidden: Option<Selector>,
    pub script: Option<Value>,
}

impl When {
    pub fn script(value: Value) -> Self {
        Self {
            script: Some(value),
            ..Self::default()
        }
    }

    /// As a flow asks it.
    pub fn yaml(&self) -> Yaml {
        let seen = |it: &Option<Selector>| it.as_ref().map(Selector::yaml);
        let script = self.script.as_ref().map(|it| Yaml::Text(asked(it)));
        let parts = [
            ("visible", seen(&self.visible)),
            ("notVisible", seen(&self.hidden)),
            ("true", script),
        ];
        Yaml::map(parts.into_iter().filter_map(|(key, it)| Some((key, it?))))
    }

    /// The commands that fail where it does not hold.
    pub fn asserted(mut self, label: &str) -> Vec<Yaml> {
        let mut all = std::mem::take(&mut self.before);
        all.extend(self.visible.map(|it| Yaml::command("assertVisible", it.yaml())));
        all.extend(self.hidden.map(|it| Yaml::command("assertNotVisible", it.yaml())));
        all.extend(self.script.map(|it| holds(&it, label)));
        all
    }
}

impl Flow<'_> {
    /// What an expression asks, or its opposite.
    pub fn when(&self, expr: &Expr, holds: bool) -> Result<When, ExportError> {
        match expr {
            Expr::And(all, _) if holds && all.iter().any(asks_screen) => {
                let mut whole = When::default();
                for it in all.iter() {
                    Self::join(&mut whole, self.when(it, holds)?, it)?;
                }
                Ok(whole)
            }
            Expr::FnCall(call, _) => self.called_when(call, expr, holds),
            Expr::Dot(..) => {
                let Some((call, at)) = step(expr) else {
                    return self.said(expr, holds);
                };
                match (call.name.as_str(), call.args.as_slice()) {
                    ("element_exists" | "wait_for", [sought]) => {
                        Ok(seen(self.target(sought)?.selector, holds))
                    }
                    ("is_checked", [of]) => {
                        let target = self.target(of)?;
                        let state = Yaml::word(holds);
                        Ok(When {
                            before: alone(&target),
                            visible: Some(target.selector.with("checked", state)),
                            ..When::default()
                        })
                    }
                    _ => Err(no_command(at, &call.name)),
                }
            }
            _ => self.said(expr, holds),
        }
    }

    fn called_when(&self, call: &FnCallExpr, expr: &Expr, holds: bool) -> Result<When, ExportError> {
        match (call.name.as_str(), call.args.as_slice()) {
            ("!", [it]) => self.when(it, !holds),
            (name @ ("==" | "!="), [Expr::Variable(it, ..), Expr::IntegerConstant(-1, _)]) => {
                match self.bound(&it.1) {
                    Some(Bound::Element(target)) => {
                        Ok(seen(target.selector.clone(), holds == (name == "!=")))
                    }
                    _ => self.said(expr, holds),
                }
            }
            _ => self.said(expr, holds),
        }
    }

    fn said(&self, expr: &Expr, holds: bool) -> Result<When, ExportError> {
        let value = self.value(expr)?;
        Ok(When::script(match holds {
            true => value,
            false => Value::script(format!("!{}", value.operand())),
        }))
    }

    fn join(whole: &mut When, part: When, at: &Expr) -> Result<(), ExportError> {
        let twice = whole.visible.is_some() && part.visible.is_some()
            || whole.hidden.is_some() && part.hidden.is_some();
        if twice {
            let why = "a condition asks of one element";
            return Err(no_way(at.start_position(), "two elements in one condition", why));
        }
        whole.before.extend(part.before);
        whole.visible = whole.visible.take().or(part.visible);
        whole.hidden = whole.hidden.take().or(part.hidden);
        whole.script = match (whole.script.take(), part.script) {
            (Some(one), Some(other)) => Some(one.both(&other)),
            (one, other) => one.or(other),
        };
        Ok(())
    }
}

/// Whether a part of a condition asks the screen.
fn asks_screen(expr: &Expr) -> bool {
    match expr {
        Expr::Dot(it, ..) => matches!(&it.lhs, Expr::Variable(of, ..) if of.1 == "env_op"),
        Expr::FnCall(call, _) => match call.args.as_slice() {
            [it] => call.name == "!" && asks_screen(it),
            [_, other] => matches!(other, Expr::IntegerConstant(-1, _)),
            _ => false,
        },
        _ => false,
    }
}

fn seen(selector: Selector, holds: bool) -> When {
    let (visible, hidden) = match holds {
        true => (Some(selector), None),
        false => (None, Some(selector)),
    };
    When {
        visible,
        hidden,
        ..When::default()
    }
}
