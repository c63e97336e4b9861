//! Recording and replaying.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use std::path::Path;

use autorpa_llm::{
    Call, Cassette, CassetteError, Difference, Message, Model, ModelError, Outdated, Prompt, Recorder, Reply,
    Request, Role, Tool, Usage,
};
use serde::Serialize;

/// Answers with the number of the call.
struct Counter(u64);

impl Model for Counter {
    fn complete(&mut self, _: &Request) -> Result<Reply, ModelError> {
        self.0 += 1;
        Ok(Reply {
            text: format!("answer {}", self.0),
            usage: Usage {
                prompt: self.0,
                ..Usage::default()
            },
            ..Reply::default()
        })
    }

    fn describe(&self) -> String {
        "counter".to_owned()
    }
}

/// What was recorded from a model that takes no tools is asked for in words.
#[test]
fn a_question_with_tools_that_nobody_recorded_may_be_asked_without() {
    let mut cassette = read(&recorded()).unwrap();
    let asked = question("goal: a\nscreen: 2", b"two");
    let tool = Tool {
        name: "look".to_owned(),
        description: "Look closer.".to_owned(),
        arguments: serde_json::json!({ "type": "object" }),
    };
    let with_tool = Request {
        tools: vec![tool],
        ..asked.clone()
    };
    let refused = cassette.complete(&with_tool).unwrap_err();
    assert!(
        matches!(&refused, ModelError::NoTools { said, .. } if said.contains("nearest: exchange")),
        "{refused}"
    );
    assert_eq!(cassette.complete(&asked).unwrap().text, "answer 2");
}

/// Never answers.
struct Failing;

impl Model for Failing {
    fn complete(&mut self, _: &Request) -> Result<Reply, ModelError> {
        Err(ModelError::Cancelled)
    }

    fn describe(&self) -> String {
        "failing".to_owned()
    }
}

fn question(text: &str, png: &[u8]) -> Request {
    Request::new(
        Role::React,
        "Be brief.\nBe right.",
        Message::user(text).and_image(png.to_vec()),
    )
}

fn recorded() -> String {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.jsonl");
    let mut model = Recorder::new(Counter(0), &path, "a test").unwrap();
    for (text, png) in [
        ("goal: a\nscreen: 1", b"one"),
        ("goal: a\nscreen: 2", b"two"),
        ("goal: a\nscreen: 2", b"new"),
    ] {
        model.complete(&question(text, png)).unwrap();
    }
    std::fs::read_to_string(&path).unwrap()
}

fn read(text: &str) -> Result<Cassette, CassetteError> {
    Cassette::parse(text, Path::new("a.jsonl"))
}

#[test]
fn what_was_recorded_is_replayed() {
    let mut model = read(&recorded()).unwrap();
    assert_eq!(
        (model.label(), model.len(), model.describe().as_str()),
        ("a test", 3, "counter (replayed)")
    );
    let mut ask = |text: &str, png: &[u8]| model.complete(&question(text, png)).unwrap().text;
    assert_eq!(ask("goal: a\nscreen: 2", b"new"), "answer 3");
    assert_eq!(ask("goal: a\nscreen: 1", b"one"), "answer 1");
    assert_eq!(ask("goal: a\nscreen: 2", b"two"), "answer 2");
    assert_eq!(ask("goal: a\nscreen: 2", b"new"), "answer 3");
}

#[test]
fn an_unknown_question_shows_the_nearest() {
    let error = read(&recorded())
        .unwrap()
        .complete(&question("goal: b\nscreen: 2", b""))
        .unwrap_err()
        .to_string();
    assert!(error.contains("(3 are recorded for it)"), "{error}");
    assert!(
        error.contains("nearest: exchange 2, differs in line 8\n  recorded: goal: a\n  asked:    goal: b"),
        "{error}"
    );
    let other = Request {
        role: Role::Builder,
        ..question("goal: b", b"")
    };
    let error = read(&recorded())
        .unwrap()
        .complete(&other)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("question of the builder (0 are recorded for it)\nhelp"),
        "{error}"
    );
}

#[test]
fn damaged_cassettes_are_refused() {
    let text = recorded();
    let fails = |text: &str| read(text).unwrap_err().to_string();
    assert!(fails("").contains("damaged in line 1: the file is empty"));
    assert!(fails(&text[..text.len() - 20]).contains("damaged in line 4"));
    assert!(
        fails(&text.replacen("screen: 1", "screen: 9", 1))
            .contains("damaged in line 2: the question is not the one")
    );
    for version in ["0", "3"] {
        let other = text.replacen("\"cassette\":2", &format!("\"cassette\":{version}"), 1);
        assert!(fails(&other).contains(&format!(
            "has version {version}; this AutoRPA reads versions 1 to 2"
        )));
    }
    assert!(
        Cassette::read(Path::new("/nonexistent/a.jsonl"))
            .unwrap_err()
            .to_string()
            .contains("can't be read")
    );
    assert!(Recorder::new(Counter(0), "/nonexistent/a.jsonl", "").is_err());
}

#[test]
fn a_directory_holds_several() {
    let dir = tempfile::tempdir().unwrap();
    for text in ["goal: a", "goal: b"] {
        let mut model = Recorder::new(Counter(0), dir.path(), "a test").unwrap();
        model.complete(&question(text, b"")).unwrap();
    }
    let mut model = Cassette::read(dir.path()).unwrap();
    assert_eq!(model.len(), 2);
    for text in ["goal: b", "goal: a"] {
        assert_eq!(model.complete(&question(text, b"")).unwrap().text, "answer 1");
    }
    let empty = tempfile::tempdir().unwrap();
    let error = Cassette::read(empty.path()).unwrap_err().to_string();
    assert!(error.contains("no .jsonl file"), "{error}");
}

/// A model that fails takes no recording's place, and what was there before stays beside the new one.
#[test]
fn recording_again_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.jsonl");
    std::fs::write(&path, recorded()).unwrap();
    let mut failing = Recorder::new(Failing, &path, "never").unwrap();
    assert!(failing.complete(&question("x", b"")).is_err());
    drop(failing);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), recorded());
    let mut again = Recorder::new(Counter(0), &path, "again").unwrap();
    again.complete(&question("x", b"")).unwrap();
    assert_eq!(Cassette::read(&path).unwrap().label(), "again");
    let before = path.with_extension("jsonl.before");
    assert_eq!(std::fs::read_to_string(before).unwrap(), recorded());
}

/// What the earlier recording knows is not asked; the new one has it all, and says where it is from.
#[test]
fn recording_again_asks_only_what_is_new() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.jsonl");
    std::fs::write(&path, recorded()).unwrap();
    let earlier = Cassette::read(&path).unwrap();
    let mut again = Recorder::knowing(earlier, Counter(7), &path, "again").unwrap();
    let mut ask = |text: &str, png: &[u8]| again.complete(&question(text, png)).unwrap().text;
    assert_eq!(ask("goal: a\nscreen: 2", b"new"), "answer 3");
    assert_eq!(ask("goal: b", b"new"), "answer 8");
    assert_eq!(ask("goal: a\nscreen: 1", b"one"), "answer 1");
    let mut both = Cassette::read(&path).unwrap();
    assert_eq!(
        (both.label(), both.len()),
        ("again; what was known before: a test", 3)
    );
    let mut ask = |text: &str, png: &[u8]| both.complete(&question(text, png)).unwrap().text;
    assert_eq!(
        (ask("goal: a\nscreen: 1", b"one"), ask("goal: b", b"new")),
        ("answer 1".to_owned(), "answer 8".to_owned())
    );
}

/// Two that begin at once in one directory have a file each; who never asked leaves none.
#[test]
fn two_record_at_once_in_one_directory() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().join("new");
    let mut first = Recorder::new(Counter(0), &directory, "first").unwrap();
    let mut second = Recorder::new(Counter(10), &directory, "second").unwrap();
    let idle = Recorder::new(Counter(20), &directory, "idle").unwrap();
    first.complete(&question("a", b"")).unwrap();
    second.complete(&question("b", b"")).unwrap();
    first.complete(&question("c", b"")).unwrap();
    // A file that has no answer yet is passed over.
    assert_eq!(Cassette::read(&directory).unwrap().len(), 3);
    drop(idle);
    assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 2);
}

/// Fonts and browsers move things by some pixels; it is the same question, and the one is meant where they are nearest.
#[test]
fn a_question_is_found_wherever_its_elements_stand() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.jsonl");
    let at = |top: u32| question(&format!("{{\"index\":0,\"box\":[7,{top},40,{}]}}", top + 20), b"");
    let mut model = Recorder::new(Counter(0), &path, "a test").unwrap();
    for top in [60, 90, 90] {
        model.complete(&at(top)).unwrap();
    }
    let mut model = Cassette::read(&path).unwrap();
    let mut ask = |top: u32| model.complete(&at(top)).unwrap().text;
    assert_eq!(ask(63), "answer 1");
    assert_eq!(ask(93), "answer 2");
    assert_eq!(ask(90), "answer 3");
    assert_eq!(ask(60), "answer 1");
    let other = question("{\"index\":1,\"box\":[7,60,40,80]}", b"");
    assert!(model.complete(&other).is_err());
}

/// What differs in anything else is another question, and what differs is shown.
#[test]
fn only_the_very_question_is_answered() {
    let unknown = |request: &Request| {
        let error = read(&recorded()).unwrap().complete(request).unwrap_err();
        match error {
            ModelError::Cassette(CassetteError::Unknown {
                nearest: Some(it), ..
            }) => it,
            other => panic!("{other}"),
        }
    };
    let known = question("goal: a\nscreen: 1", b"one");
    let anew = Request {
        system: "Be brief.\nBe sure.".into(),
        ..known.clone()
    };
    assert_eq!(
        unknown(&anew),
        Difference {
            exchange: 1,
            line: 5,
            recorded: "Be right.".to_owned(),
            asked: "Be sure.".to_owned(),
        }
    );
    // The images stand below the question.
    let drawn_otherwise = unknown(&question("goal: a\nscreen: 2", b"neither"));
    assert_eq!((drawn_otherwise.exchange, drawn_otherwise.line), (2, 13));
    assert_ne!(drawn_otherwise.recorded, drawn_otherwise.asked);
    for line in [&drawn_otherwise.recorded, &drawn_otherwise.asked] {
        assert!(line.starts_with("image 1: "), "{line}");
    }
    let one_more = Request {
        messages: vec![known.messages[0].clone().and_image(b"more".to_vec())],
        ..known.clone()
    };
    assert_eq!(unknown(&one_more).asked, "[image]");
    assert!(read(&recorded()).unwrap().complete(&known).is_ok());
}

/// Calls of tools are kept with an answer; one without reads as it always did.
#[test]
fn calls_are_recorded() {
    assert!(
        recorded()
            .lines()
            .all(|it| !it.contains("calls") && !it.contains("thoughts"))
    );
    struct Calls;
    impl Model for Calls {
        fn complete(&mut self, _: &Request) -> Result<Reply, ModelError> {
            Ok(Reply {
                calls: vec![Call {
                    id: "c1".to_owned(),
                    name: "look".to_owned(),
                    arguments: serde_json::json!({"step": 3, "at": "screen"}),
                    signatures: vec!["s".to_owned()],
                }],
                ..Reply::default()
            })
        }

        fn describe(&self) -> String {
            "calls".to_owned()
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.jsonl");
    let asked = question("x", b"");
    let reply = Recorder::new(Calls, &path, "a test")
        .unwrap()
        .complete(&asked)
        .unwrap();
    let mut cassette = Cassette::read(&path).unwrap();
    assert_eq!(cassette.complete(&asked).unwrap(), reply);
    // What follows a call is known again, too.
    let mut next = asked;
    next.messages.push(reply.turn());
    next.messages.push(Message::result(&reply.calls[0], "nothing"));
    let error = cassette.complete(&next).unwrap_err().to_string();
    assert!(error.contains("asked:    ## assistant"), "{error}");
}

/// What stands on a screen, as a step's prompt gets it.
#[derive(Serialize)]
struct Step<'a> {
    goal: &'a str,
    screen: String,
    reward: f64,
}

const SYSTEM: Prompt = Prompt::new("agent", 1, "Be brief.\nBe right.");
const STEP: Prompt = Prompt::new("step", 1, "Goal: {{ goal }}\n\n{{ screen }}\n\nWhat next?");
const REJECTED: Prompt = Prompt::new("rejected", 1, "That can't be used. Answer again.");

/// A question by prompts.
fn prompted(system: Prompt, step: Prompt, goal: &str, top: u32) -> Request {
    let input = Step {
        goal,
        screen: format!("{{\"index\":0,\"box\":[7,{top},40,20]}}\nthe end"),
        reward: 0.1 + 0.2,
    };
    let message = Message::user(step.render(&input).unwrap());
    Request::new(Role::React, system.render(&()).unwrap(), message)
}

/// The same once more, after an answer that could not be used.
fn asked_again(mut request: Request, rejected: Prompt) -> Request {
    request.messages.push(Message::assistant("Hm.\n"));
    let told = rejected.render(&()).unwrap();
    request.messages.push(Message::user(told));
    request
}

fn record(requests: &[Request]) -> String {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.jsonl");
    let mut model = Recorder::new(Counter(0), &path, "a test").unwrap();
    for it in requests {
        model.complete(it).unwrap();
    }
    std::fs::read_to_string(&path).unwrap()
}

/// A comma in a template is no other question; the file has none of the template's words.
#[test]
fn a_prompt_that_is_worded_otherwise_finds_what_was_recorded() {
    let first = prompted(SYSTEM, STEP, "a", 60);
    let text = record(&[first.clone(), asked_again(first, REJECTED)]);
    assert!(
        !text.contains("Be brief") && !text.contains("What next"),
        "{text}"
    );
    let system = Prompt::new("agent", 1, "Be brief, and be right.");
    let step = Prompt::new("step", 1, "{{ screen }}\nYour goal, once more: {{ goal }}");
    let rejected = Prompt::new("rejected", 1, "Again, please.");
    let mut cassette = read(&text).unwrap();
    let anew = prompted(system, step, "a", 60);
    assert_ne!(anew.render(), prompted(SYSTEM, STEP, "a", 60).render());
    let mut ask = |it: &Request| cassette.complete(it).unwrap().text;
    assert_eq!(ask(&anew), "answer 1");
    assert_eq!(ask(&asked_again(anew, rejected)), "answer 2");
}

/// Another version voids what was recorded with it, and nothing else; the message says which it was.
#[test]
fn another_version_voids_what_was_recorded_with_it() {
    let first = prompted(SYSTEM, STEP, "a", 60);
    let text = record(&[first.clone(), asked_again(first.clone(), REJECTED)]);
    let rejected = Prompt::new("rejected", 2, "That can't be used. Answer again.");
    let mut cassette = read(&text).unwrap();
    assert_eq!(cassette.complete(&first).unwrap().text, "answer 1");
    let error = cassette.complete(&asked_again(first, rejected)).unwrap_err();
    let ModelError::Cassette(CassetteError::Unknown { outdated, .. }) = &error else {
        panic!("{error}")
    };
    let expected = Outdated {
        prompt: "rejected".to_owned(),
        recorded: 1,
        asked: 2,
    };
    assert_eq!(outdated[..], [expected]);
    let said = error.to_string();
    assert!(
        said.contains("the prompt `rejected` has version 2 now; it was recorded with version 1"),
        "{said}"
    );
    assert!(
        said.contains("nearest: exchange 2, differs in line 18\n  recorded: [rejected, version 1]"),
        "{said}"
    );
    let step = Prompt::new("step", 7, "Goal: {{ goal }}\n\n{{ screen }}\n\nWhat next?");
    let error = cassette.complete(&prompted(SYSTEM, step, "a", 60)).unwrap_err();
    assert!(error.to_string().contains("`step` has version 7 now"), "{error}");
}

/// Another name, another value: another question. What differs is shown by the value's name.
#[test]
fn another_value_is_another_question() {
    let known = prompted(SYSTEM, STEP, "a", 60);
    let mut cassette = read(&record(&[known])).unwrap();
    let mut unknown = |it: &Request| cassette.complete(it).unwrap_err().to_string();
    let other_goal = unknown(&prompted(SYSTEM, STEP, "b", 60));
    assert!(
        other_goal.contains("  recorded: goal: a\n  asked:    goal: b"),
        "{other_goal}"
    );
    assert!(!other_goal.contains("has version"), "{other_goal}");
    let named_otherwise = Prompt::new("stop", 1, "Goal: {{ goal }}\n\n{{ screen }}\n\nWhat next?");
    let other_prompt = unknown(&prompted(SYSTEM, named_otherwise, "a", 60));
    assert!(
        other_prompt.contains("  recorded: [step, version 1]\n  asked:    [stop, version 1]"),
        "{other_prompt}"
    );
    // The same words that come from no prompt are another question, too.
    let mut plain = prompted(SYSTEM, STEP, "a", 60);
    plain.system = plain.system.to_string().into();
    assert!(unknown(&plain).contains("asked:    Be brief."));
}

/// What a prompt was filled with has boxes as well: of equal questions the nearest answers, then the least played.
#[test]
fn a_prompt_is_found_wherever_its_elements_stand() {
    let at = |top: u32| prompted(SYSTEM, STEP, "a", top);
    let mut cassette = read(&record(&[at(60), at(90), at(90)])).unwrap();
    let mut ask = |top: u32| cassette.complete(&at(top)).unwrap().text;
    assert_eq!(ask(63), "answer 1");
    assert_eq!(ask(93), "answer 2");
    assert_eq!(ask(90), "answer 3");
    assert_eq!(ask(60), "answer 1");
}

/// What a device has installed beside what the question is about is no part of it.
#[test]
fn one_app_more_is_the_same_question() {
    #[derive(Serialize)]
    struct Device<'a> {
        apps: &'a [&'a str],
        scope: &'a [&'a str],
    }
    const DEVICE: Prompt = Prompt::new("device", 1, "{{ apps }} {{ scope }}");
    let on = |apps: &[&str], scope: &[&str]| {
        let mut request = prompted(SYSTEM, STEP, "a", 60);
        request.system = DEVICE.render(&Device { apps, scope }).unwrap();
        request
    };
    let mut cassette = read(&record(&[on(&["Clock"], &["Clock"])])).unwrap();
    let answer = cassette.complete(&on(&["Clock", "Notes"], &["Clock"])).unwrap();
    assert_eq!(answer.text, "answer 1");
    assert!(cassette.complete(&on(&["Clock"], &["Notes"])).is_err());
}

/// A picture that is drawn otherwise is another question, also beside a prompt.
#[test]
fn the_picture_beside_a_prompt_counts() {
    let with = |png: &[u8]| {
        let mut request = prompted(SYSTEM, STEP, "a", 60);
        let message = request.messages.remove(0).and_image(png.to_vec());
        request.messages.push(message);
        request
    };
    let mut cassette = read(&record(&[with(b"one"), with(b"two")])).unwrap();
    assert_eq!(cassette.complete(&with(b"two")).unwrap().text, "answer 2");
    let error = cassette.complete(&with(b"new")).unwrap_err().to_string();
    assert!(error.contains("asked:    image 1: "), "{error}");
}

/// How a tool is described is wording; what it is called with is not.
#[test]
fn a_tool_is_known_by_its_name_and_its_arguments() {
    let with = |name: &str, description: &str, kind: &str| Request {
        tools: vec![Tool {
            name: name.to_owned(),
            description: description.to_owned(),
            arguments: serde_json::json!({
                "type": "object",
                "properties": { "description": { "type": kind, "description": description } },
            }),
        }],
        ..question("x", b"")
    };
    let mut cassette = read(&record(&[with("look", "Look closer.", "string")])).unwrap();
    let mut knows = |it: Request| cassette.complete(&it).is_ok();
    assert!(knows(with("look", "Look, closer.", "string")));
    assert!(!knows(with("look", "Look closer.", "integer")));
    assert!(!knows(with("stare", "Look closer.", "string")));
    assert!(!knows(question("x", b"")));
}
