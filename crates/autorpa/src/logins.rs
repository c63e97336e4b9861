//! Logins: a person logs in by hand once, and what the browser knows then is kept encrypted and used again. A login is
//! never part of a goal, a recording or a function.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use base64::{Engine, prelude::BASE64_STANDARD};
use device::{Device, DeviceError, EnvironmentError};
use device_web::{Browser, Door, Login, LoginError, Options, Page, Web, Window};
use ring::{
    aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    rand::{SecureRandom, SystemRandom},
};
use serde::{Deserialize, Serialize};
use settings::{Call, Request, Setting};
use thiserror::Error;
use ui::{Action, Screen, Touch};

use crate::{
    Autorpa,
    error::Error,
    file_help::FileHelp,
    home::{read, write},
};

/// Names the key, as 64 hexadecimal digits, instead of the file.
const KEY_VARIABLE: &str = "AUTORPA_LOGIN_KEY";
const KEY_BYTES: usize = 32;
const SUFFIX: &str = "login";
const VERSION: u32 = 1;
/// How often it is looked whether somebody has logged in, where the page goes nowhere.
const LOOKS_EVERY: Duration = Duration::from_millis(500);

/// A kept login can't be used.
#[derive(Debug, Error)]
pub enum KeptLoginError {
    /// There is none.
    #[error(
        "no login is called `{name}`; there are: {}\nhelp: {} makes one",
        listed(.known),
        Call::new(Request::Login).of(name).set(Setting::Url)
    )]
    Unknown {
        /// The name.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// The name is no name.
    #[error("`{0}` is no name of a login: letters, digits, `-`, `_` and `.` make one")]
    Name(String),
    /// The file is not what we wrote.
    #[error(
        "{}: it is no kept login: {reason}\nhelp: {}",
        path.display(),
        FileHelp::Login
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: NoKeptLogin,
    },
    /// The file was written with another key.
    #[error(
        "{}: the key does not fit\nhelp: use the key that it was made with ({KEY_VARIABLE}, or the file `key` in the program's configuration), or {}",
        path.display(),
        FileHelp::Login
    )]
    OtherKey {
        /// The file.
        path: PathBuf,
    },
    /// There is no key.
    #[error("there is no key to keep logins with: {0}")]
    Key(#[from] NoLoginKey),
    /// What is to be kept is no login.
    #[error(transparent)]
    Login(#[from] LoginError),
}

/// A page that a login is tried on has so long to show what only who is logged in sees.
const SHOWN_WITHIN: Duration = Duration::from_secs(10);

/// A login that is to be kept has ended, and what helps.
#[derive(Debug, Error)]
#[error("{what}\nhelp: log in with the other tool and save its state once more, or do it here: {}", Call::new(Request::Login).of(name).set(Setting::Url))]
struct EndedLogin {
    /// What it was to be called.
    name: String,
    /// By what that is known.
    what: String,
}

impl EndedLogin {
    fn new(name: &str, what: impl std::fmt::Display) -> Self {
        Self {
            name: name.to_owned(),
            what: what.to_string(),
        }
    }
}

/// Why a file is no kept login.
#[derive(Debug, Error)]
pub enum NoKeptLogin {
    /// It has another form.
    #[error(transparent)]
    Form(serde_json::Error),
    /// A newer version wrote it.
    #[error("a newer version wrote it ({0})")]
    TooNew(u32),
    /// A part of it is no base64.
    #[error(transparent)]
    Letters(base64::DecodeError),
    /// The number that is used once is not whole.
    #[error("its nonce is cut")]
    Nonce,
    /// What was sealed is no text.
    #[error(transparent)]
    Text(std::str::Utf8Error),
}

/// Why there is no key to keep logins with.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoLoginKey {
    /// The system gives no random numbers.
    #[error("the system gives no random numbers")]
    NoRandomness,
    /// What the variable holds is no key.
    #[error("{KEY_VARIABLE} is not 64 hexadecimal digits")]
    Variable,
    /// What the file holds is no key.
    #[error("{} is not 64 hexadecimal digits", .0.display())]
    File(PathBuf),
    /// There is no place for one.
    #[error("there is no home directory, and {KEY_VARIABLE} is not set")]
    NoPlace,
}

impl From<KeptLoginError> for Error {
    fn from(error: KeptLoginError) -> Self {
        match error {
            KeptLoginError::Unknown { .. } | KeptLoginError::Name(_) | KeptLoginError::Login(_) => {
                Error::usage(error)
            }
            KeptLoginError::Damaged { .. } | KeptLoginError::OtherKey { .. } | KeptLoginError::Key(_) => {
                Error::kept(error)
            }
        }
    }
}

fn listed(names: &[String]) -> String {
    match names.is_empty() {
        true => "none".to_owned(),
        false => names.join(", "),
    }
}

/// A login as it is kept.
#[derive(Serialize, Deserialize)]
struct Sealed {
    version: u32,
    nonce: String,
    sealed: String,
}

/// The logins of a home.
#[derive(Clone, Debug)]
pub struct Logins {
    folder: PathBuf,
}

impl Logins {
    /// In this folder, which need not be there.
    pub fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Their names, sorted.
    pub fn names(&self) -> Vec<String> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut names: Vec<String> = files
            .map(|it| it.path())
            .filter(|it| it.extension().is_some_and(|it| it == SUFFIX))
            .filter_map(|it| Some(it.file_stem()?.to_str()?.to_owned()))
            .collect();
        names.sort();
        names
    }

    /// A login by its name.
    pub fn get(&self, name: &str) -> Result<Login, Error> {
        let path = self.path(name)?;
        if !path.is_file() {
            return Err(Error::from(KeptLoginError::Unknown {
                name: name.to_owned(),
                known: self.names(),
            }));
        }
        let text = read(&path, FileHelp::Login)?;
        Ok(open(&path, &text, &key()?)?)
    }

    /// Keep a login under a name; one that was called so before is gone.
    pub fn put(&self, name: &str, login: &Login) -> Result<(), Error> {
        let path = self.path(name)?;
        write(&path, seal(login, &key()?)?.as_bytes())
    }

    /// Forget a login.
    pub fn forget(&self, name: &str) -> Result<(), Error> {
        let path = self.path(name)?;
        match fs::remove_file(&path) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(Error::from(KeptLoginError::Unknown {
                    name: name.to_owned(),
                    known: self.names(),
                }))
            }
            Err(source) => Err(Error::File {
                path,
                source,
                help: FileHelp::ByHand,
            }),
        }
    }

    fn path(&self, name: &str) -> Result<PathBuf, KeptLoginError> {
        let fits = |it: char| it.is_alphanumeric() || matches!(it, '-' | '_' | '.');
        match !name.is_empty() && !name.starts_with('.') && name.chars().all(fits) {
            true => Ok(self.folder.join(format!("{name}.{SUFFIX}"))),
            false => Err(KeptLoginError::Name(name.to_owned())),
        }
    }
}

fn seal(login: &Login, key: &[u8; KEY_BYTES]) -> Result<String, KeptLoginError> {
    let failed = |_| NoLoginKey::NoRandomness;
    let mut nonce = [0; NONCE_LEN];
    SystemRandom::new().fill(&mut nonce).map_err(failed)?;
    let mut bytes = login.text().into_bytes();
    let sealing = LessSafeKey::new(UnboundKey::new(&AES_256_GCM, key).map_err(failed)?);
    sealing
        .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut bytes)
        .map_err(failed)?;
    let sealed = Sealed {
        version: VERSION,
        nonce: BASE64_STANDARD.encode(nonce),
        sealed: BASE64_STANDARD.encode(bytes),
    };
    Ok(serde_json::to_string(&sealed).unwrap_or_default())
}

fn open(path: &Path, text: &str, key: &[u8; KEY_BYTES]) -> Result<Login, KeptLoginError> {
    let damaged = |reason: NoKeptLogin| KeptLoginError::Damaged {
        path: path.to_owned(),
        reason,
    };
    let sealed: Sealed = serde_json::from_str(text).map_err(|it| damaged(NoKeptLogin::Form(it)))?;
    if sealed.version > VERSION {
        return Err(damaged(NoKeptLogin::TooNew(sealed.version)));
    }
    let bytes = |text: &str| {
        let bytes = BASE64_STANDARD.decode(text);
        bytes.map_err(|it| damaged(NoKeptLogin::Letters(it)))
    };
    let nonce = bytes(&sealed.nonce)?;
    let nonce = Nonce::try_assume_unique_for_key(&nonce).map_err(|_| damaged(NoKeptLogin::Nonce))?;
    let mut bytes = bytes(&sealed.sealed)?;
    let other = |_| KeptLoginError::OtherKey {
        path: path.to_owned(),
    };
    let opening = LessSafeKey::new(UnboundKey::new(&AES_256_GCM, key).map_err(other)?);
    let plain = opening
        .open_in_place(nonce, Aad::empty(), &mut bytes)
        .map_err(other)?;
    let text = std::str::from_utf8(plain).map_err(|it| damaged(NoKeptLogin::Text(it)))?;
    Ok(Login::parse(text)?)
}

/// The key: the variable's, else that of the file in the program's configuration, which is made where there is none.
fn key() -> Result<[u8; KEY_BYTES], Error> {
    if let Ok(text) = env::var(KEY_VARIABLE) {
        let why = || KeptLoginError::from(NoLoginKey::Variable);
        return Ok(key_of(&text).ok_or_else(why)?);
    }
    let dirs = directories::ProjectDirs::from("", "", "autorpa");
    let dirs = dirs.ok_or(KeptLoginError::Key(NoLoginKey::NoPlace))?;
    let path = dirs.config_dir().join("key");
    if !path.exists() {
        let mut made = [0; KEY_BYTES];
        let failed = |_| KeptLoginError::from(NoLoginKey::NoRandomness);
        SystemRandom::new().fill(&mut made).map_err(failed)?;
        let text: String = made.iter().map(|it| format!("{it:02x}")).collect();
        // Written whole, and readable by nobody else, as every file that begins as a temporary one.
        write(&path, text.as_bytes())?;
    }
    let text = read(&path, FileHelp::LoginKey)?;
    let why = || KeptLoginError::from(NoLoginKey::File(path.clone()));
    Ok(key_of(text.trim()).ok_or_else(why)?)
}

fn key_of(text: &str) -> Option<[u8; KEY_BYTES]> {
    let mut key = [0; KEY_BYTES];
    if text.len() != 2 * KEY_BYTES || !text.is_ascii() {
        return None;
    }
    for (at, byte) in key.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(key)
}

/// What a login is made from.
#[derive(Clone, Debug)]
pub struct LoginRequest {
    /// The name that it is kept under.
    pub name: String,
    /// Where the person logs in.
    pub url: String,
    /// Whether the person sees the browser.
    pub window: Window,
}

/// A browser in which somebody logs in.
pub struct LoggingIn {
    page: Page,
    login: Login,
    name: String,
    logins: Logins,
    /// Addresses that were seen, which may have local storage.
    seen: Vec<String>,
    /// What the page showed last.
    screen: Screen,
}

impl Autorpa {
    /// Open a browser for somebody to log in.
    pub fn log_in(&self, request: &LoginRequest) -> Result<LoggingIn, Error> {
        let logins = self.logins();
        // A name that can't be used is said before somebody has logged in.
        logins.path(&request.name)?;
        let options = Options {
            window: request.window,
            // Without a window a program logs in, and it needs a port.
            door: match request.window {
                Window::Hidden => Door::Port,
                Window::Visible => Door::Pipe,
            },
            ..self.pages.options()
        };
        let auth = self.pages.auth.as_ref();
        let credentials = auth.map(|it| it.credentials(&request.url)).transpose()?.flatten();
        let opened = || -> Result<Page, DeviceError> {
            let mut page = Browser::launch(options)?.page()?;
            if let Some(credentials) = credentials {
                page.authorize_everywhere(credentials)?;
            }
            page.open(&request.url)?;
            Ok(page)
        };
        Ok(LoggingIn {
            page: opened().map_err(EnvironmentError::from)?,
            login: Login::default(),
            name: request.name.clone(),
            logins,
            seen: vec![request.url.clone()],
            screen: Screen::default(),
        })
    }

    /// Keep a storage state that another tool has saved, in Playwright's form, as a login. One that has ended is none:
    /// that is known by the dates of its cookies, and where a page is named, by what that page shows with it: no field for a
    /// password, and this text, if one is named.
    pub fn import_login(
        &self,
        name: &str,
        file: &Path,
        page: Option<&str>,
        shows: Option<&str>,
    ) -> Result<Vec<String>, Error> {
        let text = read(file, FileHelp::StorageState)?;
        let login = Login::parse(&text).map_err(|it| Error::in_file(file, it))?;
        let logins = self.logins();
        logins.path(name)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = now.map_or(0.0, |it| it.as_secs_f64());
        let ended = login.ended(now);
        if login.is_over(now) {
            let what = format!("the login has ended: {}", ended.join(", "));
            return Err(Error::in_file(file, EndedLogin::new(name, what)));
        }
        for it in ended {
            self.told.line(format!("note: {it}, and is of no use"));
        }
        match page {
            Some(url) => self.holds(name, &login, url, shows)?,
            None => self.told.line(format!(
                "note: no page was asked whether it still takes this login: {} asks one",
                Setting::Url
            )),
        }
        logins.put(name, &login)?;
        Ok(login.sites().into_iter().map(str::to_owned).collect())
    }

    /// Whether a page takes a login: it asks for no password, and shows a text that only who is logged in sees.
    fn holds(&self, name: &str, login: &Login, url: &str, shows: Option<&str>) -> Result<(), Error> {
        let opened = || -> Result<Option<String>, DeviceError> {
            let mut page = Browser::launch(self.pages.options())?.page()?;
            page.log_in(login)?;
            page.open(url)?;
            let mut web = Web::new(page).watching(name, login, url);
            web.settle()?;
            let until = Instant::now() + SHOWN_WITHIN;
            loop {
                let screen = web.observe()?;
                if screen.elements.iter().any(|it| it.password) {
                    return Ok(Some(format!(
                        "the login `{name}` has ended: {url} asks for a password"
                    )));
                }
                let is_seen = |text: &str| screen.elements.iter().any(|it| it.words().any(|it| it == text));
                match shows {
                    Some(text) if !is_seen(text) && Instant::now() < until => web.act(&Action::Wait)?,
                    Some(text) if !is_seen(text) => {
                        return Ok(Some(format!(
                            "the login `{name}` is not taken: {url} shows no \"{text}\""
                        )));
                    }
                    Some(_) | None => return Ok(None),
                }
            }
        };
        match opened() {
            Ok(None) => Ok(()),
            Ok(Some(why)) => Err(Error::usage(EndedLogin::new(name, why))),
            Err(ended @ DeviceError::LoggedOut { .. }) => Err(Error::usage(EndedLogin::new(name, ended))),
            Err(other) => Err(Error::from(EnvironmentError::from(other))),
        }
    }

    /// The logins that are kept.
    pub fn logins(&self) -> Logins {
        Logins::at(self.home.logins.clone())
    }
}

impl LoggingIn {
    /// The browser.
    pub fn browser(&self) -> &Browser {
        self.page.browser()
    }

    /// Wait a moment, then look where the page is, and whether it asks for a password there; the texts that it shows.
    pub fn look(&mut self) -> Result<Vec<String>, Error> {
        self.look_within(LOOKS_EVERY)?;
        let texts = self.screen.elements.iter().filter_map(|it| it.text.clone());
        Ok(texts.collect())
    }

    /// The same, after this long at most.
    pub fn look_within(&mut self, most: Duration) -> Result<(), Error> {
        self.page.wait_to_go(most).map_err(EnvironmentError::from)?;
        let screen = self.page.observe().map_err(EnvironmentError::from)?;
        self.page.hand_over().map_err(EnvironmentError::from)?;
        self.login.notice(&screen);
        let address = self.page.address().map_err(EnvironmentError::from)?;
        if !self.seen.contains(&address) {
            self.seen.push(address);
        }
        self.screen = screen;
        Ok(())
    }

    /// What was seen last, without what fields hold: that may be a password.
    pub fn seen(&self) -> Screen {
        let mut screen = self.screen.clone();
        for element in screen.elements.iter_mut().filter(|it| it.editable) {
            (element.value, element.text) = (None, None);
        }
        screen
    }

    /// What the page looks like now, as a PNG file.
    pub fn picture(&mut self) -> Result<Vec<u8>, Error> {
        let png = self.page.screenshot().map_err(EnvironmentError::from);
        Ok(png?)
    }

    /// Do what a hand does on the page that was seen last.
    pub fn touch(&mut self, touch: &Touch) -> Result<(), Error> {
        let done = self.page.touch(touch, &self.screen);
        Ok(done.map_err(EnvironmentError::from)?)
    }

    /// Keep what the browser knows now; the sites that it is for.
    pub fn keep(mut self) -> Result<Vec<String>, Error> {
        let known = self.page.login(&self.seen).map_err(EnvironmentError::from)?;
        self.login.take(known);
        if self.login.is_empty() {
            return Err(Error::from(KeptLoginError::Login(LoginError::Empty)));
        }
        self.logins.put(&self.name, &self.login)?;
        Ok(self.login.sites().into_iter().map(str::to_owned).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATE: &str =
        r#"{"cookies": [{"name": "sid", "value": "s3cret", "domain": "shop.example", "path": "/"}]}"#;

    #[test]
    fn a_login_of_version_1() {
        let text = include_str!("../tests/samples/login-v1.login");
        let login = open(Path::new("shop.login"), text, &[7; KEY_BYTES]).unwrap();
        assert!(login == Login::parse(STATE).unwrap());
        // Its random parts aside, it is written as it was.
        let parts: Sealed = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&parts).unwrap(), text);
    }

    #[test]
    fn what_is_kept_is_opened_by_its_key_alone() {
        let login = Login::parse(STATE).unwrap();
        let path = Path::new("shop.login");
        let text = seal(&login, &[7; KEY_BYTES]).unwrap();
        assert!(!text.contains("s3cret"));
        assert!(open(path, &text, &[7; KEY_BYTES]).unwrap() == login);
        // Nothing is sealed twice in the same way.
        assert_ne!(text, seal(&login, &[7; KEY_BYTES]).unwrap());
        let said = |text: &str, key: u8| open(path, text, &[key; KEY_BYTES]).unwrap_err().to_string();
        assert!(said(&text, 8).contains("the key does not fit"));
        let mut other: Sealed = serde_json::from_str(&text).unwrap();
        other.sealed = BASE64_STANDARD.encode("something else that is long enough");
        assert!(said(&serde_json::to_string(&other).unwrap(), 7).contains("the key does not fit"));
        other.version = 2;
        assert!(said(&serde_json::to_string(&other).unwrap(), 7).contains("a newer version"));
        assert!(said("{", 7).contains("no kept login"));
    }

    #[test]
    fn a_key_is_64_digits() {
        assert_eq!(key_of(&"0f".repeat(32)), Some([15; 32]));
        for text in ["", "0f", &"0g".repeat(32), &"é".repeat(32)] {
            assert_eq!(key_of(text), None, "{text}");
        }
    }

    #[test]
    fn a_name_is_no_path() {
        let logins = Logins::at(PathBuf::from("logins"));
        assert!(logins.path("crm-2.test_ü").is_ok());
        for name in ["", "../key", "a/b", ".hidden", "a b"] {
            assert!(logins.path(name).is_err(), "{name}");
        }
    }
}
