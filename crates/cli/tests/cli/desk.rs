//! A place of its own for each test: an empty home, an empty library, and the program to run in it.

use std::{
    fs,
    io::Read,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;
use tempfile::TempDir;

/// The program that is tested.
pub const AUTORPA: &str = env!("CARGO_BIN_EXE_autorpa");
/// Longer than any command of these tests takes; who is not done by then hangs.
const LONG: Duration = Duration::from_secs(300);

/// SIGHUP, SIGINT and SIGTERM as the kernel counts them, from bit 0.
#[cfg(target_os = "linux")]
const CAUGHT: u64 = (1 << 0) | (1 << 1) | (1 << 14);

/// A folder with nothing in it but what a test puts there.
pub struct Desk {
    dir: TempDir,
}

/// What a command came to.
pub struct Ran {
    pub status: ExitStatus,
    pub out: String,
    pub err: String,
}

/// A command that runs.
pub struct Running {
    child: Child,
    readers: [thread::JoinHandle<String>; 2],
}

impl Desk {
    pub fn new() -> Self {
        Self {
            dir: tempfile::tempdir().unwrap(),
        }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Put a file there; its name as it is typed.
    pub fn file(&self, name: &str, content: &str) -> String {
        fs::write(self.path(name), content).unwrap();
        name.to_owned()
    }

    /// The program with these arguments, in this folder, knowing nothing of the person who runs the tests.
    pub fn command(&self, args: &[&str]) -> Command {
        self.through(Command::new(AUTORPA), args)
    }

    /// The same by way of another program, whose last argument becomes the program.
    pub fn through(&self, mut command: Command, args: &[&str]) -> Command {
        command
            .args(args)
            .current_dir(self.dir.path())
            .stdin(Stdio::null());
        for name in [
            "OPENAI_API_KEY",
            "ANTHROPIC_API_KEY",
            "GEMINI_API_KEY",
            "AUTORPA_KEY_COMMAND",
            "AUTORPA_LLM",
            "AUTORPA_LOG",
            "RUST_BACKTRACE",
        ] {
            command.env_remove(name);
        }
        command
            .env("AUTORPA_HOME", self.path("home"))
            .env("AUTORPA_LIBRARY", self.path("library"));
        command
    }

    /// Run to the end.
    pub fn run(&self, args: &[&str]) -> Ran {
        start(self.command(args)).end()
    }

    /// The names of all files below a folder, sorted.
    pub fn files(&self, folder: &str) -> Vec<PathBuf> {
        let mut found = Vec::new();
        walk(&self.path(folder), &mut found);
        found.sort();
        found
    }

    /// Nothing unfinished lies anywhere, and every recording can be read.
    pub fn assert_sound(&self) {
        let unfinished = |it: &PathBuf| {
            let name = it.file_name().unwrap().to_string_lossy().into_owned();
            name.starts_with(".unfinished") || name.starts_with(".tmp")
        };
        let left: Vec<_> = self.files("").into_iter().filter(unfinished).collect();
        assert!(left.is_empty(), "left behind: {left:?}");
        let listed = self.run(&["trajectories", "list"]);
        listed.assert(0, &[]);
        assert!(!listed.err.contains("skipped"), "{}", listed.err);
        let recordings = self.files("home/bank/recordings").len();
        assert_eq!(listed.out.lines().count(), recordings, "{}", listed.out);
        for file in self.files("home/graphs").iter().chain(&self.files("library")) {
            if file.extension().is_some_and(|it| it == "json") {
                let text = fs::read_to_string(file).unwrap();
                serde_json::from_str::<Value>(&text).unwrap_or_else(|it| panic!("{}: {it}", file.display()));
            }
        }
    }
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            walk(&entry.path(), found);
        } else {
            found.push(entry.path());
        }
    }
}

/// Start a command; what it says is read while it runs, so that it never waits for a reader.
pub fn start(mut command: Command) -> Running {
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    Running {
        child,
        readers: [read(out), read(err)],
    }
}

fn read(mut from: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // A pipe that breaks ends the text; what came before it counts.
        let _end = from.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

impl Running {
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Where lines are typed, if the command was given a pipe for them.
    pub fn stdin(&mut self) -> std::process::ChildStdin {
        self.child.stdin.take().unwrap()
    }

    /// End it at once, without asking.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
    }

    pub fn ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// The process has its own answer to Ctrl-C, to the end of its terminal and to `timeout` by now.
    #[cfg(target_os = "linux")]
    pub fn listens(&self) -> bool {
        let status = fs::read_to_string(format!("/proc/{}/status", self.id())).unwrap_or_default();
        let caught = status.lines().find_map(|it| it.strip_prefix("SigCgt:"));
        caught
            .and_then(|it| u64::from_str_radix(it.trim(), 16).ok())
            .is_some_and(|it| it & CAUGHT == CAUGHT)
    }

    /// Wait for its end.
    pub fn end(mut self) -> Ran {
        let ended = wait_until(LONG, || self.ended());
        if !ended {
            self.child.kill().unwrap();
        }
        let status = self.child.wait().unwrap();
        let [out, err] = self.readers.map(|it| it.join().unwrap());
        assert!(ended, "still running after {LONG:?}\n{out}\n{err}");
        Ran { status, out, err }
    }
}

impl Ran {
    /// This exit code, all these texts in what was said, and no panic.
    #[track_caller]
    pub fn assert(&self, code: i32, texts: &[&str]) {
        let said = format!("--- out\n{}\n--- err\n{}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{said}");
        assert_eq!(self.status.code(), Some(code), "{}\n{said}", self.status);
        for text in texts {
            assert!(said.contains(text), "no `{text}` in\n{said}");
        }
    }

    /// Standard output, which is one JSON object and nothing else.
    #[track_caller]
    pub fn json(&self) -> Value {
        let value: Value =
            serde_json::from_str(&self.out).unwrap_or_else(|it| panic!("{it}\n{}\n{}", self.out, self.err));
        assert!(value.is_object(), "{value}");
        value
    }
}

/// The names of an object's fields.
pub fn names(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, _)| name.as_str())
        .collect()
}

/// Whether something came true before the time was up. The only place of these tests that sleeps.
pub fn wait_until(most: Duration, mut is_true: impl FnMut() -> bool) -> bool {
    let started = Instant::now();
    loop {
        if is_true() {
            return true;
        }
        if started.elapsed() > most {
            return false;
        }
        #[expect(
            clippy::disallowed_methods,
            reason = "until the condition of the caller holds, or `most` is over"
        )]
        thread::sleep(Duration::from_millis(10));
    }
}

/// Let a command be a user's of his own, whose files lie below this folder: what he has taken of this machine, others have not.
pub fn of_user(command: &mut Command, folder: &Path) {
    command
        .env("HOME", folder)
        .env_remove("XDG_RUNTIME_DIR")
        .env_remove("XDG_CACHE_HOME");
}

/// Send a signal, as a shell would; to a whole group with a minus before the number.
pub fn signal(name: &str, to: &str) {
    let kill = format!("kill -s {name} -- {to}");
    assert!(
        Command::new("sh").args(["-c", &kill]).status().unwrap().success(),
        "{kill}"
    );
}
