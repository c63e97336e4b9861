//! What widgets tell: the messages of each app, of the system's windows and of the toolkit's own. They say what was
//! touched; what that does, the apps say.
//!
//! A new app is one line in the list of [`app`], and a file here.

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
pub mod system;
pub mod todos;
pub mod touch;
pub mod tracks;
pub mod vlc;

pub use app::AppId;
pub(crate) use app::each_app;

macro_rules! messages {
    ($($name:ident: $module:ident),* $(,)?) => {
        /// Any widget's message.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "one variant per app, named like it")]
        pub enum Msg {
            /// Of the toolkit's own windows.
            Touch(touch::Touch),
            /// Of the system's windows.
            System(system::Msg),
            $($name($module::Msg),)*
        }

        impl From<touch::Touch> for Msg {
            fn from(touch: touch::Touch) -> Self {
                Msg::Touch(touch)
            }
        }

        impl From<system::Msg> for Msg {
            fn from(msg: system::Msg) -> Self {
                Msg::System(msg)
            }
        }

        $(impl From<$module::Msg> for Msg {
            fn from(msg: $module::Msg) -> Self {
                Msg::$name(msg)
            }
        })*
    };
}

each_app!(messages);
