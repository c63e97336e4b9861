//! Several ways to what is asked: the one that nothing takes back is taken only where the goal asks for it.

use autorpa_explorer::{
    graph::Graph,
    search::{Budget, Options, search},
};
use device::{
    Cancel, Checkpoint, Checkpoints, Clock, Device, DeviceError, DeviceInfo, Environment, EnvironmentError,
    Judge, Listing, Tasks, Verdict,
};
use task::{Instance, Params, TaskType};
use ui::{ActionKind, Element, HardAction, Rect, Screen};

/// A draft that somebody reads once it is sent, or put on the board behind two more buttons.
#[derive(Clone, Default)]
struct Draft {
    page: &'static str,
    read: bool,
}

fn buttons(page: &str) -> &'static [&'static str] {
    match page {
        "more" => &["Back", "Board"],
        "board" => &["Back", "Pin"],
        _ => &["Send", "More"],
    }
}

impl Device for Draft {
    fn info(&self) -> DeviceInfo {
        DeviceInfo {
            name: "fake".into(),
            called: "a draft".into(),
            description: "a draft".into(),
            apps: Vec::new(),
            actions: [ActionKind::Click, ActionKind::Status].into(),
            clock: Clock::Simulated,
            listing: Listing::default(),
        }
    }

    fn observe(&mut self) -> Result<Screen, DeviceError> {
        let button = |(row, text): (u16, &&str)| Element {
            text: Some((*text).to_owned()),
            class_name: Some("android.widget.Button".into()),
            bounds: Rect::new(0, 100 * i32::from(row), 300, 100 * i32::from(row) + 90),
            path: vec![0, row],
            clickable: true,
            ..Element::default()
        };
        Ok(Screen {
            app: "draft".into(),
            activity: self.page.into(),
            size: (300, 600),
            elements: (0..).zip(buttons(self.page)).map(button).collect(),
        })
    }

    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
        Err(DeviceError::Unsupported {
            action: ActionKind::Wait,
        })
    }

    fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        if let HardAction::Click { target } = action {
            match buttons(self.page).get(target.0) {
                Some(&"Send" | &"Pin") => self.read = true,
                Some(&"More") => self.page = "more",
                Some(&"Board") => self.page = "board",
                Some(&"Back") => self.page = "",
                Some(_) | None => {}
            }
        }
        Ok(())
    }
}

impl Tasks for Draft {
    fn suite(&self) -> &str {
        "fake"
    }

    fn task_types(&self) -> Vec<TaskType> {
        Vec::new()
    }

    fn instance(&mut self, goal: &str, seed: u64) -> Result<Instance, EnvironmentError> {
        Ok(Instance {
            suite: "fake".into(),
            task_type: "Draft".into(),
            seed,
            goal: goal.into(),
            params: Params::new(),
        })
    }

    fn reset(&mut self, _: &Instance) -> Result<(), EnvironmentError> {
        *self = Draft::default();
        Ok(())
    }
}

impl Judge for Draft {
    fn finish(&mut self) -> Result<Verdict, EnvironmentError> {
        Ok(Verdict::of_reward(f64::from(u8::from(self.read))))
    }
}

impl Checkpoints for Draft {
    fn checkpoint(&mut self) -> Checkpoint {
        Checkpoint::new(self.clone())
    }

    fn restore(&mut self, checkpoint: &Checkpoint) -> Result<(), EnvironmentError> {
        let draft = checkpoint.get::<Draft>().ok_or(EnvironmentError::NoCheckpoint {
            reason: "not mine".into(),
        })?;
        *self = draft.clone();
        Ok(())
    }
}

impl Environment for Draft {
    fn checkpoints(&mut self) -> Option<&mut dyn Checkpoints> {
        Some(self)
    }
}

/// The buttons that the search presses for a goal.
fn pressed(goal: &str) -> Vec<String> {
    let mut env = Draft::default();
    let instance = env.instance(goal, 1).unwrap();
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
