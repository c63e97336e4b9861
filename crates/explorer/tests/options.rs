//! A list of the browser: where a device chooses an option by what it shows, the search asks for that.

use autorpa_explorer::{
    graph::Graph,
    search::{Budget, Options, search},
};
use device::{
    Cancel, Checkpoint, Checkpoints, Clock, Device, DeviceError, DeviceInfo, Environment, EnvironmentError,
    Judge, Listing, Tasks, Verdict,
};
use task::{Instance, Params, TaskType};
use ui::{ActionKind, Element, ElementId, HardAction, Rect, Screen};

/// A form with two lists that have the same options.
#[derive(Clone, Default)]
struct Form {
    /// Whether options are chosen by what they show; else they are pressed.
    selects: bool,
    chosen: Option<(usize, String)>,
}

const OPTIONS: [&str; 2] = ["Small", "Large"];

impl Device for Form {
    fn info(&self) -> DeviceInfo {
        let other = if self.selects {
            ActionKind::SelectOption
        } else {
            ActionKind::Wait
        };
        DeviceInfo {
            name: "fake".into(),
            called: "a form".into(),
            description: "a form".into(),
            apps: Vec::new(),
            actions: [ActionKind::Click, ActionKind::Status, other].into(),
            clock: Clock::Simulated,
            listing: Listing::default(),
        }
    }

    fn observe(&mut self) -> Result<Screen, DeviceError> {
        let place = |row: i32| Rect::new(0, 50 * row, 300, 50 * row + 40);
        let mut elements = Vec::new();
        for (list, label) in (0..).zip(["Shirt", "Shoes"]) {
            elements.push(Element {
                label: Some(label.into()),
                class_name: Some("select".into()),
                bounds: place(3 * i32::from(list)),
                path: vec![list],
                ..Element::default()
            });
            for (nth, text) in (0..).zip(OPTIONS) {
                elements.push(Element {
                    text: Some(text.into()),
                    class_name: Some("option".into()),
                    bounds: place(3 * i32::from(list) + i32::from(nth) + 1),
                    path: vec![list, nth],
                    clickable: true,
                    selected: self.chosen == Some((usize::from(list) * 3, text.to_owned())),
                    ..Element::default()
                });
            }
        }
        Ok(Screen {
            app: "form".into(),
            activity: String::new(),
            size: (300, 600),
            elements,
        })
    }

    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
        Err(DeviceError::Unsupported {
            action: ActionKind::Wait,
        })
    }

    fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        match action {
            HardAction::SelectOption { target, option } if self.selects => {
                self.chosen = Some((target.0, option.clone()));
            }
            HardAction::Click {
                target: ElementId(at @ (1 | 2 | 4 | 5)),
            } if !self.selects => self.chosen = Some((at / 3 * 3, OPTIONS[at % 3 - 1].to_owned())),
            _ => {}
        }
        Ok(())
    }
}

impl Tasks for Form {
    fn suite(&self) -> &str {
        "fake"
    }

    fn task_types(&self) -> Vec<TaskType> {
        Vec::new()
    }

    fn instance(&mut self, goal: &str, seed: u64) -> Result<Instance, EnvironmentError> {
        Ok(Instance {
            suite: "fake".into(),
            task_type: "Form".into(),
            seed,
            goal: goal.into(),
            params: Params::new(),
        })
    }

    fn reset(&mut self, _: &Instance) -> Result<(), EnvironmentError> {
        self.chosen = None;
        Ok(())
    }
}

impl Judge for Form {
    fn finish(&mut self) -> Result<Verdict, EnvironmentError> {
        let right = self.chosen == Some((3, "Large".to_owned()));
        Ok(Verdict::of_reward(f64::from(u8::from(right))))
    }
}

impl Checkpoints for Form {
    fn checkpoint(&mut self) -> Checkpoint {
        Checkpoint::new(self.clone())
    }

    fn restore(&mut self, checkpoint: &Checkpoint) -> Result<(), EnvironmentError> {
        let form = checkpoint.get::<Form>().ok_or(EnvironmentError::NoCheckpoint {
            reason: "not mine".into(),
        })?;
        *self = form.clone();
        Ok(())
    }
}

impl Environment for Form {
    fn checkpoints(&mut self) -> Option<&mut dyn Checkpoints> {
        Some(self)
    }
}

/// What the search does on the form, status aside.
fn done(selects: bool) -> Vec<HardAction> {
    let mut env = Form {
        selects,
        chosen: None,
    };
    let instance = env.instance("Choose Large for the shoes", 1).unwrap();
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
    assert_eq!(done(true), [chosen]);
    assert_eq!(done(false), [HardAction::Click { target: ElementId(5) }]);
}
