//! The code of a script that has no program, to what it can do that nothing takes back: what a model or a person wrote. What
//! a field holds is not in the code; the recordings show it.

use std::collections::BTreeMap;

use rhai::{AST, ASTNode, Expr, Stmt};
use trajectory::{Position, Recording};
use ui::{
    ActionKind, ElementId, Found, HardAction, Irreversible, Key, Lasting, Locator, Means, Screen, find,
};

use crate::{
    check,
    host::EnvOp,
    lasting::{Consequence, OF_A_CONTROL, OF_A_FIELD, once, words_of},
    soft::{SoftTrajectory, Step},
};

/// What a code can do that nothing takes back, in the order of its lines, each once.
pub(super) fn read(source: &str, trajectories: &[SoftTrajectory]) -> Vec<Consequence> {
    let Ok(ast) = check::parse(source) else {
        return Vec::new();
    };
    let code = Code::of(&ast);
    let mut all: Vec<Consequence> = Vec::new();
    for call in &code.calls {
        all.extend(code.says(call));
        all.extend(code.overwrites(call, trajectories));
    }
    once(all)
}

/// What a line of a script does on the device.
#[derive(Clone, Debug)]
pub(crate) struct Act {
    /// The line, from 1.
    pub line: usize,
    method: EnvOp,
    element: Option<Element>,
}

impl Act {
    /// In words: `click Button "OK"`.
    pub(crate) fn words(&self) -> String {
        let method = self.method.name().replace('_', " ");
        match &self.element {
            Some(element) => format!("{method} {}", element.name()),
            None => method,
        }
    }

    /// Whether a recorded action can be this one.
    pub(crate) fn may_be(&self, action: &HardAction, screen: &Screen) -> bool {
        let same = self.method.kind() == Some(action.kind());
        same && match (&self.element, action.target()) {
            (Some(element), Some(id)) => element.may_be(screen, *id),
            (None, _) | (_, None) => true,
        }
    }
}

/// Whether each line of a script that may write can be one of the steps that recordings show. A text that can't be read shows
/// nothing, nor does a call in another form than scripts are written in.
pub(super) fn writes_as_shown(source: &str, recordings: &[Recording]) -> bool {
    let Ok(ast) = check::parse(source) else {
        return false;
    };
    let mut in_other_form = false;
    ast.walk(&mut |path| {
        if let Some(ASTNode::Expr(Expr::FnCall(call, _)) | ASTNode::Stmt(Stmt::FnCall(call, _))) = path.last()
        {
            in_other_form |= EnvOp::named(&call.name).is_some();
        }
        true
    });
    let writes = |it: &Act| it.method.kind().is_some_and(ActionKind::may_write);
    let mut lines = acts(&ast).into_iter().filter(writes);
    let steps = || recordings.iter().flat_map(|it| &it.steps);
    !in_other_form && lines.all(|line| steps().any(|it| line.may_be(&it.action, &it.screen)))
}

/// What the public function of a script does on the device, in the order of its lines.
pub(crate) fn acts(ast: &AST) -> Vec<Act> {
    let code = Code::of(ast);
    let known = code.calls.iter().filter_map(|call| {
        let args = call.args.iter();
        let mut elements = args.filter_map(|it| code.element(it, call.position));
        Some(Act {
            line: call.position?.line,
            method: call.method?,
            element: elements.next(),
        })
    });
    known.collect()
}

/// What the code says of an element.
#[derive(Clone, Debug)]
struct Element {
    /// What it is found by, then the other ways to it. What is not written out is not in them.
    ways: Vec<Locator>,
    /// The description.
    shown: String,
}

impl Element {
    /// What its words say that it does, where these keys are its words.
    fn says(&self, own: &[Key]) -> Option<Irreversible> {
        words_of(&self.ways, &self.shown, own)
    }

    /// The element as a message names it.
    fn name(&self) -> String {
        if !self.shown.is_empty() {
            return self.shown.clone();
        }
        let words = self.ways.first().into_iter().flat_map(Locator::values);
        let words: Vec<&str> = words.map(String::as_str).collect();
        words.join(" ")
    }

    /// Whether the code can mean this element of a screen: the first way that finds anything there says so.
    fn may_be(&self, screen: &Screen, id: ElementId) -> bool {
        let told = self.ways.iter().filter(|it| !it.attributes.is_empty());
        let mut found = told.map(|it| find(screen, it));
        match found.find(|it| *it != Found::None) {
            Some(Found::One(it)) => it == id,
            Some(Found::Many(all)) => all.contains(&id),
            Some(Found::None) | None => false,
        }
    }
}

/// A call on the device.
struct Call {
    /// The method, where the device has one of this name.
    method: Option<EnvOp>,
    args: Vec<Expr>,
    position: Option<Position>,
}

/// What a script calls on the device, and what its variables hold.
struct Code {
    /// In the order of the text.
    calls: Vec<Call>,
    /// By name: the elements that the script declares.
    elements: BTreeMap<String, Vec<(rhai::Ident, Expr)>>,
    /// By name: what was put into it, in the order of the text.
    variables: BTreeMap<String, Vec<Put>>,
}

/// A value that a variable was given.
struct Put {
    position: Option<Position>,
    /// Whether the variable begins here.
    begins: bool,
    value: Expr,
}

impl Code {
    fn of(ast: &AST) -> Self {
        let mut code = Code {
            calls: Vec::new(),
            elements: check::declared(ast)
                .into_iter()
                .map(|(name, (entries, _))| (name, entries))
                .collect(),
            variables: BTreeMap::new(),
        };
        ast.walk(&mut |path| {
            match path.last() {
                Some(ASTNode::Expr(Expr::MethodCall(call, at))) => code.calls.push(Call {
                    method: EnvOp::named(&call.name),
                    args: call.args.to_vec(),
                    position: check::place(*at),
                }),
                Some(ASTNode::Stmt(Stmt::Var(it, _, at))) => code.put(&it.0.name, *at, true, &it.1),
                // Every entry of a list is what the list was found by.
                Some(ASTNode::Stmt(Stmt::For(it, at))) => code.put(&it.0.name, *at, true, &it.2.expr),
                Some(ASTNode::Stmt(Stmt::Assignment(it))) => {
                    if let Expr::Variable(name, _, at) = &it.1.lhs {
                        code.put(&name.1, *at, false, &it.1.rhs);
                    }
                }
                _ => {}
            }
            true
        });
        code.calls.sort_by_key(|it| it.position);
        code
    }

    fn put(&mut self, name: &str, at: rhai::Position, begins: bool, value: &Expr) {
        let all = self.variables.entry(name.to_owned()).or_default();
        all.push(Put {
            position: check::place(at),
            begins,
            value: value.clone(),
        });
        all.sort_by_key(|it| it.position);
    }

    /// What a variable can hold at a place: what it began with, and what was put into it since.
    fn held(&self, name: &str, at: Option<Position>) -> &[Put] {
        let all = self.variables.get(name).map_or(&[][..], Vec::as_slice);
        let before = &all[..all.partition_point(|it| it.position < at)];
        let begun = before.iter().rposition(|it| it.begins).unwrap_or(0);
        &before[begun..]
    }

    /// The element that an expression stands for.
    fn element(&self, expr: &Expr, at: Option<Position>) -> Option<Element> {
        match expr {
            Expr::Variable(name, ..) => {
                let all = self.held(&name.1, at).iter();
                let mut all = all.filter_map(|it| self.element(&it.value, it.position));
                let mut element = all.next()?;
                element.ways.extend(all.flat_map(|it| it.ways));
                Some(element)
            }
            // One of the elements of a list.
            Expr::Index(it, ..) => self.element(&it.lhs, at),
            Expr::Dot(it, ..) => match &it.rhs {
                Expr::Index(entry, ..) => self.located(&entry.lhs),
                call => self.located(call),
            },
            // Acted on by what it is looked for by.
            Expr::Map(map, _) => Some(described(&map.0)),
            Expr::FnCall(call, _) => self.elements.get(call.name.as_str()).map(|it| described(it)),
            _ => None,
        }
    }

    /// The element that a call looks for by a map, or by an element that the script declares.
    fn located(&self, call: &Expr) -> Option<Element> {
        let Expr::MethodCall(call, _) = call else {
            return None;
        };
        if !EnvOp::named(&call.name).is_some_and(EnvOp::finds) {
            return None;
        }
        match call.args.first()? {
            Expr::Map(map, _) => Some(described(&map.0)),
            Expr::FnCall(call, _) => self.elements.get(call.name.as_str()).map(|it| described(it)),
            _ => None,
        }
    }

    /// What a call says that it does: a tap by the words of its control, Enter by those of the field before it.
    fn says(&self, call: &Call) -> Option<Consequence> {
        let (elements, own, means) = match call.method? {
            it if it.turns_to_row_meant() => {
                let pressed = call.args.get(2).and_then(|it| self.element(it, call.position));
                (pressed.into_iter().collect(), OF_A_CONTROL, Means::Control)
            }
            EnvOp::Click
            | EnvOp::LongPress
            | EnvOp::DoubleTap
            | EnvOp::RightClick
            | EnvOp::DragTo
            | EnvOp::ClickAt
            | EnvOp::DragAlong => {
                let all = call.args.iter();
                let all = all.filter_map(|it| self.element(it, call.position));
                (all.collect(), OF_A_CONTROL, Means::Control)
            }
            EnvOp::PressEnter => (vec![self.typed_before(call)?], OF_A_FIELD, Means::Enter),
            // Keys that a value says may be Enter as well.
            EnvOp::PressKeys if text(call.args.first()?).is_none_or(|it| it.ends_with("Enter")) => {
                (vec![self.typed_before(call)?], OF_A_FIELD, Means::Enter)
            }
            _ => return None,
        };
        let elements: Vec<Element> = elements;
        let kind = elements.iter().find_map(|it| it.says(own))?;
        Some(Consequence {
            lasting: Lasting { kind, means },
            target: elements.first()?.name(),
        })
    }

    /// The field that was typed into last before a call.
    fn typed_before(&self, call: &Call) -> Option<Element> {
        let mut before = self.calls.iter().rev().filter(|it| it.position < call.position);
        let typed = before.find(|it| it.method == Some(EnvOp::InputText))?;
        self.element(typed.args.get(1)?, typed.position)
    }

    /// What a call types in the place of something that a recording shows. A text that takes in what the field holds
    /// replaces nothing.
    fn overwrites(&self, call: &Call, trajectories: &[SoftTrajectory]) -> Option<Consequence> {
        let [text, field, Expr::BoolConstant(true, _)] = call.args.as_slice() else {
            return None;
        };
        if call.method != Some(EnvOp::InputText) || self.takes_in(text, call.position) {
            return None;
        }
        let field = self.element(field, call.position)?;
        let typed = |step: &Step| {
            let over = step.lasting.is_some_and(|it| it.means == Means::Typing);
            over && step.target.is_some_and(|id| field.may_be(&step.screen, id))
        };
        let held = trajectories.iter().flat_map(|it| &it.steps).any(typed);
        held.then(|| Consequence {
            lasting: Lasting {
                kind: Irreversible::Overwrite,
                means: Means::Typing,
            },
            target: field.name(),
        })
    }

    /// Whether a text is made of something that was read from the screen.
    fn takes_in(&self, text: &Expr, at: Option<Position>) -> bool {
        let mut reads = false;
        text.walk(&mut Vec::new(), &mut |path| {
            reads |= match path.last() {
                Some(ASTNode::Expr(Expr::MethodCall(call, _))) => {
                    EnvOp::named(&call.name) == Some(EnvOp::ReadText)
                }
                Some(ASTNode::Expr(Expr::Variable(name, ..))) => {
                    let held = self.held(&name.1, at);
                    held.iter().any(|it| self.takes_in(&it.value, it.position))
                }
                _ => false,
            };
            !reads
        });
        reads
    }
}

/// The element that a map describes.
fn described(map: &[(rhai::Ident, Expr)]) -> Element {
    let of = |key: &str| map.iter().find(|(it, _)| it.name == key).map(|(_, it)| it);
    let others: Vec<&Expr> = match of("or_else") {
        Some(Expr::Array(all, _)) => all.iter().collect(),
        Some(it) => vec![it],
        None => Vec::new(),
    };
    let others = others.into_iter().filter_map(|it| match it {
        Expr::Map(map, _) => Some(way(&map.0)),
        _ => None,
    });
    Element {
        ways: std::iter::once(way(map)).chain(others).collect(),
        shown: of("target_description").and_then(text).unwrap_or_default(),
    }
}

/// What is written out in a map of a locator.
fn way(map: &[(rhai::Ident, Expr)]) -> Locator {
    let mut way = Locator::default();
    for (key, value) in map {
        match (key.name.parse::<Key>(), value) {
            (Ok(key), Expr::BoolConstant(it, _)) => way = way.and(key, it.to_string()),
            (Ok(key), it) => {
                if let Some(it) = text(it) {
                    way = way.and(key, it);
                }
            }
            (Err(_), Expr::Array(all, _)) if key.name == "near" => {
                let mut anchors = all.iter().filter_map(text);
                way.near = anchors.next();
                way.also_near = anchors.collect();
            }
            (Err(_), it) if key.name == "near" => way.near = text(it),
            (Err(_), it) if key.name == "nth" => way.nth = text(it),
            (Err(_), _) => {}
        }
    }
    way
}

fn text(value: &Expr) -> Option<String> {
    match value {
        Expr::StringConstant(text, _) => Some(text.to_string()),
        Expr::IntegerConstant(number, _) => Some(number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(lines: &str) -> Vec<String> {
        read(&format!("fn f(name) {{\n{lines}\n}}"), &[])
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
    fn an_element_is_known_however_the_code_comes_to_it() {
        let delete = "#{ text: \"Delete\", target_description: \"x\" }";
        for lines in [
            format!("env_op.click(env_op.find_element({delete}));"),
            format!("env_op.click(env_op.scroll_to_element({delete}));"),
            format!("env_op.click(env_op.find_elements({delete})[0]);"),
            format!("let all = env_op.find_elements({delete}); env_op.click(all[0]);"),
            format!("let all = env_op.find_elements({delete}); for it in all {{ env_op.click(it); }}"),
            format!("for it in env_op.find_elements({delete}) {{ env_op.double_tap(it); }}"),
            format!("let a = env_op.find_elements({delete}); let b = a[0]; env_op.click(b);"),
            format!("let a = -1; if a == -1 {{ a = env_op.find_element({delete}); }} env_op.click(a);"),
        ] {
            assert_eq!(said(&lines), ["delete: x"], "{lines}");
        }
        // A list that is only looked through does nothing.
        assert!(
            said(&format!(
                "for it in env_op.find_elements({delete}) {{ env_op.read_text(it); }}"
            ))
            .is_empty()
        );
    }

    #[test]
    fn another_way_to_a_control_says_what_it_does_too() {
        let tap = |ways: &str| {
            format!(
                "let a = env_op.find_element(#{{ resource_name: \"button1\", or_else: {ways}, target_description: \"x\" }});\nenv_op.click(a);"
            )
        };
        let one = tap("#{ text: \"Delete\", class_name: \"Button\" }");
        assert_eq!(said(&one), ["delete: x"]);
        assert_eq!(
            said(&tap("[#{ class_name: \"Button\" }, #{ text: \"Send\" }]")),
            ["send: x"]
        );
        assert!(said(&tap("[#{ text: \"Next\" }, #{ hint_text: \"Delete\" }]")).is_empty());
    }

    #[test]
    fn enter_does_what_its_field_says() {
        let enter = |hint: &str| {
            format!(
                "let a = env_op.find_element(#{{ hint_text: \"{hint}\", target_description: \"x\" }});\nenv_op.input_text(name, a, false);\nenv_op.press_enter();"
            )
        };
        assert_eq!(said(&enter("Reply to all")), ["send: Enter in x"]);
        assert!(said(&enter("Search")).is_empty());
        assert!(said("env_op.press_enter();").is_empty());
        let keys = |keys: &str| enter("Reply").replace("press_enter()", &format!("press_keys(\"{keys}\")"));
        assert_eq!(said(&keys("Control+Enter")), ["send: Enter in x"]);
        assert!(said(&keys("Escape")).is_empty());
    }

    #[test]
    fn what_is_no_code_has_no_consequences() {
        assert!(said("let a = ").is_empty());
    }
}
