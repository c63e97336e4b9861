//! A list of the browser: where a device chooses an option by what it shows, the search asks for that.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use autorpa_explorer::{
    graph::Graph,
    search::{Budget, Options, search},
};
use device::Cancel;
use task::Params;
use testkit::{Fake, State, task};
use ui::{ActionKind, ElementId, HardAction};

/// A form with two lists that have the same options, which are pressed.
const PRESSED: &str = "
screen form
  select Shirt
    option Small -> shirt = Small
    option Large -> shirt = Large
  select Shoes
    option Small -> shoes = Small
    option Large -> shoes = Large
";

/// The same with options that are chosen by what they show.
const CHOSEN: &str = "
screen form
  select Shirt select_option -> shirt = {it}
    option Small
    option Large
  select Shoes select_option -> shoes = {it}
    option Small
    option Large
";

/// What the search does on the form, status aside.
fn done(form: &str, other: ActionKind) -> Vec<HardAction> {
    let instance = task("Choose Large for the shoes", Params::new());
    let right = |it: &State| (it.get("shoes").as_str(), it.get("shirt").as_str()) == ("Large", "");
    let mut env = Fake::told(form)
        .called("a form", &[other])
        .asked(instance.clone(), right);
    let options = Options {
        budget: Budget {
            episodes: 200,
            steps: 5000,
            seconds: 1e9,
        },
        ..Options::default()
    };
    let (mut graph, cancel) = (Graph::default(), Cancel::default());
    let report = search(&mut env, &instance, &options, &mut graph, &cancel, &mut |_| {}).unwrap();
    let steps = report.recording.unwrap().steps;
    let acts = steps.into_iter().map(|it| it.action);
    acts.filter(|it| it.target().is_some()).collect()
}

#[test]
fn an_option_is_chosen_in_its_list_where_the_device_does_that() {
    let chosen = HardAction::SelectOption {
        target: ElementId(3),
        option: "Large".into(),
    };
    assert_eq!(done(CHOSEN, ActionKind::SelectOption), [chosen]);
    let pressed = done(PRESSED, ActionKind::Wait);
    assert_eq!(pressed, [HardAction::Click { target: ElementId(5) }]);
}
