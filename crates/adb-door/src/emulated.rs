//! The emulator as the phone behind the door.

use device::{Device, DeviceError};
use emulator::{
    Branch, Emulator, Phone, SystemWindow,
    apps::music::SONGS,
    state::{Files, Row},
};

use crate::{
    handset::{App, Entry, Finger, Handset, Key, Node},
    mp3,
};

fn node(branch: Branch) -> Node {
    Node {
        element: branch.element,
        listed: branch.listed,
        children: branch.children.into_iter().map(node).collect(),
    }
}

/// What there is at a path: the folder above lists it.
fn entry(files: &Files, path: &str) -> Option<Entry> {
    let (created_ms, modified_ms, changed_ms) = files.times(path)?;
    Some(Entry {
        name: String::new(),
        is_dir: files.is_dir(path),
        size: files.bytes(path).map_or(0, |it| it.len() as u64),
        created_ms,
        modified_ms,
        changed_ms,
    })
}

impl Handset for Emulator {
    fn size(&self) -> (u32, u32) {
        self.phone().size()
    }

    fn focus(&self) -> (String, String) {
        let (package, activity) = self.phone().focus_is_on();
        (package.to_owned(), activity.to_owned())
    }

    fn windows(&self) -> Vec<Node> {
        self.phone().windows().into_iter().map(node).collect()
    }

    fn system_windows(&self) -> Vec<(SystemWindow, Node)> {
        let all = self.phone().system_windows().into_iter();
        all.map(|(kind, it)| (kind, node(it))).collect()
    }

    fn has_keyboard(&self) -> bool {
        self.phone().has_keyboard()
    }

    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
        Device::screenshot(self)
    }

    fn pixels(&mut self) -> Vec<u8> {
        Emulator::pixels(self)
    }

    fn touch(&mut self, finger: Finger) {
        let phone = self.phone_mut();
        match finger {
            Finger::Tap(x, y) => phone.tap(x, y),
            Finger::Hold(x, y) => phone.long_press(x, y),
            Finger::Move((x, y), (to_x, to_y)) => phone.swipe(x, y, to_x, to_y),
        }
    }

    fn press(&mut self, key: Key) {
        self.phone_mut().key(match key {
            Key::Back => emulator::Key::Back,
            Key::Home => emulator::Key::Home,
            Key::Recents => emulator::Key::Recents,
            Key::Enter => emulator::Key::Enter,
            Key::Delete => emulator::Key::Delete,
            Key::SelectAll => emulator::Key::SelectAll,
        });
    }

    fn type_text(&mut self, text: &str) {
        self.phone_mut().type_text(text);
    }

    fn apps(&self) -> Vec<App> {
        let app = |it: &'static emulator::apps::AppInfo| App {
            package: it.package.to_owned(),
            label: it.label.to_owned(),
            activity: it.activity.to_owned(),
            version: self.phone().version(it.package).unwrap_or_default(),
            has_icon: it.icon.is_some(),
        };
        Phone::installed().map(app).collect()
    }

    fn running(&self) -> Vec<String> {
        let running = self.phone().running();
        running.into_iter().map(str::to_owned).collect()
    }

    fn start(&mut self, package: &str) -> bool {
        self.phone_mut().start(package)
    }

    fn stop(&mut self, package: &str) -> bool {
        self.phone_mut().stop(package)
    }

    fn clear(&mut self, package: &str) -> bool {
        self.phone_mut().clear(package)
    }

    fn settings(&self, namespace: &str) -> Vec<(String, String)> {
        let all = self.state().settings.iter();
        all.filter_map(|(name, value)| {
            let (of, key) = name.split_once('/')?;
            (of == namespace).then(|| (key.to_owned(), value.clone()))
        })
        .collect()
    }

    fn set(&mut self, namespace: &str, key: &str, value: Option<&str>) {
        let name = format!("{namespace}/{key}");
        let phone = self.phone_mut();
        match value {
            Some(value) => phone.state.settings.insert(name, value.to_owned()),
            None => phone.state.settings.remove(&name),
        };
        phone.refresh();
    }

    fn clipboard(&self) -> Option<String> {
        self.state().clipboard.clone()
    }

    fn copy(&mut self, text: &str) {
        let phone = self.phone_mut();
        phone.state.clipboard = Some(text.to_owned());
        phone.refresh();
    }

    fn receive(&mut self, from: &str, text: &str) {
        self.phone_mut().receive(from, text);
    }

    fn called(&mut self, from: &str) {
        self.phone_mut().called(from);
    }

    fn begin_contact(&mut self, name: &str, number: &str) {
        self.phone_mut().begin_contact(name, number);
    }

    fn begin_message(&mut self, number: &str, text: &str) {
        self.phone_mut().begin_message(number, text);
    }

    fn rows(&self, table: &str) -> Vec<Row> {
        self.state().tables.rows(table).to_vec()
    }

    fn replace(&mut self, table: &str, rows: Vec<Row>) {
        let phone = self.phone_mut();
        phone.state.tables.replace(table, rows);
        phone.refresh();
    }

    fn now_ms(&self) -> i64 {
        self.state().clock.now_ms()
    }

    fn pass(&mut self, ms: i64) {
        let phone = self.phone_mut();
        phone.state.clock.pass(ms);
        phone.refresh();
    }

    fn stat(&self, path: &str) -> Option<Entry> {
        entry(&self.state().files, path)
    }

    fn list(&self, path: &str) -> Vec<Entry> {
        let all = self.state().files.list(path).into_iter();
        all.map(|it| Entry {
            name: it.name,
            is_dir: it.is_dir,
            size: it.size as u64,
            created_ms: it.created_ms,
            modified_ms: it.modified_ms,
            changed_ms: it.changed_ms,
        })
        .collect()
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.state().files.bytes(path).map(<[u8]>::to_vec)
    }

    fn write(&mut self, path: &str, data: &[u8]) -> bool {
        let done = self.change(|files, now| files.write_bytes(path, data, now));
        if done && path.to_lowercase().ends_with(".mp3") {
            self.scan(path, data);
        }
        done
    }

    fn mkdir(&mut self, path: &str) -> bool {
        self.change(|files, now| files.mkdir(path, now))
    }

    fn remove(&mut self, path: &str) -> bool {
        self.change(|files, _| files.remove(path))
    }

    fn rename(&mut self, from: &str, to: &str) -> bool {
        let done = self.change(|files, now| files.rename(from, to, now));
        if done {
            self.change_songs(|song| {
                if song.get("path") == from {
                    song.set("path", to);
                }
            });
        }
        done
    }
}

/// The phone's media scanner.
trait Scan {
    /// A song's file was written: it is listed as what it says of itself. One that is no song is not listed.
    fn scan(&mut self, path: &str, data: &[u8]);

    /// Change what is known of songs.
    fn change_songs(&mut self, change: impl Fn(&mut Row));
}

impl Scan for Emulator {
    fn scan(&mut self, path: &str, data: &[u8]) {
        let Some(song) = mp3::read(data) else { return };
        let name = crate::disk::name(path);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let fields = [
            ("title", song.title.unwrap_or_else(|| stem.to_owned())),
            ("artist", song.artist.unwrap_or_else(|| "<unknown>".to_owned())),
            ("duration_ms", song.duration_ms.to_string()),
            ("path", path.to_owned()),
        ];
        let tables = &mut self.phone_mut().state.tables;
        let is_new = !tables.rows(SONGS).iter().any(|it| it.get("path") == path);
        if is_new {
            tables.insert(SONGS, fields.clone());
        }
        self.change_songs(|song| {
            if song.get("path") == path {
                for (name, text) in &fields {
                    song.set(name, text.as_str());
                }
            }
        });
    }

    fn change_songs(&mut self, change: impl Fn(&mut Row)) {
        let phone = self.phone_mut();
        let before = phone.state.tables.rows(SONGS);
        let mut after = before.to_vec();
        after.iter_mut().for_each(change);
        if after != before {
            phone.state.tables.replace(SONGS, after);
        }
        phone.refresh();
    }
}

/// Files change behind the apps' back.
trait Change {
    fn change(&mut self, change: impl FnOnce(&mut Files, i64) -> bool) -> bool;
}

impl Change for Emulator {
    fn change(&mut self, change: impl FnOnce(&mut Files, i64) -> bool) -> bool {
        let phone = self.phone_mut();
        let now = phone.state.clock.now_ms();
        let done = change(&mut phone.state.files, now);
        phone.refresh();
        done
    }
}
