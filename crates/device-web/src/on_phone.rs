//! A browser on a phone, by the socket that it has there for DevTools: adb carries each connection. Nothing on the phone and no
//! port of this machine is forwarded.

use std::{
    fmt,
    io::{self, Error, ErrorKind},
    net::TcpStream,
    time::Duration,
};

use adb::{
    AdbError,
    host::{ByServer, Server},
    link,
};

/// The socket of Chrome.
const CHROME: &str = "chrome_devtools_remote";
/// What begins the name of a phone.
const ADB: &str = "adb";
/// How long a phone may take to say which sockets it has.
const TELLS: Duration = Duration::from_secs(5);

/// Which browser of which phone: `adb`, `adb:SERIAL`, or `adb:SERIAL/SOCKET` where it is not Chrome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnPhone {
    /// `None` is the only phone that the adb server has.
    serial: Option<String>,
    socket: String,
}

impl fmt::Display for OnPhone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ADB)?;
        if let Some(serial) = &self.serial {
            write!(f, ":{serial}")?;
        }
        match self.socket.as_str() {
            CHROME => Ok(()),
            socket => write!(f, "/{socket}"),
        }
    }
}

impl OnPhone {
    /// From what somebody says; `None` where it is no phone, an error where it is a phone said wrongly.
    pub(crate) fn read(text: &str) -> Option<Result<Self, ()>> {
        let rest = text.strip_prefix(ADB)?;
        let (serial, socket) = rest.split_once('/').unwrap_or((rest, CHROME));
        let serial = match serial.strip_prefix(':') {
            Some(serial) => Some(serial),
            None if serial.is_empty() => None,
            None => return None,
        };
        let is_name = |it: &str| !it.is_empty() && it.chars().all(|it| it.is_ascii_graphic() && it != '/');
        let all_named = serial.into_iter().chain([socket]).all(is_name);
        Some(match all_named {
            true => Ok(Self {
                serial: serial.map(str::to_owned),
                socket: socket.to_owned(),
            }),
            false => Err(()),
        })
    }

    /// The phone's serial, where one is named.
    pub fn serial(&self) -> Option<&str> {
        self.serial.as_deref()
    }

    /// A connection to its browser.
    pub(crate) fn connect(&self, within: Duration) -> io::Result<TcpStream> {
        let phone = Server::usual().device(self.serial()).map_err(Error::other)?;
        match phone.connect(&format!("localabstract:{}", self.socket), within) {
            Ok(stream) => Ok(stream),
            Err(AdbError::Refused { .. }) => {
                Err(Error::new(ErrorKind::ConnectionRefused, self.nobody(&phone)))
            }
            Err(error) => Err(Error::other(error)),
        }
    }

    /// Why nobody answers, and who would.
    fn nobody(&self, phone: &ByServer) -> String {
        let said = link::shell(phone, "cat /proc/net/unix", TELLS);
        let all = said.map(|it| browsers(&it.text())).unwrap_or_default();
        let names: Vec<String> = all
            .into_iter()
            .map(|socket| {
                Self {
                    socket,
                    ..self.clone()
                }
                .to_string()
            })
            .collect();
        let others = match names.is_empty() {
            true => "open Chrome on the phone, and leave it in front".to_owned(),
            false => format!("these do: {}", names.join(", ")),
        };
        format!(
            "no browser listens at the phone's socket `{}`; {others}",
            self.socket
        )
    }
}

/// The sockets for DevTools in the phone's table of sockets, each once.
fn browsers(table: &str) -> Vec<String> {
    let last = table.lines().filter_map(|it| it.split_whitespace().last());
    let mut all: Vec<String> = last
        .filter_map(|it| it.strip_prefix('@'))
        .filter(|it| it.contains("devtools_remote"))
        .map(str::to_owned)
        .collect();
    all.sort();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_phone_is_named_as_devices_are() {
        let read = |text: &str| OnPhone::read(text).map(|it| it.map(|it| (it.serial, it.socket)));
        let chrome = |serial: Option<&str>| Some(Ok((serial.map(str::to_owned), CHROME.to_owned())));
        assert_eq!(read("adb"), chrome(None));
        assert_eq!(read("adb:R5CT10"), chrome(Some("R5CT10")));
        assert_eq!(read("adb:10.0.0.7:5555"), chrome(Some("10.0.0.7:5555")));
        let view = Some(Ok((
            Some("R5".to_owned()),
            "webview_devtools_remote_7".to_owned(),
        )));
        assert_eq!(read("adb:R5/webview_devtools_remote_7"), view);
        for wrong in ["adb:", "adb:R5/", "adb:R5/a b", "adb:R5/a/b", "adb/"] {
            assert_eq!(read(wrong), Some(Err(())), "{wrong}");
        }
        assert_eq!(read("adbd"), None);
    }

    #[test]
    fn browsers_are_found_among_the_sockets() {
        let table = "Num       RefCount Protocol Flags    Type St Inode Path\n\
                     0000000000000000: 00000002 00000000 00010000 0001 01 19583 @chrome_devtools_remote\n\
                     0000000000000000: 00000003 00000000 00000000 0001 03 19584 /dev/socket/logd\n\
                     0000000000000000: 00000002 00000000 00010000 0001 01 20001 @webview_devtools_remote_812\n\
                     0000000000000000: 00000002 00000000 00010000 0001 01 20002 @chrome_devtools_remote\n";
        assert_eq!(
            browsers(table),
            ["chrome_devtools_remote", "webview_devtools_remote_812"]
        );
    }

    proptest! {
        #[test]
        fn what_is_said_is_read_again(serial in "[A-Za-z0-9.:_-]{1,20}", socket in "[a-z_0-9]{1,20}") {
            let one = OnPhone { serial: Some(serial), socket };
            prop_assert_eq!(OnPhone::read(&one.to_string()), Some(Ok(one)));
        }

        #[test]
        fn any_text_is_taken(text: String) {
            let _ = OnPhone::read(&text);
            let _ = browsers(&text);
        }
    }
}
