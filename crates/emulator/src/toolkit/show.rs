//! A frame to shapes: how it looks.

use ui::Rect;

use super::{
    frame::{Frame, Node, Pane},
    interaction::Interaction,
    layout::{STATUS, letter},
    view::{Ink, dp},
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
    let (view, look) = (&node.view, &node.view.look);
    let clipped = visible != node.rect;
    if clipped {
        paints.push(Paint::Clip { rect: Some(visible) });
    }
    if let Some(color) = look.fill {
        paints.push(Paint::Fill {
            rect: node.rect,
            color,
            radius: dp(look.radius),
        });
    }
    if view.selected && look.fill.is_none() {
        paints.push(Paint::Fill {
            rect: node.rect,
            color: ACCENT.with_alpha(40),
            radius: 0,
        });
    }
    let color = match look.ink {
        _ if !view.enabled => PALE,
        Ink::Normal => DARK,
        Ink::Dim => GREY,
        Ink::Accent => ACCENT,
        Ink::Light => Color::WHITE,
    };
    let mut inner = Rect::new(
        node.rect.left + dp(view.pad[0]),
        node.rect.top + dp(view.pad[1]),
        node.rect.right - dp(view.pad[2]),
        node.rect.bottom - dp(view.pad[3]),
    );
    if let Some(icon) = look.icon {
        // A text stands beside its icon, or below it where it is centred.
        let above = !view.text.is_empty() && look.align == Align::Center;
        let beside = !view.text.is_empty() && !above;
        let side = inner
            .width()
            .min(inner.height())
            .min(dp(if above { 40 } else { 24 }));
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
    }
    let several = view
        .field
        .as_ref()
        .is_some_and(|it| it.enter == super::view::Enter::Newline)
        || view.text.contains('\n')
        || look.drawn.contains('\n');
    let align = if several { Align::TopLeft } else { look.align };
    let (text, color) = match view.shown() {
        shown if shown.is_empty() && view.field.is_some() => (view.hint.to_owned(), PALE),
        shown if shown.is_empty() => (look.drawn.clone().into_owned(), color),
        shown => (shown.into_owned(), color),
    };
    if let Some(field) = &view.field {
        let focus = interaction.focus.as_ref().filter(|it| it.field == field.name);
        let line = if focus.is_some() { ACCENT } else { PALE };
        if !several {
            let y = node.rect.bottom - dp(8);
            paints.push(Paint::Line {
                from: (node.rect.left, y),
                to: (node.rect.right, y),
                color: line,
                width: 3,
            });
            if let Some(focus) = focus {
                let letters = view.text.get(..focus.at).map_or(0, |it| it.chars().count()) as i32;
                let x = (inner.left + letters * letter(look.size)).min(inner.right);
                paints.push(Paint::Line {
                    from: (x, inner.top),
                    to: (x, inner.bottom),
                    color: ACCENT,
                    width: 4,
                });
            }
        }
    }
    if let Some(part) = look.part {
        let y = (inner.top + inner.bottom) / 2;
        let x = inner.left + inner.width() * part / 1000;
        paints.push(Paint::Line {
            from: (inner.left, y),
            to: (inner.right, y),
            color: PALE,
            width: 8,
        });
        paints.push(Paint::Line {
            from: (inner.left, y),
            to: (x, y),
            color: ACCENT,
            width: 8,
        });
        let knob = Rect::new(x - dp(8), y - dp(8), x + dp(8), y + dp(8));
        paints.push(Paint::Fill {
            rect: knob,
            color: ACCENT,
            radius: dp(8),
        });
    } else if !text.is_empty() {
        paints.push(Paint::Text {
            rect: inner,
            text,
            size: dp(look.size),
            color,
            bold: look.bold,
            align,
        });
    }
    if clipped {
        paints.push(Paint::Clip { rect: None });
    }
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
        let high = (glass.navigation - glass.keyboard) / 4;
        for (line, keys) in ["qwertyuiop", "asdfghjkl", "zxcvbnm"].iter().enumerate() {
            let wide = glass.width / 10;
            let left = (glass.width - wide * keys.len() as i32) / 2;
            for (idx, key) in keys.chars().enumerate() {
                let (x, y) = (left + idx as i32 * wide, glass.keyboard + line as i32 * high);
                let rect = Rect::new(x + 6, y + 12, x + wide - 6, y + high - 12);
                paints.push(Paint::Fill {
                    rect,
                    color: Color::WHITE,
                    radius: 12,
                });
                paints.push(Paint::Text {
                    rect,
                    text: key.to_string(),
                    size: dp(18),
                    color: DARK,
                    bold: false,
                    align: Align::Center,
                });
            }
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
