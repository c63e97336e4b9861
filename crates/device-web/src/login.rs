//! What makes a browser that of somebody who is logged in: its cookies, its local storage and the session storage of the tab.
//!
//! The form is that of Playwright's storage state (<https://playwright.dev/docs/auth>), so that a state that another tool
//! has saved can be used. That has no session storage; it is a list of its own, of the same form as that of local storage.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    time::Duration,
};

use device::DeviceError;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use thiserror::Error;
use ui::Screen;
use url::Url;

use crate::{
    browser::Browser,
    cdp::{Cdp, CdpError, Requests},
    credentials::origin,
    observe::address_of,
    page::{Page, value_of},
};

/// How long an empty page may take to come.
const COMES: Duration = Duration::from_secs(10);

/// Cookies and storage of somebody who is logged in.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Login {
    #[serde(default)]
    cookies: Vec<Cookie>,
    #[serde(default)]
    origins: Vec<Storage>,
    /// Where a password was asked for while somebody logged in: origin and path.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    asked_at: BTreeSet<String>,
}

/// A cookie, in the words of Playwright and of the DevTools protocol, which are the same.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Cookie {
    name: String,
    value: String,
    domain: String,
    path: String,
    /// Seconds since 1970; -1 ends with the browser.
    #[serde(default = "with_the_browser")]
    expires: f64,
    #[serde(default)]
    http_only: bool,
    #[serde(default)]
    secure: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    same_site: Option<String>,
}

impl Cookie {
    /// Whether it has ended by this time, in seconds since 1970.
    fn has_ended(&self, now: f64) -> bool {
        (0.0..=now).contains(&self.expires)
    }
}

/// The storage of one origin.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
struct Storage {
    origin: String,
    #[serde(default, rename = "localStorage")]
    items: Vec<Item>,
    /// That of the tab in which somebody logged in; a new tab begins without it.
    #[serde(default, rename = "sessionStorage", skip_serializing_if = "Vec::is_empty")]
    of_tab: Vec<Item>,
}

impl Storage {
    fn is_empty(&self) -> bool {
        self.items.is_empty() && self.of_tab.is_empty()
    }
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
struct Item {
    name: String,
    value: String,
}

/// A text is no login.
#[derive(Debug, Error)]
pub enum LoginError {
    /// It is not the JSON of a storage state.
    #[error("it is no storage state of Playwright's form: {0}")]
    Form(#[from] serde_json::Error),
    /// An origin of a storage is none.
    #[error("`{0}` is no origin; one reads https://example.net")]
    Origin(String),
    /// Nothing is in it: nobody is logged in.
    #[error("it has neither cookies nor storage: nobody is logged in")]
    Empty,
}

fn with_the_browser() -> f64 {
    -1.0
}

/// Where it is for; never what is in it.
impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Login")
            .field("sites", &self.sites())
            .finish_non_exhaustive()
    }
}

impl Login {
    /// Read a storage state.
    pub fn parse(text: &str) -> Result<Self, LoginError> {
        let login: Self = serde_json::from_str(text)?;
        if let Some(storage) = login.origins.iter().find(|it| origin(&it.origin).is_none()) {
            return Err(LoginError::Origin(storage.origin.clone()));
        }
        match login.is_empty() {
            true => Err(LoginError::Empty),
            false => Ok(login),
        }
    }

    /// As a storage state.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Whether nobody is logged in.
    pub fn is_empty(&self) -> bool {
        self.cookies.is_empty() && self.origins.iter().all(Storage::is_empty)
    }

    /// The hosts and origins that it is for.
    pub fn sites(&self) -> BTreeSet<&str> {
        let hosts = self.cookies.iter().map(|it| it.domain.trim_start_matches('.'));
        hosts
            .chain(self.origins.iter().map(|it| it.origin.as_str()))
            .collect()
    }

    /// The cookies that have ended by this time, in seconds since 1970, each with its site and how long ago.
    pub fn ended(&self, now: f64) -> Vec<String> {
        let ended = self.cookies.iter().filter(|it| it.has_ended(now));
        let said = ended.map(|it| {
            let site = it.domain.trim_start_matches('.');
            let ago = match (now - it.expires) / 3_600.0 {
                hours if hours < 48.0 => format!("{hours:.0} hours"),
                hours => format!("{:.0} days", hours / 24.0),
            };
            format!("the cookie `{}` of {site} ended {ago} ago", it.name)
        });
        said.collect()
    }

    /// Whether nothing in it holds any more at this time, in seconds since 1970.
    pub fn is_over(&self, now: f64) -> bool {
        let stored = self.origins.iter().any(|it| !it.is_empty());
        !stored && self.cookies.iter().all(|it| it.has_ended(now))
    }

    /// A script that gives a tab its session storage, to run before those of a page; `None` where there is none.
    pub(crate) fn in_a_tab(&self) -> Option<String> {
        let stored = self.origins.iter().filter(|it| !it.of_tab.is_empty());
        let by_origin: BTreeMap<&str, &[Item]> = stored
            .map(|it| (it.origin.as_str(), it.of_tab.as_slice()))
            .collect();
        let by_origin = (!by_origin.is_empty()).then(|| json!(by_origin))?;
        Some(format!(
            "for (const it of ({by_origin})[location.origin] ?? []) sessionStorage.setItem(it.name, it.value)"
        ))
    }

    /// Take cookies and storage from another.
    pub fn take(&mut self, other: Login) {
        self.cookies = other.cookies;
        self.origins = other.origins;
    }

    /// Keep where a password is asked for, as a screen shows it.
    pub fn notice(&mut self, screen: &Screen) {
        if asks_for_password(screen) {
            self.asked_at.extend(address_of(screen));
        }
    }
}

fn asks_for_password(screen: &Screen) -> bool {
    screen.elements.iter().any(|it| it.password)
}

/// Looks whether a login still holds.
pub(crate) struct Watch {
    name: String,
    asked_at: BTreeSet<String>,
    /// Where the page was to begin, until it was seen there.
    begins: Option<String>,
}

impl Watch {
    /// Over a page that begins at this address.
    pub(crate) fn new(name: &str, login: &Login, address: &str) -> Self {
        let url = Url::parse(address).ok();
        let begins = url.map(|it| format!("{}{}", it.origin().ascii_serialization(), it.path()));
        Self {
            name: name.to_owned(),
            asked_at: login.asked_at.clone(),
            begins,
        }
    }

    /// A page that asks for a password where the login was made, or to which the beginning was led away, is one that
    /// nobody is logged in to.
    pub(crate) fn check(&mut self, screen: &Screen) -> Result<(), DeviceError> {
        let begins = self.begins.take();
        let Some(place) = address_of(screen).filter(|_| asks_for_password(screen)) else {
            return Ok(());
        };
        let led_away = begins.is_some_and(|it| it != place);
        match led_away || self.asked_at.contains(&place) {
            true => Err(DeviceError::LoggedOut {
                login: self.name.clone(),
                address: place,
            }),
            false => Ok(()),
        }
    }
}

impl Browser {
    /// Let the pages of a context be those of somebody who is logged in; `None` is the profile's own.
    pub(crate) fn log_in(&self, context: Option<&str>, login: &Login) -> Result<(), DeviceError> {
        let mut params = json!({ "cookies": login.cookies });
        // The protocol knows no -1: a cookie without a date ends with the browser.
        for cookie in params["cookies"].as_array_mut().into_iter().flatten() {
            if cookie["expires"].as_f64().is_none_or(|it| it < 0.0)
                && let Some(fields) = cookie.as_object_mut()
            {
                fields.remove("expires");
            }
        }
        if let Some(context) = context {
            params["browserContextId"] = json!(context);
        }
        self.control("Storage.setCookies", params)?;
        for storage in login.origins.iter().filter(|it| !it.items.is_empty()) {
            let items = serde_json::to_string(&storage.items).unwrap_or_default();
            let script = format!("for (const it of {items}) localStorage.setItem(it.name, it.value)");
            self.on_empty_page(context, &storage.origin, &script)?;
        }
        Ok(())
    }

    /// The cookies of a context, and the local storage of some origins.
    fn login_of(&self, context: Option<&str>, origins: &BTreeSet<String>) -> Result<Login, DeviceError> {
        let params = context.map_or(json!({}), |it| json!({ "browserContextId": it }));
        let mut answer = self.control("Storage.getCookies", params)?;
        let mut login = Login {
            cookies: serde_json::from_value(answer["cookies"].take()).map_err(unreadable)?,
            ..Login::default()
        };
        for origin in origins {
            let items = self.on_empty_page(context, origin, &items_of("localStorage"))?;
            let items = Vec::<Item>::deserialize(items).map_err(unreadable)?;
            if !items.is_empty() {
                login.origins.push(Storage {
                    origin: origin.clone(),
                    items,
                    of_tab: Vec::new(),
                });
            }
        }
        Ok(login)
    }

    /// Evaluate on an empty page of an origin, which nobody is asked for.
    fn on_empty_page(&self, context: Option<&str>, origin: &str, script: &str) -> Result<Value, DeviceError> {
        let target = self.create_target(context)?;
        let mut cdp = self.connect_page(&target)?;
        let value = evaluate_at(&mut cdp, origin, script);
        // Who looks for the pages of the context next must not find this one. Its connection ends with it.
        let gone = self.close_target(&target).and_then(|()| {
            match cdp.wait_event("Inspector.targetCrashed", COMES) {
                Ok(_) | Err(CdpError::Closed { .. }) => Ok(()),
                Err(error) => Err(error),
            }
        });
        if let Err(error) = gone {
            tracing::debug!(%error, "an empty page was not closed");
        }
        value
    }
}

/// An expression for what a storage of the page holds.
fn items_of(storage: &str) -> String {
    format!("Object.entries({storage}).map(([name, value]) => ({{ name, value }}))")
}

fn unreadable(error: serde_json::Error) -> DeviceError {
    DeviceError::Lost {
        doing: "read who is logged in".to_owned(),
        reason: error.to_string(),
    }
}

fn evaluate_at(cdp: &mut Cdp, origin: &str, script: &str) -> Result<Value, DeviceError> {
    cdp.call("Page.enable", json!({}))?;
    cdp.decide_requests(Requests::AnsweredEmpty)?;
    cdp.post("Page.navigate", json!({ "url": format!("{origin}/") }))?;
    cdp.wait_event("Page.loadEventFired", COMES)?;
    let params = json!({ "expression": script, "returnByValue": true });
    value_of(cdp.call("Runtime.evaluate", params)?, script)
}

impl Page {
    /// From now on this is the page of somebody who is logged in.
    pub fn log_in(&mut self, login: &Login) -> Result<(), DeviceError> {
        self.in_tab = login.in_a_tab();
        self.browser().log_in(self.context.named(), login)
    }

    /// Who is logged in here: all cookies, the local storage of the origins of these addresses, and the session storage of the
    /// tab in front.
    pub fn login(&mut self, addresses: &[String]) -> Result<Login, DeviceError> {
        let origins = addresses.iter().filter_map(|it| origin(it)).collect();
        let mut login = self.browser().login_of(self.context.named(), &origins)?;
        if let Some((origin, of_tab)) = self.storage_of_tab() {
            match login.origins.iter_mut().find(|it| it.origin == origin) {
                Some(storage) => storage.of_tab = of_tab,
                None => login.origins.push(Storage {
                    origin,
                    items: Vec::new(),
                    of_tab,
                }),
            }
        }
        Ok(login)
    }

    /// The session storage of the tab in front and its origin. One that is closed by now, or whose document may have none, has none.
    fn storage_of_tab(&mut self) -> Option<(String, Vec<Item>)> {
        let script = format!("[location.origin, {}]", items_of("sessionStorage"));
        let (address, items): (String, Vec<Item>) = self
            .evaluate_as(&script)
            .inspect_err(|error| tracing::debug!(%error, "no session storage"))
            .ok()?;
        let origin = origin(&address)?;
        (!items.is_empty()).then_some((origin, items))
    }

    /// Have the document that is opened next begin with the session storage of somebody who is logged in, where there is one.
    pub(crate) fn begin_in_tab(&mut self) -> Result<Option<Value>, DeviceError> {
        let Some(script) = self.in_tab.as_ref().filter(|_| !self.has_begun) else {
            return Ok(None);
        };
        let params = json!({ "source": script });
        Ok(Some(
            self.cdp.call("Page.addScriptToEvaluateOnNewDocument", params)?,
        ))
    }

    /// It is there, if it was opened: no later document is given it, so that who is logged out on the page stays so.
    pub(crate) fn began_in_tab(&mut self, script: Option<Value>, opened: bool) -> Result<(), DeviceError> {
        self.has_begun |= opened;
        if let Some(script) = script {
            self.cdp
                .call("Page.removeScriptToEvaluateOnNewDocument", script)?;
        }
        Ok(())
    }

    /// Wait until the page goes somewhere else, at most so long.
    pub fn wait_to_go(&mut self, most: Duration) -> Result<(), DeviceError> {
        match self.cdp.wait_event("Page.frameNavigated", most) {
            Ok(_) | Err(CdpError::Late { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// The address that the page has now.
    pub fn address(&mut self) -> Result<String, DeviceError> {
        let address = self.evaluate("location.href")?;
        Ok(address.as_str().unwrap_or_default().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use ui::Element;

    use super::*;

    const STATE: &str = r#"{
        "cookies": [{"name": "sid", "value": "s3cret", "domain": ".shop.example", "path": "/", "expires": -1,
                     "httpOnly": true, "secure": false, "sameSite": "Lax"}],
        "origins": [{"origin": "https://shop.example", "localStorage": [{"name": "token", "value": "t0ken"}]}]
    }"#;

    fn screen(path: &str, password: bool) -> Screen {
        let field = Element {
            password,
            ..Element::default()
        };
        Screen {
            app: "https://shop.example".to_owned(),
            activity: format!("{path} Shop"),
            size: (100, 100),
            elements: vec![field],
            today: String::new(),
            in_part: Vec::new(),
        }
    }

    #[test]
    fn what_has_ended_is_named() {
        let cookie = |name: &str, expires: f64| {
            format!(
                r#"{{"name": "{name}", "value": "s3cret", "domain": ".shop.example", "path": "/", "expires": {expires}}}"#
            )
        };
        let state = |all: &[String]| Login::parse(&format!(r#"{{"cookies": [{}]}}"#, all.join(","))).unwrap();
        let now = 1_000_000.0;
        let over = state(&[cookie("sid", now - 7_200.0), cookie("old", now - 864_000.0)]);
        assert!(over.is_over(now));
        assert_eq!(
            over.ended(now),
            [
                "the cookie `sid` of shop.example ended 2 hours ago",
                "the cookie `old` of shop.example ended 10 days ago"
            ]
        );
        // What ends with the browser, or later, holds.
        let holds = state(&[
            cookie("sid", -1.0),
            cookie("theme", now + 60.0),
            cookie("old", 5.0),
        ]);
        assert!(!holds.is_over(now));
        assert_eq!(holds.ended(now).len(), 1);
        let stored = Login::parse(STATE).unwrap();
        assert!(!stored.is_over(now) && stored.ended(now).is_empty());
    }

    #[test]
    fn a_storage_state_is_read_and_written() {
        let login = Login::parse(STATE).unwrap();
        assert!(Login::parse(&login.text()).unwrap() == login);
        assert_eq!(
            login.sites().into_iter().collect::<Vec<_>>(),
            ["https://shop.example", "shop.example"]
        );
        let said = format!("{login:?}");
        assert!(!said.contains("s3cret") && !said.contains("t0ken"), "{said}");
        for (text, why) in [
            ("{}", "nobody is logged in"),
            ("[", "no storage state"),
            (
                r#"{"origins": [{"origin": "shop", "localStorage": []}]}"#,
                "no origin",
            ),
        ] {
            let said = Login::parse(text).unwrap_err().to_string();
            assert!(said.contains(why), "{said}");
        }
    }

    #[test]
    fn an_ended_login_is_noticed() {
        let mut login = Login::parse(STATE).unwrap();
        login.notice(&screen("/home", false));
        login.notice(&screen("/login", true));
        let ended = |begins: &str, screens: &[Screen]| {
            let mut watch = Watch::new("shop", &login, begins);
            screens.iter().position(|it| watch.check(it).is_err())
        };
        let begins = "https://shop.example/home?x=1";
        assert_eq!(
            ended(begins, &[screen("/home", false), screen("/orders", false)]),
            None
        );
        // Led to where the login was made, at once or later.
        assert_eq!(ended(begins, &[screen("/login", true)]), Some(0));
        assert_eq!(
            ended(begins, &[screen("/home", false), screen("/login", true)]),
            Some(1)
        );
        // Led somewhere else at once.
        assert_eq!(ended(begins, &[screen("/sso", true)]), Some(0));
        // A password that the task itself is about.
        assert_eq!(
            ended(begins, &[screen("/home", false), screen("/password", true)]),
            None
        );
        assert_eq!(
            ended("https://shop.example/password", &[screen("/password", true)]),
            None
        );
    }
}
