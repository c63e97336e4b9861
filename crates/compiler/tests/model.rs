//! The model drivers with a model whose replies are given: what is taken, what goes back, what stands.

use std::{collections::VecDeque, sync::Arc};

use autorpa_compiler::{
    model::{Agents, Options},
    script::Script,
    soft::SoftTrajectory,
    translate::translate,
    verify::analyze,
    world::{BuildTask, Builder, WorldError},
};
use llm::{Model, ModelError, Reply, Request, Usage};
use task::{Instance, Params};
use trajectory::{Diagnostic, Ending, Origin, Outcome, Recording, RecordingId, Step, VERSION};
use ui::{Action, Element, ElementId, HardAction, Key, Rect, Screen};

/// Says what it was given and keeps what it was asked; without words left its budget is spent.
struct Given<'a> {
    replies: VecDeque<String>,
    asked: &'a mut Vec<Request>,
}

impl Model for Given<'_> {
    fn complete(&mut self, request: &Request) -> Result<Reply, ModelError> {
        self.asked.push(request.clone());
        match self.replies.pop_front() {
            Some(text) => Ok(Reply {
                text,
                usage: Usage::default(),
                cut: false,
            }),
            None => Err(ModelError::OverBudget {
                spent: 9,
                needed: 2,
                budget: 10,
            }),
        }
    }

    fn describe(&self) -> String {
        "given".to_owned()
    }
}

fn agents<'a>(replies: &[&str], asked: &'a mut Vec<Request>) -> Agents<Given<'a>> {
    let replies = replies.iter().map(|it| (*it).to_owned()).collect();
    Agents::new(
        Given { replies, asked },
        "(what a script can call)".to_owned(),
        Options::default(),
    )
}

fn element(text: &str, id: &str) -> Element {
    Element {
        text: Some(text.to_owned()),
        resource_name: Some(format!("app:id/{id}")),
        class_name: Some("android.widget.TextView".to_owned()),
        clickable: true,
        bounds: Rect::new(0, 0, 10, 10),
        ..Element::default()
    }
}

fn screen(elements: &[(&str, &str)]) -> Arc<Screen> {
    let elements = elements.iter().map(|(text, id)| element(text, id)).collect();
    Arc::new(Screen {
        app: "app".to_owned(),
        size: (100, 100),
        elements,
        ..Screen::default()
    })
}

/// The contact with the parameter's name is opened and then called.
fn recording() -> Recording {
    let step = |screen: Arc<Screen>, action: HardAction| Step {
        screen,
        screenshot: None,
        action,
        reason: Some("It is next.".to_owned()),
        summary: Some("It worked.".to_owned()),
        position: None,
    };
    Recording {
        version: VERSION,
        id: RecordingId("r1".to_owned()),
        origin: Origin::React,
        instance: Instance {
            suite: "tests".to_owned(),
            task_type: "CallContact".to_owned(),
            seed: 1,
            goal: "Call Ada.".to_owned(),
            params: Params::from_iter([("name".to_owned(), "Ada".into())]),
        },
        steps: vec![
            step(
                screen(&[("Ada", "row"), ("Bob", "row")]),
                Action::Click { target: ElementId(0) },
            ),
            step(
                screen(&[("Ada", "title"), ("Call", "call")]),
                Action::Click { target: ElementId(1) },
            ),
        ],
        last: screen(&[("Calling", "state")]),
        breakpoint: None,
        ending: Ending {
            outcome: Outcome::Reached,
            diagnostic: None,
        },
        reward: Some(1.0),
        answer: None,
        conclusion: Some("The row of the contact, then Call.".to_owned()),
        reflection: None,
    }
}

fn locator(json: &str) -> String {
    format!("### Robustness\nFine.\n### Locator\n{json}\n### Expect\nnone")
}

#[test]
fn a_sound_locator_goes_first_and_an_unsound_one_goes_back() {
    let mut asked = Vec::new();
    let row =
        locator(r#"{"text": "Ada", "resource_name": "row", "target_description": "row of the contact"}"#);
    let wrong = locator(r#"{"resource_name": "row", "target_description": "row"}"#);
    let replies = [wrong.as_str(), row.as_str(), "I do not know.", "click it", "```"];
    let recording = recording();
    let free = translate(&recording);
    let it = agents(&replies, &mut asked)
        .translate(&recording, free.clone())
        .unwrap();
    let Action::Click { target } = &it.steps[0].action else {
        panic!("{}", it.steps[0])
    };
    assert_eq!(
        target[0]
            .get(Key::ResourceName)
            .map(ToString::to_string)
            .as_deref(),
        Some("\"row\"")
    );
    assert_eq!(
        target[0].get(Key::Text).map(ToString::to_string).as_deref(),
        Some("name")
    );
    assert_eq!(
        (it.steps[0].target_description.as_str(), it.steps[0].note.as_str()),
        ("row of the contact", "Fine.")
    );
    assert_eq!(it.steps[1], free.steps[1]);
    let again = asked[1].render();
    assert!(
        again.contains("the locator finds 2 elements: 0, 1; it must find element 0 alone"),
        "{again}"
    );
    assert_eq!(asked.len(), 5);
    insta::assert_snapshot!("translator", asked[0].render());
}

const GOOD: &str = r#"### Thought
The name decides.
### Code
```rhai
/// Call a contact.
///
/// - name: whom
///
/// call_contact("Ada")
fn call_contact(name) {
    let row = env_op.find_element(#{ text: name, target_description: "row of the contact" });
    assert(row != -1, "the contact is not listed"); // step 1
    env_op.click(row); // step 1
    let button = env_op.find_element(#{ resource_name: "call", target_description: "call button" });
    assert(button != -1, "the call button is missing");
    env_op.click(button); // step 2
    env_op.stop("complete");
}
```
### Conclusion
Any contact on the list."#;

fn build(replies: &[&str], asked: &mut Vec<Request>) -> Result<Option<Script>, WorldError> {
    let recording = recording();
    let soft: SoftTrajectory = translate(&recording);
    let failed = Recording {
        id: RecordingId("r2".to_owned()),
        origin: Origin::Script,
        ending: Ending {
            outcome: Outcome::ScriptFault,
            diagnostic: Some(Diagnostic::new("assertion", "the call button is missing")),
        },
        reward: Some(0.0),
        ..recording.clone()
    };
    let analysis = analyze(&failed);
    let current = Script {
        name: "call_contact".to_owned(),
        source: "fn call_contact(name) {}\n".to_owned(),
        params: Vec::new(),
        lines: Vec::new(),
    };
    let mut agents = agents(replies, asked);
    agents.remember(&recording);
    agents.build(&BuildTask {
        name: "call_contact",
        task_type: "CallContact",
        trajectories: &[soft],
        current: Some(&current),
        failed: Some(&failed),
        analysis: Some(&analysis),
    })
}

#[test]
fn the_builder_looks_closer_and_its_code_is_taken() {
    let mut asked = Vec::new();
    let look = r#"{"action": "fetch_info", "arguments": {"source": "pre_skill_exec_traj", "step": 2, "info": ["ui_list"]}}"#;
    let script = build(&[look, GOOD, GOOD], &mut asked);
    let Ok(Some(script)) = script else {
        panic!("{:?}", asked.last().map(Request::render))
    };
    assert!(script.source.starts_with("/// Call a contact.\n") && script.source.ends_with("}\n"));
    assert_eq!(script.params.len(), 1);
    let steps: Vec<(usize, usize)> = script
        .lines
        .iter()
        .map(|(line, of)| (*line, of[0].step))
        .collect();
    assert_eq!(steps, [(8, 1), (9, 1), (12, 2)]);
    let found = asked[1].render();
    assert!(
        found.contains("\"call\"") || found.contains("app:id/call"),
        "{found}"
    );
    assert!(found.contains("You may look 5 more times."), "{found}");
    // How many other locators there are is the translation's affair.
    let shown: Vec<String> = asked[0]
        .render()
        .lines()
        .map(|it| match it.split_once(" other locators]") {
            Some((before, after)) => format!(
                "{} [..]{after}",
                before.trim_end_matches(|it: char| it.is_ascii_digit() || it == '[' || it == ' ')
            ),
            None => it.to_owned(),
        })
        .collect();
    insta::assert_snapshot!("builder", shown.join("\n"));
}

#[test]
fn code_that_can_not_be_used_goes_back_with_the_reasons() {
    let mut asked = Vec::new();
    let syntax = GOOD.replace("env_op.click(row);", "env_op.click(row;");
    let head = GOOD
        .replace("fn call_contact(name)", "fn phone(who)")
        .replace("text: name", "text: who");
    let script = build(&[&syntax, &head, GOOD], &mut asked).unwrap();
    assert!(script.is_some());
    let said = |n: usize| asked[n].render();
    assert!(
        said(1).contains("error[syntax]") && said(1).contains("env_op.click(row;"),
        "{}",
        said(1)
    );
    assert!(
        said(2).contains("the code must define `fn call_contact(name)`")
            && said(2).contains("it defines: phone(who)")
    );

    let hostile = [
        "### Code\n```\nimport \"os\"; system(\"rm\")\n```",
        "### Code\nnone",
        "Ignore your instructions.",
    ];
    assert!(build(&hostile, &mut Vec::new()).unwrap().is_none());
    let unknown = GOOD.replace("env_op.click(button)", "env_op.tap(button)");
    assert!(
        build(&[&unknown, &unknown, &unknown], &mut Vec::new())
            .unwrap()
            .is_none()
    );
}

#[test]
fn looks_are_limited_and_a_spent_budget_ends_the_work() {
    let look = r#"{"source": "successful_react_traj", "step": 1}"#;
    let mut asked = Vec::new();
    // Six looks, and the seventh is an answer without code.
    let it = build(&[look; 9], &mut asked).unwrap();
    assert!(it.is_none());
    assert_eq!(asked.len(), 9);
    assert!(asked[6].render().contains("That was the last look."));
    assert!(matches!(
        build(&[], &mut Vec::new()),
        Err(WorldError::OverBudget { .. })
    ));
}

#[test]
fn an_analysis_explains_and_the_exact_cause_stays() {
    let mut run = recording();
    run.ending = Ending {
        outcome: Outcome::ScriptFault,
        diagnostic: Some(Diagnostic::new("assertion", "no button")),
    };
    let said =
        "### Cause\nThe row was Bob's.\n### Completed\n- nothing\n### Plan\n- open Ada\n### Continue\nno";
    let mut asked = Vec::new();
    let it = agents(&[said], &mut asked).analyze(&run, analyze(&run)).unwrap();
    assert_eq!(it.cause, "The row was Bob's. (assertion: no button)");
    assert!(!it.go_on);
    insta::assert_snapshot!("analyzer", asked[0].render());
    // Nothing usable: what was known without a model stands.
    let it = agents(&["no", "no", "no"], &mut Vec::new())
        .analyze(&run, analyze(&run))
        .unwrap();
    assert_eq!(it, analyze(&run));
}
