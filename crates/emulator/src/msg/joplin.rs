//! What the widgets of Joplin tell it.

/// What its widgets tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum Msg {
    Sidebar,
    Show(Place),
    NewFolder,
    FolderTitle,
    SaveFolder,
    Search,
    SearchText,
    ClearSearch,
    Sort,
    SortBy(Order),
    Reverse,
    TodosOnTop,
    ShowCompleted,
    Note(i64),
    Tick(i64),
    PickAll,
    DeletePicked,
    Add,
    New(bool),
    Title,
    Body,
    TickDraft,
    Edit,
    Save,
    Convert,
    Delete,
    Folders,
    MoveTo(i64),
    Up,
    Keep,
    Nothing,
}

/// Which notes are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Those of all notebooks.
    All,
    /// Those of a notebook, by its row.
    Folder(i64),
    /// Those that were deleted.
    Trash,
}

/// What notes are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the lines")]
pub enum Order {
    Updated,
    Created,
    Title,
}
