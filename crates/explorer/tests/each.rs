//! Several things to do the same with: the search finds what is to be done for one, and does it for each.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use autorpa_explorer::{
    graph::Graph,
    search::{Budget, Options, Report, search},
};
use device::Cancel;
use task::{Params, Value};
use testkit::{Fake, task};
use ui::ActionKind;

const TITLES: [&str; 6] = ["Atlas", "Bees", "Clocks", "Dunes", "Ember", "Fjord"];

/// A book is opened, removed from there, and that is confirmed.
const SHELF: &str = "
books = Atlas, Bees, Clocks, Dunes, Ember, Fjord
screen list
  button Sort
  row {books} id=shelf:id/title -> book; open = {it}
screen book
  button {open} class=Header
  button Lend
  button Remove -> asked
  on navigate_back -> list
screen asked
  button No -> list
  button Yes -> list; books -= {open}
  on navigate_back -> list
";

/// The shelf, with what is to be left on it.
fn shelf(left: &[&'static str]) -> Fake {
    let gone = TITLES.iter().filter(|it| !left.contains(it));
    let gone: Vec<String> = gone.map(|it| (*it).to_owned()).collect();
    let task = if left.is_empty() {
        task("Remove all books", Params::new())
    } else {
        let goal = format!("Remove the books {}", gone.join(", "));
        task(
            &goal,
            Params::from_iter([("books".to_owned(), Value::List(gone))]),
        )
    };
    let left = left.to_vec();
    Fake::told(SHELF)
        .called("a shelf", &[ActionKind::NavigateBack])
        .asked(task, move |it| it.all("books") == left)
}

fn look(left: &[&'static str]) -> Report {
    let mut env = shelf(left);
    let instance = env.task.clone();
    let options = Options {
        budget: Budget {
            episodes: 100,
            steps: 2000,
            seconds: 1e9,
        },
        step_limit: 40,
        ..Options::default()
    };
    let (mut graph, cancel) = (Graph::default(), Cancel::default());
    search(&mut env, &instance, &options, &mut graph, &cancel, &mut |_| {}).unwrap()
}

/// The texts that were clicked.
fn clicked(report: &Report) -> Vec<String> {
    let steps = report.recording.iter().flat_map(|it| &it.steps);
    steps
        .filter_map(|it| it.screen.get(*it.action.target()?)?.text.clone())
        .collect()
}

#[test]
fn each_value_of_a_list_is_dealt_with() {
    let report = look(&["Atlas", "Dunes", "Ember"]);
    let done = clicked(&report);
    assert_eq!(done.len(), 9, "{}: {done:?}", report.tried);
    let mut books: Vec<&str> = done.iter().step_by(3).map(String::as_str).collect();
    books.sort_unstable();
    assert_eq!(books, ["Bees", "Clocks", "Fjord"]);
    assert!(report.found_after < 20, "{}", report.found_after);
}

#[test]
fn where_all_are_meant_nothing_is_left() {
    let report = look(&[]);
    let done = clicked(&report);
    assert_eq!(done.len(), 3 * TITLES.len(), "{}: {done:?}", report.tried);
    assert!(report.found_after < 40, "{}", report.found_after);
}

#[test]
fn what_is_done_already_needs_no_step() {
    let report = look(&TITLES);
    let recording = report.recording.expect("the judge is content from the beginning");
    assert!(recording.steps.is_empty());
    assert_eq!(report.found_after, 1);
}
