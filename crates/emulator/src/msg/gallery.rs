//! What the widgets of Simple Gallery tell it.

/// What its widgets tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum Msg {
    Query,
    ClearQuery,
    Folder(String),
    Medium(String),
    Photo,
    Names,
    Up,
    PickAll,
    Unpick,
    To(What),
    Place(String),
    Other,
    Go(String),
    NewFolder,
    FolderName,
    NewFolderDone,
    Confirm,
    Conflict(Conflict),
    ConflictDone,
    Delete,
    DeleteDone,
    Rename,
    Stem,
    Extension,
    RenameDone,
    Properties,
    Keep,
    Nothing,
}

/// What is done with what is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the menu's lines")]
pub enum What {
    Copy,
    Move,
}

/// What becomes of a file whose name is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the choices")]
pub enum Conflict {
    Skip,
    Overwrite,
    KeepBoth,
}
