//! What is said to a person, and what is printed for a program.

use std::{
    io::{self, ErrorKind, IsTerminal, Write},
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use autorpa::Said;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use ui::visible;

/// A line for the person, on standard error. What a page or a model says does nothing to the terminal.
///
/// A terminal that is closed, or a reader that went away, hears nothing, and the work goes on.
pub fn say(line: &str) {
    let _unheard = writeln!(io::stderr().lock(), "{}", visible(line));
}

/// Say what is said of a recording while it grows.
pub fn tell(said: &Said) {
    let words = said.to_string();
    if !words.is_empty() {
        say(&words);
    }
}

/// Whether a result could not be printed.
static UNPRINTED: AtomicBool = AtomicBool::new(false);

/// A result, on standard output. A reader that went away is no error of ours; a full disk is one, which
/// [`all_printed`] remembers until the work is done.
pub fn print(text: &str) {
    let mut out = io::stdout().lock();
    match writeln!(out, "{}", visible(text)).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe && !UNPRINTED.swap(true, Ordering::Relaxed) => {
            say(&format!("autorpa: can't write to standard output: {error}"));
        }
        Ok(()) | Err(_) => {}
    }
}

/// Whether every result came out, as far as somebody was there to read it.
pub fn all_printed() -> bool {
    !UNPRINTED.load(Ordering::Relaxed)
}

/// A line that tells what is going on, where somebody watches.
pub struct Progress(ProgressBar);

impl Progress {
    /// What is going on now.
    pub fn tell(&self, text: impl Into<String>) {
        let text = text.into();
        self.0.set_message(visible(&text).replace('\n', " "));
    }

    /// So many things are done.
    pub fn steps(&self, count: usize) {
        self.0.inc(u64::try_from(count).unwrap_or(u64::MAX));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Lines below each other: a bar over all the work, and one for each worker.
pub struct Bars(MultiProgress);

impl Bars {
    /// No lines yet; silent where standard error is no terminal.
    pub fn new() -> Self {
        Self::on(if io::stderr().is_terminal() {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        })
    }

    fn on(target: ProgressDrawTarget) -> Self {
        Self(MultiProgress::with_draw_target(target))
    }

    /// A bar over so many things.
    pub fn bar(&self, length: usize) -> Progress {
        let bar = ProgressBar::new(u64::try_from(length).unwrap_or(u64::MAX));
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} {elapsed} {msg}") {
            bar.set_style(style);
        }
        self.shown(bar)
    }

    /// A line that tells what is going on with something; what is the only thing has no name.
    pub fn spinner(&self, name: &str) -> Progress {
        let bar = ProgressBar::new_spinner().with_prefix(name.to_owned());
        let template = if name.is_empty() {
            "{spinner} {msg}"
        } else {
            "{spinner} {prefix}: {msg}"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        self.shown(bar)
    }

    /// Say something beside the lines.
    pub fn suspend(&self, say: impl FnOnce()) {
        self.0.suspend(say);
    }

    fn shown(&self, bar: ProgressBar) -> Progress {
        let bar = self.0.add(bar);
        bar.enable_steady_tick(Duration::from_millis(120));
        Progress(bar)
    }
}

#[cfg(test)]
#[path = "../tests/unit/terminal.rs"]
mod tests;
