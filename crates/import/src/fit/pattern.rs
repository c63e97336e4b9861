//! What a link of a locator asks of an element, by what is listed of it.

use ui::Element;

use super::{
    nodes::{Fit, Node, Scope, within},
    select,
    text::{is, is_loosely},
};
use crate::{css::Css, words::Words};

/// Roles whose elements are listed wherever they show: what is called by one of them is on the list or not there.
const LISTED: [&str; 18] = [
    "button",
    "link",
    "textbox",
    "searchbox",
    "combobox",
    "listbox",
    "option",
    "checkbox",
    "radio",
    "switch",
    "slider",
    "spinbutton",
    "tab",
    "menuitem",
    "heading",
    "img",
    "row",
    "treeitem",
];

/// What is asked of an element.
pub(super) enum Pattern<'a> {
    Role {
        role: Option<&'a str>,
        name: Option<&'a Words>,
        checked: Option<bool>,
    },
    Label(&'a Words),
    Placeholder(&'a Words),
    Text(&'a Words),
    Alt(&'a Words),
    Title(&'a Words),
    TestId(&'a str),
    Css(&'a Css),
}

impl Pattern<'_> {
    /// Whether it may name what is not listed.
    pub(super) fn is_open(&self) -> bool {
        match self {
            Pattern::Role { role: Some(role), .. } => !LISTED.contains(role),
            Pattern::Css(css) => select::is_open(css),
            Pattern::TestId(_) => true,
            Pattern::Role { role: None, .. }
            | Pattern::Label(_)
            | Pattern::Placeholder(_)
            | Pattern::Text(_)
            | Pattern::Alt(_)
            | Pattern::Title(_) => false,
        }
    }

    /// Whether it may name a box around other things: those are seldom listed, whatever they are called.
    pub(super) fn may_be_a_box(&self) -> bool {
        match self {
            Pattern::Role { role, .. } => role.is_none_or(|it| !LISTED.contains(&it)),
            Pattern::Css(css) => select::may_be_a_box(css),
            Pattern::TestId(_) | Pattern::Label(_) | Pattern::Title(_) => true,
            Pattern::Placeholder(_) | Pattern::Text(_) | Pattern::Alt(_) => false,
        }
    }

    /// Whether it fits, for each node of a document.
    pub(super) fn fits(&self, scope: &Scope<'_>) -> Vec<Fit> {
        let own = |node: &Node, words: &Words, of: fn(&Element) -> Option<&str>| {
            of(&node.element).is_some_and(|it| is(words, it))
        };
        match self {
            Pattern::Role { role, name, checked } => by_role(scope, *role, *name, *checked),
            Pattern::Label(words) => graded(
                scope,
                &[
                    &|it| !is_label(&it.element) && labels(&it.element).any(|label| is(words, label)),
                    &|it| with_options(scope, it).is_some_and(|label| is_loosely(words, &label)),
                    &|it| !is_label(&it.element) && labels(&it.element).any(|label| is_loosely(words, label)),
                ],
            ),
            Pattern::Placeholder(words) => {
                graded(scope, &[&|it| own(it, words, |it| it.hint_text.as_deref())])
            }
            Pattern::Title(words) => graded(scope, &[&|it| own(it, words, |it| it.tooltip.as_deref())]),
            Pattern::Alt(words) => graded(
                scope,
                &[&|it| {
                    let picture = matches!(it.element.class_name.as_deref(), Some("img" | "area" | "input"));
                    picture
                        && own(it, words, |it| {
                            it.content_description.as_deref().or(it.text.as_deref())
                        })
                }],
            ),
            Pattern::Text(words) => innermost(
                scope,
                graded(
                    scope,
                    &[
                        &|it| it.id.is_some() && own(it, words, |it| it.text.as_deref()),
                        &|it| {
                            it.id.is_some()
                                && it
                                    .element
                                    .text
                                    .as_deref()
                                    .is_some_and(|text| is_loosely(words, text))
                        },
                        // Some tools read what a field holds as its text.
                        &|it| own(it, words, |it| it.value.as_deref()),
                    ],
                ),
            ),
            Pattern::TestId(id) => scope
                .nodes
                .iter()
                .map(|it| match it.element.attributes.get("testid") {
                    Some(own) => Fit::from(own == id),
                    None if it.id.is_some() => Fit::Maybe,
                    None => Fit::No,
                })
                .collect(),
            Pattern::Css(css) => (0..scope.nodes.len())
                .map(|at| select::fits(css, scope, at))
                .collect(),
        }
    }
}

/// The first test that anything passes decides: what comes after it is for names that are written a little otherwise
/// where nothing is written as it is looked for.
fn graded(scope: &Scope<'_>, tests: &[&dyn Fn(&Node) -> bool]) -> Vec<Fit> {
    for test in tests {
        let fits: Vec<Fit> = scope.nodes.iter().map(|it| Fit::from(test(it))).collect();
        if fits.contains(&Fit::Yes) {
            return fits;
        }
    }
    vec![Fit::No; scope.nodes.len()]
}

fn by_role(scope: &Scope<'_>, role: Option<&str>, name: Option<&Words>, checked: Option<bool>) -> Vec<Fit> {
    let kind = |it: &Node| {
        role.map_or(it.element.role.is_some(), |role| has_role(&it.element, role))
            && checked.is_none_or(|on| it.element.checked == on)
    };
    let Some(words) = name else {
        return graded(scope, &[&kind]);
    };
    graded(
        scope,
        &[
            &|it| kind(it) && accessible(&it.element).is_some_and(|own| is(words, own)),
            &|it| kind(it) && with_options(scope, it).is_some_and(|own| is_loosely(words, &own)),
            &|it| kind(it) && names(&it.element).any(|own| is(words, own)),
            &|it| kind(it) && names(&it.element).any(|own| is_loosely(words, own)),
        ],
    )
}

fn has_role(element: &Element, role: &str) -> bool {
    let own = element.role.as_deref();
    // Fields for files have no role of their own here, and that of a button elsewhere.
    let file = || {
        element.attributes.get("type").is_some_and(|it| it == "file") && matches!(role, "button" | "textbox")
    };
    own == Some(role) || (own.is_none() && file()) || (own == Some("gridcell") && role == "cell")
}

/// The accessible name, as far as it is known.
fn accessible(element: &Element) -> Option<&str> {
    names(element).next()
}

/// All that can be an element's name, the likeliest first.
fn names(element: &Element) -> impl Iterator<Item = &str> {
    [
        &element.content_description,
        &element.label,
        &element.text,
        &element.tooltip,
        &element.hint_text,
    ]
    .into_iter()
    .filter_map(|it| it.as_deref())
}

fn labels(element: &Element) -> impl Iterator<Item = &str> {
    [&element.label, &element.content_description]
        .into_iter()
        .filter_map(|it| it.as_deref())
}

fn is_label(element: &Element) -> bool {
    element.class_name.as_deref() == Some("label")
}

/// The label of a list that stands in its own label: other tools read the options as a part of it.
fn with_options(scope: &Scope<'_>, node: &Node) -> Option<String> {
    if node.element.class_name.as_deref() != Some("select") {
        return None;
    }
    let label = node.element.label.as_deref()?;
    let options = scope
        .nodes
        .iter()
        .filter(|it| within(&node.element.path, &it.element.path));
    let texts: String = options.filter_map(|it| it.element.text.as_deref()).collect();
    Some(format!("{label} {texts}"))
}

/// Without what has another that fits in it.
fn innermost(scope: &Scope<'_>, mut fits: Vec<Fit>) -> Vec<Fit> {
    let yes: Vec<usize> = (0..fits.len()).filter(|it| fits[*it] == Fit::Yes).collect();
    // What is in a node follows it at once.
    for pair in yes.windows(2) {
        if scope.inside(pair[1], pair[0]) {
            fits[pair[0]] = Fit::No;
        }
    }
    fits
}
