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
//!   │ emit               printed as Rhai; every line knows the recorded step it came from
//! script::Script
//!   │ check              what can be said without running it
//!   │ ignored_params     whether it does what nothing takes back without looking at what it is done to
//!   │ unasked            whether it types over what stood in a field without the goal's word
//!   │ verify             run on every seen instance
//!   │ lone_condition     whether it goes by a text or a value that one instance alone had
//!   │ fixed_day          whether it writes out a day that the goal says beside today
//!   │ look_first         what it reads on the screen before it does what nothing takes back
//!   │ analyze            why a run failed, and whether the explorer can go on from there
//!   └ compile            the phases: explore, build, verify, repair (at most M times for each of N instances),
//!                        hold out, harden; without a judge: explore, build, harden on the recordings, try once
//! ```
//!
//! Hardening works on a program that is verified: `prune_branches` removes branches that it can do without,
//! `fit_locators` adds fallbacks that held in all runs, `add_assertions` checks what shows after its steps.
//!
//! `outline` reads the steps of a finished script, and changes them; `mend` lets one of its locators go by something else
//! first.
//!
//! The outside (devices, explorers, models, files) is one trait, [`world::World`].

pub mod world;

pub mod host;
pub mod program;
pub mod script;
pub mod soft;
pub mod trace;

mod address;
mod confirmation;
mod fallback;
mod landmark;
mod lasting;
mod locator;
pub mod look_first;
mod mere_visits;
mod month;
pub mod turned;

pub mod add_assertions;
mod alike;
pub mod analyze;
pub mod check;
pub mod compile;
pub mod consequence;
pub mod doubt;
pub mod emit;
mod equal_values;
pub mod export;
mod fit_locators;
pub mod fixed_day;
pub mod ignored_params;
pub mod join_arms;
pub mod length;
pub mod lone_condition;
pub mod mend;
pub mod mutate;
pub mod none_entry;
mod prune_branches;
pub mod retrieve;
pub mod row_rounds;
pub mod synthesise;
pub mod translate;
pub mod unasked;
pub mod understood;
pub mod verify;

pub mod model;
pub mod outline;
