//! Folders and pictures side by side.

use super::media::{Folder, name_of};
use crate::{
    msg::gallery::Msg,
    paint::Align,
    state::DeviceState,
    toolkit::{Ink, View, column, scroller, text, view::Axis},
};

/// Cells side by side, as many as there are columns.
pub(super) fn grid(
    id: &'static str,
    content: &str,
    columns: i32,
    cells: impl IntoIterator<Item = View>,
) -> View {
    let class = "androidx.recyclerview.widget.RecyclerView";
    let mut grid = scroller(class, id, content, cells).ordered();
    grid.axis = Axis::Grid(columns);
    grid
}

/// A folder: its newest picture, its name, and how many there are.
pub(super) fn folder(it: &Folder, device: &DeviceState, msg: Msg) -> View {
    let words = column([
        text(name_of(&it.path).to_owned())
            .id("dir_name")
            .align(Align::Center)
            .wide(),
        text(it.count.to_string())
            .id("photo_cnt")
            .ink(Ink::Dim)
            .align(Align::Center)
            .wide(),
    ]);
    let thumbnail = View::new("android.widget.ImageView")
        .id("dir_thumbnail")
        .photo(device.files.photo(&it.cover))
        .wide()
        .high(120);
    column([thumbnail, words.id("dir_bottom_holder").wide()])
        .class("android.widget.RelativeLayout")
        .id("dir_holder")
        .tap(msg)
        .wide()
        .pad(4, 4)
}
