//! Material's time picker for 24 hours: a dial for the hour, then one for the minute, or two fields.

use super::Answer;
pub use crate::msg::touch::{OnClock as Touch, Part};
use crate::{
    msg::Msg,
    paint::{Align, Color, IconName},
    toolkit::{
        View, Window, WindowKind, button, column, edit, image_button, row, spacer, text,
        view::{Axis, Dim, Gravity, Ink},
    },
};

const ACCENT: Color = Color::rgb(0x1a5fb4);
const PALE: Color = Color::rgb(0xe3e8f0);

/// The dialog while it is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    hour: u32,
    minute: u32,
    shown: Part,
    /// What the two fields hold, where there is no dial.
    fields: Option<[String; 2]>,
}

impl Clock {
    /// Opened with this time.
    pub fn on(hour: u32, minute: u32) -> Self {
        Self {
            hour,
            minute,
            shown: Part::Hour,
            fields: None,
        }
    }

    /// What a touch does; hour and minute are the choice.
    pub fn touch(&mut self, touch: Touch) -> Answer<(u32, u32)> {
        match touch {
            Touch::Show(part) => self.shown = part,
            Touch::Number(number) => match self.shown {
                // After the hour, the dial shows the minutes by itself.
                Part::Hour => (self.hour, self.shown) = (number, Part::Minute),
                Part::Minute => self.minute = number,
            },
            Touch::Field(_) => {}
            Touch::Mode => {
                self.take_fields();
                self.fields = match self.fields {
                    Some(_) => None,
                    None => Some([self.hour, self.minute].map(|it| format!("{it:02}"))),
                };
            }
            Touch::Cancel => return Answer::Cancelled,
            Touch::Ok => {
                self.take_fields();
                return Answer::Chosen((self.hour, self.minute));
            }
        }
        Answer::Open
    }

    /// A field's text becomes this: at most two digits.
    pub fn typed(&mut self, part: Part, text: &str) {
        if let Some([hour, minute]) = &mut self.fields {
            let field = match part {
                Part::Hour => hour,
                Part::Minute => minute,
            };
            *field = text.chars().filter(char::is_ascii_digit).take(2).collect();
        }
    }

    /// The time the fields say; a field that says no time changes nothing.
    fn take_fields(&mut self) {
        if let Some([hour, minute]) = &self.fields {
            self.hour = hour.parse().ok().filter(|it| *it < 24).unwrap_or(self.hour);
            self.minute = minute.parse().ok().filter(|it| *it < 60).unwrap_or(self.minute);
        }
    }

    /// Its window; `own` makes the app's messages of touches.
    pub fn window(&self, own: impl Fn(Touch) -> Msg) -> Window {
        let (label, mode) = match self.fields {
            None => ("Select time", "Switch to text input mode for the time input."),
            Some(_) => ("Enter time", "Switch to clock mode for the time input."),
        };
        let mut parts = vec![
            text(label)
                .id("header_title")
                .size(12)
                .ink(Ink::Dim)
                .wide()
                .pad(24, 16),
        ];
        match &self.fields {
            None => {
                parts.push(self.display(&own));
                parts.push(self.dial(&own));
            }
            Some([hour, minute]) => {
                let field = |part, id, shown: &str| {
                    edit(own(Touch::Field(part)), "", shown.to_owned())
                        .id(id)
                        .across(96)
                        .high(72)
                        .size(40)
                };
                parts.push(
                    row([
                        field(Part::Hour, "material_hour_text_input", hour),
                        colon(),
                        field(Part::Minute, "material_minute_text_input", minute),
                    ])
                    .at(Gravity::Center)
                    .pad(0, 8),
                );
            }
        }
        let buttons = row([
            image_button(IconName::Clock, mode, own(Touch::Mode)).id("material_timepicker_mode_button"),
            spacer(),
            button("Cancel", own(Touch::Cancel)).id("material_timepicker_cancel_button"),
            button("OK", own(Touch::Ok)).id("material_timepicker_ok_button"),
        ]);
        parts.push(buttons.wide().high(60).pad(12, 6));
        Window::over(WindowKind::Dialog, column(parts).wide().ground(Color::WHITE, 16))
    }

    fn display(&self, own: &impl Fn(Touch) -> Msg) -> View {
        let chip = |part, id, value: u32, unit: &str| {
            let shown = self.shown == part;
            text(format!("{value:02}"))
                .class("android.widget.CompoundButton")
                .id(id)
                .desc(format!("{value} {unit}"))
                .checked(shown)
                .tap(own(Touch::Show(part)))
                .align(Align::Center)
                .size(44)
                .across(96)
                .high(72)
                .ground(if shown { Color::rgb(0xc9d9f2) } else { PALE }, 8)
        };
        row([
            chip(Part::Hour, "material_hour_tv", self.hour, "hours"),
            colon(),
            chip(Part::Minute, "material_minute_tv", self.minute, "minutes"),
        ])
        .id("material_clock_display")
        .at(Gravity::Center)
        .pad(0, 8)
    }

    fn dial(&self, own: &impl Fn(Touch) -> Msg) -> View {
        // The outer circle begins at twelve o'clock; midnight is the first of the inner one.
        let (numbers, chosen, unit): (Vec<u32>, _, _) = match self.shown {
            Part::Hour => (
                (12..13).chain(1..12).chain(0..1).chain(13..24).collect(),
                self.hour,
                "hours",
            ),
            Part::Minute => ((0..12).map(|it| it * 5).collect(), self.minute, "minutes"),
        };
        let numbers = numbers.into_iter().map(|number| {
            let label = match self.shown {
                Part::Hour if (1..13).contains(&number) => number.to_string(),
                Part::Hour | Part::Minute => format!("{number:02}"),
            };
            let on = number == chosen;
            let view = text(label)
                .desc(format!("{number} {unit}"))
                .tap(own(Touch::Number(number)))
                .selected(on)
                .align(Align::Center)
                .size(16)
                .across(40)
                .high(40);
            match on {
                true => view.ground(ACCENT, 20).ink(Ink::Light),
                false => view,
            }
        });
        let mut face = View::new("android.view.View")
            .id("material_clock_face")
            .across(264)
            .high(264)
            .at(Gravity::Center)
            .ground(PALE, 132)
            .with_all(numbers);
        face.axis = Axis::Dial;
        face.pad = [4; 4];
        face
    }
}

fn colon() -> View {
    text(":")
        .id("material_clock_period_separator")
        .size(44)
        .align(Align::Center)
        .width(Dim::Dp(24))
        .high(72)
}
