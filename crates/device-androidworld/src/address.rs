//! Where a server is, and where the phone behind it.

use std::str::FromStr;

use thiserror::Error;
use url::Url;

/// Where the original's server listens.
const USUAL: &str = "http://127.0.0.1:5000";
/// Where the adbd of the original's phone listens.
const ADBD: u16 = 5555;

/// An address is none of a server.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadAddress {
    /// It is no address.
    #[error("`{text}` is no address of a server: {source}\nhelp: write it as `http://127.0.0.1:5000`")]
    NoUrl {
        /// What was given.
        text: String,
        /// What is wrong with it.
        source: url::ParseError,
    },
    /// It is one of something else.
    #[error("`{text}` is no address of a server: it begins with http:// or https://, and names a host")]
    Scheme {
        /// What was given.
        text: String,
    },
    /// Something behind the `?` means nothing here.
    #[error("`{name}` means nothing behind the address of a server: `?adb=SERIAL` says which phone it has")]
    Unknown {
        /// The name.
        name: String,
    },
}

/// Where a server is, and where the phone behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The server, without a slash at its end.
    pub server: String,
    /// The phone, as [`device_android::Options::address`] takes it.
    pub phone: String,
}

impl Default for Address {
    fn default() -> Self {
        Self {
            server: USUAL.to_owned(),
            phone: format!("127.0.0.1:{ADBD}"),
        }
    }
}

impl FromStr for Address {
    type Err = BadAddress;

    /// `http://HOST:PORT`, then `?adb=SERIAL` where the phone's adbd is not at port 5555 of the same host.
    fn from_str(text: &str) -> Result<Self, BadAddress> {
        let mut url = Url::parse(text).map_err(|source| BadAddress::NoUrl {
            text: text.to_owned(),
            source,
        })?;
        let scheme = || BadAddress::Scheme {
            text: text.to_owned(),
        };
        if !matches!(url.scheme(), "http" | "https") {
            return Err(scheme());
        }
        let host = url.host_str().filter(|it| !it.is_empty()).ok_or_else(scheme)?;
        let mut phone = format!("{host}:{ADBD}");
        for (name, value) in url.query_pairs() {
            match &*name {
                "adb" => phone = value.into_owned(),
                _ => {
                    return Err(BadAddress::Unknown {
                        name: name.into_owned(),
                    });
                }
            }
        }
        url.set_query(None);
        url.set_fragment(None);
        Ok(Self {
            server: url.as_str().trim_end_matches('/').to_owned(),
            phone,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_phone_is_beside_the_server_unless_it_is_named() {
        let read = |text: &str| text.parse::<Address>();
        let address = |server: &str, phone: &str| {
            Ok(Address {
                server: server.to_owned(),
                phone: phone.to_owned(),
            })
        };
        assert_eq!(read(USUAL), Ok(Address::default()));
        assert_eq!(
            read("http://box:5000/emu1/?adb=emulator-5554"),
            address("http://box:5000/emu1", "emulator-5554")
        );
        assert_eq!(read("https://[::1]:7/"), address("https://[::1]:7", "[::1]:5555"));
        assert!(matches!(read("box"), Err(BadAddress::NoUrl { .. })));
        assert!(matches!(read("ftp://box"), Err(BadAddress::Scheme { .. })));
        assert!(matches!(
            read("http://box?abd=x"),
            Err(BadAddress::Unknown { .. })
        ));
    }
}
