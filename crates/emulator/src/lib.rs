//! An AndroidWorld-style emulator inside the process: real widget trees, no machine behind them.
#![cfg_attr(
    test,
    expect(
        clippy::disallowed_methods,
        reason = "what AndroidWorld made of each type is in a file"
    )
)]

pub mod apps;
mod draw;
mod environment;
pub mod instances;
pub mod msg;
pub mod paint;
pub mod perturb;
mod phone;
pub mod state;
pub mod system;
pub mod tasks;
pub mod toolkit;

pub use draw::draw;
pub use environment::{Emulator, NAME};
pub use perturb::Perturb;
pub use phone::{Branch, Key, Phone, SystemWindow};
