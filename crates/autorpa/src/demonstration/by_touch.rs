//! What a person does on the device with their own fingers, to the steps of a demonstration.
//!
//! A finger says where, and not what: the screen that was seen before it does. What is typed on the device's own keyboard shows
//! in the field, and is one step when something else is done. What may have been something else than it seems is a gap.

use std::{sync::Arc, time::Duration};

use device::{DeviceError, EnvironmentError, Touched};
use trajectory::{Remark, Step};
use ui::{Action, Element, ElementId, HardAction, Screen};

use super::{Before, Demonstration, typing::Typing};
use crate::{error::Error, said::Said};

impl Demonstration {
    /// Hear from now on what fingers do on the device; whether it can tell.
    pub fn hear_touches(&mut self) -> Result<bool, Error> {
        self.by_touch.touches = self.env.touches().map_err(EnvironmentError::from)?;
        self.look()?;
        self.by_touch.picture = self.env.screenshot().ok();
        Ok(self.by_touch.touches.is_some())
    }

    /// What was done with fingers meanwhile, if something is within this time. Else the screen is looked at again: it may have
    /// changed by itself.
    pub fn next_touch(&mut self, within: Duration) -> Result<Vec<Said>, Error> {
        if let Some(touched) = self.touch_within(within)? {
            return self.touched(touched);
        }
        let Some(screen) = self.seen_now()? else {
            return Ok(Vec::new());
        };
        // What was done while it was looked at was done on the screen from before.
        let is_busy = self.by_touch.touches.as_ref().is_some_and(|it| it.is_busy());
        if !is_busy {
            if screen != *self.screen {
                self.by_touch.picture = self.env.screenshot().ok();
            }
            self.screen = Arc::new(screen);
            self.looked();
        }
        Ok(Vec::new())
    }

    /// What was done with fingers and was not told yet.
    pub fn waiting_touches(&mut self) -> Result<Vec<Said>, Error> {
        let mut said = Vec::new();
        while let Some(touched) = self.touch_within(Duration::ZERO)? {
            said.extend(self.touched(touched)?);
        }
        Ok(said)
    }

    fn touch_within(&mut self, within: Duration) -> Result<Option<Touched>, Error> {
        Ok(match &mut self.by_touch.touches {
            Some(touches) => touches.next(within).map_err(EnvironmentError::from)?,
            None => None,
        })
    }

    /// The screen; `None` where it can't be read now, which passes.
    fn seen_now(&mut self) -> Result<Option<Screen>, Error> {
        match self.env.observe() {
            Ok(screen) => Ok(Some(screen)),
            Err(
                DeviceError::Asleep
                | DeviceError::Locked
                | DeviceError::Unreadable { .. }
                | DeviceError::Timeout { .. },
            ) => Ok(None),
            Err(error) => Err(EnvironmentError::from(error).into()),
        }
    }

    /// The screen was looked at: what is done from now on is done on it.
    pub(super) fn looked(&mut self) {
        if let Some(touches) = &mut self.by_touch.touches {
            touches.looked();
        }
        if let Some(typing) = &mut self.by_touch.typing {
            typing.see(&self.screen);
        }
    }

    /// Something was done that is in no step.
    fn gap(&mut self, text: String) -> Said {
        self.by_touch.gaps.push(Remark {
            after: self.steps.len(),
            text: text.clone(),
        });
        Said::Gap(text)
    }

    fn touched(&mut self, touched: Touched) -> Result<Vec<Said>, Error> {
        let mut said = match touched {
            Touched::Keyboard => self.key_pressed(),
            Touched::Enter => self.entered(),
            Touched::Tap(..)
            | Touched::Hold(..)
            | Touched::Scroll(..)
            | Touched::PutAway
            | Touched::Back
            | Touched::Home
            | Touched::Other(_)
            | Touched::TooSoon => {
                let mut said = self.end_typing();
                said.extend(self.done(touched));
                said
            }
        };
        match self.seen_now()? {
            Some(screen) => {
                self.screen = Arc::new(screen);
                self.looked();
                self.by_touch.picture = self.env.screenshot().ok();
            }
            None => said.push(self.gap("the screen can't be read after it".to_owned())),
        }
        Ok(said)
    }

    /// What was done beside typing, as a step where it is one.
    fn done(&mut self, touched: Touched) -> Option<Said> {
        let action = match touched {
            Touched::Tap(x, y) => self.at(x, y).map(|target| Action::Click { target }),
            Touched::Hold(x, y) => self.at(x, y).map(|target| Action::LongPress { target }),
            Touched::Scroll(x, y, direction) => Ok(Action::Scroll {
                target: scrolled(&self.screen, x, y),
                direction,
            }),
            Touched::Back => Ok(Action::NavigateBack),
            Touched::Home => Ok(Action::NavigateHome),
            // Who types by a step needs no keyboard.
            Touched::PutAway | Touched::Keyboard | Touched::Enter => return None,
            Touched::Other(what) => Err(format!("{what} is no step of a function")),
            Touched::TooSoon => {
                Err("something was touched before its screen had been read: wait for each line".to_owned())
            }
        };
        match action {
            Ok(Action::Click { target }) if self.screen.get(target).is_some_and(|it| it.editable) => {
                self.type_into(target, true);
                None
            }
            Ok(action) => {
                let (screen, picture) = (Arc::clone(&self.screen), self.by_touch.picture.take());
                self.note(screen, picture, action)
            }
            Err(why) => Some(self.gap(why)),
        }
    }

    fn at(&self, x: i32, y: i32) -> Result<ElementId, String> {
        let found = self.screen.highest_at(x, y);
        found.ok_or_else(|| format!("nothing that is listed is at {x}, {y}"))
    }

    fn key_pressed(&mut self) -> Vec<Said> {
        if self.by_touch.typing.is_none() {
            let focused = |it: &(ElementId, &Element)| it.1.focused && it.1.editable;
            let field = self.screen.iter().find(focused).map(|it| it.0);
            match field {
                Some(field) => self.type_into(field, false),
                None => return vec![self.gap("what was typed is in no field that is seen".to_owned())],
            }
        }
        if let Some(typing) = &mut self.by_touch.typing {
            typing.keys += 1;
            typing.unseen += 1;
        }
        Vec::new()
    }

    /// The key that ends what is typed: a step that types presses it as well.
    fn entered(&mut self) -> Vec<Said> {
        let is_typed = self.by_touch.typing.as_ref().is_some_and(|it| it.keys > 0);
        let mut said = self.end_typing();
        if !is_typed {
            let (screen, picture) = (Arc::clone(&self.screen), self.by_touch.picture.take());
            said.extend(self.note(screen, picture, Action::KeyboardEnter));
        }
        said
    }

    fn type_into(&mut self, field: ElementId, tapped: bool) {
        let held = self.screen.get(field).map_or("", Element::held_text);
        self.by_touch.typing = Some(Typing {
            held: held.to_owned(),
            screen: Arc::clone(&self.screen),
            picture: self.by_touch.picture.clone(),
            field,
            tapped,
            emptied: false,
            keys: 0,
            unseen: 0,
        });
    }

    /// What was typed, as one step.
    pub(super) fn end_typing(&mut self) -> Vec<Said> {
        let Some(typing) = self.by_touch.typing.take() else {
            return Vec::new();
        };
        let Some(before) = typing.screen.get(typing.field).cloned() else {
            return Vec::new();
        };
        let typed = typing.held != before.held_text();
        let name = before.name();
        let why_not = if typing.unseen > 0 || typing.emptied || typing.keys > 0 && !typed {
            Some(format!("what was typed into {name} was not seen as a whole"))
        } else if typed && before.password {
            Some("a password is not read: type it by a command, and say `secret`".to_owned())
        } else {
            None
        };
        if let Some(why) = why_not {
            return vec![self.gap(why)];
        }
        let action = match (typed, typing.tapped) {
            (true, _) => Action::InputText {
                target: Some(typing.field),
                text: typing.held,
                clear: true,
            },
            (false, true) => Action::Click { target: typing.field },
            (false, false) => return Vec::new(),
        };
        self.note(typing.screen, typing.picture, action)
            .into_iter()
            .collect()
    }

    /// Keep what was done as a step.
    fn note(&mut self, screen: Arc<Screen>, picture: Option<Vec<u8>>, action: HardAction) -> Option<Said> {
        self.before.push(Before { state: None, picture });
        self.steps.push(Step::new(screen, action));
        self.last_said()
    }
}

/// The smallest element that scrolls at this place.
fn scrolled(screen: &Screen, x: i32, y: i32) -> Option<ElementId> {
    let here = screen
        .iter()
        .filter(|(_, it)| it.scrollable && it.bounds.contains(x, y));
    here.min_by_key(|(_, it)| it.bounds.area()).map(|it| it.0)
}
