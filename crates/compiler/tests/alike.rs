//! Where several are alike, trying each of them on the very instance says whether it matters which.

use crate::pages;

use autorpa_compiler::{
    compile::{Compiled, Request, compile},
    world::Continued,
};
use pages::{
    button, click, icon, params, recording, screen, text,
    world::{FakeWorld, instances, ran, request},
};
use task::Instance;
use trajectory::{Candidate, Code, Diagnostic, Ending, Outcome, Position, Recording};
use ui::{Element, Screen};

/// A page with as many buttons of one text as are asked for, and another one.
fn page(shown: &str, many: u16) -> Screen {
    let others = (0..many).map(|it| button(&[it], shown));
    screen("page", others.chain([button(&[many], "Other")]).collect())
}

/// A run that ended before two of the button.
fn done(instance: &Instance, shown: &str, told_apart: bool, reward: f64) -> Recording {
    let mut last = page(shown, 2);
    last.elements[0].focused = told_apart;
    ran(instance, reward, vec![(last.clone(), click(2))], last)
}

/// How a run ends that finds two where it looks for one.
fn ambiguous(source: &str) -> Ending {
    let line = source.lines().position(|it| it.contains("find_element"));
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
    Ending::new(Outcome::Refused, Some(said))
}

/// A world with a button for each instance, for a deed. On some seeds the page has two of them: what each of the two is
/// worth. Where they are told apart, one has the focus.
fn world(deed: &'static str, twins: &[(u64, [f64; 2])], told_apart: bool) -> FakeWorld {
    let shown = move |seed: u64| format!("{deed} {seed}");
    let all = instances((1..=8).map(|seed| params(&[("button", shown(seed).as_str())])));
    let twins = twins.to_vec();
    let known: Vec<u64> = twins.iter().map(|it| it.0).collect();
    let explore = move |instance: &Instance| {
        let steps = vec![(page(&shown(instance.seed), 1), click(0))];
        let last = screen("end", Vec::<Element>::new());
        let alone = !known.contains(&instance.seed);
        alone.then(|| recording("r", instance.params.clone(), steps, last))
    };
    let mut world = FakeWorld::new(all, explore, move |runs, script, instance| {
        let seed = instance.seed;
        let done = |reward| done(instance, &shown(seed), told_apart, reward);
        let Some((_, worth)) = twins.iter().find(|it| it.0 == seed) else {
            return done(1.0);
        };
        let chosen = [1, 2]
            .into_iter()
            .find(|n| script.source.contains(&format!("\"{n} of 2\"")));
        if let Some(n) = chosen {
            runs.push(format!("{n} of {seed}"));
            return done(worth[n - 1]);
        }
        if script.source.contains("any_of_alike: true") {
            return done(worth[0]);
        }
        runs.push(format!("stopped at {seed}"));
        Recording {
            ending: ambiguous(&script.source),
            ..done(0.0)
        }
    });
    world.go_on = Box::new(|runs, run, _| {
        runs.push(format!("goes on at {}", run.instance.seed));
        Continued::default()
    });
    world
}

fn compiled(world: &mut FakeWorld) -> Compiled {
    let request = Request {
        description: "Press a button.".to_owned(),
        held_out: 2,
        further: 5,
        ..request("PressButton")
    };
    compile(world, &request).expect("the world does not fail")
}

fn twins(deed: &'static str, twins: &[(u64, [f64; 2])]) -> FakeWorld {
    world(deed, twins, false)
}

#[test]
fn any_of_alike_will_do_where_each_was_rewarded_on_two_instances() {
    let mut world = twins("Show", &[(5, [1.0, 1.0]), (7, [1.0, 1.0])]);
    let made = compiled(&mut world);
    assert!(made.verified, "{:?}", made.reason);
    let tried: Vec<&String> = world.told.iter().filter(|it| it.contains(" of ")).collect();
    assert_eq!(tried, ["1 of 5", "2 of 5", "1 of 7", "2 of 7"]);
    let source = made.script.map(|it| it.source).unwrap_or_default();
    insta::assert_snapshot!(source, @r##"
    /// Press a button.
    ///
    /// - button: for example `Show 1`
    ///
    /// press_button("Show 1")
    fn press_button(button) {
        // Any of several alike: each of them was rewarded on the instances 5, 7.
        env_op.click(button_element(button));
        env_op.stop("complete");
    }

    private fn button_element(button) { #{ text: button, any_of_alike: true, target_description: "Button that shows button, top" } }
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
    let goes_on = world.told.iter().position(|it| it == "goes on at 2");
    let before = goes_on.map(|it| &world.told[it - 2..it]);
    assert_eq!(before.unwrap_or(&world.told), ["1 of 2", "stopped at 2"]);
}

#[test]
fn what_can_be_told_apart_and_what_nothing_takes_back_is_not_tried() {
    let both = [(5, [1.0, 1.0]), (7, [1.0, 1.0])];
    let mut deletes = twins("Delete", &both);
    compiled(&mut deletes);
    let mut told_apart = world("Show", &both, true);
    compiled(&mut told_apart);
    for runs in [deletes.told, told_apart.told] {
        assert!(runs.iter().all(|it| !it.contains(" of ")), "{runs:?}");
    }
}

/// Records that are open one below the other, each with an icon of its own.
fn records(names: &[&str]) -> Screen {
    let all = (1..)
        .zip(names)
        .flat_map(|(at, name)| [text("h2", &[at, 0], name), icon(&[at, 1, 0], "Change")]);
    screen("records", all.collect())
}

/// A record is changed that is open alone where it is shown, and beside another one afterwards.
fn changed(beside: fn(&str) -> String) -> (FakeWorld, Compiled) {
    let all = instances(["Ada", "Bob", "Cid"].map(|it| params(&[("name", it)])));
    let name = |instance: &Instance| instance.params["name"].as_text().unwrap_or_default().to_owned();
    let end = || screen("end", Vec::<Element>::new());
    let explore = move |instance: &Instance| {
        let steps = vec![(records(&[&name(instance)]), click(1))];
        (instance.seed == 1).then(|| recording("r", instance.params.clone(), steps, end()))
    };
    let mut world = FakeWorld::new(all, explore, move |_, script, instance| {
        let name = name(instance);
        let open = records(&[&beside(&name), &name]);
        let alone = instance.seed == 1;
        if alone || (script.source.contains("near: name") && beside(&name) != name) {
            return ran(instance, 1.0, vec![(open, click(3))], end());
        }
        let mut ending = ambiguous(&script.source);
        for (it, index) in ending
            .diagnostic
            .iter_mut()
            .flat_map(|it| &mut it.candidates)
            .zip([1, 3])
        {
            it.index = index;
        }
        Recording {
            ending,
            ..ran(instance, 0.0, Vec::new(), open)
        }
    });
    let request = Request {
        instances: 3,
        ..request("ChangeRecord")
    };
    let made = compile(&mut world, &request).expect("the world does not fail");
    (world, made)
}

#[test]
fn of_several_the_one_is_meant_that_a_value_of_the_task_names() {
    let (_, made) = changed(|_| "Welcome".to_owned());
    assert!(made.verified, "{:?}", made.reason);
    let source = made.script.map(|it| it.source).unwrap_or_default();
    assert!(source.contains("near: name"), "{source}");
}

#[test]
fn of_two_that_the_same_value_names_none_is_meant() {
    let (_, made) = changed(str::to_owned);
    assert!(!made.verified);
    let said = made.reason.as_ref().map(|it| it.to_string()).unwrap_or_default();
    assert!(said.contains("element-ambiguous"), "{said}");
}

/// A list with a button in each row.
fn rows(all: &[(&str, &str)]) -> Screen {
    let cells = (0..).zip(all).flat_map(|(at, (name, city))| {
        [
            text("Text", &[0, at, 0], name),
            text("Text", &[0, at, 1], city),
            button(&[0, at, 2], "More"),
        ]
    });
    screen("list", cells.collect())
}

#[test]
fn a_value_that_tells_the_row_is_a_parameter_from_then_on() {
    let all = instances(
        [
            ("Ada", "Rome"),
            ("Bob", "Oslo"),
            ("Cid", "Bern"),
            ("Dan", "Lyon"),
            ("Eve", "Wien"),
        ]
        .map(|(name, city)| params(&[("name", name), ("city", city)])),
    );
    let shown = |instance: &Instance, twice: bool| {
        let value = |name: &str| instance.params[name].to_string();
        let (name, city) = (value("name"), value("city"));
        match twice {
            true => rows(&[(&name, "Ghent"), (&name, &city)]),
            false => rows(&[(&name, &city)]),
        }
    };
    let explore = move |instance: &Instance| {
        let steps = vec![(shown(instance, false), click(2))];
        let last = screen("end", Vec::<Element>::new());
        (instance.seed < 3).then(|| recording("r", instance.params.clone(), steps, last))
    };
    let mut world = FakeWorld::new(all, explore, move |_, script, instance| {
        let told_apart = script.source.contains("near: city");
        let twice = instance.seed == 3;
        let done = |reward| {
            ran(
                instance,
                reward,
                vec![(shown(instance, twice), click(2))],
                shown(instance, twice),
            )
        };
        match twice && !told_apart {
            true => Recording {
                ending: ambiguous(&script.source),
                ..done(0.0)
            },
            false => done(1.0),
        }
    });
    world.go_on = Box::new(|_, _, _| Continued::default());
    let request = Request {
        description: "Press the button of one.".to_owned(),
        instances: 3,
        ..request("PressMore")
    };
    let made = compile(&mut world, &request).expect("the world does not fail");
    let source = made.script.map(|it| it.source).unwrap_or_default();
    assert!(made.verified, "{:?}: {source}", made.reason);
    insta::assert_snapshot!(source, @r##"
    /// Press the button of one.
    ///
    /// - city: for example `Bern`
    ///
    /// press_more("Rome")
    fn press_more(city) {
        env_op.click(more_button(city));
        env_op.stop("complete");
    }

    private fn more_button(city) { #{ text: "More", near: city, target_description: "Button \"More\", top" } }
    "##);
}
