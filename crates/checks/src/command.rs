//! Programs, started without a shell and ended with everything they started.

use std::{
    fs::File,
    io::{self, Read, Seek},
    os::unix::process::CommandExt,
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use device::Cancel;
use rustix::process::{Pid, Signal, kill_process_group};

use crate::fault::Fault;

/// How often a program is asked whether it has ended.
const EVERY: Duration = Duration::from_millis(10);

/// Bytes of an output that are looked at.
const MOST: u64 = 16 * 1024 * 1024;

/// What a program that ended left behind.
#[derive(Debug)]
pub struct Printed {
    /// Its exit status; `None` where a signal ended it.
    pub exit: Option<i32>,
    /// What it printed.
    pub out: String,
    /// What it complained about.
    pub err: String,
}

impl From<device::Printed> for Printed {
    fn from(it: device::Printed) -> Self {
        Self {
            exit: it.exit,
            out: it.out,
            err: it.err,
        }
    }
}

/// An exit status in words.
pub fn status(exit: Option<i32>) -> String {
    exit.map_or_else(|| "a signal".to_owned(), |exit| format!("status {exit}"))
}

/// See that a program ended with the status it should; what it complained about is not told, if it ended well.
pub fn expect(argv: &[String], printed: &Printed, exit: i32) -> Result<(), Fault> {
    if printed.exit == Some(exit) {
        return Ok(());
    }
    Err(Fault::Failed {
        program: argv.first().cloned().unwrap_or_default(),
        status: status(printed.exit),
        said: printed.err.lines().last().unwrap_or_default().to_owned(),
    })
}

/// Run a program with its arguments in a directory. One that takes too long is ended with its whole process group.
pub fn run(argv: &[String], dir: &Path, limit: Duration, cancel: &Cancel) -> Result<Printed, Fault> {
    let program = argv.first().cloned().unwrap_or_default();
    let no_start = |error: io::Error| Fault::NoStart {
        program: program.clone(),
        error,
    };
    // Files take any amount, and what the program leaves running can't hold them open for us.
    let mut out = tempfile::tempfile().map_err(no_start)?;
    let mut err = tempfile::tempfile().map_err(no_start)?;
    let mut child = Command::new(&program)
        .args(argv.iter().skip(1))
        .current_dir(dir)
        .stdin(Stdio::null())
        .stdout(out.try_clone().map_err(no_start)?)
        .stderr(err.try_clone().map_err(no_start)?)
        .process_group(0)
        .spawn()
        .map_err(no_start)?;
    let start = Instant::now();
    let exit = loop {
        match child.try_wait().map_err(no_start)? {
            Some(exit) => break exit,
            None if cancel.is_cancelled() => {
                end(&mut child);
                return Err(Fault::Cancelled);
            }
            None if start.elapsed() >= limit => {
                end(&mut child);
                return Err(Fault::TimedOut {
                    program,
                    after: limit,
                });
            }
            None => {
                #[expect(
                    clippy::disallowed_methods,
                    reason = "until the program has ended, or `limit` is over"
                )]
                thread::sleep(EVERY);
            }
        }
    };
    Ok(Printed {
        exit: ExitStatus::code(&exit),
        out: text(&mut out).map_err(no_start)?,
        err: text(&mut err).map_err(no_start)?,
    })
}

/// End a program and what it started. Its group has its own number, for it was made so.
fn end(child: &mut Child) {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // A group that is gone needs no end.
        let _ = kill_process_group(group, Signal::KILL);
    }
    // It was killed: what is left is to take its status.
    let _ = child.wait();
}

fn text(file: &mut File) -> io::Result<String> {
    file.rewind()?;
    let mut bytes = Vec::new();
    file.take(MOST).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
