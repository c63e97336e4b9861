//! Trees of widgets to boxes on the screen.

use ui::Rect;

use super::{
    frame::{Frame, Node},
    glass::{Glass, STATUS, letter, line},
    interaction::Interaction,
    view::{Axis, Dim, Gravity, View, dp},
    window::{Window, WindowKind},
};

/// Lay out windows, the lowest first.
pub fn layout(windows: Vec<Window>, app: &'static str, interaction: &Interaction) -> Frame {
    let mut frame = Frame::default();
    let glass = interaction.glass;
    let bottom = if interaction.keyboard {
        glass.keyboard
    } else {
        glass.navigation
    };
    for window in windows {
        let room = place_window(&window, glass, bottom);
        frame.begin(
            window.kind,
            window.package.unwrap_or(app),
            window.cancelable,
            room,
        );
        let mut pass = Pass {
            frame: &mut frame,
            interaction,
        };
        pass.place(window.root, room, room, None, 0);
    }
    frame
}

fn place_window(window: &Window, glass: Glass, bottom: i32) -> Rect {
    let root = &window.root;
    match window.kind {
        WindowKind::Activity => Rect::new(0, STATUS, glass.width, bottom),
        WindowKind::Screen => glass.whole(),
        WindowKind::Dialog => {
            let margin = dp(24);
            let (_, height) = measure(root, glass.width - 2 * margin, bottom - STATUS - 2 * margin);
            let top = STATUS + (bottom - STATUS - height) / 2;
            Rect::new(margin, top, glass.width - margin, top + height)
        }
        WindowKind::Sheet => {
            let (_, height) = measure(root, glass.width, bottom - STATUS);
            Rect::new(0, bottom - height, glass.width, bottom)
        }
        WindowKind::Drawer => Rect::new(0, STATUS, dp(304), bottom),
        WindowKind::Menu { right, top } => {
            let (width, height) = measure(root, glass.width, bottom - STATUS);
            let width = width.clamp(dp(112), glass.width - dp(16));
            let right = right.clamp(width, glass.width);
            let top = top.min(bottom - height).max(STATUS);
            Rect::new(right - width, top, right, (top + height).min(bottom))
        }
        WindowKind::Toolbar { top } => {
            let (width, height) = measure(root, glass.width, dp(48));
            let left = (glass.width - width).max(0) / 2;
            let top = top.clamp(STATUS, bottom - height);
            Rect::new(left, top, left + width, top + height)
        }
        WindowKind::Toast => {
            let (width, height) = measure(root, glass.width - dp(48), dp(120));
            let left = (glass.width - width) / 2;
            let base = glass.navigation - dp(32);
            Rect::new(left, base - height, left + width, base)
        }
    }
}

/// Width of a line of text. An estimate, the same on every machine; the pictures use it too.
fn text_width(text: &str, size: i32) -> i32 {
    text.chars().count() as i32 * letter(size)
}

fn text_size(view: &View, width: i32) -> (i32, i32) {
    let shown: &str = if view.text.is_empty() {
        view.hint
    } else {
        &view.text
    };
    let size = view.look.size;
    let mut widest = 0;
    let mut lines = 0;
    for it in shown.split('\n') {
        // Capitals are wider.
        let across = if view.caps {
            text_width(it, size) * 4 / 3
        } else {
            text_width(it, size)
        };
        widest = widest.max(across.min(width));
        lines += if width > 0 {
            (across + width - 1) / width
        } else {
            1
        }
        .max(1);
    }
    if view.field.is_some()
        && !view
            .field
            .as_ref()
            .is_some_and(|it| it.enter == super::view::Enter::Newline)
    {
        lines = 1;
    }
    if shown.is_empty() && view.field.is_none() {
        return (0, line(size));
    }
    (widest, lines * line(size))
}

/// How big a widget wants to be, at most this big.
fn measure(view: &View, most_wide: i32, most_high: i32) -> (i32, i32) {
    measure_as(view, view.height, most_wide, most_high)
}

/// The same with another height than the widget asks for.
fn measure_as(view: &View, height: Dim, most_wide: i32, most_high: i32) -> (i32, i32) {
    let fixed = |dim: Dim, most: i32| match dim {
        Dim::Fill => Some(most),
        Dim::Dp(value) => Some(dp(value).min(most)),
        Dim::Wrap | Dim::Share(_) => None,
    };
    let (wide, high) = (fixed(view.width, most_wide), fixed(height, most_high));
    if let (Some(wide), Some(high)) = (wide, high) {
        return (wide, high);
    }
    let (sideways, upright) = (dp(view.pad[0] + view.pad[2]), dp(view.pad[1] + view.pad[3]));
    let inner_wide = (wide.unwrap_or(most_wide) - sideways).max(0);
    let inner_high = (high.unwrap_or(most_high) - upright).max(0);
    let content = if view.children.is_empty() {
        if view.text.is_empty() && view.hint.is_empty() && view.look.icon.is_some() {
            (dp(24), dp(24))
        } else if view.class.ends_with("TextView") || !view.text.is_empty() || view.field.is_some() {
            text_size(view, inner_wide)
        } else {
            (0, 0)
        }
    } else {
        let sizes = view.children.iter().map(|it| measure(it, inner_wide, inner_high));
        match view.axis {
            Axis::Column => sizes.fold((0, 0), |a, b| (a.0.max(b.0), a.1 + b.1)),
            Axis::Row => sizes.fold((0, 0), |a, b| (a.0 + b.0, a.1.max(b.1))),
            Axis::Stack | Axis::Dial => sizes.fold((0, 0), |a, b| (a.0.max(b.0), a.1.max(b.1))),
            Axis::Grid(columns) => {
                let high = sizes.map(|it| it.1).max().unwrap_or(0);
                let rows = (view.children.len() as i32 + columns - 1) / columns;
                (inner_wide, rows * high)
            }
        }
    };
    (
        wide.unwrap_or((content.0 + sideways).min(most_wide)),
        high.unwrap_or((content.1 + upright).min(most_high)),
    )
}

/// Room for what scrolls.
const ENDLESS: i32 = 1_000_000;

struct Pass<'a> {
    frame: &'a mut Frame,
    interaction: &'a Interaction,
}

impl Pass<'_> {
    fn place(&mut self, mut view: View, rect: Rect, clip: Rect, parent: Option<u32>, position: u16) {
        let children = std::mem::take(&mut view.children);
        let (axis, pad, scroll) = (view.axis, view.pad, view.scroll);
        let visible = rect.intersection(&clip);
        let id = self.frame.push(Node {
            view,
            rect,
            visible,
            parent,
            position,
            children: Vec::with_capacity(children.len()),
            leaf: children.is_empty(),
            room: 0,
        });
        let Some(visible) = visible else { return };
        if children.is_empty() {
            return;
        }
        let mut inner = Rect::new(
            rect.left + dp(pad[0]),
            rect.top + dp(pad[1]),
            rect.right - dp(pad[2]),
            rect.bottom - dp(pad[3]),
        );
        if let Some(scroll) = scroll {
            let along = if scroll.horizontal { Axis::Row } else { axis };
            let room = if scroll.horizontal {
                inner.width()
            } else {
                inner.height()
            };
            let content = self.extent(&children, along, inner, scroll.horizontal);
            let spare = (content - room).max(0);
            self.frame.nodes[id as usize].room = spare;
            let offset = self.interaction.offset(scroll.key).clamp(0, spare);
            if scroll.horizontal {
                inner.left -= offset;
                inner.right = inner.left + content.max(room);
            } else {
                inner.top -= offset;
                inner.bottom = inner.top + content.max(room);
            }
        }
        match axis {
            Axis::Column => self.line_up(children, inner, visible, id, true),
            Axis::Row => self.line_up(children, inner, visible, id, false),
            Axis::Stack => {
                for (idx, child) in children.into_iter().enumerate() {
                    let rect = stand(&child, inner);
                    self.place(child, rect, visible, Some(id), idx as u16);
                }
            }
            Axis::Dial => {
                for (idx, child) in children.into_iter().enumerate() {
                    let rect = on_dial(&child, idx, inner);
                    self.place(child, rect, visible, Some(id), idx as u16);
                }
            }
            Axis::Grid(columns) => {
                let wide = inner.width() / columns.max(1);
                let high = children
                    .iter()
                    .map(|it| measure(it, wide, inner.height()).1)
                    .max()
                    .unwrap_or(0);
                for (idx, child) in children.into_iter().enumerate() {
                    let (column, row) = (idx as i32 % columns, idx as i32 / columns);
                    let (left, top) = (inner.left + column * wide, inner.top + row * high);
                    self.place(
                        child,
                        Rect::new(left, top, left + wide, top + high),
                        visible,
                        Some(id),
                        idx as u16,
                    );
                }
            }
        }
    }

    fn extent(&self, children: &[View], axis: Axis, inner: Rect, horizontal: bool) -> i32 {
        let size = |it: &View| {
            if horizontal {
                measure(it, ENDLESS, inner.height()).0
            } else {
                // What wants to fill a scrolling column gets at least the room there is.
                if it.height == Dim::Fill {
                    measure_as(it, Dim::Wrap, inner.width(), ENDLESS)
                        .1
                        .max(inner.height())
                } else {
                    measure(it, inner.width(), ENDLESS).1
                }
            }
        };
        match axis {
            Axis::Column | Axis::Row => children.iter().map(size).sum(),
            Axis::Stack | Axis::Dial => children.iter().map(size).max().unwrap_or(0),
            Axis::Grid(columns) => {
                let wide = inner.width() / columns.max(1);
                let high = children
                    .iter()
                    .map(|it| measure(it, wide, ENDLESS).1)
                    .max()
                    .unwrap_or(0);
                (children.len() as i32 + columns - 1) / columns.max(1) * high
            }
        }
    }

    fn line_up(&mut self, children: Vec<View>, inner: Rect, clip: Rect, parent: u32, down: bool) {
        let (along, across) = if down {
            (inner.height(), inner.width())
        } else {
            (inner.width(), inner.height())
        };
        let mut taken = 0;
        let mut shares = 0;
        let sizes: Vec<(i32, i32)> = children
            .iter()
            .map(|it| {
                let dim = if down { it.height } else { it.width };
                let (wide, high) = if down {
                    measure(it, across, along)
                } else {
                    measure(it, along - taken, across)
                };
                let (long, thick) = if down { (high, wide) } else { (wide, high) };
                if let Dim::Share(share) = dim {
                    shares += share;
                    (0, thick)
                } else {
                    let long = if dim == Dim::Fill && down {
                        long.min((along - taken).max(0))
                    } else {
                        long
                    };
                    taken += long;
                    (long, thick)
                }
            })
            .collect();
        let spare = (along - taken).max(0);
        let mut at = if down { inner.top } else { inner.left };
        for (idx, (child, (long, thick))) in children.into_iter().zip(sizes).enumerate() {
            let dim = if down { child.height } else { child.width };
            let long = if let Dim::Share(share) = dim {
                spare * share / shares.max(1)
            } else {
                long
            };
            let thick = match if down { child.width } else { child.height } {
                Dim::Share(_) => across,
                Dim::Wrap | Dim::Fill | Dim::Dp(_) => thick,
            };
            let start = if down { inner.left } else { inner.top };
            let side = match child.gravity {
                Gravity::Start => start,
                Gravity::Center => start + (across - thick) / 2,
                Gravity::End | Gravity::BottomEnd | Gravity::Bottom => start + across - thick,
            };
            let rect = if down {
                Rect::new(side, at, side + thick, at + long)
            } else {
                Rect::new(at, side, at + long, side + thick)
            };
            at += long;
            self.place(child, rect, clip, Some(parent), idx as u16);
        }
    }
}

/// Thousandths of the radius to the right and down, for each of the twelve places of a dial.
const DIAL: [(i32, i32); 12] = [
    (0, -1000),
    (500, -866),
    (866, -500),
    (1000, 0),
    (866, 500),
    (500, 866),
    (0, 1000),
    (-500, 866),
    (-866, 500),
    (-1000, 0),
    (-866, -500),
    (-500, -866),
];

fn on_dial(child: &View, idx: usize, inner: Rect) -> Rect {
    let (wide, high) = measure(child, inner.width(), inner.height());
    let outer = (inner.width().min(inner.height()) - wide.max(high)) / 2;
    let radius = if idx < DIAL.len() { outer } else { outer * 13 / 20 };
    let (right, down) = DIAL[idx % DIAL.len()];
    let (x, y) = inner.center();
    let (left, top) = (
        x + radius * right / 1000 - wide / 2,
        y + radius * down / 1000 - high / 2,
    );
    Rect::new(left, top, left + wide, top + high)
}

fn stand(child: &View, inner: Rect) -> Rect {
    let (wide, high) = measure(child, inner.width(), inner.height());
    let margin = dp(16);
    let (left, top) = match child.gravity {
        Gravity::Start => (inner.left, inner.top),
        Gravity::Center => (
            inner.left + (inner.width() - wide) / 2,
            inner.top + (inner.height() - high) / 2,
        ),
        Gravity::End => (inner.right - wide, inner.top),
        Gravity::BottomEnd => (inner.right - wide - margin, inner.bottom - high - margin),
        Gravity::Bottom => (inner.left, inner.bottom - high),
    };
    Rect::new(left, top, left + wide, top + high)
}
