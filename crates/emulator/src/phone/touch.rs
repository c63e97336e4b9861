//! Fingers: what a tap, a long press and a movement do.

use std::sync::Arc;

use ui::{Direction, Rect};

use super::{Key, Phone};
use crate::{
    apps::{AppState, Event, launcher},
    msg::Msg,
    system::{self, Panel},
    toolkit::{
        board::{BoardKey, key_at},
        dp,
        frame::Hit,
        glass::STATUS,
        interaction::{OpenMenu, byte_at, word_at},
    },
};

/// A finger that moved less than this has pressed, not dragged.
const SLOP: i32 = 24;

impl Phone {
    /// A finger taps.
    pub fn tap(&mut self, x: i32, y: i32) {
        if y >= self.interaction.glass.navigation && !matches!(self.panel, Panel::Shade { .. }) {
            self.key(match x * 3 / self.interaction.glass.width {
                0 => Key::Back,
                1 => Key::Home,
                _ => Key::Recents,
            });
            return;
        }
        if self.interaction.keyboard && y >= self.interaction.glass.keyboard {
            match key_at(self.interaction.glass, x, y) {
                Some(BoardKey::Sign(sign)) => self.type_text(sign.encode_utf8(&mut [0; 4])),
                Some(BoardKey::Delete) => self.key(Key::Delete),
                Some(BoardKey::Enter) => self.key(Key::Enter),
                None => {}
            }
            return;
        }
        match self.frame.tapped(x, y) {
            Hit::Node(id) => self.tap_node(id, x),
            Hit::Outside => self.key(Key::Back),
            Hit::Nothing => {
                if self.interaction.toolbar.take().is_some() {
                    self.refresh();
                }
            }
        }
    }

    fn tap_node(&mut self, id: u32, x: i32) {
        let frame = Arc::clone(&self.frame);
        let node = frame.node(id);
        let view = &node.view;
        if !view.enabled {
            return;
        }
        if let Some(popup) = &view.popup {
            let at = (node.rect.right, node.rect.top);
            self.interaction.menu = Some(OpenMenu {
                popup: Arc::clone(popup),
                at,
            });
            self.refresh();
        } else if let Some(field) = &view.field {
            self.interaction.toolbar = None;
            self.focus(&field.name);
        } else if let Some(msg) = &view.tap {
            self.send(msg.clone());
        } else if let Some(msg) = &view.drag {
            let at = (x - node.rect.left) * 1000 / node.rect.width().max(1);
            self.drag(msg.clone(), at, at);
        }
    }

    /// A widget was dragged, or a slider tapped: from where to where, in thousandths of its width.
    fn drag(&mut self, msg: Msg, from: i32, to: i32) {
        match msg {
            Msg::System(system::Msg::Brightness) => {
                system::set_brightness(&mut self.state, to);
                self.refresh();
            }
            msg => self.dispatch(Event::Drag(msg, from, to)),
        }
    }

    /// A finger presses for a second.
    pub fn long_press(&mut self, x: i32, y: i32) {
        if y >= self.interaction.glass.navigation
            || (self.interaction.keyboard && y >= self.interaction.glass.keyboard)
        {
            return self.tap(x, y);
        }
        let Hit::Node(id) = self.frame.pressed(x, y) else {
            return self.tap(x, y);
        };
        let frame = Arc::clone(&self.frame);
        let node = frame.node(id);
        if !node.view.enabled {
            return;
        }
        if let Some(field) = &node.view.field {
            self.focus(&field.name);
            let bar = (y - dp(64)).max(STATUS);
            let word = byte_at(&node.view, node.rect, x, y).map(|byte| word_at(&node.view.text, byte));
            if let (Some(focus), Some(word)) = (&mut self.interaction.focus, word) {
                (focus.anchor, focus.at) = (word.start, word.end);
            }
            self.interaction.toolbar = Some(bar);
            self.refresh();
        } else if let Some(msg) = &node.view.hold {
            self.dispatch(Event::Hold(msg.clone()));
        } else {
            self.tap_node(id, x);
        }
    }

    /// A finger moves over the screen.
    pub fn swipe(&mut self, x1: i32, y1: i32, x2: i32, y2: i32) {
        let (dx, dy) = (x2 - x1, y2 - y1);
        if dx.abs() < SLOP && dy.abs() < SLOP {
            return self.tap(x1, y1);
        }
        let horizontal = dx.abs() > dy.abs();
        if !horizontal && self.pull_shade(y1, dy) {
            return self.refresh();
        }
        if self.interaction.keyboard && y1 >= self.interaction.glass.keyboard {
            return;
        }
        match self
            .frame
            .dragged(x1, y1.min(self.interaction.glass.navigation - 1), horizontal)
        {
            Some(id) => {
                let frame = Arc::clone(&self.frame);
                let node = frame.node(id);
                let at = |x, y| parts(node.rect, x, y);
                if let Some(msg) = &node.view.stroke {
                    return self.dispatch(Event::Stroke(msg.clone(), at(x1, y1), at(x2, y2)));
                }
                if let (true, Some(msg)) = (horizontal, &node.view.drag) {
                    return self.drag(msg.clone(), at(x1, y1).0, at(x2, y2).0);
                }
                if let Some(scroll) = node.view.scroll {
                    let by = if scroll.horizontal { -dx } else { -dy };
                    let offset = self.interaction.offset(scroll.key).clamp(0, node.room);
                    self.interaction
                        .set_offset(scroll.key, (offset + by).clamp(0, node.room));
                    self.refresh();
                }
            }
            None => self.dispatch(Event::Fling(match (horizontal, dx > 0, dy > 0) {
                (true, true, _) => Direction::Right,
                (true, false, _) => Direction::Left,
                (false, _, true) => Direction::Down,
                (false, _, false) => Direction::Up,
            })),
        }
    }

    /// Whether a finger that moves up or down from here moves the shade.
    fn pull_shade(&mut self, from: i32, dy: i32) -> bool {
        let home = self.front == 0
            && matches!(&*self.running[0], AppState::Launcher(it) if it.page == launcher::Page::Home);
        match self.panel {
            Panel::Shade { expanded } => {
                self.panel = match (expanded, dy > 0) {
                    (_, true) => Panel::Shade { expanded: true },
                    (true, false) => Panel::Shade { expanded: false },
                    (false, false) => Panel::None,
                };
                true
            }
            Panel::None if dy > 0 && (from < STATUS || home) => {
                self.panel = Panel::Shade { expanded: false };
                self.interaction.close_all();
                true
            }
            Panel::None
            | Panel::Internet
            | Panel::Share { .. }
            | Panel::OpenWith { .. }
            | Panel::Permission { .. } => false,
        }
    }
}

/// A point in thousandths of a box's width and height.
fn parts(rect: Rect, x: i32, y: i32) -> (i32, i32) {
    (
        (x - rect.left) * 1000 / rect.width().max(1),
        (y - rect.top) * 1000 / rect.height().max(1),
    )
}
