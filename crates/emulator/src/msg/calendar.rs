//! What the widgets of the calendar tell it.

use super::touch::{OnCalendar, OnClock, OnWheels};

/// What its widgets tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum Msg {
    SearchText,
    Up,
    Today,
    Views,
    View(CalendarView),
    GoToDate,
    Wheels(OnWheels),
    Turn(i64),
    Day(i64),
    Month(u32),
    New,
    NewEvent,
    NewTask,
    CloseFab,
    Event(Target),
    Unselect,
    SelectAll,
    Share,
    DeleteSelected,
    DeleteShown,
    DeleteHow(How),
    DeleteDone,
    Field(Field),
    AllDay,
    Date(bool),
    Calendar(OnCalendar),
    Time(bool),
    Clock(OnClock),
    Reminders,
    Remind(i64),
    Repetitions,
    Repeat(i64),
    Rule,
    Weekday(u32),
    Limit,
    LimitDay,
    Forever,
    Duplicate,
    Save,
    Discard,
    Warned,
    Keep,
    Nothing,
}

/// What the main page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the lines")]
pub enum CalendarView {
    Day,
    Week,
    Month,
    MonthAndDay,
    Year,
    List,
}

/// One occurrence of an event, as a list names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The event.
    pub id: i64,
    /// When the occurrence begins, in milliseconds.
    pub start: i64,
}

/// How much of a repeating event is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the lines")]
pub enum How {
    One,
    Future,
    All,
}

/// A field of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the fields")]
pub enum Field {
    Title,
    Location,
    Description,
}
