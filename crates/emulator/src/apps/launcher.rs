//! The launcher: home screen, drawer of all apps, and the list of apps that were opened.

use ui::Direction;

use super::app::{App, AppInfo, Context, Event};
use crate::msg::AppId;
pub use crate::msg::launcher::Msg;
use crate::{
    paint::{Align, Color, IconName},
    state::DeviceState,
    toolkit::{
        View, Window, WindowKind, column,
        date::Date,
        frame_of, row, scroller, text,
        view::{Axis, Dim, Gravity},
    },
};

/// What it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Page {
    /// The home screen.
    Home,
    /// All apps.
    Drawer,
    /// The apps that were opened, the last one first.
    Recents(Vec<AppId>),
}

/// The launcher.
#[derive(Clone, Debug)]
pub struct Launcher {
    /// What it shows.
    pub page: Page,
}

/// The table of shortcuts: `label` and `path`.
const SHORTCUTS: &str = "shortcuts";
const WALLPAPER: Color = Color::rgb(0xdfe7f0);
/// The icons that a new phone has on its home screen; all others are in the drawer.
const HOME: [AppId; 4] = [AppId::Clipper, AppId::Clock, AppId::Contacts, AppId::Markor];
/// The icons in the dock.
const DOCK: [AppId; 4] = [AppId::Dialer, AppId::Sms, AppId::Camera, AppId::Settings];

fn icon(app: AppId) -> View {
    let info = app.info();
    text(info.label)
        .id("icon")
        .desc(info.label)
        .tap(Msg::Open(app))
        .wide()
        .high(96)
        .size(12)
        .align(Align::Center)
        .picture(info.icon.unwrap_or(IconName::Square))
}

/// Put a shortcut to a file of notes on the home screen; each file has one.
pub fn pin(device: &mut DeviceState, label: &str, path: &str) {
    if !device
        .tables
        .rows(SHORTCUTS)
        .iter()
        .any(|it| it.get("path") == path)
    {
        device
            .tables
            .insert(SHORTCUTS, [("label", label), ("path", path)]);
    }
}

/// The apps with an icon, by label.
pub fn shown() -> Vec<AppId> {
    let mut all: Vec<AppId> = AppId::ALL
        .iter()
        .copied()
        .filter(|it| it.info().icon.is_some())
        .collect();
    all.sort_by_key(|it| it.info().label.to_lowercase());
    all
}

fn grid(apps: impl IntoIterator<Item = AppId>, columns: i32) -> View {
    let mut grid = frame_of(apps.into_iter().map(icon))
        .class("android.view.ViewGroup")
        .wide();
    grid.axis = Axis::Grid(columns);
    grid
}

/// The icons of the home screen, and the shortcuts behind them.
fn workspace(device: &DeviceState) -> View {
    let mut grid = grid(HOME, 4).id("workspace");
    for it in device.tables.rows(SHORTCUTS) {
        let label = it.get("label").to_owned();
        grid.children.push(View {
            text: label.clone().into(),
            ..icon(AppId::Markor)
                .desc(label)
                .tap(Msg::Shortcut(it.get("path").to_owned()))
        });
    }
    grid
}

impl Launcher {
    fn home(&self, device: &DeviceState) -> View {
        let date = Date::from_ms(device.clock.now_ms());
        let day = text(date.short_day())
            .id("date")
            .desc(date.short_day())
            .size(22)
            .wide()
            .pad(24, 16);
        let page = column([
            View::new("android.view.View").high(56),
            day,
            View::new("android.view.View").height(Dim::Share(1)),
            workspace(device),
            grid(DOCK, 4).id("hotseat"),
            text("")
                .class("android.widget.FrameLayout")
                .id("search_container_hotseat")
                .wide()
                .high(24),
            View::new("android.view.View").high(56),
        ]);
        page.fill()
    }

    fn drawer(&self) -> View {
        let mut list = scroller(
            "androidx.recyclerview.widget.RecyclerView",
            "apps_list_view",
            "",
            shown().into_iter().map(icon),
        );
        list.axis = Axis::Grid(4);
        column([
            View::new("android.view.View").high(64),
            list.height(Dim::Share(1)),
            View::new("android.view.View").high(48),
        ])
        .fill()
    }

    fn recents(&self, opened: &[AppId]) -> View {
        if opened.is_empty() {
            return frame_of([text("No recent items").at(Gravity::Center).size(18)]).fill();
        }
        let cards = opened.iter().map(|app| {
            let label = app.info().label;
            column([
                text(label).size(16).wide().high(40),
                frame_of([]).id("snapshot").wide().high(104),
            ])
            .id("task")
            .desc(label)
            .tap(Msg::Open(*app))
            .wide()
            .pad(32, 8)
        });
        let list = scroller("android.widget.ScrollView", "overview_panel", "", cards).height(Dim::Share(1));
        column([row([]).high(64), list, row([]).high(48)]).fill()
    }
}

impl App for Launcher {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "Home",
        package: "com.google.android.apps.nexuslauncher",
        version: "13",
        activity: ".NexusLauncherActivity",
        names: &[],
        takes_text: false,
        icon: None,
    };

    fn start(_: &DeviceState) -> Self {
        Self { page: Page::Home }
    }

    fn view(&self, device: &DeviceState) -> Vec<Window> {
        let root = match &self.page {
            Page::Home => self.home(device),
            Page::Drawer => self.drawer(),
            Page::Recents(opened) => self.recents(opened),
        };
        let root = root.ground(WALLPAPER, 0);
        vec![Window {
            kind: WindowKind::Screen,
            root,
            package: None,
            cancelable: false,
        }]
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        match event {
            Event::Tap(Msg::Open(app)) => {
                self.page = Page::Home;
                ctx.open(app);
            }
            Event::Tap(Msg::Shortcut(path)) => ctx.view(AppId::Markor, path),
            Event::Fling(Direction::Up) if self.page == Page::Home => self.page = Page::Drawer,
            Event::Fling(Direction::Down) if self.page == Page::Drawer => self.page = Page::Home,
            Event::Back => self.page = Page::Home,
            _ => {}
        }
    }
}
