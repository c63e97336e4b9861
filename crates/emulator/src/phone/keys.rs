//! Keys and typing: back, home, ENTER, and what a text field takes.

use std::sync::Arc;

use super::{Key, Phone};
use crate::{
    apps::{Event, launcher},
    msg::Msg,
    perturb::Interruption,
    system::{self, Panel},
    toolkit::{
        interaction::{Focus, OpenMenu, Touch},
        view::Enter,
    },
};

impl Phone {
    /// A key is pressed.
    pub fn key(&mut self, key: Key) {
        match key {
            Key::Back => self.back(),
            Key::Home => {
                self.panel = Panel::None;
                self.switch(0);
                Arc::make_mut(&mut self.running[0]).show(launcher::Page::Home);
                self.refresh();
            }
            Key::Recents => {
                let opened = self.running[1..].iter().rev().map(|it| it.id()).collect();
                self.panel = Panel::None;
                self.switch(0);
                Arc::make_mut(&mut self.running[0]).show(launcher::Page::Recents(opened));
                self.refresh();
            }
            Key::Enter => self.enter(),
            Key::Delete => self.edit(|text, focus| {
                let mut range = focus.range();
                if range.is_empty() {
                    range.start = text[..range.start]
                        .char_indices()
                        .next_back()
                        .map_or(0, |it| it.0);
                }
                replace(text, focus, range, "")
            }),
            Key::SelectAll => {
                if let Some(focus) = &mut self.interaction.focus
                    && let Some(id) = self.frame.field(&focus.field)
                {
                    (focus.anchor, focus.at) = (0, self.frame.node(id).view.text.len());
                }
            }
        }
    }

    fn back(&mut self) {
        if self.interruption.is_some_and(Interruption::is_dialog) {
            self.answer_interruption(false);
        } else if self.interaction.menu.take().is_some() {
            self.refresh();
        } else if self.interaction.keyboard {
            self.interaction.keyboard = false;
            self.interaction.toolbar = None;
            self.refresh();
        } else if self.interaction.toolbar.take().is_some() {
            self.refresh();
        } else {
            match self.panel {
                Panel::None => self.dispatch(Event::Back),
                Panel::Shade { .. } | Panel::Internet | Panel::Share { .. } | Panel::OpenWith { .. } => {
                    self.panel = Panel::None;
                    self.refresh();
                }
                Panel::Permission { .. } => self.send(Msg::System(system::Msg::Permit(false))),
            }
        }
    }

    fn enter(&mut self) {
        let Some(focus) = &self.interaction.focus else {
            return;
        };
        let Some(id) = self.frame.field(&focus.field) else {
            return;
        };
        let frame = Arc::clone(&self.frame);
        let Some(field) = &frame.node(id).view.field else {
            return;
        };
        match field.enter {
            Enter::Newline => self.edit(|text, focus| replace(text, focus, focus.range(), "\n")),
            Enter::Submit => {
                self.interaction.keyboard = false;
                self.dispatch(Event::Submit(field.name.clone()));
            }
            Enter::Next => match frame
                .field_after(id)
                .and_then(|it| frame.node(it).view.field.as_ref())
            {
                Some(next) => self.focus(&next.name),
                None => {
                    self.interaction.keyboard = false;
                    self.refresh();
                }
            },
        }
    }

    /// Text is typed where the focus is; a new line is the ENTER key.
    pub fn type_text(&mut self, text: &str) {
        for (idx, line) in text.split('\n').enumerate() {
            if idx > 0 {
                self.key(Key::Enter);
            }
            if !line.is_empty() {
                self.edit(|text, focus| replace(text, focus, focus.range(), line));
            }
        }
    }

    pub(super) fn edit(&mut self, change: impl FnOnce(&str, &mut Focus) -> String) {
        let Some(focus) = &mut self.interaction.focus else {
            return;
        };
        let Some(id) = self.frame.field(&focus.field) else {
            return;
        };
        let view = &self.frame.node(id).view;
        if !view.enabled {
            return;
        }
        focus.clamp(&view.text);
        let text = change(&view.text, focus);
        let field = focus.field.clone();
        self.interaction.toolbar = None;
        self.dispatch(Event::Edit(field, text));
    }

    /// Put the cursor behind a field's text, open the keyboard and bring the field into view.
    pub(super) fn focus(&mut self, field: &Msg) {
        let end = self
            .frame
            .field(field)
            .map_or(usize::MAX, |it| self.frame.node(it).view.text.len());
        self.interaction.focus = Some(Focus {
            field: field.clone(),
            anchor: end,
            at: end,
        });
        self.interaction.keyboard = true;
        self.refresh();
        let Some(id) = self.frame.field(field) else { return };
        let node = self.frame.node(id);
        let mut at = node.parent;
        while let Some(parent) = at {
            let list = self.frame.node(parent);
            if let (Some(scroll), true) = (list.view.scroll.filter(|it| !it.horizontal), list.room > 0) {
                let below = node.rect.bottom.min(node.rect.top + list.rect.height()) - list.rect.bottom;
                let above = list.rect.top - node.rect.top;
                let by = if below > 0 { below } else { -above.max(0) };
                if by != 0 {
                    let offset = self.interaction.offset(scroll.key).clamp(0, list.room);
                    self.interaction.set_offset(scroll.key, offset + by);
                    self.refresh();
                }
                return;
            }
            at = list.parent;
        }
    }

    pub(super) fn touch(&mut self, touch: Touch) {
        match touch {
            Touch::Menu(idx) => {
                let Some(menu) = self.interaction.menu.take() else {
                    return;
                };
                let Some(item) = menu.popup.items.get(idx) else {
                    return;
                };
                if !item.sub.is_empty() {
                    let popup = crate::toolkit::menu::Popup {
                        items: item.sub.clone(),
                        spinner: false,
                    };
                    self.interaction.menu = Some(OpenMenu {
                        popup: Arc::new(popup),
                        at: menu.at,
                    });
                    self.refresh();
                } else if let Some(msg) = item.msg.clone() {
                    self.send(msg);
                }
            }
            Touch::Cut | Touch::Copy => {
                let Some(focus) = &self.interaction.focus else {
                    return;
                };
                let Some(id) = self.frame.field(&focus.field) else {
                    return;
                };
                if let Some(part) = self.frame.node(id).view.text.get(focus.range()) {
                    self.state.clipboard = Some(part.to_owned());
                }
                self.interaction.toolbar = None;
                if touch == Touch::Cut {
                    self.edit(|text, focus| replace(text, focus, focus.range(), ""));
                } else {
                    self.refresh();
                }
            }
            Touch::Paste => {
                let pasted = self.state.clipboard.clone().unwrap_or_default();
                self.edit(|text, focus| replace(text, focus, focus.range(), &pasted));
            }
            Touch::Interruption(yes) => self.answer_interruption(yes),
            Touch::SelectAll => {
                self.key(Key::SelectAll);
                self.refresh();
            }
        }
    }
}

/// Put a text in the place of a part, and the cursor behind it.
fn replace(text: &str, focus: &mut Focus, range: std::ops::Range<usize>, with: &str) -> String {
    let changed = [&text[..range.start], with, &text[range.end..]].concat();
    focus.anchor = range.start + with.len();
    focus.at = focus.anchor;
    changed
}
