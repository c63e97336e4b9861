//! The apps. Each is data with `view` (what it shows) and `update` (what an event does to it and the device).
//!
//! A new app is one line in the list of [`crate::msg::app`], its messages beside that, and a file or folder here.

pub mod app;
pub mod broccoli;
pub mod calendar;
pub mod camera;
pub mod chrome;
pub mod clipper;
pub mod clock;
pub mod contacts;
pub mod dialer;
pub mod draw;
pub mod expense;
pub mod files;
pub mod gallery;
pub mod html_viewer;
pub mod joplin;
pub mod launcher;
pub mod markor;
pub mod music;
pub mod osmand;
pub mod recorder;
pub mod settings;
pub mod sms;
pub mod todos;
pub mod tracks;
pub mod vlc;

pub use app::{App, AppInfo, Context, Document, Effect, Event};

pub use crate::msg::{AppId, Msg};
use crate::{msg::each_app, state::DeviceState, toolkit::window::Window};

macro_rules! apps {
    ($($name:ident: $module:ident),* $(,)?) => {
        impl AppId {
            /// Who it is.
            pub fn info(self) -> &'static AppInfo {
                match self {
                    $(AppId::$name => const { &<$module::$name as App>::INFO },)*
                }
            }
        }

        /// An app that runs.
        #[derive(Clone, Debug)]
        #[allow(missing_docs, reason = "one variant per app, named like it")]
        pub enum AppState {
            $($name(Box<$module::$name>),)*
        }

        impl AppState {
            /// Start an app.
            pub fn start(id: AppId, device: &DeviceState) -> Self {
                match id {
                    $(AppId::$name => AppState::$name(Box::new(<$module::$name as App>::start(device))),)*
                }
            }

            /// Show a page of the launcher, if it is the launcher.
            pub fn show(&mut self, page: launcher::Page) {
                if let AppState::Launcher(launcher) = self {
                    launcher.page = page;
                }
            }

            /// Which app it is.
            pub fn id(&self) -> AppId {
                match self {
                    $(AppState::$name(_) => AppId::$name,)*
                }
            }

            /// Its activity in front.
            pub fn activity(&self) -> &'static str {
                match self {
                    $(AppState::$name(app) => app.activity(),)*
                }
            }

            /// Its windows.
            pub fn view(&self, device: &DeviceState) -> Vec<Window> {
                match self {
                    $(AppState::$name(app) => app.view(device),)*
                }
            }

            /// Give it an event; another app's message is dropped.
            pub fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
                match self {
                    $(AppState::$name(app) => {
                        let own = |msg| match msg {
                            Msg::$name(msg) => Some(msg),
                            _ => None,
                        };
                        if let Some(event) = event.narrow(own) {
                            app.update(ctx, event);
                        }
                    })*
                }
            }
        }
    };
}

each_app!(apps);
