//! Which machine a device is at.

use std::net::IpAddr;

/// Whether a host is this machine; a port that is forwarded from another one counts as its own.
pub fn is_here(host: &str) -> bool {
    let address: Result<IpAddr, _> = host.trim_matches(['[', ']']).parse();
    host == "localhost" || address.is_ok_and(|it| it.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_has_several_names() {
        for host in ["localhost", "127.0.0.1", "127.0.0.9", "::1", "[::1]"] {
            assert!(is_here(host), "{host}");
        }
        for host in ["10.0.0.7", "farm", "0.0.0.0", "", "localhost.example"] {
            assert!(!is_here(host), "{host}");
        }
    }
}
