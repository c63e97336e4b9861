//! The adb server, usually on port 5037: which devices there are, and the way to one.

use std::{
    io::{self, Read, Write},
    net::{SocketAddr, TcpStream, ToSocketAddrs},
    process::Command,
    time::Duration,
};

use crate::{
    AdbError, features,
    link::{Channel, Link},
};

/// Where it listens.
pub const PORT: u16 = 5037;
/// How long it may take to answer.
const ANSWER: Duration = Duration::from_secs(10);
/// The longest request or answer: four digits say its length.
const LONGEST: usize = 0xffff;

/// One device, as the server lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its serial.
    pub serial: String,
    /// `device`, `offline`, `unauthorized`, `no permissions`, ...
    pub state: String,
    /// Further words: `model:Pixel_6`, ...
    pub details: Vec<(String, String)>,
}

impl Listed {
    /// A detail, as `model`.
    pub fn detail(&self, name: &str) -> Option<&str> {
        let found = self.details.iter().find(|(it, _)| it == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// The devices of a list of the long form; what is no line of it is left out.
pub fn parse_devices(text: &str) -> Vec<Listed> {
    let mut all = Vec::new();
    for line in text.lines() {
        let Some((serial, rest)) = line.split_once(char::is_whitespace) else {
            continue;
        };
        let rest = rest.trim_start();
        // `no permissions (...); see [http://...]` has blanks; the details behind it are words with a colon.
        let is_detail = |it: &str| {
            let name = it.split(':').next().unwrap_or_default();
            it.contains(':') && ["usb", "product", "model", "device", "transport_id"].contains(&name)
        };
        let words: Vec<&str> = rest.split_whitespace().collect();
        let first = words.iter().position(|it| is_detail(it)).unwrap_or(words.len());
        let details = words[first..]
            .iter()
            .filter_map(|it| it.split_once(':'))
            .map(|(name, value)| (name.to_owned(), value.to_owned()));
        if serial.is_empty() || first == 0 {
            continue;
        }
        all.push(Listed {
            serial: serial.to_owned(),
            state: words[..first].join(" "),
            details: details.collect(),
        });
    }
    all
}

/// A request as it is sent: its length in four hexadecimal digits, then itself.
fn framed(request: &str) -> Vec<u8> {
    format!("{:04x}{request}", request.len()).into_bytes()
}

/// A length and a text, as the server answers.
fn read_text(from: &mut impl Read) -> io::Result<String> {
    let mut digits = [0; 4];
    from.read_exact(&mut digits)?;
    let length = std::str::from_utf8(&digits)
        .ok()
        .and_then(|it| usize::from_str_radix(it, 16).ok())
        .filter(|it| *it <= LONGEST)
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "no length where one belongs"))?;
    let mut text = vec![0; length];
    from.read_exact(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// An adb server.
#[derive(Clone, Debug)]
pub struct Server {
    /// Its machine, by name or number.
    host: String,
    port: u16,
}

impl Server {
    /// The server at an address. Nothing is asked yet.
    pub fn at(address: SocketAddr) -> Self {
        Self {
            host: address.ip().to_string(),
            port: address.port(),
        }
    }

    /// The server where it usually is, or where these variables say, as `adb` reads them: `ADB_SERVER_SOCKET`, as
    /// `tcp:HOST:PORT`; else `ANDROID_ADB_SERVER_ADDRESS` and `ANDROID_ADB_SERVER_PORT`. It may be another machine's, which
    /// has to be started there.
    pub fn usual() -> Self {
        Self::named(|name| std::env::var(name).ok().filter(|it| !it.is_empty()))
    }

    /// Its address, as people say it.
    pub fn place(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    fn named(said: impl Fn(&str) -> Option<String>) -> Self {
        let here = || "127.0.0.1".to_owned();
        if let Some(socket) = said("ADB_SERVER_SOCKET") {
            let rest = socket.strip_prefix("tcp:").unwrap_or(&socket);
            // A port alone is one of this machine.
            let (host, port) = rest.rsplit_once(':').unwrap_or(("", rest));
            let host = host.trim_matches(['[', ']']);
            return Self {
                host: Some(host.to_owned())
                    .filter(|it| !it.is_empty())
                    .unwrap_or_else(here),
                // What is no port is no server: it is said when it is asked.
                port: port.parse().unwrap_or_default(),
            };
        }
        let port = said("ANDROID_ADB_SERVER_PORT").and_then(|it| it.parse().ok());
        Self {
            host: said("ANDROID_ADB_SERVER_ADDRESS").unwrap_or_else(here),
            port: port.unwrap_or(PORT),
        }
    }

    /// A connection to it, if it listens.
    fn reach(&self) -> io::Result<TcpStream> {
        let mut last = io::Error::from(io::ErrorKind::NotFound);
        for address in (self.host.as_str(), self.port).to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, ANSWER) {
                Ok(socket) => return Ok(socket),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Whether one that does not listen may be started: it is this machine's.
    fn is_here(&self) -> bool {
        self.port != 0 && ["127.0.0.1", "::1", "localhost"].contains(&self.host.as_str())
    }

    /// Whether it listens. None is started.
    pub fn is_there(&self) -> bool {
        self.reach().is_ok()
    }

    /// A connection; the server is started where none listens.
    fn connect(&self) -> Result<TcpStream, AdbError> {
        let socket = match self.reach() {
            Ok(socket) => socket,
            Err(error) if error.kind() == io::ErrorKind::ConnectionRefused && self.is_here() => {
                self.start()?;
                self.reach().map_err(|it| self.none(it.to_string()))?
            }
            Err(error) => return Err(self.none(error.to_string())),
        };
        let prepared = socket
            .set_nodelay(true)
            .and_then(|()| socket.set_read_timeout(Some(ANSWER)))
            .and_then(|()| socket.set_write_timeout(Some(ANSWER)));
        prepared.map_err(|it| self.none(it.to_string()))?;
        Ok(socket)
    }

    fn address(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    fn none(&self, reason: String) -> AdbError {
        AdbError::NoServer {
            address: self.address(),
            reason,
        }
    }

    fn start(&self) -> Result<(), AdbError> {
        let port = self.port.to_string();
        match Command::new("adb").args(["-P", &port, "start-server"]).output() {
            Ok(done) if done.status.success() => Ok(()),
            Ok(done) => {
                let said = String::from_utf8_lossy(&done.stderr).trim().to_owned();
                Err(self.none(format!("`adb start-server` says: {said}")))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(AdbError::NoAdb {
                address: self.address(),
            }),
            Err(error) => Err(self.none(format!("`adb start-server`: {error}"))),
        }
    }

    /// Send a request on a connection, and see that it is taken.
    fn ask(socket: &mut TcpStream, request: &str) -> Result<(), AdbError> {
        let io = |it| AdbError::io(request, it).after(ANSWER);
        if request.len() > LONGEST {
            return Err(AdbError::TooLong {
                doing: request.chars().take(80).collect(),
                limit: LONGEST,
            });
        }
        socket.write_all(&framed(request)).map_err(io)?;
        let mut word = [0; 4];
        socket.read_exact(&mut word).map_err(io)?;
        match &word {
            b"OKAY" => Ok(()),
            b"FAIL" => Err(AdbError::Refused {
                service: request.to_owned(),
                reason: read_text(socket).map_err(io)?,
            }),
            other => Err(AdbError::Malformed {
                doing: request.to_owned(),
                found: format!("the server answers {:?}", String::from_utf8_lossy(other)),
            }),
        }
    }

    fn query(&self, request: &str) -> Result<String, AdbError> {
        let mut socket = self.connect()?;
        Self::ask(&mut socket, request)?;
        read_text(&mut socket).map_err(|it| AdbError::io(request, it).after(ANSWER))
    }

    /// The version of the server's protocol.
    pub fn version(&self) -> Result<u32, AdbError> {
        let text = self.query("host:version")?;
        u32::from_str_radix(text.trim(), 16).map_err(|_| AdbError::Malformed {
            doing: "host:version".to_owned(),
            found: format!("{text:?} is no version"),
        })
    }

    /// The devices there are.
    pub fn devices(&self) -> Result<Vec<Listed>, AdbError> {
        Ok(parse_devices(&self.query("host:devices-l")?))
    }

    /// The device with this serial, else the only one.
    pub fn device(&self, serial: Option<&str>) -> Result<ByServer, AdbError> {
        let all = self.devices()?;
        let none = |reason: String| Err(AdbError::NoDevice { reason });
        let names = || match all.is_empty() {
            true => "the adb server knows no device".to_owned(),
            false => {
                let names: Vec<String> = all
                    .iter()
                    .map(|it| format!("{} ({})", it.serial, it.state))
                    .collect();
                format!("the adb server knows {}", names.join(", "))
            }
        };
        let found = match serial {
            Some(serial) => match all.iter().find(|it| it.serial == serial) {
                Some(found) => found,
                None => return none(format!("no device has the serial `{serial}`; {}", names())),
            },
            None => match &all[..] {
                [one] => one,
                [] => return none(names()),
                _ => return none(format!("several devices are there; {}: name one", names())),
            },
        };
        match found.state.as_str() {
            "device" => {}
            "unauthorized" | "authorizing" => {
                return none(format!(
                    "{} waits for somebody to allow USB debugging on its screen",
                    found.serial
                ));
            }
            state => return none(format!("{} is {state}", found.serial)),
        }
        let features = self.query(&format!("host-serial:{}:features", found.serial))?;
        Ok(ByServer {
            server: self.clone(),
            serial: found.serial.clone(),
            features: features::list(&features),
        })
    }
}

/// A device that a server has.
#[derive(Clone, Debug)]
pub struct ByServer {
    server: Server,
    serial: String,
    features: Vec<String>,
}

impl ByServer {
    /// Open a service: a connection that from now on is the service's.
    pub fn connect(&self, service: &str, within: Duration) -> Result<TcpStream, AdbError> {
        let mut socket = self.server.connect()?;
        let to_device = Server::ask(&mut socket, &format!("host:transport:{}", self.serial));
        to_device.map_err(|error| match error {
            AdbError::Refused { reason, .. } => AdbError::NoDevice {
                reason: format!("{}: {reason}", self.serial),
            },
            other => other,
        })?;
        Channel::set_timeout(&mut socket, within);
        Server::ask(&mut socket, service).map_err(|it| it.after(within))?;
        Ok(socket)
    }
}

impl Link for ByServer {
    fn name(&self) -> &str {
        &self.serial
    }

    fn has(&self, feature: &str) -> bool {
        self.features.iter().any(|it| it == feature)
    }

    fn open(&self, service: &str, within: Duration) -> Result<Box<dyn Channel>, AdbError> {
        Ok(Box::new(self.connect(service, within)?))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn devices_are_listed() {
        let text = "127.0.0.1:5555         device product:oriole model:Pixel_6 device:oriole transport_id:3\n\
                    R5CT10ABCDE            unauthorized usb:1-4 transport_id:7\n\
                    0123456789             no permissions (user in plugdev group?); see [http://developer.android.com/tools/device.html] usb:1-2 transport_id:9\n\
                    \n\
                    nonsense\n";
        let all = parse_devices(text);
        let short: Vec<(&str, &str)> = all
            .iter()
            .map(|it| (it.serial.as_str(), it.state.as_str()))
            .collect();
        assert_eq!(
            short[..2],
            [("127.0.0.1:5555", "device"), ("R5CT10ABCDE", "unauthorized")]
        );
        assert!(short[2].1.starts_with("no permissions (user"), "{short:?}");
        assert_eq!(all.len(), 3);
        assert_eq!(all[0].detail("model"), Some("Pixel_6"));
        assert_eq!(all[2].detail("usb"), Some("1-2"));
    }

    #[test]
    fn a_server_is_named_as_adb_names_it() {
        let named = |all: &[(&str, &str)]| {
            let server = Server::named(|name| {
                let found = all.iter().find(|it| it.0 == name);
                found.map(|it| it.1.to_owned())
            });
            (server.address(), server.is_here())
        };
        let socket = |it| named(&[("ADB_SERVER_SOCKET", it), ("ANDROID_ADB_SERVER_PORT", "1")]);
        assert_eq!(named(&[]), ("127.0.0.1:5037".to_owned(), true));
        assert_eq!(
            socket("tcp:farm.example:5038"),
            ("farm.example:5038".to_owned(), false)
        );
        assert_eq!(socket("tcp:5038"), ("127.0.0.1:5038".to_owned(), true));
        assert_eq!(socket("tcp:[::1]:5038"), ("::1:5038".to_owned(), true));
        assert!(!socket("localfilesystem:/tmp/adb").1);
        let apart = [
            ("ANDROID_ADB_SERVER_ADDRESS", "10.0.0.7"),
            ("ANDROID_ADB_SERVER_PORT", "7"),
        ];
        assert_eq!(named(&apart), ("10.0.0.7:7".to_owned(), false));
        // What is no address is said, and no server is started for it.
        let said = Server::named(|_| Some("tcp:no.such.host.invalid:5037".to_owned())).devices();
        assert!(matches!(said, Err(AdbError::NoServer { .. })), "{said:?}");
    }

    proptest! {
        #[test]
        fn any_text_is_taken(text: String) {
            let _ = parse_devices(&text);
            let framed = framed(&text);
            prop_assert_eq!(read_text(&mut &framed[..]).unwrap(), text);
        }

        #[test]
        fn any_bytes_are_taken(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            let _ = read_text(&mut &bytes[..]);
        }
    }
}
