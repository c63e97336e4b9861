//! How pages are opened: in what browser, whose they are, and where they may lead.

use std::{
    convert::Infallible,
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};

use device::{Cause, DeviceError};
use device_web::{Browser, Credentials, DevTools, Ears, Options, Window};
use serde::Deserialize;
use settings::Setting;
use task::file::SecretSource;
use url::Url;

use crate::error::Error;

/// How pages are opened.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageOptions {
    /// Origins that every page may be taken to, besides that of the address where it begins; `*` is all of the web.
    pub origins: Vec<String>,
    /// Origins that no page may be taken out of, whoever names others; empty is no limit.
    pub within: Vec<String>,
    /// Who is logged in where nobody says who: the name of a kept login.
    pub login: Option<String>,
    /// What is given to the site where a page begins, if it asks the browser itself for a name and a password.
    pub auth: Option<Auth>,
    /// A browser that runs, by its DevTools address: pages are opened in it, and it goes on afterwards.
    pub attach: Option<DevTools>,
    /// The directory of the user's own profile; `None` is a new one, which goes with the browser.
    pub profile: Option<PathBuf>,
    /// What browser is started.
    pub browser: BrowserOptions,
}

/// What browser is started for pages.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BrowserOptions {
    /// Whether it has a window.
    pub headed: bool,
    /// Milliseconds that it waits before each action.
    pub slow: u64,
    /// What it says that it is.
    pub user_agent: Option<String>,
    /// How large its pages are.
    pub viewport: Option<Viewport>,
    /// Its language.
    pub locale: Option<Locale>,
    /// The proxy that it reaches pages through.
    pub proxy: Option<Proxy>,
}

impl BrowserOptions {
    /// The same, with what others say where these say nothing.
    #[must_use]
    pub fn or(self, others: &Self) -> Self {
        let others = others.clone();
        Self {
            headed: self.headed || others.headed,
            slow: if self.slow > 0 { self.slow } else { others.slow },
            user_agent: self.user_agent.or(others.user_agent),
            viewport: self.viewport.or(others.viewport),
            locale: self.locale.or(others.locale),
            proxy: self.proxy.or(others.proxy),
        }
    }
}

impl PageOptions {
    /// The same in a browser of our own, with a new profile.
    #[must_use]
    pub fn of_nobody(&self) -> Self {
        Self {
            attach: None,
            profile: None,
            ..self.clone()
        }
    }

    /// As the browser takes them.
    pub(crate) fn options(&self) -> Options {
        let browser = &self.browser;
        let usual = Options::default();
        Options {
            window: Self::window(!browser.headed),
            viewport: browser
                .viewport
                .map_or(usual.viewport, |it| (it.width, it.height)),
            slow: Duration::from_millis(browser.slow),
            user_agent: browser.user_agent.clone(),
            locale: browser.locale.as_ref().map(|it| it.0.clone()),
            proxy: browser.proxy.as_ref().map(|it| it.0.clone()),
            profile: self.profile.clone(),
            ..usual
        }
    }

    /// Whether a browser is seen.
    pub fn window(hidden: bool) -> Window {
        match hidden {
            true => Window::Hidden,
            false => Window::Visible,
        }
    }

    /// The browser in which a person shows something, or a program does where it is `hidden`.
    pub fn ears(&self, hidden: bool) -> Ears {
        match self.attach.clone() {
            Some(at) => Ears::Running { at },
            None => Ears::Own {
                window: Self::window(hidden),
                profile: self.profile.clone(),
            },
        }
    }

    /// A browser for pages.
    pub(crate) fn browser(&self) -> Result<Browser, DeviceError> {
        match &self.attach {
            Some(at) => Browser::attach(at, self.options()),
            None => Browser::launch(self.options()),
        }
    }
}

/// The size of a page in CSS pixels, written `1280x800`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Viewport {
    width: u32,
    height: u32,
}

/// A language with its region, as browsers name it: `de-DE`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Locale(String);

/// The address of a proxy: `http://HOST:PORT`, or `https`, `socks4`, `socks5`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Proxy(String);

/// A name, and where its password is: `ada=env:SHOP_PASSWORD`, `ada=file:PATH`, `ada=command:pass shop`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Auth {
    user: String,
    /// None where it was said wrongly: a text that does not say where a password is may be one.
    from: Option<SecretSource>,
}

impl Auth {
    /// For the site of an address. None where it has no name.
    pub(crate) fn credentials(&self, address: &str) -> Result<Option<Credentials>, Error> {
        let from = self.from.as_ref().ok_or(BadBrowser::Auth).map_err(Error::usage)?;
        let password = checks::read_secret(from, Path::new("."));
        let password = password.map_err(|why| Error::usage(BadBrowser::NoPassword(Cause::of(why))))?;
        Ok(Credentials::of(address, &self.user, &password))
    }
}

impl FromStr for Auth {
    type Err = Infallible;

    /// Any text is taken here, and one that says no place of a password is refused when that is needed: who reads options
    /// repeats what does not parse, and it may be a password.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        let (user, from) = text.split_once('=').unwrap_or((text, ""));
        let (kind, what) = from.split_once(':').unwrap_or_default();
        let from = match kind {
            _ if user.is_empty() || what.is_empty() => None,
            "env" => Some(SecretSource::Env(what.to_owned())),
            "file" => Some(SecretSource::File(what.to_owned())),
            "command" => shlex::split(what).map(SecretSource::Command),
            _ => None,
        };
        let user = if from.is_some() { user } else { "" };
        Ok(Self {
            user: user.to_owned(),
            from,
        })
    }
}

/// What is asked of a browser can't be meant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadBrowser {
    /// No size of a page.
    #[error("`{0}` is no size of a page: write WIDTHxHEIGHT, each from 100 to 10000, as 1280x800")]
    Viewport(String),
    /// No language.
    #[error("`{0}` is no language: write it as de or de-DE")]
    Locale(String),
    /// No proxy.
    #[error("`{0}` is no proxy: write it as http://HOST:PORT (or https, socks4, socks5)")]
    Proxy(String),
    /// No name with a place of a password.
    #[error(
        "{} says no place of a password: write it as NAME=env:VARIABLE, NAME=file:PATH or NAME=command:PROGRAM; the password \
         itself stands nowhere",
        Setting::Auth
    )]
    Auth,
    /// The password can't be had.
    #[error("the password for {auth} can't be had: {0}", auth = Setting::Auth)]
    NoPassword(Cause),
    /// A proxy with a password, which the browser would not use.
    #[error(
        "the address of a proxy has a name or a password in it, which a browser does not take from there"
    )]
    Password,
}

impl FromStr for Viewport {
    type Err = BadBrowser;

    fn from_str(text: &str) -> Result<Self, BadBrowser> {
        let side = |it: &str| it.parse().ok().filter(|it| (100..=10_000).contains(it));
        let (width, height) = text.split_once('x').unwrap_or_default();
        match (side(width), side(height)) {
            (Some(width), Some(height)) => Ok(Self { width, height }),
            _ => Err(BadBrowser::Viewport(text.to_owned())),
        }
    }
}

impl FromStr for Locale {
    type Err = BadBrowser;

    fn from_str(text: &str) -> Result<Self, BadBrowser> {
        let is_part =
            |it: &str| (1..=8).contains(&it.len()) && it.chars().all(|it| it.is_ascii_alphanumeric());
        let language = text.split('-').next().unwrap_or_default();
        let is_language =
            (2..=3).contains(&language.len()) && language.chars().all(|it| it.is_ascii_lowercase());
        match is_language && text.split('-').all(is_part) {
            true => Ok(Self(text.to_owned())),
            false => Err(BadBrowser::Locale(text.to_owned())),
        }
    }
}

impl FromStr for Proxy {
    type Err = BadBrowser;

    fn from_str(text: &str) -> Result<Self, BadBrowser> {
        let bad = || BadBrowser::Proxy(text.to_owned());
        let url = Url::parse(text).map_err(|_| bad())?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(BadBrowser::Password);
        }
        let (Some(host), "http" | "https" | "socks4" | "socks5") = (url.host_str(), url.scheme()) else {
            return Err(bad());
        };
        let port = url.port_or_known_default().ok_or_else(bad)?;
        Ok(Self(format!("{}://{host}:{port}", url.scheme())))
    }
}

impl TryFrom<String> for Viewport {
    type Error = BadBrowser;

    fn try_from(text: String) -> Result<Self, BadBrowser> {
        text.parse()
    }
}

impl TryFrom<String> for Locale {
    type Error = BadBrowser;

    fn try_from(text: String) -> Result<Self, BadBrowser> {
        text.parse()
    }
}

impl TryFrom<String> for Proxy {
    type Error = BadBrowser;

    fn try_from(text: String) -> Result<Self, BadBrowser> {
        text.parse()
    }
}

impl fmt::Display for Viewport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_not_be_meant_is_refused() {
        for it in ["1280x800", "100x10000"] {
            assert_eq!(it.parse::<Viewport>().unwrap().to_string(), it);
        }
        for it in [
            "",
            "1280",
            "1280*800",
            "0x800",
            "99x800",
            "1280x100000",
            "axb",
            "1x1x1",
        ] {
            assert!(it.parse::<Viewport>().is_err(), "{it}");
        }
        for it in ["de", "de-DE", "zh-Hant-TW"] {
            assert!(it.parse::<Locale>().is_ok(), "{it}");
        }
        for it in ["", "german", "de_DE", "de-", "DE", "de --no-sandbox"] {
            assert!(it.parse::<Locale>().is_err(), "{it}");
        }
        for (text, proxy) in [
            ("http://proxy.example:3128/", "http://proxy.example:3128"),
            ("http://proxy.example", "http://proxy.example:80"),
            ("socks5://127.0.0.1:1080", "socks5://127.0.0.1:1080"),
        ] {
            assert_eq!(text.parse::<Proxy>().unwrap().0, proxy);
        }
        for it in [
            "",
            "proxy.example:3128",
            "ftp://proxy.example",
            "socks5://proxy.example",
        ] {
            assert!(it.parse::<Proxy>().is_err(), "{it}");
        }
        assert_eq!(
            "http://ada:pw@proxy.example:1".parse::<Proxy>(),
            Err(BadBrowser::Password)
        );
    }
}
