//! Where a page may be taken: to the origins that it may show, and never to files or the browser's own pages, whoever
//! leads there: a script, a link, a redirect or a window that opens.

use std::sync::{Arc, Mutex, PoisonError};

use device::{DeviceError, NotAllowed};
use ui::Sent;
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
    /// Origins that no page may be taken out of; `None` is no limit.
    within: Option<Vec<Origin>>,
    /// What was not sent, where nothing may be written; of all pages of this fence.
    reading: Option<Arc<Mutex<Vec<Sent>>>>,
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
            within: None,
            reading: None,
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

    /// The same, but nothing is admitted that is not of these origins as well; where none is named, nothing changes.
    pub fn within(mut self, origins: &[String]) -> Result<Self, DeviceError> {
        if origins.is_empty() {
            return Ok(self);
        }
        let origin = |name: &String| match Url::parse(name) {
            Ok(url) if matches!(url.scheme(), "http" | "https") => Ok(url.origin()),
            Ok(_) | Err(_) => Err(DeviceError::Unreachable {
                address: name.clone(),
                reason: "it is no origin; write one as https://example.net".to_owned(),
            }),
        };
        self.within = Some(origins.iter().map(origin).collect::<Result<_, _>>()?);
        Ok(self)
    }

    /// The same, but nothing is sent that may write: requests are questions only (GET, HEAD, OPTIONS).
    pub fn reading(mut self) -> Self {
        self.reading = Some(Arc::default());
        self
    }

    /// Whether requests are questions only.
    pub(crate) fn reads_only(&self) -> bool {
        self.reading.is_some()
    }

    /// Whether a request is held back; if so, it is remembered.
    pub(crate) fn holds_back(&self, method: &str, address: &str) -> bool {
        let Some(held) = &self.reading else {
            return false;
        };
        if ["GET", "HEAD", "OPTIONS"].contains(&method) {
            return false;
        }
        let sent = Sent {
            method: method.to_owned(),
            address: bare(address),
        };
        held.lock().unwrap_or_else(PoisonError::into_inner).push(sent);
        true
    }

    /// What was held back so far.
    pub fn held_back(&self) -> Vec<Sent> {
        let held = self.reading.as_ref();
        held.map_or_else(Vec::new, |it| {
            it.lock().unwrap_or_else(PoisonError::into_inner).clone()
        })
    }

    /// Refuse an address that is not admitted.
    pub fn check(&self, address: &str) -> Result<(), DeviceError> {
        match self.admits(address) {
            true => Ok(()),
            false => Err(self.refusal(address)),
        }
    }

    /// Whether an address is of an origin that no limit keeps out.
    fn is_within(&self, url: &Url) -> bool {
        let of = |it: &Vec<Origin>| it.contains(&url.origin());
        self.within.as_ref().is_none_or(of)
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
        if !self.is_within(&url) {
            return false;
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
        let held = self.held_back();
        if let Some(sent) = held.iter().rev().find(|it| it.address == bare(address)) {
            return DeviceError::NotAllowed(NotAllowed::Writes {
                method: sent.method.clone(),
                address: short,
            });
        }
        if let Some(within) = &self.within
            && !Url::parse(address).is_ok_and(|it| self.is_within(&it))
        {
            return DeviceError::NotAllowed(NotAllowed::Outside {
                address: short,
                origins: within.iter().map(Origin::ascii_serialization).collect(),
            });
        }
        DeviceError::NotAllowed(NotAllowed::Origin {
            address: short,
            origins: self.names.clone(),
        })
    }
}

/// An address without what comes after a `?` or `#`.
fn bare(address: &str) -> String {
    address.split(['?', '#']).next().unwrap_or_default().to_owned()
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
        // What a limit keeps out is not admitted, whoever names it.
        let limit = ["https://b.example".to_owned()];
        let within = any.within(&limit).unwrap();
        assert!(within.admits("https://b.example/x") && within.admits("about:blank"));
        for address in [
            "http://a.example/",
            "https://b.example.evil.example/",
            "file:///etc/passwd",
        ] {
            let said = within.check(address).unwrap_err().to_string();
            assert!(
                said.contains("the policy") && said.contains("https://b.example"),
                "{said}"
            );
        }
        assert!(
            file.clone()
                .within(&limit)
                .unwrap()
                .check("file:///home/me/app/next.html")
                .is_err()
        );
        assert!(file.within(&["b.example".to_owned()]).is_err());
        assert!(Fence::around("chrome://settings", &[]).is_err());
        assert!(Fence::around("http://a.example", &["a.example".to_owned()]).is_err());
        assert!(Fence::around("not an address", &[]).is_err());
    }
}
