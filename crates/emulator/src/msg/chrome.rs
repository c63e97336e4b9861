//! What the widgets of Chrome tell it.

/// What its widgets tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum Msg {
    Statistics,
    Accept,
    NoThanks,
    SignIn,
    Notify,
    Home,
    Address,
    SearchBox,
    NewTab,
    Refresh,
    /// A widget of the page.
    Page(Widget),
    Nothing,
}

/// A widget of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum Widget {
    Canvas,
    /// The button of a colour, by its place among them.
    Color(usize),
    Clear,
    Submit,
    Up,
    Down,
    Left,
    Right,
    Next,
    Answer,
}
