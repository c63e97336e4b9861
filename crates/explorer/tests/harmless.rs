//! Several ways to what is asked: the one that nothing takes back is taken only where the goal asks for it.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use autorpa_explorer::{
    graph::Graph,
    search::{Budget, Options, search},
};
use device::Cancel;
use task::Params;
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
    let instance = task(goal, Params::new());
    let mut env = Fake::told(DRAFT).asked(instance.clone(), |it| !it.all("read").is_empty());
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
        &instance,
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
