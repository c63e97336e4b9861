//! OsmAnd: its map, search, directions and lists, and its three task types by hand, right and nearly right.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::hand;
use crate::player;

use autorpa_emulator::state::DeviceState;
use hand::Hand;
use insta::assert_snapshot;
use player::{Player, check};
use ui::Direction;

const FILES: &str = "/storage/emulated/0/Android/data/net.osmand/files";

fn phone() -> Hand {
    let mut hand = Hand::new(DeviceState::fresh());
    hand.open("osmand");
    hand
}

fn find(hand: &mut Hand, words: &str) {
    hand.click("Search");
    hand.fill_id("searchEditText", words);
}

#[test]
fn the_map_the_search_and_what_comes_up_for_a_place() {
    let mut hand = phone();
    assert_snapshot!("osmand", hand.show());
    hand.click("Search");
    assert_snapshot!("osmand_search", hand.show());
    hand.click("ADDRESS");
    assert!(hand.sees("Start city search"));
    hand.fill_id("searchEditText", "Tries");
    assert_snapshot!("osmand_found", hand.show());
    hand.click("Triesenberg");
    assert_snapshot!("osmand_place", hand.show());
    hand.click("Actions");
    assert!(hand.sees("Directions from") && !hand.sees("Marker"));
    hand.back();
    hand.back();
    assert!(hand.sees("Search") && !hand.sees("Triesenberg"));
    find(&mut hand, "Atlantis");
    assert!(hand.sees("Nothing found"));
}

#[test]
fn favorites_and_markers_are_kept_and_listed() {
    let mut hand = phone();
    find(&mut hand, "schonberg");
    hand.click("Schönberg");
    hand.click("Add");
    assert_snapshot!("osmand_favorite", hand.show());
    hand.fill_id("name_edit", "Tom's & Ada's hut");
    hand.click("SAVE");
    assert!(hand.sees("Edit"), "{}", hand.show());
    let file = hand
        .phone
        .state
        .files
        .read(&format!("{FILES}/favorites/favorites.gpx"));
    let file = file.unwrap();
    assert!(
        file.contains("<wpt lat=\"47.1303814\" lon=\"9.5930117\">"),
        "{file}"
    );
    assert!(file.contains("<name>Tom&apos;s &amp; Ada&apos;s hut"), "{file}");
    hand.click("Marker");
    let rows = hand.phone.state.tables.rows("map_markers");
    assert_eq!(
        (rows[0].get("marker_lat"), rows[0].get("title")),
        ("47.1303814", "Schönberg")
    );
    hand.click("Back to menu");
    hand.click("My Places");
    assert_eq!(hand.texts_of("title"), ["Tom's & Ada's hut"]);
    hand.back();
    hand.click("Back to menu");
    hand.click("Map markers");
    assert_eq!(hand.texts_of("title"), ["Schönberg"]);
    hand.click("Mark passed");
    assert!(hand.sees("Create map markers."));
    assert_eq!(hand.phone.state.tables.rows("map_markers").len(), 1);
}

#[test]
fn a_route_is_planned_on_the_map_and_saved() {
    let mut hand = phone();
    hand.click("Back to menu");
    hand.click("Plan a route");
    hand.click("DONE");
    assert!(hand.sees("Please add at least one point."));
    hand.click("ADD");
    hand.swipe(Direction::Up);
    hand.click("ADD");
    hand.click("Undo");
    hand.click("Zoom in");
    hand.swipe(Direction::Left);
    hand.click("ADD");
    assert_snapshot!("osmand_plan", hand.show());
    hand.click("DONE");
    hand.fill_id("name_edit_text", "a/b");
    hand.click("SAVE");
    assert!(hand.sees("Enter a file name."));
    // ENTER, which ends the typing, saves nothing.
    hand.fill_id("name_edit_text", "Round");
    hand.click("SAVE");
    let file = hand
        .phone
        .state
        .files
        .read(&format!("{FILES}/tracks/Round.gpx"))
        .unwrap();
    assert_eq!(file.matches("<trkpt ").count(), 2, "{file}");
    assert!(hand.sees("Back to menu"), "{}", hand.show());
}

#[test]
fn directions_need_both_ends() {
    let mut hand = phone();
    find(&mut hand, "vaduz");
    hand.click("Vaduz");
    hand.click("DIRECTIONS");
    assert!(hand.sees("Starting point is not yet determined."));
    hand.click_id("fromText");
    assert_snapshot!("osmand_choose", hand.show());
    hand.click("Search");
    hand.fill_id("searchEditText", "balzers");
    hand.click("Balzers");
    assert_snapshot!("osmand_directions", hand.show());
    hand.click("Swap start and destination");
    assert_eq!(hand.text_of("fromText"), "Vaduz");
    hand.click("DETAILS");
    assert_snapshot!("osmand_details", hand.show());
    hand.click("Save as new track");
    hand.click("CANCEL");
    hand.back();
    hand.click("CANCEL");
    let saved = hand.phone.state.files.list(&format!("{FILES}/tracks"));
    assert!(hand.sees("Zoom in") && saved.is_empty());
}

/// What is typed to find a place: the name without its region, and the row that is it.
fn show(player: &mut Player, location: &str) {
    player.open("osmand");
    player.tap("Search");
    pick(player, location);
}

fn pick(player: &mut Player, location: &str) {
    player.fill("searchEditText", location);
    let name = location.split(',').next().unwrap();
    match name.parse::<f64>() {
        Ok(_) => player.tap_id("title"),
        Err(_) => player.tap_in("title", name),
    }
}

/// Another place than one.
fn other(location: &str) -> &'static str {
    let is_planken = location.starts_with("Planken") || location.starts_with("47.18");
    if is_planken {
        "Vaduz, Liechtenstein"
    } else {
        "Planken, Liechtenstein"
    }
}

fn favorite(player: &mut Player, location: &str) {
    show(player, location);
    player.tap("Add");
    player.tap("SAVE");
}

fn marker(player: &mut Player, location: &str) {
    show(player, location);
    player.tap("Marker");
}

#[test]
fn osm_and_favorite() {
    check(
        "OsmAndFavorite",
        &|player| {
            let location = player.value("location");
            favorite(player, &location);
        },
        &[
            ("another place", &|player| {
                let location = other(&player.value("location"));
                favorite(player, location);
            }),
            ("another place of the name", &|player| {
                let location = player.value("location");
                show(player, other(&location));
                player.tap("Add");
                player.fill("name_edit", &location);
                player.tap("SAVE");
            }),
            ("two places", &|player| {
                let location = player.value("location");
                favorite(player, &location);
                player.back();
                favorite(player, other(&location));
            }),
            ("a marker", &|player| {
                let location = player.value("location");
                marker(player, &location);
            }),
        ],
    );
}

#[test]
fn osm_and_marker() {
    check(
        "OsmAndMarker",
        &|player| {
            let location = player.value("location");
            marker(player, &location);
        },
        &[
            ("another place", &|player| {
                let location = other(&player.value("location"));
                marker(player, location);
            }),
            ("a favorite", &|player| {
                let location = player.value("location");
                favorite(player, &location);
            }),
            ("two places", &|player| {
                let location = player.value("location");
                marker(player, &location);
                marker(player, other(&location));
            }),
        ],
    );
}

/// Save a track from place to place, by directions.
fn save(player: &mut Player, places: &[String]) {
    let (first, rest) = places.split_first().unwrap();
    let (last, between) = rest.split_last().unwrap();
    player.open("osmand");
    player.tap("Route");
    for (id, place) in [("fromText", first), ("toText", last)] {
        player.tap_id(id);
        player.tap("Search");
        pick(player, place);
    }
    for place in between {
        player.tap("Add intermediate point");
        player.tap("Search");
        pick(player, place);
    }
    player.tap("DETAILS");
    player.tap("Save as new track");
    player.tap("SAVE");
}

#[test]
fn osm_and_track() {
    check(
        "OsmAndTrack",
        &|player| {
            let places = player.values("waypoints");
            save(player, &places);
        },
        &[
            ("in another order", &|player| {
                let mut places = player.values("waypoints");
                places.reverse();
                save(player, &places);
            }),
            ("one is another", &|player| {
                let mut places = player.values("waypoints");
                places[0] = "Vaduz, Liechtenstein".to_owned();
                save(player, &places);
            }),
            ("favorites", &|player| {
                for place in player.values("waypoints") {
                    favorite(player, &place);
                    player.back();
                }
            }),
            ("markers", &|player| {
                for place in player.values("waypoints") {
                    marker(player, &place);
                }
            }),
        ],
    );
}
