//! Adversarial instances: what is wrong there and called right is mended or not verified, and who refuses did no harm.

use crate::pages;

use autorpa_compiler::{
    analyze::Analysis,
    compile::{Compiled, Request, Tier, Without, compile},
    script::Script,
    soft::SoftTrajectory,
    world::{Builder, Continued, Event, World, WorldError},
};
use pages::{button, click, field, params, recording, screen, type_into};
use task::Instance;
use trajectory::{Ending, Origin, Outcome, Recording};
use ui::Screen;

/// A form whose ending is right for the notes that are built on, and not for the adversarial one.
struct Notes {
    /// Whether the explorer finds out how the adversarial one is done.
    found: bool,
    /// How code ends there that leaves the ending alone.
    ends: Outcome,
    /// How many instances there are, the first three included.
    plain: usize,
    /// The instances that the code refuses, and nobody finds out how they are done.
    refused: &'static [u64],
    /// The instance of which the judge can't tell anything.
    unjudged: Option<u64>,
    /// Instances that the explorer does only once it has seen another.
    hard: &'static [u64],
    /// The instance that code fails on which has learned of endings.
    spoiled: Option<u64>,
    /// The adversarial instance on which such code does the wrong thing and calls it right; nobody finds out how it is done.
    betrays: Option<u64>,
    asked: usize,
}

fn form(name: &str, ending: &str) -> Screen {
    let fields = vec![
        field(&[0, 0], "name", name),
        field(&[0, 1], "ending", ending),
        button(&[1, 0], "OK"),
    ];
    screen("form", fields)
}

fn named(seed: u64, name: &str) -> Instance {
    let made = recording("r", params(&[("file", name)]), Vec::new(), Screen::default());
    Instance {
        seed,
        ..made.instance
    }
}

fn done(instance: &Instance) -> Recording {
    let file = instance.params["file"].as_text().unwrap_or_default();
    let (stem, ending) = file.split_once('.').unwrap_or_default();
    let ending = format!(".{ending}");
    let mut steps = vec![(form("", ".md"), type_into(0, stem))];
    if ending != ".md" {
        steps.push((form(stem, ".md"), type_into(1, &ending)));
    }
    steps.push((form(stem, &ending), click(2)));
    let id = format!("done-{}", instance.seed);
    let last = screen("files", vec![button(&[0, 0], file)]);
    Recording {
        instance: instance.clone(),
        ..recording(&id, instance.params.clone(), steps, last)
    }
}

impl World for Notes {
    fn instance(&mut self, n: usize) -> Result<Option<Instance>, WorldError> {
        let names = ["plan.md", "list.md", "tax.md"];
        let made = || (n < self.plain).then(|| format!("note{n}.md"));
        let name = names.get(n).map(|it| (*it).to_owned()).or_else(made);
        Ok(name.map(|it| named(n as u64 + 1, &it)))
    }

    fn adversarial(&mut self, n: usize) -> Result<Option<Instance>, WorldError> {
        self.asked = self.asked.max(n);
        Ok((n < 2).then(|| named(100 + n as u64, ["list.txt", "plan.txt"][n])))
    }

    fn explore(
        &mut self,
        instance: &Instance,
        known: &[SoftTrajectory],
        _: Option<&Analysis>,
    ) -> Result<Option<Recording>, WorldError> {
        let too_hard =
            known.is_empty() && self.hard.contains(&instance.seed) || self.betrays == Some(instance.seed);
        let too_hard = too_hard || self.refused.contains(&instance.seed);
        Ok((!too_hard && (instance.seed < 100 || self.found)).then(|| done(instance)))
    }

    fn run(&mut self, script: &Script, instance: &Instance) -> Result<Recording, WorldError> {
        if self.refused.contains(&instance.seed) {
            return Ok(Recording {
                origin: Origin::Script,
                reward: Some(0.0),
                ending: Ending::new(Outcome::Refused, None),
                ..done(instance)
            });
        }
        let learned = script.source.contains("input_text(extension(file)");
        let betrays = learned && self.betrays == Some(instance.seed);
        let spoils = learned && self.spoiled == Some(instance.seed);
        let right = (instance.seed < 100 || learned) && !spoils && !betrays;
        let ends = if betrays { Outcome::NotReached } else { self.ends };
        if self.unjudged == Some(instance.seed) {
            return Ok(Recording {
                origin: Origin::Script,
                reward: None,
                ending: Ending::new(Outcome::Unchecked, None),
                ..done(instance)
            });
        }
        Ok(Recording {
            origin: Origin::Script,
            reward: Some(f64::from(u8::from(right))),
            ending: Ending::new(if right { Outcome::Reached } else { ends }, None),
            ..done(instance)
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

fn make(found: bool, ends: Outcome, held_out: usize) -> (Compiled, usize) {
    make_in(notes(found, ends), held_out)
}

fn notes(found: bool, ends: Outcome) -> Notes {
    Notes {
        found,
        ends,
        plain: 3,
        refused: &[],
        unjudged: None,
        hard: &[],
        spoiled: None,
        betrays: None,
        asked: 0,
    }
}

fn make_in(mut world: Notes, held_out: usize) -> (Compiled, usize) {
    let request = Request {
        task_type: "MakeNote".to_owned(),
        description: "Make a note.".to_owned(),
        instances: 2,
        refinements: 3,
        held_out,
        further: 0,
        tier: Tier::Free,
        candidates: 12,
        without: Without::default(),
        rows: autorpa_compiler::compile::Rows::NotShown,
        made: Vec::new(),
    };
    let compiled = compile(&mut world, &request).expect("the world does not fail");
    (compiled, world.asked)
}

fn types_the_ending(compiled: &Compiled) -> bool {
    let script = compiled.script.as_ref().expect("there is code");
    script.source.contains("input_text(extension(file)")
}

#[test]
fn what_is_wrong_and_called_right_is_built_on() {
    let (compiled, asked) = make(true, Outcome::NotReached, 1);
    assert!(compiled.verified, "{:?}", compiled.reason);
    assert!(types_the_ending(&compiled));
    assert_eq!(asked, 2, "every adversarial instance is asked for");
    let seeds: Vec<u64> = compiled.instances.iter().map(|it| it.0.seed).collect();
    assert!(seeds.contains(&100), "{seeds:?}");
}

#[test]
fn what_stays_wrong_and_called_right_is_not_verified() {
    let (compiled, _) = make(false, Outcome::NotReached, 1);
    assert!(!compiled.verified);
    let reason = compiled.reason.as_ref().expect("why it is not").to_string();
    assert!(reason.starts_with("held-out instance 100 fails"), "{reason}");
}

/// A check that could not be asked proves nothing.
#[test]
fn what_nobody_can_judge_is_not_verified() {
    let (compiled, _) = make(false, Outcome::Unchecked, 1);
    assert!(!compiled.verified, "{:?}", compiled.trace);
}

/// Neither the newest instance nor one that is held out: also not where the code is built anew after that.
#[test]
fn an_instance_that_the_judge_can_not_tell_verifies_nothing() {
    for seed in 1..=3 {
        let (compiled, _) = make_in(
            Notes {
                unjudged: Some(seed),
                ..notes(true, Outcome::NotReached)
            },
            1,
        );
        assert!(types_the_ending(&compiled), "it is built on");
        assert!(
            !compiled.verified && compiled.unchecked,
            "{seed}: {:?}",
            compiled.reason
        );
    }
}

#[test]
fn who_refuses_learns_what_can_be_learned() {
    let (compiled, _) = make(true, Outcome::ScriptFault, 1);
    assert!(
        compiled.verified && types_the_ending(&compiled),
        "{:?}",
        compiled.reason
    );
}

#[test]
fn who_refuses_did_no_harm() {
    let (compiled, _) = make(false, Outcome::ScriptFault, 1);
    assert!(
        compiled.verified && !types_the_ending(&compiled),
        "{:?}",
        compiled.reason
    );
    let seeds: Vec<u64> = compiled.instances.iter().map(|it| it.0.seed).collect();
    assert_eq!(seeds, [1, 2, 3], "what is refused counts neither way");
    let trace: Vec<String> = compiled.trace.iter().map(ToString::to_string).collect();
    assert!(trace.iter().any(|it| it.contains("it is refused")), "{trace:#?}");
}

/// The code stays as it was before it learned of endings, and the trace says so.
#[track_caller]
fn stays_as_it_was(notes: Notes, said: &str) {
    let (compiled, _) = make_in(notes, 1);
    assert!(
        compiled.verified && !types_the_ending(&compiled),
        "{:?}",
        compiled.reason
    );
    let trace: Vec<String> = compiled.trace.iter().map(ToString::to_string).collect();
    assert!(trace.iter().any(|it| it.contains(said)), "{trace:#?}");
}

#[test]
fn what_is_learned_of_a_refusal_costs_nothing_that_was_right() {
    stays_as_it_was(
        Notes {
            spoiled: Some(3),
            ..notes(true, Outcome::ScriptFault)
        },
        "it is refused: code that does it fails on instance 3",
    );
}

/// Code that has learned of endings is right on one adversarial instance, and wrong on the other: the code before refuses both.
#[test]
fn what_was_learned_of_a_refusal_is_taken_back_where_it_does_wrong_later() {
    stays_as_it_was(
        Notes {
            betrays: Some(101),
            ..notes(true, Outcome::ScriptFault)
        },
        "what it refused stays refused",
    );
}

/// One of ten held-out instances may be refused: nothing wrong was done there.
#[test]
fn one_of_ten_held_out_instances_may_stay_refused() {
    let some = |refused: &'static [u64]| Notes {
        plain: 12,
        refused,
        ..notes(true, Outcome::NotReached)
    };
    let (one, _) = make_in(some(&[5]), 10);
    assert!(one.verified, "{:?}", one.reason);
    assert!(
        one.instances.iter().all(|it| it.0.seed != 5),
        "it counts neither way"
    );
    let trace: Vec<String> = one.trace.iter().map(ToString::to_string).collect();
    assert!(trace.iter().any(|it| it.contains("it is refused")), "{trace:#?}");

    for (refused, held_out) in [(&[5, 6][..], 10), (&[5], 9)] {
        let (several, _) = make_in(some(refused), held_out);
        assert!(!several.verified);
        let reason = several.reason.as_ref().expect("why it is not").to_string();
        assert!(reason.starts_with("held-out instance"), "{reason}");
    }
}

#[test]
fn where_nothing_is_held_out_nothing_is_contested() {
    let (compiled, asked) = make(true, Outcome::NotReached, 0);
    assert!(compiled.verified && !types_the_ending(&compiled));
    assert_eq!(asked, 0);
}

#[test]
fn an_instance_that_nobody_can_do_first_is_done_after_another() {
    let hard = |hard| {
        let notes = Notes {
            hard,
            ..notes(true, Outcome::NotReached)
        };
        make_in(notes, 1).0
    };
    let built = hard(&[1]);
    assert!(built.verified, "{:?}", built.reason);
    let seeds: Vec<u64> = built.instances.iter().map(|it| it.0.seed).collect();
    assert_eq!(seeds[..2], [2, 1]);

    let none = hard(&[1, 2]);
    assert!(none.script.is_none() && !none.verified);
    let why = none.reason.map(|it| it.to_string());
    assert_eq!(why.as_deref(), Some("instance 1 was not solved by the explorer"));
}
