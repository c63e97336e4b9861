//! A branch on a text that one instance alone showed goes by the data of that one.

use crate::pages;

use autorpa_compiler::{
    lone_condition::lone_condition,
    program::{Cond, Kind, Program, Stmt},
    soft::StepRef,
    translate::translate,
};
use pages::{button, click, params, recording, screen, text};
use strings::Expr;
use task::Params;
use trajectory::{Origin, Recording};
use ui::{Action, Key, Locator};

/// Somebody searched, and the page shows this above the button for more.
fn searched(seed: u64, shown: &str) -> Recording {
    let results = vec![text("p", &[0, 0], shown), button(&[1, 0], "More")];
    let steps = vec![(screen("results", results), click(1))];
    let done = screen("more", vec![text("h1", &[0, 0], "More")]);
    let mut all = recording(&format!("r{seed}"), params(&[("who", "Ada")]), steps, done);
    all.origin = Origin::Search;
    all.instance.seed = seed;
    all
}

/// Press the button where this text shows, by a step of that recording.
fn program(shown: &str, of: &Recording, acts_on: &str) -> Program {
    let locator = |text: &str| Locator::by(Key::Text, Expr::from(text)).described(format!("“{text}”"));
    let target = locator(acts_on);
    let source = StepRef {
        recording: of.id.clone(),
        step: 0,
    };
    let press = Stmt::new(Kind::act(Action::Click { target }), vec![source]);
    let branch = Kind::If {
        cond: Cond::Not(Box::new(Cond::Exists(locator(shown)))),
        then: vec![press],
        otherwise: Vec::new(),
    };
    Program {
        name: "search".to_owned(),
        description: String::new(),
        params: Vec::new(),
        made: Vec::new(),
        example: Params::new(),
        body: vec![Stmt::new(branch, Vec::new())],
    }
}

fn said(program: &Program, recordings: &[Recording], runs: &[Recording]) -> Option<String> {
    let softs: Vec<_> = recordings.iter().map(translate).collect();
    lone_condition(program, &softs, runs).map(|it| it.to_string())
}

#[test]
fn what_one_instance_alone_showed_decides_nothing() {
    let recordings = [searched(1, "Donec et justo."), searched(2, "No results")];
    let runs = [searched(3, "No results"), searched(4, "Sed at nibh.")];
    let lone = program("Donec et justo.", &recordings[0], "More");
    assert_eq!(
        said(&lone, &recordings, &runs).as_deref(),
        Some(
            "what it does depends on “Donec et justo.”, and only one instance of 4 has shown that: it may be the data of \
             this one"
        )
    );
    // What a second one shows is the page's own word.
    let known = program("No results", &recordings[1], "More");
    assert_eq!(said(&known, &recordings, &runs), None);
    assert!(said(&known, &recordings, &[]).is_some());
    // A second run of the same instance is no second instance.
    let again = [searched(1, "Donec et justo.")];
    assert!(said(&lone, &recordings, &again).is_some());
    assert_eq!(said(&lone, &recordings[..1], &again), None);
}

#[test]
fn what_is_acted_on_is_no_data_and_a_persons_word_is_theirs() {
    let recordings = [searched(1, "Got it"), searched(2, "Hello")];
    let closed = program("Got it", &recordings[0], "Got it");
    assert_eq!(said(&closed, &recordings, &[]), None);
    let mut shown = recordings.clone();
    shown[0].origin = Origin::Person;
    let lone = program("Got it", &shown[0], "More");
    assert!(said(&lone, &recordings, &[]).is_some());
    assert_eq!(said(&lone, &shown, &[]), None);
}

/// A message that comes up tells what to do; what stood on the page before the step that led to the branch is data, whoever has shown it.
#[test]
fn what_stood_there_before_is_data_also_where_a_person_has_shown_it() {
    let opened = |seed: u64, before: &str, shown: &str| {
        let list = screen("list", vec![text("td", &[0, 0], before), button(&[1, 0], "Edit")]);
        let form = screen("form", vec![text("td", &[0, 0], shown), button(&[1, 0], "Save")]);
        let steps = vec![(list, click(1)), (form, click(1))];
        let mut all = recording(
            &format!("r{seed}"),
            Params::new(),
            steps,
            screen("done", Vec::new()),
        );
        all.origin = Origin::Person;
        all.instance.seed = seed;
        all
    };
    let decided = |recordings: &[Recording]| {
        let mut program = program("Anna Berg", &recordings[0], "Save");
        if let Kind::If { then, .. } = &mut program.body[0].kind {
            then[0].sources[0].step = 2;
        }
        said(&program, recordings, &[])
    };
    let all_along = [
        opened(1, "Anna Berg", "Anna Berg"),
        opened(2, "Bert Cole", "Bert Cole"),
    ];
    assert!(decided(&all_along).is_some());
    let came_up = [opened(1, "Orders", "Anna Berg"), opened(2, "Orders", "Bert Cole")];
    assert_eq!(decided(&came_up), None);
}

/// A row that is told from others by what stands beside it is the data of one recording also where it is acted on.
#[test]
fn what_stands_beside_one_instances_row_decides_nothing() {
    let recordings = [searched(1, "Donec et justo."), searched(2, "No results")];
    let beside = |text: &str| Locator {
        near: Some(Expr::from(text)),
        ..Locator::by(Key::ClassName, Expr::from("Button")).described(format!("the one beside “{text}”"))
    };
    let mut program = program("More", &recordings[0], "More");
    let target = beside("Donec et justo.");
    let press = Stmt::new(
        Kind::act(Action::Click {
            target: target.clone(),
        }),
        Vec::new(),
    );
    program.body = vec![Stmt::new(
        Kind::If {
            cond: Cond::Exists(target),
            then: vec![press],
            otherwise: Vec::new(),
        },
        Vec::new(),
    )];
    let said = said(&program, &recordings, &[]).expect("nobody else has shown it");
    assert!(said.contains("the one beside “Donec et justo.”"), "{said}");
}

/// The same where the branch is on a value of the task.
#[test]
fn a_value_that_one_instance_alone_had_decides_nothing() {
    let of = |seed: u64, who: &str| {
        let mut one = searched(seed, "No results");
        one.instance.params = params(&[("who", who)]);
        one.instance.goal = format!("Search for {who}");
        one
    };
    let recordings = [of(1, "Ada"), of(2, "Bo"), of(3, "Cleo"), of(4, "Dan")];
    let branch = |cond: Cond| {
        let mut program = program("No results", &recordings[0], "More");
        if let Kind::If { cond: own, .. } = &mut program.body[0].kind {
            *own = cond;
        }
        program
    };
    let is = |who: &str| Cond::Equals(Expr::Input("who".to_owned()), Expr::from(who));
    let ada = branch(is("Ada"));
    let lone = said(&ada, &recordings, &[]).expect("the others are called otherwise");
    assert!(
        lone.starts_with("what it does depends on who == \"Ada\", and only one instance of 4"),
        "{lone}"
    );
    let not_ada = branch(Cond::Not(Box::new(is("Ada"))));
    assert!(said(&not_ada, &recordings, &[of(5, "Eve")]).is_some());
    // A second instance has it; a second run of the same has it not. Of three, each may have its own.
    assert_eq!(said(&ada, &recordings, &[of(5, "Ada")]), None);
    assert!(said(&ada, &recordings, &[of(1, "Ada")]).is_some());
    assert_eq!(said(&ada, &recordings[..3], &[]), None);
    // What all goals say is the task's own word.
    let mut said_by_all = recordings.clone();
    for it in &mut said_by_all {
        it.instance.goal.push_str(", and greet Ada");
    }
    assert_eq!(said(&ada, &said_by_all, &[]), None);
    // What is always so, and what no instance has, tells nothing apart.
    let any = branch(Cond::StartsWith(Expr::Input("who".to_owned()), Expr::from("Ad")));
    assert!(said(&any, &recordings, &[]).is_some());
    assert_eq!(said(&any, &recordings[..1], &[]), None);
    assert_eq!(said(&branch(is("Zoe")), &recordings, &[]), None);
    // A person's own instance may well be of a kind of its own, and how a goal is worded is no data.
    let mut shown = recordings.clone();
    shown[0].origin = Origin::Person;
    assert_eq!(said(&ada, &shown, &[]), None);
    let wording = branch(Cond::Equals(Expr::Input(task::FORM.to_owned()), Expr::from("1")));
    assert_eq!(said(&wording, &recordings, &[]), None);
}

/// Press the first button for one value, and the second for all others.
fn by_place(value: &str) -> Program {
    let press = |nth: &str| {
        let target = Locator {
            nth: Some(Expr::from(nth)),
            ..Locator::by(Key::Text, Expr::from("More"))
        };
        vec![Stmt::new(Kind::act(Action::Click { target }), Vec::new())]
    };
    let branch = Kind::If {
        cond: Cond::Equals(Expr::Input("who".to_owned()), Expr::from(value)),
        then: press("1"),
        otherwise: press("2"),
    };
    Program {
        body: vec![Stmt::new(branch, Vec::new())],
        ..program("", &searched(1, ""), "More")
    }
}

#[test]
fn a_value_that_stands_for_a_place_needs_two_instances_whoever_has_shown_it() {
    let of = |seed: u64, who: &str| {
        let mut all = searched(seed, "Results");
        all.instance.params = params(&[("who", who)]);
        all.origin = Origin::Person;
        all
    };
    let shown = [of(1, "Ada"), of(2, "Bob")];
    let first = by_place("Ada");
    assert!(said(&first, &shown, &[]).is_some());
    assert!(said(&first, &shown, &[of(3, "Cy")]).is_some_and(|it| it.contains("one instance of 3")));
    assert!(said(&first, &shown, &[of(3, "Ada")]).is_some());
    assert_eq!(said(&first, &shown, &[of(3, "Ada"), of(4, "Bob")]), None);
    // What is done differs: a person has shown it.
    let mut other = by_place("Ada");
    if let Kind::If { otherwise, .. } = &mut other.body[0].kind {
        otherwise.clear();
    }
    assert_eq!(said(&other, &shown, &[]), None);
}
