//! Which devices and suites there are, by name. Anybody may add more.

use std::{any::Any, path::PathBuf, sync::Arc};

use device::{Bare, Device, Environment, EnvironmentError};
use settings::Setting;
use task::{
    Instance, Params, TaskType, Template,
    file::{Irreversible, Param},
    seeds,
};
use thiserror::Error;

use crate::{
    error::{Error, Several},
    perturb::Perturb,
};

/// What a registry or a suite of it does not have.
#[derive(Debug, Error)]
pub enum NotOffered {
    /// Instances with values that are given.
    #[error(
        "the instances of `{task_type}` are made by the suite {suite}: name one by its {}",
        Setting::Seed
    )]
    Instances {
        /// The task type.
        task_type: String,
        /// Its suite.
        suite: String,
    },
    /// This further name of a device.
    #[error(
        "`{name}` can't be a further name for `{device}`: a device is called so already, or it has a colon in it"
    )]
    FurtherName {
        /// The name.
        name: String,
        /// The device.
        device: String,
    },
    /// This task type, as far as the suites say which they have.
    #[error("{unknown}\n{missing}")]
    TaskType {
        /// That no suite has it.
        unknown: EnvironmentError,
        /// The suites that do not say it.
        missing: Several<UnknownTypes>,
    },
    /// The suite on this device.
    #[error("the suite {suite} runs on the device `{device}`, not on `{wanted}`")]
    Device {
        /// The suite.
        suite: String,
        /// Its device.
        device: String,
        /// The one that was asked for.
        wanted: String,
    },
    /// A device that differs as a perturbation says.
    #[error("`perturb` is for a device that can differ, as the emulator does; `{device}` is what it is")]
    Perturbed {
        /// The device.
        device: String,
    },
}

impl NotOffered {
    /// No suite has this task type, as far as all is known; `near` are those that are called nearly so.
    pub(crate) fn task_type(name: &str, near: Vec<String>, missing: Vec<UnknownTypes>) -> Error {
        let name = name.to_owned();
        let unknown = EnvironmentError::UnknownTaskType { name, near };
        match missing.is_empty() {
            true => unknown.into(),
            false => Error::usage(Self::TaskType {
                unknown,
                missing: Several(missing),
            }),
        }
    }
}

/// What a suite does not say of its task types.
#[derive(Debug, Error)]
pub enum UnknownTypes {
    /// Which it has.
    #[error("note: the task types of {suite} are not known: {why}")]
    All {
        /// The suite.
        suite: String,
        /// Why not.
        why: Error,
    },
    /// What a file says that is left out.
    #[error("note: a task of {suite} is left out: {why}")]
    One {
        /// The suite.
        suite: String,
        /// Why.
        why: Arc<Error>,
    },
}

impl UnknownTypes {
    /// What a suite leaves out.
    pub(crate) fn left_out(suite: &dyn Suite) -> impl Iterator<Item = Self> {
        let name = suite.name().to_owned();
        suite.left_out().into_iter().map(move |why| Self::One {
            suite: name.clone(),
            why,
        })
    }
}

/// Opens devices of one kind.
pub trait Driver: Send + Sync {
    /// The name it is registered under.
    fn name(&self) -> &str;

    /// What stands for a suite in recordings of what belongs to none.
    fn bare_suite(&self) -> &'static str;

    /// Whether it needs an address to begin at.
    fn needs_url(&self) -> bool;

    /// Whether what is in front has an address, and an address can be gone to. A task file that asks for one is wrong
    /// elsewhere.
    fn has_addresses(&self) -> bool {
        true
    }

    /// The names of all its apps, where none of them is called so, as far as that is known without opening it.
    fn lacks_app(&self, name: &str) -> Option<Vec<String>> {
        let _ = name;
        None
    }

    /// Whether what was done on it is gone once it is opened again. What is not known to forget keeps all: nothing that
    /// writes is done twice there without asking.
    fn forgets(&self) -> bool {
        false
    }

    /// Whether it can promise that nothing is written ([`Start::reads_only`]).
    fn can_read_only(&self) -> bool {
        false
    }

    /// The ways in which it can differ that these names say ([`Start::perturb`]): each once, in an order of its own. What
    /// it can't do is refused by name; where it is what it is, everything is.
    fn variants(&self, perturb: &Perturb) -> Result<Vec<String>, Error> {
        no_ways(self.name(), perturb)
    }

    /// What of this machine it needs, and whether that is there.
    fn needs(&self) -> Vec<Need> {
        Vec::new()
    }

    /// Whether it can be opened several times, each with a screen of its own.
    fn opens_several(&self) -> bool {
        true
    }

    /// A device where this begins.
    fn open(&self, start: &Start) -> Result<Box<dyn Device>, Error>;

    /// The same for one device of several, by what stands behind the name: `name:WHICH`. `None` where there is only
    /// one.
    fn at(&self, which: &str) -> Option<Arc<dyn Driver>> {
        let _ = which;
        None
    }

    /// Take one of several devices for this program alone, for as long as the answer is kept: the one that is named, else any
    /// that no other program has. `None` where nobody keeps programs apart.
    fn lease(&self) -> Result<Option<Leased>, Error> {
        Ok(None)
    }

    /// How it is called on every machine that can reach it; `None` where it is this machine's alone. Workers of a queue on a server
    /// keep apart by it.
    fn everywhere(&self) -> Option<String> {
        None
    }

    /// The suite that it brings along, where its tasks are nobody else's.
    fn suite(&self) -> Option<Arc<dyn Suite>> {
        None
    }

    /// The devices that can be reached now, each as it is named and described; empty where it always opens one.
    fn present(&self) -> Result<Vec<(String, String)>, Error> {
        Ok(Vec::new())
    }
}

/// A device that is this program's alone.
pub struct Leased {
    /// Its name, with which one it is.
    pub device: String,
    _held: Box<dyn Any + Send>,
}

impl Leased {
    /// This device, for as long as what holds it is kept.
    pub fn new(device: String, held: impl Any + Send) -> Self {
        Self {
            device,
            _held: Box::new(held),
        }
    }
}

/// A device under a further name.
struct Named {
    name: String,
    driver: Arc<dyn Driver>,
}

impl Driver for Named {
    fn name(&self) -> &str {
        &self.name
    }

    fn bare_suite(&self) -> &'static str {
        self.driver.bare_suite()
    }

    fn needs_url(&self) -> bool {
        self.driver.needs_url()
    }

    fn has_addresses(&self) -> bool {
        self.driver.has_addresses()
    }

    fn lacks_app(&self, name: &str) -> Option<Vec<String>> {
        self.driver.lacks_app(name)
    }

    fn forgets(&self) -> bool {
        self.driver.forgets()
    }

    fn can_read_only(&self) -> bool {
        self.driver.can_read_only()
    }

    fn variants(&self, perturb: &Perturb) -> Result<Vec<String>, Error> {
        self.driver.variants(perturb)
    }

    fn opens_several(&self) -> bool {
        self.driver.opens_several()
    }

    fn suite(&self) -> Option<Arc<dyn Suite>> {
        self.driver.suite()
    }

    fn lease(&self) -> Result<Option<Leased>, Error> {
        self.driver.lease()
    }

    fn everywhere(&self) -> Option<String> {
        self.driver.everywhere()
    }

    fn open(&self, start: &Start) -> Result<Box<dyn Device>, Error> {
        self.driver.open(start)
    }
}

impl dyn Driver {
    /// A device where this begins, as an environment without tasks.
    pub fn bare(&self, start: &Start) -> Result<Box<dyn Environment>, Error> {
        self.variants(&start.perturb)?;
        Ok(Box::new(Bare::new(self.open(start)?, self.bare_suite())))
    }
}

/// Something of this machine that a device or a suite needs.
#[derive(Debug)]
pub struct Need {
    /// What it is called.
    pub what: String,
    /// Where it is, or what there is to say of it; else why it can't be had.
    pub found: Result<String, EnvironmentError>,
}

/// The device of this name, or the one of several that stands behind it: `name:WHICH`.
pub(crate) fn device_named(devices: &[Arc<dyn Driver>], name: &str) -> Option<Arc<dyn Driver>> {
    let with = |name: &str| devices.iter().find(|it| it.name() == name).cloned();
    let one = || {
        let (name, which) = name.split_once(':')?;
        with(name)?.at(which)
    };
    with(name).or_else(one)
}

/// Nothing differs, and all that should is refused.
fn no_ways(device: &str, perturb: &Perturb) -> Result<Vec<String>, Error> {
    match perturb.is_none() {
        true => Ok(Vec::new()),
        false => Err(Error::usage(NotOffered::Perturbed {
            device: device.to_owned(),
        })),
    }
}

/// Where a device begins.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The address of a page.
    pub url: Option<String>,
    /// Origins that the page may be taken to besides that of the address.
    pub origins: Vec<String>,
    /// Who is logged in there: the name of a kept login.
    pub login: Option<String>,
    /// How it differs.
    pub perturb: Perturb,
    /// Whether nothing may be written there: only who can promise that is asked for it ([`Driver::can_read_only`]).
    pub reads_only: bool,
}

/// A set of task types with a device and a judge.
pub trait Suite: Send + Sync {
    /// The name it is registered under, as in recordings and receipts.
    fn name(&self) -> &str;

    /// Name of the device its tasks are done on.
    fn device(&self) -> &str;

    /// Its task types, sorted by name. No device is opened to find them.
    fn task_types(&self) -> Result<Vec<TaskType>, Error>;

    /// What is wrong with task files that are left out.
    fn left_out(&self) -> Vec<Arc<Error>> {
        Vec::new()
    }

    /// How the goals of each task type read, as far as that is known without opening a device.
    fn goals(&self) -> Result<Vec<(String, Vec<Template>)>, Error> {
        let template = |it: &TaskType| it.template.as_ref().and_then(|it| Template::parse(it).ok());
        let types = self.task_types()?;
        Ok(types
            .iter()
            .filter_map(|it| Some((it.name.clone(), vec![template(it)?])))
            .collect())
    }

    /// An environment with its tasks.
    fn open(&self, setup: &Setup) -> Result<Box<dyn Environment>, Error>;

    /// Where several environments come from that are worked on side by side.
    fn pool(&self) -> Result<Box<dyn Pool>, Error>;

    /// What it allows, and what a run on it costs.
    fn terms(&self) -> Terms;

    /// The ways in which its devices can differ that these names say: each once, in an order of its own. What they can't
    /// do is refused by name; where they are what they are, everything is.
    fn variants(&self, perturb: &Perturb) -> Result<Vec<String>, Error> {
        no_ways(self.device(), perturb)
    }

    /// What of this machine it needs besides its device, and whether that is there.
    fn needs(&self) -> Vec<Need> {
        Vec::new()
    }

    /// What it is, in a sentence, for a page of results; empty where its name says it.
    fn about(&self) -> String {
        String::new()
    }

    /// The parameters of a task type that takes a user's own values, for a run on what is really there. `None` where its
    /// instances are made up.
    fn parameters(&self, task_type: &str) -> Result<Option<Vec<Param>>, Error> {
        let _ = task_type;
        Ok(None)
    }

    /// The instance of such a task type with these values.
    fn instance_with(&self, task_type: &str, given: &Params) -> Result<Instance, Error> {
        let _ = given;
        Err(Error::usage(NotOffered::Instances {
            task_type: task_type.to_owned(),
            suite: self.name().to_owned(),
        }))
    }

    /// Which of these texts has the value of a secret of a task type in it: its place, and what stands for the secret. One
    /// that can't be had here is not looked for.
    fn secret_in(&self, task_type: &str, texts: &[&str]) -> Option<(usize, String)> {
        let _ = (task_type, texts);
        None
    }

    /// The steps of a task type that can't be taken back.
    fn irreversible(&self, task_type: &str) -> Vec<Irreversible> {
        let _ = task_type;
        Vec::new()
    }

    /// The address at which an instance begins, where it begins at one.
    fn address(&self, instance: &Instance) -> Result<Option<String>, Error> {
        let _ = instance;
        Ok(None)
    }

    /// Who is logged in where a task type begins, by the name of a kept login.
    fn login(&self, task_type: &str) -> Option<String> {
        let _ = task_type;
        None
    }

    /// Whether what is done for one of its task types is gone once its device is opened again. Whoever makes its instances sets up
    /// each anew.
    fn forgets(&self, task_type: &str) -> bool {
        let _ = task_type;
        true
    }

    /// What may be done with one of its task types.
    fn rights(&self, task_type: &str) -> Rights {
        let _ = task_type;
        Rights::default()
    }
}

/// What a suite allows, and what a run on it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Whether an instance may be set up with values that are asked for; else its seed makes them.
    pub own_values: bool,
    /// How many candidates are worth running before the explorer is asked again: the dearer a run, the fewer.
    pub candidates: usize,
    /// Whether several of its environments can be worked on at once.
    pub side_by_side: bool,
    /// Whether an environment opens at once: it starts no browser and reaches no device.
    pub opens_at_once: bool,
    /// Whether it makes its instances, and those from [`task::FINAL`] on are for `bench --final` alone.
    pub keeps_final_seeds: bool,
}

/// Refuse a final seed of a suite that makes its instances: one that was looked at measures nothing any more. Those of
/// adversarial instances are none.
pub fn may_look_at(seed: u64) -> Result<(), Error> {
    match seeds::is_final(seed) {
        true => Err(Error::FinalSeed { seed }),
        false => Ok(()),
    }
}

impl Terms {
    /// Seeds to build a task type on, where none are named. A suite that makes its instances has so many that they are drawn.
    pub fn building(&self, task_type: &str) -> Box<dyn Iterator<Item = u64>> {
        match self.keeps_final_seeds {
            true => Box::new(task::drawn(task_type)),
            false => Box::new(1..),
        }
    }

    /// Refuse a final seed, where the suite keeps any.
    pub fn may_look_at(&self, seed: u64) -> Result<(), Error> {
        match self.keeps_final_seeds {
            true => may_look_at(seed),
            false => Ok(()),
        }
    }
}

/// What may be done with a task type, and how it is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rights {
    /// Whether an instance can be set up again: else nothing that writes is run twice without asking.
    pub resets: bool,
    /// Whether exploring may press anything.
    pub explores: bool,
    /// Whether several runs may go on at once: none of its checks sees what another one does.
    pub side_by_side: bool,
    /// Whether a trial run is asked for first: it may do what can't be taken back, and this is no sandbox.
    pub asks: bool,
}

impl Default for Rights {
    fn default() -> Self {
        Self {
            resets: true,
            explores: true,
            side_by_side: true,
            asks: false,
        }
    }
}

/// How an environment is set up.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The device that was asked for by name.
    pub device: Option<String>,
    /// A file of instances.
    pub instances: Option<PathBuf>,
    /// How the device differs.
    pub perturb: Perturb,
    /// Whether what earlier runs did stays: an instance begins where it begins, and nothing is reset.
    pub keep: bool,
    /// Whether nothing may be written: only on a device that can promise that.
    pub reads_only: bool,
}

/// Environments of one suite that are worked on side by side.
pub trait Pool: Send + Sync {
    /// The suite's task types.
    fn types(&self) -> Vec<String>;

    /// One more environment, whose device may differ in one of the suite's ways ([`Suite::variants`]).
    fn open(&self, way: Option<&str>) -> Result<Box<dyn Environment>, Error>;
}

/// The devices and suites there are.
#[derive(Clone)]
pub struct Registry {
    devices: Vec<Arc<dyn Driver>>,
    suites: Vec<Arc<dyn Suite>>,
}

/// The first of these devices that begins at an address, or at none. One of which there is only one, as somebody's own
/// phone, is only used where it is named.
pub(crate) fn usual(devices: &[Arc<dyn Driver>], needs_url: bool) -> Option<Arc<dyn Driver>> {
    let mut usual = devices.iter().filter(|it| it.opens_several());
    usual.find(|it| it.needs_url() == needs_url).cloned()
}

impl Registry {
    /// Nothing yet.
    pub fn empty() -> Self {
        Self {
            devices: Vec::new(),
            suites: Vec::new(),
        }
    }

    /// Add a device; one of the same name makes way for it.
    pub fn add_device(&mut self, driver: Arc<dyn Driver>) {
        self.devices.retain(|it| it.name() != driver.name());
        self.devices.push(driver);
    }

    /// Give a device a further name. It is called by that in recordings and receipts.
    pub fn name_device(&mut self, name: &str, device: &str) -> Result<(), Error> {
        if self.devices.iter().any(|it| it.name() == name) || name.contains(':') {
            return Err(Error::usage(NotOffered::FurtherName {
                name: name.to_owned(),
                device: device.to_owned(),
            }));
        }
        let driver = self.device(device)?;
        self.devices.push(Arc::new(Named {
            name: name.to_owned(),
            driver,
        }));
        Ok(())
    }

    /// Add a suite; one of the same name makes way for it.
    pub fn add_suite(&mut self, suite: Arc<dyn Suite>) {
        self.suites.retain(|it| it.name() != suite.name());
        self.suites.push(suite);
    }

    /// The suites, in the order in which they were added.
    pub fn suites(&self) -> &[Arc<dyn Suite>] {
        &self.suites
    }

    /// The devices, in the order in which they were added.
    pub fn devices(&self) -> &[Arc<dyn Driver>] {
        &self.devices
    }

    /// The device that stands for this suite in recordings of what belongs to none.
    pub fn bare_device(&self, suite: &str) -> Option<Arc<dyn Driver>> {
        // A folder of somebody's tasks may be called so.
        if self.find_suite(suite).is_some() {
            return None;
        }
        self.devices.iter().find(|it| it.bare_suite() == suite).cloned()
    }

    /// The device that is meant where none is named.
    pub fn usual_device(&self, needs_url: bool) -> Option<Arc<dyn Driver>> {
        usual(&self.devices, needs_url)
    }

    /// The suite with this name, if there is one.
    pub fn find_suite(&self, name: &str) -> Option<Arc<dyn Suite>> {
        self.suites.iter().find(|it| it.name() == name).cloned()
    }

    /// The suite with this name.
    pub fn suite(&self, name: &str) -> Result<Arc<dyn Suite>, Error> {
        self.find_suite(name).ok_or_else(|| {
            let names = self.suites.iter().map(|it| it.name());
            unknown("suite", name, &names.collect::<Vec<_>>())
        })
    }

    /// The device with this name; one of several is `NAME:WHICH`.
    pub fn device(&self, name: &str) -> Result<Arc<dyn Driver>, Error> {
        device_named(&self.devices, name).ok_or_else(|| {
            let names = self.devices.iter().map(|it| it.name());
            unknown("device", name, &names.collect::<Vec<_>>())
        })
    }

    /// The suite that has this task type: the one that the device brings along, the one that is named, else the only one.
    pub fn suite_of(
        &self,
        task_type: &str,
        named: Option<&str>,
        device: Option<&str>,
    ) -> Result<Arc<dyn Suite>, Error> {
        // A device that is not there is told of where it is opened.
        let of_device = device.and_then(|it| self.device(it).ok()?.suite());
        if let Some(own) = of_device
            && named.is_none_or(|it| it == own.name())
        {
            return Ok(own);
        }
        let looked_in = match named.map(|it| self.suite(it)).transpose()? {
            Some(suite) if suite.left_out().is_empty() => return Ok(suite),
            Some(suite) => vec![suite],
            None => self.suites.clone(),
        };
        let mut all: Vec<String> = Vec::new();
        let mut having: Vec<&Arc<dyn Suite>> = Vec::new();
        let mut missing: Vec<UnknownTypes> = Vec::new();
        for suite in &looked_in {
            missing.extend(UnknownTypes::left_out(suite.as_ref()));
            match suite.task_types() {
                Ok(types) => {
                    if types.iter().any(|it| it.name == task_type) {
                        having.push(suite);
                    }
                    all.extend(types.into_iter().map(|it| it.name));
                }
                Err(why) => missing.push(UnknownTypes::All {
                    suite: suite.name().to_owned(),
                    why,
                }),
            }
        }
        match &having[..] {
            [one] => Ok(Arc::clone(one)),
            [] => {
                let near = device::nearest(task_type, all.iter().map(String::as_str));
                Err(NotOffered::task_type(task_type, near, missing))
            }
            several => Err(Error::SeveralSuites {
                task_type: task_type.to_owned(),
                suites: several.iter().map(|it| it.name().to_owned()).collect(),
            }),
        }
    }
}

/// A name that nothing is registered under.
fn unknown(what: &'static str, name: &str, known: &[&str]) -> Error {
    let near = device::nearest(name, known.iter().copied());
    Error::Unknown {
        what,
        name: name.to_owned(),
        near: near.first().map(ToString::to_string),
        known: known.iter().map(ToString::to_string).collect(),
    }
}

/// Refuse what a suite does not offer.
pub fn check_setup(suite: &dyn Suite, setup: &Setup) -> Result<(), Error> {
    if let Some(device) = &setup.device
        && device != suite.device()
    {
        return Err(Error::usage(NotOffered::Device {
            suite: suite.name().to_owned(),
            device: suite.device().to_owned(),
            wanted: device.clone(),
        }));
    }
    suite.variants(&setup.perturb)?;
    Ok(())
}
