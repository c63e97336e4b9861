//! Our own helper on a phone: a few classes that `app_process` runs, asked over a local socket.
//!
//! Its sources, which say its protocol, are in `helper/`; `scripts/android/helper.py` assembles them. No phone has run it
//! yet: it is used where it is asked for.

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher, Hasher},
    io::{Read, Write},
    time::{Duration, Instant},
};

use adb::{AdbError, Channel, Link, link};
use serde_json::{Value, json};
use thiserror::Error;

use crate::rpc::RpcError;

/// Its classes.
static JAR: &[u8] = include_bytes!("../helper/helper.jar");
/// Where they are on the phone, until they are loaded.
const FILE: &str = "/data/local/tmp/autorpa_helper.jar";
/// What it says when it can be reached.
const READY: &str = "ready";
/// What it answers to a hello, before the version of Android's API.
const WHO: &[u8] = b"autorpa 1 ";
/// It ends when nobody asked anything for so long, in milliseconds.
const MOST_PAUSE: u32 = 10 * 60 * 1000;
/// How long its end is waited for.
const ENDS: Duration = Duration::from_secs(2);
/// The most that it says before it can be reached.
const MOST_SAID: usize = 64 << 10;
/// The longest answer.
const MOST: usize = 64 << 20;

/// How long a finger is down when it taps, and between two taps, in milliseconds.
const TAPS: i32 = 40;
/// How long a finger takes from one place to the next, in milliseconds.
const MOVES: i32 = 10;

/// What it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request<'a> {
    /// Who it is.
    Hello,
    /// The widgets of every window, of a screen of this size.
    Tree((u32, u32)),
    /// A finger does something.
    Touch(&'a [Touch]),
    /// Keys are pressed: the code of each, and what is held with it.
    Keys(&'a [(u32, u32)]),
    /// Letters that a keyboard has are typed where the cursor is.
    Type(&'a str),
    /// The field that has the focus holds this text from now on.
    Fill(&'a str),
    /// It waits until nothing happened for so many milliseconds, at most so many.
    Idle {
        /// For so long nothing happens.
        still: u32,
        /// So long it is waited for.
        most: u32,
    },
    /// The screen as a PNG file.
    Screenshot,
}

/// What a finger does: 0 is down, 1 is up, 2 is a move; when, in milliseconds from the first on; and where.
pub type Touch = [i32; 4];

/// A short touch.
pub fn tap((x, y): (i32, i32)) -> Vec<Touch> {
    vec![[0, 0, x, y], [1, TAPS, x, y]]
}

/// Two short touches.
pub fn double_tap((x, y): (i32, i32)) -> Vec<Touch> {
    let at = |n: i32| n * TAPS;
    vec![[0, 0, x, y], [1, at(1), x, y], [0, at(3), x, y], [1, at(4), x, y]]
}

/// A finger goes from one place to another, evenly.
pub fn swipe(from: (i32, i32), to: (i32, i32), ms: u32) -> Vec<Touch> {
    let ms = i32::try_from(ms).unwrap_or(i32::MAX).max(1);
    let between = |from: i32, to: i32, at: i32| {
        let way = (i64::from(to) - i64::from(from)) * i64::from(at) / i64::from(ms);
        from.saturating_add(i32::try_from(way).unwrap_or_default())
    };
    let mut all = vec![[0, 0, from.0, from.1]];
    if from != to {
        let times = (MOVES..=ms).step_by(MOVES as usize);
        all.extend(times.map(|at| [2, at, between(from.0, to.0, at), between(from.1, to.1, at)]));
    }
    all.push([1, ms, to.0, to.1]);
    all
}

impl Request<'_> {
    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Request::Hello => "hello",
            Request::Tree(_) => "tree",
            Request::Touch(_) => "touch",
            Request::Keys(_) => "keys",
            Request::Type(_) => "type",
            Request::Fill(_) => "fill",
            Request::Idle { .. } => "idle",
            Request::Screenshot => "screenshot",
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut said = match self {
            Request::Hello | Request::Screenshot => json!({}),
            Request::Tree((width, height)) => json!({"width": width, "height": height}),
            Request::Touch(all) => json!({"points": all.concat()}),
            Request::Keys(all) => {
                let all: Vec<u32> = all.iter().flat_map(|(code, held)| [*code, *held]).collect();
                json!({"keys": all})
            }
            Request::Type(text) | Request::Fill(text) => json!({"text": text}),
            Request::Idle { still, most } => json!({"still": still, "most": most}),
        };
        said["do"] = Value::from(self.name());
        let body = said.to_string();
        [&(body.len() as u32).to_be_bytes()[..], body.as_bytes()].concat()
    }
}

/// What came of a request to the helper.
pub enum HelperReply {
    /// It did it.
    Did(Vec<u8>),
    /// It did not, and says why.
    Refused(String),
    /// There is no helper, or none any more that could have done it.
    Nobody,
}

/// Why it can't be started.
#[derive(Debug, Error)]
pub enum NoHelper {
    /// The phone does not do what it takes.
    #[error(transparent)]
    Adb(#[from] AdbError),
    /// It ended before it could be reached.
    #[error("the phone says: {said}")]
    Ended {
        /// What it said last.
        said: String,
    },
    /// What answers is something else.
    #[error("something else answers at its socket")]
    Other,
}

/// The helper, as long as it runs.
pub struct Helper {
    /// Where it is asked. Without it the helper ends.
    channel: Option<Box<dyn Channel>>,
    /// The program itself, which says nothing more.
    process: Box<dyn Channel>,
}

impl Helper {
    /// Start it. Nothing of it stays in the phone's files.
    pub fn start(link: &dyn Link, within: Duration) -> Result<Self, NoHelper> {
        let pushed = link::push(link, JAR, FILE, within);
        let started = pushed
            .map_err(NoHelper::from)
            .and_then(|()| Self::run(link, within));
        // It is loaded, or never will be.
        let removed = link::shell(link, &format!("rm -f {FILE}"), within);
        let helper = started?;
        removed?;
        Ok(helper)
    }

    fn run(link: &dyn Link, within: Duration) -> Result<Self, NoHelper> {
        // No other program guesses its name.
        let name = format!("autorpa_{:016x}", RandomState::new().build_hasher().finish());
        let command = format!("CLASSPATH={FILE} app_process / autorpa.Helper {name} {MOST_PAUSE}");
        let mut process = link.open(&format!("exec:{command}"), within)?;
        ready(process.as_mut(), &command, within)?;
        let mut helper = Self {
            channel: Some(link.open(&format!("localabstract:{name}"), within)?),
            process,
        };
        match helper.ask(&Request::Hello, within) {
            Ok(said) if said.starts_with(WHO) => Ok(helper),
            Ok(_) | Err(RpcError::Refused(_)) => Err(NoHelper::Other),
            Err(RpcError::Gone(error) | RpcError::InDoubt(error)) => Err(error.into()),
        }
    }

    /// Ask it for something.
    pub fn ask(&mut self, request: &Request<'_>, within: Duration) -> Result<Vec<u8>, RpcError> {
        let doing = request.name();
        let ended = || AdbError::io(doing, std::io::ErrorKind::NotConnected.into());
        let channel = self.channel.as_mut().ok_or_else(|| RpcError::Gone(ended()))?;
        channel.set_timeout(within);
        // A request that is not whole is not done.
        let sent = channel.write_all(&request.bytes());
        sent.map_err(|it| RpcError::Gone(AdbError::io(doing, it)))?;
        let answer = answer(channel, doing).map_err(RpcError::InDoubt)?;
        answer.map_err(RpcError::Refused)
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        self.channel = None;
        // Whoever is asked next needs what the helper has, so that its end is waited for.
        let begun = Instant::now();
        let mut bytes = [0; 256];
        while let Some(left) = ENDS.checked_sub(begun.elapsed()) {
            self.process.set_timeout(left);
            if !matches!(self.process.read(&mut bytes), Ok(1..)) {
                break;
            }
        }
    }
}

/// Wait until it says that it can be reached. The phone itself may say something before.
fn ready(process: &mut dyn Channel, command: &str, within: Duration) -> Result<(), NoHelper> {
    let begun = Instant::now();
    let (mut said, mut bytes) = (Vec::new(), [0; 4096]);
    loop {
        let left = within.saturating_sub(begun.elapsed());
        process.set_timeout(left);
        let count = match left.is_zero() {
            true => Err(std::io::ErrorKind::TimedOut.into()),
            false => process.read(&mut bytes),
        };
        let count = count.map_err(|it| AdbError::io(command, it))?;
        said.extend(&bytes[..count]);
        let text = String::from_utf8_lossy(&said);
        let mut lines = text.split_inclusive('\n').map(str::trim_end);
        if lines.any(|it| it == READY) {
            return Ok(());
        }
        if count == 0 || said.len() > MOST_SAID {
            let last = text
                .lines()
                .rfind(|it| !it.trim().is_empty())
                .unwrap_or("nothing");
            let said = last.chars().take(300).collect();
            return Err(NoHelper::Ended { said });
        }
    }
}

/// An answer: what was asked for, or why it is not done.
fn answer(from: &mut impl Read, doing: &str) -> Result<Result<Vec<u8>, String>, AdbError> {
    let broken = |it| AdbError::io(doing, it);
    let mut length = [0; 4];
    from.read_exact(&mut length).map_err(broken)?;
    let length = u32::from_be_bytes(length) as usize;
    if length > MOST {
        return Err(AdbError::TooLong {
            doing: doing.to_owned(),
            limit: MOST,
        });
    }
    // It grows as it comes: a length is only said.
    let mut said = Vec::new();
    let count = from.take(length as u64).read_to_end(&mut said).map_err(broken)?;
    if count < length {
        return Err(broken(std::io::ErrorKind::UnexpectedEof.into()));
    }
    match said.split_first() {
        Some((0, rest)) => Ok(Ok(rest.to_vec())),
        Some((1, rest)) => Ok(Err(String::from_utf8_lossy(rest).into_owned())),
        Some(_) | None => Err(AdbError::Malformed {
            doing: doing.to_owned(),
            found: "the answer does not say whether it is done".to_owned(),
        }),
    }
}

/// Whether bytes are an answer of the helper.
pub fn understands(mut bytes: &[u8]) -> bool {
    answer(&mut bytes, "read").is_ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn requests_are_written_as_the_helper_reads_them() {
        let body = |it: &Request<'_>| {
            let bytes = it.bytes();
            let (length, body) = bytes.split_at(4);
            assert_eq!(length, (body.len() as u32).to_be_bytes());
            serde_json::from_slice::<Value>(body).unwrap()
        };
        let touches = tap((3, 4));
        assert_eq!(
            body(&Request::Touch(&touches)),
            json!({"do": "touch", "points": [0, 0, 3, 4, 1, 40, 3, 4]})
        );
        assert_eq!(
            body(&Request::Keys(&[(29, 0x3000), (67, 0)])),
            json!({"do": "keys", "keys": [29, 12288, 67, 0]})
        );
        assert_eq!(
            body(&Request::Fill("é\"\n")),
            json!({"do": "fill", "text": "é\"\n"})
        );
    }

    #[test]
    fn a_finger_goes_evenly() {
        assert_eq!(
            swipe((0, 100), (30, 0), 30),
            [
                [0, 0, 0, 100],
                [2, 10, 10, 67],
                [2, 20, 20, 34],
                [2, 30, 30, 0],
                [1, 30, 30, 0]
            ]
        );
        assert_eq!(swipe((5, 5), (5, 5), 1000), [[0, 0, 5, 5], [1, 1000, 5, 5]]);
    }

    #[test]
    fn answers_say_whether_it_is_done() {
        let read = |mut bytes: &[u8]| answer(&mut bytes, "tree");
        assert_eq!(read(b"\0\0\0\x03\0ab").unwrap(), Ok(b"ab".to_vec()));
        assert_eq!(read(b"\0\0\0\x03\x01no").unwrap(), Err("no".to_owned()));
        for wrong in [
            &b""[..],
            b"\0\0\0\0",
            b"\0\0\0\x02\0",
            b"\xff\0\0\0\0",
            b"\0\0\0\x01\x02",
        ] {
            assert!(read(wrong).is_err(), "{wrong:?}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_taken(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            let _ = answer(&mut &bytes[..], "tree");
        }

        #[test]
        fn any_way_is_gone(from: (i32, i32), to: (i32, i32), ms in 0u32..3000) {
            let all = swipe(from, to, ms);
            prop_assert_eq!(all[0], [0, 0, from.0, from.1]);
            let last = all[all.len() - 1];
            prop_assert_eq!((last[0], last[2], last[3]), (1, to.0, to.1));
        }
    }
}
