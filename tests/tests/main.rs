//! What needs several crates.

mod by_fields;
mod desk;
mod drifts;
mod episodes;
mod episodes_of_pages;
mod episodes_of_the_emulator;
mod event_log;
mod event_logs;
mod export;
mod foreign;
#[path = "../../crates/device-web/tests/hand/mod.rs"]
mod hand;
mod healing;
mod host;
mod imports;
mod injections;
mod listed;
mod listening;
mod lists_in_part;
mod maestro;
mod once_more;
mod own_tasks;
mod page;
mod phone;
mod prompts;
mod questions;
mod rights;
mod rows;
mod rows_of_a_table;
mod samples;
mod secrets;
mod shop;
mod strangers;
mod studio;
mod toy;
mod wall;
