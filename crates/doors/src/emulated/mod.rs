//! What Android's own emulator has beside adb: its console, its controller over gRPC, and the accessibility forwarder
//! that sends the widgets of its screen to whoever asks.

mod console;
mod controller;
mod forest;
mod forwarder;
mod grpc;
mod message;

pub use console::Console;
pub use controller::Controller;
pub use forwarder::Forwarder;
