//! What a function can do that nothing takes back: the actions on elements whose own words say so.
//!
//! A control that deletes, sends, pays or overwrites says it, in its text, its description or its id; the
//! verbs for it are a property of interfaces as such. A control that says nothing of the kind (a plain "OK")
//! is not found: the list is what can be told from the code, not a promise.

use std::{collections::BTreeMap, fmt};

use rhai::{AST, ASTNode, Expr, Stmt};
use trajectory::Position;

use crate::{check, script::Script};

/// A kind of action that can't be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Irreversible {
    /// Something is gone afterwards.
    Delete,
    /// Somebody else has got something.
    Send,
    /// It costs money.
    Pay,
    /// Something stands where something else stood.
    Overwrite,
}

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

impl Irreversible {
    const ALL: [Irreversible; 4] = [
        Irreversible::Delete,
        Irreversible::Send,
        Irreversible::Pay,
        Irreversible::Overwrite,
    ];

    /// The name, as it stands in receipts.
    pub fn name(self) -> &'static str {
        match self {
            Irreversible::Delete => "delete",
            Irreversible::Send => "send",
            Irreversible::Pay => "pay",
            Irreversible::Overwrite => "overwrite",
        }
    }

    /// Beginnings of the words by which controls say it, in the languages that interfaces are most often
    /// translated into.
    fn stems(self) -> &'static [&'static str] {
        match self {
            Irreversible::Delete => &[
                "delet",
                "remov",
                "erase",
                "trash",
                "discard",
                "uninstall",
                "wipe",
                "lösch",
                "entfern",
                "verwerf",
                "supprim",
                "effac",
                "elimin",
                "borrar",
                "suprim",
                "cancella",
                "rimuov",
                "apagar",
                "exclui",
                "verwijder",
                "usuń",
                "удал",
                "sil",
                "削除",
                "删除",
                "刪除",
                "삭제",
                "حذف",
                "हटा",
            ],
            Irreversible::Send => &[
                "send",
                "reply",
                "replies",
                "forward",
                "publish",
                "post",
                "share",
                "submit",
                "transfer",
                "absend",
                "verschick",
                "veröffentlich",
                "envoy",
                "publier",
                "enviar",
                "envia",
                "invia",
                "verzend",
                "verstu",
                "wyślij",
                "отправ",
                "gönder",
                "送信",
                "发送",
                "發送",
                "보내",
                "إرسال",
                "भेज",
            ],
            Irreversible::Pay => &[
                "pay",
                "payment",
                "buy",
                "purchas",
                "checkout",
                "donat",
                "bezahl",
                "zahle",
                "kaufen",
                "bestell",
                "achet",
                "payer",
                "comprar",
                "pagar",
                "compra",
                "paga",
                "acquist",
                "betal",
                "koop",
                "kup",
                "zapła",
                "оплат",
                "куп",
                "öde",
                "支払",
                "購入",
                "购买",
                "支付",
                "구매",
                "결제",
                "شراء",
                "खरीद",
            ],
            Irreversible::Overwrite => &[
                "overwrit",
                "replac",
                "reset",
                "überschreib",
                "ersetz",
                "zurücksetz",
                "remplac",
                "écras",
                "reemplaz",
                "sobrescrib",
                "sovrascriv",
                "sostitu",
                "substitu",
                "vervang",
                "zastąp",
                "замен",
                "上書き",
                "替换",
                "覆盖",
                "덮어",
            ],
        }
    }

    /// What these words of a control say it does, if any of them is such a verb.
    pub(crate) fn of(words: &str) -> Option<Irreversible> {
        let words = split(words);
        Irreversible::ALL.into_iter().find(|kind| {
            words
                .iter()
                .any(|word| kind.stems().iter().any(|stem| begins(word, stem)))
        })
    }
}

/// Whether a word is a form of a stem: of the shortest only the word itself, of short ones one with a short
/// ending, of long ones any. Scripts without spaces between words have no such limits.
fn begins(word: &str, stem: &str) -> bool {
    let Some(rest) = word.strip_prefix(stem) else {
        return false;
    };
    let unspaced = stem.chars().all(|it| u32::from(it) >= 0x400);
    unspaced
        || match stem.chars().count() {
            0..=3 => rest.is_empty(),
            4 => rest.chars().count() <= 3,
            _ => true,
        }
}

/// The words of a text or of an id: `send_message`, `sendMessage` and `Send message` have the same.
fn split(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before_lower = false;
    let mut open = false;
    for it in text.chars() {
        if !it.is_alphanumeric() {
            open = false;
            before_lower = false;
            continue;
        }
        if !open || (before_lower && it.is_uppercase()) {
            words.push(String::new());
            open = true;
        }
        before_lower = it.is_lowercase();
        if let Some(word) = words.last_mut() {
            word.extend(it.to_lowercase());
        }
    }
    words
}

impl fmt::Display for Irreversible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
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
