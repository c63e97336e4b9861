//! What the widgets of VLC tell it.

/// What its widgets tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum Msg {
    Tab(Tab),
    Search,
    SearchText,
    ClearSearch,
    Up,
    /// A folder, by its path.
    Folder(String),
    /// A video or a song, by its path.
    Media(String),
    /// What else can be done with it.
    More(String),
    PlayPause,
    Unpick,
    AddPicked,
    AddTo(Vec<String>),
    /// All that is in the folder; with what is in its folders too.
    AddFolder(bool),
    ListName,
    SaveList,
    AddToList(i64),
    List(i64),
    MoreOfList(i64),
    MoreOfEntry(i64),
    RenameList(i64),
    DeleteList(i64),
    Drop(i64),
    Delete(Vec<String>),
    DeleteDone,
    Details(String),
    Keep,
    Nothing,
}

/// A tab of the main page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the tabs")]
pub enum Tab {
    Video,
    Audio,
    Browse,
    Playlists,
    More,
}
