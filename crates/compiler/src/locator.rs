//! Locators made of expressions: filled with the values of an instance, explained by them, and described in words. Every
//! stage uses them, and they use no stage.

use std::borrow::Cow;

use strings::{Derived, Expr, Op, THIS_DAY};
use task::{Params, Value};
use ui::{Element, ElementId, Key, Locator, Screen};

use crate::soft::{HELD, SoftTrajectory};

/// Explanations of one text in a locator.
const MOST_EXPLANATIONS: usize = 4;

/// What a locator asks for one instance; `None` where a value does not apply.
pub(crate) fn fill<'a>(locator: &'a Locator<Expr>, params: &'a Params) -> Option<Locator<Cow<'a, str>>> {
    locator.try_ask(|it| it.text(params).ok_or(())).ok()
}

/// The parameters that say something of what is done: which wording the goal has is no value to be typed or
/// looked for.
pub(crate) fn values(params: &Params) -> Params {
    let mut all = params.clone();
    all.shift_remove(task::FORM);
    all
}

impl SoftTrajectory {
    /// What its expressions go by: the values of its task, and which day it was.
    pub(crate) fn known(&self) -> Params {
        let mut all = values(&self.instance.params);
        let this_day = self.this_day.iter().cloned().map(Value::Text);
        all.extend(this_day.map(|it| (THIS_DAY.to_owned(), it)));
        all
    }
}

/// The parameters, and what the field holds that is typed into.
pub(crate) fn with_held(params: &Params, screen: &Screen, target: Option<ElementId>) -> Params {
    let mut all = params.clone();
    if let Some(field) = target.and_then(|id| screen.get(id)).filter(|it| it.editable) {
        all.entry(HELD.to_owned())
            .or_insert_with(|| Value::Text(field.held_text().to_owned()));
    }
    all
}

/// Whether a value is a whole parameter, a list's entry, or a file's name: what may stand inside a text for
/// a reason.
pub(crate) fn is_whole(expr: &Expr) -> bool {
    match expr {
        Expr::Input(_) | Expr::Item(..) => true,
        Expr::Apply(op, of) => matches!(op, Op::Stem) && is_whole(of),
        Expr::Const(_) | Expr::Concat(_) | Expr::Call(..) | Expr::If(_) => false,
    }
}

/// The cheapest expressions for a text in a locator. Short texts are explained by whole parameters only:
/// a single letter can be made of anything.
pub(crate) fn explanations(text: &str, derived: &[Derived]) -> Vec<Expr> {
    let short = text.chars().count() < 2;
    derived
        .iter()
        .filter(|it| it.text == text && !text.trim().is_empty() && (!short || it.cost <= 6))
        .take(MOST_EXPLANATIONS)
        .map(|it| it.expr.clone())
        .collect()
}

/// Keys whose values say what an element is about; the others say what kind of thing it is.
pub(crate) fn is_about(key: Key) -> bool {
    match key {
        Key::Text
        | Key::TextContains
        | Key::TextStartsWith
        | Key::TextEndsWith
        | Key::ContentDescription
        | Key::ContentDescriptionContains
        | Key::ContentDescriptionStartsWith
        | Key::HintText
        | Key::Tooltip
        | Key::Label
        | Key::Value
        | Key::Name
        | Key::Color
        | Key::Size
        | Key::Shape
        | Key::Looks => true,
        Key::Type
        | Key::Class
        | Key::Role
        | Key::ClassName
        | Key::ResourceName
        | Key::PackageName
        | Key::Column
        | Key::Side
        | Key::Says
        | Key::Checked
        | Key::Selected
        | Key::Enabled
        | Key::Focused
        | Key::Editable
        | Key::Clickable => false,
    }
}

/// Kind and text of an element, without this instance's values: they stand as their expressions.
pub(crate) fn describe(screen: &Screen, id: ElementId, derived: &[Derived]) -> String {
    let Some(element) = screen.get(id) else {
        return String::new();
    };
    let kind = kind(element);
    let named = [
        &element.label,
        &element.content_description,
        &element.hint_text,
        &element.tooltip,
    ];
    let named = named
        .into_iter()
        .find_map(|it| it.as_deref())
        .filter(|it| !it.trim().is_empty());
    // What a field holds is this instance's, not the field's.
    let text = element
        .text
        .as_deref()
        .filter(|it| !element.editable && !it.trim().is_empty());
    let shown = named.or(text);
    let place = place(screen, element);
    match shown {
        Some(shown) => match explanations(shown, derived).first() {
            Some(expr) => format!("{kind} that shows {}, {place}", as_described(expr)),
            None => format!(
                "{kind} \"{}\", {place}",
                without_values(shown, derived)
                    .chars()
                    .take(60)
                    .collect::<String>()
                    .replace('"', "'")
            ),
        },
        None => describe_unsaid(screen, element),
    }
}

/// A value as a description says it: of a day beside today, which day that is.
fn as_described(expr: &Expr) -> String {
    match expr {
        Expr::Apply(Op::Date(_), of) => match &**of {
            Expr::Call(name, of)
                if name == "day" && of.get(1).is_some_and(|it| it.inputs() == [THIS_DAY]) =>
            {
                of[0]
                    .as_literal()
                    .map_or_else(|| of[0].to_string(), str::to_owned)
            }
            _ => expr.to_string(),
        },
        _ => expr.to_string(),
    }
}

/// Kind and name of an element, without what it shows.
pub(crate) fn describe_unsaid(screen: &Screen, element: &Element) -> String {
    let kind = kind(element);
    let name = element.resource_name.as_deref().map(|it| it.rsplit('/').next());
    let named = name.flatten().map(|it| format!(" {it}")).unwrap_or_default();
    format!("{kind}{named}, {}", place(screen, element))
}

fn kind(element: &Element) -> &str {
    let kind = element.role.as_deref().or(element.class_name.as_deref());
    kind.map_or("element", |it| it.rsplit('.').next().unwrap_or(it))
}

/// A text with the parameters in it by their names.
fn without_values(text: &str, derived: &[Derived]) -> String {
    let mut text = text.to_owned();
    for it in derived
        .iter()
        .filter(|it| is_whole(&it.expr) && it.text.chars().count() >= 3)
    {
        text = text.replace(&it.text, &format!("{{{}}}", it.expr));
    }
    text
}

/// Which ninth of the screen.
fn place(screen: &Screen, element: &Element) -> &'static str {
    let third = |at: i32, size: u32| {
        let size = i32::try_from(size).unwrap_or(i32::MAX).max(3);
        (at.clamp(0, size - 1) / (size / 3).max(1)).min(2)
    };
    let (x, y) = element.bounds.center();
    match (third(y, screen.size.1), third(x, screen.size.0)) {
        (0, 0) => "top left",
        (0, 1) => "top",
        (0, _) => "top right",
        (1, 0) => "left",
        (1, 1) => "middle",
        (1, _) => "right",
        (_, 0) => "bottom left",
        (_, 1) => "bottom",
        (_, _) => "bottom right",
    }
}

/// Whether the fallbacks of two locators say the same of their elements: only places may differ. What a run has found
/// elsewhere by its words has to have these words too.
pub(crate) fn say_the_same(one: &Locator<Expr>, other: &Locator<Expr>) -> bool {
    let said = |it: &Locator<Expr>| -> Vec<Locator<Expr>> {
        it.or_else
            .iter()
            .filter(|way| way.nth.is_none())
            .cloned()
            .collect()
    };
    said(one) == said(other)
}
