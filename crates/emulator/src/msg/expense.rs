//! What the widgets of Pro Expense tell it.

use super::touch::{OnCalendar, OnClock};

/// What its widgets tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum Msg {
    Menu,
    Go(Place),
    Up,
    Add,
    Expense(i64),
    Swipe(i64),
    Name,
    Amount,
    Category(i64),
    Note,
    Save,
    Lock,
    Time,
    Clock(OnClock),
    Date,
    Calendar(OnCalendar),
    DeleteSwiped(i64),
    DeleteSelected,
    DeleteShown,
    EditShown,
    Close,
    Confirm,
    Filter,
    FilterFrom,
    FilterTo,
    NewestFirst(bool),
    ApplyFilter,
    Nothing,
}

/// A place of the drawer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the lines")]
pub enum Place {
    Home,
    Logs,
    Statistics,
    Backup,
    Feedback,
    About,
    Settings,
}
