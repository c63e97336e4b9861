//! A wall of notes behind a device that AutoRPA knows nothing of: it begins at no address, and what was done on it stays.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

mod site;

use std::sync::{Arc, Mutex};

use autorpa::{Autorpa, Driver, Error, Event, Observer, Start};
use device::{Clock, Device, DeviceError, DeviceInfo, Listing};
use picture::{Canvas, Color};
use task::{Instance, Params};
use trajectory::{Bank, Ending, Origin, Outcome, Recording, Screenshots, Step};
use ui::{Action, ActionKind, Element, ElementId, HardAction, Rect, Screen, Status};

pub use site::Site;

const SIZE: (u32, u32) = (400, 800);
const BUTTONS: [&str; 2] = ["Delete notes", "Next"];

/// Opens the one wall there is.
#[derive(Clone, Default)]
pub struct Walls {
    pressed: Arc<Mutex<Vec<String>>>,
}

impl Walls {
    /// The buttons that were pressed, whoever opened the wall.
    pub fn pressed(&self) -> Vec<String> {
        self.pressed.lock().unwrap().clone()
    }

    /// Keep a recording in which these buttons are pressed, of a task that nobody judges. It has this name.
    pub fn show(&self, rpa: &Autorpa, buttons: &[&str]) -> String {
        let instance = Instance {
            suite: self.bare_suite().to_owned(),
            task_type: "clear-wall".to_owned(),
            seed: 1,
            goal: "Clear the wall.".to_owned(),
            params: Params::new(),
        };
        let screen = Arc::new(screen());
        let press = |button: &&str| {
            let at = BUTTONS.iter().position(|it| it == button).expect("a button");
            Action::Click {
                target: ElementId(at),
            }
        };
        let complete = Action::Status {
            goal_status: Status::Complete,
        };
        let actions = buttons.iter().map(press).chain([complete]);
        let steps = actions.map(|it| Step::new(Arc::clone(&screen), it)).collect();
        let recording = Recording {
            reward: None,
            ending: Ending::new(Outcome::Unchecked, None),
            ..Recording::reached(Origin::Person, instance, steps, screen)
        };
        let bank = Bank::open(&rpa.home.bank).unwrap();
        bank.save(&recording, &Screenshots::default())
            .unwrap()
            .to_string()
    }
}

impl Driver for Walls {
    fn name(&self) -> &str {
        "wall"
    }

    fn bare_suite(&self) -> &'static str {
        "of-walls"
    }

    fn needs_url(&self) -> bool {
        false
    }

    fn open(&self, _: &Start) -> Result<Box<dyn Device>, Error> {
        Ok(Box::new(Wall(self.clone())))
    }
}

fn screen() -> Screen {
    let button = |(row, text): (i32, &str)| Element {
        text: Some(text.to_owned()),
        class_name: Some("Button".to_owned()),
        bounds: Rect::new(10, 60 * row, 390, 60 * row + 50),
        clickable: true,
        ..Element::default()
    };
    Screen {
        app: "wall".to_owned(),
        activity: String::new(),
        size: SIZE,
        elements: (0..).zip(BUTTONS).map(button).collect(),
        today: String::new(),
        in_part: Vec::new(),
    }
}

struct Wall(Walls);

impl Device for Wall {
    fn info(&self) -> DeviceInfo {
        DeviceInfo {
            name: "wall".to_owned(),
            called: "a wall of notes".to_owned(),
            description: "a wall of notes, 1".to_owned(),
            apps: Vec::new(),
            actions: [ActionKind::Click, ActionKind::Wait, ActionKind::Status].into(),
            untold: [].into(),
            clock: Clock::Simulated,
            listing: Listing::default(),
        }
    }

    fn observe(&mut self) -> Result<Screen, DeviceError> {
        Ok(screen())
    }

    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
        Ok(Canvas::new(SIZE.0, SIZE.1, Color::WHITE).png().unwrap())
    }

    fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        match action {
            HardAction::Click { target } => {
                let (index, count) = (target.0, BUTTONS.len());
                let button = BUTTONS
                    .get(index)
                    .ok_or(DeviceError::NoElement { index, count })?;
                self.0.pressed.lock().unwrap().push((*button).to_owned());
                Ok(())
            }
            HardAction::Wait | HardAction::Status { .. } => Ok(()),
            other => Err(DeviceError::Unsupported { action: other.kind() }),
        }
    }
}

/// Somebody who agrees to nothing, if nothing else is said, and keeps what is said and asked.
#[derive(Default)]
pub struct Person {
    agrees: bool,
    heard: Mutex<Vec<String>>,
}

impl Person {
    /// One who agrees to everything.
    pub fn agreeing() -> Self {
        Self {
            agrees: true,
            ..Self::default()
        }
    }

    /// All that was said and asked, a line each.
    pub fn heard(&self) -> String {
        self.heard.lock().unwrap().join("\n")
    }
}

impl Observer for Person {
    fn hear(&self, event: &Event<'_>) {
        if let Event::Line { text } = event {
            self.heard.lock().unwrap().push(text.clone());
        }
    }

    fn agrees(&self, question: &str) -> Option<bool> {
        self.heard.lock().unwrap().push(format!("asked: {question}"));
        Some(self.agrees)
    }
}
