//! What a person does on the device with their own fingers, to the steps of a demonstration.
//!
//! A finger says where, and not what: the screen that was seen before it does. What is typed on the device's own keyboard shows
//! in the field, and is one step when something else is done.

use std::{sync::Arc, time::Duration};

use device::{EnvironmentError, Touched};
use trajectory::{Remark, Step};
use ui::{Action, Element, ElementId, HardAction, Press, Screen, Spot, Touch};

use super::{Before, Demonstration, fingers::Typing};
use crate::{error::Error, said::Said};

impl Demonstration {
    /// Hear from now on what fingers do on the device; whether it can tell.
    pub fn hear_touches(&mut self) -> Result<bool, Error> {
        let touches = self.env.touches().map_err(EnvironmentError::from)?;
        self.by_touch.touches = touches;
        self.look()?;
        Ok(self.by_touch.touches.is_some())
    }

    /// What was done with fingers meanwhile, if something is within this time. Else the screen is looked at again: it may have
    /// changed by itself.
    pub fn next_touch(&mut self, within: Duration) -> Result<Vec<Said>, Error> {
        let next = |this: &mut Self, within: Duration| match &mut this.by_touch.touches {
            Some(touches) => touches.next(within).map_err(EnvironmentError::from),
            None => Ok(None),
        };
        if let Some(touched) = next(self, within)? {
            return self.touched(touched);
        }
        let screen = self.env.observe().map_err(EnvironmentError::from)?;
        // What was done while it was looked at was done on the screen from before.
        if let Some(touched) = next(self, Duration::ZERO)? {
            return self.touched(touched);
        }
        self.screen = Arc::new(screen);
        self.looked();
        Ok(Vec::new())
    }

    /// The screen was looked at: what is done from now on is done on it.
    pub(super) fn looked(&mut self) {
        if let Some(touches) = &mut self.by_touch.touches {
            touches.looked();
        }
        let screen = Arc::clone(&self.screen);
        if let Some(typing) = &mut self.by_touch.typing
            && let Some(field) = typing.find(&screen)
        {
            field.held_text().clone_into(&mut typing.held);
            typing.unseen = 0;
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
        if touched == Touched::Keyboard {
            self.begin_typing();
            if let Some(typing) = &mut self.by_touch.typing {
                typing.unseen += 1;
            }
            self.look()?;
            return Ok(Vec::new());
        }
        let mut said = self.end_typing();
        let action = match touched {
            Touched::Tap(x, y) => self.press(x, y, Press::Once),
            Touched::Hold(x, y) => self.press(x, y, Press::Long),
            Touched::Scroll(x, y, direction) => Ok(Action::Scroll {
                target: scrolled(&self.screen, x, y),
                direction,
            }),
            Touched::Back => Ok(Action::NavigateBack),
            Touched::Home => Ok(Action::NavigateHome),
            Touched::Other(what) => Err(format!("{what} is no step of a function")),
            Touched::TooSoon => {
                Err("something was touched before its screen had been read: wait for each line".to_owned())
            }
            Touched::Keyboard => return Ok(said),
        };
        match action {
            Ok(Action::Click { target }) if self.screen.get(target).is_some_and(|it| it.editable) => {
                self.type_into(target, true);
            }
            Ok(action) => {
                let screen = Arc::clone(&self.screen);
                let picture = self.env.screenshot().ok();
                said.extend(self.note(screen, picture, action));
            }
            Err(why) => said.push(self.gap(why)),
        }
        self.look()?;
        Ok(said)
    }

    fn press(&self, x: i32, y: i32, how: Press) -> Result<HardAction, String> {
        let on = Spot::At(x, y);
        let action = Touch::Press { on, how }.action(&self.screen);
        action.ok_or_else(|| format!("nothing that is listed is at {x}, {y}"))
    }

    fn begin_typing(&mut self) {
        if self.by_touch.typing.is_none() {
            let focused = |it: &(ElementId, &Element)| it.1.focused && it.1.editable;
            let field = self.screen.iter().find(focused).map(|it| it.0);
            if let Some(field) = field {
                self.type_into(field, false);
            }
        }
    }

    fn type_into(&mut self, field: ElementId, tapped: bool) {
        let held = self.screen.get(field).map_or("", Element::held_text);
        self.by_touch.typing = Some(Typing {
            held: held.to_owned(),
            screen: Arc::clone(&self.screen),
            picture: self.env.screenshot().ok(),
            field,
            tapped,
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
        // The last key may have been Enter, which led elsewhere.
        if typing.unseen > 1 || typing.unseen == 1 && !typed {
            let why = format!("what was typed into {} was not seen", before.name());
            return vec![self.gap(why)];
        }
        if typed && before.password {
            let why = "a password is not read: type it by a command, and say `secret`".to_owned();
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
    let area = |it: &Element| i64::from(it.bounds.width()) * i64::from(it.bounds.height());
    here.min_by_key(|(_, it)| area(it)).map(|it| it.0)
}
