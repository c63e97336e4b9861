//! AndroidWorld's own server API on the emulator, with its bodies and status codes.
//!
//! A request goes from [`door`] to [`served`], which has the suite and the phone. What it asks for is read in [`query`]
//! and [`action`]; how it is answered is in [`answer`].

mod action;
mod answer;
mod door;
mod pixels;
mod query;
mod served;
mod suite;

pub use door::Door;
pub use suite::seed_of;
