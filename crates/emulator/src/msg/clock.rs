//! What the widgets of the clock tell it.

/// What its widgets tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum Msg {
    Tab(Tab),
    Fab,
    Left,
    Right,
    Alarm(OnAlarm),
    Timer(OnTimer),
}

/// One of its pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the tabs")]
pub enum Tab {
    Alarm,
    Clock,
    Timer,
    Stopwatch,
}

/// What the widgets of this page tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum OnAlarm {
    Switch(i64),
    Expand(i64),
    Delete(i64),
    Hour,
    Minute,
    Ok,
    Cancel,
}

/// What the widgets of this page tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum OnTimer {
    Digit(u8),
    DoubleZero,
    Erase,
    PlayPause(i64),
    Reset(i64),
    AddMinute(i64),
    Delete(i64),
}
