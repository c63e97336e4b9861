//! The packets that an adb server and a device exchange: 24 bytes of header, then data.

use std::io::{self, Read};

use thiserror::Error;

/// The protocol's version since checksums are not looked at.
pub const VERSION: u32 = 0x0100_0001;
/// The version before: the sum of the data's bytes is sent and looked at.
pub const VERSION_WITH_CHECKSUM: u32 = 0x0100_0000;
/// The most data that is taken in one packet.
pub const MAX_DATA: usize = 1 << 20;
/// The most data that every version takes.
pub const MAX_DATA_OF_OLD: usize = 4096;
const HEADER: usize = 24;

/// What a packet is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Who speaks: version, largest data, banner.
    Connect,
    /// A token, a signature or a key.
    Auth,
    /// Go on in TLS.
    Tls,
    /// Open a stream.
    Open,
    /// A stream is open, or its last data was taken.
    Okay,
    /// Data of a stream.
    Write,
    /// A stream is closed, or was not opened.
    Close,
    /// Of very old versions; means nothing.
    Sync,
}

impl Command {
    const ALL: [Command; 8] = [
        Command::Connect,
        Command::Auth,
        Command::Tls,
        Command::Open,
        Command::Okay,
        Command::Write,
        Command::Close,
        Command::Sync,
    ];

    fn word(self) -> u32 {
        u32::from_le_bytes(*match self {
            Command::Connect => b"CNXN",
            Command::Auth => b"AUTH",
            Command::Tls => b"STLS",
            Command::Open => b"OPEN",
            Command::Okay => b"OKAY",
            Command::Write => b"WRTE",
            Command::Close => b"CLSE",
            Command::Sync => b"SYNC",
        })
    }
}

/// One packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    /// What it is for.
    pub command: Command,
    /// The sender's stream, or a version.
    pub arg0: u32,
    /// The receiver's stream, or the largest data.
    pub arg1: u32,
    /// The data.
    pub data: Vec<u8>,
}

/// Why bytes are no packet.
#[derive(Debug, Error)]
pub enum PacketError {
    /// The bytes end early.
    #[error("a packet of {need} bytes ends after {have}")]
    Short {
        /// Bytes there are.
        have: usize,
        /// Bytes it should have.
        need: usize,
    },
    /// The first word names no command.
    #[error("{0:#010x} is no command of adb")]
    NoCommand(u32),
    /// The last word of the header does not match the first.
    #[error("the header's magic is {found:#010x} instead of {expected:#010x}")]
    Magic {
        /// What is there.
        found: u32,
        /// What belongs there.
        expected: u32,
    },
    /// More data is announced than is taken.
    #[error("a packet announces {length} bytes of data; {MAX_DATA} is the most")]
    TooLong {
        /// What is announced.
        length: usize,
    },
    /// The data is not what was sent.
    #[error("the data's checksum is {found:#x}, the header says {expected:#x}")]
    Checksum {
        /// The sum of the data.
        found: u32,
        /// What the header says.
        expected: u32,
    },
    /// The socket failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Sum of the bytes.
fn checksum(data: &[u8]) -> u32 {
    data.iter().fold(0, |sum, it| sum.wrapping_add(u32::from(*it)))
}

/// A header whose command and magic hold.
struct Header {
    command: Command,
    arg0: u32,
    arg1: u32,
    length: usize,
    checksum: u32,
}

impl Header {
    fn parse(bytes: &[u8; HEADER]) -> Result<Self, PacketError> {
        let word = |at: usize| {
            u32::from_le_bytes([
                bytes[4 * at],
                bytes[4 * at + 1],
                bytes[4 * at + 2],
                bytes[4 * at + 3],
            ])
        };
        let command = Command::ALL
            .into_iter()
            .find(|it| it.word() == word(0))
            .ok_or(PacketError::NoCommand(word(0)))?;
        if word(5) != !word(0) {
            return Err(PacketError::Magic {
                found: word(5),
                expected: !word(0),
            });
        }
        let length = word(3) as usize;
        if length > MAX_DATA {
            return Err(PacketError::TooLong { length });
        }
        Ok(Self {
            command,
            arg0: word(1),
            arg1: word(2),
            length,
            checksum: word(4),
        })
    }

    fn with(self, data: Vec<u8>, checked: bool) -> Result<Packet, PacketError> {
        let found = checksum(&data);
        if checked && found != self.checksum {
            return Err(PacketError::Checksum {
                found,
                expected: self.checksum,
            });
        }
        Ok(Packet {
            command: self.command,
            arg0: self.arg0,
            arg1: self.arg1,
            data,
        })
    }
}

impl Packet {
    /// A packet.
    pub fn new(command: Command, arg0: u32, arg1: u32, data: impl Into<Vec<u8>>) -> Self {
        Self {
            command,
            arg0,
            arg1,
            data: data.into(),
        }
    }

    /// Its bytes. The checksum is always there: who does not look at it does not mind it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + self.data.len());
        let word = self.command.word();
        for it in [
            word,
            self.arg0,
            self.arg1,
            self.data.len() as u32,
            checksum(&self.data),
            !word,
        ] {
            bytes.extend(it.to_le_bytes());
        }
        bytes.extend(&self.data);
        bytes
    }

    /// The packet that these bytes begin with, and how many belong to it. `checked` looks at the checksum.
    pub fn parse(bytes: &[u8], checked: bool) -> Result<(Packet, usize), PacketError> {
        let short = |need| PacketError::Short {
            have: bytes.len(),
            need,
        };
        let (head, rest) = bytes.split_first_chunk().ok_or(short(HEADER))?;
        let header = Header::parse(head)?;
        let need = HEADER + header.length;
        let data = rest.get(..header.length).ok_or(short(need))?.to_vec();
        Ok((header.with(data, checked)?, need))
    }

    /// The next packet of a socket.
    pub fn read(from: &mut impl Read, checked: bool) -> Result<Packet, PacketError> {
        let mut head = [0; HEADER];
        from.read_exact(&mut head)?;
        let header = Header::parse(&head)?;
        let mut data = vec![0; header.length];
        from.read_exact(&mut data)?;
        header.with(data, checked)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_packet_comes_back(
            command in 0..Command::ALL.len(),
            arg0: u32,
            arg1: u32,
            data in proptest::collection::vec(any::<u8>(), 0..300),
            more in proptest::collection::vec(any::<u8>(), 0..30),
        ) {
            let packet = Packet::new(Command::ALL[command], arg0, arg1, data);
            let mut bytes = packet.to_bytes();
            let length = bytes.len();
            for cut in [0, 3, 23, length - 1] {
                if cut < length {
                    let error = Packet::parse(&bytes[..cut], true).unwrap_err();
                    let short = matches!(error, PacketError::Short { .. });
                    prop_assert!(short);
                }
            }
            bytes.extend(more);
            prop_assert_eq!(Packet::parse(&bytes, true).unwrap(), (packet.clone(), length));
            prop_assert_eq!(Packet::read(&mut &bytes[..], true).unwrap(), packet);
        }

        #[test]
        fn any_bytes_are_taken(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
            let _ = Packet::parse(&bytes, true);
        }
    }

    #[test]
    fn what_is_no_packet_is_named() {
        let good = Packet::new(Command::Write, 1, 2, "abc").to_bytes();
        let mut wrong = good.clone();
        wrong[24] ^= 1;
        let error = Packet::parse(&wrong, true).unwrap_err();
        assert!(matches!(error, PacketError::Checksum { .. }), "{error}");
        assert!(Packet::parse(&wrong, false).is_ok());
        let mut wrong = good.clone();
        wrong[20] ^= 1;
        assert!(matches!(
            Packet::parse(&wrong, true),
            Err(PacketError::Magic { .. })
        ));
        let mut wrong = good.clone();
        wrong[15] = 0x40;
        assert!(matches!(
            Packet::parse(&wrong, true),
            Err(PacketError::TooLong { .. })
        ));
        let error = Packet::parse(b"GET / HTTP/1.1\r\nHost: example.org", true).unwrap_err();
        assert_eq!(error.to_string(), "0x20544547 is no command of adb");
    }
}
