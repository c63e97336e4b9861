//! The devices and suites that are built in.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex},
};

use device::{Device, DeviceError, Environment, EnvironmentError, Tasks};
use device_android::{Android, Rung};
use device_web::{Browser, DevTools, Fence, MiniWob, MiniWobOptions, Page, Web};
use emulator::{Emulator, Phone};
use task::{TaskType, Template};

use crate::{
    bad_start::BadStart,
    error::Error,
    file_help::FileHelp,
    home::{self, Home},
    logins::Logins,
    original::OriginalDriver,
    pages::PageOptions,
    params::Goals,
    perturb::Perturb,
    registry::{Driver, Leased, Need, Pool, Registry, Setup, Start, Suite, Terms, check_setup},
};

impl Registry {
    /// What is built in: the one list of it.
    pub fn built_in(home: &Home) -> Self {
        let mut registry = Self::empty();
        registry.add_device(Arc::new(EmulatorDriver));
        registry.add_device(Arc::new(WebDriver::new(
            Logins::at(home.logins.clone()),
            PageOptions::default(),
        )));
        registry.add_device(Arc::new(PhoneDriver::new(device_android::Options {
            leases: leases("phones"),
            ..device_android::Options::default()
        })));
        registry.add_device(Arc::new(OriginalDriver::default()));
        registry.add_suite(Arc::new(AndroidWorld));
        registry.add_suite(Arc::new(MiniWobSuite));
        registry
    }
}

/// Ways in which the emulator's phones differ, read from their names.
fn read_ways(names: &[String]) -> Result<emulator::Perturb, Error> {
    names.join(",").parse().map_err(Error::usage)
}

/// Their names.
fn names_of(perturb: &emulator::Perturb) -> Vec<String> {
    perturb.kinds().iter().map(|it| it.name().to_owned()).collect()
}

/// The embedded emulator.
pub struct EmulatorDriver;

impl Driver for EmulatorDriver {
    fn name(&self) -> &str {
        emulator::NAME
    }

    fn bare_suite(&self) -> &'static str {
        "device"
    }

    fn needs_url(&self) -> bool {
        false
    }

    fn has_addresses(&self) -> bool {
        false
    }

    fn lacks_app(&self, name: &str) -> Option<Vec<String>> {
        let lacks = Phone::package(name).is_none();
        lacks.then(|| Emulator::new().info().apps)
    }

    /// It is in this process, and each is made with its data as it is at the beginning.
    fn forgets(&self) -> bool {
        true
    }

    fn variants(&self, perturb: &Perturb) -> Result<Vec<String>, Error> {
        read_ways(perturb.names()).map(|it| names_of(&it))
    }

    fn needs(&self) -> Vec<Need> {
        let types = Emulator::new().task_types().len();
        vec![Need {
            what: emulator::NAME.to_owned(),
            found: Ok(format!("built in, {types} task types")),
        }]
    }

    fn open(&self, start: &Start) -> Result<Box<dyn Device>, Error> {
        match &start.url {
            Some(_) => Err(Error::usage(BadStart::Url)),
            None => Ok(Box::new(
                Emulator::new().perturbed(read_ways(start.perturb.names())?),
            )),
        }
    }
}

/// Android phones over adb: `adb` is the only one, `adb:SERIAL` and `adb:HOST:PORT` are one of several. `?rung=helper` behind
/// it says how the phone is read.
#[derive(Clone, Default)]
pub struct PhoneDriver {
    name: Option<String>,
    /// What stands behind its name, with the question mark.
    query: String,
    options: device_android::Options,
}

impl PhoneDriver {
    /// Phones that are opened in this way.
    pub fn new(options: device_android::Options) -> Self {
        Self {
            options,
            ..Self::default()
        }
    }
}

impl Driver for PhoneDriver {
    fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(device_android::NAME)
    }

    fn bare_suite(&self) -> &'static str {
        "phone"
    }

    fn needs_url(&self) -> bool {
        false
    }

    fn has_addresses(&self) -> bool {
        false
    }

    fn opens_several(&self) -> bool {
        false
    }

    fn open(&self, start: &Start) -> Result<Box<dyn Device>, Error> {
        if start.url.is_some() {
            return Err(Error::usage(BadStart::Url));
        }
        let phone = Android::open(&self.options).map_err(EnvironmentError::from)?;
        Ok(Box::new(phone))
    }

    fn at(&self, which: &str) -> Option<Arc<dyn Driver>> {
        let (address, query) = which.split_at(which.find('?').unwrap_or(which.len()));
        let rung = match query.strip_prefix("?rung=") {
            Some(name) => Some(Rung::called(name)?),
            None if !query.is_empty() => return None,
            None => self.options.rung,
        };
        // `adb:?rung=helper` is the only phone.
        let is_named = !address.is_empty() || query.is_empty();
        let options = device_android::Options {
            address: is_named.then(|| address.to_owned()),
            rung,
            ..self.options.clone()
        };
        Some(Arc::new(Self {
            name: Some(format!("{}:{which}", device_android::NAME)),
            query: query.to_owned(),
            options,
        }))
    }

    fn lease(&self) -> Result<Option<Leased>, Error> {
        let leased = device_android::lease(&self.options, true).map_err(EnvironmentError::from)?;
        let named = |serial: String| format!("{}:{serial}{}", device_android::NAME, self.query);
        Ok(leased.map(|(serial, lease)| Leased::new(named(serial), lease)))
    }

    fn everywhere(&self) -> Option<String> {
        let phone = device_android::everywhere(&self.options)?;
        Some(format!("{} {phone}", device_android::NAME))
    }

    fn present(&self) -> Result<Vec<(String, String)>, Error> {
        let all = device_android::phones(&self.options).map_err(EnvironmentError::from)?;
        let named =
            |it: device_android::Phone| (format!("{}:{}", device_android::NAME, it.serial), it.description);
        Ok(all.into_iter().map(named).collect())
    }
}

/// Where the programs of this user say which devices of a kind they work with, whatever homes they have.
fn leases(kind: &str) -> Option<PathBuf> {
    let dirs = directories::ProjectDirs::from("", "", "autorpa")?;
    let folder = dirs.runtime_dir().unwrap_or(dirs.cache_dir());
    Some(folder.join(kind))
}

/// Where something is.
fn found(path: Result<PathBuf, DeviceError>) -> Result<String, EnvironmentError> {
    Ok(path?.display().to_string())
}

/// Chromium: one browser for all that is opened, each page with cookies and storage of its own.
pub struct WebDriver {
    browser: Mutex<Option<Browser>>,
    logins: Logins,
    pages: PageOptions,
}

impl WebDriver {
    /// Pages that are opened so, for which these logins are kept.
    pub fn new(logins: Logins, pages: PageOptions) -> Self {
        Self {
            browser: Mutex::default(),
            logins,
            pages,
        }
    }

    /// A new page of the browser that runs, else of a new one. What a page `apart` is given stays out of the user's profile.
    fn page(&self, apart: bool) -> Result<Page, DeviceError> {
        let page = |it: &Browser| if apart { it.page_apart() } else { it.page() };
        // A poisoned lock only means that another thread panicked while it opened a page.
        let mut browser = self.browser.lock().unwrap_or_else(|it| it.into_inner());
        if let Some(page) = browser.as_ref().and_then(|it| page(it).ok()) {
            return Ok(page);
        }
        page(browser.insert(self.pages.browser()?))
    }
}

/// The phone that a browser is on: who uses the one uses the other.
fn of_phone(at: &DevTools) -> Option<device_android::Options> {
    let phone = at.phone()?;
    Some(device_android::Options {
        address: phone.serial().map(str::to_owned),
        leases: leases("phones"),
        ..device_android::Options::default()
    })
}

/// What a browser that runs is called.
fn called(at: &DevTools) -> String {
    match at.which() {
        (place, None) => place,
        (place, Some(path)) => format!("{place} {}", &library::sha256(path)[..12]),
    }
}

impl Driver for WebDriver {
    fn name(&self) -> &str {
        device_web::NAME
    }

    fn bare_suite(&self) -> &'static str {
        "page"
    }

    fn needs_url(&self) -> bool {
        true
    }

    fn lacks_app(&self, _: &str) -> Option<Vec<String>> {
        Some(Vec::new())
    }

    fn can_read_only(&self) -> bool {
        true
    }

    fn needs(&self) -> Vec<Need> {
        vec![Need {
            what: "Chromium".to_owned(),
            found: found(device_web::find_chromium()),
        }]
    }

    /// A browser that runs is one worker's; one of our own is nobody else's anyway.
    fn lease(&self) -> Result<Option<Leased>, Error> {
        let (Some(at), Some(folder)) = (&self.pages.attach, leases("browsers")) else {
            return Ok(None);
        };
        if let Some(phone) = of_phone(at) {
            let lease = device_android::lease(&phone, false).map_err(EnvironmentError::from)?;
            return Ok(lease.map(|(_, lease)| Leased::new(device_web::NAME.to_owned(), lease)));
        }
        let leased = device_android::Lease::of(&folder, &called(at));
        let lease = leased.map_err(|it| it.of(&format!("the browser at {at}")));
        let lease = lease.map_err(EnvironmentError::from)?;
        Ok(Some(Leased::new(device_web::NAME.to_owned(), lease)))
    }

    fn everywhere(&self) -> Option<String> {
        let at = self.pages.attach.as_ref().filter(|it| !it.is_here())?;
        if let Some(phone) = of_phone(at) {
            return device_android::everywhere(&phone).map(|it| format!("{} {it}", device_android::NAME));
        }
        Some(format!("{} {}", device_web::NAME, called(at)))
    }

    fn open(&self, start: &Start) -> Result<Box<dyn Device>, Error> {
        match &start.url {
            Some(url) => {
                let further: Vec<String> = self.pages.origins.iter().chain(&start.origins).cloned().collect();
                let name = start.login.as_ref().or(self.pages.login.as_ref());
                let login = match name {
                    Some(name) => Some((name, self.logins.get(name)?)),
                    None => None,
                };
                let auth = self.pages.auth.as_ref();
                let credentials = auth.map(|it| it.credentials(url)).transpose()?.flatten();
                let opened = || -> Result<Web, DeviceError> {
                    let fence = Fence::around(url, &further)?.within(&self.pages.within)?;
                    fence.check(url)?;
                    let fence = if start.reads_only { fence.reading() } else { fence };
                    let mut page = self.page(login.is_some())?;
                    if let Some(credentials) = credentials {
                        page.authorize(credentials);
                    }
                    page.stay_within(fence)?;
                    if let Some((_, login)) = &login {
                        page.log_in(login)?;
                    }
                    page.open(url)?;
                    let web = Web::new(page);
                    Ok(match &login {
                        Some((name, login)) => web.watching(name, login, url),
                        None => web,
                    })
                };
                Ok(Box::new(opened().map_err(EnvironmentError::from)?))
            }
            None => Err(Error::usage(BadStart::NoPage)),
        }
    }
}

/// AndroidWorld-style tasks on the embedded emulator.
pub struct AndroidWorld;

impl Suite for AndroidWorld {
    fn name(&self) -> &str {
        emulator::tasks::SUITE
    }

    fn device(&self) -> &str {
        emulator::NAME
    }

    fn task_types(&self) -> Result<Vec<TaskType>, Error> {
        Ok(Emulator::new().task_types())
    }

    fn about(&self) -> String {
        format!(
            "Our own re-implementation of {} of AndroidWorld's {} task types, on our emulator: not the original.",
            Emulator::new().task_types().len(),
            emulator::tasks::ORIGINAL_TASK_TYPES
        )
    }

    fn variants(&self, perturb: &Perturb) -> Result<Vec<String>, Error> {
        EmulatorDriver.variants(perturb)
    }

    fn goals(&self) -> Result<Vec<(String, Vec<Template>)>, Error> {
        // It opens at once, and tells more of the wordings than its types do.
        let mut env = Emulator::new();
        let types = env.task_types();
        types
            .into_iter()
            .map(|it| {
                let goals = Goals::learn(&mut env, &it.name, &[])?;
                Ok((it.name, goals.templates().to_vec()))
            })
            .collect()
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Environment>, Error> {
        check_setup(self, setup)?;
        let emulator = match &setup.instances {
            None => Emulator::new(),
            Some(file) => {
                let text = home::read(file, FileHelp::Instances)?;
                let instances = emulator::instances::load(&text).map_err(|it| Error::in_file(file, it))?;
                Emulator::with_instances(instances)
            }
        };
        Ok(Box::new(emulator.perturbed(read_ways(setup.perturb.names())?)))
    }

    fn pool(&self) -> Result<Box<dyn Pool>, Error> {
        Ok(Box::new(Emulators))
    }

    fn terms(&self) -> Terms {
        Terms {
            own_values: true,
            // A run takes a millisecond.
            candidates: 40,
            side_by_side: true,
            opens_at_once: true,
            keeps_final_seeds: true,
        }
    }
}

/// Emulators, each of its own.
struct Emulators;

impl Pool for Emulators {
    fn types(&self) -> Vec<String> {
        let types = Emulator::new().task_types();
        types.into_iter().map(|it| it.name).collect()
    }

    fn open(&self, way: Option<&str>) -> Result<Box<dyn Environment>, Error> {
        let way: Vec<String> = way.map(str::to_owned).into_iter().collect();
        Ok(Box::new(Emulator::new().perturbed(read_ways(&way)?)))
    }
}

/// The MiniWoB++ pages in Chromium.
pub struct MiniWobSuite;

impl Suite for MiniWobSuite {
    fn name(&self) -> &str {
        device_web::SUITE
    }

    fn device(&self) -> &str {
        device_web::NAME
    }

    fn about(&self) -> String {
        "The original pages of MiniWoB++, in Chromium.".to_owned()
    }

    fn needs(&self) -> Vec<Need> {
        vec![Need {
            what: "MiniWoB++ pages".to_owned(),
            found: found(device_web::find_pages()),
        }]
    }

    /// Read from the suite's directory: no browser is started to find a name.
    fn task_types(&self) -> Result<Vec<TaskType>, Error> {
        let pages = device_web::find_pages().map_err(EnvironmentError::from)?;
        let names = device_web::task_types_in(&pages).map_err(EnvironmentError::from)?;
        Ok(names.into_iter().map(|it| device_web::task_type(&it)).collect())
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Environment>, Error> {
        check_setup(self, setup)?;
        if setup.instances.is_some() {
            return Err(Error::usage(BadStart::InstancesOfPages));
        }
        let env = MiniWob::launch(MiniWobOptions::default()).map_err(EnvironmentError::from)?;
        Ok(Box::new(env))
    }

    fn pool(&self) -> Result<Box<dyn Pool>, Error> {
        let first = MiniWob::launch(MiniWobOptions::default()).map_err(EnvironmentError::from)?;
        Ok(Box::new(Pages {
            browser: first.browser().clone(),
            html: first.html().to_owned(),
            types: first.task_types().into_iter().map(|it| it.name).collect(),
        }))
    }

    fn terms(&self) -> Terms {
        Terms {
            own_values: false,
            // A run takes a tenth of a second or more.
            candidates: 12,
            side_by_side: true,
            opens_at_once: false,
            keeps_final_seeds: true,
        }
    }
}

/// Pages of one browser.
struct Pages {
    browser: Browser,
    html: PathBuf,
    types: Vec<String>,
}

impl Pool for Pages {
    fn types(&self) -> Vec<String> {
        self.types.clone()
    }

    fn open(&self, _way: Option<&str>) -> Result<Box<dyn Environment>, Error> {
        match MiniWob::on(&self.browser, self.html.clone()) {
            Ok(page) => Ok(Box::new(page)),
            // The browser is gone: this worker goes on in another one.
            Err(_) => MiniWobSuite.open(&Setup::default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_a_phone_is_read_is_asked_for_behind_its_name() {
        let at = |which: &str| {
            let phone = PhoneDriver::default().at(which)?;
            Some(phone.name().to_owned())
        };
        for which in [
            "R58",
            "R58?rung=helper",
            "?rung=dump",
            "10.0.0.7:5555?rung=server",
        ] {
            assert_eq!(at(which), Some(format!("adb:{which}")));
        }
        for which in ["R58?rung=ladder", "R58?helper", "R58?"] {
            assert_eq!(at(which), None, "{which}");
        }
    }
}
