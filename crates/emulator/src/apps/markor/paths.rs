//! Where notes are, and what they are called.

/// Where the notes are.
pub const NOTEBOOK: &str = "/storage/emulated/0/Documents/Markor";

/// The folder something is in.
pub(super) fn parent(path: &str) -> &str {
    match path.rfind('/') {
        Some(at) if at > 0 => &path[..at],
        Some(_) | None => "/",
    }
}

/// The name of a file or folder, without where it is.
pub(super) fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
