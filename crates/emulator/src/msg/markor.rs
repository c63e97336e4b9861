//! What the widgets of Markor tell it.

/// What its widgets tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum Msg {
    Tab(Tab),
    Row(String),
    NewFile,
    NewName,
    NewExtension,
    NewType(usize),
    NewTemplate(usize),
    CreateFolder,
    CreateFile,
    CloseDialog,
    SortBy(By),
    FoldersFirst,
    Reverse,
    Dotfiles,
    GoTo(&'static str),
    Search,
    SearchText,
    SearchStart,
    Found(String),
    Import,
    Settings,
    ClearPicked,
    Favourite,
    ToClipboard,
    Rename,
    RenameText,
    RenameDone,
    Details,
    Delete,
    DeleteDone,
    Move,
    Copy,
    DialogRow(String),
    DialogHome,
    DialogFolder,
    Overwrite,
    ShareFiles,
    Text,
    NavigateUp,
    Undo,
    Redo,
    Save,
    Preview,
    Insert(&'static str),
    InsertDate,
    Find,
    FindText,
    ReplaceText,
    ReplaceOnce,
    ReplaceAll,
    ShareText,
    ShareHtml,
    Shortcut,
    Pin,
    Print,
    PrintName,
    SavePdf,
    Info,
    Reload,
}

/// The tabs at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    /// The file list.
    Files,
    /// `todo.txt`.
    ToDo,
    /// `QuickNote.md`.
    QuickNote,
    /// About the app.
    More,
}

/// What the list is sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Name, whatever the case.
    Name,
    /// The newest change first.
    Date,
    /// Bytes.
    Size,
    /// Kind of content, which is told by the extension.
    MimeType,
}
