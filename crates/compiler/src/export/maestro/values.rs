//! Expressions of a function as values of a flow.

use rhai::{Expr, FnCallExpr};

use super::{
    flow::{Bound, Flow},
    refuse::{no_command, no_way},
    script::{Value, made_of},
};
use crate::export::{error::ExportError, syntax::OPERATORS};

impl Flow<'_> {
    /// A value as a flow says it.
    pub fn value(&self, expr: &Expr) -> Result<Value, ExportError> {
        let refused = |what: &str| no_way(expr.start_position(), what, "its scripts know no such thing");
        match expr {
            Expr::StringConstant(it, _) => Ok(Value::Plain(it.to_string())),
            Expr::CharConstant(it, _) => Ok(Value::Plain(it.to_string())),
            Expr::BoolConstant(it, _) => Ok(Value::script(it.to_string())),
            Expr::IntegerConstant(it, _) => Ok(Value::script(it.to_string())),
            Expr::InterpolatedString(parts, _) => {
                let mut all = Value::Plain(String::new());
                for it in parts {
                    all = all.then(self.value(inner(it))?);
                }
                Ok(all)
            }
            Expr::Array(all, _) => {
                let all: Result<Vec<String>, ExportError> =
                    all.iter().map(|it| Ok(self.value(it)?.code())).collect();
                Ok(Value::script(format!("[{}]", all?.join(", "))))
            }
            Expr::Variable(it, ..) => match self.bound(&it.1) {
                Some(Bound::Value(value)) => Ok(value.clone()),
                Some(Bound::Element(_)) => Err(refused(&format!("the element `{}` as a value", it.1))),
                None => Err(refused(&format!("`{}`", it.1))),
            },
            Expr::And(all, _) => self.joined(all, " && "),
            Expr::Or(all, _) => self.joined(all, " || "),
            Expr::FnCall(call, _) => self.called(call, expr),
            Expr::Index(it, ..) => self.entry(&it.lhs, &it.rhs),
            Expr::Dot(it, ..) => self.member(&it.lhs, &it.rhs),
            _ => Err(refused("this expression")),
        }
    }

    fn joined(&self, all: &[Expr], between: &str) -> Result<Value, ExportError> {
        let all: Result<Vec<String>, ExportError> =
            all.iter().map(|it| Ok(self.value(it)?.operand())).collect();
        Ok(Value::loose(all?.join(between)))
    }

    /// An entry of a list; where there is none, the script fails.
    fn entry(&self, of: &Expr, at: &Expr) -> Result<Value, ExportError> {
        let (of, at) = (self.value(of)?.operand(), self.value(at)?.code());
        Ok(Value::script(match at.starts_with('-') {
            true => format!("{of}.slice({at})[0].toString()"),
            false => format!("{of}[{at}].toString()"),
        }))
    }

    fn called(&self, call: &FnCallExpr, at: &Expr) -> Result<Value, ExportError> {
        let name = call.name.as_str();
        let values: Result<Vec<Value>, ExportError> = call.args.iter().map(|it| self.value(it)).collect();
        let values = values?;
        if let ("+", [one, other]) = (name, values.as_slice()) {
            return Ok(one.clone().then(other.clone()));
        }
        if let ("!" | "-", [it]) = (name, values.as_slice()) {
            return Ok(Value::script(format!("{name}{}", it.operand())));
        }
        if let ([one, other], Some((_, written))) =
            (values.as_slice(), OPERATORS.iter().find(|it| it.0 == name))
        {
            let code = format!("{} {written} {}", one.operand(), other.operand());
            return Ok(Value::loose(code));
        }
        let made = made_of(name, &values);
        made.map(Value::script).ok_or_else(|| {
            let why = "its scripts have no such function";
            no_way(at.start_position(), &format!("`{name}`"), why)
        })
    }

    fn member(&self, of: &Expr, behind: &Expr) -> Result<Value, ExportError> {
        let refused = |what: &str| no_way(behind.start_position(), what, "its scripts have no such function");
        let first = match behind {
            Expr::Dot(it, ..) | Expr::Index(it, ..) => &it.lhs,
            first => first,
        };
        if let (Expr::Variable(it, ..), Expr::MethodCall(call, at)) = (of, first)
            && it.1 == "env_op"
        {
            return Err(no_command(*at, &call.name));
        }
        let of = self.value(of)?.operand();
        let call = match behind {
            Expr::MethodCall(call, _) => call,
            Expr::Property(it, _) if it.2 == "len" => return Ok(Value::script(format!("{of}.length"))),
            _ => return Err(refused("what stands behind this dot")),
        };
        let values: Result<Vec<Value>, ExportError> = call.args.iter().map(|it| self.value(it)).collect();
        let values: Vec<String> = values?.iter().map(Value::code).collect();
        Ok(match (call.name.as_str(), values.as_slice()) {
            ("len", []) => Value::script(format!("{of}.length")),
            ("is_empty", []) => Value::loose(format!("{of}.length === 0")),
            ("contains", [it]) => Value::script(format!("{of}.includes({it})")),
            ("starts_with", [it]) => Value::script(format!("{of}.startsWith({it})")),
            ("ends_with", [it]) => Value::script(format!("{of}.endsWith({it})")),
            ("to_string", []) => Value::script(format!("{of}.toString()")),
            (other, _) => return Err(refused(&format!("`.{other}`"))),
        })
    }
}

/// What stands between `${` and `}` in a text of the script.
fn inner(expr: &Expr) -> &Expr {
    match expr {
        Expr::Stmt(block) => match block.statements() {
            [rhai::Stmt::Expr(it)] => it,
            _ => expr,
        },
        it => it,
    }
}
