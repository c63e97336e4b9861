//! One socket with many streams, as an adb server and a device's adbd share it. Both sides are here.
//!
//! A thread reads the socket. Of each stream at most one piece of data is under way in each direction, which the
//! protocol demands and which bounds what is kept.

use std::{
    collections::{HashMap, VecDeque},
    io::{self, Read, Write},
    net::{Shutdown, TcpStream},
    sync::{Arc, Condvar, Mutex, MutexGuard},
    thread,
    time::{Duration, Instant},
};

use crate::{
    AdbError,
    features::Banner,
    packet::{Command, MAX_DATA, MAX_DATA_OF_OLD, Packet, PacketError, VERSION},
};

/// How long a peer may take to say who it is.
const HELLO: Duration = Duration::from_secs(10);
/// How long a peer may leave a packet untaken before the connection counts as dead.
const STALLED: Duration = Duration::from_secs(60);
/// The most streams that one peer may have open.
const MOST_STREAMS: usize = 1024;

/// What is done with a stream once it is open.
pub type Serve = Box<dyn FnOnce(Stream) + Send>;

/// Answers the streams that a peer opens.
pub trait Services: Send + Sync {
    /// What to do with a stream of this name, as `shell:ls`; `None` refuses it. Asked on the reading thread, so it
    /// must not wait; what it answers runs on a thread of its own.
    fn open(&self, name: &str) -> Option<Serve>;
}

/// A side that opens streams and takes none.
struct NoServices;

impl Services for NoServices {
    fn open(&self, _: &str) -> Option<Serve> {
        None
    }
}

/// One end of a connection. Its streams keep it alive.
#[derive(Clone)]
pub struct Transport(Arc<Shared>);

struct Shared {
    socket: TcpStream,
    writer: Mutex<TcpStream>,
    /// The most data that the peer takes in one packet.
    most: usize,
    /// Whether data is sent with its sum, and checked against it.
    checked: bool,
    peer: Banner,
    streams: Mutex<Streams>,
}

#[derive(Default)]
struct Streams {
    open: HashMap<u32, Arc<Slot>>,
    last: u32,
    gone: bool,
}

#[derive(Default)]
struct Slot {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The peer's name for the stream; 0 until it is open.
    remote: u32,
    closed: bool,
    /// Whether the peer has taken what was written last.
    taken: bool,
    inbox: VecDeque<u8>,
    /// Whether the peer waits to hear that its data was taken.
    owed: bool,
}

/// A lock is only poisoned where a thread panicked while it changed a few plain fields; they are still whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|it| it.into_inner())
}

impl Transport {
    /// Connect to a device's adbd, on a socket that is connected to it.
    pub fn connect(socket: TcpStream, as_who: &Banner) -> Result<Self, AdbError> {
        let doing = "connect";
        let io = |it| AdbError::io(doing, it).after(HELLO);
        prepare(&socket).map_err(io)?;
        let hello = Packet::new(
            Command::Connect,
            VERSION,
            MAX_DATA as u32,
            as_who.to_string().into_bytes(),
        );
        (&socket).write_all(&hello.to_bytes()).map_err(io)?;
        let answer = Packet::read(&mut &socket, false);
        let answer = answer.map_err(|it| AdbError::packet(doing, it).after(HELLO))?;
        match answer.command {
            Command::Connect => Self::begin(socket, &answer, Arc::new(NoServices)).map_err(io),
            Command::Auth => Err(AdbError::Unauthorized { how: "AUTH" }),
            Command::Tls => Err(AdbError::Unauthorized { how: "TLS" }),
            other => Err(AdbError::Malformed {
                doing: doing.to_owned(),
                found: format!("the device begins with {other:?}"),
            }),
        }
    }

    /// Take a connection as a device does: anybody may connect. Answers once the peer has said who it is.
    pub fn accept(socket: TcpStream, as_who: &Banner, services: Arc<dyn Services>) -> Result<Self, AdbError> {
        let doing = "accept";
        let io = |it| AdbError::io(doing, it);
        prepare(&socket).map_err(io)?;
        let hello = Packet::read(&mut &socket, false).map_err(|it| AdbError::packet(doing, it))?;
        if hello.command != Command::Connect {
            return Err(AdbError::Malformed {
                doing: doing.to_owned(),
                found: format!("the client begins with {:?}", hello.command),
            });
        }
        let answer = Packet::new(
            Command::Connect,
            VERSION,
            MAX_DATA as u32,
            as_who.to_string().into_bytes(),
        );
        (&socket).write_all(&answer.to_bytes()).map_err(io)?;
        Self::begin(socket, &hello, services).map_err(io)
    }

    fn begin(socket: TcpStream, hello: &Packet, services: Arc<dyn Services>) -> io::Result<Self> {
        socket.set_read_timeout(None)?;
        let shared = Arc::new(Shared {
            writer: Mutex::new(socket.try_clone()?),
            most: (hello.arg1 as usize).clamp(MAX_DATA_OF_OLD, MAX_DATA),
            checked: hello.arg0 < VERSION,
            peer: Banner::parse(&hello.data),
            streams: Mutex::default(),
            socket,
        });
        let reader = Arc::clone(&shared);
        thread::Builder::new()
            .name("adb reader".to_owned())
            .spawn(move || {
                reader.read_all(services.as_ref());
                reader.end();
            })?;
        Ok(Self(shared))
    }

    /// What the peer said of itself.
    pub fn peer(&self) -> &Banner {
        &self.0.peer
    }

    /// Whether the connection is gone.
    pub fn is_gone(&self) -> bool {
        lock(&self.0.streams).gone
    }

    /// End the connection and all its streams.
    pub fn close(&self) {
        self.0.end();
    }

    /// Open a stream, as `shell:ls`.
    pub fn open(&self, service: &str, within: Duration) -> Result<Stream, AdbError> {
        let gone = || AdbError::Broken {
            doing: service.to_owned(),
            source: io::ErrorKind::NotConnected.into(),
        };
        let (id, slot) = self.0.new_slot(0).ok_or_else(gone)?;
        let stream = Stream::new(&self.0, id, &slot);
        let open = Packet::new(Command::Open, id, 0, [service.as_bytes(), b"\0"].concat());
        self.0.send(&open).map_err(|it| AdbError::io(service, it))?;
        let until = Instant::now() + within;
        let mut state = lock(&slot.state);
        while state.remote == 0 && !state.closed {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(AdbError::Timeout {
                    doing: service.to_owned(),
                    seconds: within.as_secs(),
                });
            }
            state = slot
                .changed
                .wait_timeout(state, left)
                .unwrap_or_else(|it| it.into_inner())
                .0;
        }
        let refused = state.remote == 0;
        drop(state);
        match (refused, self.is_gone()) {
            (false, _) => Ok(stream),
            (true, true) => Err(gone()),
            (true, false) => Err(AdbError::Refused {
                service: service.to_owned(),
                reason: "the device closed it at once".to_owned(),
            }),
        }
    }
}

fn prepare(socket: &TcpStream) -> io::Result<()> {
    socket.set_nodelay(true)?;
    socket.set_read_timeout(Some(HELLO))?;
    socket.set_write_timeout(Some(STALLED))
}

impl Shared {
    fn send(&self, packet: &Packet) -> io::Result<()> {
        let sent = lock(&self.writer).write_all(&packet.to_bytes());
        if sent.is_err() {
            // Half a packet may be out: nothing that follows would be understood.
            let _ = self.socket.shutdown(Shutdown::Both);
        }
        sent
    }

    fn new_slot(&self, remote: u32) -> Option<(u32, Arc<Slot>)> {
        let mut streams = lock(&self.streams);
        if streams.gone || streams.open.len() >= MOST_STREAMS {
            return None;
        }
        loop {
            streams.last = streams.last.wrapping_add(1);
            let id = streams.last;
            if id != 0 && !streams.open.contains_key(&id) {
                let slot = Arc::new(Slot::default());
                let mut state = lock(&slot.state);
                (state.remote, state.taken) = (remote, true);
                drop(state);
                streams.open.insert(id, Arc::clone(&slot));
                return Some((id, slot));
            }
        }
    }

    fn slot(&self, id: u32) -> Option<Arc<Slot>> {
        lock(&self.streams).open.get(&id).cloned()
    }

    /// Until the socket ends or the peer breaks the protocol.
    fn read_all(self: &Arc<Self>, services: &dyn Services) {
        let mut from = io::BufReader::with_capacity(64 << 10, &self.socket);
        loop {
            let packet = match Packet::read(&mut from, self.checked) {
                Ok(packet) => packet,
                Err(PacketError::Io(error)) if error.kind() == io::ErrorKind::Interrupted => continue,
                // After a malformed packet nobody knows where the next one begins.
                Err(_) => return,
            };
            if self.handle(packet, services).is_err() {
                return;
            }
        }
    }

    fn handle(self: &Arc<Self>, packet: Packet, services: &dyn Services) -> io::Result<()> {
        match packet.command {
            Command::Open => self.opened(&packet, services),
            Command::Okay => {
                if let Some(slot) = self.slot(packet.arg1) {
                    let mut state = lock(&slot.state);
                    if state.remote == 0 {
                        state.remote = packet.arg0;
                    }
                    state.taken = true;
                    slot.changed.notify_all();
                }
                Ok(())
            }
            Command::Write => match self.slot(packet.arg1) {
                Some(slot) => {
                    let mut state = lock(&slot.state);
                    if state.owed || state.closed {
                        // The peer did not wait: it may not fill the memory.
                        state.closed = true;
                    } else {
                        state.owed = true;
                        state.inbox.extend(packet.data);
                    }
                    slot.changed.notify_all();
                    Ok(())
                }
                None => self.send(&Packet::new(Command::Close, packet.arg1, packet.arg0, [])),
            },
            Command::Close => {
                if let Some(slot) = self.slot(packet.arg1) {
                    lock(&slot.state).closed = true;
                    slot.changed.notify_all();
                }
                Ok(())
            }
            Command::Connect | Command::Auth | Command::Tls => Err(io::ErrorKind::InvalidData.into()),
            Command::Sync => Ok(()),
        }
    }

    fn opened(self: &Arc<Self>, packet: &Packet, services: &dyn Services) -> io::Result<()> {
        let remote = packet.arg0;
        let refuse = || self.send(&Packet::new(Command::Close, 0, remote, []));
        let name = String::from_utf8_lossy(&packet.data);
        let Some(serve) = services.open(name.trim_end_matches('\0')) else {
            return refuse();
        };
        let Some((id, slot)) = self.new_slot(remote) else {
            return refuse();
        };
        self.send(&Packet::new(Command::Okay, id, remote, []))?;
        let stream = Stream::new(self, id, &slot);
        // Where no thread can be had the stream is dropped, which closes it.
        let _ = thread::Builder::new()
            .name("adb stream".to_owned())
            .spawn(move || serve(stream));
        Ok(())
    }

    fn end(&self) {
        let _ = self.socket.shutdown(Shutdown::Both);
        let slots: Vec<_> = {
            let mut streams = lock(&self.streams);
            streams.gone = true;
            streams.open.drain().map(|(_, it)| it).collect()
        };
        for slot in slots {
            lock(&slot.state).closed = true;
            slot.changed.notify_all();
        }
    }
}

/// One stream. Clones are the same stream; the last one closes it.
#[derive(Clone)]
pub struct Stream {
    end: Arc<End>,
    /// How long a read or a write may wait.
    timeout: Option<Duration>,
}

struct End {
    shared: Arc<Shared>,
    id: u32,
    slot: Arc<Slot>,
}

impl End {
    fn close(&self) {
        let was_there = lock(&self.shared.streams).open.remove(&self.id).is_some();
        let remote = lock(&self.slot.state).remote;
        if was_there && remote != 0 {
            // The peer may be gone already.
            let _ = self
                .shared
                .send(&Packet::new(Command::Close, self.id, remote, []));
        }
        lock(&self.slot.state).closed = true;
        self.slot.changed.notify_all();
    }
}

impl Drop for End {
    fn drop(&mut self) {
        self.close();
    }
}

impl Stream {
    fn new(shared: &Arc<Shared>, id: u32, slot: &Arc<Slot>) -> Self {
        let end = End {
            shared: Arc::clone(shared),
            id,
            slot: Arc::clone(slot),
        };
        Self {
            end: Arc::new(end),
            timeout: None,
        }
    }

    /// Let a read or a write wait at most so long.
    pub fn set_timeout(&mut self, timeout: Option<Duration>) {
        self.timeout = timeout;
    }

    /// Close it, for all clones: whoever reads it comes to its end.
    pub fn close(&self) {
        self.end.close();
    }

    /// Whether it is closed.
    pub fn is_closed(&self) -> bool {
        lock(&self.end.slot.state).closed
    }

    /// Wait until something can be read or the peer has closed it, at most so long; answers whether it is closed.
    pub fn wait_closed(&self, most: Duration) -> bool {
        let (state, _) = self
            .end
            .slot
            .changed
            .wait_timeout_while(lock(&self.end.slot.state), most, |it| !it.closed)
            .unwrap_or_else(|it| it.into_inner());
        state.closed
    }

    fn wait(&self, ready: impl Fn(&State) -> bool) -> io::Result<MutexGuard<'_, State>> {
        let slot = &self.end.slot;
        let waits = |it: &mut State| !ready(it) && !it.closed;
        let state = lock(&slot.state);
        let Some(timeout) = self.timeout else {
            let waited = slot.changed.wait_while(state, waits);
            return Ok(waited.unwrap_or_else(|it| it.into_inner()));
        };
        let waited = slot.changed.wait_timeout_while(state, timeout, waits);
        let (state, timed_out) = waited.unwrap_or_else(|it| it.into_inner());
        match timed_out.timed_out() {
            true => Err(io::ErrorKind::TimedOut.into()),
            false => Ok(state),
        }
    }
}

impl Read for Stream {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if into.is_empty() {
            return Ok(0);
        }
        let mut state = self.wait(|it| !it.inbox.is_empty())?;
        let count = state.inbox.read(into)?;
        let taken = state.inbox.is_empty() && std::mem::take(&mut state.owed);
        let remote = state.remote;
        let tell = taken && !state.closed;
        drop(state);
        if tell {
            let okay = Packet::new(Command::Okay, self.end.id, remote, []);
            self.end.shared.send(&okay)?;
        }
        Ok(count)
    }
}

impl Write for Stream {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        if data.is_empty() {
            return Ok(0);
        }
        let count = data.len().min(self.end.shared.most);
        let mut state = self.wait(|it| it.taken)?;
        if state.closed {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        state.taken = false;
        let remote = state.remote;
        drop(state);
        let packet = Packet::new(Command::Write, self.end.id, remote, &data[..count]);
        self.end.shared.send(&packet)?;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    /// Sends back what it is sent, where it is called `echo:`.
    struct Echo;

    impl Services for Echo {
        fn open(&self, name: &str) -> Option<Serve> {
            (name == "echo:").then(|| -> Serve {
                Box::new(|mut stream| {
                    let mut buffer = vec![0; 70_000];
                    while let Ok(count @ 1..) = stream.read(&mut buffer) {
                        if stream.write_all(&buffer[..count]).is_err() {
                            return;
                        }
                    }
                })
            })
        }
    }

    fn pair() -> (Transport, thread::JoinHandle<Transport>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let socket = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let server = thread::spawn(move || {
            let (socket, _) = listener.accept().unwrap();
            Transport::accept(socket, &Banner::new("device", &["cmd"]), Arc::new(Echo)).unwrap()
        });
        let client = Transport::connect(socket, &Banner::new("host", &[])).unwrap();
        (client, server)
    }

    const LONG: Duration = Duration::from_secs(30);

    #[test]
    fn streams_do_not_disturb_each_other() {
        let (client, server) = pair();
        let server = server.join().unwrap();
        assert!(client.peer().has("cmd"));
        assert_eq!(server.peer().kind, "host");
        let refused = client.open("nothing:", LONG).err().unwrap();
        assert!(matches!(refused, AdbError::Refused { .. }), "{refused}");
        let idle = client.open("echo:", LONG).unwrap();
        let threads: Vec<_> = (0..20u8)
            .map(|n| {
                let client = client.clone();
                thread::spawn(move || {
                    let mut stream = client.open("echo:", LONG).unwrap();
                    stream.set_timeout(Some(LONG));
                    let sent = vec![n; 300_000];
                    let mut writer = stream.clone();
                    let all = sent.clone();
                    let writing = thread::spawn(move || writer.write_all(&all).unwrap());
                    let mut back = vec![0; sent.len()];
                    stream.read_exact(&mut back).unwrap();
                    writing.join().unwrap();
                    assert!(back == sent);
                })
            })
            .collect();
        threads.into_iter().for_each(|it| it.join().unwrap());
        assert!(!idle.is_closed());
        server.close();
        assert!(idle.wait_closed(LONG));
        let error = client.open("echo:", LONG).err().unwrap();
        assert!(matches!(error, AdbError::Broken { .. }), "{error}");
    }

    #[test]
    fn a_peer_that_does_not_wait_loses_its_stream() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut socket = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let server = thread::spawn(move || {
            let (socket, _) = listener.accept().unwrap();
            Transport::accept(socket, &Banner::new("device", &[]), Arc::new(Echo)).unwrap()
        });
        let mut send = |it: Packet| socket.write_all(&it.to_bytes()).unwrap();
        send(Packet::new(Command::Connect, VERSION, 4096, "host::"));
        send(Packet::new(Command::Open, 7, 0, "echo:\0"));
        // Nobody takes what the echo answers, so that it stops reading: the second piece waits, the third is too much.
        for _ in 0..4 {
            send(Packet::new(Command::Write, 7, 1, vec![0; 100_000]));
        }
        socket.set_read_timeout(Some(LONG)).unwrap();
        loop {
            let packet = Packet::read(&mut socket, true).unwrap();
            if packet.command == Command::Close {
                break;
            }
        }
        drop(server.join().unwrap());
    }
}
