//! Version 2 of a recording's file: its actions may be at points of an element, and select a text. What stands in it as in
//! version 1 has the types of that.

use super::recording_v1::{
    self, DemonstrationNotes, Direction, ElementId, Ending, Instance, Origin, Position, Screen, Sent, Status,
};
use crate::kept;

kept! {
    struct Recording version 2 of crate::recording::Recording {
        id: String,
        origin: Origin,
        instance: Instance,
        steps: Vec<Step>,
        last: Screen,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        breakpoint: Option<usize>,
        ending: Ending,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reward: Option<f64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        log: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        conclusion: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reflection: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shown: Option<DemonstrationNotes>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        read_by: Vec<String>,
    }

    struct Step of crate::recording::Step {
        screen: Screen,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        screenshot: Option<String>,
        action: Action,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        summary: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<Position>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sent: Option<Vec<Sent>>,
    }

    #[serde(tag = "action_type", rename_all = "snake_case")]
    enum Action of ui::HardAction {
        OpenApp { app: String },
        Click { target: ElementId },
        DoubleTap { target: ElementId },
        LongPress { target: ElementId },
        RightClick { target: ElementId },
        Hover { target: ElementId },
        DragTo { target: ElementId, to: ElementId },
        ClickAt { target: ElementId, at: String },
        DragAlong { target: ElementId, path: String },
        SelectText { target: ElementId, text: String },
        InputText { target: Option<ElementId>, text: String, clear: bool },
        SelectOption { target: ElementId, option: String },
        UploadFiles { target: ElementId, files: String },
        Scroll { target: Option<ElementId>, direction: Direction },
        Swipe { direction: Direction },
        KeyboardEnter,
        PressKeys { keys: String },
        AnswerDialog { accept: bool, text: Option<String> },
        NavigateBack,
        NavigateHome,
        SwitchWindow { title: String },
        OpenLink { link: String },
        Wait,
        Answer { text: String },
        Status { goal_status: Status },
    }
}

impl Recording {
    /// The same under the first version, which has all that stands in it where no action is new and the device has one way
    /// to be read: programs of that age read it, and its name, which is made of its text, is the one that they gave it.
    pub(crate) fn in_oldest_form(mut self) -> Self {
        if self.read_by.is_empty() && !self.steps.iter().any(|it| it.action.is_new()) {
            self.version = 1;
        }
        self
    }
}

impl Action {
    /// Whether version 1 lacks it.
    fn is_new(&self) -> bool {
        matches!(
            self,
            Self::ClickAt { .. } | Self::DragAlong { .. } | Self::SelectText { .. }
        )
    }
}

impl From<recording_v1::Recording> for Recording {
    fn from(older: recording_v1::Recording) -> Self {
        let recording_v1::Recording {
            version: _,
            id,
            origin,
            instance,
            steps,
            last,
            breakpoint,
            ending,
            reward,
            answer,
            log,
            conclusion,
            reflection,
            shown,
        } = older;
        Self {
            version: 2,
            id,
            origin,
            instance,
            steps: steps.into_iter().map(Step::from).collect(),
            last,
            breakpoint,
            ending,
            reward,
            answer,
            log,
            conclusion,
            reflection,
            shown,
            read_by: Vec::new(),
        }
    }
}

impl From<recording_v1::Step> for Step {
    fn from(older: recording_v1::Step) -> Self {
        let recording_v1::Step {
            screen,
            screenshot,
            action,
            reason,
            summary,
            position,
            sent,
        } = older;
        Self {
            screen,
            screenshot,
            action: action.into(),
            reason,
            summary,
            position,
            sent,
        }
    }
}

impl From<recording_v1::Action> for Action {
    fn from(older: recording_v1::Action) -> Self {
        match older {
            recording_v1::Action::OpenApp { app } => Self::OpenApp { app },
            recording_v1::Action::Click { target } => Self::Click { target },
            recording_v1::Action::DoubleTap { target } => Self::DoubleTap { target },
            recording_v1::Action::LongPress { target } => Self::LongPress { target },
            recording_v1::Action::RightClick { target } => Self::RightClick { target },
            recording_v1::Action::Hover { target } => Self::Hover { target },
            recording_v1::Action::DragTo { target, to } => Self::DragTo { target, to },
            recording_v1::Action::InputText { target, text, clear } => {
                Self::InputText { target, text, clear }
            }
            recording_v1::Action::SelectOption { target, option } => Self::SelectOption { target, option },
            recording_v1::Action::UploadFiles { target, files } => Self::UploadFiles { target, files },
            recording_v1::Action::Scroll { target, direction } => Self::Scroll { target, direction },
            recording_v1::Action::Swipe { direction } => Self::Swipe { direction },
            recording_v1::Action::KeyboardEnter => Self::KeyboardEnter,
            recording_v1::Action::PressKeys { keys } => Self::PressKeys { keys },
            recording_v1::Action::AnswerDialog { accept, text } => Self::AnswerDialog { accept, text },
            recording_v1::Action::NavigateBack => Self::NavigateBack,
            recording_v1::Action::NavigateHome => Self::NavigateHome,
            recording_v1::Action::SwitchWindow { title } => Self::SwitchWindow { title },
            recording_v1::Action::OpenLink { link } => Self::OpenLink { link },
            recording_v1::Action::Wait => Self::Wait,
            recording_v1::Action::Answer { text } => Self::Answer { text },
            recording_v1::Action::Status { goal_status } => Self::Status { goal_status },
        }
    }
}
