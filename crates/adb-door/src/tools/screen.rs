//! The screen: what it shows, and fingers and keys on it.

use std::{
    io,
    time::{Duration, Instant},
};

use crate::shell::{Call, Tool};
use crate::{
    handset::{Finger, Key},
    keys,
    live::Trail,
    picture,
    tree::{self, Form},
};

/// The tool with this name.
pub fn find(name: &str) -> Option<Tool> {
    Some(match name {
        "getevent" => getevent,
        "input" => input,
        "wm" => wm,
        "screencap" => screencap,
        "uiautomator" => uiautomator,
        _ => return None,
    })
}

/// How long a touch without movement lasts before it counts as a long one, in milliseconds.
const LONG: i64 = 500;

const USAGE: &str = "Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]\n\n\
The commands and default sources are:\n\
      text <string> (Default: keyboard)\n\
      keyevent [--longpress|--doubletap|--async|--delay <duration(ms)>] <key code number or name> ... (Default: keyboard)\n\
      tap <x> <y> (Default: touchscreen)\n\
      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)\n\
      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)\n\
      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)\n\
      keycombination [-t duration(ms)] <key code 1> <key code 2> ... (Default: keyboard)";

/// The device of the glass.
const GLASS: &str = "/dev/input/event1";

/// `-p` says which devices there are; else what fingers do on the glass is said until the client goes: when, and in the kernel's
/// types, codes and values.
fn getevent(call: &mut Call<'_>) -> io::Result<u8> {
    if call.arguments.iter().any(|it| it == "-p") {
        let (width, height) = call.shell.inside.phone().size();
        let axis = |code: &str, most: u32| {
            format!("{code}  : value 0, min 0, max {most}, fuzz 0, flat 0, resolution 0\n")
        };
        call.say(format!(
            "add device 1: {GLASS}\n  name:     \"virtio_input_multi_touch_1\"\n  events:\n    KEY (0001): 014a\n    \
             ABS (0003): {}                {}                {}                {}  input props:\n    INPUT_PROP_DIRECT\n",
            axis("002f", 10),
            axis("0035", width - 1),
            axis("0036", height - 1),
            axis("0039", 65535),
        ))?;
        return Ok(0);
    }
    let trails = call.shell.inside.live().trails();
    let begun = Instant::now();
    loop {
        while let Ok(it) = trails.try_recv() {
            call.say(told(&it, begun.elapsed()))?;
        }
        if call
            .shell
            .inside
            .wait(Duration::from_millis(20), &call.shell.client)
        {
            return Ok(0);
        }
    }
}

/// The events of a finger that was lifted now.
fn told(trail: &Trail, now: Duration) -> String {
    let down = now.saturating_sub(trail.held);
    let at = |(x, y): (i32, i32)| [(3, 0x35, x as u32), (3, 0x36, y as u32)];
    let [from_x, from_y] = at(trail.from);
    let [to_x, to_y] = at(trail.to);
    let end = (0, 0, 0);
    let events = [
        (down, (3, 0x39, 1)),
        (down, from_x),
        (down, from_y),
        (down, (1, 0x14a, 1)),
        (down, end),
        (now, to_x),
        (now, to_y),
        (now, end),
        (now, (3, 0x39, u32::MAX)),
        (now, (1, 0x14a, 0)),
        (now, end),
    ];
    let line = |(time, (kind, code, value)): (Duration, (u32, u32, u32))| {
        let (seconds, micros) = (time.as_secs(), time.subsec_micros());
        format!("[{seconds:>8}.{micros:06}] {GLASS}: {kind:04x} {code:04x} {value:08x}\n")
    };
    events.into_iter().map(line).collect()
}

fn input(call: &mut Call<'_>) -> io::Result<u8> {
    let mut words = call.arguments.clone();
    const SOURCES: [&str; 6] = ["touchscreen", "keyboard", "touchpad", "mouse", "stylus", "dpad"];
    if words.first().is_some_and(|it| SOURCES.contains(&it.as_str())) {
        words.remove(0);
    }
    if words.first().is_some_and(|it| it == "-d") && words.len() > 1 {
        words.drain(..2);
    }
    if words.is_empty() {
        return call.fail(USAGE);
    }
    let command = words.remove(0);
    let done = match command.as_str() {
        "tap" => places(&words).and_then(|it| match it[..] {
            [x, y] => {
                finger(call, Finger::Tap(x, y));
                Some(())
            }
            _ => None,
        }),
        "swipe" | "draganddrop" => places(&words).and_then(|it| swipe(call, &it)),
        "text" => (!words.is_empty()).then(|| type_words(call, &words)),
        "keyevent" => return keys_pressed(call, words),
        "keycombination" => {
            if words.first().is_some_and(|it| it == "-t") && words.len() > 1 {
                words.drain(..2);
            }
            return chord(call, &words);
        }
        "motionevent" => motion(call, &words),
        other => {
            return call
                .fail(&format!("Error: Unknown command: {other}\n{USAGE}"))
                .map(|_| 255);
        }
    };
    match done {
        Some(()) => Ok(0),
        None => call
            .fail(&format!(
                "Error: Invalid arguments for command: {command}\n{USAGE}"
            ))
            .map(|_| 255),
    }
}

/// Places in pixels; they may be written with a fraction.
fn places(words: &[String]) -> Option<Vec<i32>> {
    words
        .iter()
        .map(|it| {
            it.parse::<f64>()
                .ok()
                .filter(|it| it.is_finite())
                .map(|it| it as i32)
        })
        .collect()
}

fn finger(call: &Call<'_>, finger: Finger) {
    call.shell.inside.phone().touch(finger);
}

fn swipe(call: &Call<'_>, numbers: &[i32]) -> Option<()> {
    let (x, y, to_x, to_y, ms) = match *numbers {
        [x, y, to_x, to_y] => (x, y, to_x, to_y, 300),
        [x, y, to_x, to_y, ms] => (x, y, to_x, to_y, i64::from(ms)),
        _ => return None,
    };
    let still = (x, y) == (to_x, to_y);
    finger(
        call,
        match (still, ms >= LONG) {
            (true, true) => Finger::Hold(x, y),
            (true, false) => Finger::Tap(x, y),
            (false, _) => Finger::Move((x, y), (to_x, to_y)),
        },
    );
    Some(())
}

/// `%s` is a blank; several words have one between them. Only ASCII can be typed this way, as on a phone.
fn type_words(call: &Call<'_>, words: &[String]) {
    let text = words.join(" ").replace("%s", " ");
    let typed: String = text.chars().filter(char::is_ascii).collect();
    call.shell.inside.phone().type_text(&typed);
}

/// One part of a gesture: the finger goes down, moves, or is lifted.
fn motion(call: &Call<'_>, words: &[String]) -> Option<()> {
    let (event, at) = words.split_first()?;
    let live = call.shell.inside.live();
    match (event.to_uppercase().as_str(), &places(at)?[..]) {
        ("DOWN" | "MOVE", [x, y]) => live.finger((*x, *y), true),
        ("UP", [x, y]) => live.finger((*x, *y), false),
        ("CANCEL", []) | ("CANCEL", [_, _]) => live.let_go(),
        _ => return None,
    }
    Some(())
}

/// Keys, each pressed as the options say.
fn keys_pressed(call: &Call<'_>, words: Vec<String>) -> io::Result<u8> {
    let (mut codes, mut twice) = (Vec::new(), false);
    let mut words = words.into_iter();
    while let Some(it) = words.next() {
        match it.as_str() {
            "--doubletap" => twice = true,
            // A key that is held does here what it does when it is pressed.
            "--longpress" | "--async" => {}
            "--delay" => {
                words.next();
            }
            _ => codes.push(it),
        }
    }
    let pressed = press_all(call, &codes)?;
    match twice && pressed == 0 {
        true => press_all(call, &codes),
        false => Ok(pressed),
    }
}

fn press_all(call: &Call<'_>, words: &[String]) -> io::Result<u8> {
    if words.is_empty() {
        return call
            .fail(&format!(
                "Error: Invalid arguments for command: keyevent\n{USAGE}"
            ))
            .map(|_| 255);
    }
    for it in words {
        match keys::code(it) {
            Some(code) => call.shell.inside.live().press(code),
            // Android takes a name that it does not know as a key that does nothing.
            None if it.starts_with("KEYCODE_") => {}
            None => return call.fail(&format!("Error: Invalid keycode: {it}")).map(|_| 255),
        }
    }
    Ok(0)
}

fn chord(call: &Call<'_>, words: &[String]) -> io::Result<u8> {
    let codes: Option<Vec<u32>> = words.iter().map(|it| keys::code(it)).collect();
    let Some(codes) = codes.filter(|it| it.len() > 1) else {
        return call
            .fail(&format!(
                "Error: Invalid arguments for command: keycombination\n{USAGE}"
            ))
            .map(|_| 255);
    };
    call.shell.inside.chord(&codes);
    Ok(0)
}

fn wm(call: &mut Call<'_>) -> io::Result<u8> {
    match (call.at(0), call.at(1)) {
        ("size", "") => {
            let (width, height) = call.shell.inside.phone().size();
            call.line(&format!("Physical size: {width}x{height}"))?;
        }
        ("density", "") => call.line("Physical density: 420")?,
        ("size" | "density", "reset") => {}
        ("size" | "density", _) => {
            return call.fail("Error: this screen has one size");
        }
        (other, _) => return call.fail(&format!("Unknown command: {other}")).map(|_| 255),
    }
    Ok(0)
}

fn screencap(call: &mut Call<'_>) -> io::Result<u8> {
    let (mut png, mut to) = (false, None);
    let mut all = call.arguments.iter();
    while let Some(it) = all.next() {
        match it.as_str() {
            "-p" => png = true,
            "-d" => {
                all.next();
            }
            it if it.starts_with('-') => {}
            it => to = Some(it.to_owned()),
        }
    }
    let picture = match call.shell.inside.phone().screenshot() {
        Ok(picture) => picture,
        Err(error) => return call.fail(&error.to_string()),
    };
    let as_png = png || to.as_ref().is_some_and(|it| it.ends_with(".png"));
    let data = match as_png {
        true => Some(picture),
        false => picture::raw(&picture),
    };
    let Some(data) = data else {
        return call.fail("screencap: the picture can't be read");
    };
    match to {
        None => call.say(data)?,
        Some(shown) => {
            let path = call.path(&shown);
            if let Err(why) = call.disk(|it| it.write(&path, &data, false)) {
                return call.fail(&format!("Error opening file: {shown} ({why})"));
            }
        }
    }
    Ok(0)
}

/// Where a dump goes where no file is named.
const USUAL_DUMP: &str = "/sdcard/window_dump.xml";

fn uiautomator(call: &mut Call<'_>) -> io::Result<u8> {
    match call.at(0) {
        "dump" => {}
        "help" | "" => return call.fail("Usage: uiautomator <subcommand> [options]"),
        other => {
            return call.fail(&format!(
                "Usage: uiautomator <subcommand> [options]\n\n{other} is unknown"
            ));
        }
    }
    let path = call.arguments[1..].iter().find(|it| !it.starts_with('-'));
    let shown = path.cloned().unwrap_or_else(|| USUAL_DUMP.to_owned());
    let xml = {
        let phone = call.shell.inside.phone();
        tree::xml(&phone.windows(), Form::Stock, phone.size())
    };
    let path = call.path(&shown);
    match path.as_str() {
        "/dev/tty" | "/dev/stdout" => {
            call.say(format!("{xml}UI hierchary dumped to: {shown}\n"))?;
        }
        path => {
            if let Err(why) = call.disk(|it| it.write(path, xml.as_bytes(), false)) {
                return call.fail(&format!(
                    "java.io.FileNotFoundException: {shown}: open failed: {why}"
                ));
            }
            call.line(&format!("UI hierchary dumped to: {shown}"))?;
        }
    }
    Ok(0)
}

impl crate::inside::Inside {
    /// Keys that are pressed together. Control with A and V means what it does on a phone; other chords are pressed in
    /// order.
    pub fn chord(&self, codes: &[u32]) {
        let control = codes.iter().any(|it| keys::CONTROL.contains(it));
        let others: Vec<u32> = codes
            .iter()
            .copied()
            .filter(|it| !keys::CONTROL.contains(it) && !matches!(it, 57..=60))
            .collect();
        for code in others {
            match (control, code) {
                (true, keys::A) => self.phone().press(Key::SelectAll),
                (true, keys::V) => self.paste(),
                // With Control held, no letter is typed.
                (true, 29..=54) => {}
                _ => self.live().press(code),
            }
        }
    }

    /// What was copied is typed.
    pub fn paste(&self) {
        let mut phone = self.phone();
        if let Some(text) = phone.clipboard() {
            phone.type_text(&text);
        }
    }
}
