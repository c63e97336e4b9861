//! The functions of a library over HTTP: any program calls them, and no model is asked while they run.
//!
//! - [`service`]: what is answered, behind a [`gate`]; [`autorpa::openapi`] describes it.
//! - `once`: a call that says an `Idempotency-Key` is done once, however often it is sent and whenever the server ends.

mod once;
mod server;

pub use server::{Serving, service};
