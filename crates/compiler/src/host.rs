//! What the host gives a script, as far as `check` must know it: names and numbers of arguments.

use ui::ActionKind;

/// What scripts call the device.
pub const NAME: &str = "env_op";

/// A function of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostFunction {
    /// Its name.
    pub name: &'static str,
    /// The numbers of arguments it takes.
    pub arities: &'static [usize],
}

const fn host(name: &'static str, arities: &'static [usize]) -> HostFunction {
    HostFunction { name, arities }
}

/// What the first argument of a method is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// A locator map of what is looked for to be acted on: it must say in words what that is.
    Sought,
    /// A locator map of what is asked about.
    Asked,
    /// A text that is typed or given as an answer.
    Typed,
    /// Anything else, or nothing.
    Other,
}

/// The table of the methods of `env_op`: the method, its name, the numbers of arguments it takes without the object, and what
/// the first one is.
macro_rules! env_op {
    ($($method:ident $name:literal $arities:tt $first:ident,)*) => {
        /// A method of `env_op`. What it does is documented where the runtime defines it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum EnvOp {
            $(#[doc = concat!("`", $name, "`.")] $method,)*
        }

        impl EnvOp {
            /// All of them.
            pub const ALL: &'static [EnvOp] = &[$(EnvOp::$method),*];

            /// The name that a script calls it by.
            pub fn name(self) -> &'static str {
                match self {
                    $(EnvOp::$method => $name,)*
                }
            }

            /// The method of this name.
            pub fn named(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(EnvOp::$method),)*
                    _ => None,
                }
            }

            /// The numbers of arguments it takes, without the object.
            pub fn arities(self) -> &'static [usize] {
                match self {
                    $(EnvOp::$method => &$arities,)*
                }
            }

            /// What its first argument is.
            pub fn first(self) -> First {
                match self {
                    $(EnvOp::$method => First::$first,)*
                }
            }
        }
    };
}

env_op! {
    OpenApp "open_app" [1] Other,
    FindElement "find_element" [1] Sought,
    ElementExists "element_exists" [1] Asked,
    WaitFor "wait_for" [1, 2] Asked,
    ScrollToElement "scroll_to_element" [1] Sought,
    Require "require" [1] Sought,
    ScrollTo "scroll_to" [1] Sought,
    Expect "expect" [1] Asked,
    ExpectTogether "expect_together" [2] Other,
    ExpectGone "expect_gone" [1] Asked,
    FindElements "find_elements" [1] Asked,
    ReadAll "read_all" [1] Asked,
    ReadAddress "read_address" [1] Other,
    ReadRows "read_rows" [2, 3] Asked,
    OpenDuplicate "open_duplicate" [3] Asked,
    PressDuplicate "press_duplicate" [3] Asked,
    OpenRowSaying "open_row_saying" [4, 5] Asked,
    OpenRowContaining "open_row_containing" [4, 5] Asked,
    RowsToDo "rows_to_do" [1] Other,
    TurnToRow "turn_to_row" [1] Other,
    RowsAreDone "rows_are_done" [0] Other,
    Today "today" [0] Other,
    CountElements "count_elements" [1] Asked,
    Click "click" [1] Other,
    DoubleTap "double_tap" [1] Other,
    LongPress "long_press" [1] Other,
    RightClick "right_click" [1] Other,
    Hover "hover" [1] Other,
    DragTo "drag_to" [2] Other,
    ClickAt "click_at" [2] Other,
    DragAlong "drag_along" [2] Other,
    SelectText "select_text" [2] Typed,
    InputText "input_text" [1, 2, 3] Typed,
    SelectOption "select_option" [2] Other,
    UploadFiles "upload_files" [2] Other,
    ReadText "read_text" [1] Other,
    IsChecked "is_checked" [1] Other,
    Scroll "scroll" [1, 2] Other,
    Swipe "swipe" [1] Other,
    PressEnter "press_enter" [0] Other,
    PressKeys "press_keys" [1] Other,
    AnswerDialog "answer_dialog" [1, 2] Other,
    GoBack "go_back" [0] Other,
    GoHome "go_home" [0] Other,
    SwitchWindow "switch_window" [1] Other,
    OpenLink "open_link" [1] Other,
    Wait "wait" [0] Other,
    GetCurUiElementList "get_cur_ui_element_list" [0] Other,
    AskMllm "ask_mllm" [2] Other,
    Answer "answer" [1] Typed,
    AnswerTable "answer_table" [1] Other,
    Stop "stop" [1] Other,
    Log "log" [1] Other,
}

impl EnvOp {
    /// Whether it turns to the next row of a list that is meant, and answers whether there was one. What is pressed in the row stands
    /// behind what marks the rows.
    pub fn turns_to_row_meant(self) -> bool {
        matches!(
            self,
            EnvOp::OpenDuplicate | EnvOp::PressDuplicate | EnvOp::OpenRowSaying | EnvOp::OpenRowContaining
        )
    }

    /// Whether it does something to what is on the screen.
    pub fn acts(self) -> bool {
        let acts = matches!(
            self,
            EnvOp::Click
                | EnvOp::DoubleTap
                | EnvOp::LongPress
                | EnvOp::RightClick
                | EnvOp::DragTo
                | EnvOp::ClickAt
                | EnvOp::DragAlong
                | EnvOp::SelectText
                | EnvOp::InputText
                | EnvOp::SelectOption
                | EnvOp::Scroll
                | EnvOp::Swipe
                | EnvOp::PressEnter
                | EnvOp::PressKeys
        );
        acts || self.turns_to_row_meant()
    }

    /// What kind of action it does, where it does one.
    pub fn kind(self) -> Option<ActionKind> {
        Some(match self {
            EnvOp::OpenApp => ActionKind::OpenApp,
            it if it.turns_to_row_meant() => ActionKind::Click,
            EnvOp::Click => ActionKind::Click,
            EnvOp::DoubleTap => ActionKind::DoubleTap,
            EnvOp::LongPress => ActionKind::LongPress,
            EnvOp::RightClick => ActionKind::RightClick,
            EnvOp::Hover => ActionKind::Hover,
            EnvOp::DragTo => ActionKind::DragTo,
            EnvOp::ClickAt => ActionKind::ClickAt,
            EnvOp::DragAlong => ActionKind::DragAlong,
            EnvOp::SelectText => ActionKind::SelectText,
            EnvOp::InputText => ActionKind::InputText,
            EnvOp::SelectOption => ActionKind::SelectOption,
            EnvOp::UploadFiles => ActionKind::UploadFiles,
            EnvOp::Scroll => ActionKind::Scroll,
            EnvOp::Swipe => ActionKind::Swipe,
            EnvOp::PressEnter => ActionKind::KeyboardEnter,
            EnvOp::PressKeys => ActionKind::PressKeys,
            EnvOp::AnswerDialog => ActionKind::AnswerDialog,
            EnvOp::GoBack => ActionKind::NavigateBack,
            EnvOp::GoHome => ActionKind::NavigateHome,
            EnvOp::SwitchWindow => ActionKind::SwitchWindow,
            EnvOp::OpenLink => ActionKind::OpenLink,
            EnvOp::Wait => ActionKind::Wait,
            EnvOp::Answer | EnvOp::AnswerTable => ActionKind::Answer,
            EnvOp::Stop => ActionKind::Status,
            _ => return None,
        })
    }

    /// Whether the elements that it answers with are acted on.
    pub fn finds(self) -> bool {
        matches!(
            self,
            EnvOp::FindElement
                | EnvOp::ScrollToElement
                | EnvOp::FindElements
                | EnvOp::Require
                | EnvOp::ScrollTo
        )
    }
}

/// Functions beside those of the string language.
pub const FREE: &[HostFunction] = &[
    host("assert", &[1, 2]),
    host("characters", &[1]),
    host("items", &[1]),
    host("lookup", &[2]),
    host("records", &[2]),
    host("records_below", &[2]),
    host("records_saying", &[4]),
    host("records_where", &[4]),
];

/// Keys of a locator map beside those of [`ui::Key`].
pub const EXTRA_KEYS: &[&str] = &[
    "additional_actions",
    "any_of_alike",
    "near",
    "nth",
    "or_else",
    "target_description",
];
