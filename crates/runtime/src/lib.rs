//! The host of scripts: runs a function, generated or written by hand, on any device.
//!
//! - [`signature`]: what a script's function is called, takes and says of itself.
//! - [`run`]: script, parameters and environment to a [`Run`], whose recording has origin `script`.
//! - [`host_functions`]: what a script can call, from the same doc comments as the reference.
//!
//! A script sees a device only through `env_op`. It has no files, no network, no imports, no `eval`,
//! and limits on operations, depth, sizes, steps and time. Finding answers one, none or many; many is decided
//! by the margin rule, by a grounder, or by a refusal, never by order.

mod address;
mod choose;
mod control;
mod decision;

mod element;
mod fault;
mod found_rows;
mod heal;
mod host;
mod locate;
mod log;
mod named;
mod options;
mod oracle;
mod person;
mod place;
mod range;
mod reference;
mod relay;
mod rows;
mod rows_to_do;
mod run;
mod same_rows;
mod script;
mod scroll;
mod session;
mod stale;
mod stop;
mod text;
mod trust;
mod typing;
mod wait;
mod whole_table;

pub use choose::nearest;
pub use decision::{Heal, HealedBy};
pub use log::Log;
pub use options::{Limits, Options, Policy};
pub use oracle::{Oracle, OracleError};
pub use person::{Asked, Choice, Consent, Person, UnknownSecret};
pub use reference::{
    HostFunction, OF_PEOPLE, OF_STORIES, host_functions, reference, reference_in_short, text_functions,
};
pub use run::{LAST_LOOK, Run, run};
pub use script::{Param, Script, Signature, check_arguments, signature};
