//! An AndroidWorld-style emulator inside the process: real widget trees, no machine behind them.

pub mod paint;
pub mod state;
