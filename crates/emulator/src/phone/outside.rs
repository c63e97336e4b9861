//! What a phone is asked from outside beside actions: all its widgets, its apps, and to start and stop them.

use std::{collections::BTreeSet, sync::Arc};

use super::{Branch, Key, Phone};
use crate::{
    apps::{AppInfo, AppState, dialer, sms},
    msg::AppId,
    system,
};

impl Phone {
    /// The windows that are reported with all their widgets, the lowest first: containers, pictures and spaces too,
    /// which [`Phone::screen`] leaves out.
    pub fn windows(&self) -> Vec<Branch> {
        let listed: BTreeSet<u32> = self.order.iter().copied().collect();
        let roots = self.frame.active().iter().map(|it| it.root);
        roots.filter_map(|it| self.branch(it, &listed)).collect()
    }

    fn branch(&self, id: u32, listed: &BTreeSet<u32>) -> Option<Branch> {
        let node = self.frame.node(id);
        node.visible?;
        Some(Branch {
            element: self.element(id),
            listed: listed.contains(&id),
            children: node
                .children
                .iter()
                .filter_map(|it| self.branch(*it, listed))
                .collect(),
        })
    }

    /// Width and height of the screen.
    pub fn size(&self) -> (u32, u32) {
        let glass = self.interaction.glass;
        (glass.width as u32, glass.height as u32)
    }

    /// Whether the keyboard is shown.
    pub fn has_keyboard(&self) -> bool {
        self.interaction.keyboard
    }

    /// The apps that are installed.
    pub fn installed() -> impl Iterator<Item = &'static AppInfo> {
        AppId::ALL.iter().map(|it| it.info())
    }

    /// Packages of the apps that run, the one in front last.
    pub fn running(&self) -> Vec<&'static str> {
        let package = |it: usize| self.running[it].id().info().package;
        let others = (0..self.running.len()).filter(|it| *it != self.front);
        others.chain([self.front]).map(package).collect()
    }

    /// Bring an app to the front, starting it if it does not run. `false` where there is none of this package.
    pub fn start(&mut self, package: &str) -> bool {
        match app(package) {
            Some(AppId::Launcher) => self.key(Key::Home),
            Some(app) => self.open(app, None),
            None => return false,
        }
        true
    }

    /// End an app, without asking it: what it has not kept is gone. `false` where there is none of this package.
    pub fn stop(&mut self, package: &str) -> bool {
        let Some(app) = app(package) else { return false };
        let running = self.running.iter().position(|it| it.id() == app);
        // The launcher is always there.
        let Some(at) = running.filter(|it| *it > 0) else {
            return true;
        };
        let was_in_front = self.front == at;
        if was_in_front {
            self.interaction.close_all();
            self.panel = system::Panel::None;
            self.front = 0;
        } else if self.front > at {
            self.front -= 1;
        }
        self.running.remove(at);
        if was_in_front {
            self.key(Key::Home);
        }
        self.refresh();
        true
    }

    /// What an app keeps in mind, once it has come to the front.
    fn opened(&mut self, app: AppId) -> &mut AppState {
        self.open(app, None);
        Arc::make_mut(&mut self.running[self.front])
    }

    /// The contacts' editor comes to the front, with the name and number of somebody new in it.
    pub fn begin_contact(&mut self, name: &str, number: &str) {
        if let AppState::Contacts(app) = self.opened(AppId::Contacts) {
            app.begin(name, number);
        }
        self.refresh();
    }

    /// The messages of a number come to the front, with a text that is not sent yet.
    pub fn begin_message(&mut self, number: &str, text: &str) {
        if let AppState::Sms(app) = self.opened(AppId::Sms) {
            app.write_to(number, text);
        }
        self.refresh();
    }

    /// A text message comes in.
    pub fn receive(&mut self, from: &str, text: &str) {
        sms::deliver(&mut self.state, from, text, false);
        self.refresh();
    }

    /// A call from a number has come to its end.
    pub fn called(&mut self, from: &str) {
        dialer::keep_call(&mut self.state, from);
        self.refresh();
    }

    /// End an app and drop what it keeps, as on a phone where it was just installed. `false` where there is none of
    /// this package.
    pub fn clear(&mut self, package: &str) -> bool {
        let Some(app) = app(package) else { return false };
        self.stop(package);
        for table in app.tables() {
            let ids: Vec<i64> = self.state.tables.rows(table).iter().map(|it| it.id).collect();
            for id in ids {
                self.state.tables.delete(table, id);
            }
        }
        let own = format!("{package}/");
        self.state.settings.retain(|name, _| !name.starts_with(&own));
        if app == AppId::Chrome {
            self.state.settings.extend([system::never_started(package)]);
        }
        if app == AppId::Launcher {
            let launcher = AppState::start(app, &self.state);
            self.running[0] = Arc::new(launcher);
        }
        self.refresh();
        true
    }
}

fn app(package: &str) -> Option<AppId> {
    let mut all = AppId::ALL.iter().copied();
    all.find(|it| it.info().package == package)
}

impl AppId {
    /// The tables that hold what an app keeps. Files in the shared storage are nobody's.
    fn tables(self) -> &'static [&'static str] {
        match self {
            AppId::Launcher => &["shortcuts"],
            AppId::Contacts => &["contacts"],
            AppId::Sms => &["sms"],
            AppId::Clock => &["alarms", "timers"],
            AppId::Dialer => &["calls"],
            AppId::Expense => &["expense"],
            AppId::Broccoli => &["recipes"],
            AppId::Calendar => &["events"],
            AppId::Tasks => &["tasks"],
            AppId::Tracks => &["tracks"],
            AppId::Joplin => &["folders", "notes"],
            AppId::Vlc => &["vlc_playlists", "vlc_media", "vlc_playlist_media"],
            AppId::OsmAnd => &["map_markers"],
            AppId::Music => &["playlists", "playlist_songs", "playing_queue"],
            AppId::AudioRecorder
            | AppId::Draw
            | AppId::Markor
            | AppId::Clipper
            | AppId::Settings
            | AppId::Camera
            | AppId::Chrome
            | AppId::HtmlViewer
            | AppId::Gallery
            | AppId::Files => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        apps::{markor, osmand, recorder},
        state::DeviceState,
    };

    #[test]
    fn apps_are_started_stopped_and_cleared() {
        let mut phone = Phone::new(DeviceState::fresh());
        let packages: Vec<&str> = Phone::installed().map(|it| it.package).collect();
        for package in &packages {
            assert!(phone.start(package), "{package}");
            assert_eq!(phone.focus_is_on().0, *package);
            assert_eq!(phone.running().last(), Some(package));
        }
        assert_eq!(phone.running().len(), packages.len());
        // What they have made at their first start.
        for folder in [markor::NOTEBOOK, osmand::TRACKS, recorder::RECORDS] {
            assert!(phone.state.files.is_dir(folder), "{folder}");
        }
        for package in &packages {
            assert!(phone.stop(package));
        }
        assert_eq!(phone.running(), [packages[0]]);
        assert!(!phone.start("no.such.app") && !phone.stop("no.such.app") && !phone.clear("no.such.app"));
        phone.state.tables.insert("contacts", [("name", "Ada")]);
        let contacts = Phone::package("Contacts").unwrap();
        assert!(phone.clear(contacts));
        assert!(phone.state.tables.rows("contacts").is_empty());
        // Messages that something else asked for are not what the icon shows.
        phone.begin_message("+15550100", "On my way");
        assert!(phone.focus_is_on().1.ends_with("ThreadActivity"));
        phone.key(Key::Home);
        assert!(phone.start(sms::PACKAGE) && phone.focus_is_on().1.ends_with("MainActivity"));
        let chrome = Phone::package("Chrome").unwrap();
        assert!(phone.clear(chrome) && phone.start(chrome));
        assert!(phone.focus_is_on().1.ends_with("FirstRunActivity"));
    }

    /// The list of a screen is what an accessibility service makes of the tree.
    #[test]
    fn the_tree_has_all_that_the_list_has() {
        fn count(branch: &Branch) -> usize {
            1 + branch.children.iter().map(count).sum::<usize>()
        }
        let mut phone = Phone::new(DeviceState::fresh());
        for app in Phone::installed() {
            phone.start(app.package);
            let windows = phone.windows();
            let all: usize = windows.iter().map(count).sum();
            assert!(all > phone.screen().elements.len(), "{}", app.label);
        }
    }
}
