//! The pages of OpenTracks.

use super::said::{day, length, miles, millis, number};
use crate::{
    msg::tracks::Msg,
    paint::{Align, IconName},
    state::{DeviceState, Row},
    toolkit::{
        Dim, Gravity, Ink, MenuItem, View, column, date::Date, fab, frame_of, icon, image, image_button,
        menu_button, row, scroller, search_bar, text, toolbar, toolbar_title,
    },
};

/// The table of the activities.
pub const TABLE: &str = "tracks";

/// The list, the latest first.
pub(super) fn list(device: &DeviceState, query: Option<&str>) -> View {
    let asked = query.unwrap_or_default().trim().to_lowercase();
    let now = device.clock.now_ms();
    let mut rows: Vec<&Row> = device.tables.rows(TABLE).iter().collect();
    rows.retain(|it| {
        let said = ["name", "description", "category"];
        said.iter()
            .any(|column| it.get(column).to_lowercase().contains(&asked))
    });
    rows.sort_by_key(|it| std::cmp::Reverse(millis(it, "starttime")));
    let lines: Vec<View> = rows.into_iter().map(|it| line(it, now)).collect();
    let body = if lines.is_empty() {
        text("Start recording your next adventure here")
            .size(16)
            .at(Gravity::Center)
    } else {
        let class = "androidx.recyclerview.widget.RecyclerView";
        scroller(class, "track_list", &asked, lines).ordered().fill()
    };
    let record = fab("track_list_fab_action", "Record", IconName::Circle, Msg::Nothing);
    let stats = image_button(IconName::Sort, "", Msg::Nothing).id("aggregated_stats_button");
    column([
        bar(query),
        frame_of([body, record]).wide().height(Dim::Share(1)),
        row([stats]).id("bottom_app_bar").wide().high(56),
    ])
    .fill()
}

fn bar(query: Option<&str>) -> View {
    let parts = match query {
        None => {
            let more = menu_button(
                IconName::More,
                "More options",
                vec![
                    MenuItem::new("Settings", Msg::Nothing),
                    MenuItem::new("Help", Msg::Nothing),
                ],
            );
            let search = icon(IconName::Search, "Search", Msg::Search).id("track_list_search");
            let markers = icon(IconName::Pin, "Markers", Msg::Nothing).id("track_list_markers");
            vec![toolbar_title("OpenTracks"), search, markers, more]
        }
        Some(query) => search_bar("Search", query, [Msg::Up, Msg::SearchText, Msg::ClearSearch]),
    };
    toolbar("track_list_toolbar", parts)
}

/// One activity: its kind is a picture's description.
fn line(it: &Row, now: i64) -> View {
    let start = millis(it, "starttime");
    let kind = match it.get("activity_type") {
        "" => "Track",
        kind => kind,
    };
    let picture = image(IconName::Pin)
        .id("track_list_item_icon")
        .desc(kind.to_owned())
        .at(Gravity::Start);
    let about = format!(
        "{} / {} mi",
        length(millis(it, "totaltime")),
        miles(number(it, "totaldistance"))
    );
    let mut words = vec![
        text(it.get("name").to_owned())
            .id("track_list_item_name")
            .size(16)
            .wide(),
        text(about)
            .id("track_list_item_time_distance")
            .ink(Ink::Dim)
            .wide(),
    ];
    let description = it.get("description");
    if !description.is_empty() {
        let description = text(description.to_owned()).id("track_list_item_category_description");
        words.push(description.ink(Ink::Dim).wide());
    }
    let when = column([
        text(day(start, now))
            .id("track_list_item_date")
            .align(Align::Right)
            .wide(),
        text(Date::from_ms(start).time())
            .id("track_list_item_time")
            .align(Align::Right)
            .wide(),
    ]);
    row([
        picture,
        column(words).width(Dim::Share(1)).pad(12, 0),
        when.across(96),
    ])
    .class("android.view.ViewGroup")
    .tap(Msg::Track(it.id))
    .wide()
    .pad(16, 8)
}

/// The statistics of an activity.
pub(super) fn track(it: &Row) -> View {
    let more = menu_button(
        IconName::More,
        "More options",
        vec![
            MenuItem::new("Edit", Msg::Nothing),
            MenuItem::new("Delete", Msg::Delete),
            MenuItem::new("Settings", Msg::Nothing),
        ],
    );
    let up = image_button(IconName::Back, "Navigate up", Msg::Up);
    let name = it.get("name").to_owned();
    let tabs = ["Stats", "Intervals", "by time", "by distance"].map(|it| {
        text(it)
            .selected(it == "Stats")
            .align(Align::Center)
            .width(Dim::Share(1))
            .high(48)
    });
    let stat = |label: &'static str, value: String, id: &'static str, unit: &'static str| {
        let label = text(label).ink(Ink::Dim).size(16).width(Dim::Share(1));
        let unit = Some(unit).filter(|it| !it.is_empty());
        let unit = unit.map(|it| text(it).ink(Ink::Dim).pad(8, 0));
        let said = [label, text(value).id(id).size(20)];
        row(said.into_iter().chain(unit))
            .class("android.view.ViewGroup")
            .wide()
            .pad(16, 8)
    };
    let metres = number(it, "totaldistance");
    let hours = millis(it, "totaltime") as f64 / 3_600_000.0;
    let speed = if hours > 0.0 {
        metres / 1609.344 / hours
    } else {
        0.0
    };
    let times = |column: &str| length(millis(it, column));
    let when = Date::from_ms(millis(it, "starttime"));
    let stats = [
        stat("Name", name.clone(), "stats_name_value", ""),
        stat(
            "Activity type",
            it.get("activity_type").to_owned(),
            "stats_activity_type_value",
            "",
        ),
        stat("Start", when.stamp(), "stats_start_datetime_value", ""),
        stat("Distance", miles(metres), "stats_distance_value", "mi"),
        stat("Total time", times("totaltime"), "stats_total_time_value", ""),
        stat("Moving time", times("movingtime"), "stats_moving_time_value", ""),
        stat(
            "Avg. speed",
            format!("{speed:.1}"),
            "stats_average_speed_value",
            "mph",
        ),
        stat(
            "Gain",
            feet(number(it, "elevationgain")),
            "stats_gain_value",
            "ft",
        ),
        stat(
            "Loss",
            feet(number(it, "elevationloss")),
            "stats_loss_value",
            "ft",
        ),
    ];
    let page = scroller("android.widget.ScrollView", "", &name, stats);
    column([
        toolbar("bottom_app_bar", [up, toolbar_title(name.clone()), more]),
        row(tabs).id("track_detail_activity_tablayout").wide(),
        page.height(Dim::Share(1)),
    ])
    .fill()
}

fn feet(metres: f64) -> String {
    format!("{:.0}", metres / 0.3048)
}
