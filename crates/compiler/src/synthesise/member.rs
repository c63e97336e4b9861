//! A recorded step with the values it had: what everything else in a program is made of.

use std::rc::Rc;

use strings::Expr;
use task::{Params, Value};
use ui::{Action, ElementId, Found, Locator, find, fits};

use crate::{locator::fill, soft::Step};

/// The name of a repetition's counter in scripts.
pub(crate) const COUNTER: &str = "n";

/// One recorded step with the values it had, loop variables included.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// Which trajectory, by position.
    pub trajectory: usize,
    /// The step; every column that it is tried in shares it.
    pub step: Rc<Step>,
    /// Parameters and loop variables; members of one trajectory share them.
    pub params: Rc<Params>,
}

impl Member {
    /// Give a variable this value.
    pub fn set(&mut self, variable: &str, value: String) {
        Rc::make_mut(&mut self.params).insert(variable.to_owned(), Value::Text(value));
    }

    /// Whether a locator finds just the recorded element on the recorded screen.
    pub fn finds_target(&self, locator: &Locator<Expr>) -> bool {
        let Some(target) = self.step.target else {
            return false;
        };
        let Some(asked) = fill(locator, &self.params) else {
            return false;
        };
        // Most locators tried are another step's: the target itself, and what is pressed alike, soon say so.
        let screen = &self.step.screen;
        let Some(own) = screen.get(target) else {
            return false;
        };
        let alike = |it: &ui::Element| (it.contains(own) || own.contains(it)) && fits(it, &asked);
        if !fits(own, &asked) && !screen.elements.iter().any(alike) {
            return false;
        }
        match find(screen, &asked) {
            Found::One(found) => found == target || self.pressed_alike(found, target),
            Found::Many(_) | Found::None => false,
        }
    }

    /// Whether pressing one element is pressing the other: a row, and the text in it that takes no press itself.
    fn pressed_alike(&self, a: ElementId, b: ElementId) -> bool {
        if !matches!(self.step.action, Action::Click { .. } | Action::LongPress { .. }) {
            return false;
        }
        let screen = &self.step.screen;
        let (Some(a), Some(b)) = (screen.get(a), screen.get(b)) else {
            return false;
        };
        let (outer, inner) = if a.path.len() < b.path.len() {
            (a, b)
        } else {
            (b, a)
        };
        // What takes a press itself, or lies in something that does, is another thing to press.
        let taken =
            |it: &ui::Element| it.clickable && outer.contains(it) && (it == inner || it.contains(inner));
        outer.clickable && outer.contains(inner) && !screen.elements.iter().any(taken)
    }

    /// What its target is taken to, as the target of a step of its own; none where it stays.
    pub fn destination(&self) -> Option<Member> {
        let target = self.step.action.destination()?.clone();
        let step = Step {
            action: Action::Hover { target },
            value: None,
            target: self.step.destination,
            destination: None,
            lasting: None,
            ..(*self.step).clone()
        };
        Some(Member {
            step: Rc::new(step),
            ..self.clone()
        })
    }

    /// The same with its target by this locator alone.
    pub fn with_target(&self, locator: Locator<Expr>) -> Member {
        let mut member = self.clone();
        let step = Rc::make_mut(&mut member.step);
        step.target_description.clone_from(&locator.target_description);
        step.action = step.action.with_target(vec![locator]);
        member
    }

    pub fn explains(&self, value: &Expr) -> bool {
        value.eval(&self.params) == self.step.value
    }

    /// What stands where on the recorded screen.
    pub fn element(&self) -> Option<&ui::Element> {
        self.step.screen.get(self.step.target?)
    }

    /// The same as the n-th round of a repetition: a position that is the round's number becomes the counter.
    pub fn counted(&self, round: usize) -> Member {
        let mut member = self.clone();
        let number = Expr::Const(round.to_string());
        member.set(COUNTER, round.to_string());
        let numbered = |it: &&Locator<Expr>| it.nth.as_ref() == Some(&number);
        let mut more: Vec<Locator<Expr>> = Vec::new();
        for it in member.step.action.target().into_iter().flatten().filter(numbered) {
            more.push(Locator {
                nth: Some(Expr::Input(COUNTER.to_owned())),
                ..it.clone()
            });
        }
        // The only one that a value names is the first of them where there are several.
        let alone = |it: &&Locator<Expr>| it.nth.is_none() && it.values().any(|it| !it.is_const());
        let all = member.step.action.target().into_iter().flatten();
        more.extend(all.filter(|_| round == 1).filter(alone).map(|it| Locator {
            nth: Some(Expr::Input(COUNTER.to_owned())),
            ..it.clone()
        }));
        if !more.is_empty()
            && let Some(known) = member.step.action.target().cloned()
        {
            let step = Rc::make_mut(&mut member.step);
            step.action = step.action.with_target(known.into_iter().chain(more).collect());
        }
        member
    }
}

/// Whether two steps do the same kind of thing.
pub(super) fn same_kind(a: &Step, b: &Step) -> bool {
    if a.wanted != b.wanted {
        return false;
    }
    match (&a.action, &b.action) {
        (
            Action::InputText {
                target: one, clear, ..
            },
            Action::InputText {
                target: two,
                clear: other,
                ..
            },
        ) => one.is_some() == two.is_some() && clear == other,
        (Action::Scroll { direction, .. }, Action::Scroll { direction: other, .. })
        | (Action::Swipe { direction }, Action::Swipe { direction: other }) => direction == other,
        (
            Action::AnswerDialog { accept, text },
            Action::AnswerDialog {
                accept: other,
                text: told,
            },
        ) => accept == other && text.is_some() == told.is_some(),
        (Action::Status { goal_status }, Action::Status { goal_status: other }) => goal_status == other,
        (one, two) => one.kind() == two.kind(),
    }
}
