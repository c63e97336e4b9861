//! Which apps there are.

/// Give a macro every app: its name, and its module.
macro_rules! each_app {
    ($to:ident) => {
        $to! {
            Launcher: launcher,
            Markor: markor,
            Contacts: contacts,
            Clipper: clipper,
            Settings: settings,
            Sms: sms,
            Camera: camera,
            Clock: clock,
            Dialer: dialer,
            Expense: expense,
            Broccoli: broccoli,
            Files: files,
            Calendar: calendar,
            Tasks: todos,
            AudioRecorder: recorder,
            Draw: draw,
            Music: music,
            Tracks: tracks,
            Joplin: joplin,
            Vlc: vlc,
            OsmAnd: osmand,
            Gallery: gallery,
            Chrome: chrome,
            HtmlViewer: html_viewer,
        }
    };
}
pub(crate) use each_app;

macro_rules! ids {
    ($($name:ident: $module:ident),* $(,)?) => {
        /// Which app.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "one variant per app, named like it")]
        pub enum AppId {
            $($name,)*
        }

        impl AppId {
            /// Every app there is.
            pub const ALL: &[AppId] = &[$(AppId::$name,)*];
        }
    };
}

each_app!(ids);
