//! A gesture from its first event to its end.

use ui::{Chord, Rect, same::is_put_anew};

use crate::{
    heard::{Held, Kind, Marked, Node},
    hover::Trail,
    look::Look,
    step::Note,
};

/// A gesture that has not ended.
#[derive(Clone, Debug)]
pub(crate) struct Open {
    pub(crate) page: u32,
    pub(crate) at: u64,
    /// The page before it.
    pub(crate) look: Look,
    /// What was pointed at and scrolled before it. It may lead to another page before it ends.
    pub(crate) trail: Trail,
    /// Whether it has led to something that no look shows: another page, a dialog, a form that is sent.
    pub(crate) effect: bool,
    pub(crate) notes: Vec<Note>,
    pub(crate) gesture: Gesture,
}

#[expect(clippy::large_enum_variant, reason = "one gesture is open at a time")]
#[derive(Clone, Debug)]
pub(crate) enum Gesture {
    Press(Press),
    Typing(Typing),
    Key(Stroke),
}

impl Open {
    /// Whether all of it has been heard, so that what the page shows at rest is what it led to.
    pub(crate) fn is_whole(&self) -> bool {
        match &self.gesture {
            // A list of the browser stays open until something is chosen.
            Gesture::Press(it) => {
                it.on.is != Kind::Select && (it.clicked.is_some() || it.end.is_some() || it.dropped.is_some())
            }
            Gesture::Key(_) => true,
            Gesture::Typing(_) => false,
        }
    }

    /// Whether a part of the page is what it began on.
    pub(crate) fn is_on(&self, page: u32, node: &Node) -> bool {
        let on = match &self.gesture {
            Gesture::Press(it) => &it.on,
            Gesture::Typing(it) => &it.on,
            Gesture::Key(it) => &it.on,
        };
        self.page == page && on.id == node.id
    }

    /// Fields that have said what they hold now.
    pub(crate) fn choices(&mut self) -> Option<&mut Vec<Node>> {
        match &mut self.gesture {
            Gesture::Press(it) => Some(&mut it.choices),
            Gesture::Key(it) => Some(&mut it.choices),
            Gesture::Typing(_) => None,
        }
    }
}

/// A mouse button, from down to the end of what it led to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Press {
    pub(crate) on: Node,
    pub(crate) button: u8,
    pub(crate) held: Held,
    pub(crate) from: (i32, i32),
    /// Where it went up, and on what.
    pub(crate) end: Option<(Node, (i32, i32))>,
    pub(crate) selected: bool,
    /// The text that is selected by it.
    pub(crate) marked: Option<Marked>,
    /// The box of a drawing or a handle, and where the pointer went from there.
    pub(crate) area: Option<Rect>,
    pub(crate) way: Vec<(i32, i32)>,
    /// What was clicked, and which of several quick clicks it was.
    pub(crate) clicked: Option<(Node, u32)>,
    /// The field that a label has passed the click on to.
    pub(crate) control: Option<Node>,
    pub(crate) menu: bool,
    /// Whether a field has said, while the button was down, that it holds something else.
    pub(crate) left_field: bool,
    pub(crate) dragged: bool,
    pub(crate) dropped: Option<Node>,
    pub(crate) choices: Vec<Node>,
}

/// How far a pointer moves before it drags, in pixels.
const DRAGS: i32 = 5;

impl Press {
    /// Whether it took the focus from a field, which made the page put something else in the place of what was pressed: nothing was
    /// clicked.
    pub(crate) fn was_lost(&self, before: &Look, after: &Look) -> bool {
        let others = self.control.is_some() || self.menu || self.dragged || self.dropped.is_some();
        let gone = |id| before.element(id).filter(|_| after.find(id).is_none());
        let pressed = self.on.id.and_then(gone);
        let put_anew = pressed.is_some_and(|it| is_put_anew(it, &before.screen, &after.screen));
        self.left_field && self.button == 0 && self.clicked.is_none() && !others && put_anew
    }

    /// Whether it was one press, or one way, with the first button and no key held.
    pub(crate) fn is_plain(&self) -> bool {
        let clicks = self.clicked.as_ref().map_or(1, |(_, detail)| *detail);
        self.button == 0 && !self.menu && self.held.none() && (clicks <= 1 || self.moved())
    }

    /// Whether the pointer was moved while the button was down.
    pub(crate) fn moved(&self) -> bool {
        let (x, y) = self.from;
        self.dragged
            || self.end.as_ref().is_some_and(|(_, (to_x, to_y))| {
                to_x.abs_diff(x) > DRAGS.unsigned_abs() || to_y.abs_diff(y) > DRAGS.unsigned_abs()
            })
    }
}

impl Press {
    /// The text that it selects: the pointer went over it, or a quick second click took a word, and that did nothing else.
    pub(crate) fn marks(&self, changed: bool) -> Option<&Marked> {
        let marked = self.marked.as_ref()?;
        let drags = self.dragged || self.dropped.is_some() || (changed && self.dragged_to().is_some());
        let by_pointer = self.moved() && !drags;
        let by_clicks = self.clicked.as_ref().is_some_and(|(_, detail)| *detail > 1) && !changed;
        (by_pointer || by_clicks).then_some(marked)
    }

    /// What something was dragged to by the pointer alone.
    pub(crate) fn dragged_to(&self) -> Option<&Node> {
        let (to, _) = self.end.as_ref()?;
        // What is clicked in the end was only reached by an unsteady hand.
        let clicked = self.clicked.as_ref().is_some_and(|(it, _)| it.id == self.on.id);
        (self.moved() && to.id != self.on.id && !clicked && !self.on.is.takes_text()).then_some(to)
    }

    /// Whether only where it was pressed says what is meant: on a drawing, on a mark of an entry, or with a handle that was
    /// moved.
    pub(crate) fn goes_by_place(&self) -> bool {
        let by_browser = self.dragged || self.dropped.is_some();
        match self.on.is {
            Kind::Canvas => !by_browser,
            Kind::Handle => !by_browser && self.moved(),
            Kind::Mark => !by_browser && !self.moved() && self.is_plain(),
            Kind::Text
            | Kind::Lines
            | Kind::Rich
            | Kind::Check
            | Kind::Radio
            | Kind::Select
            | Kind::List
            | Kind::Value
            | Kind::File
            | Kind::Other => false,
        }
    }
}

/// Text in one field.
#[derive(Clone, Debug, Default)]
pub(crate) struct Typing {
    pub(crate) on: Node,
    pub(crate) before: String,
    pub(crate) now: String,
    /// What the field showed when it was left.
    pub(crate) shown: Option<String>,
    /// Whether the field has said that it holds something else.
    pub(crate) heard: bool,
    /// Whether what it held before was gone at some moment: its text was written anew.
    pub(crate) anew: bool,
}

/// A key.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stroke {
    pub(crate) on: Node,
    pub(crate) key: String,
    pub(crate) held: Held,
    /// What the key clicked.
    pub(crate) clicked: Option<Node>,
    /// The option that it takes while the focus stays in the field.
    pub(crate) chooses: Option<Node>,
    /// Whether the page took it for itself.
    pub(crate) used: bool,
    /// Whether it only edits a text.
    pub(crate) edits: bool,
    pub(crate) choices: Vec<Node>,
    /// The text that was being typed where it may belong to the text.
    pub(crate) typing: Option<Box<Open>>,
}

impl Stroke {
    /// The key with what is held, as an action names it.
    pub(crate) fn chord(&self) -> Option<Chord> {
        let key = if self.key == " " {
            "Space"
        } else {
            self.key.as_str()
        };
        // Shift is part of a character that it makes.
        let shift = self.held.shift && (self.held.commands() || key.chars().count() > 1);
        let held = [
            (self.held.control, "Control+"),
            (self.held.alt, "Alt+"),
            (shift, "Shift+"),
            (self.held.meta, "Meta+"),
        ];
        let held: String = held.iter().filter(|(it, _)| *it).map(|(_, name)| *name).collect();
        format!("{held}{key}").parse().ok()
    }

    /// Whether it is a key that moves a slider.
    pub(crate) fn slides(&self) -> bool {
        let key = self.key.as_str();
        let moves = key.starts_with("Arrow") || matches!(key, "Home" | "End" | "PageUp" | "PageDown");
        moves && !self.held.commands() && self.clicked.is_none()
    }

    /// Whether it is one of the browser's own keys for going through its history or loading a page again.
    pub(crate) fn goes(&self) -> bool {
        match self.key.as_str() {
            "ArrowLeft" | "ArrowRight" => self.held.alt || self.held.meta,
            "F5" | "BrowserBack" | "BrowserForward" | "BrowserRefresh" => true,
            "r" | "R" | "l" | "L" => self.held.control || self.held.meta,
            "[" | "]" => self.held.meta,
            _ => false,
        }
    }
}

/// Whether a key is one that says nothing by itself.
pub(crate) fn is_silent(key: &str) -> bool {
    const SILENT: [&str; 16] = [
        "",
        "Shift",
        "Control",
        "Alt",
        "AltGraph",
        "Meta",
        "OS",
        "CapsLock",
        "NumLock",
        "ScrollLock",
        "Fn",
        "Process",
        "Dead",
        "Unidentified",
        "Compose",
        "Hyper",
    ];
    SILENT.contains(&key)
}

/// Whether a key edits the text of a field, or moves the cursor in it.
pub(crate) fn edits(kind: Kind, key: &str, held: Held) -> bool {
    if !kind.takes_text() {
        return false;
    }
    let one = key.chars().count() == 1;
    // A letter with Control and Alt is how some keyboards write a character.
    let writes = one && (!held.commands() || (held.control && held.alt));
    let commands = ["a", "b", "c", "i", "u", "v", "x", "y", "z"];
    let commands = (held.control || held.meta) && commands.iter().any(|it| key.eq_ignore_ascii_case(it));
    let moves = match key {
        "Backspace" | "Delete" | "ArrowLeft" | "ArrowRight" | "Home" | "End" => !held.alt,
        "ArrowUp" | "ArrowDown" => kind != Kind::Text,
        "PageUp" | "PageDown" => kind == Kind::Lines || kind == Kind::Rich,
        "Paste" | "Copy" | "Cut" | "Undo" | "Redo" | "Insert" => true,
        _ => false,
    };
    writes || commands || moves
}

impl Kind {
    /// Whether keys write in it.
    pub(crate) fn takes_text(self) -> bool {
        self.is_typed() || self == Kind::Value
    }
}
