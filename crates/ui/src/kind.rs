//! The kinds of actions, by name.

use std::fmt;

/// A kind of action, whatever it acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ActionKind {
    /// [`crate::Action::OpenApp`].
    OpenApp,
    /// [`crate::Action::Click`].
    Click,
    /// [`crate::Action::DoubleTap`].
    DoubleTap,
    /// [`crate::Action::LongPress`].
    LongPress,
    /// [`crate::Action::RightClick`].
    RightClick,
    /// [`crate::Action::Hover`].
    Hover,
    /// [`crate::Action::DragTo`].
    DragTo,
    /// [`crate::Action::ClickAt`].
    ClickAt,
    /// [`crate::Action::DragAlong`].
    DragAlong,
    /// [`crate::Action::SelectText`].
    SelectText,
    /// [`crate::Action::InputText`].
    InputText,
    /// [`crate::Action::SelectOption`].
    SelectOption,
    /// [`crate::Action::UploadFiles`].
    UploadFiles,
    /// [`crate::Action::Scroll`].
    Scroll,
    /// [`crate::Action::Swipe`].
    Swipe,
    /// [`crate::Action::KeyboardEnter`].
    KeyboardEnter,
    /// [`crate::Action::PressKeys`].
    PressKeys,
    /// [`crate::Action::AnswerDialog`].
    AnswerDialog,
    /// [`crate::Action::NavigateBack`].
    NavigateBack,
    /// [`crate::Action::NavigateHome`].
    NavigateHome,
    /// [`crate::Action::SwitchWindow`].
    SwitchWindow,
    /// [`crate::Action::OpenLink`].
    OpenLink,
    /// [`crate::Action::Wait`].
    Wait,
    /// [`crate::Action::Answer`].
    Answer,
    /// [`crate::Action::Status`].
    Status,
}

impl ActionKind {
    /// Every kind, in the order in which they are listed for people and agents.
    pub const ALL: [ActionKind; 25] = [
        ActionKind::OpenApp,
        ActionKind::Click,
        ActionKind::DoubleTap,
        ActionKind::LongPress,
        ActionKind::RightClick,
        ActionKind::Hover,
        ActionKind::DragTo,
        ActionKind::ClickAt,
        ActionKind::DragAlong,
        ActionKind::SelectText,
        ActionKind::InputText,
        ActionKind::SelectOption,
        ActionKind::UploadFiles,
        ActionKind::Scroll,
        ActionKind::Swipe,
        ActionKind::KeyboardEnter,
        ActionKind::PressKeys,
        ActionKind::AnswerDialog,
        ActionKind::NavigateBack,
        ActionKind::NavigateHome,
        ActionKind::SwitchWindow,
        ActionKind::OpenLink,
        ActionKind::Wait,
        ActionKind::Answer,
        ActionKind::Status,
    ];

    /// Its name, as AndroidWorld has it where AndroidWorld has the action.
    pub fn name(self) -> &'static str {
        match self {
            ActionKind::OpenApp => "open_app",
            ActionKind::Click => "click",
            ActionKind::DoubleTap => "double_tap",
            ActionKind::LongPress => "long_press",
            ActionKind::RightClick => "right_click",
            ActionKind::Hover => "hover",
            ActionKind::DragTo => "drag_to",
            ActionKind::ClickAt => "click_at",
            ActionKind::DragAlong => "drag_along",
            ActionKind::SelectText => "select_text",
            ActionKind::InputText => "input_text",
            ActionKind::SelectOption => "select_option",
            ActionKind::UploadFiles => "upload_files",
            ActionKind::Scroll => "scroll",
            ActionKind::Swipe => "swipe",
            ActionKind::KeyboardEnter => "keyboard_enter",
            ActionKind::PressKeys => "press_keys",
            ActionKind::AnswerDialog => "answer_dialog",
            ActionKind::NavigateBack => "navigate_back",
            ActionKind::NavigateHome => "navigate_home",
            ActionKind::SwitchWindow => "switch_window",
            ActionKind::OpenLink => "open_link",
            ActionKind::Wait => "wait",
            ActionKind::Answer => "answer",
            ActionKind::Status => "status",
        }
    }

    /// Whether an action of this kind may change what is kept somewhere. Looking, selecting, scrolling and going elsewhere do
    /// not.
    pub fn may_write(self) -> bool {
        match self {
            ActionKind::OpenApp
            | ActionKind::OpenLink
            | ActionKind::Hover
            | ActionKind::SelectText
            | ActionKind::Scroll
            | ActionKind::Swipe
            | ActionKind::NavigateBack
            | ActionKind::NavigateHome
            | ActionKind::SwitchWindow
            | ActionKind::Wait
            | ActionKind::Answer
            | ActionKind::Status => false,
            ActionKind::Click
            | ActionKind::DoubleTap
            | ActionKind::LongPress
            | ActionKind::RightClick
            | ActionKind::DragTo
            | ActionKind::ClickAt
            | ActionKind::DragAlong
            | ActionKind::InputText
            | ActionKind::SelectOption
            | ActionKind::UploadFiles
            | ActionKind::KeyboardEnter
            | ActionKind::PressKeys
            | ActionKind::AnswerDialog => true,
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}

impl fmt::Display for ActionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
