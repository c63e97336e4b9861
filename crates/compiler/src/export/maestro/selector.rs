//! From the locator of a script to the selector of a flow.

use rhai::{Expr, Ident};
use ui::Key;

use super::{
    flow::{Bound, Flow},
    refuse::{no_command, no_way},
    script::Value,
    sought::{Selector, Target},
    yaml::Yaml,
};
use crate::export::{error::ExportError, syntax::step};

impl Flow<'_> {
    /// The element that an expression stands for, where it is one.
    pub fn target(&self, expr: &Expr) -> Result<Target, ExportError> {
        let here = |selector| Target {
            selector,
            scrolls: false,
        };
        match expr {
            Expr::Map(map, _) => self.selector(&map.0).map(here),
            Expr::Variable(it, ..) => match self.bound(&it.1) {
                Some(Bound::Element(target)) => Ok(target.clone()),
                _ => Err(no_way(
                    expr.start_position(),
                    &format!("`{}` as an element", it.1),
                    "it finds each element by a selector",
                )),
            },
            Expr::FnCall(call, at) => {
                let Some(declared) = self.declared.iter().find(|it| it.name == call.name.as_str()) else {
                    let why = "it finds each element by a selector";
                    return Err(no_way(*at, &format!("`{}` as an element", call.name), why));
                };
                let mut scope = Vec::new();
                for (name, value) in declared.params.iter().zip(&call.args) {
                    scope.push((name.clone(), Bound::Value(self.value(value)?)));
                }
                self.inside(scope).selector(&declared.entries).map(here)
            }
            Expr::Dot(..) => {
                let (call, at) = step(expr).ok_or_else(|| not_an_element(expr))?;
                match (call.name.as_str(), call.args.as_slice()) {
                    ("require" | "find_element", [sought]) => self.target(sought),
                    ("scroll_to" | "scroll_to_element", [sought]) => Ok(Target {
                        scrolls: true,
                        ..self.target(sought)?
                    }),
                    _ => Err(no_command(at, &call.name)),
                }
            }
            _ => Err(not_an_element(expr)),
        }
    }

    fn selector(&self, entries: &[(Ident, Expr)]) -> Result<Selector, ExportError> {
        let mut all: Vec<(&'static str, Yaml)> = Vec::new();
        for (key, value) in entries {
            let name = key.name.as_str();
            // What is for people, and the other ways to the same element, which the head of the flow names.
            if ["target_description", "or_else"].contains(&name) {
                continue;
            }
            let refused = |why: &'static str| no_way(key.pos, &format!("`{name}`"), why);
            let known = name.parse::<Key>().map_err(|_| refused(relation(name)))?;
            let (under, written) = match known {
                Key::Text | Key::ContentDescription | Key::HintText => ("text", self.shown(value, "", "")?),
                Key::TextContains | Key::ContentDescriptionContains => {
                    ("text", self.shown(value, ".*", ".*")?)
                }
                Key::TextStartsWith => ("text", self.shown(value, "", ".*")?),
                Key::ContentDescriptionStartsWith => ("text", self.shown(value, "", r"(?![\p{L}\p{N}]).*")?),
                Key::TextEndsWith => ("text", self.shown(value, ".*", "")?),
                Key::ResourceName => {
                    let Value::Plain(id) = self.value(value)? else {
                        return Err(refused("an id that only a run knows is no selector"));
                    };
                    ("id", Yaml::Text(id.replace('.', "\\.")))
                }
                Key::Checked => ("checked", self.flag(value)?),
                Key::Selected => ("selected", self.flag(value)?),
                Key::Enabled => ("enabled", self.flag(value)?),
                Key::Focused => ("focused", self.flag(value)?),
                _ => return Err(refused("its selectors know no such attribute")),
            };
            if all.iter().any(|it| it.0 == under) {
                return Err(refused(
                    "a selector has one text, which what is shown, described and hinted shares",
                ));
            }
            all.push((under, written));
        }
        Ok(Selector(all))
    }

    fn shown(&self, value: &Expr, before: &str, behind: &str) -> Result<Yaml, ExportError> {
        Ok(Yaml::Text(self.value(value)?.pattern(before, behind).text()))
    }

    fn flag(&self, value: &Expr) -> Result<Yaml, ExportError> {
        match self.value(value)?.code().trim_matches('"') {
            it @ ("true" | "false") => Ok(Yaml::word(it)),
            _ => Err(no_way(
                value.start_position(),
                "this state",
                "a selector says `true` or `false`",
            )),
        }
    }
}

/// Why a relation between elements is not said.
fn relation(name: &str) -> &'static str {
    match name {
        "near" => "it has `below`, `rightOf` and the like, and nothing for the same row",
        "nth" => "it counts elements by where they stand on the screen, and a function by their order in it",
        _ => "its selectors know no such relation",
    }
}

fn not_an_element(expr: &Expr) -> ExportError {
    let why = "it finds each element by a selector";
    no_way(expr.start_position(), "this expression as an element", why)
}
