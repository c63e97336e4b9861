//! A run that came to its end without reaching the goal: who looks at it, how it goes on, and what the code learns of a
//! way that went wrong first.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::pages;

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use autorpa_compiler::{
    analyze::Analysis,
    compile::{Compiled, Request, Shares, Tier, compile},
    model::{Agents, Options, Reference, Translator},
    world::{Builder, Continued, Event},
};
use llm::{Model, ModelError, Reply};
use pages::{
    button, click, field, params, recording, screen, type_into,
    world::{FakeWorld, instances, ran, request},
};
use task::Instance;
use trajectory::{Ending, Origin, Outcome, Recording, Step};
use ui::{Action, Screen, Status};

/// A model with these words for its builder, and what it was asked.
struct Given(VecDeque<String>, Arc<Mutex<String>>);

impl Model for Given {
    fn complete(&mut self, request: &llm::Request) -> Result<Reply, ModelError> {
        self.1.lock().unwrap().push_str(&request.render());
        Ok(Reply {
            text: self.0.pop_front().unwrap_or_default(),
            ..Reply::default()
        })
    }

    fn describe(&self) -> String {
        "given".to_owned()
    }
}

fn form(name: &str, ending: &str) -> Screen {
    let fields = vec![
        field(&[0, 0], "name", name),
        field(&[0, 1], "ending", ending),
        button(&[1, 0], "OK"),
    ];
    screen("form", fields)
}

fn files(name: &str) -> Screen {
    screen("files", vec![button(&[0, 0], name), button(&[1, 0], "Rename")])
}

fn renaming(name: &str) -> Screen {
    screen(
        "renaming",
        vec![field(&[0, 0], "new_name", name), button(&[1, 0], "Save")],
    )
}

fn file(instance: &Instance) -> &str {
    instance.params["file"].as_text().unwrap_or_default()
}

/// As it is done in one go.
fn direct(instance: &Instance) -> Recording {
    let (stem, ending) = file(instance).split_once('.').unwrap_or_default();
    let ending = format!(".{ending}");
    let mut steps = vec![(form("", ".md"), type_into(0, stem))];
    if ending != ".md" {
        steps.push((form(stem, ".md"), type_into(1, &ending)));
    }
    steps.push((form(stem, &ending), click(2)));
    let id = format!("direct-{}", instance.seed);
    Recording {
        instance: instance.clone(),
        ..recording(&id, instance.params.clone(), steps, files(file(instance)))
    }
}

/// What the first code does.
fn run_of(instance: &Instance, reached: bool) -> Recording {
    let (stem, _) = file(instance).split_once('.').unwrap_or_default();
    let last = files(&format!("{stem}.md"));
    let complete = Action::Status {
        goal_status: Status::Complete,
    };
    let steps = vec![
        (form("", ".md"), type_into(0, stem)),
        (form(stem, ".md"), click(2)),
        (last.clone(), complete),
    ];
    ran(instance, f64::from(u8::from(reached)), steps, last)
}

/// The run, and the name put right after it.
fn mended(run: &Recording) -> Recording {
    let name = file(&run.instance);
    let mut all = run.clone();
    let more = vec![
        ((*run.last).clone(), click(1)),
        (renaming(""), type_into(0, name)),
        (renaming(name), click(1)),
    ];
    all.steps.extend(
        more.into_iter()
            .map(|(screen, action)| Step::new(screen.into(), action)),
    );
    Recording {
        id: trajectory::RecordingId("mended".to_owned()),
        origin: Origin::Hybrid,
        breakpoint: Some(run.steps.len()),
        last: files(name).into(),
        reward: Some(1.0),
        ending: Ending::new(Outcome::Reached, None),
        ..all
    }
}

/// An app that gives each new note an ending of its own, which can be chosen at once or changed later. The analyzer says
/// whether a wrong name can be put right.
fn notes(go_on: bool) -> FakeWorld {
    let all = instances(["plan.md", "list.txt"].map(|it| params(&[("file", it)])));
    let mut world = FakeWorld::new(
        all,
        |_| None,
        |_, script, instance| {
            let right =
                script.source.contains("input_text(extension(file)") || script.source.contains("new_name");
            run_of(instance, right || file(instance).ends_with(".md"))
        },
    );
    world.explore = Box::new(|told, instance, failed| {
        let known = failed.map_or_else(String::new, |it| format!(", as {}", it.cause));
        told.push(format!("explore {}{known}", file(instance)));
        Some(direct(instance))
    });
    world.go_on = Box::new(move |told, run, analysis| {
        told.push("ask the analyzer".to_owned());
        let said = Analysis {
            cause: "the ending is wrong".to_owned(),
            go_on,
            ..analysis.clone()
        };
        Continued {
            recording: go_on.then(|| mended(run)),
            analysis: Some(said),
        }
    });
    world.hears = |event| match event {
        Event::Built { script, .. } if script.source.contains("by a model") => {
            Some("built by a model".to_owned())
        }
        Event::Built { .. } => Some("built".to_owned()),
        Event::Analysed { analysis, .. } => Some(if analysis.go_on { "go on" } else { "anew" }.to_owned()),
        _ => None,
    };
    world
}

fn make(tier: Tier, replies: Option<&[&str]>, go_on: bool) -> (Vec<String>, Compiled) {
    let options = Options {
        translator: Translator::Nobody,
        falls_back: true,
        ..Options::default()
    };
    let asked = Arc::new(Mutex::new(String::new()));
    let given = |it: &[&str]| Given(it.iter().map(|it| (*it).to_owned()).collect(), Arc::clone(&asked));
    let mut world = notes(go_on);
    world.builder = replies.map(|it| -> Box<dyn Builder> {
        Box::new(Agents::new(
            given(it),
            Reference {
                text: "(what a script can call)".to_owned(),
                answers: false,
            },
            options,
        ))
    });
    let request = Request {
        instances: 2,
        refinements: 3,
        tier,
        ..request("MakeNote")
    };
    let compiled = compile(&mut world, &request).expect("the world does not fail");
    let asked = asked.lock().unwrap();
    if replies.is_some_and(|it| !it.is_empty()) {
        assert!(
            asked.contains("3. the function came to its end; the goal was not reached"),
            "{asked}"
        );
        assert!(asked.contains("fix_react_traj"), "{asked}");
    }
    (world.told, compiled)
}

const AT_ONCE: &str = r#"### Thought
The ending is chosen at once.
### Code
```rhai
/// Make a note, by a model.
/// - file: its name
/// make_note("plan.md")
fn make_note(file) {
    let name = env_op.find_element(#{ resource_name: "name", target_description: "the name" });
    assert(name != -1, "no name");
    env_op.input_text(stem(file), name, true); // step 1
    let ending = env_op.find_element(#{ resource_name: "ending", target_description: "the ending" });
    assert(ending != -1, "no ending");
    env_op.input_text(extension(file), ending, true);
    let ok = env_op.find_element(#{ text: "OK", target_description: "the button" });
    assert(ok != -1, "no button");
    env_op.click(ok); // step 2
    env_op.stop("complete");
}
```
### Conclusion
Any ending."#;

/// What was put right after it had gone wrong shows the builder what was missing; its code, which does it right at
/// once, comes before any that goes the same way round.
#[test]
fn what_was_put_right_is_done_right_at_once() {
    let (told, compiled) = make(Tier::Auto, Some(&[AT_ONCE]), true);
    assert_eq!(
        told,
        [
            "explore plan.md",
            "built",
            "anew",
            "ask the analyzer",
            "go on",
            "built by a model"
        ]
    );
    assert!(compiled.verified && compiled.by_model, "{:?}", compiled.reason);
    assert_eq!(compiled.repaired, Shares { free: 0, model: 1 });
    let versions: Vec<bool> = compiled.versions.iter().map(|it| it.by_model).collect();
    assert_eq!(versions, [false, true]);
}

/// Where nobody writes better code, the way round is a way.
#[test]
fn the_way_round_is_better_than_none() {
    let (_, compiled) = make(Tier::Auto, Some(&["no", "no"]), true);
    assert!(compiled.verified && !compiled.by_model, "{:?}", compiled.reason);
    let source = compiled.script.map(|it| it.source).unwrap_or_default();
    assert!(source.contains("new_name"), "{source}");
}

/// Where the analyzer says so, the instance begins anew, and whoever does it knows why.
#[test]
fn what_can_not_be_put_right_begins_anew() {
    let (told, compiled) = make(Tier::Auto, Some(&[]), false);
    assert_eq!(
        told,
        [
            "explore plan.md",
            "built",
            "anew",
            "ask the analyzer",
            "anew",
            "explore list.txt, as the ending is wrong",
            "built"
        ]
    );
    assert!(compiled.verified && !compiled.by_model, "{:?}", compiled.reason);
    let source = compiled.script.map(|it| it.source).unwrap_or_default();
    assert!(!source.contains("new_name"), "{source}");
}

/// Without a model it begins anew by rule.
#[test]
fn nobody_is_asked_where_nobody_is() {
    for tier in [Tier::Auto, Tier::Free] {
        let (told, compiled) = make(tier, None, true);
        assert_eq!(
            told,
            ["explore plan.md", "built", "anew", "explore list.txt", "built"]
        );
        assert!(compiled.verified, "{:?}", compiled.reason);
        assert_eq!(compiled.repaired, Shares { free: 1, model: 0 });
    }
}
