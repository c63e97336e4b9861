//! The app: what is in front, and what events do.

use super::{OsmAnd, Page, Point, Route, Sheet, ZOOM, directions, lists, map, places::Place};
use crate::{
    apps::app::{App, AppInfo, Context, Event},
    msg::osmand::Msg,
    paint::IconName,
    state::DeviceState,
    toolkit::Window,
};

impl App for OsmAnd {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "OsmAnd",
        package: "net.osmand",
        version: "4.6.13",
        activity: "net.osmand.plus.activities.MapActivity",
        names: &["osmand"],
        takes_text: false,
        icon: Some(IconName::Globe),
    };

    fn start(_: &DeviceState) -> Self {
        Self {
            center: Point::START,
            zoom: ZOOM,
            place: None,
            pages: Vec::new(),
            drawer: false,
            sheet: None,
            route: Route::default(),
        }
    }

    fn activity(&self) -> &'static str {
        match self.pages.last() {
            Some(Page::Places) => "net.osmand.plus.myplaces.MyPlacesActivity",
            _ => Self::INFO.activity,
        }
    }

    fn view(&self, device: &DeviceState) -> Vec<Window> {
        let root = match self.pages.last() {
            None => self.map(device),
            Some(Page::Search { query, tab, .. }) => self.search(query, *tab),
            Some(Page::Favorite { name, .. }) => map::favorite(name),
            Some(Page::Directions) => self.directions(),
            Some(Page::Details) => self.route.details(),
            Some(Page::Save { name, .. }) => directions::save(name),
            Some(Page::Markers) => lists::markers(device),
            Some(Page::Places) => lists::places(device),
            Some(Page::Plan(points)) => self.plan(points),
        };
        let mut windows = vec![Window::activity(root)];
        if self.drawer {
            windows.push(lists::drawer());
        }
        windows.extend(self.sheet.map(|it| match it {
            Sheet::Choose(purpose) => directions::choose(purpose),
            Sheet::Actions => map::actions(),
        }));
        windows
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        match event {
            Event::Tap(msg) | Event::Submit(msg) => self.tapped(ctx, msg),
            Event::Hold(Msg::Map) if self.pages.is_empty() => {
                self.place = Some(Place::unnamed(self.center));
            }
            Event::Edit(field, text) => self.typed(&field, text),
            Event::Fling(direction) if self.shows_map() => self.pan(direction),
            Event::Back => self.back(ctx),
            _ => {}
        }
    }
}
