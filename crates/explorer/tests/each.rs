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
    searched(shelf(left), 2000, 40)
}

fn searched(mut env: Fake, steps: usize, step_limit: usize) -> Report {
    let instance = env.task.clone();
    let options = Options {
        budget: Budget {
            episodes: 100,
            steps,
            seconds: 1e9,
        },
        step_limit,
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

/// Parts are entered one after the other.
const STOCK: &str = "
screen stock
  button Help
  button Add part -> part
  row {parts} class=Text
screen part
  field Name id=name
  field Unit id=unit
  field Shelf id=shelf
  button Cancel -> stock
  button Save -> name?; stock; parts += {name} {unit} {shelf}; name =; unit =; shelf =
  on navigate_back -> stock
";

const PARTS: [[&str; 3]; 4] = [
    ["Bolt", "boxes", "A1"],
    ["Nut", "bags", "B2"],
    ["Glue", "cans", "B3"],
    ["Tape", "rolls", "D4"],
];

/// The stock, with these parts to be added.
fn stock(parts: &'static [[&'static str; 3]]) -> Fake {
    let mut params = Params::new();
    let mut wanted = Vec::new();
    for (at, [name, unit, shelf]) in parts.iter().enumerate() {
        for (what, value) in [("name", name), ("unit", unit), ("shelf", shelf)] {
            params.insert(format!("{what}_{}", at + 1), (*value).into());
        }
        wanted.push(format!("{name} {unit} {shelf}"));
    }
    let said = parts
        .iter()
        .map(|[name, unit, shelf]| format!("{name} in {unit} on shelf {shelf}"));
    let goal = format!("Add the parts: {}", said.collect::<Vec<_>>().join(", "));
    Fake::told(STOCK)
        .called("a stock", &[ActionKind::InputText, ActionKind::NavigateBack])
        .asked(task(&goal, params), move |it| it.all("parts") == wanted)
}

fn add(parts: &'static [[&'static str; 3]], keeps: bool) -> Report {
    let mut env = stock(parts);
    env.keeps = keeps;
    searched(env, 3000, 60)
}

/// With four of them, the twelve values are too many to be found one after the other.
#[test]
fn what_is_done_for_one_record_is_done_for_the_others() {
    let report = add(&PARTS, true);
    let recording = report.recording.as_ref().expect(&report.tried);
    assert_eq!(recording.steps.len(), 5 * PARTS.len(), "{}", report.tried);
    assert!(report.found_after < 40, "{}", report.found_after);
    let none = add(&PARTS, false);
    assert!(none.recording.is_none(), "{}", none.tried);
}
