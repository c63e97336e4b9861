//! What all functions of texts ask of their arguments.

/// Longer than any field: a script can't ask for a text that fills the memory.
pub(crate) const WIDEST: usize = 256;

/// The n-th argument, from 0.
pub(crate) fn text(arguments: &[String], n: usize) -> Option<&str> {
    arguments.get(n).map(String::as_str)
}
