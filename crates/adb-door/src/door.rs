//! The door: a port on loopback, and everybody who came in by it.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread::{self, JoinHandle},
};

use adb::{Banner, transport::Transport};
use settings::Setting;
use thiserror::Error;

use crate::{handset::Handset, inside::Inside, live::Live, lock::lock, services::Adbd};

/// What the phone can do, as adb lists it.
const FEATURES: [&str; 6] = ["shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir", "apex"];
/// The most clients at once.
const MOST_CLIENTS: usize = 64;

/// Why the door does not open.
#[derive(Debug, Error)]
pub enum DoorError {
    /// Somebody else listens at the port.
    #[error("port {port} of this machine is taken: name another one, or 0 for any that is free")]
    Taken {
        /// The port.
        port: u16,
    },
    /// The system does not let it.
    #[error(
        "port {port} of this machine can't be opened: {source}\nhelp: ports below 1024 are the system's; {} takes one that is free",
        Setting::AdbPort.to(0)
    )]
    Closed {
        /// The port.
        port: u16,
        /// What the system says.
        source: io::Error,
    },
}

/// Listen at a port of this machine that nobody else can reach; 0 is any that is free.
pub fn listen(port: u16) -> Result<TcpListener, DoorError> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|source| match source.kind() {
        io::ErrorKind::AddrInUse => DoorError::Taken { port },
        _ => DoorError::Closed { port, source },
    })
}

/// An open door. Dropping it closes it, and everybody's connections.
pub struct Door {
    address: SocketAddr,
    state: Arc<State>,
    listening: Option<JoinHandle<()>>,
}

struct State {
    inside: Arc<Inside>,
    closed: AtomicBool,
    count: AtomicUsize,
    clients: Mutex<Vec<Transport>>,
}

impl Door {
    /// Open a door to a phone at a port of this machine; 0 is any that is free. Nobody else can reach it.
    pub fn open(phone: Arc<Live<dyn Handset>>, port: u16) -> Result<Self, DoorError> {
        let listener = listen(port)?;
        let closed = |source| DoorError::Closed { port, source };
        let address = listener.local_addr().map_err(closed)?;
        let state = Arc::new(State {
            inside: Arc::new(Inside::new(phone)),
            closed: AtomicBool::new(false),
            count: AtomicUsize::new(0),
            clients: Mutex::default(),
        });
        let of_thread = Arc::clone(&state);
        let listening = thread::Builder::new()
            .name("adb door".to_owned())
            .spawn(move || welcome(&listener, &of_thread))
            .map_err(closed)?;
        Ok(Self {
            address,
            state,
            listening: Some(listening),
        })
    }

    /// Where it is, as `adb connect` takes it.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// From now on somebody at an address of this machine answers at an abstract socket of the phone: a browser that is the
    /// phone's, at `chrome_devtools_remote`.
    pub fn set_socket(&self, name: &str, answers: SocketAddr) {
        self.state.inside.set_socket(name, answers);
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        self.state.closed.store(true, Ordering::Relaxed);
        self.state.inside.close();
        // The listener only looks up when somebody comes.
        let _ = TcpStream::connect(self.address);
        if let Some(listening) = self.listening.take() {
            let _ = listening.join();
        }
        for client in lock(&self.state.clients).drain(..) {
            client.close();
        }
    }
}

fn welcome(listener: &TcpListener, state: &Arc<State>) {
    for socket in listener.incoming() {
        if state.closed.load(Ordering::Relaxed) {
            return;
        }
        // One that is gone already is nobody.
        let Ok(socket) = socket else { continue };
        if state.count.fetch_add(1, Ordering::Relaxed) >= MOST_CLIENTS {
            state.count.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        let of_client = Arc::clone(state);
        let host = thread::Builder::new().name("adb client".to_owned());
        let begun = host.spawn(move || {
            come_in(socket, &of_client);
            of_client.count.fetch_sub(1, Ordering::Relaxed);
        });
        if begun.is_err() {
            state.count.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// Until the client has said who it is; what it opens then runs by itself.
fn come_in(socket: TcpStream, state: &Arc<State>) {
    let services = Arc::new(Adbd::new(Arc::clone(&state.inside)));
    // Who does not speak adb is not answered: the connection ends.
    let Ok(client) = Transport::accept(socket, &banner(&state.inside), services) else {
        return;
    };
    let mut clients = lock(&state.clients);
    clients.retain(|it| !it.is_gone());
    match state.closed.load(Ordering::Relaxed) {
        true => client.close(),
        false => clients.push(client),
    }
}

fn banner(inside: &Inside) -> Banner {
    let mut banner = Banner::new("device", &FEATURES);
    let properties = inside.properties();
    for name in ["ro.product.name", "ro.product.model", "ro.product.device"] {
        if let Some(value) = properties.get(name) {
            banner = banner.with(name, value);
        }
    }
    banner
}
