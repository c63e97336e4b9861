//! A built function to its files. Two processes may publish at once: one waits for the other.

use std::{
    fs,
    path::{Path, PathBuf},
};

use trajectory::{
    RecordingId,
    disk::{self, DiskError, write_whole},
};

use crate::{
    library::{Function, Library, LibraryError, read_receipt},
    place::Place,
    receipt::{Accepted, KeptVersion, Receipt, sha256},
};

/// A function that is to be kept.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Where it goes.
    pub place: Place,
    /// Every code there was in this build, oldest first; the last one is the function.
    pub versions: Vec<Version>,
    /// What is known about it; hash and history are filled in.
    pub receipt: Receipt,
}

/// One code, and why it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// The script.
    pub source: String,
    /// Why it was written, in one line.
    pub why: String,
}

impl Library {
    /// Keep a function under the first root, in place of an older one of the same task type. What the older
    /// one's history holds stays, and the new codes follow it; what a person changed by hand joins it before.
    /// A function that is trusted gives way only to another verified one: the answer is then the old one, and
    /// nothing is written. `None` where the draft has no code.
    pub fn publish(&self, draft: &Draft) -> Result<Option<Function>, LibraryError> {
        let Some(newest) = draft.versions.last() else {
            return Ok(None);
        };
        let root = self.root();
        let folder = root.join(disk::file_name(&draft.place.app));
        let script = folder.join(format!("{}.rhai", disk::file_name(&draft.place.name)));
        disk::make_folder(root)?;
        let _one_at_a_time = lock(&root.join(".lock"))?;
        let older = match read_receipt(&script) {
            Ok(it) if (&it.suite, &it.task_type) != (&draft.receipt.suite, &draft.receipt.task_type) => {
                return Err(LibraryError::Taken {
                    path: script,
                    owner: format!("{} of {}", it.task_type, it.suite),
                    task_type: draft.receipt.task_type.clone(),
                });
            }
            Ok(it) => it.history,
            Err(it) => {
                tracing::debug!(reason = %it, "no older receipt to go on with");
                Vec::new()
            }
        };
        let mut versions = draft.versions.clone();
        if let Ok(present) = Function::open(&script) {
            if present.trusted() && !draft.receipt.verified {
                return Ok(Some(present));
            }
            if present.edited {
                let why = "edited by hand before the next build".to_owned();
                versions.insert(
                    0,
                    Version {
                        source: present.source,
                        why,
                    },
                );
            }
        }
        let mut receipt = draft.receipt.clone();
        receipt.script_sha256 = sha256(&newest.source);
        receipt.history = keep_versions(&script.with_extension("history"), older, &versions, root)?;
        // If the process dies between these two, the receipt does not speak of the script, and that is noticed.
        write_receipt(&script, &receipt, root)?;
        write_whole(&script, newest.source.as_bytes(), root)?;
        Function::open(&script).map(Some)
    }

    /// Put another code in the place of a function's. What it was tried on stays in its receipt, which does not speak of the
    /// new code: the function is edited, until it is verified again. The code joins the history with its reason. It is
    /// refused where the file has changed since `function` was read.
    pub fn edit(&self, function: &Function, code: &Version) -> Result<Function, LibraryError> {
        let root = self.root();
        let _one_at_a_time = lock(&root.join(".lock"))?;
        let mut receipt = receipt_of_same(function)?;
        let folder = function.path.with_extension("history");
        receipt.history = keep_versions(&folder, receipt.history, std::slice::from_ref(code), root)?;
        write_receipt(&function.path, &receipt, root)?;
        write_whole(&function.path, code.source.as_bytes(), root)?;
        Function::open(&function.path)
    }

    /// Keep what is known of a function's present code after it was tried again, in the place of what its receipt said.
    pub fn tried_again(&self, function: &Function, mut receipt: Receipt) -> Result<Function, LibraryError> {
        let root = self.root();
        let _one_at_a_time = lock(&root.join(".lock"))?;
        receipt.history = receipt_of_same(function)?.history;
        receipt.script_sha256 = sha256(&function.source);
        write_receipt(&function.path, &receipt, root)?;
        Function::open(&function.path)
    }

    /// Keep a person's word for a function: they looked at this run, which nobody could check.
    pub fn accept(&self, function: &Function, run: &RecordingId) -> Result<Function, LibraryError> {
        let root = self.root();
        let _one_at_a_time = lock(&root.join(".lock"))?;
        let mut receipt = read_receipt(&function.path)?;
        receipt.accepted = Some(Accepted {
            run: run.clone(),
            at: None,
        });
        write_receipt(&function.path, &receipt, root)?;
        Function::open(&function.path)
    }
}

/// What the receipt of a function says now; refused where its script is another one than was read.
fn receipt_of_same(function: &Function) -> Result<Receipt, LibraryError> {
    let present = Function::open(&function.path)?;
    match present.source == function.source {
        true => Ok(present.receipt),
        false => Err(LibraryError::Changed {
            path: function.path.clone(),
        }),
    }
}

fn write_receipt(script: &Path, receipt: &Receipt, staging: &Path) -> Result<(), LibraryError> {
    let path = script.with_extension("receipt.json");
    let text = receipt.to_json().map_err(|it| LibraryError::Damaged {
        path: path.clone(),
        reason: it.to_string(),
    })?;
    Ok(write_whole(&path, text.as_bytes(), staging)?)
}

/// Append the codes to the history; a build that went exactly as the last one adds nothing.
fn keep_versions(
    folder: &Path,
    mut history: Vec<KeptVersion>,
    versions: &[Version],
    staging: &Path,
) -> Result<Vec<KeptVersion>, LibraryError> {
    let same = |kept: &KeptVersion, new: &Version| {
        fs::read_to_string(folder.join(&kept.file)).is_ok_and(|it| it == new.source)
    };
    let from = history.len().checked_sub(versions.len());
    if from.is_some_and(|from| {
        history[from..]
            .iter()
            .zip(versions)
            .all(|(kept, new)| same(kept, new))
    }) {
        return Ok(history);
    }
    let mut number = highest(folder);
    for version in versions {
        number += 1;
        let file = format!("{number:03}.rhai");
        write_whole(&folder.join(&file), version.source.as_bytes(), staging)?;
        history.push(KeptVersion {
            file,
            why: version.why.lines().collect::<Vec<_>>().join(" "),
        });
    }
    Ok(history)
}

/// The highest number of a file in the history folder, whether a receipt names it or not.
fn highest(folder: &Path) -> usize {
    let Ok(entries) = fs::read_dir(folder) else {
        return 0;
    };
    let number = |it: PathBuf| it.file_stem()?.to_string_lossy().parse::<usize>().ok();
    entries
        .flatten()
        .filter_map(|it| number(it.path()))
        .max()
        .unwrap_or(0)
}

/// Wait for the lock of a library. It is free again when the file is closed, however its holder ends.
fn lock(path: &Path) -> Result<fs::File, LibraryError> {
    let failed = |source| DiskError::Write {
        path: path.to_owned(),
        source,
    };
    let file = fs::OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)
        .map_err(failed)?;
    file.lock().map_err(failed)?;
    Ok(file)
}
