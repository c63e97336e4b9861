//! Values as JavaScript, which Maestro evaluates between `${` and `}`.

use rhai::{Expr, FnCallExpr};

use super::{Bound, Flow, no_way};
use crate::export::error::ExportError;

/// A value of a flow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// A text that is known.
    Plain(String),
    /// What a script says.
    Script {
        /// The script, an expression.
        code: String,
        /// What it needs before something else is done with it.
        binds: Binds,
    },
}

/// How a script holds together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binds {
    /// A name, a call or a number.
    Tight,
    /// A sum: another one may follow.
    Sum,
    /// It is put in brackets.
    Loose,
}

/// Operators that both languages have, and how the other one writes them.
const OPERATORS: &[(&str, &str)] = &[
    ("==", "==="),
    ("!=", "!=="),
    ("<", "<"),
    ("<=", "<="),
    (">", ">"),
    (">=", ">="),
    ("-", "-"),
    ("*", "*"),
    ("%", "%"),
];

impl Value {
    /// A name, a call or a number.
    pub fn script(code: impl Into<String>) -> Self {
        Value::Script {
            code: code.into(),
            binds: Binds::Tight,
        }
    }

    fn loose(code: String) -> Self {
        Value::Script {
            code,
            binds: Binds::Loose,
        }
    }

    /// As an expression.
    pub fn code(&self) -> String {
        match self {
            Value::Plain(text) => literal(text),
            Value::Script { code, .. } => code.clone(),
        }
    }

    /// As an expression that something can be done with.
    pub fn operand(&self) -> String {
        match self {
            Value::Script {
                code,
                binds: Binds::Sum | Binds::Loose,
            } => format!("({code})"),
            _ => self.code(),
        }
    }

    /// As a text of the flow, in which Maestro looks for scripts.
    pub fn text(&self) -> String {
        match self {
            Value::Plain(text) if !text.contains("${") => text.clone(),
            it => format!("${{{}}}", it.code()),
        }
    }

    /// One text behind another.
    pub fn then(self, other: Value) -> Self {
        match (self, other) {
            (Value::Plain(one), Value::Plain(other)) => Value::Plain(one + other.as_str()),
            (one, Value::Plain(other)) if other.is_empty() => one,
            (Value::Plain(one), other) if one.is_empty() => other,
            (one, other) => {
                let first = match &one {
                    Value::Script {
                        code,
                        binds: Binds::Sum,
                    } => code.clone(),
                    it => it.operand(),
                };
                Value::Script {
                    code: format!("{first} + {}", other.operand()),
                    binds: Binds::Sum,
                }
            }
        }
    }

    /// Whether both hold.
    pub fn both(&self, other: &Value) -> Self {
        Value::loose(format!("{} && {}", self.operand(), other.operand()))
    }

    /// The pattern of a text that is shown as it is here: Maestro reads every text as a pattern, in any case of letters.
    pub fn pattern(self, before: &str, behind: &str) -> Self {
        let begins = Value::Plain(format!("(?-i){before}"));
        let ends = Value::Plain(behind.to_owned());
        match self {
            Value::Plain(text) => begins.then(Value::Plain(escaped(&text))).then(ends),
            it => {
                let begins = begins.then(Value::Plain("\\Q".to_owned()));
                begins.then(it).then(Value::Plain("\\E".to_owned()).then(ends))
            }
        }
    }
}

/// A text in JavaScript, without the signs by which Maestro finds scripts.
fn literal(text: &str) -> String {
    let mut out = String::from("\"");
    for it in text.chars() {
        match it {
            '"' | '\\' => out.extend(['\\', it]),
            '\n' => out.push_str("\\n"),
            '$' | '{' | '}' => out.push_str(&format!("\\x{:02x}", u32::from(it))),
            it if it.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(it))),
            it => out.push(it),
        }
    }
    out.push('"');
    out
}

/// A text as a pattern that fits it alone.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for it in text.chars() {
        if "\\.+*?()|[]{}^$".contains(it) {
            out.push('\\');
        }
        out.push(it);
    }
    out
}

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
            return Err(super::no_command(*at, &call.name));
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

/// A function of the string language in JavaScript, for those that one expression says. Where a text has no such part, the
/// script fails.
fn made_of(name: &str, values: &[Value]) -> Option<String> {
    let all: Vec<String> = values.iter().map(Value::operand).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    Some(match (name, all.as_slice()) {
        ("stem", [it]) => {
            format!("({it}.lastIndexOf(\".\") > 0 ? {it}.slice(0, {it}.lastIndexOf(\".\")) : {it})")
        }
        ("extension", [it]) => {
            format!("({it}.lastIndexOf(\".\") > 0 ? {it}.slice({it}.lastIndexOf(\".\")) : \"\")")
        }
        ("extension_name", [it]) => {
            format!("({it}.lastIndexOf(\".\") > 0 ? {it}.slice({it}.lastIndexOf(\".\") + 1) : \"\")")
        }
        ("upper_case", [it]) => format!("{it}.toUpperCase()"),
        ("lower_case", [it]) => format!("{it}.toLowerCase()"),
        ("trimmed", [it]) => format!("{it}.trim()"),
        ("tidied", [it]) => format!("{it}.trim().replace(/\\s+/g, \" \")"),
        ("padded", [it, width, fill]) => format!("{it}.padStart({width}, {fill})"),
        ("replaced", [it, one, other]) => format!("{it}.split({one}).join({other})"),
        ("part", [it, between, nth]) => match nth.parse::<i64>() {
            Ok(nth) if nth > 0 => format!("{it}.split({between})[{}].toString()", nth - 1),
            _ if nth.starts_with('-') => format!("{it}.split({between}).slice({nth})[0].toString()"),
            _ => return None,
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_never_looks_like_a_script() {
        let plain = |it: &str| Value::Plain(it.to_owned()).text();
        assert_eq!(plain("5 $ {each}"), "5 $ {each}");
        assert_eq!(plain("${A} \"b\"\n"), r#"${"\x24\x7bA\x7d \"b\"\n"}"#);
        let joined = Value::script("NAME").then(Value::Plain(" {$}".to_owned()));
        assert_eq!(joined.text(), r#"${NAME + " \x7b\x24\x7d"}"#);
    }

    #[test]
    fn a_pattern_fits_its_text_alone() {
        let plain = Value::Plain("Sum (all): $5.00".to_owned()).pattern("", "");
        assert_eq!(plain.text(), r"(?-i)Sum \(all\): \$5\.00");
        let script = Value::script("NAME").pattern(".*", "");
        assert_eq!(script.text(), r#"${"(?-i).*\\Q" + NAME + "\\E"}"#);
    }
}
