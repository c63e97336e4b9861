//! A user's own tasks: a folder of task files is a suite, on any registered device, judged by the files' checks.

mod eyes;
mod faults;
mod trial;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::{Duration, Instant},
};

use checks::{Beginning, Destination, FunctionError, Plan, PlanError, PlanProblem, Snapshot};
use device::{
    Cancel, Cause, Device, DeviceError, DeviceInfo, Environment, EnvironmentError, Finding, Judge,
    NotAllowed, Patience, Tasks, Verdict, nearest,
};
use explorer::policy::{BadPolicy, Guard, Guarded, Policy};
use library::Library;
use task::{
    Instance, Params, TaskType,
    file::{Around, Instances, Irreversible, Param, ParamKind, Question, Reset, SUFFIX, TaskFile, Touch},
};
use trajectory::{Ending, Outcome};
use ui::{Action, Element, ElementId, HardAction, Screen, has_secret_mark};

use crate::{
    Autorpa,
    error::{Error, Several},
    file_help::FileHelp,
    perturb::Perturb,
    registry::{
        Driver, NotOffered, Pool, Registry, Rights, Setup, Start, Suite, Terms, UnknownTypes, check_setup,
        device_named, usual,
    },
    veil::Veil,
};
use eyes::Eyes;
pub use faults::{BadFolder, NoBeginning, NotRun};
pub use trial::NotTelling;
use trial::Trial;

/// How long the beginning may take to show what the file says.
const BEGINS_WITHIN: Duration = Duration::from_secs(10);

/// A folder of task files, or one file, as a suite.
pub struct TaskFolder {
    name: String,
    files: Vec<PathBuf>,
    library: PathBuf,
    devices: Vec<Arc<dyn Driver>>,
    cancel: Cancel,
    /// What the files say, once somebody has asked.
    read: OnceLock<Result<Arc<Read>, Arc<Error>>>,
}

/// What the files of a folder say.
struct Read {
    suite: String,
    /// Where functions that reset are.
    library: PathBuf,
    driver: Arc<dyn Driver>,
    plans: Vec<Plan>,
    /// What is wrong with the files that are left out.
    wrong: Vec<Arc<Error>>,
    /// Task types whose checks were tested and are believed.
    believed: Mutex<BTreeSet<String>>,
}

/// What the suite of the task files in a folder is called.
pub(crate) fn suite_name(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

impl TaskFolder {
    /// A folder with `*.task.toml` files in it, or one such file. Nothing is read before it is asked for, so that a
    /// mistake in one file keeps nobody from doing something else.
    /// `library` is the folder of the functions that a `[reset]` may name.
    pub fn new(path: &Path, library: &Path, registry: &Registry, cancel: &Cancel) -> Result<Self, Error> {
        let path = path.canonicalize().map_err(|source| Error::File {
            path: path.to_owned(),
            source,
            help: FileHelp::TaskFiles,
        })?;
        let (folder, files) = match path.is_file() {
            true => (path.parent().map(Path::to_owned).unwrap_or_default(), vec![path]),
            false => (path.clone(), files_in(&path)?),
        };
        Ok(Self {
            name: suite_name(&folder),
            files,
            library: library.to_owned(),
            devices: registry.devices().to_vec(),
            cancel: cancel.clone(),
            read: OnceLock::new(),
        })
    }

    fn read(&self) -> Result<Arc<Read>, Error> {
        let read = self
            .read
            .get_or_init(|| self.read_files().map(Arc::new).map_err(Arc::new));
        read.clone().map_err(Error::usage)
    }

    /// What the files say. One that is wrong is left out, unless all are.
    fn read_files(&self) -> Result<Read, Error> {
        let mut read: Vec<(&Path, Plan)> = Vec::new();
        let mut wrong: Vec<Arc<Error>> = Vec::new();
        let mut driver: Option<Arc<dyn Driver>> = None;
        for path in &self.files {
            let (own, plan) = match self.read_file(path) {
                Ok(found) => found,
                Err(error) => {
                    wrong.push(Arc::new(error));
                    continue;
                }
            };
            if let Some(other) = driver.as_ref().filter(|it| it.name() != own.name()) {
                let found = BadFolder::OtherDevice {
                    device: own.name().to_owned(),
                    others: other.name().to_owned(),
                };
                return Err(Error::in_file(path, found));
            }
            driver = Some(own);
            read.push((path, plan));
        }
        // Of two with one name, nobody knows which is meant.
        let names: Vec<String> = read.iter().map(|(_, it)| it.file().name.clone()).collect();
        let mut plans: Vec<Plan> = Vec::new();
        for (path, plan) in read {
            let name = plan.file().name.clone();
            match names.iter().filter(|it| **it == name).count() {
                1 => plans.push(plan),
                _ => wrong.push(Arc::new(Error::in_file(path, BadFolder::Twice { name }))),
            }
        }
        plans.sort_by(|a, b| a.file().name.cmp(&b.file().name));
        let Some(driver) = driver.filter(|_| !plans.is_empty()) else {
            let name = self.name.clone();
            return Err(match wrong.is_empty() {
                true => Error::usage(BadFolder::Empty { name }),
                false => Error::usage(Several(wrong)),
            });
        };
        Ok(Read {
            suite: self.name.clone(),
            library: self.library.clone(),
            driver,
            plans,
            wrong,
            believed: Mutex::default(),
        })
    }

    fn read_file(&self, path: &Path) -> Result<(Arc<dyn Driver>, Plan), Error> {
        let (text, mut file) = read_with_text(path)?;
        file.suite.clone_from(&self.name);
        planned(path, &text, &file, &self.devices)
    }

    /// What the files say of a task. Where none has it and some are left out, it may be in one of them, and what is done for it would
    /// be done without what that file says: this is refused.
    fn plan<'r>(&self, read: &'r Read, task_type: &str) -> Result<Option<&'r Plan>, Error> {
        match read.plan(task_type) {
            None if !read.wrong.is_empty() => {
                let missing = UnknownTypes::left_out(self).collect();
                Err(NotOffered::task_type(task_type, Vec::new(), missing))
            }
            found => Ok(found),
        }
    }
}

/// What a task file says, and the device that it is for. The error lists every problem with its place.
fn planned(
    path: &Path,
    text: &str,
    file: &TaskFile,
    devices: &[Arc<dyn Driver>],
) -> Result<(Arc<dyn Driver>, Plan), Error> {
    let called = path.display().to_string();
    let found = file.start.device.as_deref().map(|it| device_named(devices, it));
    if let Some(None) = &found {
        let names = || devices.iter().map(|it| it.name().to_owned()).collect();
        let missing = |name: &str| device_named(devices, name).is_none().then(names);
        let device = Around {
            device: &missing,
            ..Around::default()
        };
        held_against(text, &called, device)?;
    }
    // Without a name it is the one that its beginning asks for.
    let at_url = matches!(file.start.place, task::file::Place::Url(_));
    let driver = found.flatten().or_else(|| usual(devices, at_url));
    let driver = driver.ok_or_else(|| Error::in_file(path, BadFolder::NoDevice))?;
    let apps = Around {
        without_addresses: (!driver.has_addresses()).then(|| driver.name()),
        app: &|it| driver.lacks_app(it),
        ..Around::default()
    };
    held_against(text, &called, apps)?;
    let dir = path.parent().unwrap_or(Path::new("."));
    let placed = |it: &PlanProblem| TaskFile::problem_with(text, &called, &it.part(), it.reason());
    let placed = |it: PlanError| Error::usage(Several(it.problems.iter().map(placed).collect()));
    let plan = Plan::new(file, dir).map_err(placed)?;
    Ok((driver, plan))
}

/// An error with every problem of a task file that names what is not there.
fn held_against(text: &str, path: &str, around: Around<'_>) -> Result<(), Error> {
    let problems = TaskFile::held_against(text, path, around);
    match problems.is_empty() {
        true => Ok(()),
        false => Err(Error::usage(Several(problems))),
    }
}

/// The task files of a folder, sorted by name.
pub(crate) fn files_in(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let entries = fs::read_dir(folder).map_err(|source| Error::File {
        path: folder.to_owned(),
        source,
        help: FileHelp::TaskFiles,
    })?;
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|it| it.path())
        .filter(|it| it.to_string_lossy().ends_with(SUFFIX))
        .collect();
    files.sort();
    Ok(files)
}

/// Read one task file with the rows of its CSV file. The error lists every problem with its place.
pub fn read_task_file(path: &Path) -> Result<TaskFile, Error> {
    read_with_text(path).map(|(_, file)| file)
}

fn read_with_text(path: &Path) -> Result<(String, TaskFile), Error> {
    let text = crate::home::read(path, FileHelp::TaskFile)?;
    let problems = |all: Vec<task::file::FileProblem>| Error::usage(Several(all));
    let file = TaskFile::parse(&text, &path.display().to_string()).map_err(problems)?;
    let Instances::Csv(csv) = &file.instances else {
        return Ok((text, file));
    };
    let csv = path.parent().unwrap_or(Path::new(".")).join(csv);
    let rows = crate::home::read(&csv, FileHelp::InstancesBeside)?;
    let file = file.with_rows(&rows, &csv.display().to_string());
    Ok((text, file.map_err(problems)?))
}

impl Autorpa {
    /// Read a task file, and hold it against the device and the functions that it names. The error lists every problem with
    /// its place.
    pub fn check_task_file(&self, path: &Path) -> Result<TaskFile, Error> {
        let (text, file) = read_with_text(path)?;
        planned(path, &text, &file, self.registry.devices())?;
        let library = Library::open(&self.home.library);
        let titles = || {
            let listed = library.list().map(|it| it.functions).unwrap_or_default();
            listed.iter().map(|it| it.title()).collect()
        };
        let missing = |name: &str| library.get(name).is_err().then(titles);
        let functions = Around {
            function: &missing,
            ..Around::default()
        };
        held_against(&text, &path.display().to_string(), functions)?;
        Ok(file)
    }
}

impl Suite for TaskFolder {
    fn name(&self) -> &str {
        &self.name
    }

    fn device(&self) -> &str {
        match self.read.get() {
            Some(Ok(read)) => read.driver.name(),
            Some(Err(_)) | None => "",
        }
    }

    fn task_types(&self) -> Result<Vec<TaskType>, Error> {
        Ok(self
            .read()?
            .plans
            .iter()
            .map(|it| it.file().task_type())
            .collect())
    }

    fn left_out(&self) -> Vec<Arc<Error>> {
        self.read().map(|it| it.wrong.clone()).unwrap_or_default()
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Environment>, Error> {
        let read = self.read()?;
        check_setup(self, setup)?;
        if setup.instances.is_some() {
            return Err(Error::usage(BadFolder::Instances));
        }
        let tasks = OwnTasks::open(read, setup.perturb.clone(), setup.reads_only, &self.cancel)?;
        Ok(Box::new(OwnTasks {
            keeps: setup.keep,
            ..tasks
        }))
    }

    fn variants(&self, perturb: &Perturb) -> Result<Vec<String>, Error> {
        self.read()?.driver.variants(perturb)
    }

    fn pool(&self) -> Result<Box<dyn Pool>, Error> {
        Ok(Box::new(Alone {
            read: self.read()?,
            cancel: self.cancel.clone(),
        }))
    }

    fn terms(&self) -> Terms {
        Terms {
            own_values: true,
            candidates: 12,
            // They share what they write to.
            side_by_side: false,
            opens_at_once: false,
            keeps_final_seeds: false,
        }
    }

    fn parameters(&self, task_type: &str) -> Result<Option<Vec<Param>>, Error> {
        let read = self.read()?;
        let plan = self.plan(&read, task_type)?;
        Ok(plan.map(|it| it.file().params.clone()))
    }

    fn instance_with(&self, task_type: &str, given: &Params) -> Result<Instance, Error> {
        let read = self.read()?;
        let plan = self.plan(&read, task_type)?.ok_or_else(|| {
            Error::usage(BadFolder::NoTask {
                name: task_type.to_owned(),
                suite: self.name.clone(),
            })
        })?;
        let instance = plan.file().instance_with(given.clone());
        instance.map_err(|it| Error::usage(Several(it)))
    }

    fn secret_in(&self, task_type: &str, texts: &[&str]) -> Option<(usize, String)> {
        let read = self.read().ok()?;
        let plan = read.plan(task_type)?;
        let veil = veil_of(plan);
        let mut found = texts.iter().enumerate();
        found.find_map(|(at, text)| Some((at, veil.named_in(text)?.to_owned())))
    }

    fn irreversible(&self, task_type: &str) -> Vec<Irreversible> {
        let read = self.read().ok();
        let plan = read.as_ref().and_then(|it| it.plan(task_type));
        plan.map(|it| it.file().irreversible.clone()).unwrap_or_default()
    }

    fn address(&self, instance: &Instance) -> Result<Option<String>, Error> {
        let read = self.read()?;
        let beginning = read
            .plan(&instance.task_type)
            .map(|it| it.beginning(&instance.params));
        let beginning = beginning.transpose().map_err(Error::usage)?;
        Ok(beginning.as_ref().and_then(address))
    }

    fn login(&self, task_type: &str) -> Option<String> {
        let read = self.read().ok()?;
        read.plan(task_type)?.file().start.login.clone()
    }

    fn forgets(&self, task_type: &str) -> bool {
        self.read()
            .is_ok_and(|it| it.driver.forgets() && self.plan(&it, task_type).is_ok())
    }

    fn rights(&self, task_type: &str) -> Rights {
        // Of a task that can't be read nothing is allowed.
        let none = Rights {
            resets: false,
            explores: false,
            side_by_side: false,
            asks: true,
        };
        let Ok(read) = self.read() else { return none };
        let Some(plan) = read.plan(task_type) else {
            return none;
        };
        let file = plan.file();
        let forgets = read.driver.forgets();
        Rights {
            resets: forgets || matches!(file.reset, Reset::Steps { .. }),
            explores: forgets || file.sandbox,
            asks: !forgets && !file.sandbox && !file.irreversible.is_empty(),
            side_by_side: !file
                .checks
                .iter()
                .any(|it| matches!(it.question, Question::Unchanged { .. })),
        }
    }
}

/// The secrets of a task, as far as they can be had.
fn veil_of(plan: &Plan) -> Veil {
    let (codes, plain): (Vec<_>, Vec<_>) =
        (plan.file().secrets()).partition(|it| matches!(it.kind, ParamKind::Totp(_)));
    let values = |all: Vec<&Param>| {
        let value = |it: &&Param| Some((it.name.clone(), plan.secret(&it.name)?));
        all.iter().filter_map(value).collect::<Vec<_>>()
    };
    Veil::new(values(plain)).with_codes(values(codes))
}

impl Read {
    fn plan(&self, task_type: &str) -> Option<&Plan> {
        self.plans.iter().find(|it| it.file().name == task_type)
    }

    /// Whether the checks of a task type were tested.
    fn believes(&self, task_type: &str) -> bool {
        // A poisoned lock only means that another thread panicked beside it.
        let believed = self.believed.lock().unwrap_or_else(PoisonError::into_inner);
        believed.contains(task_type)
    }

    /// They were, and tell what they should.
    fn believe(&self, task_type: &str) {
        let mut believed = self.believed.lock().unwrap_or_else(PoisonError::into_inner);
        believed.insert(task_type.to_owned());
    }
}

/// Environments that are worked on one after the other.
struct Alone {
    read: Arc<Read>,
    cancel: Cancel,
}

impl Pool for Alone {
    fn types(&self) -> Vec<String> {
        self.read.plans.iter().map(|it| it.file().name.clone()).collect()
    }

    fn open(&self, way: Option<&str>) -> Result<Box<dyn Environment>, Error> {
        let perturb = Perturb::new(way);
        Ok(Box::new(OwnTasks::open(
            Arc::clone(&self.read),
            perturb,
            false,
            &self.cancel,
        )?))
    }
}

/// A device with the tasks of a folder.
struct OwnTasks {
    read: Arc<Read>,
    perturb: Perturb,
    /// Whether nothing may be written.
    reads_only: bool,
    device: Box<dyn Device>,
    episode: Option<Episode>,
    /// Whether nothing is reset.
    keeps: bool,
    /// The secrets of the task.
    veil: Veil,
    /// The password fields that were seen last.
    passwords: BTreeSet<ElementId>,
    /// What the task file lets be touched.
    touch: Option<Guard>,
    /// What the checks said before anything was done, by task type and instance.
    trials: BTreeMap<(String, u64), Arc<Trial>>,
    /// The app that was in front when it was looked last; `None` after an action.
    front: Option<String>,
    cancel: Cancel,
}

/// What is being judged.
struct Episode {
    task_type: String,
    params: Params,
    before: Snapshot,
    answer: Option<String>,
    /// What the checks said before anything was done, where nobody has tested them yet.
    trial: Option<Arc<Trial>>,
}

impl OwnTasks {
    fn open(read: Arc<Read>, perturb: Perturb, reads_only: bool, cancel: &Cancel) -> Result<Self, Error> {
        // Where the first task begins: there has to be something to look at before an instance is set up.
        let first = read.plans.first();
        let beginning = first.map(|it| it.beginning(&it.file().instance(0).params));
        let beginning = beginning.transpose().map_err(Error::usage)?;
        let url = beginning.as_ref().and_then(address);
        let start = Start {
            url,
            origins: first
                .map(|it| it.file().touch.origins.clone())
                .unwrap_or_default(),
            login: first.and_then(|it| it.file().start.login.clone()),
            perturb: perturb.clone(),
            reads_only,
        };
        let device = read.driver.open(&start)?;
        Ok(Self {
            read,
            perturb,
            reads_only,
            device,
            episode: None,
            keeps: false,
            veil: Veil::default(),
            passwords: BTreeSet::new(),
            touch: None,
            trials: BTreeMap::new(),
            front: None,
            cancel: cancel.clone(),
        })
    }

    /// Run a function of the library that restores the beginning, on a device of its own that stands where the task
    /// begins. It takes its arguments from the values of the instance that have the names of its parameters.
    fn run_to_reset(&self, plan: &Plan, name: &str, params: &Params) -> Result<(), FunctionError> {
        let found = Library::open(&self.read.library).get(name)?;
        if !found.trusted() {
            return Err(NotRun::NotTrusted.into());
        }
        let source = crate::home::read(&found.path, FileHelp::OfTheLibrary)?;
        let signature = runtime::signature(&source, name).map_err(|it| it.to_string())?;
        let mut arguments = Params::new();
        for param in &signature.params {
            let of_task = params
                .iter()
                .find(|(it, _)| strings::identifier(it) == param.name);
            let (_, value) = of_task.ok_or_else(|| NotRun::NoValue {
                name: param.name.clone(),
            })?;
            arguments.insert(param.name.clone(), value.clone());
        }
        let beginning = plan.beginning(params)?;
        let touch = &plan.file().touch;
        let start = Start {
            url: address(&beginning),
            origins: touch.origins.clone(),
            login: plan.file().start.login.clone(),
            perturb: self.perturb.clone(),
            reads_only: self.reads_only,
        };
        let mut device = self.read.driver.open(&start)?;
        let guard = guard(device.as_ref(), touch)?;
        let mut guarded = Guarded::new(device.as_mut(), guard);
        let instance = Instance::of_no_type(&self.read.suite, &signature.description, arguments.clone());
        let run = runtime::run(
            &source,
            name,
            &arguments,
            &mut guarded,
            &instance,
            &runtime::Options::default(),
            None,
            &self.cancel,
        );
        match run.recording.ending {
            Ending {
                outcome: Outcome::Reached,
                ..
            } => Ok(()),
            Ending {
                outcome, diagnostic, ..
            } => Err(NotRun::Ended { outcome, diagnostic }.into()),
        }
    }

    /// What the checks say before anything is done, until they were tested. What is there to stay is not asked for what
    /// nobody wants to have there; where all is put back, the same instance says the same each time.
    fn trial(&mut self, plan: &Plan, instance: &Instance) -> Option<Arc<Trial>> {
        if self.keeps || self.read.believes(&instance.task_type) {
            return None;
        }
        let key = (instance.task_type.clone(), instance.seed);
        let is_put_back = matches!(plan.file().reset, Reset::Steps { .. });
        if let Some(known) = self.trials.get(&key).filter(|_| is_put_back) {
            return Some(Arc::clone(known));
        }
        let mut eyes = Eyes::new(self.device.as_mut(), self.read.driver.as_ref());
        let trial = Arc::new(Trial::begin(plan, instance, &mut eyes, &self.cancel)?);
        self.trials.insert(key, Arc::clone(&trial));
        Some(trial)
    }

    /// Set the device to where the task begins, and wait until it shows.
    fn begin(&mut self, task_type: &str, params: &Params) -> Result<(), NoBeginning> {
        let plan = self.read.plan(task_type).ok_or(NoBeginning::NoTask)?;
        let beginning = plan.beginning(params)?;
        let touch = &plan.file().touch;
        let start = Start {
            url: address(&beginning),
            origins: touch.origins.clone(),
            login: plan.file().start.login.clone(),
            perturb: self.perturb.clone(),
            reads_only: self.reads_only,
        };
        self.device = self.read.driver.open(&start).map_err(NoBeginning::NoDevice)?;
        self.touch = Some(guard(self.device.as_ref(), touch)?);
        self.front = None;
        self.veil = veil_of(plan);
        if let Some(Destination::App(app)) = &beginning.destination {
            self.device.act(&Action::OpenApp { app: app.clone() })?;
        }
        let Some(text) = &beginning.shows else {
            return Ok(());
        };
        let until = Instant::now() + BEGINS_WITHIN;
        loop {
            self.device.settle()?;
            let screen = self.device.observe()?;
            if checks::shows(&screen, text) {
                return Ok(());
            }
            if Instant::now() > until || self.cancel.is_cancelled() {
                return Err(NoBeginning::NotShown {
                    text: text.clone(),
                    seconds: BEGINS_WITHIN.as_secs(),
                    app: screen.app.clone(),
                    activity: screen.activity.clone(),
                });
            }
            self.device.act(&Action::Wait)?;
        }
    }
}

/// What a task file lets be touched. A name of no app would keep a search out of the task without a word.
fn guard(device: &dyn Device, touch: &Touch) -> Result<Guard, BadPolicy> {
    match touch.apps.iter().find(|it| device.package(it).is_none()) {
        Some(name) => Err(BadPolicy::App {
            name: name.clone(),
            known: device.info().apps,
        }),
        None => Guard::new(device, &touch.apps, &Policy::default()),
    }
}

/// The address at which an instance begins, where it begins at one.
fn address(beginning: &Beginning) -> Option<String> {
    match &beginning.destination {
        Some(Destination::Url(url)) => Some(url.to_string()),
        Some(Destination::App(_)) | None => None,
    }
}

impl OwnTasks {
    /// With the paths of files as they are where the task file is: where the program was started they mean something
    /// else.
    fn located(&self, action: HardAction) -> HardAction {
        let plan = self.episode.as_ref().and_then(|it| self.read.plan(&it.task_type));
        match (action, plan) {
            (Action::UploadFiles { target, files }, Some(plan)) => {
                let paths = files.lines().map(str::trim).filter(|it| !it.is_empty());
                let paths: Vec<String> = paths.map(|it| plan.path(it).display().to_string()).collect();
                Action::UploadFiles {
                    target,
                    files: paths.join("\n"),
                }
            }
            (action, _) => action,
        }
    }

    /// What is typed into a password field is a secret, or a value that the task's goal says anyway.
    fn check_password(&self, action: &HardAction) -> Result<(), DeviceError> {
        let Action::InputText {
            target: Some(target),
            text,
            ..
        } = action
        else {
            return Ok(());
        };
        let params = self.episode.iter().flat_map(|it| it.params.values());
        let said = params.flat_map(|it| it.texts()).any(|it| it == text);
        if !self.passwords.contains(target) || text.is_empty() || said || has_secret_mark(text) {
            return Ok(());
        }
        Err(NotAllowed::PasswordField.into())
    }
}

impl Device for OwnTasks {
    fn info(&self) -> DeviceInfo {
        self.device.info()
    }

    fn observe(&mut self) -> Result<Screen, DeviceError> {
        let mut screen = self.device.observe()?;
        self.front = Some(screen.app.clone());
        let hidden: Vec<&Element> = screen.elements.iter().filter(|it| it.password).collect();
        let leads = |it: &Element| it.password || hidden.iter().any(|field| it.is_label_of(field));
        self.passwords = screen
            .iter()
            .filter(|(_, it)| leads(it))
            .map(|(id, _)| id)
            .collect();
        self.veil.veil(&mut screen);
        Ok(screen)
    }

    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
        if self.veil.is_empty() {
            return self.device.screenshot();
        }
        // Where secrets stand on it is looked up first: what is not seen can't be covered.
        let covered = self.device.observe().map(|mut it| self.veil.veil(&mut it))?;
        let png = self.device.screenshot()?;
        if covered.is_empty() {
            return Ok(png);
        }
        picture::cover(&png, &covered).map_err(|it| DeviceError::Lost {
            doing: "screenshot".to_owned(),
            reason: it.to_string(),
        })
    }

    fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        if let Some(guard) = self.touch.as_ref().filter(|it| it.limits_apps()) {
            let front = match self.front.take() {
                Some(front) => front,
                None => self.device.observe()?.app,
            };
            guard.check(self.device.as_ref(), action, &front)?;
        }
        if let (HardAction::Answer { text }, Some(episode)) = (action, &mut self.episode) {
            episode.answer = Some(text.clone());
        }
        // A secret's value says which mark to type; that helps more than what a password field takes.
        let typed = self.veil.unveiled(action)?;
        self.check_password(action)?;
        let done = self.device.act(&self.located(typed));
        if done.is_ok() {
            self.veil.did(action);
        }
        done
    }

    fn tell_secret(&mut self, name: &str, value: &str) -> Result<bool, DeviceError> {
        Ok(self.veil.learn(name, value)?)
    }

    device::forward_to_device!(device);
}

impl Tasks for OwnTasks {
    fn suite(&self) -> &str {
        &self.read.suite
    }

    fn task_types(&self) -> Vec<TaskType> {
        self.read.plans.iter().map(|it| it.file().task_type()).collect()
    }

    fn scope(&self, task_type: &str) -> Vec<String> {
        let plan = self.read.plan(task_type);
        plan.map_or_else(Vec::new, |it| it.file().touch.apps.clone())
    }

    fn instance(&mut self, task_type: &str, seed: u64) -> Result<Instance, EnvironmentError> {
        let plan = self.read.plan(task_type).ok_or_else(|| {
            let names = self.read.plans.iter().map(|it| it.file().name.as_str());
            EnvironmentError::UnknownTaskType {
                name: task_type.to_owned(),
                near: nearest(task_type, names),
            }
        })?;
        Ok(plan.file().instance(seed))
    }

    fn adversarial(&mut self, task_type: &str, n: u64) -> Result<Option<Instance>, EnvironmentError> {
        let plan = self.read.plan(task_type);
        Ok(plan.and_then(|it| it.file().adversarial(n)))
    }

    fn reset(&mut self, instance: &Instance) -> Result<(), EnvironmentError> {
        let bad = |source: Cause| EnvironmentError::BadInstance {
            task_type: instance.task_type.clone(),
            seed: instance.seed,
            source,
        };
        let read = Arc::clone(&self.read);
        let plan = read
            .plan(&instance.task_type)
            .ok_or_else(|| bad(Cause::of(NoBeginning::NoTask)))?;
        self.episode = None;
        if let (Reset::Steps { .. }, false) = (&plan.file().reset, self.keeps) {
            let function = |name: &str, params: &Params| self.run_to_reset(plan, name, params);
            plan.reset(&instance.params, function, &self.cancel)
                .map_err(|it| bad(Cause::of(it)))?;
        }
        self.begin(&instance.task_type, &instance.params)
            .map_err(|it| bad(Cause::of(it)))?;
        let mut eyes = Eyes::new(self.device.as_mut(), read.driver.as_ref());
        let before = plan.begin(&instance.params, Some(&mut eyes), &self.cancel);
        let trial = self.trial(plan, instance);
        self.episode = Some(Episode {
            task_type: instance.task_type.clone(),
            params: instance.params.clone(),
            before: before.map_err(|it| bad(Cause::of(it)))?,
            answer: None,
            trial,
        });
        Ok(())
    }
}

impl Judge for OwnTasks {
    fn finish(&mut self) -> Result<Verdict, EnvironmentError> {
        let episode = self.episode.as_ref().ok_or(EnvironmentError::NoEpisode)?;
        let read = Arc::clone(&self.read);
        let plan = read.plan(&episode.task_type).ok_or(EnvironmentError::NoEpisode)?;
        let mut eyes = Eyes::new(self.device.as_mut(), read.driver.as_ref());
        let (params, answer) = (&episode.params, episode.answer.as_deref());
        let verdict = plan.judge(params, answer, Some(&mut eyes), &episode.before, &self.cancel);
        let (Verdict::Reached { .. }, Some(trial)) = (&verdict, &episode.trial) else {
            return Ok(verdict);
        };
        Ok(match trial.end(plan, params, &mut eyes, &self.cancel) {
            Ok(()) => {
                read.believe(&episode.task_type);
                verdict
            }
            Err(why) => Verdict::Unknown {
                evidence: vec![why.to_string()].into(),
            },
        })
    }

    fn findings(
        &mut self,
        instance: &Instance,
        patience: Patience,
    ) -> Result<Vec<Finding>, EnvironmentError> {
        let read = Arc::clone(&self.read);
        let plan = read
            .plan(&instance.task_type)
            .ok_or(EnvironmentError::NoEpisode)?;
        let mut eyes = Eyes::new(self.device.as_mut(), read.driver.as_ref());
        Ok(plan.findings(&instance.params, Some(&mut eyes), &self.cancel, patience))
    }
}

impl Environment for OwnTasks {}
