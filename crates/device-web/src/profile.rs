//! What a browser leaves behind, and who clears it away: its temporary profile, and the browser itself where we are
//! killed before we can end it.

use std::{
    env,
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

const PREFIX: &str = "autorpa-chromium-";
/// Locked by whoever uses the profile, for as long as it lives.
const LOCK: &str = "autorpa.lock";
/// Its temporary directory; the name is short because sockets with long paths can't be made.
const TEMPORARY: &str = "t";
/// A directory younger than this may not be locked yet.
const YOUNG: Duration = Duration::from_secs(60);

/// A profile directory, removed when dropped.
pub(crate) struct Profile {
    dir: tempfile::TempDir,
    _lock: File,
}

impl Profile {
    /// A new one. Those of processes that are no more are removed on the occasion.
    pub(crate) fn new() -> io::Result<Self> {
        remove_stale(&env::temp_dir(), YOUNG);
        let dir = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
        fs::create_dir(dir.path().join(TEMPORARY))?;
        let lock = File::create(dir.path().join(LOCK))?;
        lock.lock()?;
        Ok(Self { dir, _lock: lock })
    }

    /// Its own temporary directory.
    pub(crate) fn temporary(&self) -> PathBuf {
        self.dir.path().join(TEMPORARY)
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        self.dir.path()
    }
}

/// Remove the profiles in a directory that nobody holds any more.
fn remove_stale(dir: &Path, young: Duration) {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    for entry in entries.filter(|it| it.file_name().to_string_lossy().starts_with(PREFIX)) {
        let Ok(lock) = File::open(entry.path().join(LOCK)) else {
            continue;
        };
        let age = lock
            .metadata()
            .and_then(|it| it.modified())
            .map(|it| it.elapsed());
        if !matches!(age, Ok(Ok(age)) if age >= young) {
            continue;
        }
        let gone = match lock.try_lock() {
            Ok(()) => fs::remove_dir_all(entry.path()),
            Err(TryLockError::WouldBlock) => continue,
            Err(TryLockError::Error(error)) => Err(error),
        };
        match gone {
            Ok(()) => {
                tracing::debug!(profile = %entry.path().display(), "removed what a killed process left")
            }
            Err(error) => tracing::debug!(%error, profile = %entry.path().display(), "profile not removed"),
        }
    }
}

/// A shell that waits for our end, whatever ends us, and then takes the browser and its profile with it.
pub(crate) struct Guard(Option<Child>);

impl Guard {
    /// Over a browser that leads a process group of its own.
    #[cfg(unix)]
    pub(crate) fn over(browser: &Child, profile: &Path) -> Self {
        const WATCH: &str = r#"read -r _
kill -s KILL -- "-$1"
for _ in 1 2 3 4 5; do rm -rf -- "$2" && break; sleep 1; done"#;
        let mut command = Command::new("sh");
        command
            .args(["-c", WATCH, "autorpa-guard", &browser.id().to_string()])
            .arg(profile);
        // Its input ends when we do. Signals of our terminal are not for it.
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        match command.spawn() {
            Ok(child) => Self(Some(child)),
            Err(error) => {
                tracing::warn!(%error, "no guard: a browser stays behind if this process is killed");
                Self(None)
            }
        }
    }

    /// There is none where there is no such shell.
    #[cfg(not(unix))]
    pub(crate) fn over(_browser: &Child, _profile: &Path) -> Self {
        Self(None)
    }

    /// Over a browser that is somebody else's.
    pub(crate) fn over_nothing() -> Self {
        Self(None)
    }

    /// The browser is ended in the ordinary way.
    pub(crate) fn dismiss(&mut self) {
        if let Some(mut child) = self.0.take()
            && let Err(error) = child.kill().and_then(|()| child.wait().map(drop))
        {
            tracing::debug!(%error, "guard not collected");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_that_nobody_holds_are_removed() {
        let temp = tempfile::tempdir().expect("a directory");
        let profile = |name: &str| {
            let dir = temp.path().join(name);
            fs::create_dir(&dir).expect("a directory");
            File::create(dir.join(LOCK)).expect("a file")
        };
        let held = profile("autorpa-chromium-held");
        held.lock().expect("locks");
        drop(profile("autorpa-chromium-left"));
        drop(profile("another-left"));
        fs::create_dir(temp.path().join("autorpa-chromium-strange")).expect("a directory");
        remove_stale(temp.path(), YOUNG);
        assert!(
            temp.path().join("autorpa-chromium-left").exists(),
            "it may be about to be locked"
        );
        remove_stale(temp.path(), Duration::ZERO);
        let mut left: Vec<_> = fs::read_dir(temp.path())
            .expect("reads")
            .map(|it| it.expect("an entry").file_name().into_string().expect("a name"))
            .collect();
        left.sort();
        assert_eq!(
            left,
            [
                "another-left",
                "autorpa-chromium-held",
                "autorpa-chromium-strange"
            ]
        );
    }
}
