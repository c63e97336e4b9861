//! What the widgets of Simple Draw tell it.

/// What its widgets tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum Msg {
    Canvas,
    Undo,
    Redo,
    Clear,
    Share,
    Width,
    SaveAs,
    Name,
    Form(Form),
    Save,
    Keep,
    Nothing,
}

/// What a drawing is saved as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the choices")]
pub enum Form {
    Png,
    Svg,
    Jpg,
}
