//! Recording and replaying.

use std::path::Path;

use autorpa_llm::{
    Cassette, CassetteError, Message, Model, ModelError, Recorder, Reply, Request, Role, Usage,
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
    assert_eq!(ask("goal: a\nscreen: 1", b"drawn otherwise"), "answer 1");
    assert_eq!(ask("goal: a\nscreen: 2", b"new"), "answer 3");
    assert_eq!(ask("goal: a\nscreen: 2", b"new"), "answer 3");
    assert_eq!(ask("goal: a\nscreen: 2", b"two"), "answer 2");
    assert_eq!(ask("goal: a\nscreen: 2", b"neither"), "answer 2");
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
    assert!(fails("{\"cassette\":2}").contains("has version 2"));
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

/// What was asked is what counts where the standing instructions alone read otherwise now.
#[test]
fn standing_instructions_may_be_worded_anew() {
    let mut model = read(&recorded()).unwrap();
    let mut anew = question("goal: a\nscreen: 1", b"one");
    anew.system = "Be brief. Be right.".to_owned();
    assert_eq!(model.complete(&anew).unwrap().text, "answer 1");
    let other = Request {
        role: Role::Builder,
        ..anew.clone()
    };
    assert!(model.complete(&other).is_err());
    anew.messages = vec![Message::user("goal: c")];
    assert!(model.complete(&anew).is_err());
}
