//! Android's date picker in its spinner mode: a wheel for the month, one for the day, one for the year.

use super::{Answer, Day};
pub use crate::msg::touch::{OnWheels as Touch, Wheel};
use crate::{
    msg::Msg,
    paint::Align,
    toolkit::{
        View, Window, button, column,
        date::{Date, MONTHS},
        dialog, edit, row,
        view::{Gravity, Ink},
    },
};

/// The years the wheel goes through.
const YEARS: std::ops::RangeInclusive<i64> = 1900..=2100;

/// The dialog while it is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wheels {
    day: Day,
    wheels: &'static [Wheel],
    /// The wheel that is typed into, and what it says until then.
    typed: Option<(Wheel, String)>,
}

impl Wheels {
    /// For a whole date.
    pub fn on(day: Day) -> Self {
        Self {
            day,
            wheels: &[Wheel::Month, Wheel::Day, Wheel::Year],
            typed: None,
        }
    }

    /// For a month of a year.
    pub fn on_month(day: Day) -> Self {
        Self {
            wheels: &[Wheel::Month, Wheel::Year],
            ..Self::on(day)
        }
    }

    /// What a touch does.
    pub fn touch(&mut self, touch: Touch) -> Answer<Day> {
        match touch {
            Touch::Field(_) => {}
            Touch::Before(wheel) => {
                self.take_typed();
                self.turn(wheel, -1);
            }
            Touch::After(wheel) => {
                self.take_typed();
                self.turn(wheel, 1);
            }
            Touch::Cancel => return Answer::Cancelled,
            Touch::Ok => {
                self.take_typed();
                return Answer::Chosen(self.day);
            }
        }
        Answer::Open
    }

    /// A field's text becomes this. The first tap on a field selects what it says, so what is typed behind it
    /// takes its place.
    pub fn typed(&mut self, wheel: Wheel, text: &str) {
        let fresh = self.typed.as_ref().is_none_or(|it| it.0 != wheel);
        if fresh {
            self.take_typed();
        }
        let old = self.label(wheel, 0);
        let text = match text.strip_prefix(&old) {
            Some(behind) if fresh && !behind.is_empty() => behind,
            Some(_) | None => text,
        };
        self.typed = Some((wheel, text.to_owned()));
    }

    /// What was typed, if it is a value of its wheel; else nothing changes.
    fn take_typed(&mut self) {
        let Some((wheel, text)) = self.typed.take() else {
            return;
        };
        let text = text.trim();
        let number = text.parse::<i64>().ok();
        match wheel {
            Wheel::Month => {
                let named =
                    |it: &&str| text.len() >= 3 && it.to_lowercase().starts_with(&text.to_lowercase());
                let by_name = MONTHS.iter().position(named).map(|it| it as i64 + 1);
                if let Some(month) = by_name.or(number).filter(|it| (1..=12).contains(it)) {
                    self.day.month = month as u32;
                }
            }
            Wheel::Day => {
                let last = i64::from(Date::days_in(self.day.year, self.day.month));
                if let Some(day) = number.filter(|it| (1..=last).contains(it)) {
                    self.day.day = day as u32;
                }
            }
            Wheel::Year => {
                if let Some(year) = number.filter(|it| YEARS.contains(it)) {
                    self.day.year = year;
                }
            }
        }
        self.keep_in_month();
    }

    fn keep_in_month(&mut self) {
        self.day.day = self.day.day.min(Date::days_in(self.day.year, self.day.month));
    }

    /// The day with one wheel turned by this much; months and days go round.
    fn turned(&self, wheel: Wheel, by: i64) -> Day {
        let round =
            |value: u32, most: u32| (i64::from(value) - 1 + by).rem_euclid(i64::from(most)) as u32 + 1;
        let mut day = self.day;
        match wheel {
            Wheel::Month => day.month = round(day.month, 12),
            Wheel::Day => day.day = round(day.day, Date::days_in(day.year, day.month)),
            Wheel::Year => day.year = (day.year + by).clamp(*YEARS.start(), *YEARS.end()),
        }
        day
    }

    fn turn(&mut self, wheel: Wheel, by: i64) {
        self.day = self.turned(wheel, by);
        self.keep_in_month();
    }

    fn label(&self, wheel: Wheel, by: i64) -> String {
        let day = self.turned(wheel, by);
        match wheel {
            Wheel::Month => MONTHS[day.month as usize - 1][..3].to_owned(),
            Wheel::Day => format!("{:02}", day.day),
            Wheel::Year => day.year.to_string(),
        }
    }

    /// Its window; `own` makes the app's messages of touches.
    pub fn window(&self, own: impl Fn(Touch) -> Msg) -> Window {
        let wheels = self.wheels.iter().map(|wheel| {
            let beside = |by: i64, touch: Touch| {
                button(self.label(*wheel, by), own(touch))
                    .across(72)
                    .ink(Ink::Dim)
            };
            let id = match wheel {
                Wheel::Month => "android:id/month",
                Wheel::Day => "android:id/day",
                Wheel::Year => "android:id/year",
            };
            let shown = match &self.typed {
                Some((typed, text)) if typed == wheel => text.clone(),
                Some(_) | None => self.label(*wheel, 0),
            };
            let mut before = beside(-1, Touch::Before(*wheel));
            let mut after = beside(1, Touch::After(*wheel));
            (before.caps, after.caps) = (false, false);
            column([
                before,
                edit(own(Touch::Field(*wheel)), "", shown)
                    .id("android:id/numberpicker_input")
                    .align(Align::Center)
                    .across(72),
                after,
            ])
            .class("android.widget.NumberPicker")
            .id(id)
            .pad(8, 0)
        });
        let wheels: View = row(wheels).id("android:id/pickers").at(Gravity::Center);
        dialog(
            "",
            vec![wheels],
            None,
            Some(button("Cancel", own(Touch::Cancel))),
            Some(button("OK", own(Touch::Ok))),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(from: Day, typed: &[(Wheel, &str)]) -> Day {
        let mut wheels = Wheels::on(from);
        for (wheel, text) in typed {
            wheels.typed(*wheel, text);
        }
        match wheels.touch(Touch::Ok) {
            Answer::Chosen(day) => day,
            other => panic!("{other:?}"),
        }
    }

    const fn day(year: i64, month: u32, day: u32) -> Day {
        Day { year, month, day }
    }

    #[test]
    fn values_are_typed() {
        let from = day(2023, 10, 31);
        assert_eq!(typed(from, &[(Wheel::Day, "7")]), day(2023, 10, 7));
        // What stands there is selected when the field is first tapped.
        assert_eq!(typed(from, &[(Wheel::Day, "3112")]), day(2023, 10, 12));
        assert_eq!(typed(from, &[(Wheel::Month, "feb")]), day(2023, 2, 28));
        assert_eq!(
            typed(from, &[(Wheel::Month, "2"), (Wheel::Year, "2024")]),
            day(2024, 2, 28)
        );
        for nothing in [
            (Wheel::Day, "32"),
            (Wheel::Month, "13"),
            (Wheel::Year, "soon"),
            (Wheel::Day, ""),
        ] {
            assert_eq!(typed(from, &[nothing]), from);
        }
    }

    #[test]
    fn wheels_go_round() {
        let mut wheels = Wheels::on(day(2024, 12, 31));
        wheels.touch(Touch::After(Wheel::Month));
        wheels.touch(Touch::After(Wheel::Month));
        wheels.touch(Touch::Before(Wheel::Year));
        wheels.touch(Touch::After(Wheel::Day));
        assert_eq!(wheels.touch(Touch::Ok), Answer::Chosen(day(2023, 2, 1)));
    }
}
