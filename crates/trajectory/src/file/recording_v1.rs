//! Version 1 of a recording's file, and what other files of the same age share with it.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize, de::IgnoredAny};

use super::Kept;
use crate::{code, diagnostic, kept};

/// The file without its screens.
#[derive(Deserialize)]
pub struct Outline {
    pub(crate) origin: Origin,
    pub(crate) instance: Instance,
    pub(crate) steps: Vec<IgnoredAny>,
    pub(crate) ending: Ending,
    pub(crate) reward: Option<f64>,
    pub(crate) conclusion: Option<String>,
}

kept! {
    struct Recording version 1 {
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
    }

    #[serde(rename_all = "snake_case")]
    enum Origin of crate::recording::Origin {
        Search,
        React,
        Script,
        Hybrid,
        Person,
    }

    struct Instance of task::Instance {
        suite: String,
        task_type: String,
        seed: u64,
        goal: String,
        params: IndexMap<String, Value>,
    }

    struct Sent of ui::Sent {
        method: String,
        address: String,
    }

    #[serde(rename_all = "snake_case")]
    enum Outcome of crate::outcome::Outcome {
        Reached,
        Unchecked,
        NotReached,
        Refused,
        Stuck,
        OverBudget,
        DeviceLost,
        ModelFailed,
        ScriptFault,
        Cancelled,
    }

    struct Diagnostic of crate::diagnostic::Diagnostic {
        code: Code,
        message: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<Position>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        notes: Vec<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        candidates: Vec<Candidate>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hint: Option<String>,
    }

    struct Position of crate::diagnostic::Position {
        line: usize,
        column: usize,
    }

    struct Candidate of crate::diagnostic::Candidate {
        index: usize,
        element: String,
        locator: String,
    }

    struct DemonstrationNotes of crate::shown::DemonstrationNotes {
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        secrets: BTreeMap<usize, String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        check_after: Option<usize>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        each_row: Option<BTreeMap<String, String>>,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        made: BTreeMap<String, String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        gaps: Vec<Remark>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        notes: Vec<Remark>,
    }

    struct Remark of crate::shown::Remark {
        after: usize,
        text: String,
    }

    struct Screen of ui::Screen {
        #[serde(default)]
        app: String,
        #[serde(default)]
        activity: String,
        size: (u32, u32),
        #[serde(default, skip_serializing_if = "String::is_empty")]
        today: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        in_part: Vec<Vec<u16>>,
        elements: Vec<Element>,
    }

    struct Element of ui::Element {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        content_description: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hint_text: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tooltip: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        class_name: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        role: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resource_name: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        package_name: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        column: Option<String>,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        attributes: BTreeMap<String, String>,
        bounds: Rect,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        path: Vec<u16>,
        #[serde(default, skip_serializing_if = "no")]
        checkable: bool,
        #[serde(default, skip_serializing_if = "no")]
        checked: bool,
        #[serde(default, skip_serializing_if = "no")]
        clickable: bool,
        #[serde(default, skip_serializing_if = "no")]
        editable: bool,
        #[serde(default = "yes", skip_serializing_if = "is_true")]
        enabled: bool,
        #[serde(default, skip_serializing_if = "no")]
        focused: bool,
        #[serde(default, skip_serializing_if = "no")]
        focusable: bool,
        #[serde(default, skip_serializing_if = "no")]
        long_clickable: bool,
        #[serde(default, skip_serializing_if = "no")]
        scrollable: bool,
        #[serde(default, skip_serializing_if = "no")]
        selected: bool,
        #[serde(default, skip_serializing_if = "no")]
        password: bool,
    }

    struct Rect of ui::Rect {
        left: i32,
        top: i32,
        right: i32,
        bottom: i32,
    }

    #[serde(rename_all = "snake_case")]
    enum Direction of ui::Direction {
        Up,
        Down,
        Left,
        Right,
    }

    #[serde(rename_all = "snake_case")]
    enum Status of ui::Status {
        Complete,
        Infeasible,
    }
}

/// A step, as version 1 of a recording's file has it.
#[allow(missing_docs, reason = "the newest version says what each field is")]
#[derive(Deserialize, Serialize)]
pub struct Step {
    pub screen: Screen,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screenshot: Option<String>,
    pub action: Action,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent: Option<Vec<Sent>>,
}

/// An action, as version 1 of a recording's file has it.
#[allow(missing_docs, reason = "the memory type says what each variant is")]
#[derive(Deserialize, Serialize)]
#[serde(tag = "action_type", rename_all = "snake_case")]
pub enum Action {
    OpenApp {
        app: String,
    },
    Click {
        target: ElementId,
    },
    DoubleTap {
        target: ElementId,
    },
    LongPress {
        target: ElementId,
    },
    RightClick {
        target: ElementId,
    },
    Hover {
        target: ElementId,
    },
    DragTo {
        target: ElementId,
        to: ElementId,
    },
    InputText {
        target: Option<ElementId>,
        text: String,
        clear: bool,
    },
    SelectOption {
        target: ElementId,
        option: String,
    },
    UploadFiles {
        target: ElementId,
        files: String,
    },
    Scroll {
        target: Option<ElementId>,
        direction: Direction,
    },
    Swipe {
        direction: Direction,
    },
    KeyboardEnter,
    PressKeys {
        keys: String,
    },
    AnswerDialog {
        accept: bool,
        text: Option<String>,
    },
    NavigateBack,
    NavigateHome,
    SwitchWindow {
        title: String,
    },
    OpenLink {
        link: String,
    },
    Wait,
    Answer {
        text: String,
    },
    Status {
        goal_status: Status,
    },
}

/// [`crate::recording::Ending`], as it is kept.
#[derive(Serialize, Deserialize)]
pub struct Ending {
    outcome: Outcome,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    diagnostic: Option<Diagnostic>,
    /// Always there where the diagnostic would else be taken for an older program's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    evidence: Option<Vec<String>>,
}

impl Kept<crate::recording::Ending> for Ending {
    fn keep(memory: &crate::recording::Ending) -> Self {
        let crate::recording::Ending {
            outcome,
            diagnostic,
            evidence,
        } = memory;
        let shown = evidence.for_people();
        let as_older = diagnostic
            .as_ref()
            .is_some_and(|it| it.shown_by_judge().is_some());
        Self {
            outcome: Kept::keep(outcome),
            diagnostic: Kept::keep(diagnostic),
            evidence: (as_older || !shown.is_empty()).then(|| shown.to_vec()),
        }
    }

    /// Older programs kept what a judge showed as a diagnostic, which models read.
    fn restore(self) -> crate::recording::Ending {
        let outcome = self.outcome.restore();
        let diagnostic: Option<diagnostic::Diagnostic> = self.diagnostic.restore();
        let by_judge = || {
            diagnostic
                .as_ref()
                .and_then(diagnostic::Diagnostic::shown_by_judge)
        };
        let older = self.evidence.is_none().then(by_judge).flatten();
        let (diagnostic, evidence) = match older {
            Some(shown) => (None, shown),
            None => (diagnostic, self.evidence.unwrap_or_default()),
        };
        crate::recording::Ending {
            outcome,
            diagnostic,
            evidence: evidence.into(),
        }
    }
}

/// The index of an element.
pub type ElementId = usize;

impl Kept<ui::ElementId> for ElementId {
    fn keep(memory: &ui::ElementId) -> Self {
        memory.0
    }

    fn restore(self) -> ui::ElementId {
        ui::ElementId(self)
    }
}

/// [`task::Value`], as it is kept.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A text.
    Text(String),
    /// Several texts.
    List(Vec<String>),
}

impl Kept<task::Value> for Value {
    fn keep(memory: &task::Value) -> Self {
        match memory {
            task::Value::Text(text) => Self::Text(text.clone()),
            task::Value::List(all) => Self::List(all.clone()),
        }
    }

    fn restore(self) -> task::Value {
        match self {
            Self::Text(text) => task::Value::Text(text),
            Self::List(all) => task::Value::List(all),
        }
    }
}

/// The name of a code. One that this program does not know is of another version, and counts as unknown.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub struct Code(String);

impl Kept<code::Code> for Code {
    fn keep(memory: &code::Code) -> Self {
        Self(memory.name().to_owned())
    }

    fn restore(self) -> code::Code {
        code::Code::from_name(&self.0)
    }
}

fn no(flag: &bool) -> bool {
    !*flag
}

fn yes() -> bool {
    true
}

fn is_true(flag: &bool) -> bool {
    *flag
}
