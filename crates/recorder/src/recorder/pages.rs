//! Tabs, addresses and dialogs.

use ui::{Action, HardAction};

use crate::{
    gesture::Gesture,
    heard::Way,
    look::Look,
    recorder::Recorder,
    step::{Note, Step, Update},
};

/// A hand that has left the page for the browser's own buttons takes longer than this, in milliseconds.
const AT_ONCE: u64 = 300;

impl Recorder {
    pub(super) fn dialog(&mut self, page: u32, asks: bool) {
        self.ends_with_effect(page);
        let tab = self.tab(page);
        tab.dialog = tab.look.clone().map(|it| (it, asks));
    }

    /// What goes on on a page ends here, by what it has led to; its click may be heard later.
    fn ends_with_effect(&mut self, page: u32) {
        let Some(open) = self.open.as_ref().filter(|it| it.page == page) else {
            return;
        };
        let awaits = match &open.gesture {
            Gesture::Press(press) if press.clicked.is_none() => Some((page, press.on.id)),
            Gesture::Press(_) | Gesture::Typing(_) | Gesture::Key(_) => None,
        };
        self.has_effect(page);
        self.close();
        self.awaits_click = awaits;
    }

    pub(super) fn answered(&mut self, page: u32, at: u64, accept: bool, text: &str) {
        let Some((look, asks)) = self.tab(page).dialog.take() else {
            return;
        };
        self.close();
        let text = (asks && accept).then(|| text.to_owned());
        self.step(page, at, &look, Action::AnswerDialog { accept, text }, Vec::new());
    }

    pub(super) fn went(&mut self, page: u32, at: u64, url: &str, way: Way) {
        let tab = self.tab(page);
        tab.trail.clear();
        let first = tab.look.is_none() && !tab.own;
        let own = tab.own;
        if way == Way::Page && !own {
            self.has_effect(page);
            return;
        }
        if first || !is_page(url) {
            return;
        }
        let by_key = match self.open.as_ref().map(|it| &it.gesture) {
            Some(Gesture::Key(stroke)) => stroke.goes(),
            Some(Gesture::Press(_) | Gesture::Typing(_)) | None => false,
        };
        if by_key {
            self.open = None;
        }
        let at_once = self
            .open
            .as_ref()
            .is_some_and(|it| it.page == page && it.is_whole() && at.saturating_sub(it.at) < AT_ONCE);
        if at_once && way != Way::Typed {
            self.has_effect(page);
            return;
        }
        self.close();
        let front = self.front.filter(|_| own).unwrap_or(page);
        let look = self.tab(front).look.clone().unwrap_or_default();
        let action: HardAction = match way {
            Way::Back => Action::NavigateBack,
            Way::Page | Way::Typed | Way::Reload | Way::Forward => Action::OpenLink { link: url.to_owned() },
        };
        let mut notes = Vec::new();
        if own {
            notes.push(Note::OwnWindow);
            self.tab(page).own = false;
        }
        self.step(front, at, &look, action, notes);
        self.front = Some(page);
    }

    pub(super) fn opened(&mut self, page: u32, by: Option<u32>) {
        let known = self.front.is_some() || self.tabs.len() > 1;
        let Some(by) = by else {
            self.tab(page).own = known;
            return;
        };
        self.tab(page).by = Some(by);
        self.ends_with_effect(by);
        if self.front.is_none_or(|it| it == by) {
            self.front = Some(page);
        }
    }

    pub(super) fn closed(&mut self, page: u32) {
        let tab = self.tab(page);
        // A press closed it, as far as anybody can tell: a hand that goes to the browser's own buttons takes longer than
        // a page that comes to rest. What a person closes stays open for others.
        let (by_itself, by) = (!tab.calm, tab.by);
        self.ends_with_effect(page);
        if by_itself && self.front == Some(page) && by.is_some() {
            self.front = by;
            self.tabs.remove(&page);
        }
    }

    /// A further step, after what it needs to be possible.
    pub(super) fn step(&mut self, page: u32, at: u64, look: &Look, action: HardAction, notes: Vec<Note>) {
        match &action {
            Action::PressKeys { .. } | Action::KeyboardEnter | Action::InputText { target: None, .. } => {
                for it in std::mem::take(&mut self.focusing) {
                    self.push(it);
                }
            }
            _ => {
                // What is pressed while a text is selected may be for that text.
                let kept = self.keeps_selected.clone();
                for it in std::mem::take(&mut self.focusing) {
                    let selects =
                        matches!(&it.action, Action::SelectText { text, .. } if Some(text) == kept.as_ref());
                    if selects {
                        self.push(it);
                    }
                }
            }
        }
        self.bring_to_front(page, at);
        self.push(Step {
            page,
            at,
            screen: look.screen.clone(),
            picture: look.picture.clone(),
            action,
            secret: None,
            notes,
        });
        self.tab(page).trail.clear();
    }

    /// Go to the window that something is done in.
    fn bring_to_front(&mut self, page: u32, at: u64) {
        let before = self.front.replace(page);
        let Some(before) = before.filter(|it| *it != page) else {
            return;
        };
        let title = self.tab(page).title.clone();
        let look = self.tab(before).look.clone().unwrap_or_default();
        self.push(Step {
            page: before,
            at,
            screen: look.screen,
            picture: look.picture,
            action: Action::SwitchWindow { title },
            secret: None,
            notes: Vec::new(),
        });
    }

    pub(super) fn push(&mut self, step: Step) {
        self.forget_last();
        self.steps.push(step);
        self.told.push(Update::Step(self.steps.len() - 1));
    }
}

/// Whether an address is one of a page, and not of the browser itself.
fn is_page(url: &str) -> bool {
    ["http://", "https://", "file://"]
        .iter()
        .any(|it| url.starts_with(it))
}
