//! The search on a small environment: a list, a form behind a button, a dialog; with checkpoints and without.

use autorpa_explorer::{
    graph::Graph,
    search::{Budget, Options, Report, search},
};
use device::{
    Cancel, Checkpoint, Checkpoints, Clock, Device, DeviceError, DeviceInfo, Environment, EnvironmentError,
    Judge, Listing, Tasks, Verdict,
};
use emulator::Emulator;
use task::{Instance, TaskType};
use trajectory::Outcome;
use ui::{ActionKind, Element, HardAction, Key, Locator, Rect, Screen, SoftAction};

#[derive(Clone, Default)]
struct State {
    page: &'static str,
    name: String,
    suffix: String,
    files: Vec<String>,
    acts: usize,
}

struct Notes {
    state: State,
    keeps: bool,
    ends_itself: bool,
    lost_after: usize,
    total: usize,
    version: &'static str,
}

fn element(row: usize, text: &str) -> Element {
    let top = 100 * i32::try_from(row).unwrap();
    Element {
        text: (!text.is_empty()).then(|| text.to_owned()),
        class_name: Some("android.widget.Button".into()),
        bounds: Rect::new(0, top, 300, top + 90),
        path: vec![0, u16::try_from(row).unwrap()],
        clickable: true,
        ..Element::default()
    }
}

fn field(row: usize, id: &str, hint: &str, text: &str) -> Element {
    Element {
        resource_name: Some(id.to_owned()),
        hint_text: Some(hint.to_owned()),
        text: Some(if text.is_empty() { hint } else { text }.to_owned()),
        class_name: Some("android.widget.EditText".into()),
        editable: true,
        ..element(row, "")
    }
}

impl Notes {
    fn new(keeps: bool, ends_itself: bool) -> Self {
        Self {
            state: State::default(),
            keeps,
            ends_itself,
            lost_after: usize::MAX,
            total: 0,
            version: "a list of notes, 1.0",
        }
    }
}

impl Device for Notes {
    fn info(&self) -> DeviceInfo {
        DeviceInfo {
            name: "fake".into(),
            called: self.version.into(),
            description: self.version.into(),
            apps: Vec::new(),
            actions: [
                ActionKind::Click,
                ActionKind::InputText,
                ActionKind::NavigateBack,
                ActionKind::Status,
            ]
            .into(),
            clock: Clock::Simulated,
            listing: Listing::default(),
        }
    }

    fn observe(&mut self) -> Result<Screen, DeviceError> {
        let state = &self.state;
        let mut elements = match state.page {
            "new" => vec![
                field(0, "name", "my_note", &state.name),
                field(1, "suffix", "suffix", &state.suffix),
                element(2, "Cancel"),
                element(3, "Fine"),
            ],
            _ => vec![element(0, "Help"), element(1, "Add"), element(2, "About")],
        };
        elements.extend(
            state
                .files
                .iter()
                .enumerate()
                .map(|(idx, it)| element(10 + idx, it)),
        );
        Ok(Screen {
            app: "notes".into(),
            activity: state.page.into(),
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
        self.total += 1;
        if self.total > self.lost_after {
            return Err(DeviceError::Lost {
                doing: action.kind().to_string(),
                reason: "cable".into(),
            });
        }
        let screen = self.observe()?;
        let state = &mut self.state;
        state.acts += 1;
        let target = action.target().and_then(|id| screen.get(*id));
        match (action, target) {
            (HardAction::InputText { text, clear, .. }, Some(it)) if it.editable => {
                let held = if it.resource_name.as_deref() == Some("name") {
                    &mut state.name
                } else {
                    &mut state.suffix
                };
                if *clear {
                    held.clear();
                }
                held.push_str(text);
            }
            (HardAction::Click { .. }, Some(it)) => match it.text.as_deref() {
                Some("Add") => (state.page, state.suffix) = ("new", ".md".into()),
                // A note needs a name; the form stays open.
                Some("Fine") if state.name.is_empty() => {}
                Some("Fine") => {
                    state.files.push(format!("{}{}", state.name, state.suffix));
                    (state.page, state.name) = ("", String::new());
                }
                Some("Cancel") => state.page = "",
                _ => {}
            },
            (HardAction::NavigateBack, _) => state.page = "",
            _ => {}
        }
        Ok(())
    }

    fn has_ended(&mut self) -> Result<bool, DeviceError> {
        Ok(self.ends_itself && !self.state.files.is_empty())
    }
}

impl Tasks for Notes {
    fn suite(&self) -> &str {
        "fake"
    }

    fn task_types(&self) -> Vec<TaskType> {
        Vec::new()
    }

    fn instance(&mut self, task_type: &str, seed: u64) -> Result<Instance, EnvironmentError> {
        let file = ["plan.md", "list.txt"][usize::try_from(seed).unwrap_or(0) % 2];
        Ok(Instance {
            suite: "fake".into(),
            task_type: task_type.into(),
            seed,
            goal: format!("Add a note named {file}"),
            params: [("file_name".to_owned(), file.into())].into_iter().collect(),
        })
    }

    fn reset(&mut self, _: &Instance) -> Result<(), EnvironmentError> {
        self.state = State::default();
        Ok(())
    }
}

impl Judge for Notes {
    fn finish(&mut self) -> Result<Verdict, EnvironmentError> {
        let wanted = if self.state.files.iter().any(|it| it.ends_with(".txt")) {
            "list.txt"
        } else {
            "plan.md"
        };
        Ok(Verdict::of_reward(
            if self.state.files.iter().any(|it| it == wanted) {
                1.0
            } else {
                0.0
            },
        ))
    }
}

impl Checkpoints for Notes {
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

impl Environment for Notes {
    fn checkpoints(&mut self) -> Option<&mut dyn Checkpoints> {
        match self.keeps {
            true => Some(self),
            false => None,
        }
    }
}

fn look(env: &mut Notes, seed: u64, options: &Options) -> Report {
    look_with(env, seed, options, &mut Graph::default())
}

fn look_with(env: &mut Notes, seed: u64, options: &Options, graph: &mut Graph) -> Report {
    let instance = env.instance("AddNote", seed).unwrap();
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
        let report = look(&mut Notes::new(keeps, ends_itself), 0, &Options::default());
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
    let report = look(&mut Notes::new(true, false), 1, &Options::default());
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
        let report = look(&mut Notes::new(false, true), 0, &Options::default());
        (report.episodes, report.steps, report.recording)
    };
    assert_eq!(run(), run());
}

#[test]
fn what_was_learned_of_an_app_is_forgotten_when_its_version_changes() {
    let options = Options::default();
    let cold = look(&mut Notes::new(true, false), 1, &options);
    let mut graph = Graph::default();
    look_with(&mut Notes::new(true, false), 0, &options, &mut graph);
    // As a later build reads it.
    let kept = Graph::from_json(&graph.to_json());
    let warm = look_with(&mut Notes::new(true, false), 1, &options, &mut kept.clone());
    assert!(
        warm.steps < cold.steps,
        "{} steps with what is known, {} without",
        warm.steps,
        cold.steps
    );
    let mut newer = Notes::new(true, false);
    newer.version = "a list of notes, 2.0";
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
        &mut Notes::new(false, true),
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
        let mut env = Notes::new(keeps, false);
        let instance = env.instance("AddNote", 0).unwrap();
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
    let mut env = Notes::new(true, false);
    let instance = env.instance("AddNote", 0).unwrap();
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

    let mut env = Notes::new(false, false);
    env.lost_after = 4;
    let report = look(&mut env, 0, &Options::default());
    assert_eq!(report.outcome, Outcome::DeviceLost);
    assert!(report.tried.contains("cable"), "{}", report.tried);
}

/// A search for what the environment never rewards, with this budget.
fn in_vain(budget: Budget) -> Report {
    let mut env = Notes::new(true, false);
    let instance = Instance {
        goal: "Add a note named todo.".to_owned(),
        params: [("name".to_owned(), "todo".into())].into_iter().collect(),
        ..env.instance("AddNote", 0).unwrap()
    };
    let options = Options {
        budget,
        ..Options::default()
    };
    let (mut graph, cancel) = (Graph::default(), Cancel::default());
    search(&mut env, &instance, &options, &mut graph, &cancel, &mut |_| {}).unwrap()
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
        let mut env = Notes::new(true, false);
        let values = goal.contains("todo").then(|| ("name".to_owned(), "todo".into()));
        let instance = Instance {
            goal: goal.to_owned(),
            params: values.into_iter().collect(),
            ..env.instance("AddNote", 0).unwrap()
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
