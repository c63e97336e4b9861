//! Two ways that recordings show become a branch; it stays only where it is needed.

use crate::pages;

use autorpa_compiler::compile::{Request, compile};
use pages::{
    button, click, field, params, recording, screen, type_into,
    world::{FakeWorld, instances, ran, request},
};
use task::Instance;
use trajectory::Recording;
use ui::Screen;

fn note(holds: &str, other: &str) -> Screen {
    screen(
        "note",
        vec![
            field(&[0, 0], "note", holds),
            button(&[1, 0], "Keep"),
            button(&[1, 1], other),
        ],
    )
}

fn how(instance: &Instance) -> &str {
    instance.params["how"].as_text().expect("a text")
}

/// The function, and why it was changed, where a note is kept by one button, and put somewhere else by the other: what
/// that one says, and whether it does for a note that is to be kept as well.
fn made(button: &'static str, either: bool) -> (String, Vec<String>) {
    let ways = [
        ("keep it", "alpha"),
        ("move it", "beta"),
        ("move it", "gamma"),
        ("keep it", "delta"),
    ];
    let all = instances(ways.map(|(how, text)| params(&[("how", how), ("text", text)])));
    let explore = move |instance: &Instance| {
        let text = instance.params["text"].as_text().expect("a text");
        let at = if how(instance) == "keep it" { 1 } else { 2 };
        let steps = vec![
            (note("", button), type_into(0, text)),
            (note(text, button), click(at)),
        ];
        let last = note(text, button);
        Some(recording(how(instance), instance.params.clone(), steps, last))
    };
    let mut world = FakeWorld::new(all, explore, move |_, script, instance| {
        let has = |button: &str| script.source.contains(&format!("text: \"{button}\""));
        let reached = match how(instance) {
            "keep it" => has("Keep") || either,
            _ => has(button),
        };
        ran(
            instance,
            f64::from(u8::from(reached)),
            Vec::new(),
            note("", button),
        )
    });
    let request = Request {
        instances: 2,
        refinements: 3,
        held_out: 2,
        ..request("FinishNote")
    };
    let compiled = compile(&mut world, &request).expect("the world does not fail");
    assert!(compiled.verified, "{:?}", compiled.reason);
    assert_eq!(compiled.instances.len(), 4);
    let whys = compiled.versions.into_iter().map(|it| it.why).collect();
    (compiled.script.expect("a script").source, whys)
}

const SPARED: &str = "one arm of a branch does for every instance";

#[test]
fn a_branch_that_is_needed_stays() {
    let (source, whys) = made("Archive", false);
    assert!(source.contains("if how"), "{source}");
    assert!(
        source.contains("\"Keep\"") && source.contains("\"Archive\""),
        "{source}"
    );
    assert!(!whys.iter().any(|it| it == SPARED), "{whys:?}");
}

/// The parameter that only the branch looked at is gone with it.
#[test]
fn a_branch_goes_where_one_arm_does_for_all() {
    let (source, whys) = made("Archive", true);
    assert!(
        !source.contains("if how") && !source.contains("\"Keep\""),
        "{source}"
    );
    assert!(source.contains("fn finish_note(text)"), "{source}");
    assert!(whys.iter().any(|it| it == SPARED), "{whys:?}");
}

/// What can't be taken back is not done to every note because nobody minds.
#[test]
fn what_nothing_takes_back_is_not_done_for_all() {
    let (source, _) = made("Send", true);
    assert!(source.contains("if how"), "{source}");
    assert!(
        source.contains("\"Keep\"") && source.contains("\"Send\""),
        "{source}"
    );
}

/// A note with a line of the task before or after what it has; the other value is not given.
fn with_a_line(given: &str, line: &str) -> Recording {
    let old = "old\n";
    let text = match given {
        "header" => format!("{line}\n{old}"),
        _ => format!("{old}{line}"),
    };
    let steps = vec![
        (note(old, "Share"), type_into(0, &text)),
        (note(&text, "Share"), click(1)),
    ];
    recording(given, params(&[(given, line)]), steps, note(&text, "Share"))
}

#[test]
fn nothing_is_typed_for_a_value_that_is_not_given() {
    let ways = [
        ("header", "alpha"),
        ("footer", "beta"),
        ("header", "gamma"),
        ("footer", "delta"),
    ];
    let all = instances(ways.map(|(given, line)| params(&[(given, line)])));
    let explore = |instance: &Instance| {
        let (given, line) = instance.params.first()?;
        Some(with_a_line(given, line.as_text()?))
    };
    // Whatever is typed, nobody minds an empty line more.
    let mut world = FakeWorld::new(all, explore, |_, script, instance| {
        let reached = instance
            .params
            .keys()
            .all(|it| script.source.contains(it.as_str()));
        ran(
            instance,
            f64::from(u8::from(reached)),
            Vec::new(),
            note("", "Share"),
        )
    });
    let request = Request {
        instances: 2,
        refinements: 3,
        held_out: 2,
        ..request("AddLine")
    };
    let compiled = compile(&mut world, &request).expect("the world does not fail");
    let source = compiled.script.expect("a script").source;
    let body = source.split("private fn").next().expect("a body");
    assert!(compiled.verified, "{:?} {source}", compiled.reason);
    let typed = body.matches("input_text(").count();
    let asked = body.matches("if ").count() + body.matches("else").count();
    assert!(typed == 2 && asked >= 2, "{body}");
}
