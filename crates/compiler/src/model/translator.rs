//! Recorded step to locator by a model (paper, section 3.2); accepted only if it finds exactly the recorded element.

use std::collections::BTreeMap;

use llm::{Answer, AnswerError, Prompt, Role};
use serde::Serialize;
use serde_json::{Map, Value};
use strings::{Expr, explain};
use task::Params;
use tracing::warn;
use trajectory::{Recording, describe_action};
use ui::{ElementId, ExtraAction, Found, Key, Locator, Nth, Screen, element_line, element_list, find};

use super::query::{Query, Rejection, line, render, task};
use crate::{
    locator::{fill, is_about, is_whole},
    soft::{SoftTrajectory, Step},
    world::WorldError,
};

pub(super) const SYSTEM: Prompt = Prompt::new("translator", 1, include_str!("../../prompts/translator.md"));
pub(super) const STEP: Prompt = Prompt::new(
    "translator_step",
    1,
    include_str!("../../prompts/translator_step.md"),
);

/// Begins the note of a step whose element only a question to a model decides.
pub(super) const ASKED: &str = "to be asked: ";

#[derive(Serialize)]
struct SystemInput {
    keys: Vec<String>,
}

#[derive(Serialize)]
struct StepInput {
    task: String,
    action: String,
    target: String,
    elements: String,
    summary: String,
    after: String,
}

/// What the model says of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translation {
    /// What could make the locator fail.
    pub robustness: String,
    /// What decides where no condition can.
    pub question: Option<String>,
    /// What the element is.
    pub locator: Locator,
    /// What shows on the next screen.
    pub expect: Option<Locator>,
}

/// The question for the element of a step; `None` where the step has none.
pub(super) fn query(recording: &Recording, step: &Step) -> Result<Option<Query>, WorldError> {
    let idx = step.source.step - 1;
    let (Some(target), Some(recorded)) = (step.target, recording.steps.get(idx)) else {
        return Ok(None);
    };
    let Some(element) = step.screen.get(target) else {
        return Ok(None);
    };
    let system = render(
        &SYSTEM,
        &SystemInput {
            keys: Key::told().map(|it| format!("`{it}`")).collect(),
        },
    )?;
    let action = describe_action(&step.screen, &recorded.action);
    let text = render(
        &STEP,
        &StepInput {
            task: task(&recording.instance.goal, &recording.instance.params),
            action: match &recorded.reason {
                Some(reason) => format!("{action}\n{reason}"),
                None => action,
            },
            target: element_line(target, element),
            elements: element_list(&step.screen),
            summary: line(&recording.summary(idx).unwrap_or_default()),
            after: element_list(recording.after(idx)),
        },
    )?;
    Ok(Some(Query::text(Role::Translator, system, text)))
}

/// A reply as a translation whose locator finds the step's element alone.
pub(super) fn sound(reply: &str, step: &Step) -> Result<Translation, Rejection> {
    let translation = parse(reply)?;
    if let Some(target) = step.target {
        prove(&step.screen, &translation.locator, target)?;
    }
    Ok(translation)
}

/// Take the locators that the acting agent gave with its actions, where they are sound.
pub(super) fn adopt_all(
    recording: &Recording,
    mut free: SoftTrajectory,
    said: &BTreeMap<usize, String>,
) -> SoftTrajectory {
    for step in &mut free.steps {
        let number = step.source.step;
        let (Some(target), Some(text)) = (step.target, said.get(&number)) else {
            continue;
        };
        let read = Answer::parse(text)
            .whole_json::<Map<String, Value>>()
            .map_err(Rejection::from)
            .and_then(|it| locator(&it))
            .and_then(|it| prove(&step.screen, &it, target).map(|()| it));
        match read {
            Ok(locator) => {
                let translation = Translation {
                    robustness: String::new(),
                    question: None,
                    locator,
                    expect: None,
                };
                adopt(step, translation, recording);
            }
            Err(reason) => warn!(number, "the agent's own locator is not taken: {reason}"),
        }
    }
    free
}

/// A reply as a translation, whether it is sound or not.
pub fn parse(reply: &str) -> Result<Translation, Rejection> {
    let answer = Answer::parse(reply);
    let locator = locator(&answer.json::<Map<String, Value>>("Locator")?)?;
    if locator.target_description.is_empty() {
        return Err(Rejection::Locator("a `target_description`"));
    }
    let expect = match answer.json::<Map<String, Value>>("Expect") {
        Ok(it) => Some(self::locator(&it)?),
        Err(
            AnswerError::NoJson { .. } | AnswerError::NoSection { .. } | AnswerError::EmptySection { .. },
        ) => None,
        Err(other) => return Err(other.into()),
    };
    let question = answer.section("Question").ok().map(line);
    Ok(Translation {
        question: question.filter(|it| !it.trim_matches(['`', '.', ' ']).eq_ignore_ascii_case("none")),
        robustness: line(answer.section("Robustness")?),
        locator,
        expect,
    })
}

fn locator(json: &Map<String, Value>) -> Result<Locator, Rejection> {
    let mut locator = Locator::default();
    for (key, value) in json {
        let bad = || Rejection::BadValue {
            key: key.clone(),
            given: value.to_string(),
        };
        let text = match value {
            Value::String(it) => Some(it.clone()),
            Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
            Value::Null | Value::Array(_) | Value::Object(_) => None,
        };
        match (key.as_str(), text) {
            ("target_description", Some(text)) => locator.target_description = line(&text),
            ("near", Some(text)) => locator.near = Some(text),
            ("nth", Some(text)) if text.parse::<Nth>().is_ok() => locator.nth = Some(text),
            ("additional_actions", _) => {
                let all = value.as_array().ok_or_else(bad)?;
                let each = all
                    .iter()
                    .map(|it| it.as_str().and_then(|it| it.parse::<ExtraAction>().ok()));
                locator.additional_actions = each.collect::<Option<_>>().ok_or_else(bad)?;
            }
            ("target_description" | "near" | "nth", _) => return Err(bad()),
            (name, text) => {
                let key: Key = name.parse().map_err(|()| AnswerError::NotOneOf {
                    what: "key of a locator".to_owned(),
                    given: name.to_owned(),
                    known: Key::told().map(|it| it.to_string()).collect(),
                })?;
                locator = locator.and(key, text.ok_or_else(bad)?);
            }
        }
    }
    if locator.is_empty() {
        Err(Rejection::Locator("at least one condition"))
    } else {
        Ok(locator)
    }
}

fn prove(screen: &Screen, locator: &Locator, target: ElementId) -> Result<(), Rejection> {
    let found = match find(screen, locator) {
        Found::One(id) if id == target => return Ok(()),
        Found::One(id) => format!("element {id} instead"),
        Found::None => "nothing on the recorded screen".to_owned(),
        Found::Many(ids) => {
            let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
            format!("{} elements: {}", ids.len(), ids.join(", "))
        }
    };
    Err(Rejection::Finds {
        found,
        wanted: target.0,
    })
}

/// Take the model's locator in the others' place, its values of the task as expressions.
pub(super) fn adopt(step: &mut Step, translation: Translation, recording: &Recording) {
    let params = &recording.instance.params;
    let after = recording.after(step.source.step - 1);
    let description = translation.locator.target_description.clone();
    let explained = abstracted(&translation.locator, params);
    let plain = translation.locator.map(|it| Expr::Const(it.clone()));
    // What the values are made of is a guess; where it does not give the same element, the texts stand.
    let sound = fill(&explained, params).map(|it| find(&step.screen, &it)) == step.target.map(Found::One);
    let best = if sound { explained } else { plain };
    step.action = step.action.with_target(vec![best]);
    if !description.is_empty() {
        step.target_description = description;
    }
    step.note = match translation.question {
        Some(question) => format!("{ASKED}{question}"),
        None => translation.robustness,
    };
    if let Some(expect) = translation.expect
        && find(after, &expect).one().is_some()
        && find(&step.screen, &expect) == Found::None
    {
        step.expect = Some(abstracted(&expect, params));
    }
}

/// The same locator with the texts that are about something explained by the parameters.
fn abstracted(locator: &Locator, params: &Params) -> Locator<Expr> {
    let simplest = |text: &String| {
        let constant = Expr::Const(text.clone());
        explain(params, text)
            .into_iter()
            .find(|it| !it.is_const() && has_reason(it))
            .unwrap_or(constant)
    };
    let mut all = locator.map(|it| Expr::Const(it.clone()));
    for (idx, (key, text)) in locator.attributes.iter().enumerate() {
        if is_about(*key) {
            all.attributes[idx].1 = simplest(text);
        }
    }
    all.near = locator.near.as_ref().map(simplest);
    all
}

/// Whether what stands inside a longer text stands there for a reason: a word of a value that happens to be
/// in a button's name says nothing.
fn has_reason(expr: &Expr) -> bool {
    match expr {
        Expr::Concat(parts) => parts.iter().all(|it| it.is_const() || is_whole(it)),
        Expr::Input(_) | Expr::Item(..) | Expr::Const(_) | Expr::Apply(..) | Expr::Call(..) | Expr::If(_) => {
            true
        }
    }
}

#[cfg(test)]
mod tests {
    use ui::Element;

    use super::*;

    const GOOD: &str = "### Robustness:\nThe name may be\ntranslated.\n### Locator\n```json\n{\"text\": \"Ada\", \"enabled\": true, \"target_description\": \"row of Ada\"}\n```\n### Expect\nnone";

    #[test]
    fn a_good_answer_is_a_locator() {
        let it = parse(GOOD).unwrap();
        assert_eq!(
            it.locator,
            Locator::by(Key::Text, "Ada")
                .and(Key::Enabled, "true")
                .described("row of Ada")
        );
        assert_eq!(
            (it.robustness.as_str(), it.expect),
            ("The name may be translated.", None)
        );
    }

    #[test]
    fn answers_that_can_not_be_used_say_why() {
        let fails = |locator: &str| {
            parse(&GOOD.replace("\"text\": \"Ada\", \"enabled\": true", locator))
                .unwrap_err()
                .to_string()
        };
        assert!(
            fails("\"xpath\": \"//a\"").starts_with("`xpath` is no key of a locator; it is one of: text, ")
        );
        assert_eq!(fails("\"text\": [1]"), "`text` can't be [1]");
        assert_eq!(fails("\"nth\": \"second\""), "`nth` can't be \"second\"");
        assert_eq!(
            fails("\"additional_actions\": [\"fly\"]"),
            "`additional_actions` can't be [\"fly\"]"
        );
        assert_eq!(
            fails("\"target_description\": \"x\""),
            "the locator needs at least one condition"
        );
        let described = parse(&GOOD.replace("row of Ada", " ")).unwrap_err().to_string();
        assert_eq!(described, "the locator needs a `target_description`");
        assert_eq!(
            parse("env_op.click(3)").unwrap_err().to_string(),
            "the section `### Locator` is missing; found: none"
        );
    }

    #[test]
    fn a_locator_must_find_the_recorded_element_alone() {
        let row = |text: &str| Element {
            text: Some(text.to_owned()),
            ..Element::default()
        };
        let screen = Screen {
            elements: vec![row("Ada"), row("Bob"), row("Ada")],
            ..Screen::default()
        };
        let prove = |text: &str, target| prove(&screen, &Locator::by(Key::Text, text), ElementId(target));
        assert_eq!(prove("Bob", 1), Ok(()));
        assert_eq!(
            prove("Bob", 0).unwrap_err().to_string(),
            "the locator finds element 1 instead; it must find element 0 alone"
        );
        assert!(
            prove("Ada", 0)
                .unwrap_err()
                .to_string()
                .contains("2 elements: 0, 2")
        );
        assert!(
            prove("Eve", 0)
                .unwrap_err()
                .to_string()
                .contains("nothing on the recorded screen")
        );
    }

    #[test]
    fn values_of_the_task_become_expressions() {
        let params = Params::from_iter([("name".to_owned(), "Ada".into())]);
        let it = abstracted(&Locator::by(Key::Text, "Ada").and(Key::ClassName, "Ada"), &params);
        assert!(!it.get(Key::Text).unwrap().is_const());
        assert!(it.get(Key::ClassName).unwrap().is_const());
    }

    /// A button's name keeps its words, whatever words the task has.
    #[test]
    fn a_word_in_common_is_no_value_of_the_task() {
        let params = Params::from_iter([
            ("file".to_owned(), "plan.md".into()),
            ("text".to_owned(), "Try the new recipe".into()),
        ]);
        let text = |it: &str| {
            let it = abstracted(&Locator::by(Key::Text, it), &params);
            it.get(Key::Text).unwrap().to_string()
        };
        assert_eq!(text("Create a new file"), "\"Create a new file\"");
        assert_eq!(text("Delete plan.md?"), "\"Delete \" + file + \"?\"");
    }
}
