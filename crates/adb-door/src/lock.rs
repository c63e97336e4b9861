//! Locks.

use std::sync::{Mutex, MutexGuard};

/// A lock is only poisoned where a thread panicked while it wrote; the stream ends then.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|it| it.into_inner())
}
