//! The pictures and videos of the shared storage, and the folders that have some.

use std::cmp::Reverse;

use crate::state::DeviceState;

/// The shared storage.
pub(super) const STORAGE: &str = "/storage/emulated/0";
/// What the endings of pictures and videos are.
const ENDINGS: [&str; 10] = [
    "jpg", "jpeg", "png", "gif", "webp", "bmp", "svg", "mp4", "mkv", "3gp",
];

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Medium {
    pub path: String,
    pub modified_ms: i64,
}

/// A folder with pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Folder {
    pub path: String,
    /// Its newest picture.
    pub cover: String,
    pub count: usize,
}

/// The last part of a path.
pub(super) fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// What a path is in.
pub(super) fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |it| it.0)
}

/// A name's stem and ending, which has no dot.
pub(super) fn split(name: &str) -> (&str, &str) {
    name.rsplit_once('.').unwrap_or((name, ""))
}

fn is_medium(path: &str) -> bool {
    let hidden = path.contains("/.") || path.starts_with("/storage/emulated/0/Android/");
    let ending = split(name_of(path)).1.to_lowercase();
    !hidden && ENDINGS.contains(&ending.as_str())
}

/// All of them, the newest first.
fn all(device: &DeviceState, below: &str) -> Vec<Medium> {
    let files = device.files.below_folder(below);
    let media = files.filter(|(path, _)| is_medium(path));
    let mut all: Vec<Medium> = media
        .map(|(path, modified_ms)| Medium {
            path: path.to_owned(),
            modified_ms,
        })
        .collect();
    all.sort_by_key(|it| Reverse(it.modified_ms));
    all
}

/// The pictures of a folder, the newest first.
pub(super) fn media(device: &DeviceState, folder: &str) -> Vec<Medium> {
    let mut all = all(device, folder);
    all.retain(|it| parent(&it.path) == folder);
    all
}

/// The folders that have pictures, the one with the newest first.
pub(super) fn folders(device: &DeviceState) -> Vec<Folder> {
    let mut folders: Vec<Folder> = Vec::new();
    for it in all(device, STORAGE) {
        match folders.iter_mut().find(|folder| folder.path == parent(&it.path)) {
            Some(folder) => folder.count += 1,
            None => folders.push(Folder {
                path: parent(&it.path).to_owned(),
                cover: it.path,
                count: 1,
            }),
        }
    }
    folders
}
