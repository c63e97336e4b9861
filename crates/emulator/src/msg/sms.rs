//! What the widgets of the SMS app tell it.

/// What its widgets tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum Msg {
    Thread(String),
    PickThread(String),
    Compose,
    SearchText,
    SearchIcon,
    Settings,
    About,
    Address,
    Confirm,
    Body,
    Send,
    Attach,
    Attachment,
    PickMessage(i64),
    CopyMessage,
    ShareMessage,
    ForwardMessage,
    SelectText,
    Properties,
    Delete,
    DeleteDone,
    CloseDialog,
    Dial,
    Up,
}
