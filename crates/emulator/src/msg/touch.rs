//! What is touched on the toolkit's own windows.

/// What the toolkit's own windows tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// The line of the open menu with this number.
    Menu(usize),
    /// Cut what is selected.
    Cut,
    /// Copy what is selected.
    Copy,
    /// Paste at the cursor.
    Paste,
    /// Select everything.
    SelectAll,
    /// What came in between is followed or not.
    Interruption(bool),
}

/// What is touched on the dialog of a calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnCalendar {
    /// The month before.
    Previous,
    /// The month after.
    Next,
    /// The year in the header: all years are shown.
    Years,
    /// The date in the header: the month is shown.
    Month,
    /// A year of the list.
    Year(i64),
    /// A day of the month that is shown.
    Day(u32),
    /// CANCEL.
    Cancel,
    /// OK.
    Ok,
}

/// What is touched on the dialog of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnClock {
    /// The hour or the minute above the dial, whose dial is shown then.
    Show(Part),
    /// A number of the dial.
    Number(u32),
    /// A field, where there is no dial.
    Field(Part),
    /// From the dial to the fields, and back.
    Mode,
    /// CANCEL.
    Cancel,
    /// OK.
    Ok,
}

/// Hour or minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The hour, 0 to 23.
    Hour,
    /// The minute, 0 to 59.
    Minute,
}

/// What is touched on the wheels of a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnWheels {
    /// The value above the middle of a wheel.
    Before(Wheel),
    /// The value below.
    After(Wheel),
    /// The value in the middle, which can be typed.
    Field(Wheel),
    /// CANCEL.
    Cancel,
    /// OK.
    Ok,
}

/// One of the wheels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wheel {
    /// The month.
    Month,
    /// The day.
    Day,
    /// The year.
    Year,
}
