//! The commands, a file each.

pub mod bench;
pub mod beside;
pub mod build;
pub mod check;
pub mod doctor;
pub mod exec;
pub mod import;
pub mod listen;
pub mod login;
pub mod operate;
pub mod own;
pub mod page;
pub mod queue;
pub mod reference;
pub mod results;
pub mod run;
pub mod serve;
pub mod session;
pub mod show;
pub mod studio;
pub mod synth;
pub mod tasks;
pub mod trajectories;
