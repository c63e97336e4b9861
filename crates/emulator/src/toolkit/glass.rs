//! The screen: how large it is, and how large a letter is on it.

use ui::Rect;

use super::view::dp;

/// Where the status bar ends.
pub const STATUS: i32 = 128;

/// The screen and what the system has of it, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glass {
    /// Width of the screen.
    pub width: i32,
    /// Height of the screen.
    pub height: i32,
    /// Where the navigation bar begins.
    pub navigation: i32,
    /// Where the keyboard begins, when it is there.
    pub keyboard: i32,
}

impl Glass {
    /// Of a small phone: 360 by 640 density-independent pixels.
    pub const SMALL: Glass = Glass {
        width: 945,
        height: 1680,
        navigation: 1554,
        keyboard: 968,
    };

    /// So high that whatever scrolls is on it as a whole.
    pub const ENDLESS: Glass = Glass {
        width: 1080,
        height: 1_000_000,
        navigation: 999_874,
        keyboard: 999_134,
    };

    /// The whole screen.
    pub fn whole(self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }
}

impl Default for Glass {
    /// Of the Pixel 6 that AndroidWorld uses.
    fn default() -> Self {
        Self {
            width: 1080,
            height: 2400,
            navigation: 2274,
            keyboard: 1534,
        }
    }
}

/// Width of a letter of this text size.
pub fn letter(size: i32) -> i32 {
    dp(size) * 53 / 100
}

/// Height of a line of this text size.
pub fn line(size: i32) -> i32 {
    dp(size) * 13 / 10
}
