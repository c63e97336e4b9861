//! Who is asked in which tier, and what is left out where a part of the method is: a world whose explorer and runs are
//! given, and a model whose replies are.

use std::{collections::VecDeque, sync::Arc};

use crate::pages;

use autorpa_compiler::{
    compile::{Compiled, Request, Tier, Without, compile},
    model::{Agents, Options, Reference, Translator},
    trace::Phase,
    world::{Builder, Continued, Event, WorldError},
};
use llm::{Model, ModelError, Reply, Role};
use pages::world::{FakeWorld, request};
use task::{Instance, Params};
use trajectory::{Code, Diagnostic, Ending, Origin, Outcome, Recording, RecordingId, Step};
use ui::{Action, Element, ElementId, Rect, Screen};

/// Replies by role. Where none are left, its budget is spent.
#[derive(Default)]
struct Given {
    builder: VecDeque<String>,
    analyzer: VecDeque<String>,
}

impl Model for Given {
    fn complete(&mut self, request: &llm::Request) -> Result<Reply, ModelError> {
        let text = match request.role {
            Role::Builder => self.builder.pop_front(),
            Role::Analyzer => self.analyzer.pop_front(),
            _ => None,
        };
        let text = text.ok_or(ModelError::OverBudget {
            spent: 9,
            needed: 2,
            budget: 10,
        })?;
        Ok(Reply {
            text,
            ..Reply::default()
        })
    }

    fn describe(&self) -> String {
        "given".to_owned()
    }
}

fn instance() -> Instance {
    Instance {
        suite: "tests".to_owned(),
        task_type: "OpenIt".to_owned(),
        seed: 1,
        goal: "Open Ada.".to_owned(),
        params: Params::from_iter([("name".to_owned(), "Ada".into())]),
    }
}

fn recording(origin: Origin, reached: bool) -> Recording {
    let screen = |text: &str| {
        Arc::new(Screen {
            app: "app".to_owned(),
            size: (100, 100),
            elements: vec![Element {
                text: Some(text.to_owned()),
                class_name: Some("Button".to_owned()),
                clickable: true,
                bounds: Rect::new(0, 0, 10, 10),
                ..Element::default()
            }],
            ..Screen::default()
        })
    };
    Recording {
        id: RecordingId(format!("r-{origin:?}")),
        origin,
        instance: instance(),
        steps: vec![Step {
            screen: screen("Ada"),
            screenshot: None,
            action: Action::Click { target: ElementId(0) },
            reason: None,
            summary: None,
            position: None,
            sent: None,
        }],
        last: screen("Opened"),
        breakpoint: (origin == Origin::Hybrid).then_some(0),
        ending: Ending::new(
            if reached {
                Outcome::Reached
            } else {
                Outcome::ScriptFault
            },
            (!reached).then(|| Diagnostic::new(Code::AssertionFailed, "no button")),
        ),
        reward: Some(if reached { 1.0 } else { 0.0 }),
        answer: None,
        conclusion: None,
        reflection: None,
        shown: None,
        read_by: Vec::new(),
        log: Vec::new(),
    }
}

/// A button that opens something. A script serves if `serves` says so of its text.
fn desk(serves: fn(&str) -> bool) -> FakeWorld {
    let mut desk = FakeWorld::new(
        vec![instance()],
        |_| None,
        move |_, script, _| recording(Origin::Script, serves(&script.source)),
    );
    desk.explore = Box::new(|told, _, _| {
        told.push("explore".to_owned());
        Some(recording(Origin::Search, true))
    });
    desk.go_on = Box::new(|told, _, analysis| {
        told.push(format!("go on: {}", analysis.cause));
        Continued {
            recording: Some(recording(Origin::Hybrid, true)),
            analysis: None,
        }
    });
    desk.hears = |event| match event {
        Event::Built { script, .. } if script.source.contains("by a model") => {
            Some("built by a model".to_owned())
        }
        Event::Built { .. } => Some("built by synthesis".to_owned()),
        _ => None,
    };
    desk
}

/// The function with a mark of its own in it.
fn function(mark: &str) -> String {
    format!(
        "### Thought\nIt opens it.\n### Code\n```rhai\n/// Open it, by a model.\n/// - name: whom\n/// open_it(\"Ada\")\nfn open_it(name) {{\n    \
         let it = env_op.find_element(#{{ text: name, target_description: \"button\" }});\n    assert(it != -1, \"{mark}\");\n    \
         env_op.click(it); // step 1\n    env_op.stop(\"complete\");\n}}\n```\n### Conclusion\nFine."
    )
}

fn make(
    tier: Tier,
    without: Without,
    given: Option<Given>,
    serves: fn(&str) -> bool,
) -> (Vec<String>, Compiled) {
    let options = Options {
        translator: Translator::Nobody,
        ..Options::default()
    };
    let mut desk = desk(serves);
    desk.builder = given.map(|it| -> Box<dyn Builder> {
        Box::new(Agents::new(
            it,
            Reference {
                text: "(what a script can call)".to_owned(),
                answers: false,
            },
            options,
        ))
    });
    let request = Request {
        refinements: 3,
        tier,
        without,
        ..request("OpenIt")
    };
    let compiled = compile(&mut desk, &request).expect("the world does not fail");
    (desk.told, compiled)
}

fn builds(marks: &[&str]) -> Given {
    Given {
        builder: marks.iter().map(|it| function(it)).collect(),
        analyzer: VecDeque::new(),
    }
}

#[test]
fn in_tier_auto_nobody_asks_where_synthesis_serves() {
    let (told, compiled) = make(Tier::Auto, Without::default(), Some(builds(&[])), |_| true);
    assert_eq!(told, ["explore", "built by synthesis"]);
    assert!(compiled.verified && !compiled.by_model);
    let trace: Vec<(Phase, usize)> = compiled.trace.iter().map(|it| (it.phase, it.runs)).collect();
    assert_eq!(
        trace,
        [
            (Phase::Explore, 0),
            (Phase::Build, 0),
            (Phase::Verify, 1),
            (Phase::Harden, 1),
        ]
    );
}

#[test]
fn in_tier_auto_the_builder_is_asked_where_synthesis_fails_on_what_it_has_seen() {
    let by_model = |source: &str| source.contains("by a model");
    let (told, compiled) = make(Tier::Auto, Without::default(), Some(builds(&["first"])), by_model);
    // The explorer goes on from the breakpoint before anybody is asked.
    assert_eq!(
        told,
        [
            "explore",
            "built by synthesis",
            "go on: assertion-failed: no button",
            "built by synthesis",
            "built by a model",
        ]
    );
    assert!(compiled.verified && compiled.by_model);
    assert_eq!(compiled.refinements, 2);
}

/// The answer stands nowhere on the screen: code without a model can only say it again.
#[test]
fn in_tier_auto_the_builder_is_asked_where_the_answer_is_a_guess() {
    let answers = |given: Option<Given>| {
        let mut desk = FakeWorld::new(
            vec![instance()],
            |_| {
                let shown = recording(Origin::Search, true);
                let answer = Action::Answer {
                    text: "77".to_owned(),
                };
                let steps = vec![Step::new(shown.last.clone(), answer)];
                Some(Recording { steps, ..shown })
            },
            |_, _, _| recording(Origin::Script, true),
        );
        desk.hears = |event| match event {
            Event::Built { script, .. } if script.source.contains("by a model") => {
                Some("by a model".to_owned())
            }
            Event::Built { .. } => Some("by synthesis".to_owned()),
            _ => None,
        };
        let agents = |it| -> Box<dyn Builder> {
            let reference = Reference {
                text: "(what a script can call)".to_owned(),
                answers: true,
            };
            Box::new(Agents::new(it, reference, Options::default()))
        };
        desk.builder = given.map(agents);
        let request = Request {
            tier: Tier::Auto,
            ..request("OpenIt")
        };
        let compiled = compile(&mut desk, &request).expect("the world does not fail");
        (desk.told, compiled.verified)
    };
    assert_eq!(answers(None), (vec!["by synthesis".to_owned()], false));
    assert_eq!(
        answers(Some(builds(&["first"]))),
        (vec!["by a model".to_owned()], true)
    );
}

#[test]
fn without_a_model_tier_auto_is_free() {
    let (told, compiled) = make(Tier::Auto, Without::default(), None, |_| false);
    assert!(!told.iter().any(|it| it.contains("a model")), "{told:?}");
    assert!(!compiled.verified && !compiled.by_model);
}

/// The model's first code fails for this cause and can be gone on from; its second code is right.
fn mended(cause: &str) -> Given {
    let analysis =
        format!("### Cause\n{cause}\n### Completed\n- nothing\n### Plan\n- open it\n### Continue\nyes");
    Given {
        analyzer: VecDeque::from([analysis]),
        ..builds(&["first", "second"])
    }
}

#[test]
fn the_model_tier_analyses_and_goes_on() {
    let given = mended("It was called otherwise.");
    let (told, compiled) = make(Tier::Model, Without::default(), Some(given), |it| {
        it.contains("second")
    });
    assert_eq!(
        told,
        [
            "explore",
            "built by a model",
            "go on: It was called otherwise. (assertion-failed: no button)",
            "built by a model",
        ]
    );
    assert!(compiled.verified && compiled.by_model);
}

#[test]
fn without_react_the_builder_has_its_own_runs_only() {
    let without = Without {
        react: true,
        ..Without::default()
    };
    let (told, compiled) = make(Tier::Model, without, Some(mended("No.")), |it| {
        it.contains("second")
    });
    assert_eq!(told, ["built by a model", "built by a model"]);
    assert!(compiled.verified);
    assert_eq!(compiled.recordings.len(), 0);
}

#[test]
fn without_repair_react_nobody_goes_on_from_a_breakpoint() {
    let without = Without {
        repair_react: true,
        ..Without::default()
    };
    let (told, compiled) = make(Tier::Model, without, Some(mended("No.")), |it| {
        it.contains("second")
    });
    assert_eq!(told, ["explore", "built by a model", "built by a model"]);
    assert!(compiled.verified);
}

/// The budget ends in the middle of a repair: the code that was there stays, and the end has its name.
#[test]
fn a_spent_budget_keeps_what_there_is() {
    let (_, compiled) = make(Tier::Model, Without::default(), Some(builds(&["first"])), |_| {
        false
    });
    assert!(!compiled.verified);
    let source = compiled.script.expect("a script").source;
    assert!(source.contains("first"), "{source}");
    // What is not verified does not say that the task is done.
    assert!(
        !source.contains("env_op.stop") && source.contains("this function is not verified"),
        "{source}"
    );
    assert!(
        matches!(compiled.ended, Some(WorldError::OverBudget { .. })),
        "{:?}",
        compiled.ended
    );
}
