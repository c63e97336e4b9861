//! Scripts on a device of a few screens.

extern crate autorpa_runtime as runtime;

mod fake;
mod bad_script;
mod finding;
mod limits;
mod running;
mod reading;
