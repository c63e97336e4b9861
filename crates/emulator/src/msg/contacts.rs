//! What the widgets of Contacts tell it.

/// What its widgets tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum Msg {
    Show(i64),
    Create,
    SearchText,
    Edit,
    Delete,
    DeleteDone,
    Up,
    Field(Field),
    PhoneType(usize),
    MoreFields,
    Save,
    KeepEditing,
    Discard,
    Backup,
    Skip,
}

/// A field of the editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// First name.
    First,
    /// Last name.
    Last,
    /// Company.
    Company,
    /// Phone number.
    Phone,
    /// Email address.
    Email,
    /// One of those that are shown when more are asked for, by its place.
    More(usize),
}
