//! The search on a small environment: a list, a form behind a button, a dialog; with checkpoints and without.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use autorpa_explorer::{
    graph::Graph,
    search::{Budget, Options, Progress, Report, search},
};
use device::{Cancel, Device, Tasks};
use emulator::Emulator;
use task::Instance;
use testkit::{Fake, task};
use trajectory::Outcome;
use ui::{ActionKind, HardAction, Key, Locator, SoftAction};

/// A note needs a name: without one the form stays open.
const NOTES: &str = "
screen list
  button Help
  button Add -> form; suffix = .md
  button About
  row {files} class=Button
screen form
  field my_note id=name
  field suffix id=suffix
  button Cancel -> list
  button Fine -> name?; list; files += {name}{suffix}; name =
  row {files} class=Button
  on navigate_back -> list
";

/// The list of notes, with or without checkpoints, on which an episode may end with its first note.
fn notes(keeps: bool, ends_itself: bool) -> Fake {
    let mut env = Fake::told(NOTES).called(
        "a list of notes, 1.0",
        &[ActionKind::InputText, ActionKind::NavigateBack],
    );
    env.keeps = keeps;
    env.ends = Box::new(move |it| ends_itself && !it.all("files").is_empty());
    env
}

/// Let the environment ask for the note of a seed.
fn asked(env: &mut Fake, seed: usize) -> Instance {
    let file = ["plan.md", "list.txt"][seed];
    let params = [("file_name".to_owned(), file.into())].into_iter().collect();
    env.task = task(&format!("Add a note named {file}"), params);
    env.judge = Box::new(move |it| it.all("files").iter().any(|it| it == file));
    env.task.clone()
}

fn look(env: &mut Fake, seed: usize, options: &Options) -> Report {
    look_with(env, seed, options, &mut Graph::default())
}

fn look_with(env: &mut Fake, seed: usize, options: &Options, graph: &mut Graph) -> Report {
    let instance = asked(env, seed);
    let budget = Budget {
        episodes: 200,
        steps: 5000,
        seconds: 1e9,
    };
    let options = Options {
        budget,
        ..options.clone()
    };
    search(env, &instance, &options, graph, &Cancel::default(), &mut |_| {}).unwrap()
}

fn deeds(report: &Report) -> Vec<String> {
    report
        .recording
        .iter()
        .flat_map(|it| &it.steps)
        .map(|it| it.action.to_string())
        .collect()
}

#[test]
fn a_form_is_filled_with_what_is_left_of_the_value() {
    for (keeps, ends_itself) in [(true, false), (false, false), (false, true), (true, true)] {
        let report = look(&mut notes(keeps, ends_itself), 0, &Options::default());
        assert_eq!(report.outcome, Outcome::Reached, "{}", report.tried);
        assert_eq!(
            deeds(&report),
            ["click 1", "input_text 0 \"plan\" (clear)", "click 3"]
        );
        assert!(report.episodes < 40, "{}", report.episodes);
    }
}

#[test]
fn a_prefilled_field_is_replaced_where_the_value_needs_it() {
    let report = look(&mut notes(true, false), 1, &Options::default());
    assert_eq!(report.outcome, Outcome::Reached, "{}", report.tried);
    let mut deeds = deeds(&report);
    deeds[1..3].sort();
    assert_eq!(
        deeds,
        [
            "click 1",
            "input_text 0 \"list\" (clear)",
            "input_text 1 \".txt\" (clear)",
            "click 3"
        ]
    );
}

#[test]
fn the_same_search_finds_the_same() {
    let run = || {
        let report = look(&mut notes(false, true), 0, &Options::default());
        (report.episodes, report.steps, report.recording)
    };
    assert_eq!(run(), run());
}

#[test]
fn what_was_learned_of_an_app_is_forgotten_when_its_version_changes() {
    let options = Options::default();
    let cold = look(&mut notes(true, false), 1, &options);
    let mut graph = Graph::default();
    look_with(&mut notes(true, false), 0, &options, &mut graph);
    // As a later build reads it.
    let kept = Graph::from_json(&graph.to_json());
    let warm = look_with(&mut notes(true, false), 1, &options, &mut kept.clone());
    assert!(
        warm.steps < cold.steps,
        "{} steps with what is known, {} without",
        warm.steps,
        cold.steps
    );
    let mut newer = notes(true, false);
    newer = newer.called("a list of notes, 2.0", &[]);
    let forgotten = look_with(&mut newer, 1, &options, &mut kept.clone());
    assert_eq!(forgotten.steps, cold.steps);
}

#[test]
fn hints_make_the_way_short() {
    let click = |text: &str| SoftAction::Click {
        target: Locator::by(Key::Text, text),
    };
    let typed = SoftAction::InputText {
        target: Some(Locator::by(Key::ResourceName, "name")),
        text: "plan".into(),
        clear: false,
    };
    let hints = vec![click("Add"), typed, click("Fine")];
    let report = look(
        &mut notes(false, true),
        0,
        &Options {
            hints,
            ..Options::default()
        },
    );
    assert_eq!((report.found_after, report.outcome), (1, Outcome::Reached));
}

#[test]
fn a_search_goes_on_from_a_breakpoint() {
    for keeps in [true, false] {
        let mut env = notes(keeps, false);
        let instance = asked(&mut env, 0);
        env.reset(&instance).unwrap();
        let screen = std::sync::Arc::new(env.observe().unwrap());
        let action = HardAction::Click {
            target: ui::ElementId(1),
        };
        env.act(&action).unwrap();
        let step = trajectory::Step {
            screen,
            screenshot: None,
            action,
            reason: None,
            summary: None,
            position: None,
            sent: None,
        };
        let options = Options {
            from_here: true,
            prefix: vec![step],
            ..Options::default()
        };
        let report = look(&mut env, 0, &options);
        assert_eq!(deeds(&report), ["input_text 0 \"plan\" (clear)", "click 3"]);
    }
}

#[test]
fn what_ends_a_search_is_said() {
    let cancel = Cancel::default();
    cancel.cancel();
    let mut env = notes(true, false);
    let instance = asked(&mut env, 0);
    let options = Options::default();
    let report = search(
        &mut env,
        &instance,
        &options,
        &mut Graph::default(),
        &cancel,
        &mut |_| {},
    )
    .unwrap();
    assert_eq!(report.outcome, Outcome::Cancelled);

    let mut env = notes(false, false);
    env.lost_after = 4;
    let report = look(&mut env, 0, &Options::default());
    assert_eq!(report.outcome, Outcome::DeviceLost);
    assert!(report.tried.contains("cable"), "{}", report.tried);
}

/// A search for what the environment never rewards, with this budget.
fn in_vain(budget: Budget) -> Report {
    in_vain_with(budget, &mut Graph::default(), &mut |_| {})
}

fn in_vain_with(budget: Budget, graph: &mut Graph, told: &mut dyn FnMut(&Progress)) -> Report {
    let mut env = notes(true, false);
    let instance = Instance {
        goal: "Add a note named todo.".to_owned(),
        params: [("name".to_owned(), "todo".into())].into_iter().collect(),
        ..asked(&mut env, 0)
    };
    let options = Options {
        budget,
        ..Options::default()
    };
    search(&mut env, &instance, &options, graph, &Cancel::default(), told).unwrap()
}

/// What was learned may lead astray: most of it is a search that knows nothing.
#[test]
fn a_search_that_heeds_what_was_learned_leaves_most_for_one_that_does_not() {
    let mut graph = Graph::default();
    look_with(&mut notes(true, false), 0, &Options::default(), &mut graph);
    let learned = graph.clone();
    let budget = Budget {
        episodes: 20,
        ..PLENTY
    };
    let mut said = Vec::new();
    let both = in_vain_with(budget, &mut graph, &mut |it| said.push((it.episodes, it.steps)));
    assert_eq!((both.outcome, both.episodes), (Outcome::OverBudget, 20));
    assert!(said.is_sorted(), "{said:?}");
    assert_ne!(graph, learned, "both have learned");
    let of = |episodes| Budget { episodes, ..PLENTY };
    let heeding = in_vain_with(of(8), &mut learned.clone(), &mut |_| {});
    let knowing_nothing = in_vain(of(12));
    let notes = |it: &Report| it.failed.iter().map(|it| it.steps.len()).collect::<Vec<usize>>();
    assert!(
        notes(&both).ends_with(&notes(&knowing_nothing)),
        "{:?}",
        notes(&both)
    );
    assert!(heeding.steps <= both.steps);
}

const PLENTY: Budget = Budget {
    episodes: 100_000,
    steps: 100_000,
    seconds: 1e9,
};

#[test]
fn a_search_keeps_to_its_episodes() {
    for episodes in [1, 7] {
        let report = in_vain(Budget { episodes, ..PLENTY });
        assert_eq!((report.outcome, report.episodes), (Outcome::OverBudget, episodes));
        let said = format!("the budget is spent: {episodes} episodes and ");
        assert!(report.tried.contains(&said), "{}", report.tried);
    }
}

#[test]
fn a_search_keeps_to_its_steps() {
    for steps in [1, 25] {
        let report = in_vain(Budget { steps, ..PLENTY });
        assert_eq!((report.outcome, report.steps), (Outcome::OverBudget, steps));
        let said = format!(" and {steps} steps in ");
        assert!(report.tried.contains(&said), "{}", report.tried);
    }
}

#[test]
fn a_search_keeps_to_its_seconds() {
    let report = in_vain(Budget {
        seconds: 0.0,
        ..PLENTY
    });
    assert_eq!((report.outcome, report.steps), (Outcome::OverBudget, 0));
    assert!(report.tried.contains(" and 0 steps in 0."), "{}", report.tried);
}

/// A goal that gives no value says nothing of how far a try came; what the longest of the best rewarded did is told.
#[test]
fn what_was_tried_is_said_without_values_too() {
    for (goal, told) in [
        ("Look around.", "; the best try: click on Button \"Add\", "),
        (
            "Add a note named todo.",
            "; the best try used 1 of 1 values: click on Button \"Add\", ",
        ),
    ] {
        let mut env = notes(true, false);
        let values = goal.contains("todo").then(|| ("name".to_owned(), "todo".into()));
        let instance = Instance {
            goal: goal.to_owned(),
            params: values.into_iter().collect(),
            ..asked(&mut env, 0)
        };
        let options = Options {
            budget: Budget {
                episodes: 60,
                steps: 5000,
                seconds: 1e9,
            },
            ..Options::default()
        };
        let (mut graph, cancel) = (Graph::default(), Cancel::default());
        let report = search(&mut env, &instance, &options, &mut graph, &cancel, &mut |_| {}).unwrap();
        assert_eq!(report.recording, None);
        assert!(report.tried.contains(told), "{goal}: {}", report.tried);
    }
}

#[test]
fn of_a_phone_only_the_app_whose_version_changed_is_forgotten() {
    const APPS: [&str; 2] = ["net.gsantner.markor", "com.google.android.apps.nexuslauncher"];
    let mut env = Emulator::new();
    let instance = env.instance("MarkorCreateFolder", 1).unwrap();
    let mut look = |graph: &mut Graph, steps| {
        let budget = Budget {
            episodes: 300,
            steps,
            seconds: 1e9,
        };
        let options = Options {
            budget,
            ..Options::default()
        };
        search(
            &mut env,
            &instance,
            &options,
            graph,
            &Cancel::default(),
            &mut |_| {},
        )
        .unwrap();
        APPS.map(|it| graph.screens(it))
    };
    let mut graph = Graph::default();
    let [app, launcher] = look(&mut graph, 5000);
    assert!(app > 3 && launcher > 0, "{app} {launcher}");
    let mut older: serde_json::Value = serde_json::from_str(&graph.to_json()).unwrap();
    older["apps"][APPS[0]]["version"] = "an older one".into();
    let mut older = Graph::from_json(&older.to_string());
    let [forgotten, kept] = look(&mut older, 3);
    assert!(forgotten < app, "{forgotten} of {app}");
    assert!(kept >= launcher, "{kept} of {launcher}");
    let [known, _] = look(&mut graph, 3);
    assert!(known >= app, "{known} of {app}");
}

/// Two apps: in the one a plan is four taps away, in the other, which a button leads to, two.
const TWO_APPS: &str = "
app = notes
screen list
  button Store -> store; app = store
  button Tools -> tools
  row {files} class=Button
  on open_app -> store; app = store
screen tools
  button More -> more
  on navigate_back -> list
screen more
  button Plan -> list; files += plan
  on navigate_back -> tools
screen store
  button Plan -> list; app = notes; files += plan; bought = plan
  on navigate_back -> list; app = notes
";

/// Look for a plan; the search's report, and whether the other app was ever acted in.
fn plan(scope: &[&str]) -> (Report, bool) {
    let params = task::Params::new();
    let mut env = Fake::told(TWO_APPS).called("two apps", &[ActionKind::OpenApp, ActionKind::NavigateBack]);
    env.apps = vec![("Notes", "notes"), ("Store", "store")];
    env.scope = scope.iter().map(|it| (*it).to_owned()).collect();
    let bought = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&bought);
    let mut env = env.asked(task("Get a plan", params), move |it| {
        seen.fetch_or(!it.all("bought").is_empty(), Ordering::SeqCst);
        !it.all("files").is_empty()
    });
    let instance = env.task.clone();
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
    (report, bought.load(Ordering::SeqCst))
}

#[test]
fn a_search_stays_in_the_apps_of_its_task_where_leaving_is_the_short_way() {
    let (free, bought) = plan(&[]);
    assert!(bought && deeds(&free).len() <= 2, "{:?}", deeds(&free));
    let (kept, bought) = plan(&["Notes"]);
    assert_eq!(kept.outcome, Outcome::Reached, "{}", kept.tried);
    assert!(!bought, "{:?}", deeds(&kept));
    let steps = kept.recording.iter().flat_map(|it| &it.steps);
    let mut outside = steps.filter(|it| it.screen.app == "store");
    assert!(
        outside.all(|it| it.action == HardAction::NavigateBack),
        "{:?}",
        deeds(&kept)
    );
}
