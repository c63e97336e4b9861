//! The packets inside a stream of `shell,v2:`: one byte that says what it is, a length, data.

use std::{
    borrow::Cow,
    io::{self, Read, Write},
};

/// The most data that is taken in one packet.
const MAX_DATA: usize = 1 << 20;

/// One packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShellPacket {
    /// Typed into the command.
    Stdin(Vec<u8>),
    /// What the command says.
    Stdout(Vec<u8>),
    /// What it says of errors.
    Stderr(Vec<u8>),
    /// How it ended.
    Exit(u8),
    /// Nothing more is typed.
    CloseStdin,
    /// The size of the terminal.
    WindowSize(Vec<u8>),
}

impl ShellPacket {
    /// Its bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (id, data): (u8, &[u8]) = match self {
            ShellPacket::Stdin(data) => (0, data),
            ShellPacket::Stdout(data) => (1, data),
            ShellPacket::Stderr(data) => (2, data),
            ShellPacket::Exit(code) => (3, std::slice::from_ref(code)),
            ShellPacket::CloseStdin => (4, &[]),
            ShellPacket::WindowSize(data) => (5, data),
        };
        let mut bytes = vec![id];
        bytes.extend((data.len() as u32).to_le_bytes());
        bytes.extend(data);
        bytes
    }

    /// The next packet; `None` where the stream ends between two.
    pub fn read(from: &mut impl Read) -> io::Result<Option<Self>> {
        let mut id = [0];
        if from.read(&mut id)? == 0 {
            return Ok(None);
        }
        let mut length = [0; 4];
        from.read_exact(&mut length)?;
        let length = u32::from_le_bytes(length) as usize;
        let bad = |what: String| Err(io::Error::new(io::ErrorKind::InvalidData, what));
        if length > MAX_DATA {
            return bad(format!("a shell packet announces {length} bytes"));
        }
        let mut data = vec![0; length];
        from.read_exact(&mut data)?;
        Ok(Some(match id[0] {
            0 => ShellPacket::Stdin(data),
            1 => ShellPacket::Stdout(data),
            2 => ShellPacket::Stderr(data),
            3 => ShellPacket::Exit(data.first().copied().unwrap_or(1)),
            4 => ShellPacket::CloseStdin,
            5 => ShellPacket::WindowSize(data),
            id => return bad(format!("{id} is no kind of shell packet")),
        }))
    }

    /// Write it.
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        to.write_all(&self.to_bytes())
    }
}

/// A text as one word of a POSIX shell.
pub fn quoted(text: &str) -> String {
    // No word of a shell can hold a NUL.
    let text = text.replace('\0', "");
    shlex::try_quote(&text).map_or_else(|_| text.clone(), Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn packets_come_back(id in 0u8..6, data in proptest::collection::vec(any::<u8>(), 0..200)) {
            let packet = match id {
                0 => ShellPacket::Stdin(data),
                1 => ShellPacket::Stdout(data),
                2 => ShellPacket::Stderr(data),
                3 => ShellPacket::Exit(data.len() as u8),
                4 => ShellPacket::CloseStdin,
                _ => ShellPacket::WindowSize(data),
            };
            let bytes = packet.to_bytes();
            let mut from = &bytes[..];
            prop_assert_eq!(ShellPacket::read(&mut from).unwrap(), Some(packet));
            prop_assert_eq!(ShellPacket::read(&mut from).unwrap(), None);
            for cut in 1..bytes.len() {
                prop_assert!(ShellPacket::read(&mut &bytes[..cut]).is_err());
            }
        }

        #[test]
        fn any_bytes_are_taken(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
            let mut from = &bytes[..];
            while let Ok(Some(_)) = ShellPacket::read(&mut from) {}
        }
    }
}
