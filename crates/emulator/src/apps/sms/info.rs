//! Pages and lines that only say something.

use crate::{
    msg::sms::Msg,
    paint::IconName,
    toolkit::{Dim, Ink, View, column, image_button, scroller, text, toolbar, toolbar_title},
};
pub(super) fn settings() -> View {
    plain(
        "settings_toolbar",
        "Settings",
        &[
            "Customize colors",
            "Manage blocked numbers",
            "Font size: Medium",
            "Lock screen notification visibility: Sender and message",
        ],
    )
}

pub(super) fn about() -> View {
    plain(
        "about_toolbar",
        "About",
        &["Frequently asked questions", "Version 5.19.3"],
    )
}

fn plain(id: &'static str, title: &'static str, lines: &[&'static str]) -> View {
    let bar = toolbar(
        id,
        [
            image_button(IconName::Back, "Back", Msg::Up),
            toolbar_title(title),
        ],
    );
    let rows = lines.iter().map(|it| text(*it).size(16).wide().pad(16, 14));
    let list = scroller("android.widget.ScrollView", "", title, rows);
    column([bar, list.height(Dim::Share(1))]).fill()
}

/// Labels with what they stand for, for a dialog.
pub(super) fn facts<const N: usize>(lines: [(&'static str, String); N]) -> Vec<View> {
    lines
        .into_iter()
        .map(|(label, value)| {
            column([
                text(label).id("property_label").size(12).ink(Ink::Dim).wide(),
                text(value).id("property_value").size(16).wide(),
            ])
            .wide()
            .pad(0, 6)
        })
        .collect()
}
