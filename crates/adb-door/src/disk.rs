//! Android's paths: the shared storage is the phone's, `/data/local/tmp` is the door's own, the folders around them are
//! there and can't be changed.

use std::sync::MutexGuard;

use emulator::state::Files;
use thiserror::Error;

use crate::{
    databases::{self, Database},
    handset::{Entry, Handset},
    preferences,
};

/// The shared storage, by its own name.
const SHARED: &str = "/storage/emulated/0";
/// Other names of it.
const ALSO_SHARED: [&str; 5] = [
    "/sdcard",
    "/mnt/sdcard",
    "/storage/self/primary",
    "/mnt/user/0/primary",
    "/data/media/0",
];
/// What clients put their own files into.
const SCRATCH: &str = "/data/local/tmp";
/// What the apps keep for themselves.
const APPS: &str = "/data/data";
/// Folders that are there.
const FOLDERS: [&str; 12] = [
    "/",
    "/data",
    "/data/app",
    "/data/local",
    "/data/system",
    "/dev",
    "/mnt",
    "/storage",
    "/storage/emulated",
    "/system",
    "/system/bin",
    "/vendor",
];
/// When the folders around them were made.
const BEGAN: i64 = 1_230_768_000_000;
/// The most that all files together may hold, in bytes: they are kept in memory.
pub const MOST: u64 = 256 << 20;

/// Why a path can't be read or changed, as Android's tools say it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DiskError {
    /// There is nothing.
    #[error("No such file or directory")]
    NotFound,
    /// It is a folder.
    #[error("Is a directory")]
    IsDir,
    /// It, or something above it, is no folder.
    #[error("Not a directory")]
    NotDir,
    /// It is there already.
    #[error("File exists")]
    Exists,
    /// It is not the client's.
    #[error("Permission denied")]
    Denied,
    /// It is part of the system.
    #[error("Read-only file system")]
    ReadOnly,
    /// It would be too much.
    #[error("No space left on device")]
    Full,
    /// There is something in it.
    #[error("Directory not empty")]
    NotEmpty,
    /// The app would not read it as its database.
    #[error("not a database of this app: {0}")]
    NoDatabase(String),
}

type Result<T> = std::result::Result<T, DiskError>;

/// Where a path leads.
enum Place {
    Shared(String),
    Scratch(String),
    Database(&'static Database),
    /// What an app of this package keeps of small things.
    Preferences(String),
    Folder,
    Null,
    System,
}

/// A path as one from the root: relative ones begin at `folder`; `.`, `..` and doubled slashes are gone, and so are
/// the other names of the shared storage.
pub fn whole(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let begin = if path.starts_with('/') { "" } else { folder };
    for part in begin.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let path = format!("/{}", parts.join("/"));
    for other in ALSO_SHARED {
        if let Some(rest) = below(&path, other) {
            return format!("{SHARED}{rest}");
        }
    }
    match below(&path, "/data/user/0") {
        Some(rest) => format!("/data/data{rest}"),
        None => path,
    }
}

/// What stands behind a folder in a path that leads into it.
fn below<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    let rest = path.strip_prefix(folder)?;
    (rest.is_empty() || rest.starts_with('/')).then_some(rest)
}

/// The name at the end of a path.
pub fn name(path: &str) -> &str {
    path.trim_end_matches('/').rsplit('/').next().unwrap_or(path)
}

/// All files, while nobody else changes them.
pub struct Disk<'a> {
    pub(crate) phone: &'a mut dyn Handset,
    pub(crate) scratch: MutexGuard<'a, Files>,
}

impl Disk<'_> {
    fn place(path: &str) -> Place {
        if below(path, SHARED).is_some() {
            Place::Shared(path.to_owned())
        } else if let Some(database) = databases::at(path) {
            Place::Database(database)
        } else if let Some(package) = preferences::package_at(path) {
            Place::Preferences(package.to_owned())
        } else if [SCRATCH, APPS].iter().any(|it| below(path, it).is_some()) {
            Place::Scratch(path.to_owned())
        } else if path == "/dev/null" {
            Place::Null
        } else if FOLDERS.contains(&path) {
            Place::Folder
        } else {
            Place::System
        }
    }

    fn folder() -> Entry {
        Entry {
            name: String::new(),
            is_dir: true,
            size: 4096,
            created_ms: BEGAN,
            modified_ms: BEGAN,
            changed_ms: BEGAN,
        }
    }

    /// What there is at a whole path.
    pub fn stat(&self, path: &str) -> Result<Entry> {
        let found = match Self::place(path) {
            Place::Shared(_) if path == SHARED => Some(Self::folder()),
            Place::Scratch(_) if path == SCRATCH || self.is_of_app(path) => Some(Self::folder()),
            Place::Database(it) => it.file(&*self.phone).ok().map(|file| Entry {
                is_dir: false,
                size: file.len() as u64,
                modified_ms: self.phone.now_ms(),
                changed_ms: self.phone.now_ms(),
                ..Self::folder()
            }),
            Place::Preferences(it) => preferences::file(&*self.phone, &it).map(|file| Entry {
                is_dir: false,
                size: file.len() as u64,
                modified_ms: self.phone.now_ms(),
                changed_ms: self.phone.now_ms(),
                ..Self::folder()
            }),
            Place::Shared(path) => self.phone.stat(&path),
            Place::Scratch(path) => {
                let files = &self.scratch;
                files
                    .times(&path)
                    .map(|(created_ms, modified_ms, changed_ms)| Entry {
                        name: String::new(),
                        is_dir: files.is_dir(&path),
                        size: files.bytes(&path).map_or(0, |it| it.len() as u64),
                        created_ms,
                        modified_ms,
                        changed_ms,
                    })
            }
            Place::Folder => Some(Self::folder()),
            Place::Null => Some(Entry {
                is_dir: false,
                size: 0,
                ..Self::folder()
            }),
            Place::System => None,
        };
        found.ok_or(DiskError::NotFound)
    }

    /// What is in a folder, by name.
    pub fn list(&self, path: &str) -> Result<Vec<Entry>> {
        if !self.stat(path)?.is_dir {
            return Err(DiskError::NotDir);
        }
        Ok(match Self::place(path) {
            Place::Shared(path) => self.phone.list(&path),
            Place::Scratch(path) => {
                let all = self.scratch.list(&path).into_iter();
                let own = all.map(|it| Entry {
                    name: it.name,
                    is_dir: it.is_dir,
                    size: it.size as u64,
                    created_ms: it.created_ms,
                    modified_ms: it.modified_ms,
                    changed_ms: it.changed_ms,
                });
                let mut all: Vec<Entry> = own.collect();
                for name in self.of_apps(&path) {
                    if all.iter().all(|it| it.name != name) {
                        let entry = self.stat(&format!("{path}/{name}"))?;
                        all.push(Entry { name, ..entry });
                    }
                }
                all.sort_by(|it, other| it.name.cmp(&other.name));
                all
            }
            Place::Folder | Place::Null | Place::System | Place::Database(_) | Place::Preferences(_) => {
                let inside = if path == "/" {
                    "/".to_owned()
                } else {
                    format!("{path}/")
                };
                let all = FOLDERS.into_iter().chain([SHARED, SCRATCH, APPS, "/sdcard"]);
                let names = all.filter_map(|it| it.strip_prefix(&inside));
                let mut names: Vec<&str> = names.filter(|it| !it.is_empty() && !it.contains('/')).collect();
                names.sort_unstable();
                let entry = |name: &str| Entry {
                    name: name.to_owned(),
                    ..Self::folder()
                };
                names.into_iter().map(entry).collect()
            }
        })
    }

    /// A file's content.
    pub fn read(&self, path: &str) -> Result<Vec<u8>> {
        if self.stat(path)?.is_dir {
            return Err(DiskError::IsDir);
        }
        let read = match Self::place(path) {
            Place::Shared(path) => self.phone.read(&path),
            Place::Scratch(path) => self.scratch.bytes(&path).map(<[u8]>::to_vec),
            Place::Database(it) => it.file(&*self.phone).ok(),
            Place::Preferences(it) => preferences::file(&*self.phone, &it),
            Place::Null => Some(Vec::new()),
            Place::Folder | Place::System => None,
        };
        read.ok_or(DiskError::NotFound)
    }

    /// The packages that keep something for themselves.
    fn packages(&self) -> Vec<String> {
        let installed = self.phone.apps().into_iter().map(|it| it.package);
        installed
            .chain(databases::all().map(|it| it.package.to_owned()))
            .collect()
    }

    /// What apps keep in a folder, or in those below it: the paths, as they go on behind it.
    fn files_below(&self, folder: &str) -> impl Iterator<Item = String> {
        let databases = databases::all().map(|it| it.path.to_owned());
        let package = folder.split('/').nth(3).unwrap_or_default();
        let is_there = |it: &String| {
            let package = preferences::package_at(it);
            package.is_some_and(|it| preferences::file(&*self.phone, it).is_some())
        };
        let own = Some(preferences::path(package)).filter(is_there);
        let all = databases.chain(own).collect::<Vec<_>>().into_iter();
        all.filter_map(move |it| Some(it.strip_prefix(folder)?.strip_prefix('/')?.to_owned()))
    }

    /// Whether a path is a folder that each app has, or that a database is in.
    fn is_of_app(&self, path: &str) -> bool {
        let Some(below) = below(path, APPS).map(|it| it.trim_start_matches('/')) else {
            return false;
        };
        match below.contains('/') {
            false => below.is_empty() || self.packages().iter().any(|it| it == below),
            true => self.files_below(path).next().is_some(),
        }
    }

    /// What is in such a folder besides what clients have put there.
    fn of_apps(&self, path: &str) -> Vec<String> {
        if path == APPS {
            return self.packages();
        }
        let mut names: Vec<String> = self
            .files_below(path)
            .filter_map(|rest| Some(rest.split('/').next()?.to_owned()))
            .collect();
        names.dedup();
        names
    }

    /// Bytes in all files of the door's own.
    fn scratch_used(&self, path: &str) -> u64 {
        let used = self.scratch.list(path).into_iter().map(|it| match it.is_dir {
            true => self.scratch_used(&format!("{path}/{}", it.name)),
            false => it.size as u64,
        });
        used.sum()
    }

    /// Bytes in all files.
    fn used(&self, path: &str) -> u64 {
        let entries = self.list(path).unwrap_or_default();
        let used = entries.iter().map(|it| match it.is_dir {
            true => self.used(&format!("{path}/{}", it.name)),
            false => it.size,
        });
        used.sum()
    }

    /// Whether so many bytes more can be kept.
    pub fn has_room(&self, bytes: u64) -> bool {
        self.used(SHARED) + self.scratch_used("/data") + bytes <= MOST
    }

    /// Why nothing can be written here.
    fn not_writable(path: &str) -> DiskError {
        match below(path, "/data").is_some() || below(path, "/storage").is_some() {
            true => DiskError::Denied,
            false => DiskError::ReadOnly,
        }
    }

    /// Write a whole file, with the folders above it where `with_folders`.
    pub fn write(&mut self, path: &str, data: &[u8], with_folders: bool) -> Result<()> {
        let place = Self::place(path);
        if matches!(place, Place::Null) {
            return Ok(());
        }
        let old = match self.stat(path) {
            Ok(it) if it.is_dir => return Err(DiskError::IsDir),
            Ok(it) => it.size,
            Err(_) => 0,
        };
        let above = path.rsplit_once('/').map_or("/", |(it, _)| it);
        match self.stat(above) {
            Ok(it) if !it.is_dir => return Err(DiskError::NotDir),
            Err(error) if !with_folders => return Err(error),
            Ok(_) | Err(_) => {}
        }
        if !self.has_room((data.len() as u64).saturating_sub(old)) {
            return Err(DiskError::Full);
        }
        let now = self.phone.now_ms();
        let written = match place {
            Place::Shared(path) => self.phone.write(&path, data),
            Place::Scratch(path) => self.scratch.write_bytes(&path, data, now),
            Place::Preferences(it) => {
                preferences::take(&mut *self.phone, &it, data);
                return Ok(());
            }
            Place::Database(it) => {
                let taken = it.take(&mut *self.phone, data);
                return taken.map_err(|error| DiskError::NoDatabase(error.to_string()));
            }
            Place::Null | Place::Folder | Place::System => return Err(Self::not_writable(path)),
        };
        if written { Ok(()) } else { Err(DiskError::NotDir) }
    }

    /// Make a folder, with those above it where `with_folders`.
    pub fn mkdir(&mut self, path: &str, with_folders: bool) -> Result<()> {
        match self.stat(path) {
            Ok(it) if it.is_dir && with_folders => return Ok(()),
            Ok(_) => return Err(DiskError::Exists),
            Err(_) => {}
        }
        let above = path.rsplit_once('/').map_or("/", |(it, _)| it);
        match self.stat(above) {
            Ok(it) if !it.is_dir => return Err(DiskError::NotDir),
            Err(error) if !with_folders => return Err(error),
            Ok(_) | Err(_) => {}
        }
        let now = self.phone.now_ms();
        let made = match Self::place(path) {
            Place::Shared(path) => self.phone.mkdir(&path),
            Place::Scratch(path) => self.scratch.mkdir(&path, now),
            Place::Null | Place::Folder | Place::System | Place::Database(_) | Place::Preferences(_) => {
                return Err(Self::not_writable(path));
            }
        };
        if made { Ok(()) } else { Err(DiskError::NotDir) }
    }

    /// Remove a file, or a folder with all that is in it. A folder that an app has is emptied: the app makes it again.
    pub fn remove(&mut self, path: &str) -> Result<()> {
        self.stat(path)?;
        let removed = match Self::place(path) {
            _ if [SHARED, SCRATCH, APPS].contains(&path) => return Err(DiskError::Denied),
            Place::Shared(path) => self.phone.remove(&path),
            Place::Scratch(_) if self.is_of_app(path) => {
                for it in self.list(path)? {
                    self.remove(&format!("{path}/{}", it.name))?;
                }
                true
            }
            Place::Scratch(path) => self.scratch.remove(&path),
            Place::Preferences(it) => {
                preferences::take(&mut *self.phone, &it, b"");
                true
            }
            Place::Database(it) => {
                it.remove(&mut *self.phone);
                true
            }
            Place::Null | Place::Folder | Place::System => return Err(Self::not_writable(path)),
        };
        if removed { Ok(()) } else { Err(DiskError::NotFound) }
    }

    /// Copy a file, or a folder with all that is in it.
    pub fn copy(&mut self, from: &str, to: &str) -> Result<()> {
        if !self.stat(from)?.is_dir {
            let data = self.read(from)?;
            return self.write(to, &data, false);
        }
        if below(to, from).is_some() {
            return Err(DiskError::Denied);
        }
        self.mkdir(to, true)?;
        for it in self.list(from)? {
            self.copy(&format!("{from}/{}", it.name), &format!("{to}/{}", it.name))?;
        }
        Ok(())
    }

    /// Give a file or folder another name or place; a file that is there makes way.
    pub fn rename(&mut self, from: &str, to: &str) -> Result<()> {
        let is_dir = self.stat(from)?.is_dir;
        if from == to {
            return Ok(());
        }
        match self.stat(to) {
            Ok(it) if it.is_dir || is_dir => return Err(DiskError::Exists),
            Ok(_) => self.remove(to)?,
            Err(_) => {}
        }
        if let (Place::Shared(from), Place::Shared(to)) = (Self::place(from), Self::place(to)) {
            return match self.phone.rename(&from, &to) {
                true => Ok(()),
                false => Err(DiskError::Denied),
            };
        }
        self.copy(from, to)?;
        self.remove(from)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use emulator::Emulator;

    use super::*;

    #[test]
    fn paths_are_made_whole() {
        assert_eq!(whole("/", "sdcard/a/../b/"), "/storage/emulated/0/b");
        assert_eq!(whole("/sdcard", "./x"), "/storage/emulated/0/x");
        assert_eq!(whole("/", "/sdcard2"), "/sdcard2");
        assert_eq!(whole("/", "/data/user/0/app"), "/data/data/app");
        assert_eq!(whole("/", "../../.."), "/");
        assert_eq!(name("/a/b/"), "b");
    }

    #[test]
    fn apps_have_their_files_in_their_folders() {
        let (mut emulator, scratch) = (Emulator::new(), Mutex::new(Files::default()));
        let mut disk = Disk {
            phone: &mut emulator,
            scratch: scratch.lock().unwrap(),
        };
        let events = "/data/data/com.simplemobiletools.calendar.pro/databases";
        let names: Vec<String> = disk.list(events).unwrap().into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["events.db"]);
        let file = disk.read(&format!("{events}/events.db")).unwrap();
        disk.write(&format!("{events}/events.db"), &file, false).unwrap();
        let broken = disk.write(&format!("{events}/events.db"), b"junk", false);
        assert!(matches!(broken, Err(DiskError::NoDatabase(_))), "{broken:?}");
        disk.write(&format!("{events}/events.db-wal"), b"", false)
            .unwrap();
        assert_eq!(disk.list(events).unwrap().len(), 2);
        disk.remove(events).unwrap();
        let names: Vec<String> = disk.list(events).unwrap().into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["events.db"]);
        assert_eq!(disk.remove("/data/data"), Err(DiskError::Denied));
        let saved = "/data/data/saved/com.android.camera2";
        let app = "/data/data/com.android.camera2";
        assert!(disk.list(app).unwrap().is_empty());
        disk.phone.set("com.android.camera2", "grid", Some("on"));
        assert_eq!(disk.list(app).unwrap()[0].name, "shared_prefs");
        disk.copy(app, saved).unwrap();
        disk.remove(app).unwrap();
        assert!(disk.phone.settings("com.android.camera2").is_empty());
        disk.copy(saved, app).unwrap();
        assert_eq!(disk.phone.settings("com.android.camera2")[0].1, "on");
        // Not all apps have their databases in the usual folder.
        let folder = "/data/data/org.videolan.vlc";
        for (inside, only) in [
            (folder.to_owned(), "app_db"),
            (format!("{folder}/app_db"), "vlc_media.db"),
        ] {
            let all = disk.list(&inside).unwrap();
            assert!(all.len() == 1 && all[0].name == only, "{all:?}");
        }
    }

    #[test]
    fn files_are_where_android_has_them() {
        let (mut emulator, scratch) = (Emulator::new(), Mutex::new(Files::default()));
        let mut disk = Disk {
            phone: &mut emulator,
            scratch: scratch.lock().unwrap(),
        };
        let note = "/storage/emulated/0/Documents/x.txt";
        disk.write(note, b"hello", false).unwrap();
        assert_eq!(disk.read(note).unwrap(), b"hello");
        assert_eq!(
            disk.write("/storage/emulated/0/no/x", b"", false),
            Err(DiskError::NotFound)
        );
        assert_eq!(disk.write("/system/x", b"", false), Err(DiskError::ReadOnly));
        assert_eq!(disk.write("/data/system/x", b"", false), Err(DiskError::Denied));
        assert_eq!(disk.mkdir("/data/local/tmp/a/b", false), Err(DiskError::NotFound));
        disk.mkdir("/data/local/tmp/a/b", true).unwrap();
        disk.rename(note, "/data/local/tmp/a/b/y").unwrap();
        assert_eq!(disk.read(note), Err(DiskError::NotFound));
        assert_eq!(disk.read("/data/local/tmp/a/b/y").unwrap(), b"hello");
        assert_eq!(
            disk.copy("/data/local/tmp/a", "/data/local/tmp/a/c"),
            Err(DiskError::Denied)
        );
        disk.copy("/data/local/tmp/a", "/storage/emulated/0/a").unwrap();
        assert_eq!(disk.read("/storage/emulated/0/a/b/y").unwrap(), b"hello");
        assert_eq!(disk.remove("/"), Err(DiskError::ReadOnly));
        assert_eq!(disk.remove("/storage/emulated/0"), Err(DiskError::Denied));
        assert_eq!(disk.read("/storage/emulated/0/a"), Err(DiskError::IsDir));
        assert_eq!(disk.list("/storage/emulated/0/a/b/y"), Err(DiskError::NotDir));
        let names: Vec<String> = disk.list("/").unwrap().into_iter().map(|it| it.name).collect();
        assert!(names.contains(&"sdcard".to_owned()), "{names:?}");
        assert!(!disk.has_room(MOST));
    }
}
