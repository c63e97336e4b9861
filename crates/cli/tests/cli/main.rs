//! The program as a person or a script meets it: what is typed, what comes back, and what lies on disk afterwards.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

mod bench;
mod cassette;
mod desk;
mod fake_model;
mod full;
mod hand;
mod hybrid;
mod kept;
mod known;
mod local_model;
mod login;
mod long_lists;
mod mishaps;
mod model;
mod model_options;
mod odd_input;
mod online;
mod operate;
mod own;
mod pages;
mod pipeline;
mod queue;
mod queue_nats;
mod queue_pages;
mod readme;
mod rows;
mod run;
mod scripts;
mod stop;
mod story;
mod studio;
mod typed;
mod unseen;
mod watch;
mod web;
