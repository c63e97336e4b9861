//! Directions from place to place, the planner of a route, and saving either as a track.

use super::{
    Msg, Named, OsmAnd, Purpose,
    map::{land, line, round, word},
    places::Place,
    route::Route,
};
use crate::{
    paint::{Align, Color, IconName},
    toolkit::{
        Dim, Gravity, Ink, View, Window, WindowKind, button, column, edit, frame_of, icon, image,
        image_button, row, spacer, text, toolbar, toolbar_title, view::Enter,
    },
};

impl OsmAnd {
    pub(super) fn directions(&self) -> View {
        let route = &self.route;
        let name = |it: &Option<Place>, none: &'static str| match it {
            Some(place) => text(place.name.clone()),
            None => text(none),
        };
        let from = row([
            end(
                "FromLayout",
                "fromTitle",
                "From:",
                name(&route.from, "My Position").id("fromText"),
                Purpose::From,
            ),
            icon(IconName::Sort, "Swap start and destination", Msg::Swap).id("from_button"),
        ]);
        let to = row([
            end(
                "ToLayout",
                "toTitle",
                "To:",
                name(&route.to, "Select destination").id("toText"),
                Purpose::To,
            ),
            icon(
                IconName::Plus,
                "Add intermediate point",
                Msg::Choose(Purpose::Via),
            )
            .id("to_button"),
        ]);
        let mut parts = vec![from.wide()];
        if !route.via.is_empty() {
            let names: Vec<&str> = route.via.iter().map(|it| it.name.as_str()).collect();
            let via = column([
                text("Via:").id("ViaSubView").ink(Ink::Dim).wide(),
                text(names.join(" — ")).id("ViaView").size(16).wide(),
            ]);
            parts.push(
                via.id("ViaLayout")
                    .tap(Msg::Choose(Purpose::Via))
                    .wide()
                    .pad(16, 6),
            );
        }
        parts.push(to.wide());
        match route.points() {
            Some(points) => {
                let length = text(Route::length(&points)).id("route_info_text").size(18);
                parts.push(length.wide().pad(16, 8));
                parts.push(word("details_button_descr", "Details", Msg::Details).wide());
            }
            None if route.to.is_some() => {
                let unknown = text("Starting point is not yet determined.").id("title");
                parts.push(unknown.wide().pad(16, 8));
            }
            None => {}
        }
        let bottom = row([
            button("Cancel", Msg::DropRoute)
                .id("cancel_button")
                .width(Dim::Share(1)),
            button("Start", Msg::Nothing)
                .id("start_button")
                .width(Dim::Share(1)),
        ]);
        parts.push(bottom.wide().pad(8, 4));
        let panel = column(parts).id("plan_route_info").wide().ground(Color::WHITE, 0);
        frame_of([land(), column([spacer(), panel]).fill()]).fill()
    }

    /// The planner: a cross in the middle of the map, and the points that were put there.
    pub(super) fn plan(&self, points: &[Named]) -> View {
        let top = toolbar(
            "mtb_toolbar",
            [
                image_button(IconName::Close, "Close", Msg::Up).id("mtb_close_button"),
                toolbar_title("Plan a route"),
                button("Done", Msg::SaveAs).id("done_button"),
            ],
        );
        let said = match points {
            [] => text("Add point"),
            points => text(format!("{}, {} points", Route::length(points), points.len())),
        };
        let bottom = row([
            icon(IconName::Settings, "Options", Msg::Nothing).id("options_button"),
            icon(IconName::Undo, "Undo", Msg::UndoPoint).id("undo_point_button"),
            spacer(),
            button("Add", Msg::AddPoint).id("add_point_button"),
        ]);
        let zoom = column([
            round(IconName::Plus, "Zoom in", Msg::Zoom(1)).id("map_zoom_in_button"),
            round(IconName::Minus, "Zoom out", Msg::Zoom(-1)).id("map_zoom_out_button"),
        ]);
        let panel = column([
            said.id("measurement_distance_text_view")
                .size(16)
                .wide()
                .pad(16, 8),
            text(self.center.said())
                .id("distance_to_center_text_view")
                .ink(Ink::Dim)
                .wide()
                .pad(16, 4),
            bottom.wide().pad(8, 8),
        ]);
        let over = column([
            top,
            spacer(),
            row([spacer(), zoom]).wide(),
            panel.wide().ground(Color::WHITE, 0),
        ]);
        frame_of([land(), over.fill()]).fill()
    }
}

/// One end of the directions.
fn end(id: &'static str, label: &'static str, words: &'static str, name: View, purpose: Purpose) -> View {
    column([
        text(words).id(label).ink(Ink::Dim).wide(),
        name.size(16).align(Align::Left).wide(),
    ])
    .id(id)
    .tap(Msg::Choose(purpose))
    .width(Dim::Share(1))
    .pad(16, 6)
}

/// Where a point of the route is looked for.
pub(super) fn choose(purpose: Purpose) -> Window {
    let title = match purpose {
        Purpose::From => "Set starting point",
        Purpose::Via => "Add intermediate point",
        Purpose::To | Purpose::Show => "Set destination",
    };
    let lines = [
        line(IconName::Search, "Search", Msg::Search(purpose)),
        line(IconName::Home, "Address", Msg::Search(purpose)),
        line(IconName::Pin, "Select on map", Msg::OnMap(purpose)),
        line(IconName::Star, "Favorites", Msg::Nothing),
        line(IconName::Label, "Map markers", Msg::Nothing),
    ];
    let title = text(title).id("title").size(18).bold().wide().pad(16, 12);
    Window::over(WindowKind::Sheet, column([title, column(lines).wide()]).wide())
}

/// The name of a track that is saved.
pub(super) fn save(name: &str) -> View {
    let up = image_button(IconName::Back, "Navigate up", Msg::Up);
    let field = edit(Msg::TrackName, "File name", name.to_owned())
        .id("name_edit_text")
        .enter(Enter::Submit);
    let folder = row([
        image(IconName::Folder).across(24).high(24),
        text("Tracks").size(16).at(Gravity::Center).pad(16, 0),
    ]);
    let buttons = row([
        button("Cancel", Msg::Up)
            .id("dismiss_button")
            .width(Dim::Share(1)),
        button("Save", Msg::SaveTrack)
            .id("right_bottom_button")
            .width(Dim::Share(1)),
    ]);
    column([
        toolbar("toolbar", [up, toolbar_title("Save as new track")]),
        field.wide(),
        folder.tap(Msg::Nothing).wide().pad(16, 12),
        spacer(),
        buttons.wide().pad(16, 8),
    ])
    .fill()
}
