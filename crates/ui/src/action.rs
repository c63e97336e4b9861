//! What can be done on a device: AndroidWorld's action space, with the target left open.

use std::{convert::Infallible, fmt};

use serde::{Deserialize, Serialize};

use crate::{chord::Chord, element::ElementId, kind::ActionKind, locator::Locator};

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

impl Direction {
    /// The other way. A finger that goes up shows what is further down.
    pub fn opposite(self) -> Self {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        }
    }
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
    /// Press the other mouse button, which opens a menu.
    RightClick {
        /// What is pressed.
        target: T,
    },
    /// Move the pointer over it (web only).
    Hover {
        /// What the pointer is moved over.
        target: T,
    },
    /// Press on one element, move to another, release there.
    DragTo {
        /// What is dragged.
        target: T,
        /// Where it is dropped.
        to: T,
    },
    /// Tap at one point of an element.
    ClickAt {
        /// What is tapped.
        target: T,
        /// Where, in the spelling of [`crate::Points`].
        at: V,
    },
    /// Press at one point of an element, move past others with the button held, release at the last.
    DragAlong {
        /// What is pressed.
        target: T,
        /// The points, in the spelling of [`crate::Points`].
        path: V,
    },
    /// Select a text that stands once in an element, and not as a part of a longer word.
    SelectText {
        /// What shows it.
        target: T,
        /// The text.
        text: V,
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
    /// Choose an option of a list.
    SelectOption {
        /// The list.
        target: T,
        /// What the option shows.
        option: V,
    },
    /// Give files to a field that takes them.
    UploadFiles {
        /// The field, or what is pressed to be asked for files.
        target: T,
        /// Their paths, one on each line.
        files: V,
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
    /// A key with the modifiers held with it, where the focus is.
    PressKeys {
        /// The keys, in the spelling of a [`Chord`].
        keys: V,
    },
    /// Answer a dialog that keeps the device from everything else.
    AnswerDialog {
        /// Whether it is agreed to.
        accept: bool,
        /// What it is told, where it asks for a text; `None` leaves what it offers.
        text: Option<V>,
    },
    /// The back key.
    NavigateBack,
    /// The home key.
    NavigateHome,
    /// Go to another window or tab that is open.
    SwitchWindow {
        /// Its title or its address.
        title: V,
    },
    /// Open an address in a browser, or what a phone has for it.
    OpenLink {
        /// The address.
        link: V,
    },
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
            Action::RightClick { target: it } => Action::RightClick { target: target(it)? },
            Action::Hover { target: it } => Action::Hover { target: target(it)? },
            Action::DragTo { target: it, to } => Action::DragTo {
                target: target(it)?,
                to: target(to)?,
            },
            Action::ClickAt { target: it, at } => Action::ClickAt {
                target: target(it)?,
                at: value(at)?,
            },
            Action::DragAlong { target: it, path } => Action::DragAlong {
                target: target(it)?,
                path: value(path)?,
            },
            Action::SelectText { target: it, text } => Action::SelectText {
                target: target(it)?,
                text: value(text)?,
            },
            Action::InputText {
                target: it,
                text,
                clear,
            } => Action::InputText {
                target: it.as_ref().map(&mut target).transpose()?,
                text: value(text)?,
                clear: *clear,
            },
            Action::SelectOption { target: it, option } => Action::SelectOption {
                target: target(it)?,
                option: value(option)?,
            },
            Action::UploadFiles { target: it, files } => Action::UploadFiles {
                target: target(it)?,
                files: value(files)?,
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
            Action::PressKeys { keys } => Action::PressKeys { keys: value(keys)? },
            Action::AnswerDialog { accept, text } => Action::AnswerDialog {
                accept: *accept,
                text: text.as_ref().map(&mut value).transpose()?,
            },
            Action::NavigateBack => Action::NavigateBack,
            Action::NavigateHome => Action::NavigateHome,
            Action::SwitchWindow { title } => Action::SwitchWindow { title: value(title)? },
            Action::OpenLink { link } => Action::OpenLink { link: value(link)? },
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

    /// The same action on another target; where it takes it stays.
    pub fn with_target(&self, target: T) -> Self
    where
        T: Clone,
        V: Clone,
    {
        let mut given = Some(target);
        self.map(|it| given.take().unwrap_or_else(|| it.clone()), V::clone)
    }

    /// What it acts on, if it names something.
    pub fn target(&self) -> Option<&T> {
        match self {
            Action::Click { target }
            | Action::DoubleTap { target }
            | Action::LongPress { target }
            | Action::RightClick { target }
            | Action::Hover { target }
            | Action::DragTo { target, .. }
            | Action::ClickAt { target, .. }
            | Action::DragAlong { target, .. }
            | Action::SelectText { target, .. }
            | Action::SelectOption { target, .. }
            | Action::UploadFiles { target, .. } => Some(target),
            Action::InputText { target, .. } | Action::Scroll { target, .. } => target.as_ref(),
            Action::OpenApp { .. }
            | Action::Swipe { .. }
            | Action::KeyboardEnter
            | Action::PressKeys { .. }
            | Action::AnswerDialog { .. }
            | Action::NavigateBack
            | Action::NavigateHome
            | Action::SwitchWindow { .. }
            | Action::OpenLink { .. }
            | Action::Wait
            | Action::Answer { .. }
            | Action::Status { .. } => None,
        }
    }

    /// What it takes its target to, if it takes it somewhere.
    pub fn destination(&self) -> Option<&T> {
        match self {
            Action::DragTo { to, .. } => Some(to),
            Action::OpenApp { .. }
            | Action::Click { .. }
            | Action::DoubleTap { .. }
            | Action::LongPress { .. }
            | Action::RightClick { .. }
            | Action::Hover { .. }
            | Action::ClickAt { .. }
            | Action::DragAlong { .. }
            | Action::SelectText { .. }
            | Action::InputText { .. }
            | Action::SelectOption { .. }
            | Action::UploadFiles { .. }
            | Action::Scroll { .. }
            | Action::Swipe { .. }
            | Action::KeyboardEnter
            | Action::PressKeys { .. }
            | Action::AnswerDialog { .. }
            | Action::NavigateBack
            | Action::NavigateHome
            | Action::SwitchWindow { .. }
            | Action::OpenLink { .. }
            | Action::Wait
            | Action::Answer { .. }
            | Action::Status { .. } => None,
        }
    }

    /// Everything it names: its target, then where it takes it.
    pub fn targets(&self) -> impl Iterator<Item = &T> {
        self.target().into_iter().chain(self.destination())
    }

    /// What is typed, pressed, chosen, selected, answered or opened, and at which points.
    pub fn value(&self) -> Option<&V> {
        match self {
            Action::OpenApp { app: it }
            | Action::ClickAt { at: it, .. }
            | Action::DragAlong { path: it, .. }
            | Action::SelectText { text: it, .. }
            | Action::InputText { text: it, .. }
            | Action::SelectOption { option: it, .. }
            | Action::UploadFiles { files: it, .. }
            | Action::PressKeys { keys: it }
            | Action::SwitchWindow { title: it }
            | Action::OpenLink { link: it }
            | Action::Answer { text: it } => Some(it),
            Action::AnswerDialog { text, .. } => text.as_ref(),
            Action::Click { .. }
            | Action::DoubleTap { .. }
            | Action::LongPress { .. }
            | Action::RightClick { .. }
            | Action::Hover { .. }
            | Action::DragTo { .. }
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
            Action::RightClick { .. } => ActionKind::RightClick,
            Action::Hover { .. } => ActionKind::Hover,
            Action::DragTo { .. } => ActionKind::DragTo,
            Action::ClickAt { .. } => ActionKind::ClickAt,
            Action::DragAlong { .. } => ActionKind::DragAlong,
            Action::SelectText { .. } => ActionKind::SelectText,
            Action::InputText { .. } => ActionKind::InputText,
            Action::SelectOption { .. } => ActionKind::SelectOption,
            Action::UploadFiles { .. } => ActionKind::UploadFiles,
            Action::Scroll { .. } => ActionKind::Scroll,
            Action::Swipe { .. } => ActionKind::Swipe,
            Action::KeyboardEnter => ActionKind::KeyboardEnter,
            Action::PressKeys { .. } => ActionKind::PressKeys,
            Action::AnswerDialog { .. } => ActionKind::AnswerDialog,
            Action::NavigateBack => ActionKind::NavigateBack,
            Action::NavigateHome => ActionKind::NavigateHome,
            Action::SwitchWindow { .. } => ActionKind::SwitchWindow,
            Action::OpenLink { .. } => ActionKind::OpenLink,
            Action::Wait => ActionKind::Wait,
            Action::Answer { .. } => ActionKind::Answer,
            Action::Status { .. } => ActionKind::Status,
        }
    }
}

impl<T> Action<T> {
    /// What opens something by what it is called: an address is a link, anything else is the name of an app.
    pub fn opening(name: &str) -> Self {
        match is_address(name) {
            true => Action::OpenLink {
                link: name.to_owned(),
            },
            false => Action::OpenApp { app: name.to_owned() },
        }
    }
}

/// Whether a text is an address: a scheme, `://`, and where that leads.
pub(crate) fn is_address(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else {
        return false;
    };
    let mut letters = scheme.chars();
    letters.next().is_some_and(|it| it.is_ascii_alphabetic())
        && letters.all(|it| it.is_ascii_alphanumeric() || "+-.".contains(it))
        && !rest.is_empty()
}

impl HardAction {
    /// Press these keys; Enter alone is an action of its own.
    pub fn press(keys: &Chord) -> Self {
        match keys.key() == "Enter" && !keys.is_modified() {
            true => Action::KeyboardEnter,
            false => Action::PressKeys {
                keys: keys.to_string(),
            },
        }
    }

    /// Whether it presses Enter, which does what the field or the control with the focus is for.
    pub fn presses_enter(&self) -> bool {
        match self {
            Action::KeyboardEnter => true,
            Action::PressKeys { keys } => keys.parse::<Chord>().is_ok_and(|it| it.key() == "Enter"),
            _ => false,
        }
    }
}

impl<T: fmt::Display, V: fmt::Display> fmt::Display for Action<T, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind())?;
        for target in self.targets() {
            write!(f, " {target}")?;
        }
        if let Some(value) = self.value() {
            write!(f, " \"{value}\"")?;
        }
        match self {
            Action::InputText { clear: true, .. } => write!(f, " (clear)"),
            Action::Scroll { direction, .. } | Action::Swipe { direction } => write!(f, " {direction}"),
            Action::AnswerDialog { accept, .. } => {
                f.write_str(if *accept { " (accept)" } else { " (dismiss)" })
            }
            Action::Status { goal_status } => write!(f, " {goal_status}"),
            Action::OpenApp { .. }
            | Action::Click { .. }
            | Action::DoubleTap { .. }
            | Action::LongPress { .. }
            | Action::RightClick { .. }
            | Action::Hover { .. }
            | Action::DragTo { .. }
            | Action::ClickAt { .. }
            | Action::DragAlong { .. }
            | Action::SelectText { .. }
            | Action::InputText { .. }
            | Action::SelectOption { .. }
            | Action::UploadFiles { .. }
            | Action::KeyboardEnter
            | Action::PressKeys { .. }
            | Action::NavigateBack
            | Action::NavigateHome
            | Action::SwitchWindow { .. }
            | Action::OpenLink { .. }
            | Action::Wait
            | Action::Answer { .. } => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_opened_is_an_app_or_an_address() {
        let link = |it: &str| HardAction::opening(it) == HardAction::OpenLink { link: it.to_owned() };
        for address in [
            "https://shop.example/a?b=c",
            "http://127.0.0.1:80",
            "file:///tmp/a.html",
            "market+x://a",
        ] {
            assert!(link(address), "{address}");
        }
        for app in [
            "Markor",
            "Notes: private",
            "12://a",
            "a b://c",
            "https://",
            "://a",
            "mailto:a@b.example",
        ] {
            assert!(!link(app), "{app}");
        }
    }

    #[test]
    fn a_chord_with_the_key_enter_presses_enter() {
        let presses = |text: &str| {
            let keys = text.to_owned();
            HardAction::PressKeys { keys }.presses_enter()
        };
        assert!(presses("Enter") && presses("Control+Return"));
        assert!(!presses("Control+E") && !presses("r") && !presses("Shift+End"));
        assert!(HardAction::KeyboardEnter.presses_enter() && !HardAction::NavigateBack.presses_enter());
    }

    #[test]
    fn the_opposite_of_the_opposite_is_where_it_began() {
        for it in [Direction::Up, Direction::Down, Direction::Left, Direction::Right] {
            assert!(it.opposite() != it && it.opposite().opposite() == it);
        }
    }
}
