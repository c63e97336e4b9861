//! The search: what was typed, and the places that it may mean.

use super::{
    Msg, OsmAnd, Tab,
    places::{Place, Point, REGION, found},
};
use crate::{
    paint::{Align, IconName},
    toolkit::{
        Dim, Gravity, Ink, View, column, edit, frame_of, image, image_button, row, scroller, text, toolbar,
        view::Enter,
    },
};

/// Kinds of places, as the app groups them.
const CATEGORIES: [&str; 8] = [
    "Parking",
    "Food",
    "Charging station",
    "Filling station",
    "Sustenance",
    "Accommodation",
    "Tourism",
    "Shop",
];

impl OsmAnd {
    pub(super) fn search(&self, query: &str, tab: Tab) -> View {
        let field = edit(Msg::Query, "Type to search all", query.to_owned())
            .id("searchEditText")
            .enter(Enter::Submit)
            .width(Dim::Share(1));
        let mut bar = vec![image_button(IconName::Back, "Navigate up", Msg::Up), field];
        if !query.is_empty() {
            bar.push(image_button(IconName::Close, "Close", Msg::ClearQuery).id("clearButton"));
        }
        let bar = toolbar("toolbar", bar);
        if query.trim().is_empty() {
            return column([bar, tabs(tab), group(tab).height(Dim::Share(1))]).fill();
        }
        let places = found(query, self.center);
        let show = row([
            image(IconName::Label).id("buttonToolbarImage"),
            text("Show on map")
                .id("buttonToolbarTitle")
                .ink(Ink::Accent)
                .width(Dim::Share(1))
                .at(Gravity::Center),
        ])
        .id("buttonToolbar")
        .tap(Msg::Nothing)
        .wide()
        .high(48);
        let body = if places.is_empty() {
            frame_of([text("Nothing found").size(16).at(Gravity::Center)]).wide()
        } else {
            let lines = places.iter().enumerate();
            let lines = lines.map(|(at, it)| line(at, it, self.center));
            scroller("android.widget.ListView", "android:id/list", query, lines).ordered()
        };
        column([bar, show, body.height(Dim::Share(1))]).fill()
    }
}

fn tabs(shown: Tab) -> View {
    let all = [
        ("History", Tab::History),
        ("Categories", Tab::Categories),
        ("Address", Tab::Address),
    ];
    let all = all.map(|(name, tab)| {
        text(name)
            .caps()
            .tap(Msg::Tab(tab))
            .selected(tab == shown)
            .align(Align::Center)
            .width(Dim::Share(1))
            .high(48)
    });
    row(all).id("tab_layout").wide()
}

/// What a tab has.
fn group(tab: Tab) -> View {
    match tab {
        Tab::History => frame_of([text("Your search history is empty.").size(16).at(Gravity::Center)]).wide(),
        Tab::Categories => {
            let lines = CATEGORIES.map(|it| plain_line(IconName::Pin, it));
            scroller("android.widget.ListView", "android:id/list", "categories", lines)
        }
        Tab::Address => {
            let lines = ["Start city search", "Start postcode search", "Coordinates search"];
            let lines = lines.map(|it| plain_line(IconName::Search, it));
            scroller("android.widget.ListView", "android:id/list", "address", lines)
        }
    }
}

fn plain_line(icon: IconName, words: &'static str) -> View {
    row([
        image(icon).id("imageView").across(24).high(24),
        text(words)
            .id("title")
            .size(16)
            .width(Dim::Share(1))
            .at(Gravity::Center)
            .pad(16, 0),
    ])
    .id("searchListItemLayout")
    .tap(Msg::Nothing)
    .wide()
    .high(56)
    .pad(16, 8)
}

/// One place that was found.
fn line(at: usize, place: &Place, from: Point) -> View {
    let km = place.point.km_to(from);
    let distance = if km < 1.0 {
        format!("{:.0} m", km * 1000.0)
    } else {
        format!("{km:.1} km")
    };
    let first = row([
        text(place.name.clone()).id("title").size(16).width(Dim::Share(1)),
        text(distance).id("distance").ink(Ink::Dim),
    ]);
    let second = text(format!("{}, {REGION}", place.kind))
        .id("subtitle")
        .ink(Ink::Dim);
    row([
        image(IconName::Pin).id("imageView").across(24).high(24),
        column([first.wide(), second.wide()])
            .width(Dim::Share(1))
            .pad(16, 0),
    ])
    .id("searchListItemLayout")
    .tap(Msg::Result(at))
    .wide()
    .pad(16, 8)
}
