//! CSS selectors against what is listed of a page.

use ui::Element;

use super::{
    nodes::{Fit, Scope, within},
    text::has_text,
};
use crate::css::{Css, How, Step, Test};

/// Tags of elements that are listed wherever they show.
const LISTED: [&str; 9] = [
    "button", "input", "select", "textarea", "option", "a", "img", "tr", "summary",
];
/// Tags whose parents have no other children, so that a number among siblings is one among siblings of the tag.
const OF_ONE_KIND: [&str; 3] = ["tr", "li", "option"];

/// Whether a selector may name what is not listed. An id, a name or a role is taken at its word: what has one and is
/// not there is gone, or was never listed, and the latter is not assumed.
pub(super) fn is_open(css: &Css) -> bool {
    let Some(last) = css.steps.last() else { return true };
    let own_name = |it: &Test| matches!(it, Test::Attribute { name, .. } if matches!(name.as_str(), "id" | "name" | "role" | "placeholder"));
    may_be_a_box(css) && !last.tests.iter().any(own_name)
}

/// Whether a selector may name a box around other things.
pub(super) fn may_be_a_box(css: &Css) -> bool {
    let tag = css.steps.last().and_then(|it| it.tag.as_deref());
    !tag.is_some_and(|it| LISTED.contains(&it))
}

/// Whether a selector fits a node.
pub(super) fn fits(css: &Css, scope: &Scope<'_>, at: usize) -> Fit {
    upto(css, css.steps.len(), scope, at)
}

/// Whether the first steps fit a node.
fn upto(css: &Css, count: usize, scope: &Scope<'_>, at: usize) -> Fit {
    let Some((step, before)) = css.steps[..count].split_last() else {
        return Fit::Yes;
    };
    let own = compound(step, scope, at);
    if own == Fit::No || (before.is_empty() && !step.child) {
        return own;
    }
    own.min(around(css, count - 1, step.child, scope, at))
}

/// Whether the steps before fit something around a node.
fn around(css: &Css, count: usize, child: bool, scope: &Scope<'_>, at: usize) -> Fit {
    let path = &scope.nodes[at].element.path;
    let root = scope.roots.iter().find(|it| path.starts_with(it));
    let Some(root) = root else { return Fit::No };
    let Some(step) = count.checked_sub(1).and_then(|it| css.steps.get(it)) else {
        // A path from the document's root: nothing that is listed is the root itself.
        return Fit::No;
    };
    let levels: Vec<usize> = match child {
        true => path
            .len()
            .checked_sub(1)
            .filter(|it| *it >= root.len())
            .into_iter()
            .collect(),
        false => (root.len()..path.len()).collect(),
    };
    let one = |level: usize| {
        let outer = &path[..level];
        match (level - root.len(), step.tag.as_deref(), step.tests.is_empty()) {
            (0, Some("html"), true) => return Fit::Yes,
            (0, _, _) | (_, Some("html"), true) => return Fit::No,
            (1, Some("body"), true) => return Fit::Yes,
            (_, Some("body"), true) => return Fit::No,
            (_, _, _) => {}
        }
        match scope.at(outer) {
            Some(node) => upto(css, count, scope, node),
            None if step.tag.as_deref().is_some_and(|it| LISTED.contains(&it)) => Fit::No,
            None => Fit::Maybe,
        }
    };
    levels.into_iter().map(one).max().unwrap_or(Fit::No)
}

fn compound(step: &Step, scope: &Scope<'_>, at: usize) -> Fit {
    let element = &scope.nodes[at].element;
    let tag = step
        .tag
        .as_deref()
        .is_none_or(|it| element.class_name.as_deref() == Some(it));
    if !tag {
        return Fit::No;
    }
    let tests = step.tests.iter().map(|it| test(it, scope, at));
    // Of a row that is not listed nothing but its tag, its place and its text is known.
    tests.min().unwrap_or(Fit::Yes)
}

fn test(test: &Test, scope: &Scope<'_>, at: usize) -> Fit {
    let node = scope.nodes[at];
    let element = &node.element;
    let place = element.path.last().map(|it| usize::from(*it) + 1);
    match test {
        Test::Class(_) | Test::Attribute { .. } if node.id.is_none() => Fit::Maybe,
        Test::Class(class) => {
            let own = element.attributes.get("class").map_or("", String::as_str);
            Fit::from(own.split_whitespace().any(|it| it == class))
        }
        Test::Attribute { name, how, value } => attribute(element, name, *how, value),
        Test::Child(number) => Fit::from(place == Some(*number)),
        Test::OfType(number) => of_type(element, *number),
        Test::LastChild => {
            let Some((last, parent)) = element.path.split_last() else {
                return Fit::No;
            };
            let later = |it: &Element| within(parent, &it.path) && it.path[parent.len()] > *last;
            match scope.nodes.iter().any(|it| later(&it.element)) {
                true => Fit::No,
                false => Fit::Maybe,
            }
        }
        Test::Text(words) => has_text(scope, at, words),
    }
}

fn of_type(element: &Element, number: usize) -> Fit {
    let place = element.path.last().map_or(1, |it| usize::from(*it) + 1);
    let one_kind = element
        .class_name
        .as_deref()
        .is_some_and(|it| OF_ONE_KIND.contains(&it));
    match number {
        // Those of its tag before it are at most all before it.
        _ if number > place => Fit::No,
        _ if one_kind || place == 1 => Fit::from(number == place),
        _ => Fit::Maybe,
    }
}

fn attribute(element: &Element, name: &str, how: How, value: &str) -> Fit {
    let fits = |own: &str| match how {
        How::There => true,
        How::Equals => own == value,
        How::Word => own.split_whitespace().any(|it| it == value),
        How::Starts => !value.is_empty() && own.starts_with(value),
        How::Ends => !value.is_empty() && own.ends_with(value),
        How::Contains => !value.is_empty() && own.contains(value),
    };
    let tag = element.class_name.as_deref().unwrap_or_default();
    let held = |own: &Option<String>| Fit::from(own.as_deref().is_some_and(fits));
    let listed = |own: &str| Fit::from(element.attributes.get(own).is_some_and(|it| fits(it)));
    match name {
        "id" => held(&element.resource_name),
        "class" | "name" => listed(name),
        "type" if matches!(tag, "input" | "button") => listed(name),
        "href" if tag == "a" => listed(name),
        "placeholder" => held(&element.hint_text),
        "title" => held(&element.tooltip),
        "role" => match element.role.as_deref().is_some_and(fits) {
            true => Fit::Yes,
            false => Fit::No,
        },
        // A label that says what the text says is not listed beside it.
        "aria-label" | "alt" => {
            let said = [&element.content_description, &element.label, &element.text];
            Fit::from(said.into_iter().flatten().any(|it| fits(it)))
        }
        "data-testid" if element.attributes.contains_key("testid") => listed("testid"),
        _ => Fit::Maybe,
    }
}
