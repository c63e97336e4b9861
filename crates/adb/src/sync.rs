//! Files through a stream of `sync:`: what a client asks, what a device answers.

use std::io::{self, Read, Write};

use crate::AdbError;

/// The most data in one piece of a file.
pub const MAX_DATA: usize = 64 << 10;
/// The longest path.
const MAX_PATH: usize = 1024;
/// What the mode of a folder has.
pub const IS_DIR: u32 = 0o040_000;
/// What the mode of a file has.
pub const IS_FILE: u32 = 0o100_000;

/// What a client asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// What there is at a path.
    Stat(String),
    /// The same, told in the newer form; links are not followed where this is true.
    Stat2(String, bool),
    /// What is in a folder.
    List(String),
    /// The same, told in the newer form.
    List2(String),
    /// A file comes: data until done.
    Send {
        /// Where it goes.
        path: String,
        /// Its rights.
        mode: u32,
    },
    /// A file is wanted.
    Recv(String),
    /// Data of the file that comes.
    Data(Vec<u8>),
    /// The file that comes is whole; when it was changed last, in seconds.
    Done(u32),
    /// The end.
    Quit,
}

fn invalid(what: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

fn word(from: &mut impl Read) -> io::Result<u32> {
    let mut bytes = [0; 4];
    from.read_exact(&mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

fn text(from: &mut impl Read, most: usize) -> io::Result<String> {
    let length = word(from)? as usize;
    if length > most {
        return Err(invalid(format!("a path of {length} bytes; {most} is the most")));
    }
    let mut bytes = vec![0; length];
    from.read_exact(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

impl Request {
    /// The next request; `None` where the stream ends between two.
    pub fn read(from: &mut impl Read) -> io::Result<Option<Self>> {
        let mut id = [0; 4];
        match from.read(&mut id[..1])? {
            0 => return Ok(None),
            _ => from.read_exact(&mut id[1..])?,
        }
        Ok(Some(match &id {
            b"STAT" => Self::Stat(text(from, MAX_PATH)?),
            b"STA2" => Self::Stat2(text(from, MAX_PATH)?, false),
            b"LST2" => Self::Stat2(text(from, MAX_PATH)?, true),
            b"LIST" => Self::List(text(from, MAX_PATH)?),
            b"LIS2" => Self::List2(text(from, MAX_PATH)?),
            b"SEND" => {
                let spec = text(from, MAX_PATH)?;
                // The mode stands behind the last comma, in decimal; paths may have commas.
                let parsed = spec
                    .rsplit_once(',')
                    .and_then(|(path, mode)| Some((path, mode.parse().ok()?)));
                let (path, mode) = parsed.unwrap_or((&spec, 0o644));
                Self::Send {
                    path: path.to_owned(),
                    mode,
                }
            }
            b"RECV" => Self::Recv(text(from, MAX_PATH)?),
            b"DATA" => {
                let length = word(from)? as usize;
                if length > MAX_DATA {
                    return Err(invalid(format!("{length} bytes of data; {MAX_DATA} is the most")));
                }
                let mut data = vec![0; length];
                from.read_exact(&mut data)?;
                Self::Data(data)
            }
            b"DONE" => Self::Done(word(from)?),
            b"QUIT" => {
                word(from)?;
                Self::Quit
            }
            other => {
                return Err(invalid(format!(
                    "{:?} is no request of sync",
                    String::from_utf8_lossy(other)
                )));
            }
        }))
    }

    /// Its bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let path = |id: &[u8; 4], path: &str| piece(id, path.as_bytes());
        match self {
            Self::Stat(it) => path(b"STAT", it),
            Self::Stat2(it, false) => path(b"STA2", it),
            Self::Stat2(it, true) => path(b"LST2", it),
            Self::List(it) => path(b"LIST", it),
            Self::List2(it) => path(b"LIS2", it),
            Self::Send { path: it, mode } => path(b"SEND", &format!("{it},{mode}")),
            Self::Recv(it) => path(b"RECV", it),
            Self::Data(data) => piece(b"DATA", data),
            Self::Done(time) => [&b"DONE"[..], &time.to_le_bytes()].concat(),
            Self::Quit => piece(b"QUIT", &[]),
        }
    }
}

/// A name of four letters, a length, and so much data.
fn piece(id: &[u8; 4], data: &[u8]) -> Vec<u8> {
    [&id[..], &(data.len() as u32).to_le_bytes(), data].concat()
}

/// What there is at a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stat {
    /// Kind and rights, as in POSIX; 0 is nothing at all.
    pub mode: u32,
    /// Bytes.
    pub size: u64,
    /// When it was changed last, in seconds since 1970.
    pub mtime: i64,
}

impl Stat {
    /// Whether it is a folder.
    pub fn is_dir(self) -> bool {
        self.mode & 0o170_000 == IS_DIR
    }

    fn narrow(self) -> Vec<u8> {
        let words = [
            self.mode,
            u32::try_from(self.size).unwrap_or(u32::MAX),
            self.mtime as u32,
        ];
        words.iter().flat_map(|it| it.to_le_bytes()).collect()
    }

    fn wide(self, error: u32) -> Vec<u8> {
        let mut bytes = error.to_le_bytes().to_vec();
        bytes.extend([0; 16]);
        for it in [self.mode, u32::from(self.mode != 0), 0, 0] {
            bytes.extend(it.to_le_bytes());
        }
        bytes.extend(self.size.to_le_bytes());
        for _ in 0..3 {
            bytes.extend(self.mtime.to_le_bytes());
        }
        bytes
    }
}

/// "No such file or directory", as the newer forms say it.
const NOT_FOUND: u32 = 2;

/// The answer to [`Request::Stat`].
pub fn stat_answer(stat: Option<Stat>) -> Vec<u8> {
    [&b"STAT"[..], &stat.unwrap_or_default().narrow()].concat()
}

/// The answer to [`Request::Stat2`].
pub fn stat2_answer(stat: Option<Stat>, no_follow: bool) -> Vec<u8> {
    let id: &[u8] = if no_follow { b"LST2" } else { b"STA2" };
    let error = if stat.is_some() { 0 } else { NOT_FOUND };
    [id, &stat.unwrap_or_default().wide(error)].concat()
}

/// The answer to [`Request::List`] or, where `new`, to [`Request::List2`].
pub fn list_answer<'a>(entries: impl IntoIterator<Item = (&'a str, Stat)>, new: bool) -> Vec<u8> {
    let mut all = Vec::new();
    for (name, stat) in entries {
        all.extend(if new { b"DNT2" } else { b"DENT" });
        all.extend(if new { stat.wide(0) } else { stat.narrow() });
        all.extend((name.len() as u32).to_le_bytes());
        all.extend(name.as_bytes());
    }
    all.extend(b"DONE");
    all.extend(if new { vec![0; 72] } else { vec![0; 16] });
    all
}

/// The answer to [`Request::Recv`]: the whole file.
pub fn recv_answer(data: &[u8]) -> Vec<u8> {
    let mut all: Vec<u8> = data.chunks(MAX_DATA).flat_map(|it| piece(b"DATA", it)).collect();
    all.extend(b"DONE\0\0\0\0");
    all
}

/// What is said where a file was taken.
pub fn okay() -> Vec<u8> {
    piece(b"OKAY", &[])
}

/// What is said where something went wrong.
pub fn fail(why: &str) -> Vec<u8> {
    piece(b"FAIL", why.as_bytes())
}

/// An answer of the device, as far as a client here asks.
enum Answer {
    Okay,
    Data(Vec<u8>),
    Done,
    Fail(String),
}

fn answer(from: &mut impl Read) -> io::Result<Answer> {
    let mut id = [0; 4];
    from.read_exact(&mut id)?;
    let length = word(from)? as usize;
    let mut data = |most: usize| {
        if length > most {
            return Err(invalid(format!("an answer of {length} bytes")));
        }
        let mut data = vec![0; length];
        from.read_exact(&mut data)?;
        Ok(data)
    };
    match &id {
        b"OKAY" => Ok(Answer::Okay),
        b"DONE" => Ok(Answer::Done),
        b"DATA" => Ok(Answer::Data(data(MAX_DATA)?)),
        b"FAIL" => {
            let why = data(MAX_DATA)?;
            Ok(Answer::Fail(String::from_utf8_lossy(&why).into_owned()))
        }
        other => Err(invalid(format!(
            "{:?} is no answer of sync",
            String::from_utf8_lossy(other)
        ))),
    }
}

fn unexpected(doing: String) -> AdbError {
    AdbError::Malformed {
        doing,
        found: "the device answers something else".to_owned(),
    }
}

/// Write a file through a stream of `sync:`.
pub fn push(stream: &mut (impl Read + Write), data: &[u8], path: &str) -> Result<(), AdbError> {
    let doing = format!("push {path}");
    let io = |it| AdbError::io(&doing, it);
    let send = Request::Send {
        path: path.to_owned(),
        mode: IS_FILE | 0o644,
    };
    stream.write_all(&send.to_bytes()).map_err(io)?;
    for it in data.chunks(MAX_DATA) {
        stream.write_all(&piece(b"DATA", it)).map_err(io)?;
    }
    stream.write_all(&Request::Done(0).to_bytes()).map_err(io)?;
    match answer(stream).map_err(io)? {
        Answer::Okay => Ok(()),
        Answer::Fail(reason) => Err(AdbError::Refused {
            service: doing,
            reason,
        }),
        Answer::Data(_) | Answer::Done => Err(unexpected(doing)),
    }
}

/// Read a file through a stream of `sync:`.
pub fn pull(stream: &mut (impl Read + Write), path: &str, limit: usize) -> Result<Vec<u8>, AdbError> {
    let doing = format!("pull {path}");
    let io = |it| AdbError::io(&doing, it);
    let ask = Request::Recv(path.to_owned());
    stream.write_all(&ask.to_bytes()).map_err(io)?;
    let mut all = Vec::new();
    loop {
        match answer(stream).map_err(io)? {
            Answer::Data(data) => all.extend(data),
            Answer::Done => return Ok(all),
            Answer::Fail(reason) => {
                return Err(AdbError::Refused {
                    service: doing,
                    reason,
                });
            }
            Answer::Okay => return Err(unexpected(doing)),
        }
        if all.len() > limit {
            return Err(AdbError::TooLong { doing, limit });
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn requests() -> impl Strategy<Value = Request> {
        let path = "[ -~é]{0,40}";
        prop_oneof![
            path.prop_map(Request::Stat),
            (path, any::<bool>()).prop_map(|(path, it)| Request::Stat2(path, it)),
            path.prop_map(Request::List),
            path.prop_map(Request::List2),
            (path, any::<u32>()).prop_map(|(path, mode)| Request::Send { path, mode }),
            path.prop_map(Request::Recv),
            proptest::collection::vec(any::<u8>(), 0..300).prop_map(Request::Data),
            any::<u32>().prop_map(Request::Done),
            Just(Request::Quit),
        ]
    }

    proptest! {
        #[test]
        fn requests_come_back(request in requests()) {
            let bytes = request.to_bytes();
            let mut from = &bytes[..];
            prop_assert_eq!(Request::read(&mut from).unwrap(), Some(request));
            prop_assert_eq!(Request::read(&mut from).unwrap(), None);
            for cut in 1..bytes.len() {
                prop_assert!(Request::read(&mut &bytes[..cut]).is_err());
            }
        }

        #[test]
        fn any_bytes_are_taken(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
            let mut from = &bytes[..];
            while let Ok(Some(_)) = Request::read(&mut from) {}
            let _ = answer(&mut &bytes[..]);
        }
    }

    #[test]
    fn answers_have_the_sizes_that_clients_expect() {
        let stat = Stat {
            mode: IS_FILE | 0o660,
            size: 5,
            mtime: 9,
        };
        assert_eq!(stat_answer(Some(stat)).len(), 16);
        assert_eq!(stat_answer(None), [&b"STAT"[..], &[0; 12]].concat());
        assert_eq!(stat2_answer(Some(stat), true).len(), 72);
        assert_eq!(list_answer([("ab", stat)], false).len(), 22 + 20);
        assert_eq!(list_answer([("ab", stat)], true).len(), 78 + 76);
    }
}
