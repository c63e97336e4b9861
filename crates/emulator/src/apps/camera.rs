//! Camera: takes photos into `Pictures` and videos into `Movies`.

use ui::Direction;

use super::app::{App, AppInfo, Context, Event};
pub use crate::msg::camera::{Mode, Msg};
use crate::{
    paint::{Align, Color, IconName},
    state::DeviceState,
    system,
    toolkit::{
        Dim, Gravity, Ink, View, Window, button, check_row, column, date::Date, dialog, frame_of,
        image_button, parts::message, row, text,
    },
};

const PICTURES: &str = "/storage/emulated/0/Pictures";
const MOVIES: &str = "/storage/emulated/0/Movies";
/// Whether photos say where they were taken.
const LOCATION: &str = "com.android.camera2/save_location";
const DARK: Color = Color::rgb(0x20_21_24);
const SCENE: Color = Color::rgb(0x8f_a3_b3);

/// Camera.
#[derive(Clone, Debug)]
pub struct Camera {
    mode: Mode,
    /// When the video that is being taken was begun.
    since_ms: Option<i64>,
    /// Whether the list of modes is open.
    choosing: bool,
    options: bool,
    front_lens: bool,
    grid: bool,
    /// Whether the first question is answered with yes.
    tag_places: bool,
}

impl App for Camera {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "Camera",
        package: "com.android.camera2",
        version: "13",
        activity: "com.android.camera.CameraLauncher",
        names: &["camera"],
        takes_text: false,
        icon: Some(IconName::Camera),
    };

    fn start(_: &DeviceState) -> Self {
        Self {
            mode: Mode::Photo,
            since_ms: None,
            choosing: false,
            options: false,
            front_lens: false,
            grid: false,
            tag_places: true,
        }
    }

    fn view(&self, device: &DeviceState) -> Vec<Window> {
        let page = if self.choosing {
            modes()
        } else {
            self.finder(device)
        };
        let mut windows = vec![Window::activity(page.ground(DARK, 0))];
        if system::is_first_start(device, Self::INFO.package) {
            windows.push(dialog(
                "Remember photo locations?",
                vec![
                    message("Tag photos and videos with the places where they are taken?"),
                    check_row("Tag places", self.tag_places, Msg::TagPlaces).id("check_box"),
                ],
                None,
                None,
                Some(button("Next", Msg::Next)),
            ));
        }
        windows
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        match event {
            Event::Tap(msg) => self.tapped(ctx, msg),
            Event::Fling(Direction::Right) if self.since_ms.is_none() => self.choosing = true,
            Event::Fling(Direction::Left) => self.choosing = false,
            Event::Back if self.choosing => self.choosing = false,
            Event::Back if self.since_ms.is_some() => self.stop(ctx),
            Event::Back => ctx.leave(),
            Event::Pause => self.stop(ctx),
            Event::Permission(given) => save_location(ctx, given),
            _ => {}
        }
    }
}

fn save_location(ctx: &mut Context<'_>, given: bool) {
    let value = if given { "1" } else { "0" };
    ctx.device.settings.insert(LOCATION.to_owned(), value.to_owned());
}

impl Camera {
    fn finder(&self, device: &DeviceState) -> View {
        let mut over = vec![
            View::new("android.view.View")
                .id("preview_content")
                .fill()
                .ground(SCENE, 0),
        ];
        if let Some(since) = self.since_ms {
            let seconds = (device.clock.now_ms() - since) / 1000;
            let time = format!("{:02}:{:02}", seconds / 60, seconds % 60);
            over.push(
                text(time)
                    .id("recording_time")
                    .size(20)
                    .ink(Ink::Light)
                    .pad(16, 16),
            );
        } else {
            over.push(
                image_button(IconName::Menu, "Mode list", Msg::Modes)
                    .id("mode_list_toggle")
                    .at(Gravity::Start)
                    .ink(Ink::Light),
            );
            over.push(self.options_bar().at(Gravity::End));
        }
        let shutter = match (self.mode, self.since_ms) {
            (Mode::Photo, _) => IconName::Camera,
            (Mode::Video, None) => IconName::Circle,
            (Mode::Video, Some(_)) => IconName::Square,
        };
        let shutter = image_button(shutter, "Shutter", Msg::Shutter)
            .id("shutter_button")
            .across(72)
            .high(72)
            .ink(Ink::Light)
            .ground(Color::rgb(0x1a_5f_b4), 36);
        column([
            frame_of(over).wide().height(Dim::Share(1)),
            frame_of([shutter.at(Gravity::Center)])
                .id("bottombar_capture")
                .wide()
                .high(128),
        ])
        .fill()
    }

    /// The three dots, or what is behind them.
    fn options_bar(&self) -> View {
        if !self.options {
            return image_button(IconName::More, "Options", Msg::Options)
                .id("mode_options_toggle")
                .ink(Ink::Light);
        }
        let lens = if self.front_lens {
            "Front camera"
        } else {
            "Back camera"
        };
        let grid = if self.grid {
            "Grid lines on"
        } else {
            "Grid lines off"
        };
        row([
            image_button(IconName::Undo, lens, Msg::Lens)
                .id("camera_toggle_button")
                .ink(Ink::Light),
            image_button(IconName::List, grid, Msg::Grid)
                .id("grid_lines_toggle_button")
                .ink(Ink::Light),
        ])
        .id("mode_options_buttons")
    }

    fn tapped(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::Shutter => match (self.mode, self.since_ms) {
                (Mode::Photo, _) => {
                    let now = ctx.now();
                    ctx.device
                        .files
                        .write(&free_name(ctx.device, PICTURES, "IMG", "jpg"), "", now);
                }
                (Mode::Video, None) => self.since_ms = Some(ctx.now()),
                (Mode::Video, Some(_)) => self.stop(ctx),
            },
            Msg::Modes => self.choosing = true,
            Msg::Mode(mode) => (self.mode, self.choosing) = (mode, false),
            Msg::Options => self.options = true,
            Msg::Lens => (self.front_lens, self.options) = (!self.front_lens, false),
            Msg::Grid => (self.grid, self.options) = (!self.grid, false),
            Msg::TagPlaces => self.tag_places = !self.tag_places,
            Msg::Next => {
                system::started(ctx.device, Self::INFO.package);
                if self.tag_places {
                    ctx.ask("Allow Camera to access this device's location?");
                } else {
                    save_location(ctx, false);
                }
            }
        }
    }

    /// End the video that is being taken, and keep it.
    fn stop(&mut self, ctx: &mut Context<'_>) {
        if self.since_ms.take().is_some() {
            let now = ctx.now();
            ctx.device
                .files
                .write(&free_name(ctx.device, MOVIES, "VID", "mp4"), "", now);
        }
    }
}

/// A path that says the time; two of one second get a number.
fn free_name(device: &DeviceState, folder: &str, kind: &str, extension: &str) -> String {
    let it = Date::from_ms(device.clock.now_ms());
    let stamp = format!(
        "{folder}/{kind}_{}{:02}{:02}_{:02}{:02}{:02}",
        it.year, it.month, it.day, it.hour, it.minute, it.second
    );
    let mut path = format!("{stamp}.{extension}");
    let mut count = 0;
    while device.files.exists(&path) {
        count += 1;
        path = format!("{stamp}_{count}.{extension}");
    }
    path
}

fn modes() -> View {
    let mode = |name: &'static str, desc: &'static str, icon, mode| {
        row([
            View::new("android.widget.ImageView")
                .picture(icon)
                .across(40)
                .high(40)
                .ink(Ink::Light),
            text(name)
                .size(18)
                .ink(Ink::Light)
                .align(Align::Left)
                .at(Gravity::Center),
        ])
        .desc(desc)
        .tap(Msg::Mode(mode))
        .wide()
        .high(72)
        .pad(32, 16)
    };
    column([
        mode("Camera", "Switch to Camera Mode", IconName::Camera, Mode::Photo),
        mode("Video", "Switch to Video Camera", IconName::Play, Mode::Video),
    ])
    .id("mode_list")
    .fill()
    .pad(0, 160)
}
