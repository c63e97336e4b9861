//! The widgets of a page, as Chrome reports them: ids are the page's own, and texts are content.

use crate::{
    msg::chrome::{Msg, Widget},
    paint::{Align, Color},
    toolkit::{Gravity, View, row},
};

const GROUND: Color = Color::rgb(0xefefef);

/// A text of a page.
pub fn words(said: impl Into<String>) -> View {
    View::new("android.view.View").text(said.into())
}

/// A button of a page, with its size in density-independent pixels.
pub fn button(said: &str, widget: Widget, wide: i32, high: i32) -> View {
    View::new("android.widget.Button")
        .text(said.to_owned())
        .tap(Msg::Page(widget))
        .align(Align::Center)
        .ground(GROUND, 3)
        .across(wide)
        .high(high)
}

/// Widgets side by side, in the middle of the page.
pub fn line(widgets: impl IntoIterator<Item = View>) -> View {
    row(widgets).class("android.view.View").at(Gravity::Center)
}

/// Room between widgets.
pub fn gap(high: i32) -> View {
    View::new("android.view.View").wide().high(high)
}
