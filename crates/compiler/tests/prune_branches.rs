//! Two ways that recordings show become a branch; it stays only where it is needed.

mod pages;

use autorpa_compiler::{
    analyze::Analysis,
    compile::{Request, Tier, Without, compile},
    script::Script,
    soft::SoftTrajectory,
    world::{Builder, Continued, Event, World, WorldError},
};
use pages::{button, click, field, params, recording, screen, type_into};
use task::Instance;
use trajectory::{Ending, Origin, Outcome, Recording};
use ui::Screen;

/// A note that is kept by one button, and put somewhere else by the other.
struct Notes {
    /// What the other button says.
    button: &'static str,
    /// Whether that does for a note that is to be kept as well.
    either: bool,
}

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

impl World for Notes {
    fn instance(&mut self, n: usize) -> Result<Option<Instance>, WorldError> {
        let ways = [
            ("keep it", "alpha"),
            ("move it", "beta"),
            ("move it", "gamma"),
            ("keep it", "delta"),
        ];
        Ok(ways.get(n).map(|(how, text)| {
            let given = params(&[("how", how), ("text", text)]);
            Instance {
                seed: n as u64 + 1,
                ..recording("r", given, Vec::new(), Screen::default()).instance
            }
        }))
    }

    fn explore(
        &mut self,
        instance: &Instance,
        _: &[SoftTrajectory],
        _: Option<&Analysis>,
    ) -> Result<Option<Recording>, WorldError> {
        let text = instance.params["text"].as_text().expect("a text");
        let at = if how(instance) == "keep it" { 1 } else { 2 };
        let steps = vec![
            (note("", self.button), type_into(0, text)),
            (note(text, self.button), click(at)),
        ];
        Ok(Some(Recording {
            instance: instance.clone(),
            ..recording(
                how(instance),
                instance.params.clone(),
                steps,
                note(text, self.button),
            )
        }))
    }

    fn run(&mut self, script: &Script, instance: &Instance) -> Result<Recording, WorldError> {
        let has = |button: &str| script.source.contains(&format!("text: \"{button}\""));
        let reached = match how(instance) {
            "keep it" => has("Keep") || self.either,
            _ => has(self.button),
        };
        let outcome = match reached {
            true => Outcome::Reached,
            false => Outcome::NotReached,
        };
        Ok(Recording {
            instance: instance.clone(),
            origin: Origin::Script,
            reward: Some(f64::from(u8::from(reached))),
            ending: Ending {
                outcome,
                diagnostic: None,
            },
            ..recording("run", instance.params.clone(), Vec::new(), note("", self.button))
        })
    }

    fn go_on(&mut self, _: &Recording, _: &Analysis, _: &[SoftTrajectory]) -> Result<Continued, WorldError> {
        Ok(Continued::default())
    }

    fn builder(&mut self) -> Option<&mut dyn Builder> {
        None
    }

    fn event(&mut self, _: &Event<'_>) {}
}

/// The function, and why it was changed.
fn made(button: &'static str, either: bool) -> (String, Vec<String>) {
    let request = Request {
        task_type: "FinishNote".to_owned(),
        description: "Finish a note.".to_owned(),
        instances: 2,
        refinements: 3,
        held_out: 2,
        further: 0,
        tier: Tier::Free,
        candidates: 12,
        without: Without::default(),
    };
    let compiled = compile(&mut Notes { button, either }, &request).expect("the world does not fail");
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
