//! A runner's name and its lock: who lives on this machine is known by it.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
    process,
};

use jiff::Timestamp;

use crate::{error::QueueError, row::Holder};

/// A process that takes rows. On one machine: while it lives, however it ends, a file beside the queue is locked; that it is not locked any
/// more says that its rows are nobody's.
#[derive(Debug)]
pub struct Runner {
    name: String,
    /// `None` where its rows are known to be its own otherwise.
    _lock: Option<Lock>,
}

/// A file that is locked for as long as this is there.
#[derive(Debug)]
struct Lock {
    path: PathBuf,
    /// Locked for as long as it is open.
    _file: File,
}

/// The lock of a runner of a queue.
fn lock_of(queue: &Path, name: &str) -> PathBuf {
    let mut file = queue.file_name().unwrap_or_default().to_owned();
    file.push(format!("-runner-{name}"));
    queue.with_file_name(file)
}

impl Runner {
    /// A runner of the queue in this file, with a name that no other has.
    pub fn new(queue: &Path) -> Result<Self, QueueError> {
        let stem = format!("{}-{}", process::id(), Timestamp::now().as_microsecond());
        let mut number = 0;
        loop {
            let name = format!("{stem}-{number}");
            let path = lock_of(queue, &name);
            let failed = |source: io::Error| QueueError::Runner {
                path: path.clone(),
                source,
            };
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(lock) => {
                    lock.lock().map_err(failed)?;
                    let _lock = Some(Lock { path, _file: lock });
                    return Ok(Self { name, _lock });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(failed(error)),
            }
        }
    }

    /// One that has no lock here, with a name that no other has. Its leases alone say whose its rows are.
    pub fn elsewhere(name: String) -> Self {
        Self { name, _lock: None }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is known of a runner with this name. The lock of one that is gone is removed.
    pub(crate) fn holder(queue: &Path, name: &str) -> Holder {
        let path = lock_of(queue, name);
        let lock = match File::open(&path) {
            Ok(lock) => lock,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Holder::Gone,
            Err(_) => return Holder::Unknown,
        };
        match lock.try_lock_shared() {
            Ok(()) => {
                // One that can't be removed is found unlocked again.
                let _left = fs::remove_file(&path);
                Holder::Gone
            }
            Err(TryLockError::WouldBlock) => Holder::Alive,
            Err(TryLockError::Error(_)) => Holder::Unknown,
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // One that can't be removed is unlocked at least.
        let _left = fs::remove_file(&self.path);
    }
}
