//! A hand at a browser that nobody sees: what it does comes to the page as trusted events, and is heard like a person's.

use device::DeviceError;
use serde_json::{Value, json};
use ui::{ActionKind, Direction, HardAction, Press, Screen, Spot, Touch};

use super::{DEADLINE, Listener};
use crate::{
    act::{during, mouse, presses},
    cdp::Command,
    dialog::ANSWER_DIALOG,
    keys,
    page::Page,
};

/// How much of the page one turn of the wheel brings.
const WHEEL: f64 = 0.7;

impl Listener {
    /// The page in front: the one that was opened last.
    pub fn front(&self) -> Option<u32> {
        self.pages.keys().next_back().copied()
    }

    /// What the page in front looks like now, as a PNG file; a dialog that is open is all that it shows. `None` before it
    /// was drawn the first time.
    pub fn frame(&self) -> Option<Vec<u8>> {
        let page = self.front()?;
        let tab = self.pages.get(&page)?;
        match &tab.dialog {
            Some(dialog) => dialog.picture(tab.size).ok(),
            None => self.pictures.newest(page),
        }
    }

    /// Another number after each picture that was drawn.
    pub fn frames(&self) -> u64 {
        self.pictures.drawn()
    }

    /// The text of the dialog that is open in front, and whether it asks for a text.
    pub fn open_dialog(&self) -> Option<(&str, bool)> {
        let dialog = self.pages.get(&self.front()?)?.dialog.as_ref()?;
        Some((&dialog.message, dialog.asks_for_text()))
    }

    /// Do this at the page in front, which shows this screen.
    pub fn touch(&mut self, touch: &Touch, screen: &Screen) -> Result<(), DeviceError> {
        let tab = self.front().and_then(|it| self.pages.get(&it));
        let Some((session, size)) = tab.map(|it| (it.session.clone(), it.size)) else {
            return Err(super::no_page("there is no page"));
        };
        let open = self.open_dialog().map(|it| it.0.to_owned());
        let commands = match (touch, open) {
            (Touch::AnswerDialog { accept, text }, Some(_)) => {
                // The browser takes no text that is none.
                let text = text.clone().unwrap_or_default();
                let answer = json!({ "accept": accept, "promptText": text });
                vec![(ANSWER_DIALOG, answer)]
            }
            (Touch::AnswerDialog { .. }, None) => return Err(DeviceError::NoDialog),
            (_, Some(message)) => return Err(DeviceError::DialogOpen { message }),
            (Touch::Back, None) => return self.back(&session),
            (touch, None) => commands(touch, screen, size)?,
        };
        let doing = HardAction::Wait;
        for (method, params) in commands {
            // What opens a dialog is answered only once that is: nobody waits for the answer.
            self.line
                .post(Some(&session), method, params)
                .map_err(during(&doing))?;
        }
        Ok(())
    }

    /// To the entry of the history before this one.
    fn back(&mut self, session: &str) -> Result<(), DeviceError> {
        let history = self.history(session);
        let at = history.get("currentIndex").and_then(Value::as_u64).unwrap_or(0);
        let before = at.checked_sub(1).and_then(|it| usize::try_from(it).ok());
        let entry = before.and_then(|it| history.get("entries")?.get(it)?.get("id").cloned());
        let Some(entry) = entry else {
            return Err(DeviceError::Unsupported {
                action: ActionKind::NavigateBack,
            });
        };
        let to = json!({ "entryId": entry });
        let done = self
            .line
            .call(Some(session), "Page.navigateToHistoryEntry", to, DEADLINE);
        done.map(drop).map_err(during(&HardAction::NavigateBack))
    }
}

impl Page {
    /// Do what a hand does, by trusted events, on the page, which shows this screen.
    pub fn touch(&mut self, touch: &Touch, screen: &Screen) -> Result<(), DeviceError> {
        if *touch == Touch::Back {
            return self.back().map(drop);
        }
        let commands = commands(touch, screen, self.viewport())?;
        self.hand_over()?;
        self.send(commands, &HardAction::Wait)
    }

    /// A hand acts here, until the page is looked at again: no press is kept from it.
    pub fn hand_over(&mut self) -> Result<(), DeviceError> {
        self.evaluate("autorpa.leave()").map(drop)
    }
}

/// The browser's commands that do it.
fn commands(touch: &Touch, screen: &Screen, size: (u32, u32)) -> Result<Vec<Command>, DeviceError> {
    let cant = |action| DeviceError::Unsupported { action };
    Ok(match touch {
        Touch::Press { how: Press::Long, .. } => return Err(cant(ActionKind::LongPress)),
        Touch::Press { on, how } => press(place(*on, screen)?, *how),
        Touch::Type { into, text, clear } => {
            let mut all = match into {
                Some(id) => press(place(Spot::Element(*id), screen)?, Press::Once),
                None => Vec::new(),
            };
            if *clear {
                all.extend(keys::edit("selectAll"));
                all.extend(keys::press("Delete"));
            }
            all.extend(text.chars().flat_map(keys::character));
            all
        }
        Touch::Keys(chord) => keys::chord(chord),
        Touch::Scroll(direction) => {
            let (w, h) = (f64::from(size.0), f64::from(size.1));
            let (dx, dy) = match direction {
                Direction::Up => (0.0, -WHEEL * h),
                Direction::Down => (0.0, WHEEL * h),
                Direction::Left => (-WHEEL * w, 0.0),
                Direction::Right => (WHEEL * w, 0.0),
            };
            let wheel =
                json!({ "type": "mouseWheel", "x": w / 2.0, "y": h / 2.0, "deltaX": dx, "deltaY": dy });
            vec![("Input.dispatchMouseEvent", wheel)]
        }
        Touch::OpenLink(link) => {
            vec![("Page.navigate", json!({ "url": link, "transitionType": "typed" }))]
        }
        Touch::Home => return Err(cant(ActionKind::NavigateHome)),
        Touch::OpenApp(_) => return Err(cant(ActionKind::OpenApp)),
        Touch::Back => return Err(cant(ActionKind::NavigateBack)),
        Touch::AnswerDialog { .. } => return Err(DeviceError::NoDialog),
    })
}

fn press((x, y): (f64, f64), how: Press) -> Vec<Command> {
    let mut all = vec![("Input.dispatchMouseEvent", mouse("mouseMoved", x, y, 0, 0))];
    all.extend(presses(x, y, how, 0));
    all
}

/// Where something is.
fn place(spot: Spot, screen: &Screen) -> Result<(f64, f64), DeviceError> {
    let (x, y) = match spot {
        Spot::At(x, y) => (x, y),
        Spot::Element(id) => {
            let element = screen.get(id).ok_or(DeviceError::NoElement {
                index: id.0,
                count: screen.elements.len(),
            })?;
            element.bounds.center()
        }
    };
    Ok((f64::from(x), f64::from(y)))
}
