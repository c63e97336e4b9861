//! The commands, a file each.

pub mod bench;
pub mod build;
pub mod doctor;
pub mod emulator;
pub mod exec;
pub mod results;
pub mod run;
pub mod show;
pub mod trajectories;
