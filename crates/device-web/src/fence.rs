//! Where a page may be taken: to the origins that it may show, and never to files or the browser's own pages, whoever
//! leads there: a script, a link, a redirect or a window that opens.

use device::{DeviceError, NotAllowed};
use url::{Origin, Url};

/// Allows every origin of the web.
const ANY: &str = "*";

/// The addresses that a page may be taken to.
#[derive(Clone, Debug)]
pub struct Fence {
    /// As they were given, for people.
    names: Vec<String>,
    origins: Vec<Origin>,
    /// Whether every origin of the web is allowed.
    any: bool,
    /// What an address of no origin begins with: the folder of a file, or the whole address.
    begins: Option<String>,
}

impl Fence {
    /// Around the address where a page begins, and further origins: `https://example.net`, or `*` for all of the web.
    pub fn around(address: &str, further: &[String]) -> Result<Self, DeviceError> {
        let unreachable = |address: &str, reason: &str| DeviceError::Unreachable {
            address: address.to_owned(),
            reason: reason.to_owned(),
        };
        let start = Url::parse(address).map_err(|it| unreachable(address, &it.to_string()))?;
        let mut fence = Self {
            names: Vec::new(),
            origins: Vec::new(),
            any: false,
            begins: None,
        };
        match start.scheme() {
            "http" | "https" => fence.add(&start),
            "file" => {
                let whole = start.as_str();
                let folder = whole.rfind('/').map_or(whole, |at| &whole[..=at]);
                fence.names.push(folder.to_owned());
                fence.begins = Some(folder.to_owned());
            }
            "data" | "about" => fence.begins = Some(start.as_str().to_owned()),
            _ => return Err(unreachable(address, "a page begins at http, https or a file")),
        }
        for name in further {
            if name == ANY {
                fence.any = true;
                fence.names.push("all of the web".to_owned());
                continue;
            }
            match Url::parse(name) {
                Ok(origin) if matches!(origin.scheme(), "http" | "https") => fence.add(&origin),
                Ok(_) | Err(_) => {
                    return Err(unreachable(
                        name,
                        "it is no origin; write one as https://example.net",
                    ));
                }
            }
        }
        Ok(fence)
    }

    fn add(&mut self, url: &Url) {
        let origin = url.origin();
        if !self.origins.contains(&origin) {
            self.names.push(origin.ascii_serialization());
            self.origins.push(origin);
        }
    }

    /// Whether a page may be taken to this address.
    pub fn admits(&self, address: &str) -> bool {
        let Ok(url) = Url::parse(address) else {
            return false;
        };
        if matches!(url.as_str(), "about:blank" | "about:srcdoc") {
            return true;
        }
        let own = self
            .begins
            .as_ref()
            .is_some_and(|it| url.as_str().starts_with(it.as_str()));
        match url.scheme() {
            "http" | "https" => self.any || self.origins.contains(&url.origin()),
            "blob" => self.origins.contains(&url.origin()),
            "file" | "data" => own,
            _ => false,
        }
    }

    /// What is said of an address that it does not admit.
    pub(crate) fn refusal(&self, address: &str) -> DeviceError {
        let short: String = address.chars().take(200).collect();
        DeviceError::NotAllowed(NotAllowed::Origin {
            address: short,
            origins: self.names.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_named_is_admitted() {
        let further = ["https://login.example.net/any/path".to_owned()];
        let fence = Fence::around("http://127.0.0.1:8731/customers?q=1", &further).unwrap();
        for address in [
            "http://127.0.0.1:8731/",
            "http://127.0.0.1:8731/orders#x",
            "https://login.example.net/",
            "blob:http://127.0.0.1:8731/1-2",
            "about:blank",
        ] {
            assert!(fence.admits(address), "{address}");
        }
        for address in [
            "http://127.0.0.1:8732/",
            "https://127.0.0.1:8731/",
            "http://localhost:8731/",
            "http://login.example.net/",
            "https://login.example.net.evil.example/",
            "https://login.example.net@evil.example/",
            "file:///etc/passwd",
            "chrome://settings",
            "view-source:http://127.0.0.1:8731/",
            "javascript:alert(1)",
            "data:text/html,x",
            "devtools://devtools/bundled/x.html",
            "no address",
        ] {
            assert!(!fence.admits(address), "{address}");
        }
        let any = Fence::around("http://a.example", &["*".to_owned()]).unwrap();
        assert!(any.admits("https://b.example/") && !any.admits("file:///etc/passwd"));
        let file = Fence::around("file:///home/me/app/index.html", &[]).unwrap();
        assert!(file.admits("file:///home/me/app/next.html"));
        assert!(
            !file.admits("file:///home/me/secret.txt") && !file.admits("file:///home/me/app/../secret.txt")
        );
        assert!(Fence::around("chrome://settings", &[]).is_err());
        assert!(Fence::around("http://a.example", &["a.example".to_owned()]).is_err());
        assert!(Fence::around("not an address", &[]).is_err());
    }
}
