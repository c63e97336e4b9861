//! AutoRPA's own helper for phones, answered by the door itself: what `app_process` would run here is not run. Its
//! protocol is told in `crates/device-android/helper/Helper.smali`.

use std::{
    io::{self, Read, Write},
    time::Duration,
};

use adb::transport::Stream;
use serde_json::Value;

use crate::{
    handset::Finger,
    inside::{Client, Inside},
    keys,
    server::fill,
    tree::{Form, xml},
};

/// The class that `app_process` is told.
pub const CLASS: &str = "autorpa.Helper";
/// The longest request.
const MOST: usize = 64 << 10;
/// A finger that is down so long holds, in milliseconds.
const HOLDS: i64 = 400;
/// Control held, as KeyEvent.META_CTRL_ON says.
const CTRL: i64 = 0x1000;

/// From now on there is one at the socket of this name.
pub fn start(inside: &Inside, name: &str) {
    inside.helpers().insert(name.to_owned());
}

/// As `app_process` does: it is there until its client is gone, or whoever started it.
pub fn run(inside: &Inside, name: &str, client: &Client) {
    /// How long its end may stay unseen.
    const LOOK: Duration = Duration::from_millis(20);
    while inside.helpers().contains(name) && !inside.wait(LOOK, client) {}
    inside.helpers().remove(name);
}

/// Answer at the socket of this name, which then is nobody else's.
pub fn serve(inside: &Inside, name: &str, mut stream: Stream) {
    // An error is a client that is gone, or one that speaks something else: the helper ends.
    let _ = requests(inside, &mut stream);
    inside.helpers().remove(name);
}

fn requests(inside: &Inside, stream: &mut Stream) -> io::Result<()> {
    loop {
        let mut length = [0; 4];
        stream.read_exact(&mut length)?;
        let length = u32::from_be_bytes(length) as usize;
        if length > MOST {
            return Ok(());
        }
        let mut body = vec![0; length];
        stream.read_exact(&mut body)?;
        let request = serde_json::from_slice(&body).unwrap_or_default();
        let (failed, said) = match answer(inside, &request) {
            Some(said) => (0, said),
            None => (1, b"this is not done here".to_vec()),
        };
        let length = (said.len() as u32 + 1).to_be_bytes();
        stream.write_all(&[&length[..], &[failed], &said].concat())?;
    }
}

/// What is said to a request; `None` where it is not done.
fn answer(inside: &Inside, request: &Value) -> Option<Vec<u8>> {
    let text = || request["text"].as_str();
    let numbers = |name: &str| -> Option<Vec<i64>> {
        let all = request[name].as_array()?;
        all.iter().map(Value::as_i64).collect()
    };
    match request["do"].as_str()? {
        "hello" => return Some(b"autorpa 1 33".to_vec()),
        "tree" => {
            let phone = inside.phone();
            return Some(xml(&phone.all_windows(), Form::Server, phone.size()).into_bytes());
        }
        "screenshot" => return inside.phone().screenshot().ok(),
        "touch" => touch(inside, &numbers("points")?),
        "keys" => {
            for it in numbers("keys")?.chunks_exact(2) {
                let code = u32::try_from(it[0]).ok()?;
                match it[1] & CTRL != 0 {
                    true => inside.chord(&[keys::CONTROL[0], code]),
                    false => inside.live().press(code),
                }
            }
        }
        "type" => inside.phone().type_text(text()?),
        "fill" => return fill(inside, text()?).then(Vec::new),
        // What the emulator does is through when it is looked at.
        "idle" => {}
        _ => return None,
    }
    Some(Vec::new())
}

/// Each way of a finger, from where it goes down to where it goes up.
fn touch(inside: &Inside, points: &[i64]) {
    let mut down = None;
    for it in points.chunks_exact(4) {
        let at = (it[2] as i32, it[3] as i32);
        match (it[0], down) {
            (0, _) => down = Some((at, it[1])),
            (1, Some((from, since))) => {
                let held = it[1].saturating_sub(since) >= HOLDS;
                inside.phone().touch(match (from == at, held) {
                    (false, _) => Finger::Move(from, at),
                    (true, true) => Finger::Hold(at.0, at.1),
                    (true, false) => Finger::Tap(at.0, at.1),
                });
                down = None;
            }
            _ => {}
        }
    }
}
