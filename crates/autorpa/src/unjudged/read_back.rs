//! What a person looked up to see that it worked, to code that looks it up after each run. It is tested before it is
//! believed.

use std::sync::Arc;

use compiler::compile::{Request, compile};
use strings::identifier;
use task::{Params, Value};
use thiserror::Error;
use trajectory::{Recording, Step};
use ui::{Action, Screen};

use crate::{
    error::Error,
    read_back::{Found, look},
    workbench::guard,
    writes::Writes,
};

use super::{order::Order, values::says_a_state, world::Unjudged};

/// What stands in a function's code where it says that it is done.
const DONE: &str = "env_op.stop(\"complete\")";

/// Why what was looked up is not believed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum NotBelieved {
    #[error("nothing was done after `check`: load a page or search, and open what shows it")]
    Nothing,
    #[error("{writes}, and what looks something up changes nothing")]
    Writes { writes: String },
    #[error("none of the values shows at the end of it")]
    ShowsNone,
    #[error("it types \"{value}\", which is no value of the task")]
    OtherValue { value: String },
    #[error(
        "it opens {address}, which only what was done has led to, and another run leads to another one: look it up from a \
         list, or by searching"
    )]
    OwnAddress { address: String },
    #[error("no code fits its steps")]
    NoCode,
    #[error("where the page is, is not known: build with --url")]
    NoPage,
    #[error("it can't be done from where the function begins: {why}")]
    Fails { why: String },
    #[error("it holds for other values as well ({values}), for which nothing was done: it says nothing")]
    HoldsBefore { values: String },
    #[error("it says one thing and then another: {why}")]
    Differs { why: String },
}

/// A recording as what does the task, and as what looks it up.
pub(super) fn split(recording: &Recording) -> (Recording, Option<Recording>) {
    let after = recording.shown.as_ref().and_then(|it| it.check_after);
    let Some(after) = after.filter(|it| *it > 0 && *it <= recording.steps.len()) else {
        return (recording.clone(), None);
    };
    let (does, looks) = recording.steps.split_at(after);
    let ends = |it: &Step| matches!(it.action, Action::Status { .. });
    let mut task = Recording {
        steps: does.to_vec(),
        last: looks
            .first()
            .map_or_else(|| Arc::clone(&recording.last), |it| Arc::clone(&it.screen)),
        ..recording.clone()
    };
    if let Some(end) = looks.last().filter(|it| ends(it)) {
        task.steps
            .push(Step::new(Arc::clone(&task.last), end.action.clone()));
    }
    let look_up = Recording {
        steps: looks.to_vec(),
        ..recording.clone()
    };
    (task, Some(look_up))
}

/// The code that looks up whether a run worked, once it is known to say something.
pub(super) fn believed(
    order: &Order<'_>,
    task: &Recording,
    look_up: &Recording,
) -> Result<Result<String, NotBelieved>, Error> {
    let shows = match says_something(task, look_up) {
        Ok(shows) => shows,
        Err(why_not) => return Ok(Err(why_not)),
    };
    let Some(source) = code(order, look_up, &shows)? else {
        return Ok(Err(NotBelieved::NoCode));
    };
    tested(order, &source, &task.instance.params)
}

/// The values that show at the end of a look-up, each with the key that finds it; else why that says nothing.
fn says_something(task: &Recording, look_up: &Recording) -> Result<Vec<(String, &'static str)>, NotBelieved> {
    let ends = |it: &&Step| matches!(it.action, Action::Status { .. } | Action::Answer { .. });
    let steps: Vec<&Step> = look_up.steps.iter().filter(|it| !ends(it)).collect();
    if steps.is_empty() {
        return Err(NotBelieved::Nothing);
    }
    if let Some(writes) = Writes::of([look_up]).says().filter(|_| {
        look_up
            .steps
            .iter()
            .any(|it| it.sent.iter().flatten().any(|it| !it.is_question()))
    }) {
        return Err(NotBelieved::Writes { writes });
    }
    let values = &task.instance.params;
    let says = |text: &str| values.values().flat_map(Value::texts).any(|it| it == text.trim());
    let made = |text: &str| strings::derive(values).iter().any(|it| it.text == text.trim());
    let known: Vec<&str> = task.steps.iter().map(|it| address(&it.screen)).collect();
    for step in &steps {
        match &step.action {
            Action::InputText { text: value, .. } | Action::SelectOption { option: value, .. }
                if !says(value) && !made(value) =>
            {
                return Err(NotBelieved::OtherValue { value: value.clone() });
            }
            Action::OpenLink { link } => {
                let of_values = values.values().flat_map(Value::texts).any(|it| says_in(link, it));
                if !of_values && !known.iter().any(|it| link.ends_with(it) && !it.is_empty()) {
                    return Err(NotBelieved::OwnAddress {
                        address: link.clone(),
                    });
                }
            }
            _ => {}
        }
    }
    let typed = |text: &str| {
        steps
            .iter()
            .any(|it| it.action.value().is_some_and(|it| it.trim() == text))
    };
    let key = |text: &str| {
        let shows = |it: Option<&String>| it.is_some_and(|it| it.trim() == text);
        look_up.last.elements.iter().find_map(|it| {
            if shows(it.text.as_ref()) && !it.editable {
                Some("text")
            } else if shows(it.value.as_ref()) && !typed(text) {
                Some("value")
            } else {
                None
            }
        })
    };
    let shown: Vec<(String, &'static str)> = values
        .iter()
        .filter_map(|(name, value)| {
            let text = value
                .as_text()
                .filter(|it| it.chars().count() > 1 && !says_a_state(it))?;
            Some((name.clone(), key(text)?))
        })
        .collect();
    match shown.is_empty() {
        true => Err(NotBelieved::ShowsNone),
        false => Ok(shown),
    }
}

/// Where a screen is, behind its origin.
fn address(screen: &Screen) -> &str {
    screen.activity.split(' ').next().unwrap_or_default()
}

fn says_in(address: &str, value: &str) -> bool {
    let plain: String = url::form_urlencoded::byte_serialize(value.as_bytes()).collect();
    value.chars().count() > 1 && (address.contains(value) || address.contains(&plain))
}

/// The look-up as code that ends with what has to show.
fn code(
    order: &Order<'_>,
    look_up: &Recording,
    shows: &[(String, &'static str)],
) -> Result<Option<String>, Error> {
    let shown = [look_up.clone()];
    let mut world = Unjudged::looking_up(order, &shown);
    let request = Request {
        task_type: format!("look-up-{}", look_up.instance.task_type),
        description: look_up.instance.goal.clone(),
        instances: 1,
        refinements: 0,
        held_out: 0,
        further: 0,
        tier: crate::request::Tier::Free,
        candidates: 1,
        without: compiler::compile::Without::default(),
    };
    let compiled = compile(&mut world, &request)?;
    let Some(script) = compiled.script.filter(|it| it.source.contains(DONE)) else {
        return Ok(None);
    };
    let own: Vec<String> = script.params.iter().map(|it| identifier(&it.name)).collect();
    let mut all = own.clone();
    all.extend(
        shows
            .iter()
            .map(|it| identifier(&it.0))
            .filter(|it| !own.contains(it))
            .collect::<Vec<_>>(),
    );
    let head = |params: &[String]| format!("fn {}({})", script.name, params.join(", "));
    let expects: String = shows
        .iter()
        .map(|(name, key)| {
            let name = identifier(name);
            format!(
                "env_op.expect(#{{ {key}: {name}, target_description: \"what shows \" + {name} }});\n    "
            )
        })
        .collect();
    let source = script.source.replacen(&head(&own), &head(&all), 1);
    Ok(source
        .contains(&head(&all))
        .then(|| source.replacen(DONE, &format!("{expects}{DONE}"), 1)))
}

/// Look it up twice with the values that were shown, and once with others.
fn tested(order: &Order<'_>, source: &str, values: &Params) -> Result<Result<String, NotBelieved>, Error> {
    let others: Params = values
        .iter()
        .map(|(name, it)| (name.clone(), other(it)))
        .collect();
    let mut answers = Vec::new();
    for values in [values, values, &others] {
        let Some(mut env) = order.at.open_if_known()? else {
            return Ok(Err(NotBelieved::NoPage));
        };
        let guard = guard(env.as_ref(), "", &order.rpa.limits(order.args)?)?;
        answers.push(look(source, values, env.as_mut(), guard, &order.rpa.cancel));
    }
    let why_not = match &answers[..] {
        [Found::Holds, Found::Holds, Found::Misses(_)] => return Ok(Ok(source.to_owned())),
        [Found::Holds, Found::Holds, Found::Holds] => NotBelieved::HoldsBefore {
            values: others
                .values()
                .map(|it| format!("\"{it}\""))
                .collect::<Vec<_>>()
                .join(", "),
        },
        [Found::Holds, Found::Holds, Found::Unclear(why)]
        | [Found::Misses(why) | Found::Unclear(why), ..] => NotBelieved::Fails { why: why.clone() },
        [_, Found::Misses(why) | Found::Unclear(why), ..] => NotBelieved::Differs { why: why.clone() },
        _ => NotBelieved::NoCode,
    };
    Ok(Err(why_not))
}

/// Another value of the same looks, which nobody has given anything.
fn other(value: &Value) -> Value {
    let turned = |it: char| match it {
        'z' => 'a',
        'Z' => 'A',
        '9' => '0',
        'a'..='y' | 'A'..='Y' | '0'..='8' => char::from_u32(u32::from(it) + 1).unwrap_or(it),
        _ => it,
    };
    let other = |it: &str| it.chars().map(turned).collect::<String>();
    match value {
        Value::Text(it) => Value::Text(other(it)),
        Value::List(all) => Value::List(all.iter().map(|it| other(it)).collect()),
    }
}
