//! Files that a device was given to save, moved to where they stay: under safe names, and never over another file.

use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
};

use device::{Device, Saved};
use serde::Serialize;
use settings::Setting;
use tempfile::NamedTempFile;
use trajectory::{Code, Diagnostic, Ending, Outcome};

use crate::Autorpa;

/// Characters that no name of a file has on some system.
const NEVER: &[char] = &['/', '\\', ':', '*', '?', '"', '<', '>', '|'];
/// Bytes of a name that are kept, and of its ending.
const LONGEST: usize = 150;
const LONGEST_ENDING: usize = 20;
/// Names that stand for devices on Windows, with any ending.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// A file that a run has saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SavedFile {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// How long it is.
    pub bytes: u64,
}

impl fmt::Display for SavedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, path, bytes } = self;
        write!(f, "saved {name} ({bytes} bytes): {}", path.display())
    }
}

impl Autorpa {
    /// Where the files of a run stay, by the run's name.
    pub(crate) fn downloads_of(&self, run: &str) -> PathBuf {
        let own = || self.home.downloads.join(run);
        self.downloads.clone().unwrap_or_else(own)
    }
}

/// Keep in a folder what a device has saved since it was asked last. The error is how a run ends whose files can't be
/// kept.
pub(crate) fn of_device(device: &mut dyn Device, folder: &Path) -> Result<Vec<SavedFile>, Box<Ending>> {
    let files = device.saved().map_err(|it| it.to_string());
    let kept = files.and_then(|files| {
        keep(files, folder).map_err(|(name, error)| {
            let folder = folder.display();
            format!("`{name}` can't be kept in {folder}: {error}")
        })
    });
    kept.map_err(|message| {
        let why = Diagnostic::new(Code::NotSaved, message).hint(format!(
            "free some space, or name another folder with {:#}",
            Setting::Downloads
        ));
        Box::new(Ending::new(Outcome::DeviceLost, Some(why)))
    })
}

/// Move files into a folder, which is made where it is missing.
fn keep(files: Vec<Saved>, folder: &Path) -> Result<Vec<SavedFile>, (String, io::Error)> {
    let kept = files.into_iter().map(|it| {
        let name = safe(&it.name);
        let path = move_to(&it.path, folder, &name).map_err(|error| (name, error))?;
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let path = path.canonicalize().unwrap_or(path);
        let bytes = it.bytes;
        Ok(SavedFile { name, path, bytes })
    });
    kept.collect()
}

/// Move a file into a folder, under the first of its names that nobody has: `a.csv`, `a (2).csv`, ...
fn move_to(from: &Path, folder: &Path, name: &str) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let (stem, ending) = parts(name);
    let mut number = 1;
    let to = loop {
        let path = folder.join(match number {
            1 => name.to_owned(),
            number => format!("{stem} ({number}){ending}"),
        });
        match fs::OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(_) => break path,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    };
    let moved = fs::rename(from, &to).or_else(|_| copy(from, folder, &to));
    if let Err(error) = moved {
        // The name was only taken.
        fs::remove_file(&to)?;
        return Err(error);
    }
    Ok(to)
}

/// The same from another file system: whole, or not at all.
fn copy(from: &Path, folder: &Path, to: &Path) -> io::Result<()> {
    let mut whole = NamedTempFile::new_in(folder)?;
    io::copy(&mut fs::File::open(from)?, &mut whole)?;
    whole.persist(to)?;
    fs::remove_file(from)
}

/// The name without its ending, and the ending with its dot.
fn parts(name: &str) -> (&str, &str) {
    match name.rfind('.') {
        Some(at) if at > 0 && name.len() - at <= LONGEST_ENDING => name.split_at(at),
        Some(_) | None => (name, ""),
    }
}

/// A name that stays in its folder, is shown, and can be had on every system.
fn safe(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let kept = |it: char| match it.is_control() || NEVER.contains(&it) || is_hidden_mark(it) {
        true => '_',
        false => it,
    };
    let clean: String = last.chars().map(kept).collect();
    let clean = clean.trim_start_matches(|it: char| it == '.' || it.is_whitespace());
    let clean = clean.trim_end_matches(|it: char| it == '.' || it.is_whitespace());
    let (stem, ending) = parts(clean);
    let most = LONGEST.saturating_sub(ending.len());
    let stem = &stem[..stem.floor_char_boundary(most)];
    let first = stem.split('.').next().unwrap_or_default().to_lowercase();
    let numbered = |it: &str| {
        let number = it.strip_prefix("com").or_else(|| it.strip_prefix("lpt"));
        number.is_some_and(|it| it.len() == 1 && it.chars().all(|it| it.is_ascii_digit()))
    };
    match stem.is_empty() {
        true => format!("download{ending}"),
        false if DEVICES.contains(&first.as_str()) || numbered(&first) => format!("_{stem}{ending}"),
        false => format!("{stem}{ending}"),
    }
}

/// Marks that nobody sees, some of which turn the text around: an ending could be made to look like another.
fn is_hidden_mark(it: char) -> bool {
    matches!(it, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_in_its_folder_and_can_be_seen() {
        for (given, name) in [
            ("report.csv", "report.csv"),
            ("Bericht für März.pdf", "Bericht für März.pdf"),
            ("../../etc/passwd", "passwd"),
            ("C:\\Users\\ada\\x.exe", "x.exe"),
            ("/", "download"),
            ("", "download"),
            ("..", "download"),
            (".bashrc", "bashrc"),
            (" a.b. ", "a.b"),
            ("a\u{0}b\nc.txt", "a_b_c.txt"),
            ("a:b*c?.txt", "a_b_c_.txt"),
            ("invoice\u{202e}fdp.exe", "invoice_fdp.exe"),
            ("nul.txt", "_nul.txt"),
            ("COM1", "_COM1"),
            ("common.txt", "common.txt"),
        ] {
            assert_eq!(safe(given), name, "{given:?}");
        }
        let long = safe(&format!("{}.csv", "ä".repeat(400)));
        assert!(long.len() <= LONGEST && long.ends_with("ä.csv"), "{long}");
    }

    #[test]
    fn no_file_is_written_over_another() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("new/folder");
        let saved = |text: &str, name: &str| {
            let path = dir.path().join(text);
            fs::write(&path, text).unwrap();
            Saved {
                name: name.to_owned(),
                path,
                bytes: text.len() as u64,
            }
        };
        let files = vec![
            saved("one", "a.csv"),
            saved("three", "a.csv"),
            saved("x", "../a.csv"),
        ];
        let kept = keep(files, &folder).unwrap();
        let names: Vec<&str> = kept.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["a.csv", "a (2).csv", "a (3).csv"]);
        let texts: Vec<String> = kept
            .iter()
            .map(|it| fs::read_to_string(&it.path).unwrap())
            .collect();
        assert_eq!(texts, ["one", "three", "x"]);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
        // What is gone leaves nothing behind.
        let gone = Saved {
            path: dir.path().join("gone"),
            ..saved("y", "b.csv")
        };
        assert!(keep(vec![gone], &folder).is_err());
        assert!(!folder.join("b.csv").exists());
    }
}
