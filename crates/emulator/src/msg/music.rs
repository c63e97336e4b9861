//! What the widgets of Retro Music tell it.

/// What its widgets tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum Msg {
    Tab(Tab),
    Search,
    SearchText,
    Up,
    Song(i64),
    Pick(i64),
    PickAll,
    Unpick,
    Play(Vec<i64>),
    PlayNext(Vec<i64>),
    Enqueue(Vec<i64>),
    AddTo(Vec<i64>),
    AddToList(i64),
    NewList,
    ListName,
    CreateList,
    Details(i64),
    List(i64),
    RenameList(i64),
    RenameDone,
    DeleteList(i64),
    DeleteDone,
    SaveList(i64),
    Drop(i64),
    Queue,
    ClearQueue,
    Keep,
    Nothing,
}

/// A tab of the main page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the tabs")]
pub enum Tab {
    Home,
    Songs,
    Albums,
    Artists,
    Playlists,
}
