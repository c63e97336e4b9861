//! Where a browser that runs is spoken to: at a port of this machine, at an address of another, or on a phone.

use std::{
    fmt, io,
    net::{SocketAddr, TcpStream, ToSocketAddrs},
    str::FromStr,
    time::Duration,
};

use thiserror::Error;
use url::Url;

use crate::on_phone::OnPhone;

/// This machine.
const HERE: &str = "127.0.0.1";
/// How long a machine may take to be reached.
const REACHED: Duration = Duration::from_secs(5);

/// The DevTools address of a browser that runs: `9222`, `http://HOST:PORT`, or `ws://HOST:PORT/PATH` where somebody has said
/// which browser it is, as a Selenium Grid does; `adb:SERIAL` is Chrome on a phone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DevTools {
    place: Place,
    /// The path of the socket; asked for where it is not said.
    path: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    Port { host: String, port: u16 },
    Phone(OnPhone),
}

/// An address that is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadDevTools {
    /// It is something else.
    #[error(
        "`{0}` is neither a port, nor an address as `http://HOST:PORT` or `ws://HOST:PORT/PATH`, nor a phone as `adb:SERIAL`"
    )]
    Form(String),
    /// It would be encrypted.
    #[error(
        "{0}: DevTools over TLS is not spoken here; forward the port, as `ssh -L 9222:HOST:PORT`, and name it as `9222`"
    )]
    Encrypted(String),
}

impl From<u16> for DevTools {
    fn from(port: u16) -> Self {
        let host = HERE.to_owned();
        Self {
            place: Place::Port { host, port },
            path: None,
        }
    }
}

impl FromStr for DevTools {
    type Err = BadDevTools;

    fn from_str(text: &str) -> Result<Self, BadDevTools> {
        if let Ok(port) = text.parse::<u16>() {
            return Ok(port.into());
        }
        let bad = || BadDevTools::Form(text.to_owned());
        if let Some(phone) = OnPhone::read(text) {
            return Ok(Self {
                place: Place::Phone(phone.map_err(|()| bad())?),
                path: None,
            });
        }
        let url = Url::parse(text).map_err(|_| bad())?;
        let (host, port) = url
            .host_str()
            .zip(url.port_or_known_default())
            .filter(|_| url.username().is_empty() && url.password().is_none())
            .ok_or_else(bad)?;
        let said = &url[url::Position::BeforePath..url::Position::AfterQuery];
        let path = match (url.scheme(), said) {
            ("https" | "wss", _) => return Err(BadDevTools::Encrypted(text.to_owned())),
            ("http" | "ws", "/") => None,
            ("ws", path) => Some(path.to_owned()),
            _ => return Err(bad()),
        };
        let host = host.trim_matches(['[', ']']).to_owned();
        Ok(Self {
            place: Place::Port { host, port },
            path,
        })
    }
}

impl fmt::Display for DevTools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (host, port) = match &self.place {
            Place::Phone(phone) => return phone.fmt(f),
            Place::Port { host, port } if host.contains(':') => (format!("[{host}]"), port),
            Place::Port { host, port } => (host.clone(), port),
        };
        match (host.as_str(), &self.path) {
            (HERE, None) => write!(f, "port {port}"),
            (_, None) => write!(f, "http://{host}:{port}"),
            // What comes behind may be what lets in.
            (_, Some(_)) => write!(f, "ws://{host}:{port}/..."),
        }
    }
}

impl DevTools {
    /// Its port, where it is spoken to at one.
    pub fn port(&self) -> Option<u16> {
        match &self.place {
            Place::Port { port, .. } => Some(*port),
            Place::Phone(_) => None,
        }
    }

    /// The phone that it is on.
    pub fn phone(&self) -> Option<&OnPhone> {
        match &self.place {
            Place::Port { .. } => None,
            Place::Phone(phone) => Some(phone),
        }
    }

    /// Whether it is this machine's; a port that is forwarded from another one counts as its own. A phone has other files.
    pub fn is_here(&self) -> bool {
        match &self.place {
            Place::Port { host, .. } => device::is_here(host),
            Place::Phone(_) => false,
        }
    }

    /// Which browser it is: where it is spoken to, and the path where several are at one address. What comes behind an address may be
    /// what lets in, and is for no other eyes.
    pub fn which(&self) -> (String, Option<&str>) {
        let is_of_several = |it: &&str| !it.starts_with("/devtools/browser/");
        let place = match &self.place {
            Place::Port { host, port } if ["localhost", "::1", "[::1]"].contains(&host.as_str()) => {
                format!("{HERE}:{port}")
            }
            Place::Port { host, port } => format!("{host}:{port}"),
            Place::Phone(phone) => phone.to_string(),
        };
        (place, self.path().filter(is_of_several))
    }

    /// The path of the socket, where it is said.
    pub(crate) fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    /// A connection, and whom a request is for. A browser answers only who calls it by its number; who stands before one that is
    /// named by its path has a name of his own.
    pub(crate) fn connect(&self) -> io::Result<(TcpStream, String)> {
        let (host, port) = match &self.place {
            // To its browser, whoever connects is somebody of the phone.
            Place::Phone(phone) => return Ok((phone.connect(REACHED)?, "localhost".to_owned())),
            Place::Port { host, port } => (host.as_str(), *port),
        };
        let mut last = io::Error::from(io::ErrorKind::NotFound);
        for address in (host, port).to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, REACHED) {
                Ok(stream) => return Ok((stream, self.called(host, address))),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    fn called(&self, host: &str, address: SocketAddr) -> String {
        match &self.path {
            Some(_) if !host.contains(':') => format!("{host}:{}", address.port()),
            Some(_) | None => address.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_port_a_machine_or_a_browser() {
        let read = |text: &str| text.parse::<DevTools>();
        assert_eq!(read("9222"), Ok(DevTools::from(9222)));
        assert_eq!(read("http://127.0.0.1:9222"), Ok(DevTools::from(9222)));
        let grid = read("ws://grid.example:4444/session/7/se/cdp?token=x").unwrap();
        assert_eq!(grid.which().0, "grid.example:4444");
        assert_eq!(grid.path(), Some("/session/7/se/cdp?token=x"));
        assert_eq!(grid.to_string(), "ws://grid.example:4444/...");
        let own = read("http://[::1]:9222/").unwrap();
        assert_eq!(
            (own.is_here(), own.to_string().as_str()),
            (true, "http://[::1]:9222")
        );
        assert!(!grid.is_here());
        // One browser by several names, and several at one address.
        let which = |text: &str| {
            let read = read(text).unwrap();
            let (place, path) = read.which();
            (place, path.map(str::to_owned))
        };
        for same in [
            "9222",
            "http://localhost:9222",
            "ws://127.0.0.1:9222/devtools/browser/7",
        ] {
            assert_eq!(which(same), ("127.0.0.1:9222".to_owned(), None), "{same}");
        }
        let seventh = which("ws://grid:4444/session/7/se/cdp");
        assert_ne!(seventh, which("ws://grid:4444/session/8/se/cdp"));
        let phone = read("adb:10.0.0.7:5555").unwrap();
        assert_eq!((phone.is_here(), phone.port()), (false, None));
        for bad in [
            "",
            "adb:",
            "adb:one/",
            "adb:one two",
            "70000",
            "grid:4444",
            "http://grid:4444/wd/hub",
            "http://ann:pw@grid:1",
            "ftp://grid",
        ] {
            assert!(matches!(read(bad), Err(BadDevTools::Form(_))), "{bad}");
        }
        for bad in ["https://grid:4444", "wss://grid/cdp"] {
            assert!(matches!(read(bad), Err(BadDevTools::Encrypted(_))), "{bad}");
        }
    }
}
