//! The search and the agents.

mod each;
mod graph;
mod harmless;
mod options;
mod pages;
#[path = "react/main.rs"]
mod react;
mod search;
mod selection;
