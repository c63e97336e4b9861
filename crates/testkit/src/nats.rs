//! A NATS server of a test's own, on loopback.

use std::{
    io,
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// How long it may take to listen.
const LONG: Duration = Duration::from_secs(30);

/// A server; it is ended with this.
pub struct NatsServer {
    folder: PathBuf,
    more: Vec<String>,
    port: u16,
    child: Child,
}

impl NatsServer {
    /// A server that keeps its streams in this folder, on a free port.
    pub fn start(folder: &Path) -> io::Result<Self> {
        let store = folder.join("streams").display().to_string();
        Self::with(folder, &["-js", "-sd", &store])
    }

    /// A server that is started with these words.
    pub fn with(folder: &Path, more: &[&str]) -> io::Result<Self> {
        let free = TcpListener::bind("127.0.0.1:0")?;
        let port = free.local_addr()?.port();
        drop(free);
        let more: Vec<String> = more.iter().map(|it| (*it).to_owned()).collect();
        let child = Self::spawn(folder, &more, port)?;
        Ok(Self {
            folder: folder.to_owned(),
            more,
            port,
            child,
        })
    }

    fn spawn(folder: &Path, more: &[String], port: u16) -> io::Result<Child> {
        let mut child = Command::new("nats-server")
            .args(["-a", "127.0.0.1", "-p", &port.to_string()])
            .args(more)
            .current_dir(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let began = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            let ended = child.try_wait()?;
            if ended.is_some() || began.elapsed() > LONG {
                let _ended = child.kill();
                let why = format!("nats-server does not listen at {port}: {ended:?}");
                return Err(io::Error::other(why));
            }
            #[expect(clippy::disallowed_methods, reason = "a port tells nobody that it is open")]
            thread::sleep(Duration::from_millis(20));
        }
        Ok(child)
    }

    /// Its address.
    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// End it at once, without asking.
    pub fn kill(&mut self) {
        let _ended = self.child.kill();
        let _reaped = self.child.wait();
    }

    /// Start it again where it was, with what it has kept.
    pub fn again(&mut self) -> io::Result<()> {
        self.child = Self::spawn(&self.folder, &self.more, self.port)?;
        Ok(())
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
    }
}
