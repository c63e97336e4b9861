//! Paths, and how much there is at them.

/// Where the shared storage is.
pub(super) const STORAGE: &str = "/storage/emulated/0";

/// The folder something is in.
pub(super) fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |it| it.0)
}

/// The name of a file or folder, without where it is.
pub(super) fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

pub(super) fn count(count: usize, what: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {what}{s}")
}
