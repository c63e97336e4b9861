//! The desk over real HTTP: its pages, its forms, its drifts, what hostile clients send, and its task files.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

mod client;
mod drift;
mod forms;
mod hostile;
mod pages;
mod tasks;
