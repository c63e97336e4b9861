//! A commented task file to begin with.

use std::path::{Path, PathBuf};

use task::file::{SUFFIX, new_task as commented};

use crate::error::Error;

/// Write a commented task file for a task type of this name into a folder; its path. What is there stays as it is.
pub fn new_task(name: &str, folder: &Path) -> Result<PathBuf, Error> {
    let bad = |it: char| !(it.is_alphanumeric() || it == '_' || it == '-');
    if name.is_empty() || name.contains(bad) {
        return Err(Error::usage(format!(
            "`{name}` is no name of a task type: letters, digits, `_` and `-` may stand in it, as in `AddCustomer`"
        )));
    }
    let path = folder.join(format!("{name}{SUFFIX}"));
    if path.exists() {
        return Err(Error::usage(format!(
            "{} is there already, and was left as it is",
            path.display()
        )));
    }
    crate::home::write(&path, commented(name).as_bytes())?;
    Ok(path)
}
