//! What can be done on a device: AndroidWorld's action space, with the target left open.

use std::{convert::Infallible, fmt};

use serde::{Deserialize, Serialize};

use crate::{element::ElementId, locator::Locator};

/// Where the content goes: `Down` shows what is further down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Towards the top.
    Up,
    /// Towards the bottom.
    Down,
    /// Towards the left.
    Left,
    /// Towards the right.
    Right,
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::Up => "up",
            Direction::Down => "down",
            Direction::Left => "left",
            Direction::Right => "right",
        })
    }
}

impl std::str::FromStr for Direction {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "up" => Ok(Direction::Up),
            "down" => Ok(Direction::Down),
            "left" => Ok(Direction::Left),
            "right" => Ok(Direction::Right),
            _ => Err(()),
        }
    }
}

/// What an agent or a script says when it ends an episode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The task is done.
    Complete,
    /// The task can't be done.
    Infeasible,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Complete => "complete",
            Status::Infeasible => "infeasible",
        })
    }
}

/// One action. `T` is how the target is named, `V` what a typed or chosen value is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "action_type", rename_all = "snake_case")]
pub enum Action<T, V = String> {
    /// Start an app by the name its launcher icon shows.
    OpenApp {
        /// Name of the app.
        app: V,
    },
    /// Tap.
    Click {
        /// What is tapped.
        target: T,
    },
    /// Two taps.
    DoubleTap {
        /// What is tapped.
        target: T,
    },
    /// Press for a second.
    LongPress {
        /// What is pressed.
        target: T,
    },
    /// Move the pointer over it (web only).
    Hover {
        /// What the pointer is moved over.
        target: T,
    },
    /// Type. With a target, the target is tapped first. AndroidWorld's devices press ENTER afterwards.
    InputText {
        /// The field; `None` types where the focus is.
        target: Option<T>,
        /// What is typed.
        text: V,
        /// Whether the field is emptied first.
        clear: bool,
    },
    /// Scroll an element, or the whole screen.
    Scroll {
        /// What is scrolled; `None` is the screen.
        target: Option<T>,
        /// Where the content goes.
        direction: Direction,
    },
    /// Swipe over the whole screen; `Down` moves the finger from top to bottom.
    Swipe {
        /// Where the finger goes.
        direction: Direction,
    },
    /// The ENTER key.
    KeyboardEnter,
    /// The back key.
    NavigateBack,
    /// The home key.
    NavigateHome,
    /// Let the screen settle.
    Wait,
    /// Give the answer to a question.
    Answer {
        /// The answer.
        text: V,
    },
    /// End the episode.
    Status {
        /// How it ended, in the agent's view.
        goal_status: Status,
    },
}

/// A kind of action, whatever it acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionKind {
    /// [`Action::OpenApp`].
    OpenApp,
    /// [`Action::Click`].
    Click,
    /// [`Action::DoubleTap`].
    DoubleTap,
    /// [`Action::LongPress`].
    LongPress,
    /// [`Action::Hover`].
    Hover,
    /// [`Action::InputText`].
    InputText,
    /// [`Action::Scroll`].
    Scroll,
    /// [`Action::Swipe`].
    Swipe,
    /// [`Action::KeyboardEnter`].
    KeyboardEnter,
    /// [`Action::NavigateBack`].
    NavigateBack,
    /// [`Action::NavigateHome`].
    NavigateHome,
    /// [`Action::Wait`].
    Wait,
    /// [`Action::Answer`].
    Answer,
    /// [`Action::Status`].
    Status,
}

impl ActionKind {
    /// Every kind, in the order in which they are listed for people and agents.
    pub const ALL: [ActionKind; 14] = [
        ActionKind::OpenApp,
        ActionKind::Click,
        ActionKind::DoubleTap,
        ActionKind::LongPress,
        ActionKind::Hover,
        ActionKind::InputText,
        ActionKind::Scroll,
        ActionKind::Swipe,
        ActionKind::KeyboardEnter,
        ActionKind::NavigateBack,
        ActionKind::NavigateHome,
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
            ActionKind::Hover => "hover",
            ActionKind::InputText => "input_text",
            ActionKind::Scroll => "scroll",
            ActionKind::Swipe => "swipe",
            ActionKind::KeyboardEnter => "keyboard_enter",
            ActionKind::NavigateBack => "navigate_back",
            ActionKind::NavigateHome => "navigate_home",
            ActionKind::Wait => "wait",
            ActionKind::Answer => "answer",
            ActionKind::Status => "status",
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

/// An action on an index of one screen.
pub type HardAction = Action<ElementId>;
/// An action on whatever a locator finds.
pub type SoftAction = Action<Locator>;

impl<T, V> Action<T, V> {
    /// The same action with other targets and values; the first error ends it.
    pub fn try_map<U, W, E>(
        &self,
        mut target: impl FnMut(&T) -> Result<U, E>,
        mut value: impl FnMut(&V) -> Result<W, E>,
    ) -> Result<Action<U, W>, E> {
        Ok(match self {
            Action::OpenApp { app } => Action::OpenApp { app: value(app)? },
            Action::Click { target: it } => Action::Click { target: target(it)? },
            Action::DoubleTap { target: it } => Action::DoubleTap { target: target(it)? },
            Action::LongPress { target: it } => Action::LongPress { target: target(it)? },
            Action::Hover { target: it } => Action::Hover { target: target(it)? },
            Action::InputText {
                target: it,
                text,
                clear,
            } => Action::InputText {
                target: it.as_ref().map(&mut target).transpose()?,
                text: value(text)?,
                clear: *clear,
            },
            Action::Scroll {
                target: it,
                direction,
            } => Action::Scroll {
                target: it.as_ref().map(&mut target).transpose()?,
                direction: *direction,
            },
            Action::Swipe { direction } => Action::Swipe {
                direction: *direction,
            },
            Action::KeyboardEnter => Action::KeyboardEnter,
            Action::NavigateBack => Action::NavigateBack,
            Action::NavigateHome => Action::NavigateHome,
            Action::Wait => Action::Wait,
            Action::Answer { text } => Action::Answer { text: value(text)? },
            Action::Status { goal_status } => Action::Status {
                goal_status: *goal_status,
            },
        })
    }

    /// The same action with other targets and values.
    pub fn map<U, W>(&self, mut target: impl FnMut(&T) -> U, mut value: impl FnMut(&V) -> W) -> Action<U, W> {
        let Ok(mapped) = self.try_map(
            |it| Ok::<_, Infallible>(target(it)),
            |it| Ok::<_, Infallible>(value(it)),
        );
        mapped
    }

    /// What it acts on, if it names something.
    pub fn target(&self) -> Option<&T> {
        match self {
            Action::Click { target }
            | Action::DoubleTap { target }
            | Action::LongPress { target }
            | Action::Hover { target } => Some(target),
            Action::InputText { target, .. } | Action::Scroll { target, .. } => target.as_ref(),
            Action::OpenApp { .. }
            | Action::Swipe { .. }
            | Action::KeyboardEnter
            | Action::NavigateBack
            | Action::NavigateHome
            | Action::Wait
            | Action::Answer { .. }
            | Action::Status { .. } => None,
        }
    }

    /// What is typed, answered or opened.
    pub fn value(&self) -> Option<&V> {
        match self {
            Action::OpenApp { app } => Some(app),
            Action::InputText { text, .. } | Action::Answer { text } => Some(text),
            Action::Click { .. }
            | Action::DoubleTap { .. }
            | Action::LongPress { .. }
            | Action::Hover { .. }
            | Action::Scroll { .. }
            | Action::Swipe { .. }
            | Action::KeyboardEnter
            | Action::NavigateBack
            | Action::NavigateHome
            | Action::Wait
            | Action::Status { .. } => None,
        }
    }

    /// What kind of action it is.
    pub fn kind(&self) -> ActionKind {
        match self {
            Action::OpenApp { .. } => ActionKind::OpenApp,
            Action::Click { .. } => ActionKind::Click,
            Action::DoubleTap { .. } => ActionKind::DoubleTap,
            Action::LongPress { .. } => ActionKind::LongPress,
            Action::Hover { .. } => ActionKind::Hover,
            Action::InputText { .. } => ActionKind::InputText,
            Action::Scroll { .. } => ActionKind::Scroll,
            Action::Swipe { .. } => ActionKind::Swipe,
            Action::KeyboardEnter => ActionKind::KeyboardEnter,
            Action::NavigateBack => ActionKind::NavigateBack,
            Action::NavigateHome => ActionKind::NavigateHome,
            Action::Wait => ActionKind::Wait,
            Action::Answer { .. } => ActionKind::Answer,
            Action::Status { .. } => ActionKind::Status,
        }
    }
}

impl<T: fmt::Display, V: fmt::Display> fmt::Display for Action<T, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind())?;
        if let Some(target) = self.target() {
            write!(f, " {target}")?;
        }
        match self {
            Action::InputText { text, clear, .. } => {
                write!(f, " \"{text}\"")?;
                if *clear {
                    write!(f, " (clear)")?;
                }
            }
            Action::OpenApp { app: text } | Action::Answer { text } => write!(f, " \"{text}\"")?,
            Action::Scroll { direction, .. } | Action::Swipe { direction } => write!(f, " {direction}")?,
            Action::Status { goal_status } => write!(f, " {goal_status}")?,
            Action::Click { .. }
            | Action::DoubleTap { .. }
            | Action::LongPress { .. }
            | Action::Hover { .. }
            | Action::KeyboardEnter
            | Action::NavigateBack
            | Action::NavigateHome
            | Action::Wait => {}
        }
        Ok(())
    }
}
