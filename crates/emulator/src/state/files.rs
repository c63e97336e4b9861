//! The file tree: absolute paths like `/storage/emulated/0/Documents`, texts as contents; other bytes are kept beside.

use std::{collections::BTreeMap, sync::Arc};

use super::picture::Picture;

/// One file or folder.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    /// The content; `None` is a folder.
    text: Option<Arc<str>>,
    /// The content's bytes, where they are no text; `text` is then what can be read of them.
    bytes: Option<Bytes>,
    created_ms: i64,
    modified_ms: i64,
    changed_ms: i64,
}

/// Bytes that are no text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Bytes {
    Kept(Arc<[u8]>),
    /// A picture, whose bytes are made when they are asked for.
    Drawn(Arc<Picture>),
}

impl Bytes {
    fn get(&self) -> &[u8] {
        match self {
            Bytes::Kept(bytes) => bytes,
            Bytes::Drawn(picture) => picture.png(),
        }
    }
}

/// What a file shows as a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Photo(Bytes);

impl Photo {
    /// The file's bytes.
    pub fn bytes(&self) -> &[u8] {
        self.0.get()
    }
}

/// What can be read of a picture as if it was a text.
const PICTURE: &str = "\u{fffd}PNG\r\n";

impl Node {
    fn size(&self) -> usize {
        let bytes = self.bytes.as_ref().map(|it| it.get().len());
        bytes.unwrap_or_else(|| self.text.as_deref().map_or(0, str::len))
    }
}

/// One line of a folder's listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Name without the folder.
    pub name: String,
    /// Whether it is a folder.
    pub is_dir: bool,
    /// When it was made.
    pub created_ms: i64,
    /// When its content changed last.
    pub modified_ms: i64,
    /// When its content, its name or its place changed last: Android's ctime.
    pub changed_ms: i64,
    /// Bytes; 0 for a folder.
    pub size: usize,
}

/// A tree of files. Paths are absolute; a slash at the end and doubled slashes do not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    nodes: Arc<BTreeMap<String, Node>>,
}

impl Files {
    /// The content of a file; `None` where there is no file.
    pub fn read(&self, path: &str) -> Option<&str> {
        self.nodes.get(&tidy(path))?.text.as_deref()
    }

    /// Write a whole file, making the folders above it. `false` where a folder has that name or a
    /// file stands where a folder is needed; nothing is changed then.
    pub fn write(&mut self, path: &str, text: &str, now_ms: i64) -> bool {
        self.put(path, text.into(), None, now_ms)
    }

    /// The content of a file, as bytes; `None` where there is no file.
    pub fn bytes(&self, path: &str) -> Option<&[u8]> {
        let node = self.nodes.get(&tidy(path))?;
        let bytes = node.bytes.as_ref().map(Bytes::get);
        bytes.or_else(|| node.text.as_deref().map(str::as_bytes))
    }

    /// Write a picture with a text drawn on it, as [`Files::write`] does with a text. What it says can only be seen.
    pub fn draw(&mut self, path: &str, text: &str, now_ms: i64) -> bool {
        let picture = Bytes::Drawn(Arc::new(Picture::page(text)));
        self.put(path, PICTURE.into(), Some(picture), now_ms)
    }

    /// What stands on a picture that was drawn here.
    pub fn drawn(&self, path: &str) -> Option<String> {
        match self.nodes.get(&tidy(path))?.bytes.as_ref()? {
            Bytes::Drawn(picture) => Some(picture.words()),
            Bytes::Kept(_) => None,
        }
    }

    /// A file as a picture; `None` where it can be none.
    pub fn photo(&self, path: &str) -> Option<Photo> {
        let node = self.nodes.get(&tidy(path))?;
        node.bytes.clone().map(Photo)
    }

    /// Whether a file is there and has the content that one has in other files.
    pub fn same(&self, path: &str, other: &Files, other_path: &str) -> bool {
        let content = |files: &Files, path: &str| {
            let node = files.nodes.get(&tidy(path))?;
            Some((node.text.clone()?, node.bytes.clone()))
        };
        let own = content(self, path);
        own.is_some() && own == content(other, other_path)
    }

    /// Write a whole file that may be anything, as [`Files::write`] does with a text.
    pub fn write_bytes(&mut self, path: &str, bytes: &[u8], now_ms: i64) -> bool {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.write(path, text, now_ms),
            Err(_) => {
                let text = String::from_utf8_lossy(bytes);
                self.put(path, text.into(), Some(Bytes::Kept(bytes.into())), now_ms)
            }
        }
    }

    fn put(&mut self, path: &str, text: Arc<str>, bytes: Option<Bytes>, now_ms: i64) -> bool {
        let path = tidy(path);
        if self.is_dir(&path) || !parent(&path).is_some_and(|it| self.mkdir(it, now_ms)) {
            return false;
        }
        let created_ms = self.nodes.get(&path).map_or(now_ms, |it| it.created_ms);
        let node = Node {
            text: Some(text),
            bytes,
            created_ms,
            modified_ms: now_ms,
            changed_ms: now_ms,
        };
        Arc::make_mut(&mut self.nodes).insert(path, node);
        true
    }

    /// Make a folder and those above it. `false` where a file is in the way.
    pub fn mkdir(&mut self, path: &str, now_ms: i64) -> bool {
        let path = tidy(path);
        if path == "/" || self.is_dir(&path) {
            return true;
        }
        let ends: Vec<usize> = path
            .match_indices('/')
            .map(|(at, _)| at)
            .skip(1)
            .chain([path.len()])
            .collect();
        if ends
            .iter()
            .any(|end| self.nodes.get(&path[..*end]).is_some_and(|it| it.text.is_some()))
        {
            return false;
        }
        let nodes = Arc::make_mut(&mut self.nodes);
        for end in ends {
            let folder = Node {
                text: None,
                bytes: None,
                created_ms: now_ms,
                modified_ms: now_ms,
                changed_ms: now_ms,
            };
            nodes.entry(path[..end].to_owned()).or_insert(folder);
        }
        true
    }

    /// Remove a file, or a folder with all that is in it. `false` where there is nothing.
    pub fn remove(&mut self, path: &str) -> bool {
        let path = tidy(path);
        if !self.nodes.contains_key(&path) {
            return false;
        }
        let inside = format!("{path}/");
        Arc::make_mut(&mut self.nodes).retain(|it, _| *it != path && !it.starts_with(&inside));
        true
    }

    /// Give a file or folder another name or place. That it changed is of now, the other times stay. `false` where there is nothing
    /// to move, the new name is taken, or a folder would end up inside itself.
    pub fn rename(&mut self, from: &str, to: &str, now_ms: i64) -> bool {
        let (from, to) = (tidy(from), tidy(to));
        let (inside, below) = (format!("{from}/"), format!("{to}/"));
        if !self.nodes.contains_key(&from) || self.exists(&to) || below.starts_with(&inside) {
            return false;
        }
        if !parent(&to).is_some_and(|it| self.mkdir(it, now_ms)) {
            return false;
        }
        let nodes = Arc::make_mut(&mut self.nodes);
        let moved: Vec<String> = nodes
            .keys()
            .filter(|it| **it == from || it.starts_with(&inside))
            .cloned()
            .collect();
        for old in moved {
            if let Some(mut node) = nodes.remove(&old) {
                // What is in a folder is where it was: only the folder is another one's entry.
                if old == from {
                    node.changed_ms = now_ms;
                }
                nodes.insert(format!("{to}{}", &old[from.len()..]), node);
            }
        }
        true
    }

    /// Copy a file, or a folder with all that is in it. What is there already is written over.
    pub fn copy(&mut self, from: &str, to: &str, now_ms: i64) {
        let node = self.nodes.get(&tidy(from));
        let content = node.and_then(|it| Some((it.text.clone()?, it.bytes.clone())));
        match content {
            Some((text, bytes)) => {
                self.put(to, text, bytes, now_ms);
            }
            None => {
                self.mkdir(to, now_ms);
                for it in self.list(from) {
                    self.copy(
                        &format!("{from}/{}", it.name),
                        &format!("{to}/{}", it.name),
                        now_ms,
                    );
                }
            }
        }
    }

    /// What is directly in a folder, by name; empty where there is no such folder.
    pub fn list(&self, dir: &str) -> Vec<Entry> {
        let dir = tidy(dir);
        let inside = if dir == "/" { dir } else { format!("{dir}/") };
        self.below(&inside)
            .filter_map(|(path, node)| {
                let name = &path[inside.len()..];
                (!name.contains('/')).then(|| Entry {
                    name: name.to_owned(),
                    is_dir: node.text.is_none(),
                    created_ms: node.created_ms,
                    modified_ms: node.modified_ms,
                    changed_ms: node.changed_ms,
                    size: node.size(),
                })
            })
            .collect()
    }

    /// The names of what is directly in a folder.
    pub fn names(&self, dir: &str) -> impl Iterator<Item = &str> {
        let inside = format!("{}/", tidy(dir).trim_end_matches('/'));
        let below = self.nodes.range(inside.clone()..);
        let below = below.map(|it| it.0.as_str());
        below
            .map_while(move |path| path.strip_prefix(inside.as_str()))
            .filter(|it| !it.contains('/'))
    }

    /// The files below a folder, however deep, and when each was changed last; sorted by path.
    pub fn below_folder(&self, dir: &str) -> impl Iterator<Item = (&str, i64)> {
        let inside = format!("{}/", tidy(dir).trim_end_matches('/'));
        let below = self.nodes.range(inside.clone()..);
        let below = below.take_while(move |it| it.0.starts_with(&inside));
        below
            .filter(|it| it.1.text.is_some())
            .map(|(path, node)| (path.as_str(), node.modified_ms))
    }

    /// Every path with its content (`None` for a folder), sorted by path.
    pub fn walk(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.nodes
            .iter()
            .map(|(path, node)| (path.as_str(), node.text.as_deref()))
    }

    /// Whether there is a file or folder.
    pub fn exists(&self, path: &str) -> bool {
        let path = tidy(path);
        path == "/" || self.nodes.contains_key(&path)
    }

    /// Whether there is a folder.
    pub fn is_dir(&self, path: &str) -> bool {
        let path = tidy(path);
        path == "/" || self.nodes.get(&path).is_some_and(|it| it.text.is_none())
    }

    /// When a file or folder was made, when its content changed last, and when anything of it did.
    pub fn times(&self, path: &str) -> Option<(i64, i64, i64)> {
        self.nodes
            .get(&tidy(path))
            .map(|it| (it.created_ms, it.modified_ms, it.changed_ms))
    }

    fn below<'a>(&'a self, inside: &'a str) -> impl Iterator<Item = (&'a String, &'a Node)> {
        self.nodes
            .range(inside.to_owned()..)
            .take_while(move |(path, _)| path.starts_with(inside))
            .filter(move |(path, _)| path.len() > inside.len())
    }
}

/// The one spelling of a path: a slash in front, none at the end, none doubled.
fn tidy(path: &str) -> String {
    let mut tidy = String::with_capacity(path.len() + 1);
    for part in path.split('/').filter(|it| !it.is_empty()) {
        tidy.push('/');
        tidy.push_str(part);
    }
    if tidy.is_empty() { "/".to_owned() } else { tidy }
}

/// The folder a tidy path is in; `None` for the root.
fn parent(path: &str) -> Option<&str> {
    let (folder, name) = path.rsplit_once('/')?;
    (!name.is_empty()).then_some(if folder.is_empty() { "/" } else { folder })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(files: &Files, dir: &str) -> Vec<String> {
        files.list(dir).into_iter().map(|it| it.name).collect()
    }

    #[test]
    fn a_written_file_is_listed_with_its_times() {
        let mut files = Files::default();
        assert!(files.write("/a/b/note.md", "hello", 5));
        assert!(files.write("/a/b//note.md/", "hello again", 9));
        assert_eq!(files.read("/a/b/note.md"), Some("hello again"));
        let entry = files.list("/a/b").remove(0);
        assert_eq!(
            (
                entry.name.as_str(),
                entry.created_ms,
                entry.modified_ms,
                entry.size
            ),
            ("note.md", 5, 9, 11)
        );
        assert_eq!(names(&files, "/"), ["a"]);
        assert_eq!(names(&files, "/a"), ["b"]);
    }

    #[test]
    fn bytes_that_are_no_text_are_kept_and_copied() {
        let mut files = Files::default();
        assert!(files.write_bytes("/a/x.png", b"\x89PNG\xff", 1));
        files.copy("/a", "/b", 2);
        assert_eq!(files.bytes("/b/x.png"), Some(&b"\x89PNG\xff"[..]));
        assert_eq!(files.list("/b")[0].size, 5);
        assert!(files.write("/b/x.png", "text", 3));
        assert_eq!(files.bytes("/b/x.png"), Some(&b"text"[..]));
        assert!(files.write_bytes("/b/y", "é".as_bytes(), 3));
        assert_eq!(files.read("/b/y"), Some("é"));
        assert_eq!(files.bytes("/b"), None);
    }

    #[test]
    fn a_folder_and_a_file_do_not_share_a_name() {
        let mut files = Files::default();
        assert!(files.mkdir("/a/b", 1));
        assert!(!files.write("/a/b", "text", 2));
        assert!(!files.write("/", "text", 2));
        assert!(files.write("/a/c", "text", 2));
        assert!(!files.mkdir("/a/c/d", 3));
        assert!(!files.write("/a/c/d", "text", 3));
        assert_eq!(names(&files, "/a"), ["b", "c"]);
    }

    #[test]
    fn rename_takes_a_folder_with_its_content_and_refuses_nonsense() {
        let mut files = Files::default();
        files.write("/a/x/note.md", "1", 1);
        files.write("/a/xy/note.md", "2", 1);
        assert!(
            !files.rename("/a/x", "/a/x/y", 2),
            "a folder does not move into itself"
        );
        assert!(!files.rename("/a/x", "/a/xy", 2), "the name is taken");
        assert!(!files.rename("/a/none", "/a/other", 2));
        assert!(files.rename("/a/x", "/b/x", 2));
        assert_eq!(files.read("/b/x/note.md"), Some("1"));
        assert_eq!(files.times("/b/x/note.md"), Some((1, 1, 1)));
        assert_eq!(files.times("/b/x"), Some((1, 1, 2)));
        assert_eq!(names(&files, "/a"), ["xy"]);
    }

    #[test]
    fn remove_takes_only_what_is_inside() {
        let mut files = Files::default();
        files.write("/a/x/note.md", "1", 1);
        files.write("/a/xy", "2", 1);
        assert!(files.remove("/a/x"));
        assert!(!files.remove("/a/x"));
        assert_eq!(names(&files, "/a"), ["xy"]);
    }

    #[test]
    fn a_clone_does_not_see_later_changes() {
        let mut files = Files::default();
        files.write("/a", "1", 1);
        let before = files.clone();
        files.write("/a", "2", 2);
        assert_eq!(before.read("/a"), Some("1"));
    }
}
