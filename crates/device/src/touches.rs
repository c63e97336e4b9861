//! What a person does on a device with their own fingers, where the device tells it.

use std::time::Duration;

use ui::Direction;

use crate::DeviceError;

/// Something that was done by hand. Places are in pixels of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touched {
    /// A short touch.
    Tap(i32, i32),
    /// A long touch.
    Hold(i32, i32),
    /// A movement that brings what is further on in this direction, from this place.
    Scroll(i32, i32, Direction),
    /// A key of a keyboard: what is typed shows in the field.
    Keyboard,
    /// The key of the keyboard that ends what is typed: Enter, Search, Next.
    Enter,
    /// The keyboard was put away.
    PutAway,
    /// Back.
    Back,
    /// The home screen.
    Home,
    /// Something that no action stands for, in words.
    Other(&'static str),
    /// Something before the screen was seen that it was done on.
    TooSoon,
}

/// Tells what is done by hand, in its order.
pub trait Touches: Send {
    /// What was done next, if it is told within this time. What is on the screen is looked at in between: `looked` has to be
    /// called then.
    ///
    /// # Errors
    ///
    /// The device is gone, or tells no more.
    fn next(&mut self, within: Duration) -> Result<Option<Touched>, DeviceError>;

    /// Whether a finger is down, or something was done that was not told yet.
    fn is_busy(&self) -> bool;

    /// The screen was looked at, and what was done is all known: what is done from now on is done on it.
    fn looked(&mut self);
}
