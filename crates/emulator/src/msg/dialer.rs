//! What the widgets of the phone app tell it.

/// What its widgets tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum Msg {
    Tab(Tab),
    KeyPad,
    Key(char),
    Erase,
    Dial,
    Call(String),
    EndCall,
}

/// A page of the first screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the tabs")]
pub enum Tab {
    Favorites,
    Recents,
    Contacts,
}
