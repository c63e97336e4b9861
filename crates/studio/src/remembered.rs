//! What the Studio remembers of its work while it runs, behind a lock.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// A poisoned lock only means that another thread panicked while it told something.
pub fn locked<T>(it: &Mutex<T>) -> MutexGuard<'_, T> {
    it.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Forget the oldest of what is over, but for this many.
pub fn forget_oldest<T>(all: &mut BTreeMap<u64, Arc<T>>, is_over: impl Fn(&T) -> bool, kept: usize) {
    let over: Vec<u64> = all
        .iter()
        .filter(|(_, it)| is_over(it))
        .map(|(id, _)| *id)
        .collect();
    for old in over.iter().take(over.len().saturating_sub(kept)) {
        all.remove(old);
    }
}
