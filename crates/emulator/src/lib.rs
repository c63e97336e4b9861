//! An AndroidWorld-style emulator inside the process: real widget trees, no machine behind them.

mod draw;
pub mod paint;
pub mod state;

pub use draw::{SCREEN, draw};
