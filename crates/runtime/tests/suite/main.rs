//! Scripts on a device of a few screens.

extern crate autorpa_runtime as runtime;

mod bad_script;
mod duplicates;
mod fake;
mod finding;
mod healing;
mod interrupted;
mod limits;
mod notices;
mod reading;
mod running;
