//! A commented task file to begin with.

use std::path::{Path, PathBuf};

use task::file::{SUFFIX, TaskFile, new_task as commented};
use thiserror::Error;

use crate::error::Error;

/// Why no task file is written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotWritten {
    /// No task type can be called so.
    #[error(
        "`{name}` is no name of a task type: letters, digits, `_` and `-` may stand in it, as in `AddCustomer`"
    )]
    Name {
        /// The name.
        name: String,
    },
    /// There is one.
    #[error("{} is there already, and was left as it is", path.display())]
    There {
        /// The file.
        path: PathBuf,
    },
}

/// Write a commented task file for a task type of this name into a folder; its path. What is there stays as it is.
pub fn new_task(name: &str, folder: &Path) -> Result<PathBuf, Error> {
    let bad = |it: char| !(it.is_alphanumeric() || it == '_' || it == '-');
    if name.is_empty() || name.contains(bad) {
        let name = name.to_owned();
        return Err(Error::usage(NotWritten::Name { name }));
    }
    let path = folder.join(format!("{name}{SUFFIX}"));
    if path.exists() {
        return Err(Error::usage(NotWritten::There { path }));
    }
    crate::home::write(&path, commented(name).as_bytes())?;
    Ok(path)
}

/// What a task file that nothing speaks against has, a line each.
pub fn in_short(file: &TaskFile, path: &Path) -> Vec<String> {
    let many = |count: usize, of: &str| format!("{count} {of}{}", if count == 1 { "" } else { "s" });
    let mut lines = vec![format!(
        "{}: nothing to say against it: `{}`, {}, {}, {}",
        path.display(),
        file.name,
        many(file.params.len(), "parameter"),
        many(file.instance_count(), "instance"),
        many(file.checks.len(), "check"),
    )];
    if file.checks.is_empty() {
        let note =
            "note: it has no [[check]]: every run ends `unchecked`, and only a person can say that it worked";
        lines.push(note.to_owned());
    }
    lines
}
