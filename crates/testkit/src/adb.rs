//! The program `adb`, with a server of a test's own, and clients of adb in Python.

use std::{
    env, fs,
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::PathBuf,
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{Part, there};

/// How long a server may take to listen.
const STARTS: Duration = Duration::from_secs(20);

/// An adb server that only one test speaks to. It ends with the test.
pub struct AdbServer {
    process: Child,
    port: u16,
    home: PathBuf,
}

impl AdbServer {
    /// Start one; `None` skips the test.
    pub fn start() -> Option<Self> {
        let found = Command::new("adb").arg("version").output();
        there(
            Part::Adb,
            found.map_err(|it| format!("`adb`: {it}; Debian has a package `adb`")),
        )?;
        // Somebody else may take the port before the server does: then another one is tried.
        (0..5).find_map(|_| Self::try_start())
    }

    fn try_start() -> Option<Self> {
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .ok()?
            .local_addr()
            .ok()?
            .port();
        let home = env::temp_dir().join(format!("autorpa-adb-{}-{port}", std::process::id()));
        fs::create_dir_all(&home).ok()?;
        let mut command = Command::new("adb");
        command.args(["-P", &port.to_string(), "nodaemon", "server"]);
        command.env("HOME", &home).env("ANDROID_USER_HOME", &home);
        // Real phones of whoever runs the test are nothing to it.
        command
            .env("ADB_USB", "0")
            .env("ADB_LOCAL_TRANSPORT_MAX_PORT", "5554");
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut server = Self {
            process: command.spawn().ok()?,
            port,
            home,
        };
        let begun = Instant::now();
        while begun.elapsed() < STARTS {
            if TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok() {
                return Some(server);
            }
            if server.process.try_wait().ok()?.is_some() {
                return None;
            }
            #[expect(
                clippy::disallowed_methods,
                reason = "until the server listens, or STARTS is over"
            )]
            thread::sleep(Duration::from_millis(20));
        }
        None
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The program, speaking to this server.
    pub fn adb(&self, arguments: &[&str]) -> Output {
        self.command("adb")
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .expect("adb runs")
    }

    /// Any program whose adb libraries speak to this server.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("ANDROID_ADB_SERVER_PORT", self.port.to_string());
        command.env("ANDROID_ADB_SERVER_HOST", "127.0.0.1");
        command
            .env("HOME", &self.home)
            .env("ANDROID_USER_HOME", &self.home);
        command
    }
}

impl Drop for AdbServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.home);
    }
}

/// A Python that has the clients; `None` skips the test. `AUTORPA_ADB_PYTHON` names one, else it is `python3`.
pub fn adb_clients() -> Option<PathBuf> {
    let python = env::var_os("AUTORPA_ADB_PYTHON").map_or_else(|| "python3".into(), PathBuf::from);
    let imports = "import adbutils, uiautomator2, ppadb.client, adb_shell.adb_device";
    let found = match Command::new(&python).args(["-c", imports]).output() {
        Ok(done) if done.status.success() => Ok(python),
        Ok(done) => {
            let said = String::from_utf8_lossy(&done.stderr).into_owned();
            let last = said.lines().last().unwrap_or_default().to_owned();
            Err(format!(
                "{last}; `pip install adbutils uiautomator2 pure-python-adb adb-shell` has them"
            ))
        }
        Err(error) => Err(format!("{}: {error}", python.display())),
    };
    there(Part::AdbClients, found)
}
