//! What the widgets of Files tell it.

/// What its widgets tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum Msg {
    Roots,
    Root(Root),
    Row(String),
    Preview(String),
    Crumb(String),
    Search,
    SearchText,
    SearchClose,
    Chip(Kind),
    View,
    NewWindow,
    Sort,
    SortBy(Order),
    SelectAll,
    DeselectAll,
    StorageSettings,
    Hidden,
    NewFolder,
    Name,
    NewFolderDone,
    Clear,
    Share,
    Delete,
    DeleteDone,
    OpenWith,
    To(What),
    Rename,
    RenameDone,
    Info,
    CloseDialog,
    Confirm,
    DocumentName,
    Cancel,
}

/// An entry of the drawer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// All files, the newest first.
    Recent,
    /// All files of a kind.
    Of(Kind),
    /// The folder of downloads.
    Downloads,
    /// The shared storage.
    Device,
}

/// Kinds of files, told by their extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the chips")]
pub enum Kind {
    Images,
    Videos,
    Audio,
    Documents,
}

/// What files are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the choices")]
pub enum By {
    Name,
    Type,
    Size,
    Modified,
}

/// How files are sorted; folders always come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// By what.
    pub by: By,
    /// The greatest first.
    pub descending: bool,
}

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the menu lines")]
pub enum What {
    Move,
    Copy,
    Compress,
    Save,
}
