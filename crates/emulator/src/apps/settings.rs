//! Settings: network, Bluetooth and display, as far as the device keeps them.

use super::{App, AppInfo, Context, Event};
use crate::{
    paint::IconName,
    state::DeviceState,
    system,
    toolkit::{
        Dim, Gravity, Ink, View, Window, WindowKind, column, frame_of, image_button, row, scroller, slider,
        switch_row, text, toolbar, toolbar_title,
    },
};

/// One of its pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The list of all.
    Home,
    /// Network & internet.
    Network,
    /// Internet.
    Internet,
    /// Connected devices.
    Connected,
    /// Connection preferences.
    Preferences,
    /// Bluetooth.
    Bluetooth,
    /// Display.
    Display,
}

/// What its widgets tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Msg {
    /// Go to a page.
    Go(Page),
    /// Turn a setting on or off.
    Flip(&'static str),
    /// Open the brightness slider.
    Brightness,
    /// The brightness slider.
    Level,
    /// Back to the page before.
    Up,
}

const WIFI: &str = "global/wifi_on";
const BLUETOOTH: &str = "global/bluetooth_on";
const AIRPLANE: &str = "global/airplane_mode_on";
const ROTATION: &str = "system/accelerometer_rotation";

/// Settings.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The pages from the first to the one in front.
    pages: Vec<Page>,
    /// Whether the brightness slider is there.
    slider: bool,
}

impl Page {
    fn title(self) -> &'static str {
        match self {
            Page::Home => "Settings",
            Page::Network => "Network & internet",
            Page::Internet => "Internet",
            Page::Connected => "Connected devices",
            Page::Preferences => "Connection preferences",
            Page::Bluetooth => "Bluetooth",
            Page::Display => "Display",
        }
    }
}

fn line(title: &'static str, summary: impl Into<std::borrow::Cow<'static, str>>, msg: Msg) -> View {
    let mut words = vec![text(title).id("android:id/title").size(18).wide()];
    let summary = summary.into();
    if !summary.is_empty() {
        words.push(text(summary).id("android:id/summary").ink(Ink::Dim).wide());
    }
    row([column(words).width(Dim::Share(1)).at(Gravity::Center)])
        .tap(msg)
        .wide()
        .high(72)
        .pad(24, 8)
}

fn go(page: Page, summary: &'static str) -> View {
    line(page.title(), summary, Msg::Go(page))
}

fn on_off(device: &DeviceState, key: &str) -> &'static str {
    if system::is_on(device, key) { "On" } else { "Off" }
}

fn rows(page: Page, device: &DeviceState) -> Vec<View> {
    let switch = |title: &'static str, key: &'static str| {
        switch_row(title, system::is_on(device, key), Msg::Flip(key))
    };
    match page {
        Page::Home => vec![
            go(Page::Network, "Mobile, Wi‑Fi, hotspot"),
            go(Page::Connected, "Bluetooth, pairing"),
            go(Page::Display, "Brightness, rotation"),
        ],
        Page::Network => {
            let wifi = if system::is_on(device, WIFI) {
                "AndroidWifi"
            } else {
                "Off"
            };
            vec![go(Page::Internet, wifi), switch("Airplane mode", AIRPLANE)]
        }
        Page::Internet => {
            let mut rows = vec![switch("Wi-Fi", WIFI)];
            if system::is_on(device, WIFI) {
                let words = column([
                    text("AndroidWifi").id("android:id/title").size(18).wide(),
                    text("Connected").id("android:id/summary").ink(Ink::Dim).wide(),
                ]);
                rows.push(words.wide().pad(24, 12));
            }
            rows
        }
        Page::Connected => vec![go(Page::Preferences, "Bluetooth")],
        Page::Preferences => vec![go(Page::Bluetooth, on_off(device, BLUETOOTH))],
        Page::Bluetooth => {
            let mut bar = switch("Use Bluetooth", BLUETOOTH).id("main_switch_bar");
            if let Some(label) = bar.children.first_mut() {
                label.id = "switch_text";
            }
            vec![bar, text("When Bluetooth is turned on, your device can communicate with other nearby Bluetooth devices.").wide().pad(24, 12)]
        }
        Page::Display => {
            let level = system::brightness(device) * 100 / 255;
            vec![
                line("Brightness level", format!("{level}%"), Msg::Brightness),
                switch("Auto-rotate screen", ROTATION),
            ]
        }
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
}

impl App for Settings {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "Settings",
        package: "com.android.settings",
        activity: ".Settings",
        names: &["settings", "system settings"],
        takes_text: false,
        icon: Some(IconName::Settings),
    };

    fn start(_: &DeviceState) -> Self {
        Self {
            pages: vec![Page::Home],
            slider: false,
        }
    }

    fn activity(&self) -> &'static str {
        if self.page() == Page::Home {
            ".Settings"
        } else {
            ".SubSettings"
        }
    }

    fn view(&self, device: &DeviceState) -> Vec<Window> {
        let page = self.page();
        let mut bar = Vec::new();
        if page != Page::Home {
            bar.push(image_button(IconName::Back, "Navigate up", Msg::Up));
        }
        bar.push(toolbar_title(page.title()));
        let list = scroller(
            "androidx.recyclerview.widget.RecyclerView",
            "recycler_view",
            page.title(),
            rows(page, device),
        );
        let root = column([toolbar("action_bar", bar), list.height(Dim::Share(1))]).fill();
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
            Event::Tap(Msg::Go(page)) => self.pages.push(page),
            Event::Tap(Msg::Flip(key)) => system::flip(ctx.device, key),
            Event::Tap(Msg::Brightness) => self.slider = true,
            Event::Tap(Msg::Up) | Event::Back => self.back(ctx),
            Event::Drag(Msg::Level, _, to) => system::set_brightness(ctx.device, to),
            Event::Tap(Msg::Level)
            | Event::Hold(_)
            | Event::Edit(..)
            | Event::Submit(_)
            | Event::Drag(..)
            | Event::Fling(_)
            | Event::Pause
            | Event::Resume
            | Event::Shared(_)
            | Event::Permission(_) => {}
        }
    }
}
