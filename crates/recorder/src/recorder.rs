//! Events to steps: a gesture begins with the first event of it and ends with what is done next, or where the page has
//! come to rest.

mod finish;
mod pages;
mod points;

use std::{collections::BTreeMap, mem};

use ui::Rect;

use crate::{
    gesture::{Gesture, Open, Press, Stroke, Typing, edits, is_silent},
    heard::{Heard, Held, Kind, Node, What},
    look::Look,
    step::{Gap, Note, Reason, Step, Update},
    tab::Tab,
};

/// Understands what a person does, one event after the other.
#[derive(Debug, Default)]
pub struct Recorder {
    tabs: BTreeMap<u32, Tab>,
    /// The tab that the last step was done in, or has led to.
    front: Option<u32>,
    open: Option<Open>,
    steps: Vec<Step>,
    gaps: Vec<Gap>,
    /// What is no step by itself: it only puts the focus somewhere. A key that follows may need it.
    focusing: Vec<Step>,
    /// The last step, where it typed: the field's page and node, and what it held before.
    typed: Option<(u32, Option<u64>, String)>,
    /// The last step, where it clicked: the page and the node, and which of several clicks it was.
    clicked: Option<(u32, Option<u64>, u32)>,
    /// The last step, where keys chose in a list: the page and the list's node.
    chosen: Option<(u32, Option<u64>)>,
    /// A press that ended before its click was heard.
    awaits_click: Option<(u32, Option<u64>)>,
    /// The text that was selected before the press that ends now, and still is.
    keeps_selected: Option<String>,
    told: Vec<Update>,
}

impl Recorder {
    /// Nothing was heard yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The steps that were understood so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What was done and can't be said as a step.
    pub fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    /// Whether something has begun that is no step yet.
    pub fn is_busy(&self) -> bool {
        self.open.is_some()
    }

    /// The page that is in front, as it was seen last.
    pub fn last_look(&self) -> Option<&Look> {
        let tab = self.front.and_then(|it| self.tabs.get(&it));
        tab.or_else(|| self.tabs.values().next())?.look.as_ref()
    }

    /// Hear one thing more; what was understood by it.
    pub fn hear(&mut self, heard: &Heard) -> Vec<Update> {
        let (at, page) = (heard.at, heard.page);
        self.tabs.entry(page).or_default();
        match &heard.what {
            What::Shows {
                screen,
                nodes,
                picture,
                rest,
            } => {
                let look = Look::new(screen.clone(), nodes.clone(), picture.clone());
                self.sees(page, look, *rest);
            }
            What::Down {
                on,
                x,
                y,
                button,
                held,
                area,
            } => self.down(page, at, on, |press| {
                press.from = (*x, *y);
                press.button = *button;
                press.held = *held;
                press.area = area.map(|[left, top, right, bottom]| Rect::new(left, top, right, bottom));
            }),
            What::Up { .. } => self.up(page, &heard.what),
            What::Click { on, detail } => self.click(page, at, on, *detail),
            What::Menu { on } => match self.press_on(page) {
                Some(press) => press.menu = true,
                None => self.begin_press(page, at, on, |press| press.menu = true),
            },
            What::Over { on } => self.tab(page).trail.enter(*on),
            What::Key {
                on,
                key,
                held,
                composing,
            } => {
                if !*composing {
                    self.key(page, at, on, key, *held);
                }
            }
            What::Used => {
                if let Some(Gesture::Key(stroke)) = self.open.as_mut().map(|it| &mut it.gesture) {
                    stroke.used = true;
                }
            }
            What::Chooses { on } => {
                if let Some(Gesture::Key(stroke)) = self.open.as_mut().map(|it| &mut it.gesture) {
                    stroke.chooses = Some(on.clone());
                }
            }
            What::Input { on, by } => self.input(page, at, on, by),
            What::Change { on } => self.change(page, at, on),
            What::Submit => self.has_effect(page),
            What::DragStart { on } => match self.press_on(page) {
                Some(press) => press.dragged = true,
                None => self.begin_press(page, at, on, |press| press.dragged = true),
            },
            What::Drop { on, files } => self.dropped(page, on, *files),
            What::Scroll { on, way } => {
                let tab = self.tab(page);
                if let Some(look) = tab.look.clone() {
                    tab.trail.scroll(&look, *on, *way);
                }
            }
            What::Dialog { asks, .. } => self.dialog(page, *asks),
            What::Answered { accept, text } => self.answered(page, at, *accept, text),
            What::Went { url, way } => self.went(page, at, url, *way),
            What::Title { title } => self.tab(page).title.clone_from(title),
            What::Opened { by } => self.opened(page, *by),
            What::Closed => self.closed(page),
            What::Download { file } => self.note(Note::Saved { file: file.clone() }),
            What::Deaf { why } => {
                self.close();
                let why = Reason::Unheard { why: why.clone() };
                self.gap("something was done".to_owned(), why);
            }
        }
        mem::take(&mut self.told)
    }

    /// Nothing more is heard: what has begun has ended.
    pub fn end(&mut self) -> Vec<Update> {
        self.close();
        mem::take(&mut self.told)
    }

    /// Take the last step back; what it was.
    pub fn undo(&mut self) -> Option<Step> {
        self.close();
        self.told.clear();
        self.focusing.clear();
        self.forget_last();
        let step = self.steps.pop();
        let left = self.steps.len();
        self.gaps.retain(|it| it.after <= left);
        step
    }

    fn last_step(&mut self) -> Option<&mut Step> {
        self.steps.last_mut()
    }

    fn tab(&mut self, page: u32) -> &mut Tab {
        self.tabs.entry(page).or_default()
    }

    fn sees(&mut self, page: u32, look: Look, rest: bool) {
        self.tab(page).look = Some(look.clone());
        if !rest {
            return;
        }
        if self
            .open
            .as_ref()
            .is_some_and(|it| it.page == page && it.is_whole())
        {
            self.close();
        }
        let tab = self.tab(page);
        tab.calm = true;
        tab.trail.rest(&look);
    }

    /// The press that goes on on a page.
    fn press_on(&mut self, page: u32) -> Option<&mut Press> {
        match self.open.as_mut() {
            Some(Open {
                page: own,
                gesture: Gesture::Press(press),
                ..
            }) if *own == page => Some(press),
            Some(_) | None => None,
        }
    }

    /// What goes on on a page has led to something.
    fn has_effect(&mut self, page: u32) {
        if let Some(open) = self.open.as_mut().filter(|it| it.page == page) {
            open.effect = true;
        }
    }

    fn begin(&mut self, page: u32, at: u64, gesture: Gesture) {
        self.close();
        self.awaits_click = None;
        let tab = self.tab(page);
        tab.calm = false;
        let look = tab.look.clone().unwrap_or_default();
        let trail = tab.trail.clone();
        self.open = Some(Open {
            page,
            at,
            look,
            trail,
            effect: false,
            notes: Vec::new(),
            gesture,
        });
    }

    fn begin_press(&mut self, page: u32, at: u64, on: &Node, with: impl FnOnce(&mut Press)) {
        let mut press = Press {
            on: on.clone(),
            ..Press::default()
        };
        with(&mut press);
        self.begin(page, at, Gesture::Press(press));
    }

    fn up(&mut self, page: u32, what: &What) {
        let What::Up {
            on,
            x,
            y,
            selected,
            marked,
            way,
        } = what
        else {
            return;
        };
        if let Some(press) = self.press_on(page) {
            press.end = Some((on.clone(), (*x, *y)));
            press.selected = *selected;
            press.marked = marked.as_deref().cloned();
            press.way.clone_from(way);
        }
    }

    fn down(&mut self, page: u32, at: u64, on: &Node, with: impl FnOnce(&mut Press)) {
        let mut press = Press {
            on: on.clone(),
            ..Press::default()
        };
        with(&mut press);
        // Back and forward: where they lead is heard by itself.
        if press.button <= 2 {
            self.begin(page, at, Gesture::Press(press));
        }
    }

    fn dropped(&mut self, page: u32, on: &Node, files: u32) {
        if files > 0 {
            let what = format!("{files} files were dropped from outside of the page");
            self.gap(what, Reason::NoAction);
        } else if let Some(press) = self.press_on(page) {
            press.dropped = Some(on.clone());
        }
    }

    fn click(&mut self, page: u32, at: u64, on: &Node, detail: u32) {
        match self.open.as_mut() {
            Some(Open {
                page: own,
                gesture: Gesture::Press(press),
                ..
            }) if *own == page => {
                if press.clicked.is_none() {
                    press.clicked = Some((on.clone(), detail));
                } else if press
                    .clicked
                    .as_ref()
                    .is_some_and(|(it, _)| it.id != on.id || it.is != on.is)
                {
                    press.control = Some(on.clone());
                }
            }
            Some(Open {
                page: own,
                gesture: Gesture::Key(stroke),
                ..
            }) if *own == page && detail == 0 => stroke.clicked = Some(on.clone()),
            _ if self.awaits_click.take_if(|it| *it == (page, on.id)).is_some() => {}
            _ => self.begin_press(page, at, on, |press| press.clicked = Some((on.clone(), detail))),
        }
    }

    fn key(&mut self, page: u32, at: u64, on: &Node, key: &str, held: Held) {
        if is_silent(key) {
            return;
        }
        let edits = edits(on.is, key, held);
        let same = self.open.as_ref().filter(|it| it.is_on(page, on));
        let typing = same.is_some_and(|it| matches!(it.gesture, Gesture::Typing(_)));
        let pressed = same.is_some_and(|it| matches!(it.gesture, Gesture::Press(_)));
        // The field says what becomes of it.
        if edits && (typing || pressed) {
            return;
        }
        let breaks = key == "Enter" && !held.commands() && matches!(on.is, Kind::Lines | Kind::Rich);
        let before = match breaks && typing {
            true => self.open.take().map(Box::new),
            false => None,
        };
        let stroke = Stroke {
            on: on.clone(),
            key: key.to_owned(),
            held,
            edits,
            typing: before,
            ..Stroke::default()
        };
        self.begin(page, at, Gesture::Key(stroke));
    }

    fn input(&mut self, page: u32, at: u64, on: &Node, by: &str) {
        if !on.is.takes_text() {
            return;
        }
        let now = on.value.clone().unwrap_or_default();
        if !self.open.as_ref().is_some_and(|it| it.is_on(page, on)) {
            self.begin_typing(page, at, on);
            if by.is_empty() || by == "insertReplacementText" {
                self.note(Note::FilledIn);
            }
        }
        let Some(mut open) = self.open.take() else {
            return;
        };
        open.gesture = match open.gesture {
            Gesture::Typing(it) => Gesture::Typing(it),
            Gesture::Press(press) => {
                // A scale and the arrows of a number say their value while the button is down: the click comes behind it.
                if press.clicked.is_none() && press.button == 0 {
                    self.awaits_click = Some((page, on.id));
                }
                Gesture::Typing(typing_in(&open.look, on))
            }
            Gesture::Key(stroke) => match stroke.typing {
                // The key was a line break of the text that was being typed.
                Some(before) => {
                    open = *before;
                    open.gesture
                }
                // A key that the page has made a text of is that text.
                None => Gesture::Typing(typing_in(&open.look, on)),
            },
        };
        if let Gesture::Typing(typing) = &mut open.gesture {
            typing.anew |= !now.starts_with(typing.before.as_str());
            typing.now = now;
            typing.on = Node {
                id: typing.on.id,
                ..on.clone()
            };
            typing.heard = true;
        }
        if by.starts_with("insertFromPaste") && !open.notes.contains(&Note::Pasted) {
            open.notes.push(Note::Pasted);
        }
        self.open = Some(open);
    }

    fn begin_typing(&mut self, page: u32, at: u64, on: &Node) {
        let look = self.tab(page).look.clone().unwrap_or_default();
        self.begin(page, at, Gesture::Typing(typing_in(&look, on)));
    }

    fn change(&mut self, page: u32, at: u64, on: &Node) {
        if let Some(press) = self.press_on(page)
            && press.end.is_none()
            && press.on.id != on.id
        {
            press.left_field = true;
        }
        match on.is {
            Kind::Check | Kind::Radio => match self.open.as_mut().filter(|it| it.page == page) {
                Some(Open {
                    gesture: Gesture::Press(press),
                    ..
                }) => press.control = Some(on.clone()),
                Some(Open {
                    gesture: Gesture::Key(stroke),
                    ..
                }) => stroke.clicked = Some(on.clone()),
                // The click before it was heard.
                Some(_) | None => {}
            },
            Kind::Text | Kind::Lines | Kind::Rich => {
                let shown = on.value.clone();
                match self.open.as_mut().filter(|it| it.is_on(page, on)) {
                    Some(Open {
                        gesture: Gesture::Typing(typing),
                        ..
                    }) => typing.shown = shown,
                    Some(_) => {}
                    None => self.reshaped(page, on),
                }
            }
            Kind::Value => {
                let now = on.value.clone().unwrap_or_default();
                let goes_on = self
                    .open
                    .as_ref()
                    .is_some_and(|it| it.is_on(page, on) && matches!(it.gesture, Gesture::Typing(_)));
                if !goes_on && self.has_typed(page, on) {
                    // What is done now has taken the focus from it, or is done in it: its text is known already.
                } else if !goes_on {
                    self.input(page, at, on, "insertText");
                } else if let Some(Gesture::Typing(typing)) = self.open.as_mut().map(|it| &mut it.gesture) {
                    typing.now = now;
                    typing.heard = true;
                }
            }
            Kind::File if self.open.as_ref().is_none_or(|it| it.page != page) => self.files(page, at, on),
            Kind::Select
            | Kind::List
            | Kind::File
            | Kind::Canvas
            | Kind::Handle
            | Kind::Mark
            | Kind::Other => {
                let begun = self.open.as_ref().is_some_and(|it| it.page == page);
                if !begun || self.open.as_mut().is_none_or(|it| it.choices().is_none()) {
                    self.begin_press(page, at, on, |_| {});
                }
                if let Some(choices) = self.open.as_mut().and_then(Open::choices) {
                    choices.push(on.clone());
                }
            }
        }
    }

    /// Whether the last step typed into a field, and the field has what was typed.
    fn has_typed(&self, page: u32, on: &Node) -> bool {
        let field = self
            .typed
            .as_ref()
            .is_some_and(|it| (it.0, it.1) == (page, on.id));
        let typed = self.steps.last().and_then(|it| it.action.value());
        field && on.id.is_some() && typed == on.value.as_ref()
    }

    /// A note on what goes on, else on the last step, else by itself.
    fn note(&mut self, note: Note) {
        if let Some(open) = &mut self.open {
            open.notes.push(note);
        } else if let Some(last) = self.steps.last_mut() {
            last.notes.push(note);
            self.told.push(Update::Again(self.steps.len() - 1));
        } else {
            self.told.push(Update::Note(note));
        }
    }

    fn gap(&mut self, what: String, why: Reason) {
        let gap = Gap {
            after: self.steps.len(),
            what,
            why,
        };
        self.forget_last();
        self.gaps.push(gap.clone());
        self.told.push(Update::Gap(gap));
    }

    /// What follows does not belong to the last step.
    fn forget_last(&mut self) {
        self.typed = None;
        self.clicked = None;
        self.chosen = None;
    }
}

/// Text in a field that held something on this look.
fn typing_in(look: &Look, on: &Node) -> Typing {
    let held = on
        .id
        .and_then(|it| look.element(it))
        .map(|it| it.held_text().to_owned());
    let before = held.unwrap_or_default();
    Typing {
        on: on.clone(),
        now: before.clone(),
        before,
        shown: None,
        heard: false,
        anew: false,
    }
}
