//! Code that is too quick for an application: it is run once more with pauses before a model is asked, and what came up in them is
//! waited for from then on.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::pages;

use autorpa_compiler::{
    analyze::Analysis,
    compile::{Compiled, Request, Tier, compile},
    script::Script,
    soft::SoftTrajectory,
    world::{BuildTask, Builder, Event, WorldError},
};
use pages::{
    button, click, field, params, recording, screen, text, type_into,
    world::{FakeWorld, instances, ran, request},
};
use task::Instance;
use trajectory::Recording;
use ui::{Action, HardAction, Screen};

/// A model whose every answer would be heard.
struct Nobody;

impl Builder for Nobody {
    fn translate(&mut self, _: &Recording, free: SoftTrajectory) -> Result<SoftTrajectory, WorldError> {
        Ok(free)
    }

    fn build(&mut self, _: &BuildTask<'_>) -> Result<Option<Script>, WorldError> {
        panic!("no model is asked for code")
    }

    fn analyze(&mut self, _: &Recording, _: Analysis) -> Result<Analysis, WorldError> {
        panic!("no model is asked for the reason")
    }
}

fn list() -> Screen {
    screen("list", vec![button(&[0, 0], "New")])
}

/// The form; what is typed before it says that it is ready is lost.
fn form(name: &str, ready: bool) -> Screen {
    let mut all = vec![field(&[0, 0], "name", name), button(&[1, 0], "Save")];
    all.extend(ready.then(|| text("TextView", &[2, 0], "All changes are kept")));
    screen("form", all)
}

fn name(instance: &Instance) -> &str {
    instance.params["name"].as_text().unwrap_or_default()
}

fn steps(name: &str, waits: bool) -> Vec<(Screen, HardAction)> {
    let mut all = vec![(list(), click(0))];
    all.extend(waits.then(|| (form("", false), Action::Wait)));
    all.push((form("", waits), type_into(0, name)));
    all.push((form(name, waits), click(1)));
    all
}

fn saved(name: &str) -> Screen {
    screen("list", vec![button(&[0, 0], "New"), button(&[1, 0], name)])
}

/// How a build goes on an application for which only code that waits is slow enough, and one that nothing helps.
fn make(pauses_help: bool) -> (Vec<String>, Compiled) {
    let all = instances([params(&[("name", "Ada")])]);
    let shown = |it: &Instance| {
        recording(
            "shown",
            it.params.clone(),
            steps(name(it), false),
            saved(name(it)),
        )
    };
    let run = |_: &mut Vec<String>, script: &Script, it: &Instance| {
        let right = script.source.contains("All changes are kept");
        ran(
            it,
            f64::from(u8::from(right)),
            steps(name(it), false),
            saved("Ad"),
        )
    };
    let mut world = FakeWorld::new(all, move |it| Some(shown(it)), run);
    world.run_slowly = Box::new(move |told, _, it| {
        told.push("run with pauses".to_owned());
        let reward = f64::from(u8::from(pauses_help));
        Some(ran(it, reward, steps(name(it), true), saved(name(it))))
    });
    world.go_on = Box::new(|told, _, _| {
        told.push("go on".to_owned());
        autorpa_compiler::world::Continued::default()
    });
    world.builder = Some(Box::new(Nobody));
    world.hears = |event| match event {
        Event::Built { .. } => Some("built".to_owned()),
        _ => None,
    };
    let request = Request {
        refinements: 2,
        tier: Tier::Auto,
        ..request("AddName")
    };
    let compiled = compile(&mut world, &request).unwrap();
    (world.told, compiled)
}

#[test]
fn what_came_up_in_pauses_is_waited_for() {
    let (told, compiled) = make(true);
    assert_eq!(told, ["built", "run with pauses", "built"]);
    assert!(compiled.verified && !compiled.by_model, "{:?}", compiled.reason);
    let source = compiled.script.unwrap().source;
    assert!(source.contains("All changes are kept"), "{source}");
}

#[test]
#[should_panic(expected = "no model is asked")]
fn where_pauses_do_not_help_the_model_is_asked() {
    make(false);
}
