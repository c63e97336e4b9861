//! The map with its buttons, what comes up for a place, and the editor of a favorite.

use super::{
    Msg, OsmAnd, Purpose, favorites,
    places::{Place, REGION},
};
use crate::{
    paint::{Align, Color, IconName},
    state::DeviceState,
    toolkit::{
        Dim, Gravity, Ink, View, Window, WindowKind, button, column, edit, frame_of, icon, image,
        image_button, row, scroller, spacer, text, toolbar, toolbar_title, view::Enter,
    },
};

const LAND: Color = Color::rgb(0xe8_ee_da);
const SHEET: Color = Color::WHITE;

impl OsmAnd {
    pub(super) fn map(&self, device: &DeviceState) -> View {
        let over = match &self.place {
            None => self.buttons(),
            Some(place) => column([top(), spacer(), self.menu_of(place, device)]).fill(),
        };
        frame_of([land(), over]).fill()
    }

    fn buttons(&self) -> View {
        let zoom = column([
            round(IconName::Plus, "Zoom in", Msg::Zoom(1)).id("map_zoom_in_button"),
            round(IconName::Minus, "Zoom out", Msg::Zoom(-1)).id("map_zoom_out_button"),
        ]);
        let bottom = row([
            round(IconName::Menu, "Back to menu", Msg::Drawer).id("map_menu_button"),
            round(IconName::Forward, "Route", Msg::Route).id("map_route_info_button"),
            spacer(),
            round(IconName::Circle, "Where am I", Msg::Nothing).id("map_my_location_button"),
        ]);
        column([
            top(),
            spacer(),
            row([spacer(), zoom]).wide(),
            bottom.wide().pad(8, 8),
        ])
        .fill()
    }

    /// What comes up for a place.
    fn menu_of(&self, place: &Place, device: &DeviceState) -> View {
        let is_favorite = favorites(device)
            .iter()
            .any(|it| it.point.is_near(place.point, 1e-6));
        let head = column([
            text(place.name.clone()).id("context_menu_line1").size(20).wide(),
            text(format!("{}, {REGION}", place.kind))
                .id("context_menu_line2")
                .ink(Ink::Dim)
                .wide(),
            text(place.point.said())
                .id("context_menu_line3")
                .ink(Ink::Dim)
                .wide(),
        ]);
        let add = if is_favorite { "Edit" } else { "Add" };
        let actions = row([
            action(
                "context_menu_fav_view",
                "context_menu_fav_text_view",
                add,
                IconName::Star,
                Msg::AddFavorite,
            ),
            action(
                "context_menu_route_view",
                "context_menu_route_text_view",
                "Marker",
                IconName::Label,
                Msg::AddMarker,
            ),
            action(
                "context_menu_share_view",
                "context_menu_share_text_view",
                "Share",
                IconName::Share,
                Msg::Nothing,
            ),
            action(
                "context_menu_more_view",
                "context_menu_more_text_view",
                "Actions",
                IconName::More,
                Msg::Actions,
            ),
        ]);
        let bottom = row([
            word("context_menu_details_button", "Details", Msg::Nothing),
            word("context_menu_directions_button", "Directions", Msg::Directions).align(Align::Right),
        ]);
        column([
            head.wide().pad(16, 12),
            actions.id("context_menu_buttons").wide(),
            bottom.id("context_menu_bottom_buttons").wide(),
        ])
        .id("context_menu_main")
        .wide()
        .ground(SHEET, 0)
    }
}

/// The map itself, which an accessibility service sees nothing of.
pub(super) fn land() -> View {
    View::new("android.view.View")
        .id("map_view_with_layers")
        .tap(Msg::Map)
        .hold(Msg::Map)
        .fill()
        .ground(LAND, 0)
}

fn top() -> View {
    row([
        round(IconName::Settings, "Configure map", Msg::Nothing).id("map_layers_button"),
        round(IconName::Search, "Search", Msg::Search(Purpose::Show)).id("map_search_button"),
        spacer(),
    ])
    .wide()
    .pad(8, 8)
}

/// A round button on the map.
pub(super) fn round(icon: IconName, desc: &'static str, msg: Msg) -> View {
    image_button(icon, desc, msg).ground(SHEET, 24)
}

/// A word that takes taps.
pub(super) fn word(id: &'static str, words: &'static str, msg: Msg) -> View {
    text(words)
        .id(id)
        .caps()
        .tap(msg)
        .ink(Ink::Accent)
        .width(Dim::Share(1))
        .high(48)
        .pad(16, 12)
}

fn action(id: &'static str, label: &'static str, words: &'static str, icon: IconName, msg: Msg) -> View {
    column([
        image(icon).wide().high(28),
        text(words).id(label).align(Align::Center).wide(),
    ])
    .id(id)
    .tap(msg)
    .width(Dim::Share(1))
    .pad(4, 8)
}

/// A line of a sheet.
pub(super) fn line(icon: IconName, words: &'static str, msg: Msg) -> View {
    row([
        image(icon).across(24).high(24),
        text(words)
            .id("title")
            .size(16)
            .width(Dim::Share(1))
            .at(Gravity::Center)
            .pad(16, 0),
    ])
    .tap(msg)
    .wide()
    .high(48)
    .pad(16, 0)
}

/// What else is done with a place.
pub(super) fn actions() -> Window {
    let lines = [
        line(IconName::Forward, "Directions from", Msg::DirectionsFrom),
        line(IconName::Search, "Search nearby", Msg::Nothing),
        line(IconName::Edit, "Plan a route", Msg::PlanFrom),
        line(IconName::Close, "Avoid road", Msg::Nothing),
        line(IconName::Bell, "Add/Edit OSM Note", Msg::Nothing),
    ];
    let title = text("Actions").id("title").size(18).bold().wide().pad(16, 12);
    Window::over(WindowKind::Sheet, column([title, column(lines).wide()]).wide())
}

/// The editor of a favorite.
pub(super) fn favorite(name: &str) -> View {
    let up = image_button(IconName::Back, "Navigate up", Msg::Up);
    let fields = [
        edit(Msg::FavoriteName, "Name", name.to_owned())
            .id("name_edit")
            .enter(Enter::Newline),
        text("Add address")
            .id("address_button")
            .ink(Ink::Accent)
            .tap(Msg::Nothing)
            .pad(16, 12),
        text("Add description")
            .id("description_button")
            .ink(Ink::Accent)
            .tap(Msg::Nothing)
            .pad(16, 12),
        text("Select group").ink(Ink::Dim).wide().pad(16, 12),
        row([text("Favorites").id("groupName").size(16)])
            .tap(Msg::Nothing)
            .selected(true)
            .pad(16, 12),
    ];
    let page = scroller("android.widget.ScrollView", "editor_scroll_view", "", fields);
    let buttons = row([
        button("Cancel", Msg::Up)
            .id("dismiss_button")
            .width(Dim::Share(1)),
        button("Save", Msg::SaveFavorite)
            .id("right_bottom_button")
            .width(Dim::Share(1)),
    ]);
    column([
        toolbar(
            "toolbar",
            [
                up,
                toolbar_title("Add favorite"),
                icon(IconName::Copy, "Replace", Msg::Nothing).id("toolbar_action"),
            ],
        ),
        page.height(Dim::Share(1)),
        buttons.wide().pad(16, 8),
    ])
    .fill()
}
