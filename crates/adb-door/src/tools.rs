//! What can be typed in the phone's shell, a function each.

mod activity;
mod dumpsys;
mod files;
mod ime;
mod package;
mod providers;
mod screen;
mod settings;
mod system;
mod text;
mod words;

use std::io::{self, Read};

use crate::{
    disk::{self, Disk},
    lock::lock,
    shell::{Call, Tool},
};

/// The tool with this name.
pub fn find(name: &str) -> Option<Tool> {
    [
        words::find,
        files::find,
        text::find,
        system::find,
        screen::find,
        activity::find,
        package::find,
        dumpsys::find,
        settings::find,
        ime::find,
        providers::find,
    ]
    .iter()
    .find_map(|it| it(name))
}

impl Call<'_> {
    /// Say something.
    pub fn say(&self, text: impl AsRef<[u8]>) -> io::Result<()> {
        lock(&self.io.stdout).write_all(text.as_ref())
    }

    /// Say a line.
    pub fn line(&self, text: &str) -> io::Result<()> {
        self.say(format!("{text}\n"))
    }

    /// Say what went wrong; answers the exit code.
    pub fn fail(&self, text: &str) -> io::Result<u8> {
        lock(&self.io.stderr).write_all(format!("{text}\n").as_bytes())?;
        Ok(1)
    }

    /// Say what went wrong with a file, as the tools do.
    pub fn fail_at(&self, path: &str, why: disk::DiskError) -> io::Result<u8> {
        self.fail(&format!("{}: {path}: {why}", self.name))
    }

    /// All that can be read.
    pub fn read_input(&self) -> io::Result<Vec<u8>> {
        let mut data = Vec::new();
        (&mut *lock(&self.io.stdin))
            .take(disk::MOST)
            .read_to_end(&mut data)?;
        Ok(data)
    }

    /// Read so many bytes and drop them.
    pub fn skip_input(&self, bytes: u64) -> io::Result<()> {
        io::copy(&mut (&mut *lock(&self.io.stdin)).take(bytes), &mut io::sink())?;
        Ok(())
    }

    /// A path as one from the root.
    pub fn path(&self, path: &str) -> String {
        disk::whole(&self.shell.folder, path)
    }

    /// The files.
    pub fn disk<T>(&self, with: impl FnOnce(&mut Disk<'_>) -> T) -> T {
        self.shell.inside.disk(with)
    }

    /// The argument at a place; empty where there is none.
    pub fn at(&self, place: usize) -> &str {
        self.arguments.get(place).map_or("", String::as_str)
    }

    /// Options of one letter in front, without their dashes, and what stands behind them.
    pub fn options(&self) -> (String, Vec<String>) {
        let mut options = String::new();
        let mut rest = Vec::new();
        for (n, it) in self.arguments.iter().enumerate() {
            match it.strip_prefix('-') {
                Some("-") => {
                    rest.extend(self.arguments[n + 1..].iter().cloned());
                    break;
                }
                // As toybox has it, options may stand behind the names.
                Some(letters) if !letters.is_empty() => options.push_str(letters),
                Some(_) | None => rest.push(it.clone()),
            }
        }
        (options, rest)
    }
}
