//! The doors around adb's own, all on loopback, on one phone: AndroidWorld's server API over HTTP ([`world`]), and what
//! Android's emulator has besides ([`emulated`]).

pub mod emulated;
mod listening;
pub mod world;

use std::{net::SocketAddr, sync::Arc};

use adb_door::{DoorError, Live};
use emulator::Emulator;

use emulated::{Console, Controller, Forwarder};

/// The ports of the doors; 0 is any that is free, and none leaves a door closed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ports {
    /// Of adb.
    pub adb: u16,
    /// Of AndroidWorld's server.
    pub http: Option<u16>,
    /// Of the emulator's console.
    pub console: Option<u16>,
    /// What who comes to the console has to say first; nothing where it is empty.
    pub token: Option<String>,
    /// Of the emulator's controller.
    pub grpc: Option<u16>,
}

/// Open doors. Dropping them closes them.
pub struct Doors {
    adb: adb_door::Door,
    http: Option<world::Door>,
    console: Option<Console>,
    grpc: Option<Controller>,
    _forwarder: Forwarder,
}

impl Doors {
    /// Open the doors to a phone.
    pub fn open(phone: &Arc<Live<Emulator>>, ports: &Ports) -> Result<Self, DoorError> {
        let http = ports.http.map(|it| world::Door::open(Arc::clone(phone), it));
        let console = ports
            .console
            .map(|it| Console::open(phone.clone(), it, ports.token.clone()));
        let grpc = ports.grpc.map(|it| Controller::open(phone.clone(), it));
        let port = ports.adb;
        let forwarder = Forwarder::start(phone.clone());
        Ok(Self {
            adb: adb_door::Door::open(phone.clone(), port)?,
            http: http.transpose()?,
            console: console.transpose()?,
            grpc: grpc.transpose()?,
            _forwarder: forwarder.map_err(|source| DoorError::Closed { port, source })?,
        })
    }

    /// Where the phone's adbd is, as `adb connect` takes it.
    pub fn adb(&self) -> SocketAddr {
        self.adb.address()
    }

    /// Where AndroidWorld's server is.
    pub fn http(&self) -> Option<SocketAddr> {
        self.http.as_ref().map(world::Door::address)
    }

    /// Where the emulator's console is.
    pub fn console(&self) -> Option<SocketAddr> {
        self.console.as_ref().map(Console::address)
    }

    /// Where the emulator's controller is.
    pub fn grpc(&self) -> Option<SocketAddr> {
        self.grpc.as_ref().map(Controller::address)
    }

    /// Where all of them are, a line each, for people; that of adb is not among them.
    pub fn told(&self) -> Vec<String> {
        let http = self
            .http()
            .map(|it| format!("AndroidWorld's server: http://{it}"));
        let console = self.console().map(|it| format!("the emulator's console: {it}"));
        let grpc = self
            .grpc()
            .map(|it| format!("the emulator's controller (gRPC): {it}"));
        [http, console, grpc].into_iter().flatten().collect()
    }
}
