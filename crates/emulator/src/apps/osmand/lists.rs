//! The drawer, and the lists of what the user keeps: markers, favorites and tracks.

use super::{MARKERS, Msg, Purpose, TRACKS, favorites, map::line};
use crate::{
    paint::IconName,
    state::DeviceState,
    toolkit::{
        Dim, Ink, View, Window, WindowKind, column, icon, image, image_button, row, scroller, text, toolbar,
        toolbar_title,
    },
};

/// The drawer.
pub(super) fn drawer() -> Window {
    let lines = [
        line(IconName::Label, "Map markers", Msg::Markers),
        line(IconName::Star, "My Places", Msg::Places),
        line(IconName::Search, "Search", Msg::Search(Purpose::Show)),
        line(IconName::Forward, "Directions", Msg::Route),
        line(IconName::Settings, "Configure map", Msg::Nothing),
        line(IconName::Globe, "Maps & Resources", Msg::Nothing),
        line(IconName::Edit, "Plan a route", Msg::Plan),
        line(IconName::Settings, "Settings", Msg::Nothing),
        line(IconName::Help, "Help", Msg::Nothing),
    ];
    let list = scroller("android.widget.ListView", "menuItems", "", lines);
    Window::over(WindowKind::Drawer, list.fill())
}

fn page(title: &'static str, lines: Vec<View>, none: &'static str) -> View {
    let up = image_button(IconName::Back, "Navigate up", Msg::Up);
    let body = if lines.is_empty() {
        text(none).size(16).wide().pad(16, 16)
    } else {
        scroller("androidx.recyclerview.widget.RecyclerView", "list", title, lines)
    };
    column([
        toolbar("toolbar", [up, toolbar_title(title)]),
        body.height(Dim::Share(1)),
    ])
    .fill()
}

fn kept(picture: IconName, title: String, about: String) -> View {
    row([
        image(picture).across(24).high(24),
        column([
            text(title).id("title").size(16).wide(),
            text(about).id("description").ink(Ink::Dim).wide(),
        ])
        .width(Dim::Share(1))
        .pad(16, 0),
    ])
    .wide()
    .pad(16, 8)
}

/// The markers that are still ahead, the latest first.
pub(super) fn markers(device: &DeviceState) -> View {
    let rows = device.tables.rows(MARKERS).iter().rev();
    let active = rows.filter(|it| it.get("marker_active") != "0");
    let lines = active.map(|it| {
        let at = format!("{}, {}", it.get("marker_lat"), it.get("marker_lon"));
        let passed = icon(IconName::Check, "Mark passed", Msg::Passed(it.id)).id("map_marker_options_button");
        row([
            kept(IconName::Label, it.get("title").to_owned(), at).width(Dim::Share(1)),
            passed,
        ])
        .wide()
    });
    page("Map markers", lines.collect(), "Create map markers.")
}

/// Favorites, and the tracks behind them.
pub(super) fn places(device: &DeviceState) -> View {
    let favorites = favorites(device).into_iter();
    let favorites = favorites.map(|it| kept(IconName::Star, it.name, it.point.said()));
    let tracks = device.files.list(TRACKS).into_iter();
    let tracks = tracks.filter_map(|it| {
        let name = it.name.strip_suffix(".gpx")?.to_owned();
        Some(kept(IconName::Link, name, "Track".to_owned()))
    });
    let lines = favorites.chain(tracks).collect();
    page("My Places", lines, "There are no favorites yet.")
}
