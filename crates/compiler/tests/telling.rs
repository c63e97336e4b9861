//! The next instance to build on is the one on which the codes that fit so far would do different things.

use crate::pages;

use autorpa_compiler::{
    compile::{Compiled, Request, compile},
    world::Event,
};
use pages::{
    button, click, field, params, recording, screen, type_into,
    world::{FakeWorld, instances, ran, request},
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

/// What is made in a world, which is told the places of the instances that are taken up.
fn made_in(world: &mut FakeWorld, instances: usize, held_out: usize) -> Compiled {
    world.hears = |event| match event {
        Event::Instance { n, .. } => Some(n.to_string()),
        _ => None,
    };
    let request = Request {
        instances,
        held_out,
        ..request("WriteTitle")
    };
    compile(world, &request).expect("the world does not fail")
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
    let mut world = FakeWorld::new(all, explore, |_, script, instance| {
        let by_first_dot = ["part(file, \".\", 1)", "before(file, \".\", 1)"];
        let right = by_first_dot.iter().any(|it| script.source.contains(it));
        // Up to the last dot is the same where there is one.
        let reached =
            right || script.source.contains("stem(file)") && file(instance).matches('.').count() == 1;
        ran(instance, f64::from(u8::from(reached)), Vec::new(), form(""))
    });
    let made = made_in(&mut world, 2, 2);
    (world.told, made)
}

#[test]
fn the_instance_that_tells_two_codes_apart_is_built_on_next() {
    let (taken_up, made) = compiled(&["note.md", "list.md", "plan.md", "big.cat.md"]);
    assert_eq!(taken_up, ["0", "3"], "on all others both type the same");
    assert!(made.verified, "{:?}", made.reason);
    let open = made.understood.as_ref().map(|it| it.open.as_slice());
    assert_eq!(open, Some(&[][..]), "the suite has told");
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
    // What would is said: a person can show it.
    let would =
        "with `file` \"trip.Quill.md\", whether \"trip.Quill\" or \"trip\" goes into EditText title, top";
    let open = made.understood.map(|it| it.open).unwrap_or_default();
    let open: Vec<String> = open.iter().map(ToString::to_string).collect();
    assert_eq!(open, [would]);
    let source = made.script.map(|it| it.source).unwrap_or_default();
    assert!(source.contains("stem(file)"), "the simplest: {source}");
}

#[test]
fn where_one_is_too_much_the_one_whose_goal_says_least_is_next() {
    let goals = [
        "Do three things with all of them",
        "Do two things with it",
        "Do it",
    ];
    let all = goals.iter().zip(1..).map(|(goal, seed)| Instance {
        seed,
        goal: (*goal).to_owned(),
        ..Instance::of_no_type("WriteTitle", goal, params(&[("file", "a.md")]))
    });
    let explore = |instance: &Instance| {
        let steps = vec![(form(""), type_into(0, "a")), (form("a"), click(1))];
        (instance.seed == 3).then(|| recording("r", instance.params.clone(), steps, form("a")))
    };
    let mut world = FakeWorld::new(all.collect(), explore, |_, _, instance| {
        ran(instance, 1.0, Vec::new(), form(""))
    });
    let made = made_in(&mut world, 3, 0);
    assert_eq!(
        world.told,
        ["0", "2", "1", "0"],
        "the first is held against the code"
    );
    assert!(made.verified, "{:?}", made.reason);
}

/// Other codes that fit the first recording are right on the second instance by chance and wrong on the first: what is to be
/// seen is how the second is done.
#[test]
fn what_is_new_is_seen_and_what_is_known_is_not_seen_again() {
    let all = instances(["note.md", "big.cat.md"].map(|it| params(&[("file", it)])));
    let mut world = FakeWorld::new(
        all,
        |_| None,
        |told, script, instance| {
            let known = told.iter().any(|it| it == "2");
            let right = known || script.source.contains("stem(file)") == (instance.seed == 1);
            ran(instance, f64::from(u8::from(right)), Vec::new(), form(""))
        },
    );
    world.explore = Box::new(|told, instance, _| {
        told.push(instance.seed.to_string());
        let title = file(instance).split('.').next().unwrap_or_default();
        let steps = vec![(form(""), type_into(0, title)), (form(title), click(1))];
        Some(recording("r", instance.params.clone(), steps, form(title)))
    });
    let request = Request {
        instances: 2,
        ..request("WriteTitle")
    };
    let made = compile(&mut world, &request).expect("the world does not fail");
    assert_eq!(world.told, ["1", "2"]);
    assert!(made.verified, "{:?}", made.reason);
}
