//! A note on a page lists parts, a record on each line, and a person types those that are meant into a form beside it: the function
//! reads the note that is there then, and types those of its lines that are meant.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::desk;
use crate::hand;

use std::{thread, time::Duration};

use autorpa::{ExecRequest, ListenRequest, Recording, ValueRole, Words};
use desk::Office;
use device_web::{Ears, Window};
use hand::Hand;
use task::Params;
use trajectory::{Code, Outcome};

fn page(note: &str) -> String {
    format!(
        "<!doctype html><title>Stock</title><h1>Parts</h1><p><label for=t>Note</label> <textarea id=t rows=6 cols=40>{note}</textarea></p>\
         <p><label for=n>Name</label> <input id=n> <label for=k>Pieces</label> <input id=k> <button id=s>Add part</button></p>\
         <ul id=all></ul><script>const by = (it) => document.querySelector(it);\
         by('#s').onclick = () => {{ const li = document.createElement('li'); li.textContent = `${{by('#n').value}}: ${{by('#k').value}}`;\
         by('#all').append(li); by('#n').value = by('#k').value = ''; }};</script>"
    )
}

/// Somebody types these two parts of the note.
fn shown(office: &Office, url: &str, words: &str) -> (Recording, Vec<ValueRole>) {
    let request = ListenRequest {
        ears: Ears::Own {
            window: Window::Hidden,
            profile: None,
        },
        url: Some(url.to_owned()),
        goal: Some("Add the spare parts of the note".to_owned()),
        name: Some("add_parts".to_owned()),
        task: None,
        secrets: Vec::new(),
        login: None,
    };
    let mut listening = office.rpa.listen(&request).unwrap();
    let port = listening.port().unwrap();
    let hand = thread::spawn(move || {
        let mut hand = Hand::at_port(port);
        hand.until("document.readyState === 'complete'");
        for (name, pieces) in [("Hinge", "12"), ("Valve", "3")] {
            hand.click("#n");
            hand.keys(name);
            hand.click("#k");
            hand.keys(pieces);
            hand.click("#s");
            hand.until(&format!(
                "document.querySelector('#all').textContent.includes('{name}')"
            ));
        }
    });
    while !hand.is_finished() {
        listening.listen(Duration::from_millis(20));
    }
    hand.join().unwrap();
    let mut words = Words::parse(words).unwrap();
    listening.say(words.next(0).unwrap());
    let recording = listening.keep_asked(&office.rpa, words, &mut || None).unwrap();
    let understood = office.rpa.answerable(&recording);
    let roles = understood.values.iter().map(|it| it.role).collect();
    (recording, roles)
}

#[test]
fn what_a_note_lists_is_typed_from_the_note_that_is_there() {
    let Some(office) = Office::open(&[]) else { return };
    let file = office.path("stock.html");
    let note = "part;pieces;remark\nHinge;12;spare\nBolt;40;in use\nValve;3;spare, order soon\nBelt;7;in use";
    std::fs::write(&file, page(note)).unwrap();
    let url = format!("file://{}", file.display());
    let (recording, roles) = shown(&office, &url, "done\nok\n");
    assert_eq!(roles, [ValueRole::Listed; 4]);
    assert!(
        recording.instance.params.is_empty(),
        "{:?}",
        recording.instance.params
    );
    let (built, source) = office.built_from(&recording, &url, "add_parts");
    let function = built.function.unwrap();
    assert!(
        source.contains("records_saying(listed, \";\", 3, \"spare\")"),
        "{source}"
    );

    // Another note has other parts, and more of them.
    let other = "part;pieces;remark\nPump;2;spare\nBolt;40;in use\nGear;5;spare\nBelt;9;spare";
    std::fs::write(&file, page(other)).unwrap();
    let run = || {
        let request = ExecRequest {
            url: Some(url.clone()),
            ..ExecRequest::new(&function.path, Params::new())
        };
        office.rpa.exec(&request).unwrap().recording
    };
    let ran = run();
    assert_eq!(
        ran.ending.outcome,
        Outcome::Unchecked,
        "{:?}\n{source}",
        ran.ending
    );
    let added: Vec<&str> = ran
        .last
        .elements
        .iter()
        .filter_map(|it| it.text.as_deref())
        .collect();
    let added: Vec<&str> = added.into_iter().filter(|it| it.contains(": ")).collect();
    assert_eq!(added, ["Pump: 2", "Gear: 5", "Belt: 9"], "{source}");

    // A note without such parts, and one that is no table, are refused.
    for note in [
        "part;pieces;remark\nBolt;40;in use\nBelt;9;in use",
        "Pump, two pieces, spare\nGear",
    ] {
        std::fs::write(&file, page(note)).unwrap();
        let ran = run();
        let code = ran.ending.diagnostic.as_ref().map(|it| it.code);
        assert_eq!(code, Some(Code::UnknownValue), "{note}: {:?}", ran.ending);
        assert!(
            !ran.last
                .elements
                .iter()
                .any(|it| it.text.as_deref().is_some_and(|it| it.contains(": ")))
        );
    }
}

#[test]
fn a_person_may_say_that_they_are_parameters_all_the_same() {
    let Some(office) = Office::open(&[]) else { return };
    let file = office.path("stock.html");
    std::fs::write(
        &file,
        page("part;pieces;remark\nHinge;12;spare\nBolt;40;in use\nValve;3;spare"),
    )
    .unwrap();
    let url = format!("file://{}", file.display());
    let says = "done\nparam 1\nparam 2\nparam 3\nparam 4\nok\n";
    let (recording, roles) = shown(&office, &url, says);
    assert_eq!(roles, [ValueRole::Parameter; 4]);
    assert_eq!(
        recording.instance.params.len(),
        4,
        "{:?}",
        recording.instance.params
    );
}
