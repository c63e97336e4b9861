//! Functions on disk: listed, found by name or by task, read with their receipts.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use settings::{Call, Request};
use thiserror::Error;
use trajectory::disk::{self, DiskError};

use crate::{
    file::{RECEIPT_VERSION, ReceiptError},
    place::snake_case,
    receipt::Receipt,
};

/// The functions of one or more root folders.
#[derive(Clone, Debug)]
pub struct Library {
    roots: Vec<PathBuf>,
}

/// One function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its folder's name.
    pub app: String,
    /// Its file's name, without the ending.
    pub name: String,
    /// The script's file.
    pub path: PathBuf,
    /// The script.
    pub source: String,
    /// What is known about it.
    pub receipt: Receipt,
    /// Whether the script was changed since its receipt was written: it is then not what was verified.
    pub edited: bool,
}

/// What is known of whether a function is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It was right on every instance, by a judge or by checks.
    Verified,
    /// A person looked at a run of it, and said that it is right.
    Accepted,
    /// It came to its end, and nobody judged it.
    Unchecked,
    /// It was not right on at least one instance.
    Unverified,
    /// Its script was changed since, so nothing is known of it.
    Edited,
}

impl Standing {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Standing::Verified => "verified",
            Standing::Accepted => "accepted",
            Standing::Unchecked => "unchecked",
            Standing::Unverified => "unverified",
            Standing::Edited => "edited",
        }
    }

    /// What it means, for people.
    pub fn meaning(self) -> &'static str {
        match self {
            Standing::Verified => "it was right on every instance that it was held against",
            Standing::Accepted => "a person looked at a run of it and accepted it",
            Standing::Unchecked => "it came to its end, and nobody judged what it did",
            Standing::Unverified => "at least one run of it was not right",
            Standing::Edited => "the script was edited since it was verified",
        }
    }
}

/// What a library holds.
#[derive(Debug, Default)]
pub struct Listing {
    /// The functions, by folder and name.
    pub functions: Vec<Function>,
    /// Files that can't be read, each with the reason.
    pub skipped: Vec<Skipped>,
}

/// A file that was passed over.
#[derive(Debug)]
pub struct Skipped {
    /// The script.
    pub path: PathBuf,
    /// Why.
    pub error: LibraryError,
}

/// The library can't do what it was asked.
#[derive(Debug, Error)]
pub enum LibraryError {
    /// A file can't be read or written.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// The words of the functions can't be looked through.
    #[error("the functions can't be searched: {0}")]
    Search(#[from] tantivy::TantivyError),
    /// A script without a receipt.
    #[error(
        "{} has no receipt: nothing is known about what it was verified on\nhelp: `{}` makes both",
        script.display(),
        Call::new(Request::Build)
    )]
    NoReceipt {
        /// The script.
        script: PathBuf,
    },
    /// A receipt that is cut off or not one.
    #[error("{} is not a whole receipt: {reason}\nhelp: build the function again", path.display())]
    Damaged {
        /// The receipt.
        path: PathBuf,
        /// What the parser found.
        reason: String,
    },
    /// Written by a newer AutoRPA.
    #[error("{} has format version {found}; this AutoRPA reads up to {RECEIPT_VERSION}\nhelp: update AutoRPA", path.display())]
    TooNew {
        /// The receipt.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// No function has this name.
    #[error("no function is called `{name}` in {}{}", shown(roots), near_names(near))]
    Unknown {
        /// The name.
        name: String,
        /// Where it was looked for.
        roots: Vec<PathBuf>,
        /// The most similar names there are.
        near: Vec<String>,
    },
    /// Several functions have this name.
    #[error("several functions are called `{name}`: {}\nhelp: name the folder as well", found.join(", "))]
    Ambiguous {
        /// The name.
        name: String,
        /// All that have it.
        found: Vec<String>,
    },
    /// Somebody else has written it meanwhile.
    #[error("{} was changed meanwhile\nhelp: look at it again, then change what is there now", path.display())]
    Changed {
        /// The script.
        path: PathBuf,
    },
    /// Another task type's function is kept under this name.
    #[error("{} is the function of {owner}; {task_type} can't be kept there\nhelp: give it another name", path.display())]
    Taken {
        /// The script.
        path: PathBuf,
        /// Whose it is.
        owner: String,
        /// Who wanted to have it.
        task_type: String,
    },
}

fn shown(roots: &[PathBuf]) -> String {
    roots
        .iter()
        .map(|it| it.display().to_string())
        .collect::<Vec<_>>()
        .join(", ")
}

fn near_names(near: &[String]) -> String {
    if near.is_empty() {
        format!(
            "\nhelp: `{}` says which there are, `{}` makes one",
            Call::new(Request::Tasks),
            Call::new(Request::Build)
        )
    } else {
        format!("\nhelp: did you mean {}?", near.join(", "))
    }
}

impl Function {
    /// Read a script and its receipt, wherever they lie.
    pub fn open(script: &Path) -> Result<Self, LibraryError> {
        let source = fs::read_to_string(script).map_err(|it| DiskError::read(script, it))?;
        let receipt = read_receipt(script)?;
        let part = |it: Option<&std::ffi::OsStr>| it.unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self {
            app: part(script.parent().and_then(Path::file_name)),
            name: part(script.file_stem()),
            path: script.to_owned(),
            edited: !receipt.speaks_of(&source),
            source,
            receipt,
        })
    }

    /// Folder and name.
    pub fn title(&self) -> String {
        format!("{}/{}", self.app, self.name)
    }

    /// What the script says of itself: the comment before its public function, a line each, without marks.
    pub fn doc(&self) -> Vec<&str> {
        let mut doc = Vec::new();
        for line in self.source.lines() {
            match line.strip_prefix("///") {
                Some(text) => doc.push(text.strip_prefix(' ').unwrap_or(text)),
                None if line.starts_with("fn ") => return doc,
                None => doc.clear(),
            }
        }
        Vec::new()
    }

    /// What it does, in a sentence or two: the first paragraph of its comment.
    pub fn about(&self) -> String {
        let doc = self.doc();
        let first = doc.iter().take_while(|it| !it.trim().is_empty());
        first.map(|it| it.trim()).collect::<Vec<_>>().join(" ")
    }

    /// What is known of whether it is right.
    pub fn standing(&self) -> Standing {
        let receipt = &self.receipt;
        match (self.edited, receipt.verified, &receipt.accepted) {
            (true, ..) => Standing::Edited,
            (false, true, _) => Standing::Verified,
            (false, false, Some(_)) => Standing::Accepted,
            (false, false, None) if receipt.unjudged => Standing::Unchecked,
            (false, false, None) => Standing::Unverified,
        }
    }

    /// Whether what stands in the file now is what was verified, or what a person accepted.
    pub fn trusted(&self) -> bool {
        (self.receipt.verified || self.receipt.accepted.is_some()) && !self.edited
    }
}

impl Library {
    /// The library of a root folder, which need not exist yet. New functions go there.
    pub fn open(root: impl Into<PathBuf>) -> Self {
        let root = root.into();
        disk::clear_unfinished(&root);
        Self { roots: vec![root] }
    }

    /// The same with a further folder to read from. Where two have the same function, the earlier root's counts.
    pub fn and(mut self, root: impl Into<PathBuf>) -> Self {
        self.roots.push(root.into());
        self
    }

    /// The folder that new functions go to.
    pub fn root(&self) -> &Path {
        &self.roots[0]
    }

    /// All functions, and the files that can't be read.
    pub fn list(&self) -> Result<Listing, LibraryError> {
        let mut listing = Listing::default();
        for path in self.scripts()? {
            match Function::open(&path) {
                Ok(it) if listing.functions.iter().any(|known| known.title() == it.title()) => {}
                Ok(it) => listing.functions.push(it),
                Err(error) => listing.skipped.push(Skipped { path, error }),
            }
        }
        listing.functions.sort_by_key(Function::title);
        Ok(listing)
    }

    /// The function of this folder and this name, and no other that is called alike.
    pub fn titled(&self, title: &str) -> Result<Option<Function>, LibraryError> {
        let scripts = self.scripts()?;
        let found = scripts.iter().find(|it| title_of(it) == title);
        found.map(|it| Function::open(it)).transpose()
    }

    /// The function of a task type: one that is trusted before one that is not.
    pub fn of_task(&self, suite: &str, task_type: &str) -> Result<Option<Function>, LibraryError> {
        let mut all = self.list()?.functions;
        all.retain(|it| it.receipt.suite == suite && it.receipt.task_type == task_type);
        all.sort_by_key(|it| !it.trusted());
        Ok(all.into_iter().next())
    }

    /// The function a user means: `markor/create_note`, `create_note`, the name it has in the script, its task
    /// type, or the path of its file.
    pub fn get(&self, name: &str) -> Result<Function, LibraryError> {
        let path = Path::new(name);
        if path.extension().is_some_and(|it| it == "rhai") && path.is_file() {
            return Function::open(path);
        }
        let called = |script: &PathBuf| {
            let bare = script.with_extension("");
            bare.ends_with(name) && !name.is_empty()
        };
        let scripts = self.scripts()?;
        let mut found: Vec<PathBuf> = scripts.iter().filter(|it| called(it)).cloned().collect();
        if found.is_empty() {
            let all = self.list()?.functions.into_iter();
            let meant = all.filter(|it| it.receipt.name == name || it.receipt.task_type == name);
            found = meant.map(|it| it.path).collect();
        }
        // A later root's function of the same folder and name is the same one, hidden by the earlier.
        let mut titles: Vec<String> = Vec::new();
        found.retain(|it| {
            let title = title_of(it);
            let new = !titles.contains(&title);
            titles.push(title);
            new
        });
        match found.as_slice() {
            [] => Err(self.unknown(name, &scripts)),
            [one] => Function::open(one),
            many => {
                let found = many.iter().map(|it| title_of(it)).collect();
                Err(LibraryError::Ambiguous {
                    name: name.to_owned(),
                    found,
                })
            }
        }
    }

    fn unknown(&self, name: &str, scripts: &[PathBuf]) -> LibraryError {
        let wanted = snake_case(name);
        let likeness = |title: &str| {
            let own = title.rsplit('/').next().unwrap_or(title);
            strsim::jaro_winkler(&wanted, own).max(strsim::jaro_winkler(&wanted, &snake_case(title)))
        };
        let mut near: Vec<(f64, String)> = scripts
            .iter()
            .map(|it| title_of(it))
            .map(|it| (likeness(&it), it))
            .collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        near.dedup();
        near.retain(|(likeness, _)| *likeness > 0.6);
        let near = near.into_iter().take(3).map(|(_, it)| it).collect();
        LibraryError::Unknown {
            name: name.to_owned(),
            roots: self.roots.clone(),
            near,
        }
    }

    /// Every file of the form `ROOT/APP/NAME.rhai`, in the order of the roots.
    fn scripts(&self) -> Result<Vec<PathBuf>, LibraryError> {
        let mut all = Vec::new();
        for root in &self.roots {
            let mut here = Vec::new();
            for folder in disk::inside(root)? {
                here.extend(
                    disk::inside(&folder)?
                        .into_iter()
                        .filter(|it| it.extension().is_some_and(|it| it == "rhai")),
                );
            }
            here.sort();
            all.extend(here);
        }
        Ok(all)
    }
}

/// The receipt that belongs to a script.
pub(crate) fn read_receipt(script: &Path) -> Result<Receipt, LibraryError> {
    let path = script.with_extension("receipt.json");
    let text = fs::read(&path).map_err(|it| match it.kind() {
        io::ErrorKind::NotFound => LibraryError::NoReceipt {
            script: script.to_owned(),
        },
        _ => DiskError::read(&path, it).into(),
    })?;
    Receipt::from_json(&text).map_err(|error| match error {
        ReceiptError::Damaged { reason } => LibraryError::Damaged { path, reason },
        ReceiptError::TooNew { found } => LibraryError::TooNew { path, found },
    })
}

fn title_of(script: &Path) -> String {
    let part = |it: Option<&std::ffi::OsStr>| it.unwrap_or_default().to_string_lossy().into_owned();
    format!(
        "{}/{}",
        part(script.parent().and_then(Path::file_name)),
        part(script.file_stem())
    )
}
