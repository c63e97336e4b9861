//! Dialogs in which a date or a time is chosen, as Android has them.
//!
//! An app keeps one while it is open, shows its window, and hands it what was touched; the answer says whether
//! it is still open.

pub mod calendar;
pub mod clock;
pub mod wheels;

/// What became of a dialog after a touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer<T> {
    /// It is still open.
    Open,
    /// It was left without a choice.
    Cancelled,
    /// This was chosen.
    Chosen(T),
}

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day {
    /// Year.
    pub year: i64,
    /// Month, from 1.
    pub month: u32,
    /// Day of the month, from 1.
    pub day: u32,
}

impl Day {
    /// The day of a moment.
    pub fn of(ms: i64) -> Self {
        let date = super::date::Date::from_ms(ms);
        Self {
            year: date.year,
            month: date.month,
            day: date.day,
        }
    }

    /// Milliseconds since 1970 at this time of the day.
    pub fn at(self, hour: u32, minute: u32) -> i64 {
        super::date::Date::ms_of(self.year, self.month, self.day, hour, minute)
    }
}
