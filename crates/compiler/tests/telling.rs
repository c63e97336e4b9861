//! The next instance to build on is the one on which the codes that fit so far would do different things.

mod pages;

use autorpa_compiler::{
    compile::{Compiled, Request, compile},
    world::Event,
};
use pages::{
    button, click, field, params, recording, screen, type_into,
    world::{Told, instances, ran, request},
};
use task::Instance;
use ui::Screen;

fn form(title: &str) -> Screen {
    screen(
        "form",
        vec![field(&[0, 0], "title", title), button(&[1, 0], "Save")],
    )
}

fn file(instance: &Instance) -> &str {
    instance.params["file"].as_text().unwrap_or_default()
}

/// A form whose title is the part of a file name up to its first dot: the instances that were taken up, in order, and
/// what was made.
fn compiled(files: &[&str]) -> (Vec<String>, Compiled) {
    let all = instances(files.iter().map(|it| params(&[("file", it)])));
    let explore = |instance: &Instance| {
        let title = file(instance).split('.').next().unwrap_or_default();
        let steps = vec![(form(""), type_into(0, title)), (form(title), click(1))];
        Some(recording("r", instance.params.clone(), steps, form(title)))
    };
    let mut world = Told::new(all, explore, |_, script, instance| {
        let by_first_dot = ["part(file, \".\", 1)", "before(file, \".\", 1)"];
        let right = by_first_dot.iter().any(|it| script.source.contains(it));
        // Up to the last dot is the same where there is one.
        let reached =
            right || script.source.contains("stem(file)") && file(instance).matches('.').count() == 1;
        ran(instance, f64::from(u8::from(reached)), Vec::new(), form(""))
    });
    world.hears = |event| match event {
        Event::Instance { n, .. } => Some(n.to_string()),
        _ => None,
    };
    let request = Request {
        instances: 2,
        held_out: 2,
        ..request("WriteTitle")
    };
    let made = compile(&mut world, &request).expect("the world does not fail");
    (world.told, made)
}

#[test]
fn the_instance_that_tells_two_codes_apart_is_built_on_next() {
    let (taken_up, made) = compiled(&["note.md", "list.md", "plan.md", "big.cat.md"]);
    assert_eq!(taken_up, ["0", "3"], "on all others both type the same");
    assert!(made.verified, "{:?}", made.reason);
    let source = made.script.map(|it| it.source).unwrap_or_default();
    assert!(source.contains("part(file, \".\", 1)"), "{source}");
    let chosen = "another code that fits the same recordings, chosen by running it";
    let mut why = made.versions.iter().map(|it| it.why.as_str());
    assert!(why.any(|it| it == chosen), "{:?}", made.versions);
}

#[test]
fn where_no_instance_tells_them_apart_they_come_in_their_order() {
    let (taken_up, made) = compiled(&["note.md", "list.md", "plan.md", "trip.md"]);
    assert_eq!(taken_up, ["0", "1"]);
    let source = made.script.map(|it| it.source).unwrap_or_default();
    assert!(source.contains("stem(file)"), "the simplest: {source}");
}
