//! Recording and replaying.

use std::path::Path;

use autorpa_llm::{
    Call, Cassette, CassetteError, Difference, Message, Model, ModelError, Recorder, Reply, Request, Role,
    Tool, Usage,
};

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
    for version in ["0", "2"] {
        let other = text.replacen("\"cassette\":1", &format!("\"cassette\":{version}"), 1);
        assert!(fails(&other).contains(&format!("has version {version}; this AutoRPA reads version 1")));
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
        system: "Be brief.\nBe sure.".to_owned(),
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
