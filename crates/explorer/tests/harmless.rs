//! Several ways to what is asked: the one that nothing takes back is taken only where the goal asks for it.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use autorpa_explorer::{
    graph::Graph,
    search::{Budget, Options, search},
};
use device::Cancel;
use task::{Instance, Params};
use testkit::{Fake, task};

/// A draft that somebody reads once it is sent, or put on the board behind two more buttons.
const DRAFT: &str = "
screen draft
  button Send -> read = yes
  button More -> more
screen more
  button Back -> draft
  button Board -> board
screen board
  button Back -> draft
  button Pin -> read = yes
";

/// The buttons that the search presses for a goal.
fn pressed(goal: &str) -> Vec<String> {
    pressed_for(DRAFT, "read", &task(goal, Params::new()))
}

/// The buttons that the search presses where a page has to note something.
fn pressed_for(page: &str, note: &'static str, instance: &Instance) -> Vec<String> {
    let mut env = Fake::told(page).asked(instance.clone(), move |it| !it.all(note).is_empty());
    let options = Options {
        budget: Budget {
            episodes: 200,
            steps: 5000,
            seconds: 1e9,
        },
        ..Options::default()
    };
    let mut graph = Graph::default();
    let report = search(
        &mut env,
        instance,
        &options,
        &mut graph,
        &Cancel::default(),
        &mut |_| {},
    )
    .unwrap();
    let steps = report.recording.unwrap().steps;
    let text = |it: &trajectory::Step| it.screen.get(*it.action.target()?)?.text.clone();
    steps.iter().filter_map(text).collect()
}

#[test]
fn a_longer_way_that_sends_nothing_is_taken_first() {
    assert_eq!(pressed("Let somebody read the draft"), ["More", "Board", "Pin"]);
}

#[test]
fn what_the_goal_asks_for_is_done() {
    for goal in ["Send the draft", "Resend it to somebody", "Forward the draft"] {
        assert_eq!(pressed(goal), ["Send"], "{goal}");
    }
}

/// A list with a shortcut: all of it is chosen at once and gone, and nothing else was in it that a judge would miss.
const FILES: &str = "
screen files
  button Select all -> all
  button plan.txt -> file
screen all
  button Delete -> gone = yes
screen file
  button Back -> files
  button Select all -> all
  button Options -> options
screen options
  button Back -> file
  button Manage -> manage
screen manage
  button Back -> options
  button Storage -> storage
screen storage
  button Back -> manage
  button Delete -> gone = yes
";

/// What the goal names is dealt with by its name, though all of a list is gone sooner.
#[test]
fn what_the_goal_names_is_not_passed_by() {
    let named = Params::from([("name".to_owned(), "plan.txt".into())]);
    let both = [
        (
            task("Delete the file plan.txt", named),
            vec!["plan.txt", "Options", "Manage", "Storage", "Delete"],
        ),
        (
            task("Delete all files", Params::new()),
            vec!["Select all", "Delete"],
        ),
    ];
    for (instance, way) in both {
        assert_eq!(pressed_for(FILES, "gone", &instance), way, "{}", instance.goal);
    }
}
