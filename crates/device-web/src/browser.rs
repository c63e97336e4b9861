//! A Chromium of our own: found, started headless on a fresh profile, and ended with us.

use std::{
    env,
    io::{BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, OnceLock, mpsc},
    thread,
    time::{Duration, Instant},
};

use device::DeviceError;
use serde_json::{Value, json};
use settings::Setting;

use crate::{
    cdp::{Cdp, CdpError},
    devtools::DevTools,
    looks::Looks,
    pipe::Pipe,
    profile::{Guard, Profile},
};

const NAMES: [&str; 6] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "chromium-headless-shell",
];
const PLACES: [&str; 6] = [
    "/usr/bin/chromium",
    "/usr/lib/chromium/chromium",
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const HOW_TO_GET: &str = "install Chromium (`apt-get install chromium`, `brew install --cask chromium`, ...) \
     or set AUTORPA_CHROMIUM to its program file";

/// Whether a browser has a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// It has none.
    Hidden,
    /// It has one, on the screen of whoever started it.
    Visible,
}

/// How a browser that we start is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// By a pipe that nobody else has; where the system has none, by a port.
    Pipe,
    /// At a port of this machine, where every program of this machine can speak to it as well.
    Port,
}

impl Door {
    fn flag(self) -> &'static str {
        match self {
            Door::Pipe if cfg!(unix) => "--remote-debugging-pipe",
            Door::Pipe | Door::Port => "--remote-debugging-port=0",
        }
    }
}

/// The language of a browser of ours, where no other is asked for.
const LANGUAGE: &str = "en-US";
/// How long a browser that is asked to close may take.
const CLOSES: Duration = Duration::from_secs(5);
/// How long a browser that runs may take to say where it is spoken to.
const ANSWERS: Duration = Duration::from_secs(5);
/// The longest such answer, in bytes.
const MOST_ANSWER: usize = 64 * 1024;

/// How a browser is started.
#[derive(Clone, Debug)]
pub struct Options {
    /// The program; `None` looks for it, see [`find_chromium`].
    pub program: Option<PathBuf>,
    /// Size of every page in CSS pixels.
    pub viewport: (u32, u32),
    /// Whether its pages are a phone's: they keep the size that they have there.
    pub mobile: bool,
    /// Whether a person sees it.
    pub window: Window,
    /// How it is spoken to.
    pub door: Door,
    /// A directory with a profile of the user's, which is used as it is; `None` is a new one, which goes away with it.
    pub profile: Option<PathBuf>,
    /// What it says that it is, if not what it is.
    pub user_agent: Option<String>,
    /// The language that it asks pages for, and writes numbers and dates in: `de-DE`.
    pub locale: Option<String>,
    /// The proxy that it reaches pages through, as `http://HOST:PORT`.
    pub proxy: Option<String>,
    /// How long it waits before each action on a page, for who watches.
    pub slow: Duration,
    /// Where its fonts and its time zone are from.
    pub looks: Looks,
    /// Whether a page from a file may read what it has in frames from files, as pages from one server may.
    pub files_are_one_origin: bool,
    /// Whether pages of all sites share processes, as they need not be kept from each other: they are of one suite.
    pub shared_processes: bool,
    /// How long any single call may take.
    pub deadline: Duration,
    /// How long it may take to start: from a cold disk, on a machine that is busy, that is far longer than a call.
    pub start_deadline: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            program: None,
            viewport: (1024, 768),
            mobile: false,
            window: Window::Hidden,
            door: Door::Pipe,
            profile: None,
            user_agent: None,
            locale: None,
            proxy: None,
            slow: Duration::ZERO,
            looks: Looks::default(),
            files_are_one_origin: false,
            shared_processes: false,
            deadline: Duration::from_secs(30),
            start_deadline: Duration::from_secs(120),
        }
    }
}

/// Where Chromium is: `AUTORPA_CHROMIUM`, then the usual names on the PATH, then the usual places.
pub fn find_chromium() -> Result<PathBuf, DeviceError> {
    if let Some(named) = env::var_os("AUTORPA_CHROMIUM") {
        let named = PathBuf::from(named);
        return if named.is_file() {
            Ok(named)
        } else {
            Err(DeviceError::NoStart {
                reason: format!("AUTORPA_CHROMIUM names {}, which is no file", named.display()),
                help: HOW_TO_GET.to_owned(),
            })
        };
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let on_path = NAMES
        .iter()
        .flat_map(|name| env::split_paths(&path).map(move |it| it.join(name)));
    on_path
        .chain(PLACES.iter().map(PathBuf::from))
        .find(|it| it.is_file())
        .ok_or_else(|| DeviceError::NoStart {
            reason: format!(
                "no Chromium on the PATH (looked for {}) or in the usual places",
                NAMES.join(", ")
            ),
            help: HOW_TO_GET.to_owned(),
        })
}

/// A running browser. Cloning gives another handle; the last one to go ends the process that was started for it.
#[derive(Clone)]
pub struct Browser {
    process: Arc<Process>,
}

struct Process {
    /// `None` where somebody else has started it: it goes on without us.
    child: Mutex<Option<Child>>,
    guard: Mutex<Guard>,
    control: Mutex<Cdp>,
    way: Way,
    version: String,
    options: Options,
    profile: Profile,
    /// The order of the parts in its date fields, once a page has said it: it is that of the browser's language.
    date_order: OnceLock<Vec<String>>,
}

/// Where a browser is spoken to.
enum Way {
    Pipe(Pipe),
    Port(DevTools, String),
}

/// A page that is open.
pub(crate) struct Opened {
    pub(crate) target: String,
    pub(crate) url: String,
    pub(crate) title: String,
}

impl Browser {
    /// Start one.
    pub fn launch(options: Options) -> Result<Self, DeviceError> {
        let program = match &options.program {
            Some(program) => program.clone(),
            None => find_chromium()?,
        };
        let no_start = |reason: String| DeviceError::NoStart {
            reason,
            help: HOW_TO_GET.to_owned(),
        };
        let profile =
            Profile::new().map_err(|it| no_start(format!("no temporary profile directory: {it}")))?;
        let mut command = through(options.door, &program);
        // What it puts into the temporary directory goes with the profile.
        command.env("TMPDIR", profile.temporary());
        match &options.profile {
            Some(own) => {
                not_in_use(own)?;
                command.args(own_flags(own, &options));
            }
            None => {
                command.args(flags(profile.path(), &options));
                let language = options.locale.as_deref().unwrap_or(LANGUAGE).replace('-', "_");
                command
                    .env("LANG", format!("{language}.UTF-8"))
                    .env("LANGUAGE", language);
                // It would be preferred to what `LANG` says.
                command.env_remove("LC_ALL");
                (options.looks.dress(&mut command, profile.path()))
                    .map_err(|it| no_start(format!("no fonts in its profile: {it}")))?;
            }
        }
        if options.window == Window::Visible && !has_display() {
            return Err(DeviceError::NoStart {
                reason: "there is no screen to show a browser on".to_owned(),
                help: format!(
                    "run it in a desktop session, or under `xvfb-run`; {:#} takes a browser that runs",
                    Setting::Attach
                ),
            });
        }
        command.stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .spawn()
            .map_err(|it| no_start(format!("{} can't be run: {it}", program.display())))?;
        let mut guard = Guard::over(&child, profile.path());
        let connected = connect(&mut child, &program, &options).and_then(|(way, mut control)| {
            let version = control.call("Browser.getVersion", json!({}))?;
            Ok((way, control, version))
        });
        let (way, control, version) = match connected {
            Ok(connected) => connected,
            Err(error) => {
                guard.dismiss();
                end(&mut child);
                return Err(error);
            }
        };
        tracing::debug!(%version, "browser started");
        let process = Process {
            child: Mutex::new(Some(child)),
            guard: Mutex::new(guard),
            control: Mutex::new(control),
            way,
            version: product(&version),
            options,
            profile,
            date_order: OnceLock::new(),
        };
        Ok(Self {
            process: Arc::new(process),
        })
    }

    /// Take one that somebody else has started with `--remote-debugging-port`. Its other tabs are left alone, and it goes
    /// on afterwards. What options say of how a browser is started does not hold for it.
    pub fn attach(at: &DevTools, options: Options) -> Result<Self, DeviceError> {
        let path = running_at(at)?;
        let mut control = Cdp::connect(at, &path, options.deadline)?;
        let version = control.call("Browser.getVersion", json!({}))?;
        let mobile = at.phone().is_some();
        let options = Options { mobile, ..options };
        let profile = Profile::new().map_err(|it| DeviceError::NoStart {
            reason: format!("no temporary directory: {it}"),
            help: "free some space in the temporary directory".to_owned(),
        })?;
        let process = Process {
            child: Mutex::new(None),
            guard: Mutex::new(Guard::over_nothing()),
            control: Mutex::new(control),
            way: Way::Port(at.clone(), path),
            version: product(&version),
            options,
            profile,
            date_order: OnceLock::new(),
        };
        Ok(Self {
            process: Arc::new(process),
        })
    }

    /// Whether somebody else has started it.
    pub(crate) fn is_attached(&self) -> bool {
        let child = self.process.child.lock().unwrap_or_else(|it| it.into_inner());
        child.is_none()
    }

    /// Whether pages are opened among the user's own, with their cookies and storage.
    pub(crate) fn is_users(&self) -> bool {
        self.process.options.profile.is_some() || self.is_attached()
    }

    /// How it was started.
    pub(crate) fn options(&self) -> &Options {
        &self.process.options
    }

    /// An empty page in a context; `None` is the profile's own.
    pub(crate) fn create_target(&self, context: Option<&str>) -> Result<String, CdpError> {
        // A window of its own: pages behind others draw nothing, and so have no pictures and no frames.
        let mut params = json!({ "url": "about:blank", "newWindow": !self.options().mobile });
        if let Some(context) = context {
            params["browserContextId"] = json!(context);
        }
        Ok(text_of(&self.control("Target.createTarget", params)?, "targetId"))
    }

    /// A connection to a page.
    pub(crate) fn connect_page(&self, target: &str) -> Result<Cdp, CdpError> {
        match &self.process.way {
            Way::Port(at, _) if at.path().is_none() => {
                Cdp::connect(at, &format!("/devtools/page/{target}"), self.deadline())
            }
            // Who stands before a browser may let through to the browser alone.
            Way::Port(..) | Way::Pipe(_) => {
                let mut cdp = self.connect_browser()?;
                cdp.attach(target)?;
                Ok(cdp)
            }
        }
    }

    /// The pages of a context.
    pub(crate) fn pages_of(&self, context: &str) -> Result<Vec<Opened>, CdpError> {
        let answer = self.control("Target.getTargets", json!({}))?;
        let all = answer.get("targetInfos").and_then(Value::as_array);
        let ours = all
            .into_iter()
            .flatten()
            .filter(|it| text_of(it, "type") == "page" && text_of(it, "browserContextId") == context);
        Ok(ours
            .map(|it| Opened {
                target: text_of(it, "targetId"),
                url: text_of(it, "url"),
                title: text_of(it, "title"),
            })
            .collect())
    }

    /// Bring one page to the front.
    pub(crate) fn activate(&self, target: &str) -> Result<(), CdpError> {
        self.control("Target.activateTarget", json!({ "targetId": target }))
            .map(drop)
    }

    /// Close one page.
    pub(crate) fn close_target(&self, target: &str) -> Result<(), CdpError> {
        self.control("Target.closeTarget", json!({ "targetId": target }))
            .map(drop)
    }

    /// One more connection to the browser itself.
    fn connect_browser(&self) -> Result<Cdp, CdpError> {
        match &self.process.way {
            Way::Port(at, path) => Cdp::connect(at, path, self.deadline()),
            Way::Pipe(pipe) => Ok(Cdp::over(pipe, self.deadline())),
        }
    }

    /// A connection on which the browser tells what happens to it.
    pub(crate) fn hear(&self) -> Result<Cdp, CdpError> {
        let mut cdp = self.connect_browser()?;
        cdp.attach_to_browser()?;
        Ok(cdp)
    }

    /// A connection to a part of one of its pages that has a process of its own.
    pub(crate) fn connect(&self, target: &str) -> Result<Cdp, CdpError> {
        let mut cdp = self.connect_browser()?;
        // The browser knows the parts of its pages only once somebody has asked for a list of them.
        cdp.call("Target.getTargets", json!({ "filter": [{}] }))?;
        cdp.attach(target)?;
        Ok(cdp)
    }

    /// Name and version, as the browser says them.
    pub fn version(&self) -> &str {
        &self.process.version
    }

    /// The port on this machine at which it is spoken to, where it is one.
    pub fn port(&self) -> Option<u16> {
        self.endpoint().and_then(|(at, _)| at.port())
    }

    /// Id of its main process; 0 where somebody else has started it.
    pub fn process_id(&self) -> u32 {
        let child = self.process.child.lock().unwrap_or_else(|it| it.into_inner());
        child.as_ref().map(Child::id).unwrap_or_default()
    }

    /// The order of the parts in its date fields, where it is known.
    pub(crate) fn date_order(&self) -> &OnceLock<Vec<String>> {
        &self.process.date_order
    }

    /// Where its temporary profile is.
    pub fn profile(&self) -> &Path {
        self.process.profile.path()
    }

    /// Where it is spoken to, and the path there.
    pub(crate) fn endpoint(&self) -> Option<(&DevTools, &str)> {
        match &self.process.way {
            Way::Port(at, path) => Some((at, path)),
            Way::Pipe(_) => None,
        }
    }

    /// How long any single call may take.
    pub(crate) fn deadline(&self) -> Duration {
        self.process.options.deadline
    }

    /// Close a page with all that it has opened.
    pub(crate) fn close_page(&self, context: &str) {
        let params = json!({ "browserContextId": context });
        if let Err(error) = self.control("Target.disposeBrowserContext", params) {
            tracing::debug!(%error, "page not closed");
        }
    }

    /// Width and height of new pages, in pixels.
    pub(crate) fn viewport(&self) -> (u32, u32) {
        self.process.options.viewport
    }

    /// Ask the browser itself.
    pub(crate) fn control(&self, method: &'static str, params: Value) -> Result<Value, CdpError> {
        // A poisoned lock only means that another thread panicked between two calls.
        let mut control = self.process.control.lock().unwrap_or_else(|it| it.into_inner());
        control.call(method, params)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The guard first: it must not outlive what it guards, whose number may become another's.
        self.guard
            .get_mut()
            .unwrap_or_else(|it| it.into_inner())
            .dismiss();
        let child = self.child.get_mut().unwrap_or_else(|it| it.into_inner());
        let Some(child) = child else { return };
        // A profile of the user's is written to the end.
        if self.options.profile.is_some() {
            let control = self.control.get_mut().unwrap_or_else(|it| it.into_inner());
            let asked = control.call("Browser.close", json!({}));
            let until = Instant::now() + CLOSES;
            while asked.is_ok() && matches!(child.try_wait(), Ok(None)) && Instant::now() < until {
                #[expect(
                    clippy::disallowed_methods,
                    reason = "until it has ended, as it was asked to, or CLOSES is over"
                )]
                thread::sleep(Duration::from_millis(20));
            }
        }
        end(child);
    }
}

/// Name and version, of what a browser says of itself.
fn product(version: &Value) -> String {
    match text_of(version, "product") {
        it if it.is_empty() => "Chromium".to_owned(),
        it => it,
    }
}

/// Whether there is a screen to show a window on.
fn has_display() -> bool {
    let named = ["DISPLAY", "WAYLAND_DISPLAY"];
    !cfg!(target_os = "linux")
        || named
            .iter()
            .any(|it| env::var_os(it).is_some_and(|it| !it.is_empty()))
}

/// See that no other browser has a profile open: it would take the page over, and nobody would be spoken to.
fn not_in_use(profile: &Path) -> Result<(), DeviceError> {
    let lock = std::fs::read_link(profile.join("SingletonLock"));
    let holder = lock
        .ok()
        .and_then(|it| it.to_string_lossy().rsplit_once('-').map(|it| it.1.to_owned()));
    let lives = holder.is_some_and(|it| Path::new("/proc").join(it).is_dir());
    if lives {
        return Err(DeviceError::NoStart {
            reason: format!("the profile {} is in use by another browser", profile.display()),
            help: format!(
                "close that browser, name another {}, or start that browser with --remote-debugging-port=PORT and use {:#}",
                Setting::Profile,
                Setting::Attach
            ),
        });
    }
    Ok(())
}

/// The JSON of an answer that has come to its end.
fn body_of(answer: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(answer).ok()?;
    let (_, body) = text.split_once("\r\n\r\n")?;
    serde_json::from_str(body).ok()
}

/// The browser that somebody else has started with `--remote-debugging-port`: the path at which it is spoken to.
pub(crate) fn running_at(at: &DevTools) -> Result<String, DeviceError> {
    if let Some(path) = at.path() {
        return Ok(path.to_owned());
    }
    let help = match at.phone() {
        Some(_) => "open Chrome on the phone, with USB debugging on; `adb devices` lists the phones",
        None => {
            "start it with --remote-debugging-port=PORT (Chrome also wants a --user-data-dir of its own for that)"
        }
    };
    let nothing = |reason: String| DeviceError::NoStart {
        reason: format!("there is no browser to attach to at {at}: {reason}"),
        help: help.to_owned(),
    };
    let asked = || -> std::io::Result<Value> {
        let (mut stream, called) = at.connect()?;
        stream.set_read_timeout(Some(ANSWERS))?;
        stream.set_write_timeout(Some(ANSWERS))?;
        write!(
            stream,
            "GET /json/version HTTP/1.1\r\nHost: {called}\r\nConnection: close\r\n\r\n"
        )?;
        let mut answer = Vec::new();
        let mut part = [0; 4096];
        // It keeps the connection; a server that is no browser may never end its answer.
        while body_of(&answer).is_none() && answer.len() < MOST_ANSWER {
            match stream.read(&mut part)? {
                0 => break,
                read => answer.extend_from_slice(&part[..read]),
            }
        }
        Ok(body_of(&answer).unwrap_or_default())
    };
    let body = asked().map_err(|it| nothing(it.to_string()))?;
    let path = path_of(&text_of(&body, "webSocketDebuggerUrl"))
        .ok_or_else(|| nothing("what answers there is no browser".to_owned()))?;
    Ok(path)
}

pub(crate) fn text_of(answer: &Value, name: &str) -> String {
    answer
        .get(name)
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned()
}

/// Kill the browser with all its processes, and collect it.
fn end(child: &mut Child) {
    #[cfg(unix)]
    if let Ok(raw) = i32::try_from(child.id())
        && let Some(group) = rustix::process::Pid::from_raw(raw)
        && matches!(child.try_wait(), Ok(None))
        && let Err(error) = rustix::process::kill_process_group(group, rustix::process::Signal::KILL)
    {
        tracing::debug!(%error, "process group not killed");
    }
    if let Err(error) = child.kill().and_then(|()| child.wait().map(drop)) {
        tracing::debug!(%error, "browser not collected");
    }
}

/// With this a turn of the wheel to the side leaves a page that can't scroll there.
const LEAVING_BY_WHEEL: &str = "OverscrollHistoryNavigation";

/// Flags of a browser with the user's own profile: it is the browser that they know.
fn own_flags(profile: &Path, options: &Options) -> Vec<String> {
    let mut flags: Vec<String> = [
        options.door.flag(),
        "--no-first-run",
        "--no-default-browser-check",
    ]
    .map(str::to_owned)
    .to_vec();
    flags.push(format!("--user-data-dir={}", profile.display()));
    flags.push(format!("--disable-features={LEAVING_BY_WHEEL}"));
    finished(flags, options)
}

/// The flags that every browser gets.
fn finished(mut flags: Vec<String>, options: &Options) -> Vec<String> {
    if options.window == Window::Hidden {
        flags.push("--headless".to_owned());
    }
    let said = [
        ("user-agent", &options.user_agent),
        ("accept-lang", &options.locale),
        ("lang", &options.locale),
        ("proxy-server", &options.proxy),
    ];
    let said = said
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.as_ref()?)));
    flags.extend(said.map(|(name, value)| format!("--{name}={value}")));
    // Chromium refuses to run its sandbox for root.
    #[cfg(unix)]
    if rustix::process::geteuid().is_root() {
        flags.push("--no-sandbox".to_owned());
    }
    flags.push("about:blank".to_owned());
    flags
}

fn flags(profile: &Path, options: &Options) -> Vec<String> {
    let (width, height) = options.viewport;
    let mut flags: Vec<String> = [
        options.door.flag(),
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--no-default-browser-check",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-extensions",
        "--disable-default-apps",
        "--disable-dev-shm-usage",
        "--disable-background-timer-throttling",
        "--disable-backgrounding-occluded-windows",
        "--disable-renderer-backgrounding",
        "--disable-hang-monitor",
        "--disable-popup-blocking",
        "--force-device-scale-factor=1",
        "--force-color-profile=srgb",
        "--password-store=basic",
        "--use-mock-keychain",
        "--mute-audio",
    ]
    .map(str::to_owned)
    .to_vec();
    if options.locale.is_none() {
        flags.push(format!("--lang={LANGUAGE}"));
    }
    flags.push(format!("--user-data-dir={}", profile.display()));
    flags.push(format!("--window-size={width},{height}"));
    let mut without = vec![LEAVING_BY_WHEEL, "Translate", "MediaRouter", "OptimizationHints"];
    if options.shared_processes {
        without.extend(["IsolateOrigins", "site-per-process"]);
        flags.push("--disable-site-isolation-trials".to_owned());
    }
    flags.push(format!("--disable-features={}", without.join(",")));
    if options.files_are_one_origin {
        flags.push("--allow-file-access-from-files".to_owned());
    }
    finished(flags, options)
}

/// The program, with its input and output as Chromium's pipe where it has one: a shell makes them what Chromium
/// looks for, and becomes the browser.
fn through(door: Door, program: &Path) -> Command {
    const BECOME: &str = r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null"#;
    if door == Door::Pipe && cfg!(unix) {
        let mut command = Command::new("sh");
        command.args(["-c", BECOME]).arg(program);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        return command;
    }
    let mut command = Command::new(program);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// Speak to the browser that was started.
fn connect(child: &mut Child, program: &Path, options: &Options) -> Result<(Way, Cdp), DeviceError> {
    let mut said = Said::of(child, program)?;
    let until = Instant::now() + options.start_deadline;
    if let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) {
        let pipe = Pipe::new(to, from);
        let mut control = Cdp::over(&pipe, options.start_deadline);
        let begun = control.call("Browser.getVersion", json!({}));
        return match begun {
            Ok(_) => Ok((Way::Pipe(pipe.clone()), Cdp::over(&pipe, options.deadline))),
            Err(CdpError::Late { .. }) => Err(said.late(options.start_deadline)),
            Err(_) => Err(said.all_that_was_said(until)),
        };
    }
    let (port, path) = said.address(until, options.start_deadline)?;
    let at = DevTools::from(port);
    let control = Cdp::connect(&at, &path, options.deadline)?;
    Ok((Way::Port(at, path), control))
}

/// What a browser says on its error output.
struct Said {
    program: PathBuf,
    lines: mpsc::Receiver<String>,
    heard: Vec<String>,
}

impl Said {
    fn of(child: &mut Child, program: &Path) -> Result<Self, DeviceError> {
        let (sender, lines) = mpsc::channel();
        let said = Self {
            program: program.to_owned(),
            lines,
            heard: Vec::new(),
        };
        let stderr = child.stderr.take();
        let stderr = stderr.ok_or_else(|| said.no_start("it has no error output".to_owned()))?;
        // The reader goes on to the end so that the browser never blocks on a full pipe.
        thread::spawn(move || {
            for line in BufReader::new(stderr).split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line).trim().to_owned();
                tracing::trace!(line, "browser says");
                if sender.send(line).is_err() {
                    tracing::trace!("nobody listens any more");
                }
            }
        });
        Ok(said)
    }

    fn no_start(&self, reason: String) -> DeviceError {
        DeviceError::NoStart {
            reason: format!("{}: {reason}", self.program.display()),
            help: HOW_TO_GET.to_owned(),
        }
    }

    fn late(&self, waited: Duration) -> DeviceError {
        let (waited, said) = (waited.as_secs(), last(&self.heard));
        self.no_start(format!("it did not listen within {waited} s; it said: {said}"))
    }

    fn ended(&self) -> DeviceError {
        self.no_start(format!("it ended at once; it said: {}", last(&self.heard)))
    }

    /// All that a browser has said that is gone.
    fn all_that_was_said(&mut self, until: Instant) -> DeviceError {
        while let Ok(line) = self
            .lines
            .recv_timeout(until.saturating_duration_since(Instant::now()))
        {
            self.heard.push(line);
        }
        self.ended()
    }

    /// The address that it prints once it listens.
    fn address(&mut self, until: Instant, most: Duration) -> Result<(u16, String), DeviceError> {
        loop {
            match self
                .lines
                .recv_timeout(until.saturating_duration_since(Instant::now()))
            {
                Ok(line) => {
                    if let Some(found) = line
                        .strip_prefix("DevTools listening on ")
                        .and_then(parse_address)
                    {
                        return Ok(found);
                    }
                    self.heard.push(line);
                }
                Err(mpsc::RecvTimeoutError::Timeout) => return Err(self.late(most)),
                Err(mpsc::RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }
}

fn last(lines: &[String]) -> String {
    let shown = &lines[lines.len().saturating_sub(3)..];
    if shown.is_empty() {
        "nothing".to_owned()
    } else {
        shown.join(" / ")
    }
}

fn parse_address(url: &str) -> Option<(u16, String)> {
    let (host, _) = url.trim().strip_prefix("ws://")?.split_once('/')?;
    let port = host.rsplit_once(':')?.1.parse().ok()?;
    Some((port, path_of(url)?))
}

/// The path of a socket's address; on a phone there is no port before it.
fn path_of(url: &str) -> Option<String> {
    let (_, path) = url.trim().strip_prefix("ws://")?.split_once('/')?;
    Some(format!("/{path}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page is as a person has it: nothing in it moves less, or less smoothly, than it would for one.
    #[test]
    fn nothing_is_switched_off_in_the_page() {
        let flags = flags(Path::new("profile"), &Options::default());
        for it in &flags {
            for word in [
                "animation",
                "smooth",
                "motion",
                "blink-settings",
                "javascript",
                "images",
            ] {
                assert!(!it.contains(word), "{it}");
            }
        }
        // Nor are its timers slowed down while nobody looks.
        for kept in [
            "--disable-background-timer-throttling",
            "--disable-renderer-backgrounding",
        ] {
            assert!(flags.iter().any(|it| it == kept), "{kept}");
        }
    }
}
