//! A frame to shapes: how it looks.

use ui::Rect;

use super::{
    board::{self, BoardKey},
    frame::{Frame, Node, Pane},
    glass::{STATUS, letter},
    interaction::Interaction,
    view::{Enter, Ink, View, dp},
    window::WindowKind,
};
use crate::paint::{Align, Color, IconName, Paint};

const GROUND: Color = Color::rgb(0xffffff);
const DARK: Color = Color::rgb(0x202124);
const GREY: Color = Color::rgb(0x5f6368);
const PALE: Color = Color::rgb(0xb0b4ba);
const ACCENT: Color = Color::rgb(0x1a5fb4);

/// The shapes of a frame, at this time of the day.
pub fn show(frame: &Frame, interaction: &Interaction, time: &str) -> Vec<Paint> {
    let mut paints = Vec::with_capacity(frame.nodes.len() * 2);
    let full = interaction.glass.whole();
    paints.push(Paint::Fill {
        rect: full,
        color: GROUND,
        radius: 0,
    });
    for (idx, pane) in frame.panes.iter().enumerate() {
        let end = frame
            .panes
            .get(idx + 1)
            .map_or(frame.nodes.len(), |it| it.root as usize);
        ground(pane, full, &mut paints);
        for node in &frame.nodes[pane.root as usize..end] {
            widget(node, interaction, &mut paints);
        }
    }
    bars(interaction, time, &mut paints);
    paints
}

fn ground(pane: &Pane, full: Rect, paints: &mut Vec<Paint>) {
    match pane.kind {
        WindowKind::Activity | WindowKind::Screen => paints.push(Paint::Fill {
            rect: pane.rect,
            color: GROUND,
            radius: 0,
        }),
        WindowKind::Dialog | WindowKind::Sheet | WindowKind::Drawer => {
            paints.push(Paint::Fill {
                rect: full,
                color: Color::BLACK.with_alpha(120),
                radius: 0,
            });
            paints.push(Paint::Fill {
                rect: pane.rect,
                color: GROUND,
                radius: if pane.kind == WindowKind::Drawer {
                    0
                } else {
                    dp(12)
                },
            });
        }
        WindowKind::Menu { .. } | WindowKind::Toolbar { .. } | WindowKind::Toast => {
            paints.push(Paint::Outline {
                rect: pane.rect,
                color: PALE,
                width: 2,
                radius: dp(4),
            });
        }
    }
}

fn widget(node: &Node, interaction: &Interaction, paints: &mut Vec<Paint>) {
    let Some(visible) = node.visible else { return };
    let look = &node.view.look;
    let clipped = visible != node.rect;
    if clipped {
        paints.push(Paint::Clip { rect: Some(visible) });
    }
    background(node, paints);
    if let Some(photo) = &look.photo {
        paints.push(Paint::Photo {
            rect: inside(node),
            photo: photo.clone(),
        });
    }
    lines(node, visible, paints);
    let color = ink(&node.view);
    let inner = match look.icon {
        Some(icon) => beside_icon(node, icon, color, paints),
        None => inside(node),
    };
    let several = has_several_lines(&node.view);
    if !several {
        underline(node, inner, interaction, paints);
    }
    match look.part {
        Some(part) => slider(inner, part, paints),
        None => words(node, inner, several, color, paints),
    }
    if clipped {
        paints.push(Paint::Clip { rect: None });
    }
}

fn background(node: &Node, paints: &mut Vec<Paint>) {
    let look = &node.view.look;
    if let Some(color) = look.fill {
        paints.push(Paint::Fill {
            rect: node.rect,
            color,
            radius: dp(look.radius),
        });
    } else if node.view.selected {
        paints.push(Paint::Fill {
            rect: node.rect,
            color: ACCENT.with_alpha(40),
            radius: 0,
        });
    }
}

/// The lines on a widget, cut at its edges.
fn lines(node: &Node, visible: Rect, paints: &mut Vec<Paint>) {
    let (rect, lines) = (node.rect, &node.view.look.lines);
    if lines.is_empty() {
        return;
    }
    let at = |(x, y): (i32, i32)| {
        (
            rect.left + rect.width() * x / 1000,
            rect.top + rect.height() * y / 1000,
        )
    };
    paints.push(Paint::Clip { rect: Some(visible) });
    paints.extend(lines.iter().map(|it| Paint::Line {
        from: at(it.from),
        to: at(it.to),
        color: it.color,
        width: dp(1),
    }));
    let clip = (visible != rect).then_some(visible);
    paints.push(Paint::Clip { rect: clip });
}

fn ink(view: &View) -> Color {
    match view.look.ink {
        _ if !view.enabled => PALE,
        Ink::Normal => DARK,
        Ink::Dim => GREY,
        Ink::Accent => ACCENT,
        Ink::Light => Color::WHITE,
    }
}

/// What its padding leaves of a widget.
fn inside(node: &Node) -> Rect {
    let pad = node.view.pad;
    Rect::new(
        node.rect.left + dp(pad[0]),
        node.rect.top + dp(pad[1]),
        node.rect.right - dp(pad[2]),
        node.rect.bottom - dp(pad[3]),
    )
}

/// Paint the icon; the answer is what it leaves to the text, which stands beside it, or below it where it is centred.
fn beside_icon(node: &Node, icon: IconName, color: Color, paints: &mut Vec<Paint>) -> Rect {
    let mut inner = inside(node);
    let above = !node.view.text.is_empty() && node.view.look.align == Align::Center;
    let beside = !node.view.text.is_empty() && !above;
    let most = dp(if above { 40 } else { 24 });
    let side = inner.width().min(inner.height()).min(most);
    let left = if beside {
        inner.left
    } else {
        (inner.left + inner.right - side) / 2
    };
    let top = if above {
        inner.top
    } else {
        (inner.top + inner.bottom - side) / 2
    };
    paints.push(Paint::Icon {
        rect: Rect::new(left, top, left + side, top + side),
        icon,
        color,
    });
    if beside {
        inner.left += side + dp(12);
    } else if above {
        inner.top = top + side;
    }
    inner
}

fn has_several_lines(view: &View) -> bool {
    let field = view.field.as_ref();
    field.is_some_and(|it| it.enter == Enter::Newline)
        || view.text.contains('\n')
        || view.look.drawn.contains('\n')
}

/// The line below a field, and the cursor in it where it has the focus.
fn underline(node: &Node, inner: Rect, interaction: &Interaction, paints: &mut Vec<Paint>) {
    let view = &node.view;
    let Some(field) = &view.field else { return };
    let focus = interaction.focus.as_ref().filter(|it| it.field == field.name);
    let y = node.rect.bottom - dp(8);
    paints.push(Paint::Line {
        from: (node.rect.left, y),
        to: (node.rect.right, y),
        color: if focus.is_some() { ACCENT } else { PALE },
        width: 3,
    });
    if let Some(focus) = focus {
        let letters = view.text.get(..focus.at).map_or(0, |it| it.chars().count()) as i32;
        let x = (inner.left + letters * letter(view.look.size)).min(inner.right);
        paints.push(Paint::Line {
            from: (x, inner.top),
            to: (x, inner.bottom),
            color: ACCENT,
            width: 4,
        });
    }
}

/// A line with a knob on it, which stands at so many thousandths.
fn slider(inner: Rect, part: i32, paints: &mut Vec<Paint>) {
    let y = (inner.top + inner.bottom) / 2;
    let x = inner.left + inner.width() * part / 1000;
    let mut line = |to: i32, color: Color| {
        paints.push(Paint::Line {
            from: (inner.left, y),
            to: (to, y),
            color,
            width: 8,
        });
    };
    line(inner.right, PALE);
    line(x, ACCENT);
    paints.push(Paint::Fill {
        rect: Rect::new(x - dp(8), y - dp(8), x + dp(8), y + dp(8)),
        color: ACCENT,
        radius: dp(8),
    });
}

/// What a widget shows, or the hint of a field that is empty.
fn words(node: &Node, inner: Rect, several: bool, color: Color, paints: &mut Vec<Paint>) {
    let (view, look) = (&node.view, &node.view.look);
    let (text, color) = match view.shown() {
        shown if shown.is_empty() && view.field.is_some() => (view.hint.to_owned(), PALE),
        shown if shown.is_empty() => (look.drawn.clone().into_owned(), color),
        shown => (shown.into_owned(), color),
    };
    if text.is_empty() {
        return;
    }
    paints.push(Paint::Text {
        rect: inner,
        text,
        size: dp(look.size),
        color,
        bold: look.bold,
        align: if several { Align::TopLeft } else { look.align },
    });
}

fn bars(interaction: &Interaction, time: &str, paints: &mut Vec<Paint>) {
    let glass = interaction.glass;
    let clock = Rect::new(dp(16), dp(8), dp(96), STATUS);
    paints.push(Paint::Text {
        rect: clock,
        text: time.to_owned(),
        size: dp(14),
        color: DARK,
        bold: false,
        align: Align::Left,
    });
    let icon = |x: i32| Rect::new(x, dp(16), x + dp(16), dp(32));
    paints.push(Paint::Icon {
        rect: icon(glass.width - dp(56)),
        icon: IconName::Wifi,
        color: DARK,
    });
    paints.push(Paint::Icon {
        rect: icon(glass.width - dp(32)),
        icon: IconName::Battery,
        color: DARK,
    });
    if interaction.keyboard {
        let board = Rect::new(0, glass.keyboard, glass.width, glass.navigation);
        paints.push(Paint::Fill {
            rect: board,
            color: Color::rgb(0xe8eaed),
            radius: 0,
        });
        for (place, key) in board::keys(glass) {
            let rect = Rect::new(place.left + 6, place.top + 12, place.right - 6, place.bottom - 12);
            paints.push(Paint::Fill {
                rect,
                color: Color::WHITE,
                radius: 12,
            });
            let text = match key {
                BoardKey::Sign(sign) => sign.to_string(),
                BoardKey::Delete => "⌫".to_owned(),
                BoardKey::Enter => "⏎".to_owned(),
            };
            paints.push(Paint::Text {
                rect,
                text,
                size: dp(18),
                color: DARK,
                bold: false,
                align: Align::Center,
            });
        }
    }
    let y = (glass.navigation + glass.height) / 2;
    for (x, icon) in [
        (glass.width / 6, IconName::Back),
        (glass.width / 2, IconName::Circle),
        (glass.width * 5 / 6, IconName::Square),
    ] {
        let rect = Rect::new(x - dp(10), y - dp(10), x + dp(10), y + dp(10));
        paints.push(Paint::Icon {
            rect,
            icon,
            color: GREY,
        });
    }
}
