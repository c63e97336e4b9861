//! A device and a suite that AutoRPA knows nothing of: registered by name, functions are built and run on them. The crate
//! `autorpa` is all that they need.

use std::sync::Arc;

use autorpa::{
    Autorpa, BuildRequest, Driver, Error, ExecRequest, Home, Outcome, Perturb, Pool, Registry, Setup, Start,
    Suite, Terms, Tier,
    device::{
        Clock, Device, DeviceError, DeviceInfo, Environment, EnvironmentError, Judge, Listing, Tasks,
        Verdict, conformance,
    },
    picture::{Canvas, Color},
    task::{Instance, ParamSpec, Params, TaskType, Value},
    ui::{ActionKind, Element, ElementId, HardAction, Rect, Screen},
};

const DEVICE: &str = "pinboard";
const SUITE: &str = "office";
const TASK: &str = "PinNote";
const SIZE: (u32, u32) = (400, 800);

/// A board that notes are pinned to: a field, a button, and what is pinned.
#[derive(Default)]
struct Board {
    typed: String,
    pinned: Vec<String>,
    wanted: String,
}

impl Board {
    fn elements(&self) -> Vec<Element> {
        let place = |row: i32| Rect::new(10, 60 * row, 390, 60 * row + 50);
        let shown = match self.typed.as_str() {
            "" => "Your note",
            typed => typed,
        };
        let field = Element {
            text: Some(shown.to_owned()),
            hint_text: Some("Your note".to_owned()),
            class_name: Some("Field".to_owned()),
            resource_name: Some("note".to_owned()),
            bounds: place(0),
            clickable: true,
            editable: true,
            ..Element::default()
        };
        let button = Element {
            text: Some("Pin".to_owned()),
            class_name: Some("Button".to_owned()),
            resource_name: Some("pin".to_owned()),
            bounds: place(1),
            clickable: true,
            ..Element::default()
        };
        let pinned = (2..).zip(&self.pinned).map(|(row, note)| Element {
            text: Some(note.clone()),
            class_name: Some("Note".to_owned()),
            bounds: place(row),
            ..Element::default()
        });
        [field, button].into_iter().chain(pinned).collect()
    }

    fn press(&mut self, target: ElementId) -> Result<(), DeviceError> {
        let count = self.elements().len();
        match target.0 {
            1 if !self.typed.is_empty() => self.pinned.push(std::mem::take(&mut self.typed)),
            index if index >= count => return Err(DeviceError::NoElement { index, count }),
            _ => {}
        }
        Ok(())
    }
}

impl Device for Board {
    fn info(&self) -> DeviceInfo {
        DeviceInfo {
            name: DEVICE.to_owned(),
            called: "a board for notes".to_owned(),
            description: "a board for notes, 1".to_owned(),
            apps: Vec::new(),
            actions: [
                ActionKind::Click,
                ActionKind::InputText,
                ActionKind::Wait,
                ActionKind::Status,
            ]
            .into(),
            untold: [].into(),
            clock: Clock::Simulated,
            listing: Listing::default(),
        }
    }

    fn observe(&mut self) -> Result<Screen, DeviceError> {
        Ok(Screen {
            app: "board".to_owned(),
            activity: String::new(),
            size: SIZE,
            elements: self.elements(),
            today: String::new(),
            in_part: Vec::new(),
        })
    }

    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
        Ok(Canvas::new(SIZE.0, SIZE.1, Color::WHITE)
            .png()
            .expect("a picture of this size"))
    }

    fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        match action {
            HardAction::Click { target } => self.press(*target),
            HardAction::InputText {
                target: Some(ElementId(0)) | None,
                text,
                clear,
            } => {
                if *clear {
                    self.typed.clear();
                }
                self.typed.push_str(text);
                Ok(())
            }
            HardAction::InputText { .. } | HardAction::Wait | HardAction::Status { .. } => Ok(()),
            other => Err(DeviceError::Unsupported { action: other.kind() }),
        }
    }

    fn changes(&mut self) -> Vec<String> {
        self.pinned.iter().map(|it| format!("pinned: {it}")).collect()
    }
}

fn task_type() -> TaskType {
    TaskType {
        name: TASK.to_owned(),
        suite: SUITE.to_owned(),
        template: Some("Pin the note \"{note}\" to the board.".to_owned()),
        params: vec![ParamSpec {
            name: "note".to_owned(),
            description: "what the note says".to_owned(),
        }],
        step_budget: 10,
    }
}

impl Tasks for Board {
    fn suite(&self) -> &str {
        SUITE
    }

    fn task_types(&self) -> Vec<TaskType> {
        vec![task_type()]
    }

    fn instance(&mut self, name: &str, seed: u64) -> Result<Instance, EnvironmentError> {
        if name != TASK {
            return Err(EnvironmentError::UnknownTaskType {
                name: name.to_owned(),
                near: vec![TASK.to_owned()],
            });
        }
        let words = ["buy milk", "call Ada", "water the plants"];
        let at = usize::try_from(seed).unwrap_or_default() % words.len();
        let note = format!("{} {seed}", words[at]);
        Ok(Instance {
            suite: SUITE.to_owned(),
            task_type: TASK.to_owned(),
            seed,
            goal: format!("Pin the note \"{note}\" to the board."),
            params: Params::from([("note".to_owned(), Value::from(note.as_str()))]),
        })
    }

    fn reset(&mut self, instance: &Instance) -> Result<(), EnvironmentError> {
        let note = instance.params.get("note").into_iter().flat_map(Value::texts);
        *self = Self {
            wanted: note.collect(),
            ..Self::default()
        };
        Ok(())
    }
}

impl Judge for Board {
    fn finish(&mut self) -> Result<Verdict, EnvironmentError> {
        Ok(Verdict::of_reward(f64::from(u8::from(
            self.pinned == [self.wanted.clone()],
        ))))
    }
}

impl Environment for Board {}

/// Opens boards.
struct Boards;

impl Driver for Boards {
    fn name(&self) -> &str {
        DEVICE
    }

    fn bare_suite(&self) -> &'static str {
        "board"
    }

    fn needs_url(&self) -> bool {
        false
    }

    fn forgets(&self) -> bool {
        true
    }

    fn open(&self, _: &Start) -> Result<Box<dyn Device>, Error> {
        Ok(Box::new(Board::default()))
    }
}

/// The tasks that are done on boards.
struct Office;

impl Suite for Office {
    fn name(&self) -> &str {
        SUITE
    }

    fn device(&self) -> &str {
        DEVICE
    }

    fn task_types(&self) -> Result<Vec<TaskType>, Error> {
        Ok(vec![task_type()])
    }

    fn open(&self, _: &Setup) -> Result<Box<dyn Environment>, Error> {
        Ok(Box::new(Board::default()))
    }

    fn pool(&self) -> Result<Box<dyn Pool>, Error> {
        Ok(Box::new(Office))
    }

    fn terms(&self) -> Terms {
        Terms {
            own_values: true,
            candidates: 40,
            side_by_side: true,
            opens_at_once: true,
            keeps_final_seeds: false,
        }
    }
}

impl Pool for Office {
    fn types(&self) -> Vec<String> {
        vec![TASK.to_owned()]
    }

    fn open(&self, _: Option<&str>) -> Result<Box<dyn Environment>, Error> {
        Ok(Box::new(Board::default()))
    }
}

#[test]
fn a_device_from_outside_keeps_to_the_rules() {
    conformance::check(&mut Board::default(), TASK, 1).unwrap();
}

#[test]
fn a_function_is_built_and_run_on_a_device_from_outside() {
    let dir = tempfile::tempdir().unwrap();
    let mut rpa = Autorpa::new(Home::new(dir.path(), dir.path().join("library")));
    rpa.registry = Registry::empty();
    rpa.registry.add_device(Arc::new(Boards));
    rpa.registry.add_suite(Arc::new(Office));

    let order = BuildRequest {
        tier: Tier::Free,
        ..BuildRequest::new(TASK)
    };
    let built = rpa.build(&order).unwrap();
    assert!(built.verified && !built.already, "{:?}", built.why_not);
    let function = built.function.unwrap();
    assert_eq!(
        (function.receipt.suite.as_str(), function.receipt.device.as_str()),
        (SUITE, DEVICE)
    );
    assert!(rpa.build(&order).unwrap().already);

    // With values of one's own, judged.
    let params = Params::from([("note".to_owned(), Value::from("feed the cat"))]);
    let title = function.title();
    let judged = ExecRequest {
        task_type: Some(TASK.to_owned()),
        ..ExecRequest::new(&title, params.clone())
    };
    let ran = rpa.exec(&judged).unwrap();
    assert_eq!(ran.recording.ending.outcome, Outcome::Reached);
    assert_eq!(ran.changes, ["pinned: feed the cat"]);
    // On the device alone nobody judges.
    let ran = rpa.exec(&ExecRequest::new(&title, params)).unwrap();
    assert_eq!(ran.recording.ending.outcome, Outcome::Unchecked);
    assert_eq!(ran.changes, ["pinned: feed the cat"]);
    assert_eq!(ran.ended().unwrap_err().exit_code(), 3);
}

#[test]
fn a_device_from_outside_that_is_what_it_is_refuses_to_differ() {
    let start = Start {
        perturb: Perturb::new(["dark"]),
        ..Start::default()
    };
    let boards: &dyn Driver = &Boards;
    let said = boards.bare(&start).err().unwrap().to_string();
    assert!(said.contains("`pinboard` is what it is"), "{said}");
    let said = Office.variants(&start.perturb).err().unwrap().to_string();
    assert!(said.contains("`pinboard` is what it is"), "{said}");
    assert_eq!(
        Office.variants(&Perturb::default()).unwrap(),
        Vec::<String>::new()
    );
}

#[test]
fn nothing_but_the_library_is_used_here() {
    let used = include_str!("toy.rs")
        .lines()
        .filter_map(|it| it.strip_prefix("use "));
    for line in used {
        assert!(
            line.starts_with("std::") || line.starts_with("autorpa::"),
            "{line}"
        );
    }
}

#[test]
fn what_is_registered_is_what_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::new(folder.path(), folder.path().join("library"));
    let mut registry = Registry::built_in(&home);
    registry.add_device(Arc::new(Boards));
    registry.add_suite(Arc::new(Office));
    assert_eq!(registry.suite_of(TASK, None, None).unwrap().name(), SUITE);
    let said = registry.device("pinbord").err().unwrap().to_string();
    assert!(
        said.contains("did you mean `pinboard`?")
            && said.contains("emulator, web, adb, androidworld, pinboard"),
        "{said}"
    );
    let said = registry.suite("offices").err().unwrap().to_string();
    assert!(
        said.contains("did you mean `office`?") && said.contains("androidworld, miniwob, office"),
        "{said}"
    );
}
