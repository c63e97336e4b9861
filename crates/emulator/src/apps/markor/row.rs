//! A row of a list of files.

use crate::{
    msg::markor::Msg,
    paint::IconName,
    toolkit::{Dim, Gravity, Ink, View, column, image, row, text},
};

/// A row as Markor describes it to a screen reader.
pub(super) fn file_row(
    kind: &'static str,
    name: &str,
    description: String,
    msg: Msg,
    selected: bool,
    pick: bool,
) -> View {
    let desc = format!("{kind} {name} {description}");
    let picture = if kind == "Folder" {
        IconName::Folder
    } else {
        IconName::File
    };
    let words = column([
        text(name.to_owned())
            .id("opoc_filesystem_item__title")
            .size(15)
            .wide(),
        text(description)
            .id("opoc_filesystem_item__description")
            .size(12)
            .ink(Ink::Dim)
            .wide(),
    ]);
    let row = row([
        image(picture).id("opoc_filesystem_item__image").ink(Ink::Accent),
        words.width(Dim::Share(1)).at(Gravity::Center).pad(8, 0),
    ]);
    let row = row
        .id("opoc_filesystem_item__root")
        .desc(desc)
        .tap(msg.clone())
        .selected(selected)
        .wide()
        .high(54)
        .pad(8, 0);
    if pick { row.hold(msg) } else { row }
}
