//! The next instance to build on is the one on which the codes that fit so far would do different things.

mod pages;

use autorpa_compiler::{
    analyze::Analysis,
    compile::{Compiled, Request, Tier, Without, compile},
    script::Script,
    soft::SoftTrajectory,
    world::{Builder, Continued, Event, World, WorldError},
};
use pages::{button, click, field, params, recording, screen, type_into};
use task::Instance;
use trajectory::{Ending, Outcome, Recording};
use ui::Screen;

/// A form whose title is the part of a file name up to its first dot.
struct Titles {
    files: &'static [&'static str],
    /// The instances that were taken up, in order.
    taken_up: Vec<usize>,
}

fn form(title: &str) -> Screen {
    screen(
        "form",
        vec![field(&[0, 0], "title", title), button(&[1, 0], "Save")],
    )
}

fn file(instance: &Instance) -> &str {
    instance.params["file"].as_text().unwrap_or_default()
}

impl World for Titles {
    fn instance(&mut self, n: usize) -> Result<Option<Instance>, WorldError> {
        let made = |name: &&str| recording("r", params(&[("file", name)]), Vec::new(), Screen::default());
        Ok(self.files.get(n).map(made).map(|it| Instance {
            seed: n as u64 + 1,
            ..it.instance
        }))
    }

    fn explore(
        &mut self,
        instance: &Instance,
        _: &[SoftTrajectory],
        _: Option<&Analysis>,
    ) -> Result<Option<Recording>, WorldError> {
        let title = file(instance).split('.').next().unwrap_or_default();
        let steps = vec![(form(""), type_into(0, title)), (form(title), click(1))];
        let made = recording("r", instance.params.clone(), steps, form(title));
        Ok(Some(Recording {
            instance: instance.clone(),
            ..made
        }))
    }

    fn run(&mut self, script: &Script, instance: &Instance) -> Result<Recording, WorldError> {
        let by_first_dot = ["part(file, \".\", 1)", "before(file, \".\", 1)"];
        let right = by_first_dot.iter().any(|it| script.source.contains(it));
        // Up to the last dot is the same where there is one.
        let reached =
            right || script.source.contains("stem(file)") && file(instance).matches('.').count() == 1;
        Ok(Recording {
            instance: instance.clone(),
            reward: Some(f64::from(u8::from(reached))),
            ending: Ending {
                outcome: if reached {
                    Outcome::Reached
                } else {
                    Outcome::NotReached
                },
                diagnostic: None,
            },
            ..recording("run", instance.params.clone(), Vec::new(), form(""))
        })
    }

    fn go_on(&mut self, _: &Recording, _: &Analysis, _: &[SoftTrajectory]) -> Result<Continued, WorldError> {
        Ok(Continued::default())
    }

    fn builder(&mut self) -> Option<&mut dyn Builder> {
        None
    }

    fn event(&mut self, event: &Event<'_>) {
        if let Event::Instance { n, .. } = event {
            self.taken_up.push(*n);
        }
    }
}

fn compiled(files: &'static [&'static str]) -> (Vec<usize>, Compiled) {
    let mut world = Titles {
        files,
        taken_up: Vec::new(),
    };
    let request = Request {
        task_type: "WriteTitle".to_owned(),
        description: "Write a title.".to_owned(),
        instances: 2,
        refinements: 1,
        held_out: 2,
        further: 0,
        tier: Tier::Free,
        candidates: 12,
        without: Without::default(),
    };
    let made = compile(&mut world, &request).expect("the world does not fail");
    (world.taken_up, made)
}

#[test]
fn the_instance_that_tells_two_codes_apart_is_built_on_next() {
    let (taken_up, made) = compiled(&["note.md", "list.md", "plan.md", "big.cat.md"]);
    assert_eq!(taken_up, [0, 3], "on all others both type the same");
    assert!(made.verified, "{:?}", made.reason);
    let source = made.script.map(|it| it.source).unwrap_or_default();
    assert!(source.contains("part(file, \".\", 1)"), "{source}");
    let why = made.versions.last().map(|it| it.why.as_str());
    let chosen = "another code that fits the same recordings, chosen by running it";
    assert_eq!(why, Some(chosen));
}

#[test]
fn where_no_instance_tells_them_apart_they_come_in_their_order() {
    let (taken_up, made) = compiled(&["note.md", "list.md", "plan.md", "trip.md"]);
    assert_eq!(taken_up, [0, 1]);
    let source = made.script.map(|it| it.source).unwrap_or_default();
    assert!(source.contains("stem(file)"), "the simplest: {source}");
}
