//! OsmAnd 4.6.13: the map of Liechtenstein, its search, favorites, markers, directions and the planner of routes.
//!
//! Favorites and tracks are GPX files in the app's folder of the shared storage; a marker is a row of the table
//! `map_markers`. There are no roads: a route goes straight from point to point.

mod directions;
mod gpx;
mod lists;
mod map;
mod places;
mod route;
mod screen;
mod search;

use ui::Direction;

use super::app::Context;
pub use crate::msg::osmand::{Msg, Purpose, Tab};
use crate::{
    state::DeviceState,
    toolkit::date::{Date, WEEKDAYS},
};
pub(crate) use gpx::{Kind, Named, read};
use places::{Place, found};
pub(crate) use places::{Point, located};
use route::Route;

/// The table of the markers.
pub const MARKERS: &str = "map_markers";
/// The file of the favorites.
pub const FAVORITES: &str = "/storage/emulated/0/Android/data/net.osmand/files/favorites/favorites.gpx";
/// The folder of the tracks.
pub const TRACKS: &str = "/storage/emulated/0/Android/data/net.osmand/files/tracks";

/// How close the map is shown at first.
const ZOOM: i32 = 15;

/// A page over the map.
#[derive(Clone, Debug, PartialEq)]
enum Page {
    Search {
        purpose: Purpose,
        query: String,
        tab: Tab,
    },
    Favorite {
        name: String,
        point: Point,
    },
    Directions,
    Details,
    Save {
        name: String,
        points: Vec<Named>,
    },
    Markers,
    Places,
    Plan(Vec<Named>),
}

/// What comes up from below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sheet {
    /// Where a point of the route is looked for.
    Choose(Purpose),
    /// What else is done with a place.
    Actions,
}

/// OsmAnd.
#[derive(Clone, Debug)]
pub struct OsmAnd {
    center: Point,
    zoom: i32,
    /// The place that is picked on the map.
    place: Option<Place>,
    /// Pages over the map, the last one in front.
    pages: Vec<Page>,
    drawer: bool,
    sheet: Option<Sheet>,
    route: Route,
}

impl OsmAnd {
    /// Whether a finger moves the map.
    fn shows_map(&self) -> bool {
        let covered = self.drawer || self.sheet.is_some();
        !covered && matches!(self.pages.last(), None | Some(Page::Plan(_)))
    }

    /// Move the map by half of what is seen.
    fn pan(&mut self, direction: Direction) {
        let across = 270.0 / f64::from(1 << self.zoom.clamp(3, 20));
        let Point { lat, lon } = self.center;
        self.center = match direction {
            Direction::Up => Point {
                lat: lat - across,
                lon,
            },
            Direction::Down => Point {
                lat: lat + across,
                lon,
            },
            Direction::Left => Point {
                lat,
                lon: lon + across,
            },
            Direction::Right => Point {
                lat,
                lon: lon - across,
            },
        };
    }

    fn typed(&mut self, field: &Msg, text: String) {
        match (self.pages.last_mut(), field) {
            (Some(Page::Search { query, .. }), Msg::Query) => *query = text,
            (Some(Page::Favorite { name, .. }), Msg::FavoriteName)
            | (Some(Page::Save { name, .. }), Msg::TrackName) => *name = text,
            _ => {}
        }
    }

    fn tapped(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::Map => self.place = None,
            Msg::Drawer => self.drawer = true,
            Msg::Zoom(by) => self.zoom = (self.zoom + by).clamp(3, 20),
            Msg::Search(purpose) => self.look_for(ctx, purpose),
            Msg::Query => ctx.unfocus(),
            Msg::ClearQuery => self.typed(&Msg::Query, String::new()),
            Msg::Tab(shown) => {
                if let Some(Page::Search { tab, .. }) = self.pages.last_mut() {
                    *tab = shown;
                }
            }
            Msg::Result(at) => self.take(ctx, at),
            Msg::Up => self.back(ctx),
            Msg::Actions => self.sheet = Some(Sheet::Actions),
            Msg::AddFavorite
            | Msg::FavoriteName
            | Msg::SaveFavorite
            | Msg::AddMarker
            | Msg::Markers
            | Msg::Passed(_)
            | Msg::Places => self.keep(ctx, msg),
            msg => self.routed(ctx, msg),
        }
    }

    fn look_for(&mut self, ctx: &mut Context<'_>, purpose: Purpose) {
        (self.drawer, self.sheet) = (false, None);
        self.pages.push(Page::Search {
            purpose,
            query: String::new(),
            tab: Tab::Categories,
        });
        ctx.focus(Msg::Query);
    }

    /// A line of what was found is taken for what it was looked for.
    fn take(&mut self, ctx: &mut Context<'_>, at: usize) {
        let Some(Page::Search { purpose, query, .. }) = self.pages.last() else {
            return;
        };
        let Some(place) = found(query, self.center).into_iter().nth(at) else {
            return;
        };
        let purpose = *purpose;
        self.pages.pop();
        ctx.unfocus();
        self.center = place.point;
        match purpose {
            Purpose::Show => self.place = Some(place),
            Purpose::From | Purpose::Via | Purpose::To => self.route.put(purpose, place),
        }
    }

    /// What favorites and markers are made and looked at by.
    fn keep(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::AddFavorite => {
                if let Some(place) = &self.place {
                    let (name, point) = (place.name.clone(), place.point);
                    self.pages.push(Page::Favorite { name, point });
                }
            }
            Msg::SaveFavorite => self.save_favorite(ctx),
            Msg::AddMarker => {
                if let Some(place) = self.place.take() {
                    add_marker(ctx, &place);
                }
            }
            Msg::Markers => (self.pages, self.drawer) = (vec![Page::Markers], false),
            Msg::Places => (self.pages, self.drawer) = (vec![Page::Places], false),
            Msg::Passed(id) => {
                let now = ctx.now().to_string();
                ctx.device.tables.update(MARKERS, id, |row| {
                    row.set("marker_active", "0");
                    row.set("marker_visited", now);
                });
            }
            _ => ctx.unfocus(),
        }
    }

    fn save_favorite(&mut self, ctx: &mut Context<'_>) {
        let Some(Page::Favorite { name, point }) = self.pages.last() else {
            return;
        };
        let name = name.trim().to_owned();
        if name.is_empty() {
            ctx.toast("Please enter a name for the favorite");
            return;
        }
        let mut all = favorites(ctx.device);
        all.retain(|it| !(it.name == name && it.point.is_near(*point, 1e-6)));
        all.push(Named { name, point: *point });
        let now = ctx.now();
        let file = gpx::written(Kind::Waypoints, "favorites", &all, now);
        ctx.device.files.write(FAVORITES, &file, now);
        self.pages.pop();
        ctx.unfocus();
    }

    fn routed(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::Directions => {
                if let Some(place) = self.place.take() {
                    self.route.put(Purpose::To, place);
                }
                self.pages.push(Page::Directions);
            }
            Msg::DirectionsFrom => {
                self.sheet = None;
                if let Some(place) = self.place.take() {
                    self.route.put(Purpose::From, place);
                }
                self.pages.push(Page::Directions);
            }
            Msg::Route => (self.pages, self.drawer) = (vec![Page::Directions], false),
            Msg::Choose(purpose) => self.sheet = Some(Sheet::Choose(purpose)),
            Msg::OnMap(purpose) => {
                self.sheet = None;
                self.route.put(purpose, Place::unnamed(self.center));
            }
            Msg::Swap => self.route.swap(),
            Msg::DropRoute => {
                self.route = Route::default();
                self.pages.clear();
            }
            Msg::Details => self.pages.push(Page::Details),
            Msg::Plan => (self.pages, self.drawer) = (vec![Page::Plan(Vec::new())], false),
            Msg::PlanFrom => {
                self.sheet = None;
                let first = self.place.take().map(Place::into_named);
                self.pages.push(Page::Plan(first.into_iter().collect()));
            }
            Msg::AddPoint => {
                let point = Place::unnamed(self.center).into_named();
                if let Some(Page::Plan(points)) = self.pages.last_mut() {
                    points.push(point);
                }
            }
            Msg::UndoPoint => {
                if let Some(Page::Plan(points)) = self.pages.last_mut() {
                    points.pop();
                }
            }
            Msg::SaveAs => self.save_as(ctx),
            Msg::SaveTrack => self.save_track(ctx),
            _ => ctx.unfocus(),
        }
    }

    /// Ask for the name of a track: of the plan in front, or else of the route.
    fn save_as(&mut self, ctx: &mut Context<'_>) {
        let points = match self.pages.last() {
            Some(Page::Plan(points)) => points.clone(),
            _ => self.route.points().unwrap_or_default(),
        };
        if points.is_empty() {
            ctx.toast("Please add at least one point.");
            return;
        }
        let it = Date::from_ms(ctx.now());
        let day = &WEEKDAYS[it.weekday as usize][..3];
        let (month, hour, minute) = (it.month, it.hour, it.minute);
        let name = format!("{}-{month:02}-{:02}_{hour:02}-{minute:02}_{day}", it.year, it.day);
        self.pages.push(Page::Save { name, points });
    }

    fn save_track(&mut self, ctx: &mut Context<'_>) {
        let Some(Page::Save { name, points }) = self.pages.last() else {
            return;
        };
        let name = name.trim();
        if name.is_empty() || name.contains('/') {
            ctx.toast("Enter a file name.");
            return;
        }
        let path = format!("{TRACKS}/{name}.gpx");
        if ctx.device.files.exists(&path) {
            ctx.toast("A file with the same name already exists.");
            return;
        }
        let now = ctx.now();
        let file = gpx::written(Kind::Track, name, points, now);
        ctx.device.files.write(&path, &file, now);
        ctx.toast(format!("{name} is saved."));
        ctx.unfocus();
        self.pages.pop();
        self.pages.pop_if(|it| matches!(it, Page::Plan(_)));
    }

    fn back(&mut self, ctx: &mut Context<'_>) {
        ctx.unfocus();
        if self.sheet.take().is_some() {
        } else if self.drawer {
            self.drawer = false;
        } else if self.pages.pop().is_none() && self.place.take().is_none() {
            ctx.leave();
        }
    }
}

/// The favorites that the phone keeps.
fn favorites(device: &DeviceState) -> Vec<Named> {
    let file = device.files.read(FAVORITES).unwrap_or_default();
    read(Kind::Waypoints, file)
}

fn add_marker(ctx: &mut Context<'_>, place: &Place) {
    let now = ctx.now();
    let count = ctx.device.tables.rows(MARKERS).len();
    let fields = [
        ("marker_id", format!("{now}{count}")),
        ("marker_lat", place.point.lat.to_string()),
        ("marker_lon", place.point.lon.to_string()),
        ("marker_description", format!("{}#{}", place.kind, place.name)),
        ("marker_active", "1".to_owned()),
        ("marker_added", now.to_string()),
        ("marker_visited", "0".to_owned()),
        ("marker_color", (count % 7).to_string()),
        ("title", place.name.clone()),
    ];
    ctx.device.tables.insert(MARKERS, fields);
}
