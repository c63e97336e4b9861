//! What a function can do that nothing takes back: the actions on elements whose own words say so.
//!
//! A control that deletes, sends, pays or overwrites says it, in its text, its description or its id; the
//! verbs for it are a property of interfaces as such. A control that says nothing of the kind (a plain "OK")
//! is not found: the list is what can be told from the code, not a promise.

use std::{collections::BTreeMap, fmt};

use rhai::{AST, ASTNode, Expr, Stmt};
use trajectory::Position;
use ui::Irreversible;

use crate::{check, script::Script};

/// An action of a function that can't be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consequence {
    /// Of which kind it is.
    pub kind: Irreversible,
    /// On what it acts, as the code says.
    pub target: String,
    /// Where in the code.
    pub position: Option<Position>,
}

impl fmt::Display for Consequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.target)
    }
}

/// The actions a script can reach that nothing takes back, in the order of its lines. Of a text that can't
/// be read there is nothing to say.
pub fn consequences(script: &Script) -> Vec<Consequence> {
    let Ok(ast) = check::parse(&script.source) else {
        return Vec::new();
    };
    let named = named_elements(&ast);
    let mut all: Vec<Consequence> = Vec::new();
    ast.walk(&mut |path| {
        let Some(ASTNode::Expr(Expr::MethodCall(call, at))) = path.last() else {
            return true;
        };
        let acts = matches!(call.name.as_str(), "click" | "long_press" | "double_tap");
        if let (true, Some(Expr::Variable(variable, ..))) = (acts, call.args.first()) {
            let position = check::place(*at);
            // The variable's last definition before the call is the one that counts.
            let known = named.get(variable.1.as_str()).and_then(|all| {
                all.iter()
                    .rev()
                    .find(|(line, _)| Some(*line) <= position.map(|it| it.line))
            });
            if let Some((_, element)) = known
                && let Some(kind) = Irreversible::of(&element.says)
            {
                all.push(Consequence {
                    kind,
                    target: element.shown.clone(),
                    position,
                });
            }
        }
        true
    });
    all.sort_by_key(|it| it.position);
    all.dedup_by(|a, b| a.kind == b.kind && a.target == b.target);
    all
}

/// What a locator says of its element.
struct Element {
    /// The texts of what it asks for: what the control says of itself, not what stands next to it.
    says: String,
    /// The description.
    shown: String,
}

/// The elements that variables hold, with the line of each definition.
fn named_elements(ast: &AST) -> BTreeMap<String, Vec<(usize, Element)>> {
    let mut all: BTreeMap<String, Vec<(usize, Element)>> = BTreeMap::new();
    ast.walk(&mut |path| {
        if let Some(ASTNode::Stmt(Stmt::Var(definition, _, at))) = path.last()
            && let Some(element) = located(&definition.1)
        {
            let line = check::place(*at).map_or(0, |it| it.line);
            all.entry(definition.0.name.to_string())
                .or_default()
                .push((line, element));
        }
        true
    });
    all
}

/// The element that `env_op.find_element(#{ ... })` looks for.
fn located(expr: &Expr) -> Option<Element> {
    let Expr::Dot(dot, ..) = expr else { return None };
    let Expr::MethodCall(call, _) = &dot.rhs else {
        return None;
    };
    let Some(Expr::Map(map, _)) = call.args.first() else {
        return None;
    };
    let text = |value: &Expr| match value {
        Expr::StringConstant(text, _) => Some(text.to_string()),
        _ => None,
    };
    let of = |key: &str| {
        map.0
            .iter()
            .find(|(it, _)| it.name == key)
            .and_then(|(_, it)| text(it))
    };
    let own = [
        "text",
        "content_description",
        "label",
        "tooltip",
        "name",
        "resource_name",
    ];
    let mut says: Vec<String> = own.iter().filter_map(|key| of(key)).collect();
    let shown = of("target_description").unwrap_or_default();
    if says.is_empty() {
        // Found by its place or its kind: then the description says what it showed.
        says.extend(shown.split('"').nth(1).map(str::to_owned));
    }
    Some(Element {
        shown: if shown.is_empty() { says.join(" ") } else { shown },
        says: says.join(" "),
    })
}

/// Whether any of these words says that nothing takes back what it does.
pub(crate) fn any_irreversible<'a>(said: impl IntoIterator<Item = &'a String>) -> bool {
    said.into_iter().any(|it| Irreversible::of(it).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(lines: &str) -> Script {
        Script {
            name: "f".to_owned(),
            source: format!("fn f(name) {{\n{lines}\n}}"),
            params: Vec::new(),
            lines: Vec::new(),
        }
    }

    fn said(lines: &str) -> Vec<String> {
        consequences(&script(lines))
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn what_a_control_says_of_itself_counts() {
        let delete = "let a = env_op.find_element(#{ content_description: \"Delete note\", near: name, target_description: \"the bin\" });\nenv_op.click(a);";
        assert_eq!(said(delete), ["delete: the bin"]);
        let send = "let b = env_op.find_element(#{ resource_name: \"thread_sendMessage\", target_description: \"x\" });\nenv_op.click(b);";
        assert_eq!(said(send), ["send: x"]);
        let german = "let c = env_op.find_element(#{ text: \"Endgültig löschen\", target_description: \"y\" });\nenv_op.long_press(c);";
        assert_eq!(said(german), ["delete: y"]);
        for (word, kind) in [
            ("Pay now", "pay"),
            ("Replace all", "overwrite"),
            ("Reply", "send"),
            ("削除する", "delete"),
        ] {
            let line = format!(
                "let d = env_op.find_element(#{{ text: \"{word}\", target_description: \"z\" }});\nenv_op.click(d);"
            );
            assert_eq!(said(&line), [format!("{kind}: z")], "{word}");
        }
    }

    #[test]
    fn looking_is_no_consequence_and_other_words_are_none() {
        assert!(said("let a = env_op.find_element(#{ text: \"Delete\", target_description: \"x\" });\nenv_op.read_text(a);").is_empty());
        for word in [
            "Silver", "Postpone", "Ordinary", "Public", "Payload", "Kuppel", "OK", "表示",
        ] {
            let line = format!(
                "let a = env_op.find_element(#{{ text: \"{word}\", target_description: \"x\" }});\nenv_op.click(a);"
            );
            assert!(said(&line).is_empty(), "{word}");
        }
    }

    #[test]
    fn the_newest_definition_of_a_variable_counts() {
        let lines = "let a = env_op.find_element(#{ text: \"Delete\", target_description: \"x\" });\nlet a = env_op.find_element(#{ text: \"Next\", target_description: \"z\" });\nenv_op.click(a);";
        assert!(said(lines).is_empty());
    }

    #[test]
    fn what_is_no_code_has_no_consequences() {
        assert!(said("let a = ").is_empty());
    }
}
