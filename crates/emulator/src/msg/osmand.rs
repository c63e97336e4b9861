//! What the widgets of OsmAnd tell it.

/// What its widgets tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum Msg {
    Map,
    Drawer,
    Zoom(i32),
    Search(Purpose),
    Query,
    ClearQuery,
    Tab(Tab),
    Result(usize),
    Up,
    AddFavorite,
    FavoriteName,
    SaveFavorite,
    AddMarker,
    Actions,
    Directions,
    DirectionsFrom,
    Route,
    Choose(Purpose),
    OnMap(Purpose),
    Swap,
    DropRoute,
    Details,
    SaveAs,
    TrackName,
    SaveTrack,
    Markers,
    Passed(i64),
    Places,
    Plan,
    PlanFrom,
    AddPoint,
    UndoPoint,
    Nothing,
}

/// What a place is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like what it is for")]
pub enum Purpose {
    Show,
    From,
    Via,
    To,
}

/// A tab of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the tabs")]
pub enum Tab {
    History,
    Categories,
    Address,
}
