//! Bytes to a file that is there as a whole or not at all.
//!
//! A file is written under another name, flushed, and renamed. The unfinished file is locked while its writer
//! lives, so whoever opens the folder next can tell the leftovers of a killed writer from work that goes on.

use std::{
    fs, io,
    io::Write as _,
    path::{Path, PathBuf},
    time::SystemTime,
};

use thiserror::Error;

/// How unfinished files begin. Everybody who lists a folder passes over them.
const UNFINISHED: &str = ".unfinished-";

/// A file could not be written or read.
#[derive(Debug, Error)]
pub enum DiskError {
    /// No room: the file system, the quota or the limit of the process is used up.
    #[error("no room to write {}: {source}\nnothing was left half written\nhelp: free some space, or choose another folder", path.display())]
    Full {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It can't be written for another reason.
    #[error("can't write {}: {source}\nhelp: see that its folder is there and may be written to, or choose another one", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It can't be read.
    #[error("can't read {}: {source}\nhelp: see that it is there and may be read, or name another one", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl DiskError {
    /// A failed writing of a file or folder.
    pub fn write(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
                Self::Full { path, source }
            }
            _ => Self::Write { path, source },
        }
    }

    /// A failed reading of a file or folder.
    pub fn read(path: &Path, source: io::Error) -> Self {
        Self::Read {
            path: path.to_owned(),
            source,
        }
    }
}

/// Write a file as a whole, replacing an older one of this name in one moment.
///
/// `staging` is a folder on the same file system that holds the file while it is unfinished;
/// [`clear_unfinished`] of that folder removes what killed writers left.
pub fn write_whole(path: &Path, bytes: &[u8], staging: &Path) -> Result<(), DiskError> {
    let fail = |it| DiskError::write(path, it);
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    make_folder(staging)?;
    // A cleaner may take the unfinished file in the moment before it is locked; then it is written once more.
    let mut tries = 3;
    loop {
        tries -= 1;
        let mut file = tempfile::Builder::new()
            .prefix(UNFINISHED)
            .tempfile_in(staging)
            .map_err(fail)?;
        file.as_file().lock().map_err(fail)?;
        file.write_all(bytes).map_err(fail)?;
        // The time of the file is its place in a listing; the coarse clock of a file system would make ties.
        file.as_file().set_modified(SystemTime::now()).map_err(fail)?;
        file.as_file().sync_all().map_err(fail)?;
        match file.persist(path) {
            Ok(_) => return Ok(()),
            Err(it) if it.error.kind() == io::ErrorKind::NotFound && tries > 0 => {}
            Err(it) => return Err(fail(it.error)),
        }
    }
}

/// Make a folder and those above it.
pub fn make_folder(path: &Path) -> Result<(), DiskError> {
    fs::create_dir_all(path).map_err(|it| DiskError::write(path, it))
}

/// Remove the unfinished files that no living writer holds; the number of them.
pub fn clear_unfinished(staging: &Path) -> usize {
    let Ok(entries) = fs::read_dir(staging) else {
        return 0;
    };
    let mut removed = 0;
    for entry in entries.flatten() {
        let ours = entry.file_name().to_string_lossy().starts_with(UNFINISHED);
        let dead = || fs::File::open(entry.path()).is_ok_and(|it| it.try_lock().is_ok());
        if ours && dead() && fs::remove_file(entry.path()).is_ok() {
            tracing::debug!(file = %entry.path().display(), "removed an unfinished file");
            removed += 1;
        }
    }
    removed
}

/// A text as the name of one file or folder: letters, digits, `-`, `_` and inner dots stay.
pub fn file_name(text: &str) -> String {
    let kept = |it: char| {
        if it.is_alphanumeric() || matches!(it, '-' | '_' | '.') {
            it
        } else {
            '_'
        }
    };
    // Most file systems take 255 bytes; 60 characters of four bytes stay below, an ending included.
    let name: String = text.chars().map(kept).take(60).collect();
    match name.strip_prefix('.') {
        Some(rest) => format!("_{rest}"),
        None if name.is_empty() => "_".to_owned(),
        None => name,
    }
}

/// What lies in a folder, hidden files apart; nothing in what is no folder.
pub fn inside(folder: &Path) -> Result<Vec<PathBuf>, DiskError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(it) if matches!(it.kind(), io::ErrorKind::NotADirectory | io::ErrorKind::NotFound) => {
            return Ok(Vec::new());
        }
        Err(it) => return Err(DiskError::read(folder, it)),
    };
    let hidden = |it: &PathBuf| {
        it.file_name()
            .is_some_and(|it| it.to_string_lossy().starts_with('.'))
    };
    Ok(entries
        .flatten()
        .map(|it| it.path())
        .filter(|it| !hidden(it))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_a_file_and_leaves_no_other() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a/b.txt");
        for text in ["first", "second"] {
            write_whole(&path, text.as_bytes(), dir.path()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        let left: Vec<_> = fs::read_dir(dir.path())
            .unwrap()
            .flatten()
            .map(|it| it.file_name())
            .collect();
        assert_eq!(left, ["a"]);
    }

    #[test]
    fn clears_leftovers_but_not_the_work_of_the_living() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(".unfinished-dead"), "half").unwrap();
        fs::write(dir.path().join("kept.json"), "{}").unwrap();
        let living = fs::File::create(dir.path().join(".unfinished-living")).unwrap();
        living.lock().unwrap();
        assert_eq!(clear_unfinished(dir.path()), 1);
        assert!(dir.path().join(".unfinished-living").exists());
        assert!(dir.path().join("kept.json").exists());
        drop(living);
        assert_eq!(clear_unfinished(dir.path()), 1);
    }

    #[test]
    fn a_folder_that_is_a_file_is_an_error_with_its_path() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("a"), "").unwrap();
        let said = write_whole(&dir.path().join("a/b"), b"x", dir.path()).unwrap_err();
        assert!(matches!(said, DiskError::Write { .. }), "{said}");
    }

    #[test]
    fn names_stay_inside_their_folder() {
        for (text, name) in [
            ("..", "_."),
            ("../x", "_._x"),
            ("", "_"),
            ("click-button", "click-button"),
            ("a/b c", "a_b_c"),
        ] {
            assert_eq!(file_name(text), name);
        }
    }
}
