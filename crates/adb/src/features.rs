//! What a device says of itself when it connects: `device::ro.product.model=..;features=shell_v2,..`.

use std::{collections::BTreeMap, fmt};

/// A banner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Banner {
    /// `device`, `recovery`, `host`, ...
    pub kind: String,
    /// Properties, features not among them.
    pub properties: BTreeMap<String, String>,
    /// What it can do beyond the oldest protocol.
    pub features: Vec<String>,
}

impl Banner {
    /// Of a kind, with these features.
    pub fn new(kind: &str, features: &[&str]) -> Self {
        Self {
            kind: kind.to_owned(),
            properties: BTreeMap::new(),
            features: features.iter().map(|it| (*it).to_owned()).collect(),
        }
    }

    /// With a property. What would end it early is left out of the value.
    pub fn with(mut self, name: &str, value: &str) -> Self {
        let value = value.replace([';', '=', '\0'], " ");
        self.properties.insert(name.to_owned(), value);
        self
    }

    /// Read one. What is not understood is left out: old devices send less, new ones more.
    pub fn parse(data: &[u8]) -> Self {
        let text = String::from_utf8_lossy(data);
        let text = text.trim_end_matches('\0');
        let mut parts = text.splitn(3, ':');
        let kind = parts.next().unwrap_or_default().to_owned();
        let mut banner = Self {
            kind,
            ..Self::default()
        };
        for pair in parts.nth(1).unwrap_or_default().split(';') {
            let Some((name, value)) = pair.split_once('=') else {
                continue;
            };
            match name {
                "features" => banner.features = list(value),
                name => {
                    banner.properties.insert(name.to_owned(), value.to_owned());
                }
            }
        }
        banner
    }

    /// Whether it has a feature.
    pub fn has(&self, feature: &str) -> bool {
        self.features.iter().any(|it| it == feature)
    }
}

/// Features, as they are listed with commas.
pub fn list(text: &str) -> Vec<String> {
    let names = text.split(',').map(str::trim).filter(|it| !it.is_empty());
    names.map(str::to_owned).collect()
}

impl fmt::Display for Banner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}::", self.kind)?;
        for (name, value) in &self.properties {
            write!(f, "{name}={value};")?;
        }
        write!(f, "features={}", self.features.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_banner_comes_back() {
        let banner = Banner::new("device", &["shell_v2", "cmd"])
            .with("ro.product.model", "Pixel 6")
            .with("x", "a;b=c");
        assert_eq!(
            banner.to_string(),
            "device::ro.product.model=Pixel 6;x=a b c;features=shell_v2,cmd"
        );
        assert_eq!(Banner::parse(banner.to_string().as_bytes()), banner);
        assert!(banner.has("cmd") && !banner.has("abb"));
        assert_eq!(Banner::parse(b"host::\0").kind, "host");
        assert_eq!(Banner::parse(b"\xff"), Banner::new("\u{fffd}", &[]));
    }
}
