//! The widgets that apps are built from, in Android's classes and with Android's ids.

use std::{borrow::Cow, sync::Arc};

use super::{
    menu::{MenuItem, Popup},
    view::{Axis, Dim, Enter, Field, Gravity, Ink, Scroll, View},
    window::{Window, WindowKind},
};
use crate::{
    msg::Msg,
    paint::{Align, Color, IconName},
};

const SURFACE: Color = Color::rgb(0xfafafa);
const BAR: Color = Color::rgb(0xeef0f4);
const ACCENT: Color = Color::rgb(0x1a5fb4);

/// A text.
pub fn text(text: impl Into<Cow<'static, str>>) -> View {
    View::new("android.widget.TextView").text(text)
}

/// Widgets one below the other.
pub fn column(children: impl IntoIterator<Item = View>) -> View {
    let mut view = View::new("android.widget.LinearLayout").with_all(children);
    view.axis = Axis::Column;
    view
}

/// Widgets side by side.
pub fn row(children: impl IntoIterator<Item = View>) -> View {
    let mut view = View::new("android.widget.LinearLayout").with_all(children);
    view.axis = Axis::Row;
    view
}

/// Widgets on top of each other.
pub fn frame_of(children: impl IntoIterator<Item = View>) -> View {
    View::new("android.widget.FrameLayout").with_all(children)
}

/// Widgets one below the other, of which as many are there as the room allows; dragging shows the others.
/// `content` names what is shown: the position starts at the top for each name.
pub fn scroller(
    class: &'static str,
    id: &'static str,
    content: &str,
    children: impl IntoIterator<Item = View>,
) -> View {
    let mut view = column(children).class(class).id(id);
    view.scroll = Some(Scroll {
        key: name_of(id, content),
        horizontal: false,
    });
    view.width = Dim::Fill;
    view
}

/// Widgets side by side, of which dragging sideways shows the others.
pub fn strip(
    class: &'static str,
    id: &'static str,
    content: &str,
    children: impl IntoIterator<Item = View>,
) -> View {
    let mut view = scroller(class, id, content, children);
    view.axis = Axis::Row;
    view.scroll = view.scroll.map(|it| Scroll {
        horizontal: true,
        ..it
    });
    view
}

fn name_of(id: &str, content: &str) -> u64 {
    id.bytes()
        .chain([0])
        .chain(content.bytes())
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
}

/// A picture that says nothing.
pub fn image(icon: IconName) -> View {
    View::new("android.widget.ImageView")
        .picture(icon)
        .across(40)
        .high(40)
        .at(Gravity::Center)
}

/// Room.
pub fn spacer() -> View {
    View::new("android.view.View")
        .width(Dim::Share(1))
        .height(Dim::Share(1))
}

/// A button with a text.
pub fn button(text: impl Into<Cow<'static, str>>, msg: impl Into<Msg>) -> View {
    View::new("android.widget.Button")
        .text(text)
        .tap(msg)
        .caps()
        .ink(Ink::Accent)
        .align(Align::Center)
        .pad(12, 12)
        .high(48)
}

/// A button with a picture and a description.
pub fn icon(icon: IconName, desc: &'static str, msg: impl Into<Msg>) -> View {
    View::new("android.widget.Button")
        .picture(icon)
        .desc(desc)
        .tap(msg)
        .across(48)
        .high(48)
        .at(Gravity::Center)
}

/// A picture that takes taps.
pub fn image_button(icon: IconName, desc: &'static str, msg: impl Into<Msg>) -> View {
    self::icon(icon, desc, msg).class("android.widget.ImageButton")
}

/// A text field. `name` is how the app hears of it.
pub fn edit(name: impl Into<Msg>, hint: &'static str, text: impl Into<Cow<'static, str>>) -> View {
    let mut view = View::new("android.widget.EditText").text(text);
    view.hint = hint;
    view.field = Some(Field {
        name: name.into(),
        enter: Enter::Next,
        password: false,
    });
    view.wide().pad(8, 12).size(16)
}

/// What a toolbar holds while its list is searched: back, the field, and what empties it.
pub fn search_bar(hint: &'static str, query: &str, [up, typed, clear]: [impl Into<Msg>; 3]) -> Vec<View> {
    let field = edit(typed, hint, query.to_owned())
        .id("search_src_text")
        .enter(Enter::Submit)
        .width(Dim::Share(1));
    let mut parts = vec![image_button(IconName::Back, "Collapse", up), field];
    if !query.is_empty() {
        let clear = icon(IconName::Close, "Clear query", clear);
        parts.push(clear.class("android.widget.ImageView").id("search_close_btn"));
    }
    parts
}

/// The picture that opens a menu.
pub fn menu_button(icon: IconName, desc: &'static str, items: Vec<MenuItem>) -> View {
    let mut view = View::new("android.widget.ImageView")
        .picture(icon)
        .desc(desc)
        .across(40)
        .high(48);
    view.gravity = Gravity::Center;
    view.popup = Some(Arc::new(Popup {
        items,
        spinner: false,
    }));
    view
}

/// One of several values; a tap shows them all. `values` are titles and messages, `chosen` the one it shows.
pub fn spinner(values: impl IntoIterator<Item = (Cow<'static, str>, Msg)>, chosen: usize) -> View {
    let items: Vec<MenuItem> = values
        .into_iter()
        .enumerate()
        .map(|(idx, (title, msg))| MenuItem::new(title, msg).checked(idx == chosen))
        .collect();
    let shown = items.get(chosen).map(|it| it.title.clone()).unwrap_or_default();
    let mut view = View::new("android.widget.Spinner").wide().high(48).pad(8, 0);
    view.axis = Axis::Row;
    view.popup = Some(Arc::new(Popup { items, spinner: true }));
    view.with(
        text(shown)
            .id("android:id/text1")
            .width(Dim::Share(1))
            .size(16)
            .at(Gravity::Center),
    )
    .with(image(IconName::Dropdown).across(24).high(24))
}

/// A check box with its label.
pub fn check_row(label: impl Into<Cow<'static, str>>, checked: bool, msg: impl Into<Msg>) -> View {
    View::new("android.widget.CheckBox")
        .text(label)
        .checked(checked)
        .tap(msg)
        .wide()
        .high(48)
        .pad(8, 0)
        .picture(if checked {
            IconName::CheckboxOn
        } else {
            IconName::CheckboxOff
        })
}

/// A setting: title, summary and switch in one row that takes the taps.
pub fn switch_row(title: impl Into<Cow<'static, str>>, on: bool, msg: impl Into<Msg>) -> View {
    row([
        text(title)
            .id("android:id/title")
            .width(Dim::Share(1))
            .size(16)
            .at(Gravity::Center),
        View::new("android.widget.Switch")
            .id("android:id/switch_widget")
            .checked(on)
            .across(52)
            .high(32)
            .at(Gravity::Center)
            .picture(if on {
                IconName::CheckboxOn
            } else {
                IconName::CheckboxOff
            }),
    ])
    .tap(msg)
    .wide()
    .high(64)
    .pad(24, 8)
}

/// A slider: its value of at most `most`; its app hears where the finger went.
pub fn slider(id: &'static str, desc: &'static str, value: i32, most: i32, msg: impl Into<Msg>) -> View {
    let mut view = View::new("android.widget.SeekBar")
        .id(id)
        .desc(desc)
        .text(value.to_string())
        .drag(msg);
    view.look.part = Some(value * 1000 / most.max(1));
    view.wide().high(48).pad(16, 0)
}

/// A navigation drawer: its head, and its lines with id, picture, title, message and whether it is the page
/// that is shown.
pub fn drawer(
    head: View,
    lines: impl IntoIterator<Item = (&'static str, IconName, &'static str, Msg, bool)>,
) -> Window {
    let lines = lines.into_iter().map(|(id, icon, title, msg, here)| {
        let label = text(title)
            .class("android.widget.CheckedTextView")
            .id("design_menu_item_text")
            .size(16)
            .width(Dim::Share(1))
            .at(Gravity::Center);
        let ink = if here { Ink::Accent } else { Ink::Normal };
        let mut label = label.ink(ink).selected(here);
        label.pad = [24, 0, 0, 0];
        row([image(icon).ink(ink).across(24).high(24), label])
            .class("androidx.appcompat.widget.LinearLayoutCompat")
            .id(id)
            .tap(msg)
            .wide()
            .high(48)
            .pad(24, 0)
    });
    let list = scroller(
        "androidx.recyclerview.widget.RecyclerView",
        "design_navigation_view",
        "",
        std::iter::once(head).chain(lines),
    );
    Window::over(WindowKind::Drawer, list.fill().ground(Color::WHITE, 0))
}

/// The title of a toolbar.
pub fn toolbar_title(title: impl Into<Cow<'static, str>>) -> View {
    text(title)
        .size(20)
        .bold()
        .width(Dim::Share(1))
        .at(Gravity::Center)
}

/// A toolbar: what is left, the title, and what is right.
pub fn toolbar(id: &'static str, children: impl IntoIterator<Item = View>) -> View {
    let mut view = row(children)
        .class("android.view.ViewGroup")
        .id(id)
        .wide()
        .high(56)
        .ground(BAR, 0);
    view.pad = [16, 0, 4, 0];
    view
}

/// The round button at the bottom right.
pub fn fab(id: &'static str, desc: &'static str, icon: IconName, msg: impl Into<Msg>) -> View {
    View::new("android.widget.ImageButton")
        .id(id)
        .desc(desc)
        .picture(icon)
        .tap(msg)
        .across(56)
        .high(56)
        .at(Gravity::BottomEnd)
        .ink(Ink::Light)
        .ground(ACCENT, 16)
}

/// A bar of tabs at the bottom: id, title, picture, message and whether it is the one shown.
pub fn bottom_bar(
    id: &'static str,
    tabs: impl IntoIterator<Item = (&'static str, &'static str, IconName, Msg, bool)>,
) -> View {
    let tabs = tabs.into_iter().map(|(id, title, icon, msg, chosen)| {
        let ink = if chosen { Ink::Accent } else { Ink::Dim };
        let label = if chosen {
            "navigation_bar_item_large_label_view"
        } else {
            "navigation_bar_item_small_label_view"
        };
        column([
            image(icon).ink(ink).wide().high(28),
            text(title)
                .id(label)
                .align(Align::Center)
                .size(12)
                .ink(ink)
                .wide(),
        ])
        .class("android.widget.FrameLayout")
        .id(id)
        .desc(title)
        .tap(msg)
        .selected(chosen)
        .width(Dim::Share(1))
        .height(Dim::Fill)
        .pad(0, 6)
    });
    row(tabs).id(id).wide().high(56).ground(BAR, 0)
}

/// A dialog: title, content and buttons, the negative one left of the positive, the neutral one far left.
pub fn dialog(
    title: impl Into<Cow<'static, str>>,
    content: Vec<View>,
    neutral: Option<View>,
    negative: Option<View>,
    positive: Option<View>,
) -> Window {
    let title = title.into();
    let mut parts = Vec::new();
    if !title.is_empty() {
        parts.push(
            text(title.clone())
                .id("alertTitle")
                .size(20)
                .bold()
                .wide()
                .pad(24, 16),
        );
    }
    // What is too much for the screen scrolls, so that the buttons stay on it.
    let content = scroller(
        "android.widget.ScrollView",
        "android:id/scrollView",
        &title,
        content,
    );
    parts.push(content.height(Dim::Share(1)).pad(24, 8));
    let mut buttons = Vec::new();
    buttons.extend(neutral.map(|it| it.id("android:id/button3")));
    buttons.push(spacer());
    buttons.extend(negative.map(|it| it.id("android:id/button2")));
    buttons.extend(positive.map(|it| it.id("android:id/button1")));
    if buttons.len() > 1 {
        parts.push(
            row(buttons)
                .class("android.widget.ScrollView")
                .id("buttonPanel")
                .wide()
                .high(60)
                .pad(12, 6),
        );
    }
    Window::over(WindowKind::Dialog, column(parts).ground(SURFACE, 12).wide())
}

/// The text of a dialog that says or asks something.
pub fn message(text: impl Into<Cow<'static, str>>) -> View {
    self::text(text).id("android:id/message").size(16).wide()
}
