//! What the widgets of Tasks tell it.

/// What its widgets tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum Msg {
    Drawer,
    List(TaskFilter),
    Search,
    SearchText,
    ClearSearch,
    Up,
    Task(i64),
    Tick(i64),
    Reschedule(i64),
    Section(i64),
    ShowCompleted,
    ShowUnstarted,
    Clear,
    ClearDone,
    Sort,
    Grouping,
    Sorting,
    Group(Order),
    SortBy(Order),
    New,
    Title,
    Notes,
    Priority(i64),
    Due,
    DueIn(Option<i64>),
    Save,
    Discard,
    DiscardDone,
    Delete,
    DeleteDone,
    Keep,
    Nothing,
}

/// Which tasks are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the lines")]
pub enum TaskFilter {
    All,
    Today,
}

/// What tasks are grouped or sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the lines")]
pub enum Order {
    None,
    Smart,
    Start,
    Due,
    Priority,
    Title,
    Modified,
    Created,
}
