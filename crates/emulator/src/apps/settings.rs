//! Settings: the pages for what the device keeps, and the search over them.

use std::borrow::Cow;

use super::app::{App, AppInfo, Context, Event};
pub use crate::msg::settings::{Msg, Page};
use crate::{
    paint::{Color, IconName},
    state::DeviceState,
    system,
    toolkit::{
        Dim, Gravity, Ink, View, Window, WindowKind, column, edit, frame_of, image, image_button, row,
        scroller, slider, switch_row, text, toolbar, toolbar_title, view::Enter,
    },
};

const WIFI: &str = "global/wifi_on";
const BLUETOOTH: &str = "global/bluetooth_on";
const AIRPLANE: &str = "global/airplane_mode_on";
const QUIET: &str = "global/zen_mode";
const SAVER: &str = "global/low_power";
const LOCATION: &str = "secure/location_mode";
const ROTATION: &str = "system/accelerometer_rotation";
const DARK_THEME: &str = "secure/ui_night_mode";
/// Volumes: title, setting and highest value.
const VOLUMES: [(&str, &str, i32); 3] = [
    ("Media volume", "system/volume_music", 15),
    ("Ring & notification volume", "system/volume_ring", 7),
    ("Alarm volume", "system/volume_alarm", 7),
];

/// Settings.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The pages from the first to the one in front.
    pages: Vec<Page>,
    /// Whether the brightness slider is there.
    slider: bool,
    query: String,
}

impl Page {
    /// Pages that the first one lists, in its order.
    const LISTED: [Page; 8] = [
        Page::Network,
        Page::Connected,
        Page::Notifications,
        Page::Battery,
        Page::Sound,
        Page::Display,
        Page::Location,
        Page::About,
    ];
    /// Pages that the search finds.
    const FOUND: [Page; 12] = [
        Page::Network,
        Page::Internet,
        Page::Connected,
        Page::PairNew,
        Page::Preferences,
        Page::Bluetooth,
        Page::Notifications,
        Page::Battery,
        Page::Sound,
        Page::Display,
        Page::Location,
        Page::About,
    ];

    /// Its title, what the page above says below that, and its picture there.
    fn parts(self) -> (&'static str, &'static str, IconName) {
        match self {
            Page::Home => ("Settings", "", IconName::Settings),
            Page::Search => ("Search settings", "", IconName::Search),
            Page::Network => ("Network & internet", "Mobile, Wi‑Fi, hotspot", IconName::Wifi),
            Page::Internet => ("Internet", "", IconName::Wifi),
            Page::Connected => ("Connected devices", "Bluetooth, pairing", IconName::Bluetooth),
            Page::PairNew => ("Pair new device", "", IconName::Plus),
            Page::Preferences => ("Connection preferences", "Bluetooth", IconName::Link),
            Page::Bluetooth => ("Bluetooth", "", IconName::Bluetooth),
            Page::Notifications => ("Notifications", "Do Not Disturb", IconName::Bell),
            Page::Battery => ("Battery", "100%", IconName::Battery),
            Page::Sound => (
                "Sound & vibration",
                "Volume, haptics, Do Not Disturb",
                IconName::Music,
            ),
            Page::Display => ("Display", "Dark theme, font size, brightness", IconName::Eye),
            Page::Location => ("Location", "", IconName::Pin),
            Page::About => ("About emulated device", "sdk_gphone_x86_64", IconName::Phone),
        }
    }

    fn title(self) -> &'static str {
        self.parts().0
    }
}

fn words(title: &'static str, summary: impl Into<Cow<'static, str>>) -> View {
    let mut words = vec![text(title).id("android:id/title").size(18).wide()];
    let summary = summary.into();
    if !summary.is_empty() {
        words.push(text(summary).id("android:id/summary").ink(Ink::Dim).wide());
    }
    column(words).width(Dim::Share(1)).at(Gravity::Center)
}

/// A line that leads somewhere.
fn line(title: &'static str, summary: impl Into<Cow<'static, str>>, msg: Msg) -> View {
    row([words(title, summary)]).tap(msg).wide().high(72).pad(24, 8)
}

/// A line that only says something.
fn fact(title: &'static str, value: impl Into<Cow<'static, str>>) -> View {
    row([words(title, value)]).wide().high(72).pad(24, 8)
}

fn go(page: Page, summary: impl Into<Cow<'static, str>>) -> View {
    line(page.title(), summary, Msg::Go(page))
}

fn on_off(device: &DeviceState, key: &str) -> &'static str {
    if system::is_on(device, key) { "On" } else { "Off" }
}

fn switch(device: &DeviceState, title: &'static str, key: &'static str) -> View {
    switch_row(title, system::is_on(device, key), Msg::Flip(key))
}

/// The switch that a page is about, at its top.
fn main_switch(device: &DeviceState, title: &'static str, key: &'static str) -> View {
    let mut bar = switch(device, title, key).id("main_switch_bar");
    if let Some(label) = bar.children.first_mut() {
        label.id = "switch_text";
    }
    bar
}

fn note(words: &'static str) -> View {
    text(words).wide().pad(24, 12)
}

fn volume(device: &DeviceState, key: &str, most: i32) -> i32 {
    let value = device.settings.get(key).and_then(|it| it.parse().ok());
    value.unwrap_or(most / 2).clamp(0, most)
}

fn volume_rows(device: &DeviceState, title: &'static str, key: &'static str, most: i32) -> [View; 2] {
    let title_view = text(title).id("android:id/title").size(16).wide().pad(24, 8);
    let bar = slider(
        "seekbar",
        title,
        volume(device, key, most),
        most,
        Msg::Volume(key, most),
    );
    [title_view, bar.pad(24, 0)]
}

/// A page as the first one lists it.
fn listed(page: Page, device: &DeviceState) -> View {
    let (title, summary, icon) = page.parts();
    let summary = match page {
        Page::Location => on_off(device, LOCATION),
        _ => summary,
    };
    let words = words(title, summary).pad(16, 0);
    row([image(icon).across(24).high(24), words])
        .tap(Msg::Go(page))
        .wide()
        .high(72)
        .pad(24, 8)
}

fn rows(page: Page, device: &DeviceState) -> Vec<View> {
    match page {
        Page::Home => Page::LISTED.map(|it| listed(it, device)).into(),
        Page::Search => Vec::new(),
        Page::Network => {
            let wifi = if system::is_on(device, WIFI) {
                "AndroidWifi"
            } else {
                "Off"
            };
            vec![
                go(Page::Internet, wifi),
                switch(device, "Airplane mode", AIRPLANE),
            ]
        }
        Page::Internet => {
            let mut rows = vec![switch(device, "Wi-Fi", WIFI)];
            if system::is_on(device, WIFI) {
                rows.push(fact("AndroidWifi", "Connected"));
            }
            rows
        }
        Page::Connected => vec![go(Page::PairNew, ""), go(Page::Preferences, "Bluetooth")],
        Page::PairNew => vec![
            fact("Device name", "sdk_gphone_x86_64"),
            note("Available devices"),
            note("Searching for devices…"),
        ],
        Page::Preferences => vec![go(Page::Bluetooth, on_off(device, BLUETOOTH))],
        Page::Bluetooth => vec![
            main_switch(device, "Use Bluetooth", BLUETOOTH),
            note(
                "When Bluetooth is turned on, your device can communicate with other nearby Bluetooth devices.",
            ),
        ],
        Page::Notifications => vec![switch(device, "Do Not Disturb", QUIET)],
        Page::Battery => vec![
            fact("Battery level", "100%"),
            switch(device, "Battery Saver", SAVER),
        ],
        Page::Sound => {
            let volumes = VOLUMES
                .into_iter()
                .flat_map(|(title, key, most)| volume_rows(device, title, key, most));
            volumes.chain([switch(device, "Do Not Disturb", QUIET)]).collect()
        }
        Page::Display => {
            let level = system::brightness(device) * 100 / 255;
            vec![
                line("Brightness level", format!("{level}%"), Msg::Brightness),
                switch(device, "Dark theme", DARK_THEME),
                switch(device, "Auto-rotate screen", ROTATION),
            ]
        }
        Page::Location => vec![main_switch(device, "Use location", LOCATION)],
        Page::About => vec![
            fact("Device name", "sdk_gphone_x86_64"),
            fact("Android version", "13"),
            fact(
                "IP address",
                if system::is_on(device, WIFI) {
                    "10.0.2.16"
                } else {
                    "Unavailable"
                },
            ),
        ],
    }
}

impl Settings {
    fn page(&self) -> Page {
        self.pages.last().copied().unwrap_or(Page::Home)
    }

    fn back(&mut self, ctx: &mut Context<'_>) {
        if self.slider {
            self.slider = false;
        } else if self.pages.len() > 1 {
            self.pages.pop();
        } else {
            ctx.leave();
        }
    }

    fn go(&mut self, ctx: &mut Context<'_>, page: Page) {
        self.pages.push(page);
        match page {
            Page::Search => {
                self.query.clear();
                ctx.focus(Msg::Query);
            }
            // Nothing can be paired while Bluetooth is off.
            Page::PairNew if !system::is_on(ctx.device, BLUETOOTH) => system::flip(ctx.device, BLUETOOTH),
            _ => ctx.unfocus(),
        }
    }

    /// The titles and switches that have the query's words.
    fn found(&self) -> Vec<View> {
        let query = self.query.trim().to_lowercase();
        let is_found = |page: &Page| !query.is_empty() && page.title().to_lowercase().contains(&query);
        Page::FOUND
            .into_iter()
            .filter(is_found)
            .map(|it| go(it, it.parts().1))
            .collect()
    }

    fn bar(&self, page: Page) -> View {
        let up = || image_button(IconName::Back, "Navigate up", Msg::Up);
        match page {
            Page::Home => {
                let words = text("Search settings")
                    .id("search_action_bar_title")
                    .size(16)
                    .at(Gravity::Center);
                let search = row([image(IconName::Search).across(24).high(24), words.pad(16, 0)])
                    .class("android.view.ViewGroup")
                    .id("search_action_bar")
                    .tap(Msg::Go(Page::Search))
                    .wide()
                    .high(56)
                    .pad(24, 0)
                    .ground(Color::rgb(0xe9_ec_f2), 28);
                let title = text("Settings").id("homepage_title").size(32).wide().pad(24, 12);
                column([title, frame_of([search]).wide().pad(16, 8)]).wide()
            }
            Page::Search => {
                let field = edit(Msg::Query, "Search settings", self.query.clone())
                    .id("open_search_view_edit_text")
                    .enter(Enter::Submit)
                    .width(Dim::Share(1));
                toolbar("open_search_view_toolbar", [up(), field])
            }
            _ => toolbar("action_bar", [up(), toolbar_title(page.title())]),
        }
    }
}

impl App for Settings {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "Settings",
        package: "com.android.settings",
        version: "13",
        activity: ".Settings",
        names: &["settings", "system settings"],
        takes_text: false,
        icon: Some(IconName::Settings),
    };

    fn start(_: &DeviceState) -> Self {
        Self {
            pages: vec![Page::Home],
            slider: false,
            query: String::new(),
        }
    }

    fn activity(&self) -> &'static str {
        match self.page() {
            Page::Home => ".Settings",
            Page::Search => ".intelligence.search.SearchActivity",
            _ => ".SubSettings",
        }
    }

    fn view(&self, device: &DeviceState) -> Vec<Window> {
        let page = self.page();
        let (content, rows) = match page {
            Page::Search => (&*self.query, self.found()),
            _ => (page.title(), rows(page, device)),
        };
        let list = scroller(
            "androidx.recyclerview.widget.RecyclerView",
            "recycler_view",
            content,
            rows,
        );
        let root = column([self.bar(page), list.height(Dim::Share(1))]).fill();
        let mut windows = vec![Window::activity(root)];
        if self.slider {
            let level = slider(
                "slider",
                "Display brightness",
                system::brightness(device),
                255,
                Msg::Level,
            );
            windows.push(
                Window::over(WindowKind::Dialog, frame_of([level]).wide().pad(8, 12)).of(system::SYSTEM_UI),
            );
        }
        windows
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        match event {
            Event::Tap(Msg::Go(page)) => self.go(ctx, page),
            Event::Tap(Msg::Flip(key)) => system::flip(ctx.device, key),
            Event::Tap(Msg::Brightness) => self.slider = true,
            Event::Tap(Msg::Up) | Event::Back => self.back(ctx),
            Event::Edit(Msg::Query, text) => self.query = text,
            Event::Drag(Msg::Level, _, to) => system::set_brightness(ctx.device, to),
            Event::Drag(Msg::Volume(key, most), _, to) => {
                let value = (to.clamp(0, 1000) * most + 500) / 1000;
                ctx.device.settings.insert(key.to_owned(), value.to_string());
            }
            Event::Tap(Msg::Level | Msg::Volume(..) | Msg::Query) => {}
            _ => {}
        }
    }
}
