//! Android's `DatePickerDialog`: a month with its days, and a list of years.

use super::{Answer, Day};
pub use crate::msg::touch::OnCalendar as Touch;
use crate::{
    msg::Msg,
    paint::{Align, Color, IconName},
    toolkit::{
        View, Window, WindowKind, button, column,
        date::{Date, MONTHS},
        image_button, row, scroller, spacer, text,
        view::{Axis, Dim, Gravity, Ink},
    },
};

/// The years that can be chosen.
const YEARS: std::ops::RangeInclusive<i64> = 1970..=2100;
const ACCENT: Color = Color::rgb(0x1a5fb4);

/// The dialog while it is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calendar {
    chosen: Day,
    /// Year and month that are shown.
    shown: (i64, u32),
    years: bool,
}

impl Calendar {
    /// Opened with this day.
    pub fn on(day: Day) -> Self {
        Self {
            chosen: day,
            shown: (day.year, day.month),
            years: false,
        }
    }

    /// What a touch does.
    pub fn touch(&mut self, touch: Touch) -> Answer<Day> {
        let (year, month) = self.shown;
        match touch {
            Touch::Previous => {
                self.shown = if month == 1 {
                    (year - 1, 12)
                } else {
                    (year, month - 1)
                };
            }
            Touch::Next => {
                self.shown = if month == 12 {
                    (year + 1, 1)
                } else {
                    (year, month + 1)
                }
            }
            Touch::Years => self.years = true,
            Touch::Month => self.years = false,
            Touch::Year(year) => {
                let last = Date::days_in(year, self.chosen.month);
                self.chosen = Day {
                    year,
                    month: self.chosen.month,
                    day: self.chosen.day.min(last),
                };
                self.shown = (year, self.chosen.month);
                self.years = false;
            }
            Touch::Day(day) => self.chosen = Day { year, month, day },
            Touch::Cancel => return Answer::Cancelled,
            Touch::Ok => return Answer::Chosen(self.chosen),
        }
        Answer::Open
    }

    /// Its window; `own` makes the app's messages of touches.
    pub fn window(&self, own: impl Fn(Touch) -> Msg) -> Window {
        let chosen = Date::from_ms(self.chosen.at(0, 0));
        let head = column([
            text(chosen.year.to_string())
                .id("android:id/date_picker_header_year")
                .tap(own(Touch::Years))
                .selected(self.years)
                .size(16)
                .ink(Ink::Light),
            text(chosen.short_day())
                .id("android:id/date_picker_header_date")
                .tap(own(Touch::Month))
                .selected(!self.years)
                .size(30)
                .ink(Ink::Light),
        ])
        .id("android:id/date_picker_header")
        .wide()
        .pad(24, 16)
        .ground(ACCENT, 0);
        let body = if self.years {
            self.list_of_years(&own)
        } else {
            self.month(&own)
        };
        let buttons = row([
            spacer(),
            button("Cancel", own(Touch::Cancel)).id("android:id/button2"),
            button("OK", own(Touch::Ok)).id("android:id/button1"),
        ])
        .wide()
        .high(60)
        .pad(12, 6);
        Window::over(
            WindowKind::Dialog,
            column([head, body, buttons]).wide().ground(Color::WHITE, 4),
        )
    }

    fn list_of_years(&self, own: &impl Fn(Touch) -> Msg) -> View {
        // The list opens where the chosen year is, as Android's does.
        let first = self.chosen.year.clamp(*YEARS.start(), *YEARS.end());
        let years = YEARS.filter(|it| *it >= first - 3).map(|year| {
            text(year.to_string())
                .id("android:id/text1")
                .tap(own(Touch::Year(year)))
                .selected(year == self.chosen.year)
                .align(Align::Center)
                .size(18)
                .wide()
                .high(48)
                .pad(0, 12)
        });
        scroller(
            "android.widget.ListView",
            "android:id/date_picker_year_picker",
            "",
            years,
        )
        .high(328)
    }

    fn month(&self, own: &impl Fn(Touch) -> Msg) -> View {
        let (year, month) = self.shown;
        let title = format!("{} {year}", MONTHS[month as usize - 1]);
        let arrows = row([
            image_button(IconName::Back, "Previous month", own(Touch::Previous)).id("android:id/prev"),
            // Android draws title and letters: they are no views of their own.
            View::new("android.view.View")
                .drawn(title)
                .align(Align::Center)
                .width(Dim::Share(1))
                .at(Gravity::Center),
            image_button(IconName::ChevronRight, "Next month", own(Touch::Next)).id("android:id/next"),
        ])
        .wide()
        .high(48)
        .pad(8, 0);
        let letters = ["S", "M", "T", "W", "T", "F", "S"].map(|it| {
            let view = View::new("android.view.View").drawn(it).align(Align::Center);
            view.ink(Ink::Dim).wide().high(40).pad(0, 10)
        });
        let first = Date::from_ms(Date::ms_of(year, month, 1, 0, 0));
        let before = (first.weekday + 1) % 7;
        let blanks = (0..before).map(|_| View::new("android.view.View").wide().high(40));
        let days = (1..=Date::days_in(year, month)).map(|day| {
            let mut view = View::new("android.view.View")
                .text(day.to_string())
                .desc(format!("{day:02} {} {year}", first.month_name()))
                .tap(own(Touch::Day(day)))
                .align(Align::Center)
                .wide()
                .high(40)
                .pad(0, 10);
            view.checked = self.chosen == Day { year, month, day };
            if view.checked {
                view = view.ground(ACCENT, 20).ink(Ink::Light);
            }
            view
        });
        let mut grid = View::new("android.view.View")
            .id("android:id/month_view")
            .wide()
            .with_all(letters.into_iter().chain(blanks).chain(days));
        grid.axis = Axis::Grid(7);
        column([arrows, grid.pad(12, 0).high(280)]).wide()
    }
}
