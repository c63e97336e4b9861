//! Task types of OsmAnd: a favorite, a marker, and a track through several places.

use task::{Params, Random, Value};

use super::{
    about::text,
    definition::{Definition, Ending, Goal, PLAIN, reward},
    odd::Form,
    rows::{number_in, texts, values},
};
use crate::{
    apps::osmand::{FAVORITES, Kind, MARKERS, Point, TRACKS, located, read},
    state::DeviceState,
};

/// How far a point may be from the place that is meant, in degrees of latitude and of longitude.
const NEAR: f64 = 0.001;

/// Places of the map, as goals name them, with the coordinates that a goal may say instead.
const PLACES: [(&str, &str); 12] = [
    ("Balzers, Liechtenstein", "47.0688832, 9.5061564"),
    ("Bendern, Liechtenstein", "47.2122151, 9.5062101"),
    ("Malbun, Liechtenstein", "47.1026191, 9.6083057"),
    ("Nendeln, Liechtenstein", "47.1973857, 9.5430636"),
    ("Oberplanken, Liechtenstein", "47.1784977, 9.5450163"),
    ("Planken, Liechtenstein", "47.1858882, 9.5452201"),
    ("Rotenboden, Liechtenstein", "47.1275785, 9.5387131"),
    ("Ruggell, Liechtenstein", "47.23976, 9.5262837"),
    ("Schaan, Liechtenstein", "47.1663432, 9.5103085"),
    ("Schaanwald, Liechtenstein", "47.2165476, 9.5699984"),
    ("Schönberg, Liechtenstein", "47.1303814, 9.5930117"),
    ("Triesen, Liechtenstein", "47.106997, 9.5274854"),
];

/// Places whose names others begin with or end on, and coordinates far from the map.
const SELDOM: &[&str] = &[
    "Schaan, Liechtenstein",
    "Triesen, Liechtenstein",
    "-33.8567844, 151.2152967",
    "Planken, Liechtenstein",
    "Schönberg, Liechtenstein",
    "0.5, -0.25",
];

/// The same, on the map.
const NEIGHBOURS: &[&str] = &[
    "Schaan, Liechtenstein",
    "Schaanwald, Liechtenstein",
    "Planken, Liechtenstein",
    "Oberplanken, Liechtenstein",
    "Schönberg, Liechtenstein",
    "Triesen, Liechtenstein",
];

pub(super) const TYPES: &[Definition] = &[
    Definition {
        name: "OsmAndFavorite",
        goal: Goal::Always("Add a favorite location marker for {location} in the OsmAnd maps app."),
        step_budget: 13,
        judge: |it| {
            let file = it.after.files.read(FAVORITES).unwrap_or_default();
            let favorites = read(Kind::Waypoints, file).into_iter().map(|it| it.point);
            reward(only_there(it, favorites.collect()))
        },
        ..PLACE
    },
    Definition {
        name: "OsmAndMarker",
        goal: Goal::Always("Add a location marker for {location} in the OsmAnd maps app."),
        step_budget: 20,
        judge: |it| {
            let rows = it.after.tables.rows(MARKERS).iter();
            let points = rows.map(|it| Point {
                lat: number_in(it, "marker_lat"),
                lon: number_in(it, "marker_lon"),
            });
            reward(only_there(it, points.collect()))
        },
        ..PLACE
    },
    Definition {
        name: "OsmAndTrack",
        forms: &[("waypoints", Form::Edge(NEIGHBOURS))],
        goal: Goal::Always(
            "Save a track with waypoints {waypoints*} in the OsmAnd maps app in the same order as listed.",
        ),
        params: &[("waypoints", "names of the places, in order")],
        step_budget: 120,
        generate: |random| {
            let count = random.between(2, 4) as usize;
            let names = random.sample(&PLACES.map(|it| it.0), count);
            let names = names.into_iter().map(str::to_owned).collect();
            Params::from_iter([("waypoints".to_owned(), Value::List(names))])
        },
        rewrite: |values| _ = values.shift_remove("track_name"),
        contradiction: |params, _| {
            let names = texts(params, "waypoints");
            let few = (names.len() < 2).then(|| "a track has two places at least".to_owned());
            few.or_else(|| names.into_iter().find_map(nowhere))
        },
        judge: |it| {
            let wanted = texts(it.params, "waypoints").into_iter();
            let wanted: Option<Vec<Point>> = wanted.map(located).collect();
            let passes = |wanted: &Vec<Point>| tracks(it.after).any(|track| goes_by(&track, wanted));
            reward(wanted.is_some_and(|it| !it.is_empty() && passes(&it)))
        },
        ..PLAIN
    },
];

/// What the types about one place have in common.
const PLACE: Definition = Definition {
    forms: &[("location", Form::Edge(SELDOM))],
    params: &[("location", "a place by its name, or its latitude and longitude")],
    generate: location,
    contradiction: |params, _| nowhere(text(params, "location")),
    ..PLAIN
};

fn location(random: &mut Random) -> Params {
    let at = random.between(0, PLACES.len() as i64 - 1) as usize;
    let (name, coordinates) = PLACES[at];
    let location = random.pick(&[name, coordinates]);
    values([("location", location.to_owned())])
}

/// What is wrong with a place that is not on the map, in one sentence.
fn nowhere(words: &str) -> Option<String> {
    located(words)
        .is_none()
        .then(|| format!("\"{words}\" is no place of the map and no coordinates"))
}

/// Whether something is kept for the place of the goal, and nothing for any other.
fn only_there(it: &Ending<'_>, points: Vec<Point>) -> bool {
    let wanted = located(text(it.params, "location"));
    let is_there = |point: &Point| wanted.is_some_and(|it| it.is_near(*point, NEAR));
    !points.is_empty() && points.iter().all(is_there)
}

/// The points of each track that is saved.
fn tracks(device: &DeviceState) -> impl Iterator<Item = Vec<Point>> {
    let files = device.files.list(TRACKS).into_iter();
    files.filter_map(|it| {
        let file = device.files.read(&format!("{TRACKS}/{}", it.name))?;
        Some(read(Kind::Track, file).into_iter().map(|it| it.point).collect())
    })
}

/// Whether a track comes by all places, in their order.
fn goes_by(track: &[Point], wanted: &[Point]) -> bool {
    let mut left = wanted.iter().peekable();
    for point in track {
        left.next_if(|it| it.is_near(*point, NEAR));
    }
    left.peek().is_none()
}
