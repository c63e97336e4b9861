//! One of several, counted from the first or from the last.

/// The entry at a position that counts from 1, or from -1 at the end.
pub(crate) fn at<T>(all: &[T], n: i64) -> Option<&T> {
    let at = if n > 0 { usize::try_from(n - 1).ok() } else { None };
    let at = at.or_else(|| {
        if n < 0 {
            all.len().checked_sub(usize::try_from(n.unsigned_abs()).ok()?)
        } else {
            None
        }
    });
    all.get(at?)
}
