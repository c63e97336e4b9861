//! What there is to see: the roots of the drawer, kinds of files, and what a place contains.

use std::cmp::Ordering;

use super::{
    browser::Browser,
    paths::{STORAGE, name_of},
};
use crate::{
    msg::files::{By, Kind, Order, Root},
    paint::IconName,
    state::{DeviceState, Entry},
};

impl Default for Order {
    fn default() -> Self {
        Self {
            by: By::Name,
            descending: false,
        }
    }
}

impl Kind {
    /// In the order of the chips.
    pub(super) const ALL: [Kind; 4] = [Kind::Images, Kind::Audio, Kind::Videos, Kind::Documents];

    /// Its name.
    pub(super) fn title(self) -> &'static str {
        match self {
            Kind::Images => "Images",
            Kind::Videos => "Videos",
            Kind::Audio => "Audio",
            Kind::Documents => "Documents",
        }
    }

    /// The kind of a file with this name.
    pub(super) fn of(name: &str) -> Option<Kind> {
        Some(match extension(name).as_str() {
            "jpg" | "jpeg" | "png" | "gif" | "webp" | "bmp" => Kind::Images,
            "mp4" | "mkv" | "mov" | "webm" | "3gp" | "avi" => Kind::Videos,
            "mp3" | "wav" | "m4a" | "ogg" | "flac" | "aac" => Kind::Audio,
            "pdf" | "doc" | "docx" | "txt" | "csv" | "xls" | "xlsx" | "ppt" | "pptx" | "html" | "md" => {
                Kind::Documents
            }
            _ => return None,
        })
    }

    pub(super) fn icon(self) -> IconName {
        match self {
            Kind::Images => IconName::Image,
            Kind::Videos => IconName::Play,
            Kind::Audio => IconName::Music,
            Kind::Documents => IconName::File,
        }
    }
}

impl Root {
    /// In the order of the drawer.
    pub(super) const ALL: [Root; 7] = [
        Root::Recent,
        Root::Of(Kind::Images),
        Root::Of(Kind::Videos),
        Root::Of(Kind::Audio),
        Root::Of(Kind::Documents),
        Root::Downloads,
        Root::Device,
    ];

    /// What the drawer calls it.
    pub(super) fn title(self) -> &'static str {
        match self {
            Root::Recent => "Recent",
            Root::Of(kind) => kind.title(),
            Root::Downloads => "Downloads",
            Root::Device => "sdk_gphone_x86_64",
        }
    }

    pub(super) fn icon(self) -> IconName {
        match self {
            Root::Recent => IconName::Clock,
            Root::Of(kind) => kind.icon(),
            Root::Downloads => IconName::Down,
            Root::Device => IconName::Phone,
        }
    }

    /// Where its files are.
    pub(super) fn dir(self) -> &'static str {
        match self {
            Root::Downloads => "/storage/emulated/0/Download",
            Root::Recent | Root::Of(_) | Root::Device => STORAGE,
        }
    }

    /// Whether it is a folder that files can be put into, not a selection of files.
    pub(super) fn is_folder(self) -> bool {
        match self {
            Root::Downloads | Root::Device => true,
            Root::Recent | Root::Of(_) => false,
        }
    }
}

/// A file or folder that is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) path: String,
    pub(super) name: String,
    pub(super) is_dir: bool,
    pub(super) modified_ms: i64,
    pub(super) size: usize,
}

impl Item {
    fn new(dir: &str, entry: Entry) -> Self {
        Self {
            path: format!("{dir}/{}", entry.name),
            name: entry.name,
            is_dir: entry.is_dir,
            modified_ms: entry.modified_ms,
            size: entry.size,
        }
    }

    /// What it is, as the list says it.
    pub(super) fn kind(&self) -> String {
        if self.is_dir {
            return "Folder".to_owned();
        }
        let extension = extension(&self.name).to_uppercase();
        match Kind::of(&self.name) {
            Some(Kind::Images) => format!("{extension} image"),
            Some(Kind::Videos) => format!("{extension} video"),
            Some(Kind::Audio) => format!("{extension} audio"),
            Some(Kind::Documents) => format!("{extension} document"),
            None if extension.is_empty() => "File".to_owned(),
            None => format!("{extension} file"),
        }
    }

    pub(super) fn icon(&self) -> IconName {
        if self.is_dir {
            return IconName::Folder;
        }
        Kind::of(&self.name).map_or(IconName::File, Kind::icon)
    }
}

/// Bytes as the phone writes them.
pub(super) fn size(bytes: usize) -> String {
    if bytes < 1000 {
        format!("{bytes} B")
    } else {
        format!("{:.2} kB", bytes as f64 / 1000.0)
    }
}

fn extension(name: &str) -> String {
    name.rsplit_once('.')
        .map_or_else(String::new, |it| it.1.to_lowercase())
}

impl Browser {
    /// What is listed here, in order.
    pub(super) fn items(&self, device: &DeviceState, hidden: bool, order: Order) -> Vec<Item> {
        let asked = self.query.as_ref().filter(|it| !it.is_empty());
        let mut all = match (asked, self.only, self.root) {
            (Some(asked), only, _) => {
                let asked = asked.to_lowercase();
                below(device, self.root.dir(), |it| {
                    it.name.to_lowercase().contains(&asked) && only.is_none_or(|only| is(it, only))
                })
            }
            (None, Some(kind), _) | (None, None, Root::Of(kind)) => {
                below(device, self.root.dir(), |it| is(it, kind))
            }
            (None, None, Root::Recent) => below(device, self.root.dir(), |it| !it.is_dir),
            (None, None, Root::Downloads | Root::Device) => {
                let entries = device.files.list(&self.dir);
                entries.into_iter().map(|it| Item::new(&self.dir, it)).collect()
            }
        };
        all.retain(|it| hidden || !it.name.starts_with('.'));
        all.sort_by_cached_key(|it| it.name.to_lowercase());
        if self.root == Root::Recent {
            all.sort_by_key(|it| std::cmp::Reverse(it.modified_ms));
        } else {
            let compare = |a: &Item, b: &Item| match order.by {
                By::Name => Ordering::Equal,
                By::Type => extension(&a.name).cmp(&extension(&b.name)),
                By::Size => a.size.cmp(&b.size),
                By::Modified => a.modified_ms.cmp(&b.modified_ms),
            };
            all.sort_by(compare);
            if order.descending {
                all.reverse();
            }
        }
        all.sort_by_key(|it| !it.is_dir);
        all
    }

    /// What stands over the list.
    pub(super) fn header(&self) -> String {
        match self.root {
            Root::Recent => "Recent files".to_owned(),
            Root::Of(kind) => kind.title().to_owned(),
            root @ (Root::Downloads | Root::Device) if self.dir == root.dir() => {
                let on = if root == Root::Device { "on" } else { "in" };
                format!("Files {on} {}", root.title())
            }
            Root::Downloads | Root::Device => format!("Files in {}", name_of(&self.dir)),
        }
    }

    /// What the toolbar says.
    pub(super) fn title(&self) -> String {
        if self.root.is_folder() && self.dir != self.root.dir() {
            name_of(&self.dir).to_owned()
        } else {
            self.root.title().to_owned()
        }
    }

    /// The folders from the root down to this one: title and path.
    pub(super) fn crumbs(&self) -> Vec<(String, String)> {
        let top = self.root.dir();
        let mut crumbs = vec![(self.root.title().to_owned(), top.to_owned())];
        let mut path = top.to_owned();
        for part in self
            .dir
            .strip_prefix(top)
            .unwrap_or_default()
            .split('/')
            .filter(|it| !it.is_empty())
        {
            path = format!("{path}/{part}");
            crumbs.push((part.to_owned(), path.clone()));
        }
        crumbs
    }
}

fn is(item: &Item, kind: Kind) -> bool {
    !item.is_dir && Kind::of(&item.name) == Some(kind)
}

/// Everything below a folder that fits.
fn below(device: &DeviceState, dir: &str, fits: impl Fn(&Item) -> bool) -> Vec<Item> {
    let mut found = Vec::new();
    let mut left = vec![dir.to_owned()];
    while let Some(dir) = left.pop() {
        for entry in device.files.list(&dir) {
            let item = Item::new(&dir, entry);
            if item.is_dir {
                left.push(item.path.clone());
            }
            if fits(&item) {
                found.push(item);
            }
        }
    }
    found
}
