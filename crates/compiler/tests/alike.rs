//! Where several are alike, trying each of them on the very instance says whether it matters which.

mod pages;

use autorpa_compiler::{
    analyze::Analysis,
    compile::{Compiled, Request, Tier, Without, compile},
    script::Script,
    soft::SoftTrajectory,
    world::{Builder, Continued, Event, World, WorldError},
};
use pages::{button, click, params, recording, screen};

use task::Instance;
use trajectory::{Candidate, Code, Diagnostic, Ending, Outcome, Position, Recording};
use ui::{Element, Screen};

/// A page with as many buttons of one text as are asked for, and another one.
fn page(shown: &str, many: u16) -> Screen {
    let others = (0..many).map(|it| button(&[it], shown));
    screen("page", others.chain([button(&[many], "Other")]).collect())
}

/// Instances whose page has two of the button that the goal names, and what each of the two is worth.
struct Twins {
    /// What the button is for, as the page says it.
    deed: &'static str,
    twins: Vec<(u64, [f64; 2])>,
    /// Whether one of two has the focus.
    told_apart: bool,
    runs: Vec<String>,
}

impl Twins {
    fn shown(&self, seed: u64) -> String {
        format!("{} {seed}", self.deed)
    }

    fn done(&self, instance: &Instance, reward: f64, ending: Ending) -> Recording {
        let mut last = page(&self.shown(instance.seed), 2);
        last.elements[0].focused = self.told_apart;
        Recording {
            instance: instance.clone(),
            reward: Some(reward),
            ending,
            ..recording(
                "run",
                instance.params.clone(),
                vec![(last.clone(), click(2))],
                last,
            )
        }
    }
}

impl World for Twins {
    fn instance(&mut self, n: usize) -> Result<Option<Instance>, WorldError> {
        let seed = n as u64 + 1;
        let params = params(&[("button", self.shown(seed).as_str())]);
        let made = recording("r", params, Vec::new(), Screen::default());
        Ok((n < 8).then_some(Instance {
            seed,
            ..made.instance
        }))
    }

    fn explore(
        &mut self,
        instance: &Instance,
        _: &[SoftTrajectory],
        _: Option<&Analysis>,
    ) -> Result<Option<Recording>, WorldError> {
        if self.twins.iter().any(|(seed, _)| *seed == instance.seed) {
            return Ok(None);
        }
        let steps = vec![(page(&self.shown(instance.seed), 1), click(0))];
        let made = recording(
            "r",
            instance.params.clone(),
            steps,
            screen("end", Vec::<Element>::new()),
        );
        Ok(Some(Recording {
            instance: instance.clone(),
            ..made
        }))
    }

    fn run(&mut self, script: &Script, instance: &Instance) -> Result<Recording, WorldError> {
        let ended = |outcome| Ending {
            outcome,
            diagnostic: None,
        };
        let judged = |reward: f64| match reward >= 1.0 {
            true => ended(Outcome::Reached),
            false => ended(Outcome::NotReached),
        };
        let Some((_, worth)) = self.twins.iter().find(|(seed, _)| *seed == instance.seed) else {
            return Ok(self.done(instance, 1.0, judged(1.0)));
        };
        let chosen = [1, 2]
            .into_iter()
            .find(|n| script.source.contains(&format!("\"{n} of 2\"")));
        if let Some(reward) = chosen.map(|n| worth[n - 1]) {
            self.runs
                .push(format!("{} of {}", chosen.unwrap_or(0), instance.seed));
            return Ok(self.done(instance, reward, judged(reward)));
        }
        if script.source.contains("any_of_alike: true") {
            return Ok(self.done(instance, worth[0], judged(worth[0])));
        }
        self.runs.push(format!("stopped at {}", instance.seed));
        let line = script.source.lines().position(|it| it.contains("find_element"));
        let mut said = Diagnostic::new(Code::ElementAmbiguous, "fits 2 elements");
        said.position = line.map(|it| Position {
            line: it + 1,
            column: 9,
        });
        said.candidates = [0, 1]
            .map(|index| Candidate {
                index,
                element: "button".to_owned(),
                locator: String::new(),
            })
            .to_vec();
        let ending = Ending {
            outcome: Outcome::Refused,
            diagnostic: Some(said),
        };
        Ok(self.done(instance, 0.0, ending))
    }

    fn go_on(
        &mut self,
        run: &Recording,
        _: &Analysis,
        _: &[SoftTrajectory],
    ) -> Result<Continued, WorldError> {
        self.runs.push(format!("goes on at {}", run.instance.seed));
        Ok(Continued::default())
    }

    fn builder(&mut self) -> Option<&mut dyn Builder> {
        None
    }

    fn event(&mut self, _: &Event<'_>) {}
}

fn compiled(world: &mut Twins) -> Compiled {
    let request = Request {
        task_type: "PressButton".to_owned(),
        description: "Press a button.".to_owned(),
        instances: 1,
        refinements: 1,
        held_out: 2,
        further: 5,
        tier: Tier::Free,
        candidates: 12,
        without: Without::default(),
    };
    compile(world, &request).expect("the world does not fail")
}

fn twins(deed: &'static str, twins: &[(u64, [f64; 2])]) -> Twins {
    Twins {
        deed,
        twins: twins.to_vec(),
        told_apart: false,
        runs: Vec::new(),
    }
}

#[test]
fn any_of_alike_will_do_where_each_was_rewarded_on_two_instances() {
    let mut world = twins("Show", &[(5, [1.0, 1.0]), (7, [1.0, 1.0])]);
    let made = compiled(&mut world);
    assert!(made.verified, "{:?}", made.reason);
    let tried: Vec<&String> = world.runs.iter().filter(|it| it.contains(" of ")).collect();
    assert_eq!(tried, ["1 of 5", "2 of 5", "1 of 7", "2 of 7"]);
    let source = made.script.map(|it| it.source).unwrap_or_default();
    insta::assert_snapshot!(source, @r##"
    /// Press a button.
    ///
    /// - button: for example `Show 1`
    ///
    /// press_button("Show 1")
    fn press_button(button) {
        // 1. Click Button that shows button, top. Any of several alike: each of them was rewarded on the instances 5, 7.
        let button_element = env_op.find_element(#{
            text: button, any_of_alike: true,
            target_description: "Button that shows button, top",
        });
        assert(button_element != -1, "step 1: Button that shows button, top is not on the screen");
        env_op.click(button_element);
        env_op.stop("complete");
    }
    "##);
    insta::assert_snapshot!(made.alike.join("\n"), @"Button that shows button, top (#{ text: button }): any of several alike, each of them was rewarded on the instances 5, 7");
    let held: Vec<u64> = made.instances.iter().map(|(it, _)| it.seed).collect();
    assert_eq!(held, [1, 2, 3, 5, 7], "both count from then on");
}

#[test]
fn one_instance_is_not_enough() {
    let made = compiled(&mut twins("Show", &[(5, [1.0, 1.0])]));
    let source = made.script.map(|it| it.source).unwrap_or_default();
    assert!(made.verified && !source.contains("any_of_alike"), "{source}");
    insta::assert_snapshot!(made.alike.join("\n"), @"Button that shows button, top (#{ text: button }): each of them was rewarded on the instances 5, which is too few to take any of several alike");
}

#[test]
fn where_it_matters_which_it_stays_a_refusal() {
    let rewarded = [1.0, 1.0];
    let made = compiled(&mut twins(
        "Show",
        &[(4, rewarded), (5, rewarded), (6, [0.0, 1.0])],
    ));
    let source = made.script.map(|it| it.source).unwrap_or_default();
    // What was written after two instances runs on the third, does the wrong thing there, and is not verified.
    assert!(!made.verified, "{source}");
    let made = compiled(&mut twins(
        "Show",
        &[(4, rewarded), (5, [0.0, 1.0]), (6, rewarded)],
    ));
    let source = made.script.map(|it| it.source).unwrap_or_default();
    assert!(made.verified && !source.contains("any_of_alike"), "{source}");
    insta::assert_snapshot!(made.alike.join("\n"), @"Button that shows button, top (#{ text: button }): it matters which of several alike, as instance 5 shows");
}

#[test]
fn a_repair_goes_on_from_where_the_function_stopped() {
    let mut world = twins("Show", &[(2, [0.0, 1.0])]);
    assert!(!compiled(&mut world).verified);
    let goes_on = world.runs.iter().position(|it| it == "goes on at 2");
    let before = goes_on.map(|it| &world.runs[it - 2..it]);
    assert_eq!(before.unwrap_or(&world.runs), ["1 of 2", "stopped at 2"]);
}

#[test]
fn what_can_be_told_apart_and_what_nothing_takes_back_is_not_tried() {
    let both = [(5, [1.0, 1.0]), (7, [1.0, 1.0])];
    let mut deletes = twins("Delete", &both);
    compiled(&mut deletes);
    let mut told_apart = Twins {
        told_apart: true,
        ..twins("Show", &both)
    };
    compiled(&mut told_apart);
    for runs in [deletes.runs, told_apart.runs] {
        assert!(runs.iter().all(|it| !it.contains(" of ")), "{runs:?}");
    }
}
