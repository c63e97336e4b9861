//! Values to one hash, byte by byte, so that files can keep it.
//!
//! The hash is FNV-1a with 64 bits over these bytes; what is written here is a file format, and no part of it depends on
//! the compiler or the machine:
//!
//! | value | bytes |
//! | --- | --- |
//! | a text | its UTF-8, then `ff`, which no UTF-8 holds |
//! | a text that may be missing | `0` or `1` in 8 bytes; behind `1` the text |
//! | a number of things that follow | 8 bytes |
//! | an edge of a box | 4 bytes, two's complement |
//! | a flag | `00` or `01` |
//!
//! Numbers are little-endian.

/// The hash of what was put in so far.
pub(crate) struct Mix(u64);

impl Default for Mix {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Mix {
    /// A text.
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
        self.bytes(&[0xff]);
    }

    /// A text, or that there is none.
    pub fn optional(&mut self, text: Option<&str>) {
        self.bytes(&u64::from(text.is_some()).to_le_bytes());
        if let Some(text) = text {
            self.text(text);
        }
    }

    /// How many things follow.
    pub fn count(&mut self, count: usize) {
        self.bytes(&(count as u64).to_le_bytes());
    }

    /// An edge of a box, in pixels.
    pub fn edge(&mut self, edge: i32) {
        self.bytes(&edge.to_le_bytes());
    }

    /// Yes or no.
    pub fn flag(&mut self, flag: bool) {
        self.bytes(&[u8::from(flag)]);
    }

    /// The hash.
    pub fn hash(&self) -> u64 {
        self.0
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
