//! A display that nobody sits before, and a hand for it: its pointer and its keys come to programs as a person's do.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, Command, Stdio},
};

use crate::needs::{Part, there};

/// What is needed, each with words that it answers to.
const PROGRAMS: [(&str, &str); 4] = [
    ("Xvfb", "-help"),
    ("openbox", "--version"),
    ("xdotool", "version"),
    ("xclip", "-version"),
];
/// Between two keys of a text, in milliseconds: somebody who types fast.
const BETWEEN_KEYS: &str = "15";

/// A display with a manager of its windows, and a German keyboard: letters that it lacks may be lost. It is closed with this.
pub struct Display {
    name: String,
    running: Vec<Child>,
}

impl Display {
    /// A new one; none where a program is missing.
    pub fn open() -> Option<Self> {
        there(Part::Display, Self::start())
    }

    fn start() -> Result<Self, String> {
        for (program, word) in PROGRAMS {
            let asked = quiet(Command::new(program).arg(word)).status();
            asked.map_err(|why| format!("{program}: {why}"))?;
        }
        let failed = |program: &str| {
            let program = program.to_owned();
            move |why: std::io::Error| format!("{program}: {why}")
        };
        // It says its number once it takes programs, and keeps its keyboard when the last of them has gone.
        let mut server = Command::new("Xvfb")
            .args("-displayfd 1 -screen 0 1280x900x24 -nolisten tcp -noreset".split(' '))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed("Xvfb"))?;
        let mut number = String::new();
        let out = server.stdout.take().ok_or("Xvfb says nothing")?;
        let mut it = Self {
            name: String::new(),
            running: vec![server],
        };
        BufReader::new(out)
            .read_line(&mut number)
            .map_err(failed("Xvfb"))?;
        if number.trim().is_empty() {
            return Err("Xvfb has opened no display".to_owned());
        }
        it.name = format!(":{}", number.trim());
        let mut keyboard = Command::new("setxkbmap");
        let set = quiet(it.shown(keyboard.args(["-layout", "de"]))).status();
        set.map_err(failed("setxkbmap"))?;
        let mut manager = Command::new("openbox");
        let manager = quiet(it.shown(manager.arg("--sm-disable"))).spawn();
        it.running.push(manager.map_err(failed("openbox"))?);
        Ok(it)
    }

    /// Let a program show itself there.
    pub fn shown<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.env("DISPLAY", &self.name).env_remove("WAYLAND_DISPLAY")
    }

    /// Do something by xdotool's words.
    ///
    /// # Panics
    ///
    /// Where xdotool does not do it.
    pub fn hand(&self, words: &[&str]) {
        let mut hand = Command::new("xdotool");
        // It reads a text as the locale says.
        hand.env("LC_ALL", "C.UTF-8");
        let done = quiet(self.shown(hand.args(words))).status().expect("it is there");
        assert!(done.success(), "xdotool {words:?}: {done}");
    }

    /// The pointer goes to a place.
    pub fn point(&self, (x, y): (i32, i32)) {
        self.hand(&["mousemove", &x.to_string(), &y.to_string()]);
    }

    /// Click where the pointer is.
    pub fn click(&self) {
        self.hand(&["click", "1"]);
    }

    /// Type a text.
    pub fn types(&self, text: &str) {
        self.hand(&["type", "--delay", BETWEEN_KEYS, text]);
    }

    /// Press keys, one after the other, as xdotool calls them.
    pub fn keys(&self, keys: &[&str]) {
        self.hand(&[&["key", "--delay", BETWEEN_KEYS], keys].concat());
    }

    /// Have a text in the clipboard, from another program.
    ///
    /// # Panics
    ///
    /// Where xclip does not take it.
    pub fn copies(&self, text: &str) {
        let mut clipboard = Command::new("xclip");
        self.shown(clipboard.args(["-selection", "clipboard", "-i"]));
        let taken = quiet(&mut clipboard).stdin(Stdio::piped()).spawn();
        let mut taken = taken.expect("it is there");
        let mut input = taken.stdin.take().expect("a pipe");
        input.write_all(text.as_bytes()).expect("it reads");
        drop(input);
        assert!(taken.wait().expect("it ends").success(), "xclip");
    }
}

/// A program that neither asks nor says anything.
fn quiet(command: &mut Command) -> &mut Command {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
}

impl Drop for Display {
    fn drop(&mut self) {
        for it in self.running.iter_mut().rev() {
            let _ended = it.kill();
            let _reaped = it.wait();
        }
    }
}
