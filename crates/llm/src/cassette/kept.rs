//! Cassettes of every version are read, and those of the newest are written to the same bytes: a sample with everything,
//! and the cassettes of this repository.

use std::{fs, path::Path};

use serde_json::json;

use super::{
    Cassette, Recorder, VERSION,
    v2::{Exchange, Head, Offered, Piece, Question, Said, Turn},
};
use crate::{
    model::Model,
    request::{Call, Message, Reply, Request, Role, Speaker, Thought, Usage, digest},
    text::Filled,
};

const V1: &str = include_str!("../../tests/samples/cassette-v1.jsonl");
const V2: &str = include_str!("../../tests/samples/cassette-v2.jsonl");

fn head(version: u32) -> Head {
    Head {
        cassette: version,
        label: "by hand".to_owned(),
        model: "a model".to_owned(),
    }
}

/// What a sample has for these roles: the first has everything, the others nothing that may be missing.
fn exchanges(question: impl Fn(Role, bool) -> (String, Question)) -> Vec<Exchange> {
    let whole = |(at, role)| {
        let (key, question) = question(role, at == 0);
        Exchange {
            key,
            role,
            question,
            reply: reply(at == 0),
        }
    };
    Role::ALL.into_iter().enumerate().map(whole).collect()
}

fn several(it: &str, whole: bool) -> Vec<String> {
    match whole {
        true => vec![it.to_owned()],
        false => Vec::new(),
    }
}

fn reply(whole: bool) -> Reply {
    let call = |id| Call {
        id,
        name: "fetch_info".to_owned(),
        arguments: json!({ "step": 2, "info": ["ui_list"] }),
        signatures: several("signed", whole),
    };
    let thought = |text: String| Thought {
        text,
        signature: "signed".to_owned(),
    };
    let more = |count| if whole { count } else { 0 };
    Reply {
        text: "seven".to_owned(),
        calls: several("call-1", whole).into_iter().map(call).collect(),
        thoughts: several("it is a number", whole)
            .into_iter()
            .map(thought)
            .collect(),
        usage: Usage {
            prompt: 10,
            completion: 2,
            cached: more(3),
            written: more(4),
            estimated: whole,
        },
        cut: whole,
    }
}

fn by_its_text(role: Role, whole: bool) -> (String, Question) {
    let text = format!("# {role}\n\n## user\nWhat is \"7\"?\n");
    let images = several("00ff", whole);
    (digest(text.as_bytes()), Question::Whole { text, images })
}

fn by_its_parts(role: Role, whole: bool) -> (String, Question) {
    let filled = |prompt: &str, inputs| {
        Said::Filled(Filled {
            prompt: prompt.to_owned(),
            version: 3,
            inputs,
        })
    };
    let said = |speaker, said| Turn {
        speaker,
        parts: vec![Piece::Said(said)],
    };
    let text = |it: &str| Said::Text(it.to_owned());
    let mut turns = vec![said(Speaker::User, text("What is \"7\"?"))];
    let mut tools = Vec::new();
    if whole {
        let line = "{\"index\":0,\"box\":[1,2,3,4]}";
        let inputs = json!({ "screen": line, "at": { "box": [5, 6, 7, 8] }, "share": "0.5", "left": 2 });
        turns.push(said(Speaker::Assistant, text("I look.")));
        let arguments = json!({ "step": 2 });
        turns[1].parts.push(Piece::Call {
            name: "look".to_owned(),
            arguments,
        });
        turns.push(said(Speaker::User, filled("step", inputs)));
        turns[2].parts.push(Piece::Image("00ff".to_owned()));
        turns[2].parts.push(Piece::Result {
            name: "look".to_owned(),
            said: filled("looked", json!({ "found": "a\nb" })),
        });
        tools.push(Offered {
            name: "look".to_owned(),
            arguments: json!({ "type": "object" }),
        });
    }
    let system = match whole {
        true => filled("system", json!(null)),
        false => text("Be brief."),
    };
    let question = Question::Parts { system, tools, turns };
    (question.key(&question.placed(role)), question)
}

fn written(head: &Head, exchanges: &[Exchange]) -> String {
    let mut lines = vec![serde_json::to_string(head).unwrap()];
    lines.extend(exchanges.iter().map(|it| serde_json::to_string(it).unwrap()));
    lines.join("\n") + "\n"
}

fn assert_read(text: &str, head: &Head, exchanges: &[Exchange]) {
    let read = Cassette::parse(text, Path::new("the sample")).unwrap();
    let known: Vec<Exchange> = read.known.into_iter().map(|it| it.exchange).collect();
    assert_eq!((&read.head, &known[..]), (head, exchanges));
}

/// A file of version 1 becomes one of version 2 whose questions are their whole texts.
#[test]
fn a_cassette_of_version_1() {
    assert_read(V1, &head(1), &exchanges(by_its_text));
}

#[test]
fn a_cassette_of_version_2() {
    let mut all = exchanges(by_its_parts);
    // What was recorded with version 1 and never asked again stands there as well.
    all.extend(exchanges(by_its_text));
    assert_eq!(written(&head(2), &all), V2);
    assert_read(V2, &head(2), &all);
}

fn asked(text: &str, png: &[u8]) -> Request {
    let message = Message::user(text).and_image(png.to_vec());
    Request::new(Role::Ask, "Be brief.", message)
}

/// A file of version 1 with three answers.
fn of_version_1() -> Cassette {
    let mut text = written(&head(1), &[]);
    for (number, top) in [(1, 10), (2, 50), (3, 50)] {
        let request = asked(&format!("{{\"box\":[0,{top},9,9]}} a"), b"one");
        let line = json!({
            "key": digest(request.render().as_bytes()),
            "role": "ask",
            "question": request.render(),
            "images": request.images(),
            "reply": Reply { text: format!("answer {number}"), ..Reply::default() },
        });
        text += &format!("{line}\n");
    }
    Cassette::parse(&text, Path::new("the sample")).unwrap()
}

/// What version 1 recorded answers the very same text, wherever its elements stand, and no other.
#[test]
fn a_question_of_version_1_is_found_by_its_text() {
    let mut cassette = of_version_1();
    let mut ask = |text: &str, png: &[u8]| match cassette.complete(&asked(text, png)) {
        Ok(reply) => reply.text,
        Err(error) => error.to_string(),
    };
    assert_eq!(ask("{\"box\":[0,49,9,9]} a", b"one"), "answer 2");
    assert_eq!(ask("{\"box\":[0,11,9,9]} a", b"one"), "answer 1");
    assert_eq!(ask("{\"box\":[0,50,9,9]} a", b"one"), "answer 3");
    let other = ask("{\"box\":[0,11,9,9]} b", b"one");
    assert!(
        other.contains("differs in line 7\n  recorded: {\"box\":[]} a\n  asked:    {\"box\":[]} b"),
        "{other}"
    );
    let drawn_otherwise = ask("{\"box\":[0,11,9,9]} a", b"two");
    assert!(
        drawn_otherwise.contains("asked:    image 1: "),
        "{drawn_otherwise}"
    );
}

/// What is recorded again with a file of version 1 at hand is of version 2, with the same answers, and nobody is asked.
#[test]
fn a_recording_of_version_1_is_made_one_of_version_2() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.jsonl");
    let nobody = Cassette::parse(&written(&head(1), &[]), Path::new("nothing")).unwrap();
    let mut recorder = Recorder::knowing(of_version_1(), nobody, &path, "by hand").unwrap();
    let request = asked("{\"box\":[0,50,9,9]} a", b"one");
    assert_eq!(recorder.complete(&request).unwrap().text, "answer 2");
    let mut again = Cassette::read(&path).unwrap();
    assert_eq!(again.head.cassette, 2);
    assert!(matches!(again.known[0].exchange.question, Question::Parts { .. }));
    assert_eq!(again.complete(&request).unwrap().text, "answer 2");
}

/// Every cassette below a folder: its name, and its text with line ends as Unix writes them.
fn cassettes(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            cassettes(&path, found);
        } else if path.extension().is_some_and(|it| it == "jsonl") {
            let text = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
            found.push((path.display().to_string(), text));
        }
    }
}

#[test]
fn cassettes_are_written_as_they_are_read() {
    let mut all = Vec::new();
    cassettes(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cassettes"),
        &mut all,
    );
    assert!(!all.is_empty());
    for (name, text) in all {
        let mut lines = text.lines();
        let head = lines.next().unwrap();
        let read: Head = serde_json::from_str(head).unwrap();
        assert_eq!(read.cassette, VERSION, "{name}");
        assert_eq!(serde_json::to_string(&read).unwrap(), head, "{name}");
        for (line, number) in lines.zip(2..) {
            let read: Exchange = serde_json::from_str(line).unwrap();
            let again = serde_json::to_string(&read).unwrap();
            assert_eq!(again, line, "{name}, line {number}");
        }
    }
}
