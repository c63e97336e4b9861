//! What is compiled where nobody judges: hardened on what was recorded, tried, and never verified.

use crate::pages;

use autorpa_compiler::{
    analyze::Analysis,
    compile::{Compiled, Request, Tier, Without, compile},
    script::Script,
    soft::SoftTrajectory,
    trace::Phase,
    world::{Builder, Continued, Event, World, WorldError},
};
use pages::{button, click, field, params, recording, screen, text, type_into};
use task::Instance;
use trajectory::{Code, Diagnostic, Ending, Outcome, Position, Recording, Step};
use ui::{Element, Screen, Sent};

/// How the runs go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Runs {
    /// All come to their end.
    Well,
    /// Those with an assertion stop at it.
    StopAtAssertions,
    /// The first stops at an assertion, and nobody allows another.
    StopAtTheFirst,
    /// Those with an assertion stop at it, after something was sent.
    StopAfterSending,
    /// All stop where nothing is asserted.
    Stop,
    /// Nobody allows one.
    NotAllowed,
}

/// A list of guests that nobody judges.
struct Guests {
    names: &'static [&'static str],
    runs: Runs,
    ran: usize,
}

fn form(name: &str) -> Screen {
    screen(
        "form",
        vec![field(&[0, 0], "guest", name), button(&[1, 0], "Note down")],
    )
}

fn noted() -> Screen {
    let result = Element {
        resource_name: Some("result".to_owned()),
        ..text("TextView", &[0, 0], "Noted down")
    };
    screen("noted", vec![result])
}

fn shown(nth: usize, name: &str) -> Recording {
    let steps = vec![(form(""), type_into(0, name)), (form(name), click(1))];
    let made = recording(&format!("r{nth}"), params(&[("guest", name)]), steps, noted());
    Recording {
        instance: Instance {
            seed: nth as u64 + 1,
            ..made.instance
        },
        ..made
    }
}

/// Where the first line stands that asserts what shows or what a field holds.
fn assertion(script: &Script) -> Option<usize> {
    let mut lines = script.source.lines();
    lines
        .position(|it| it.contains("assert(env_op.") || it.contains("env_op.expect("))
        .map(|it| it + 1)
}

impl World for Guests {
    fn instance(&mut self, n: usize) -> Result<Option<Instance>, WorldError> {
        Ok(self.names.get(n).map(|name| shown(n, name).instance))
    }

    fn explore(
        &mut self,
        instance: &Instance,
        _: &[SoftTrajectory],
        _: Option<&Analysis>,
    ) -> Result<Option<Recording>, WorldError> {
        let nth = instance.seed as usize - 1;
        Ok(self.names.get(nth).map(|name| shown(nth, name)))
    }

    fn has_judge(&self) -> bool {
        false
    }

    fn run(&mut self, _: &Script, _: &Instance) -> Result<Recording, WorldError> {
        panic!("nothing is verified where nobody judges")
    }

    fn try_out(&mut self, script: &Script, instance: &Instance) -> Result<Option<Recording>, WorldError> {
        let allowed = match self.runs {
            Runs::Well | Runs::StopAtAssertions | Runs::StopAfterSending | Runs::Stop => true,
            Runs::StopAtTheFirst => self.ran == 0,
            Runs::NotAllowed => false,
        };
        if !allowed {
            return Ok(None);
        }
        self.ran += 1;
        let stops_at = match self.runs {
            Runs::Well | Runs::NotAllowed => None,
            Runs::StopAtAssertions | Runs::StopAtTheFirst | Runs::StopAfterSending => assertion(script),
            Runs::Stop => Some(1),
        };
        let diagnostic = stops_at.map(|line| Diagnostic {
            position: Some(Position { line, column: 1 }),
            ..Diagnostic::new(Code::AssertionFailed, "it is not so")
        });
        let outcome = match diagnostic {
            Some(_) => Outcome::ScriptFault,
            None => Outcome::Unchecked,
        };
        let mut steps = Vec::new();
        if self.runs == Runs::StopAfterSending {
            steps.extend(shown(0, "Ada").steps.pop());
            let post = Sent {
                method: "POST".to_owned(),
                address: "http://guests.example/".to_owned(),
            };
            steps
                .iter_mut()
                .for_each(|it: &mut Step| it.sent = Some(vec![post.clone()]));
        }
        Ok(Some(Recording {
            instance: instance.clone(),
            // Whatever is said of it: nobody judges here.
            reward: Some(1.0),
            ending: Ending::new(outcome, diagnostic),
            steps,
            ..recording("run", instance.params.clone(), Vec::new(), noted())
        }))
    }

    fn go_on(&mut self, _: &Recording, _: &Analysis, _: &[SoftTrajectory]) -> Result<Continued, WorldError> {
        panic!("nothing is repaired where nobody judges")
    }

    fn builder(&mut self) -> Option<&mut dyn Builder> {
        None
    }

    fn event(&mut self, _: &Event<'_>) {}
}

fn compiled(names: &'static [&'static str], runs: Runs) -> (Compiled, usize) {
    let request = Request {
        task_type: "NoteGuest".to_owned(),
        description: "Note down a guest.".to_owned(),
        instances: names.len(),
        refinements: 0,
        held_out: 0,
        further: 0,
        tier: Tier::Free,
        candidates: 1,
        without: Without::default(),
        rows: autorpa_compiler::compile::Rows::NotShown,
        made: Vec::new(),
    };
    let mut world = Guests { names, runs, ran: 0 };
    let made = compile(&mut world, &request).expect("the world does not fail");
    assert!(!made.verified, "nobody has judged it");
    (made, world.ran)
}

fn script(of: &Compiled) -> &Script {
    of.script.as_ref().expect("there is code")
}

#[test]
fn it_is_hardened_on_what_was_recorded_and_tried_once() {
    let (made, ran) = compiled(&["Ada"], Runs::Well);
    assert_eq!(ran, 1);
    assert!(made.unchecked, "{:?}", made.reason);
    assert!(assertion(script(&made)).is_some(), "{}", script(&made));
    assert!(!script(&made).source.contains("is not verified"));
    assert!(made.understood.is_some());
    let last = made.trace.last().expect("it has phases");
    assert_eq!(last.phase, Phase::HoldOut);
    assert!(last.what.contains("nobody judges"), "{last}");
}

#[test]
fn several_recordings_are_one_function() {
    let (made, ran) = compiled(&["Ada", "Bob"], Runs::Well);
    assert_eq!((ran, made.recordings.len()), (1, 2));
    assert!(
        script(&made).source.contains("fn note_guest(guest)"),
        "{}",
        script(&made)
    );
}

#[test]
fn an_assertion_that_does_not_hold_a_second_time_is_left_out() {
    let (made, ran) = compiled(&["Ada"], Runs::StopAtAssertions);
    assert!(ran > 1);
    assert!(made.unchecked, "{:?}", made.reason);
    assert_eq!(assertion(script(&made)), None, "{}", script(&made));
}

#[test]
fn what_may_not_be_run_again_without_its_assertion_is_left_in_doubt() {
    let (made, ran) = compiled(&["Ada"], Runs::StopAtTheFirst);
    assert_eq!(ran, 1);
    assert!(!made.unchecked);
    assert!(
        script(&made).source.contains("is not verified"),
        "{}",
        script(&made)
    );
}

#[test]
fn what_says_that_something_was_taken_is_not_left_out_because_it_was_not() {
    let (made, ran) = compiled(&["Ada"], Runs::StopAfterSending);
    assert_eq!(ran, 1);
    assert!(!made.unchecked);
    let reason = made.reason.as_ref().map(|it| it.to_string()).unwrap_or_default();
    assert!(
        reason.contains("does not come to its end a second time"),
        "{reason}"
    );
}

#[test]
fn what_stops_a_second_time_is_left_in_doubt() {
    let (made, ran) = compiled(&["Ada"], Runs::Stop);
    assert_eq!(ran, 1);
    let reason = made.reason.as_ref().map(|it| it.to_string()).unwrap_or_default();
    assert!(
        reason.contains("does not come to its end a second time"),
        "{reason}"
    );
    assert!(
        script(&made).source.contains("is not verified"),
        "{}",
        script(&made)
    );
}

#[test]
fn what_is_not_run_at_all_is_unchecked() {
    let (made, ran) = compiled(&["Ada"], Runs::NotAllowed);
    assert_eq!(ran, 0);
    assert!(made.unchecked && !script(&made).source.contains("is not verified"));
}
