//! What Android keeps for every app: focus, text cursor, keyboard, open menu, scroll positions.

use std::sync::Arc;

use super::{
    glass::{Glass, letter, line},
    menu::{MenuItem, Popup},
    parts::{column, image, row, scroller, text},
    view::{Dim, Gravity, View, dp},
    window::{Window, WindowKind},
};
pub use crate::msg::touch::Touch;
use crate::{
    msg::Msg,
    paint::{Color, IconName},
};

/// The text field that has the focus, and its selection: bytes of its text, equal ends are a cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Focus {
    /// The field's name.
    pub field: Msg,
    /// Where the selection was begun.
    pub anchor: usize,
    /// The cursor.
    pub at: usize,
}

impl Focus {
    /// The selection, from left to right.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.anchor.min(self.at)..self.anchor.max(self.at)
    }

    /// Keep both ends inside a text.
    pub fn clamp(&mut self, text: &str) {
        for end in [&mut self.anchor, &mut self.at] {
            *end = (*end).min(text.len());
            while !text.is_char_boundary(*end) {
                *end -= 1;
            }
        }
    }
}

/// A menu that is open.
#[derive(Clone, Debug)]
pub struct OpenMenu {
    /// Its lines.
    pub popup: Arc<Popup>,
    /// Where it hangs: right edge and top.
    pub at: (i32, i32),
}

/// Everything the toolkit keeps for the app in front.
#[derive(Clone, Debug, Default)]
pub struct Interaction {
    /// Focus and text cursor.
    pub focus: Option<Focus>,
    /// Whether the keyboard is there.
    pub keyboard: bool,
    /// Top of the bar over a text selection.
    pub toolbar: Option<i32>,
    /// An open menu.
    pub menu: Option<OpenMenu>,
    /// The screen.
    pub glass: Glass,
    offsets: Vec<(u64, i32)>,
}

impl Interaction {
    /// How far a list has been scrolled.
    pub fn offset(&self, key: u64) -> i32 {
        self.offsets.iter().find(|it| it.0 == key).map_or(0, |it| it.1)
    }

    /// Scroll a list.
    pub fn set_offset(&mut self, key: u64, offset: i32) {
        match self.offsets.iter_mut().find(|it| it.0 == key) {
            Some(it) => it.1 = offset,
            None => self.offsets.push((key, offset)),
        }
    }

    /// Put away what belongs to a window that is gone.
    pub fn close_all(&mut self) {
        self.focus = None;
        self.keyboard = false;
        self.toolbar = None;
        self.menu = None;
    }
}

/// The window of an open menu.
pub fn menu_window(menu: &OpenMenu) -> Window {
    let lines = menu
        .popup
        .items
        .iter()
        .enumerate()
        .map(|(idx, item)| menu_line(idx, item, menu.popup.spinner));
    let list = scroller("android.widget.ListView", "", "menu", lines);
    let kind = WindowKind::Menu {
        right: menu.at.0,
        top: menu.at.1,
    };
    let list = list.across(if menu.popup.spinner { 240 } else { 224 });
    Window::over(
        kind,
        column([list])
            .class("android.widget.FrameLayout")
            .ground(Color::WHITE, 4),
    )
}

fn menu_line(idx: usize, item: &MenuItem, spinner: bool) -> View {
    let touch = Touch::Menu(idx);
    if spinner {
        return text(item.title.clone())
            .class("android.widget.CheckedTextView")
            .id("android:id/text1")
            .checked(item.check == Some(true))
            .tap(touch)
            .enabled(item.enabled)
            .wide()
            .high(48)
            .size(16)
            .pad(16, 0);
    }
    let title = text(item.title.clone())
        .id("title")
        .enabled(item.enabled)
        .size(16)
        .width(Dim::Share(1))
        .at(Gravity::Center);
    let mut line = row([title])
        .id("content")
        .tap(touch)
        .enabled(item.enabled)
        .wide()
        .high(48)
        .pad(16, 0);
    if let Some(checked) = item.check {
        let icon = if checked {
            IconName::CheckboxOn
        } else {
            IconName::CheckboxOff
        };
        line = line.with(
            View::new("android.widget.CheckBox")
                .id("checkbox")
                .checked(checked)
                .picture(icon)
                .across(24)
                .high(24)
                .at(Gravity::Center),
        );
    } else if !item.sub.is_empty() {
        line = line.with(image(IconName::ChevronRight).across(16).high(16));
    }
    line
}

/// The bar over a text selection.
pub fn selection_bar(top: i32, selected: bool, can_paste: bool, has_text: bool) -> Window {
    let entries = [
        ("Cut", Touch::Cut, selected),
        ("Copy", Touch::Copy, selected),
        ("Paste", Touch::Paste, can_paste),
        ("Select all", Touch::SelectAll, has_text),
    ];
    let buttons = entries.into_iter().filter(|it| it.2).map(|(title, touch, _)| {
        row([text(title)
            .id("android:id/floating_toolbar_menu_item_text")
            .at(Gravity::Center)])
        .id("android:id/floating_toolbar_menu_item_button")
        .class("android.widget.Button")
        .desc(title)
        .tap(touch)
        .high(48)
        .pad(16, 0)
    });
    let bar = row(buttons)
        .class("android.view.ViewGroup")
        .ground(Color::WHITE, 24);
    Window {
        kind: WindowKind::Toolbar { top },
        root: bar,
        package: Some("android"),
        cancelable: false,
    }
}

/// The byte of a field's text that is nearest to a point, if the point is on its text.
pub fn byte_at(view: &View, rect: ui::Rect, x: i32, y: i32) -> Option<usize> {
    let (left, top) = (rect.left + dp(view.pad[0]), rect.top + dp(view.pad[1]));
    let wide = (rect.width() - dp(view.pad[0] + view.pad[2])).max(1);
    let per_line = (wide / letter(view.look.size)).max(1) as usize;
    let mut lines = ((y - top) / line(view.look.size)).max(0) as usize;
    let column = ((x - left) / letter(view.look.size)).max(0) as usize;
    let mut start = 0;
    for paragraph in view.text.split('\n') {
        let letters = paragraph.chars().count();
        let rows = letters.div_ceil(per_line).max(1);
        if lines < rows {
            let letter = lines * per_line + column;
            let byte = paragraph.char_indices().nth(letter).map(|it| it.0)?;
            return Some(start + byte);
        }
        lines -= rows;
        start += paragraph.len() + 1;
    }
    None
}

/// The word around a byte of a text.
pub fn word_at(text: &str, byte: usize) -> std::ops::Range<usize> {
    let is_word = |it: char| it.is_alphanumeric() || it == '_' || it == '\'';
    let start = text[..byte]
        .rfind(|it| !is_word(it))
        .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    let end = text[byte..]
        .find(|it| !is_word(it))
        .map_or(text.len(), |at| byte + at);
    start..end
}
