//! The program `adb`, with a server of a test's own, and clients of adb in Python.

use std::{
    env, fs,
    io::{Read, Write},
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

    /// Let it know of an emulator whose adbd listens at a port of this machine.
    pub fn add_emulator(&self, port: u16) {
        let request = format!("host:emulator:{port}");
        let mut socket = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).expect("a server");
        write!(socket, "{:04x}{request}", request.len()).expect("it is taken");
        // It answers nothing, and ends the connection when it has heard.
        let _ = socket.read(&mut [0; 64]);
        let waits = self.adb(&["-s", &format!("emulator-{}", port - 1), "wait-for-device"]);
        assert!(waits.status.success(), "{waits:?}");
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
    let imports = "import adbutils, uiautomator2, ppadb.client, adb_shell.adb_device";
    let packages = "adbutils uiautomator2 pure-python-adb adb-shell";
    there(Part::AdbClients, python_with(imports, packages))
}

/// A Python that has the driver of mobilerun, which needs a newer one than the other clients; as [`adb_clients`].
pub fn mobilerun() -> Option<PathBuf> {
    let found = python_with("import mobilerun_core_local", "mobilerun-core-local==0.7.1");
    there(Part::AdbClients, found)
}

/// A Python that has what AndroidWorld speaks to an emulator by; as [`adb_clients`].
pub fn android_env() -> Option<PathBuf> {
    let imports = "import grpc, android_env.proto.emulator_controller_pb2_grpc";
    there(Part::AndroidEnv, python_with(imports, "android_env grpcio"))
}

fn python_with(imports: &str, packages: &str) -> Result<PathBuf, String> {
    let python = env::var_os("AUTORPA_ADB_PYTHON").map_or_else(|| "python3".into(), PathBuf::from);
    match Command::new(&python).args(["-c", imports]).output() {
        Ok(done) if done.status.success() => Ok(python),
        Ok(done) => {
            let said = String::from_utf8_lossy(&done.stderr).into_owned();
            let last = said.lines().last().unwrap_or_default().to_owned();
            Err(format!("{last}; `pip install {packages}` has them"))
        }
        Err(error) => Err(format!("{}: {error}", python.display())),
    }
}
