//! Values as JavaScript, which Maestro evaluates between `${` and `}`.

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

impl Value {
    /// A name, a call or a number.
    pub fn script(code: impl Into<String>) -> Self {
        Value::Script {
            code: code.into(),
            binds: Binds::Tight,
        }
    }

    pub fn loose(code: String) -> Self {
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

/// A function of the string language in JavaScript, for those that one expression says. Where a text has no such part, the
/// script fails.
pub(super) fn made_of(name: &str, values: &[Value]) -> Option<String> {
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

/// A script that is asked. Maestro takes a number that is 0, and some texts, for no.
pub(super) fn asked(value: &Value) -> String {
    Value::script(value.code()).text()
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
