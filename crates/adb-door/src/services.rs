//! What a client opens: shells, files, ports.

use std::{
    io::{self, Read, Write},
    net::{Shutdown, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

use adb::{
    shell::ShellPacket,
    sync::{self, Request, Stat},
    transport::{Serve, Services, Stream},
};

use crate::{
    disk::{self, DiskError},
    handset::Entry,
    helper, http,
    inside::{Client, Inside},
    lock::lock,
    picture, server,
    shell::{Io, Shell},
    tools,
};

/// The phone's adbd.
pub struct Adbd {
    inside: Arc<Inside>,
}

impl Adbd {
    /// Of a phone.
    pub fn new(inside: Arc<Inside>) -> Self {
        Self { inside }
    }
}

impl Services for Adbd {
    fn open(&self, name: &str) -> Option<Serve> {
        let (service, rest) = name.split_once(':').unwrap_or((name, ""));
        let (kind, options) = service.split_once(',').unwrap_or((service, ""));
        let (inside, rest) = (Arc::clone(&self.inside), rest.to_owned());
        let line = |text: &'static str| -> Option<Serve> {
            Some(Box::new(move |stream| said(stream, text.as_bytes())))
        };
        match kind {
            "shell" => {
                let has = |it: &str| options.split(',').any(|option| option == it);
                // The older form had a terminal wherever no command was named.
                let terminal = rest.is_empty() && !has("raw");
                let framed = has("v2");
                Some(Box::new(move |stream| {
                    shell(inside, stream, &rest, framed, terminal)
                }))
            }
            "exec" => Some(Box::new(move |stream| shell(inside, stream, &rest, false, false))),
            "sync" => Some(Box::new(move |stream| files(&inside, stream))),
            "tcp" if rest == server::PORT => Some(Box::new(move |stream| {
                http::serve(stream, |it| server::answer(&inside, it))
            })),
            "localabstract" if self.inside.helpers().contains(&rest) => {
                Some(Box::new(move |stream| helper::serve(&inside, &rest, stream)))
            }
            "localabstract" => {
                let there = TcpStream::connect(inside.socket(&rest)?).ok()?;
                Some(Box::new(move |stream| joined(stream, there)))
            }
            "framebuffer" => Some(Box::new(move |stream| framebuffer(&inside, stream))),
            "root" => line("adbd is already running as root\n"),
            "unroot" => line("adbd not running as root\n"),
            "remount" => line("remount succeeded\n"),
            "tcpip" => line("restarting in TCP mode port: 5555\n"),
            "usb" => line("restarting in USB mode\n"),
            "reverse" => match rest.as_str() {
                "list-forward" => line("0000"),
                _ => {
                    let why = "this phone can't reach ports of this computer";
                    Some(Box::new(move |stream| {
                        said(stream, format!("FAIL{:04x}{why}", why.len()).as_bytes())
                    }))
                }
            },
            "track-jdwp" => Some(Box::new(move |stream| {
                said(stream.clone(), b"0000");
                let client = Client(Some(stream));
                inside.wait(std::time::Duration::MAX, &client);
            })),
            "jdwp" => None,
            _ => None,
        }
    }
}

/// Say something and end.
fn said(mut stream: Stream, text: &[u8]) {
    // A client that is gone hears nothing.
    let _ = stream.write_all(text);
}

/// Carry all that comes on either side to the other, until both have ended.
fn joined(stream: Stream, there: TcpStream) {
    let (Ok(mut from_there), mut to_client) = (there.try_clone(), stream.clone()) else {
        return;
    };
    thread::scope(|scope| {
        scope.spawn(move || {
            let _ = io::copy(&mut from_there, &mut to_client);
            to_client.close();
        });
        let _ = io::copy(&mut { stream }, &mut { &there });
        let _ = there.shutdown(Shutdown::Both);
    });
}

/// Output in the packets of the newer shell.
struct Framed {
    stream: Arc<Mutex<Stream>>,
    errors: bool,
}

impl Write for Framed {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let part = &data[..data.len().min(256 << 10)];
        let packet = match self.errors {
            true => ShellPacket::Stderr(part.to_vec()),
            false => ShellPacket::Stdout(part.to_vec()),
        };
        packet.write(&mut *lock(&self.stream))?;
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Input in the packets of the newer shell.
struct Typed {
    stream: Stream,
    rest: io::Cursor<Vec<u8>>,
    ended: bool,
}

impl Read for Typed {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.rest.read(into)?;
            if count > 0 || self.ended || into.is_empty() {
                return Ok(count);
            }
            match ShellPacket::read(&mut self.stream)? {
                Some(ShellPacket::Stdin(data)) => self.rest = io::Cursor::new(data),
                Some(ShellPacket::CloseStdin) | None => self.ended = true,
                Some(_) => {}
            }
        }
    }
}

fn shell(inside: Arc<Inside>, stream: Stream, command: &str, framed: bool, terminal: bool) {
    let both = Arc::new(Mutex::new(stream.clone()));
    let io = match framed {
        true => Io {
            stdin: Arc::new(Mutex::new(Typed {
                stream: stream.clone(),
                rest: io::Cursor::default(),
                ended: false,
            })),
            stdout: Arc::new(Mutex::new(Framed {
                stream: Arc::clone(&both),
                errors: false,
            })),
            stderr: Arc::new(Mutex::new(Framed {
                stream: Arc::clone(&both),
                errors: true,
            })),
        },
        false => Io {
            stdin: Arc::new(Mutex::new(stream.clone())),
            stdout: both.clone(),
            stderr: both.clone(),
        },
    };
    let mut shell = Shell::new(inside, Client(Some(stream)), tools::find);
    let done = match command.trim().is_empty() {
        true => session(&mut shell, &io, terminal),
        false => shell.run(command, &io),
    };
    // An error is a client that is gone.
    if let (Ok(status), true) = (done, framed) {
        let _ = ShellPacket::Exit(status).write(&mut *lock(&both));
    }
}

/// The longest line that is typed.
const LONGEST_LINE: usize = 64 << 10;

/// Lines are typed one after another. A terminal shows what is typed.
fn session(shell: &mut Shell, io: &Io, terminal: bool) -> io::Result<u8> {
    let prompt = |shell: &Shell| match terminal {
        true => lock(&io.stdout).write_all(format!("emulator:{} # ", shell.folder).as_bytes()),
        false => Ok(()),
    };
    prompt(shell)?;
    let mut line = Vec::new();
    let mut byte = [0];
    loop {
        let ended = lock(&io.stdin).read(&mut byte)? == 0 || (terminal && byte[0] == 4);
        let is_end = matches!(byte[0], b'\n' | b'\r');
        if !ended && !is_end {
            match byte[0] {
                8 | 127 if terminal => {
                    let shown: &[u8] = if line.pop().is_some() { b"\x08 \x08" } else { b"" };
                    lock(&io.stdout).write_all(shown)?;
                }
                it if line.len() < LONGEST_LINE => {
                    line.push(it);
                    if terminal {
                        lock(&io.stdout).write_all(&byte)?;
                    }
                }
                _ => {}
            }
            continue;
        }
        let text = String::from_utf8_lossy(&std::mem::take(&mut line)).into_owned();
        if terminal {
            lock(&io.stdout).write_all(b"\r\n")?;
        }
        let status = match terminal {
            true => {
                let shown = Io {
                    stdout: Arc::new(Mutex::new(Lines(Arc::clone(&io.stdout)))),
                    stderr: Arc::new(Mutex::new(Lines(Arc::clone(&io.stderr)))),
                    stdin: Arc::clone(&io.stdin),
                };
                shell.run(&text, &shown)?
            }
            false => shell.run(&text, io)?,
        };
        if ended || shell.ended {
            return Ok(status);
        }
        prompt(shell)?;
    }
}

/// A terminal goes back to the beginning of a line only where it is told to.
struct Lines(crate::shell::Sink);

impl Write for Lines {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let mut out = Vec::with_capacity(data.len() + 16);
        for it in data {
            if *it == b'\n' {
                out.push(b'\r');
            }
            out.push(*it);
        }
        lock(&self.0).write_all(&out)?;
        Ok(data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn stat_of(entry: &Entry) -> Stat {
    let kind = match entry.is_dir {
        true => sync::IS_DIR | 0o771,
        false => sync::IS_FILE | 0o660,
    };
    Stat {
        mode: kind,
        size: entry.size,
        mtime: entry.modified_ms / 1000,
    }
}

/// Files go in and out.
fn files(inside: &Inside, stream: Stream) {
    // An error is a client that is gone, or one that speaks something else: the stream ends.
    let _ = file_requests(inside, stream);
}

fn file_requests(inside: &Inside, stream: Stream) -> io::Result<()> {
    let mut from = io::BufReader::with_capacity(128 << 10, stream.clone());
    let mut to = stream;
    let stat = |path: &str| {
        let path = disk::whole("/", path);
        inside.disk(|it| it.stat(&path)).ok().map(|it| stat_of(&it))
    };
    while let Some(request) = Request::read(&mut from)? {
        match request {
            Request::Stat(path) => to.write_all(&sync::stat_answer(stat(&path)))?,
            Request::Stat2(path, no_follow) => {
                to.write_all(&sync::stat2_answer(stat(&path), no_follow))?;
            }
            Request::List(path) => to.write_all(&listing(inside, &path, false))?,
            Request::List2(path) => to.write_all(&listing(inside, &path, true))?,
            Request::Recv(path) => {
                let whole = disk::whole("/", &path);
                match inside.disk(|it| it.read(&whole)) {
                    Ok(data) => to.write_all(&sync::recv_answer(&data))?,
                    Err(why) => to.write_all(&sync::fail(&format!("open failed: {why}")))?,
                }
            }
            Request::Send { path, mode } => receive(inside, &mut from, &mut to, &path, mode)?,
            Request::Data(_) | Request::Done(_) => {
                to.write_all(&sync::fail("data without a file"))?;
                return Ok(());
            }
            Request::Quit => return Ok(()),
        }
    }
    Ok(())
}

fn listing(inside: &Inside, path: &str, new: bool) -> Vec<u8> {
    let path = disk::whole("/", path);
    let entries = inside.disk(|it| it.list(&path)).unwrap_or_default();
    let folder = Stat {
        mode: sync::IS_DIR | 0o771,
        size: 4096,
        mtime: 0,
    };
    let own = [(".", folder), ("..", folder)];
    let all = entries.iter().map(|it| (it.name.as_str(), stat_of(it)));
    sync::list_answer(own.into_iter().chain(all), new)
}

/// A file comes. What is too much for the phone is read and dropped, so that the client hears why.
fn receive(
    inside: &Inside,
    from: &mut impl Read,
    to: &mut impl Write,
    path: &str,
    mode: u32,
) -> io::Result<()> {
    let whole = disk::whole("/", path);
    let kind = mode & 0o170_000;
    let mut refused = (kind != 0 && kind != sync::IS_FILE).then_some(DiskError::Denied);
    let mut data = Vec::new();
    loop {
        match Request::read(from)? {
            Some(Request::Data(part)) => {
                // Asked from time to time: the other files are counted for it.
                let asks = data.len() % (4 << 20) < part.len();
                if refused.is_none()
                    && asks
                    && !inside.disk(|it| it.has_room((data.len() + part.len()) as u64))
                {
                    refused = Some(DiskError::Full);
                    data = Vec::new();
                }
                if refused.is_none() {
                    data.extend(part);
                }
            }
            Some(Request::Done(_)) => break,
            _ => return Err(io::ErrorKind::InvalidData.into()),
        }
    }
    let written = match refused {
        Some(why) => Err(why),
        None => inside.disk(|it| it.write(&whole, &data, true)),
    };
    match written {
        Ok(()) => to.write_all(&sync::okay()),
        Err(why) => to.write_all(&sync::fail(&format!("couldn't create file: {why}"))),
    }
}

fn framebuffer(inside: &Inside, mut stream: Stream) {
    let picture = inside.phone().screenshot().ok();
    if let Some(data) = picture.and_then(|it| picture::framebuffer(&it)) {
        // A client that is gone sees nothing.
        let _ = stream.write_all(&data);
        let _ = stream.read(&mut [0]);
    }
}
