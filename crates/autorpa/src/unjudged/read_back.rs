//! What a person looked up to see that it worked, to code that looks it up after each run. It is tested before it is
//! believed.

use std::{collections::BTreeSet, sync::Arc};

use compiler::compile::{Request, compile};
use settings::Setting;
use strings::identifier;
use task::{Params, Value};
use thiserror::Error;
use trajectory::{Recording, Step};
use ui::{Action, Element, ElementId, Sent, row_holders, row_of};

use crate::{
    error::Error,
    read_back::{Found, look},
    workbench::guard,
    writes::sends,
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
    #[error(
        "its step {step} sends a message on the socket {address}, and nobody can tell whether that only asks: look it up \
         by loading a page by its address or by a link, and let the page itself show it"
    )]
    Message { step: usize, address: String },
    #[error("none of the values shows at the end of it")]
    ShowsNone,
    #[error(
        "what is to be gone stood beside nothing that is there still, so nothing shows that it would be seen"
    )]
    NothingLeft,
    #[error("it types \"{value}\", which is no value of the task")]
    OtherValue { value: String },
    #[error(
        "it opens {address}, which only what was done has led to, and another run leads to another one: look it up from a \
         list, or by searching"
    )]
    OwnAddress { address: String },
    #[error("no code fits its steps")]
    NoCode,
    #[error("where the page is, is not known: build with {}", Setting::Url)]
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
    let says = match says_something(task, look_up) {
        Ok(says) => says,
        Err(why_not) => return Ok(Err(why_not)),
    };
    let values = &task.instance.params;
    let others = match &says {
        Says::Shows(_) => values
            .iter()
            .map(|(name, it)| (name.clone(), other(it)))
            .collect(),
        Says::Gone(names) => match still_there(task, look_up, names) {
            Some(others) => others,
            None => return Ok(Err(NotBelieved::NothingLeft)),
        },
    };
    let Some(source) = code(order, look_up, &says)? else {
        return Ok(Err(NotBelieved::NoCode));
    };
    tested(order, &source, values, &others)
}

/// What a look-up says; else why that is nothing.
fn says_something(task: &Recording, look_up: &Recording) -> Result<Says, NotBelieved> {
    let ends = |it: &&Step| matches!(it.action, Action::Status { .. } | Action::Answer { .. });
    let steps: Vec<&Step> = look_up.steps.iter().filter(|it| !ends(it)).collect();
    if steps.is_empty() {
        return Err(NotBelieved::Nothing);
    }
    let sent = (1..).zip(&look_up.steps);
    let sent = sent.flat_map(|(at, it)| it.sent.iter().flatten().map(move |it| (at, it)));
    let more: Vec<(usize, &Sent)> = sent.filter(|(_, it)| !it.is_question()).collect();
    if let Some((step, it)) = more.iter().find(|(_, it)| !it.is_message()).or(more.first()) {
        return Err(match it.is_message() {
            true => NotBelieved::Message {
                step: *step,
                address: it.address.clone(),
            },
            false => NotBelieved::Writes {
                writes: sends(*step, it),
            },
        });
    }
    let values = &task.instance.params;
    let says = |text: &str| values.values().flat_map(Value::texts).any(|it| it == text.trim());
    let made = |text: &str| strings::derive(values).iter().any(|it| it.text == text.trim());
    let known: Vec<&str> = task.steps.iter().map(|it| it.screen.path()).collect();
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
    let shown = shown(look_up, values, &typed);
    if !shown.is_empty() {
        return Ok(Says::Shows(shown));
    }
    let gone: Vec<String> = values
        .iter()
        .filter(|(_, value)| value.as_text().is_some_and(|it| is_long(it) && showed(task, it)))
        .map(|(name, _)| name.clone())
        .collect();
    match gone.is_empty() {
        true => Err(NotBelieved::ShowsNone),
        false => Ok(Says::Gone(gone)),
    }
}

/// What a look-up says of a task that was done.
enum Says {
    /// These values show.
    Shows(Vec<ShownValue>),
    /// The values of these parameters, which showed before it, show no more.
    Gone(Vec<String>),
}

/// A value that shows at the end of a look-up.
struct ShownValue {
    /// Its parameter.
    name: String,
    /// The key that finds it.
    key: &'static str,
    /// The head of its table column, or its label, with the key for that.
    called: Option<(&'static str, String)>,
    /// The element.
    id: ElementId,
}

impl ShownValue {
    /// As a locator of a script.
    fn locator(&self) -> String {
        let name = identifier(&self.name);
        let called = self
            .called
            .as_ref()
            .map(|(key, text)| format!("{key}: {}, ", quoted(text)))
            .unwrap_or_default();
        format!(
            "#{{ {}: {name}, {called}target_description: \"what shows \" + {name} }}",
            self.key
        )
    }
}

/// A text as a script writes it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Whether a value says something where it shows.
fn is_long(text: &str) -> bool {
    text.chars().count() > 1 && !says_a_state(text)
}

/// Whether an element shows this, as what is kept and not as what is typed.
fn shows(it: &Element, text: &str) -> bool {
    !it.editable && it.text.as_deref().is_some_and(|it| it.trim() == text)
}

/// Whether it showed while the task was done.
fn showed(task: &Recording, text: &str) -> bool {
    let mut screens = task.steps.iter().map(|it| &it.screen);
    screens.any(|it| it.elements.iter().any(|it| shows(it, text)))
}

/// The values that show at the end of a look-up, each at the place where most of them stand together.
fn shown(look_up: &Recording, values: &Params, typed: &dyn Fn(&str) -> bool) -> Vec<ShownValue> {
    let screen = &look_up.last;
    let holders = row_holders(screen);
    let place = |it: &Element| row_of(&holders, it).map(<[u16]>::to_vec);
    let mut all: Vec<(String, Vec<(&'static str, ElementId)>)> = Vec::new();
    for (name, value) in values {
        let Some(text) = value.as_text().filter(|it| is_long(it)) else {
            continue;
        };
        let key = |it: &Element| match shows(it, text) {
            true => Some("text"),
            false => {
                let held = it.value.as_deref().is_some_and(|it| it.trim() == text);
                (held && !typed(text)).then_some("value")
            }
        };
        let found: Vec<_> = (screen.iter())
            .filter_map(|(id, it)| Some((key(it)?, id)))
            .collect();
        if !found.is_empty() {
            all.push((name.clone(), found));
        }
    }
    let element = |id: ElementId| &screen.elements[id.0];
    // The row that has most of them is the one that was looked up.
    let rows: BTreeSet<Vec<u16>> = (all.iter().flat_map(|(_, found)| found))
        .filter_map(|(_, id)| place(element(*id)))
        .collect();
    let has = |row: &Vec<u16>| {
        let of = |found: &Vec<(&str, ElementId)>| {
            found
                .iter()
                .any(|(_, id)| place(element(*id)).as_ref() == Some(row))
        };
        all.iter().filter(|(_, found)| of(found)).count()
    };
    let row = rows.iter().max_by_key(|it| has(it)).cloned();
    let best = |found: &[(&'static str, ElementId)]| {
        let in_row = found
            .iter()
            .find(|(_, id)| row.is_some() && place(element(*id)) == row);
        in_row.or_else(|| found.first()).copied()
    };
    let shown = all.iter().filter_map(|(name, found)| {
        let (key, id) = best(found)?;
        let it = element(id);
        let called = it.column.clone().map(|it| ("column", it));
        let called = called.or_else(|| it.label.clone().map(|it| ("label", it)));
        Some(ShownValue {
            name: name.clone(),
            key,
            called: called.filter(|(_, it)| !it.trim().is_empty()),
            id,
        })
    });
    shown.collect()
}

fn says_in(address: &str, value: &str) -> bool {
    let plain: String = url::form_urlencoded::byte_serialize(value.as_bytes()).collect();
    value.chars().count() > 1 && (address.contains(value) || address.contains(&plain))
}

/// The look-up as code that ends with what has to show, or has to be gone.
fn code(order: &Order<'_>, look_up: &Recording, says: &Says) -> Result<Option<String>, Error> {
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
        rows: compiler::compile::Rows::NotShown,
        made: Vec::new(),
    };
    let compiled = compile(&mut world, &request)?;
    let Some(script) = compiled.script.filter(|it| it.source.contains(DONE)) else {
        return Ok(None);
    };
    let mut all: Vec<String> = script.params.iter().map(|it| identifier(&it.name)).collect();
    let head = |params: &[String]| format!("fn {}({})", script.name, params.join(", "));
    let before = head(&all);
    let named: Vec<&String> = match says {
        Says::Shows(shown) => shown.iter().map(|it| &it.name).collect(),
        Says::Gone(names) => names.iter().collect(),
    };
    for name in named.into_iter().map(|it| identifier(it)) {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    let source = script.source.replacen(&before, &head(&all), 1);
    let ends = match says {
        Says::Shows(shown) => expected(look_up, shown),
        Says::Gone(names) => names.iter().map(|it| gone(it)).collect(),
    };
    Ok(source
        .contains(&head(&all))
        .then(|| source.replacen(DONE, &format!("{ends}{DONE}"), 1)))
}

/// What has to show: what stood in one place stands in one place, and all else where it is called the same.
fn expected(look_up: &Recording, shown: &[ShownValue]) -> String {
    let screen = &look_up.last;
    let holders = row_holders(screen);
    let element = |it: &ShownValue| &screen.elements[it.id.0];
    let row = shown.iter().find_map(|it| row_of(&holders, element(it)));
    let (together, apart): (Vec<&ShownValue>, Vec<&ShownValue>) = match row {
        Some(row) => shown.iter().partition(|it| element(it).path.starts_with(row)),
        None => (shown.iter().filter(|it| it.key == "text").collect(), Vec::new()),
    };
    let apart = apart.into_iter().chain(match row {
        Some(_) => Vec::new(),
        None => shown.iter().filter(|it| it.key != "text").collect(),
    });
    let apart: String = apart
        .map(|it| format!("env_op.expect({});\n    ", it.locator()))
        .collect();
    let Some((first, others)) = together.split_first() else {
        return apart;
    };
    if others.is_empty() {
        return format!("env_op.expect({});\n    {apart}", first.locator());
    }
    let depth = others.iter().map(|it| element(first).shared_depth(element(it)));
    let depth = depth.min().unwrap_or_default();
    let locators: Vec<String> = together.iter().map(|it| it.locator()).collect();
    format!(
        "env_op.expect_together([{}], {depth});\n    {apart}",
        locators.join(", ")
    )
}

/// What has to be gone.
fn gone(name: &str) -> String {
    let name = identifier(name);
    format!(
        "env_op.expect_gone(#{{ text: {name}, editable: \"false\", target_description: \"what shows \" + {name} }});\n    "
    )
}

/// The values of a task, with others for those that have to be gone: of what stood in its place
/// for another one. None where nothing did.
fn still_there(task: &Recording, look_up: &Recording, gone: &[String]) -> Option<Params> {
    let values = &task.instance.params;
    let is_value = |text: &str| values.values().flat_map(Value::texts).any(|it| it == text);
    let alike = |a: &Element, b: &Element| {
        a.class_name == b.class_name
            && a.column == b.column
            && a.path.len() == b.path.len()
            && a.role == b.role
    };
    let mut others = values.clone();
    let name = gone.first()?;
    let text = values.get(name)?.as_text()?;
    let screens = || task.steps.iter().map(|it| &it.screen).chain([&look_up.last]);
    let all = || screens().flat_map(|it| &it.elements);
    let own: Vec<&Element> = all().filter(|it| shows(it, text)).collect();
    let beside = all().find_map(|it| {
        let shown = it.text.as_deref().map(str::trim)?;
        let fits = is_long(shown) && shows(it, shown) && !is_value(shown);
        (fits && own.iter().any(|own| alike(own, it))).then(|| shown.to_owned())
    })?;
    others.insert(name.clone(), beside.into());
    Some(others)
}

/// Look it up twice with the values that were shown, and once with others, for which it must not hold.
fn tested(
    order: &Order<'_>,
    source: &str,
    values: &Params,
    others: &Params,
) -> Result<Result<String, NotBelieved>, Error> {
    let mut answers = Vec::new();
    for values in [values, values, others] {
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
