//! A device that services can be opened on, and what is done with them: commands, raw output, files.

use std::{
    io::{Read, Write},
    net::{TcpStream, ToSocketAddrs},
    time::{Duration, Instant},
};

use crate::{
    AdbError,
    features::Banner,
    shell::ShellPacket,
    sync,
    transport::{Stream, Transport},
};

/// The most output that a command may have.
const MOST_OUTPUT: usize = 64 << 20;

/// An open service: bytes in both directions.
pub trait Channel: Read + Write + Send {
    /// Let each read and write wait at most so long.
    fn set_timeout(&mut self, timeout: Duration);

    /// Another end of the same channel, to read on one thread and write on another.
    fn another(&self) -> Result<Box<dyn Channel>, AdbError>;
}

impl Channel for TcpStream {
    fn set_timeout(&mut self, timeout: Duration) {
        // Zero would be no limit at all, and is an error to the system.
        let timeout = Some(timeout.max(Duration::from_millis(1)));
        let _ = self.set_read_timeout(timeout);
        let _ = self.set_write_timeout(timeout);
    }

    fn another(&self) -> Result<Box<dyn Channel>, AdbError> {
        let other = self.try_clone().map_err(|it| AdbError::io("open", it))?;
        Ok(Box::new(other))
    }
}

impl Channel for Stream {
    fn set_timeout(&mut self, timeout: Duration) {
        Stream::set_timeout(self, Some(timeout));
    }

    fn another(&self) -> Result<Box<dyn Channel>, AdbError> {
        Ok(Box::new(self.clone()))
    }
}

/// A device that services can be opened on.
pub trait Link: Send + Sync {
    /// What it is called: a serial, or an address.
    fn name(&self) -> &str;

    /// Whether it has a feature, as `shell_v2`.
    fn has(&self, feature: &str) -> bool;

    /// Open a service, as `shell:ls`.
    fn open(&self, service: &str, within: Duration) -> Result<Box<dyn Channel>, AdbError>;
}

/// A device's adbd, without a server between.
pub struct Direct {
    name: String,
    transport: Transport,
}

impl Direct {
    /// Connect to `HOST:PORT`.
    pub fn connect(address: &str, within: Duration) -> Result<Self, AdbError> {
        let none = |reason: String| AdbError::NoDevice {
            reason: format!("no device answers at {address}: {reason}"),
        };
        let all = address.to_socket_addrs().map_err(|it| none(it.to_string()))?;
        let mut why = "the name has no address".to_owned();
        for it in all {
            match TcpStream::connect_timeout(&it, within) {
                Ok(socket) => {
                    let features = ["shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir"];
                    return Ok(Self {
                        name: address.to_owned(),
                        transport: Transport::connect(socket, &Banner::new("host", &features))?,
                    });
                }
                Err(error) => why = error.to_string(),
            }
        }
        Err(none(why))
    }
}

impl Drop for Direct {
    fn drop(&mut self) {
        self.transport.close();
    }
}

impl Link for Direct {
    fn name(&self) -> &str {
        &self.name
    }

    fn has(&self, feature: &str) -> bool {
        self.transport.peer().has(feature)
    }

    fn open(&self, service: &str, within: Duration) -> Result<Box<dyn Channel>, AdbError> {
        Ok(Box::new(self.transport.open(service, within)?))
    }
}

/// What a command said, and how it ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// Standard output; of old devices standard error as well.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: Vec<u8>,
    /// Its exit code; `None` where the device does not say it.
    pub status: Option<u8>,
}

impl Output {
    /// Standard output as a text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// What it said of an error, in a line.
    pub fn complaint(&self) -> String {
        let all = [&self.stderr[..], b" ", &self.stdout[..]].concat();
        let text = String::from_utf8_lossy(&all);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        text.chars().take(300).collect()
    }
}

/// Reads of a channel until a point in time.
struct Within<'a> {
    channel: &'a mut dyn Channel,
    until: Instant,
}

impl Read for Within<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(std::io::ErrorKind::TimedOut.into());
        }
        self.channel.set_timeout(left);
        self.channel.read(into)
    }
}

fn failed(doing: &str, within: Duration) -> impl Fn(std::io::Error) -> AdbError {
    move |error| AdbError::io(doing, error).after(within)
}

/// Run a command in the device's shell.
pub fn shell(link: &dyn Link, command: &str, within: Duration) -> Result<Output, AdbError> {
    if !link.has("shell_v2") {
        let stdout = read_all(link, &format!("shell:{command}"), within)?;
        return Ok(Output {
            stdout,
            ..Output::default()
        });
    }
    let until = Instant::now() + within;
    let mut channel = link.open(&format!("shell,v2,raw:{command}"), within)?;
    let failed = failed(command, within);
    // A command that is through already hears it no more; what it said is there all the same.
    let _ = ShellPacket::CloseStdin.write(&mut channel);
    let mut from = Within {
        channel: channel.as_mut(),
        until,
    };
    let mut output = Output::default();
    loop {
        match ShellPacket::read(&mut from).map_err(&failed)? {
            Some(ShellPacket::Stdout(data)) => output.stdout.extend(data),
            Some(ShellPacket::Stderr(data)) => output.stderr.extend(data),
            Some(ShellPacket::Exit(code)) => {
                output.status = Some(code);
                return Ok(output);
            }
            Some(ShellPacket::Stdin(_) | ShellPacket::CloseStdin | ShellPacket::WindowSize(_)) => {}
            // A device that goes away in the middle of a command has not ended it.
            None => return Err(failed(std::io::ErrorKind::UnexpectedEof.into())),
        }
        if output.stdout.len() + output.stderr.len() > MOST_OUTPUT {
            return Err(AdbError::TooLong {
                doing: command.to_owned(),
                limit: MOST_OUTPUT,
            });
        }
    }
}

/// The raw output of a command: nothing is translated, errors are in it, nobody says how it ended.
pub fn exec(link: &dyn Link, command: &str, within: Duration) -> Result<Vec<u8>, AdbError> {
    read_all(link, &format!("exec:{command}"), within)
}

fn read_all(link: &dyn Link, service: &str, within: Duration) -> Result<Vec<u8>, AdbError> {
    let until = Instant::now() + within;
    let mut channel = link.open(service, within)?;
    let from = Within {
        channel: channel.as_mut(),
        until,
    };
    let mut all = Vec::new();
    from.take(MOST_OUTPUT as u64 + 1)
        .read_to_end(&mut all)
        .map_err(failed(service, within))?;
    match all.len() > MOST_OUTPUT {
        true => Err(AdbError::TooLong {
            doing: service.to_owned(),
            limit: MOST_OUTPUT,
        }),
        false => Ok(all),
    }
}

/// Write a file on the device.
pub fn push(link: &dyn Link, data: &[u8], path: &str, within: Duration) -> Result<(), AdbError> {
    let mut channel = link.open("sync:", within)?;
    channel.set_timeout(within);
    sync::push(&mut channel, data, path).map_err(|it| it.after(within))
}

/// Read a file of the device.
pub fn pull(link: &dyn Link, path: &str, within: Duration) -> Result<Vec<u8>, AdbError> {
    let mut channel = link.open("sync:", within)?;
    channel.set_timeout(within);
    sync::pull(&mut channel, path, MOST_OUTPUT).map_err(|it| it.after(within))
}
