//! What a function can do that nothing takes back: taps on controls whose own words say so, Enter in a field that
//! says so, and typing in the place of what a field holds.
//!
//! It is asked once, of each recorded step ([`of_recorded`], by what [`Lasting::of`] says of an action on a screen). The mark
//! goes along: [`soft::Step`](Step) to [`Kind::Act`], where several steps become one and any that is marked stays marked.
//! A script that was printed from a program knows what that does. Only of a script that a model or a person wrote is the
//! code read, in `code.rs`; [`consequences`] says the same type of both.
//!
//! A control that deletes, sends, pays or overwrites says it, in its text, its description or its id; the
//! verbs for it are a property of interfaces as such. A control that says nothing of the kind (a plain "OK")
//! is not found: the list is what can be told, not a promise.

mod code;

use strings::Expr;
use task::Params;
use trajectory::Recording;
use ui::{Action, HardAction, Lasting, Locator, Means, Screen};

pub(crate) use code::{Act, acts};

pub use crate::lasting::Consequence;
use crate::{
    emit::one_line,
    lasting::{OF_A_CONTROL, once, words_of},
    program::{Kind, Program, Stmt},
    script::Script,
    soft::{SoftTrajectory, Step},
};

/// What a script can do that nothing takes back, in the order of its lines: as its program says; where it has none, as the
/// code says, and the screens of its recordings of what it types. Of a text that can't be read there is nothing to say.
pub fn consequences(script: &Script, trajectories: &[SoftTrajectory]) -> Vec<Consequence> {
    match &script.lasting {
        Some(known) => known.clone(),
        None => code::read(&script.source, trajectories),
    }
}

/// Whether all that a script does on the device and may write by is what these recordings show. A text that can't be read shows
/// nothing.
pub fn writes_as_shown(source: &str, recordings: &[Recording]) -> bool {
    code::writes_as_shown(source, recordings)
}

/// What the words of a script say that it does.
pub(crate) fn said(script: &Script) -> Vec<Consequence> {
    let mut all = consequences(script, &[]);
    all.retain(Consequence::is_said);
    all
}

impl Program {
    /// What it can do that nothing takes back, in the order of its statements, each once.
    pub fn consequences(&self) -> Vec<Consequence> {
        of_body(&self.body)
    }
}

/// What statements can do that nothing takes back, each once.
pub(crate) fn of_body(body: &[Stmt]) -> Vec<Consequence> {
    let mut all = Vec::new();
    let mut typed_into = "the field that has the focus".to_owned();
    for stmt in body {
        stmt.walk(&mut |stmt| {
            let (action, lasting) = match &stmt.kind {
                Kind::Act { action, lasting, .. } => (action, lasting),
                Kind::EachFound { of, .. } => {
                    let target = name(&of.press);
                    all.extend(of.lasting.map(|lasting| Consequence { lasting, target }));
                    return;
                }
                _ => return,
            };
            let target = action.target().map(name);
            if let Some(lasting) = *lasting {
                let target = match lasting.means {
                    Means::Enter => typed_into.clone(),
                    Means::Control | Means::Typing => target.clone().unwrap_or_default(),
                };
                all.push(Consequence { lasting, target });
            }
            if let (Action::InputText { .. }, Some(field)) = (action, target) {
                typed_into = field;
            }
        });
    }
    once(all)
}

/// What a recorded action did that nothing takes back, after these steps: what they typed themselves is not overwritten, and
/// Enter belongs to the field that was typed into last.
pub(crate) fn of_recorded<'s>(
    action: &HardAction,
    screen: &Screen,
    params: &Params,
    mut before: impl DoubleEndedIterator<Item = &'s Step>,
) -> Option<Lasting> {
    let content = content(params);
    let lasting = Lasting::of(action, screen, &content);
    if lasting.is_some_and(|it| it.means == Means::Typing) {
        let field = action.target().and_then(|id| screen.get(*id));
        let held = field.map_or("", |it| it.held_text()).trim();
        let own = |it: &Step| it.value.as_deref().is_some_and(|it| it.trim() == held);
        return lasting.filter(|_| !before.any(own));
    }
    lasting.or_else(|| {
        let typed = |it: &&Step| matches!(it.action, Action::InputText { .. });
        let last = before.rev().find(typed).filter(|_| action.presses_enter())?;
        Lasting::of_enter_in(last.screen.get(last.target?)?)
    })
}

/// The values of a task, as texts that are about something else than controls.
pub(crate) fn content(params: &Params) -> Vec<&str> {
    params.values().flat_map(task::Value::texts).collect()
}

/// What the words of its locators say that an action does. A recorded element may say more, and another way to it that
/// runs have shown may as well.
pub(crate) fn of_locators(action: &Action<Locator<Expr>, Expr>) -> Option<Lasting> {
    let targets = match action {
        Action::Click { .. }
        | Action::DoubleTap { .. }
        | Action::LongPress { .. }
        | Action::RightClick { .. }
        | Action::DragTo { .. }
        | Action::ClickAt { .. }
        | Action::DragAlong { .. } => action.targets(),
        _ => return None,
    };
    let way = |it: &Locator<Expr>| {
        let attributes = it.attributes.iter();
        let known = attributes.filter_map(|(key, it)| Some((*key, it.as_literal()?.to_owned())));
        known.fold(Locator::default(), |way, (key, it)| way.and(key, it))
    };
    let mut targets = targets.map(|it| {
        let ways: Vec<Locator> = std::iter::once(it).chain(&it.or_else).map(way).collect();
        words_of(&ways, &it.target_description, OF_A_CONTROL)
    });
    let kind = targets.find_map(|it| it)?;
    Some(Lasting {
        kind,
        means: Means::Control,
    })
}

/// An element as a message names it: by its description, or by the words that find it.
fn name(locator: &Locator<Expr>) -> String {
    let said = one_line(&locator.target_description);
    if !said.is_empty() {
        return said;
    }
    locator
        .values()
        .filter_map(Expr::as_literal)
        .collect::<Vec<_>>()
        .join(" ")
}
