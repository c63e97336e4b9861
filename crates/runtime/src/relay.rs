//! Calls from the script's thread to the thread that holds the device.
//!
//! The engine wants host functions that own what they use; the device is only borrowed, and need not be able
//! to change threads. So the script runs on a thread of its own (with a stack of known size), and each call is
//! a job that the device's thread does.

use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};

use device::Device;

use crate::oracle::Oracle;

/// What a job may use.
pub struct World<'e, 'o> {
    /// The device.
    pub device: &'e mut dyn Device,
    /// The model, if there is one.
    pub oracle: Option<&'o mut dyn Oracle>,
}

type Job = Box<dyn FnOnce(&mut World<'_, '_>) + Send>;

/// The script's end.
pub struct Relay(Sender<Job>);

/// The device's end.
pub struct Station(Receiver<Job>);

/// Both ends.
pub fn relay() -> (Relay, Station) {
    let (sender, receiver) = channel();
    (Relay(sender), Station(receiver))
}

impl Relay {
    /// Have a job done and wait for its answer; `None` where nobody serves any more.
    pub fn call<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut World<'_, '_>) -> T + Send + 'static,
    ) -> Option<T> {
        let (answer, waiting) = sync_channel(1);
        // A send fails only where the other end is gone, and then nobody waits for the answer either.
        let work: Job = Box::new(move |world| drop(answer.send(job(world))));
        self.0.send(work).ok()?;
        waiting.recv().ok()
    }
}

impl Station {
    /// Do jobs until the script's end is gone.
    pub fn serve(self, world: &mut World<'_, '_>) {
        for job in self.0 {
            job(world);
        }
    }
}
