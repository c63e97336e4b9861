//! Several things to do the same with: the search finds what is to be done for one, and does it for each.

use autorpa_explorer::{
    graph::Graph,
    search::{Budget, Options, Report, search},
};
use device::{
    Cancel, Checkpoint, Checkpoints, Clock, Device, DeviceError, DeviceInfo, Environment, EnvironmentError,
    Judge, Listing, Tasks, Verdict,
};
use task::{Instance, Params, TaskType, Value};
use ui::{ActionKind, Element, HardAction, Rect, Screen};

const TITLES: [&str; 6] = ["Atlas", "Bees", "Clocks", "Dunes", "Ember", "Fjord"];

#[derive(Clone, Default)]
struct State {
    books: Vec<&'static str>,
    open: Option<usize>,
    asked: bool,
}

/// A shelf: a book is opened, removed from there, and that is confirmed.
struct Shelf {
    state: State,
    /// What is to be left.
    left: Vec<&'static str>,
}

fn element(row: u16, text: &str, class: &str) -> Element {
    let top = 100 * i32::from(row);
    Element {
        text: Some(text.to_owned()),
        resource_name: (class == "TextView").then(|| "shelf:id/title".to_owned()),
        class_name: Some(format!("android.widget.{class}")),
        bounds: Rect::new(0, top, 300, top + 90),
        path: vec![0, row],
        clickable: true,
        ..Element::default()
    }
}

impl Device for Shelf {
    fn info(&self) -> DeviceInfo {
        DeviceInfo {
            name: "fake".into(),
            called: "a shelf".into(),
            description: "a shelf".into(),
            apps: Vec::new(),
            actions: [ActionKind::Click, ActionKind::NavigateBack, ActionKind::Status].into(),
            clock: Clock::Simulated,
            listing: Listing::default(),
        }
    }

    fn observe(&mut self) -> Result<Screen, DeviceError> {
        let state = &self.state;
        let elements = match (state.open, state.asked) {
            (Some(_), true) => vec![element(0, "No", "Button"), element(1, "Yes", "Button")],
            (Some(book), false) => vec![
                element(0, state.books[book], "Header"),
                element(1, "Lend", "Button"),
                element(2, "Remove", "Button"),
            ],
            (None, _) => {
                let rows = (1..).zip(&state.books);
                let rows = rows.map(|(row, it)| element(row, it, "TextView"));
                std::iter::once(element(0, "Sort", "Button"))
                    .chain(rows)
                    .collect()
            }
        };
        Ok(Screen {
            app: "shelf".into(),
            activity: if state.open.is_some() { "book" } else { "list" }.into(),
            size: (300, 2000),
            elements,
        })
    }

    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
        Err(DeviceError::Unsupported {
            action: ActionKind::Wait,
        })
    }

    fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        let screen = self.observe()?;
        let text = action.target().and_then(|id| screen.get(*id)?.text.clone());
        let state = &mut self.state;
        match (action, text.as_deref()) {
            (HardAction::NavigateBack, _) | (HardAction::Click { .. }, Some("No")) => {
                (state.open, state.asked) = (None, false);
            }
            (HardAction::Click { .. }, Some("Remove")) => state.asked = true,
            (HardAction::Click { .. }, Some("Yes")) => {
                if let Some(book) = state.open.take() {
                    state.books.remove(book);
                }
                state.asked = false;
            }
            (HardAction::Click { .. }, Some(title)) if state.open.is_none() => {
                state.open = state.books.iter().position(|it| *it == title);
            }
            _ => {}
        }
        Ok(())
    }
}

impl Tasks for Shelf {
    fn suite(&self) -> &str {
        "fake"
    }

    fn task_types(&self) -> Vec<TaskType> {
        Vec::new()
    }

    fn instance(&mut self, task_type: &str, seed: u64) -> Result<Instance, EnvironmentError> {
        let gone = TITLES.iter().filter(|it| !self.left.contains(it));
        let gone: Vec<String> = gone.map(|it| (*it).to_owned()).collect();
        let all = self.left.is_empty();
        Ok(Instance {
            suite: "fake".into(),
            task_type: task_type.into(),
            seed,
            goal: if all {
                "Remove all books".to_owned()
            } else {
                format!("Remove the books {}", gone.join(", "))
            },
            params: if all {
                Params::new()
            } else {
                Params::from_iter([("books".to_owned(), Value::List(gone))])
            },
        })
    }

    fn reset(&mut self, _: &Instance) -> Result<(), EnvironmentError> {
        self.state = State {
            books: TITLES.to_vec(),
            ..State::default()
        };
        Ok(())
    }
}

impl Judge for Shelf {
    fn finish(&mut self) -> Result<Verdict, EnvironmentError> {
        Ok(Verdict::of_reward(if self.state.books == self.left {
            1.0
        } else {
            0.0
        }))
    }
}

impl Checkpoints for Shelf {
    fn checkpoint(&mut self) -> Checkpoint {
        Checkpoint::new(self.state.clone())
    }

    fn restore(&mut self, checkpoint: &Checkpoint) -> Result<(), EnvironmentError> {
        let state = checkpoint.get::<State>().ok_or(EnvironmentError::NoCheckpoint {
            reason: "not mine".into(),
        })?;
        self.state = state.clone();
        Ok(())
    }
}

impl Environment for Shelf {
    fn checkpoints(&mut self) -> Option<&mut dyn Checkpoints> {
        Some(self)
    }
}

fn look(left: &[&'static str]) -> Report {
    let mut env = Shelf {
        state: State::default(),
        left: left.to_vec(),
    };
    let instance = env.instance("Remove", 0).unwrap();
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
