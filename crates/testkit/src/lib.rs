//! What tests of several crates share. No product code depends on it.

mod adb;
mod certificate;
mod damaged;
mod display;
mod fake;
mod forward;
mod helper;
mod hostile;
mod http;
pub mod kept;
mod nats;
mod needs;
mod policy;
mod told;

pub use adb::{AdbServer, adb_clients, android_env, mobilerun};
pub use certificate::{certificate, encrypted};
pub use damaged::damaged;
pub use display::Display;
pub use fake::{Fake, task};
pub use forward::elsewhere;
pub use helper::{HelperTools, helper_tools};
pub use hostile::hostile;
pub use http::{Answer, Asked, Collector, serve};
pub use nats::NatsServer;
pub use needs::{Part, demonstrations, instances, is_required, skip, there};
pub use policy::{NOBODY, shut};
pub use told::State;
