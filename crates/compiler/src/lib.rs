//! The compiler: recordings in, a verified function out.
//!
//! The pipeline in reading order; a form is a noun, a stage is a verb from one form to the next:
//!
//! ```text
//! trajectory::Recording  what was seen and done
//!   │ translate          indices become locators, typed values become expressions over the parameters
//! soft::SoftTrajectory
//!   │ synthesise         several become one: common steps, branches, loops, computed values
//! program::Program
//!   │ assure             with checks of what shows after its steps, once it is verified without them
//!   │ emit               printed as Rhai; every line knows the recorded step it came from
//! script::Script
//!   │ check              what can be said without running it
//!   │ overlook           whether it does what nothing takes back without looking at what it is done to
//!   │ verify             run on every seen instance; the first failure is analysed ...
//!   │ spare              without branches that it can do without
//!   │ hold               with other ways to its elements that held in all runs
//!   └ compile            ... continued by the explorer, and built again (at most M times for each of N instances)
//! ```
//!
//! The outside (devices, explorers, models, files) is one trait, [`world::World`].

pub mod world;

pub mod host;
pub mod program;
pub mod script;
pub mod soft;

mod alike;
pub mod assure;
pub mod check;
pub mod compile;
pub mod consequence;
pub mod emit;
mod hold;
pub mod overlook;
pub mod retrieve;
mod spare;
pub mod synthesise;
pub mod translate;
pub mod verify;
mod ways;

pub mod model;
